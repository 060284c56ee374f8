/* SPDX-License-Identifier: Apache-2.0 */
/* Minimum, median and maximum of measurements. */
#include "measured.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct measure_row measure_table[MEASURE_KIND_COUNT] = {
#define MEASURE(id, name, text) { name, text, false },
#define MEASURE_HELP(id, name, text) { name, text, true },
#include "measure.def"
};

void measured_add(struct measured *m, enum measure_kind kind, int64_t value)
{
	struct measured_kind *k = &m->kind[kind];

	if (!k->count || value < k->min)
		k->min = value;
	if (!k->count || value > k->max)
		k->max = value;
	k->count++;
	if (k->samples < MEASURED_SAMPLES)
		k->sample[k->samples++] = (int32_t)value;
}

int measured_sum_add(struct measured_sum *sum, const struct measured *m)
{
	for (size_t i = 0; i < MEASURE_KIND_COUNT; i++) {
		const struct measured_kind *k = &m->kind[i];
		if (!k->count)
			continue;
		if (sum->kind[i].samples + k->samples > sum->kind[i].room) {
			size_t room = 2 * (sum->kind[i].samples + k->samples);
			int32_t *sample = realloc(sum->kind[i].sample, room * sizeof(*sample));
			if (!sample)
				return -ENOMEM;
			sum->kind[i].sample = sample;
			sum->kind[i].room = room;
		}
		memcpy(sum->kind[i].sample + sum->kind[i].samples, k->sample, k->samples * sizeof(k->sample[0]));
		sum->kind[i].samples += k->samples;
		if (!sum->kind[i].count || k->min < sum->kind[i].min)
			sum->kind[i].min = k->min;
		if (!sum->kind[i].count || k->max > sum->kind[i].max)
			sum->kind[i].max = k->max;
		sum->kind[i].count += k->count;
	}
	return 0;
}

static int ascending(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

int64_t measured_median(struct measured_sum *sum, enum measure_kind kind)
{
	size_t samples = sum->kind[kind].samples;

	qsort(sum->kind[kind].sample, samples, sizeof(sum->kind[kind].sample[0]), ascending);
	return sum->kind[kind].sample[(samples - 1) / 2];
}

void measured_sum_release(struct measured_sum *sum)
{
	for (size_t i = 0; i < MEASURE_KIND_COUNT; i++)
		free(sum->kind[i].sample);
}
