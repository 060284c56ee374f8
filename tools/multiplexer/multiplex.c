/* SPDX-License-Identifier: Apache-2.0 */
/* Joins many faults of the RTL into one, whose modules have them all and show the one whose number is planted_fault, or none if that is 0. So one
 * simulation model serves a hundred mutants.
 *
 * Rules.
 *  1. Each file that a fault changes is compared with its own, tree with tree (verilog.h), down to the smallest part for which a multiplexer can
 *     stand: a statement ("if (planted == 16'd17) new else old"), the condition of an if, the right side of an assign, of a declaration or of a
 *     port that is an input. A localparam becomes a wire if nothing needs it as a constant.
 *  2. What a fault adds to a module is always there, under names of its own; an always block of it does nothing without the fault.
 *  3. A fault whose difference is of another kind is left out. It has to be built by itself.
 *
 * usage: multiplex OUT < LIST; each line of LIST is "NUMBER FILE CHANGED": fault NUMBER, from 1, has CHANGED instead of FILE. Writes each
 * OUT/FILE, and prints the numbers of the faults that it has joined. */
#include "difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file, and one that FAULT has instead of it. */
struct line {
	unsigned number;
	char path[256], changed[256];
};

struct source {
	const char *path;
	struct verilog *file;
	bool changed;
	struct source *next;
};

/* ---- the joined file ---- */

static void print_token(FILE *out, const struct token *t, const struct fault *fault)
{
	fprintf(out, "%.*s", t->len, t->text);
	if (fault && fault_adds(fault, t))
		fprintf(out, "_planted%u", fault->number);
}

/* Tokens of a fault, each with its own white space, but without that before the first. */
static void print_tokens(FILE *out, const struct change *change, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		const struct token *t = &change->file->token[i];
		bool part = i && token_is(t - 1, "."); /* the name of a port is not one of the fault's */
		fprintf(out, "%.*s", i == begin ? 0 : t->space, t->text - t->space);
		print_token(out, t, part ? NULL : change->fault);
	}
}

static void print_change(FILE *out, const struct change *change)
{
	print_tokens(out, change, change->begin, change->end);
}

static void print_node(FILE *out, const struct verilog *file, const struct node *node);

static void print_old(FILE *out, const struct verilog *file, const struct node *node)
{
	for (size_t i = 0; i < node->children; i++)
		print_node(out, file, node->child[i]);
	for (size_t i = node->begin; !node->children && i < node->end; i++) {
		fprintf(out, "%.*s", file->token[i].space, file->token[i].text - file->token[i].space);
		print_token(out, &file->token[i], NULL);
	}
}

/* How a choice between what faults plant and what stands in the file is written. */
struct choice {
	const char *open, *if_planted, *then, *otherwise, *last, *close;
};
static const struct choice statement_choice = { " begin", " if (", ") begin ", "\nend else", " begin", "\nend end" };
static const struct choice value_choice = { "", " ", " ? (", ") :", " (", ")" };

static void print_choice(FILE *out, const struct verilog *file, const struct node *node, const struct choice *words)
{
	fputs(words->open, out);
	for (const struct change *c = node->change; c; c = c->next) {
		fprintf(out, "%splanted == 16'd%u%s", words->if_planted, c->fault->number, words->then);
		print_change(out, c);
		fputs(words->otherwise, out);
	}
	fputs(words->last, out);
	print_old(out, file, node);
	fputs(words->close, out);
}

/* FIXED of "wire [7:0] name =", with another keyword and the number of a fault behind the name. */
static void print_declares(FILE *out, const struct verilog *file, const struct node *fixed, const char *keyword, unsigned number)
{
	fprintf(out, "\n%s", keyword);
	for (size_t i = fixed->begin + 1; i + 1 < fixed->end; i++)
		fprintf(out, " %.*s", file->token[i].len, file->token[i].text);
	fprintf(out, "_planted%u =", number);
}

/* The value of each fault has a name of its own, so that it is as wide as what is declared. */
static void print_declaration(FILE *out, const struct verilog *file, const struct node *node)
{
	const struct node *fixed = node->child[0], *value = node->child[1];
	const struct token *begin = &file->token[fixed->begin], *name = &file->token[fixed->end - 2];
	const char *keyword = node->kind == NODE_CONSTANT ? "localparam" : "wire";
	bool range = token_is(begin + 1, "[") || token_is(begin + 1, "signed");

	for (const struct change *c = value->change; c; c = c->next) {
		print_declares(out, file, fixed, keyword, c->fault->number);
		fprintf(out, " ");
		print_change(out, c);
		fprintf(out, ";");
	}
	print_declares(out, file, fixed, keyword, 0);
	print_old(out, file, value);
	fprintf(out, ";\nwire%s", node->kind == NODE_CONSTANT && !range ? " signed [31:0]" : "");
	for (size_t i = fixed->begin + 1; i < fixed->end; i++)
		fprintf(out, " %.*s", file->token[i].len, file->token[i].text);
	for (const struct change *c = value->change; c; c = c->next)
		fprintf(out, " planted == 16'd%u ? %.*s_planted%u :", c->fault->number, name->len, name->text, c->fault->number);
	fprintf(out, " %.*s_planted0;", name->len, name->text);
}

static void print_added(FILE *out, const struct node *node)
{
	for (const struct change *c = node->after; c; c = c->next) {
		fprintf(out, "\n");
		if (!c->guarded) {
			print_change(out, c);
			continue;
		}
		print_tokens(out, c, c->begin, c->guarded);
		fprintf(out, " if (planted == 16'd%u) begin ", c->fault->number);
		print_tokens(out, c, c->guarded, c->end);
		fprintf(out, "\nend");
	}
}

static void print_node(FILE *out, const struct verilog *file, const struct node *node)
{
	bool declaration = node->kind == NODE_DECLARE || node->kind == NODE_CONSTANT;

	if (declaration && node->children == 3 && node->child[1]->change)
		print_declaration(out, file, node);
	else if (node->change && verilog_statement(node))
		print_choice(out, file, node, &statement_choice);
	else if (node->change)
		print_choice(out, file, node, &value_choice);
	else
		print_old(out, file, node);
	print_added(out, node);
}

/* The module, in which planted is the number of the fault. */
static void print_file(FILE *out, const struct verilog *file)
{
	struct node *header = file->root->child[0];

	print_old(out, file, header);
	fprintf(out, "\n`systemc_header\nextern \"C\" unsigned planted_fault;\n`verilog\nreg [15:0] planted;\n"
	             "initial planted = $c16(\"planted_fault\");");
	print_added(out, header);
	for (size_t i = 1; i < file->root->children; i++)
		print_node(out, file, file->root->child[i]);
	fprintf(out, "\n");
}

static void write_source(const char *folder, const struct source *source)
{
	char path[512];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", folder, source->path);
	out = fopen(path, "w");
	if (out)
		print_file(out, source->file);
	if (out && !ferror(out) && !fclose(out))
		return;
	perror(path);
	exit(2);
}

/* ---- faults ---- */

static struct source *source_of(struct source **list, const char *path)
{
	while (*list && strcmp((*list)->path, path))
		list = &(*list)->next;
	if (!*list) {
		*list = verilog_memory(sizeof(**list));
		(*list)->path = strdup(path);
		(*list)->file = verilog_read(path);
		if (!(*list)->file->root)
			fprintf(stderr, "%s\n", (*list)->file->problem);
	}
	return *list;
}

/* Joins the fault of the COUNT lines from LINE on if that is possible, and prints its number then. */
static void join(struct source **sources, const struct line *line, size_t count)
{
	struct fault *fault = verilog_memory(sizeof(*fault));
	struct difference d = { .fault = fault };
	bool ok = true;

	fault->number = line->number;
	for (size_t i = 0; ok && i < count; i++) {
		d.old = source_of(sources, line[i].path)->file;
		d.new = verilog_read(line[i].changed);
		ok = difference_compare(&d);
	}
	if (!ok)
		return;
	printf("%u\n", fault->number);
	difference_commit(&d);
	for (size_t i = 0; i < count; i++)
		source_of(sources, line[i].path)->changed = true;
}

int main(int argc, char **argv)
{
	static struct line line[4096];
	struct source *sources = NULL;
	size_t lines = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: multiplex OUT < LIST\n");
		return 2;
	}
	while (lines < sizeof(line) / sizeof(line[0]) &&
	       scanf("%u %255s %255s", &line[lines].number, line[lines].path, line[lines].changed) == 3)
		lines++;
	for (size_t i = 0, next; i < lines; i = next) {
		for (next = i + 1; next < lines && line[next].number == line[i].number;)
			next++;
		join(&sources, &line[i], next - i);
	}
	for (const struct source *s = sources; s; s = s->next)
		if (s->changed)
			write_source(argv[1], s);
	return 0;
}
