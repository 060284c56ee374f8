/* SPDX-License-Identifier: Apache-2.0 */
/* Which control frames the client of a MAC asks for. 802.3 31B.1, 31B.3.1; doc/devices/ieee8023.md 3. */
#include "request.h"

static void want(struct standard_request *r, uint64_t at, enum standard_due due)
{
	if (due != r->due)
		r->since = at;
	r->due = due;
}

static void forget(struct standard_request *r)
{
	r->told = false;
	r->due = STANDARD_NOTHING;
	r->refresh = STANDARD_NEVER;
}

static void rise(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at)
{
	if (!r->told)
		want(r, at, STANDARD_XOFF);
	else if (r->due == STANDARD_XON) /* the partner is told already */
		want(r, at, nature->again ? STANDARD_XOFF : STANDARD_NOTHING);
}

static void fall(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at)
{
	if (!r->told && !nature->kept)
		want(r, at, STANDARD_NOTHING);
	else if (r->told && nature->xon && (nature->expired || at < r->over))
		want(r, at, STANDARD_XON);
	else if (r->told)
		forget(r);
}

void standard_request_level(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, bool up)
{
	bool was = r->level;

	r->level = up;
	if (up == was || !r->enabled)
		return;
	if (up)
		rise(r, nature, at);
	else
		fall(r, nature, at);
}

void standard_request_pulse(struct standard_request *r, uint64_t at, bool off)
{
	if (r->enabled)
		want(r, at, off ? STANDARD_XOFF : STANDARD_XON);
}

void standard_request_enable(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, bool enabled)
{
	if (r->enabled == enabled)
		return;
	r->enabled = enabled;
	if (!enabled)
		forget(r);
	else if (r->level && !nature->pulses)
		want(r, at, STANDARD_XOFF);
}

void standard_request_starts(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, bool off,
                             uint64_t decided)
{
	r->told = off;
	r->due = STANDARD_NOTHING;
	r->over = off ? STANDARD_NEVER : at;
	r->refresh = STANDARD_NEVER;
	if (off && nature->period && nature->refresh == STANDARD_REFRESH_FROM_DECISION)
		r->refresh = decided + nature->period;
	if (off && r->enabled && !nature->pulses && !r->level && nature->kept)
		fall(r, nature, at);
}

void standard_request_ends(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, uint64_t time)
{
	if (!r->told)
		return;
	r->over = at + time;
	if (nature->period && nature->refresh == STANDARD_REFRESH_FROM_END)
		r->refresh = at + nature->period;
	if (nature->period && nature->refresh == STANDARD_REFRESH_BEFORE_EXPIRY)
		r->refresh = r->over > nature->period ? r->over - nature->period : 0;
}

void standard_request_reset(struct standard_request *r)
{
	forget(r);
	r->level = false;
}

bool standard_request_repeats(const struct standard_request *r, const struct standard_request_nature *nature, uint64_t at)
{
	return r->told && r->due == STANDARD_NOTHING && (r->level || nature->pulses) && at >= r->refresh;
}
