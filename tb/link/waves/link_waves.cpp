/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the waves of a link: both ends and the frames on the cable in one file, and a GTKWave view of them. doc/use/waves.md. */
#include "link_waves.h"

#include <algorithm>
#include <cerrno>

namespace pausebench
{
bool link_waves::available()
{
	return wave_recorder_new != nullptr;
}

link_waves::link_waves(sc_core::sc_module_name name, const char *dir, const link_waves_end &a, const link_waves_end &b,
                       const look &between, uint64_t clock_ps, uint64_t from, uint64_t to)
    : sc_module(name), dir_(dir), ends_{ a, b }, look_(between), clock_(clock_ps), from_(from - from % clock_ps), to_(to),
      recorder_(wave_recorder_new())
{
	SC_HAS_PROCESS(link_waves);
	SC_THREAD(run);
	for (const link_waves_end &end : ends_)
		if (end.kind == mac_kind::model)
			recorder_->add_model((end.scope + "." + end.dut->name).c_str(), phy_table[end.dut->phy], *end.pins);
	for (const link_waves_end &end : ends_)
		if (end.expected)
			recorder_->add_expected((end.scope + ".expected").c_str(), *end.pins, *end.expected, clock_);
}

link_waves::~link_waves() = default;

/* Returns the scope of an end's ports in the wave file. */
std::string link_waves::scope_of(const link_waves_end &end) const
{
	std::string name = end.scope + "." + end.dut->name + ".";
	std::string phy = phy_table[end.dut->phy].name;

	return name + (end.kind == mac_kind::model ? "model_" + phy : phy + "_tick") + ".u_dut.";
}

bool link_waves::open()
{
	for (const link_waves_end &end : ends_)
		if (end.kind == mac_kind::rtl)
			end.trace(recorder_->fst());
	errno = 0;
	return recorder_->open((dir_ + "/waves.fst").c_str());
}

void link_waves::show()
{
	for (unsigned direction = 0; direction < 2; direction++)
		for (bool leaving : { false, true })
			recorder_->show(direction, leaving, look_(direction, leaving));
}

/* Dumps all signals a quarter of a clock after each edge, when they have settled. */
void link_waves::run()
{
	const sc_core::sc_time half = sc_core::sc_time::from_value(clock_ / 2);
	uint64_t time = from_;

	wait(sc_core::sc_time::from_value(from_ + clock_ / 4));
	if (!open()) {
		error_ = errno ? -errno : -EIO;
		recorder_.reset();
		return;
	}
	writing_ = true;
	for (; time < to_; time += clock_) {
		show();
		recorder_->dump(time, true);
		wait(half);
		recorder_->dump(time + clock_ / 2, false);
		wait(half);
	}
	recorder_.reset();
}

int link_waves::finish(const waves_mark *mark)
{
	std::string titles[2], scopes[2], beside[2];
	waves_link link = {};
	uint64_t end = std::min<uint64_t>(to_, sc_core::sc_time_stamp().value());

	// GTKWave's window ends where the file ends: without this, a finding at the end of the run would be outside of it.
	if (recorder_ && writing_ && mark && end < to_) {
		recorder_->dump(to_, false);
		end = to_;
	}
	recorder_.reset();
	if (error_)
		return error_;
	for (unsigned i = 0; i < 2; i++) {
		titles[i] = std::string(ends_[i].dut->name) + (ends_[i].kind == mac_kind::model ? ", golden model" : ", RTL");
		scopes[i] = scope_of(ends_[i]);
		beside[i] = ends_[i].scope + ".expected.seam_expected.";
		link.end[i] = waves_end{ ends_[i].dut, titles[i].c_str(), scopes[i].c_str(),
			                 ends_[i].expected ? beside[i].c_str() : nullptr, ends_[i].kind == mac_kind::model };
	}
	link.cable_scope = "cable.cable_probe.";
	link.mark = mark;
	link.clock = clock_;
	return waves_link_write(dir_.c_str(), &link, from_, end);
}
} // namespace pausebench
