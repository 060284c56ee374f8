/* SPDX-License-Identifier: Apache-2.0 */
/* Readings of the documents, and sizes, that are parameters: one row each in regs/<model>/parameters.def feeds the golden model's
 * configuration and the check of a DUT's row; the Verilog parameter has the same name and default. A READING is a parameter that is 0 or 1;
 * a row with CAP_READINGS takes all readings of its device from a port, so that each run can have others. */
#ifndef PAUSEBENCH_PARAMETERS_H
#define PAUSEBENCH_PARAMETERS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define DEVICE_BEGIN(model) struct model##_parameters {
#define DEVICE_END(model) };
/* clang-format on */
#define PARAMETER(name, field, value, least, most, meaning, source) uint64_t field;
#define READING(name, field, value, meaning, source) uint64_t field;
#include "each/parameters.def"
#undef PARAMETER
#undef READING

enum { PARAMETERS_MAX = 64, READINGS_MAX = 32 };

/* A row; the struct's fields, each a uint64_t, are in the order of the rows. */
struct parameter {
	const char *name;  /* of the Verilog parameter */
	const char *field; /* of the device's struct; cfg_ goes before it in Verilog */
	bool reading;      /* a READING */
	uint64_t value;    /* default */
	uint64_t least, most;
	const char *meaning, *source;
};

/* The parameters of a model; NULL and 0 if there is no such model. */
const struct parameter *parameters_of(const char *model, size_t *ret_count);
/* A parameter of a model by the name of the Verilog parameter; NULL if there is none. */
const struct parameter *parameter_by_name(const char *model, const char *name);
/* Returns the bit of a READING at the port `readings`, its number among the readings of the device; PARAMETERS is parameters_of(). */
unsigned reading_bit(const struct parameter *parameters, const struct parameter *reading);
#endif
