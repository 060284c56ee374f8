/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a block on the console: a label, and a text beside it that is broken between words. */
#ifndef PAUSEBENCH_FIELD_H
#define PAUSEBENCH_FIELD_H
#include <stdio.h>

enum { FIELD_LABEL = 12 /* columns before the text */ };

/* Returns how many columns a line of OUT has, within bounds; a constant if OUT is no terminal. */
int field_width(FILE *out);
/* Prints TEXT beside LABEL. Returns how many lines it printed. */
unsigned field_print(FILE *out, const char *label, const char *text);
/* Prints TEXT beside LABEL in one line, which ends with "..." if it has no room for all of TEXT. */
void field_print_short(FILE *out, const char *label, const char *text);
#endif
