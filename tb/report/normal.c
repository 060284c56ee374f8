/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a finding without its numbers; normal.h. */
#include "normal.h"

#include <ctype.h>
#include <string.h>

/* Returns the length of the number at the start of TEXT, 0 if there is none. */
static size_t number_length(const char *text)
{
	size_t len = strspn(text, "0123456789");

	if (len == 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]))
		return 2 + strspn(text + 2, "0123456789abcdefABCDEF");
	if (len && text[len] == '.' && isdigit((unsigned char)text[len + 1]))
		len += 1 + strspn(text + len + 1, "0123456789");
	return len;
}

/* Returns the length of the integer at the start of TEXT, or 0. */
static size_t integer_length(const char *text)
{
	size_t sign = *text == '-', digits = strspn(text + sign, "0123456789");

	return digits ? sign + digits : 0;
}

/* Returns the length of TEXT without the values of a sweep (run/sweep.h) at its end: " (NAME=VALUE)" or " (NAME=FIRST..LAST)",
 * both perhaps with "; N ranges more" before the closing parenthesis. The name may be one of a line `meets`, such as
 * "pause-tail+crossing". */
static size_t length_without_value(const char *text)
{
	size_t len = strlen(text), name;
	const char *open = strrchr(text, '('), *p;

	if (!open || open == text || open[-1] != ' ' || text[len - 1] != ')')
		return len;
	for (p = open + 1; isalnum((unsigned char)*p) || (*p && strchr("_-+", *p)); p++)
		;
	name = (size_t)(p - open - 1);
	if (!name || *p++ != '=')
		return len;
	if (!integer_length(p))
		return len;
	p += integer_length(p);
	if (!strncmp(p, "..", 2))
		p += 2 + integer_length(p + 2);
	if (!strncmp(p, "; ", 2) && integer_length(p + 2)) {
		p += 2 + integer_length(p + 2);
		p += strncmp(p, " ranges more", 12) ? 0 : 12;
	}
	return !strcmp(p, ")") ? (size_t)(open - 1 - text) : len;
}

char *normalise(const char *text, char *ret, size_t size)
{
	const char *end = text + length_without_value(text);
	size_t used = 0;
	bool in_name = false;

	while (text < end && used + 1 < size) {
		size_t number = in_name ? 0 : number_length(text);
		if (number && used > 1 && ret[used - 1] == '/' && ret[used - 2] == '#')
			used--; /* a list of numbers becomes one '#' */
		else
			ret[used++] = number ? '#' : *text;
		in_name = !number && (isalnum((unsigned char)*text) || *text == '_');
		text += number ? number : 1;
	}
	ret[used] = 0;
	return ret;
}

static bool same_text(const char *a, const char *b)
{
	char normal_a[NORMAL_MAX], normal_b[NORMAL_MAX];

	return !strcmp(normalise(a, normal_a, sizeof(normal_a)), normalise(b, normal_b, sizeof(normal_b)));
}

bool finding_of_process(const struct finding *finding)
{
	static const char process[] = "simulation process"; /* pool.c */

	return (finding->rule == RULE_CRASH || finding->rule == RULE_TIMEOUT) &&
	       !strncmp(finding->what, process, strlen(process));
}

bool finding_of_limit(const struct finding *finding)
{
	static const char limit[] = "an end within"; /* run.c, pool.c */

	return finding->rule == RULE_TIMEOUT && !strncmp(finding->expected, limit, strlen(limit));
}

/* Returns the thing that the finding is about. Of an expectation on the wire this is the text after "NAME.stim:7: ", since the
 * stimulus may be saved under another name, with other lines. */
static const char *thing_of(const struct finding *finding)
{
	const char *place = finding->rule == RULE_EXPECT_WIRE ? strstr(finding->what, ".stim:") : NULL;
	const char *thing = place ? strstr(place, ": ") : NULL;

	return thing ? thing + 2 : finding->what;
}

bool finding_same(const struct finding *a, const struct finding *b)
{
	if (a->rule != b->rule || finding_of_process(a) != finding_of_process(b))
		return false;
	return finding_of_process(a) ? same_text(a->actual, b->actual) : same_text(thing_of(a), thing_of(b));
}

bool finding_says_as_much(const struct finding *a, const struct finding *b)
{
	static const char *const parts[] = { ", lasted ", " late" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strstr(b->actual, parts[i]) && !strstr(a->actual, parts[i]))
			return false;
	return true;
}
