/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a profile's lines, and what is wrong with them. */
#ifndef PAUSEBENCH_PROFILE_TEXT_H
#define PAUSEBENCH_PROFILE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile_error {
	char file[512];
	unsigned line, column;
	char message[512]; /* what was expected */
};

#endif
