/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts Verilog into tokens, and compares them. */
#include "verilog.h"

#include <ctype.h>
#include <string.h>

bool token_is(const struct token *token, const char *text)
{
	return (size_t)token->len == strlen(text) && !strncmp(token->text, text, (size_t)token->len);
}

bool token_name(const struct token *token)
{
	return token->len && (isalpha((unsigned char)*token->text) || *token->text == '_');
}

bool verilog_type(const struct token *token)
{
	const struct token *next = token + 1;

	while (token_is(next, "[")) {
		while (next->len && !token_is(next, "]"))
			next++;
		next += !!next->len;
	}
	return token_name(token) && token_name(next) && !token_is(next + 1, "(") && !token_is(next + 1, "#");
}

bool tokens_same(const struct verilog *a, const struct node *x, const struct verilog *b, const struct node *y)
{
	if (x->end - x->begin != y->end - y->begin)
		return false;
	for (size_t i = 0; i < x->end - x->begin; i++) {
		const struct token *s = &a->token[x->begin + i], *t = &b->token[y->begin + i];
		if (s->len != t->len || memcmp(s->text, t->text, (size_t)s->len))
			return false;
	}
	return true;
}

static const char *skip_space(const char *p)
{
	for (;;) {
		const char *end;
		p += strspn(p, " \t\r\n");
		if (p[0] == '/' && p[1] == '/') {
			p += strcspn(p, "\n");
		} else if (p[0] == '/' && p[1] == '*') {
			end = strstr(p + 2, "*/");
			p = end ? end + 2 : p + strlen(p);
		} else {
			return p;
		}
	}
}

static size_t word(const char *p)
{
	size_t len = 0;

	while (isalnum((unsigned char)p[len]) || p[len] == '_' || p[len] == '$')
		len++;
	return len;
}

/* A directive is one token up to the end of its line, and so is a macro that is defined. */
bool token_directive(const char *p)
{
	static const char *const known[] = { "`include", "`define", "`undef", "`default_nettype", "`ifdef",
		                             "`ifndef",  "`else",   "`endif", "`timescale" };

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strncmp(p, known[i], strlen(known[i])) && !word(p + strlen(known[i])))
			return true;
	return false;
}

static size_t line(const char *p)
{
	size_t len = strcspn(p, "\n");

	while (p[len] && p[len - 1] == '\\')
		len += 1 + strcspn(p + len + 1, "\n");
	return len;
}

static size_t token_length(const char *p)
{
	static const char *const operators[] = { "<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&", "||",
		                                 "<<",  ">>",  "+:",  "-:",  "**", "~&", "~|", "~^", "^~" };

	if (token_directive(p))
		return line(p);
	if (*p == '`' || *p == '$')
		return 1 + word(p + 1);
	if (*p == '"') {
		size_t len = 1;
		while (p[len] && p[len] != '"')
			len += p[len] == '\\' && p[len + 1] ? 2 : 1;
		return len + !!p[len];
	}
	if (*p == '\'')
		return 1 + word(p + 1);
	if (word(p))
		return word(p);
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strncmp(p, operators[i], strlen(operators[i])))
			return strlen(operators[i]);
	return *p ? 1 : 0;
}

void verilog_cut(struct verilog *file)
{
	const char *p = file->text;
	bool more = true;

	file->token = verilog_memory((strlen(p) + 1) * sizeof(*file->token));
	while (more) {
		const char *start = skip_space(p);
		size_t len = token_length(start);
		file->token[file->tokens++] = (struct token){ start, (int)len, (int)(start - p) };
		p = start + len;
		more = len;
	}
}
