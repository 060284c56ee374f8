/* SPDX-License-Identifier: Apache-2.0 */
/* Observes the pins of a MAC during a run, and measures how long the MAC takes to react. No golden model takes part. */
#ifndef PAUSEBENCH_MEASURE_H
#define PAUSEBENCH_MEASURE_H
#include "base/dut.h"
#include "base/event.h"
#include "measured.h"

struct measure;

/* Bits of a register that are a control of a MAC; .mask is 0 if there are none. */
struct measure_bits {
	uint16_t address;
	uint64_t mask;
	bool inverted; /* 0 means 1 */
};
struct measure_registers {
	struct measure_bits request_xoff, request_xon, tx_enable;
};

/* Returns the measurement of a run of DUT, which must outlive it; NULL if there is no memory. */
struct measure *measure_new(const struct dut *dut, const struct measure_registers *registers);
void measure_free(struct measure *m);
/* Takes a batch of events, which continues the one before. */
void measure_events(struct measure *m, const struct event *events, size_t count);
/* To be called after the run: fills in RET. Returns 0, or -ENOMEM if there was no memory for all events. */
int measure_finish(const struct measure *m, struct measured *ret);
#endif
