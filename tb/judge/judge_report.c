/* SPDX-License-Identifier: Apache-2.0 */
/* What a judge says of captures. */
#include "judge_report.h"

#include "judge_parts.h"

#include "report/report.h"

#include <inttypes.h>
#include <string.h>

enum { PS_PER_NS = 1000 };

/* ---- text ---- */

static void put_time(FILE *out, uint64_t ps)
{
	char text[JUDGE_TIME_TEXT];

	fputs(judge_time_text(ps, text, sizeof(text)), out);
}

static void put_frames(FILE *out, const char *label, const char *path, uint64_t frames)
{
	fprintf(out, "%s%s: %" PRIu64 " frame%s\n", label, path, frames, frames == 1 ? "" : "s");
}

static void put_fcs(FILE *out, const struct judge_report *report)
{
	const struct judge_read *read = report->read;
	uint64_t frames = read->frames[PM_JUDGE_RECEIVED] + read->frames[PM_JUDGE_SENT],
		 without = pm_judge_without_fcs(report->judge);

	if (!without)
		fputs("fcs       captured\n", out);
	else if (without == frames)
		fputs("fcs       not captured, and taken to be right\n", out);
	else
		fprintf(out,
		        "fcs       mixed: that of %" PRIu64 " of %" PRIu64 " frames is not captured, and taken to be right\n",
		        without, frames);
}

static void put_head(FILE *out, const struct judge_report *report)
{
	const struct judge_captures *captures = report->captures;
	const struct judge_read *read = report->read;
	uint64_t spoilt = pm_judge_spoilt(report->judge), crowded = scoreboard_result(report->judge->sb)->crowded;

	fprintf(out, "port      %s at %u Mb/s, by %s\n", report->judge->dut.name, report->judge->mbps, captures->profile);
	put_frames(out, "received  ", captures->received, read->frames[PM_JUDGE_RECEIVED]);
	put_frames(out, "sent      ", captures->sent, read->frames[PM_JUDGE_SENT]);
	fprintf(out, "lasted    ");
	put_time(out, read->duration_ps);
	fputs(read->time_error_ps ? ", each time within " : ", times exact", out);
	if (read->time_error_ps)
		put_time(out, read->time_error_ps);
	fputc('\n', out);
	put_fcs(out, report);
	if (read->cut)
		fprintf(out, "cut       %" PRIu64 " frames are only partly captured; their FCS is taken to be right\n",
		        read->cut);
	if (read->dropped)
		fprintf(out,
		        "dropped   %" PRIu64 " packets by the capture; no counter is decided, nor the pause that runs then\n",
		        read->dropped);
	fprintf(out,
	        "pauses    %" PRIu64 " PAUSE and %" PRIu64 " PFC frame%s received; %" PRIu64
	        " put to the test by a data frame that waited, or "
	        "started as soon as it was allowed\n",
	        read->pauses, read->pfcs, read->pfcs == 1 ? "" : "s", read->tested);
	if (read->others)
		fprintf(out, "others    %" PRIu64 " packets of other interfaces or directions, which are not judged\n",
		        read->others);
	if (spoilt)
		fprintf(out,
		        "spoilt    %" PRIu64 " sent frame%s with an error or a wrong FCS, for which the MAC may not be to blame "
		        "(doc/use/judge.md 2.2); no octet of %s is judged\n",
		        spoilt, spoilt == 1 ? " ends" : "s end", spoilt == 1 ? "it" : "them");
	if (crowded)
		fprintf(out,
		        "crowded   %" PRIu64
		        " time%s more histories of what the port saw were possible than are followed, so that for a "
		        "while nothing was decided of its pauses (doc/develop/window.md)\n",
		        crowded, crowded == 1 ? "" : "s");
	if (captures->client_always)
		fprintf(out, "client    has a data frame %sall the time\n",
		        captures->client_always == PM_JUDGE_CLIENT_CLASSES ? "of each class that it sends " : "");
	if (captures->client_control)
		fprintf(out, "control   the client sends MAC control frames of its own\n");
}

/* True if the finding is in the group of the rule and place of another one before it. */
static bool in_group(const struct scoreboard_result *score, size_t i, size_t of)
{
	return score->finding[i].rule == score->finding[of].rule && !strcmp(score->finding[i].what, score->finding[of].what);
}

static void put_group(FILE *out, const struct judge_report *report, size_t first, unsigned number, size_t count)
{
	struct pm_judge_finding f;

	if (pm_judge_finding(report->judge, first, &f))
		return;
	fprintf(out, "  %u. %s (%zu finding%s)\n     %s [%s]\n     %s\n     at        ", number, f.rule, count,
	        count == 1 ? "" : "s", f.rule_text, f.document, f.sentence);
	put_time(out, f.time);
	fputc('\n', out);
	if (f.cause_time != f.time) {
		fprintf(out, "     cause     ");
		put_time(out, f.cause_time);
		fputc('\n', out);
	}
	if (*f.why)
		fprintf(out, "     why       %s\n", f.why);
	if (*f.profile_line)
		fprintf(out, "     profile   %s, unless the MAC is wrong\n", f.profile_line);
}

static void put_groups(FILE *out, const struct judge_report *report, const struct scoreboard_result *score)
{
	size_t kept = findings_kept(score);
	unsigned number = 0;

	fprintf(out, "findings  %" PRIu64 "%s\n", score->findings,
	        score->findings > kept ? ", of which the first 64 are grouped" : "");
	for (size_t i = 0; i < kept; i++) {
		size_t before = 0, count = 0;
		while (before < i && !in_group(score, i, before))
			before++;
		for (size_t j = i; j < kept && before == i; j++)
			count += in_group(score, j, i);
		if (before == i)
			put_group(out, report, i, ++number, count);
	}
}

/* The rules that were not decided, those of one reason together. */
static void put_undecided(FILE *out, const struct pm_judge *judge)
{
	struct pm_judge_rule rule, other;

	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++) {
		const char *separator = "";
		size_t before = 0;
		while (before < i && !pm_judge_undecided(judge, before, &other) && strcmp(other.why, rule.why))
			before++;
		if (before < i)
			continue;
		fprintf(out, "%s%s: ", i ? "          " : "undecided ", rule.why);
		for (size_t j = i; !pm_judge_undecided(judge, j, &other); j++) {
			if (strcmp(other.why, rule.why))
				continue;
			fprintf(out, "%s%s", separator, other.rule);
			separator = ", ";
		}
		fputc('\n', out);
	}
}

void judge_report_text(FILE *out, const struct judge_report *report)
{
	struct scoreboard_result score;

	judge_result(report->judge, &score);
	put_head(out, report);
	report_checks(out, &score);
	report_waived(out, &report->judge->dut, JUDGE_RUN_NAME, &score);
	put_groups(out, report, &score);
	put_undecided(out, report->judge);
}

const char *judge_status(const struct judge_report *report)
{
	if (pm_judge_findings(report->judge))
		return "findings";
	return judge_is_decided(report->judge, report->read) ? "ok" : "not decided";
}

/* ---- JSON ---- */

static json_t *nanoseconds(uint64_t ps)
{
	return json_real((double)ps / PS_PER_NS);
}

static json_t *findings_json(const struct pm_judge *judge)
{
	json_t *list = json_array();
	struct pm_judge_finding f;

	for (size_t i = 0; list && !pm_judge_finding(judge, i, &f); i++)
		json_array_append_new(list, json_pack("{s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:o}", "time_ns", nanoseconds(f.time),
		                                      "cause_time_ns", nanoseconds(f.cause_time), "rule", f.rule, "text",
		                                      f.rule_text, "document", f.document, "sentence", text_json(f.sentence),
		                                      "why", text_json(f.why), "profile", text_json(f.profile_line)));
	return list;
}

static json_t *undecided_json(const struct pm_judge *judge)
{
	json_t *list = json_array();
	struct pm_judge_rule rule;

	for (size_t i = 0; list && !pm_judge_undecided(judge, i, &rule); i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "rule", rule.rule, "why", rule.why));
	return list;
}

static json_t *wire_json(const char *path, uint64_t frames)
{
	return json_pack("{s:o, s:I}", "file", text_json(path), "frames", (json_int_t)frames);
}

json_t *judge_report_json(const struct judge_report *report)
{
	const struct judge_captures *captures = report->captures;
	const struct judge_read *read = report->read;

	return json_pack(
	    "{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:I, s:o, s:o}",
	    "schema_version", JUDGE_SCHEMA_VERSION, "port", report->judge->dut.name, "profile", text_json(captures->profile),
	    "received", wire_json(captures->received, read->frames[PM_JUDGE_RECEIVED]), "sent",
	    wire_json(captures->sent, read->frames[PM_JUDGE_SENT]), "duration_ns", nanoseconds(read->duration_ps),
	    "time_error_ns", nanoseconds(read->time_error_ps), "fcs", !pm_judge_without_fcs(report->judge), "without_fcs",
	    (json_int_t)pm_judge_without_fcs(report->judge), "cut", (json_int_t)read->cut, "dropped", (json_int_t)read->dropped,
	    "pauses", (json_int_t)read->pauses, "pfcs", (json_int_t)read->pfcs, "tested", (json_int_t)read->tested, "others",
	    (json_int_t)read->others, "spoilt", (json_int_t)pm_judge_spoilt(report->judge), "crowded",
	    (json_int_t)scoreboard_result(report->judge->sb)->crowded, "status", judge_status(report), "checks",
	    (json_int_t)pm_judge_checks(report->judge), "findings", (json_int_t)pm_judge_findings(report->judge), "finding_list",
	    findings_json(report->judge), "undecided", undecided_json(report->judge));
}
