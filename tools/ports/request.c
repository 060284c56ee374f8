/* SPDX-License-Identifier: Apache-2.0 */
/* The requester of own frames; request.h has its rules. */
#include "request.h"

#include <string.h>

void requester_init(struct requester *r, int who)
{
	memset(r, 0, sizeof(*r));
	r->due = NEVER;
	r->who = who;
}

static uint64_t event_of(const struct requester *r, int count)
{
	return (uint64_t)r->who << 32 | (uint64_t)count;
}

/* A request is seen at AT, which is the end of the own control frame on the wire if there is one. */
static void request(struct requester *r, const struct nature *n, bool xoff, int64_t at)
{
	r->pending = true;
	r->xoff = xoff;
	r->by_refresh = false;
	r->ready = at + nature_latency(n, REQUEST, event_of(r, r->changes));
	r->decided = n->decides_early ? at : r->ready;
}

static void forget(struct requester *r)
{
	r->pending = false;
	r->told = false;
	r->due = NEVER;
	r->copies = 0;
}

static void rise(struct requester *r, const struct nature *n, int64_t own_end)
{
	if (!r->told)
		request(r, n, true, own_end);
	else if (r->pending && !r->xoff && n->xoff_again)
		request(r, n, true, own_end);
	else
		r->pending = false;
}

static void fall(struct requester *r, const struct nature *n, enum wrong wrong, int64_t at, int64_t own_end)
{
	bool xon_missing = r->who == PAUSE_REQUESTER ? wrong == WRONG_xon_missing : wrong == WRONG_pfc_tx_xon_missing;

	if (!r->told) {
		r->pending &= n->request_kept;
	} else if (n->xon && (n->xon_expired || at < r->expires) && !xon_missing) {
		request(r, n, false, own_end);
	} else {
		forget(r);
	}
}

void requester_change(struct requester *r, const struct nature *n, enum wrong wrong, enum request change, int64_t at,
                      int64_t own_end, bool enabled)
{
	r->changes++;
	if (change == REQUEST_RISE || change == REQUEST_FALL)
		r->level = change == REQUEST_RISE;
	if (!enabled)
		return;
	if (change == REQUEST_RISE)
		rise(r, n, own_end);
	else if (change == REQUEST_FALL)
		fall(r, n, wrong, at, own_end);
	else
		request(r, n, change == REQUEST_XOFF, own_end);
	if (wrong == WRONG_xon_unasked && change == REQUEST_RISE && !r->told && r->pending && r->changes % 4 == 1)
		r->xoff = false; /* the first frame of a level is an XON */
}

void requester_enable(struct requester *r, const struct nature *n, int64_t at, bool enabled)
{
	forget(r);
	r->changes++;
	if (enabled && r->level)
		request(r, n, true, at);
}

void requester_refresh(struct requester *r, const struct nature *n, enum wrong wrong, int64_t now)
{
	bool missing = r->who == PAUSE_REQUESTER ? wrong == WRONG_refresh_missing : wrong == WRONG_pfc_tx_refresh_missing;
	int64_t at = r->due > now - n->step ? r->due : now; /* a level that was down when the refresh was due is up now */

	if (!r->told || !r->level || r->pending || now < r->due || missing)
		return;
	r->pending = r->xoff = r->by_refresh = true;
	r->ready = at + nature_latency(n, REFRESH, event_of(r, r->refreshes++));
	if (wrong == WRONG_refresh_late)
		r->ready += 6000 * n->octet;
	r->decided = n->decides_early ? at : r->ready;
}

static int64_t next_due(const struct requester *r, const struct nature *n, enum wrong wrong, int quanta, int64_t end)
{
	int64_t period = (int64_t)n->period * n->quantum;

	if (wrong == WRONG_refresh_half)
		period = n->refresh == REFRESH_EXPIRY ? period + (int64_t)(quanta - n->period) / 2 * n->quantum : period / 2;
	switch (n->refresh) {
	case REFRESH_DECISION:
		return r->decided + period;
	case REFRESH_END:
		return end + period;
	case REFRESH_EXPIRY:
		return end + (int64_t)quanta * n->quantum - period;
	default:
		return wrong == WRONG_refresh_unasked ? end + 20 * n->quantum : NEVER;
	}
}

void requester_started(struct requester *r, const struct nature *n, enum wrong wrong, bool xoff, int quanta, int64_t end)
{
	bool twice = r->who != PAUSE_REQUESTER ? wrong == WRONG_pfc_tx_xoff_twice && xoff
	           : xoff                      ? wrong == WRONG_xoff_twice
	                                       : wrong == WRONG_xon_twice;

	r->pending = false;
	r->told = xoff;
	r->due = NEVER;
	if (xoff) {
		r->expires = end + (int64_t)quanta * n->quantum;
		if (n->sends == SENDS_LEVEL)
			r->due = next_due(r, n, wrong, quanta, end);
		if (n->sends == SENDS_LEVEL && !r->level) { /* the level fell before: RequestKept */
			r->changes++;
			if (n->xon)
				request(r, n, false, end);
			else
				forget(r);
		}
	}
	if (twice && !r->copies) {
		r->copies = 1;
		r->pending = true;
		r->xoff = xoff;
		r->ready = end;
	} else if (twice) {
		r->copies = 0;
	}
}
