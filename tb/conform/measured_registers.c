/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the registers of those controls of a row that measurements need. */
#include "measured_registers.h"

#include "stimulus/control.h"

static struct measure_bits bits_of(const struct dut *dut, enum pm_control control)
{
	uint64_t values[PM_CONTROL_COUNT] = { 0 };
	struct control_write writes[CONTROL_WRITES_MAX];

	values[control] = 1;
	if (control_writes(dut, control, values, writes) != 1 || writes[0].port)
		return (struct measure_bits){ 0 };
	return (struct measure_bits){ .address = writes[0].address, .mask = writes[0].mask, .inverted = !writes[0].value };
}

void measured_registers(const struct dut *dut, struct measure_registers *ret)
{
	ret->request_xoff = bits_of(dut, PM_CONTROL_request_xoff);
	ret->request_xon = bits_of(dut, PM_CONTROL_request_xon);
	ret->tx_enable = bits_of(dut, PM_CONTROL_tx_enable);
}
