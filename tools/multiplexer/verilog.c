/* SPDX-License-Identifier: Apache-2.0 */
/* Reads Verilog into a tree. Each parser begins at the present token and leaves the token after its node. */
#include "verilog.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	struct verilog *file;
	size_t at;
	jmp_buf refused;
};

void *verilog_memory(size_t octets)
{
	void *ret = calloc(1, octets);

	if (ret)
		return ret;
	fprintf(stderr, "out of memory\n");
	exit(2);
}

bool verilog_statement(const struct node *node)
{
	return node->kind >= NODE_STATEMENT;
}

/* ---- tree ---- */

static const struct token *now(const struct parser *p)
{
	return &p->file->token[p->at];
}

static bool is(const struct parser *p, const char *text)
{
	return token_is(now(p), text);
}

static bool is_any(const struct parser *p, const char *const *words)
{
	for (; *words; words++)
		if (is(p, *words))
			return true;
	return false;
}

static void refuse(struct parser *p, const char *wanted)
{
	size_t number = 1;

	for (const char *c = p->file->text; c < now(p)->text; c++)
		number += *c == '\n';
	snprintf(p->file->problem, sizeof(p->file->problem), "%s:%zu: %s is expected before '%.*s'", p->file->path, number,
	         wanted, now(p)->len < 40 ? now(p)->len : 40, now(p)->text);
	longjmp(p->refused, 1);
}

static void advance(struct parser *p)
{
	if (!now(p)->len)
		refuse(p, "more text");
	p->at++;
}

static void skip(struct parser *p, const char *text)
{
	if (!is(p, text))
		refuse(p, text);
	p->at++;
}

static struct node *open_node(const struct parser *p, enum node_kind kind)
{
	struct node *ret = verilog_memory(sizeof(*ret));

	ret->kind = kind;
	ret->begin = p->at;
	return ret;
}

static struct node *close_node(const struct parser *p, struct node *node)
{
	node->end = p->at;
	return node;
}

static void add(struct node *node, struct node *child)
{
	struct node **more = realloc(node->child, (node->children + 1) * sizeof(*more));

	if (!more) {
		fprintf(stderr, "out of memory\n");
		exit(2);
	}
	node->child = more;
	node->child[node->children++] = child;
}

/* Skips to the first of the single octets STOPS outside of all brackets. */
static void skip_to(struct parser *p, const char *stops)
{
	int depth = 0;

	for (;; advance(p)) {
		char c = now(p)->len == 1 ? *now(p)->text : '\0';
		if (!depth && c && strchr(stops, c))
			return;
		depth += c == '(' || c == '[' || c == '{';
		depth -= c == ')' || c == ']' || c == '}';
	}
}

/* The present token opens a bracket; leaves the token after the one that closes it. */
static void skip_bracket(struct parser *p)
{
	const char *close = is(p, "(") ? ")" : is(p, "[") ? "]" : "}";

	advance(p);
	skip_to(p, close);
	advance(p);
}

static void skip_label(struct parser *p)
{
	if (!is(p, ":"))
		return;
	advance(p);
	advance(p);
}

static void skip_declarations(struct parser *p, const char *const *words)
{
	while (is_any(p, words)) {
		skip_to(p, ";");
		advance(p);
	}
}

static struct node *parse_statement(struct parser *p);

/* Adds the tokens from BEGIN up to the present one as a fixed part, and the statement that they introduce. */
static void add_statement(struct parser *p, struct node *node, size_t begin)
{
	struct node *part = open_node(p, NODE_FIXED);

	part->begin = begin;
	add(node, close_node(p, part));
	add(node, parse_statement(p));
}

static struct node *parse_if(struct parser *p)
{
	struct node *ret = open_node(p, NODE_IF), *part = open_node(p, NODE_FIXED);
	size_t begin;

	skip(p, "if");
	skip(p, "(");
	add(ret, close_node(p, part));
	part = open_node(p, NODE_CONDITION);
	skip_to(p, ")");
	add(ret, close_node(p, part));
	begin = p->at;
	skip(p, ")");
	add_statement(p, ret, begin);
	if (is(p, "else")) {
		begin = p->at;
		advance(p);
		add_statement(p, ret, begin);
	}
	return close_node(p, ret);
}

static void skip_macro(struct parser *p)
{
	advance(p);
	if (is(p, "("))
		skip_bracket(p);
}

static struct node *parse_case(struct parser *p)
{
	struct node *ret = open_node(p, NODE_CASE), *part;
	size_t begin = p->at;

	if (is(p, "unique"))
		advance(p);
	advance(p);
	skip_bracket(p);
	while (!is(p, "endcase")) {
		size_t start = p->at;
		if (*now(p)->text == '`') {
			skip_macro(p);
			if (!is(p, ":") && !is(p, ",") && !is(p, "["))
				continue;
			p->at = start;
		}
		if (is(p, "default") && token_is(&p->file->token[p->at + 1], ":"))
			advance(p);
		else
			skip_to(p, ":");
		skip(p, ":");
		add_statement(p, ret, begin);
		begin = p->at;
	}
	part = open_node(p, NODE_FIXED);
	part->begin = begin;
	advance(p);
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static struct node *parse_loop(struct parser *p)
{
	struct node *ret = open_node(p, NODE_LOOP);

	advance(p);
	skip_bracket(p);
	add_statement(p, ret, ret->begin);
	return close_node(p, ret);
}

static struct node *parse_block(struct parser *p)
{
	static const char *const declarations[] = { "reg", "integer", "logic", "int", NULL };
	struct node *ret = open_node(p, NODE_BLOCK), *part = open_node(p, NODE_FIXED);

	skip(p, "begin");
	skip_label(p);
	skip_declarations(p, declarations);
	add(ret, close_node(p, part));
	while (!is(p, "end"))
		add(ret, parse_statement(p));
	part = open_node(p, NODE_FIXED);
	advance(p);
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static struct node *parse_statement(struct parser *p)
{
	static const char *const cases[] = { "case", "casez", "casex", "unique", NULL }, *const loops[] = { "for", "while",
		                                                                                            "repeat", NULL };
	struct node *ret;

	if (is(p, "begin"))
		return parse_block(p);
	if (is(p, "if"))
		return parse_if(p);
	if (is_any(p, cases))
		return parse_case(p);
	if (is_any(p, loops))
		return parse_loop(p);
	ret = open_node(p, NODE_STATEMENT);
	if (*now(p)->text == '`') {
		skip_macro(p);
		if (!is(p, "<=") && !is(p, "=") && !is(p, ";") && !is(p, "["))
			return close_node(p, ret);
	}
	skip_to(p, ";");
	advance(p);
	return close_node(p, ret);
}

/* What stands between "=" and ";" is of KIND. Several names in one declaration are a leaf. */
static struct node *parse_equals(struct parser *p, enum node_kind kind, enum node_kind value)
{
	struct node *ret = open_node(p, kind), *part = open_node(p, NODE_FIXED);

	skip_to(p, "=,;");
	if (is(p, "=")) {
		size_t equals = p->at + 1;
		skip_to(p, ",;");
		if (is(p, ";")) {
			p->at = equals;
			add(ret, close_node(p, part));
			part = open_node(p, value);
			skip_to(p, ";");
			add(ret, close_node(p, part));
			part = open_node(p, NODE_FIXED);
		}
	}
	skip_to(p, ";");
	advance(p);
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static struct node *parse_always(struct parser *p)
{
	struct node *ret = open_node(p, NODE_ALWAYS);

	advance(p);
	if (is(p, "@")) {
		advance(p);
		if (is(p, "("))
			skip_bracket(p);
		else
			skip(p, "*");
	}
	add_statement(p, ret, ret->begin);
	return close_node(p, ret);
}

static struct node *parse_function(struct parser *p)
{
	static const char *const declarations[] = { "input", "reg", "integer", "logic", "int", NULL };
	struct node *ret = open_node(p, NODE_FUNCTION), *part;

	skip_to(p, ";");
	advance(p);
	skip_declarations(p, declarations);
	add_statement(p, ret, ret->begin);
	while (!is(p, "endfunction"))
		add(ret, parse_statement(p));
	part = open_node(p, NODE_FIXED);
	skip(p, "endfunction");
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static struct node *parse_instance(struct parser *p)
{
	struct node *ret = open_node(p, NODE_INSTANCE), *part = open_node(p, NODE_FIXED);

	advance(p);
	if (is(p, "#")) {
		advance(p);
		skip_bracket(p);
	}
	advance(p);
	skip(p, "(");
	while (!is(p, ")")) {
		if (!is(p, ".")) { /* a comma, or a macro */
			advance(p);
			continue;
		}
		advance(p);
		advance(p);
		if (!is(p, "(")) /* of SystemVerilog: a port and a net of one name */
			continue;
		skip(p, "(");
		add(ret, close_node(p, part));
		part = open_node(p, NODE_VALUE);
		skip_to(p, ")");
		add(ret, close_node(p, part));
		part = open_node(p, NODE_FIXED);
		skip(p, ")");
	}
	advance(p);
	skip(p, ";");
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static struct node *parse_items(struct parser *p);

/* A branch of a generate for or if. */
static void parse_branch(struct parser *p, struct node *scope, struct node *part)
{
	skip(p, "begin");
	skip_label(p);
	add(scope, close_node(p, part));
	add(scope, parse_items(p));
}

static struct node *parse_scope(struct parser *p)
{
	struct node *ret = open_node(p, NODE_SCOPE), *part = open_node(p, NODE_FIXED);

	advance(p);
	skip_bracket(p);
	parse_branch(p, ret, part);
	part = open_node(p, NODE_FIXED);
	skip(p, "end");
	while (is(p, "else")) {
		advance(p);
		if (is(p, "if")) {
			advance(p);
			skip_bracket(p);
		}
		parse_branch(p, ret, part);
		part = open_node(p, NODE_FIXED);
		skip(p, "end");
	}
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static struct node *parse_item(struct parser *p)
{
	static const char *const declarations[] = { "wire", "reg", "integer", "genvar", "logic", "int", NULL },
				 *const scopes[] = { "for", "if", NULL },
				 *const always[] = { "always", "always_ff", "always_comb", "initial", NULL },
				 *const whole[] = { "parameter", "typedef", NULL },
				 *const fixed[] = { "generate", "endgenerate", "parameter", "typedef", NULL };
	struct node *leaf;

	if (is_any(p, declarations))
		return parse_equals(p, NODE_DECLARE, NODE_INITIAL);
	if (is(p, "localparam"))
		return parse_equals(p, NODE_CONSTANT, NODE_INITIAL);
	if (is(p, "assign"))
		return parse_equals(p, NODE_ASSIGN, NODE_VALUE);
	if (is_any(p, always))
		return parse_always(p);
	if (is(p, "function"))
		return parse_function(p);
	if (is_any(p, scopes))
		return parse_scope(p);
	if (token_name(now(p)) && !is_any(p, fixed))
		return verilog_type(now(p)) ? parse_equals(p, NODE_DECLARE, NODE_INITIAL) : parse_instance(p);
	leaf = open_node(p, NODE_FIXED);
	if (is_any(p, whole)) {
		skip_to(p, ";");
		advance(p);
	} else if (*now(p)->text == '`' && !token_directive(now(p)->text)) {
		skip_macro(p);
	} else {
		advance(p);
	}
	return close_node(p, leaf);
}

static struct node *parse_items(struct parser *p)
{
	struct node *ret = open_node(p, NODE_ITEMS);

	while (!is(p, "end") && !is(p, "endmodule"))
		add(ret, parse_item(p));
	return close_node(p, ret);
}

static struct node *parse_file(struct parser *p)
{
	struct node *ret = open_node(p, NODE_FIXED), *part = open_node(p, NODE_FIXED);

	while (!is(p, "module"))
		advance(p);
	advance(p);
	advance(p);
	if (is(p, "import")) {
		skip_to(p, ";");
		advance(p);
	}
	skip_to(p, ";");
	advance(p);
	add(ret, close_node(p, part));
	add(ret, parse_items(p));
	part = open_node(p, NODE_FIXED);
	skip(p, "endmodule");
	while (now(p)->len)
		advance(p);
	add(ret, close_node(p, part));
	return close_node(p, ret);
}

static char *read_text(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!in || getdelim(&text, &size, '\0', in) < 0) {
		fprintf(stderr, "%s: it cannot be read\n", path);
		exit(2);
	}
	fclose(in);
	return text;
}

struct verilog *verilog_read(const char *path)
{
	struct verilog *ret = verilog_memory(sizeof(*ret));
	struct parser p = { .file = ret };

	ret->path = path;
	ret->text = read_text(path);
	verilog_cut(ret);
	if (!setjmp(p.refused))
		ret->root = parse_file(&p);
	return ret;
}
