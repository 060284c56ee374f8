/* SPDX-License-Identifier: Apache-2.0 */
/* The command lines of the verbs run and replay of pausebench-link. */
#ifndef PAUSEBENCH_LINK_OPTIONS_H
#define PAUSEBENCH_LINK_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

struct link_arguments {
	const char *file, *json, *out; /* of run */
	const char *dir, *rtl;         /* of replay; .rtl is the RTL of the program that requests it */
	const char **settings;         /* owned */
	size_t settings_count;
	bool waves;
	double max_seconds, reduce_seconds;
};
/* Read ARGV into RET, and end the process with one line and status 2 if it is wrong. The caller releases RET. */
void link_run_arguments(int argc, char **argv, struct link_arguments *ret);
void link_replay_arguments(int argc, char **argv, struct link_arguments *ret);
void link_arguments_release(struct link_arguments *arguments);

#ifdef __cplusplus
}
#endif
#endif
