/* SPDX-License-Identifier: Apache-2.0 */
/* The controls of any MAC (regs/controls.def), and where a DUT has them: regs/<device>/control.def says it for a device, and the
 * profile for a MAC with a profile. Neutral stimuli and scenarios name controls and not registers. */
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
	uint64_t usual; /* the value that a MAC has unless it is changed */
	const char *meaning, *source;
};
extern const struct control_row control_table[PM_CONTROL_COUNT];

enum { CONTROL_WRITES_MAX = 8 };
/* A change that a control makes: the bits .mask of a register get .value, or the port pause_req or pfc_req gets it. */
struct control_write {
	bool port, pfc; /* with .port: .pfc chooses pfc_req */
	uint16_t address;
	uint64_t mask, value;
};

/* Returns the control called NAME, or PM_CONTROL_COUNT. */
enum pm_control control_by_name(const char *name);
/* Returns the name that is most like NAME, or NULL if none is much like it. */
const char *control_nearest(const char *name);
/* Writes into RET what control WHICH changes when it gets its value in VALUES, which has a value for each control. Returns how
 * many changes these are; 0: DUT does not have the control. */
size_t control_writes(const struct dut *dut, enum pm_control which, const uint64_t values[PM_CONTROL_COUNT],
                      struct control_write ret[CONTROL_WRITES_MAX]);
/* The writes of one line, which has each register once. */
enum { CONTROL_LINE_MAX = 4 * CONTROL_WRITES_MAX };
struct control_line {
	struct control_write at[CONTROL_LINE_MAX];
	size_t count;
};
struct stimulus;
/* Adds what control WHICH changes, which control_writes() gives. Returns false if LINE has no room for it. */
bool control_add(struct control_line *line, const struct dut *dut, enum pm_control which,
                 const uint64_t values[PM_CONTROL_COUNT]);
/* Appends the items of LINE. The bits of a register that no control of LINE has keep the values that the items of ST leave in them. Returns 0 or
 * -ENOMEM. */
int control_append(struct stimulus *st, const struct dut *dut, const struct control_line *line);
/* Appends reads of all registers in which controls of DUT lie; then writes of each control except requests, with reads of these
 * registers after each write; then writes that give the registers the values that they had before, and reads. With READS it
 * appends only the first reads. VALUES are the values that the controls have. Returns 0 or -ENOMEM. */
int control_walk(struct stimulus *st, const struct dut *dut, const uint64_t values[PM_CONTROL_COUNT], uint32_t seed, bool reads);
/* Returns how many octets of the receive buffer are in use when obs_level of DUT is LEVEL; CONTROL_NO_LEVEL: the port does not
 * show that. */
#define CONTROL_NO_LEVEL UINT64_MAX
uint64_t control_level(const struct dut *dut, uint64_t level);
bool control_has(const struct dut *dut, enum pm_control which);
/* Returns the value that control WHICH of DUT has unless it is changed. */
uint64_t control_usual(const struct dut *dut, enum pm_control which);
/* Returns the capabilities that DUT has: those of its row, and those that any DUT has unless its device, its parameters or its
 * .manner exclude them. */
uint64_t control_capabilities(const struct dut *dut);
/* Gives the address of the counter of DUT that is the standard counter NAME and begins at 0. Returns false if there is none. */
bool control_counter(const struct dut *dut, const char *name, uint16_t *ret_address);
#endif
