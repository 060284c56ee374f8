/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the suite of `make regress` on one faulty DUT until a run's first finding names the expected rule.
 *
 * usage: hunt FAULT DUT RULE STIMULI OUT.json
 * OUT: {fault, dut, expected_rule, caught, rule, items, by}; rule is that of the first finding if the expected one never came. */
#include "regress.h"
#include "seam.h"
#include "source.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CYCLES = 20000000 };

extern const struct seam_ops seam_ops_fault;
const struct seam_ops *const seam_table[] = { &seam_ops_fault, NULL };

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the one DUT of this program stands for the row it was made from */
	return &seam_ops_fault;
}

struct hunt {
	const struct dut *dut;
	const char *expected;
	bool caught;
	char first_rule[64], first_by[96], by[96];
	uint64_t items;
	struct run_result result; /* too large for the stack of a callee */
};

/* True when the hunt is over. */
static bool hunt_run(struct hunt *hunt, const struct source *source)
{
	struct run_options options = { .max_cycles = MAX_CYCLES, .max_seconds = 30 };
	struct stimulus stim = { 0 };
	struct env_error error;
	const char *rule;

	if (!source_load(source, hunt->dut, &stim, &error) && !run_stimulus(hunt->dut, &stim, &options, &hunt->result) &&
	    hunt->result.status != RUN_SKIPPED) {
		hunt->items += hunt->result.items;
		if (hunt->result.score.findings) {
			rule = rule_table[hunt->result.score.finding[0].rule].name;
			snprintf(hunt->by, sizeof(hunt->by), "%s", stim.name);
			hunt->caught = !strcmp(rule, hunt->expected);
			if (!hunt->first_rule[0]) {
				snprintf(hunt->first_rule, sizeof(hunt->first_rule), "%s", rule);
				snprintf(hunt->first_by, sizeof(hunt->first_by), "%s", stim.name);
			}
		}
	}
	stimulus_release(&stim);
	return hunt->caught;
}

static int hunt_all(struct hunt *hunt, const char *stimuli)
{
	struct env_error error;
	char **paths;
	size_t count;

	if (stimuli_list(stimuli, &paths, &count, &error))
		return 2;
	for (size_t i = 0; i < count && !hunt->caught; i++)
		hunt_run(hunt, &(struct source){ .kind = SOURCE_FILE, .path = paths[i] });
	stimuli_free(paths, count);
	for (uint32_t seed = 1; seed <= REGRESS_SEEDS_COUNT && !hunt->caught; seed++)
		hunt_run(hunt, &(struct source){ .kind = SOURCE_SEED, .seed = seed, .items = REGRESS_ITEMS_DEFAULT });
	return 0;
}

int main(int argc, char **argv)
{
	static struct hunt hunt;
	json_t *json;

	if (argc != 6 || rule_by_name(argv[3]) < 0 || !(hunt.dut = dut_by_name(argv[2]))) {
		fprintf(stderr, "hunt: %s: unknown rule '%s' or DUT '%s'; see pausebench list rules\n", argc > 1 ? argv[1] : "?",
		        argc > 3 ? argv[3] : "", argc > 2 ? argv[2] : "");
		return 2;
	}
	hunt.expected = argv[3];
	if (hunt_all(&hunt, argv[4]))
		return 2;
	json = json_pack("{s:s, s:s, s:s, s:b, s:s, s:I, s:s}", "fault", argv[1], "dut", argv[2], "expected_rule", argv[3],
	                 "caught", (int)hunt.caught, "rule", hunt.caught ? argv[3] : hunt.first_rule, "items",
	                 (json_int_t)hunt.items, "by", hunt.caught ? hunt.by : hunt.first_by);
	return !json || json_dump_file(json, argv[5], JSON_INDENT(2)) ? 2 : 0;
}
