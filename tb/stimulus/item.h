/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus items: everything that can be done to a MAC, as data. doc/reference/stimulus.md describes the text form (*.stim).
 *
 * The sequencer issues the items in order at its *cursor*, a cycle. An item for a channel (receive wire, host transmit, registers) is
 * queued there and runs as soon as the channel is free and the cursor has been reached; the channels run side by side. Only WAIT moves
 * the cursor, and RESET and LINK, which first wait for the register channel or the wires. */
#ifndef PAUSEBENCH_ITEM_H
#define PAUSEBENCH_ITEM_H
#include "base/capture.h"
#include "base/dut.h"
#include "cover.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ITEM_FRAME_OCTETS_MAX = 65600, STIM_VERSION = 2 /* the newest */ };

enum item_kind {
	ITEM_RX_FRAME, /* receive a frame on the wire */
	ITEM_RX_RAW,   /* GMII: a run of rx_dv with exactly these octets (no preamble, SFD or FCS added) */
	ITEM_RX_LANES, /* XGMII: exactly these lanes, .octets with .control, from a column on */
	ITEM_RX_IDLE,  /* GMII, MII: what the wire carries without rx_dv, for .len clocks, or from then on */
	ITEM_TX_FRAME, /* the host sends a frame */
	ITEM_REG_WRITE,
	ITEM_REG_READ,
	ITEM_HOST_STOP,  /* m_axis_tready low */
	ITEM_HOST_START, /* m_axis_tready high */
	ITEM_HOST_RATE,  /* tready high .on cycles, low .off cycles, in turn; off = 0: always high */
	ITEM_PAUSE_REQ,  /* pause_req takes .request at once */
	ITEM_PFC_REQ,    /* pfc_req takes .request at once */
	ITEM_PHY,        /* MDIO PHY: set register, presence, partner, fault */
	ITEM_NEGOTIATE,  /* the driver's sequence: advertise, negotiate, resolve, program the MAC; on the register channel */
	ITEM_LINK,       /* MII: what the PHY does: speed and duplex of the wire */
	ITEM_COLLISION,  /* MII: collisions of the next transmissions */
	ITEM_CARRIER,    /* MII: carrier without a frame */
	ITEM_RESET,      /* rst_n low for .cycles */
	ITEM_WAIT,       /* move the cursor by .cycles, or until channels are idle, or to a moment to come */
	ITEM_EXPECT,     /* what the transmit wire must carry, and when; nothing is done to the MAC */
	ITEM_KIND_COUNT
};

enum item_wait {
	WAIT_CYCLES,
	WAIT_RX,   /* receive wire queue empty and the wire idle */
	WAIT_TX,   /* host transmit queue empty and the transmit wire idle (bounded by .cycles, 0 = the run's budget) */
	WAIT_HOST, /* delivered stream idle */
	WAIT_REG,  /* register queue empty */
	WAIT_IDLE, /* all of them */
	/* Until .at cycles after (negative: before) the next moment of a kind, as it comes if no more items are issued. */
	WAIT_START,      /* a frame begins on the transmit wire: the cycle of its first octet */
	WAIT_END,        /* a frame ended there: the first cycle without it; XGMII: the cycle of its end code */
	WAIT_CONTROL,    /* likewise a MAC control frame: a PAUSE or PFC frame that the DUT sends */
	WAIT_INHIBIT,    /* obs_xoff rises: the first cycle in which the transmitter is inhibited */
	WAIT_EXPIRY,     /* obs_xoff falls */
	WAIT_PFC,        /* pfc_xoff changes: the first cycle in which a class is paused, or no longer is */
	WAIT_CLASSIFIED, /* the DUT has classified a received frame: its record, counters and states are visible */
	WAIT_READ,       /* the setup cycle of a register read */
	/* wait until: likewise, but a state that holds already ends the wait at once. */
	WAIT_XOFF_SENT, /* the last octet of an XOFF has left on the transmit wire: the first cycle after it */
	WAIT_XON_SENT,  /* likewise of an XON */
	WAIT_PAUSED,    /* obs_xoff is 1 */
	WAIT_RESUMED,   /* obs_xoff is 0 */
	WAIT_BELOW,     /* fewer than .octets octets of the receive buffer are in use, by obs_level */
	WAIT_ABOVE,     /* more than so many */
	WAIT_KIND_COUNT
};

enum item_fcs {
	FCS_GOOD,
	FCS_BAD,   /* complement of the good one */
	FCS_VALUE, /* .fcs_value as it goes on the wire, first octet in bits 31:24 */
	FCS_NONE,  /* the driver adds none: .octets end with an FCS of their own, or have none */
};

enum { COLUMN_ANY = 0xFF };

enum item_phy { PHY_ITEM_REGISTER, PHY_ITEM_PARTNER, PHY_ITEM_FAULT, PHY_ITEM_DELAY };

/* What an expectation is about: something that begins on the transmit wire (EXPECT_JAM: that ends there). */
enum expect_what {
	EXPECT_DATA,          /* a frame that is no PAUSE or PFC frame, or an attempt to send one */
	EXPECT_PAUSE,         /* a PAUSE frame with any time */
	EXPECT_XOFF,          /* a PAUSE frame with a time above 0 */
	EXPECT_XON,           /* a PAUSE frame with time 0 */
	EXPECT_PFC,           /* a PFC frame */
	EXPECT_JAM,           /* MII: an attempt that a collision broke off, or a forced collision */
	EXPECT_FALSE_CARRIER, /* MII: preamble without an SFD */
	EXPECT_REMOTE_FAULT,  /* XGMII: remote fault sequences */
	EXPECT_IDLE,          /* XGMII: idle */
	EXPECT_CLASSES,       /* pfc_xoff: classes are paused, or not */
	EXPECT_WHAT_COUNT
};

/* The moment from which the times of an expectation count. */
enum expect_from {
	EXPECT_FROM_NOW,       /* the cursor */
	EXPECT_FROM_RX,        /* the last octet of what the newest item of the receive wire puts there; XGMII: the end code */
	EXPECT_FROM_RX_START,  /* its first octet */
	EXPECT_FROM_TX,        /* the first octet time after the frame that met the expectation before */
	EXPECT_FROM_TX_START,  /* its first octet */
	EXPECT_FROM_COLLISION, /* MII: the next collision begins */
	EXPECT_FROM_CARRIER,   /* MII: the next carrier is over */
	EXPECT_FROM_COUNT
};

/* The figures of a row's timing contract and slack that a length of time can name (tb/base/dut.h). FIGURE(member, has a latency) */
#define ITEM_FIGURES(FIGURE) \
	FIGURE(inhibit, 1)   \
	FIGURE(resume, 1)    \
	FIGURE(request, 1)   \
	FIGURE(classify, 1)  \
	FIGURE(host, 1)      \
	FIGURE(sent, 1)      \
	FIGURE(write, 0)     \
	FIGURE(wire, 0)
enum item_figure {
#define FIGURE(member, latency) ITEM_FIGURE_##member,
	ITEM_FIGURES(FIGURE)
#undef FIGURE
	    ITEM_FIGURE_COUNT
};

/* A length of time as a sum, since octet times depend on the speed at MII, and figures on the row. All 0: not given. */
struct item_span {
	uint32_t octets, clocks, ns;
	uint32_t figures; /* a bit for each enum item_figure */
};

struct item_expect {
	enum expect_what what;
	bool none; /* nothing of the kind begins from .after until .until */
	enum expect_from from;
	struct item_span after;  /* what begins before is not looked at */
	struct item_span until;  /* and nothing of the kind begins before this */
	struct item_span within; /* it begins no later */
	uint32_t octets;         /* DA..FCS; 0: any number */
	uint32_t time;           /* of a PAUSE or of the paused classes of a PFC frame, plus 1; 0: any */
	uint16_t classes;        /* as pfc_req: bit 2i: class i is released, 2i+1: paused; of a PFC frame, 0: any */
};

struct item_frame {
	uint8_t *octets; /* owned by the item; DA.. without FCS (with it for FCS_NONE and RX_RAW) */
	uint32_t len;    /* number of octets */
	enum item_fcs fcs;
	uint32_t fcs_value;
	/* RX: the offset of the first octet with rx_er from the first octet after the SFD (negative: in the preamble, -1: the SFD); INT32_MIN:
	 * there is none. RX_RAW: the offset from the first octet of the run */
	int32_t error_at;
	uint32_t error_len; /* how many octets carry rx_er */
	uint32_t preamble;  /* RX: number of 0x55 before the SFD (7) */
	uint8_t sfd;        /* RX: 0xD5 */
	uint8_t *control;   /* RX_LANES: owned by the item; 1 for a control code */
	uint8_t error_code; /* RX, XGMII: the control code of errored octets (0xFE) */
	uint8_t end_code;   /* RX, XGMII: the control code that ends the frame (0xFD) */
	uint8_t column;     /* RX, XGMII: the frame begins in lane 0, in lane 4, or (COLUMN_ANY) in whichever comes first */
	bool host_error;    /* TX, XGMII: tuser with tlast */
	bool host_fcs;      /* TX, MII: the host's octets end with an FCS, by .fcs; tuser with tlast */
	bool lead;          /* RX, MII at 10/100: one more nibble 0x5 in front */
	uint8_t dribble;    /* RX, likewise: a nibble of this value less 1 after the last octet; 0: none */
	bool collides;      /* RX, half duplex: the frame does not wait until the transmit wire has been idle for the gap */
	/* RX: at least this many octet times after the previous run are idle, 1 or more (12); at XGMII the end code is the first of them, and 0
	 * is possible after raw lanes; at GMII and MII after an RX_IDLE. TX: s_axis is idle for this many clocks before the frame is offered (0) */
	uint32_t gap;
	int32_t stall_at; /* TX: tvalid is low before this octet (1 or more); -1: before none */
	uint32_t stall;   /* TX: for this many cycles (1 or more) */
};

struct item {
	enum item_kind kind;
	unsigned line;  /* in the file, 0 if generated */
	uint16_t sweep; /* 1 + the place in .sweeps of the stimulus of the sweep to which it belongs; 0: none ... */
	int32_t value;  /* ... and the value for which it is there */
	union {
		struct item_frame frame;
		struct {
			uint8_t data;
			bool error;   /* rx_er is high */
			uint32_t len; /* clocks; 0: the wire carries it from then on whenever it carries nothing else */
			uint32_t gap; /* with .len: at least this many octet times after what came before, 0 or more */
		} idle;
		struct {
			uint16_t address;
			uint64_t value;               /* WRITE */
			uint8_t strobe;               /* WRITE: a bit per byte of the bus */
			uint64_t expect, expect_mask; /* READ: with mask 0 the stimulus has no expectation of its own */
		} reg;
		struct {
			uint32_t on, off;
		} rate;
		uint16_t request; /* PAUSE_REQ, PFC_REQ */
		struct {
			enum item_phy what;
			uint8_t phy, reg;
			uint16_t
			    value; /* of the REGISTER; of register 4 of the PARTNER; the FAULT, an enum phy_fault (models/part/phy.h) */
			bool present; /* REGISTER: false: this PHY address does not answer */
		} phy;
		struct {
			uint8_t phy;
			bool master;        /* by the clause 22 master, where the DUT has another way as well */
			uint16_t advertise; /* register 4 */
		} negotiate;
		struct {
			uint16_t mbps; /* 10, 100, 1000 */
			bool half;
		} link;
		struct {
			uint32_t at;  /* begins so many clocks after tx_en rose (1 or more: the bench sees it after the clock) */
			uint32_t len; /* lasts so many clocks */
			uint32_t count; /* at so many transmissions: the next one that has no collision yet, and those after it */
		} collision;
		struct {
			uint32_t len; /* clocks */
			bool
			    after_tx; /* begins .at (1 or more) clocks after the last one of the next transmission; else at once */
			uint32_t at;
		} carrier;
		struct {
			enum item_wait what;
			/* Of a moment (WAIT_START and later): it comes within so many cycles, or the cursor moves so far; 0: it must come */
			uint32_t cycles;
			int32_t at;
			uint32_t octets; /* WAIT_BELOW, WAIT_ABOVE */
		} wait;
		struct item_expect expect;
	} u;
};

enum {
	STIM_SWEEPS_MAX = 1024,
	STIM_SWEEP_NAME_MAX = 24,
	STIM_CASES_NAME_MAX = 40,
	STIM_ABSENT_SIZE = 512,
	STIM_WARNING_SIZE = 400
};
/* The value of an item whose entry in .sweeps names the value as well, as in "speed=half". */
enum { STIM_VALUE_NAMED = INT32_MIN };

/* A stimulus owns its items. Zero-initialise, stimulus_release() afterwards. */
struct stimulus {
	struct item *items;
	size_t count, capacity;
	char name[64];     /* stem of the file, or "seed-7" */
	uint64_t needs;    /* enum dut_capability mask; else SKIPPED with the reason */
	uint32_t seed;     /* of the power-up state; header "seed" of a file, 1 if none */
	char only_dut[32]; /* header "dut", empty: any with the capabilities. Register names belong to the DUT's register page */
	char only_model[32]; /* header "model", likewise: every DUT of that golden model */
	/* header "reading": bits (reading_bit()) of the readings that it names, and their values */
	uint32_t readings_named, readings;
	struct cover_set covers; /* header "covers": the rules that the stimulus states that it exercises */
	bool neutral;            /* header "neutral": it names controls instead of registers */
	bool is_long;            /* header "long": the smoke suite leaves it out */
	char purposes[256];      /* header "purpose": what requirements it tests, between blanks */
	char lacking[48]; /* a control or speed that the DUT does not have, for which the reader did not read on; empty: none */
	char absent
	    [STIM_ABSENT_SIZE]; /* standard counters that the DUT does not have, each once, between ", ": their reads are left out */
	uint64_t *
	    carried_out; /* where the sequencer notes how many items it has carried out or begun, for who waits for the run; or NULL */
	char
	    warning[STIM_WARNING_SIZE]; /* what a reader of the stimulus should know of a capture in it, a line; empty: nothing */
	/* The names of the ranges of sweeps and of the meetings, in the order of the file, with the values of the loops around them: "speed=100 at". */
	char sweeps[STIM_SWEEPS_MAX][STIM_CASES_NAME_MAX];
};

/* Where a text is wrong. */
struct stim_error {
	char file[256];
	unsigned line, column;
	char message[200]; /* what was expected */
};

/* True for the items that own octets: .u.frame. */
bool item_is_frame(const struct item *item);
void item_release(const struct item *item);
/* Makes RET a copy with octets of its own and without a line. Returns 0 or -ENOMEM. */
int item_copy(const struct item *item, struct item *ret);
/* Appends a copy of ITEM, which takes over its octets. Returns 0 or -ENOMEM. */
int stimulus_append(struct stimulus *st, const struct item *item);
void stimulus_release(struct stimulus *st);
/* Makes RET a copy that owns its items. Returns 0 or -ENOMEM; the caller releases RET in any case. */
int stimulus_copy(const struct stimulus *st, struct stimulus *ret);
/* Reads a .stim file; the register page of DUT resolves the names of registers. Returns 0, -EINVAL with *RET_ERROR filled, or another
 * negative errno. */
int stimulus_read(struct stimulus *st, const char *path, const struct dut *dut, struct stim_error *ret_error);
int stimulus_read_stream(struct stimulus *st, FILE *in, const char *path, const struct dut *dut, struct stim_error *ret_error);
/* Writes the lines that IN, a file at PATH, stands for: those of loops and meetings as often as they are read, with their values, without comments, the first
 * line, and blanks that mean nothing. Two files for which it writes the same have the same items on each DUT. Returns as stimulus_read(). */
int stimulus_put_lines(FILE *in, const char *path, FILE *out, struct stim_error *ret_error);
/* Writes a text that stimulus_read() reads back equal. Returns 0 or a negative errno. */
int stimulus_write(const struct stimulus *st, FILE *out, const struct dut *dut);

struct pcap_options {
	/* Frames that end with their FCS are injected as captured, others get a good one. CAPTURE_FCS_AS_STATED: as the file says, and those of which it
	 * says nothing have none. */
	enum capture_fcs fcs;
	bool keep_gaps;   /* the gaps are those of the capture; else the minimum gap */
	uint32_t max_gap; /* octet times: a longer gap of the capture is closed to this; 0: 1,000,000 */
};
/* Makes receive items of the frames of a capture (pcap, pcapng; micro- and nanosecond), after the set-up writes of the DUT. Returns
 * -EINVAL with *RET_ERROR (line and column 0) for truncated or foreign files. */
int stimulus_from_pcap(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                       struct stim_error *ret_error);
/* Appends the set-up writes (enable, station address, flow control both ways) of the DUT. */
int stimulus_setup(struct stimulus *st, const struct dut *dut);
/* Returns how many items of ST from number FIRST on are those of SETUP, which stimulus_setup() made; 0 if they are others. */
size_t stimulus_setup_at(const struct stimulus *st, size_t first, const struct stimulus *setup);
/* Gives ST, which names registers of DUT, a header that says whose they are in place of what it needs, unless it has one. */
void stimulus_name_model(struct stimulus *st, const struct dut *dut);
/* Returns the row as STIM sees it: one with CAP_READINGS has the readings that STIM names. */
struct dut stimulus_dut(const struct stimulus *stim, const struct dut *dut);
/* True if DUT cannot take STIM; RET (SIZE octets) gets the reason. */
bool stimulus_unfit(const struct stimulus *stim, const struct dut *dut, char *ret, size_t size);
#endif
