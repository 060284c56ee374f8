/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of a regression, their sums and the table. */
#include "suite.h"

#include "coverage/sum.h"

#include "suite_waivers.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int suite_init(struct suite *suite, const struct dut *const *duts, size_t count)
{
	*suite = (struct suite){ .duts = duts, .dut_count = count };
	suite->tally = calloc(count, sizeof(*suite->tally));
	suite->exercised = calloc(count, sizeof(*suite->exercised));
	suite->coverage = calloc(count, sizeof(*suite->coverage));
	return suite->tally && suite->exercised && suite->coverage ? suite_waivers_init(suite) : -ENOMEM;
}

void suite_release(struct suite *suite)
{
	for (size_t i = 0; i < suite->count; i++) {
		free(suite->runs[i].note);
		free(suite->runs[i].folder);
	}
	group_keys_release(&suite->keys);
	groups_release(&suite->groups);
	free(suite->runs);
	free(suite->tally);
	free(suite->exercised);
	free(suite->coverage);
	suite_waivers_release(suite);
}

int suite_append(struct suite *suite, const struct suite_run *run)
{
	if (suite->count == suite->capacity) {
		size_t capacity = suite->capacity ? 2 * suite->capacity : 256;
		struct suite_run *runs = realloc(suite->runs, capacity * sizeof(*runs));
		if (!runs) {
			free(run->note);
			return -ENOMEM;
		}
		suite->runs = runs;
		suite->capacity = capacity;
	}
	suite->runs[suite->count++] = *run;
	suite->seeds += run->seed;
	if (run->outcome != SUITE_PLANNED)
		suite->ended++;
	if (run->outcome == SUITE_SKIPPED)
		suite->tally[run->dut].skipped++;
	return 0;
}

int suite_place(struct suite *suite, const struct suite_run *run, size_t *ret_index)
{
	size_t index = suite->free_place ? suite->free_place - 1 : suite->count;

	*ret_index = index;
	if (!suite->free_place)
		return suite_append(suite, run);
	suite->free_place = suite->runs[index].next_free;
	suite->runs[index] = *run;
	return 0;
}

static void let_go(struct suite *suite, struct suite_run *run)
{
	run->outcome = SUITE_LET_GO;
	run->next_free = suite->free_place;
	suite->free_place = (size_t)(run - suite->runs) + 1;
	suite->let_go++;
}

static enum suite_outcome outcome_of(const struct pool_result *result)
{
	const struct run_result *run = &result->run;

	if (result->error)
		return SUITE_BROKEN;
	if (run->status == RUN_SKIPPED)
		return SUITE_SKIPPED;
	if (run->score.findings)
		return SUITE_FAILED;
	return run->status == RUN_STOPPED ? SUITE_STOPPED : SUITE_PASSED;
}

static void add_exercised(struct suite_exercised *exercised, const struct run_result *result, bool black_box)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		exercised->rules[black_box][i] += result->covered.has[i];
	for (size_t i = 0; i < PM_COUNTERS_MAX; i++) {
		exercised->moved[black_box][i] += result->counters_read.moved[i];
		exercised->still[black_box][i] += result->counters_read.still[i];
	}
}

int suite_enter(struct suite *suite, const struct pool_result *result)
{
	struct suite_run *run = &suite->runs[result->tag];
	struct suite_tally *tally = &suite->tally[run->dut];
	const struct finding *first = finding_first(&result->run.score);
	uint64_t by_rule[RULE_COUNT];

	run->outcome = outcome_of(result);
	run->status = result->run.status;
	run->seconds = result->seconds;
	suite->ended++;
	if (run->outcome == SUITE_BROKEN || run->outcome == SUITE_SKIPPED) {
		tally->skipped += run->outcome == SUITE_SKIPPED;
		run->note = strdup(result->error ? result->env.text : result->run.skip_reason);
		return run->note ? 0 : -ENOMEM;
	}
	if (run->outcome == SUITE_STOPPED)
		return 0;
	if (first) {
		run->first = *first;
		if (group_keys_find(&suite->keys, first, &run->key))
			return -ENOMEM;
	}
	findings_by_rule(&result->run.score, by_rule);
	for (size_t i = 0; i < RULE_COUNT; i++)
		suite->rules[i] += by_rule[i];
	if (result->run.noted)
		add_exercised(&suite->exercised[run->dut], &result->run, run->black_box);
	if (result->run.covers)
		coverage_sum_add(&suite->coverage[run->dut], &result->run.reached, (uint32_t)result->tag, run->black_box);
	suite_waivers_enter(suite, run->dut, result);
	run->power_up = result->seed;
	run->items = result->run.items;
	run->cycles = result->run.cycles;
	run->checks = checks_total(&result->run.score);
	run->findings = result->run.score.findings;
	tally->runs++;
	tally->passed_before += run->passed_before;
	tally->items += run->items;
	tally->cycles += run->cycles;
	tally->checks += run->checks;
	tally->findings += run->findings;
	tally->seconds += run->seconds;
	if (run->seed && run->outcome == SUITE_PASSED && suite->seeds >= SUITE_KEPT)
		let_go(suite, run);
	return 0;
}

struct suite_tally suite_total(const struct suite *suite)
{
	struct suite_tally total = { 0 };

	for (size_t i = 0; i < suite->dut_count; i++) {
		const struct suite_tally *t = &suite->tally[i];
		total.runs += t->runs;
		total.passed_before += t->passed_before;
		total.skipped += t->skipped;
		total.items += t->items;
		total.cycles += t->cycles;
		total.checks += t->checks;
		total.findings += t->findings;
		total.seconds += t->seconds;
	}
	total.findings += suite_waivers_idle(suite);
	return total;
}

double suite_efficiency(const struct suite_cost *cost)
{
	return cost->cpu_seconds > 0 ? cost->loop_seconds / cost->cpu_seconds : 0;
}

/* Writes N with a comma at every third digit into RET. */
static const char *grouped(uint64_t n, char ret[32])
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n), used = 0;

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			ret[used++] = ',';
		ret[used++] = digits[i];
	}
	ret[used] = 0;
	return ret;
}

static void table_row(FILE *out, int width, const char *name, const struct suite_tally *t)
{
	char items[32], cycles[32], checks[32];

	fprintf(out, "%-*s  %7" PRIu64 "  %7" PRIu64 "  %11s  %17s  %13s  %8" PRIu64 "  %8.1f s\n", width, name, t->runs,
	        t->skipped, grouped(t->items, items), grouped(t->cycles, cycles), grouped(t->checks, checks), t->findings,
	        t->seconds);
}

void suite_table(FILE *out, const struct suite *suite)
{
	struct suite_tally total = suite_total(suite);
	int width = 5;

	for (size_t i = 0; i < suite->dut_count; i++)
		if ((int)strlen(suite->duts[i]->name) > width)
			width = (int)strlen(suite->duts[i]->name);
	fprintf(out, "%-*s  %7s  %7s  %11s  %17s  %13s  %8s  %10s%s\n", width, "dut", "runs", "skipped", "items",
	        "simulated cycles", "checks made", "findings", "time", suite->partial ? "  PARTIAL" : "");
	for (size_t i = 0; i < suite->dut_count; i++)
		table_row(out, width, suite->duts[i]->name, &suite->tally[i]);
	table_row(out, width, "total", &total);
}

/* Returns how many stimuli the DUT of run I skipped for the reason of run I; *RET_FIRST: run I is the first of them. */
static size_t skipped_like(const struct suite *suite, size_t i, bool *ret_first)
{
	const struct suite_run *run = &suite->runs[i];
	size_t same = 0;

	*ret_first = true;
	for (size_t k = 0; k < suite->count; k++) {
		const struct suite_run *other = &suite->runs[k];
		if (other->outcome != SUITE_SKIPPED || other->dut != run->dut || strcmp(other->note, run->note))
			continue;
		same++;
		*ret_first = *ret_first && k >= i;
	}
	return same;
}

void suite_print_skipped(FILE *out, const struct suite *suite)
{
	const bool all = !suite_total(suite).runs;

	for (size_t dut = 0; dut < suite->dut_count; dut++) {
		char line[512];
		size_t len = 0;
		for (size_t i = 0; i < suite->count; i++) {
			bool first;
			size_t same;
			if (suite->runs[i].outcome != SUITE_SKIPPED || suite->runs[i].dut != dut ||
			    (suite->runs[i].unfit && !all))
				continue;
			same = skipped_like(suite, i, &first);
			if (first && len < sizeof(line))
				len += (size_t)snprintf(line + len, sizeof(line) - len, "%s%zu %s", len ? "; " : "", same,
				                        suite->runs[i].note);
		}
		if (len)
			fprintf(out, "SKIPPED  %s: %s\n", suite->duts[dut]->name, line);
	}
}
