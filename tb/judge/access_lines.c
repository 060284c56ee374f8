/* SPDX-License-Identifier: Apache-2.0 */
/* Lines about registers. */
#include "access_lines.h"

#include "judge.h"

#include "base/refuse.h"
#include "base/words.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4, PS_PER_NS = 1000 };

struct access_lines {
	FILE *file;
	char *path;
	unsigned line;
	bool ready;
	capture_time time, newest;
	char *text; /* of getline() */
	size_t room;
	char *word[WORDS];
	size_t words;
};

static int refuse_line(const struct access_lines *lines, char *message, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int refuse_line(const struct access_lines *lines, char *message, size_t size, const char *format, ...)
{
	int place = snprintf(message, size, "%s:%u: ", lines->path, lines->line);
	va_list args;

	va_start(args, format);
	refuse_at(message, size, place, -1, format, args);
	va_end(args);
	return -1;
}

/* "1234" or "1234.567", nanoseconds; nothing below a picosecond */
static bool nanoseconds(const char *text, capture_time *ret)
{
	char *end;
	uint64_t whole, part = 0, weight = PS_PER_NS;

	errno = 0;
	whole = strtoull(text, &end, 10);
	if (errno || *text < '0' || *text > '9')
		return false;
	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9'; end++) {
			weight /= 10;
			if (!weight && *end != '0')
				return false;
			part += weight * (uint64_t)(*end - '0');
		}
	*ret = (capture_time)whole * PS_PER_NS + part;
	return !*end;
}

/* Reads the next line that has words. 1: there is one; 0: there is none; -1 */
static int next_line(struct access_lines *lines, char *message, size_t size)
{
	char *at, *word;

	do {
		ssize_t octets = getline(&lines->text, &lines->room, lines->file);
		if (octets < 0)
			return feof(lines->file) ? 0 : refuse_line(lines, message, size, "%s", strerror(errno));
		lines->line++;
		if (strlen(lines->text) != (size_t)octets)
			return refuse_line(lines, message, size,
			                   "a NUL, which would end the line; it is no text file, or was damaged");
		lines->text[strcspn(lines->text, "\r\n")] = 0;
		at = lines->text;
		for (lines->words = 0; (word = words_next(&at)); lines->words++) {
			if (lines->words == WORDS)
				return refuse_line(lines, message, size, "unexpected '%s'", word);
			lines->word[lines->words] = word;
		}
	} while (!lines->words);
	return 1;
}

static int next_access(struct access_lines *lines, char *message, size_t size)
{
	int rc = next_line(lines, message, size);

	lines->ready = rc == 1;
	if (rc < 1)
		return rc;
	if (lines->words < 3 || !nanoseconds(lines->word[0], &lines->time))
		return refuse_line(lines, message, size,
		                   "expected TIME write|read ADDRESS VALUE, TIME control NAME VALUE or TIME reset NANOSECONDS");
	if (lines->time < lines->newest)
		return refuse_line(lines, message, size, "time goes back; sort the lines");
	lines->newest = lines->time;
	return 0;
}

static struct access_lines *open_lines(const char *path, char *message, size_t size)
{
	struct access_lines *lines = calloc(1, sizeof(*lines));

	if (lines && (lines->path = strdup(path)))
		lines->file = fopen(path, "r");
	if (lines && lines->file)
		return lines;
	snprintf(message, size, "cannot read %s: %s", path, strerror(errno));
	access_lines_close(lines);
	return NULL;
}

int access_lines_open(const char *path, struct access_lines **ret, char *message, size_t size)
{
	*ret = open_lines(path, message, size);
	return *ret ? next_access(*ret, message, size) : -1;
}

enum verb { VERB_WRITE, VERB_READ, VERB_CONTROL, VERB_RESET, VERBS };

/* Returns VERBS if WORD is no verb. */
static enum verb verb_of(const char *word)
{
	static const char *const words[VERBS] = {
		[VERB_WRITE] = "write", [VERB_READ] = "read", [VERB_CONTROL] = "control", [VERB_RESET] = "reset"
	};
	enum verb verb = VERB_WRITE;

	while (verb < VERBS && strcmp(word, words[verb]) != 0)
		verb++;
	return verb;
}

/* Reads the value at the end of the line, and the address before it if VERB takes one. False: the words of the line are not those that VERB takes. */
static bool read_operands(const struct access_lines *lines, enum verb verb, uint64_t *ret_address, uint64_t *ret_value)
{
	if (verb == VERB_RESET)
		return lines->words == 3 && words_number(lines->word[2], ret_value);
	if (lines->words != 4 || !words_number(lines->word[3], ret_value))
		return false;
	return verb == VERB_CONTROL || (words_number(lines->word[2], ret_address) && *ret_address <= UINT16_MAX);
}

static int pass(struct access_lines *lines, struct pm_judge *judge, uint64_t time, char *message, size_t size)
{
	enum verb verb = verb_of(lines->word[1]);
	uint64_t address = 0, value = 0;
	int err;

	if (!read_operands(lines, verb, &address, &value))
		return refuse_line(lines, message, size,
		                   "expected TIME write|read ADDRESS VALUE, TIME control NAME VALUE or TIME reset NANOSECONDS");
	if (verb == VERB_RESET && value > UINT64_MAX / PS_PER_NS)
		return refuse_line(lines, message, size, "a reset of %s ns; none lasts so long", lines->word[2]);
	switch (verb) {
	case VERB_WRITE:
		err = pm_judge_write(judge, time, (uint16_t)address, value);
		break;
	case VERB_READ:
		err = pm_judge_read(judge, time, (uint16_t)address, value);
		break;
	case VERB_CONTROL:
		err = pm_judge_control(judge, time, lines->word[2], value);
		break;
	case VERB_RESET:
		err = pm_judge_reset(judge, time, value * PS_PER_NS);
		break;
	default:
		return refuse_line(lines, message, size, "expected write, read, control or reset, not '%s'", lines->word[1]);
	}
	return err ? refuse_line(lines, message, size, "%s", pm_judge_message(judge)) : 0;
}

int access_lines_pass(struct access_lines *lines, struct pm_judge *judge, uint64_t time, char *message, size_t size)
{
	int rc = pass(lines, judge, time, message, size);

	return rc ? rc : next_access(lines, message, size);
}

int access_counters(const char *path, struct pm_judge *judge, uint64_t time, char *message, size_t size)
{
	struct access_lines *lines = open_lines(path, message, size);
	uint64_t value = 0;
	int rc = lines ? 0 : -1;

	while (!rc && (rc = next_line(lines, message, size)) == 1) {
		rc = 0;
		if (lines->words != 2 || !words_number(lines->word[1], &value))
			rc = refuse_line(lines, message, size, "expected NAME VALUE, a counter of the profile and its reading");
		else if (pm_judge_counter(judge, time, lines->word[0], value))
			rc = refuse_line(lines, message, size, "%s", pm_judge_message(judge));
	}
	access_lines_close(lines);
	return rc;
}

bool access_lines_ready(const struct access_lines *lines)
{
	return lines && lines->ready;
}

unsigned access_lines_line(const struct access_lines *lines)
{
	return lines->line;
}

capture_time access_lines_time(const struct access_lines *lines)
{
	return lines->time;
}

void access_lines_close(struct access_lines *lines)
{
	if (!lines)
		return;
	if (lines->file)
		fclose(lines->file);
	free(lines->text);
	free(lines->path);
	free(lines);
}
