/* SPDX-License-Identifier: Apache-2.0 */
/* Says from what and with what this program was built. */
#ifndef PAUSEBENCH_VERSION_H
#define PAUSEBENCH_VERSION_H
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return the release, such as 0.9.0, the commit, as git describes it, and the versions of the simulator and the compiler. In a
 * program without build/gen/version.c they return "unknown". That file alone has these texts, so that a commit changes no other
 * object of the bench. */
const char *version_release(void);
const char *version_commit(void);
const char *version_tools(void);
/* Prints the line of --version of PROGRAM, which has all three. */
void version_print(FILE *out, const char *program);

#ifdef __cplusplus
}
#endif
#endif
