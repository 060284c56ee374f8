/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that reader, writer, generator and capture import share: they make frames from their fields, have the words of
 * the text form (doc/reference/stimulus.md), and append the reads at the end. */
#ifndef PAUSEBENCH_STIM_H
#define PAUSEBENCH_STIM_H
#include "base/dut.h"
#include "item.h"
#include "part/wire.h"

enum {
	STIM_ADDRESS_OCTETS = FRAME_ADDRESS_OCTETS,
	STIM_HEADER_OCTETS = FRAME_OPCODE_OFFSET,
	STIM_FCS_OCTETS = FRAME_FCS_OCTETS,
	STIM_PREAMBLE_MAX = 255,
	STIM_GAP = FRAME_GAP_OCTETS,
	STIM_FRAME_LEN = 64, /* the default length of a received frame, DA..FCS */
	STIM_SEND_LEN = 60,  /* the default length of a sent frame, without FCS */
	STIM_TYPE = 0x0800,
	STIM_TYPE_CONTROL = FRAME_TYPE_MAC_CONTROL,
	STIM_OPCODE_PAUSE = FRAME_OPCODE_PAUSE,
	STIM_OPCODE_PFC = FRAME_OPCODE_PFC,
	STIM_TYPE_TAG = FRAME_TYPE_TAG,
	STIM_RESET_CYCLES = 8,
	STIM_SETUP_CLOCKS =
	    64, /* clocks of rest after the set-up of a MAC without a device model: no standard says that a MAC works at once */
};

enum stim_fill {
	STIM_FILL_INC, /* 00 01 02 ... */
	STIM_FILL_ZERO,
	STIM_FILL_ONES, /* FF */
	STIM_FILL_RAND, /* pseudo-random octets, which .seed decides */
	STIM_FILL_HEX,  /* the octets of .hex, then zeros */
};

struct stim_fields {
	uint8_t da[STIM_ADDRESS_OCTETS], sa[STIM_ADDRESS_OCTETS];
	uint16_t type;
	enum stim_fill fill;
	uint32_t seed;
	const uint8_t *hex;
	size_t hex_len;
};

struct stim_pause {
	uint8_t da[STIM_ADDRESS_OCTETS], sa[STIM_ADDRESS_OCTETS];
	uint16_t type, opcode, time;
	int32_t tag; /* the tag control information, or -1 for an untagged frame */
	uint8_t reserved;
};

enum { STIM_CLASSES = 8, STIM_PFC_OCTETS = FRAME_TIMES_OFFSET + 2 * STIM_CLASSES /* DA to the last time */ };
struct stim_pfc {
	uint8_t da[STIM_ADDRESS_OCTETS], sa[STIM_ADDRESS_OCTETS];
	uint16_t type, opcode, enable, time[STIM_CLASSES];
	uint8_t reserved;
};

/* The words of pause.req, by the value of the port. */
enum { STIM_REQUESTS = 4 };
extern const char *const stim_requests[STIM_REQUESTS];

/* The codes of XGMII that items have by default, and the fault sequence; 802.3 46.2, 46.3.4. */
enum {
	STIM_CODE_END = XGMII_TERMINATE,
	STIM_CODE_ERROR = XGMII_ERROR,
	STIM_CODE_SEQUENCE = XGMII_SEQUENCE,
	STIM_COLUMN_LANES = XGMII_COLUMN_OCTETS,
};
enum stim_fault { STIM_FAULT_LOCAL = 1, STIM_FAULT_REMOTE = 2 }; /* the last octet of the ordered set */

extern const uint8_t stim_station[STIM_ADDRESS_OCTETS];   /* the address that stimulus_setup() sets: 00-11-22-33-44-55 */
extern const uint8_t stim_partner[STIM_ADDRESS_OCTETS];   /* 02-00-00-00-00-01 */
extern const uint8_t stim_multicast[STIM_ADDRESS_OCTETS]; /* 01-80-C2-00-00-01 */
extern const uint8_t stim_broadcast[STIM_ADDRESS_OCTETS];

/* Return the name that an address has in the text form, and the address that a name has; NULL if there is none. */
const char *stim_address_name(const uint8_t address[STIM_ADDRESS_OCTETS]);
const uint8_t *stim_address_by_name(const char *name);

/* These return an item or fields with the defaults of the text form and without octets. */
struct item stim_rx_item(void);
struct item stim_raw_item(void);
struct item stim_lanes_item(void);
struct item stim_idle_item(void);
struct item stim_tx_item(void);
struct stim_fields stim_rx_fields(void);
struct stim_fields stim_tx_fields(void);
struct stim_pause stim_pause_fields(void);
struct stim_pfc stim_pfc_fields(void);

/* These return LEN octets (DA.. without FCS), which the caller owns; a frame shorter than its fields is cut. NULL: there is no
 * memory. */
uint8_t *stim_octets(const struct stim_fields *fields, size_t len);
uint8_t *stim_pause_octets(const struct stim_pause *pause, size_t len);
uint8_t *stim_pfc_octets(const struct stim_pfc *pfc, size_t len);
/* These give the fields of a PAUSE or PFC frame with the octets of FRAME, and return false if no such fields exist. */
bool stim_pause_of(const struct item_frame *frame, struct stim_pause *ret);
bool stim_pfc_of(const struct item_frame *frame, struct stim_pfc *ret);
/* Makes ITEM an rx.lanes item of COUNT fault sequences. Returns 0 or -ENOMEM. */
int stim_fault_lanes(struct item *item, enum stim_fault kind, uint32_t count);
/* Makes ITEM one of COUNT columns with the control code CODE and the three octets of SET, the first one in bits 23:16. Returns
 * likewise. */
int stim_ordered_lanes(struct item *item, uint8_t code, uint32_t set, uint32_t count);
/* Returns whether an rx.idle is the newest of the first COUNT items that is for the receive wire, so that a frame may follow it
 * without a gap. */
bool stim_after_idle(const struct stimulus *st, size_t count);
/* Writes the payload that FIELDS describes, LEN octets. */
void stim_fill(uint8_t *octets, size_t len, const struct stim_fields *fields);
/* Returns the seed of the rand fill that begins with these four octets. */
uint32_t stim_rand_seed(const uint8_t octets[4]);

/* Names the stimulus by the last name of PATH without its suffix. */
void stim_name(struct stimulus *st, const char *path);
/* Returns the word of a wait, such as "idle", "start", "xoff-sent" or "level<", which a number follows. */
const char *stim_wait_word(enum item_wait what);
/* Writes the words of ITEM, a wait, that follow its verb into RET, such as "idle" or "until level<640". Returns RET. */
char *stim_wait_text(const struct item *item, char *ret, size_t size);
/* Appends a read of every counter, low word first, and of every read-only register. Returns 0 or -ENOMEM. */
int stim_read_all(struct stimulus *st, const struct dut *dut);
/* Appends reads of the low words of all counters, or of the high words of those that have one. Returns 0 or -ENOMEM. */
int stim_read_words(struct stimulus *st, const struct dut *dut, bool high);
/* Appends writes of every register, then for each byte of each register a write of that byte alone, with the complement, and
 * reads of all registers. An odd SEED has the complements of the values of the seed before it. With READS it appends only reads
 * of all registers. Returns 0 or -ENOMEM. */
int stim_walk(struct stimulus *st, const struct dut *dut, uint32_t seed, bool reads);
/* Appends, for each address that differs from that of a register in one bit and has no register itself, a write of all ones and a read.
 * Returns 0 or -ENOMEM. */
int stim_holes(struct stimulus *st, const struct dut *dut);

/* ---- words ---- */

/* WAIT(what, "word") */
#define STIM_WAITS(WAIT)        \
	WAIT(WAIT_RX, "rx")     \
	WAIT(WAIT_TX, "tx")     \
	WAIT(WAIT_HOST, "host") \
	WAIT(WAIT_REG, "reg")   \
	WAIT(WAIT_IDLE, "idle")

/* WAIT(what, "word"): waits for a moment, which have a key at=N */
#define STIM_MOMENTS(WAIT)                  \
	WAIT(WAIT_START, "start")           \
	WAIT(WAIT_END, "end")               \
	WAIT(WAIT_CONTROL, "control")       \
	WAIT(WAIT_INHIBIT, "inhibit")       \
	WAIT(WAIT_EXPIRY, "expiry")         \
	WAIT(WAIT_PFC, "pfc")               \
	WAIT(WAIT_CLASSIFIED, "classified") \
	WAIT(WAIT_READ, "read")
/* WAIT(what, "word"): waits until a state, `wait until WORD` */
#define STIM_UNTILS(WAIT)                 \
	WAIT(WAIT_XOFF_SENT, "xoff-sent") \
	WAIT(WAIT_XON_SENT, "xon-sent")   \
	WAIT(WAIT_PAUSED, "paused")       \
	WAIT(WAIT_RESUMED, "resumed")     \
	WAIT(WAIT_BELOW, "level<")        \
	WAIT(WAIT_ABOVE, "level>")
enum { STIM_AT_MAX = 1000000 }; /* the most for at=N of a moment */

/* The words of expectations, by enum expect_what and enum expect_from. */
extern const char *const stim_expect_what[EXPECT_WHAT_COUNT], *const stim_expect_from[EXPECT_FROM_COUNT + 1];

/* The control register of a PHY that answers again after phy.present, as after its power-up. */
enum { STIM_PHY_CONTROL = 0x1140 };
enum {
	STIM_CYCLES_MAX = 1000000000,
	STIM_STOP_MAX = 100000 /* of a clock; tb/drive/loop_wait.c takes longer ones for the end of a frame */
};
#endif
