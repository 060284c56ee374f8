/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the row of a MAC from its profile: capabilities, timing, slack. */
#include "profile_draft.h"

#include "base/limits.h"
#include "instance.h"
#include "part/wire.h"

#include <stdio.h>
#include <string.h>

enum { CLASSIFY_LEAST = 3, CLASSIFY_LEAST_XGMII = 16, CLASSIFY_MOST = 64 }; /* the limits that pm_new() has */
enum { FAULT_SHOWN = XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS };

static void clear(struct dut *dut, const char *word)
{
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (dut_capabilities[i].word && !strcmp(dut_capabilities[i].word, word))
			dut->capabilities &= ~dut_capabilities[i].bit;
}

/* Takes away the capabilities whose controls the MAC does not have. */
static void clear_unmapped(struct profile *p)
{
	static const struct {
		enum pm_control control;
		const char *word;
	} words[] = {
		{ PM_CONTROL_rx_enable, "rx-enable" },
		{ PM_CONTROL_tx_enable, "tx-enable" },
		{ PM_CONTROL_rx_pause, "rx-pause" },
		{ PM_CONTROL_tx_pause, "tx-pause" },
		{ PM_CONTROL_quanta, "quanta" },
		{ PM_CONTROL_station, "station" },
		{ PM_CONTROL_forward_control, "forward-control" },
		{ PM_CONTROL_half_duplex, "half-duplex" },
		{ PM_CONTROL_pfc_xoff, "pfc-request" },
	};
	const struct profile_owned *o = p->owned;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!draft_has_control(o, words[i].control))
			clear(&p->dut, words[i].word);
	if (!draft_has_control(o, PM_CONTROL_request_xoff) && !draft_has_control(o, PM_CONTROL_request_xon))
		clear(&p->dut, "request");
}

static void set_capabilities(struct profile *p)
{
	const struct profile_owned *o = p->owned;
	const uint64_t phys = CAP_GMII | CAP_XGMII | CAP_MII;

	for (size_t i = 0; i < CAPABILITY_COUNT; i++) {
		const struct dut_capability_row *c = &dut_capabilities[i];
		if (!(c->bit & (phys | CAP_OBS)) && (c->word || !strcmp(c->name, "CAP_NEUTRAL")))
			p->dut.capabilities |= c->bit;
	}
	if (p->dut.phy == PHY_XGMII || (o->instance && !instance_line_of(o->instance, "mdc")))
		clear(&p->dut, "mdio");
	if (p->dut.phy != PHY_MII)
		clear(&p->dut, "half-duplex");
	if (p->dut.phy != PHY_XGMII || (o->instance && !instance_line_of(o->instance, "pause_req") &&
	                                !instance_line_of(o->instance, "pfc_req") && !instance_line_of(o->instance, "pfc_xoff")))
		clear(&p->dut, "pfc");
	if (!p->dut.clocks.rx_stops)
		clear(&p->dut, "rx-clock-stops");
	if (!p->dut.clocks.rx_resets)
		clear(&p->dut, "rx-clock-resets");
	clear_unmapped(p);
	clear(&p->dut, "reset");
	if (o->sends_none) {
		clear(&p->dut, "request");
		clear(&p->dut, "pfc-request");
	}
	if (o->sends_none || !o->refreshes)
		clear(&p->dut, "refresh");
	if (o->sends_none || !o->sends_xon)
		clear(&p->dut, "xon");
	if (!o->obeys_own)
		clear(&p->dut, "own-address");
	if (o->filter_inverted)
		clear(&p->dut, "own-frames");
	if (!o->stalls)
		clear(&p->dut, "stall");
	if (!o->counter_count)
		clear(&p->dut, "counters");
	p->dut.capabilities &= ~o->lacks;
}

static uint32_t spread(struct profile_latency l)
{
	return l.max > l.min ? l.max - l.min : 0;
}

/* Returns COUNT / UNIT, and OFF millionths more, rounded up. */
static uint32_t most_times(uint64_t count, uint64_t unit, uint64_t off)
{
	const uint64_t million = 1000000, ret = ((count + unit - 1) / unit * (million + off) + million - 1) / million;

	return ret < UINT32_MAX / 4 ? (uint32_t)ret : UINT32_MAX / 4;
}

/* Makes octet times (MII: clocks) of a latency that is stated in nanoseconds or in clocks of a domain. An interval has as many edges of the transmit clock
 * as it is long or one more, and both clocks may be off by their ppm; the range has all of them. */
static void count_in_times(const struct profile *p, struct profile_latency *latency)
{
	const uint64_t million = 1000000, times = (uint64_t)p->dut.clock_hz * dut_step(&p->dut);
	uint64_t unit = 1000000000 /* in a second */, off = 2ull * p->dut.clocks.ppm;

	if (latency->unit == LATENCY_TIMES)
		return;
	if (latency->unit >= LATENCY_CLOCKS)
		unit = p->dut.clocks.hz[latency->unit - LATENCY_CLOCKS] ? p->dut.clocks.hz[latency->unit - LATENCY_CLOCKS]
		                                                        : p->dut.clock_hz;
	if (latency->unit == LATENCY_CLOCKS + CLOCK_TX)
		off = 0; /* one clock has no error against itself */
	latency->min = (uint32_t)(latency->min * times / unit * (million - off) / million);
	latency->max = most_times(latency->max * times, unit, off);
	latency->ahead = most_times(latency->ahead * times, unit, off);
}

/* Rounds latencies to whole words, which an XGMII has. */
static void round_latencies(struct profile *p)
{
	uint32_t step = dut_step(&p->dut);

	for (size_t i = 0; i < PROFILE_LATENCY_COUNT; i++) {
		count_in_times(p, &p->latency[i]);
		p->latency[i].min -= p->latency[i].min % step;
		p->latency[i].max += (step - p->latency[i].max % step) % step;
	}
}

/* Returns the latency `classify` of the model, after which the model counts a received frame. It is the least latency `event` of the MAC, or the
 * nearest value that the model can have: the model obeys a PAUSE and delivers a frame only after it has classified the frame, so that `classify`
 * must be less than the least latencies of both. */
static uint32_t classify_of(const struct profile *p)
{
	const struct profile_latency *l = p->latency;
	uint32_t step = dut_step(&p->dut), least = p->dut.phy == PHY_XGMII ? CLASSIFY_LEAST_XGMII : CLASSIFY_LEAST;
	uint32_t classify = l[PROFILE_LATENCY_event].min;
	const uint32_t later[] = { l[PROFILE_LATENCY_inhibit].min, l[PROFILE_LATENCY_delivery].min, CLASSIFY_MOST + step };

	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (classify >= later[i])
			classify = later[i] > step ? later[i] - step : 0;
	return classify < least ? least : classify;
}

/* Marks a figure of 0 that the profile states, since 0 itself means that nothing is stated. */
static void stated_none(uint32_t *figure, bool stated)
{
	if (stated && !*figure)
		*figure = SLACK_NONE;
}

/* Sets the timing. A latency that the profile does not state is as short as it can be, and its slack is what the standard allows. */
static void set_timing(struct profile *p)
{
	const struct profile_latency *l = p->latency;
	struct dut_timing *timing = &p->dut.timing;
	struct dut_slack *slack = &p->dut.slack;
	struct profile_latency sent;

	round_latencies(p);
	sent = l[l[PROFILE_LATENCY_sent].stated ? PROFILE_LATENCY_sent : PROFILE_LATENCY_event];
	*timing = (struct dut_timing){ .inhibit = l[PROFILE_LATENCY_inhibit].min,
		                       .resume = l[PROFILE_LATENCY_resume].min,
		                       .request = l[PROFILE_LATENCY_request].min,
		                       .classify = classify_of(p),
		                       .host = l[PROFILE_LATENCY_delivery].min,
		                       .sent = sent.min };
	if (l[PROFILE_LATENCY_inhibit].stated)
		slack->inhibit = slack->wire = spread(l[PROFILE_LATENCY_inhibit]);
	if (l[PROFILE_LATENCY_resume].stated)
		slack->resume = spread(l[PROFILE_LATENCY_resume]);
	if (l[PROFILE_LATENCY_start].stated) { /* the row has one figure for `start` and `resume` */
		uint32_t latest = timing->resume + slack->resume;
		if (l[PROFILE_LATENCY_start].min < timing->resume || !l[PROFILE_LATENCY_resume].stated)
			timing->resume = l[PROFILE_LATENCY_start].min;
		if (l[PROFILE_LATENCY_start].max > latest)
			latest = l[PROFILE_LATENCY_start].max;
		slack->resume = spread((struct profile_latency){ .min = timing->resume, .max = latest });
	}
	if (l[PROFILE_LATENCY_request].stated)
		slack->request = spread(l[PROFILE_LATENCY_request]);
	slack->refresh_least = l[l[PROFILE_LATENCY_refresh].stated ? PROFILE_LATENCY_refresh : PROFILE_LATENCY_request].min;
	slack->request_end = l[PROFILE_LATENCY_request].stated ? l[PROFILE_LATENCY_request].max + 1 : 0;
	slack->refresh_end = l[PROFILE_LATENCY_refresh].stated ? l[PROFILE_LATENCY_refresh].max + 1 : slack->request_end;
	if (l[PROFILE_LATENCY_refresh].stated) { /* the contract has one figure for both, from the same least one on */
		uint32_t spared = l[PROFILE_LATENCY_request].stated ? slack->request : limit_slack(&p->dut).request;
		if (l[PROFILE_LATENCY_refresh].max > timing->request + spared)
			slack->request = l[PROFILE_LATENCY_refresh].max - timing->request;
	}
	if (l[PROFILE_LATENCY_event].stated) { /* the slack begins at the moment at which the model counts */
		slack->classify = spread(
		    (struct profile_latency){ .min = timing->classify, .max = l[PROFILE_LATENCY_event].max });
		if (l[PROFILE_LATENCY_event].min > timing->classify)
			slack->counts = l[PROFILE_LATENCY_event].min - timing->classify;
	}
	if (sent.stated)
		slack->sent = sent.max + 1;
	slack->ahead = sent.ahead;
	if (l[PROFILE_LATENCY_delivery].stated)
		slack->host = spread(l[PROFILE_LATENCY_delivery]);
	if (l[PROFILE_LATENCY_write].stated)
		slack->write = l[PROFILE_LATENCY_write].max + 1;
	if (l[PROFILE_LATENCY_fault].stated) { /* the model shows a fault as early as the bundled receive front end does */
		slack->wire = spread((struct profile_latency){ .min = FAULT_SHOWN, .max = l[PROFILE_LATENCY_fault].max });
		slack->fault_least = l[PROFILE_LATENCY_fault].min;
	}
	if (l[PROFILE_LATENCY_collision].max > slack->wire + 1)
		slack->wire = l[PROFILE_LATENCY_collision].max - 1;
	slack->collision = l[PROFILE_LATENCY_collision].max;
	slack->collision_least = l[PROFILE_LATENCY_collision].min;
	slack->granularity = p->owned->early_octets * dut_octet_clocks(&p->dut, dut_first_mbps(&p->dut));
	stated_none(&slack->inhibit, l[PROFILE_LATENCY_inhibit].stated);
	stated_none(&slack->wire, l[PROFILE_LATENCY_inhibit].stated || l[PROFILE_LATENCY_fault].stated);
	stated_none(&slack->resume, l[PROFILE_LATENCY_resume].stated || l[PROFILE_LATENCY_start].stated);
	stated_none(&slack->request, l[PROFILE_LATENCY_request].stated);
	stated_none(&slack->classify, l[PROFILE_LATENCY_event].stated);
	stated_none(&slack->host, l[PROFILE_LATENCY_delivery].stated);
	slack->reason = "the latencies that the profile states";
}

int profile_make_row(struct profile *p, struct profile_text *t)
{
	snprintf(p->owned->top, sizeof(p->owned->top), "pausebench_%s", p->dut.name);
	p->dut.top = p->owned->top;
	p->dut.sources = "";
	p->dut.ieee8023.clock_octets = dut_step(&p->dut);
	p->dut.ieee8023.mii = p->dut.phy == PHY_MII;
	p->dut.document = "a MAC by its profile";
	p->dut.profile = &p->golden;
	set_capabilities(p);
	if (p->dut.clocks.several && p->dut.capabilities & CAP_HALF_DUPLEX)
		return profile_refuse(t, NULL, "several clocks are for full duplex: 'lacks half-duplex'");
	set_timing(p);
	return 0;
}
