/* SPDX-License-Identifier: Apache-2.0 */
/* Says from what and with what this program was built. */
#include "version.h"

/* make defines these in build/gen/version.c. */
extern const char version_release_text[] __attribute__((weak)), version_commit_text[] __attribute__((weak)),
    version_tools_text[] __attribute__((weak));

const char *version_release(void)
{
	return version_release_text ? version_release_text : "unknown";
}

const char *version_commit(void)
{
	return version_commit_text ? version_commit_text : "unknown";
}

const char *version_tools(void)
{
	return version_tools_text ? version_tools_text : "unknown";
}

void version_print(FILE *out, const char *program)
{
	fprintf(out, "%s %s (%s; %s)\n", program, version_release(), version_commit(), version_tools());
}
