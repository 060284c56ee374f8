/* SPDX-License-Identifier: Apache-2.0 */
/* A tape of events that was made by hand from doc/devices/bcm5718.md, and functions that change it and play it on a scoreboard. */
#ifndef PAUSEBENCH_TESTS_SCOREBOARD_TAPE_H
#define PAUSEBENCH_TESTS_SCOREBOARD_TAPE_H
#include "support.h"

#include "check/scoreboard.h"
#include "part/frame.h"

enum { TAPE_MAX = 256, WIRE = 72 };

struct tape {
	struct event events[TAPE_MAX];
	size_t count;
	uint8_t pause[WIRE], frame[WIRE], sent[WIRE], xoff[WIRE], xon[WIRE], host[64], offer[60], extra[WIRE];
};

/* Add an event in CYCLE, with octets, or as an access of a register. */
struct event *tape_add(struct tape *t, uint64_t cycle, enum event_kind kind, uint32_t value);
struct event *tape_octets(struct tape *t, uint64_t cycle, enum event_kind kind, const uint8_t *octets, uint32_t len);
void tape_write(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value);
struct event *tape_read(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value);
/* Return the NTH event of a kind, or the first read of ADDRESS. */
struct event *tape_find(struct tape *t, enum event_kind kind, size_t nth);
struct event *tape_find_read(struct tape *t, uint16_t address);
/* Removes an event. */
void tape_drop(struct tape *t, struct event *e);
/* Puts the events in the order of their cycles. */
void tape_sort(struct tape *t);
/* Fills in RET with the run of a frame on the wire: preamble, SFD, OCTETS and FCS. */
void tape_wire(uint8_t *ret, const uint8_t *octets, size_t len);
/* Makes the tape, with these modes of receiver and transmitter. */
void tape_make(struct tape *t, uint32_t rx_mode, uint32_t tx_mode);
/* Plays the tape on a new scoreboard and copies its result to RET. */
void tape_play(struct tape *t, bool black_box, struct scoreboard_result *ret);
/* Returns the name of the rule of the first finding. */
const char *tape_rule(const struct scoreboard_result *result);
/* Expects that the tape has no finding. */
void tape_is_clean(struct tape *t, bool black_box, const char *what);
/* Changes that several suites make: the data frame starts BY octet times later; the host does not get the frame; the data frame is taken and
 * never sent; a mode is written in CYCLE. */
void tape_shift_data(struct tape *t, int64_t by);
void tape_host_never(struct tape *t);
void tape_data_lost(struct tape *t);
void tape_write_mode(struct tape *t, uint64_t cycle, uint16_t address, uint32_t value);

/* A change of the tape, the rule under which it is found first, and the sentence of the golden model in that finding. */
struct tape_change {
	const char *what;
	void (*change)(struct tape *t);
	enum rule rule;
	const char *why;
};
/* Expects that each change has a finding under its rule, with its sentence, a cause and the document. */
void tape_changes_are_found(const struct tape_change *changes, size_t count);
/* A change, and whether a black-box run finds it. */
struct tape_seen {
	const char *what;
	void (*change)(struct tape *t);
	bool found;
};
/* Expects that a black-box run finds exactly what it can find. */
void tape_changes_as_black_box(const struct tape_seen *cases, size_t count);
#endif
