/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a line of text. */
#include "words.h"

#include <ctype.h>
#include <stddef.h>
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
