/* SPDX-License-Identifier: Apache-2.0 */
/* The question that a finding puts to the golden model: why did it expect what it expected? models/explain/why.c answers. */
#ifndef PAUSEBENCH_QUESTION_H
#define PAUSEBENCH_QUESTION_H
#include "pausemodel.h"

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
};
/* Writes one sentence into RET, of SIZE octets: why the model expected what it expected, with values; "" if it does not know. Returns the cycle
 * of the last change that decided: the question's cause, or what the model knows better. Cycles in the sentence are clocks. */
uint64_t pm_why(const struct pm_model *m, const struct pm_question *question, char *ret, size_t size);
#endif
