/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a block on the console: a label, and a text beside it that is broken between words. */
#ifndef PAUSEBENCH_FIELD_H
#define PAUSEBENCH_FIELD_H
#include <stdio.h>

enum { FIELD_LABEL = 12 /* columns before the text */ };

/* Returns the columns of OUT, within bounds; those of a file if it is no terminal. */
int field_width(FILE *out);
/* Prints TEXT beside LABEL. Returns how many lines that were. */
unsigned field_print(FILE *out, const char *label, const char *text);
/* Prints TEXT beside LABEL in one line, which ends with "..." where it has no room for all of TEXT. */
void field_print_short(FILE *out, const char *label, const char *text);
#endif
