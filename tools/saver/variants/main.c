/* SPDX-License-Identifier: Apache-2.0 */
/* Saves failures of the faults of a MAC of tests/data/foreign, or of a variant of it; its profile comes from the environment (tools/foreign/hunted.c).
 * usage: saver DUT PROFILE KEPT_PROFILE VARIANT STIMULI LIST OUT, as struct saver_job has them; VARIANT is empty for the MAC itself. */
#include "../saver.h"
#include "profile/profile.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct profile_error e = { .line = 0 };

	if (argc != 8) {
		fprintf(stderr, "usage: saver DUT PROFILE KEPT_PROFILE VARIANT STIMULI LIST OUT\n");
		return 2;
	}
	if (!profile_built(&e)) {
		fprintf(stderr, "saver: %s:%u:%u: %s\n", e.file, e.line, e.column, e.message);
		return 2;
	}
	profile_use(profile_built(&e));
	return saver_main(&(struct saver_job){ argv[1], argv[2], argv[3], *argv[4] ? argv[4] : NULL, argv[5], argv[6], argv[7] });
}
