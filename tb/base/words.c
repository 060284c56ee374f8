/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a line of text. */
#include "words.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool words_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

char *words_next(char **at)
{
	char *begin;

	while (words_is_blank(**at))
		++*at;
	if (!**at || **at == '#')
		return NULL;
	begin = *at;
	for (bool quoted = false; **at && (quoted || !words_is_blank(**at)); ++*at)
		quoted ^= **at == '"';
	if (**at)
		*(*at)++ = 0;
	return begin;
}

void words_make_printable(char *text)
{
	for (; *text; text++)
		if (!isprint((unsigned char)*text))
			*text = '?';
}

bool words_listed(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = list; p; p = strchr(p, ',')) {
		p += *p == ',';
		if (!strncmp(p, name, len) && (!p[len] || p[len] == ','))
			return true;
	}
	return !list;
}

bool words_number(const char *text, uint64_t *ret)
{
	bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hexadecimal ? 2 : 0);
	char *end;

	if (hexadecimal ? !isxdigit((unsigned char)*digits) : !isdigit((unsigned char)*digits))
		return false;
	errno = 0;
	*ret = strtoull(digits, &end, hexadecimal ? 16 : 10);
	return !errno && !*end;
}
