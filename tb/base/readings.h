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
/* The row of TAG, or NULL. */
const struct reading *reading_by_tag(const char *tag);

/* A row of the page's table of documents and pages. */
struct document {
	const char *name, *text;
};
extern const struct document document_table[];
extern const size_t document_count;

/* Walks over the tags that a text cites: { .text = TEXT } at first. */
struct tag_cursor {
	const char *text;   /* where to look for the next citation */
	char letter;        /* of the citation that is being walked over */
	unsigned next, end; /* its numbers that have not been returned */
	char before;        /* the character before TEXT, 0 at the beginning */
};
enum { TAG_SIZE = 16 };
/* The next tag, into RET; a range such as R1-R8 gives each of its tags. False at the end of the text. */
bool tag_next(struct tag_cursor *cursor, char ret[TAG_SIZE]);
#endif
