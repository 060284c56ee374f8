/* SPDX-License-Identifier: Apache-2.0 */
/* The identities between the LL 10G MAC's counters of a direction, over random frames and set-ups. doc/devices/ll10g.md. */
#include "support.h"

#include "device/ll10g.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	FRAMES = 100000,
	OCTETS_MAX = 10000,
	HEAD_OCTETS = 64,
	NOT_PAYLOAD_OCTETS = 18, /* header and FCS */
};

static const uint8_t station[] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x01 };
static const uint8_t other[] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x77 };

static uint32_t random_next(uint64_t *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(*state >> 33);
}

static uint32_t random_below(uint64_t *state, uint32_t limit)
{
	return random_next(state) % limit;
}

static const uint8_t *random_destination(uint64_t *state)
{
	static const uint8_t all_pauses[] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 },
			     group[] = { 0x33, 0x33, 0x00, 0x00, 0x00, 0x01 },
			     everybody[] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	static const uint8_t *const choice[] = { all_pauses, station, other, group, everybody };

	return choice[random_below(state, 5)];
}

static uint32_t random_len(uint64_t *state, uint32_t longest)
{
	static const uint32_t edges[] = { 64, 65, 127, 128, 255, 256, 511, 512, 1023, 1024, 1518, 1519 };

	switch (random_below(state, 4)) {
	case 0:
		return LL10G_THROWN_AWAY + random_below(state, 70);
	case 1:
		return edges[random_below(state, 12)];
	case 2:
		return longest - 2 + random_below(state, 12);
	default:
		return LL10G_THROWN_AWAY + random_below(state, OCTETS_MAX - LL10G_THROWN_AWAY);
	}
}

static void random_setup(struct ll10g_setup *ret, uint64_t *state)
{
	ll10g_setup_init(ret);
	memcpy(ret->station, station, sizeof(station));
	memcpy(ret->extra[2], other, sizeof(other));
	ret->extra_enabled = random_next(state) & 0xF;
	ret->all_unicast = random_next(state) & 1;
	ret->all_multicast = random_next(state) & 1;
	ret->tags_off = random_next(state) & 1;
	ret->check_fcs = random_below(state, 4);
	ret->if_errors = (enum ll10g_if_errors)random_below(state, 3);
	ret->err_excludes_filtered = random_next(state) & 1;
	ret->payload_check_always = random_next(state) & 1;
	ret->pause_exact64 = random_next(state) & 1;
	ret->longest = 64 + random_below(state, 3000);
}

static void random_head(uint8_t *ret, uint64_t *state)
{
	static const uint16_t types[] = { 0x8808, 0x8808, 0x8100, 0x88A8, 0x0800, 0x0001, 0x0101, 0x002E, 0x05FF, 0x0600 };

	for (int i = 0; i < HEAD_OCTETS; i++)
		ret[i] = (uint8_t)random_next(state);
	memcpy(ret, random_destination(state), 6);
	for (int i = 12; i < 24; i += 2) {
		uint16_t type = types[random_below(state, 10)];
		ret[i] = (uint8_t)(type >> 8);
		ret[i + 1] = (uint8_t)type;
	}
}

/* The text of an identity that does not hold between the counters of a direction, which were counted from the same moment; NULL if all hold.
 * Two of them do not hold with Rfc2819Strict. */
static const char *broken_identity(const uint64_t sum[LL10G_COUNTER_COUNT], enum ll10g_directions direction, bool strict)
{
#define SUM(name) sum[LL10G_##name]
	uint64_t bins = SUM(etherStatsPkts64Octets) + SUM(etherStatsPkts65to127Octets) + SUM(etherStatsPkts128to255Octets) +
	                SUM(etherStatsPkts256to511Octets) + SUM(etherStatsPkts512to1023Octets) +
	                SUM(etherStatPkts1024to1518Octets) + SUM(etherStatsPkts1519toXOctets);
	uint64_t control = SUM(unicastMACCtrlFrames) + SUM(multicastMACCtrlFrames) + SUM(broadcastMACCtrlFrames);
	uint64_t data = SUM(unicast_FramesOK) + SUM(multicast_FramesOK) + SUM(broadcast_FramesOK);

	if (!strict && SUM(etherStatsPkts) != SUM(etherStatsUndersizePkts) + bins)
		return "etherStatsPkts = UndersizePkts + the seven sizes";
	if (direction == LL10G_RX &&
	    SUM(framesCRCErr) != SUM(etherStatsFragments) + SUM(etherStatsJabbers) + SUM(etherStatsCRCErr))
		return "framesCRCErr = Fragments + Jabbers + CRCErr";
	if (SUM(framesOK) != data + control)
		return "framesOK = u/m/b_FramesOK + u/m/bMACCtrlFrames";
	if (!strict && direction == LL10G_RX &&
	    (SUM(etherStatsFragments) > SUM(etherStatsUndersizePkts) || SUM(etherStatsJabbers) > SUM(etherStatsOversizePkts)))
		return "Fragments <= UndersizePkts, Jabbers <= OversizePkts";
	if (SUM(pauseMACCtrl_Frames) + SUM(PFCMACCtrlFrames) > control)
		return "pauseMACCtrl_Frames + PFCMACCtrlFrames <= u/m/bMACCtrlFrames";
	if (SUM(etherStatsPkts) < SUM(framesOK) + SUM(framesErr))
		return "etherStatsPkts >= framesOK + framesErr";
	if (SUM(octetsOK) + NOT_PAYLOAD_OCTETS * SUM(framesOK) > SUM(etherStatsOctets))
		return "octetsOK <= etherStatsOctets - 18 framesOK";
	return NULL;
#undef SUM
}

/* Each setup counts frames from 0 on; the seven identities must hold after every frame. */
Test(ll10g, identities_hold_over_100000_frames)
{
	uint64_t state = 20260101, sum[LL10G_COUNTER_COUNT] = { 0 }, seen[LL10G_COUNTER_COUNT] = { 0 };
	struct ll10g_setup setup;

	for (int i = 0; i < FRAMES; i++) {
		uint8_t octets[HEAD_OCTETS];
		uint64_t amount[LL10G_COUNTER_COUNT];
		struct ll10g_class class;
		struct ll10g_frame frame = { .octets = octets };
		const char *broken;
		if (i % 50 == 0) {
			random_setup(&setup, &state);
			memset(sum, 0, sizeof(sum));
		}
		random_head(octets, &state);
		frame.len = random_len(&state, setup.longest);
		frame.fcs_wrong = frame.len < 4 || !random_below(&state, 4);
		frame.code_error = !random_below(&state, 10);
		ll10g_classify(&class, &setup, &frame);
		ll10g_count(amount, &class, &setup);
		for (int k = 0; k < LL10G_COUNTER_COUNT; k++) {
			sum[k] += amount[k];
			seen[k] += amount[k];
		}
		broken = broken_identity(sum, LL10G_RX, setup.strict);
		cr_assert_null(broken, "frame %d: %s", i, broken);
	}
	for (int k = 0; k < LL10G_COUNTER_COUNT; k++)
		cr_expect(seen[k], "no frame counted in %s", ll10g_counters[k].name);
}

/* The check itself works: it finds each identity broken. */
Test(ll10g, a_broken_identity_is_found)
{
	static const enum ll10g_counter one_more[] = { LL10G_etherStatsPkts,   LL10G_framesCRCErr,
		                                       LL10G_framesOK,         LL10G_etherStatsPkts64Octets,
		                                       LL10G_unicast_FramesOK, LL10G_broadcastMACCtrlFrames };

	for (size_t i = 0; i < sizeof(one_more) / sizeof(one_more[0]); i++) {
		uint64_t sum[LL10G_COUNTER_COUNT] = { 0 };
		cr_expect_null(broken_identity(sum, LL10G_RX, false));
		sum[one_more[i]]++;
		cr_expect_not_null(broken_identity(sum, LL10G_RX, false), "%s", ll10g_counters[one_more[i]].name);
	}
	{
		uint64_t sum[LL10G_COUNTER_COUNT] = { [LL10G_etherStatsFragments] = 1, [LL10G_framesCRCErr] = 1 };
		cr_expect_not_null(broken_identity(sum, LL10G_RX, false));
	}
	{
		uint64_t sum[LL10G_COUNTER_COUNT] = { [LL10G_pauseMACCtrl_Frames] = 1 };
		cr_expect_not_null(broken_identity(sum, LL10G_TX, false));
	}
	{
		uint64_t sum[LL10G_COUNTER_COUNT] = { [LL10G_framesErr] = 1 };
		cr_expect_not_null(broken_identity(sum, LL10G_TX, false));
	}
	{
		uint64_t sum[LL10G_COUNTER_COUNT] = { [LL10G_octetsOK] = 1 };
		cr_expect_not_null(broken_identity(sum, LL10G_TX, false));
	}
}
