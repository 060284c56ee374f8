/* SPDX-License-Identifier: Apache-2.0 */
/* The judge and a PAUSE frame to an own address of the station, which changes close to its end: doc/devices/ieee8023.md 2. */
#include "judge_support.h"

/* Data frames of 64 octets follow each other from FIRST on, and the third one ends at 1,140. The PAUSE frame comes from 1,000 to 1,071; it holds what
 * would be the next data frame, at NEXT, until 1,396. */
enum { FIRST = 900, EACH = 84, NEXT = FIRST + 3 * EACH, PAUSE_AT = 1000, QUANTA = 4, HELD = 1400, READ = 1300, END = 1600 };
/* When the address changes. By `latency write 0 5` and `latency event 5 6` of gige.mac the MAC may have either address if that is shortly before or behind
 * the end of the frame. */
enum { BEFORE = 990, WITHIN = 1040, SHORTLY_BEFORE = 1066, SHORTLY_BEHIND = 1075, BEHIND = 1085 };
static const uint64_t old = 0x001122334455, new = 0x001122334466;

static void send(struct pm_judge *judge, uint64_t octets)
{
	static const uint8_t frame[60] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, at(octets), frame, sizeof(frame), PM_JUDGE_NO_FCS));
}

static void receive(struct pm_judge *judge, uint64_t octets, uint64_t destination)
{
	uint8_t frame[PAUSE_FRAME_OCTETS];

	frame_pause(frame, partner, QUANTA);
	for (int i = 0; i < 6; i++)
		frame[i] = (uint8_t)(destination >> 8 * (5 - i));
	must(judge, pm_judge_frame(judge, PM_JUDGE_RECEIVED, at(octets), frame, sizeof(frame) - 4, PM_JUDGE_NO_FCS));
}

/* Writes the new address if the moment is between BEGIN and END. */
static void change(struct pm_judge *judge, uint64_t moment, uint64_t begin, uint64_t end)
{
	if (begin <= moment && moment < end)
		must(judge, pm_judge_control(judge, at(moment), "station", new));
}

/* Returns a judge of a port whose address became the new one in MOMENT, and that received a PAUSE to DESTINATION. ALWAYS: its client always has a frame. */
static struct pm_judge *judge_changed(uint64_t moment, uint64_t destination, bool always)
{
	struct pm_judge *judge = judge_of(
	    &(struct pm_judge_options){ .profile = gige, .client_always = always, .damaged_seen = 1 });

	must(judge, pm_judge_reset(judge, at(0), 100 * OCTET_PS));
	must(judge, pm_judge_control(judge, at(200), "station", old));
	must(judge, pm_judge_control(judge, at(204), "rx_pause", 1));
	send(judge, FIRST);
	send(judge, FIRST + EACH);
	change(judge, moment, 0, PAUSE_AT);
	receive(judge, PAUSE_AT, destination);
	change(judge, moment, PAUSE_AT, FIRST + 2 * EACH);
	send(judge, FIRST + 2 * EACH);
	change(judge, moment, FIRST + 2 * EACH, NEXT);
	return judge;
}

/* Whose address the PAUSE is compared with. */
static const struct {
	uint64_t moment;
	enum { BY_OLD, BY_NEW, BY_EITHER } compared;
} moments[] = {
	{ BEFORE, BY_NEW }, { WITHIN, BY_NEW }, { SHORTLY_BEFORE, BY_EITHER }, { SHORTLY_BEHIND, BY_EITHER }, { BEHIND, BY_OLD },
};

Test(judge_own_address, a_pause_that_the_address_changes_in_holds_data_or_not)
{
	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++)
		for (unsigned to_new = 0; to_new < 2; to_new++)
			for (unsigned held = 0; held < 2; held++) {
				bool either = moments[i].compared == BY_EITHER,
				     is_pause = to_new == (moments[i].compared == BY_NEW);
				uint64_t next = held ? HELD : NEXT;
				char what[80];
				struct pm_judge *judge = judge_changed(moments[i].moment, to_new ? new : old, true);
				send(judge, next);
				snprintf(what, sizeof(what), "change at %d, to the %s address, data %s", (int)moments[i].moment,
				         to_new ? "new" : "old", held ? "held" : "not held");
				expect_first(judge, at(next),
				             either || held == is_pause ? NULL
				             : held                     ? "pause-da"
				                                        : "no-data-in-xoff",
				             what);
			}
}

Test(judge_own_address, a_pause_that_the_address_changes_in_counts_or_not)
{
	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++)
		for (unsigned to_new = 0; to_new < 2; to_new++)
			for (unsigned counted = 0; counted < 3; counted++) {
				bool either = moments[i].compared == BY_EITHER,
				     is_pause = to_new == (moments[i].compared == BY_NEW);
				bool right = counted < 2 && (either || counted == is_pause);
				char what[80];
				struct pm_judge *judge = judge_changed(moments[i].moment, to_new ? new : old, false);
				must(judge, pm_judge_counter(judge, at(READ), "dot3InPauseFrames", counted));
				snprintf(what, sizeof(what), "change at %d, to the %s address, %u counted",
				         (int)moments[i].moment, to_new ? "new" : "old", counted);
				expect_first(judge, at(END), right ? NULL : "count-rx", what);
			}
}
