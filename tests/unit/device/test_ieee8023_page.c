/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: doc/devices/ieee8023.md names each parameter with its default, and each word of a predicate is one that a person can look up. */
#include "support.h"

#include "parameters.h"
#include "predicate/predicate.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Defaults of parameters that the text and not a table has, or that share a row. */
static bool in_text(const char *name)
{
	static const char *const names[] = { "ClockOctets", "Mii", "BufferOctets", "BufferUnit", "SendsQuanta" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

Test(ieee8023_page, each_parameter_is_on_the_page)
{
	char *page = file_read("doc/devices/ieee8023.md", NULL);
	size_t count;
	const struct parameter *parameters = parameters_of("ieee8023", &count);

	cr_assert_gt(count, 30);
	for (size_t i = 0; i < count; i++) {
		char text[100];
		snprintf(text, sizeof(text), in_text(parameters[i].name) ? "`%s`" : "| `%s` | %" PRIu64 " |", parameters[i].name,
		         parameters[i].value);
		cr_expect_not_null(strstr(page, parameters[i].name), "%s", parameters[i].name);
		if (!in_text(parameters[i].name))
			cr_expect_not_null(strstr(page, text), "%s", text);
	}
	free(page);
}

Test(ieee8023_page, each_word_of_a_predicate_has_a_meaning_and_a_source)
{
	for (unsigned i = 0; i < PREDICATE_WORDS; i++)
		cr_expect(strlen(predicate_words[i].meaning) > 5 && strlen(predicate_words[i].source) > 5, "%s",
		          predicate_words[i].name);
}
