/* SPDX-License-Identifier: Apache-2.0 */
/* What a MAC that is known by its pins may have seen when: it takes the events of the scoreboard of a black-box run, and says by the worlds of
 * hold.h and order.h whether the pauses that the MAC received explain when its data frames started, and what its client asked for, or may have asked for,
 * explains its own PAUSE and PFC frames. 802.3 31B.3, 31D.2. */
#ifndef PAUSEBENCH_WINDOW_H
#define PAUSEBENCH_WINDOW_H
#include "finding/finding.h"

#include <stdbool.h>
#include <stdint.h>

struct dut;
struct dut_slack;
struct pm_model;
struct pm_start;
struct pm_view;
struct window;

enum { WINDOW_FINDINGS_MAX = 16, WINDOW_CLASSES = 8 };

/* A difference that no world explains. Times are octet times, at MII clocks. */
struct window_finding {
	enum window_wrong {
		WINDOW_DATA,     /* a data frame started in a pause */
		WINDOW_SILENCE,  /* none started although nothing paused */
		WINDOW_UNDUE,    /* a control frame started that nobody asked for */
		WINDOW_MISSING,  /* one that was asked for did not start in time */
		WINDOW_DISABLED, /* one started although they are disabled */
	} wrong;
	enum rule rule;
	bool beside; /* WINDOW_UNDUE: the PFC frame names other classes, too, and this one may be there for their sake */
	int class;   /* of PFC, WINDOW_DATA: of the frame; -1: PAUSE */
	uint64_t at,
	    cause; /* of the frame, or by when one had to start; the last octet of the PAUSE or the start of the own frame before it, or .at */
	uint64_t then; /* WINDOW_SILENCE, WINDOW_MISSING: what did not start in time started then; 0: it did not */
	/* WINDOW_DATA, WINDOW_SILENCE: */
	bool known;           /* a received PAUSE explains it: */
	uint64_t from, until; /* the MAC saw it no earlier and no later than this, ... */
	uint64_t over;        /* ... and no data frame could start until then, ... */
	bool unbegun;         /* ... or its time had not begun, since it waits for the frame in progress */
	uint16_t quanta;
	uint64_t time; /* of the quanta */
	bool control;  /* WINDOW_DATA: the frame is a MAC control frame of the client's */
	/* The others: */
	enum { WINDOW_XOFF, WINDOW_XON, WINDOW_EITHER } frame;
	bool refresh;   /* a refresh is missing, or an XOFF came too soon for one */
	bool told;      /* the partner had been told to pause before */
	bool opposite;  /* WINDOW_UNDUE: one of the other kind was asked for */
	bool overtaken; /* WINDOW_MISSING: a data frame started before it */
	uint64_t
	    since; /* WINDOW_MISSING: it was asked for no earlier than this; WINDOW_UNDUE: a refresh had come no earlier than this */
};

/* A frame on the transmit wire. */
struct window_frame {
	bool data;    /* a pause holds it */
	bool control; /* .data: it is a MAC control frame of the client's */
	bool pause;   /* a PAUSE frame of the MAC's own */
	bool pfc;     /* a PFC frame of the MAC's own */
	/* A link fault cut it before its octets told which frame it is: it may be any control frame of the MAC's own, or one of the client's. */
	bool may_be_control, may_be_data;
	uint8_t classes;
	uint16_t quanta[WINDOW_CLASSES]; /* of the classes; .pause: [0] */
};

/* DUT is a row of a profile that is taken for a black box, and must outlive the window; M is the golden model of its scoreboard. NULL: there is no memory. */
struct window *window_new(const struct dut *dut, const struct dut_slack *slack, const struct pm_model *m);
void window_free(struct window *window);
/* The distance of two events may be wrong by so many octet times; SLACK has them already. */
void window_inexact(struct window *window, const struct dut_slack *slack, uint64_t time_error);
/* The freedoms are those of STATED; the row has those that its model needs, since not everything is seen. */
void window_states(struct window *window, const struct dut *stated);
/* What the client asks for is not among the events. CLIENT_CONTROL: it may send PAUSE and PFC frames of its own, so that none is held against the MAC. */
void window_requests_unseen(struct window *window, bool client_control);
/* The classes of sent data frames are known: window_class(). */
void window_classes_known(struct window *window);
/* The client has a data frame all the time from the first one on; CLASSES: one of each class that it sent before, else its frames wait in one queue. */
void window_client_always(struct window *window, bool classes);
/* Link faults are not among the events: there MAY be some, which hold what the MAC has to send. */
void window_faults_unseen(struct window *window, bool may);
/* The MAC is in reset from BEGIN to END. */
void window_reset(struct window *window, uint64_t begin, uint64_t end);
/* A frame starts on the transmit wire AT. */
void window_starts(struct window *window, uint64_t at);
/* The data frame of the newest start has CLASS; -1: it has none. */
void window_class(struct window *window, int class);
/* What the frame of the newest start is. */
void window_is(struct window *window, const struct window_frame *frame);
/* It is over AT. */
void window_ends(struct window *window, uint64_t at);
/* Likewise of a frame that a link fault cut: the MAC is done with it AT at the earliest, and LAST at the latest. */
void window_ends_by(struct window *window, uint64_t at, uint64_t last);
/* The model sees that a link fault begins in CYCLE (HOLDS), or is over. The MAC does so within its latency, and the sublayer below hides what it sends. */
void window_fault(struct window *window, uint64_t cycle, bool holds);
/* Returns from when on the MAC sees that the fault is over which is so for the model since CYCLE. */
uint64_t window_unseen_from(const struct window *window, uint64_t cycle);
/* In CYCLE it is known that a frame which began in the fault, and which nobody saw, is over by UNTIL. SEEN: the end of it was on the wire. */
void window_unseen(struct window *window, uint64_t cycle, uint64_t until, bool seen);
/* The model has settled CYCLE, of which VIEW is what is visible. */
void window_close(struct window *window, uint64_t cycle, const struct pm_view *view);
/* What may start from CYCLE on is START. CLIENT: it is known when the client has a frame. */
void window_decided(struct window *window, uint64_t cycle, const struct pm_start *start, bool client);
/* No event comes any more. */
void window_finish(struct window *window, uint64_t cycle);
/* Nothing is known any more of what came before. */
void window_forget(struct window *window);
/* Returns how many findings there were; the first WINDOW_FINDINGS_MAX of them are at *RET. */
uint64_t window_findings(const struct window *window, const struct window_finding **ret);
/* Moves those that came since the last call, at most WINDOW_FINDINGS_MAX, to RET, and returns how many they are. */
unsigned window_take(struct window *window, struct window_finding ret[WINDOW_FINDINGS_MAX]);
/* Returns true if a frame that was sent put RULE, one of own frames, to the test. */
bool window_tested(const struct window *window, enum rule rule);
/* Returns from when on neither PAUSE nor, for a client that always has a frame, PFC holds the next data frame for certain, as far as what was received up to AT
 * goes. */
uint64_t window_free_from(const struct window *window, uint64_t at);
/* Returns how often something was not decided since a set of worlds had reached its bounds. */
uint64_t window_undecided(const struct window *window);
#endif
