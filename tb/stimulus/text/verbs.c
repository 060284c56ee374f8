/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the table of verbs from verbs.def, and finds its rows; verbs.h. */
#include "verbs.h"

#include "part/phy.h"

#include <string.h>

/* ---- the fields of a key ---- */

#define TO(member) .offset = offsetof(struct draft, member), .size = sizeof(((struct draft *)NULL)->member)
/* clang-format off */
#define KEY(name_, type_, member, ...) { .name = name_, .type = &value_##type_, TO(member), __VA_ARGS__ },
#define NO_KEY { .name = NULL }
#define REQUIRED .required = true, .shown = true
#define SHOWN .shown = true
#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }
/* clang-format on */

/* The ranges of numbers, by what a number counts. */
#define RANGE(min_, max_) .min = (min_), .min_xgmii = (min_), .max = (max_)
#define U8 RANGE(0, UINT8_MAX)
#define U16 RANGE(0, UINT16_MAX)
#define QUANTA U16
#define PHY_ADDRESS RANGE(0, 31)
#define CLOCKS(min_) RANGE(min_, STIM_CYCLES_MAX)
#define TRANSMISSIONS(min_) RANGE(min_, STIM_CYCLES_MAX)
#define OCTET_TIMES(min_, min_xgmii_) .min = (min_), .min_xgmii = (min_xgmii_), .max = STIM_CYCLES_MAX
#define OCTETS(min_) RANGE(min_, ITEM_FRAME_OCTETS_MAX)
#define COLUMNS(min_) RANGE(min_, ITEM_FRAME_OCTETS_MAX / STIM_COLUMN_LANES)
#define NANOSECONDS(max_) RANGE(0, max_)
#define MBPS(min_, max_) RANGE(min_, max_)

static const char *const zero_or_one[] = { "0", "1", NULL };
/* Words, indexed by enum phy_fault. */
static const char *const phy_faults[] = { "none", "turnaround", "stuck", "incomplete", "nolink", NULL };
_Static_assert(sizeof(phy_faults) / sizeof(phy_faults[0]) == PHY_FAULT_COUNT + 1, "a fault without a word");

/* ---- the table ---- */

/* At XGMII the start code is the first octet of a preamble, and the end code the first octet time of a gap. */
const struct verb_key verb_run_keys[] = {
	/* clang-format off */
	KEY("fcs", fcs, item.u.frame.fcs)
	KEY("er", offset, item.u.frame.error_at)
	KEY("er_len", number, item.u.frame.error_len, OCTETS(1), .with = "er=OFFSET")
	KEY("preamble", number, item.u.frame.preamble, .min = 0, .min_xgmii = 1, .max = STIM_PREAMBLE_MAX)
	KEY("sfd", hex, item.u.frame.sfd, U8, .digits = 2)
	KEY("gap", number, item.u.frame.gap, OCTET_TIMES(0, 0)) /* stim_read.c says where 0 is allowed */
	KEY("column", column, item.u.frame.column, .need = NEED_XGMII)
	KEY("er_code", code, item.u.frame.error_code, U8, .with = "er=OFFSET", .need = NEED_XGMII)
	KEY("end", code, item.u.frame.end_code, U8, .need = NEED_XGMII)
	KEY("lead", word, item.u.frame.lead, .words = zero_or_one, .need = NEED_MII)
	KEY("dribble", maybe, item.u.frame.dribble, RANGE(0, 15), .need = NEED_MII)
	KEY("collides", word, item.u.frame.collides, .words = zero_or_one, .need = NEED_MII)
	NO_KEY
	/* clang-format on */
};

/* clang-format off */
#define VERB(name_, ...) { .name = name_, __VA_ARGS__, .keys = (const struct verb_key[]){
#define END NO_KEY } },
/* clang-format on */
const struct verb verb_table[] = {
#include "verbs.def"
};
const size_t verb_count = sizeof(verb_table) / sizeof(verb_table[0]);

struct draft verb_draft(const struct verb *verb)
{
	struct draft d = { .item = verb->item_of ? verb->item_of() : verb->item,
		           .fields = stim_rx_fields(),
		           .pause = stim_pause_fields(),
		           .pfc = stim_pfc_fields(),
		           .len = STIM_FRAME_LEN,
		           .count = 1,
		           .code = STIM_CODE_SEQUENCE,
		           .reg_name = "" };

	if (d.item.kind == ITEM_TX_FRAME) {
		d.fields = stim_tx_fields();
		d.len = STIM_SEND_LEN;
	}
	return d;
}

const struct verb *verb_by_name(const char *name)
{
	for (size_t i = 0; i < verb_count; i++)
		if (!strcmp(verb_table[i].name, name))
			return &verb_table[i];
	return NULL;
}

/* Returns true if VERB stands for ITEM alone. Several verbs change a PHY, each in another way. */
static bool stands_for(const struct verb *verb, const struct item *item)
{
	const struct item mine = verb->item_of ? verb->item_of() : verb->item;
	bool one_item = verb->item_of || verb->item.kind != ITEM_RX_FRAME; /* neither a header nor a line for many items */

	if (!one_item || mine.kind != item->kind)
		return false;
	if (item->kind != ITEM_PHY)
		return true;
	return mine.u.phy.what == item->u.phy.what &&
	       (item->u.phy.what != PHY_ITEM_REGISTER || mine.u.phy.present == item->u.phy.present);
}

const struct verb *verb_of_item(const struct item *item)
{
	const struct verb *found = NULL;

	for (size_t i = 0; i < verb_count && !found; i++)
		if (stands_for(&verb_table[i], item))
			found = &verb_table[i];
	return found;
}

bool verb_key_is(const struct verb_key *key, const char *name)
{
	size_t len = strcspn(name, "=");

	return !strncmp(key->name, name, len) && !key->name[len];
}

const struct verb_key *verb_key_row(const struct verb_key *keys, const char *name)
{
	for (; keys->name; keys++)
		if (verb_key_is(keys, name))
			return keys;
	return NULL;
}

bool verb_need_met(enum verb_need need, const struct dut *dut)
{
	switch (need) {
	case NEED_NOTHING:
		return true;
	case NEED_RUNS:
		return dut->phy != PHY_XGMII;
	case NEED_XGMII:
		return dut->phy == PHY_XGMII;
	case NEED_MII:
		return dut->phy == PHY_MII;
	case NEED_REQUESTS:
		return dut->capabilities & CAP_PFC;
	case NEED_PFC_FRAMES:
		return dut->capabilities & (CAP_PFC | CAP_PFC_REQUEST);
	case NEED_MDIO:
		return dut->capabilities & CAP_MDIO;
	case NEED_STOPS:
		return dut->capabilities & CAP_RX_STOPS;
	case NEED_CLOCK_RESETS:
		return dut->capabilities & CAP_RX_RESETS;
	}
	return false;
}
