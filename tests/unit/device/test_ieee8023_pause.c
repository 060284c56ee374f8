/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: received PAUSE and PFC frames, each freedom on both of its sides. 802.3 31.4, 31B, 31D; doc/devices/ieee8023.md 1, 2. */
#include "ieee8023_drive.h"
#include "support.h"

#include "part/frame.h"
#include "pausemodel_bench.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#define GROUP "01-80-C2-00-00-01"
#define OWN "00-11-22-33-44-55"
#define OTHER "00-11-22-33-44-54"

enum { QUANTUM = 64, MAX_FRAME = 1518 };

/* True if a PAUSE of 2 quanta to DESTINATION, of LEN octets, inhibits the transmitter. */
static bool obeyed(struct std *d, const char *destination, uint32_t len)
{
	uint64_t rise = d->rise;

	std_rx_pause(d, destination, 2, len);
	std_run(d, 2000);
	return d->rise != rise;
}

/* ---- which frames: 31B.1, 31B.3.3 ---- */

Test(ieee8023_pause, addresses_are_freedoms)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (unsigned obeys = 0; obeys < 4; obeys++) {
			static struct std d;
			std_init(&d, phy);
			d.config.ieee8023.obeys_multicast = obeys & 1;
			d.config.ieee8023.obeys_own = obeys >> 1;
			std_open(&d);
			cr_expect_eq(obeyed(&d, GROUP, 64), obeys & 1, "phy %d, %u", phy, obeys);
			cr_expect_eq(obeyed(&d, OWN, 64), obeys >> 1, "phy %d, %u", phy, obeys);
			cr_expect_not(obeyed(&d, OTHER, 64));
			cr_expect_not(obeyed(&d, "01-80-C2-00-00-00", 64));
			cr_expect_not(obeyed(&d, "FF-FF-FF-FF-FF-FF", 64));
			std_close(&d);
		}
	}
}

/* The rule that a MAC breaks which drops the PAUSE frame: one that obeys none has not taken it for a PAUSE to the wrong address. */
Test(ieee8023_pause, a_mac_that_obeys_none_can_take_none)
{
	for (unsigned obeys = 0; obeys < 2; obeys++) {
		static struct std d;
		std_init(&d, STD_GMII);
		d.config.ieee8023.obeys_multicast = 0;
		d.config.ieee8023.obeys_own = obeys;
		d.config.ieee8023.control_forwarded = d.config.ieee8023.other_control = 1;
		std_open(&d);
		std_rx_pause(&d, GROUP, 2, 64);
		std_run(&d, 200);
		cr_assert_eq(d.host.len, 64, "%u octets", d.host.len);
		cr_expect_eq(d.host.accepted, obeys ? RULE_PAUSE_DA : RULE_KEEP_MAC_CONTROL, "%s",
		             rule_table[d.host.accepted].name);
		std_close(&d);
	}
}

Test(ieee8023_pause, shortest_and_longest_are_freedoms)
{
	static const struct {
		uint64_t shortest, longest;
		uint32_t len;
		bool obeyed;
	} cases[] = {
		{ 64, 0, 63, false },
		{ 64, 0, 64, true },
		{ 64, 0, 65, true },
		{ 64, 0, MAX_FRAME, true },
		{ 64, 0, MAX_FRAME + 1, false },
		{ 64, 64, 64, true },
		{ 64, 64, 65, false },
		{ 22, 0, 22, true },
		{ 40, 100, 39, false },
		{ 40, 100, 40, true },
		{ 40, 100, 100, true },
		{ 40, 100, 101, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct std d;
		std_init(&d, STD_GMII);
		d.config.ieee8023.pause_shortest = cases[i].shortest;
		d.config.ieee8023.pause_longest = cases[i].longest;
		std_open(&d);
		cr_expect_eq(obeyed(&d, GROUP, cases[i].len), cases[i].obeyed, "case %zu", i);
		std_close(&d);
	}
}

/* The PAUSE of the standard with one thing wrong. 31.4.1: any bit that is wrong, and it is none. */
Test(ieee8023_pause, one_defect_makes_it_none)
{
	static const struct {
		const char *what;
		uint32_t at;
		uint8_t flip;
	} cases[] = {
		{ "type high", 12, 0x80 },
		{ "type low", 13, 0x08 },
		{ "opcode high", 14, 0x01 },
		{ "opcode low", 15, 0x02 },
		{ "group address, last octet", 5, 0x01 },
		{ "group address, first octet", 0, 0x02 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct std d;
		uint8_t frame[64];
		std_init(&d, STD_GMII);
		std_open(&d);
		make_pause(frame, 2);
		frame[cases[i].at] ^= cases[i].flip;
		std_rx_good(&d, frame, 64);
		std_run(&d, 1000);
		cr_expect_eq(d.rise, 0, "%s", cases[i].what);
		cr_expect_not(d.rx.pause, "%s", cases[i].what);
		std_close(&d);
	}
}

Test(ieee8023_pause, errors_make_it_none_and_reserved_octets_do_not)
{
	for (int defect = 0; defect < 4; defect++) {
		static struct std d;
		uint8_t frame[64];
		std_init(&d, STD_MII);
		std_open(&d);
		make_pause(frame, 2);
		frame[40] = defect == 0 ? 0xFF : 0;
		frame_put_fcs(frame + 60, frame_fcs(frame, 60));
		frame[63] ^= defect == 1;
		std_rx(&d, frame, 64, defect == 2, defect == 3);
		cr_expect_eq(d.rx.pause, defect == 0 || defect == 3, "defect %d: an octet of reserved, FCS, error, half an octet",
		             defect);
		std_close(&d);
	}
}

Test(ieee8023_pause, a_tagged_one_is_a_freedom)
{
	for (unsigned obeys = 0; obeys < 2; obeys++) {
		static struct std d;
		uint8_t frame[68], plain[64];
		std_init(&d, STD_GMII);
		d.config.ieee8023.obeys_tagged = obeys;
		std_open(&d);
		make_pause(plain, 2);
		memcpy(frame, plain, 12);
		memcpy(frame + 12, (const uint8_t[]){ 0x81, 0x00, 0x00, 0x05 }, 4);
		memcpy(frame + 16, plain + 12, 48);
		std_rx_good(&d, frame, 68);
		cr_expect_eq(d.rx.pause, obeys);
		cr_expect_eq(!!d.rise, obeys);
		cr_expect_eq(d.rx.control, obeys);
		std_close(&d);
	}
}

/* 31B.1: PAUSE is for full duplex only. */
Test(ieee8023_pause, none_in_half_duplex)
{
	static struct std d;

	std_init(&d, STD_MII);
	std_open(&d);
	std_write(&d, "VIRTUAL_ENABLES", 0x6F);
	cr_expect_not(obeyed(&d, GROUP, 64));
	std_write(&d, "VIRTUAL_ENABLES", 0x4F);
	cr_expect(obeyed(&d, GROUP, 64));
	std_close(&d);
}

/* ---- the time: 31B.2, 31B.3.3 ---- */

Test(ieee8023_pause, the_time_is_quanta_of_512_bit_times)
{
	static const unsigned clocks_of_quantum[] = { 64, 128, 64 };

	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		static struct std d;
		std_init(&d, phy);
		std_open(&d);
		std_rx_pause(&d, GROUP, 10, 64);
		std_run(&d, 3000);
		cr_expect_eq(d.fall - d.rise, 10 * clocks_of_quantum[phy], "phy %d: %llu", phy,
		             (unsigned long long)(d.fall - d.rise));
		std_close(&d);
	}
}

Test(ieee8023_pause, at_1000_mbps_an_octet_of_mii_has_one_clock)
{
	static struct std d;

	std_init(&d, STD_MII);
	std_open(&d);
	std_write(&d, "VIRTUAL_ENABLES", 0x8F);
	d.clocks = 1;
	std_rx_pause(&d, GROUP, 10, 64);
	std_run(&d, 3000);
	cr_expect_eq(d.fall - d.rise, 10 * QUANTUM);
	std_write(&d, "VIRTUAL_ENABLES", 0x0F);
	d.clocks = 2;
	std_rx_pause(&d, GROUP, 10, 64);
	std_run(&d, 3000);
	cr_expect_eq(d.fall - d.rise, 20 * QUANTUM, "10 Mb/s");
	std_close(&d);
}

Test(ieee8023_pause, the_time_may_be_short_by_less_than_a_step_of_the_timer)
{
	for (unsigned step = 1; step <= 64; step += 63) {
		static struct std d;
		struct pm_pause_memory memory;
		std_init(&d, STD_GMII);
		d.config.ieee8023.timer_granularity = step;
		std_open(&d);
		std_rx_pause(&d, GROUP, 10, 64);
		std_run(&d, 3000);
		cr_expect_eq(d.fall - d.rise, 10 * QUANTUM - (step - 1));
		pm_pause_memory(d.m, &memory);
		cr_expect_eq(memory.quantum, QUANTUM, "what findings call a quantum, with steps of %u: %" PRIu64, step,
		             memory.quantum);
		std_close(&d);
	}
}

Test(ieee8023_pause, a_new_time_replaces_the_old_one_and_0_ends_it)
{
	static struct std d;
	uint64_t rise;

	std_init(&d, STD_GMII);
	std_open(&d);
	std_rx_pause(&d, GROUP, 100, 64);
	rise = d.rise;
	std_rx_pause(&d, GROUP, 5, 64);
	std_run(&d, 5 * QUANTUM);
	cr_expect_not(d.xoff, "the shorter time replaced the longer one");
	cr_expect_eq(d.rise, rise, "it was one pause");
	std_rx_pause(&d, GROUP, 5, 64);
	std_rx_pause(&d, GROUP, 100, 64);
	std_run(&d, 50 * QUANTUM);
	cr_expect(d.xoff, "the longer time replaced the shorter one");
	std_rx_pause(&d, GROUP, 0, 64);
	cr_expect_not(d.xoff, "time 0 ended it");
	std_close(&d);
}

/* The time of a PAUSE that comes within a frame of ours. */
Test(ieee8023_pause, the_time_runs_from_reception_or_from_the_idle_transmitter)
{
	uint64_t end[2], fall[2];

	for (unsigned idle = 0; idle < 2; idle++) {
		static struct std d;
		uint8_t frame[1500];
		std_init(&d, STD_GMII);
		d.config.ieee8023.timer_from_idle = idle;
		std_open(&d);
		make_frame(frame, 1500, OTHER, 0x0800);
		std_offer(&d, frame, 1500);
		std_run(&d, 100);
		std_rx_pause(&d, GROUP, 30, 64);
		std_run(&d, 6000);
		end[idle] = d.sent[0].end;
		fall[idle] = d.fall;
		if (idle)
			cr_expect_eq(d.fall - d.sent[0].end, 30 * QUANTUM);
		else
			cr_expect_eq(d.fall, d.rise + 30 * QUANTUM);
		std_close(&d);
	}
	cr_expect_eq(end[0], end[1], "the frame is not cut");
	cr_expect_lt(fall[0], fall[1]);
}

/* Figure 31B-1: between two frames none is in progress, so the time does not wait for a control frame of ours that follows at once. */
static void expect_time_after(int phy, uint32_t len, unsigned waits_for)
{
	static struct std d;
	uint8_t frame[500];

	std_init(&d, phy);
	d.config.ieee8023.timer_waits_once = waits_for == 1;
	std_open(&d);
	make_frame(frame, len, OTHER, 0x0800);
	std_offer(&d, frame, len);
	std_run(&d, 40);
	std_write(&d, "VIRTUAL_REQUEST", 1);
	std_rx_pause(&d, GROUP, 30, 64);
	std_run(&d, 4000);
	cr_assert_eq(d.frames, 2);
	cr_expect_eq(d.sent[1].kind, PM_TX_PAUSE);
	cr_expect_geq(d.fall, d.sent[waits_for - 1].end + 30 * QUANTUM);
	cr_expect_leq(d.fall, d.sent[waits_for - 1].end + 30 * QUANTUM + 16, "phy %d, %u octets: %llu", phy, len,
	              (unsigned long long)(d.fall - d.sent[waits_for - 1].end));
	std_close(&d);
}

Test(ieee8023_pause, the_time_waits_for_one_frame_only)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy += STD_XGMII) {
		for (uint32_t len = 400; len < 408; len++) {
			expect_time_after(phy, len, 1);
		}
	}
}

/* A MAC that sees no end of the first frame, since the gap at an XGMII may leave no clock without an octet of one or the other: so it is where the
 * first frame ends in lane 0. */
Test(ieee8023_pause, the_time_may_wait_for_a_control_frame_that_follows)
{
	for (uint32_t len = 396; len < 412; len += 8)
		expect_time_after(STD_XGMII, len, 2);
}

Test(ieee8023_pause, no_data_frame_starts_in_a_pause_and_one_is_due_after_it)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		static struct std d;
		uint8_t frame[100];
		std_init(&d, phy);
		std_open(&d);
		make_frame(frame, 100, OTHER, 0x0800);
		std_rx_pause(&d, GROUP, 10, 64);
		std_tx(&d, frame, 100);
		cr_expect_eq(d.frames, 1);
		cr_expect_geq(d.sent[0].start, d.fall, "phy %d", phy);
		cr_expect_leq(d.sent[0].start, d.fall + 16, "phy %d", phy);
		std_close(&d);
	}
}

Test(ieee8023_pause, the_enable_ends_a_pause_or_lets_it_run_out)
{
	for (unsigned survives = 0; survives < 2; survives++) {
		static struct std d;
		std_init(&d, STD_GMII);
		d.config.ieee8023.pause_survives_disable = survives;
		std_open(&d);
		std_rx_pause(&d, GROUP, 100, 64);
		std_write(&d, "VIRTUAL_ENABLES", 0x8B);
		std_run(&d, 20);
		cr_expect_eq(d.xoff, survives);
		std_run(&d, 100 * QUANTUM);
		cr_expect_not(d.xoff);
		cr_expect_not(obeyed(&d, GROUP, 64), "it is not obeyed while disabled");
		std_write(&d, "VIRTUAL_ENABLES", 0x8F);
		cr_expect(obeyed(&d, GROUP, 64));
		std_close(&d);
	}
}

/* ---- PFC: 31D ---- */

static void rx_pfc(struct std *d, uint16_t vector, uint16_t quanta)
{
	uint8_t frame[64] = { 0 };

	make_frame(frame, 14, GROUP, 0x8808);
	frame[14] = frame[15] = 1;
	frame[16] = (uint8_t)(vector >> 8);
	frame[17] = (uint8_t)vector;
	for (int i = 0; i < 8; i++) {
		frame[18 + 2 * i] = (uint8_t)(quanta >> 8);
		frame[19 + 2 * i] = (uint8_t)quanta;
	}
	frame_put_fcs(frame + 60, frame_fcs(frame, 60));
	std_rx_begin(d, frame, 64, false, false);
	std_run_to(d, d->rx_last + 90);
}

Test(ieee8023_pause, pfc_pauses_the_classes_of_the_vector_that_are_enabled)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		static struct std d;
		std_init(&d, phy);
		d.config.ieee8023.obeys_pfc = 1;
		std_open(&d);
		rx_pfc(&d, 0xFF, 100);
		cr_expect_eq(d.pfc, 0, "no class is enabled");
		std_write(&d, "VIRTUAL_PFC_ENABLE", 0x0F);
		rx_pfc(&d, 0x35, 100);
		cr_expect_eq(d.pfc, 0x05);
		rx_pfc(&d, 0x01, 0);
		cr_expect_eq(d.pfc, 0x04, "time 0 resumes its class");
		cr_expect_not(d.xoff, "PFC holds no data frame of the MAC");
		std_run(&d, 100 * QUANTUM * d.clocks);
		cr_expect_eq(d.pfc, 0);
		cr_expect_eq(d.pfc_fall[2] - d.pfc_rise[2], 100 * QUANTUM * d.clocks);
		std_close(&d);
	}
}

Test(ieee8023_pause, pfc_is_a_freedom)
{
	static struct std d;

	std_init(&d, STD_XGMII);
	std_counter(&d, "unsupported", "rx and unsupported");
	std_counter(&d, "class2", "rx and class2");
	std_open(&d);
	std_write(&d, "VIRTUAL_PFC_ENABLE", 0xFF);
	rx_pfc(&d, 0xFF, 100);
	cr_expect_eq(d.pfc, 0);
	cr_expect_eq(std_read(&d, "unsupported"), 1, "31.5: its opcode is one that the MAC does not support");
	cr_expect_eq(std_read(&d, "class2"), 0);
	std_close(&d);
}
