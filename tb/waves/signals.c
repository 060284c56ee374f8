/* SPDX-License-Identifier: Apache-2.0 */
/* The signals that a wave file has: signals.h. */
#include "signals.h"

#include "base/env.h"

#include <stdbool.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Functions of the library in Verilator's runtime by which traced programs write FST files. Other programs do not have them. */
extern void *fstReaderOpen(const char *path) __attribute__((weak));
extern int fstReaderProcessHier(void *reader, FILE *vcd) __attribute__((weak));
extern void fstReaderClose(void *reader) __attribute__((weak));

enum { NAME_MAX_SHOWN = 512, RANGE_MAX = 24 };

struct signal {
	char *name;
	char range[RANGE_MAX];
};

struct waves_signals {
	struct signal *signal; /* sorted by name */
	size_t count, capacity;
};

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct signal *)a)->name, ((const struct signal *)b)->name);
}

/* Adds a signal. Returns 0 or -1. */
static int add(struct waves_signals *s, const char *scope, const char *name, const char *range)
{
	struct signal *signal;

	if (s->count == s->capacity) {
		size_t capacity = s->capacity ? 2 * s->capacity : 256;
		struct signal *bigger = realloc(s->signal, capacity * sizeof(*bigger));
		if (!bigger)
			return -1;
		s->signal = bigger;
		s->capacity = capacity;
	}
	signal = &s->signal[s->count];
	if (asprintf(&signal->name, "%s%s", scope, name) < 0)
		return -1;
	snprintf(signal->range, sizeof(signal->range), "%s", *range == '[' ? range : "");
	s->count++;
	return 0;
}

/* Three kinds of lines in the head of a VCD file matter: "$scope module u_dut $end", "$upscope $end", and "$var wire 32 ! count_q
 * [31:0] $end". */
struct waves_signals *waves_signals_parse(FILE *vcd)
{
	struct waves_signals *s = calloc(1, sizeof(*s));
	char scope[NAME_MAX_SHOWN] = "", name[NAME_MAX_SHOWN], range[RANGE_MAX], *line = NULL;
	size_t capacity = 0;
	bool failed = !s;

	while (!failed && getline(&line, &capacity, vcd) >= 0) {
		size_t used = strlen(scope);
		*range = 0;
		if (sscanf(line, " $scope %*s %511s", name) == 1) {
			if (used + strlen(name) + 2 < sizeof(scope))
				sprintf(scope + used, "%s.", name);
		} else if (strstr(line, "$upscope") && used) {
			scope[used - 1] = 0;
			used = strrchr(scope, '.') ? (size_t)(strrchr(scope, '.') - scope) + 1 : 0;
			scope[used] = 0;
		} else if (sscanf(line, " $var %*s %*s %*s %511s %23s", name, range) >= 1) {
			failed = add(s, scope, name, range);
		}
	}
	free(line);
	if (failed) {
		waves_signals_free(s);
		return NULL;
	}
	if (s->count)
		qsort(s->signal, s->count, sizeof(*s->signal), compare);
	return s;
}

struct waves_signals *waves_signals_read(const char *dir)
{
	char *path = path_join(dir, "waves.fst");
	void *reader = path && fstReaderOpen && fstReaderProcessHier && fstReaderClose ? fstReaderOpen(path) : NULL;
	FILE *vcd = reader ? tmpfile() : NULL;
	struct waves_signals *ret = NULL;

	if (vcd && fstReaderProcessHier(reader, vcd)) {
		rewind(vcd);
		ret = waves_signals_parse(vcd);
	}
	if (vcd)
		fclose(vcd);
	if (reader)
		fstReaderClose(reader);
	free(path);
	return ret;
}

void waves_signals_free(struct waves_signals *s)
{
	for (size_t i = 0; s && i < s->count; i++)
		free(s->signal[i].name);
	if (s)
		free(s->signal);
	free(s);
}

const char *waves_signals_range(const struct waves_signals *s, const char *name)
{
	const struct signal key = { .name = (char *)(uintptr_t)name }, *found;

	found = s && s->count ? bsearch(&key, s->signal, s->count, sizeof(key), compare) : NULL;
	return found ? found->range : NULL;
}
