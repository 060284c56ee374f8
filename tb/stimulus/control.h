/* SPDX-License-Identifier: Apache-2.0 */
/* The controls of any MAC (regs/controls.def), and how a DUT maps them: a device by regs/<device>/control.def, a MAC with a profile by the
 * profile. Neutral stimuli and scenarios name controls instead of registers. */
#ifndef PAUSEBENCH_CONTROL_H
#define PAUSEBENCH_CONTROL_H
#include "base/dut.h"
#include "profile.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct control_row {
	const char *name;
	unsigned bits;
	uint64_t usual; /* the value of a MAC that nobody told anything else */
	const char *meaning, *source;
};
extern const struct control_row control_table[PM_CONTROL_COUNT];

enum { CONTROL_WRITES_MAX = 8 };
/* What a control changes: the bits MASK of a register get VALUE, or the port pause_req or pfc_req does. */
struct control_write {
	bool port, pfc; /* .pfc: of the ports pfc_req */
	uint16_t address;
	uint64_t mask, value;
};

/* Returns the control called NAME, or PM_CONTROL_COUNT. */
enum pm_control control_by_name(const char *name);
/* Returns the name that is most like NAME, or NULL if none is much like it. */
const char *control_nearest(const char *name);
/* Writes what control WHICH changes when it gets its value in VALUES, which has that of each control, into RET and returns how many changes
 * these are; 0: DUT does not have the control. */
size_t control_writes(const struct dut *dut, enum pm_control which, const uint64_t values[PM_CONTROL_COUNT],
                      struct control_write ret[CONTROL_WRITES_MAX]);
/* The writes of one line: each register once. */
enum { CONTROL_LINE_MAX = 4 * CONTROL_WRITES_MAX };
struct control_line {
	struct control_write at[CONTROL_LINE_MAX];
	size_t count;
};
struct stimulus;
/* Adds what control WHICH changes, as control_writes(). Returns false if LINE has no room for it. */
bool control_add(struct control_line *line, const struct dut *dut, enum pm_control which,
                 const uint64_t values[PM_CONTROL_COUNT]);
/* Appends the items of LINE: of a register the bits that no control of LINE has are what the items of ST leave in it. Returns 0 or -ENOMEM. */
int control_append(struct stimulus *st, const struct dut *dut, const struct control_line *line);
/* Appends a read of all registers in which controls of DUT lie, writes of each control but requests, and after each a read of all of these registers;
 * then writes that give the registers the values that they had before. With READS it appends the first read alone. VALUES are those of the controls.
 * Returns 0 or -ENOMEM. */
int control_walk(struct stimulus *st, const struct dut *dut, const uint64_t values[PM_CONTROL_COUNT], uint32_t seed, bool reads);
/* Returns the octets of the receive buffer in use when obs_level of DUT is LEVEL, or CONTROL_NO_LEVEL: the port shows no such level. */
#define CONTROL_NO_LEVEL UINT64_MAX
uint64_t control_level(const struct dut *dut, uint64_t level);
bool control_has(const struct dut *dut, enum pm_control which);
/* Returns the value that control WHICH of DUT has if nobody told it anything else. */
uint64_t control_usual(const struct dut *dut, enum pm_control which);
/* Returns the capabilities that DUT has: those of its row, and what its manner gives it, less those that its device, or its parameters, lack. */
uint64_t control_capabilities(const struct dut *dut);
/* Returns true and the address of the counter of DUT that is the standard counter NAME and begins at 0. */
bool control_counter(const struct dut *dut, const char *name, uint16_t *ret_address);
#endif
