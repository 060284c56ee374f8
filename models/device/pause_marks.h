/* SPDX-License-Identifier: Apache-2.0 */
/* The hooks of a device that requests PAUSE frames by the free units of its receive buffer; part/pause_tx.h has the rules. The
 * state of such a device begins with a struct pause_tx; the device calls pause_tx_step() in its step() and pause_tx_sent() in its
 * sent(). While an XON of the device is on the wire, it requests no other (doc/devices/bcm5718.md 3). */
#ifndef PAUSEBENCH_PAUSE_MARKS_H
#define PAUSEBENCH_PAUSE_MARKS_H
#include "machine/model.h"
#include "part/pause_tx.h"

/* Returns the struct pause_tx with which the state of the device begins. */
static inline struct pause_tx *pause_marks(const struct pm_model *m)
{
	return m->state;
}

/* The hooks of struct pm_device that have these names. */
void pause_marks_request(const struct pm_model *m, struct pm_request *ret);
void pause_marks_request_undue(const struct pm_model *m, struct pm_request *ret);
void pause_marks_started(struct pm_model *m, const struct pm_request *what);
void pause_marks_unstarted(struct pm_model *m);
void pause_marks_resync_sent(struct pm_model *m);
uint64_t pause_marks_next(const struct pm_model *m);
void pause_marks_pause_memory(const struct pm_model *m, struct pm_pause_memory *ret);
#endif
