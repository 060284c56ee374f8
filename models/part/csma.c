/* SPDX-License-Identifier: Apache-2.0 */
/* Half duplex on MII: the gap counter with carrier deference, back-off, forced collision. 802.3 4.2.3.2, 4.2.8; doc/devices/bcm1250.md 3, 4. */
#include "csma.h"

#include <stddef.h>
#include <string.h>

/* Returns how many slots of the wait were over in CYCLE. Returns -1 if the wait is not to be counted: it has been counted
 * already, or something other than the back-off held the frame after slot 0. */
static int slots_until(struct csma *c, uint64_t cycle)
{
	uint64_t over;

	if (!c->waits || c->noted || c->over || !c->allowed)
		return -1;
	c->noted = true;
	if (c->was_allowed || c->allowed_from >= c->jam_end + c->slot || cycle < c->jam_end)
		return -1;
	over = (cycle - c->jam_end) / c->slot;
	return over < csma_backoffs(c->collisions) ? (int)over : (int)csma_backoffs(c->collisions);
}

static unsigned row_of(unsigned n)
{
	return (n < CSMA_BACKOFF_LIMIT ? n : CSMA_BACKOFF_LIMIT) - 1;
}

void csma_repeat(struct csma *c, uint64_t cycle)
{
	int r = slots_until(c, cycle);

	if (r >= 0 && r < (int)csma_backoffs(c->collisions))
		c->waited.decided[row_of(c->collisions)][r]++;
	else if (r >= 0)
		c->waited.held[row_of(c->collisions)][r]++;
}

/* From CYCLE on something other than the back-off holds the repetition. */
static void hold(struct csma *c, uint64_t cycle)
{
	int over = slots_until(c, cycle);

	if (over >= 0)
		c->waited.held[row_of(c->collisions)][over]++;
}

void csma_end_wait(struct csma *c, uint64_t cycle)
{
	hold(c, cycle);
	c->over = true;
}

void csma_reset(struct csma *c, uint64_t cycle, uint64_t until)
{
	bool crs = c->crs, col = c->col;

	hold(c, cycle);
	memset(c, 0, offsetof(struct csma, waited));
	c->at = until;
	c->g = CSMA_COUNT_MAX;
	c->crs = crs;
	c->col = col;
}

/* Returns true if carrier keeps the gap from going on: the medium is still busy, or this is the first part of the gap, and we did
 * not send before it. */
static bool carrier_stops(const struct csma *c, const struct csma_mode *mode)
{
	return !c->g || (c->g < mode->first_clocks && !c->own);
}

/* Advances the gap by CLOCKS, all of them with carrier. */
static void advance_with_carrier(struct csma *c, const struct csma_mode *mode, uint64_t clocks)
{
	uint32_t last = mode->gap_clocks - 1;

	if (carrier_stops(c, mode)) {
		c->g = 0;
	} else if (c->g < last && clocks <= last - c->g) {
		c->g += (uint32_t)clocks;
	} else { /* others make the medium busy after the gap */
		c->g = 0;
		c->own = false;
	}
}

static void advance_gap(struct csma *c, const struct csma_mode *mode, bool tx_en, uint64_t clocks)
{
	if (tx_en) {
		c->g = 0;
		c->own = true;
	} else if (mode->half_duplex && c->crs) {
		advance_with_carrier(c, mode, clocks);
	} else {
		c->g = clocks > CSMA_COUNT_MAX - c->g ? CSMA_COUNT_MAX : c->g + (uint32_t)clocks;
	}
}

void csma_advance(struct csma *c, const struct csma_mode *mode, bool tx_en, uint64_t cycle)
{
	if (cycle <= c->at)
		return;
	advance_gap(c, mode, tx_en, cycle - c->at);
	if (tx_en)
		c->idle_from = cycle;
	else if (c->crs && c->sent) /* our own carrier, which ends a clock after tx_en */
		c->idle_from++;
	c->sent = tx_en;
	if (c->crs)
		c->carrier_last = cycle - 1;
	c->hit = tx_en || (c->crs && c->hit);
	c->carrier = c->crs;
	c->at = cycle;
}

void csma_look(struct csma *c, bool invoked)
{
	if (!c->crs || c->carrier)
		return;
	c->carrier = true;
	c->carrier_since = c->at;
	c->carrier_invoked = invoked;
}

bool csma_gap_over(const struct csma *c, const struct csma_mode *mode)
{
	return c->g >= mode->gap_clocks - 1;
}

bool csma_forced_requested(const struct csma *c, const struct csma_mode *mode, bool invoked, bool tx_en)
{
	uint64_t age = c->at - c->carrier_since;

	if (age > CSMA_COUNT_MAX)
		age = CSMA_COUNT_MAX;
	return mode->half_duplex && mode->pressure == CSMA_FORCED_COLLISION && invoked && c->crs && !tx_en && !c->hit &&
	       (c->carrier_invoked || age < mode->hit_clocks);
}

/* Returns the first cycle in which the gap would be over if there had been no carrier since the transmit wire became idle. */
static uint64_t gap_without_carrier(const struct csma *c, const struct csma_mode *mode)
{
	return c->idle_from + mode->gap_clocks - 1;
}

uint64_t csma_gap_next(const struct csma *c, const struct csma_mode *mode, bool tx_en)
{
	bool carrier = mode->half_duplex && c->crs;

	if (tx_en || (carrier && carrier_stops(c, mode)))
		return UINT64_MAX;
	if (csma_gap_over(c, mode))
		return carrier ? c->at + 1 : UINT64_MAX;
	return c->at + (mode->gap_clocks - 1 - c->g);
}

uint64_t csma_defers_next(const struct csma *c, const struct csma_mode *mode, bool tx_en)
{
	uint64_t from = gap_without_carrier(c, mode);

	return tx_en || from <= c->at ? UINT64_MAX : from;
}

bool csma_defers(const struct csma *c, const struct csma_mode *mode)
{
	return mode->half_duplex && !csma_gap_over(c, mode) && c->at >= gap_without_carrier(c, mode);
}

uint32_t csma_backoffs(unsigned n)
{
	return 1u << (n < CSMA_BACKOFF_LIMIT ? n : CSMA_BACKOFF_LIMIT);
}

void csma_wait(struct csma *c, unsigned n, uint64_t jam_end, uint32_t slot)
{
	c->waits = true;
	c->over = c->allowed = c->was_allowed = c->noted = false;
	c->collisions = n;
	c->jam_end = jam_end;
	c->slot = slot;
}

void csma_allow(struct csma *c, uint64_t cycle, bool allowed)
{
	if (allowed == c->allowed)
		return;
	if (!allowed)
		hold(c, cycle);
	c->allowed = allowed;
	if (allowed) {
		c->allowed_from = cycle;
	} else {
		c->was_allowed = true;
		c->allowed_last = cycle - 1;
	}
}

uint64_t csma_latest(const struct csma *c)
{
	return c->over ? 0 : c->jam_end + (uint64_t)(csma_backoffs(c->collisions) - 1) * c->slot;
}

bool csma_decided(const struct csma *c, uint64_t decided, int32_t *ret_min, int32_t *ret_max)
{
	int32_t most = (int32_t)csma_backoffs(c->collisions) - 1;
	/* Whether the frame might have started in an earlier cycle, and the last such cycle. */
	bool before = decided == c->allowed_from ? c->was_allowed : true;
	uint64_t last = decided == c->allowed_from ? c->allowed_last : decided - 1;

	*ret_min = 0;
	*ret_max = most;
	if (!c->waits || !c->allowed || decided < c->allowed_from || decided < c->jam_end)
		return false;
	if (c->over)
		return true;
	if (before && last >= c->jam_end)
		*ret_min = (int32_t)((last - c->jam_end) / c->slot) + 1;
	if ((decided - c->jam_end) / c->slot < (uint64_t)most)
		*ret_max = (int32_t)((decided - c->jam_end) / c->slot);
	return *ret_min <= *ret_max;
}
