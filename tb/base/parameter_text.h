/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a parameter, "Name=value", as PARAMS() of a row and the line `freedom` of a profile have it. */
#ifndef PAUSEBENCH_PARAMETER_TEXT_H
#define PAUSEBENCH_PARAMETER_TEXT_H
#include <stddef.h>
#include <stdint.h>

enum { PARAMETER_MESSAGE = 256 };
struct parameter_refusal {
	const char *at; /* within the word */
	char message[PARAMETER_MESSAGE];
};

/* Gives all parameters of MODEL their defaults. */
void parameter_defaults(const char *model, uint64_t ret[]);
/* Reads WORD into PARAMETER[*RET_INDEX], one of MODEL. The value is decimal or 0x... Returns 0, or -EINVAL with *RET_REFUSAL. */
int parameter_read(const char *model, const char *word, uint64_t parameter[], size_t *ret_index,
                   struct parameter_refusal *ret_refusal);
#endif
