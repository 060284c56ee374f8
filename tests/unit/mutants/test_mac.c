/* SPDX-License-Identifier: Apache-2.0 */
/* What the suite sees of a MAC by profile (make coverage MACS=, make mutants MACS=), and the statement's words about it. Copies of tests/data/foreign/gige. */
#include "conform/worth.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

#define FOLDER "build/tests/worth"

/* A copy with a suite of its own: the stimulus TEXT, and as many seeds as SEEDS says. */
static void make_copy(const char *name, const char *change)
{
	struct command c;

	command_run(&c,
	            "rm -rf " FOLDER "/%s build/macs/%s/mutants* build/macs/%s/coverage* && mkdir -p " FOLDER
	            "/%s && cp -r tests/data/foreign/gige/. " FOLDER "/%s && cd " FOLDER
	            "/%s && sed -i 's/^mac gige$/mac %s/' gige.mac && { %s; }",
	            name, name, name, name, name, name, name, change);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

static void write_suite(const char *name, const char *stimulus, const char *text)
{
	struct command c;

	command_run(&c, "rm -rf " FOLDER "/%s/suite && mkdir " FOLDER "/%s/suite && printf '%s' > " FOLDER "/%s/suite/%s.stim",
	            name, name, text, name, stimulus);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

static json_int_t figure(const char *name, const char *member)
{
	char path[128];
	json_t *root;
	json_int_t ret;

	snprintf(path, sizeof(path), "build/macs/%s/mutants.json", name);
	root = json_read(path);
	cr_assert(json_is_integer(json_object_get(root, member)), "%s: no number %s", path, member);
	ret = json_integer_value(json_object_get(root, member));
	json_decref(root);
	return ret;
}

static void expect(const char *what, const char *part, const char *command)
{
	struct command c;

	command_run(&c, "%s", command);
	cr_expect(strstr(c.out, part) || strstr(c.err, part), "%s: '%s' is missing in\n%s%s", what, part, c.out, c.err);
	command_release(&c);
}

#define MUTANTS(name, words) \
	"make -s mutants JOBS=2 COUNT=6 PROOFS=0 STIMULI=" FOLDER "/" name "/suite MACS=" FOLDER "/" name "/gige.mac " words
#define CONFORM(name) \
	"build/macs/" name "/pausebench conform --seeds none --stimuli " FOLDER "/" name "/suite --out " FOLDER "/" name "/out"

/* The line NUMBER of DIR/proofs, as prove.sh writes it. */
#define PROVED(number)                                                                                                       \
	"cd build/macs/worth_a/mutants && echo \"equivalent $(cd - > /dev/null && tools/generated/prove_mac.sh key " \
	"$(cat build/macs/worth_a/mutants/netlist.key)) " number " state\" >> proofs && cd - > /dev/null"
#define REASONS(name, lines) "printf 'pausebench-reasons 1\n" lines "' > " FOLDER "/" name "/gige.reasons"

/* The six mutants have survived. */
static void proofs_and_reasons_of_survivors(void)
{
	expect("one of them is equivalent", "6 mutants made, 0 killed, 1 proved equivalent, 5 survived, 0 not hunted; by 1 runs",
	       PROVED("3") "; " MUTANTS("worth_a", "SEEDS=0"));
	cr_expect_eq(figure("worth_a", "equivalent"), 1);
	expect("the statement", "of 6 mutants 0 were killed (0.0 %), 1 is proved equivalent, 5 survived; by 1 runs",
	       CONFORM("worth_a"));
	expect("a proof of another netlist is none", "0 proved equivalent, 6 survived",
	       "sed -i 's/^equivalent /&other-/' build/macs/worth_a/mutants/proofs; " MUTANTS("worth_a", "SEEDS=0"));

	expect("a reason", "  with a reason of yours: 1 mutant\n",
	       REASONS("worth_a", "mutant \"rtl/gige_tx_fifo.sv:81 *\" \"the line never runs\"\n") "; " MUTANTS("worth_a",
	                                                                                                        "SEEDS=0"));
	expect("the statement", "5 survived and 1 more with a reason of yours; by 1 runs", CONFORM("worth_a"));
	expect("its list", "  mutant rtl/gige_tx_fifo.sv:81 *: 1 mutant\n     the line never runs\n", CONFORM("worth_a"));
	expect("one about nothing",
	       "make mutants: " FOLDER
	       "/worth_a/gige.reasons:2: no mutant of this MAC is 'rtl/gige_tx_fifo.sv:80 *'; name it as the "
	       "list of survivors does",
	       REASONS("worth_a", "mutant \"rtl/gige_tx_fifo.sv:80 *\" \"the line never runs\"\n") "; " MUTANTS("worth_a",
	                                                                                                        "SEEDS=0"));
	expect("its exit status", "Error 1", MUTANTS("worth_a", "SEEDS=0"));
	expect("none any more", "6 survived; by 1 runs", "rm " FOLDER "/worth_a/gige.reasons; " CONFORM("worth_a"));
}

static void killed_in_spite_of_a_proof_or_a_reason(void)
{
	expect("a reason is refuted", "gige.reasons:2: the mutant 'rtl/gige_",
	       "{ echo 'pausebench-reasons 1'; sed -n 's,^reached mutant .*worth_a/\\(.*\\),mutant \"\\1\" \"nobody sees it\",p' "
	       "build/macs/worth_a/mutants.points | head -1; } > " FOLDER "/worth_a/gige.reasons; " MUTANTS(
		   "worth_a", "SEEDS=4 SECONDS=0") " 2>&1 | grep 'was killed, which refutes the reason; remove the line'");
	expect("a proof is wrong", "the prover shows of a mutant that it is equivalent, and a run killed it",
	       "rm " FOLDER "/worth_a/gige.reasons; cp build/macs/worth_a/mutants/proofs build/tests/worth/proofs; killed=$(awk "
	       "'$1 == \"killed\" { print $3; exit }' "
	       "build/macs/worth_a/mutants/journal); " PROVED("$killed") "; " MUTANTS(
		   "worth_a", "SEEDS=4 SECONDS=0") "; cp build/tests/worth/proofs build/macs/worth_a/mutants/proofs");
}

/* A run that looks at nothing kills nothing; one that no mutant can finish in time neither kills nor lets survive. */
Test(mac_worth, mutants_are_killed_or_survive_or_are_not_hunted)
{
	make_copy("worth_a", "true");
	write_suite("worth_a", "idle", "pausebench-stim 1\\nneutral\\nsetup\\nwait 10\\n");
	expect("survivors", "6 mutants made, 0 killed, 0 proved equivalent, 6 survived, 0 not hunted; by 1 runs",
	       MUTANTS("worth_a", "SEEDS=0"));
	cr_expect_eq(figure("worth_a", "survived"), 6);
	expect("a survivor is named by its line", FOLDER "/worth_a/rtl/gige_",
	       "jq -r '.survivors[]' build/macs/worth_a/mutants.json");
	expect("the statement", "of 6 mutants 0 were killed (0.0 %), 6 survived; by 1 runs", CONFORM("worth_a"));

	proofs_and_reasons_of_survivors();

	write_suite("worth_a", "slow", "pausebench-stim 1\\nneutral\\nsetup\\nwait 20000000\\n");
	expect("late", "6 mutants made, 0 killed, 0 proved equivalent, 0 survived, 6 not hunted within 1 s",
	       MUTANTS("worth_a", "SEEDS=0 SECONDS=1 PROOFS=1"));
	expect("a proof was tried", " state\n", "cat build/macs/worth_a/mutants/proofs");
	cr_expect_eq(figure("worth_a", "killed"), 0);
	cr_expect_eq(figure("worth_a", "survived"), 0);
	cr_expect_eq(figure("worth_a", "not_hunted"), 6);
	expect("the statement", "of 6 mutants 0 were killed (0.0 %), 0 survived, 6 were not hunted to the end, for want of time",
	       CONFORM("worth_a"));

	write_suite("worth_a", "pause",
	            "pausebench-stim 1\\nneutral\\nsetup\\nrx.pause time=3\\ntx.frame\\nwait idle\\nwait 500\\n");
	expect("killed", " 0 not hunted; by 5 runs", MUTANTS("worth_a", "SEEDS=4 SECONDS=0"));
	cr_expect_gt(figure("worth_a", "killed"), 0);
	cr_expect_eq(figure("worth_a", "killed") + figure("worth_a", "survived"), 6);
	cr_expect_eq(figure("worth_a", "runs_of_the_netlist"), 0, "the netlist is the RTL");
	killed_in_spite_of_a_proof_or_a_reason();

	write_suite("worth_a", "wrong", "pausebench-stim 1\\nneutral\\nsetup\\nexpect tx.frame within=10\\nwait 100\\n");
	expect("a MAC with findings", "gige.mac: mutants: the suite: no run can hunt: the MAC has a finding in each",
	       MUTANTS("worth_a", "SEEDS=0"));
	expect("the statement says why", "mutants    not measured: the suite: no run can hunt: the MAC has a finding in each",
	       CONFORM("worth_a"));

	/* of another content nothing is measured */
	expect("an edit", "mutants    not measured since the RTL or the profile changed: make mutants MACS=",
	       "sed -i 's/^timer .*/timer from=idle granularity=2/' " FOLDER
	       "/worth_a/gige.mac && make -s mac JOBS=2 MACS=" FOLDER "/worth_a/gige.mac && " CONFORM("worth_a"));
}

#define COVERAGE(name) "make -s coverage JOBS=2 SEEDS=0 STIMULI=" FOLDER "/" name "/suite MACS=" FOLDER "/" name "/gige.mac"
#define COMPARE(name) "build/gen/mac_reasons coverage " FOLDER "/" name "/gige.mac build/macs/" name "/coverage.points"

static void reasons_of_what_was_not_reached(void)
{
	expect("reasons", "  with a reason of yours: 6 lines, 2 branches, 1 toggle, 1 coincidence\n",
	       REASONS("worth_b", "line rtl/gige_tx_fifo.sv:8[123] \"no pattern\"\nline */gige_tx_fifo.sv:8* \"the host waits\"\n"
	                          "toggle \"" FOLDER "/worth_b/rtl/gige_mac.sv:* gmii_rx_er\" \"as it is printed\"\ntoggle "
	                          "\"rtl/gige_mac.sv:* gmii_rx_er\" \"no error\"\n"
	                          "cell \"rx-xoff rx-bad +1\" \"nobody asks\"\n") "; " COMPARE("worth_b") " 2>&1");
	expect("what is none",
	       "gige.reasons:2: no line of this MAC is 'rtl/gige_tx_fifo.sv:8[123]'; name it as unreached.txt does",
	       COMPARE("worth_b"));
	expect("the statement", " lines (6 more with a reason of yours), ", CONFORM("worth_b"));
	expect("its list", "  cell rx-xoff rx-bad +1: 1 coincidence\n     nobody asks\n", CONFORM("worth_b"));
	expect("a wrong one", "  line rtl/gige_tx_fifo.sv:8[123]: WRONG: no line", CONFORM("worth_b"));
	expect("the target",
	       "make coverage: " FOLDER "/worth_b/gige.reasons:2: the line 'rtl/gige_rx.sv:59' was reached, which refutes",
	       REASONS("worth_b", "line rtl/gige_rx.sv:59 \"never\"\n") "; " COVERAGE("worth_b") " > " FOLDER
	                                                                                         "/worth_b/said 2>&1; cat " FOLDER
	                                                                                         "/worth_b/said");
	expect("its exit status", "Error 1", "cat " FOLDER "/worth_b/said");
	expect("a line that is none", FOLDER "/worth_b/gige.reasons:2:1: expected what the reason is about, not 'lines'",
	       REASONS("worth_b", "lines rtl/gige_rx.sv:59 \"never\"\n") "; make -s mac MACS=" FOLDER "/worth_b/gige.mac");
	expect("which the statement says, too",
	       "  reasons    not read: ", CONFORM("worth_b") "; rm " FOLDER "/worth_b/gige.reasons");
}

Test(mac_worth, coverage_names_what_was_not_reached)
{
	make_copy("worth_b", "true");
	write_suite("worth_b", "idle", "pausebench-stim 1\\nneutral\\nsetup\\nrx.pause time=3\\nwait 500\\n");
	expect("the statement", "coverage   not measured: make coverage MACS=/",
	       "make -s mac JOBS=2 MACS=" FOLDER "/worth_b/gige.mac && " CONFORM("worth_b"));
	expect("figures", "; by 1 stimuli and 0 seeds",
	       "make -s coverage JOBS=2 SEEDS=0 STIMULI=" FOLDER "/worth_b/suite MACS=" FOLDER
	       "/worth_b/gige.mac 2>&1 | tee " FOLDER "/worth_b/said");
	expect("a line", FOLDER "/worth_b/rtl/gige_tx_fifo.sv:81: this line never ran",
	       "cat build/macs/worth_b/coverage/unreached.txt");
	expect("a signal", ": gmii_rx_er never changed", "cat build/macs/worth_b/coverage/unreached.txt");
	expect("a cell with its reason", "collisions 0 sent: not reached: the MAC has no half duplex",
	       "cat build/macs/worth_b/coverage/unreached.txt");
	expect("lines are not cells", "cells without one: build/macs/worth_b/coverage/unreached.txt",
	       "cat " FOLDER "/worth_b/said");
	expect("what is going on", "worth_b: runs 1 stimuli and 0 seeds with every line and bit counted",
	       "cat " FOLDER "/worth_b/said");
	reasons_of_what_was_not_reached();
	/* there is no make outside of the checkout */
	expect("the statement elsewhere", "mutants    not measured: make -C /",
	       "here=$PWD; cd / && $here/build/macs/worth_b/pausebench conform --seeds none --stimuli $here/" FOLDER
	       "/worth_b/suite --out $here/" FOLDER "/worth_b/out");
	/* what the designer takes out of the count */
	expect("a block behind coverage_off", "rtl/gige_tx_fifo.sv:82: this line never ran",
	       "cat build/macs/worth_b/coverage/unreached.txt");
	expect("it is gone", "nothing of it",
	       "sed -i '81s|^|/*verilator coverage_off*/|;84s|$|/*verilator coverage_on*/|' " FOLDER
	       "/worth_b/rtl/gige_tx_fifo.sv && make -s coverage JOBS=2 SEEDS=0 STIMULI=" FOLDER "/worth_b/suite MACS=" FOLDER
	       "/worth_b/gige.mac && { grep 'gige_tx_fifo.sv:8[1-4]: .*line' build/macs/worth_b/coverage/unreached.txt || "
	       "echo nothing of it; }");
	expect("it is named", "/worth_b/rtl/gige_tx_fifo.sv:81: taken out of the count by coverage_off",
	       "cat build/macs/worth_b/coverage/unreached.txt");
	expect("the statement", "; 1 places of the sources are taken out of the count by comments (coverage_off)",
	       CONFORM("worth_b"));
	expect("a cell without one", "\nrx-xoff rx-bad", "cat build/macs/worth_b/coverage/unreached.txt");
	expect("the statement", " toggles, ", CONFORM("worth_b"));
	/* no run begins with values that are random, and change to what the MAC has there for ever */
	expect("a bit that is always 0", ": gmii_tx_er never changed",
	       "make -s coverage JOBS=2 SEEDS=12 STIMULI=" FOLDER "/worth_b/suite MACS=" FOLDER
	       "/worth_b/gige.mac > /dev/null 2>&1; cat build/macs/worth_b/coverage/unreached.txt");
}

/* Verilator's C++ of a class does not compile when it counts lines; a later version may do better. */
Test(mac_worth, a_mac_whose_lines_cannot_be_counted_is_one_line)
{
	struct command c;

	make_copy("worth_e", "sed -i 's/^endmodule/class hold; int v; function new(); v = 1; endfunction endclass\\nhold h; "
	                     "initial h = new();\\nendmodule/' rtl/gige_rx.sv");
	write_suite("worth_e", "idle", "pausebench-stim 1\\nneutral\\nsetup\\nwait 10\\n");
	command_run(&c, "unset MAKEFLAGS MAKELEVEL; make -s coverage JOBS=2 SEEDS=0 STIMULI=" FOLDER "/worth_e/suite MACS=" FOLDER
	                "/worth_e/gige.mac 2>&1 | "
	                "grep -v '^  built \\|^make: waits for another make in this checkout$'");
	cr_expect(strstr(c.out, "worth_e: lines ") ||
	              !strncmp(c.out, "make coverage: what Verilator makes of a MAC to count its lines does not compile (", 80),
	          "%s", c.out);
	cr_expect(strstr(c.out, "worth_e: lines ") || strstr(c.out, "by `ifdef and a line 'define'"), "%s", c.out);
	if (!strstr(c.out, "worth_e: lines "))
		expect("the statement says why",
		       "coverage   not measured: what Verilator makes of a MAC to count its lines does not compile (",
		       "make -s mac JOBS=2 MACS=" FOLDER "/worth_e/gige.mac && " CONFORM("worth_e"));
	command_release(&c);
}

/* The statement of several MACS by one call: the greatest exit status is that of make. */
Test(mac_worth, make_writes_statements)
{
	struct command c;

	make_copy("worth_d", "true");
	write_suite("worth_d", "idle", "pausebench-stim 1\\nneutral\\nsetup\\nrx.pause time=3\\nwait 500\\n");
	expect("a statement", "Conformance statement of worth_d",
	       "make -s conform JOBS=2 CONFORM_FLAGS='--seeds none --stimuli " FOLDER "/worth_d/suite --out " FOLDER
	       "/worth_d/out' MACS=" FOLDER "/worth_d/gige.mac; cat " FOLDER "/worth_d/out/conformance.txt");
	command_run(&c, "make -s conform MACS=" FOLDER "/worth_d/gone.mac");
	cr_expect_eq(c.status, 2, "%d", c.status);
	cr_expect_not_null(strstr(c.err, "gone.mac: cannot read the profile"), "%s", c.err);
	command_release(&c);
}

/* Yosys cannot read SystemVerilog's types; neither can tree_verilog hand over what is no hardware. */
Test(mac_worth, a_mac_that_yosys_cannot_read_is_one_line)
{
	make_copy("worth_c",
	          "sed -i 's/^endmodule/real level; always_comb level = cfg_enable ? 1.0 : 0.0;\\nendmodule/' rtl/gige_rx.sv");
	write_suite("worth_c", "idle", "pausebench-stim 1\\nneutral\\nsetup\\nwait 10\\n");
	expect("refused", "make mutants: " FOLDER "/worth_c/gige.mac: Yosys cannot read this MAC (",
	       MUTANTS("worth_c", "SEEDS=0"));
	expect("why", "has no hardware", MUTANTS("worth_c", "SEEDS=0"));
	expect("the remedy", "sv2v", MUTANTS("worth_c", "SEEDS=0"));
	expect("the statement says why", "mutants    not measured: Yosys cannot read this MAC (", CONFORM("worth_c"));
	expect("and what tries it again", "; make mutants MACS=/", CONFORM("worth_c"));
	expect("as JSON", "Yosys cannot read this MAC (",
	       "jq -r '.worth | select(.mutants == null) | .not_measured.mutants' " FOLDER "/worth_c/out/conformance.json");
	expect("a page", "<td>not measured: Yosys cannot read this MAC (", "cat " FOLDER "/worth_c/out/conformance.html");
	expect("the words", "COUNT=x: give a number", "make -s mutants COUNT=x MACS=" FOLDER "/worth_c/gige.mac");
	expect("the words", "SECONDS=x: give the seconds", "make -s mutants SECONDS=x MACS=" FOLDER "/worth_c/gige.mac");
}

/* Each state of a point, by files that nobody measured. */
Test(mac_worth, a_reason_explains_what_is_open_alone)
{
	static const char coverage[] =
	    "{\"rtl_sha256\": \"aa\", \"profile_sha256\": \"bb\", \"runs\": 7, \"lines\": {\"all\": 10, \"reached\": 7}, "
	    "\"branches\": {\"all\": 4, \"reached\": 2}, \"toggles\": {\"all\": 3, \"reached\": 2}, "
	    "\"coincidences\": {\"all\": 30, \"reached\": 5, \"explained\": 10}, \"values\": {\"all\": 20, \"reached\": 6}}";
	static const char mutants[] = "{\"rtl_sha256\": \"aa\", \"profile_sha256\": \"bb\", \"runs\": 7, \"made\": 10, "
				      "\"killed\": 6, \"equivalent\": 2, \"survived\": 2, \"not_hunted\": 0}";
	static const char points[] =
	    "reached line /x/a.v:1\nopen line /x/a.v:2\nopen line /x/a.v:20\nwithin branch /x/a.v:2 else\n"
	    "open branch /x/a.v:3 else\nopen toggle /x/a.v:4 word[3]\nlacking coincidence rx tx +1\n"
	    "open coincidence rx tx +2\nopen value size 64 good\n";
	static const char of_mutants[] = "reached mutant /x/a.v:1 or.A[0]:inv\nopen mutant /x/a.v:2 or.A[0]:inv\n"
					 "equivalent mutant /x/a.v:3 or.A[0]:inv\nunhunted mutant /x/a.v:4 or.A[0]:inv\n";
	static const struct {
		const char *line, *explains;
	} cases[] = {
		{ "line /x/a.v:2", "1 line, 1 branch" },
		{ "line \"/x/a.v:2*\"", "2 lines, 1 branch" },
		{ "line *a.v:*", "2 lines, 1 branch; 1 more that it names were reached" },
		{ "line /x/a.v:1", "WRONG: the line '/x/a.v:1' was reached, which refutes the reason; remove the line" },
		{ "line a.v:20", "1 line" },
		{ "line b.v:2", "WRONG: no line of this MAC is 'b.v:2'; name it as unreached.txt does, or remove the line" },
		{ "branch \"/x/a.v:3 else\"", "1 branch" },
		{ "branch /x/a.v:3",
		  "WRONG: no branch of this MAC is '/x/a.v:3'; name it as unreached.txt does, or remove the line" },
		{ "toggle \"/x/a.v:4 word[3]\"", "1 toggle" },
		{ "cell \"rx tx +1\"", "WRONG: the cell 'rx tx +1' needs no reason, since the bench knows that the MAC cannot "
		                       "reach it; remove the line" },
		{ "cell \"rx tx *\"", "1 coincidence" },
		{ "cell \"size 64 good\"", "1 value" },
		{ "mutant \"/x/a.v:1 or.A[0]:inv\"",
		  "WRONG: the mutant '/x/a.v:1 or.A[0]:inv' was killed, which refutes the reason; remove the line" },
		{ "mutant \"/x/a.v:2 *\"", "1 mutant" },
		{ "mutant \"/x/a.v:3 *\"", "proved equivalent" },
		{ "mutant \"/x/a.v:4 *\"", "not hunted to the end" },
	};
	char file[4096] = "pausebench-reasons 1\n", text[WORTH_TEXT], folder[64];
	struct worth worth;

	scratch_make(folder, sizeof(folder), "worth_reasons");
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		snprintf(file + strlen(file), sizeof(file) - strlen(file), "%s \"why %zu\" # so it is\n", cases[i].line, i);
	file_write("build/tests/worth_reasons/my.reasons", file, strlen(file));
	file_write("build/tests/worth_reasons/coverage.json", coverage, strlen(coverage));
	file_write("build/tests/worth_reasons/mutants.json", mutants, strlen(mutants));
	file_write("build/tests/worth_reasons/coverage.points", points, strlen(points));
	file_write("build/tests/worth_reasons/mutants.points", of_mutants, strlen(of_mutants));
	worth_read(&worth, folder, "aa", "bb", "build/tests/worth_reasons/my.mac", "/x");
	cr_assert_eq(worth.reasons.count, COUNT_OF(cases), "%s", worth.reasons_error);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_str_eq(worth_reason_explains(&worth.reasons.list[i], text), cases[i].explains);
	cr_expect_str_eq(worth.reasons.list[0].why, "why 0");
	cr_expect_str_eq(worth_text(&worth, WORTH_COVERAGE, text),
	                 "7 of 10 lines (2 more with a reason of yours), 2 of 4 branches (2 more with a reason of yours), 2 of 3 "
	                 "toggles (1 more with a reason "
	                 "of yours), 5 of 20 coincidences (1 more with a reason of yours), 6 of 20 values (1 more with a reason "
	                 "of yours) were reached, in 7 runs");
	cr_expect_str_eq(worth_text(&worth, WORTH_MUTANTS, text),
	                 "of 10 mutants 6 were killed (60.0 %), 2 are proved equivalent, 1 survived and 1 more with a reason of "
	                 "yours; by 7 runs");
	worth_release(&worth);
	worth_read(&worth, folder, "ab", "bb", "build/tests/worth_reasons/my.mac", NULL);
	cr_expect_str_eq(worth_reason_explains(&worth.reasons.list[3], text), "not compared, since coverage is not measured");
	worth_release(&worth);
}

Test(mac_worth, figures_are_those_of_the_same_content)
{
	static const char coverage[] =
	    "{\"rtl_sha256\": \"aa\", \"profile_sha256\": \"bb\", \"runs\": 7, \"lines\": {\"all\": 10, \"reached\": 9}, "
	    "\"branches\": {\"all\": 4, \"reached\": 3}, \"toggles\": {\"all\": 3, \"reached\": 2}, "
	    "\"coincidences\": {\"all\": 30, \"reached\": 5, \"explained\": 10}, "
	    "\"values\": {\"all\": 20, \"reached\": 6, \"explained\": 0}}";
	static const char mutants[] =
	    "{\"rtl_sha256\": \"aa\", \"profile_sha256\": \"bb\", \"runs\": 7, \"made\": 10, \"killed\": 6, "
	    "\"survived\": 2, \"not_hunted\": 2}";
	char text[WORTH_TEXT], folder[64];
	struct worth worth;

	scratch_make(folder, sizeof(folder), "worth_files");
	file_write("build/tests/worth_files/coverage.json", coverage, strlen(coverage));
	file_write("build/tests/worth_files/mutants.json", mutants, strlen(mutants));
	worth_read(&worth, folder, "aa", "bb", "my.mac", NULL);
	cr_expect_str_eq(
	    worth_text(&worth, WORTH_COVERAGE, text),
	    "9 of 10 lines, 3 of 4 branches, 2 of 3 toggles, 5 of 20 coincidences, 6 of 20 values were reached, in 7 runs");
	cr_expect_str_eq(
	    worth_text(&worth, WORTH_MUTANTS, text),
	    "of 10 mutants 6 were killed (60.0 %), 2 survived, 2 were not hunted to the end, for want of time; by 7 runs; "
	    "make mutants MACS=my.mac goes on with them");
	/* outside of the checkout */
	worth.checkout = "/home/me/the bench";
	cr_expect(strstr(worth_text(&worth, WORTH_MUTANTS, text), "; make -C '/home/me/the bench' mutants MACS=my.mac goes on"),
	          "%s", text);
	worth_release(&worth);
	worth_read(&worth, folder, "ab", "bb", "my.mac", NULL);
	cr_expect_str_eq(worth_text(&worth, WORTH_MUTANTS, text),
	                 "not measured since the RTL or the profile changed: make mutants MACS=my.mac");
	worth_release(&worth);
	worth_read(&worth, folder, "aa", "b", "my.mac", NULL);
	cr_expect_str_eq(worth_text(&worth, WORTH_COVERAGE, text),
	                 "not measured since the RTL or the profile changed: make coverage MACS=my.mac");
	worth_release(&worth);
	worth_read(&worth, "build/tests/worth_files/none", "aa", "bb", "my.mac", NULL);
	cr_expect_str_eq(worth_text(&worth, WORTH_MUTANTS, text), "not measured: make mutants MACS=my.mac");
	worth.checkout = "/bench";
	cr_expect_str_eq(worth_text(&worth, WORTH_COVERAGE, text), "not measured: make -C /bench coverage MACS=my.mac");
	worth_release(&worth);
	worth_read(&worth, folder, "", "bb", "my.mac", NULL); /* nobody knows the RTL */
	cr_expect_null(worth.measured[WORTH_MUTANTS]);
	worth_release(&worth);
}
