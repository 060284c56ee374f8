/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of those controls of a row that measurements need. */
#ifndef PAUSEBENCH_MEASURED_REGISTERS_H
#define PAUSEBENCH_MEASURED_REGISTERS_H
#include "base/dut.h"
#include "measure/measure.h"

void measured_registers(const struct dut *dut, struct measure_registers *ret);
#endif
