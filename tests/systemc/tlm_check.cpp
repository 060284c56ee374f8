// SPDX-License-Identifier: Apache-2.0
// Tests of the MAC module's ports, one simulation per process: tlm_check CASE. Exit status 0, or 1 with the difference on stderr.
#include "link/modules/mac.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

extern "C" {
#include "base/dut.h"
#include "seam/seam.h"
#include "stimulus/item.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // a struct and a function of one name
#include "check/scoreboard.h"
#pragma GCC diagnostic pop
}

namespace
{
using namespace pausebench;
using namespace sc_core;
using namespace tlm;

#define CHECK(condition, ...)                                                                \
	do {                                                                                 \
		if (!(condition)) {                                                          \
			std::fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
			std::fprintf(stderr, __VA_ARGS__);                                   \
			std::fputc('\n', stderr);                                            \
			std::exit(1);                                                        \
		}                                                                            \
	} while (0)

// Typed from tg3.h and the BCM1250 user manual, as the author of a driver would do.
enum {
	BCM5718_MAC_ADDR_0_LOW = 0x0414,
	BCM5718_MAC_ADDR_1_LOW = 0x041C,
	BCM5718_RX_MTU = 0x043C,
	BCM5718_UNMAPPED = 0x1000,
	BCM1250_ETHERNET_ADDR = 0x0208,
	BCM1250_PKT_TYPE = 0x0210,
};
constexpr unsigned POLL_CLOCKS = 8, ACCESS_CLOCKS = 2;

struct access {
	tlm_command command = TLM_READ_COMMAND;
	uint64_t address = BCM5718_MAC_ADDR_0_LOW;
	unsigned char data[16] = {};
	unsigned length = 4, streaming = 4;
	std::vector<unsigned char> enables;
	sc_time delay = SC_ZERO_TIME;
	bool dmi_hint = true;
};

// A thread with both kinds of socket; the device is bound to one of them.
template <class Symbol> struct initiator : sc_module {
	tlm_utils::simple_initiator_socket_optional<initiator, 32> narrow{ "narrow" };
	tlm_utils::simple_initiator_socket_optional<initiator, 64> wide{ "wide" };
	void (*body)(initiator &) = nullptr;
	mac<Symbol> &target;
	bool done = false;

	SC_HAS_PROCESS(initiator);
	initiator(sc_module_name module_name, mac<Symbol> &target_, bool bound = true) : sc_module(module_name), target(target_)
	{
		SC_THREAD(run);
		if (bound && target.register_octets() == 8)
			wide.bind(target.registers_64);
		else if (bound)
			narrow.bind(target.registers);
	}

	void run()
	{
		if (body)
			body(*this);
		done = true;
	}

	tlm_response_status transport(access &a)
	{
		tlm_generic_payload payload;

		payload.set_command(a.command);
		payload.set_address(a.address);
		payload.set_data_ptr(a.data);
		payload.set_data_length(a.length);
		payload.set_streaming_width(a.streaming);
		payload.set_byte_enable_ptr(a.enables.empty() ? nullptr : a.enables.data());
		payload.set_byte_enable_length(static_cast<unsigned>(a.enables.size()));
		payload.set_dmi_allowed(true);
		if (target.register_octets() == 8)
			wide->b_transport(payload, a.delay);
		else
			narrow->b_transport(payload, a.delay);
		a.dmi_hint = payload.is_dmi_allowed();
		CHECK(payload.get_address() == a.address && payload.get_data_length() == a.length, "the payload was changed");
		return payload.get_response_status();
	}

	tlm_response_status write(uint64_t address, uint64_t value)
	{
		access a;

		a.command = TLM_WRITE_COMMAND;
		a.address = address;
		a.length = a.streaming = target.register_octets();
		std::memcpy(a.data, &value, sizeof(value));
		return transport(a);
	}

	uint64_t read(uint64_t address)
	{
		access a;
		uint64_t value = 0;

		a.address = address;
		a.length = a.streaming = target.register_octets();
		CHECK(transport(a) == TLM_OK_RESPONSE, "a read of 0x%04" PRIX64, address);
		std::memcpy(&value, a.data, a.length);
		return value;
	}

	// Expects that an access is refused, takes no time and changes nothing.
	void refused(access a, tlm_response_status expected, const char *what)
	{
		const sc_time before = sc_time_stamp();
		const access asked = a;

		a.delay = sc_time(100, SC_NS);
		tlm_response_status status = transport(a);
		CHECK(status == expected, "%s: response %d, expected %d", what, status, expected);
		CHECK(sc_time_stamp() == before && a.delay == sc_time(100, SC_NS), "%s: took time", what);
		CHECK(!std::memcmp(a.data, asked.data, sizeof(a.data)), "%s: changed the data", what);
	}
};

typedef initiator<gmii_symbol> gmii_initiator;

// A MAC whose PHY side is idle.
struct lonely {
	gmii_mac device;
	sc_signal<gmii_symbol> in{ "in" }, out{ "out" };
	gmii_initiator cpu;

	lonely(const mac_options &options, void (*body)(gmii_initiator &)) : device("mac", options), cpu("cpu", device)
	{
		device.rx(in);
		device.tx(out);
		cpu.body = body;
	}

	void run()
	{
		sc_start(100, SC_US);
		CHECK(cpu.done, "an access never came back");
		CHECK(!*device.failure(), "%s", device.failure());
	}
};

void alone(const mac_options &options, void (*body)(gmii_initiator &))
{
	lonely l(options, body);

	l.run();
}

// ---- answers ----

void reads_and_writes(gmii_initiator &i)
{
	access a;

	CHECK(i.write(BCM5718_MAC_ADDR_0_LOW, 0x89ABCDEF) == TLM_OK_RESPONSE, "a write");
	CHECK(i.write(BCM5718_MAC_ADDR_1_LOW, 0x01234567) == TLM_OK_RESPONSE, "a write");
	CHECK(i.read(BCM5718_MAC_ADDR_0_LOW) == 0x89ABCDEF, "the first register");
	CHECK(i.read(BCM5718_MAC_ADDR_1_LOW) == 0x01234567, "the second register");
	CHECK(i.transport(a) == TLM_OK_RESPONSE && !a.dmi_hint, "an access allows DMI");
	a.streaming = 8; /* wider than the data: no stream */
	CHECK(i.transport(a) == TLM_OK_RESPONSE, "a streaming width above the length");
}

void addresses(gmii_initiator &i)
{
	access a;

	a.address = BCM5718_UNMAPPED;
	CHECK(i.transport(a) == TLM_ADDRESS_ERROR_RESPONSE, "an unmapped address");
	a.command = TLM_WRITE_COMMAND;
	CHECK(i.transport(a) == TLM_ADDRESS_ERROR_RESPONSE, "a write to an unmapped address");
	for (unsigned offset = 1; offset < 4; offset++) {
		a.address = BCM5718_MAC_ADDR_0_LOW + offset;
		i.refused(a, TLM_ADDRESS_ERROR_RESPONSE, "a misaligned address");
	}
	a.address = 0x10000 + BCM5718_MAC_ADDR_0_LOW;
	i.refused(a, TLM_ADDRESS_ERROR_RESPONSE, "an address of 17 bits");
	a.address = (uint64_t{ 1 } << 32) + BCM5718_MAC_ADDR_0_LOW;
	i.refused(a, TLM_ADDRESS_ERROR_RESPONSE, "an address of 33 bits");
}

void lengths(gmii_initiator &i)
{
	for (tlm_command command : { TLM_READ_COMMAND, TLM_WRITE_COMMAND }) {
		for (unsigned length : { 0, 1, 2, 3, 5, 8, 16 }) {
			access a;
			a.command = command;
			a.length = a.streaming = length;
			i.refused(a, TLM_BURST_ERROR_RESPONSE, "a length that is not a register's");
		}
		for (unsigned streaming : { 0, 1, 3 }) {
			access a;
			a.command = command;
			a.streaming = streaming;
			i.refused(a, TLM_BURST_ERROR_RESPONSE, "a stream");
		}
	}
}

void enables_refused(gmii_initiator &i)
{
	access a;

	a.enables = { 0xFF, 0xFF, 0xFF, 0xFF };
	i.refused(a, TLM_BYTE_ENABLE_ERROR_RESPONSE, "byte enables on a read");
	a.command = TLM_WRITE_COMMAND;
	for (size_t length : { 3, 5, 8 }) {
		a.enables.assign(length, 0xFF);
		i.refused(a, TLM_BYTE_ENABLE_ERROR_RESPONSE, "byte enables that do not divide the data");
	}
	a.enables = { 0xFF, 0x00, 0x01, 0x00 };
	i.refused(a, TLM_BYTE_ENABLE_ERROR_RESPONSE, "a byte enable other than 0x00 and 0xFF");
	CHECK(i.read(BCM5718_MAC_ADDR_0_LOW) == 0, "a refused write did something");
}

void enables_followed(gmii_initiator &i)
{
	for (unsigned mask = 0; mask < 16; mask++) {
		uint32_t expected = 0, value = 0x55667788;
		access a;
		a.command = TLM_WRITE_COMMAND;
		std::memcpy(a.data, &value, sizeof(value));
		for (unsigned b = 0; b < 4; b++) {
			a.enables.push_back(mask >> b & 1 ? 0xFF : 0);
			expected |= (mask >> b & 1 ? value : 0x11223344) & 0xFFu << 8 * b;
		}
		i.write(BCM5718_MAC_ADDR_0_LOW, 0x11223344);
		CHECK(i.transport(a) == TLM_OK_RESPONSE, "byte enables %X", mask);
		value = static_cast<uint32_t>(i.read(BCM5718_MAC_ADDR_0_LOW));
		CHECK(value == expected, "byte enables %X: 0x%08X, expected 0x%08X", mask, value, expected);
	}
}

// A byte enable array shorter than the data is repeated.
void enables_repeated(gmii_initiator &i)
{
	uint32_t value = 0x55667788;
	access a;

	i.write(BCM5718_MAC_ADDR_0_LOW, 0x11223344);
	a.command = TLM_WRITE_COMMAND;
	std::memcpy(a.data, &value, sizeof(value));
	a.enables = { 0xFF, 0x00 };
	CHECK(i.transport(a) == TLM_OK_RESPONSE, "two byte enables");
	CHECK(i.read(BCM5718_MAC_ADDR_0_LOW) == 0x11663388, "two byte enables");
	a.enables = { 0xFF };
	CHECK(i.transport(a) == TLM_OK_RESPONSE, "one byte enable");
	CHECK(i.read(BCM5718_MAC_ADDR_0_LOW) == 0x55667788, "one byte enable");
}

void commands(gmii_initiator &i)
{
	access a;

	a.command = TLM_IGNORE_COMMAND;
	i.refused(a, TLM_COMMAND_ERROR_RESPONSE, "TLM_IGNORE_COMMAND");
}

void direct_memory(gmii_initiator &i)
{
	tlm_generic_payload payload;
	tlm_dmi dmi;
	unsigned char data[4] = { 1, 2, 3, 4 };

	payload.set_command(TLM_READ_COMMAND);
	payload.set_address(BCM5718_MAC_ADDR_0_LOW);
	payload.set_data_ptr(data);
	payload.set_data_length(sizeof(data));
	payload.set_streaming_width(sizeof(data));
	CHECK(!i.narrow->get_direct_mem_ptr(payload, dmi), "DMI was granted");
	CHECK(i.narrow->transport_dbg(payload) == 0 && data[0] == 1, "a debug access moved something");
}

void delays(gmii_initiator &i)
{
	const sc_time clock = i.target.clock_period(), slack = clock * (POLL_CLOCKS + ACCESS_CLOCKS + 1);

	for (unsigned ns : { 0, 1, 500, 12345 }) {
		const sc_time asked(ns, SC_NS), before = sc_time_stamp();
		access a;
		a.delay = asked;
		CHECK(i.transport(a) == TLM_OK_RESPONSE, "a read");
		const sc_time took = sc_time_stamp() - before;
		CHECK(a.delay == SC_ZERO_TIME, "%u ns: delay %s is left", ns, a.delay.to_string().c_str());
		CHECK(took >= asked + clock * ACCESS_CLOCKS && took <= asked + slack, "%u ns: took %s", ns,
		      took.to_string().c_str());
	}
}

// ---- several initiators ----

enum { INITIATORS = 5, ROUNDS = 40 };

struct crowd_tap {
	uint64_t newest = 0;
	unsigned accesses = 0;
	uint32_t written[INITIATORS * ROUNDS] = {};
};

// Accesses do not overlap on the register bus: each takes two clocks at least.
void crowd_sees(void *context, const struct event *events, size_t count)
{
	crowd_tap *tap = static_cast<crowd_tap *>(context);

	for (size_t i = 0; i < count; i++) {
		if (events[i].kind != EVENT_REG_WRITE)
			continue;
		CHECK(!tap->accesses || events[i].cycle >= tap->newest + ACCESS_CLOCKS, "accesses at %" PRIu64 " and %" PRIu64,
		      tap->newest, events[i].cycle);
		CHECK(tap->accesses < INITIATORS * ROUNDS, "too many accesses");
		tap->newest = events[i].cycle;
		tap->written[tap->accesses++] = static_cast<uint32_t>(events[i].value);
	}
}

void crowd_writes(gmii_initiator &i)
{
	uint32_t who = static_cast<uint32_t>(i.name()[std::strlen(i.name()) - 1] - '0');

	for (uint32_t round = 0; round < ROUNDS; round++)
		CHECK(i.write(BCM5718_MAC_ADDR_0_LOW, who << 16 | round) == TLM_OK_RESPONSE, "a write");
}

// A bus that several initiators share: it forwards each access as it comes.
struct crossing : sc_module {
	tlm_utils::multi_passthrough_target_socket<crossing, 32> in{ "in" };
	tlm_utils::simple_initiator_socket<crossing, 32> out{ "out" };

	explicit crossing(sc_module_name module_name) : sc_module(module_name)
	{
		in.register_b_transport(this, &crossing::b_transport);
	}

	void b_transport(int, tlm_generic_payload &payload, sc_time &delay)
	{
		out->b_transport(payload, delay);
	}
};

void check_crowd(const char *, mac_kind kind)
{
	crowd_tap tap;
	gmii_mac device("mac", { "bcm5718", kind, 1, crowd_sees, &tap });
	sc_signal<gmii_symbol> in("in"), out("out");
	sc_vector<gmii_initiator> cpus("cpu", INITIATORS,
	                               [&](const char *name, size_t) { return new gmii_initiator(name, device, false); });
	crossing shared("shared");
	uint32_t next[INITIATORS] = {};

	device.rx(in);
	device.tx(out);
	shared.out.bind(device.registers);
	for (gmii_initiator &cpu : cpus) {
		cpu.narrow.bind(shared.in);
		cpu.body = crowd_writes;
	}
	sc_start(100, SC_US);
	device.stop();
	sc_start(1, SC_US);
	CHECK(device.ended() && tap.accesses == INITIATORS * ROUNDS, "%u accesses", tap.accesses);
	for (uint32_t value : tap.written) {
		uint32_t who = value >> 16;
		CHECK(who < INITIATORS && (value & 0xFFFF) == next[who], "initiator %u: 0x%08X, expected its number %u", who,
		      value, next[who]);
		next[who]++;
	}
	/* first come, first served: no initiator is two rounds ahead of another */
	for (unsigned n = 0; n < INITIATORS * ROUNDS; n++)
		CHECK((tap.written[n] & 0xFFFF) == n / INITIATORS, "access %u is 0x%08X", n, tap.written[n]);
}

// ---- a 64-bit bus ----

void wide_bus(gmii_initiator &i)
{
	const uint64_t value = 0x1122334455667788, mask = 0xFF0000FFFF00FF00;
	access a;

	CHECK(i.target.register_octets() == 8, "registers of %u octets", i.target.register_octets());
	CHECK(i.write(BCM1250_PKT_TYPE, value) == TLM_OK_RESPONSE && i.read(BCM1250_PKT_TYPE) == value, "64 bits");
	a.address = BCM1250_PKT_TYPE;
	i.refused(a, TLM_BURST_ERROR_RESPONSE, "half a register");
	a.length = 8;
	i.refused(a, TLM_BURST_ERROR_RESPONSE, "a stream of halves");
	a.streaming = 8;
	a.address += 4;
	i.refused(a, TLM_ADDRESS_ERROR_RESPONSE, "an address between two registers");
	a.address -= 4;
	a.command = TLM_WRITE_COMMAND;
	for (unsigned b = 0; b < 8; b++)
		a.enables.push_back(mask >> 8 * b & 0xFF);
	CHECK(i.transport(a) == TLM_OK_RESPONSE, "eight byte enables");
	CHECK(i.read(BCM1250_PKT_TYPE) == (value & ~mask), "eight byte enables: 0x%016" PRIX64, i.read(BCM1250_PKT_TYPE));
	CHECK(i.write(BCM1250_ETHERNET_ADDR, UINT64_MAX) == TLM_OK_RESPONSE, "a write");
	CHECK(i.read(BCM1250_ETHERNET_ADDR) == 0x0000FFFFFFFFFFFF, "bits that a register does not have");
}

void check_socket(const char *, mac_kind kind)
{
	gmii_mac device("mac", { "bcm1250", kind });
	sc_signal<gmii_symbol> in("in"), out("out");
	gmii_initiator cpu("cpu", device, false);
	bool refused = false;

	device.rx(in);
	device.tx(out);
	cpu.narrow.bind(device.registers);
	try {
		sc_start(SC_ZERO_TIME);
	} catch (const sc_report &report) {
		refused = std::strstr(report.get_msg(), "64 bits; bind registers_64");
	}
	CHECK(refused, "a 32-bit socket for 64-bit registers was taken");
}

void check_names(const char *, mac_kind kind)
{
	unsigned refused = 0;

	try {
		gmii_mac device("mac", { "no_such_mac", kind });
	} catch (const std::invalid_argument &) {
		refused++;
	}
	try {
		gmii_mac device("mac2", { "i82598", kind });
	} catch (const std::invalid_argument &) {
		refused++;
	}
	CHECK(refused == 2, "%u of 2 refused", refused);
}

// ---- the end of a run ----

void too_late(gmii_initiator &i)
{
	access a;

	CHECK(i.write(BCM5718_MAC_ADDR_0_LOW, 1) == TLM_OK_RESPONSE, "a write");
	i.target.stop();
	if (!i.target.ended())
		sc_core::wait(i.target.ended_event());
	CHECK(i.transport(a) == TLM_GENERIC_ERROR_RESPONSE, "an access after the end");
}

// ---- two MACs on one wire ----

// i82598 delivers PAUSE frames too.
bool is_pause(const uint8_t *octets)
{
	return octets[12] == 0x88 && octets[13] == 0x08;
}

struct log {
	const struct dut *row;
	struct scoreboard *scoreboard;
	std::vector<uint64_t> starts, runs; // octet times of frames sent and received
	uint64_t newest, delivered, stops;
	bool ended;

	explicit log(const char *dut)
	    : row(dut_by_name(dut)), scoreboard(scoreboard_new(row, false)), newest(0), delivered(0), stops(0), ended(false)
	{
	}
	~log()
	{
		scoreboard_free(scoreboard);
	}
	log(const log &) = delete;
	log &operator=(const log &) = delete;

	static void tap(void *context, const struct event *events, size_t count)
	{
		log *l = static_cast<log *>(context);

		for (size_t i = 0; i < count; i++)
			l->event(events[i]);
		scoreboard_events(l->scoreboard, events, count);
	}

	void event(const struct event &e)
	{
		CHECK(e.cycle >= newest && !ended, "events out of order at %" PRIu64, e.cycle);
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

		CHECK(ended, "%s: no EVENT_END", who);
		CHECK(delivered == frames, "%s: %" PRIu64 " frames of %" PRIu64 " were delivered", who, delivered, frames);
		CHECK(!result->findings, "%s: %" PRIu64 " findings, first at %" PRIu64 ": %s: expected %s, actual %s", who,
		      result->findings, result->finding[0].cycle, result->finding[0].what, result->finding[0].expected,
		      result->finding[0].actual);
	}
};

// Frames of many lengths, back to back. The first ones are short: on XGMII they come as fast as the host is polled.
packet frame(unsigned number)
{
	static const uint8_t head[] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x02, 0, 0, 0, 0, 1, 0x88, 0xB5 };
	packet p;

	p.octets.resize(number < 40 ? 60 : 60 + number * 101 % 1455);
	std::copy(std::begin(head), std::end(head), p.octets.begin());
	for (size_t i = sizeof(head); i < p.octets.size(); i++)
		p.octets[i] = static_cast<uint8_t>(number * 3 + i);
	return p;
}

enum { PAIR_FRAMES = 200 };

template <class Symbol> void set_up_and_send(initiator<Symbol> &i)
{
	struct stimulus setup = {};

	CHECK(!stimulus_setup(&setup, &i.target.device()), "no memory");
	for (size_t n = 0; n < setup.count; n++)
		if (setup.items[n].kind == ITEM_REG_WRITE)
			CHECK(i.write(setup.items[n].u.reg.address, setup.items[n].u.reg.value) == TLM_OK_RESPONSE, "set-up");
	stimulus_release(&setup);
	for (unsigned n = 0; n < PAIR_FRAMES; n++)
		i.target.send->put(frame(n));
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
			CHECK(p.octets.size() >= expected.octets.size() && p.octets.size() <= expected.octets.size() + 4 &&
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

template <class Symbol>
void check_pair(const char *dut, mac_kind kind_a, mac_kind kind_b, const sc_time &sleep, bool refusing = false)
{
	log log_a(dut), log_b(dut);
	mac<Symbol> a("a", { dut, kind_a, 1, log::tap, &log_a }), b("b", { dut, kind_b, 2, log::tap, &log_b });
	initiator<Symbol> cpu_a("cpu_a", a), cpu_b("cpu_b", b);
	consumer<Symbol> host_a("host_a", sleep), host_b("host_b", SC_ZERO_TIME);
	sc_signal<Symbol> ab("ab"), ba("ba");
	const uint64_t step = dut_step(&a.device());

	a.tx(ab);
	b.rx(ab);
	b.tx(ba);
	a.rx(ba);
	moody between("between", host_a.queue);
	if (refusing)
		a.receive(between);
	else
		a.receive(host_a.queue);
	b.receive(host_b.queue);
	cpu_a.body = cpu_b.body = set_up_and_send<Symbol>;
	sc_start(6, SC_MS);
	a.stop();
	b.stop();
	sc_start(1, SC_US);
	log_a.check("a", PAIR_FRAMES);
	log_b.check("b", PAIR_FRAMES);
	CHECK(host_a.taken == PAIR_FRAMES && host_b.taken == PAIR_FRAMES, "the hosts have %u and %u", host_a.taken, host_b.taken);
	CHECK(!log_b.stops && !log_a.stops == (sleep == SC_ZERO_TIME), "tready fell %" PRIu64 " and %" PRIu64 " times",
	      log_a.stops, log_b.stops);
	CHECK(log_a.starts.size() >= PAIR_FRAMES && log_a.starts.size() == log_b.runs.size(), "%zu frames sent, %zu received",
	      log_a.starts.size(), log_b.runs.size());
	for (size_t n = 0; n < log_a.starts.size(); n++) /* visible in clock n, sampled in clock n + 2 */
		CHECK(log_b.runs[n] == log_a.starts[n] + 2 * step, "sent at %" PRIu64 ", received at %" PRIu64, log_a.starts[n],
		      log_b.runs[n]);
}

void check_pair_of(const char *dut, mac_kind kind)
{
	const sc_time sleep = SC_ZERO_TIME;

	if (dut_by_name(dut)->phy == PHY_XGMII)
		check_pair<xgmii_symbol>(dut, mac_kind::rtl, kind, sleep);
	else
		check_pair<gmii_symbol>(dut, mac_kind::rtl, kind, sleep);
}

// A host takes one frame every 20 us: the others wait in the device, and none is lost.
void check_slow(const char *dut, mac_kind kind)
{
	const sc_time sleep(20, SC_US);

	if (dut_by_name(dut)->phy == PHY_XGMII)
		check_pair<xgmii_symbol>(dut, kind, mac_kind::rtl, sleep);
	else
		check_pair<gmii_symbol>(dut, kind, mac_kind::rtl, sleep);
}

void check_refusing(const char *dut, mac_kind kind)
{
	check_pair<gmii_symbol>(dut, kind, mac_kind::rtl, SC_ZERO_TIME, true);
}

// The queue before a disabled transmitter.
void fills_queue(gmii_initiator &i)
{
	unsigned taken = 0;

	sc_core::wait(1, SC_US);
	while (taken < 100 && i.target.send->nb_can_put()) {
		CHECK(i.target.send->nb_put(frame(taken)), "a frame was refused");
		taken++;
		sc_core::wait(1, SC_US);
	}
	CHECK(taken == 16 + 1, "%u frames were taken", taken); /* one frame is offered to the device */
}

// ---- requests of a client ----

// ll10g: pause_req 2 is XOFF, 1 is XON; one frame for each change.
void client(initiator<xgmii_symbol> &i)
{
	struct stimulus setup = {};

	CHECK(!stimulus_setup(&setup, &i.target.device()), "no memory");
	for (size_t n = 0; n < setup.count; n++)
		if (setup.items[n].kind == ITEM_REG_WRITE)
			i.write(setup.items[n].u.reg.address, setup.items[n].u.reg.value);
	stimulus_release(&setup);
}

void check_request(const char *, mac_kind kind)
{
	log seen("ll10g");
	xgmii_mac device("mac", { "ll10g", kind, 1, log::tap, &seen });
	initiator<xgmii_symbol> cpu("cpu", device);
	sc_signal<xgmii_symbol> in("in"), out("out");
	sc_signal<uint32_t> request("request"), level("level");

	device.rx(in);
	device.tx(out);
	device.pause_req(request);
	device.level(level);
	cpu.body = client;
	sc_start(2, SC_US);
	request.write(2);
	sc_start(1, SC_US);
	request.write(1);
	sc_start(1, SC_US);
	request.write(0);
	sc_start(1, SC_US);
	device.stop();
	sc_start(1, SC_US);
	seen.check("mac", 0);
	CHECK(seen.starts.size() == 2, "%zu PAUSE frames", seen.starts.size());
}

template <void (*body)(gmii_initiator &)> void on(const char *dut, mac_kind kind)
{
	alone({ dut, kind }, body);
}

const struct test_case {
	const char *name, *dut;
	void (*run)(const char *dut, mac_kind kind);
} cases[] = {
	{ "ok", "bcm5718", on<reads_and_writes> },
	{ "address", "bcm5718", on<addresses> },
	{ "length", "bcm5718", on<lengths> },
	{ "enables-refused", "bcm5718", on<enables_refused> },
	{ "enables-followed", "bcm5718", on<enables_followed> },
	{ "enables-repeated", "bcm5718", on<enables_repeated> },
	{ "command", "bcm5718", on<commands> },
	{ "dmi", "bcm5718", on<direct_memory> },
	{ "delay", "bcm5718", on<delays> },
	{ "crowd", "bcm5718", check_crowd },
	{ "wide", "bcm1250", on<wide_bus> },
	{ "socket", "bcm1250", check_socket },
	{ "names", "bcm5718", check_names },
	{ "end", "bcm5718", on<too_late> },
	{ "queue", "bcm5718", on<fills_queue> },
	{ "request", "ll10g", check_request },
	{ "pair-bcm5718", "bcm5718", check_pair_of },
	{ "pair-i82598", "i82598", check_pair_of },
	{ "pair-ll10g", "ll10g", check_pair_of },
	{ "pair-bcm1250", "bcm1250", check_pair_of },
	{ "refusing", "bcm5718", check_refusing },
	{ "slow-bcm5718", "bcm5718", check_slow },
	{ "slow-i82598", "i82598", check_slow },
};
} // namespace

int sc_main(int argc, char *argv[])
{
	for (const test_case &c : cases) {
		if (argc == 3 && !std::strcmp(argv[1], c.name)) {
			c.run(c.dut, !std::strcmp(argv[2], "model") ? mac_kind::model : mac_kind::rtl);
			return 0;
		}
	}
	std::fprintf(stderr, "usage: tlm_check CASE rtl|model; the cases:\n");
	for (const test_case &c : cases)
		std::fprintf(stderr, "  %s\n", c.name);
	return 2;
}
