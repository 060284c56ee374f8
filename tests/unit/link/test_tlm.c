/* SPDX-License-Identifier: Apache-2.0 */
/* The MAC as a SystemC module: each case of tests/unit/systemc/tlm_check.cpp with RTL and with a golden model inside, and the platform of
 * tb/link/platform/example_platform.cpp. */
#include "program.h"

#define CASE(test, name)                                            \
	Test(tlm, test)                                             \
	{                                                           \
		program_passes("systemc/tlm_check", name " rtl");   \
		program_passes("systemc/tlm_check", name " model"); \
	}

CASE(reads_and_writes_in_host_order, "ok")
CASE(unmapped_and_misaligned_addresses_are_errors, "address")
CASE(length_and_stream_other_than_a_register_are_errors, "length")
CASE(byte_enables_that_no_bus_follows_are_errors, "enables-refused")
CASE(byte_enables_are_strobes, "enables-followed")
CASE(byte_enables_repeat, "enables-repeated")
CASE(command_other_than_read_and_write_is_an_error, "command")
CASE(no_direct_memory_and_no_debug_access, "dmi")
CASE(annotated_delay_is_waited_for, "delay")
CASE(initiators_take_turns, "crowd")
CASE(bus_of_64_bits, "wide")
CASE(socket_of_the_wrong_width_is_refused, "socket")
CASE(unknown_or_unfit_device_is_refused, "names")
CASE(access_after_the_end_is_an_error, "end")

CASE(send_queue_holds_16_frames, "queue")
CASE(port_requests_pause_frames, "request")
CASE(frame_that_the_host_refuses_is_put_again, "refusing")
CASE(slow_host_holds_gmii_partner_off, "slow-bcm5718")
CASE(slow_host_holds_xgmii_partner_off, "slow-i82598")
CASE(direct_binding_costs_two_clocks_bcm5718, "pair-bcm5718")
CASE(direct_binding_costs_two_clocks_i82598, "pair-i82598")
CASE(direct_binding_costs_two_clocks_ll10g, "pair-ll10g")
CASE(direct_binding_costs_two_clocks_bcm1250, "pair-bcm1250")

Test(tlm, example_platform)
{
	program_passes("../example-platform", "");
}

Test(tlm, example_platform_takes_no_arguments)
{
	char line[512];

	cr_assert_eq(program_run("../example-platform", "--fast", line, sizeof(line)), 2);
	cr_assert(strstr(line, "takes no arguments"), "%s", line);
}
