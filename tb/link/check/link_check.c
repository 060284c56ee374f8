/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the link's own rules: takes the facts that both ends and the cable report in order of time, and ends the check of a run.
 * doc/use/link.md 5. */
#include "link_check_parts.h"

#include "base/bounds.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUANTUM_OCTETS = 64, PAUSE_OCTETS = 64, STARVED_FRAMES = 8 };

struct link_check *link_check_new(const struct link_check_config *config)
{
	struct link_check *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->config = *config;
	c->start_ps = c->stop_ps = UINT64_MAX;
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		c->side[i].host_open = true;
		c->way[i].totals.min_free = UINT32_MAX;
	}
	return c;
}

void link_check_free(struct link_check *c)
{
	if (!c)
		return;
	for (unsigned i = 0; i < LINK_ENDS; i++)
		free(c->way[i].frames);
	free(c->facts);
	free(c);
}

const char *link_direction(unsigned from)
{
	return from ? "b>a" : "a>b";
}

void link_find(struct link_check *c, enum rule rule, unsigned end, uint64_t cause_ps, const char *what, const char *format, ...)
{
	struct link_finding *found;
	struct finding *f;
	char text[256], *bar;
	va_list args;

	if (c->findings++ >= LINK_FINDINGS_MAX)
		return;
	found = &c->finding[c->findings - 1];
	f = &found->plain;
	*found = (struct link_finding){ .time_ps = c->now, .cause_ps = cause_ps, .end = end, .plain.rule = rule };
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	bar = strchr(text, '|');
	assert(bar);
	*bar = 0;
	snprintf(f->what, sizeof(f->what), "%.*s", (int)sizeof(f->what) - 1, what);
	snprintf(f->expected, sizeof(f->expected), "%.*s", (int)sizeof(f->expected) - 1, text);
	snprintf(f->actual, sizeof(f->actual), "%.*s", (int)sizeof(f->actual) - 1, bar + 1);
}

void link_find_frame(struct link_check *c, enum rule rule, unsigned from, uint64_t number, uint64_t cause_ps,
                     const char *expected, const char *actual)
{
	char what[64];

	snprintf(what, sizeof(what), "frame %" PRIu64 " of %s", number, link_direction(from));
	link_find(c, rule, !from, cause_ps, what, "%s|%s", expected, actual);
}

/* ---- times ---- */

static uint64_t octets_ps(const struct link_check *c, unsigned end, uint64_t octets)
{
	return (uint64_t)((double)octets * c->config.end[end].octet_ps);
}

uint64_t link_pause_ps(const struct link_check *c, unsigned end, uint32_t quanta)
{
	return octets_ps(c, end, (uint64_t)quanta * QUANTUM_OCTETS);
}

/* The longest frame of an end on the wire is at least a PAUSE frame. */
uint64_t link_longest_ps(const struct link_check *c, unsigned end)
{
	uint32_t longest = c->config.end[end].longest;

	return octets_ps(c, end, (longest > PAUSE_OCTETS ? longest : PAUSE_OCTETS) + WIRE_EXTRA);
}

uint64_t link_traffic_ps(const struct link_check *c, uint64_t from_ps)
{
	uint64_t from = greatest(from_ps, c->start_ps), to = c->now < c->stop_ps ? c->now : c->stop_ps;

	return to > from ? to - from : 0;
}

static void pass_time(struct link_check *c, uint64_t time_ps)
{
	c->now = time_ps;
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		link_check_stalled(c, i);
		link_check_refresh(c, i);
		link_check_deadlock(c, i);
	}
}

/* ---- facts in order ---- */

static void on_host(struct link_check *c, const struct link_fact *fact)
{
	c->side[fact->end].host_open = fact->value;
	c->side[fact->end].host_ps = c->now;
}

static void on_cut(struct link_check *c, const struct link_fact *fact)
{
	struct way *way = &c->way[fact->end];

	if (way->cut && !fact->value)
		way->cut_total_ps += link_traffic_ps(c, way->cut_ps);
	way->cut = fact->value;
	way->cut_ps = c->now;
}

static void on_traffic(struct link_check *c, const struct link_fact *fact)
{
	if (fact->value)
		c->start_ps = c->now;
	else
		c->stop_ps = c->now;
}

static void check(struct link_check *c, const struct link_fact *fact)
{
	static void (*const on[LINK_FACT_KINDS])(struct link_check *, const struct link_fact *) = {
		[LINK_OFFERED] = link_on_offered,
		[LINK_LEFT] = link_on_left,
		[LINK_LEFT_PAUSE] = link_on_left_pause,
		[LINK_DELIVERED] = link_on_delivered,
		[LINK_ERRORED] = link_on_errored,
		[LINK_FOREIGN] = link_on_foreign,
		[LINK_DROPPED] = link_on_dropped,
		[LINK_LEVEL] = link_on_level,
		[LINK_PAUSE_SENT] = link_on_pause_sent,
		[LINK_INHIBITED] = link_on_inhibited,
		[LINK_HOST] = on_host,
		[LINK_CUT] = on_cut,
		[LINK_TRAFFIC] = on_traffic,
		[LINK_CONTROL] = link_on_control,
	};

	pass_time(c, fact->time_ps);
	on[fact->kind](c, fact);
}

int link_check_fact(struct link_check *c, const struct link_fact *fact)
{
	if (c->count == c->capacity) {
		size_t capacity = c->capacity ? 2 * c->capacity : 4096;
		struct queued *facts = realloc(c->facts, capacity * sizeof(*facts));
		if (!facts)
			return -ENOMEM;
		c->facts = facts;
		c->capacity = capacity;
	}
	c->facts[c->count++] = (struct queued){ .fact = *fact, .order = c->order++ };
	return c->no_memory ? -ENOMEM : 0;
}

static int by_time(const void *left, const void *right)
{
	const struct queued *a = left, *b = right;

	if (a->fact.time_ps != b->fact.time_ps)
		return a->fact.time_ps < b->fact.time_ps ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

void link_check_until(struct link_check *c, uint64_t time_ps)
{
	size_t done = 0;

	if (c->count)
		qsort(c->facts, c->count, sizeof(*c->facts), by_time);
	while (done < c->count && c->facts[done].fact.time_ps < time_ps)
		check(c, &c->facts[done++].fact);
	if (done)
		memmove(c->facts, c->facts + done, (c->count - done) * sizeof(*c->facts));
	c->count -= done;
}

/* ---- the end ---- */

/* Reports a direction that delivered less than half of the octets that were offered and that the partner's host could take in the
 * time that PAUSE and cuts leave. */
static void finish_starved(struct link_check *c, unsigned from)
{
	const struct link_check_end *config = &c->config.end[from];
	struct way *way = &c->way[from];
	const struct link_totals *totals = &way->totals;
	double span = (double)link_traffic_ps(c, 0) - (double)(totals->inhibited_ps + way->cut_total_ps);
	double could = span / config->octet_ps * fmin(config->load, c->config.end[!from].host_share);
	double average = totals->offered ? (double)totals->offered_octets / (double)totals->offered + WIRE_EXTRA : 0;
	double got = (double)(totals->delivered + totals->damaged + totals->cable_lost) * average;

	if (config->load <= 0 || could < STARVED_FRAMES * (config->longest + WIRE_EXTRA) || got >= could / 2)
		return;
	link_find(c, RULE_LINK_STARVED, from, c->start_ps, link_direction(from), "at least %.0f octet times of frames|%.0f",
	          could / 2, got);
}

void link_check_finish(struct link_check *c, uint64_t end_ps, bool drained)
{
	link_check_until(c, end_ps);
	link_check_until(c, UINT64_MAX);
	pass_time(c, greatest(c->now, end_ps));
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		const struct link_fact free_again = { .time_ps = c->now, .end = i };
		link_on_inhibited(c, &free_again);
		on_cut(c, &free_again);
	}
	for (unsigned from = 0; from < LINK_ENDS; from++) {
		link_finish_lost(c, from, drained);
		finish_starved(c, from);
	}
}

const struct link_totals *link_check_totals(const struct link_check *c, unsigned from)
{
	return &c->way[from].totals;
}

uint64_t link_check_waiting(const struct link_check *c, unsigned from)
{
	return link_waiting(&c->way[from]);
}

uint64_t link_check_findings(const struct link_check *c)
{
	return c->findings;
}

const struct link_finding *link_check_finding(const struct link_check *c, size_t i)
{
	return i < c->findings && i < LINK_FINDINGS_MAX ? &c->finding[i] : NULL;
}
