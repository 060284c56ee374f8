/* SPDX-License-Identifier: Apache-2.0 */
/* The worlds of a MAC that may be paused, or of one of its classes: when may, and when must, a data frame start? models/standard/pause.h; 802.3 31B.3.3, 31D.2.
 *
 * A PFC frame pauses the client's queue of a class, so that the client has a time of its own to stop (802.1Q 36.1.3.3): frames of the class may start a while
 * after the MAC has seen that it is paused (.lets). Who is paused already has stopped, so that a new time gives it no more of that. */
#ifndef PAUSEBENCH_HOLD_H
#define PAUSEBENCH_HOLD_H
#include "worlds.h"

struct hold_nature {
	struct standard_pause_nature standard;
	uint32_t early;  /* a pause may be over so much earlier than its time says, by the steps of the timer */
	uint32_t error;  /* the distance of two observed times may be wrong by so much; the range of an event has it already */
	uint32_t resume; /* a data frame that may start does so at the latest so much later */
	/* A time that waits goes on waiting for a control frame that comes no later than this after the end of the frame before; 0: it does not. */
	uint32_t follows;
	/* Octet times of a clock: a frame that starts in one was decided in the one before; 0: it is decided when it starts. */
	uint32_t step;
	bool
	    latest; /* a pause that is obeyed from the clock on in which a frame starts may hold that frame, too: when it was decided is not known */
	uint32_t column; /* a clock begins in a column of so many octet times, and nothing tells in which one; 0: that is known */
	bool insists;    /* a data frame that starts in a pause does not end it: those behind it are wrong, too */
};

/* Why no world was left. */
struct hold_verdict {
	enum hold_wrong {
		HOLD_RIGHT,
		HOLD_DATA,    /* a data frame started in a pause */
		HOLD_SILENCE, /* none started although nothing paused */
	} wrong;
	uint64_t at; /* when the frame started; when it had to start at the latest */
	bool known;  /* the PAUSE that explains it is known: */
	struct world_event event;
	uint64_t until;     /* HOLD_DATA: until then no data frame could start, at the earliest; ... */
	uint64_t paused_by; /* HOLD_DATA of a class: end of the PFC frame that paused it first; 0: not known */
	bool unbegun;       /* ... or the time of the pause had not begun, since it waits for the frame in progress */
	uint64_t begun;     /* HOLD_DATA, not .unbegun: the time of the pause began then, at the earliest */
	bool overwrote;     /* the PAUSE came in the pause of the one before it */
	bool obeys;         /* PAUSE operation was enabled, as far as the MAC had seen */
};

struct hold {
	struct worlds set;
	struct hold_nature nature;
	bool obeys;     /* by the newest event */
	bool busy;      /* a frame is on the transmit wire */
	uint64_t ended; /* the newest frame on the transmit wire */
	/* Since then the client has had a data frame that nothing but a pause holds; WORLDS_NEVER: none, or that is not known. */
	uint64_t waiting;
	uint64_t tested; /* how often each world of the set had to act */
};

/* The MAC is of another NATURE from now on. */
void hold_change(struct hold *hold, const struct hold_nature *nature);
/* KNOWN: the MAC is not paused; else it may be. OBEYS: PAUSE operation is enabled. Times up to and with NOW are over. */
void hold_begin(struct hold *hold, const struct hold_nature *nature, bool known, bool obeys, uint64_t now);
/* A PAUSE or PFC frame, or a change of whether they are obeyed, happened. */
void hold_happens(struct hold *hold, const struct world_event *event);
/* From AT on the client has a data frame that may start; WORLDS_NEVER: it has none, or nobody knows. */
void hold_waits(struct hold *hold, uint64_t at);
/* A frame starts on the transmit wire AT, or ends; a start of DATA that a pause holds. Calls are in the order of their times. */
struct hold_verdict hold_starts(struct hold *hold, uint64_t at, bool data);
struct hold_verdict hold_ends(struct hold *hold, uint64_t at);
/* The MAC is done with a frame that a link fault cut, AT at the earliest and LAST at the latest. */
struct hold_verdict hold_ends_by(struct hold *hold, uint64_t at, uint64_t last);
/* What is known of the newest link fault is FAULT from now on. */
void hold_fault(struct hold *hold, const struct worlds_fault *fault);
/* Nothing else happened on the transmit wire up to and with AT. */
struct hold_verdict hold_passes(struct hold *hold, uint64_t at);
/* Returns true if the MAC may be paused AT. */
bool hold_may_hold(const struct hold *hold, uint64_t at);
/* Nothing is known any more of what came before. */
void hold_forget(struct hold *hold);
#endif
