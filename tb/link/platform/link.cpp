// SPDX-License-Identifier: Apache-2.0
// Runs a link from its description: two MACs, the cable, traffic, hosts, programming over TLM, a scoreboard per end. doc/use/link.md.
#include "link.h"

#include "link/check/bound.h"
#include "link/description/link_clock.h"
#include "link/description/link_device.h"
#include "platform.h"
#include "seam/simulation_end.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>

namespace
{
using namespace pausebench_link;

constexpr unsigned slack_clocks = 24; // added to reactions, since the loop asks the host, and the client looks, every 8 clocks

double cpu_seconds()
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Returns how late a reaction may be because of the PHY pipeline and the polling of host and client.
uint64_t reaction_ps(const struct dut *dut, const struct link_pace &pace)
{
	const struct dut_timing &timing = dut->timing;
	uint64_t counts = uint64_t{ timing.inhibit } + timing.resume + timing.classify + timing.host + timing.sent +
	                  timing.request;

	return static_cast<uint64_t>(static_cast<double>(counts + slack_clocks * dut_step(dut)) * pace.count_ps);
}

// Returns by how many clocks at most an elastic buffer delays what END sends.
uint32_t elastic_clocks(const struct link_description &link, unsigned end)
{
	const struct link_pace pace = link_pace_of(&link, end);
	uint32_t clocks = link_elastic_clocks(link.end[end].ppm, link.end[!end].ppm,
	                                      static_cast<double>(dut_step(link.end[end].dut)) / pace.octet_counts);

	return clocks ? clocks + 1 : 0;
}

void configure(const struct link_description &link, struct link_check_config *ret)
{
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		const struct link_end &end = link.end[i];
		struct link_check_end &config = ret->end[i];
		const struct link_pace pace = link_pace_of(&link, i);
		struct link_flow flow;
		struct env_error error;

		link_flow(&end, &flow, "", &error);
		config.promised = bound_promises(&link, i);
		config.headroom = flow.headroom;
		config.resume = flow.resume;
		config.longest = end.traffic.len_max;
		config.octet_ps = pace.octet_ps;
		config.reaction_ps = reaction_ps(end.dut, pace);
		config.load = end.traffic.len_max ? end.traffic.load : 0;
		config.host_share = link_host_share(&end.host);
		// A frame of its own that has just begun, the PAUSE frame and the gaps must fit in the time that is left.
		config.refreshes = bound_refresh(&link, i) / pace.octet_counts >
		                   end.traffic.len_max + 64u + 4u * LINK_WIRE_EXTRA + slack_clocks * 8u;
		ret->delay_ps[i] = static_cast<uint64_t>(link.cable[i].length_m / (link.cable[i].velocity * 299792458.0) * 1e12) +
		                   static_cast<uint64_t>((4 + elastic_clocks(link, i)) * pace.clock_ps);
	}
}

// Adds a finding of the platform itself.
void add_finding(struct link_result *ret, enum rule rule, unsigned end, const char *what, const char *expected,
                 const char *actual)
{
	struct link_finding *finding;

	if (ret->findings++ >= LINK_FINDINGS_MAX)
		return;
	finding = &ret->finding[ret->findings - 1];
	*finding = {};
	finding->time_ps = finding->cause_ps = ret->end_ps;
	finding->end = end;
	struct finding &plain = finding->plain;
	plain.rule = rule;
	std::snprintf(plain.what, sizeof(plain.what), "%s", what);
	std::snprintf(plain.expected, sizeof(plain.expected), "%s", expected);
	std::snprintf(plain.actual, sizeof(plain.actual), "%s", actual);
}

void collect(const struct link_description &link, struct link_check *check, struct link_result *ret)
{
	ret->findings = link_check_findings(check);
	for (size_t i = 0; i < LINK_FINDINGS_MAX && link_check_finding(check, i); i++)
		ret->finding[i] = *link_check_finding(check, i);
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		uint32_t least = ret->totals[!i].min_free;
		ret->overshoot[i] = least < ret->headroom[i] ? ret->headroom[i] - least : 0;
		scoreboard_in_clocks(&ret->score[i], link.end[i].dut);
	}
}

// Returns the end of a SystemC process by its name: the MACs of the platform "link" are link.a and link.b.
unsigned end_of_process(const char *name)
{
	return name && !std::strncmp(name, "link.b.", 7);
}

template <class Symbol>
int simulate(const struct link_description &link, const struct link_options &options, struct link_check *check,
             struct link_result *ret, struct env_error *ret_error)
{
	platform<Symbol> link_platform("link", link, options, check);
	struct link_finding first;
	unsigned ended = 0;
	int err;

	try {
		sc_core::sc_start();
	} catch (const sc_core::sc_report &report) {
		if (!simulation_end_last())
			throw;
		ended = end_of_process(report.get_process_name());
	}
	if (!simulation_end_last() && !link_platform.was_late()) // a run that was cut short shows nothing about shares and ends
		link_check_finish(check, now_ps(), link_platform.is_drained());
	link_platform.result(ret);
	collect(link, check, ret);
	if (link_platform.was_late()) {
		char limit[96];
		std::snprintf(limit, sizeof(limit), "an end within %g s", options.max_seconds);
		add_finding(ret, RULE_TIMEOUT, 0, "the run", limit, "still running");
	}
	if (simulation_end_last())
		add_finding(ret, RULE_SIM_ENDED, ended, simulation_end_last()->place, "the simulation goes on",
		            simulation_end_last()->text);
	for (unsigned i = 0; i < LINK_ENDS; i++)
		if (!link_platform.failure(i).empty())
			add_finding(ret, RULE_APB_READY, i, "register access or clock", "the run goes on to its end",
			            link_platform.failure(i).c_str());
	err = link_platform.finish_waves(link_first_finding(&link, ret, &first) ? &first : nullptr);
	if (err)
		return env_fail(ret_error, -err, "cannot write the waves in %s", options.out);
	err = link_platform.close();
	return err ? env_fail(ret_error, -err, "cannot write the captures in %s", options.out) : 0;
}

} // namespace

uint64_t link_lost(const struct link_totals *totals)
{
	uint64_t lost = 0;

	for (unsigned i = 0; i < LINK_WHY_COUNT; i++)
		lost += totals->lost[i];
	return lost;
}

uint64_t link_findings(const struct link_result *result)
{
	return result->findings + result->score[0].findings + result->score[1].findings;
}

bool link_first_finding(const struct link_description *link, const struct link_result *result, struct link_finding *ret)
{
	bool any = false;

	for (size_t i = 0; i < std::min<uint64_t>(result->findings, LINK_FINDINGS_MAX); i++)
		if (!any || result->finding[i].time_ps < ret->time_ps) {
			*ret = result->finding[i];
			any = true;
		}
	for (unsigned end = 0; end < LINK_ENDS; end++)
		for (size_t i = 0; i < std::min<uint64_t>(result->score[end].findings, SCOREBOARD_FINDINGS_MAX); i++) {
			const struct finding &finding = result->score[end].finding[i];
			double clock_ps = link_pace_of(link, end).clock_ps;
			uint64_t time = static_cast<uint64_t>(static_cast<double>(finding.cycle) * clock_ps);
			if (any && time >= ret->time_ps)
				continue;
			any = true;
			*ret = {};
			ret->time_ps = time;
			ret->cause_ps = static_cast<uint64_t>(static_cast<double>(finding.cause_cycle) * clock_ps);
			ret->end = end;
			ret->plain = finding;
		}
	return any;
}

bool link_can_trace(void)
{
	return pausebench::link_waves::available();
}

int link_run(const struct link_description *description, const struct link_options *options, struct link_result *ret,
             struct env_error *ret_error)
{
	struct link_description own = *description;
	const struct link_description *link = &own;
	struct dut rows[LINK_ENDS];
	struct link_check_config config = {};
	struct link_check *check;
	double before = cpu_seconds();
	int err;

	std::memset(ret, 0, sizeof(*ret));
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		rows[i] = link_row(&description->end[i]);
		own.end[i].dut = &rows[i];
	}
	configure(*link, &config);
	check = link_check_new(&config);
	if (!check)
		return env_fail(ret_error, ENOMEM, "cannot run %s", link->name);
	sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
	try {
		if (link->end[0].dut->phy == PHY_XGMII)
			err = simulate<pausebench::xgmii_symbol>(*link, *options, check, ret, ret_error);
		else
			err = simulate<pausebench::gmii_symbol>(*link, *options, check, ret, ret_error);
	} catch (const std::bad_alloc &) {
		err = env_fail(ret_error, ENOMEM, "cannot run %s", link->name);
	} catch (const std::exception &error) {
		err = env_refuse(ret_error, "cannot run %s: %s", link->name, error.what());
	}
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		ret->promised[i] = config.end[i].promised;
		ret->bound[i] = bound_headroom(link, i);
	}
	ret->seconds = cpu_seconds() - before;
	link_check_free(check);
	return err;
}
