/* SPDX-License-Identifier: Apache-2.0 */
/* The back-offs of the RTL are uniform: 802.3 4.2.3.2.5 (R81), doc/devices/bcm1250.md 3. Frames collide again and again on an otherwise idle wire;
 * the test takes r of each repetition from the wire alone and compares it with the golden model's. For each n it applies a chi-square test at a
 * significance of 0.001; the runs are the same on every machine, so a pass stays a pass. The waits between frames differ, because otherwise
 * only the generator itself would advance its state, which would soon repeat. */
#include "support.h"

#include "check/scoreboard.h"
#include "part/csma.h"
#include "pausemodel.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
	SLOT = 12, /* clocks; longer than the gap (8), so that each r can be told from the wire */
	RANGES = 10,
	R_MAX = 1 << RANGES,
	CELLS = 64,         /* of a test; larger ranges are tested by their upper and by their lower bits */
	SHORT_CHAINS = 420, /* frames with ten collisions */
	LONG_CHAINS = 110,  /* frames with sixteen collisions, which are dropped */
	BATCH = 500,
	COLLISIONS_SHIFT = 24,
	WAIT_MAX = 4096,
	TEXT = 65536,
};

struct seen {
	uint32_t count[RANGES + 1][R_MAX]; /* by n (10 for larger ones) and r */
	uint32_t all[RANGES + 1];
	unsigned n;       /* collisions of the frame on the wire */
	uint64_t jam_end; /* of the newest attempt; 0: the next attempt is of another frame */
	unsigned wrong, unlike;
};

/* The range of r depends on n up to 10 only. */
static unsigned range_of(unsigned n)
{
	return n < RANGES ? n : RANGES;
}

static void see_start(struct seen *s, uint64_t start)
{
	uint64_t r = (start - 1 - s->jam_end) / SLOT;
	unsigned n = range_of(s->n);

	if (!s->jam_end)
		return;
	/* r = 0 ends within the gap, every other back-off exactly at the end of a slot */
	if (r >= 1u << n || (r && (start - 1 - s->jam_end) % SLOT)) {
		s->wrong++;
		return;
	}
	s->count[n][r]++;
	s->all[n]++;
}

static void see(struct seen *s, const struct event *e)
{
	switch (e->kind) {
	case EVENT_TX_START:
		see_start(s, e->cycle);
		break;
	case EVENT_TX_END:
		s->n++;
		s->jam_end = e->cycle - 1;
		break;
	case EVENT_OBS_TX:
		s->n = 0;
		s->jam_end = 0;
		break;
	default:
		break;
	}
}

/* Compares the back-offs that the model concluded from the newest starts. */
static void compare(struct seen *s, const struct pm_model *m, uint64_t from)
{
	struct pm_backoff b;

	for (uint64_t i = from; i < pm_backoffs(m); i++) {
		cr_assert(pm_backoff_seen(m, (unsigned)(pm_backoffs(m) - 1 - i), &b));
		s->unlike += b.slot != SLOT || b.r < 0 || (uint64_t)b.r != (b.start - 1 - b.jam_end) / SLOT;
	}
}

static void collide(const struct dut *dut, unsigned frames, unsigned count, unsigned seed, struct seen *s)
{
	static char text[TEXT];
	struct stimulus st = { 0 };
	struct stim_error error;
	struct recording r;
	struct scoreboard *sb = scoreboard_new(dut, false);
	int at = snprintf(text, sizeof(text),
	                  "pausebench-stim 1\nsetup\nreg.write enable 0\n"
	                  "reg.write mac_cfg RETRY_EN|HDX_EN|SPEED_SEL=1\n"
	                  "reg.write frame_cfg IFG_TX=4|IFG_THRSH=4|MIN_FRAMESZ=64|MAX_FRAMESZ=1518|SLOT_SIZE=%u|LFSR_SEED=%u\n"
	                  "reg.write enable RX_ENABLE|TX_ENABLE\nwait reg\nlink speed=100 duplex=half\n",
	                  1024 + 4 * SLOT - 512, seed);

	for (uint32_t i = 0, random = seed; i < frames; i++, random = random * 1664525u + 1013904223u)
		at += snprintf(text + at, sizeof(text) - (size_t)at,
		               "wire.collision at=1 len=1 count=%u\ntx.frame len=60\nwait tx\nwait %u\n", count,
		               1 + (random >> 8) % WAIT_MAX);
	cr_assert_not_null(sb);
	cr_assert_eq(read_text(&st, text, (size_t)at, dut, &error), 0, "line %u: %s", error.line, error.message);
	record(dut, &st, &r);
	cr_expect_not(r.timed_out);
	for (size_t i = 0; i < r.count; i += BATCH) {
		size_t part = r.count - i < BATCH ? r.count - i : BATCH;
		uint64_t before = pm_backoffs(scoreboard_model(sb));
		for (size_t k = 0; k < part; k++)
			see(s, &r.events[i + k]);
		scoreboard_events(sb, r.events + i, part);
		compare(s, scoreboard_model(sb), before);
	}
	cr_expect_eq(scoreboard_result(sb)->findings, 0, "%s", rule_table[scoreboard_result(sb)->finding[0].rule].name);
	recording_release(&r);
	stimulus_release(&st);
	scoreboard_free(sb);
}

/* Returns the value that a chi-square variable of DEGREES exceeds with a probability of 0.001; approximation of Wilson and Hilferty. */
static double critical(unsigned degrees)
{
	const double z = 3.0902, part = 2.0 / (9.0 * degrees);

	return degrees * pow(1 - part + z * sqrt(part), 3);
}

static double chi_square(const uint32_t *cell, unsigned cells, uint32_t all)
{
	double expected = (double)all / cells, sum = 0;

	for (unsigned i = 0; i < cells; i++)
		sum += (cell[i] - expected) * (cell[i] - expected) / expected;
	return sum;
}

static void expect_uniform(const struct seen *s, unsigned n)
{
	unsigned range = 1u << n, cells = range < CELLS ? range : CELLS;
	uint32_t upper[CELLS] = { 0 }, lower[CELLS] = { 0 };
	double of_upper, of_lower;

	cr_assert_geq(s->all[n], 5 * cells, "n = %u: %u repetitions", n, s->all[n]);
	for (unsigned r = 0; r < range; r++) {
		upper[r / (range / cells)] += s->count[n][r];
		lower[r % cells] += s->count[n][r];
	}
	of_upper = chi_square(upper, cells, s->all[n]);
	of_lower = chi_square(lower, cells, s->all[n]);
	cr_expect(of_upper < critical(cells - 1), "n = %u: chi-square %.1f of r's upper bits, not below %.1f", n, of_upper,
	          critical(cells - 1));
	cr_expect(of_lower < critical(cells - 1), "n = %u: chi-square %.1f of r's lower bits, not below %.1f", n, of_lower,
	          critical(cells - 1));
	for (unsigned i = 0; i < cells && range <= CELLS / 2; i++)
		cr_expect_gt(upper[i], 0, "n = %u: r = %u never occurs", n, i);
}

Test(backoff, every_range_is_uniform)
{
	static struct seen s;
	const struct dut *dut = dut_by_name("bcm1250");

	cr_assert_not_null(dut);
	collide(dut, SHORT_CHAINS, RANGES, 0x5A, &s);
	collide(dut, LONG_CHAINS, CSMA_ATTEMPTS, 0xC3, &s);
	cr_expect_eq(s.wrong, 0, "%u repetitions at another moment than a slot's", s.wrong);
	cr_expect_eq(s.unlike, 0, "%u repetitions that the model reads otherwise", s.unlike);
	for (unsigned n = 1; n <= RANGES; n++)
		expect_uniform(&s, n);
}

Test(backoff, the_seed_register_changes_the_sequence)
{
	static struct seen a, b, again;
	const struct dut *dut = dut_by_name("bcm1250");

	cr_assert_not_null(dut);
	collide(dut, 20, 8, 1, &a);
	collide(dut, 20, 8, 2, &b);
	collide(dut, 20, 8, 1, &again);
	cr_expect(memcmp(a.count, b.count, sizeof(a.count)), "another seed: the same back-offs");
	cr_expect(!memcmp(a.count, again.count, sizeof(a.count)), "the same seed: other back-offs");
}
