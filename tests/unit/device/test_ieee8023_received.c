/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: what the host gets of received frames, each freedom on both of its sides. 802.3 4.2.4, 31.5; doc/devices/ieee8023.md 1. */
#include "ieee8023_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

#define GROUP "01-80-C2-00-00-01"
#define OWN "00-11-22-33-44-55"
#define OTHER "00-11-22-33-44-54"

enum { DROPPED, PASSED, MARKED };

static void rx(struct std *d, const char *destination, uint16_t type, uint32_t len, bool fcs_wrong)
{
	uint8_t frame[2000];

	make_frame(frame, len, destination, type);
	frame_put_fcs(frame + len - 4, frame_fcs(frame, len - 4));
	frame[len - 1] ^= fcs_wrong;
	std_rx(d, frame, len, false, false);
}

/* What became of the newest frame. */
static int fate(struct std *d, unsigned *delivered)
{
	int ret = d->delivered == *delivered ? DROPPED : d->host.bad ? MARKED : PASSED;

	*delivered = d->delivered;
	return ret;
}

Test(ieee8023_received, the_fcs_is_kept_or_stripped)
{
	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (unsigned kept = 0; kept < 2; kept++) {
			static struct std d;
			std_init(&d, phy);
			d.config.ieee8023.fcs_kept = kept;
			std_open(&d);
			rx(&d, OWN, 0x0800, 100, false);
			cr_expect_eq(d.delivered, 1);
			cr_expect_eq(d.host.len, kept ? 100 : 96);
			std_close(&d);
		}
	}
}

/* 802.3 4.2.4.2.2 discards a fragment: without a header and an FCS it may be missing, and if it comes, its octets mean nothing. */
Test(ieee8023_received, what_is_left_of_a_fragment_is_open)
{
	for (unsigned kept = 0; kept < 2; kept++) {
		static struct std d;
		std_init(&d, STD_GMII);
		d.config.ieee8023.fcs_kept = kept;
		std_open(&d);
		for (uint32_t len = 1; len <= 18; len++) {
			uint8_t octets[18] = { 1, 2, 3, 4, 5 };
			std_rx(&d, octets, len, false, false);
			cr_expect_eq(d.delivered, len);
			cr_expect_eq(d.host.optional, len < 18, "%u", len);
			cr_expect(d.host.loose && d.host.bad, "%u", len);
			cr_expect_gt(d.host.len, 0);
		}
		std_close(&d);
	}
}

Test(ieee8023_received, frames_with_an_error_are_marked_or_dropped)
{
	for (unsigned dropped = 0; dropped < 2; dropped++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.bad_dropped = dropped;
		std_open(&d);
		rx(&d, OWN, 0x0800, 100, true);
		cr_expect_eq(fate(&d, &delivered), dropped ? DROPPED : MARKED);
		rx(&d, OWN, 0x0800, 100, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		rx(&d, OWN, 0x0800, 60, true);
		cr_expect_eq(fate(&d, &delivered), dropped ? DROPPED : MARKED);
		std_close(&d);
	}
}

Test(ieee8023_received, runts_and_long_frames_are_dropped_passed_or_marked)
{
	for (int is = DROPPED; is <= MARKED; is++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.runts = (uint64_t)is;
		d.config.ieee8023.too_long = (uint64_t)(is + 1) % 3;
		std_open(&d);
		rx(&d, OWN, 0x0800, 63, false);
		cr_expect_eq(fate(&d, &delivered), is);
		rx(&d, OWN, 0x0800, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		rx(&d, OWN, 0x0800, 1518, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		rx(&d, OWN, 0x0800, 1519, false);
		cr_expect_eq(fate(&d, &delivered), (is + 1) % 3);
		std_write(&d, "VIRTUAL_MAX_FRAME", 1600);
		rx(&d, OWN, 0x0800, 1600, false);
		cr_expect_eq(fate(&d, &delivered), PASSED, "max_frame is the limit");
		std_close(&d);
	}
}

Test(ieee8023_received, a_tagged_frame_may_be_longer)
{
	for (unsigned longer = 0; longer < 2; longer++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.tagged_longer = longer;
		std_open(&d);
		rx(&d, OWN, 0x8100, 1522, false);
		cr_expect_eq(fate(&d, &delivered), longer ? PASSED : MARKED);
		rx(&d, OWN, 0x0800, 1522, false);
		cr_expect_eq(fate(&d, &delivered), MARKED);
		rx(&d, OWN, 0x8100, 1523, false);
		cr_expect_eq(fate(&d, &delivered), MARKED);
		std_close(&d);
	}
}

/* Receives a frame of LEN octets with TAGS tags, 88-A8 before 81-00. */
static void rx_tags(struct std *d, unsigned tags, uint32_t len)
{
	uint8_t frame[2001];

	make_frame(frame, len, OWN, tags == 2 ? 0x88A8 : tags ? 0x8100 : 0x0800);
	frame[16] = tags == 2 ? 0x81 : 0x08;
	frame[17] = frame[20] = frame[21] = 0;
	frame_put_fcs(frame + len - 4, frame_fcs(frame, len - 4));
	std_rx(d, frame, len, false, false);
}

/* 802.3 3.2.7, 4.2.7.1: 1,518, 1,522 and 2,000 octets; 802.1Q: two tags are 8 octets more. */
Test(ieee8023_received, tags_add_as_many_octets_as_the_profile_says)
{
	static const struct {
		unsigned octets;
		uint32_t longest[3]; /* with no, one and two tags */
	} rows[] = { { 0, { 1518, 1518, 1518 } },
		     { 4, { 1518, 1522, 1522 } },
		     { 8, { 1518, 1522, 1526 } },
		     { 482, { 1518, 2000, 2000 } } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.tag_octets = rows[i].octets;
		std_open(&d);
		for (unsigned tags = 0; tags < 3; tags++) {
			rx_tags(&d, tags, rows[i].longest[tags]);
			cr_expect_eq(fate(&d, &delivered), PASSED, "tags=%u: %u tags", rows[i].octets, tags);
			rx_tags(&d, tags, rows[i].longest[tags] + 1);
			cr_expect_eq(fate(&d, &delivered), MARKED, "tags=%u: %u tags", rows[i].octets, tags);
		}
		std_close(&d);
	}
}

Test(ieee8023_received, the_length_field_is_checked_or_not)
{
	for (unsigned checked = 0; checked < 2; checked++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.length_checked = checked;
		std_open(&d);
		rx(&d, OWN, 100, 64, false);
		cr_expect_eq(fate(&d, &delivered), checked ? MARKED : PASSED);
		rx(&d, OWN, 46, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		rx(&d, OWN, 1, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED, "padded");
		std_close(&d);
	}
}

Test(ieee8023_received, the_address_filter_keeps_unicast_of_others)
{
	for (unsigned filter = 0; filter < 2; filter++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.address_filter = filter;
		std_open(&d);
		rx(&d, OTHER, 0x0800, 64, false);
		cr_expect_eq(fate(&d, &delivered), filter ? DROPPED : PASSED);
		rx(&d, OWN, 0x0800, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		rx(&d, "01-00-5E-00-00-01", 0x0800, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		rx(&d, "FF-FF-FF-FF-FF-FF", 0x0800, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED);
		std_write(&d, "VIRTUAL_STATION_LOW", 0x22334454);
		rx(&d, OTHER, 0x0800, 64, false);
		cr_expect_eq(fate(&d, &delivered), PASSED, "the station has this address now");
		std_close(&d);
	}
}

/* Sends a frame to DESTINATION in which the station's address changes. */
static void rx_as_station_changes(struct std *d, const char *destination, uint32_t station_low)
{
	uint8_t frame[64];

	make_frame(frame, sizeof(frame), destination, 0x0800);
	frame_put_fcs(frame + sizeof(frame) - 4, frame_fcs(frame, sizeof(frame) - 4));
	std_rx_begin(d, frame, sizeof(frame), false, false);
	std_run(d, 20);
	std_write(d, "VIRTUAL_STATION_LOW", station_low);
	std_run(d, 200);
}

Test(ieee8023_received, an_address_that_changes_is_open_for_frames_to_it_alone)
{
	static const struct {
		const char *destination;
		uint32_t station_low;
		int fate;
		bool optional;
	} cases[] = {
		{ "01-00-5E-00-00-01", 0x22334457, PASSED, false },  { "FF-FF-FF-FF-FF-FF", 0x22334457, PASSED, false },
		{ "00-11-22-33-44-99", 0x22334457, DROPPED, false }, /* a third station */
		{ "00-11-22-33-44-55", 0x22334457, PASSED, true },   /* the one before */
		{ "00-11-22-33-44-57", 0x22334457, PASSED, true },   /* the one after */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		static struct std d;
		unsigned delivered = 0;
		std_init(&d, STD_GMII);
		d.config.ieee8023.address_filter = 1;
		std_open(&d);
		rx_as_station_changes(&d, cases[i].destination, cases[i].station_low);
		cr_expect_eq(fate(&d, &delivered), cases[i].fate, "%s", cases[i].destination);
		cr_expect_eq(d.rx.optional, cases[i].optional, "%s", cases[i].destination);
		std_close(&d);
	}
}

Test(ieee8023_received, control_frames_are_dropped_passed_or_marked)
{
	for (int pause = DROPPED; pause <= MARKED; pause++) {
		for (int other = DROPPED; other <= MARKED; other++) {
			static struct std d;
			unsigned delivered = 0;
			uint8_t frame[64];
			std_init(&d, STD_GMII);
			d.config.ieee8023.control_forwarded = (uint64_t)pause;
			d.config.ieee8023.other_control = (uint64_t)other;
			std_open(&d);
			std_rx_pause(&d, GROUP, 0, 64);
			std_run(&d, 100);
			cr_expect_eq(fate(&d, &delivered), pause);
			make_pause(frame, 0);
			frame[15] = 3;
			std_rx_good(&d, frame, 64);
			cr_expect_eq(fate(&d, &delivered), other, "an opcode without a meaning");
			std_rx_pause(&d, OTHER, 0, 64);
			std_run(&d, 100);
			cr_expect_eq(fate(&d, &delivered), other, "a PAUSE for another station is none");
			std_write(&d, "VIRTUAL_ENABLES", 0x9F);
			std_rx_pause(&d, GROUP, 0, 64);
			std_run(&d, 100);
			cr_expect_eq(fate(&d, &delivered), PASSED, "forward_control");
			std_rx_good(&d, frame, 64);
			cr_expect_eq(fate(&d, &delivered), PASSED, "forward_control, an opcode without a meaning");
			std_close(&d);
		}
	}
}

Test(ieee8023_received, the_receive_enable_decides)
{
	static struct std d;
	uint8_t frame[64];

	std_init(&d, STD_GMII);
	std_open(&d);
	std_write(&d, "VIRTUAL_ENABLES", 0x8E);
	make_frame(frame, 64, OWN, 0x0800);
	frame_put_fcs(frame + 60, frame_fcs(frame, 60));
	std_rx_begin(&d, frame, 64, false, false);
	std_run(&d, 300);
	cr_expect_eq(d.classified, 0);
	std_write(&d, "VIRTUAL_ENABLES", 0x8F);
	rx(&d, OWN, 0x0800, 64, false);
	cr_expect_eq(d.delivered, 1);
	std_close(&d);
}

/* 46.3.3.1: an error while a frame is received makes its frame check fail. In which lane of the preamble the /E/ is does not matter. */
Test(ieee8023_received, an_error_in_the_preamble_of_xgmii_is_one_of_the_frame_or_leaves_none)
{
	for (unsigned errors = 0; errors < 2; errors++) {
		for (uint32_t at = 1; at < 8; at++) {
			static struct std d;
			uint8_t run[80], frame[64];
			uint32_t code[3] = { 0, at, 72 };
			std_init(&d, STD_XGMII);
			d.config.ieee8023.head_errors = errors;
			std_open(&d);
			make_frame(frame, 64, OWN, 0x0800);
			frame_put_fcs(frame + 60, frame_fcs(frame, 60));
			memset(run, 0x55, 8);
			run[0] = 0xFB;
			run[7] = 0xD5;
			run[at] = 0xFE;
			memcpy(run + 8, frame, 64);
			run[72] = 0xFD;
			pm_open(d.m, d.now);
			cr_assert_eq(pm_rx_lanes(d.m, d.now, run, 73, code, 3, NULL), 0);
			pm_settle(d.m);
			d.next = pm_close(d.m);
			d.now += d.step;
			std_run(&d, 400);
			cr_expect_eq(d.classified, errors && at < 7, "/E/ at %u", at);
			if (d.classified)
				cr_expect(d.rx.code_error && d.host.bad, "/E/ at %u", at);
			std_close(&d);
		}
	}
}

/* 22.2.1.5, 35.2.1.5: the same of RX_ER in a preamble or its SFD; the octets may come in any portions. */
Test(ieee8023_received, an_error_in_the_preamble_is_one_of_the_frame_or_leaves_none)
{
	for (unsigned errors = 0; errors < 2; errors++) {
		for (uint32_t at = 0; at < 10; at++) {
			for (unsigned live = 0; live < 2; live++) {
				static struct std d;
				uint8_t run[72];
				std_init(&d, STD_GMII);
				d.config.ieee8023.head_errors = errors;
				std_open(&d);
				memset(run, 0x55, 7);
				run[7] = 0xD5;
				make_frame(run + 8, 64, OWN, 0x0800);
				frame_put_fcs(run + 68, frame_fcs(run + 8, 60));
				pm_open(d.m, d.now);
				if (live) {
					pm_rx_begin(d.m);
					for (uint32_t i = 0; i < sizeof(run); i++)
						cr_assert_eq(pm_rx_more(d.m, run + i, 1, i == at), 0);
					pm_rx_end(d.m);
				} else {
					cr_assert_eq(pm_rx_run(d.m, run, sizeof(run), (int32_t)at), 0);
				}
				pm_settle(d.m);
				d.next = pm_close(d.m);
				d.now += d.step;
				std_run(&d, 400);
				cr_expect_eq(d.classified, errors || at > 7, "error at %u, live %u", at, live);
				if (d.classified)
					cr_expect(d.rx.code_error && d.host.bad, "error at %u", at);
				std_close(&d);
			}
		}
	}
}

/* The host takes nothing: a frame is kept if there are pieces enough for it. */
Test(ieee8023_received, a_frame_takes_whole_pieces_of_the_buffer)
{
	static const struct {
		unsigned unit, kept;
	} cases[] = { { 1, 14 }, { 8, 14 }, { 64, 8 }, { 128, 8 }, { 256, 4 } };

	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (size_t i = 0; i < COUNT_OF(cases); i++) {
			static struct std d;
			uint8_t frame[70];
			std_init(&d, phy);
			d.config.ieee8023.buffer_octets = 1024;
			d.config.ieee8023.buffer_unit = cases[i].unit;
			std_counter(&d, "lost", "rx and discarded");
			std_open(&d);
			d.host_busy = true;
			d.host_end = UINT64_MAX / 2;
			make_frame(frame, 70, OWN, 0x0800);
			frame_put_fcs(frame + 66, frame_fcs(frame, 66));
			for (unsigned k = 0; k < 20; k++) {
				std_rx_begin(&d, frame, 70, false, false);
				std_run(&d, 200);
			}
			cr_expect_eq(20 - std_read(&d, "lost"), cases[i].kept, "PHY %d, unit %u: %u lost", phy, cases[i].unit,
			             (unsigned)std_read(&d, "lost"));
			std_close(&d);
		}
	}
}
