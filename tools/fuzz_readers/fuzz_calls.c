/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of calls of the library. */
#include "fuzz_readers.h"

#include "judge/judge.h"
#include "part/frame.h"

#include <string.h>

enum { CALLS_MAX = 200, OCTETS = 2048 };

struct caller {
	struct pm_judge *judge;
	struct fuzz_random *random;
	uint64_t time, clock_ps;
	uint8_t octets[OCTETS];
};

static uint64_t below(struct caller *c, uint64_t count)
{
	return fuzz_below(c->random, count);
}

/* Mostly a little later; now and then any time at all. */
static uint64_t time_of(struct caller *c)
{
	if (below(c, 300) == 0)
		return fuzz_next(c->random) >> below(c, 64);
	c->time += below(c, 8) ? c->clock_ps : below(c, 2) ? below(c, 100000) : below(c, 100000000);
	return c->time;
}

static enum pm_judge_wire wire_of(struct caller *c)
{
	return (enum pm_judge_wire)(below(c, 100) ? below(c, 2) : below(c, 5));
}

/* Fills in the octets of a frame, and returns how many it has. */
static uint32_t frame_of(struct caller *c)
{
	static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 }, partner[6] = { 2, 0, 0, 0, 0, 1 };
	uint32_t len = below(c, 4) ? 64 : (uint32_t)below(c, OCTETS);

	memset(c->octets, (int)below(c, 256), sizeof(c->octets));
	if (below(c, 2)) {
		frame_pause(c->octets, below(c, 2) ? station : partner,
		            (uint16_t)(below(c, 2) ? below(c, 100) : below(c, 65536)));
		if (below(c, 3) == 0) { /* PFC */
			c->octets[15] = 1;
			c->octets[17] = (uint8_t)below(c, 256);
			frame_put_fcs(c->octets + 60, frame_fcs(c->octets, 60));
		}
		len = below(c, 10) ? 64 : len;
	} else if (len > 18) {
		memcpy(c->octets + 6, below(c, 2) ? station : partner, 6);
		c->octets[12] = below(c, 2) ? 0x81 : 0x88;
		frame_put_fcs(c->octets + len - 4, frame_fcs(c->octets, len - 4));
	}
	if (below(c, 10) == 0)
		c->octets[below(c, OCTETS)] ^= 1;
	return len;
}

/* A run of clocks at the pins, of any length from none on. */
static void pins(struct caller *c)
{
	enum pm_judge_wire wire = wire_of(c);
	uint32_t len = frame_of(c), kind = (uint32_t)below(c, 3), head = below(c, 4) ? 8 : (uint32_t)below(c, 12);
	uint8_t run[OCTETS + 16];

	memset(run, kind == 1 ? 5 : 0x55, head);
	if (head)
		run[head - 1] = kind == 1 ? 13 : 0xD5;
	memcpy(run + head, c->octets, len);
	len = below(c, 4) ? len + head : (uint32_t)below(c, 24);
	for (uint32_t i = 0; i <= len; i += kind == 2 ? 8 : 1) {
		uint64_t data = 0, now = c->time += c->clock_ps;
		uint8_t control = 0;
		for (uint32_t lane = 0; lane < 8 && kind == 2; lane++) {
			bool code = i + lane == 0 || i + lane >= len || below(c, 500) == 0;
			data |= (uint64_t)(i + lane == 0     ? 0xFB
			                   : i + lane < len  ? run[i + lane]
			                   : i + lane == len ? 0xFD
			                                     : 0x07)
			     << 8 * lane;
			control |= (uint8_t)(code << lane);
		}
		if (kind == 0)
			pm_judge_gmii(c->judge, wire, now, i < len ? run[i] : 0, i < len, below(c, 500) == 0);
		else if (kind == 1)
			pm_judge_mii(c->judge, wire, now, i < len ? run[i] : 0, i < len, below(c, 500) == 0);
		else
			pm_judge_xgmii(c->judge, wire, now, below(c, 200) ? c->clock_ps : below(c, 2), data, control);
	}
}

static void stream(struct caller *c)
{
	enum pm_judge_wire which = wire_of(c);
	uint32_t len = frame_of(c);

	for (uint32_t i = 0; i < len; i += 8)
		pm_judge_axis(c->judge, which, c->time += c->clock_ps, fuzz_next(c->random),
		              (uint8_t)(below(c, 50) ? 0xFF : below(c, 256)), i + 8 >= len, below(c, 20) == 0, below(c, 50) != 0,
		              below(c, 50) != 0);
}

static void client(struct caller *c)
{
	uint32_t len = frame_of(c);
	unsigned flags = below(c, 10) ? 0 : (unsigned)below(c, 16);

	switch (below(c, 6)) {
	case 0:
		pm_judge_client_offer(c->judge, time_of(c));
		break;
	case 1:
		pm_judge_client_taken(c->judge, time_of(c), c->octets, len, below(c, 4) ? 0 : (uint32_t)below(c, OCTETS), flags);
		break;
	case 2:
		pm_judge_client_delivery(c->judge, time_of(c));
		break;
	case 3:
		pm_judge_client_delivered(c->judge, time_of(c), c->octets, len, flags);
		break;
	case 4:
		pm_judge_client_ready(c->judge, time_of(c), below(c, 2) != 0);
		break;
	default:
		stream(c);
		break;
	}
}

static void registers(struct caller *c)
{
	static const char *const controls[] = { "station",   "quanta", "refresh", "rx_pause",  "tx_pause",
		                                "pfc_rx",    "pfc_tx", "speed",   "tx_enable", "half_duplex",
		                                "max_frame", "",       "none" };
	static const char *const counters[] = {
		"rx_ok", "aFramesTransmittedOK", "tx_xoff", "etherStatsPkts", "LXOFFTXC", "TX_GOOD", ""
	};
	uint64_t value = fuzz_next(c->random) >> below(c, 65 - 1);
	uint16_t address = (uint16_t)(below(c, 2) ? 8 * below(c, 64) : below(c, 65536));

	switch (below(c, 5)) {
	case 0:
		pm_judge_control(c->judge, time_of(c), controls[below(c, sizeof(controls) / sizeof(controls[0]))], value);
		break;
	case 1:
		pm_judge_write(c->judge, time_of(c), address, value);
		break;
	case 2:
		pm_judge_read(c->judge, time_of(c), address, value);
		break;
	case 3:
		pm_judge_counter(c->judge, time_of(c), counters[below(c, sizeof(counters) / sizeof(counters[0]))], value);
		break;
	default:
		pm_judge_reset(c->judge, time_of(c), value);
		break;
	}
}

static void frames(struct caller *c)
{
	enum pm_judge_wire wire = wire_of(c);
	uint32_t len = frame_of(c);
	unsigned flags = below(c, 10) ? 0 : (unsigned)below(c, 32);

	switch (below(c, 8)) {
	case 0:
		pm_judge_start(c->judge, wire, time_of(c));
		break;
	case 1:
		pm_judge_end(c->judge, wire, time_of(c), c->octets, len, flags);
		break;
	case 2:
		pm_judge_cut_frame(c->judge, wire, time_of(c), c->octets, len, (uint32_t)below(c, 70000), flags);
		break;
	case 3:
		pm_judge_lost(c->judge, wire, time_of(c));
		break;
	default:
		c->time += 1000 * 8000;
		pm_judge_frame(c->judge, wire, c->time, below(c, 100) ? c->octets : NULL, len, flags);
		break;
	}
}

static void look(struct caller *c)
{
	struct pm_judge_finding finding;
	struct pm_judge_rule rule;

	for (size_t i = 0; !pm_judge_finding(c->judge, i, &finding); i++)
		pm_judge_finding_text(c->judge, i);
	for (size_t i = 0; !pm_judge_undecided(c->judge, i, &rule); i++)
		pm_judge_undecided_text(c->judge, i);
	pm_judge_message(c->judge);
	pm_judge_checks(c->judge);
	pm_judge_spoilt(c->judge);
	pm_judge_story(c->judge, below(c, 20));
}

void fuzz_calls(const char *path, struct fuzz_random *random)
{
	static const char *const profiles[] = { "tests/data/foreign/gige/gige.mac",      "tests/data/foreign/tengig/tengig.mac",
		                                "tests/data/profiles/bcm1250_100.mac",   "tests/data/profiles/i82598.mac",
		                                "tests/data/profiles/bcm5718_marks.mac", "tests/data/profiles/ll10g_filter.mac" };
	struct caller c = { .random = random };
	static const uint64_t clocks[] = { 8000, 6400, 40000, 400000, 1 };
	const struct pm_judge_options options = { .profile = profiles[below(&c, sizeof(profiles) / sizeof(profiles[0]))],
		                                  .time_error_ps = below(&c, 4) ? 0 : below(&c, 1000000),
		                                  .story = (int)below(&c, 2),
		                                  .damaged_seen = (int)below(&c, 2),
		                                  .client_control = (int)below(&c, 2),
		                                  .client_always = below(&c, 3) ? 0 : (int)below(&c, 3),
		                                  .client_seen = (int)below(&c, 2),
		                                  .requests_seen = (int)below(&c, 2) };
	uint64_t calls = below(&c, CALLS_MAX);

	(void)path;
	if (pm_judge_new(&c.judge, &options, NULL, 0))
		return;
	c.clock_ps = clocks[below(&c, sizeof(clocks) / sizeof(clocks[0]))];
	if (below(&c, 10))
		pm_judge_control(c.judge, 0, "station", 0x001122334455);
	while (calls--) {
		static void (*const kinds[])(struct caller *) = { frames, frames, pins, pins, client, registers };
		if (below(&c, 20) == 0)
			pm_judge_request(c.judge, time_of(&c), (int)below(&c, 2));
		else if (below(&c, 20) == 0)
			pm_judge_class_request(c.judge, time_of(&c), (uint8_t)below(&c, 256), (int)below(&c, 2));
		else
			kinds[below(&c, sizeof(kinds) / sizeof(kinds[0]))](&c);
		if (below(&c, 100) == 0)
			look(&c);
	}
	pm_judge_finish(c.judge, time_of(&c));
	look(&c);
	pm_judge_free(c.judge);
}
