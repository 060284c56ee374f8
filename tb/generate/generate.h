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
	uint32_t step;         /* octet times of a clock */
	uint32_t octet_clocks; /* clocks of an octet at the present speed of the link: 2 at 10 and 100 Mb/s, else 1 */
	uint64_t state;        /* state of the random numbers */
	const char *only;      /* the names of the scenarios to draw from, between commas; NULL: all */
	uint64_t controls[PM_CONTROL_COUNT]; /* the values that the controls have between scenarios */
	int error;                           /* the first error; no item is appended after it */
	uint32_t modes[12];                  /* the values that the device's mode registers have between scenarios, ... */
	const char *const *mode_names;       /* ... and, if each mode is a register, their names */
};

/* Among the needs of a scenario: correct MACs may react to it in different ways, so that it serves only a MAC with a device
 * model. */
#define GEN_DEVICE_MODEL ((uint64_t)1 << 63)

struct scenario {
	const char *name;
	unsigned weight;
	uint64_t needs; /* enum dut_capability mask */
	void (*run)(struct generator *g);
};

/* scenarios_meet.c lets causes and acts meet: a cause makes a moment come, and an act takes effect close to this moment. */
struct cause {
	enum item_wait moment; /* .run() makes a moment of this kind come, which is the next one of its kind */
	unsigned weight;
	uint64_t needs;
	uint32_t max; /* the moment comes within so many octet times */
	void (*run)(struct generator *g);
};
/* The time after which an act has effect: a received frame of 64 octets, from its first octet of preamble on; a register
 * write. */
enum { GEN_RUN_LEAD = 75, GEN_WRITE_LEAD = 1 };
#define GEN_AT(moment) (1u << (moment))
enum {
	GEN_PAUSED = GEN_AT(WAIT_INHIBIT) | GEN_AT(WAIT_EXPIRY),
	GEN_SENT = GEN_AT(WAIT_START) | GEN_AT(WAIT_END) | GEN_AT(WAIT_CONTROL),
	GEN_ANY_MOMENT = GEN_PAUSED | GEN_SENT | GEN_AT(WAIT_PFC) | GEN_AT(WAIT_CLASSIFIED),
};
struct act {
	unsigned moments; /* the moments close to which the act may matter, GEN_AT(...) */
	unsigned weight;
	uint64_t needs;
	uint32_t lead; /* octet times from its issue until it takes effect */
	void (*run)(struct generator *g);
};

/* A set of scenarios: those of a model, those of a kind of PHY, or those of the wire, which serve every DUT. */
struct scenario_set {
	const char *model;                   /* the model that the set serves; NULL: any */
	uint64_t needs;                      /* enum dut_capability mask */
	bool neutral;                        /* its scenarios name no register, so that they serve a MAC without a device model */
	const struct scenario *const *lists; /* NULL-terminated; each ends with a row without a name */
	void (*begin)(struct generator *g);  /* called after the set-up; may be NULL */
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

/* Return the cause, or the act for MOMENT, at *AT if those that serve the DUT are laid end to end by weight. If *AT is beyond the
 * last one, they return NULL and take the sum of the weights off *AT. */
const struct cause *gen_cause_at(const struct generator *g, unsigned *at);
const struct act *gen_act_at(const struct generator *g, enum item_wait moment, unsigned *at);
/* Draws one of the scenarios that suit the DUT and are in .only; returns NULL if there is none. */
const struct scenario *gen_scenario(struct generator *g);
/* Call .begin() or .restore() of every set that serves the DUT. */
void gen_begin(struct generator *g);
void gen_restore(struct generator *g);
/* Calls .end() of every set that serves the DUT. */
void gen_end(struct generator *g);
/* Calls .calm() of every set that serves the DUT. */
void gen_calm(struct generator *g);

/* Gives a control a value; does nothing if the DUT lacks the control. */
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
/* Waits until all is at rest, if there is no device model. After an underrun a MAC may take the rest of the frame as long as it
 * comes, and may count a pause or send a PAUSE only then, since the standard does not know underruns. */
void gen_rest(struct generator *g);
void gen_kind(struct generator *g, enum item_kind kind); /* HOST_STOP, HOST_START */
void gen_host_rate(struct generator *g, uint32_t on, uint32_t off);
void gen_stop(struct generator *g, uint32_t clocks);        /* of the clock of the receive wire */
void gen_clock_reset(struct generator *g, uint32_t clocks); /* likewise */
void gen_reset(struct generator *g, uint32_t clocks);
/* Appends a received frame with FIELDS. LEN counts DA..FCS; below 4 there is no FCS. SHAPE has its error, preamble, SFD, gap and
 * FCS. */
void gen_rx(struct generator *g, const struct item *shape, const struct stim_fields *fields, uint32_t len);
void gen_rx_pause(struct generator *g, const struct item *shape, const struct stim_pause *pause, uint32_t len);
void gen_rx_pfc(struct generator *g, const struct item *shape, const struct stim_pfc *pfc, uint32_t len);
/* XGMII: append exactly these lanes after GAP octet times; COUNT fault sequences; values of the ports pause_req and pfc_req. */
void gen_lanes(struct generator *g, const uint8_t *octets, const uint8_t *control, uint32_t len, uint32_t gap, uint8_t column);
void gen_fault(struct generator *g, enum stim_fault kind, uint32_t count);
void gen_request(struct generator *g, enum item_kind kind, uint16_t request);
/* Appends COUNT received frames to the station address with length LEN and gap GAP. */
void gen_rx_train(struct generator *g, uint32_t count, uint32_t len, uint32_t gap);
/* Appends a valid PAUSE of 64 octets after GAP idle cycles. */
void gen_pause(struct generator *g, uint16_t time, uint32_t gap);
/* Append a PAUSE of few quanta: after any gap, or after LOW..HIGH cycles. */
void gen_pause_any(struct generator *g);
void gen_pause_short(struct generator *g, uint32_t low, uint32_t high);
/* Appends a frame of the host, LEN octets without FCS, to a random kind of address. */
void gen_tx(struct generator *g, uint32_t len, uint32_t gap);
/* Appends a frame of the host of any length, LOW..HIGH cycles after the one before. */
void gen_tx_any(struct generator *g, uint32_t low, uint32_t high);
/* Appends a wait of LOW..HIGH cycles, and a frame of the host of any length. */
void gen_tx_after(struct generator *g, uint32_t low, uint32_t high);
/* Appends a frame of the host with these fields. */
void gen_tx_fields(struct generator *g, const struct stim_fields *fields, uint32_t len, uint32_t gap);
/* Append accesses of registers, by the names in the page of the model. */
void gen_write(struct generator *g, const char *name, uint64_t value);
void gen_write_bytes(struct generator *g, uint16_t address, uint64_t value, uint8_t strobe);
void gen_read(struct generator *g, const char *name);
void gen_read_at(struct generator *g, uint16_t address);
/* Returns the mask of a field. */
uint32_t gen_field(const struct generator *g, const char *reg, const char *field);

/* registers.c: accesses that several devices have in common. */
/* Returns the mask of FIELD in the register of MODE. */
uint32_t gen_mode_bits(const struct generator *g, int mode, const char *field);
void gen_write_mode(struct generator *g, int mode, uint32_t value);
/* Writes the value that the mode has between scenarios. */
void gen_put_back(struct generator *g, int mode);
void gen_set_up(struct generator *g);
void gen_read_twice(struct generator *g, const char *name);
/* Reads every counter and every read-only register. */
void gen_read_all(struct generator *g);
/* Reads, and sometimes writes, three addresses: some of the COUNT in ODD, which have no register or are not aligned, or any below
 * LIMIT. */
void gen_odd_addresses(struct generator *g, const uint16_t *odd, uint32_t count, uint32_t limit);
/* Writes three registers of the COUNT in NAMES with any strobes and reads them back. */
void gen_byte_strobes(struct generator *g, const char *const *names, uint32_t count);

/* When a PAUSE of 64 octets acts, in clocks from its issue. */
struct pause_acts {
	uint32_t at;        /* the clock in which it acts */
	uint32_t from, to;  /* the clocks close to it in which a change may matter */
	const char *status; /* the register that shows whether it acts, or NULL */
};
/* Appends a PAUSE, data that waits, and a write close to the moment in which the PAUSE acts, or later: register NAME gets VALUE,
 * then BACK. */
void gen_change_while_paused(struct generator *g, const struct pause_acts *acts, const char *name, uint32_t value, uint32_t back);

/* Returns some of BITS, each with a chance of PERCENT. */
uint32_t gen_bits(struct generator *g, uint32_t bits, uint32_t percent);

/* Distributions. */
uint32_t gen_rx_len(struct generator *g);     /* DA..FCS, mostly at the edges of the size classes, +-1 */
uint32_t gen_tx_len(struct generator *g);     /* without FCS */
uint32_t gen_gap(struct generator *g);        /* mostly the minimum */
uint16_t gen_short_time(struct generator *g); /* quanta that do not cost many cycles */
void gen_flip_bit(struct generator *g, uint8_t address[STIM_ADDRESS_OCTETS]);
void gen_rx_address(struct generator *g, uint8_t da[STIM_ADDRESS_OCTETS]);
struct stim_fields gen_rx_fields(struct generator *g);
struct item gen_rx_shape(struct generator *g); /* that of a good frame with a random gap */
#endif
