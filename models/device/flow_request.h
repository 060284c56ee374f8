/* SPDX-License-Identifier: Apache-2.0 */
/* When a control frame is requested, by a level or by pulses: PAUSE, or one class of PFC. 802.3 31B.1, 31B.3.2, 31D; doc/devices/ieee8023.md 3.
 *
 * Level: its rise requests an XOFF, its fall an XON if an XOFF was sent. A level that falls before its XOFF has started withdraws it, and the
 * other way round; kept, the XOFF is sent. A level that falls and rises before its XON has started sends nothing, or
 * another XOFF (again). Pulses: each requests its frame; a pulse replaces a request that waits. In both manners a told
 * partner is told again when the refresh is due. What is visible in a cycle makes the request of the next one (flow_request_step()). */
#ifndef PAUSEBENCH_FLOW_REQUEST_H
#define PAUSEBENCH_FLOW_REQUEST_H
#include <stdbool.h>
#include <stdint.h>

/* From where the period of a refresh counts: from the decision to send the XOFF, from its end, or back from the end of its time. */
enum flow_refresh { FLOW_REFRESH_FROM_DECISION, FLOW_REFRESH_FROM_END, FLOW_REFRESH_BEFORE_EXPIRY };

/* What a frame of ours has told the partner, as it is visible in a cycle. */
struct flow_told {
	bool off;         /* the newest frame was an XOFF */
	uint64_t end;     /* its time is over; UINT64_MAX: it is on the wire */
	uint64_t refresh; /* the cycle from which another XOFF is requested; 0: none */
	/* .off, and it may count as none: its time was 0, so that it paused nobody, or requests were disabled while it was on the wire */
	bool doubtful;
};

/* The pulses since reset. */
struct flow_pulses {
	uint64_t count;
	uint64_t newest, before; /* cycles of the newest one and of that before it */
	bool off;                /* the newest one requests an XOFF */
};

struct flow_request {
	bool off, on;        /* requested in the open cycle */
	bool repeats;        /* .off is a refresh */
	bool level;          /* in the cycle before */
	bool latched;        /* kept: the level has risen, and its XOFF has not started */
	bool risen;          /* again: the level has risen since the XOFF that was sent */
	uint64_t since;      /* the newest change of .off and .on */
	uint64_t off_until;  /* an XOFF was requested until then, and taken back or replaced before its frame started; 0: never */
	uint64_t on_until;   /* the same of an XON */
	uint64_t rise, fall; /* the newest ones of the level */
	uint64_t brief;      /* .latched: the octet times of the longest level since then that rose again; 0: none did */
	bool withdrawn;      /* the newest XOFF that was requested was taken back before its frame started ... */
	uint64_t
	    doubled;   /* ... and requested anew since; 0: it was not. To a DUT that saw the first request in time they are two */
	bool up;       /* the level in the cycle before, also while requests are disabled; false with pulses ... */
	uint64_t fell; /* ... and its newest fall; 0: never */
	struct flow_told told;
	struct flow_pulses pulses;

	bool going; /* its frame is on the wire: */
	bool going_off;
	bool forgotten;               /* requests were disabled while an XOFF was on the wire, the newest frame ... */
	uint64_t forgotten_since;     /* ... and if it counts as sent, an XON is requested since; 0: none is */
	uint64_t period;              /* visible when it was decided ... */
	enum flow_refresh refresh;    /* ... and from where it counts */
	struct flow_told told_before; /* for flow_request_undo() */
	bool latched_before, risen_before, off_before, on_before;
};

/* What is visible in a cycle. */
struct flow_request_input {
	bool enabled;
	bool pulses;              /* requests are pulses and no level */
	bool level;               /* XOFF is requested */
	bool pulse_off, pulse_on; /* in this cycle */
	bool xon;                 /* the fall of the level sends an XON ... */
	bool expired;             /* ... even if the time of the XOFF is over */
	bool kept;
	bool again;
};

/* The end of CYCLE, of STEP octet times. Returns true if something changed. */
bool flow_request_step(struct flow_request *r, uint64_t cycle, uint32_t step, const struct flow_request_input *in);
/* Its frame, an XOFF or an XON, started; it was decided in cycle DECIDED. A pulse for the other kind that came with the decision still waits;
 * so does the request of a frame that was believed to have started instead.
 * PERIOD: octet times between two XOFFs, or clocks, which count as REFRESH says; 0: none. */
void flow_request_started(struct flow_request *r, bool off, uint64_t decided, uint64_t period, enum flow_refresh refresh);
/* Its frame's end is visible in CYCLE; TIME: octet times, or clocks, that it advertised. */
void flow_request_ended(struct flow_request *r, uint64_t cycle, uint64_t time);
/* The frame that ended carried the other kind: what was requested still is, and the partner knows what it carried. To be called in place of
 * flow_request_ended(), with the same arguments. */
void flow_request_ended_other(struct flow_request *r, uint64_t cycle, uint64_t time);
/* The frame that started was not its frame: the request stands as before. */
void flow_request_undo(struct flow_request *r);
/* The frame on the wire, which started in octet time START, turns out to carry an XOFF or an XON where none, or the other kind, was believed: it is the
 * frame of the request for that which was there when it started, or else of none, and what is requested still is; the partner knows what it carried. The
 * other arguments are those of flow_request_started(). */
void flow_request_carried(struct flow_request *r, bool off, uint64_t start, uint64_t decided, uint64_t period,
                          enum flow_refresh refresh);
/* Returns the octet times for which the level was up that requests a kept XOFF, if it has fallen since, even if it is up again; 1 if the fall of a level
 * requests an XON, and the XOFF before it may count as none, so that the XON may come or not, or if the XOFF that is requested may be the one that was on
 * the wire when requests were disabled; else 0. */
uint64_t flow_request_brief(const struct flow_request *r);
/* Such an XON or XOFF is requested no more; the XOFF counts as the one before. A kept XOFF whose level has fallen is requested no more; a level that is
 * up again requests one from now on. */
void flow_request_withdraw(struct flow_request *r, uint64_t cycle);
/* Returns the first cycle after CYCLE in which a refresh is looked at or the time of the XOFF is over, or UINT64_MAX. */
uint64_t flow_request_next(const struct flow_request *r, uint64_t cycle, uint32_t step);
#endif
