/* SPDX-License-Identifier: Apache-2.0 */
/* The requirements of regs/conformance.def as a table. */
#include "requirement.h"

#include "regs.h"
#include "stimulus/control.h"

#include <stdio.h>
#include <string.h>

enum { MEASURE_NONE = -1 };

const struct requirement requirement_table[] = {
#define COUNTED(part, id)
#define DECIDED_BY(id, situation)
#define INSTEAD(rule, what, id)
#define NAMED_BY_RUN(id)
#define OF_CLOCKS(id)
#define GROUP(title) { .group = title },
#define REQUIREMENT(id_, clause_, item_, purpose_, text_, needs_, measure_, ...) \
	{ .id = id_,                                                             \
	  .clause = clause_,                                                     \
	  .item = item_,                                                         \
	  .purpose = purpose_,                                                   \
	  .text = text_,                                                         \
	  .needs = needs_,                                                       \
	  .measure = MEASURE_##measure_,                                         \
	  .rules = (const int[]){ __VA_ARGS__, -1 } },
#include "conformance.def"
};
const size_t requirement_count = sizeof(requirement_table) / sizeof(requirement_table[0]);

static const struct counted {
	const char *part, *id;
} counted[] = {
#define GROUP(title)
#define REQUIREMENT(...)
#define DECIDED_BY(id, situation)
#define INSTEAD(rule, what, id)
#define NAMED_BY_RUN(id)
#define OF_CLOCKS(id)
#define COUNTED(part, id) { part, id },
#include "conformance.def"
};

static const struct decided_by {
	const char *id;
	enum cover_situation situation;
} decided_by[] = {
#define GROUP(title)
#define REQUIREMENT(...)
#define DECIDED_BY(id, situation) { id, situation },
#define INSTEAD(rule, what, id)
#define NAMED_BY_RUN(id)
#define OF_CLOCKS(id)
#define COUNTED(part, id)
#include "conformance.def"
};

static const struct instead {
	int rule;
	const char *what, *id;
} instead[] = {
#define GROUP(title)
#define REQUIREMENT(...)
#define DECIDED_BY(id, situation)
#define INSTEAD(rule, what, id) { rule, what, id },
#define NAMED_BY_RUN(id)
#define OF_CLOCKS(id)
#define COUNTED(part, id)
#include "conformance.def"
};

static const char *const named_by_run[] = {
#define GROUP(title)
#define REQUIREMENT(...)
#define DECIDED_BY(id, situation)
#define INSTEAD(rule, what, id)
#define NAMED_BY_RUN(id) id,
#define OF_CLOCKS(id)
#define COUNTED(part, id)
#include "conformance.def"
};

static const char *const of_clocks[] = {
#define GROUP(title)
#define REQUIREMENT(...)
#define DECIDED_BY(id, situation)
#define INSTEAD(rule, what, id)
#define NAMED_BY_RUN(id)
#define OF_CLOCKS(id) id,
#define COUNTED(part, id)
#include "conformance.def"
};

const char *requirement_instead(int rule, const char *what)
{
	for (size_t i = 0; i < sizeof(instead) / sizeof(instead[0]); i++)
		if (instead[i].rule == rule && !strcmp(instead[i].what, what))
			return instead[i].id;
	return NULL;
}

bool requirement_is_named_by_run(const struct requirement *r)
{
	for (size_t i = 0; i < sizeof(named_by_run) / sizeof(named_by_run[0]); i++)
		if (!strcmp(named_by_run[i], r->id))
			return true;
	return false;
}

bool requirement_is_of_clocks(const struct requirement *r)
{
	for (size_t i = 0; i < sizeof(of_clocks) / sizeof(of_clocks[0]); i++)
		if (!strcmp(of_clocks[i], r->id))
			return true;
	return false;
}

bool requirement_not_judged(const struct requirement *r, const struct dut *dut, char *ret, size_t size)
{
	const struct clock_plan *plan = &dut->clocks;

	if (!requirement_is_of_clocks(r))
		return false;
	if (!dut->profile)
		snprintf(ret, size, "this device has one clock for both wires");
	else if (!plan->hz[CLOCK_RX])
		snprintf(
		    ret, size,
		    "the profile has one clock for both wires; name rx_clk in the instance, and write 'clock rx %u' and 'ppm %d'",
		    dut->clock_hz, CLOCKS_STANDARD_PPM);
	else if (plan->ppm < CLOCKS_STANDARD_PPM)
		snprintf(ret, size, "the profile says that no clock is off by more than %u millionths; write 'ppm %d'", plan->ppm,
		         CLOCKS_STANDARD_PPM);
	else
		return false;
	return true;
}

bool requirement_decided(const struct requirement *r, const struct cover_set *covered, const char *const *undecided)
{
	bool situation = true, exercised = false, always = true;

	for (size_t i = 0; i < sizeof(decided_by) / sizeof(decided_by[0]); i++)
		if (!strcmp(decided_by[i].id, r->id))
			situation = covered->had[decided_by[i].situation];
	for (const int *at = r->rules; *at >= 0; at++) {
		always &= cover_table[*at].kind != COVER_EXERCISED && !(undecided && undecided[*at]);
		exercised |= covered->has[*at] && !(undecided && undecided[*at]);
	}
	return situation && (exercised || always);
}

const char *counter_requirement(const char *name)
{
	const struct counted *row = counted;

	while (!strstr(name, row->part))
		row++;
	return row->id;
}

const struct requirement *requirement_by_id(const char *id)
{
	for (size_t i = 0; i < requirement_count; i++)
		if (requirement_table[i].id && !strcmp(requirement_table[i].id, id))
			return &requirement_table[i];
	return NULL;
}

bool words_have(const char *list, const char *word)
{
	size_t len = strlen(word);

	while (*list) {
		size_t next = strcspn(list, " ,");
		if (next == len && !strncmp(list, word, len))
			return true;
		list += next;
		list += strspn(list, " ,");
	}
	return false;
}

/* Returns true if the profile has a counter of the MAC's own: one other than those by which the generated module counts strobes. */
static bool keeps_counters(const struct dut *dut)
{
	enum { VIRTUAL_FROM = 0xFC00 };
	const struct reg_page *page = dut->profile->page;

	for (size_t i = 0; i < page->count; i++)
		if (page->rows[i].kind == REG_COUNTER && page->rows[i].address < VIRTUAL_FROM)
			return true;
	return false;
}

static bool is_one_of(const struct requirement *r, const char *prefix)
{
	return !strncmp(r->id, prefix, strlen(prefix));
}

/* Returns what the profile denies although no capability stands for it: `obeys none`, `sends by=none`, `host filter=no`, no
 * counters but strobes. */
static const char *profile_lacks(const struct requirement *r, const struct dut *dut)
{
	if (!dut->profile)
		return NULL;
	if (is_one_of(r, "31b-rx-") && !dut_ieee8023(dut)->obeys_multicast && !dut_ieee8023(dut)->obeys_own)
		return "PAUSE frames that are obeyed";
	if (is_one_of(r, "31b-tx-") && !dut_ieee8023(dut)->sends_by)
		return "PAUSE frames of its own";
	if (is_one_of(r, "4-rx-address") && !dut_ieee8023(dut)->address_filter)
		return "an address filter";
	if (is_one_of(r, "stat-once") && !keeps_counters(dut))
		return "counters that it keeps itself";
	return is_one_of(r, "status") ? "status registers that its profile could state" : NULL;
}

bool requirement_lacks(const struct requirement *r, const struct dut *dut, char *ret, size_t size)
{
	const char *lacks = profile_lacks(r, dut);
	size_t used = 0;

	*ret = 0;
	if (lacks)
		used = (size_t)snprintf(ret, size, "%s", lacks);
	for (const struct dut_capability_row *row = dut_capabilities; row < dut_capabilities + CAPABILITY_COUNT; row++)
		if (row->word && words_have(r->needs, row->word) && !(control_capabilities(dut) & row->bit) && used < size)
			used += (size_t)snprintf(ret + used, size - used, "%s%s", used ? ", " : "", row->what);
	return used > 0;
}

bool requirement_broken(const struct requirement *r, const struct dut *dut, char *ret, size_t size)
{
	uint32_t needed = dut_needed_gap(dut), standard = dut_standard_gap(dut);

	if (strcmp(r->id, "4-rx-gap") || needed <= standard)
		return false;
	snprintf(ret, size, "gap receive=%u: the MAC needs %u octets between two frames, and 4.4.2 allows %u", needed, needed,
	         standard);
	return true;
}
