/* SPDX-License-Identifier: Apache-2.0 */
/* The text form of stimuli: waits for a time and for a state, the marks of the receive buffer, and what they do in a run. */
#include "stim_duts.h"
#include "support.h"

#include "run/run.h"
#include "stimulus/control.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Writes ST and reads it back. */
static void expect_round_trip(const struct stimulus *st)
{
	struct stimulus again = { 0 };
	struct stim_error error;
	char difference[160], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_eq(stimulus_write(st, out, dut()), 0);
	fclose(out);
	cr_assert_eq(read_text(&again, text, size, dut(), &error), 0, "%s", text);
	cr_expect_null(stimulus_difference(st, &again, difference, sizeof(difference)), "%s: %s", text, difference);
	free(text);
	stimulus_release(&again);
}

Test(stim, states_to_wait_for)
{
	static const char *const words[] = { "xoff-sent", "xon-sent", "paused", "resumed", "level<640", "level>0x100" };
	struct stimulus st;

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		char text[128];
		snprintf(text, sizeof(text), "wait until %s\nwait until %s at=2 max=700\n", words[i], words[i]);
		read_body(&st, text);
		cr_assert_eq(st.count, 2);
		cr_expect(st.items[0].kind == ITEM_WAIT && st.items[0].u.wait.what == WAIT_XOFF_SENT + i, "%s", words[i]);
		cr_expect(st.items[1].u.wait.at == 2 && st.items[1].u.wait.cycles == 700, "%s", words[i]);
		cr_expect_eq(st.items[0].u.wait.octets, i == 4 ? 640 : i == 5 ? 256 : 0, "%s", words[i]);
		expect_round_trip(&st);
		stimulus_release(&st);
	}
	cr_expect_eq(WAIT_XOFF_SENT + COUNT_OF(words), (size_t)WAIT_KIND_COUNT);
}

/* 125 MHz: 8 ns a clock; a time is rounded up to clocks. A quantum has 64 octet times. */
Test(stim, waits_for_a_time)
{
	struct stimulus st;

	read_body(&st, "wait 10us\nwait 100ns\nwait 1ms\nwait 3q\nwait 0ns\nwait 8ns\nwait 0x10\n");
	cr_expect_eq(st.items[0].u.wait.cycles, 1250);
	cr_expect_eq(st.items[1].u.wait.cycles, 13);
	cr_expect_eq(st.items[2].u.wait.cycles, 125000);
	cr_expect_eq(st.items[3].u.wait.cycles, 192);
	cr_expect_eq(st.items[4].u.wait.cycles, 0);
	cr_expect_eq(st.items[5].u.wait.cycles, 1);
	cr_expect_eq(st.items[6].u.wait.cycles, 16);
	stimulus_release(&st);
}

/* At MII a time is counted in the clocks of the speed that the file has set so far; half an octet goes with each. */
Test(stim, waits_for_a_time_follow_the_speed)
{
	struct stimulus st;

	read_body_on(&st, "wait 1us\nlink speed=100\nwait 1us\nwait 1q\nlink speed=10\nwait 1us\n", &nibbles);
	cr_expect_eq(st.items[0].u.wait.cycles, 125);
	cr_expect_eq(st.items[2].u.wait.cycles, 25);
	cr_expect_eq(st.items[3].u.wait.cycles, 128);
	cr_expect_eq(st.items[5].u.wait.cycles, 3);
	stimulus_release(&st);
	read_body_on(&st, "wait 1us\nwait 1q\n", &ten_gigabit);
	cr_expect_eq(st.items[0].u.wait.cycles, 157);
	cr_expect_eq(st.items[1].u.wait.cycles, 8);
	stimulus_release(&st);
}

/* The marks become the registers of the device: of the BCM5718 free MBUFs of 128 octets (319), of the 82598EB units of 16 octets. */
Test(stim, marks_become_registers)
{
	struct stimulus st;

	read_body(&st, "marks low=1024 high=4096\n");
	cr_assert_eq(st.count, 2);
	cr_expect(st.items[0].kind == ITEM_REG_WRITE && st.items[0].u.reg.address == 0x4414 &&
	          st.items[0].u.reg.value == 319 - 32 + 1);
	cr_expect(st.items[1].u.reg.address == 0x4418 && st.items[1].u.reg.value == 319 - 8);
	stimulus_release(&st);
	read_body_on(&st, "marks high=1000\n", &other_ten_gigabit);
	cr_assert_eq(st.count, 1);
	cr_expect_eq(st.items[0].u.reg.value & 0x7FFF8, 1008);
	stimulus_release(&st);
	cr_expect_eq(control_level(dut(), 319), 0);
	cr_expect_eq(control_level(dut(), 300), 19 * 128);
	cr_expect_eq(control_level(dut_by_name("ll10g"), 0), CONTROL_NO_LEVEL);
}

/* A state that holds already ends the wait at once; else the run meets the state as soon as it comes. */
Test(stim, a_run_waits_for_a_state)
{
	static const char body[] =
	    "setup\nwait until resumed\nexpect no tx.frame until=1\nrx.pause time=40\nwait until paused max=2000\n"
	    "tx.frame\nexpect no tx.frame until=30q\nwait until resumed max=4000\nexpect tx.frame within=40\nwait idle\n"
	    "marks low=256 high=512\nhost.stop\nrx.frame len=600\nexpect xoff from=rx-start within=80q\nwait until xoff-sent "
	    "max=4000\n"
	    "expect no xoff until=40\nhost.start\nwait until level<1 max=4000\nexpect no xoff until=40\nwait until xon-sent "
	    "max=4000\nwait 100\n";
	const struct run_options options = { 0 };
	static struct run_result result;
	struct stimulus st;

	read_body(&st, body);
	cr_assert_eq(run_stimulus(dut(), &st, &options, &result), 0);
	cr_expect_eq(result.score.findings, 0, "%s: %s: %s", result.score.finding[0].what, result.score.finding[0].expected,
	             result.score.finding[0].actual);
	cr_expect_gt(result.cycles, 2560 + 64, "the pause of 40 quanta was waited for");
	stimulus_release(&st);
}

/* A state that never comes is a finding unless the wait has a bound. */
Test(stim, a_state_that_never_comes)
{
	const struct run_options options = { 0 };
	static struct run_result result;
	struct stimulus st;

	read_body(&st, "setup\nwait until level>100000 max=500\nwait until xoff-sent\n");
	cr_assert_eq(run_stimulus(dut(), &st, &options, &result), 0);
	cr_assert_eq(result.score.findings, 1);
	cr_expect_eq(result.score.finding[0].rule, RULE_EXPECT);
	cr_expect_str_eq(result.score.finding[0].what, "wait until xoff-sent");
	stimulus_release(&st);
}
