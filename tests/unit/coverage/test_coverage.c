/* SPDX-License-Identifier: Apache-2.0 */
/* What runs reached: cells of hand-written stimuli, sums as JSON, reasons, and the verb that compares them with what was reached before. */
#include "cli_support.h"
#include "coverage/sum.h"
#include "stim_duts.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void run_body(const char *name, const char *body, struct run_result *ret)
{
	const struct run_options options = { .coverage = true, .max_seconds = HANG_SECONDS };
	const struct dut *on = dut_by_name(name);
	struct stimulus st;

	read_body_on(&st, body, on);
	cr_assert_eq(run_stimulus(on, &st, &options, ret), 0);
	cr_expect_eq(ret->status, RUN_OK, "%s: %s", name, ret->score.finding[0].what);
	cr_expect(ret->covers);
	stimulus_release(&st);
}

static bool met(const struct run_result *result, enum coverage_moment a, enum coverage_moment b, int distance)
{
	return result->reached.meets[meet_pair(a, b)] >> (distance + MEET_CLOCKS) & 1;
}

static bool reached(const struct run_result *result, enum points group, int64_t value, unsigned column)
{
	const struct points_row *row = &points_table[group];

	for (unsigned i = 0; i < row->bins; i++)
		if (value >= row->bounds[i][0] && value <= row->bounds[i][1])
			return result->reached.points[group][i] >> column & 1;
	cr_assert_fail("%s has no bin for %d", row->name, (int)value);
	return false;
}

/* doc/devices/bcm5718.md: the inhibit begins 4 octet times after the last octet of the PAUSE, the record is visible after 3, and 2 quanta are 128 octet
 * times, so that nothing else is within three clocks of the expiry. */
Test(coverage, moments_of_a_pause)
{
	static struct run_result result;

	run_body("bcm5718", "setup\nwait 40\nrx.pause time=2\nwait idle\nwait 200\n", &result);
	cr_expect(met(&result, MOMENT_RX_XOFF, MOMENT_RX_COUNTED, 3));
	cr_expect_not(met(&result, MOMENT_RX_XOFF, MOMENT_RX_COUNTED, 2));
	cr_expect(met(&result, MOMENT_LOAD, MOMENT_INHIBIT, 0));
	cr_expect(met(&result, MOMENT_RX_COUNTED, MOMENT_INHIBIT, 1));
	cr_expect_not(met(&result, MOMENT_RX_XOFF, MOMENT_INHIBIT, 3), "it is 4 clocks later");
	cr_expect_eq(result.reached.meets[meet_pair(MOMENT_INHIBIT, MOMENT_EXPIRY)], 0);
	cr_expect(reached(&result, POINTS_RX_TIME, 2, 0));
	cr_expect_not(reached(&result, POINTS_RX_TIME, 1, 0));
	cr_expect(reached(&result, POINTS_RX_LENGTH, 64, 0));
}

/* A read of a counter in each clock around its event: distances -3 to 3 and not more. */
Test(coverage, a_read_meets_the_events_of_its_own_counter)
{
	static struct run_result near, far;

	run_body("bcm5718",
	         "sweep n 60..90\nsetup\nwait reg\nrx.frame len=64 gap=12\nwait $n\nreg.read ifHCInUcastPkts\nwait idle\nend\n",
	         &near);
	for (int d = -MEET_CLOCKS; d <= MEET_CLOCKS; d++)
		cr_expect(met(&near, MOMENT_READ_COUNTER, MOMENT_OWN_EVENT, d), "%+d", d);
	run_body("bcm5718", "setup\nrx.frame len=64\nwait 20\nreg.read ifHCInUcastPkts\nwait idle\n", &far);
	cr_expect_eq(far.reached.meets[meet_pair(MOMENT_READ_COUNTER, MOMENT_OWN_EVENT)], 0);
	run_body("bcm5718",
	         "sweep n 60..90\nsetup\nwait reg\nrx.frame len=64 gap=12\nwait $n\nreg.read ifHCOutUcastPkts\nwait idle\nend\n",
	         &far);
	cr_expect_eq(far.reached.meets[meet_pair(MOMENT_READ_COUNTER, MOMENT_OWN_EVENT)], 0, "the event is another counter's");
}

/* The event may take the counter over its end before the access too; what a load meets in the clock in which it takes effect is lost, and its
 * overflow (doc/devices/bcm1250.md 5). */
Test(coverage, accesses_meet_the_end_of_their_own_counter)
{
	static const char sweep[] = "sweep n 60..90\nsetup\nreg.write RX_GOOD 0xffffffff\nwait reg\nrx.frame\nwait $n\nreg.%s\n"
				    "wait idle\nend\n";
	static struct run_result read, load;
	char body[200];

	snprintf(body, sizeof(body), sweep, "read RX_GOOD");
	run_body("bcm1250", body, &read);
	snprintf(body, sizeof(body), sweep, "write RX_GOOD 0xffffffff");
	run_body("bcm1250", body, &load);
	for (int d = -MEET_CLOCKS; d <= MEET_CLOCKS; d++) {
		cr_expect(met(&read, MOMENT_READ_COUNTER, MOMENT_OWN_END, d), "%+d", d);
		cr_expect_eq(met(&load, MOMENT_LOAD_COUNTER, MOMENT_OWN_END, d), d != 1, "%+d", d);
	}
}

/* doc/devices/bcm5718.md 3: the mark that is written in w is compared in w + 1, the buffer is low in w + 2, where the XOFF is requested, and the model shows
 * it in w + 3, here within a frame. */
Test(coverage, a_request_on_a_busy_wire_has_a_clock)
{
	static struct run_result result;

	run_body("bcm5718", "setup\nwait idle\ntx.frame len=400\nwait 90\nreg.write MAC_RX_LOW_WATERMARK 0x1ff\nwait 500\n",
	         &result);
	cr_expect(met(&result, MOMENT_WRITE_OTHER, MOMENT_WANT_XOFF, 3));
	cr_expect_eq(result.reached.meets[meet_pair(MOMENT_WANT_XOFF, MOMENT_TX_DATA_END)], 0);
}

/* A refresh is due once half of the time of an XOFF is over. One that is requested anew because sending PAUSE was off meanwhile is no refresh. */
Test(coverage, what_a_write_requests_again_is_no_refresh)
{
	static struct run_result result;

	run_body("bcm5718_alt",
	         "setup\nreg.write TX_MODE ENABLE|FLOW_ENABLE\nreg.write MAC_RX_LOW_WATERMARK 0x1ff\nwait 500\nreg.write TX_MODE "
	         "ENABLE\n"
	         "reg.write TX_MODE ENABLE|FLOW_ENABLE\nwait 200\n",
	         &result);
	cr_expect(met(&result, MOMENT_WRITE_OTHER, MOMENT_WANT_XOFF, 2));
	cr_expect_eq(result.reached.meets[meet_pair(MOMENT_WRITE_OTHER, MOMENT_REFRESH)], 0);
}

/* doc/devices/bcm5718.md 3: no XON is requested while one is on the wire, although a level that is low for a clock takes the reason away and gives it back. */
Test(coverage, no_xon_is_requested_while_one_is_sent)
{
	static struct run_result result;

	run_body("bcm5718_any",
	         "setup\nreg.write HIGH_WATERMARK 93\nreg.write MAC_RX_LOW_WATERMARK 0x1ff\nwait 110\nreg.write "
	         "MAC_RX_LOW_WATERMARK 95\n"
	         "rx.frame len=1 fcs=none preamble=0\nreg.write HIGH_WATERMARK 94\nwait 400\n",
	         &result);
	cr_expect(met(&result, MOMENT_WANT_XON, MOMENT_TX_XON, 0));
	cr_expect_not(met(&result, MOMENT_WANT_XON, MOMENT_TX_XON, -2));
}

Test(coverage, classes_at_xgmii)
{
	static struct run_result result;

	run_body("ll10g", "setup\nwait 40\nrx.pfc time0=3 time2=3\nwait idle\nwait 200\n", &result);
	cr_expect(reached(&result, POINTS_CLASSES, 2, 0));
	cr_expect(reached(&result, POINTS_CLASSES, 2, 1));
	cr_expect_not(reached(&result, POINTS_CLASSES, 1, 0));
}

/* Only a run that is asked notes anything. */
Test(coverage, a_run_that_is_not_asked_notes_nothing)
{
	static struct run_result result;
	struct stimulus st;

	read_body(&st, "setup\nrx.pause time=2\nwait idle\n");
	run_checked(dut(), &st, false, &result);
	cr_expect_not(result.covers);
	for (unsigned i = 0; i < MEET_PAIRS; i++)
		cr_assert_eq(result.reached.meets[i], 0);
	stimulus_release(&st);
}

Test(coverage, each_pair_has_a_place_of_its_own)
{
	static bool taken[MEET_PAIRS];

	for (unsigned a = 0; a < MOMENT_COUNT; a++)
		for (unsigned b = a; b < MOMENT_COUNT; b++) {
			unsigned pair = meet_pair((enum coverage_moment)a, (enum coverage_moment)b);
			cr_assert(pair < MEET_PAIRS && !taken[pair], "%u %u", a, b);
			taken[pair] = true;
		}
}

Test(coverage, bins_rise_and_columns_have_names)
{
	for (unsigned g = 0; g < POINTS_COUNT; g++) {
		const struct points_row *row = &points_table[g];
		cr_expect(row->bins <= POINTS_BINS_MAX && row->columns < POINTS_COLUMNS_MAX, "%s", row->name);
		for (unsigned i = 0; i < row->bins; i++)
			cr_expect(row->bounds[i][0] <= row->bounds[i][1] && (!i || row->bounds[i - 1][1] < row->bounds[i][0]),
			          "%s: bin %u", row->name, i);
		for (unsigned k = 0; k < row->columns; k++)
			cr_expect_not_null(row->column[k], "%s", row->name);
	}
}

static const char *number_name(const void *context, uint32_t number)
{
	static char name[16];

	(void)context;
	snprintf(name, sizeof(name), "run-%u", number);
	return name;
}

Test(coverage, sums_survive_json)
{
	static struct run_result result;
	static struct coverage_sum sum, again;
	const struct coverage_names names = { number_name, NULL };
	json_t *entry, *runs = json_array();

	run_body("bcm5718", "setup\nwait 40\nrx.pause time=2\nrx.frame len=1519\nwait idle\nreg.read ifHCInUcastPkts\n", &result);
	coverage_sum_add(&sum, &result.reached, 7, false);
	coverage_sum_add(&sum, &result.reached, 3, true);
	entry = coverage_json(dut_by_name("bcm5718"), &sum, &names);
	cr_assert(coverage_read(entry, &again, runs));
	cr_expect_eq(memcmp(&sum.in, &again.in, sizeof(sum.in)), 0);
	cr_expect_eq(memcmp(&sum.rules, &again.rules, sizeof(sum.rules)), 0);
	cr_expect_eq(again.runs, 2);
	cr_expect_str_eq(json_string_value(json_array_get(runs, again.first.points[POINTS_RX_TIME][2][0] - 1)), "run-3",
	                 "the run with the lowest number");
	json_decref(entry);
	entry = json_pack("{s:i, s:{s:{s:[i]}}, s:{}}", "runs", 1, "meets", "reset", "no-moment", 1, "points");
	cr_expect_not(coverage_read(entry, &again, runs));
	json_decref(entry);
	entry = json_pack("{s:i, s:{}, s:{s:{s:{s:i}}}}", "runs", 1, "meets", "points", "rx-length", "63..66", "good", 1);
	cr_expect_not(coverage_read(entry, &again, runs));
	json_decref(entry);
	json_decref(runs);
}

/* A frame that waits for a PAUSE decides rules about it, at the pins too; the reading of no counter arms nothing about counters. */
Test(coverage, rules_that_a_run_arms_and_decides)
{
	static const char body[] = "setup\nwait 40\nrx.pause time=9\nwait rx\nwait 8\ntx.frame\nwait idle\nwait 700\n";
	static struct run_result result;

	run_body("bcm5718", body, &result);
	cr_expect_gt(result.reached.rules.armed[RULE_PAUSE_OBEYED], 0);
	cr_expect_gt(result.reached.rules.decided[RULE_PAUSE_OBEYED], 0);
	cr_expect_gt(result.reached.rules.decided[RULE_NO_DATA_IN_XOFF], 0);
	cr_expect_eq(result.reached.rules.armed[RULE_COUNT_RX], 0);
	cr_expect_eq(result.reached.rules.armed[RULE_PAUSE_FCS], 0);
}

/* mac_status of the BCM1250 has events, which a read clears, and a level: the inhibit. */
Test(coverage, a_level_beside_events_decides_reg_status)
{
	static struct run_result result;

	run_body("bcm1250", "setup\nwait 40\nrx.pause time=9\nwait rx\nwait 8\nwait idle\n", &result);
	cr_expect_eq(result.reached.rules.armed[RULE_REG_STATUS], 0);
	run_body("bcm1250", "setup\nwait 40\nrx.pause time=9\nwait rx\nwait 8\nreg.read mac_status\nwait idle\n", &result);
	cr_expect_gt(result.reached.rules.decided[RULE_REG_STATUS], 0);
}

/* Writes of a reset are none of the host. */
Test(coverage, a_reset_writes_nothing)
{
	static struct run_result result;

	run_body("bcm5718", "wait 20\nsetup\nwait idle\nwait 20\nreset cycles=2\nwait 20\nsetup\nwait 40\n", &result);
	cr_expect_eq(result.reached.meets[meet_pair(MOMENT_RESET, MOMENT_WRITE_ENABLE)], 0);
	cr_expect_eq(result.reached.meets[meet_pair(MOMENT_RESET_OVER, MOMENT_WRITE_OBEY)], 0);
}

Test(coverage, names_of_a_reason)
{
	cr_expect(coverage_is("*", "load"));
	cr_expect(coverage_is("reset load", "load"));
	cr_expect(coverage_is("load reset", "load"));
	cr_expect_not(coverage_is("reset-over load", "reset"));
	cr_expect_not(coverage_is("load", "load-counter"));
}

/* ---- the reasons of unreached.def ---- */

static const char *const models[] = { "bcm1250", "bcm5718", "i82598", "ll10g" };

static bool is_model(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(models); i++)
		if (!strcmp(models[i], name))
			return true;
	return false;
}

static bool is_moment(const char *name)
{
	return moment_by_name(name) >= 0;
}

static bool is_group(const char *name)
{
	for (size_t i = 0; i < POINTS_COUNT; i++)
		if (!strcmp(points_table[i].name, name))
			return true;
	return false;
}

static bool is_mode(const char *name)
{
	return !strcmp(name, "exact") || !strcmp(name, "black-box");
}

static bool is_rule(const char *name)
{
	return rule_by_name(name) >= 0;
}

/* Checks that each name of PATTERN is KNOWN; a pattern is "*", or names between blanks. */
static void check_names(const char *pattern, bool (*known)(const char *name), const char *what)
{
	char names[512], *rest = names;

	snprintf(names, sizeof(names), "%s", pattern);
	cr_expect(*pattern, "a reason names no %s", what);
	for (char *name; strcmp(pattern, "*") && (name = strsep(&rest, " "));)
		cr_expect(known(name), "unreached.def: there is no %s '%s'", what, name);
}

/* A reason with a name that nothing has would never be refuted, and the cell that it was meant for would be open. */
Test(coverage, each_reason_names_what_there_is)
{
#define NEVER(model, moment, reason) NO_MEET(model, moment, "*", -MEET_CLOCKS, MEET_CLOCKS, reason)
#define NO_MEET(model, a, b, from, to, reason) \
	check_names(model, is_model, "model"); \
	check_names(a, is_moment, "moment");   \
	check_names(b, is_moment, "moment");   \
	cr_expect((from) <= (to) && (from) >= -MEET_CLOCKS && (to) <= MEET_CLOCKS, "%s x %s: %d to %d", a, b, from, to);
#define NO_POINT(model, group, from, to, column, reason) \
	check_names(model, is_model, "model");           \
	check_names(group, is_group, "group of values");
#define NO_RULE(model, mode, rule, reason)     \
	check_names(model, is_model, "model"); \
	check_names(mode, is_mode, "mode");    \
	check_names(rule, is_rule, "rule");
#include "coverage/unreached.def"
#undef NO_RULE
#undef NO_MEET
#undef NO_POINT
#undef NEVER
}

struct reason_row {
	const char *model, *a, *b;
	int64_t from, to;
};

static bool row_has_meet(const struct reason_row *row, const char *model, unsigned a, unsigned b, int distance)
{
	const char *name_a = moment_table[a].name, *name_b = moment_table[b].name;
	bool same = coverage_is(row->a, name_a) && coverage_is(row->b, name_b),
	     turned = coverage_is(row->a, name_b) && coverage_is(row->b, name_a);

	return coverage_is(row->model, model) && ((same && distance >= row->from && distance <= row->to) ||
	                                          (turned && -distance >= row->from && -distance <= row->to));
}

static bool row_has_point(const struct reason_row *row, const char *model, unsigned group, unsigned bin, unsigned column)
{
	const struct points_row *points = &points_table[group];

	return coverage_is(row->model, model) && coverage_is(row->a, points->name) && row->from <= points->bounds[bin][0] &&
	       row->to >= points->bounds[bin][1] && coverage_is(row->b, points->column[column]);
}

/* The cells of MODEL, of which USED gets the first row that has each of them. */
struct first_rows {
	const char *model;
	const struct reason_row *meets, *points;
	size_t meet_count, point_count;
	bool *meet_used, *point_used;
};

static void use_row(void *context, const struct coverage_cell *cell)
{
	const struct first_rows *f = context;

	for (size_t i = 0; cell->meet && i < f->meet_count; i++)
		if (row_has_meet(&f->meets[i], f->model, cell->a, cell->b, cell->distance)) {
			f->meet_used[i] = true;
			return;
		}
	for (size_t i = 0; !cell->meet && i < f->point_count; i++)
		if (row_has_point(&f->points[i], f->model, cell->a, cell->b, (unsigned)cell->distance)) {
			f->point_used[i] = true;
			return;
		}
}

/* A reason for cells that there are not, or that an earlier reason explains, is one that nobody would miss. */
Test(coverage, each_reason_explains_a_cell)
{
	static const struct reason_row meets[] = {
#define NEVER(model, moment, reason) NO_MEET(model, moment, "*", -MEET_CLOCKS, MEET_CLOCKS, reason)
#define NO_MEET(model, a, b, from, to, reason) { model, a, b, from, to },
#define NO_POINT(model, group, from, to, column, reason)
#define NO_RULE(model, mode, rule, reason)
#include "coverage/unreached.def"
#undef NO_MEET
#undef NO_POINT
#undef NEVER
#undef NO_RULE
	};
	static const struct reason_row points[] = {
#define NEVER(model, moment, reason)
#define NO_MEET(model, a, b, from, to, reason)
#define NO_POINT(model, group, from, to, column, reason) { model, group, column, from, to },
#define NO_RULE(model, mode, rule, reason)
#include "coverage/unreached.def"
#undef NO_MEET
#undef NO_POINT
#undef NEVER
#undef NO_RULE
	};
	static const struct no_rule {
		const char *model, *mode, *rule;
	} rules[] = {
#define NEVER(model, moment, reason)
#define NO_MEET(model, a, b, from, to, reason)
#define NO_POINT(model, group, from, to, column, reason)
#define NO_RULE(model, mode, rule, reason) { model, mode, rule },
#include "coverage/unreached.def"
#undef NO_MEET
#undef NO_POINT
#undef NEVER
#undef NO_RULE
	};
	static bool meet_used[COUNT_OF(meets)], point_used[COUNT_OF(points)], rule_used[COUNT_OF(rules)];
	static const char *const modes[] = { "exact", "black-box" };
	static struct coverage_sum sum;

	for (size_t i = 0; i < COUNT_OF(models); i++) {
		struct first_rows f = { models[i], meets, points, COUNT_OF(meets), COUNT_OF(points), meet_used, point_used };
		coverage_each_cell(models[i], &sum, use_row, &f);
		for (size_t k = 0; k < 2 * RULE_COUNT; k++)
			for (size_t r = 0; r < COUNT_OF(rules); r++)
				if (coverage_is(rules[r].model, models[i]) && coverage_is(rules[r].mode, modes[k % 2]) &&
				    coverage_is(rules[r].rule, rule_table[k / 2].name)) {
					rule_used[r] = true;
					break;
				}
	}
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		cr_expect(rule_used[i], "%s: %s, %s explains nothing", rules[i].model, rules[i].rule, rules[i].mode);
	for (size_t i = 0; i < COUNT_OF(meets); i++)
		cr_expect(meet_used[i], "%s: %s x %s, %d to %d clocks explains nothing", meets[i].model, meets[i].a, meets[i].b,
		          (int)meets[i].from, (int)meets[i].to);
	for (size_t i = 0; i < COUNT_OF(points); i++)
		cr_expect(point_used[i], "%s: %s %d to %d, %s explains nothing", points[i].model, points[i].a,
		          (int)points[i].from, (int)points[i].to, points[i].b);
}

/* ---- the verb ---- */

static void coverage_of(const char *folder, const char *body)
{
	struct command c;

	text_write(folder, "x.stim", body);
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --suite smoke --seeds 1..1 --all --stimuli %s --coverage %s/c.json "
	            "--out %s/r",
	            folder, folder, folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

Test(coverage, an_open_cell_fails_if_all_are_asked_for)
{
	char folder[64], body[256];

	scratch_make(folder, sizeof(folder), "coverage_open");
	coverage_of(folder, "pausebench-stim 1\nsetup\nwait 40\nrx.pause time=2\nrx.pause time=0\nwait idle\n");
	snprintf(body, sizeof(body), "coverage %s/c.json", folder);
	expect_run(0, "coincidences", body);
	snprintf(body, sizeof(body), "coverage --complete %s/c.json", folder);
	expect_run(1, "bcm5718: rx-time 1 sending: not reached\n", body);
	expect_run(1, " cells were not reached and have no reason", body);
}

/* That a complete sum passes is seen by a sum of which each cell was reached once, those with a reason aside. */
static void reach(void *context, const struct coverage_cell *cell)
{
	struct coverage_sum *sum = context;
	uint32_t *runs = cell->meet ? &sum->in.meets[meet_pair(cell->a, cell->b)][cell->distance + MEET_CLOCKS]
	                            : &sum->in.points[cell->a][cell->b][cell->distance];

	*runs = cell->reason ? 0 : 1;
}

Test(coverage, a_sum_without_an_open_cell_passes)
{
	static struct coverage_sum sum;
	const struct coverage_names names = { number_name, NULL };
	char folder[64], path[96], body[256];
	json_t *root, *entry;

	coverage_each_cell("bcm5718", &sum, reach, &sum);
	sum.runs = 1;
	entry = coverage_json(dut_by_name("bcm5718"), &sum, &names);
	cr_assert_not_null(entry);
	scratch_make(folder, sizeof(folder), "coverage_complete");
	snprintf(path, sizeof(path), "%s/c.json", folder);
	root = json_pack("{s:i, s:[o]}", "schema_version", COVERAGE_SCHEMA_VERSION, "duts", entry);
	cr_assert_eq(json_dump_file(root, path, 0), 0);
	json_decref(root);
	snprintf(body, sizeof(body), "coverage --complete %s", path);
	expect_run(0, "coincidences", body);
}

/* A time of 2 is in three runs, one of 32,768 in one: a change of that run alone would lose the cell. */
Test(coverage, cells_that_one_run_alone_reached_are_counted_and_named)
{
	static struct run_result result;
	static struct coverage_sum sum, again;
	const struct coverage_names names = { number_name, NULL };
	struct coverage_figures figures;
	json_t *entry, *runs = json_array();
	char *text = NULL;
	size_t size;
	FILE *out;

	run_body("bcm5718", "setup\nwait 40\nrx.pause time=2\nwait idle\n", &result);
	coverage_sum_add(&sum, &result.reached, 7, false);
	coverage_sum_add(&sum, &result.reached, 5, true);
	coverage_count("bcm5718", &sum, &figures);
	cr_expect_gt(figures.meets.reached, 0);
	cr_expect_eq(figures.meets.once + figures.points.once, 0);
	run_body("bcm5718",
	         "setup\nwait 40\nrx.pause time=2\nwait idle\nrx.pause time=32768\nwait 100\nrx.pause time=0\nwait idle\n",
	         &result);
	coverage_sum_add(&sum, &result.reached, 3, false);
	entry = coverage_json(dut_by_name("bcm5718"), &sum, &names);
	cr_assert(coverage_read(entry, &again, runs));
	coverage_count("bcm5718", &again, &figures);
	cr_expect_gt(figures.points.once, 0);
	cr_expect_lt(figures.points.once, figures.points.reached);
	out = open_memstream(&text, &size);
	coverage_print_once(out, "bcm5718", &again, runs);
	fclose(out);
	cr_expect_neq(strstr(text, "bcm5718: rx-time 32767..32768 "), NULL, "%s", text);
	cr_expect_neq(strstr(text, ": reached by run-3 alone\n"), NULL, "%s", text);
	cr_expect_eq(strstr(text, "rx-time 2 "), NULL, "%s", text);
	cr_expect_eq(strstr(text, "run-5"), NULL, "%s", text);
	free(text);
	json_decref(entry);
	json_decref(runs);
}

/* The search finds the clocks at which the read meets the event of its counter, and the lines that it prints reach the cells. */
Test(coverage, the_search_finds_a_meeting)
{
	static const char parts[] = "pausebench-stim 1\npart begin\nsetup\nwait idle\nend\npart finish\nwait 200\nend\n"
				    "part frame span=90\nthen\nrx.frame\nend\n"
				    "part read span=1\nthen\nreg.read ifHCInUcastPkts\nend\n";
	char folder[64], path[96], arguments[4096];
	struct command c;

	scratch_make(folder, sizeof(folder), "coverage_search");
	snprintf(path, sizeof(path), "%s/x.stim", folder);
	coverage_of(folder, parts);
	file_write(path, parts, strlen(parts));
	command_run(&c, "build/pausebench coverage --search %s --dut bcm5718 --model %s/c.json", path, folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	cr_expect(strstr(c.out, "meets frame read "), "%s", c.out);
	snprintf(arguments, sizeof(arguments), "%s%s", parts, c.out);
	command_release(&c);
	coverage_of(folder, arguments);
	command_run(&c, "build/pausebench coverage --open %s/c.json", folder);
	for (int d = -MEET_CLOCKS; d <= MEET_CLOCKS; d++) {
		snprintf(arguments, sizeof(arguments), "read-counter own-event %+d: not reached", d);
		cr_expect_not(strstr(c.out, arguments), "%s", arguments);
	}
	command_release(&c);
	snprintf(arguments, sizeof(arguments), "coverage --search %s %s/c.json", path, folder);
	expect_run(2, "--search FILE and --dut NAME belong together", arguments);
	file_write(path, "pausebench-stim 1\n", 18);
	snprintf(arguments, sizeof(arguments), "coverage --search %s --dut bcm5718 %s/c.json", path, folder);
	expect_run(2, "it has no part", arguments);
}

/* A pair alone need not do what the whole file is there for: here no XOFF is sent. */
Test(coverage, the_search_asks_no_pair_for_what_the_file_covers)
{
	static const char parts[] = "pausebench-stim 1\ncovers count-out-xoff\npart begin\nsetup\nwait idle\nend\n"
				    "part frame span=90\nthen\nrx.frame\nend\n"
				    "part read span=1\nthen\nreg.read ifHCInUcastPkts\nend\n";
	char folder[64], path[96], arguments[256];

	scratch_make(folder, sizeof(folder), "coverage_covers");
	coverage_of(folder, "pausebench-stim 1\nsetup\nrx.frame\nwait idle\n");
	snprintf(path, sizeof(path), "%s/x.stim", folder);
	file_write(path, parts, strlen(parts));
	snprintf(arguments, sizeof(arguments), "coverage --search %s --dut bcm5718 --model %s/c.json", path, folder);
	expect_run(0, "meets frame read ", arguments);
}

Test(coverage, bad_files_are_refused)
{
	char folder[64], path[96], arguments[160];

	scratch_make(folder, sizeof(folder), "coverage_bad");
	snprintf(path, sizeof(path), "%s/c.json", folder);
	snprintf(arguments, sizeof(arguments), "coverage %s", path);
	expect_run(2, "c.json", arguments);
	file_write(path, "{\n\"a\": }", 8);
	expect_run(2, "c.json:2: ", arguments);
	file_write(path, "{\"schema_version\": 7}", 21);
	expect_run(2, "not a coverage.json of version 2; make it anew", arguments);
	expect_run(2, "give the file of 'pausebench regress --coverage FILE'", "coverage");
}
