/* SPDX-License-Identifier: Apache-2.0 */
/* The frames that explain why a counter has a wrong number. */
#ifndef PAUSEBENCH_WHY_EVENTS_H
#define PAUSEBENCH_WHY_EVENTS_H
#include "why.h"

/* The counter of ROW was right in cycle BASE, and has grown by GAINED since. Says which frames make up the amount that is missing
 * or too much; if none do, which kinds of frames came. Returns false if it says nothing. */
bool why_events(struct why *w, unsigned row, uint64_t base, uint64_t gained);
/* Says what the received frame was whose last octet came in LAST, however long ago. Returns false if the notes no longer have it. */
bool why_received_frame(struct why *w, uint64_t last);
#endif
