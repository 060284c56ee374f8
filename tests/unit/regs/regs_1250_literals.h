/* SPDX-License-Identifier: Apache-2.0 */
/* The registers and RMON slots of the BCM1250, typed from doc/devices/bcm1250.md 5 and 6, UM100CB p.288 and sb1250_mac.h. */
#ifndef PAUSEBENCH_TESTS_REGS_1250_LITERALS_H
#define PAUSEBENCH_TESTS_REGS_1250_LITERALS_H
#include "support.h"

enum { SLOTS = 32, SETUP_SEED = 21, MAC_STATUS = 0x408, MDIO = 0x428, ADDRESS = 0x208 };

struct register_literal {
	const char *name;
	uint16_t address;
	uint64_t reset, writable; /* bits that keep a written value */
};

static const struct register_literal registers[] = {
	{ "mac_cfg", 0x100, 0, 0xFFFFFFFF03FA01FE },
	{ "thrsh_cfg", 0x108, 0, UINT64_MAX },
	{ "vlantag", 0x110, 0, UINT64_MAX },
	{ "frame_cfg", 0x118, 1518ull << 48 | 64ull << 40 | 4 << 12 | 20 << 6, UINT64_MAX },
	{ "eop_count", 0x120, 0, 0 },
	{ "fifo_pointers", 0x128, 0, 0 },
	{ "adfilter_cfg", 0x200, 0, 0x1FFFFFFFF },
	{ "ethernet_addr", 0x208, 0, 0xFFFFFFFFFFFF },
	{ "pkt_type", 0x210, 0, UINT64_MAX },
	{ "hash_0", 0x240, 0, UINT64_MAX },
	{ "hash_1", 0x248, 0, UINT64_MAX },
	{ "hash_2", 0x250, 0, UINT64_MAX },
	{ "hash_3", 0x258, 0, UINT64_MAX },
	{ "hash_4", 0x260, 0, UINT64_MAX },
	{ "hash_5", 0x268, 0, UINT64_MAX },
	{ "hash_6", 0x270, 0, UINT64_MAX },
	{ "hash_7", 0x278, 0, UINT64_MAX },
	{ "addr_filter_0", 0x280, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_1", 0x288, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_2", 0x290, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_3", 0x298, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_4", 0x2A0, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_5", 0x2A8, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_6", 0x2B0, 0, 0xFFFFFFFFFFFF },
	{ "addr_filter_7", 0x2B8, 0, 0xFFFFFFFFFFFF },
	{ "enable", 0x400, 0, 0x3D33 },
	{ "mac_status", MAC_STATUS, 0, 0 },
	{ "int_mask", 0x410, 0, UINT64_MAX },
	{ "txd_ctl", 0x420, 0, UINT64_MAX },
	{ "mdio", MDIO, 2, 0xF },
	{ "status1", 0x430, 0, 0 },
	{ "mdio_cmd", 0x440, 0, 0x0FFFFFFF },
	{ "debug", 0x448, 0, 0 },
	{ "dma_config0", 0x800, 0, UINT64_MAX },
};

/* By number, UM100CB p.288 and sb1250_regs.h; "" reserved. */
static const char *const slots[SLOTS] = {
	"TX_BYTES",
	"COLLISIONS",
	"LATE_COL",
	"EX_COL",
	"TX_FCS_ERROR",
	"TX_ABORT",
	"",
	"TX_BAD",
	"TX_GOOD",
	"TX_RUNT",
	"TX_OVERSIZE",
	"",
	"",
	"",
	"",
	"",
	"RX_BYTES",
	"RX_MCAST",
	"RX_BCAST",
	"RX_BAD",
	"RX_GOOD",
	"RX_RUNT",
	"RX_OVERSIZE",
	"RX_FCS_ERROR",
	"RX_LENGTH_ERROR",
	"RX_CODE_ERROR",
	"RX_ALIGN_ERROR",
	"",
	"",
	"",
	"",
	"",
};

static inline bool is_wide(unsigned slot)
{
	return slot == 0 || slot == 16;
}

static inline uint64_t slot_mask(unsigned slot)
{
	return is_wide(slot) ? UINT64_MAX : UINT32_MAX;
}

static inline bool is_mapped(uint32_t address)
{
	if (address % 8)
		return false;
	for (size_t i = 0; i < COUNT_OF(registers); i++)
		if (registers[i].address == address)
			return true;
	return address < 8 * SLOTS;
}

#endif
