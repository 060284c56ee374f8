/* SPDX-License-Identifier: Apache-2.0 */
/* Proofs about the RTL: a small part of `make formal`. doc/quality/formal.md. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

/* Proves SUBJECT of the BCM5718 in the scratch folder NAME, with the planted fault of PATCH if that is not "". */
static void prove(struct command *ret, const char *name, const char *subject, const char *patch, char *ret_folder, size_t len)
{
	scratch_make(ret_folder, len, name);
	command_run(ret, "ln -s ../../gen %s/gen && formal/prove.sh bcm5718 %s %s build/gen/duts.mk %s", ret_folder, subject,
	            ret_folder, patch);
}

Test(formal, a_statement_is_proved_and_says_something)
{
	static const char *const subjects[] = { "hold", "header", "apb" };
	struct command c;
	char folder[64], path[128];

	for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
		prove(&c, "formal", subjects[i], "", folder, sizeof(folder));
		cr_expect_eq(c.status, 0, "%s: %s%s", subjects[i], c.out, c.err);
		command_release(&c);
		snprintf(path, sizeof(path), "%s/formal/bcm5718/%s.json", folder, subjects[i]);
		json_t *result = json_read(path);
		cr_expect_str_eq(json_string_value(json_object_get(result, "result")), "proved", "%s", subjects[i]);
		cr_expect_gt(json_integer_value(json_object_get(result, "asserts")), 0, "%s", subjects[i]);
		cr_expect_gt(json_integer_value(json_object_get(result, "covers")), 0, "%s", subjects[i]);
		cr_expect_eq(json_integer_value(json_object_get(result, "reached")),
		             json_integer_value(json_object_get(result, "covers")), "%s", subjects[i]);
		json_decref(result);
	}
}

/* The counterexample is written as a stimulus, which says nothing against the RTL without the fault. */
Test(formal, a_planted_fault_has_a_counterexample_that_is_a_stimulus)
{
	struct command c;
	char folder[64], path[128];
	json_t *result;

	prove(&c, "formal_fault", "hold", "tests/data/mutants/bcm5718/data_in_xoff.patch", folder, sizeof(folder));
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/formal/bcm5718/faults/hold-data_in_xoff.json", folder);
	result = json_read(path);
	cr_expect(json_is_true(json_object_get(result, "found")));
	cr_expect_not_null(strstr(json_string_value(json_object_get(result, "assert")), "formal/properties/hold.v"));
	json_decref(result);
	/* GTKWave shows a signal by its scopes, and none whose name has a dot */
	command_run(&c,
	            "cd %s/formal/bcm5718/faults && grep -q '^-what u_hold sees$' hold-data_in_xoff.gtkw && "
	            "grep -q '^dut.u_hold.start_i$' hold-data_in_xoff.gtkw && grep -q '^[*]-[0-9.]* [1-9][0-9]*$' "
	            "hold-data_in_xoff.gtkw && "
	            "grep -q 'scope module u_hold $end $var .* start_i $end' hold-data_in_xoff.vcd && "
	            "! grep -E 'var (wire|reg) [0-9]+ [^ ]+ [^ ]*[.]' hold-data_in_xoff.vcd",
	            folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c,
	            "grep -q '^rx.pause' %s/formal/bcm5718/faults/hold-data_in_xoff.stim && build/pausebench run --dut bcm5718 "
	            "--out %s/run "
	            "--stim %s/formal/bcm5718/faults/hold-data_in_xoff.stim",
	            folder, folder, folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

Test(formal, an_unknown_statement_is_refused)
{
	struct command c;
	char folder[64];

	prove(&c, "formal_unknown", "holds", "", folder, sizeof(folder));
	cr_expect_eq(c.status, 2);
	cr_expect_not_null(strstr(c.err, "formal: bcm5718 holds: there is no formal/bcm5718/holds.vh"), "%s", c.err);
	command_release(&c);
}
