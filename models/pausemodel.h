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
 * Nothing here allocates after pm_new(), except for receive and transmit frames longer than any before. Octets and code offsets that
 * the user passes are copied, unless it lends them (pm_lend()). All pointers returned belong to the model and are valid until the next pm_close() or
 * pm_keep(), unless said otherwise. */
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

/* Which device the model is, its timing contract and its parameters (regs/<device>/parameters.def): the member of the union that has the
 * device's name. */
struct pm_config {
	const char *device; /* "bcm5718" */
	struct pm_timing timing;
	struct pm_host_manner manner; /* all 0: the device's own */
	const struct pm_profile
	    *profile; /* ieee8023: page, controls, counters; NULL: those of regs/ieee8023. Must outlive the model. */
	union {
		uint64_t parameter[PARAMETERS_MAX];
#define DEVICE(name) struct name##_parameters name;
#include "devices.def"
	};
};

/* Returns in which chunks of octets the user passes what the host takes (pm_host_took_mbuf()); 0: whole frames only. UNIT: the parameter BufferUnit of
 * a device that has it and a buffer, else 0. */
uint32_t pm_host_chunk(const char *device, uint32_t unit);
/* Returns the octet times in a cycle of the model. */
uint32_t pm_step(const struct pm_model *m);
/* Fills in the default readings and latencies of DEVICE. */
void pm_config_init(struct pm_config *ret, const char *device);
/* Gives PARAMETER, one of those of the device (parameters_of()), this VALUE. */
void pm_config_set(struct pm_config *config, const struct parameter *parameter, uint64_t value);
/* Returns NULL with errno ENODEV (no such device), EINVAL (a latency or parameter out of range) or ENOMEM. CONFIG is copied;
 * the device's name must outlive the model. */
struct pm_model *pm_new(const struct pm_config *config);
/* Frees the model and everything that belongs to it; M may be NULL. */
void pm_free(struct pm_model *m);

/* The user promises that the octets and code offsets of lanes and the octets of pm_host_offer() stay valid until pm_keep(). */
void pm_lend(struct pm_model *m);
/* Lent octets are about to become invalid: the model copies those that it still needs. */
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
/* gmii_rx_dv rises: LEN octets with preamble and SFD, one a cycle; FIRST_ERROR is the offset of the first code error,
 * or -1. Copied. 0 or -ENOMEM. */
int pm_rx_run(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t first_error);
/* The same where the run is not known before it is over: gmii_rx_dv rises; LEN more octets come, with a code error among them if ERROR;
 * gmii_rx_dv fell in the cycle after the octets that were passed. Before pm_close() of a cycle the user passes all octets up to that cycle.
 * It visits each cycle while pm_rx_head() and an octet was no preamble, and the one in which gmii_rx_dv is low again. */
void pm_rx_begin(struct pm_model *m);
int pm_rx_more(struct pm_model *m, const uint8_t *octets, uint32_t len, bool error);
void pm_rx_end(struct pm_model *m);
/* True if the open run may still become a frame and is none by the octets that were passed up to now. */
bool pm_rx_head(const struct pm_model *m);
/* XGMII: LEN lanes from octet time AT on, in the open cycle and a multiple of 4; CODE: the offsets of the CODES that are control codes, in
 * ascending order. Lanes that are not passed are idle. FCS: if the lanes are those of one frame, from its /S/ to its end code, and the user
 * knows it, the right FCS of the frame's octets but the last four; else NULL. 0 or -ENOMEM. */
int pm_rx_lanes(struct pm_model *m, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                const uint32_t *fcs);
/* The same for lanes of which the following ones are not known: the user passes those of a cycle before its pm_close() at the latest. While
 * pm_rx_lanes_open() it passes all lanes that follow, idle ones too, and visits the cycles with a control code in them. */
int pm_rx_lanes_more(struct pm_model *m, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes);
bool pm_rx_lanes_open(const struct pm_model *m);
/* The ports pause_req and pfc_req take VALUE. */
void pm_pause_req(struct pm_model *m, uint8_t value);
void pm_pfc_req(struct pm_model *m, uint16_t value);
/* The host offers a frame (DA..payload) from this cycle on; it will withhold its octet number WITHHELD_AT once (-1:
 * never). Returns 0 or -ENOMEM. */
int pm_host_offer(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t withheld_at);
/* The octet WITHHELD_AT of the newest offer is withheld for so many clocks after the one before it was taken (MII; otherwise,
 * or 0: long). */
void pm_host_offer_withheld(struct pm_model *m, uint32_t clocks);
/* The device took the octet of the newest offer before the one that the host withholds: so many clocks begin now. A model of a device that
 * takes frames ahead of the wire needs this to know when a frame is ready to start (struct pm_host_manner .starts). */
void pm_host_withholds(struct pm_model *m);
/* The newest offer is marked by tuser: errored by the host; MII: it ends with its own FCS. */
void pm_host_offer_error(struct pm_model *m);
/* In place of pm_host_offer() if the frame is not known before the device takes it. pm_host_offer_begin() offers some frame. Before the data
 * frame on the wire ends, pm_host_offer_known() passes what the device took of it: LEN octets (DA..payload), which are copied. UNDERRUN_AT is
 * LEN if the next octet was missing, or -1 if the last one is the frame's last; ERROR then marks the frame as pm_host_offer_error() does. Both
 * return 0 or -ENOMEM. */
int pm_host_offer_begin(struct pm_model *m);
int pm_host_offer_known(struct pm_model *m, const uint8_t *octets, uint32_t len, int32_t underrun_at, bool error);
/* True if the device takes the header of a frame that waits while the transmitter is inhibited, 14 octets, since no PAUSE holds a MAC control
 * frame. After pm_host_offer_begin() the user passes the header with pm_host_header() in the first cycle in which the device has it: LEN
 * octets, which are copied. Returns 0 or -ENOMEM. */
bool pm_host_takes_header(const struct pm_model *m);
int pm_host_header(struct pm_model *m, const uint8_t *octets, uint32_t len);
/* True if all octets of the offered frame are a header that the device took up to the open cycle. */
bool pm_host_header_whole(const struct pm_model *m);
/* The device took the last octet of the newest frame that was offered. */
void pm_host_taken(struct pm_model *m);
/* The I-th frame, from 0, that the host offers or that the device took from it, and that is not on the wire yet; false if there are fewer. */
struct pm_owed {
	const uint8_t *octets; /* DA..payload */
	uint32_t len;
	uint64_t offer_cycle;
	bool taken; /* the last octet */
	uint64_t taken_cycle;
	uint64_t ready_cycle; /* from then on it may start; PM_NEVER: not yet */
	bool error;           /* the host marks it as bad */
};
bool pm_host_owed(const struct pm_model *m, unsigned i, struct pm_owed *ret);
/* Returns how many such frames the model keeps. */
unsigned pm_owed_max(const struct pm_model *m);
/* The I-th newest, from 0, of the frames that left pm_host_owed() before the one on the wire (none if the manner is the device's own); false if there are
 * fewer. */
bool pm_host_past(const struct pm_model *m, unsigned i, struct pm_owed *ret);
/* Returns how the device hands frames over. */
const struct pm_host_manner *pm_host_manner(const struct pm_model *m);
/* The host took the last octet of an MBUF that is not the frame's last / of a delivered frame. */
void pm_host_took_mbuf(struct pm_model *m);
void pm_host_took_frame(struct pm_model *m);
/* The host took the last octet of a frame that the model does not know. */
void pm_host_took_other(struct pm_model *m);
/* The device raised tvalid for a frame. */
void pm_host_started(struct pm_model *m);
/* MII: mii_crs and mii_col have this value from the open cycle on. */
void pm_crs(struct pm_model *m, bool value);
void pm_col(struct pm_model *m, bool value);
/* A register is written; the open cycle is the access cycle. STROBE: bit i writes byte i of VALUE. The write is visible in the next cycle. Writes of one
 * cycle take effect in the order of calls. */
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
	uint64_t since;           /* the cycle in which it was decided first */
	uint64_t due;             /* first cycle on the wire ... */
	uint8_t lane;             /* ... and the lane in it, if it starts then */
	uint64_t cause;           /* what made it due: crossing, expiry, offer */
	unsigned blockers;        /* of data, enum pm_blocker */
	enum pm_tx_kind requests; /* control frame or signal that is requested, whether it may start or not ... */
	enum rule request_rule;   /* ... and the rule that is broken when it does not come */
	uint32_t gap;             /* MII: clocks; 0 if it changed lately, as the black box needs to know (pm_start_slack()) */
	uint16_t quanta;          /* PAUSE */
	bool xoff;                /* PAUSE, PFC: it was decided as an XOFF, whatever its time; PFC: one of its classes was */
	enum rule rule;           /* control frames: broken when it does not come */
};

/* A frame as it should be on the wire. */
struct pm_tx_frame {
	enum pm_tx_kind kind;
	uint64_t start;        /* first preamble octet */
	const uint8_t *octets; /* data: DA..payload; PAUSE: with its FCS */
	uint32_t len;
	int32_t underrun_at; /* octet that is sent as 0x00 with an error, or -1; XGMII: first of eight /E/ */
	uint16_t quanta;     /* PAUSE */
	uint8_t classes;     /* PFC that is not seen: those that it names */
	/* XGMII: the octets are those on the wire, source and pad included, FCS (or /E/ in its place) not */
	bool fcs_inserted, host_error;
	const uint8_t *source; /* of octets that are not known yet: in place of the host's, or NULL */
	uint32_t host_octets;  /* data: of the octets, those by the host */
	bool taken;            /* data: the host's last octet */
	uint64_t taken_cycle;
	/* MII */
	uint8_t clocks; /* of an octet; 1 otherwise */
	bool half_duplex;
	bool own_fcs;         /* data: the octets end with an FCS, right or not; nothing is padded or added */
	uint8_t attempt;      /* from 1 */
	bool collided;        /* seen up to now: jam from clock jam_at on, and not earlier */
	uint32_t collided_at; /* clock of the attempt in which it was seen */
	uint32_t jam_at;
	uint32_t slot_clocks;
	uint32_t held;         /* octets taken in earlier attempts */
	bool unseen, doubtful; /* pm_tx_unseen() */
	uint64_t over;         /* PM_TX_CARRIER: first cycle without tx_en, 0: not yet known */
};

/* MII: pm_start.gap will be 0 for so many clocks after each change. */
void pm_start_slack(struct pm_model *m, uint64_t clocks);
/* MII: clocks of a data frame on the wire that no collision ends. */
uint32_t pm_tx_clocks(const struct pm_tx_frame *frame);
/* Returns what should start in the open cycle, as decided before it: pm_view.start. */
const struct pm_start *pm_start(const struct pm_model *m);
/* The open cycle is the first one with tx_en, and the user believes it to be the start of a frame of KIND (PM_TX_NONE: of none that should be
 * sent). */
void pm_tx_start(struct pm_model *m, enum pm_tx_kind kind);
/* The frame on the wire turned out to be of KIND. */
void pm_tx_retype(struct pm_model *m, enum pm_tx_kind kind);
/* Returns true if the LEN octets from DA on could be a PAUSE frame of this station with something wrong in its head. */
bool pm_tx_resembles_pause(const struct pm_model *m, const uint8_t *octets, uint32_t len);
/* Returns the frame on the wire, valid until the next start, or NULL if the wire is idle. */
const struct pm_tx_frame *pm_tx_frame(const struct pm_model *m);
/* XGMII: the wire shows nothing more of the frame, since the reconciliation sublayer sends other codes in a link fault, and the DUT goes on with it:
 * pm_tx_end_at() comes at the DUT's own end. 802.3 46.3.4.3.
 * DOUBTFUL: what the wire showed does not tell which frame it is, so that another one that was passed to pm_unseen_may_be...() may count in its place. */
void pm_tx_unseen(struct pm_model *m, bool doubtful);
void pm_unseen_may_be_owed(struct pm_model *m, unsigned i);
void pm_unseen_may_be_control(struct pm_model *m, enum pm_tx_kind kind, uint16_t quanta);
/* XGMII: returns the octets of FRAME, which the model knows whole, on the wire: DA..FCS. */
uint32_t pm_tx_octets(const struct pm_tx_frame *frame);
/* Returns the frame that a reset cut, or NULL; to be called in the cycle after the beginning of the reset. */
const struct pm_tx_frame *pm_tx_cut(const struct pm_model *m);
/* True if the frame on the wire is a frame of the host of type 0x8808; pm_tx_is_control(): one that no PAUSE holds, or need not. */
bool pm_tx_of_type_control(const struct pm_model *m);
bool pm_tx_is_control(const struct pm_model *m);
/* XGMII, in place of pm_tx_start(): /S/ is at octet time START, in the open cycle. */
void pm_tx_start_at(struct pm_model *m, enum pm_tx_kind kind, uint64_t start);
/* XGMII, in place of pm_tx_end(): the end code is at octet time END, in the open cycle. */
void pm_tx_end_at(struct pm_model *m, uint64_t end, uint32_t wire_len, uint16_t quanta);
/* First cycle without tx_en: WIRE_LEN octets were sent, preamble included; a PAUSE frame carried QUANTA. */
void pm_tx_end(struct pm_model *m, uint32_t wire_len, uint16_t quanta);

/* MII: the attempt on the wire did, or did not, end in a collision, other than the model thinks; before pm_tx_end(). */
void pm_resync_collision(struct pm_model *m, bool collided);
/* MII: the frame on the wire has octets of so many clocks. */
void pm_resync_clocks(struct pm_model *m, unsigned clocks);
/* MII: the frame that waits to be repeated never comes. */
void pm_resync_retry_lost(struct pm_model *m);
/* MII: the newest attempt ended; before the next start. */
struct pm_attempt_end {
	bool collision, late, excessive, repeat, dropped, underrun;
	uint8_t collisions;
	bool draining;         /* the host's octets are still to be taken ... */
	uint64_t drained;      /* ... the last one in this cycle; 0: depends on the host */
	bool drained_earlier;  /* ... or in the one before */
	const uint8_t *octets; /* of the frame, if no other one was begun */
	uint32_t len;
};
void pm_attempt_end(const struct pm_model *m, struct pm_attempt_end *ret);

/* MII: after an early collision the device chooses r of 0 .. 2^min(n,10)-1 and decides the next attempt in the first cycle
 * from J + r slots on in which everything else allows it. While that may be and need not be, pm_start.kind is PM_TX_NONE and
 * .blockers PM_BLOCK_BACKOFF. */
struct pm_backoff {
	uint64_t start;      /* first preamble clock of the repetition */
	uint64_t jam_end;    /* J */
	uint32_t slot;       /* clocks */
	uint32_t collisions; /* n */
	int32_t r;           /* -1: the moment allows several */
	int32_t r_min, r_max;
};
/* Returns true if a repetition is allowed that was decided in cycle DECIDED, the newest or one up to SLACK clocks off. To be called
 * before pm_tx_start(). RET but for its .start is filled if a repetition waits at all. */
bool pm_backoff_allows(const struct pm_model *m, uint64_t decided, uint64_t slack, struct pm_backoff *ret);
/* Returns true if a frame waits to be repeated. */
bool pm_backoff_waits(const struct pm_model *m);
enum { PM_BACKOFFS_KEPT = 1024 };
/* How many repetitions there were since pm_new(); the I-th newest of them, from 0; false if there are fewer or it is no
 * longer kept. */
uint64_t pm_backoffs(const struct pm_model *m);
/* The waits since pm_new() after RANGE collisions (1 to 10; 10: and more) whose r the wire shows: .decided[r] were r slots long; of
 * .held[r] it is known only that r slots had not been enough when something else held the repetition. .count back-offs are possible;
 * .held has one more. The arrays are the model's own. */
enum { PM_BACKOFF_RANGES = 10 };
struct pm_backoffs {
	const uint32_t *decided, *held;
	uint32_t count;
};
void pm_backoffs_of(const struct pm_model *m, unsigned range, struct pm_backoffs *ret);
bool pm_backoff_seen(const struct pm_model *m, unsigned i, struct pm_backoff *ret);

/* ---- what is visible ---- */

/* A received frame, classified. */
struct pm_rx_frame {
	uint64_t first, last, visible; /* cycles: of its run, of its last octet, in which its record is visible */
	const uint8_t *octets;         /* DA..FCS */
	uint32_t len, fcs;
	uint32_t host_len; /* what the host gets of it */
	bool ignored;      /* thrown away without a record */
	bool bad, code_error, pause, control, delivered, discarded;
	struct pause_frame pause_frame; /* why it is a PAUSE or not */
	bool too_long;                  /* longer than allowed */
	bool dribble;                   /* MII: half an octet after the last one */
	uint32_t record;                /* obs_rx_record */
	enum rule not_pause;            /* why a frame that looks like a PAUSE is none, or PM_NO_RULE */
	enum rule not_obeyed;           /* why a PAUSE does not act on the inhibit, or PM_NO_RULE */
	enum rule refused;              /* why it is not delivered, or PM_NO_RULE */
	enum rule accepted;             /* which rule lets it be delivered */
	bool optional;                  /* delivered: it may also be dropped */
	bool loose; /* delivered and bad: the host may get other octets, and fewer, as long as they are marked */
};

enum pm_signal { PM_SIGNAL_IDLE, PM_SIGNAL_LOCAL_FAULT, PM_SIGNAL_REMOTE_FAULT };

struct pm_view {
	bool xoff;
	uint32_t timer; /* octet times */
	uint32_t free;  /* MBUFs; XGMII: words of 8 octets */
	uint32_t level; /* as obs_level shows it: free MBUFs, or octets in the buffer */
	uint8_t pfc_xoff;
	enum pm_signal signal; /* of words without any lane of a frame */
	bool tx_record_valid;
	uint32_t tx_record;
	const struct pm_rx_frame *rx; /* its record is visible in this cycle; or NULL */
	struct pm_start start;        /* as decided before this cycle */
	bool host_waiting;            /* a delivered frame waits for its start on the host stream ... */
	uint64_t host_due;            /* ... in this cycle */
	uint64_t host_cause;          /* last octet of that frame on the wire */
};

/* Completes the outputs of the open cycle, if they are not complete, and returns everything that is visible in it. To be called when the transmit
 * wire of the cycle is known; valid until the next pm_close(). */
const struct pm_view *pm_settle(struct pm_model *m);
/* Returns pm_view.host_waiting and what follows it as they will be, before the cycle is settled. */
bool pm_host_waiting(const struct pm_model *m, uint64_t *ret_due, uint64_t *ret_cause);

/* ---- delivered frames ---- */

struct pm_host_frame {
	const uint8_t *octets;
	uint32_t len;
	uint32_t wire_len; /* on the wire; 0 if the host gets all of it always */
	bool bad;
	uint64_t last; /* cycle of its last octet on the wire */
	enum rule accepted;
	bool optional, loose; /* as in struct pm_rx_frame */
};

/* Fills in the I-th frame that waits for the host, from 0; returns false if there are fewer. */
bool pm_host_frame(const struct pm_model *m, unsigned i, struct pm_host_frame *ret);
/* Fills in why a frame that the host got should not have reached it: the rule, and the frame's last octet on the wire. Returns false if no such
 * frame was received and refused lately. */
bool pm_host_refused(const struct pm_model *m, const uint8_t *octets, uint32_t len, enum rule *ret_rule, uint64_t *ret_cause);

/* ---- registers ---- */

/* Returns true if a register is at ADDRESS, a byte address. */
bool pm_reg_mapped(const struct pm_model *m, uint16_t address);
/* Returns the value that is visible in the open cycle, the setup cycle of a read, and does what the read does: clears, keeps high words. 0 if
 * unmapped. */
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
	enum rule rule;    /* broken by a wrong value */
	unsigned counter;  /* PM_REG_COUNTER: its number, for pm_count_total() */
	bool keeps;        /* PM_REG_COUNTER: a read does not clear it */
	bool high_word;    /* PM_REG_COUNTER: what the read of the low word kept */
	bool write_clears; /* state bits fall by writing 1 */
	bool loads;        /* PM_REG_COUNTER: a write loads it */
	bool to_zero;      /* PM_REG_COUNTER: what an event adds beyond its end is lost; its total is without that */
	uint64_t events; /* PM_REG_STATUS: bits that a read clears; how often bit i was set is pm_count_total() of .counter + i */
	uint64_t wraps;  /* PM_REG_STATUS: bits that say that a counter wrapped, and which one */
	uint64_t levels; /* PM_REG_STATUS with events: bits that show a state of now */
};

/* Fills in what is known of the register at ADDRESS; returns false if it is unmapped. */
bool pm_reg_info(const struct pm_model *m, uint16_t address, struct pm_reg_info *ret);
/* Addresses of all PM_REG_STATUS and PM_REG_LEVEL registers; returns how many there are. */
size_t pm_reg_states(const struct pm_model *m, uint16_t *ret, size_t max);
enum { PM_COUNTERS_MAX = 256 };
/* The user will ask for totals of cycles before the open one. */
void pm_count_recalls(struct pm_model *m);
/* Total of a counter since power-up as visible in CYCLE, a recent one. */
uint64_t pm_count_total(const struct pm_model *m, unsigned counter, uint64_t cycle);
/* Black box: the DUT may see a change of a control up to BEFORE octet times, or clocks, later than the model, and looks at the controls that decide what
 * a received frame is up to AFTER its last octet. */
void pm_count_slack(struct pm_model *m, uint64_t before, uint64_t after);
/* How much of COUNTER the DUT may have counted by CYCLE of frames that pm_lost_unseen() and pm_overtaken_unseen() noted, and that the model shows later;
 * what it would count of the I-th frame of pm_host_owed() if that were sent. */
uint64_t pm_count_unseen(const struct pm_model *m, unsigned counter, uint64_t cycle);
uint64_t pm_count_owed(const struct pm_model *m, unsigned counter, unsigned i);
/* ... what it would count of the control frames that are requested. */
uint64_t pm_count_requested(const struct pm_model *m, unsigned counter);
/* A link fault may still hide a control frame so many octet times after its end. */
void pm_fault_slack(struct pm_model *m, uint64_t octets);
/* How much more or less than the model the DUT may have counted since the reset, because such a control changed so close to a frame. */
void pm_count_doubt(const struct pm_model *m, unsigned counter, uint64_t *ret_more, uint64_t *ret_less);
/* True if the last pm_reg_read() should have returned ACTUAL had the read's clearing failed, or an event that met a
 * read been lost or doubled. */
bool pm_reg_read_race(const struct pm_model *m, uint64_t actual);
/* The rule that ACTUAL instead of EXPECTED breaks at the last pm_reg_read(), of ADDRESS. */
enum rule pm_reg_explain(const struct pm_model *m, uint16_t address, uint64_t expected, uint64_t actual);
/* Returns the value of a counter without a preset after SUM events since 0 / the value of a counter at reset. */
uint64_t pm_count_shown(const struct pm_model *m, unsigned counter, uint64_t sum);
uint64_t pm_count_preset(const struct pm_model *m, unsigned counter);
/* How much a counter got in the cycle after its newest read. */
uint32_t pm_count_next(const struct pm_model *m, unsigned counter);
/* Calls BACK for each counter that the write clears (in the second cycle after the access). */
void pm_reg_write_clears(const struct pm_model *m, uint16_t address, uint64_t value, uint8_t strobe,
                         void (*back)(void *context, unsigned counter), void *context);
/* The management part; see mdio.h. */
struct mdio_model *pm_mdio(struct pm_model *m);
#endif
