/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries that only some verbs need. They are loaded when one of their functions is first called, so that a start of the
 * program does not take longer for them. */
#ifndef PAUSEBENCH_LIBRARY_H
#define PAUSEBENCH_LIBRARY_H
#include "base/env.h"

enum library { LIBRARY_DEFLATE, LIBRARY_JANSSON, LIBRARY_MATH, LIBRARY_SQLITE, LIBRARY_XML, LIBRARY_COUNT };

/* Loads LIBRARY, if it is not loaded yet. Code that needs the library only after long work calls this before, so that a missing
 * library is reported in time. Returns 0, or -ENOENT with a line that names the package. */
int library_need(enum library library, struct env_error *ret_error);
/* Returns the function NAME of LIBRARY; loads the library if necessary. If there is no such function, the process ends with a
 * line and EXIT_ENVIRONMENT. */
void *library_function(enum library library, const char *name);
/* Returns the path of LIBRARY, which must be loaded. */
const char *library_path(enum library library);
/* Returns how many objects, as dl_iterate_phdr() counts them, the process had before it loaded the first of these libraries;
 * these are the objects with which it is linked. Returns SIZE_MAX if it has loaded none. */
size_t library_linked(void);

/* Defines a function NAME that calls the function NAME of LIBRARY. The compiler compares its type with the library's header. */
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
