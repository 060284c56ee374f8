/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus items: everything that can be done to a MAC, as data. doc/reference/stimulus.md describes the text form (*.stim).
 *
 * The sequencer issues the items in order at its *cursor*, a cycle. An item for a channel (receive wire, host transmit,
 * registers) is queued there and runs as soon as the channel is free and the cursor has been reached; the channels run side by
 * side. The cursor is moved only by WAIT, and by RESET and LINK, which first wait for the register channel or the wires. */
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
	ITEM_RX_RAW,   /* GMII: a run of rx_dv with exactly these octets; no preamble, SFD or FCS is added */
	ITEM_RX_LANES, /* XGMII: exactly these lanes, .octets with .control, from the start of a column on */
	ITEM_RX_IDLE,  /* GMII, MII: what the wire carries without rx_dv, for .len clocks, or from then on */
	ITEM_TX_FRAME, /* the host sends a frame */
	ITEM_REG_WRITE,
	ITEM_REG_READ,
	ITEM_HOST_STOP,   /* m_axis_tready becomes low */
	ITEM_HOST_START,  /* m_axis_tready becomes high */
	ITEM_HOST_RATE,   /* tready is high for .on cycles and low for .off cycles, in turn; .off = 0: it is always high */
	ITEM_PAUSE_REQ,   /* pause_req takes .request at once */
	ITEM_PFC_REQ,     /* pfc_req takes .request at once */
	ITEM_PHY,         /* sets a register, the presence, the partner or the fault of an MDIO PHY */
	ITEM_NEGOTIATE,   /* the driver's sequence: advertise, negotiate, resolve, program the MAC; on the register channel */
	ITEM_LINK,        /* MII: sets the speed and duplex of the PHY */
	ITEM_COLLISION,   /* MII: collisions of the next transmissions */
	ITEM_CARRIER,     /* MII: carrier without a frame */
	ITEM_CLOCK_STOP,  /* a clock of a MAC with several stops for .cycles, and comes back */
	ITEM_CLOCK_RESET, /* the reset of one clock alone is low for .cycles */
	ITEM_RESET,       /* rst_n is low for .cycles */
	ITEM_WAIT,        /* moves the cursor by .cycles, or until channels are idle, or to a moment to come */
	ITEM_EXPECT,      /* what the transmit wire must carry, and when; nothing is done to the MAC */
	ITEM_KIND_COUNT
};

enum item_wait {
	WAIT_CYCLES,
	WAIT_RX, /* until the queue of the receive wire is empty and the wire idle */
	WAIT_TX, /* until the queue of host transmit is empty and the transmit wire idle; at most .cycles, 0 = the limit of the run */
	WAIT_HOST, /* until the delivered stream is idle */
	WAIT_REG,  /* until the queue of the registers is empty */
	WAIT_IDLE, /* until all of these hold */
	/* The following wait until .at cycles after (negative: before) the next moment of a kind, as it comes if no more items
	 * are issued. */
	WAIT_START,      /* a frame begins on the transmit wire: the cycle of its first octet */
	WAIT_END,        /* a frame ended there: the first cycle without it; XGMII: the cycle of its end code */
	WAIT_CONTROL,    /* the same of a MAC control frame: a PAUSE or PFC frame that the DUT sends */
	WAIT_INHIBIT,    /* obs_xoff rises: the first cycle in which the transmitter is inhibited */
	WAIT_EXPIRY,     /* obs_xoff falls */
	WAIT_PFC,        /* pfc_xoff changes: the first cycle in which a class is paused, or no longer is */
	WAIT_CLASSIFIED, /* the DUT has classified a received frame: its record, counters and states are visible */
	WAIT_READ,       /* the setup cycle of a register read */
	/* The following are for `wait until`: they wait likewise, but a state that holds already ends the wait at once. */
	WAIT_XOFF_SENT, /* the last octet of an XOFF has left on the transmit wire: the first cycle after it */
	WAIT_XON_SENT,  /* the same of an XON */
	WAIT_PAUSED,    /* obs_xoff is 1 */
	WAIT_RESUMED,   /* obs_xoff is 0 */
	WAIT_BELOW,     /* fewer than .octets octets of the receive buffer are in use, by obs_level */
	WAIT_ABOVE,     /* more than .octets octets are in use */
	WAIT_KIND_COUNT
};

enum item_fcs {
	FCS_GOOD,
	FCS_BAD,   /* the complement of the good one */
	FCS_VALUE, /* .fcs_value as it goes on the wire, the first octet in bits 31:24 */
	FCS_NONE,  /* the driver adds none: .octets have an FCS at their end, or have none */
};

enum { COLUMN_ANY = 0xFF };

enum item_phy { PHY_ITEM_REGISTER, PHY_ITEM_PARTNER, PHY_ITEM_FAULT, PHY_ITEM_DELAY };

/* What an expectation is about: something that begins on the transmit wire (EXPECT_JAM: something that ends there). */
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
	EXPECT_FROM_RX,        /* the last octet that the newest item of the receive wire puts there; XGMII: the end code */
	EXPECT_FROM_RX_START,  /* its first octet */
	EXPECT_FROM_TX,        /* the first octet time after the frame that met the expectation before this one */
	EXPECT_FROM_TX_START,  /* the first octet of that frame */
	EXPECT_FROM_COLLISION, /* MII: the next collision begins */
	EXPECT_FROM_CARRIER,   /* MII: the next carrier is over */
	EXPECT_FROM_COUNT
};

/* The figures of a row's timing contract and slack that a length of time can name (tb/base/dut.h). FIGURE(member, whether it is a
 * latency, too) */
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

/* A length of time. It is a sum, since octet times depend on the speed at MII, and figures depend on the row. If all are 0, the
 * length is not given. */
struct item_span {
	uint32_t octets, clocks, ns;
	uint32_t figures; /* a bit for each enum item_figure */
};

struct item_expect {
	enum expect_what what;
	bool none; /* nothing of the kind begins from .after until .until */
	enum expect_from from;
	struct item_span after;  /* the expectation is not about anything that begins before this */
	struct item_span until;  /* nothing of the kind begins before this */
	struct item_span within; /* it begins no later than this */
	uint32_t octets;         /* the length DA..FCS; 0: any length */
	uint32_t time;           /* 1 + the time of a PAUSE or of the paused classes of a PFC frame; 0: any time */
	uint16_t classes; /* coded as pfc_req is: bit 2i: class i is released, 2i+1: paused; 0 for a PFC frame: any classes */
};

struct item_frame {
	uint8_t *octets; /* owned by the item; DA.. without FCS (with it for FCS_NONE and RX_RAW) */
	uint32_t len;    /* the number of .octets */
	enum item_fcs fcs;
	uint32_t fcs_value;
	/* Default values stand in brackets. */
	/* RX: the offset of the first octet with rx_er from the first octet after the SFD (negative: in the preamble, -1: the
	 * SFD); INT32_MIN: there is no such octet. RX_RAW: the offset from the first octet of the run. */
	int32_t error_at;
	uint32_t error_len; /* how many octets carry rx_er */
	uint32_t preamble;  /* RX: the number of octets 0x55 before the SFD (7) */
	uint8_t sfd;        /* RX: the SFD (0xD5) */
	uint8_t *control;   /* RX_LANES: owned by the item; 1 for a control code */
	uint8_t error_code; /* RX, XGMII: the control code of errored octets (0xFE) */
	uint8_t end_code;   /* RX, XGMII: the control code that ends the frame (0xFD) */
	uint8_t column;     /* RX, XGMII: the frame begins in lane 0, in lane 4, or (COLUMN_ANY) in whichever comes first */
	bool host_error;    /* TX, XGMII: the host raises tuser with tlast */
	bool host_fcs;      /* TX, MII: the host's octets end with an FCS, which .fcs chooses; it raises tuser with tlast */
	bool lead;          /* RX, MII at 10 and 100 Mb/s: the preamble has one more nibble 0x5 in front */
	uint8_t dribble;    /* RX, MII at 10 and 100 Mb/s: 1 + the value of a nibble after the last octet; 0: there is none */
	bool collides;      /* RX, half duplex: the frame does not wait until the transmit wire has been idle for the gap */
	/* RX: at least this many octet times after the previous run are idle, 1 or more (12); at XGMII the end code is the first
	 * of them. 0 is possible at XGMII after raw lanes, at GMII and MII after an RX_IDLE. TX: for how many clocks s_axis is
	 * idle before the frame is offered (0). */
	uint32_t gap;
	int32_t stall_at; /* TX: tvalid is low before this octet (1 or more); -1: before none */
	uint32_t stall;   /* TX: for how many cycles it is low (1 or more) */
};

struct item {
	enum item_kind kind;
	unsigned line;  /* its line in the file, 0 if it is generated */
	uint16_t sweep; /* the sweep to which it belongs: 1 + its place in .sweeps of the stimulus; 0: none ... */
	int32_t value;  /* ... and the value of the sweep for which the item is there */
	union {
		struct item_frame frame;
		struct {
			uint8_t data;
			bool error; /* rx_er is high */
			/* For how many clocks; 0: the wire carries it from then on whenever it carries nothing else. */
			uint32_t len;
			uint32_t gap; /* with .len: at least this many octet times after what came before, 0 or more */
		} idle;
		struct {
			uint16_t address;
			uint64_t value;               /* for a write */
			uint8_t strobe;               /* for a write: a bit per byte of the bus */
			uint64_t expect, expect_mask; /* for a read: with mask 0 the stimulus has no expectation of its own */
		} reg;
		struct {
			uint32_t on, off;
		} rate;
		uint16_t request; /* for PAUSE_REQ and PFC_REQ */
		struct {
			enum item_phy what;
			uint8_t phy, reg;
			/* REGISTER: its value; PARTNER: the value of its register 4; FAULT: an enum phy_fault (models/part/phy.h). */
			uint16_t value;
			bool present; /* REGISTER: false if this PHY address does not answer */
		} phy;
		struct {
			uint8_t phy;
			bool master;        /* use the clause 22 master, where the DUT has management pins as well */
			uint16_t advertise; /* the value for register 4 */
		} negotiate;
		struct {
			uint16_t mbps; /* 10, 100, 1000 */
			bool half;
		} link;
		struct {
			/* It begins so many clocks after tx_en rose (1 or more, since the bench sees tx_en after the clock). */
			uint32_t at;
			uint32_t len;   /* it lasts so many clocks */
			uint32_t count; /* it comes in so many transmissions, from the next one on that has no collision yet */
		} collision;
		struct {
			uint32_t len; /* for how many clocks */
			/* It begins .at (1 or more) clocks after the last clock of the next transmission; else at once. */
			bool after_tx;
			uint32_t at;
		} carrier;
		struct {
			enum clock_domain domain;
			uint32_t cycles;
		} clock; /* for CLOCK_STOP and CLOCK_RESET */
		struct {
			enum item_wait what;
			/* For a moment (WAIT_START and later): if it does not come within so many cycles, the cursor moves so
			 * far; 0: it must come. */
			uint32_t cycles;
			int32_t at;
			uint32_t octets; /* for WAIT_BELOW and WAIT_ABOVE */
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
/* The .value of an item whose entry in .sweeps names the value as well, such as "speed=half". */
enum { STIM_VALUE_NAMED = INT32_MIN };

/* A stimulus, which owns its items. Initialise it with zeros; stimulus_release() releases it. */
struct stimulus {
	struct item *items;
	size_t count, capacity;
	char name[64];  /* the name of the file without its suffix, or a name such as "seed-7" */
	uint64_t needs; /* a mask of enum dut_capability; a run on a DUT without them is skipped */
	uint32_t seed;  /* the seed of the power-up state; header "seed" of a file, 1 without it */
	/* Header "dut": the DUT to whose register page the names of registers belong; empty: any with the capabilities. */
	char only_dut[32];
	char only_model[32]; /* header "model": the golden model whose DUTs can take it; empty: any */
	/* Header "reading": bits (reading_bit()) of the readings that it names, and their values. */
	uint32_t readings_named, readings;
	struct cover_set covers; /* header "covers": the rules that the stimulus says it exercises */
	bool neutral;            /* header "neutral": it names controls and not registers */
	bool is_long;            /* header "long": the smoke suite leaves it out */
	char purposes[256];      /* header "purpose": the requirements that it tests, with blanks between them */
	char lacking[48]; /* a control or speed that the DUT does not have, at which the reader stopped reading; empty: none */
	/* The standard counters that the DUT does not have, each once, with ", " between them; their reads are left out. */
	char absent[STIM_ABSENT_SIZE];
	/* Where the sequencer notes how many items it has carried out or begun, so that others can watch the run; or NULL. */
	uint64_t *carried_out;
	/* One line about a capture in the stimulus that its user should know; empty: there is none. */
	char warning[STIM_WARNING_SIZE];
	/* The names of the ranges of sweeps and of the meetings, in the order of the file, with the values of the loops around them: "speed=100 at". */
	char sweeps[STIM_SWEEPS_MAX][STIM_CASES_NAME_MAX];
};

/* The place at which a text is wrong. */
struct stim_error {
	char file[256];
	unsigned line, column;
	char message[200]; /* what was expected */
};

/* Returns true for the items that have .u.frame and own its octets. */
bool item_is_frame(const struct item *item);
void item_release(const struct item *item);
/* Makes RET a copy of ITEM with octets of its own and without a line. Returns 0 or -ENOMEM. */
int item_copy(const struct item *item, struct item *ret);
/* Appends a copy of ITEM, which takes over its octets. Returns 0 or -ENOMEM. */
int stimulus_append(struct stimulus *st, const struct item *item);
void stimulus_release(struct stimulus *st);
/* Makes RET a copy of ST that owns its items. Returns 0 or -ENOMEM; the caller releases RET in any case. */
int stimulus_copy(const struct stimulus *st, struct stimulus *ret);
/* Reads a .stim file; the register page of DUT resolves the names of registers. Returns 0, -EINVAL with *RET_ERROR filled, or another
 * negative errno. */
int stimulus_read(struct stimulus *st, const char *path, const struct dut *dut, struct stim_error *ret_error);
int stimulus_read_stream(struct stimulus *st, FILE *in, const char *path, const struct dut *dut, struct stim_error *ret_error);
/* Writes the lines that IN, a file at PATH, stands for: the lines of loops and meetings as often as they are read, with their
 * values. Comments, the first line and superfluous blanks are left out. Two files for which it writes the same have the same
 * items on each DUT. Returns as stimulus_read() does. */
int stimulus_put_lines(FILE *in, const char *path, FILE *out, struct stim_error *ret_error);
/* Writes ST as a text from which stimulus_read() reads an equal stimulus. Returns 0 or a negative errno. */
int stimulus_write(const struct stimulus *st, FILE *out, const struct dut *dut);

struct pcap_options {
	/* Whether frames end with their FCS. Such frames are injected as captured, others get a good FCS. CAPTURE_FCS_AS_STATED:
	 * the file says it, and a frame of which it says nothing has no FCS. */
	enum capture_fcs fcs;
	bool keep_gaps;   /* the gaps are those of the capture; else they are the minimum gap */
	uint32_t max_gap; /* in octet times; a longer gap of the capture is shortened to this; 0: 1,000,000 */
};
/* Makes receive items of the frames of a capture (pcap or pcapng, with times in microseconds or nanoseconds), after the set-up
 * writes of the DUT. Returns -EINVAL with *RET_ERROR, whose line and column are 0, for a file that is cut or is no capture. */
int stimulus_from_pcap(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                       struct stim_error *ret_error);
/* Appends the set-up writes of the DUT: they enable it, set the station address and switch flow control on in both directions. */
int stimulus_setup(struct stimulus *st, const struct dut *dut);
/* Returns the number of items of SETUP, which stimulus_setup() made, if ST has them from number FIRST on; otherwise 0. */
size_t stimulus_setup_at(const struct stimulus *st, size_t first, const struct stimulus *setup);
/* Gives ST, which names registers of DUT, a header with the model to which they belong, in place of .needs, unless it has one. */
void stimulus_name_model(struct stimulus *st, const struct dut *dut);
/* Returns the row with which STIM runs: a row with CAP_READINGS gets the readings that STIM names. */
struct dut stimulus_dut(const struct stimulus *stim, const struct dut *dut);
/* Returns true if DUT cannot take STIM; RET, which has SIZE octets, gets the reason. */
bool stimulus_unfit(const struct stimulus *stim, const struct dut *dut, char *ret, size_t size);
#endif
