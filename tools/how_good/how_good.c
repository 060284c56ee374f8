/* SPDX-License-Identifier: Apache-2.0 */
/* Writes doc/quality/how-good.md to stdout from tools/how_good/NAME.json and the files of reasons. Run in the root of the project.
 * usage: how_good [FOLDER-OF-JSON] */
#include "how_good.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const device_names[DEVICES] = { "bcm5718", "i82598", "ll10g", "bcm1250" };

static const struct {
	const char *name, *target, *says;
} measurements[MEASUREMENTS] = {
	[COVERAGE] = { "coverage", "make coverage",
	               "moments that met, values that occurred, rules that decided ([coverage.md](../use/coverage.md))" },
	[MUTANTS] = { "mutants", "make mutants", "faults that a program draws by lot ([mutants.md](mutants.md))" },
	[PLANTED] = { "planted", "make test ALL=1", "faults that people thought of (`tests/data/mutants`)" },
	[FORMAL] = { "formal", "make formal", "statements proved for every input ([formal.md](formal.md))" },
	[NETLISTS] = { "netlists", "make netlists",
	               "the suite on what a synthesizer makes of the RTL ([netlists.md](netlists.md))" },
	[TESTS] = { "tests", "make test", "what the tests cost, part by part" },
	[CHOICE] = { "choice", "make choice", "what each run of the suites adds, for its time" },
	[FUZZ] = { "fuzz", "make fuzz-bench", "hard faults, by random and by guided generation ([fuzz.md](../use/fuzz.md))" },
};

/* Returns false if the file is there and is no result of this measurement. A missing one is a result too: not measured. */
static bool read_measured(const char *folder, enum measurement which, struct measured *ret)
{
	char path[1024];
	json_error_t error;

	snprintf(path, sizeof(path), "%s/%s.json", folder, measurements[which].name);
	if (access(path, F_OK))
		return true;
	ret->of[which] = json_load_file(path, 0, &error);
	if (!ret->of[which]) {
		fprintf(stderr, "how_good: %s:%d: %s\n", path, error.line, error.text);
		return false;
	}
	if (strcmp(text_of(ret->of[which], "what"), measurements[which].name) ||
	    number_of(ret->of[which], "schema_version") != 1) {
		fprintf(stderr, "how_good: %s: no result of '%s' with schema_version 1; run that target again\n", path,
		        measurements[which].target);
		return false;
	}
	return true;
}

static void print_head(const struct measured *all)
{
	printf(
	    "<!-- written by make how-good -->\n"
	    "# How good the bench is\n\n"
	    "A bench is worth what it would catch. This page says what was measured, of each device and in both modes: *exact*,\n"
	    "in which the bench sees the observation ports and every register, and *black box*, in which it sees pins, counters\n"
	    "and the register bus alone. It also says **what the bench does not see**.\n\n"
	    "No number here was written by hand. `make how-good` makes the page from `tools/how_good/*.json`, which the\n"
	    "targets wrote, and from the files that give reasons. A test fails if the page is another one. Where a run was not\n"
	    "whole, the figure says of which part it is, and what was not hunted to the end counts against the bench. A\n"
	    "figure is of the commit in its row; the RTL, the bench and the suite may have changed since. To check one, run its\n"
	    "target, and compare `build/how_good/NAME.json`.\n\n"
	    "## Where the figures come from\n\n"
	    "| measured | target | commit |\n| --- | --- | --- |\n");
	for (unsigned i = 0; i < MEASUREMENTS; i++)
		printf("| %s | `%s` | %s |\n", measurements[i].says, measurements[i].target,
		       all->of[i] ? text_of(all->of[i], "commit") : "**not measured**");
	printf("\nA commit that ends with *-dirty* had changes that were not committed when it was measured.\n");
}

static void print_limits(void)
{
	printf(
	    "\n## How to read the figures\n\n"
	    "* **A reason is argued, not measured**, unless its page says otherwise. Each one is listed below, so that a reader "
	    "can\n"
	    "  disagree with it. A reason that a run refutes is an error of its target.\n"
	    "* **By one run only** are cells that one seed, or one stimulus in one mode, reaches: a change of that run loses "
	    "them\n"
	    "  (`pausebench coverage --once` lists them).\n"
	    "* **A cell that is reached was stimulated.** Coverage does not say that a wrong DUT would have been noticed there;\n"
	    "  mutants and planted faults do.\n"
	    "* **Equivalent** mutants were proved equivalent; one that merely looks harmless survives, unless a reason says "
	    "why.\n"
	    "* **The planted faults were written by the authors of the bench**, for it. A rate of them says that the bench "
	    "still\n"
	    "  sees what it was built to see. Mutants that Yosys draws by lot are the harder measure.\n"
	    "* **The bundled devices are ours.** Their RTL, written from public documents, is no silicon. What the bench found "
	    "in\n"
	    "  MACs of other people is in [tried-on.md](tried-on.md).\n"
	    "* **The golden model and the RTL were read from the same documents.** An error in the reading, made twice, is seen "
	    "by\n"
	    "  neither; [readings.md](../reference/readings.md) lists what was read how, where a document leaves a choice.\n"
	    "* **There is no X** in the simulator: registers start with random values instead ([netlists.md](netlists.md)). "
	    "Runs\n"
	    "  are repeated with four states elsewhere ([second-simulator.md](second-simulator.md)). Clock domain crossings, "
	    "timing\n"
	    "  and power are not in the bench at all.\n"
	    "* **It judges flow control, statistics, and what these need of a MAC**\n"
	    "  ([dut-contract.md](../reference/dut-contract.md)). DMA, PTP, auto-negotiation and energy-efficient Ethernet are\n"
	    "  not in it.\n"
	    "* Proofs and mutants are of the first row of each device. Its other rows, with other parameters and readings, have\n"
	    "  the netlists below, and the suite.\n");
}

static void print_rows(const struct measured *all)
{
	json_t *rows = rows_of(all, NETLISTS), *row;
	static const char *const kinds[] = { "words", "gates" };
	size_t i;

	if (!rows)
		return;
	printf("\n## All rows, as netlists\n\n| row | words: runs | findings | gates: runs | findings |\n| --- | --- | --- | --- "
	       "| --- |\n");
	json_array_foreach(rows, i, row)
	{
		printf("| %s |", text_of(row, "dut"));
		for (unsigned k = 0; k < 2; k++) {
			const json_t *runs = json_object_get(row, kinds[k]);
			if (runs)
				printf(" %lld | %lld |", number_of(runs, "runs"), number_of(runs, "findings"));
			else
				printf(" not measured | |");
		}
		printf("\n");
	}
}

static double seconds_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static void print_tests(const struct measured *all)
{
	json_t *rows = rows_of(all, TESTS), *row;
	size_t i;

	if (!rows)
		return;
	printf(
	    "\n## What the tests cost\n\n"
	    "`make test` on %lld cores; a planted fault is counted once for both modes, and a regression as one. The first row\n"
	    "is what make does before the others: it builds the programs, and hunts the planted faults.\n\n"
	    "| part | passed | failed | CPU seconds | seconds |\n| --- | --- | --- | --- | --- |\n",
	    number_of(all->of[TESTS], "cores"));
	json_array_foreach(rows, i, row)
	{
		printf("| %s |", text_of(row, "part"));
		if (json_object_get(row, "passed"))
			printf(" %lld | %lld |", number_of(row, "passed"), number_of(row, "failed"));
		else
			printf(" - | - |");
		printf(" %.0f | %.0f |\n", seconds_of(row, "cpu_seconds"), seconds_of(row, "wall_seconds"));
	}
	printf("| all | | | %.0f | %.0f |\n", seconds_of(all->of[TESTS], "cpu_seconds"),
	       seconds_of(all->of[TESTS], "wall_seconds"));
}

int main(int argc, char **argv)
{
	struct measured all = { 0 };
	bool fine = true;

	for (unsigned i = 0; i < MEASUREMENTS; i++)
		fine = read_measured(argc > 1 ? argv[1] : "tools/how_good", (enum measurement)i, &all) && fine;
	if (!fine)
		return 2;
	print_head(&all);
	print_glance(&all);
	print_limits();
	for (unsigned i = 0; i < DEVICES; i++) {
		printf("\n## %s\n\n", device_names[i]);
		print_figures(&all, device_names[i]);
		fine = print_blind(&all, device_names[i]) && fine;
	}
	print_rows(&all);
	print_suites(&all);
	print_tests(&all);
	for (unsigned i = 0; i < MEASUREMENTS; i++)
		json_decref(all.of[i]);
	return fine ? 0 : 2;
}
