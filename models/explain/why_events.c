/* SPDX-License-Identifier: Apache-2.0 */
/* Finds which frames a counter should have counted since it was right, and which not, and names among them a group that is just
 * as large as the difference: the DUT may count that group wrongly. */
#include "why_events.h"

#include "explain.h"

#include <inttypes.h>
#include <string.h>

/* The traits of a frame, by which the frames that count can be told from those that do not. The sentence names them in this
 * order. */
#define TRAITS(TRAIT)                              \
	TRAIT(UNICAST, "unicast")                  \
	TRAIT(MULTICAST, "multicast")              \
	TRAIT(BROADCAST, "broadcast")              \
	TRAIT(TAGGED, "tagged")                    \
	TRAIT(PAUSE, "PAUSE")                      \
	TRAIT(XOFF, "time above 0")                \
	TRAIT(XON, "time 0")                       \
	TRAIT(INHIBITED, "while inhibited")        \
	TRAIT(PFC, "PFC")                          \
	TRAIT(CONTROL, "control")                  \
	TRAIT(SHORT, "short")                      \
	TRAIT(TOO_LONG, "too long")                \
	TRAIT(BAD_FCS, "wrong FCS")                \
	TRAIT(CODE_ERROR, "code error")            \
	TRAIT(DRIBBLE, "half an octet at its end") \
	TRAIT(UNDERRUN, "underrun")                \
	TRAIT(HOST_ERROR, "marked by the host")    \
	TRAIT(COLLISION, "cut by a collision")     \
	TRAIT(LATE, "late")                        \
	TRAIT(EXCESSIVE, "the sixteenth")          \
	TRAIT(DROPPED, "dropped")                  \
	TRAIT(REPEATED, "sent after collisions")   \
	TRAIT(OURS, "by the MAC itself")           \
	TRAIT(LOST, "no room")                     \
	TRAIT(REFUSED, "not for the host")         \
	TRAIT(LENGTH, "length field")
enum trait {
#define TRAIT(id, word) TRAIT_##id,
	TRAITS(TRAIT)
#undef TRAIT
	    TRAIT_COUNT
};
static const char *const words[] = {
#define TRAIT(id, word) word,
	TRAITS(TRAIT)
#undef TRAIT
};

/* The traits by which groups are formed; the most telling ones come first. */
static const enum trait telling[] = {
	TRAIT_BAD_FCS,   TRAIT_CODE_ERROR, TRAIT_DRIBBLE, TRAIT_TOO_LONG,  TRAIT_SHORT,    TRAIT_UNDERRUN,  TRAIT_HOST_ERROR,
	TRAIT_LATE,      TRAIT_EXCESSIVE,  TRAIT_DROPPED, TRAIT_COLLISION, TRAIT_REPEATED, TRAIT_INHIBITED, TRAIT_XON,
	TRAIT_XOFF,      TRAIT_PAUSE,      TRAIT_PFC,     TRAIT_CONTROL,   TRAIT_TAGGED,   TRAIT_LENGTH,    TRAIT_BROADCAST,
	TRAIT_MULTICAST, TRAIT_LOST,       TRAIT_REFUSED, TRAIT_OURS,      TRAIT_UNICAST,
};
_Static_assert(sizeof(telling) / sizeof(telling[0]) == TRAIT_COUNT, "each trait has its place");

enum {
	KINDS_SAID = 3,
	CHOICES = 3,          /* the sentence has at most so many explanations of a difference */
	OCTETS_EACH_MAX = 64, /* if each frame counts up to so many octets too much or too little, that is one fault */
	PAYLOAD_NOT = 18,     /* octets of a frame that are no payload: addresses, type, FCS */
	NEAR_OCTETS = 4,      /* a length so close to the bound of a class of lengths may be put into the wrong class */
	ROOM = 110,           /* characters that a group takes in the sentence */
};

/* A frame that became visible since the counter was right; all such frames of a direction. */
struct frame {
	const struct pm_ended *ended;
	uint32_t traits;
	bool counted;
};

struct frames {
	struct frame frame[PM_ENDED]; /* the newest one first */
	unsigned count, counted;
	bool whole; /* the notes still have all frames since then */
};

/* Frames that the sentence names together. */
struct group {
	unsigned count;
	uint64_t octets;
	uint32_t traits, min, max;    /* the traits that all of them have; the least and the greatest length */
	uint64_t newest;              /* the last octet of the newest one */
	const struct pm_ended *first; /* any one of them */
	uint64_t set[PM_ENDED / 64];  /* a bit for each frame that is in the group */
};

/* Groups that may explain a difference of AMOUNT, since their frames make up just that. */
struct choices {
	uint64_t amount;
	bool by_octets;
	unsigned count;
	struct group group[CHOICES];
};

static uint32_t bit(enum trait trait)
{
	return (uint32_t)1 << trait;
}

static uint32_t if_bit(bool condition, enum trait trait)
{
	return condition ? bit(trait) : 0;
}

/* Returns the traits that the first octets of a frame show. */
static uint32_t head_traits(const struct pm_ended *e)
{
	static const enum trait types[] = {
		[ADDRESS_UNICAST] = TRAIT_UNICAST, [ADDRESS_MULTICAST] = TRAIT_MULTICAST, [ADDRESS_BROADCAST] = TRAIT_BROADCAST
	};
	const uint32_t at = why_type_at(e->head, e->head_octets);
	uint32_t ret = at > FRAME_TYPE_OFFSET ? bit(TRAIT_TAGGED) : 0;
	uint16_t type, opcode;

	if (e->head_octets >= FRAME_ADDRESS_OCTETS)
		ret |= bit(types[frame_address_type(e->head)]);
	if (e->head_octets < at + 2)
		return ret;
	type = frame_u16(e->head + at);
	if (type < FRAME_TYPE_MIN)
		return ret | bit(TRAIT_LENGTH);
	if (type != FRAME_TYPE_MAC_CONTROL || e->head_octets < at + 6)
		return ret;
	opcode = frame_u16(e->head + at + 2);
	if (opcode == FRAME_OPCODE_PFC)
		return ret | bit(TRAIT_PFC);
	if (opcode != FRAME_OPCODE_PAUSE)
		return ret | bit(TRAIT_CONTROL);
	return ret | bit(TRAIT_PAUSE) | bit(frame_u16(e->head + at + 4) ? TRAIT_XOFF : TRAIT_XON);
}

static uint32_t traits_of(const struct pm_ended *e)
{
	static const struct {
		enum ended_kind kind;
		enum trait trait;
	} kinds[] = {
		{ ENDED_BAD_FCS, TRAIT_BAD_FCS },
		{ ENDED_CODE_ERROR, TRAIT_CODE_ERROR },
		{ ENDED_DRIBBLE, TRAIT_DRIBBLE },
		{ ENDED_TOO_LONG, TRAIT_TOO_LONG },
		{ ENDED_REFUSED, TRAIT_REFUSED },
		{ ENDED_LOST, TRAIT_LOST },
		{ ENDED_OURS, TRAIT_OURS },
		{ ENDED_UNDERRUN, TRAIT_UNDERRUN },
		{ ENDED_HOST_ERROR, TRAIT_HOST_ERROR },
		{ ENDED_COLLISION, TRAIT_COLLISION },
		{ ENDED_LATE, TRAIT_LATE },
		{ ENDED_EXCESSIVE, TRAIT_EXCESSIVE },
		{ ENDED_DROPPED, TRAIT_DROPPED },
		{ ENDED_INHIBITED, TRAIT_INHIBITED },
	};
	uint32_t ret = head_traits(e) | if_bit(e->octets < FRAME_MIN_OCTETS && !(e->kind & ENDED_COLLISION), TRAIT_SHORT) |
	               if_bit(e->collisions && !(e->kind & ENDED_COLLISION), TRAIT_REPEATED);

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		ret |= if_bit(e->kind & kinds[i].kind, kinds[i].trait);
	return ret;
}

/* Collects the frames of a direction that became visible after cycle BASE and not after the cycle of the question, for the
 * counter of ROW. */
static void collect(const struct why *w, unsigned row, bool sent, uint64_t base, struct frames *ret)
{
	const struct pm_notes *n = &w->m->notes;
	const struct pm_ended *ring = sent ? n->sent : n->received;
	unsigned next = sent ? n->sent_next : n->received_next;
	uint64_t later = UINT64_MAX; /* the last octet of the frame after this one */

	ret->count = ret->counted = 0;
	ret->whole = false;
	for (unsigned i = 1; i <= PM_ENDED; i++) {
		const struct pm_ended *e = &ring[(next - i) % PM_ENDED];
		uint64_t from = sent ? e->last + 1 : e->visible, to = e->visible < later ? e->visible : later;
		if (i > next || !e->visible || (sent ? e->last < base : e->visible <= base)) {
			ret->whole = true;
			break;
		}
		if (from <= w->q->cycle) {
			struct frame *f = &ret->frame[ret->count++];
			*f = (struct frame){ e, traits_of(e), counting_changed(&w->m->count, row, from, to) };
			ret->counted += f->counted;
		}
		if (sent)
			later = e->last;
	}
}

static void add(struct group *g, const struct frames *all, unsigned i)
{
	const struct pm_ended *e = all->frame[i].ended;

	if (!g->count++)
		*g = (struct group){ 1, 0, all->frame[i].traits, e->octets, e->octets, e->last, e, { 0 } };
	g->octets += e->octets;
	g->traits &= all->frame[i].traits;
	g->min = e->octets < g->min ? e->octets : g->min;
	g->max = e->octets > g->max ? e->octets : g->max;
	g->set[i / 64] |= (uint64_t)1 << i % 64;
}

/* Gathers those of the frames that count, or of those that do not, whose traits within MASK are WANTED and which have OCTETS
 * octets; 0: any length. */
static struct group gather(const struct frames *all, bool counted, uint32_t mask, uint32_t wanted, uint32_t octets)
{
	struct group ret = { 0 };

	for (unsigned i = 0; i < all->count; i++) {
		const struct frame *f = &all->frame[i];
		if (f->counted == counted && (f->traits & mask) == wanted && (!octets || f->ended->octets == octets))
			add(&ret, all, i);
	}
	return ret;
}

/* Adds the group to the choices if it makes up the amount, and is not among them already. */
static void choose(struct choices *c, const struct group *g)
{
	const uint64_t heads = (uint64_t)PAYLOAD_NOT * g->count, payload = g->octets > heads ? g->octets - heads : 0;

	if (!g->count || c->count == CHOICES ||
	    !(c->by_octets ? g->octets == c->amount || payload == c->amount : g->count == c->amount))
		return;
	for (unsigned i = 0; i < c->count; i++)
		if (!memcmp(c->group[i].set, g->set, sizeof(g->set)))
			return;
	c->group[c->count++] = *g;
}

/* Returns how far OCTETS is from the length of the shortest or of the longest frame of G, whichever is nearer. */
static uint32_t distance(const struct group *g, uint32_t octets)
{
	uint32_t from_min = octets > g->min ? octets - g->min : g->min - octets;
	uint32_t from_max = octets > g->max ? octets - g->max : g->max - octets;

	return from_min < from_max ? from_min : from_max;
}

/* Chooses, for each length that is not farther than NEAR from that of the shortest or longest frame that counts, the frames of
 * this length. */
static void choose_lengths(struct choices *c, const struct frames *all, bool counted, uint32_t near)
{
	const struct group counts = gather(all, true, 0, 0, 0);

	for (unsigned i = 0; i < all->count; i++) {
		const uint32_t octets = all->frame[i].ended->octets;
		struct group g = gather(all, counted, 0, 0, octets);
		if (near == UINT32_MAX || (counts.count && distance(&counts, octets) <= near))
			choose(c, &g);
	}
}

/* Finds groups of the frames that count, or of those that do not, which make up the amount and have something in common that the
 * others do not have. */
static bool find(struct choices *c, const struct frames *all, bool counted, bool by_length)
{
	struct group g = gather(all, counted, 0, 0, 0);

	c->count = 0;
	choose(c, &g);
	if (c->count)
		return true;
	for (uint32_t near = 0; near <= NEAR_OCTETS && by_length; near++)
		choose_lengths(c, all, counted, near);
	for (unsigned i = 0; i < sizeof(telling) / sizeof(telling[0]); i++) {
		g = gather(all, counted, bit(telling[i]), bit(telling[i]), 0);
		choose(c, &g);
	}
	choose_lengths(c, all, counted, UINT32_MAX);
	for (unsigned trait = 0; trait < TRAIT_COUNT; trait++) {
		g = gather(all, counted, bit(trait), 0, 0);
		choose(c, &g);
	}
	return c->count;
}

static void say_traits(struct why *w, uint32_t traits)
{
	for (unsigned trait = 0; trait < TRAIT_COUNT; trait++)
		if (traits & bit(trait))
			why_say(w, ", %s", words[trait]);
}

/* Says for example "length field 56 with 56 octets behind it". */
static void say_length_field(struct why *w, const struct pm_ended *e)
{
	const uint32_t at = why_type_at(e->head, e->head_octets);

	if (e->octets >= at + 2 + FRAME_FCS_OCTETS)
		why_say(w, ": %u with %u octets behind it", frame_u16(e->head + at), e->octets - at - 2 - FRAME_FCS_OCTETS);
}

/* Says for example "2 of 64 octets, multicast, PAUSE, wrong FCS, newest in cycle 129". */
static void say_group(struct why *w, const struct group *g)
{
	why_say(w, "%u of %u", g->count, g->min);
	if (g->max != g->min)
		why_say(w, " to %u", g->max);
	why_say(w, " octet%s", g->max == 1 ? "" : "s");
	say_traits(w, g->traits);
	if (g->count == 1 && g->traits & bit(TRAIT_LENGTH))
		say_length_field(w, g->first);
	why_say(w, g->count > 1 ? ", newest in cycle %llu" : ", in cycle %llu", why_clock(w, g->newest));
}

/* Says which kinds of frames count, or do not: the newest ones, and how many more there are. */
static void say_kinds(struct why *w, const struct frames *all, bool counted)
{
	uint32_t said[KINDS_SAID];
	unsigned kinds = 0, left = counted ? all->counted : all->count - all->counted;
	uint64_t newest = 0;

	for (unsigned i = 0; i < all->count && kinds < KINDS_SAID; i++) {
		const struct frame *f = &all->frame[i];
		struct group g;
		bool known = f->counted != counted;
		for (unsigned k = 0; k < kinds; k++)
			known |= said[k] == f->traits;
		if (known)
			continue;
		if (kinds && w->used + ROOM > w->size)
			break;
		said[kinds++] = f->traits;
		g = gather(all, counted, UINT32_MAX, f->traits, 0);
		why_say(w, kinds > 1 ? "; " : " ");
		say_group(w, &g);
		left -= g.count;
		newest = newest ? newest : g.newest;
	}
	if (left)
		why_say(w, "; and %u more", left);
	if (newest)
		why_cause(w, newest);
}

static void say_choices(struct why *w, const struct choices *c)
{
	for (unsigned i = 0; i < c->count; i++) {
		if (i && w->used + ROOM > w->size) {
			why_say(w, ", or others");
			break;
		}
		why_say(w, i ? ", or " : " ");
		say_group(w, &c->group[i]);
	}
	why_cause(w, c->group[0].newest);
}

static const char *direction(bool sent)
{
	return sent ? "sent" : "received";
}

/* Says that each frame that counts makes the same difference, if it does; else returns false. */
static bool say_each(struct why *w, const struct frames *all, const struct choices *c, bool sent)
{
	if (!c->by_octets || !all->counted || c->amount % all->counted || c->amount / all->counted > OCTETS_EACH_MAX)
		return false;
	why_say(w, ", %" PRIu64 " for each of the %s frames that count:", c->amount / all->counted, direction(sent));
	say_kinds(w, all, true);
	return true;
}

/* Says that no frame ended, and which one may have begun. */
static void say_none(struct why *w, bool sent)
{
	const struct pm_model *m = w->m;
	const struct pm_run *run = m->run_next ? &m->run[(m->run_next - 1) % PM_RUNS] : NULL;

	if (sent && m->tx.busy && m->tx.frame.start < w->q->cycle) {
		why_say(w, "; the frame that is sent since cycle %llu has not ended", why_clock(w, m->tx.frame.start));
		why_cause(w, m->tx.frame.start);
	} else if (!sent && run && run->first < w->q->cycle && run->rx.visible < run->first)
		why_say(w, "; what is received since cycle %llu is not classified", why_clock(w, run->first));
	else
		why_say(w, "; no frame was %s since then", direction(sent));
}

/* The DUT counted more than the frames that count make up: says which frames it may have counted although they do not count. */
static void say_surplus(struct why *w, const struct frames *all, const struct frames *other, struct choices *c, bool sent)
{
	const bool by_length = w->q->rule == RULE_COUNT_SIZE;

	why_say(w, "%" PRIu64 " too many", c->amount);
	if (find(c, all, false, by_length)) {
		why_say(w, ", as many as %s frames that do not count:", direction(sent));
		say_choices(w, c);
	} else if (say_each(w, all, c, sent)) {
		return;
	} else if (all->count) {
		if (all->count > all->counted)
			why_say(w, "; %s, and do not count:", direction(sent));
		say_kinds(w, all, false);
		if (all->counted)
			why_say(w, "; count:");
		say_kinds(w, all, true);
	} else if (find(c, other, true, by_length) || find(c, other, false, by_length)) {
		why_say(w, ", as many as the %s frames:", direction(!sent));
		say_choices(w, c);
	} else {
		say_none(w, sent);
	}
}

/* The DUT counted less than the frames that count make up: says which of them it may have left out. */
static void say_missing(struct why *w, const struct frames *all, struct choices *c, bool sent)
{
	why_say(w, "%" PRIu64 " missing", c->amount);
	if (find(c, all, true, w->q->rule == RULE_COUNT_SIZE) && c->group[0].count < all->counted) {
		why_say(w, ", as many as %s frames that count:", direction(sent));
		say_choices(w, c);
	} else if (c->count) {
		why_say(w, ", which are all %s frames that count:", direction(sent));
		say_kinds(w, all, true);
	} else if (!say_each(w, all, c, sent)) {
		why_say(w, "; %s, and count:", direction(sent));
		say_kinds(w, all, true);
	}
}

bool why_events(struct why *w, unsigned row, uint64_t base, uint64_t gained)
{
	const struct counting *count = &w->m->count;
	const bool sent = w->m->regs.page->rows[row].direction == COUNTER_TX;
	uint64_t difference = w->q->actual - w->q->expected;
	struct frames all, other;
	struct choices c = { 0 };

	if (!count->wide)
		difference = (uint64_t)(int32_t)difference;
	if (!difference)
		return false;
	collect(w, row, sent, base, &all);
	collect(w, row, !sent, base, &other);
	c.amount = difference >> 63 ? 0 - difference : difference;
	c.by_octets = all.counted ? gained >= (uint64_t)PAYLOAD_NOT * all.counted
	                          : c.amount > (all.count ? all.count : other.count);
	if (difference >> 63 && !all.counted)
		return false;
	if (difference >> 63)
		say_missing(w, &all, &c, sent);
	else
		say_surplus(w, &all, &other, &c, sent);
	if (w->cause == w->q->cycle)
		why_cause(w, base);
	if (!all.whole)
		why_say(w, "; of older frames nothing is known");
	return true;
}

bool why_received_frame(struct why *w, uint64_t last)
{
	const struct pm_notes *n = &w->m->notes;

	for (unsigned i = 1; i <= PM_ENDED && i <= n->received_next; i++) {
		const struct pm_ended *e = &n->received[(n->received_next - i) % PM_ENDED];
		if (e->last != last)
			continue;
		why_say(w, "the frame of ");
		why_octets(w, e->octets);
		why_say(w, " that ended in cycle %llu", why_clock(w, e->last));
		say_traits(w, traits_of(e));
		return true;
	}
	return false;
}
