/* SPDX-License-Identifier: Apache-2.0 */
/* Decides the moments and points of a run. Events come before the scoreboard has them, so that those of a clock wait until the
 * golden model is in this clock. */
#include "coverage.h"

#include "check/scoreboard.h"
#include "pausemodel_bench.h"
#include "regs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NEWEST = 8 /* so many of each moment are kept */, ACCESSES_MAX = 16, EVENTS_MAX = 16 };

/* A counter that was read or loaded lately, and the events that it had. */
struct access {
	enum coverage_moment what;
	unsigned counter;
	uint64_t cycle, total;
	bool full;
};

struct coverage {
	const struct dut *dut;
	struct scoreboard *scoreboard;
	const struct reg_page *page;
	uint32_t step;
	struct coverage_reached reached;
	uint64_t newest[MOMENT_COUNT][NEWEST]; /* clock + 1 of the newest ones of each moment; 0: none */
	unsigned at[MOMENT_COUNT];
	uint64_t latest[MOMENT_COUNT]; /* the latest of them */
	struct event *waiting;         /* events of clocks in which the model has not been yet */
	size_t waits, room;
	struct access accesses[ACCESSES_MAX];
	size_t access_count;
	bool lost; /* there was no room for an event */
	struct coverage_moments *moments;

	/* states in the clock before */
	bool known, fault, xoff;
	uint8_t classes;
	uint32_t level;
	enum pm_tx_kind requests, on_wire;
	bool again;
	uint64_t load, enable, obey, time, request_since;
	uint64_t reset_until; /* the first clock after the newest reset */
	bool in_reset;        /* that clock has not come yet: another reset may follow at once */
	/* the transmit wire, the receive wire, and the newest PAUSE within the frame on the former */
	uint64_t tx_start, tx_end, rx_end, pause_last;
	uint64_t partner_until; /* when the time is over that the newest sent PAUSE frame carried */
	uint16_t quanta;        /* the time of the PAUSE frame on the transmit wire */
	bool tx_ended, rx_ended;
	enum pm_tx_kind ended; /* kind of the newest frame that ended on the transmit wire */
	uint32_t host_octets;  /* octets of the data frame on the transmit wire that come from the host */
};

/* ---- cells ---- */

static void append_moment(struct coverage *c, enum coverage_moment m, uint64_t clock)
{
	struct coverage_moments *list = c->moments;
	size_t room = list->room ? 2 * list->room : 256;
	struct coverage_noted *item = list->count == list->room ? realloc(list->item, room * sizeof(*item)) : list->item;

	if (!item) {
		c->lost = true;
		return;
	}
	if (list->count == list->room)
		list->room = room;
	list->item = item;
	list->item[list->count++] = (struct coverage_noted){ m, clock };
}

/* Notes that moment M is in CYCLE, in octet times. Moments may be noted out of order by a few clocks. */
static void moment(struct coverage *c, enum coverage_moment m, uint64_t cycle)
{
	uint64_t clock = cycle / c->step;

	for (unsigned k = 0; k < MOMENT_COUNT; k++) {
		enum coverage_moment a = k < m ? (enum coverage_moment)k : m, b = k < m ? m : (enum coverage_moment)k;
		if (c->latest[k] + MEET_CLOCKS < clock + 1 || !meet_counts(a, b) || MOMENT_OWN_EVENT == m || MOMENT_OWN_END == m)
			continue;
		for (unsigned i = 0; i < NEWEST; i++) {
			int64_t other = (int64_t)c->newest[k][i] - 1;
			int64_t distance = k <= m ? (int64_t)clock - other : other - (int64_t)clock;
			if (k == m && distance < 0)
				distance = -distance;
			if (other >= 0 && distance >= -MEET_CLOCKS && distance <= MEET_CLOCKS)
				c->reached.meets[meet_pair(a, b)] |= (uint8_t)(1 << (distance + MEET_CLOCKS));
		}
	}
	c->newest[m][c->at[m]++ % NEWEST] = clock + 1;
	if (c->moments)
		append_moment(c, m, clock);
	if (c->latest[m] < clock + 1)
		c->latest[m] = clock + 1;
}

static void point(struct coverage *c, enum points group, int64_t value, unsigned column)
{
	const struct points_row *row = &points_table[group];

	for (unsigned i = 0; i < row->bins; i++)
		if (value >= row->bounds[i][0] && value <= row->bounds[i][1])
			c->reached.points[group][i] |= (uint8_t)(1 << column);
}

/* ---- counters that are read or loaded ---- */

/* Notes the events that a counter had within three clocks of its access. */
static void look_at_accesses(struct coverage *c, const struct pm_model *m, uint64_t now)
{
	for (size_t i = 0; i < c->access_count; i++) {
		struct access *a = &c->accesses[i];
		uint64_t total = pm_count_total(m, a->counter, now);
		int64_t distance = ((int64_t)now - (int64_t)a->cycle) / (int64_t)c->step;
		struct pm_count_past past;
		bool old = distance > MEET_CLOCKS;
		pm_count_past(m, a->counter, &past);
		if (!old && total != a->total) {
			uint8_t bit = (uint8_t)(1 << (distance + MEET_CLOCKS));
			c->reached.meets[meet_pair(a->what, MOMENT_OWN_EVENT)] |= bit;
			if (past.full && !a->full)
				c->reached.meets[meet_pair(a->what, MOMENT_OWN_END)] |= bit;
		}
		a->total = total;
		a->full = past.full;
		if (old)
			c->accesses[i--] = c->accesses[--c->access_count];
	}
}

/* Notes that a counter is read or loaded; its events of the clocks before count as well. */
static void note_access(struct coverage *c, const struct pm_model *m, enum coverage_moment what, unsigned counter, uint64_t cycle)
{
	struct access *a;
	struct pm_count_past past;

	pm_count_past(m, counter, &past);
	for (uint64_t d = 0; d <= MEET_CLOCKS && cycle >= (d + 1) * c->step; d++) {
		uint8_t bit = (uint8_t)(1 << (MEET_CLOCKS - d));
		if (pm_count_total(m, counter, cycle - d * c->step) != pm_count_total(m, counter, cycle - (d + 1) * c->step))
			c->reached.meets[meet_pair(what, MOMENT_OWN_EVENT)] |= bit;
		if (past.full_cycle == cycle - d * c->step)
			c->reached.meets[meet_pair(what, MOMENT_OWN_END)] |= bit;
	}
	for (size_t i = 0; i < c->access_count; i++) /* drops those whose counters had no event since */
		if (c->accesses[i].cycle + MEET_CLOCKS * c->step < cycle)
			c->accesses[i--] = c->accesses[--c->access_count];
	if (c->access_count == ACCESSES_MAX) {
		c->lost = true;
		return;
	}
	a = &c->accesses[c->access_count++];
	*a = (struct access){ what, counter, cycle, pm_count_total(m, counter, cycle), past.full };
}

/* Notes the value that a read of a counter shows, for points.def. */
static void look_at_value(struct coverage *c, const struct reg_row *row, uint64_t value)
{
	unsigned bits = row->width < 8 * c->page->word_octets ? row->width : 8 * c->page->word_octets;
	uint64_t end = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
	int kind = value < 2 ? (int)value : value == end ? 4 : value == end - 1 ? 3 : 2;

	point(c, POINTS_COUNTER_READ, kind, row->direction == COUNTER_RX ? 0 : row->direction == COUNTER_TX ? 1 : 2);
}

static void look_at_register(struct coverage *c, const struct pm_model *m, const struct event *event)
{
	bool write = event->kind == EVENT_REG_WRITE;
	struct pm_reg_info info;

	if (!pm_reg_info(m, event->address, &info))
		return;
	if (info.class == PM_REG_COUNTER && (!write || info.loads)) {
		enum coverage_moment what = write ? MOMENT_LOAD_COUNTER : MOMENT_READ_COUNTER;
		moment(c, what, event->cycle);
		note_access(c, m, what, info.counter, event->cycle);
		if (!write && !info.high_word)
			look_at_value(c, &c->page->rows[info.counter], event->value);
	} else if (write) {
		moment(c, MOMENT_WRITE_OTHER, event->cycle);
	} else if (info.class == PM_REG_STATUS || info.class == PM_REG_LEVEL) {
		moment(c, MOMENT_READ_STATE, event->cycle);
	}
}

/* ---- the wires ---- */

static bool is_control(enum pm_tx_kind kind)
{
	return kind == PM_TX_PAUSE || kind == PM_TX_PFC;
}

static void look_at_tx_start(struct coverage *c, const struct pm_model *m, uint64_t time)
{
	const struct pm_tx_frame *frame = pm_tx_frame(m);
	enum pm_tx_kind kind = frame ? frame->kind : PM_TX_NONE;

	if (kind == PM_TX_NONE || kind == PM_TX_FORCED || kind == PM_TX_CARRIER)
		return;
	if (kind == PM_TX_PAUSE) {
		c->quanta = frame->quanta;
		moment(c, frame->quanta ? MOMENT_TX_XOFF : MOMENT_TX_XON, time);
		point(c, POINTS_TX_TIME, frame->quanta, 0);
	} else {
		moment(c, kind == PM_TX_PFC ? MOMENT_TX_PFC : MOMENT_TX_DATA, time);
	}
	if (c->tx_ended)
		point(c, POINTS_TX_GAP, (int64_t)(time - c->tx_end), is_control(kind));
	c->on_wire = kind;
	c->tx_start = time;
	c->pause_last = PM_NEVER;
}

static void look_at_attempt(struct coverage *c, const struct pm_model *m)
{
	struct pm_attempt_end end;

	if (c->dut->phy != PHY_MII)
		return;
	pm_attempt_end(m, &end);
	point(c, POINTS_COLLISIONS, end.collisions, !end.collision ? 0 : end.repeat ? 1 : 2);
}

static void look_at_tx_end(struct coverage *c, const struct pm_model *m, uint64_t time)
{
	if (c->on_wire == PM_TX_NONE)
		return;
	moment(c, is_control(c->on_wire) ? MOMENT_TX_CONTROL_END : MOMENT_TX_DATA_END, time);
	if (c->pause_last != PM_NEVER)
		point(c, POINTS_PAUSE_BEFORE_END, (int64_t)(time - c->pause_last), is_control(c->on_wire));
	if (c->on_wire == PM_TX_PAUSE) {
		struct pm_pause_memory memory;
		pm_pause_memory(m, &memory);
		c->partner_until = time + c->quanta * memory.quantum;
	}
	if (c->on_wire == PM_TX_DATA) {
		point(c, POINTS_TX_LENGTH, c->host_octets, 0);
		look_at_attempt(c, m);
	}
	c->ended = c->on_wire;
	c->on_wire = PM_TX_NONE;
	c->tx_end = time;
	c->tx_ended = true;
}

/* Notes what was going on at the last octet of a PAUSE frame that is obeyed, or could be. */
static void look_at_pause(struct coverage *c, const struct pm_model *m, const struct pm_rx_frame *rx)
{
	struct pm_pause_memory memory;
	uint16_t quanta = rx->pause_frame.quanta;

	pm_pause_memory(m, &memory);
	moment(c, quanta ? MOMENT_RX_XOFF : MOMENT_RX_XON, rx->last);
	point(c, POINTS_RX_TIME, quanta,
	      memory.remote || c->partner_until > rx->last ? 3
	      : c->xoff                                    ? 2
	      : c->on_wire != PM_TX_NONE                   ? 1
	                                                   : 0);
	if (c->on_wire != PM_TX_NONE && rx->last >= c->tx_start) {
		point(c, POINTS_PAUSE_INTO_FRAME, (int64_t)(rx->last - c->tx_start), is_control(c->on_wire));
		c->pause_last = rx->last;
	} else if (c->tx_ended && rx->last >= c->tx_start && rx->last <= c->tx_end) {
		/* the frame ended between the last octet of the PAUSE and its record */
		point(c, POINTS_PAUSE_INTO_FRAME, (int64_t)(rx->last - c->tx_start), is_control(c->ended));
		point(c, POINTS_PAUSE_BEFORE_END, (int64_t)(c->tx_end - rx->last), is_control(c->ended));
	}
	if (c->xoff && memory.quantum && rx->last >= memory.load_cycle)
		point(c, POINTS_PAUSE_IN_QUANTUM, (int64_t)((rx->last - memory.load_cycle) * 64 / memory.quantum % 64), !quanta);
}

static void look_at_rx(struct coverage *c, const struct pm_model *m, const struct pm_rx_frame *rx)
{
	moment(c, MOMENT_RX_COUNTED, rx->visible);
	if (rx->pause)
		look_at_pause(c, m, rx);
	else
		moment(c, rx->bad ? MOMENT_RX_BAD : MOMENT_RX_DATA, rx->last);
	if (rx->discarded)
		moment(c, MOMENT_OVERFLOW, rx->last);
	point(c, POINTS_RX_LENGTH, rx->len, rx->bad);
	if (c->rx_ended && rx->first > c->rx_end)
		point(c, POINTS_RX_GAP, (int64_t)(rx->first - c->rx_end - 1), 0);
	c->rx_end = rx->last;
	c->rx_ended = true;
}

/* ---- states ---- */

/* Notes moment M if the model's newest CYCLE of it differs from *KNOWN. It does not count if a reset made the model forget the
 * moment; a write takes two clocks. */
static void newest(struct coverage *c, enum coverage_moment m, uint64_t *known, uint64_t cycle)
{
	if (cycle != *known && cycle != PM_NEVER && cycle > c->reset_until + c->step)
		moment(c, m, cycle);
	*known = cycle;
}

static void look_at_pauses(struct coverage *c, const struct pm_model *m, const struct pm_view *view, uint64_t now)
{
	struct pm_pause_memory memory;
	uint8_t rose = view->pfc_xoff & (uint8_t)~c->classes, fell = c->classes & (uint8_t)~view->pfc_xoff;

	pm_pause_memory(m, &memory);
	newest(c, MOMENT_LOAD, &c->load, memory.load_cycle);
	if (view->xoff && !c->xoff) {
		moment(c, MOMENT_INHIBIT, now);
		if (c->in_reset) /* a reset in this clock has made the model forget the load */
			moment(c, MOMENT_LOAD, now);
	}
	if (!view->xoff && c->xoff)
		moment(c, memory.dropped || memory.software_cycle == now ? MOMENT_RELEASE : MOMENT_EXPIRY, now);
	newest(c, MOMENT_WRITE_ENABLE, &c->enable, memory.enable_cycle);
	newest(c, MOMENT_WRITE_OBEY, &c->obey, memory.obey_cycle);
	newest(c, MOMENT_WRITE_TIME, &c->time, memory.xoff_quanta_cycle);
	if (rose)
		moment(c, MOMENT_CLASS_PAUSED, now);
	if (fell)
		moment(c, MOMENT_CLASS_RELEASED, now);
	point(c, POINTS_CLASSES, __builtin_popcount(rose), 0);
	point(c, POINTS_CLASSES, __builtin_popcount(fell), 1);
	c->xoff = view->xoff;
	c->classes = view->pfc_xoff;
}

/* Returns -1, 0 or 1 if LEVEL is below MARK, at it or above it. */
static int side_of(uint32_t level, uint32_t mark)
{
	return (level > mark) - (level < mark);
}

static void look_at_level(struct coverage *c, const struct pm_model *m, const struct pm_view *view, uint64_t now)
{
	bool fills = pm_level_rises(m) ? view->level > c->level : view->level < c->level;
	struct pm_past past;

	if (view->level == c->level)
		return;
	moment(c, fills ? MOMENT_LEVEL_FILLS : MOMENT_LEVEL_DRAINS, now);
	pm_past(m, &past);
	if (past.low_mark && side_of(view->level, past.low_mark) != side_of(c->level, past.low_mark))
		moment(c, MOMENT_CROSSING_LOW, now);
	if (past.high_mark && side_of(view->level, past.high_mark) != side_of(c->level, past.high_mark))
		moment(c, MOMENT_CROSSING_HIGH, now);
	if (past.low_mark)
		point(c, POINTS_LEVEL_AT_LOW, (int64_t)view->level - past.low_mark, !fills);
	if (past.high_mark)
		point(c, POINTS_LEVEL_AT_HIGH, (int64_t)view->level - past.high_mark, !fills);
	c->level = view->level;
}

/* Returns the clock in which a request that the model shows in NOW became visible: the one after its decision. While the wire is
 * busy a request changes nothing else, so that the model need not have been visited then. */
static uint64_t shown_from(const struct coverage *c, const struct pm_pause_memory *memory, uint64_t now)
{
	uint64_t shown = memory->request_since + c->step;

	return memory->request_since != c->request_since && shown < now ? shown : now;
}

static void look_at_requests(struct coverage *c, const struct pm_model *m, const struct pm_view *view, uint64_t now)
{
	enum pm_tx_kind requests = view->start.requests;
	enum rule rule = view->start.request_rule;
	struct pm_pause_memory memory;
	uint64_t shown;
	bool again, due;

	pm_pause_memory(m, &memory);
	shown = shown_from(c, &memory, now);
	due = memory.refresh && memory.refresh <= now;
	again = due || (requests == PM_TX_PAUSE && (rule == RULE_XOFF_REFRESH || rule == RULE_PAUSE_HOLDOFF));
	if (requests == PM_TX_PAUSE && (requests != c->requests || memory.request_since != c->request_since))
		moment(c, memory.request_xoff >= memory.request_xon ? MOMENT_WANT_XOFF : MOMENT_WANT_XON, shown);
	if (requests == PM_TX_PFC && requests != c->requests)
		moment(c, MOMENT_WANT_PFC, shown);
	if (again && !c->again)
		moment(c, MOMENT_REFRESH, due ? memory.refresh : shown);
	c->again = again;
	c->requests = requests;
	c->request_since = memory.request_since;
}

/* ---- events ---- */

/* Events that are a moment by themselves, each with that moment. */
static const struct {
	bool simple;
	enum coverage_moment moment;
} simple_events[EVENT_KIND_COUNT] = {
	[EVENT_RESET] = { true, MOMENT_RESET },           [EVENT_RX_RUN] = { true, MOMENT_RX_START },
	[EVENT_PAUSE_REQ] = { true, MOMENT_PIN },         [EVENT_PFC_REQ] = { true, MOMENT_PIN },
	[EVENT_HOST_OFFER] = { true, MOMENT_OFFER },      [EVENT_HOST_TAKEN] = { true, MOMENT_TAKEN },
	[EVENT_HOST_START] = { true, MOMENT_HOST_START }, [EVENT_HOST_FRAME] = { true, MOMENT_HOST_END },
};

static void look_at_event(struct coverage *c, const struct pm_model *m, const struct event *event)
{
	uint64_t time = event->cycle + event->lane;

	if (simple_events[event->kind].simple)
		moment(c, simple_events[event->kind].moment, time);
	switch ((enum event_kind)event->kind) {
	case EVENT_RESET:
		c->reset_until = event->cycle + event->value;
		c->in_reset = true;
		c->rx_ended = c->tx_ended = false;
		c->partner_until = 0;
		break;
	case EVENT_REG_WRITE:
	case EVENT_REG_READ:
		look_at_register(c, m, event);
		break;
	case EVENT_TX_START:
		look_at_tx_start(c, m, time);
		break;
	case EVENT_TX_END:
		look_at_tx_end(c, m, time);
		break;
	case EVENT_COL:
		if (event->value)
			moment(c, MOMENT_COLLISION, time);
		break;
	case EVENT_CRS:
		moment(c, event->value ? MOMENT_CARRIER : MOMENT_CARRIER_OVER, time);
		break;
	default:
		break;
	}
}

/* Called in each clock that the golden model visits, after its events. */
static void watch(void *context, uint64_t cycle, const struct pm_view *view)
{
	struct coverage *c = context;
	const struct pm_model *m = scoreboard_model(c->scoreboard);
	const struct pm_tx_frame *frame = pm_tx_frame(m);
	bool fault = pm_link_fault(m);
	size_t left = 0;

	if (!c->known)
		c->level = view->level;
	c->known = true;
	if (view->rx)
		look_at_rx(c, m, view->rx);
	for (size_t i = 0; i < c->waits; i++)
		if (c->waiting[i].cycle <= cycle)
			look_at_event(c, m, &c->waiting[i]);
		else
			c->waiting[left++] = c->waiting[i];
	c->waits = left;
	if (c->in_reset && cycle >= c->reset_until) {
		moment(c, MOMENT_RESET_OVER, c->reset_until);
		c->in_reset = false;
	}
	if (frame && frame->kind == PM_TX_DATA)
		c->host_octets = frame->host_octets;
	look_at_accesses(c, m, cycle);
	look_at_pauses(c, m, view, cycle);
	look_at_level(c, m, view, cycle);
	look_at_requests(c, m, view, cycle);
	if (view->tx_record_valid)
		moment(c, MOMENT_TX_COUNTED, cycle);
	if (fault != c->fault)
		moment(c, fault ? MOMENT_FAULT : MOMENT_FAULT_OVER, cycle);
	c->fault = fault;
}

struct coverage *coverage_new(const struct dut *dut, struct scoreboard *scoreboard, struct coverage_moments *moments)
{
	struct coverage *c = calloc(1, sizeof(*c));

	if (c && scoreboard_cover(scoreboard)) {
		free(c);
		return NULL;
	}
	if (!c)
		return NULL;
	c->dut = dut;
	c->scoreboard = scoreboard;
	c->page = dut_page(dut);
	c->step = dut_step(dut);
	c->moments = moments;
	c->pause_last = PM_NEVER;
	scoreboard_recalls(scoreboard);
	scoreboard_watch(scoreboard, PM_NEVER, watch, c);
	return c;
}

void coverage_free(struct coverage *c)
{
	if (c)
		free(c->waiting);
	free(c);
}

/* Returns true for the events that look_at_event() looks at. */
static bool matters(enum event_kind kind)
{
	return simple_events[kind].simple || kind == EVENT_REG_WRITE || kind == EVENT_REG_READ || kind == EVENT_TX_START ||
	       kind == EVENT_TX_END || kind == EVENT_COL || kind == EVENT_CRS;
}

static int grow(struct coverage *c)
{
	size_t room = c->room ? 2 * c->room : 256;
	struct event *waiting = realloc(c->waiting, room * sizeof(*waiting));

	if (!waiting)
		return -ENOMEM;
	c->waiting = waiting;
	c->room = room;
	return 0;
}

void coverage_events(struct coverage *c, const struct event *events, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!matters(events[i].kind))
			continue;
		if (c->waits == c->room && grow(c))
			c->lost = true;
		else
			c->waiting[c->waits++] = events[i];
	}
}

int coverage_finish(const struct coverage *c, struct coverage_reached *ret)
{
	*ret = c->reached;
	ret->rules = *scoreboard_cover_counts(c->scoreboard);
	return c->lost ? -ENOMEM : 0;
}
