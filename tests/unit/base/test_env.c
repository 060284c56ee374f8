/* SPDX-License-Identifier: Apache-2.0 */
/* Dealing with the environment: messages with a remedy, files that are either old or complete, quoting for a shell. */
#include "support.h"

#include "base/env.h"
#include "run/failure.h"
#include "run/source.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

Test(env, an_error_names_the_place_the_reason_and_the_remedy)
{
	struct env_error e;

	cr_expect_eq(env_fail(&e, ENOSPC, "cannot write %s", "x.json"), -ENOSPC);
	cr_expect_str_eq(e.text, "cannot write x.json: No space left on device; make room there or name another place");
	cr_expect_eq(env_fail(&e, EACCES, "cannot write x"), -EACCES);
	cr_expect_str_eq(e.text, "cannot write x: Permission denied; name another place or change its permissions");
	cr_expect_eq(env_refuse(&e, "no %s", "run"), -EINVAL);
	cr_expect_str_eq(e.text, "no run");
}

Test(env, endless_names_do_not_overrun_the_line)
{
	struct env_error e;
	char name[5000];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	env_fail(&e, ENOENT, "cannot read %s", name);
	cr_expect_lt(strlen(e.text), sizeof(e.text));
}

Test(env, a_stimulus_error_is_file_line_column)
{
	struct stim_error where = { .file = "a.stim", .line = 3, .column = 9, .message = "expected x" };
	struct env_error e;

	cr_expect_eq(source_fail(&e, -EINVAL, "a.stim", &where), -EINVAL);
	cr_expect_str_eq(e.text, "a.stim:3:9: expected x");
	where.line = 0;
	source_fail(&e, -EINVAL, "a.pcap", &where);
	cr_expect_str_eq(e.text, "a.stim: expected x");
	cr_expect_eq(source_fail(&e, -ENOENT, "b.stim", &where), -ENOENT);
	cr_expect_str_eq(e.text, "cannot read b.stim: No such file or directory; check the name");
}

/* A shell reads the quoted word as the word itself. */
Test(env, shell_words_survive_a_shell)
{
	static const char *const words[] = { "plain/file-1.stim", "with blank", "quo'te", "$HOME `id` \"x\"",
		                             "a;b|c&d",           "*?[x]",      "",       "-rf",
		                             "line\nbreak" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct command c;
		char word[128];
		command_run(&c, "printf %%s %s", shell_word(words[i], word, sizeof(word)));
		cr_expect_str_eq(c.out, words[i], "%s: '%s'", word, c.out);
		command_release(&c);
	}
}

Test(env, folders_are_made_with_their_parents)
{
	struct env_error e;
	char folder[64];

	scratch_make(folder, sizeof(folder), "env_folder");
	cr_expect_eq(folder_make("build/tests/env_folder/a/b/c/", &e), 0, "%s", e.text);
	cr_expect_eq(folder_make("build/tests/env_folder/a/b", &e), 0, "again");
	cr_expect_eq(access("build/tests/env_folder/a/b/c", X_OK), 0);
	file_write("build/tests/env_folder/file", "x", 1);
	cr_expect_eq(folder_make("build/tests/env_folder/file/d", &e), -ENOTDIR, "%s", e.text);
	cr_expect_eq(folder_make("build/tests/env_folder/file", &e), -ENOTDIR, "%s", e.text);
	cr_expect_eq(folder_make("", &e), -ENOENT, "%s", e.text);
}

static void check_content(const char *path, const char *content)
{
	char *text = file_read(path, NULL);

	cr_expect_str_eq(text, content, "%s: '%s'", path, text);
	free(text);
}

Test(env, a_file_is_old_or_complete)
{
	static const char path[] = "build/tests/env_file/x.json";
	const struct rlimit small = { 100, RLIM_INFINITY };
	struct env_error e;
	struct command c;
	char folder[64], *big = calloc(1, 5000);

	scratch_make(folder, sizeof(folder), "env_file");
	cr_expect_eq(file_replace(path, "old", 3, &e), 0, "%s", e.text);
	check_content(path, "old");
	cr_expect_eq(file_replace(path, "newer", 5, &e), 0);
	check_content(path, "newer");
	signal(SIGXFSZ, SIG_IGN);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	cr_expect_eq(file_replace(path, big, 5000, &e), -EFBIG, "%s", e.text);
	cr_assert_eq(setrlimit(RLIMIT_FSIZE, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY }), 0);
	check_content(path, "newer");
	command_run(&c, "ls -A build/tests/env_file");
	cr_expect_str_eq(c.out, "x.json\n", "a temporary file is left: %s", c.out);
	command_release(&c);
	free(big);
}

Test(env, a_link_stays_a_link_and_a_device_is_written_in_place)
{
	struct env_error e;
	struct stat st;
	char folder[64];

	scratch_make(folder, sizeof(folder), "env_link");
	file_write("build/tests/env_link/real", "old", 3);
	cr_assert_eq(symlink("real", "build/tests/env_link/link"), 0);
	cr_expect_eq(file_replace("build/tests/env_link/link", "new", 3, &e), 0);
	cr_assert_eq(lstat("build/tests/env_link/link", &st), 0);
	cr_expect(S_ISLNK(st.st_mode));
	check_content("build/tests/env_link/real", "new");
	cr_expect_eq(file_replace("/dev/null", "x", 1, &e), 0, "%s", e.text);
	cr_assert_eq(stat("/dev/null", &st), 0);
	cr_expect(S_ISCHR(st.st_mode), "/dev/null is still a device");
	cr_expect_eq(file_replace("/dev/full", "x", 1, &e), -ENOSPC, "%s", e.text);
	cr_expect_eq(file_replace("build/tests/env_link/none/x", "x", 1, &e), -ENOENT);
}

Test(env, stems_and_failure_names)
{
	static const struct {
		const char *path, *stem;
	} cases[] = {
		{ "tests/data/stimuli/storm.stim", "storm" },
		{ "storm", "storm" },
		{ "a.b/c", "c" },
		{ ".hidden", ".hidden" },
		{ "x.tar.gz", "x.tar" },
	};
	char text[64];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		source_stem(cases[i].path, text, sizeof(text));
		cr_expect_str_eq(text, cases[i].stem, "%s: %s", cases[i].path, text);
	}
	cr_expect_str_eq(failure_name(dut_by_name("bcm5718"), "a b/../c:black-box", text, sizeof(text)),
	                 "bcm5718-a-b-..-c-black-box");
}
