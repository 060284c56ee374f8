/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a check of a link, and the functions for each fact, which the files of the check share. */
#ifndef PAUSEBENCH_LINK_CHECK_PARTS_H
#define PAUSEBENCH_LINK_CHECK_PARTS_H
#include "link_check.h"

enum { WIRE_EXTRA = 20 }; /* the octets of preamble, SFD and gap */

enum frame_state {
	FRAME_OFFERED,
	FRAME_CLEAN,
	FRAME_DOUBTFUL, /* counts as damaged unless it is delivered */
	FRAME_GONE,     /* the cable damaged or lost it */
	FRAME_MISSING,
	FRAME_DELIVERED,
};

struct frame {
	uint64_t time_ps; /* the time at which the frame came into its state */
	uint32_t len;
	uint8_t state;
};

/* A direction. */
struct way {
	struct frame *frames;
	uint64_t count, capacity;
	uint64_t expected; /* the number of a frame; all frames before it are delivered, gone, doubtful or missing */
	uint64_t open;     /* how many frames are offered or clean */
	uint64_t missing, dropped;
	uint64_t bad;      /* how many frames, PAUSE frames among them, the cable damaged */
	uint64_t reported; /* how many of .dropped are findings */
	uint64_t progress_ps, waiting_ps;
	uint64_t left_ps; /* the time at which the newest frame left the cable clean; it had .left_len octets */
	uint32_t left_len;
	bool stuck; /* a finding says already that nothing is delivered */
	bool cut;
	/* The time of the last change of .cut, and how long it was cut while the sources were on. */
	uint64_t cut_ps, cut_total_ps;
	struct link_totals totals;
};

/* A PAUSE frame of an end that left the cable, or would have left it. */
struct told {
	/* The end of the frame at the partner, and the end of the time that it asks for; equal for an XON. */
	uint64_t came_ps, end_ps;
	bool xoff, gone; /* .gone: the cable damaged or lost it */
};
enum { TOLD_MAX = 32 };

/* An end. */
struct side {
	bool low; /* XOFF is due */
	uint64_t low_ps;
	struct { /* the newest XOFF that the end sent */
		bool open;
		uint64_t sent_ps, end_ps;
	} xoff;
	struct told told[TOLD_MAX]; /* a ring of the newest PAUSE frames */
	unsigned told_next;
	struct { /* the newest valid PAUSE that the end received */
		bool any;
		uint64_t came_ps, end_ps;
	} held;
	bool inhibited, stall_reported;
	uint64_t inhibited_ps;
	bool host_open;
	uint64_t host_ps;
};

struct queued {
	struct link_fact fact;
	uint64_t order;
};

struct link_check {
	struct link_check_config config;
	struct queued *facts;
	size_t count, capacity;
	uint64_t order, now;
	uint64_t start_ps, stop_ps; /* when the traffic began and stopped; UINT64_MAX: not yet */
	struct way way[LINK_ENDS];
	struct side side[LINK_ENDS];
	uint64_t findings;
	struct link_finding finding[LINK_FINDINGS_MAX];
	bool no_memory;
};

/* Notes a finding of END at the time of the fact, with the cause at CAUSE_PS. FORMAT gives what was expected and what was seen,
 * with a '|' between them. */
void link_find(struct link_check *c, enum rule rule, unsigned end, uint64_t cause_ps, const char *what, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* Notes a finding about frame NUMBER of the direction that begins at FROM. */
void link_find_frame(struct link_check *c, enum rule rule, unsigned from, uint64_t number, uint64_t cause_ps,
                     const char *expected, const char *actual);
/* Returns "a>b" or "b>a". */
const char *link_direction(unsigned from);

/* Return times in picoseconds: how long QUANTA and the longest frame last on the wire of END, and for how much of the time from
 * FROM_PS until now the sources were on. */
uint64_t link_pause_ps(const struct link_check *c, unsigned end, uint32_t quanta);
uint64_t link_longest_ps(const struct link_check *c, unsigned end);
uint64_t link_traffic_ps(const struct link_check *c, uint64_t from_ps);

/* link_frames.c: the facts about frames, and the end of a run. */
void link_on_offered(struct link_check *c, const struct link_fact *fact);
void link_on_left(struct link_check *c, const struct link_fact *fact);
void link_on_delivered(struct link_check *c, const struct link_fact *fact);
void link_on_foreign(struct link_check *c, const struct link_fact *fact);
void link_on_dropped(struct link_check *c, const struct link_fact *fact);
void link_on_errored(struct link_check *c, const struct link_fact *fact);
void link_on_control(struct link_check *c, const struct link_fact *fact);
/* Returns how many frames may still come. */
uint64_t link_waiting(const struct way *way);
/* Reports a finding if more frames never came than the MACs dropped. */
void link_finish_lost(struct link_check *c, unsigned from, bool drained);

/* link_pause.c: the facts about PAUSE, and the states that must not last until now. */
void link_on_level(struct link_check *c, const struct link_fact *fact);
void link_on_pause_sent(struct link_check *c, const struct link_fact *fact);
void link_on_left_pause(struct link_check *c, const struct link_fact *fact);
void link_on_inhibited(struct link_check *c, const struct link_fact *fact);
void link_check_stalled(struct link_check *c, unsigned end);
void link_check_refresh(struct link_check *c, unsigned end);
void link_check_deadlock(struct link_check *c, unsigned from);
#endif
