/* SPDX-License-Identifier: Apache-2.0 */
/* The functions by which the cycle loop (loop.c), the drivers and monitors, and the kinds of PHY (loop_gmii.c, loop_mii.c,
 * loop_xgmii.c) call each other. */
#ifndef PAUSEBENCH_LOOP_PARTS_H
#define PAUSEBENCH_LOOP_PARTS_H
#include "base/bounds.h"
#include "loop.h"

enum { FCS_OCTETS = 4 };
/* A run of more clocks or lanes is notified in parts. */
enum { LOOP_RUN_MAX = 2 * LOOP_FRAME_MAX };

/* A kind of PHY. All functions but .run_until are called at horizons only. */
struct loop_wires {
	/* Drives and monitors the cycles up to HORIZON, or to an earlier one in which something must be scheduled. */
	void (*run_until)(struct loop *l, uint64_t horizon);
	/* Takes over the outputs that the DUT has after power-up. */
	void (*power_up)(struct loop *l);
	/* Begins and ends runs of the receive wire. */
	void (*rx_schedule)(struct loop *l);
	bool (*rx_idle)(const struct loop *l);
	/* Returns HORIZON, or the earlier cycle in which the receive wire (at MII also carrier or collision) must be scheduled. */
	uint64_t (*rx_horizon)(const struct loop *l, uint64_t horizon);
	/* All events were handed on: the octets of runs on the wire may be moved. */
	void (*rx_keep)(struct loop *l);
	/* send_word(): drives the host's word at send_pos. The function after it drives none. */
	void (*send_word)(struct loop *l);
	void (*send_none)(struct loop *l);
	/* Returns the offset at which the host really stalls for the stall_at of an item; 0: it does not. */
	uint32_t (*stall_at)(const struct item_frame *frame);
	/* Drives the inputs that only this kind of PHY has. .other_due: true if one must be driven in the next cycle. */
	void (*other_schedule)(struct loop *l);
	bool (*other_due)(const struct loop *l);
	/* Carries out an ITEM_PAUSE_REQ or ITEM_PFC_REQ. */
	void (*request)(struct loop *l, const struct item *item);
	/* Carries out an ITEM_LINK, ITEM_COLLISION or ITEM_CARRIER; NULL: the PHY has no such wires. */
	void (*wire_item)(struct loop *l, const struct item *item);
	/* Of a MAC with several clocks, in place of .run_until. ..._sampled() is called before a clock of that side rises, and samples what belongs to it; of
	 * the transmit wire it returns true if something must be scheduled. ..._drive() comes behind it, and drives that side from this edge on; .tx_drive may
	 * be NULL. */
	void (*rx_sampled)(struct loop *l);
	void (*host_sampled)(struct loop *l);
	bool (*tx_sampled)(struct loop *l);
	void (*rx_drive)(struct loop *l);
	void (*tx_drive)(struct loop *l);
	bool codes;    /* octets of the wires may be control codes */
	bool host_fcs; /* the host may hand over a frame with its FCS */
};

extern const struct loop_wires loop_gmii, loop_mii, loop_xgmii;

/* loop_emit() for a full batch: hands the batch on; if that is not possible, the newest event is lost. */
struct event *loop_emit_full(struct loop *l, uint64_t cycle, enum event_kind kind, uint64_t value);
/* For a look ahead, within schedule(): runs the rest of the open cycle and the cycles after it, until *OVER is set or END. Items
 * that are queued go on, and no more items are issued. Events are handed on at each horizon. */
void loop_go_on(struct loop *l, uint64_t end, const bool *over);
/* Fills in the cycle of the moment that ITEM waits for, if no more items are issued; LOOP_NO_MOMENT: the moment does not come
 * within the bound of ITEM. Returns 0 or negative errno. */
#define LOOP_NO_MOMENT UINT64_MAX
int loop_look_ahead(struct loop *l, const struct item *item, uint64_t *ret_cycle);
/* loop_resolved.c: does the same by an earlier run, l->known, if that has the moment, and notes the moment in l->resolved. If
 * l->awaited is not NULL, the loop must pass all events to resolved_events(), and call resolved_end() at the end of the run. */
int loop_resolve(struct loop *l, const struct item *item, uint64_t *ret_cycle);
void resolved_events(struct loop *l, const struct event *events, size_t count);
void resolved_end(struct loop *l);
void resolved_release(struct loop *l);
/* A look ahead for the moment of .item, over .clocks clocks. .held: the state for which the item waits held before, so that the
 * open cycle is the moment unless the state ends there. */
struct ahead {
	const struct item *item;
	uint32_t clocks;
	bool held;
};
/* loop_ahead.c: runs ahead, and returns the cycle of the moment, or LOOP_NO_MOMENT. The loop and the simulation then are in the
 * clock in which it stopped. */
uint64_t ahead_run(struct loop *l, const struct ahead *ahead);
/* These two run ahead and leave everything as it was: ahead_place.c, if ops->ahead_begin is not NULL, and ahead_copy.c. They
 * return 0 or negative errno. */
int ahead_in_place(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle);
int ahead_in_copy(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle);
void ahead_release(struct loop *l);
/* Hands the batch on, up to an unfinished register read or receive run. */
void loop_flush(struct loop *l);
/* Returns why the DUT does not take the frame that the host offers. */
struct loop_hold loop_holds(struct loop *l);
/* Returns true if the present wait has no bound and cannot end any more. */
bool loop_stuck(struct loop *l);
/* Returns true if nothing has moved for about CYCLES cycles although the host offers a frame, and no known reason holds the
 * frame. */
bool loop_refused(struct loop *l, uint64_t cycles);
void loop_waits_for(struct loop *l, struct loop_wait *ret);
/* Live: loop_run_begin(): a run of the receive wire begins in CYCLE; its octets follow in rx_arena. loop_run_end(): the run ends,
 * so that events after it may be handed on. */
void loop_run_begin(struct loop *l, uint64_t cycle, unsigned lane);
void loop_run_end(struct loop *l);
/* To be called after each clock while reg_phase is not 0. In the setup cycle of a read it puts the read among the events; in the
 * access cycle it ends the access. */
void loop_register_monitor(struct loop *l);
/* To be called when send_pos has reached send_stop: the host pauses within the frame, or the frame is over. */
void loop_send_boundary(struct loop *l);
/* Keeps the octets from FROM on and the control codes from CODE on, and moves them to the front. */
void arena_keep(struct arena *arena, uint32_t from, uint32_t code);
/* Returns the FCS of the item; *RET_RIGHT is the right one. First octet in bits 7:0. */
uint32_t loop_fcs(const struct item_frame *frame, uint32_t *ret_right);

/* batch.c: at a horizon, hands the batch on if a buffer is nearly full. */
void loop_batch_schedule(struct loop *l);
int loop_buffers_init(struct loop *l);
void loop_buffers_release(struct loop *l);

/* loop_clocks.c: power-up of a MAC with several clocks, of which the reset lasts to reset_end; and how long it must last. */
void clocks_power_up(struct loop *l);
/* As .run_until of struct loop_wires. */
void clocks_run_until(struct loop *l, uint64_t horizon);
/* A reset begins: draws in which order those of the clocks end. */
void clocks_reset(struct loop *l);
uint32_t clocks_reset_cycles(const struct loop *l);
/* Returns for how many cycles after it nothing is driven. */
uint32_t clocks_rest_cycles(const struct loop *l);
/* The receive clock is to stop for CYCLES. clocks_stopped(): it has, or is about to. */
void clocks_stop_rx(struct loop *l, uint32_t cycles);
bool clocks_stopped(const struct loop *l);
/* The receive clock alone is reset for CYCLES. clocks_receiver_idle(): it may be. */
void clocks_reset_rx(struct loop *l, uint32_t cycles);
bool clocks_receiver_idle(const struct loop *l);
/* Returns true if the item that the channel of registers would begin has to wait, for a receive clock that has stopped within a run, or for its reset. */
bool clocks_hold_access(const struct loop *l);
/* A register was written now. */
void clocks_written(struct loop *l);
/* driver_octets.c and driver_host.c, with several clocks: the MAC samples now what was driven before. */
void octets_rx_sampled(struct loop *l);
void loop_send_sampled(struct loop *l);
void loop_host_sampled(struct loop *l);

/* driver_host.c and driver_reg.c, to be called at a horizon. ..._schedule() does what is due in the open cycle; ..._reset()
 * begins a reset. */
void loop_send_schedule(struct loop *l);
void loop_send_reset(struct loop *l);
void loop_host_schedule(struct loop *l);
void loop_reg_schedule(struct loop *l);
void loop_reg_advance(struct loop *l);
void loop_reg_none(struct loop *l);

/* Returns a new event of CYCLE, a clock. The pointer is valid until the next event. */
static inline struct event *loop_emit(struct loop *l, uint64_t cycle, enum event_kind kind, uint64_t value)
{
	struct event *event;

	if (l->event_count == l->event_max)
		return loop_emit_full(l, cycle, kind, value);
	l->seen |= (uint64_t)(cycle >= l->reset_end) << kind;
	event = &l->events[l->event_count++];
	*event = (struct event){ .cycle = cycle * l->step, .kind = (uint8_t)kind, .value = value, .error_at = -1 };
	__builtin_prefetch(event + 2); /* for the reason that CAPTURE_AHEAD in loop_xgmii.c has */
	return event;
}

static inline bool loop_has_clocks(const struct loop *l)
{
	return l->ops->edges;
}

/* Returns the clocks of a domain since power-up: with one clock, the cycle. */
static inline uint64_t loop_now(const struct loop *l, enum clock_domain domain)
{
	return loop_has_clocks(l) ? l->clocks.count[domain] : l->cycle;
}

/* Returns the cycle of an input that the MAC samples now. */
static inline uint64_t loop_sampled(const struct loop *l)
{
	return loop_has_clocks(l) ? l->clocks.sampled : l->cycle;
}

/* A reset goes on, or the MAC is left alone after it. */
static inline bool loop_rests(const struct loop *l)
{
	return l->cycle < (loop_has_clocks(l) ? l->clocks.open : l->reset_end);
}

/* Returns true if the stimulus waits for something that makes no horizon when it ends (as the end of a receive run or of an
 * access does). */
static inline bool loop_polls(const struct loop *l)
{
	return l->seq.waiting && l->seq.wait != WAIT_RX && l->seq.wait != WAIT_REG;
}

/* Begins a run; its octets and control codes follow. */
static inline void arena_begin(struct arena *arena)
{
	arena->code_start = arena->codes;
}

/* Marks the octet at offset AT of the newest run as a control code. Offsets must ascend. */
static inline void arena_code(struct arena *arena, uint32_t at)
{
	arena->code[arena->codes++] = at;
}

/* The newest run is over, and EVENT is about it: gives EVENT the control codes of the run, on XGMII wires. */
static inline void arena_codes(const struct arena *arena, struct event *event)
{
	event->code = arena->code ? arena->code + arena->code_start : NULL;
	event->codes = arena->codes - arena->code_start;
}

/* Prefetches octets that are needed soon, since a stimulus is larger than the caches. It takes four cache lines at once, since a
 * loop over them would be hard to predict for the processor. */
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
#endif
