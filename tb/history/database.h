/* SPDX-License-Identifier: Apache-2.0 */
/* The history as an SQLite database with a journal of the newest runs, so that it holds each finished run whatever happens to the process. */
#ifndef PAUSEBENCH_DATABASE_H
#define PAUSEBENCH_DATABASE_H
#include "journal.h"

#include <sqlite3.h>

/* The format of the tables; a change of them needs a new number. */
#define HISTORY_FORMAT 1
/* So many regressions are kept, and a passed content for so many of them after the last run that needed it. */
#define HISTORY_REGRESSIONS 50
#define HISTORY_CONTENTS 10

/* A stimulus or seed on a DUT, which each regression runs again. */
struct history_test {
	const char *dut, *name, *options;
	int64_t id;
	enum history_outcome outcome; /* the newest outcome */
	bool has_content;
	struct content_hash content; /* the content that had it */
};
struct history_regression {
	int64_t id;
	char began[32], selection[4096], shard[32], program[32];
	bool ended;
	int64_t runs;
};

struct history_statements {
	sqlite3_stmt *find_test, *add_test, *set_test, *find_content, *set_content, *touch_content, *drop_content, *find_run,
	    *set_run;
};
struct database {
	sqlite3 *db;
	const char *path;
	bool make;  /* .path is made if it is missing */
	bool still; /* database_stand_still() */
	struct journal journal;
	char note[PATH_MAX * 2 + 256]; /* a line for the user about the journal, or "" */
	struct history_statements s;
};

/* Opens PATH, which with WRITE is made if it is missing, and enters the runs of its journal. Refuses a file that is no history,
 * is damaged or has another format, and says how to go on. Returns 0 or a negative errno with the line. */
int database_open(struct database *d, const char *path, bool write, struct env_error *ret_error);
void database_close(struct database *d);
/* Closes D and removes its files, none of which was there before. */
void database_remove(struct database *d);
/* Writes the line of the newest error of D and returns a negative errno. */
int database_fail(struct database *d, struct env_error *ret_error);
/* Carries out SQL without results. Returns 0 or a negative errno with the line. */
int database_do(struct database *d, const char *sql, struct env_error *ret_error);

/* Enters the runs of the journal. Returns 0, or a negative errno with the line; in this case the journal still has them. */
int database_drain(struct database *d, struct env_error *ret_error);
/* With STILL, reads from now on return the state of the last drain, so that no read has to look whether another process has
 * written. */
int database_stand_still(struct database *d, bool still, struct env_error *ret_error);

/* Begins a regression of SELECTION, removes regressions that are too old, and sets *RET_ID. Returns 0 or a negative errno with
 * the line. */
int database_begin(struct database *d, const char *selection, const char *shard, const char *version, const char *program,
                   int64_t *ret_id, struct env_error *ret_error);
int database_end(struct database *d, int64_t id, const char *verdict, struct env_error *ret_error);
/* Notes that the interrupted regression ID goes on. */
int database_again(struct database *d, int64_t id, struct env_error *ret_error);
/* Fill in the newest regression of SELECTION that was interrupted and has a run; and the newest one of all. RET->id is 0 if there
 * is none. */
int database_unfinished(struct database *d, const char *selection, struct history_regression *ret, struct env_error *ret_error);
int database_newest(struct database *d, struct history_regression *ret, struct env_error *ret_error);
/* Sets *RET to a number that distinguishes regression ID of D from one with the same ID in another database; 0 if there is no
 * such regression. */
int database_identity(struct database *d, int64_t id, uint64_t *ret, struct env_error *ret_error);

/* Finds TEST by its first three members and fills in the others; .id is 0 if it is not there. */
int database_test(struct database *d, struct history_test *test, struct env_error *ret_error);
/* Returns true, with the packed result, if CONTENT has passed. The result is valid until database_release(). */
bool database_content(struct database *d, const struct content_hash *content, const void **ret_data, size_t *ret_size);
/* Reads the run of TEST in REGRESSION into RET, without its names and texts. RET->result is valid until database_release().
 * Returns false if there is no such run. */
bool database_run(struct database *d, int64_t regression, int64_t test, struct history_run *ret);
void database_release(struct database *d);
#endif
