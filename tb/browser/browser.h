/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a browser: one HTML file, made of the JSON files of a regression, which loads nothing from elsewhere. */
#ifndef PAUSEBENCH_BROWSER_H
#define PAUSEBENCH_BROWSER_H
#include "base/env.h"

/* The schema_version of the summary.json that the page reads. */
enum { BROWSER_SUMMARY_VERSION = 2 };

/* Writes DIR/report.html from DIR/summary.json and, as far as they exist, from DIR/exercised.json, DIR/conformance.json and the
 * saved runs that the groups of the summary name. Returns 0 or negative errno. */
int browser_write(const char *dir, struct env_error *ret_error);
#endif
