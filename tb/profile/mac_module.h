/* SPDX-License-Identifier: Apache-2.0 */
/* The module that the bench generates around the instance of a profile. */
#ifndef PAUSEBENCH_MAC_MODULE_H
#define PAUSEBENCH_MAC_MODULE_H
#include "profile.h"

#include <stdio.h>

/* Writes Verilog-2005: pausebench_<name> with the ports of doc/reference/dut-contract.md, in it pausebench_<name>_inside, which includes the instance at
 * INSTANCE_PATH; INSTANCE is its text. */
void mac_module_write(FILE *out, const struct profile *profile, const char *instance, const char *instance_path);
#endif
