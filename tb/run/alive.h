/* SPDX-License-Identifier: Apache-2.0 */
/* Tries whether the MAC of a profile works at all. */
#ifndef PAUSEBENCH_ALIVE_H
#define PAUSEBENCH_ALIVE_H
#include "base/dut.h"
#include "base/env.h"

/* Hands a frame to the MAC of the program's profile. Returns 0 if a frame comes out of it, or if the program has no profile;
 * -EINVAL with a message that says where to look; or another negative errno. */
int mac_alive(const struct dut *dut, struct env_error *ret_error);
#endif
