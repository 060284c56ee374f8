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
	uint8_t *rst_n, *host_ready, *apb;
	uint16_t *paddr;
	uint32_t *pwdata;
	uint32_t *turned; /* readings, with CAP_READINGS; NULL if the end is not RTL */
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
 * ("did not converge"). What it does in later clocks means nothing. */
struct seam_end {
	bool ended;
	uint64_t cycle; /* clocks before the one in which it ended */
	char place[64]; /* FILE:LINE; a long path without its beginning */
	char text[96];  /* what the simulator says */
};

/* The DUT has the ports of one PHY kind; the other's pointers are NULL. */
struct seam_pins {
	const struct seam_end *end; /* NULL: what is behind the pins cannot end a simulation */
	struct seam_common common;
	struct seam_upper upper;
	struct seam_gmii gmii;
	struct seam_xgmii xgmii;
};

/* The bits of the words: SEAM_APB_SEL of PIN rows, SEAM_APB_STRB_SHIFT of PINS rows. */
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
	/* A powered-up DUT whose registers hold random values made from SEED; NULL if there is no memory. */
	struct seam *(*open)(uint32_t seed);
	void (*close)(struct seam *seam);
	const struct seam_pins *(*pins)(struct seam *seam);
	/* One whole clock period: inputs as set, outputs of the same cycle when it returns. */
	void (*cycle)(struct seam *seam);
	/* Traced builds: write waves from now on / stop. Beside the DUT they show EXPECTED (seam/expected.h), which must outlive the trace. The
	 * newest values are drawn on to cycle UNTIL, if that is later. 0 or negative errno; NULL without tracing. */
	int (*trace_open)(struct seam *seam, const char *path, const struct seam_changes *expected);
	void (*trace_close)(struct seam *seam, uint64_t until);
	/* The same clock period by the simulator's own eval(), to compare cycle() with. */
	void (*eval)(struct seam *seam);
	/* In a copy of the process: the waves that are being written are not the copy's, and nothing is written any more. NULL as above. */
	void (*trace_leave)(struct seam *seam);
	/* Of all that the RTL was compiled from, the row's parameters too: the same in programs of the same RTL. "" if unknown. */
	const char *rtl_hash;
	/* What the simulation keeps outside of its model, as words for a person (tb/seam/outside.sh): "$random, $fopen", functions in C, members that own
	 * memory. It is shared by all runs of a process, and no copy of the model has it. NULL: nothing. */
	const char *outside;
	/* Keeps the state of the simulation, so that it can run ahead: until ahead_end() puts it back, nothing is printed, no waves are written and the traces
	 * stay as they are. Returns false if there is no memory. Both are NULL where the state cannot be kept: if .outside is not NULL, and of models. */
	bool (*ahead_begin)(struct seam *seam);
	void (*ahead_end)(struct seam *seam);
};

/* All DUTs of this binary, ended by NULL; in the order of regs/devices.def. */
extern const struct seam_ops *const seam_table[];
const struct seam_ops *seam_by_dut(const char *name);

#ifdef __cplusplus
}
#endif
#endif
