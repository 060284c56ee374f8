/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a first instance and a first profile of a MAC, from the ports of its top module. */
#ifndef PAUSEBENCH_NEW_MAC_H
#define PAUSEBENCH_NEW_MAC_H
#include "base/env.h"
#include "guess.h"

struct new_mac {
	const char *name; /* the name of the row and of both files */
	struct hdl_request request;
	const char *folder; /* the folder for both files */
};

struct new_mac_result {
	char instance[512], profile[512]; /* paths */
	char module[HDL_NAME];
	char foreign[64]; /* as in struct guesses */
	unsigned ports, guessed, not_placed;
};
/* Writes FOLDER/NAME.vh and FOLDER/NAME.mac; neither may exist. Returns 0 or negative errno with *RET_ERROR. */
int new_mac_write(struct new_mac *mac, struct new_mac_result *ret, struct env_error *ret_error);

/* Write the text of each file. RET counts guesses and ports without a place. */
void new_mac_instance(FILE *out, const struct new_mac *mac, const struct guesses *guesses, struct new_mac_result *ret);
void new_mac_profile(FILE *out, const struct new_mac *mac, const struct hdl *hdl, const struct guesses *guesses);

/* Writes PATH relative to FOLDER into RET; both must exist. */
void new_mac_path(const char *folder, const char *path, char *ret, size_t size);
#endif
