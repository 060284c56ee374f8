/* SPDX-License-Identifier: Apache-2.0 */
#include "design.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct type {
	uint32_t width, elements;
};
/* What a module assigns: where the variable stands in the assignment, and where it is declared. */
struct place {
	const char *loc, *name, *module, *declared;
};
enum { DEEP = 16, ARRAY_MOST = 1 << 16 };

static bool is(const xmlNode *node, const char *name)
{
	return node && node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name);
}

static const char *attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *a = node->properties; a; a = a->next)
		if (!strcmp((const char *)a->name, name) && a->children && a->children->content)
			return (const char *)a->children->content;
	return "";
}

/* Returns element INDEX among the children of NODE, or NULL. */
static const xmlNode *child(const xmlNode *node, unsigned index)
{
	for (const xmlNode *c = node->children; c; c = c->next)
		if (c->type == XML_ELEMENT_NODE && !index--)
			return c;
	return NULL;
}

static const xmlNode *named(const xmlNode *node, const char *name)
{
	for (const xmlNode *c = node->children; c; c = c->next)
		if (is(c, name))
			return c;
	return NULL;
}

/* Returns the next node of the tree below ROOT, which is no document. */
static const xmlNode *next_below(const xmlNode *root, const xmlNode *node)
{
	if (node->children)
		return node->children;
	while (node != root && !node->next)
		node = node->parent;
	return node == root ? NULL : node->next;
}

static bool constant(const xmlNode *node, uint32_t *ret)
{
	const char *text = is(node, "const") ? attribute(node, "name") : "", *digits = strchr(text, 'h');

	if (!digits)
		return false;
	*ret = (uint32_t)strtoul(digits + 1, NULL, 16);
	return true;
}

/* ---- types ---- */

static uint32_t range_length(const xmlNode *type)
{
	const xmlNode *range = named(type, "range");
	uint32_t left = 0, right = 0;

	if (!range || !constant(child(range, 0), &left) || !constant(child(range, 1), &right))
		return 0;
	return (left > right ? left - right : right - left) + 1;
}

static const xmlNode *type_node(const xmlNode *types, const char *id)
{
	for (const xmlNode *type = types->children; type; type = type->next)
		if (type->type == XML_ELEMENT_NODE && !strcmp(attribute(type, "id"), id))
			return type;
	return NULL;
}

static uint32_t basic_width(const xmlNode *type)
{
	const char *left = attribute(type, "left"), *right = attribute(type, "right");

	return *left && *right ? (uint32_t)labs(atol(left) - atol(right)) + 1 : 1;
}

static struct type type_of(const xmlNode *types, const xmlNode *type, unsigned depth)
{
	struct type ret = { 0, 0 }, sub;

	if (!type || !depth--)
		return ret;
	if (is(type, "basicdtype"))
		return (struct type){ basic_width(type), 0 };
	for (const xmlNode *m = is(type, "structdtype") ? type->children : NULL; m; m = m->next)
		if (is(m, "memberdtype"))
			ret.width += type_of(types, m, depth).width;
	if (is(type, "structdtype"))
		return ret;
	sub = type_of(types, type_node(types, attribute(type, "sub_dtype_id")), depth);
	if (is(type, "packarraydtype"))
		sub.width *= range_length(type);
	else if (is(type, "unpackarraydtype"))
		sub.elements = (sub.elements ? sub.elements : 1) * range_length(type);
	else if (!is(type, "refdtype") && !is(type, "enumdtype") && !is(type, "memberdtype"))
		return ret;
	return sub;
}

static bool read_types(struct design *d, const xmlNode *types)
{
	for (const xmlNode *type = types->children; type; type = type->next) {
		size_t id = type->type == XML_ELEMENT_NODE ? strtoul(attribute(type, "id"), NULL, 10) : 0;
		d->type_count = id + 1 > d->type_count ? id + 1 : d->type_count;
	}
	d->types = calloc(d->type_count + 1, sizeof(*d->types));
	for (const xmlNode *type = types->children; d->types && type; type = type->next)
		if (type->type == XML_ELEMENT_NODE)
			d->types[strtoul(attribute(type, "id"), NULL, 10)] = type_of(types, type, DEEP);
	return d->types;
}

static struct type node_type(const struct design *d, const xmlNode *node)
{
	size_t id = strtoul(attribute(node, "dtype_id"), NULL, 10);

	return id < d->type_count ? d->types[id] : (struct type){ 0, 0 };
}

/* ---- variables ---- */

static bool read_variables(struct design *d, const xmlNode *module)
{
	size_t room = 0;

	for (const xmlNode *var = module->children; var; var = var->next)
		room += is(var, "var");
	d->vars = calloc(room + 1, sizeof(*d->vars));
	d->by_name = calloc(room + 1, sizeof(*d->by_name));
	for (const xmlNode *var = module->children; d->vars && d->by_name && var; var = var->next) {
		struct variable *v = &d->vars[d->var_count];
		struct type type;
		if (!is(var, "var"))
			continue;
		type = node_type(d, var);
		*v = (struct variable){ .name = attribute(var, "name"),
			                .local = attribute(var, "origName"),
			                .loc = attribute(var, "loc"),
			                .width = type.width,
			                .elements = type.elements,
			                .input = !strcmp(attribute(var, "dir"), "input"),
			                .same = (uint32_t)d->var_count };
		d->by_name[d->var_count] = (uint32_t)d->var_count;
		d->var_count++;
	}
	return d->vars && d->by_name;
}

static int by_name(const void *a, const void *b, void *vars)
{
	return strcmp(((struct variable *)vars)[*(const uint32_t *)a].name, ((struct variable *)vars)[*(const uint32_t *)b].name);
}

static uint32_t find_name(const struct design *d, const char *name)
{
	size_t low = 0, high = d->var_count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(d->vars[d->by_name[middle]].name, name);
		if (!order)
			return d->by_name[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return UINT32_MAX;
}

/* References lack the name of the top at times. */
static uint32_t find_variable(const struct design *d, const char *name)
{
	uint32_t ret = find_name(d, name);
	char full[1024];

	if (ret != UINT32_MAX || snprintf(full, sizeof(full), "%s.%s", d->top, name) >= (int)sizeof(full))
		return ret;
	return find_name(d, full);
}

static uint32_t same(const struct design *d, uint32_t var)
{
	while (d->vars[var].same != var)
		var = d->vars[var].same;
	return var;
}

/* Returns the variable of a reference, or UINT32_MAX. */
static uint32_t referred(const struct design *d, const xmlNode *node)
{
	uint32_t var = is(node, "varref") ? find_variable(d, attribute(node, "name")) : UINT32_MAX;

	return var == UINT32_MAX ? var : same(d, var);
}

uint32_t variable_bits(const struct variable *var)
{
	return var->width * (var->elements ? var->elements : 1);
}

/* Finds the bits that NODE, an expression of a variable alone, refers to. Returns false if it is more, or if they may be others each time. */
static bool find_bits(const struct design *d, const xmlNode *node, uint32_t *ret_var, uint32_t *ret_low, uint32_t *ret_width,
                      const xmlNode **ret_ref)
{
	uint32_t at, low, width;

	if (is(node, "varref")) {
		*ret_var = referred(d, node);
		*ret_low = 0;
		*ret_ref = node;
		if (*ret_var != UINT32_MAX)
			*ret_width = variable_bits(&d->vars[*ret_var]);
		return *ret_var != UINT32_MAX;
	}
	if (!is(node, "sel") && !is(node, "arraysel"))
		return false;
	if (!find_bits(d, child(node, 0), ret_var, &low, &width, ret_ref))
		return false;
	if (!constant(child(node, 1), &at)) {
		*ret_low = low;
		*ret_width = width;
		return false;
	}
	*ret_low = is(node, "sel") ? low + at : low + at * d->vars[*ret_var].width;
	*ret_width = is(node, "sel") ? node_type(d, node).width : d->vars[*ret_var].width;
	return *ret_low + *ret_width <= variable_bits(&d->vars[*ret_var]);
}

/* ---- assignments ---- */

struct context {
	struct design *design;
	const xmlNode *edges;
	const xmlNode *conditions[64];
	size_t condition_count;
};

static bool reads_only(const xmlNode *expression, const xmlNode *edges)
{
	for (const xmlNode *n = expression; n; n = next_below(expression, n)) {
		bool found = false;
		if (!is(n, "varref"))
			continue;
		for (const xmlNode *item = edges ? edges->children : NULL; item; item = item->next)
			found |= is(item, "senitem") && is(child(item, 0), "varref") &&
			         !strcmp(attribute(child(item, 0), "name"), attribute(n, "name"));
		if (!found)
			return false;
	}
	return true;
}

bool is_reset(const struct assignment *a, const xmlNode *expression)
{
	return a->edges && reads_only(expression, a->edges);
}

static void add(struct context *c, const xmlNode *value, const xmlNode *target, uint32_t from)
{
	struct design *d = c->design;
	struct assignment *a, **all;
	uint32_t var = UINT32_MAX, low = 0, width = 0;
	const xmlNode *ref = NULL;
	bool exact;

	if (is(target, "concat")) {
		add(c, value, child(target, 1), from);
		add(c, value, child(target, 0), from + node_type(d, child(target, 1)).width);
		return;
	}
	exact = find_bits(d, target, &var, &low, &width, &ref);
	if (var == UINT32_MAX)
		return;
	if (d->count == d->room) {
		d->room = d->room ? 2 * d->room : 1024;
		all = realloc(d->all, d->room * sizeof(struct assignment *));
		if (!all) {
			d->failed = true;
			return;
		}
		d->all = all;
	}
	a = calloc(1, sizeof(*a));
	if (a)
		a->conditions = calloc(c->condition_count + 1, sizeof(*a->conditions));
	if (!a || !a->conditions) {
		free(a);
		d->failed = true;
		return;
	}
	a->value = value;
	a->target = ref;
	a->var = var;
	a->low = low;
	a->width = width;
	a->from = from;
	a->anywhere = !exact;
	a->edges = c->edges;
	memcpy(a->conditions, c->conditions, c->condition_count * sizeof(*a->conditions));
	a->condition_count = c->condition_count;
	a->next = d->vars[var].assignments;
	d->vars[var].assignments = a;
	d->all[d->count++] = a;
}

/* Returns true if NODE stands on the left of an assignment. */
static bool is_target(const xmlNode *node)
{
	const xmlNode *statement = node;

	while (!is(statement, "assign") && !is(statement, "assigndly") && !is(statement, "always"))
		statement = statement->parent;
	for (const xmlNode *n = is(statement, "always") ? NULL : child(statement, 1); n; n = next_below(child(statement, 1), n))
		if (n == node)
			return true;
	return false;
}

/* Returns true if the block reads the variable that TARGET assigns: a variable that stands for a value within a block of a clock, such as the result of a
 * function, is no flip-flop. */
static bool is_read_in(const xmlNode *block, const xmlNode *target)
{
	const xmlNode *name = target;

	while (name && !is(name, "varref"))
		name = child(name, 0);
	for (const xmlNode *n = block; name && n; n = next_below(block, n))
		if (is(n, "varref") && !strcmp(attribute(n, "name"), attribute(name, "name")) && !is_target(n))
			return true;
	return false;
}

/* Adds an assignment in a block of a clock as logic. */
static void add_value(struct context *c, const xmlNode *statement)
{
	const xmlNode *edges = c->edges;

	c->edges = NULL;
	add(c, child(statement, 0), child(statement, 1), 0);
	c->edges = edges;
}

static void walk(struct context *c, const xmlNode *statement);

static void walk_from(struct context *c, const xmlNode *statement, unsigned skipped)
{
	for (const xmlNode *s = child(statement, skipped); s; s = s->next)
		walk(c, s);
}

static void walk_branches(struct context *c, const xmlNode *statement)
{
	const xmlNode *condition = child(statement, 0);
	size_t count = c->condition_count;

	if (!c->edges || !reads_only(condition, c->edges)) {
		if (count == sizeof(c->conditions) / sizeof(*c->conditions)) {
			c->design->failed = true;
			return;
		}
		c->conditions[c->condition_count++] = condition;
	}
	walk_from(c, statement, 1);
	c->condition_count = count;
}

static void walk(struct context *c, const xmlNode *statement)
{
	if (is(statement, "if") || is(statement, "case"))
		walk_branches(c, statement);
	else if (is(statement, "assign") && c->edges && is_read_in(c->edges->parent, child(statement, 1)))
		add_value(c, statement);
	else if (is(statement, "assigndly") || is(statement, "assign") || is(statement, "contassign") || is(statement, "assignw"))
		add(c, child(statement, 0), child(statement, 1), 0);
	else if (statement->type == XML_ELEMENT_NODE && !is(statement, "sentree"))
		walk_from(c, statement, 0);
}

static bool has_edge(const xmlNode *edges)
{
	for (const xmlNode *item = edges ? edges->children : NULL; item; item = item->next)
		if (is(item, "senitem") && strstr("POS NEG BOTH", attribute(item, "edgeType")) && *attribute(item, "edgeType"))
			return true;
	return false;
}

static void unite(struct design *d, const xmlNode *alias)
{
	uint32_t a = referred(d, child(alias, 0)), b = referred(d, child(alias, 1));

	if (a != UINT32_MAX && b != UINT32_MAX && a != b)
		d->vars[a > b ? a : b].same = a > b ? b : a;
}

static void read_logic(struct design *d, const xmlNode *module)
{
	const xmlNode *n;

	for (n = module; n; n = next_below(module, n))
		if (is(n, "assignalias"))
			unite(d, n);
	for (n = module; n; n = next_below(module, n)) {
		struct context c = { .design = d };
		if (is(n, "always")) {
			const xmlNode *edges = named(n, "sentree");
			c.edges = has_edge(edges) ? edges : NULL;
			walk(&c, n);
		} else if (is(n, "contassign") || is(n, "assignw")) {
			walk(&c, n);
		}
	}
}

/* ---- the modules ---- */

/* Returns where a variable of the module is declared, or "" if that is in a block, of which there can be several. */
static const char *declared_at(const xmlNode *module, const char *name)
{
	for (const xmlNode *var = module->children; var; var = var->next)
		if (is(var, "var") && !strcmp(attribute(var, "name"), name))
			return attribute(var, "loc");
	return "";
}

static void add_places(struct design *d, const xmlNode *module, const xmlNode *target)
{
	for (const xmlNode *ref = target; ref; ref = next_below(target, ref)) {
		struct place *places = d->places;
		if (!is(ref, "varref"))
			continue;
		if (d->place_count == d->place_room) {
			d->place_room = d->place_room ? 2 * d->place_room : 1024;
			places = realloc(places, d->place_room * sizeof(*places));
			if (!places) {
				d->failed = true;
				return;
			}
			d->places = places;
		}
		places[d->place_count++] = (struct place){ attribute(ref, "loc"), attribute(ref, "name"),
			                                   attribute(module, "origName"),
			                                   declared_at(module, attribute(ref, "name")) };
	}
}

static int by_loc(const void *a, const void *b)
{
	return strcmp(((const struct place *)a)->loc, ((const struct place *)b)->loc);
}

static void read_places(struct design *d, const xmlNode *netlist)
{
	for (const xmlNode *module = netlist->children; module; module = module->next) {
		if (!is(module, "module"))
			continue;
		for (const xmlNode *n = module; n; n = next_below(module, n))
			if (is(n, "assigndly") || is(n, "assign"))
				add_places(d, module, child(n, 1));
	}
	if (d->place_count)
		qsort(d->places, d->place_count, sizeof(*d->places), by_loc);
}

/* Returns how many variables of the instance in which VAR is declared the block of A refers to: a net of the outer module can stand in it for an output. */
static size_t beside(const struct assignment *a, const struct variable *var)
{
	size_t prefix = (size_t)(strrchr(var->name, '.') - var->name) + 1, count = 0;
	const xmlNode *block = a->edges ? a->edges->parent : a->target->parent;

	for (const xmlNode *n = block; n; n = next_below(block, n)) {
		const char *name = is(n, "varref") ? attribute(n, "name") : "";
		count += !strncmp(name, var->name, prefix) && !strchr(name + prefix, '.');
	}
	return count;
}

const struct variable *assignment_declared(const struct design *d, const struct assignment *a, const char **ret_module)
{
	struct place key = { .loc = attribute(a->target, "loc") };
	const struct place *place = d->place_count ? bsearch(&key, d->places, d->place_count, sizeof(key), by_loc) : NULL;

	const struct variable *best = NULL;
	size_t most = 0;

	for (size_t i = 0; place && i < d->var_count; i++) {
		const struct variable *var = &d->vars[i];
		size_t count;
		if (strcmp(var->local, place->name) || (*place->declared && strcmp(var->loc, place->declared)))
			continue;
		count = same(d, (uint32_t)i) == a->var ? SIZE_MAX : beside(a, var);
		if (count > most) {
			most = count;
			best = var;
		}
	}
	*ret_module = best ? place->module : NULL;
	return best;
}

static xmlDoc *read_file(const char *path, const xmlNode **ret_netlist)
{
	xmlDoc *document = xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
	const xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;

	*ret_netlist = root ? named(root, "netlist") : NULL;
	return document;
}

bool design_read(struct design *ret, const char *flat, const char *modules)
{
	const xmlNode *flat_netlist, *module_netlist, *types, *module;

	*ret = (struct design){ .failed = false };
	ret->flat = read_file(flat, &flat_netlist);
	ret->modules = read_file(modules, &module_netlist);
	types = flat_netlist ? named(flat_netlist, "typetable") : NULL;
	module = flat_netlist ? named(flat_netlist, "module") : NULL;
	for (const xmlNode *top = module_netlist ? module_netlist->children : NULL; top && !ret->top; top = top->next)
		if (is(top, "module") && *attribute(top, "topModule"))
			ret->top = attribute(top, "origName");
	if (!types || !module || !ret->top || !read_types(ret, types) || !read_variables(ret, module))
		return false;
	qsort_r(ret->by_name, ret->var_count, sizeof(*ret->by_name), by_name, ret->vars);
	read_logic(ret, module);
	read_places(ret, module_netlist);
	return !ret->failed;
}

void design_release(struct design *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->all[i]->conditions);
		free(d->all[i]);
	}
	free(d->all);
	free(d->vars);
	free(d->by_name);
	free(d->types);
	free(d->places);
	xmlFreeDoc(d->flat);
	xmlFreeDoc(d->modules);
}

/* ---- bits ---- */

/* Returns true if bit BIT of VALUE is bit *RET of its first operand, or 0 if that has no such bit. */
static bool is_moved(const struct design *d, const xmlNode *value, uint32_t bit, uint32_t *ret)
{
	uint32_t by = 0;

	*ret = bit;
	if (is(value, "shiftr") && constant(child(value, 1), &by))
		*ret = bit + by;
	else if (is(value, "replicate") && node_type(d, child(value, 0)).width)
		*ret = bit % node_type(d, child(value, 0)).width;
	else if (!is(value, "extend"))
		return false;
	return true;
}

static void leaves(const struct design *d, const struct assignment *a, const xmlNode *value, uint32_t bit,
                   const struct leaf_seer *seer)
{
	uint32_t var = UINT32_MAX, low, width, split;
	const xmlNode *ref;

	if (find_bits(d, value, &var, &low, &width, &ref)) {
		seer->see(seer->context, (struct leaf){ .kind = LEAF_COPY, .from = { var, low + bit } });
	} else if (is(value, "const")) {
		seer->see(seer->context, (struct leaf){ .kind = LEAF_CONSTANT });
	} else if (is(value, "sel") && constant(child(value, 1), &low)) {
		leaves(d, a, child(value, 0), low + bit, seer);
	} else if (a->edges && (is(value, "and") || is(value, "or")) && is_reset(a, child(value, 0))) {
		leaves(d, a, child(value, 1), bit, seer); /* Verilator's short form of an if with an asynchronous reset */
	} else if (is_moved(d, value, bit, &low)) {
		if (low < node_type(d, child(value, 0)).width)
			leaves(d, a, child(value, 0), low, seer);
		else
			seer->see(seer->context, (struct leaf){ .kind = LEAF_CONSTANT });
	} else if (is(value, "concat")) {
		split = node_type(d, child(value, 1)).width;
		leaves(d, a, child(value, bit < split), bit < split ? bit : bit - split, seer);
	} else if (is(value, "cond")) {
		if (!is_reset(a, child(value, 0)))
			seer->condition(seer->context, child(value, 0));
		leaves(d, a, child(value, 1), bit, seer);
		leaves(d, a, child(value, 2), bit, seer);
	} else {
		seer->see(seer->context, (struct leaf){ .kind = LEAF_LOGIC, .from = NO_BIT, .logic = value, .bit = bit });
	}
}

void assignment_leaves(const struct design *d, const struct assignment *a, uint32_t bit, const struct leaf_seer *seer)
{
	if (a->anywhere)
		seer->see(seer->context, (struct leaf){ .kind = LEAF_LOGIC, .from = NO_BIT, .logic = a->value });
	else
		leaves(d, a, a->value, a->from + bit - a->low, seer);
}

bool logic_terms(const struct leaf *leaf, const xmlNode *ret[2])
{
	ret[0] = is(leaf->logic, "xor") ? child(leaf->logic, 0) : NULL;
	ret[1] = ret[0] ? child(leaf->logic, 1) : NULL;
	return ret[1];
}

void expression_leaves(const struct design *d, const struct assignment *a, const xmlNode *expression, uint32_t bit,
                       const struct leaf_seer *seer)
{
	leaves(d, a, expression, bit, seer);
}

void expression_reads(const struct design *d, const xmlNode *expression, see_read *see, void *context)
{
	uint32_t var = UINT32_MAX, low = 0, width = 0;
	const xmlNode *ref;

	if (find_bits(d, expression, &var, &low, &width, &ref)) {
		see(context, var, low, width);
		return;
	}
	for (const xmlNode *c = expression->children; c; c = c->next)
		if (c->type == XML_ELEMENT_NODE)
			expression_reads(d, c, see, context);
}

static bool covers(const struct assignment *a, uint32_t bit)
{
	return bit >= a->low && bit - a->low < a->width;
}

bool bit_is_flop(const struct design *d, struct bit bit)
{
	for (const struct assignment *a = bit.var == UINT32_MAX ? NULL : d->vars[bit.var].assignments; a; a = a->next)
		if (covers(a, bit.bit) && a->edges)
			return true;
	return false;
}

struct only {
	struct leaf leaf;
	size_t count;
};

static void see_only(void *context, struct leaf leaf)
{
	struct only *only = context;

	only->leaf = leaf;
	only->count++;
}

static void no_copy(void *context, const xmlNode *expression)
{
	(void)expression;
	((struct only *)context)->count++;
}

struct bit bit_origin(const struct design *d, struct bit bit)
{
	for (unsigned steps = 0; steps < 1000 && !bit_is_flop(d, bit); steps++) {
		const struct assignment *driver = NULL;
		struct only only = { .count = 0 };
		size_t drivers = 0;
		for (const struct assignment *a = d->vars[bit.var].assignments; a; a = a->next)
			if (covers(a, bit.bit)) {
				driver = a;
				drivers++;
			}
		if (drivers != 1 || driver->condition_count)
			return bit;
		assignment_leaves(d, driver, bit.bit, &(struct leaf_seer){ see_only, no_copy, &only });
		if (only.count != 1 || only.leaf.kind == LEAF_LOGIC)
			return bit;
		if (only.leaf.kind == LEAF_CONSTANT)
			return NO_BIT;
		bit = only.leaf.from;
	}
	return bit;
}

/* Returns the item of the flip-flop's edges that is its clock: what the block reads besides is an asynchronous reset. */
static const xmlNode *clock_item(const struct assignment *a)
{
	const xmlNode *block = a->edges->parent, *clock = NULL;

	for (const xmlNode *item = a->edges->children; item; item = item->next) {
		bool read = false;
		if (!is(item, "senitem") || !is(child(item, 0), "varref"))
			continue;
		for (const xmlNode *n = block; n; n = next_below(block, n))
			read |= is(n, "varref") && n->parent->parent != a->edges &&
			        !strcmp(attribute(n, "name"), attribute(child(item, 0), "name"));
		if (!read || !clock)
			clock = item;
	}
	return clock;
}

struct bit assignment_clock(const struct design *d, const struct assignment *a, bool *ret_falling)
{
	const xmlNode *clock = clock_item(a);

	*ret_falling = clock && !strcmp(attribute(clock, "edgeType"), "NEG");
	if (!clock || referred(d, child(clock, 0)) == UINT32_MAX)
		return NO_BIT;
	return bit_origin(d, (struct bit){ referred(d, child(clock, 0)), 0 });
}

void assignment_resets(const struct design *d, const struct assignment *a, see_read *see, void *context)
{
	const xmlNode *clock = clock_item(a);

	for (const xmlNode *item = a->edges->children; item; item = item->next)
		if (is(item, "senitem") && item != clock && referred(d, child(item, 0)) != UINT32_MAX)
			see(context, referred(d, child(item, 0)), 0, 1);
}
