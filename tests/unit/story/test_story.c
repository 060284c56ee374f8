/* SPDX-License-Identifier: Apache-2.0 */
/* The story of a run: its exact text for small stimuli on every kind of wire (tests/data/told), its cap, its JSON, and where it is kept. */
#include "story/story.h"

#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Runs tests/data/told/NAME.stim on DUT. Returns the story, and the result in *RET. */
static struct story *story_of(const char *dut_name, const char *name, bool black_box, struct run_result *ret)
{
	const struct dut *dut = dut_by_name(dut_name);
	struct story *story = story_new();
	const struct run_options options = { .black_box = black_box, .story = story };
	struct stimulus st = { 0 };
	struct stim_error error;
	char path[128];

	cr_assert_not_null(story);
	snprintf(path, sizeof(path), "tests/data/told/%s.stim", name);
	cr_assert_eq(stimulus_read(&st, path, dut, &error), 0, "%u:%u: %s", error.line, error.column, error.message);
	cr_assert_eq(run_stimulus(dut, &st, &options, ret), 0);
	stimulus_release(&st);
	return story;
}

/* Returns the text of the story in at most LINES lines, which the caller frees. */
static char *text_of(const struct story *story, const struct run_result *result, size_t lines)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_not_null(out);
	story_text(out, story, &result->score, lines);
	fclose(out);
	return text;
}

/* The story of NAME is that of tests/data/told/EXPECTED.txt. */
static void expect_told(const char *dut, const char *name, bool black_box, const char *expected)
{
	struct run_result *result = calloc(1, sizeof(*result));
	struct story *story = story_of(dut, name, black_box, result);
	char *text = text_of(story, result, 0), path[128], *wanted;
	size_t size;

	snprintf(path, sizeof(path), "tests/data/told/%s.txt", expected);
	wanted = file_read(path, &size);
	cr_expect_str_eq(text, wanted, "%s:\n%s", path, text);
	free(wanted);
	free(text);
	story_free(story);
	free(result);
}

Test(story, tells_pause_marks_and_a_finding)
{
	expect_told("bcm5718", "pause_and_marks", false, "pause_and_marks");
}

/* The states of the DUT are not seen: those of the golden model are told alone, and no other lines differ. */
Test(story, of_a_black_box_run_has_the_golden_models_states)
{
	expect_told("bcm5718", "pause_and_marks", true, "pause_and_marks_black_box");
}

Test(story, of_xgmii_has_lanes_classes_and_faults)
{
	expect_told("ll10g", "classes_and_faults", false, "classes_and_faults");
}

Test(story, says_why_a_frame_has_no_effect)
{
	expect_told("i82598", "refused", false, "refused");
}

Test(story, of_half_duplex_has_collisions)
{
	expect_told("bcm1250", "collision", false, "collision");
}

Test(story, of_a_host_that_stutters_is_short)
{
	expect_told("bcm5718", "host_stutters", false, "host_stutters");
}

Test(story, of_a_sweep_is_that_of_the_value_that_failed)
{
	expect_told("bcm5718", "swept", false, "swept");
}

static size_t lines_of(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

/* A story that is cut says how much is missing, and keeps its beginning, the cause, the finding and what was before it. */
Test(story, is_cut_around_its_finding)
{
	struct run_result *result = calloc(1, sizeof(*result));
	struct story *story = story_of("bcm5718", "pause_and_marks", false, result);
	char *text = text_of(story, result, 14), *all = text_of(story, result, 0);
	unsigned left_out = 0;

	cr_expect_not_null(strstr(text, "FINDING   1, expect"), "%s", text);
	cr_expect_not_null(strstr(text, " reset     for 4 cycles"), "%s", text);
	for (const char *at = strstr(text, "... "); at; at = strstr(at + 1, "... ")) {
		unsigned lines;
		cr_assert_eq(sscanf(at, "... %u line", &lines), 1, "%s", text);
		left_out += lines;
	}
	cr_expect_eq(14 + left_out, lines_of(all) - 1, "%u: %s", left_out, text);
	free(text);
	free(all);
	story_free(story);
	free(result);
}

/* The JSON has every line, and the states and levels as series. */
Test(story, as_json_has_lines_and_series)
{
	struct run_result *result = calloc(1, sizeof(*result));
	struct story *story = story_of("bcm5718", "pause_and_marks", false, result);
	json_t *root = story_json(story, &result->score), *events = json_object_get(root, "events"), *series;
	json_int_t c0, v0, c1, v1;

	cr_assert_not_null(root);
	cr_expect_eq(json_integer_value(json_object_get(root, "schema_version")), 1);
	cr_expect_eq(json_array_size(events), 28, "%zu", json_array_size(events));
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);
		cr_expect_not_null(json_string_value(json_object_get(event, "kind")));
		cr_expect_not_null(json_string_value(json_object_get(event, "text")));
		cr_expect(json_is_integer(json_object_get(event, "cycle")));
	}
	series = json_object_get(json_object_get(root, "series"), "xoff");
	cr_assert_eq(json_unpack(json_object_get(series, "expected"), "[[I, I], [I, I]]", &c0, &v0, &c1, &v1), 0);
	cr_expect(c0 == 189 && v0 == 1 && c1 == 253 && v1 == 0);
	cr_expect_gt(json_array_size(json_object_get(series, "actual")), 1);
	json_decref(root);
	story_free(story);
	free(result);
}

/* A saved run keeps the story that was asked for, and only this one; without the option there is none. */
Test(story, is_kept_with_the_run)
{
	struct command c;
	char dir[128], path[192];

	scratch_make(dir, sizeof(dir), "story_kept");
	command_run(&c, "build/pausebench run --dut bcm5718 --stim tests/data/told/pause_and_marks.stim --story --out %s", dir);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect_not_null(strstr(c.out, "\nstory     28 lines"), "%s", c.out);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/story.json", dir);
	json_decref(json_read(path));
	command_run(&c, "grep -c FINDING %s/report.txt && build/pausebench replay %s --story=all | grep -c 'in #1'", dir, dir);
	cr_expect_str_eq(c.out, "1\n2\n", "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "build/pausebench run --dut bcm5718 --stim tests/data/told/pause_and_marks.stim --out %s", dir);
	cr_expect_null(strstr(c.out, "story "), "%s", c.out);
	cr_expect_not(file_is_there(path));
	command_release(&c);
	command_run(&c, "build/pausebench run --dut bcm5718 --stim tests/data/told/pause_and_marks.stim --story=none");
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	command_release(&c);
}

/* A run of many items is told in as many lines as a person reads. */
Test(story, of_many_items_is_readable)
{
	struct command c;

	command_run(&c, "build/pausebench run --dut i82598 --seed 7 --items 500 --story | sed -n '/^story/,$p'");
	cr_expect_eq(lines_of(c.out), STORY_LINES_SHOWN + 2, "%zu: %s", lines_of(c.out), c.out);
	cr_expect_not_null(strstr(c.out, "--story=all prints all"), "%s", c.out);
	command_release(&c);
}
