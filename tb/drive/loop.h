/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loops with their drivers and monitors: from items to pins and from pins to events. */
#ifndef PAUSEBENCH_LOOP_H
#define PAUSEBENCH_LOOP_H
#include "base/clocks.h"
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
	LOOP_MOMENT_CYCLES = 1000000 /* bound of a moment that has none of its own */
};

/* Octets to which events point until the next flush; captures grow at the end. For XGMII wires .code has which octets are control
 * codes, as offsets in their runs; those of the newest run are from .code_start on. */
struct arena {
	uint8_t *octets;
	uint32_t *code;
	uint32_t used, codes, code_start;
};

/* Takes a batch of events. Their octets are valid during the call. */
typedef void loop_sink(void *context, const struct event *events, size_t count);

/* The loop asks these two when all events before CYCLE, an octet time, were handed on. loop_owes: true if the DUT took a frame
 * from the host that is not on the wire yet. loop_awaits: the octet time up to which the DUT still has to do something, so that
 * the run must go on; 0: it has nothing to do. */
typedef bool loop_owes(void *context, uint64_t cycle);
typedef uint64_t loop_awaits(void *context, uint64_t cycle);

struct loop;
/* A live run: its frames and accesses come from outside while it goes on, and not from the stimulus, which is empty. ops->cycle()
 * drives the receive pins, and calls loop_rx_octet() or loop_rx_lanes() with what they carry. */
struct loop_live {
	void *context;
	/* Called at every horizon, at most LOOP_LIVE_CYCLES clocks apart. It may set host_stopped and call loop_pause_req().
	 * Returns false to end the run. */
	bool (*poll)(void *context, struct loop *l);
	/* Returns the next frame to send (ITEM_TX_FRAME) or the next register access, or NULL. It stays valid until the channel
	 * takes another one. */
	const struct item *(*take)(void *context, enum channel channel);
	/* Called when an access is over, with the value that was read, and pslverr. */
	void (*accessed)(void *context, uint64_t value, bool error);
	/* Called with each EVENT_HOST_FRAME, at once. */
	void (*delivered)(void *context, const struct event *frame);
};

/* Why the DUT does not take a frame of the host. */
struct loop_hold {
	const char *why; /* NULL: nobody knows */
	bool for_good;   /* only another item can end it */
};
/* The wait in which a limit ended the run, in words for a finding. */
struct loop_wait {
	char where[64], why[96];
	char since[128]; /* a sentence that says what the MAC has not done since a reset; "": it did, or there was no reset */
	uint64_t since_cycle; /* the cycle in which that reset began; 0: there was none */
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
	uint32_t host_chunk; /* octets between two HOST_MBUF events; 0: there are no such events */
	loop_sink *sink;
	void *sink_context;
	/* Returns why the DUT takes no frame, by the events handed on so far; may be NULL. */
	struct loop_hold (*holds)(void *sink_context);
	loop_owes *owes; /* called with sink_context; NULL: nobody knows */
	loop_awaits *awaits;
	bool (*enough)(void *sink_context); /* called now and then; if it returns true, the run ends as by .stop; may be NULL */
	const struct loop_live *live;       /* NULL: the run follows the stimulus of .seq */
	uint16_t mbps;                      /* MII: the PHY's speed at power-up, 0: the highest of the DUT */
	uint64_t max_cycles;
	double max_seconds;
	const atomic_bool *stop;
	uint64_t trace_from, trace_to; /* waves, if trace_path */
	const char *trace_path;
	const struct seam_changes *trace_expected; /* what the waves show beside the DUT, or NULL */
	const struct resolved *known;              /* moments that the same run had when it was done earlier, or NULL */
	struct resolved *resolved;                 /* where the loop notes moments, or NULL */

	/* results */
	uint64_t cycle;
	bool timed_out, stopped, apb_hung, ended; /* ended: by the RTL, .pins->end */
	bool interrupted;                         /* stopped by *.stop; there is no EVENT_END then */
	bool stuck;            /* the run waits for something that cannot come any more; .timed_out is set, too */
	struct loop_wait wait; /* with .timed_out: that wait */
	/* The first item whose moment had to come and did not, or NULL; it waited from .missed_cycle on. */
	const struct item *missed;
	uint64_t missed_cycle;
	bool unresolved; /* a moment did not come in the cycle that .known has */
	int error;       /* negative errno of the environment */
	double cpu_seconds;

	/* Here cycles are clocks of the DUT; times of events are octet times (MII: clocks). */
	const struct dut *dut;
	const struct loop_wires *wires;
	const struct seam_pins *pins;
	unsigned step;

	/* Of a MAC with several clocks; loop_clocks.c. */
	struct {
		struct clocks time;
		uint64_t count[CLOCK_DOMAINS]; /* clocks of each domain since power-up; the present one has not been sampled */
		uint64_t sampled;              /* the cycle of an input that is sampled at the present edges */
		unsigned due; /* clocks that have been sampled at the present edges, which have not been simulated */
		uint32_t late[CLOCK_DOMAINS]; /* the reset of a clock ends so many cycles behind reset_end */
		uint64_t open;                /* after a reset nothing is driven before this cycle */
		uint32_t stop_due;            /* the receive clock is to stop for so many cycles, as soon as it may */
		uint64_t stop_until;          /* the newest stop is over by then */
		bool stop_in_run;             /* it is within a run */
		uint64_t reg_opens;           /* no access of a register begins before */
		uint64_t rx_reset_end;        /* the newest reset of the receive clock alone */
		uint64_t host_moved;          /* the MAC showed the host an octet */
		uint64_t run_opens;           /* no run begins before */
		uint64_t run_ends[2];         /* the cycles of the last octets of the newest run and of the one before it */
		uint64_t run_last;            /* the number of the receive clock's edge of the newest one */
		uint64_t written;             /* the cycle of the newest write of a register; 0: there was none */
		bool wakes;                   /* something that a stimulus may wait for has come to its end */
		/* What was driven since the edges before, and is sampled at the next ones of its clock: runs of the receive wire, whose events wait in .rx_runs at
		 * XGMII, an offer of the host, its tready. */
		unsigned rx_began;
		bool offered, ready;
		struct event rx_runs[2];
		uint64_t rx_end; /* XGMII: the octet time behind the run that was sampled last */
	} clocks;

	/* drivers */
	const struct item *rx_item; /* the item that waits for its start; at GMII and MII also the one on the wire */
	uint64_t rx_next;           /* when that item starts: a cycle at GMII and MII, an octet time at XGMII */
	uint64_t rx_last_end;       /* GMII: the cycle after the last run; XGMII: the octet time from which the next gap counts */
	struct arena rx_arena;
	struct {
		/* Clocks that are left; where rx_er is high, as offsets in the run; its length. */
		uint32_t left, er_from, er_to, len;
		const uint8_t *octet;    /* the next octet, MII at 10 and 100: nibble; of an ITEM_RX_IDLE that of each clock */
		uint16_t flags;          /* SEAM_RX_DV of a run, SEAM_RX_ER of an ITEM_RX_IDLE with an error */
		bool after_idle;         /* an ITEM_RX_IDLE came last on the wire */
		const struct item *rest; /* the item that says what the wire carries between runs; NULL: 0 */
	} rx_gmii;
	struct { /* the mode of the PHY */
		uint16_t mbps;
		uint8_t clocks; /* clocks of an octet */
		bool half;
	} link;
	struct {
		uint64_t tx_end;                     /* first cycle without tx_en */
		uint64_t col_from, col_until;        /* windows in which the stimulus drives a collision, ... */
		uint64_t crs_until;                  /* ... carrier from its item on, ... */
		uint64_t after_from, after_until;    /* ... and carrier after a transmission */
		uint32_t collisions, carriers;       /* items that were issued and wait for a transmission */
		uint32_t collision_used;             /* transmissions that the next collision item has had */
		size_t collision_next, carrier_next; /* the places of the next such items in the stimulus */
		const struct item *after;            /* the carrier item for the transmission under way */
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
	uint64_t send_at;           /* the cycle in which the offer, or after a stall the rest of it, begins */
	const uint8_t *send_octets; /* the octets of the item; if the item asks for an FCS, a copy with it in send_arena */
	uint32_t send_len, send_pos, send_stop;
	uint16_t send_last; /* SEAM_SEND_... of the last octet */
	struct arena send_arena;
	bool send_active, send_stalled;
	uint64_t held_from;              /* an item is held back since this cycle; 0: none is */
	bool send_unasked;               /* the DUT has taken a frame since .owes() returned false */
	uint64_t await_until, await_end; /* the run waits for its end up to .await_until, and never longer than .await_end */
	uint64_t send_moved; /* the cycle in which the DUT took the last octet before a pause of the host or the end of a frame */
	uint64_t send_free;  /* first cycle in which the next frame may be offered */
	const struct item *reg_item;
	bool driving; /* a negotiation has the channel */
	struct negotiation negotiation;
	struct item access; /* the next access of the negotiation, ... */
	bool access_waits;
	uint64_t reg_wake; /* ... which waits for this cycle */
	unsigned reg_phase;
	uint64_t reg_started;
	/* Between accesses the bus carries one to another completer, which is behind its setup from this cycle on. */
	uint64_t other_access;
	/* A bit for each address: the newest access to another completer was a write. */
	uint8_t other_turns[(UINT16_MAX + 1) / 8];
	size_t reg_event;
	bool host_stopped, host_ready;
	bool host_takes;     /* the host takes a word that the DUT shows */
	uint8_t host_manner; /* enum dut_host_ready */
	uint32_t host_on, host_off;
	uint64_t host_toggle;
	uint64_t reset_begin, reset_end;
	uint64_t seen; /* the kinds of events since the end of the newest reset, a bit for each kind */
	struct phy phy;
	bool mdio_level, mdio_next;
	uint64_t mdio_at; /* the wire has .mdio_next from this cycle on */

	/* monitors */
	struct event *events;
	size_t event_count, event_max;
	uint64_t flush_at; /* live */
	struct arena tx_arena, host_arena;
	bool in_tx, in_host, host_held;
	uint32_t tx_start, tx_len, tx_errors, host_start, host_len, host_bubbles;
	int32_t tx_error_at;
	uint8_t tx_signal;
	bool tx_cuts, in_rest; /* XGMII: a link fault may cut a frame of this MAC; octets without a /S/ are on the wire: */
	uint32_t rest_len, rest_crc;
	uint16_t host_word;
	uint64_t host_data;
	uint64_t side;
	uint64_t last_activity;
	struct loop_awaited *awaited; /* loop_resolved.c; NULL: no moment was taken from .known */
	struct loop_ahead *kept;      /* ahead_place.c: the state before a look ahead; NULL: there was none */
};

/* Simulates DUT, whose seam is .ops, until the stimulus is done, a limit is reached, or *stop is set. Returns 0 or negative
 * errno. */
int loop_run(struct loop *loop, const struct dut *dut);
/* Live, to be called within ops->cycle() of CYCLE, before its outputs are read: the receive wire of GMII and MII carries WORD
 * (SEAM_RX_DV ...), that of XGMII these lanes. Drives the pins, and notifies runs by EVENT_RX_RUN. */
void loop_rx_octet(struct loop *l, uint64_t cycle, uint16_t word);
void loop_rx_lanes(struct loop *l, uint64_t cycle, uint64_t data, uint8_t control);
/* Live, to be called in poll(): the port pause_req takes VALUE. */
void loop_pause_req(struct loop *l, uint8_t value);
/* Simulates a reset and then CYCLES cycles with constant inputs, without drivers and monitors. Fills in .cpu_seconds. */
void loop_bare(struct loop *loop, uint64_t cycles);
#endif
