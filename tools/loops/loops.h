/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the finder of loops share: loops.c says what it does. */
#ifndef PAUSEBENCH_LOOPS_H
#define PAUSEBENCH_LOOPS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	LINES_MAX = 20000,
	TOKENS_MAX = 400,
	PERIOD_MAX = 300,
	HEAD_MAX = 158, /* characters of a loop's head */
	NAME_SIZE = 24,
	VARYING_MAX = 64,
	COLUMNS_MAX = 3,
	RESTS_MAX = 3,         /* texts of one, if a block has none */
	LEAST_AROUND_VERB = 6, /* lines */
	OF_TWICE = 8,          /* numbers one may come twice */
	PLACES_MAX = 4096      /* of blocks that repeat */
};

enum kind { NUMBER, HEXADECIMAL /* with 0x */, OCTETS /* the last ones of many, in hexadecimal */, WORD, REST, FIXED };

enum { LAST_DIGITS = 4 /* of OCTETS */ };

struct token {
	enum kind kind;
	unsigned at, len;
	int64_t value;
};

struct line {
	char *text; /* without blanks around it */
	bool blank; /* an empty line stands before it */
	struct token *token;
	unsigned tokens;
	uint64_t shape; /* of the kinds of its tokens, and of those that are fixed */
};

/* What is compared: numbers and words between other characters, words between blanks, or whole lines; first perhaps with a rest behind each line: a wait for
 * some clocks, or an empty line. */
enum grain { RESTS, FINE, WORDS_OF_LINE, WHOLE_LINES, GRAINS };

struct file {
	const char *path;
	enum grain grain;
	struct line line[LINES_MAX];
	size_t head, count; /* the lines before the first item, and all */
};

/* A token that differs: in the lines of the first block, by line and token. */
struct varying {
	unsigned line, token;
	unsigned skip; /* characters of a rest before its number, if each block has one */
};

/* How blocks of PERIOD lines from FIRST on, TIMES of them, become a loop. */
struct loop {
	size_t first;
	unsigned period, times;
	enum { TIMES, NUMBERS, WORDS, COLUMNS } by;
	struct varying list[VARYING_MAX];
	unsigned count;
	unsigned base;                                     /* NUMBERS: of .list, or .count: the number of the block */
	int64_t factor[VARYING_MAX], sum[VARYING_MAX];     /* of each: value = factor * base + sum */
	int digits[VARYING_MAX];                           /* of each, if it is hexadecimal */
	struct varying from[VARYING_MAX], to[VARYING_MAX]; /* WORDS: what is replaced, without ... */
	unsigned before, behind; /* ... so many characters that all have at the beginning and at the end */
	unsigned spans;
	/* COLUMNS: of each token that differs its column, and of each column the token that has its values */
	unsigned column[VARYING_MAX], columns, first_of[COLUMNS_MAX];
	int saved;
};

/* Of the values of a loop. */
struct names {
	char name[COLUMNS_MAX][NAME_SIZE];
};

/* ---- lines (lines.c) ---- */

/* Prints a line and ends the program with exit status 2. */
void fail(const char *path, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
/* Returns MEMORY; the program fails if there is none. */
void *need(void *memory);
bool is_word(const char *text, const char *word);
bool begins_block(const char *text);
bool ends_block(const char *text);
bool in_name(char c);
/* Cuts the line into tokens, as the GRAIN says what is compared. */
void cut_tokens(struct line *line, enum grain grain);
struct line line_of(const char *text, bool blank, enum grain grain);
/* Reads the file at F->path. */
void read_file(struct file *f);
/* Writes the lines, those of loops indented, and returns how many there are. */
size_t write_lines(const struct file *f, FILE *out);
void line_free(struct line *line);
/* Puts an empty line behind each line that has no rest, or takes these away. */
void put_rests(struct file *f, bool put);

/* ---- what differs (values.c) ---- */

/* Return the token, and its text, at the place V of the block. */
const struct token *token_of(const struct file *f, const struct loop *l, unsigned block, const struct varying *v);
const char *text_of(const struct file *f, const struct loop *l, unsigned block, const struct varying *v, unsigned *ret_len);
/* Lists the tokens that differ; false if there are too many. */
bool list_varying(const struct file *f, struct loop *l);
/* Returns the number that is the value of the loop for the block. */
int64_t base_value(const struct file *f, const struct loop *l, unsigned block);
/* Returns the word that is the value of the loop for the block: from the first to the last token of a line that differs. */
const char *span_text(const struct file *f, const struct loop *l, unsigned block, unsigned span, unsigned *ret_len);
/* Returns whether no word and few numbers come twice, since a list in which they do is harder to read than the lines. */
bool all_differ(const struct file *f, const struct loop *l);
/* Returns whether the numbers grow by the same step each time. */
bool is_progression(const struct file *f, const struct loop *l);
/* Return whether what differs can be told: by the number of one token, of which the others are few sums and products (one that is written in
 * hexadecimal must go on by equal steps); by words, each of which is a token, or what stands between the first and the last one of a line; or by
 * several values, of which one is another one in each block: otherwise they are loops within each other. If two take turns, the blocks are several of a
 * smaller loop. */
bool by_numbers(const struct file *f, struct loop *l);
bool by_words(const struct file *f, struct loop *l);
bool by_columns(const struct file *f, struct loop *l);
/* Returns whether the first word of a line differs: such a loop is only readable with other lines around it. */
bool has_verb(const struct file *f, const struct loop *l);

/* ---- the text of a loop (text.c) ---- */

/* Chooses names by the keys that the values have. */
struct names choose_names(const struct file *f, const struct loop *l);
/* Returns the head, which the caller frees. */
char *head_of(const struct file *f, const struct loop *l, const struct names *names);
/* Returns line I of the loop with the values of NAMES in it. */
char *line_with(const struct file *f, const struct loop *l, unsigned i, const struct names *names);

/* ---- which loops there are (find.c) ---- */

/* Writes all loops of the file, found by FROM and what is coarser. */
void fold_all(struct file *f, enum grain from);

/* ---- the proof (proof.c) ---- */

/* Returns whether both texts stand for the same lines. */
bool same_lines(const char *path, const char *before, const char *after);
/* Returns the number of DUTs on which both texts have the same items; 0 if one has others. *RET_ITEMS: of all DUTs. */
unsigned same_items(const char *path, const char *before, const char *after, size_t *ret_items);

#endif
