/* SPDX-License-Identifier: Apache-2.0 */
/* Loads the libraries that only some verbs need. */
#include "library.h"

#include "libraries.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnu/lib-names.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* libraries.h, which make writes, has the names of the files: they belong to the libraries with whose headers the bench was
 * compiled. */
static const struct {
	const char *file, *package;
} table[LIBRARY_COUNT] = {
	[LIBRARY_DEFLATE] = { LIBRARY_FILE_deflate, "libdeflate-dev" },
	[LIBRARY_JANSSON] = { LIBRARY_FILE_jansson, "libjansson-dev" },
	[LIBRARY_MATH] = { LIBM_SO, "libc6" },
	[LIBRARY_SQLITE] = { LIBRARY_FILE_sqlite3, "libsqlite3-dev" },
	[LIBRARY_XML] = { LIBRARY_FILE_xml2, "libxml2-dev" },
};

struct loaded {
	void *handles[LIBRARY_COUNT];
	size_t linked; /* how many objects the process had before it loaded the first of them */
};

static struct loaded *loaded(void)
{
	static struct loaded loaded = { .linked = SIZE_MAX };

	return &loaded;
}

static int count_object(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)info;
	(void)size;
	++*(size_t *)context;
	return 0;
}

size_t library_linked(void)
{
	return loaded()->linked;
}

int library_need(enum library library, struct env_error *ret_error)
{
	struct loaded *l = loaded();

	if (l->linked == SIZE_MAX) {
		l->linked = 0;
		dl_iterate_phdr(count_object, &l->linked);
	}
	if (!l->handles[library])
		l->handles[library] = dlopen(table[library].file, RTLD_NOW | RTLD_LOCAL);
	if (l->handles[library])
		return 0;
	env_refuse(ret_error,
	           "cannot load %s: %s; install its package, on Debian %s, or build pausebench again where it is there",
	           table[library].file, dlerror(), table[library].package);
	return -ENOENT;
}

const char *library_path(enum library library)
{
	const struct link_map *map = NULL;

	return dlinfo(loaded()->handles[library], RTLD_DI_LINKMAP, &map) ? "" : map->l_name;
}

static void end(const struct env_error *error)
{
	fprintf(stderr, "pausebench: %s\n", error->text);
	exit(EXIT_ENVIRONMENT);
}

void *library_function(enum library library, const char *name)
{
	struct env_error error;
	void *function;

	if (library_need(library, &error))
		end(&error);
	function = dlsym(loaded()->handles[library], name);
	if (!function) {
		env_refuse(&error, "%s has no function %s; build pausebench again with the headers of this library",
		           table[library].file, name);
		end(&error);
	}
	return function;
}
