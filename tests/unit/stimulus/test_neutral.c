/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of neutral stimuli: controls become writes of whole registers, counters reads, and a sweep repeats its lines. Addresses are typed
 * from the documents. */
#include "stim_duts.h"
#include "support.h"

#include "report/report.h"
#include "run/run.h"
#include "profile/reason_lines.h"
#include "run/source.h"
#include "run/sweep.h"
#include "stimulus/control.h"
#include "stimulus/stim.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct stimulus read_for(const char *body, const char *name)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	char text[2000];

	snprintf(text, sizeof(text), "%s%s", head, body);
	cr_assert_eq(read_text(&st, text, strlen(text), dut_by_name(name), &error), 0, "%s: line %u: %s", name, error.line,
	             error.message);
	return st;
}

static void check_write(const struct item *item, uint16_t address, uint64_t value)
{
	cr_expect_eq(item->kind, ITEM_REG_WRITE);
	cr_expect_eq(item->u.reg.address, address, "0x%04x, not 0x%04x", item->u.reg.address, address);
	cr_expect_eq(item->u.reg.value, value, "0x%llx, not 0x%llx", (unsigned long long)item->u.reg.value,
	             (unsigned long long)value);
}

Test(neutral, a_control_writes_its_whole_register)
{
	struct stimulus st = read_for("reg.write RX_MODE 0x102\ncontrol rx_pause=1 rx_enable=0\ncontrol tx_enable 1\n",
	                              "bcm5718");

	cr_assert_eq(st.count, 3);
	check_write(&st.items[1], 0x468, 0x104);
	check_write(&st.items[2], 0x45C, 0x002);
	stimulus_release(&st);
}

Test(neutral, a_control_starts_from_the_reset_value)
{
	struct stimulus st = read_for("reg.write FCTRL 0x500\nreset\ncontrol rx_pause=1\n", "i82598");

	cr_assert_eq(st.count, 3);
	check_write(&st.items[2], 0x5080, 0x8000);
	stimulus_release(&st);
}

Test(neutral, bits_that_clear_themselves_are_not_written_again)
{
	struct stimulus st = read_for("reg.write TX_MODE 0x3\ncontrol tx_pause=1\n", "bcm5718");

	cr_assert_eq(st.count, 2);
	check_write(&st.items[1], 0x45C, 0x12);
	stimulus_release(&st);
}

Test(neutral, a_station_address_is_in_the_order_of_the_device)
{
	struct stimulus a = read_for("control station=02:00:00:00:00:77\n", "bcm5718"),
			b = read_for("reg.write RAH0 0x80000000\ncontrol station=02:00:00:00:00:77\n", "i82598"),
			c = read_for("control station=02:00:00:00:00:77\n", "bcm1250");

	check_write(&a.items[0], 0x410, 0x0200);
	check_write(&a.items[1], 0x414, 0x00000077);
	check_write(&b.items[1], 0x5400, 0x00000002);
	check_write(&b.items[2], 0x5404, 0x80007700);
	check_write(&c.items[0], 0x208, 0x770000000002);
	stimulus_release(&a);
	stimulus_release(&b);
	stimulus_release(&c);
}

Test(neutral, a_port_takes_a_request)
{
	struct stimulus st = read_for("control request_xoff=1\ncontrol request_xoff=0\n", "ll10g");

	cr_assert_eq(st.count, 2);
	cr_expect(st.items[0].kind == ITEM_PAUSE_REQ && st.items[0].u.request == 2);
	cr_expect(st.items[1].kind == ITEM_PAUSE_REQ && st.items[1].u.request == 1);
	stimulus_release(&st);
}

Test(neutral, a_dut_without_the_control_skips_the_stimulus)
{
	struct stimulus st = read_for("wait 1\ncontrol quanta=5\nreg.write no-such-register 1\n", "bcm5718");
	char reason[96];

	cr_expect(stimulus_unfit(&st, dut_by_name("bcm5718"), reason, sizeof(reason)));
	cr_expect_str_eq(reason, "needs the control quanta, which bcm5718 has not");
	stimulus_release(&st);
	st = read_for("needs request\nwait 1\n", "i82598_alt");
	cr_expect(stimulus_unfit(&st, dut_by_name("i82598_alt"), reason, sizeof(reason)));
	stimulus_release(&st);
	st = read_for("needs xon\nwait 1\n", "bcm1250_alt");
	cr_expect_not(stimulus_unfit(&st, dut_by_name("bcm1250_alt"), reason, sizeof(reason)), "%s", reason);
	cr_expect(stimulus_unfit(&st, dut_by_name("bcm1250"), reason, sizeof(reason)));
	stimulus_release(&st);
}

Test(neutral, all_counters_are_read)
{
	const struct dut *dut = dut_by_name("bcm1250");
	struct stimulus st = read_for("counter all\n", "bcm1250"), whole = { 0 };

	cr_assert_eq(stim_read_all(&whole, dut), 0);
	cr_assert_eq(st.count, whole.count);
	cr_expect_gt(st.count, 20);
	cr_expect_eq(st.items[0].u.reg.address, 0, "TX_BYTES");
	stimulus_release(&whole);
	stimulus_release(&st);
}

/* Both words together are what "counter all" reads, but for registers that are no counters. */
Test(neutral, the_words_of_counters_are_read_apart)
{
	const struct reg_page *page = dut_page(dut_by_name("ll10g"));
	struct stimulus low = read_for("counter all word=low\n", "ll10g"), high = read_for("counter all word=high\n", "ll10g");
	size_t counters = 0, highs = 0;

	for (size_t i = 0; i < page->count; i++) {
		counters += page->rows[i].kind == REG_COUNTER;
		highs += page->rows[i].kind == REG_COUNTER_HIGH;
	}
	cr_expect_gt(highs, 20);
	cr_expect_eq(low.count, counters);
	cr_expect_eq(high.count, highs);
	for (size_t i = 0; i < high.count; i++)
		cr_expect_eq(reg_by_address(page, high.items[i].u.reg.address)->kind, REG_COUNTER_HIGH);
	stimulus_release(&low);
	stimulus_release(&high);
}

/* Reads of counters that the DUT lacks are left out, and each name is told once, also if another name begins with it. */
Test(neutral, absent_counters_are_named_once)
{
	struct stimulus st = read_for("counter etherStatsPkts64Octets\ncounter etherStatsPkts\ncounter dot3StatsFCSErrors\n"
	                              "counter etherStatsPkts64Octets expect=1\ncounter etherStatsPkts\n",
	                              "bcm5718");
	const struct dut *dut = dut_by_name("bcm5718");
	struct run_options options = { .black_box = true };
	struct run_result result;
	struct report report = { .dut = dut, .name = "absent", .options = &options, .result = &result };
	char *text = NULL;
	size_t size;
	FILE *out;
	json_t *json;

	cr_assert_eq(st.count, 1);
	cr_expect_str_eq(st.absent, "etherStatsPkts64Octets, etherStatsPkts");
	cr_assert_eq(run_stimulus(dut, &st, &options, &result), 0);
	cr_assert_not_null(out = open_memstream(&text, &size));
	report_text(out, &report, 10);
	fclose(out);
	cr_expect_not_null(
	    strstr(text, "\nlacks     counters of the stimulus that bcm5718 has not: etherStatsPkts64Octets, etherStatsPkts\n"),
	    "%s", text);
	json = report_json(&report);
	cr_expect_eq(json_array_size(json_object_get(json, "absent_counters")), 2);
	json_decref(json);
	free(text);
	stimulus_release(&st);
}

Test(neutral, a_sweep_repeats_its_lines_after_a_reset)
{
	struct stimulus st = read_for("wait 7\nsweep n -1..3 step=2\nwait start at=$n max=9\nrx.frame len=64\nend\nwait 5\n",
	                              "bcm5718"),
			cut;

	cr_assert_eq(st.count, 1 + 3 * 4 + 1);
	for (int i = 0; i < 3; i++) {
		const struct item *items = &st.items[1 + 4 * i];
		cr_expect_eq(items[0].kind, ITEM_RESET);
		cr_expect_eq(items[0].line, 3);
		cr_expect_eq(items[1].u.wait.cycles, 40);
		cr_expect_eq(items[2].u.wait.at, -1 + 2 * i);
		cr_expect_eq(items[2].line, 4);
		cr_expect_eq(items[3].line, 5);
		cr_expect(items[3].sweep == 1 && items[3].value == -1 + 2 * i);
	}
	cr_expect_eq(st.items[13].line, 7);
	cr_expect_str_eq(st.sweeps[0], "n");
	cr_assert_eq(sweep_cut(&st, &(struct sweep_ranges){ .range = { { 1, 3, 3 } }, .count = 1 }, &cut), 0);
	cr_expect_eq(cut.count, 6);
	cr_expect_eq(cut.items[3].u.wait.at, 3);
	free(cut.items);
	stimulus_release(&st);
}

Test(neutral, a_repeat_repeats_its_lines_without_a_reset)
{
	struct stimulus st = read_for("wait 7\nrepeat 3\nrx.frame len=64\nwait 9 # between\nend\nwait 5\n", "bcm5718");

	cr_assert_eq(st.count, 1 + 3 * 2 + 1);
	for (int i = 0; i < 3; i++) {
		const struct item *items = &st.items[1 + 2 * i];
		cr_expect_eq(items[0].kind, ITEM_RX_FRAME);
		cr_expect_eq(items[0].line, 4);
		cr_expect_eq(items[0].sweep, 0);
		cr_expect_eq(items[1].u.wait.cycles, 9);
		cr_expect_eq(items[1].line, 5);
	}
	cr_expect_eq(st.items[7].u.wait.cycles, 5);
	cr_expect_eq(st.items[7].line, 7);
	stimulus_release(&st);
}

Test(neutral, a_repeat_of_values_has_each_of_them_without_a_reset)
{
	struct stimulus st = read_for(
	    "wait 7\nrepeat n 9..11\nrx.frame len=64 da=01:80:c2:00:00:${n:x}\nwait ${n}0\nend\nwait 5\n", "bcm5718");

	cr_assert_eq(st.count, 1 + 3 * 2 + 1);
	for (int i = 0; i < 3; i++) {
		const struct item *items = &st.items[1 + 2 * i];
		cr_expect_eq(items[0].kind, ITEM_RX_FRAME);
		cr_expect_eq(items[0].line, 4);
		cr_expect_eq(items[0].sweep, 0);
		cr_expect_eq(items[0].u.frame.octets[5], 9 + i);
		cr_expect_eq(items[1].u.wait.cycles, 90 + 10 * i);
	}
	cr_expect_eq(st.items[7].line, 7);
	cr_expect_eq(st.sweeps[0][0], 0);
	stimulus_release(&st);
}

/* Before its third data frame this stimulus expects what no MAC does for the value 30 alone. */
Test(neutral, a_finding_names_the_value_and_has_it_alone)
{
	struct stimulus st = read_for("neutral\nsweep len 20..40 step=10\nsetup\nwait idle\ntx.frame len=$len\n"
	                              "expect tx.frame within=100 octets=64\nwait idle\nend\n"
	                              "sweep len 60..80 step=10\nsetup\nwait idle\ntx.frame len=$len\n"
	                              "expect tx.frame within=100 octets=74\nwait idle\nend\n",
	                              "bcm5718");
	struct run_result result;

	cr_assert_eq(run_stimulus(dut(), &st, &(struct run_options){ 0 }, &result), 0);
	cr_assert_eq(result.status, RUN_FINDINGS);
	cr_expect_eq(result.score.finding[0].rule, RULE_EXPECT_WIRE);
	cr_expect(result.sweep == 2 && result.value == 60, "sweep %u, value %d", result.sweep, result.value);
	cr_expect(strstr(result.score.finding[0].what, " (len=60)"), "%s", result.score.finding[0].what);
	cr_expect(strstr(result.score.finding[1].what, " (len=80)"), "%s", result.score.finding[1].what);
	cr_expect_eq(result.score.findings, 2);
	stimulus_release(&st);
}

/* The values of the first sweep have more findings than are kept; the second one fails in another way. */
Test(neutral, a_sweep_goes_on_behind_a_failing_value)
{
	struct stimulus st = read_for("neutral\nsweep len 50..140\nsetup\nwait idle\ntx.frame len=$len\n"
	                              "expect tx.frame within=100 octets=64\nwait idle\nend\n"
	                              "sweep at 7..9\nsetup\nwait idle\ntx.frame len=60\n"
	                              "expect no tx.frame until=100\nwait 200\nend\n"
	                              "sweep one 0..2 step=2\nsetup\nwait idle\ntx.frame len=60\n"
	                              "expect tx.frame within=100 octets=6${one}\nwait idle\nend\n",
	                              "bcm5718");
	static const char *const ranges[] = { " (len=61..140)", " (at=7..9)", " (one=0..2)" };
	struct run_result result;

	cr_assert_eq(run_stimulus(dut(), &st, &(struct run_options){ 0 }, &result), 0);
	cr_assert_eq(result.score.findings, COUNT_OF(ranges));
	for (size_t i = 0; i < COUNT_OF(ranges); i++)
		cr_expect(strstr(result.score.finding[i].what, ranges[i]), "%s", result.score.finding[i].what);
	cr_expect(result.ranges.count == COUNT_OF(ranges) && !result.ranges.left_out);
	stimulus_release(&st);
}

/* Every second value fails, in one way; the last one in another. */
Test(neutral, ranges_of_a_sweep_are_bounded_and_counted)
{
	struct stimulus st = read_for("neutral\nsweep bit 0..39\nsetup\nwait idle\ntx.frame len=60 type=$bit\n"
	                              "expect tx.frame within=100\nwait idle\nend\n",
	                              "bcm5718");
	struct sweep_failures failures = { .count = 0 };
	struct sweep_ranges ranges;

	for (int32_t value = 1; value < 40; value += 2)
		failures.failure[failures.count++] = (struct sweep_failure){ 1, value, value == 39 ? 2 : 1 };
	sweep_find_ranges(&st, &failures, &ranges);
	cr_assert_eq(ranges.count, SWEEP_RANGES_MAX);
	cr_expect_eq(ranges.left_out, 20 - SWEEP_RANGES_MAX);
	for (int32_t i = 0; i < SWEEP_RANGES_MAX - 1; i++)
		cr_expect(ranges.range[i].from == 1 + 2 * i && ranges.range[i].to == 1 + 2 * i);
	cr_expect_eq(ranges.range[SWEEP_RANGES_MAX - 1].from, 39);
	stimulus_release(&st);
}

Test(neutral, a_neutral_stimulus_names_no_register)
{
	static const char *const bodies[] = { "neutral\nreg.read TX_STATUS\n", "neutral\nreg.write TX_MODE 0\n",
		                              "neutral\nmodel bcm5718\n", "dut bcm5718\nneutral\n" };

	for (size_t i = 0; i < COUNT_OF(bodies); i++) {
		struct stimulus st = { 0 };
		struct stim_error error;
		char text[200];
		snprintf(text, sizeof(text), "%s%s", head, bodies[i]);
		cr_expect_eq(read_text(&st, text, strlen(text), dut(), &error), -EINVAL, "%s", bodies[i]);
		cr_expect(strstr(error.message, "neutral"), "%s", error.message);
		stimulus_release(&st);
	}
}

/* Every neutral stimulus runs on some row of each PHY, and every file of that folder is neutral. */
Test(neutral, each_file_is_neutral)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;

	cr_assert_eq(stimuli_list("tests/data/stimuli/neutral", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		struct stim_error where;
		cr_expect_eq(stimulus_read(&st, paths[i], dut(), &where), 0, "%s:%u: %s", paths[i], where.line, where.message);
		cr_expect(st.neutral && st.purposes[0], "%s has no header 'neutral' or 'purpose'", paths[i]);
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
}

/* tools/reasons/neutral.reasons names for each neutral stimulus a mutant that it finds; both exist. */
Test(neutral, each_can_fail_for_a_mutant)
{
	static const char file[] = "tools/reasons/neutral.reasons";
	struct env_error error = { "" };
	struct reason_lines lines;
	struct profile_error e;
	char **paths, path[256], name[96];
	size_t count;

	cr_assert_eq(reason_lines_read(&lines, file, reason_file_kinds, &e), 0, "%s:%u: %s", file, e.line, e.message);
	cr_assert_eq(stimuli_list("tests/data/stimuli/neutral", &paths, &count, &error), 0, "%s", error.text);
	cr_expect_eq(lines.count, count, "%zu of %zu stimuli are listed", lines.count, count);
	for (size_t i = 0; i < lines.count && i < count; i++) {
		snprintf(path, sizeof(path), "tests/data/mutants/%s.patch", lines.list[i].why);
		cr_expect(file_is_there(path), "%s: %s", lines.list[i].what, path);
		source_stem(paths[i], name, sizeof(name));
		cr_expect_str_eq(lines.list[i].what, name, "expected a line for %s, in the order of the files", name);
	}
	stimuli_free(paths, count);
	reason_lines_release(&lines);
}
