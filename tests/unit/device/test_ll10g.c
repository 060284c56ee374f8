/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the LL 10G MAC's counting rules: the worked frames, and the readings that parameters choose. UG 683426 5.11; doc/devices/ll10g.md 1, 4. */
#include "support.h"

#include "device/ll10g.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
	HEAD_OCTETS = 64,
	EXPECTED_MAX = 10,
};

static const uint8_t all_pauses[] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 };
static const uint8_t station[] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x01 };
static const uint8_t other[] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x77 };
static const uint8_t group[] = { 0x33, 0x33, 0x00, 0x00, 0x00, 0x01 };
static const uint8_t everybody[] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

/* A worked frame and the counters that are not 0 after it. All others are 0. */
struct worked {
	const char *name;
	const uint8_t *destination;
	uint32_t len;
	uint16_t type[3]; /* after the source address; 0 ends the list */
	bool fcs_wrong, code_error, tags_off, filter_unicast, filter_multicast, ignore_fcs;
	struct {
		enum ll10g_counter counter;
		uint64_t amount;
	} expected[EXPECTED_MAX];
};

#define N(name) LL10G_##name, 1
#define NN(name, amount) LL10G_##name, amount
#define PKTS(len)                         \
	{ N(etherStatsPkts) },            \
	{                                 \
		NN(etherStatsOctets, len) \
	}

static const struct worked worked[] = {
	/* the worked frames, in the order of their table */
	{ "64-octet PAUSE, multicast DA",
	  all_pauses,
	  64,
	  { 0x8808, 0x0001 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(pauseMACCtrl_Frames) },
	                { N(multicastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "64-octet PFC",
	  all_pauses,
	  64,
	  { 0x8808, 0x0101 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(PFCMACCtrlFrames) },
	                { N(multicastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "64-octet PAUSE, bad FCS",
	  all_pauses,
	  64,
	  { 0x8808, 0x0001 },
	  .fcs_wrong = true,
	  .expected = { PKTS(64),
	                { N(framesErr) },
	                { N(framesCRCErr) },
	                { N(etherStatsCRCErr) },
	                { N(etherStatsPkts64Octets) },
	                { N(ifErrors) } } },
	{ "60-octet unicast, good FCS",
	  station,
	  60,
	  { 0x0800 },
	  .expected = { PKTS(60), { N(framesErr) }, { N(unicast_FramesErr) }, { N(etherStatsUndersizePkts) }, { N(ifErrors) } } },
	{ "60-octet unicast, bad FCS",
	  station,
	  60,
	  { 0x0800 },
	  .fcs_wrong = true,
	  .expected = { PKTS(60),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(etherStatsUndersizePkts) },
	                { N(ifErrors) },
	                { N(framesCRCErr) },
	                { N(etherStatsFragments) } } },
	{ "1519 untagged, good FCS",
	  station,
	  1519,
	  { 0x0800 },
	  .expected = { PKTS(1519),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(etherStatsOversizePkts) },
	                { N(etherStatsPkts1519toXOctets) },
	                { N(ifErrors) } } },
	{ "1522 with one tag, detection on",
	  station,
	  1522,
	  { 0x8100, 0x0001, 0x0800 },
	  .expected = { PKTS(1522),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts1519toXOctets) },
	                { NN(octetsOK, 1500) } } },
	{ "1522 with one tag, detection off",
	  station,
	  1522,
	  { 0x8100, 0x0001, 0x0800 },
	  .tags_off = true,
	  .expected = { PKTS(1522),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(etherStatsOversizePkts) },
	                { N(etherStatsPkts1519toXOctets) },
	                { N(ifErrors) } } },
	{ "64-octet unicast, filtered DA",
	  other,
	  64,
	  { 0x0800 },
	  .filter_unicast = true,
	  .expected = { PKTS(64), { N(etherStatsPkts64Octets) }, { N(ifErrors) } } },
	{ "1600 bad FCS",
	  station,
	  1600,
	  { 0x0800 },
	  .fcs_wrong = true,
	  .expected = { PKTS(1600),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(framesCRCErr) },
	                { N(etherStatsOversizePkts) },
	                { N(etherStatsJabbers) },
	                { N(etherStatsPkts1519toXOctets) },
	                { N(ifErrors) } } },
	/* the other readings */
	{ "64-octet PAUSE to the station",
	  station,
	  64,
	  { 0x8808, 0x0001 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(pauseMACCtrl_Frames) },
	                { N(unicastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "Q5: PAUSE to a foreign station",
	  other,
	  64,
	  { 0x8808, 0x0001 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(unicastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "PFC to the station is no PFC",
	  station,
	  64,
	  { 0x8808, 0x0101 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(unicastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "PAUSE to everybody is no PAUSE",
	  everybody,
	  64,
	  { 0x8808, 0x0001 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(broadcastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "PAUSE through the multicast filter",
	  all_pauses,
	  64,
	  { 0x8808, 0x0001 },
	  .filter_multicast = true,
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(pauseMACCtrl_Frames) },
	                { N(multicastMACCtrlFrames) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "tagged PAUSE is data",
	  all_pauses,
	  68,
	  { 0x8100, 0x0001, 0x8808 },
	  .expected = { PKTS(68),
	                { N(framesOK) },
	                { N(multicast_FramesOK) },
	                { N(etherStatsPkts65to127Octets) },
	                { NN(octetsOK, 46) } } },
	{ "multicast, filtered",
	  group,
	  64,
	  { 0x0800 },
	  .filter_multicast = true,
	  .expected = { PKTS(64), { N(etherStatsPkts64Octets) }, { N(ifErrors) } } },
	{ "broadcast passes both filters",
	  everybody,
	  64,
	  { 0x0800 },
	  .filter_unicast = true,
	  .filter_multicast = true,
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(broadcast_FramesOK) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "Q4: filtered with a bad FCS",
	  other,
	  64,
	  { 0x0800 },
	  .filter_unicast = true,
	  .fcs_wrong = true,
	  .expected = { PKTS(64),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(framesCRCErr) },
	                { N(etherStatsCRCErr) },
	                { N(etherStatsPkts64Octets) },
	                { N(ifErrors) } } },
	{ "1518 untagged",
	  station,
	  1518,
	  { 0x0800 },
	  .expected = { PKTS(1518),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatPkts1024to1518Octets) },
	                { NN(octetsOK, 1500) } } },
	{ "1526 with two tags",
	  group,
	  1526,
	  { 0x88A8, 0x0001, 0x8100 },
	  .expected = { PKTS(1526),
	                { N(framesOK) },
	                { N(multicast_FramesOK) },
	                { N(etherStatsPkts1519toXOctets) },
	                { NN(octetsOK, 1500) } } },
	{ "1527 with two tags",
	  group,
	  1527,
	  { 0x88A8, 0x0001, 0x8100 },
	  .expected = { PKTS(1527),
	                { N(framesErr) },
	                { N(multicast_FramesErr) },
	                { N(etherStatsOversizePkts) },
	                { N(etherStatsPkts1519toXOctets) },
	                { N(ifErrors) } } },
	{ "64 with one tag, detection off",
	  station,
	  64,
	  { 0x8100, 0x0001, 0x0800 },
	  .tags_off = true,
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "64 with one tag, detection on",
	  station,
	  64,
	  { 0x8100, 0x0001, 0x0800 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 42) } } },
	{ "payload as long as its length field",
	  station,
	  118,
	  { 100 },
	  .tags_off = true,
	  .expected = { PKTS(118),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts65to127Octets) },
	                { NN(octetsOK, 100) } } },
	{ "L13: payload shorter than its length field, detection on",
	  station,
	  118,
	  { 101 },
	  .expected = { PKTS(118),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts65to127Octets) },
	                { NN(octetsOK, 100) } } },
	{ "L13: 0x5FF is a length",
	  station,
	  1518,
	  { 0x5FF },
	  .tags_off = true,
	  .expected = { PKTS(1518),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(etherStatPkts1024to1518Octets) },
	                { N(ifErrors) } } },
	{ "L13: 0x600 is a type",
	  station,
	  1518,
	  { 0x600 },
	  .tags_off = true,
	  .expected = { PKTS(1518),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatPkts1024to1518Octets) },
	                { NN(octetsOK, 1500) } } },
	{ "payload shorter than its length field",
	  station,
	  118,
	  { 101 },
	  .tags_off = true,
	  .expected = { PKTS(118),
	                { N(framesErr) },
	                { N(unicast_FramesErr) },
	                { N(etherStatsPkts65to127Octets) },
	                { N(ifErrors) } } },
	{ "padded payload",
	  station,
	  64,
	  { 1 },
	  .expected = { PKTS(64),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts64Octets) },
	                { NN(octetsOK, 46) } } },
	{ "code error",
	  everybody,
	  300,
	  { 0x0800 },
	  .code_error = true,
	  .expected = { PKTS(300),
	                { N(framesErr) },
	                { N(broadcast_FramesErr) },
	                { N(etherStatsPkts256to511Octets) },
	                { N(ifErrors) } } },
	{ "bad FCS, not checked",
	  station,
	  512,
	  { 0x0800 },
	  .fcs_wrong = true,
	  .ignore_fcs = true,
	  .expected = { PKTS(512),
	                { N(framesOK) },
	                { N(unicast_FramesOK) },
	                { N(etherStatsPkts512to1023Octets) },
	                { NN(octetsOK, 494) } } },
	{ "fragment of a PAUSE",
	  all_pauses,
	  63,
	  { 0x8808, 0x0001 },
	  .fcs_wrong = true,
	  .expected = { PKTS(63),
	                { N(framesErr) },
	                { N(framesCRCErr) },
	                { N(etherStatsUndersizePkts) },
	                { N(etherStatsFragments) },
	                { N(ifErrors) } } },
	{ "the shortest that counts",
	  group,
	  6,
	  { 0 },
	  .fcs_wrong = true,
	  .expected = { PKTS(6),
	                { N(framesErr) },
	                { N(multicast_FramesErr) },
	                { N(framesCRCErr) },
	                { N(etherStatsUndersizePkts) },
	                { N(etherStatsFragments) },
	                { N(ifErrors) } } },
};

static void head(uint8_t *ret, const struct worked *w)
{
	memset(ret, 0, HEAD_OCTETS);
	memcpy(ret, w->destination, 6);
	for (int i = 0; i < 3 && w->type[i]; i++) {
		ret[12 + 2 * i] = (uint8_t)(w->type[i] >> 8);
		ret[13 + 2 * i] = (uint8_t)w->type[i];
	}
}

static void setup_of(struct ll10g_setup *ret, const struct worked *w)
{
	ll10g_setup_init(ret);
	memcpy(ret->station, station, sizeof(station));
	ret->tags_off = w->tags_off;
	ret->check_fcs = !w->ignore_fcs;
	ret->all_unicast = !w->filter_unicast;
	ret->all_multicast = !w->filter_multicast;
}

static void count_one(uint64_t *ret, const struct worked *w, const struct ll10g_setup *setup)
{
	uint8_t octets[HEAD_OCTETS];
	struct ll10g_class class;
	struct ll10g_frame frame = { .octets = octets, .len = w->len, .fcs_wrong = w->fcs_wrong, .code_error = w->code_error };

	head(octets, w);
	ll10g_classify(&class, setup, &frame);
	ll10g_count(ret, &class, setup);
}

Test(ll10g, worked_frames_every_counter)
{
	for (size_t i = 0; i < sizeof(worked) / sizeof(worked[0]); i++) {
		const struct worked *w = &worked[i];
		uint64_t actual[LL10G_COUNTER_COUNT], expected[LL10G_COUNTER_COUNT] = { 0 };
		struct ll10g_setup setup;

		setup_of(&setup, w);
		count_one(actual, w, &setup);
		for (int k = 0; k < EXPECTED_MAX; k++)
			if (w->expected[k].amount)
				expected[w->expected[k].counter] = w->expected[k].amount;
		for (int k = 0; k < LL10G_COUNTER_COUNT; k++)
			cr_expect_eq(actual[k], expected[k], "%s: %s is %lu, not %lu", w->name, ll10g_counters[k].name, actual[k],
			             expected[k]);
	}
}

static const struct worked *worked_named(const char *name)
{
	const struct worked *found = NULL;

	for (size_t i = 0; i < sizeof(worked) / sizeof(worked[0]); i++)
		if (!strcmp(worked[i].name, name))
			found = &worked[i];
	cr_assert_not_null(found, "no frame '%s'", name);
	return found;
}

/* Q1: the three readings of ifErrors, for frames that are good, errored, filtered, and errored as well as filtered. */
Test(ll10g, readings_of_if_errors)
{
	static const struct {
		const char *name;
		uint64_t expected[3]; /* by enum ll10g_if_errors */
	} rows[] = {
		{ "1518 untagged", { 0, 0, 0 } },
		{ "60-octet unicast, good FCS", { 1, 0, 1 } },
		{ "64-octet unicast, filtered DA", { 1, 0, 0 } },
		{ "Q4: filtered with a bad FCS", { 1, 1, 1 } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct worked *w = worked_named(rows[i].name);
		for (int mode = 0; mode < 3; mode++) {
			uint64_t actual[LL10G_COUNTER_COUNT];
			struct ll10g_setup setup;
			setup_of(&setup, w);
			setup.if_errors = (enum ll10g_if_errors)mode;
			count_one(actual, w, &setup);
			cr_expect_eq(actual[LL10G_ifErrors], rows[i].expected[mode], "%s, mode %d", w->name, mode);
		}
	}
}

/* Q2: with Rfc2819Strict fragments do not count as undersize and jabbers not as oversize; all else stays the same. */
Test(ll10g, reading_of_undersize_and_oversize)
{
	static const struct {
		const char *name;
		enum ll10g_counter counter;
		uint64_t strict;
	} rows[] = {
		{ "60-octet unicast, good FCS", LL10G_etherStatsUndersizePkts, 1 },
		{ "60-octet unicast, bad FCS", LL10G_etherStatsUndersizePkts, 0 },
		{ "1519 untagged, good FCS", LL10G_etherStatsOversizePkts, 1 },
		{ "1600 bad FCS", LL10G_etherStatsOversizePkts, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct worked *w = worked_named(rows[i].name);
		uint64_t strict[LL10G_COUNTER_COUNT], literal[LL10G_COUNTER_COUNT];
		struct ll10g_setup setup;
		setup_of(&setup, w);
		count_one(literal, w, &setup);
		setup.strict = true;
		count_one(strict, w, &setup);
		cr_expect_eq(literal[rows[i].counter], 1, "%s", w->name);
		cr_expect_eq(strict[rows[i].counter], rows[i].strict, "%s, strict", w->name);
		for (int k = 0; k < LL10G_COUNTER_COUNT; k++)
			cr_expect(k == (int)rows[i].counter || strict[k] == literal[k], "%s: %s", w->name,
			          ll10g_counters[k].name);
	}
}

/* The other readings that a parameter chooses: the counters that differ from the literal ones, all others stay the same. */
Test(ll10g, other_readings_by_parameter)
{
	static const struct {
		const char *parameter, *name;
		size_t flag; /* in struct ll10g_setup */
		uint32_t longest;
		struct {
			enum ll10g_counter counter;
			int64_t more;
		} differs[5];
	} rows[] = {
#define ROW(flag_, frame_, longest_, ...)                                      \
	{                                                                      \
#flag_, frame_, offsetof(struct ll10g_setup, flag_), longest_, \
		{                                                              \
			__VA_ARGS__                                            \
		}                                                              \
	}
		ROW(err_excludes_filtered, "Q4: filtered with a bad FCS", 1518, { LL10G_framesErr, -1 },
		    { LL10G_unicast_FramesErr, -1 }),
		ROW(err_excludes_filtered, "64-octet PAUSE, bad FCS", 1518, { 0, 0 }),
		ROW(octets_ok_all, "64-octet PAUSE, bad FCS", 1518, { LL10G_octetsOK, 46 }),
		ROW(octets_ok_all, "Q4: filtered with a bad FCS", 1518, { LL10G_octetsOK, 46 }),
		ROW(octets_ok_all, "64-octet unicast, filtered DA", 1518, { 0, 0 }),
		ROW(octets_ok_all, "the shortest that counts", 1518, { 0, 0 }),
		ROW(oversize_ends_bin, "1519 untagged, good FCS", 1518, { LL10G_etherStatsPkts1519toXOctets, -1 }),
		ROW(oversize_ends_bin, "1519 untagged, good FCS", 1519, { 0, 0 }),
		ROW(oversize_ends_bin, "1526 with two tags", 1518, { 0, 0 }),
		ROW(oversize_ends_bin, "1527 with two tags", 1518, { LL10G_etherStatsPkts1519toXOctets, -1 }),
		ROW(payload_check_always, "L13: payload shorter than its length field, detection on", 1518,
		    { LL10G_framesOK, -1 }, { LL10G_unicast_FramesOK, -1 }, { LL10G_octetsOK, -100 }, { LL10G_framesErr, 1 },
		    { LL10G_unicast_FramesErr, 1 }),
		ROW(payload_check_always, "payload shorter than its length field", 1518, { 0, 0 }),
		ROW(pause_exact64, "64-octet PAUSE to the station", 1518, { 0, 0 }),
#undef ROW
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct worked *w = worked_named(rows[i].name);
		uint64_t other_reading[LL10G_COUNTER_COUNT], literal[LL10G_COUNTER_COUNT];
		struct ll10g_setup setup;
		setup_of(&setup, w);
		setup.longest = rows[i].longest;
		count_one(literal, w, &setup);
		*(bool *)((char *)&setup + rows[i].flag) = true;
		count_one(other_reading, w, &setup);
		for (int k = 0; k < 5; k++)
			literal[rows[i].differs[k].counter] += (uint64_t)rows[i].differs[k].more;
		other_reading[LL10G_ifErrors] = literal[LL10G_ifErrors];
		for (int k = 0; k < LL10G_COUNTER_COUNT; k++)
			cr_expect_eq(other_reading[k], literal[k], "%s, %s: %s", rows[i].parameter, w->name,
			             ll10g_counters[k].name);
	}
}

/* X5: with PauseExact64 a PAUSE of 65 octets is a MAC control frame. */
Test(ll10g, a_longer_pause_by_parameter)
{
	static const struct worked longer = { .destination = all_pauses, .len = 65, .type = { 0x8808, 0x0001 } };

	for (int exact = 0; exact < 2; exact++) {
		uint64_t actual[LL10G_COUNTER_COUNT];
		struct ll10g_setup setup;
		setup_of(&setup, &longer);
		setup.pause_exact64 = exact;
		count_one(actual, &longer, &setup);
		cr_expect_eq(actual[LL10G_pauseMACCtrl_Frames], !exact);
		cr_expect_eq(actual[LL10G_multicastMACCtrlFrames], 1);
	}
}

/* The errors of sent frames differ from those of received frames. */
Test(ll10g, sent_frames_with_errors)
{
	uint8_t octets[HEAD_OCTETS] = { 0x02 };
	struct ll10g_frame frames[] = { { .octets = octets, .len = 80, .underrun = true },
		                        { .octets = octets, .len = 80, .host_error = true } };
	struct ll10g_setup setup;

	ll10g_setup_init(&setup);
	octets[12] = 0x08;
	for (int i = 0; i < 2; i++) {
		uint64_t amount[LL10G_COUNTER_COUNT];
		struct ll10g_class class;
		ll10g_classify(&class, &setup, &frames[i]);
		ll10g_count(amount, &class, &setup);
		cr_expect_eq(amount[LL10G_framesErr], 1);
		cr_expect_eq(amount[LL10G_framesOK], 0);
		cr_expect_eq(amount[LL10G_unicast_FramesErr], 1);
		cr_expect_eq(amount[LL10G_ifErrors], 1);
		cr_expect_eq(amount[LL10G_octetsOK], 0);
		cr_expect_eq(amount[LL10G_etherStatsOctets], 80);
	}
}
