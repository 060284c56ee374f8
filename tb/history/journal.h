/* SPDX-License-Identifier: Apache-2.0 */
/* The journal of runs that have ended and that the database does not have yet: a file beside the database, to which each process
 * appends a run by one write. */
#ifndef PAUSEBENCH_JOURNAL_H
#define PAUSEBENCH_JOURNAL_H
#include "content.h"

#include <limits.h>

/* The format of a record; a change of it needs a new number. */
#define JOURNAL_FORMAT 1

enum history_outcome { HISTORY_NEVER, HISTORY_PASSED, HISTORY_FAILED };
/* How the outcome of a run differs from the one before. */
enum history_change { CHANGE_NONE, CHANGE_NEW, CHANGE_FIXED, CHANGE_FLAKY, CHANGE_STILL };

/* A run that has ended. */
struct history_run {
	int64_t regression;
	uint64_t identity; /* identity of the regression, since another database may have one with the same number */
	const char *dut, *name, *options;
	enum history_outcome outcome;
	bool has_content;
	struct content_hash content;
	bool passed_before;
	enum history_change change;
	double seconds;
	const char *rule, *what, *expected, *actual; /* texts of the first finding; "" if there is none */
	uint64_t cycle, findings;
	const void *result; /* octets of result_pack(), or NULL */
	size_t result_size;
};

struct journal {
	char path[PATH_MAX];
	int fd; /* -1: not open */
};

struct journal_tally {
	size_t entered; /* how many runs were entered */
	size_t left;    /* how many octets are no run of this database */
};

/* Sets J to the journal of DATABASE, without opening it. */
void journal_init(struct journal *j, const char *database);
void journal_close(struct journal *j);
/* Appends RUN, which is in the file when the call returns. If the call fails, the file is as before. Returns 0 or a negative
 * errno with the line. */
int journal_append(struct journal *j, const struct history_run *run, struct env_error *ret_error);

/* The functions that take the runs of a journal, called in this order. Each returns 0 or a negative errno with the line. */
struct journal_reader {
	void *context;
	int (*begin)(void *context, struct env_error *ret_error);
	/* Sets *RET_KNOWN if the run belongs to this database, so that it was entered. */
	int (*enter)(void *context, const struct history_run *run, bool *ret_known, struct env_error *ret_error);
	int (*end)(void *context, struct env_error *ret_error);
};
/* Hands all runs of J to READER, and removes the file unless READER fails; nobody appends meanwhile. A last record that a killed
 * process did not finish is ignored. If the file has other octets that are no record, or runs that READER does not know, they are
 * kept in the file journal_left(). READER is not called for a file that is missing or empty. Returns 0 or a negative errno with
 * the line. */
int journal_drain(struct journal *j, const struct journal_reader *reader, struct journal_tally *ret_tally,
                  struct env_error *ret_error);
/* Writes the name of the file in which journal_drain() keeps octets that it could not enter into RET. Returns RET. */
const char *journal_left(const struct journal *j, char ret[PATH_MAX]);
#endif
