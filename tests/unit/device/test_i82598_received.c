/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the 82598EB through the library's public functions: each class of received frames in the counters and at the host.
 * 82598EB DS p.356; doc/devices/i82598.md. */
#include "i82598_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>

/* Every counter of a received frame by its own sentence. The columns: the address passes the filter, or not (with UPE clear). 82598EB DS p.356,
 * p.362, p.364, p.366. */
Test(i82598, counters_by_length_fcs_and_address)
{
	static const uint16_t all[] = { RUC, RFC, ROC, RJC, CRCERRS, PRC64, PRC127, PRC1522, GPRC, ILLERRC, ERRBC, RLEC, MPC0 };
	static const struct {
		uint32_t len;
		bool bad;
		uint16_t passed[4], rejected[1]; /* counters of 1 */
	} cases[] = {
		{ 63, false, { RUC }, { 0 } },
		{ 63, true, { RFC }, { 0 } },
		{ 64, false, { PRC64, GPRC }, { 0 } },
		{ 64, true, { CRCERRS }, { CRCERRS } },
		{ 65, false, { PRC127, GPRC }, { 0 } },
		{ 127, false, { PRC127, GPRC }, { 0 } },
		{ 1518, false, { PRC1522, GPRC }, { 0 } },
		{ 1518, true, { CRCERRS }, { CRCERRS } },
		{ 1519, false, { ROC }, { 0 } },
		{ 1519,
		  true,
		  { ROC, RJC, CRCERRS },
		  { CRCERRS } }, /* CRCERRS has no upper length, and ROC no word about the CRC */
		{ 9000, true, { ROC, RJC, CRCERRS }, { CRCERRS } },
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		bool passes = i % 2, good = false;
		const uint16_t *counters = passes ? cases[i / 2].passed : cases[i / 2].rejected;
		size_t count = passes ? COUNT_OF(cases->passed) : COUNT_OF(cases->rejected);
		uint32_t len = cases[i / 2].len, record;
		uint8_t octets[9000];
		struct i82598_drive d;
		i82598_default(&d);
		i82598_setup(&d, 0);
		make_frame(octets, len, passes ? station : other, 0x0800);
		i82598_frame(&d, octets, len, cases[i / 2].bad);
		for (size_t n = 0; n < COUNT_OF(all); n++) {
			uint32_t value = i82598_read(&d, all[n]), expected = 0;
			for (size_t k = 0; k < count; k++)
				expected |= counters[k] == all[n];
			good |= all[n] == GPRC && expected;
			cr_expect_eq(value, expected, "%u octets, bad %d, passes %d: 0x%04X is %u", len, cases[i / 2].bad, passes,
			             all[n], value);
		}
		record = len | (good ? RECORD_DELIVERED : cases[i / 2].bad || len < 64 || len > 1518 ? RECORD_BAD : 0);
		cr_expect_eq(d.record, record, "%u octets: 0x%X", len, d.record);
		cr_expect_eq(i82598_read(&d, TPR), passes, "%u octets", len);
		cr_expect_eq(i82598_read(&d, TORH), passes ? len : 0);
		cr_expect_eq(i82598_read(&d, GORCH), good ? len : 0);
		pm_free(d.m);
	}
}

/* A destination address that is not complete passes no filter. */
Test(i82598, a_frame_of_five_octets_counts_nowhere)
{
	static const uint16_t all[] = { RUC, RFC, CRCERRS, TPR, TORH, GPRC };
	static const uint8_t broadcast_octets[5] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, UPE | MPE | BAM | SBP);
	i82598_frame(&d, broadcast_octets, 5, true);
	cr_expect_eq(d.record, 5 | RECORD_BAD, "0x%X", d.record);
	for (size_t n = 0; n < COUNT_OF(all); n++)
		cr_expect_eq(i82598_read(&d, all[n]), 0, "0x%04X", all[n]);
	pm_free(d.m);
}

/* Receives a frame with the readings of CONFIG and returns the counter. */
static uint32_t counted_with(const struct pm_config *config, uint32_t fctrl, const char *destination, uint32_t len, bool bad,
                             uint16_t counter)
{
	uint8_t octets[2000];
	uint32_t value;
	struct i82598_drive d;

	i82598_open(&d, config);
	i82598_setup(&d, fctrl);
	make_frame(octets, len, destination, 0x0800);
	i82598_frame(&d, octets, len, bad);
	value = i82598_read(&d, counter);
	pm_free(d.m);
	return value;
}

Test(i82598, oversize_frames_with_a_wrong_fcs_are_a_reading)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, ROC), 1, "p.364 has no word about the CRC");
	config.i82598.oversize_needs_fcs = 1;
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, ROC), 0);
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, RJC), 1);
	cr_expect_eq(counted_with(&config, 0, station, 1600, false, ROC), 1);
	cr_expect_eq(counted_with(&config, 0, other, 1600, false, ROC), 0);
}

Test(i82598, whether_crcerrs_looks_at_the_address_is_a_reading)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	cr_expect_eq(counted_with(&config, 0, other, 100, true, CRCERRS), 1, "p.356: all packets received");
	cr_expect_eq(counted_with(&config, 0, other, 1600, true, CRCERRS), 1);
	config.i82598.crcerrs_filtered = 1;
	cr_expect_eq(counted_with(&config, 0, other, 100, true, CRCERRS), 0);
	cr_expect_eq(counted_with(&config, 0, station, 100, true, CRCERRS), 1);
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, CRCERRS), 1);
	cr_expect_eq(counted_with(&config, 0, station, 63, true, CRCERRS), 0);
}

/* 82598EB DS p.362: BPRC counts none while the broadcast filter is disabled; MPRC counts what passes address filtering, and in silicon
 * broadcasts too. The filter of the row: BAM, MPE. p.366: rejected broadcasts are in TPR and TOR, other rejected frames are not. */
Test(i82598, broadcasts_and_multicasts_by_filter_and_reading)
{
	static const char group[] = "01-00-5E-00-00-01";
	static const struct {
		uint32_t fctrl;
		const char *destination;
		uint32_t gprc, bprc, mprc, mprc_alt, tpr; /* mprc_alt: MulticastHasBroadcast = 0 */
	} cases[] = {
		{ BAM, broadcast, 1, 1, 1, 0, 1 }, { MPE, broadcast, 1, 0, 1, 0, 1 }, { BAM | MPE, broadcast, 1, 1, 1, 0, 1 },
		{ 0, broadcast, 0, 0, 0, 0, 1 },   { BAM, group, 0, 0, 0, 0, 0 },     { MPE, group, 1, 0, 1, 1, 1 },
		{ UPE, other, 1, 0, 0, 0, 1 },     { 0, other, 0, 0, 0, 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *destination = cases[i].destination;
		uint32_t fctrl = cases[i].fctrl;
		struct pm_config config;
		pm_config_init(&config, "i82598");
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, GPRC), cases[i].gprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, GORCH), 100 * cases[i].gprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, BPRC), cases[i].bprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, MPRC), cases[i].mprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, TPR), cases[i].tpr, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, TORH), 100 * cases[i].tpr, "case %zu", i);
		config.i82598.multicast_has_broadcast = 0;
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, MPRC), cases[i].mprc_alt, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, BPRC), cases[i].bprc, "case %zu", i);
	}
}

/* TPR counts flow control frames, but their multicast address is in no filter by itself. */
Test(i82598, a_pause_is_in_the_totals_if_its_address_passes)
{
	static const struct {
		uint32_t fctrl;
		const char *destination;
		uint32_t tpr;
	} cases[] = { { RFCE, multicast, 0 }, { RFCE | MPE, multicast, 1 }, { RFCE, station, 1 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct i82598_drive d;
		i82598_default(&d);
		i82598_setup(&d, cases[i].fctrl);
		i82598_pause(&d, cases[i].destination, 3);
		cr_expect_eq(i82598_read(&d, LXOFFRXC), 1);
		cr_expect_eq(i82598_read(&d, TPR), cases[i].tpr, "case %zu", i);
		cr_expect_eq(i82598_read(&d, TORH), 64 * cases[i].tpr, "case %zu", i);
		cr_expect_eq(i82598_read(&d, GPRC), 0);
		cr_expect_eq(i82598_read(&d, MPRC), 0);
		pm_free(d.m);
	}
}

/* p.217: the exact filters take group addresses too. */
Test(i82598, a_receive_address_may_be_a_group)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, 0);
	i82598_write(&d, 0x5410, 0x005E0001); /* RAL2, RAH2: 01-00-5E-00-00-01 */
	i82598_write(&d, 0x5414, 0x0100);
	i82598_data(&d, 64, "01-00-5E-00-00-01");
	cr_expect_eq(d.record, 64, "without AV: 0x%X", d.record);
	i82598_write(&d, 0x5414, top_bit | 0x0100);
	i82598_data(&d, 64, "01-00-5E-00-00-01");
	cr_expect_eq(d.record, 64 | RECORD_DELIVERED, "0x%X", d.record);
	i82598_data(&d, 64, "01-00-5E-00-00-02");
	cr_expect_eq(d.record, 64, "0x%X", d.record);
	cr_expect_eq(i82598_read(&d, MPRC), 1);
	i82598_write(&d, 0x5410, 0xFFFFFFFF);
	i82598_write(&d, 0x5414, top_bit | 0xFFFF);
	i82598_data(&d, 64, broadcast);
	cr_expect_eq(d.record, 64 | RECORD_DELIVERED, "0x%X", d.record);
	cr_expect_eq(i82598_read(&d, BPRC), 0, "the broadcast filter is disabled");
	cr_expect_eq(i82598_read(&d, MPRC), 1);
	pm_free(d.m);
}

/* p.362: with its four octets of tag a frame of 1,522 octets is legal. JUMBOEN leaves the limit to MHADD alone. */
Test(i82598, tagged_frames_are_legal_to_1522_octets)
{
	static const struct {
		uint32_t hlreg0, mfs, len;
		uint16_t type;
		bool legal;
	} cases[] = {
		{ 0, 1518, 1518, 0x0800, true },       { 0, 1518, 1519, 0x0800, false },
		{ 0, 1518, 1519, 0x8100, true },       { 0, 1518, 1522, 0x8100, true },
		{ 0, 1518, 1523, 0x8100, false },      { 0, 1518, 1522, 0x88A8, false },
		{ 0, 2000, 1523, 0x8100, false },      { JUMBOEN, 1518, 1519, 0x8100, false },
		{ JUMBOEN, 1522, 1522, 0x0800, true }, { JUMBOEN, 1522, 1523, 0x8100, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint8_t octets[1600];
		struct i82598_drive d;
		i82598_default(&d);
		i82598_setup(&d, 0);
		i82598_write(&d, HLREG0, RESET_HLREG0 | cases[i].hlreg0);
		i82598_write(&d, MHADD, cases[i].mfs << 16);
		make_frame(octets, cases[i].len, station, cases[i].type);
		i82598_frame(&d, octets, cases[i].len, false);
		cr_expect_eq(i82598_read(&d, PRC1522), cases[i].legal, "case %zu", i);
		cr_expect_eq(i82598_read(&d, ROC), !cases[i].legal, "case %zu", i);
		pm_free(d.m);
	}
}

Test(i82598, jumbo_frames_are_legal_up_to_mhadd)
{
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, 0);
	i82598_write(&d, MHADD, 2000u << 16);
	i82598_data(&d, 2000, station);
	cr_expect_eq(i82598_read(&d, ROC), 1, "without JUMBOEN");
	i82598_write(&d, HLREG0, RESET_HLREG0 | JUMBOEN);
	i82598_data(&d, 2000, station);
	cr_expect_eq(i82598_read(&d, ROC), 0);
	cr_expect_eq(i82598_read(&d, PRC1522), 1);
	i82598_data(&d, 2001, station);
	cr_expect_eq(i82598_read(&d, ROC), 1);
	pm_free(d.m);
}

Test(i82598, code_errors_count_by_kind_in_every_class)
{
	static const struct {
		uint8_t code;
		bool at_end;
		uint16_t counter;
	} cases[] = { { ERROR, false, ERRBC }, { 0x1C, false, ILLERRC }, { IDLE, true, ILLERRC } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct lanes l;
		uint8_t octets[60];
		struct i82598_drive d;
		i82598_default(&d);
		i82598_setup(&d, 0);
		make_frame(octets, 60, station, 0x0800);
		if (!cases[i].at_end)
			octets[30] = cases[i].code; /* the FCS is right, since it covers the value of the code */
		lanes_frame(&l, octets, 60, 0);
		l.control[8 + 30] = !cases[i].at_end;
		if (cases[i].at_end)
			l.octets[l.len - 1] = cases[i].code;
		i82598_lanes(&d, &l);
		cr_expect_eq(d.record, 64 | RECORD_BAD, "0x%X", d.record);
		cr_expect_eq(i82598_read(&d, ERRBC), cases[i].counter == ERRBC);
		cr_expect_eq(i82598_read(&d, ILLERRC), cases[i].counter == ILLERRC);
		cr_expect_eq(i82598_read(&d, CRCERRS), 0);
		cr_expect_eq(i82598_read(&d, GPRC), 0);
		pm_free(d.m);
	}
}

/* HLREG0 bit 27 enables the report; without it a frame with a wrong length is good. RLEC counts frames to any address. */
Test(i82598, length_errors)
{
	static const struct {
		uint32_t len;
		uint16_t type;
		bool error;
	} cases[] = { { 64, 46, false },  { 64, 47, true },  { 64, 10, false },
		      { 100, 82, false }, { 100, 83, true }, { 64, 1501, false } };

	for (size_t i = 0; i < 3 * COUNT_OF(cases); i++) {
		bool enabled = i % 3, own = i % 3 < 2, error = enabled && cases[i / 3].error;
		uint8_t octets[100];
		struct i82598_drive d;
		i82598_default(&d);
		i82598_setup(&d, 0);
		if (!enabled)
			i82598_write(&d, HLREG0, RESET_HLREG0 & ~RXLNGTHERREN);
		make_frame(octets, cases[i / 3].len - 4, own ? station : other, cases[i / 3].type);
		i82598_frame(&d, octets, cases[i / 3].len, false);
		cr_expect_eq(i82598_read(&d, RLEC), error, "%u octets, length %u", cases[i / 3].len, cases[i / 3].type);
		cr_expect_eq(i82598_read(&d, GPRC), own && !error);
		cr_expect_eq(!!(d.record & RECORD_BAD), error);
		pm_free(d.m);
	}
}

Test(i82598, the_address_filter)
{
	static const struct {
		uint32_t fctrl;
		const char *destination;
		bool passes;
	} cases[] = {
		{ 0, station, true },
		{ 0, other, false },
		{ UPE, other, true },
		{ 0, broadcast, false },
		{ BAM, broadcast, true },
		{ MPE, broadcast, true },
		{ BAM, "01-00-5E-00-00-01", false },
		{ MPE, "01-00-5E-00-00-01", true },
		{ MPE | BAM, other, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct i82598_drive d;
		i82598_default(&d);
		i82598_setup(&d, cases[i].fctrl);
		i82598_data(&d, 64, cases[i].destination);
		cr_expect_eq(!!(d.record & RECORD_DELIVERED), cases[i].passes, "FCTRL 0x%X, %s", cases[i].fctrl,
		             cases[i].destination);
		cr_expect_eq(i82598_read(&d, GPRC), cases[i].passes);
		cr_expect_eq(i82598_read(&d, TPR), cases[i].passes || cases[i].destination == broadcast);
		pm_free(d.m);
	}
}

Test(i82598, the_fcs_is_stripped_by_rxcrcstrp)
{
	struct pm_host_frame frame;
	struct i82598_drive d;

	i82598_default(&d);
	i82598_setup(&d, SBP);
	i82598_data(&d, 100, station);
	cr_assert(pm_host_frame(d.m, 0, &frame));
	cr_expect_eq(frame.len, 96);
	i82598_write(&d, HLREG0, RESET_HLREG0 & ~2u);
	i82598_data(&d, 100, station);
	cr_assert(pm_host_frame(d.m, 1, &frame));
	cr_expect_eq(frame.len, 100);
	pm_free(d.m);
}

/* 82598EB DS p.356: received is what is placed into the packet buffer; p.362: GPRC does not tally what MPC counts. TPR and TOR have no such
 * word. */
Test(i82598, whether_a_missed_frame_is_good_is_a_reading)
{
	for (unsigned has = 0; has < 2; has++) {
		struct pm_config config;
		struct i82598_drive d;
		pm_config_init(&config, "i82598");
		config.i82598.buffer_octets = 256;
		config.i82598.gprc_has_missed = has;
		i82598_open(&d, &config);
		i82598_setup(&d, BAM | MPE);
		i82598_data(&d, 184, station);
		i82598_data(&d, 73, broadcast); /* 23 + 10 words of 32 */
		cr_expect_eq(d.record & ~0xFFFFu, RECORD_DISCARDED);
		i82598_data(&d, 72, station);
		cr_expect_eq(d.record & ~0xFFFFu, RECORD_DELIVERED);
		cr_expect_eq(i82598_read(&d, MPC0), 1);
		cr_expect_eq(i82598_read(&d, GPRC), 2 + has);
		cr_expect_eq(i82598_read(&d, GORCH), 184 + 72 + 73 * has);
		cr_expect_eq(i82598_read(&d, PRC127), 1 + has);
		cr_expect_eq(i82598_read(&d, BPRC), has);
		cr_expect_eq(i82598_read(&d, MPRC), has);
		cr_expect_eq(i82598_read(&d, TPR), 3);
		cr_expect_eq(i82598_read(&d, TORH), 184 + 73 + 72);
		pm_free(d.m);
	}
}
