// SPDX-License-Identifier: Apache-2.0
// LL 10G MAC: the transmitter and its pins. doc/devices/xgmii.md 2.
// into: rtl/common/xgmii_tx.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_rx_stats dut/u_tx_stats dut/u_tx_classify dut/u_rx dut/u_fault dut/g_class[0].u_timer dut/g_class[1].u_timer dut/g_class[2].u_timer dut/g_class[3].u_timer dut/g_class[4].u_timer dut/g_class[5].u_timer dut/g_class[6].u_timer dut/g_class[7].u_timer dut/u_pause_rx xgmii_tx/u_crc dut/u_control
// prove: induction 3
// cover: 30
`include "formal/properties/wire_xgmii.vh"
