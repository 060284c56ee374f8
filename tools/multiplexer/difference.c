/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the file of a fault with the RTL's own, tree with tree, down to the smallest parts that differ. */
#include "difference.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pending {
	struct change **list;
	struct change *change;
	struct pending *next;
};

static void append(struct difference *d, struct change **list, const struct node *new, size_t guarded)
{
	struct change *change = verilog_memory(sizeof(*change));
	struct pending *pending = verilog_memory(sizeof(*pending));

	*change = (struct change){ .fault = d->fault, .file = d->new };
	if (new) {
		change->begin = new->begin;
		change->end = new->end;
		change->guarded = guarded;
	}
	*pending = (struct pending){ list, change, d->pending };
	d->pending = pending;
}

static bool same(const struct difference *d, const struct node *old, const struct node *new)
{
	return tokens_same(d->old, old, d->new, new);
}

static bool token_same(const struct token *a, const struct token *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, (size_t)a->len);
}

static bool keyword(const struct token *token)
{
	static const char *const words[] = { "wire",   "reg",      "integer",   "genvar", "localparam",
		                             "signed", "function", "automatic", "logic",  "int" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (token_is(token, words[i]))
			return true;
	return false;
}

/* Returns the first name from *AT on that ITEM declares, and leaves the place behind it there; NULL: there is none more. */
static const struct token *declared(const struct verilog *file, const struct node *item, size_t *at)
{
	const struct token *found = NULL;
	int depth = 0;
	bool value = false;

	for (; *at < item->end && !found; ++*at) {
		const struct token *t = &file->token[*at];
		char c = t->len == 1 ? *t->text : '\0';
		depth += c == '(' || c == '[' || c == '{';
		depth -= c == ')' || c == ']' || c == '}';
		if (!depth && (c == '=' || c == ','))
			value = c == '=';
		if (!depth && !value && token_name(t) && !keyword(t) && !verilog_type(t))
			found = t;
		if (found && item->kind == NODE_FUNCTION)
			*at = item->end - 1;
	}
	return found;
}

bool fault_adds(const struct fault *fault, const struct token *token)
{
	for (const struct name *n = fault->names; n; n = n->next)
		if (token_same(n->token, token))
			return true;
	return false;
}

static void add_names(struct difference *d, const struct node *item)
{
	size_t at = item->begin;

	for (const struct token *t; (t = declared(d->new, item, &at));) {
		struct name *name = verilog_memory(sizeof(*name));
		*name = (struct name){ t, d->fault->names };
		d->fault->names = name;
	}
}

static bool compare(struct difference *d, struct node *old, const struct node *new);

/* The children are compared one by one. */
static bool compare_children(struct difference *d, struct node *old, const struct node *new)
{
	bool ok = old->children == new->children;

	for (size_t i = 0; ok && i < old->children; i++)
		ok = compare(d, old->child[i], new->child[i]);
	return ok;
}

/* The statements between those that both have are compared one by one, or come and go as a whole. */
static bool compare_block(struct difference *d, struct node *old, const struct node *new)
{
	size_t first = 0, old_end = old->children, new_end = new->children;

	if (old_end == new_end)
		return compare_children(d, old, new);
	while (first < old_end && first < new_end && same(d, old->child[first], new->child[first]))
		first++;
	if (!first)
		return false;
	while (old_end > first && new_end > first && same(d, old->child[old_end - 1], new->child[new_end - 1])) {
		old_end--;
		new_end--;
	}
	for (size_t i = first; i < new_end; i++)
		append(d, &old->child[first - 1]->after, new->child[i], new->child[i]->begin);
	for (size_t i = first; i < old_end; i++)
		append(d, &old->child[i]->change, NULL, 0);
	return true;
}

/* Returns whether PORT of the module of an instance is an input. */
static bool input(const struct token *module, const struct token *port)
{
	char pattern[256];
	glob_t found;
	bool ret = false, direction = false;
	struct verilog *file;

	snprintf(pattern, sizeof(pattern), "rtl/{*/,}%.*s.{v,sv}", module->len, module->text);
	if (glob(pattern, GLOB_BRACE, NULL, &found))
		return false;
	file = verilog_read(found.gl_pathv[0]);
	globfree(&found);
	for (size_t i = 0; file->root && i < file->root->child[0]->end; i++) {
		if (token_is(&file->token[i], "input") || token_is(&file->token[i], "output"))
			direction = token_is(&file->token[i], "input");
		if (token_same(&file->token[i], port))
			ret = direction;
	}
	return ret;
}

static bool compare_instance(struct difference *d, struct node *old, const struct node *new)
{
	bool ok = old->children == new->children;

	for (size_t i = 0; ok && i < old->children; i++) {
		struct node *part = old->child[i];
		if (same(d, part, new->child[i]))
			continue;
		/* before the value are the name of the port and a bracket */
		ok = part->kind == NODE_VALUE && part->begin < part->end &&
		     new->child[i]->begin <
		         new->child[i]->end &&input(&d->old->token[old->begin], &d->old->token[part->begin - 2]) &&
		     compare(d, part, new->child[i]);
	}
	return ok;
}

/* Returns whether the token at AT, a name, stands where a wire can: not as a width, a bound or a count of repetitions. */
static bool variable_can(const struct verilog *file, const struct node *leaf, size_t at)
{
	int depth = 0;

	if (at + 1 < leaf->end && token_is(&file->token[at + 1], "{") && at && token_is(&file->token[at - 1], "{"))
		return false;
	for (size_t i = at; i-- > leaf->begin;) { /* to the square bracket around it */
		depth += token_is(&file->token[i], "]");
		depth -= token_is(&file->token[i], "[");
		if (depth < 0)
			break;
	}
	if (depth >= 0)
		return true;
	depth = 0;
	for (size_t i = at; i < leaf->end; i++) {
		const struct token *t = &file->token[i];
		depth += token_is(t, "[");
		depth -= token_is(t, "]");
		if (depth < 0)
			break;
		if (token_is(t, ":"))
			return false;
	}
	for (size_t i = at; i-- > leaf->begin && !token_is(&file->token[i], "[");)
		if (token_is(&file->token[i], ":") || token_is(&file->token[i], "+:") || token_is(&file->token[i], "-:"))
			return false;
	return true;
}

/* Returns whether NAME, a localparam that DECLARATION declares, could be a wire everywhere in NODE. */
static bool wire_can(const struct verilog *file, const struct node *node, const struct node *declaration,
                     const struct token *name)
{
	bool ok = true;

	if (node == declaration)
		return true;
	for (size_t i = 0; ok && i < node->children; i++)
		ok = wire_can(file, node->child[i], declaration, name) ||
		     (node->kind == NODE_CASE && node->child[i]->kind == NODE_FIXED);
	for (size_t i = node->begin; ok && !node->children && i < node->end; i++)
		if (token_same(&file->token[i], name) && !token_is(&file->token[i ? i - 1 : 0], "."))
			ok = (node->kind == NODE_STATEMENT || node->kind == NODE_CONDITION || node->kind == NODE_VALUE ||
			      node->kind == NODE_INITIAL) &&
			     variable_can(file, node, i);
	for (size_t i = 0; ok && node->kind == NODE_CONSTANT && i + node->begin < node->end; i++)
		ok = !token_same(&file->token[i + node->begin], name);
	return ok;
}

static const struct token *name_of(const struct verilog *file, const struct node *item)
{
	size_t at = item->begin;

	return declared(file, item, &at);
}

/* The value of a localparam without a range decides on its width, so that only a plain number is known to be as wide as an integer. */
static bool plain(const struct verilog *file, const struct node *value)
{
	const struct token *t = &file->token[value->begin];

	return value->end == value->begin + 1 && strspn(t->text, "0123456789") == (size_t)t->len;
}

static bool compare_declaration(struct difference *d, struct node *old, const struct node *new)
{
	if (old->children != 3 || new->children != 3 || !same(d, old->child[0], new->child[0]))
		return false;
	if (old->kind == NODE_DECLARE)
		return token_is(&d->old->token[old->begin], "wire") && compare(d, old->child[1], new->child[1]);
	if (!token_is(&d->old->token[old->begin + 1], "[") && !(plain(d->old, old->child[1]) && plain(d->new, new->child[1])))
		return false;
	return wire_can(d->old, d->old->root, old, name_of(d->old, old)) && compare(d, old->child[1], new->child[1]);
}

/* ---- items ---- */

static const struct node *first_statement(const struct node *node)
{
	if (node->kind == NODE_STATEMENT)
		return node;
	for (size_t i = 0; i < node->children; i++) {
		const struct node *found = first_statement(node->child[i]);
		if (found)
			return found;
	}
	return NULL;
}

/* Returns whether two items are about the same: they declare or assign the same names. */
static bool about_same(const struct difference *d, const struct node *old, const struct node *new)
{
	const struct node *a, *b;

	if (old->kind != new->kind)
		return false;
	switch (old->kind) {
	case NODE_DECLARE:
	case NODE_CONSTANT:
	case NODE_FUNCTION:
		return token_same(name_of(d->old, old), name_of(d->new, new));
	case NODE_ASSIGN:
		return same(d, old->child[0], new->child[0]);
	case NODE_INSTANCE:
		return token_same(&d->old->token[old->begin], &d->new->token[new->begin]) &&
		       token_same(&d->old->token[old->child[0]->end - 4], &d->new->token[new->child[0]->end - 4]);
	case NODE_ALWAYS:
		a = first_statement(old);
		b = first_statement(new);
		return a && b && same(d, old->child[0], new->child[0]) &&
		       token_same(&d->old->token[a->begin], &d->new->token[b->begin]);
	case NODE_SCOPE:
		return same(d, old->child[0], new->child[0]);
	default:
		return same(d, old, new);
	}
}

/* Returns the first of the items of OLD, from FIRST to END, that is not in MATCHED yet and that NEW is about; END: none is. */
static size_t counterpart(const struct difference *d, const struct node *old, size_t first, size_t end, const bool *matched,
                          const struct node *new)
{
	for (size_t i = first; i < end; i++)
		if (!matched[i] && same(d, old->child[i], new))
			return i;
	for (size_t i = first; i < end; i++)
		if (!matched[i] && about_same(d, old->child[i], new))
			return i;
	return end;
}

/* A wire that is a function of itself would oscillate without the fault, too. */
static bool oscillates(const struct difference *d, const struct node *item)
{
	const struct token *name = item->kind == NODE_DECLARE ? name_of(d->new, item) : NULL;

	for (size_t i = item->begin; name && item->children == 3 && i < item->child[1]->end; i++)
		if (i >= item->child[1]->begin && token_same(&d->new->token[i], name))
			return true;
	return false;
}

/* Returns whether an always block with the head FIXED runs when another one of the module does, or is a function of wires: a clock of its own would wake
 * the whole model. */
static bool wakes_at_no_other_time(const struct difference *d, const struct node *fixed)
{
	const struct token *begin = &d->new->token[fixed->begin];
	const struct node *items = d->old->root->child[1];

	for (size_t i = 0; i < items->children; i++)
		if (items->child[i]->kind == NODE_ALWAYS && same(d, items->child[i]->child[0], fixed))
			return true;
	return (fixed->end - fixed->begin == 6 && token_is(begin + 3, "posedge") && token_is(begin + 4, "clk")) ||
	       (fixed->end - fixed->begin == 3 && token_is(begin + 2, "*")) || token_is(begin, "always_comb");
}

/* Adds ITEM behind AFTER, if nothing but what the fault adds can notice. */
static bool add_item(struct difference *d, struct node *after, const struct node *item)
{
	const struct node *fixed = item->children ? item->child[0] : NULL;
	const struct token *begin = &d->new->token[item->begin];

	if (oscillates(d, item))
		return false;
	if (item->kind == NODE_DECLARE || item->kind == NODE_CONSTANT || item->kind == NODE_FUNCTION)
		add_names(d, item);
	else if (item->kind == NODE_ASSIGN && !fault_adds(d->fault, begin + 1))
		return false;
	else if (item->kind == NODE_ALWAYS) {
		if (!wakes_at_no_other_time(d, fixed))
			return false;
	} else if (item->kind != NODE_ASSIGN) {
		return false;
	}
	append(d, &after->after, item, item->kind == NODE_ALWAYS ? item->child[1]->begin : 0);
	return true;
}

/* An item that the fault has no more: a declaration may stay. */
static bool remove_item(struct difference *d, struct node *item)
{
	if (item->kind == NODE_ALWAYS && !token_is(&d->old->token[item->begin], "initial"))
		append(d, &item->child[1]->change, NULL, 0);
	else if (item->kind != NODE_DECLARE && item->kind != NODE_CONSTANT && item->kind != NODE_FUNCTION)
		return false;
	return true;
}

/* BEFORE is the node in front of the items. */
static bool compare_items(struct difference *d, struct node *before, struct node *old, const struct node *new)
{
	size_t first = 0, old_end = old->children, new_end = new->children;
	bool *matched = verilog_memory(old_end + 1), ok = true;
	struct node *after;

	while (first < old_end && first < new_end && same(d, old->child[first], new->child[first]))
		first++;
	while (old_end > first && new_end > first && same(d, old->child[old_end - 1], new->child[new_end - 1])) {
		old_end--;
		new_end--;
	}
	after = first ? old->child[first - 1] : before;
	for (size_t i = first; ok && i < new_end; i++) {
		size_t k = counterpart(d, old, first, old_end, matched, new->child[i]);
		if (k == old_end) {
			ok = add_item(d, after, new->child[i]);
			continue;
		}
		matched[k] = true;
		after = old->child[k];
		ok = compare(d, old->child[k], new->child[i]);
	}
	for (size_t i = first; ok && i < old_end; i++)
		ok = matched[i] || remove_item(d, old->child[i]);
	free(matched);
	return ok;
}

static bool compare_scope(struct difference *d, struct node *old, const struct node *new)
{
	bool ok = old->children == new->children;

	for (size_t i = 0; ok && i < old->children; i++)
		ok = old->child[i]->kind == NODE_ITEMS ? compare_items(d, old->child[i - 1], old->child[i], new->child[i])
		                                       : same(d, old->child[i], new->child[i]);
	return ok;
}

static bool compare_inner(struct difference *d, struct node *old, const struct node *new)
{
	if (old->kind != new->kind)
		return false;
	switch (old->kind) {
	case NODE_DECLARE:
	case NODE_CONSTANT:
		return compare_declaration(d, old, new);
	case NODE_INSTANCE:
		return compare_instance(d, old, new);
	case NODE_SCOPE:
		return compare_scope(d, old, new);
	case NODE_BLOCK:
		return compare_block(d, old, new);
	case NODE_ALWAYS:
		return !token_is(&d->old->token[old->begin], "initial") && compare_children(d, old, new);
	default:
		return old->children && compare_children(d, old, new);
	}
}

/* Returns whether the difference of OLD and NEW can be joined, and notes what has to change. */
static bool compare(struct difference *d, struct node *old, const struct node *new)
{
	struct pending *so_far = d->pending;

	if (same(d, old, new) || compare_inner(d, old, new))
		return true;
	d->pending = so_far;
	if (!(verilog_statement(old) && verilog_statement(new)) &&
	    !(old->kind == new->kind && (old->kind == NODE_CONDITION || old->kind == NODE_VALUE || old->kind == NODE_INITIAL)))
		return false;
	append(d, &old->change, new, 0);
	return true;
}

static struct pending *reverse(struct pending *pending)
{
	struct pending *ret = NULL;

	while (pending) {
		struct pending *next = pending->next;
		pending->next = ret;
		ret = pending;
		pending = next;
	}
	return ret;
}

bool difference_compare(struct difference *d)
{
	struct node *root = d->old->root;
	const struct node *new = d->new->root;

	return root && new &&same(d, root->child[0], new->child[0]) &&
	       compare_items(d, root->child[0], root->child[1], new->child[1]) && same(d, root->child[2], new->child[2]);
}

void difference_commit(struct difference *d)
{
	for (struct pending *p = reverse(d->pending); p; p = p->next) {
		struct change **end = p->list;
		while (*end)
			end = &(*end)->next;
		*end = p->change;
	}
	d->pending = NULL;
}
