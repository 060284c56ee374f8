/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the report of a run of a link, and the folder from which a failing run is repeated.
 *
 * A finding is written by the functions of tb/report/report.h. The rest is not in the report of a run there: a link has two DUTs, each
 * with clocks and checks of its own, and what each direction carried, lost and held. */
#include "link_report.h"

#include "base/bounds.h"
#include "link/description/link_device.h"
#include "report/report.h"
#include "run/failure.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const directions[LINK_ENDS] = { "a>b", "b>a" };

static double in_us(uint64_t ps)
{
	return (double)ps / 1e6;
}

/* Returns whether a lost frame would be a finding at END, and if not, why. */
static const char *promise(const struct link_result *result, unsigned i)
{
	if (result->promised[i])
		return "no frame may be lost";
	return result->headroom[i] < result->bound[i] ? "frames may be lost"
	                                              : "frames may be lost if XOFF runs out or does not arrive";
}

static void end_text(FILE *out, const struct link_description *link, const struct link_result *result, unsigned i)
{
	const struct link_end *end = &link->end[i];

	fprintf(out, "end %c     %s as %s, headroom %" PRIu32 ", bound ", 'a' + (int)i, end->dut->name,
	        end->model ? "model" : "rtl", result->headroom[i]);
	if (result->bound[i] == UINT64_MAX)
		fputs("none", out);
	else
		fprintf(out, "%" PRIu64, result->bound[i]);
	fprintf(out, ": %s; checks %" PRIu64 "\n", promise(result, i), checks_total(&result->score[i]));
}

static void direction_text(FILE *out, const struct link_result *result, unsigned from)
{
	const struct link_totals *t = &result->totals[from];

	fprintf(
	    out, "%s       sent %" PRIu64 " frames, %" PRIu64 " octets; delivered %" PRIu64 ", %" PRIu64 "; throughput %.1f %%\n",
	    directions[from], t->offered, t->offered_octets, t->delivered, t->delivered_octets, 100 * result->throughput[from]);
	fprintf(out, "          XOFF %" PRIu64 ", XON %" PRIu64 " sent; held %.3f us; overshoot at %c %" PRIu32 "\n", t->xoff,
	        t->xon, in_us(t->inhibited_ps), 'b' - (int)from, result->overshoot[!from]);
	fprintf(out, "          lost in the buffer %" PRIu64, link_lost(t));
	for (unsigned why = 0; why < LINK_WHY_COUNT; why++)
		if (t->lost[why])
			fprintf(out, " (%s %" PRIu64 ")", link_why_names[why], t->lost[why]);
	if (t->damaged || t->cable_lost)
		fprintf(out, "; by the cable: damaged %" PRIu64 ", lost %" PRIu64, t->damaged, t->cable_lost);
	fputc('\n', out);
}

static void finding_text(FILE *out, const struct link_finding *finding)
{
	char when[32], where[16] = "", cause[32];

	snprintf(when, sizeof(when), "%.3f us", in_us(finding->time_ps));
	snprintf(cause, sizeof(cause), "%.3f us", in_us(finding->cause_ps));
	if (finding->end < LINK_ENDS)
		snprintf(where, sizeof(where), ", seen at %c", 'a' + (int)finding->end);
	report_finding_at(out, &finding->plain, when, where, finding->cause_ps != finding->time_ps ? cause : NULL);
}

static void findings_text(FILE *out, const struct link_result *result, size_t findings)
{
	size_t shown = least(least(result->findings, LINK_FINDINGS_MAX), findings);

	fprintf(out, "findings  %" PRIu64 "\n", link_findings(result));
	for (size_t i = 0; i < shown; i++)
		finding_text(out, &result->finding[i]);
	if (result->findings > shown)
		fprintf(out, "  and %" PRIu64 " more of the link\n", result->findings - shown);
	for (unsigned end = 0; end < LINK_ENDS; end++) {
		const struct scoreboard_result *score = &result->score[end];
		shown = least(findings_kept(score), findings);
		if (score->findings)
			fprintf(out, " end %c, clocks of its own:\n", 'a' + (int)end);
		for (size_t i = 0; i < shown; i++)
			report_finding(out, &score->finding[i]);
		if (score->findings > shown)
			fprintf(out, "  and %" PRIu64 " more at end %c\n", score->findings - shown, 'a' + (int)end);
	}
}

void link_report_text(FILE *out, const struct link_description *link, const struct link_result *result, size_t findings,
                      const char *repeat)
{
	fprintf(out, "link      %s\nseed      %" PRIu32 "\n", link->name, link->seed);
	fprintf(out, "traffic   %.3f us from %.3f us on; end of the run %.3f us, clocks %" PRIu64 " and %" PRIu64 "\n",
	        in_us(result->stop_ps - result->start_ps), in_us(result->start_ps), in_us(result->end_ps), result->clocks[0],
	        result->clocks[1]);
	for (unsigned i = 0; i < LINK_ENDS; i++)
		end_text(out, link, result, i);
	for (unsigned i = 0; i < LINK_ENDS; i++)
		direction_text(out, result, i);
	if (result->stopped)
		fprintf(out, "PARTIAL   interrupted; what follows is only what was seen until then\n");
	else if (!result->drained)
		fprintf(out, "undrained some frames were still on their way at the end\n");
	findings_text(out, result, findings);
	if (repeat)
		fprintf(out, "repeat    %s\n", repeat);
}

static json_t *direction_json(const struct link_result *result, unsigned from)
{
	const struct link_totals *t = &result->totals[from];
	json_t *lost = json_object();

	for (unsigned why = 0; why < LINK_WHY_COUNT; why++)
		json_object_set_new(lost, link_why_names[why], json_integer((json_int_t)t->lost[why]));
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:I, s:f, s:f, s:I}", "sent", (json_int_t)t->offered,
	                 "sent_octets", (json_int_t)t->offered_octets, "delivered", (json_int_t)t->delivered, "delivered_octets",
	                 (json_int_t)t->delivered_octets, "damaged", (json_int_t)t->damaged, "cable_lost",
	                 (json_int_t)t->cable_lost, "errored", (json_int_t)t->errored, "lost", (json_int_t)link_lost(t),
	                 "lost_by", lost, "xoff", (json_int_t)t->xoff, "xon", (json_int_t)t->xon, "held_us",
	                 in_us(t->inhibited_ps), "throughput", result->throughput[from], "overshoot",
	                 (json_int_t)result->overshoot[!from]);
}

/* Returns what finding_json() does, with the end and times of the link in place of the clocks of an end. */
static json_t *link_finding_json(const struct link_finding *finding)
{
	const char end[] = { (char)('a' + finding->end), 0 };
	json_t *value = json_pack("{s:f, s:f, s:s}", "time_us", in_us(finding->time_ps), "cause_us", in_us(finding->cause_ps),
	                          "end", end);
	json_t *plain = finding_json(&finding->plain);

	json_object_del(plain, "cycle");
	json_object_del(plain, "cause_cycle");
	json_object_update(value, plain);
	json_decref(plain);
	return value;
}

static json_t *end_json(const struct link_description *link, const struct link_result *result, unsigned i)
{
	const struct scoreboard_result *score = &result->score[i];
	json_t *list = json_array();

	for (size_t k = 0; k < findings_kept(score); k++)
		json_array_append_new(list, finding_json(&score->finding[k]));
	return json_pack("{s:s, s:s, s:I, s:o, s:b, s:I, s:I, s:I, s:I, s:o}", "dut", link->end[i].dut->name, "as",
	                 link->end[i].model ? "model" : "rtl", "headroom", (json_int_t)result->headroom[i], "bound",
	                 result->bound[i] == UINT64_MAX ? json_null() : json_integer((json_int_t)result->bound[i]), "promised",
	                 (int)result->promised[i], "clocks", (json_int_t)result->clocks[i], "accesses",
	                 (json_int_t)result->accesses[i], "checks", (json_int_t)checks_total(score), "findings",
	                 (json_int_t)score->findings, "finding_list", list);
}

json_t *link_report_json(const struct link_description *link, const struct link_result *result, const char *repeat)
{
	json_t *list = json_array(), *value;
	struct link_finding first;

	for (size_t i = 0; i < least(result->findings, LINK_FINDINGS_MAX); i++)
		json_array_append_new(list, link_finding_json(&result->finding[i]));
	value = json_pack("{s:i, s:o, s:I, s:s, s:b, s:f, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:I, s:I, s:o}", "schema_version", 1,
	                  "link", text_json(link->name), "seed", (json_int_t)link->seed, "status",
	                  result->stopped         ? "stopped"
	                  : link_findings(result) ? "findings"
	                                          : "ok",
	                  "drained", (int)result->drained, "start_us", in_us(result->start_ps), "stop_us", in_us(result->stop_ps),
	                  "end_us", in_us(result->end_ps), "seconds", result->seconds, "a", end_json(link, result, 0), "b",
	                  end_json(link, result, 1), "a>b", direction_json(result, 0), "b>a", direction_json(result, 1),
	                  "findings", (json_int_t)link_findings(result), "link_findings", (json_int_t)result->findings,
	                  "finding_list", list);
	if (value && link_first_finding(link, result, &first))
		json_object_set_new(value, "first", link_finding_json(&first));
	if (value && repeat)
		json_object_set_new(value, "repeat", text_json(repeat));
	return value;
}

int link_report_write(const char *file, const struct link_description *link, const struct link_result *result, const char *repeat,
                      struct env_error *ret_error)
{
	return json_replace(link_report_json(link, result, repeat), file, ret_error);
}

static int save_text(const char *path, const struct link_description *link, const struct link_result *result, const char *repeat,
                     struct env_error *ret_error)
{
	struct text t;
	int rc = text_open(&t, ret_error);

	if (rc)
		return rc;
	if (result)
		link_report_text(t.out, link, result, LINK_FINDINGS_MAX, repeat);
	else
		link_file_write(link, t.out);
	return text_replace(&t, path, ret_error);
}

void link_report_begin(const char *dir)
{
	char *reduced = path_join(dir, "reduced");

	if (reduced)
		failure_remove(reduced);
	free(reduced);
}

int link_report_save(const char *dir, const struct link_description *link, const struct link_result *result, const char *repeat,
                     struct env_error *ret_error)
{
	char *file = path_join(dir, "link.link"), *text = path_join(dir, "report.txt"), *json = path_join(dir, "report.json");
	int rc = file && text && json ? 0 : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	if (!rc)
		rc = save_text(file, link, NULL, NULL, ret_error);
	if (!rc)
		rc = save_text(text, link, result, repeat, ret_error);
	if (!rc)
		rc = link_report_write(json, link, result, repeat, ret_error);
	free(file);
	free(text);
	free(json);
	return rc;
}

bool link_report_failed(const char *dir)
{
	char *path = path_join(dir, "report.json");
	json_t *root = path ? json_load_file(path, 0, NULL) : NULL;
	const char *rule = json_string_value(json_object_get(json_object_get(root, "first"), "rule"));
	bool failed = json_integer_value(json_object_get(root, "findings")) > 0 &&
	              (!rule || strcmp(rule, rule_table[RULE_TIMEOUT].name));

	json_decref(root);
	free(path);
	return failed;
}

int link_exit_status(const struct link_result *result)
{
	if (link_findings(result))
		return EXIT_FINDINGS;
	return result->stopped ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}

/* How many clocks the waves show before the cause and after the finding. */
enum { WINDOW_BEFORE = 2000, WINDOW_AFTER = 500 };

void link_report_window(const char *dir, const struct link_description *link, uint64_t *ret_from_ps, uint64_t *ret_to_ps)
{
	char *path = path_join(dir, "report.json");
	json_t *root = path ? json_load_file(path, 0, NULL) : NULL, *first = json_object_get(root, "first");
	double clock_us = link_pace_of(link, 0).clock_ps / 1e6;
	double trip_us = (link->cable[0].length_m / link->cable[0].velocity + link->cable[1].length_m / link->cable[1].velocity) /
	                 299.792458;
	double from = json_number_value(json_object_get(first, "cause_us")) - WINDOW_BEFORE * clock_us - trip_us;
	double to = json_number_value(json_object_get(first, "time_us")) + WINDOW_AFTER * clock_us;

	*ret_from_ps = first && from > 0 ? (uint64_t)(from * 1e6) : 0;
	*ret_to_ps = first ? (uint64_t)(to * 1e6) : UINT64_MAX;
	json_decref(root);
	free(path);
}
