/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs of the command line. Each parses its own arguments; usage errors end the process with status 2. */
#ifndef PAUSEBENCH_CLI_H
#define PAUSEBENCH_CLI_H
#include "base/dut.h"
#include "base/env.h"
#include "cli_option.h"
#include "base/cli_parse.h"

#include <stdatomic.h>

struct cli {
	const char *program;     /* the program's name as called, for the commands that repeat a run */
	const atomic_bool *stop; /* a signal sets it */
	char **args;             /* the arguments of the process, with NULL at the end */
};

/* The verbs. ARGV[0] is "pausebench VERB". Each returns the exit status; if it is not 0, *RET_ERROR has the line that main()
 * prints, which is empty if everything was printed already. */
int cli_list(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_proof(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_explain(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_run(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_regress(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_reduce(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_fuzz(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_replay(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_conform(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_calibrate(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_report(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_coverage(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_bench(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_merge(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_judge(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
int cli_new_mac(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);

/* Each of these reads the value of an option; a text that it does not take ends the process with one line and status 2. */
const struct dut *cli_dut(struct argp_state *state, const char *name);
uint64_t cli_number(struct argp_state *state, const char *option, const char *text, uint64_t min, uint64_t max);
/* Reads a seed, such as "7", or a range of seeds, such as "1..20". */
void cli_seeds(struct argp_state *state, const char *text, uint32_t *ret_from, uint32_t *ret_to);
/* Returns how many cores this process may use, 1 or more. */
unsigned cli_cores(void);
/* Returns the seconds of a time such as "90", "60s", "5m" or "1h". */
double cli_seconds(struct argp_state *state, const char *option, const char *text);

/* Returns the seconds of such a time for --reduce; "0" means 0, that nothing is reduced. */
double cli_reduce_seconds(struct argp_state *state, const char *text);

/* Returns TEXT, which has names of scenarios between commas, if each of them is known. */
const char *cli_scenarios(struct argp_state *state, const char *text);

/* The DUTs that --dut names, or all DUTs if there is no --dut. */
struct cli_duts {
	const struct dut **rows; /* owned */
	size_t count;
};
void cli_duts_add(struct argp_state *state, struct cli_duts *duts, const char *name);
void cli_duts_default(struct argp_state *state, struct cli_duts *duts);

/* Prints that files are read from READ if that is tree_folder() or a path in it, and the program does not lie in this checkout. */
void cli_note_tree(const char *read);
#endif
