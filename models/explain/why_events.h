/* SPDX-License-Identifier: Apache-2.0 */
/* The frames behind a counter that reads something else than it should. */
#ifndef PAUSEBENCH_WHY_EVENTS_H
#define PAUSEBENCH_WHY_EVENTS_H
#include "why.h"

/* Says what the counter of ROW counted since the cycle BASE, in which it was right, and GAINED since: the frames that are as many as are missing or
 * too many, else their kinds. Returns false if it says nothing. */
bool why_events(struct why *w, unsigned row, uint64_t base, uint64_t gained);
/* Says what the received frame is whose last octet came in LAST, however long ago. Returns false if it is not known any more. */
bool why_received_frame(struct why *w, uint64_t last);
#endif
