/* SPDX-License-Identifier: Apache-2.0 */
/* The search for meetings. Each part is run alone, which shows when its moments happen. For each wanted cell, two parts that have
 * its moments are run with so many clocks between them that the moments should come at the wanted distance. If they come near to
 * it, the number of clocks is corrected by the difference. A run is kept if it reaches a wanted cell. In the end runs are left
 * out whose cells the others reach as well. */
#include "search.h"

#include "base/words.h"
#include "regs.h"
#include "run/run.h"
#include "stimulus/item.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	PARTS_MAX = 127,
	NAME_MAX_PART = 32,
	SPAN = 100,
	SPAN_MAX = 100000,
	NEAR = 12,
	CORRECTIONS = 3,
	TRIES = 12,
	APART = 16 /* clocks, so that the read does not wait for the part's own accesses */
};

struct found {
	unsigned first, second;
	uint32_t clocks;
	struct coverage_reached reached;
};

struct search {
	const struct search_options *options;
	FILE *log;
	char *text; /* the file without its lines `meets` and `covers`, since a pair alone need not do what the whole file does */
	struct part_name {
		char name[NAME_MAX_PART];
		uint32_t span;
	} parts[PARTS_MAX + 1];
	size_t part_count;
	struct coverage_sum *have;
	struct found *found;
	size_t count, room;
	int odd;                         /* how many runs had a finding, or refuted a reason */
	struct coverage_moments moments; /* moments of the newest run */
	struct times {
		struct time {
			unsigned part;
			int64_t clock; /* so many clocks after the beginning of the part */
		} * item;
		size_t count, room;
	} times[MOMENT_COUNT];
	unsigned mark; /* the number of the part that reads a counter */
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
	if (part->span > SPAN_MAX)
		part->span = SPAN_MAX;
	s->part_count++;
}

/* Adds one more part, which is in none of the pairs that are searched. */
static void add_mark(struct search *s, FILE *to)
{
	const struct reg_page *page = dut_page(s->options->dut);
	unsigned row = 0;

	while (page->rows[row].kind != REG_COUNTER)
		row++;
	fprintf(to, "part mark\nthen\nreg.read 0x%x\nend\n", page->rows[row].address);
	s->mark = (unsigned)s->part_count;
	strcpy(s->parts[s->mark].name, "mark");
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
		fputs(begins(line, "meets") || begins(line, "covers") ? "\n" : line, to);
	}
	fclose(in);
	if (to)
		add_mark(s, to);
	if (!to || fclose(to))
		return env_fail(ret_error, ENOMEM, "%s: %s", path, strerror(ENOMEM));
	return s->part_count
	         ? 0
	         : env_fail(ret_error, EINVAL, "%s: it has no part; doc/reference/stimulus.md says how they are written", path);
}

/* ---- a run ---- */

static int run_pair(struct search *s, unsigned first, unsigned second, uint32_t clocks, struct run_result *ret,
                    struct env_error *ret_error)
{
	const struct run_options options = { .coverage = true,
		                             .moments = &s->moments,
		                             .max_seconds = 60,
		                             .model_end = s->options->model ? s->options->dut : NULL };
	struct stimulus st = { 0 };
	struct stim_error error;
	char *text = NULL;
	int len = asprintf(&text, "%s\nmeets %s %s %u\n", s->text, s->parts[first].name, s->parts[second].name, clocks);
	FILE *in = len < 0 ? NULL : fmemopen(text, (size_t)len, "r");
	int err;

	s->moments.count = 0;
	err = in ? stimulus_read_stream(&st, in, s->options->path, s->options->dut, &error) : -ENOMEM;

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

/* Returns whether REACHED has a wanted cell. */
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

/* Adds RUNS runs that reached REACHED to SUM; a negative number takes them away. */
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

/* ---- when the moments of a part happen ---- */

static bool has(const struct coverage_moments *list, enum coverage_moment moment, uint64_t clock)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->item[i].moment == moment && list->item[i].clock == clock)
			return true;
	return false;
}

static int note_time(struct search *s, enum coverage_moment moment, unsigned part, int64_t clock)
{
	struct times *t = &s->times[moment];
	size_t room = t->room ? 2 * t->room : 64;
	struct time *item = t->count == t->room ? realloc(t->item, room * sizeof(*item)) : t->item;

	if (!item)
		return -ENOMEM;
	if (t->count == t->room)
		t->room = room;
	t->item = item;
	t->item[t->count++] = (struct time){ part, clock };
	return 0;
}

/* Finds out when the moments of PART happen by two runs of PART and of a read after it, the second one with a clock more between
 * the two. Moments that do not come later in the second run belong to the part; the first read that comes later says when the
 * part began. */
static int time_part(struct search *s, unsigned part, struct run_result *result, struct env_error *ret_error)
{
	uint32_t span = s->parts[part].span;
	struct coverage_moments before;
	uint64_t begin = UINT64_MAX;
	uint32_t clocks = span + APART;
	int err = run_pair(s, part, s->mark, clocks, result, ret_error);

	if (err)
		return err;
	before = s->moments;
	s->moments = (struct coverage_moments){ 0 };
	err = run_pair(s, part, s->mark, clocks + 1, result, ret_error);
	for (size_t i = 0; i < before.count && !err; i++) {
		const struct coverage_noted *n = &before.item[i];
		if (n->moment == MOMENT_READ_COUNTER && n->clock < begin && !has(&s->moments, n->moment, n->clock) &&
		    has(&s->moments, n->moment, n->clock + 1))
			begin = n->clock;
	}
	for (size_t i = 0; i < before.count && !err; i++) {
		const struct coverage_noted *n = &before.item[i];
		int64_t clock = (int64_t)n->clock - (int64_t)(begin - clocks);
		if (begin != UINT64_MAX && clock >= 0 && clock <= 2 * (int64_t)span && has(&s->moments, n->moment, n->clock))
			err = note_time(s, n->moment, part, clock);
	}
	free(before.item);
	return err;
}

/* ---- a cell ---- */

/* Moment number A of M is of the cell's first kind. If the distance from it to a moment of the second kind is nearer to the
 * wanted one than *DISTANCE, puts it into *DISTANCE. */
static void nearest(const struct coverage_moments *m, size_t a, const struct coverage_cell *cell, int64_t *distance)
{
	for (size_t i = 0; i < m->count; i++) {
		int64_t other = (int64_t)m->item[i].clock - (int64_t)m->item[a].clock;
		if (i != a && m->item[i].moment == cell->b && llabs(other - cell->distance) < llabs(*distance - cell->distance))
			*distance = other;
	}
}

/* Runs the pair. *RET_DISTANCE is that distance of the cell's two moments in this run which is nearest to the wanted one. */
static int try_clocks(struct search *s, unsigned first, unsigned second, uint32_t clocks, const struct coverage_cell *cell,
                      struct run_result *result, int64_t *ret_distance, struct env_error *ret_error)
{
	const struct coverage_moments *m = &s->moments;
	int err = run_pair(s, first, second, clocks, result, ret_error);

	if (!err && result->status != RUN_OK)
		log_odd(s, first, second, clocks, result);
	*ret_distance = INT32_MAX;
	if (err || result->status != RUN_OK)
		return err;
	if (is_new(s, &result->reached)) {
		err = keep(s, &(struct found){ first, second, clocks, result->reached });
		add(s->have, &result->reached, (int32_t)s->options->enough);
	}
	for (size_t i = 0; i < m->count; i++)
		if (m->item[i].moment == cell->a)
			nearest(m, i, cell, ret_distance);
	return err;
}

static bool is_wanted(const struct search *s, const struct coverage_cell *cell)
{
	return s->have->in
	           .meets[meet_pair((enum coverage_moment)cell->a, (enum coverage_moment)cell->b)][cell->distance + MEET_CLOCKS] <
	       s->options->enough;
}

/* CLOCKS between the parts should reach the cell. If what the first part does delays the second one, another number does. */
static int try_pair(struct search *s, unsigned first, unsigned second, int64_t clocks, const struct coverage_cell *cell,
                    struct run_result *result, struct env_error *ret_error)
{
	bool a_is_first = clocks >= 0;
	int64_t distance;
	int err = 0;

	if (!a_is_first)
		clocks = -clocks;
	for (unsigned i = 0; i < CORRECTIONS && !err && clocks >= 0 && clocks <= SPAN_MAX && is_wanted(s, cell); i++) {
		err = a_is_first ? try_clocks(s, first, second, (uint32_t)clocks, cell, result, &distance, ret_error)
		                 : try_clocks(s, second, first, (uint32_t)clocks, cell, result, &distance, ret_error);
		if (llabs(distance - cell->distance) > NEAR)
			break;
		clocks += a_is_first ? cell->distance - distance : distance - cell->distance;
	}
	return err;
}

/* Tries parts that have the moment AS_B in place of the cell's second one. */
static int search_cell_as(struct search *s, const struct coverage_cell *cell, enum coverage_moment as_b,
                          struct run_result *result, struct env_error *ret_error)
{
	const struct times *a = &s->times[cell->a], *b = &s->times[as_b];
	size_t pairs = a->count * b->count, tries = pairs < TRIES ? pairs : TRIES;
	int err = 0;

	for (size_t i = 0; i < tries && !err && is_wanted(s, cell); i++) {
		size_t at = pairs < TRIES ? i : (size_t)((i * (uint64_t)0x9E3779B1u) % pairs);
		const struct time *p = &a->item[at / b->count], *q = &b->item[at % b->count];
		/* B comes at the wanted distance after A if its part begins so many clocks after that of A (before it if
		 * negative) */
		int64_t clocks = p->clock + cell->distance - q->clock;
		if (words_listed(s->options->first, s->parts[clocks >= 0 ? p->part : q->part].name))
			err = try_pair(s, p->part, q->part, clocks, cell, result, ret_error);
	}
	return err;
}

/* Searches a run that reaches CELL. The events of a counter that is read or loaded come with the records of frames. */
static int search_cell(struct search *s, const struct coverage_cell *cell, struct run_result *result, struct env_error *ret_error)
{
	bool own = cell->b == MOMENT_OWN_EVENT || cell->b == MOMENT_OWN_END;
	int err = search_cell_as(s, cell, own ? MOMENT_RX_COUNTED : (enum coverage_moment)cell->b, result, ret_error);

	return err || !own ? err : search_cell_as(s, cell, MOMENT_TX_COUNTED, result, ret_error);
}

struct wanted {
	struct coverage_cell *cell;
	size_t count, room;
	bool lost;
};

static void want(void *context, const struct coverage_cell *cell)
{
	struct wanted *w = context;
	size_t room = w->room ? 2 * w->room : 1024;
	struct coverage_cell *more = w->count == w->room ? realloc(w->cell, room * sizeof(*more)) : w->cell;

	if (!more) {
		w->lost = true;
		return;
	}
	if (w->count == w->room)
		w->room = room;
	w->cell = more;
	if (cell->meet && !cell->reason)
		w->cell[w->count++] = *cell;
}

static int search_cells(struct search *s, struct run_result *result, struct env_error *ret_error)
{
	struct wanted w = { 0 };
	int err = 0;

	coverage_each_cell(s->options->dut->model, s->have, want, &w);
	if (w.lost)
		err = env_fail(ret_error, ENOMEM, "%s", strerror(ENOMEM));
	for (unsigned i = 0; i < s->part_count && !err; i++)
		err = time_part(s, i, result, ret_error);
	for (size_t i = 0; i < w.count && !err; i++)
		err = search_cell(s, &w.cell[i], result, ret_error);
	free(w.cell);
	return err;
}

/* ---- what is kept ---- */

/* Leaves out runs whose cells the others reach as well, from the last run to the first, since the first ones reach most. */
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

static int compare_found(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	return (x->clocks > y->clocks) - (x->clocks < y->clocks);
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
	int err;

	err = result ? read_file(&s, ret_error) : env_fail(ret_error, ENOMEM, "%s", strerror(ENOMEM));
	if (!err)
		err = search_cells(&s, result, ret_error);
	if (!err) {
		leave_out(&s);
		if (s.count)
			qsort(s.found, s.count, sizeof(*s.found), compare_found);
		print_found(out, &s);
	}
	free(result);
	free(s.moments.item);
	for (unsigned i = 0; i < MOMENT_COUNT; i++)
		free(s.times[i].item);
	free(s.text);
	free(s.found);
	return err ? err : s.odd;
}
