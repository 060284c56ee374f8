/* SPDX-License-Identifier: Apache-2.0 */
/* The history as an SQLite database. Each finished run is one transaction, so that the database holds it whatever happens to the process. */
#ifndef PAUSEBENCH_DATABASE_H
#define PAUSEBENCH_DATABASE_H
#include "content.h"

#include <sqlite3.h>

/* The format of the tables; a change of them needs a new number. */
#define HISTORY_FORMAT 1
/* How many regressions are kept, and for how many of them a passed content that no run needed. */
#define HISTORY_REGRESSIONS 50
#define HISTORY_CONTENTS 10

enum history_outcome { HISTORY_NEVER, HISTORY_PASSED, HISTORY_FAILED };
/* How the outcome of a run differs from the one before. */
enum history_change { CHANGE_NONE, CHANGE_NEW, CHANGE_FIXED, CHANGE_FLAKY, CHANGE_STILL };

/* A run as a row. */
struct history_run {
	sqlite3_int64 test;
	enum history_outcome outcome;
	bool has_content;
	struct content_hash content;
	bool passed_before;
	enum history_change change;
	double seconds;
	const struct finding *first; /* NULL: none */
	uint64_t findings;
	const void *result; /* result_pack(), or NULL */
	size_t result_size;
};

/* What is run again in each regression. */
struct history_test {
	const char *dut, *name, *options;
	sqlite3_int64 id;
	enum history_outcome outcome; /* the newest one */
	bool has_content;
	struct content_hash content; /* that had it */
};
struct history_regression {
	sqlite3_int64 id;
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
	bool make; /* .path is made if it is missing */
	struct history_statements s;
};

/* Opens PATH; makes it if WRITE and it is missing. Refuses a file that is no history, is damaged or has another format, and says how to go on. 0 or a
 * negative errno with the line. */
int database_open(struct database *d, const char *path, bool write, struct env_error *ret_error);
void database_close(struct database *d);
/* Closes D and removes its files, of which there was none before. */
void database_remove(struct database *d);
/* Writes the line of the newest error of D and returns a negative errno. */
int database_fail(struct database *d, struct env_error *ret_error);
/* Carries out SQL without results. 0 or a negative errno with the line. */
int database_do(struct database *d, const char *sql, struct env_error *ret_error);

/* Begins a regression of SELECTION, removes those that are too old, and sets *RET_ID. 0 or a negative errno with the line. */
int database_begin(struct database *d, const char *selection, const char *shard, const char *version, const char *program,
                   sqlite3_int64 *ret_id, struct env_error *ret_error);
int database_end(struct database *d, sqlite3_int64 id, const char *verdict, struct env_error *ret_error);
/* Regression ID goes on. */
int database_again(struct database *d, sqlite3_int64 id, struct env_error *ret_error);
/* The newest regression of SELECTION that was interrupted and has a run; the newest one of all. RET->id is 0 if there is none. */
int database_unfinished(struct database *d, const char *selection, struct history_regression *ret, struct env_error *ret_error);
int database_newest(struct database *d, struct history_regression *ret, struct env_error *ret_error);

/* Finds TEST by its first three members and fills the others; adds it if it is not there and ADD, else .id is 0. */
int database_test(struct database *d, struct history_test *test, bool add, struct env_error *ret_error);
/* The packed result of a passed content, valid until database_release(). False: none. */
bool database_content(struct database *d, const struct content_hash *content, const void **ret_data, size_t *ret_size);
/* Enters RUN of REGRESSION; one transaction, unless the caller has begun one. */
int database_enter(struct database *d, sqlite3_int64 regression, const struct history_run *run, struct env_error *ret_error);
/* Reads the run of TEST in REGRESSION; RET->result is valid until database_release(). False if there is none. */
bool database_run(struct database *d, sqlite3_int64 regression, sqlite3_int64 test, struct history_run *ret);
void database_release(struct database *d);
#endif
