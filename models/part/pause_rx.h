/* SPDX-License-Identifier: Apache-2.0 */
/* The inhibit by received PAUSE frames. PG108-R p.223; 802.3 annex 31B; doc/bcm5718.md 2.
 *
 * Each PAUSE is a command, visible in one cycle. Gate closed: everything is dropped, Xon. Time 0: Xon at once. Else
 * it becomes the pending load (newest wins), carried out in the first cycle in which the transmit wire is idle: Xoff,
 * timer = 64 x time. The timer at 0 without a pending load: Xon. */
#ifndef PAUSEBENCH_PAUSE_RX_H
#define PAUSEBENCH_PAUSE_RX_H
#include "finding.h"
#include <stdbool.h>
#include <stdint.h>

enum { PAUSE_RX_NOTES = 16 };

/* A PAUSE, or what looked like one. */
struct pause_command {
	uint64_t visible; /* cycle in which it acts */
	uint64_t last;    /* its last octet on the wire */
	uint16_t quanta;
	enum rule rule; /* what is broken when it does not act; for a rejected one: when it does */
};

struct pause_rx {
	uint32_t step;   /* octet times in a cycle; 0 is 1 */
	uint32_t clocks; /* of an octet, where time is counted in clocks, as a load sees it; 0 is 1 */
	bool xoff, pending, commanded;
	uint64_t timer_end;    /* the timer is 0 from here on; UINT64_MAX: unknown (adopted) */
	uint64_t pending_from; /* earliest load */
	struct pause_command command, load_next, load;
	bool next_waited, load_waited, load_overwrote; /* waited: for a frame on the wire; overwrote: while inhibited */

	uint64_t old_end;    /* of the timer that the load overwrote */
	uint64_t drop_cycle; /* Xon by gate, reset or time 0 showed last, whatever the state was */
	uint64_t load_cycle, rise_cycle, fall_cycle, fall_cause;
	enum rule fall_rule;
	struct pause_command note[PAUSE_RX_NOTES]; /* rejected or dropped */
	unsigned note_next;
};

/* What is visible to the inhibit in a cycle. */
struct pause_rx_gate {
	bool closed, reset;
	enum rule rule;      /* why it is closed */
	uint32_t load_delay; /* command visible to earliest load */
};

void pause_rx_reset(struct pause_rx *p, uint64_t cycle);
void pause_rx_command(struct pause_rx *p, const struct pause_command *command);
void pause_rx_note(struct pause_rx *p, const struct pause_command *rejected);
/* The wire of CYCLE is known: load and expiry that are visible in it. True if something changed. */
bool pause_rx_settle(struct pause_rx *p, uint64_t cycle, bool wire_busy);
/* The end of CYCLE. True if something changed. */
bool pause_rx_step(struct pause_rx *p, uint64_t cycle, const struct pause_rx_gate *gate);
/* Xon from outside, visible in the cycle after CYCLE; a command that would be visible then is lost. True if something changed. */
bool pause_rx_end(struct pause_rx *p, uint64_t cycle, enum rule rule, uint64_t cause);
/* Octet times (or clocks) of QUANTA. */
uint64_t pause_rx_time(const struct pause_rx *p, uint16_t quanta);
static inline uint32_t pause_rx_timer(const struct pause_rx *p, uint64_t cycle)
{
	return p->timer_end > cycle && p->timer_end != UINT64_MAX ? (uint32_t)(p->timer_end - cycle) : 0;
}
#endif
