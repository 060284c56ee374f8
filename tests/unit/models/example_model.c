/* SPDX-License-Identifier: Apache-2.0 */
/* A program that uses the golden model without bench or simulator: it receives a PAUSE frame and prints its effect.
 *
 *     cc -std=c11 -Imodels -Iregs -Ibuild/gen tests/unit/models/example_model.c build/libpausemodel.a -ldeflate && ./a.out */
#include "pausemodel.h"

#include <inttypes.h>
#include <stdio.h>

enum { RX_MODE = 0x0468, TX_STATUS = 0x0460, XOFF_RECEIVED = 0x08A4, ENABLE_AND_OBEY = 0x6, WRITE_CYCLE = 10, FRAME_CYCLE = 100 };

/* Preamble, SFD, DA 01-80-C2-00-00-01, SA 00-11-22-33-44-55, 88-08, 00-01, time 0010, 42 zeros, FCS (802.3 annex 31B). */
static const uint8_t pause[72] = {
	0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5, 0x01, 0x80, 0xC2, 0x00,        0x00, 0x01, 0x00,
	0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0x00, 0x10, [68] = 0x29, 0x71, 0xFF, 0xEF,
};

int main(void)
{
	struct pm_config config;
	struct pm_model *m;
	uint64_t next, cycle;
	bool inhibited = false;

	pm_config_init(&config, "bcm5718");
	m = pm_new(&config);
	if (!m) {
		perror("pm_new");
		return 2;
	}
	/* Only those cycles are visited in which an event occurs or the model has something due. */
	for (next = pm_close(m); next != PM_NEVER || pm_cycle(m) < FRAME_CYCLE; next = pm_close(m)) {
		const struct pm_view *view;
		cycle = pm_cycle(m) < WRITE_CYCLE ? WRITE_CYCLE : pm_cycle(m) < FRAME_CYCLE ? FRAME_CYCLE : PM_NEVER;
		pm_open(m, next < cycle ? next : cycle);
		if (pm_cycle(m) == WRITE_CYCLE)
			pm_reg_write(m, RX_MODE, ENABLE_AND_OBEY, 0xF);
		if (pm_cycle(m) == FRAME_CYCLE && pm_rx_run(m, pause, sizeof(pause), -1))
			return 2;
		view = pm_settle(m);
		if (view->rx)
			printf("cycle %" PRIu64 ": a frame of %" PRIu32 " octets%s\n", pm_cycle(m), view->rx->len,
			       view->rx->pause ? ", PAUSE" : "");
		if (view->xoff != inhibited)
			printf("cycle %" PRIu64 ": %s, %" PRIu32 " octet times left\n", pm_cycle(m),
			       view->xoff ? "inhibited" : "resumed", view->timer);
		inhibited = view->xoff;
	}
	printf("xoffPauseFramesReceived %" PRIu64 ", TX_STATUS 0x%" PRIX64 "\n", pm_reg_peek(m, XOFF_RECEIVED),
	       pm_reg_peek(m, TX_STATUS));
	pm_free(m);
	return 0;
}
