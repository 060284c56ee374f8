/* SPDX-License-Identifier: Apache-2.0 */
/* What a run of a link has to say, and a failing run as a folder that repeats it. */
#ifndef PAUSEBENCH_LINK_REPORT_H
#define PAUSEBENCH_LINK_REPORT_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/platform/link.h"

#include <jansson.h>

enum { LINK_REPORT_FINDINGS = 10 /* on a terminal; a saved report has all that are kept */ };

/* Both directions, at most FINDINGS findings of each end and of the link, and REPEAT, the command, unless it is NULL. */
void link_report_text(FILE *out, const struct link_description *link, const struct link_result *result, size_t findings,
                      const char *repeat);
/* The same as an object, owned by the caller; NULL if there is no memory. */
json_t *link_report_json(const struct link_description *link, const struct link_result *result, const char *repeat);
/* The same as FILE. 0 or negative errno. */
int link_report_write(const char *file, const struct link_description *link, const struct link_result *result, const char *repeat,
                      struct env_error *ret_error);
/* Saves link.link, report.txt and report.json in DIR, which is there. 0 or negative errno. */
int link_report_save(const char *dir, const struct link_description *link, const struct link_result *result, const char *repeat,
                     struct env_error *ret_error);
/* 0, 1 or 2 (stopped without a finding). */
int link_exit_status(const struct link_result *result);
/* When waves of the run saved in DIR are of interest: around its first finding, else all of it. */
void link_report_window(const char *dir, const struct link_description *link, uint64_t *ret_from_ps, uint64_t *ret_to_ps);
/* As traced_program() and waves_command() of run/replay.h, whose atomics C++ does not read. */
bool link_traced_program(char *ret, size_t size);
char *link_waves_command(const char *dir, char *ret, size_t size);

#ifdef __cplusplus
}
#endif
#endif
