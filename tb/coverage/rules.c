/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of a sum, and the planted faults by the heads of their patches. */
#include "rules.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <string.h>

static const char *const mode_names[COVERAGE_MODES] = { "exact", "black-box" };

/* ---- planted faults ---- */

static uint32_t *found_of(struct coverage_faults *faults, const char *model)
{
	for (size_t i = 0; i < faults->count; i++)
		if (!strcmp(faults->device[i].model, model))
			return faults->device[i].found;
	if (faults->count == COVERAGE_DEVICES_MAX)
		return NULL;
	faults->device[faults->count].model = model;
	return faults->device[faults->count++].found;
}

static int read_patch(const char *path, struct coverage_faults *faults, struct env_error *ret_error)
{
	FILE *in = fopen(path, "r");
	char line[512], dut[64] = "", rule[64] = "";
	const struct dut *row;
	uint32_t *found;

	if (!in)
		return env_fail(ret_error, errno, "%s: %s", path, strerror(errno));
	while (fgets(line, sizeof(line), in) && *line == '#') {
		sscanf(line, "# dut: %63s", dut);
		sscanf(line, "# rule: %63s", rule);
	}
	fclose(in);
	row = dut_by_name(dut);
	found = row && rule_by_name(rule) >= 0 ? found_of(faults, row->model) : NULL;
	if (found)
		found[rule_by_name(rule)]++;
	return 0;
}

int coverage_faults_read(const char *folder, struct coverage_faults *ret, struct env_error *ret_error)
{
	char pattern[512];
	glob_t paths;
	int rc = 0;

	memset(ret, 0, sizeof(*ret));
	snprintf(pattern, sizeof(pattern), "%s/*/*.patch", folder);
	if (glob(pattern, 0, NULL, &paths))
		return env_fail(ret_error, ENOENT, "%s: there is no patch in its folders", folder);
	for (size_t i = 0; i < paths.gl_pathc && !rc; i++)
		rc = read_patch(paths.gl_pathv[i], ret, ret_error);
	globfree(&paths);
	return rc;
}

uint32_t coverage_faults_of(const struct coverage_faults *faults, const char *model, enum rule rule)
{
	for (size_t i = 0; i < faults->count; i++)
		if (!strcmp(faults->device[i].model, model))
			return faults->device[i].found[rule];
	return 0;
}

/* ---- reasons ---- */

static const struct no_rule {
	const char *model, *mode, *rule, *reason;
} no_rules[] = {
#define NEVER(model, moment, reason)
#define NO_MEET(model, a, b, from, to, reason)
#define NO_POINT(model, group, from, to, column, reason)
#define NO_RULE(model, mode, rule, reason) { model, mode, rule, reason },
#include "unreached.def"
#undef NO_RULE
#undef NO_MEET
#undef NO_POINT
#undef NEVER
	{ NULL, NULL, NULL, NULL },
};

const char *coverage_rule_reason(const char *model, enum coverage_mode mode, enum rule rule)
{
	for (const struct no_rule *n = no_rules; n->model; n++)
		if (coverage_is(n->model, model) && coverage_is(n->mode, mode_names[mode]) &&
		    coverage_is(n->rule, rule_table[rule].name))
			return n->reason;
	return NULL;
}

/* ---- counts and text ---- */

static bool counts(enum rule rule)
{
	return cover_table[rule].kind == COVER_EXERCISED;
}

void coverage_count_rules(const char *model, const struct coverage_sum *sum, enum coverage_mode mode, struct coverage_count *ret)
{
	*ret = (struct coverage_count){ 0 };
	for (unsigned i = 0; i < RULE_COUNT; i++) {
		bool decided = sum->rules[mode][i].decided, reason;
		if (!counts((enum rule)i))
			continue;
		reason = coverage_rule_reason(model, mode, (enum rule)i);
		ret->cells++;
		ret->reached += decided;
		ret->explained += !decided && reason;
		ret->open += !decided && !reason;
		ret->refuted += decided && reason;
		ret->once += sum->rules[mode][i].deciding == 1;
	}
}

void coverage_print_rules(FILE *out, const char *model, const struct coverage_sum *sum, const struct coverage_faults *faults)
{
	fprintf(out, "%-10s %-22s %8s %10s %10s %8s %10s %10s %7s\n", "device", "rule", "exact", "armed", "decided", "black box",
	        "armed", "decided", "faults");
	for (unsigned i = 0; i < RULE_COUNT; i++) {
		const struct coverage_rule *e = &sum->rules[COVERAGE_EXACT][i], *b = &sum->rules[COVERAGE_BLACK_BOX][i];
		if (counts((enum rule)i))
			fprintf(out,
			        "%-10s %-22s %8" PRIu32 " %10" PRIu64 " %10" PRIu64 " %9" PRIu32 " %10" PRIu64 " %10" PRIu64
			        " %7" PRIu32 "\n",
			        model, rule_table[i].name, e->runs, e->armed, e->decided, b->runs, b->armed, b->decided,
			        coverage_faults_of(faults, model, (enum rule)i));
	}
}

void coverage_print_undecided(FILE *out, const char *model, const struct coverage_sum *sum, bool open, bool explained)
{
	for (unsigned mode = 0; mode < COVERAGE_MODES; mode++)
		for (unsigned i = 0; i < RULE_COUNT; i++) {
			const struct coverage_rule *rule = &sum->rules[mode][i];
			const char *reason = coverage_rule_reason(model, (enum coverage_mode)mode, (enum rule)i);
			if (!counts((enum rule)i))
				continue;
			if (rule->decided && reason)
				fprintf(out, "%s: rule %s, %s: decided in %" PRIu32 " runs, but unreached.def says: %s\n", model,
				        rule_table[i].name, mode_names[mode], rule->deciding, reason);
			else if (!rule->decided && (reason ? explained : open))
				fprintf(out, "%s: rule %s, %s: not decided%s%s\n", model, rule_table[i].name, mode_names[mode],
				        reason ? ": " : "", reason ? reason : "");
		}
}
