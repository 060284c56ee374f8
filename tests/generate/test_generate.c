/* SPDX-License-Identifier: Apache-2.0 */
/* The constrained-random generator: a seed always gives the same items, other seeds give others, and they reach every corner of the test plan.
 * Corners of content are counted in the items, corners of time in the events of the RTL. */
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 120, ITEMS = 200, GAP = 12, LOW_MARK = 0x4414, HIGH_MARK = 0x4418 };

static void generate(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items)
{
	*st = (struct stimulus){ 0 };
	cr_assert_eq(stimulus_generate(st, dut, seed, items), 0);
}

Test(generate, the_same_seed_gives_the_same_items)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 0; seed < 40; seed++) {
			struct stimulus a, b;
			char difference[160];
			generate(&a, &dut_table[d], seed, ITEMS);
			generate(&b, &dut_table[d], seed, ITEMS);
			cr_expect_null(stimulus_difference(&a, &b, difference, sizeof(difference)), "%s seed %u: %s",
			               dut_table[d].name, seed, difference);
			stimulus_release(&a);
			stimulus_release(&b);
		}
}

/* Random stimuli place accesses within three clocks of every kind of moment that a wait can name. */
Test(generate, accesses_meet_every_kind_of_moment)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned met[WAIT_KIND_COUNT] = { 0 }, beside[7] = { 0 };
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct stimulus st;
			generate(&st, &dut_table[d], seed, ITEMS);
			for (size_t i = 0; i + 1 < st.count; i++) {
				const struct item *item = &st.items[i];
				if (item->kind != ITEM_WAIT || item->u.wait.what < WAIT_START)
					continue;
				cr_expect(item->u.wait.cycles,
				          "the wait needs a bound: the moment never comes if the DUT is wrong or disabled");
				met[item->u.wait.what]++;
				if (st.items[i + 1].kind == ITEM_REG_READ && item->u.wait.at >= -3 && item->u.wait.at <= 3)
					beside[item->u.wait.at + 3]++;
			}
			stimulus_release(&st);
		}
		for (int what = WAIT_START; what < WAIT_KIND_COUNT; what++)
			cr_expect(met[what] >= 5 || what == WAIT_READ ||
			              (what == WAIT_PFC && !(dut_table[d].capabilities & CAP_PFC)),
			          "%s: %u waits for moment %d", dut_table[d].name, met[what], what);
		for (size_t i = 0; i < COUNT_OF(beside); i++)
			cr_expect_gt(beside[i], 2, "%s: %u reads at %d", dut_table[d].name, beside[i], (int)i - 3);
	}
}

Test(generate, other_seeds_give_other_items)
{
	for (uint32_t seed = 0; seed < 40; seed++) {
		struct stimulus a, b;
		char difference[160];
		generate(&a, &dut_table[0], seed, ITEMS);
		generate(&b, &dut_table[0], seed + 1, ITEMS);
		b.seed = a.seed; /* the seed of the power-up state differs anyway */
		cr_expect_not_null(stimulus_difference(&a, &b, difference, sizeof(difference)), "seeds %u and %u", seed,
		                   seed + 1);
		stimulus_release(&a);
		stimulus_release(&b);
	}
}

Test(generate, power_up_state_follows_the_seed)
{
	for (uint32_t seed = 0; seed < 20; seed++) {
		struct stimulus st;
		char name[32];
		generate(&st, &dut_table[0], seed, ITEMS);
		snprintf(name, sizeof(name), "seed-%u", seed);
		cr_expect_str_eq(st.name, name);
		cr_expect_eq(st.seed, seed, "seed %u: power-up seed %u", seed, st.seed);
		stimulus_release(&st);
	}
}

/* ---- a seed means the same everywhere ---- */

/* One line for each row of regs/<device>/duts.def, with its name and a hash of the items of its first seeds; and comments. */
#define SUMS_KEPT "tests/generate/seeds.sum"
#define SUMS_FOUND "build/tests/seeds.sum"

enum { SUM_SEEDS = 200, SUM_LINE = 64 };

/* Returns the FNV-1a hash of the seeds 1 to SUM_SEEDS as stimulus_write() writes them, which does not depend on how a compiler lays out an item. */
static uint64_t sum_of_seeds(const struct dut *dut)
{
	uint64_t hash = 0xCBF29CE484222325;

	for (uint32_t seed = 1; seed <= SUM_SEEDS; seed++) {
		struct stimulus st;
		char *text = NULL;
		size_t len = 0;
		FILE *out = open_memstream(&text, &len);

		cr_assert_not_null(out);
		generate(&st, dut, seed, ITEMS);
		cr_assert_eq(stimulus_write(&st, out, dut), 0);
		cr_assert_eq(fclose(out), 0);
		for (size_t i = 0; i < len; i++)
			hash = (hash ^ (uint8_t)text[i]) * 0x100000001B3;
		free(text);
		stimulus_release(&st);
	}
	return hash;
}

/* Copies the line of DUT in SUMS_KEPT to RET, which has SUM_LINE characters; "" if there is none. Copies the comments of SUMS_KEPT to FOUND if that
 * is not NULL. */
static void kept_sum(const struct dut *dut, FILE *found, char *ret)
{
	FILE *in = fopen(SUMS_KEPT, "r");
	char line[4 * SUM_LINE], name[4 * SUM_LINE];

	cr_assert_not_null(in, "cannot read " SUMS_KEPT);
	*ret = 0;
	while (fgets(line, sizeof(line), in)) {
		if (found && *line == '#')
			fputs(line, found);
		if (sscanf(line, "%s", name) == 1 && !strcmp(name, dut->name))
			snprintf(ret, SUM_LINE, "%.*s", (int)strcspn(line, "\n"), line);
	}
	fclose(in);
}

/* C leaves open in which order the arguments of a call are evaluated. If the generator drew two random numbers in the arguments of one call, a
 * seed would mean something else with another compiler. */
Test(generate, seeds_mean_the_same_with_every_compiler, .timeout = 120)
{
	FILE *found = fopen(SUMS_FOUND, "w");

	cr_assert_not_null(found, "cannot write " SUMS_FOUND);
	for (size_t d = 0; d < dut_count; d++) {
		char sum[SUM_LINE], kept[SUM_LINE];
		kept_sum(&dut_table[d], d ? NULL : found, kept);
		snprintf(sum, sizeof(sum), "%s %016" PRIx64, dut_table[d].name, sum_of_seeds(&dut_table[d]));
		fprintf(found, "%s\n", sum);
		cr_expect_str_eq(sum, kept, "the items of seeds 1 to %d are '%s', " SUMS_KEPT " says '%s'", SUM_SEEDS, sum, kept);
	}
	cr_assert_eq(fclose(found), 0);
}

Test(generate, count_is_close_to_the_requested_one)
{
	static const size_t counts[] = { 1, 50, 200, 2000 };

	for (size_t i = 0; i < COUNT_OF(counts); i++) {
		struct stimulus st;
		generate(&st, &dut_table[0], 5, counts[i]);
		/* the set-up and the reads at the end are extra */
		cr_expect(st.count >= counts[i] && st.count <= counts[i] + 300, "%zu requested, %zu made", counts[i], st.count);
		stimulus_release(&st);
	}
}

/* ---- corners ---- */

struct corner {
	const char *name;
	unsigned seen;
};

enum corner_id {
	/* in the items */
	WRONG_DA,
	WRONG_TYPE,
	WRONG_OPCODE,
	WRONG_FCS,
	WRONG_LENGTH,
	WRONG_TOGETHER,
	TIME_0,
	TIME_1,
	TIME_FFFF,
	TIME_OTHER,
	PREAMBLE_SHORT,
	PREAMBLE_LONG,
	PREAMBLE_NONE,
	CODE_ERROR,
	RAW_RUN,
	GAP_MINIMUM,
	GAP_BELOW,
	TAGGED,
	UNDERRUN,
	HOST_STALL,
	HOST_SLOW,
	CUT_RESET,
	/* in the run */
	DURING_FRAME,
	IN_GAP,
	BACK_TO_BACK,
	WHILE_PAUSED,
	XON_WITHOUT_XOFF,
	AT_EXPIRY,
	WRITE_WHILE_PAUSED,
	READ_AT_EVENT,
	BELOW_LOW,
	AT_LOW,
	AT_HIGH,
	ABOVE_HIGH,
	PAUSE_SENT_WHILE_PAUSED,
	XOFF_SENT,
	XON_SENT,
	DISCARDED,
	DELIVERED_BAD,
	CORNER_COUNT
};

static struct corner corners[CORNER_COUNT] = {
	[WRONG_DA] = { "PAUSE with a wrong DA alone", 0 },
	[WRONG_TYPE] = { "PAUSE with a wrong type alone", 0 },
	[WRONG_OPCODE] = { "PAUSE with a wrong opcode alone", 0 },
	[WRONG_FCS] = { "PAUSE with a bad FCS alone", 0 },
	[WRONG_LENGTH] = { "PAUSE with a wrong length alone", 0 },
	[WRONG_TOGETHER] = { "PAUSE with several things wrong", 0 },
	[TIME_0] = { "time 0", 0 },
	[TIME_1] = { "time 1", 0 },
	[TIME_FFFF] = { "time 0xFFFF", 0 },
	[TIME_OTHER] = { "another time", 0 },
	[PREAMBLE_SHORT] = { "short preamble", 0 },
	[PREAMBLE_LONG] = { "long preamble", 0 },
	[PREAMBLE_NONE] = { "no preamble", 0 },
	[CODE_ERROR] = { "code error", 0 },
	[RAW_RUN] = { "a run that need not be a frame", 0 },
	[GAP_MINIMUM] = { "frames at the minimum gap", 0 },
	[GAP_BELOW] = { "frames below the minimum gap", 0 },
	[TAGGED] = { "tagged control frame", 0 },
	[UNDERRUN] = { "underrun", 0 },
	[HOST_STALL] = { "host stall", 0 },
	[HOST_SLOW] = { "slow host", 0 },
	[CUT_RESET] = { "reset", 0 },
	[DURING_FRAME] = { "PAUSE during a frame of ours", 0 },
	[IN_GAP] = { "PAUSE in the gap after a frame of ours", 0 },
	[BACK_TO_BACK] = { "PAUSE back to back", 0 },
	[WHILE_PAUSED] = { "PAUSE while paused", 0 },
	[XON_WITHOUT_XOFF] = { "XON without XOFF", 0 },
	[AT_EXPIRY] = { "expiry in the cycle of a new PAUSE", 0 },
	[WRITE_WHILE_PAUSED] = { "register write while paused", 0 },
	[READ_AT_EVENT] = { "counter read in the cycle of an event", 0 },
	[BELOW_LOW] = { "level one below the low mark", 0 },
	[AT_LOW] = { "level at the low mark", 0 },
	[AT_HIGH] = { "level at the high mark", 0 },
	[ABOVE_HIGH] = { "level one above the high mark", 0 },
	[PAUSE_SENT_WHILE_PAUSED] = { "PAUSE of ours sent while paused", 0 },
	[XOFF_SENT] = { "XOFF sent", 0 },
	[XON_SENT] = { "XON sent", 0 },
	[DISCARDED] = { "frame discarded for want of room", 0 },
	[DELIVERED_BAD] = { "bad frame delivered", 0 },
};

static unsigned length_seen[ITEM_FRAME_OCTETS_MAX + 5];

static void see(enum corner_id id)
{
	corners[id].seen++;
}

/* Counts which errors keep a received frame from being a PAUSE. */
static void see_pause(const struct item_frame *f)
{
	static const uint8_t multicast[6] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 },
			     station[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4);
	bool wrong[5];
	unsigned errors = 0;

	if (f->len < 18)
		return;
	wrong[0] = memcmp(f->octets, multicast, 6) && memcmp(f->octets, station, 6);
	wrong[1] = f->octets[12] != 0x88 || f->octets[13] != 0x08;
	wrong[2] = f->octets[14] != 0 || f->octets[15] != 1;
	wrong[3] = f->fcs == FCS_BAD || f->fcs == FCS_VALUE;
	wrong[4] = len < 64;
	for (int i = 0; i < 5; i++)
		errors += wrong[i];
	/* a data frame is not a PAUSE with errors: the type, or the opcode and the PAUSE address, must make it a control frame */
	if (wrong[1] && (wrong[2] || memcmp(f->octets, multicast, 6)))
		return;
	for (int i = 0; i < 5; i++)
		if (errors == 1 && wrong[i])
			see((enum corner_id)(WRONG_DA + i));
	if (errors > 1)
		see(WRONG_TOGETHER);
	if (errors)
		return;
	switch (f->octets[16] << 8 | f->octets[17]) {
	case 0:
		see(TIME_0);
		break;
	case 1:
		see(TIME_1);
		break;
	case 0xFFFF:
		see(TIME_FFFF);
		break;
	default:
		see(TIME_OTHER);
	}
}

static void see_rx(const struct item_frame *f)
{
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4);

	length_seen[len]++;
	see_pause(f);
	if (f->preamble == 0)
		see(PREAMBLE_NONE);
	else if (f->preamble != 7)
		see(f->preamble < 7 ? PREAMBLE_SHORT : PREAMBLE_LONG);
	if (f->error_at != INT32_MIN)
		see(CODE_ERROR);
	if (f->gap <= GAP)
		see(f->gap == GAP ? GAP_MINIMUM : GAP_BELOW);
	if (f->len >= 18 && f->octets[12] == 0x81 && f->octets[13] == 0 && f->octets[16] == 0x88 && f->octets[17] == 0x08)
		see(TAGGED);
}

static void see_items(const struct stimulus *st)
{
	for (size_t i = 0; i < st->count; i++) {
		const struct item *item = &st->items[i];
		if (item->kind == ITEM_RX_FRAME)
			see_rx(&item->u.frame);
		if (item->kind == ITEM_RX_RAW)
			see(RAW_RUN);
		if (item->kind == ITEM_TX_FRAME && item->u.frame.stall_at > 0)
			see(UNDERRUN);
		if (item->kind == ITEM_HOST_STOP)
			see(HOST_STALL);
		if (item->kind == ITEM_HOST_RATE && item->u.rate.off)
			see(HOST_SLOW);
		if (item->kind == ITEM_RESET)
			see(CUT_RESET);
	}
}

struct watch {
	bool sending, xoff;
	uint64_t tx_end, xoff_fall, xoff_rise, last_pause, rx_end, classified;
	uint32_t low, high;
};

static void see_pause_checked(struct watch *w, const struct event *e, bool resumes)
{
	if (w->sending)
		see(DURING_FRAME);
	else if (w->tx_end && e->cycle - w->tx_end < GAP)
		see(IN_GAP);
	if (w->last_pause && e->cycle - w->last_pause <= 8 + 64 + GAP)
		see(BACK_TO_BACK);
	if (w->xoff)
		see(WHILE_PAUSED);
	else if (resumes)
		see(XON_WITHOUT_XOFF);
	if ((w->xoff && e->timer && e->timer <= 2) || (w->xoff_fall && w->xoff_fall == e->cycle))
		see(AT_EXPIRY);
	w->last_pause = e->cycle;
}

static void see_level(const struct watch *w, uint32_t level)
{
	if (level + 1 == w->low)
		see(BELOW_LOW);
	if (level == w->low)
		see(AT_LOW);
	if (level == w->high)
		see(AT_HIGH);
	if (level == w->high + 1)
		see(ABOVE_HIGH);
}

static void see_event(struct watch *w, const struct event *e, bool resumes)
{
	switch (e->kind) {
	case EVENT_RESET:
		*w = (struct watch){ .low = 0x2A, .high = 0xA0 };
		break;
	case EVENT_TX_START:
		w->sending = true;
		break;
	case EVENT_TX_END:
		w->sending = false;
		w->tx_end = e->cycle;
		if (e->len == 72 && e->octets[20] == 0x88 && e->octets[21] == 0x08 && e->octets[8] == 0x01)
			see(e->octets[24] || e->octets[25] ? XOFF_SENT : XON_SENT);
		break;
	case EVENT_OBS_XOFF:
		w->xoff = e->value;
		if (!w->xoff)
			w->xoff_fall = e->cycle;
		break;
	case EVENT_OBS_LEVEL:
		see_level(w, e->value);
		break;
	case EVENT_OBS_RX:
		w->classified = e->cycle;
		if (e->value >> 17 & 1)
			see_pause_checked(w, e, resumes);
		if (e->value >> 20 & 1)
			see(DISCARDED);
		if ((e->value >> 16 & 1) && (e->value >> 19 & 1))
			see(DELIVERED_BAD);
		break;
	case EVENT_OBS_TX:
		if ((e->value >> 16 & 1) && w->xoff)
			see(PAUSE_SENT_WHILE_PAUSED);
		break;
	case EVENT_REG_WRITE:
		if (w->xoff)
			see(WRITE_WHILE_PAUSED);
		if (e->address == LOW_MARK)
			w->low = e->value & 0x1FF;
		if (e->address == HIGH_MARK)
			w->high = e->value & 0x1FF;
		break;
	default:
		break;
	}
}

/* Returns how many reads of receive counters have their setup cycle in a cycle in which a receive event becomes visible. */
static unsigned reads_at_event(const struct recording *r, uint16_t first, uint16_t last)
{
	unsigned count = 0;

	for (size_t i = 0; i < r->count; i++) {
		const struct event *e = &r->events[i];
		if (e->kind != EVENT_REG_READ || e->address < first || e->address > last)
			continue;
		for (size_t j = i > 8 ? i - 8 : 0; j < i + 8 && j < r->count; j++)
			count += r->events[j].kind == EVENT_OBS_RX && r->events[j].cycle == e->cycle;
	}
	return count;
}

/* Returns whether event I classifies a PAUSE with time 0. Its frame is the run that ended three cycles earlier. */
static bool resumes_at(const struct recording *r, size_t i)
{
	for (size_t j = i; j--;) {
		const struct event *e = &r->events[j];
		const uint8_t *p;
		if (e->kind != EVENT_RX_RUN || e->cycle + e->len - 1 + 3 != r->events[i].cycle)
			continue;
		p = memchr(e->octets, 0xD5, e->len);
		return p && p + 18 < e->octets + e->len && !p[17] && !p[18];
	}
	return false;
}

static void see_run(const struct recording *r)
{
	struct watch w = { .low = 0x2A, .high = 0xA0 };

	for (size_t i = 0; i < r->count; i++)
		see_event(&w, &r->events[i], r->events[i].kind == EVENT_OBS_RX && resumes_at(r, i));
	corners[READ_AT_EVENT].seen += reads_at_event(r, 0x880, 0x8B8);
}

Test(generate, every_corner_of_the_plan_is_reached, .timeout = 120)
{
	static const uint32_t lengths[] = { 63,  64,  65,   127,  128,  129,  255,  256,  257, 511,
		                            512, 513, 1023, 1024, 1025, 1517, 1518, 1519, 1,   9018 };

	for (uint32_t seed = 1; seed <= SEEDS; seed++) {
		struct stimulus st;
		struct recording r;
		generate(&st, &dut_table[0], seed, ITEMS);
		see_items(&st);
		record(&dut_table[0], &st, &r);
		see_run(&r);
		recording_release(&r);
		stimulus_release(&st);
	}
	for (int i = 0; i < CORNER_COUNT; i++)
		cr_expect_gt(corners[i].seen, 0, "%d seeds of %d items never reach: %s", SEEDS, ITEMS, corners[i].name);
	for (size_t i = 0; i < COUNT_OF(lengths); i++)
		cr_expect_gt(length_seen[lengths[i]], 0, "%d seeds of %d items never receive %u octets", SEEDS, ITEMS,
		             lengths[i]);
}

/* ---- corners of the XGMII DUTs, in the items ---- */

enum xgmii_corner {
	X_LANE_0,
	X_LANE_4,
	X_END_ALONE, /* the end code is the whole gap */
	X_SHORT_TRAIN,
	X_LANES,
	X_LOCAL_FAULT,
	X_REMOTE_FAULT,
	X_ERROR_OCTET,
	X_ILLEGAL_OCTET,
	X_ILLEGAL_END,
	X_HOST_ERROR,
	X_UNDERRUN,
	X_TAG,
	X_TWO_TAGS,
	X_LENGTH_FIELD,
	X_OVERSIZE,
	X_SENT_CONTROL,
	X_PAUSE_REQUEST,
	X_PFC_REQUEST,
	X_PFC,
	X_CORNERS
};

static const struct {
	const char *name;
	unsigned needs;
} xgmii_corners[X_CORNERS] = {
	[X_LANE_0] = { "start in lane 0", 0 },
	[X_LANE_4] = { "start in lane 4", 0 },
	[X_END_ALONE] = { "gap of the end code alone", 0 },
	[X_SHORT_TRAIN] = { "short frames back to back", 0 },
	[X_LANES] = { "lanes that need not be a frame", 0 },
	[X_LOCAL_FAULT] = { "local fault", 0 },
	[X_REMOTE_FAULT] = { "remote fault", 0 },
	[X_ERROR_OCTET] = { "error octet", 0 },
	[X_ILLEGAL_OCTET] = { "illegal octet", 0 },
	[X_ILLEGAL_END] = { "illegal end", 0 },
	[X_HOST_ERROR] = { "frame that the host marks", 0 },
	[X_UNDERRUN] = { "underrun", 0 },
	[X_TAG] = { "tag", 0 },
	[X_TWO_TAGS] = { "two tags", CAP_PFC },
	[X_LENGTH_FIELD] = { "length field beside the payload", 0 },
	[X_OVERSIZE] = { "one octet too long", 0 },
	[X_SENT_CONTROL] = { "control frame of the host", CAP_PFC },
	[X_PAUSE_REQUEST] = { "request for PAUSE", CAP_PFC },
	[X_PFC_REQUEST] = { "request for PFC", CAP_PFC },
	[X_PFC] = { "PFC", CAP_PFC },
};

static bool is_tag(const struct item_frame *f, uint32_t at)
{
	return f->len > at + 1 &&
	       ((f->octets[at] == 0x81 && f->octets[at + 1] == 0) || (f->octets[at] == 0x88 && f->octets[at + 1] == 0xA8));
}

static void see_xgmii_frame(const struct item_frame *f, unsigned *seen)
{
	uint32_t len = f->len + (f->fcs == FCS_NONE ? 0 : 4),
		 field = f->len > 13 ? (uint32_t)f->octets[12] << 8 | f->octets[13] : 0;

	seen[X_LANE_0] += f->column == 0;
	seen[X_LANE_4] += f->column == 4;
	seen[X_END_ALONE] += f->gap == 1;
	seen[X_SHORT_TRAIN] += f->gap == 1 && len < 12;
	seen[X_ERROR_OCTET] += f->error_at >= 0 && f->error_code == 0xFE;
	seen[X_ILLEGAL_OCTET] += f->error_at >= 0 && f->error_code == 0x5C;
	seen[X_ILLEGAL_END] += f->end_code == 0x07 || f->end_code == 0xFB || f->end_code == 0x9C;
	seen[X_TAG] += is_tag(f, 12);
	seen[X_TWO_TAGS] += is_tag(f, 12) && is_tag(f, 16);
	seen[X_LENGTH_FIELD] += f->len > 13 && field && field == len - 17;
	seen[X_OVERSIZE] += len == 1519;
	seen[X_PFC] += f->len > 15 && field == 0x8808 && f->octets[14] == 1 && f->octets[15] == 1;
}

static void see_xgmii(const struct item *item, unsigned *seen)
{
	const struct item_frame *f = &item->u.frame;

	switch (item->kind) {
	case ITEM_RX_FRAME:
		see_xgmii_frame(f, seen);
		break;
	case ITEM_RX_LANES:
		seen[X_LANES] += f->len % 4 != 0;
		seen[X_LOCAL_FAULT] += f->len >= 16 && !memcmp(f->octets + 12, "\x9C\0\0\1", 4);
		seen[X_REMOTE_FAULT] += f->len >= 16 && !memcmp(f->octets + 12, "\x9C\0\0\2", 4);
		break;
	case ITEM_TX_FRAME:
		seen[X_HOST_ERROR] += f->host_error;
		seen[X_UNDERRUN] += f->stall_at > 0;
		seen[X_SENT_CONTROL] += f->len > 13 && f->octets[12] == 0x88 && f->octets[13] == 0x08;
		break;
	case ITEM_PAUSE_REQ:
		seen[X_PAUSE_REQUEST] += item->u.request == 2;
		break;
	case ITEM_PFC_REQ:
		seen[X_PFC_REQUEST] += item->u.request != 0;
		break;
	default:
		break;
	}
}

Test(generate, every_corner_of_xgmii_is_reached)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned seen[X_CORNERS] = { 0 };
		if (dut_table[d].phy != PHY_XGMII)
			continue;
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct stimulus st;
			generate(&st, &dut_table[d], seed, ITEMS);
			for (size_t i = 0; i < st.count; i++)
				see_xgmii(&st.items[i], seen);
			stimulus_release(&st);
		}
		for (int i = 0; i < X_CORNERS; i++)
			if (!(xgmii_corners[i].needs & ~dut_table[d].capabilities))
				cr_expect_gt(seen[i], 0, "%s: %d seeds of %d items never reach: %s", dut_table[d].name, SEEDS,
				             ITEMS, xgmii_corners[i].name);
	}
}

/* ---- corners of the XGMII DUTs, in the run ---- */

enum xgmii_moment {
	M_BELOW_HIGH,
	M_AT_HIGH,
	M_ABOVE_HIGH,
	M_BELOW_LOW,
	M_AT_LOW,
	M_DISCARDED,
	M_XOFF_SENT,
	M_XON_SENT,
	M_PFC_SENT,
	M_SENT_WHILE_PAUSED,
	M_PAUSE_WHILE_PAUSED,
	M_PAUSE_WHILE_SENDING,
	M_WRITE_WHILE_PAUSED,
	M_READ_AT_EVENT,
	M_START_IN_LANE_4,
	M_REMOTE_FAULT,
	M_CLASS_PAUSED,
	M_MOMENTS
};

static const struct {
	const char *name, *model; /* NULL: both */
} moments[M_MOMENTS] = {
	[M_BELOW_HIGH] = { "level one octet below the high mark", "i82598" },
	[M_AT_HIGH] = { "level at the high mark", "i82598" },
	[M_ABOVE_HIGH] = { "level one octet above the high mark", "i82598" },
	[M_BELOW_LOW] = { "level one octet below the low mark", "i82598" },
	[M_AT_LOW] = { "level at the low mark", "i82598" },
	[M_DISCARDED] = { "frame discarded for want of room", NULL },
	[M_XOFF_SENT] = { "XOFF sent", NULL },
	[M_XON_SENT] = { "XON sent", NULL },
	[M_PFC_SENT] = { "PFC sent", "ll10g" },
	[M_SENT_WHILE_PAUSED] = { "PAUSE of ours sent while paused", NULL },
	[M_PAUSE_WHILE_PAUSED] = { "PAUSE while paused", NULL },
	[M_PAUSE_WHILE_SENDING] = { "PAUSE during a frame of ours", NULL },
	[M_WRITE_WHILE_PAUSED] = { "register write while paused", NULL },
	[M_READ_AT_EVENT] = { "register read in the cycle of an event", NULL },
	[M_START_IN_LANE_4] = { "frame of ours that starts in lane 4", NULL },
	[M_REMOTE_FAULT] = { "remote fault sequences sent", NULL },
	[M_CLASS_PAUSED] = { "class paused", "ll10g" },
};

enum { FCRTL0 = 0x3220, FCRTH0 = 0x3260 };

struct xgmii_watch {
	bool sending, xoff;
	uint32_t mark_octets; /* the bits of a mark */
	uint32_t low, high;
};

static void see_marks(const struct xgmii_watch *w, uint32_t level, unsigned *seen)
{
	seen[M_BELOW_HIGH] += w->high && level + 1 == w->high;
	seen[M_AT_HIGH] += w->high && level == w->high;
	seen[M_ABOVE_HIGH] += w->high && level == w->high + 1;
	seen[M_BELOW_LOW] += w->low && level + 1 == w->low;
	seen[M_AT_LOW] += w->low && level == w->low;
}

static void see_sent(const struct event *e, unsigned *seen)
{
	bool control = e->len > 26 && e->octets[20] == 0x88 && e->octets[21] == 0x08 && e->octets[8] == 0x01;

	seen[M_XOFF_SENT] += control && e->octets[22] == 0 && (e->octets[24] || e->octets[25]);
	seen[M_XON_SENT] += control && e->octets[22] == 0 && !e->octets[24] && !e->octets[25];
	seen[M_PFC_SENT] += control && e->octets[22] == 1;
}

static void see_moment(struct xgmii_watch *w, const struct event *e, unsigned *seen)
{
	switch (e->kind) {
	case EVENT_TX_START:
		w->sending = true;
		seen[M_START_IN_LANE_4] += e->lane == 4;
		break;
	case EVENT_TX_END:
		w->sending = false;
		see_sent(e, seen);
		break;
	case EVENT_TX_SIGNAL:
		seen[M_REMOTE_FAULT] += e->value == TX_SIGNAL_REMOTE_FAULT;
		break;
	case EVENT_PFC_XOFF:
		seen[M_CLASS_PAUSED] += e->value != 0;
		break;
	case EVENT_OBS_XOFF:
		w->xoff = e->value;
		break;
	case EVENT_OBS_LEVEL:
		see_marks(w, e->value, seen);
		break;
	case EVENT_OBS_RX:
		seen[M_DISCARDED] += e->value >> 20 & 1;
		seen[M_PAUSE_WHILE_PAUSED] += (e->value >> 17 & 1) && w->xoff;
		seen[M_PAUSE_WHILE_SENDING] += (e->value >> 17 & 1) && w->sending;
		break;
	case EVENT_OBS_TX:
		seen[M_SENT_WHILE_PAUSED] += (e->value >> 16 & 1) && w->xoff;
		break;
	case EVENT_REG_WRITE:
		seen[M_WRITE_WHILE_PAUSED] += w->xoff;
		if (e->address == FCRTL0)
			w->low = e->value & w->mark_octets;
		if (e->address == FCRTH0)
			w->high = e->value & w->mark_octets;
		break;
	default:
		break;
	}
}

/* Of the 82598EB: bits 18:4, 15:3 or 18:8 of a mark's register. */
static uint32_t mark_octets(const struct dut *dut)
{
	static const uint32_t bits[] = { 0x7FFF0, 0xFFF8, 0x7FF00 };

	return strcmp(dut->model, "i82598") ? 0 : bits[dut_param(dut, "MarkFormat")];
}

Test(generate, every_moment_of_xgmii_is_reached, .timeout = 120)
{
	for (size_t d = 0; d < dut_count; d++) {
		unsigned seen[M_MOMENTS] = { 0 };
		if (dut_table[d].phy != PHY_XGMII)
			continue;
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct xgmii_watch w = { .mark_octets = mark_octets(&dut_table[d]) };
			struct stimulus st;
			struct recording r;
			generate(&st, &dut_table[d], seed, ITEMS);
			record(&dut_table[d], &st, &r);
			for (size_t i = 0; i < r.count; i++)
				see_moment(&w, &r.events[i], seen);
			seen[M_READ_AT_EVENT] += reads_at_event(&r, 0, UINT16_MAX);
			recording_release(&r);
			stimulus_release(&st);
		}
		for (int i = 0; i < M_MOMENTS; i++)
			if (!moments[i].model || !strcmp(moments[i].model, dut_table[d].model))
				cr_expect_gt(seen[i], 0, "%s: %d seeds of %d items never reach: %s", dut_table[d].name, SEEDS,
				             ITEMS, moments[i].name);
	}
}

/* Returns the value of the newest write to ADDRESS. */
static uint64_t newest_write(const struct stimulus *st, uint16_t address)
{
	for (size_t i = st->count; i--;)
		if (st->items[i].kind == ITEM_REG_WRITE && st->items[i].u.reg.address == address)
			return st->items[i].u.reg.value;
	return 0;
}

static bool is_counter(const struct dut *dut, uint16_t address)
{
	const struct reg_row *row = reg_by_address(reg_page_by_model(dut->model), address);

	return row && row->kind == REG_COUNTER;
}

/* Scenarios restore the modes that they change: at the end every register of the set-up holds the value that the set-up wrote. */
Test(generate, the_modes_are_restored_at_the_end)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 1; seed <= 20; seed++) {
			struct stimulus st, setup = { 0 };
			generate(&st, &dut_table[d], seed, ITEMS);
			cr_assert_eq(stimulus_setup(&setup, &dut_table[d]), 0);
			for (size_t i = 0; i < setup.count; i++) {
				const struct item *item = &setup.items[i];
				uint16_t address = item->u.reg.address;
				if (item->kind == ITEM_REG_WRITE && !is_counter(&dut_table[d], address))
					cr_expect_eq(newest_write(&st, address), item->u.reg.value, "%s seed %u: 0x%04x",
					             dut_table[d].name, seed, address);
			}
			stimulus_release(&setup);
			stimulus_release(&st);
		}
}
