/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the MI_COM model and the PHY responder. The pins are driven from doc/devices/bcm5718.md 6 and 802.3 clause 22. */
#include "part/mdio.h"
#include "part/phy.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* A management master of this test, which can deviate in several ways. */
struct master {
	uint64_t start; /* of bit 0 */
	uint64_t period, low;
	unsigned preamble;
	unsigned flip_bit; /* number of the bit that is sent inverted; 64: none */
	unsigned release;  /* first bit with oe = 0; 64: none */
	int data_shift;    /* cycles by which the data change too late */
	unsigned bits;     /* number of bits after which the frame ends */
	uint64_t word;
};

static struct master master(uint64_t start, bool read, unsigned phy, unsigned reg, unsigned data)
{
	struct master s = {
		.start = start, .period = 50, .low = 25, .preamble = 32, .flip_bit = 64, .release = read ? 46 : 64, .bits = 64
	};

	s.word = 0xFFFFFFFFull << 32 | 1ull << 30 | (read ? 2ull : 1ull) << 28 | (uint64_t)phy << 23 | reg << 18 | 2u << 16 |
	         data;
	return s;
}

static unsigned master_pins(const struct master *s, uint64_t cycle)
{
	int64_t t = (int64_t)(cycle - s->start), d = t - s->data_shift;
	unsigned pins = 0, bit;

	if (t >= 0 && (uint64_t)t < s->period * s->bits && (uint64_t)t % s->period >= s->low)
		pins |= MDIO_PIN_MDC;
	if (d < 0 || (uint64_t)d >= s->period * s->bits)
		return pins;
	bit = (unsigned)((uint64_t)d / s->period);
	bit += 32 - s->preamble;
	if (bit >= s->release || bit > 63)
		return pins;
	pins |= MDIO_PIN_OE;
	if ((s->word >> (63 - bit) & 1) != (bit == s->flip_bit))
		pins |= MDIO_PIN_O;
	return pins;
}

struct bench {
	struct mdio_model m;
	struct phy p;
	uint64_t cycle, checks;
	unsigned pins, findings;
	bool in;
	uint64_t sampled_cycle[64];
	struct finding first;
};

static void note(struct bench *b, const struct finding *f)
{
	if (!f)
		return;
	if (!b->findings++)
		b->first = *f;
}

static void bench_init(struct bench *b)
{
	memset(b, 0, sizeof(*b));
	mdio_model_reset(&b->m, 1);
	phy_reset(&b->p);
	b->in = true;
}

/* Runs the master (NULL: nothing happens on the pins) to CYCLE. */
static void run(struct bench *b, const struct master *s, uint64_t to)
{
	bool next_in = b->in;

	for (; b->cycle < to; b->cycle++) {
		unsigned pins = s ? master_pins(s, b->cycle) : 0;

		if (next_in != b->in) {
			b->in = next_in;
			mdio_model_mdio_in(&b->m, b->cycle, b->in);
		}
		if (pins != b->pins) {
			b->pins = pins;
			next_in = phy_pins(&b->p, pins);
			note(b, mdio_model_pins(&b->m, b->cycle, pins, &b->checks));
		}
	}
	note(b, mdio_model_advance(&b->m, b->cycle, &b->checks));
}

static void write_com(struct bench *b, uint64_t at, uint32_t value, const struct master *s)
{
	run(b, s, at + 1);
	mdio_model_write(&b->m, at, value, 0xF);
}

#define READ_CMD(phy, reg) (1u << 29 | 2u << 26 | (phy) << 21 | (reg) << 16)
#define WRITE_CMD(phy, reg, data) (1u << 29 | 1u << 26 | (phy) << 21 | (reg) << 16 | (data))

static void expect_rule(struct bench *b, enum rule rule, const char *what)
{
	cr_assert_eq(b->findings, 1, "%s: %u findings", what, b->findings);
	cr_assert_eq(b->first.rule, rule, "%s: rule %d: %s: %s / %s at %llu", what, (int)b->first.rule, b->first.what,
	             b->first.expected, b->first.actual, (unsigned long long)b->first.cycle);
	if (getenv("SHOW"))
		fprintf(stderr, "%s: %llu: %s: expected %s, actual %s\n", what, (unsigned long long)b->first.cycle, b->first.what,
		        b->first.expected, b->first.actual);
}

Test(mdio, read_returns_the_register_of_the_phy)
{
	struct bench b;
	struct master s = master(102, true, 1, 2, 0);

	bench_init(&b);
	write_com(&b, 100, READ_CMD(1, 2), NULL);
	cr_assert_eq(mdio_model_read(&b.m, 101), READ_CMD(1, 2));
	run(&b, &s, 3301);
	cr_assert_eq(mdio_model_read(&b.m, 3301), READ_CMD(1, 2));
	run(&b, &s, 3302);
	cr_assert_eq(mdio_model_read(&b.m, 3302), 2u << 26 | 1u << 21 | 2u << 16 | 0x0020);
	cr_assert_eq(b.findings, 0, "%s %s %s at %llu", b.first.what, b.first.expected, b.first.actual,
	             (unsigned long long)b.first.cycle);
	cr_assert_eq(b.checks, 64);
}

Test(mdio, absent_phy_fails)
{
	struct bench b;
	struct master s = master(102, true, 3, 2, 0);

	bench_init(&b);
	write_com(&b, 100, READ_CMD(3u, 2), NULL);
	run(&b, &s, 4000);
	cr_assert_eq(mdio_model_read(&b.m, 4000), 1u << 28 | 2u << 26 | 3u << 21 | 2u << 16 | 0xFFFF);
	cr_assert_eq(b.findings, 0);
}

Test(mdio, all_phys_and_registers_write_then_read)
{
	struct bench b;
	uint64_t t = 100;

	bench_init(&b);
	for (unsigned phy = 0; phy < 32; phy += 3) {
		for (unsigned reg = 0; reg < 32; reg++) {
			unsigned data = (0x9E37u * (phy * 32 + reg) + 0x1234) & 0xFFFF;
			struct master w = master(t + 2, false, phy, reg, data), r = master(t + 3204, true, phy, reg, 0);

			phy_present(&b.p, phy, true);
			write_com(&b, t, WRITE_CMD(phy, reg, data), NULL);
			run(&b, &w, t + 3202);
			cr_assert_eq(mdio_model_read(&b.m, t + 3202), WRITE_CMD(phy, reg, data) & ~(1u << 29));
			mdio_model_write(&b.m, t + 3202, READ_CMD(phy, reg), 0xF);
			run(&b, &r, t + 6404);
			cr_assert_eq(mdio_model_read(&b.m, t + 6404),
			             (READ_CMD(phy, reg) & ~(1u << 29)) | b.p.registers[phy][reg]);
			if (reg == 4 || reg > 6) /* the other bits are read-only or start something */
				cr_assert_eq(b.p.registers[phy][reg], data);
			t += 6404;
		}
	}
	cr_assert_eq(b.findings, 0, "%s %s %s", b.first.what, b.first.expected, b.first.actual);
	cr_assert_eq(b.checks, 11u * 32 * 128);
}

Test(mdio, register_rules)
{
	struct mdio_model m = { 0 };

	mdio_model_reset(&m, 1);
	cr_assert_eq(mdio_model_read(&m, 1), 0);
	mdio_model_write(&m, 10, 0xFFFFFFFF, 0xF); /* command 11 starts nothing */
	cr_assert_eq(mdio_model_read(&m, 11), 0x0FFFFFFF);
	mdio_model_write(&m, 12, 0x20000000, 0xF); /* command 00 starts nothing */
	cr_assert_eq(mdio_model_read(&m, 13), 0);
	mdio_model_write(&m, 14, READ_CMD(1, 2), 0x7); /* no start without byte 3 */
	cr_assert_eq(mdio_model_read(&m, 15), 1u << 21 | 2u << 16);
	mdio_model_write(&m, 16, READ_CMD(0, 0), 0x8); /* byte 3 alone starts */
	cr_assert_eq(mdio_model_read(&m, 17), 1u << 29 | 2u << 26 | 1u << 21 | 2u << 16);
	mdio_model_write(&m, 18, 0x12345, 0xF); /* busy */
	cr_assert_eq(mdio_model_read(&m, 16 + 3201), 1u << 29 | 2u << 26 | 1u << 21 | 2u << 16);
	cr_assert_eq(mdio_model_read(&m, 16 + 3202), 1u << 28 | 2u << 26 | 1u << 21 | 2u << 16 | 0xFFFF);
	mdio_model_write(&m, 5000, 0x5555, 0xF);
	cr_assert_eq(mdio_model_read(&m, 5001), 1u << 28 | 0x5555);
	mdio_model_write(&m, 5002, WRITE_CMD(4u, 5u, 6u), 0xF);
	cr_assert_eq(mdio_model_read(&m, 5003), WRITE_CMD(4u, 5u, 6u));
	mdio_model_write(&m, 5002 + 3201, 0, 0xF);
	mdio_model_write(&m, 5002 + 3202, 0x77, 0x1);
	cr_assert_eq(mdio_model_read(&m, 9000), 1u << 26 | 4u << 21 | 5u << 16 | 0x77);
}

static void faulty(const struct master *s, bool read, bool exact, enum rule rule, const char *what)
{
	struct bench b;

	bench_init(&b);
	b.m.exact = exact;
	write_com(&b, 100, read ? READ_CMD(1, 2) : WRITE_CMD(1, 2, 0x5AA5u), NULL);
	run(&b, s, 9000);
	expect_rule(&b, rule, what);
}

Test(mdio, every_wrong_bit_is_a_frame_finding)
{
	for (int read = 0; read < 2; read++) {
		for (unsigned bit = 0; bit < (read ? 46 : 64); bit++) {
			struct master s = master(102, read, 1, 2, 0x5AA5);

			s.flip_bit = bit;
			faulty(&s, read, true, RULE_MDIO_FRAME, "flip");
			if (bit != 31) /* a 0 before the last bit of the preamble looks like ST 00 */
				faulty(&s, read, false, RULE_MDIO_FRAME, "flip, not exact");
		}
	}
}

Test(mdio, deviating_masters)
{
	static const struct {
		const char *what;
		uint64_t start, period, low;
		unsigned preamble, release, bits;
		int data_shift;
		enum rule exact, loose; /* RULE_COUNT: no finding; RULE_EXPECT: not checked */
		bool read;
	} c[] = {
		{ "nothing sent", 9999999, 50, 25, 32, 64, 64, 0, RULE_MDIO_FRAME, RULE_COUNT, false },
		{ "one cycle late", 103, 50, 25, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_COUNT, false },
		{ "one cycle early", 101, 50, 25, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_COUNT, false },
		{ "slow", 102, 60, 30, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_COUNT, false },
		{ "fast", 102, 48, 24, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_MDIO_TIMING, false },
		{ "short high", 102, 50, 31, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_MDIO_TIMING, false },
		{ "short low", 102, 50, 19, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_MDIO_TIMING, false },
		{ "asymmetric", 102, 50, 26, 32, 64, 64, 0, RULE_MDIO_TIMING, RULE_COUNT, false },
		{ "short preamble", 102, 50, 25, 31, 64, 63, 0, RULE_MDIO_FRAME, RULE_MDIO_FRAME, false },
		{ "data late", 102, 50, 25, 32, 64, 64, 1, RULE_MDIO_TIMING, RULE_COUNT, false },
		{ "data at the rise", 102, 50, 25, 32, 64, 64, 25, RULE_MDIO_TIMING, RULE_MDIO_TIMING, false },
		{ "data one before the rise", 102, 50, 25, 32, 64, 64, 24, RULE_MDIO_TIMING, RULE_MDIO_TIMING, false },
		{ "data two before the rise", 102, 50, 25, 32, 64, 64, 23, RULE_MDIO_TIMING, RULE_COUNT, false },
		{ "data one after the rise", 102, 50, 25, 32, 64, 64, -24, RULE_EXPECT, RULE_MDIO_TIMING, false },
		{ "drives TA of a read", 102, 50, 25, 32, 47, 64, 0, RULE_MDIO_FRAME, RULE_MDIO_FRAME, true },
		{ "releases early", 102, 50, 25, 32, 45, 64, 0, RULE_MDIO_FRAME, RULE_MDIO_FRAME, true },
		{ "release late", 102, 50, 25, 32, 46, 64, 1, RULE_MDIO_TIMING, RULE_COUNT, true },
		{ "ends early", 102, 50, 25, 32, 64, 63, 0, RULE_MDIO_FRAME, RULE_COUNT, false },
		{ "ends early, read", 102, 50, 25, 32, 46, 63, 0, RULE_MDIO_TIMING, RULE_COUNT, true },
		{ "one clock too many, read", 102, 50, 25, 32, 46, 65, 0, RULE_MDIO_TIMING, RULE_COUNT, true },
	};

	for (size_t i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		for (int exact = 0; exact < 2; exact++) {
			struct master s = master(c[i].start, c[i].read, 1, 2, 0x5AA5);
			enum rule rule = exact ? c[i].exact : c[i].loose;
			struct bench b;

			if (rule == RULE_EXPECT)
				continue;

			s.period = c[i].period;
			s.low = c[i].low;
			s.preamble = c[i].preamble;
			s.release = c[i].release;
			s.bits = c[i].bits;
			s.data_shift = c[i].data_shift;
			bench_init(&b);
			b.m.exact = exact;
			write_com(&b, 100, c[i].read ? READ_CMD(1, 2) : WRITE_CMD(1, 2, 0x5AA5u), &s);
			run(&b, &s, 9000);
			if (rule == RULE_COUNT)
				cr_assert_eq(b.findings, 0, "%s, exact %d: %s %s %s", c[i].what, exact, b.first.what,
				             b.first.expected, b.first.actual);
			else
				expect_rule(&b, rule, c[i].what);
		}
	}
}

Test(mdio, wrong_frame_is_found_in_the_next_frame_again)
{
	struct bench b;
	struct master s = master(102, true, 1, 2, 0), t = master(5002, true, 1, 2, 0);

	bench_init(&b);
	s.flip_bit = t.flip_bit = 34;
	write_com(&b, 100, READ_CMD(1, 2), NULL);
	run(&b, &s, 4000);
	cr_assert_eq(b.findings, 1);
	write_com(&b, 5000, READ_CMD(1, 2), NULL);
	run(&b, &t, 9000);
	cr_assert_eq(b.findings, 2);
}

Test(mdio, spurious_frame)
{
	struct bench b;
	struct master s = master(502, true, 1, 2, 0);

	for (int exact = 0; exact < 2; exact++) {
		bench_init(&b);
		b.m.exact = exact;
		/* the pins must be known and idle first */
		note(&b, mdio_model_pins(&b.m, 1, 0, &b.checks));
		b.cycle = 2;
		run(&b, &s, 9000);
		expect_rule(&b, RULE_MDIO_FRAME, "spurious");
	}
}

Test(mdio, reset_lets_the_pins_go_idle)
{
	struct bench b;

	bench_init(&b);
	note(&b, mdio_model_pins(&b.m, 0, 5, &b.checks)); /* power-up */
	note(&b, mdio_model_pins(&b.m, 1, 2, &b.checks));
	note(&b, mdio_model_advance(&b.m, 500, &b.checks));
	cr_assert_eq(b.findings, 0);
	mdio_model_write(&b.m, 600, WRITE_CMD(1, 2, 0x5AA5u), 0xF);
	b.cycle = 601;
	struct master s = master(602, false, 1, 2, 0x5AA5);
	run(&b, &s, 1000);
	mdio_model_reset(&b.m, 1001);
	run(&b, &s, 1001);
	b.pins = 7;
	run(&b, NULL, 4000);
	cr_assert_eq(b.findings, 0);
	mdio_model_reset(&b.m, 5001);
	note(&b, mdio_model_pins(&b.m, 5000, 5, &b.checks)); /* the pins stay driven */
	note(&b, mdio_model_advance(&b.m, 5001, &b.checks));
	cr_assert_eq(b.findings, 0);
	note(&b, mdio_model_advance(&b.m, 5002, &b.checks));
	cr_assert_eq(b.findings, 1);
	mdio_model_reset(&b.m, 6001); /* the pins stay driven, without another event */
	note(&b, mdio_model_advance(&b.m, 6002, &b.checks));
	cr_assert_eq(b.findings, 2);
}

/* A reset of the MAC does not reset the PHY, which goes on driving mdio_i. */
Test(mdio, reset_leaves_mdio_i_to_the_phy)
{
	struct mdio_model m = { 0 };

	mdio_model_reset(&m, 1);
	cr_assert(!m.low, "no PHY drives the wire");
	mdio_model_mdio_in(&m, 50, false);
	mdio_model_reset(&m, 61);
	cr_assert(m.low);
	mdio_model_write(&m, 100, READ_CMD(1, 2), 0xF);
	cr_assert_eq(mdio_model_read(&m, 3302), READ_CMD(1, 2) & ~(1u << 29), "a wire that is held low reads as zeros");
	mdio_model_mdio_in(&m, 4000, true);
	mdio_model_reset(&m, 4011);
	cr_assert(!m.low);
}

/* The first change after a reset is checked like any other. */
Test(mdio, a_glitch_after_reset)
{
	struct bench b;

	bench_init(&b);
	note(&b, mdio_model_pins(&b.m, 500, 1, &b.checks));
	note(&b, mdio_model_pins(&b.m, 501, 0, &b.checks));
	expect_rule(&b, RULE_MDIO_TIMING, "a pulse of MDC");
}

Test(mdio, not_exact_reads_by_bits)
{
	struct bench b;
	struct master s = master(150, true, 1, 3, 0);

	bench_init(&b);
	b.m.exact = false;
	s.period = 80;
	s.low = 40;
	write_com(&b, 100, READ_CMD(1, 3), NULL);
	run(&b, &s, 150 + 80 * 63 + 40);
	cr_assert_eq(mdio_model_read(&b.m, b.cycle), READ_CMD(1, 3));
	cr_assert_eq(mdio_model_known(&b.m, b.cycle), UINT32_MAX);
	run(&b, &s, 150 + 80 * 63 + 41);
	cr_assert_eq(mdio_model_known(&b.m, b.cycle), 0xCFFF0000);
	run(&b, &s, 150 + 80 * 65 + 41);
	cr_assert_eq(mdio_model_known(&b.m, b.cycle), UINT32_MAX);
	cr_assert_eq(mdio_model_read(&b.m, b.cycle), (READ_CMD(1, 3) & ~(1u << 29)) | 0x60B0);
	cr_assert_eq(b.findings, 0);
	cr_assert_eq(b.checks, 64);
}

Test(mdio, level_in_the_sampling_cycle_counts)
{
	/* bit k is sampled in w+2+50k+24 */
	for (int late = 0; late < 2; late++) {
		struct mdio_model m = { 0 };

		mdio_model_reset(&m, 1);
		mdio_model_write(&m, 100, READ_CMD(1, 0), 0xF);
		mdio_model_mdio_in(&m, 102 + 50 * 47 + 24 + late, false);
		mdio_model_mdio_in(&m, 102 + 50 * 48 + 24, true);
		mdio_model_mdio_in(&m, 102 + 50 * 48 + 25, false);
		mdio_model_mdio_in(&m, 102 + 50 * 63 + 24, true);
		mdio_model_mdio_in(&m, 102 + 50 * 63 + 25, false);
		cr_assert_eq(mdio_model_read(&m, 3302), (unsigned)late << 28 | 2u << 26 | 1u << 21 | 0x8001);
	}
}

Test(phy, ids_and_presence)
{
	struct phy p;

	phy_reset(&p);
	cr_assert_eq(p.registers[1][2], 0x0020);
	cr_assert_eq(p.registers[1][3], 0x60B0);
	cr_assert_eq(p.present, 2);
	cr_assert(phy_pins(&p, 0));
}

/* Sends a frame of 32 bits after PREAMBLE ones; returns the 18 bits from TA on, sampled before the rises of MDC. */
static uint32_t frame(struct phy *p, unsigned preamble, uint32_t word, bool read)
{
	uint32_t seen = 0;

	for (unsigned i = 0; i < preamble + 32; i++) {
		unsigned k = i - preamble;
		bool bit = i < preamble || (word >> (31 - k) & 1);
		unsigned pins = read && i >= preamble + 14 ? 0 : MDIO_PIN_OE | (bit ? MDIO_PIN_O : 0);
		bool in = phy_pins(p, pins);

		if (i >= preamble + 14)
			seen = seen << 1 | in;
		phy_pins(p, pins | MDIO_PIN_MDC);
	}
	cr_assert(phy_pins(p, 0));
	return seen;
}

Test(phy, preamble_rules)
{
	struct phy p;
	uint32_t read2 = 1u << 30 | 2u << 28 | 1u << 23 | 2u << 18;

	phy_reset(&p);
	cr_assert_eq(frame(&p, 31, read2, true), 0x3FFFF);
	cr_assert_eq(frame(&p, 32, read2, true), 2u << 16 | 0x0020);
	cr_assert_eq(frame(&p, 40, read2, true), 2u << 16 | 0x0020);
	cr_assert_eq(frame(&p, 32, (read2 & 0x0FFFFFFF) | 7u << 28, true), 0x3FFFF); /* OP 11 */
	cr_assert_eq(frame(&p, 32, read2 & 0x3FFFFFFF, true), 0x3FFFF);              /* ST 00 */
	cr_assert_eq(frame(&p, 32, read2, true), 2u << 16 | 0x0020);
	frame(&p, 32, 1u << 30 | 1u << 28 | 1u << 23 | 9u << 18 | 2u << 16 | 0xBEEF, false);
	cr_assert_eq(p.registers[1][9], 0xBEEF);
	frame(&p, 32, 1u << 30 | 1u << 28 | 2u << 23 | 9u << 18 | 2u << 16 | 0xBEEF, false);
	cr_assert_eq(p.registers[2][9], 0x0300);
}
