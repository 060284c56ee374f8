/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the module that the bench generates around the instance of a profile. */
#ifndef PAUSEBENCH_MAC_MODULE_H
#define PAUSEBENCH_MAC_MODULE_H
#include "profile.h"

#include <stdio.h>

/* Writes two modules in Verilog-2005: pausebench_<name> has the ports of doc/reference/dut-contract.md, and in it
 * pausebench_<name>_inside includes the instance at INSTANCE_PATH, whose text is INSTANCE. */
void mac_module_write(FILE *out, const struct profile *profile, const char *instance, const char *instance_path);
#endif
