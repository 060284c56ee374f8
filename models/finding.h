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
/* Return what must hold by RULE, and the document that says so, for the device that is MODEL ("bcm5718"); in general if MODEL is NULL or no
 * device of ours. */
const char *rule_text(enum rule rule, const char *model);
const char *rule_document(enum rule rule, const char *model);
/* In place of a rule: no rule is broken. */
#define PM_NO_RULE RULE_COUNT

/* The I-th device that has words or documents of its own for RULE, from 0; NULL if there are fewer. */
const char *rule_model(enum rule rule, unsigned i);

/* A difference between DUT and model. Times are cycles since power-up. */
struct finding {
	uint64_t cycle;       /* where it was seen */
	uint64_t cause_cycle; /* where its cause lies (the end of the PAUSE, the crossing ...); = cycle if unknown */
	enum rule rule;
	char what[64]; /* the register, counter, port or frame */
	char expected[96], actual[96];
	char why[304];     /* one sentence of the golden model: why it expected what it expected; "": it does not say */
	const char *model; /* the device that was checked, whose documents count; a literal, or NULL: none */
};
/* The same as rule_text() and rule_document(), for the device of FINDING. */
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
