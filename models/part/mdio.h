/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of MI_COM and its clause 22 management master: what the register reads and what the pins do.
 * BCM5718 MI_COM (tg3.h), doc/devices/bcm5718.md 6; 802.3 22.2.4.5 and 22.3.4 (R70-R72); a register that is the pins: doc/devices/bcm1250.md 6. */
#ifndef PAUSEBENCH_MDIO_H
#define PAUSEBENCH_MDIO_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

enum mdio_pin { MDIO_PIN_MDC = 1, MDIO_PIN_O = 2, MDIO_PIN_OE = 4 };
enum { MDIO_BANGS = 64, MDIO_REGISTER_IN = 1 << 4 /* place of mdio_i in the register that is the pins */ };

/* Pins as a register has them, beside the master. */
struct mdio_bang {
	bool has;            /* there is such a register */
	unsigned pins, next; /* idle pins; from .from on */
	uint64_t from;
	/* the newest changes, by the cycle from which they are on the pins; 0: none yet */
	uint64_t rise, rise_before, fall, change;
	unsigned ones, bit; /* of a frame: ones of the preamble, bit that rises next once it is over */
	unsigned frames;    /* complete ones */
	/* not exact: rises of MDC that the pins have yet to show, with the pins that go with them */
	struct {
		uint64_t cycle;
		uint8_t pins, bit;
	} rises[MDIO_BANGS];
	unsigned rise_head, rise_count;
};

struct mdio_model {
	/* True after mdio_model_reset(): frames are checked cycle by cycle as doc/devices/bcm5718.md 6 times them. The user of another design
	 * clears it: then only the bits at each MDC rise and the times of clause 22 are checked. */
	bool exact;

	/* MI_COM */
	uint32_t fields; /* bits 27:0 */
	bool failed, busy;
	uint64_t write_cycle; /* of the last accepted start */

	/* the frame of that start */
	bool started; /* there was one since reset */
	bool is_read;
	uint64_t word;          /* its 64 bits, first one in bit 63 */
	unsigned driven_bits;   /* 64, or 46 for a read */
	unsigned sampled;       /* bits 47.. of a read that are sampled: next one */
	uint32_t sample;        /* the sampled bits, newest in bit 0 */
	unsigned preamble, bit; /* not exact: ones seen, bit expected next */
	bool all_bits;          /* not exact: the last bit has risen */
	uint64_t end_cycle;     /* busy reads 0 from here on; UINT64_MAX: not known yet */

	struct mdio_bang bang;

	/* mdio_i: a PHY drives it low; high if none does (22.2.4: pulled up) */
	bool low, low_before;
	uint64_t level_cycle; /* since when it is so; 0: it has never changed */

	/* pins as seen */
	unsigned pins;
	uint64_t idle_from;       /* what reset leaves on the pins may stay there in the cycles before */
	bool rose, fell, changed; /* since reset, in the cycles below */
	uint64_t rise_cycle, fall_cycle, change_cycle;
	uint64_t period; /* between the last two rises */

	/* pins as checked */
	uint64_t verified; /* all cycles before it are */
	bool late;         /* mdio_o or mdio_oe differed in .late_cycle; which rule it is shows at the MDC rise */
	uint64_t late_cycle;
	unsigned late_pins; /* what they were */
	bool mute;          /* one finding per frame */
	bool found;         /* .finding waits to be returned */
	uint64_t checks;    /* wait to be returned */
	struct finding finding;
};

/* rst_n went low, or power-up: everything but the pins is forgotten, .exact is set. The pins that the MAC drives are idle from cycle IDLE_FROM
 * on. mdio_i stays what it is: rst_n resets the MAC and not the PHY, which has answered a read bit by bit at the rises of MDC (22.2.4) and, cut
 * off in the middle, drives its bit until MDC rises again. *M is zeroed before the first call. */
void mdio_model_reset(struct mdio_model *m, uint64_t idle_from);
/* Write to MI_COM with its access cycle there; STROBE per byte. */
void mdio_model_write(struct mdio_model *m, uint64_t access_cycle, uint32_t value, uint8_t strobe);
/* Returns MI_COM as it is visible in the setup cycle of a read. */
uint32_t mdio_model_read(struct mdio_model *m, uint64_t setup_cycle);
/* Returns the bits of a read that the model is sure of: all if .exact; else all but busy, failed and data between the last MDC rise of a
 * frame and two more MDC periods. */
uint32_t mdio_model_known(const struct mdio_model *m, uint64_t setup_cycle);
/* The idle pins are those of a register from now on: all 0 (input) first. What reset changes on them counts as changed by the register in
 * .idle_from: how soon after it the software moves them again is its own affair. */
void mdio_model_bang_init(struct mdio_model *m);
/* Write to that register with its access cycle: PINS (enum mdio_pin) from the next cycle on, unless the master has a frame. */
void mdio_model_bang(struct mdio_model *m, uint64_t access_cycle, unsigned pins);
/* Returns the pins that must be there in CYCLE, which no write comes after, if .exact; those not in *RET_MASK may be anything. *RET_BIT is the bit of
 * the master's frame then, 64 if none is on the pins. */
unsigned mdio_model_due(const struct mdio_model *m, uint64_t cycle, unsigned *ret_mask, unsigned *ret_bit);
/* Returns the name of the field of a frame to which BIT belongs: "preamble", "ST", "OP", "PHY", "register", "TA" or "data". */
const char *mdio_field(unsigned bit);
/* Returns false if it is not sure how a read with this setup cycle shows mdio_i. */
bool mdio_model_in_known(const struct mdio_model *m, uint64_t setup_cycle);
/* mdio_i is LEVEL from CYCLE on; 1 before the first call. */
void mdio_model_mdio_in(struct mdio_model *m, uint64_t cycle, bool level);
/* The pins are PINS (enum mdio_pin) from CYCLE on. NULL, or a finding (storage in *m, valid until the next call: MDIO_FRAME,
 * MDIO_TIMING, MDIO_PINS). Adds the number of bits checked to *ret_checks. */
const struct finding *mdio_model_pins(struct mdio_model *m, uint64_t cycle, unsigned pins, uint64_t *ret_checks);
/* Checks all cycles before CYCLE; returns as mdio_model_pins(): changes that should have come and did not. */
const struct finding *mdio_model_advance(struct mdio_model *m, uint64_t cycle, uint64_t *ret_checks);
#endif
