/* SPDX-License-Identifier: Apache-2.0 */
/* Measurements as data: least, median and greatest of each kind of measure.def. */
#ifndef PAUSEBENCH_MEASURED_H
#define PAUSEBENCH_MEASURED_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum measure_kind {
#define MEASURE(id, name, text) MEASURE_##id,
#define MEASURE_HELP(id, name, text) MEASURE_##id,
#include "measure.def"
	MEASURE_KIND_COUNT
};
struct measure_row {
	const char *name, *text;
	bool helps; /* it only serves the figures of other kinds */
};
extern const struct measure_row measure_table[MEASURE_KIND_COUNT];

enum { MEASURED_SAMPLES = 128 };

/* Minimum and maximum are of all values; the median is that of the first MEASURED_SAMPLES of each run. */
struct measured_kind {
	uint64_t count;
	int64_t min, max;
	uint32_t samples;
	int32_t sample[MEASURED_SAMPLES];
};
struct measured {
	struct measured_kind kind[MEASURE_KIND_COUNT];
};

/* Adds VALUE to KIND. */
void measured_add(struct measured *m, enum measure_kind kind, int64_t value);

/* The measurements of many runs. Zero-initialise it, and call measured_sum_release() in the end. */
struct measured_sum {
	struct {
		uint64_t count;
		int64_t min, max;
		int32_t *sample; /* owned */
		size_t samples, room;
	} kind[MEASURE_KIND_COUNT];
};
/* Adds the measurements of a run. Returns 0 or -ENOMEM. */
int measured_sum_add(struct measured_sum *sum, const struct measured *m);
/* Returns the median of KIND, which must have samples; sorts them. */
int64_t measured_median(struct measured_sum *sum, enum measure_kind kind);
void measured_sum_release(struct measured_sum *sum);
#endif
