/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the name that is most similar to another one, for messages that suggest what somebody meant. */
#ifndef PAUSEBENCH_SPELLING_H
#define PAUSEBENCH_SPELLING_H
#include <stddef.h>

/* Returns how many characters must be changed, inserted, deleted, or exchanged with their neighbour to turn A into B; SIZE_MAX if
 * B is too long for a name. */
size_t spelling_edits(const char *a, const char *b);

/* The search for the name that is most similar to a word, among names that are offered one by one. */
struct spelling {
	const char *word;
	size_t least;        /* a name must have fewer edits to be nearer */
	const char *nearest; /* NULL: no name is similar so far */
};
/* Begins the search; a name that shares less than about half of WORD is not similar. WORD must outlive the search. */
struct spelling spelling_of(const char *word);
/* Offers NAME, which must outlive the search; NULL is no name. */
void spelling_offer(struct spelling *spelling, const char *name);
/* Writes SEPARATOR and "did you mean 'NAME'?" into RET, or an empty text if no name is similar. Returns RET. */
char *spelling_hint(const struct spelling *spelling, const char *separator, char *ret, size_t size);
enum { SPELLING_HINT_MAX = 96 };
#endif
