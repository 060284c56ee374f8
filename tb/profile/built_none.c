/* SPDX-License-Identifier: Apache-2.0 */
/* The bench's own program has no profile; build/macs/NAME/profile.c takes the place of this file in that of a profile. */
#include "profile.h"

const char *const profile_built_path, *const profile_built_text, *const profile_built_instance;
