/* SPDX-License-Identifier: Apache-2.0 */
/* What the wires carried in a run, as far as expectations are about it. notes.c notes it, expect.c compares. */
#ifndef PAUSEBENCH_NOTES_H
#define PAUSEBENCH_NOTES_H
#include "base/limits.h"
#include "expect.h"
#include "stimulus/stim.h"

#define NO_TIME UINT64_MAX

/* Something that began on the transmit wire. Times are octet times (MII: clocks). */
struct sent {
	uint64_t start, end;
	enum expect_what what; /* EXPECT_PAUSE with any time */
	uint32_t octets;       /* DA..FCS */
	uint16_t time, enable, class_time[STIM_CLASSES];
};

/* What the bench did: the cursor reached an expectation; an item of the receive wire; a collision began; a carrier was over; the speed. */
struct done {
	uint64_t from, to, value;
};

struct list {
	void *at;
	size_t count, room, size;
};

struct expect {
	const struct dut *dut;
	const struct stimulus *stim;
	struct dut_slack slack; /* all 0 in an exact run */
	bool no_memory, open;   /* .open: inside a transmission */
	unsigned clocks;        /* per octet at MII, 1 elsewhere */
	uint64_t over;
	struct list sent, signals, paused, issued, received, collisions, carriers, speeds;
};

static inline const struct done *done_at(const struct list *list, size_t i)
{
	return (const struct done *)list->at + i;
}
#endif
