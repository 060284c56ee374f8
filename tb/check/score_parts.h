/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the scoreboard: the functions that they call of each other, by file. */
#ifndef PAUSEBENCH_SCORE_PARTS_H
#define PAUSEBENCH_SCORE_PARTS_H
#include "score_find.h"

/* score_event.c */

/* EVENT happens in the open cycle. */
void score_event(struct scoreboard *sb, const struct event *event);

/* score_mdio.c: the management pins */

/* Checks the pins up to the open cycle. */
void score_mdio_advance(struct scoreboard *sb);
/* They take PINS (EVENT_MDIO) in the open cycle. */
void score_mdio_pins(struct scoreboard *sb, unsigned pins);

/* score_obs.c: the observation ports */

/* The close of a cycle; the end of the run. */
void score_observe(struct scoreboard *sb, const struct pm_view *view);
void score_observe_end(struct scoreboard *sb);
/* Data started although the model is inhibited: reports why if the inhibit itself is in doubt. */
bool score_xoff_in_doubt(struct scoreboard *sb);

/* transmit/kind.c: the client is not seen. EVENT, which starts, is a PAUSE or PFC frame of the MAC's own. */
bool score_is_own_control(struct scoreboard *sb, const struct event *event);

/* transmit/wire.c: the transmit wire */

void score_tx_start(struct scoreboard *sb, const struct event *event);
void score_tx_end(struct scoreboard *sb, const struct event *event);
/* The DUT took the last octet of the host's frame. */
void score_tx_taken(struct scoreboard *sb);
/* XGMII, black box: all events of the open cycle have come; octets without a start came. transmit/cut.c */
void score_cut_settle(struct scoreboard *sb);
void score_cut_rest(struct scoreboard *sb, const struct event *event);
void score_tx_close(struct scoreboard *sb, const struct pm_view *view);
/* True if a control frame that is requested may be lost in a link fault, since it was requested in it or before. transmit/lost.c */
bool score_control_lost(const struct scoreboard *sb);
/* transmit/ledger.c: how much of COUNTER the DUT may have counted of frames that may be lost in a link fault: those in the ledger, and the one in whose place
 * a later one may be on the wire. */
uint64_t score_ledger_unseen(const struct scoreboard *sb, unsigned counter);
/* If the model says that the first frame which the host handed over waits in CYCLE: returns true if one does, since not all may be lost in a link fault. */
bool score_ledger_waits(const struct scoreboard *sb, uint64_t cycle);
/* transmit/missing.c: the cycle by which START, which is due, begins at the latest. */
uint64_t score_starts_by(const struct scoreboard *sb, const struct pm_start *start);
/* The run is over inside a frame. */
void score_tx_open(struct scoreboard *sb);
void score_tx_finish(struct scoreboard *sb);

/* transmit/ledger.c */

/* The host offers a frame, of which the model is notified next. */
void score_ledger_offer(struct scoreboard *sb);

/* score_host.c: the stream to the host */

void score_host_start(struct scoreboard *sb);
void score_host_close(struct scoreboard *sb, const struct pm_view *view);
void score_host_frame(struct scoreboard *sb, const struct event *event);
void score_host_reset(struct scoreboard *sb);
/* The run is over. */
void score_host_finish(struct scoreboard *sb);
/* The run is over inside a frame. */
void score_host_open(struct scoreboard *sb, const struct event *event);

/* score_reg.c: registers */

/* Keeps the read EVENT of the open cycle until it is compared. 0 or -ENOMEM. */
int score_read_keep(struct scoreboard *sb, const struct event *event);
/* Compares the reads of the open cycle, after what the model did in it. */
void score_reads(struct scoreboard *sb);
void score_read_close(struct scoreboard *sb);
void score_write(struct scoreboard *sb, const struct event *event);

/* score_black.c: registers in a black-box run */

struct black_box *black_box_new(struct pm_model *m);
/* BLACK may be NULL. */
void black_box_free(struct black_box *black);
void black_box_read(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info);
void black_box_write(struct scoreboard *sb, const struct event *event);
void black_box_reset(struct scoreboard *sb);
void black_box_close(struct scoreboard *sb);
void black_box_finish(struct scoreboard *sb);

/* score_pfc.c: pfc_xoff in a black-box run; the close of a cycle, and a reset */

void black_box_pfc_close(struct scoreboard *sb, const struct pm_view *view);
/* The client is not seen, and a data frame of class NUMBER starts in octet time START. 802.1Q 36.1.3.3. */
void black_box_pfc_data(struct scoreboard *sb, unsigned number, uint64_t start);
void black_box_pfc_reset(struct scoreboard *sb);
/* The run is over. */
void black_box_pfc_finish(struct scoreboard *sb);
#endif
