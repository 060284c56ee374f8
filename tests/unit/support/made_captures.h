/* SPDX-License-Identifier: Apache-2.0 */
/* Captures for tests that judge some, made of the failures that tests/data/judge/captures.txt keeps as text (tools/saver/saved.h). */
#ifndef PAUSEBENCH_TESTS_MADE_CAPTURES_H
#define PAUSEBENCH_TESTS_MADE_CAPTURES_H
#include "saved.h"

#include <criterion/criterion.h>

/* Makes received.pcapng, sent.pcapng and registers.txt of the failure of FAULT in FOLDER, which is there. */
static inline void captures_make(const char *folder, const char *fault)
{
	struct saved saved;

	cr_assert_eq(saved_find("tests/data/judge/captures.txt", fault, folder, &saved), 1, "%s", fault);
}
#endif
