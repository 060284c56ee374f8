/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a regression: the waves of the first failures and the verdict. */
#include "regress_parts.h"

#include "run/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES_MAX = 3 };

/* Calls the command of --traced once to build the traced program of DUT. */
static void build_traced(struct regress *r, const struct dut *dut, bool *built)
{
	char *command;
	int status;

	if (*built || !r->options->traced)
		return;
	*built = true;
	if (asprintf(&command, "%s%s", r->options->traced, dut->name) < 0)
		return;
	fflush(NULL);
	status = system(command);
	if (status)
		regress_say(r, "waves: '%s' failed", command);
	free(command);
}

void regress_waves(struct regress *r)
{
	bool *built = calloc(r->options->dut_count, sizeof(*built));
	char line[TRACED_LINE_MAX];
	unsigned made = 0;

	for (size_t i = 0; built && i < r->suite.count && made < WAVES_MAX; i++) {
		const struct suite_run *run = &r->suite.runs[i];
		const struct dut *dut = r->options->duts[run->dut];
		if (!run->folder || !run->cycles || run->first.rule == RULE_CRASH || r->interrupted || r->error ||
		    run_can_trace() || (r->options->stop && atomic_load(r->options->stop)))
			continue;
		made++;
		build_traced(r, dut, &built[run->dut]);
		traced_replay(run->folder, dut, &run->first, r->options->stop, line);
		if (strncmp(line, "none: ", 6))
			regress_say(r, "waves: %s", line);
		else
			regress_say(r, "waves: none for %s: %s", run->folder, line + 6);
	}
	free(built);
}

static const char *verdict(const struct regress *r, const struct suite_tally *total)
{
	if (total->findings)
		return r->suite.partial ? "FAIL, PARTIAL" : "FAIL";
	if (r->error)
		return "ERROR, PARTIAL";
	if (!total->runs || !total->checks)
		return "NOTHING CHECKED";
	return r->suite.partial ? "PARTIAL" : "PASS";
}

int regress_conclude(struct regress *r)
{
	struct suite_tally total = suite_total(&r->suite);
	char before[80] = "";

	if (total.passed_before)
		snprintf(before, sizeof(before), ", of which %" PRIu64 " passed before on the same content", total.passed_before);
	fprintf(r->options->log, "%s: %" PRIu64 " finding%s in %" PRIu64 " runs%s, %.1f s with %u jobs, %s\n", verdict(r, &total),
	        total.findings, total.findings == 1 ? "" : "s", total.runs, before, clock_seconds() - r->started,
	        r->options->jobs, r->summary);
	if (r->error)
		return EXIT_ENVIRONMENT;
	if (total.findings)
		return EXIT_FINDINGS;
	if (!total.runs && !r->interrupted && !r->missing)
		env_refuse(r->ret_error, "no run: every stimulus was skipped; choose other DUTs, --stimuli or --seeds");
	if (r->missing)
		env_refuse(r->ret_error, "%" PRIu64 " runs are missing; the partial results are in %s", r->missing,
		           r->options->out);
	if (r->interrupted)
		env_refuse(r->ret_error, "interrupted; the partial results are in %s", r->options->out);
	return total.runs && !r->interrupted && !r->missing ? EXIT_CLEAN : EXIT_ENVIRONMENT;
}
