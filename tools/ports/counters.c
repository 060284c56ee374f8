/* SPDX-License-Identifier: Apache-2.0 */
/* The counters of a port. */
#include "counters.h"

const char *counter_name(enum counter counter)
{
	static const char *const name[COUNTERS] = {
#define COUNTER(name, received, how_much) #name,
#include "counters.def"
	};

	return name[counter];
}

/* What the counter of a right port has of a frame. */
static int right_count(enum counter counter, const struct frame *f, bool received, const struct counted *w)
{
	bool good = w->fcs_fits && f->length >= SHORTEST_FRAME && f->length <= LONGEST_FRAME + 4;
	int counts[COUNTERS] = {
#define COUNTER(name, received_frames, how_much) received == (received_frames) ? (how_much) : 0,
#include "counters.def"
	};

	return counts[counter];
}

int counter_of(enum counter counter, const struct frame *f, bool received, const struct counted *w, enum wrong wrong, int index)
{
	struct counted what = *w;
	int count;

	if (wrong == WRONG_counter_bad_is_good && (counter == COUNTER_ifInOctets || counter == COUNTER_aFramesReceivedOK))
		what.fcs_fits = true;
	count = right_count(counter, f, received, &what);
	if (wrong == WRONG_counter_misses && index % 4 == 1)
		count = 0;
	if (wrong == WRONG_counter_counts_twice && index % 4 == 1)
		count *= 2;
	if (wrong == WRONG_counter_without_control && w->pause &&
	    (counter == COUNTER_aFramesReceivedOK || counter == COUNTER_ifInOctets || counter == COUNTER_aFramesTransmittedOK ||
	     counter == COUNTER_ifOutOctets))
		count = 0;
	if (wrong == WRONG_counter_pause_any_opcode && counter == COUNTER_dot3InPauseFrames && received && w->fcs_fits &&
	    frame_is_control(f) && f->length >= SHORTEST_FRAME)
		count = 1;
	if (wrong == WRONG_counter_without_fcs && counter == COUNTER_etherStatsOctets)
		count -= 4;
	return count;
}
