/* SPDX-License-Identifier: Apache-2.0 */
/* The 64-bit XGMII as words: lane 0 in the low octet, a control bit per lane. doc/devices/xgmii.md; 802.3 clause 46. */
#ifndef PAUSEBENCH_LANES_H
#define PAUSEBENCH_LANES_H
#include "part/wire.h"

enum { LANES = XGMII_CLOCK_OCTETS, COLUMN_LANES = XGMII_COLUMN_OCTETS, ALL_LANES = 0xFF };

#define IDLE_WORD XGMII_IDLE_WORD
#define END_WORD (IDLE_WORD ^ XGMII_IDLE ^ XGMII_TERMINATE)
/* both columns of the word are the ordered set */
#define LOCAL_FAULT_WORD 0x0100009C0100009Cu
#define REMOTE_FAULT_WORD 0x0200009C0200009Cu
enum { SEQUENCE_CONTROL = 0x11 };
#endif
