/* SPDX-License-Identifier: Apache-2.0 */
/* The planted faults, and a sample of the mutants that Yosys makes (tools/generated). */
#include "program.h"

/* SCRIPT, of tools/generated unless it has a folder, with its arguments, succeeds. */
#define EXPECT_SCRIPT(script)                                                                  \
	do {                                                                                   \
		char line[512];                                                                \
		int status = program_run("/bin/bash",                                          \
		                         "-c 'build=$(cd .. && pwd) && cd " PAUSEBENCH_STIMULI \
		                         "/../../.. && tools/generated/" script "'",      \
		                         line, sizeof(line));                                  \
		cr_assert_eq(status, 0, "%s", line);                                           \
	} while (0)

Test(mutants, patches_apply)
{
	EXPECT_SCRIPT("../hunter/applies.sh $build");
}

Test(mutants_generated, stimuli_kill_inverted_bits)
{
	EXPECT_SCRIPT("sample.sh $build bcm5718");
}

Test(mutants_generated, prover_shows_what_is_equivalent_alone)
{
	EXPECT_SCRIPT("prove_test.sh $build");
}

Test(mutants_generated, prover_takes_resets_without_a_clock_and_one_clock)
{
	EXPECT_SCRIPT("prove_mac_test.sh $build");
}

Test(mutants_generated, the_tree_of_a_mac_does_what_the_mac_does)
{
	EXPECT_SCRIPT("tree/test.sh $build");
}
