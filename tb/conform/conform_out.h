/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance statement as text, JSON and one page of HTML. */
#ifndef PAUSEBENCH_CONFORM_OUT_H
#define PAUSEBENCH_CONFORM_OUT_H
#include "conformance.h"

#include <jansson.h>
#include <stdio.h>

struct conform_options;

/* Writes the statement as text, JSON and HTML to the paths in OPTIONS, and prints the paths to its log. Returns 0 or negative
 * errno. */
int conform_write(const struct conform_options *options, struct conformance *c, struct env_error *ret_error);
void conform_text(FILE *out, struct conformance *c);
/* Returns the statement as JSON, which the caller owns; NULL if there is no memory. */
json_t *conform_json(struct conformance *c);
/* Writes the statement as XHTML without external resources. */
void conform_html(FILE *out, struct conformance *c);

/* Writes the names of the rules of R, such as "pause-da, pause-fcs", into RET. */
const char *requirement_rules(const struct requirement *r, char *ret, size_t size);
/* Writes the measurement for R, beside the limit, into RET. Returns false if nothing was measured. */
bool requirement_measured(struct conformance *c, const struct requirement *r, char *ret, size_t size);
/* Returns the text that GROUP contradicts, and its source: for a MAC with a profile the requirement, else the rule with the
 * device's document. */
const char *finding_text(const struct conformance *c, const struct finding_group *group, const char **ret_source);
/* Returns what the MAC lacks if it does not have the capability ROW, or NULL if it has it, or if ROW is no capability that a
 * reader asks for. */
const char *capability_lacking(const struct conformance *c, const struct dut_capability_row *row);
/* Returns what no run or capture of the statement can judge, as a sentence without its stop. */
const char *conformance_not_judged(const struct conformance *c);
/* Writes "seeds 1 to 100" or "no seeds" into RET. */
const char *conform_seeds(const struct conformance *c, char *ret, size_t size);
/* Writes for example "156.25" into RET. */
const char *conform_megahertz(const struct conformance *c, char *ret, size_t size);
/* Returns "PASS", "FAIL" or "NOTHING CHECKED". */
const char *conform_headline(const struct conformance *c);
#endif
