/* SPDX-License-Identifier: Apache-2.0 */
/* A stimulus that fails becomes a short one that fails in the same way. The DUT is the golden model itself, which is checked against a row with another
 * latency, so that each PAUSE frame that takes effect is a finding. */
#include "model_end/model_seam.h"
#include "reduce/reduce.h"
#include "report/normal.h"
#include "report/report.h"
#include "run/pool.h"
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

struct planted {
	struct dut end, row; /* what drives the pins, and what is expected */
	struct run_options options;
};

static void plant(struct planted *p, const char *dut)
{
	*p = (struct planted){ .end = model_seam_row(dut_by_name(dut)) };
	p->row = p->end;
	p->row.timing.inhibit += 8;
	p->options.model_end = &p->end;
}

/* Runs ST and returns its number of findings; RET gets the first one. */
static uint64_t run(const struct planted *p, const struct stimulus *st, struct finding *ret)
{
	struct run_result *result = calloc(1, sizeof(*result));
	const struct finding *first;
	uint64_t findings;

	cr_assert_not_null(result);
	cr_assert_eq(run_stimulus(&p->row, st, &p->options, result), 0);
	first = finding_first(&result->score);
	if (first)
		*ret = *first;
	findings = result->score.findings;
	free(result);
	return findings;
}

static void reduce(const struct planted *p, const struct stimulus *st, const struct finding *target, double seconds,
                   struct stimulus *ret, struct reduce_result *result)
{
	const struct reduce_options how = { .seconds = seconds };
	struct env_error error = { "" };

	cr_assert_eq(reduce_stimulus(&p->row, st, &p->options, target, &how, ret, result, &error), 0, "%s", error.text);
}

static void read_lines(struct stimulus *st, const char *lines, const struct dut *dut)
{
	struct stim_error error = { .message = "" };
	char text[2000];

	snprintf(text, sizeof(text), "pausebench-stim 1\n%s", lines);
	cr_assert_eq(read_text(st, text, strlen(text), dut, &error), 0, "%s", error.message);
}

/* The text of ST without its headers. */
static char *lines_of(const struct stimulus *st, const struct dut *dut)
{
	char *text = NULL, *at;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_eq(stimulus_write(st, out, dut), 0);
	fclose(out);
	at = strchr(text, '\n') + 1;
	while (*at == '#' || !strncmp(at, "model", 5) || !strncmp(at, "seed", 4))
		at = strchr(at, '\n') + 1;
	memmove(text, at, strlen(at) + 1);
	return text;
}

/* Reads LINES for the DUT of P, expects a finding, returned in FIRST, and expects that the reduction leaves the lines LEFT. */
static struct reduce_result expect_left_of(const struct planted *p, const char *lines, const char *left, struct finding *first)
{
	struct stimulus st = { 0 }, small = { 0 };
	struct reduce_result result;
	char *text;

	read_lines(&st, lines, &p->row);
	cr_assert(run(p, &st, first), "%s", lines);
	reduce(p, &st, first, 60, &small, &result);
	text = lines_of(&small, &p->row);
	cr_expect_str_eq(text, left, "%s: %s", lines, text);
	cr_expect(result.again && result.whole, "%s", lines);
	free(text);
	stimulus_release(&st);
	stimulus_release(&small);
	return result;
}

static struct reduce_result expect_left(const char *dut, const char *lines, const char *left, struct finding *first)
{
	struct planted p;

	plant(&p, dut);
	return expect_left_of(&p, lines, left, first);
}

/* The frame that is expected comes with another time, also from the golden model: the stimulus is false, as a line of a profile may be. It comes in the
 * reduced stimulus, too. */
Test(reduce, what_came_otherwise_still_comes)
{
	struct finding first;

	expect_left("ll10g",
	            "setup\nwait idle\ntx.frame\nwait idle\npause.req xoff\nexpect xoff within=request time=5\nwait 400\n",
	            "setup\npause.req xoff\nexpect xoff within=request time=5\n", &first);
	cr_expect_eq(first.rule, RULE_EXPECT_WIRE);
	cr_expect_not_null(strstr(first.actual, "a PAUSE frame of 64 octets, time 65535"), "%s", first.actual);
}

/* The DUT obeys a PAUSE frame later than the row says, within the slack of a black box, so that nothing but the stimulus finds it. Without the frame no
 * DUT reads what the stimulus expects, and the golden model neither. */
Test(reduce, what_brings_an_expectation_about_is_kept)
{
	static const char lines[] = "setup\nwait idle\ntx.frame\nwait idle\nrx.pause time=5\nwait rx\nwait 4\n"
				    "reg.read TX_STATUS.XOFFED expect=1\n";
	struct stimulus st = { 0 }, small = { 0 };
	struct reduce_result result;
	struct planted p;
	struct finding first;
	char *text;

	plant(&p, "bcm5718");
	p.row.timing.inhibit = p.end.timing.inhibit;
	p.end.timing.inhibit += 8;
	p.options.black_box = true;
	read_lines(&st, lines, &p.row);
	cr_assert(run(&p, &st, &first));
	cr_assert_eq(first.rule, RULE_EXPECT, "%s", rule_table[first.rule].name);
	reduce(&p, &st, &first, 60, &small, &result);
	text = lines_of(&small, &p.row);
	cr_expect_not_null(strstr(text, "rx.pause time=1\n"), "%s", text);
	cr_expect_null(strstr(text, "tx.frame"), "%s", text);
	free(text);
	stimulus_release(&st);
	stimulus_release(&small);
}

Test(reduce, seeds_become_a_setup_and_a_pause)
{
	struct planted p;
	unsigned reduced = 0;

	plant(&p, "bcm5718");
	for (uint32_t seed = 1; seed <= 6; seed++) {
		struct stimulus st = { 0 }, small = { 0 };
		struct reduce_result result;
		struct finding first, again;
		char *text;

		cr_assert_eq(stimulus_generate(&st, &p.row, seed, 200), 0);
		if (run(&p, &st, &first)) {
			reduce(&p, &st, &first, 60, &small, &result);
			text = lines_of(&small, &p.row);
			cr_expect(result.again && result.whole, "seed %u", seed);
			cr_expect(run(&p, &small, &again) == result.findings && finding_same(&first, &again), "seed %u", seed);
			cr_expect_str_eq(again.what, result.finding.what);
			cr_expect_gt(result.items_before, 100);
			cr_expect_leq(result.items_after, 8, "seed %u: %s", seed, text);
			cr_expect_eq(small.seed, st.seed, "the power-up state is kept");
			free(text);
			reduced++;
		}
		stimulus_release(&st);
		stimulus_release(&small);
	}
	cr_expect_geq(reduced, 3);
}

/* What is left of each stimulus. */
Test(reduce, what_does_not_matter_is_left_out)
{
	static const struct {
		const char *dut, *lines, *left;
	} cases[] = {
		{ "bcm5718",
		  "setup\nrx.frame len=500 fill=rand:7\nwait idle\nrx.pause time=300 gap=80 preamble=5\nwait 900\ntx.frame "
		  "len=200\n",
		  "setup\nrx.pause time=1\n" },
		{ "bcm5718",
		  "setup\nwait 50\nwait 60\nrx.pause time=9 sa=broadcast len=200\nwait idle\nreg.read xoffPauseFramesReceived\n",
		  "setup\nrx.pause time=1\n" },
		{ "i82598", "setup\nrx.frame\nrx.lanes seq=\"I*8\"\nrx.pause time=77 column=4\nwait idle\n",
		  "setup\nrx.pause time=8\n" },
		/* lines that only take time become a wait, of as many cycles as it needs */
		{ "bcm5718",
		  "setup\nwait idle\nrx.frame len=90\nwait rx\nwait 60\nwait 9\nreg.read RX_MTU\nreg.read TX_STATUS\nreg.read "
		  "ifHCInUcastPkts "
		  "expect=0\n",
		  "setup\nrx.frame\nwait 74\nreg.read ifHCInUcastPkts expect=0x0\n" },
		/* the expectation of the stimulus is the target */
		{ "bcm5718", "setup\ntx.frame\nwait idle\nreg.write RX_MTU 1000\nreg.read RX_MTU expect=7\nrx.pause\n",
		  "reg.read RX_MTU expect=0x7\n" },
	};

	struct finding first;

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		expect_left(cases[i].dut, cases[i].lines, cases[i].left, &first);
}

/* Writes that a setup could do as well become one. */
Test(reduce, writes_become_a_setup)
{
	struct finding first;
	struct reduce_result result = expect_left(
	    "bcm5718",
	    "reg.write MAC_ADDR_0_HIGH 0x11\nreg.write MAC_ADDR_0_LOW 0x22334455\nreg.write RX_MTU 1518\nreg.write TX_MODE "
	    "ENABLE|FLOW_ENABLE|LONG_PAUSE\nreg.write RX_MODE ENABLE|FLOW_ENABLE\nwait reg\nwait 20\nrx.pause time=2\nwait 500\n",
	    "setup\nrx.pause time=1\n", &first);

	cr_expect_eq(result.items_after, 2, "a setup is one line");
}

/* No standard says that a MAC works in its first clocks: what fails then is another finding. */
Test(reduce, a_mac_without_a_device_model_rests_first)
{
	static const char lines[] = "wait 40\nwait 100\nrx.pause time=2\nwait 300\nreset\nwait 70\nrx.pause time=2\nwait 500\n";
	struct planted p;
	struct finding first;

	expect_left("ll10g", lines, "wait 2\nrx.pause time=1\n", &first);
	plant(&p, "ll10g");
	p.row.capabilities |= CAP_NEUTRAL;
	expect_left_of(&p, lines, "wait 64\nrx.pause time=1\n", &first);
	expect_left_of(&p, "wait 63\nrx.pause time=2\nwait 300\n", "wait 2\nrx.pause time=1\n", &first);
}

Test(reduce, only_the_value_of_a_sweep_that_failed_is_left)
{
	struct finding first;

	expect_left("bcm5718", "sweep n 1..9\nsetup\nwait 40\nreg.write RX_MTU $n\nwait reg\nreg.read RX_MTU expect=5\nend\n",
	            "reg.read RX_MTU expect=0x5\n", &first);
	cr_expect_not_null(strstr(first.what, "(n="), "%s", first.what);
}

/* Each frame that is left out breaks an expectation before the target. */
Test(reduce, expectations_do_not_keep_what_they_are_about)
{
	char lines[2000] = "setup\n";
	struct finding first;
	struct reduce_result result;

	for (unsigned i = 0; i < 100; i++)
		strcat(lines, "rx.frame\n");
	strcat(lines, "wait idle\nreg.read ifHCInUcastPkts expect=100\nreg.read ifHCInOctets expect=6400\nrx.pause\nwait idle\n");
	result = expect_left("bcm5718", lines, "setup\nrx.pause time=1\n", &first);
	cr_expect_leq(result.runs, 40, "%u runs", result.runs);
}

Test(reduce, another_finding_does_not_occur_again)
{
	struct finding other = { .rule = RULE_TX_GAP, .what = "frame 3", .cycle = 100 };
	struct stimulus st = { 0 }, small = { 0 };
	struct reduce_result result;
	struct planted p;
	char difference[160];

	plant(&p, "bcm5718");
	read_lines(&st, "setup\nrx.pause time=4\nwait idle\n", &p.row);
	reduce(&p, &st, &other, 60, &small, &result);
	cr_expect_not(result.again);
	cr_expect_null(stimulus_difference(&st, &small, difference, sizeof(difference)), "nothing is left out: %s", difference);
	stimulus_release(&st);
	stimulus_release(&small);
}

Test(reduce, keeps_to_its_budget)
{
	struct stimulus st = { 0 }, small = { 0 };
	struct reduce_result result;
	struct finding first, again;
	struct planted p;

	plant(&p, "bcm5718");
	cr_assert_eq(stimulus_generate(&st, &p.row, 1, 3000), 0);
	cr_assert(run(&p, &st, &first));
	reduce(&p, &st, &first, 0, &small, &result);
	cr_expect_leq(result.runs, 3, "%u runs", result.runs);
	cr_expect(result.again);
	cr_expect_not(result.whole);
	cr_expect(run(&p, &small, &again) && finding_same(&first, &again), "what is left still fails");
	stimulus_release(&st);
	stimulus_release(&small);
}

Test(reduce, runs_in_processes_of_their_own_reduce_likewise)
{
	const struct reduce_options how = { .seconds = 60, .isolated = true };
	struct stimulus st = { 0 }, small = { 0 };
	struct env_error error = { "" };
	struct reduce_result result;
	struct finding first;
	struct planted p;
	char *text;

	plant(&p, "bcm5718");
	read_lines(&st, "setup\nrx.frame\nwait idle\nrx.pause time=4\nwait idle\n", &p.row);
	cr_assert(run(&p, &st, &first));
	cr_assert_eq(reduce_stimulus(&p.row, &st, &p.options, &first, &how, &small, &result, &error), 0, "%s", error.text);
	text = lines_of(&small, &p.row);
	cr_expect_str_eq(text, "setup\nrx.pause time=1\n");
	free(text);
	stimulus_release(&st);
	stimulus_release(&small);
}

/* ---- the verb ---- */

static void write_file(const char *path, const char *text)
{
	file_write(path, text, strlen(text));
}

/* Expects STATUS and PART in the output of "pausebench ARGUMENTS"; an error is one line. */
static void expect(int status, const char *part, const char *arguments)
{
	struct command c;
	const char *line;

	command_run(&c, "build/pausebench %s", arguments);
	cr_expect_eq(c.status, status, "%s: %d\n%s%s", arguments, c.status, c.out, c.err);
	cr_expect(strstr(c.out, part) || strstr(c.err, part), "%s: '%s' is missing in\n%s%s", arguments, part, c.out, c.err);
	/* the lines after the first one may show the place in a file */
	for (line = strchr(c.err, '\n'); status == 2 && line && line[1]; line = strchr(line + 1, '\n'))
		cr_expect_eq(line[1], ' ', "%s: not one line: %s", arguments, c.err);
	command_release(&c);
}

Test(reduce, a_saved_failure_gets_a_reduced_one)
{
	static const char stim[] = "pausebench-stim 1\nseed 9\nsetup\nrx.frame len=100\nwait idle\nreg.write RX_MTU 900\n"
				   "wait reg\nreg.read RX_MTU expect=901\ntx.frame\n";
	static const char *const files[] = { "stimulus.stim", "report.txt",      "report.json",  "story.json",
		                             "sent.pcapng",   "received.pcapng", "registers.txt" };
	char path[128];

	scratch_make(path, sizeof(path), "reduce_cli");
	write_file("build/tests/reduce_cli/f.stim", stim);
	expect(1, "findings  1", "run --dut bcm5718 --stim build/tests/reduce_cli/f.stim --out build/tests/reduce_cli/f");
	expect(1, "reduced   7 lines to 1 in", "reduce build/tests/reduce_cli/f");
	expect(1, "reg.read RX_MTU expect=0x385\n", "reduce build/tests/reduce_cli/f --seconds 20");
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof(path), "build/tests/reduce_cli/f/reduced/%s", files[i]);
		cr_expect(file_is_there(path), "%s", path);
	}
	expect(1, "seed      9", "replay build/tests/reduce_cli/f/reduced");
	expect(1, "reduced   1 line to 1 in", "reduce build/tests/reduce_cli/f/reduced");
	/* a run that is saved there anew has no reduced one any more */
	expect(1, "findings  1", "run --dut bcm5718 --stim build/tests/reduce_cli/f.stim --out build/tests/reduce_cli/f");
	cr_expect_not(file_is_there("build/tests/reduce_cli/f/reduced/report.json"));
}

/* The judge takes the three files. A profile has no register at 0x4414, where the set-up of the device has a mark, and the judge refuses what it cannot place. */
Test(reduce, a_reduced_failure_has_what_the_judge_takes)
{
	static const char stim[] = "pausebench-stim 1\nsetup\nrx.frame len=200\nrx.pause time=9\nwait rx\nwait 9\n"
				   "reg.read RX_STATUS expect=0\nwait idle\n";
	static const char judge[] =
	    "judge --profile tests/data/profiles/bcm5718.mac --set station=00:11:22:33:44:55 --rx "
	    "build/tests/reduce_judge/f/reduced/received.pcapng --tx build/tests/reduce_judge/f/reduced/sent.pcapng "
	    "--registers build/tests/reduce_judge/known";
	struct command c;
	char path[128];

	scratch_make(path, sizeof(path), "reduce_judge");
	write_file("build/tests/reduce_judge/f.stim", stim);
	expect(1, "findings  1", "run --dut bcm5718 --stim build/tests/reduce_judge/f.stim --out build/tests/reduce_judge/f");
	expect(1, "reduced   ", "reduce build/tests/reduce_judge/f");
	command_run(&c, "cd build/tests/reduce_judge && grep -v ' 0x4418 \\| 0x046c ' f/reduced/registers.txt > known && "
	                "wc -l < f/reduced/registers.txt");
	cr_expect_str_eq(c.out, "10\n", "%s%s", c.out, c.err);
	command_release(&c);
	expect(2, "sent.pcapng has no frames, and no counter that can be decided was read", judge);
}

Test(reduce, what_cannot_be_reduced_is_one_line)
{
	static const char stim[] = "pausebench-stim 1\nsetup\nreg.read RX_MTU expect=901\n";
	struct command c;
	char path[128];

	scratch_make(path, sizeof(path), "reduce_bad");
	write_file("build/tests/reduce_bad/f.stim", stim);
	write_file("build/tests/reduce_bad/ok.stim", "pausebench-stim 1\nsetup\n");
	expect(1, "findings  1", "run --dut bcm5718 --stim build/tests/reduce_bad/f.stim --out build/tests/reduce_bad/f");
	expect(0, "findings  0", "run --dut bcm5718 --stim build/tests/reduce_bad/ok.stim --out build/tests/reduce_bad/ok");
	expect(2, "has no finding", "reduce build/tests/reduce_bad/ok");
	expect(2, "report.json: No such file", "reduce build/tests/reduce_bad/none");
	expect(2, "give the folder", "reduce");
	expect(2, "one folder at a time", "reduce a b");
	/* the DUT does it right by now */
	write_file("build/tests/reduce_bad/f/stimulus.stim", "pausebench-stim 1\nsetup\nreg.read RX_MTU\n");
	expect(2, "the saved failure did not occur again", "reduce build/tests/reduce_bad/f");
	expect(2, "the saved failure did not occur again", "replay build/tests/reduce_bad/f");
	cr_expect_not(file_is_there("build/tests/reduce_bad/f/reduced"));
	/* what was reduced before stays */
	write_file("build/tests/reduce_bad/f/stimulus.stim", stim);
	expect(1, "to 1 in", "reduce build/tests/reduce_bad/f");
	write_file("build/tests/reduce_bad/f/stimulus.stim", "pausebench-stim 1\nsetup\nreg.read RX_MTU\n");
	expect(2, "the saved failure did not occur again", "reduce build/tests/reduce_bad/f");
	expect(1, "expected  0x00000385", "replay build/tests/reduce_bad/f/reduced");
	cr_expect(file_is_there("build/tests/reduce_bad/f/reduced/report.json"));
	cr_expect_not(file_is_there("build/tests/reduce_bad/f/reducing"));
	write_file("build/tests/reduce_bad/f/stimulus.stim", "pausebench-stim 9\n");
	expect(2, "stimulus.stim:1:17: ", "reduce build/tests/reduce_bad/f");
	/* nothing can be written there */
	write_file("build/tests/reduce_bad/f/stimulus.stim", stim);
	command_run(&c, "rm -r build/tests/reduce_bad/f/reduced");
	command_release(&c);
	write_file("build/tests/reduce_bad/f/reduced", "");
	expect(2, "build/tests/reduce_bad/f/reduced", "reduce build/tests/reduce_bad/f");
	/* of another version, or broken */
	write_file("build/tests/reduce_bad/f/report.json", "{ \"schema_version\": 99, \"dut\": \"bcm5718\" }");
	expect(2, "another version wrote it", "reduce build/tests/reduce_bad/f");
	expect(2, "another version wrote it", "replay build/tests/reduce_bad/f");
	write_file("build/tests/reduce_bad/f/report.json",
	           "{ \"dut\": \"bcm5718\", \"findings\": 1, \"finding_list\": [ { \"rule\": \"later\" } ] }");
	expect(2, "unknown rule 'later'", "reduce build/tests/reduce_bad/f");
	write_file("build/tests/reduce_bad/f/report.json", "{ \"dut\": ");
	expect(2, "report.json:1:", "reduce build/tests/reduce_bad/f");
}
