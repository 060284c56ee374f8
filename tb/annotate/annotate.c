/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the files that a server shows of a regression.
 *
 * An annotation needs a place in the sources. A finding has none, since the bench sees the DUT from outside: the place is the top
 * module of the DUT. */
#include "annotate.h"

#include "base/dut.h"
#include "base/sha256.h"
#include "report/report.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct page {
	const char *dir;
	json_t *summary, *groups;
};

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text ? text : "";
}

static json_int_t number_of(const json_t *object, const char *name)
{
	return json_integer_value(json_object_get(object, name));
}

/* Returns the first finding of the group's representative; it has the numbers that the group's own texts leave out. */
static const json_t *first_of(const struct page *page, const json_t *group)
{
	const json_t *best = json_object_get(group, "representative"), *failures = json_object_get(page->summary, "failures");

	for (size_t i = 0; i < json_array_size(failures); i++) {
		const json_t *failure = json_array_get(failures, i);
		if (!strcmp(text_of(failure, "dut"), text_of(best, "dut")) &&
		    !strcmp(text_of(failure, "name"), text_of(best, "name")))
			return json_object_get(failure, "first");
	}
	return group;
}

/* Writes the place of an annotation about DUT into RET: the file of its top module, or the first one of its sources. */
static const char *place_of(const char *name, char *ret, size_t size)
{
	const struct dut *dut = dut_by_name(name);
	int len = dut ? (int)strcspn(dut->sources, " ") : 0;

	snprintf(ret, size, "%.*s/%s.v", len, dut ? dut->sources : "", dut ? dut->top : "");
	if (!dut || access(ret, F_OK))
		snprintf(ret, size, "%.*s", len, dut ? dut->sources : "");
	return *ret ? ret : "Makefile";
}

/* ---- summary.md ---- */

/* Prints TEXT as code, so that it contains no markup. */
static void print_code(FILE *out, const char *text)
{
	fputc('`', out);
	for (; *text; text++)
		fputc(*text == '`' ? '\'' : *text == '\n' ? ' ' : *text, out);
	fputc('`', out);
}

static void print_table(FILE *out, const json_t *summary)
{
	static const char *const columns[] = { "runs", "passed_before", "skipped", "items", "checks", "findings" };
	const json_t *duts = json_object_get(summary, "duts");

	fputs(
	    "| DUT | runs | passed before | skipped | items | checks | findings |\n| --- | --: | --: | --: | --: | --: | --: |\n",
	    out);
	for (size_t i = 0; i <= json_array_size(duts); i++) {
		const json_t *row = i < json_array_size(duts) ? json_array_get(duts, i) : summary;
		fprintf(out, "| %s |", row == summary ? "total" : text_of(row, "dut"));
		for (size_t k = 0; k < sizeof(columns) / sizeof(columns[0]); k++)
			fprintf(out, " %" JSON_INTEGER_FORMAT " |", number_of(row, columns[k]));
		fputc('\n', out);
	}
}

/* Prints the stimulus of FOLDER, if it is not too long for a page. */
static void print_stimulus(FILE *out, const char *folder)
{
	char line[512];
	char *path = *folder ? path_join(folder, "stimulus.stim") : NULL;
	FILE *in = path ? fopen(path, "r") : NULL;
	int lines = 0;

	while (in && fgets(line, sizeof(line), in))
		lines++;
	if (in && lines <= ANNOTATE_STIMULUS_LINES) {
		rewind(in);
		fputs("\n```\n", out);
		while (fgets(line, sizeof(line), in))
			fputs(line, out);
		fputs("```\n", out);
	}
	if (in)
		fclose(in);
	free(path);
}

static void print_duts(FILE *out, const json_t *duts)
{
	const char *name, *before = "";
	json_t *runs;

	json_object_foreach((json_t *)(uintptr_t)duts, name, runs)
	{
		fprintf(out, "%s%s (%" JSON_INTEGER_FORMAT ")", before, name, json_integer_value(runs));
		before = ", ";
	}
}

static void print_group(FILE *out, const struct page *page, const json_t *group)
{
	const json_t *first = first_of(page, group);
	const json_t *best = json_object_get(group, "representative"), *modes = json_object_get(group, "modes");
	const char *waves = text_of(best, "waves");

	fprintf(out, "\n## Group %s: `%s`, %" JSON_INTEGER_FORMAT " runs\n\n", text_of(group, "id"), text_of(group, "rule"),
	        number_of(group, "runs"));
	print_code(out, text_of(group, "text"));
	fputs(" [", out);
	print_code(out, text_of(group, "document"));
	fputs("]\n\n- ", out);
	print_code(out, text_of(first, "what"));
	fputs(": expected ", out);
	print_code(out, text_of(first, "expected"));
	fputs(", actual ", out);
	print_code(out, text_of(first, "actual"));
	if (*text_of(first, "why")) {
		fputs("\n- why: ", out);
		print_code(out, text_of(first, "why"));
	}
	fputs("\n- ", out);
	print_duts(out, json_object_get(group, "duts"));
	fprintf(out, "; %" JSON_INTEGER_FORMAT " exact, %" JSON_INTEGER_FORMAT " black box\n- first: %s ",
	        number_of(modes, "exact"), number_of(modes, "black_box"), text_of(best, "dut"));
	print_code(out, text_of(best, "name"));
	fprintf(out, ", cycle %" JSON_INTEGER_FORMAT "\n- again: ", number_of(best, "cycle"));
	print_code(out, text_of(best, "command"));
	if (*waves && strncmp(waves, "none: ", 6)) {
		fputs("\n- waves: ", out);
		print_code(out, waves);
	}
	fputc('\n', out);
	print_stimulus(out, text_of(best, "reduced"));
}

static const char *verdict(const struct page *page)
{
	bool partial = json_is_true(json_object_get(page->summary, "partial"));

	if (number_of(page->summary, "findings"))
		return partial ? "FAIL, PARTIAL" : "FAIL";
	return partial ? "PARTIAL" : number_of(page->summary, "checks") ? "PASS" : "NOTHING CHECKED";
}

static void print_more(FILE *out, const char *format, size_t count)
{
	if (count > ANNOTATE_GROUPS)
		fprintf(out, format, count - ANNOTATE_GROUPS);
}

static void print_markdown(FILE *out, const struct page *page)
{
	size_t count = json_array_size(page->groups);

	fprintf(out, "# Pausebench: %s, %zu group%s of failures\n\n", verdict(page), count, count == 1 ? "" : "s");
	print_table(out, page->summary);
	for (size_t i = 0; i < count && i < ANNOTATE_GROUPS; i++)
		print_group(out, page, json_array_get(page->groups, i));
	print_more(out, "\n%zu more groups are in summary.json.\n", count);
}

/* ---- annotations ---- */

/* Prints TEXT with the escapes of GitHub's workflow commands; PROPERTY: TEXT comes before the second "::". */
static void print_escaped(FILE *out, const char *text, bool property)
{
	for (; *text; text++) {
		if (strchr("%\r\n", *text) || (property && strchr(":,", *text)))
			fprintf(out, "%%%02X", (unsigned char)*text);
		else
			fputc(*text, out);
	}
}

/* Writes a line about the group into RET. */
static void describe(const struct page *page, const json_t *group, char *ret, size_t size)
{
	const json_t *first = first_of(page, group);
	const json_t *best = json_object_get(group, "representative");

	snprintf(ret, size, "%s: expected %s, actual %s (%" JSON_INTEGER_FORMAT " runs)%s%s; repeat: %s", text_of(first, "what"),
	         text_of(first, "expected"), text_of(first, "actual"), number_of(group, "runs"),
	         *text_of(first, "why") ? "; " : "", text_of(first, "why"), text_of(best, "command"));
}

static void print_github(FILE *out, const struct page *page)
{
	size_t count = json_array_size(page->groups);
	char place[PATH_MAX], line[2 * PATH_MAX];

	for (size_t i = 0; i < count && i < ANNOTATE_GROUPS; i++) {
		const json_t *group = json_array_get(page->groups, i), *best = json_object_get(group, "representative");
		fputs("::error file=", out);
		print_escaped(out, place_of(text_of(best, "dut"), place, sizeof(place)), true);
		fputs(",line=1,title=", out);
		snprintf(line, sizeof(line), "%s: %s", text_of(best, "dut"), text_of(group, "rule"));
		print_escaped(out, line, true);
		fputs("::", out);
		describe(page, group, line, sizeof(line));
		print_escaped(out, line, false);
		fputc('\n', out);
	}
	print_more(out, "::notice::%zu more groups are in summary.json\n", count);
}

static json_t *gitlab_json(const struct page *page)
{
	size_t count = json_array_size(page->groups);
	char place[PATH_MAX], line[2 * PATH_MAX], key[1024], print[17];
	json_t *list = json_array();

	for (size_t i = 0; i < count && i < ANNOTATE_GROUPS; i++) {
		const json_t *group = json_array_get(page->groups, i), *best = json_object_get(group, "representative");
		describe(page, group, line, sizeof(line));
		/* the key is the same in each pipeline, so that GitLab can tell new findings from old ones */
		snprintf(key, sizeof(key), "%s %s %s %s %s", text_of(best, "dut"), text_of(group, "rule"), text_of(group, "what"),
		         text_of(group, "expected"), text_of(group, "actual"));
		sha256_short(key, strlen(key), print);
		json_array_append_new(list, json_pack("{s:o, s:s, s:s, s:s, s:{s:s, s:{s:i}}}", "description", text_json(line),
		                                      "check_name", text_of(group, "rule"), "fingerprint", print, "severity",
		                                      "major", "location", "path",
		                                      place_of(text_of(best, "dut"), place, sizeof(place)), "lines", "begin", 1));
	}
	return list;
}

/* ---- files ---- */

static int write_text(const struct page *page, const char *name, void (*print)(FILE *out, const struct page *page),
                      struct env_error *ret_error)
{
	char *path = path_join(page->dir, name);
	struct text t;
	int rc = path ? text_open(&t, ret_error) : env_fail(ret_error, ENOMEM, "cannot write %s", name);

	if (!rc) {
		print(t.out, page);
		rc = text_replace(&t, path, ret_error);
	}
	free(path);
	return rc;
}

int annotate_write(const char *dir, struct env_error *ret_error)
{
	struct page page = { .dir = dir };
	char *path = path_join(dir, "summary.json"), *quality = path_join(dir, "code-quality.json");
	json_error_t where;
	int rc = path && quality ? 0 : env_fail(ret_error, ENOMEM, "cannot read %s", dir);

	if (!rc) {
		page.summary = json_load_file(path, 0, &where);
		if (!page.summary)
			rc = env_refuse(ret_error, "%s:%d:%d: %s; 'pausebench regress' writes it", path, where.line, where.column,
			                where.text);
	}
	page.groups = json_object_get(page.summary, "groups");
	if (!rc)
		rc = write_text(&page, "summary.md", print_markdown, ret_error);
	if (!rc)
		rc = write_text(&page, "annotations.txt", print_github, ret_error);
	if (!rc)
		rc = json_replace(gitlab_json(&page), quality, ret_error);
	json_decref(page.summary);
	free(path);
	free(quality);
	return rc;
}
