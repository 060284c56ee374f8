/* SPDX-License-Identifier: Apache-2.0 */
/* Readings of the documents, and sizes, that are parameters: one row each in regs/<model>/parameters.def feeds the golden model's
 * configuration and the check of a DUT's row; the Verilog parameter has the same name and default. */
#ifndef PAUSEBENCH_PARAMETERS_H
#define PAUSEBENCH_PARAMETERS_H
#include <stddef.h>
#include <stdint.h>

#define PARAMETER(name, field, value, least, most, meaning, source) uint64_t field;
struct bcm5718_parameters {
#include "bcm5718/parameters.def"
};
#define PARAMETER(name, field, value, least, most, meaning, source) uint64_t field;
struct i82598_parameters {
#include "i82598/parameters.def"
};
#define PARAMETER(name, field, value, least, most, meaning, source) uint64_t field;
struct ll10g_parameters {
#include "ll10g/parameters.def"
};
#define PARAMETER(name, field, value, least, most, meaning, source) uint64_t field;
struct bcm1250_parameters {
#include "bcm1250/parameters.def"
};

struct parameter {
	const char *name; /* of the Verilog parameter */
	size_t field;     /* offset of its uint64_t in the model's struct */
	uint64_t value;   /* default */
	uint64_t least, most;
	const char *meaning, *source;
};

/* The parameters of a model; NULL and 0 if there is no such model. */
const struct parameter *parameters_of(const char *model, size_t *ret_count);
#endif
