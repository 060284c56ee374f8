/* SPDX-License-Identifier: Apache-2.0 */
/* The question that a finding puts to the golden model: why did it expect what it expected? models/explain/why.c has the answer. */
#ifndef PAUSEBENCH_QUESTION_H
#define PAUSEBENCH_QUESTION_H
#include "part/counting.h"
#include "pausemodel.h"

/* The memory of a counter at the time of a read that a black-box run compares later. */
struct pm_count_then {
	struct counting_memory memory;
	uint64_t event_cycle, event_amount; /* the newest event that was visible then */
};
void pm_count_then(const struct pm_model *m, unsigned counter, struct pm_count_then *ret);
/* Returns what pm_reg_explain() would have returned at that read, of the register at ADDRESS: a counter that is no high word. */
enum rule pm_count_explain(const struct pm_model *m, uint16_t address, const struct pm_count_then *then, uint64_t expected,
                           uint64_t actual);
/* The host got a frame that the model never had, neither to deliver nor to refuse; its first word came in cycle START. Returns
 * the rule that the device broke, by what came last on the receive wire: that was no frame, or the receiver did not receive it. */
enum rule pm_explain_unwanted(const struct pm_model *m, uint64_t start, uint64_t *ret_cause);

/* A finding, and what else is known of it, for pm_why(). */
struct pm_question {
	enum rule rule;
	uint64_t cycle, cause;
	const char *what;
	/* The finding is about a frame on the DUT's transmit wire: what had to start when that frame started. Else NULL. */
	const struct pm_start *due;
	bool undue; /* the finding is about a control frame that was not due */
	bool xoff;  /* the finding is about a control frame: it is an XOFF */
	bool read;  /* the finding is about the newest read, which was of ADDRESS: */
	uint16_t address;
	uint64_t expected, actual;
	/* The wait by which a back-off was checked, which need not be the newest if another collision has come since. NULL: the
	 * newest one. */
	const struct pm_backoff *backoff;
	/* The counter's memory at the read, if the read is compared later; NULL: it is compared at once. */
	const struct pm_count_then *then;
};
/* Writes one sentence into RET, of SIZE octets, which says with values why the model expected what it expected; "" if the model
 * does not know. Returns the cycle of the last change that decided it: one that the model knows better than the question, else
 * the cause in the question, else the cause that the model finds. Cycles in the sentence are clocks. */
uint64_t pm_why(const struct pm_model *m, const struct pm_question *question, char *ret, size_t size);
/* Returns the traits of a finding of RULE in CYCLE, bits of enum pm_trait: those of the moment, and those of the received frame
 * that ended at CAUSE, or for a finding about a pause of the PAUSE frame in force, as far as that frame is remembered. */
uint32_t pm_traits(const struct pm_model *m, enum rule rule, uint64_t cause, uint64_t cycle);
#endif
