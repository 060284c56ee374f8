/* SPDX-License-Identifier: Apache-2.0 */
/* Waits that cannot end: they are found at once if only a later item could end them, else when the longest PAUSE would be over. The finding names the
 * line and the reason. */
#include "support.h"

#include "drive/loop.h"
#include "pausemodel.h"
#include "seam/seam.h"

#include <criterion/criterion.h>
#include <string.h>

/* Expects that a run of TEXT with MAX_CYCLES ends within LIMIT cycles with a timeout that says WHERE, WHY, and what has not happened SINCE a reset. */
static void check_since(const char *name, const char *text, uint64_t max_cycles, uint64_t limit, const char *where,
                        const char *why, const char *since)
{
	const struct run_options options = { .max_cycles = max_cycles };
	const struct dut *dut = dut_by_name(name);
	struct stimulus st = { 0 };
	struct stim_error error;
	struct run_result result;
	const struct finding *finding = &result.score.finding[0];

	cr_assert_eq(read_text(&st, text, strlen(text), dut, &error), 0, "%u:%u: %s", error.line, error.column, error.message);
	cr_assert_eq(run_stimulus(dut, &st, &options, &result), 0);
	cr_assert(result.status == RUN_TIMEOUT && result.score.findings == 1 && finding->rule == RULE_TIMEOUT, "%s", text);
	cr_expect_leq(result.cycles, limit, "%s", text);
	cr_expect_str_eq(finding->what, where, "%s", text);
	cr_expect(strstr(finding->actual, why) == finding->actual, "%s: %s", text, finding->actual);
	cr_expect_eq(!*since, !strstr(finding->why, "since the reset that began"), "%s: %s", text, finding->why);
	cr_expect(strstr(finding->why, since) == finding->why, "%s: %s", text, finding->why);
	cr_expect_eq(!*since, finding->cause_cycle == finding->cycle, "%s", text);
	stimulus_release(&st);
}

static void check_timeout(const char *name, const char *text, uint64_t max_cycles, uint64_t limit, const char *where,
                          const char *why)
{
	check_since(name, text, max_cycles, limit, where, why, "");
}

enum { AT_ONCE = 40000 };

Test(wait, a_host_that_is_stopped_with_a_frame_waiting)
{
	static const char idle[] = "pausebench-stim 1\nsetup\nwait idle\nhost.stop\nrx.frame\nwait idle\n";
	static const char host[] = "pausebench-stim 1\nsetup\nwait idle\n\nhost.stop\nrx.frame\nwait host\n";

	for (size_t i = 0; i < dut_count; i++) {
		check_timeout(dut_table[i].name, idle, 0, AT_ONCE, "wait idle, line 6",
		              "host stream: stopped with a frame waiting");
		check_timeout(dut_table[i].name, host, 0, AT_ONCE, "wait host, line 7",
		              "host stream: stopped with a frame waiting");
	}
}

Test(wait, a_transmitter_that_is_disabled)
{
	static const char idle[] = "pausebench-stim 1\nreg.read TX_STATUS\nwait reg\ntx.frame len=99\nwait idle\n";
	static const char tx[] = "pausebench-stim 1\nreg.read TX_STATUS\ntx.frame\ntx.frame\nwait tx\n";

	check_timeout("bcm5718", idle, 0, AT_ONCE, "wait idle, line 5",
	              "host transmit: frame 1, 99 octets, not taken since cycle ");
	check_timeout("bcm5718", tx, 0, AT_ONCE, "wait tx, line 5",
	              "host transmit: frame 1, 60 octets, not taken since cycle 4: disabled");
}

/* The reset of power-up, and one behind which frames were sent, are not the cause. */
Test(wait, a_reset_after_which_nothing_goes_on)
{
	static const char taken[] = "pausebench-stim 1\nsetup\nwait idle\ntx.frame\nwait idle\nreset\ntx.frame\nwait idle\n";
	static const char sent[] = "pausebench-stim 1\nreset\nsetup\nwait idle\ntx.frame\nwait idle\nreg.write TX_MODE 0\n"
				   "wait reg\nwait 40\ntx.frame\nwait idle\n";
	static const char never[] = "pausebench-stim 1\nreg.read TX_STATUS\nwait reg\ntx.frame\nwait idle\n";

	check_since("bcm5718", taken, 0, AT_ONCE, "wait idle, line 8",
	            "host transmit: frame 2, 60 octets, not taken since cycle ",
	            "no frame of the host was taken whole, and none was sent since the reset that began in cycle ");
	check_timeout("bcm5718", sent, 0, AT_ONCE, "wait idle, line 11",
	              "host transmit: frame 2, 60 octets, not taken since cycle ");
	check_timeout("bcm5718", never, 0, AT_ONCE, "wait idle, line 5",
	              "host transmit: frame 1, 60 octets, not taken since cycle ");
}

Test(wait, a_transmitter_that_software_holds)
{
	static const char held[] = "pausebench-stim 1\nmodel i82598\nsetup\nwait idle\nreg.write TFCS TXOFF\nwait reg\nwait 20\n"
				   "tx.frame\nwait idle\n";

	check_timeout("i82598", held, 0, AT_ONCE, "wait idle, line 9",
	              "host transmit: frame 1, 60 octets, not taken since cycle ");
}

Test(wait, a_budget_names_the_line_and_the_channel)
{
	static const char rx[] = "pausebench-stim 1\nrx.frame gap=900000\nrx.frame\nwait rx\n";
	static const char paused[] = "pausebench-stim 1\nsetup\nwait idle\nrx.pause\nwait rx\nwait 9\ntx.frame\nwait tx\n";
	static const char bounded[] = "pausebench-stim 1\nsetup\nwait idle\nhost.stop\nrx.frame\nwait idle max=100000\n";

	check_timeout("bcm5718", rx, 20000, 20000, "wait rx, line 4", "receive wire: 1 frames to come");
	check_timeout("bcm5718", paused, 20000, 20000, "wait tx, line 8",
	              "host transmit: frame 1, 60 octets, not taken since cycle ");
	check_timeout("bcm5718", bounded, 20000, 20000, "wait idle, line 6", "host stream: stopped with a frame waiting");
}

/* A run waits for the end of the longest PAUSE, and for the end of a wait with a bound. */
Test(wait, what_ends_is_waited_for)
{
	static const char paused[] = "pausebench-stim 1\nsetup\nwait idle\nrx.pause\nwait rx\nwait 10\ntx.frame\nwait tx\n";
	static const char bounded[] =
	    "pausebench-stim 1\nsetup\nwait idle\nhost.stop\nrx.frame\nwait idle max=90000\nhost.start\n";
	static const char *const texts[] = { paused, bounded };
	struct run_result result;
	char line[512];

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		const struct dut *dut = dut_by_name("bcm5718");
		struct stimulus st = { 0 };
		struct stim_error error;
		cr_assert_eq(read_text(&st, texts[i], strlen(texts[i]), dut, &error), 0, "%s", error.message);
		run_checked(dut, &st, false, &result);
		cr_expect_eq(result.status, RUN_OK, "%s", finding_line(dut, &st, &result, line, sizeof(line)));
		stimulus_release(&st);
	}
}

static void ignore(void *context, const struct event *events, size_t count)
{
	(void)context, (void)events, (void)count;
}

/* The cause that holds the frame is not known, so a run waits as long as the longest PAUSE, but no longer. */
Test(wait, what_lasts_longer_than_any_pause_cannot_end)
{
	static const char text[] = "pausebench-stim 1\ntx.frame\nwait tx\n";
	const struct dut *dut = dut_by_name("bcm5718");
	struct loop loop = { .ops = seam_by_dut(dut->name),
		             .monitor = true,
		             .sink = ignore,
		             .host_chunk = pm_host_chunk(dut->model, dut_buffer_unit(dut)) };
	struct stimulus st = { 0 };
	struct stim_error error;

	cr_assert_eq(read_text(&st, text, strlen(text), dut, &error), 0, "%s", error.message);
	cr_assert_eq(sequencer_init(&loop.seq, &st), 0);
	loop.seam = loop.ops->open(st.seed);
	loop.max_cycles = UINT64_MAX;
	loop.max_seconds = HANG_SECONDS;
	cr_assert_eq(loop_run(&loop, dut), 0);
	cr_expect(loop.stuck && loop.timed_out);
	cr_expect_gt(loop.cycle, 65535 * 64);
	cr_expect_lt(loop.cycle, 6000000);
	cr_expect_str_eq(loop.wait.where, "wait tx, line 3");
	loop.ops->close(loop.seam);
	sequencer_release(&loop.seq);
	stimulus_release(&st);
}
