/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the results of the hunts: a table, build/faults.json, and exit status 1 if a fault was not caught with its rule.
 *
 * usage: faults_table OUT.json RESULT.json... */
#include <jansson.h>
#include <stdio.h>

static const char *text(const json_t *result, const char *key)
{
	const char *value = json_string_value(json_object_get(result, key));

	return value ? value : "?";
}

int main(int argc, char **argv)
{
	json_t *all = json_array();
	int missed = 0;

	if (argc < 3) {
		fprintf(stderr, "faults_table: no faults: nothing was proved\n");
		return 2;
	}
	printf("%-40s %-12s %-22s %-7s %8s  %s\n", "fault", "dut", "expected rule", "caught", "items", "by");
	for (int i = 2; i < argc; i++) {
		json_error_t error;
		json_t *result = json_load_file(argv[i], 0, &error);
		if (!result) {
			fprintf(stderr, "faults_table: %s:%d: %s\n", argv[i], error.line, error.text);
			return 2;
		}
		printf("%-40s %-12s %-22s %-7s %8lld  %s%s%s\n", text(result, "fault"), text(result, "dut"),
		       text(result, "expected_rule"), json_is_true(json_object_get(result, "caught")) ? "yes" : "NO",
		       (long long)json_integer_value(json_object_get(result, "items")), text(result, "by"),
		       json_is_true(json_object_get(result, "caught")) ? "" : ": ",
		       json_is_true(json_object_get(result, "caught")) ? "" : text(result, "rule"));
		missed += !json_is_true(json_object_get(result, "caught"));
		json_array_append_new(all, result);
	}
	printf("faults: %d, caught: %d, missed: %d\n", argc - 2, argc - 2 - missed, missed);
	if (json_dump_file(all, argv[1], JSON_INDENT(2))) {
		fprintf(stderr, "faults_table: %s: cannot be written\n", argv[1]);
		return 2;
	}
	return missed ? 1 : 0;
}
