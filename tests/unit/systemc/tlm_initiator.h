// SPDX-License-Identifier: Apache-2.0
// A processor in front of a MAC module: accesses to its registers.
#ifndef PAUSEBENCH_TESTS_SYSTEMC_TLM_INITIATOR_H
#define PAUSEBENCH_TESTS_SYSTEMC_TLM_INITIATOR_H
#include "check.h"
#include "link/modules/mac.h"

#include <cinttypes>
#include <cstring>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

namespace pausebench
{
using namespace sc_core;
using namespace tlm;

// Typed from tg3.h and the BCM1250 user manual, as the author of a driver would do.
enum {
	BCM5718_MAC_ADDR_0_LOW = 0x0414,
	BCM5718_MAC_ADDR_1_LOW = 0x041C,
	BCM5718_RX_MTU = 0x043C,
	BCM5718_UNMAPPED = 0x1000,
	BCM1250_ETHERNET_ADDR = 0x0208,
	BCM1250_PKT_TYPE = 0x0210,
};

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
		REQUIRE(payload.get_address() == a.address && payload.get_data_length() == a.length, "the payload was changed");
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
		REQUIRE(transport(a) == TLM_OK_RESPONSE, "a read of 0x%04" PRIX64, address);
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
		REQUIRE(status == expected, "%s: response %d, expected %d", what, status, expected);
		REQUIRE(sc_time_stamp() == before && a.delay == sc_time(100, SC_NS), "%s: took time", what);
		REQUIRE(!std::memcmp(a.data, asked.data, sizeof(a.data)), "%s: changed the data", what);
	}
};
} // namespace pausebench

#endif
