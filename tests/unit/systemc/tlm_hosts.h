// SPDX-License-Identifier: Apache-2.0
// What stands around two MAC modules on one wire: a log of the events of each, and hosts that take frames.
#ifndef PAUSEBENCH_TESTS_SYSTEMC_TLM_HOSTS_H
#define PAUSEBENCH_TESTS_SYSTEMC_TLM_HOSTS_H
#include "check.h"
#include "link/modules/mac.h"

#include <algorithm>
#include <cinttypes>
#include <vector>

extern "C" {
#include "base/dut.h"
#include "stimulus/item.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // a struct and a function of one name
#include "check/scoreboard.h"
#pragma GCC diagnostic pop
}

namespace pausebench
{
using namespace sc_core;
using namespace tlm;

// i82598 delivers PAUSE frames too.
inline bool is_pause(const uint8_t *octets)
{
	return octets[12] == 0x88 && octets[13] == 0x08;
}

struct mac_log {
	const struct dut *row;
	struct scoreboard *scoreboard;
	std::vector<uint64_t> starts, runs; // octet times of frames sent and received
	uint64_t newest, delivered, stops;
	bool ended;

	explicit mac_log(const char *dut)
	    : row(dut_by_name(dut)), scoreboard(scoreboard_new(row, false)), newest(0), delivered(0), stops(0), ended(false)
	{
	}
	~mac_log()
	{
		scoreboard_free(scoreboard);
	}
	mac_log(const mac_log &) = delete;
	mac_log &operator=(const mac_log &) = delete;

	static void tap(void *context, const struct event *events, size_t count)
	{
		mac_log *l = static_cast<mac_log *>(context);

		for (size_t i = 0; i < count; i++)
			l->event(events[i]);
		scoreboard_events(l->scoreboard, events, count);
	}

	void event(const struct event &e)
	{
		REQUIRE(e.cycle >= newest && !ended, "events out of order at %" PRIu64, e.cycle);
		newest = e.cycle;
		ended = e.kind == EVENT_END;
		delivered += e.kind == EVENT_HOST_FRAME && !is_pause(e.octets);
		stops += e.kind == EVENT_HOST_READY && !e.value;
		if (e.kind == EVENT_TX_START)
			starts.push_back(e.cycle + e.lane);
		if (e.kind == EVENT_RX_RUN)
			runs.push_back(e.cycle + e.lane);
	}

	void check(const char *who, uint64_t frames)
	{
		const struct scoreboard_result *result = scoreboard_result(scoreboard);

		REQUIRE(ended, "%s: no EVENT_END", who);
		REQUIRE(delivered == frames, "%s: %" PRIu64 " frames of %" PRIu64 " were delivered", who, delivered, frames);
		REQUIRE(!result->findings, "%s: %" PRIu64 " findings, first at %" PRIu64 ": %s: expected %s, actual %s", who,
		        result->findings, result->finding[0].cycle, result->finding[0].what, result->finding[0].expected,
		        result->finding[0].actual);
	}
};

// Frames of many lengths, back to back. The first ones are short: on XGMII they come as fast as the host is polled.
inline packet frame(unsigned number)
{
	static const uint8_t head[] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x02, 0, 0, 0, 0, 1, 0x88, 0xB5 };
	packet p;

	p.octets.resize(number < 40 ? 60 : 60 + number * 101 % 1455);
	std::copy(std::begin(head), std::end(head), p.octets.begin());
	for (size_t i = sizeof(head); i < p.octets.size(); i++)
		p.octets[i] = static_cast<uint8_t>(number * 3 + i);
	return p;
}

// Takes a frame, then sleeps for SLEEP.
template <class Symbol> struct consumer : sc_module {
	tlm_fifo<packet> queue{ "queue", 2 };
	const sc_time sleep;
	unsigned taken = 0;

	SC_HAS_PROCESS(consumer);
	consumer(sc_module_name module_name, const sc_time &sleep_) : sc_module(module_name), sleep(sleep_)
	{
		SC_THREAD(run);
	}

	void run()
	{
		for (;;) {
			packet p = queue.get(), expected = frame(taken);
			if (is_pause(p.octets.data()))
				continue;
			REQUIRE(p.octets.size() >= expected.octets.size() && p.octets.size() <= expected.octets.size() + 4 &&
			            std::equal(expected.octets.begin(), expected.octets.end(), p.octets.begin()) && !p.error,
			        "%s: frame %u came changed", name(), taken);
			taken++;
			wait(sleep);
		}
	}
};

// Placed before a queue: it says that there is room, but refuses every second frame at first, like a queue that others fill too.
struct moody : sc_module, tlm_nonblocking_put_if<packet> {
	tlm_fifo<packet> &queue;
	unsigned asked = 0;

	moody(sc_module_name module_name, tlm_fifo<packet> &queue_) : sc_module(module_name), queue(queue_)
	{
	}
	bool nb_put(const packet &p) override
	{
		return asked++ % 2 && queue.nb_put(p);
	}
	bool nb_can_put(tlm_tag<packet> *) const override
	{
		return queue.nb_can_put();
	}
	const sc_event &ok_to_put(tlm_tag<packet> *) const override
	{
		return queue.ok_to_put();
	}
};
} // namespace pausebench

#endif
