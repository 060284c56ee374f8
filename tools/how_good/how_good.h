/* SPDX-License-Identifier: Apache-2.0 */
/* What doc/quality/how-good.md is made of: the results of whole runs in tools/how_good/NAME.json, and the files that give reasons. */
#ifndef PAUSEBENCH_HOW_GOOD_H
#define PAUSEBENCH_HOW_GOOD_H

#include <jansson.h>
#include <stdbool.h>

enum measurement { COVERAGE, MUTANTS, PLANTED, FORMAL, NETLISTS, FUZZ, TESTS, CHOICE, MEASUREMENTS };

struct measured {
	json_t *of[MEASUREMENTS]; /* NULL: not measured */
};

#define DEVICES 4
extern const char *const device_names[DEVICES];

static inline const char *text_of(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

static inline long long number_of(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

/* The rows of a measurement; NULL, over which loops do nothing, if there is none. */
static inline json_t *rows_of(const struct measured *all, enum measurement which)
{
	return json_object_get(all->of[which], "rows");
}

/* Prints the rates of all devices as one table. */
void print_glance(const struct measured *all);
/* Prints the figures of DEVICE, a table with a column for each mode. */
void print_figures(const struct measured *all, const char *device);
/* Prints what the bench does not see of DEVICE, and why. Returns false, with a line on stderr, if a file of reasons cannot be read. */
bool print_blind(const struct measured *all, const char *device);
/* Prints what the suites find in which time, if that was measured. */
void print_suites(const struct measured *all);

#endif
