/* SPDX-License-Identifier: Apache-2.0 */
/* The Verilog-2005 of rtl/, and the SystemVerilog of tests/data/foreign, as a tree: one module per file, cut into items, statements and the expressions
 * that a multiplexer may stand for. What the tree does not know is a leaf, whose text stays as it is.
 *
 * A tree and the file that it was made from live until the program ends. */
#ifndef PAUSEBENCH_VERILOG_H
#define PAUSEBENCH_VERILOG_H
#include <stdbool.h>
#include <stddef.h>

struct token {
	const char *text;
	int len;
	int space; /* of white space and comments before it */
};

enum node_kind {
	NODE_FIXED,     /* text that must be the same in two files that are joined */
	NODE_CONDITION, /* of an if */
	NODE_VALUE,     /* the right side of an assign, or of a port of an instance */
	NODE_INITIAL,   /* the right side of a declaration */
	NODE_ITEMS,     /* of a module or of a generate block */
	NODE_DECLARE,   /* a wire, reg, integer or genvar: FIXED, or FIXED INITIAL FIXED */
	NODE_CONSTANT,  /* a localparam, likewise */
	NODE_ASSIGN,    /* FIXED VALUE FIXED */
	NODE_ALWAYS,    /* FIXED statement */
	NODE_FUNCTION,  /* FIXED statement... FIXED */
	NODE_INSTANCE,  /* FIXED and VALUE in turn */
	NODE_SCOPE,     /* a generate for or if: FIXED and ITEMS in turn */
	NODE_STATEMENT, /* from here on statements; a simple one is a leaf */
	NODE_BLOCK,     /* FIXED statement... FIXED */
	NODE_IF,        /* FIXED CONDITION FIXED statement, and if there is an else FIXED statement */
	NODE_CASE,      /* FIXED and statement in turn; a macro that makes items is a part of FIXED */
	NODE_LOOP,      /* FIXED statement */
};

struct node {
	enum node_kind kind;
	size_t begin, end; /* tokens */
	struct node **child;
	size_t children;
	struct change *change; /* of tools/multiplexer/multiplex.c: what stands here instead */
	struct change *after;  /* and what stands behind it besides */
};

struct verilog {
	const char *path;
	char *text;
	struct token *token; /* the last one is empty, after the end of the file */
	size_t tokens;
	struct node *root; /* FIXED ITEMS FIXED; NULL: .problem says why there is none */
	char problem[512];
};

/* Reads the file PATH; without it the program ends with 2. */
struct verilog *verilog_read(const char *path);
/* Cuts .text into .token. */
void verilog_cut(struct verilog *file);
bool verilog_statement(const struct node *node);
bool token_is(const struct token *token, const char *text);
/* Returns whether a directive begins at TEXT; it is one token up to the end of its line. */
bool token_directive(const char *text);
bool token_name(const struct token *token);
/* Returns whether the token is the type of a name that is declared behind it, as "state_e [1:0] now;" of SystemVerilog. */
bool verilog_type(const struct token *token);
bool tokens_same(const struct verilog *a, const struct node *x, const struct verilog *b, const struct node *y);
/* Memory that is zero, or the end of the program. */
void *verilog_memory(size_t octets);
#endif
