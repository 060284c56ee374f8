/* SPDX-License-Identifier: Apache-2.0 */
/* Predicates: their grammar, their value, what a wrong one says. models/predicate/predicate.h. */
#include "support.h"

#include "predicate/predicate.h"

#include <criterion/criterion.h>
#include <string.h>

static bool value(const char *text, uint64_t words, uint32_t octets)
{
	struct predicate p;
	struct predicate_error error;

	cr_assert(predicate_read(&p, text, &error), "%s: %u: %s", text, error.column, error.message);
	return predicate_true(&p, &(struct predicate_frame){ .words = words, .octets = octets });
}

Test(predicate, and_binds_closer_than_or_and_not_closest)
{
	uint64_t rx = PREDICATE(rx), good = PREDICATE(good), pause = PREDICATE(pause);

	cr_expect(value("rx or good and pause", rx, 64));
	cr_expect_not(value("(rx or good) and pause", rx, 64));
	cr_expect(value("(rx or good) and pause", good | pause, 64));
	cr_expect(value("not rx or good", good | rx, 64));
	cr_expect_not(value("not (rx or good)", good, 64));
	cr_expect(value("not not rx", rx, 64));
	cr_expect_not(value("not rx and good", rx | good, 64));
	cr_expect(value("rx and not pause and good", rx | good, 64));
}

Test(predicate, comparisons_of_octets)
{
	static const struct {
		const char *text;
		bool at_63, at_64, at_65;
	} cases[] = {
		{ "octets < 64", true, false, false }, { "octets <= 64", true, true, false },
		{ "octets = 64", false, true, false }, { "octets != 64", true, false, true },
		{ "octets >= 64", false, true, true }, { "octets > 64", false, false, true },
		{ "octets>64", false, false, true },   { "not octets=64", true, false, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		cr_expect_eq(value(cases[i].text, 0, 63), cases[i].at_63, "%s", cases[i].text);
		cr_expect_eq(value(cases[i].text, 0, 64), cases[i].at_64, "%s", cases[i].text);
		cr_expect_eq(value(cases[i].text, 0, 65), cases[i].at_65, "%s", cases[i].text);
	}
}

Test(predicate, a_frame_adds_one_or_its_octets_or_its_data)
{
	static const struct {
		const char *text;
		uint64_t amount;
		bool octets;
	} cases[] = {
		{ "rx", 1, false },          { "octets of rx", 100, true },          { "data of rx", 82, true },
		{ "octets of tx", 0, true }, { "octets of octets > 99", 100, true }, { "octets > 99", 1, false },
	};
	struct predicate_frame frame = { .words = PREDICATE(rx), .octets = 100, .data = 82 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct predicate_error error;
		struct predicate *p = predicate_parse(cases[i].text, &error);
		cr_assert_not_null(p, "%s", cases[i].text);
		cr_expect_eq(predicate_amount(p, &frame), cases[i].amount, "%s", cases[i].text);
		cr_expect_eq(predicate_octets(p), cases[i].octets, "%s", cases[i].text);
		predicate_free(p);
	}
}

Test(predicate, each_word_is_read)
{
	for (unsigned i = 0; i < PREDICATE_WORDS; i++) {
		cr_expect(value(predicate_words[i].name, UINT64_C(1) << i, 64), "%s", predicate_words[i].name);
		cr_expect_not(value(predicate_words[i].name, ~(UINT64_C(1) << i), 64), "%s", predicate_words[i].name);
	}
}

Test(predicate, a_wrong_one_says_where_and_what_was_expected)
{
	static const struct {
		const char *text;
		unsigned column;
		const char *message;
	} cases[] = {
		{ "", 1, "expected a word of a predicate, \"octets\", \"not\" or \"(\", found the end" },
		{ "rx and pasue", 8, "\"pasue\" is no word of a predicate; did you mean \"pause\"?" },
		{ "rx and", 7, "expected a word of a predicate, \"octets\", \"not\" or \"(\", found the end" },
		{ "rx good", 4, "expected \"and\", \"or\" or the end, found \"good\"" },
		{ "(rx or tx", 10, "expected \"and\", \"or\" or \")\", found the end" },
		{ "octets", 7, "expected <, <=, =, !=, >= or > after \"octets\", found the end" },
		{ "octets == 64", 9, "expected a number of octets, found \"=\"" },
		{ "octets > many", 10, "expected a number of octets, found \"many\"" },
		{ "octets > 99999999", 10, "expected a number up to 16777215, found \"99999999\"" },
		{ "data rx", 6, "expected \"of\" after \"data\", found \"rx\"" },
		{ "rx & tx", 4, "expected \"and\", \"or\" or the end, found \"&\"" },
		{ "xyzzy", 1, "expected a word of a predicate, \"octets\", \"not\" or \"(\", found \"xyzzy\"" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct predicate p;
		struct predicate_error error;
		cr_expect_not(predicate_read(&p, cases[i].text, &error), "%s", cases[i].text);
		cr_expect_eq(error.column, cases[i].column, "%s: %u", cases[i].text, error.column);
		cr_expect_str_eq(error.message, cases[i].message, "%s: %s", cases[i].text, error.message);
	}
}

Test(predicate, one_too_long_or_too_deep_is_refused)
{
	char text[600] = "";
	struct predicate p;
	struct predicate_error error;

	for (int i = 0; i < 40; i++)
		strcat(text, "(");
	cr_expect_not(predicate_read(&p, text, &error));
	cr_expect_str_eq(error.message, "brackets are nested too deeply");
	strcpy(text, "rx");
	for (int i = 0; i < 40; i++)
		strcat(text, " or rx");
	cr_expect_not(predicate_read(&p, text, &error));
	cr_expect_not_null(strstr(error.message, "too long"), "%s", error.message);
}
