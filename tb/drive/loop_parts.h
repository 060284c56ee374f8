/* SPDX-License-Identifier: Apache-2.0 */
/* What the cycle loop (loop.c), the drivers and monitors, and the PHY kinds (loop_gmii.c, loop_mii.c, loop_xgmii.c) know of each other. */
#ifndef PAUSEBENCH_LOOP_PARTS_H
#define PAUSEBENCH_LOOP_PARTS_H
#include "loop.h"

enum { FCS_OCTETS = 4 };
/* Clocks or lanes of a run that are kept. */
enum { LOOP_RUN_MAX = 2 * LOOP_FRAME_MAX };

/* A PHY kind. All but .run_until are called at horizons only. */
struct loop_wires {
	/* Drives and monitors the cycles up to HORIZON, or to an earlier one in which something must be scheduled. */
	void (*run_until)(struct loop *l, uint64_t horizon);
	/* Outputs as they are after power-up. */
	void (*power_up)(struct loop *l);
	/* Begins and ends runs of the receive wire. */
	void (*rx_schedule)(struct loop *l);
	bool (*rx_idle)(const struct loop *l);
	/* HORIZON, or the earlier cycle in which the receive wire (MII: carrier and collision too) must be scheduled. */
	uint64_t (*rx_horizon)(const struct loop *l, uint64_t horizon);
	/* The octets of runs on the wire may move: all events were handed on. */
	void (*rx_keep)(struct loop *l);
	/* The host's word at send_pos on the pins; or none. */
	void (*send_word)(struct loop *l);
	void (*send_none)(struct loop *l);
	/* Where the host really stalls for an item's stall_at, 0: nowhere. */
	uint32_t (*stall_at)(const struct item_frame *frame);
	/* Drives the inputs that only this PHY kind has; .other_due: there is something to drive in the next cycle. */
	void (*other_schedule)(struct loop *l);
	bool (*other_due)(const struct loop *l);
	/* ITEM_PAUSE_REQ and ITEM_PFC_REQ. */
	void (*request)(struct loop *l, const struct item *item);
	/* ITEM_LINK, ITEM_COLLISION, ITEM_CARRIER; NULL: no such wires. */
	void (*wire_item)(struct loop *l, const struct item *item);
	bool codes;    /* octets of the wires may be control codes */
	bool host_fcs; /* the host may hand over a frame with its FCS */
};

extern const struct loop_wires loop_gmii, loop_mii, loop_xgmii;

/* loop_emit() with a full batch: hands it on; if that is not possible, the newest event is lost. */
struct event *loop_emit_full(struct loop *l, uint64_t cycle, enum event_kind kind, uint64_t value);
/* In a look ahead, within schedule(): runs the rest of the open cycle and the cycles after it, until *OVER or END. Queued items go on, no more items are
 * issued. Events are handed on at each horizon. */
void loop_go_on(struct loop *l, uint64_t end, const bool *over);
/* The cycle in which the moment comes that ITEM waits for, if no more items are issued; LOOP_NO_MOMENT: not within the bound of ITEM.
 * 0 or negative errno. */
#define LOOP_NO_MOMENT UINT64_MAX
int loop_look_ahead(struct loop *l, const struct item *item, uint64_t *ret_cycle);
/* loop_resolved.c: the same from an earlier run, l->known, if it has the moment; notes it in l->resolved. With l->awaited all events are to be passed to
 * resolved_events(). resolved_end() is to be called at the end of the run. */
int loop_resolve(struct loop *l, const struct item *item, uint64_t *ret_cycle);
void resolved_events(struct loop *l, const struct event *events, size_t count);
void resolved_end(struct loop *l);
void resolved_release(struct loop *l);
/* A look ahead: for the moment of .item, over so many .clocks. .held: the state that the item waits for held before, so that the open cycle is the moment
 * unless the state is left there. */
struct ahead {
	const struct item *item;
	uint32_t clocks;
	bool held;
};
/* loop_ahead.c: runs ahead and returns the cycle of the moment, or LOOP_NO_MOMENT. The state of the loop and of the simulation is then that of the clock in
 * which it stopped. */
uint64_t ahead_run(struct loop *l, const struct ahead *ahead);
/* The same, after which everything is as it was: ahead_place.c, where ops->ahead_begin is not NULL; ahead_copy.c. 0 or negative errno. */
int ahead_in_place(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle);
int ahead_in_copy(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle);
void ahead_release(struct loop *l);
/* Hands the batch on, up to an unfinished register read or receive run. */
void loop_flush(struct loop *l);
/* Returns why the frame that the host offers is not taken. */
struct loop_hold loop_holds(struct loop *l);
/* True if the wait has no bound and cannot end any more. */
bool loop_stuck(struct loop *l);
/* True if nothing has moved for CYCLES, or nearly, while the host offers a frame, and nothing that is known holds it. */
bool loop_refused(struct loop *l, uint64_t cycles);
void loop_waits_for(struct loop *l, struct loop_wait *ret);
/* Live: a run of the receive wire begins in CYCLE; its octets follow in rx_arena. The run ends; events after it may be handed on. */
void loop_run_begin(struct loop *l, uint64_t cycle, unsigned lane);
void loop_run_end(struct loop *l);
/* After the clock, while reg_phase: the setup cycle of a read takes its place among the events, the access cycle ends the access. */
void loop_register_monitor(struct loop *l);
/* send_pos reached send_stop: the host pauses inside the frame, or the frame is over. */
void loop_send_boundary(struct loop *l);
/* The octets from FROM on and the control codes from CODE on stay, and go to the front. */
void arena_keep(struct arena *arena, uint32_t from, uint32_t code);
/* Returns the FCS of the item; *RET_RIGHT is the right one. First octet in bits 7:0. */
uint32_t loop_fcs(const struct item_frame *frame, uint32_t *ret_right);

/* batch.c: at a horizon, hands the batch on if a buffer is nearly full. */
void loop_batch_schedule(struct loop *l);
int loop_buffers_init(struct loop *l);
void loop_buffers_release(struct loop *l);

/* driver_host.c, driver_reg.c: at a horizon, what is due in the open cycle; a reset begins; no access. */
void loop_send_schedule(struct loop *l);
void loop_send_reset(struct loop *l);
void loop_host_schedule(struct loop *l);
void loop_reg_schedule(struct loop *l);
void loop_reg_advance(struct loop *l);
void loop_reg_none(struct loop *l);

/* An event of CYCLE (a clock). It is valid until the next one. */
static inline struct event *loop_emit(struct loop *l, uint64_t cycle, enum event_kind kind, uint64_t value)
{
	struct event *event;

	if (l->event_count == l->event_max)
		return loop_emit_full(l, cycle, kind, value);
	l->seen |= (uint64_t)(cycle >= l->reset_end) << kind;
	event = &l->events[l->event_count++];
	*event = (struct event){ .cycle = cycle * l->step, .kind = (uint8_t)kind, .value = value, .error_at = -1 };
	__builtin_prefetch(event + 2); /* as CAPTURE_AHEAD in loop_xgmii.c */
	return event;
}

/* The stimulus waits for something whose end is no horizon of its own (the end of a receive run or of an access is one). */
static inline bool loop_polls(const struct loop *l)
{
	return l->seq.waiting && l->seq.wait != WAIT_RX && l->seq.wait != WAIT_REG;
}

/* A run begins: its octets and control codes follow. */
static inline void arena_begin(struct arena *arena)
{
	arena->code_start = arena->codes;
}

/* The octet at offset AT of the newest run is a control code. In ascending order. */
static inline void arena_code(struct arena *arena, uint32_t at)
{
	arena->code[arena->codes++] = at;
}

/* EVENT is of the newest run, which is over; XGMII wires: with these control codes. */
static inline void arena_codes(const struct arena *arena, struct event *event)
{
	event->code = arena->code ? arena->code + arena->code_start : NULL;
	event->codes = arena->codes - arena->code_start;
}

/* Octets that are needed soon: a stimulus is larger than the caches. Four lines at once: the end of the loop is hard to foresee. */
static inline void loop_prefetch(const uint8_t *octets, uint32_t len)
{
	enum { CACHE_LINE = 64 };

	for (const uint8_t *end = octets + len; octets < end; octets += 4 * CACHE_LINE) {
		__builtin_prefetch(octets);
		__builtin_prefetch(octets + CACHE_LINE);
		__builtin_prefetch(octets + 2 * CACHE_LINE);
		__builtin_prefetch(octets + 3 * CACHE_LINE);
	}
}

static inline const struct item *loop_take(struct loop *l, enum channel channel)
{
	return l->live ? l->live->take(l->live->context, channel) : sequencer_take(&l->seq, channel);
}

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}
#endif
