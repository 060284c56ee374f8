/* SPDX-License-Identifier: Apache-2.0 */
/* The file of reached cells: writing it, and comparing with it. */
#include "sum.h"

#include <errno.h>
#include <string.h>

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
			const uint32_t *runs = sum->in.meets[meet_pair(a, b)];
			if (!any(runs, MEET_DISTANCES))
				continue;
			fprintf(out, "%s %s %s ", model, moment_table[a].name, moment_table[b].name);
			print_digits(out, runs, MEET_DISTANCES);
		}
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; i < points_table[g].bins; i++) {
			if (!any(sum->in.points[g][i], points_table[g].columns))
				continue;
			fprintf(out, "%s %s %s ", model, points_table[g].name, coverage_bin_name(&points_table[g], i, bin));
			print_digits(out, sum->in.points[g][i], points_table[g].columns);
		}
}

/* Returns the runs of the cells of the line "MODEL FIRST SECOND", and how many cells it has; NULL: there are none of these names. */
static const uint32_t *cells_of(const struct coverage_sum *sum, const char *first, const char *second, unsigned *ret_count)
{
	int a = moment_by_name(first), b = moment_by_name(second);
	char bin[48];

	*ret_count = MEET_DISTANCES;
	if (a >= 0 && b >= a)
		return sum->in.meets[meet_pair((enum coverage_moment)a, (enum coverage_moment)b)];
	for (unsigned g = 0; g < POINTS_COUNT; g++)
		for (unsigned i = 0; !strcmp(points_table[g].name, first) && i < points_table[g].bins; i++)
			if (!strcmp(coverage_bin_name(&points_table[g], i, bin), second)) {
				*ret_count = points_table[g].columns;
				return sum->in.points[g][i];
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
