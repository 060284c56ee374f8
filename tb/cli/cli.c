/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the values of options that several verbs of the command line have. */
#include "cli.h"
#include "base/spelling.h"
#include "base/tree.h"
#include "base/words.h"
#include "generate/seed.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

const struct dut *cli_dut(struct argp_state *state, const char *name)
{
	const struct dut *dut = dut_by_name(name);
	struct spelling spelling = spelling_of(name);
	char known[512] = "", hint[SPELLING_HINT_MAX];
	size_t used = 0;

	if (dut)
		return dut;
	for (size_t i = 0; i < dut_count && used < sizeof(known); i++)
		used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "", dut_table[i].name);
	for (size_t i = 0; i < dut_count; i++)
		spelling_offer(&spelling, dut_table[i].name);
	argp_failure(state, EXIT_ENVIRONMENT, 0, "unknown DUT '%s'%s; known: %s", name,
	             spelling_hint(&spelling, ", ", hint, sizeof(hint)), known);
	return NULL;
}

uint64_t cli_number(struct argp_state *state, const char *option, const char *text, uint64_t min, uint64_t max)
{
	uint64_t value;

	if (!words_number(text, &value) || value < min || value > max)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "%s: '%s' is no number from %llu to %llu", option, text,
		             (unsigned long long)min, (unsigned long long)max);
	return value;
}

void cli_seeds(struct argp_state *state, const char *text, uint32_t *ret_from, uint32_t *ret_to)
{
	const char *dots = strstr(text, "..");
	char first[32];

	snprintf(first, sizeof(first), "%.*s", dots ? (int)(dots - text) : (int)strlen(text), text);
	*ret_from = *ret_to = (uint32_t)cli_number(state, "--seeds", first, 0, UINT32_MAX);
	if (dots)
		*ret_to = (uint32_t)cli_number(state, "--seeds", dots + 2, *ret_from, UINT32_MAX);
}

unsigned cli_cores(void)
{
	cpu_set_t cores;

	CPU_ZERO(&cores);
	return sched_getaffinity(0, sizeof(cores), &cores) ? 1 : (unsigned)CPU_COUNT(&cores);
}

double cli_seconds(struct argp_state *state, const char *option, const char *text)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "min", 60 }, { "h", 3600 } };
	char *end;
	double value = strtod(text, &end);

	for (size_t i = 0; end != text && isfinite(value) && value > 0 && i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].unit))
			return value * units[i].seconds;
	argp_failure(state, EXIT_ENVIRONMENT, 0, "%s: '%s' is no time like 90, 60s, 5m or 1h", option, text);
	return 0;
}

double cli_reduce_seconds(struct argp_state *state, const char *text)
{
	return strcmp(text, "0") ? cli_seconds(state, "--reduce", text) : 0;
}

void cli_duts_add(struct argp_state *state, struct cli_duts *duts, const char *name)
{
	const struct dut *dut = cli_dut(state, name), **rows;

	for (size_t i = 0; i < duts->count; i++)
		if (duts->rows[i] == dut)
			return;
	rows = realloc(duts->rows, (duts->count + 1) * sizeof(rows[0]));
	if (!rows) {
		argp_failure(state, EXIT_ENVIRONMENT, ENOMEM, "cannot read the options");
		return;
	}
	duts->rows = rows;
	duts->rows[duts->count++] = dut;
}

void cli_duts_default(struct argp_state *state, struct cli_duts *duts)
{
	if (duts->count)
		return;
	for (size_t i = 0; i < dut_count; i++)
		cli_duts_add(state, duts, dut_table[i].name);
}

static void offer_scenario(void *context, const struct scenario_row *row)
{
	spelling_offer(context, row->name);
}

const char *cli_scenarios(struct argp_state *state, const char *text)
{
	struct spelling spelling;
	char unknown[64], hint[SPELLING_HINT_MAX];

	if (scenario_names_known(text, unknown, sizeof(unknown)))
		return text;
	spelling = spelling_of(unknown);
	spelling_offer(&spelling, "neutral");
	scenarios_each(offer_scenario, &spelling);
	argp_failure(state, EXIT_ENVIRONMENT, 0,
	             "--scenarios: unknown scenario '%s'%s; 'pausebench list scenarios' shows the known ones", unknown,
	             spelling_hint(&spelling, ", ", hint, sizeof(hint)));
	return text;
}

void cli_note_tree(const char *read)
{
	size_t len = strlen(tree_folder());

	if (!tree_is_around() && !strncmp(read, tree_folder(), len) && (!read[len] || read[len] == '/'))
		fprintf(stderr,
		        "pausebench: reads %s of the checkout that it was built in, since it lies in no checkout itself\n", read);
}
