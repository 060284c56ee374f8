/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the 82598EB through the library's public functions, by the documents: quanta, which frames are a PAUSE, gates, thresholds,
 * XONE, refresh. 82598EB DS p.119; doc/devices/i82598.md. */
#include "i82598_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

/* ---- receiving PAUSE ---- */

Test(i82598, one_quantum_is_64_octet_times_not_512_ns)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, RFCE);
	i82598_pause(&d, multicast, 2);
	i82598_on(&d, 40);
	/* E+7; 2 quanta of 51.2 ns at 10 Gb/s are 128 octet times; with the page's 512 ns they would be 1,280 */
	cr_expect_eq(d.rise, d.end - d.end % STEP + 7 * STEP, "%" PRIu64 " after the end", d.rise - d.end);
	cr_expect_eq(d.timer, 128);
	cr_expect_eq(d.fall - d.rise, 128, "%" PRIu64, d.fall - d.rise);
	cr_expect_eq(i82598_read(&d, LXOFFRXC), 1);
	cr_expect_eq(i82598_read(&d, LXOFFRXC), 0);
	pm_free(d.m);
}

/* The lanes are lent to the model; after pm_keep() it must still return their octets. */
Test(i82598, a_classified_frame_has_its_octets_after_a_keep)
{
	static struct lanes l;
	static const uint32_t code[] = { 0, 72 };
	const struct pm_view *view;
	uint8_t octets[64];
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, RFCE);
	pm_lend(d.m);
	make_frame(octets, 60, station, 0x0800);
	lanes_frame(&l, octets, 60, 0);
	i82598_to(&d, pm_cycle(d.m) + STEP);
	pm_rx_lanes(d.m, pm_cycle(d.m), l.octets, l.len, code, COUNT_OF(code), NULL);
	do {
		i82598_on(&d, 1);
		view = pm_settle(d.m);
	} while (!view->rx && pm_cycle(d.m) < 1000 * STEP);
	cr_assert_not_null(view->rx);
	pm_keep(d.m);
	memset(&l, 0, sizeof(l));
	cr_expect_arr_eq(view->rx->octets, octets, 60);
	pm_free(d.m);
}

Test(i82598, a_pause_needs_the_flow_control_address_or_station_address_0)
{
	static const struct {
		const char *destination;
		uint32_t paused;
	} cases[] = { { multicast, 1 }, { station, 1 }, { other, 0 }, { "01-80-C2-00-00-02", 0 }, { broadcast, 0 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct i82598_drive d;
		i82598_default(&d);
		i82598_write(&d, 0x5408, 0x33221100); /* RAL1, RAH1: OTHER */
		i82598_write(&d, 0x540C, top_bit | 0x6644);
		i82598_setup(&d, RFCE);
		i82598_pause(&d, cases[i].destination, 100);
		cr_expect_eq(i82598_read(&d, TFCS), cases[i].paused, "%s", cases[i].destination);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), cases[i].paused, "%s", cases[i].destination);
		pm_free(d.m);
	}
}

/* 512 ns at 10 Gb/s are 640 octet times. */
Test(i82598, the_quantum_of_512_ns_is_a_reading)
{
	struct pm_config config;
	struct i82598_drive d;

	pm_config_init(&config, "i82598");
	config.i82598.quantum_512ns = 1;
	i82598_open(&d, &config);
	i82598_setup(&d, RFCE);
	i82598_pause(&d, multicast, 2);
	i82598_on(&d, 400);
	cr_expect_eq(d.timer, 1280);
	cr_expect_eq(d.fall - d.rise, 1280, "%" PRIu64, d.fall - d.rise);
	i82598_pause(&d, multicast, 0xFFFF);
	cr_expect_eq(d.timer, 65535 * 640);
	pm_free(d.m);
}

/* The station address is compared whatever RAH0.AV says; the address filter needs AV. */
Test(i82598, whether_a_pause_needs_a_valid_address_is_a_reading)
{
	for (unsigned needs = 0; needs < 2; needs++) {
		struct pm_config config;
		struct i82598_drive d;
		pm_config_init(&config, "i82598");
		config.i82598.address_needs_valid = needs;
		i82598_open(&d, &config);
		i82598_setup(&d, RFCE | UPE);
		i82598_write(&d, RAH0, 0x5544);
		i82598_pause(&d, station, 100);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), !needs);
		cr_expect_eq(i82598_read(&d, GPRC), needs);
		cr_expect_eq(!!(d.record & RECORD_CONTROL), !needs);
		i82598_pause(&d, multicast, 100);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), 1);
		i82598_write(&d, RAH0, top_bit | 0x5544);
		i82598_pause(&d, station, 100);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), 1);
		pm_free(d.m);
	}
}

Test(i82598, the_length_of_a_pause_is_a_reading)
{
	for (unsigned exact = 0; exact < 2; exact++) {
		uint8_t octets[100] = { 0 };
		struct pm_config config;
		struct i82598_drive d;
		pm_config_init(&config, "i82598");
		config.i82598.pause_exact64 = exact;
		i82598_open(&d, &config);
		i82598_setup(&d, RFCE | MPE | DPF);
		make_pause(octets, 100);
		i82598_frame(&d, octets, 64, false);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), 1);
		i82598_frame(&d, octets, 65, false);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), !exact);
		cr_expect_eq(i82598_read(&d, GPRC), exact);
		cr_expect(d.record & RECORD_CONTROL);
		i82598_frame(&d, octets, 63, false);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), 0);
		pm_free(d.m);
	}
}

Test(i82598, without_rfce_a_pause_is_an_ordinary_frame)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, MPE);
	i82598_pause(&d, multicast, 100);
	cr_expect_eq(d.record & (RECORD_PAUSE | RECORD_DELIVERED | RECORD_BAD), RECORD_DELIVERED, "0x%X", d.record);
	cr_expect_eq(d.rise, 0);
	cr_expect_eq(i82598_read(&d, TFCS), 0);
	cr_expect_eq(i82598_read(&d, LXOFFRXC), 0);
	cr_expect_eq(i82598_read(&d, GPRC), 1);
	cr_expect_eq(i82598_read(&d, MPRC), 1);
	cr_expect_eq(i82598_read(&d, PRC64), 1);
	pm_free(d.m);
}

Test(i82598, clearing_rfce_resumes_at_once)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, RFCE);
	i82598_pause(&d, multicast, 1000);
	cr_expect_eq(i82598_read(&d, TFCS), 1);
	i82598_write(&d, FCTRL, 0);
	i82598_on(&d, 4);
	cr_expect_gt(d.fall, d.rise);
	cr_expect_eq(i82598_read(&d, TFCS), 0);
	pm_free(d.m);
}

/* 82598EB DS p.120: DPF discards PAUSE frames to the station address; PMCF passes frames of another opcode to the multicast or the station
 * address. A frame of type 0x8808 to any other address is an ordinary one. */
Test(i82598, dpf_and_pmcf_decide_which_control_frames_reach_the_host)
{
	static const struct {
		uint32_t fctrl;
		const char *destination;
		uint16_t opcode;
		bool delivered, delivered_alt; /* without and with DpfMulticast */
	} cases[] = {
		{ RFCE | MPE, multicast, 1, true, true },
		{ RFCE | MPE | DPF, multicast, 1, true, false },
		{ RFCE, multicast, 1, false, false },
		{ RFCE | DPF, multicast, 1, false, false },
		{ RFCE, station, 1, true, true },
		{ RFCE | DPF, station, 1, false, false },
		{ DPF, station, 1, true, true }, /* without RFCE it is no PAUSE */
		{ MPE | DPF, multicast, 1, true, true },
		{ RFCE | MPE, multicast, 2, false, false },
		{ RFCE | MPE | PMCF, multicast, 2, true, true },
		{ RFCE | PMCF, multicast, 2, false, false },
		{ MPE, multicast, 2, false, false },
		{ MPE | PMCF, multicast, 2, true, true },
		{ 0, station, 2, false, false },
		{ PMCF, station, 2, true, true },
		{ RFCE | UPE, other, 2, true, true },
		{ RFCE | UPE | DPF, other, 1, true, true },
		{ RFCE | MPE, "01-80-C2-00-00-02", 2, true, true },
		{ RFCE | BAM, broadcast, 2, true, true },
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		const bool alt = i % 2, delivered = alt ? cases[i / 2].delivered_alt : cases[i / 2].delivered;
		uint8_t octets[PAUSE_FRAME_OCTETS];
		struct pm_config config;
		struct i82598_drive d;
		pm_config_init(&config, "i82598");
		config.i82598.dpf_multicast = alt;
		i82598_open(&d, &config);
		i82598_setup(&d, cases[i / 2].fctrl);
		make_pause(octets, 7);
		parse_address(octets, cases[i / 2].destination);
		octets[15] = (uint8_t)cases[i / 2].opcode;
		i82598_frame(&d, octets, PAUSE_FRAME_OCTETS, false);
		cr_expect_eq(!!(d.record & RECORD_DELIVERED), delivered,
		             "FCTRL 0x%X, %s, opcode %u, DpfMulticast %d: record 0x%X", cases[i / 2].fctrl,
		             cases[i / 2].destination, cases[i / 2].opcode, alt, d.record);
		cr_expect_eq(!!(d.record & RECORD_CONTROL),
		             cases[i / 2].destination == multicast || cases[i / 2].destination == station, "%s",
		             cases[i / 2].destination);
		pm_free(d.m);
	}
}

Test(i82598, software_holds_the_transmitter_by_tfcs)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, RFCE);
	i82598_write(&d, TFCS, 1);
	cr_expect_eq(i82598_read(&d, TFCS), 1, "set by software");
	cr_expect_gt(d.rise, 0);
	i82598_pause(&d, multicast, 0);
	cr_expect_eq(i82598_read(&d, TFCS), 0, "an XON clears it");
	cr_expect_eq(i82598_read(&d, LXONRXC), 1);
	i82598_write(&d, TFCS, 1);
	i82598_pause(&d, multicast, 2);
	i82598_on(&d, 40);
	cr_expect_eq(i82598_read(&d, TFCS), 1, "the end of the time does not");
	i82598_write(&d, TFCS, 0);
	cr_expect_eq(i82598_read(&d, TFCS), 0, "software does");
	i82598_pause(&d, multicast, 1000);
	cr_expect_eq(i82598_read(&d, TFCS), 1);
	i82598_write(&d, TFCS, 0xFF00);
	cr_expect_eq(i82598_read(&d, TFCS), 0xFF00, "also a hold of the partner's");
	pm_free(d.m);
}

/* ---- sending PAUSE ---- */

static void i82598_marks(struct i82598_drive *d, uint32_t high, uint32_t low)
{
	i82598_setup(d, UPE);
	i82598_write(d, FCTTV0, 0x100);
	i82598_write(d, FCRTL0, low);
	i82598_write(d, FCRTH0, top_bit | high);
	i82598_write(d, RMCS, TFCE);
}

Test(i82598, xoff_at_the_high_mark_and_xon_below_the_low_mark)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_marks(&d, 192, top_bit | 64);
	i82598_data(&d, 64, station);
	i82598_data(&d, 127, station);
	i82598_on(&d, 40);
	cr_expect_eq(d.starts, 0, "191 octets");
	i82598_take(&d);
	i82598_data(&d, 65, station); /* 127 + 65 */
	i82598_on(&d, 40);
	cr_expect_eq(d.starts, 1, "192 octets");
	cr_expect_eq(d.sent[0].kind, PM_TX_PAUSE);
	cr_expect_eq(d.sent[0].quanta, 0x100);
	i82598_data(&d, 64, station); /* 256: the same crossing */
	i82598_take(&d);
	i82598_take(&d); /* 64 */
	i82598_on(&d, 40);
	cr_expect_eq(d.starts, 1, "at the low mark");
	i82598_take(&d);
	i82598_on(&d, 40);
	cr_expect_eq(d.starts, 2, "below the low mark");
	cr_expect_eq(d.sent[1].quanta, 0);
	cr_expect_eq(i82598_read(&d, LXOFFTXC), 1);
	cr_expect_eq(i82598_read(&d, LXONTXC), 1);
	cr_expect_eq(i82598_read(&d, GPTC), 2, "I10");
	cr_expect_eq(i82598_read(&d, MPTC), 2);
	cr_expect_eq(i82598_read(&d, PTC64), 2);
	cr_expect_eq(i82598_read(&d, GOTCH), 128);
	cr_expect_eq(i82598_read(&d, TPT), 2);
	pm_free(d.m);
}

/* An XON that is late stays due however often the model is visited, so that the delay is the only difference. */
Test(i82598, an_xon_that_does_not_come_stays_due)
{
	struct pm_start due;
	struct i82598_drive d;

	i82598_default(&d);
	i82598_marks(&d, 128, top_bit | 64);
	i82598_data(&d, 128, station);
	i82598_on(&d, 40);
	cr_assert_eq(d.starts, 1, "XOFF");
	d.silent = true;
	i82598_take(&d);
	while (pm_start(d.m)->kind == PM_TX_NONE)
		i82598_on(&d, 1);
	due = *pm_start(d.m);
	cr_expect_eq(due.kind, PM_TX_PAUSE);
	cr_expect_eq(due.quanta, 0, "XON");
	for (unsigned i = 0; i < 10; i++) {
		i82598_on(&d, 1);
		cr_expect_eq(pm_start(d.m)->kind, PM_TX_PAUSE, "%u cycles later", i + 1);
		cr_expect_eq(pm_start(d.m)->due, due.due, "%u cycles later", i + 1);
	}
	pm_free(d.m);
}

Test(i82598, the_reading_of_the_high_mark_is_a_parameter)
{
	struct pm_config config;
	struct i82598_drive d;

	pm_config_init(&config, "i82598");
	config.i82598.high_mark_above = true;
	config.i82598.tx_fc_in_good = false;
	i82598_open(&d, &config);
	i82598_marks(&d, 128, 0);
	i82598_data(&d, 128, station);
	i82598_on(&d, 40);
	cr_expect_eq(d.starts, 0, "at the mark");
	i82598_data(&d, 64, station);
	i82598_on(&d, 40);
	cr_expect_eq(d.starts, 1, "above it");
	cr_expect_eq(i82598_read(&d, LXOFFTXC), 1);
	cr_expect_eq(i82598_read(&d, GPTC), 0);
	cr_expect_eq(i82598_read(&d, TPT), 1);
	pm_free(d.m);
}

/* Returns the smallest level, a multiple of 64 octets, at which marks of VALUE request an XOFF. */
static uint32_t level_of_mark(unsigned format, uint32_t value)
{
	struct pm_config config;
	uint32_t level = 0;
	struct i82598_drive d;

	pm_config_init(&config, "i82598");
	config.i82598.mark_format = format;
	i82598_open(&d, &config);
	i82598_marks(&d, value, value);
	while (!d.starts && level < 2000) {
		i82598_data(&d, 64, station);
		level += 64;
		i82598_on(&d, 40);
	}
	pm_free(d.m);
	return level;
}

/* The register holds octets: 18:4 as they are, the 13 bits 15:3 of the 1 Gb/s family, or 18:8 in units of 256 octets. */
Test(i82598, the_bits_of_a_mark_are_a_reading)
{
	static const struct {
		uint32_t value, level[3];
	} cases[] = {
		{ 192, { 192, 192, 64 } },        /* bits 7:6; in units of 256 octets it is 0, which every level has reached */
		{ 0x1F8, { 512, 512, 256 } },     /* 496, 504 and 256 octets; the level comes in steps of 64 */
		{ 0x100C0, { 2048, 192, 2048 } }, /* bit 16 is not in 15:3 */
		{ 0x00100, { 256, 256, 256 } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (unsigned format = 0; format < 3; format++)
			cr_expect_eq(level_of_mark(format, cases[i].value), cases[i].level[format], "0x%X, format %u: %u",
			             cases[i].value, format, level_of_mark(format, cases[i].value));
}

/* Returns how many frames the device sends in all when the buffer empties after an XOFF. */
static unsigned frames_of_a_crossing(uint32_t low, uint32_t rmcs, uint32_t high)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_marks(&d, 128, low);
	i82598_write(&d, FCRTH0, high);
	i82598_write(&d, RMCS, rmcs);
	i82598_data(&d, 128, station);
	i82598_on(&d, 40);
	i82598_take(&d);
	i82598_on(&d, 40);
	pm_free(d.m);
	return d.starts;
}

Test(i82598, gates_of_pause_frames)
{
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE, top_bit | 128), 2);
	cr_expect_eq(frames_of_a_crossing(64, TFCE, top_bit | 128), 1, "no XONE");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE, 128), 0, "no FCEN");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, 0, top_bit | 128), 0, "no TFCE");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE | TFCE_PRIORITY, top_bit | 128), 0, "priority mode");
	cr_expect_eq(frames_of_a_crossing(top_bit, TFCE, top_bit | 128), 1, "nothing is below 0");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE, top_bit | 192), 0, "no XON without an XOFF");
}

Test(i82598, refresh_when_the_shadow_timer_is_down_to_fcrtv)
{
	enum { TIME = 0x100, THRESHOLD = 0x80, QUANTUM = 64 };
	struct i82598_drive d;

	i82598_default(&d);
	i82598_marks(&d, 128, 64);
	i82598_write(&d, FCRTV, THRESHOLD);
	i82598_data(&d, 128, station);
	i82598_on(&d, 4 * (TIME - THRESHOLD) * QUANTUM / STEP + 200);
	cr_assert_eq(d.starts, 5, "%u", d.starts);
	for (unsigned i = 1; i < d.starts; i++) {
		/* shadow = 64 x time one cycle after the end code, refresh one cycle after it has come down, then 2 to the /S/ */
		uint64_t end = d.sent[i - 1].start + 8 + PAUSE_FRAME_OCTETS, from = end - end % STEP + STEP;
		cr_expect_eq(d.sent[i].quanta, TIME);
		cr_expect_eq(d.sent[i].start, from + (TIME - THRESHOLD) * QUANTUM + 2 * STEP,
		             "XOFF %u: %" PRIu64 " after the one before", i, d.sent[i].start - d.sent[i - 1].start);
	}
	i82598_take(&d);
	i82598_on(&d, 2 * TIME * QUANTUM / STEP);
	cr_expect_eq(d.starts, 5, "none below the low mark");
	pm_free(d.m);
}

Test(i82598, no_refresh_without_threshold)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_marks(&d, 128, 64);
	i82598_data(&d, 128, station);
	i82598_on(&d, 0x300 * 8);
	cr_expect_eq(d.starts, 1);
	pm_free(d.m);
}
