// SPDX-License-Identifier: Apache-2.0
// A link from its description: two MACs, the cable, traffic, hosts, programming over TLM, a scoreboard per end. doc/link.md.
#include "link.h"

#include "link/check/bound.h"
#include "link/modules/cable.h"
#include "link/description/link_device.h"
#include "link/description/link_traffic.h"
#include "link/waves/link_waves.h"
#include "link/modules/mac.h"
#include "seam/simulation_end.h"
extern "C" {
#include "records.h"
#include "regs.h"
#include "seam/seam.h"
}

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <tlm_utils/simple_initiator_socket.h>
#include <type_traits>

namespace
{
using pausebench::packet;
using sc_core::sc_time;

constexpr unsigned ends = LINK_ENDS;
constexpr uint64_t us = 1000000, ms = 1000 * us; // in ps
// For rates of 1000 Mb/s and more; at lower ones all is longer by as much as an octet is.
constexpr uint64_t base_step_ps = 5 * us; // between two looks of the control
constexpr uint64_t base_check_ps = ms;    // between two judgements of the facts
constexpr uint64_t base_drain_ps = ms, base_drain_max_ps = 60 * ms;
constexpr uint64_t base_settle_ps = 3 * us, base_late_ps = us;
constexpr unsigned client_xon = 1, client_xoff = 2; // pause_req, doc/ll10g.md 3
constexpr unsigned slack_clocks = 24;               // of reactions: the host is asked, and the client looks, every 8 clocks

double wall_seconds()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

uint64_t now_ps()
{
	return sc_core::sc_time_stamp().value();
}

void wait_ps(uint64_t ps)
{
	sc_core::wait(sc_time::from_value(ps));
}

double cpu_seconds()
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void tell(struct link_check *check, struct link_fact fact)
{
	if (link_check_fact(check, &fact))
		throw std::bad_alloc();
}

struct link_fact fact_of(enum link_fact_kind kind, unsigned end, uint64_t time_ps, uint64_t value = 0)
{
	struct link_fact fact = {};
	fact.kind = kind;
	fact.end = end;
	fact.time_ps = time_ps;
	fact.value = static_cast<uint32_t>(value);
	return fact;
}

// What the monitors of an end saw: for its scoreboard, and as facts for the link's rules.
class tap
{
      public:
	tap(struct link_check *link_check, unsigned number, const struct dut *dut, const struct link_pace &link_pace)
	    : check(link_check), end(number), pace(link_pace), scoreboard(scoreboard_new(dut, false), scoreboard_free)
	{
		link_buffer(dut, &buffer);
		if (!scoreboard)
			throw std::bad_alloc();
	}
	static void events(void *context, const struct event *event, size_t count)
	{
		tap *self = static_cast<tap *>(context);
		for (size_t i = 0; i < count; i++)
			self->look(event[i]);
		scoreboard_events(self->scoreboard.get(), event, count);
	}
	uint64_t last_ps() const
	{
		return last;
	}
	const struct scoreboard_result *result() const
	{
		return scoreboard_result(scoreboard.get());
	}

      private:
	void look(const struct event &event)
	{
		last = static_cast<uint64_t>(static_cast<double>(event.cycle + event.lane) * pace.count_ps);
		switch (event.kind) {
		case EVENT_OBS_RX:
			if (event.value & RX_RECORD_DISCARDED && !(event.value & RX_RECORD_BAD))
				tell(check, fact_of(LINK_DROPPED, end, last));
			break;
		case EVENT_OBS_LEVEL:
			tell(check, fact_of(LINK_LEVEL, end, last, free_units(event.value)));
			break;
		case EVENT_OBS_XOFF:
			tell(check, fact_of(LINK_INHIBITED, end, last, event.value));
			break;
		case EVENT_TX_END:
			look_sent(event);
			break;
		default:
			break;
		}
	}
	// DA.. behind the SFD. A PAUSE frame: 802.3 annex 31B.
	void look_sent(const struct event &event)
	{
		static const uint8_t type_opcode[] = { 0x88, 0x08, 0x00, 0x01 };
		constexpr uint32_t at_type = 12, at_time = 16, head = 18, preamble_max = 16;
		const bool nibbles = pace.octet_counts > 1;
		uint8_t octets[head];
		uint32_t at = 0;

		while (at < event.len && at < preamble_max && event.octets[at] != (nibbles ? 0xD : 0xD5))
			at++;
		at++;
		if (at + head * pace.octet_counts > event.len)
			return;
		for (uint32_t i = 0; i < head; i++)
			octets[i] = nibbles ? static_cast<uint8_t>(event.octets[at + 2 * i] | event.octets[at + 2 * i + 1] << 4)
			                    : event.octets[at + i];
		if (!std::memcmp(octets + at_type, type_opcode, sizeof(type_opcode)))
			tell(check, fact_of(LINK_PAUSE_SENT, end, last, octets[at_time] << 8 | octets[at_time + 1]));
	}
	uint64_t free_units(uint64_t level) const
	{
		return buffer.free_shown ? level : buffer.units - std::min<uint64_t>(level, buffer.units);
	}

	struct link_check *check;
	unsigned end;
	struct link_pace pace;
	struct link_buffer buffer = {};
	std::unique_ptr<struct scoreboard, void (*)(struct scoreboard *)> scoreboard;
	uint64_t last = 0;
};

// The host of an end: takes frames at its pace, and knows the partner's.
class host : public tlm::tlm_nonblocking_put_if<packet>
{
      public:
	host(struct link_check *link_check, unsigned number, const struct link_end &link_end, const struct link_pace &pace,
	     const struct link_faults *link_faults)
	    : check(link_check), end(number), config(link_end.host), clock_ps(pace.clock_ps), faults(link_faults)
	{
		config.rate = link_host_slots(&link_end.host, pace.octet_counts);
	}
	bool nb_put(const packet &frame) override
	{
		unsigned copies = faults && faults->copies ? faults->copies(end, taken++) : 1;

		while (copies--)
			take(frame);
		return true;
	}
	bool nb_can_put(tlm::tlm_tag<packet> * = nullptr) const override
	{
		return link_host_takes(&config, now_ps(), clock_ps);
	}
	const sc_core::sc_event &ok_to_put(tlm::tlm_tag<packet> * = nullptr) const override
	{
		return never;
	}
	// Tells when stops begin and end, up to UNTIL.
	void tell_stops(uint64_t until)
	{
		while (config.stop_ps && next_ps(change) < until) {
			tell(check, fact_of(LINK_HOST, end, next_ps(change), change & 1));
			change++;
			if (change == 2 && !config.every_ps)
				config.stop_ps = 0;
		}
	}
	// Of delivered frames, with preamble and gap.
	uint64_t wire_octets = 0;

      private:
	void take(const packet &frame)
	{
		struct link_fact fact = fact_of(LINK_FOREIGN, end, now_ps());
		struct link_mark mark;
		const uint8_t *octets = frame.octets.data();
		uint32_t len = static_cast<uint32_t>(frame.octets.size());

		if (len > 13 && octets[12] == 0x88 && octets[13] == 0x08 && !frame.error) {
			fact.kind = LINK_CONTROL;
		} else if (frame.error) {
			fact.kind = LINK_ERRORED;
		} else if (link_mark_read(octets, len, &mark) && mark.end != end) {
			fact.kind = LINK_DELIVERED;
			fact.number = mark.number;
			fact.len = mark.len;
			fact.wrong = link_mark_check(octets, len, &mark);
			wire_octets += mark.len + LINK_WIRE_EXTRA;
		}
		tell(check, fact);
	}
	// A stop begins at even changes and ends at odd ones.
	uint64_t next_ps(uint64_t number) const
	{
		return config.phase_ps + number / 2 * config.every_ps + (number & 1 ? config.stop_ps : 0);
	}

	struct link_check *check;
	unsigned end;
	struct link_host config;
	double clock_ps;
	const struct link_faults *faults;
	uint64_t change = 0, taken = 0;
	sc_core::sc_event never;
};

template <class Symbol> uint32_t level_of(const struct seam_pins &pins);
template <> uint32_t level_of<pausebench::gmii_symbol>(const struct seam_pins &pins)
{
	return *pins.gmii.side >> SEAM_SIDE_LEVEL_SHIFT;
}
template <> uint32_t level_of<pausebench::xgmii_symbol>(const struct seam_pins &pins)
{
	return static_cast<uint32_t>(*pins.xgmii.side >> SEAM_WIDE_LEVEL_SHIFT);
}

pausebench::cable_options cable_options_of(const struct link_description &link, unsigned from, const char *folder,
                                           const char *name)
{
	const struct link_cable &cable = link.cable[from];
	const struct link_pace pace = link_pace_of(&link, from);
	pausebench::cable_options options;
	options.length = cable.length_m;
	options.velocity = cable.velocity;
	options.ber = cable.ber;
	options.lose = cable.lose;
	options.mbps = pace.octet_counts > 1 ? pace.mbps : 0;
	for (unsigned i = 0; i < cable.cuts; i++)
		options.cuts.push_back({ cable.cut[i].from_ps, cable.cut[i].to_ps });
	if (folder)
		options.capture = std::string(folder) + "/" + name;
	return options;
}

pausebench::mac_options mac_options_of(const struct link_description &link, unsigned end, tap *listener)
{
	pausebench::mac_options options;
	options.dut = link.end[end].dut->name;
	options.kind = link.end[end].model ? pausebench::mac_kind::model : pausebench::mac_kind::rtl;
	options.seed = link.seed + end;
	options.mbps = static_cast<uint16_t>(link_pace_of(&link, end).mbps);
	options.tap = tap::events;
	options.tap_context = listener;
	return options;
}

// An end but for its MAC.
struct side {
	side(const struct link_description &link, struct link_check *check, unsigned end, const struct link_faults *faults)
	    : pace(link_pace_of(&link, end)), listener(check, end, link.end[end].dut, pace),
	      taker(check, end, link.end[end], pace, faults)
	{
		struct env_error error;
		link_buffer(link.end[end].dut, &buffer);
		link_flow(&link.end[end], &flow, "", &error);
		if (link_setup(&link, end, &setup, &error))
			throw std::runtime_error(error.text);
		if (faults && faults->setup && faults->setup(end, &setup))
			throw std::bad_alloc();
	}
	~side()
	{
		stimulus_release(&setup);
	}
	side(const side &) = delete;
	side &operator=(const side &) = delete;

	const struct link_pace pace;
	tap listener;
	host taker;
	struct link_buffer buffer = {};
	struct link_flow flow = {};
	struct stimulus setup = {};
	struct link_source source = {};
	uint64_t sent = 0, left = 0; // frames of the source: offered; left the cable in one way or another
	uint64_t accesses = 0;
	std::string access_error;
	bool programmed = false, source_done = false, read = false;
};

template <class Symbol> class platform : public sc_core::sc_module
{
      public:
	platform(sc_core::sc_module_name name, const struct link_description &description,
	         const struct link_options &link_options, struct link_check *link_check)
	    : sc_module(name), link(description), options(link_options), check(link_check),   //
	      side_a(link, check, 0, options.faults), side_b(link, check, 1, options.faults), //
	      a("a", mac_options_of(link, 0, &side_a.listener)), b("b", mac_options_of(link, 1, &side_b.listener)),
	      wire("wire", cable_options_of(link, 0, link_options.out, "a-to-b.pcap"),
	           cable_options_of(link, 1, link_options.out, "b-to-a.pcap"), link.seed),
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
			                                                 options.waves_from_ps, options.waves_to_ps);
		sc_core::sc_spawn([this] { control(); }, "control");
	}

	void result(struct link_result *ret)
	{
		uint64_t span = std::max<uint64_t>(stop_ps - start_ps, 1);

		ret->stopped = stopped;
		ret->drained = drained;
		ret->start_ps = start_ps;
		ret->stop_ps = std::max(start_ps, stop_ps); // the RTL may have ended the simulation before
		ret->end_ps = now_ps();
		for (unsigned i = 0; i < ends; i++) {
			ret->clocks[i] = mac_of(i).clocks();
			ret->accesses[i] = at(i).accesses;
			ret->totals[i] = *link_check_totals(check, i);
			ret->throughput[i] = static_cast<double>(delivered_wire[!i]) * at(i).pace.octet_ps /
			                     static_cast<double>(span);
			ret->headroom[i] = at(i).flow.headroom;
			ret->score[i] = *at(i).listener.result();
		}
	}
	// What kept an end from going on, or empty.
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
		mark.rule = rule_table[first->rule].name;
		mark.what = first->what;
		mark.expected = first->expected;
		mark.actual = first->actual;
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

	// XOFF is asked for below the headroom mark, again and again as the hold-off lets it; XON above the resume mark.
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
			tell(check, fact_of(LINK_CUT, from, link.cable[from].cut[i].from_ps, 1));
			tell(check, fact_of(LINK_CUT, from, link.cable[from].cut[i].to_ps, 0));
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
		tell(check, fact);
	}

	// One access over TLM. False: refused, and at(end).access_error says how.
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
	// Every counter, so that the scoreboard compares it.
	void read_counters(unsigned end)
	{
		const struct reg_page *page = reg_page_by_model(link.end[end].dut->model);

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
			tell(check, fact);
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
	// All that was sent is with the hosts, or lost.
	bool is_quiet()
	{
		for (unsigned i = 0; i < ends; i++) {
			uint32_t level = level_of<Symbol>(mac_of(i).pins());
			if (!at(i).source_done || at(i).sent != at(i).left)
				return false;
			if (level != (at(i).buffer.free_shown ? at(i).buffer.units : 0))
				return false;
		}
		return true;
	}
	// The hosts' stops up to now, and what all sources have told.
	void check_facts()
	{
		uint64_t known = std::min(side_a.listener.last_ps(), side_b.listener.last_ps());

		side_a.taker.tell_stops(now_ps());
		side_b.taker.tell_stops(now_ps());
		if (known < checked_ps + longer * base_check_ps)
			return;
		checked_ps = known;
		link_check_until(check, known - longer * base_late_ps);
	}
	// Waits until TIME_PS in steps; until QUIET too, if it says so. True: it became quiet.
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
	// All that PAUSE can hold, and the hosts need for what is on its way.
	uint64_t drain_ps() const
	{
		double needed = static_cast<double>(longer * base_drain_ps);

		for (unsigned i = 0; i < ends; i++) {
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
		tell(check, fact_of(LINK_TRAFFIC, 0, start_ps, 1));
		begin.notify();
		pass(start_ps + link.time_ps, false);
		stop_ps = now_ps();
		tell(check, fact_of(LINK_TRAFFIC, 0, stop_ps, 0));
		stopping = true;
		for (unsigned i = 0; i < ends; i++)
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
	uint64_t delivered_wire[ends] = {};
	bool stopping = false, stopped = false, drained = false, late = false;
	const double began = wall_seconds();
	std::unique_ptr<pausebench::link_waves> waves;
};

// Frames that are late because of the PHY pipeline, the host's polling and the client's.
uint64_t reaction_ps(const struct dut *dut, const struct link_pace &pace)
{
	const struct dut_timing &timing = dut->timing;
	uint64_t counts = uint64_t{ timing.inhibit } + timing.resume + timing.classify + timing.host + timing.sent +
	                  timing.request;

	return static_cast<uint64_t>(static_cast<double>(counts + slack_clocks * dut_step(dut)) * pace.count_ps);
}

void configure(const struct link_description &link, struct link_check_config *ret)
{
	for (unsigned i = 0; i < ends; i++) {
		const struct link_end &end = link.end[i];
		struct link_check_end &config = ret->end[i];
		const struct link_pace pace = link_pace_of(&link, i);
		struct link_flow flow;
		struct env_error error;

		link_flow(&end, &flow, "", &error);
		config.promised = bound_promises(&link, i);
		config.headroom = flow.headroom;
		config.resume = flow.resume;
		config.longest = end.traffic.len_max;
		config.octet_ps = pace.octet_ps;
		config.reaction_ps = reaction_ps(end.dut, pace);
		config.load = end.traffic.len_max ? end.traffic.load : 0;
		config.host_share = link_host_share(&end.host);
		// a frame of its own that has just begun, the PAUSE frame and the gaps must fit in what is left
		config.refreshes = flow.refresh_quanta * 64u >
		                   end.traffic.len_max + 64u + 4u * LINK_WIRE_EXTRA + slack_clocks * 8u;
		ret->delay_ps[i] = static_cast<uint64_t>(link.cable[i].length_m / (link.cable[i].velocity * 299792458.0) * 1e12) +
		                   static_cast<uint64_t>(4 * pace.clock_ps);
	}
}

// A finding that the platform itself makes.
void add_finding(struct link_result *ret, enum rule rule, unsigned end, const char *what, const char *expected,
                 const char *actual)
{
	struct link_finding *finding;

	if (ret->findings++ >= LINK_FINDINGS_MAX)
		return;
	finding = &ret->finding[ret->findings - 1];
	*finding = {};
	finding->time_ps = finding->cause_ps = ret->end_ps;
	finding->end = end;
	finding->rule = rule;
	std::snprintf(finding->what, sizeof(finding->what), "%s", what);
	std::snprintf(finding->expected, sizeof(finding->expected), "%s", expected);
	std::snprintf(finding->actual, sizeof(finding->actual), "%s", actual);
}

void collect(const struct link_description &link, struct link_check *check, struct link_result *ret)
{
	ret->findings = link_check_findings(check);
	for (size_t i = 0; i < LINK_FINDINGS_MAX && link_check_finding(check, i); i++)
		ret->finding[i] = *link_check_finding(check, i);
	for (unsigned i = 0; i < ends; i++) {
		uint32_t least = ret->totals[!i].min_free;
		ret->overshoot[i] = least < ret->headroom[i] ? ret->headroom[i] - least : 0;
		scoreboard_in_clocks(&ret->score[i], link.end[i].dut);
	}
}

// At which end a process of SystemC is: the MACs of the platform "link" are link.a and link.b.
unsigned end_of_process(const char *name)
{
	return name && !std::strncmp(name, "link.b.", 7);
}

template <class Symbol>
int simulate(const struct link_description &link, const struct link_options &options, struct link_check *check,
             struct link_result *ret, struct env_error *ret_error)
{
	platform<Symbol> link_platform("link", link, options, check);
	struct link_finding first;
	unsigned ended = 0;
	int err;

	try {
		sc_core::sc_start();
	} catch (const sc_core::sc_report &report) {
		if (!simulation_end_last())
			throw;
		ended = end_of_process(report.get_process_name());
	}
	if (!simulation_end_last() && !link_platform.was_late()) // a run that was cut says nothing about shares and ends
		link_check_finish(check, now_ps(), link_platform.is_drained());
	link_platform.result(ret);
	collect(link, check, ret);
	if (link_platform.was_late()) {
		char limit[96];
		std::snprintf(limit, sizeof(limit), "an end within %g s", options.max_seconds);
		add_finding(ret, RULE_TIMEOUT, 0, "the run", limit, "still running");
	}
	if (simulation_end_last())
		add_finding(ret, RULE_SIM_ENDED, ended, simulation_end_last()->place, "the simulation goes on",
		            simulation_end_last()->text);
	for (unsigned i = 0; i < ends; i++)
		if (!link_platform.failure(i).empty())
			add_finding(ret, RULE_APB_READY, i, "register access or clock", "the run goes on to its end",
			            link_platform.failure(i).c_str());
	err = link_platform.finish_waves(link_first_finding(&link, ret, &first) ? &first : nullptr);
	if (err)
		return env_fail(ret_error, -err, "cannot write the waves in %s", options.out);
	err = link_platform.close();
	return err ? env_fail(ret_error, -err, "cannot write the captures in %s", options.out) : 0;
}

} // namespace

uint64_t link_lost(const struct link_totals *totals)
{
	uint64_t lost = 0;

	for (unsigned i = 0; i < LINK_WHY_COUNT; i++)
		lost += totals->lost[i];
	return lost;
}

uint64_t link_findings(const struct link_result *result)
{
	return result->findings + result->score[0].findings + result->score[1].findings;
}

bool link_first_finding(const struct link_description *link, const struct link_result *result, struct link_finding *ret)
{
	bool any = false;

	for (size_t i = 0; i < std::min<uint64_t>(result->findings, LINK_FINDINGS_MAX); i++)
		if (!any || result->finding[i].time_ps < ret->time_ps) {
			*ret = result->finding[i];
			any = true;
		}
	for (unsigned end = 0; end < ends; end++)
		for (size_t i = 0; i < std::min<uint64_t>(result->score[end].findings, SCOREBOARD_FINDINGS_MAX); i++) {
			const struct finding &finding = result->score[end].finding[i];
			double clock_ps = link_pace_of(link, end).clock_ps;
			uint64_t time = static_cast<uint64_t>(static_cast<double>(finding.cycle) * clock_ps);
			if (any && time >= ret->time_ps)
				continue;
			any = true;
			*ret = {};
			ret->time_ps = time;
			ret->cause_ps = static_cast<uint64_t>(static_cast<double>(finding.cause_cycle) * clock_ps);
			ret->end = end;
			ret->rule = finding.rule;
			std::memcpy(ret->what, finding.what, sizeof(ret->what));
			std::memcpy(ret->expected, finding.expected, sizeof(ret->expected));
			std::memcpy(ret->actual, finding.actual, sizeof(ret->actual));
		}
	return any;
}

bool link_can_trace(void)
{
	return pausebench::link_waves::available();
}

int link_run(const struct link_description *link, const struct link_options *options, struct link_result *ret,
             struct env_error *ret_error)
{
	struct link_check_config config = {};
	struct link_check *check;
	double before = cpu_seconds();
	int err;

	std::memset(ret, 0, sizeof(*ret));
	configure(*link, &config);
	check = link_check_new(&config);
	if (!check)
		return env_fail(ret_error, ENOMEM, "cannot run %s", link->name);
	sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
	try {
		if (link->end[0].dut->phy == PHY_XGMII)
			err = simulate<pausebench::xgmii_symbol>(*link, *options, check, ret, ret_error);
		else
			err = simulate<pausebench::gmii_symbol>(*link, *options, check, ret, ret_error);
	} catch (const std::bad_alloc &) {
		err = env_fail(ret_error, ENOMEM, "cannot run %s", link->name);
	} catch (const std::exception &error) {
		err = env_refuse(ret_error, "cannot run %s: %s", link->name, error.what());
	}
	for (unsigned i = 0; i < ends; i++) {
		ret->promised[i] = config.end[i].promised;
		ret->bound[i] = bound_headroom(link, i);
	}
	ret->seconds = cpu_seconds() - before;
	link_check_free(check);
	return err;
}
