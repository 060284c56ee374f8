/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules a run exercised (sb->exercised, if scoreboard_cover() was called). stimulus/cover.def says when. */
#ifndef PAUSEBENCH_EXERCISED_H
#define PAUSEBENCH_EXERCISED_H
#include "score_find.h"

struct exercised *exercised_new(void);
const struct cover_set *exercised_rules(const struct exercised *c);
const struct cover_set *exercised_seen_rules(const struct exercised *c);
const struct cover_counts *exercised_counts(const struct exercised *c);
const struct cover_counters *exercised_counters(const struct exercised *c);
/* EVENT, before it is passed to the model; the close of a cycle. */
void exercised_event(struct scoreboard *sb, const struct event *event);
void exercised_close(struct scoreboard *sb, const struct pm_view *view);
/* The frame on the transmit wire is KIND. */
void exercised_sent(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta);
/* FRAME reached the host. */
void exercised_delivered(struct scoreboard *sb, const struct pm_host_frame *frame);
/* A read, before the model reads; INFO: NULL if its address is unmapped. */
void exercised_read(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info);
#endif
