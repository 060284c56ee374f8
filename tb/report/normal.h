/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a finding without its numbers, by which findings of one cause are compared. */
#ifndef PAUSEBENCH_NORMAL_H
#define PAUSEBENCH_NORMAL_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stddef.h>

enum { NORMAL_MAX = sizeof(((struct finding *)0)->expected) };

/* Writes TEXT into RET with '#' in place of each number, decimal or 0x hex, and without a value of a sweep, such as " (at=3)", at
 * its end. A list of numbers, such as "0/3/5", counts as one. Digits within a name, such as "MAC_ADDR_1_LOW", are no number.
 * Returns RET. */
char *normalise(const char *text, char *ret, size_t size);
/* Returns true if A and B break the same rule at the same thing: their .what differ in numbers alone. A name of the stimulus in
 * .what is not compared: of an expectation its file and line are left out, and of a process that crashed everything but how it
 * ended. */
bool finding_same(const struct finding *a, const struct finding *b);
/* Returns true if A says how long an inhibit lasted, or how late a frame came, wherever B says so. */
bool finding_says_as_much(const struct finding *a, const struct finding *b);
/* Returns true for a finding that the process of the run crashed or did not end. */
bool finding_of_process(const struct finding *finding);
/* Returns true for a run that a limit of cycles or seconds cut; false for one that cannot end. */
bool finding_of_limit(const struct finding *finding);
#endif
