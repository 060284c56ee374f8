/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance statement as text, JSON and one page of HTML. */
#ifndef PAUSEBENCH_CONFORM_OUT_H
#define PAUSEBENCH_CONFORM_OUT_H
#include "conformance.h"

#include <jansson.h>
#include <stdio.h>

struct conform_options;

/* Writes the statement as text, JSON and HTML where OPTIONS say, and prints the paths to its log. 0 or negative errno. */
int conform_write(const struct conform_options *options, struct conformance *c, struct env_error *ret_error);
void conform_text(FILE *out, struct conformance *c);
/* The caller owns it; NULL: there is no memory. */
json_t *conform_json(struct conformance *c);
/* XHTML without external resources. */
void conform_html(FILE *out, struct conformance *c);

/* Names of the rules of R, as in "pause-da, pause-fcs", into RET. */
const char *requirement_rules(const struct requirement *r, char *ret, size_t size);
/* Writes what was measured for R, beside the limit, into RET; false: nothing. */
bool requirement_measured(struct conformance *c, const struct requirement *r, char *ret, size_t size);
/* Returns what GROUP contradicts and its source: of a MAC with a profile the requirement, else the rule with the device's document. */
const char *finding_text(const struct conformance *c, const struct finding_group *group, const char **ret_source);
/* What the MAC lacks, or NULL: ROW is a capability that is none, or that it has. */
const char *capability_lacking(const struct conformance *c, const struct dut_capability_row *row);
/* "seeds 1 to 100" or "no seeds", into RET. */
const char *conform_seeds(const struct conformance *c, char *ret, size_t size);
/* "156.25", into RET. */
const char *conform_megahertz(const struct conformance *c, char *ret, size_t size);
/* "PASS", "FAIL", "NOTHING CHECKED" */
const char *conform_headline(const struct conformance *c);
#endif
