/* SPDX-License-Identifier: Apache-2.0 */
/* Counts checks, records findings and requests visits. Every part of the scoreboard calls these functions; they call no other part. */
#ifndef PAUSEBENCH_SCORE_FIND_H
#define PAUSEBENCH_SCORE_FIND_H
#include "score.h"
#include "score_phy.h"

#define SCORE_PRINTF(a, b) __attribute__((format(printf, a, b)))

/* Records a finding. FORMAT gives the expected and the actual text, divided by '|'. */
void score_find(struct scoreboard *sb, enum rule rule, uint64_t cycle, uint64_t cause, const char *what, const char *format, ...)
    SCORE_PRINTF(6, 7);
static inline void score_checked(struct scoreboard *sb, enum check_kind kind)
{
	sb->result.checks[kind]++;
}
/* The outputs of the DUT mean something in the open cycle. */
static inline bool score_is_valid(const struct scoreboard *sb)
{
	return sb->now >= sb->valid_from;
}
/* The scoreboard visits CYCLE at the latest. */
void score_wake(struct scoreboard *sb, uint64_t cycle);
/* TIME, an octet time, as a clock of the DUT for a text. */
unsigned long long score_clock(const struct scoreboard *sb, uint64_t time);
#endif
