/* SPDX-License-Identifier: Apache-2.0 */
/* Writes how long each suite took, the slowest first, into suites.txt beside the test binary, and prints the slowest of them: a suite that becomes slow
 * is seen. A run of one suite says nothing. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUITES_MAX = 512, SLOWEST = 8 };

struct duration {
	const char *suite;
	size_t tests;
	double seconds; /* of the clock on the wall, all tests one after the other */
};

static int slowest_first(const void *a, const void *b)
{
	const struct duration *x = a, *y = b;

	return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

/* Fills DURATION, which has SUITES_MAX places, and returns how many suites had a test that ran. */
static size_t collect(const struct criterion_global_stats *stats, struct duration *duration)
{
	size_t count = 0;

	for (const struct criterion_suite_stats *s = stats->suites; s && count < SUITES_MAX; s = s->next) {
		struct duration d = { .suite = s->suite->name };
		for (const struct criterion_test_stats *t = s->tests; t; t = t->next) {
			d.tests += t->elapsed_time > 0;
			d.seconds += t->elapsed_time;
		}
		if (d.tests)
			duration[count++] = d;
	}
	qsort(duration, count, sizeof(*duration), slowest_first);
	return count;
}

static FILE *open_beside_binary(void)
{
	char path[4096 + sizeof("suites.txt")];
	ssize_t len = readlink("/proc/self/exe", path, 4096);
	char *name;

	if (len <= 0)
		return NULL;
	path[len] = '\0';
	name = strrchr(path, '/') + 1;
	strcpy(name, "suites.txt");
	return fopen(path, "w");
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
	static struct duration duration[SUITES_MAX];
	size_t count = collect(stats, duration);
	FILE *out = count > 1 ? open_beside_binary() : NULL;

	for (size_t i = 0; out && i < count; i++)
		fprintf(out, "%8.2f %4zu %s\n", duration[i].seconds, duration[i].tests, duration[i].suite);
	if (out)
		fclose(out);
	if (count <= 1)
		return;
	fprintf(stderr, "slowest suites:");
	for (size_t i = 0; i < count && i < SLOWEST; i++)
		fprintf(stderr, "%s %s %.1f s", i ? "," : "", duration[i].suite, duration[i].seconds);
	fprintf(stderr, "\n");
}
