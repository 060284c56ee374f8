/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the waves of a link: both ends and the frames on the cable in one file, and a GTKWave view of them. doc/use/waves.md. */
#include "link_waves.h"

#include <algorithm>
#include <cerrno>

#include "link/description/link_clock.h"

namespace pausebench
{
namespace
{
constexpr uint64_t SETTLE_PS = 2; // after so long all that happens at an edge is over, on the cable, too

/* Returns the time of the HALF-th edge of a clock, rising or falling. */
uint64_t half_ps(uint64_t half, double clock_ps)
{
	uint64_t edge = link_edge_ps(half / 2, clock_ps);

	return half & 1 ? edge + (link_edge_ps(half / 2 + 1, clock_ps) - edge) / 2 : edge;
}
} // namespace

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
	for (unsigned i = 0; i < 2; i++)
		if (ends_[i].kind == mac_kind::model)
			recorder_->add_model((ends_[i].scope + "." + ends_[i].dut->name).c_str(), i, phy_table[ends_[i].dut->phy],
			                     *ends_[i].pins);
	for (const link_waves_end &end : ends_)
		if (end.expected)
			recorder_->add_expected((end.scope + ".expected").c_str(), *end.pins, *end.expected, end.clock_ps);
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

/* Dumps all signals at each edge of either end's clock, when they have settled. */
void link_waves::run()
{
	uint64_t half[2], time;

	for (unsigned i = 0; i < 2; i++) {
		half[i] = 2 * static_cast<uint64_t>(static_cast<double>(from_) / ends_[i].clock_ps);
		while (half_ps(half[i], ends_[i].clock_ps) < from_)
			half[i]++;
	}
	wait(sc_core::sc_time::from_value(from_ + SETTLE_PS));
	if (!open()) {
		error_ = errno ? -errno : -EIO;
		recorder_.reset();
		return;
	}
	writing_ = true;
	for (;;) {
		bool level[2];
		uint64_t next[2];
		for (unsigned i = 0; i < 2; i++)
			next[i] = half_ps(half[i], ends_[i].clock_ps);
		time = std::min(next[0], next[1]);
		if (time >= to_)
			break;
		if (time + SETTLE_PS > sc_core::sc_time_stamp().value())
			wait(sc_core::sc_time::from_value(time + SETTLE_PS - sc_core::sc_time_stamp().value()));
		for (unsigned i = 0; i < 2; i++) {
			half[i] += next[i] == time;
			level[i] = half[i] & 1;
		}
		show();
		recorder_->dump(time, level);
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
		static const bool low[2] = { false, false };
		recorder_->dump(to_, low);
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
