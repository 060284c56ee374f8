/* SPDX-License-Identifier: Apache-2.0 */
/* What the strobe of each octet of a register does. */
#ifndef PAUSEBENCH_TESTS_STROBES_H
#define PAUSEBENCH_TESTS_STROBES_H
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>

/* The second value differs from the first one in each bit. */
#define STROBED_FIRST UINT64_C(0x5A5A5A5A5A5A5A5A)
#define STROBED_SECOND (~STROBED_FIRST)

static inline uint64_t strobed(uint64_t before, uint64_t value, unsigned strobe)
{
	for (unsigned octet = 0; octet < 8; octet++)
		if (strobe >> octet & 1)
			before = (before & ~(UINT64_C(0xFF) << 8 * octet)) | (value & UINT64_C(0xFF) << 8 * octet);
	return before;
}

/* For each strobe of a word of OCTETS: writes all of the first value, writes the second one by the strobe, and reads. Only WRITABLE bits are
 * ever 1, so that no write starts something. */
static inline void put_strobed(struct stimulus *st, uint16_t address, uint64_t writable, unsigned octets)
{
	for (unsigned strobe = 0; strobe < 1u << octets; strobe++) {
		put_wide_write(st, address, STROBED_FIRST & writable, (uint8_t)((1u << octets) - 1));
		put_wide_write(st, address, STROBED_SECOND & writable, (uint8_t)strobe);
		put_read(st, address);
	}
}

/* FIXED: bits that always read 1; IGNORED: bits that show a state. */
static inline void check_strobed(const struct dut *dut, const struct recording *r, const char *name, uint16_t address,
                                 uint64_t writable, unsigned octets, uint64_t fixed, uint64_t ignored)
{
	for (unsigned strobe = 0; strobe < 1u << octets; strobe++) {
		uint64_t expected = (strobed(STROBED_FIRST, STROBED_SECOND, strobe) & writable) | fixed;
		uint64_t actual = recorded_wide_read(r, address, strobe) & ~ignored;
		cr_expect_eq(actual, expected, "dut %s seed 15: %s, strobe %02X: expected 0x%" PRIX64 ", actual 0x%" PRIX64,
		             dut->name, name, strobe, expected, actual);
	}
}

#endif
