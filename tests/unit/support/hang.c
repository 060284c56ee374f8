/* SPDX-License-Identifier: Apache-2.0 */
/* Gives every test the limit of hang.h; Criterion 2.4.1 takes no notice of its own option --timeout. HANG_SECONDS in the environment is another limit. */
#include "hang.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/internal/ordered-set.h>
#include <stdlib.h>

static void limit_tests(struct criterion_ordered_set *tests, double seconds)
{
	FOREACH_SET(struct criterion_test * test, tests)
	test->data->timeout = seconds;
}

ReportHook(PRE_ALL)(struct criterion_test_set *all)
{
	const char *text = getenv("HANG_SECONDS");
	double seconds = text ? strtod(text, NULL) : HANG_SECONDS;

	FOREACH_SET(struct criterion_suite_set * suite, all->suites)
	limit_tests(suite->tests, seconds);
}
