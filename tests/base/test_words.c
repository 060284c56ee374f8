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
