/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: control frames that it sends, and gaps, each freedom on both of its sides. 802.3 31B.3.2, 31D, 4.4.2, 46.3.1.4; doc/devices/ieee8023.md 3. */
#include "ieee8023_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

#define OTHER "00-11-22-33-44-54"

enum { NONE, LEVEL, PULSE, MARKS, QUANTUM = 64, FROM_DECISION = 1, FROM_END = 2 };

static void request(struct std *d, uint64_t value)
{
	std_write(d, "VIRTUAL_REQUEST", value);
}

/* The frames sent are PAUSE frames of these times; the list ends with -1. */
static void expect_pauses(const struct std *d, const int *quanta, const char *what)
{
	unsigned count = 0;

	while (quanta[count] >= 0)
		count++;
	cr_expect_eq(d->frames, count, "%s: %u frames and not %u", what, d->frames, count);
	for (unsigned i = 0; i < count && i < d->frames; i++) {
		cr_expect_eq(d->sent[i].kind, PM_TX_PAUSE, "%s", what);
		cr_expect_eq(d->sent[i].quanta, quanta[i], "%s: frame %u: %u", what, i, d->sent[i].quanta);
	}
}
#define PAUSES(...)             \
	(const int[])           \
	{                       \
		__VA_ARGS__, -1 \
	}

Test(ieee8023_sent, a_level_sends_an_xoff_and_its_fall_an_xon)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (unsigned xon = 0; xon < 2; xon++) {
			static struct std d;
			std_init(&d, phy);
			d.config.ieee8023.sends_xon = xon;
			std_open(&d);
			std_write(&d, "VIRTUAL_QUANTA", 0x1234);
			request(&d, 1);
			std_run(&d, 1000);
			expect_pauses(&d, PAUSES(0x1234), "the rise");
			request(&d, 0);
			std_run(&d, 1000);
			if (xon)
				expect_pauses(&d, PAUSES(0x1234, 0), "the fall");
			else
				expect_pauses(&d, PAUSES(0x1234), "no XON");
			request(&d, 1);
			std_run(&d, 1000);
			cr_expect_eq(d.frames, 2 + xon, "a new rise");
			std_close(&d);
		}
	}
}

/* 31B.2, 31.4: the octets of the frame. FCS of the frame with time 0010, source 00-11-22-33-44-55: 29 71 FF EF. */
Test(ieee8023_sent, a_pause_has_the_octets_of_the_standard)
{
	static const uint8_t octets[64] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x11,        0x22, 0x33, 0x44,
		                            0x55, 0x88, 0x08, 0x00, 0x01, 0x00, 0x10, [60] = 0x29, 0x71, 0xFF, 0xEF };

	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		static struct std d;
		std_init(&d, phy);
		std_open(&d);
		std_write(&d, "VIRTUAL_QUANTA", 0x0010);
		request(&d, 1);
		std_run(&d, 1000);
		cr_assert_eq(d.frames, 1);
		cr_expect_eq(d.sent[0].len, 64);
		cr_expect_arr_eq(d.sent[0].octets, octets, 64);
		std_close(&d);
	}
}

Test(ieee8023_sent, each_pulse_sends_its_frame)
{
	static struct std d;

	std_init(&d, STD_GMII);
	d.config.ieee8023.sends_by = PULSE;
	std_open(&d);
	request(&d, 1);
	std_run(&d, 500);
	request(&d, 1);
	std_run(&d, 500);
	expect_pauses(&d, PAUSES(0xFFFF, 0xFFFF), "two pulses");
	request(&d, 2);
	std_run(&d, 500);
	request(&d, 2);
	std_run(&d, 500);
	expect_pauses(&d, PAUSES(0xFFFF, 0xFFFF, 0, 0), "two more");
	request(&d, 0);
	std_run(&d, 500);
	cr_expect_eq(d.frames, 4, "the fall of the bit requests nothing");
	std_close(&d);
}

Test(ieee8023_sent, a_pulse_replaces_one_that_waits)
{
	static struct std d;
	uint8_t frame[1000];

	std_init(&d, STD_GMII);
	d.config.ieee8023.sends_by = PULSE;
	std_open(&d);
	make_frame(frame, 1000, OTHER, 0x0800);
	std_offer(&d, frame, 1000);
	std_run(&d, 50);
	request(&d, 1);
	std_run(&d, 50);
	request(&d, 2);
	std_run(&d, 3000);
	cr_expect_eq(d.frames, 2);
	cr_expect_eq(d.sent[1].kind, PM_TX_PAUSE);
	cr_expect_eq(d.sent[1].quanta, 0);
	std_close(&d);
}

Test(ieee8023_sent, nothing_is_sent_by_a_mac_that_does_not_or_may_not)
{
	for (int why = 0; why < 3; why++) {
		static struct std d;
		std_init(&d, STD_MII);
		d.config.ieee8023.sends_by = why == 0 ? NONE : LEVEL;
		std_open(&d);
		std_write(&d, "VIRTUAL_ENABLES", why == 1 ? 0x47 : why == 2 ? 0x6F : 0x4F);
		request(&d, 1);
		std_run(&d, 2000);
		cr_expect_eq(d.frames, 0, "sends by nothing, tx_pause, half duplex: %d", why);
		std_write(&d, "VIRTUAL_ENABLES", 0x4F);
		std_run(&d, 2000);
		cr_expect_eq(d.frames, why != 0);
		std_close(&d);
	}
}

/* The request is level again for less than a frame is on the wire. */
Test(ieee8023_sent, a_request_that_falls_early_is_withdrawn_or_sent)
{
	for (unsigned kept = 0; kept < 2; kept++) {
		static struct std d;
		uint8_t frame[1000];
		std_init(&d, STD_GMII);
		d.config.ieee8023.request_kept = kept;
		std_open(&d);
		make_frame(frame, 1000, OTHER, 0x0800);
		std_offer(&d, frame, 1000);
		std_run(&d, 50);
		request(&d, 1);
		std_run(&d, 50);
		request(&d, 0);
		std_run(&d, 3000);
		cr_expect_eq(d.frames, kept ? 3 : 1);
		if (kept) {
			cr_expect_eq(d.sent[1].quanta, 0xFFFF);
			cr_expect_eq(d.sent[2].quanta, 0);
		}
		std_run(&d, 100);
		request(&d, 1);
		std_run(&d, 3000);
		cr_expect_eq(d.frames, kept ? 4 : 2, "a level that stays sends one XOFF");
		std_close(&d);
	}
}

Test(ieee8023_sent, a_level_that_rises_again_tells_nothing_or_again)
{
	for (unsigned again = 0; again < 2; again++) {
		static struct std d;
		uint8_t frame[1000];
		std_init(&d, STD_GMII);
		d.config.ieee8023.xoff_again = again;
		std_open(&d);
		request(&d, 1);
		std_run(&d, 300);
		make_frame(frame, 1000, OTHER, 0x0800);
		std_offer(&d, frame, 1000);
		std_run(&d, 50);
		request(&d, 0);
		std_run(&d, 50);
		request(&d, 1);
		std_run(&d, 3000);
		cr_expect_eq(d.frames, 2 + again);
		cr_expect_eq(d.sent[d.frames - 1].kind, again ? PM_TX_PAUSE : PM_TX_DATA);
		request(&d, 0);
		std_run(&d, 3000);
		cr_expect_eq(d.frames, 3 + again);
		cr_expect_eq(d.sent[d.frames - 1].quanta, 0);
		std_close(&d);
	}
}

Test(ieee8023_sent, a_refresh_runs_from_the_decision_or_from_the_end)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (unsigned from = 0; from <= FROM_END; from++) {
			static struct std d;
			uint64_t quantum, first, second;
			std_init(&d, phy);
			quantum = QUANTUM * d.clocks;
			d.config.ieee8023.refresh = from;
			std_open(&d);
			std_write(&d, "VIRTUAL_REFRESH", 20);
			request(&d, 1);
			std_run(&d, 50 * quantum);
			if (!from) {
				cr_expect_eq(d.frames, 1, "none");
				std_close(&d);
				continue;
			}
			cr_assert_eq(d.frames, 3, "phy %d, from %u: %u", phy, from, d.frames);
			first = from == FROM_END ? d.sent[0].end : d.sent[0].start;
			second = d.sent[1].start;
			if (from == FROM_DECISION)
				cr_expect_eq(second - first, 20 * quantum, "phy %d: %llu", phy,
				             (unsigned long long)(second - first));
			else
				cr_expect(second - first >= 20 * quantum && second - first <= 20 * quantum + 32, "phy %d: %llu",
				          phy, (unsigned long long)(second - first));
			request(&d, 0);
			std_run(&d, 50 * quantum);
			cr_expect_eq(d.sent[d.frames - 1].quanta, 0);
			cr_expect_eq(d.frames, 4, "an XON ends it");
			std_close(&d);
		}
	}
}

Test(ieee8023_sent, the_parameter_of_the_period_goes_before_the_control)
{
	static struct std d;

	std_init(&d, STD_GMII);
	d.config.ieee8023.refresh = FROM_DECISION;
	d.config.ieee8023.refresh_period = 10;
	std_open(&d);
	request(&d, 1);
	std_run(&d, 25 * QUANTUM);
	cr_expect_eq(d.frames, 3);
	cr_expect_eq(d.sent[1].start - d.sent[0].start, 10 * QUANTUM);
	std_close(&d);
}

Test(ieee8023_sent, an_xon_after_the_time_is_over_is_a_freedom)
{
	for (unsigned expired = 0; expired < 2; expired++) {
		static struct std d;
		std_init(&d, STD_GMII);
		d.config.ieee8023.xon_expired = expired;
		std_open(&d);
		std_write(&d, "VIRTUAL_QUANTA", 10);
		request(&d, 1);
		std_run(&d, 20 * QUANTUM);
		request(&d, 0);
		std_run(&d, 500);
		cr_expect_eq(d.frames, 1 + expired);
		request(&d, 1);
		std_run(&d, 300);
		request(&d, 0);
		std_run(&d, 500);
		cr_expect_eq(d.frames, 3 + expired, "within the time there is always one");
		std_close(&d);
	}
}

/* 31B.3: PAUSE frames are not held by a pause, and go before data. */
Test(ieee8023_sent, a_pause_of_ours_is_sent_while_paused)
{
	static struct std d;
	uint8_t frame[100];

	std_init(&d, STD_GMII);
	std_open(&d);
	std_rx_pause(&d, "01-80-C2-00-00-01", 200, 64);
	make_frame(frame, 100, OTHER, 0x0800);
	std_offer(&d, frame, 100);
	request(&d, 1);
	std_run(&d, 1000);
	cr_expect_eq(d.frames, 1);
	cr_expect_eq(d.sent[0].kind, PM_TX_PAUSE);
	std_run(&d, 200 * QUANTUM);
	cr_expect_eq(d.frames, 2);
	std_close(&d);
}

/* ---- marks ---- */

Test(ieee8023_sent, marks_of_the_receive_buffer_request)
{
	static struct std d;
	uint8_t frame[500];

	std_init(&d, STD_XGMII);
	d.config.ieee8023.sends_by = MARKS;
	d.config.ieee8023.buffer_octets = 4096;
	std_open(&d);
	std_write(&d, "VIRTUAL_HIGH_MARK", 1000);
	std_write(&d, "VIRTUAL_LOW_MARK", 400);
	make_frame(frame, 500, OTHER, 0x0800);
	frame_put_fcs(frame + 496, frame_fcs(frame, 496));
	d.host_busy = true; /* the host takes nothing */
	d.host_end = UINT64_MAX / 2;
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(d.frames, 0);
		std_rx_begin(&d, frame, 500, false, false);
		std_run(&d, 800);
	}
	expect_pauses(&d, PAUSES(0xFFFF), "1000 octets are the mark");
	d.host_end = d.now;
	std_run(&d, 100);
	expect_pauses(&d, PAUSES(0xFFFF), "500 octets are not below the low mark");
	std_run(&d, 3000);
	expect_pauses(&d, PAUSES(0xFFFF, 0), "the host took them");
	std_close(&d);
}

/* ---- PFC ---- */

static void expect_pfc(const struct std *d, unsigned i, uint8_t vector, uint16_t class0, uint16_t class2)
{
	const uint8_t *octets = d->sent[i].octets;

	cr_assert_lt(i, d->frames);
	cr_expect_eq(d->sent[i].kind, PM_TX_PFC);
	cr_expect_eq(frame_u16(octets + 14), 0x0101);
	cr_expect_eq(frame_u16(octets + 16), vector, "frame %u: vector %04x", i, frame_u16(octets + 16));
	cr_expect_eq(frame_u16(octets + 18), class0, "frame %u: class 0 has %04x", i, frame_u16(octets + 18));
	cr_expect_eq(frame_u16(octets + 22), class2, "frame %u: class 2 has %04x", i, frame_u16(octets + 22));
}

Test(ieee8023_sent, a_pfc_frame_has_the_classes_with_a_request_the_first_all_or_those_held)
{
	for (unsigned vector = 0; vector < 4; vector++) {
		static struct std d;
		std_init(&d, STD_XGMII);
		d.config.ieee8023.pfc_vector = vector;
		std_open(&d);
		std_write(&d, "VIRTUAL_PFC_QUANTA_2", 0x0100);
		std_write(&d, "VIRTUAL_PFC_REQUEST", 0x0F);
		std_run(&d, 500);
		cr_expect_eq(d.frames, 0, "no class is enabled");
		std_write(&d, "VIRTUAL_PFC_REQUEST", 0x05);
		std_write(&d, "VIRTUAL_PFC_ENABLE", 0x0700);
		std_run(&d, 1000);
		cr_expect_eq(d.frames, vector == 1 ? 2 : 1);
		if (vector == 1) {
			expect_pfc(&d, 0, 0x01, 0xFFFF, 0);
			expect_pfc(&d, 1, 0x04, 0, 0x0100);
		} else {
			expect_pfc(&d, 0, vector == 2 ? 0x07 : 0x05, 0xFFFF, 0x0100);
		}
		std_write(&d, "VIRTUAL_PFC_REQUEST", 0x04);
		std_run(&d, 1000);
		cr_expect_eq(d.frames, vector == 1 ? 3 : 2);
		expect_pfc(&d, d.frames - 1, (const uint8_t[]){ 0x01, 0x01, 0x07, 0x05 }[vector], 0, vector >= 2 ? 0x0100 : 0);
		std_close(&d);
	}
}

/* A PAUSE is requested besides; the frame that started turns out to be a PFC frame: it has the classes that were requested when it started. */
Test(ieee8023_sent, a_frame_that_was_no_pause_has_the_classes_of_its_start)
{
	for (unsigned later = 0; later < 2; later++) {
		static struct std d;
		std_init(&d, STD_XGMII);
		std_open(&d);
		std_write(&d, "VIRTUAL_PFC_ENABLE", 0xFF00);
		request(&d, 1);
		std_write(&d, "VIRTUAL_PFC_REQUEST", later ? 0x01 : 0x05);
		for (unsigned i = 0; i < 20 && !d.on_wire; i++)
			std_run(&d, 8);
		cr_assert(d.on_wire && pm_tx_frame(d.m)->kind == PM_TX_PAUSE);
		std_write(&d, "VIRTUAL_PFC_REQUEST", 0x05);
		std_run(&d, 8);
		pm_tx_retype(d.m, PM_TX_PFC);
		cr_expect_eq(frame_u16(pm_tx_frame(d.m)->octets + 16), later ? 0x01 : 0x05);
		std_close(&d);
	}
}

/* A link fault may hide a frame for each class that is requested, and one of a PAUSE. */
Test(ieee8023_sent, each_class_may_have_had_a_frame_that_is_not_seen)
{
	static const struct {
		unsigned vector;
		uint64_t classes, frames;
	} cases[] = { { 0, 0x01, 1 }, { 0, 0x80, 1 }, { 0, 0xFF, 8 }, { 0, 0x28, 2 }, { 1, 0x28, 1 }, { 0, 0, 1 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct std d;
		std_init(&d, STD_XGMII);
		d.config.timing.request = 64;
		d.config.ieee8023.pfc_vector = cases[i].vector;
		d.config.ieee8023.fault_loses = d.config.ieee8023.fault_counts = 1;
		std_counter(&d, "sent", "tx and octets = 64");
		std_counter(&d, "received", "rx");
		std_open(&d);
		std_write(&d, "VIRTUAL_PFC_ENABLE", 0xFF00);
		cr_expect_eq(pm_count_requested(d.m, 0), 0);
		std_write(&d, "VIRTUAL_PFC_REQUEST", cases[i].classes);
		request(&d, !cases[i].classes);
		std_run(&d, 8);
		cr_expect_eq(pm_count_requested(d.m, 0), cases[i].frames, "case %zu: %u", i,
		             (unsigned)pm_count_requested(d.m, 0));
		cr_expect_eq(pm_count_requested(d.m, 1), 0);
		std_close(&d);
	}
}

/* ---- gaps ---- */

static uint64_t gap_of(int phy, uint64_t octets, uint64_t deficit, uint64_t unit)
{
	static struct std d;
	uint8_t frame[100];
	uint64_t gap = 0;

	std_init(&d, phy);
	d.config.ieee8023.gap_octets = octets;
	d.config.ieee8023.gap_deficit = deficit;
	d.config.ieee8023.start_unit = unit;
	std_open(&d);
	std_write(&d, "VIRTUAL_IPG", octets);
	make_frame(frame, 100, OTHER, 0x0800);
	for (int i = 0; i < 8; i++) {
		std_offer(&d, frame, 61);
		while (d.offered || !d.taken)
			std_run(&d, 1);
	}
	std_run(&d, 1000);
	for (unsigned i = 1; i < d.frames; i++)
		gap += d.sent[i].start - d.sent[i - 1].end;
	std_close(&d);
	return gap;
}

Test(ieee8023_sent, a_gap_of_the_octets_that_the_profile_says)
{
	/* the next frame is offered in the clock after the end: it is never due before the gap is over */
	cr_expect_eq(gap_of(STD_GMII, 12, 1, 4), 7 * 12);
	cr_expect_eq(gap_of(STD_GMII, 20, 1, 4), 7 * 20);
	cr_expect_eq(gap_of(STD_MII, 12, 1, 4), 7 * 24);
	cr_expect_eq(gap_of(STD_MII, 16, 1, 4), 7 * 32);
}

Test(ieee8023_sent, the_deficit_and_the_unit_of_a_start_are_freedoms)
{
	uint64_t deficit = gap_of(STD_XGMII, 12, 1, 4), none = gap_of(STD_XGMII, 12, 0, 4), words = gap_of(STD_XGMII, 12, 0, 8);

	/* 61 octets and an FCS end in lane 1 of a column: 73 octets from /S/ to /T/ */
	cr_expect_geq(deficit, 7 * 12 - 3);
	cr_expect_lt(deficit, 7 * 15, "%llu", (unsigned long long)deficit);
	cr_expect_eq(none, 7 * 15, "12 rounded up to a column: %llu", (unsigned long long)none);
	cr_expect_eq(words, 7 * 15, "73 + 15 is a multiple of 8: %llu", (unsigned long long)words);
	cr_expect_eq(gap_of(STD_XGMII, 16, 0, 8), 7 * 23);
	cr_expect_eq(gap_of(STD_XGMII, 16, 0, 4), 7 * 19);
}

/* 46.3.4: four sequences of local fault, and no frame starts; without the reconciliation sublayer they are nothing to the MAC. */
Test(ieee8023_sent, link_faults_hold_frames_or_not)
{
	for (unsigned signals = 0; signals < 2; signals++) {
		static struct std d;
		uint8_t frame[100], lanes[16] = { 0x9C, 0, 0, 1, 0x9C, 0, 0, 1, 0x9C, 0, 0, 1, 0x9C, 0, 0, 1 };
		uint32_t code[] = { 0, 4, 8, 12 };
		std_init(&d, STD_XGMII);
		d.config.ieee8023.fault_signals = signals;
		std_open(&d);
		pm_open(d.m, d.now);
		cr_assert_eq(pm_rx_lanes(d.m, d.now, lanes, sizeof(lanes), code, COUNT_OF(code), NULL), 0);
		pm_settle(d.m);
		d.next = pm_close(d.m);
		d.now += d.step;
		std_run(&d, 16);
		make_frame(frame, 100, OTHER, 0x0800);
		std_offer(&d, frame, 100);
		std_run(&d, 300);
		cr_expect_eq(d.frames, !signals);
		std_run(&d, 1000);
		cr_expect_eq(d.frames, 1, "128 columns without one end the fault");
		std_close(&d);
	}
}

/* 4.2.3.1: a frame starts while the host passes it, or when it is whole. */
Test(ieee8023_sent, a_frame_starts_from_its_first_or_from_its_last_word)
{
	for (unsigned stored = 0; stored < 2; stored++) {
		static struct std d;
		uint8_t frame[500];
		uint64_t offered;
		std_init(&d, STD_GMII);
		d.config.ieee8023.tx_stored = stored;
		std_open(&d);
		make_frame(frame, 500, OTHER, 0x0800);
		offered = d.now;
		std_tx(&d, frame, 500);
		cr_assert_eq(d.frames, 1);
		if (stored)
			cr_expect_geq(d.sent[0].start, offered + 500);
		else
			cr_expect_leq(d.sent[0].start, offered + 4);
		std_close(&d);
	}
}

/* Offers 90 octets, of which the host withholds number 46 for 20 clocks if REACHED is the cycle in which the device took the one before it. Returns the
 * cycle in which the frame may start. */
static uint64_t starts_in(struct std *d, uint64_t reached)
{
	enum { LEN = 90, AT = 46, CLOCKS = 20, WINDOW = 2000 };
	uint64_t offered = d->now, start = PM_NEVER;
	uint8_t frame[LEN];

	make_frame(frame, LEN, OTHER, 0x0800);
	for (; start == PM_NEVER && d->now < offered + WINDOW; d->now++) {
		pm_open(d->m, d->now);
		if (pm_start(d->m)->kind == PM_TX_DATA && pm_start(d->m)->due <= d->now)
			start = d->now;
		if (d->now == offered) {
			cr_assert_eq(pm_host_offer(d->m, frame, LEN, reached ? AT : -1), 0);
			pm_host_offer_withheld(d->m, CLOCKS);
		}
		if (d->now == reached)
			pm_host_withholds(d->m);
		pm_settle(d->m);
		pm_close(d->m);
	}
	return start;
}

/* 4.2.3.1: a frame starts when 64 octets of it are there. Octets that the host withholds come so many clocks after the octet before them was taken,
 * which a MAC may put off. */
Test(ieee8023_sent, octets_that_the_host_withholds_delay_a_start)
{
	static struct std d;
	uint64_t offered, delay;

	for (uint64_t put_off = 0; put_off < 1000; put_off += 333) {
		std_init(&d, STD_GMII);
		d.config.ieee8023.start_octets = 64;
		std_open(&d);
		offered = d.now;
		delay = starts_in(&d, 0) - (offered + 63);
		cr_expect_leq(delay, 4);
		std_close(&d);
		std_init(&d, STD_GMII);
		d.config.ieee8023.start_octets = 64;
		std_open(&d);
		offered = d.now;
		cr_expect_eq(starts_in(&d, offered + 45 + put_off), offered + 45 + put_off + 1 + 20 + (63 - 46) + delay);
		std_close(&d);
	}
}

/* 4.2.3.2.1: carrier in the first part of the gap restarts it, later carrier does not. The gap has 24 clocks; the carrier comes in clock 12. */
Test(ieee8023_sent, the_first_part_of_the_gap_is_a_freedom)
{
	uint64_t start[2];

	for (unsigned part = 0; part < 2; part++) {
		static struct std d;
		uint8_t frame[100];
		std_init(&d, STD_MII);
		d.config.ieee8023.gap_part_one = part ? 64 : 16;
		std_open(&d);
		std_write(&d, "VIRTUAL_ENABLES", 0x6F);
		std_run(&d, 400);
		make_frame(frame, 100, OTHER, 0x0800);
		std_crs(&d, true);
		std_run(&d, 40);
		std_offer(&d, frame, 100);
		std_crs(&d, false);
		std_run(&d, 10);
		std_crs(&d, true);
		std_run(&d, 3);
		std_crs(&d, false);
		start[part] = d.now;
		while (d.pending)
			std_run(&d, 1);
		start[part] = d.sent[0].start - start[part];
		std_close(&d);
	}
	cr_expect_lt(start[0], 14, "the gap went on: %llu", (unsigned long long)start[0]);
	cr_expect_geq(start[1], 22, "the gap began again: %llu", (unsigned long long)start[1]);
}
