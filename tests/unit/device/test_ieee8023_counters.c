/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the standard counters on hand-made frames. What each frame counts in is typed from the objects of RFC 2819, 2863, 3635 and of
 * 802.3 clause 30, not from the predicates of regs/ieee8023/counters.def. */
#include "ieee8023_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *predicate;
} standard[] = {
#define STANDARD(name, predicate, source) { #name, predicate },
#include "ieee8023/counters.def"
};

#define OWN "00-11-22-33-44-55"
#define GROUP "01-00-5E-00-00-01"
#define ALL "FF-FF-FF-FF-FF-FF"
#define PAUSE "01-80-C2-00-00-01"

/* The counters of 64 bits are those of 32 with HC or HighCapacity in their names. */
static void base_name(char *ret, size_t size, const char *name)
{
	static const char *const marks[] = { "HighCapacity", "HC" };

	snprintf(ret, size, "%s", name);
	for (size_t i = 0; i < COUNT_OF(marks); i++) {
		char *found = strstr(ret, marks[i]);
		if (found)
			memmove(found, found + strlen(marks[i]), strlen(found + strlen(marks[i])) + 1);
	}
}

/* Returns the number that EXPECTED, "name name=number ...", has for NAME. */
static uint64_t expected_of(const char *expected, const char *name)
{
	char base[64];
	size_t len;

	base_name(base, sizeof(base), name);
	len = strlen(base);
	for (const char *at = expected; (at = strstr(at, base)); at += len)
		if ((at == expected || at[-1] == ' ') && (at[len] == ' ' || !at[len] || at[len] == '='))
			return at[len] == '=' ? strtoull(at + len + 1, NULL, 10) : 1;
	return 0;
}

static void open(struct std *d, int phy)
{
	std_init(d, phy);
	for (size_t i = 0; i < COUNT_OF(standard); i++)
		std_counter(d, standard[i].name, standard[i].predicate);
}

static void check(struct std *d, const char *what, const char *expected)
{
	for (size_t i = 0; i < COUNT_OF(standard); i++) {
		uint64_t value = std_read(d, standard[i].name), right = expected_of(expected, standard[i].name);
		cr_expect_eq(value, right, "%s: %s is %llu instead of %llu", what, standard[i].name, (unsigned long long)value,
		             (unsigned long long)right);
	}
}

struct received {
	const char *what, *destination;
	uint16_t type;
	uint32_t len;
	bool fcs_wrong, error, dribble;
	const char *expected;
};

static const struct received received[] = {
	{ "unicast of 64", OWN, 0x0800, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets ifInOctets=64 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=46" },
	{ "multicast of 65", GROUP, 0x0800, 65, false, false, false,
	  "etherStatsPkts etherStatsOctets=65 etherStatsPkts65to127Octets etherStatsMulticastPkts ifInOctets=65 "
	  "ifInMulticastPkts "
	  "ifInNUcastPkts aFramesReceivedOK aOctetsReceivedOK=47 aMulticastFramesReceivedOK" },
	{ "broadcast of 127", ALL, 0x0800, 127, false, false, false,
	  "etherStatsPkts etherStatsOctets=127 etherStatsPkts65to127Octets etherStatsBroadcastPkts ifInOctets=127 "
	  "ifInBroadcastPkts "
	  "ifInNUcastPkts aFramesReceivedOK aOctetsReceivedOK=109 aBroadcastFramesReceivedOK" },
	{ "128", OWN, 0x0800, 128, false, false, false,
	  "etherStatsPkts etherStatsOctets=128 etherStatsPkts128to255Octets ifInOctets=128 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=110" },
	{ "255", OWN, 0x0800, 255, false, false, false,
	  "etherStatsPkts etherStatsOctets=255 etherStatsPkts128to255Octets ifInOctets=255 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=237" },
	{ "256", OWN, 0x0800, 256, false, false, false,
	  "etherStatsPkts etherStatsOctets=256 etherStatsPkts256to511Octets ifInOctets=256 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=238" },
	{ "511", OWN, 0x0800, 511, false, false, false,
	  "etherStatsPkts etherStatsOctets=511 etherStatsPkts256to511Octets ifInOctets=511 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=493" },
	{ "512", OWN, 0x0800, 512, false, false, false,
	  "etherStatsPkts etherStatsOctets=512 etherStatsPkts512to1023Octets ifInOctets=512 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=494" },
	{ "1023", OWN, 0x0800, 1023, false, false, false,
	  "etherStatsPkts etherStatsOctets=1023 etherStatsPkts512to1023Octets ifInOctets=1023 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=1005" },
	{ "1024", OWN, 0x0800, 1024, false, false, false,
	  "etherStatsPkts etherStatsOctets=1024 etherStatsPkts1024to1518Octets ifInOctets=1024 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=1006" },
	{ "1518", OWN, 0x0800, 1518, false, false, false,
	  "etherStatsPkts etherStatsOctets=1518 etherStatsPkts1024to1518Octets ifInOctets=1518 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=1500" },
	{ "1519, too long", OWN, 0x0800, 1519, false, false, false,
	  "etherStatsPkts etherStatsOctets=1519 etherStatsOversizePkts dot3StatsFrameTooLongs aFrameTooLongErrors ifInErrors" },
	{ "1519 with a wrong FCS: too long, which excludes FCS errors", OWN, 0x0800, 1519, true, false, false,
	  "etherStatsPkts etherStatsOctets=1519 etherStatsJabbers dot3StatsFrameTooLongs aFrameTooLongErrors ifInErrors" },
	{ "63", OWN, 0x0800, 63, false, false, false, "etherStatsPkts etherStatsOctets=63 etherStatsUndersizePkts" },
	{ "multicast of 63: no good packet", GROUP, 0x0800, 63, false, false, false,
	  "etherStatsPkts etherStatsOctets=63 etherStatsUndersizePkts" },
	{ "63 with a wrong FCS", OWN, 0x0800, 63, true, false, false, "etherStatsPkts etherStatsOctets=63 etherStatsFragments" },
	{ "64 with a wrong FCS: bins count it too", OWN, 0x0800, 64, true, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets etherStatsCRCAlignErrors dot3StatsFCSErrors "
	  "aFrameCheckSequenceErrors ifInErrors" },
	{ "broadcast with a wrong FCS: no good packet", ALL, 0x0800, 200, true, false, false,
	  "etherStatsPkts etherStatsOctets=200 etherStatsPkts128to255Octets etherStatsCRCAlignErrors dot3StatsFCSErrors "
	  "aFrameCheckSequenceErrors ifInErrors" },
	{ "error by the PHY: the frame check fails too", OWN, 0x0800, 64, false, true, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets etherStatsCRCAlignErrors dot3StatsFCSErrors "
	  "aFrameCheckSequenceErrors dot3StatsSymbolErrors aSymbolErrorDuringCarrier ifInErrors" },
	{ "PAUSE", PAUSE, 0x8808, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets etherStatsMulticastPkts ifInOctets=64 aFramesReceivedOK "
	  "aOctetsReceivedOK=46 aMulticastFramesReceivedOK dot3InPauseFrames aMACControlFramesReceived "
	  "aPAUSEMACCtrlFramesReceived" },
	{ "PAUSE with a wrong FCS", PAUSE, 0x8808, 64, true, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets etherStatsCRCAlignErrors dot3StatsFCSErrors "
	  "aFrameCheckSequenceErrors ifInErrors" },
	{ "control with opcode 2", PAUSE, 0x8809, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets etherStatsMulticastPkts ifInOctets=64 aFramesReceivedOK "
	  "aOctetsReceivedOK=46 aMulticastFramesReceivedOK aMACControlFramesReceived aUnsupportedOpcodesReceived "
	  "dot3ControlInUnknownOpcodes" },
	{ "length 47 with 46 octets of data", OWN, 47, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets ifInOctets=64 ifInUcastPkts aInRangeLengthErrors" },
	{ "length 46 with 47 octets of data", OWN, 46, 65, false, false, false,
	  "etherStatsPkts etherStatsOctets=65 etherStatsPkts65to127Octets ifInOctets=65 ifInUcastPkts aInRangeLengthErrors" },
	{ "length 3 in a padded frame", OWN, 3, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets ifInOctets=64 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=46" },
	{ "length 1501", OWN, 1501, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets ifInOctets=64 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=46 "
	  "aOutOfRangeLengthField" },
	{ "type 1536", OWN, 1536, 64, false, false, false,
	  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets ifInOctets=64 ifInUcastPkts aFramesReceivedOK "
	  "aOctetsReceivedOK=46" },
};

static void receive(struct std *d, const struct received *r)
{
	uint8_t frame[2000];

	make_frame(frame, r->len, r->destination, r->type);
	if (r->type == 0x8808 || r->type == 0x8809) { /* opcode 1 / 2, time 0 */
		frame[13] = 0x08;
		memset(frame + 14, 0, r->len - 14);
		frame[15] = r->type == 0x8808 ? 1 : 2;
	}
	frame_put_fcs(frame + r->len - 4, frame_fcs(frame, r->len - 4));
	frame[r->len - 1] ^= r->fcs_wrong ? 0x80 : 0;
	std_rx(d, frame, r->len, r->error, r->dribble);
}

Test(ieee8023_counters, received_frames_count_as_the_rfcs_say)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (size_t i = 0; i < COUNT_OF(received); i++) {
			static struct std d;
			open(&d, phy);
			std_open(&d);
			receive(&d, &received[i]);
			check(&d, received[i].what, received[i].expected);
			std_close(&d);
		}
	}
}

/* 802.3 4.2.4.2.1: half an octet too much is an error only if the whole octets fail the frame check. */
Test(ieee8023_counters, alignment_errors_have_a_wrong_fcs)
{
	static const struct received cases[] = {
		{ "half an octet more", OWN, 0x0800, 64, false, false, true,
		  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets ifInOctets=64 ifInUcastPkts aFramesReceivedOK "
		  "aOctetsReceivedOK=46" },
		{ "half an octet more and a wrong FCS", OWN, 0x0800, 64, true, false, true,
		  "etherStatsPkts etherStatsOctets=64 etherStatsPkts64Octets etherStatsCRCAlignErrors dot3StatsAlignmentErrors "
		  "aAlignmentErrors ifInErrors" },
		{ "short, half an octet more and a wrong FCS", OWN, 0x0800, 60, true, false, true,
		  "etherStatsPkts etherStatsOctets=60 etherStatsFragments" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct std d;
		open(&d, STD_MII);
		std_open(&d);
		receive(&d, &cases[i]);
		check(&d, cases[i].what, cases[i].expected);
		std_close(&d);
	}
}

Test(ieee8023_counters, sent_frames_count_as_the_rfcs_say)
{
	static const struct {
		const char *destination;
		uint32_t len; /* without FCS */
		const char *expected;
	} cases[] = {
		{ "02-00-00-00-00-09", 60, "aFramesTransmittedOK aOctetsTransmittedOK=46 ifOutOctets=64 ifOutUcastPkts" },
		{ "02-00-00-00-00-09", 20, "aFramesTransmittedOK aOctetsTransmittedOK=46 ifOutOctets=64 ifOutUcastPkts" },
		{ GROUP, 100,
		  "aFramesTransmittedOK aOctetsTransmittedOK=86 ifOutOctets=104 ifOutMulticastPkts ifOutNUcastPkts "
		  "aMulticastFramesXmittedOK" },
		{ ALL, 61,
		  "aFramesTransmittedOK aOctetsTransmittedOK=47 ifOutOctets=65 ifOutBroadcastPkts ifOutNUcastPkts "
		  "aBroadcastFramesXmittedOK" },
	};

	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (size_t i = 0; i < COUNT_OF(cases); i++) {
			static struct std d;
			uint8_t frame[200];
			open(&d, phy);
			std_open(&d);
			make_frame(frame, cases[i].len, cases[i].destination, 0x0800);
			std_tx(&d, frame, cases[i].len);
			check(&d, cases[i].destination, cases[i].expected);
			std_close(&d);
		}
	}
}

/* RFC 3635: MAC control frames are in ifOutOctets, and in no packet counter of the interfaces group. */
Test(ieee8023_counters, a_sent_pause_counts_as_the_rfcs_say)
{
	static struct std d;

	open(&d, STD_GMII);
	std_open(&d);
	std_write(&d, "VIRTUAL_REQUEST", 1);
	std_run(&d, 300);
	check(
	    &d, "PAUSE",
	    "dot3OutPauseFrames aMACControlFramesTransmitted aPAUSEMACCtrlFramesTransmitted ifOutOctets=64 aFramesTransmittedOK "
	    "aOctetsTransmittedOK=46 aMulticastFramesXmittedOK");
	std_close(&d);
}

/* 802.3 4.2.3.2, 30.3.1.1.3 to 11. The jam begins in clock 61: 22 octets from the destination address on were sent, so that ifOutOctets has
 * those of the whole frame only. */
Test(ieee8023_counters, collisions_count_as_the_rfcs_say)
{
	static const struct {
		const char *what;
		unsigned collisions;
		int32_t clock;
		const char *expected;
	} cases[] = {
		{ "one", 1, 60,
		  "etherStatsCollisions=1 dot3StatsSingleCollisionFrames aSingleCollisionFrames aFramesTransmittedOK "
		  "aOctetsTransmittedOK=86 ifOutOctets=104 ifOutUcastPkts" },
		{ "two", 2, 60,
		  "etherStatsCollisions=2 dot3StatsMultipleCollisionFrames aMultipleCollisionFrames aFramesTransmittedOK "
		  "aOctetsTransmittedOK=86 ifOutOctets=104 ifOutUcastPkts" },
		{ "three", 3, 60,
		  "etherStatsCollisions=3 dot3StatsMultipleCollisionFrames aMultipleCollisionFrames aFramesTransmittedOK "
		  "aOctetsTransmittedOK=86 ifOutOctets=104 ifOutUcastPkts" },
		{ "sixteen", 16, 60,
		  "etherStatsCollisions=16 dot3StatsExcessiveCollisions aFramesAbortedDueToXSColls ifOutErrors ifOutUcastPkts" },
		{ "late", 1, 150, "etherStatsCollisions=1 dot3StatsLateCollisions aLateCollisions ifOutErrors ifOutUcastPkts" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct std d;
		uint8_t frame[200];
		open(&d, STD_MII);
		std_open(&d);
		std_write(&d, "VIRTUAL_ENABLES", 0x6F); /* half duplex */
		std_run(&d, 400);
		d.collisions = cases[i].collisions;
		d.collide_at = cases[i].clock;
		make_frame(frame, 100, "02-00-00-00-00-09", 0x0800);
		std_tx(&d, frame, 100);
		check(&d, cases[i].what, cases[i].expected);
		std_close(&d);
	}
}

/* 802.3 30.3.1.1.9: the first attempt waited since the medium was busy, and no collision came. */
Test(ieee8023_counters, deferred_frames_count_as_clause_30_says)
{
	for (int carrier = 0; carrier < 2; carrier++) {
		for (unsigned collisions = 0; collisions < 2; collisions++) {
			static struct std d;
			uint8_t frame[200];
			open(&d, STD_MII);
			std_open(&d);
			std_write(&d, "VIRTUAL_ENABLES", 0x6F);
			std_run(&d, 400);
			d.collisions = collisions;
			d.collide_at = 60;
			make_frame(frame, 100, "02-00-00-00-00-09", 0x0800);
			std_crs(&d, carrier);
			std_run(&d, 50);
			std_offer(&d, frame, 100);
			std_run(&d, 50);
			std_crs(&d, false);
			while (d.pending)
				std_run(&d, 1);
			std_run(&d, 50);
			cr_expect_eq(std_read(&d, "aFramesWithDeferredXmissions"), carrier && !collisions);
			cr_expect_eq(std_read(&d, "dot3StatsDeferredTransmissions"), carrier && !collisions);
			std_tx(&d, frame, 100);
			cr_expect_eq(std_read(&d, "aFramesWithDeferredXmissions"), carrier && !collisions,
			             "the next one is not deferred");
			std_close(&d);
		}
	}
}

Test(ieee8023_counters, no_two_have_one_name)
{
	for (size_t i = 0; i < COUNT_OF(standard); i++)
		for (size_t k = 0; k < i; k++)
			cr_expect_str_neq(standard[i].name, standard[k].name);
}
