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
/* Titles and requirements in the order of the page. */
extern const struct requirement requirement_table[];
extern const size_t requirement_count;

/* Returns the row called ID, or NULL. */
const struct requirement *requirement_by_id(const char *id);
/* Returns the id of the requirement that a finding of RULE about WHAT breaks in place of those that rest on the rule, or NULL. */
const char *requirement_instead(int rule, const char *what);
/* True if a finding breaks R only in a run whose stimulus names R. */
bool requirement_is_named_by_run(const struct requirement *r);
/* Returns the id of the requirement by which the counter NAME of a profile is judged. */
const char *counter_requirement(const char *name);
/* True if COVERED, of a run or of captures, has the situation that R is about, so that a MAC which breaks R would have been found. UNDECIDED: by enum rule the
 * reason why captures cannot decide the rule, or NULL; NULL: each is decided. A requirement of rules that every run checks is decided by each. */
bool requirement_decided(const struct requirement *r, const struct cover_set *covered, const char *const *undecided);
/* Writes into RET which of the capabilities that R needs DUT lacks ("link faults, half duplex"); false: none. */
bool requirement_lacks(const struct requirement *r, const struct dut *dut, char *ret, size_t size);
/* Writes into RET what the profile of DUT allows that R does not, so that the bench could not judge it; false: nothing. */
bool requirement_broken(const struct requirement *r, const struct dut *dut, char *ret, size_t size);
/* True if LIST, words between blanks or commas, has WORD. */
bool words_have(const char *list, const char *word);
#endif
