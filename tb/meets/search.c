/* SPDX-License-Identifier: Apache-2.0 */
/* The search for meetings: each pair of parts is run for each number of clocks between them, and kept if it reaches a wanted cell; then those are left
 * out whose cells the others reach as well. */
#include "search.h"

#include "base/words.h"
#include "run/run.h"
#include "stimulus/item.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 128, NAME_MAX_PART = 32, SPAN = 100 };

struct found {
	unsigned first, second;
	uint32_t clocks;
	struct coverage_reached reached;
};

struct search {
	const struct search_options *options;
	FILE *log;
	char *text; /* of the file without its lines meets */
	struct part_name {
		char name[NAME_MAX_PART];
		uint32_t span;
	} parts[PARTS_MAX];
	size_t part_count;
	struct coverage_sum *have;
	struct found *found;
	size_t count, room;
	int odd; /* runs with a finding or a refuted reason */
};

/* ---- the file ---- */

static bool begins(const char *line, const char *word)
{
	size_t len = strlen(word);

	line += strspn(line, " \t");
	return !strncmp(line, word, len) && (line[len] == ' ' || line[len] == '\t');
}

static void note_part(struct search *s, const char *line)
{
	struct part_name *part = &s->parts[s->part_count];
	const char *span = strstr(line, "span=");

	if (s->part_count == PARTS_MAX || sscanf(line, " part %31s", part->name) != 1)
		return;
	if (!strcmp(part->name, "begin") || !strcmp(part->name, "finish"))
		return;
	part->span = span ? (uint32_t)strtoul(span + 5, NULL, 10) : SPAN;
	s->part_count++;
}

static int read_file(struct search *s, struct env_error *ret_error)
{
	const char *path = s->options->path;
	FILE *in = fopen(path, "r");
	char line[4096];
	size_t len = 0;
	FILE *to = in ? open_memstream(&s->text, &len) : NULL;

	if (!in)
		return env_fail(ret_error, errno, "%s: %s", path, strerror(errno));
	while (to && fgets(line, sizeof(line), in)) {
		if (begins(line, "part"))
			note_part(s, line);
		fputs(begins(line, "meets") ? "\n" : line, to);
	}
	fclose(in);
	if (!to || fclose(to))
		return env_fail(ret_error, ENOMEM, "%s: %s", path, strerror(ENOMEM));
	return s->part_count ? 0
	                     : env_fail(ret_error, EINVAL, "%s: it has no part; doc/stimulus.md says how they are written", path);
}

/* ---- a run ---- */

static int run_pair(struct search *s, unsigned first, unsigned second, uint32_t clocks, struct run_result *ret,
                    struct env_error *ret_error)
{
	const struct run_options options = { .coverage = true,
		                             .max_seconds = 60,
		                             .model_end = s->options->model ? s->options->dut : NULL };
	struct stimulus st = { 0 };
	struct stim_error error;
	char *text = NULL;
	int len = asprintf(&text, "%s\nmeets %s %s %u\n", s->text, s->parts[first].name, s->parts[second].name, clocks);
	FILE *in = len < 0 ? NULL : fmemopen(text, (size_t)len, "r");
	int err = in ? stimulus_read_stream(&st, in, s->options->path, s->options->dut, &error) : -ENOMEM;

	if (err == -EINVAL)
		env_fail(ret_error, EINVAL, "%s:%u:%u: %s", s->options->path, error.line, error.column, error.message);
	if (!err)
		err = run_stimulus(s->options->dut, &st, &options, ret);
	if (!err && ret->status == RUN_SKIPPED)
		err = env_fail(ret_error, EINVAL, "%s: %s", s->options->path, ret->skip_reason);
	if (err && err != -EINVAL)
		env_fail(ret_error, -err, "%s: %s", s->options->path, strerror(-err));
	if (in)
		fclose(in);
	free(text);
	stimulus_release(&st);
	return err;
}

static void log_odd(struct search *s, unsigned first, unsigned second, uint32_t clocks, const struct run_result *result)
{
	const struct finding *f = &result->score.finding[0];

	s->odd++;
	fprintf(s->log, "meets %s %s %u: cycle %llu: %s: %s: expected %s, actual %s\n", s->parts[first].name,
	        s->parts[second].name, clocks, (unsigned long long)f->cycle, rule_table[f->rule].name, f->what, f->expected,
	        f->actual);
}

/* Returns whether REACHED has a cell that is wanted. */
static bool is_new(const struct search *s, const struct coverage_reached *reached)
{
	uint32_t enough = s->options->enough;

	for (unsigned i = 0; i < MEET_PAIRS; i++)
		for (unsigned d = 0; reached->meets[i] && d < MEET_DISTANCES; d++)
			if (reached->meets[i] >> d & 1 && s->have->in.meets[i][d] < enough)
				return true;
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++)
			for (unsigned k = 0; k < points_table[g].columns; k++)
				if (reached->points[g][i] >> k & 1 && s->have->in.points[g][i][k] < enough)
					return true;
	return false;
}

/* Adds so many runs that reached REACHED; a negative number takes them away. */
static void add(struct coverage_sum *sum, const struct coverage_reached *reached, int32_t runs)
{
	for (unsigned i = 0; i < MEET_PAIRS; i++)
		for (unsigned d = 0; reached->meets[i] && d < MEET_DISTANCES; d++)
			if (reached->meets[i] >> d & 1)
				sum->in.meets[i][d] += (uint32_t)runs;
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++)
			for (unsigned k = 0; k < points_table[g].columns; k++)
				if (reached->points[g][i] >> k & 1)
					sum->in.points[g][i][k] += (uint32_t)runs;
}

static int keep(struct search *s, const struct found *found)
{
	size_t room = s->room ? 2 * s->room : 256;
	struct found *more = s->count == s->room ? realloc(s->found, room * sizeof(*more)) : s->found;

	if (!more)
		return -ENOMEM;
	if (s->count == s->room)
		s->room = room;
	s->found = more;
	s->found[s->count++] = *found;
	return 0;
}

static int search_pair(struct search *s, unsigned first, unsigned second, struct run_result *result, struct env_error *ret_error)
{
	int err = 0;

	for (uint32_t clocks = 0; clocks <= s->parts[first].span && !err; clocks++) {
		err = run_pair(s, first, second, clocks, result, ret_error);
		if (!err && result->status != RUN_OK)
			log_odd(s, first, second, clocks, result);
		if (err || result->status != RUN_OK || !is_new(s, &result->reached))
			continue;
		err = keep(s, &(struct found){ first, second, clocks, result->reached });
		add(s->have, &result->reached, (int32_t)s->options->enough);
	}
	return err;
}

/* ---- what is kept ---- */

/* Leaves out what the others reach as well; the first ones reach most, and go last. */
static void leave_out(struct search *s)
{
	for (size_t i = 0; i < s->count; i++) {
		add(s->have, &s->found[i].reached, -(int32_t)s->options->enough);
		if (is_new(s, &s->found[i].reached))
			add(s->have, &s->found[i].reached, (int32_t)s->options->enough);
		else
			s->found[i].clocks = UINT32_MAX;
	}
}

static void print_found(FILE *out, const struct search *s)
{
	const struct found *before = NULL;

	for (size_t i = 0; i < s->count; i++) {
		const struct found *f = &s->found[i];
		if (f->clocks == UINT32_MAX)
			continue;
		if (!before || before->first != f->first || before->second != f->second)
			fprintf(out, "%smeets %s %s", before ? "\n" : "", s->parts[f->first].name, s->parts[f->second].name);
		fprintf(out, " %u", f->clocks);
		before = f;
	}
	if (before)
		fputc('\n', out);
}

int search_meets(FILE *out, FILE *log, const struct search_options *options, struct coverage_sum *have,
                 struct env_error *ret_error)
{
	struct search s = { .options = options, .log = log, .have = have };
	struct run_result *result = malloc(sizeof(*result));
	int err = result ? read_file(&s, ret_error) : env_fail(ret_error, ENOMEM, "%s", strerror(ENOMEM));

	for (unsigned i = 0; i < s.part_count && !err; i++)
		for (unsigned k = 0; k < s.part_count && !err; k++)
			if (words_listed(options->first, s.parts[i].name))
				err = search_pair(&s, i, k, result, ret_error);
	if (!err) {
		leave_out(&s);
		print_found(out, &s);
	}
	free(result);
	free(s.text);
	free(s.found);
	return err ? err : s.odd;
}
