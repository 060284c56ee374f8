/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for tests of the history: a small regression, and questions to its database. */
#ifndef PAUSEBENCH_TESTS_HISTORY_SUPPORT_H
#define PAUSEBENCH_TESTS_HISTORY_SUPPORT_H
#include "support.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <string.h>

/* Runs the stimuli of the scratch folder NAME and the seeds 1 to 3 on the BCM5718. */
static inline void regress_in(struct command *c, const char *name, const char *flags)
{
	command_run(c,
	            "build/pausebench regress --dut bcm5718 --seeds 1..3 --jobs 2 --stimuli build/tests/%s/stimuli --out "
	            "build/tests/%s/r --history build/tests/%s/history.db --exercised build/tests/%s/exercised.json %s",
	            name, name, name, name, flags);
}

/* Returns the first value that SQL selects, as text that is valid until the next call. */
static inline const char *history_text(const char *path, const char *sql)
{
	static char text[256];
	sqlite3_stmt *s = NULL;
	sqlite3 *db;

	cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK, "%s: %s", path, sqlite3_errmsg(db));
	sqlite3_busy_timeout(db, 5000); /* milliseconds; the program waits as well where another one has the database */
	cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK, "%s: %s: %s", path, sql, sqlite3_errmsg(db));
	cr_assert_eq(sqlite3_step(s), SQLITE_ROW, "%s: %s: %s", path, sql, sqlite3_errmsg(db));
	snprintf(text, sizeof(text), "%s", (const char *)sqlite3_column_text(s, 0));
	sqlite3_finalize(s);
	sqlite3_close(db);
	return text;
}

static inline json_int_t history_number(const char *path, const char *sql)
{
	return strtoll(history_text(path, sql), NULL, 10);
}

static inline void history_sql(const char *path, const char *sql)
{
	char *message = NULL;
	sqlite3 *db;

	cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK, "%s", path);
	cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, &message), SQLITE_OK, "%s: %s", sql, message);
	sqlite3_close(db);
}

/* Returns how many runs the newest line of progress in the log of a regression has. */
static inline json_int_t history_progress(const char *path)
{
	json_int_t runs = 0;
	char line[512];
	FILE *in = fopen(path, "r");
	long long n, all;

	while (in && fgets(line, sizeof(line), in))
		if (sscanf(line, "%lld/%lld runs,", &n, &all) == 2)
			runs = n;
	if (in)
		fclose(in);
	return runs;
}
#endif
