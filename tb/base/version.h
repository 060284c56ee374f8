/* SPDX-License-Identifier: Apache-2.0 */
/* What this program was built from and with. */
#ifndef PAUSEBENCH_VERSION_H
#define PAUSEBENCH_VERSION_H

/* Return the release, such as 0.9.0, the commit, as git describes it, and the versions of the simulator and the compiler; "unknown" in a program without
 * build/gen/version.c. They are no part of the objects of the bench, so that a commit alone changes none of them. */
const char *version_release(void);
const char *version_commit(void);
const char *version_tools(void);
#endif
