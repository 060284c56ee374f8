/* SPDX-License-Identifier: Apache-2.0 */
/* The functions and types that the scenarios of the constrained-random generator use. A scenario appends a few
 * items that reach one corner on purpose. */
#ifndef PAUSEBENCH_GENERATE_H
#define PAUSEBENCH_GENERATE_H
#include "base/dut.h"
#include "regs.h"
#include "stimulus/control.h"
#include "stimulus/stim.h"

struct generator {
	struct stimulus *st;
	const struct dut *dut;
	const struct reg_page *page;
	uint64_t capabilities; /* those that the DUT really has: control_capabilities() */
	uint32_t step;         /* octet times per clock */
	uint32_t octet_clocks; /* clocks per octet at the speed that the link has now: 2 at 10 and 100 Mb/s, else 1 */
	uint64_t state;        /* of the random numbers */
	const char *only;      /* the names of the scenarios that it draws from, between commas; NULL: all */
	uint64_t controls[PM_CONTROL_COUNT]; /* the values that the controls have between scenarios */
	int error;                           /* the first one stays; no item is appended after it */
	uint32_t modes[12];                  /* the device's own: what its mode registers hold between scenarios ... */
	const char *const *mode_names;       /* ... and, if each mode is a register, their names */
};

/* Among the needs of a scenario: MACs may well differ in what it does, so that only one with a device model can be judged by it. */
#define GEN_DEVICE_MODEL ((uint64_t)1 << 63)

struct scenario {
	const char *name;
	unsigned weight;
	uint64_t needs; /* enum dut_capability mask */
	void (*run)(struct generator *g);
};

/* scenarios_meet.c lets a cause, which makes a moment come, meet with acts, which take effect close to this moment. */
struct cause {
	enum item_wait moment; /* .run() makes the next one of this kind come */
	unsigned weight;
	uint64_t needs;
	uint32_t max; /* octet times in which it comes */
	void (*run)(struct generator *g);
};
/* The leads of acts: of a received frame of 64 octets, from its first preamble octet to its effect; of a register write to its effect. */
enum { GEN_RUN_LEAD = 75, GEN_WRITE_LEAD = 1 };
#define GEN_AT(moment) (1u << (moment))
enum {
	GEN_PAUSED = GEN_AT(WAIT_INHIBIT) | GEN_AT(WAIT_EXPIRY),
	GEN_SENT = GEN_AT(WAIT_START) | GEN_AT(WAIT_END) | GEN_AT(WAIT_CONTROL),
	GEN_ANY_MOMENT = GEN_PAUSED | GEN_SENT | GEN_AT(WAIT_PFC) | GEN_AT(WAIT_CLASSIFIED),
};
struct act {
	unsigned moments; /* close to which the act may matter, GEN_AT(...) */
	unsigned weight;
	uint64_t needs;
	uint32_t lead; /* octet times from its issue until it takes effect */
	void (*run)(struct generator *g);
};

/* The scenarios of a model, of a PHY, or of the wire, which serve every DUT. */
struct scenario_set {
	const char *model;                   /* NULL: any */
	uint64_t needs;                      /* enum dut_capability mask */
	bool neutral;                        /* its scenarios name no register, so that they serve a MAC without a device model */
	const struct scenario *const *lists; /* NULL-terminated; each ends with a row without a name */
	void (*begin)(struct generator *g);  /* after the set-up; may be NULL */
	void (*restore)(struct generator *g); /* writes again what the set-up wrote; may be NULL */
	const struct cause *causes;           /* both end with a row without .run; may be NULL */
	const struct act *acts;
	void (*end)(struct generator *g); /* at the end of a stimulus, when all is at rest, before the last reads; may be NULL */
	/* After acts: gives the modes the values that they have between scenarios; may be NULL. */
	void (*calm)(struct generator *g);
};
extern const struct scenario_set scenarios_meet, scenarios_wire, scenarios_xgmii, scenarios_control;
#define DEVICE(name) extern const struct scenario_set scenarios_##name;
#include "devices.def"

/* Return the cause, or the act for MOMENT, at *AT when those that serve the DUT are laid end to end by weight. After the last one: NULL, and
 * *AT is reduced by all their weights. */
const struct cause *gen_cause_at(const struct generator *g, unsigned *at);
const struct act *gen_act_at(const struct generator *g, enum item_wait moment, unsigned *at);
/* Returns one of the scenarios that suit the DUT and are asked for; NULL: there is none. */
const struct scenario *gen_scenario(struct generator *g);
/* Call .begin() or .restore() of every set that serves the DUT. */
void gen_begin(struct generator *g);
void gen_restore(struct generator *g);
/* Calls .end() of every set that serves the DUT. */
void gen_end(struct generator *g);
/* Calls .calm() of every set that serves the DUT. */
void gen_calm(struct generator *g);

/* Gives a control a value; nothing if the DUT does not have it. */
void gen_control(struct generator *g, enum pm_control which, uint64_t value);

/* Random numbers: the same on every machine. C leaves the order of arguments and operands open: draw at most one number in an
 * expression that does not order them. */
uint32_t gen_below(struct generator *g, uint32_t limit);
uint32_t gen_between(struct generator *g, uint32_t low, uint32_t high);
bool gen_chance(struct generator *g, uint32_t percent);
#define GEN_PICK(g, table) ((table)[gen_below(g, (uint32_t)(sizeof(table) / sizeof((table)[0])))])

/* Items. */
void gen_item(struct generator *g, const struct item *item);
void gen_wait(struct generator *g, uint32_t octets); /* octet times, rounded down to clocks */
void gen_wait_clocks(struct generator *g, uint32_t clocks);
void gen_wait_for(struct generator *g, enum item_wait what, uint32_t max);
/* Waits until AT clocks after the next moment, which comes within MAX octet times. */
void gen_wait_moment(struct generator *g, enum item_wait moment, int32_t at, uint32_t max);
/* Where there is no device model: waits until all is at rest. After an underrun a MAC may take the rest of the frame as long as it comes, and count
 * a pause, or send a PAUSE, only then: the standard has no underrun. */
void gen_rest(struct generator *g);
void gen_kind(struct generator *g, enum item_kind kind); /* HOST_STOP, HOST_START */
void gen_host_rate(struct generator *g, uint32_t on, uint32_t off);
void gen_reset(struct generator *g, uint32_t clocks);
/* LEN counts DA..FCS; below 4 there is no FCS. SHAPE: error, preamble, SFD, gap, FCS. */
void gen_rx(struct generator *g, const struct item *shape, const struct stim_fields *fields, uint32_t len);
void gen_rx_pause(struct generator *g, const struct item *shape, const struct stim_pause *pause, uint32_t len);
void gen_rx_pfc(struct generator *g, const struct item *shape, const struct stim_pfc *pfc, uint32_t len);
/* XGMII: exactly these lanes after GAP octet times; COUNT fault sequences; PAUSE_REQ and PFC_REQ. */
void gen_lanes(struct generator *g, const uint8_t *octets, const uint8_t *control, uint32_t len, uint32_t gap, uint8_t column);
void gen_fault(struct generator *g, enum stim_fault kind, uint32_t count);
void gen_request(struct generator *g, enum item_kind kind, uint16_t request);
/* COUNT frames to the station address with length LEN and gap GAP. */
void gen_rx_train(struct generator *g, uint32_t count, uint32_t len, uint32_t gap);
/* A valid PAUSE of 64 octets after GAP idle cycles. */
void gen_pause(struct generator *g, uint16_t time, uint32_t gap);
/* A PAUSE of few quanta: after any gap, or after LOW..HIGH cycles. */
void gen_pause_any(struct generator *g);
void gen_pause_short(struct generator *g, uint32_t low, uint32_t high);
/* A frame of the host, LEN without FCS, to a random kind of address. */
void gen_tx(struct generator *g, uint32_t len, uint32_t gap);
/* A frame of the host of any length, LOW..HIGH cycles after the one before. */
void gen_tx_any(struct generator *g, uint32_t low, uint32_t high);
/* A wait of LOW..HIGH cycles, then a frame of any length. */
void gen_tx_after(struct generator *g, uint32_t low, uint32_t high);
/* A frame of the host with these fields. */
void gen_tx_fields(struct generator *g, const struct stim_fields *fields, uint32_t len, uint32_t gap);
/* Registers by the names of the model's page. */
void gen_write(struct generator *g, const char *name, uint64_t value);
void gen_write_bytes(struct generator *g, uint16_t address, uint64_t value, uint8_t strobe);
void gen_read(struct generator *g, const char *name);
void gen_read_at(struct generator *g, uint16_t address);
/* Returns the mask of a field. */
uint32_t gen_field(const struct generator *g, const char *reg, const char *field);

/* Registers as several devices use them (registers.c). */
/* Returns the mask of FIELD in the register of MODE. */
uint32_t gen_mode_bits(const struct generator *g, int mode, const char *field);
void gen_write_mode(struct generator *g, int mode, uint32_t value);
/* Writes the value that the mode has between scenarios. */
void gen_put_back(struct generator *g, int mode);
void gen_set_up(struct generator *g);
void gen_read_twice(struct generator *g, const char *name);
/* Reads every counter and every read-only register. */
void gen_read_all(struct generator *g);
/* Reads, and sometimes writes, three addresses: of the COUNT in ODD, which have no register or are not aligned, or any below LIMIT. */
void gen_odd_addresses(struct generator *g, const uint16_t *odd, uint32_t count, uint32_t limit);
/* Writes three registers of the COUNT in NAMES with any strobes and reads them back. */
void gen_byte_strobes(struct generator *g, const char *const *names, uint32_t count);

/* When a PAUSE of 64 octets acts, in clocks from its issue. */
struct pause_acts {
	uint32_t at;        /* the clock in which it acts */
	uint32_t from, to;  /* the clocks around it that are worth meeting */
	const char *status; /* the register in which one can read that it acts, or NULL */
};
/* A PAUSE, data that waits, and a write around the moment in which the PAUSE acts or later: register NAME gets VALUE, then BACK. */
void gen_change_while_paused(struct generator *g, const struct pause_acts *acts, const char *name, uint32_t value, uint32_t back);

/* Returns each bit of BITS with a chance of PERCENT. */
uint32_t gen_bits(struct generator *g, uint32_t bits, uint32_t percent);

/* Distributions. */
uint32_t gen_rx_len(struct generator *g);     /* edges of the size classes +-1, DA..FCS */
uint32_t gen_tx_len(struct generator *g);     /* without FCS */
uint32_t gen_gap(struct generator *g);        /* mostly the minimum */
uint16_t gen_short_time(struct generator *g); /* quanta that do not cost many cycles */
void gen_flip_bit(struct generator *g, uint8_t address[STIM_ADDRESS_OCTETS]);
void gen_rx_address(struct generator *g, uint8_t da[STIM_ADDRESS_OCTETS]);
struct stim_fields gen_rx_fields(struct generator *g);
struct item gen_rx_shape(struct generator *g); /* good, random gap */
#endif
