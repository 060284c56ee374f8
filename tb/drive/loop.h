/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loops with their drivers and monitors: from items to pins and from pins to events. */
#ifndef PAUSEBENCH_LOOP_H
#define PAUSEBENCH_LOOP_H
#include "base/atomics.h"
#include "base/dut.h"
#include "base/event.h"
#include "part/phy.h"
#include "seam/seam.h"
#include "stimulus/negotiate.h"
#include "stimulus/resolved.h"
#include "stimulus/sequencer.h"

enum {
	LOOP_EVENTS = 8192,
	LOOP_FRAME_MAX = 66000,
	LOOP_ARENA = 262144,
	LOOP_LIVE_CYCLES = 8,
	LOOP_MOMENT_CYCLES = 1000000 /* for a moment without a bound of its own */
};

/* Octets that events point to until the next flush; captures grow at the end. XGMII wires: which are control codes, as offsets in their
 * runs; those of the newest run from .code_start on. */
struct arena {
	uint8_t *octets;
	uint32_t *code;
	uint32_t used, codes, code_start;
};

/* Where batches of events go. Octets are valid during the call. */
typedef void loop_sink(void *context, const struct event *events, size_t count);

/* Asked when all events before CYCLE, an octet time, were handed on. loop_owes: true if the DUT took a frame from the host that is not on the wire.
 * loop_awaits: the octet time up to which something is due, so that the run must go on; 0: nothing is due. */
typedef bool loop_owes(void *context, uint64_t cycle);
typedef uint64_t loop_awaits(void *context, uint64_t cycle);

struct loop;
/* A run whose frames and accesses come from outside while it goes on, instead of from a stimulus (which is empty then); the receive pins
 * belong to ops->cycle(), which calls loop_rx_octet() or loop_rx_lanes() with what they carry. */
struct loop_live {
	void *context;
	/* At every horizon, at most LOOP_LIVE_CYCLES clocks apart. May set host_stopped and call loop_pause_req(); false ends the run. */
	bool (*poll)(void *context, struct loop *l);
	/* The next frame to send (ITEM_TX_FRAME) or register access, or NULL; valid until the next one is taken from the channel. */
	const struct item *(*take)(void *context, enum channel channel);
	/* The access is over: what was read, pslverr. */
	void (*accessed)(void *context, uint64_t value, bool error);
	/* EVENT_HOST_FRAME, at once. */
	void (*delivered)(void *context, const struct event *frame);
};

/* Why a frame of the host is not taken. */
struct loop_hold {
	const char *why; /* NULL: not known */
	bool for_good;   /* only an item ends it */
};
/* The wait in which a limit ended the run, in words for a finding. */
struct loop_wait {
	char where[64], why[96];
	char since[128];      /* what the MAC has not done since a reset, as a sentence; "": it did, or there was no reset */
	uint64_t since_cycle; /* in which that reset began; 0: none */
};

struct loop_wires;
struct loop_ahead;
struct loop_awaited;
struct loop {
	/* set by the caller of loop_run() */
	const struct seam_ops *ops;
	struct seam *seam;
	struct sequencer seq;
	bool monitor;        /* false: drive only, no events */
	uint32_t host_chunk; /* octets between two HOST_MBUF events, 0: none */
	loop_sink *sink;
	void *sink_context;
	struct loop_hold (*holds)(void *sink_context); /* by the events that were handed on; may be NULL */
	loop_owes *owes;                               /* of sink_context; NULL: nobody knows */
	loop_awaits *awaits;
	bool (*enough)(
	    void *sink_context);      /* ends the run, as .stop does, when it returns true; asked now and then; may be NULL */
	const struct loop_live *live; /* NULL: the stimulus of .seq */
	uint16_t mbps;                /* MII: the PHY's speed at power-up, 0: the highest of the DUT */
	uint64_t max_cycles;
	double max_seconds;
	const atomic_bool *stop;
	uint64_t trace_from, trace_to; /* waves, if trace_path */
	const char *trace_path;
	const struct seam_changes *trace_expected; /* what they show beside the DUT, or NULL */
	const struct resolved *known;              /* moments of the same run, done earlier, or NULL */
	struct resolved *resolved;                 /* where moments are noted, or NULL */

	/* results */
	uint64_t cycle;
	bool timed_out, stopped, apb_hung, ended; /* ended: by the RTL, .pins->end */
	bool interrupted;                         /* stopped by *.stop; there is no EVENT_END then */
	bool stuck;                               /* what the run waits for cannot come any more; .timed_out */
	struct loop_wait wait;                    /* .timed_out */
	const struct item *missed; /* the first wait whose moment had to come and did not, from .missed_cycle on, or NULL */
	uint64_t missed_cycle;
	bool unresolved; /* a moment of .known did not come when it says */
	int error;       /* negative errno of the environment */
	double cpu_seconds;

	/* cycles are clocks of the DUT, events in octet times (MII: clocks) */
	const struct dut *dut;
	const struct loop_wires *wires;
	const struct seam_pins *pins;
	unsigned step;

	/* drivers */
	const struct item *rx_item; /* on the wire (GMII, MII) or waiting for its start */
	uint64_t rx_next;           /* GMII, MII: cycle, XGMII: octet time of its start */
	uint64_t rx_last_end;       /* GMII: cycle after the last run, XGMII: octet time from which the next gap counts */
	struct arena rx_arena;
	struct {
		uint32_t left, er_from, er_to, len; /* clocks; offsets within the run */
		const uint8_t *octet;               /* MII at 10 and 100: nibble; of an ITEM_RX_IDLE that of each clock */
		uint16_t flags;                     /* SEAM_RX_DV of a run, SEAM_RX_ER of an ITEM_RX_IDLE with an error */
		bool after_idle;                    /* what came last on the wire was an ITEM_RX_IDLE */
		const struct item *rest;            /* what the wire carries without a run; NULL: 0 */
	} rx_gmii;
	struct { /* what the PHY does */
		uint16_t mbps;
		uint8_t clocks; /* per octet */
		bool half;
	} link;
	struct {
		uint64_t tx_end;                     /* first cycle without tx_en */
		uint64_t col_from, col_until;        /* windows of the stimulus: collision, */
		uint64_t crs_until;                  /* carrier from its item on, */
		uint64_t after_from, after_until;    /* carrier after a transmission */
		uint32_t collisions, carriers;       /* issued, for transmissions to come */
		uint32_t collision_used;             /* transmissions that the next entry has had */
		size_t collision_next, carrier_next; /* items of the stimulus */
		const struct item *after;            /* carrier after the transmission under way */
	} mii;
	struct {
		const uint64_t *data; /* words of the run on the wire, in rx_arena */
		uint8_t *control;     /* their control bits */
		uint32_t pos;
		uint64_t until; /* cycle after the last word */
		uint64_t end;   /* octet time after the last lane */
	} rx_xgmii;
	struct { /* live: the run on the receive wire */
		bool open;
		size_t event;
		uint32_t start; /* in rx_arena */
	} rx_live;
	const struct item *send_item;
	uint64_t send_at;           /* when the offer (or the rest after a stall) begins */
	const uint8_t *send_octets; /* of the item, or in send_arena with an FCS */
	uint32_t send_len, send_pos, send_stop;
	uint16_t send_last; /* SEAM_SEND_... of the last octet */
	struct arena send_arena;
	bool send_active, send_stalled;
	bool send_unasked;               /* a frame was taken since .owes() said no */
	uint64_t await_until, await_end; /* the end of the run waits for what is due; at the longest */
	uint64_t send_moved;             /* the host's last octet before a pause or the end of a frame was taken */
	uint64_t send_free;              /* first cycle in which the next frame may be offered */
	const struct item *reg_item;
	bool driving; /* a negotiation has the channel */
	struct negotiation negotiation;
	struct item access; /* of the negotiation */
	bool access_waits;
	uint64_t reg_wake; /* for this cycle */
	unsigned reg_phase;
	uint64_t reg_started;
	uint64_t
	    other_access; /* without an access, the bus is in one of another completer, behind its setup from this cycle on */
	uint8_t other_turns[(UINT16_MAX + 1) / 8]; /* a bit for each address: it was a write the last time */
	size_t reg_event;
	bool host_stopped, host_ready;
	bool host_takes;     /* a word that the DUT shows is taken */
	uint8_t host_manner; /* enum dut_host_ready */
	uint32_t host_on, host_off;
	uint64_t host_toggle;
	uint64_t reset_begin, reset_end;
	uint64_t seen; /* kinds of events since the newest reset was over, a bit each */
	struct phy phy;
	bool mdio_level, mdio_next;
	uint64_t mdio_at; /* the wire has .mdio_next from that cycle on */

	/* monitors */
	struct event *events;
	size_t event_count, event_max;
	uint64_t flush_at; /* live */
	struct arena tx_arena, host_arena;
	bool in_tx, in_host, host_held;
	uint32_t tx_start, tx_len, tx_errors, host_start, host_len, host_bubbles;
	int32_t tx_error_at;
	uint8_t tx_signal;
	bool tx_cuts, in_rest; /* XGMII: a link fault may cut a frame; octets without a /S/ are on the wire: */
	uint32_t rest_len, rest_crc;
	uint16_t host_word;
	uint64_t host_data;
	uint64_t side;
	uint64_t last_activity;
	struct loop_awaited *awaited; /* loop_resolved.c; NULL: no moment was taken from .known */
	struct loop_ahead *kept;      /* ahead_place.c: the state before a look ahead; NULL: there was none */
};

/* Simulates DUT, of which OPS is the seam, until the stimulus is done, a limit is reached or *stop. 0 or negative errno. */
int loop_run(struct loop *loop, const struct dut *dut);
/* Live, within ops->cycle() of CYCLE and before its outputs are seen: the receive wire of GMII and MII carries WORD (SEAM_RX_DV ...), that of
 * XGMII these lanes. Drives the pins and notes runs as EVENT_RX_RUN. */
void loop_rx_octet(struct loop *l, uint64_t cycle, uint16_t word);
void loop_rx_lanes(struct loop *l, uint64_t cycle, uint64_t data, uint8_t control);
/* Live, in poll(): the port pause_req takes VALUE. */
void loop_pause_req(struct loop *l, uint8_t value);
/* Bare cycles: reset, then constant inputs for CYCLES. Fills cpu_seconds. */
void loop_bare(struct loop *loop, uint64_t cycles);
#endif
