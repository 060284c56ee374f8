/* SPDX-License-Identifier: Apache-2.0 */
/* Notes what happens in a run: the events of drivers and monitors, and the states of the golden model. */
#include "story_parts.h"

#include "base/lanes.h"
#include "base/run_frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct story *story_new(void)
{
	void *room = mmap(NULL, sizeof(struct story), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return room == MAP_FAILED ? NULL : room;
}

void story_free(struct story *story)
{
	if (story)
		munmap(story, sizeof(*story));
}

/* Returns a new note of KIND at TIME. When all places are taken, the last one is used again. */
static struct story_note *note(struct story *story, enum story_kind kind, uint64_t time)
{
	struct story_note *ret = &story->note[story->count];

	if (story->count + 1 < STORY_NOTES_MAX)
		story->count++;
	else
		story->left_out++;
	memset(ret, 0, sizeof(*ret));
	ret->kind = (uint8_t)kind;
	ret->time = ret->end = time;
	return ret;
}

static void note_value(struct story *story, enum story_kind kind, uint64_t time, uint64_t value)
{
	note(story, kind, time)->value = value;
}

/* ---- the golden model ---- */

static void note_xoff(struct story *story, enum story_kind kind, uint64_t cycle, const struct pm_view *view)
{
	const struct pm_model *m = scoreboard_model(story->scoreboard);
	struct story_note *n = note(story, kind, cycle);
	struct pm_pause_memory memory;
	struct pm_past past;

	pm_pause_memory(m, &memory);
	pm_past(m, &past);
	n->value = view->xoff;
	n->reason = (struct story_reason){
		.software = past.held_by_software,
		.rule = (uint16_t)past.fall_rule,
		.quanta = memory.quanta,
		.last = view->xoff                          ? memory.load_last
		      : past.fall_rule == RULE_PAUSE_EXPIRY ? PM_NEVER
		                                            : memory.fall_cause,
		.until = view->xoff && view->timer ? cycle + view->timer : PM_NEVER,
	};
}

static void watch_xoff(struct story *story, uint64_t cycle, const struct pm_view *view)
{
	struct pm_pause_memory memory;

	if (!view->xoff && !story->xoff)
		return;
	pm_pause_memory(scoreboard_model(story->scoreboard), &memory);
	if (view->xoff != story->xoff)
		note_xoff(story, STORY_XOFF_EXPECTED, cycle, view);
	else if (memory.load_cycle != story->load_cycle)
		note_xoff(story, STORY_LOADED, cycle, view);
	story->load_cycle = memory.load_cycle;
	story->xoff = view->xoff;
}

static void watch_level(struct story *story, uint64_t cycle, const struct pm_view *view)
{
	struct pm_past past;

	if (!story->known || view->level != story->level)
		note_value(story, STORY_LEVEL_EXPECTED, cycle, view->level);
	story->level = view->level;
	pm_past(scoreboard_model(story->scoreboard), &past);
	if (!story->known || past.low_mark != story->low || past.high_mark != story->high) {
		struct story_note *n = note(story, STORY_MARKS, cycle);
		n->marks.low = story->low = past.low_mark;
		n->marks.high = story->high = past.high_mark;
	}
}

/* Notes a control frame that is due, and was not at the model's last visit. */
static void watch_due(struct story *story, uint64_t cycle, const struct pm_start *start)
{
	struct story_note *n;

	if (start->kind == PM_TX_NONE || start->kind == PM_TX_DATA || start->since == story->due_since)
		return;
	story->due_since = start->since;
	n = note(story, STORY_DUE, start->since < cycle ? start->since : cycle);
	n->due = (struct story_due){
		.what = (uint8_t)start->kind, .quanta = start->quanta, .cycle = start->due, .rule = (uint16_t)start->rule
	};
}

/* Adds what the model says of a frame to its note; frames end in the order of their notes. */
static void watch_received(struct story *story, const struct pm_rx_frame *rx)
{
	for (size_t i = story->count; i-- > 0;) {
		struct story_note *n = &story->note[i];
		if (n->kind != STORY_IN || !story_ends_at(story, n, rx->last))
			continue;
		n->verdict = (struct story_verdict){
			.known = true,
			.ignored = rx->ignored,
			.pause = rx->pause,
			.delivered = rx->delivered,
			.discarded = rx->discarded,
			.not_pause = (uint16_t)rx->not_pause,
			.not_obeyed = (uint16_t)rx->not_obeyed,
			.refused = (uint16_t)rx->refused,
		};
		return;
	}
}

/* Called in each visited cycle; in all others only timers change. */
static void watch(void *context, uint64_t cycle, const struct pm_view *view)
{
	struct story *story = context;
	const struct pm_model *m = scoreboard_model(story->scoreboard);
	bool fault = pm_link_fault(m);

	watch_xoff(story, cycle, view);
	watch_level(story, cycle, view);
	watch_due(story, cycle, &view->start);
	if (view->rx)
		watch_received(story, view->rx);
	if (view->pfc_xoff != story->pfc_xoff)
		note_value(story, STORY_PFC_EXPECTED, cycle, view->pfc_xoff);
	if (fault != story->fault)
		note_value(story, STORY_FAULT, cycle, fault);
	story->pfc_xoff = view->pfc_xoff;
	story->fault = fault;
	story->known = true;
}

/* ---- events ---- */

/* A run of a wire. */
struct wire {
	struct story *story;
	enum story_kind kind;
	uint64_t time;
	uint32_t frames;
	bool error;
};

static void on_frame(void *context, const struct run_frame *frame)
{
	struct wire *wire = context;
	struct story_note *n = note(wire->story, wire->kind, wire->time + frame->from);

	n->end = wire->time + frame->to;
	n->number = wire->kind == STORY_IN ? ++wire->story->in : ++wire->story->out;
	story_frame_read(&n->frame, frame->octets, frame->len, true);
	n->frame.code_error = wire->error;
	wire->frames++;
}

/* Returns true if a code error is within the run; XGMII: if there is a control code besides the first and the last one. */
static bool run_errs(const struct event *event)
{
	return event->code && event->kind == EVENT_RX_RUN ? event->codes > 2 : event->error_at >= 0 || event->error;
}

static void note_run(struct story *story, const struct event *event, enum story_kind kind, uint64_t start)
{
	struct wire wire = { story, kind, start, 0, run_errs(event) };

	run_frames(story->dut.phy == PHY_MII, event->octets, event->len, event->code, event->codes, on_frame, &wire);
	if (!wire.frames && event->len) {
		struct story_note *n = note(story, kind == STORY_IN ? STORY_NO_FRAME_IN : STORY_NO_FRAME_OUT, start);
		n->end = start + event->len;
		n->value = event->len;
		n->error = event->code && event->codes && event->octets[event->code[0]] == XGMII_SEQUENCE; /* a fault sequence */
	}
}

static void note_host_frame(struct story *story, enum story_kind kind, const struct event *event, bool fcs)
{
	struct story_note *n = note(story, kind, event->cycle);

	story_frame_read(&n->frame, event->octets, event->len, fcs);
	n->error = event->value;
}

static void note_access(struct story *story, enum story_kind kind, const struct event *event)
{
	struct story_note *n = note(story, kind, event->cycle);

	n->address = event->address;
	n->value = event->value;
	n->strobe = event->strobe;
	n->error = event->error;
}

/* Notes that the run is over within a frame. */
static void note_open(struct story *story, uint64_t cycle)
{
	struct story_note *n;

	if (story->tx_start == PM_NEVER)
		return;
	n = note(story, STORY_OUT, story->tx_start);
	n->end = cycle;
	n->number = ++story->out;
	n->frame.open = true;
}

/* Events that need nothing but their value for a note, each with the kind of that note. */
static const struct {
	bool simple;
	enum story_kind kind;
} simple_kinds[EVENT_KIND_COUNT] = {
	[EVENT_RESET] = { true, STORY_RESET },
	[EVENT_RX_STOP] = { true, STORY_RX_STOP },
	[EVENT_RX_RESET] = { true, STORY_RX_RESET },
	[EVENT_HOST_READY] = { true, STORY_READY },
	[EVENT_PAUSE_REQ] = { true, STORY_PAUSE_REQUEST },
	[EVENT_PFC_REQ] = { true, STORY_PFC_REQUEST },
	[EVENT_LINK] = { true, STORY_SPEED },
	[EVENT_COL] = { true, STORY_COLLISION },
	[EVENT_CRS] = { true, STORY_CARRIER },
	[EVENT_OBS_XOFF] = { true, STORY_XOFF_ACTUAL },
	[EVENT_OBS_LEVEL] = { true, STORY_LEVEL_ACTUAL },
	[EVENT_PFC_XOFF] = { true, STORY_PFC_ACTUAL },
	[EVENT_TX_SIGNAL] = { true, STORY_SIGNAL },
};

static void on_event(struct story *story, const struct event *event)
{
	uint64_t time = event->cycle + event->lane;

	if (simple_kinds[event->kind].simple) {
		note_value(story, simple_kinds[event->kind].kind, time, event->value);
		return;
	}
	switch (event->kind) {
	case EVENT_RX_RUN:
		note_run(story, event, STORY_IN, time);
		break;
	case EVENT_RX_IDLE: {
		struct story_note *n = note(story, STORY_IDLE_IN, time);
		n->end = time + event->len;
		n->value = event->value;
		n->error = event->error;
		break;
	}
	case EVENT_TX_START:
		story->tx_start = time;
		break;
	case EVENT_TX_END:
		note_run(story, event, STORY_OUT, time - event->len);
		story->tx_start = PM_NEVER;
		break;
	case EVENT_TX_OPEN:
		note_open(story, event->cycle);
		break;
	case EVENT_HOST_OFFER:
		note_host_frame(story, STORY_OFFER, event, false);
		break;
	case EVENT_HOST_FRAME:
		note_host_frame(story, STORY_HOST, event, false);
		break;
	case EVENT_REG_WRITE:
		note_access(story, STORY_WRITE, event);
		break;
	case EVENT_REG_READ:
		note_access(story, STORY_READ, event);
		break;
	default:
		break;
	}
}

void story_begin(struct story *story, const struct dut *dut, const char *name, bool black_box, struct scoreboard *scoreboard)
{
	memset(story, 0, offsetof(struct story, note));
	story->dut = *dut;
	snprintf(story->dut_name, sizeof(story->dut_name), "%s", dut->name);
	snprintf(story->model, sizeof(story->model), "%s", dut->model);
	snprintf(story->name, sizeof(story->name), "%s", name);
	story->black_box = black_box || !(dut->capabilities & CAP_OBS);
	story->step = dut_step(dut);
	story->scoreboard = scoreboard;
	story->tx_start = story->due_since = PM_NEVER;
	scoreboard_watch(scoreboard, PM_NEVER, watch, story);
}

void story_events(struct story *story, const struct event *events, size_t count)
{
	for (size_t i = 0; i < count; i++)
		on_event(story, &events[i]);
}

void story_end(struct story *story, uint64_t cycles)
{
	story->cycles = cycles;
	story->scoreboard = NULL;
}
