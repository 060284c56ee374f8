/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of the observation ports' records, as masks and shifts: RX_RECORD_BAD, RX_RECORD_BAD_SHIFT ... */
#ifndef PAUSEBENCH_RECORDS_H
#define PAUSEBENCH_RECORDS_H

enum {
#define RECORD_FIELD(port, name, msb, lsb, meaning) \
	port##_RECORD_##name = (int)(((2u << (msb)) - 1) & ~((1u << (lsb)) - 1)), port##_RECORD_##name##_SHIFT = (lsb),
#include "records.def"
};
#endif
