/* SPDX-License-Identifier: Apache-2.0 */
/* The selection of a regression: what it is to run, as JSON without blanks and with sorted members, so that equal selections are
 * equal texts. */
#include "selection.h"

#include "base/tree.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *own_folder(const char *stimuli)
{
	return strcmp(stimuli, tree_stimuli()) ? stimuli : "";
}

char *selection_text(const struct regress_options *options)
{
	json_t *duts = json_array(), *root;
	char *text;

	for (size_t i = 0; i < options->dut_count; i++)
		json_array_append_new(duts, json_string(options->duts[i]->name));
	root = json_pack("{s:o, s:i, s:I, s:I, s:f, s:I, s:s, s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:I, s:f}", "duts", duts,
	                 "suite", (int)options->suite, "seed_from", (json_int_t)options->seed_from, "seed_to",
	                 (json_int_t)options->seed_to, "seconds", options->seconds, "items", (json_int_t)options->items,
	                 "scenarios", options->scenarios ? options->scenarios : "", "only", options->only ? options->only : "",
	                 "stimuli", own_folder(options->stimuli), "black_box", (int)options->black_box, "rerun",
	                 options->rerun != NULL, "exercised", options->exercised != NULL, "chosen", options->chosen,
	                 "chosen_seeds", options->chosen_seeds, "max_cycles", (json_int_t)options->max_cycles, "max_seconds",
	                 options->max_seconds);
	text = root ? json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
	json_decref(root);
	return text;
}

static const char *text_of(const json_t *root, const char *name, const char *otherwise)
{
	const char *text = json_string_value(json_object_get(root, name));

	return text && *text ? text : otherwise;
}

static json_int_t number_of(const json_t *root, const char *name)
{
	return json_integer_value(json_object_get(root, name));
}

bool selection_read(const char *text, struct regress_options *options, const struct dut ***ret_duts, void **ret_root,
                    char *ret_unknown, size_t size)
{
	json_t *root = json_loads(text, 0, NULL), *duts = json_object_get(root, "duts");
	const struct dut **rows = calloc(json_array_size(duts) + 1, sizeof(*rows));

	*ret_root = root;
	*ret_duts = rows;
	for (size_t i = 0; rows && i < json_array_size(duts); i++) {
		const char *name = json_string_value(json_array_get(duts, i));
		rows[i] = name ? dut_by_name(name) : NULL;
		if (!rows[i]) {
			snprintf(ret_unknown, size, "%s", name ? name : "");
			return false;
		}
	}
	options->duts = rows;
	options->dut_count = json_array_size(duts);
	options->suite = (enum regress_suite)number_of(root, "suite");
	options->seed_from = (uint32_t)number_of(root, "seed_from");
	options->seed_to = (uint32_t)number_of(root, "seed_to");
	options->items = (size_t)number_of(root, "items");
	options->scenarios = text_of(root, "scenarios", NULL);
	options->only = text_of(root, "only", NULL);
	options->stimuli = text_of(root, "stimuli", tree_stimuli());
	options->black_box = json_is_true(json_object_get(root, "black_box"));
	options->chosen = json_is_true(json_object_get(root, "chosen"));
	options->chosen_seeds = json_is_true(json_object_get(root, "chosen_seeds"));
	options->max_cycles = (uint64_t)number_of(root, "max_cycles");
	options->max_seconds = json_number_value(json_object_get(root, "max_seconds"));
	if (!json_is_true(json_object_get(root, "exercised")))
		options->exercised = NULL;
	return rows;
}

void selection_of_run(const struct regress_options *options, const struct suite_run *run, char *ret, size_t size)
{
	size_t used = 0;

	*ret = 0;
	if (run->source.kind == SOURCE_SEED)
		used = (size_t)snprintf(ret, size, "items=%zu%s%s ", run->source.items,
		                        run->source.scenarios ? " scenarios=" : "",
		                        run->source.scenarios ? run->source.scenarios : "");
	else if (*own_folder(options->stimuli))
		used = (size_t)snprintf(ret, size, "stimuli=%s ", options->stimuli);
	if (run->black_box && used < size)
		used += (size_t)snprintf(ret + used, size - used, "black-box ");
	if (options->max_cycles && used < size)
		snprintf(ret + used, size - used, "max-cycles=%" PRIu64 " ", options->max_cycles);
}
