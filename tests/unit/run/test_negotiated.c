/* SPDX-License-Identifier: Apache-2.0 */
/* Negotiated flow control proved by behaviour: for every combination of PAUSE and ASM_DIR of both sides, in full and half duplex, the driver's
 * sequence runs on the RTL without any model. Afterwards the MAC must obey PAUSE if, and only if, obeying was resolved, and likewise for sending.
 * 802.3 table 28B-3; doc/devices/bcm1250.md 7. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { PAUSE_BIT = 0x0400, ASM_DIR = 0x0800, FULL = 0x0181, HALF = 0x0081, QUANTA = 20, TYPE_AT = 12, HEAD = 8 };

struct way {
	const char *dut, *via;
	unsigned clocks;  /* of an octet on the negotiated wire */
	const char *link; /* after the negotiation, for full and half duplex */
	const char *invoke, *release;
};

static const struct way ways[] = {
	{ "bcm5718", "register", 1, NULL, "reg.write MAC_RX_LOW_WATERMARK 511", "reg.write MAC_RX_LOW_WATERMARK 42" },
	{ "bcm1250", "register", 2, "link speed=100 duplex=", "reg.write dma_config0 0x0100000000000000",
	  "reg.write dma_config0 0" },
	{ "bcm1250", "master", 2, "link speed=100 duplex=", "reg.write dma_config0 0x0100000000000000",
	  "reg.write dma_config0 0" },
};

static uint16_t pause_bits(unsigned bits)
{
	return (uint16_t)((bits & 2 ? PAUSE_BIT : 0) | (bits & 1 ? ASM_DIR : 0));
}

/* Returns octet J, counted from DA, of a frame on the transmit wire. */
static uint8_t wire_octet(const struct way *way, const struct event *end, uint32_t j)
{
	uint32_t at = way->clocks * (HEAD + j);

	cr_assert_lt(at + way->clocks, end->len);
	return way->clocks == 1 ? end->octets[at] : (uint8_t)((end->octets[at] & 15) | end->octets[at + 1] << 4);
}

static bool is_pause(const struct way *way, const struct event *end)
{
	return wire_octet(way, end, TYPE_AT) == 0x88 && wire_octet(way, end, TYPE_AT + 1) == 0x08;
}

struct behaviour {
	bool send, obey;
	unsigned data;
};

static struct behaviour behave(const struct way *way, uint16_t local, uint16_t partner, bool full)
{
	const struct dut *dut = dut_by_name(way->dut);
	struct behaviour b = { 0 };
	struct stim_error error;
	struct stimulus st = { 0 };
	struct recording r;
	const struct event *event;
	uint64_t pause_end, start = 0;
	char text[1024];

	snprintf(text, sizeof(text),
	         "pausebench-stim 1\nsetup\nphy.partner phy=1 ability=0x%04x\nnegotiate phy=1 advertise=0x%04x via=%s\nwait reg\n"
	         "%s%s\nrx.pause time=%d\nwait rx\nwait 20\ntx.frame len=60\nwait idle max=20000\n%s\nwait 3000\n%s\nwait idle "
	         "max=20000\n",
	         partner, local, way->via, way->link ? way->link : "", way->link ? (full ? "full" : "half") : "", QUANTA,
	         way->invoke, way->release);
	cr_assert_eq(read_text(&st, text, strlen(text), dut, &error), 0, "%u:%u %s", error.line, error.column, error.message);
	record(dut, &st, &r);
	event = recorded(&r, EVENT_RX_RUN, 0);
	cr_assert_not_null(event);
	pause_end = event->cycle + event->len;
	for (size_t i = 0; (event = recorded(&r, EVENT_TX_END, i)); i++) {
		if (is_pause(way, event)) {
			b.send = true;
			continue;
		}
		b.data++;
		start = event->cycle - event->len;
	}
	b.obey = start > pause_end + QUANTA * 64 * way->clocks;
	recording_release(&r);
	stimulus_release(&st);
	return b;
}

/* Returns what table 28B-3 resolves; COMBINATION has PAUSE and ASM_DIR of this side, then those of the partner. */
static struct behaviour resolved(unsigned combination, bool full)
{
	struct behaviour b = { .data = 1 };

	if (!full)
		return b;
	switch (combination) {
	case 0x7: /* 01, 11 */
		b.send = true;
		break;
	case 0xD: /* 11, 01 */
		b.obey = true;
		break;
	case 0xA: /* 10, 10 */
	case 0xB: /* 10, 11 */
	case 0xE: /* 11, 10 */
	case 0xF: /* 11, 11 */
		b.send = b.obey = true;
		break;
	default:
		break;
	}
	return b;
}

static void all_combinations(const struct way *way)
{
	for (unsigned i = 0; i < 32; i++) {
		bool full = i < 16;
		uint16_t local = FULL | pause_bits(i >> 2 & 3), partner = (uint16_t)((full ? FULL : HALF) | pause_bits(i & 3));
		struct behaviour is = behave(way, local, partner, full), should = resolved(i & 15, full);

		cr_expect_eq(is.send, should.send, "%s by %s, %s duplex, %x: sends %d", way->dut, way->via,
		             full ? "full" : "half", i & 15, is.send);
		cr_expect_eq(is.obey, should.obey, "%s by %s, %s duplex, %x: obeys %d", way->dut, way->via,
		             full ? "full" : "half", i & 15, is.obey);
		cr_expect_eq(is.data, should.data, "%s by %s, %x: %u data frames", way->dut, way->via, i & 15, is.data);
	}
}

Test(negotiated, bcm5718)
{
	all_combinations(&ways[0]);
}

Test(negotiated, bcm1250_by_the_pins)
{
	all_combinations(&ways[1]);
}

Test(negotiated, bcm1250_by_the_master)
{
	all_combinations(&ways[2]);
}
