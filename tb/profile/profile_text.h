/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines and words of a profile, and reports what is wrong with them: file, line, column, and what was expected. */
#ifndef PAUSEBENCH_PROFILE_TEXT_H
#define PAUSEBENCH_PROFILE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile_error {
	char file[512];
	unsigned line, column;
	char message[512]; /* what was expected */
};

/* A position in a text, which is cut into words in place. */
struct profile_text {
	const char *path;
	char *begin, *next, *rest; /* the line, its unread part, and the lines after it */
	unsigned line;
	const char *keyword; /* the first word of the line */
	struct profile_error *error;
};

/* Notes an error at AT within the line (NULL: its start). Returns -EINVAL. */
int profile_refuse(struct profile_text *t, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Goes to the next line. Returns false at the end of the text. */
bool profile_next_line(struct profile_text *t);
/* Returns the next word of the line, or NULL at its end or at a comment. Blanks between two " do not end a word. */
char *profile_word(struct profile_text *t);
/* Gives the next word likewise, and refuses a line that has none. WHAT says what the word should be, such as "the name of a
 * register". */
int profile_need(struct profile_text *t, const char *what, char **ret);
/* Gives the next word of a list in *RET, or NULL at the end of the line. Of "NAME(TEXT)" the word is NAME and *RET_INSIDE is
 * TEXT; of other words *RET_INSIDE is NULL. */
int profile_item(struct profile_text *t, char **ret, char **ret_inside);
/* Refuses a line that has another word. */
int profile_end(struct profile_text *t);
/* Returns the rest of the line without a comment and without blanks at its ends, or NULL if nothing is left. */
char *profile_rest(struct profile_text *t);
/* Reads the word "=", which follows AFTER. */
int profile_equals(struct profile_text *t, const char *after);
/* Reads TEXT as a number, decimal or 0x..., from MIN to MAX. WHAT says what the number is. */
int profile_number(struct profile_text *t, const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *ret);

/* Returns the name with the index I of a list, or NULL after the last one. */
typedef const char *profile_name_at(const void *list, size_t i);
/* Finds TEXT in LIST. Refuses a text that is not there: "expected WHAT, not 'x'; did you mean 'y'?" or, for a short list, with
 * all its names. */
int profile_choose(struct profile_text *t, const char *text, const char *what, profile_name_at *name_at, const void *list,
                   size_t *ret);
/* The names of an array that NULL ends. */
profile_name_at profile_array_name;
#endif
