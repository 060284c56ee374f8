/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of MI_COM and its clause 22 management master: what the register reads and what the pins do. BCM5718 MI_COM
 * (tg3.h), doc/devices/bcm5718.md 6; 802.3 22.2.4.5 and 22.3.4 (R70-R72); a register that drives the pins: doc/devices/bcm1250.md 6. */
#ifndef PAUSEBENCH_MDIO_H
#define PAUSEBENCH_MDIO_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

enum mdio_pin { MDIO_PIN_MDC = 1, MDIO_PIN_O = 2, MDIO_PIN_OE = 4 };
enum { MDIO_BANGS = 64, MDIO_REGISTER_IN = 1 << 4 /* the bit of mdio_i in the register that drives the pins */ };

/* The pins as a register of the device sets them, while the master is idle. */
struct mdio_bang {
	bool has;            /* the device has such a register */
	unsigned pins, next; /* the pins that it sets; .next takes the place of .pins ... */
	uint64_t from;       /* ... in this cycle */
	/* the newest changes, by the cycle from which they are on the pins; 0: none yet */
	uint64_t rise, rise_before, fall, change;
	unsigned ones, bit; /* of a bit-banged frame: the ones of its preamble so far; then the bit whose rise comes next */
	unsigned frames;    /* how many such frames are complete */
	/* without .exact: rises of MDC that the pins have not shown yet, each with the other pins at that time */
	struct {
		uint64_t cycle;
		uint8_t pins, bit;
	} rises[MDIO_BANGS];
	unsigned rise_head, rise_count;
};

struct mdio_model {
	/* True after mdio_model_reset(): the model checks frames cycle by cycle, with the timing of doc/devices/bcm5718.md 6. The user of
	 * a MAC with other timing clears it; the model then checks only the bits at each rise of MDC, and the times of clause 22. */
	bool exact;

	/* MI_COM */
	uint32_t fields; /* bits 27:0 */
	bool failed, busy;
	uint64_t write_cycle; /* access cycle of the newest accepted start */

	/* the frame of that start */
	bool started; /* there was one since reset */
	bool is_read;
	uint64_t word;          /* its 64 bits, the first one in bit 63 */
	unsigned driven_bits;   /* 64, or 46 for a read */
	unsigned sampled;       /* of a read, whose bits from 47 on are sampled: the next one to sample */
	uint32_t sample;        /* the sampled bits, the newest in bit 0 */
	unsigned preamble, bit; /* without .exact: ones seen so far, and the bit that comes next */
	bool all_bits;          /* without .exact: MDC has risen for the last bit */
	uint64_t end_cycle;     /* busy reads 0 from this cycle on; UINT64_MAX: that cycle is not known yet */

	struct mdio_bang bang;

	/* mdio_i: a PHY drives it low; high if none does (22.2.4: pulled up) */
	bool low, low_before;
	uint64_t level_cycle; /* the cycle since which it has this level; 0: it has never changed */

	/* the pins as seen */
	unsigned pins;
	uint64_t idle_from;       /* before this cycle the pins may still have what they had at the reset */
	bool rose, fell, changed; /* MDC rose, it fell, the data pins changed since reset; the newest cycle of each: */
	uint64_t rise_cycle, fall_cycle, change_cycle;
	uint64_t period; /* cycles between the last two rises */

	/* the comparison of the pins */
	uint64_t verified; /* all cycles before this one have been checked */
	bool late;         /* mdio_o or mdio_oe was wrong in .late_cycle; the next rise of MDC decides which rule that breaks */
	uint64_t late_cycle;
	unsigned late_pins; /* the pins in that cycle */
	bool mute;          /* the frame has had a finding; it gets no other */
	bool found;         /* .finding has not been returned yet */
	uint64_t checks;    /* checks made that have not been returned yet */
	struct finding finding;
};

/* To be called when rst_n goes low, and at power-up with *M zeroed. Forgets everything but the pins, and sets .exact. The pins
 * that the MAC drives are idle from cycle IDLE_FROM on. mdio_i stays as it is: rst_n resets the MAC and not the PHY. A PHY
 * answers a read bit by bit at the rises of MDC (22.2.4); if the reset cuts the frame off, it drives its bit until MDC rises
 * again. */
void mdio_model_reset(struct mdio_model *m, uint64_t idle_from);
/* MI_COM is written in ACCESS_CYCLE; STROBE has a bit for each byte. */
void mdio_model_write(struct mdio_model *m, uint64_t access_cycle, uint32_t value, uint8_t strobe);
/* Returns MI_COM as it is visible in the setup cycle of a read. */
uint32_t mdio_model_read(struct mdio_model *m, uint64_t setup_cycle);
/* Returns the bits of a read whose value the model knows. If .exact is set, these are all bits. Else, from the last rise of MDC
 * of a frame until two MDC periods later, it does not know busy, failed and data. */
uint32_t mdio_model_known(const struct mdio_model *m, uint64_t setup_cycle);
/* From now on a register drives the pins while the master is idle; at first all are 0 (input). A change of the pins by the reset
 * counts as a change by the register in .idle_from, since the software is free to move them again as soon as it likes. */
void mdio_model_bang_init(struct mdio_model *m);
/* That register is written in ACCESS_CYCLE: the pins are PINS (enum mdio_pin) from the next cycle on, unless the master sends a
 * frame. */
void mdio_model_bang(struct mdio_model *m, uint64_t access_cycle, unsigned pins);
/* For .exact: returns the pins that must be there in CYCLE, if no write comes after. Pins that are not in *RET_MASK may be
 * anything. *RET_BIT is the bit of the master's frame in that cycle, 64 if there is none. */
unsigned mdio_model_due(const struct mdio_model *m, uint64_t cycle, unsigned *ret_mask, unsigned *ret_bit);
/* Returns the name of the field of a frame to which BIT belongs: "preamble", "ST", "OP", "PHY", "register", "TA" or "data". */
const char *mdio_field(unsigned bit);
/* Returns false if the model does not know which level of mdio_i a read with this setup cycle shows. */
bool mdio_model_in_known(const struct mdio_model *m, uint64_t setup_cycle);
/* mdio_i is LEVEL from CYCLE on; 1 before the first call. */
void mdio_model_mdio_in(struct mdio_model *m, uint64_t cycle, bool level);
/* The pins are PINS (enum mdio_pin) from CYCLE on. Returns NULL, or a finding of MDIO_FRAME, MDIO_TIMING or MDIO_PINS, which is
 * valid until the next call. Adds the number of bits checked to *ret_checks. */
const struct finding *mdio_model_pins(struct mdio_model *m, uint64_t cycle, unsigned pins, uint64_t *ret_checks);
/* The pins have not changed up to CYCLE. Checks all cycles before it, and returns what mdio_model_pins() returns: a finding about
 * a change that should have come. */
const struct finding *mdio_model_advance(struct mdio_model *m, uint64_t cycle, uint64_t *ret_checks);
#endif
