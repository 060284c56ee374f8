/* SPDX-License-Identifier: Apache-2.0 */
/* Expectations of a stimulus about the transmit wire: their text form, and that a MAC that does otherwise has a finding, without the golden model. */
#include "support.h"

#include "check/expect/expect.h"
#include "check/scoreboard.h"
#include "stimulus/stim.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void read_for(const struct dut *dut, struct stimulus *st, const char *text)
{
	struct stim_error error;

	*st = (struct stimulus){ 0 };
	cr_assert_eq(read_text(st, text, strlen(text), dut, &error), 0, "%s: %u:%u: %s", dut->name, error.line, error.column,
	             error.message);
}

static bool span_is(const struct item_span *span, uint32_t octets, uint32_t clocks, uint32_t ns, uint32_t figures)
{
	return span->octets == octets && span->clocks == clocks && span->ns == ns && span->figures == figures;
}

#define INHIBIT (1u << ITEM_FIGURE_inhibit)
#define RESUME (1u << ITEM_FIGURE_resume)

Test(expect, the_text_form)
{
	static const char text[] =
	    "pausebench-stim 1\n"
	    "expect no tx.frame until=10q+3clk+0x10\n"
	    "rx.pause time=1\n"
	    "expect xoff from=rx after=inhibit until=2q+inhibit within=1us+resume+5ns time=0xffff octets=64\n"
	    "expect tx.frame kind=pause from=tx within=1\n"
	    "expect tx.frame kind=data from=tx-start within=1\n";
	struct stimulus st;
	const struct item_expect *e;

	read_for(dut_by_name("bcm5718"), &st, text);
	cr_assert_eq(st.count, 5);
	for (size_t i = 0; i < st.count; i++)
		cr_expect(i == 1 || st.items[i].kind == ITEM_EXPECT, "%zu", i);
	e = &st.items[0].u.expect;
	cr_expect(e->none && e->what == EXPECT_DATA && e->from == EXPECT_FROM_NOW && span_is(&e->until, 656, 3, 0, 0));
	e = &st.items[2].u.expect;
	cr_expect(!e->none && e->what == EXPECT_XOFF && e->from == EXPECT_FROM_RX && e->time == 0x10000 && e->octets == 64);
	cr_expect(span_is(&e->after, 0, 0, 0, INHIBIT) && span_is(&e->until, 128, 0, 0, INHIBIT) &&
	          span_is(&e->within, 0, 0, 1005, RESUME));
	cr_expect(st.items[3].u.expect.what == EXPECT_PAUSE && st.items[3].u.expect.from == EXPECT_FROM_TX);
	cr_expect(st.items[4].u.expect.what == EXPECT_DATA && st.items[4].u.expect.from == EXPECT_FROM_TX_START);
	stimulus_release(&st);
}

/* ---- runs ---- */

/* Runs TEXT on DUT. MESSAGE: NULL if there must be no finding, else what the only finding, of the rule expect-wire, must contain. */
static void check_run(const struct dut *dut, const char *text, bool black_box, const char *message)
{
	struct run_result result;
	struct stimulus st;
	char line[512];

	read_for(dut, &st, text);
	run_checked(dut, &st, black_box, &result);
	finding_line(dut, &st, &result, line, sizeof(line));
	cr_expect_eq(result.score.findings, message != NULL, "%s: %" PRIu64 " findings, %s\n%s", dut->name, result.score.findings,
	             line, text);
	if (message && result.score.findings) {
		cr_expect_eq(result.score.finding[0].rule, RULE_EXPECT_WIRE, "%s", line);
		cr_expect(strstr(line, message), "%s does not contain '%s'\n%s", line, message, text);
	}
	stimulus_release(&st);
}

/* BODY after the set-up and %d quanta. */
#define HELD "pausebench-stim 1\nsetup\nwait idle\nrx.pause time=100\nwait rx\nwait 10\ntx.frame\ntx.frame len=200\n"
#define OVER "wait idle max=40000\nwait 10\n"

static const struct {
	const char *line, *message;
} held[] = {
	{ "expect tx.frame from=rx after=inhibit until=inhibit+100q within=inhibit+100q+resume octets=64", NULL },
	{ "expect no tx.frame from=rx after=inhibit until=inhibit+100q", NULL },
	{ "expect no pause until=90q", NULL },
	{ "expect tx.frame from=rx after=inhibit until=inhibit+100q within=inhibit+100q+resume octets=65",
	  "text.stim:9: expect tx.frame" },
	{ "expect no tx.frame from=rx after=inhibit until=inhibit+100q+resume+1clk", "text.stim:9: expect no tx.frame" },
	{ "expect tx.frame from=rx after=inhibit until=101q+inhibit within=200q", "64 octets of data in cycle" },
	{ "expect xoff within=100q", "none came until the end of the run" },
	{ "expect no xoff until=20000q", "the run is over in cycle" },
	{ "expect xon within=20000q", "the run is over in cycle" },
};

/* The times below are quanta of 802.3. */
static bool has_quantum(const struct dut *dut)
{
	return dut->capabilities & CAP_QUANTUM;
}

Test(expect, a_held_frame_at_every_phy)
{
	for (size_t d = 0; d < dut_count; d++)
		for (size_t i = 0; has_quantum(&dut_table[d]) && i < COUNT_OF(held); i++) {
			char text[512];
			snprintf(text, sizeof(text), HELD "%s\n" OVER, held[i].line);
			check_run(&dut_table[d], text, false, held[i].message);
		}
}

/* What a PFC frame has otherwise is named: the class, and its time. */
Test(expect, the_class_that_differs_is_named)
{
#define PFC                                                                                                                      \
	"pausebench-stim 1\nsetup\nreg.write tx_pfc_priority_enable 0xff\nreg.write pfc_pause_quanta_3 5\nwait reg\nwait idle\n" \
	"pfc.req off=3\n%s\nwait 400\npfc.req\nwait idle\n"
	static const struct {
		const char *line, *message;
	} lines[] = {
		{ "expect pfc within=request off=3 time=5", NULL },
		{ "expect pfc within=request off=3 time=6", "enable 0x08 in cycle" },
		{ "expect pfc within=request off=3 time=6", "class 3 enabled, time 5" },
		{ "expect pfc within=request off=1,3", "class 1 not enabled, time 0" },
		{ "expect pfc within=request off=1,3 on=0", "one with off=1,3 on=0" },
	};
	char text[512];

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		snprintf(text, sizeof(text), PFC, lines[i].line);
		check_run(dut_by_name("ll10g"), text, false, lines[i].message);
	}
}

/* A frame that begins late by no more than the slack is right as a black box; early by one octet time it is wrong. */
Test(expect, a_black_box_may_be_late_but_not_early)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		if (!has_quantum(dut))
			continue;
		check_run(dut, HELD "expect tx.frame from=rx after=inhibit until=inhibit+100q within=inhibit+100q\n" OVER, true,
		          NULL);
		check_run(dut, HELD "expect no tx.frame from=rx after=inhibit until=inhibit+100q+resume+1clk\n" OVER, true,
		          "expect no tx.frame");
		check_run(
		    dut, HELD "expect tx.frame from=rx after=inhibit until=inhibit+101q+resume within=inhibit+101q+resume\n" OVER,
		    true, "64 octets of data in cycle");
	}
}

/* 96 bit times at 10 and 100 Mb/s. */
#define GAP "reg.write frame_cfg IFG_TX=20|IFG_THRSH=4|MIN_FRAMESZ=64|MAX_FRAMESZ=1518\nwait reg\n"

/* A saved failure has its expectations, and repeats its finding. */
Test(expect, a_written_stimulus_finds_the_same)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		if (!has_quantum(dut))
			continue;
		struct run_result result, again;
		struct stimulus st, read;
		struct stim_error error;
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		read_for(dut, &st, HELD "expect no tx.frame from=rx after=inhibit until=inhibit+2us+101q\n" OVER);
		run_checked(dut, &st, false, &result);
		cr_assert_eq(stimulus_write(&st, out, dut), 0);
		fclose(out);
		read = (struct stimulus){ 0 };
		cr_assert_eq(read_text(&read, text, size, dut, &error), 0, "%u:%u: %s", error.line, error.column, error.message);
		run_checked(dut, &read, false, &again);
		cr_expect(result.score.findings == 1 && again.score.findings == 1, "%s", dut->name);
		cr_expect_eq(result.score.finding[0].cycle, again.score.finding[0].cycle, "%s", dut->name);
		cr_expect_str_eq(result.score.finding[0].expected, again.score.finding[0].expected, "%s", dut->name);
		stimulus_release(&st);
		stimulus_release(&read);
		free(text);
	}
}

/* The same at the three speeds of MII: octet times and quanta follow the speed. */
Test(expect, octet_times_follow_the_speed)
{
	static const char *const speeds[] = { "", "reg.write mac_cfg SPEED_SEL=1\n" GAP "link speed=100\n",
		                              "reg.write mac_cfg SPEED_SEL=0\n" GAP "link speed=10\n" };

	for (size_t i = 0; i < COUNT_OF(speeds); i++) {
		char text[600];
		snprintf(text, sizeof(text),
		         "pausebench-stim 1\nmodel bcm1250\nsetup\nwait idle\n%stx.frame\ntx.frame\n"
		         "expect tx.frame within=100\nexpect tx.frame from=tx until=12 within=12\nwait idle\nwait 300\n",
		         speeds[i]);
		check_run(dut_by_name("bcm1250"), text, false, NULL);
		text[strlen(text) - strlen("within=12\nwait idle\nwait 300\n") - 3] = '3'; /* until=13 */
		check_run(dut_by_name("bcm1250"), text, false, "64 octets of data in cycle");
	}
}

Test(expect, times_in_nanoseconds)
{
	static const char *const duts[] = { "bcm5718", "bcm1250", "i82598" };

	for (size_t i = 0; i < COUNT_OF(duts); i++) {
		const struct dut *dut = dut_by_name(duts[i]);
		char text[600];
		unsigned quantum_ns = dut->phy == PHY_XGMII ? 51 : 512, rest_ns = dut->phy == PHY_XGMII ? 20 : 0;
		snprintf(text, sizeof(text), HELD "expect no tx.frame from=rx after=inhibit until=inhibit+%uns\n" OVER,
		         100 * quantum_ns + rest_ns);
		check_run(dut, text, false, NULL);
		snprintf(text, sizeof(text), HELD "expect no tx.frame from=rx after=inhibit until=inhibit+%uns\n" OVER,
		         103 * quantum_ns);
		check_run(dut, text, false, "expect no tx.frame");
	}
}

/* ---- the wires of a run that no DUT makes ---- */

struct made {
	struct stimulus st;
	struct expect *x;
	struct scoreboard *sb;
	const struct dut *dut;
};

static void make(struct made *m, const char *dut, const char *text)
{
	m->dut = dut_by_name(dut);
	read_for(m->dut, &m->st, text);
	m->x = expect_new(m->dut, &m->st, false);
	m->sb = scoreboard_new(m->dut, false);
	cr_assert(m->x && m->sb);
}

static void make_event(struct made *m, uint64_t cycle, enum event_kind kind, uint64_t value)
{
	struct event event = { .cycle = cycle, .kind = (uint8_t)kind, .value = value, .error_at = -1 };

	expect_events(m->x, &event, 1);
}

/* Ends the run; returns the first finding's text, "" if there is none. */
static const char *made_finding(struct made *m, uint64_t cycle, char *ret, size_t size)
{
	const struct scoreboard_result *result = scoreboard_result(m->sb);

	make_event(m, cycle, EVENT_END, 0);
	cr_expect_eq(expect_check(m->x, m->sb), 0);
	snprintf(ret, size, "%s", result->findings ? result->finding[0].what : "");
	if (result->findings)
		snprintf(ret, size, "%s, expected %s, actual %s, %" PRIu64 " findings", result->finding[0].what,
		         result->finding[0].expected, result->finding[0].actual, result->findings);
	expect_free(m->x);
	scoreboard_free(m->sb);
	stimulus_release(&m->st);
	return ret;
}

Test(expect, signals_of_xgmii)
{
	static const char text[] = "pausebench-stim 1\nexpect remote-fault within=64\nexpect idle after=80 within=200\n"
				   "expect no remote-fault after=400 until=480\n";
	struct made m;
	char line[400];

	make(&m, "ll10g", text);
	for (uint64_t i = 0; i < 3; i++)
		make_event(&m, 80, EVENT_EXPECT, i);
	make_event(&m, 144, EVENT_TX_SIGNAL, TX_SIGNAL_REMOTE_FAULT);
	make_event(&m, 280, EVENT_TX_SIGNAL, TX_SIGNAL_IDLE);
	cr_expect_str_eq(made_finding(&m, 800, line, sizeof(line)), "");

	make(&m, "ll10g", text);
	for (uint64_t i = 0; i < 3; i++)
		make_event(&m, 80, EVENT_EXPECT, i);
	make_event(&m, 152, EVENT_TX_SIGNAL, TX_SIGNAL_REMOTE_FAULT);
	make_event(&m, 280, EVENT_TX_SIGNAL, TX_SIGNAL_IDLE);
	cr_expect_str_eq(made_finding(&m, 800, line, sizeof(line)),
	                 "text.stim:2: expect remote-fault, expected one that begins in cycles 10 to 18, "
	                 "actual that state in cycle 19, 1 findings");

	make(&m, "ll10g", text);
	for (uint64_t i = 0; i < 3; i++)
		make_event(&m, 80, EVENT_EXPECT, i);
	make_event(&m, 144, EVENT_TX_SIGNAL, TX_SIGNAL_REMOTE_FAULT);
	cr_expect_str_eq(made_finding(&m, 800, line, sizeof(line)),
	                 "text.stim:3: expect idle, expected one that begins in cycles 20 to 35, "
	                 "actual none came until the end of the run in cycle 100, 2 findings");
}

/* A moment that never comes, and the expectations that count from a frame that did not come. */
Test(expect, what_counts_from_nothing)
{
	struct made m;
	char line[400];

	make(&m, "bcm1250", "pausebench-stim 1\nexpect tx.frame from=collision within=9\nexpect xoff from=tx within=9\n");
	make_event(&m, 10, EVENT_EXPECT, 0);
	make_event(&m, 10, EVENT_EXPECT, 1);
	cr_expect_str_eq(
	    made_finding(&m, 800, line, sizeof(line)),
	    "text.stim:2: expect tx.frame, expected the moment from=collision comes, actual it never came, 1 findings");
}
