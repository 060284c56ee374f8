/* SPDX-License-Identifier: Apache-2.0 */
/* libpausemodel: a golden model of an Ethernet MAC's flow control, receive buffer, counters and registers.
 *
 * The model knows no pins and no simulator. It is a synchronous machine whose user visits only the cycles in which
 * something happens; between two visits nothing changes but timers, which jump. Times are
 * octet times; a cycle is one of them at GMII and eight at XGMII, where only multiples of 8 are visited. "Visible in
 * cycle c" means that a register holds the value during c (doc/reference/dut-contract.md). For each visited cycle, in this
 * order:
 *
 *     pm_open(m, cycle);             cycle must not be later than what the last pm_close() returned
 *     pm_tx_start() / pm_tx_end()    what the transmit wire of the real device did in this cycle, as soon as it is known
 *     pm_reset(), pm_rx_run(), pm_host_offer(), pm_host_taken() ...   inputs of this cycle, in any order
 *     view = pm_settle(m);           everything visible in this cycle: inhibit, timer, level, records, what must start
 *     pm_reg_read()                  reads whose setup cycle it is
 *     next = pm_close(m);            the inputs take effect; the next cycle that must be visited, or PM_NEVER
 *
 *     struct pm_config config;
 *     pm_config_init(&config, "bcm5718");
 *     struct pm_model *m = pm_new(&config);
 *     uint64_t next = pm_close(m);              // cycle 0
 *     pm_open(m, 1);
 *     pm_reg_write(m, 0x0468, 0x6, 0xF);        // RX_MODE: enable, obey PAUSE
 *     next = pm_close(m);
 *     ...
 *
 * The model follows the transmit wire and the host stream of the real device (the user passes what they carry), and predicts
 * them: pm_view.start is the frame that should have started. Where the real device differs, pm_resync_*() makes the
 * model go on from what the device did.
 *
 * After pm_new() the model allocates only to make room for octets: for a frame that is longer, or lanes that are more, than all
 * that it has held so far. It copies the octets and code offsets that the user passes, unless the user lends them (pm_lend()). Pointers
 * that a function returns belong to the model and are valid until the next pm_close() or pm_keep(), unless said otherwise. */
#ifndef PAUSEMODEL_H
#define PAUSEMODEL_H
#include "finding/finding.h"
#include "manner.h"
#include "parameters.h"
#include "part/mdio.h"
#include "part/pause_frame.h"
#include "profile.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PM_NEVER UINT64_MAX

struct pm_model;

/* Latencies in octet times, as doc/reference/dut-contract.md defines them. */
struct pm_timing {
	uint32_t inhibit, resume, request, classify, host, sent;
};

/* The device that the model is, its timing contract, and its parameters (regs/<device>/parameters.def): the latter are in the
 * member of the union that has the device's name. */
struct pm_config {
	const char *device; /* "bcm5718" */
	struct pm_timing timing;
	struct pm_host_manner manner; /* all 0: the device's own */
	/* For ieee8023: page, controls and counters of the MAC; NULL: those of regs/ieee8023. It must outlive the model. */
	const struct pm_profile *profile;
	union {
		uint64_t parameter[PARAMETERS_MAX];
#define DEVICE(name) struct name##_parameters name;
#include "devices.def"
	};
};

/* Returns how many octets the host takes between two calls of pm_host_took_mbuf(); 0: the user passes whole frames only. UNIT is
 * the parameter BufferUnit of a device that has one and a buffer, else 0. */
uint32_t pm_host_chunk(const char *device, uint32_t unit);
/* Returns the octet times in a cycle of the model. */
uint32_t pm_step(const struct pm_model *m);
/* Fills in the default readings and latencies of DEVICE. */
void pm_config_init(struct pm_config *ret, const char *device);
/* Sets PARAMETER, which must be one of the device's (parameters_of()), to VALUE. */
void pm_config_set(struct pm_config *config, const struct parameter *parameter, uint64_t value);
/* Returns NULL with errno ENODEV (no such device), EINVAL (a latency or parameter out of range) or ENOMEM. CONFIG is copied;
 * the device's name must outlive the model. */
struct pm_model *pm_new(const struct pm_config *config);
/* Frees the model and everything that belongs to it; M may be NULL. */
void pm_free(struct pm_model *m);

/* The user promises: the octets and code offsets of lanes, and the octets of pm_host_offer(), stay valid until pm_keep(). */
void pm_lend(struct pm_model *m);
/* To be called before lent octets become invalid: the model copies those that it still needs. */
void pm_keep(struct pm_model *m);

/* ---- time ---- */

/* Opens CYCLE, a multiple of pm_step() after the newest one and not after what pm_close() returned. */
void pm_open(struct pm_model *m, uint64_t cycle);
/* Ends the open cycle and returns the next one that must be visited if no input comes before, or PM_NEVER. */
uint64_t pm_close(struct pm_model *m);
/* Returns the open cycle, or between pm_close() and pm_open() the newest one. */
uint64_t pm_cycle(const struct pm_model *m);

/* ---- inputs of the open cycle ---- */

/* rst_n is low for CYCLES cycles from this one on. */
void pm_reset(struct pm_model *m, uint64_t cycles);
/* gmii_rx_dv rises. The run has LEN octets with preamble and SFD, one in each cycle; FIRST_ERROR is the offset of the first code
 * error, or -1. Returns 0 or -ENOMEM. */
int pm_rx_run(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t first_error);
/* The clock of the receive wire stops: the run on the wire, if there is one, ends so many CLOCKS later than it would. */
void pm_rx_stops(struct pm_model *m, uint64_t clocks);
/* The receive clock alone is reset while nothing is under way in the receiver: the counters of received frames begin again. */
void pm_rx_reset(struct pm_model *m);
/* These three take the place of pm_rx_run() where the user does not know the run before it is over. pm_rx_begin(): gmii_rx_dv
 * rises. pm_rx_more(): LEN more octets have come, with a code error among them if ERROR. pm_rx_end(): gmii_rx_dv fell in the
 * cycle after the octets passed so far. Before pm_close() of a cycle the user must have passed all octets up to that cycle. It
 * must visit the cycle in which gmii_rx_dv is low again, and, once an octet was no preamble, each cycle in which pm_rx_head() is
 * true. pm_rx_more() returns 0 or -ENOMEM. */
void pm_rx_begin(struct pm_model *m);
int pm_rx_more(struct pm_model *m, const uint8_t *octets, uint32_t len, bool error);
void pm_rx_end(struct pm_model *m);
/* Returns true if the open run holds no frame by the octets passed so far, and may still come to hold one. */
bool pm_rx_head(const struct pm_model *m);
/* XGMII: passes LEN lanes from octet time AT on, which is a multiple of 4 and in the open cycle. CODE has the offsets of the
 * control codes among them, CODES of them, in ascending order. Lanes that nobody passes are idle. FCS: if the lanes are those of
 * one frame, from its /S/ to its end code, and the user knows it, the right FCS of all octets of the frame but the last four;
 * else NULL. Returns 0 or -ENOMEM. */
int pm_rx_lanes(struct pm_model *m, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                const uint32_t *fcs);
/* Takes the place of pm_rx_lanes() where the user does not know the lanes that follow. It passes the lanes of a cycle before
 * pm_close() of that cycle. While pm_rx_lanes_open() is true it passes all lanes, idle ones too, and visits each cycle that has a
 * control code. */
int pm_rx_lanes_more(struct pm_model *m, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes);
bool pm_rx_lanes_open(const struct pm_model *m);
/* The ports pause_req and pfc_req take VALUE. */
void pm_pause_req(struct pm_model *m, uint8_t value);
void pm_pfc_req(struct pm_model *m, uint16_t value);
/* The host offers a frame (DA..payload) from this cycle on, and will withhold its octet number WITHHELD_AT once (-1:
 * never). Returns 0 or -ENOMEM. */
int pm_host_offer(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t withheld_at);
/* MII: the host withholds the octet WITHHELD_AT of the newest offer for CLOCKS clocks after the device has taken the octet before
 * it. If CLOCKS is 0, if nobody calls this, and at other PHYs, the time counts as long. */
void pm_host_offer_withheld(struct pm_model *m, uint32_t clocks);
/* The device took the octet of the newest offer before the one that the host withholds: the clocks of pm_host_offer_withheld()
 * begin now. The model of a device that takes frames ahead of the wire needs this to know when a frame is ready to start (struct
 * pm_host_manner .starts). */
void pm_host_withholds(struct pm_model *m);
/* The host marks the newest offer by tuser: as a bad frame, or at MII as a frame that ends with its own FCS. */
void pm_host_offer_error(struct pm_model *m);
/* These two take the place of pm_host_offer() where the user does not know the frame before the device takes it.
 * pm_host_offer_begin() offers a frame that is not known yet. Before the data frame on the wire ends, pm_host_offer_known()
 * passes what the device took of it: LEN octets (DA..payload), which are copied. UNDERRUN_AT is LEN if the next octet was
 * missing, and -1 if the frame is whole; ERROR then marks it as pm_host_offer_error() does. Both return 0 or -ENOMEM. */
int pm_host_offer_begin(struct pm_model *m);
int pm_host_offer_known(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t underrun_at, bool error);
/* Returns true if the device, while a PAUSE inhibits its transmitter, takes the header of the frame that waits, 14 octets: it must know
 * whether that is a MAC control frame, which no PAUSE holds. After pm_host_offer_begin() the user then passes the header with
 * pm_host_header(), in the first cycle in which the device has it: LEN octets, which are copied. pm_host_header() returns 0 or
 * -ENOMEM. */
bool pm_host_takes_header(const struct pm_model *m);
int pm_host_header(struct pm_model *m, const uint8_t *octets, uint32_t len);
/* Returns true if the offered frame is no longer than a header, and the device has taken all of it by the open cycle. */
bool pm_host_header_whole(const struct pm_model *m);
/* The device took the last octet of the newest frame that was offered. */
void pm_host_taken(struct pm_model *m);
/* A frame that the host offers, or that the device has taken from it, and that is not on the wire yet: the device owes it. */
struct pm_owed {
	const uint8_t *octets; /* DA..payload */
	uint32_t len;
	uint64_t offer_cycle;
	bool taken;           /* the device has taken the last octet, ... */
	uint64_t taken_cycle; /* ... in this cycle */
	uint64_t ready_cycle; /* from this cycle on the frame may start; PM_NEVER: that is not known yet */
	bool error;           /* the host marks the frame as bad */
	bool pauses;          /* the host withholds one of its octets for a while */
};
/* Fills in the I-th frame that is owed, in the order in which they start, from 0. Returns false if there are fewer. */
bool pm_host_owed(const struct pm_model *m, unsigned i, struct pm_owed *ret);
/* Returns how many owed frames the model keeps at most. */
unsigned pm_owed_max(const struct pm_model *m);
/* Fills in the I-th newest, from 0, of the frames that were owed and left before the frame on the wire. Returns false if there
 * are fewer; the model keeps none of them if the manner is the device's own. */
bool pm_host_past(const struct pm_model *m, unsigned i, struct pm_owed *ret);
/* Returns how the device hands frames over. */
const struct pm_host_manner *pm_host_manner(const struct pm_model *m);
/* The host took the last octet of an MBUF that is not the last one of its frame. */
void pm_host_took_mbuf(struct pm_model *m);
/* The host took the last octet of a delivered frame. */
void pm_host_took_frame(struct pm_model *m);
/* The host took the last octet of a frame that the model does not know. */
void pm_host_took_other(struct pm_model *m);
/* The device raised tvalid for a frame. */
void pm_host_started(struct pm_model *m);
/* MII: mii_crs and mii_col have this value from the open cycle on. */
void pm_crs(struct pm_model *m, bool value);
void pm_col(struct pm_model *m, bool value);
/* A register is written; the open cycle is the access cycle. STROBE: bit i writes byte i of VALUE. The write is visible in the
 * next cycle. Several writes in one cycle take effect in the order of the calls. */
void pm_reg_write(struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe);

/* ---- the transmit wire ---- */

enum pm_tx_kind {
	PM_TX_NONE,
	PM_TX_DATA,
	PM_TX_PAUSE,
	PM_TX_PFC,
	PM_TX_FORCED,  /* half duplex: a forced collision, preamble and jam */
	PM_TX_CARRIER, /* half duplex: false carrier, preamble as long as invoked */
};

enum pm_blocker {
	PM_BLOCK_DISABLED = 1, /* a register disables the transmitter */
	PM_BLOCK_XOFF = 2,     /* a received PAUSE frame, or software, inhibits the transmitter */
	PM_BLOCK_PAUSE = 4,    /* a control frame or a signal of half duplex goes first */
	PM_BLOCK_GAP = 8,      /* the wire is busy or within the gap */
	PM_BLOCK_NO_DATA = 16,
	PM_BLOCK_FAULT = 32,
	PM_BLOCK_BACKOFF = 64,  /* it is not known whether the back-off is over: see pm_backoff_allows() */
	PM_BLOCK_CARRIER = 128, /* the gap is not over because of carrier; with PM_BLOCK_GAP */
};

struct pm_start {
	enum pm_tx_kind kind;     /* what should start */
	uint64_t since;           /* the cycle in which the start was decided first */
	uint64_t due;             /* the frame is on the wire from this cycle on, ... */
	uint8_t lane;             /* ... and from this lane on, if it starts then */
	uint64_t cause;           /* cycle of what made it due: a crossing, an expiry, an offer */
	unsigned blockers;        /* what holds data frames, bits of enum pm_blocker */
	enum pm_tx_kind requests; /* the control frame or signal that is requested, whether it may start or not, ... */
	enum rule request_rule;   /* ... and the rule that is broken if it does not come */
	uint32_t gap;             /* MII: the gap in clocks; 0 for a while after each change (pm_start_slack()) */
	uint16_t quanta;          /* PAUSE */
	bool xoff;      /* PAUSE: it was decided as an XOFF, whatever its time; PFC: that is so for one of its classes */
	enum rule rule; /* control frames: the rule that is broken if the frame does not come */
};

/* A frame as it should be on the wire. */
struct pm_tx_frame {
	enum pm_tx_kind kind;
	uint64_t start;        /* first preamble octet */
	const uint8_t *octets; /* data: DA..payload; PAUSE: with its FCS */
	uint32_t len;
	/* Index of the octet that is sent as 0x00 with an error, XGMII: of the first of eight /E/; -1: none is. */
	int32_t underrun_at;
	uint16_t quanta; /* PAUSE */
	uint8_t classes; /* a PFC frame that the wire does not show: the classes that it names */
	/* XGMII: the octets are those on the wire, with source and pad, without the FCS or the /E/ in its place */
	bool fcs_inserted, host_error;
	const uint8_t *source; /* of a frame whose octets are not known yet: what replaces the host's source address, or NULL */
	uint32_t host_octets;  /* data: how many of the octets come from the host */
	bool taken;            /* data: the device has taken the last octet from the host, ... */
	uint64_t taken_cycle;  /* ... in this cycle */
	uint64_t ready_cycle;  /* data: from this cycle on it might start, as in struct pm_owed */
	/* MII */
	uint8_t clocks; /* clocks of an octet; 1 at other PHYs */
	bool half_duplex;
	bool own_fcs;         /* data: the octets end with an FCS, right or not; the MAC pads and adds nothing */
	uint8_t attempt;      /* from 1 */
	bool collided;        /* a collision was seen: the jam begins at clock jam_at */
	uint32_t collided_at; /* clock of the attempt in which the collision was seen */
	uint32_t jam_at;
	uint32_t slot_clocks;
	uint32_t held;         /* octets that earlier attempts took from the host */
	bool unseen, doubtful; /* pm_tx_unseen() */
	uint64_t over;         /* PM_TX_CARRIER: first cycle without tx_en; 0: not known yet */
};

/* MII, for a black box, which may see a change of the gap late: pm_start.gap is to be 0 for CLOCKS clocks after each change. */
void pm_start_slack(struct pm_model *m, uint64_t clocks);
/* MII: returns how many clocks a data frame takes on the wire if no collision ends it. */
uint32_t pm_tx_clocks(const struct pm_tx_frame *frame);
/* Returns pm_view.start: what should start in the open cycle, as decided before it. */
const struct pm_start *pm_start(const struct pm_model *m);
/* The open cycle is the first one with tx_en, and the user believes that a frame of KIND starts (PM_TX_NONE: one that the device
 * should not send). */
void pm_tx_start(struct pm_model *m, enum pm_tx_kind kind);
/* The frame on the wire turned out to be of KIND. */
void pm_tx_retype(struct pm_model *m, enum pm_tx_kind kind);
/* Returns true if the LEN octets from DA on may be a PAUSE frame of this station whose head has an error. */
bool pm_tx_resembles_pause(const struct pm_model *m, const uint8_t *octets, uint32_t len);
/* Returns the frame on the wire, valid until the next start, or NULL if the wire is idle. */
const struct pm_tx_frame *pm_tx_frame(const struct pm_model *m);
/* XGMII: the wire shows the frame no longer, since the reconciliation sublayer sends other codes in a link fault. The DUT goes on
 * with it, and the user calls pm_tx_end_at() for the octet time at which the DUT ends it. 802.3 46.3.4.3. DOUBTFUL: what the wire
 * showed does not tell which frame it is. The next two functions name frames that the DUT may count in its place: the I-th one of
 * pm_host_owed(), or a control frame of KIND. */
void pm_tx_unseen(struct pm_model *m, bool doubtful);
void pm_unseen_may_be_owed(struct pm_model *m, unsigned i);
void pm_unseen_may_be_control(struct pm_model *m, enum pm_tx_kind kind, uint16_t quanta);
/* XGMII: returns how many octets FRAME has on the wire, DA..FCS. The model must know the whole frame. */
uint32_t pm_tx_octets(const struct pm_tx_frame *frame);
/* Returns the frame that a reset cut, or NULL; to be called in the cycle after the beginning of the reset. */
const struct pm_tx_frame *pm_tx_cut(const struct pm_model *m);
/* pm_tx_of_type_control(): true if the frame on the wire comes from the host and has the type 0x8808. pm_tx_is_control(): true if
 * it is moreover one that a PAUSE does not hold, or need not hold. */
bool pm_tx_of_type_control(const struct pm_model *m);
bool pm_tx_is_control(const struct pm_model *m);
/* XGMII, in place of pm_tx_start(): /S/ is at octet time START, in the open cycle. */
void pm_tx_start_at(struct pm_model *m, enum pm_tx_kind kind, uint64_t start);
/* XGMII, in place of pm_tx_end(): the end code is at octet time END, in the open cycle. */
void pm_tx_end_at(struct pm_model *m, uint64_t end, uint32_t wire_len, uint16_t quanta);
/* The open cycle is the first one without tx_en. WIRE_LEN octets were sent, preamble included; if it was a PAUSE frame, it
 * carried QUANTA. */
void pm_tx_end(struct pm_model *m, uint32_t wire_len, uint16_t quanta);

/* MII: the attempt on the wire ended in a collision if COLLIDED, and else without one, where the model believes the contrary. To
 * be called before pm_tx_end(). */
void pm_resync_collision(struct pm_model *m, bool collided);
/* MII: the frame on the wire has octets of so many clocks. */
void pm_resync_clocks(struct pm_model *m, unsigned clocks);
/* MII: the frame that waits to be repeated never comes. */
void pm_resync_retry_lost(struct pm_model *m);
/* MII: how the newest attempt ended. */
struct pm_attempt_end {
	bool collision, late, excessive, repeat, dropped, underrun;
	uint8_t collisions;
	bool draining;         /* the device still has to take the rest of the frame from the host, ... */
	uint64_t drained;      /* ... the last octet in this cycle (0: the host decides), ... */
	bool drained_earlier;  /* ... or in the cycle before it */
	const uint8_t *octets; /* those of the frame, unless another frame has begun since */
	uint32_t len;
};
/* To be called between the end of an attempt and the next start. */
void pm_attempt_end(const struct pm_model *m, struct pm_attempt_end *ret);

/* MII: after an early collision the device chooses r of 0 .. 2^min(n,10)-1, and decides the next attempt in the first cycle from
 * J + r slots on in which everything else allows it. While the device may start and need not, pm_start.kind is PM_TX_NONE and
 * .blockers is PM_BLOCK_BACKOFF. */
struct pm_backoff {
	uint64_t start;      /* first preamble clock of the repetition */
	uint64_t jam_end;    /* J */
	uint32_t slot;       /* clocks */
	uint32_t collisions; /* n */
	int32_t r;           /* -1: several values of r fit the moment */
	int32_t r_min, r_max;
};
/* Returns true if the device may have decided a repetition in cycle DECIDED, the newest one, or up to SLACK clocks before. To be
 * called before pm_tx_start(). Fills in RET, but for its .start, if a repetition waits at all. */
bool pm_backoff_allows(const struct pm_model *m, uint64_t decided, uint64_t slack, struct pm_backoff *ret);
/* Returns true if a frame waits to be repeated. */
bool pm_backoff_waits(const struct pm_model *m);
enum { PM_BACKOFFS_KEPT = 1024 };
/* Returns how many repetitions there have been since pm_new(). */
uint64_t pm_backoffs(const struct pm_model *m);
/* The lengths of the waits since pm_new() after RANGE collisions (10 stands for 10 and more), as far as the wire shows them.
 * .decided[r] waits were r slots long. .held[r] waits were at least r slots long, and how long is not known, since something
 * other than the back-off then held the repetition. .count lengths are possible, so .decided has so many entries, and .held one
 * more. The arrays stay valid as long as the model. */
enum { PM_BACKOFF_RANGES = 10 };
struct pm_backoffs {
	const uint32_t *decided, *held;
	uint32_t count;
};
void pm_backoffs_of(const struct pm_model *m, unsigned range, struct pm_backoffs *ret);
/* Fills in the I-th newest repetition, from 0. Returns false if there are fewer, or if the model no longer keeps it. */
bool pm_backoff_seen(const struct pm_model *m, unsigned i, struct pm_backoff *ret);

/* ---- what is visible ---- */

/* A received frame, classified. */
struct pm_rx_frame {
	/* Cycles: the first one of its run, that of its last octet, and the one in which its record is visible. */
	uint64_t first, last, visible;
	const uint8_t *octets; /* DA..FCS */
	uint32_t len, fcs;
	uint32_t host_len; /* how many of the octets the host gets */
	bool ignored;      /* the device throws the frame away without a record */
	bool bad, code_error, pause, control, delivered, discarded;
	struct pause_frame pause_frame; /* why it is a PAUSE or not */
	bool too_long;                  /* longer than allowed */
	bool dribble;                   /* MII: half an octet after the last one */
	uint32_t record;                /* obs_rx_record */
	enum rule not_pause;            /* why a frame that looks like a PAUSE is none, or PM_NO_RULE */
	enum rule not_obeyed;           /* why a PAUSE does not act on the inhibit, or PM_NO_RULE */
	enum rule refused;              /* why it is not delivered, or PM_NO_RULE */
	enum rule accepted;             /* which rule lets it be delivered */
	bool optional;                  /* delivered: the device may also drop it */
	/* Delivered and bad: the host may get other octets, and fewer, as long as the device marks the frame as bad. */
	bool loose;
};

enum pm_signal { PM_SIGNAL_IDLE, PM_SIGNAL_LOCAL_FAULT, PM_SIGNAL_REMOTE_FAULT };

struct pm_view {
	bool xoff;
	uint32_t timer; /* octet times */
	uint32_t free;  /* MBUFs; XGMII: words of 8 octets */
	uint32_t level; /* as obs_level shows it: free MBUFs, or octets in the buffer */
	uint8_t pfc_xoff;
	enum pm_signal signal; /* what words without any lane of a frame carry */
	bool tx_record_valid;
	uint32_t tx_record;
	const struct pm_rx_frame *rx; /* the frame whose record is visible in this cycle, or NULL */
	struct pm_start start;        /* as decided before this cycle */
	bool host_waiting;            /* a delivered frame waits for its start on the host stream ... */
	uint64_t host_due;            /* ... in this cycle */
	uint64_t host_cause;          /* last octet of that frame on the wire */
};

/* Completes the outputs of the open cycle, if they are not complete yet, and returns everything that is visible in it, valid
 * until the next pm_close(). To be called when the transmit wire of the cycle is known. */
const struct pm_view *pm_settle(struct pm_model *m);
/* Returns, before pm_settle(), what pm_view.host_waiting will be, and fills in what .host_due and .host_cause will be. */
bool pm_host_waiting(const struct pm_model *m, uint64_t *ret_due, uint64_t *ret_cause);

/* ---- delivered frames ---- */

struct pm_host_frame {
	const uint8_t *octets;
	uint32_t len;
	uint32_t wire_len; /* its length on the wire; 0 for a device whose host always gets the whole frame */
	bool bad;
	uint64_t last; /* cycle of its last octet on the wire */
	enum rule accepted;
	bool optional, loose; /* as in struct pm_rx_frame */
};

/* Fills in the I-th frame that waits for the host, from 0; returns false if there are fewer. */
bool pm_host_frame(const struct pm_model *m, unsigned i, struct pm_host_frame *ret);
/* The host got the LEN OCTETS, which none of the waiting frames has. If the device received such a frame lately and had to refuse
 * it, returns true and fills in the rule by which it had to, and the cycle of the frame's last octet on the wire. */
bool pm_host_refused(const struct pm_model *m, const uint8_t *octets, uint32_t len, enum rule *ret_rule, uint64_t *ret_cause);

/* ---- registers ---- */

/* Returns true if a register is at ADDRESS, a byte address. */
bool pm_reg_mapped(const struct pm_model *m, uint16_t address);
/* Returns the value that is visible in the open cycle, which is the setup cycle of a read, and applies the effects of the read:
 * it clears counters, and keeps high words. Returns 0 if no register is at ADDRESS. */
uint64_t pm_reg_read(struct pm_model *m, uint16_t address);
/* Returns what pm_reg_read() would return, and has no effect. */
uint64_t pm_reg_peek(struct pm_model *m, uint16_t address);

enum pm_reg_class {
	PM_REG_STORED, /* bits that were written */
	PM_REG_STATUS, /* bits that are states */
	PM_REG_LEVEL,  /* a number that is a state */
	PM_REG_COUNTER,
	PM_REG_MDIO,
};

struct pm_reg_info {
	const char *name;
	enum pm_reg_class class;
	enum rule rule;    /* the rule that a wrong value breaks */
	unsigned counter;  /* PM_REG_COUNTER: its number, for pm_count_total() */
	bool keeps;        /* PM_REG_COUNTER: a read does not clear it */
	bool high_word;    /* PM_REG_COUNTER: it shows what the read of the low word kept */
	bool write_clears; /* a write of 1 clears a state bit */
	bool loads;        /* PM_REG_COUNTER: a write loads it */
	bool to_zero; /* PM_REG_COUNTER: it loses what an event adds beyond its end; pm_count_total() is without that amount */
	/* PM_REG_STATUS: bits that a read clears; pm_count_total() of .counter + i says how often bit i was set. */
	uint64_t events;
	uint64_t wraps;  /* PM_REG_STATUS: bits that say that a counter wrapped, and which one */
	uint64_t levels; /* PM_REG_STATUS with events: bits that show a present state, which a read does not clear */
};

/* Fills in what is known of the register at ADDRESS; returns false if it is unmapped. */
bool pm_reg_info(const struct pm_model *m, uint16_t address, struct pm_reg_info *ret);
/* Fills in the addresses of the PM_REG_STATUS and PM_REG_LEVEL registers, at most MAX of them. Returns how many such registers
 * there are. */
size_t pm_reg_states(const struct pm_model *m, uint16_t *ret, size_t max);
enum { PM_COUNTERS_MAX = 256 };
/* The user is going to ask pm_count_total() for cycles before the open one. */
void pm_count_recalls(struct pm_model *m);
/* Returns the total of a counter since power-up, as visible in CYCLE, which must be a recent one. */
uint64_t pm_count_total(const struct pm_model *m, unsigned counter, uint64_t cycle);
/* For a black box: the DUT may see a change of a control up to BEFORE octet times (MII: clocks) later than the model, and may
 * classify a received frame by the controls that it sees up to AFTER octet times after the last octet of the frame. */
void pm_count_slack(struct pm_model *m, uint64_t before, uint64_t after);
/* Returns how much of the frames that pm_lost_unseen() and pm_overtaken_unseen() named the DUT may have counted in COUNTER by
 * CYCLE, while the model does not show it yet. */
uint64_t pm_count_unseen(const struct pm_model *m, unsigned counter, uint64_t cycle);
/* Returns by how much COUNTER would grow if the DUT sent the I-th frame of pm_host_owed(), and the wire did not show it. */
uint64_t pm_count_owed(const struct pm_model *m, unsigned counter, unsigned i);
/* Returns by how much it would grow if the DUT sent the data frame that the model has on the wire, which did not show it, before the
 * one that is there; 0 if the model has none there. */
uint64_t pm_count_overtaken(const struct pm_model *m, unsigned counter);
/* Returns by how much it would grow if the DUT sent the control frames that are requested, and the wire did not show them. */
uint64_t pm_count_requested(const struct pm_model *m, unsigned counter);
/* A link fault may still hide a control frame that the DUT sends within OCTETS octet times after the end of the fault. */
void pm_fault_slack(struct pm_model *m, uint64_t octets);
/* Fills in how much more, and how much less, than the model the DUT may have counted since the reset, because a control changed
 * so close to a frame (pm_count_slack()). */
void pm_count_doubt(const struct pm_model *m, unsigned counter, uint64_t *ret_more, uint64_t *ret_less);
/* Returns true if the last pm_reg_read() would return ACTUAL in a device that fails to clear by that read, or that loses or
 * doubles an event in the cycle of a read. */
bool pm_reg_read_race(const struct pm_model *m, uint64_t actual);
/* Returns the rule that is broken if the last pm_reg_read(), of ADDRESS, returned ACTUAL in place of EXPECTED. */
enum rule pm_reg_explain(const struct pm_model *m, uint16_t address, uint64_t expected, uint64_t actual);
/* Returns the value of a counter without a preset after SUM events since 0. */
uint64_t pm_count_shown(const struct pm_model *m, unsigned counter, uint64_t sum);
/* Returns true if a counter stays at the end of its range, and false if it begins again at 0. */
bool pm_count_sticks(const struct pm_model *m, unsigned counter);
/* Returns the value of a counter at reset. */
uint64_t pm_count_preset(const struct pm_model *m, unsigned counter);
/* Returns by how much a counter grew in the cycle after its newest read. */
uint32_t pm_count_next(const struct pm_model *m, unsigned counter);
/* Calls BACK for each counter that the write clears, which it does in the second cycle after the access. */
void pm_reg_write_clears(const struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe,
                         void (*back)(void *context, unsigned counter), void *context);
/* Returns the model of the management interface; see mdio.h. */
struct mdio_model *pm_mdio(struct pm_model *m);
#endif
