/* SPDX-License-Identifier: Apache-2.0 */
/* The scoreboard with tapes recorded from the RTL: it finds changes at random places, needs borrowed octets only during a call, and finds a wrong
 * FCS of the driver. */
#include "support.h"

#include "check/scoreboard.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- recorded tapes ---- */

static uint64_t findings_of(const struct dut *dut, const struct event *events, size_t count, struct finding *ret_first)
{
	struct scoreboard *sb = scoreboard_new(dut, false);
	uint64_t findings;

	cr_assert_not_null(sb);
	scoreboard_events(sb, events, count);
	findings = scoreboard_result(sb)->findings;
	*ret_first = scoreboard_result(sb)->finding[0];
	expect_causes(scoreboard_result(sb));
	scoreboard_free(sb);
	return findings;
}

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* Changes one value of the DUT in E; returns false if E has none. FLIPPED is an octet to restore, or NULL. */
static bool disturb(struct event *e, uint32_t random, uint8_t **flipped)
{
	/* each record of a cycle carries the timer, of which the newest counts */
	const bool timed = e->kind == EVENT_OBS_TX || (e->kind == EVENT_OBS_RX && e[1].kind != EVENT_OBS_TX);

	*flipped = NULL;
	if (timed && random >> 23) {
		e->timer ^= 1u << random % 16;
		return true;
	}
	switch (e->kind) {
	case EVENT_TX_END:
	case EVENT_HOST_FRAME:
		*flipped = (uint8_t *)e->octets + random % e->len;
		**flipped ^= (uint8_t)(1 << random % 8);
		return true;
	case EVENT_REG_READ:
		if (e->error)
			return false;
		e->value ^= 1u << random % 32;
		return true;
	case EVENT_OBS_RX:
		e->value ^= 1u << random % 21;
		return true;
	case EVENT_OBS_TX:
		e->value ^= 1u << random % 18;
		return true;
	case EVENT_OBS_LEVEL:
		e->value ^= 1u << random % 9;
		return true;
	default:
		return false;
	}
}

/* Any wrong bit of an event of the DUT is found, anywhere in the runs of random stimuli. */
Test(scoreboard, no_wrong_bit_in_a_recorded_run_is_overlooked)
{
	uint32_t random = 1;
	unsigned disturbed = 0;

	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 1; seed <= 12; seed++) {
			struct stimulus st = { 0 };
			struct recording r;
			struct finding first;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 120), 0);
			record(&dut_table[d], &st, &r);
			cr_assert_eq(findings_of(&dut_table[d], r.events, r.count, &first), 0,
			             "dut %s seed %u cycle %" PRIu64 ": %s: expected %s, actual %s", dut_table[d].name, seed,
			             first.cycle, first.what, first.expected, first.actual);
			for (int n = 0; n < 60; n++) {
				struct event *e = &r.events[next_random(&random) % r.count], was = *e;
				uint8_t *flipped;
				uint32_t how = next_random(&random);
				if (!disturb(e, how, &flipped))
					continue;
				disturbed++;
				if (!findings_of(&dut_table[d], r.events, r.count, &first))
					cr_expect_fail("dut %s seed %u cycle %" PRIu64 ": event kind %d, value 0x%" PRIX64
					               " instead of 0x%" PRIX64 ", timer %u instead of %u, "
					               "octet %ld: no finding",
					               dut_table[d].name, seed, e->cycle, e->kind, e->value, was.value, e->timer,
					               was.timer, flipped ? (long)(flipped - e->octets) : -1L);
				if (flipped)
					*flipped ^= (uint8_t)(1 << how % 8);
				*e = was;
			}
			recording_release(&r);
			stimulus_release(&st);
		}
	cr_expect_gt(disturbed, 500, "%u changes tried", disturbed);
}

static bool in_reset(const struct recording *r, uint64_t cycle)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->events[i].kind == EVENT_RESET && cycle >= r->events[i].cycle &&
		    cycle <= r->events[i].cycle + r->events[i].value)
			return true;
	return false;
}

/* Any missing event of the DUT is found. */
Test(scoreboard, no_missing_event_in_a_recorded_run_is_overlooked)
{
	static const enum event_kind kinds[] = { EVENT_OBS_RX,     EVENT_OBS_TX, EVENT_OBS_LEVEL, EVENT_OBS_XOFF,
		                                 EVENT_HOST_FRAME, EVENT_TX_END, EVENT_PFC_XOFF };
	unsigned tried = 0;

	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 1; seed <= 12; seed++) {
			struct stimulus st = { 0 };
			struct recording r;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 120), 0);
			record(&dut_table[d], &st, &r);
			for (size_t k = 0; k < COUNT_OF(kinds); k++) {
				size_t there = recorded_count(&r, kinds[k]);
				for (size_t n = 0; n < there; n += there / 4 + 1) {
					struct event *e = (struct event *)recorded(&r, kinds[k], n), was = *e;
					struct finding first;
					size_t after = (size_t)(r.events + r.count - e) - 1;
					if (in_reset(&r, was.cycle)) /* a reset cuts a frame, whose end need not come */
						continue;
					tried++;
					memmove(e, e + 1, after * sizeof(*e));
					if (!findings_of(&dut_table[d], r.events, r.count - 1, &first))
						cr_expect_fail("dut %s seed %u: event kind %d at cycle %" PRIu64
						               " left out: no finding",
						               dut_table[d].name, seed, kinds[k], was.cycle);
					memmove(e + 1, e, after * sizeof(*e));
					*e = was;
				}
			}
			recording_release(&r);
			stimulus_release(&st);
		}
	cr_expect_gt(tried, 100, "%u tried", tried);
}

/* ---- octets that exist during a call only ---- */

enum { LENT_MAX = 7 };

static const void *lent_copy(const void *data, size_t size)
{
	void *ret = data ? malloc(size + 1) : NULL;

	cr_assert(ret || !data);
	return ret ? memcpy(ret, data, size) : NULL;
}

static void lent_over(const void *data, size_t size)
{
	if (data)
		explicit_bzero((void *)data, size);
	free((void *)data);
}

static void events_lent(struct scoreboard *sb, const struct event *events, size_t count)
{
	struct event lent[LENT_MAX];

	for (size_t i = 0; i < count; i++) {
		lent[i] = events[i];
		if (lent[i].kind == EVENT_REG_READ)
			continue;
		lent[i].octets = lent_copy(events[i].octets, events[i].len);
		lent[i].code = lent_copy(events[i].code, events[i].codes * sizeof(*events[i].code));
	}
	scoreboard_events(sb, lent, count);
	for (size_t i = 0; i < count; i++) {
		if (lent[i].kind == EVENT_REG_READ)
			continue;
		lent_over(lent[i].octets, lent[i].len);
		lent_over(lent[i].code, lent[i].codes * sizeof(*lent[i].code));
	}
}

static bool same_finding(const struct finding *a, const struct finding *b)
{
	return a->cycle == b->cycle && a->cause_cycle == b->cause_cycle && a->rule == b->rule && !strcmp(a->what, b->what) &&
	       !strcmp(a->expected, b->expected) && !strcmp(a->actual, b->actual);
}

static bool same_result(const struct scoreboard_result *a, const struct scoreboard_result *b)
{
	if (a->findings != b->findings || memcmp(a->checks, b->checks, sizeof(a->checks)))
		return false;
	for (size_t i = 0; i < a->findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (!same_finding(&a->finding[i], &b->finding[i]))
			return false;
	return true;
}

/* Expects that a scoreboard that only borrows the octets, in batches of several sizes, has the same result as one that gets the whole recording.
 * Returns the number of findings. */
static uint64_t expect_kept(const struct dut *dut, const struct recording *r, const char *what, uint32_t number)
{
	static const size_t batches[] = { 1, 2, LENT_MAX };
	struct scoreboard *whole = scoreboard_new(dut, false);
	uint64_t findings;

	scoreboard_events(whole, r->events, r->count);
	for (size_t b = 0; b < COUNT_OF(batches); b++) {
		struct scoreboard *sb = scoreboard_new(dut, false);
		for (size_t i = 0, n = batches[b]; i < r->count; i += n)
			events_lent(sb, r->events + i, r->count - i < n ? r->count - i : n);
		cr_expect(same_result(scoreboard_result(whole), scoreboard_result(sb)),
		          "dut %s, %s %u, batches of %zu: %" PRIu64 " findings instead of %" PRIu64, dut->name, what, number,
		          batches[b], scoreboard_result(sb)->findings, scoreboard_result(whole)->findings);
		scoreboard_free(sb);
	}
	findings = scoreboard_result(whole)->findings;
	scoreboard_free(whole);
	return findings;
}

/* The model keeps the octets that it needs after the call, also where it differs from the device, here because of a changed write. */
Test(scoreboard, octets_are_needed_no_longer_than_the_call)
{
	uint32_t random = 1;

	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 1; seed <= 8; seed++) {
			struct stimulus st = { 0 };
			struct recording r;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 120), 0);
			record(&dut_table[d], &st, &r);
			cr_expect_eq(expect_kept(&dut_table[d], &r, "seed", seed), 0);
			for (int n = 0; n < 20; n++) {
				struct event *e = &r.events[next_random(&random) % r.count], was;
				while (e > r.events && e->kind != EVENT_REG_WRITE)
					e--;
				was = *e;
				e->value ^= 1u << next_random(&random) % 32;
				expect_kept(&dut_table[d], &r, "seed with a write changed", seed);
				*e = was;
			}
			recording_release(&r);
			stimulus_release(&st);
		}
}

/* ---- an FCS that the driver computed ---- */

enum { HEAD_LANES = 8, FCS_LANES = 4, LONGEST = 1518 };

/* Returns whether E is a frame of a legal length, without control codes but its /S/ and /T/, that the device classified by its FCS alone: as bad
 * if, and only if, the FCS is wrong. */
static bool is_checked_frame(const struct recording *r, const struct event *e)
{
	uint32_t len = e->len - HEAD_LANES - 1;
	uint64_t end = e->cycle + e->lane + e->len;
	bool bad;

	if (e->kind != EVENT_RX_RUN || !(e->value & EVENT_FCS_KNOWN) || e->codes != 2 || len < FRAME_MIN_OCTETS ||
	    len > LONGEST || e->octets[HEAD_LANES - 1] != FRAME_SFD || e->octets[e->len - 1] != 0xFD)
		return false;
	bad = frame_get_fcs(e->octets + e->len - 1 - FCS_LANES) != (uint32_t)e->value;
	for (size_t i = 0; i < r->count; i++)
		if (r->events[i].kind == EVENT_OBS_RX && r->events[i].cycle > end && r->events[i].cycle < end + 64 &&
		    (r->events[i].value & 0x1FFFF) == (len | (uint32_t)bad << 16))
			return true;
	return false;
}

/* Returns a wrong value for the FCS that the driver computed for the frame E: for a bad frame the FCS that it carries, else a random one. */
static uint64_t other_fcs(const struct event *e, uint32_t random, bool *ret_bad)
{
	uint32_t carried = frame_get_fcs(e->octets + e->len - 1 - FCS_LANES);

	*ret_bad = carried != (uint32_t)e->value;
	return *ret_bad ? EVENT_FCS_KNOWN | carried : e->value ^ (uint64_t)1 << random % 32;
}

/* A wrong FCS of the driver is found in every frame, or in none if the device is set not to check the FCS. */
Test(scoreboard, a_wrong_fcs_of_the_driver_is_found)
{
	uint32_t random = 1;
	unsigned frames[2] = { 0 }; /* frames with a right FCS, with a wrong one */

	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 1; seed <= 24; seed++) {
			struct stimulus st = { 0 };
			struct recording r;
			struct finding first;
			unsigned found = 0, missed = 0;
			if (dut_table[d].phy != PHY_XGMII)
				continue;
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 120), 0);
			record(&dut_table[d], &st, &r);
			for (struct event *e = r.events; e < r.events + r.count; e++) {
				uint64_t was = e->value;
				bool is_bad, is;
				if (!is_checked_frame(&r, e))
					continue;
				e->value = other_fcs(e, next_random(&random), &is_bad);
				is = findings_of(&dut_table[d], r.events, r.count, &first);
				found += is;
				missed += !is;
				frames[is_bad] += is;
				e->value = was;
			}
			cr_expect(!found || !missed, "dut %s seed %u: found in %u runs, not in %u", dut_table[d].name, seed,
			          found, missed);
			recording_release(&r);
			stimulus_release(&st);
		}
	cr_expect(frames[0] > 500 && frames[1] > 20, "%u right frames, %u wrong ones", frames[0], frames[1]);
}
