/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and what the pins of a PHY carry: runs that are too short for a preamble, and the MAC's own frames. 802.3 22.2, 35.2, 46.2. */
#include "judge_support.h"

enum { PREAMBLE = 0x55, SFD = 0xD5, START = 0xFB, TERMINATE = 0xFD, IDLE = 0x07, LANES = 8, CLOCK_PS = 6400, NIBBLE_PS = 40000 };

/* The pins of WIRE carry LEN octets, nibbles or lanes from TIME on. Returns when the clock behind them is over. */
static uint64_t drive(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t len)
{
	for (uint32_t i = 0; i <= len; i++, time += OCTET_PS)
		must(judge, pm_judge_gmii(judge, wire, time, i < len ? octets[i] : 0, i < len, 0));
	return time;
}

/* At MII the low nibble of each octet comes first. */
static uint64_t drive_nibbles(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t len)
{
	for (uint32_t i = 0; i <= len; i++, time += NIBBLE_PS)
		must(judge, pm_judge_mii(judge, wire, time, i < len ? octets[i / 2] >> 4 * (i % 2) : 0, i < len, 0));
	return time;
}

/* /S/ stands in lane 0; OCTETS[0] is in its place. */
static uint64_t drive_lanes(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t len)
{
	for (uint32_t i = 0; i <= len; i += LANES, time += CLOCK_PS) {
		uint64_t data = 0;
		uint8_t control = 0;
		for (uint32_t lane = 0; lane < LANES; lane++) {
			uint32_t at = i + lane;
			uint8_t octet = at == 0 ? START : at < len ? octets[at] : at == len ? TERMINATE : IDLE;
			data |= (uint64_t)octet << 8 * lane;
			control |= (uint8_t)((at == 0 || at >= len) << lane);
		}
		must(judge, pm_judge_xgmii(judge, wire, time, CLOCK_PS, data, control));
	}
	must(judge, pm_judge_xgmii(judge, wire, time, CLOCK_PS, UINT64_C(0x0707070707070707), 0xFF));
	return time + CLOCK_PS;
}

static const struct {
	const char *profile;
	uint64_t (*drive)(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t len);
	uint32_t head; /* octets, nibbles or lanes up to the SFD */
} phys[] = { { gige, drive, 8 },
	     { "tests/data/profiles/bcm1250_100.mac", drive_nibbles, 16 },
	     { "tests/data/foreign/tengig/tengig.mac", drive_lanes, 8 } };

/* Some finding breaks RULE. */
static bool finds(struct pm_judge *judge, const char *rule)
{
	struct pm_judge_finding finding;

	for (size_t i = 0; !pm_judge_finding(judge, i, &finding); i++)
		if (!strcmp(finding.rule, rule))
			return true;
	return false;
}

/* A run that ends before its SFD has no octet of a frame, whatever stands in it. The MAC never sends one, and may receive any. */
Test(judge_pins, a_run_that_ends_before_its_sfd_is_a_wrong_preamble)
{
	static const uint8_t head[] = { PREAMBLE, PREAMBLE, PREAMBLE, PREAMBLE, PREAMBLE, PREAMBLE, PREAMBLE, SFD };

	for (size_t i = 0; i < sizeof(phys) / sizeof(phys[0]); i++)
		for (uint32_t len = 1; len <= phys[i].head; len++)
			for (int wire = PM_JUDGE_RECEIVED; wire <= PM_JUDGE_SENT; wire++) {
				struct pm_judge *judge = judge_of(
				    &(struct pm_judge_options){ .profile = phys[i].profile, .story = 1 });
				uint64_t end = phys[i].drive(judge, wire, 6400000, head, len);
				char what[128];
				snprintf(what, sizeof(what), "%s: %u on wire %d", phys[i].profile, len, wire);
				must(judge, pm_judge_finish(judge, end + 100000000));
				if (wire == PM_JUDGE_SENT && len < phys[i].head)
					cr_expect(finds(judge, "tx-preamble"), "%s", what);
				else if (wire ==
				         PM_JUDGE_SENT) /* a frame without an octet, which the client or a fault may have cut */
					cr_expect_gt(pm_judge_findings(judge) + pm_judge_spoilt(judge), 0, "%s", what);
				else
					expect_finding(judge, 0, NULL, what);
				cr_expect_not_null(pm_judge_story(judge, 0));
				pm_judge_free(judge);
			}
}

/* Sends a PAUSE frame of the station's own with QUANTA from TIME on, octet for octet. Returns when it is over. */
static uint64_t drive_pause(struct pm_judge *judge, size_t phy, uint64_t time, uint16_t quanta)
{
	static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };
	uint8_t run[HEAD + PAUSE_FRAME_OCTETS];

	memset(run, PREAMBLE, HEAD - 1);
	run[HEAD - 1] = SFD;
	frame_pause(run + HEAD, station, quanta);
	return phys[phy].drive(judge, PM_JUDGE_SENT, time, run, (uint32_t)sizeof(run) * (phys[phy].head / HEAD));
}

/* The order of the MAC's own frames follows from them alone, whether they come as frames or as what the pins carry. */
Test(judge_pins, the_order_of_own_pause_frames_is_judged)
{
	enum { LATER_PS = 100000000 };
	static const struct {
		uint16_t first, second;
		const char *rule;
	} cases[] = { { 0xFFFF, 0, NULL }, { 0xFFFF, 0xFFFF, "xoff-once" }, { 0, 0, "xon-after-xoff" } };

	for (size_t phy = 0; phy < sizeof(phys) / sizeof(phys[0]); phy++)
		for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
			struct pm_judge *judge = judge_of(&(struct pm_judge_options){ .profile = phys[phy].profile });
			char what[128];
			uint64_t end;
			snprintf(what, sizeof(what), "%s: case %zu", phys[phy].profile, i);
			pm_judge_control(judge, 0, "refresh", 0);
			end = drive_pause(judge, phy, 6400000, cases[i].first);
			end = drive_pause(judge, phy, end + LATER_PS, cases[i].second);
			must(judge, pm_judge_finish(judge, end + LATER_PS));
			if (cases[i].rule && !is_undecided(judge, cases[i].rule))
				cr_expect(finds(judge, cases[i].rule), "%s", what);
			else
				expect_finding(judge, 0, NULL, what);
			pm_judge_free(judge);
		}
}

/* At 10 Gb/s a frame begins in the first lane of a column, and whoever sees the lanes knows in which one it began. 46.2, 46.3 */
Test(judge_pins, a_start_in_another_lane_than_the_first_of_a_column_is_found)
{
	enum { FRAME = 64, END = HEAD + FRAME };
	uint8_t run[2 * LANES + END] = { 0 };

	for (unsigned at = 0; at < LANES; at++) {
		struct pm_judge *judge = judge_of(
		    &(struct pm_judge_options){ .profile = "tests/data/foreign/tengig/tengig.mac" });
		uint8_t frame[FRAME] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };
		uint64_t time = 6400000;
		char what[32];
		frame_put_fcs(frame + FRAME - 4, frame_fcs(frame, FRAME - 4));
		memset(run, IDLE, sizeof(run));
		memset(run + at, PREAMBLE, HEAD);
		run[at] = START;
		run[at + HEAD - 1] = SFD;
		memcpy(run + at + HEAD, frame, FRAME);
		run[at + END] = TERMINATE;
		for (unsigned i = 0; i < sizeof(run); i += LANES, time += CLOCK_PS) {
			uint64_t data = 0;
			uint8_t control = 0;
			for (unsigned lane = 0; lane < LANES; lane++) {
				data |= (uint64_t)run[i + lane] << 8 * lane;
				control |= (uint8_t)((i + lane <= at || i + lane >= at + END) << lane);
			}
			must(judge, pm_judge_xgmii(judge, PM_JUDGE_SENT, time, CLOCK_PS, data, control));
		}
		must(judge, pm_judge_finish(judge, time + 1000000));
		snprintf(what, sizeof(what), "lane %u", at);
		if (at % 4)
			cr_expect(finds(judge, "xgmii-start"), "%s", what);
		else
			expect_finding(judge, 0, NULL, what);
		pm_judge_free(judge);
	}
}
