/* SPDX-License-Identifier: Apache-2.0 */
/* The cable between two MACs: each case of tests/unit/systemc/cable_check.cpp, a simulation in a process of its own. */
#include "program.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void check(const char *name)
{
	char capture[] = "/tmp/cable-XXXXXX", arguments[128];
	int fd = mkstemp(capture);

	cr_assert_geq(fd, 0, "%s: %s", capture, strerror(errno));
	close(fd);
	snprintf(arguments, sizeof(arguments), "%s %s; status=$?; rm -f %s; exit $status", name, capture, capture);
	program_passes("systemc/cable_check", arguments);
}

#define BOTH(test, name)              \
	Test(cable, test)             \
	{                             \
		check("gmii-" name);  \
		check("xgmii-" name); \
	}

BOTH(delays_by_no_clock_without_length, "delay-0")
BOTH(delays_by_whole_clocks, "delay-100")
BOTH(delays_by_thousands_of_clocks, "delay-10000")
BOTH(without_length_is_a_signal, "signal")
BOTH(tells_and_captures_frames, "frames")
BOTH(bit_errors_meet_frames_at_the_rate_asked_for, "errors")
BOTH(lost_frames_are_lost_whole, "losses")
BOTH(cut_leaves_no_rest_of_a_frame, "cut")
BOTH(tells_those_who_wait_for_changes, "event")
BOTH(shows_frames_at_both_ends, "look")
BOTH(frames_pass_to_a_faster_clock, "clocks-up")
BOTH(frames_pass_to_a_slower_clock, "clocks-down")
BOTH(frames_pass_between_equal_clocks_that_are_off, "clocks-equal")
BOTH(frames_pass_to_a_clock_that_is_a_millionth_slower, "clocks-near")
BOTH(frames_pass_to_a_clock_that_is_much_slower, "clocks-far")
BOTH(frames_pass_to_a_clock_that_is_much_faster, "clocks-far-up")

Test(cable, cut_takes_false_carrier_too)
{
	check("gmii-cut-outside");
}

Test(cable, rounds_up_to_a_clock)
{
	check("gmii-delay-1");
}

Test(cable, lost_frame_shares_a_word)
{
	check("xgmii-losses-shared");
}

Test(cable, joins_the_nibbles_of_slower_rates)
{
	check("mii-100");
	check("mii-10");
	check("mii-errors");
	check("mii-look");
	check("mii-clocks-down");
	check("mii-clocks-up");
}

Test(cable, refuses_a_second_writer)
{
	check("two-writers");
}

Test(cable, refuses_impossible_options)
{
	check("options");
}
