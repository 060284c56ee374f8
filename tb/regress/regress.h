/* SPDX-License-Identifier: Apache-2.0 */
/* A regression: many runs in parallel processes, one table, summary.json and junit.xml. */
#ifndef PAUSEBENCH_REGRESS_H
#define PAUSEBENCH_REGRESS_H
#include "base/env.h"
#include "rerun.h"
#include "suite.h"

#include <stdio.h>

/* The default suite has the seeds 1 to REGRESS_SEEDS_COUNT, each with REGRESS_ITEMS_DEFAULT items. */
enum { REGRESS_SEEDS_COUNT = 600, REGRESS_SEEDS_SMOKE = 4, REGRESS_ITEMS_DEFAULT = 200 };
/* How many folders of failures are kept for each group, of how many groups the stimulus is reduced, and for how many of these
 * waves are made. */
enum { REGRESS_KEEP_DEFAULT = 5, REGRESS_GROUPS_REDUCED = 8, REGRESS_WAVES_MAX = 3 };
/* How many seconds the stimuli of all groups may be reduced. */
enum { REGRESS_REDUCE_DEFAULT = 20 };

enum regress_suite {
	REGRESS_DEFAULT, /* every stimulus file, also as black box, and seeds */
	REGRESS_SMOKE,   /* the stimulus files that are not long, once, and few seeds */
	REGRESS_SEEDS,   /* seeds alone */
	REGRESS_ONCE,    /* every stimulus file once, and seeds */
	REGRESS_NIGHT,   /* the default suite with nothing left out */
};

/* The answer of a memory about a run that is about to be started. */
enum regress_recall {
	RECALL_NOTHING,
	RECALL_PASSED, /* the run passed before on the same content; it is counted apart */
	RECALL_ENDED, /* the run ended in this very regression before it was interrupted, or in a part of it on another machine */
};

struct regress_options;
/* The memory of earlier regressions (tb/history). Each function but .recall returns 0 or a negative errno with the line. */
struct regress_memory {
	void *context;
	bool only; /* a run that is not recalled is not started; it counts as missing */
	/* Called before anything is written. */
	int (*begin)(void *context, const struct regress_options *options, struct env_error *ret_error);
	/* Called before RUN is started with OPTIONS; fills RET unless it returns RECALL_NOTHING. */
	enum regress_recall (*recall)(void *context, const struct suite_run *run, const struct run_options *options,
	                              struct pool_result *ret);
	/* Called when RUN, for which .recall was called, has ended, also if it was recalled. */
	int (*ended)(void *context, const struct suite_run *run, const struct pool_result *result, struct env_error *ret_error);
	/* Called after the table; prints into LOG what has changed since the last regression. */
	int (*end)(void *context, const struct suite *suite, FILE *log, struct env_error *ret_error);
};

/* Makes the runs of a regression of one DUT while it goes on, in place of a suite (tb/fuzz). */
struct regress_feed {
	void *context;
	uint64_t runs; /* how many runs there will be; 0: as many as .seconds of the options allow */
	/* Fills in .name and .source of the next run. Returns false if there is none now; it is called again after the next
	 * .ended. */
	bool (*next)(void *context, struct suite_run *run);
	/* Called when RUN has ended, and before a failure is saved. It may give RUN another source, by which the run is repeated.
	 * RESULT has what the run reached. Returns 0 or a negative errno with the line. */
	int (*ended)(void *context, struct suite_run *run, const struct pool_result *result, struct env_error *ret_error);
};

struct regress_options {
	const struct dut *const *duts;
	size_t dut_count;
	enum regress_suite suite;
	/* For the default suite and smoke: leave out the files, and with .chosen_seeds the seeds, that add nothing to what the
	 * others find and reach (chosen.h). The seeds then are those of the suite, with as many items as it has. */
	bool chosen, chosen_seeds;
	uint32_t seed_from, seed_to; /* both included */
	double seconds;              /* > 0: seeds go on from seed_from until the time is over */
	size_t items;                /* items of each seed */
	const char *scenarios;       /* the scenarios of seeds, names between commas; NULL: all */
	/* Run only stimuli whose name contains this text, and seeds of the scenarios whose names contain it; NULL: all. Not
	 * together with .scenarios. */
	const char *only;
	const struct rerun *rerun;       /* run these in place of a suite; or NULL */
	const struct regress_feed *feed; /* run those of the feed in place of a suite; or NULL */
	double budget;                   /* > 0: no run goes on for longer than these seconds after the start */
	unsigned shard, shards;          /* run only part .shard, 1 or more, of .shards; 0: all runs */
	unsigned jobs;
	uint64_t max_failures;                    /* stop a DUT after so many failing runs of it; 0: never */
	size_t keep;                              /* folders to keep for each group of failures; 0: REGRESS_KEEP_DEFAULT */
	double reduce_seconds;                    /* how long the stimuli of the groups may be reduced; 0: they are not */
	const char *out, *junit;                  /* junit NULL: OUT/junit.xml */
	const char *coverage;                     /* where to write what the runs reached (coverage/coverage.h), or NULL */
	const char *exercised;                    /* where to write which rules and counters the runs exercised, or NULL */
	const char *stimuli;                      /* the folder of the stimuli */
	bool black_box;                           /* all runs are black box */
	const struct measure_registers *measured; /* all runs measure the times of the DUT's reactions; or NULL */
	/* called for each run that has ended, and with RESULT NULL for one that the plan skips; may be NULL */
	void (*ended)(void *context, const struct suite_run *run, const struct pool_result *result);
	void *context;
	const struct regress_memory *memory; /* NULL: every run is run, and nothing is remembered */
	uint64_t max_cycles;                 /* as in run_options */
	double max_seconds;
	/* a shell command that builds the traced program of the DUT whose name is appended to it; or NULL */
	const char *traced;
	const char *program;     /* this program as it was called, for the lines that repeat a run */
	const atomic_bool *stop; /* may be NULL */
	FILE *log;
};

/* Returns 0 if all passed, 1 with findings, 2 if the environment failed (the line is in *ret_error), nothing ran, or the regression was interrupted
 * without a finding. After an interruption summary.json and junit.xml have the runs that had ended, marked partial. */
int regress(const struct regress_options *options, struct env_error *ret_error);
#endif
