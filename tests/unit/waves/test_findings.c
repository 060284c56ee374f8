/* SPDX-License-Identifier: Apache-2.0 */
/* The first group of the GTKWave view: each rule has rows, and each row is a signal of the wave file; doc/use/waves.md. */
#include "regs.h"
#include "support.h"
#include "vcd.h"
#include "waves/rows.h"
#include "waves/waves.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_LEAST = 3, ROWS_MOST = 13 };

static struct place place_of(const struct dut *dut)
{
	return (struct place){ .dut = dut, .scope = "", .beside = "", .exact = true };
}

/* Calls BACK with each name of a list, and its length. */
static void each_name(const char *names, void (*back)(void *context, const char *name, size_t len), void *context)
{
	for (size_t len; *names; names += len, names += strspn(names, " ")) {
		len = strcspn(names, " ");
		back(context, names, len);
	}
}

static void some_dut_has(void *context, const char *name, size_t len)
{
	const char *rule = context;
	static const char other[] = "there.";
	bool link = len > strlen(other) && !strncmp(name, other, strlen(other)),
	     found = len == strlen("COUNTER") && !strncmp(name, "COUNTER", len);

	name += link ? strlen(other) : 0;
	len -= link ? strlen(other) : 0;
	for (size_t i = 0; i < dut_count && !found; i++) {
		struct dut foreign = dut_table[i];
		struct place place = place_of(&dut_table[i]);
		found = row_exists(&place, name, len);
		place.dut = &foreign;
		foreign.top = "a_mac_of_the_user";
		found = found || row_exists(&place, name, len);
	}
	cr_expect(found, "%s: no DUT has a row %.*s", rule, (int)len, name);
}

Test(waves_findings, each_rule_has_rows_and_each_row_a_dut)
{
	for (int rule = 0; rule < RULE_COUNT; rule++) {
		const char *names = first_names((enum rule)rule);
		cr_expect(names, "waves/findings.def has no rows of the rule %s", rule_table[rule].name);
		if (names)
			each_name(names, some_dut_has, (void *)rule_table[rule].name);
	}
}

struct counted {
	struct place place;
	unsigned rows;
};

static void count_row(void *context, const char *name, size_t len)
{
	static const char other[] = "there.";
	struct counted *counted = context;

	if (!strncmp(name, other, strlen(other))) {
		name += strlen(other);
		len -= strlen(other);
	}

	counted->rows += row_exists(&counted->place, name, len);
}

Test(waves_findings, the_rows_of_a_finding_fit_on_a_small_screen)
{
	for (int rule = 0; rule < RULE_COUNT; rule++)
		for (size_t i = 0; i < dut_count; i++) {
			struct counted counted = { place_of(&dut_table[i]), 0 };
			each_name(first_names((enum rule)rule), count_row, &counted);
			cr_expect(counted.rows >= ROWS_LEAST && counted.rows <= ROWS_MOST, "%s of %s: %u rows",
			          rule_table[rule].name, dut_table[i].name, counted.rows);
		}
}

/* Each signal that TEXT, a .gtkw, names is in the wave file. */
static void expect_signals(const struct vcd *vcd, const char *text, const char *what)
{
	char name[256];

	for (const char *at = strstr(text, "TOP."); at; at = strstr(at + 4, "TOP.")) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(at, " \n"), at);
		cr_expect(vcd_has(vcd, name), "%s: %s is not in the wave file", what, name);
	}
}

static void check_view(const struct vcd *vcd, const struct dut *dut, bool black_box, const struct finding *finding)
{
	char dir[128], path[192], *text;

	scratch_make(dir, sizeof(dir), "waves-rows");
	cr_assert_eq(waves_write(dir, dut, 1, black_box, finding, 0, 1000), 0);
	snprintf(path, sizeof(path), "%s/waves.gtkw", dir);
	text = file_read(path, NULL);
	expect_signals(vcd, text, finding->what[0] ? finding->what : rule_table[finding->rule].name);
	free(text);
}

/* A DUT, a counter, and its value after the stimulus below, which reads it with a wrong expectation, so that there is one finding and DUT and model agree. */
struct wave_case {
	const char *dut, *counter;
	uint64_t count;
	bool black_box;
	const char *mdio; /* register and value that start a management frame, or NULL */
};
static const struct wave_case wave_cases[] = {
	{ "bcm5718", "xoffPauseFramesReceived", 1, false, "MI_COM BUSY|COMMAND=2|PHY=1|REGISTER=2\nwait 1700" },
	{ "bcm5718", "xoffPauseFramesReceived", 1, true, NULL },
	{ "bcm1250", "TX_GOOD", 2, false, "mdio_cmd BUSY|COMMAND=1|PHY=1|REGISTER=2|DATA=0x5555\nwait 1700" },
	{ "i82598", "LXOFFRXC", 1, false, NULL },
	{ "ll10g", "rx_stats_pauseMACCtrl_Frames", 1, false, NULL },
};
static const char agreeing[] = "pausebench-stim 1\n"
			       "setup\n"
			       "%s%s\n"
			       "wait reg\n"
			       "tx.frame da=partner len=100\n"
			       "wait 40\n"
			       "rx.pause time=4\n"
			       "wait rx\n"
			       "wait 20\n"
			       "tx.frame da=partner len=60\n"
			       "rx.frame da=station len=200\n"
			       "rx.frame da=station len=70 fcs=bad\n"
			       "wait idle\n"
			       "reg.read %s expect=7\n"
			       "wait idle\n";

/* The waves of such a run, in DIR. */
static struct vcd *record_waves(const struct wave_case *c, char *dir, size_t size)
{
	char path[192], name[64], stimulus[512];
	struct command command;

	snprintf(name, sizeof(name), "waves-findings-%s%s", c->dut, c->black_box ? "-black-box" : "");
	scratch_make(dir, size, name);
	snprintf(path, sizeof(path), "%s/failing.stim", dir);
	snprintf(stimulus, sizeof(stimulus), agreeing, c->mdio ? "reg.write " : "", c->mdio ? c->mdio : "", c->counter);
	file_write(path, stimulus, strlen(stimulus));
	command_run(&command, "build/pausebench run --dut %s --stim %s%s --waves --out %s", c->dut, path,
	            c->black_box ? " --black-box" : "", dir);
	cr_assert_eq(command.status, 1, "%s%s", command.out, command.err);
	command_release(&command);
	snprintf(path, sizeof(path), "%s/waves.fst", dir);
	return vcd_read(path);
}

static void check_views(const struct vcd *vcd, const struct wave_case *c)
{
	const struct dut *dut = dut_by_name(c->dut);
	const struct reg_page *page = reg_page_by_model(dut->model);

	for (int rule = 0; rule < RULE_COUNT; rule++) {
		struct finding finding = { .cycle = 500, .cause_cycle = 400, .rule = (enum rule)rule };
		if (!rule || first_names(finding.rule) != first_names((enum rule)(rule - 1)))
			check_view(vcd, dut, c->black_box, &finding);
	}
	for (size_t i = 0; i < page->count; i++) {
		struct finding finding = { .cycle = 500, .cause_cycle = 400, .rule = RULE_COUNT_OCTETS };
		if (page->rows[i].kind != REG_COUNTER && page->rows[i].kind != REG_COUNTER_HIGH)
			continue;
		snprintf(finding.what, sizeof(finding.what), "%s", page->rows[i].name);
		check_view(vcd, dut, c->black_box, &finding);
	}
}

static const char *beside(const struct dut *dut, const char *name, char *ret, size_t size)
{
	snprintf(ret, size, "TOP.%s_tick.u_expected.%s", phy_table[dut->phy].name, name);
	return ret;
}

/* Model and DUT agree, and the one finding is where it is. */
static void check_agreement(const struct vcd *vcd, const struct wave_case *c, uint64_t finding)
{
	static const char *const bits[] = { "xoff_differs", "timer_differs", "level_differs", "pfc_differs",
		                            "rx_differs",   "tx_differs",    "read_differs",  "mdio_differs" };
	const struct dut *dut = dut_by_name(c->dut);
	char name[128];

	for (size_t i = 0; i < COUNT_OF(bits); i++)
		cr_expect_eq(vcd_rises(vcd, beside(dut, bits[i], name, sizeof(name)), 0), UINT64_MAX, "%s of %s rises at %llu",
		             bits[i], c->dut, (unsigned long long)vcd_rises(vcd, name, 0));
	cr_expect_eq(vcd_rises(vcd, beside(dut, "differs", name, sizeof(name)), 0), finding,
	             "%s: differs rises at %llu, not %llu", c->dut, (unsigned long long)vcd_rises(vcd, name, 0),
	             (unsigned long long)finding);
}

/* The frames of the run are on the wires as words, and the model expects those that are sent. */
static void check_words(const struct vcd *vcd, const struct wave_case *c)
{
	static const struct {
		const char *signal, *word;
	} words[] = {
		{ "wire_in", "PAUSE 4" },      { "wire_in", "data 200 #2" }, { "wire_in", "bad FCS 70 #3" },
		{ "wire_out", "data 104 #1" }, { "wire_due", "data 104" },   { "wire_out", "data 64 #2" },
		{ "wire_due", "data 64" },     { "held", "XOFF" },           { "host_in", "data 60 #2" },
	};
	const struct dut *dut = dut_by_name(c->dut);
	char name[128];

	for (size_t i = 0; i < COUNT_OF(words); i++)
		cr_expect(vcd_shows(vcd, beside(dut, words[i].signal, name, sizeof(name)), words[i].word), "%s: %s is never '%s'",
		          c->dut, words[i].signal, words[i].word);
}

/* A management frame begins on the pins when the model expects it. */
static void check_mdio(const struct vcd *vcd, const struct wave_case *c)
{
	static const char *const pins[] = { "mdc", "mdio_o", "mdio_oe" };
	const struct dut *dut = dut_by_name(c->dut);
	char expected[160], name[128];

	for (size_t i = 0; i < COUNT_OF(pins); i++) {
		uint64_t at;
		snprintf(name, sizeof(name), "%s_expected", pins[i]);
		at = vcd_rises(vcd, beside(dut, name, expected, sizeof(expected)), 0);
		snprintf(name, sizeof(name), "TOP.%s_tick.u_dut.%s", phy_table[dut->phy].name, pins[i]);
		cr_expect_neq(at, UINT64_MAX, "%s never rises", expected);
		cr_expect_eq(vcd_rises(vcd, name, 0), at, "%s: %s does not rise at %llu", c->dut, name, (unsigned long long)at);
	}
	cr_expect(vcd_shows(vcd, beside(dut, "mdio_bit", name, sizeof(name)), "preamble 1"), "%s", c->dut);
	cr_expect(vcd_shows(vcd, name, "ST 0"), "%s", c->dut);
}

/* The marks are dashes in the curve of the level, which has its own value at the finding. */
static void check_dashes(const struct vcd *vcd, const struct wave_case *c, uint64_t finding)
{
	const struct dut *dut = dut_by_name(c->dut);
	uint64_t clock = phy_table[dut->phy].clock_ps / phy_table[dut->phy].wave_unit_ps;
	char drawn[160], level[160], low[160], high[160];
	unsigned dashes[2] = { 0, 0 };

	beside(dut, "level_drawn", drawn, sizeof(drawn));
	beside(dut, "level[31:0]", level, sizeof(level));
	beside(dut, "in_expected_low_mark", low, sizeof(low));
	beside(dut, "in_expected_high_mark", high, sizeof(high));
	cr_expect_eq(vcd_value(vcd, drawn, finding), vcd_value(vcd, level, finding), "%s", c->dut);
	for (uint64_t time = finding - finding % clock - 96 * clock; time < finding; time += clock) {
		uint64_t value = vcd_value(vcd, drawn, time);
		cr_expect(value == vcd_value(vcd, level, time) || value == vcd_value(vcd, low, time) ||
		              value == vcd_value(vcd, high, time),
		          "%s at %llu: %llu", c->dut, (unsigned long long)time, (unsigned long long)value);
		dashes[0] += value == vcd_value(vcd, low, time);
		dashes[1] += value == vcd_value(vcd, high, time);
	}
	cr_expect_geq(dashes[0], 10, "%s", c->dut);
	cr_expect(dashes[1] >= 10 || !vcd_value(vcd, high, finding), "%s", c->dut);
}

/* The counter that the finding names: its value in the model, and in the RTL of a device of ours. */
static void check_counter(const struct vcd *vcd, const struct wave_case *c, const char *dir, uint64_t finding)
{
	const struct dut *dut = dut_by_name(c->dut);
	char path[192], label[64], name[192], *text, *row;

	cr_expect_eq(vcd_value(vcd, beside(dut, "counter_expected[63:0]", name, sizeof(name)), finding - 1), c->count, "%s",
	             c->dut);
	cr_expect_neq(vcd_rises(vcd, beside(dut, "counter_event", name, sizeof(name)), 0), UINT64_MAX, "%s", c->dut);
	cr_expect_eq(vcd_rises(vcd, beside(dut, "counter_access", name, sizeof(name)), finding - 1), finding, "%s", c->dut);
	snprintf(path, sizeof(path), "%s/waves.gtkw", dir);
	text = file_read(path, NULL);
	snprintf(label, sizeof(label), "+{%s} ", c->counter);
	row = strstr(text, label);
	cr_assert(row, "%s has no row in the first group", c->counter);
	sscanf(row + strlen(label), "%191s", name);
	cr_expect_eq(vcd_value(vcd, name, finding - 1), c->count, "%s is not the counter", name);
	free(text);
}

static uint64_t time_of_finding(const char *dir)
{
	char path[192], *text, *line;
	uint64_t time;

	snprintf(path, sizeof(path), "%s/waves.tcl", dir);
	text = file_read(path, NULL);
	line = strstr(text, "setMarker ");
	cr_assert(line);
	time = strtoull(line + strlen("setMarker "), NULL, 10);
	free(text);
	return time;
}

Test(waves_findings, expected_is_what_the_dut_does_where_they_agree)
{
	char dir[128];

	for (size_t i = 0; i < COUNT_OF(wave_cases); i++) {
		struct vcd *vcd = record_waves(&wave_cases[i], dir, sizeof(dir));
		uint64_t finding = time_of_finding(dir);
		check_views(vcd, &wave_cases[i]);
		check_agreement(vcd, &wave_cases[i], finding);
		check_words(vcd, &wave_cases[i]);
		check_dashes(vcd, &wave_cases[i], finding);
		if (wave_cases[i].mdio)
			check_mdio(vcd, &wave_cases[i]);
		check_counter(vcd, &wave_cases[i], dir, finding);
		vcd_free(vcd);
	}
}
