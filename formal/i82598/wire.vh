// SPDX-License-Identifier: Apache-2.0
// 82598EB: the transmitter and its pins. doc/devices/xgmii.md 2.
// into: rtl/common/xgmii_tx.v
// cut: dut/u_regs dut/u_classify dut/u_buffer dut/u_stats dut/u_rx dut/u_fault dut/u_pause_rx dut/u_pause_tx xgmii_tx/u_crc
// prove: induction 3
// cover: 30
`include "formal/properties/wire_xgmii.vh"
