/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a line of text, as the files that people write for the bench have them. */
#ifndef PAUSEBENCH_WORDS_H
#define PAUSEBENCH_WORDS_H
#include <stdbool.h>
#include <stdint.h>

bool words_is_blank(char c);
/* Returns the next word from *AT on, which it ends in place, and moves *AT behind it; NULL at the end of the line, or at a comment, which begins
 * with '#'. Blanks between two '"' do not end a word. */
char *words_next(char **at);
/* Puts a '?' in place of each character of TEXT that cannot be printed. */
void words_make_printable(char *text);
/* Returns whether LIST, names between commas, has NAME; NULL has every name. */
bool words_listed(const char *list, const char *name);
/* True with *RET if TEXT is a number and nothing else: decimal, also with zeros before it, or 0x and hexadecimal; at most 64 bits. */
bool words_number(const char *text, uint64_t *ret);
#endif
