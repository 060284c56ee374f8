/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines and words of a profile. */
#include "profile_text.h"

#include "base/spelling.h"
#include "base/words.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 40, LIST_MAX = 8, EDITS_MAX = 3 };

int profile_refuse(struct profile_text *t, const char *at, const char *format, ...)
{
	struct profile_error *e = t->error;
	va_list args;

	snprintf(e->file, sizeof(e->file), "%s", t->path);
	e->line = t->line;
	e->column = at && at >= t->begin ? (unsigned)(at - t->begin) + 1 : 1;
	va_start(args, format);
	vsnprintf(e->message, sizeof(e->message), format, args);
	va_end(args);
	words_make_printable(e->message);
	return -EINVAL;
}

bool profile_next_line(struct profile_text *t)
{
	char *end;

	if (!*t->rest)
		return false;
	t->begin = t->next = t->rest;
	end = strchr(t->rest, '\n');
	t->rest = end ? end + 1 : t->rest + strlen(t->rest);
	if (end)
		*end = 0;
	else
		end = t->rest;
	if (end > t->begin && end[-1] == '\r')
		end[-1] = 0;
	t->line++;
	return true;
}

char *profile_word(struct profile_text *t)
{
	return words_next(&t->next);
}

int profile_need(struct profile_text *t, const char *what, char **ret)
{
	*ret = profile_word(t);
	return *ret ? 0 : profile_refuse(t, t->next, "expected %s after '%s'", what, t->keyword);
}

/* Returns the ) that closes the ( at OPEN, or NULL. */
static char *closes(char *open)
{
	unsigned depth = 0;

	for (char *c = open; *c && *c != '#'; c++) {
		depth += *c == '(';
		if (*c == ')' && !--depth)
			return c;
	}
	return NULL;
}

int profile_item(struct profile_text *t, char **ret, char **ret_inside)
{
	char *open, *close;

	while (words_is_blank(*t->next))
		t->next++;
	open = t->next + strcspn(t->next, "( \t#");
	*ret_inside = NULL;
	if (*open != '(') {
		*ret = profile_word(t);
		return 0;
	}
	if (open == t->next)
		return profile_refuse(t, open, "expected a name before '('");
	close = closes(open);
	if (!close)
		return profile_refuse(t, open, "expected a ')' that closes the '(' after '%.*s'", (int)(open - t->next), t->next);
	if (close[1] && close[1] != '#' && !words_is_blank(close[1]))
		return profile_refuse(t, close + 1, "expected a blank after ')'");
	*open = *close = 0;
	*ret = t->next;
	*ret_inside = open + 1;
	t->next = close + 1;
	return 0;
}

int profile_end(struct profile_text *t)
{
	char *extra = profile_word(t);

	return extra ? profile_refuse(t, extra, "expected the end of the line, not '%.*s'", SHOWN_MAX, extra) : 0;
}

char *profile_rest(struct profile_text *t)
{
	char *begin, *end;

	while (words_is_blank(*t->next))
		t->next++;
	begin = t->next;
	end = begin + strcspn(begin, "#");
	*end = 0;
	t->next = end;
	while (end > begin && words_is_blank(end[-1]))
		*--end = 0;
	return *begin ? begin : NULL;
}

int profile_equals(struct profile_text *t, const char *after)
{
	char *word = profile_word(t);

	if (!word)
		return profile_refuse(t, t->next, "expected '= ...' after '%s'", after);
	return strcmp(word, "=") ? profile_refuse(t, word, "expected '=' after '%s', not '%.*s'", after, SHOWN_MAX, word) : 0;
}

int profile_number(struct profile_text *t, const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *ret)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
	if (end == text || *end || !isdigit((unsigned char)*text))
		return profile_refuse(t, text, "expected a number for %s, decimal or 0x..., not '%.*s'", what, SHOWN_MAX, text);
	if (errno || value < min || value > max)
		return profile_refuse(t, text, "%s must be %" PRIu64 " to %" PRIu64 " (0x%" PRIx64 "), not %.*s", what, min, max,
		                      max, SHOWN_MAX, text);
	*ret = value;
	return 0;
}

const char *profile_array_name(const void *list, size_t i)
{
	return ((const char *const *)list)[i];
}

/* Writes all names of a short list, as "a, b or c", or the name of a long list that is like TEXT. */
static void put_names(char *ret, size_t size, const char *text, profile_name_at *name_at, const void *list)
{
	struct spelling spelling = spelling_of(text);
	size_t count = 0, used = 0;

	while (name_at(list, count))
		count++;
	ret[0] = 0;
	for (size_t i = 0; i < count; i++) {
		const char *name = name_at(list, i);
		spelling_offer(&spelling, name);
		if (count <= LIST_MAX && used < size)
			used += (size_t)snprintf(ret + used, size - used, "%s%s",
			                         !i              ? ": "
			                         : i + 1 < count ? ", "
			                                         : " or ",
			                         name);
	}
	if (used < size)
		spelling_hint(&spelling, "; ", ret + used, size - used);
}

int profile_choose(struct profile_text *t, const char *text, const char *what, profile_name_at *name_at, const void *list,
                   size_t *ret)
{
	char names[300];

	for (size_t i = 0; name_at(list, i); i++)
		if (!strcmp(name_at(list, i), text)) {
			*ret = i;
			return 0;
		}
	put_names(names, sizeof(names), text, name_at, list);
	return profile_refuse(t, text, "expected %s, not '%.*s'%s", what, SHOWN_MAX, text, names);
}
