// SPDX-License-Identifier: Apache-2.0
// Two MACs, their ends and the cable as one module. A run sets up the registers, sends traffic, lets it arrive and reads the counters.
// doc/use/link.md 4.
#ifndef PAUSEBENCH_LINK_PLATFORM_H
#define PAUSEBENCH_LINK_PLATFORM_H
#include "ends.h"
#include "link.h"
#include "link/modules/cable.h"
#include "link/modules/mac.h"
#include "link/waves/link_waves.h"
extern "C" {
#include "regs.h"
#include "seam/seam.h"
}

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

namespace pausebench_link
{
using sc_core::sc_time;

constexpr uint64_t us = 1000000, ms = 1000 * us; // in ps
// Times for rates of 1000 Mb/s and more; at lower rates they are longer, in proportion to the time of an octet.
constexpr uint64_t base_step_ps = 5 * us; // the time between two steps of the thread that controls the run
constexpr uint64_t base_check_ps = ms;    // the time between two checks of the facts
constexpr uint64_t base_drain_ps = ms, base_drain_max_ps = 60 * ms;
constexpr uint64_t base_settle_ps = 3 * us, base_late_ps = us;
constexpr unsigned client_xon = 1, client_xoff = 2; // values of pause_req, doc/reference/dut-contract.md

inline double wall_seconds()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Symbol> uint32_t level_of(const struct seam_pins &pins);
template <> inline uint32_t level_of<pausebench::gmii_symbol>(const struct seam_pins &pins)
{
	return *pins.gmii.side >> SEAM_SIDE_LEVEL_SHIFT;
}
template <> inline uint32_t level_of<pausebench::xgmii_symbol>(const struct seam_pins &pins)
{
	return static_cast<uint32_t>(*pins.xgmii.side >> SEAM_WIDE_LEVEL_SHIFT);
}

template <class Symbol> class platform : public sc_core::sc_module
{
      public:
	platform(sc_core::sc_module_name name, const struct link_description &description,
	         const struct link_options &link_options, struct link_check *link_check)
	    : sc_module(name), link(description), options(link_options), check(link_check), //
	      side_a(link, check, 0, options), side_b(link, check, 1, options),             //
	      a("a", mac_options_of(link, 0, &side_a.listener)), b("b", mac_options_of(link, 1, &side_b.listener)),
	      wire("wire", cable_options_of(link, 0, link_options.out, "a-to-b.pcapng"),
	           cable_options_of(link, 1, link_options.out, "b-to-a.pcapng"), link.seed),
	      level_a("level_a"), level_b("level_b"), request_a("request_a"), request_b("request_b"), //
	      bus_a("bus_a"), bus_b("bus_b"), wide_a("wide_a"), wide_b("wide_b")
	{
		a.tx(wire.a_to_b);
		b.rx(wire.a_to_b);
		b.tx(wire.b_to_a);
		a.rx(wire.b_to_a);
		connect(0, a, bus_a, wide_a, level_a, request_a);
		connect(1, b, bus_b, wide_b, level_b, request_b);
		watch(0, wire.a_to_b);
		watch(1, wire.b_to_a);
		if (options.waves)
			waves = std::make_unique<pausebench::link_waves>("waves", options.out, a, kind_of(0), b, kind_of(1), wire,
			                                                 options.expected, options.waves_from_ps,
			                                                 options.waves_to_ps);
		sc_core::sc_spawn([this] { control(); }, "control");
	}

	void result(struct link_result *ret)
	{
		uint64_t span = std::max<uint64_t>(stop_ps - start_ps, 1);

		ret->stopped = stopped;
		ret->drained = drained;
		ret->start_ps = start_ps;
		ret->stop_ps = std::max(start_ps, stop_ps); // the RTL may have ended the simulation before the traffic stopped
		ret->end_ps = now_ps();
		for (unsigned i = 0; i < LINK_ENDS; i++) {
			ret->clocks[i] = mac_of(i).clocks();
			ret->accesses[i] = at(i).accesses;
			ret->totals[i] = *link_check_totals(check, i);
			ret->throughput[i] = static_cast<double>(delivered_wire[!i]) * at(i).pace.octet_ps /
			                     static_cast<double>(span);
			ret->headroom[i] = at(i).flow.headroom;
			ret->score[i] = *at(i).listener.result();
		}
	}
	// Returns why an end did not go on, or an empty text.
	std::string failure(unsigned end)
	{
		return at(end).access_error.empty() ? mac_of(end).failure() : at(end).access_error;
	}
	int finish_waves(const struct link_finding *first)
	{
		struct waves_mark mark;

		if (!waves)
			return 0;
		if (!first)
			return waves->finish(nullptr);
		mark.rule = first->plain.rule;
		mark.what = first->plain.what;
		mark.expected = first->plain.expected;
		mark.actual = first->plain.actual;
		mark.end = first->end;
		mark.cause = first->cause_ps;
		mark.time = first->time_ps;
		return waves->finish(&mark);
	}
	int close()
	{
		int ab = wire.a_to_b.close_capture(), ba = wire.b_to_a.close_capture();
		return ab ? ab : ba;
	}
	bool was_late() const
	{
		return late;
	}
	bool is_drained() const
	{
		return drained;
	}

      private:
	typedef pausebench::mac<Symbol> mac;
	typedef tlm_utils::simple_initiator_socket_optional<platform, 32> bus;
	typedef tlm_utils::simple_initiator_socket_optional<platform, 64> wide_bus;

	pausebench::mac_kind kind_of(unsigned end) const
	{
		return link.end[end].model ? pausebench::mac_kind::model : pausebench::mac_kind::rtl;
	}
	side &at(unsigned end)
	{
		return end ? side_b : side_a;
	}
	mac &mac_of(unsigned end)
	{
		return end ? b : a;
	}

	void connect(unsigned end, mac &m, bus &narrow, wide_bus &wide, sc_core::sc_signal<uint32_t> &level,
	             sc_core::sc_signal<uint32_t> &request)
	{
		if (m.register_octets() == 8)
			wide.bind(m.registers_64);
		else
			narrow.bind(m.registers);
		m.receive(at(end).taker);
		if (at(end).flow.client) {
			sc_core::sc_spawn_options as_method;
			m.level(level);
			m.pause_req(request);
			as_method.spawn_method();
			as_method.set_sensitivity(&level);
			as_method.dont_initialize();
			sc_core::sc_spawn([this, end, &level, &request] { client(end, level, request); },
			                  end ? "client_b" : "client_a", &as_method);
		}
		sc_core::sc_spawn([this, end] { drive(end); }, end ? "driver_b" : "driver_a");
		sc_core::sc_spawn([this, end] { send(end); }, end ? "source_b" : "source_a");
	}

	// Requests XOFF below the headroom mark, again after each hold-off, and XON above the resume mark.
	void client(unsigned end, const sc_core::sc_signal<uint32_t> &level, sc_core::sc_signal<uint32_t> &request)
	{
		const struct link_flow &flow = at(end).flow;
		uint32_t room = at(end).buffer.units - std::min(level.read(), at(end).buffer.units);

		if (room < flow.headroom)
			request.write(client_xoff);
		else if (room > flow.resume && request.read() == client_xoff)
			request.write(client_xon);
	}

	void watch(unsigned from, pausebench::cable_lane<Symbol> &lane)
	{
		lane.on_left = [this, from](const pausebench::cable_frame &frame) { left(from, frame); };
		for (unsigned i = 0; i < link.cable[from].cuts; i++) {
			add_fact(check, fact_of(LINK_CUT, from, link.cable[from].cut[i].from_ps, 1));
			add_fact(check, fact_of(LINK_CUT, from, link.cable[from].cut[i].to_ps, 0));
		}
	}
	static enum link_fate fate_of(const pausebench::cable_frame &frame)
	{
		if (frame.lost)
			return LINK_LOST;
		if (!frame.damaged && !frame.cut)
			return LINK_CLEAN;
		return !frame.cut && frame.len == frame.sent_len && !std::memcmp(frame.octets, frame.sent, frame.len)
		         ? LINK_DOUBTFUL
		         : LINK_DAMAGED;
	}
	void left(unsigned from, const pausebench::cable_frame &frame)
	{
		struct link_fact fact = fact_of(LINK_LEFT_PAUSE, from, frame.left_end, frame.quanta);
		struct link_mark mark;

		fact.fate = fate_of(frame);
		if (frame.kind == pausebench::cable_kind::data) {
			at(from).left++;
			if (!link_mark_read(frame.sent, frame.sent_len, &mark) || mark.end != from)
				return;
			fact.kind = LINK_LEFT;
			fact.number = mark.number;
		} else if (frame.kind != pausebench::cable_kind::pause) {
			return;
		}
		add_fact(check, fact);
	}

	// Makes one access over TLM. Returns false if it is refused, with the response in at(end).access_error.
	bool access(unsigned end, tlm::tlm_command command, uint16_t address, uint64_t *value)
	{
		tlm::tlm_generic_payload payload;
		sc_time delay;
		unsigned octets = mac_of(end).register_octets();
		uint8_t data[8];

		std::memcpy(data, value, sizeof(data));
		payload.set_command(command);
		payload.set_address(address);
		payload.set_data_ptr(data);
		payload.set_data_length(octets);
		payload.set_streaming_width(octets);
		payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
		if (octets == 8)
			(end ? wide_b : wide_a)->b_transport(payload, delay);
		else
			(end ? bus_b : bus_a)->b_transport(payload, delay);
		at(end).accesses++;
		*value = 0;
		std::memcpy(value, data, octets);
		if (payload.is_response_ok())
			return true;
		at(end).access_error = payload.get_response_string();
		return false;
	}
	void program(unsigned end)
	{
		const struct stimulus &setup = at(end).setup;

		for (size_t i = 0; i < setup.count && at(end).access_error.empty(); i++) {
			uint64_t value = setup.items[i].u.reg.value;
			access(end, tlm::TLM_WRITE_COMMAND, setup.items[i].u.reg.address, &value);
		}
	}
	// Reads every counter; the scoreboard compares what is read.
	void read_counters(unsigned end)
	{
		const struct reg_page *page = dut_page(link.end[end].dut);

		for (size_t i = 0; i < page->count && at(end).access_error.empty(); i++) {
			uint64_t value = 0;
			if (page->rows[i].kind == REG_COUNTER || page->rows[i].kind == REG_COUNTER_HIGH)
				access(end, tlm::TLM_READ_COMMAND, page->rows[i].address, &value);
		}
	}
	void send(unsigned end)
	{
		struct link_source &source = at(end).source;
		std::vector<uint8_t> octets(LINK_FRAME_MAX);

		sc_core::wait(begin);
		link_source_init(&source, &link, end, now_ps());
		while (link_source_due(&source) < start_ps + link.time_ps && !stopping) {
			struct link_fact fact = fact_of(LINK_OFFERED, end, 0);
			packet frame;
			if (link_source_due(&source) > now_ps())
				wait_ps(link_source_due(&source) - now_ps());
			fact.number = source.number;
			fact.len = link_source_frame(&source, octets.data()) + LINK_FCS_OCTETS;
			frame.octets.assign(octets.begin(), octets.begin() + (fact.len - LINK_FCS_OCTETS));
			fact.time_ps = now_ps();
			add_fact(check, fact);
			at(end).sent++;
			mac_of(end).send->put(frame);
			if (now_ps() >= start_ps + link.time_ps)
				break;
		}
		at(end).source_done = true;
	}
	void drive(unsigned end)
	{
		program(end);
		at(end).programmed = true;
		changed.notify(sc_core::SC_ZERO_TIME);
		sc_core::wait(finish);
		read_counters(end);
		at(end).read = true;
		changed.notify(sc_core::SC_ZERO_TIME);
	}

	bool is_late()
	{
		late = late || (options.max_seconds > 0 && wall_seconds() - began > options.max_seconds);
		return late;
	}
	bool failed()
	{
		return !failure(0).empty() || !failure(1).empty();
	}
	// Returns true if all frames that were sent were delivered to the hosts or lost.
	bool is_quiet()
	{
		for (unsigned i = 0; i < LINK_ENDS; i++) {
			uint32_t level = level_of<Symbol>(mac_of(i).pins());
			if (!at(i).source_done || at(i).sent != at(i).left)
				return false;
			if (level != (at(i).buffer.free_shown ? at(i).buffer.units : 0))
				return false;
		}
		return true;
	}
	// Reports the stops of the hosts up to now, and checks the facts up to the time that both monitors have reached.
	void check_facts()
	{
		uint64_t known = std::min(side_a.listener.last_ps(), side_b.listener.last_ps());

		side_a.taker.add_stops(now_ps());
		side_b.taker.add_stops(now_ps());
		if (known < checked_ps + longer * base_check_ps)
			return;
		checked_ps = known;
		link_check_until(check, known - longer * base_late_ps);
	}
	// Waits in steps until TIME_PS, with QUIET only until the link is quiet. Returns true if it became quiet.
	bool pass(uint64_t time_ps, bool quiet)
	{
		while (now_ps() < time_ps && !failed() && !is_late() &&
		       !(stopped = stopped || (options.stop && options.stop()))) {
			if (quiet && is_quiet())
				return true;
			wait_ps(std::min(step_ps, time_ps - now_ps()));
			check_facts();
		}
		return quiet && is_quiet();
	}
	// Returns for how long PAUSE can hold frames and the hosts need for the frames on their way.
	uint64_t drain_ps() const
	{
		double needed = static_cast<double>(longer * base_drain_ps);

		for (unsigned i = 0; i < LINK_ENDS; i++) {
			const side &s = i ? side_b : side_a;
			double octet_ps = s.pace.octet_ps;
			double share = std::max(link_host_share(&link.end[i].host), 0.01);
			needed += s.flow.quanta * 64.0 * octet_ps;
			needed += (static_cast<double>(s.buffer.units) * s.buffer.unit_octets +
			           20.0 * link.end[!i].traffic.len_max) *
			          octet_ps / share;
		}
		return std::min(static_cast<uint64_t>(needed), longer * base_drain_max_ps);
	}
	void await(bool side::*what)
	{
		while (!(side_a.*what && side_b.*what) && !failed())
			sc_core::wait(sc_time::from_value(step_ps), changed);
	}
	void control()
	{
		await(&side::programmed);
		start_ps = now_ps();
		add_fact(check, fact_of(LINK_TRAFFIC, 0, start_ps, 1));
		begin.notify();
		pass(start_ps + link.time_ps, false);
		stop_ps = now_ps();
		add_fact(check, fact_of(LINK_TRAFFIC, 0, stop_ps, 0));
		stopping = true;
		for (unsigned i = 0; i < LINK_ENDS; i++)
			delivered_wire[i] = at(i).taker.wire_octets;
		drained = pass(now_ps() + drain_ps(), true);
		wait_ps(longer * base_settle_ps);
		finish.notify();
		await(&side::read);
		a.stop();
		b.stop();
		while (!a.ended() || !b.ended())
			sc_core::wait(sc_time::from_value(step_ps), a.ended_event() | b.ended_event());
		check_facts();
		sc_core::sc_stop();
	}

	const struct link_description &link;
	const struct link_options &options;
	struct link_check *check;
	side side_a, side_b;
	const uint64_t longer = std::max<uint64_t>(1, 1000 / side_a.pace.mbps), step_ps = longer * base_step_ps;
	mac a, b;
	pausebench::cable<Symbol> wire;
	sc_core::sc_signal<uint32_t> level_a, level_b, request_a, request_b;
	bus bus_a, bus_b;
	wide_bus wide_a, wide_b;
	sc_core::sc_event begin, finish, changed;
	uint64_t start_ps = 0, stop_ps = 0, checked_ps = 0;
	uint64_t delivered_wire[LINK_ENDS] = {};
	bool stopping = false, stopped = false, drained = false, late = false;
	const double began = wall_seconds();
	std::unique_ptr<pausebench::link_waves> waves;
};
} // namespace pausebench_link
#endif
