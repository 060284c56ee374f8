/* SPDX-License-Identifier: Apache-2.0 */
/* Which addresses of the register bus a DUT answers. */
#ifndef PAUSEBENCH_TESTS_ANSWERS_H
#define PAUSEBENCH_TESTS_ANSWERS_H
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>

enum { ADDRESSES = 0x10000 };

/* Reads all 65,536 addresses: exactly those that MAPPED marks, COUNT of them, answer without pslverr; the others read 0. */
static inline void check_answers(const struct dut *dut, const bool *mapped, size_t count)
{
	struct stimulus st = { .seed = 12 };
	struct recording r;
	size_t answers = 0;

	for (uint32_t address = 0; address < ADDRESSES; address++)
		put_read(&st, (uint16_t)address);
	record(dut, &st, &r);
	cr_assert_eq(recorded_count(&r, EVENT_REG_READ), ADDRESSES);
	for (size_t i = 0; i < r.count; i++) {
		const struct event *e = &r.events[i];
		if (e->kind != EVENT_REG_READ)
			continue;
		if (e->error == mapped[e->address] || (e->error && e->value))
			cr_expect_fail("dut %s cycle %" PRIu64 ": 0x%04X: pslverr expected %d, actual %d, data 0x%" PRIX64
			               " (AMBA APB4 3.4)",
			               dut->name, e->cycle, e->address, !mapped[e->address], e->error, e->value);
		answers += !e->error;
	}
	cr_expect_eq(answers, count, "dut %s: %zu of %zu addresses answer", dut->name, answers, count);
	recording_release(&r);
	stimulus_release(&st);
}

#endif
