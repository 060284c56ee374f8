/* SPDX-License-Identifier: Apache-2.0 */
/* A DUT as data: the rows of regs/<device>/duts.def. */
#ifndef PAUSEBENCH_DUT_H
#define PAUSEBENCH_DUT_H
#include "clocks.h"
#include "manner.h"
#include "parameters.h"
#include "phy_kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dut_capability_place {
#define CAPABILITY(name, word, what) CAP_PLACE_##name,
#include "capabilities.def"
	CAPABILITY_COUNT
};
/* Bits of a uint64_t. There are more than an int has bits; GNU C allows such constants, as C23 does. */
enum dut_capability {
#define CAPABILITY(name, word, what) CAP_##name = 1ll << CAP_PLACE_##name,
#include "capabilities.def"
};
/* The capabilities of a row that states nothing else. */
#define CAP_USUAL                                                                                                           \
	(CAP_TX_ENABLE | CAP_RX_ENABLE | CAP_RX_PAUSE | CAP_TX_PAUSE | CAP_REQUEST | CAP_QUANTA | CAP_REFRESH | CAP_BRIEF | \
	 CAP_XON | CAP_STATION | CAP_FORWARD | CAP_OWN_ADDRESS | CAP_STALL | CAP_RESET | CAP_UNDERRUN | CAP_FAULT |         \
	 CAP_COUNTERS | CAP_OWN_FRAMES)
/* The capabilities of a row of duts.def: those that it names, those of its PHY, and those that every row has unless it says otherwise. */
#define CAP_OF_ROW(phy, named) \
	((named) | CAP_USUAL | CAP_##phy | ((named)&CAP_OWN_QUANTUM ? 0 : CAP_QUANTUM) | ((named)&CAP_PFC ? CAP_PFC_REQUEST : 0))
/* A row of capabilities.def. */
struct dut_capability_row {
	uint64_t bit;
	const char *name; /* "CAP_OBS" */
	const char *word; /* "obs"; NULL: no stimulus can need it */
	const char *what; /* "observation ports" */
};
extern const struct dut_capability_row dut_capabilities[CAPABILITY_COUNT];

/* In octet times, in the order of TIMING() in a row; doc/reference/dut-contract.md. */
struct dut_timing {
	uint32_t inhibit, resume, request, classify, host, sent;
};

/* Black-box runs: how much later than the timing contract a DUT may react, in octet times; doc/reference/dut-contract.md. A row names the
 * members that it states: SLACK(.inhibit = 60, .reason = "..."). A member that is 0 is not stated; limit_slack() then takes what
 * the standard allows. SLACK_NONE states that there is no slack. */
enum { SLACK_NONE = INT32_MAX };
struct dut_slack {
	uint32_t inhibit;  /* a received PAUSE or PFC frame takes effect */
	uint32_t resume;   /* a data frame that may start starts */
	uint32_t request;  /* a PAUSE or PFC frame, or a signal of half duplex, that is due starts */
	uint32_t classify; /* a received frame is counted and shown in states */
	uint32_t host;     /* a received frame is offered to the host */
	uint32_t sent;     /* a sent frame is counted and shown in states */
	uint32_t write;    /* a register write takes effect */
	uint32_t wire;     /* the MAC notices a link fault, carrier or a collision, or the end of one */
	/* Half duplex: clocks from a collision to the jam, at most and at least; 0: as .wire allows. */
	uint32_t collision, collision_least;
	/* XGMII: octet times, at least, from the clock of the column that begins a link fault until the MAC sends other codes. */
	uint32_t fault_least;
	/* A frame that repeats an XOFF starts at least so much after its time; 0 unless a profile states it. */
	uint32_t refresh_least;
	/* By a profile, 1 more than the greatest time after its request, or after its own time, at which a frame starts; 0: as .request allows. */
	uint32_t request_end, refresh_end;
	uint32_t counts;      /* a received frame counts at least so much later than .classify of the contract */
	uint32_t ahead;       /* a sent frame counts up to so much before its end; 0 unless a profile states it */
	uint32_t granularity; /* data may resume so much earlier than a PAUSE allows; 0 unless the row states it */
	const char *reason;   /* why the row's figures are enough, and why a correct MAC needs them */
};

struct pm_profile;
struct dut_setup;
struct dut_waiver;
struct dut {
	const char *name, *top, *sources;
	enum phy_kind phy;
	uint32_t clock_hz; /* with several clocks that of the transmit wire */
	struct clock_plan clocks;
	uint64_t capabilities;
	const char *model; /* which golden model: "bcm5718" */
	/* Its parameters: the member of the union that has the name of its model, see dut_<model>(). Those of a row are given to RTL and model alike,
	 * those of a profile are the freedoms of the standard. */
	union {
		uint64_t parameter[PARAMETERS_MAX]; /* in the order of parameters_of() */
#define DEVICE(name) struct name##_parameters name;
#include "devices.def"
	};
	struct dut_timing timing;
	const char *document;
	struct dut_slack slack;       /* as in the row, 0 where the row states nothing: see limit_slack() */
	struct pm_host_manner manner; /* of a wrapper that changes the manner of the model's device; else all 0 */
	/* CAP_READINGS, the value of the port: bits (reading_bit()) of the readings that differ from those of the parameters; 0
	 * in the table of rows. See dut_turn(). */
	uint32_t turned;
	/* Of a row that was made from a profile (tb/profile/profile.h); NULL and 0 in the rows of duts.def. */
	const struct pm_profile *profile;
	uint8_t speeds; /* MII: bit n is 1 if the MAC has the speed of control speed=n; 0: all of them */
	const struct dut_setup *setup;
	size_t setup_count;
	const struct dut_waiver *waivers;
	size_t waiver_count;
};

/* A write that sets a DUT up. */
struct dut_setup {
	uint16_t address;
	uint64_t value;
};

struct reg_page;
/* Returns the registers of DUT, which are those of its profile or of its model, or NULL. */
const struct reg_page *dut_page(const struct dut *dut);

/* A waiver: findings of .rule do not count in the stimulus .where, in the runs of "seeds", or in "all" runs. */
struct dut_waiver {
	int rule;
	const char *where, *reason;
	unsigned line; /* its line in the profile */
};

/* Returns true if WAIVER is about the run of the stimulus called NAME; a seed is called "seed-7". */
bool dut_waiver_covers(const struct dut_waiver *waiver, const char *name);

/* All rows: those of regs/<device>/duts.def in the order of regs/devices.def, then those of the user's own file; or those of dut_use(). */
extern const struct dut *dut_table;
extern size_t dut_count;
/* From now on the rows of this program are these COUNT ones; they must outlive every use. */
void dut_use(const struct dut *rows, size_t count);
const struct dut *dut_by_name(const char *name);
/* Returns how many clocks of the transmit wire CLOCKS of another one take, rounded up. */
uint64_t dut_clocks_of(const struct dut *dut, enum clock_domain domain, uint64_t clocks);
/* Returns the octet times per clock. */
uint32_t dut_step(const struct dut *dut);
/* Returns the number of the clock in which TIME lies, and the time with which this clock begins; times are octet times. */
uint64_t dut_clock(const struct dut *dut, uint64_t time);
uint64_t dut_clock_begin(const struct dut *dut, uint64_t time);
/* Return the clocks in a second, and the clocks (XGMII: octet times) of an octet, while the PHY of an MII DUT runs at MBPS. Other
 * kinds of PHY have one speed and ignore MBPS. */
uint64_t dut_clock_hz(const struct dut *dut, unsigned mbps);
uint32_t dut_octet_clocks(const struct dut *dut, unsigned mbps);
enum { SPEED_10, SPEED_100, SPEED_1000 }; /* the values of the control speed */
/* Return the highest speed of an MII DUT, at which its PHY starts: in Mb/s, and as a value of the control speed. */
unsigned dut_first_mbps(const struct dut *dut);
/* Returns the Mb/s of a value of the control speed. */
unsigned dut_mbps(unsigned speed);
/* Returns the Mb/s of the wires of DUT; at MII those of SPEED, a value of the control speed. */
unsigned dut_wire_mbps(const struct dut *dut, unsigned speed);
unsigned dut_first_speed(const struct dut *dut);
/* Returns true if an MII DUT has the speed that is VALUE of the control speed. */
bool dut_has_speed(const struct dut *dut, uint64_t value);
/* Returns the octet times per second. */
uint64_t dut_octet_hz(const struct dut *dut);
/* Each returns the parameters of DUT, whose model is the device that the function is named after. */
#define DEVICE(name) const struct name##_parameters *dut_##name(const struct dut *dut);
#include "devices.def"
/* Returns the value of the parameter NAME of the row's model. */
uint64_t dut_param(const struct dut *dut, const char *name);
/* Gives DUT, a copy of a row with CAP_READINGS, the other value of each reading of which READINGS has the bit (reading_bit()). */
void dut_turn(struct dut *dut, uint32_t readings);
/* How a DUT reacts to m_axis_tready: the values of the parameter HostReady of ieee8023. */
enum dut_host_ready {
	DUT_HOST_IGNORED, /* it ignores tready: the host must take each word that it shows */
	DUT_HOST_KEEPS,   /* it keeps a word until the host takes it; the bundled DUTs do that */
	DUT_HOST_WAITS,   /* it shows a word only while tready is high */
};
enum dut_host_ready dut_host_ready(const struct dut *dut);
/* Returns false if the profile of DUT says that it obeys no PAUSE. */
bool dut_obeys(const struct dut *dut);
/* Returns the octets of the shortest frame that the host may hand over: the parameter HostShortest, or 1 where the model has none. */
uint32_t dut_shortest_host_frame(const struct dut *dut);
/* Returns the octets between two received frames that any MAC of this PHY must be able to take, by 802.3 4.4.2. */
uint32_t dut_standard_gap(const struct dut *dut);
/* Returns the octets that DUT needs between two received frames by its parameter ReceiveGap, or 0: it states none. */
uint32_t dut_needed_gap(const struct dut *dut);
/* Returns the octets of a unit of the receive buffer, if the golden model has a parameter for it and the MAC has a buffer; else
 * 0. */
uint32_t dut_buffer_unit(const struct dut *dut);
/* Returns the bits (reading_bit()) of the readings that are 1. */
uint32_t dut_readings(const struct dut *dut);
#endif
