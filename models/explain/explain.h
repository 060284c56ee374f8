/* SPDX-License-Identifier: Apache-2.0 */
/* What a device adds to the explanations: which rule a difference breaks whose reason only the device knows. explain/<device>.c reads the state
 * of device/<device>.c and changes nothing. */
#ifndef PAUSEBENCH_EXPLAIN_H
#define PAUSEBENCH_EXPLAIN_H
#include "machine/model.h"
#include "why.h"

/* The registers of the address filter. */
struct pm_filter {
	const char *modes;     /* the register that says which addresses pass */
	const char *low;       /* the registers of address I, as a format for I; */
	const char *high;      /* .low has 48 bits, or 32 and this register the other 16 */
	bool first_octet_high; /* the first octet is the highest of the 48 bits, else the lowest */
	uint32_t valid;        /* the bits of .high without which an address is off */
};

/* What a field of the registers decides of a received frame. */
enum why_topic {
	WHY_BOUND = 1 << 0, /* which lengths are allowed */
	WHY_ERROR = 1 << 1, /* what becomes of a frame with any error, ... */
	WHY_FCS = 1 << 2,   /* ... with a wrong FCS ... */
	WHY_CODE = 1 << 3,  /* ... with a code error ... */
	WHY_DRIBBLE = 1 << 4,
	WHY_SHORT = 1 << 5,
	WHY_LONG = 1 << 6,
	WHY_LENGTH = 1 << 7,  /* ... or whose length field is wrong */
	WHY_PAUSE = 1 << 8,   /* whether the host gets a PAUSE ... */
	WHY_CONTROL = 1 << 9, /* ... or another control frame */
	WHY_STRIP = 1 << 10,  /* which octets the host does not get */
	WHY_ROOM = 1 << 11,   /* how many frames are taken when the buffer is low */
};
struct why_field {
	unsigned topics;
	const char *reg, *field; /* .field NULL: the whole register */
};

struct pm_explainer {
	/* The fields that decide what a received frame is and whether the host gets it; the last one has no .reg. NULL: none is known. */
	const struct why_field *fields;
	/* NULL: the device has none by register. */
	const struct pm_filter *filter;
	/* Fills in the rules that a PAUSE frame breaks that begins in the open cycle and is not due. */
	void (*pause_sent)(const struct pm_model *m, struct pm_pause_undue *ret);
	/* Returns the rule that ACTUAL instead of EXPECTED breaks in the newest read, of ROW, which is no counter; PM_NO_RULE: that of
	 * pm_device.info(). NULL: always that. */
	enum rule (*reg)(const struct pm_model *m, unsigned row, uint64_t expected, uint64_t actual);
	/* Says why the status register in ROW reads as it does; false: it does not know. NULL: it never does. */
	bool (*why_status)(struct why *w, unsigned row);
	/* Returns what of enum pm_trait is true of the device's controls in the open cycle. NULL: nothing is known. */
	uint32_t (*traits)(const struct pm_model *m);
	/* Says why the XOFF or XON of the question is due, or is not. */
	void (*why_sent)(struct why *w);
};
/* Returns the explainer of the device. */
const struct pm_explainer *explainer_of(const struct pm_model *m);

#define DEVICE(name) extern const struct pm_explainer pm_explain_##name;
#include "devices.def"

/* .pause_sent of a device with device/pause_marks.h. */
void explain_pause_marks(const struct pm_model *m, struct pm_pause_undue *ret);
/* .why_sent of it. */
void why_pause_marks(struct why *w);
#endif
