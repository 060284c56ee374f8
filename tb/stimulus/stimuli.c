/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the stimulus files of a folder. */
#include "stimuli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int is_stimulus(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len > 5 && !strcmp(entry->d_name + len - 5, ".stim");
}

static int is_folder(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
}

void stimuli_free(char **paths, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(paths[i]);
	free(paths);
}

/* Appends the paths of the entries of FOLDER that FILTER takes, sorted, to *PATHS. Returns 0 or a negative errno. */
static int list_append(const char *folder, int (*filter)(const struct dirent *), char ***paths, size_t *count)
{
	struct dirent **entries = NULL;
	int found = scandir(folder, &entries, filter, versionsort), rc = found < 0 ? -errno : 0;
	char **more = found > 0 ? realloc(*paths, (*count + (size_t)found) * sizeof(*more)) : NULL;

	if (more)
		*paths = more;
	for (int i = 0; i < found; i++) {
		char *path = more ? path_join(folder, entries[i]->d_name) : NULL;
		if (path)
			(*paths)[(*count)++] = path;
		else
			rc = -ENOMEM;
		free(entries[i]);
	}
	free(entries);
	return rc;
}

int stimuli_list(const char *folder, char ***ret_paths, size_t *ret_count, struct env_error *ret_error)
{
	char **folders = NULL;
	size_t folder_count = 0;
	int rc;

	*ret_paths = NULL;
	*ret_count = 0;
	rc = list_append(folder, is_stimulus, ret_paths, ret_count);
	if (!rc)
		rc = list_append(folder, is_folder, &folders, &folder_count);
	for (size_t i = 0; i < folder_count && !rc; i++) {
		rc = list_append(folders[i], is_stimulus, ret_paths, ret_count);
		rc = rc == -ENOTDIR ? 0 : rc;
	}
	stimuli_free(folders, folder_count);
	if (!rc && *ret_count)
		return 0;
	stimuli_free(*ret_paths, *ret_count);
	*ret_paths = NULL;
	*ret_count = 0;
	if (rc)
		return env_fail(ret_error, -rc, "cannot read the stimuli folder %s (--stimuli)", folder);
	env_refuse(ret_error, "no *.stim in the stimuli folder %s; name another with --stimuli", folder);
	return -ENOENT;
}
