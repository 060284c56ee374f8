// SPDX-License-Identifier: Apache-2.0
// An end of a link without its MAC. doc/use/link.md 4.
#include "ends.h"

extern "C" {
#include "part/wire.h"
#include "records.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // in C a function may have the name of a struct
#include "waves/record.h"
#pragma GCC diagnostic pop
}

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

namespace pausebench_link
{
uint64_t now_ps()
{
	return sc_core::sc_time_stamp().value();
}

void wait_ps(uint64_t ps)
{
	sc_core::wait(sc_core::sc_time::from_value(ps));
}

void add_fact(struct link_check *check, struct link_fact fact)
{
	if (link_check_fact(check, &fact))
		throw std::bad_alloc();
}

struct link_fact fact_of(enum link_fact_kind kind, unsigned end, uint64_t time_ps, uint64_t value)
{
	struct link_fact fact = {};
	fact.kind = kind;
	fact.end = end;
	fact.time_ps = time_ps;
	fact.value = static_cast<uint32_t>(value);
	return fact;
}

tap::tap(struct link_check *link_check, unsigned number, const struct dut *dut, const struct link_pace &link_pace,
         struct waves_record *waves_record)
    : check(link_check), end(number), pace(link_pace), record(waves_record),
      scoreboard(scoreboard_new(dut, false), scoreboard_free)
{
	link_buffer(dut, &buffer);
	if (!scoreboard)
		throw std::bad_alloc();
	if (record)
		waves_record_watch(record, scoreboard.get());
}

void tap::events(void *context, const struct event *event, size_t count)
{
	tap *self = static_cast<tap *>(context);
	for (size_t i = 0; i < count; i++)
		self->look(event[i]);
	if (self->record)
		waves_record_events(self->record, event, count);
	scoreboard_events(self->scoreboard.get(), event, count);
}

void tap::look(const struct event &event)
{
	last = static_cast<uint64_t>(static_cast<double>(event.cycle + event.lane) * pace.count_ps);
	switch (event.kind) {
	case EVENT_OBS_RX:
		if (event.value & RX_RECORD_DISCARDED && !(event.value & RX_RECORD_BAD))
			add_fact(check, fact_of(LINK_DROPPED, end, last));
		break;
	case EVENT_OBS_LEVEL:
		add_fact(check, fact_of(LINK_LEVEL, end, last, free_units(event.value)));
		break;
	case EVENT_OBS_XOFF:
		add_fact(check, fact_of(LINK_INHIBITED, end, last, event.value));
		break;
	case EVENT_TX_END:
		look_sent(event);
		break;
	default:
		break;
	}
}

// Reads a sent frame from DA on, after the SFD. A PAUSE frame is as in 802.3 annex 31B.
void tap::look_sent(const struct event &event)
{
	static const uint8_t type_opcode[] = { 0x88, 0x08, 0x00, 0x01 };
	constexpr uint32_t head = FRAME_TIME_OFFSET + 2, preamble_max = 16;
	const bool nibbles = pace.octet_counts > 1;
	uint8_t octets[head];
	uint32_t at = 0;

	while (at < event.len && at < preamble_max && event.octets[at] != (nibbles ? FRAME_SFD >> 4 : FRAME_SFD))
		at++;
	at++;
	if (at + head * pace.octet_counts > event.len)
		return;
	for (uint32_t i = 0; i < head; i++)
		octets[i] = nibbles ? static_cast<uint8_t>(event.octets[at + 2 * i] | event.octets[at + 2 * i + 1] << 4)
		                    : event.octets[at + i];
	if (!std::memcmp(octets + FRAME_TYPE_OFFSET, type_opcode, sizeof(type_opcode)))
		add_fact(check,
		         fact_of(LINK_PAUSE_SENT, end, last, octets[FRAME_TIME_OFFSET] << 8 | octets[FRAME_TIME_OFFSET + 1]));
}

uint64_t tap::free_units(uint64_t level) const
{
	return buffer.free_shown ? level : buffer.units - std::min<uint64_t>(level, buffer.units);
}

host::host(struct link_check *link_check, unsigned number, const struct link_end &link_end, const struct link_pace &pace,
           const struct link_faults *link_faults)
    : check(link_check), end(number), config(link_end.host), clock_ps(pace.clock_ps), faults(link_faults)
{
	config.rate = link_host_slots(&link_end.host, pace.octet_counts);
}

bool host::nb_put(const packet &frame)
{
	unsigned copies = faults && faults->copies ? faults->copies(end, taken++) : 1;

	while (copies--)
		take(frame);
	return true;
}

bool host::nb_can_put(tlm::tlm_tag<packet> *) const
{
	return link_host_takes(&config, now_ps(), clock_ps);
}

void host::add_stops(uint64_t until)
{
	while (config.stop_ps && next_ps(change) < until) {
		add_fact(check, fact_of(LINK_HOST, end, next_ps(change), change & 1));
		change++;
		if (change == 2 && !config.every_ps)
			config.stop_ps = 0;
	}
}

void host::take(const packet &frame)
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
	add_fact(check, fact);
}

// Returns the time of change NUMBER: a stop begins at even numbers and ends at odd ones.
uint64_t host::next_ps(uint64_t number) const
{
	return config.phase_ps + number / 2 * config.every_ps + (number & 1 ? config.stop_ps : 0);
}

side::side(const struct link_description &link, struct link_check *check, unsigned end, const struct link_options &options)
    : pace(link_pace_of(&link, end)), listener(check, end, link.end[end].dut, pace, options.record[end]),
      taker(check, end, link.end[end], pace, options.faults)
{
	struct env_error error;
	link_buffer(link.end[end].dut, &buffer);
	link_flow(&link.end[end], &flow, "", &error);
	if (link_setup(&link, end, &setup, &error))
		throw std::runtime_error(error.text);
	if (options.faults && options.faults->setup && options.faults->setup(end, &setup))
		throw std::bad_alloc();
}

side::~side()
{
	stimulus_release(&setup);
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
	options.from_ppm = link.end[from].ppm;
	options.to_ppm = link.end[!from].ppm;
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
	options.reaction = link.end[end].model && link.end[end].reaction != LINK_AUTO ? link.end[end].dut->timing.inhibit : 0;
	options.seed = link.seed + end;
	options.ppm = link.end[end].ppm;
	options.mbps = static_cast<uint16_t>(link_pace_of(&link, end).mbps);
	options.tap = tap::events;
	options.tap_context = listener;
	return options;
}
} // namespace pausebench_link
