/* SPDX-License-Identifier: Apache-2.0 */
/* The state and functions that the parts of a regression share: the plan, the loop and the end. */
#ifndef PAUSEBENCH_REGRESS_PARTS_H
#define PAUSEBENCH_REGRESS_PARTS_H
#include "regress.h"

/* The saved runs that have one key. */
struct regress_saved {
	size_t *run; /* indices into the runs of the suite; room for as many as the options keep; owned */
	size_t count;
	bool named; /* the log has a line about its first run */
};

/* The runs of one DUT. */
struct regress_dut {
	size_t next, end; /* its runs of files: the first one that may not have been started yet, and their end */
	bool no_seeds;    /* none of the scenarios that .only names suits the DUT */
	uint64_t failures;
	bool done; /* it has had so many failures that no other run of it is started */
};

struct regress {
	const struct regress_options *options;
	struct suite suite;
	struct pool *pool;
	char **files;
	size_t file_count;
	char *summary, *junit;
	struct regress_dut *dut; /* one for each DUT; owned */
	size_t turn;             /* the DUT whose file comes next: they take turns, so that a budget serves all of them */
	char *scenarios;         /* the scenarios that .only of the options names, or NULL; owned */
	uint64_t next_seed;      /* seeds are placed one by one, so that a plan of any number of seeds takes no memory */
	size_t next_dut;
	uint64_t counted;      /* runs of the plan so far, also those of other shards */
	struct chosen *chosen; /* which runs the suite needs, or NULL; owned */
	uint64_t left;         /* how many runs, of all shards, the suite does not need */
	uint64_t unfit;        /* how many stimuli are not for their DUT */
	uint64_t planned;      /* how many other runs there are; with a time instead of a last seed only those of files */
	bool held;             /* the process of run .held_index could not be started yet */
	size_t held_index;
	uint64_t missing;             /* how many runs .memory should have had */
	struct pool_result *recalled; /* with a memory: room for one of its results */
	unsigned fifths;              /* of how many fifths of the work the log has a line */
	double started, printed, written;
	unsigned named;           /* how many kinds of failures there are so far */
	unsigned lines;           /* how many lines the log has so far, without the live line */
	struct suite_cost before; /* what the process and its children had cost before the regression */
	bool live, coloured, stopping, interrupted;
	bool over;                   /* the budget is used up */
	bool cut;                    /* a DUT had too many failures, so that runs of it were left out */
	bool grouped;                /* the groups are final */
	size_t keep;                 /* how many folders are kept for each group */
	struct regress_saved *saved; /* one for each key; owned */
	size_t saved_count;
	int error; /* the first error of the environment, whose line is in *ret_error */
	struct env_error *ret_error;
};

/* The log of a regression has at most so many lines, unless the first group alone needs more. With a line of make for each of the
 * 15 rows that it built, that makes 60 on the console. report.html and summary.json have everything. LOG_NAMED: how many kinds of
 * failures are named while the runs go on. */
enum { LOG_LINES = 45, LOG_NAMED = 4 };

/* regress.c */
/* Returns where an error puts its line: main() prints the first one, so a later one goes to LATER. */
struct env_error *regress_error_line(struct regress *r, struct env_error *later);
/* Prints a line of the log in place of the live line. */
void regress_say(struct regress *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints TEXT, which has whole lines, and counts its lines. There must be no live line. */
void regress_put(struct regress *r, const char *text);
/* Returns the sequence that begins or ends a colour on a terminal; "" elsewhere, and where NO_COLOR asks for none. */
enum regress_colour { COLOUR_END, COLOUR_GOOD, COLOUR_BAD, COLOUR_PART };
const char *regress_colour(const struct regress *r, enum regress_colour which);
/* Keeps the first error. The runs under way come to their end, and no other is started. */
void regress_give_up(struct regress *r, int error);
/* Brings the cost of the suite up to date. */
void regress_cost(struct regress *r);
struct run_options regress_options_of(const struct regress *r, const struct suite_run *run);

/* regress_save.c: of each group the folders of a few runs are kept. */
/* Prints a line for a failed run that is the first of its kind, and saves it if it is among the best of its kind so far. Returns
 * 0 or negative errno. */
int regress_keep(struct regress *r, const struct pool_result *result);
void regress_save_release(struct regress *r);
/* Removes saved runs that are not among the best of their group; they were saved before their group was known. */
void regress_prune(struct regress *r);

/* regress_plan.c: the runs of files at the start, those of seeds one by one. */
int regress_plan(struct regress *r);
/* Makes sure that no other run of DUT is started. */
void regress_plan_end(struct regress *r, size_t dut);
/* Returns true, and the index of the next run to start in *RET_INDEX, if there is one. */
bool regress_next(struct regress *r, size_t *ret_index);

/* regress_groups.c: the groups on the console. */
/* Prints a block for the largest group, three lines for each other one as long as the log has room for them, and the number of findings by rule. */
void regress_groups_print(struct regress *r);

/* Returns true if the run of some file has not been started yet. */
bool regress_files_left(const struct regress *r);

/* regress_end.c */
/* Returns within how many seconds the whole regression must be over, by .budget or by .seconds of the options; 0: there is no
 * such limit. */
double regress_limit(const struct regress *r);
/* Returns for how many seconds runs go on, so that the failures can be looked at within regress_limit(), too; HUGE_VAL without one. */
double regress_runs_limit(const struct regress *r);
/* Reduces the representative of each of the largest groups, within the budget, and repeats it in the traced program to make
 * waves. */
void regress_look_closer(struct regress *r);
/* Prints the last line. Returns the exit status. */
int regress_conclude(struct regress *r);
#endif
