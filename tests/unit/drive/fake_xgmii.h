/* SPDX-License-Identifier: Apache-2.0 */
/* A DUT that is a C program and returns its inputs: the wire one clock later, the words of the host at once. */
#ifndef PAUSEBENCH_TESTS_FAKE_XGMII_H
#define PAUSEBENCH_TESTS_FAKE_XGMII_H
#include "drive/loop.h"
#include "seam/seam.h"
#include "support.h"

#include <stdlib.h>

enum { WORDS_MAX = 200000 };

/* The pins of the seam. */
struct seam {
	struct seam_pins pins;
	uint8_t rst_n, host_ready, apb, ready, rxc, txc;
	uint16_t paddr, send, host;
	uint32_t pwdata, request, prdata, pause_timer, rx_record, tx_record, stored;
	uint64_t rxd, send_data, txd, host_data, side, next_txd;
	uint8_t next_txc;
	uint16_t keep_mask; /* bits of tkeep that the host stream keeps; the others make it illegal */
};

/* Every word on the receive wire of the newest run. Each test has a process of its own. */
static uint64_t wire_data[WORDS_MAX];
static uint8_t wire_control[WORDS_MAX];
static size_t wire_words;
static bool break_keep, break_valid;
/* The DUT inserts so many words before the last one of a frame, on the wire and in the host stream. */
static uint32_t babble_wire, babble_host;
#define BABBLE 0x5A5A5A5A5A5A5A5Au

static struct seam *fake_open(uint32_t seed)
{
	struct seam *s = calloc(1, sizeof(*s));

	(void)seed;
	wire_words = 0;
	s->next_txd = s->rxd = 0x0707070707070707u;
	s->next_txc = s->rxc = 0xFF;
	s->pins.common = (struct seam_common){ &s->rst_n, &s->host_ready, &s->apb,         &s->paddr,     &s->pwdata,   NULL,
		                               &s->ready, &s->prdata,     &s->pause_timer, &s->rx_record, &s->tx_record };
	s->pins.xgmii = (struct seam_xgmii){ &s->rxd, &s->rxc, &s->send_data, &s->send, &s->request,
		                             &s->txd, &s->txc, &s->host_data, &s->host, &s->side };
	return s;
}

static void fake_close(struct seam *s)
{
	free(s);
}

static const struct seam_pins *fake_pins(struct seam *s)
{
	return &s->pins;
}

static void fake_cycle(struct seam *s)
{
	bool wire_goes_on = babble_wire && s->next_txc & 0x80 && s->next_txc != 0xFF;
	bool host_goes_on = babble_host && (s->send & SEAM_SEND_VALID) && (s->send & SEAM_SEND_LAST);
	bool taken = s->host_ready && (s->send & SEAM_SEND_VALID) && !host_goes_on;

	if (wire_words < WORDS_MAX) {
		wire_data[wire_words] = s->rxd;
		wire_control[wire_words++] = s->rxc;
	}
	s->txd = wire_goes_on ? BABBLE : s->next_txd;
	s->txc = wire_goes_on ? 0 : s->next_txc;
	if (!wire_goes_on) {
		s->next_txd = s->rxd;
		s->next_txc = s->rxc;
	}
	s->host_data = host_goes_on ? BABBLE : s->send_data;
	s->host = host_goes_on ? SEAM_HOST_VALID | SEAM_KEEP : (uint16_t)(s->send & (break_keep ? ~1 : 0x7FF));
	babble_wire -= wire_goes_on;
	babble_host -= host_goes_on;
	if (break_valid && !s->host_ready && wire_words % 5 == 0)
		s->host = 0;
	s->ready = (uint8_t)((taken ? SEAM_READY_SEND : 0) | SEAM_READY_APB | (s->paddr ? SEAM_READY_APB_ERROR : 0));
	s->prdata = s->stored;
	s->pause_timer = 640;
	s->side = (uint64_t)(s->request & 3) << SEAM_WIDE_LEVEL_SHIFT |
	          (uint64_t)(s->request >> 2 & 0xFF) << SEAM_WIDE_PFC_SHIFT | (s->request >> 1 & SEAM_WIDE_XOFF);
	if ((s->apb & (SEAM_APB_ENABLE | SEAM_APB_WRITE)) == (SEAM_APB_ENABLE | SEAM_APB_WRITE))
		s->stored = s->pwdata;
}

static const struct seam_ops fake_ops = {
	.dut = "fake", .open = fake_open, .close = fake_close, .pins = fake_pins, .cycle = fake_cycle, .eval = fake_cycle
};
static const struct dut fake = { .name = "fake", .phy = PHY_XGMII, .clock_hz = 156250000 };

static void record_fake(const struct stimulus *st, struct recording *ret)
{
	record_on(&fake_ops, &fake, 0, st, ret);
}

#endif
