/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text of a parameter, "Name=value", which PARAMS() of a row and the line `freedom` of a profile have. */
#ifndef PAUSEBENCH_PARAMETER_TEXT_H
#define PAUSEBENCH_PARAMETER_TEXT_H
#include <stddef.h>
#include <stdint.h>

enum { PARAMETER_MESSAGE = 256 };
struct parameter_refusal {
	const char *at; /* the place in the word that is wrong */
	char message[PARAMETER_MESSAGE];
};

/* Gives all parameters of MODEL their defaults. */
void parameter_defaults(const char *model, uint64_t ret[]);
/* Reads WORD, which names a parameter of MODEL, into PARAMETER[*RET_INDEX]. The value is decimal or 0x... Returns 0, or -EINVAL
 * with *RET_REFUSAL. */
int parameter_read(const char *model, const char *word, uint64_t parameter[], size_t *ret_index,
                   struct parameter_refusal *ret_refusal);
#endif
