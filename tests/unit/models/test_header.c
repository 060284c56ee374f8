/* SPDX-License-Identifier: Apache-2.0 */
/* MAC control frames of the host pass an inhibit of the BCM5718: when the model sees their header and lets them start. PG108-R p.223;
 * doc/devices/bcm5718.md 2. Cycles are counted by hand from the page. */
#include "support.h"

#include "part/frame.h"
#include "pausemodel_bench.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum {
	RX_AT = 100,                   /* first cycle of the PAUSE */
	XOFF = RX_AT + 8 + 64 - 1 + 4, /* inhibited from here on, on an idle wire: four cycles after its last octet */
	QUANTA = 8,
	XON = XOFF + QUANTA * 64, /* no longer inhibited */
	END = 2000,
	FRAME_OCTETS = 60,
	NEVER = 0,
};

struct wait {
	const char *name;
	uint16_t type;
	uint32_t len;
	uint64_t offer;      /* cycle */
	int32_t withheld_at; /* octet, -1: none */
	uint32_t withheld;   /* for so many cycles */
	/* expected */
	uint64_t start;
	int32_t underrun_at;
};

static const struct wait waits[] = {
	/* no inhibit: the start is decided in the cycle of the offer */
	{ "before the PAUSE", 0x8808, 60, 20, -1, 0, 21, -1 },
	/* octets 0 to 13 are taken in the cycles from the offer on; the header is held in the next one, which decides the start */
	{ "control", 0x8808, 60, XOFF + 50, -1, 0, XOFF + 50 + 14 + 1, -1 },
	{ "offered with the inhibit", 0x8808, 60, XOFF, -1, 0, XOFF + 14 + 1, -1 },
	{ "as long as the header", 0x8808, 14, XOFF + 50, -1, 0, XOFF + 50 + 14 + 1, -1 },
	{ "data", 0x0800, 60, XOFF + 50, -1, 0, XON + 1, -1 },
	{ "type 0x8809", 0x8809, 60, XOFF + 50, -1, 0, XON + 1, -1 },
	{ "shorter than the header", 0x8808, 13, XOFF + 50, -1, 0, XON + 1, -1 },
	{ "the inhibit ends while the header is taken", 0x8808, 60, XON - 5, -1, 0, XON + 1, -1 },
	/* octet 4 is taken in cycle 4 of the offer, and octet 5 comes 31 cycles after it */
	{ "a gap in the header", 0x8808, 60, XOFF + 50, 5, 30, XOFF + 50 + 4 + 31 + 9 + 1, -1 },
	/* data whose header is held: octet 20 is withheld after octet 19 was sent */
	{ "a gap after the header", 0x0800, 60, XOFF + 50, 20, 1, XON + 1, 20 },
	/* octet 13 is taken in cycle 13 of the offer; octet 14 is needed in cycle S + 7 + 14 */
	{ "a gap at the end of the header, long over", 0x0800, 60, XOFF + 50, 14, 1, XON + 1, -1 },
	{ "a gap at the end of a control header, just over", 0x8808, 60, XOFF + 50, 14, 1 + 1 + 7 + 14 - 1, XOFF + 65, -1 },
	{ "a gap at the end of a control header, too long", 0x8808, 60, XOFF + 50, 14, 1 + 1 + 7 + 14, XOFF + 65, 14 },
};

static struct pm_model *model_new(void)
{
	struct pm_config config;
	struct pm_model *m;

	pm_config_init(&config, "bcm5718");
	m = pm_new(&config);
	cr_assert_not_null(m);
	pm_close(m);
	pm_open(m, 1);
	pm_reg_write(m, 0x0468, 0x6, 0xF); /* RX_MODE: enable, obey PAUSE */
	pm_close(m);
	pm_open(m, 2);
	pm_reg_write(m, 0x045C, 0x2, 0xF); /* TX_MODE: enable */
	pm_close(m);
	return m;
}

static void receive_pause(struct pm_model *m)
{
	static const uint8_t source[FRAME_ADDRESS_OCTETS] = { 2 };
	uint8_t run[FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

	frame_pause(run + FRAME_HEAD_OCTETS, source, QUANTA);
	cr_assert_eq(pm_rx_run(m, run, sizeof(run), -1), 0);
}

/* Plays W with all cycles visited, or only those that the model wants, and the inputs. Returns the start of the first frame, whose underrun
 * is *ret_underrun_at. */
static uint64_t play(const struct wait *w, bool every, int32_t *ret_underrun_at)
{
	struct pm_model *m = model_new();
	uint64_t start = NEVER, end = 0, next = 3;
	uint8_t octets[FRAME_OCTETS];

	make_frame(octets, sizeof(octets), "02-00-00-00-00-09", w->type);
	for (uint64_t cycle = 3; cycle < END && !end; cycle++) {
		const struct pm_start *due = pm_start(m);
		bool starts = !start && due->kind == PM_TX_DATA && due->due == cycle;
		if (!every && cycle != next && cycle != RX_AT && cycle != w->offer && !starts)
			continue;
		pm_open(m, cycle);
		if (starts) {
			start = cycle;
			pm_tx_start(m, PM_TX_DATA);
			*ret_underrun_at = pm_tx_frame(m)->underrun_at;
			end = cycle;
		}
		if (cycle == RX_AT)
			receive_pause(m);
		if (cycle == w->offer) {
			cr_assert_eq(pm_host_offer(m, octets, w->len, w->withheld_at), 0);
			pm_host_offer_withheld(m, w->withheld);
		}
		pm_settle(m);
		next = pm_close(m);
	}
	pm_free(m);
	return start;
}

Test(header, control_frames_of_the_host_pass_an_inhibit)
{
	for (size_t i = 0; i < COUNT_OF(waits); i++)
		for (int every = 0; every < 2; every++) {
			int32_t underrun_at = -2;
			uint64_t start = play(&waits[i], every, &underrun_at);
			cr_expect_eq(start, waits[i].start, "%s, every %d: starts in %" PRIu64 ", not %" PRIu64, waits[i].name,
			             every, start, waits[i].start);
			cr_expect_eq(underrun_at, waits[i].underrun_at, "%s, every %d: underrun at %d, not %d", waits[i].name,
			             every, underrun_at, waits[i].underrun_at);
		}
}

/* A frame of the host on the wire keeps the next header from being taken; the gap after it is shorter than the header. */
Test(header, the_header_waits_for_the_frame_on_the_wire)
{
	struct pm_model *m = model_new();
	uint8_t octets[FRAME_OCTETS];
	uint64_t first = 0, second = 0;
	const uint32_t sent = FRAME_HEAD_OCTETS + 64;

	make_frame(octets, sizeof(octets), "02-00-00-00-00-09", 0x8808);
	for (uint64_t cycle = 3; cycle < END && !second; cycle++) {
		const struct pm_start *due = pm_start(m);
		bool starts = due->kind == PM_TX_DATA && due->due == cycle;
		pm_open(m, cycle);
		if (starts) {
			*(first ? &second : &first) = cycle;
			pm_tx_start(m, PM_TX_DATA);
		}
		if (first && cycle == first + sent)
			pm_tx_end(m, sent, 0);
		if (cycle == RX_AT)
			receive_pause(m);
		if (cycle == RX_AT + 50)
			cr_assert_eq(pm_host_offer(m, octets, sizeof(octets), -1), 0);
		if (first && cycle == first + FRAME_HEAD_OCTETS - 1 + sizeof(octets) - 1)
			pm_host_taken(m);
		if (first && cycle == first + FRAME_HEAD_OCTETS - 1 + sizeof(octets))
			cr_assert_eq(pm_host_offer(m, octets, sizeof(octets), -1), 0);
		pm_settle(m);
		pm_close(m);
	}
	cr_expect_eq(first, RX_AT + 50 + 1, "before the PAUSE acts");
	/* the last octet F is in first + sent - 1; the header is taken from F + 1 on, when the inhibit begins */
	cr_expect_eq(second, first + sent + 14 + 1);
	pm_free(m);
}

/* Other devices hold each frame of the host. */
Test(header, only_a_device_whose_document_says_so_takes_a_header)
{
	static const char *const devices[] = { "bcm5718", "bcm1250", "i82598", "ll10g" };

	for (size_t i = 0; i < COUNT_OF(devices); i++) {
		struct pm_config config;
		struct pm_model *m;
		pm_config_init(&config, devices[i]);
		m = pm_new(&config);
		cr_assert_not_null(m);
		cr_expect_eq(pm_host_takes_header(m), !i, "%s", devices[i]);
		pm_free(m);
	}
}
