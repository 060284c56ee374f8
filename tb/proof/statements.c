/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of statements and of their bounds. */
#include "statements.h"

#include <stdio.h>
#include <string.h>

const char *const statement_class_names[] = {
	[STATEMENT_PROVEN] = "proven",
	[STATEMENT_STORAGE] = "storage in this part",
	[STATEMENT_OUTSIDE] = "outside of what a MAC shows",
};

#define STATEMENT(name_, source_, place_, text_, tags_, rtl_, functions_, rules_, when_, otherwise_, stimuli_, mutants_) \
	{ .model = STATEMENT_MODEL,                                                                                      \
	  .name = name_,                                                                                                 \
	  .source = source_,                                                                                             \
	  .place = place_,                                                                                               \
	  .text = text_,                                                                                                 \
	  .tags = tags_,                                                                                                 \
	  .rtl = rtl_,                                                                                                   \
	  .functions = functions_,                                                                                       \
	  .rules = rules_,                                                                                               \
	  .when = when_,                                                                                                 \
	  .otherwise = otherwise_,                                                                                       \
	  .stimuli = stimuli_,                                                                                           \
	  .mutants = mutants_,                                                                                           \
	  .class = STATEMENT_PROVEN },
#define APART(name_, source_, place_, text_, class_, reason_) \
	{ .model = STATEMENT_MODEL,                           \
	  .name = name_,                                      \
	  .source = source_,                                  \
	  .place = place_,                                    \
	  .text = text_,                                      \
	  .tags = "",                                         \
	  .rtl = "",                                          \
	  .functions = "",                                    \
	  .rules = "",                                        \
	  .when = "",                                         \
	  .otherwise = "",                                    \
	  .stimuli = "",                                      \
	  .mutants = "",                                      \
	  .class = class_,                                    \
	  .reason = reason_ },
#define CLAUSE(tag_, rtl_, functions_, rules_, when_, otherwise_, stimuli_, mutants_) \
	STATEMENT(tag_, "802.3", "", "", tag_, rtl_, functions_, rules_, when_, otherwise_, stimuli_, mutants_)
#define CLAUSE_APART(tag_, class_, reason_) APART(tag_, "802.3", "", "", class_, reason_)
const struct statement statement_table[] = {
#include "each/statements.def"
#define STATEMENT_MODEL STATEMENT_CLAUSE
#include "clauses.def"
#undef STATEMENT_MODEL
};
const size_t statement_count = sizeof(statement_table) / sizeof(statement_table[0]);

#define EXERCISED(name_, when_, otherwise_) { .name = name_, .when = when_, .otherwise = otherwise_ },
const struct statement_bound statement_bounds[] = {
#include "exercised.def"
};
const size_t statement_bound_count = sizeof(statement_bounds) / sizeof(statement_bounds[0]);

static bool is_clause(const struct statement *statement)
{
	return !strcmp(statement->model, STATEMENT_CLAUSE);
}

const char *statement_name(const struct statement *statement, char ret[STATEMENT_NAME_SIZE])
{
	if (is_clause(statement))
		snprintf(ret, STATEMENT_NAME_SIZE, "%s", statement->name);
	else
		snprintf(ret, STATEMENT_NAME_SIZE, "%s.%s", statement->model, statement->name);
	return ret;
}

const struct statement *statement_by_name(const char *name)
{
	char other[STATEMENT_NAME_SIZE];

	for (size_t i = 0; i < statement_count; i++)
		if (!strcmp(statement_name(&statement_table[i], other), name))
			return &statement_table[i];
	return NULL;
}

const char *statement_text(const struct statement *statement)
{
	const struct reading *reading = is_clause(statement) ? reading_by_tag(statement->name) : NULL;

	return reading ? reading->statement : statement->text;
}

const struct statement_bound *statement_bound(const struct statement *statement)
{
	char name[STATEMENT_NAME_SIZE];

	statement_name(statement, name);
	for (size_t i = 0; i < statement_bound_count; i++)
		if (!strcmp(statement_bounds[i].name, name))
			return &statement_bounds[i];
	return NULL;
}

unsigned statement_bound_of(unsigned long count)
{
	unsigned bound = 1;

	for (unsigned step = 0; count / 2 >= bound; step++) {
		unsigned next = step % 3 == 1 ? bound / 2 * 5 : bound * 2;
		if (count / 2 < next)
			break;
		bound = next;
	}
	return count ? bound : 0;
}

bool statement_next_name(const char **list, char *ret, size_t size)
{
	size_t length;

	*list += strspn(*list, " ");
	length = strcspn(*list, " ");
	snprintf(ret, size, "%.*s", (int)length, *list);
	*list += length;
	return length;
}
