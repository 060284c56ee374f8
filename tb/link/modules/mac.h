// SPDX-License-Identifier: Apache-2.0
// A MAC as a SystemC module: an RTL or its golden model behind PHY signals, a TLM-2.0 register socket and packet ports. doc/use/link.md 2.
//
//     pausebench::gmii_mac a("a", { "bcm5718" }), b("b", { "bcm5718", pausebench::mac_kind::model });
//     sc_signal<pausebench::gmii_symbol> ab, ba;
//     a.tx(ab), b.rx(ab), b.tx(ba), a.rx(ba);
//     initiator.bind(a.registers);
//     a.send->put(frame);                        // from a thread
//
// The interconnect of a platform translates addresses: the module's registers begin at 0.
#ifndef PAUSEBENCH_MAC_H
#define PAUSEBENCH_MAC_H
#include "packet.h"
#include "symbols.h"

#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

struct dut;
struct event;
struct seam_pins;

namespace pausebench
{

enum class mac_kind { rtl, model };

// Takes the events of the monitors in batches, in order; octets are valid during the call. It is the type loop_sink (tb/drive/loop.h), whose
// struct event belongs to the bench and is not installed.
typedef void mac_tap(void *context, const struct event *events, size_t count);

struct mac_options {
	const char *dut; // a row of regs/<device>/duts.def
	mac_kind kind = mac_kind::rtl;
	uint32_t seed = 1; // the seed of the power-up state
	mac_tap *tap = nullptr;
	void *tap_context = nullptr;
	// The speed of the PHY, which is full duplex: MII rows have 10, 100 and 1000 Mb/s; 0: the speed of the row. The registers of the MAC must
	// set the same speed.
	uint16_t mbps = 0;
	// For a model: octet times (MII: clocks) from the end of a PAUSE frame until it inhibits, whole clocks; 0: those of the row.
	uint32_t reaction = 0;
	// By how many millionths its clock is faster than the nominal one, from -1000 to 1000.
	int ppm = 0;
};

// A write of a register, as wide as the bus.
struct register_write {
	uint16_t address;
	uint64_t value;
};

class mac_core;

template <class Symbol> class mac : public sc_core::sc_module
{
      public:
	typedef Symbol symbol;
	typedef sc_core::sc_port<tlm::tlm_nonblocking_put_if<packet>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> receive_port;
	typedef sc_core::sc_port<sc_core::sc_signal_in_if<uint32_t>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> request_port;
	typedef sc_core::sc_port<sc_core::sc_signal_inout_if<uint32_t>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> level_port;

	sc_core::sc_in<Symbol> rx;
	sc_core::sc_out<Symbol> tx;
	// The registers answer at one of the two, as register_octets() says. The other one stays unbound.
	tlm_utils::simple_target_socket_optional<mac, 32> registers;
	tlm_utils::simple_target_socket_optional<mac, 64> registers_64;
	sc_core::sc_export<tlm::tlm_fifo_put_if<packet>> send;
	receive_port receive;
	request_port pause_req;
	level_port level;

	// Throws std::invalid_argument, with one line of text, if there is no such row, or it has another PHY side or no such speed.
	mac(sc_core::sc_module_name name, const mac_options &options);
	~mac() override;

	const struct dut &device() const;
	// Returns mac_options.dut.
	const char *row() const;
	// Returns the register writes with which a driver sets the MAC up before it lets frames through, in order.
	std::vector<register_write> setup() const;
	// Returns the address of the register that the device's page calls NAME. Throws std::invalid_argument, with one line of text, if there is none.
	uint16_t register_address(const std::string &name) const;
	// Returns how many octets a register has: 4 or 8.
	unsigned register_octets() const;
	// Returns the time of a clock, to the nearest picosecond. Edge N comes at the whole picosecond before N exact periods: roundings do not add up.
	sc_core::sc_time clock_period() const;
	// Returns the exact time of a clock in picoseconds.
	double clock_ps() const;
	// Returns how many clocks have passed since power-up, which is the start of simulation.
	uint64_t clocks() const;
	// Returns the pins as they are after the newest clock.
	const struct seam_pins &pins() const;

	// Ends the run within LOOP_LIVE_CYCLES clocks, with EVENT_END and then ended(). From then on the PHY side is idle, and accesses get
	// TLM_GENERIC_ERROR_RESPONSE.
	void stop();
	bool ended() const;
	const sc_core::sc_event &ended_event() const;
	// Returns why the run ended by itself, or an empty text.
	const char *failure() const;

	// Adds the signals of RTL in a traced build to FST, a VerilatedFstC that is not open yet; to be called after sc_start(SC_ZERO_TIME).
	// Returns false if there are no signals.
	bool trace(void *fst);
	// This is the function of SystemC, which writes a file of another kind.
	using sc_core::sc_module::trace;

      private:
	void b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay);
	void end_of_elaboration() override;
	void run();

	std::unique_ptr<mac_core> core;
};

extern template class mac<gmii_symbol>;
extern template class mac<xgmii_symbol>;
typedef mac<gmii_symbol> gmii_mac; // GMII and MII
typedef mac<xgmii_symbol> xgmii_mac;

} // namespace pausebench
#endif
