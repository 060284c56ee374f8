/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces the description of a link that fails. */
#ifndef PAUSEBENCH_LINK_REDUCE_H
#define PAUSEBENCH_LINK_REDUCE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link_finding.h"

struct link_reduction {
	unsigned words_before,
	    words_after; /* key=value and statements of the description, but for the ends, their DUTs and the seed */
	unsigned runs;
	double seconds;
	bool again;                  /* false: the first finding of LINK did not occur again */
	bool whole;                  /* no word can be left out alone; false: the time was over before */
	struct link_finding finding; /* the first one of the reduced run */
	struct link_description link;
};

/* Makes RET->link of LINK, whose run by RUN has a first finding: leaves out what the description says beside its ends and the seed, and makes times,
 * lengths and rates simpler, as long as the first finding breaks the same rule at the same end and says the same. Each run is a process of its own.
 * Ends soon after SECONDS, or after STOP, which may be NULL, returns true. TARGET: the first finding that was saved, or NULL: that of the first run. 0 or
 * negative errno. */
int link_reduce(const struct link_description *link, link_run_fn *run, bool (*stop)(void), const struct link_finding *target,
                double seconds, struct link_reduction *ret, struct env_error *ret_error);

/* Reads the first finding that was saved in DIR. 0 or negative errno. */
int link_saved_first(const char *dir, struct link_finding *ret, struct env_error *ret_error);
/* Runs LINK in a process of its own and saves it in DIR, which is made, in place of an older run; its report names SELF as the program. 0 or negative
 * errno. */
int link_save(const char *self, const char *dir, const struct link_description *link, link_run_fn *run, bool (*stop)(void),
              struct env_error *ret_error);
/* Saves LINK, whose process broke with FIRST, in DIR, without a run of it. 0 or negative errno. */
int link_save_broken(const char *self, const char *dir, const struct link_description *link, const struct link_finding *first,
                     struct env_error *ret_error);
/* Reduces the failure that is saved in DIR, within SECONDS, and saves what is left in DIR/reduced unless RET->again is false. 0 or negative errno. */
int link_reduce_folder(const char *self, const char *dir, double seconds, link_run_fn *run, bool (*stop)(void),
                       struct link_reduction *ret, struct env_error *ret_error);

#define LINK_FAILURES "build/link/failures" /* the folder of failing links */
enum { LINK_REDUCE_SECONDS = 20 };
/* Returns the seconds that ARG, of an option, gives: "20" or "20s". Negative: it is no number of seconds. */
double link_reduce_seconds(const char *arg);

/* Carries out the verb; argv[0] is "pausebench-link reduce", SELF the program as called. Returns the exit status, as link_suite_run(). */
int link_reduce_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
