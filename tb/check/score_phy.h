/* SPDX-License-Identifier: Apache-2.0 */
/* The differences between the PHY kinds: a row of data and functions for each, chosen once when the scoreboard is made (sb->phy). */
#ifndef PAUSEBENCH_SCORE_PHY_H
#define PAUSEBENCH_SCORE_PHY_H
#include "score.h"

/* A function may be NULL where that is said: then there is nothing to do, or to find. */
struct score_phy {
	const char *time_unit; /* of times in findings */
	const uint8_t *head;   /* the FRAME_HEAD_OCTETS octets before DA */
	uint32_t start_delay;  /* octet times from the host's last octet of the shortest frame to its start */

	/* Passes the run to the model. 0 or -ENOMEM. */
	int (*rx_run)(struct scoreboard *sb, const struct event *event);
	/* The rule that a wrong record of a sent frame breaks. DIFFERS: its wrong bits. NULL: RULE_TX_RECORD. */
	enum rule (*record_rule)(struct scoreboard *sb, uint32_t differs);

	/* transmit wire: a frame starts; the lane of its start, after all other checks (NULL) */
	void (*start)(struct scoreboard *sb, const struct event *event);
	void (*start_lane)(struct scoreboard *sb);
	/* The octets of EVENT, a start that has them all, as if each took a cycle. NULL: they do. */
	void (*start_octets)(struct scoreboard *sb, const struct event *event, struct event *ret);
	/* The start of a data frame is not due: true if a finding says why. NULL. */
	bool (*data_start)(struct scoreboard *sb);
	/* The data frame START is due and did not start: true if it is a repetition, which is watched from now on. NULL. */
	bool (*repetition_missing)(struct scoreboard *sb, const struct pm_start *start);
	/* A frame ended that the model has, too. */
	void (*end)(struct scoreboard *sb, const struct event *event);
	/* The octets of EVENT, which a reset cut, as if each took a cycle. NULL: they do. */
	void (*octets)(struct scoreboard *sb, const struct event *event, unsigned clocks, struct event *ret);
	/* How many octets of FRAME, which is whole, come before its FCS. */
	uint32_t (*body)(const struct pm_tx_frame *frame);
	void (*check_data)(struct scoreboard *sb, const struct event *event, const struct pm_tx_frame *frame);
	/* The rule that wrong octets of a data frame break. NULL: RULE_TX_CONTENT. */
	enum rule (*content)(const struct scoreboard *sb, const struct event *event);
	/* A frame has no control code but those of its start and end: true, or a finding says so. NULL. */
	bool (*check_no_codes)(struct scoreboard *sb, const struct event *event);
	/* The host's last octet was taken; the close of a cycle; the end of the run. NULL. */
	void (*taken)(struct scoreboard *sb);
	void (*close)(struct scoreboard *sb, const struct pm_view *view);
	void (*finish)(struct scoreboard *sb);
};

extern const struct score_phy score_gmii, score_mii, score_xgmii;
#endif
