/* SPDX-License-Identifier: Apache-2.0 */
/* The register pages as C data, made from the .def files. */
#ifndef PAUSEBENCH_REGS_H
#define PAUSEBENCH_REGS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A counter of more than 32 bits has two rows: REG_COUNTER, its low word, and REG_COUNTER_HIGH after it. */
enum reg_kind { REG_RW, REG_RO, REG_W1C, REG_COUNTER, REG_COUNTER_HIGH, REG_RESERVED };
enum counter_direction { COUNTER_TX, COUNTER_RX, COUNTER_HOST };
/* Of accesses. COUNTER_LOAD: kept by a read, loaded by a write; the others ignore writes. */
enum counter_effect { COUNTER_CLEAR, COUNTER_KEEP, COUNTER_LOAD };
enum counter_full {
	COUNTER_WRAP,
	COUNTER_ZERO,  /* stays 0 in this part */
	COUNTER_STICK, /* at all ones */
};

struct reg_row {
	const char *name; /* "" for reserved words */
	uint16_t address;
	enum reg_kind kind;
	uint64_t write_mask, reset;
	/* counters, the same in both rows of a pair */
	enum counter_direction direction;
	enum counter_effect effect;
	enum counter_full full;
	uint8_t width;  /* bits */
	bool plain;     /* of a pair: its high word shows the counter as it is, and not as it was at the read of the low word */
	int8_t partner; /* the other row of a pair is so many rows away: 1 from the low word, -1 from the high one; 0: no pair */
	const char *meaning, *source;
};

struct reg_field {
	const char *reg, *name;
	uint8_t msb, lsb;
	const char *meaning, *source;
};

struct parameter;
struct reg_page {
	const char *model;          /* "bcm5718": dut->model */
	const struct reg_row *rows; /* by rising address */
	size_t count;
	uint32_t word_octets;        /* of the register bus: 4 or 8 */
	uint32_t counters_within_ns; /* the document's limit from an event to the counter that shows it; 0: it has none */
	const char *level;           /* the unit of obs_level: "free MBUFs" */
	const struct reg_field *fields;
	size_t field_count;
	const struct parameter *parameters; /* parameters.h */
	size_t parameter_count;
};

/* "storage: WHY" or "reads 0: WHY" within a meaning that ends with it in brackets: why a row has no function in this part, up to the
 * closing bracket. NULL if it has one. */
const char *reg_no_function(const char *meaning);
/* The bits of a register that can be written and that none of its fields has; 0 if it has no fields. */
uint64_t reg_spare_bits(const struct reg_page *page, const struct reg_row *row);
/* "47 of 85 counters read 0 in this part; ...": how many rows of a page have no function, into RET. */
const char *reg_no_function_count(const struct reg_page *page, char *ret, size_t size);
/* The page of a model, or NULL. */
const struct reg_page *reg_page_by_model(const char *model);
/* The first model whose page has a register NAME (case as in the file), or NULL. */
const char *reg_model_with(const char *name);
/* Row by name (case as in the file) or by address; NULL if there is none. */
const struct reg_row *reg_by_name(const struct reg_page *page, const char *name);
const struct reg_row *reg_by_address(const struct reg_page *page, uint16_t address);
/* The bits of a field, of a whole register, and a strobe of all its bytes. */
uint64_t reg_field_mask(const struct reg_field *field);
uint64_t reg_mask(const struct reg_page *page);
uint8_t reg_strobe(const struct reg_page *page);
/* The bits of the bytes that a STROBE writes. */
uint64_t reg_bytes(uint8_t strobe);
const struct reg_field *reg_field_by_name(const struct reg_page *page, const char *reg, const char *name);
#endif
