/* SPDX-License-Identifier: Apache-2.0 */
/* Makes lines of the notes of a story: sorts them by time, compares the states of DUT and golden model, and puts findings in
 * their places. */
#include "story_parts.h"

#include "regs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The states that both DUT and golden model have, as they are at the line that is being made. */
struct state {
	bool known[2];
	uint64_t value[2], since[2];
};
enum { BY_DUT, BY_MODEL };

struct maker {
	const struct story *story;
	const struct reg_page *page;
	struct story_lines *lines;
	struct state xoff, pfc;
	bool signalled;
	uint64_t until; /* the end of the golden model's inhibit, as it was expected when the inhibit began */
	uint64_t level;
	uint32_t low, high;
	const struct story_note *host_stutters; /* the host stops and goes on all the time up to this change; NULL: it does not */
	int zone_low, zone_high;                /* where the level is: -1 below the mark, 0 at it, 1 above it */
	bool marks_known, zone_known, carrier_of_frame, no_memory;
};

static struct story_line *add(struct maker *k, const struct story_note *note, const char *kind, const char *head)
{
	struct story_lines *l = k->lines;
	struct story_line *line;

	if (l->count == l->room) {
		size_t room = l->room ? 2 * l->room : 256;
		void *more = realloc(l->line, room * sizeof(*l->line));
		if (!more) {
			k->no_memory = true;
			return NULL;
		}
		l->line = more;
		l->room = room;
	}
	line = &l->line[l->count++];
	memset(line, 0, sizeof(*line));
	line->order = l->count;
	line->kind = kind;
	line->note = note;
	snprintf(line->head, sizeof(line->head), "%s", head);
	if (note) {
		line->time = note->time;
		line->cycle = story_clock(k->story, note->time);
	}
	return line;
}

static void line(struct maker *k, const struct story_note *note, const char *kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void line(struct maker *k, const struct story_note *note, const char *kind, const char *format, ...)
{
	struct story_line *l = add(k, note, kind, kind);
	va_list args;

	if (!l)
		return;
	va_start(args, format);
	vsnprintf(l->text, sizeof(l->text), format, args);
	va_end(args);
}

/* ---- frames ---- */

static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, size - used, format, args);
	va_end(args);
}

static void append_rule(char *text, size_t size, const char *what, uint16_t rule)
{
	append(text, size, rule < RULE_COUNT ? "; %s (%s)" : "; %s", what, rule < RULE_COUNT ? rule_table[rule].name : "");
}

static void append_verdict(char *text, size_t size, const struct story_note *n)
{
	const struct story_verdict *v = &n->verdict;
	bool looks_like = n->frame.kind == STORY_PAUSE;

	if (!v->known)
		return;
	if (v->ignored)
		append(text, size, "; thrown away");
	else if (v->pause && v->not_obeyed < RULE_COUNT)
		append_rule(text, size, "not obeyed", v->not_obeyed);
	else if (v->pause)
		append(text, size, "; obeyed");
	else if (looks_like)
		append_rule(text, size, "no PAUSE", v->not_pause);
	if (v->delivered)
		append(text, size, "; for the host");
	else if (v->discarded)
		append(text, size, "; dropped, no room");
	else if (!v->pause && !looks_like && !v->ignored)
		append_rule(text, size, "not for the host", v->refused);
}

static void frame_line(struct maker *k, const struct story_note *n)
{
	const struct story *s = k->story;
	char words[224], head[24];
	const char *kind = n->kind == STORY_IN ? "in" : "out";
	struct story_line *l;

	snprintf(head, sizeof(head), "%s #%" PRIu32, kind, n->number);
	l = add(k, n, kind, head);
	if (!l)
		return;
	story_frame_words(&n->frame, words, sizeof(words));
	snprintf(l->text, sizeof(l->text), "%s, to cycle %" PRIu64, words,
	         story_clock(s, n->end > n->time ? n->end - 1 : n->end));
	if (s->step > 1 && n->time % s->step)
		append(l->text, sizeof(l->text), ", from lane %u", (unsigned)(n->time % s->step));
	append_verdict(l->text, sizeof(l->text), n);
}

static void no_frame_line(struct maker *k, const struct story_note *n)
{
	line(k, n, n->kind == STORY_NO_FRAME_IN ? "in" : "out", "%s, %" PRIu64 " %s, to cycle %" PRIu64,
	     n->error ? "fault sequences" : "no frame", n->value, k->story->step > 1 ? "lanes" : "clocks",
	     story_clock(k->story, n->end - 1));
}

/* Returns in words what the codes without rx_dv mean: 802.3 tables 22-2 and 35-2. */
static const char *idle_meaning(const struct maker *k, const struct story_note *n)
{
	bool gmii = k->story->dut.phy == PHY_GMII;

	if (!n->error)
		return "idle";
	switch (n->value) {
	case 0x00:
		return "idle";
	case 0x01:
		return "low-power idle";
	case 0x0E:
		return "false carrier";
	case 0x0F:
		return gmii ? "carrier extension" : "carrier extension at 1000 Mb/s";
	case 0x1F:
		return gmii ? "error in carrier extension" : "error in carrier extension at 1000 Mb/s";
	default:
		return "reserved";
	}
}

static void idle_line(struct maker *k, const struct story_note *n)
{
	char until[48] = "from here on";

	if (n->end > n->time)
		snprintf(until, sizeof(until), "to cycle %" PRIu64, story_clock(k->story, n->end - 1));
	line(k, n, "in", "%srxd 0x%02" PRIX64 " without rx_dv, %s, %s", n->error ? "rx_er, " : "", n->value, idle_meaning(k, n),
	     until);
}

static void host_line(struct maker *k, const struct story_note *n)
{
	char words[224];

	story_frame_words(&n->frame, words, sizeof(words));
	if (n->kind == STORY_OFFER)
		line(k, n, "host", "offers %s%s", words, n->error ? ", marked by tuser" : "");
	else
		line(k, n, "host", "has got %s%s", words, n->error ? ", marked as bad" : "");
}

/* Returns the frame on the receive wire whose last octet is in LAST; NULL: there is none. */
static const struct story_note *frame_in(const struct story *s, uint64_t last)
{
	for (size_t i = s->count; i-- > 0;) {
		const struct story_note *n = &s->note[i];
		if (n->kind == STORY_IN && story_ends_at(s, n, last))
			return n;
	}
	return NULL;
}

/* ---- registers ---- */

/* Appends the fields of a register that are not 0, for example "ENABLE=1 FLOW_ENABLE=1". */
static void append_fields(char *text, size_t size, const struct maker *k, const struct reg_row *row, uint64_t value)
{
	const char *before = " (";

	for (size_t i = 0; i < k->page->field_count; i++) {
		const struct reg_field *f = &k->page->fields[i];
		uint64_t bits = (value & reg_field_mask(f)) >> f->lsb;
		if (strcmp(f->reg, row->name) || !bits)
			continue;
		append(text, size, "%s%s=%" PRIu64, before, f->name, bits);
		before = " ";
	}
	if (*before == ' ' && !before[1])
		append(text, size, ")");
}

static void access_line(struct maker *k, const struct story_note *n)
{
	const struct reg_row *row = k->page ? reg_by_address(k->page, n->address) : NULL;
	bool writes = n->kind == STORY_WRITE, counter = row && (row->kind == REG_COUNTER || row->kind == REG_COUNTER_HIGH);
	struct story_line *l = add(k, n, writes ? "write" : "read", writes ? "write" : "read");
	char name[64];

	if (!l)
		return;
	if (row && *row->name)
		snprintf(name, sizeof(name), "%s", row->name);
	else
		snprintf(name, sizeof(name), "0x%04" PRIX16, n->address);
	snprintf(l->text, sizeof(l->text), counter || (n->value < 10 && (!row || !k->page)) ? "%s = %" PRIu64 : "%s = 0x%" PRIX64,
	         name, n->value);
	if (row && !counter)
		append_fields(l->text, sizeof(l->text), k, row, n->value);
	if (writes && k->page && n->strobe != reg_strobe(k->page))
		append(l->text, sizeof(l->text), ", byte strobes 0x%X", n->strobe);
	if (n->error)
		append(l->text, sizeof(l->text), ", pslverr");
}

/* ---- states ---- */

/* Notes VALUE in STATE. Returns true if the other one of DUT and golden model has this value already. */
static bool state_set(struct state *state, int by, const struct story_note *n)
{
	state->known[by] = true;
	state->value[by] = n->value;
	state->since[by] = n->time;
	return state->known[!by] && state->value[!by] == n->value;
}

static void reason_words(const struct maker *k, const struct story_note *n, char *ret, size_t size)
{
	const struct story_reason *r = &n->reason;
	const struct story_note *frame = r->last == PM_NEVER ? NULL : frame_in(k->story, r->last);

	if (r->software && n->value)
		snprintf(ret, size, "software holds the transmitter");
	else if (n->value && frame)
		snprintf(ret, size, "%sPAUSE %" PRIu16 " (in #%" PRIu32 ")", n->kind == STORY_LOADED ? "again, " : "", r->quanta,
		         frame->number);
	else if (n->value)
		snprintf(ret, size, "PAUSE %" PRIu16, r->quanta);
	else if (r->rule == RULE_PAUSE_EXPIRY && n->time < k->until && k->until != PM_NEVER)
		snprintf(ret, size, "the time of the DUT is over, with which the golden model went on after a finding");
	else if (r->rule == RULE_PAUSE_EXPIRY)
		snprintf(ret, size, "the time is over");
	else if (frame)
		snprintf(ret, size, "PAUSE %" PRIu16 " (in #%" PRIu32 ")", frame->frame.quanta[0], frame->number);
	else
		snprintf(ret, size, "%s", r->rule < RULE_COUNT ? rule_table[r->rule].name : "released");
	if (n->value && r->until != PM_NEVER)
		append(ret, size, ", until cycle %" PRIu64, story_clock(k->story, r->until));
}

static const char *xoff_name(uint64_t value)
{
	return value ? "Xoff" : "Xon";
}

/* Makes a line of a change of the golden model. BOTH: the DUT changed at the same time. */
static void xoff_expected(struct maker *k, const struct story_note *n, bool both)
{
	char reason[160];
	struct story_line *l;
	bool agree, first = !k->xoff.known[BY_DUT];

	reason_words(k, n, reason, sizeof(reason));
	if (n->value)
		k->until = n->reason.until;
	l = add(k, n, n->value ? "xoff" : "xon", xoff_name(n->value));
	agree = n->kind == STORY_LOADED || state_set(&k->xoff, BY_MODEL, n);
	if (!l)
		return;
	l->by_model = true;
	l->by_dut = agree || both;
	if (k->story->black_box || agree || both)
		snprintf(l->text, sizeof(l->text), "%s", reason);
	else
		snprintf(l->text, sizeof(l->text), "expected: %s; the DUT is %s", reason, first ? "Xon" : xoff_name(!n->value));
}

static void xoff_actual(struct maker *k, const struct story_note *n)
{
	uint64_t late;
	bool agree = state_set(&k->xoff, BY_DUT, n), expected = k->xoff.known[BY_MODEL];
	struct story_line *l;

	if (k->story->black_box || (!expected && !n->value))
		return; /* the state after a reset */
	late = story_clock(k->story, n->time - k->xoff.since[BY_MODEL]);
	if (agree && !late)
		return; /* the line of the golden model says it */
	l = add(k, n, n->value ? "xoff" : "xon", xoff_name(n->value));
	if (!l)
		return;
	l->by_dut = true;
	if (agree)
		snprintf(l->text, sizeof(l->text), "the DUT, %" PRIu64 " cycles after the golden model", late);
	else
		snprintf(l->text, sizeof(l->text), "the DUT alone; expected: %s", xoff_name(!n->value));
}

static void pfc_state(struct maker *k, const struct story_note *n, int by, bool both)
{
	bool agree = state_set(&k->pfc, by, n) || both;
	struct story_line *l;

	if (by == BY_DUT && ((agree && k->pfc.since[BY_MODEL] == n->time) || (!n->value && !k->pfc.known[BY_MODEL])))
		return;
	l = add(k, n, "pfc", "PFC");
	if (!l)
		return;
	l->by_model = by == BY_MODEL;
	l->by_dut = by == BY_DUT || both;
	if (n->value)
		snprintf(l->text, sizeof(l->text), "the classes 0x%02" PRIX64 " are paused", n->value);
	else
		snprintf(l->text, sizeof(l->text), "no class is paused");
	if (!agree && !k->story->black_box)
		append(l->text, sizeof(l->text), by == BY_MODEL ? "; expected, the DUT not yet" : "; the DUT alone");
}

/* ---- level and marks ---- */

static int compare(uint64_t level, uint32_t mark)
{
	return level < mark ? -1 : level > mark;
}

static const char *zone_word(int zone)
{
	return zone < 0 ? "below" : zone > 0 ? "above" : "at";
}

/* Makes a line if the level has come to another side of a mark. */
static void level_line(struct maker *k, const struct story_note *n)
{
	int low = compare(k->level, k->low), high = compare(k->level, k->high);
	bool changed = (k->low && low != k->zone_low) || (k->high && high != k->zone_high);
	struct story_line *l;

	if (!k->marks_known)
		return;
	k->zone_low = low;
	k->zone_high = high;
	if (!k->zone_known || !changed) {
		k->zone_known = true;
		return;
	}
	l = add(k, n, "mark", "level");
	if (!l)
		return;
	snprintf(l->text, sizeof(l->text), "%" PRIu64 " %s", k->level, k->page && k->page->level ? k->page->level : "octets");
	if (k->low && k->low == k->high)
		append(l->text, sizeof(l->text), ": %s both marks, %" PRIu32, zone_word(low), k->low);
	else if (k->low && k->high && low == high)
		append(l->text, sizeof(l->text), ": %s the marks %" PRIu32 " and %" PRIu32, zone_word(low), k->low, k->high);
	else if (k->low)
		append(l->text, sizeof(l->text), ": %s the low mark %" PRIu32, zone_word(low), k->low);
	if (k->high && k->low != k->high && (low != high || !k->low))
		append(l->text, sizeof(l->text), "%s %s the high mark %" PRIu32, k->low ? "," : ":", zone_word(high), k->high);
}

static void due_line(struct maker *k, const struct story_note *n)
{
	static const char *const names[] = {
		[PM_TX_PFC] = "a PFC frame", [PM_TX_FORCED] = "a forced collision", [PM_TX_CARRIER] = "false carrier"
	};
	char what[48];

	if (n->due.what == PM_TX_PAUSE)
		snprintf(what, sizeof(what), "PAUSE %" PRIu16, n->due.quanta);
	else
		snprintf(what, sizeof(what), "%s", names[n->due.what]);
	line(k, n, "due", "%s, to start in cycle %" PRIu64 " (%s)", what, story_clock(k->story, n->due.cycle),
	     n->due.rule < RULE_COUNT ? rule_table[n->due.rule].name : "no rule");
}

/* Makes a line of what the transmit wire carries between frames. */
static void signal_line(struct maker *k, const struct story_note *n)
{
	static const char *const names[] = { "idle", "local fault sequences", "remote fault sequences", "other codes" };

	if (n->value || k->signalled)
		line(k, n, "signal", "the DUT sends %s", names[n->value < 4 ? n->value : 3]);
	k->signalled |= n->value;
}

/* pfc_req has two bits for each class: XON is requested, XOFF is requested (doc/reference/dut-contract.md). */
static void pfc_request_line(struct maker *k, const struct story_note *n)
{
	char words[160] = "";

	for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
		if (n->value >> 2 * i & 3)
			append(words, sizeof(words), ", class %u %s%s", i, n->value >> 2 * i & 2 ? "XOFF" : "",
			       n->value >> 2 * i & 1 ? "XON" : "");
	line(k, n, "request", "pfc_req = 0x%04" PRIX64 "%s", n->value, words);
}

static void note_line(struct maker *k, const struct story_note *n, bool both)
{
	switch ((enum story_kind)n->kind) {
	case STORY_RESET:
		line(k, n, "reset", "for %" PRIu64 " cycles", story_clock(k->story, n->value));
		break;
	case STORY_RX_STOP:
		line(k, n, "stop", "the clock of the receive wire stops for %" PRIu64 " cycles", n->value);
		break;
	case STORY_RX_RESET:
		line(k, n, "reset", "of the receive clock alone, for %" PRIu64 " cycles", n->value);
		break;
	case STORY_IN:
	case STORY_OUT:
		frame_line(k, n);
		break;
	case STORY_NO_FRAME_IN:
	case STORY_NO_FRAME_OUT:
		no_frame_line(k, n);
		break;
	case STORY_IDLE_IN:
		idle_line(k, n);
		break;
	case STORY_OFFER:
	case STORY_HOST:
		host_line(k, n);
		break;
	case STORY_WRITE:
	case STORY_READ:
		access_line(k, n);
		break;
	case STORY_PAUSE_REQUEST:
		line(k, n, "request", "pause_req = %" PRIu64 "%s%s", n->value, n->value & 2 ? ", XOFF" : "",
		     n->value & 1 ? ", XON" : "");
		break;
	case STORY_PFC_REQUEST:
		pfc_request_line(k, n);
		break;
	case STORY_SPEED:
		line(k, n, "speed", "%" PRIu64 " Mb/s", n->value);
		break;
	case STORY_COLLISION:
		line(k, n, "collision", "%s", n->value ? "begins" : "is over");
		break;
	case STORY_XOFF_ACTUAL:
		xoff_actual(k, n);
		break;
	case STORY_XOFF_EXPECTED:
	case STORY_LOADED:
		xoff_expected(k, n, both);
		break;
	case STORY_PFC_ACTUAL:
		pfc_state(k, n, BY_DUT, false);
		break;
	case STORY_PFC_EXPECTED:
		pfc_state(k, n, BY_MODEL, both);
		break;
	case STORY_SIGNAL:
		signal_line(k, n);
		break;
	case STORY_LEVEL_ACTUAL:
		break; /* only the series of story.json have these */
	case STORY_LEVEL_EXPECTED:
		k->level = n->value;
		level_line(k, n);
		break;
	case STORY_MARKS:
		k->low = n->marks.low;
		k->high = n->marks.high;
		k->marks_known = true;
		level_line(k, n);
		break;
	case STORY_DUE:
		due_line(k, n);
		break;
	case STORY_FAULT:
		line(k, n, "fault", "link fault %s", n->value ? "begins" : "is over");
		break;
	case STORY_READY:
	case STORY_CARRIER:
	case STORY_STATES:
		break; /* host_ready_line() and carrier_line() make the lines of the first two */
	}
}

/* Makes the lines of the host. One that stops and goes on all the time has two lines: one where this begins, and one that says
 * what it does from the last change on. */
static void host_ready_line(struct maker *k, const struct story_note *const *note, size_t count)
{
	const struct story_note *n = note[0];
	struct story_stutter stutter;

	if (k->host_stutters && n != k->host_stutters)
		return;
	stutter = story_stutter(k->story, note, count);
	if (k->host_stutters || !stutter.folded) {
		k->host_stutters = NULL;
		line(k, n, "host", "%s", n->value ? "takes frames" : "takes no frames");
		return;
	}
	k->host_stutters = stutter.last;
	line(k, n, "host", "stops and goes on, takes in %" PRIu64 " of %" PRIu64 " cycles, to cycle %" PRIu64, stutter.takes,
	     story_clock(k->story, stutter.last->time - n->time), story_clock(k->story, stutter.last->time) - 1);
}

static void carrier_line(struct maker *k, const struct story_note *const *note, size_t i, size_t count)
{
	if (note[i]->value)
		k->carrier_of_frame = story_carrier_is_of_frame(note, i, count);
	if (!k->carrier_of_frame)
		line(k, note[i], "carrier", "%s", note[i]->value ? "begins" : "is over");
}

/* ---- findings ---- */

static void finding_lines(struct maker *k, const struct scoreboard_result *score)
{
	size_t count = score->findings < SCOREBOARD_FINDINGS_MAX ? (size_t)score->findings : SCOREBOARD_FINDINGS_MAX;

	for (size_t i = 0; i < count; i++) {
		const struct finding *f = &score->finding[i];
		struct story_line *l = add(k, NULL, "finding", "FINDING");
		if (!l)
			return;
		l->finding = f;
		l->cycle = f->cycle;
		l->time = (f->cycle + 1) * k->story->step - 1;
		snprintf(l->text, sizeof(l->text), "%zu, %s: %s: expected %s, actual %s", i + 1, rule_table[f->rule].name,
		         f->what, f->expected, f->actual);
		if (f->cause_cycle == f->cycle || i)
			continue;
		l = add(k, NULL, "cause", "cause");
		if (!l)
			return;
		l->finding = f;
		l->cycle = f->cause_cycle;
		l->time = (f->cause_cycle + 1) * k->story->step - 1;
		snprintf(l->text, sizeof(l->text), "of finding 1%s%s", *f->why ? ": " : "", f->why);
	}
}

static int by_time(const void *a, const void *b)
{
	const struct story_line *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

/* Returns the rank of a note among those of the same time: first come the wires, then the golden model, then the states of the
 * DUT, which are compared with those of the model. */
static int rank_of(const struct story_note *n)
{
	return n->kind < STORY_XOFF_ACTUAL || n->kind == STORY_DUE ? 0 : n->kind >= STORY_XOFF_EXPECTED ? 1 : 2;
}

static int notes_by_time(const void *a, const void *b)
{
	const struct story_note *x = *(const struct story_note *const *)a, *y = *(const struct story_note *const *)b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (rank_of(x) != rank_of(y))
		return rank_of(x) - rank_of(y);
	return x < y ? -1 : x > y;
}

/* Returns true if the DUT changes to the state of N, of the golden model, at the same time. */
static bool dut_too(const struct story_note *const *note, size_t i, size_t count)
{
	static const enum story_kind actual[STORY_STATES] = {
		[STORY_XOFF_EXPECTED] = STORY_XOFF_ACTUAL,
		[STORY_PFC_EXPECTED] = STORY_PFC_ACTUAL,
	};
	const struct story_note *n = note[i];

	for (size_t j = i + 1; actual[n->kind] && j < count && note[j]->time == n->time; j++)
		if (note[j]->kind == actual[n->kind] && note[j]->value == n->value)
			return true;
	return false;
}

int story_lines(const struct story *story, const struct scoreboard_result *score, struct story_lines *ret)
{
	struct maker maker = { .story = story, .page = story_page(story), .lines = ret };
	const struct story_note **notes = malloc((story->count + 1) * sizeof(*notes));

	*ret = (struct story_lines){ 0 };
	if (!notes)
		return -ENOMEM;
	for (size_t i = 0; i < story->count; i++)
		notes[i] = &story->note[i];
	qsort(notes, story->count, sizeof(*notes), notes_by_time);
	for (size_t i = 0; i < story->count; i++)
		if (notes[i]->kind == STORY_READY)
			host_ready_line(&maker, notes + i, story->count - i);
		else if (notes[i]->kind == STORY_CARRIER)
			carrier_line(&maker, notes, i, story->count);
		else
			note_line(&maker, notes[i], dut_too(notes, i, story->count));
	finding_lines(&maker, score);
	free(notes);
	if (maker.no_memory) {
		free(ret->line);
		*ret = (struct story_lines){ 0 };
		return -ENOMEM;
	}
	if (ret->count)
		qsort(ret->line, ret->count, sizeof(*ret->line), by_time);
	return 0;
}
