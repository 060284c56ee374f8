/* SPDX-License-Identifier: Apache-2.0 */
/* The register pages of the 10 Gb/s devices against literals typed from their documents (UG 683426 5.11 Table 35, 82598EB DS p.322 and p.356), in the
 * tables and on the RTL; and what holds for the page of every device. */
#include "support.h"

#include "parameters.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct register_literal {
	const char *name;
	uint16_t address;
	uint32_t reset, writable; /* bits that keep a written value */
};

struct field_literal {
	const char *reg, *field;
	uint8_t msb, lsb;
};

struct counter_literal {
	uint16_t word; /* low word, in words from the start of the page */
	const char *name;
	uint8_t width;
};

/* ---- Intel LL 10G: word offsets of the guide ---- */

static const struct register_literal ll10g_registers[] = {
	{ "primary_mac_addr0", 4 * 0x010, 0x0, 0xFFFFFFFF },
	{ "primary_mac_addr1", 4 * 0x011, 0x0, 0xFFFF },
	{ "mac_reset_control", 4 * 0x01F, 0x0, 0x101 },
	{ "tx_packet_control", 4 * 0x020, 0x0, 0x1 },
	{ "tx_transfer_status", 4 * 0x022, 0x0, 0x0 },
	{ "tx_pad_control", 4 * 0x024, 0x1, 0x1 },
	{ "tx_crc_control", 4 * 0x026, 0x3, 0x2 },
	{ "tx_preamble_control", 4 * 0x028, 0x0, 0x0 },
	{ "tx_src_addr_override", 4 * 0x02A, 0x0, 0x1 },
	{ "tx_frame_maxlength", 4 * 0x02C, 0x5EE, 0xFFFF },
	{ "tx_vlan_detection", 4 * 0x02D, 0x0, 0x1 },
	{ "tx_ipg_10g", 4 * 0x02E, 0x1, 0x1 },
	{ "tx_pauseframe_control", 4 * 0x040, 0x0, 0x0 },
	{ "tx_pauseframe_quanta", 4 * 0x042, 0x0, 0xFFFF },
	{ "tx_pauseframe_holdoff_quanta", 4 * 0x043, 0x1, 0xFFFF },
	{ "tx_pauseframe_enable", 4 * 0x044, 0x1, 0x7 },
	{ "tx_pfc_priority_enable", 4 * 0x046, 0x0, 0xFF },
	{ "pfc_pause_quanta_0", 4 * 0x048, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_1", 4 * 0x049, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_2", 4 * 0x04A, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_3", 4 * 0x04B, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_4", 4 * 0x04C, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_5", 4 * 0x04D, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_6", 4 * 0x04E, 0x0, 0xFFFF },
	{ "pfc_pause_quanta_7", 4 * 0x04F, 0x0, 0xFFFF },
	{ "pfc_holdoff_quanta_0", 4 * 0x058, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_1", 4 * 0x059, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_2", 4 * 0x05A, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_3", 4 * 0x05B, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_4", 4 * 0x05C, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_5", 4 * 0x05D, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_6", 4 * 0x05E, 0x1, 0xFFFF },
	{ "pfc_holdoff_quanta_7", 4 * 0x05F, 0x1, 0xFFFF },
	{ "tx_unidir_control", 4 * 0x070, 0x0, 0x3 },
	{ "rx_transfer_control", 4 * 0x0A0, 0x0, 0x1 },
	{ "rx_transfer_status", 4 * 0x0A2, 0x0, 0x0 },
	{ "rx_padcrc_control", 4 * 0x0A4, 0x1, 0x3 },
	{ "rx_crccheck_control", 4 * 0x0A6, 0x2, 0x2 },
	{ "rx_preamble_control", 4 * 0x0AA, 0x0, 0x0 },
	{ "rx_frame_control", 4 * 0x0AC, 0x3, 0xF003B },
	{ "rx_frame_maxlength", 4 * 0x0AE, 0x5EE, 0xFFFF },
	{ "rx_vlan_detection", 4 * 0x0AF, 0x0, 0x1 },
	{ "rx_frame_spaddr0_0", 4 * 0x0B0, 0x0, 0xFFFFFFFF },
	{ "rx_frame_spaddr0_1", 4 * 0x0B1, 0x0, 0xFFFF },
	{ "rx_frame_spaddr1_0", 4 * 0x0B2, 0x0, 0xFFFFFFFF },
	{ "rx_frame_spaddr1_1", 4 * 0x0B3, 0x0, 0xFFFF },
	{ "rx_frame_spaddr2_0", 4 * 0x0B4, 0x0, 0xFFFFFFFF },
	{ "rx_frame_spaddr2_1", 4 * 0x0B5, 0x0, 0xFFFF },
	{ "rx_frame_spaddr3_0", 4 * 0x0B6, 0x0, 0xFFFFFFFF },
	{ "rx_frame_spaddr3_1", 4 * 0x0B7, 0x0, 0xFFFF },
	{ "rx_pfc_control", 4 * 0x0C0, 0x0, 0x100FF },
	{ "tx_stats_clr", 4 * 0x140, 0x0, 0x0 },
	{ "rx_stats_clr", 4 * 0x1C0, 0x0, 0x0 },
};

static const struct field_literal ll10g_fields[] = {
	{ "mac_reset_control", "TX_RESET", 0, 0 },
	{ "mac_reset_control", "RX_RESET", 8, 8 },
	{ "tx_packet_control", "STOP", 0, 0 },
	{ "tx_transfer_status", "BUSY", 8, 8 },
	{ "tx_transfer_status", "IN_RESET", 12, 12 },
	{ "tx_pad_control", "PAD", 0, 0 },
	{ "tx_crc_control", "INSERT", 1, 1 },
	{ "tx_src_addr_override", "OVERRIDE", 0, 0 },
	{ "tx_vlan_detection", "DISABLE", 0, 0 },
	{ "tx_ipg_10g", "TWELVE", 0, 0 },
	{ "tx_pauseframe_control", "REQUEST", 1, 0 },
	{ "tx_pauseframe_enable", "ENABLE", 0, 0 },
	{ "tx_pauseframe_enable", "SOURCE", 2, 1 },
	{ "tx_unidir_control", "ENABLE", 0, 0 },
	{ "tx_unidir_control", "NO_REMOTE_FAULT", 1, 1 },
	{ "rx_transfer_control", "STOP", 0, 0 },
	{ "rx_transfer_status", "BUSY", 8, 8 },
	{ "rx_transfer_status", "IN_RESET", 12, 12 },
	{ "rx_padcrc_control", "REMOVE", 1, 0 },
	{ "rx_crccheck_control", "CHECK", 1, 1 },
	{ "rx_frame_control", "EN_ALLUCAST", 0, 0 },
	{ "rx_frame_control", "EN_ALLMCAST", 1, 1 },
	{ "rx_frame_control", "FWD_CONTROL", 3, 3 },
	{ "rx_frame_control", "FWD_PAUSE", 4, 4 },
	{ "rx_frame_control", "IGNORE_PAUSE", 5, 5 },
	{ "rx_frame_control", "EN_SUPP0", 16, 16 },
	{ "rx_frame_control", "EN_SUPP1", 17, 17 },
	{ "rx_frame_control", "EN_SUPP2", 18, 18 },
	{ "rx_frame_control", "EN_SUPP3", 19, 19 },
	{ "rx_vlan_detection", "DISABLE", 0, 0 },
	{ "rx_pfc_control", "IGNORE", 7, 0 },
	{ "rx_pfc_control", "FWD_PFC", 16, 16 },
	{ "tx_stats_clr", "CLEAR", 0, 0 },
	{ "rx_stats_clr", "CLEAR", 0, 0 },
};

/* UG 683426 5.11 Table 35; the last three from the other pages of the guide. */
static const struct counter_literal ll10g_counters[] = {
	{ 0x142, "tx_stats_framesOK", 36 },
	{ 0x144, "tx_stats_framesErr", 36 },
	{ 0x148, "tx_stats_octetsOK", 64 },
	{ 0x14A, "tx_stats_pauseMACCtrl_Frames", 36 },
	{ 0x14C, "tx_stats_ifErrors", 36 },
	{ 0x14E, "tx_stats_unicast_FramesOK", 36 },
	{ 0x150, "tx_stats_unicast_FramesErr", 36 },
	{ 0x152, "tx_stats_multicast_FramesOK", 36 },
	{ 0x154, "tx_stats_multicast_FramesErr", 36 },
	{ 0x156, "tx_stats_broadcast_FramesOK", 36 },
	{ 0x158, "tx_stats_broadcast_FramesErr", 36 },
	{ 0x15A, "tx_stats_etherStatsOctets", 64 },
	{ 0x15C, "tx_stats_etherStatsPkts", 36 },
	{ 0x15E, "tx_stats_etherStatsUndersizePkts", 36 },
	{ 0x160, "tx_stats_etherStatsOversizePkts", 36 },
	{ 0x162, "tx_stats_etherStatsPkts64Octets", 36 },
	{ 0x164, "tx_stats_etherStatsPkts65to127Octets", 36 },
	{ 0x166, "tx_stats_etherStatsPkts128to255Octets", 36 },
	{ 0x168, "tx_stats_etherStatsPkts256to511Octets", 36 },
	{ 0x16A, "tx_stats_etherStatsPkts512to1023Octets", 36 },
	{ 0x16C, "tx_stats_etherStatPkts1024to1518Octets", 36 },
	{ 0x16E, "tx_stats_etherStatsPkts1519toXOctets", 36 },
	{ 0x176, "tx_stats_unicastMACCtrlFrames", 36 },
	{ 0x178, "tx_stats_multicastMACCtrlFrames", 36 },
	{ 0x17A, "tx_stats_broadcastMACCtrlFrames", 36 },
	{ 0x17C, "tx_stats_PFCMACCtrlFrames", 36 },
	{ 0x1C2, "rx_stats_framesOK", 36 },
	{ 0x1C4, "rx_stats_framesErr", 36 },
	{ 0x1C6, "rx_stats_framesCRCErr", 36 },
	{ 0x1C8, "rx_stats_octetsOK", 64 },
	{ 0x1CA, "rx_stats_pauseMACCtrl_Frames", 36 },
	{ 0x1CC, "rx_stats_ifErrors", 36 },
	{ 0x1CE, "rx_stats_unicast_FramesOK", 36 },
	{ 0x1D0, "rx_stats_unicast_FramesErr", 36 },
	{ 0x1D2, "rx_stats_multicast_FramesOK", 36 },
	{ 0x1D4, "rx_stats_multicast_FramesErr", 36 },
	{ 0x1D6, "rx_stats_broadcast_FramesOK", 36 },
	{ 0x1D8, "rx_stats_broadcast_FramesErr", 36 },
	{ 0x1DA, "rx_stats_etherStatsOctets", 64 },
	{ 0x1DC, "rx_stats_etherStatsPkts", 36 },
	{ 0x1DE, "rx_stats_etherStatsUndersizePkts", 36 },
	{ 0x1E0, "rx_stats_etherStatsOversizePkts", 36 },
	{ 0x1E2, "rx_stats_etherStatsPkts64Octets", 36 },
	{ 0x1E4, "rx_stats_etherStatsPkts65to127Octets", 36 },
	{ 0x1E6, "rx_stats_etherStatsPkts128to255Octets", 36 },
	{ 0x1E8, "rx_stats_etherStatsPkts256to511Octets", 36 },
	{ 0x1EA, "rx_stats_etherStatsPkts512to1023Octets", 36 },
	{ 0x1EC, "rx_stats_etherStatPkts1024to1518Octets", 36 },
	{ 0x1EE, "rx_stats_etherStatsPkts1519toXOctets", 36 },
	{ 0x1F0, "rx_stats_etherStatsFragments", 36 },
	{ 0x1F2, "rx_stats_etherStatsJabbers", 36 },
	{ 0x1F4, "rx_stats_etherStatsCRCErr", 36 },
	{ 0x1F6, "rx_stats_unicastMACCtrlFrames", 36 },
	{ 0x1F8, "rx_stats_multicastMACCtrlFrames", 36 },
	{ 0x1FA, "rx_stats_broadcastMACCtrlFrames", 36 },
	{ 0x1FC, "rx_stats_PFCMACCtrlFrames", 36 },
	{ 0x03E, "tx_underflow_counter0", 36 },
	{ 0x0FC, "rx_pktovrflow_error", 36 },
	{ 0x0FE, "rx_pktovrflow_etherStatsDropEvents", 36 },
};

/* Words that read 0: those that the table leaves out, and those of features that this instance does not have. */
static const uint16_t ll10g_holes[] = { 0x02F, 0x0A8, 0x141, 0x146, 0x147, 0x170, 0x171, 0x172, 0x173,
	                                0x174, 0x175, 0x17E, 0x17F, 0x1C1, 0x1FE, 0x1FF, 0x240, 0x241 };

/* ---- 82598EB: byte addresses ---- */

static const struct register_literal i82598_registers[] = {
	{ "RXCTRL", 0x3000, 0x0, 0x1 },
	{ "PFCTOP", 0x3008, 0x0, 0xFFFFFFFF },
	{ "FCTTV0", 0x3200, 0x0, 0xFFFFFFFF },
	{ "FCTTV1", 0x3204, 0x0, 0xFFFFFFFF },
	{ "FCTTV2", 0x3208, 0x0, 0xFFFFFFFF },
	{ "FCTTV3", 0x320C, 0x0, 0xFFFFFFFF },
	{ "FCRTL0", 0x3220, 0x0, 0x8007FFF8 },
	{ "FCRTL1", 0x3228, 0x0, 0x8007FFF0 },
	{ "FCRTL2", 0x3230, 0x0, 0x8007FFF0 },
	{ "FCRTL3", 0x3238, 0x0, 0x8007FFF0 },
	{ "FCRTL4", 0x3240, 0x0, 0x8007FFF0 },
	{ "FCRTL5", 0x3248, 0x0, 0x8007FFF0 },
	{ "FCRTL6", 0x3250, 0x0, 0x8007FFF0 },
	{ "FCRTL7", 0x3258, 0x0, 0x8007FFF0 },
	{ "FCRTH0", 0x3260, 0x0, 0x8007FFF8 },
	{ "FCRTH1", 0x3268, 0x0, 0x8007FFF0 },
	{ "FCRTH2", 0x3270, 0x0, 0x8007FFF0 },
	{ "FCRTH3", 0x3278, 0x0, 0x8007FFF0 },
	{ "FCRTH4", 0x3280, 0x0, 0x8007FFF0 },
	{ "FCRTH5", 0x3288, 0x0, 0x8007FFF0 },
	{ "FCRTH6", 0x3290, 0x0, 0x8007FFF0 },
	{ "FCRTH7", 0x3298, 0x0, 0x8007FFF0 },
	{ "FCRTV", 0x32A0, 0x0, 0xFFFF },
	{ "RMCS", 0x3D00, 0x0, 0x5E },
	{ "HLREG0", 0x4240, 0x8000403, 0x8000407 },
	{ "PAP", 0x4248, 0x0, 0xFFFF },
	{ "MHADD", 0x4268, 0x5EE0000, 0xFFFF0000 },
	{ "FCTRL", 0x5080, 0x0, 0xF702 },
	{ "RAL0", 0x5400, 0x0, 0xFFFFFFFF },
	{ "RAH0", 0x5404, 0x0, 0x8000FFFF },
	{ "RAL1", 0x5408, 0x0, 0xFFFFFFFF },
	{ "RAH1", 0x540C, 0x0, 0x8000FFFF },
	{ "RAL2", 0x5410, 0x0, 0xFFFFFFFF },
	{ "RAH2", 0x5414, 0x0, 0x8000FFFF },
	{ "RAL3", 0x5418, 0x0, 0xFFFFFFFF },
	{ "RAH3", 0x541C, 0x0, 0x8000FFFF },
	{ "TFCS", 0xCE00, 0x0, 0xFF00 },
};

static const struct field_literal i82598_fields[] = {
	{ "RXCTRL", "RXEN", 0, 0 },
	{ "FCTTV0", "TIME", 15, 0 },
	{ "FCTTV0", "TIME_CLASS_1", 31, 16 },
	{ "FCRTL0", "RTL", 18, 4 },
	{ "FCRTL0", "XONE", 31, 31 },
	{ "FCRTH0", "RTH", 18, 4 },
	{ "FCRTH0", "FCEN", 31, 31 },
	{ "RMCS", "RRM", 1, 1 },
	{ "RMCS", "RAC", 2, 2 },
	{ "RMCS", "TFCE_802_3X", 3, 3 },
	{ "RMCS", "TFCE_PRIORITY", 4, 4 },
	{ "RMCS", "ARBDIS", 6, 6 },
	{ "HLREG0", "TXCRCEN", 0, 0 },
	{ "HLREG0", "RXCRCSTRP", 1, 1 },
	{ "HLREG0", "JUMBOEN", 2, 2 },
	{ "HLREG0", "TXPADEN", 10, 10 },
	{ "HLREG0", "RXLNGTHERREN", 27, 27 },
	{ "PAP", "TXPAUSECNT", 15, 0 },
	{ "MHADD", "MFS", 31, 16 },
	{ "FCTRL", "SBP", 1, 1 },
	{ "FCTRL", "MPE", 8, 8 },
	{ "FCTRL", "UPE", 9, 9 },
	{ "FCTRL", "BAM", 10, 10 },
	{ "FCTRL", "PMCF", 12, 12 },
	{ "FCTRL", "DPF", 13, 13 },
	{ "FCTRL", "RPFCE", 14, 14 },
	{ "FCTRL", "RFCE", 15, 15 },
	{ "RAH0", "ADDRESS", 15, 0 },
	{ "RAH0", "AV", 31, 31 },
	{ "RAH1", "ADDRESS", 15, 0 },
	{ "RAH1", "AV", 31, 31 },
	{ "RAH2", "ADDRESS", 15, 0 },
	{ "RAH2", "AV", 31, 31 },
	{ "RAH3", "ADDRESS", 15, 0 },
	{ "RAH3", "AV", 31, 31 },
	{ "TFCS", "TXOFF", 0, 0 },
	{ "TFCS", "TXOFF_PRIORITY", 15, 8 },
};

static const struct counter_literal i82598_counters[] = {
	{ 0x3F00 / 4, "PXONTXC0", 32 },  { 0x3F04 / 4, "PXONTXC1", 32 },  { 0x3F08 / 4, "PXONTXC2", 32 },
	{ 0x3F0C / 4, "PXONTXC3", 32 },  { 0x3F10 / 4, "PXONTXC4", 32 },  { 0x3F14 / 4, "PXONTXC5", 32 },
	{ 0x3F18 / 4, "PXONTXC6", 32 },  { 0x3F1C / 4, "PXONTXC7", 32 },  { 0x3F20 / 4, "PXOFFTXC0", 32 },
	{ 0x3F24 / 4, "PXOFFTXC1", 32 }, { 0x3F28 / 4, "PXOFFTXC2", 32 }, { 0x3F2C / 4, "PXOFFTXC3", 32 },
	{ 0x3F30 / 4, "PXOFFTXC4", 32 }, { 0x3F34 / 4, "PXOFFTXC5", 32 }, { 0x3F38 / 4, "PXOFFTXC6", 32 },
	{ 0x3F3C / 4, "PXOFFTXC7", 32 }, { 0x3FA0 / 4, "MPC0", 32 },      { 0x3FA4 / 4, "MPC1", 32 },
	{ 0x3FA8 / 4, "MPC2", 32 },      { 0x3FAC / 4, "MPC3", 32 },      { 0x3FB0 / 4, "MPC4", 32 },
	{ 0x3FB4 / 4, "MPC5", 32 },      { 0x3FB8 / 4, "MPC6", 32 },      { 0x3FBC / 4, "MPC7", 32 },
	{ 0x3FC0 / 4, "RNBC0", 32 },     { 0x3FC4 / 4, "RNBC1", 32 },     { 0x3FC8 / 4, "RNBC2", 32 },
	{ 0x3FCC / 4, "RNBC3", 32 },     { 0x3FD0 / 4, "RNBC4", 32 },     { 0x3FD4 / 4, "RNBC5", 32 },
	{ 0x3FD8 / 4, "RNBC6", 32 },     { 0x3FDC / 4, "RNBC7", 32 },     { 0xCF00 / 4, "PXONRXC0", 32 },
	{ 0xCF04 / 4, "PXONRXC1", 32 },  { 0xCF08 / 4, "PXONRXC2", 32 },  { 0xCF0C / 4, "PXONRXC3", 32 },
	{ 0xCF10 / 4, "PXONRXC4", 32 },  { 0xCF14 / 4, "PXONRXC5", 32 },  { 0xCF18 / 4, "PXONRXC6", 32 },
	{ 0xCF1C / 4, "PXONRXC7", 32 },  { 0xCF20 / 4, "PXOFFRXC0", 32 }, { 0xCF24 / 4, "PXOFFRXC1", 32 },
	{ 0xCF28 / 4, "PXOFFRXC2", 32 }, { 0xCF2C / 4, "PXOFFRXC3", 32 }, { 0xCF30 / 4, "PXOFFRXC4", 32 },
	{ 0xCF34 / 4, "PXOFFRXC5", 32 }, { 0xCF38 / 4, "PXOFFRXC6", 32 }, { 0xCF3C / 4, "PXOFFRXC7", 32 },
	{ 0x3F60 / 4, "LXONTXC", 32 },   { 0x3F68 / 4, "LXOFFTXC", 32 },  { 0xCF60 / 4, "LXONRXC", 32 },
	{ 0xCF68 / 4, "LXOFFRXC", 32 },  { 0x4000 / 4, "CRCERRS", 32 },   { 0x4004 / 4, "ILLERRC", 32 },
	{ 0x4008 / 4, "ERRBC", 32 },     { 0x4034 / 4, "MLFC", 32 },      { 0x4038 / 4, "MRFC", 32 },
	{ 0x4040 / 4, "RLEC", 32 },      { 0x405C / 4, "PRC64", 32 },     { 0x4060 / 4, "PRC127", 32 },
	{ 0x4064 / 4, "PRC255", 32 },    { 0x4068 / 4, "PRC511", 32 },    { 0x406C / 4, "PRC1023", 32 },
	{ 0x4070 / 4, "PRC1522", 32 },   { 0x4074 / 4, "GPRC", 32 },      { 0x4078 / 4, "BPRC", 32 },
	{ 0x407C / 4, "MPRC", 32 },      { 0x4080 / 4, "GPTC", 32 },      { 0x4088 / 4, "GORCL", 64 },
	{ 0x4090 / 4, "GOTCL", 64 },     { 0x40A4 / 4, "RUC", 32 },       { 0x40A8 / 4, "RFC", 32 },
	{ 0x40AC / 4, "ROC", 32 },       { 0x40B0 / 4, "RJC", 32 },       { 0x40C0 / 4, "TORL", 64 },
	{ 0x40D0 / 4, "TPR", 32 },       { 0x40D4 / 4, "TPT", 32 },       { 0x40D8 / 4, "PTC64", 32 },
	{ 0x40DC / 4, "PTC127", 32 },    { 0x40E0 / 4, "PTC255", 32 },    { 0x40E4 / 4, "PTC511", 32 },
	{ 0x40E8 / 4, "PTC1023", 32 },   { 0x40EC / 4, "PTC1522", 32 },   { 0x40F0 / 4, "MPTC", 32 },
	{ 0x40F4 / 4, "BPTC", 32 },
};

struct page_literals {
	const char *model;
	const struct register_literal *registers;
	size_t register_count;
	const struct field_literal *fields;
	size_t field_count;
	const struct counter_literal *counters;
	size_t counter_count;
	const uint16_t *holes; /* words */
	size_t hole_count;
	enum counter_effect effect;
	enum counter_full full;
};

#define LITERALS(model)                                                                                                     \
#model, model##_registers, COUNT_OF(model##_registers), model##_fields, COUNT_OF(model##_fields), model##_counters, \
	    COUNT_OF(model##_counters)
static const struct page_literals pages[] = {
	{ LITERALS(ll10g), ll10g_holes, COUNT_OF(ll10g_holes), COUNTER_KEEP, COUNTER_WRAP },
	{ LITERALS(i82598), NULL, 0, COUNTER_CLEAR, COUNTER_STICK },
};

static const struct reg_page *page_of(const char *model)
{
	const struct reg_page *page = reg_page_by_model(model);

	cr_assert_not_null(page, "%s", model);
	return page;
}

static const struct page_literals *literals_of(const char *model)
{
	for (size_t i = 0; i < COUNT_OF(pages); i++)
		if (!strcmp(pages[i].model, model))
			return &pages[i];
	return NULL;
}

static void mark(bool *mapped, uint32_t address)
{
	cr_expect_not(mapped[address / 4], "0x%04X has two literals", address);
	mapped[address / 4] = true;
}

/* Marks which of the 0x4000 words the literals map; returns how many. */
static size_t mapped_words(const struct page_literals *p, bool *mapped)
{
	size_t count = 0;

	for (size_t i = 0; i < p->register_count; i++)
		mark(mapped, p->registers[i].address);
	for (size_t i = 0; i < p->counter_count; i++) {
		mark(mapped, 4 * p->counters[i].word);
		if (p->counters[i].width > 32)
			mark(mapped, 4 * p->counters[i].word + 4);
	}
	for (size_t i = 0; i < p->hole_count; i++)
		mark(mapped, 4 * p->holes[i]);
	for (size_t i = 0; i < 0x4000; i++)
		count += mapped[i];
	return count;
}

/* ---- the tables ---- */

Test(regs_10g, every_register_has_its_literal_address_reset_value_and_bits)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++)
		for (size_t i = 0; i < pages[n].register_count; i++) {
			const struct register_literal *reg = &pages[n].registers[i];
			const struct reg_row *row = reg_by_name(page_of(pages[n].model), reg->name);
			cr_expect_not_null(row, "%s is missing", reg->name);
			if (!row)
				continue;
			cr_expect_eq(row->address, reg->address, "%s: expected 0x%04X, actual 0x%04X", reg->name, reg->address,
			             row->address);
			cr_expect_eq(row->reset, reg->reset, "%s: reset expected 0x%08X, actual 0x%08" PRIX64, reg->name,
			             reg->reset, row->reset);
			cr_expect_eq(row->kind == REG_RW ? row->write_mask : 0, reg->writable,
			             "%s: writable expected 0x%08X, actual 0x%08" PRIX64, reg->name, reg->writable,
			             row->write_mask);
		}
}

Test(regs_10g, every_field_has_its_literal_bits)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++) {
		const struct reg_page *page = page_of(pages[n].model);
		cr_expect_eq(page->field_count, pages[n].field_count, "%s", pages[n].model);
		for (size_t i = 0; i < pages[n].field_count; i++) {
			const struct field_literal *literal = &pages[n].fields[i];
			const struct reg_field *f = reg_field_by_name(page, literal->reg, literal->field);
			cr_expect_not_null(f, "%s.%s is missing", literal->reg, literal->field);
			if (f)
				cr_expect(f->msb == literal->msb && f->lsb == literal->lsb, "%s.%s: expected %d:%d, actual %d:%d",
				          literal->reg, literal->field, literal->msb, literal->lsb, f->msb, f->lsb);
		}
	}
}

static void check_high(const struct page_literals *p, const struct counter_literal *literal, const struct reg_row *low)
{
	const struct reg_row *high = low + low->partner;
	char name[64];

	cr_expect_eq(low->partner, 1, "%s", literal->name);
	cr_expect(high->kind == REG_COUNTER_HIGH && high->partner == -1 && high->address == low->address + 4, "%s: 0x%04X %s",
	          literal->name, high->address, high->name);
	cr_expect(high->width == low->width && high->direction == low->direction && high->effect == low->effect &&
	              high->full == low->full,
	          "%s: its words differ", literal->name);
	/* GORCL and GORCH, tx_underflow_counter0 and 1, all others with _hi */
	snprintf(name, sizeof(name), "%s", literal->name);
	if (!strcmp(p->model, "i82598"))
		name[strlen(name) - 1] = 'H';
	else if (isdigit((unsigned char)name[strlen(name) - 1]))
		name[strlen(name) - 1] = '1';
	else
		strcat(name, "_hi");
	cr_expect_str_eq(high->name, name);
}

Test(regs_10g, every_counter_has_its_literal_address_and_width)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++)
		for (size_t i = 0; i < pages[n].counter_count; i++) {
			const struct counter_literal *literal = &pages[n].counters[i];
			const struct reg_row *row = reg_by_address(page_of(pages[n].model), (uint16_t)(4 * literal->word));
			cr_expect_not_null(row, "word 0x%03X %s is missing", literal->word, literal->name);
			if (!row)
				continue;
			cr_expect_str_eq(row->name, literal->name, "word 0x%03X: expected %s, actual %s", literal->word,
			                 literal->name, row->name);
			cr_expect(row->kind == REG_COUNTER && row->width == literal->width, "%s: kind %d, %u bits", literal->name,
			          row->kind, row->width);
			cr_expect_eq(row->effect, pages[n].effect, "%s", literal->name);
			cr_expect(row->full == pages[n].full || row->full == COUNTER_ZERO, "%s: full %d", literal->name,
			          row->full);
			if (literal->width > 32)
				check_high(&pages[n], literal, row);
			else
				cr_expect_eq(row->partner, 0, "%s", literal->name);
		}
}

/* A receive counter is 0x80 words after its transmit counter if both exist. The clear registers work by direction, so the direction must be right. */
Test(regs_10g, counters_of_the_statistics_block_have_their_direction)
{
	const struct reg_page *page = page_of("ll10g");
	size_t count[3] = { 0 };

	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i], *twin;
		char name[64];
		if (row->kind != REG_COUNTER)
			continue;
		count[row->direction]++;
		if (row->address < 0x500) {
			cr_expect_eq(row->direction, COUNTER_HOST, "%s", row->name);
			continue;
		}
		cr_expect_eq(row->direction, row->address < 0x700 ? COUNTER_TX : COUNTER_RX, "%s", row->name);
		if (row->direction == COUNTER_RX)
			continue;
		snprintf(name, sizeof(name), "rx%s", row->name + 2);
		twin = reg_by_name(page, name);
		cr_assert_not_null(twin, "%s", name);
		cr_expect_eq(twin->address, row->address + 4 * 0x80, "%s", name);
	}
	cr_expect(count[COUNTER_TX] == 26 && count[COUNTER_RX] == 30 && count[COUNTER_HOST] == 3, "%zu, %zu, %zu",
	          count[COUNTER_TX], count[COUNTER_RX], count[COUNTER_HOST]);
}

Test(regs_10g, exactly_the_words_of_the_documents_are_mapped)
{
	for (size_t n = 0; n < COUNT_OF(pages); n++) {
		const struct reg_page *page = page_of(pages[n].model);
		bool mapped[0x4000] = { false };
		size_t count = mapped_words(&pages[n], mapped);
		cr_expect_eq(page->count, count, "%s: %zu rows, %zu literals", page->model, page->count, count);
		for (size_t i = 0; i < page->count; i++)
			cr_expect(mapped[page->rows[i].address / 4], "%s: 0x%04X %s has no literal", page->model,
			          page->rows[i].address, page->rows[i].name);
		for (size_t i = 0; i < pages[n].hole_count; i++) {
			const struct reg_row *row = reg_by_address(page, (uint16_t)(4 * pages[n].holes[i]));
			cr_expect(row && row->kind == REG_RESERVED && !row->name[0], "word 0x%03X", pages[n].holes[i]);
		}
	}
	for (uint16_t address = 0x500; address <= 0x5FC; address += 4) {
		cr_expect_not_null(reg_by_address(page_of("ll10g"), address), "0x%04X", address);
		cr_expect_not_null(reg_by_address(page_of("ll10g"), address + 0x200), "0x%04X", address + 0x200);
	}
}

/* ---- every page ---- */

static const char *const models[] = { "bcm5718", "ll10g", "i82598", "bcm1250" };

Test(regs_pages, rows_rise_without_duplicates)
{
	for (size_t m = 0; m < COUNT_OF(models); m++) {
		const struct reg_page *page = page_of(models[m]);
		cr_expect_str_eq(page->model, models[m]);
		for (size_t i = 0; i < page->count; i++) {
			const struct reg_row *row = &page->rows[i];
			cr_expect(row->address % page->word_octets == 0 && (!i || row[-1].address < row->address),
			          "%s: 0x%04X %s", models[m], row->address, row->name);
			cr_expect(row->source[0] && row->meaning[0], "%s: 0x%04X %s", models[m], row->address, row->name);
			for (size_t j = 0; j < i && row->name[0]; j++)
				cr_expect_str_neq(row->name, page->rows[j].name, "%s", models[m]);
		}
		for (size_t i = 0; i < page->field_count; i++)
			cr_expect_not_null(reg_by_name(page, page->fields[i].reg), "%s.%s", page->fields[i].reg,
			                   page->fields[i].name);
	}
}

Test(regs_pages, every_dut_has_a_page)
{
	for (size_t d = 0; d < dut_count; d++)
		cr_expect(literals_of(dut_table[d].model) || !strncmp(dut_table[d].model, "bcm", 3),
		          "%s: no literals for the page %s", dut_table[d].name, dut_table[d].model);
}

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A field called RESET or X_WIDTH beside X would define a macro of the Verilog header twice. */
Test(regs_pages, no_two_macros_of_a_header_have_the_same_name, .timeout = 60)
{
	for (size_t m = 0; m < COUNT_OF(models); m++) {
		struct command c;
		char *macros[2000], *save = NULL;
		size_t count = 0;
		bool otherwise = false; /* between `else and `endif, where the macros of the other branch are defined otherwise */
		command_run(&c, "build/gen/regs_gen vh %s", models[m]);
		cr_assert_eq(c.status, 0, "%s", c.err);
		for (char *line = strtok_r(c.out, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
			otherwise = !strcmp(line, "`else") || (otherwise && strcmp(line, "`endif"));
			if (strncmp(line, "`define ", 8) || otherwise)
				continue;
			cr_assert_lt(count, COUNT_OF(macros));
			line[8 + strcspn(line + 8, " (")] = 0;
			macros[count++] = line + 8;
		}
		cr_expect_gt(count, 200, "%s: %zu macros", models[m], count);
		qsort(macros, count, sizeof(macros[0]), compare_strings);
		for (size_t i = 1; i < count; i++)
			cr_expect_str_neq(macros[i - 1], macros[i], "%s", models[m]);
		command_release(&c);
	}
}

/* ---- the RTL ---- */

/* Returns whether the counters of a row begin near their end. */
static bool counters_preset(const struct dut *dut)
{
	return dut_param(dut, "StatPreset") || (parameter_by_name(dut->model, "OctetPreset") && dut_param(dut, "OctetPreset"));
}

Test(regs_10g_rtl, reset_values_are_read, .timeout = 60)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct page_literals *p = literals_of(dut_table[d].model);
		struct stimulus st = { .seed = 11 };
		struct recording r;
		if (!p)
			continue;
		for (size_t i = 0; i < p->register_count; i++)
			put_read(&st, p->registers[i].address);
		for (size_t i = 0; i < p->hole_count; i++)
			put_read(&st, (uint16_t)(4 * p->holes[i]));
		for (size_t i = 0; i < p->counter_count; i++)
			put_read(&st, (uint16_t)(4 * p->counters[i].word));
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < p->register_count; i++)
			cr_expect_eq(recorded_read(&r, p->registers[i].address, 0), p->registers[i].reset,
			             "dut %s seed 11: 0x%04X %s expected 0x%08X, actual 0x%08X", dut_table[d].name,
			             p->registers[i].address, p->registers[i].name, p->registers[i].reset,
			             recorded_read(&r, p->registers[i].address, 0));
		for (size_t i = 0; i < p->hole_count; i++)
			cr_expect_eq(recorded_read(&r, (uint16_t)(4 * p->holes[i]), 0), 0, "dut %s: word 0x%03X",
			             dut_table[d].name, p->holes[i]);
		for (size_t i = 0; i < p->counter_count && !counters_preset(&dut_table[d]); i++)
			cr_expect_eq(recorded_read(&r, (uint16_t)(4 * p->counters[i].word), 0), 0, "dut %s: %s",
			             dut_table[d].name, p->counters[i].name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* All 65,536 addresses: exactly the mapped ones answer without pslverr; the others read 0. */
Test(regs_10g_rtl, exactly_the_mapped_addresses_answer, .timeout = 120)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		const struct page_literals *p = literals_of(dut->model);
		bool mapped[0x4000] = { false };
		struct stimulus st = { .seed = 12 };
		struct recording r;
		size_t answers = 0, words;
		if (!p)
			continue;
		words = mapped_words(p, mapped);
		for (uint32_t address = 0; address < 0x10000; address++)
			put_read(&st, (uint16_t)address);
		record(dut, &st, &r);
		cr_assert_eq(recorded_count(&r, EVENT_REG_READ), 0x10000);
		for (size_t i = 0; i < r.count; i++) {
			const struct event *e = &r.events[i];
			bool there = e->address % 4 == 0 && mapped[e->address / 4];
			if (e->kind != EVENT_REG_READ)
				continue;
			if (e->error == there || (e->error && e->value))
				cr_expect_fail("dut %s cycle %lu: 0x%04X: pslverr expected %d, actual %d, data 0x%08" PRIX64
				               " (AMBA APB4 3.4)",
				               dut->name, e->cycle, e->address, !there, e->error, e->value);
			answers += !e->error;
		}
		cr_expect_eq(answers, words, "dut %s", dut->name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Writes ones and zeros to every bit of every register, one register after the other, with a reset between them. */
Test(regs_10g_rtl, exactly_the_writable_bits_keep_what_is_written, .timeout = 60)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct page_literals *p = literals_of(dut_table[d].model);
		struct stimulus st = { .seed = 14 };
		struct recording r;
		if (!p)
			continue;
		for (size_t i = 0; i < p->register_count; i++) {
			for (int ones = 1; ones >= 0; ones--) {
				put_write(&st, p->registers[i].address, ones ? 0xFFFFFFFF : 0);
				put_settle(&st);
				put_read(&st, p->registers[i].address);
			}
			put_settle(&st);
			put_plain(&st, ITEM_RESET);
			put_wait(&st, WAIT_CYCLES, 16);
		}
		record(&dut_table[d], &st, &r);
		for (size_t i = 0; i < p->register_count; i++) {
			const struct register_literal *reg = &p->registers[i];
			/* a state that software may set and that hardware clears */
			uint32_t state = !strcmp(reg->name, "TFCS"), fixed = reg->reset & ~reg->writable;
			uint32_t ones = recorded_read(&r, reg->address, 0), zeros = recorded_read(&r, reg->address, 1);
			cr_expect_eq(ones, reg->writable | fixed | state,
			             "dut %s seed 14: %s: ones written, expected 0x%08X, actual 0x%08X", dut_table[d].name,
			             reg->name, reg->writable | fixed | state, ones);
			cr_expect_eq(zeros, fixed, "dut %s seed 14: %s: zeros written, expected 0x%08X, actual 0x%08X",
			             dut_table[d].name, reg->name, fixed, zeros);
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}

/* Writes to words that keep nothing change nothing; writes to unmapped addresses are errors. */
Test(regs_10g_rtl, writes_to_counters_holes_and_unmapped_words_change_nothing, .timeout = 60)
{
	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		const struct page_literals *p = literals_of(dut->model);
		bool mapped[0x4000] = { false };
		struct stimulus st = { .seed = 13 };
		struct recording r;
		if (!p)
			continue;
		mapped_words(p, mapped);
		for (uint32_t word = 0; word < 0x4000; word++) {
			const struct reg_row *row = reg_by_address(page_of(p->model), (uint16_t)(4 * word));
			if (!row || row->kind == REG_COUNTER || row->kind == REG_COUNTER_HIGH || row->kind == REG_RESERVED)
				put_write(&st, (uint16_t)(4 * word), 0xFFFFFFFF);
		}
		put_write(&st, 0x3002, 0xFFFFFFFF);
		for (size_t i = 0; i < p->register_count; i++)
			put_read(&st, p->registers[i].address);
		for (size_t i = 0; i < p->counter_count; i++)
			put_read(&st, (uint16_t)(4 * p->counters[i].word));
		record(dut, &st, &r);
		for (size_t i = 0; i < r.count; i++)
			if (r.events[i].kind == EVENT_REG_WRITE)
				cr_expect_eq(r.events[i].error, r.events[i].address % 4 || !mapped[r.events[i].address / 4],
				             "dut %s: 0x%04X", dut->name, r.events[i].address);
		for (size_t i = 0; i < p->register_count; i++)
			cr_expect_eq(recorded_read(&r, p->registers[i].address, 0), p->registers[i].reset, "dut %s: %s",
			             dut->name, p->registers[i].name);
		for (size_t i = 0; i < p->counter_count && !counters_preset(dut); i++)
			cr_expect_eq(recorded_read(&r, (uint16_t)(4 * p->counters[i].word), 0), 0, "dut %s: %s", dut->name,
			             p->counters[i].name);
		recording_release(&r);
		stimulus_release(&st);
	}
}

Test(regs_10g_rtl, strobes_select_octets, .timeout = 60)
{
	static const struct {
		const char *model;
		uint16_t address;
	} cases[] = { { "ll10g", 4 * 0x10 }, { "i82598", 0x5400 } };

	for (size_t n = 0; n < COUNT_OF(cases); n++) {
		const struct dut *dut = dut_by_name(cases[n].model);
		struct stimulus st = { .seed = 15 };
		struct recording r;
		if (!dut)
			continue;
		for (unsigned strobe = 0; strobe < 16; strobe++) {
			put_write(&st, cases[n].address, 0x11223344);
			put_write(&st, cases[n].address, 0xAABBCCDD);
			st.items[st.count - 1].u.reg.strobe = (uint8_t)strobe;
			put_read(&st, cases[n].address);
		}
		record(dut, &st, &r);
		for (unsigned strobe = 0; strobe < 16; strobe++) {
			uint32_t mask = (strobe & 1 ? 0xFF : 0) | (strobe & 2 ? 0xFF00 : 0) | (strobe & 4 ? 0xFF0000 : 0) |
			                (strobe & 8 ? 0xFF000000 : 0);
			uint32_t expected = (0xAABBCCDD & mask) | (0x11223344 & ~mask);
			cr_expect_eq(recorded_read(&r, cases[n].address, strobe), expected,
			             "dut %s strobe %X: expected 0x%08X, actual 0x%08X", cases[n].model, strobe, expected,
			             recorded_read(&r, cases[n].address, strobe));
		}
		recording_release(&r);
		stimulus_release(&st);
	}
}
