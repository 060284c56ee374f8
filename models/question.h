/* SPDX-License-Identifier: Apache-2.0 */
/* The question that a finding puts to the golden model: why did it expect what it expected? models/explain/why.c answers. */
#ifndef PAUSEBENCH_QUESTION_H
#define PAUSEBENCH_QUESTION_H
#include "part/counting.h"
#include "pausemodel.h"

/* What a counter remembers at a read that is judged later. */
struct pm_count_then {
	struct counting_memory memory;
	uint64_t event_cycle, event_amount; /* the newest event that is visible */
};
void pm_count_then(const struct pm_model *m, unsigned counter, struct pm_count_then *ret);
/* pm_reg_explain() of such a read of ADDRESS, a counter that is no high word. */
enum rule pm_count_explain(const struct pm_model *m, uint16_t address, const struct pm_count_then *then, uint64_t expected,
                           uint64_t actual);
/* The rule that the delivery of a frame breaks that neither waits for the host nor was refused, and whose first word came in cycle START: what came
 * last on the receive wire was no frame, or was not received. */
enum rule pm_explain_unwanted(const struct pm_model *m, uint64_t start, uint64_t *ret_cause);

/* A finding, and what is known of it besides, for pm_why(). */
struct pm_question {
	enum rule rule;
	uint64_t cycle, cause;
	const char *what;
	const struct pm_start
	    *due;   /* what had to start when the frame on the DUT's wire started, which the finding is about; or NULL */
	bool undue; /* it is about a control frame that was not due */
	bool xoff;  /* a control frame: an XOFF */
	bool read;  /* it is about the newest read, of ADDRESS: */
	uint16_t address;
	uint64_t expected, actual;
	const struct pm_backoff
	    *backoff; /* the wait that a back-off is judged by; a later collision may have come since; NULL: the newest one */
	const struct pm_count_then *then; /* that read was of a counter with this memory, and is judged later; NULL: at once */
};
/* Writes one sentence into RET, of SIZE octets: why the model expected what it expected, with values; "" if it does not know. Returns the cycle
 * of the last change that decided: what the model knows better, or the question's cause, or if this is unknown the model's. Cycles in the sentence
 * are clocks. */
uint64_t pm_why(const struct pm_model *m, const struct pm_question *question, char *ret, size_t size);
/* Returns what is true of the frame that ended at CAUSE, of a pause that of the PAUSE frame in force, if it is remembered, and of a finding of RULE in CYCLE; bits of
 * enum pm_trait. */
uint32_t pm_traits(const struct pm_model *m, enum rule rule, uint64_t cause, uint64_t cycle);
#endif
