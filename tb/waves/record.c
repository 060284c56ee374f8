/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the record for the waves: the golden model clock by clock, and the events as words. */
#include "record.h"

#include "base/dut.h"
#include "base/run_frames.h"
#include "dashes.h"
#include "part/wire.h"
#include "regs.h"
#include "words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	READS_MAX = 64, /* so many reads may wait for the scoreboard */
	HOST_SPANS_MAX = 64,
	RULE_CLOCKS = 48, /* the rule of a finding is shown for so many clocks */
};

/* A register read, kept from its event until the golden model is in its cycle. */
struct read {
	uint64_t cycle, clock;
	uint64_t value;
	uint16_t address, duration;
};

/* Clocks in which a frame is on the stream to the host. */
struct host_span {
	uint64_t from, to;
};

/* A text whose end is not known yet. */
struct open_text {
	bool open;
	uint64_t from;
	char words[WAVES_WORDS_MAX];
};

struct waves_record {
	const struct dut *dut;
	struct scoreboard *sb;
	unsigned step;
	bool exact;
	uint64_t from; /* clock */
	const struct reg_row *counter;
	uint64_t counted;
	unsigned received, sent, offered, delivered;
	struct open_text host_in, host_out, wire_out;
	struct read reads[READS_MAX];
	unsigned read_first, read_count;
	struct host_span host_spans[HOST_SPANS_MAX]; /* those that wait for the scoreboard */
	unsigned host_first, host_count;
	bool undue; /* no frame should have begun when the one on the wire did */
	struct dashes dashes;
	bool watched; /* .last has the values that were recorded last */
	uint64_t last[SEAM_EXPECTED_COUNT];
	char words[SEAM_EXPECTED_COUNT][WAVES_WORDS_MAX];

	struct seam_changes changes;
	size_t capacity;
	char **texts;
	size_t text_count, text_capacity;
	bool failed; /* there was no memory */
};

/* ---- changes ---- */

static struct seam_change *add(struct waves_record *r, uint64_t clock, enum seam_expected what)
{
	struct seam_change *change;

	if (r->changes.count == r->capacity) {
		size_t capacity = r->capacity ? 2 * r->capacity : 1024;
		struct seam_change *grown = realloc(r->changes.change, capacity * sizeof(*grown));
		if (!grown) {
			r->failed = true;
			return NULL;
		}
		r->changes.change = grown;
		r->capacity = capacity;
	}
	change = &r->changes.change[r->changes.count];
	*change = (struct seam_change){ .clock = clock, .order = (uint32_t)r->changes.count++, .what = (uint8_t)what };
	return change;
}

static void add_value(struct waves_record *r, uint64_t clock, enum seam_expected what, uint64_t value)
{
	struct seam_change *change = add(r, clock, what);

	if (change)
		change->value = value;
}

static void add_words(struct waves_record *r, uint64_t clock, enum seam_expected what, const char *words)
{
	struct seam_change *change;
	char *copy;

	if (r->text_count == r->text_capacity) {
		size_t capacity = r->text_capacity ? 2 * r->text_capacity : 256;
		char **grown = realloc(r->texts, capacity * sizeof(*grown));
		if (!grown) {
			r->failed = true;
			return;
		}
		r->texts = grown;
		r->text_capacity = capacity;
	}
	copy = strdup(words);
	change = copy ? add(r, clock, what) : NULL;
	if (copy)
		r->texts[r->text_count++] = copy;
	else
		r->failed = true;
	if (change)
		change->text = copy;
}

/* Records WORDS for the clocks from FROM until TO. */
static void add_span(struct waves_record *r, uint64_t from, uint64_t to, enum seam_expected what, const char *words)
{
	if (to < r->from)
		return;
	add_words(r, from, what, words);
	add_words(r, to > from ? to : from + 1, what, "");
}

static void add_pulse(struct waves_record *r, uint64_t clock, enum seam_expected what)
{
	if (clock < r->from)
		return;
	add_value(r, clock, what, 1);
	add_value(r, clock + 1, what, 0);
}

/* ---- events ---- */

/* A run whose frames are shown, and where they are shown. */
struct shown_run {
	struct waves_record *record;
	const struct event *event;
	uint64_t begin; /* octet time at which the run begins */
	unsigned frames;
};

static bool errored(const struct shown_run *shown, const struct run_frame *frame)
{
	if (!shown->event->codes)
		return shown->event->error_at >= 0;
	return frame->to >= shown->event->len || shown->event->octets[frame->to] != XGMII_TERMINATE;
}

static void show_received(void *context, const struct run_frame *frame)
{
	struct shown_run *shown = context;
	struct waves_record *r = shown->record;
	char words[WAVES_WORDS_MAX];

	shown->frames++;
	waves_frame_words(frame->octets, frame->len, true, errored(shown, frame), ++r->received, words);
	add_span(r, dut_clock(r->dut, shown->begin + frame->from), dut_clock(r->dut, shown->begin + frame->to + r->step - 1),
	         SEAM_EXPECTED_wire_in, words);
}

/* Returns words for a run without a frame. */
static const char *run_words(const struct event *event)
{
	static const char *const faults[] = { "sequence", "local fault", "remote fault" };

	if (!event->codes)
		return "no frame";
	if (event->len < 4 || event->octets[0] != XGMII_SEQUENCE)
		return "codes";
	return faults[event->octets[3] < 3 ? event->octets[3] : 0];
}

static void on_rx_run(struct waves_record *r, const struct event *event)
{
	struct shown_run shown = { r, event, event->cycle + event->lane, 0 };

	run_frames(r->dut->phy == PHY_MII, event->octets, event->len, event->code, event->codes, show_received, &shown);
	if (!shown.frames)
		add_span(r, dut_clock(r->dut, shown.begin), dut_clock(r->dut, shown.begin + event->len + r->step - 1),
		         SEAM_EXPECTED_wire_in, run_words(event));
}

static void open_text(struct waves_record *r, struct open_text *text, const struct event *event)
{
	text->open = true;
	text->from = dut_clock(r->dut, event->cycle);
}

static void close_text(struct waves_record *r, struct open_text *text, const struct event *event, unsigned more,
                       enum seam_expected what)
{
	if (text->open)
		add_span(r, text->from, dut_clock(r->dut, event->cycle) + more, what, text->words);
	text->open = false;
}

static void show_sent(void *context, const struct run_frame *frame)
{
	struct shown_run *shown = context;
	const struct event *event = shown->event;

	waves_frame_words(frame->octets, frame->len, true, event->error_at >= 0 || event->error, ++shown->record->sent,
	                  shown->record->wire_out.words);
}

static void on_tx_end(struct waves_record *r, const struct event *event)
{
	struct shown_run shown = { r, event, 0, 0 };
	uint32_t ends[] = { 0, event->len };
	bool lanes = r->dut->phy == PHY_XGMII;

	snprintf(r->wire_out.words, sizeof(r->wire_out.words), "no frame");
	run_frames(r->dut->phy == PHY_MII, event->octets, event->len, lanes ? ends : NULL, lanes ? 2 : 0, show_sent, &shown);
	close_text(r, &r->wire_out, event, event->lane > 0, SEAM_EXPECTED_wire_out);
}

static void on_host_offer(struct waves_record *r, const struct event *event)
{
	close_text(r, &r->host_in, event, 0, SEAM_EXPECTED_host_in);
	open_text(r, &r->host_in, event);
	waves_frame_words(event->octets, event->len, false, false, ++r->offered, r->host_in.words);
}

static void on_host_start(struct waves_record *r, const struct event *event)
{
	open_text(r, &r->host_out, event);
	snprintf(r->host_out.words, sizeof(r->host_out.words), "unfinished");
	if (r->host_count < HOST_SPANS_MAX)
		r->host_spans[(r->host_first + r->host_count++) % HOST_SPANS_MAX] = (struct host_span){
			dut_clock(r->dut, event->cycle), UINT64_MAX
		};
}

static void on_host_frame(struct waves_record *r, const struct event *event)
{
	struct host_span *span = &r->host_spans[(r->host_first + r->host_count + HOST_SPANS_MAX - 1) % HOST_SPANS_MAX];

	if (r->host_count && span->to == UINT64_MAX)
		span->to = dut_clock(r->dut, event->cycle);
	waves_frame_words(event->octets, event->len, false, event->value, ++r->delivered, r->host_out.words);
	close_text(r, &r->host_out, event, 1, SEAM_EXPECTED_host_out);
}

static void access_words(const struct event *event, const struct reg_row *row, char ret[WAVES_WORDS_MAX])
{
	const char *verb = event->kind == EVENT_REG_WRITE ? "write" : "read";

	if (row && row->name[0])
		snprintf(ret, WAVES_WORDS_MAX, "%s %.24s %" PRIx64, verb, row->name, event->value);
	else
		snprintf(ret, WAVES_WORDS_MAX, "%s %04x %" PRIx64, verb, event->address, event->value);
}

/* Records an access. The event of a write has its access cycle, that of a read its setup cycle. */
static void on_access(struct waves_record *r, const struct event *event)
{
	const struct reg_row *row = reg_by_address(dut_page(r->dut), event->address);
	uint64_t clock = dut_clock(r->dut, event->cycle);
	char words[WAVES_WORDS_MAX];

	access_words(event, row, words);
	if (r->counter && row && (row == r->counter || (row->partner && row + row->partner == r->counter)))
		add_pulse(r, clock, SEAM_EXPECTED_counter_access);
	if (event->kind == EVENT_REG_WRITE) {
		add_span(r, clock ? clock - 1 : 0, clock + 1, SEAM_EXPECTED_access, words);
		return;
	}
	add_span(r, clock, clock + event->duration + 1, SEAM_EXPECTED_access, words);
	if (r->read_count < READS_MAX)
		r->reads[(r->read_first + r->read_count++) % READS_MAX] = (struct read){ event->cycle, clock, event->value,
			                                                                 event->address, event->duration };
}

static void on_event(struct waves_record *r, const struct event *event)
{
	switch (event->kind) {
	case EVENT_RX_RUN:
		on_rx_run(r, event);
		break;
	case EVENT_TX_START:
		open_text(r, &r->wire_out, event);
		break;
	case EVENT_TX_END:
		on_tx_end(r, event);
		break;
	case EVENT_HOST_OFFER:
		on_host_offer(r, event);
		break;
	case EVENT_HOST_TAKEN:
		close_text(r, &r->host_in, event, 1, SEAM_EXPECTED_host_in);
		break;
	case EVENT_HOST_START:
		on_host_start(r, event);
		break;
	case EVENT_HOST_FRAME:
		on_host_frame(r, event);
		break;
	case EVENT_REG_WRITE:
	case EVENT_REG_READ:
		on_access(r, event);
		break;
	case EVENT_TX_OPEN:
		snprintf(r->wire_out.words, sizeof(r->wire_out.words), "unfinished");
		close_text(r, &r->wire_out, event, 1, SEAM_EXPECTED_wire_out);
		break;
	case EVENT_RESET:
		close_text(r, &r->host_in, event, 0, SEAM_EXPECTED_host_in);
		close_text(r, &r->host_out, event, 0, SEAM_EXPECTED_host_out);
		break;
	case EVENT_END:
		close_text(r, &r->host_in, event, 1, SEAM_EXPECTED_host_in);
		close_text(r, &r->host_out, event, 1, SEAM_EXPECTED_host_out);
		break;
	default:
		break;
	}
}

void waves_record_events(struct waves_record *r, const struct event *events, size_t count)
{
	for (size_t i = 0; i < count; i++)
		on_event(r, &events[i]);
}

/* ---- the golden model ---- */

static void see(struct waves_record *r, uint64_t clock, enum seam_expected what, uint64_t value)
{
	if (r->watched && r->last[what] == value)
		return;
	r->last[what] = value;
	add_value(r, clock, what, value);
}

static void see_words(struct waves_record *r, uint64_t clock, enum seam_expected what, const char *words)
{
	if (r->watched && !strcmp(r->words[what], words))
		return;
	snprintf(r->words[what], sizeof(r->words[what]), "%s", words);
	add_words(r, clock, what, words);
}

static void see_observed(struct waves_record *r, uint64_t clock, const struct pm_view *view)
{
	see(r, clock, SEAM_EXPECTED_exact, r->exact);
	see(r, clock, SEAM_EXPECTED_xoff, view->xoff);
	see(r, clock, SEAM_EXPECTED_timer, view->timer);
	see(r, clock, SEAM_EXPECTED_level, view->level);
	see(r, clock, SEAM_EXPECTED_pfc_xoff, view->pfc_xoff);
	see(r, clock, SEAM_EXPECTED_rx_valid, view->rx != NULL);
	if (view->rx)
		see(r, clock, SEAM_EXPECTED_rx_record, view->rx->record);
	see(r, clock, SEAM_EXPECTED_tx_valid, view->tx_record_valid);
	if (view->tx_record_valid)
		see(r, clock, SEAM_EXPECTED_tx_record, view->tx_record);
	see(r, clock, SEAM_EXPECTED_signal, view->signal);
}

/* Returns true while a frame is on the wire that no decision of the model began. A repetition does not count, since the model
 * does not know when it comes. */
static bool is_undue(struct waves_record *r, uint64_t now, const struct pm_tx_frame *frame, const struct pm_start *start)
{
	if (frame && frame->start / r->step == now / r->step)
		r->undue = r->exact && frame->attempt < 2 && start->kind != frame->kind;
	return frame && r->undue;
}

static void see_transmitter(struct waves_record *r, uint64_t clock, uint64_t now, const struct pm_view *view)
{
	const struct pm_model *m = scoreboard_model(r->sb);
	const struct pm_tx_frame *frame = pm_tx_frame(m);
	const struct pm_start *start = &view->start;
	char words[WAVES_WORDS_MAX] = "";

	if (is_undue(r, now, frame, start))
		snprintf(words, sizeof(words), "nothing");
	else if (frame)
		waves_due_words(frame, r->dut->phy != PHY_XGMII, words);
	else if (start->kind != PM_TX_NONE && start->due <= now)
		waves_kind_words(start->kind, &start->quanta, words);
	see_words(r, clock, SEAM_EXPECTED_wire_due, words);
	waves_held_words(start->kind == PM_TX_DATA ? 0 : start->blockers, words);
	see_words(r, clock, SEAM_EXPECTED_held, words);
	waves_kind_words(start->requests, start->kind == start->requests ? &start->quanta : NULL, words);
	see_words(r, clock, SEAM_EXPECTED_requested, words);
}

static void see_states(struct waves_record *r, uint64_t clock, uint64_t now, uint32_t level)
{
	const struct pm_model *m = scoreboard_model(r->sb);
	struct pm_pause_memory memory;
	struct pm_past past;
	char words[WAVES_WORDS_MAX];

	pm_past(m, &past);
	pm_pause_memory(m, &memory);
	waves_level_words(level, &past, words);
	see_words(r, clock, SEAM_EXPECTED_marks, words);
	see(r, clock, SEAM_EXPECTED_low_mark, past.low_mark);
	see(r, clock, SEAM_EXPECTED_high_mark, past.high_mark);
	see(r, clock, SEAM_EXPECTED_mark_drawn, dash_drawn(&r->dashes, clock, past.high_mark));
	see(r, clock, SEAM_EXPECTED_refresh, memory.refresh > now && memory.refresh != PM_NEVER ? memory.refresh - now : 0);
	see(r, clock, SEAM_EXPECTED_link_fault, pm_link_fault(m));
}

static void see_mdio(struct waves_record *r, uint64_t clock)
{
	unsigned known, bit, pins;
	char words[WAVES_WORDS_MAX];

	if (!(r->dut->capabilities & CAP_MDIO))
		return;
	pins = scoreboard_mdio_due(r->sb, &known, &bit);
	see(r, clock, SEAM_EXPECTED_mdio, pins);
	see(r, clock, SEAM_EXPECTED_mdio_known, known);
	waves_mdio_words(bit, pins, words);
	see_words(r, clock, SEAM_EXPECTED_mdio_bit, words);
}

/* Returns the span that holds CLOCK, or NULL; forgets those before it. */
static const struct host_span *span_at(struct waves_record *r, uint64_t clock)
{
	const struct host_span *span = NULL;

	while (r->host_count && (span = &r->host_spans[r->host_first])->to < clock) {
		r->host_first = (r->host_first + 1) % HOST_SPANS_MAX;
		r->host_count--;
	}
	return r->host_count && span->from <= clock ? span : NULL;
}

/* Records the frame that the host has to get now. In the clock in which the host takes its end, the model already has the frame
 * after it. */
static void see_host(struct waves_record *r, uint64_t clock, uint64_t now, const struct pm_view *view)
{
	const struct host_span *span = span_at(r, clock);
	struct pm_host_frame frame;
	char words[WAVES_WORDS_MAX] = "";

	if (span && span->to == clock)
		return;
	if ((span || (view->host_waiting && view->host_due <= now)) && pm_host_frame(scoreboard_model(r->sb), 0, &frame))
		snprintf(words, sizeof(words), "%s %u", frame.bad ? "bad" : "data", frame.len);
	see_words(r, clock, SEAM_EXPECTED_host_due, words);
}

static void see_counter(struct waves_record *r, uint64_t clock, uint64_t now)
{
	const struct pm_model *m = scoreboard_model(r->sb);
	struct pm_reg_info info;
	uint64_t total;

	if (!r->counter || !pm_reg_info(m, r->counter->address, &info))
		return;
	see(r, clock, SEAM_EXPECTED_counter, scoreboard_peek(r->sb, r->counter->address));
	if (info.class != PM_REG_COUNTER)
		return;
	total = pm_count_total(m, info.counter, now);
	if (r->watched)
		see(r, clock, SEAM_EXPECTED_counter_event, total != r->counted);
	r->counted = total;
}

static void see_read(struct waves_record *r, const struct read *read)
{
	const struct pm_model *m = scoreboard_model(r->sb);
	uint64_t end = read->clock + read->duration, expected = scoreboard_peek(r->sb, read->address);
	struct pm_reg_info info;
	bool known = pm_reg_info(m, read->address, &info) && info.class != PM_REG_MDIO;
	char words[WAVES_WORDS_MAX];

	if (read->clock < r->from)
		return;
	snprintf(words, sizeof(words), "%" PRIx64, read->value);
	add_span(r, read->clock, end + 1, SEAM_EXPECTED_read, words);
	snprintf(words, sizeof(words), "%" PRIx64, expected);
	add_span(r, read->clock, end + 1, SEAM_EXPECTED_read_due, words);
	if (r->exact && known && expected != read->value)
		add_pulse(r, read->clock, SEAM_EXPECTED_read_differs);
}

static void see_reads(struct waves_record *r, uint64_t now)
{
	while (r->read_count && r->reads[r->read_first].cycle <= now) {
		if (r->reads[r->read_first].cycle == now)
			see_read(r, &r->reads[r->read_first]);
		r->read_first = (r->read_first + 1) % READS_MAX;
		r->read_count--;
	}
}

static void watch(void *context, uint64_t cycle, const struct pm_view *view)
{
	struct waves_record *r = context;
	uint64_t clock = cycle / r->step;

	see_reads(r, cycle);
	if (clock < r->from)
		return;
	see_observed(r, clock, view);
	see_transmitter(r, clock, cycle, view);
	see_states(r, clock, cycle, view->level);
	see_host(r, clock, cycle, view);
	see_counter(r, clock, cycle);
	see_mdio(r, clock);
	r->watched = true;
}

void waves_record_watch(struct waves_record *r, struct scoreboard *sb)
{
	r->sb = sb;
	scoreboard_watch(sb, r->from * r->step, watch, r);
}

/* ---- life ---- */

struct waves_record *waves_record_new(const struct dut *dut, bool black_box, uint64_t from, const struct finding *finding)
{
	struct waves_record *r = calloc(1, sizeof(*r));
	const struct reg_page *page = dut_page(dut);

	if (!r)
		return NULL;
	r->dut = dut;
	r->step = dut_step(dut);
	r->exact = !black_box && dut->capabilities & CAP_OBS;
	r->from = from;
	r->dashes = dashes_of(finding);
	r->counter = finding && finding->what[0] && page ? reg_by_name(page, finding->what) : NULL;
	return r;
}

void waves_record_free(struct waves_record *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->text_count; i++)
		free(r->texts[i]);
	free(r->texts);
	free(r->changes.change);
	free(r);
}

static int by_clock(const void *a, const void *b)
{
	const struct seam_change *x = a, *y = b;

	if (x->clock != y->clock)
		return x->clock < y->clock ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

const struct seam_changes *waves_record_finish(struct waves_record *r, const struct scoreboard_result *result)
{
	uint64_t free_from = 0;

	for (size_t i = 0; i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		const struct finding *finding = &result->finding[i];

		if (!i || finding->cycle != result->finding[i - 1].cycle)
			add_pulse(r, finding->cycle, SEAM_EXPECTED_finding);
		if (finding->cycle < free_from) /* the rule of an earlier finding is still shown */
			continue;
		free_from = finding->cycle + RULE_CLOCKS;
		add_span(r, finding->cycle, free_from, SEAM_EXPECTED_rule, rule_table[finding->rule].name);
	}
	if (r->failed)
		return NULL;
	qsort(r->changes.change, r->changes.count, sizeof(r->changes.change[0]), by_clock);
	return &r->changes;
}
