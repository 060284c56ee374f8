/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a device in the explanations: the rules about differences whose reason is in its own state. explain/<device>.c reads
 * the state of device/<device>.c and changes nothing. */
#ifndef PAUSEBENCH_EXPLAIN_H
#define PAUSEBENCH_EXPLAIN_H
#include "machine/model.h"
#include "why.h"

/* The registers of the address filter. */
struct pm_filter {
	const char *modes;     /* the name of the register that says which addresses pass */
	const char *low;       /* the name of the register of address I, a format for I. It has 48 bits, ... */
	const char *high;      /* ... or 32, and this one, if it is not NULL, has the other 16 */
	bool first_octet_high; /* the first octet is in the highest bits of the 48; false: in the lowest */
	uint32_t valid;        /* the bits of .high that must be set for the address to hold */
};

/* The question about a received frame that a field of the registers decides. */
enum why_topic {
	WHY_BOUND = 1 << 0, /* which lengths are allowed */
	WHY_ERROR = 1 << 1, /* what becomes of a frame with any error, ... */
	WHY_FCS = 1 << 2,   /* ... with a wrong FCS, ... */
	WHY_CODE = 1 << 3,  /* ... with a code error, ... */
	WHY_DRIBBLE = 1 << 4,
	WHY_SHORT = 1 << 5,
	WHY_LONG = 1 << 6,
	WHY_LENGTH = 1 << 7,  /* ... or whose length field is wrong */
	WHY_PAUSE = 1 << 8,   /* whether the host gets a PAUSE ... */
	WHY_CONTROL = 1 << 9, /* ... or another control frame */
	WHY_STRIP = 1 << 10,  /* which octets of a frame the host does not get */
	WHY_ROOM = 1 << 11,   /* how many frames the device takes while the buffer is low */
};
struct why_field {
	unsigned topics;
	const char *reg, *field; /* .field NULL: the whole register */
};

struct pm_explainer {
	/* The fields that decide what a received frame is and whether the host gets it; the last one has no .reg. NULL: none is known. */
	const struct why_field *fields;
	/* NULL: the device has no address filter in registers. */
	const struct pm_filter *filter;
	/* Fills in the rules that a PAUSE frame breaks which begins in the open cycle and is not due. */
	void (*pause_sent)(const struct pm_model *m, struct pm_pause_undue *ret);
	/* Returns the rule that is broken because the newest read, of ROW, which is no counter, returned ACTUAL in place of
	 * EXPECTED. Returns PM_NO_RULE if that is the rule that pm_device.info() gives; so it always is where this is NULL. */
	enum rule (*reg)(const struct pm_model *m, unsigned row, uint64_t expected, uint64_t actual);
	/* Says why the status register in ROW reads as it does. Returns false if it does not know; where this is NULL nobody
	 * knows. */
	bool (*why_status)(struct why *w, unsigned row);
	/* Returns those bits of enum pm_trait that are true of the device's controls in the open cycle. NULL: none are known. */
	uint32_t (*traits)(const struct pm_model *m);
	/* Says why the XOFF or XON of the question is due, or is not. */
	void (*why_sent)(struct why *w);
};
/* Returns the explainer of the device. */
const struct pm_explainer *explainer_of(const struct pm_model *m);

#define DEVICE(name) extern const struct pm_explainer pm_explain_##name;
#include "devices.def"

/* The hooks .pause_sent and .why_sent of a device that has the hooks of device/pause_marks.h. */
void explain_pause_marks(const struct pm_model *m, struct pm_pause_undue *ret);
void why_pause_marks(struct why *w);
#endif
