/* SPDX-License-Identifier: Apache-2.0 */
/* What a MAC that is known by its pins may have seen when, beside the scoreboard of a black-box run: it takes the same events, and says by the worlds of
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
	enum rule rule;
	int class; /* of PFC; -1: PAUSE */
	uint64_t at,
	    cause; /* of the frame, or by when one had to start; the last octet of the PAUSE or the start of the own frame before it, or .at */
	uint64_t from, until; /* the MAC saw the cause no earlier and no later than this; 0: that says nothing */
	uint64_t over;        /* of a received PAUSE: no data frame could start until then */
};

/* A frame on the transmit wire. */
struct window_frame {
	bool data;  /* a pause holds it */
	bool pause; /* a PAUSE frame of the MAC's own */
	bool pfc;   /* a PFC frame of the MAC's own */
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
/* What the client asks for is not among the events. */
void window_requests_unseen(struct window *window);
/* The MAC is in reset from BEGIN to END. */
void window_reset(struct window *window, uint64_t begin, uint64_t end);
/* A frame starts on the transmit wire AT. */
void window_starts(struct window *window, uint64_t at);
/* What the frame of the newest start is. */
void window_is(struct window *window, const struct window_frame *frame);
/* It is over AT. */
void window_ends(struct window *window, uint64_t at);
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
/* Returns how often something was not decided since a set of worlds had reached its bounds. */
uint64_t window_undecided(const struct window *window);
#endif
