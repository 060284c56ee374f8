/* SPDX-License-Identifier: Apache-2.0 */
/* The bench's own program has no profile. In the program of a profile build/macs/NAME/profile.c takes the place of this file. */
#include "profile.h"

const char *const profile_built_path, *const profile_built_text, *const profile_built_instance;
