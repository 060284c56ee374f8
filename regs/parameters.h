/* SPDX-License-Identifier: Apache-2.0 */
/* Readings of the documents, and sizes, that are parameters: one row each in regs/<model>/parameters.def feeds the golden model's
 * configuration and the check of a DUT's row; the Verilog parameter has the same name and default. */
#ifndef PAUSEBENCH_PARAMETERS_H
#define PAUSEBENCH_PARAMETERS_H
#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define DEVICE_BEGIN(model) struct model##_parameters {
#define DEVICE_END(model) };
/* clang-format on */
#define PARAMETER(name, field, value, least, most, meaning, source) uint64_t field;
#include "each/parameters.def"
#undef PARAMETER

enum { PARAMETERS_MAX = 16 };

/* A row; the struct's fields, each a uint64_t, are in the order of the rows. */
struct parameter {
	const char *name; /* of the Verilog parameter */
	uint64_t value;   /* default */
	uint64_t least, most;
	const char *meaning, *source;
};

/* The parameters of a model; NULL and 0 if there is no such model. */
const struct parameter *parameters_of(const char *model, size_t *ret_count);
/* A parameter of a model by the name of the Verilog parameter; NULL if there is none. */
const struct parameter *parameter_by_name(const char *model, const char *name);
#endif
