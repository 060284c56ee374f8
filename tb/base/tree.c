/* SPDX-License-Identifier: Apache-2.0 */
/* The checkout whose stimuli and sources this program reads. */
#include "tree.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STIMULI "/tests/data/stimuli"

struct tree {
	char folder[PATH_MAX];
	char stimuli[PATH_MAX + sizeof(STIMULI)];
	bool around;
};

/* Returns true if FOLDER is a checkout: it has stimuli and the list of devices. */
static bool is_checkout(const char *folder)
{
	static const char *const parts[] = { STIMULI, "/regs/devices.def" };
	char path[PATH_MAX + sizeof(STIMULI)];

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", folder, parts[i]);
		if (access(path, F_OK))
			return false;
	}
	return true;
}

/* Looks for a checkout among the folders that contain the program, the innermost first. */
static bool find_around(char ret[PATH_MAX])
{
	ssize_t len = readlink("/proc/self/exe", ret, PATH_MAX - 1);
	char *slash;

	if (len < 0)
		return false;
	ret[len] = 0;
	while ((slash = strrchr(ret, '/')) && slash > ret) {
		*slash = 0;
		if (is_checkout(ret))
			return true;
	}
	return false;
}

static const struct tree *tree(void)
{
	static struct tree tree;

	if (*tree.folder)
		return &tree;
	tree.around = find_around(tree.folder);
	if (!tree.around)
		snprintf(tree.folder, sizeof(tree.folder), "%.*s", (int)(sizeof(PAUSEBENCH_STIMULI) - sizeof(STIMULI)),
		         PAUSEBENCH_STIMULI);
	snprintf(tree.stimuli, sizeof(tree.stimuli), "%s" STIMULI, tree.folder);
	return &tree;
}

const char *tree_folder(void)
{
	return tree()->folder;
}

const char *tree_stimuli(void)
{
	return tree()->stimuli;
}

bool tree_is_around(void)
{
	return tree()->around;
}
