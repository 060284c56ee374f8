/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces the description of a link that fails. */
#ifndef PAUSEBENCH_LINK_REDUCE_H
#define PAUSEBENCH_LINK_REDUCE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link_finding.h"

struct link_reduction {
	/* How many keys and statements the description has beside the ends, their DUTs and the seed. */
	unsigned words_before, words_after;
	unsigned runs;
	double seconds;
	bool again;                  /* the first finding of the link occurred again */
	bool whole;                  /* no single word can be left out any more; false: the time was over before that was tried */
	struct link_finding finding; /* the first finding of the reduced run */
	struct link_description link;
};

/* Reduces LINK, whose run by RUN has a finding, to RET->link: leaves out what the description says beside its ends and the seed,
 * and makes times, lengths and rates simpler, as long as the first finding breaks the same rule at the same end and says the
 * same. Each run is a process of its own. The reduction ends soon after SECONDS, or after STOP, which may be NULL, returns true.
 * TARGET is the first finding that was saved; NULL: the first finding of the first run is the target. Returns 0 or negative
 * errno. */
int link_reduce(const struct link_description *link, link_run_fn *run, bool (*stop)(void), const struct link_finding *target,
                double seconds, struct link_reduction *ret, struct env_error *ret_error);

/* Reads the first finding that was saved in DIR. Returns 0 or negative errno. */
int link_saved_first(const char *dir, struct link_finding *ret, struct env_error *ret_error);
/* Runs LINK in a process of its own and saves the run in DIR, which is made, in place of an older run. The report names SELF as the
 * program. Returns 0 or negative errno. */
int link_save(const char *self, const char *dir, const struct link_description *link, link_run_fn *run, bool (*stop)(void),
              struct env_error *ret_error);
/* Saves LINK, whose process crashed or was ended with the finding FIRST, in DIR without another run. Returns 0 or negative errno. */
int link_save_broken(const char *self, const char *dir, const struct link_description *link, const struct link_finding *first,
                     struct env_error *ret_error);
/* Reduces the failure that is saved in DIR, within SECONDS, and saves the reduced link in DIR/reduced unless RET->again is false.
 * Returns 0 or negative errno. */
int link_reduce_folder(const char *self, const char *dir, double seconds, link_run_fn *run, bool (*stop)(void),
                       struct link_reduction *ret, struct env_error *ret_error);

#define LINK_FAILURES "build/link/failures" /* the folder in which failing links are saved */
enum { LINK_REDUCE_SECONDS = 20 };

/* Carries out the verb; ARGV[0] is "pausebench-link reduce", SELF the program's name as called. Returns an exit status as
 * link_suite_run() does. */
int link_reduce_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
