/* SPDX-License-Identifier: Apache-2.0 */
/* The journal of runs that have ended and that the database does not have yet.
 *
 * A record is a head, seven texts that end with a 0, and the packed result. The head has the length of the record and a check
 * sum, by which a reader recognises the incomplete record of a process that was killed within its write. A process that appends,
 * or that enters the runs into the database, holds a lock on the file. When it has entered all runs it removes the file, and then
 * gives up the lock; the others notice that their file is gone and make a new one. A process that is killed after it entered runs
 * leaves them to be entered again, which changes nothing. */
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TEXTS = 7, LOCK_TRIES = 10000 };
static const char magic[4] = { 'P', 'B', 'r', 'n' };

/* In the machine's own byte order, since a journal is read where it was written. */
struct head {
	char magic[4];
	uint32_t format, size, sum; /* .size is that of the record; .sum is the CRC-32 of all octets after this member */
	int64_t regression;
	uint64_t identity, cycle, findings;
	double seconds;
	uint8_t content[CONTENT_OCTETS];
	uint8_t outcome, has_content, passed_before, change;
	uint32_t result_size;
};
enum { SUMMED = offsetof(struct head, regression) };
_Static_assert(sizeof(struct head) == SUMMED + 5 * 8 + CONTENT_OCTETS + 8, "the head of a record has no gaps");

void journal_init(struct journal *j, const char *database)
{
	j->fd = -1;
	snprintf(j->path, sizeof(j->path), "%s-runs", database);
}

void journal_close(struct journal *j)
{
	if (j->fd >= 0)
		close(j->fd); /* this gives up the lock */
	j->fd = -1;
}

const char *journal_left(const struct journal *j, char ret[PATH_MAX])
{
	snprintf(ret, PATH_MAX, "%.*s.left", PATH_MAX - 8, j->path);
	return ret;
}

/* ---- the lock ---- */

/* Waits for the lock of FD, which another process holds for moments only. Returns 0 or a positive errno. */
static int lock(int fd)
{
	const struct timespec millisecond = { 0, 1000000 };

	for (int i = 0; flock(fd, LOCK_EX | LOCK_NB); i++) {
		if ((errno != EWOULDBLOCK && errno != EINTR) || i == LOCK_TRIES)
			return errno;
		nanosleep(&millisecond, NULL);
	}
	return 0;
}

/* Opens the file, unless it is open, and locks it; *RET_SIZE is its size. Without MAKE a file that is missing, or that is empty
 * and cannot be written, counts as one of size 0 and stays closed. */
static int take(struct journal *j, bool make, off_t *ret_size, struct env_error *ret_error)
{
	struct stat status;
	int number;

	*ret_size = 0;
	for (;;) {
		if (j->fd < 0)
			j->fd = open(j->path, O_RDWR | O_APPEND | O_CLOEXEC | (make ? O_CREAT : 0), 0666);
		if (j->fd < 0) {
			number = errno;
			if (!make && (number == ENOENT || (!stat(j->path, &status) && !status.st_size)))
				return 0;
			return env_fail(ret_error, number == ENOENT ? EACCES : number, "cannot write %s", j->path);
		}
		number = lock(j->fd);
		if (number == EWOULDBLOCK)
			return env_refuse(ret_error,
			                  "%s is in use by another program; wait for it, or name another file with --history",
			                  j->path);
		if (number || fstat(j->fd, &status))
			return env_fail(ret_error, number ? number : errno, "cannot lock %s", j->path);
		if (status.st_nlink) {
			*ret_size = status.st_size;
			return 0;
		}
		journal_close(j); /* the runs of this file are in the database */
	}
}

static void give(const struct journal *j)
{
	if (j->fd >= 0)
		flock(j->fd, LOCK_UN);
}

/* ---- to append ---- */

static uint8_t *make_record(const struct history_run *run, size_t *ret_size)
{
	const char *const texts[TEXTS] = { run->dut, run->name, run->options, run->rule, run->what, run->expected, run->actual };
	struct head head = {
		.format = JOURNAL_FORMAT,
		.regression = run->regression,
		.identity = run->identity,
		.cycle = run->cycle,
		.findings = run->findings,
		.seconds = run->seconds,
		.outcome = (uint8_t)run->outcome,
		.has_content = run->has_content,
		.passed_before = run->passed_before,
		.change = (uint8_t)run->change,
		.result_size = run->result ? (uint32_t)run->result_size : 0,
	};
	size_t len[TEXTS], size = sizeof(head) + head.result_size, used = sizeof(head);
	uint8_t *record;

	for (int i = 0; i < TEXTS; i++)
		size += len[i] = strlen(texts[i]) + 1;
	record = malloc(size);
	if (!record)
		return NULL;
	for (int i = 0; i < TEXTS; used += len[i++])
		memcpy(record + used, texts[i], len[i]);
	if (head.result_size)
		memcpy(record + used, run->result, head.result_size);
	memcpy(head.magic, magic, sizeof(magic));
	memcpy(head.content, run->content.octet, sizeof(head.content));
	head.size = (uint32_t)size;
	memcpy(record, &head, sizeof(head));
	head.sum = libdeflate_crc32(0, record + SUMMED, size - SUMMED);
	memcpy(record, &head, sizeof(head));
	*ret_size = size;
	return record;
}

/* Writes RECORD behind the SIZE octets of the file, whole or not at all. Returns 0 or a positive errno. */
static int write_record(int fd, const uint8_t *record, size_t record_size, off_t size)
{
	for (size_t done = 0; done < record_size;) {
		ssize_t n = write(fd, record + done, record_size - done);
		int number = errno;
		if (n < 0 && number == EINTR)
			continue;
		if (n < 0) {
			if (ftruncate(fd, size))
				return errno;
			return number;
		}
		done += (size_t)n;
	}
	return 0;
}

int journal_append(struct journal *j, const struct history_run *run, struct env_error *ret_error)
{
	size_t record_size;
	uint8_t *record = make_record(run, &record_size);
	off_t size;
	int rc;

	if (!record)
		return env_fail(ret_error, ENOMEM, "cannot remember a run");
	rc = take(j, true, &size, ret_error);
	if (!rc) {
		int number = write_record(j->fd, record, record_size, size);
		if (number)
			rc = env_fail(ret_error, number, "cannot write %s", j->path);
		give(j);
	}
	free(record);
	return rc;
}

/* ---- to drain ---- */

/* Fills RUN from the record at DATA, of which SIZE octets are there; the texts stay in DATA. Returns the size of the record, or 0
 * if it is not whole. */
static size_t read_record(const uint8_t *data, size_t size, struct history_run *run)
{
	const char *texts[TEXTS];
	struct head head;
	size_t used = sizeof(head);

	if (size < sizeof(head))
		return 0;
	memcpy(&head, data, sizeof(head));
	if (memcmp(head.magic, magic, sizeof(magic)) || head.format != JOURNAL_FORMAT || head.size > size ||
	    head.size < sizeof(head) || libdeflate_crc32(0, data + SUMMED, head.size - SUMMED) != head.sum)
		return 0;
	for (int i = 0; i < TEXTS; i++) {
		const uint8_t *end = memchr(data + used, 0, head.size - used);
		if (!end)
			return 0;
		texts[i] = (const char *)data + used;
		used = (size_t)(end - data) + 1;
	}
	if (head.result_size != head.size - used)
		return 0;
	*run = (struct history_run){
		.regression = head.regression,
		.identity = head.identity,
		.dut = texts[0],
		.name = texts[1],
		.options = texts[2],
		.outcome = (enum history_outcome)head.outcome,
		.has_content = head.has_content,
		.passed_before = head.passed_before,
		.change = (enum history_change)head.change,
		.seconds = head.seconds,
		.rule = texts[3],
		.what = texts[4],
		.expected = texts[5],
		.actual = texts[6],
		.cycle = head.cycle,
		.findings = head.findings,
		.result = head.result_size ? data + used : NULL,
		.result_size = head.result_size,
	};
	memcpy(run->content.octet, head.content, sizeof(head.content));
	return head.size;
}

/* Returns true if the SIZE octets at DATA, which are no whole record, are the beginning of one. */
static bool is_begun(const uint8_t *data, size_t size)
{
	struct head head = { 0 };

	memcpy(&head, data, size < sizeof(head) ? size : sizeof(head));
	if (memcmp(head.magic, magic, size < sizeof(magic) ? size : sizeof(magic)))
		return false;
	return size < offsetof(struct head, sum) || (head.format == JOURNAL_FORMAT && head.size > size);
}

/* Hands the runs of the SIZE octets at DATA to READER. */
static int enter_all(const uint8_t *data, size_t size, const struct journal_reader *reader, struct journal_tally *tally,
                     struct env_error *ret_error)
{
	size_t after = 0; /* end of the newest record */
	int rc = 0;

	for (size_t at = 0; at < size && !rc;) {
		struct history_run run;
		size_t len = read_record(data + at, size - at, &run);
		bool known = false;
		if (!len) {
			at++;
			continue;
		}
		rc = reader->enter(reader->context, &run, &known, ret_error);
		tally->entered += known;
		tally->left += at - after + (known ? 0 : len);
		after = at += len;
	}
	if (after < size && !is_begun(data + after, size - after))
		tally->left += size - after;
	return rc;
}

/* Appends the SIZE octets at DATA to the file of journal_left(). */
static int keep_left(const struct journal *j, const uint8_t *data, size_t size, struct env_error *ret_error)
{
	char path[PATH_MAX];
	FILE *out = fopen(journal_left(j, path), "ae");
	bool good = out && fwrite(data, 1, size, out) == size;

	if (out && fclose(out))
		good = false;
	return good ? 0 : env_fail(ret_error, errno, "cannot write %s", path);
}

static int drain(struct journal *j, const uint8_t *data, size_t size, const struct journal_reader *reader,
                 struct journal_tally *tally, struct env_error *ret_error)
{
	struct head head = { 0 };
	int rc;

	memcpy(&head, data, size < sizeof(head) ? size : sizeof(head));
	if (!memcmp(head.magic, magic, sizeof(magic)) && size >= offsetof(struct head, size) && head.format != JOURNAL_FORMAT)
		return env_refuse(
		    ret_error,
		    "%s has format %u, which another version of pausebench wrote; this one has %d; start that version "
		    "once more, or move this file away and its runs are missing",
		    j->path, head.format, JOURNAL_FORMAT);
	rc = reader->begin(reader->context, ret_error);
	if (!rc)
		rc = enter_all(data, size, reader, tally, ret_error);
	if (!rc && tally->left)
		rc = keep_left(j, data, size, ret_error);
	if (!rc)
		rc = reader->end(reader->context, ret_error);
	if (!rc && unlink(j->path))
		rc = env_fail(ret_error, errno, "cannot remove %s", j->path);
	return rc;
}

int journal_drain(struct journal *j, const struct journal_reader *reader, struct journal_tally *ret_tally,
                  struct env_error *ret_error)
{
	off_t size;
	void *data;
	int rc = take(j, false, &size, ret_error);

	*ret_tally = (struct journal_tally){ 0 };
	if (!rc && size) {
		data = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, j->fd, 0);
		if (data == MAP_FAILED) {
			rc = env_fail(ret_error, errno, "cannot read %s", j->path);
		} else {
			rc = drain(j, data, (size_t)size, reader, ret_tally, ret_error);
			munmap(data, (size_t)size);
		}
	}
	give(j);
	return rc;
}
