/* SPDX-License-Identifier: Apache-2.0 */
/* Sums as entries of coverage.json. */
#include "sum.h"

#include <stdlib.h>
#include <string.h>

static const char *const mode_names[COVERAGE_MODES] = { "exact", "black_box" };

/* ---- writing ---- */

static json_t *meets_json(const struct coverage_cells *cells)
{
	json_t *meets = json_object();

	for (unsigned a = 0; a < MOMENT_COUNT; a++) {
		json_t *row = json_object();
		for (unsigned b = a; b < MOMENT_COUNT; b++) {
			const uint32_t *runs = cells->meets[meet_pair(a, b)];
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

static json_t *points_json(const struct coverage_cells *cells)
{
	json_t *points = json_object();

	for (unsigned g = 0; g < POINTS_COUNT; g++) {
		const struct points_row *group = &points_table[g];
		json_t *bins = json_object();
		for (unsigned i = 0; i < group->bins; i++) {
			json_t *columns = json_object();
			char name[48];
			for (unsigned k = 0; k < group->columns; k++)
				if (cells->points[g][i][k])
					json_object_set_new(columns, group->column[k], json_integer(cells->points[g][i][k]));
			if (json_object_size(columns))
				json_object_set(bins, coverage_bin_name(group, i, name), columns);
			json_decref(columns);
		}
		if (json_object_size(bins))
			json_object_set(points, group->name, bins);
		json_decref(bins);
	}
	return points;
}

static json_t *rules_json(const struct coverage_sum *sum)
{
	json_t *rules = json_object();

	for (unsigned i = 0; i < RULE_COUNT; i++) {
		json_t *modes = json_object();
		for (unsigned m = 0; m < COVERAGE_MODES; m++) {
			const struct coverage_rule *rule = &sum->rules[m][i];
			if (rule->runs)
				json_object_set_new(modes, mode_names[m],
				                    json_pack("[I, I, I, I]", (json_int_t)rule->runs, (json_int_t)rule->deciding,
				                              (json_int_t)rule->armed, (json_int_t)rule->decided));
		}
		if (json_object_size(modes))
			json_object_set(rules, rule_table[i].name, modes);
		json_decref(modes);
	}
	return rules;
}

/* Numbers the first runs of SUM's cells anew, from 1 on, and appends their names to RUNS. */
static int name_runs(struct coverage_sum *sum, const struct coverage_names *names, json_t *runs)
{
	uint32_t *cells = (uint32_t *)&sum->first, *map, top = 0;
	const size_t count = sizeof(sum->first) / sizeof(*cells);

	for (size_t i = 0; i < count; i++)
		top = cells[i] > top ? cells[i] : top;
	map = calloc((size_t)top + 1, sizeof(*map));
	if (!map)
		return -1;
	for (size_t i = 0; i < count; i++) {
		uint32_t by = cells[i];
		if (by && !map[by]) {
			const char *name = names->name(names->context, by - 1);
			json_array_append_new(runs, json_string(name ? name : ""));
			map[by] = (uint32_t)json_array_size(runs);
		}
		cells[i] = map[by];
	}
	free(map);
	return 0;
}

json_t *coverage_json(const struct dut *dut, const struct coverage_sum *sum, const struct coverage_names *names)
{
	struct coverage_sum *named = malloc(sizeof(*named));
	json_t *runs = json_array(), *entry = NULL;

	if (named)
		*named = *sum;
	if (named && !name_runs(named, names, runs))
		entry = json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:O, s:o, s:o}", "dut", dut->name, "model", dut->model, "runs",
		                  (int)sum->runs, "meets", meets_json(&sum->in), "points", points_json(&sum->in), "rules",
		                  rules_json(sum), "names", runs, "first_meets", meets_json(&named->first), "first_points",
		                  points_json(&named->first));
	json_decref(runs);
	free(named);
	return entry;
}

/* ---- reading ---- */

static void read_cell(uint32_t *to, const json_t *number, uint32_t offset)
{
	uint32_t value = (uint32_t)json_integer_value(number);

	if (!offset)
		*to += value;
	else if (!*to && value)
		*to = value + offset - 1;
}

/* Reads the cells of pairs. With OFFSET 0 their numbers are counts, which are added; else they are numbers of runs, to which
 * OFFSET - 1 is added. */
static bool read_meets(const json_t *meets, struct coverage_cells *cells, uint32_t offset)
{
	const char *name_a, *name_b;
	json_t *row, *list;

	json_object_foreach((json_t *)meets, name_a, row) json_object_foreach(row, name_b, list)
	{
		int a = moment_by_name(name_a), b = moment_by_name(name_b);
		if (a < 0 || b < a || json_array_size(list) != MEET_DISTANCES)
			return false;
		for (unsigned d = 0; d < MEET_DISTANCES; d++)
			read_cell(&cells->meets[meet_pair((enum coverage_moment)a, (enum coverage_moment)b)][d],
			          json_array_get(list, d), offset);
	}
	return true;
}

static bool read_points(const json_t *points, struct coverage_cells *cells, uint32_t offset)
{
	size_t known = 0, there = 0;
	const char *unused;
	json_t *bins;

	for (unsigned g = 0; g < POINTS_COUNT; g++) {
		const struct points_row *group = &points_table[g];
		for (unsigned i = 0; i < group->bins; i++) {
			char name[48];
			const json_t *columns = json_object_get(json_object_get(points, group->name),
			                                        coverage_bin_name(group, i, name));
			known += columns != NULL;
			for (unsigned k = 0; k < group->columns; k++)
				read_cell(&cells->points[g][i][k], json_object_get(columns, group->column[k]), offset);
		}
	}
	json_object_foreach((json_t *)points, unused, bins) there += json_object_size(bins);
	return known == there;
}

static bool read_rules(const json_t *rules, struct coverage_sum *sum)
{
	size_t known = 0;

	for (unsigned i = 0; i < RULE_COUNT; i++) {
		const json_t *modes = json_object_get(rules, rule_table[i].name);
		known += modes != NULL;
		for (unsigned m = 0; m < COVERAGE_MODES; m++) {
			const json_t *list = json_object_get(modes, mode_names[m]);
			struct coverage_rule *rule = &sum->rules[m][i];
			rule->runs += (uint32_t)json_integer_value(json_array_get(list, 0));
			rule->deciding += (uint32_t)json_integer_value(json_array_get(list, 1));
			rule->armed += (uint64_t)json_integer_value(json_array_get(list, 2));
			rule->decided += (uint64_t)json_integer_value(json_array_get(list, 3));
		}
	}
	return known == json_object_size(rules);
}

bool coverage_read(const json_t *entry, struct coverage_sum *sum, json_t *names)
{
	uint32_t offset = (uint32_t)json_array_size(names) + 1;

	sum->runs += (uint32_t)json_integer_value(json_object_get(entry, "runs"));
	json_array_extend(names, json_object_get(entry, "names"));
	return read_meets(json_object_get(entry, "meets"), &sum->in, 0) &&
	       read_points(json_object_get(entry, "points"), &sum->in, 0) && read_rules(json_object_get(entry, "rules"), sum) &&
	       read_meets(json_object_get(entry, "first_meets"), &sum->first, offset) &&
	       read_points(json_object_get(entry, "first_points"), &sum->first, offset);
}
