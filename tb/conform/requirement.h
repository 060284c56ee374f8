/* SPDX-License-Identifier: Apache-2.0 */
/* The requirements of regs/conformance.def. */
#ifndef PAUSEBENCH_REQUIREMENT_H
#define PAUSEBENCH_REQUIREMENT_H
#include "base/dut.h"
#include "finding/finding.h"
#include "measure/measured.h"
#include "stimulus/cover.h"

#include <stdbool.h>
#include <stddef.h>

struct requirement {
	const char *group; /* the row is the title of a part of the page, and its other members are empty; or NULL */
	const char *id, *clause, *item, *purpose, *text, *needs;
	int measure;      /* enum measure_kind, or -1 */
	const int *rules; /* enum rule, -1 at the end */
};
/* Titles and requirements, in the order of the page. */
extern const struct requirement requirement_table[];
extern const size_t requirement_count;

/* Returns the row called ID, or NULL. */
const struct requirement *requirement_by_id(const char *id);
/* Returns the id of the requirement that a finding of RULE about WHAT breaks in place of the requirements that rest on the rule,
 * or NULL. */
const char *requirement_instead(int rule, const char *what);
/* Returns true if a finding breaks R only in a run whose stimulus names R. */
bool requirement_is_named_by_run(const struct requirement *r);
/* Returns true if R is about runs in which the clocks of both wires are off in opposite directions. */
bool requirement_is_of_clocks(const struct requirement *r);
/* Writes into RET why no run with DUT can be about R, with the remedy, if that is so because of the clocks that DUT has. Returns false if it is not
 * so. */
bool requirement_not_judged(const struct requirement *r, const struct dut *dut, char *ret, size_t size);
/* Returns the id of the requirement that the counter NAME of a profile has to meet. */
const char *counter_requirement(const char *name);
/* Returns true if COVERED, of a run or of captures, contains the situation of R, so that a MAC which breaks R would have been
 * found. UNDECIDED has for each rule the reason why captures cannot decide it, or NULL; UNDECIDED itself is NULL if all rules are
 * decided. A requirement of rules that every run checks is decided by every run. */
bool requirement_decided(const struct requirement *r, const struct cover_set *covered, const char *const *undecided);
/* Writes the capabilities that R needs and DUT lacks into RET, such as "link faults, half duplex". Returns false if there are
 * none. */
bool requirement_lacks(const struct requirement *r, const struct dut *dut, char *ret, size_t size);
/* Writes the line by which the profile of DUT allows what R forbids into RET: R cannot be checked then. Returns false if there is
 * no such line. */
bool requirement_broken(const struct requirement *r, const struct dut *dut, char *ret, size_t size);
/* Returns true if LIST, which has words between blanks or commas, has WORD. */
bool words_have(const char *list, const char *word);
#endif
