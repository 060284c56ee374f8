/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the groups of a regression on the console. */
#include "group_text.h"
#include "regress_parts.h"

#include "report/field.h"
#include "run/failure.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* LINES_SHOWN: a stimulus of more lines is not shown. RULES_LINES: lines for the findings by rule. SHORT_LINES: lines of a group
 * without a block. TAIL_LINES: lines below the groups: a blank one, the findings by rule, and the verdict. */
enum { LINES_SHOWN = 12, COUNTERS_SHOWN = 6, RULES_LINES = 2, SHORT_LINES = 3, TAIL_LINES = 1 + RULES_LINES + 1 };

static void say_field(struct regress *r, const char *label, const char *text)
{
	r->lines += field_print(r->options->log, label, text);
}

/* Returns how many lines the log has left for groups. */
static unsigned room(const struct regress *r)
{
	return r->lines + TAIL_LINES < LOG_LINES ? LOG_LINES - TAIL_LINES - r->lines : 0;
}

/* Prints the DUTs of GROUP, those with the most runs first. */
static void print_duts(struct regress *r, const struct group *group)
{
	const struct suite *suite = &r->suite;
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
	say_field(r, "DUTs", t.data);
	text_replace(&t, NULL, &unused);
}

/* Returns true for a line of a stimulus that is no item: one without text, a comment, or a line of its head. */
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

static void print_stimulus(struct regress *r, const struct group *group, const char *dir)
{
	char *lines[LINES_SHOWN] = { NULL }, text[PATH_MAX + 256];
	FILE *out = r->options->log;
	size_t count = read_stimulus(dir, lines);
	int columns = field_width(out) - FIELD_LABEL - 2;
	/* below it come the command that opens the waves, and how many runs are saved */
	bool shown = count <= LINES_SHOWN && count + 3 <= room(r);

	if (group->reduced)
		snprintf(text, sizeof(text), "%zu line%s, reduced from %zu%s%s%s", group->reduced_lines,
		         group->reduced_lines == 1 ? "" : "s", group->lines, shown ? "" : ", ", shown ? "" : dir,
		         shown ? "" : "/stimulus.stim");
	else
		snprintf(text, sizeof(text), "%zu line%s, %s/stimulus.stim%s%s%s", count, count == 1 ? "" : "s", dir,
		         group->note[0] ? " (" : "", group->note, group->note[0] ? ")" : "");
	say_field(r, "stimulus", text);
	for (size_t i = 0; i < LINES_SHOWN; i++) {
		if (shown && lines[i]) {
			fprintf(out, "%*s%.*s%s\n", FIELD_LABEL + 2, "", columns, lines[i],
			        (int)strlen(lines[i]) > columns ? "..." : "");
			r->lines++;
		}
		free(lines[i]);
	}
}

/* Returns the folder of the run that shows GROUP, the reduced one if there is one; NULL: none was saved. */
static const char *folder_of(const struct regress *r, const struct group *group)
{
	return group->reduced ? group->reduced : r->suite.runs[group->run[0]].folder;
}

/* Prints the command that opens the waves; if there are no waves, the reason, and the command that repeats the run. */
static void print_commands(struct regress *r, const struct group *group)
{
	FILE *out = r->options->log;
	const char *dir = folder_of(r, group);
	bool none = !dir || (group->waves && !strncmp(group->waves, "none: ", 6));
	char command[3 * PATH_MAX], word[PATH_MAX];

	if (dir)
		print_stimulus(r, group, dir);
	r->lines++;
	if (!none && r->options->traced) {
		fprintf(out, "  %-*smake waves FAILURE=%s\n", FIELD_LABEL - 2, "waves", shell_word(dir, word, sizeof(word)));
		return;
	}
	if (dir)
		failure_command(r->options->program, dir, command, sizeof(command));
	else
		suite_command(&r->suite, &r->suite.runs[group->run[0]], command, sizeof(command));
	fprintf(out, "  %-*s%s%s\n", FIELD_LABEL - 2, none ? "repeat" : "waves", command, none ? "" : " --waves");
	if (none && dir)
		say_field(r, "waves", group->waves);
}

/* Prints the counters of a group that has several, those of the runs that are best to look at first. */
static void print_counters(struct regress *r, const struct group *group)
{
	char names[GROUP_COUNTERS][NORMAL_MAX], text[(COUNTERS_SHOWN + 1) * (NORMAL_MAX + 2)];
	size_t count = group_counters(&r->suite, group, names), used = 0;

	for (size_t i = 0; i < count && i < COUNTERS_SHOWN; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used ? ", " : "", names[i]);
	if (count > 1)
		say_field(r, "counters", count <= COUNTERS_SHOWN ? text : strcat(text, " ..."));
}

/* Prints the first line of a group; for a group without a block also its DUTs. */
static void print_title(struct regress *r, size_t index, bool duts)
{
	const struct suite *suite = &r->suite;
	const struct group *group = &suite->groups.group[index];
	const struct finding *f = group_shown(suite, group);
	const struct group_title title = { .number = index + 1,
		                           .shown = f,
		                           .thing = "run",
		                           .things = group->runs,
		                           .findings = group->findings,
		                           .colour = regress_colour(r, COLOUR_BAD),
		                           .plain = regress_colour(r, COLOUR_END) };
	FILE *out = r->options->log;
	const char *separator = "; ";

	group_print_title(out, &title);
	for (size_t i = 0; duts && i < suite->dut_count; i++)
		if (group->duts[i]) {
			fprintf(out, "%s%s", separator, suite->duts[i]->name);
			separator = ", ";
		}
	fputc('\n', out);
	r->lines++;
}

static void print_group(struct regress *r, size_t index)
{
	const struct suite *suite = &r->suite;
	const struct group *group = &suite->groups.group[index];
	const struct suite_run *run = &suite->runs[group->run[0]];
	const struct finding *f = group_shown(suite, group);
	char text[1024];
	size_t saved = 0;

	for (size_t i = 0; i < group->runs; i++)
		saved += suite->runs[group->run[i]].folder != NULL;
	regress_put(r, "\n");
	print_title(r, index, false);
	print_duts(r, group);
	print_counters(r, group);
	snprintf(text, sizeof(text), "%s %s, cycle %" PRIu64 "%s", suite->duts[run->dut]->name, run->name, f->cycle,
	         group->reduced ? " when reduced" : "");
	r->lines += group_print_finding(r->options->log, f, text);
	print_commands(r, group);
	if (saved < group->runs) {
		snprintf(text, sizeof(text), "%zu of %" PRIu64 " runs, in %s/failures", saved, group->runs, r->options->out);
		say_field(r, "saved", text);
	}
}

/* Prints GROUP in SHORT_LINES lines: rule and place; expected and actual; the folder and its stimulus. */
static void print_short(struct regress *r, size_t index)
{
	const struct group *group = &r->suite.groups.group[index];
	const struct finding *f = group_shown(&r->suite, group);
	char *lines[LINES_SHOWN] = { NULL }, text[8 * PATH_MAX];
	const char *dir = folder_of(r, group);
	size_t count = dir ? read_stimulus(dir, lines) : 0, used;

	print_title(r, index, true);
	snprintf(text, sizeof(text), "%s; actual %s", f->expected, f->actual);
	field_print_short(r->options->log, "expected", text);
	if (dir) {
		used = (size_t)snprintf(text, sizeof(text), "%s, %zu line%s: ", dir, count, count == 1 ? "" : "s");
		for (size_t i = 0; i < LINES_SHOWN; i++) {
			if (lines[i] && used < sizeof(text))
				used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", i ? "; " : "",
				                         lines[i] + strspn(lines[i], " \t"));
			free(lines[i]);
		}
		field_print_short(r->options->log, "stimulus", text);
	} else {
		suite_command(&r->suite, &r->suite.runs[group->run[0]], text, sizeof(text));
		field_print_short(r->options->log, "repeat", text);
	}
	r->lines += SHORT_LINES - 1;
}

/* Prints the findings of each rule, those with the most first, in RULES_LINES lines; rules that have no room are counted. */
static void print_rules(struct regress *r)
{
	const uint64_t *rules = r->suite.rules;
	const size_t columns = (size_t)(field_width(r->options->log) - FIELD_LABEL) * RULES_LINES;
	uint64_t below = UINT64_MAX, next = 1;
	char text[1024], part[96];
	size_t used = 0, left = 0;
	bool full = false;

	for (; next; below = next) {
		next = 0;
		for (size_t i = 0; i < RULE_COUNT; i++)
			if (rules[i] < below && rules[i] > next)
				next = rules[i];
		for (size_t i = 0; next && i < RULE_COUNT; i++) {
			if (rules[i] != next)
				continue;
			snprintf(part, sizeof(part), "%s%s %" PRIu64, used ? ", " : "", rule_table[i].name, next);
			/* a line may end one word early, and the number of rules that have no room needs room itself */
			full = full || used + strlen(part) + 2 * sizeof("counter-visible-limit") + 24 > columns;
			left += full;
			if (!full)
				used += (size_t)snprintf(text + used, sizeof(text) - used, "%s", part);
		}
	}
	if (left)
		snprintf(text + used, sizeof(text) - used, " and %zu more rules", left);
	regress_put(r, "\n");
	say_field(r, "by rule", text);
}

void regress_groups_print(struct regress *r)
{
	size_t count = r->suite.groups.count, fit, i = 1;

	if (!count)
		return;
	print_group(r, 0);
	if (count > 1 && room(r))
		regress_put(r, "\n");
	fit = room(r) / SHORT_LINES;
	if (count - 1 > fit)
		fit = room(r) ? (room(r) - 1) / SHORT_LINES : 0; /* one line is for the number of the others */
	for (; i < count && i <= fit; i++)
		print_short(r, i);
	if (i < count) {
		fprintf(r->options->log, "and %zu more group%s, in %s/report.html\n", count - i, count - i == 1 ? "" : "s",
		        r->options->out);
		r->lines++;
	}
	print_rules(r);
}
