/* SPDX-License-Identifier: Apache-2.0 */
/* A sample of the mutants that Yosys makes (tests/mutants/generated). */
#include "program.h"

Test(mutants_generated, stimuli_kill_inverted_bits)
{
	char line[512];
	int status = program_run("/bin/bash",
	                         "-c 'build=$(cd .. && pwd) && cd " PAUSEBENCH_STIMULI
	                         "/../.. && tests/mutants/generated/sample.sh $build bcm5718'",
	                         line, sizeof(line));

	cr_assert_eq(status, 0, "%s", line);
}

Test(mutants_generated, prover_shows_what_is_equivalent_alone)
{
	char line[512];
	int status = program_run("/bin/bash",
	                         "-c 'build=$(cd .. && pwd) && cd " PAUSEBENCH_STIMULI
	                         "/../.. && tests/mutants/generated/prove_test.sh $build'",
	                         line, sizeof(line));

	cr_assert_eq(status, 0, "%s", line);
}

Test(mutants_generated, the_tree_of_a_mac_does_what_the_mac_does)
{
	char line[512];
	int status = program_run("/bin/bash",
	                         "-c 'build=$(cd .. && pwd) && cd " PAUSEBENCH_STIMULI
	                         "/../.. && tests/mutants/generated/tree/test.sh $build'",
	                         line, sizeof(line));

	cr_assert_eq(status, 0, "%s", line);
}
