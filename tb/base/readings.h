/* SPDX-License-Identifier: Apache-2.0 */
/* The tags and documents of doc/reference/readings.md, which is built into the program, and the tags that a text cites. */
#ifndef PAUSEBENCH_READINGS_H
#define PAUSEBENCH_READINGS_H
#include <stdbool.h>
#include <stddef.h>

/* A row of one of the page's tables of tags. ALTERNATIVE is "-" if no other reading can be chosen. */
struct reading {
	const char *tag, *statement, *source, *chosen, *alternative;
};
extern const struct reading reading_table[];
extern const size_t reading_count;
/* Returns the row of TAG, or NULL. */
const struct reading *reading_by_tag(const char *tag);

/* A row of the page's table of documents and pages. */
struct document {
	const char *name, *text;
};
extern const struct document document_table[];
extern const size_t document_count;

/* A cursor over the tags that a text cites. It begins as { .text = TEXT }. */
struct tag_cursor {
	const char *text;   /* the text behind the present citation */
	char letter;        /* the letter of the present citation */
	unsigned next, end; /* its numbers that have not been returned yet */
	char before;        /* the character before .text, 0 at the beginning */
};
enum { TAG_SIZE = 16 };
/* Writes the next tag into RET; a range such as R1-R8 gives each of its tags. Returns false at the end of the text. */
bool tag_next(struct tag_cursor *cursor, char ret[TAG_SIZE]);
#endif
