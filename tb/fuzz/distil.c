/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a small corpus of a large one: corpus.h.
 *
 * First each stimulus runs, and the classes that it reached are kept. Then stimuli are taken greedily until all classes are
 * covered. Each of them has a target: the classes that none taken before it has. It is reduced by delta debugging as long as it
 * passes and reaches its target. */
#include "corpus.h"
#include "fuzzer.h"
#include "mutate.h"
#include "reduce/ddmin.h"
#include "run/run.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { REDUCING_RUNS = 200 /* to reduce a stimulus takes at most so many runs */ };
static const double run_seconds = 30;

struct candidate {
	struct stimulus stim; /* owned */
	uint64_t cycles;
	bool taken;
	uint8_t classes[FUZZER_CLASS_OCTETS];
};

struct distil {
	const struct distil_options *options;
	struct mutator mutator;
	struct candidate *all; /* owned */
	size_t count;
	uint8_t reached[FUZZER_CLASS_OCTETS]; /* the classes that the taken stimuli reach */
	struct run_result *result;            /* result of the newest run; owned */
	const struct candidate *reduced;
	const uint8_t *target;
	size_t parts; /* items of .reduced that may be left out */
	unsigned runs;
};

static bool stopped(const struct distil *d)
{
	return d->options->stop && atomic_load(d->options->stop);
}

static unsigned classes_new(const uint8_t *classes, const uint8_t *old)
{
	unsigned count = 0;

	for (size_t i = 0; i < FUZZER_CLASS_OCTETS; i++)
		count += (unsigned)__builtin_popcount((unsigned)(classes[i] & ~old[i]));
	return count;
}

/* Runs STIM. Returns true if it passed; RET then has the classes that it reached. */
static bool passes(struct distil *d, const struct stimulus *stim, uint8_t ret[FUZZER_CLASS_OCTETS])
{
	const struct run_options options = { .max_seconds = run_seconds, .coverage = true, .stop = d->options->stop };

	if (run_stimulus(d->options->dut, stim, &options, d->result) || d->result->status != RUN_OK)
		return false;
	fuzzer_classes_of(&d->result->reached, ret);
	return true;
}

/* Reads and runs all stimuli of the corpus that the DUT takes. */
static int run_all(struct distil *d, char **paths, size_t count, struct env_error *ret_error)
{
	for (size_t i = 0; i < count && !stopped(d); i++) {
		struct candidate *c = &d->all[d->count];
		bool fits;
		int rc = corpus_load(paths[i], d->options->dut, &c->stim, &fits, ret_error);

		if (!rc && fits && !passes(d, &c->stim, c->classes) && !stopped(d))
			rc = env_refuse(ret_error, "%s does not pass on %s; a corpus has stimuli that pass", paths[i],
			                d->options->dut->name);
		c->cycles = d->result->cycles;
		if (rc || !fits)
			stimulus_release(&c->stim);
		else
			d->count++;
		if (rc)
			return rc;
	}
	return stopped(d) ? env_fail(ret_error, EINTR, "interrupted; %s is as it was", d->options->to) : 0;
}

/* Returns the stimulus that reaches the most new classes for its time, NULL if none reaches a new one. */
static struct candidate *best(const struct distil *d)
{
	struct candidate *ret = NULL;
	double most = 0;

	for (size_t i = 0; i < d->count; i++) {
		struct candidate *c = &d->all[i];
		double worth = c->taken ? 0 : classes_new(c->classes, d->reached) / (double)(c->cycles + FUZZER_START_CYCLES);
		if (worth > most) {
			most = worth;
			ret = c;
		}
	}
	return ret;
}

/* Makes RET of those items of the stimulus under reduction for which KEEP is true, and of its end. RET borrows their octets.
 * Returns false if there is no memory. */
static bool make_shorter(const struct distil *d, const bool *keep, struct stimulus *ret)
{
	const struct stimulus *whole = &d->reduced->stim;

	*ret = *whole;
	ret->items = malloc((whole->count + 1) * sizeof(*ret->items));
	ret->count = 0;
	for (size_t i = 0; ret->items && i < whole->count; i++)
		if (i >= d->parts || keep[i])
			ret->items[ret->count++] = whole->items[i];
	return ret->items != NULL;
}

/* For the delta debugging a list "fails" if it passes and reaches the target of the stimulus. */
static bool reaches_target(void *context, const bool *keep, size_t count)
{
	struct distil *d = context;
	uint8_t classes[FUZZER_CLASS_OCTETS];
	struct stimulus shorter;
	bool ret;

	(void)count;
	if (!make_shorter(d, keep, &shorter))
		return false;
	d->runs++;
	ret = passes(d, &shorter, classes) && !classes_new(d->target, classes);
	free(shorter.items);
	return ret;
}

static bool over(void *context)
{
	const struct distil *d = context;

	return d->runs >= REDUCING_RUNS || stopped(d);
}

/* Takes C for the classes that none before it has, reduces it, and saves it. */
static int take(struct distil *d, struct candidate *c, struct env_error *ret_error)
{
	const struct ddmin reduction = { .context = d, .fails = reaches_target, .over = over };
	uint8_t target[FUZZER_CLASS_OCTETS];
	struct stimulus shorter;
	bool *keep = malloc(c->stim.count + 1);
	int rc;

	c->taken = true;
	for (size_t i = 0; i < FUZZER_CLASS_OCTETS; i++)
		target[i] = c->classes[i] & (uint8_t)~d->reached[i];
	d->reduced = c;
	d->target = target;
	d->parts = c->stim.count - mutator_end_of(&d->mutator, &c->stim);
	d->runs = 0;
	if (!keep)
		return env_fail(ret_error, ENOMEM, "cannot reduce a stimulus");
	memset(keep, true, c->stim.count);
	ddmin(&reduction, keep, d->parts);
	rc = make_shorter(d, keep, &shorter) ? 0 : env_fail(ret_error, ENOMEM, "cannot reduce a stimulus");
	free(keep);
	if (rc)
		return rc;
	/* Other stimuli need not reach the classes that it reaches besides its target. It runs once more, since the last run may
	 * not have passed. */
	if (passes(d, &shorter, c->classes))
		for (size_t i = 0; i < FUZZER_CLASS_OCTETS; i++)
			d->reached[i] |= c->classes[i];
	rc = corpus_save(&shorter, d->options->dut, NULL, d->options->to, ret_error);
	free(shorter.items);
	return rc;
}

static int take_best(struct distil *d, struct env_error *ret_error)
{
	static const uint8_t none[FUZZER_CLASS_OCTETS];
	uint8_t all[FUZZER_CLASS_OCTETS] = { 0 };
	unsigned taken = 0;
	struct candidate *c;
	int rc = 0;

	for (size_t i = 0; i < d->count; i++)
		for (size_t k = 0; k < FUZZER_CLASS_OCTETS; k++)
			all[k] |= d->all[i].classes[k];
	while (!rc && taken < d->options->most && !stopped(d) && (c = best(d))) {
		rc = take(d, c, ret_error);
		taken += !rc;
	}
	for (size_t k = 0; k < FUZZER_CLASS_OCTETS; k++)
		all[k] |= d->reached[k]; /* a reduced stimulus may reach more than the whole one */
	fprintf(d->options->log, "%u of %zu stimuli in %s reach %u of %u classes\n", taken, d->count, d->options->to,
	        classes_new(d->reached, none), classes_new(all, none));
	return rc;
}

int corpus_distil(const struct distil_options *options, struct env_error *ret_error)
{
	struct distil d = { .options = options, .result = malloc(sizeof(*d.result)) };
	char **paths = NULL;
	size_t count = 0;
	int rc = corpus_list(options->from, &paths, &count, ret_error);

	if (!rc)
		rc = folder_make(options->to, ret_error);
	d.all = calloc(count + 1, sizeof(*d.all));
	if (!rc && (!d.result || !d.all || mutator_open(&d.mutator, options->dut, 1)))
		rc = env_fail(ret_error, ENOMEM, "cannot distil %s", options->from);
	if (!rc)
		rc = run_all(&d, paths, count, ret_error);
	if (!rc)
		rc = take_best(&d, ret_error);
	for (size_t i = 0; i < d.count; i++)
		stimulus_release(&d.all[i].stim);
	mutator_close(&d.mutator);
	stimuli_free(paths, count);
	free(d.all);
	free(d.result);
	return rc ? EXIT_ENVIRONMENT : 0;
}
