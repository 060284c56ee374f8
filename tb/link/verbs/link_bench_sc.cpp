/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the cost of SystemC itself: DUTs made by `verilator --sc`, with constant inputs, a wait() for each clock and nothing
 * around them. */
#include "link_bench_sc.h"

#include "link/modules/seam_sc.h"

#include <ctime>
#include <systemc>

namespace
{
enum { RESET_CLOCKS = 8 };

double cpu_seconds()
{
	timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct bare_end : sc_core::sc_module {
	const seam_sc *row;
	seam *dut;

	SC_HAS_PROCESS(bare_end);
	bare_end(sc_core::sc_module_name name, const struct dut *d)
	    : sc_module(name), row(seam_sc_by_dut(d->name)), dut(row->ops.open(1))
	{
		if (dut)
			row->pace(dut, phy_table[d->phy].clock_ps);
		SC_THREAD(run);
	}
	~bare_end() override
	{
		if (dut)
			row->ops.close(dut);
	}
	void run()
	{
		uint8_t *reset = row->ops.pins(dut)->common.rst_n;
		for (unsigned clock = 0;; clock++) {
			if (clock == RESET_CLOCKS)
				*reset = 1;
			row->ops.cycle(dut);
		}
	}
};
} // namespace

double link_bench_kernel(const struct dut *a, const struct dut *b, uint64_t clocks)
{
	bare_end first("a", a), second("b", b);

	if (!first.dut || !second.dut)
		return -1;
	sc_core::sc_time clock = sc_core::sc_time::from_value(phy_table[a->phy].clock_ps);
	sc_core::sc_start(clock * RESET_CLOCKS);
	double before = cpu_seconds();
	sc_core::sc_start(clock * static_cast<double>(clocks));
	return cpu_seconds() - before;
}
