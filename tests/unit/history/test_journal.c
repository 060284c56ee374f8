/* SPDX-License-Identifier: Apache-2.0 */
/* The journal of runs beside the database: nothing that was appended is lost, whatever is cut, damaged or done twice. */
#include "cli_support.h"
#include "history_support.h"

#include "history/database.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char count_runs[] = "SELECT count(*) FROM run";

/* A database with a regression in a scratch folder. */
struct bench {
	char folder[64], db[96], journal[110];
	int64_t regression;
	uint64_t identity;
	struct database d;
};

static void open_database(struct bench *b)
{
	struct env_error error;

	cr_assert_eq(database_open(&b->d, b->db, true, &error), 0, "%s", error.text);
}

static void make_bench(struct bench *b, const char *name)
{
	struct env_error error;

	scratch_make(b->folder, sizeof(b->folder), name);
	snprintf(b->db, sizeof(b->db), "%s/history.db", b->folder);
	snprintf(b->journal, sizeof(b->journal), "%s-runs", b->db);
	open_database(b);
	cr_assert_eq(database_begin(&b->d, name, "0/0", "v", "p", &b->regression, &error), 0, "%s", error.text);
	cr_assert_eq(database_identity(&b->d, b->regression, &b->identity, &error), 0, "%s", error.text);
	cr_assert_neq(b->identity, 0);
}

static int append_run(struct bench *b, const char *name, struct env_error *ret_error)
{
	static const char result[40] = "a result";
	const struct history_run run = {
		.regression = b->regression,
		.identity = b->identity,
		.dut = "bcm5718",
		.name = name,
		.options = "",
		.outcome = HISTORY_FAILED,
		.has_content = true,
		.content = { { 1, 2, 3 } },
		.change = CHANGE_NEW,
		.seconds = 0.25,
		.rule = "xoff-once",
		.what = "a frame",
		.expected = "1",
		.actual = "2",
		.cycle = 77,
		.findings = 3,
		.result = result,
		.result_size = sizeof(result),
	};

	return journal_append(&b->d.journal, &run, ret_error);
}

/* Appends COUNT runs with names from FIRST on. */
static void append_runs(struct bench *b, int first, int count)
{
	struct env_error error;
	char name[32];

	for (int i = first; i < first + count; i++) {
		snprintf(name, sizeof(name), "run-%d", i);
		cr_assert_eq(append_run(b, name, &error), 0, "%s", error.text);
	}
}

static void drain(struct bench *b)
{
	struct env_error error;

	cr_assert_eq(database_drain(&b->d, &error), 0, "%s", error.text);
}

Test(journal, a_run_goes_into_the_database_with_all_that_it_has)
{
	struct bench b;

	make_bench(&b, "journal_one");
	append_runs(&b, 0, 1);
	cr_expect_eq(history_number(b.db, count_runs), 0);
	drain(&b);
	cr_expect_str_eq(history_text(b.db,
	                              "SELECT name || ' ' || run.outcome || ' ' || hex(run.content) || ' ' || change || ' ' "
	                              "|| seconds || ' ' || findings || ' ' || rule || ' ' || what || ' ' || expected || ' ' "
	                              "|| actual || ' ' || cycle || ' ' || length(result) FROM run JOIN test ON test = id"),
	                 "run-0 2 01020300000000000000000000000000 1 0.25 3 xoff-once a frame 1 2 77 40");
	cr_expect_not(file_is_there(b.journal), "an empty journal is left");
	database_close(&b.d);
}

/* A process can be killed within its write: each prefix of the last record is no run and no damage, and the runs before it are all there. */
Test(journal, a_record_that_a_killed_process_did_not_finish_is_no_run)
{
	struct bench b;
	size_t two, three;
	char *data;

	make_bench(&b, "journal_torn");
	append_runs(&b, 0, 2);
	free(file_read(b.journal, &two));
	append_runs(&b, 2, 1);
	data = file_read(b.journal, &three);
	for (size_t size = two; size < three; size++) {
		history_sql(b.db, "DELETE FROM run");
		file_write(b.journal, data, size);
		drain(&b);
		cr_expect_eq(history_number(b.db, count_runs), 2, "%zu of %zu octets", size, three);
		cr_expect_str_empty(b.d.note);
	}
	file_write(b.journal, data, three);
	drain(&b);
	cr_expect_eq(history_number(b.db, count_runs), 3);
	free(data);
	database_close(&b.d);
}

/* A process that is killed after the transaction and before it removes the journal leaves runs that are entered again. */
Test(journal, runs_that_are_entered_twice_are_there_once)
{
	struct bench b;
	size_t size;
	char *data;

	make_bench(&b, "journal_twice");
	append_runs(&b, 0, 5);
	data = file_read(b.journal, &size);
	drain(&b);
	file_write(b.journal, data, size);
	database_close(&b.d);
	open_database(&b);
	cr_expect_eq(history_number(b.db, count_runs), 5);
	cr_expect_eq(history_number(b.db, "SELECT count(*) FROM test"), 5);
	cr_expect_eq(history_number(b.db, "SELECT count(*) FROM run WHERE change = 1"), 5);
	free(data);
	database_close(&b.d);
}

/* Of a damaged journal the whole records are entered, and the file is kept; so is one with runs of a database that has been replaced. */
Test(journal, octets_that_are_no_run_of_the_database_are_kept)
{
	char left[120], *data, *kept;
	struct bench b;
	size_t one, size, kept_size;

	make_bench(&b, "journal_damaged");
	snprintf(left, sizeof(left), "%s.left", b.journal);
	append_runs(&b, 0, 1);
	free(file_read(b.journal, &one));
	append_runs(&b, 1, 2);
	data = file_read(b.journal, &size);
	data[one + one / 2] ^= 4;
	file_write(b.journal, data, size);
	drain(&b);
	cr_expect_eq(history_number(b.db, count_runs), 2);
	cr_expect_not_null(strstr(b.d.note, "the other 2 runs are entered, and the file is kept as build/tests/journal_damaged/"),
	                   "%s", b.d.note);
	kept = file_read(left, &kept_size);
	cr_expect(kept_size == size && !memcmp(kept, data, size));
	free(kept);
	free(data);
	b.identity ^= 1;
	append_runs(&b, 5, 1);
	drain(&b);
	cr_expect_eq(history_number(b.db, count_runs), 2, "a run of another database");
	free(file_read(left, &kept_size));
	cr_expect_gt(kept_size, size, "the file that was kept before is lost");
	database_close(&b.d);
}

/* Two processes append while a third one enters what there is, again and again. */
Test(journal, processes_append_while_another_one_enters)
{
	enum { WRITERS = 2, RUNS = 2000 };
	struct bench b;
	int status;

	make_bench(&b, "journal_many");
	for (int i = 0; i < WRITERS; i++) {
		pid_t child = fork();
		cr_assert_geq(child, 0);
		if (child)
			continue;
		b.d.journal.fd = -1;
		for (int k = 0; k < RUNS; k++) {
			struct env_error error;
			char name[32];
			snprintf(name, sizeof(name), "run-%d", i * RUNS + k);
			if (append_run(&b, name, &error))
				_exit(1);
		}
		_exit(0);
	}
	for (int left = WRITERS; left;) {
		drain(&b);
		if (waitpid(-1, &status, WNOHANG) > 0) {
			cr_expect(WIFEXITED(status) && !WEXITSTATUS(status));
			left--;
		}
	}
	drain(&b);
	cr_expect_eq(history_number(b.db, count_runs), WRITERS * RUNS);
	cr_expect_str_empty(b.d.note);
	database_close(&b.d);
}

Test(journal, without_room_the_file_is_as_before)
{
	struct rlimit limit;
	struct env_error error;
	struct bench b;
	size_t size, after;

	make_bench(&b, "journal_full");
	append_runs(&b, 0, 2);
	free(file_read(b.journal, &size));
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ size + 10, limit.rlim_max });
	cr_expect_eq(append_run(&b, "run-2", &error), -EFBIG);
	setrlimit(RLIMIT_FSIZE, &limit);
	cr_expect_not_null(strstr(error.text, "history.db-runs: File too large; make room there or name another place"), "%s",
	                   error.text);
	free(file_read(b.journal, &after));
	cr_expect_eq(after, size, "a part of a record is left");
	drain(&b);
	cr_expect_eq(history_number(b.db, count_runs), 2);
	database_close(&b.d);
}

Test(journal, a_regression_says_what_is_wrong_with_it)
{
	static const char journal[] = "build/tests/journal_bad/history.db-runs";
	static const unsigned char other[] = { 'P', 'B', 'r', 'n', 9, 0, 0, 0, 0, 0, 0, 0 };
	struct command c;
	size_t size;
	char folder[64], *data;

	scratch_make(folder, sizeof(folder), "journal_bad");
	mkdir("build/tests/journal_bad/stimuli", 0777);
	file_write("build/tests/journal_bad/stimuli/good.stim", passing, strlen(passing));
	file_write(journal, "no run at all", 13);
	regress_in(&c, "journal_bad", "");
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	has(&c, "damaged",
	    "history: 13 octets of build/tests/journal_bad/history.db-runs are no runs of this database: the file was damaged, "
	    "or the "
	    "database has been replaced; the other 0 runs are entered, and the file is kept as "
	    "build/tests/journal_bad/history.db-runs.left\n");
	command_release(&c);
	file_write(journal, (const char *)other, sizeof(other));
	regress_in(&c, "journal_bad", "");
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	has(&c, "version", "history.db-runs has format 9, which another version of pausebench wrote; this one has 1; ");
	has(&c, "version", "or move this file away");
	one_line(&c, "version");
	command_release(&c);
	data = file_read(journal, &size);
	cr_expect(size == sizeof(other) && !memcmp(data, other, size), "the file has changed");
	free(data);
}

/* A part whose process was killed has runs in its journal alone: the merge finds them there. */
Test(journal, a_folder_that_cannot_be_written_keeps_its_runs)
{
	struct command c;
	struct bench b;

	make_bench(&b, "journal_perm");
	append_runs(&b, 0, 2);
	database_close(&b.d);
	chmod(b.folder, 0555);
	chmod(b.journal, 0444);
	command_run(&c, "%s build/pausebench merge build/tests/journal_perm --out $(mktemp -d)",
	            geteuid() ? "" : "setpriv --reuid=65534 --regid=65534 --clear-groups env TMPDIR=/tmp");
	chmod(b.folder, 0755);
	chmod(b.journal, 0644);
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	has(&c, "merge", "name another place or change its permissions");
	one_line(&c, "merge");
	command_release(&c);
	open_database(&b);
	cr_expect_eq(history_number(b.db, count_runs), 2);
	database_close(&b.d);
}
