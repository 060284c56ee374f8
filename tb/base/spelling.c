/* SPDX-License-Identifier: Apache-2.0 */
/* How like two names are: the number of edits between them, row by row of the table of Wagner and Fischer. */
#include "spelling.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t spelling_edits(const char *a, const char *b)
{
	enum { LONGEST = 64 };
	size_t row[LONGEST + 1], len = strlen(b);

	if (len > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 1; *a; i++, a++) {
		size_t corner = row[0];
		row[0] = i;
		for (size_t j = 1; j <= len; j++) {
			size_t above = row[j], least = corner + (*a != b[j - 1]);
			if (above + 1 < least)
				least = above + 1;
			if (row[j - 1] + 1 < least)
				least = row[j - 1] + 1;
			corner = above;
			row[j] = least;
		}
	}
	return row[len];
}

struct spelling spelling_of(const char *word)
{
	return (struct spelling){ .word = word, .least = strlen(word) / 2 + 1 };
}

void spelling_offer(struct spelling *spelling, const char *name)
{
	size_t edits = name ? spelling_edits(spelling->word, name) : SIZE_MAX;

	if (edits >= spelling->least)
		return;
	spelling->least = edits;
	spelling->nearest = name;
}

char *spelling_hint(const struct spelling *spelling, const char *separator, char *ret, size_t size)
{
	*ret = 0;
	if (spelling->nearest)
		snprintf(ret, size, "%sdid you mean '%s'?", separator, spelling->nearest);
	return ret;
}
