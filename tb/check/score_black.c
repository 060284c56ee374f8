/* SPDX-License-Identifier: Apache-2.0 */
/* Black-box runs: registers within the slack of the timing contract. doc/reference/dut-contract.md.
 *
 * A read may have happened in any cycle of its window, which is the slack around it. Since the later end of the window lies ahead, a read is
 * checked when the window is over.
 *
 * - A counter: the sum of all reads and clears so far and of this read is a total that the model had within the window, which ends with the access: no
 *   frame counts before the least latency. A clear without a read removes an amount that is known as an interval only; each read narrows it.
 * - A counter that writes load: it shows the loaded value and the events since. An event near the load may be on either side of it.
 * - A state: the model showed each bit within the window.
 * - An event bit that a read clears: it is set exactly if the event came since the read before. */
#include "black_box.h"
#include "score_parts.h"
#include "score_words.h"

#include "base/limits.h"
#include "regs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CLEAR_LATENCY = 2 }; /* cycles from the access to the clear */

enum { FIRST_ROOM = 16 }; /* a power of two */

/* Makes room for more, and moves the ring to the beginning of it. */
static int grow(struct black_box *black)
{
	unsigned room = black->room ? 2 * black->room : FIRST_ROOM;
	struct deferred *grown = malloc(room * sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	for (unsigned i = 0; i < black->count; i++)
		grown[i] = black->deferred[(black->head + i) % black->room];
	free(black->deferred);
	black->deferred = grown;
	black->head = 0;
	black->room = room;
	return 0;
}

struct black_box *black_box_new(struct pm_model *m)
{
	struct black_box *black = calloc(1, sizeof(*black));

	pm_count_recalls(m);
	if (black && grow(black)) {
		free(black);
		return NULL;
	}
	if (black)
		black->state_count = pm_reg_states(m, black->states, SCORE_STATES_MAX);
	return black;
}

void black_box_free(struct black_box *black)
{
	if (black)
		free(black->deferred);
	free(black);
}

static void check(struct scoreboard *sb, const struct deferred *deferred);

static struct deferred *oldest(struct black_box *black)
{
	return black->count ? &black->deferred[black->head] : NULL;
}

static void pop(struct black_box *black)
{
	black->head = (black->head + 1) % black->room;
	black->count--;
}

/* The total of COUNTER as visible in CYCLE, without what is in doubt, and with it. */
static uint64_t least_total(const struct scoreboard *sb, unsigned counter, uint64_t cycle)
{
	uint64_t total = pm_count_total(sb->m, counter, cycle), more, less;

	pm_count_doubt(sb->m, counter, &more, &less);
	return total > less ? total - less : 0;
}

static uint64_t most_total(const struct scoreboard *sb, unsigned counter, uint64_t cycle)
{
	uint64_t total = pm_count_total(sb->m, counter, cycle), more, less;

	pm_count_doubt(sb->m, counter, &more, &less);
	if (sb->fault_loses)
		more += pm_count_unseen(sb->m, counter, cycle) + score_ledger_unseen(sb, counter) +
		        (score_control_lost(sb) ? pm_count_requested(sb->m, counter) : 0);
	return total + more;
}

/* How much later than the model a state register of the DUT may show a state. */
static uint64_t slack_of_state(const struct scoreboard *sb, enum rule rule)
{
	const struct dut_slack *slack = &sb->slack;
	uint64_t frames = greatest(greatest(slack->classify, slack->sent), slack->host);
	uint64_t others = greatest(slack->write, slack->wire);

	if (rule == RULE_REG_FREE_MBUFS || rule == RULE_REG_ATTENTION)
		return greatest(frames, slack->write);
	return greatest(greatest(frames, others), greatest(slack->inhibit, slack->request));
}

/* The end of the window, or the end of the run or a reset before it. */
static uint64_t end_of(const struct scoreboard *sb, const struct deferred *deferred)
{
	return deferred->end < sb->now ? deferred->end : sb->now;
}

/* The most that the counter of DEFERRED can have counted. */
static uint64_t high_total_of(const struct scoreboard *sb, const struct deferred *deferred)
{
	int64_t lead = black_counter_lead(sb, deferred->counter);
	uint64_t end = end_of(sb, deferred);

	return most_total(sb, deferred->counter, lead > 0 ? end - least(end, (uint64_t)lead) : end);
}

/* The window begins BEFORE ahead of CYCLE and ends AFTER behind LATER. */
static struct deferred *defer(struct scoreboard *sb, enum deferred_kind kind, uint64_t cycle, uint64_t later, uint64_t before,
                              uint64_t after)
{
	struct black_box *black = sb->black;
	struct deferred *deferred;
	uint64_t newest;

	if (black->count == black->room && grow(black)) {
		score_find(sb, RULE_CRASH, cycle, cycle, "scoreboard", "memory for a read|none");
		check(sb, oldest(black));
		pop(black);
	}
	after += later;
	newest = black->count ? black->deferred[(black->head + black->count - 1) % black->room].due : 0;
	deferred = &black->deferred[(black->head + black->count++) % black->room];
	*deferred = (struct deferred){
		.kind = kind,
		.cycle = cycle,
		.due = greatest(after, newest),
		.from = cycle > before ? cycle - before : 0,
		.end = after,
	};
	return deferred;
}

/* What explains the value that is read, if it is wrong. */
static void remember_counter(struct black_box *black, struct deferred *deferred, const struct pm_model *m,
                             const struct pm_reg_info *info)
{
	unsigned counter = deferred->counter;

	deferred->remembers = true;
	pm_count_then(m, counter, &deferred->then);
	if (!info->keeps && !info->loads && black->newest_read[counter].cycle) /* the model has not cleared it */
		deferred->then.memory.full = false;
	deferred->then.memory.read = black->newest_read[counter].cycle;
	deferred->then.memory.read_cycle = black->newest_read[counter].cycle;
	deferred->then.memory.read_value = black->newest_read[counter].value;
	black->newest_read[counter].cycle = deferred->cycle;
	black->newest_read[counter].value = deferred->value;
}

void black_box_read(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	bool counter = info->class == PM_REG_COUNTER;
	uint64_t slack = counter ? black_counter_slack(sb, info->counter, info->rule) : slack_of_state(sb, info->rule);
	uint64_t before = counter ? least(slack, black_counter_limit(sb, event->address)) : slack;
	struct deferred *deferred = defer(sb, counter ? DEFERRED_COUNTER : DEFERRED_STATE, event->cycle,
	                                  event->cycle + (uint64_t)event->duration * sb->step, before,
	                                  counter ? black_counter_ahead(sb, info->counter) : slack);

	deferred->address = event->address;
	deferred->value = event->value;
	deferred->counter = info->counter;
	if (!counter)
		return;
	if (!info->high_word)
		remember_counter(sb->black, deferred, sb->m, info);
	deferred->low_total = least_total(sb, info->counter, deferred->from);
	deferred->late_total = deferred->low_total;
	if (before < slack)
		deferred->late_total = least_total(sb, info->counter, event->cycle > slack ? event->cycle - slack : 0);
}

static void defer_clear(void *context, unsigned counter)
{
	struct scoreboard *sb = context;
	uint64_t counts = black_counter_slack(sb, counter, RULE_COUNT_XOFF_STATE);
	struct deferred *deferred = defer(sb, DEFERRED_CLEAR, sb->now, sb->now + CLEAR_LATENCY * sb->step, counts,
	                                  sb->slack.write + black_counter_ahead(sb, counter));

	deferred->counter = counter;
	deferred->low_total = least_total(sb, counter, deferred->from);
}

void black_box_write(struct scoreboard *sb, const struct event *event)
{
	struct pm_reg_info info;

	if (pm_reg_info(sb->m, event->address, &info) && info.loads) {
		uint64_t counts = black_counter_slack(sb, info.counter, info.rule);
		struct deferred *deferred = defer(sb, DEFERRED_LOAD, event->cycle, event->cycle, counts,
		                                  sb->slack.write + black_counter_ahead(sb, info.counter));
		deferred->counter = info.counter;
		deferred->low_total = least_total(sb, info.counter, deferred->from);
		deferred->value = event->value;
		deferred->mask = reg_bytes(event->strobe);
		return;
	}
	pm_reg_write_clears(sb->m, event->address, event->value, event->strobe, defer_clear, sb);
}

/* The rule that the wrong value of a counter breaks, of which EXPECTED was the least possible. */
static enum rule rule_of_counter(const struct scoreboard *sb, const struct deferred *deferred, uint64_t expected)
{
	return pm_count_explain(sb->m, deferred->address, &deferred->then, expected, deferred->value);
}

/* The counter of DEFERRED read neither FIRST nor LAST nor anything between, as far as the bits of ALL go. */
static void find_count(struct scoreboard *sb, enum rule rule, const struct deferred *deferred, const char *name, uint64_t first,
                       uint64_t last, uint64_t all)
{
	const uint64_t below = (first - deferred->value) & all, above = (deferred->value - last) & all;

	sb->about.expected = below < above ? first : last;
	sb->about.actual = deferred->value;
	score_find(sb, rule, deferred->cycle, deferred->cycle, name, "%" PRIu64 " to %" PRIu64 "|%" PRIu64, first, last,
	           deferred->value);
}

/* A counter that reads do not clear: checks what a word of the bus has of the amount since reset or a clear. A read within the slack of a clear may
 * have come before it. */
static void check_kept(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	struct black_box *black = sb->black;
	unsigned counter = deferred->counter;
	bool cleared = black->was_cleared[counter], settled = deferred->cycle >= black->cleared[counter].from;
	uint64_t high = black->read_high[counter], high_total = high_total_of(sb, deferred), first, last;
	const struct reg_page *page = dut_page(sb->dut);
	bool whole = page->word_octets == sizeof(uint64_t) && !page->rows[counter].partner;
	uint64_t all = pm_count_shown(sb->m, counter, UINT64_MAX) & (whole ? UINT64_MAX : UINT32_MAX);
	uint64_t preset = pm_count_preset(sb->m, counter), value = deferred->value;

	if (settled && black->cleared[counter].low > black->read_low[counter])
		black->read_low[counter] = black->cleared[counter].low;
	first = deferred->low_total > high ? deferred->low_total - high : 0;
	last = high_total - black->read_low[counter];
	if (value <= all && (cleared || !preset) && ((value - first) & all) <= last - first)
		return;
	if (value <= all && !(cleared && settled) && ((value - first - preset) & all) <= last - first)
		return;
	preset = cleared ? 0 : preset;
	find_count(sb, rule_of_counter(sb, deferred, (first + preset) & all), deferred, info->name, (first + preset) & all,
	           (last + preset) & all, all);
}

/* The least and the most that the counter counted since its load. */
static void since_load(struct scoreboard *sb, const struct deferred *deferred, uint64_t *ret_first, uint64_t *ret_last)
{
	uint64_t low = sb->black->read_low[deferred->counter], high = sb->black->read_high[deferred->counter];

	*ret_first = deferred->low_total > high ? deferred->low_total - high : 0;
	*ret_last = high_total_of(sb, deferred) - low;
}

static void check_load(struct scoreboard *sb, const struct deferred *deferred)
{
	struct black_box *black = sb->black;
	unsigned counter = deferred->counter;
	uint64_t all = pm_count_shown(sb->m, counter, UINT64_MAX), first, last, before = black->loaded[counter].base,
		 mask = deferred->mask & all;
	bool part = mask != all;

	since_load(sb, deferred, &first, &last);
	black->loaded[counter].unknown = part && (black->loaded[counter].unknown || first != last);
	black->loaded[counter].base = ((before + first) & ~mask & all) | (deferred->value & mask);
	black->read_low[counter] = deferred->low_total;
	black->read_high[counter] = high_total_of(sb, deferred);
	black->loaded[counter].vague = black->loaded[counter].unknown || black->read_low[counter] != black->read_high[counter];
}

static void check_loaded(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	struct black_box *black = sb->black;
	unsigned counter = deferred->counter;
	uint64_t all = pm_count_shown(sb->m, counter, UINT64_MAX), base = black->loaded[counter].base, first, last;

	since_load(sb, deferred, &first, &last);
	/* after a load that an event may have met, what a later wrap loses is not known */
	if (black->loaded[counter].unknown || (info->to_zero && black->loaded[counter].vague)) {
		black->loaded[counter].unknown = false;
		black->loaded[counter].base = deferred->value & all;
		black->read_low[counter] = deferred->low_total;
		black->read_high[counter] = high_total_of(sb, deferred);
		return;
	}
	if (deferred->value <= all && ((deferred->value - base - first) & all) <= last - first)
		return;
	find_count(sb, rule_of_counter(sb, deferred, (base + first) & all), deferred, info->name, (base + first) & all,
	           (base + last) & all, all);
}

/* A counter that sticks at its end loses the events after it. True if the value shows that. */
static bool check_stuck(struct scoreboard *sb, const struct deferred *deferred, uint64_t high_total)
{
	uint64_t *low = &sb->black->read_low[deferred->counter], *high = &sb->black->read_high[deferred->counter];

	if (high_total - *low <= deferred->value ||
	    pm_count_shown(sb->m, deferred->counter, high_total - *low) != deferred->value)
		return false;
	*low = *low + deferred->value > deferred->low_total ? *low + deferred->value : deferred->low_total;
	*high = high_total;
	return true;
}

/* The amount from PRESET to the end where the counter sticks; UINT64_MAX if it wraps. */
static uint64_t amount_to_end(const struct scoreboard *sb, unsigned counter, uint64_t preset)
{
	uint64_t end = pm_count_shown(sb->m, counter, UINT64_MAX);
	bool sticks = end == UINT64_MAX || pm_count_shown(sb->m, counter, end + 1) == end;

	return sticks ? end - preset : UINT64_MAX;
}

/* The first read of a counter that began at a preset showed neither FIRST nor LAST nor anything between. */
static void report_preset(struct scoreboard *sb, const struct deferred *deferred, uint64_t first, uint64_t last)
{
	uint64_t low_word = UINT32_MAX & pm_count_shown(sb->m, deferred->counter, UINT64_MAX);
	bool late = deferred->value >= ((first + deferred->late_total - deferred->low_total) & low_word) &&
	            deferred->value <= (last & low_word);
	struct pm_reg_info info;

	pm_reg_info(sb->m, deferred->address, &info);
	find_count(sb, late ? RULE_COUNTER_VISIBLE_LIMIT : rule_of_counter(sb, deferred, first & low_word), deferred, info.name,
	           first & low_word, last & low_word, low_word);
}

/* The counter of DEFERRED, which has a PRESET, was read before since reset, or a clear has certainly come first. */
static bool is_preset_gone(const struct black_box *black, const struct deferred *deferred, uint64_t preset)
{
	bool cleared = black->was_cleared[deferred->counter];

	return !preset || black->was_read[deferred->counter] ||
	       (cleared && deferred->cycle >= black->cleared[deferred->counter].from);
}

/* The first read since reset of a counter that has a preset and sticks at its end. True if it is the first one, and checked. A read within the slack
 * of a clear may have come before it; a value that does not fit then is checked as one after the clear. */
static bool check_preset(struct scoreboard *sb, const struct deferred *deferred, uint64_t high_total)
{
	uint64_t *low = &sb->black->read_low[deferred->counter], *high = &sb->black->read_high[deferred->counter];
	uint64_t preset = pm_count_preset(sb->m, deferred->counter), last = high_total - *low;
	uint64_t left = amount_to_end(sb, deferred->counter, preset);
	uint64_t first = deferred->low_total > *high ? deferred->low_total - *high : 0;
	uint32_t sum = (uint32_t)deferred->value - (uint32_t)preset;
	bool cleared = sb->black->was_cleared[deferred->counter], gone = is_preset_gone(sb->black, deferred, preset);
	bool fits = sum >= first && sum <= last;

	sb->black->was_read[deferred->counter] = true;
	if (gone || (cleared && !fits))
		return false;
	if (last < left || (uint32_t)deferred->value != (uint32_t)(preset + left)) {
		if (fits && sum <= left) {
			/* the clear may have come first, so that the value counts from 0 */
			bool after = cleared && deferred->value <= last;
			*low += after ? least(sum, deferred->value) : sum;
			*high += after ? greatest(sum, deferred->value) : sum;
			return true;
		}
		report_preset(sb, deferred, preset + first, preset + last);
	}
	*low = deferred->low_total;
	*high = high_total;
	return true;
}

/* A counter that reads clear: what this read and those before it have taken must be a total that the model had within the window. */
static void check_taken(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info,
                        uint64_t high_total)
{
	struct black_box *black = sb->black;
	uint64_t *low = &black->read_low[deferred->counter], *high = &black->read_high[deferred->counter], new_low, new_high,
		 first;
	enum rule rule = RULE_COUNTER_VISIBLE_LIMIT;

	if (deferred->cycle >= black->cleared[deferred->counter].from && black->cleared[deferred->counter].low > *low)
		*low = black->cleared[deferred->counter].low;
	new_low = *low + deferred->value;
	new_high = *high + deferred->value;
	if (new_low <= high_total && new_high >= deferred->low_total) {
		*low = new_low > deferred->low_total ? new_low : deferred->low_total;
		*high = new_high < high_total ? new_high : high_total;
		return;
	}
	first = deferred->low_total > *high ? deferred->low_total - *high : 0;
	if (new_low > high_total || new_high < deferred->late_total)
		rule = rule_of_counter(sb, deferred, first);
	find_count(sb, rule, deferred, info->name, first, high_total > *low ? high_total - *low : 0, UINT64_MAX);
	*low = deferred->low_total;
	*high = high_total;
}

static void check_counter(struct scoreboard *sb, const struct deferred *deferred)
{
	uint64_t high_total = high_total_of(sb, deferred);
	struct pm_reg_info info;

	pm_reg_info(sb->m, deferred->address, &info);
	if (info.high_word) {
		black_upper_read(sb, deferred, &info);
		return;
	}
	black_upper_low(sb, deferred, info.keeps, high_total);
	if (info.loads)
		check_loaded(sb, deferred, &info);
	else if (info.keeps)
		check_kept(sb, deferred, &info);
	else if (!check_preset(sb, deferred, high_total) && !check_stuck(sb, deferred, high_total))
		check_taken(sb, deferred, &info, high_total);
}

/* Returns the bits of ACTUAL that no snapshot within the window showed; 0 if the value is possible. */
static uint64_t unseen(const struct black_box *black, const struct deferred *deferred, bool level, uint64_t actual)
{
	uint64_t missing = UINT64_MAX, least = UINT64_MAX, most = 0;
	unsigned state = 0;

	while (state < black->state_count && black->states[state] != deferred->address)
		state++;
	for (uint32_t i = 1; i <= black->history_next && i <= SCORE_HISTORY_MAX; i++) {
		const struct state_snapshot *snapshot = &black->history[(black->history_next - i) % SCORE_HISTORY_MAX];
		uint64_t value = snapshot->value[state];
		if (snapshot->cycle > deferred->end)
			continue;
		missing &= value ^ actual;
		least = value < least ? value : least;
		most = value > most ? value : most;
		if (snapshot->cycle <= deferred->from)
			break;
	}
	if (level)
		return actual < least || actual > most;
	return missing;
}

/* An event bit that a read clears; its events are counted as COUNTER. False if it cannot be as it is. */
static bool check_event(struct scoreboard *sb, const struct deferred *deferred, unsigned counter, bool set)
{
	uint64_t *low = &sb->black->read_low[counter], *high = &sb->black->read_high[counter];
	uint64_t first = pm_count_total(sb->m, counter, deferred->from),
		 last = pm_count_total(sb->m, counter, end_of(sb, deferred));
	bool possible = set ? last > *low : first <= *high;

	if (!possible) {
		*low = first;
		*high = last;
		return false;
	}
	if (set) {
		*low = first > *low + 1 ? first : *low + 1;
		*high = last;
	} else {
		*low = first > *low ? first : *low;
		*high = last < *high ? last : *high;
	}
	return true;
}

/* Returns the event bits that cannot be as they are. */
static uint64_t check_events(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	uint64_t wrong = 0;

	for (uint64_t left = info->events; left; left &= left - 1) {
		unsigned bit = (unsigned)__builtin_ctzll(left);
		if (!check_event(sb, deferred, info->counter + bit, deferred->value >> bit & 1))
			wrong |= (uint64_t)1 << bit;
	}
	return wrong;
}

/* The moment of the next wrap is not known for some counter. */
static bool wraps_vague(const struct black_box *black)
{
	for (unsigned i = 0; i < PM_COUNTERS_MAX; i++)
		if (black->loaded[i].vague)
			return true;
	return false;
}

static void check_state(struct scoreboard *sb, const struct deferred *deferred)
{
	char expected[SCORE_WORDS_SIZE], actual[SCORE_WORDS_SIZE];
	struct pm_reg_info info;
	uint64_t bits;

	pm_reg_info(sb->m, deferred->address, &info);
	bits = unseen(sb->black, deferred, info.class == PM_REG_LEVEL, deferred->value) & ~info.events;
	bits |= check_events(sb, deferred, &info);
	if (info.wraps && wraps_vague(sb->black))
		bits &= ~info.wraps;
	if (!bits)
		return;
	sb->about.expected = deferred->value ^ bits;
	sb->about.actual = deferred->value;
	if (info.events)
		info.rule = pm_reg_explain(sb->m, deferred->address, deferred->value ^ bits, deferred->value);
	if (info.class == PM_REG_LEVEL)
		score_find(sb, info.rule, deferred->cycle, deferred->cycle, info.name, "about %" PRIu64 "|%" PRIu64,
		           pm_reg_peek(sb->m, deferred->address), deferred->value);
	else
		score_find(sb, info.rule, deferred->cycle, deferred->cycle, info.name, "%s|%s",
		           score_other_words(dut_page(sb->dut), deferred->address, deferred->value, bits, expected),
		           score_value_words(dut_page(sb->dut), deferred->address, deferred->value, bits, actual));
}

/* A read within the slack of the clear may have come before it. */
static void check_clear(struct scoreboard *sb, const struct deferred *deferred)
{
	sb->black->cleared[deferred->counter].from = deferred->end;
	sb->black->cleared[deferred->counter].low = deferred->low_total;
	sb->black->read_high[deferred->counter] = high_total_of(sb, deferred);
	sb->black->was_cleared[deferred->counter] = true;
}

static void check(struct scoreboard *sb, const struct deferred *deferred)
{
	sb->about.read = deferred->kind == DEFERRED_COUNTER || deferred->kind == DEFERRED_STATE;
	sb->about.address = deferred->address;
	sb->about.then = deferred->remembers ? &deferred->then : NULL;
	switch (deferred->kind) {
	case DEFERRED_COUNTER:
		check_counter(sb, deferred);
		break;
	case DEFERRED_STATE:
		check_state(sb, deferred);
		break;
	case DEFERRED_CLEAR:
		check_clear(sb, deferred);
		break;
	case DEFERRED_LOAD:
		check_load(sb, deferred);
		break;
	}
	memset(&sb->about, 0, sizeof(sb->about));
}

void black_box_finish(struct scoreboard *sb)
{
	struct deferred *deferred;

	black_box_pfc_finish(sb);
	while ((deferred = oldest(sb->black))) {
		check(sb, deferred);
		pop(sb->black);
	}
}

void black_box_reset(struct scoreboard *sb)
{
	black_box_finish(sb);
	black_box_pfc_reset(sb);
	sb->black->fault = (struct fault_watch){ 0 };
	sb->black->cut = (struct cut_watch){ 0 };
	sb->black->data_in_xoff.open = false;
	sb->black->resume_from = 0;
	sb->black->holds = 0;
	memset(sb->black->pfc_sent, 0, sizeof(sb->black->pfc_sent));
	sb->black->reset = true;
}

static void remember_states(struct scoreboard *sb)
{
	struct black_box *black = sb->black;
	struct state_snapshot *last = &black->history[(black->history_next - 1) % SCORE_HISTORY_MAX],
			      snapshot = { .cycle = sb->now };
	bool changed = !black->history_next;

	for (size_t i = 0; i < black->state_count; i++) {
		snapshot.value[i] = pm_reg_peek(sb->m, black->states[i]);
		changed = changed || snapshot.value[i] != last->value[i];
	}
	if (changed)
		black->history[black->history_next++ % SCORE_HISTORY_MAX] = snapshot;
}

static void remember_gap(struct scoreboard *sb)
{
	struct gap_watch *watch = &sb->black->gap;
	uint32_t ipg = pm_gap_octets(sb->m);

	if (ipg == watch->ipg)
		return;
	watch->before = watch->ipg_cycle ? watch->ipg : ipg;
	watch->ipg = ipg;
	watch->ipg_cycle = sb->now;
}

void black_box_close(struct scoreboard *sb)
{
	struct black_box *black = sb->black;
	struct deferred *deferred;

	remember_gap(sb);
	remember_states(sb);
	if (black->reset) { /* all counters start again at 0 or at their presets */
		black->reset = false;
		memset(black->loaded, 0, sizeof(black->loaded));
		for (unsigned i = 0; i < PM_COUNTERS_MAX; i++) {
			black->read_low[i] = black->read_high[i] = pm_count_total(sb->m, i, sb->now);
			black->loaded[i].base = pm_count_preset(sb->m, i);
		}
		memset(black->was_cleared, 0, sizeof(black->was_cleared));
		memset(black->was_read, 0, sizeof(black->was_read));
		memset(black->newest_read, 0, sizeof(black->newest_read));
		memset(black->upper, 0, sizeof(black->upper));
	}
	while ((deferred = oldest(black)) && deferred->due <= sb->now) {
		check(sb, deferred);
		pop(black);
	}
	if (deferred)
		score_wake(sb, deferred->due);
}
