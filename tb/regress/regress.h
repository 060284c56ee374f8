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
/* Folders of failures that are kept of each group, groups whose stimuli are reduced, and of them those whose waves are made. */
enum { REGRESS_KEEP_DEFAULT = 5, REGRESS_GROUPS_REDUCED = 8, REGRESS_WAVES_MAX = 3 };
/* Seconds for reducing the stimuli of all groups. */
enum { REGRESS_REDUCE_DEFAULT = 20 };

enum regress_suite {
	REGRESS_DEFAULT, /* every stimulus file, also as black box, and seeds */
	REGRESS_SMOKE,   /* the stimulus files that are not long, once, and few seeds */
	REGRESS_SEEDS,   /* seeds alone */
	REGRESS_ONCE,    /* every stimulus file once, and seeds */
	REGRESS_NIGHT,   /* as the default suite, but nothing is left out */
};

/* What a memory knows of a run that is to be started. */
enum regress_recall {
	RECALL_NOTHING,
	RECALL_PASSED, /* it passed before on the same content; it is counted apart */
	RECALL_ENDED,  /* it ended in this very regression before that was interrupted, or in a part of it on another machine */
};

struct regress_options;
/* What is remembered of earlier regressions (tb/history). Each call but .recall returns 0 or a negative errno with the line. */
struct regress_memory {
	void *context;
	bool only; /* a run that is not recalled is not started but missing */
	/* Called before anything is written. */
	int (*begin)(void *context, const struct regress_options *options, struct env_error *ret_error);
	/* Called before RUN is started with OPTIONS; fills RET unless it returns RECALL_NOTHING. */
	enum regress_recall (*recall)(void *context, const struct suite_run *run, const struct run_options *options,
	                              struct pool_result *ret);
	/* Called when RUN, for which .recall was called, has ended, also if it was recalled. */
	int (*ended)(void *context, const struct suite_run *run, const struct pool_result *result, struct env_error *ret_error);
	/* Called after the table; prints into LOG what has changed. */
	int (*end)(void *context, const struct suite *suite, FILE *log, struct env_error *ret_error);
};

/* Makes the runs of a regression of one DUT while it goes on, in place of a suite (tb/fuzz). */
struct regress_feed {
	void *context;
	uint64_t runs; /* how many there will be; 0: as many as .seconds of the options allow */
	/* Fills .name and .source of the next run. False: there is none now; asked again after the next .ended. */
	bool (*next)(void *context, struct suite_run *run);
	/* Called when RUN has ended, before it is saved if it failed; it may give RUN another source, by which it is repeated. What the run reached is in
	 * RESULT. 0 or a negative errno with the line. */
	int (*ended)(void *context, struct suite_run *run, const struct pool_result *result, struct env_error *ret_error);
};

struct regress_options {
	const struct dut *const *duts;
	size_t dut_count;
	enum regress_suite suite;
	/* Of the default suite and smoke: leave out the files, and with .chosen_seeds the seeds, that add nothing to what the others find and reach
	 * (chosen.h). The seeds are then those of the suite, of as many items. */
	bool chosen, chosen_seeds;
	uint32_t seed_from, seed_to; /* both included */
	double seconds;              /* > 0: seeds go on from seed_from until the time is over */
	size_t items;                /* per seed */
	const char *scenarios;       /* of seeds: names between commas; NULL: all */
	/* Only stimuli whose name contains this text, and seeds of the scenarios whose names contain it; NULL: all. Not together with .scenarios. */
	const char *only;
	const struct rerun *rerun;       /* these runs in place of a suite; NULL: a suite */
	const struct regress_feed *feed; /* likewise; NULL: a suite */
	double budget;                   /* > 0: no run goes on for longer than these seconds after the start */
	unsigned shard, shards;          /* only part .shard, 1 or more, of .shards; 0: all runs */
	unsigned jobs;
	uint64_t max_failures;                    /* stop a DUT after so many failing runs of it; 0: never */
	size_t keep;                              /* folders per group of failures; 0: REGRESS_KEEP_DEFAULT */
	double reduce_seconds;                    /* for reducing the stimuli of the groups; 0: they are not reduced */
	const char *out, *junit;                  /* junit NULL: OUT/junit.xml */
	const char *coverage;                     /* where to write what the runs reached (coverage/coverage.h), or NULL */
	const char *exercised;                    /* where to write which rules and counters the runs exercised, or NULL */
	const char *stimuli;                      /* folder */
	bool black_box;                           /* all runs */
	const struct measure_registers *measured; /* all runs measure the times of the DUT's reactions; or NULL */
	/* called for each run that has ended, and without a result for one that the plan skips; NULL: nobody asks */
	void (*ended)(void *context, const struct suite_run *run, const struct pool_result *result);
	void *context;
	const struct regress_memory *memory; /* NULL: every run is run, and nothing is remembered */
	uint64_t max_cycles;                 /* as in run_options */
	double max_seconds;
	/* a command of a shell that builds the traced program of the DUT whose name is appended to it; NULL: none */
	const char *traced;
	const char *program;     /* as called, for the lines that repeat a run */
	const atomic_bool *stop; /* may be NULL */
	FILE *log;
};

/* Returns 0 if all passed, 1 with findings, 2 if the environment failed (the line is in *ret_error), nothing ran, or the regression was interrupted
 * without a finding. After an interruption summary.json and junit.xml have the runs that had ended, marked partial. */
int regress(const struct regress_options *options, struct env_error *ret_error);
#endif
