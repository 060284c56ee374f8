/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided generation: fuzzer.h.
 *
 * The parent of an input is the best one of a few kept stimuli that are drawn at random: the one whose classes are the rarest for
 * the time that its run takes. Each time that it is taken, it counts for less. Some of the inputs are random, since they reach
 * classes that no change of a kept stimulus would reach. */
#include "fuzzer.h"

#include "generate/seed.h"
#include "mutate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	FRESH_FIRST = 8,   /* the first inputs are random, ... */
	FRESH_ONE_IN = 16, /* ... and one in so many of those after them */
	FRESH_ITEMS = 200,
	CANDIDATES = 6,
	CHANGES_LOG = 7, /* an input gets 1, 2, 4 and so on, up to 64 changes */
};

enum {
	MEET_OCTETS = MEET_PAIRS,
	POINT_OCTETS = POINTS_COUNT * POINTS_BINS_MAX,
	CLASSES = 8 * FUZZER_CLASS_OCTETS,
};

struct kept {
	struct stimulus stim;
	uint16_t *classes; /* the numbers of the classes that its run reached; owned */
	unsigned class_count;
	uint64_t cycles;
	unsigned taken; /* how often it was taken as a parent */
};

struct fuzzer {
	const struct dut *dut;
	struct mutator mutator;
	uint32_t made, fresh;
	struct kept *kept;
	size_t count, capacity;
	uint32_t runs_of[CLASSES]; /* how many runs reached the class */
	unsigned reached;
};

struct fuzzer *fuzzer_new(const struct dut *dut, uint64_t seed)
{
	struct fuzzer *f = calloc(1, sizeof(*f));

	_Static_assert(CLASSES <= UINT16_MAX, "a class has a number of 16 bits");
	if (!f)
		return NULL;
	f->dut = dut;
	if (!mutator_open(&f->mutator, dut, seed)) {
		f->fresh = mutator_below(&f->mutator, UINT32_MAX);
		return f;
	}
	fuzzer_free(f);
	return NULL;
}

void fuzzer_free(struct fuzzer *f)
{
	for (size_t i = 0; f && i < f->count; i++) {
		stimulus_release(&f->kept[i].stim);
		free(f->kept[i].classes);
	}
	if (f) {
		free(f->kept);
		mutator_close(&f->mutator);
	}
	free(f);
}

const struct stimulus *fuzzer_newest(const struct fuzzer *f)
{
	return &f->kept[f->count - 1].stim;
}

size_t fuzzer_kept(const struct fuzzer *f)
{
	return f->count;
}

unsigned fuzzer_classes(const struct fuzzer *f)
{
	return f->reached;
}

/* ---- making ---- */

/* Returns how much a stimulus is worth as a parent. */
static double worth(const struct fuzzer *f, const struct kept *kept)
{
	double rare = 0;

	for (unsigned i = 0; i < kept->class_count; i++)
		rare += 1.0 / f->runs_of[kept->classes[i]];
	return rare / (1 + kept->taken) / (double)(kept->cycles + FUZZER_START_CYCLES);
}

static struct kept *any_kept(struct fuzzer *f)
{
	return &f->kept[mutator_below(&f->mutator, (uint32_t)f->count)];
}

static struct kept *parent(struct fuzzer *f)
{
	struct kept *best = any_kept(f);
	double most = worth(f, best);

	for (unsigned i = 1; i < CANDIDATES; i++) {
		struct kept *kept = any_kept(f);
		double value = worth(f, kept);
		if (value > most) {
			most = value;
			best = kept;
		}
	}
	best->taken++;
	return best;
}

static int make_fresh(struct fuzzer *f, size_t items, struct stimulus *ret)
{
	int rc = stimulus_generate(ret, f->dut, f->fresh++, items);

	ret->name[0] = 0;
	return rc;
}

int fuzzer_make(struct fuzzer *f, struct stimulus *ret)
{
	struct mutator *m = &f->mutator;
	struct stimulus fresh = { 0 };
	bool own;
	int rc;

	*ret = (struct stimulus){ 0 };
	if (f->made++ < FRESH_FIRST || !f->count || !mutator_below(m, FRESH_ONE_IN))
		return make_fresh(f, FRESH_ITEMS, ret);
	own = mutator_below(m, 2);
	rc = make_fresh(f, own ? FRESH_ITEMS : m->begin.count + 1, &fresh);
	if (!rc) /* the input is a random stimulus with parts of a kept one, or a kept one with parts of a random one */
		rc = mutator_change(m, own ? &fresh : &parent(f)->stim, own ? &any_kept(f)->stim : &fresh,
		                    1u << mutator_below(m, CHANGES_LOG), ret);
	stimulus_release(&fresh);
	return rc;
}

/* ---- entering ---- */

void fuzzer_classes_of(const struct coverage_reached *reached, uint8_t ret[FUZZER_CLASS_OCTETS])
{
	uint8_t *rules = ret + MEET_OCTETS + POINT_OCTETS;

	memcpy(ret, reached->meets, MEET_OCTETS);
	memcpy(ret + MEET_OCTETS, reached->points, POINT_OCTETS);
	for (size_t i = 0; i < RULE_COUNT; i++)
		rules[i] = (uint8_t)((reached->rules.armed[i] > 0) | (reached->rules.decided[i] > 0) << 1);
}

static int keep(struct fuzzer *f, struct stimulus *stim, const uint16_t *classes, unsigned count, uint64_t cycles)
{
	struct kept kept = { .cycles = cycles, .class_count = count, .classes = malloc((count + 1) * sizeof(*classes)) };

	if (f->count == f->capacity) {
		size_t capacity = f->capacity ? 2 * f->capacity : 64;
		struct kept *more = realloc(f->kept, capacity * sizeof(*more));
		if (more) {
			f->kept = more;
			f->capacity = capacity;
		}
	}
	if (!kept.classes || f->count == f->capacity) {
		free(kept.classes);
		return -ENOMEM;
	}
	memcpy(kept.classes, classes, count * sizeof(*classes));
	kept.stim = *stim;
	stim->items = NULL;
	stim->count = stim->capacity = 0;
	f->kept[f->count++] = kept;
	return 0;
}

int fuzzer_enter(struct fuzzer *f, struct stimulus *stim, const struct coverage_reached *reached, uint64_t cycles,
                 unsigned *ret_new)
{
	uint8_t octets[FUZZER_CLASS_OCTETS];
	uint16_t classes[CLASSES];
	unsigned count = 0;

	*ret_new = 0;
	fuzzer_classes_of(reached, octets);
	for (unsigned i = 0; i < CLASSES; i++) {
		if (!(octets[i / 8] >> i % 8 & 1))
			continue;
		*ret_new += !f->runs_of[i]++;
		classes[count++] = (uint16_t)i;
	}
	for (unsigned group = 0; group < POINTS_COUNT; group++)
		for (unsigned bin = 0; bin < POINTS_BINS_MAX; bin++)
			f->mutator.runs_of[group][bin] += reached->points[group][bin] > 0;
	f->reached += *ret_new;
	return *ret_new ? keep(f, stim, classes, count, cycles) : 0;
}
