/* SPDX-License-Identifier: Apache-2.0 */
/* The wave file of a link: what a traced build has besides. */
#ifndef PAUSEBENCH_TRACED_PROBES_H
#define PAUSEBENCH_TRACED_PROBES_H
#include "base/dut.h"
#include "link/modules/cable.h"
#include "seam/seam.h"

namespace pausebench
{
/* One file. The destructor closes it. To be made, with its models, before simulation starts: newer simulators refuse a module of theirs
 * at any later time. */
class wave_recorder
{
      public:
	virtual ~wave_recorder() = default;
	/* The VerilatedFstC, for DUTs to add themselves before open(). */
	virtual void *fst() = 0;
	/* The pins of a model are shown as NAME.model_<phy>.u_dut; PINS stay the caller's. */
	virtual void add_model(const char *name, const struct phy_row &phy, const seam_pins &pins) = 0;
	/* False if the file cannot be written. */
	virtual bool open(const char *path) = 0;
	/* What is at one end of a direction (0: a>b) in this clock; shown as cable.cable_probe by dump(). */
	virtual void show(unsigned direction, bool leaving, const cable_view &view) = 0;
	/* TIME in picoseconds; CLOCK: the level of the clock. */
	virtual void dump(uint64_t time, bool clock) = 0;
};

/* A null pointer in builds without waves. */
[[gnu::weak]] std::unique_ptr<wave_recorder> wave_recorder_new();
} // namespace pausebench
#endif
