/* SPDX-License-Identifier: Apache-2.0 */
/* The absolute limits of regs/limits.def. */
#include "limits.h"

#include "regs.h"

enum { BITS = 8, NS_PER_SECOND = 1000000000 };

static const struct limit {
	enum limit_kind kind;
	unsigned mbps;
	uint64_t bits;
	const char *source;
} limits[] = {
#define RESPONSE_LIMIT(kind, mbps, bits, source) { LIMIT_##kind, mbps, bits, source },
#include "limits.def"
};

/* Returns the speed whose limits hold. At MII an octet takes one clock at 1000 Mb/s and two clocks below; the limits of 10 and
 * 100 Mb/s are the same number of bit times. */
static unsigned speed_of(const struct dut *dut, unsigned octet_clocks)
{
	if (dut->phy == PHY_XGMII)
		return 10000;
	return octet_clocks > 1 ? 100 : 1000;
}

static const struct limit *find(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks)
{
	unsigned mbps = speed_of(dut, octet_clocks);

	for (const struct limit *l = limits; l < limits + sizeof(limits) / sizeof(limits[0]); l++)
		if (l->kind == kind && l->mbps == mbps)
			return l;
	return NULL;
}

uint64_t limit_response(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks)
{
	const struct limit *limit = find(dut, kind, octet_clocks);

	return limit ? limit->bits / BITS * octet_clocks : UINT64_MAX;
}

const char *limit_source(const struct dut *dut, enum limit_kind kind, unsigned octet_clocks)
{
	const struct limit *limit = find(dut, kind, octet_clocks);

	return limit ? limit->source : NULL;
}

uint64_t limit_counter(const struct dut *dut)
{
	const struct reg_page *page = dut_page(dut);

	if (!page || !page->counters_within_ns)
		return UINT64_MAX;
	return page->counters_within_ns * dut_octet_hz(dut) / NS_PER_SECOND;
}

static void leave_out(uint32_t *figure, uint64_t value)
{
	if (!*figure)
		*figure = (uint32_t)value;
	else if (*figure == SLACK_NONE)
		*figure = 0;
}

struct dut_slack limit_slack(const struct dut *dut)
{
	struct dut_slack slack = dut->slack;
	uint64_t limit = limit_response(dut, LIMIT_PAUSE, dut_octet_clocks(dut, dut_first_mbps(dut)));

	leave_out(&slack.inhibit, limit > dut->timing.inhibit ? limit - dut->timing.inhibit : 0);
	leave_out(&slack.resume, limit);
	leave_out(&slack.request, limit);
	leave_out(&slack.classify, limit);
	leave_out(&slack.host, limit);
	leave_out(&slack.sent, limit);
	leave_out(&slack.write, limit);
	leave_out(&slack.wire, limit);
	return slack;
}
