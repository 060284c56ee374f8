/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the number of edits between two names, row by row of the table of Wagner and Fischer. Two neighbouring characters that
 * changed places are one edit. */
#include "spelling.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t spelling_edits(const char *a, const char *b)
{
	enum { LONGEST = 64 };
	size_t rows[3][LONGEST + 1], len = strlen(b), count = strlen(a);

	if (len > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= count; i++) {
		size_t *row = rows[i % 3], *above = rows[(i - 1) % 3];
		row[0] = i;
		for (size_t j = 1; j <= len; j++) {
			size_t least = above[j - 1] + (a[i - 1] != b[j - 1]);
			if (above[j] + 1 < least)
				least = above[j] + 1;
			if (row[j - 1] + 1 < least)
				least = row[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    rows[(i - 2) % 3][j - 2] + 1 < least)
				least = rows[(i - 2) % 3][j - 2] + 1;
			row[j] = least;
		}
	}
	return rows[count % 3][len];
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
