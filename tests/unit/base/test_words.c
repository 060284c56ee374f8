/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a line. */
#include "base/words.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(words, blanks_part_words_and_a_comment_ends_them)
{
	static const struct {
		const char *line, *words[4];
	} cases[] = {
		{ "", { NULL } },
		{ " \t ", { NULL } },
		{ "# a comment", { NULL } },
		{ "a  b\tc # d", { "a", "b", "c" } },
		{ "a=1#2 \"b c\"", { "a=1#2", "\"b c\"" } },
		{ "x=\"b c\"d e", { "x=\"b c\"d", "e" } },
		{ "\"no end", { "\"no end" } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char line[64], *at = line;
		strcpy(line, cases[i].line);
		for (size_t k = 0; cases[i].words[k]; k++) {
			const char *word = words_next(&at);
			cr_assert_not_null(word, "'%s': word %zu", cases[i].line, k);
			cr_expect_str_eq(word, cases[i].words[k]);
		}
		cr_expect_null(words_next(&at), "'%s'", cases[i].line);
		cr_expect_null(words_next(&at), "again");
	}
}

Test(words, what_cannot_be_printed_is_a_question_mark)
{
	char text[] = "a\tb\x80\x1b~";

	words_make_printable(text);
	cr_expect_str_eq(text, "a?b??~");
}

Test(words, a_number_is_decimal_or_hexadecimal_and_never_octal)
{
	static const struct {
		const char *text;
		bool is_number;
		uint64_t value;
	} cases[] = {
		{ "0", true, 0 },
		{ "17", true, 17 },
		{ "017", true, 17 },
		{ "0x1F", true, 31 },
		{ "0X10", true, 16 },
		{ "18446744073709551615", true, UINT64_MAX },
		{ "0xffffffffffffffff", true, UINT64_MAX },
		{ "18446744073709551616", false, 0 },
		{ "", false, 0 },
		{ "0x", false, 0 },
		{ "0x 1", false, 0 },
		{ "-1", false, 0 },
		{ "+1", false, 0 },
		{ " 1", false, 0 },
		{ "1 ", false, 0 },
		{ "1s", false, 0 },
		{ "089", true, 89 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t value = 0;
		cr_expect_eq(words_number(cases[i].text, &value), cases[i].is_number, "'%s'", cases[i].text);
		if (cases[i].is_number)
			cr_expect_eq(value, cases[i].value, "'%s'", cases[i].text);
	}
}
