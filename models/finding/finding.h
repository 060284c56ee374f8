/* SPDX-License-Identifier: Apache-2.0 */
/* Rules, findings and checks: what the golden model and the scoreboard report. */
#ifndef PAUSEBENCH_FINDING_H
#define PAUSEBENCH_FINDING_H
#include <stdint.h>

enum rule {
#define RULE(id, name, text, document) RULE_##id,
#include "rules.def"
#undef RULE
	RULE_COUNT
};

struct rule_row {
	const char *name, *text, *document;
	const char *blind; /* the part of the rule that a black-box run does not check, or NULL */
};
/* RULE_COUNT rows, indexed by enum rule. */
extern const struct rule_row rule_table[RULE_COUNT];
/* Returns the rule called NAME, or -1. */
int rule_by_name(const char *name);
/* Return what must hold by RULE, and the document that says so, for the device called MODEL ("bcm5718"). If MODEL is NULL, or is
 * no bundled device, they return what holds for any MAC. */
const char *rule_text(enum rule rule, const char *model);
const char *rule_document(enum rule rule, const char *model);
/* Stands in place of a rule where none is broken. */
#define PM_NO_RULE RULE_COUNT

/* The I-th device that has words or documents of its own for RULE, from 0; NULL if there are fewer. */
const char *rule_model(enum rule rule, unsigned i);

/* Facts about the received frame that caused a finding, and about the moment of the finding. They tell which line of a profile
 * may be false instead of the MAC. */
enum pm_trait {
	PM_TRAIT_TAGGED = 1 << 0,
	PM_TRAIT_SHORT = 1 << 1,      /* fewer than 64 octets */
	PM_TRAIT_LONGER = 1 << 2,     /* more than 64 octets */
	PM_TRAIT_TOO_LONG = 1 << 3,   /* more than 1,518 octets */
	PM_TRAIT_NEAR = 1 << 4,       /* a gap below 32 octets before it */
	PM_TRAIT_BAD = 1 << 5,        /* a wrong FCS or a code error */
	PM_TRAIT_PAUSE = 1 << 6,      /* of type 88-08 and opcode 0001 */
	PM_TRAIT_CONTROL = 1 << 7,    /* of type 88-08 and another opcode */
	PM_TRAIT_OURS = 1 << 8,       /* to the station's first address */
	PM_TRAIT_FURTHER = 1 << 9,    /* to another address of the station */
	PM_TRAIT_OTHER = 1 << 10,     /* to an individual address of somebody else */
	PM_TRAIT_MULTICAST = 1 << 11, /* to 01-80-C2-00-00-01 */
	PM_TRAIT_LENGTH = 1 << 12,    /* with a length in place of a type */
	PM_TRAIT_BUSY = 1 << 13,      /* the MAC was sending a frame when it ended */
	PM_TRAIT_SOON = 1 << 14,      /* the finding is at most 128 octet times after its end */
	PM_TRAIT_WRITE = 1 << 15,     /* an enable changed at most 128 octet times before the finding */
	PM_TRAIT_OCTETS = 1 << 16,    /* an octet differs, and not the length (the check, not the model, sets this bit) */
	PM_TRAIT_SENT = 1 << 17,      /* the cause is the end of a frame that the MAC sent */
	PM_TRAIT_HEAD = 1 << 18,      /* its preamble or SFD, or that of another run shortly before, had a code error */
	PM_TRAIT_SERVICE = 1 << 19,   /* with a tag of type 88-A8 */
	PM_TRAIT_HALTED = 1 << 20,    /* the host took no words when the frame was due (set by the check) */
	PM_TRAIT_STORED = 1 << 21,    /* the host stopped taking words after its end, so that it was stored (set by the check) */
	PM_TRAIT_OPPOSITE = 1 << 22,  /* the MAC sent an XON in place of an XOFF, or the reverse (set by the check) */
	PM_TRAIT_FAULT = 1 << 23,     /* a link fault has begun since power-up */
	PM_TRAIT_CLASSES = 1 << 24,   /* PFC is enabled for a class */
	PM_TRAIT_NO_ROOM = 1 << 25,   /* the buffer had no room for one of the newest received frames */
};

/* A difference between DUT and model. Times are cycles since power-up. */
struct finding {
	uint64_t cycle;       /* the cycle in which the difference was seen */
	uint64_t cause_cycle; /* the cycle of its cause (the end of the PAUSE, the crossing ...); = cycle if unknown */
	/* Black box: between these cycles the DUT saw what the finding follows from, or had to start the frame that is missing, by its latencies; both 0: that is
	 * not known. */
	uint64_t earliest, latest;
	enum rule rule;
	char what[64]; /* the register, counter, port or frame */
	char expected[96], actual[96];
	uint32_t traits;   /* bits of enum pm_trait */
	char why[304];     /* one sentence of the golden model: why it expected what it expected; "" if it does not know */
	const char *model; /* the device whose documents count; a literal, or NULL for a MAC that is no bundled device */
};
/* Return what rule_text() and rule_document() return for the rule and the device of FINDING. */
const char *finding_rule_text(const struct finding *finding);
const char *finding_document(const struct finding *finding);

/* Kinds of checks that a run counts. CHECK(ID, "name") */
#define CHECK_KINDS(CHECK)                                                     \
	CHECK(XOFF, "xoff")             /* Xon/Xoff transitions */             \
	CHECK(TX_START, "tx-start")     /* moments at which a frame started */ \
	CHECK(TX_FRAME, "tx-frame")     /* sent frames, octet for octet */     \
	CHECK(PAUSE_SENT, "pause-sent") /* PAUSE frames, octets and time */    \
	CHECK(HOST_FRAME, "host-frame") /* frames delivered to the host */     \
	CHECK(LEVEL, "level")           /* buffer level changes */             \
	CHECK(RECORD, "record")         /* rx and tx records */                \
	CHECK(COUNTER, "counter")       /* counter reads */                    \
	CHECK(REGISTER, "register")     /* other register reads */             \
	CHECK(MDIO, "mdio")             /* management frames and bits */
enum check_kind {
#define CHECK(id, name) CHECK_##id,
	CHECK_KINDS(CHECK)
#undef CHECK
	    CHECK_KIND_COUNT
};
extern const char *const check_kind_names[CHECK_KIND_COUNT];
#endif
