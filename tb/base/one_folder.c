/* SPDX-License-Identifier: Apache-2.0 */
#include "one_folder.h"

#include "env.h"

error_t one_folder(int key, char *arg, struct argp_state *state, const char **dir, const char *missing)
{
	switch (key) {
	case ARGP_KEY_ARG:
		if (*dir)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "one folder at a time");
		*dir = arg;
		return 0;
	case ARGP_KEY_END:
		if (!*dir)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "%s", missing);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}
