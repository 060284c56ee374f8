/* SPDX-License-Identifier: Apache-2.0 */
/* Negotiated flow control without a simulator: the driver's sequence, with a PHY behind the registers of a fictitious MAC.
 * 802.3 table 28B-3; doc/devices/bcm1250.md 7. The effect of the sequence on the wire is tested by tests/data/stimuli/<device>/negotiate*.stim. */
#include "part/autoneg.h"
#include "part/mdio.h"
#include "part/phy.h"
#include "regs.h"
#include "stimulus/negotiate.h"
#include <criterion/criterion.h>
#include <string.h>

enum { ABLE = AUTONEG_SELECTOR | AUTONEG_100_FULL | AUTONEG_100_HALF, HALF_ONLY = AUTONEG_SELECTOR | AUTONEG_100_HALF };

/* Table 28B-3, here by the bits PAUSE and ASM_DIR of both stations, as an index: local PAUSE, local ASM_DIR, partner's PAUSE, partner's ASM_DIR. */
static const struct {
	bool send, obey;
} expected[16] = {
	[0x7] = { true, false }, /* local 01, partner 11 */
	[0xA] = { true, true },  /* 10, 10 */
	[0xB] = { true, true },  /* 10, 11 */
	[0xD] = { false, true }, /* 11, 01 */
	[0xE] = { true, true },  /* 11, 10 */
	[0xF] = { true, true },  /* 11, 11 */
};

static uint16_t pause_bits(unsigned bits)
{
	return (uint16_t)((bits & 2 ? AUTONEG_PAUSE : 0) | (bits & 1 ? AUTONEG_ASM_DIR : 0));
}

Test(autoneg, resolves_all_32_combinations)
{
	for (unsigned i = 0; i < 16; i++) {
		uint16_t local = pause_bits(i >> 2), partner = pause_bits(i & 3);
		struct autoneg_result full = autoneg_resolve(ABLE | local, ABLE | partner);
		struct autoneg_result other = autoneg_resolve(ABLE | partner, ABLE | local);
		struct autoneg_result half = autoneg_resolve(ABLE | local, HALF_ONLY | partner);

		cr_expect(full.link && full.full && full.mbps == 100);
		cr_expect(full.send == expected[i].send && full.obey == expected[i].obey, "combination %x", i);
		cr_expect(full.send == other.obey && full.obey == other.send, "combination %x is not symmetric", i);
		cr_expect(half.link && !half.full && !half.send && !half.obey, "combination %x, half duplex", i);
	}
}

Test(autoneg, takes_the_highest_common_ability)
{
	static const struct {
		uint16_t local, partner, mbps;
		bool full, link;
	} rows[] = {
		{ AUTONEG_10_HALF, AUTONEG_10_HALF, 10, false, true },
		{ AUTONEG_10_HALF | AUTONEG_10_FULL, AUTONEG_10_HALF | AUTONEG_10_FULL, 10, true, true },
		{ AUTONEG_100_HALF | AUTONEG_10_FULL, AUTONEG_100_HALF | AUTONEG_10_FULL, 100, false, true },
		{ AUTONEG_100_FULL | AUTONEG_100_HALF, AUTONEG_100_HALF, 100, false, true },
		{ AUTONEG_100_FULL, AUTONEG_10_FULL, 0, false, false },
		{ 0, 0xFFFF, 0, false, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct autoneg_result r = autoneg_resolve(rows[i].local, rows[i].partner);
		cr_expect(r.link == rows[i].link && r.mbps == rows[i].mbps && r.full == rows[i].full, "row %zu", i);
	}
}

/* A MAC that has registers and management pins only. */
struct mac {
	const struct reg_page *page;
	const char *pins, *command;
	uint64_t value[512];
	struct phy phy;
	bool level;
	unsigned writes, reads, accesses;
};

static size_t row_of(const struct mac *m, const struct item *access)
{
	const struct reg_row *row = reg_by_address(m->page, access->u.reg.address);

	cr_assert_not_null(row);
	return (size_t)(row - m->page->rows);
}

static void set_pins(struct mac *m, bool mdc, bool out, bool oe)
{
	m->level = phy_pins(&m->phy, (mdc ? MDIO_PIN_MDC : 0) | (out ? MDIO_PIN_O : 0) | (oe ? MDIO_PIN_OE : 0));
}

/* Does what a clause 22 master does for one command. */
static uint64_t master_frame(struct mac *m, uint64_t command)
{
	bool read = (command >> 26 & 3) == 2, failed = false;
	uint64_t word = 0xFFFFFFFFull << 32 | 1ull << 30 | (read ? 2ull : 1ull) << 28 | (command >> 16 & 0x3FF) << 18 |
	                2ull << 16 | (command & 0xFFFF);
	uint32_t data = 0;

	for (int bit = 0; bit < 64; bit++) {
		bool oe = !read || bit < 46, out = word >> (63 - bit) & 1;
		set_pins(m, false, out, oe);
		if (read && bit == 47)
			failed = m->level;
		if (read && bit > 47)
			data = data << 1 | m->level;
		set_pins(m, true, out, oe);
	}
	set_pins(m, false, false, false);
	command &= ~(1ull << 29 | 1ull << 28);
	if (read)
		command = (command & ~0xFFFFull) | data;
	return command | (uint64_t)failed << 28;
}

static uint64_t mac_access(struct mac *m, const struct item *access)
{
	size_t row = row_of(m, access);
	const char *name = m->page->rows[row].name;

	m->accesses++;
	if (access->kind == ITEM_REG_READ) {
		m->reads++;
		if (m->pins && !strcmp(name, m->pins))
			return (m->value[row] & 0xF) | (uint64_t)m->level << 4;
		return m->value[row];
	}
	m->writes++;
	m->value[row] = access->u.reg.value;
	if (m->pins && !strcmp(name, m->pins))
		set_pins(m, m->value[row] & 1, m->value[row] & 4, !(m->value[row] & 2));
	if (!strcmp(name, m->command))
		m->value[row] = master_frame(m, m->value[row]);
	return 0;
}

static uint64_t field(const struct mac *m, const char *reg, const char *name)
{
	const struct reg_row *row = reg_by_name(m->page, reg);
	const struct reg_field *f = reg_field_by_name(m->page, reg, name);

	cr_assert(row && f, "%s.%s", reg, name);
	return (m->value[row - m->page->rows] & reg_field_mask(f)) >> f->lsb;
}

static void mac_init(struct mac *m, const char *model)
{
	memset(m, 0, sizeof(*m));
	m->page = reg_page_by_model(model);
	cr_assert_not_null(m->page);
	m->command = strcmp(model, "bcm1250") ? "MI_COM" : "mdio_cmd";
	m->pins = strcmp(model, "bcm1250") ? NULL : "mdio";
	phy_reset(&m->phy);
	m->level = true;
	for (size_t i = 0; i < m->page->count; i++)
		m->value[i] = m->page->rows[i].reset;
}

static struct negotiation negotiate(struct mac *m, const char *model, bool master, uint16_t advertise)
{
	const struct dut dut = { .name = model, .model = model };
	struct item item = { .kind = ITEM_NEGOTIATE, .u.negotiate = { .phy = 1, .master = master, .advertise = advertise } },
		    access;
	struct negotiation d;
	uint32_t pause;

	negotiation_begin(&d, &dut, &item);
	while (negotiation_next(&d, &access, &pause)) {
		uint64_t value = mac_access(m, &access);
		cr_assert_lt(m->accesses, 100000, "it does not end");
		negotiation_result(&d, value);
	}
	return d;
}

static void check_bcm1250(bool master)
{
	for (unsigned i = 0; i < 32; i++) {
		uint16_t local = (uint16_t)(ABLE | pause_bits(i >> 2 & 3)),
			 partner = pause_bits(i & 3) | (i & 16 ? HALF_ONLY : ABLE);
		bool full = !(i & 16);
		struct mac m;

		mac_init(&m, "bcm1250");
		phy_set_partner(&m.phy, 1, partner);
		cr_expect(negotiate(&m, "bcm1250", master, local).completed, "combination %x", i);
		cr_expect_eq(field(&m, "mac_cfg", "HDX_EN"), !full);
		cr_expect_eq(field(&m, "mac_cfg", "SPEED_SEL"), 1);
		cr_expect_eq(field(&m, "frame_cfg", "IFG_TX"), 20);
		cr_expect_eq(field(&m, "frame_cfg", "IFG_THRSH"), 4);
		cr_expect_eq(field(&m, "frame_cfg", "MAX_FRAMESZ"), 1518, "other fields are kept");
		cr_expect_eq(field(&m, "mac_cfg", "FC_CMD"), full && expected[i & 15].send, "combination %x", i);
		cr_expect_eq(field(&m, "adfilter_cfg", "FWDPAUSE_EN"), !(full && expected[i & 15].obey), "combination %x", i);
		cr_expect_eq(m.phy.registers[1][4], local);
	}
}

Test(negotiate, bcm1250_by_the_pins)
{
	check_bcm1250(false);
}

Test(negotiate, bcm1250_by_the_master)
{
	check_bcm1250(true);
}

Test(negotiate, bcm5718)
{
	for (unsigned i = 0; i < 32; i++) {
		uint16_t local = (uint16_t)(ABLE | pause_bits(i >> 2 & 3)),
			 partner = pause_bits(i & 3) | (i & 16 ? HALF_ONLY : ABLE);
		bool full = !(i & 16);
		struct mac m;

		mac_init(&m, "bcm5718");
		phy_set_partner(&m.phy, 1, partner);
		cr_expect(negotiate(&m, "bcm5718", false, local).completed, "combination %x", i);
		cr_expect_eq(field(&m, "MAC_MODE", "HALF_DUPLEX"), !full);
		cr_expect_eq(field(&m, "TX_MODE", "FLOW_ENABLE"), full && expected[i & 15].send, "combination %x", i);
		cr_expect_eq(field(&m, "RX_MODE", "FLOW_ENABLE"), full && expected[i & 15].obey, "combination %x", i);
	}
}

Test(negotiate, a_faulty_phy_changes_nothing)
{
	static const enum phy_fault faults[] = { PHY_FAULT_TURNAROUND, PHY_FAULT_STUCK, PHY_FAULT_INCOMPLETE, PHY_FAULT_NO_LINK,
		                                 PHY_FAULT_COUNT };

	for (unsigned i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		for (int master = 0; master < 2; master++) {
			struct mac m;
			uint64_t frame_cfg, filter;
			mac_init(&m, "bcm1250");
			if (faults[i] == PHY_FAULT_COUNT)
				phy_present(&m.phy, 1, false);
			else
				phy_set_fault(&m.phy, 1, faults[i]);
			frame_cfg = field(&m, "frame_cfg", "IFG_TX");
			filter = field(&m, "adfilter_cfg", "FWDPAUSE_EN");
			cr_expect_not(negotiate(&m, "bcm1250", master, ABLE).completed, "fault %d", faults[i]);
			cr_expect_eq(field(&m, "frame_cfg", "IFG_TX"), frame_cfg);
			cr_expect_eq(field(&m, "adfilter_cfg", "FWDPAUSE_EN"), filter);
			cr_expect_eq(field(&m, "mac_cfg", "FC_CMD"), 0);
		}
}

Test(negotiate, no_common_ability_is_no_link)
{
	struct mac m;

	mac_init(&m, "bcm1250");
	phy_set_partner(&m.phy, 1, AUTONEG_SELECTOR | AUTONEG_10_FULL);
	cr_expect_not(negotiate(&m, "bcm1250", false, AUTONEG_SELECTOR | AUTONEG_100_FULL).completed);
	cr_expect_eq(m.phy.registers[1][1] & 0x24, 0x20, "complete, no link");
}

/* ---- the PHY's registers, over the bus ---- */

static uint16_t bus_read(struct mac *m, unsigned phy, unsigned reg)
{
	return (uint16_t)master_frame(m, 1ull << 29 | 2ull << 26 | phy << 21 | reg << 16);
}

static void bus_write(struct mac *m, unsigned phy, unsigned reg, uint16_t value)
{
	master_frame(m, 1ull << 29 | 1ull << 26 | phy << 21 | reg << 16 | value);
}

Test(phy, registers_0_to_6_behave_as_clause_22_says)
{
	static const unsigned read_only[] = { 1, 2, 3, 5, 6 };
	struct mac m;
	unsigned frames = 0;

	mac_init(&m, "bcm1250");
	for (unsigned i = 0; i < sizeof(read_only) / sizeof(read_only[0]); i++) {
		uint16_t before = bus_read(&m, 1, read_only[i]);
		bus_write(&m, 1, read_only[i], (uint16_t)~before);
		cr_expect_eq(bus_read(&m, 1, read_only[i]), before, "register %u", read_only[i]);
	}
	bus_write(&m, 1, 4, 0x0541);
	cr_expect_eq(bus_read(&m, 1, 4), 0x0541);
	phy_set_partner(&m.phy, 1, 0x0441);
	bus_write(&m, 1, 0, 0x1200);
	cr_expect_eq(bus_read(&m, 1, 0), 0x1000, "restart clears itself");
	cr_expect_eq(bus_read(&m, 1, 1) & 0x24, 0, "negotiating: not complete, no link");
	cr_expect_eq(bus_read(&m, 1, 5), 0);
	while (!(bus_read(&m, 1, 1) & 0x20))
		cr_assert_lt(frames++, 20);
	cr_expect_eq(bus_read(&m, 1, 5), 0x4441, "the partner, acknowledged");
	cr_expect_eq(bus_read(&m, 1, 1) & 0x24, 0x24);
	cr_expect(bus_read(&m, 1, 6) & 2, "page received");
	bus_write(&m, 1, 0, 0x8000);
	cr_expect_eq(bus_read(&m, 1, 0), 0x1140, "reset: as after power-up");
	cr_expect_eq(bus_read(&m, 1, 4), 0x0DE1);
}

Test(phy, a_restart_needs_auto_negotiation_enabled)
{
	struct mac m;

	mac_init(&m, "bcm1250");
	bus_write(&m, 1, 0, 0x0200);
	cr_expect_eq(bus_read(&m, 1, 1) & 0x20, 0x20);
	cr_expect_eq(bus_read(&m, 1, 0), 0);
}

Test(phy, faults_show_on_the_wire)
{
	struct mac m;
	uint64_t command = 1ull << 29 | 2ull << 26 | 1u << 21 | 2u << 16;

	mac_init(&m, "bcm1250");
	cr_expect_eq(master_frame(&m, command) >> 28 & 1, 0);
	phy_set_fault(&m.phy, 1, PHY_FAULT_TURNAROUND);
	cr_expect_eq(master_frame(&m, command) >> 28 & 1, 1);
	cr_expect_eq(bus_read(&m, 1, 2), 0x0020, "the data are there all the same");
	phy_set_fault(&m.phy, 1, PHY_FAULT_STUCK);
	cr_expect_eq(bus_read(&m, 1, 2), 0);
	cr_expect_eq(bus_read(&m, 7, 2), 0, "the wire is stuck for every address");
	phy_present(&m.phy, 1, false);
	cr_expect_eq(bus_read(&m, 1, 2), 0xFFFF);
	phy_present(&m.phy, 1, true);
	phy_set_fault(&m.phy, 1, PHY_FAULT_NONE);
	cr_expect_eq(bus_read(&m, 1, 2), 0x0020);
}
