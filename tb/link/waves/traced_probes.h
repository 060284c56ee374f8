/* SPDX-License-Identifier: Apache-2.0 */
/* The wave file of a link, which only traced builds have. */
#ifndef PAUSEBENCH_TRACED_PROBES_H
#define PAUSEBENCH_TRACED_PROBES_H
#include "base/dut.h"
#include "link/modules/cable.h"
#include "seam/seam.h"

namespace pausebench
{
/* A wave file, which the destructor closes. It must be made, with its models, before simulation starts: newer versions of
 * Verilator refuse a module later (from 5.028 on). */
class wave_recorder
{
      public:
	virtual ~wave_recorder() = default;
	/* Returns the VerilatedFstC, to which DUTs add themselves before open(). */
	virtual void *fst() = 0;
	/* Shows the pins of the model at END as NAME.model_<phy>.u_dut. The caller owns PINS. */
	virtual void add_model(const char *name, unsigned end, const struct phy_row &phy, const seam_pins &pins) = 0;
	/* Shows as NAME.seam_expected what is EXPECTED of the DUT with these PINS, whose clock lasts CLOCK_PS. The caller owns
	 * all of them. */
	virtual void add_expected(const char *name, const seam_pins &pins, const seam_changes &expected, double clock_ps) = 0;
	/* Opens the file. Returns false if it cannot be written. */
	virtual bool open(const char *path) = 0;
	/* Takes the frame that is at one end of a direction (0: a>b) in this clock; dump() shows it as cable.cable_probe. */
	virtual void show(unsigned direction, bool leaving, const cable_view &view) = 0;
	/* Writes all signals at TIME (picoseconds); LEVEL is the level of each end's clock. */
	virtual void dump(uint64_t time, const bool level[2]) = 0;
};

/* This is a null pointer in builds without waves. */
[[gnu::weak]] std::unique_ptr<wave_recorder> wave_recorder_new();
} // namespace pausebench
#endif
