/* SPDX-License-Identifier: Apache-2.0 */
/* The seam to the simulator: a DUT as pointers to its ports and one function that simulates a cycle. */
#ifndef PAUSEBENCH_SEAM_H
#define PAUSEBENCH_SEAM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ports of tb/seam/<phy>_tick.v, whose bits are in pins.def. The pointers are valid until seam_ops.close. */
struct seam_common {
	uint8_t *rst_n, *host_ready, *apb; /* .rst_n: with several clocks a bit for each enum clock_domain */
	uint16_t *paddr;
	uint32_t *pwdata;
	uint32_t *turned; /* with CAP_READINGS: the readings that are turned; NULL if there is no RTL behind the pins */
	const uint8_t *ready;
	const uint32_t *prdata, *pause_timer, *rx_record, *tx_record;
};

/* The upper half of a register bus with 64 bits; NULL where it has 32. */
struct seam_upper {
	uint32_t *pwdata;
	uint8_t *pstrb;
	const uint32_t *prdata;
};

/* GMII, and MII on the same pins. */
struct seam_gmii {
	uint16_t *rx, *send;
	uint8_t *mdio_i;
	uint8_t *carrier; /* MII, else NULL */
	const uint16_t *tx, *host;
	const uint32_t *side;
};

struct seam_xgmii {
	uint64_t *rxd;
	uint8_t *rxc;
	uint64_t *send_data;
	uint16_t *send;
	uint32_t *request;
	const uint64_t *txd;
	const uint8_t *txc;
	const uint64_t *host_data;
	const uint16_t *host;
	const uint64_t *side;
};

/* The RTL has ended the simulation: by $finish, $stop or $fatal, by an assertion that failed, or because its logic did not settle
 * ("did not converge"). Its outputs in later clocks mean nothing. */
struct seam_end {
	bool ended;
	uint64_t cycle; /* how many clocks came before the one in which it ended */
	char place[64]; /* FILE:LINE; a long path without its beginning */
	char text[96];  /* the message of the simulator */
};

/* The DUT has the ports of one kind of PHY; the pointers of the other kind are NULL. */
struct seam_pins {
	const struct seam_end *end; /* NULL: there is no RTL behind the pins, which could end a simulation */
	struct seam_common common;
	struct seam_upper upper;
	struct seam_gmii gmii;
	struct seam_xgmii xgmii;
};

/* The bits of the words: SEAM_<NAME> for each PIN row, such as SEAM_APB_SEL, and SEAM_<NAME>_SHIFT for each PINS row. */
enum {
#define WORD(phys, word, bits)
#define PORT(phys, word, pin, bits)
#define SPARE(phys, word, msb, lsb)
#define PIN(phys, word, name, pin, bit) SEAM_##name = 1 << (bit),
#define PINS(phys, word, name, pin, msb, lsb) SEAM_##name##_SHIFT = (lsb),
#include "pins.def"
	SEAM_KEEP = 0xFF,
	SEAM_SIDE_MDIO = SEAM_SIDE_MDC | SEAM_SIDE_MDIO_O | SEAM_SIDE_MDIO_OE,
	SEAM_REQUEST_PAUSE = (1 << SEAM_REQUEST_PFC_SHIFT) - 1,
};

struct seam;
struct seam_changes;
struct seam_ops {
	const char *dut;
	/* Returns a DUT after power-up, whose registers hold random values made from SEED; NULL if there is no memory. */
	struct seam *(*open)(uint32_t seed);
	void (*close)(struct seam *seam);
	const struct seam_pins *(*pins)(struct seam *seam);
	/* Simulates one whole clock period with the inputs as they are set; the outputs are then those of the same cycle. */
	void (*cycle)(struct seam *seam);
	/* Traced builds; both are NULL in others. trace_open() writes waves from now on, which show EXPECTED (seam/expected.h)
	 * beside the DUT; EXPECTED must outlive the trace. Returns 0 or negative errno. trace_close() ends the file; the newest
	 * values last to cycle UNTIL, if that is later. */
	int (*trace_open)(struct seam *seam, const char *path, const struct seam_changes *expected);
	void (*trace_close)(struct seam *seam, uint64_t until);
	/* Does what cycle() does by the simulator's own eval(), so that a test can compare the two. */
	void (*eval)(struct seam *seam);
	/* To be called in a copy of the process, which must write no waves, since the file belongs to the original. NULL without
	 * tracing. */
	void (*trace_leave)(struct seam *seam);
	/* Hash of everything that the RTL was compiled from, the parameters of the row included: programs of the same RTL have
	 * the same. "" if unknown. */
	const char *rtl_hash;
	/* State of the simulation that is outside of its model, named for a person (tb/seam/outside.sh): "$random, $fopen",
	 * functions in C, members that own memory. All runs of a process share it, and a copy of the model does not have it.
	 * NULL: there is none. */
	const char *outside;
	/* ahead_begin() keeps the state of the simulation, so that it can run ahead; ahead_end() puts the state back. In between
	 * nothing is printed and no waves are written. ahead_begin() returns false if there is no memory. Both are NULL if
	 * .outside is not NULL, and for a golden model behind the pins. */
	bool (*ahead_begin)(struct seam *seam);
	void (*ahead_end)(struct seam *seam);
	/* Of a MAC with several clocks, else NULL: lets the clocks of RISES rise and those of FALLS fall, a bit for each enum clock_domain, at the time FS. Its
	 * cycle() lets all of them rise and fall at once. */
	void (*edges)(struct seam *seam, unsigned rises, unsigned falls, uint64_t fs);
	/* Of the same: says which synchronisers are late from now on, LATE being an enum clock_late; before it, none is. Returns how many words of bits there are that can be. */
	unsigned (*late)(struct seam *seam, unsigned late);
};

/* All DUTs of this binary, ended by NULL; in the order of regs/devices.def. */
extern const struct seam_ops *const seam_table[];
const struct seam_ops *seam_by_dut(const char *name);

#ifdef __cplusplus
}
#endif
#endif
