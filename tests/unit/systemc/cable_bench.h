/* SPDX-License-Identifier: Apache-2.0 */
/* One direction of a cable between a writer of symbols and its readers. */
#ifndef PAUSEBENCH_TESTS_SYSTEMC_CABLE_BENCH_H
#define PAUSEBENCH_TESTS_SYSTEMC_CABLE_BENCH_H
#include "check.h"
#include "link/description/link_clock.h"
#include "link/modules/cable.h"

#include <algorithm>
#include <cinttypes>
#include <utility>
#include <vector>

namespace pausebench
{
using sc_core::sc_module_name;

/* A clock whose period is no whole number of picoseconds. */
struct odd_clock {
	double ps;
	uint64_t number = 0;

	void wait_edge()
	{
		uint64_t before = link_edge_ps(number, ps);
		sc_core::wait(sc_core::sc_time::from_value(link_edge_ps(++number, ps) - before));
	}
};

/* Writes a symbol at each clock, then idle. */
template <class Symbol> struct writer : sc_core::sc_module {
	sc_core::sc_out<Symbol> out;
	std::vector<Symbol> symbols;
	bool changes_only = false;
	odd_clock clock = { cable_traits<Symbol>::clock_ps };

	SC_HAS_PROCESS(writer);
	explicit writer(sc_module_name name) : sc_module(name)
	{
		SC_THREAD(run);
	}
	void run()
	{
		Symbol newest = cable_traits<Symbol>::idle();
		symbols.push_back(newest);
		for (const Symbol &symbol : symbols) {
			if (!changes_only || !(symbol == newest))
				out.write(symbol);
			newest = symbol;
			clock.wait_edge();
		}
	}
};

/* Reads a symbol at each clock. */
template <class Symbol> struct reader : sc_core::sc_module {
	sc_core::sc_in<Symbol> in;
	std::vector<Symbol> symbols;
	odd_clock clock = { cable_traits<Symbol>::clock_ps };

	SC_HAS_PROCESS(reader);
	explicit reader(sc_module_name name) : sc_module(name)
	{
		SC_THREAD(run);
	}
	void run()
	{
		for (;;) {
			symbols.push_back(in.read());
			clock.wait_edge();
		}
	}
};

/* Collects the changes that the event announces. */
template <class Symbol> struct listener : sc_core::sc_module {
	sc_core::sc_in<Symbol> in;
	std::vector<std::pair<uint64_t, Symbol>> changes;
	unsigned wrong = 0;

	SC_HAS_PROCESS(listener);
	explicit listener(sc_module_name name) : sc_module(name)
	{
		SC_METHOD(run);
		sensitive << in;
		dont_initialize();
	}
	void run()
	{
		changes.emplace_back(sc_core::sc_time_stamp().value(), in.read());
		wrong += !in.event();
	}
};

enum { ELASTIC_CLOCKS = 80 }; /* more than an elastic buffer adds */

struct seen_frame {
	cable_frame frame;
	std::vector<uint8_t> sent, octets;
};

template <class Symbol> struct bench {
	cable_lane<Symbol> lane;
	/* one reader is made, and so runs, before the writer and one after it; both must read the same */
	reader<Symbol> early{ sc_core::sc_gen_unique_name("early") };
	writer<Symbol> source{ sc_core::sc_gen_unique_name("source") };
	reader<Symbol> late{ sc_core::sc_gen_unique_name("late") };
	std::vector<seen_frame> left;
	unsigned entered = 0;

	explicit bench(const cable_options &options, uint64_t seed = 1, unsigned direction = 0)
	    : lane(sc_core::sc_gen_unique_name("lane"), options, seed, direction)
	{
		source.clock.ps = link_clock_ps(static_cast<double>(lane.clock_ps()), options.from_ppm);
		early.clock.ps = late.clock.ps = link_clock_ps(static_cast<double>(lane.clock_ps()), options.to_ppm);
		early.in(lane);
		late.in(lane);
		source.out(lane);
		lane.on_entered = [this](const cable_frame &f) {
			entered++;
			REQUIRE(f.number == entered, "frame %" PRIu64 " is the %u. to enter", f.number, entered);
			REQUIRE(sc_core::sc_time_stamp().value() <= f.entered_end + 2 * lane.clock_ps(), "reported late");
		};
		lane.on_left = [this](const cable_frame &f) {
			uint64_t now = sc_core::sc_time_stamp().value();
			REQUIRE(now > f.left_end && now <= f.left_end + 2 * lane.clock_ps(),
			        "frame %" PRIu64 " reported at another time", f.number);
			left.push_back({ f, { f.sent, f.sent + f.sent_len }, { f.octets, f.octets + f.len } });
			left.back().frame.sent = left.back().frame.octets = nullptr;
		};
	}
	void run(const std::vector<Symbol> &symbols)
	{
		source.symbols = symbols;
		const double clocks = static_cast<double>(symbols.size() + lane.delay_clocks() + 8 + ELASTIC_CLOCKS);
		sc_core::sc_start(sc_core::sc_time(source.clock.ps * clocks, sc_core::SC_PS));
		REQUIRE(early.symbols.size() == late.symbols.size(), "readers");
		REQUIRE(std::equal(early.symbols.begin(), early.symbols.end(), late.symbols.begin()),
		        "the reader that runs first at an edge reads something else");
		REQUIRE(lane.on_cable() == 0, "%zu frames stay on the cable", lane.on_cable());
	}
};
} // namespace pausebench

#endif
