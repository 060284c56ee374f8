/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance statement: its requirements, how runs decide them, and what it looks like. */
#include "../models/profile.h"
#include "base/parameter_text.h"
#include "conform/conform_out.h"
#include "stimulus/cover.h"
#include "stimulus/stimuli.h"
#include "support.h"

#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEUTRAL PAUSEBENCH_STIMULI "/neutral"

/* ---- the requirements ---- */

static bool is_capability(const char *word, size_t len)
{
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (dut_capabilities[i].word && strlen(dut_capabilities[i].word) == len &&
		    !strncmp(dut_capabilities[i].word, word, len))
			return true;
	return false;
}

Test(conform, each_requirement_has_an_id_of_its_own_and_needs_what_there_is)
{
	for (size_t i = 0; i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		cr_expect(!r->group != !r->id, "row %zu is a title or a requirement", i);
		if (!r->id)
			continue;
		cr_expect_eq(requirement_by_id(r->id), r, "%s has two rows", r->id);
		cr_expect(*r->text && r->rules[0] >= 0, "%s", r->id);
		for (const char *word = r->needs; *word; word += strspn(word, " ")) {
			size_t len = strcspn(word, " ");
			cr_expect(is_capability(word, len), "%s needs '%.*s', which is no capability", r->id, (int)len, word);
			word += len;
		}
	}
}

/* A purpose of a stimulus is the id of a requirement. */
static void check_purposes(const char *path)
{
	struct stimulus st = { 0 };
	struct stim_error where = { 0 };
	const struct dut *dut = dut_by_name("bcm1250");

	stimulus_read(&st, path, dut, &where); /* the headers, whether or not the row can take the file */
	for (const char *word = st.purposes; *word; word += strspn(word, " ,")) {
		char id[64];
		size_t len = strcspn(word, " ,");
		snprintf(id, sizeof(id), "%.*s", (int)len, word);
		cr_expect_not_null(requirement_by_id(id), "%s: the purpose '%s' is no id of regs/conformance.def", path, id);
		word += len;
	}
	stimulus_release(&st);
}

Test(conform, each_purpose_of_a_stimulus_is_a_requirement)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;

	cr_assert_eq(stimuli_list(NEUTRAL, &paths, &count, &error), 0, "%s", error.text);
	cr_expect_geq(count, 60);
	for (size_t i = 0; i < count; i++)
		check_purposes(paths[i]);
	stimuli_free(paths, count);
}

Test(conform, words_and_numbers)
{
	static const struct {
		const char *what, *normalised;
	} numbers[] = {
		{ "frame 12 of 34", "frame N of N" },
		{ "etherStatsPkts64Octets", "etherStatsPkts64Octets" },
		{ "octet 0x1f (at=-5)", "octet N" },
		{ "pm_x (0x10)", "pm_x (N)" },
		{ "", "" },
	};
	char ret[64];

	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		finding_normalise(numbers[i].what, ret, sizeof(ret));
		cr_expect_str_eq(ret, numbers[i].normalised);
	}
	cr_expect(words_have("31b-rx-zero, 31b-rx-time", "31b-rx-time"));
	cr_expect(!words_have("31b-rx-zero, 31b-rx-time", "31b-rx"));
	cr_expect_str_eq(counter_requirement("etherStatsPkts65to127Octets"), "stat-size");
	cr_expect_str_eq(counter_requirement("ifInOctets"), "stat-octets");
	cr_expect_str_eq(counter_requirement("dot3InPauseFrames"), "stat-pause");
	cr_expect_str_eq(counter_requirement("ieee8021PfcRequests"), "stat-pfc");
	cr_expect_str_eq(counter_requirement("pfcIndications3"), "stat-pfc");
	cr_expect_str_eq(counter_requirement("aFramesAbortedDueToXSColls"), "stat-collision");
	cr_expect_str_eq(counter_requirement("aUnsupportedOpcodesReceived"), "stat-control");
	cr_expect_str_eq(counter_requirement("aOutOfRangeLengthField"), "stat-error");
	cr_expect_str_eq(counter_requirement("rx_weird"), "stat-good");
}

/* ---- how runs decide ---- */

static struct conformance c;
static struct pool_result result;

static void begin(const struct dut *dut)
{
	cr_assert_eq(conformance_init(&c, dut), 0);
	c.program = "build/pausebench";
	c.version = "test";
	c.seed_from = 1;
	c.black_box = true;
}

/* By how many millionths the wires of the runs are off that add() adds. */
static int32_t tx_ppm, rx_ppm;

/* Adds a run of the stimulus NAME, which names PURPOSES and exercised RULE; BROKEN: a finding of that rule, or -1. */
static void add(const char *name, const char *purposes, int rule, int broken)
{
	struct suite_run run = { .source = { .kind = SOURCE_FILE, .path = "tests/x.stim" }, .black_box = true };

	memset(&result, 0, sizeof(result));
	snprintf(run.name, sizeof(run.name), "%s", name);
	snprintf(result.name, sizeof(result.name), "%s", name);
	snprintf(result.run.purposes, sizeof(result.run.purposes), "%s", purposes);
	result.run.items = strlen(name);
	result.run.score.checks[0] = 10;
	if (rule >= 0)
		result.run.covered.has[rule] = true;
	result.run.tx_ppm = tx_ppm;
	result.run.rx_ppm = rx_ppm;
	result.run.covered.had[COVER_CROSSED_APART] = clocks_apart(tx_ppm, rx_ppm) && rule >= 0;
	run.outcome = broken >= 0 ? SUITE_FAILED : SUITE_PASSED;
	if (broken >= 0) {
		struct finding *finding = &result.run.score.finding[result.run.score.findings++];
		*finding = (struct finding){ .cycle = 77, .rule = (enum rule)broken, .actual = "3 < 4 & \"5\"" };
		snprintf(finding->what, sizeof(finding->what), "frame %zu", strlen(name));
		snprintf(finding->expected, sizeof(finding->expected), "no frame");
	}
	conformance_add(&c, &run, &result);
}

static const struct requirement_result *decided(const char *id)
{
	return &c.requirements[requirement_by_id(id) - requirement_table];
}

static void expect_verdict(const char *id, enum verdict verdict)
{
	cr_expect_eq(decided(id)->verdict, verdict, "%s: %s expected, actual %s", id, verdict_names[verdict],
	             verdict_names[decided(id)->verdict]);
}

Test(conform, a_requirement_passes_only_if_it_was_exercised)
{
	begin(dut_by_name("bcm5718"));
	add("one", "", RULE_PAUSE_FCS, -1);
	add("two", "31b-rx-type", RULE_PAUSE_OPCODE, -1); /* names the type, and exercises the opcode only */
	add("three", "31b-rx-zero", RULE_PAUSE_ZERO_RESUMES, -1);
	cr_assert_eq(conformance_judge(&c), 0);
	expect_verdict("31b-rx-fcs", VERDICT_PASS);
	expect_verdict("31b-rx-zero", VERDICT_PASS);
	expect_verdict("31b-rx-opcode", VERDICT_PASS);
	expect_verdict("31b-rx-type", VERDICT_NOT_EXERCISED);
	expect_verdict("31b-tx-format", VERDICT_NOT_EXERCISED);
	expect_verdict("31d-rx-classes", VERDICT_NOT_APPLICABLE);
	expect_verdict("46-fault", VERDICT_NOT_APPLICABLE);
	cr_expect(conformance_clean(&c));
	cr_expect_str_eq(conform_headline(&c), "NOT DECIDED"); /* no PAUSE frame was put to the test */
	add("four", "", RULE_PAUSE_OBEYED, -1);
	cr_assert_eq(conformance_judge(&c), 0);
	expect_verdict("31b-rx-pause", VERDICT_PASS);
	cr_expect_str_eq(conform_headline(&c), "PASS");
	conformance_release(&c);
}

/* A run that had everything but what a requirement is about does not decide it, and one that had only that does. */
Test(conform, each_requirement_needs_its_own_situation)
{
	for (size_t i = 0; i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		struct cover_set others, own = { .has = { false } };
		const char *undecided[RULE_COUNT] = { NULL };
		bool always = true;
		if (!r->id)
			continue;
		memset(&others, true, sizeof(others));
		for (const int *rule = r->rules; *rule >= 0; rule++) {
			always &= cover_table[*rule].kind != COVER_EXERCISED;
			others.has[*rule] = false;
			own.has[*rule] = true;
		}
		memset(own.had, true, sizeof(own.had));
		cr_expect_eq(requirement_decided(r, &others, NULL), always, "%s: by other rules", r->id);
		cr_expect(requirement_decided(r, &own, NULL), "%s: by its own", r->id);
		for (const int *rule = r->rules; *rule >= 0; rule++)
			undecided[*rule] = "not seen";
		cr_expect(!requirement_decided(r, &own, undecided), "%s: by rules that nobody decides", r->id);
	}
}

/* A rule that other situations exercise, too, does not decide a requirement that is about one of them. */
Test(conform, a_rule_alone_is_not_the_situation_of_a_requirement)
{
	static const char *const ids[] = { "31b-rx-resume",  "31b-rx-finish",       "31b-tx-request", "31b-tx-xon",
		                           "31b-tx-refresh", "31b-tx-while-paused", "35-clocks" };
	struct cover_set covered;
	unsigned decide[COVER_SITUATIONS] = { 0 };

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		const struct requirement *r = requirement_by_id(ids[i]);
		memset(covered.has, true, sizeof(covered.has));
		memset(covered.had, false, sizeof(covered.had));
		cr_expect(!requirement_decided(r, &covered, NULL), "%s", ids[i]);
		for (unsigned s = 0; s < COVER_SITUATIONS; s++) {
			memset(covered.had, false, sizeof(covered.had));
			covered.had[s] = true;
			decide[s] += requirement_decided(r, &covered, NULL);
		}
	}
	for (unsigned s = 0; s < COVER_SITUATIONS; s++)
		cr_expect_eq(decide[s], 1, "situation %u decides %u requirements", s, decide[s]);
}

Test(conform, findings_are_grouped_and_fail_what_rests_on_their_rule)
{
	begin(dut_by_name("bcm5718"));
	add("a longer stimulus", "", RULE_PAUSE_FCS, RULE_PAUSE_FCS);
	add("short", "", RULE_PAUSE_FCS, RULE_PAUSE_FCS);
	add("expects", "31b-tx-time", -1, RULE_EXPECT_WIRE);
	cr_assert_eq(conformance_judge(&c), 0);
	expect_verdict("31b-rx-fcs", VERDICT_FAIL);
	expect_verdict("31b-tx-time", VERDICT_FAIL);
	expect_verdict("31b-rx-type", VERDICT_NOT_EXERCISED);
	cr_assert_eq(c.group_count, 2);
	cr_expect_eq(c.groups[0].runs, 2);
	cr_expect_str_eq(c.groups[0].what, "frame N");
	cr_expect_str_eq(c.groups[0].stimulus, "short");
	cr_expect_str_eq(c.groups[0].repeat, "build/pausebench run --dut bcm5718 --stim tests/x.stim --black-box");
	cr_expect_eq(decided("31b-rx-fcs")->group, 1);
	cr_expect(!conformance_clean(&c));
	cr_expect_str_eq(conform_headline(&c), "FAIL");
	conformance_release(&c);
}

/* What a MAC does after a first fault says nothing about it: the requirement neither fails nor passes. */
Test(conform, findings_after_others_fail_no_requirement)
{
	struct suite_run run = { .source = { .kind = SOURCE_FILE, .path = "tests/x.stim" }, .outcome = SUITE_FAILED };
	struct finding *finding = result.run.score.finding;
	char found[CONFORMANCE_FOUND];

	for (int alone = 0; alone < 2; alone++) {
		begin(dut_by_name("bcm5718"));
		add("both", "", RULE_TX_FCS, RULE_PAUSE_FCS);
		result.run.score.findings = 2;
		finding[1] = finding[0];
		finding[1].rule = RULE_TX_FCS;
		conformance_add(&c, &run, &result);
		if (alone)
			add("alone", "", RULE_TX_FCS, RULE_TX_FCS);
		cr_assert_eq(conformance_judge(&c), 0);
		expect_verdict("31b-rx-fcs", VERDICT_FAIL);
		expect_verdict("4-tx-fcs", alone ? VERDICT_FAIL : VERDICT_NOT_EXERCISED);
		cr_expect_eq(decided("4-tx-fcs")->group, 2);
		/* as the console counts them: a run belongs to the group of its first finding */
		conformance_found(&c, found);
		cr_expect_str_eq(found,
		                 alone ? "4 findings of 2 kinds in 3 runs, which are 2 groups"
		                       : "3 findings of 2 kinds in 2 runs, which are 1 group",
		                 "%s", found);
		cr_expect_eq(c.groups[1].first_runs, alone);
		cr_expect(!conformance_clean(&c));
		conformance_release(&c);
	}
}

static const struct dut_waiver waivers[] = {
	{ RULE_PAUSE_FCS, "all", "Our PHY <never> gives a wrong FCS & a PAUSE.", 41 },
	{ RULE_TX_GAP, "nowhere", "not run", 42 },
	{ RULE_TX_FCS, "seeds", "old", 43 },
};

/* A profile may keep the bench from what the MAC cannot do, but not from the verdict. */
Test(conform, a_gap_that_the_standard_does_not_allow_fails_its_requirement)
{
	struct dut row = *dut_by_name("bcm5718");

	row.model = "ieee8023";
	parameter_defaults(row.model, row.parameter);
	row.ieee8023.receive_gap = 9;
	begin(&row);
	add("a", "", RULE_RX_HOST_CONTENT, -1);
	cr_assert_eq(conformance_judge(&c), 0);
	expect_verdict("4-rx-gap", VERDICT_FAIL);
	expect_verdict("4-rx-content", VERDICT_PASS);
	cr_expect(strstr(decided("4-rx-gap")->reason, "gap receive=9: the MAC needs 9 octets"), "%s",
	          decided("4-rx-gap")->reason);
	cr_expect_not(conformance_clean(&c));
	conformance_release(&c);
	row.ieee8023.receive_gap = 8;
	begin(&row);
	add("a", "", RULE_RX_HOST_CONTENT, -1);
	cr_assert_eq(conformance_judge(&c), 0);
	expect_verdict("4-rx-gap", VERDICT_PASS);
	cr_expect(conformance_clean(&c));
	conformance_release(&c);
}

Test(conform, a_waiver_that_waives_nothing_is_a_finding)
{
	struct dut dut = *dut_by_name("bcm5718");

	dut.waivers = waivers;
	dut.waiver_count = COUNT_OF(waivers);
	begin(&dut);
	add("one", "", RULE_PAUSE_FCS, -1);
	cr_expect(!conformance_clean(&c)); /* of the first one */
	result.run.score.waived[RULE_PAUSE_FCS] = 3;
	conformance_add(&c, &(struct suite_run){ .outcome = SUITE_PASSED }, &result);
	cr_expect(conformance_clean(&c));
	add("seed-9", "", -1, -1);
	cr_expect(!conformance_idle(&c, 0) && !conformance_idle(&c, 1) && conformance_idle(&c, 2));
	cr_expect(!conformance_clean(&c));
	conformance_release(&c);
}

static const struct reg_page no_registers = { .count = 0 };
static const struct pm_profile no_lines = { .page = &no_registers };

static void add_off(int32_t tx, int32_t rx, int rule, int broken)
{
	tx_ppm = tx;
	rx_ppm = rx;
	add("off", "", rule, broken);
	tx_ppm = rx_ppm = 0;
}

/* A finding breaks it only if it occurs where the wires are off in opposite directions, and nowhere where they are equally off. */
Test(conform, clocks_that_differ_are_judged_by_runs_in_which_they_do)
{
	static const struct {
		const char *what;
		int32_t tx, rx;
		bool crossed, found, found_equally;
		enum verdict verdict;
	} cases[] = {
		{ "frames crossed", 100, -100, true, false, false, VERDICT_PASS },
		{ "the other way", -100, 100, true, false, false, VERDICT_PASS },
		{ "no frame crossed", 100, -100, false, false, false, VERDICT_NOT_EXERCISED },
		{ "less than the standard lets them be", 100, -99, true, false, false, VERDICT_NOT_EXERCISED },
		{ "both off, and equally", 100, 100, true, false, false, VERDICT_NOT_EXERCISED },
		{ "found where they differ", 100, -100, true, true, false, VERDICT_FAIL },
		{ "found, and no frame crossed", 100, -100, false, true, false, VERDICT_FAIL },
		{ "found where they are equally off, too", 100, -100, true, true, true, VERDICT_PASS },
		{ "found where they differ less", 100, -50, true, true, false, VERDICT_NOT_EXERCISED },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct dut row = *dut_by_name("bcm5718");
		row.profile = &no_lines;
		row.model = "ieee8023";
		parameter_defaults(row.model, row.parameter);
		row.clocks = (struct clock_plan){ .several = true, .hz = { [CLOCK_RX] = 125000000 }, .ppm = 100 };
		begin(&row);
		add_off(cases[i].tx, cases[i].rx, cases[i].crossed ? RULE_RX_HOST_CONTENT : -1,
		        cases[i].found ? RULE_RX_HOST_CONTENT : -1);
		if (cases[i].found_equally)
			add_off(-100, -100, RULE_RX_HOST_CONTENT, RULE_RX_HOST_CONTENT);
		cr_assert_eq(conformance_judge(&c), 0);
		cr_expect_eq(decided("35-clocks")->verdict, cases[i].verdict, "%s: %s", cases[i].what,
		             verdict_names[decided("35-clocks")->verdict]);
		expect_verdict("46-clocks", VERDICT_NOT_APPLICABLE);
		conformance_release(&c);
	}
}

/* Without clocks of its own for each wire, and with clocks that are less off than the standard lets them be, the statement says what to write. */
Test(conform, clocks_that_do_not_differ_are_not_judged_and_why)
{
	static const struct {
		const char *row;
		bool profile;
		struct clock_plan plan;
		const char *id, *reason;
	} cases[] = {
		{ "bcm5718", false, { 0 }, "35-clocks", "this device has one clock for both wires" },
		{ "bcm5718", true, { 0 }, "35-clocks", "write 'clock rx 125000000' and 'ppm 100'" },
		{ "bcm5718",
		  true,
		  { .several = true, .hz = { [CLOCK_BUS] = 50000000 }, .ppm = 100 },
		  "35-clocks",
		  "'clock rx 125000000'" },
		{ "bcm5718",
		  true,
		  { .several = true, .hz = { [CLOCK_RX] = 125000000 }, .ppm = 99 },
		  "35-clocks",
		  "no clock is off by more than 99 millionths; write 'ppm 100'" },
		{ "bcm1250", false, { 0 }, "22-clocks", "this device has one clock" },
		{ "i82598", false, { 0 }, "46-clocks", "this device has one clock" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct dut row = *dut_by_name(cases[i].row);
		row.profile = cases[i].profile ? &no_lines : NULL;
		row.clocks = cases[i].plan;
		if (cases[i].profile) {
			row.model = "ieee8023";
			parameter_defaults(row.model, row.parameter);
		}
		begin(&row);
		add("a", "", RULE_RX_HOST_CONTENT, -1);
		cr_assert_eq(conformance_judge(&c), 0);
		expect_verdict(cases[i].id, VERDICT_NOT_EXERCISED);
		cr_expect_not_null(strstr(decided(cases[i].id)->reason, cases[i].reason), "%s: '%s'", cases[i].reason,
		                   decided(cases[i].id)->reason);
		conformance_release(&c);
	}
}

/* ---- what it looks like ---- */

static char *written(void (*put)(FILE *out, struct conformance *))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	put(out, &c);
	fclose(out);
	return text;
}

static void has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "'%s' is missing in\n%s", part, text);
}

static void make_example(struct dut *dut)
{
	*dut = *dut_by_name("bcm5718");
	dut->waivers = waivers;
	dut->waiver_count = 1;
	begin(dut);
	add("short", "31b-rx-fcs", RULE_PAUSE_FCS, RULE_PAUSE_FCS);
	result.run.measured.kind[MEASURE_INHIBIT] = (struct measured_kind){
		.count = 2, .min = 3, .max = 200, .samples = 2, .sample = { 3, 200 }
	};
	result.run.score.waived[RULE_PAUSE_FCS] = 5;
	result.run.score.findings = 0;
	conformance_add(&c, &(struct suite_run){ .outcome = SUITE_PASSED }, &result);
	cr_assert_eq(conformance_judge(&c), 0);
}

Test(conform, the_text)
{
	struct dut dut;
	char *text;

	make_example(&dut);
	text = written(conform_text);
	has(text, "Conformance statement of bcm5718: FAIL\n");
	has(text, "  1. pause-fcs: frame N (1 finding in 1 run, the first one of 1)\n");
	has(text, " cycles, 1 finding of 1 kind in 1 run, which is 1 group\n");
	has(text, "     stimulus  short, cycle 77\n     repeat    build/pausebench run --dut bcm5718 --stim tests/x.stim "
	          "--black-box\n     waves     the same with --waves\n");
	has(text, "  fail            31b-rx-fcs            A PAUSE with a wrong FCS has no effect. [3.4, 31.5.1; 31.8]\n"
	          "                                        finding 1\n");
	has(text, "  inhibit            2         3         3       200       128! end of a PAUSE");
	has(text, "  pause-fcs in all: 5 findings\n     Our PHY <never> gives a wrong FCS & a PAUSE.\n");
	has(text, "Measured inhibit: 3 to 200, median 3 octet times, limit 128\n");
	has(text, "\nWhat the MAC lacks\n  half duplex, ");
	free(text);
	conformance_release(&c);
}

Test(conform, the_page_is_well_formed_and_has_nothing_from_elsewhere)
{
	struct dut dut;
	xmlDocPtr doc;
	char *text;

	make_example(&dut);
	text = written(conform_html);
	doc = xmlReadMemory(text, (int)strlen(text), "page", NULL, XML_PARSE_NONET);
	cr_assert_not_null(doc, "%s", text);
	cr_expect_str_eq((const char *)xmlDocGetRootElement(doc)->name, "html");
	xmlFreeDoc(doc);
	has(text, "Conformance statement: bcm5718<span class=\"v head fail\">FAIL</span>");
	has(text, "<dd>3 &lt; 4 &amp; &quot;5&quot;</dd>");
	has(text, "Our PHY &lt;never&gt; gives a wrong FCS &amp; a PAUSE.");
	has(text, "<tr id=\"31b-rx-fcs\"><td><span class=\"v fail\">fail</span>");
	has(text, "<a href=\"#finding-1\">finding 1</a>");
	has(text, "<span class=\"v fail\">exceeded</span>");
	cr_expect_null(strstr(text, "src="));
	cr_expect_null(strstr(text, "<script"));
	cr_expect_null(strstr(text, "url("));
	free(text);
	conformance_release(&c);
}

Test(conform, the_json)
{
	const char *verdict, *rule;
	struct dut dut;
	json_t *root;
	long long max;
	char *text;

	make_example(&dut);
	root = conform_json(&c);
	cr_assert_not_null(root);
	text = json_dumps(root, 0);
	cr_assert_eq(json_unpack(root, "{s:s, s:[{s:s}], s:[{s:I}]}", "verdict", &verdict, "groups", "rule", &rule, "measured",
	                         "max", &max),
	             0, "%s", text);
	cr_expect_str_eq(verdict, "FAIL");
	cr_expect_str_eq(rule, "pause-fcs");
	cr_expect_eq(max, 200);
	has(text, "\"waived\": 5");
	free(text);
	json_decref(root);
	conformance_release(&c);
}

/* ---- the verb ---- */

static json_t *statement_of(struct command *command, const char *arguments)
{
	json_t *root;
	char json[64];

	snprintf(json, sizeof(json), "build/tests/conform_%d.json", (int)getpid()); /* tests run side by side */
	command_run(command, "build/pausebench conform %s --out build/tests/conform_%d --json %s", arguments, (int)getpid(),
	            json);
	root = json_load_file(json, 0, NULL);
	cr_assert_not_null(root, "conform %s\n%s%s", arguments, command->out, command->err);
	return root;
}

static const char *verdict_in(const json_t *root, const char *id)
{
	const json_t *row;
	size_t i;

	json_array_foreach(json_object_get(root, "requirements"), i,
	                   row) if (!strcmp(json_string_value(json_object_get(row, "id")),
	                                    id)) return json_string_value(json_object_get(row, "verdict"));
	cr_assert_fail("no requirement %s", id);
	return NULL;
}

Test(conform, a_bundled_device_conforms)
{
	struct command command;
	json_t *root = statement_of(&command, "--dut bcm5718 --seeds 1..10");

	cr_expect_eq(command.status, 0, "%s", command.out);
	cr_expect_str_eq(verdict_in(root, "31b-rx-pause"), "pass");
	cr_expect_str_eq(verdict_in(root, "31b-rx-fcs"), "pass");
	cr_expect_str_eq(verdict_in(root, "31d-rx-time"), "does not apply");
	json_decref(root);
	command_release(&command);
}

/* Without the stimuli of a requirement it is not exercised, whatever else runs. */
Test(conform, a_requirement_without_its_stimuli_is_not_exercised)
{
	struct command command;
	json_t *root;

	command_run(&command, "rm -rf build/tests/few && mkdir -p build/tests/few && cp %s/rx_pause_times.stim build/tests/few",
	            NEUTRAL);
	command_release(&command);
	root = statement_of(&command, "--dut bcm5718 --seeds none --stimuli build/tests/few");
	cr_expect_eq(command.status, 0, "%s", command.out);
	cr_expect_str_eq(verdict_in(root, "31b-rx-time"), "pass");
	cr_expect_str_eq(verdict_in(root, "31b-rx-fcs"), "not exercised");
	cr_expect_str_eq(verdict_in(root, "31b-tx-format"), "not exercised");
	json_decref(root);
	command_release(&command);
}

/* The 1 Gb/s MAC with a fault that its author planted: the requirement fails whose rule is broken, and its neighbour does not. */
Test(conform, a_planted_fault_fails_its_requirement)
{
	struct command command;
	json_t *root;

	command_run(&command,
	            "rm -rf build/tests/faulty && cp -r tests/data/foreign/gige build/tests/faulty && cd build/tests/faulty && "
	            "patch -s -p1 < faults/obeys_bad_fcs.patch && sed -i 's/^mac .*/mac gige_faulty/' gige.mac");
	cr_assert_eq(command.status, 0, "%s%s", command.out, command.err);
	command_release(&command);
	root = statement_of(&command, "build/tests/faulty/gige.mac --seeds none");
	cr_expect_eq(command.status, 1, "%s%s", command.out, command.err);
	cr_expect_str_eq(verdict_in(root, "31b-rx-fcs"), "fail");
	cr_expect_str_eq(verdict_in(root, "31b-tx-format"), "pass");
	cr_expect_not_null(json_string_value(json_object_get(json_object_get(root, "identity"), "profile_sha256")));
	json_decref(root);
	command_release(&command);
}

/* A pause that the MAC counts in the clock of the received wire ends 25 octet times early or late at 2000 quanta, where the wires are 200 millionths apart,
 * and in time where they are equally off. A MAC that takes the time of the PAUSE before does so whatever the clocks are. */
Test(conform, a_pause_in_the_clock_of_the_partner_fails_the_tolerance_of_clocks)
{
	static const struct {
		const char *fault, *verdict;
	} cases[] = { { NULL, "pass" }, { "quantum_of_rx_clk", "fail" }, { "pause_time_of_previous", "pass" } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command command;
		json_t *root;
		command_run(
		    &command,
		    "rm -rf build/tests/apart build/tests/clocks && cp -r tests/data/foreign/fourclk build/tests/apart && "
		    "mkdir -p build/tests/clocks && cp %s/clocks_*.stim build/tests/clocks && cd build/tests/apart && "
		    "sed -i 's/^mac .*/mac fourclk_apart%zu/' fourclk.mac && if [ -n '%s' ]; then patch -s -p1 < "
		    "faults/%s.patch; fi",
		    NEUTRAL, i, cases[i].fault ? cases[i].fault : "", cases[i].fault ? cases[i].fault : "");
		cr_assert_eq(command.status, 0, "%s%s", command.out, command.err);
		command_release(&command);
		root = statement_of(&command, "build/tests/apart/fourclk.mac --seeds none --stimuli build/tests/clocks");
		cr_expect_eq(!command.status, !cases[i].fault, "%s%s", command.out, command.err);
		cr_expect_str_eq(verdict_in(root, "35-clocks"), cases[i].verdict, "%s",
		                 cases[i].fault ? cases[i].fault : "no fault");
		json_decref(root);
		command_release(&command);
		if (cases[i].fault)
			continue;
		/* Where no run has wires that are apart, none exercises it, although the profile lets them be. */
		command_run(&command, "rm -f build/tests/clocks/clocks_apart*");
		command_release(&command);
		root = statement_of(&command, "build/tests/apart/fourclk.mac --seeds none --stimuli build/tests/clocks");
		cr_expect_str_eq(verdict_in(root, "35-clocks"), "not exercised", "%s", command.out);
		json_decref(root);
		command_release(&command);
	}
}

/* A good frame that is marked as bad breaks what the host gets, and neither the check of the FCS nor that of the length or of gaps. */
Test(conform, a_good_frame_marked_bad_fails_what_the_host_gets)
{
	struct command command;
	json_t *root;

	command_run(
	    &command,
	    "rm -rf build/tests/marking && cp -r tests/data/foreign/gige build/tests/marking && cd build/tests/marking && "
	    "patch -s -p1 < faults/one_length_marked_bad.patch && sed -i 's/^mac .*/mac gige_marking/' gige.mac");
	cr_assert_eq(command.status, 0, "%s%s", command.out, command.err);
	command_release(&command);
	root = statement_of(&command, "build/tests/marking/gige.mac --seeds none");
	cr_expect_eq(command.status, 1, "%s%s", command.out, command.err);
	cr_expect_str_eq(verdict_in(root, "4-rx-content"), "fail");
	cr_expect_str_eq(verdict_in(root, "4-rx-fcs"), "pass");
	cr_expect_str_eq(verdict_in(root, "4-rx-long"), "pass");
	cr_expect_str_eq(verdict_in(root, "4-rx-gap"), "pass");
	json_decref(root);
	command_release(&command);
}

static bool exercised_in(const json_t *root, const char *list, const char *name)
{
	const json_t *row;
	size_t i;

	json_array_foreach(json_object_get(root, list), i,
	                   row) if (!strcmp(json_string_value(json_object_get(row, "name")),
	                                    name)) return json_is_true(json_object_get(row, "exercised"));
	cr_assert_fail("%s has no %s", list, name);
	return false;
}

/* A counter that never moves, and a control without an effect, are named: the MAC counts no fragments, and its XOFFs have one time. */
Test(conform, what_never_does_anything_is_not_exercised)
{
	struct command command;
	json_t *root;

	command_run(&command,
	            "rm -rf build/tests/dead && cp -r tests/data/foreign/tengig build/tests/dead && cd build/tests/dead && "
	            "sed -i 's/step.9.  = {15.d0, .*};/step[9]  = 16'\\''d0;/' rtl/tengig_counters.sv && "
	            "sed -i 's/xoff ? cfg_quanta : /xoff ? 16'\\''hffff : /' rtl/tengig_flow.sv && "
	            "sed -i 's/^mac .*/mac tengig_dead/' tengig.mac && ! diff -rq . ../../../tests/data/foreign/tengig | "
	            "grep -c rtl/ | grep -v 2");
	cr_assert_eq(command.status, 0, "%s%s", command.out, command.err);
	command_release(&command);
	root = statement_of(&command, "build/tests/dead/tengig.mac --seeds none");
	cr_expect_eq(command.status, 1, "%s%s", command.out, command.err);
	cr_expect(!exercised_in(root, "counters", "etherStatsFragments"));
	cr_expect(exercised_in(root, "counters", "etherStatsUndersizePkts"));
	cr_expect(!exercised_in(root, "controls", "quanta"));
	cr_expect(exercised_in(root, "controls", "pfc_quanta0") && exercised_in(root, "controls", "max_frame"));
	cr_expect(strstr(command.out, "counters that never moved, not exercised: etherStatsFragments, "), "%s", command.out);
	cr_expect(strstr(command.out, "controls without an effect to be seen, not exercised: quanta\n"), "%s", command.out);
	json_decref(root);
	command_release(&command);
}

Test(conform, the_verb_refuses_what_it_does_not_know)
{
	static const char *const cases[][2] = {
		{ "", "give a profile" },
		{ "--dut bcm5718 my.mac", "give a profile" },
		{ "--dut bcm5719", "unknown DUT" },
		{ "no/such.mac", "no/such.mac" },
		{ "--dut bcm5718 --stimuli no/such/folder", "no/such/folder" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command command;
		command_run(&command, "build/pausebench conform %s", cases[i][0]);
		cr_expect_eq(command.status, 2, "conform %s: %d\n%s", cases[i][0], command.status, command.out);
		cr_expect(strstr(command.err, cases[i][1]), "conform %s: '%s' is missing in\n%s", cases[i][0], cases[i][1],
		          command.err);
		command_release(&command);
	}
}
