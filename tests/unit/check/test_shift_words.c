/* SPDX-License-Identifier: Apache-2.0 */
/* The words for octets that are there twice, too many or missing. */
#include "check/score_words.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

enum { LEN = 60 };

static void make(uint8_t octets[LEN])
{
	for (unsigned i = 0; i < LEN; i++)
		octets[i] = (uint8_t)(i * 7 + 3);
}

/* Returns the first octet of ACTUAL that is another one than that of EXPECTED. */
static uint32_t differs(const uint8_t *expected, const uint8_t *actual)
{
	uint32_t i = 0;

	while (i < LEN && expected[i] == actual[i])
		i++;
	return i;
}

static void expect_words(const uint8_t *actual, uint32_t len, const char *words)
{
	char ret[SCORE_WORDS_SIZE];
	uint8_t expected[LEN];

	make(expected);
	score_shift_words(expected, LEN, actual, len, differs(expected, actual), 0, ret);
	cr_expect_str_eq(ret, words, "'%s' in place of '%s'", ret, words);
}

/* Octet 14 twice, octets 20 and 21 twice, an octet inserted, one and three missing, one wrong. */
Test(shift_words, each_change_is_named)
{
	uint8_t octets[LEN + 8] = { 0 };

	make(octets);
	memmove(octets + 15, octets + 14, LEN - 14);
	expect_words(octets, LEN + 1, ": octet 14 is there twice");
	make(octets);
	memmove(octets + 22, octets + 20, LEN - 20);
	expect_words(octets, LEN + 2, ": octets 20 to 21 are there twice");
	make(octets);
	memmove(octets + 31, octets + 30, LEN - 30);
	octets[30] = 0xFF;
	expect_words(octets, LEN + 1, ": octet 30 is too many");
	make(octets);
	memmove(octets + 14, octets + 15, LEN - 15);
	expect_words(octets, LEN - 1, ": octet 14 is missing");
	make(octets);
	memmove(octets + 40, octets + 43, LEN - 43);
	expect_words(octets, LEN - 3, ": octets 40 to 42 are missing");
	make(octets);
	octets[10] ^= 1;
	expect_words(octets, LEN, "");
}

Test(shift_words, a_right_fcs_before_the_end_is_found)
{
	uint8_t octets[LEN + FRAME_FCS_OCTETS + 3];
	char ret[SCORE_WORDS_SIZE];

	make(octets);
	frame_put_fcs(octets + LEN, frame_fcs(octets, LEN));
	memset(octets + LEN + FRAME_FCS_OCTETS, 0x11, 3);
	cr_expect_str_eq(score_fcs_words(octets, LEN + FRAME_FCS_OCTETS + 1, ret), ": a right FCS stands 1 octet earlier");
	cr_expect_str_eq(score_fcs_words(octets, LEN + FRAME_FCS_OCTETS + 3, ret), ": a right FCS stands 3 octets earlier");
	cr_expect_str_eq(score_fcs_words(octets, LEN + FRAME_FCS_OCTETS, ret), "");
	octets[0] ^= 1;
	cr_expect_str_eq(score_fcs_words(octets, LEN + FRAME_FCS_OCTETS + 1, ret), "");
	cr_expect_str_eq(score_fcs_words(octets, 3, ret), "");
}
