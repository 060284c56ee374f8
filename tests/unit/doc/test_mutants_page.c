/* SPDX-License-Identifier: Apache-2.0 */
/* The table of doc/quality/mutants.md is that of tools/how_good/mutants.json, which `make mutants` writes. */
#include "support.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static long number(const json_t *row, const char *name)
{
	const json_t *value = json_object_get(row, name);

	cr_assert(json_is_integer(value), "mutants.json: a row has no number '%s'", name);
	return (long)json_integer_value(value);
}

Test(mutants_page, has_a_line_for_each_row_that_was_measured)
{
	char *page = file_read("doc/quality/mutants.md", NULL), line[256];
	json_t *root = json_load_file("tools/how_good/mutants.json", 0, NULL), *rows = json_object_get(root, "rows");
	const char *at = page;
	size_t lines = 0;

	cr_assert(page && json_array_size(rows) > 0, "doc/quality/mutants.md or tools/how_good/mutants.json is missing");
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		snprintf(line, sizeof(line), "\n| `%s` | %s | %ld | %ld | %ld | %ld | %ld | %ld |\n",
		         json_string_value(json_object_get(row, "dut")), json_string_value(json_object_get(row, "mode")),
		         number(row, "drawn"), number(row, "killed"), number(row, "equivalent"), number(row, "explained"),
		         number(row, "survived"), number(row, "open"));
		cr_expect(strstr(page, line), "doc/quality/mutants.md has no line%s", line);
	}
	for (; (at = strstr(at, "\n| `")); at++)
		lines += strstr(at, " | exact | ") == strchr(at + 4, '`') + 1 ||
		         strstr(at, " | black-box | ") == strchr(at + 4, '`') + 1;
	cr_expect_eq(lines, json_array_size(rows), "doc/quality/mutants.md has %zu lines of numbers", lines);
	json_decref(root);
	free(page);
}
