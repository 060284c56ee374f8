/* SPDX-License-Identifier: Apache-2.0 */
/* Literals typed from the documents of the 10 Gb/s devices (UG 683426 5.11 Table 35, 82598EB DS p.322 and p.356). */
#ifndef PAUSEBENCH_TESTS_REGS_10G_LITERALS_H
#define PAUSEBENCH_TESTS_REGS_10G_LITERALS_H
#include "field_literals.h"
#include "support.h"

#include "regs.h"

#include <criterion/criterion.h>
#include <string.h>

struct register_literal {
	const char *name;
	uint16_t address;
	uint32_t reset, writable; /* bits that keep a written value */
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

static inline const struct reg_page *page_of(const char *model)
{
	const struct reg_page *page = reg_page_by_model(model);

	cr_assert_not_null(page, "%s", model);
	return page;
}

static inline const struct page_literals *literals_of(const char *model)
{
	for (size_t i = 0; i < COUNT_OF(pages); i++)
		if (!strcmp(pages[i].model, model))
			return &pages[i];
	return NULL;
}

static inline void mark(bool *mapped, uint32_t address)
{
	cr_expect_not(mapped[address / 4], "0x%04X has two literals", address);
	mapped[address / 4] = true;
}

/* Marks which of the 0x4000 words the literals map; returns how many. */
static inline size_t mapped_words(const struct page_literals *p, bool *mapped)
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

#endif
