/* SPDX-License-Identifier: Apache-2.0 */
/* The cable between two MACs: each case of tests/systemc/cable_check.cpp, a simulation in a process of its own. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_MAX_OCTETS = 512 };

/* The program lies beside this one: systemc/cable_check. */
static void program(char *ret, size_t size)
{
	static const char name[] = "systemc/cable_check";
	ssize_t len = readlink("/proc/self/exe", ret, size - sizeof(name) - 1);

	cr_assert_gt(len, 0, "%s", strerror(errno));
	ret[len] = 0;
	strcpy(strrchr(ret, '/') + 1, name);
	cr_assert_eq(access(ret, X_OK), 0, "%s: %s; make it with 'make test'", ret, strerror(errno));
}

/* Runs one case; fails with what it prints. */
static void check(const char *name)
{
	char path[LINE_MAX_OCTETS], command[3 * LINE_MAX_OCTETS], line[LINE_MAX_OCTETS] = "no message",
								  capture[] = "/tmp/cable-XXXXXX";
	int fd = mkstemp(capture), status;
	FILE *out;

	cr_assert_geq(fd, 0, "%s: %s", capture, strerror(errno));
	close(fd);
	program(path, sizeof(path));
	snprintf(command, sizeof(command), "SC_COPYRIGHT_MESSAGE=DISABLE '%s' %s %s 2>&1", path, name, capture);
	out = popen(command, "r");
	cr_assert(out, "%s", strerror(errno));
	while (fgets(line, sizeof(line), out))
		;
	status = pclose(out);
	unlink(capture);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "cable_check %s: status %d: %s", name, status, line);
}

#define CASE(test, name)              \
	Test(cable, test)             \
	{                             \
		check("gmii-" name);  \
		check("xgmii-" name); \
	}

CASE(delays_by_no_clock_without_length, "delay-0")
CASE(delays_by_whole_clocks, "delay-100")
CASE(delays_by_thousands_of_clocks, "delay-10000")
CASE(without_length_is_a_signal, "signal")
CASE(tells_and_captures_frames, "frames")
CASE(bit_errors_meet_frames_at_the_rate_asked_for, "errors")
CASE(lost_frames_are_lost_whole, "losses")
CASE(cut_leaves_no_rest_of_a_frame, "cut")
CASE(tells_those_who_wait_for_changes, "event")
CASE(shows_frames_at_both_ends, "look")

Test(cable, rounds_up_to_a_clock)
{
	check("gmii-delay-1");
}

Test(cable, lost_frame_shares_a_word)
{
	check("xgmii-losses-shared");
}

Test(cable, refuses_a_second_writer)
{
	check("two-writers");
}

Test(cable, refuses_impossible_options)
{
	check("options");
}
