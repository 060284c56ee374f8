// SPDX-License-Identifier: Apache-2.0
// Tests of the MAC module's ports, one simulation per process: tlm_check CASE. Exit status 0, or 1 with the difference on stderr.
#include "tlm_hosts.h"
#include "tlm_initiator.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

extern "C" {
#include "seam/seam.h"
}

namespace
{
using namespace pausebench;
using namespace sc_core;
using namespace tlm;

constexpr unsigned POLL_CLOCKS = 8, ACCESS_CLOCKS = 2;

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
		REQUIRE(cpu.done, "an access never came back");
		REQUIRE(!*device.failure(), "%s", device.failure());
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

	REQUIRE(i.write(BCM5718_MAC_ADDR_0_LOW, 0x89ABCDEF) == TLM_OK_RESPONSE, "a write");
	REQUIRE(i.write(BCM5718_MAC_ADDR_1_LOW, 0x01234567) == TLM_OK_RESPONSE, "a write");
	REQUIRE(i.read(BCM5718_MAC_ADDR_0_LOW) == 0x89ABCDEF, "the first register");
	REQUIRE(i.read(BCM5718_MAC_ADDR_1_LOW) == 0x01234567, "the second register");
	REQUIRE(i.transport(a) == TLM_OK_RESPONSE && !a.dmi_hint, "an access allows DMI");
	a.streaming = 8; /* wider than the data: no stream */
	REQUIRE(i.transport(a) == TLM_OK_RESPONSE, "a streaming width above the length");
}

void addresses(gmii_initiator &i)
{
	access a;

	a.address = BCM5718_UNMAPPED;
	REQUIRE(i.transport(a) == TLM_ADDRESS_ERROR_RESPONSE, "an unmapped address");
	a.command = TLM_WRITE_COMMAND;
	REQUIRE(i.transport(a) == TLM_ADDRESS_ERROR_RESPONSE, "a write to an unmapped address");
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
	REQUIRE(i.read(BCM5718_MAC_ADDR_0_LOW) == 0, "a refused write did something");
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
		REQUIRE(i.transport(a) == TLM_OK_RESPONSE, "byte enables %X", mask);
		value = static_cast<uint32_t>(i.read(BCM5718_MAC_ADDR_0_LOW));
		REQUIRE(value == expected, "byte enables %X: 0x%08X, expected 0x%08X", mask, value, expected);
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
	REQUIRE(i.transport(a) == TLM_OK_RESPONSE, "two byte enables");
	REQUIRE(i.read(BCM5718_MAC_ADDR_0_LOW) == 0x11663388, "two byte enables");
	a.enables = { 0xFF };
	REQUIRE(i.transport(a) == TLM_OK_RESPONSE, "one byte enable");
	REQUIRE(i.read(BCM5718_MAC_ADDR_0_LOW) == 0x55667788, "one byte enable");
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
	REQUIRE(!i.narrow->get_direct_mem_ptr(payload, dmi), "DMI was granted");
	REQUIRE(i.narrow->transport_dbg(payload) == 0 && data[0] == 1, "a debug access moved something");
}

void delays(gmii_initiator &i)
{
	const sc_time clock = i.target.clock_period(), slack = clock * (POLL_CLOCKS + ACCESS_CLOCKS + 1);

	for (unsigned ns : { 0, 1, 500, 12345 }) {
		const sc_time asked(ns, SC_NS), before = sc_time_stamp();
		access a;
		a.delay = asked;
		REQUIRE(i.transport(a) == TLM_OK_RESPONSE, "a read");
		const sc_time took = sc_time_stamp() - before;
		REQUIRE(a.delay == SC_ZERO_TIME, "%u ns: delay %s is left", ns, a.delay.to_string().c_str());
		REQUIRE(took >= asked + clock * ACCESS_CLOCKS && took <= asked + slack, "%u ns: took %s", ns,
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
		REQUIRE(!tap->accesses || events[i].cycle >= tap->newest + ACCESS_CLOCKS, "accesses at %" PRIu64 " and %" PRIu64,
		        tap->newest, events[i].cycle);
		REQUIRE(tap->accesses < INITIATORS * ROUNDS, "too many accesses");
		tap->newest = events[i].cycle;
		tap->written[tap->accesses++] = static_cast<uint32_t>(events[i].value);
	}
}

void crowd_writes(gmii_initiator &i)
{
	uint32_t who = static_cast<uint32_t>(i.name()[std::strlen(i.name()) - 1] - '0');

	for (uint32_t round = 0; round < ROUNDS; round++)
		REQUIRE(i.write(BCM5718_MAC_ADDR_0_LOW, who << 16 | round) == TLM_OK_RESPONSE, "a write");
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
	REQUIRE(device.ended() && tap.accesses == INITIATORS * ROUNDS, "%u accesses", tap.accesses);
	for (uint32_t value : tap.written) {
		uint32_t who = value >> 16;
		REQUIRE(who < INITIATORS && (value & 0xFFFF) == next[who], "initiator %u: 0x%08X, expected its number %u", who,
		        value, next[who]);
		next[who]++;
	}
	/* first come, first served: no initiator is two rounds ahead of another */
	for (unsigned n = 0; n < INITIATORS * ROUNDS; n++)
		REQUIRE((tap.written[n] & 0xFFFF) == n / INITIATORS, "access %u is 0x%08X", n, tap.written[n]);
}

// ---- a 64-bit bus ----

void wide_bus(gmii_initiator &i)
{
	const uint64_t value = 0x1122334455667788, mask = 0xFF0000FFFF00FF00;
	access a;

	REQUIRE(i.target.register_octets() == 8, "registers of %u octets", i.target.register_octets());
	REQUIRE(i.write(BCM1250_PKT_TYPE, value) == TLM_OK_RESPONSE && i.read(BCM1250_PKT_TYPE) == value, "64 bits");
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
	REQUIRE(i.transport(a) == TLM_OK_RESPONSE, "eight byte enables");
	REQUIRE(i.read(BCM1250_PKT_TYPE) == (value & ~mask), "eight byte enables: 0x%016" PRIX64, i.read(BCM1250_PKT_TYPE));
	REQUIRE(i.write(BCM1250_ETHERNET_ADDR, UINT64_MAX) == TLM_OK_RESPONSE, "a write");
	REQUIRE(i.read(BCM1250_ETHERNET_ADDR) == 0x0000FFFFFFFFFFFF, "bits that a register does not have");
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
	REQUIRE(refused, "a 32-bit socket for 64-bit registers was taken");
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
	REQUIRE(refused == 2, "%u of 2 refused", refused);
}

// ---- the end of a run ----

void too_late(gmii_initiator &i)
{
	access a;

	REQUIRE(i.write(BCM5718_MAC_ADDR_0_LOW, 1) == TLM_OK_RESPONSE, "a write");
	i.target.stop();
	if (!i.target.ended())
		sc_core::wait(i.target.ended_event());
	REQUIRE(i.transport(a) == TLM_GENERIC_ERROR_RESPONSE, "an access after the end");
}

// ---- two MACs on one wire ----

enum { PAIR_FRAMES = 200 };

template <class Symbol> void set_up_and_send(initiator<Symbol> &i)
{
	struct stimulus setup = {};

	REQUIRE(!stimulus_setup(&setup, &i.target.device()), "no memory");
	for (size_t n = 0; n < setup.count; n++)
		if (setup.items[n].kind == ITEM_REG_WRITE)
			REQUIRE(i.write(setup.items[n].u.reg.address, setup.items[n].u.reg.value) == TLM_OK_RESPONSE, "set-up");
	stimulus_release(&setup);
	for (unsigned n = 0; n < PAIR_FRAMES; n++)
		i.target.send->put(frame(n));
}

template <class Symbol>
void check_pair(const char *dut, mac_kind kind_a, mac_kind kind_b, const sc_time &sleep, bool refusing = false)
{
	mac_log log_a(dut), log_b(dut);
	mac<Symbol> a("a", { dut, kind_a, 1, mac_log::tap, &log_a }), b("b", { dut, kind_b, 2, mac_log::tap, &log_b });
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
	REQUIRE(host_a.taken == PAIR_FRAMES && host_b.taken == PAIR_FRAMES, "the hosts have %u and %u", host_a.taken,
	        host_b.taken);
	REQUIRE(!log_b.stops && !log_a.stops == (sleep == SC_ZERO_TIME), "tready fell %" PRIu64 " and %" PRIu64 " times",
	        log_a.stops, log_b.stops);
	REQUIRE(log_a.starts.size() >= PAIR_FRAMES && log_a.starts.size() == log_b.runs.size(), "%zu frames sent, %zu received",
	        log_a.starts.size(), log_b.runs.size());
	for (size_t n = 0; n < log_a.starts.size(); n++) /* visible in clock n, sampled in clock n + 2 */
		REQUIRE(log_b.runs[n] == log_a.starts[n] + 2 * step, "sent at %" PRIu64 ", received at %" PRIu64, log_a.starts[n],
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
		REQUIRE(i.target.send->nb_put(frame(taken)), "a frame was refused");
		taken++;
		sc_core::wait(1, SC_US);
	}
	REQUIRE(taken == 16 + 1, "%u frames were taken", taken); /* one frame is offered to the device */
}

// ---- requests of a client ----

// ll10g: pause_req 2 is XOFF, 1 is XON; one frame for each change.
void client(initiator<xgmii_symbol> &i)
{
	struct stimulus setup = {};

	REQUIRE(!stimulus_setup(&setup, &i.target.device()), "no memory");
	for (size_t n = 0; n < setup.count; n++)
		if (setup.items[n].kind == ITEM_REG_WRITE)
			i.write(setup.items[n].u.reg.address, setup.items[n].u.reg.value);
	stimulus_release(&setup);
}

void check_request(const char *, mac_kind kind)
{
	mac_log seen("ll10g");
	xgmii_mac device("mac", { "ll10g", kind, 1, mac_log::tap, &seen });
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
	REQUIRE(seen.starts.size() == 2, "%zu PAUSE frames", seen.starts.size());
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
