// SPDX-License-Identifier: Apache-2.0
// An example of a platform that uses the module: a processor and a bus, loosely
// timed; two network interfaces of different devices, one RTL and one golden
// model, wired to each other; and a host behind each.
//
// The exit status is 0 if every frame arrived as it was sent and the counters,
// read over the bus, say the same; 1 if not; 2 if the platform cannot run.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <pausebench/mac.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

namespace
{
using namespace sc_core;
using pausebench::packet;

enum { NICS = 2, FRAMES = 100, FRAME_MIN = 60, FRAME_MAX = 1514, WINDOW = 0x10000 };

const sc_time BUS_TIME(20, SC_NS), QUANTUM(1, SC_US), TIME_MAX(10, SC_MS);

// A bus with one initiator and a window of 64 KiB for each interface. The time
// of a bus cycle is annotated; the bus does not wait for it.
struct bus : sc_module {
	tlm_utils::simple_target_socket<bus, 64> processor{ "processor" };
	tlm_utils::simple_initiator_socket<bus, 32> nic0{ "nic0" };
	tlm_utils::simple_initiator_socket<bus, 64> nic1{ "nic1" };

	explicit bus(sc_module_name module_name) : sc_module(module_name)
	{
		processor.register_b_transport(this, &bus::b_transport);
	}

	void b_transport(tlm::tlm_generic_payload &payload, sc_time &delay)
	{
		uint64_t address = payload.get_address();

		delay += BUS_TIME;
		payload.set_address(address % WINDOW);
		switch (address / WINDOW) {
		case 1:
			nic0->b_transport(payload, delay);
			break;
		case 2:
			nic1->b_transport(payload, delay);
			break;
		default:
			payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
			break;
		}
		payload.set_address(address);
	}
};

// Sends numbered frames, and compares the frames that come.
struct host : sc_module {
	sc_port<tlm::tlm_fifo_put_if<packet>> send{ "send" };
	tlm::tlm_fifo<packet> received{ "received", 4 };
	sc_event go, all_here;
	unsigned sent = 0, good = 0, bad = 0;

	SC_HAS_PROCESS(host);
	explicit host(sc_module_name module_name) : sc_module(module_name)
	{
		SC_THREAD(sender);
		SC_THREAD(receiver);
	}

	static packet frame(unsigned number)
	{
		static const uint8_t head[] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x02, 0, 0, 0, 0, 1, 0x88, 0xB5 };
		packet p;

		p.octets.resize(FRAME_MIN + number * 37 % (FRAME_MAX - FRAME_MIN + 1));
		std::copy(std::begin(head), std::end(head), p.octets.begin());
		for (size_t i = sizeof(head); i < p.octets.size(); i++)
			p.octets[i] = static_cast<uint8_t>(number + i);
		return p;
	}

	void sender()
	{
		wait(go);
		while (sent < FRAMES)
			send->put(frame(sent++));
	}

	// Compares without the FCS, which some devices deliver and others do not.
	void receiver()
	{
		for (unsigned number = 0;; number++) {
			packet p = received.get();
			const packet expected = frame(number);
			bool same = !p.error && p.octets.size() >= expected.octets.size() &&
			            std::equal(expected.octets.begin(), expected.octets.end(), p.octets.begin());
			same ? good++ : bad++;
			if (good + bad == FRAMES)
				all_here.notify();
		}
	}
};

struct nic {
	pausebench::gmii_mac *mac;
	struct host *host;
	const char *sent, *received; // the names of the counters of good frames
};

struct cpu : sc_module {
	tlm_utils::simple_initiator_socket<cpu, 64> memory{ "memory" };
	const nic *nics;
	tlm_utils::tlm_quantumkeeper local;
	bool failed = false;

	SC_HAS_PROCESS(cpu);
	cpu(sc_module_name module_name, const nic *nics_) : sc_module(module_name), nics(nics_)
	{
		SC_THREAD(run);
	}

	// Reads or writes a register of interface N, which is as wide as its bus.
	uint64_t access(unsigned n, tlm::tlm_command command, uint16_t address, uint64_t value)
	{
		unsigned octets = nics[n].mac->register_octets();
		uint32_t narrow = static_cast<uint32_t>(value);
		unsigned char *data = octets == 8 ? reinterpret_cast<unsigned char *>(&value)
		                                  : reinterpret_cast<unsigned char *>(&narrow);
		tlm::tlm_generic_payload payload;
		sc_time delay = local.get_local_time();

		payload.set_command(command);
		payload.set_address((n + 1) * WINDOW + address);
		payload.set_data_ptr(data);
		payload.set_data_length(octets);
		payload.set_streaming_width(octets);
		memory->b_transport(payload, delay);
		local.set(delay);
		if (local.need_sync())
			local.sync();
		if (!payload.is_response_ok()) {
			std::printf("cpu: nic%u, register 0x%04X: %s\n", n, unsigned{ address },
			            payload.get_response_string().c_str());
			failed = true;
		}
		return octets == 8 ? value : narrow;
	}

	// Writes what a driver writes before it lets frames through.
	void program(unsigned n)
	{
		for (const pausebench::register_write &w : nics[n].mac->setup())
			access(n, tlm::TLM_WRITE_COMMAND, w.address, w.value);
	}

	void counter(unsigned n, const char *name)
	{
		uint64_t value = access(n, tlm::TLM_READ_COMMAND, nics[n].mac->register_address(name), 0);

		std::printf("nic%u %s: %s %" PRIu64 "\n", n, nics[n].mac->row(), name, value);
		failed |= value != FRAMES;
	}

	void run()
	{
		local.reset();
		for (unsigned n = 0; n < NICS; n++)
			program(n);
		local.sync();
		for (unsigned n = 0; n < NICS; n++)
			nics[n].host->go.notify();
		wait(TIME_MAX, nics[0].host->all_here & nics[1].host->all_here);
		local.reset();
		for (unsigned n = 0; n < NICS; n++) {
			const struct host &h = *nics[n].host;
			std::printf("nic%u %s: host sent %u, got %u as they were sent, %u others\n", n, nics[n].mac->row(),
			            h.sent, h.good, h.bad);
			failed |= h.good != FRAMES || h.bad;
			counter(n, nics[n].sent);
			counter(n, nics[n].received);
		}
		sc_stop();
	}
};

bool platform()
{
	sc_report_handler::set_actions("/OSCI/SystemC", SC_INFO, SC_DO_NOTHING);
	tlm::tlm_global_quantum::instance().set(QUANTUM);
	pausebench::gmii_mac mac0("mac0", { "bcm5718", pausebench::mac_kind::rtl });
	pausebench::gmii_mac mac1("mac1", { "bcm1250", pausebench::mac_kind::model });
	sc_signal<pausebench::gmii_symbol> wire01("wire01"), wire10("wire10");
	host host0("host0"), host1("host1");
	const nic nics[NICS] = { { &mac0, &host0, "ifHCOutUcastPkts", "ifHCInUcastPkts" },
		                 { &mac1, &host1, "TX_GOOD", "RX_GOOD" } };
	cpu processor("cpu", nics);
	bus wires("bus");

	mac0.tx(wire01);
	mac1.rx(wire01);
	mac1.tx(wire10);
	mac0.rx(wire10);
	host0.send(mac0.send);
	host1.send(mac1.send);
	mac0.receive(host0.received);
	mac1.receive(host1.received);
	processor.memory.bind(wires.processor);
	wires.nic0.bind(mac0.registers);
	wires.nic1.bind(mac1.registers_64);
	sc_start();
	std::printf("%.1f us, %s\n", sc_time_stamp() / sc_time(1, SC_US),
	            processor.failed ? "not as it should be" : "as it should be");
	return !processor.failed;
}
} // namespace

int sc_main(int argc, char *argv[])
{
	if (argc > 1) {
		std::fprintf(stderr, "%s takes no arguments\n", argv[0]);
		return 2;
	}
	try {
		return platform() ? 0 : 1;
	} catch (const std::exception &e) {
		std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
		return 2;
	}
}
