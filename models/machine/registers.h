/* SPDX-License-Identifier: Apache-2.0 */
/* The stored bits of a register page (regs/ of the device), by address. doc/devices/bcm5718.md 5. */
#ifndef PAUSEBENCH_REGISTERS_H
#define PAUSEBENCH_REGISTERS_H
#include "regs.h"
#include <stdbool.h>
#include <stdint.h>

enum { REGISTERS_MAX = 400, REGISTERS_WORDS = 0x10000 / 4, REGISTERS_NONE = 0xFFFF };

struct registers {
	const struct reg_page *page;
	uint64_t value[REGISTERS_MAX];    /* by row of the page */
	uint16_t row_of[REGISTERS_WORDS]; /* by word address; REGISTERS_NONE: unmapped */
};

/* Gives R the rows of PAGE, which must outlive R, at their reset values. Returns false if the page has more than REGISTERS_MAX
 * rows. */
bool registers_init(struct registers *r, const struct reg_page *page);
/* Puts all rows at their reset values. */
void registers_reset(struct registers *r);
/* Returns the row at ADDRESS, or REGISTERS_NONE if it is unmapped or unaligned. */
unsigned registers_row(const struct registers *r, uint16_t address);
/* Returns the row called NAME, which must exist. */
unsigned registers_named(const struct registers *r, const char *name);
/* Writes the writable bits of the bytes that STROBE has. Returns VALUE with all other bytes 0; self-clearing bits act by it. */
uint64_t registers_write(struct registers *r, unsigned row, uint64_t value, uint8_t strobe);
#endif
