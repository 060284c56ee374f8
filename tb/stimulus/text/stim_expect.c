/* SPDX-License-Identifier: Apache-2.0 */
/* Reads expectations of the transmit wire: their words, lengths of time, and rules between keys; verbs.h,
 * doc/reference/stimulus.md. */
#include "verbs.h"

#include "base/spelling.h"

#include <ctype.h>
#include <string.h>

/* clang-format off */
const char *const stim_expect_what[EXPECT_WHAT_COUNT] = { "tx.frame", "pause", "xoff", "xon", "pfc", "jam", "false-carrier",
	                                                  "remote-fault", "idle", "classes" };
/* clang-format on */
const char *const stim_expect_from[EXPECT_FROM_COUNT + 1] = { "now",      "rx",        "rx-start", "tx",
	                                                      "tx-start", "collision", "carrier",  NULL };
#define EXPECT_WORDS "tx.frame, pause, xoff, xon, pfc, jam, false-carrier, remote-fault, idle or classes"

/* ---- lengths of time: terms with '+' between them ---- */

static const struct {
	const char *name;
	uint32_t octets, clocks, ns; /* how many of each one unit has */
} units[] = {
	{ "", 1, 0, 0 },      /* octet times */
	{ "q", 64, 0, 0 },    /* quanta, 802.3 31B.2: 512 bit times */
	{ "clk", 0, 1, 0 },   /* clocks of the DUT */
	{ "ns", 0, 0, 1 },    /* */
	{ "us", 0, 0, 1000 }, /* */
};
enum { UNIT_COUNT = sizeof(units) / sizeof(units[0]) };

static const char *const figures[ITEM_FIGURE_COUNT] = {
#define FIGURE(member, latency) #member,
	ITEM_FIGURES(FIGURE)
#undef FIGURE
};

static int not_a_time(struct reader *r, const struct verb_key *key, const char *term)
{
	struct spelling spelling = spelling_of(term);

	for (size_t i = 0; i < ITEM_FIGURE_COUNT; i++)
		spelling_offer(&spelling, figures[i]);
	if (spelling.nearest)
		return reader_refuse(r, term, "unknown figure '%.*s' for %s, did you mean '%s'?", 24, term, key->name,
		                     spelling.nearest);
	return reader_refuse(r, term,
	                     "expected octet times, Nq, Nclk, Nns, Nus, or inhibit, resume, request, classify, host, sent, "
	                     "write, wire for %s, not '%.*s'",
	                     key->name, 24, term);
}

static int add_figure(struct reader *r, const struct verb_key *key, const char *term, struct item_span *span)
{
	size_t i = 0;

	while (i < ITEM_FIGURE_COUNT && strcmp(figures[i], term))
		i++;
	if (i == ITEM_FIGURE_COUNT)
		return not_a_time(r, key, term);
	if (span->figures >> i & 1)
		return reader_refuse(r, term, "%s is given twice for %s", term, key->name);
	span->figures |= 1u << i;
	return 0;
}

static int add_number(struct reader *r, const struct verb_key *key, char *term, struct item_span *span)
{
	bool hex = !strncmp(term, "0x", 2);
	char *unit = hex ? term + 2 : term;
	uint32_t number = 0, most;
	size_t i = 0;
	int err;

	while (hex ? isxdigit((unsigned char)*unit) : isdigit((unsigned char)*unit))
		unit++;
	while (i < UNIT_COUNT && strcmp(units[i].name, unit))
		i++;
	if (i == UNIT_COUNT)
		return reader_refuse(r, unit, "expected no unit (octet times), q (quanta), clk, ns or us for %s, not '%.*s'",
		                     key->name, 24, unit);
	*unit = 0;
	most = STIM_CYCLES_MAX / (units[i].octets + units[i].clocks + units[i].ns);
	err = number_read(r, term, key->name, 0, most, &number);
	span->octets += number * units[i].octets;
	span->clocks += number * units[i].clocks;
	span->ns += number * units[i].ns;
	return err;
}

static bool too_long(const struct item_span *span)
{
	return span->octets > STIM_CYCLES_MAX || span->clocks > STIM_CYCLES_MAX || span->ns > STIM_CYCLES_MAX;
}

static int span_value(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	struct item_span span = { 0 };
	int err = 0;

	for (char *term = text, *next; term && !err; term = next) {
		next = strchr(term, '+');
		if (next)
			*next++ = 0;
		err = isdigit((unsigned char)*term) ? add_number(r, key, term, &span) : add_figure(r, key, term, &span);
		if (!err && too_long(&span))
			err = reader_refuse(r, term, "%s is more than %d", key->name, STIM_CYCLES_MAX);
	}
	memcpy((uint8_t *)d + key->offset, &span, sizeof(span));
	return err;
}

static void put_span(FILE *out, const struct verb_key *key, const struct draft *d)
{
	struct item_span span;
	char text[160] = "";
	size_t used = 0;

	memcpy(&span, (const uint8_t *)d + key->offset, sizeof(span));
	for (size_t i = 0; i < ITEM_FIGURE_COUNT; i++)
		if (span.figures >> i & 1)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "+%s", figures[i]);
	if (span.octets)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "+%u", span.octets);
	if (span.clocks)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "+%uclk", span.clocks);
	if (span.ns)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "+%uns", span.ns);
	fprintf(out, " %s=%s", key->name, used ? text + 1 : "0");
}
const struct value_type value_span = { span_value, put_span };

/* ---- the words ---- */

static int unknown_event(struct reader *r, const char *name)
{
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];

	for (size_t i = 0; i < EXPECT_WHAT_COUNT; i++)
		spelling_offer(&spelling, stim_expect_what[i]);
	return reader_refuse(r, name, "expected " EXPECT_WORDS ", not '%.*s'%s", 24, name,
	                     spelling_hint(&spelling, "; ", hint, sizeof(hint)));
}

static enum verb_need need_of(enum expect_what what)
{
	switch (what) {
	case EXPECT_PFC:
		return NEED_PFC_FRAMES;
	case EXPECT_CLASSES:
		return NEED_REQUESTS;
	case EXPECT_JAM:
	case EXPECT_FALSE_CARRIER:
		return NEED_MII;
	case EXPECT_REMOTE_FAULT:
	case EXPECT_IDLE:
		return NEED_XGMII;
	default:
		return NEED_NOTHING;
	}
}

int words_expect(struct reader *r, struct draft *d)
{
	struct item_expect *expect = &d->item.u.expect;
	char *name = reader_word(r);

	expect->none = name && !strcmp(name, "no");
	if (expect->none)
		name = reader_word(r);
	if (!name)
		return reader_refuse(r, r->next, "expected " EXPECT_WORDS ", or no and one of these");
	while (expect->what < EXPECT_WHAT_COUNT && strcmp(stim_expect_what[expect->what], name))
		expect->what++;
	if (expect->what == EXPECT_WHAT_COUNT)
		return unknown_event(r, name);
	return reader_need(r, need_of(expect->what), name, name);
}

/* ---- rules between keys ---- */

/* Reads kind= of tx.frame, which may name two kinds that have a word of their own. */
static int read_kind(struct reader *r, struct item_expect *expect)
{
	const char *kind = reader_key(r, "kind");

	if (!kind || (expect->what == EXPECT_DATA && !strcmp(kind, "data")))
		return 0;
	if (expect->what != EXPECT_DATA)
		return reader_refuse(r, kind, "kind is for tx.frame, not for %s", stim_expect_what[expect->what]);
	if (strcmp(kind, "pause") && strcmp(kind, "pfc"))
		return reader_refuse(r, kind, "expected data, pause or pfc for kind, not '%.*s'", READER_SHOWN_MAX, kind);
	expect->what = !strcmp(kind, "pfc") ? EXPECT_PFC : EXPECT_PAUSE;
	return reader_need(r, need_of(expect->what), kind, kind);
}

/* Refuses KEY if it is NEEDLESS and the line has it all the same. */
static int refuse_key(struct reader *r, const char *key, bool needless, const char *why)
{
	const char *text = reader_key(r, key);

	return text && needless ? reader_refuse(r, text, "%s %s", key, why) : 0;
}

static bool is_frame(const struct item_expect *expect)
{
	return expect->what < EXPECT_REMOTE_FAULT;
}

static int check_content(struct reader *r, const struct item_expect *expect)
{
	enum expect_what what = expect->what;
	bool times = !expect->none && (what == EXPECT_PAUSE || what == EXPECT_XOFF || what == EXPECT_PFC);
	bool classes = what == EXPECT_CLASSES || (what == EXPECT_PFC && !expect->none);
	int err = refuse_key(r, "octets", what > EXPECT_PFC || expect->none, "is for the frame that must come");

	if (!err)
		err = refuse_key(r, "time", !times, "is for the pause, xoff or pfc that must come");
	if (!err)
		err = refuse_key(r, "off", !classes, "is for classes, or the pfc that must come");
	if (!err)
		err = refuse_key(r, "on", !classes, "is for classes, or the pfc that must come");
	if (!err && what == EXPECT_CLASSES && !expect->classes)
		err = reader_refuse(r, r->next, "expect classes needs off= or on=");
	return err;
}

/* Refuses from= if the file has no item of the receive wire, or no expectation, before this line from which the times can count. */
static int check_from(struct reader *r, const struct item_expect *expect)
{
	bool rx = expect->from == EXPECT_FROM_RX || expect->from == EXPECT_FROM_RX_START, seen = false;
	bool tx = expect->from == EXPECT_FROM_TX || expect->from == EXPECT_FROM_TX_START;
	bool mii = expect->from == EXPECT_FROM_COLLISION || expect->from == EXPECT_FROM_CARRIER;
	const char *from = reader_key(r, "from");

	if (mii)
		return reader_need(r, NEED_MII, from, from);
	for (size_t i = r->st->count; i-- && !seen;) {
		const struct item *item = &r->st->items[i];
		seen = rx ? item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW || item->kind == ITEM_RX_LANES
		          : item->kind == ITEM_EXPECT && !item->u.expect.none && is_frame(&item->u.expect);
	}
	if (rx && !seen)
		return reader_refuse(r, from, "from=%s needs a line rx.* before it", from);
	if (tx && !seen)
		return reader_refuse(r, from, "from=%s needs a line before it that expects a frame", from);
	return 0;
}

static bool is_zero(const struct item_span *span)
{
	return !span->octets && !span->clocks && !span->ns && !span->figures;
}

int finish_expect(struct reader *r, struct draft *d)
{
	struct item_expect *expect = &d->item.u.expect;
	const char *until = reader_key(r, "until"), *within = reader_key(r, "within");
	int err = read_kind(r, expect);

	if (!err && expect->none && !until)
		err = reader_refuse(r, r->next, "expect no %s needs until=", stim_expect_what[expect->what]);
	if (!err && expect->none && within)
		err = reader_refuse(r, within, "within is for what must come; what must not come has until=");
	if (!err && !expect->none && !within)
		err = reader_refuse(r, r->next, "expect %s needs within=", stim_expect_what[expect->what]);
	if (!err && is_zero(expect->none ? &expect->until : &expect->within))
		err = reader_refuse(r, expect->none ? until : within, "%s must be more than 0",
		                    expect->none ? "until" : "within");
	if (!err)
		err = check_content(r, expect);
	if (!err)
		err = check_from(r, expect);
	return err ? err : stimulus_append(r->st, &d->item);
}
