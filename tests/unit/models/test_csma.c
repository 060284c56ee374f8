/* SPDX-License-Identifier: Apache-2.0 */
/* Half duplex, 802.3 4.2.3.2 and 4.2.8. A transmitter made from doc/devices/bcm1250.md 3 and 4 (csma_bench.h) has no finding; each single deviation of it is
 * found under its rule. The model's gap counter, which jumps over quiet clocks, is compared with one that counts every clock. */
#include "csma_bench.h"
#include "support.h"

#include "part/csma.h"
#include "part/frame.h"
#include "pausemodel.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

static const char *rule_of(const struct scoreboard_result *r)
{
	return r->findings ? rule_table[r->finding[0].rule].name : "no finding";
}

Test(csma, a_transmitter_made_from_the_page_has_no_finding)
{
	static struct csma_bench b;
	struct scoreboard_result result;
	unsigned attempts[17] = { 0 }, drops = 0, lates = 0, forced = 0, carriers = 0;

	for (uint32_t seed = 1; seed <= 60; seed++) {
		csma_bench_open(&b, FAULT_NONE, seed, false);
		b.collide = seed % 4 == 2 ? 8 : 3;
		b.steady = seed % 3 == 0 || seed % 4 == 1;
		if (seed % 4 == 1)
			csma_collide_early(&b);
		csma_bench_run(&b, 60000);
		for (unsigned i = 0; i < 17; i++)
			attempts[i] += b.attempts[i];
		drops += b.drops, lates += b.lates, forced += b.forced, carriers += b.carriers;
		csma_bench_close(&b, &result);
		cr_expect_eq(result.findings, 0, "seed %u: %" PRIu64 ": cycle %" PRIu64 ": %s: %s: expected %s, actual %s", seed,
		             result.findings, result.finding[0].cycle, rule_of(&result), result.finding[0].what,
		             result.finding[0].expected, result.finding[0].actual);
	}
	for (unsigned i = 0; i < 16; i++)
		cr_expect_gt(attempts[i], 0, "attempt %u", i + 1);
	cr_expect_eq(attempts[16], 0);
	cr_expect(drops > 100 && lates > 50 && forced > 50 && carriers > 20, "%u drops, %u late, %u forced, %u carriers", drops,
	          lates, forced, carriers);
}

Test(csma, the_same_in_the_black_box)
{
	static struct csma_bench b;
	struct scoreboard_result result;

	for (uint32_t seed = 1; seed <= 40; seed++) {
		csma_bench_open(&b, FAULT_NONE, seed, true);
		b.collide = seed % 4 == 1 ? 15 : 6;
		csma_bench_run(&b, 60000);
		csma_bench_close(&b, &result);
		cr_expect_eq(result.findings, 0, "seed %u: %" PRIu64 ": cycle %" PRIu64 ": %s: %s: expected %s, actual %s", seed,
		             result.findings, result.finding[0].cycle, rule_of(&result), result.finding[0].what,
		             result.finding[0].expected, result.finding[0].actual);
	}
}

static bool signals_matter(enum csma_fault fault)
{
	return fault >= FAULT_FORCED_MISSING && fault <= FAULT_CARRIER_SHORT;
}

Test(csma, each_fault_is_found_under_its_rule)
{
	static struct csma_bench b;
	struct scoreboard_result result;

	for (unsigned fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++) {
		bool found = false;
		for (uint32_t seed = 1; seed <= 12 && !found; seed++) {
			csma_bench_open(&b, fault, seed, false);
			b.collide = 6;
			if (seed % 3 == 0)
				csma_collide_early(&b);
			b.steady = !signals_matter(fault) && fault != FAULT_RETRY_EN_IGNORED && fault != FAULT_BACKOFF_SLOT;
			if (fault == FAULT_BACKOFF_NEVER || fault == FAULT_BACKOFF_HALF) {
				b.collide = 8;
				b.early = true;
				b.crs_until = UINT64_MAX;
				csma_bench_run(&b, 300000);
			}
			if (fault == FAULT_GAP_SHORT)
				b.crs_until = UINT64_MAX;
			csma_bench_run(&b, 100000);
			csma_bench_close(&b, &result);
			if (!result.findings)
				continue;
			found = true;
			cr_expect_eq(result.finding[0].rule, csma_faults[fault].rule,
			             "%s, seed %u: cycle %" PRIu64 ": %s instead of %s: %s: expected %s, actual %s",
			             csma_faults[fault].name, seed, result.finding[0].cycle, rule_of(&result),
			             rule_table[csma_faults[fault].rule].name, result.finding[0].what, result.finding[0].expected,
			             result.finding[0].actual);
		}
		cr_expect(found, "%s: not found", csma_faults[fault].name);
	}
}

/* ---- the gap counter ---- */

struct counted {
	uint32_t g;
	bool own, hit;
};

static void count_clock(struct counted *c, const struct csma_mode *mode, bool tx, bool crs)
{
	bool carrier = mode->half_duplex && crs, after = c->g >= mode->gap_clocks - 1;

	if (tx) {
		c->g = 0;
		c->own = true;
	} else if (carrier && (!c->g || (c->g < mode->first_clocks && !c->own) || after)) {
		c->g = 0;
		c->own = c->own && !after;
	} else if (c->g < 255) {
		c->g++;
	}
	c->hit = tx || (crs && c->hit);
}

Test(csma, the_jumping_gap_counter_equals_a_counting_one)
{
	struct csma_bench b = { .random = 7 };

	for (unsigned round = 0; round < 4000; round++) {
		struct csma_mode mode = { .half_duplex = csma_random(&b, 8), .gap_clocks = 4 + csma_random(&b, 64) };
		struct csma c = { 0 };
		struct counted slow = { .g = 255 };
		uint64_t now = 5;
		csma_reset(&c, now, now);
		mode.first_clocks = csma_random(&b, 3) ? csma_random(&b, mode.gap_clocks - 3) : 0;
		for (unsigned part_of = 0; part_of < 30; part_of++) {
			bool tx = !csma_random(&b, 4), crs = csma_random(&b, 2);
			uint32_t clocks = 1 + csma_random(&b, csma_random(&b, 2) ? 8 : 150);
			uint64_t toggles = 0;
			c.crs = crs;
			if (csma_random(&b, 2))
				toggles = csma_gap_next(&c, &mode, tx);
			for (uint32_t i = 0; i < clocks; i++) {
				bool before = slow.g >= mode.gap_clocks - 1;
				count_clock(&slow, &mode, tx, crs);
				now++;
				if (toggles && !tx && before != (slow.g >= mode.gap_clocks - 1)) {
					cr_assert_eq(toggles, now, "round %u", round);
					toggles = 0;
				}
			}
			csma_advance(&c, &mode, tx, now);
			cr_assert_eq(c.g, slow.g, "round %u: gap %u, first %u", round, mode.gap_clocks, mode.first_clocks);
			cr_assert_eq(c.hit, slow.hit);
		}
	}
}

/* ---- the back-off that the model concludes ---- */

Test(csma, the_moment_of_a_repetition_shows_its_backoff)
{
	static struct csma_bench b;
	const struct pm_model *m;
	struct pm_backoff seen;
	unsigned count[3] = { 0 }, known = 0, all;

	csma_bench_open(&b, FAULT_NONE, 3, false);
	b.steady = true;
	b.collide = 15;
	csma_bench_run(&b, 400000);
	m = scoreboard_model(b.sb);
	all = (unsigned)pm_backoffs(m);
	cr_expect_gt(all, 100);
	for (unsigned i = 0; pm_backoff_seen(m, i, &seen); i++) {
		cr_expect(seen.r_min <= seen.r_max && seen.r_max < (int32_t)csma_backoffs(seen.collisions), "%d to %d of %u",
		          seen.r_min, seen.r_max, seen.collisions);
		known += seen.r >= 0;
		if (seen.collisions == 1 && seen.r >= 0)
			count[seen.r]++;
	}
	cr_expect_gt(known, 50);
	cr_expect(count[0] && count[1] && !count[2], "%u, %u, %u", count[0], count[1], count[2]);
	scoreboard_free(b.sb);
}

/* ---- received while sending ---- */

static void fragment_tape(bool recorded, struct scoreboard_result *ret)
{
	static uint8_t run[2 * 72];
	static struct csma_bench b;
	uint8_t octets[72];

	memset(octets, 0x55, 7);
	octets[7] = 0xD5;
	make_frame(octets + 8, 60, "02-00-00-00-00-02", 0x0800);
	frame_put_fcs(octets + 68, frame_fcs(octets + 8, 60));
	for (unsigned i = 0; i < 72; i++) {
		run[2 * i] = octets[i] & 15;
		run[2 * i + 1] = octets[i] >> 4;
	}
	csma_bench_open(&b, FAULT_NONE, 1, false);
	b.steady = true;
	b.collide = 0;
	b.crs_until = UINT64_MAX;
	while (!csma_sending(&b))
		csma_bench_run(&b, 1);
	b.host.next = UINT64_MAX;
	csma_bench_run(&b, 2);
	csma_event(&b, (struct event){ .kind = EVENT_RX_RUN, .octets = run, .len = sizeof(run), .error_at = -1 });
	csma_bench_run(&b, 18);
	csma_value(&b, EVENT_OBS_LEVEL, 255);
	csma_bench_run(&b, sizeof(run) + 2 - 18);
	b.quiet_host = true;
	if (recorded)
		csma_value(&b, EVENT_OBS_RX, 64 | 1 << 19);
	csma_bench_run(&b, 400);
	csma_bench_close(&b, ret);
}

Test(csma, octets_received_while_sending_are_no_frame)
{
	struct scoreboard_result result;

	fragment_tape(false, &result);
	cr_expect_eq(result.findings, 0, "cycle %" PRIu64 ": %s: expected %s, actual %s", result.finding[0].cycle,
	             rule_of(&result), result.finding[0].expected, result.finding[0].actual);
	fragment_tape(true, &result);
	cr_assert_gt(result.findings, 0);
	cr_expect_eq(result.finding[0].rule, RULE_RX_FRAGMENT, "%s", rule_of(&result));
}
