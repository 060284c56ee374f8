/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the BCM1250: the mdio register, with which a driver moves the management pins bit by bit. doc/devices/bcm1250.md 6, 802.3 clause 22. */
#include "bcm1250_drive.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

struct pins {
	struct mdio_model m;
	uint64_t now, checks;
	unsigned latency, command, actual, findings;
	struct finding first;
};

static void note(struct pins *p, const struct finding *finding)
{
	if (finding && !p->findings++)
		p->first = *finding;
}

/* Writes PINS to the register; the device shows them LATENCY cycles later (1 is right), with the bits of WRONG inverted. */
static void bang(struct pins *p, unsigned command, unsigned wrong, uint64_t cycles)
{
	unsigned actual = command ^ wrong;

	mdio_model_bang(&p->m, p->now, command);
	p->now += p->latency;
	if (actual != p->actual)
		note(p, mdio_model_pins(&p->m, p->now, actual, &p->checks));
	p->actual = actual;
	p->now += cycles;
	note(p, mdio_model_advance(&p->m, p->now, &p->checks));
}

static void pins_open(struct pins *p, bool exact)
{
	*p = (struct pins){ .latency = 1, .now = 10 };
	mdio_model_reset(&p->m, 1);
	p->m.exact = exact;
	mdio_model_bang_init(&p->m);
	note(p, mdio_model_pins(&p->m, 1, 0, &p->checks));
}

/* Sends a frame of clause 22 through the register with HALF cycles to half a period of MDC; the device inverts bit BEND. */
static void bang_frame(struct pins *p, bool read, uint64_t half, unsigned bend, unsigned wrong)
{
	uint64_t word = 0xFFFFFFFFull << 32 | 1ull << 30 | (read ? 2ull : 1ull) << 28 | 5ull << 23 | 3ull << 18 | 2ull << 16 |
	                0xA5C3;

	for (unsigned bit = 0; bit < 64; bit++) {
		unsigned data = read && bit >= 46 ? 0 : MDIO_PIN_OE | (word >> (63 - bit) & 1 ? MDIO_PIN_O : 0);
		bang(p, data, bit == bend ? wrong : 0, half);
		bang(p, data | MDIO_PIN_MDC, bit == bend ? wrong : 0, half);
	}
	bang(p, 0, 0, half);
}

Test(bcm1250_model, bit_banged_frames_are_followed_bit_by_bit)
{
	for (int i = 0; i < 8; i++) {
		struct pins p;
		pins_open(&p, i & 1);
		bang_frame(&p, i & 2, i & 4 ? 25 : 3, 64, 0);
		cr_expect_eq(p.findings, 0, "%d: %s: %s", i, p.first.what, p.first.actual);
		cr_expect_eq(p.checks, 64, "%d: %lu", i, (unsigned long)p.checks);
		cr_expect_eq(p.m.bang.bit, 64, "%d", i);
		bang_frame(&p, i & 2, 25, 64, 0);
		cr_expect_eq(p.m.bang.frames, 1, "%d", i);
		cr_expect_eq(p.findings, 0, "%d: %s", i, p.first.what);
	}
}

Test(bcm1250_model, a_wrong_pin_of_a_bit_banged_frame_is_found)
{
	static const struct {
		unsigned bit;
		const char *what;
	} cases[] = { { 5, "bit 5 (preamble)" },   { 32, "bit 32 (ST)" }, { 35, "bit 35 (OP)" },  { 38, "bit 38 (PHY)" },
		      { 45, "bit 45 (register)" }, { 47, "bit 47 (TA)" }, { 63, "bit 63 (data)" } };

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		struct pins p;
		pins_open(&p, true);
		bang_frame(&p, false, 25, cases[i / 2].bit, i % 2 ? MDIO_PIN_O : MDIO_PIN_OE);
		cr_assert_geq(p.findings, 1, "%s", cases[i / 2].what);
		cr_expect_eq(p.first.rule, RULE_MDIO_PINS);
		pins_open(&p, false);
		bang_frame(&p, false, 25, cases[i / 2].bit, i % 2 ? MDIO_PIN_O : MDIO_PIN_OE);
		cr_assert_geq(p.findings, 1, "black box, %s", cases[i / 2].what);
		cr_expect_eq(p.first.rule, RULE_MDIO_PINS);
		cr_expect_not_null(strstr(p.first.what, cases[i / 2].what), "%s", p.first.what);
	}
}

Test(bcm1250_model, pins_come_with_the_next_cycle)
{
	struct pins p;

	pins_open(&p, true);
	p.latency = 2;
	bang(&p, MDIO_PIN_OE, 0, 10);
	cr_assert_eq(p.findings, 1);
	cr_expect_eq(p.first.rule, RULE_MDIO_PINS);
	pins_open(&p, false);
	p.latency = 2;
	bang_frame(&p, false, 25, 64, 0);
	cr_expect_eq(p.findings, 0, "a black box may be later: %s", p.first.what);
}

Test(bcm1250_model, a_rise_that_never_comes_and_an_unexpected_one)
{
	struct pins p;

	pins_open(&p, false);
	bang(&p, MDIO_PIN_OE, 0, 30);
	bang(&p, MDIO_PIN_OE | MDIO_PIN_MDC, MDIO_PIN_MDC, 300);
	cr_assert_eq(p.findings, 1);
	cr_expect_eq(p.first.rule, RULE_MDIO_PINS);
	pins_open(&p, false);
	bang(&p, MDIO_PIN_OE, MDIO_PIN_MDC, 30);
	cr_assert_eq(p.findings, 1);
	cr_expect_eq(p.first.rule, RULE_MDIO_PINS);
}

Test(bcm1250_model, the_master_has_the_pins_while_its_frame_lasts)
{
	struct drive d;

	drive_open(&d, NULL, DRIVE_GIG, 0);
	drive_write(&d, "mdio", 0x5);
	drive_write(&d, "mdio_cmd", 1u << 29 | 2u << 26 | 1u << 21 | 4u << 16);
	cr_expect_eq(drive_read(&d, "mdio") & 0xF, 5, "the register is still read");
	drive_write(&d, "mdio", 0x2);
	cr_expect_eq(drive_read(&d, "mdio_cmd") >> 29 & 1, 1);
	drive_run(&d, 3210);
	cr_expect_eq(drive_read(&d, "mdio_cmd"), 1u << 28 | 2u << 26 | 1u << 21 | 4u << 16 | 0xFFFFu, "no PHY answered");
	drive_close(&d);
}
