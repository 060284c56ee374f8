/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of SQLite that the bench calls; their definitions here load the library. */
#include "library.h"

#include <sqlite3.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_SQLITE, type, name, parameters, arguments)

FUNCTION(int, sqlite3_open_v2, (const char *path, sqlite3 **ret, int flags, const char *vfs), (path, ret, flags, vfs))
FUNCTION(int, sqlite3_close, (sqlite3 * db), (db))
FUNCTION(int, sqlite3_busy_timeout, (sqlite3 * db, int milliseconds), (db, milliseconds))
FUNCTION(int, sqlite3_db_readonly, (sqlite3 * db, const char *name), (db, name))
FUNCTION(int, sqlite3_errcode, (sqlite3 * db), (db))
FUNCTION(const char *, sqlite3_errmsg, (sqlite3 * db), (db))
FUNCTION(int, sqlite3_exec,
         (sqlite3 * db, const char *sql, int (*each)(void *, int, char **, char **), void *context, char **ret_error),
         (db, sql, each, context, ret_error))
FUNCTION(int, sqlite3_extended_errcode, (sqlite3 * db), (db))
FUNCTION(int, sqlite3_extended_result_codes, (sqlite3 * db, int on), (db, on))
FUNCTION(int, sqlite3_get_autocommit, (sqlite3 * db), (db))
FUNCTION(sqlite3_int64, sqlite3_last_insert_rowid, (sqlite3 * db), (db))
FUNCTION(int, sqlite3_system_errno, (sqlite3 * db), (db))
FUNCTION(int, sqlite3_prepare_v2, (sqlite3 * db, const char *sql, int size, sqlite3_stmt **ret, const char **ret_tail),
         (db, sql, size, ret, ret_tail))
FUNCTION(int, sqlite3_prepare_v3,
         (sqlite3 * db, const char *sql, int size, unsigned flags, sqlite3_stmt **ret, const char **ret_tail),
         (db, sql, size, flags, ret, ret_tail))
FUNCTION(int, sqlite3_bind_blob, (sqlite3_stmt * row, int at, const void *data, int size, void (*release)(void *)),
         (row, at, data, size, release))
FUNCTION(int, sqlite3_bind_double, (sqlite3_stmt * row, int at, double value), (row, at, value))
FUNCTION(int, sqlite3_bind_int, (sqlite3_stmt * row, int at, int value), (row, at, value))
FUNCTION(int, sqlite3_bind_int64, (sqlite3_stmt * row, int at, sqlite3_int64 value), (row, at, value))
FUNCTION(int, sqlite3_bind_text, (sqlite3_stmt * row, int at, const char *text, int size, void (*release)(void *)),
         (row, at, text, size, release))
FUNCTION(int, sqlite3_clear_bindings, (sqlite3_stmt * row), (row))
FUNCTION(int, sqlite3_step, (sqlite3_stmt * row), (row))
FUNCTION(int, sqlite3_reset, (sqlite3_stmt * row), (row))
FUNCTION(int, sqlite3_finalize, (sqlite3_stmt * row), (row))
FUNCTION(const void *, sqlite3_column_blob, (sqlite3_stmt * row, int at), (row, at))
FUNCTION(int, sqlite3_column_bytes, (sqlite3_stmt * row, int at), (row, at))
FUNCTION(double, sqlite3_column_double, (sqlite3_stmt * row, int at), (row, at))
FUNCTION(int, sqlite3_column_int, (sqlite3_stmt * row, int at), (row, at))
FUNCTION(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * row, int at), (row, at))
FUNCTION(const unsigned char *, sqlite3_column_text, (sqlite3_stmt * row, int at), (row, at))
FUNCTION(int, sqlite3_column_type, (sqlite3_stmt * row, int at), (row, at))
