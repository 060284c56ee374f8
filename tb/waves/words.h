/* SPDX-License-Identifier: Apache-2.0 */
/* Words for the waves: "PAUSE 65535", "data 64 #17", "bad FCS 64 #18". */
#ifndef PAUSEBENCH_WAVES_WORDS_H
#define PAUSEBENCH_WAVES_WORDS_H
#include "pausemodel_bench.h"

enum { WAVES_WORDS_MAX = 64 };

/* The LEN octets from DA on, the frame number NUMBER of its wire; ERROR: with a code error or marked as bad. FCS: the octets end with it. */
void waves_frame_words(const uint8_t *octets, uint32_t len, bool fcs, bool error, unsigned number, char ret[WAVES_WORDS_MAX]);
/* The frame that the golden model has on the wire; PADS: at GMII and MII a short one is padded. */
void waves_due_words(const struct pm_tx_frame *frame, bool pads, char ret[WAVES_WORDS_MAX]);
/* A frame of KIND that is to start, with the time QUANTA, or NULL, if it is a PAUSE. */
void waves_kind_words(enum pm_tx_kind kind, const uint16_t *quanta, char ret[WAVES_WORDS_MAX]);
/* What holds data back: enum pm_blocker. */
void waves_held_words(unsigned blockers, char ret[WAVES_WORDS_MAX]);
/* BIT of a management frame with the PINS (enum mdio_pin) that must be there: "OP 1", "TA, of the PHY"; "" if there is none. */
void waves_mdio_words(unsigned bit, unsigned pins, char ret[WAVES_WORDS_MAX]);
/* Where LEVEL is between the marks: "63 < low 64", "64 = low 64", "320 > high 319". */
void waves_level_words(uint32_t level, const struct pm_past *past, char ret[WAVES_WORDS_MAX]);
#endif
