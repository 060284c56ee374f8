/* SPDX-License-Identifier: Apache-2.0 */
/* The groups of a regression on the console. */
#include "regress_parts.h"

#include "profile/profile.h"
#include "report/field.h"
#include "run/failure.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A stimulus of more lines is not shown. */
enum { LINES_SHOWN = 12, SHORT_SHOWN = 20, COUNTERS_SHOWN = 6 };

/* Prints the DUTs of GROUP, those with the most runs first. */
static void print_duts(FILE *out, const struct suite *suite, const struct group *group)
{
	uint64_t below = UINT64_MAX, next;
	struct text t;
	struct env_error unused;
	size_t with = 0;

	for (size_t i = 0; i < suite->dut_count; i++)
		with += group->duts[i] > 0;
	if (text_open(&t, &unused))
		return;
	if (with == suite->dut_count && with > 1)
		fprintf(t.out, "all %zu:", with);
	for (; with; below = next) {
		next = 0;
		for (size_t i = 0; i < suite->dut_count; i++)
			if (group->duts[i] < below && group->duts[i] > next)
				next = group->duts[i];
		for (size_t i = 0; i < suite->dut_count; i++)
			if (group->duts[i] == next && next)
				fprintf(t.out, " %s %" PRIu64 "%s", suite->duts[i]->name, next, --with ? "," : "");
	}
	if (group->runs > group->exact && group->exact)
		fprintf(t.out, "; %" PRIu64 " of them black box", group->runs - group->exact);
	else if (!group->exact)
		fprintf(t.out, "; black box alone");
	fflush(t.out);
	field_print(out, "DUTs", t.data);
	text_replace(&t, NULL, &unused);
}

/* True for a line of a stimulus that is no item: one without text, a comment, or a line of its head. */
static bool is_head(const char *line)
{
	static const char *const words[] = { "pausebench-stim", "seed",   "dut",     "model",  "needs",
		                             "reading",         "covers", "neutral", "purpose" };
	size_t len = strcspn(line, " \t");

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i]) == len && !strncmp(line, words[i], len))
			return true;
	return !len || line[0] == '#';
}

/* Reads the items of DIR/stimulus.stim. Returns how many there are; RET, which the caller frees, has LINES_SHOWN of them at most. */
static size_t read_stimulus(const char *dir, char *ret[LINES_SHOWN])
{
	char *path = path_join(dir, "stimulus.stim"), *line = NULL;
	FILE *in = path ? fopen(path, "r") : NULL;
	size_t capacity = 0, count = 0;

	while (in && getline(&line, &capacity, in) >= 0) {
		line[strcspn(line, "\r\n")] = 0;
		if (is_head(line))
			continue;
		if (count < LINES_SHOWN)
			ret[count] = strdup(line);
		count++;
	}
	free(line);
	if (in)
		fclose(in);
	free(path);
	return count;
}

static void print_stimulus(FILE *out, const struct group *group, const char *dir)
{
	char *lines[LINES_SHOWN] = { NULL }, text[PATH_MAX + 256];
	size_t count = read_stimulus(dir, lines);
	int room = field_width(out) - FIELD_LABEL - 2;

	if (group->reduced)
		snprintf(text, sizeof(text), "%zu line%s, reduced from %zu", group->reduced_lines,
		         group->reduced_lines == 1 ? "" : "s", group->lines);
	else
		snprintf(text, sizeof(text), "%zu line%s, %s/stimulus.stim%s%s%s", count, count == 1 ? "" : "s", dir,
		         group->note[0] ? " (" : "", group->note, group->note[0] ? ")" : "");
	field_print(out, "stimulus", text);
	for (size_t i = 0; i < LINES_SHOWN; i++) {
		if (count <= LINES_SHOWN && lines[i])
			fprintf(out, "%*s%.*s%s\n", FIELD_LABEL + 2, "", room, lines[i],
			        (int)strlen(lines[i]) > room ? "..." : "");
		free(lines[i]);
	}
}

/* Prints the command that opens the waves; where there are none, why, and the command that repeats the run. */
static void print_commands(const struct regress *r, const struct group *group, const struct suite_run *run)
{
	FILE *out = r->options->log;
	const char *dir = group->reduced ? group->reduced : run->folder;
	bool none = !dir || (group->waves && !strncmp(group->waves, "none: ", 6));
	char command[3 * PATH_MAX], word[PATH_MAX];

	if (dir)
		print_stimulus(out, group, dir);
	if (!none && r->options->traced) {
		fprintf(out, "  %-*smake waves FAILURE=%s\n", FIELD_LABEL - 2, "waves", shell_word(dir, word, sizeof(word)));
		return;
	}
	if (dir)
		failure_command(r->options->program, dir, command, sizeof(command));
	else
		suite_command(&r->suite, run, command, sizeof(command));
	fprintf(out, "  %-*s%s%s\n", FIELD_LABEL - 2, none ? "repeat" : "waves", command, none ? "" : " --waves");
	if (none && dir)
		field_print(out, "waves", group->waves);
}

/* Prints the counters of a group that has several, those of the runs that are best to look at first. */
static void print_counters(FILE *out, const struct suite *suite, const struct group *group)
{
	char names[COUNTERS_SHOWN][NORMAL_MAX], name[NORMAL_MAX], text[(COUNTERS_SHOWN + 1) * (NORMAL_MAX + 2)];
	size_t count = 0, used = 0, i, k;

	if (!group_of_counters(suite->runs[group->run[0]].first.rule))
		return;
	for (i = 0; i < group->runs && count < COUNTERS_SHOWN; i++) {
		normalise(suite->runs[group->run[i]].first.what, name, sizeof(name));
		for (k = 0; k < count && strcmp(names[k], name) != 0;)
			k++;
		if (k < count)
			continue;
		strcpy(names[count++], name);
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used ? ", " : "", name);
	}
	if (count > 1)
		field_print(out, "counters", count < COUNTERS_SHOWN ? text : strcat(text, " ..."));
}

static void print_group(const struct regress *r, size_t index)
{
	const struct suite *suite = &r->suite;
	const struct group *group = &suite->groups.group[index];
	const struct suite_run *run = &suite->runs[group->run[0]];
	const struct finding *f = group->reduced ? &group->reduced_first : &run->first;
	FILE *out = r->options->log;
	char text[1024], suspect[PROFILE_SUSPECT_SIZE];
	size_t saved = 0;

	for (size_t i = 0; i < group->runs; i++)
		saved += suite->runs[group->run[i]].folder != NULL;
	fprintf(out, "\n%sGROUP %zu%s  %s: %s: %" PRIu64 " run%s, %" PRIu64 " finding%s\n", regress_colour(r, COLOUR_BAD),
	        index + 1, regress_colour(r, COLOUR_END), rule_table[f->rule].name, f->what, group->runs,
	        group->runs == 1 ? "" : "s", group->findings, group->findings == 1 ? "" : "s");
	print_duts(out, suite, group);
	print_counters(out, suite, group);
	snprintf(text, sizeof(text), "%s [%s]", finding_rule_text(f), finding_document(f));
	field_print(out, "rule", text);
	snprintf(text, sizeof(text), "%s %s, cycle %" PRIu64 "%s", suite->duts[run->dut]->name, run->name, f->cycle,
	         group->reduced ? " when reduced" : "");
	field_print(out, "run", text);
	field_print(out, "expected", f->expected);
	field_print(out, "actual", f->actual);
	if (f->why[0])
		field_print(out, "why", f->why);
	if (profile_suspect(f, "", suspect, sizeof(suspect))[0])
		field_print(out, "profile", suspect);
	print_commands(r, group, run);
	if (saved < group->runs) {
		snprintf(text, sizeof(text), "%zu of %" PRIu64 " runs, in %s/failures", saved, group->runs, r->options->out);
		field_print(out, "saved", text);
	}
}

/* Prints one line for GROUP, which has no block. */
static void print_short(const struct regress *r, size_t index)
{
	const struct suite *suite = &r->suite;
	const struct group *group = &suite->groups.group[index];
	const struct suite_run *run = &suite->runs[group->run[0]];

	fprintf(r->options->log, "GROUP %zu  %s: %s: %" PRIu64 " run%s, %s %s\n", index + 1, rule_table[run->first.rule].name,
	        run->first.what, group->runs, group->runs == 1 ? "" : "s", suite->duts[run->dut]->name, run->name);
}

static void print_rules(const struct regress *r)
{
	const uint64_t *rules = r->suite.rules;
	struct env_error unused;
	struct text t;
	uint64_t below = UINT64_MAX, next = 1;
	const char *separator = "";

	if (text_open(&t, &unused))
		return;
	for (; next; below = next) {
		next = 0;
		for (size_t i = 0; i < RULE_COUNT; i++)
			if (rules[i] < below && rules[i] > next)
				next = rules[i];
		for (size_t i = 0; next && i < RULE_COUNT; i++)
			if (rules[i] == next) {
				fprintf(t.out, "%s%s %" PRIu64, separator, rule_table[i].name, next);
				separator = ", ";
			}
	}
	fflush(t.out);
	fputc('\n', r->options->log);
	field_print(r->options->log, "by rule", t.data);
	text_replace(&t, NULL, &unused);
}

void regress_groups_print(struct regress *r)
{
	size_t count = r->suite.groups.count, shown = count < REGRESS_GROUPS_SHOWN ? count : REGRESS_GROUPS_SHOWN;

	for (size_t i = 0; i < shown; i++)
		print_group(r, i);
	if (shown < count)
		fputc('\n', r->options->log);
	for (size_t i = shown; i < count && i < shown + SHORT_SHOWN; i++)
		print_short(r, i);
	if (count > shown + SHORT_SHOWN)
		fprintf(r->options->log, "and %zu more groups, in %s\n", count - shown - SHORT_SHOWN, r->summary);
	if (count)
		print_rules(r);
}
