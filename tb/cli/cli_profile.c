/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the program of a profile with make, as `make MACS=...` does, and goes on in that program. */
#include "cli_profile.h"

#include "base/tree.h"
#include "profile/profile.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes the folder of this program into RET as make names it: relative to TREE if it is in there. Returns 0 or negative errno. */
static int own_folder(const char *tree, char *ret, size_t size)
{
	ssize_t len = readlink("/proc/self/exe", ret, size - 1);
	size_t prefix = strlen(tree);
	char *slash;

	if (len < 0)
		return -errno;
	ret[len] = 0;
	slash = strrchr(ret, '/');
	if (slash)
		*slash = 0;
	if (!strncmp(ret, tree, prefix) && ret[prefix] == '/')
		memmove(ret, ret + prefix + 1, strlen(ret + prefix + 1) + 1);
	return 0;
}

/* Builds the program. The output of make says what is wrong with the profile, the instance or the sources. */
static int build(const char *tree, const char *folder, const char *profile, struct env_error *ret_error)
{
	char tree_word[2 * PATH_MAX], folder_word[2 * PATH_MAX], profile_word[2 * PATH_MAX], *command;
	int status;

	shell_word(tree, tree_word, sizeof(tree_word));
	shell_word(folder, folder_word, sizeof(folder_word));
	shell_word(profile, profile_word, sizeof(profile_word));
	if (asprintf(&command, "cd %s && mk/macs.sh %s make %u build '' '' %s", tree_word, folder_word, cli_cores(),
	             profile_word) < 0)
		return env_fail(ret_error, ENOMEM, "cannot build the program of %s", profile);
	fflush(NULL);
	status = system(command);
	free(command);
	return status ? -EINVAL : 0;
}

static int read_name(const char *path, char *ret, size_t size, struct env_error *ret_error)
{
	struct profile_error error = { 0 };
	struct profile profile = { 0 };
	int rc = profile_read(&profile, path, &error);

	if (rc == -EINVAL)
		env_refuse(ret_error, "%s:%u:%u: %s", error.file, error.line, error.column, error.message);
	else if (rc)
		env_fail(ret_error, -rc, "cannot read %s", path);
	else
		snprintf(ret, size, "%s", profile.dut.name);
	if (!rc)
		profile_release(&profile);
	return rc;
}

int cli_profile(const struct cli *cli, const char *path, struct env_error *ret_error)
{
	char whole[PATH_MAX], tree[PATH_MAX], folder[PATH_MAX], name[64], program[2 * PATH_MAX + 96];
	int rc;

	if (!realpath(path, whole))
		return env_fail(ret_error, errno, "cannot read %s", path);
	if (profile_built_path)
		return strcmp(whole, profile_built_path)
		         ? env_refuse(ret_error, "this program was built for %s; use build/pausebench for %s", profile_built_path,
		                      path)
		         : 0;
	rc = read_name(path, name, sizeof(name), ret_error);
	if (rc)
		return rc;
	if (!realpath(tree_folder(), tree))
		return env_fail(ret_error, errno, "cannot find the sources of the bench, %s", tree_folder());
	cli_note_tree(tree);
	rc = own_folder(tree, folder, sizeof(folder));
	if (rc)
		return env_fail(ret_error, -rc, "cannot find this program");
	rc = build(tree, folder, whole, ret_error);
	if (rc)
		return rc;
	snprintf(program, sizeof(program), "%s%s%s/macs/%s/pausebench", *folder == '/' ? "" : tree, *folder == '/' ? "" : "/",
	         folder, name);
	cli->args[0] = program; /* so that the commands which it prints name this program */
	execv(program, cli->args);
	return env_fail(ret_error, errno, "cannot start %s", program);
}
