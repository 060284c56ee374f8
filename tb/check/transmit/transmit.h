/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of the transmit wire: what the files of this folder call of each other, by file. The calls make no circle: mk/circles.sh. */
#ifndef PAUSEBENCH_TRANSMIT_H
#define PAUSEBENCH_TRANSMIT_H
#include "check/score_find.h"
#include "part/frame.h"

enum {
	PAUSE_TIME_AT = FRAME_TIME_OFFSET, /* octet of a PAUSE frame, from DA on */
	PAUSE_TIME_END = PAUSE_TIME_AT + 2,
};

/* Returns how many octets the run EVENT has from DA on, the FCS included; 0: it ends in its preamble. */
static inline uint32_t score_sent_octets(const struct event *event)
{
	return event->len > FRAME_HEAD_OCTETS ? event->len - FRAME_HEAD_OCTETS : 0;
}

/* Black box: the open cycle is the first one of a reset, in which a MAC whose reset is asynchronous is in reset, and its wire idle, already. */
static inline bool score_reset_begins(const struct scoreboard *sb)
{
	return sb->blind && sb->now >= sb->reset_cycle && sb->now < sb->reset_cycle + sb->step;
}

/* A forced collision or false carrier: no frame. */
static inline bool score_is_signal(enum pm_tx_kind kind)
{
	return kind == PM_TX_FORCED || kind == PM_TX_CARRIER;
}

/* A control frame or signal, which the MAC sends by itself. */
static inline bool score_is_control(enum pm_tx_kind kind)
{
	return kind == PM_TX_PAUSE || kind == PM_TX_PFC || score_is_signal(kind);
}

/* octets.c: octets that are due */

/* Preamble and SFD of GMII and MII. */
extern const uint8_t score_head_octets[FRAME_HEAD_OCTETS];
bool score_tx_preamble_right(const struct scoreboard *sb, const struct event *event);
void score_report_preamble(struct scoreboard *sb, const struct event *event);
/* LEN octets of the frame from offset AT on, counted from DA, are EXPECTED; if not, RULE is broken. */
bool score_octets_right(const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len);
bool score_check_octets(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                        enum rule rule);
void score_report_octet(struct scoreboard *sb, const struct event *event, uint32_t at, const uint8_t *expected, uint32_t len,
                        enum rule rule);
/* The frame has EXPECTED octets from DA on; DATA of them are not pad. */
bool score_check_length(struct scoreboard *sb, const struct event *event, uint32_t expected, uint32_t data);
void score_check_fcs(struct scoreboard *sb, const struct event *event, uint32_t at, uint32_t fcs, enum rule rule);
/* TIME in a PAUSE frame, or 0. */
uint16_t score_tx_quanta(const struct event *event, enum pm_tx_kind kind);

/* spoilt.c: frames that end with an error or a wrong FCS */

/* True if the frame has an error, or a wrong FCS / it must have one. */
bool score_is_spoilt(const struct event *event);
bool score_fcs_right(const struct event *event);
void score_check_spoilt(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame);
/* True if EVENT has an error or a wrong FCS, and another than the MAC may have spoilt it: a client that was late with
 * the frame or marked it, where nobody sees whether it did (of a client that is seen, and only its requests are not,
 * a frame of 64 octets or more), or a link fault that is not seen and cut the frame. A fragment with a right FCS is
 * neither: the MAC took it for whole. */
bool score_spoilt_by_other(const struct scoreboard *sb, const struct event *event);
/* Captures: EVENT, a control frame of the MAC's own, is too short for one and has an error or a wrong FCS, and a link fault that is not seen may have cut it. */
bool score_control_cut_by_other(const struct scoreboard *sb, const struct event *event);

/* nibbles.c: clocks of an MII wire */

/* Reads EVENT, whose octets take CLOCKS clocks each, as if they took one. RET borrows sb->wire until the next call. */
void score_mii_octets(struct scoreboard *sb, const struct event *event, unsigned clocks, struct event *ret);
/* The same of a start that has all octets of its frame; the octets themselves say how many clocks each takes. */
void score_mii_start_octets(struct scoreboard *sb, const struct event *event, struct event *ret);
/* The rule that octets break which differ, from DA on, from those of the frame. */
enum rule score_mii_content(const struct scoreboard *sb, const struct event *event);
/* Checks how many clocks an octet takes; returns what the wire shows. */
unsigned score_check_clocks(struct scoreboard *sb, const struct event *event);
bool score_ends_in_jam(const struct scoreboard *sb, const struct event *event);
bool score_is_false_carrier(const struct event *event);
bool score_is_forced(const struct scoreboard *sb, const struct event *event);

/* data.c: data frames at GMII and MII */

bool score_check_no_error(struct scoreboard *sb, const struct event *event);
/* struct score_phy of both */
int score_rx_octets(struct scoreboard *sb, const struct event *event);
uint32_t score_data_body(const struct pm_tx_frame *frame);
void score_check_data(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame);

/* control.c: the MAC's own frames */

/* DECIDED: the model knows the time that the frame must carry. */
void score_check_pause(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided);
/* Captures: withdraws the findings of own frames that are right if what a control is now was written before them. */
void score_control_written(struct scoreboard *sb);
void score_check_pfc(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, bool decided);
/* Black box: EVENT has what a PFC frame may tell that starts with it: all of it was requested. */
bool score_pfc_may_be_due(const struct scoreboard *sb, const struct event *event);
/* EVENT is a PFC frame, which was checked and is about to end: black box, the model goes on with the requests that it leaves, and
 * counts the classes that it carried. */
void score_pfc_sent(struct scoreboard *sb, const struct event *event);

/* lost.c: black box, frames that are lost in a link fault */

/* A frame that might start from cycle READY on, and is not on the wire yet, may be lost in a link fault. */
bool score_lost_in_fault(const struct scoreboard *sb, uint64_t ready);
/* Likewise of one before the frame that is or was on the wire. */
bool score_lost_before_start(const struct scoreboard *sb, uint64_t ready);
/* FRAME is on the wire: notes whether it may be a later one with the same octets. */
void score_lost_doubt(struct scoreboard *sb, const struct pm_tx_frame *frame);
/* The frame of LEN OCTETS is the newest one on the wire already, in place of one that was lost. */
bool score_lost_came_in_place(const struct scoreboard *sb, const uint8_t *octets, uint32_t len);
/* The first frame in the ledger, of LEN octets, was lost in a fault. */
void score_lost_unseen(struct scoreboard *sb, uint32_t len);
/* The I-th frame in the ledger, *RET, may have been lost in a link fault. */
bool score_lost_owed(const struct scoreboard *sb, unsigned i, struct pm_owed *ret);
/* Returns the cycle up to which the MAC may be sending the first frame in the ledger, which began in a link fault, so that the wire does not show it; 0: it
 * sends no such frame. */
uint64_t score_lost_hidden_until(const struct scoreboard *sb);
/* By when the frames are over that may be lost in a link fault, if they start no later than FROM. */
uint64_t score_lost_unseen_until(const struct scoreboard *sb, uint64_t from);
/* The control frame that is requested was lost in a link fault. */
void score_control_unseen(struct scoreboard *sb);

/* ledger.c: frames of the host that are not on the wire yet */

/* The DUT took the last octet of a frame. */
void score_ledger_taken(struct scoreboard *sb);
void score_ledger_close(struct scoreboard *sb);
/* The frame that ended as EVENT is no control frame, but the first one in the ledger. */
bool score_ledger_owes(const struct scoreboard *sb, const struct event *event);
/* The data frame on the wire ended as EVENT: it may be one that was handed over after the one that was assumed. */
void score_ledger_settle(struct scoreboard *sb, const struct event *event);
/* A data frame should have started in CYCLE and did not, which breaks RULE unless the frame was taken and is lost. True: reported. */
bool score_ledger_silence(struct scoreboard *sb, enum rule rule, uint64_t cycle);
/* The frame that is believed to be on the wire was lost in a link fault, and the next one in the ledger is on it. */
void score_ledger_overtaken(struct scoreboard *sb);
void score_ledger_finish(struct scoreboard *sb);

/* collision.c: attempts that end in a collision */

bool score_repetition_missing(struct scoreboard *sb, const struct pm_start *start);
void score_repetition_never(struct scoreboard *sb);
void score_repetition_came(struct scoreboard *sb);
void score_check_collided(struct scoreboard *sb, const struct event *event);
void score_check_collided_blind(struct scoreboard *sb, const struct event *event);
/* Decides whether the wire or the model is right about a collision; true if the attempt ended in jam. */
bool score_settle_collision(struct scoreboard *sb, const struct event *event);

/* backoff.c: the back-offs of a run */

void score_backoffs(struct scoreboard *sb);

/* missing.c: frames that are due and do not start */

const char *score_pause_word(enum pm_tx_kind kind, bool xoff);
/* A data frame started at START: a finding that a frame explained which the DUT should not have obeyed is one of its own latency if that frame's time was not over. */
void score_missing_guessed(struct scoreboard *sb, uint64_t start);
void score_missing_never(struct scoreboard *sb);
/* The PAUSE frame came, in cycle START: late, or overtaken by data, or held by an inhibit. */
void score_missing_came(struct scoreboard *sb, uint64_t start);
/* A data frame started while it was due. */
void score_missing_overtaken(struct scoreboard *sb, const struct pm_start *start);
void score_missing_close(struct scoreboard *sb, const struct pm_view *view);
/* The frame that should start did not in the open cycle. */
void score_start_waits(struct scoreboard *sb, const struct pm_view *view);

/* limit.c: the absolute limit of 802.3 31B.3.7 */

/* A data frame started at START, in an octet of its cycle, and no other rule explains it. Everything that ended on the receive wire before
 * has been classified. */
void score_limit_data(struct scoreboard *sb, uint64_t start);

/* hold.c: black box, data while the model is inhibited */

/* A frame that ended started while the model is inhibited: the inhibit may have waited for it in the DUT, and last from its end. */
void score_hold_waits(struct scoreboard *sb);
/* A data frame started while the model is inhibited. */
void score_hold_data(struct scoreboard *sb);
void score_hold_close(struct scoreboard *sb);

/* start.c: was a frame allowed to start? */

/* The frame on the wire is KIND. */
void score_tx_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta);
/* Likewise of a frame that a link fault cut: what the window is told of it is another matter. */
void score_cut_verdict(struct scoreboard *sb, enum pm_tx_kind kind, uint16_t quanta);

/* cut.c: black box, frames that a link fault cuts */

/* The frame on the wire ended as EVENT. True if a link fault cut it: the MAC goes on with it. */
bool score_cut(struct scoreboard *sb, const struct event *event);
/* A frame starts / a cycle closes. */
void score_cut_start(struct scoreboard *sb);
/* True if other codes of the open cycle may be the rest of a frame that was cut. */
bool score_cut_may_rest(struct scoreboard *sb);
void score_cut_close(struct scoreboard *sb);

/* fault.c: words between the frames of XGMII */

void score_fault_close(struct scoreboard *sb, const struct pm_view *view);
void score_fault_finish(struct scoreboard *sb);
/* Black box: a frame starts in the open cycle although a link fault forbids it. */
void score_fault_start(struct scoreboard *sb);

/* A frame starts in the open cycle: a frame of the host's before it that is not on the wire may have been lost in a fault that is over now. */
void score_fault_before(struct scoreboard *sb);

/* kind.c: the kind of the frame on the wire */

/* A frame starts as EVENT: returns the kind that the model goes on with. */
enum pm_tx_kind score_tx_assume(struct scoreboard *sb, const struct event *event);
/* Decides which kind of frame FRAME, which is on the wire, is, and returns it. */
enum pm_tx_kind score_tx_settle(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame);

/* frame.c: a frame that ended */

void score_tx_check(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame, enum pm_tx_kind kind,
                    bool preamble_right);
/* A frame ended as EVENT: checks its start and its octets. Returns its pause time, or 0. */
uint16_t score_frame_end(struct scoreboard *sb, const struct event *event);
#endif
