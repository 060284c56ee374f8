/* SPDX-License-Identifier: Apache-2.0 */
/* What a server shows of a regression: Markdown, workflow commands of GitHub, code quality of GitLab, properties of JUnit. */
#include "cli_support.h"

#include "annotate/annotate.h"

#include <stdlib.h>
#include <sys/stat.h>

/* Returns the file NAME of what annotate_write() makes in the scratch folder FOLDER of a summary with COUNT groups. */
static char *annotated(const char *folder, int count, const char *name)
{
	json_t *groups = json_array(), *failures = json_array(), *root;
	char path[96], dir[64];
	struct env_error error;

	scratch_make(dir, sizeof(dir), folder);
	snprintf(path, sizeof(path), "%s/summary.json", dir);
	for (int i = 1; i <= count; i++) {
		char id[16], run[32];
		snprintf(id, sizeof(id), "%d", i);
		snprintf(run, sizeof(run), "seed-%d", i);
		json_array_append_new(
		    groups,
		    json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:{s:i}, s:{s:i, s:i}, s:[], s:{s:s, s:s, s:b, "
		              "s:i, s:s, s:s?, s:s}}",
		              "id", id, "rule", "pause-hold", "text", "a pause | holds", "document", "802.3 31B.3", "what",
		              "obs_xoff", "expected", "Xon from cycle #", "actual", "Xoff", "why", "", "runs", 7, "duts",
		              "bcm5718", 7, "modes", "exact", 4, "black_box", 3, "folders", "representative", "dut", "bcm5718",
		              "name", run, "black_box", 0, "cycle", 277, "command", "build/pausebench replay x", "reduced", NULL,
		              "waves", "none: no traced program"));
		json_array_append_new(failures, json_pack("{s:s, s:s, s:{s:s, s:s, s:s, s:s}}", "dut", "bcm5718", "name", run,
		                                          "first", "what", "obs_xoff", "expected", "Xon, 100%\nfrom cycle 277",
		                                          "actual", "Xoff", "why", "`31B` says so"));
	}
	root = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:b, s:[{s:s, s:i}], s:o, s:o}", "runs", 9, "passed_before", 2,
	                 "skipped", 1, "items", 3, "checks", 4, "findings", count, "partial", 0, "duts", "dut", "bcm5718", "runs",
	                 9, "groups", groups, "failures", failures);
	cr_assert_eq(json_dump_file(root, path, 0), 0);
	json_decref(root);
	cr_assert_eq(annotate_write(dir, &error), 0, "%s", error.text);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return file_read(path, NULL);
}

static void expect_part(const char *text, const char *part)
{
	cr_expect_not_null(strstr(text, part), "'%s' is missing in\n%s", part, text);
}

static int occurrences(const char *text, const char *part)
{
	int count = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		count++;
	return count;
}

Test(annotate, markdown_has_a_table_and_a_section_for_each_group)
{
	char *text = annotated("annotate_page", 2, "summary.md");

	expect_part(text, "# Pausebench: FAIL, 2 groups of failures\n");
	expect_part(text, "| bcm5718 | 9 |");
	expect_part(text, "| total | 9 | 2 | 1 | 3 | 4 | 2 |\n");
	expect_part(text, "## Group 2: `pause-hold`, 7 runs\n");
	expect_part(text, "`Xon, 100% from cycle 277`");
	expect_part(text, "- why: `'31B' says so`\n");
	cr_expect_null(strstr(text, "waves"), "there are none:\n%s", text);
	free(text);
	text = annotated("annotate_page", 0, "summary.md");
	expect_part(text, "# Pausebench: PASS, 0 groups of failures\n");
	free(text);
}

Test(annotate, github_gets_a_command_for_each_group_and_no_more_than_it_shows)
{
	char *text = annotated("annotate_github", 1, "annotations.txt");

	cr_expect_str_eq(text,
	                 "::error file=rtl/bcm5718/bcm5718_mac.v,line=1,title=bcm5718%3A pause-hold::obs_xoff: expected Xon, "
	                 "100%25%0Afrom cycle 277, actual Xoff (7 runs); `31B` says so; repeat: build/pausebench replay x\n");
	free(text);
	text = annotated("annotate_github", 12, "annotations.txt");
	cr_expect_eq(occurrences(text, "::error "), ANNOTATE_GROUPS);
	expect_part(text, "::notice::2 more groups are in summary.json\n");
	free(text);
	text = annotated("annotate_github", 0, "annotations.txt");
	cr_expect_str_empty(text);
	free(text);
}

Test(annotate, gitlab_gets_issues_that_it_knows_again)
{
	char *text = annotated("annotate_gitlab", 2, "code-quality.json"),
	     *again = annotated("annotate_gitlab", 2, "code-quality.json");
	json_t *list = json_loads(text, 0, NULL);

	cr_assert_eq(json_array_size(list), 2);
	cr_expect_str_eq(text, again);
	cr_expect_str_eq(string(json_array_get(list, 0), "check_name"), "pause-hold");
	cr_expect_str_eq(string(json_array_get(list, 0), "severity"), "major");
	cr_expect_eq(strlen(string(json_array_get(list, 0), "fingerprint")), 16);
	cr_expect_str_eq(string(json_object_get(json_array_get(list, 0), "location"), "path"), "rtl/bcm5718/bcm5718_mac.v");
	cr_expect_eq(number(json_object_get(json_object_get(json_array_get(list, 0), "location"), "lines"), "begin"), 1);
	json_decref(list);
	free(text);
	free(again);
}

/* What JUnit says of a failure works in another checkout: the command has no path of this one, and repeats the failure. */
Test(annotate, junit_has_what_repeats_a_failure_elsewhere)
{
	struct command c;
	char *text, *command, *end, part[160];

	scratch_make((char[64]){ 0 }, 64, "annotate_junit");
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --suite smoke --seeds 7 --stimuli tests/data/stimuli/bcm5718 --items 20 "
	            "--max-cycles 20 --out build/tests/annotate_junit/r");
	cr_expect_eq(c.status, 1, "%d\n%.1000s%s", c.status, c.out, c.err);
	command_release(&c);
	text = file_read("build/tests/annotate_junit/r/junit.xml", NULL);
	expect_part(text, "<property name=\"git\" value=\"");
	expect_part(text, "<property name=\"tools\" value=\"Verilator ");
	expect_part(text, "<property name=\"seed\" value=\"7\"/>");
	expect_part(text, "value=\"build/pausebench run --dut bcm5718 --seed 7 --items 20 --max-cycles 20\"");
	command = strstr(text, "value=\"build/pausebench run --dut bcm5718 --stim tests/data/stimuli/");
	cr_assert_not_null(command, "%.3000s", text);
	command += strlen("value=\"");
	end = strchr(command, '"');
	snprintf(part, sizeof(part), "%.*s", (int)(end - command), command);
	command_run(&c, "%s --out build/tests/annotate_junit/again", part);
	cr_expect_eq(c.status, 1, "%s: %d\n%s", part, c.status, c.err);
	command_release(&c);
	free(text);
}
