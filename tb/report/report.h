/* SPDX-License-Identifier: Apache-2.0 */
/* What a run has to say: for people as text, for programs as JSON. */
#ifndef PAUSEBENCH_REPORT_H
#define PAUSEBENCH_REPORT_H
#include "base/env.h"
#include "run_result.h"

#include <jansson.h>
#include <stdio.h>

/* Nothing in it is owned. */
struct report {
	const struct dut *dut;
	const char *name; /* of the stimulus */
	uint32_t seed;    /* of the power-up state, and of the stimulus if it was generated */
	bool black_box;
	double seconds;
	const struct run_options *options;
	const struct run_result *result;
	const char *repeat[2]; /* commands that repeat the run, or NULL */
};

/* "ok", "findings", "timeout", "skipped", "stopped" */
const char *run_status_name(enum run_status status);
uint64_t checks_total(const struct scoreboard_result *score);
/* How many of its findings are kept. */
size_t findings_kept(const struct scoreboard_result *score);
/* The exit status for a run that ended so: 0, 1, or 2 (skipped; stopped without a finding). */
int run_exit_status(const struct run_result *result);
/* The kept finding of the lowest cycle, or NULL. */
const struct finding *finding_first(const struct scoreboard_result *score);

enum { REPORT_FINDINGS_SHOWN = 10 /* on a terminal; a saved report has all that are kept */ };

/* The run: what, how much, the checks by kind, at most FINDINGS findings, how to repeat it. */
void report_text(FILE *out, const struct report *report, size_t findings);
/* One finding in four indented lines. */
void report_finding(FILE *out, const struct finding *finding);
/* The same as an object, owned by the caller; NULL if there is no memory. */
json_t *report_json(const struct report *report);
json_t *finding_json(const struct finding *finding);
/* A string that is valid JSON whatever octets TEXT has. */
json_t *text_json(const char *text);
/* Puts VALUE into PATH in one piece and releases it. VALUE may be NULL (no memory). 0 or negative errno. */
int json_replace(json_t *value, const char *path, struct env_error *ret_error);
#endif
