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
	if (!counter)
		return;
	black_access_begins(sb, deferred, info);
	if (before < slack)
		black_access_began_late(sb, deferred, event->cycle > slack ? event->cycle - slack : 0);
	if (!info->high_word)
		black_access_remembers(sb, deferred, info);
}

static void defer_clear(void *context, unsigned counter)
{
	struct scoreboard *sb = context;
	uint64_t counts = black_counter_slack(sb, counter, RULE_COUNT_XOFF_STATE);
	struct deferred *deferred = defer(sb, DEFERRED_CLEAR, sb->now,
	                                  sb->now + dut_clocks_of(sb->dut, CLOCK_BUS, CLEAR_LATENCY) * sb->step, counts,
	                                  sb->slack.write + black_counter_ahead(sb, counter));

	black_access_begins(sb, deferred, &(struct pm_reg_info){ .counter = counter });
}

void black_box_write(struct scoreboard *sb, const struct event *event)
{
	struct pm_reg_info info;

	if (pm_reg_info(sb->m, event->address, &info) && info.loads) {
		uint64_t counts = black_counter_slack(sb, info.counter, info.rule);
		struct deferred *deferred = defer(sb, DEFERRED_LOAD, event->cycle, event->cycle, counts,
		                                  sb->slack.write + black_counter_ahead(sb, info.counter));
		black_access_begins(sb, deferred, &info);
		deferred->address = event->address;
		deferred->value = event->value;
		deferred->mask = reg_bytes(event->strobe);
		return;
	}
	pm_reg_write_clears(sb->m, event->address, event->value, event->strobe, defer_clear, sb);
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

/* Returns the event bits that cannot be as they are. */
static uint64_t check_events(struct scoreboard *sb, const struct deferred *deferred, const struct pm_reg_info *info)
{
	uint64_t wrong = 0;

	for (uint64_t left = info->events; left; left &= left - 1) {
		unsigned bit = (unsigned)__builtin_ctzll(left);
		if (!black_access_event(sb, deferred, info->counter + bit, deferred->value >> bit & 1))
			wrong |= (uint64_t)1 << bit;
	}
	return wrong;
}

static void check_state(struct scoreboard *sb, const struct deferred *deferred)
{
	char expected[SCORE_WORDS_SIZE], actual[SCORE_WORDS_SIZE];
	struct pm_reg_info info;
	uint64_t bits;

	pm_reg_info(sb->m, deferred->address, &info);
	bits = unseen(sb->black, deferred, info.class == PM_REG_LEVEL, deferred->value) & ~info.events;
	bits |= check_events(sb, deferred, &info);
	if (info.wraps && black_access_wraps_vague(sb))
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

static void check(struct scoreboard *sb, const struct deferred *deferred)
{
	sb->about.read = deferred->kind == DEFERRED_COUNTER || deferred->kind == DEFERRED_STATE;
	sb->about.address = deferred->address;
	sb->about.then = deferred->remembers ? &deferred->then : NULL;
	if (deferred->kind == DEFERRED_STATE)
		check_state(sb, deferred);
	else
		black_access_check(sb, deferred);
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
		black_access_reset(sb);
	}
	while ((deferred = oldest(black)) && deferred->due <= sb->now) {
		check(sb, deferred);
		pop(black);
	}
	if (deferred)
		score_wake(sb, deferred->due);
}
