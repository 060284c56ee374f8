/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the BCM1250 through the library's public functions: the flow control that the device invokes. doc/devices/bcm1250.md 2. Bits and
 * addresses are typed from the documents. */
#include "bcm1250_drive.h"
#include "support.h"

#include <criterion/criterion.h>

#define FC_SEL (1ull << 54)
#define FC_ON (1ull << 55)
#define OTHER "02-00-00-00-00-09"

static unsigned pauses(const struct drive *d)
{
	unsigned n = 0;

	for (unsigned i = 0; i < d->attempts; i++)
		n += d->sent[i].kind == PM_TX_PAUSE;
	return n;
}

Test(bcm1250_model, time_by_tx_pause_cnt)
{
	static const uint16_t quanta[] = { 512, 1024, 2048, 4096, 8192, 16384, 32768, 65535 };

	for (uint64_t n = 0; n < COUNT_OF(quanta); n++) {
		struct drive d;
		drive_open(&d, NULL, DRIVE_GIG, n << 6 | FC_ON);
		drive_mac(&d, DRIVE_GIG, n << 6 | FC_ON | FC_SEL);
		drive_run(&d, 120);
		cr_assert_eq(pauses(&d), 1);
		cr_expect_eq(d.sent[0].quanta, quanta[n], "tx_pause_cnt %lu", (unsigned long)n);
		cr_expect_eq(drive_slot(&d, 0), 0, "PAUSE frames are no packets");
		cr_expect_eq(drive_slot(&d, 8), 0);
		drive_close(&d);
	}
}

Test(bcm1250_model, invoked_below_the_low_watermark)
{
	struct pm_config config;
	struct drive d;
	uint8_t frame[300];

	pm_config_init(&config, "bcm1250");
	config.bcm1250.block_count = 10;
	drive_open(&d, &config, DRIVE_GIG, FC_ON);
	drive_write(&d, "dma_config0", 7ull << 48);
	d.host_stopped = true;
	make_frame(frame, sizeof(frame), OTHER, 0x0800);
	drive_rx_good(&d, frame, sizeof(frame));
	drive_run(&d, 100);
	cr_expect_eq(d.free, 7);
	cr_expect_eq(pauses(&d), 0, "equality is no event");
	drive_rx_good(&d, frame, sizeof(frame));
	drive_run(&d, 100);
	cr_expect_eq(pauses(&d), 1);
	d.host_stopped = false;
	drive_run(&d, 700);
	cr_expect_eq(d.free, 10);
	cr_expect_eq(pauses(&d), 1, "no XON");
	drive_close(&d);
}

Test(bcm1250_model, flow_control_off_fifo_mode_and_disabled_send_nothing)
{
	static const struct {
		uint64_t mac, enable;
	} cases[] = {
		{ FC_SEL, 0xC00 }, { FC_SEL | FC_ON | 1ull << 32, 0x3000 }, { FC_SEL | FC_ON, 0x400 }, { FC_SEL | FC_ON, 0xD00 }
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		drive_open(&d, NULL, DRIVE_GIG, 0);
		drive_write(&d, "enable", cases[i].enable);
		drive_mac(&d, DRIVE_GIG, cases[i].mac);
		drive_run(&d, 300);
		cr_expect_eq(pauses(&d), 0, "case %zu", i);
		drive_close(&d);
	}
}

Test(bcm1250_model, refresh_at_half_of_the_advertised_time_and_xon_by_parameter)
{
	static const int modes[] = { DRIVE_GIG, DRIVE_100 };

	for (int i = 0; i < 8; i++) {
		struct pm_config config;
		struct drive d;
		bool refresh = i & 1, xon = i & 2;
		pm_config_init(&config, "bcm1250");
		config.bcm1250.xoff_refresh = refresh;
		config.bcm1250.xon_frames = xon;
		drive_open(&d, &config, modes[i / 4], FC_ON | FC_SEL);
		drive_run(&d, 512 * 64 * d.clocks - 1000); /* before the advertised time is over */
		cr_expect_eq(pauses(&d), refresh ? 2 : 1, "%d", i);
		if (refresh)
			cr_expect_eq(d.sent[1].start, d.sent[0].end + 256 * 64 * d.clocks + 2, "%d: %lu clocks", i,
			             (unsigned long)(d.sent[1].start - d.sent[0].end));
		drive_mac(&d, modes[i / 4], FC_ON);
		drive_run(&d, 400);
		cr_expect_eq(pauses(&d), (refresh ? 2u : 1u) + xon, "%d", i);
		cr_expect_eq(d.sent[d.attempts - 1].quanta, xon ? 0 : 512, "%d", i);
		drive_close(&d);
	}
}

Test(bcm1250_model, sent_pause_frames_count_by_parameter)
{
	struct pm_config config;
	struct drive d;

	pm_config_init(&config, "bcm1250");
	config.bcm1250.pause_in_tx = true;
	drive_open(&d, &config, DRIVE_GIG, FC_ON | FC_SEL);
	drive_run(&d, 120);
	cr_expect_eq(drive_slot(&d, 0), 64);
	cr_expect_eq(drive_slot(&d, 8), 1);
	drive_close(&d);
}
