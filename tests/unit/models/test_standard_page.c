/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the automata of flow control in doc/devices/ieee8023.md, section 7, against models/standard: each state, event and condition has one row, and
 * the automaton does what it says. */
#include "support.h"

#include "standard/pause.h"
#include "standard/request.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define PAGE PAUSEBENCH_STIMULI "/../../../doc/devices/ieee8023.md"

enum { ROWS_MAX = 64, CELLS = 5, NOW = 1000, QUANTUM = 64, QUANTA = 3, FLAGS_MAX = 12 };

/* ---- the page ---- */

struct row {
	char *state, *seen, *condition, *next, *clause;
	unsigned used; /* how many cases it decided */
};

struct table {
	char *page;
	struct row row[ROWS_MAX];
	unsigned rows;
};

/* Returns the text of the next cell of a row that is written "| a | b |", without blanks around it, and moves *CURSOR behind it. */
static char *cell_take(char **cursor)
{
	char *start = *cursor + strspn(*cursor, "| "), *end = strstr(start, " |");

	cr_assert(end, "a row has no end: %.60s", start);
	*end = 0;
	*cursor = end + 1;
	return start;
}

/* Reads the table below HEADING. Its texts lie in .page, to be released with free(). */
static void table_read(struct table *ret, const char *heading)
{
	char *line;

	memset(ret, 0, sizeof(*ret));
	ret->page = file_read(PAGE, NULL);
	line = strstr(ret->page, heading);
	cr_assert(line, "there is no heading %s", heading);
	line = strstr(line, "\n| --- ");
	cr_assert(line, "there is no table below %s", heading);
	for (line = strchr(line + 1, '\n') + 1; *line == '|';) {
		char *end = strchr(line, '\n');
		struct row *row = &ret->row[ret->rows++];
		cr_assert_lt(ret->rows, ROWS_MAX);
		*end = 0;
		row->state = cell_take(&line);
		row->seen = cell_take(&line);
		row->condition = cell_take(&line);
		row->next = cell_take(&line);
		row->clause = cell_take(&line);
		cr_expect(*row->clause, "the row of '%s', '%s' has no clause", row->state, row->seen);
		line = end + 1;
	}
}

/* Returns true if NAME is among the words of LIST, which commas separate. */
static bool is_among(const char *name, const char *list)
{
	size_t length = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 2 : NULL)
		if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
			return true;
	return false;
}

/* What holds in a case, for the conditions of the rows. */
struct flags {
	const char *name[FLAGS_MAX];
	unsigned count;
};

static void flags_add(struct flags *flags, bool holds, const char *name, const char *otherwise)
{
	flags->name[flags->count++] = holds ? name : otherwise;
}

/* Returns true if each word of CONDITION holds; "-" holds always. */
static bool holds(const struct flags *flags, const char *condition)
{
	unsigned words = 1, found = 0;

	if (!strcmp(condition, "-"))
		return true;
	for (const char *at = condition; (at = strchr(at, ',')); at++)
		words++;
	for (unsigned i = 0; i < flags->count; i++)
		found += flags->name[i] && is_among(flags->name[i], condition);
	return found == words;
}

/* Returns the one row for STATE, EVENT and FLAGS, and counts that it was used. */
static struct row *row_for(struct table *table, const char *state, const char *event, const struct flags *flags)
{
	struct row *ret = NULL;

	for (unsigned i = 0; i < table->rows; i++) {
		struct row *row = &table->row[i];
		if (strcmp(row->seen, event) || (strcmp(row->state, "any") && !is_among(state, row->state)) ||
		    !holds(flags, row->condition))
			continue;
		cr_expect(!ret, "two rows are for '%s' in state %s", event, state);
		ret = row;
	}
	cr_expect(ret, "no row is for '%s' in state %s (%s, %s ...)", event, state, flags->count ? flags->name[0] : "",
	          flags->count > 1 ? flags->name[1] : "");
	if (ret)
		ret->used++;
	return ret;
}

static void expect_next(const struct row *row, const char *state, const char *next)
{
	if (!row)
		return;
	cr_expect_str_eq(next, strcmp(row->next, "the same") ? row->next : state,
	                 "'%s' in state %s, %s: the page says '%s', the automaton does '%s'", row->seen, state, row->condition,
	                 row->next, next);
}

static void table_finish(struct table *table)
{
	for (unsigned i = 0; i < table->rows; i++)
		cr_expect(table->row[i].used, "no case has the row '%s' in state %s, %s", table->row[i].seen, table->row[i].state,
		          table->row[i].condition);
	free(table->page);
}

/* ---- a received PAUSE ---- */

enum { XON, XOFF, WAITING, PAUSE_STATES };

static const char *const pause_states[] = { "Xon", "Xoff", "waiting" };

static const char *pause_state(const struct standard_pause *p, uint64_t at)
{
	return pause_states[p->waits ? WAITING : standard_pause_holds(p, at) ? XOFF : XON];
}

struct pause_case {
	struct standard_pause_nature nature;
	struct standard_pause before;
	bool in_progress;
	unsigned state;
};

static const char *const pause_events[] = {
	"PAUSE, time above 0", "PAUSE, time 0", "end of the frame in progress", "end of the pause time", "PAUSE is disabled",
	"PAUSE is enabled",    "reset"
};

enum { ABOVE, ZERO, FRAME_ENDS, TIME_ENDS, DISABLED, ENABLED, RESET, PAUSE_EVENTS };

/* Makes case number NUMBER. Returns false if there is no such one. */
static bool pause_case_make(struct pause_case *ret, unsigned number)
{
	static const uint64_t until[] = { [XON] = NOW - 10, [XOFF] = NOW + 10, [WAITING] = NOW - 10 };

	ret->nature = (struct standard_pause_nature){ .quantum = QUANTUM, .from_idle = number & 1, .lasts = number & 2 };
	ret->in_progress = number & 4;
	ret->state = number >> 4;
	ret->before = (struct standard_pause){
		.obeys = number & 8, .waits = ret->state == WAITING, .quanta = QUANTA, .until = until[ret->state]
	};
	/* nothing waits for a frame that is not in progress, and nothing lasts that has ended */
	return ret->state != WAITING || (ret->in_progress && ret->nature.from_idle);
}

/* Returns the state of C after EVENT. */
static const char *pause_next(const struct pause_case *c, unsigned event)
{
	struct standard_pause p = c->before;
	uint64_t at = NOW;

	if (event == ABOVE || event == ZERO)
		standard_pause_received(&p, &c->nature, at, event == ABOVE ? QUANTA : 0, c->in_progress);
	else if (event == FRAME_ENDS)
		standard_pause_complete(&p, &c->nature, at);
	else if (event == TIME_ENDS)
		at = p.until;
	else if (event == RESET)
		standard_pause_reset(&p, at);
	else
		standard_pause_enable(&p, &c->nature, at, event == ENABLED);
	if (standard_pause_holds(&p, at) && !p.waits && (c->before.waits || p.until != c->before.until))
		cr_expect_eq(p.until, at + QUANTA * QUANTUM, "'%s' begins a time until %lu", pause_events[event],
		             (unsigned long)p.until);
	return pause_state(&p, at);
}

static bool pause_can_happen(const struct pause_case *c, unsigned event)
{
	if (event == FRAME_ENDS)
		return c->in_progress;
	if (event == TIME_ENDS)
		return c->state == XOFF;
	if (event == DISABLED || event == ENABLED)
		return c->before.obeys == (event == DISABLED);
	return true;
}

Test(standard_page, each_row_of_a_received_pause)
{
	struct table table;
	struct pause_case c;

	table_read(&table, "\n### A received PAUSE\n");
	for (unsigned number = 0; number < PAUSE_STATES << 4; number++) {
		struct flags flags = { .count = 0 };
		if (!pause_case_make(&c, number))
			continue;
		flags_add(&flags, c.before.obeys, "PAUSE enabled", "PAUSE disabled");
		flags_add(&flags, c.in_progress, "a frame in progress", "no frame in progress");
		flags_add(&flags, c.nature.from_idle, "from idle", "from reception");
		flags_add(&flags, c.nature.lasts, "lasts", "ends");
		for (unsigned event = 0; event < PAUSE_EVENTS; event++)
			if (pause_can_happen(&c, event))
				expect_next(row_for(&table, pause_states[c.state], pause_events[event], &flags),
				            pause_states[c.state], pause_next(&c, event));
	}
	table_finish(&table);
}

/* ---- own control frames ---- */

/* By what was told and what is due. */
static const char *const request_states[2][3] = { { "quiet", "XOFF due", "XON alone" }, { "told", "XOFF again", "XON due" } };

struct request_case {
	struct standard_request_nature nature;
	struct standard_request before;
	bool runs; /* the time of the XOFF */
};

static const char *request_state(const struct standard_request *r)
{
	return request_states[r->told][r->due];
}

static const char *const request_events[] = { "rise of the level",   "fall of the level",  "pulse for XOFF",
	                                      "pulse for XON",       "start of an XOFF",   "start of an XON",
	                                      "sending is disabled", "sending is enabled", "reset" };

enum { RISE, FALL, PULSE_OFF, PULSE_ON, START_OFF, START_ON, SEND_DISABLED, SEND_ENABLED, SEND_RESET, REQUEST_EVENTS };

/* Makes case number NUMBER. Returns false if an automaton does not come into this state. */
static bool request_case_make(struct request_case *ret, unsigned number)
{
	bool told = number >> 8 & 1, up = number & 64, pulses = number & 1;
	enum standard_due due = (enum standard_due)(number >> 9);

	ret->nature = (struct standard_request_nature){
		.pulses = pulses, .xon = number & 2, .expired = number & 4, .kept = number & 8, .again = number & 16
	};
	ret->runs = number & 32;
	ret->before = (struct standard_request){ .enabled = number & 128,
		                                 .level = up,
		                                 .told = told,
		                                 .due = due,
		                                 .refresh = STANDARD_NEVER,
		                                 .over = ret->runs ? NOW + 10 : NOW - 10 };
	if (!ret->before.enabled)
		return !told && due == STANDARD_NOTHING && (!pulses || !up);
	if (pulses)
		return !up;
	if (due == STANDARD_XON)
		return told && !up && ret->nature.xon;
	if (due == STANDARD_XOFF)
		return told ? up && ret->nature.again && ret->nature.xon : up || ret->nature.kept;
	return told == up;
}

static bool request_can_happen(const struct request_case *c, unsigned event)
{
	if (event == RISE || event == FALL)
		return !c->nature.pulses && c->before.level == (event == FALL);
	if (event == PULSE_OFF || event == PULSE_ON)
		return c->nature.pulses;
	if (event == START_OFF)
		return c->before.due == STANDARD_XOFF || (c->before.told && c->before.due == STANDARD_NOTHING);
	if (event == START_ON)
		return c->before.due == STANDARD_XON;
	if (event == SEND_DISABLED || event == SEND_ENABLED)
		return c->before.enabled == (event == SEND_DISABLED);
	return true;
}

static const char *request_next(const struct request_case *c, unsigned event)
{
	struct standard_request r = c->before;

	if (event == RISE || event == FALL)
		standard_request_level(&r, &c->nature, NOW, event == RISE);
	else if (event == PULSE_OFF || event == PULSE_ON)
		standard_request_pulse(&r, NOW, event == PULSE_OFF);
	else if (event == START_OFF || event == START_ON)
		standard_request_starts(&r, &c->nature, NOW, event == START_OFF, NOW);
	else if (event == SEND_RESET)
		standard_request_reset(&r);
	else
		standard_request_enable(&r, &c->nature, NOW, event == SEND_ENABLED);
	return request_state(&r);
}

Test(standard_page, each_row_of_own_control_frames)
{
	struct table table;
	struct request_case c;

	table_read(&table, "\n### Own control frames\n");
	for (unsigned number = 0; number < 3 << 9; number++)
		for (unsigned event = 0; request_case_make(&c, number) && event < REQUEST_EVENTS; event++) {
			/* the time of an XOFF that starts has not run out */
			bool xon = c.nature.xon && (c.nature.expired || c.runs || event == START_OFF);
			struct flags flags = { .count = 0 };
			if (!request_can_happen(&c, event))
				continue;
			flags_add(&flags, c.before.enabled, "sending enabled", "sending disabled");
			flags_add(&flags, c.nature.pulses, "pulses", "level");
			flags_add(&flags, c.before.level, "level is up", "level is down");
			flags_add(&flags, xon, "ends by an XON", "without an XON");
			flags_add(&flags, c.nature.kept, "kept", "not kept");
			flags_add(&flags, c.nature.again, "again", "not again");
			expect_next(row_for(&table, request_state(&c.before), request_events[event], &flags),
			            request_state(&c.before), request_next(&c, event));
		}
	table_finish(&table);
}
