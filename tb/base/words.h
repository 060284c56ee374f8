/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a line of text, in the files that people write for the bench. */
#ifndef PAUSEBENCH_WORDS_H
#define PAUSEBENCH_WORDS_H
#include <stdbool.h>
#include <stdint.h>

bool words_is_blank(char c);
/* Returns the next word from *AT on, ends it in place by a 0, and moves *AT behind it. Returns NULL at the end of the line, or at
 * a comment, which begins with '#'. Blanks between two '"' do not end a word. */
char *words_next(char **at);
/* Puts a '?' in place of each character of TEXT that cannot be printed. */
void words_make_printable(char *text);
/* Returns whether LIST, names between commas, has NAME; NULL has every name. */
bool words_listed(const char *list, const char *name);
/* Returns true, and the number in *RET, if TEXT is a number of at most 64 bits and nothing else: decimal, also with leading
 * zeros, or 0x and hexadecimal. */
bool words_number(const char *text, uint64_t *ret);
#endif
