/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules a run exercised (sb->exercised, if somebody asks). stimulus/cover.def says when. */
#ifndef PAUSEBENCH_EXERCISED_H
#define PAUSEBENCH_EXERCISED_H
#include "score_find.h"

struct exercised *exercised_new(void);
const struct cover_set *exercised_rules(const struct exercised *c);
const struct cover_set *exercised_seen_rules(const struct exercised *c);
/* An event, before the model is told; the close of a cycle. */
void exercised_event(struct scoreboard *sb, const struct event *event);
void exercised_close(struct scoreboard *sb, const struct pm_view *view);
/* The frame on the wire turned out to be KIND. */
void exercised_sent(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta);
/* FRAME reached the host. */
void exercised_delivered(struct scoreboard *sb, const struct pm_host_frame *frame);
/* A read, before the model reads; INFO: NULL if its address is unmapped. */
void exercised_read(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info);
#endif
