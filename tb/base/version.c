/* SPDX-License-Identifier: Apache-2.0 */
/* What this program was built from and with. */
#include "version.h"

/* make writes both in build/gen/version.c. */
extern const char *const version_commit_built __attribute__((weak)), *const version_tools_built __attribute__((weak));

const char *version_commit(void)
{
	return &version_commit_built ? version_commit_built : "unknown";
}

const char *version_tools(void)
{
	return &version_tools_built ? version_tools_built : "unknown";
}
