/* SPDX-License-Identifier: Apache-2.0 */
/* Words for the waves, such as "PAUSE 65535", "data 64 #17", "bad FCS 64 #18". Each function writes them into RET. */
#ifndef PAUSEBENCH_WAVES_WORDS_H
#define PAUSEBENCH_WAVES_WORDS_H
#include "pausemodel_bench.h"

enum { WAVES_WORDS_MAX = 64 };

/* Words for the frame with the LEN octets from DA on, which has NUMBER on its wire. FCS: the octets end with an FCS. ERROR: it
 * has a code error, or is marked as bad. */
void waves_frame_words(const uint8_t *octets, uint32_t len, bool fcs, bool error, unsigned number, char ret[WAVES_WORDS_MAX]);
/* Words for the frame that the golden model has on the wire. PADS: at GMII and MII the MAC pads a short frame. */
void waves_due_words(const struct pm_tx_frame *frame, bool pads, char ret[WAVES_WORDS_MAX]);
/* Words for a frame of KIND that has to start. QUANTA is the time of a PAUSE, or NULL. */
void waves_kind_words(enum pm_tx_kind kind, const uint16_t *quanta, char ret[WAVES_WORDS_MAX]);
/* Words for BLOCKERS, the reasons why data wait: bits of enum pm_blocker. */
void waves_held_words(unsigned blockers, char ret[WAVES_WORDS_MAX]);
/* Words for BIT of a management frame with the PINS (enum mdio_pin) that must be there, such as "OP 1" or "TA, of the PHY"; "" if
 * there is no frame. */
void waves_mdio_words(unsigned bit, unsigned pins, char ret[WAVES_WORDS_MAX]);
/* Words that say where LEVEL is between the marks, such as "63 < low 64", "64 = low 64", "320 > high 319". */
void waves_level_words(uint32_t level, const struct pm_past *past, char ret[WAVES_WORDS_MAX]);
#endif
