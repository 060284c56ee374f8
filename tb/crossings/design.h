/* SPDX-License-Identifier: Apache-2.0 */
/* A design as `verilator --xml-only` writes it, once flattened to one module and once with its modules: what each bit of its variables is copied from, and
 * which of them are flip-flops of which clock. Strings belong to the two documents, and live as long as the design. */
#ifndef PAUSEBENCH_CROSSINGS_DESIGN_H
#define PAUSEBENCH_CROSSINGS_DESIGN_H
#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bit {
	uint32_t var, bit;
};
#define NO_BIT ((struct bit){ UINT32_MAX, 0 })

/* What a bit is assigned from, in one assignment of it. */
enum leaf_kind {
	LEAF_CONSTANT,
	LEAF_COPY, /* of one other bit */
	LEAF_LOGIC /* of the variables in the expression */
};
struct leaf {
	enum leaf_kind kind;
	struct bit from;      /* LEAF_COPY */
	const xmlNode *logic; /* LEAF_LOGIC: the expression, ... */
	uint32_t bit;         /* ... and which bit of it */
};

struct assignment {
	const xmlNode *value, *target;  /* .target: the variable in the assignment */
	uint32_t var, low, width, from; /* these bits get the bits of the value from .from on */
	bool anywhere;                  /* an index says each time which of them */
	const xmlNode *edges;           /* of a flip-flop: its clock, and its asynchronous resets; else NULL */
	const xmlNode **conditions;     /* expressions of ifs and cases around it, without asynchronous resets */
	size_t condition_count;
	struct assignment *next; /* of the same variable */
};

struct variable {
	const char *name; /* in the hierarchy, such as "gmii_tick.u_dut.x" */
	const char *local, *loc;
	uint32_t width;    /* of an element, if it has several */
	uint32_t elements; /* 0: it is no array */
	bool input;        /* of the top */
	uint32_t same;     /* the variable that stands for all aliases of it */
	struct assignment *assignments;
};

struct design {
	xmlDoc *flat, *modules;
	const char *top; /* the name of the top */
	struct variable *vars;
	size_t var_count;
	uint32_t *by_name;       /* indices of .vars */
	struct assignment **all; /* all assignments */
	size_t count, room;
	struct type *types; /* by their ids */
	size_t type_count;
	struct place *places; /* what the modules assign, by where it is written */
	size_t place_count, place_room;
	bool failed; /* no memory, or more than is understood */
};

/* Reads both files. Returns false if one is not understood. design_release() in any case. */
bool design_read(struct design *ret, const char *flat, const char *modules);
void design_release(struct design *design);

/* Returns the number of bits of VAR, all elements together. */
uint32_t variable_bits(const struct variable *var);
/* Calls SEE for what bit BIT of the assignment may get; conditions within the expression are passed to CONDITION. */
struct leaf_seer {
	void (*see)(void *context, struct leaf leaf);
	void (*condition)(void *context, const xmlNode *expression);
	void *context;
};
void assignment_leaves(const struct design *design, const struct assignment *a, uint32_t bit, const struct leaf_seer *seer);
/* The same for bit BIT of an expression in A. */
void expression_leaves(const struct design *design, const struct assignment *a, const xmlNode *expression, uint32_t bit,
                       const struct leaf_seer *seer);
/* Returns true if the logic is an exclusive or of two expressions. */
bool logic_terms(const struct leaf *leaf, const xmlNode *ret[2]);
/* Calls SEE with each variable that EXPRESSION reads, and with the bits of it that it may read. */
typedef void see_read(void *context, uint32_t var, uint32_t low, uint32_t width);
void expression_reads(const struct design *design, const xmlNode *expression, see_read *see, void *context);
/* Follows copies from BIT to a flip-flop, an input of the top or logic; NO_BIT: to a constant. */
struct bit bit_origin(const struct design *design, struct bit bit);
bool bit_is_flop(const struct design *design, struct bit bit);
/* Returns the variable and the bit of it that is the clock of a flip-flop, followed to where it comes from. */
struct bit assignment_clock(const struct design *design, const struct assignment *a, bool *ret_falling);
/* Calls SEE with each asynchronous reset of a flip-flop. */
void assignment_resets(const struct design *design, const struct assignment *a, see_read *see, void *context);
/* Returns true if all that EXPRESSION reads are asynchronous resets of the flip-flop. */
bool is_reset(const struct assignment *a, const xmlNode *expression);
/* Returns the alias of the variable of A that is declared in the module in whose text it is assigned, so that a simulation has it, and that module;
 * or NULL. */
const struct variable *assignment_declared(const struct design *design, const struct assignment *a, const char **ret_module);
#endif
