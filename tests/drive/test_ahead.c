/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for a coming moment: the item after such a wait happens exactly the given number of clocks before or after that moment, at every PHY
 * kind. */
#include "drive/loop.h"
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
