/* SPDX-License-Identifier: Apache-2.0 */
/* The cycle loop in live mode: it turns receive pins that another program drives into the same events as those of a stimulus, and takes frames
 * and accesses when they come. */
#include "support.h"

#include "drive/loop.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TAPE_MAX = 400000, LANES = 8, CODE_IDLE = 0x07 };

struct word {
	uint64_t data;
	uint16_t control; /* at GMII the whole word */
};

/* The receive pins in each cycle. There is one tape for the process of each test, because .open of a seam has no context. */
static struct tape {
	struct word *words;
	uint64_t count, at;
	const struct seam_ops *inner;
	struct seam *seam;
	struct loop *loop; /* the live loop that gets the words */
	const struct dut *dut;
	uint16_t mbps; /* struct loop */
} tape;

static struct seam *tape_open(uint32_t seed)
{
	tape.seam = tape.inner->open(seed);
	return (struct seam *)&tape;
}

static void tape_close(struct seam *seam)
{
	(void)seam;
	tape.inner->close(tape.seam);
}

static const struct seam_pins *tape_pins(struct seam *seam)
{
	(void)seam;
	return tape.inner->pins(tape.seam);
}

static bool wide(void)
{
	return tape.dut->phy == PHY_XGMII;
}

static void tape_record(struct seam *seam)
{
	const struct seam_pins *pins = tape_pins(seam);

	cr_assert_lt(tape.count, TAPE_MAX);
	if (wide())
		tape.words[tape.count++] = (struct word){ *pins->xgmii.rxd, *pins->xgmii.rxc };
	else
		tape.words[tape.count++] = (struct word){ 0, *pins->gmii.rx };
	tape.inner->cycle(tape.seam);
}

static void tape_play(struct seam *seam)
{
	const struct word *word = &tape.words[tape.at];

	(void)seam;
	cr_assert_lt(tape.at, tape.count);
	if (wide())
		loop_rx_lanes(tape.loop, tape.at, word->data, (uint8_t)word->control);
	else
		loop_rx_octet(tape.loop, tape.at, word->control);
	tape.at++;
	tape.inner->cycle(tape.seam);
}

/* ---- the wire, by lane or clock ---- */

struct wire {
	uint8_t *octets, *control; /* control: 1 code, 2 data */
	uint64_t *begins;          /* of runs that are frames, and of GMII runs */
	size_t len, runs;
	bool ended;
	uint64_t newest;
};

static void wire_init(struct wire *w)
{
	w->len = (size_t)TAPE_MAX * LANES;
	w->octets = calloc(w->len, 1);
	w->control = calloc(w->len, 1);
	w->begins = calloc(TAPE_MAX, sizeof(*w->begins));
	w->runs = 0;
	w->ended = false;
	w->newest = 0;
	cr_assert(w->octets && w->control && w->begins);
}

static void wire_release(struct wire *w)
{
	free(w->octets);
	free(w->control);
	free(w->begins);
}

/* Adds a run without its idle lanes, since raw lanes may end before or after them. */
static void wire_run(struct wire *w, const struct event *e)
{
	uint64_t at = e->cycle + e->lane;
	bool frame = !e->code || (e->codes && !e->code[0] && e->octets[0] == 0xFB);
	uint32_t codes = 0;

	if (frame)
		w->begins[w->runs++] = at;
	for (uint32_t i = 0; i < e->len; i++) {
		bool code = codes < e->codes && e->code[codes] == i;
		codes += code;
		cr_assert_lt(at + i, w->len);
		if (code && e->octets[i] == CODE_IDLE)
			continue;
		cr_assert(!w->control[at + i], "octet time %" PRIu64 " is in two runs", at + i);
		w->octets[at + i] = e->octets[i];
		w->control[at + i] = code ? 1 : 2;
	}
	cr_assert_eq(codes, e->codes);
	if (!e->code && e->error_at >= 0)
		w->control[at + (uint32_t)e->error_at] = 3;
}

static void wire_events(void *context, const struct event *events, size_t count)
{
	struct wire *w = context;

	for (size_t i = 0; i < count; i++) {
		cr_assert_geq(events[i].cycle, w->newest, "event of kind %u", events[i].kind);
		w->newest = events[i].cycle;
		cr_assert(!w->ended);
		w->ended = events[i].kind == EVENT_END;
		if (events[i].kind == EVENT_RX_RUN)
			wire_run(w, &events[i]);
	}
}

/* ---- a live loop ---- */

static bool until_end_of_tape(void *context, struct loop *l)
{
	(void)context, (void)l;
	return tape.at + LOOP_LIVE_CYCLES < tape.count;
}

static const struct item *nothing(void *context, enum channel channel)
{
	(void)context, (void)channel;
	return NULL;
}

static void no_access(void *context, uint64_t value, bool error)
{
	(void)context, (void)value, (void)error;
}

static void no_frame(void *context, const struct event *frame)
{
	(void)context, (void)frame;
}

static void play(const struct loop_live *live, loop_sink *sink, void *sink_context)
{
	static const struct stimulus empty;
	static const struct seam_ops ops = { .dut = "tape", .pins = tape_pins, .cycle = tape_play };
	struct loop loop = {
		.ops = &ops,
		.seam = tape_open(1),
		.seq.stim = &empty,
		.monitor = true,
		.sink = sink,
		.sink_context = sink_context,
		.live = live,
		.mbps = tape.mbps,
		.max_cycles = UINT64_MAX,
		.max_seconds = HANG_SECONDS,
	};

	tape.loop = &loop;
	cr_assert_eq(loop_run(&loop, tape.dut), 0);
	tape_close(NULL);
}

static void tape_init(const struct dut *dut)
{
	tape = (struct tape){ .dut = dut, .inner = seam_by_dut(dut->name), .words = calloc(TAPE_MAX, sizeof(*tape.words)) };
	cr_assert(tape.words && tape.inner);
}

/* Every run or frame must begin where the recording has it. ACTUAL may have more of them, since raw lanes may look like a frame. */
static void wire_begins(const struct wire *actual, const struct wire *expected, const struct dut *dut, uint32_t seed)
{
	size_t found = 0;

	for (size_t i = 0; i < actual->runs; i++)
		found += found < expected->runs && actual->begins[i] == expected->begins[found];
	cr_assert(found == expected->runs && (wide() || actual->runs == found), "%s seed %u: %zu runs, %zu of %zu expected ones",
	          dut->name, seed, actual->runs, found, expected->runs);
}

/* Records the receive pins of a random stimulus, plays them to a live loop and compares the runs. */
static void compare(const struct dut *dut, uint32_t seed)
{
	static const struct seam_ops ops = {
		.dut = "tape", .open = tape_open, .close = tape_close, .pins = tape_pins, .cycle = tape_record
	};
	const struct loop_live live = { NULL, until_end_of_tape, nothing, no_access, no_frame };
	struct stimulus st = { .seed = 1 };
	struct recording r;
	struct wire expected, actual;

	tape_init(dut);
	wire_init(&expected);
	wire_init(&actual);
	cr_assert_eq(stimulus_generate(&st, dut, seed, 60), 0);
	record_on(&ops, dut, 0, &st, &r);
	for (size_t i = 0; i < r.count; i++)
		if (r.events[i].kind == EVENT_RX_RUN)
			wire_run(&expected, &r.events[i]);
	cr_assert_gt(expected.runs, 0);
	play(&live, wire_events, &actual);
	cr_assert(actual.ended);
	wire_begins(&actual, &expected, dut, seed);
	for (size_t i = 0; i < actual.len; i++)
		cr_assert(actual.octets[i] == expected.octets[i] && actual.control[i] == expected.control[i],
		          "%s seed %u: octet time %zu: %02X/%u, expected %02X/%u", dut->name, seed, i, actual.octets[i],
		          actual.control[i], expected.octets[i], expected.control[i]);
	recording_release(&r);
	stimulus_release(&st);
	wire_release(&expected);
	wire_release(&actual);
	free(tape.words);
}

static void compare_seeds(const char *name)
{
	for (uint32_t seed = 1; seed <= 20; seed++)
		compare(dut_by_name(name), seed);
}

Test(live, gmii_runs_are_those_of_the_pins)
{
	compare_seeds("bcm5718");
}

Test(live, mii_runs_are_those_of_the_pins)
{
	compare_seeds("bcm1250");
}

Test(live, xgmii_runs_are_those_of_the_pins)
{
	compare_seeds("i82598");
}

Test(live, xgmii_runs_of_another_device_are_those_of_the_pins)
{
	compare_seeds("ll10g");
}

/* ---- columns ---- */

struct runs {
	struct {
		uint64_t at;
		uint32_t len;
	} run[16];
	size_t count;
};

static void count_runs(void *context, const struct event *events, size_t count)
{
	struct runs *r = context;

	for (size_t i = 0; i < count; i++) {
		if (events[i].kind != EVENT_RX_RUN)
			continue;
		cr_assert_lt(r->count, COUNT_OF(r->run));
		r->run[r->count].at = events[i].cycle + events[i].lane;
		r->run[r->count++].len = events[i].len;
	}
}

#define IDLE_WORD 0x0707070707070707u

/* Plays WORDS from cycle 20 on, with idle around them, and returns their runs. */
static struct runs runs_of(const struct word *words, size_t count)
{
	const struct loop_live live = { NULL, until_end_of_tape, nothing, no_access, no_frame };
	struct runs ret = { 0 };

	tape_init(dut_by_name("i82598"));
	tape.count = 64;
	for (size_t i = 0; i < tape.count; i++)
		tape.words[i] = i >= 20 && i < 20 + count ? words[i - 20] : (struct word){ IDLE_WORD, 0xFF };
	play(&live, count_runs, &ret);
	free(tape.words);
	return ret;
}

#define START 0xD5555555555555FBu
#define START_4 0x555555FB07070707u
#define DATA 0x1122334455667788u

Test(live, two_frames_share_a_word)
{
	static const struct word words[] = {
		{ START, 0x01 }, { DATA, 0 }, { 0x555555FB07FD3344u, 0x1C }, { DATA, 0 }, { 0x07070707070707FDu, 0xFF },
	};
	struct runs r = runs_of(words, COUNT_OF(words));

	cr_assert_eq(r.count, 2);
	cr_expect(r.run[0].at == 160 && r.run[0].len == 19, "%" PRIu64 " %u", r.run[0].at, r.run[0].len);
	cr_expect(r.run[1].at == 180 && r.run[1].len == 13, "%" PRIu64 " %u", r.run[1].at, r.run[1].len);
}

Test(live, frame_without_an_end_code_ends_before_idle_or_a_start)
{
	static const struct word words[] = {
		{ START, 0x01 }, { DATA, 0 },     { IDLE_WORD, 0xFF },           { START_4, 0x1F },
		{ DATA, 0 },     { START, 0x01 }, { 0x070707FD11223344u, 0xF0 },
	};
	struct runs r = runs_of(words, COUNT_OF(words));

	cr_assert_eq(r.count, 3);
	cr_expect(r.run[0].at == 160 && r.run[0].len == 16, "%" PRIu64 " %u", r.run[0].at, r.run[0].len);
	cr_expect(r.run[1].at == 188 && r.run[1].len == 12, "%" PRIu64 " %u", r.run[1].at, r.run[1].len);
	cr_expect(r.run[2].at == 200 && r.run[2].len == 13, "%" PRIu64 " %u", r.run[2].at, r.run[2].len);
}

/* An error code is a lane of the frame; lanes after /T/ in its column belong to the run, and an ordered set is a run of raw lanes. */
Test(live, lanes_outside_frames_are_raw)
{
	static const struct word words[] = {
		{ START, 0x01 },
		{ 0x11FE334455667788u, 0x40 },
		{ 0x07070707FE0707FDu, 0xFF },
		{ 0x070707070100009Cu, 0xF1 },
		{ 0x0100009C0100009Cu, 0x11 },
	};
	struct runs r = runs_of(words, COUNT_OF(words));

	cr_assert_eq(r.count, 4);
	cr_expect(r.run[0].at == 160 && r.run[0].len == 20, "%" PRIu64 " %u", r.run[0].at, r.run[0].len);
	cr_expect(r.run[1].at == 184 && r.run[1].len == 4);
	cr_expect(r.run[2].at == 192 && r.run[2].len == 4);
	cr_expect(r.run[3].at == 196 && r.run[3].len == 4);
}

/* ---- a run without an end ---- */

static void add_lengths(void *context, const struct event *events, size_t count)
{
	uint64_t *sum = context;

	for (size_t i = 0; i < count; i++)
		sum[0] += events[i].kind == EVENT_RX_RUN ? events[i].len : 0;
}

static uint64_t endless(const char *name, struct word first, struct word word)
{
	const struct loop_live live = { NULL, until_end_of_tape, nothing, no_access, no_frame };
	uint64_t sum = 0;

	tape_init(dut_by_name(name));
	tape.count = TAPE_MAX;
	for (size_t i = 0; i < TAPE_MAX; i++)
		tape.words[i] = i < 20 ? (struct word){ IDLE_WORD, wide() ? 0xFF : 0 } : i == 20 ? first : word;
	play(&live, add_lengths, &sum);
	free(tape.words);
	return sum;
}

Test(live, run_without_an_end_is_kept_in_pieces)
{
	uint64_t octets = endless("bcm5718", (struct word){ 0, 0x155 }, (struct word){ 0, 0x1A5 });
	uint64_t lanes = endless("i82598", (struct word){ START, 0x01 }, (struct word){ DATA, 0 });

	cr_expect(octets >= TAPE_MAX - 20 - 2 * LOOP_LIVE_CYCLES && octets <= TAPE_MAX - 20, "%" PRIu64, octets);
	cr_expect(lanes >= LANES * (TAPE_MAX - 20 - 2 * LOOP_LIVE_CYCLES) && lanes <= LANES * (TAPE_MAX - 20), "%" PRIu64, lanes);
}

/* ---- the PHY's speed ---- */

struct speeds {
	unsigned changes;
	uint64_t mbps, cycle;
};

static void note_speed(void *context, const struct event *events, size_t count)
{
	struct speeds *s = context;

	for (size_t i = 0; i < count; i++)
		if (events[i].kind == EVENT_LINK)
			*s = (struct speeds){ s->changes + 1, events[i].value, events[i].cycle };
}

Test(live, mii_speed_is_an_event_at_power_up)
{
	static const uint16_t speeds[] = { 0, 10, 100, 1000 };
	const struct loop_live live = { NULL, until_end_of_tape, nothing, no_access, no_frame };

	for (size_t i = 0; i < COUNT_OF(speeds); i++) {
		struct speeds seen = { 0 };
		tape_init(dut_by_name("bcm1250"));
		tape.count = 100;
		tape.mbps = speeds[i];
		play(&live, note_speed, &seen);
		free(tape.words);
		if (!speeds[i] || speeds[i] == 1000)
			cr_expect_eq(seen.changes, 0, "1000 Mb/s is the speed before any change");
		else
			cr_expect(seen.changes == 1 && seen.mbps == speeds[i] && seen.cycle == 2, "%u Mb/s", speeds[i]);
	}
}

/* ---- polling ---- */

struct asker {
	uint64_t newest, longest, taken, accessed;
	struct item item;
};

static bool ask(void *context, struct loop *l)
{
	struct asker *a = context;

	if (l->cycle - a->newest > a->longest)
		a->longest = l->cycle - a->newest;
	a->newest = l->cycle;
	return tape.at + LOOP_LIVE_CYCLES < tape.count;
}

static const struct item *read_always(void *context, enum channel channel)
{
	struct asker *a = context;

	if (channel != CHANNEL_REG || a->newest < 100 * a->taken)
		return NULL;
	a->taken++;
	a->item = (struct item){ .kind = ITEM_REG_READ, .u.reg.address = 0x0414 };
	return &a->item;
}

static void count_access(void *context, uint64_t value, bool error)
{
	struct asker *a = context;

	a->accessed += !value && !error;
}

static void no_events(void *context, const struct event *events, size_t count)
{
	(void)context, (void)events, (void)count;
}

Test(live, is_polled_at_least_every_eight_clocks)
{
	struct asker asker = { 0 };
	const struct loop_live live = { &asker, ask, read_always, count_access, no_frame };

	tape_init(dut_by_name("bcm5718"));
	tape.count = 20000;
	play(&live, no_events, NULL);
	cr_expect_leq(asker.longest, LOOP_LIVE_CYCLES, "%" PRIu64, asker.longest);
	cr_expect_gt(asker.taken, 10);
	cr_expect_eq(asker.accessed, asker.taken);
	free(tape.words);
}
