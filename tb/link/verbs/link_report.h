/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the report of a run of a link, and the folder from which a failing run is repeated. */
#ifndef PAUSEBENCH_LINK_REPORT_H
#define PAUSEBENCH_LINK_REPORT_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link/platform/link.h"

#include <jansson.h>

enum { LINK_REPORT_FINDINGS = 10 /* so many are shown on a terminal; a saved report shows all that are kept */ };

/* Prints both directions, at most FINDINGS findings of each end and of the link, and the command REPEAT unless it is NULL. */
void link_report_text(FILE *out, const struct link_description *link, const struct link_result *result, size_t findings,
                      const char *repeat);
/* Returns the report as an object that the caller owns; NULL if there is no memory. */
json_t *link_report_json(const struct link_description *link, const struct link_result *result, const char *repeat);
/* Writes the report to FILE as JSON. Returns 0 or negative errno. */
int link_report_write(const char *file, const struct link_description *link, const struct link_result *result, const char *repeat,
                      struct env_error *ret_error);
/* Removes the reduced link of an older run from DIR. */
void link_report_begin(const char *dir);
/* Saves link.link, report.txt and report.json in DIR, which exists. Returns 0 or negative errno. */
int link_report_save(const char *dir, const struct link_description *link, const struct link_result *result, const char *repeat,
                     struct env_error *ret_error);
/* Returns whether DIR has the report of a run with findings that come again when it is repeated. They need not if the first one
 * is that the run exceeded its limit of time, which depends on the machine. */
bool link_report_failed(const char *dir);
/* Returns the exit status: 0, 1 with findings, or 2 if the run was stopped without a finding. */
int link_exit_status(const struct link_result *result);
/* Gives the time that waves of the run saved in DIR show: the time around its first finding, or the whole run if it has none. */
void link_report_window(const char *dir, const struct link_description *link, uint64_t *ret_from_ps, uint64_t *ret_to_ps);

#ifdef __cplusplus
}
#endif
#endif
