/* SPDX-License-Identifier: Apache-2.0 */
#include "sum.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void coverage_sum_add(struct coverage_sum *sum, const struct coverage_reached *reached)
{
	sum->runs++;
	for (unsigned i = 0; i < MEET_PAIRS; i++)
		for (unsigned d = 0; d < MEET_DISTANCES; d++)
			sum->meets[i][d] += reached->meets[i] >> d & 1;
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++)
			for (unsigned k = 0; k < points_table[g].columns; k++)
				sum->points[g][i][k] += reached->points[g][i] >> k & 1;
}

void coverage_sum_join(struct coverage_sum *sum, const struct coverage_sum *other)
{
	sum->runs += other->runs;
	for (unsigned i = 0; i < MEET_PAIRS; i++)
		for (unsigned d = 0; d < MEET_DISTANCES; d++)
			sum->meets[i][d] += other->meets[i][d];
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < POINTS_BINS_MAX; i++)
			for (unsigned k = 0; k < POINTS_COLUMNS_MAX; k++)
				sum->points[g][i][k] += other->points[g][i][k];
}

/* "64" or "65..126" */
static const char *bin_name(const struct points_row *row, unsigned bin, char ret[48])
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

/* ---- JSON ---- */

static json_t *meets_json(const struct coverage_sum *sum)
{
	json_t *meets = json_object();

	for (unsigned a = 0; a < MOMENT_COUNT; a++) {
		json_t *row = json_object();
		for (unsigned b = a; b < MOMENT_COUNT; b++) {
			const uint32_t *runs = sum->meets[meet_pair(a, b)];
			json_t *list = json_array();
			bool any = false;
			for (unsigned d = 0; d < MEET_DISTANCES; d++) {
				json_array_append_new(list, json_integer(runs[d]));
				any |= runs[d];
			}
			if (any)
				json_object_set(row, moment_table[b].name, list);
			json_decref(list);
		}
		if (json_object_size(row))
			json_object_set(meets, moment_table[a].name, row);
		json_decref(row);
	}
	return meets;
}

static json_t *points_json(const struct coverage_sum *sum)
{
	json_t *points = json_object();

	for (unsigned g = 0; g < POINTS_COUNT; g++) {
		const struct points_row *group = &points_table[g];
		json_t *bins = json_object();
		for (unsigned i = 0; i < group->bins; i++) {
			json_t *columns = json_object();
			char name[48];
			for (unsigned k = 0; k < group->columns; k++)
				if (sum->points[g][i][k])
					json_object_set_new(columns, group->column[k], json_integer(sum->points[g][i][k]));
			if (json_object_size(columns))
				json_object_set(bins, bin_name(group, i, name), columns);
			json_decref(columns);
		}
		if (json_object_size(bins))
			json_object_set(points, group->name, bins);
		json_decref(bins);
	}
	return points;
}

json_t *coverage_json(const struct dut *dut, const struct coverage_sum *sum)
{
	return json_pack("{s:s, s:s, s:i, s:o, s:o}", "dut", dut->name, "model", dut->model, "runs", (int)sum->runs, "meets",
	                 meets_json(sum), "points", points_json(sum));
}

static int moment_by_name(const char *name)
{
	for (unsigned i = 0; i < MOMENT_COUNT; i++)
		if (!strcmp(moment_table[i].name, name))
			return (int)i;
	return -1;
}

static bool read_meets(const json_t *meets, struct coverage_sum *sum)
{
	const char *name_a, *name_b;
	json_t *row, *list;

	json_object_foreach((json_t *)meets, name_a, row) json_object_foreach(row, name_b, list)
	{
		int a = moment_by_name(name_a), b = moment_by_name(name_b);
		if (a < 0 || b < a || json_array_size(list) != MEET_DISTANCES)
			return false;
		for (unsigned d = 0; d < MEET_DISTANCES; d++)
			sum->meets[meet_pair((enum coverage_moment)a, (enum coverage_moment)b)][d] += (uint32_t)
			    json_integer_value(json_array_get(list, d));
	}
	return true;
}

static bool read_points(const json_t *points, struct coverage_sum *sum)
{
	size_t known = 0, there = 0;
	const char *unused;
	json_t *bins;

	for (unsigned g = 0; g < POINTS_COUNT; g++) {
		const struct points_row *group = &points_table[g];
		for (unsigned i = 0; i < group->bins; i++) {
			char name[48];
			const json_t *columns = json_object_get(json_object_get(points, group->name), bin_name(group, i, name));
			known += columns != NULL;
			for (unsigned k = 0; k < group->columns; k++)
				sum->points[g][i][k] += (uint32_t)json_integer_value(json_object_get(columns, group->column[k]));
		}
	}
	json_object_foreach((json_t *)points, unused, bins) there += json_object_size(bins);
	return known == there;
}

bool coverage_read(const json_t *entry, struct coverage_sum *sum)
{
	sum->runs += (uint32_t)json_integer_value(json_object_get(entry, "runs"));
	return read_meets(json_object_get(entry, "meets"), sum) && read_points(json_object_get(entry, "points"), sum);
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
#include "unreached.def"
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
#include "unreached.def"
#undef NO_MEET
#undef NO_POINT
#undef NEVER
	{ NULL, NULL, 0, 0, NULL, NULL },
};

static bool is(const char *pattern, const char *name)
{
	return !strcmp(pattern, "*") || !strcmp(pattern, name);
}

/* Why B does not come DISTANCE clocks after A; NULL: no reason is stated. */
static const char *meet_reason(const char *model, unsigned a, unsigned b, int distance)
{
	const char *name_a = moment_table[a].name, *name_b = moment_table[b].name;

	for (const struct no_meet *n = no_meets; n->model; n++) {
		bool same = is(n->a, name_a) && is(n->b, name_b), turned = is(n->a, name_b) && is(n->b, name_a);
		if (is(n->model, model) && ((same && distance >= n->from && distance <= n->to) ||
		                            (turned && -distance >= n->from && -distance <= n->to)))
			return n->reason;
	}
	return NULL;
}

static const char *point_reason(const char *model, unsigned group, unsigned bin, unsigned column)
{
	const struct points_row *row = &points_table[group];

	for (const struct no_point *n = no_points; n->model; n++)
		if (is(n->model, model) && !strcmp(n->group, row->name) && n->from <= row->bounds[bin][0] &&
		    n->to >= row->bounds[bin][1] && is(n->column, row->column[column]))
			return n->reason;
	return NULL;
}

/* ---- every cell ---- */

struct cell {
	uint32_t runs;
	const char *reason;
	bool meet;
	unsigned a, b; /* moments, or group and bin */
	int distance;  /* or column */
};
typedef void cell_fn(void *context, const struct cell *cell);

static void each_cell(const char *model, const struct coverage_sum *sum, cell_fn *back, void *context)
{
	for (unsigned a = 0; a < MOMENT_COUNT; a++)
		for (unsigned b = a; b < MOMENT_COUNT; b++)
			for (int d = a == b ? 1 : -MEET_CLOCKS; meet_counts(a, b) && d <= MEET_CLOCKS; d++)
				back(context, &(struct cell){ sum->meets[meet_pair(a, b)][d + MEET_CLOCKS],
				                              meet_reason(model, a, b, d), true, a, b, d });
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++)
			for (unsigned k = 0; k < points_table[g].columns; k++)
				back(context,
				     &(struct cell){ sum->points[g][i][k], point_reason(model, g, i, k), false, g, i, (int)k });
}

static void count_cell(void *context, const struct cell *cell)
{
	struct coverage_figures *figures = context;
	struct coverage_count *count = cell->meet ? &figures->meets : &figures->points;

	count->cells++;
	count->reached += cell->runs > 0;
	count->explained += !cell->runs && cell->reason;
	count->open += !cell->runs && !cell->reason;
	count->refuted += cell->runs && cell->reason;
}

void coverage_count(const char *model, const struct coverage_sum *sum, struct coverage_figures *ret)
{
	*ret = (struct coverage_figures){ 0 };
	each_cell(model, sum, count_cell, ret);
}

/* "rx-xoff expiry -2" or "rx-length 64 good" */
static const char *cell_name(const struct cell *cell, char ret[160])
{
	const struct points_row *row = &points_table[cell->meet ? 0 : cell->a];
	char bin[48];

	if (cell->meet)
		snprintf(ret, 160, "%s %s %+d", moment_table[cell->a].name, moment_table[cell->b].name, cell->distance);
	else
		snprintf(ret, 160, "%s %s %s", row->name, bin_name(row, cell->b, bin), row->column[cell->distance]);
	return ret;
}

struct printer {
	FILE *out;
	const char *model;
	bool open, explained;
};

static void print_unreached(void *context, const struct cell *cell)
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

	each_cell(model, sum, print_unreached, &p);
}

/* ---- the file of reached cells ---- */

/* The line of a pair is "MODEL A B 0110100", that of a bin "MODEL GROUP BIN 10": a digit for each distance or column. */
static void print_digits(FILE *out, const uint32_t *runs, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		fputc(runs[i] ? '1' : '0', out);
	fputc('\n', out);
}

static bool any(const uint32_t *runs, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (runs[i])
			return true;
	return false;
}

void coverage_print_reached(FILE *out, const char *model, const struct coverage_sum *sum)
{
	char bin[48];

	for (unsigned a = 0; a < MOMENT_COUNT; a++)
		for (unsigned b = a; b < MOMENT_COUNT; b++) {
			const uint32_t *runs = sum->meets[meet_pair(a, b)];
			if (!any(runs, MEET_DISTANCES))
				continue;
			fprintf(out, "%s %s %s ", model, moment_table[a].name, moment_table[b].name);
			print_digits(out, runs, MEET_DISTANCES);
		}
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++) {
			if (!any(sum->points[g][i], points_table[g].columns))
				continue;
			fprintf(out, "%s %s %s ", model, points_table[g].name, bin_name(&points_table[g], i, bin));
			print_digits(out, sum->points[g][i], points_table[g].columns);
		}
}

/* Returns the runs of the cells of the line "MODEL FIRST SECOND", and how many cells it has; NULL: there are none of these names. */
static const uint32_t *cells_of(const struct coverage_sum *sum, const char *first, const char *second, unsigned *ret_count)
{
	int a = moment_by_name(first), b = moment_by_name(second);
	char bin[48];

	*ret_count = MEET_DISTANCES;
	if (a >= 0 && b >= a)
		return sum->meets[meet_pair((enum coverage_moment)a, (enum coverage_moment)b)];
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; !strcmp(points_table[g].name, first) && i < points_table[g].bins; i++)
			if (!strcmp(bin_name(&points_table[g], i, bin), second)) {
				*ret_count = points_table[g].columns;
				return sum->points[g][i];
			}
	return NULL;
}

/* Prints the cells of a line that were not reached; returns how many, or -1 if the line names none. */
static int lost_of_line(FILE *out, const char *model, const char *first, const char *second, const char *digits,
                        const struct coverage_sum *sum)
{
	unsigned count;
	const uint32_t *runs = cells_of(sum, first, second, &count);
	int lost = 0;

	if (!runs || strlen(digits) != count)
		return -1;
	for (unsigned i = 0; i < count; i++) {
		if (digits[i] != '1' || runs[i])
			continue;
		lost++;
		if (count == MEET_DISTANCES)
			fprintf(out, "%s: %s %s %+d: was reached before, and is not any more\n", model, first, second,
			        (int)i - MEET_CLOCKS);
		else
			fprintf(out, "%s: %s %s, column %u: was reached before, and is not any more\n", model, first, second,
			        i + 1);
	}
	return lost;
}

int coverage_lost(FILE *out, const char *path, const char *const *models, const struct coverage_sum *const *sums, size_t count,
                  struct env_error *ret_error)
{
	FILE *in = fopen(path, "r");
	char line[256], model[64], first[64], second[64], digits[64];
	int lost = 0, rc = 0;

	if (!in)
		return env_fail(ret_error, errno, "%s: %s", path, strerror(errno));
	for (unsigned number = 1; !rc && fgets(line, sizeof(line), in); number++) {
		if (*line == '#' || *line == '\n')
			continue;
		if (sscanf(line, "%63s %63s %63s %63s", model, first, second, digits) != 4)
			rc = env_fail(ret_error, EINVAL, "%s:%u: a line is 'MODEL FIRST SECOND DIGITS'", path, number);
		for (size_t i = 0; !rc && i < count; i++) {
			int more = strcmp(models[i], model) ? 0 : lost_of_line(out, model, first, second, digits, sums[i]);
			if (more < 0)
				rc = env_fail(ret_error, EINVAL,
				              "%s:%u: %s %s is no cell of this program; make the file anew with --reached", path,
				              number, first, second);
			else
				lost += more;
		}
	}
	fclose(in);
	return rc ? rc : lost;
}
