/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the tree of a design that Verilator has read (--xml-only) as simple Verilog for Yosys, which reads little of SystemVerilog: parameters have their
 * values, types are vectors of bits, each operand has its width, and each statement the line of its source.
 *
 * Rules.
 *  1. A vector begins with bit 0, a memory with word 0, since the tree counts so. Nothing is signed: what compares or shifts signed values says so.
 *  2. A loop is a `for`, whose first assignment is the statement before it and whose step is its last one.
 *  3. A jump (return, break, continue) sets a flag that the statements behind it up to its label look at. The tree does not say which of several labels
 *     is meant, so that they must be at one place.
 *  4. A variable that an initial block alone assigns is a constant net.
 *  5. What has no hardware (texts, assertions) is left out. Anything else that is not known here is refused with its file and line: exit status 2.
 *
 * usage: tree_verilog tree.xml > design.v */
#include <libxml/parser.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 4096, TYPES_MAX = 65536, NAMES_MAX = 65536, JUMPS_MAX = 64 };

static struct {
	const char *id, *name;
} files[FILES_MAX];
static unsigned file_count;
static xmlNode *types[TYPES_MAX];
static xmlNode *netlist;
static const char *assigned[NAMES_MAX]; /* in the module that is written, but for initial blocks */
static unsigned assigned_count;
static unsigned jumps[JUMPS_MAX], jump_depth, jump_number; /* the flags of the labels around a statement */

/* ---- the tree ---- */

static const char *attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *a = node->properties; a; a = a->next)
		if (!strcmp((const char *)a->name, name))
			return a->children ? (const char *)a->children->content : "";
	return NULL;
}

static bool is(const xmlNode *node, const char *tag)
{
	return !strcmp((const char *)node->name, tag);
}

static xmlNode *next(xmlNode *node)
{
	do
		node = node->next;
	while (node && node->type != XML_ELEMENT_NODE);
	return node;
}

static xmlNode *first(const xmlNode *node)
{
	xmlNode *child = node->children;

	return !child || child->type == XML_ELEMENT_NODE ? child : next(child);
}

static xmlNode *child(const xmlNode *node, unsigned number)
{
	xmlNode *ret = first(node);

	while (ret && number--)
		ret = next(ret);
	return ret;
}

static xmlNode *last(const xmlNode *node)
{
	xmlNode *ret = NULL;

	for (xmlNode *c = first(node); c; c = next(c))
		ret = c;
	return ret;
}

/* The file and line of NODE, or of what it is in. */
static bool place(const xmlNode *node, const char **ret_file, unsigned *ret_line)
{
	const char *loc = NULL;

	for (; node && !(loc = node->type == XML_ELEMENT_NODE ? attribute(node, "loc") : NULL); node = node->parent)
		;
	for (unsigned i = 0; loc && i < file_count; i++) {
		size_t len = strlen(files[i].id);
		if (!strncmp(loc, files[i].id, len) && loc[len] == ',') {
			*ret_file = files[i].name;
			*ret_line = (unsigned)strtoul(loc + len + 1, NULL, 10);
			return true;
		}
	}
	return false;
}

static _Noreturn void refuse(const xmlNode *node, const char *format, ...) __attribute__((format(printf, 2, 3)));
static _Noreturn void refuse(const xmlNode *node, const char *format, ...)
{
	const char *file = "the design";
	unsigned line = 0;
	va_list args;

	place(node, &file, &line);
	fprintf(stderr, "%s:%u: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

static xmlNode *need(const xmlNode *of, unsigned number)
{
	xmlNode *ret = child(of, number);

	if (!ret)
		refuse(of, "'%s' without its operand %u", of->name, number);
	return ret;
}

/* Yosys notes the line at the first word behind this. */
static void put_line(const xmlNode *node)
{
	const char *file;
	unsigned line;

	if (!place(node, &file, &line))
		return;
	printf("`line %u \"%s\" 0\n", line, file);
}

/* ---- names and types ---- */

static const char *const reserved[] = { "input",    "output", "reg",    "wire",     "bit",    "do",      "int",
	                                "byte",     "final",  "global", "priority", "unique", "checker", "property",
	                                "sequence", "expect", "bind",   "cover",    "rand",   "this" };

/* An escaped name ends with a blank. */
static void put_name(const char *name)
{
	bool plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == strlen(name);

	for (size_t i = 0; plain && i < sizeof(reserved) / sizeof(reserved[0]); i++)
		plain = strcmp(name, reserved[i]) != 0;
	if (plain)
		fputs(name, stdout);
	else
		printf("\\%s ", name);
}

static xmlNode *type_of(const xmlNode *node)
{
	const char *id = attribute(node, "dtype_id");

	if (!id || strtoul(id, NULL, 10) >= TYPES_MAX || !types[strtoul(id, NULL, 10)])
		refuse(node, "'%s' has no type", node->name);
	return types[strtoul(id, NULL, 10)];
}

static xmlNode *sub_type(const xmlNode *type)
{
	const char *id = attribute(type, "sub_dtype_id");
	xmlNode *ret = id && strtoul(id, NULL, 10) < TYPES_MAX ? types[strtoul(id, NULL, 10)] : NULL;

	if (!ret)
		refuse(type, "the type '%s' is of none that is known", type->name);
	return ret;
}

static xmlNode *resolved(xmlNode *type)
{
	while (is(type, "refdtype") || is(type, "enumdtype") || is(type, "memberdtype") || is(type, "constdtype"))
		type = sub_type(type);
	return type;
}

/* "32'sh8" */
static long value_of(const xmlNode *constant)
{
	const char *text = is(constant, "const") ? attribute(constant, "name") : NULL, *digits = text ? strchr(text, '\'') : NULL;

	if (!digits)
		refuse(constant, "a constant is asked for, not '%s'", constant->name);
	digits += 1 + (digits[1] == 's');
	return strtol(digits + 1, NULL, *digits == 'h' ? 16 : *digits == 'b' ? 2 : *digits == 'o' ? 8 : 10);
}

static unsigned elements(const xmlNode *type)
{
	xmlNode *range = first(type);
	long left = value_of(need(range ? range : type, 0)), right = value_of(need(range, 1));

	return (unsigned)(left > right ? left - right : right - left) + 1;
}

/* Bits of a packed type. */
static unsigned type_width(xmlNode *type)
{
	unsigned ret = 0;

	type = resolved(type);
	if (is(type, "basicdtype")) {
		const char *left = attribute(type, "left"), *right = attribute(type, "right"), *name = attribute(type, "name");
		long l = left ? strtol(left, NULL, 10) : 0, r = right ? strtol(right, NULL, 10) : 0;
		if (name &&
		    (!strcmp(name, "string") || !strcmp(name, "real") || !strcmp(name, "event") || !strcmp(name, "chandle")))
			refuse(type, "the type %s has no hardware", name);
		return (unsigned)(l > r ? l - r : r - l) + 1;
	}
	if (is(type, "packarraydtype"))
		return elements(type) * type_width(sub_type(type));
	if (is(type, "structdtype") || is(type, "uniondtype")) {
		for (xmlNode *m = first(type); m; m = next(m)) {
			unsigned width = type_width(sub_type(m));
			ret = is(type, "structdtype") ? ret + width : width > ret ? width : ret;
		}
		return ret;
	}
	refuse(type, "the type '%s' is not known", type->name);
}

static unsigned width_of(const xmlNode *node)
{
	return type_width(type_of(node));
}

/* ---- expressions ---- */

static void put(const xmlNode *node);

static const struct operator
{
	const char *tag, *text;
	bool is_signed;
}
binary[] = {
	{ "add", "+", false },      { "sub", "-", false },       { "mul", "*", false },     { "muls", "*", false },
	{ "div", "/", false },      { "divs", "/", true },       { "moddiv", "%", false },  { "moddivs", "%", true },
	{ "and", "&", false },      { "or", "|", false },        { "xor", "^", false },     { "xnor", "~^", false },
	{ "logand", "&&", false },  { "logor", "||", false },    { "eq", "==", false },     { "neq", "!=", false },
	{ "eqcase", "===", false }, { "neqcase", "!==", false }, { "gt", ">", false },      { "gts", ">", true },
	{ "gte", ">=", false },     { "gtes", ">=", true },      { "lt", "<", false },      { "lts", "<", true },
	{ "lte", "<=", false },     { "ltes", "<=", true },      { "shiftl", "<<", false }, { "shiftr", ">>", false },
};
static const struct operator unary[] = {
	{ "not", "~", false },   { "lognot", "!", false }, { "negate", "-", false },   { "redand", "&", false },
	{ "redor", "|", false }, { "redxor", "^", false }, { "redxnor", "~^", false },
};

static const struct operator* find(const struct operator* table, size_t count, const xmlNode *node)
{
	for (size_t i = 0; i < count; i++)
		if (is(node, table[i].tag))
			return &table[i];
	return NULL;
}
#define FIND(table, node) find(table, sizeof(table) / sizeof(table[0]), node)

static void put_const(const xmlNode *node)
{
	const char *text = attribute(node, "name"), *tick = text ? strchr(text, '\'') : NULL;

	if (!tick)
		refuse(node, "a constant %s has no hardware", text ? text : "");
	printf("%.*s'%s", (int)(tick - text), text, tick + 1 + (tick[1] == 's'));
}

static bool is_constant(const xmlNode *node)
{
	return is(node, "const");
}

/* A part of a name, or of a word of a memory. */
static void put_part(const xmlNode *of, const xmlNode *from, unsigned width)
{
	put(of);
	if (width_of(of) == 1 && width == 1)
		return;
	if (is_constant(from) && width == 1)
		printf("[%ld]", value_of(from));
	else if (is_constant(from))
		printf("[%ld:%ld]", value_of(from) + width - 1, value_of(from));
	else if (width == 1) {
		putchar('[');
		put(from);
		putchar(']');
	} else {
		putchar('[');
		put(from);
		printf(" +: %u]", width);
	}
}

/* A part of anything else is what is left of it when it is shifted; cut_A_B takes B bits of A. */
static struct {
	unsigned from, to;
} cut[256];
static unsigned cut_count;

static void put_sel(const xmlNode *node)
{
	const xmlNode *of = need(node, 0), *from = need(node, 1);
	const unsigned width = (unsigned)value_of(need(node, 2)), whole = width_of(of);
	unsigned i = 0;

	if (is(of, "varref") || is(of, "arraysel")) {
		put_part(of, from, width);
		return;
	}
	while (i < cut_count && (cut[i].from != whole || cut[i].to != width))
		i++;
	if (i == cut_count) {
		if (cut_count == sizeof(cut) / sizeof(cut[0]))
			refuse(node, "there are too many kinds of parts of expressions");
		cut[cut_count].from = whole;
		cut[cut_count++].to = width;
	}
	printf("cut_%u_%u((", whole, width);
	put(of);
	printf(") >> (");
	put(from);
	printf("))");
}

static void put_extend(const xmlNode *node)
{
	const xmlNode *of = need(node, 0);
	const unsigned narrow = width_of(of), wide = width_of(node);

	if (wide <= narrow) {
		put(of);
		return;
	}
	if (is(node, "extend")) {
		printf("{%u'd0, ", wide - narrow);
	} else {
		printf("{{%u{|((", wide - narrow);
		put(of);
		printf(") >> %u)}}, ", narrow - 1);
	}
	put(of);
	putchar('}');
}

/* Yosys calculates a call whose arguments are constant at once, and refuses it if the function reads a signal: such a call gets a net that is 0. */
static void put_call(const xmlNode *node)
{
	const char *separator = "(";
	bool constant = true;

	for (const xmlNode *arg = first(node); arg; arg = next((xmlNode *)arg))
		constant = constant && is_constant(is(arg, "arg") ? need(arg, 0) : arg);
	put_name(attribute(node, "name"));
	for (const xmlNode *arg = first(node); arg; arg = next((xmlNode *)arg)) {
		const xmlNode *value = is(arg, "arg") ? need(arg, 0) : arg;
		fputs(separator, stdout);
		put(value);
		if (constant)
			printf(" ^ {%u{net_of_0}}", width_of(value));
		constant = false;
		separator = ", ";
	}
	putchar(*separator == '(' ? ' ' : ')');
}

static void put_binary(const xmlNode *node, const struct operator* op)
{
	printf(op->is_signed ? "($signed(" : "((");
	put(need(node, 0));
	printf(op->is_signed ? ") %s $signed(" : ") %s (", op->text);
	put(need(node, 1));
	printf("))");
}

/* Each is complete in itself, so that it may be an operand of anything. */
static void put(const xmlNode *node)
{
	const struct operator* op;

	if (is(node, "varref")) {
		put_name(attribute(node, "name"));
	} else if (is(node, "const")) {
		put_const(node);
	} else if ((op = FIND(binary, node))) {
		put_binary(node, op);
	} else if ((op = FIND(unary, node))) {
		printf("(%s(", op->text);
		put(need(node, 0));
		printf("))");
	} else if (is(node, "shiftrs")) {
		printf("$unsigned($signed(");
		put(need(node, 0));
		printf(") >>> (");
		put(need(node, 1));
		printf("))");
	} else if (is(node, "cond") || is(node, "condbound")) {
		printf("((");
		put(need(node, 0));
		printf(") ? (");
		put(need(node, 1));
		printf(") : (");
		put(need(node, 2));
		printf("))");
	} else if (is(node, "concat")) {
		putchar('{');
		put(need(node, 0));
		printf(", ");
		put(need(node, 1));
		putchar('}');
	} else if (is(node, "replicate")) {
		printf("{%ld{", value_of(need(node, 1)));
		put(need(node, 0));
		printf("}}");
	} else if (is(node, "extend") || is(node, "extends")) {
		put_extend(node);
	} else if (is(node, "signed") || is(node, "unsigned")) {
		put(need(node, 0));
	} else if (is(node, "sel")) {
		put_sel(node);
	} else if (is(node, "arraysel")) {
		put(need(node, 0));
		putchar('[');
		put(need(node, 1));
		putchar(']');
	} else if (is(node, "funcref")) {
		put_call(node);
	} else if (is(node, "isunknown")) {
		printf("1'b0");
	} else {
		refuse(node, "'%s' is nothing that mutants are made of yet", node->name);
	}
}

/* ---- statements ---- */

static void put_statements(xmlNode *from, xmlNode *end);

static bool has_no_hardware(const xmlNode *node)
{
	static const char *const tags[] = { "display", "stop",     "finish",  "assert", "assertintrinsic", "cover",    "comment",
		                            "typedef", "sformatf", "modport", "pragma", "elabdisplay",     "coverdecl" };

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (is(node, tags[i]))
			return true;
	return false;
}

static bool jumps_in(const xmlNode *node)
{
	if (is(node, "jumpgo"))
		return true;
	for (const xmlNode *c = first(node); c; c = next((xmlNode *)c))
		if (jumps_in(c))
			return true;
	return false;
}

static void put_assign(const xmlNode *node, const char *text, const char *end)
{
	put(need(node, 1));
	printf(" %s ", text);
	put(need(node, 0));
	fputs(end, stdout);
}

/* Verilator makes `x <= reset ? a : b` of an if with two such assignments, in which Yosys finds no asynchronous reset: it is made an if again. */
static void put_choice(const xmlNode *value, const xmlNode *to, const char *text)
{
	if (!is(value, "cond") && !is(value, "condbound")) {
		put(to);
		printf(" %s ", text);
		put(value);
		printf(";\n");
		return;
	}
	printf("if (");
	put(need(value, 0));
	printf(") begin\n");
	put_choice(need(value, 1), to, text);
	printf("end\nelse begin\n");
	put_choice(need(value, 2), to, text);
	printf("end\n");
}

static bool same_name(const xmlNode *a, const xmlNode *b)
{
	return a && b && is(a, "varref") && is(b, "varref") && !strcmp(attribute(a, "name"), attribute(b, "name"));
}

static bool is_loop_of(const xmlNode *init, const xmlNode *loop)
{
	const xmlNode *step, *body;

	if (!init || !loop || !is(init, "assign") || !is(loop, "while"))
		return false;
	body = last(loop);
	step = body ? last(body) : NULL;
	return step && is(step, "assign") && same_name(need(init, 1), need(step, 1));
}

/* The condition is the last of what its block has. */
static void put_loop(const xmlNode *init, const xmlNode *loop)
{
	xmlNode *body = last(loop), *step = last(body), *condition = need(loop, 1);

	if (first(need(loop, 0)) || !first(condition))
		refuse(loop, "a loop has statements before its condition");
	printf("for (");
	put_assign(init, "=", "; ");
	put(first(condition));
	printf("; ");
	put_assign(step, "=", ") begin\n");
	if (jump_depth && jumps_in(loop)) /* what has left the loop runs no further round of it */
		printf("if (!jumped_%u) begin\n", jumps[jump_depth - 1]);
	for (xmlNode *part = next(condition); part; part = next(part))
		put_statements(first(part), part == body ? step : NULL);
	printf(jump_depth && jumps_in(loop) ? "end\nend\n" : "end\n");
}

static void put_case(const xmlNode *node)
{
	printf("casez (");
	put(need(node, 0));
	printf(")\n");
	for (xmlNode *item = next(need(node, 0)); item; item = next(item)) {
		xmlNode *c = first(item);
		const char *separator = "";
		if (!is(item, "caseitem"))
			refuse(item, "'%s' in a case", item->name);
		while (c && (is_constant(c) || is(c, "varref") || is(c, "sel") || FIND(binary, c) || FIND(unary, c) ||
		             is(c, "concat"))) {
			fputs(separator, stdout);
			put(c);
			separator = ", ";
			c = next(c);
		}
		if (!*separator)
			printf("default");
		printf(": begin\n");
		put_statements(c, NULL);
		printf("end\n");
	}
	printf("endcase\n");
}

static void put_if(const xmlNode *node)
{
	printf("if (");
	put(need(node, 0));
	printf(") begin\n");
	put_statements(first(need(node, 1)), NULL);
	printf("end\n");
	if (child(node, 2)) {
		printf("else begin\n");
		put_statements(first(child(node, 2)), NULL);
		printf("end\n");
	}
}

/* The labels of jumps must be at one place: a block in a block is the last of it. */
static void put_jump_block(const xmlNode *node)
{
	unsigned number = ++jump_number;

	if (jump_depth == JUMPS_MAX)
		refuse(node, "there are too many jumps");
	jumps[jump_depth++] = number;
	printf("begin : jump_block_%u\n(* nosync *) reg jumped_%u;\njumped_%u = 1'b0;\n", number, number, number);
	put_statements(first(node), NULL);
	printf("end\n");
	jump_depth--;
}

static void check_jump(const xmlNode *node)
{
	const xmlNode *inner = NULL; /* the nearest block around the jump */

	for (const xmlNode *n = node->parent; n && !is(n, "func") && !is(n, "task") && !is(n, "always") && !is(n, "initial");
	     n = n->parent) {
		xmlNode *behind = inner ? next((xmlNode *)inner) : NULL;
		if (!is(n, "jumpblock"))
			continue;
		if (inner && (inner->parent != n || (behind && !is(behind, "jumplabel"))))
			refuse(node, "it may leave one of two blocks that end in different places");
		inner = n;
	}
}

static void put_statement(xmlNode *node)
{
	put_line(node);
	if (is(node, "assign")) {
		put_assign(node, "=", ";\n");
	} else if (is(node, "assigndly")) {
		put_choice(need(node, 0), need(node, 1), "<=");
	} else if (is(node, "if")) {
		put_if(node);
	} else if (is(node, "case")) {
		put_case(node);
	} else if (is(node, "begin")) {
		printf("begin");
		if (attribute(node, "name") && *attribute(node, "name")) {
			printf(" : ");
			put_name(attribute(node, "name"));
		}
		putchar('\n');
		put_statements(first(node), NULL);
		printf("end\n");
	} else if (is(node, "jumpblock")) {
		put_jump_block(node);
	} else if (is(node, "jumpgo")) {
		check_jump(node);
		for (unsigned i = 0; i < jump_depth; i++)
			printf("jumped_%u = 1'b1;\n", jumps[i]);
	} else if (is(node, "taskref")) {
		put_call(node);
		printf(";\n");
	} else if (!is(node, "jumplabel") && !has_no_hardware(node)) {
		refuse(node, "'%s' is nothing that mutants are made of yet", node->name);
	}
}

static bool is_integer(const xmlNode *var)
{
	const xmlNode *type = resolved(type_of(var));

	return is(type, "basicdtype") && attribute(type, "name") &&
	       (!strcmp(attribute(type, "name"), "int") || !strcmp(attribute(type, "name"), "integer"));
}

/* "[7:0] name [0:3]" */
static void put_variable(const xmlNode *node, const char *kind)
{
	xmlNode *type = resolved(type_of(node)), *word = type;

	while (is(word, "unpackarraydtype"))
		word = resolved(sub_type(word));
	printf("%s [%u:0] ", kind, type_width(word) - 1);
	put_name(attribute(node, "name"));
	for (; is(type, "unpackarraydtype"); type = resolved(sub_type(type)))
		printf(" [0:%u]", elements(type) - 1);
}

/* Variables of a block keep nothing from one clock to the next, wherefore they need no register (nosync). */
static void put_statements(xmlNode *from, xmlNode *end)
{
	unsigned guards = 0;

	for (xmlNode *node = from; node && node != end; node = next(node))
		if (is(node, "var") && !attribute(node, "dir")) {
			if (is_integer(node)) {
				printf("(* nosync *) integer ");
				put_name(attribute(node, "name"));
			} else {
				put_variable(node, "(* nosync *) reg");
			}
			printf(";\n");
		}
	for (xmlNode *node = from; node && node != end; node = next(node)) {
		if (is(node, "var"))
			continue;
		if (is_loop_of(node, next(node))) {
			put_line(node);
			put_loop(node, next(node));
			node = next(node);
		} else {
			put_statement(node);
		}
		if (jump_depth && jumps_in(node) && next(node) && next(node) != end && !is(next(node), "jumplabel")) {
			printf("if (!jumped_%u) begin\n", jumps[jump_depth - 1]);
			guards++;
		}
	}
	while (guards--)
		printf("end\n");
}

/* ---- modules ---- */

static void note_assigned(const xmlNode *node)
{
	while (is(node, "sel") || is(node, "arraysel"))
		node = need(node, 0);
	if (is(node, "concat")) {
		note_assigned(need(node, 0));
		note_assigned(need(node, 1));
	}
	if (is(node, "varref") && assigned_count < NAMES_MAX)
		assigned[assigned_count++] = attribute(node, "name");
}

static void note_all(const xmlNode *node)
{
	if (is(node, "initial") || is(node, "initialstatic"))
		return;
	if (is(node, "assign") || is(node, "assigndly") || is(node, "contassign") || is(node, "assignw"))
		note_assigned(need(node, 1));
	if (is(node, "port") && attribute(node, "direction") && strcmp(attribute(node, "direction"), "in") && first(node))
		note_assigned(first(node));
	for (const xmlNode *c = first(node); c; c = next((xmlNode *)c))
		note_all(c);
}

static bool is_assigned(const char *name)
{
	for (unsigned i = 0; i < assigned_count; i++)
		if (!strcmp(assigned[i], name))
			return true;
	return false;
}

static void put_function(const xmlNode *node)
{
	const char *name = attribute(node, "name");
	const xmlNode *result = NULL;

	for (xmlNode *c = first(node); c; c = next(c))
		if (is(c, "var") && attribute(c, "dir") && !strcmp(attribute(c, "dir"), "output") &&
		    !strcmp(attribute(c, "name"), name))
			result = c;
	if ((result == NULL) != is(node, "task"))
		refuse(node, "'%s' has no result", name);
	put_line(node);
	if (result)
		printf("function automatic [%u:0] ", width_of(result) - 1);
	else
		printf("task automatic ");
	put_name(name);
	printf(";\n");
	for (xmlNode *c = first(node); c; c = next(c))
		if (is(c, "var") && attribute(c, "dir") && c != result) {
			put_variable(c, attribute(c, "dir"));
			printf(";\n");
		}
	printf("begin : body_of_function\n");
	put_statements(first(node), NULL);
	printf("end\nend%s\n", result ? "function" : "task");
}

static void put_always(const xmlNode *node)
{
	xmlNode *at = first(node);
	const char *separator = "";

	put_line(node);
	if (at && is(at, "sentree")) {
		printf("always @(");
		for (xmlNode *item = first(at); item; item = next(item)) {
			const char *edge = attribute(item, "edgeType");
			if (!edge || !first(item))
				refuse(item, "an event that is no edge");
			printf("%s%s", separator, !strcmp(edge, "POS") ? "posedge " : !strcmp(edge, "NEG") ? "negedge " : "");
			put(first(item));
			separator = " or ";
		}
		printf(") begin\n");
		at = next(at);
	} else {
		printf("always @* begin\n");
	}
	put_statements(at, NULL);
	printf("end\n");
}

/* A constant net, or the state after power-up. */
static void put_initial(const xmlNode *node)
{
	for (xmlNode *c = first(node); c; c = next(c))
		if (is(c, "assign") && is(need(c, 1), "varref") && !is_assigned(attribute(need(c, 1), "name"))) {
			put_line(c);
			printf("assign ");
			put_assign(c, "=", ";\n");
		} else if (!has_no_hardware(c)) {
			printf("initial begin\n");
			put_statement(c);
			printf("end\n");
		}
}

static void put_instance(const xmlNode *node)
{
	const char *separator = "";

	put_line(node);
	put_name(attribute(node, "defName"));
	putchar(' ');
	put_name(attribute(node, "name"));
	printf(" (");
	for (xmlNode *port = first(node); port; port = next(port)) {
		if (!is(port, "port"))
			continue;
		printf("%s.", separator);
		put_name(attribute(port, "name"));
		putchar('(');
		if (first(port))
			put(first(port));
		putchar(')');
		separator = ", ";
	}
	printf(");\n");
}

static void put_items(const xmlNode *scope);

static void put_item(xmlNode *node)
{
	const char *name = attribute(node, "name");

	if (is(node, "var")) {
		if (attribute(node, "dir"))
			return;
		put_line(node);
		if (attribute(node, "param") || attribute(node, "localparam")) {
			if (first(node) && is_constant(first(node)) && strchr(attribute(first(node), "name"), '\'')) {
				put_variable(node, "localparam");
				printf(" = ");
				put(first(node));
				printf(";\n");
			}
			return;
		}
		put_variable(node, "logic");
		printf(";\n");
	} else if (is(node, "contassign") || is(node, "assignw")) {
		put_line(node);
		printf("assign ");
		put_assign(node, "=", ";\n");
	} else if (is(node, "always") || is(node, "alwayspost")) {
		put_always(node);
	} else if (is(node, "initial") || is(node, "initialstatic")) {
		put_initial(node);
	} else if (is(node, "instance")) {
		put_instance(node);
	} else if (is(node, "func") || is(node, "task")) {
		put_function(node);
	} else if (is(node, "begin")) {
		printf("generate if (1) begin");
		if (name && *name) {
			printf(" : ");
			put_name(name);
		}
		putchar('\n');
		put_items(node);
		printf("end endgenerate\n");
	} else if (!has_no_hardware(node) && !is(node, "final")) {
		refuse(node, "'%s' is nothing that mutants are made of yet", node->name);
	}
}

static void put_items(const xmlNode *scope)
{
	for (xmlNode *c = first(scope); c; c = next(c))
		if (is(c, "var"))
			put_item(c);
	for (xmlNode *c = first(scope); c; c = next(c))
		if (!is(c, "var"))
			put_item(c);
}

static bool has_function(const xmlNode *scope, const char *name)
{
	for (xmlNode *c = first(scope); c; c = next(c))
		if ((is(c, "func") || is(c, "task")) && !strcmp(attribute(c, "name"), name))
			return true;
	return false;
}

static bool calls(const xmlNode *scope, const char *name)
{
	if ((is(scope, "funcref") || is(scope, "taskref")) && !strcmp(attribute(scope, "name"), name))
		return true;
	for (xmlNode *c = first(scope); c; c = next(c))
		if (calls(c, name))
			return true;
	return false;
}

/* The functions of packages that the module calls are its own here, and those that they call. */
static void put_package_functions(const xmlNode *module)
{
	for (xmlNode *package = first(netlist); package; package = next(package))
		for (xmlNode *f = is(package, "package") ? first(package) : NULL; f; f = next(f)) {
			bool wanted = (is(f, "func") || is(f, "task")) && !has_function(module, attribute(f, "name"));
			if (wanted && (calls(module, attribute(f, "name")) || calls(package, attribute(f, "name"))))
				put_function(f);
		}
}

static void put_module(const xmlNode *module)
{
	const char *separator = "";

	assigned_count = cut_count = 0;
	note_all(module);
	put_line(module);
	printf("module ");
	put_name(attribute(module, "name"));
	printf(" (");
	for (xmlNode *c = first(module); c; c = next(c))
		if (is(c, "var") && attribute(c, "dir")) {
			const char *dir = attribute(c, "dir");
			printf("%s", separator);
			put_variable(c, !strcmp(dir, "input")    ? "input wire"
			                : !strcmp(dir, "output") ? "output logic"
			                                         : "inout wire");
			separator = ", ";
		}
	printf(");\nwire net_of_0 = 1'b0;\n");
	put_items(module);
	put_package_functions(module);
	for (unsigned i = 0; i < cut_count; i++)
		printf("function automatic [%u:0] cut_%u_%u; input [%u:0] whole; cut_%u_%u = whole[%u:0]; endfunction\n",
		       cut[i].to - 1, cut[i].from, cut[i].to, cut[i].from - 1, cut[i].from, cut[i].to, cut[i].to - 1);
	printf("endmodule\n");
}

static void read_tables(xmlNode *root)
{
	for (xmlNode *part = first(root); part; part = next(part)) {
		if (is(part, "netlist"))
			netlist = part;
		for (xmlNode *f = is(part, "files") ? first(part) : NULL; f && file_count < FILES_MAX; f = next(f)) {
			files[file_count].id = attribute(f, "id");
			files[file_count++].name = attribute(f, "filename");
		}
	}
	for (xmlNode *table = netlist ? first(netlist) : NULL; table; table = next(table))
		for (xmlNode *type = is(table, "typetable") ? first(table) : NULL; type; type = next(type)) {
			const char *id = attribute(type, "id");
			if (id && strtoul(id, NULL, 10) < TYPES_MAX)
				types[strtoul(id, NULL, 10)] = type;
		}
}

int main(int argc, char **argv)
{
	xmlDoc *document = argc == 2 ? xmlReadFile(argv[1], NULL, XML_PARSE_HUGE) : NULL;

	if (!document || !xmlDocGetRootElement(document)) {
		fprintf(stderr, argc == 2 ? "%s: it is no tree of Verilator\n" : "usage: tree_verilog TREE.xml\n", argv[1]);
		return 2;
	}
	read_tables(xmlDocGetRootElement(document));
	if (!netlist) {
		fprintf(stderr, "%s: it has no netlist\n", argv[1]);
		return 2;
	}
	for (xmlNode *module = first(netlist); module; module = next(module))
		if (is(module, "module"))
			put_module(module);
	xmlFreeDoc(document);
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
