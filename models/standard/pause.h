/* SPDX-License-Identifier: Apache-2.0 */
/* What a received PAUSE does to the data frames that the client hands over. 802.3 31B.3.3 and figure 31B-2; one class of PFC: 31D.2.
 *
 * This is the automaton of the standard alone: it acts at once on what it sees, and what it sees is certain. Who knows a MAC by
 * its pins keeps several of them (tb/check/window). Times are octet times, at MII clocks. */
#ifndef PAUSEBENCH_STANDARD_PAUSE_H
#define PAUSEBENCH_STANDARD_PAUSE_H
#include <stdbool.h>
#include <stdint.h>

/* What the standard leaves to the MAC. doc/devices/ieee8023.md 2. */
struct standard_pause_nature {
	uint32_t quantum; /* octet times of 512 bit times */
	bool from_idle;   /* the time begins when the frame in progress is over (figure 31B-2); else with the PAUSE, as that of a class does */
	bool lasts;       /* a pause goes on when PAUSE operation is disabled */
};

struct standard_pause {
	bool obeys;      /* PAUSE operation is enabled */
	bool waits;      /* WAIT FOR TRANSMISSION COMPLETION: the time begins when the frame in progress is over */
	uint16_t quanta; /* n of the newest PAUSE that was obeyed */
	uint64_t until;  /* pause_timer is over from this time on */
};

/* 31B.3.3: a PAUSE of QUANTA came AT; IN_PROGRESS: a frame is being sent. A new time replaces the one that runs, and 0 ends it. */
void standard_pause_received(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at, uint16_t quanta,
                             bool in_progress);
/* Figure 31B-2: the transmission in progress is complete AT. */
void standard_pause_complete(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at);
/* PAUSE operation is enabled, or disabled, AT. */
void standard_pause_enable(struct standard_pause *p, const struct standard_pause_nature *nature, uint64_t at, bool obeys);
/* The MAC is reset AT: no pause is left. */
void standard_pause_reset(struct standard_pause *p, uint64_t at);
/* 31B.3.3: returns true if no data frame may start AT. */
static inline bool standard_pause_holds(const struct standard_pause *p, uint64_t at)
{
	return p->waits || at < p->until;
}
#endif
