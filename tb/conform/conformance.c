/* SPDX-License-Identifier: Apache-2.0 */
/* Joins runs, findings, rules that were exercised and measurements to the requirements. */
#include "conformance.h"

#include "base/limits.h"
#include "../models/profile.h"
#include "profile/profile.h"
#include "regs.h"
#include "run/failure.h"
#include "stimulus/control.h"
#include "stimulus/cover.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[VERDICT_COUNT] = { "pass", "fail", "not exercised", "does not apply", "not decidable" };

int conformance_init(struct conformance *ret, const struct dut *dut)
{
	*ret = (struct conformance){ .dut = dut };
	ret->requirements = calloc(requirement_count, sizeof(*ret->requirements));
	ret->waivers = calloc(dut->waiver_count + 1, sizeof(*ret->waivers));
	return ret->requirements && ret->waivers ? 0 : -ENOMEM;
}

void conformance_release(struct conformance *c)
{
	for (size_t i = 0; i < c->group_count; i++) {
		free(c->groups[i].repeat);
		free(c->groups[i].blame);
	}
	free(c->groups);
	group_keys_release(&c->keys);
	free(c->requirements);
	free(c->waivers);
	measured_sum_release(&c->measured);
	worth_release(&c->worth);
}

void finding_normalise(const char *what, char *ret, size_t size)
{
	size_t used = 0;

	const char *sweep = strrchr(what, '('), *end = what + strlen(what);

	if (sweep && sweep > what && strchr(sweep, '=') && end[-1] == ')') /* leaves out the value of a sweep */
		end = sweep - 1;
	while (what < end && used + 1 < size) {
		bool word = used && (isalnum((unsigned char)ret[used - 1]) || ret[used - 1] == '_');
		if (!isdigit((unsigned char)*what) || word) {
			ret[used++] = *what++;
			continue;
		}
		ret[used++] = 'N';
		what += strspn(what, "0123456789abcdefABCDEFx");
	}
	ret[used] = 0;
}

/* ---- findings ---- */

static struct finding_group *group_of(struct conformance *c, const struct finding *finding, const char *what)
{
	for (size_t i = 0; i < c->group_count; i++)
		if (c->groups[i].example.rule == finding->rule && !strcmp(c->groups[i].what, what))
			return &c->groups[i];
	if (c->group_count == c->group_room) {
		size_t room = c->group_room ? 2 * c->group_room : 32;
		struct finding_group *groups = realloc(c->groups, room * sizeof(*groups));
		if (!groups) {
			c->no_memory = true;
			return NULL;
		}
		c->groups = groups;
		c->group_room = room;
	}
	c->groups[c->group_count] = (struct finding_group){ .items = UINT64_MAX };
	memcpy(c->groups[c->group_count].what, what, sizeof(c->groups[0].what));
	return &c->groups[c->group_count++];
}

/* Makes RUN the one that represents GROUP, since it is the smallest so far. */
static void show_by(struct conformance *c, struct finding_group *group, const struct finding *finding,
                    const struct suite_run *run, const struct pool_result *result)
{
	const struct run_options options = { .black_box = run->black_box };
	char command[3 * PATH_MAX], blame[512];
	size_t number = (size_t)(finding - result->run.score.finding);

	group->items = result->run.items;
	group->example = *finding;
	snprintf(group->stimulus, sizeof(group->stimulus), "%s", c->captures ? c->captures->when[number] : run->name);
	snprintf(group->purposes, sizeof(group->purposes), "%s", result->run.purposes);
	if (c->captures)
		snprintf(command, sizeof(command), "%s", c->program);
	else
		source_command(c->program, &run->source, c->dut, &options, command, sizeof(command));
	free(group->repeat);
	free(group->blame);
	group->repeat = strdup(command);
	group->blame = NULL;
	if (c->described_by && profile_blame(c->described_by, finding, blame, sizeof(blame)))
		group->blame = strdup(blame);
	c->no_memory |= !group->repeat;
}

static bool is_expectation(const struct finding *finding)
{
	return finding->rule == RULE_EXPECT || finding->rule == RULE_EXPECT_WIRE;
}

/* Adds the words of PURPOSES to those that GROUP has. */
static void add_purposes(struct finding_group *group, const char *purposes)
{
	while (*purposes) {
		size_t len = strcspn(purposes, " ,"), used = strlen(group->named);
		char word[64];
		snprintf(word, sizeof(word), "%.*s", (int)len, purposes);
		if (*word && !words_have(group->named, word) && used + len + 2 < sizeof(group->named))
			snprintf(group->named + used, sizeof(group->named) - used, " %s", word);
		purposes += len;
		purposes += strspn(purposes, " ,");
	}
}

static void add_findings(struct conformance *c, const struct suite_run *run, const struct pool_result *result)
{
	const struct scoreboard_result *score = &result->run.score;
	uint64_t kept = score->findings < SCOREBOARD_FINDINGS_MAX ? score->findings : SCOREBOARD_FINDINGS_MAX;
	bool alone = true;

	for (uint64_t i = 0; i < kept; i++)
		alone &= is_expectation(&score->finding[i]);
	for (uint64_t i = 0; i < kept; i++) {
		const struct finding *finding = &score->finding[i];
		char what[64];
		struct finding_group *group;
		bool repeated = false;
		finding_normalise(finding->what, what, sizeof(what));
		for (uint64_t k = 0; k < i && !repeated; k++) {
			char other[64];
			finding_normalise(score->finding[k].what, other, sizeof(other));
			repeated = score->finding[k].rule == finding->rule && !strcmp(what, other);
		}
		group = group_of(c, finding, what);
		if (!group)
			return;
		add_purposes(group, result->run.purposes);
		group->findings++;
		group->runs += !repeated;
		group->apart_runs += !repeated && clocks_apart(result->run.tx_ppm, result->run.rx_ppm);
		group->equal_runs += !repeated && result->run.tx_ppm == result->run.rx_ppm;
		group->first |= !i;
		group->first_runs += !i;
		group->alone |= alone;
		if (!repeated && result->run.items < group->items)
			show_by(c, group, finding, run, result);
	}
}

/* ---- counters of a profile ---- */

static const struct reg_row *counter_row(const struct conformance *c, size_t i)
{
	const struct reg_page *page = c->dut->profile ? c->dut->profile->page : NULL;

	return page && i < page->count && page->rows[i].kind == REG_COUNTER ? &page->rows[i] : NULL;
}

/* Returns true if R is about counters of the profile, so that these show whether it was exercised. */
static bool is_counted(const struct conformance *c, const struct requirement *r)
{
	for (size_t i = 0; i < PM_COUNTERS_MAX; i++)
		if (counter_row(c, i) && !strcmp(counter_requirement(counter_row(c, i)->name), r->id))
			return true;
	return false;
}

static bool moves(const struct conformance *c, const struct requirement *r, const struct run_result *run)
{
	for (size_t i = 0; i < PM_COUNTERS_MAX; i++)
		if (run->counters_read.moved[i] && counter_row(c, i) &&
		    !strcmp(counter_requirement(counter_row(c, i)->name), r->id))
			return true;
	return false;
}

const char *conformance_counter(const struct conformance *c, const struct finding_group *group)
{
	for (size_t i = 0; i < PM_COUNTERS_MAX; i++)
		if (counter_row(c, i) && !strcmp(group->what, counter_row(c, i)->name))
			return counter_requirement(counter_row(c, i)->name);
	return NULL;
}

/* Returns true if R is a requirement about what counters count. */
static bool is_statistic(const struct requirement *r)
{
	return !strncmp(r->id, "stat-", strlen("stat-")) && strcmp(r->id, "stat-once");
}

/* ---- runs ---- */

static bool rests_on(const struct requirement *r, int rule)
{
	for (const int *at = r->rules; *at >= 0; at++)
		if (*at == rule)
			return true;
	return false;
}

static bool is_undecided(const struct conformance *c, int rule)
{
	return c->captures && c->captures->undecided[rule];
}

bool conformance_undecided(const struct conformance *c, const struct requirement *r, char *ret, size_t size)
{
	const char *newest = NULL;
	size_t used = 0;

	*ret = 0;
	for (const int *at = r->rules; *at >= 0 && used < size; at++) {
		const char *why = is_undecided(c, *at) ? c->captures->undecided[*at] : NULL;
		if (why && newest && !strcmp(why, newest))
			continue;
		if (why)
			used += (size_t)snprintf(ret + used, size - used, "%s%s: %s", used ? "; " : "", rule_table[*at].name,
			                         why);
		newest = why;
	}
	return used > 0;
}

bool conformance_knows(const struct conformance *c, enum verdict verdict)
{
	return verdict != VERDICT_NOT_DECIDABLE || c->captures;
}

/* Returns true if captures can decide none of the rules of R. */
static bool is_beyond(const struct conformance *c, const struct requirement *r)
{
	for (const int *at = r->rules; *at >= 0; at++)
		if (!is_undecided(c, *at))
			return false;
	return true;
}

/* Returns true if the situation of R occurred in the run. A situation that captures cannot decide did not occur in them. */
static bool exercises(const struct conformance *c, const struct requirement *r, const struct run_result *run)
{
	if (c->dut->profile && is_statistic(r))
		return moves(c, r, run);
	return requirement_decided(r, &run->covered, c->captures ? c->captures->undecided : NULL);
}

static void add_exercised(struct conformance *c, const struct run_result *run)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		c->exercised[i] += run->covered.has[i];
	for (size_t i = 0; i < PM_COUNTERS_MAX; i++) {
		c->moved[i] += run->counters_read.moved[i];
		c->still[i] += run->counters_read.still[i];
	}
	for (size_t i = 0; i < requirement_count; i++) {
		const struct requirement *r = &requirement_table[i];
		bool named = r->id && words_have(run->purposes, r->id), exercised = r->id && exercises(c, r, run);
		c->requirements[i].runs += exercised;
		c->requirements[i].named_runs += named;
	}
}

static void add_waived(struct conformance *c, const struct run_result *run, const char *name)
{
	for (size_t i = 0; i < c->dut->waiver_count; i++) {
		const struct dut_waiver *waiver = &c->dut->waivers[i];
		if (!dut_waiver_covers(waiver, name))
			continue;
		c->waivers[i].runs++;
		c->waivers[i].waived += run->score.waived[waiver->rule];
	}
}

void conformance_add(struct conformance *c, const struct suite_run *run, const struct pool_result *result)
{
	const struct finding *first;
	size_t key;

	if (run->outcome == SUITE_BROKEN)
		c->broken++;
	if (run->outcome == SUITE_SKIPPED)
		c->skipped++;
	if (run->outcome != SUITE_PASSED && run->outcome != SUITE_FAILED && run->outcome != SUITE_LET_GO)
		return;
	c->runs++;
	c->cycles += result->run.cycles;
	for (size_t i = 0; i < CHECK_KIND_COUNT; i++)
		c->checks += result->run.score.checks[i];
	c->findings += result->run.score.findings;
	first = finding_first(&result->run.score);
	if (first) {
		c->failing++;
		c->no_memory |= group_keys_find(&c->keys, first, &key) != 0;
	}
	add_exercised(c, &result->run);
	add_waived(c, &result->run, result->name);
	add_findings(c, run, result);
	if (measured_sum_add(&c->measured, &result->run.measured))
		c->no_memory = true;
}

/* ---- the end ---- */

/* Returns true if GROUP contradicts R. An expectation of a stimulus that fails contradicts the requirements that the stimulus
 * names, unless a more specific rule was broken, too. */
static bool contradicts(const struct conformance *c, const struct finding_group *group, const struct requirement *r)
{
	char lacks[160];

	if (requirement_is_of_clocks(r) &&
	    (!group->apart_runs || group->equal_runs || requirement_lacks(r, c->dut, lacks, sizeof(lacks))))
		return false;
	if (is_expectation(&group->example))
		return group->alone && (words_have(group->purposes, r->id) || rests_on(r, group->example.rule));
	if (requirement_instead(group->example.rule, group->what))
		return !strcmp(requirement_instead(group->example.rule, group->what), r->id);
	if (requirement_is_named_by_run(r) && !words_have(group->named, r->id))
		return false;
	if (is_statistic(r) && conformance_counter(c, group))
		return !strcmp(conformance_counter(c, group), r->id);
	return rests_on(r, group->example.rule);
}

static void judge(struct conformance *c, size_t i)
{
	const struct requirement *r = &requirement_table[i];
	struct requirement_result *result = &c->requirements[i];

	for (size_t k = 0; k < c->group_count && !result->group; k++)
		if (contradicts(c, &c->groups[k], r))
			result->group = k + 1;
	if (requirement_broken(r, c->dut, result->reason, sizeof(result->reason))) {
		result->verdict = VERDICT_FAIL;
		c->profile_breaks = true;
	} else if (result->group && c->groups[result->group - 1].first)
		result->verdict = VERDICT_FAIL;
	else if (result->group)
		result->verdict = VERDICT_NOT_EXERCISED; /* after a first fault nothing is known about the MAC */
	else if (requirement_lacks(r, c->dut, result->reason, sizeof(result->reason)))
		result->verdict = VERDICT_NOT_APPLICABLE;
	else if (c->dut->profile && is_statistic(r) && !is_counted(c, r)) {
		snprintf(result->reason, sizeof(result->reason), "such counters");
		result->verdict = VERDICT_NOT_APPLICABLE;
	} else if (c->captures && requirement_is_of_clocks(r)) {
		snprintf(result->reason, sizeof(result->reason), "captures do not show the clocks of the MAC");
		result->verdict = VERDICT_NOT_DECIDABLE;
	} else if (requirement_not_judged(r, c->dut, result->reason, sizeof(result->reason)))
		result->verdict = VERDICT_NOT_EXERCISED;
	else if (is_beyond(c, r))
		result->verdict = VERDICT_NOT_DECIDABLE;
	else
		result->verdict = result->runs ? VERDICT_PASS : VERDICT_NOT_EXERCISED;
}

/* Compares groups: those that were the first finding of a run come first, and among them those of more runs. */
static int by_weight(const void *a, const void *b)
{
	const struct finding_group *x = a, *y = b;

	if (x->first != y->first)
		return x->first ? -1 : 1;
	if (x->runs != y->runs)
		return x->runs > y->runs ? -1 : 1;
	return x->example.rule != y->example.rule ? (int)x->example.rule - (int)y->example.rule : strcmp(x->what, y->what);
}

int conformance_judge(struct conformance *c)
{
	if (c->no_memory)
		return -ENOMEM;
	if (c->group_count)
		qsort(c->groups, c->group_count, sizeof(*c->groups), by_weight);
	for (size_t i = 0; i < requirement_count; i++)
		if (requirement_table[i].id)
			judge(c, i);
	return 0;
}

const char *conformance_found(const struct conformance *c, char ret[CONFORMANCE_FOUND])
{
	int used = snprintf(ret, CONFORMANCE_FOUND, "%" PRIu64 " finding%s", c->findings, c->findings == 1 ? "" : "s");

	if (!c->group_count)
		return ret;
	used += snprintf(ret + used, CONFORMANCE_FOUND - (size_t)used, " of %zu kind%s", c->group_count,
	                 c->group_count == 1 ? "" : "s");
	if (!c->captures)
		snprintf(ret + used, CONFORMANCE_FOUND - (size_t)used, " in %" PRIu64 " run%s, which %s %zu group%s", c->failing,
		         c->failing == 1 ? "" : "s", c->failing == 1 ? "is" : "are", c->keys.count,
		         c->keys.count == 1 ? "" : "s");
	return ret;
}

const char *conformance_idle_counter(const struct conformance *c, size_t *i)
{
	const struct reg_page *page = dut_page(c->dut);

	while (page && *i < page->count && *i < PM_COUNTERS_MAX) {
		size_t at = (*i)++;
		if (page->rows[at].kind == REG_COUNTER && !c->moved[at])
			return page->rows[at].name;
	}
	return NULL;
}

const char *conformance_idle_control(const struct conformance *c, size_t *i)
{
	while (c->controls_known && *i < PM_CONTROL_COUNT) {
		size_t at = (*i)++;
		if (c->controls[at].has && !c->controls[at].seen)
			return control_table[at].name;
	}
	return NULL;
}

size_t conformance_total(const struct conformance *c, enum verdict verdict)
{
	size_t total = 0;

	for (size_t i = 0; i < requirement_count; i++)
		total += requirement_table[i].id && c->requirements[i].verdict == verdict;
	return total;
}

bool conformance_idle(const struct conformance *c, size_t i)
{
	return c->waivers[i].runs && !c->waivers[i].waived && !c->captures;
}

bool conformance_decides(const struct conformance *c)
{
	static const char *const obeys[] = { "31b-rx-pause", "31d-rx-classes" };
	bool applies = false;

	for (size_t i = 0; i < sizeof(obeys) / sizeof(obeys[0]); i++) {
		enum verdict verdict = c->requirements[requirement_by_id(obeys[i]) - requirement_table].verdict;
		if (verdict == VERDICT_PASS || verdict == VERDICT_FAIL)
			return true;
		applies |= verdict != VERDICT_NOT_APPLICABLE;
	}
	return !applies;
}

bool conformance_clean(const struct conformance *c)
{
	for (size_t i = 0; i < c->dut->waiver_count; i++)
		if (conformance_idle(c, i))
			return false;
	return !c->findings && !c->profile_breaks;
}

/* ---- limits ---- */

int64_t measure_limit(const struct dut *dut, enum measure_kind kind, const char **ret_source)
{
	enum limit_kind limit = kind == MEASURE_PFC ? LIMIT_PFC : LIMIT_PAUSE;

	if (kind == MEASURE_EVENT && limit_counter(dut) != UINT64_MAX) {
		*ret_source = "the device's document";
		return (int64_t)limit_counter(dut);
	}
	if ((kind != MEASURE_INHIBIT && kind != MEASURE_PFC) || !limit_source(dut, limit, 1))
		return INT64_MAX;
	*ret_source = limit_source(dut, limit, 1);
	return (int64_t)limit_response(dut, limit, 1);
}

bool measure_stated(const struct dut *dut, enum measure_kind kind, int64_t *ret_min, int64_t *ret_max)
{
	const struct dut_timing *t = &dut->timing;
	const struct dut_slack s = limit_slack(dut);
	struct {
		uint32_t least, slack;
	} stated;

	switch (kind) {
	case MEASURE_INHIBIT:
		stated.least = 0;
		stated.slack = t->inhibit + s.inhibit;
		break;
	case MEASURE_ACCURACY:
		stated.least = t->inhibit - (s.granularity < t->inhibit ? s.granularity : t->inhibit);
		stated.slack = s.inhibit + s.resume + t->resume + t->inhibit - stated.least;
		break;
	case MEASURE_RESUME:
		stated.least = t->resume;
		stated.slack = s.resume;
		break;
	case MEASURE_REQUEST:
		stated.least = t->request;
		stated.slack = s.request;
		break;
	case MEASURE_EVENT:
		stated.least = t->classify;
		stated.slack = s.classify;
		break;
	default:
		return false;
	}
	*ret_min = stated.least;
	*ret_max = (int64_t)stated.least + stated.slack;
	return true;
}
