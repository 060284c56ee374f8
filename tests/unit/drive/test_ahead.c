/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for a coming moment: the item after such a wait happens exactly the given number of clocks before or after that moment, at every PHY
 * kind. */
#include "drive/loop.h"
#include "generate/generate.h"
#include "pausemodel.h"
#include "stimulus/control.h"
#include "stimulus/stim.h"
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { AT_MIN = -4, AT_MAX = 4, TEXT_OCTETS = 1024 };

struct moment {
	const char *model, *word, *items; /* NULL: any model */
	uint64_t needs;
	enum event_kind kind; /* the event whose moment is awaited */
	uint64_t value;
	size_t nth; /* how many such events come first, after those of the items before the wait */
	const char *first;
};

static const struct moment moments[] = {
	{ NULL, "start", "tx.frame len=70\nwait 4\nrx.pause time=2\ntx.frame len=60\ntx.frame len=60\n", 0, EVENT_TX_START, 0, 1,
	  "" },
	{ NULL, "start", "tx.frame len=60\ntx.frame len=60 gap=90\nwait 80\n", 0, EVENT_TX_START, 0, 1, "" },
	{ NULL, "end", "tx.frame len=333\n", 0, EVENT_TX_END, 0, 0, "" },
	{ NULL, "end", "tx.frame len=60\ntx.frame len=66\nwait 3\n", 0, EVENT_TX_END, 0, 0, "" },
	{ NULL, "inhibit", "rx.pause time=4\n", CAP_OBS | CAP_FULL_DUPLEX, EVENT_OBS_XOFF, 1, 0, "" },
	{ NULL, "expiry", "rx.pause time=4\n", CAP_OBS | CAP_FULL_DUPLEX, EVENT_OBS_XOFF, 0, 0, "" },
	{ NULL, "classified", "rx.frame len=77\n", CAP_OBS, EVENT_OBS_RX, 0, 0, "" },
	{ "bcm5718", "control", "tx.frame len=200\nreg.write MAC_RX_LOW_WATERMARK 511\n", 0, EVENT_TX_START, 0, 1, "" },
	{ "i82598", "control", "tx.frame len=200\nreg.write FCRTH0 0x80000000\n", 0, EVENT_TX_START, 0, 1, "" },
	{ "ll10g", "control", "tx.frame len=200\npause.req xoff\n", 0, EVENT_TX_START, 0, 1, "" },
	{ "ll10g", "pfc", "rx.pfc time3=2\n", 0, EVENT_PFC_XOFF, 8, 0, "" },
	{ "bcm1250", "control", "tx.frame len=200\nreg.write mac_cfg SPEED_SEL=2|SS_EN|FC_CMD=1|FC_SEL\n", 0, EVENT_TX_START, 0,
	  1, "" },
	{ "bcm1250", "control", "tx.frame len=200\nreg.write mac_cfg SPEED_SEL=1|SS_EN|FC_CMD=1|FC_SEL\n", 0, EVENT_TX_START, 0,
	  1, "link speed=100 duplex=full\nreg.write mac_cfg SPEED_SEL=1|SS_EN|FC_CMD=1\n" },
};

static void read_stimulus(struct stimulus *st, const char *text, const struct dut *dut)
{
	struct stim_error error = { 0 };

	*st = (struct stimulus){ 0 };
	cr_assert_eq(read_text(st, text, strlen(text), dut, &error), 0, "%u:%u: %s", error.line, error.column, error.message);
}

/* Returns the event of the item at the cursor, which stops the host. */
static const struct event *host_stopped(const struct recording *r)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->events[i].kind == EVENT_HOST_READY && !r->events[i].value && r->events[i].cycle)
			return &r->events[i];
	return NULL;
}

/* Returns the event whose moment is awaited. EVENT_OBS_XOFF and EVENT_PFC_XOFF must have the right value, because at power-up they report 0. */
static const struct event *moment_of(const struct recording *r, const struct moment *m)
{
	size_t left = m->nth;
	bool valued = m->kind == EVENT_OBS_XOFF || m->kind == EVENT_PFC_XOFF;

	for (size_t i = 0; i < r->count; i++)
		if (r->events[i].kind == m->kind && (!valued || r->events[i].value == m->value) && r->events[i].cycle > 100 &&
		    !left--)
			return &r->events[i];
	return NULL;
}

static void expect_moment(const struct dut *dut, const struct moment *m, int at)
{
	char text[TEXT_OCTETS];
	const struct event *stopped, *moment;
	struct recording r;
	struct stimulus st;
	int64_t step = dut_step(dut);

	snprintf(text, sizeof(text),
	         "pausebench-stim 1\nsetup\n%swait idle\nwait 200\n%swait %s at=%d\nhost.stop\nwait 3\nhost.start\nwait idle "
	         "max=5000\n",
	         m->first, m->items, m->word, at);
	read_stimulus(&st, text, dut);
	record(dut, &st, &r);
	stopped = host_stopped(&r);
	moment = moment_of(&r, m);
	cr_assert(stopped && moment, "%s: %s", dut->name, text);
	cr_expect_eq((int64_t)(stopped->cycle / (uint64_t)step), (int64_t)(moment->cycle / (uint64_t)step) + at,
	             "%s: expected %d clocks after %" PRIu64 ", found %" PRIu64 "; octet times\n%s", dut->name, at, moment->cycle,
	             stopped->cycle, text);
	recording_release(&r);
	stimulus_release(&st);
}

Test(ahead, the_cursor_stands_where_it_should)
{
	unsigned tried = 0;

	for (size_t d = 0; d < dut_count; d++)
		for (size_t i = 0; i < COUNT_OF(moments); i++) {
			const struct moment *m = &moments[i];
			if ((m->model && strcmp(m->model, dut_table[d].model)) || (m->needs & ~dut_table[d].capabilities))
				continue;
			if (strstr(m->items, "FCRTH0") && dut_param(&dut_table[d], "HighMarkAbove"))
				continue; /* an empty buffer is not above a mark of 0 */
			for (int at = AT_MIN; at <= AT_MAX; at++, tried++)
				expect_moment(&dut_table[d], m, at);
		}
	cr_expect_gt(tried, 8 * 7 * 9, "%u", tried);
}

/* A read that is already queued counts as a coming moment, too. */
Test(ahead, a_read_to_come)
{
	for (size_t d = 0; d < dut_count; d++) {
		char text[TEXT_OCTETS];
		const struct event *stopped, *read;
		struct recording r;
		struct stimulus st;
		uint64_t step = dut_step(&dut_table[d]);
		snprintf(text, sizeof(text),
		         "pausebench-stim 1\nsetup\nwait idle\nwait 200\nreg.write 0x0 0\nreg.write 0x0 0\nreg.read 0x0\n"
		         "wait read at=-1\nhost.stop\nwait 3\nhost.start\nwait idle\n");
		read_stimulus(&st, text, &dut_table[d]);
		record(&dut_table[d], &st, &r);
		stopped = host_stopped(&r);
		read = recorded(&r, EVENT_REG_READ, 0);
		cr_assert(stopped && read);
		cr_expect_eq(stopped->cycle + step, read->cycle, "%s", dut_table[d].name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* A wait that looks far enough ahead to end at once changes nothing in the run. */
Test(ahead, looking_ahead_changes_nothing)
{
	for (size_t d = 0; d < dut_count; d++) {
		char text[TEXT_OCTETS];
		struct recording r[2];
		struct stimulus st[2];
		for (int look = 0; look < 2; look++) {
			snprintf(text, sizeof(text),
			         "pausebench-stim 1\nsetup\nwait idle\nrx.pause time=3\ntx.frame len=100\ntx.frame "
			         "len=60\n%srx.frame len=80\n"
			         "%stx.frame len=70\nwait idle\n",
			         look ? "wait start at=-100000\n" : "", look ? "wait end at=-100000\n" : "");
			read_stimulus(&st[look], text, &dut_table[d]);
			record(&dut_table[d], &st[look], &r[look]);
		}
		cr_expect_eq(r[0].count, r[1].count, "%s", dut_table[d].name);
		for (size_t i = 0; i < r[0].count && i < r[1].count; i++)
			cr_expect(r[0].events[i].kind == r[1].events[i].kind && r[0].events[i].cycle == r[1].events[i].cycle &&
			              r[0].events[i].len == r[1].events[i].len,
			          "%s: event %zu", dut_table[d].name, i);
		for (int look = 0; look < 2; look++) {
			recording_release(&r[look]);
			stimulus_release(&st[look]);
		}
	}
}

/* If the awaited moment does not come, the run has a finding; with max=N the cursor moves on instead. */
Test(ahead, a_moment_that_does_not_come)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct run_result result;
	struct stimulus st;

	read_stimulus(&st, "pausebench-stim 1\nsetup\nwait idle\nwait start at=-2\nreg.read MAC_MODE\n", dut);
	run_checked(dut, &st, false, &result);
	cr_expect_eq(result.status, RUN_FINDINGS);
	cr_expect_eq(result.score.findings, 1);
	cr_expect_eq(result.score.finding[0].rule, RULE_EXPECT);
	cr_expect_str_eq(result.score.finding[0].what, "wait start");
	cr_expect_lt(result.cycles, 2000);
	stimulus_release(&st);
	read_stimulus(&st, "pausebench-stim 1\nsetup\nwait idle\nwait start at=-2 max=700\nreg.read MAC_MODE\n", dut);
	run_checked(dut, &st, false, &result);
	cr_expect_eq(result.status, RUN_OK);
	cr_expect(result.cycles > 700 && result.cycles < 1000, "%" PRIu64, result.cycles);
	stimulus_release(&st);
}

/* ---- the two ways to look ahead ---- */

/* Waits for moments of every kind in which much is under way: frames on both wires and on both streams, a read, a stopped host. */
static const char *const mixtures[] = {
	"rx.pause time=9\nrx.frame len=300\ntx.frame len=200\ntx.frame len=700\nwait start max=4000 at=3\nrx.frame "
	"len=90\nreg.read 0x0\n"
	"wait read max=900\nwait end at=-5 max=4000\nreg.read 0x0\nrx.frame len=1500\nwait classified max=9000\nwait until "
	"paused max=900\n"
	"wait inhibit max=700 at=1\nwait expiry at=-2 max=9000\nwait until resumed max=3000\nwait until level<70 max=400\n",
	"host.stop\nrx.frame len=1400\nrx.frame len=90 er=30\nrx.frame len=70\nwait until level>90 max=9000\nwait until "
	"level>900 max=9000\n"
	"tx.frame len=80\nwait end max=3000 at=-7\nhost.start\nwait until level<400 max=9000\nwait classified at=40 "
	"max=3000\nreset\nsetup\n"
	"wait start max=30\ntx.frame len=61\nwait until xoff-sent max=900\nwait until xon-sent max=900\nwait control max=700\n",
	"tx.frame len=1514\ntx.frame len=60 gap=40\nrx.frame len=64 fcs=bad\nrx.frame len=64\nwait 30\nrx.pause "
	"time=2\nreg.write 0x0 0\n"
	"reg.read 0x0\nwait read at=0 max=90\nreg.read 0x0\nreg.read 0x0\nwait read at=-1 max=90\nwait pfc max=60\nwait end "
	"max=9000\n"
	"wait start at=-6 max=9000\nrx.frame len=900\nwait end at=-40 max=9000\nwait start at=5 max=40000\n",
};

/* Returns true if A and B are the same event with the same octets. */
static bool same_event(const struct event *a, const struct event *b)
{
	bool octets = a->kind != EVENT_REG_READ && a->octets && b->octets;

	return a->cycle == b->cycle && a->kind == b->kind && a->lane == b->lane && a->value == b->value && a->timer == b->timer &&
	       a->len == b->len && a->error == b->error && a->error_at == b->error_at && a->codes == b->codes &&
	       (!octets || !memcmp(a->octets, b->octets, a->len)) &&
	       (!a->codes || !memcmp(a->code, b->code, a->codes * sizeof(*a->code)));
}

/* Looks ahead in place. Each test has a process of its own. */
static unsigned looks;
static bool (*really_begin)(struct seam *seam);
static bool counted_begin(struct seam *seam)
{
	looks++;
	return really_begin(seam);
}

/* Runs ST once with looks ahead in place and once in copies of the process. */
static void expect_same(const struct dut *dut, const struct stimulus *st, const char *name)
{
	uint32_t chunk = pm_host_chunk(dut->model, dut_buffer_unit(dut));
	struct seam_ops ops = *seam_by_dut(dut->name);
	struct recording place, copy;

	cr_assert_not_null(ops.ahead_begin, "%s", dut->name);
	really_begin = ops.ahead_begin;
	ops.ahead_begin = counted_begin;
	record_on(&ops, dut, chunk, st, &place);
	ops.ahead_begin = NULL;
	record_on(&ops, dut, chunk, st, &copy);
	cr_expect_eq(place.count, copy.count, "%s, %s: %zu events in place, %zu in copies", dut->name, name, place.count,
	             copy.count);
	cr_expect_eq(place.cycles, copy.cycles, "%s, %s: %" PRIu64 " and %" PRIu64 " clocks", dut->name, name, place.cycles,
	             copy.cycles);
	for (size_t i = 0; i < place.count && i < copy.count; i++)
		if (!same_event(&place.events[i], &copy.events[i])) {
			cr_expect_fail("%s, %s: event %zu is of cycle %" PRIu64 " and kind %u, in copies of %" PRIu64 " and %u",
			               dut->name, name, i, place.events[i].cycle, place.events[i].kind, copy.events[i].cycle,
			               copy.events[i].kind);
			break;
		}
	recording_release(&place);
	recording_release(&copy);
}

/* Returns true if DUT cannot show what the item at LINE waits for. */
static bool unseen(const struct dut *dut, const char *line)
{
	static const struct {
		const char *begin;
		uint64_t needs;
	} waits[] = { { "wait inhibit", CAP_OBS },      { "wait expiry", CAP_OBS },        { "wait classified", CAP_OBS },
		      { "wait until paused", CAP_OBS }, { "wait until resumed", CAP_OBS }, { "wait pfc", CAP_PFC } };

	for (size_t i = 0; i < COUNT_OF(waits); i++)
		if (!strncmp(line, waits[i].begin, strlen(waits[i].begin)))
			return waits[i].needs & ~dut->capabilities;
	return !strncmp(line, "wait until level", 16) &&
	       (!(dut->capabilities & CAP_OBS) || control_level(dut, 0) == CONTROL_NO_LEVEL);
}

/* Writes a stimulus of ITEMS, without those that DUT cannot show, into RET. */
static void put_mixture(const struct dut *dut, const char *items, char *ret, size_t size)
{
	size_t used = (size_t)snprintf(ret, size, "pausebench-stim 1\nsetup\nwait idle\n");

	for (const char *at = items; *at; at += strcspn(at, "\n") + 1)
		if (!unseen(dut, at))
			used += (size_t)snprintf(ret + used, size - used, "%.*s\n", (int)strcspn(at, "\n"), at);
	snprintf(ret + used, size - used,
	         "wait idle max=90000\nrx.frame len=80\ntx.frame len=70\nreg.read 0x0\nwait idle max=9000\n");
}

/* Writes a stimulus of so many frames into RET that they fill the loop's buffers more than once in a look ahead that begins amid some of them. */
static void put_crowd(const struct dut *dut, char *ret, size_t size)
{
	enum { FRAMES = 40 };
	size_t used = (size_t)snprintf(ret, size, "pausebench-stim 1\nsetup\nwait idle\n");

	for (unsigned i = 0; i < FRAMES; i++)
		used += (size_t)snprintf(ret + used, size - used,
		                         "rx.frame len=%u fill=rand:%u%s\ntx.frame len=%u fill=rand:%u%s\n", 1300 + i, i,
		                         i == 1 ? " er=700" : "", 1200 + i, i, dut->phy == PHY_MII ? " fcs=good" : "");
	snprintf(ret + used, size - used, "wait %u\nwait until xon-sent max=90000\nwait idle\n",
	         dut->phy == PHY_XGMII ? 230 : 1900);
}

Test(ahead, in_place_and_in_a_copy_the_same_happens)
{
	enum { SEEDS = 6 };

	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		struct stimulus st;
		char text[4 * TEXT_OCTETS], name[32];

		looks = 0;
		for (size_t i = 0; i < COUNT_OF(mixtures); i++) {
			put_mixture(dut, mixtures[i], text, sizeof(text));
			read_stimulus(&st, text, dut);
			snprintf(name, sizeof(name), "mixture %zu", i);
			expect_same(dut, &st, name);
			stimulus_release(&st);
		}
		put_crowd(dut, text, sizeof(text));
		read_stimulus(&st, text, dut);
		expect_same(dut, &st, "crowd");
		stimulus_release(&st);
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			cr_assert_eq(stimulus_generate(&st, dut, seed, 120), 0);
			snprintf(name, sizeof(name), "seed %" PRIu32, seed);
			expect_same(dut, &st, name);
			stimulus_release(&st);
		}
		cr_expect_gt(looks, 30, "%s looks ahead %u times", dut->name, looks);
	}
}

/* ---- moments of an earlier run ---- */

/* What a run with moments of an earlier one does. */
struct repetition {
	uint64_t hash, events;
	struct resolved resolved;
	unsigned looks;
	bool unresolved;
};

static void see_events(void *context, const struct event *events, size_t count)
{
	struct repetition *ret = context;

	for (size_t i = 0; i < count; i++)
		ret->hash = (ret->hash ^ (events[i].cycle << 8 | events[i].kind) ^ events[i].value << 40) * 0x100000001B3;
	ret->events += count;
}

static struct repetition repeat(const struct dut *dut, const struct stimulus *st, const struct resolved *known)
{
	struct seam_ops ops = *seam_by_dut(dut->name);
	struct repetition ret = { .hash = 0xCBF29CE484222325 };
	struct loop loop = { .ops = &ops,
		             .monitor = true,
		             .sink = see_events,
		             .sink_context = &ret,
		             .max_cycles = 10000000,
		             .max_seconds = 60,
		             .known = known,
		             .resolved = &ret.resolved };

	looks = 0;
	really_begin = ops.ahead_begin;
	ops.ahead_begin = counted_begin;
	cr_assert_eq(sequencer_init(&loop.seq, st), 0);
	loop.seam = ops.open(st->seed);
	cr_assert_not_null(loop.seam);
	cr_assert_eq(loop_run(&loop, dut), 0);
	ops.close(loop.seam);
	sequencer_release(&loop.seq);
	ret.looks = looks;
	ret.unresolved = loop.unresolved;
	return ret;
}

/* Each moment of ST in turn is a clock wrong, and each such run says so. */
static void expect_wrong_ones_seen(const struct dut *dut, const struct stimulus *st, const struct resolved *right)
{
	for (uint32_t i = 0; i < right->count; i++)
		for (int by = -1; by <= 1; by += 2) {
			struct resolved wrong = *right;
			struct repetition again;
			wrong.moment[i].at += (uint64_t)(int64_t)by;
			if (wrong.moment[i].at < wrong.moment[i].from)
				continue;
			again = repeat(dut, st, &wrong);
			cr_expect(again.unresolved, "%s: moment %" PRIu32 " of clock %" PRIu64 ", %d off", dut->name, i,
			          right->moment[i].at, by);
		}
}

Test(ahead, known_moments_are_taken_and_wrong_ones_are_seen)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		unsigned taken = 0;

		for (size_t i = 0; i < COUNT_OF(mixtures); i++) {
			struct repetition first, again;
			struct stimulus st;
			char text[4 * TEXT_OCTETS];

			put_mixture(dut, mixtures[i], text, sizeof(text));
			read_stimulus(&st, text, dut);
			first = repeat(dut, &st, NULL);
			cr_expect_not(first.unresolved);
			again = repeat(dut, &st, &first.resolved);
			cr_expect_not(again.unresolved, "%s, mixture %zu", dut->name, i);
			cr_expect(again.hash == first.hash && again.events == first.events, "%s, mixture %zu", dut->name, i);
			cr_expect_eq(again.resolved.count, first.resolved.count);
			cr_expect_leq(again.looks + first.resolved.count, first.looks, "%s, mixture %zu: %u and %u", dut->name, i,
			              again.looks, first.looks);
			taken += first.resolved.count;
			expect_wrong_ones_seen(dut, &st, &first.resolved);
			stimulus_release(&st);
		}
		cr_expect_gt(taken, 5, "%s: %u", dut->name, taken);
	}
}

/* A stimulus whose waits are all for moments that can be checked is repeated without a look ahead. */
Test(ahead, a_repetition_looks_nowhere)
{
	for (size_t d = 0; d < dut_count; d++) {
		struct repetition first, again;
		struct stimulus st;

		read_stimulus(
		    &st,
		    "pausebench-stim 1\nsetup\nwait idle\ntx.frame len=90\ntx.frame len=70\nwait start at=3\nreg.read 0x0\n"
		    "wait read at=1\nrx.frame len=80\nwait end at=0\nwait start at=0\nwait idle\n",
		    &dut_table[d]);
		first = repeat(&dut_table[d], &st, NULL);
		again = repeat(&dut_table[d], &st, &first.resolved);
		cr_expect_eq(first.resolved.count, 4, "%s: %" PRIu32, dut_table[d].name, first.resolved.count);
		cr_expect_eq(again.looks, 0, "%s: %u", dut_table[d].name, again.looks);
		cr_expect_eq(again.hash, first.hash);
		cr_expect_not(again.unresolved);
		stimulus_release(&st);
	}
}
