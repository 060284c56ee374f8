/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a run: text for people, JSON for programs. */
#ifndef PAUSEBENCH_REPORT_H
#define PAUSEBENCH_REPORT_H
#include "base/env.h"
#include "run/run_result.h"

#include <jansson.h>
#include <stdio.h>

/* The data of a report. The caller owns everything to which it points. */
struct report {
	const struct dut *dut;
	const char *name; /* name of the stimulus */
	uint32_t seed;    /* seed of the power-up state, and of the stimulus if it was generated */
	bool black_box;
	double seconds;
	const struct run_options *options;
	const struct run_result *result;
	const char *repeat[2]; /* commands that repeat the run, or NULL */
};

/* Returns "ok", "findings", "timeout", "skipped" or "stopped". */
const char *run_status_name(enum run_status status);
/* Prints the line "checks    7: tx-start 3, record 4". */
void report_checks(FILE *out, const struct scoreboard_result *score);
/* Prints how many findings the waivers of DUT have waived in the run called NAME, each with its reason. */
void report_waived(FILE *out, const struct dut *dut, const char *name, const struct scoreboard_result *score);
uint64_t checks_total(const struct scoreboard_result *score);
/* Returns how many findings SCORE has kept. */
size_t findings_kept(const struct scoreboard_result *score);
/* Writes how many findings of SCORE break each rule into RET, kept or not. A finding that ended the run, which the bench puts
 * before those of the scoreboard, counts for its own rule. */
void findings_by_rule(const struct scoreboard_result *score, uint64_t ret[RULE_COUNT]);
/* Returns the exit status for RESULT: 0, 1, or 2 if the run was skipped, or was stopped without a finding. */
int run_exit_status(const struct run_result *result);
/* Returns the kept finding of the lowest cycle, or NULL. */
const struct finding *finding_first(const struct scoreboard_result *score);

enum { REPORT_SCHEMA_VERSION = 1 /* the schema of report.json */ };
enum { REPORT_FINDINGS_SHOWN = 10 /* a terminal gets so many findings; a saved report has all that are kept */ };

/* Returns true if OUT is a terminal that can show colours, and NO_COLOR is empty or not set (no-color.org). */
bool report_coloured(FILE *out);
/* Prints DUT, stimulus, amounts, checks by kind, at most FINDINGS findings and the commands that repeat the run. */
void report_text(FILE *out, const struct report *report, size_t findings);
/* Prints one finding in four indented lines. */
void report_finding(FILE *out, const struct finding *finding);
/* Prints FINDING as report_finding() does, with the times WHEN and, unless it is NULL, CAUSE in place of its cycles, and with the text
 * WHERE behind the thing that it is about. */
void report_finding_at(FILE *out, const struct finding *finding, const char *when, const char *where, const char *cause);
/* Returns the report, or a finding, as an object that the caller owns; NULL if there is no memory. */
json_t *report_json(const struct report *report);
json_t *finding_json(const struct finding *finding);
/* Reads what finding_json() has written, without .why, .traits and .model. Returns false if this version has no rule of that name. */
bool finding_from_json(const json_t *value, struct finding *ret);
/* Returns TEXT as a JSON string; if TEXT is no UTF-8, with '?' in place of each character that is not printable ASCII. */
json_t *text_json(const char *text);
/* Writes VALUE to PATH in one piece and releases it; VALUE may be NULL (no memory). Returns 0 or negative errno. */
int json_replace(json_t *value, const char *path, struct env_error *ret_error);
#endif
