/* SPDX-License-Identifier: Apache-2.0 */
/* The history as an SQLite database.
 *
 *     regression   a row for each regression: what it was to run, when it began and ended, its verdict
 *     test         a row for each stimulus or seed on a DUT, which each regression runs again, and how it ended last
 *     content      the results of passed contents (content.h), which later regressions take over
 *     run          how a test ended in a regression; of a failed run its first finding and its whole result
 *
 * A run that ends is in the journal (journal.h) when the call returns, so that a killed process loses nothing that it had entered. From there many runs at a
 * time go into the database in one transaction; whoever opens the database enters the runs that a killed process left. SQLite's own log is a write-ahead
 * log. Not even a crash of the operating system damages the database, but it may lose the newest runs. */
#include "database.h"

#include "base/sha256.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)
/* "paus", so that file(1) and SQLite tell it from other databases. */
#define APPLICATION_ID 1885435251
enum { BUSY_MS = 10000 };

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE regression(id INTEGER PRIMARY KEY, began TEXT, ended TEXT, verdict TEXT, selection TEXT, shard TEXT, "
    "version TEXT, program TEXT);"
    "CREATE TABLE test(id INTEGER PRIMARY KEY, dut TEXT, name TEXT, options TEXT, outcome INTEGER, content BLOB, "
    "regression INTEGER, UNIQUE(dut, name, options));"
    "CREATE TABLE content(hash BLOB PRIMARY KEY, regression INTEGER, result BLOB) WITHOUT ROWID;"
    "CREATE TABLE run(regression INTEGER, test INTEGER, outcome INTEGER, content BLOB, passed_before INTEGER, "
    "change INTEGER, seconds REAL, findings INTEGER, rule TEXT, what TEXT, expected TEXT, actual TEXT, cycle INTEGER, "
    "result BLOB, PRIMARY KEY(regression, test)) WITHOUT ROWID;"
    "PRAGMA application_id = " TEXT_OF(APPLICATION_ID) ";"
						       "PRAGMA user_version = " TEXT_OF(HISTORY_FORMAT) ";"
													"COMMIT;";

static const struct {
	size_t at;
	const char *sql;
} statements[] = {
#define STATEMENT(name) offsetof(struct history_statements, name)
	{ STATEMENT(find_test), "SELECT id, outcome, content FROM test WHERE dut = ?1 AND name = ?2 AND options = ?3" },
	{ STATEMENT(add_test), "INSERT INTO test(dut, name, options, outcome) VALUES(?1, ?2, ?3, 0)" },
	{ STATEMENT(set_test), "UPDATE test SET outcome = ?2, content = ?3, regression = ?4 WHERE id = ?1" },
	{ STATEMENT(find_content), "SELECT result FROM content WHERE hash = ?1" },
	{ STATEMENT(set_content), "INSERT OR REPLACE INTO content VALUES(?1, ?2, ?3)" },
	{ STATEMENT(touch_content), "UPDATE content SET regression = ?2 WHERE hash = ?1" },
	{ STATEMENT(drop_content), "DELETE FROM content WHERE hash = ?1" },
	{ STATEMENT(find_run),
	  "SELECT outcome, content, passed_before, change, seconds, result FROM run WHERE regression = ?1 AND test = ?2" },
	{ STATEMENT(set_run), "INSERT OR REPLACE INTO run VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)" },
#undef STATEMENT
};

static sqlite3_stmt **statement_at(struct database *d, size_t at)
{
	return (sqlite3_stmt **)(void *)((char *)&d->s + at);
}

/* ---- errors ---- */

static int refuse_file(struct database *d, const char *why, struct env_error *ret_error)
{
	return env_refuse(ret_error, "%s %s; name another file with --history, or move this one away and a new one is begun",
	                  d->path, why);
}

int database_fail(struct database *d, struct env_error *ret_error)
{
	int code = d->db ? sqlite3_extended_errcode(d->db) : SQLITE_NOMEM, number = d->db ? sqlite3_system_errno(d->db) : ENOMEM;

	switch (code & 0xFF) {
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return refuse_file(d, "is damaged or no history of pausebench", ret_error);
	case SQLITE_FULL:
		return env_fail(ret_error, ENOSPC, "cannot write %s", d->path);
	case SQLITE_READONLY:
		return env_fail(ret_error, EACCES, "cannot write %s", d->path);
	case SQLITE_IOERR:
		return env_fail(ret_error, number ? number : EIO, "cannot write %s", d->path);
	case SQLITE_CANTOPEN: /* a file that cannot be made is missing, too */
		return env_fail(ret_error, number && !(d->make && number == ENOENT) ? number : EACCES, "cannot open %s", d->path);
	case SQLITE_NOMEM:
		return env_fail(ret_error, ENOMEM, "cannot read %s", d->path);
	case SQLITE_BUSY:
		return env_refuse(ret_error, "%s is in use by another program; wait for it, or name another file with --history",
		                  d->path);
	default:
		return env_refuse(ret_error, "%s: %s; name another file with --history", d->path, sqlite3_errmsg(d->db));
	}
}

int database_do(struct database *d, const char *sql, struct env_error *ret_error)
{
	return sqlite3_exec(d->db, sql, NULL, NULL, NULL) ? database_fail(d, ret_error) : 0;
}

/* Puts the number that SQL selects into *RET_VALUE. */
static int number_of(struct database *d, const char *sql, int64_t *ret_value, struct env_error *ret_error)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(d->db, sql, -1, &s, NULL);

	if (!rc && sqlite3_step(s) == SQLITE_ROW)
		*ret_value = sqlite3_column_int64(s, 0);
	return sqlite3_finalize(s) || rc ? database_fail(d, ret_error) : 0;
}

/* ---- to open ---- */

/* Refuses a file of another program or format; makes the tables in an empty file. */
static int check_format(struct database *d, bool write, struct env_error *ret_error)
{
	int64_t application = 0, format = 0, tables = 0;
	char why[96];
	int rc = number_of(d, "PRAGMA application_id", &application, ret_error);

	if (!rc)
		rc = number_of(d, "PRAGMA user_version", &format, ret_error);
	if (!rc)
		rc = number_of(d, "SELECT count(*) FROM sqlite_master", &tables, ret_error);
	if (rc)
		return rc;
	if (!tables && !application && write)
		return database_do(d, schema, ret_error);
	if (application != APPLICATION_ID)
		return refuse_file(d, "is no history of pausebench", ret_error);
	if (format != HISTORY_FORMAT) {
		snprintf(why, sizeof(why), "has format %" PRId64 ", which another version of pausebench wrote; this one has %d",
		         (int64_t)format, HISTORY_FORMAT);
		return refuse_file(d, why, ret_error);
	}
	return 0;
}

static int prepare(struct database *d, struct env_error *ret_error)
{
	for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++)
		if (sqlite3_prepare_v3(d->db, statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT, statement_at(d, statements[i].at),
		                       NULL))
			return sqlite3_errcode(d->db) == SQLITE_ERROR ? refuse_file(d, "lacks tables of a history", ret_error)
			                                              : database_fail(d, ret_error);
	return 0;
}

int database_open(struct database *d, const char *path, bool write, struct env_error *ret_error)
{
	int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE, rc;

	*d = (struct database){ .path = path, .make = write };
	journal_init(&d->journal, path);
	if (sqlite3_open_v2(path, &d->db, flags | SQLITE_OPEN_NOMUTEX, NULL))
		return database_fail(d, ret_error);
	sqlite3_extended_result_codes(d->db, 1);
	sqlite3_busy_timeout(d->db, BUSY_MS);
	rc = check_format(d, write, ret_error);
	if (!rc && write && sqlite3_db_readonly(d->db, NULL))
		rc = env_fail(ret_error, EACCES, "cannot write %s", path);
	if (!rc)
		rc = database_do(d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000",
		                 ret_error);
	if (!rc)
		rc = prepare(d, ret_error);
	return rc ? rc : database_drain(d, ret_error);
}

void database_close(struct database *d)
{
	for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++)
		sqlite3_finalize(*statement_at(d, statements[i].at));
	sqlite3_close(d->db);
	if (d->path)
		journal_close(&d->journal);
	*d = (struct database){ 0 };
}

void database_remove(struct database *d)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", "-journal", "-runs" };
	const char *path = d->path;
	char name[PATH_MAX];

	database_close(d);
	for (size_t i = 0; path && i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);
		unlink(name);
	}
}

/* ---- regressions ---- */

/* Removes rows that are too old. The newest regression has been entered already. */
static int prune(struct database *d, struct env_error *ret_error)
{
#define OLDER_THAN(kept) "<= (SELECT max(id) FROM regression) - " TEXT_OF(kept) ";"
	return database_do(
	    d,
	    "DELETE FROM run WHERE regression " OLDER_THAN(HISTORY_REGRESSIONS) "DELETE FROM test WHERE regression " OLDER_THAN(
		HISTORY_REGRESSIONS) "DELETE FROM content WHERE regression " OLDER_THAN(HISTORY_CONTENTS) "DELETE FROM "
													  "regression WHERE "
													  "id " OLDER_THAN(
													      HISTORY_REGRESSIONS),
	    ret_error);
#undef OLDER_THAN
}

/* Carries out SQL with up to four texts as parameters, and before them ID unless it is 0. */
static int do_with(struct database *d, const char *sql, int64_t id, const char *const *texts, int count,
                   struct env_error *ret_error)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(d->db, sql, -1, &s, NULL);

	if (!rc && id)
		rc = sqlite3_bind_int64(s, 1, id);
	for (int i = 0; i < count && !rc; i++)
		rc = sqlite3_bind_text(s, i + 1 + (id != 0), texts[i], -1, SQLITE_STATIC);
	if (!rc)
		sqlite3_step(s);
	return sqlite3_finalize(s) || rc ? database_fail(d, ret_error) : 0;
}

int database_begin(struct database *d, const char *selection, const char *shard, const char *version, const char *program,
                   int64_t *ret_id, struct env_error *ret_error)
{
	const char *const texts[] = { selection, shard, version, program };
	int rc = do_with(d,
	                 "INSERT INTO regression(began, selection, shard, version, program) "
	                 "VALUES(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4)",
	                 0, texts, 4, ret_error);

	*ret_id = sqlite3_last_insert_rowid(d->db);
	return rc ? rc : prune(d, ret_error);
}

int database_end(struct database *d, int64_t id, const char *verdict, struct env_error *ret_error)
{
	return do_with(d, "UPDATE regression SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), verdict = ?2 WHERE id = ?1", id,
	               &verdict, 1, ret_error);
}

int database_again(struct database *d, int64_t id, struct env_error *ret_error)
{
	return do_with(d, "UPDATE regression SET ended = NULL, verdict = NULL WHERE id = ?1", id, NULL, 0, ret_error);
}

/* Reads the row that SQL selects: id, began, selection, shard, ended, runs, program. */
static int read_regression(struct database *d, const char *sql, const char *selection, struct history_regression *ret,
                           struct env_error *ret_error)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(d->db, sql, -1, &s, NULL);

	*ret = (struct history_regression){ 0 };
	if (!rc && selection)
		rc = sqlite3_bind_text(s, 1, selection, -1, SQLITE_STATIC);
	if (!rc && sqlite3_step(s) == SQLITE_ROW) {
		ret->id = sqlite3_column_int64(s, 0);
		snprintf(ret->began, sizeof(ret->began), "%s", (const char *)sqlite3_column_text(s, 1));
		snprintf(ret->selection, sizeof(ret->selection), "%s", (const char *)sqlite3_column_text(s, 2));
		snprintf(ret->shard, sizeof(ret->shard), "%s", (const char *)sqlite3_column_text(s, 3));
		ret->ended = sqlite3_column_type(s, 4) != SQLITE_NULL;
		ret->runs = sqlite3_column_int64(s, 5);
		snprintf(ret->program, sizeof(ret->program), "%s", (const char *)sqlite3_column_text(s, 6));
	}
	return sqlite3_finalize(s) || rc ? database_fail(d, ret_error) : 0;
}

#define REGRESSION_COLUMNS                                                                                                    \
	"SELECT id, began, selection, shard, ended, (SELECT count(*) FROM run WHERE run.regression = r.id) AS runs, program " \
	"FROM regression r "

int database_unfinished(struct database *d, const char *selection, struct history_regression *ret, struct env_error *ret_error)
{
	return read_regression(d,
	                       REGRESSION_COLUMNS
	                       "WHERE (verdict IS NULL OR verdict = 'partial') AND selection = ?1 AND runs > 0 "
	                       "ORDER BY id DESC LIMIT 1",
	                       selection, ret, ret_error);
}

int database_newest(struct database *d, struct history_regression *ret, struct env_error *ret_error)
{
	return read_regression(d, REGRESSION_COLUMNS "ORDER BY id DESC LIMIT 1", NULL, ret, ret_error);
}

int database_identity(struct database *d, int64_t id, uint64_t *ret, struct env_error *ret_error)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(d->db, "SELECT began || ' ' || program || ' ' || selection FROM regression WHERE id = ?1", -1,
	                            &s, NULL);

	*ret = 0;
	if (!rc)
		rc = sqlite3_bind_int64(s, 1, id);
	if (!rc && sqlite3_step(s) == SQLITE_ROW && sqlite3_column_text(s, 0)) {
		uint8_t hash[SHA256_OCTETS];
		sha256(sqlite3_column_text(s, 0), (size_t)sqlite3_column_bytes(s, 0), hash);
		memcpy(ret, hash, sizeof(*ret));
	}
	return sqlite3_finalize(s) || rc ? database_fail(d, ret_error) : 0;
}

/* ---- tests, contents, runs ---- */

/* Ends the use of a statement. Returns 0 or a negative errno with the line. */
static int done(struct database *d, sqlite3_stmt *s, struct env_error *ret_error)
{
	int rc = sqlite3_reset(s) ? database_fail(d, ret_error) : 0;

	sqlite3_clear_bindings(s);
	return rc;
}

static void bind_hash(sqlite3_stmt *s, int at, bool has, const struct content_hash *hash)
{
	if (has)
		sqlite3_bind_blob(s, at, hash->octet, CONTENT_OCTETS, SQLITE_STATIC);
}

static bool column_hash(sqlite3_stmt *s, int at, struct content_hash *ret)
{
	if (sqlite3_column_bytes(s, at) != CONTENT_OCTETS)
		return false;
	memcpy(ret->octet, sqlite3_column_blob(s, at), CONTENT_OCTETS);
	return true;
}

static void bind_name(sqlite3_stmt *s, const struct history_test *test)
{
	sqlite3_bind_text(s, 1, test->dut, -1, SQLITE_STATIC);
	sqlite3_bind_text(s, 2, test->name, -1, SQLITE_STATIC);
	sqlite3_bind_text(s, 3, test->options, -1, SQLITE_STATIC);
}

int database_test(struct database *d, struct history_test *test, struct env_error *ret_error)
{
	sqlite3_stmt *s = d->s.find_test;

	test->id = 0;
	test->outcome = HISTORY_NEVER;
	test->has_content = false;
	bind_name(s, test);
	if (sqlite3_step(s) == SQLITE_ROW) {
		test->id = sqlite3_column_int64(s, 0);
		test->outcome = (enum history_outcome)sqlite3_column_int(s, 1);
		test->has_content = column_hash(s, 2, &test->content);
	}
	return done(d, s, ret_error);
}

/* Finds TEST, or adds it. */
static int make_test(struct database *d, struct history_test *test, struct env_error *ret_error)
{
	sqlite3_stmt *s = d->s.add_test;
	int rc = database_test(d, test, ret_error);

	if (rc || test->id)
		return rc;
	bind_name(s, test);
	sqlite3_step(s);
	rc = done(d, s, ret_error);
	test->id = sqlite3_last_insert_rowid(d->db);
	return rc;
}

bool database_content(struct database *d, const struct content_hash *content, const void **ret_data, size_t *ret_size)
{
	sqlite3_stmt *s = d->s.find_content;

	sqlite3_reset(s);
	bind_hash(s, 1, true, content);
	if (sqlite3_step(s) != SQLITE_ROW) {
		sqlite3_reset(s);
		return false;
	}
	*ret_data = sqlite3_column_blob(s, 0);
	*ret_size = (size_t)sqlite3_column_bytes(s, 0);
	return *ret_data;
}

bool database_run(struct database *d, int64_t regression, int64_t test, struct history_run *ret)
{
	sqlite3_stmt *s = d->s.find_run;

	sqlite3_reset(s);
	*ret = (struct history_run){ .outcome = HISTORY_NEVER };
	sqlite3_bind_int64(s, 1, regression);
	sqlite3_bind_int64(s, 2, test);
	if (sqlite3_step(s) != SQLITE_ROW) {
		sqlite3_reset(s);
		return false;
	}
	ret->outcome = (enum history_outcome)sqlite3_column_int(s, 0);
	ret->has_content = column_hash(s, 1, &ret->content);
	ret->passed_before = sqlite3_column_int(s, 2);
	ret->change = (enum history_change)sqlite3_column_int(s, 3);
	ret->seconds = sqlite3_column_double(s, 4);
	ret->result = sqlite3_column_blob(s, 5);
	ret->result_size = (size_t)sqlite3_column_bytes(s, 5);
	return true;
}

void database_release(struct database *d)
{
	sqlite3_reset(d->s.find_run);
	sqlite3_reset(d->s.find_content);
}

/* Enters the content of RUN if it passed; if it failed, removes an earlier pass of the same content. */
static int enter_content(struct database *d, const struct history_run *run, struct env_error *ret_error)
{
	bool keep = run->outcome == HISTORY_PASSED && run->change != CHANGE_FLAKY;
	sqlite3_stmt *s = !keep ? d->s.drop_content : run->result ? d->s.set_content : d->s.touch_content;

	if (!run->has_content)
		return 0;
	sqlite3_reset(d->s.find_content);
	bind_hash(s, 1, true, &run->content);
	if (keep)
		sqlite3_bind_int64(s, 2, run->regression);
	if (s == d->s.set_content)
		sqlite3_bind_blob(s, 3, run->result, (int)run->result_size, SQLITE_STATIC);
	sqlite3_step(s);
	return done(d, s, ret_error);
}

static int enter_run(struct database *d, int64_t test, const struct history_run *run, struct env_error *ret_error)
{
	sqlite3_stmt *s = d->s.set_run;
	bool failed = run->outcome == HISTORY_FAILED;

	sqlite3_bind_int64(s, 1, run->regression);
	sqlite3_bind_int64(s, 2, test);
	sqlite3_bind_int(s, 3, (int)run->outcome);
	bind_hash(s, 4, run->has_content, &run->content);
	sqlite3_bind_int(s, 5, run->passed_before);
	sqlite3_bind_int(s, 6, (int)run->change);
	sqlite3_bind_double(s, 7, run->seconds);
	sqlite3_bind_int64(s, 8, (int64_t)run->findings);
	if (*run->rule) {
		sqlite3_bind_text(s, 9, run->rule, -1, SQLITE_STATIC);
		sqlite3_bind_text(s, 10, run->what, -1, SQLITE_STATIC);
		sqlite3_bind_text(s, 11, run->expected, -1, SQLITE_STATIC);
		sqlite3_bind_text(s, 12, run->actual, -1, SQLITE_STATIC);
		sqlite3_bind_int64(s, 13, (int64_t)run->cycle);
	}
	if (failed && run->has_content)
		sqlite3_bind_blob(s, 14, run->result, (int)run->result_size, SQLITE_STATIC);
	sqlite3_step(s);
	return done(d, s, ret_error);
}

/* ---- from the journal ---- */

/* A drain under way. */
struct draining {
	struct database *d;
	int64_t regression; /* the regression of the last run */
	uint64_t identity;
};

static int drain_begin(void *context, struct env_error *ret_error)
{
	struct draining *draining = context;

	return database_do(draining->d, "BEGIN IMMEDIATE", ret_error);
}

/* Enters a run. To enter it again changes nothing. */
static int drain_run(void *context, const struct history_run *run, bool *ret_known, struct env_error *ret_error)
{
	struct history_test test = { .dut = run->dut, .name = run->name, .options = run->options };
	struct draining *draining = context;
	struct database *d = draining->d;
	sqlite3_stmt *s = d->s.set_test;
	int rc = 0;

	if (run->regression != draining->regression)
		rc = database_identity(d, run->regression, &draining->identity, ret_error);
	draining->regression = run->regression;
	*ret_known = draining->identity && draining->identity == run->identity;
	if (rc || !*ret_known)
		return rc;
	rc = make_test(d, &test, ret_error);
	if (!rc)
		rc = enter_content(d, run, ret_error);
	if (!rc)
		rc = enter_run(d, test.id, run, ret_error);
	if (rc)
		return rc;
	sqlite3_bind_int64(s, 1, test.id);
	sqlite3_bind_int(s, 2, (int)run->outcome);
	bind_hash(s, 3, run->has_content, &run->content);
	sqlite3_bind_int64(s, 4, run->regression);
	sqlite3_step(s);
	return done(d, s, ret_error);
}

static int drain_end(void *context, struct env_error *ret_error)
{
	struct draining *draining = context;

	return database_do(draining->d, "COMMIT", ret_error);
}

int database_stand_still(struct database *d, bool still, struct env_error *ret_error)
{
	int rc = still == d->still ? 0 : database_do(d, still ? "BEGIN" : "COMMIT", ret_error);

	d->still = still && !rc;
	return rc;
}

int database_drain(struct database *d, struct env_error *ret_error)
{
	struct draining draining = { .d = d };
	const struct journal_reader reader = { &draining, drain_begin, drain_run, drain_end };
	struct journal_tally tally;
	struct env_error unused;
	char left[PATH_MAX];
	bool still = d->still;
	int rc = database_stand_still(d, false, ret_error);

	if (rc)
		return rc;
	rc = journal_drain(&d->journal, &reader, &tally, ret_error);
	if (rc && !sqlite3_get_autocommit(d->db))
		database_do(d, "ROLLBACK", &unused);
	if (!rc && tally.left)
		snprintf(
		    d->note, sizeof(d->note),
		    "%zu octets of %s are no runs of this database: the file was damaged, or the database has been replaced; the "
		    "other %zu runs are entered, and the file is kept as %s",
		    tally.left, d->journal.path, tally.entered, journal_left(&d->journal, left));
	return rc ? rc : database_stand_still(d, still, ret_error);
}
