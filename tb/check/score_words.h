/* SPDX-License-Identifier: Apache-2.0 */
/* Words for a person in place of numbers: records, register values, classes. Each function writes into RET and returns it. */
#ifndef PAUSEBENCH_SCORE_WORDS_H
#define PAUSEBENCH_SCORE_WORDS_H
#include "regs.h"
#include <stdint.h>

enum {
	SCORE_WORDS_SIZE = 96,
	/* in place of the bits that differ: the whole record */
	RX_RECORD_ALL = 0x3FFFFF,
	TX_RECORD_ALL = 0x1FFFFFFF,
};

/* The parts of obs_rx_record that have a bit in DIFFERS: "64 octets, not delivered". */
const char *score_rx_words(uint32_t record, uint32_t differs, char ret[SCORE_WORDS_SIZE]);
/* The same for obs_tx_record; all of it: "a data frame of 64 octets, dropped after 1 collision". */
const char *score_tx_words(uint32_t record, uint32_t differs, char ret[SCORE_WORDS_SIZE]);
/* Of the classes in DIFFERS those that CLASSES has and those that it has not: "class 0/3 paused, class 5 not paused". */
const char *score_class_words(uint8_t classes, uint8_t differs, char ret[SCORE_WORDS_SIZE]);
/* VALUE of the register at ADDRESS: the fields that have a bit in DIFFERS, as "BUSY 1, DATA 0x1140"; without such fields the bits that differ, or
 * the whole value if all of it is one number. */
const char *score_value_words(const struct reg_page *page, uint16_t address, uint64_t value, uint64_t differs,
                              char ret[SCORE_WORDS_SIZE]);
/* What is wrong with VALUE, of which each of the bits WRONG is: "BUSY 0, DATA not 0x1140"; without fields "another value of bits 0x3". */
const char *score_other_words(const struct reg_page *page, uint16_t address, uint64_t value, uint64_t wrong,
                              char ret[SCORE_WORDS_SIZE]);
/* How ACTUAL, a frame or its rest of ACTUAL_LEN octets, differs from the LEN octets EXPECTED from octet I on, the first that is another one: ": octet 14 is there
 * twice", ": octets 14 to 15 are missing"; "" if octets differ and none is too many or missing. AT is the number of the first octet of both. */
const char *score_shift_words(const uint8_t *expected, uint32_t len, const uint8_t *actual, uint32_t actual_len, uint32_t i,
                              uint32_t at, char ret[SCORE_WORDS_SIZE]);
/* ": a right FCS stands 1 octet earlier" of the frame SENT, of LEN octets from DA on, whose length is wrong; "": none stands up to eight octets before its end. */
const char *score_fcs_words(const uint8_t *sent, uint32_t len, char ret[SCORE_WORDS_SIZE]);
#endif
