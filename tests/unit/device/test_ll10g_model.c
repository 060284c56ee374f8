/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the LL 10G MAC through the library's public functions: words of the counters, latches and clears, class timers,
 * requests with hold-off. UG 683426; doc/devices/ll10g.md. Word offsets are typed from the guide. */
#include "support.h"

#include "part/frame.h"
#include "part/pfc.h"
#include "pausemodel.h"
#include "question.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	STEP = 8, /* octet times in a cycle */
	HEAD = 8, /* /S/ to SFD */
	START = 0xFB,
	TERMINATE = 0xFD,
	LANES_MAX = 2048,
	SENT_MAX = 64,

	PRIMARY_MAC_ADDR0 = 0x10,
	PRIMARY_MAC_ADDR1 = 0x11,
	TX_TRANSFER_STATUS = 0x22,
	TX_PAUSEFRAME_CONTROL = 0x40,
	TX_PAUSEFRAME_QUANTA = 0x42,
	TX_PAUSEFRAME_HOLDOFF_QUANTA = 0x43,
	TX_PAUSEFRAME_ENABLE = 0x44,
	TX_PFC_PRIORITY_ENABLE = 0x46,
	PFC_PAUSE_QUANTA_0 = 0x48,
	RX_FRAME_CONTROL = 0xAC,
	RX_PFC_CONTROL = 0xC0,
	TX_STATS_CLR = 0x140,
	TX_FRAMES_OK = 0x142,
	TX_OCTETS_OK = 0x148,
	TX_PAUSE = 0x14A,
	TX_PFC = 0x17C,
	RX_STATS_CLR = 0x1C0,
	RX_FRAMES_OK = 0x1C2,
	RX_OCTETS_OK = 0x1C8,
	RX_PAUSE = 0x1CA,
	RX_UNICAST_OK = 0x1CE,
	RX_OCTETS = 0x1DA,
	RX_PKTS = 0x1DC,
	RX_MULTICAST_CONTROL = 0x1F8,
	RX_PFC = 0x1FC,

	IGNORE_PAUSE = 1 << 5,
	SOURCE_REGISTER = 1 << 1,
	XON = 1,
	XOFF = 2,
};

/* ---- a device that does what the model expects ---- */

struct sent {
	uint64_t start;
	enum pm_tx_kind kind;
	uint8_t octets[PAUSE_FRAME_OCTETS];
};

struct drive {
	struct pm_model *m;
	uint64_t end; /* octet time of the newest end code received */
	uint64_t wire_end;
	bool on_wire, xoff;
	uint8_t pfc_xoff;
	uint64_t rise[PFC_CLASSES], fall[PFC_CLASSES];
	struct sent sent[SENT_MAX];
	unsigned count;
};

static void drive_open(struct drive *d, uint32_t stat_preset)
{
	struct pm_config config;

	pm_config_init(&config, "ll10g");
	config.ll10g.stat_preset = stat_preset;
	*d = (struct drive){ .m = pm_new(&config) };
	cr_assert_not_null(d->m);
	pm_close(d->m);
}

static void drive_wire(struct drive *d, uint64_t cycle)
{
	const struct pm_start *start = pm_start(d->m);
	const struct pm_tx_frame *frame = pm_tx_frame(d->m);
	struct sent *sent = &d->sent[d->count];

	if (d->on_wire && d->wire_end - d->wire_end % STEP == cycle) {
		pm_tx_end_at(d->m, d->wire_end, HEAD + PAUSE_FRAME_OCTETS, frame->quanta);
		d->on_wire = false;
	}
	if (start->kind == PM_TX_NONE || start->due != cycle)
		return;
	cr_assert_lt(d->count, SENT_MAX);
	sent->start = start->due + start->lane;
	sent->kind = start->kind;
	d->wire_end = sent->start + HEAD + PAUSE_FRAME_OCTETS;
	d->on_wire = true;
	pm_tx_start_at(d->m, sent->kind, sent->start);
	frame = pm_tx_frame(d->m);
	cr_assert_eq(frame->len, PAUSE_FRAME_OCTETS);
	memcpy(sent->octets, frame->octets, PAUSE_FRAME_OCTETS);
	d->count++;
}

static void drive_look(struct drive *d, uint64_t cycle)
{
	const struct pm_view *view = pm_settle(d->m);
	uint8_t changed = view->pfc_xoff ^ d->pfc_xoff;

	for (int i = 0; i < PFC_CLASSES; i++)
		if (changed >> i & 1)
			*(view->pfc_xoff >> i & 1 ? &d->rise[i] : &d->fall[i]) = cycle;
	d->pfc_xoff = view->pfc_xoff;
	d->xoff = view->xoff;
}

/* Visits COUNT cycles and leaves the last one open. */
static void drive_to(struct drive *d, unsigned cycles)
{
	for (unsigned i = 0; i < cycles; i++) {
		pm_open(d->m, pm_cycle(d->m) + STEP);
		drive_wire(d, pm_cycle(d->m));
		if (i + 1 == cycles)
			return;
		drive_look(d, pm_cycle(d->m));
		pm_close(d->m);
	}
}

static void drive_close(struct drive *d)
{
	drive_look(d, pm_cycle(d->m));
	pm_close(d->m);
}

static void drive_on(struct drive *d, unsigned cycles)
{
	drive_to(d, cycles);
	drive_close(d);
}

static void drive_write(struct drive *d, unsigned word, uint32_t value)
{
	drive_to(d, 2);
	pm_reg_write(d->m, (uint16_t)(4 * word), value, 0xF);
	drive_close(d);
}

static uint32_t drive_read(struct drive *d, unsigned word)
{
	uint32_t value;

	drive_to(d, 2);
	drive_look(d, pm_cycle(d->m));
	value = pm_reg_read(d->m, (uint16_t)(4 * word));
	pm_close(d->m);
	return value;
}

static void drive_pause_req(struct drive *d, uint8_t value)
{
	drive_to(d, 1);
	pm_pause_req(d->m, value);
	drive_close(d);
}

static void drive_pfc_req(struct drive *d, uint16_t value)
{
	drive_to(d, 1);
	pm_pfc_req(d->m, value);
	drive_close(d);
}

/* Receives LEN octets, FCS included, from lane 0 on and returns when the frame's classification is visible. */
static void drive_receive(struct drive *d, const uint8_t *octets, uint32_t len)
{
	static const uint8_t head[HEAD] = { START, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	static uint8_t lanes[LANES_MAX];
	const uint32_t all = HEAD + len + 1, code[] = { 0, all - 1 };

	cr_assert_leq(all, LANES_MAX);
	memcpy(lanes, head, HEAD);
	memcpy(lanes + HEAD, octets, len);
	lanes[all - 1] = TERMINATE;
	drive_to(d, 2);
	d->end = pm_cycle(d->m) + all - 1;
	cr_assert_eq(pm_rx_lanes(d->m, pm_cycle(d->m), lanes, all, code, COUNT_OF(code), NULL), 0);
	drive_close(d);
	drive_on(d, all / STEP + 8);
}

static void drive_data(struct drive *d, uint32_t len)
{
	static uint8_t octets[LANES_MAX];

	make_frame(octets, len - FRAME_FCS_OCTETS, "02-00-00-00-00-01", 0x0800);
	frame_put_fcs(octets + len - FRAME_FCS_OCTETS, frame_fcs(octets, len - FRAME_FCS_OCTETS));
	drive_receive(d, octets, len);
}

static void drive_pause(struct drive *d, uint16_t quanta)
{
	static const uint8_t source[FRAME_ADDRESS_OCTETS] = { 2 };
	uint8_t octets[PAUSE_FRAME_OCTETS];

	frame_pause(octets, source, quanta);
	drive_receive(d, octets, sizeof(octets));
}

static void drive_pfc(struct drive *d, const struct pfc_fields *fields)
{
	static const uint8_t source[FRAME_ADDRESS_OCTETS] = { 2 };
	uint8_t octets[PFC_FRAME_OCTETS];

	pfc_build(octets, source, fields);
	drive_receive(d, octets, sizeof(octets));
}

/* Returns the cycle in which the classification of the newest frame becomes visible. */
static uint64_t classified_at(const struct drive *d)
{
	return d->end - d->end % STEP + 6 * STEP;
}

/* ---- counters ---- */

Test(ll10g_model, a_received_pause_counts_in_its_words)
{
	struct drive d;

	drive_open(&d, 0);
	drive_pause(&d, 100);
	cr_expect_eq(drive_read(&d, RX_FRAMES_OK), 1);
	cr_expect_eq(drive_read(&d, RX_PAUSE), 1);
	cr_expect_eq(drive_read(&d, RX_MULTICAST_CONTROL), 1);
	cr_expect_eq(drive_read(&d, RX_OCTETS_OK), 46);
	cr_expect_eq(drive_read(&d, RX_OCTETS), 64);
	cr_expect_eq(drive_read(&d, RX_PKTS), 1);
	cr_expect_eq(drive_read(&d, RX_PKTS), 1, "a read clears nothing");
	cr_expect_eq(drive_read(&d, RX_PFC), 0);
	cr_expect_eq(drive_read(&d, TX_FRAMES_OK), 0);
	pm_free(d.m);
}

Test(ll10g_model, counters_carry_and_wrap_at_their_width)
{
	struct drive d;

	drive_open(&d, 2); /* 2^36 - 2, 2^64 - 128 */
	cr_expect_eq(drive_read(&d, RX_PKTS), 0xFFFFFFFE);
	cr_expect_eq(drive_read(&d, RX_PKTS + 1), 0xF, "36 bits");
	cr_expect_eq(drive_read(&d, RX_OCTETS), 0xFFFFFF80);
	cr_expect_eq(drive_read(&d, RX_OCTETS + 1), 0xFFFFFFFF, "64 bits");
	for (int i = 0; i < 3; i++)
		drive_data(&d, 64);
	cr_expect_eq(drive_read(&d, RX_PKTS + 1), 0xF, "the latch of the octet counter, bits 3:0");
	cr_expect_eq(drive_read(&d, RX_PKTS), 1);
	cr_expect_eq(drive_read(&d, RX_PKTS + 1), 0);
	cr_expect_eq(drive_read(&d, RX_OCTETS), 64);
	cr_expect_eq(drive_read(&d, RX_OCTETS + 1), 0);
	pm_free(d.m);
}

Test(ll10g_model, each_direction_has_its_latch)
{
	struct drive d;

	drive_open(&d, 1);
	cr_expect_eq(drive_read(&d, RX_PKTS), 0xFFFFFFFF);
	drive_data(&d, 64);
	cr_expect_eq(drive_read(&d, TX_FRAMES_OK), 0xFFFFFFFF);
	cr_expect_eq(drive_read(&d, RX_PKTS + 1), 0xF, "as it was when the low word was read");
	cr_expect_eq(drive_read(&d, RX_UNICAST_OK), 0);
	cr_expect_eq(drive_read(&d, RX_PKTS + 1), 0, "any high word of the direction");
	cr_expect_eq(drive_read(&d, TX_OCTETS_OK + 1), 0xF, "of the 36-bit counter read before");
	pm_free(d.m);
}

Test(ll10g_model, a_clear_affects_one_direction_only)
{
	struct drive d;

	drive_open(&d, 5);
	drive_data(&d, 100);
	drive_write(&d, RX_STATS_CLR, 1);
	cr_expect_eq(drive_read(&d, RX_STATS_CLR), 0);
	cr_expect_eq(drive_read(&d, RX_PKTS), 0);
	cr_expect_eq(drive_read(&d, RX_OCTETS), 0);
	cr_expect_eq(drive_read(&d, TX_FRAMES_OK), 0xFFFFFFFB);
	drive_data(&d, 100);
	cr_expect_eq(drive_read(&d, RX_PKTS), 1, "from 0, not from the preset");
	drive_write(&d, TX_STATS_CLR, 2);
	cr_expect_eq(drive_read(&d, TX_FRAMES_OK), 0xFFFFFFFB, "bit 0 alone");
	pm_free(d.m);
}

/* A write in w clears visibly in w+2; an event that becomes visible then is lost, one a cycle later is not. */
Test(ll10g_model, a_clear_wins_over_an_event)
{
	for (unsigned late = 0; late < 2; late++) {
		uint8_t octets[PAUSE_FRAME_OCTETS],
		    lanes[HEAD + PAUSE_FRAME_OCTETS + 1] = { START, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
		static const uint32_t code[] = { 0, sizeof(lanes) - 1 };
		static const uint8_t source[FRAME_ADDRESS_OCTETS] = { 2 };
		struct drive d;

		drive_open(&d, 0);
		frame_pause(octets, source, 0);
		memcpy(lanes + HEAD, octets, sizeof(octets));
		lanes[sizeof(lanes) - 1] = TERMINATE;
		drive_to(&d, 2);
		d.end = pm_cycle(d.m) + sizeof(lanes) - 1;
		pm_rx_lanes(d.m, pm_cycle(d.m), lanes, sizeof(lanes), code, COUNT_OF(code), NULL);
		drive_close(&d);
		/* w = J - 2, or J - 3 */
		drive_to(&d, (unsigned)((classified_at(&d) - pm_cycle(d.m)) / STEP) - 2 - late);
		pm_reg_write(d.m, 4 * RX_STATS_CLR, 1, 0xF);
		drive_close(&d);
		drive_on(&d, 4);
		cr_expect_eq(drive_read(&d, RX_PAUSE), late);
		pm_free(d.m);
	}
}

/* ---- received PAUSE and PFC ---- */

Test(ll10g_model, ignore_pause_counts_and_does_not_hold)
{
	struct drive d;

	drive_open(&d, 0);
	drive_pause(&d, 100);
	cr_expect(d.xoff);
	drive_write(&d, RX_FRAME_CONTROL, 3 | IGNORE_PAUSE);
	drive_on(&d, 2);
	cr_expect_not(d.xoff, "resumes at once");
	drive_pause(&d, 100);
	cr_expect_not(d.xoff);
	cr_expect_eq(drive_read(&d, RX_PAUSE), 2);
	pm_free(d.m);
}

Test(ll10g_model, a_quantum_of_a_class_is_64_octet_times)
{
	const struct pfc_fields fields = { .classes = 0x81, .quanta = { [0] = 2, [3] = 9, [7] = 3 } };
	struct drive d;

	drive_open(&d, 0);
	drive_pfc(&d, &fields);
	drive_on(&d, 40);
	cr_expect_eq(d.rise[0], classified_at(&d) + STEP);
	cr_expect_eq(d.rise[7], classified_at(&d) + STEP);
	cr_expect_eq(d.rise[3], 0, "not in the enable vector");
	cr_expect_eq(d.fall[0] - d.rise[0], 128);
	cr_expect_eq(d.fall[7] - d.rise[7], 192);
	cr_expect_eq(drive_read(&d, RX_PFC), 1);
	cr_expect_eq(drive_read(&d, RX_PAUSE), 0);
	pm_free(d.m);
}

Test(ll10g_model, ignored_classes_are_not_held)
{
	const struct pfc_fields fields = { .classes = 0xFF, .quanta = { 50, 50, 50, 50, 50, 50, 50, 50 } };
	struct drive d;

	drive_open(&d, 0);
	drive_write(&d, RX_PFC_CONTROL, 0x55);
	drive_pfc(&d, &fields);
	cr_expect_eq(d.pfc_xoff, 0xAA);
	cr_expect_not(d.xoff, "PFC does not hold the transmitter itself");
	pm_free(d.m);
}

/* A frame that names another class leaves class 3 paused, and the sentence about it says by which frame. */
Test(ll10g_model, a_class_that_an_earlier_frame_paused_is_named)
{
	const struct pfc_fields first = { .classes = 8, .quanta = { [3] = 100 } }, second = { .classes = 1, .quanta = { 2 } };
	struct pm_question question = { .rule = RULE_PFC_TIME, .what = "pfc_xoff" };
	char why[sizeof(((struct finding *)NULL)->why)], text[256];
	struct drive d;
	uint64_t ended;

	drive_open(&d, 0);
	drive_pfc(&d, &first);
	ended = classified_at(&d);
	drive_pfc(&d, &second);
	drive_on(&d, 2);
	question.cycle = question.cause = pm_cycle(d.m);
	pm_why(d.m, &question, why, sizeof(why));
	snprintf(text, sizeof(text),
	         "pauses class 0 for 2 quanta, and no other class; class 3 stays paused up to cycle %llu by the one that ended "
	         "in cycle ",
	         (unsigned long long)((ended + STEP) / STEP + 800));
	cr_expect(strstr(why, text), "'%s' is missing in '%s'", text, why);
	pm_free(d.m);
}

/* ---- requests ---- */

static uint16_t time_of(const struct sent *sent)
{
	return frame_u16(sent->octets + 16);
}

Test(ll10g_model, a_request_by_port_repeats_after_the_hold_off)
{
	struct drive d;
	uint64_t asked;

	drive_open(&d, 0);
	drive_write(&d, PRIMARY_MAC_ADDR0, 0x03040506);
	drive_write(&d, PRIMARY_MAC_ADDR1, 0x0102);
	drive_write(&d, TX_PAUSEFRAME_QUANTA, 0x1234);
	drive_write(&d, TX_PAUSEFRAME_HOLDOFF_QUANTA, 4);
	drive_pause_req(&d, XON);
	drive_on(&d, 20);
	cr_expect_eq(d.count, 0, "XON only after an XOFF");
	drive_pause_req(&d, XOFF);
	asked = pm_cycle(d.m);
	drive_on(&d, 60);
	cr_assert_geq(d.count, 2);
	cr_expect_eq(d.sent[0].kind, PM_TX_PAUSE);
	cr_expect_eq(d.sent[0].start, asked + 2 * STEP);
	cr_expect_eq(time_of(&d.sent[0]), 0x1234);
	cr_expect_eq(memcmp(d.sent[0].octets + 6, "\1\2\3\4\5\6", 6), 0);
	/* the hold-off is 256 octet times from F+1 on; then the request and the start take two cycles */
	cr_expect_eq(d.sent[1].start, d.sent[0].start + HEAD + PAUSE_FRAME_OCTETS + STEP + 256 + 2 * STEP);
	drive_pause_req(&d, XON);
	drive_on(&d, 100);
	cr_expect_eq(time_of(&d.sent[d.count - 1]), 0);
	cr_expect_eq(drive_read(&d, TX_PAUSE), d.count);
	drive_on(&d, 200);
	cr_expect_eq(drive_read(&d, TX_PAUSE), d.count, "one XON");
	pm_free(d.m);
}

/* What the sentence of a repeated XOFF, or of one that comes too early, says. */
static void hold_off_is_said(const struct drive *d, bool undue, uint64_t cycle, const char *expected)
{
	const struct pm_question question = { .rule = RULE_PAUSE_HOLDOFF,
		                              .cycle = cycle,
		                              .cause = cycle,
		                              .what = "start of a frame",
		                              .undue = undue,
		                              .xoff = true };
	char why[sizeof(((struct finding *)NULL)->why)];

	pm_why(d->m, &question, why, sizeof(why));
	cr_expect_str_eq(why, expected, "%s", why);
}

Test(ll10g_model, a_finding_says_how_long_the_hold_off_is)
{
	struct drive d;
	uint64_t ended;
	char text[256];

	drive_open(&d, 0);
	drive_write(&d, TX_PAUSEFRAME_HOLDOFF_QUANTA, 4);
	drive_pause_req(&d, XOFF);
	while (d.count < 1 || pm_cycle(d.m) < d.sent[0].start + HEAD + PAUSE_FRAME_OCTETS + 10 * STEP)
		drive_on(&d, 1);
	ended = d.sent[0].start + HEAD + PAUSE_FRAME_OCTETS;
	snprintf(
	    text, sizeof(text),
	    "the hold-off of 4 quanta after the PAUSE XOFF that ended in cycle %llu runs until cycle %llu, 16 clocks = 2 quanta "
	    "after this XOFF",
	    (unsigned long long)(ended / STEP), (unsigned long long)(ended / STEP + 33));
	hold_off_is_said(&d, true, ended + 17 * STEP, text);
	drive_on(&d, 25);
	cr_assert_eq(d.count, 2);
	snprintf(
	    text, sizeof(text),
	    "a repeated PAUSE request for XOFF is visible in cycle %llu, when the hold-off of 4 quanta after the PAUSE XOFF that "
	    "ended in cycle %llu is over",
	    (unsigned long long)(d.sent[1].start / STEP), (unsigned long long)(ended / STEP));
	hold_off_is_said(&d, false, d.sent[1].start, text);
	pm_free(d.m);
}

/* An XOFF that starts now is undue, and the sentence has TEXT. */
static void undue_is_said(const struct drive *d, enum rule rule, const char *text)
{
	const struct pm_question question = { .rule = rule,
		                              .cycle = pm_cycle(d->m),
		                              .cause = pm_cycle(d->m),
		                              .what = "start of a frame",
		                              .undue = true,
		                              .xoff = true };
	char why[sizeof(((struct finding *)NULL)->why)];

	pm_why(d->m, &question, why, sizeof(why));
	cr_expect(strstr(why, text), "'%s' is missing in '%s'", text, why);
}

/* L14: 3 is reserved. */
Test(ll10g_model, a_reserved_request_by_port_requests_nothing)
{
	struct drive d;

	drive_open(&d, 0);
	drive_write(&d, TX_PFC_PRIORITY_ENABLE, 0xFF);
	drive_pause_req(&d, XON | XOFF);
	drive_pfc_req(&d, 3 << 4 | 3);
	drive_on(&d, 60);
	cr_expect_eq(d.count, 0);
	undue_is_said(&d, RULE_PAUSE_REQUEST,
	              "request nothing new since the reset; 11 at the port is reserved and requests nothing");
	undue_is_said(&d, RULE_PFC_TX, "11 at the port of class 0 is reserved and requests nothing");
	drive_pfc_req(&d, 3 << 4 | XOFF);
	drive_pfc_req(&d, 3 << 4 | 3);
	drive_on(&d, 30);
	drive_pause_req(&d, XOFF);
	drive_pause_req(&d, XON | XOFF);
	drive_on(&d, 60);
	cr_expect_eq(d.count, 2, "an XOFF for class 0 alone, and a PAUSE");
	cr_expect_eq(d.sent[0].octets[17], 1, "the classes of the PFC frame");
	cr_expect_eq(d.sent[1].kind, PM_TX_PAUSE);
	drive_close(&d);
	pm_free(d.m);
}

Test(ll10g_model, a_request_by_register_counts_once)
{
	struct drive d;

	drive_open(&d, 0);
	drive_write(&d, TX_PAUSEFRAME_QUANTA, 7);
	drive_write(&d, TX_PAUSEFRAME_CONTROL, XOFF);
	drive_on(&d, 30);
	cr_expect_eq(d.count, 0, "the port is the source at reset");
	drive_write(&d, TX_PAUSEFRAME_ENABLE, 1 | SOURCE_REGISTER);
	drive_write(&d, TX_PAUSEFRAME_CONTROL, XOFF);
	cr_expect_eq(drive_read(&d, TX_PAUSEFRAME_CONTROL), 0);
	drive_on(&d, 60);
	cr_expect_eq(d.count, 1);
	drive_write(&d, TX_PAUSEFRAME_CONTROL, XON | XOFF);
	drive_on(&d, 60);
	cr_expect_eq(d.count, 1, "11 is no request");
	undue_is_said(&d, RULE_PAUSE_REQUEST, "; 11 in tx_pauseframe_control, visible since cycle ");
	drive_write(&d, TX_PAUSEFRAME_CONTROL, XON);
	drive_on(&d, 60);
	cr_expect_eq(d.count, 2);
	cr_expect_eq(time_of(&d.sent[1]), 0);
	drive_write(&d, TX_PAUSEFRAME_ENABLE, SOURCE_REGISTER);
	drive_write(&d, TX_PAUSEFRAME_CONTROL, XOFF);
	drive_on(&d, 60);
	cr_expect_eq(d.count, 2, "disabled");
	pm_free(d.m);
}

Test(ll10g_model, classes_requested_together_share_one_frame)
{
	struct pfc_fields fields;
	struct drive d;

	drive_open(&d, 0);
	drive_write(&d, TX_PFC_PRIORITY_ENABLE, 0x83);
	drive_write(&d, PFC_PAUSE_QUANTA_0, 0x100);
	drive_write(&d, PFC_PAUSE_QUANTA_0 + 7, 0x700);
	drive_pfc_req(&d, XOFF | XOFF << 4 | XOFF << 14); /* classes 0, 2 (not enabled) and 7 */
	drive_pfc_req(&d, 0);
	drive_on(&d, 60);
	cr_assert_eq(d.count, 1);
	cr_expect_eq(d.sent[0].kind, PM_TX_PFC);
	pfc_parse(&fields, d.sent[0].octets);
	cr_expect_eq(fields.classes, 0x81);
	cr_expect_eq(fields.quanta[0], 0x100);
	cr_expect_eq(fields.quanta[7], 0x700);
	cr_expect_eq(fields.quanta[2], 0);
	drive_pfc_req(&d, XON | XON << 2);
	drive_pfc_req(&d, 0);
	drive_on(&d, 60);
	cr_assert_eq(d.count, 2);
	pfc_parse(&fields, d.sent[1].octets);
	cr_expect_eq(fields.classes, 0x01, "class 1 had no XOFF");
	cr_expect_eq(fields.quanta[0], 0);
	cr_expect_eq(drive_read(&d, TX_PFC), 2);
	cr_expect_eq(drive_read(&d, TX_OCTETS_OK), 92);
	pm_free(d.m);
}

Test(ll10g_model, pause_goes_before_pfc)
{
	struct drive d;

	drive_open(&d, 0);
	drive_write(&d, TX_PFC_PRIORITY_ENABLE, 0x01);
	drive_to(&d, 1);
	pm_pause_req(d.m, XOFF);
	pm_pfc_req(d.m, XOFF);
	drive_close(&d);
	drive_to(&d, 1);
	pm_pause_req(d.m, 0);
	pm_pfc_req(d.m, 0);
	drive_close(&d);
	drive_on(&d, 60);
	cr_assert_eq(d.count, 2);
	cr_expect_eq(d.sent[0].kind, PM_TX_PAUSE);
	cr_expect_eq(d.sent[1].kind, PM_TX_PFC);
	cr_expect_eq(drive_read(&d, TX_TRANSFER_STATUS), 0);
	pm_free(d.m);
}
