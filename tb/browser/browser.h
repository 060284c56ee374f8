/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a browser: one HTML file that is made of the JSON files of a regression and loads nothing. */
#ifndef PAUSEBENCH_BROWSER_H
#define PAUSEBENCH_BROWSER_H
#include "base/env.h"

/* The schema_version of the summary.json that the page reads. */
enum { BROWSER_SUMMARY_VERSION = 2 };

/* Writes DIR/report.html from DIR/summary.json, and from what is there of DIR/exercised.json, DIR/conformance.json and the saved runs that the groups of
 * the summary name. 0 or negative errno. */
int browser_write(const char *dir, struct env_error *ret_error);
#endif
