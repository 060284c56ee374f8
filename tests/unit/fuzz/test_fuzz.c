/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided generation: changed stimuli are stimuli, the corpus does not depend on how fast runs are, a killed fuzzing loses nothing, and failures
 * are saved. */
#include "cli_support.h"
#include "fuzz/corpus.h"
#include "fuzz/fuzz.h"
#include "fuzz/fuzzer.h"
#include "fuzz/mutate.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Expects that ST, written as a text, is read back equal. */
static void expect_readable(const struct dut *dut, struct stimulus *st)
{
	struct stimulus again = { 0 };
	struct stim_error error = { .message = "" };
	char *text = NULL, difference[256];
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	cr_assert_not_null(out);
	stimulus_name_model(st, dut);
	cr_assert_eq(stimulus_write(st, out, dut), 0);
	fclose(out);
	cr_assert_eq(read_text(&again, text, size, dut, &error), 0, "%s: line %u: %s\n%s", dut->name, error.line, error.message,
	             text);
	cr_expect_null(stimulus_difference(st, &again, difference, sizeof(difference)), "%s: %s", dut->name, difference);
	stimulus_release(&again);
	free(text);
}

Test(fuzz, changed_stimuli_are_read_back)
{
	static const char *const rows[] = { "bcm5718", "bcm5718_any", "i82598", "ll10g", "bcm1250" };
	enum { CHANGED = 40, CHANGES = 300 };

	for (size_t r = 0; r < COUNT_OF(rows); r++) {
		const struct dut *dut = dut_by_name(rows[r]);
		struct stimulus parent = { 0 }, other = { 0 };
		struct mutator m;
		cr_assert_eq(mutator_open(&m, dut, 1), 0);
		cr_assert_eq(stimulus_generate(&parent, dut, 1, 200), 0);
		cr_assert_eq(stimulus_generate(&other, dut, 2, 200), 0);
		for (unsigned i = 0; i < CHANGED; i++) {
			struct stimulus changed;
			cr_assert_eq(mutator_change(&m, &parent, &other, CHANGES, &changed), 0);
			cr_expect_eq(mutator_end_of(&m, &changed), m.end.count, "the end of a stimulus stays");
			expect_readable(dut, &changed);
			stimulus_release(&changed);
		}
		stimulus_release(&parent);
		stimulus_release(&other);
		mutator_close(&m);
	}
}

Test(fuzz, what_people_expect_is_left_out)
{
	static const char text[] = "pausebench-stim 1\nsetup\nrx.pause time=2\nwait inhibit\nreg.read TX_STATUS expect=0\n"
				   "tx.frame\nexpect xoff within=600clk\n";
	struct stimulus st = { 0 };
	struct stim_error error;

	cr_assert_eq(read_text(&st, text, strlen(text), dut_by_name("bcm5718"), &error), 0, "%s", error.message);
	mutator_accept(&st);
	for (size_t i = 0; i < st.count; i++) {
		const struct item *item = &st.items[i];
		cr_expect_neq(item->kind, ITEM_EXPECT);
		if (item->kind == ITEM_REG_READ)
			cr_expect_eq(item->u.reg.expect_mask, 0);
		if (item->kind == ITEM_WAIT && item->u.wait.what == WAIT_INHIBIT)
			cr_expect_gt(item->u.wait.cycles, 0, "a moment that does not come any more is no finding");
	}
	stimulus_release(&st);
}

Test(fuzz, what_reaches_something_new_is_kept)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct fuzzer *f = fuzzer_new(dut, 1);
	struct coverage_reached reached = { .meets = { 0 } };
	struct stimulus st;
	unsigned new;

	cr_assert_not_null(f);
	for (unsigned i = 0; i < 4; i++) {
		reached.meets[i] = 0x11;
		cr_assert_eq(fuzzer_make(f, &st), 0);
		cr_assert_eq(fuzzer_enter(f, &st, &reached, 1000, &new), 0);
		cr_expect_eq(new, 2);
		cr_expect_eq(st.count, 0, "the fuzzer owns it");
		stimulus_release(&st);
	}
	cr_assert_eq(fuzzer_make(f, &st), 0);
	cr_assert_eq(fuzzer_enter(f, &st, &reached, 1000, &new), 0);
	cr_expect_eq(new, 0);
	cr_expect_gt(st.count, 0);
	stimulus_release(&st);
	cr_expect_eq(fuzzer_kept(f), 4);
	cr_expect_eq(fuzzer_classes(f), 8);
	fuzzer_free(f);
}

Test(fuzz, the_same_seed_makes_the_same_corpus)
{
	struct command c;
	char path[128];

	scratch_make(path, sizeof(path), "fuzz_same");
	expect_run(0, "PASS: 0 findings in 140 runs",
	           "fuzz --dut i82598 --runs 140 --seed 7 --jobs 1 --out build/tests/fuzz_same/a");
	expect_run(0, "PASS: 0 findings in 140 runs",
	           "fuzz --dut i82598 --runs 140 --seed 7 --jobs 3 --out build/tests/fuzz_same/b");
	command_run(
	    &c,
	    "ls build/tests/fuzz_same/a/corpus/*.stim && diff -r build/tests/fuzz_same/a/corpus build/tests/fuzz_same/b/corpus");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	/* what is there is run first, and goes on from there */
	expect_run(0, "PASS: 0 findings in 20 runs",
	           "fuzz --dut i82598 --runs 20 --corpus build/tests/fuzz_same/a/corpus --out build/tests/fuzz_same/c");
}

/* A few stimuli, reduced, reach what many whole ones do; made small again, they reach the same. */
Test(fuzz, a_corpus_is_made_small)
{
	struct command c;
	char path[128];

	scratch_make(path, sizeof(path), "fuzz_small");
	expect_run(0, "PASS: 0 findings in 40 runs",
	           "fuzz --dut i82598 --runs 40 --seed 2 --start build/tests/fuzz_small --out build/tests/fuzz_small/a");
	command_run(&c, "cd build/tests/fuzz_small && "
	                "small() { ../../pausebench fuzz --dut i82598 --corpus $1 --distil $2 --most 3; } && "
	                "classes() { grep -o '[0-9]* of [0-9]* classes' $1 | cut -d' ' -f1; } && "
	                "small a/corpus b > first && small b c > again && cat first again && "
	                "grep -q '^3 of [1-9][0-9]* stimuli in b reach' first && [ $(classes again) -ge $(classes first) ] && "
	                "[ $(cat b/*.stim | wc -l) -lt $(cat a/corpus/*.stim | wc -l) ] && "
	                "for f in b/*.stim; do ../../pausebench run --dut i82598 --stim $f || exit 1; done");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

Test(fuzz, a_corpus_that_fails_is_refused)
{
	struct dut row = *dut_by_name("bcm5718");
	const struct distil_options options = { .dut = &row,
		                                .from = "tests/data/corpus/bcm5718.stims",
		                                .to = "build/tests/fuzz_refused/b",
		                                .most = 1,
		                                .log = stdout };
	struct env_error error = { "" };
	char path[128];

	row.timing.inhibit += 8; /* the DUT obeys each PAUSE too early */
	scratch_make(path, sizeof(path), "fuzz_refused");
	cr_expect_eq(corpus_distil(&options, &error), 2);
	cr_expect_not_null(strstr(error.text, "bcm5718.stims#1 does not pass on bcm5718; a corpus has stimuli that pass"), "%s",
	                   error.text);
	expect_run(2, "--start build/tests/fuzz_refused/none: No such file or directory",
	           "fuzz --dut i82598 --start build/tests/fuzz_refused/none");
}

/* A pack gives each of its stimuli, names the one with a bad line, and refuses a file without one. */
Test(fuzz, a_pack_is_a_corpus)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct env_error error = { "" };
	struct stimulus stim;
	char path[128], name[140], **names;
	size_t count;
	bool fits;

	scratch_make(path, sizeof(path), "fuzz_pack");
	strcat(path, "/a.stims");
	file_write(path, "pausebench-stim 1\nwait 3\nwait 4\npausebench-stim 1\nwait 5\npausebench-stim 1\nwait five\n", 83);
	cr_assert_eq(corpus_list(path, &names, &count, &error), 0, "%s", error.text);
	cr_expect_eq(count, 3, "%zu", count);
	cr_assert_eq(corpus_load(names[0], dut, &stim, &fits, &error), 0, "%s", error.text);
	cr_expect(fits && stim.count == 2, "%zu items", stim.count);
	stimulus_release(&stim);
	cr_assert_eq(corpus_load(names[1], dut, &stim, &fits, &error), 0, "%s", error.text);
	cr_expect(fits && stim.count == 1, "%zu items", stim.count);
	stimulus_release(&stim);
	snprintf(name, sizeof(name), "%s#3:2:", path);
	cr_expect_lt(corpus_load(names[2], dut, &stim, &fits, &error), 0);
	cr_expect(!strncmp(error.text, name, strlen(name)), "%s", error.text);
	stimulus_release(&stim);
	snprintf(name, sizeof(name), "%s#4", path);
	cr_expect_lt(corpus_load(name, dut, &stim, &fits, &error), 0);
	stimulus_release(&stim);
	stimuli_free(names, count);
	file_write(path, "wait 3\n", 7);
	cr_expect_lt(corpus_list(path, &names, &count, &error), 0);
	cr_expect(strstr(error.text, "has no stimulus"), "%s", error.text);
}

/* The corpus of the repository says nothing against the RTL. */
Test(fuzz, the_corpus_passes)
{
	static const char *const rows[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	char path[128], arguments[160], expected[64];

	scratch_make(path, sizeof(path), "fuzz_corpus");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		snprintf(path, sizeof(path), "tests/data/corpus/%s.stims", rows[i]);
		char **files;
		size_t count;
		struct env_error error;
		cr_assert_eq(corpus_list(path, &files, &count, &error), 0, "%s", error.text);
		stimuli_free(files, count);
		snprintf(expected, sizeof(expected), "PASS: 0 findings in %zu runs", count);
		snprintf(arguments, sizeof(arguments), "fuzz --dut %s --runs %zu --out build/tests/fuzz_corpus/%s", rows[i],
		         count, rows[i]);
		expect_run(0, expected, arguments);
	}
}

Test(fuzz, a_killed_fuzzing_loses_nothing)
{
	struct command c;
	char path[128];

	scratch_make(path, sizeof(path), "fuzz_killed");
	command_run(&c, "build/pausebench fuzz --dut i82598 --time 10m --jobs 2 --out build/tests/fuzz_killed/a > "
	                "build/tests/fuzz_killed/log & "
	                "until ls build/tests/fuzz_killed/a/corpus/*.stim > build/tests/fuzz_killed/kept 2> /dev/null; do "
	                "kill -0 $! || break; sleep 0.1; done; kill -9 $!; cat build/tests/fuzz_killed/kept");
	cr_expect_neq(strlen(c.out), 0, "a stimulus was kept before the kill: %s", c.err);
	command_release(&c);
	command_run(
	    &c, "for f in $(cat build/tests/fuzz_killed/kept); do build/pausebench run --dut i82598 --stim $f || exit 1; done");
	cr_expect_eq(c.status, 0, "each kept stimulus is whole: %s%s", c.out, c.err);
	command_release(&c);
}

Test(fuzz, failures_are_saved_and_not_kept)
{
	struct dut row = *dut_by_name("bcm5718");
	const struct dut *const rows[] = { &row };
	char path[128];
	const struct fuzz_options options = {
		.regress = { .duts = rows,
		             .dut_count = 1,
		             .jobs = 2,
		             .out = "build/tests/fuzz_fails",
		             .program = "build/pausebench",
		             .log = tmpfile() },
		.runs = 40,
		.seed = 1,
		.corpus = "build/tests/fuzz_fails/corpus",
	};
	struct env_error error = { "" };
	struct command c;

	row.timing.inhibit += 8; /* the DUT obeys each PAUSE too early */
	scratch_make(path, sizeof(path), "fuzz_fails");
	cr_assert_not_null(options.regress.log);
	cr_expect_eq(fuzz(&options, &error), 1, "%s", error.text);
	fclose(options.regress.log);
	command_run(
	    &c,
	    "ls build/tests/fuzz_fails/failures/*/stimulus.stim | wc -l; ls build/tests/fuzz_fails/inputs/*.stim > "
	    "build/tests/fuzz_fails/failed; for f in $(cat build/tests/fuzz_fails/failed); do ls build/tests/fuzz_fails/corpus | "
	    "grep -x $(sha256sum < $f | cut -c 1-16).stim; done; wc -l < build/tests/fuzz_fails/failed");
	cr_expect_neq(strncmp(c.out, "0\n", 2), 0, "%s", c.out);
	cr_expect_null(strstr(c.out, ".stim\n"), "an input that failed is kept: %s", c.out);
	command_release(&c);
}

Test(fuzz, bad_input_is_one_line)
{
	static const struct {
		const char *arguments, *part;
	} bad[] = {
		{ "fuzz", "give the DUT: --dut NAME" },
		{ "fuzz --dut none", "unknown DUT 'none'" },
		{ "fuzz --dut bcm5718 --dut i82598", "one DUT at a time" },
		{ "fuzz --dut bcm5718 --runs 0", "--runs" },
		{ "fuzz --dut bcm5718 --time soon", "is no time like" },
		{ "fuzz --dut bcm5718 --seed x", "--seed" },
		{ "fuzz --dut bcm5718 --runs 5 --time 5s", "leave one out" },
		{ "fuzz --dut bcm5718 now", "unexpected argument 'now'" },
		{ "fuzz --dut bcm5718 --runs 1 --out build/tests/fuzz_bad/o --corpus /proc/none",
		  "cannot make the folder /proc/none" },
		{ "fuzz --dut bcm5718 --runs 1 --out build/tests/fuzz_bad/o --corpus build/tests/fuzz_bad/wrong",
		  "bad.stim:2:1" },
	};
	char path[128];

	scratch_make(path, sizeof(path), "fuzz_bad");
	scratch_make(path, sizeof(path), "fuzz_bad/wrong");
	text_write("build/tests/fuzz_bad/wrong", "bad.stim", "pausebench-stim 1\nsurprise\n");
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct command c;
		command_run(&c, "build/pausebench %s", bad[i].arguments);
		cr_expect_eq(c.status, 2, "%s: %d %s%s", bad[i].arguments, c.status, c.out, c.err);
		has(&c, bad[i].arguments, bad[i].part);
		command_release(&c);
	}
}
