/* SPDX-License-Identifier: Apache-2.0 */
#include "crossings.h"

#include "base/clocks.h"

#include <stdlib.h>
#include <string.h>

/* Clocks are a set, a bit for each enum clock_domain. */
enum {
	ALL_CLOCKS = (1 << CLOCK_DOMAINS) - 1,
	UNKNOWN = 1 << CLOCK_DOMAINS,
	BUSY = 1 << (CLOCK_DOMAINS + 1),
	KNOWN = 1 << (CLOCK_DOMAINS + 2)
};

struct finder {
	const struct design *design;
	const int *edge_of;
	struct crossings *ret;
	uint32_t *first;  /* of each variable: where its bits begin in ... */
	uint16_t *fan;    /* ... the clocks of the flip-flops that a bit comes from, as far as KNOWN, ... */
	uint8_t *readers; /* ... and enum reader of each bit */
	uint8_t *owner;   /* of each variable: enum owner */
	uint32_t *seen;   /* of each bit: the newest search that was there */
	uint32_t searches;
};
enum owner { OWNER_UNKNOWN, OWNER_MAC, OWNER_PINS, OWNER_BENCH };
enum reader { READ_LOGIC = 1, READ_COPY = 2, READ_OTHER = 4 };

/* An array is looked at as a whole. */
static size_t place_of(const struct finder *f, struct bit bit)
{
	return f->first[bit.var] + (f->design->vars[bit.var].elements > 64 ? 0 : bit.bit);
}

static int edge_of_name(const char *name, bool falling)
{
	static const char *const ticks[CLOCK_DOMAINS] = { "tick", "tick_rx", "tick_host", "tick_bus" };

	for (int i = 0; i < CLOCK_DOMAINS; i++)
		if (!strcmp(name, ticks[i]))
			return i + (falling ? CLOCK_DOMAINS : 0);
	return EDGE_NONE;
}

static unsigned fan_of(struct finder *f, struct bit bit);

static const struct assignment *flop_assignment(const struct design *d, struct bit bit)
{
	for (const struct assignment *a = d->vars[bit.var].assignments; a; a = a->next)
		if (a->edges && bit.bit >= a->low && bit.bit - a->low < a->width)
			return a;
	return NULL;
}

/* Whose a flip-flop is. The variables of the wrapper are registers at the pins of the MAC; those of the module that mac_module.c writes around the
 * instance are the bench's own, and what it does between clocks is no crossing of the MAC. */
static enum owner owner_of(struct finder *f, struct bit bit)
{
	const struct assignment *a = flop_assignment(f->design, bit);
	const char *module, *inner;
	const struct variable *var;

	if (f->owner[bit.var] != OWNER_UNKNOWN)
		return f->owner[bit.var];
	var = a ? assignment_declared(f->design, a, &module) : NULL;
	inner = strchr(var ? var->name : f->design->vars[bit.var].name, '.');
	f->owner[bit.var] = !inner || !strchr(inner + 1, '.')       ? OWNER_PINS
	                  : !strncmp(inner, ".u_dut.u_inside.", 16) ? OWNER_MAC
	                                                            : OWNER_BENCH;
	return f->owner[bit.var];
}

static int edge_of_assignment(struct finder *f, const struct assignment *a)
{
	bool falling;
	struct bit clock = assignment_clock(f->design, a, &falling);
	int edge = clock.var == UINT32_MAX ? EDGE_NONE : edge_of_name(f->design->vars[clock.var].local, falling);

	return edge == EDGE_NONE ? EDGE_NONE : f->edge_of[edge];
}

/* The edge of a flip-flop; EDGE_NONE if it is none of the bench's clocks, or several. */
static int flop_edge(struct finder *f, struct bit bit)
{
	int edge = EDGE_NONE;
	bool first = true;

	for (const struct assignment *a = f->design->vars[bit.var].assignments; a; a = a->next) {
		int other;
		if (!a->edges || bit.bit < a->low || bit.bit - a->low >= a->width)
			continue;
		other = edge_of_assignment(f, a);
		if (!first && other != edge)
			return EDGE_NONE;
		edge = other;
		first = false;
	}
	return edge;
}

struct fan {
	struct finder *finder;
	unsigned clocks;
};

static void fan_read(void *context, uint32_t var, uint32_t low, uint32_t width)
{
	struct fan *fan = context;

	if (fan->finder->design->vars[var].elements > 64)
		width = 1;
	for (uint32_t i = 0; i < width; i++)
		fan->clocks |= fan_of(fan->finder, (struct bit){ var, low + i });
}

static void fan_condition(void *context, const xmlNode *expression)
{
	expression_reads(((struct fan *)context)->finder->design, expression, fan_read, context);
}

static void fan_leaf(void *context, struct leaf leaf)
{
	struct fan *fan = context;

	if (leaf.kind == LEAF_COPY)
		fan->clocks |= fan_of(fan->finder, leaf.from);
	else if (leaf.kind == LEAF_LOGIC)
		expression_reads(fan->finder->design, leaf.logic, fan_read, context);
}

static void fan_assignment(struct fan *fan, const struct assignment *a, uint32_t bit)
{
	for (size_t i = 0; i < a->condition_count; i++)
		fan_condition(fan, a->conditions[i]);
	assignment_leaves(fan->finder->design, a, bit, &(struct leaf_seer){ fan_leaf, fan_condition, fan });
}

/* Returns the clocks of the flip-flops from which BIT comes through logic; of a flip-flop its own one. */
static unsigned fan_of(struct finder *f, struct bit bit)
{
	uint16_t *known = &f->fan[place_of(f, bit)];
	struct fan fan = { f, 0 };

	if (*known & BUSY)
		return 0;
	if (*known & KNOWN)
		return *known & ~(unsigned)KNOWN;
	*known = BUSY;
	if (bit_is_flop(f->design, bit)) {
		int edge = flop_edge(f, bit);
		fan.clocks = owner_of(f, bit) == OWNER_BENCH ? 0 : edge == EDGE_NONE ? UNKNOWN : 1u << edge % CLOCK_DOMAINS;
	} else {
		for (const struct assignment *a = f->design->vars[bit.var].assignments; a; a = a->next)
			if (bit.bit >= a->low && bit.bit - a->low < a->width)
				fan_assignment(&fan, a, bit.bit);
	}
	*known = (uint16_t)(KNOWN | fan.clocks);
	return fan.clocks;
}

/* ---- a source ---- */

struct search {
	struct finder *finder;
	unsigned own;
	bool arrays;    /* look for one of an array, else for one that is not */
	uint32_t found; /* UINT32_MAX: none yet */
	unsigned depth;
};

static void search_bit(struct search *s, struct bit bit);

static void search_read(void *context, uint32_t var, uint32_t low, uint32_t width)
{
	struct search *s = context;

	if (s->finder->design->vars[var].elements > 64)
		width = 1;
	for (uint32_t i = 0; i < width && s->found == UINT32_MAX; i++)
		search_bit(s, (struct bit){ var, low + i });
}

static void search_condition(void *context, const xmlNode *expression)
{
	expression_reads(((struct search *)context)->finder->design, expression, search_read, context);
}

static void search_leaf(void *context, struct leaf leaf)
{
	if (leaf.kind == LEAF_COPY)
		search_bit(context, leaf.from);
	else if (leaf.kind == LEAF_LOGIC)
		search_condition(context, leaf.logic);
}

static void search_assignment(struct search *s, const struct assignment *a, uint32_t bit)
{
	for (size_t i = 0; i < a->condition_count; i++)
		search_condition(s, a->conditions[i]);
	assignment_leaves(s->finder->design, a, bit, &(struct leaf_seer){ search_leaf, search_condition, s });
}

/* Finds a flip-flop of another clock than .own from which BIT comes. */
static void search_bit(struct search *s, struct bit bit)
{
	enum { DEEP = 200 };

	uint32_t *seen = &s->finder->seen[place_of(s->finder, bit)];

	if (s->found != UINT32_MAX || !(fan_of(s->finder, bit) & ~s->own) || s->depth == DEEP || *seen == s->finder->searches)
		return;
	*seen = s->finder->searches;
	if (bit_is_flop(s->finder->design, bit)) {
		if (s->arrays == !!s->finder->design->vars[bit.var].elements)
			s->found = bit.var;
		return;
	}
	s->depth++;
	for (const struct assignment *a = s->finder->design->vars[bit.var].assignments; a; a = a->next)
		if (bit.bit >= a->low && bit.bit - a->low < a->width)
			search_assignment(s, a, bit.bit);
	s->depth--;
}

/* Returns a variable of another clock than OWN that reaches the flip-flop BIT: an array, or one that is none; UINT32_MAX if there is none. */
static uint32_t source_of(struct finder *f, struct bit bit, unsigned own, bool arrays)
{
	struct search s = { f, own, arrays, UINT32_MAX, 0 };

	f->searches++;

	for (const struct assignment *a = f->design->vars[bit.var].assignments; a; a = a->next)
		if (a->edges && bit.bit >= a->low && bit.bit - a->low < a->width)
			search_assignment(&s, a, bit.bit);
	return s.found;
}

/* ---- conditions ---- */

static void see_value(void *context, struct leaf leaf)
{
	*(bool *)context |= leaf.kind != LEAF_CONSTANT;
}

static void see_no_condition(void *context, const xmlNode *expression)
{
	(void)context;
	(void)expression;
}

static bool is_constant(const struct design *d, const struct assignment *a, uint32_t bit)
{
	bool value = false;

	assignment_leaves(d, a, bit, &(struct leaf_seer){ see_value, see_no_condition, &value });
	return !value;
}

/* Returns true if BIT gets a constant, too, under the condition: it is a synchronous reset. */
static bool resets(const struct design *d, const xmlNode *condition, struct bit bit)
{
	for (const struct assignment *a = d->vars[bit.var].assignments; a; a = a->next)
		for (size_t i = 0; i < a->condition_count; i++)
			if (a->conditions[i] == condition && bit.bit >= a->low && bit.bit - a->low < a->width &&
			    is_constant(d, a, bit.bit))
				return true;
	return false;
}

/* Returns true if the bit may keep its value instead of what A assigns to it. */
static bool may_hold(const struct design *d, const struct assignment *a, struct bit bit)
{
	for (size_t i = 0; i < a->condition_count; i++)
		if (!resets(d, a->conditions[i], bit))
			return true;
	return false;
}

/* ---- who reads a bit ---- */

static void read_by(struct finder *f, struct bit bit, enum reader reader)
{
	struct bit origin = bit_origin(f->design, bit);

	if (origin.var != UINT32_MAX)
		f->readers[place_of(f, origin)] |= (uint8_t)reader;
}

struct reading {
	struct finder *finder;
	const struct assignment *a;
	bool conditions; /* the present bit is taken under a condition */
	struct bit copy; /* NO_BIT: of none */
};

static void logic_read(void *context, uint32_t var, uint32_t low, uint32_t width)
{
	struct reading *r = context;

	if (r->finder->design->vars[var].elements > 64)
		width = 1;
	for (uint32_t i = 0; i < width; i++)
		read_by(r->finder, (struct bit){ var, low + i }, READ_LOGIC);
}

static void logic_condition(void *context, const xmlNode *expression)
{
	struct reading *r = context;

	r->conditions = true;
	expression_reads(r->finder->design, expression, logic_read, r);
}

static void note_reader(void *context, struct leaf leaf)
{
	struct reading *r = context;
	struct finder *f = r->finder;

	if (leaf.kind == LEAF_LOGIC)
		expression_reads(f->design, leaf.logic, logic_read, r);
	else if (leaf.kind == LEAF_COPY)
		r->copy = leaf.from;
}

static void note_readers(struct finder *f)
{
	for (size_t i = 0; i < f->design->count; i++) {
		const struct assignment *a = f->design->all[i];
		for (size_t j = 0; j < a->condition_count; j++)
			expression_reads(f->design, a->conditions[j], logic_read, &(struct reading){ .finder = f });
		for (uint32_t bit = 0; bit < (a->anywhere ? 1 : a->width); bit++) {
			struct bit own = { a->var, a->low + bit }, origin;
			struct reading r = { f, a, may_hold(f->design, a, own), NO_BIT };
			assignment_leaves(f->design, a, own.bit, &(struct leaf_seer){ note_reader, logic_condition, &r });
			if (r.copy.var == UINT32_MAX || !a->edges)
				continue;
			origin = bit_origin(f->design, r.copy);
			if (origin.var != UINT32_MAX && (origin.var != own.var || origin.bit != own.bit))
				f->readers[place_of(f, origin)] |= (uint8_t)(r.conditions || fan_of(f, own) != fan_of(f, origin)
				                                                 ? READ_OTHER
				                                                 : READ_COPY);
		}
	}
}

/* ---- crossings ---- */

/* What the assignments of a flip-flop say of it. */
struct taken {
	struct finder *finder;
	struct bit own, from; /* .from: the one origin of its copies */
	bool several;         /* ... of which there are others */
	bool conditions;
	unsigned copies, logic,
	    controls; /* the clocks of what it copies, and of what reaches it through logic and through conditions */
};

static void taken_control(struct taken *t, const xmlNode *expression)
{
	struct fan fan = { t->finder, 0 };

	expression_reads(t->finder->design, expression, fan_read, &fan);
	t->controls |= fan.clocks;
}

static void taken_condition(void *context, const xmlNode *expression)
{
	struct taken *t = context;
	t->conditions = true;
	taken_control(t, expression);
}

static void taken_leaf(void *context, struct leaf leaf)
{
	struct taken *t = context;
	struct fan fan = { t->finder, 0 };
	struct bit origin;

	if (leaf.kind == LEAF_CONSTANT)
		return;
	if (leaf.kind == LEAF_LOGIC) {
		expression_reads(t->finder->design, leaf.logic, fan_read, &fan);
		t->logic |= fan.clocks;
		return;
	}
	origin = bit_origin(t->finder->design, leaf.from);
	if (origin.var == UINT32_MAX || (origin.var == t->own.var && origin.bit == t->own.bit))
		return;
	if (!bit_is_flop(t->finder->design, origin)) {
		t->logic |= fan_of(t->finder, origin);
		return;
	}
	t->several |= t->from.var != UINT32_MAX && (t->from.var != origin.var || t->from.bit != origin.bit);
	t->from = origin;
	t->copies |= fan_of(t->finder, origin);
}

static enum crossing_kind kind_of(const struct taken *t, unsigned own)
{
	unsigned readers = t->finder->readers[place_of(t->finder, t->own)];

	if (t->logic & ~own || t->controls & ~own || t->several)
		return CROSS_LOGIC;
	if (t->conditions)
		return CROSS_WORD;
	return readers == READ_COPY ? CROSS_SYNCHRONISED : CROSS_ONE_FLOP;
}

static void declare(struct finder *f, struct crossing *c)
{
	struct bit to = { c->to, c->low }, from = { c->from, c->from_low };
	const struct assignment *a = flop_assignment(f->design, to), *b = flop_assignment(f->design, from);

	c->to_var = a ? assignment_declared(f->design, a, &c->to_module) : NULL;
	c->from_var = b ? assignment_declared(f->design, b, &c->from_module) : NULL;
}

static bool goes_on(const struct crossing *c, const struct taken *t, enum crossing_kind kind, uint32_t source, int from_edge)
{
	return c->kind == kind && c->to == t->own.var && c->low + c->width == t->own.bit && c->from_edge == from_edge &&
	       (kind > CROSS_WORD ? c->source == source : (c->from == t->from.var && c->from_low + c->width == t->from.bit));
}

static int lowest(unsigned clocks)
{
	for (int i = 0; i < CLOCK_DOMAINS; i++)
		if (clocks >> i & 1)
			return i;
	return EDGE_NONE;
}

/* Returns the new row, or NULL if there is no memory. */
static struct crossing *add(struct crossings *ret, const struct crossing *row)
{
	if (ret->count == ret->room) {
		size_t room = ret->room ? 2 * ret->room : 64;
		struct crossing *rows = realloc(ret->crossing, room * sizeof(*rows));
		if (!rows) {
			ret->failed = true;
			return NULL;
		}
		ret->crossing = rows;
		ret->room = room;
	}
	ret->crossing[ret->count] = *row;
	return &ret->crossing[ret->count++];
}

static void note(struct finder *f, const struct taken *t, unsigned own)
{
	struct crossings *ret = f->ret;
	enum crossing_kind kind = kind_of(t, own);
	uint32_t source = UINT32_MAX;
	int from_edge = kind > CROSS_WORD ? lowest((t->copies | t->logic | t->controls) & ~own) : flop_edge(f, t->from);
	int edge = flop_edge(f, t->own);
	struct crossing *c = ret->count ? &ret->crossing[ret->count - 1] : NULL;

	if (kind > CROSS_WORD)
		source = source_of(f, t->own, own, false);
	if (kind > CROSS_WORD && source == UINT32_MAX) { /* what reaches it is the words of a memory alone */
		kind = CROSS_MEMORY;
		source = source_of(f, t->own, own, true);
	}
	if (c && goes_on(c, t, kind, source, from_edge)) {
		c->width++;
		return;
	}
	c = add(ret, &(struct crossing){ .kind = kind,
	                                 .to = t->own.var,
	                                 .low = t->own.bit,
	                                 .from = UINT32_MAX,
	                                 .width = 1,
	                                 .edge = edge,
	                                 .from_edge = from_edge });
	if (!c)
		return;
	if (kind > CROSS_WORD)
		c->source = source;
	else if (t->from.var != UINT32_MAX) {
		c->from = t->from.var;
		c->from_low = t->from.bit;
		declare(f, c);
	}
}

struct settling {
	struct finder *finder;
	struct bit own;
	unsigned depth;
	bool is_not;
};

static bool settles(struct finder *f, struct bit bit, unsigned depth);

static void settling_leaf(void *context, struct leaf leaf)
{
	struct settling *s = context;
	struct bit origin = leaf.kind == LEAF_COPY ? bit_origin(s->finder->design, leaf.from) : NO_BIT;

	if (leaf.kind == LEAF_CONSTANT || (leaf.kind == LEAF_COPY && origin.var == UINT32_MAX))
		return;
	s->is_not |= leaf.kind == LEAF_LOGIC || !bit_is_flop(s->finder->design, origin) ||
	             fan_of(s->finder, origin) != fan_of(s->finder, s->own) || !settles(s->finder, origin, s->depth + 1);
}

/* Returns true if the flip-flop gets nothing but constants, through others of its clock: it is in the chain of a reset synchroniser. */
static bool settles(struct finder *f, struct bit bit, unsigned depth)
{
	enum { DEEP = 8 };
	struct settling s = { f, bit, depth, depth == DEEP };

	for (const struct assignment *a = f->design->vars[bit.var].assignments; a && !s.is_not; a = a->next)
		if (a->edges && bit.bit >= a->low && bit.bit - a->low < a->width) {
			s.is_not |= may_hold(f->design, a, bit);
			assignment_leaves(f->design, a, bit.bit, &(struct leaf_seer){ settling_leaf, see_no_condition, &s });
		}
	return !s.is_not;
}

struct reset {
	struct finder *finder;
	struct bit bit;
	unsigned own;
};

static void see_reset(void *context, uint32_t var, uint32_t low, uint32_t width)
{
	struct reset *r = context;
	struct finder *f = r->finder;
	unsigned clocks = fan_of(f, (struct bit){ var, low });
	struct search s = { f, r->own, false, UINT32_MAX, 0 };

	(void)width;
	if (!(clocks & ~r->own & ALL_CLOCKS) || settles(f, r->bit, 0))
		return;
	f->searches++;
	search_bit(&s, (struct bit){ var, low });
	for (size_t i = 0; i < f->ret->count; i++) {
		struct crossing *c = &f->ret->crossing[i];
		if (c->kind == CROSS_RESET && c->source == s.found && c->edge == flop_edge(f, r->bit)) {
			c->width++;
			return;
		}
	}
	add(f->ret, &(struct crossing){ .kind = CROSS_RESET,
	                                .to = r->bit.var,
	                                .low = r->bit.bit,
	                                .from = UINT32_MAX,
	                                .width = 1,
	                                .edge = flop_edge(f, r->bit),
	                                .from_edge = lowest(clocks & ~r->own),
	                                .source = s.found });
}

static void find_bit(struct finder *f, struct bit bit)
{
	struct taken t = { .finder = f, .own = bit, .from = NO_BIT };
	unsigned own = fan_of(f, bit);
	bool resets_seen = false;

	if (!own || own & UNKNOWN || owner_of(f, bit) != OWNER_MAC)
		return;
	for (const struct assignment *a = f->design->vars[bit.var].assignments; a; a = a->next) {
		if (!a->edges || bit.bit < a->low || bit.bit - a->low >= a->width)
			continue;
		assignment_leaves(f->design, a, bit.bit, &(struct leaf_seer){ taken_leaf, taken_condition, &t });
		for (size_t i = 0; i < a->condition_count; i++)
			taken_control(&t, a->conditions[i]);
		t.conditions |= may_hold(f->design, a, bit) && !is_constant(f->design, a, bit.bit);
		if (!resets_seen) /* assignments of one bit are in one block */
			assignment_resets(f->design, a, see_reset, &(struct reset){ f, bit, own });
		resets_seen = true;
	}
	if ((t.copies | t.logic | t.controls) & ~own & ALL_CLOCKS)
		note(f, &t, own);
}

/* ---- Gray codes ---- */

struct two {
	const struct design *design;
	struct bit bit[2];
	size_t count;
};

static void see_term(void *context, struct leaf leaf)
{
	struct two *two = context;

	if (leaf.kind == LEAF_COPY && two->count < 2)
		two->bit[two->count] = bit_origin(two->design, leaf.from);
	two->count += leaf.kind == LEAF_LOGIC ? 2 : leaf.kind == LEAF_COPY;
}

static void see_condition(void *context, const xmlNode *expression)
{
	(void)context;
	(void)expression;
}

struct gray {
	const struct design *design;
	const struct assignment *a;
	bool is, is_not;
};

static void see_gray(void *context, struct leaf leaf)
{
	struct gray *gray = context;
	struct two two = { .design = gray->design };
	const xmlNode *term[2];

	if (leaf.kind == LEAF_COPY) {
		struct bit origin = bit_origin(gray->design, leaf.from);
		const struct assignment *a = origin.var == UINT32_MAX ? NULL : gray->design->vars[origin.var].assignments;
		if (a && !a->next && !a->edges && !a->condition_count)
			assignment_leaves(gray->design, a, origin.bit, &(struct leaf_seer){ see_gray, see_condition, gray });
		return;
	}
	if (leaf.kind == LEAF_CONSTANT || !logic_terms(&leaf, term)) {
		gray->is_not |= leaf.kind != LEAF_CONSTANT;
		return;
	}
	for (int i = 0; i < 2; i++)
		expression_leaves(gray->design, gray->a, term[i], leaf.bit, &(struct leaf_seer){ see_term, see_condition, &two });
	if (two.count == 2 && two.bit[0].var != UINT32_MAX && two.bit[0].var == two.bit[1].var &&
	    (two.bit[0].bit + 1 == two.bit[1].bit || two.bit[1].bit + 1 == two.bit[0].bit))
		gray->is = true;
	else
		gray->is_not |= two.count != 1; /* the uppermost bit is its own */
}

bool crossings_gray(const struct design *d, uint32_t var, uint32_t low, uint32_t high)
{
	struct gray gray = { .design = d };

	for (uint32_t bit = low; bit <= high; bit++)
		for (const struct assignment *a = d->vars[var].assignments; a; a = a->next) {
			gray.a = a;
			if (bit >= a->low && bit - a->low < a->width)
				assignment_leaves(d, a, bit, &(struct leaf_seer){ see_gray, see_condition, &gray });
		}
	return gray.is && !gray.is_not;
}

void crossings_find(struct crossings *ret, const struct design *design, const int edge_of[EDGES])
{
	struct finder f = { .design = design, .edge_of = edge_of, .ret = ret };
	uint32_t places = 0;

	*ret = (struct crossings){ NULL, 0, 0, false };
	f.first = calloc(design->var_count + 1, sizeof(*f.first));
	for (size_t i = 0; f.first && i < design->var_count; i++) {
		f.first[i] = places;
		places += design->vars[i].elements > 64 ? 1 : variable_bits(&design->vars[i]);
	}
	f.fan = calloc(places + 1, sizeof(*f.fan));
	f.readers = calloc(places + 1, sizeof(*f.readers));
	f.seen = calloc(places + 1, sizeof(*f.seen));
	f.owner = calloc(design->var_count + 1, sizeof(*f.owner));
	if (f.first && f.fan && f.readers && f.owner && f.seen) {
		note_readers(&f);
		for (uint32_t i = 0; i < design->var_count; i++)
			for (uint32_t bit = 0; design->vars[i].elements <= 64 && bit < variable_bits(&design->vars[i]); bit++)
				if (bit_is_flop(design, (struct bit){ i, bit }))
					find_bit(&f, (struct bit){ i, bit });
	} else {
		ret->failed = true;
	}
	free(f.first);
	free(f.fan);
	free(f.readers);
	free(f.owner);
	free(f.seen);
}

void crossings_release(struct crossings *crossings)
{
	free(crossings->crossing);
}
