/* SPDX-License-Identifier: Apache-2.0 */
/* The inhibit by received PAUSE frames. PG108-R p.223; 802.3 annex 31B; doc/devices/bcm5718.md 2.
 *
 * Each PAUSE is a command, which is visible in one cycle. While the gate is closed, every command is dropped, and the transmitter
 * is Xon. A command with time 0 makes the transmitter Xon at once. Any other command becomes the pending load, and replaces one
 * that is pending already. The load is carried out in the first cycle in which the transmit wire is idle (with .at_once it does
 * not wait for that): then the transmitter becomes Xoff, and the timer begins at time x quantum. When the timer is 0 and no load
 * is pending, the transmitter is Xon. */
#ifndef PAUSEBENCH_PAUSE_RX_H
#define PAUSEBENCH_PAUSE_RX_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

enum { PAUSE_RX_NOTES = 16, PAUSE_RX_ACTIONS = 16 };

/* A PAUSE, or a frame that only looks like one. */
struct pause_command {
	uint64_t visible; /* the cycle in which it acts */
	uint64_t last;    /* its last octet on the wire */
	uint16_t quanta;
	/* The rule that a device breaks by not obeying it; of a rejected one, the rule that a device breaks by obeying it. */
	enum rule rule;
};

/* A PAUSE that the transmitter has to obey, or another event that releases it. */
struct pause_action {
	uint64_t last;   /* last octet of the frame on the wire; of another release its cycle */
	uint64_t time;   /* octet times (MII: clocks) of the pause; 0: it released the transmitter */
	uint32_t clocks; /* clocks of an octet at MII, 1 at other PHYs */
};

struct pause_rx {
	uint32_t step;     /* octet times in a cycle; 0 stands for 1 */
	uint32_t quantum;  /* octet times; 0 stands for 64 */
	uint32_t clocks;   /* MII, where time is counted in clocks: the clocks of an octet at the next load; 0 stands for 1 */
	bool at_once;      /* a load does not wait for the frame on the wire */
	uint32_t short_by; /* octet times by which a time may be too short, since the timer counts in larger steps */
	bool xoff, pending, commanded;
	uint64_t timer_end;    /* the timer is 0 from this cycle on; UINT64_MAX: unknown, after a resync */
	uint64_t pending_from; /* the earliest cycle of the pending load */
	struct pause_command command, load_next, load;
	bool next_waited, load_waited, load_overwrote; /* waited: for a frame on the wire; overwrote: it came while inhibited */

	uint64_t old_end; /* when the timer that the load overwrote would have been 0 */
	/* Newest cycle in which an Xon by gate, reset or time 0 became visible, whatever the state was before. */
	uint64_t drop_cycle;
	uint64_t ended_cycle; /* newest .drop_cycle that ended an inhibit, or a command that waited */
	uint64_t load_cycle, rise_cycle, fall_cycle, fall_cause;
	enum rule fall_rule;
	struct pause_command note[PAUSE_RX_NOTES]; /* a ring of the newest commands that were rejected or dropped */
	unsigned note_next;
	struct pause_action action[PAUSE_RX_ACTIONS];
	unsigned action_next;
};

/* The gate of the inhibit, as visible in a cycle. */
struct pause_rx_gate {
	bool closed, reset;
	bool ignores;        /* no command acts, but an inhibit that holds goes on */
	enum rule rule;      /* the rule by which the gate is closed or ignores commands */
	uint32_t load_delay; /* octet times from a visible command to its earliest load */
};

/* Puts the inhibit into the state of reset, visible in CYCLE. */
void pause_rx_reset(struct pause_rx *p, uint64_t cycle);
/* A PAUSE was classified; it acts in command->visible. */
void pause_rx_command(struct pause_rx *p, const struct pause_command *command);
/* Keeps a frame that only looks like a PAUSE, or that has no effect, for explanations. */
void pause_rx_note(struct pause_rx *p, const struct pause_command *rejected);
/* Makes a load or an expiry visible that comes in CYCLE; WIRE_BUSY: a frame is on the transmit wire in it. Returns true if
 * something changed. */
bool pause_rx_settle(struct pause_rx *p, uint64_t cycle, bool wire_busy);
/* The end of CYCLE. Returns true if something changed. */
bool pause_rx_step(struct pause_rx *p, uint64_t cycle, const struct pause_rx_gate *gate);
/* Ends the inhibit because of something else, RULE and CAUSE; visible in the cycle after CYCLE. A command that would be visible
 * then is lost. Returns true if something changed. */
bool pause_rx_end(struct pause_rx *p, uint64_t cycle, enum rule rule, uint64_t cause);
/* After a resync in CYCLE no PAUSE frame before it is known to hold the transmitter. */
void pause_rx_release(struct pause_rx *p, uint64_t cycle);
/* Returns the octet times, at MII the clocks, of QUANTA. */
uint64_t pause_rx_time(const struct pause_rx *p, uint16_t quanta);
/* Returns the octet times, at MII the clocks, that the timer shows in CYCLE. */
static inline uint32_t pause_rx_timer(const struct pause_rx *p, uint64_t cycle)
{
	return p->timer_end > cycle && p->timer_end != UINT64_MAX ? (uint32_t)(p->timer_end - cycle) : 0;
}
#endif
