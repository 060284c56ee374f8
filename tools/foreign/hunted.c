/* SPDX-License-Identifier: Apache-2.0 */
/* Lets one program hunt for many faults and lies of a MAC (hunt.sh): HUNTED_PROFILE in the environment is the profile, and HUNTED_FAULT is the number of a
 * fault of a joined model (tools/multiplexer/multiplex.c), or 0. */
#include "profile/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 16 };

unsigned planted_fault;
static char path[4096], text[TEXT_MAX], instance[TEXT_MAX];
const char *const profile_built_path = path, *const profile_built_text = text, *const profile_built_instance = instance;

static void read_all(const char *name, char *ret)
{
	FILE *in = fopen(name, "r");
	size_t size = in ? fread(ret, 1, TEXT_MAX, in) : TEXT_MAX;

	if (size == TEXT_MAX || ferror(in)) {
		fprintf(stderr, "hunted: '%s' cannot be read, or is too long\n", name);
		exit(2);
	}
	fclose(in);
}

/* The file of the line "instance" of the profile, which is in the folder of the profile. */
static void read_instance(void)
{
	const char *line = strstr(text, "\ninstance "), *folder = strrchr(path, '/');
	char name[sizeof(path) + 256], file[256];

	if (!line || !folder || sscanf(line, " instance %255s", file) != 1) {
		fprintf(stderr, "hunted: %s: it has no folder or no line 'instance'\n", path);
		exit(2);
	}
	snprintf(name, sizeof(name), "%.*s/%s", (int)(folder - path), path, file);
	read_all(name, instance);
}

__attribute__((constructor)) static void read_environment(void)
{
	const char *profile = getenv("HUNTED_PROFILE"), *fault = getenv("HUNTED_FAULT");

	snprintf(path, sizeof(path), "%s", profile ? profile : "");
	read_all(path, text);
	read_instance();
	planted_fault = fault ? (unsigned)atoi(fault) : 0;
}
