/* SPDX-License-Identifier: Apache-2.0 */
/* How like two names are, for messages that suggest what somebody meant. */
#ifndef PAUSEBENCH_SPELLING_H
#define PAUSEBENCH_SPELLING_H
#include <stddef.h>

/* How many characters must be changed, put in, taken out, or exchanged with their neighbour to make B of A; SIZE_MAX if B is too long for a name. */
size_t spelling_edits(const char *a, const char *b);

/* The search for the name that is most like a word, among names that are offered one by one. */
struct spelling {
	const char *word;
	size_t least;        /* only a name with fewer edits is like it */
	const char *nearest; /* NULL: none is like it so far */
};
/* Begins the search; names that share less than about half of WORD are not like it. WORD must outlive the search. */
struct spelling spelling_of(const char *word);
/* Offers NAME, which must outlive the search; NULL is no name. */
void spelling_offer(struct spelling *spelling, const char *name);
/* Writes SEPARATOR "did you mean 'NAME'?" into RET, or nothing if no name is like the word. Returns RET. */
char *spelling_hint(const struct spelling *spelling, const char *separator, char *ret, size_t size);
enum { SPELLING_HINT_MAX = 96 };
#endif
