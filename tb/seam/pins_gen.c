/* SPDX-License-Identifier: Apache-2.0 */
/* Build-time generator. From pins.def it writes the words of a wrapper as macros of Verilog (argument vh), or the module that
 * shows the pins of a model (v); from expected.def the ports of seam_expected.v as macros (expected). */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { GMII = 1, MII = 2, XGMII = 4, OCTETS = GMII | MII, ALL = OCTETS | XGMII };

struct word {
	unsigned phys;
	const char *name;
	unsigned bits;
};
#define WORD(phys, word, bits) { phys, #word, bits },
#define PORT(phys, word, pin, bits) { phys, #word, bits },
#define PIN(phys, word, name, pin, bit)
#define PINS(phys, word, name, pin, msb, lsb)
#define SPARE(phys, word, msb, lsb)
static const struct word words[] = {
#include "pins.def"
};

/* Pins of one name in a word; with the name NULL, spare bits. */
struct pins {
	unsigned phys;
	const char *word, *name;
	unsigned msb, lsb;
	bool whole; /* they fill the word */
};
#define WORD(phys, word, bits)
#define PORT(phys, word, pin, bits) { phys, #word, #pin, (bits)-1, 0, true },
#define PIN(phys, word, name, pin, bit) { phys, #word, #pin, bit, bit, false },
#define PINS(phys, word, name, pin, msb, lsb) { phys, #word, #pin, msb, lsb, false },
#define SPARE(phys, word, msb, lsb) { phys, #word, NULL, msb, lsb, false },
static const struct pins pins[] = {
#include "pins.def"
};

/* The values that a traced build shows beside the DUT. */
struct expected {
	const char *name;
	unsigned bits;
};
#define EXPECTED(name, bits) { #name, bits },
#define EXPECTED_TEXT(name, octets) { #name, 8 * (octets) },
static const struct expected expected[] = {
#include "expected.def"
};

#define COUNT(table) (sizeof(table) / sizeof(table[0]))

static unsigned width(const struct pins *p)
{
	return p->msb - p->lsb + 1;
}

static bool same_name(const struct pins *a, const struct pins *b)
{
	return a->name && b->name && !strcmp(a->name, b->name);
}

/* Returns how many pins of the name of row I are in the rows of PHY before row END. */
static unsigned pins_before(unsigned phy, size_t i, size_t end)
{
	unsigned sum = 0;

	for (size_t k = 0; k < end; k++)
		if (pins[k].phys & phy && same_name(&pins[k], &pins[i]))
			sum += width(&pins[k]);
	return sum;
}

static bool first_of_name(unsigned phy, size_t i)
{
	return pins[i].phys & phy && pins[i].name && !pins_before(phy, i, i);
}

/* ---- vh ---- */

/* Prints the pins of row I as a Verilog expression. */
static void print_pins(unsigned phy, size_t i)
{
	unsigned all = pins_before(phy, i, COUNT(pins)), below = pins_before(phy, i, i);

	if (!pins[i].name)
		printf("%u'd0", width(&pins[i]));
	else if (all == width(&pins[i]))
		printf("%s", pins[i].name);
	else
		printf("%s[%u:%u]", pins[i].name, below + width(&pins[i]) - 1, below);
}

/* Returns the row whose highest bit is bit MSB of the word. */
static size_t row_from(unsigned phy, const struct word *word, unsigned msb)
{
	size_t i = 0;

	while (i < COUNT(pins) && !(pins[i].phys & phy && !strcmp(pins[i].word, word->name) && pins[i].msb == msb))
		i++;
	return i;
}

/* Prints a word. Returns false if the rows do not fill it. */
static bool print_word(unsigned phy, const struct word *word)
{
	unsigned left = word->bits;

	printf("`define PINS_%s {", word->name);
	while (left) {
		size_t i = row_from(phy, word, left - 1);
		if (i == COUNT(pins)) {
			fprintf(stderr, "pins.def: no row has bit %u of %s as its highest one\n", left - 1, word->name);
			return false;
		}
		printf("%s", left < word->bits ? ", " : "");
		print_pins(phy, i);
		left = pins[i].lsb;
	}
	printf("}\n");
	return true;
}

/* Prints for each pin of one bit its place in the word. */
static void print_places(unsigned phy)
{
	for (size_t i = 0; i < COUNT(pins); i++)
		if (pins[i].phys & phy && pins[i].name && !pins[i].whole && width(&pins[i]) == 1)
			printf("`define AT_%s %u\n", pins[i].name, pins[i].lsb);
}

static void print_range(unsigned bits)
{
	if (bits > 1)
		printf(" [%u:0]", bits - 1);
}

/* Prints the additional ports of a traced wrapper, which it passes on. */
static void print_expected(void)
{
	printf("// Generated from tb/seam/expected.def.\n`define EXPECTED_PORTS");
	for (size_t i = 0; i < COUNT(expected); i++) {
		printf(" input wire");
		print_range(expected[i].bits);
		printf(" in_expected_%s,", expected[i].name);
	}
	printf("\n`define EXPECTED_PASSED");
	for (size_t i = 0; i < COUNT(expected); i++)
		printf("%s .in_expected_%s(in_expected_%s)", i ? "," : "", expected[i].name, expected[i].name);
	printf("\n");
}

static bool print_words(unsigned phy)
{
	printf("// Generated from tb/seam/pins.def: the words of the wrapper as concatenations of pins, and the places of single "
	       "pins.\n");
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i].phys & phy && !print_word(phy, &words[i]))
			return false;
	print_places(phy);
	return true;
}

/* ---- v ---- */

/* Prints for example "wire gmii_rx_dv = {in_rx[8]};", with the last row first. */
static void print_wire(unsigned phy, size_t first)
{
	const char *separator = "{";
	unsigned all = pins_before(phy, first, COUNT(pins));

	printf("      wire");
	print_range(all);
	printf(" %s = ", pins[first].name);
	for (size_t i = COUNT(pins); i-- > first;) {
		if (!(pins[i].phys & phy) || !same_name(&pins[i], &pins[first]))
			continue;
		printf("%s%s", separator, pins[i].word);
		separator = ", ";
		if (!pins[i].whole)
			printf("[%u:%u]", pins[i].msb, pins[i].lsb);
	}
	printf("};\n");
}

static void print_model(unsigned phy, const char *name)
{
	printf("// Generated from tb/seam/pins.def: shows the pins of a golden model by the names of "
	       "doc/reference/dut-contract.md.\n"
	       "`default_nettype none\nmodule model_%s (\n    input wire tick",
	       name);
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i].phys & phy) {
			printf(",\n    input wire");
			print_range(words[i].bits);
			printf(" %s", words[i].name);
		}
	printf("\n);\n  generate\n    if (1) begin : u_dut\n      wire clk = tick;\n");
	for (size_t i = 0; i < COUNT(pins); i++)
		if (first_of_name(phy, i))
			print_wire(phy, i);
	printf("      wire unused = ^{clk");
	for (size_t i = 0; i < COUNT(pins); i++)
		if (first_of_name(phy, i))
			printf(", %s", pins[i].name);
	printf("};\n    end\n  endgenerate\n  wire unused = ^{tick");
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i].phys & phy)
			printf(", %s", words[i].name);
	printf("};\nendmodule\n`default_nettype wire\n");
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "gmii", "mii", "xgmii" };
	unsigned phy = 0;

	if (argc == 2 && !strcmp(argv[1], "expected")) {
		print_expected();
		return fflush(stdout) || ferror(stdout) ? 2 : 0;
	}
	for (unsigned i = 0; argc == 3 && i < COUNT(names); i++)
		if (!strcmp(argv[2], names[i]))
			phy = 1u << i;
	if (!phy || (strcmp(argv[1], "vh") && strcmp(argv[1], "v"))) {
		fprintf(stderr, "usage: pins_gen vh|v gmii|mii|xgmii, or pins_gen expected\n");
		return 2;
	}
	if (!strcmp(argv[1], "v"))
		print_model(phy, argv[2]);
	else if (!print_words(phy))
		return 2;
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
