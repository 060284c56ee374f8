/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: visits of the clocks that the model does not ask for make no difference, whatever the freedoms. Random frames, requests and
 * registers are played twice, and what the device did is compared. */
#include "ieee8023_drive.h"
#include "support.h"

#include "base/random.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

enum { RUNS = 60, STEPS = 60 };

static uint32_t below(uint64_t *state, uint32_t limit)
{
	return (uint32_t)((random_u64(state) >> 32) * limit >> 32);
}

/* Draws every parameter of one run but those of the PHY, the buffer and sizes. */
static void draw_freedoms(struct std *d, uint64_t *state)
{
	size_t count;
	const struct parameter *parameters = parameters_of("ieee8023", &count);

	for (size_t i = 0; i < count; i++) {
		const struct parameter *p = &parameters[i];
		if (p->most - p->least > 3 || !strcmp(p->name, "Mii") || !strcmp(p->name, "TxStored"))
			continue;
		pm_config_set(&d->config, p, p->least + below(state, (uint32_t)(p->most - p->least + 1)));
	}
	d->config.ieee8023.start_unit = below(state, 2) ? 8 : 4;
	d->config.ieee8023.timer_granularity = below(state, 4) ? 1 : 8;
	d->config.ieee8023.buffer_octets = below(state, 2) ? 4096 : 0;
}

static void receive(struct std *d, uint64_t *state)
{
	uint8_t frame[300] = { 0 };
	uint32_t len = 60 + below(state, below(state, 2) ? 6 : 200);

	make_frame(frame, len, below(state, 4) ? "01-80-C2-00-00-01" : "00-11-22-33-44-55", below(state, 4) ? 0x8808 : 0x0800);
	memset(frame + 14, 0, 20);
	frame[15] = 1;
	frame[14] = below(state, 3) == 0;
	frame[17] = (uint8_t)below(state, 30);
	for (int i = 0; i < 8; i++)
		frame[19 + 2 * i] = (uint8_t)below(state, 20);
	frame_put_fcs(frame + len - 4, frame_fcs(frame, len - 4));
	frame[len - 1] ^= !below(state, 8);
	std_rx_begin(d, frame, len, !below(state, 10), false);
	std_run_to(d, d->rx_last + 12 + below(state, 100));
}

static void step(struct std *d, uint64_t *state)
{
	uint8_t frame[400];

	switch (below(state, 8)) {
	case 0:
	case 1:
	case 2:
		receive(d, state);
		return;
	case 3:
		if (d->pending)
			return;
		make_frame(frame, sizeof(frame), "02-00-00-00-00-09", 0x0800);
		std_offer(d, frame, 20 + below(state, 300));
		return;
	case 4:
		std_write(d, "VIRTUAL_REQUEST", below(state, 4));
		return;
	case 5:
		std_write(d, "VIRTUAL_PFC_REQUEST", below(state, 0x10000));
		return;
	case 6:
		std_write(d, "VIRTUAL_ENABLES", (d->clocks == 2 ? 0x40u : 0x80u) | (below(state, 3) ? 0xFu : below(state, 64)));
		return;
	default:
		std_run(d, below(state, 1500));
	}
}

/* What the device did, as a number. */
static uint64_t play(struct std *d, int phy, uint64_t seed, bool every)
{
	uint64_t state = seed, hash = 0;

	std_init(d, phy);
	draw_freedoms(d, &state);
	d->every = every;
	std_counter(d, "rx", "octets of rx and good");
	std_counter(d, "tx", "octets of tx");
	std_counter(d, "pause", "tx and (pause or pfc)");
	std_open(d);
	std_write(d, "VIRTUAL_PFC_ENABLE", 0xFFFF);
	std_write(d, "VIRTUAL_REFRESH", 15);
	std_write(d, "VIRTUAL_QUANTA", 20);
	std_write(d, "VIRTUAL_HIGH_MARK", 300);
	std_write(d, "VIRTUAL_LOW_MARK", 200);
	for (int i = 0; i < STEPS && d->frames + 8 < STD_SENT_MAX; i++) {
		step(d, &state);
		hash = hash * 31 + d->rise * 3 + d->fall * 5 + d->frames * 7 + d->pfc + d->delivered * 11 + d->classified;
	}
	std_write(d, "VIRTUAL_ENABLES", d->clocks == 2 ? 0x47 : 0x87);
	std_run(d, 4000);
	return hash + std_read(d, "rx") * 3 + std_read(d, "tx") * 5 + std_read(d, "pause");
}

Test(ieee8023_schedule, clocks_that_are_not_asked_for_make_no_difference)
{
	uint64_t frames = 0, visits[2] = { 0 };

	for (int phy = STD_GMII; phy <= STD_XGMII; phy++) {
		for (uint64_t seed = 1; seed <= RUNS; seed++) {
			static struct std d[2];
			uint64_t every = play(&d[0], phy, seed, true), asked = play(&d[1], phy, seed, false);
			cr_expect_eq(every, asked, "phy %d, seed %d", phy, (int)seed);
			cr_expect_eq(d[0].frames, d[1].frames, "phy %d, seed %d", phy, (int)seed);
			for (unsigned i = 0; i < d[0].frames && i < d[1].frames; i++)
				cr_expect(d[0].sent[i].start == d[1].sent[i].start && d[0].sent[i].kind == d[1].sent[i].kind,
				          "phy %d, seed %d, frame %u", phy, (int)seed, i);
			frames += d[0].frames;
			visits[0] += d[0].visits;
			visits[1] += d[1].visits;
			std_close(&d[0]);
			std_close(&d[1]);
		}
	}
	cr_expect_gt(frames, 3 * RUNS * 4);
	cr_expect_lt(visits[1], visits[0] / 2, "it asks for few clocks");
}
