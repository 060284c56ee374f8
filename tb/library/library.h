/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries that only some verbs need. A start of the program does not pay for them: they are loaded when one of their functions is first called. */
#ifndef PAUSEBENCH_LIBRARY_H
#define PAUSEBENCH_LIBRARY_H
#include "base/env.h"

enum library { LIBRARY_DEFLATE, LIBRARY_JANSSON, LIBRARY_MATH, LIBRARY_SQLITE, LIBRARY_XML, LIBRARY_COUNT };

/* Loads LIBRARY, if it is not loaded yet. Whoever needs it only after long work calls this before, so that a missing library is said in time.
 * 0 or -ENOENT with a line that names the package. */
int library_need(enum library library, struct env_error *ret_error);
/* Returns the function NAME of LIBRARY and loads the library for it. If there is no such function, the process ends with a line and EXIT_ENVIRONMENT. */
void *library_function(enum library library, const char *name);
/* Returns the path of LIBRARY, which is loaded. */
const char *library_path(enum library library);
/* Returns how many objects, as dl_iterate_phdr() counts them, the process had before it loaded the first of these libraries: those that it is linked with.
 * SIZE_MAX: it has loaded none. */
size_t library_linked(void);

/* Defines the function NAME of LIBRARY, which calls that of the library. The compiler compares it with the library's header. */
#define LIBRARY_DEFINE(library, type, name, parameters, arguments)                         \
	type name parameters                                                               \
	{                                                                                  \
		static __typeof__(name) *function;                                         \
                                                                                           \
		if (!function)                                                             \
			function = (__typeof__(function))library_function(library, #name); \
		return function arguments;                                                 \
	}
#endif
