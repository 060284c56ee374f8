/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the waves of a link: both ends and the frames on the cable in one file, and a GTKWave view of them. doc/use/waves.md. */
#ifndef PAUSEBENCH_LINK_WAVES_H
#define PAUSEBENCH_LINK_WAVES_H
#include "link/modules/cable.h"
#include "link/modules/mac.h"
#include "waves/waves.h"
#include "seam/seam.h"
#include "traced_probes.h"

#include <functional>
#include <memory>
#include <string>
#include <systemc>

namespace pausebench
{
struct link_waves_end {
	const struct dut *dut = nullptr;
	mac_kind kind = mac_kind::rtl;
	std::string scope; /* the scope of the DUT's module, without the last dot; for a model its pins are put there */
	const seam_pins *pins = nullptr;
	const seam_changes *expected = nullptr;
	double clock_ps = 0;
	std::function<bool(void *fst)> trace; /* for RTL: adds the DUT to a VerilatedFstC */
};

template <class Symbol> link_waves_end link_waves_end_of(mac<Symbol> &m, mac_kind kind, const seam_changes *expected)
{
	return { &m.device(), kind, m.name(), &m.pins(), expected, m.clock_ps(), [&m](void *fst) { return m.trace(fst); } };
}

/* Writes DIR/waves.fst from simulated time FROM to TO (picoseconds), with what each end is expected to do where that is given.
 * The object must be made before simulation starts; MACs and cable must outlive it. */
class link_waves : public sc_core::sc_module
{
      public:
	typedef std::function<cable_view(unsigned direction, bool leaving)> look;

	/* Returns false in builds without waves, in which no object may be made. */
	static bool available();

	template <class Symbol>
	link_waves(sc_core::sc_module_name name, const char *dir, mac<Symbol> &a, mac_kind kind_a, mac<Symbol> &b,
	           mac_kind kind_b, cable<Symbol> &between, const seam_changes *const expected[2], uint64_t from, uint64_t to)
	    : link_waves(
		  name, dir, link_waves_end_of(a, kind_a, expected[0]), link_waves_end_of(b, kind_b, expected[1]),
		  [&between](unsigned direction, bool leaving) {
			  return direction ? between.b_to_a.look(leaving) : between.a_to_b.look(leaving);
		  },
		  between.a_to_b.clock_ps(), from, to)
	{
	}
	link_waves(sc_core::sc_module_name name, const char *dir, const link_waves_end &a, const link_waves_end &b,
	           const look &between, uint64_t clock_ps, uint64_t from, uint64_t to);
	~link_waves() override;

	/* Closes the file and writes the view beside it, with markers at the times of MARK, which are in picoseconds; MARK may be
	 * NULL. To be called once, when simulation is over. Returns 0 or negative errno. */
	int finish(const waves_mark *mark);

      private:
	void run();
	bool open();
	void show();
	std::string scope_of(const link_waves_end &end) const;

	std::string dir_;
	link_waves_end ends_[2];
	look look_;
	uint64_t clock_, from_, to_; /* .clock_ is the nominal one */
	std::unique_ptr<wave_recorder> recorder_;
	bool writing_ = false;
	int error_ = 0;
};
} // namespace pausebench
#endif
