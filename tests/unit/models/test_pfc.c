/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of priority flow control: frames, class timers, requests with hold-off. 802.3 annex 31D; UG 683426;
 * doc/devices/ll10g.md 2, 3. */
#include "support.h"

#include "part/frame.h"
#include "part/pfc.h"

#include <criterion/criterion.h>
#include <string.h>

enum { STEP = 8 };

Test(pfc, a_frame_has_the_octets_of_annex_31d)
{
	static const uint8_t source[] = { 0x02, 1, 2, 3, 4, 5 };
	static const uint8_t head[] = { 0x01, 0x80, 0xC2, 0, 0, 1, 0x02, 1, 2, 3, 4, 5, 0x88, 0x08, 0x01, 0x01, 0x00,
		                        0x81, 0x12, 0x34, 0, 0, 0, 0,    0, 0, 0, 0, 0, 0,    0,    0,    0xFF, 0xFF };
	struct pfc_fields fields = { .classes = 0x81, .quanta = { [0] = 0x1234, [7] = 0xFFFF } }, parsed;
	uint8_t octets[PFC_FRAME_OCTETS];

	pfc_build(octets, source, &fields);
	cr_expect_arr_eq(octets, head, sizeof(head));
	for (int i = sizeof(head); i < 60; i++)
		cr_expect_eq(octets[i], 0);
	cr_expect_eq(frame_get_fcs(octets + 60), frame_fcs(octets, 60));
	pfc_parse(&parsed, octets);
	cr_expect_eq(parsed.classes, 0x81);
	cr_expect_arr_eq(parsed.quanta, fields.quanta, sizeof(parsed.quanta));
}

static void command(struct pfc_timers *t, uint64_t cycle, uint8_t classes, uint16_t quanta, uint8_t ignore)
{
	struct pfc_command c = { .visible = cycle, .last = cycle - 48, .fields = { .classes = classes } };

	for (int i = 0; i < PFC_CLASSES; i++)
		c.fields.quanta[i] = quanta;
	pfc_timers_command(t, &c);
	pfc_timers_step(t, cycle, STEP, ignore, false);
}

Test(pfc, classes_run_down_alone)
{
	struct pfc_timers t = { 0 };

	command(&t, 800, 0x05, 2, 0);
	cr_expect_eq(pfc_timers_xoff(&t, 808), 0x05);
	command(&t, 840, 0x04, 10, 0);
	cr_expect_eq(pfc_timers_next(&t, 848), 808 + 128);
	cr_expect_eq(pfc_timers_xoff(&t, 808 + 120), 0x05);
	cr_expect_eq(pfc_timers_xoff(&t, 808 + 128), 0x04);
	cr_expect_eq(pfc_timers_xoff(&t, 848 + 632), 0x04);
	cr_expect_eq(pfc_timers_xoff(&t, 848 + 640), 0);
}

Test(pfc, time_zero_resumes_its_class)
{
	struct pfc_timers t = { 0 };

	command(&t, 800, 0xFF, 100, 0);
	command(&t, 880, 0x0F, 0, 0);
	cr_expect_eq(pfc_timers_xoff(&t, 880), 0xFF);
	cr_expect_eq(pfc_timers_xoff(&t, 888), 0xF0);
}

Test(pfc, ignored_classes_are_not_paused_and_run_on)
{
	struct pfc_timers t = { 0 };

	command(&t, 800, 0x03, 2, 0x01);
	cr_expect_eq(pfc_timers_xoff(&t, 808), 0x02);
	command(&t, 816, 0x03, 100, 0x03);
	cr_expect_eq(pfc_timers_xoff(&t, 824), 0x02);
	cr_expect_eq(pfc_timers_xoff(&t, 936), 0);
}

Test(pfc, receive_reset_resumes_all)
{
	struct pfc_timers t = { 0 };

	command(&t, 800, 0xFF, 100, 0);
	cr_expect(pfc_timers_step(&t, 880, STEP, 0, true));
	cr_expect_eq(pfc_timers_xoff(&t, 880), 0xFF);
	cr_expect_eq(pfc_timers_xoff(&t, 888), 0);
}

Test(pfc, differences_are_explained)
{
	struct pfc_timers t = { 0 };
	struct pfc_command rejected = { .visible = 3000, .last = 2952, .fields = { .classes = 0x10 }, .rule = RULE_PFC_VALID };
	uint64_t cause;

	command(&t, 800, 0x03, 4, 0x02);
	cr_expect_eq(pfc_timers_explain(&t, 808, 0x00, &cause), RULE_PFC_OBEYED);
	cr_expect_eq(cause, 752);
	cr_expect_eq(pfc_timers_explain(&t, 808, 0x03, &cause), RULE_PFC_IGNORE);
	cr_expect_eq(pfc_timers_explain(&t, 808, 0x05, &cause), RULE_PFC_OBEYED, "a class that was not in the vector");
	cr_expect_eq(pfc_timers_explain(&t, 808 + 256, 0x01, &cause), RULE_PFC_TIME, "too long");
	pfc_timers_note(&t, &rejected);
	cr_expect_eq(pfc_timers_explain(&t, 3008, 0x10, &cause), RULE_PFC_VALID);
	cr_expect_eq(cause, 2952);
	command(&t, 4000, 0x01, 1000, 0);
	cr_expect_eq(pfc_timers_explain(&t, 9000, 0x00, &cause), RULE_PFC_TIME, "too short");
	pfc_timers_resync(&t, 9000, 0x80);
	cr_expect_eq(pfc_timers_xoff(&t, 9000), 0x80);
}

/* ---- requests ---- */

static const struct pfc_request_input off = { .enabled = true, .port_off = true }, on = { .enabled = true, .port_on = true },
				      pulse_off = { .enabled = true, .pulse_off = true },
				      pulse_on = { .enabled = true, .pulse_on = true }, idle = { .enabled = true },
				      disabled = { .port_off = true };

/* Sends the requested frame: it starts at CYCLE and ends 96 octet times later. */
static void send(struct pfc_request *r, uint64_t cycle, uint16_t quanta, uint16_t holdoff)
{
	pfc_request_started(r, quanta);
	pfc_request_ended(r, cycle + 96, STEP, holdoff, true);
}

Test(pfc, a_held_request_repeats_after_the_hold_off)
{
	struct pfc_request r = { 0 };

	cr_expect(pfc_request_step(&r, 80, STEP, &off));
	cr_expect(r.request_off && r.since == 88 && !r.repeats);
	pfc_request_started(&r, 5);
	cr_expect_not(r.request_off);
	pfc_request_step(&r, 96, STEP, &off);
	cr_expect_not(r.request_off, "ignored while its frame is on the wire");
	pfc_request_ended(&r, 160, STEP, 2, true);
	cr_expect_eq(pfc_request_next(&r, 168), 168 + 128);
	pfc_request_step(&r, 168 + 120, STEP, &off);
	cr_expect_not(r.request_off);
	pfc_request_step(&r, 168 + 128, STEP, &off);
	cr_expect(r.request_off && r.repeats);
}

Test(pfc, a_request_by_register_does_not_wait)
{
	struct pfc_request r = { 0 };

	pfc_request_step(&r, 80, STEP, &off);
	send(&r, 96, 5, 1000);
	pfc_request_step(&r, 200, STEP, &off);
	cr_expect_not(r.request_off);
	pfc_request_step(&r, 208, STEP, &pulse_off);
	cr_expect(r.request_off);
}

Test(pfc, xon_only_after_an_xoff_that_was_sent)
{
	struct pfc_request r = { 0 };

	pfc_request_step(&r, 80, STEP, &on);
	pfc_request_step(&r, 88, STEP, &pulse_on);
	cr_expect_not(r.request_on);
	pfc_request_step(&r, 96, STEP, &off);
	send(&r, 112, 5, 1);
	pfc_request_step(&r, 224, STEP, &on);
	cr_expect(r.request_on);
	send(&r, 240, 0, 1);
	pfc_request_step(&r, 400, STEP, &on);
	cr_expect_not(r.request_on, "once");
	pfc_request_step(&r, 408, STEP, &off);
	send(&r, 424, 0, 1);
	pfc_request_step(&r, 600, STEP, &on);
	cr_expect_not(r.request_on, "an XOFF of time 0 is an XON");
}

Test(pfc, disabling_forgets)
{
	struct pfc_request r = { 0 };

	pfc_request_step(&r, 80, STEP, &off);
	cr_expect(pfc_request_step(&r, 88, STEP, &disabled));
	cr_expect_not(r.request_off);
	pfc_request_step(&r, 96, STEP, &off);
	send(&r, 112, 5, 1000);
	pfc_request_step(&r, 224, STEP, &disabled);
	pfc_request_step(&r, 232, STEP, &on);
	cr_expect_not(r.request_on, "no XOFF is remembered");
	pfc_request_step(&r, 240, STEP, &off);
	cr_expect(r.request_off, "no hold-off either");
}

Test(pfc, a_request_stays_if_another_frame_was_sent)
{
	struct pfc_request r = { 0 };

	pfc_request_step(&r, 80, STEP, &off);
	pfc_request_started(&r, 5);
	pfc_request_undo(&r);
	cr_expect(r.request_off && !r.going);
	cr_expect_not(pfc_request_step(&r, 96, STEP, &idle));
	cr_expect(r.request_off);
}
