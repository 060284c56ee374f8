/* SPDX-License-Identifier: Apache-2.0 */
/* What the bench does not see of one device, from the files that give the reasons. */
#include "how_good.h"

#include "profile/profile_text.h"
#include "profile/reason_lines.h"

#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reasons in the order in which they come, each with the names of what it excuses. */
struct reasons {
	struct reason {
		char *why, *names;
		unsigned count;
	} * of;
	size_t count;
};

static char *format(const char *text, ...)
{
	va_list arguments;
	char *ret;

	va_start(arguments, text);
	if (vasprintf(&ret, text, arguments) < 0)
		abort();
	va_end(arguments);
	return ret;
}

static void reasons_add(struct reasons *reasons, const char *why, const char *name)
{
	struct reason *reason = reasons->of;
	char *names;

	while (reason < reasons->of + reasons->count && strcmp(reason->why, why))
		reason++;
	if (reason == reasons->of + reasons->count) {
		reasons->of = realloc(reasons->of, (reasons->count + 1) * sizeof(*reasons->of));
		if (!reasons->of)
			abort();
		reason = &reasons->of[reasons->count++];
		*reason = (struct reason){ strdup(why), strdup(""), 0 };
	}
	names = format("%s%s`%s`", reason->names, reason->count ? ", " : "", name);
	free(reason->names);
	reason->names = names;
	reason->count++;
}

static void reasons_print(struct reasons *reasons, const char *title, const char *excused)
{
	unsigned all = 0;

	for (size_t i = 0; i < reasons->count; i++)
		all += reasons->of[i].count;
	printf("\n**%s** (%u):\n\n", title, all);
	if (!all)
		printf("None is given.\n");
	else
		printf("| reason | %s |\n| --- | --- |\n", excused);
	for (size_t i = 0; i < reasons->count; i++) {
		printf("| %s | %s |\n", reasons->of[i].why, reasons->of[i].names);
		free(reasons->of[i].why);
		free(reasons->of[i].names);
	}
	free(reasons->of);
	*reasons = (struct reasons){ 0 };
}

/* ---- cells of coverage ---- */

static const struct unreached {
	const char *model, *what, *reason;
} unreached[] = {
#define NEVER(model, moment, reason) { model, moment " at any distance from anything", reason },
#define NO_MEET(model, a, b, from, to, reason) { model, a " x " b ", " #from " to " #to " clocks", reason },
#define NO_POINT(model, group, from, to, column, reason) { model, group " " #from " to " #to ", " column, reason },
#define NO_RULE(model, mode, rule, reason) { model, rule ", " mode, reason },
#include "unreached.def"
#undef NO_RULE
#undef NO_POINT
#undef NO_MEET
#undef NEVER
};

static bool names_device(const char *pattern, const char *device)
{
	size_t len = strlen(device);

	for (const char *p = pattern; *p; p += strcspn(p, " "), p += strspn(p, " "))
		if (*p == '*' || (!strncmp(p, device, len) && (!p[len] || p[len] == ' ')))
			return true;
	return false;
}

static void print_unreached(const char *device)
{
	struct reasons reasons = { 0 };

	for (size_t i = 0; i < sizeof(unreached) / sizeof(unreached[0]); i++)
		if (names_device(unreached[i].model, device))
			reasons_add(&reasons, unreached[i].reason, unreached[i].what);
	reasons_print(&reasons, "Reasons for cells of coverage that no run reaches", "cells");
}

/* ---- files with a reason on each line ---- */

typedef void line_fn(struct reasons *reasons, const char *device, char *line);

static bool each_line(const char *path, line_fn *take, struct reasons *reasons, const char *device)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;

	if (!file) {
		fprintf(stderr, "how_good: %s: %s; run it in the root of the project\n", path, strerror(errno));
		return false;
	}
	while (getline(&line, &size, file) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		take(reasons, device, line);
	}
	free(line);
	fclose(file);
	return true;
}

/* Adds the lines of the file PATH of reasons that TAKE chooses. */
static bool each_reason(const char *path,
                        void (*take)(struct reasons *reasons, const char *device, const struct reason_line *line),
                        struct reasons *reasons, const char *device)
{
	struct reason_lines lines;
	struct profile_error e;
	int err = reason_lines_read(&lines, path, reason_file_kinds, &e);

	if (err == -EINVAL)
		fprintf(stderr, "how_good: %s:%u:%u: %s\n", e.file, e.line, e.column, e.message);
	else if (err)
		fprintf(stderr, "how_good: %s: %s; run it in the root of the project\n", path, strerror(-err));
	for (size_t i = 0; !err && i < lines.count; i++)
		take(reasons, device, &lines.list[i]);
	reason_lines_release(&lines);
	return !err;
}

/* "DEVICE/MUTANT" or "DEVICE/rule:RULE"; "-" is no reason. */
static void take_by_profile(struct reasons *reasons, const char *device, const struct reason_line *line)
{
	size_t len = strlen(device);

	if (!strncmp(line->what, device, len) && line->what[len] == '/' && strcmp(line->why, "-") != 0)
		reasons_add(reasons, line->why, line->what + len + 1);
}

/* "DUT MODULE.v:LINE CHANGE MODE" */
static void take_drawn(struct reasons *reasons, const char *device, const struct reason_line *line)
{
	char dut[64], place[128], change[128], mode[32];

	if (sscanf(line->what, "%63s %127s %127s %31s", dut, place, change, mode) < 4 || strcmp(dut, device))
		return;
	char *name = format("%s %s, %s", place, change, mode);
	reasons_add(reasons, line->why, name);
	free(name);
}

/* The head of a planted fault, of which only this line counts; its name is put before it by print_planted(). */
static void take_black_box(struct reasons *reasons, const char *name, char *line)
{
	static const char head[] = "# black-box: ";

	if (!strncmp(line, head, strlen(head)))
		reasons_add(reasons, line + strlen(head), name);
}

static bool print_planted(const char *device)
{
	struct reasons reasons = { 0 };
	char *pattern = format("tests/data/mutants/%s/*.patch", device);
	glob_t found = { 0 };
	bool fine = !glob(pattern, 0, NULL, &found);

	if (!fine)
		fprintf(stderr, "how_good: %s: no planted fault; run it in the root of the project\n", pattern);
	for (size_t i = 0; fine && i < found.gl_pathc; i++) {
		char *name = format("%s", strrchr(found.gl_pathv[i], '/') + 1);
		name[strlen(name) - strlen(".patch")] = '\0';
		fine = each_line(found.gl_pathv[i], take_black_box, &reasons, name);
		free(name);
	}
	globfree(&found);
	free(pattern);
	reasons_print(&reasons, "Planted faults that no black box can see", "faults");
	return fine;
}

/* ---- results of runs ---- */

static void print_names(const json_t *names, const char *what)
{
	const json_t *name;
	size_t i;

	if (!json_array_size(names))
		return;
	printf("\n%s:\n\n```text\n", what);
	json_array_foreach(names, i, name) printf("%s\n", json_string_value(name));
	printf("```\n");
}

static void print_survivors(const struct measured *all, const char *device)
{
	json_t *rows = rows_of(all, MUTANTS), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		bool exact = !strcmp(text_of(row, "mode"), "exact");
		if (!strcmp(text_of(row, "dut"), device))
			print_names(json_object_get(row, "survivors"),
			            exact
			                ? "**Mutants of Yosys that survive the suite**, without a proof or a reason"
			                : "**Mutants of Yosys that a black box does not see**, though the exact mode kills them");
	}
	rows = rows_of(all, PLANTED);
	json_array_foreach(rows, i, row)
	{
		bool exact = !strcmp(text_of(row, "mode"), "exact");
		if (!strcmp(text_of(row, "dut"), device))
			print_names(json_object_get(row, "missed"),
			            exact ? "**Planted faults that were missed**"
			                  : "**Planted faults that a black box missed**, without a reason");
	}
}

static void print_unproved(const struct measured *all, const char *device)
{
	json_t *rows = rows_of(all, FORMAL), *row, *fault;
	unsigned count = 0;
	size_t i, k;

	if (!rows)
		return;
	printf("\n**Proofs**:\n\n");
	json_array_foreach(rows, i, row)
	{
		if (strcmp(text_of(row, "dut"), device))
			continue;
		const char *result = text_of(row, "result");
		count += strcmp(result, "proved") != 0;
		if (!strcmp(result, "bounded"))
			printf("* `%s` is not proved: no counterexample in %lld clocks after the reset, and nothing is known "
			       "behind them.\n",
			       text_of(row, "property"), number_of(row, "k"));
		else if (strcmp(result, "proved"))
			printf("* `%s` is not proved: %s.\n", text_of(row, "property"), result);
		if (!json_array_size(json_object_get(row, "faults")))
			printf("* No planted fault shows that `%s` can fail.\n", text_of(row, "property"));
		json_array_foreach(json_object_get(row, "faults"), k, fault)
		{
			if (!json_is_true(json_object_get(fault, "found")))
				printf("* `%s` %s `%s`.\n", text_of(row, "property"),
				       json_is_null(json_object_get(fault, "found")) ? "was not tried on" : "does not fail on",
				       text_of(fault, "fault"));
		}
	}
	if (!count)
		printf("* Every statement is proved without a bound. What the statements leave out is listed in "
		       "[formal.md](formal.md).\n");
}

static void print_not_found(const struct measured *all, const char *device)
{
	json_t *rows = rows_of(all, FUZZ), *row, *fault, *missed = json_array();
	size_t i, k;

	json_array_foreach(rows, i, row)
	{
		json_array_foreach(json_object_get(row, "hunted"), k, fault)
		{
			if (!strcmp(text_of(row, "dut"), device) && !json_integer_value(json_object_get(fault, "random_found")) &&
			    !json_integer_value(json_object_get(fault, "guided_found")))
				json_array_append(missed, json_object_get(fault, "name"));
		}
	}
	print_names(missed,
	            "**Hard faults that neither way of generation found** within its limit (a stimulus of the suite finds them)");
	json_decref(missed);
}

bool print_blind(const struct measured *all, const char *device)
{
	struct reasons reasons = { 0 };
	bool fine;

	printf("\nWhat the bench does not see of this device:\n");
	print_survivors(all, device);
	print_not_found(all, device);
	print_unproved(all, device);
	fine = print_planted(device) && each_reason("tools/reasons/drawn.reasons", take_drawn, &reasons, device);
	reasons_print(&reasons, "Mutants of Yosys with a reason", "mutants");
	fine = fine && each_reason("tools/reasons/by_profile.reasons", take_by_profile, &reasons, device);
	reasons_print(&reasons, "Planted faults, or rules of them, that a profile of the standard alone does not see", "faults");
	print_unreached(device);
	return fine;
}
