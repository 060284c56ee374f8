/* SPDX-License-Identifier: Apache-2.0 */
/* The files for GitHub, GitLab and a container: their commands exist, their steps run, and the image has the packages of every target. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const servers[] = { "github", "gitlab" };

/* Expects that FORMAT with WORD prints something. */
static void expect_known(const char *server, const char *line, const char *format, const char *word)
{
	char text[512];
	struct command c;

	snprintf(text, sizeof(text), format, word);
	command_run(&c, "%s", text);
	cr_expect(c.out[0], "ci/%s: '%s': '%s' is unknown", server, line, word);
	command_release(&c);
}

/* Returns the first word of the command at *AT, cut off, and moves *AT behind it; NULL: there is none. */
static char *next_word(char **at)
{
	char *word = strtok_r(*at, " ;", at);

	return word && (!strncmp(word, "&&", 2) || *word == '|') ? NULL : word;
}

static void check_line(const char *server, const char *line)
{
	char copy[1024], *at = copy, *word;

	snprintf(copy, sizeof(copy), "%s", line);
	word = next_word(&at);
	if (word && !strcmp(word, "make")) {
		while ((word = next_word(&at))) {
			if (!strncmp(word, "build/", 6))
				expect_known(server, line, "grep -hF '$(B)/%s' Makefile mk/*.mk", word + 6);
			else if (*word != '-' && !strchr(word, '='))
				expect_known(server, line, "grep -hE '^%s:' Makefile mk/*.mk", word);
		}
		return;
	}
	if (word && !strcmp(word, "ci/setup.sh") && (word = next_word(&at)))
		expect_known(server, line, "grep -E '^[[:space:]]%s[)]' ci/setup.sh", word);
	if (!word || strcmp(word, "build/pausebench") || !(word = next_word(&at)))
		return;
	snprintf(copy + sizeof(copy) / 2, sizeof(copy) / 2, "build/pausebench %s --help | grep -e '%%s'", word);
	while ((word = next_word(&at)))
		if (!strncmp(word, "--", 2))
			expect_known(server, line, copy + sizeof(copy) / 2, word);
}

Test(ci_files, every_command_exists)
{
	for (size_t i = 0; i < COUNT_OF(servers); i++) {
		struct command c;
		size_t lines = 0;
		char *at;
		command_run(&c, "awk -f tests/unit/ci/steps.awk ci/%s/pausebench.yml", servers[i]);
		cr_assert_eq(c.status, 0, "%s", c.err);
		at = c.out;
		for (char *line = strtok_r(at, "\n", &at); line; line = strtok_r(NULL, "\n", &at), lines++)
			check_line(servers[i], line);
		cr_expect_gt(lines, 10, "%s: %zu commands", servers[i], lines);
		command_release(&c);
	}
}

Test(ci_files, the_steps_run)
{
	for (size_t i = 0; i < COUNT_OF(servers); i++) {
		char folder[64], path[128], name[32];
		struct command c;
		json_t *root;
		snprintf(name, sizeof(name), "ci_%s", servers[i]);
		scratch_make(folder, sizeof(folder), name);
		command_run(&c, "tests/unit/ci/try_steps.sh %s build/pausebench \"$PWD/%s\"", servers[i], folder);
		cr_assert_eq(c.status, 0, "%s: %d\n%s%s", servers[i], c.status, c.out, c.err);
		command_release(&c);
		snprintf(path, sizeof(path), "%s/clone/build/merged/summary.json", folder);
		root = json_read(path);
		cr_expect_geq(json_integer_value(json_object_get(root, "runs")), 8, "%s", servers[i]);
		cr_expect_eq(json_integer_value(json_object_get(root, "findings")), 0, "%s", servers[i]);
		json_decref(root);
		snprintf(path, sizeof(path), "%s/regress/summary.json", folder);
		root = json_read(path);
		cr_expect_geq(json_integer_value(json_object_get(root, "runs")), 2, "%s", servers[i]);
		json_decref(root);
	}
}

/* The image is made by ci/setup.sh with what it installs for "all"; that must be what all targets need. */
Test(ci_files, the_image_has_the_packages_of_every_target)
{
	struct command c;

	command_run(&c, "grep -q '^COPY ci/setup.sh /usr/local/bin/pausebench-setup$' ci/Containerfile && "
	                "grep -qE '&& pausebench-setup all( |$)' ci/Containerfile");
	cr_expect_eq(c.status, 0, "ci/Containerfile does not install by ci/setup.sh");
	command_release(&c);
	command_run(&c, "build=$(sed -n \"s/^build='\\(.*\\)'$/\\1/p\" ci/setup.sh)\n"
	                "of() { sed -n \"s/^\\t$1) echo \\\"\\(.*\\)\\\" ;;$/\\1/p\" ci/setup.sh | sed \"s/[$]build/$build/\" | "
	                "tr ' ' '\\n' | sort -u; }\n"
	                "of all > build/tests/ci_all && of '[a-z]*' | comm -13 build/tests/ci_all -");
	cr_expect_str_eq(c.out, "", "these packages are not installed for 'all': %s", c.out);
	cr_expect_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(&c, "wc -l < build/tests/ci_all");
	cr_expect_gt(atoi(c.out), 20, "%s packages", c.out);
	command_release(&c);
	command_run(
	    &c,
	    "grep -hoE 'apt-get install -y --no-install-recommends [a-z -]+' ci/github/*.yml ci/gitlab/*.yml ci/Containerfile | "
	    "sed 's/.*recommends //' | while read -r p; do echo $p | tr ' ' '\\n' | sort | tr '\\n' ' '; echo; done | sort -u");
	cr_expect_str_eq(c.out, "ca-certificates git make \n", "the files install different packages first: %s", c.out);
	command_release(&c);
}

/* examples/ci: the hook and the files for somebody who has his MAC in a repository of his own. */
Test(ci_files, a_repository_of_its_own_is_judged)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "ci_own");
	command_run(&c, "tests/unit/ci/try_own.sh \"$PWD/%s\"", folder);
	cr_expect_eq(c.status, 0, "%d\n%s%s", c.status, c.out, c.err);
	command_release(&c);
}

static unsigned count_of(const char *text, const char *word)
{
	unsigned count = 0;

	for (const char *at = text; (at = strstr(at, word)); at++)
		count++;
	return count;
}

/* doc/use/ci.md says what an artefact has: each one with the folder of a regression has all of it but the waves. */
Test(ci_files, artefacts_have_all_of_a_regression_but_the_waves)
{
	static const char *const files[] = { "ci/github/pausebench.yml", "ci/gitlab/pausebench.yml", "examples/ci/github.yml",
		                             "examples/ci/gitlab.yml" };
	char *page = file_read("doc/use/ci.md", NULL);

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		char *text = file_read(files[i], NULL);
		unsigned kept = count_of(text, "build/regress\n");
		cr_expect_gt(kept, 0, "%s keeps no regression", files[i]);
		cr_expect_eq(count_of(text, "build/regress/**/waves.fst\n"), kept, "%s keeps waves", files[i]);
		free(text);
	}
	cr_expect_not_null(strstr(page, "Not in it: `waves.fst`"), "doc/use/ci.md does not say that the waves are not kept");
	free(page);
}
