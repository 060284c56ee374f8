/* SPDX-License-Identifier: Apache-2.0 */
/* Priority flow control: the eight class timers, and requests for PFC and PAUSE frames. 802.1Qbb; 802.3 annex 31D; UG 683426;
 * doc/devices/ll10g.md 2, 3.
 *
 * Timers: a received PFC frame is a command, which is visible in one cycle. It sets, in the next cycle, the timer of each class
 * in its enable vector that the device does not ignore. The timers run down independent of each other.
 *
 * Requests: a port or a register asks for an XOFF or an XON. That becomes a request unless a frame is requested, decided or on
 * the wire already. A port that still asks for an XOFF when the hold-off time is over requests it again. An XON is requested only
 * after an XOFF that was sent. */
#ifndef PAUSEBENCH_PFC_H
#define PAUSEBENCH_PFC_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

enum { PFC_CLASSES = 8, PFC_NOTES = 16, PFC_FRAME_OCTETS = 64, PFC_PARSED_OCTETS = 34 };

/* The fields of a PFC frame. */
struct pfc_fields {
	uint8_t classes; /* enable vector */
	uint16_t quanta[PFC_CLASSES];
};

/* A PFC frame, or a frame that only looks like one. */
struct pfc_command {
	uint64_t visible; /* the cycle in which it acts */
	uint64_t last;    /* its end on the wire */
	struct pfc_fields fields;
	enum rule rule; /* of a rejected frame: the rule that a device breaks by obeying it */
};

/* A frame or a reset that set a timer, or a frame that did not because the device ignores the class. */
struct pfc_action {
	uint64_t last;    /* the end of the frame on the wire; of a reset its cycle */
	uint64_t visible; /* the cycle in which the timer shows it */
	uint16_t quanta;
	bool obeyed;
};

struct pfc_timers {
	uint64_t end[PFC_CLASSES];             /* the timer is 0 from this cycle on; UINT64_MAX: unknown, after a resync */
	struct pfc_action action[PFC_CLASSES]; /* the newest; .visible is 0 if there is none since reset */
	uint64_t acted;                        /* the newest .visible of all actions */
	uint64_t over;                         /* no timer runs from this cycle on */
	uint32_t clocks;                       /* MII: the clocks of an octet, set by the user; 0 stands for 1 */
	uint64_t last[PFC_CLASSES];
	bool commanded;
	struct pfc_command command;
	struct pfc_command note[PFC_NOTES]; /* a ring of the newest PFC frames, obeyed (.rule is PFC_OBEYED) or rejected */
	unsigned note_next;
	/* The cycle of the newest command that the ignore bit kept from the class; 0: there is none. */
	uint64_t ignored[PFC_CLASSES];
};

/* Reads the fields of a PFC frame from its OCTETS from DA on, at least PFC_PARSED_OCTETS. */
void pfc_parse(struct pfc_fields *ret, const uint8_t *octets);
/* Fills in a PFC frame with its FCS, PFC_FRAME_OCTETS octets, from SOURCE, 6 octets. */
void pfc_build(uint8_t *ret, const uint8_t *source, const struct pfc_fields *fields);

void pfc_timers_reset(struct pfc_timers *t);
void pfc_timers_command(struct pfc_timers *t, const struct pfc_command *command);
/* Keeps a rejected frame, for explanations. */
void pfc_timers_note(struct pfc_timers *t, const struct pfc_command *rejected);
/* The end of CYCLE, which has STEP octet times; IGNORE: bit i, class i is ignored. Returns true if something changed. */
bool pfc_timers_step(struct pfc_timers *t, uint64_t cycle, uint32_t step, uint8_t ignore, bool reset);
/* Returns the classes that are paused in CYCLE, bit i for class i. */
uint8_t pfc_timers_xoff(const struct pfc_timers *t, uint64_t cycle);
/* Returns the first cycle after CYCLE in which a class resumes, or UINT64_MAX. */
uint64_t pfc_timers_next(const struct pfc_timers *t, uint64_t cycle);
/* Returns the rule that a device breaks by pausing the classes ACTUAL in CYCLE, and the cycle of the cause. */
enum rule pfc_timers_explain(const struct pfc_timers *t, uint64_t cycle, uint8_t actual, uint64_t *ret_cause);
/* Resync: goes on from the fact that the device pauses the classes ACTUAL in CYCLE. */
void pfc_timers_resync(struct pfc_timers *t, uint64_t cycle, uint8_t actual);

/* Requests for the frames of one class, or for PAUSE frames. */
struct pfc_request {
	bool request_off, request_on;
	bool sent;          /* the newest frame was an XOFF */
	bool going;         /* a frame is decided or on the wire ... */
	bool going_off;     /* ... and serves a request for an XOFF */
	uint64_t hold_end;  /* the hold-off is over: first cycle in which a port may request an XOFF again */
	uint64_t hold_from; /* the hold-off began in this cycle, with the end of an XOFF */
	uint16_t hold;      /* quanta of that hold-off */
	bool repeats;       /* the port has asked for the requested XOFF since before the hold-off was over */
	/* A port requests the XOFF within a hold-off that was cut short: it would have lasted until .freed_end, and ended in
	 * .freed_cycle. */
	bool freed;
	uint64_t freed_end, freed_cycle;
	uint64_t since; /* the request is visible from this cycle on */
};

/* The states that are visible in a cycle. */
struct pfc_request_input {
	bool enabled;
	bool port_off, port_on, pulse_off, pulse_on;
};

/* The end of CYCLE. Returns true if something changed. */
bool pfc_request_step(struct pfc_request *r, uint64_t cycle, uint32_t step, const struct pfc_request_input *in);
/* The frame of the request, which was decided in the cycle before, starts; it carries QUANTA. */
void pfc_request_started(struct pfc_request *r, uint16_t quanta);
/* The frame of the request ended in CYCLE. HOLDOFF: the quanta of the hold-off, as visible in that cycle. */
void pfc_request_ended(struct pfc_request *r, uint64_t cycle, uint32_t step, uint16_t holdoff, bool enabled);
/* The frame that started was not that of the request: the request stands as before. */
void pfc_request_undo(struct pfc_request *r);
/* Returns the first cycle after CYCLE in which the hold-off is over, or UINT64_MAX. */
uint64_t pfc_request_next(const struct pfc_request *r, uint64_t cycle);
#endif
