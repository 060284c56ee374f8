/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that a link fault cuts or loses, of a MAC whose profile says so (FaultCuts, FaultLoses, FaultCounts). The tapes are made by hand from 802.3 46.3.4 and
 * doc/devices/ieee8023.md 4: the fourth column of a local fault comes in clock 488, and the fault is over in clock 1016. */
#include "scoreboard_tape.h"

#include "base/dut.h"
#include "part/wire.h"
#include "profile/profile.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum {
	LONGEST = 1600,
	OFFER = 80,
	TAKEN = 392,
	START = 424,
	COLUMNS = 480,
	CUT = 520, /* the MAC takes notice 32 octet times after the clock of the fourth column */
	CLEAR = 1024,
	READ = 4000,
	SENT_OK = 0x200,
	SENT_OCTETS = 0x208,
};

static const char base[] =
    "pausebench-mac 1\nmac cutter\ninstance cutter.vh\nsources cutter.v\nphy xgmii\n"
    "host rx=stored fcs=stripped bad=dropped tx=stored ahead=3\nobeys multicast own\ntimer from=idle\nsends by=pulse\n"
    "latency inhibit 56 80\nlatency resume 8 40\nlatency request 24 48\nlatency event 16 48\nlatency write 0 32\n"
    "latency fault 16 40\nlacks underrun\n"
    "counter aFramesTransmittedOK at 0x200 width=32 read=clear\ncounter ifOutOctets at 0x208 width=32 read=clear\n";

struct cutter {
	struct tape t;
	struct profile profile;
	uint8_t host[3][LONGEST], wire[3][FRAME_HEAD_OCTETS + LONGEST];
	uint32_t len[3];
	uint8_t fault[16], pause[FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS + 1];
	uint32_t code[4], pause_code[2];
};

/* The octets of frame I, LEN of them without FCS, with those of its wire from /S/ on. */
static void frame(struct cutter *c, unsigned i, uint32_t len)
{
	static const uint8_t head[] = { XGMII_START, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };

	make_frame(c->host[i], len, "02-00-00-00-00-02", 0x0800);
	for (uint32_t at = 14; at < len; at++)
		c->host[i][at] = (uint8_t)(at * 7 + i);
	memcpy(c->wire[i], head, sizeof(head));
	memcpy(c->wire[i] + FRAME_HEAD_OCTETS, c->host[i], len);
	frame_put_fcs(c->wire[i] + FRAME_HEAD_OCTETS + len, frame_fcs(c->host[i], len));
	c->len[i] = len;
}

static uint32_t wire_octets(const struct cutter *c, unsigned i)
{
	return FRAME_HEAD_OCTETS + c->len[i] + FRAME_FCS_OCTETS;
}

/* The host offers frame I in cycle OFFERED, and the MAC has all of it in cycle TAKEN. */
static void stored(struct cutter *c, unsigned i, uint64_t offered, uint64_t taken)
{
	tape_octets(&c->t, offered, EVENT_HOST_OFFER, c->host[i], c->len[i]);
	tape_add(&c->t, taken, EVENT_HOST_TAKEN, 0);
}

/* Frame I is on the wire from START on, COUNT octets of it with the /S/; then CODE comes. */
static void sent(struct cutter *c, unsigned i, uint64_t start, uint32_t count, uint8_t code)
{
	uint64_t end = start + count;
	struct event *e;

	tape_add(&c->t, start - start % 8, EVENT_TX_START, 0)->lane = (uint8_t)(start % 8);
	e = tape_octets(&c->t, end - end % 8, EVENT_TX_END, c->wire[i], count);
	e->lane = (uint8_t)(end % 8);
	e->error = code != XGMII_TERMINATE;
	e->timer = code;
}

static void signal(struct cutter *c, uint64_t cycle, enum tx_signal value)
{
	tape_add(&c->t, cycle, EVENT_TX_SIGNAL, value);
}

/* What is left of frame I, which began in START, from FROM up to the code at END. */
static struct event *rest(struct cutter *c, unsigned i, uint64_t start, uint64_t from, uint64_t end, uint8_t code)
{
	struct event *e = tape_add(&c->t, end - end % 8, EVENT_TX_REST, 0);

	e->lane = (uint8_t)(end % 8);
	e->len = (uint32_t)(end - from);
	e->value = frame_fcs(c->wire[i] + (from - start), e->len);
	e->timer = code;
	return e;
}

/* A MAC of the manner TX, such as "stored", with the further lines MORE; KIND is that of the fault, or 0. */
static void begin_as(struct cutter *c, const char *tx, const char *more, uint8_t kind)
{
	static const char stored_in_base[] = "tx=stored";
	const char *at = strstr(base, stored_in_base);
	char text[1200];
	struct profile_error e;

	memset(c, 0, sizeof(*c));
	snprintf(text, sizeof(text), "%.*stx=%s%s%s", (int)(at - base), base, tx, at + strlen(stored_in_base), more);
	cr_assert_eq(profile_parse(&c->profile, "cutter.mac", text, NULL, &e), 0, "%u:%u: %s", e.line, e.column, e.message);
	for (unsigned i = 0; i < 4; i++) {
		const uint8_t column[] = { XGMII_SEQUENCE, 0, 0, kind };
		memcpy(c->fault + 4 * i, column, sizeof(column));
		c->code[i] = 4 * i;
	}
	tape_add(&c->t, 0, EVENT_RESET, 32);
	tape_add(&c->t, 40, EVENT_HOST_READY, 1);
	for (unsigned i = 0; i < c->profile.dut.setup_count; i++)
		tape_write(&c->t, 48 + 16 * i, c->profile.dut.setup[i].address, (uint32_t)c->profile.dut.setup[i].value);
	if (kind) {
		struct event *run = tape_octets(&c->t, COLUMNS, EVENT_RX_RUN, c->fault, sizeof(c->fault));
		run->code = c->code;
		run->codes = 4;
	}
}

static void begin(struct cutter *c, const char *more, uint8_t kind)
{
	begin_as(c, "stored", more, kind);
}

static void play(struct cutter *c, struct scoreboard_result *ret)
{
	struct scoreboard *sb;

	tape_add(&c->t, 9000, EVENT_END, 0);
	tape_sort(&c->t);
	sb = scoreboard_new(&c->profile.dut, true);
	cr_assert_not_null(sb);
	scoreboard_events(sb, c->t.events, c->t.count);
	*ret = *scoreboard_result(sb);
	scoreboard_free(sb);
	profile_release(&c->profile);
}

static void clean(struct cutter *c, const char *what)
{
	struct scoreboard_result r;

	play(c, &r);
	cr_expect_eq(r.findings, 0, "%s: cycle %" PRIu64 ": %s: %s: expected %s, actual %s", what, r.finding[0].cycle,
	             tape_rule(&r), r.finding[0].what, r.finding[0].expected, r.finding[0].actual);
	cr_expect_gt(r.checks[CHECK_TX_FRAME] + r.checks[CHECK_PAUSE_SENT], 0);
}

/* The finding with INDEX of R is of RULE at CYCLE. */
static void is_finding(const struct scoreboard_result *r, size_t index, enum rule rule, uint64_t cycle, const char *what)
{
	const struct finding *finding = &r->finding[index];

	cr_expect(r->findings > index && finding->rule == rule && finding->cycle == cycle,
	          "%s: %" PRIu64 " findings, cycle %" PRIu64 ": %s: %s: expected %s, actual %s", what, r->findings,
	          finding->cycle, tape_rule(r), finding->what, finding->expected, finding->actual);
}

static void found(struct cutter *c, enum rule rule, uint64_t cycle, const char *what)
{
	struct scoreboard_result r;

	play(c, &r);
	is_finding(&r, 0, rule, cycle, what);
}

/* A frame of 200 octets is cut in octet time AT by CODE, and the answer follows. */
static void cut(struct cutter *c, const char *more, uint64_t at, uint8_t kind, uint8_t code)
{
	begin(c, more, kind);
	frame(c, 0, 200);
	stored(c, 0, OFFER, TAKEN);
	sent(c, 0, START, (uint32_t)(at - START), code);
	if (kind == 1) {
		signal(c, at / 8 * 8 + 8, TX_SIGNAL_REMOTE_FAULT);
		signal(c, CLEAR, TX_SIGNAL_IDLE);
	}
}

#define CUTS "freedom FaultCuts=1\n"

Test(cut, a_frame_ends_with_the_column_that_the_profile_says)
{
	static struct cutter c;

	for (uint64_t at = 504; at <= 528; at += 4) {
		cut(&c, CUTS, at, 1, XGMII_SEQUENCE);
		clean(&c, "local fault");
		cut(&c, CUTS, at, 2, XGMII_IDLE);
		clean(&c, "remote fault");
	}
	cut(&c, CUTS, 500, 1, XGMII_SEQUENCE);
	found(&c, RULE_XGMII_CODES, 496, "before the least latency");
	cut(&c, CUTS, 536, 1, XGMII_SEQUENCE);
	found(&c, RULE_FAULT_SILENCE, 528, "behind the greatest one");
	cut(&c, CUTS, 518, 1, XGMII_SEQUENCE);
	found(&c, RULE_XGMII_CODES, 512, "within a column");
	cut(&c, CUTS, CUT, 1, XGMII_IDLE);
	found(&c, RULE_FAULT_SIGNAL, CUT, "idle after a local fault");
	cut(&c, CUTS, CUT, 0, XGMII_IDLE);
	found(&c, RULE_XGMII_CODES, CUT, "without a fault");
	cut(&c, "", CUT, 1, XGMII_SEQUENCE);
	found(&c, RULE_XGMII_CODES, CUT, "of a MAC that does not cut frames");
	cut(&c, CUTS, START + wire_octets(&c, 0), 1, XGMII_TERMINATE);
	found(&c, RULE_FAULT_SILENCE, 528, "a frame that goes on to its end");
}

Test(cut, the_octets_up_to_the_cut_are_compared)
{
	static struct cutter c;

	cut(&c, CUTS, CUT, 1, XGMII_SEQUENCE);
	c.wire[0][60] ^= 4;
	found(&c, RULE_TX_CONTENT, CUT, "an octet");
	cut(&c, CUTS, CUT, 1, XGMII_SEQUENCE);
	c.wire[0][3] ^= 4;
	found(&c, RULE_TX_PREAMBLE, CUT, "an octet of the preamble");
}

/* FaultCounts: the frame is in the counters when the MAC has come to its end, whole, or never. */
Test(cut, a_frame_that_is_cut_counts_or_not)
{
	static const char *const more[] = { CUTS, CUTS "freedom FaultCounts=1\n" };
	static struct cutter c;

	for (unsigned counts = 0; counts < 2; counts++)
		for (unsigned counted = 0; counted < 2; counted++) {
			cut(&c, more[counts], CUT, 1, XGMII_SEQUENCE);
			tape_read(&c.t, READ, SENT_OK, counted);
			if (counts == counted)
				clean(&c, "frames");
			else
				found(&c, RULE_COUNT_TX, READ, "frames");
			cut(&c, more[counts], CUT, 1, XGMII_SEQUENCE);
			tape_read(&c.t, READ, SENT_OCTETS, counted ? 204 : 0);
			if (counts == counted)
				clean(&c, "octets");
			else
				found(&c, RULE_COUNT_TX, READ, "octets");
		}
	cut(&c, more[1], CUT, 1, XGMII_SEQUENCE);
	tape_read(&c.t, CUT + 80, SENT_OK, 1); /* the end of the frame would be in 636 */
	found(&c, RULE_COUNT_TX, CUT + 80, "before its end");
}

/* The MAC goes on with the frame: the next one starts behind the end that this one would have had, and the gap. */
Test(cut, the_next_frame_starts_behind_the_end_of_the_one_that_is_cut)
{
	static struct cutter c;
	uint64_t end = START + FRAME_HEAD_OCTETS + 904;

	for (unsigned early = 0; early < 2; early++) {
		uint64_t start = early ? 1200 : (end + 12 + 7) / 8 * 8;
		begin(&c, CUTS, 2);
		frame(&c, 0, 900);
		frame(&c, 1, 100);
		stored(&c, 0, OFFER, TAKEN);
		stored(&c, 1, 400, 500);
		sent(&c, 0, START, CUT - START, XGMII_IDLE);
		sent(&c, 1, start, wire_octets(&c, 1), XGMII_TERMINATE);
		if (early)
			found(&c, RULE_TX_GAP, start, "within the frame that is cut");
		else
			clean(&c, "behind it");
	}
}

/* A frame of 1,000 octets, of which a rest is left when the fault is over: the MAC's /T/ is at octet time 1436. */
static struct event *with_rest(struct cutter *c, uint64_t from, uint64_t until, uint8_t code)
{
	struct event *e;

	begin(c, CUTS, 1);
	frame(c, 0, 1000);
	stored(c, 0, OFFER, TAKEN);
	sent(c, 0, START, CUT - START, XGMII_SEQUENCE);
	signal(c, CUT + 8, TX_SIGNAL_REMOTE_FAULT);
	signal(c, from - from % 8, TX_SIGNAL_OTHER);
	e = rest(c, 0, START, from, until, code);
	signal(c, until / 8 * 8 + 8, TX_SIGNAL_IDLE);
	return e;
}

Test(cut, the_rest_of_a_frame_comes_in_its_place_or_not_at_all)
{
	static struct cutter c;
	uint64_t end = START + FRAME_HEAD_OCTETS + 1004;

	for (uint64_t from = 1016; from <= 1040; from += 4) {
		with_rest(&c, from, end, XGMII_TERMINATE);
		clean(&c, "the rest");
	}
	with_rest(&c, 1032, end, XGMII_TERMINATE)->value ^= 1;
	found(&c, RULE_TX_CONTENT, end / 8 * 8, "other octets");
	with_rest(&c, 1032, end - 1, XGMII_TERMINATE);
	found(&c, RULE_XGMII_CODES, end / 8 * 8, "an octet too few");
	with_rest(&c, 1034, end, XGMII_TERMINATE);
	found(&c, RULE_XGMII_CODES, end / 8 * 8, "from the middle of a column on");
	with_rest(&c, 1080, end, XGMII_TERMINATE);
	found(&c, RULE_XGMII_CODES, end / 8 * 8, "late");
	with_rest(&c, 800, end, XGMII_TERMINATE);
	found(&c, RULE_FAULT_SIGNAL, 800, "in the fault");
}

/* FaultLoses: the second frame is lost in the fault; FaultCounts: it counts, at some moment from its hand-over on until the third one is on the wire. */
Test(cut, a_frame_that_is_lost_counts_or_not)
{
	static const char *const more[] = { CUTS "freedom FaultLoses=1\n", CUTS "freedom FaultLoses=1\nfreedom FaultCounts=1\n" };
	static struct cutter c;

	for (unsigned counts = 0; counts < 2; counts++)
		for (unsigned counted = 0; counted < 4; counted++) { /* how many, and whether in the fault already */
			bool early = counted & 1 && counts;
			unsigned frames = 1 + counted;
			begin(&c, more[counts], 1);
			for (unsigned i = 0; i < 3; i++)
				frame(&c, i, 200);
			stored(&c, 0, OFFER, TAKEN);
			sent(&c, 0, START, CUT - START, XGMII_SEQUENCE);
			signal(&c, CUT + 8, TX_SIGNAL_REMOTE_FAULT);
			signal(&c, CLEAR, TX_SIGNAL_IDLE);
			stored(&c, 1, 400, 600);
			stored(&c, 2, 1400, 1600);
			sent(&c, 2, 1632, wire_octets(&c, 2), XGMII_TERMINATE);
			if (early)
				tape_read(&c.t, 960, SENT_OK, 2);
			tape_read(&c.t, READ, SENT_OK, early ? frames - 2 : frames);
			if (frames == (counts ? 3 : 1))
				clean(&c, "lost");
			else
				found(&c, RULE_COUNT_TX, READ, "lost");
		}
	begin(&c, more[1], 1);
	frame(&c, 0, 200);
	stored(&c, 0, OFFER, 600);
	signal(&c, CUT, TX_SIGNAL_REMOTE_FAULT);
	signal(&c, CLEAR, TX_SIGNAL_IDLE);
	tape_read(&c.t, 480, SENT_OK, 1);
	found(&c, RULE_COUNT_TX, 480, "before it was handed over");
}

/* Six octets tell neither which frame it is nor when it would have ended. */
Test(cut, a_control_frame_is_cut)
{
	static const char counter[] = CUTS "freedom FaultCounts=1\ncounter dot3OutPauseFrames at 0x210 width=32 read=clear\n"
					   "register REQUEST at 0x020 mask=0 = request_xoff request_xon\n";
	static const uint8_t station[] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
	static struct cutter c;

	for (unsigned seen = 8; seen <= 72; seen += 16)
		for (unsigned counted = 0; counted < 2; counted++) {
			begin(&c, counter, 1);
			frame(&c, 0, 60);
			frame_pause(c.wire[0] + FRAME_HEAD_OCTETS, station, 0xFFFF);
			tape_write(&c.t, 512 - seen - 32, 0x020, 1);
			sent(&c, 0, 512 - seen, seen, XGMII_SEQUENCE);
			signal(&c, 520, TX_SIGNAL_REMOTE_FAULT);
			signal(&c, CLEAR, TX_SIGNAL_IDLE);
			tape_read(&c.t, READ, 0x210, counted);
			if (counted)
				clean(&c, "a PAUSE");
			else
				found(&c, RULE_COUNT_TX, READ, "a PAUSE that does not count");
		}
}

/* A frame that begins in the fault is lost; if the fault ends within it, its rest comes out without a start. Its octets are those of the frame. */
Test(cut, the_rest_of_a_frame_that_is_lost_may_come)
{
	static struct cutter c;

	for (unsigned change = 0; change < 4; change++) {
		uint64_t start = 700, end = start + FRAME_HEAD_OCTETS + 604;
		struct event *e;
		begin(&c, change == 3 ? CUTS : CUTS "freedom FaultLoses=1\nfreedom FaultCounts=1\n", 1);
		frame(&c, 0, 600);
		stored(&c, 0, OFFER, 672);
		signal(&c, CUT, TX_SIGNAL_REMOTE_FAULT);
		signal(&c, 1016, TX_SIGNAL_OTHER);
		e = rest(&c, 0, start, 1016, end, XGMII_TERMINATE);
		signal(&c, end / 8 * 8 + 8, TX_SIGNAL_IDLE);
		tape_read(&c.t, READ, SENT_OK, change != 2);
		e->value ^= change == 1;
		if (!change)
			clean(&c, "its rest");
		else if (change == 2)
			found(&c, RULE_COUNT_TX, READ, "it counts");
		else
			found(&c, change == 3 ? RULE_TX_LOST : RULE_XGMII_CODES, change == 3 ? 672 : end / 8 * 8, "no rest");
	}
}

/* A MAC that cuts through begins a long frame in the fault, which it has as a whole 1176 octet times after the end of the fault. Its rest comes out without a
 * start, or the reconciliation sublayer waits for the next frame. Then comes a frame that was handed over behind it. */
struct cut_through {
	const char *freedoms;
	bool rests;    /* the rest is on the wire */
	bool wrong;    /* ... with other octets */
	bool hangs;    /* the MAC never has all of it, and sends nothing more */
	bool after;    /* it is handed over when the fault is over */
	uint32_t sent; /* how many frames the MAC counts */
};

static void with_cut_through(struct cutter *c, const struct cut_through *how)
{
	uint64_t offered = how->after ? 1100 : 696, start = 776, taken = 2192, end = start + FRAME_HEAD_OCTETS + 1504;

	offered -= offered % 8;
	begin_as(c, "cut-through starts=64", how->freedoms, 1);
	frame(c, 0, 1500);
	frame(c, 1, 200);
	tape_octets(&c->t, offered, EVENT_HOST_OFFER, c->host[0], c->len[0]);
	signal(c, CUT, TX_SIGNAL_REMOTE_FAULT);
	if (how->rests) {
		signal(c, 1016, TX_SIGNAL_OTHER);
		rest(c, 0, start, 1016, end, XGMII_TERMINATE)->value ^= how->wrong;
		signal(c, end / 8 * 8 + 8, TX_SIGNAL_IDLE);
	} else {
		signal(c, CLEAR, TX_SIGNAL_IDLE);
	}
	if (how->hangs)
		return;
	tape_add(&c->t, taken, EVENT_HOST_TAKEN, 0);
	stored(c, 1, 2200, 2392);
	sent(c, 1, 2312, wire_octets(c, 1), XGMII_TERMINATE);
	tape_read(&c->t, READ, SENT_OK, how->sent);
}

Test(cut, a_frame_that_cuts_through_may_begin_in_the_fault)
{
	static const char loses[] = CUTS "freedom FaultLoses=1\n",
			  counts[] = CUTS "freedom FaultLoses=1\nfreedom FaultCounts=1\n";
	static const struct {
		struct cut_through how;
		const char *what;
		enum rule rule; /* RULE_COUNT: nothing is wrong */
		uint64_t cycle;
	} cases[] = {
		{ { loses, .rests = true, .sent = 1 }, "its rest comes", RULE_COUNT, 0 },
		{ { loses, .sent = 1 }, "nothing of it comes", RULE_COUNT, 0 },
		{ { counts, .rests = true, .sent = 2 }, "its rest comes, and it counts", RULE_COUNT, 0 },
		{ { counts, .sent = 2 }, "nothing of it comes, and it counts", RULE_COUNT, 0 },
		{ { counts, .rests = true, .sent = 1 }, "its rest comes, and it should count", RULE_COUNT_TX, READ },
		{ { loses, .rests = true, .wrong = true, .sent = 1 }, "its rest has other octets", RULE_XGMII_CODES, 2288 },
		{ { CUTS, .rests = true, .sent = 1 }, "without FaultLoses", RULE_FAULT_SIGNAL, 1016 },
		{ { loses, .hangs = true }, "the MAC hangs", RULE_DATA_RESUMES, 2619 },
	};
	static struct cutter c;
	struct scoreboard_result r;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		with_cut_through(&c, &cases[i].how);
		if (cases[i].rule == RULE_COUNT)
			clean(&c, cases[i].what);
		else
			found(&c, cases[i].rule, cases[i].cycle, cases[i].what);
	}
	/* behind the fault it had to start, and is lost */
	with_cut_through(&c, &(struct cut_through){ loses, .after = true, .sent = 1 });
	play(&c, &r);
	is_finding(&r, 0, RULE_DATA_RESUMES, 1199, "the fault was over");
	is_finding(&r, 1, RULE_TX_LOST, 2312, "the fault was over");
	cr_expect_eq(r.findings, 2);
}

/* The MAC receives a PAUSE of QUANTA from CYCLE on. */
static void receive_pause(struct cutter *c, uint64_t cycle, uint16_t quanta)
{
	static const uint8_t head[] = { XGMII_START, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	static const uint8_t partner[] = { 0x02, 0, 0, 0, 0, 0x09 };
	struct event *run;

	memcpy(c->pause, head, sizeof(head));
	frame_pause(c->pause + FRAME_HEAD_OCTETS, partner, quanta);
	c->pause[sizeof(c->pause) - 1] = XGMII_TERMINATE;
	c->pause_code[1] = sizeof(c->pause) - 1;
	run = tape_octets(&c->t, cycle, EVENT_RX_RUN, c->pause, sizeof(c->pause));
	run->code = c->pause_code;
	run->codes = 2;
}

/* Figure 31B-2: the time of a PAUSE begins when no frame is on its way. One that begins in the fault is over in octet time 1205; from 976 on it would be
 * over long before. */
Test(cut, the_time_of_a_pause_waits_for_a_frame_that_began_in_the_fault)
{
	static const struct {
		uint64_t start;
		bool rests;
		const char *what;
	} cases[] = { { 1736, true, "after its rest" },
		      { 1736, false, "after nothing of it" },
		      { 2400, true, "late" },
		      { 2400, false, "late" } };
	static struct cutter c;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t start = 776, end = start + FRAME_HEAD_OCTETS + 421;
		begin_as(&c, "cut-through starts=64", CUTS "freedom FaultLoses=1\n", 1);
		frame(&c, 0, 417);
		frame(&c, 1, 200);
		stored(&c, 0, 696, 1104);
		receive_pause(&c, 904, 8);
		signal(&c, CUT, TX_SIGNAL_REMOTE_FAULT);
		if (cases[i].rests) {
			signal(&c, 1016, TX_SIGNAL_OTHER);
			rest(&c, 0, start, 1016, end, XGMII_TERMINATE);
			signal(&c, end / 8 * 8 + 8, TX_SIGNAL_IDLE);
		} else {
			signal(&c, CLEAR, TX_SIGNAL_IDLE);
		}
		stored(&c, 1, 1112, 1304);
		sent(&c, 1, cases[i].start, wire_octets(&c, 1), XGMII_TERMINATE);
		if (cases[i].start == 1736)
			clean(&c, cases[i].what);
		else
			found(&c, RULE_PAUSE_EXPIRY, cases[i].rests ? 1767 : 2039, cases[i].what);
	}
}

/* The frame on the wire behind the fault may be the one before or in it, which has the same octets; the third one shows that the second was on the wire. */
Test(cut, a_frame_that_looks_like_a_lost_one_is_sent)
{
	static struct cutter c;

	for (unsigned counts = 0; counts < 2; counts++)
		for (unsigned twin = 0; twin < 2; twin++) {
			begin(&c, counts ? CUTS "freedom FaultLoses=1\nfreedom FaultCounts=1\n" : CUTS "freedom FaultLoses=1\n",
			      1);
			frame(&c, 0, 60);
			frame(&c, 1, 60);
			frame(&c, 2, 61);
			if (twin) {
				memcpy(c.host[1], c.host[0], sizeof(c.host[1]));
				memcpy(c.wire[1], c.wire[0], sizeof(c.wire[1]));
			}
			stored(&c, 0, 496, 552);
			signal(&c, CUT, TX_SIGNAL_REMOTE_FAULT);
			signal(&c, CLEAR, TX_SIGNAL_IDLE);
			stored(&c, 1, 1000, 1056);
			sent(&c, 1, 1064, wire_octets(&c, 1), XGMII_TERMINATE);
			stored(&c, 2, 1064, 1128);
			sent(&c, 2, 1148, wire_octets(&c, 2), XGMII_TERMINATE);
			tape_read(&c.t, READ, SENT_OK, 2 + counts);
			clean(&c, twin ? "a twin" : "another frame");
		}
}

/* A PAUSE that is requested in the fault is lost as well, and counts; without FaultLoses it waits. */
Test(cut, a_control_frame_that_is_lost_counts)
{
	static const char counter[] = "counter dot3OutPauseFrames at 0x210 width=32 read=clear\n"
				      "register REQUEST at 0x020 mask=0 = request_xoff request_xon\n"
				      "freedom FaultCuts=1\nfreedom FaultLoses=1\n";
	static struct cutter c;

	for (unsigned counts = 0; counts < 2; counts++)
		for (unsigned counted = 0; counted < 2; counted++) {
			char more[400];
			snprintf(more, sizeof(more), "%sfreedom FaultCounts=%u\n", counter, counts);
			begin(&c, more, 1);
			signal(&c, CUT, TX_SIGNAL_REMOTE_FAULT);
			tape_write(&c.t, 640, 0x020, 1);
			signal(&c, CLEAR, TX_SIGNAL_IDLE);
			frame(&c, 0, 100);
			stored(&c, 0, 2000, 2200);
			sent(&c, 0, 2232, wire_octets(&c, 0), XGMII_TERMINATE);
			tape_read(&c.t, READ, 0x210, counted);
			if (counts == counted)
				clean(&c, "a PAUSE");
			else
				found(&c, RULE_COUNT_TX, READ, "a PAUSE");
		}
	begin(&c, CUTS "register REQUEST at 0x020 mask=0 = request_xoff request_xon\n", 1);
	signal(&c, CUT, TX_SIGNAL_REMOTE_FAULT);
	tape_write(&c.t, 640, 0x020, 1);
	signal(&c, CLEAR, TX_SIGNAL_IDLE);
	found(&c, RULE_PAUSE_REQUEST, 1112, "without the freedom");
}
