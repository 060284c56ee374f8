/* SPDX-License-Identifier: Apache-2.0 */
/* The link's own rules, judged from facts that both ends and the cable tell. doc/link.md 5.
 *
 * Per direction a list of frames by number: offered, then left the cable clean, damaged or lost, then delivered or not. A delivered frame
 * makes all earlier ones of its direction that left clean and did not come *missing*: the next ones that are delivered late are reordered,
 * and what is still missing at the end is lost. Losses in a buffer are told by the MAC; of others, and of those where flow control
 * promised that there are none, there must not be any. */
#include "link_check.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUANTUM_OCTETS = 64, PAUSE_OCTETS = 64, WIRE_EXTRA = 20, STARVED_FRAMES = 8 };

const char *const link_why_names[LINK_WHY_COUNT] = {
	[LINK_WHY_HEADROOM] = "headroom",
	[LINK_WHY_EXPIRED] = "expired",
	[LINK_WHY_CABLE] = "cable",
};

enum frame_state {
	FRAME_OFFERED,
	FRAME_CLEAN,
	FRAME_DOUBTFUL, /* counts as damaged unless it is delivered */
	FRAME_GONE,     /* damaged or lost by the cable */
	FRAME_MISSING,
	FRAME_DELIVERED,
};

struct frame {
	uint64_t time_ps; /* offered, left the cable, or found missing */
	uint32_t len;
	uint8_t state;
};

/* A direction. */
struct way {
	struct frame *frames;
	uint64_t count, capacity;
	uint64_t expected; /* all before it are delivered, gone or missing */
	uint64_t open;     /* offered, neither delivered nor gone nor missing */
	uint64_t missing, dropped;
	uint64_t bad;  /* frames, PAUSE frames too, that the cable damaged */
	uint64_t told; /* of dropped: findings */
	uint64_t progress_ps, waiting_ps;
	bool stuck; /* reported */
	bool cut;
	uint64_t cut_ps, cut_total_ps; /* the total: while the sources were on */
	struct link_totals totals;
};

/* An end. */
struct side {
	bool low; /* XOFF side */
	uint64_t low_ps;
	struct { /* newest XOFF that went out */
		bool open;
		uint64_t sent_ps, end_ps;
	} xoff;
	uint64_t xoff_gone_ps; /* newest XOFF of this end that the cable damaged or lost */
	bool xoff_gone;
	struct { /* newest valid PAUSE that came */
		bool any;
		uint64_t came_ps, end_ps;
	} held;
	bool inhibited, stall_reported;
	uint64_t inhibited_ps;
	bool host_open;
	uint64_t host_ps;
};

struct queued {
	struct link_fact fact;
	uint64_t order;
};

struct link_check {
	struct link_check_config config;
	struct queued *facts;
	size_t count, capacity;
	uint64_t order, now;
	uint64_t start_ps, stop_ps; /* of the traffic; UINT64_MAX: not yet */
	struct way way[LINK_ENDS];
	struct side side[LINK_ENDS];
	uint64_t findings;
	struct link_finding finding[LINK_FINDINGS_MAX];
	bool no_memory;
};

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

static const char *direction(unsigned from)
{
	return from ? "b>a" : "a>b";
}

/* EXPECTED and ACTUAL are one format, divided by '|'. */
static void find(struct link_check *c, enum rule rule, unsigned end, uint64_t cause_ps, const char *what, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
static void find(struct link_check *c, enum rule rule, unsigned end, uint64_t cause_ps, const char *what, const char *format, ...)
{
	struct link_finding *f;
	char text[256], *bar;
	va_list args;

	if (c->findings++ >= LINK_FINDINGS_MAX)
		return;
	f = &c->finding[c->findings - 1];
	*f = (struct link_finding){ .time_ps = c->now, .cause_ps = cause_ps, .end = end, .rule = rule };
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

static void find_frame(struct link_check *c, enum rule rule, unsigned from, uint64_t number, uint64_t cause_ps,
                       const char *expected, const char *actual)
{
	char what[64];

	snprintf(what, sizeof(what), "frame %" PRIu64 " of %s", number, direction(from));
	find(c, rule, !from, cause_ps, what, "%s|%s", expected, actual);
}

/* ---- times ---- */

static uint64_t octets_ps(const struct link_check *c, unsigned end, uint64_t octets)
{
	return (uint64_t)((double)octets * c->config.end[end].octet_ps);
}

static uint64_t pause_ps(const struct link_check *c, unsigned end, uint32_t quanta)
{
	return octets_ps(c, end, (uint64_t)quanta * QUANTUM_OCTETS);
}

/* The longest frame of an end on the wire, a PAUSE frame of its own at least. */
static uint64_t longest_ps(const struct link_check *c, unsigned end)
{
	uint32_t longest = c->config.end[end].longest;

	return octets_ps(c, end, (longest > PAUSE_OCTETS ? longest : PAUSE_OCTETS) + WIRE_EXTRA);
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* How much of the time from FROM_PS until now the sources were on. */
static uint64_t traffic_ps(const struct link_check *c, uint64_t from_ps)
{
	uint64_t from = later(from_ps, c->start_ps), to = c->now < c->stop_ps ? c->now : c->stop_ps;

	return to > from ? to - from : 0;
}

/* ---- frames ---- */

static struct frame *frame_at(struct link_check *c, unsigned from, uint64_t number)
{
	struct way *way = &c->way[from];

	return number < way->count ? &way->frames[number] : NULL;
}

/* Frames that may still come: those that were dropped are not known by number until a later one comes. */
static uint64_t waiting(const struct way *way)
{
	uint64_t unknown = way->dropped > way->missing ? way->dropped - way->missing : 0;

	return way->open > unknown ? way->open - unknown : 0;
}

static void on_offered(struct link_check *c, const struct link_fact *fact)
{
	struct way *way = &c->way[fact->end];

	assert(fact->number == way->count);
	if (way->count == way->capacity) {
		uint64_t capacity = way->capacity ? 2 * way->capacity : 1024;
		struct frame *frames = realloc(way->frames, capacity * sizeof(*frames));
		if (!frames) {
			c->no_memory = true;
			return;
		}
		way->frames = frames;
		way->capacity = capacity;
	}
	way->frames[way->count++] = (struct frame){ .time_ps = fact->time_ps, .len = fact->len, .state = FRAME_OFFERED };
	if (!waiting(way))
		way->waiting_ps = fact->time_ps;
	way->open++;
	way->totals.offered++;
	way->totals.offered_octets += fact->len;
}

/* A frame is over in one way or another. */
static void progress(struct link_check *c, unsigned from)
{
	c->way[from].progress_ps = c->now;
	c->way[from].stuck = false;
}

static void close_frame(struct link_check *c, unsigned from, struct frame *frame, enum frame_state state)
{
	if (frame->state == FRAME_OFFERED || frame->state == FRAME_CLEAN)
		c->way[from].open--;
	frame->state = (uint8_t)state;
	frame->time_ps = c->now;
	progress(c, from);
}

static void on_left(struct link_check *c, const struct link_fact *fact)
{
	struct frame *frame = frame_at(c, fact->end, fact->number);
	struct way *way = &c->way[fact->end];

	if (!frame || frame->state != FRAME_OFFERED) {
		find_frame(c, RULE_LINK_DUPLICATED, fact->end, fact->number, c->now, "leaves the cable once, after it was sent",
		           frame ? "once more" : "nobody sent it");
		return;
	}
	if (fact->fate == LINK_CLEAN) {
		frame->state = FRAME_CLEAN;
		frame->time_ps = c->now;
		return;
	}
	way->bad += fact->fate == LINK_DAMAGED;
	if (fact->fate == LINK_LOST)
		way->totals.cable_lost++;
	else
		way->totals.damaged++;
	close_frame(c, fact->end, frame, fact->fate == LINK_DOUBTFUL ? FRAME_DOUBTFUL : FRAME_GONE);
}

/* Earlier frames that have not come yet are missing. */
static void pass_over(struct link_check *c, unsigned from, uint64_t number)
{
	struct way *way = &c->way[from];

	for (; way->expected < number; way->expected++) {
		struct frame *frame = &way->frames[way->expected];
		if (frame->state != FRAME_CLEAN && frame->state != FRAME_OFFERED)
			continue;
		close_frame(c, from, frame, FRAME_MISSING);
		way->missing++;
	}
}

static void on_delivered(struct link_check *c, const struct link_fact *fact)
{
	unsigned from = !fact->end;
	struct way *way = &c->way[from];
	struct frame *frame = frame_at(c, from, fact->number);

	if (!frame || frame->state == FRAME_GONE) {
		find_frame(c, RULE_LINK_CORRUPTED, from, fact->number, frame ? frame->time_ps : c->now,
		           frame ? "no delivery: the cable damaged or lost it" : "a frame that was sent", "delivered");
		return;
	}
	if (frame->state == FRAME_DELIVERED) {
		find_frame(c, RULE_LINK_DUPLICATED, from, fact->number, frame->time_ps, "delivered once", "delivered again");
		return;
	}
	if (frame->state == FRAME_MISSING) {
		find_frame(c, RULE_LINK_REORDERED, from, fact->number, frame->time_ps,
		           "delivered before those that were sent later", "delivered after one of them");
		way->missing--;
	}
	if (frame->state == FRAME_DOUBTFUL)
		way->totals.damaged--;
	if (fact->wrong || fact->len != frame->len)
		find_frame(c, RULE_LINK_CORRUPTED, from, fact->number, frame->time_ps, "delivered as it was sent",
		           fact->wrong ? fact->wrong : "another length");
	close_frame(c, from, frame, FRAME_DELIVERED);
	pass_over(c, from, fact->number);
	if (way->expected == fact->number)
		way->expected++;
	way->totals.delivered++;
	way->totals.delivered_octets += frame->len;
}

static void on_foreign(struct link_check *c, const struct link_fact *fact)
{
	find(c, RULE_LINK_CORRUPTED, fact->end, c->now, "frame at the host", "a frame of the partner's source|%s",
	     fact->wrong ? fact->wrong : "no mark of a source");
}

static enum link_why why_dropped(const struct link_check *c, unsigned end)
{
	const struct side *side = &c->side[end];

	if (side->xoff_gone && side->xoff_gone_ps >= side->low_ps)
		return LINK_WHY_CABLE;
	if (side->xoff.open && c->now > side->xoff.end_ps + c->config.delay_ps[end] + c->config.delay_ps[!end])
		return LINK_WHY_EXPIRED;
	return LINK_WHY_HEADROOM;
}

static void on_dropped(struct link_check *c, const struct link_fact *fact)
{
	struct way *way = &c->way[!fact->end];
	enum link_why why = why_dropped(c, fact->end);

	way->dropped++;
	way->totals.lost[why]++;
	progress(c, !fact->end);
	if (!c->config.end[fact->end].promised || why == LINK_WHY_CABLE)
		return;
	way->told++;
	find(c, RULE_LINK_LOST, fact->end, c->side[fact->end].low_ps, "frame in the receive buffer",
	     "no loss with this headroom|dropped for want of room (%s)", link_why_names[why]);
}

/* ---- PAUSE ---- */

static void on_level(struct link_check *c, const struct link_fact *fact)
{
	const struct link_check_end *config = &c->config.end[fact->end];
	struct side *side = &c->side[fact->end];
	struct link_totals *totals = &c->way[!fact->end].totals;
	bool low = fact->value < config->headroom ||
	           (side->low && config->resume > config->headroom && fact->value <= config->resume);

	if (fact->value < totals->min_free)
		totals->min_free = fact->value;
	if (low && !side->low) {
		side->low_ps = c->now;
		totals->crossings += !side->host_open;
	}
	if (!low)
		side->xoff.open = false;
	side->low = low;
}

static void on_pause_sent(struct link_check *c, const struct link_fact *fact)
{
	struct side *side = &c->side[fact->end];
	struct link_totals *totals = &c->way[fact->end].totals;

	side->xoff.open = fact->value != 0;
	side->xoff.sent_ps = c->now;
	side->xoff.end_ps = c->now + pause_ps(c, !fact->end, fact->value);
	if (fact->value)
		totals->xoff++;
	else
		totals->xon++;
}

static void on_left_pause(struct link_check *c, const struct link_fact *fact)
{
	struct side *partner = &c->side[!fact->end];
	uint64_t end_ps = c->now + pause_ps(c, !fact->end, fact->value);

	c->way[fact->end].bad += fact->fate == LINK_DAMAGED;
	if (fact->fate != LINK_CLEAN && fact->value) {
		c->side[fact->end].xoff_gone = true;
		c->side[fact->end].xoff_gone_ps = c->now;
	}
	if (fact->fate > LINK_DOUBTFUL || (fact->fate == LINK_DOUBTFUL && end_ps < partner->held.end_ps))
		return;
	partner->held.any = true;
	partner->held.came_ps = c->now;
	partner->held.end_ps = end_ps;
	partner->stall_reported = false;
}

/* When an inhibit by the newest valid PAUSE is over at the latest: a frame on the wire finishes first. */
static uint64_t held_until(const struct link_check *c, unsigned end)
{
	const struct side *side = &c->side[end];

	return side->held.any ? side->held.end_ps + longest_ps(c, end) + c->config.end[end].reaction_ps : 0;
}

static void on_inhibited(struct link_check *c, const struct link_fact *fact)
{
	struct side *side = &c->side[fact->end];

	if (side->inhibited)
		c->way[fact->end].totals.inhibited_ps += traffic_ps(c, side->inhibited_ps);
	side->inhibited = fact->value;
	side->inhibited_ps = c->now;
	side->stall_reported = false;
}

/* ---- what must not last ---- */

static void check_stalled(struct link_check *c, unsigned end)
{
	struct side *side = &c->side[end];

	if (!side->inhibited || side->stall_reported || c->now <= held_until(c, end))
		return;
	side->stall_reported = true;
	if (side->held.any)
		find(c, RULE_LINK_STALLED, end, side->held.came_ps, "transmitter",
		     "free again by %.3f us, when the newest valid PAUSE is over|still inhibited",
		     (double)held_until(c, end) / 1e6);
	else
		find(c, RULE_LINK_STALLED, end, side->inhibited_ps, "transmitter", "free: no valid PAUSE has come|inhibited");
}

static void check_refresh(struct link_check *c, unsigned end)
{
	struct side *side = &c->side[end];

	if (!c->config.end[end].refreshes || !side->low || !side->xoff.open || c->now <= side->xoff.end_ps)
		return;
	side->xoff.open = false;
	find(c, RULE_LINK_REFRESH, end, side->xoff.sent_ps, "XOFF", "another XOFF by %.3f us, before this one runs out|none",
	     (double)side->xoff.end_ps / 1e6);
}

/* How long data may wait where nothing holds them. */
static uint64_t patience_ps(const struct link_check *c, unsigned from)
{
	const struct link_check_config *config = &c->config;
	double share = config->end[!from].host_share;

	return config->delay_ps[0] + config->delay_ps[1] + longest_ps(c, 0) + longest_ps(c, 1) +
	       (uint64_t)((double)longest_ps(c, from) / share) + config->end[0].reaction_ps + config->end[1].reaction_ps;
}

static void check_deadlock(struct link_check *c, unsigned from)
{
	struct way *way = &c->way[from];
	uint64_t since;

	if (!waiting(way) || way->stuck || way->cut || c->way[!from].cut || !c->side[!from].host_open ||
	    c->config.end[!from].host_share <= 0)
		return;
	since = later(later(way->waiting_ps, way->progress_ps), later(held_until(c, from), c->side[!from].host_ps));
	since = later(since, later(way->cut_ps, c->way[!from].cut_ps));
	if (c->now <= since + patience_ps(c, from))
		return;
	way->stuck = true;
	find(c, RULE_LINK_DEADLOCK, from, since, direction(from),
	     "a frame is delivered by %.3f us|%" PRIu64 " wait, none is delivered", (double)(since + patience_ps(c, from)) / 1e6,
	     waiting(way));
}

static void pass_time(struct link_check *c, uint64_t time_ps)
{
	c->now = time_ps;
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		check_stalled(c, i);
		check_refresh(c, i);
		check_deadlock(c, i);
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
		way->cut_total_ps += traffic_ps(c, way->cut_ps);
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

static void on_errored(struct link_check *c, const struct link_fact *fact)
{
	struct link_totals *totals = &c->way[!fact->end].totals;
	uint64_t bad = c->way[!fact->end].bad;

	progress(c, !fact->end);
	if (++totals->errored > bad)
		find(c, RULE_LINK_CORRUPTED, fact->end, c->now, "frame at the host",
		     "no more errored frames than the cable damaged: %" PRIu64 "|%" PRIu64, bad, totals->errored);
}

static void on_control(struct link_check *c, const struct link_fact *fact)
{
	progress(c, !fact->end);
}

static void check(struct link_check *c, const struct link_fact *fact)
{
	static void (*const on[LINK_FACT_KINDS])(struct link_check *, const struct link_fact *) = {
		[LINK_OFFERED] = on_offered,     [LINK_LEFT] = on_left,       [LINK_LEFT_PAUSE] = on_left_pause,
		[LINK_DELIVERED] = on_delivered, [LINK_ERRORED] = on_errored, [LINK_FOREIGN] = on_foreign,
		[LINK_DROPPED] = on_dropped,     [LINK_LEVEL] = on_level,     [LINK_PAUSE_SENT] = on_pause_sent,
		[LINK_INHIBITED] = on_inhibited, [LINK_HOST] = on_host,       [LINK_CUT] = on_cut,
		[LINK_TRAFFIC] = on_traffic,     [LINK_CONTROL] = on_control,
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

/* What never came, beyond what the MAC told that it dropped. */
static void finish_lost(struct link_check *c, unsigned from, bool drained)
{
	struct way *way = &c->way[from];
	uint64_t first = 0;
	char actual[96];

	if (drained)
		pass_over(c, from, way->count);
	if (way->missing <= way->dropped)
		return;
	while (way->frames[first].state != FRAME_MISSING)
		first++;
	snprintf(actual, sizeof(actual), "missing, as %" PRIu64 " others; no MAC said that it dropped it",
	         way->missing - way->dropped - 1);
	find_frame(c, RULE_LINK_LOST, from, first, way->frames[first].time_ps, "delivered: it left the cable whole", actual);
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

/* At least half of what the partner's host could take of what was offered, in the time that PAUSE and cuts leave. */
static void finish_starved(struct link_check *c, unsigned from)
{
	const struct link_check_end *config = &c->config.end[from];
	struct way *way = &c->way[from];
	const struct link_totals *totals = &way->totals;
	double span = (double)traffic_ps(c, 0) - (double)(totals->inhibited_ps + way->cut_total_ps);
	double could = span / config->octet_ps * least(config->load, c->config.end[!from].host_share);
	double average = totals->offered ? (double)totals->offered_octets / (double)totals->offered + WIRE_EXTRA : 0;
	double got = (double)(totals->delivered + totals->damaged + totals->cable_lost) * average;

	if (config->load <= 0 || could < STARVED_FRAMES * (config->longest + WIRE_EXTRA) || got >= could / 2)
		return;
	find(c, RULE_LINK_STARVED, from, c->start_ps, direction(from), "at least %.0f octet times of frames|%.0f", could / 2,
	     got);
}

void link_check_finish(struct link_check *c, uint64_t end_ps, bool drained)
{
	link_check_until(c, end_ps);
	link_check_until(c, UINT64_MAX);
	pass_time(c, later(c->now, end_ps));
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		const struct link_fact free_again = { .time_ps = c->now, .end = i };
		on_inhibited(c, &free_again);
		on_cut(c, &free_again);
	}
	for (unsigned from = 0; from < LINK_ENDS; from++) {
		finish_lost(c, from, drained);
		finish_starved(c, from);
	}
}

const struct link_totals *link_check_totals(const struct link_check *c, unsigned from)
{
	return &c->way[from].totals;
}

uint64_t link_check_waiting(const struct link_check *c, unsigned from)
{
	return waiting(&c->way[from]);
}

uint64_t link_check_findings(const struct link_check *c)
{
	return c->findings;
}

const struct link_finding *link_check_finding(const struct link_check *c, size_t i)
{
	return i < c->findings && i < LINK_FINDINGS_MAX ? &c->finding[i] : NULL;
}
