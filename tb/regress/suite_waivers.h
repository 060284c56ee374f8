/* SPDX-License-Identifier: Apache-2.0 */
/* The waivers of the rows in a regression: how many findings each waived, and which of them waived nothing. */
#ifndef PAUSEBENCH_SUITE_WAIVERS_H
#define PAUSEBENCH_SUITE_WAIVERS_H
#include "suite.h"

#include <jansson.h>
#include <libxml/xmlwriter.h>

/* Makes the tallies of all rows. Returns 0 or -ENOMEM. */
int suite_waivers_init(struct suite *suite);
void suite_waivers_release(struct suite *suite);
/* Adds a run of DUT that passed or failed. */
void suite_waivers_enter(struct suite *suite, size_t dut, const struct pool_result *result);
/* Returns how many waivers waived nothing in the runs that they are about. */
unsigned suite_waivers_idle(const struct suite *suite);
/* Prints a line for each waiver. */
void suite_waivers_print(FILE *out, const struct suite *suite);
/* Returns the list for summary.json, or NULL if there is no memory. */
json_t *suite_waivers_json(const struct suite *suite);
/* Each waiver of DUT is a test case of junit.xml, which fails if it waived nothing. Returns how many cases there are, and in
 * *RET_FAILED how many failed. */
unsigned suite_waivers_count(const struct suite *suite, size_t dut, unsigned *ret_failed);
void suite_waivers_xml(xmlTextWriterPtr xml, const struct suite *suite, size_t dut);
#endif
