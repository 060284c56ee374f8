/* SPDX-License-Identifier: Apache-2.0 */
/* The sums of the cells that runs reached, the reasons of unreached.def, and both as text. */
#include "sum.h"
#include "stimulus/control.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Counts run NUMBER if it reached a cell; *BY is 1 + the lowest such number. */
static void add_cell(uint32_t *runs, uint32_t *by, bool reached, uint32_t number)
{
	if (!reached)
		return;
	++*runs;
	if (!*by || number < *by - 1)
		*by = number + 1;
}

void coverage_sum_add(struct coverage_sum *sum, const struct coverage_reached *reached, uint32_t number, bool black_box)
{
	sum->runs++;
	for (unsigned i = 0; i < MEET_PAIRS; i++)
		for (unsigned d = 0; reached->meets[i] && d < MEET_DISTANCES; d++)
			add_cell(&sum->in.meets[i][d], &sum->first.meets[i][d], reached->meets[i] >> d & 1, number);
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++)
			for (unsigned k = 0; reached->points[g][i] && k < points_table[g].columns; k++)
				add_cell(&sum->in.points[g][i][k], &sum->first.points[g][i][k], reached->points[g][i] >> k & 1,
				         number);
	for (unsigned i = 0; i < RULE_COUNT; i++) {
		struct coverage_rule *rule = &sum->rules[black_box][i];
		rule->runs += reached->rules.armed[i] > 0;
		rule->deciding += reached->rules.decided[i] > 0;
		rule->armed += reached->rules.armed[i];
		rule->decided += reached->rules.decided[i];
	}
}

const char *coverage_bin_name(const struct points_row *row, unsigned bin, char ret[48])
{
	int64_t from = row->bounds[bin][0], to = row->bounds[bin][1];

	if (from == to)
		snprintf(ret, 48, "%" PRId64, from);
	else if (to >= UINT32_MAX)
		snprintf(ret, 48, "%" PRId64 "..", from);
	else
		snprintf(ret, 48, "%" PRId64 "..%" PRId64, from, to);
	return ret;
}

/* ---- reasons ---- */

static const struct no_meet {
	const char *model, *a, *b;
	int from, to;
	const char *reason;
} no_meets[] = {
#define NEVER(model, moment, reason) NO_MEET(model, moment, "*", -MEET_CLOCKS, MEET_CLOCKS, reason)
#define NO_MEET(model, a, b, from, to, reason) { model, a, b, from, to, reason },
#define NO_POINT(model, group, from, to, column, reason)
#define NO_RULE(model, mode, rule, reason)
#include "unreached.def"
#undef NO_RULE
#undef NO_MEET
#undef NO_POINT
#undef NEVER
	{ NULL, NULL, NULL, 0, 0, NULL },
};
static const struct no_point {
	const char *model, *group;
	int64_t from, to;
	const char *column, *reason;
} no_points[] = {
#define NEVER(model, moment, reason)
#define NO_MEET(model, a, b, from, to, reason)
#define NO_POINT(model, group, from, to, column, reason) { model, group, from, to, column, reason },
#define NO_RULE(model, mode, rule, reason)
#include "unreached.def"
#undef NO_RULE
#undef NO_MEET
#undef NO_POINT
#undef NEVER
	{ NULL, NULL, 0, 0, NULL, NULL },
};

bool coverage_is(const char *pattern, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = pattern; p; p = strchr(p, ' ')) {
		p += strspn(p, " ");
		if (!strcmp(p, "*") || (!strncmp(p, name, len) && (!p[len] || p[len] == ' ')))
			return true;
	}
	return false;
}

static const struct lacking {
	uint64_t bit;
	const char *names, *reason;
} lackings[] = {
#define LACKING(capability, names, reason) { CAP_##capability, names, reason },
#include "lacking.def"
	{ 0, NULL, NULL },
};

/* Returns the reason why the MAC of the program's profile has no moment or group of values NAME; NULL if none is known, or if the
 * program has no profile. */
static const char *lacking_reason(const char *model, const char *name)
{
	const struct dut *dut = &dut_table[0];

	if (!dut->profile || strcmp(dut->model, model))
		return NULL;
	for (const struct lacking *l = lackings; l->names; l++)
		if (!(control_capabilities(dut) & l->bit) && coverage_is(l->names, name))
			return l->reason;
	return NULL;
}

/* Returns the reason why B does not come DISTANCE clocks after A; NULL if none is stated. */
static const char *meet_reason(const char *model, unsigned a, unsigned b, int distance)
{
	const char *name_a = moment_table[a].name, *name_b = moment_table[b].name, *lacks = lacking_reason(model, name_a);

	if (lacks || (lacks = lacking_reason(model, name_b)))
		return lacks;
	for (const struct no_meet *n = no_meets; n->model; n++) {
		bool same = coverage_is(n->a, name_a) && coverage_is(n->b, name_b),
		     turned = coverage_is(n->a, name_b) && coverage_is(n->b, name_a);
		if (coverage_is(n->model, model) && ((same && distance >= n->from && distance <= n->to) ||
		                                     (turned && -distance >= n->from && -distance <= n->to)))
			return n->reason;
	}
	return NULL;
}

static const char *point_reason(const char *model, unsigned group, unsigned bin, unsigned column)
{
	const struct points_row *row = &points_table[group];
	const char *lacks = lacking_reason(model, row->name);

	if (lacks)
		return lacks;
	for (const struct no_point *n = no_points; n->model; n++)
		if (coverage_is(n->model, model) && coverage_is(n->group, row->name) && n->from <= row->bounds[bin][0] &&
		    n->to >= row->bounds[bin][1] && coverage_is(n->column, row->column[column]))
			return n->reason;
	return NULL;
}

/* ---- every cell ---- */

void coverage_each_cell(const char *model, const struct coverage_sum *sum, coverage_cell_fn *back, void *context)
{
	for (unsigned a = 0; a < MOMENT_COUNT; a++)
		for (unsigned b = a; b < MOMENT_COUNT; b++)
			for (int d = a == b ? 1 : -MEET_CLOCKS; meet_counts(a, b) && d <= MEET_CLOCKS; d++) {
				unsigned pair = meet_pair(a, b), at = (unsigned)(d + MEET_CLOCKS);
				back(context, &(struct coverage_cell){ sum->in.meets[pair][at], sum->first.meets[pair][at],
				                                       meet_reason(model, a, b, d), true, a, b, d });
			}
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++)
			for (unsigned k = 0; k < points_table[g].columns; k++)
				back(context, &(struct coverage_cell){ sum->in.points[g][i][k], sum->first.points[g][i][k],
				                                       point_reason(model, g, i, k), false, g, i, (int)k });
}

static void count_cell(void *context, const struct coverage_cell *cell)
{
	struct coverage_figures *figures = context;
	struct coverage_count *count = cell->meet ? &figures->meets : &figures->points;

	count->cells++;
	count->reached += cell->runs > 0;
	count->explained += !cell->runs && cell->reason;
	count->open += !cell->runs && !cell->reason;
	count->refuted += cell->runs && cell->reason;
	count->once += cell->runs == 1;
}

void coverage_count(const char *model, const struct coverage_sum *sum, struct coverage_figures *ret)
{
	*ret = (struct coverage_figures){ 0 };
	coverage_each_cell(model, sum, count_cell, ret);
}

/* Writes the name of a cell into RET, such as "rx-xoff expiry -2" or "rx-length 64 good". */
static const char *cell_name(const struct coverage_cell *cell, char ret[160])
{
	const struct points_row *row = &points_table[cell->meet ? 0 : cell->a];
	char bin[48];

	if (cell->meet)
		snprintf(ret, 160, "%s %s %+d", moment_table[cell->a].name, moment_table[cell->b].name, cell->distance);
	else
		snprintf(ret, 160, "%s %s %s", row->name, coverage_bin_name(row, cell->b, bin), row->column[cell->distance]);
	return ret;
}

struct printer {
	FILE *out;
	const char *model;
	bool open, explained;
};

static void print_unreached(void *context, const struct coverage_cell *cell)
{
	const struct printer *p = context;
	char name[160];

	if (cell->runs && cell->reason)
		fprintf(p->out, "%s: %s: reached in %" PRIu32 " runs, but unreached.def says: %s\n", p->model,
		        cell_name(cell, name), cell->runs, cell->reason);
	else if (!cell->runs && (cell->reason ? p->explained : p->open))
		fprintf(p->out, "%s: %s: not reached%s%s\n", p->model, cell_name(cell, name), cell->reason ? ": " : "",
		        cell->reason ? cell->reason : "");
}

void coverage_print_unreached(FILE *out, const char *model, const struct coverage_sum *sum, bool open, bool explained)
{
	struct printer p = { out, model, open, explained };

	coverage_each_cell(model, sum, print_unreached, &p);
}

static void print_cell(void *context, const struct coverage_cell *cell)
{
	const struct printer *p = context;
	char name[160];

	fprintf(p->out, "%s %s %s\n",
	        cell->runs     ? "reached"
	        : cell->reason ? "lacking"
	                       : "open",
	        cell->meet ? "coincidence" : "value", cell_name(cell, name));
}

void coverage_print_cells(FILE *out, const char *model, const struct coverage_sum *sum)
{
	struct printer p = { .out = out, .model = model };

	coverage_each_cell(model, sum, print_cell, &p);
}

struct once_printer {
	FILE *out;
	const char *model;
	const json_t *names;
};

static void print_once(void *context, const struct coverage_cell *cell)
{
	const struct once_printer *p = context;
	const char *run = cell->runs == 1 ? json_string_value(json_array_get(p->names, cell->first - 1)) : NULL;
	char name[160];

	if (run)
		fprintf(p->out, "%s: %s: reached by %s alone\n", p->model, cell_name(cell, name), run);
}

void coverage_print_once(FILE *out, const char *model, const struct coverage_sum *sum, const json_t *names)
{
	struct once_printer p = { out, model, names };

	coverage_each_cell(model, sum, print_once, &p);
}
