/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a run: text for people, JSON for programs. */
#include "report.h"

#include "profile/profile.h"

#include "seam/seam.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *run_status_name(enum run_status status)
{
	static const char *const names[] = {
		[RUN_OK] = "ok",           [RUN_FINDINGS] = "findings", [RUN_TIMEOUT] = "timeout",
		[RUN_SKIPPED] = "skipped", [RUN_STOPPED] = "stopped",
	};
	return names[status];
}

uint64_t checks_total(const struct scoreboard_result *score)
{
	uint64_t total = 0;

	for (size_t i = 0; i < CHECK_KIND_COUNT; i++)
		total += score->checks[i];
	return total;
}

size_t findings_kept(const struct scoreboard_result *score)
{
	return score->findings < SCOREBOARD_FINDINGS_MAX ? (size_t)score->findings : SCOREBOARD_FINDINGS_MAX;
}

void findings_by_rule(const struct scoreboard_result *score, uint64_t ret[RULE_COUNT])
{
	uint64_t counted = 0;

	for (size_t i = 0; i < RULE_COUNT; i++) {
		ret[i] = score->by_rule[i];
		counted += ret[i];
	}
	for (size_t i = 0; counted < score->findings && i < findings_kept(score); i++, counted++)
		ret[score->finding[i].rule]++;
}

int run_exit_status(const struct run_result *result)
{
	if (result->score.findings || result->status == RUN_TIMEOUT || result->status == RUN_FINDINGS)
		return EXIT_FINDINGS;
	return result->status == RUN_OK ? EXIT_CLEAN : EXIT_ENVIRONMENT;
}

const struct finding *finding_first(const struct scoreboard_result *score)
{
	const struct finding *first = NULL;

	for (size_t i = 0; i < findings_kept(score); i++)
		if (!first || score->finding[i].cycle < first->cycle)
			first = &score->finding[i];
	return first;
}

void report_finding_at(FILE *out, const struct finding *finding, const char *when, const char *where, const char *cause)
{
	char line[PROFILE_SUSPECT_SIZE];

	fprintf(out, "  %s: %s (%s) [%s]\n", when, rule_table[finding->rule].name, finding_rule_text(finding),
	        finding_document(finding));
	fprintf(out, "    %s%s\n", finding->what, where);
	fprintf(out, "    expected  %s\n    actual    %s\n", finding->expected, finding->actual);
	if (finding->why[0])
		fprintf(out, "    why       %s\n", finding->why);
	if (cause)
		fprintf(out, "    cause     %s\n", cause);
	if (profile_suspect(finding, "", line, sizeof(line))[0])
		fprintf(out, "    profile   %s, unless the MAC is wrong\n", line);
}

void report_finding(FILE *out, const struct finding *finding)
{
	char when[32], cause[32];

	snprintf(when, sizeof(when), "cycle %" PRIu64, finding->cycle);
	snprintf(cause, sizeof(cause), "cycle %" PRIu64, finding->cause_cycle);
	report_finding_at(out, finding, when, "", finding->cause_cycle != finding->cycle ? cause : NULL);
}

static void report_covered(FILE *out, const struct run_result *result)
{
	char names[32 * RULE_COUNT];

	if (result->noted)
		fprintf(out, "covered   %s\n", cover_names(&result->covered, names, sizeof(names)));
}

void report_checks(FILE *out, const struct scoreboard_result *score)
{
	const char *separator = ":";

	fprintf(out, "checks    %" PRIu64, checks_total(score));
	for (size_t i = 0; i < CHECK_KIND_COUNT; i++) {
		if (!score->checks[i])
			continue;
		fprintf(out, "%s %s %" PRIu64, separator, check_kind_names[i], score->checks[i]);
		separator = ",";
	}
	fputc('\n', out);
	if (score->crowded)
		fprintf(out,
		        "crowded   %" PRIu64
		        " time%s more histories of what the DUT saw were possible than are followed, so that for a "
		        "while nothing was decided of its pauses (doc/develop/window.md)\n",
		        score->crowded, score->crowded == 1 ? "" : "s");
}

void report_waived(FILE *out, const struct dut *dut, const char *name, const struct scoreboard_result *score)
{
	for (size_t i = 0; i < dut->waiver_count; i++) {
		const struct dut_waiver *w = &dut->waivers[i];
		if (dut_waiver_covers(w, name) && score->waived[w->rule])
			fprintf(out, "waived    %" PRIu32 " of %s: %s\n", score->waived[w->rule], rule_table[w->rule].name,
			        w->reason);
	}
}

/* Prints how many of the findings break each rule, if there are several rules. */
static void report_rules(FILE *out, const struct scoreboard_result *score)
{
	uint64_t counts[RULE_COUNT];
	const char *separator = "by rule   ";
	size_t rules = 0;

	findings_by_rule(score, counts);
	for (size_t i = 0; i < RULE_COUNT; i++)
		rules += counts[i] > 0;
	for (size_t i = 0; rules > 1 && i < RULE_COUNT; i++) {
		if (!counts[i])
			continue;
		fprintf(out, "%s%s %" PRIu64, separator, rule_table[i].name, counts[i]);
		separator = ", ";
	}
	if (rules > 1)
		fputc('\n', out);
}

bool report_coloured(FILE *out)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fileno(out)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

/* Prints the number of findings, green or red on a terminal. */
static void report_count(FILE *out, uint64_t findings)
{
	if (report_coloured(out))
		fprintf(out, "findings  \033[1;%sm%" PRIu64 "\033[0m\n", findings ? "31" : "32", findings);
	else
		fprintf(out, "findings  %" PRIu64 "\n", findings);
}

void report_text(FILE *out, const struct report *report, size_t findings)
{
	char clocks[CLOCKS_WORDS];
	const struct run_result *result = report->result;
	const struct scoreboard_result *score = &result->score;

	fprintf(out, "dut       %s%s%s\n", report->dut->name,
	        report->options && report->options->model_end ? " (golden model)" : "", report->black_box ? " (black box)" : "");
	fprintf(out, "stimulus  %s\nseed      %" PRIu32 "\n", report->name, report->seed);
	if (report->dut->clocks.several)
		fprintf(out, "clocks    %s\n", clocks_say(&report->dut->clocks, report->dut->clock_hz, report->seed, clocks));
	fprintf(out, "items     %" PRIu64 "\ncycles    %" PRIu64 "\n", result->items, result->cycles);
	report_checks(out, score);
	if (report->options && report->options->covered)
		report_covered(out, result);
	if (result->status == RUN_SKIPPED)
		fprintf(out, "SKIPPED   %s\n", result->skip_reason);
	if (result->status == RUN_STOPPED)
		fprintf(out, "PARTIAL   interrupted; what follows is only what was seen until then\n");
	if (result->status == RUN_TIMEOUT)
		fprintf(out, "TIMEOUT   the run did not come to its end\n");
	if (result->absent[0])
		fprintf(out, "lacks     counters of the stimulus that %s has not: %s\n", report->dut->name, result->absent);
	report_waived(out, report->dut, report->name, score);
	report_count(out, score->findings);
	if (findings > findings_kept(score))
		findings = findings_kept(score);
	for (size_t i = 0; i < findings; i++)
		report_finding(out, &score->finding[i]);
	if (score->findings > findings)
		fprintf(out, "  and %" PRIu64 " more\n", score->findings - findings);
	report_rules(out, score);
	for (size_t i = 0; score->findings && i < 2; i++)
		if (report->repeat[i])
			fprintf(out, "repeat    %s\n", report->repeat[i]);
}

json_t *text_json(const char *text)
{
	json_t *value = json_string(text);
	char plain[1024];
	size_t i;

	if (value)
		return value;
	for (i = 0; text[i] && i + 1 < sizeof(plain); i++)
		plain[i] = text[i] >= ' ' && text[i] < 0x7F ? text[i] : '?';
	plain[i] = 0;
	return json_string(plain);
}

json_t *finding_json(const struct finding *finding)
{
	char line[PROFILE_SUSPECT_SIZE];
	json_t *ret;

	ret = json_pack("{s:I, s:I, s:s, s:s, s:s, s:o, s:o, s:o}", "cycle", (json_int_t)finding->cycle, "cause_cycle",
	                (json_int_t)finding->cause_cycle, "rule", rule_table[finding->rule].name, "text",
	                finding_rule_text(finding), "document", finding_document(finding), "what", text_json(finding->what),
	                "expected", text_json(finding->expected), "actual", text_json(finding->actual));
	if (ret && finding->latest) {
		json_object_set_new(ret, "earliest_cycle", json_integer((json_int_t)finding->earliest));
		json_object_set_new(ret, "latest_cycle", json_integer((json_int_t)finding->latest));
	}
	if (ret && finding->why[0])
		json_object_set_new(ret, "why", text_json(finding->why));
	if (ret && profile_suspect(finding, "", line, sizeof(line))[0])
		json_object_set_new(ret, "profile", text_json(line));
	return ret;
}

static void load_text(const json_t *finding, const char *key, char *ret, size_t size)
{
	const char *text = json_string_value(json_object_get(finding, key));

	snprintf(ret, size, "%s", text ? text : "");
}

bool finding_from_json(const json_t *value, struct finding *ret)
{
	const char *name = json_string_value(json_object_get(value, "rule"));
	int rule = name ? rule_by_name(name) : -1;

	*ret = (struct finding){ .rule = rule < 0 ? PM_NO_RULE : (enum rule)rule,
		                 .cycle = (uint64_t)json_integer_value(json_object_get(value, "cycle")),
		                 .cause_cycle = (uint64_t)json_integer_value(json_object_get(value, "cause_cycle")),
		                 .earliest = (uint64_t)json_integer_value(json_object_get(value, "earliest_cycle")),
		                 .latest = (uint64_t)json_integer_value(json_object_get(value, "latest_cycle")) };
	load_text(value, "what", ret->what, sizeof(ret->what));
	load_text(value, "expected", ret->expected, sizeof(ret->expected));
	load_text(value, "actual", ret->actual, sizeof(ret->actual));
	return rule >= 0;
}

static json_t *checks_json(const struct scoreboard_result *score)
{
	json_t *checks = json_object();

	for (size_t i = 0; checks && i < CHECK_KIND_COUNT; i++) {
		if (json_object_set_new(checks, check_kind_names[i], json_integer((json_int_t)score->checks[i]))) {
			json_decref(checks);
			return NULL;
		}
	}
	return checks;
}

static json_t *findings_json(const struct scoreboard_result *score)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < findings_kept(score); i++) {
		if (json_array_append_new(list, finding_json(&score->finding[i]))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static json_t *covered_json(const struct cover_set *covered)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < RULE_COUNT; i++) {
		if (covered->has[i] && json_array_append_new(list, json_string(rule_table[i].name))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* Returns how many findings of each rule were waived. */
static json_t *waived_json(const struct scoreboard_result *score)
{
	json_t *waived = json_object();

	for (size_t i = 0; waived && i < RULE_COUNT; i++)
		if (score->waived[i])
			json_object_set_new(waived, rule_table[i].name, json_integer(score->waived[i]));
	return waived;
}

/* Returns the names of LIST, between which there is ", ". */
static json_t *names_json(const char *list)
{
	json_t *names = json_array();

	for (const char *end; names && *list; list = *end ? end + 2 : end) {
		end = strchrnul(list, ',');
		json_array_append_new(names, json_stringn(list, (size_t)(end - list)));
	}
	return names;
}

static json_t *resolved_json(const struct resolved *resolved)
{
	json_t *list = json_array();

	for (uint32_t i = 0; list && i < resolved->count; i++) {
		const struct resolved_moment *m = &resolved->moment[i];
		json_array_append_new(list, json_pack("{s:I, s:I, s:I}", "item", (json_int_t)m->item, "from", (json_int_t)m->from,
		                                      "at", (json_int_t)m->at));
	}
	return list;
}

json_t *report_json(const struct report *report)
{
	const struct run_result *result = report->result;
	const struct run_options *options = report->options;
	const struct seam_ops *ops = seam_by_dut(report->dut->name);
	char clocks[CLOCKS_WORDS];
	json_t *value = json_pack("{s:i, s:s, s:o, s:I, s:b, s:I, s:f, s:s, s:f, s:I, s:I, s:I, s:o, s:I, s:o}", "schema_version",
	                          REPORT_SCHEMA_VERSION, "dut", report->dut->name, "stimulus", text_json(report->name), "seed",
	                          (json_int_t)report->seed, "black_box", (int)report->black_box, "max_cycles",
	                          (json_int_t)options->max_cycles, "max_seconds", options->max_seconds, "status",
	                          run_status_name(result->status), "seconds", report->seconds, "items", (json_int_t)result->items,
	                          "cycles", (json_int_t)result->cycles, "checks", (json_int_t)checks_total(&result->score),
	                          "checks_by_kind", checks_json(&result->score), "findings", (json_int_t)result->score.findings,
	                          "finding_list", findings_json(&result->score));

	if (value && report->dut->clocks.several)
		json_object_set_new(value, "clocks",
		                    json_string(clocks_say(&report->dut->clocks, report->dut->clock_hz, report->seed, clocks)));
	if (value && !options->model_end && ops && ops->rtl_hash)
		json_object_set_new(value, "rtl", json_string(ops->rtl_hash));
	if (value && result->resolved.count)
		json_object_set_new(value, "moments", resolved_json(&result->resolved));
	if (value && result->score.crowded)
		json_object_set_new(value, "crowded", json_integer((json_int_t)result->score.crowded));
	if (value && report->dut->waiver_count)
		json_object_set_new(value, "waived", waived_json(&result->score));
	if (value && result->absent[0])
		json_object_set_new(value, "absent_counters", names_json(result->absent));
	if (value && result->status == RUN_SKIPPED)
		json_object_set_new(value, "skip_reason", text_json(result->skip_reason));
	if (value && result->noted)
		json_object_set_new(value, "covered", covered_json(&result->covered));
	if (value && options->model_end)
		json_object_set_new(value, "as", json_string("model"));
	if (value && report->repeat[0])
		json_object_set_new(value, "repeat", text_json(report->repeat[0]));
	return value;
}

int json_replace(json_t *value, const char *path, struct env_error *ret_error)
{
	struct text t;
	int rc;

	if (!value)
		return env_fail(ret_error, ENOMEM, "cannot build %s", path);
	rc = text_open(&t, ret_error);
	if (!rc) {
		if (json_dumpf(value, t.out, JSON_INDENT(2)))
			rc = -ENOMEM;
		fputc('\n', t.out);
		if (rc) {
			text_replace(&t, NULL, ret_error);
			env_fail(ret_error, ENOMEM, "cannot build %s", path);
		} else {
			rc = text_replace(&t, path, ret_error);
		}
	}
	json_decref(value);
	return rc;
}
