/* SPDX-License-Identifier: Apache-2.0 */
/* What a judge says of captures: text for people, JSON for programs. */
#ifndef PAUSEBENCH_JUDGE_REPORT_H
#define PAUSEBENCH_JUDGE_REPORT_H
#include "judge_captures.h"

#include <jansson.h>
#include <stdio.h>

struct judge_report {
	const struct judge_captures *captures;
	const struct judge_read *read;
	const struct pm_judge *judge;
};

enum { JUDGE_SCHEMA_VERSION = 1 };

/* Returns "ok", "findings" or "not decided" (judge_is_decided()). */
const char *judge_status(const struct judge_report *report);
/* Prints what was read, the findings in groups, and which rules were not decided. */
void judge_report_text(FILE *out, const struct judge_report *report);
/* Returns the report as an object that the caller owns; NULL if there is no memory. */
json_t *judge_report_json(const struct judge_report *report);
#endif
