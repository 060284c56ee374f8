/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of registers as a test has them, from the document. */
#ifndef PAUSEBENCH_TESTS_FIELD_LITERALS_H
#define PAUSEBENCH_TESTS_FIELD_LITERALS_H
#include "regs.h"

#include <criterion/criterion.h>
#include <stdint.h>

struct field_literal {
	const char *reg, *field;
	uint8_t msb, lsb;
};

/* PAGE has the COUNT FIELDS with their bits, and no other. */
static inline void check_fields(const struct reg_page *page, const struct field_literal *fields, size_t count)
{
	cr_expect_eq(page->field_count, count, "%zu fields, %zu literals", page->field_count, count);
	for (size_t i = 0; i < count; i++) {
		const struct reg_field *f = reg_field_by_name(page, fields[i].reg, fields[i].field);
		cr_expect_not_null(f, "%s.%s is missing", fields[i].reg, fields[i].field);
		if (f)
			cr_expect(f->msb == fields[i].msb && f->lsb == fields[i].lsb, "%s.%s: expected %d:%d, actual %d:%d",
			          fields[i].reg, fields[i].field, fields[i].msb, fields[i].lsb, f->msb, f->lsb);
	}
}
#endif
