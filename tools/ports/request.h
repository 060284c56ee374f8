/* SPDX-License-Identifier: Apache-2.0 */
/* What requests own PAUSE frames, or PFC frames of a class (802.3 31B.3.1). */
#ifndef PORTS_REQUEST_H
#define PORTS_REQUEST_H

#include "script.h"
#include "wrong.h"

#define NEVER INT64_MAX

/* The rules, with the freedoms of doc/devices/ieee8023.md 3 in brackets:
 * - A level that rises requests an XOFF, which the MAC has ready a latency `request` later. One that falls before the frame has started withdraws the
 *   request [RequestKept: the XOFF is sent, and an XON after it].
 * - A level that falls after an XOFF has started requests an XON [SendsXon; XonExpired: also if the time of the XOFF is over].
 * - One that rises before this XON has started withdraws it, since the partner is told already [XoffAgain: another XOFF is sent].
 * - While the level stays after an XOFF, another one is due a period later [Refresh], and ready a latency `refresh` after that.
 * - A pulse requests its frame in place of one that has not started yet.
 * - A level that changes while an own control frame is on the wire waits for the end of that frame. */
struct requester {
	bool level, told, pending, xoff, by_refresh;
	int64_t ready, decided; /* of the frame that is pending */
	int64_t due;            /* of the refresh */
	int64_t expires;        /* when the time of the newest XOFF is over */
	int changes, refreshes; /* so far; they number latencies */
	int who;
	int copies; /* a wrong port: so many more frames of the kind follow */
};

void requester_init(struct requester *r, int who);
/* The level or a pulse changes at AT; OWN_END is the end of the own control frame on the wire, or AT. ENABLED: frames may be sent. */
void requester_change(struct requester *r, const struct nature *n, enum wrong wrong, enum request request, int64_t at,
                      int64_t own_end, bool enabled);
/* Sending is enabled or disabled at AT. */
void requester_enable(struct requester *r, const struct nature *n, int64_t at, bool enabled);
/* A refresh that is due at NOW becomes pending. */
void requester_refresh(struct requester *r, const struct nature *n, enum wrong wrong, int64_t now);
/* A frame that tells XOFF, with its time, or XON starts, and is on the wire until END. */
void requester_started(struct requester *r, const struct nature *n, enum wrong wrong, bool xoff, int quanta, int64_t end);

#endif
