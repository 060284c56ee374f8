/* SPDX-License-Identifier: Apache-2.0 */
/* The default suite and smoke keep what was measured: every kill and every cell has a run that they have. The tables are those of `make choice`. */
#include "support.h"

#include "coverage/sum.h"
#include "regress/chosen.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#define STIMULI "tests/data/stimuli"

/* ---- sets of names, each with a number ---- */

struct name {
	char *text;
	unsigned value;
};

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

/* The name TEXT of SET, which is added with the value 0 if it is new. */
static struct name *name_of(void **set, const char *text)
{
	struct name *name = malloc(sizeof(*name)), **found;

	cr_assert_not_null(name);
	*name = (struct name){ strdup(text), 0 };
	found = tsearch(name, set, by_text);
	cr_assert_not_null(found);
	if (*found != name) {
		free(name->text);
		free(name);
	}
	return *found;
}

static void name_free(void *name)
{
	free(((struct name *)name)->text);
	free(name);
}

/* ---- the suites ---- */

/* A suite as the plan of a regression has it. */
struct plan {
	struct chosen *chosen;
	char folder[128];
};

static void plan_open(struct plan *plan, const char *folder, const char *suite)
{
	struct env_error error;

	snprintf(plan->folder, sizeof(plan->folder), "%s", folder);
	cr_assert_eq(chosen_open(folder, suite, &plan->chosen, &error), 0, "%s", error.text);
	cr_assert_not_null(plan->chosen, "%s/%s.suite is missing; make choice writes it", folder, suite);
}

/* True if the suite has the run; so has each one of a stimulus that has changed since it was measured. */
static bool plans(const struct plan *plan, const char *row, const char *mode, const char *run)
{
	const struct dut *dut = dut_by_name(row);
	char path[256];

	cr_assert_not_null(dut, "unknown row %s", row);
	if (!strncmp(run, "seed-", 5))
		return chosen_seed(plan->chosen, dut, (uint32_t)atoi(run + 5)) != CHOSEN_NOT;
	snprintf(path, sizeof(path), "%s/%s.stim", plan->folder, run);
	return chosen_file(plan->chosen, dut, path, !strcmp(mode, "black-box")) != CHOSEN_NOT;
}

/* ---- kills ---- */

/* True if smoke builds the row. */
static bool is_built(const char *row)
{
	static char rows[1024];

	if (!*rows) {
		struct command c;
		command_run(&c, "mk/rows.sh --built " STIMULI "/smoke.suite");
		cr_assert_eq(c.status, 0, "%s", c.err);
		snprintf(rows, sizeof(rows), " %s", c.out);
		command_release(&c);
	}
	char word[64];
	snprintf(word, sizeof(word), " %s ", row);
	return strstr(rows, word);
}

/* What is asked of each kill of kills.txt: its words, and how many of its runs the suite has. */
typedef void kill_fn(void *context, const char *kind, const char *mode, const char *fault, const char *row, unsigned runs);

static void each_kill(const struct plan *suite, const struct plan *smoke, kill_fn *back, void *context)
{
	FILE *in = fopen("tests/data/choice/kills.txt", "r");
	char *line = NULL, *rest, *word[5], *run;
	size_t room = 0;

	cr_assert_not_null(in);
	while (getline(&line, &room, in) >= 0) {
		unsigned runs = 0;
		if (*line == '#')
			continue;
		word[0] = strtok_r(line, " \n", &rest);
		for (size_t i = 1; i < COUNT_OF(word); i++)
			cr_assert_not_null(word[i] = strtok_r(NULL, " \n", &rest));
		if (!strcmp(word[0], "drawn")) { /* word[2] is the run, and mutants follow */
			unsigned planned = plans(suite, word[4], word[1], word[2]);
			for (char *number, fault[96]; (number = strtok_r(NULL, " \n", &rest));) {
				snprintf(fault, sizeof(fault), "%s/%s", dut_by_name(word[4])->model, number);
				back(context, word[0], word[1], fault, word[4], planned);
			}
			continue;
		}
		while ((run = strtok_r(NULL, " \n", &rest)))
			runs += plans(strcmp(word[0], "smoke") ? suite : smoke, word[4], word[1], run);
		back(context, word[0], word[1], word[2], word[4], runs);
	}
	free(line);
	fclose(in);
}

/* The faults by kind, mode and name, and whether a run finds each. */
static void note_kill(void *context, const char *kind, const char *mode, const char *fault, const char *row, unsigned runs)
{
	char text[256];

	(void)row;

	snprintf(text, sizeof(text), "%s %s %s", kind, mode, fault);
	name_of(context, text)->value += runs;
}

static unsigned lost_faults, found_faults;
static bool quiet;

static void count_fault(const void *node, VISIT visit, int depth)
{
	const struct name *name = *(struct name *const *)node;

	(void)depth;
	if (visit != postorder && visit != leaf)
		return;
	found_faults += name->value > 0;
	lost_faults += !name->value;
	if (!name->value && !quiet)
		cr_expect_fail("no run of the suite finds it any more: %s; make choice measures the runs anew", name->text);
}

static void count_faults(const char *folder)
{
	struct plan suite, smoke;
	void *faults = NULL;

	plan_open(&suite, folder, "default");
	plan_open(&smoke, folder, "smoke");
	each_kill(&suite, &smoke, note_kill, &faults);
	lost_faults = found_faults = 0;
	twalk(faults, count_fault);
	tdestroy(faults, name_free);
	chosen_close(suite.chosen);
	chosen_close(smoke.chosen);
}

Test(choice, every_kill_has_a_run)
{
	count_faults(STIMULI);
	cr_expect_gt(found_faults, 2 * 800 + 2 * 7000);
}

/* Leaving out the one run that finds a fault loses it; a stimulus that has changed since then is no loss, since it runs. */
Test(choice, a_run_that_is_needed_is_missed)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "choice");
	command_run(&c,
	            "cp -r " STIMULI
	            " tests/data/captures %s && awk '$1 == \"planted\" && NF == 6 && !/ seed-/ { print $6; exit }' "
	            "tests/data/choice/kills.txt",
	            folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	c.out[strcspn(c.out, "\n")] = 0;
	cr_assert_gt(strlen(c.out), 0);
	{
		struct command cut;
		command_run(&cut, "sed -i 's,^\\(%s [0-9a-f]*\\) .*,\\1 -,' %s/stimuli/default.suite", c.out, folder);
		cr_assert_eq(cut.status, 0, "%s", cut.err);
		command_release(&cut);
		quiet = true;
		strncat(folder, "/stimuli", sizeof(folder) - strlen(folder) - 1);
		count_faults(folder);
		cr_expect_gt(lost_faults, 0, "%s", c.out);
		command_run(&cut, "echo 'wait 1' >> %s/%s.stim", folder, c.out);
		command_release(&cut);
		count_faults(folder);
		cr_expect_eq(lost_faults, 0, "%s", c.out);
	}
	command_release(&c);
}

/* ---- smoke ---- */

struct rate {
	const char *device;
	unsigned planted, found;
};

/* A find of smoke counts if `make smoke` builds the row. */
static void rate_kill(void *context, const char *kind, const char *mode, const char *fault, const char *row, unsigned runs)
{
	struct rate *rate = context;
	bool mine = !strncmp(fault, rate->device, strlen(rate->device)) && fault[strlen(rate->device)] == '/';

	rate->planted += mine && !strcmp(kind, "planted") && !strcmp(mode, "exact");
	rate->found += mine && !strcmp(kind, "smoke") && runs && is_built(row);
}

Test(choice, smoke_finds_95_of_100_planted_faults)
{
	static const char *const devices[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	struct plan suite, smoke;

	plan_open(&suite, STIMULI, "default");
	plan_open(&smoke, STIMULI, "smoke");
	for (size_t i = 0; i < COUNT_OF(devices); i++) {
		struct rate rate = { .device = devices[i] };
		each_kill(&suite, &smoke, rate_kill, &rate);
		cr_expect_gt(rate.planted, 100, "%s", rate.device);
		cr_expect_geq(100 * rate.found, 95 * rate.planted, "%s: %u of %u", rate.device, rate.found, rate.planted);
	}
	chosen_close(suite.chosen);
	chosen_close(smoke.chosen);
}

/* What smoke does not build has no RTL of its own, so that no edit concerns it alone. */
Test(choice, smoke_builds_all_rtl)
{
	for (size_t i = 0; i < dut_count; i++) {
		bool built = false;
		for (size_t k = 0; k < dut_count && !built; k++)
			built = is_built(dut_table[k].name) && !strcmp(dut_table[k].model, dut_table[i].model);
		cr_expect(built, "no row of %s is built", dut_table[i].model);
	}
	struct command c;
	command_run(
	    &c,
	    "for row in $(sed -n 's/^DUTS := *//p' build/gen/duts.mk); do sed -n \"s/^\\(SOURCES\\|TOP\\|PHY\\)_$row := *//p\" "
	    "build/gen/duts.mk | tr '\\n' ' '; sed -n \"s/^MODEL_$row := *//p\" build/gen/duts.mk; done | sort -u | wc -l");
	cr_expect_str_eq(c.out, "4\n", "rows of one device have different RTL: %s%s", c.out, c.err);
	command_release(&c);
}

/* The time that was measured when the runs were chosen, in one process on one core. */
Test(choice, smoke_of_a_device_runs_for_2_seconds)
{
	static const char *const devices[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	json_t *root = json_read("tools/how_good/choice.json"), *row;

	for (size_t i = 0; i < COUNT_OF(devices); i++) {
		double seconds = 0;
		size_t k, rows = 0;
		json_array_foreach(json_object_get(root, "rows"), k, row)
		{
			const struct dut *dut = dut_by_name(json_string_value(json_object_get(row, "dut")));
			cr_assert_not_null(dut);
			if (strcmp(dut->model, devices[i]) || strcmp(json_string_value(json_object_get(row, "suite")), "smoke"))
				continue;
			seconds += json_number_value(json_object_get(row, "seconds"));
			rows++;
		}
		cr_expect_geq(rows, 3, "%s", devices[i]);
		cr_expect_leq(seconds, 2, "%s: %g", devices[i], seconds);
	}
	json_decref(root);
}

/* ---- cells ---- */

/* Expects a run for each line of cells.txt; adds "DEVICE CELL" of each to CELLS. */
static void read_cells(const struct plan *plan, void **cells)
{
	FILE *in = fopen("tests/data/choice/cells.txt", "r");
	char *line = NULL, *rest, *row, *mode, *run, *word, text[256];
	size_t room = 0;

	cr_assert_not_null(in);
	while (getline(&line, &room, in) >= 0) {
		if (*line == '#')
			continue;
		row = strtok_r(line, " \n", &rest);
		mode = strtok_r(NULL, " \n", &rest);
		run = strtok_r(NULL, " \n", &rest);
		cr_assert_not_null(run);
		cr_expect(plans(plan, row, mode, run), "%s %s %s was chosen for cells but is not planned; run make choice", row,
		          mode, run);
		while ((word = strtok_r(NULL, " \n", &rest))) {
			snprintf(text, sizeof(text), "%s %s", dut_by_name(row)->model, word);
			name_of(cells, text)->value = 1;
		}
	}
	free(line);
	fclose(in);
}

/* The name in cells.txt of CELL of MODEL. */
static void cell_name(const char *model, const struct coverage_cell *cell, char ret[256])
{
	char bin[48];

	if (cell->meet) {
		snprintf(ret, 256, "%s %s/%s/%+d", model, moment_table[cell->a].name, moment_table[cell->b].name, cell->distance);
		return;
	}
	snprintf(ret, 256, "%s %s/%s/%s", model, points_table[cell->a].name,
	         coverage_bin_name(&points_table[cell->a], cell->b, bin), points_table[cell->a].column[cell->distance]);
	for (char *blank = strchr(ret, ' ') + 1; (blank = strchr(blank, ' '));)
		*blank = '_';
}

/* True if a row runs the stimulus file PATH. */
static bool any_row_takes(const char *path)
{
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	char reason[96];
	bool ret = false;

	for (size_t i = 0; i < dut_count && !ret; i++) {
		struct stimulus stim;
		struct env_error error;
		ret = !source_load(&source, &dut_table[i], &stim, &error) &&
		      !stimulus_unfit(&stim, &dut_table[i], reason, sizeof(reason));
		stimulus_release(&stim);
	}
	return ret;
}

/* Counts the stimuli that a row runs and that were not measured with their content of now, so that they run by default. */
static unsigned count_unmeasured(const struct plan *plan)
{
	struct env_error error;
	unsigned ret = 0;
	char **paths;
	size_t count;

	cr_assert_eq(stimuli_list(plan->folder, &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++)
		ret += chosen_file(plan->chosen, dut_by_name("bcm5718"), paths[i], false) == CHOSEN_UNKNOWN &&
		       any_row_takes(paths[i]);
	stimuli_free(paths, count);
	return ret;
}

struct cells_wanted {
	const struct plan *plan;
	const char *model;
	void *cells;
	unsigned count, lacking;
};

/* A cell that a stimulus reaches which was not measured may have no run in the table yet. */
static void want_run(void *context, const struct coverage_cell *cell)
{
	struct cells_wanted *w = context;
	char text[256];

	if (cell->reason)
		return;
	cell_name(w->model, cell, text);
	if (!name_of(&w->cells, text)->value && !w->lacking++)
		cr_expect(count_unmeasured(w->plan) > 0, "no run of the default suite was chosen for %s", text);
	w->count++;
}

Test(choice, every_cell_without_a_reason_has_a_run)
{
	static const char *const models[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };
	static const struct coverage_sum none;
	struct plan plan;
	struct cells_wanted wanted = { .plan = &plan };

	plan_open(&plan, STIMULI, "default");
	read_cells(&plan, &wanted.cells);
	for (size_t i = 0; i < COUNT_OF(models); i++) {
		wanted.model = models[i];
		coverage_each_cell(models[i], &none, want_run, &wanted);
	}
	cr_expect_gt(wanted.count, 10000);
	tdestroy(wanted.cells, name_free);
	chosen_close(plan.chosen);
}

/* Of a hunt that goes on, or was stopped, nobody knows yet which mutants only a run that it has not come to kills. */
Test(choice, journals_count_when_their_hunt_has_ended)
{
	char folder[64];
	struct command c;

	scratch_make(folder, sizeof(folder), "choice_journals");
	command_run(
	    &c,
	    "cd %s && mkdir -p mutants/generated/ll10g/ll10g_alt mutants/generated/i82598/ll10g_alt && cd mutants/generated && "
	    "for f in ll10g ll10g/ll10g_alt i82598/ll10g_alt; do echo killed > $f/journal; done; touch i82598/journal "
	    "i82598/whole",
	    folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	command_run(
	    &c, "tools/choice/journals.sh %s ll10g; tools/choice/journals.sh %s i82598; tools/choice/journals.sh %s ll10g_alt",
	    folder, folder, folder);
	cr_expect(c.status == 0 && strstr(c.out, "generated/i82598/ll10g_alt/journal\n") && !strstr(c.out, "generated/ll10g"),
	          "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c,
	            "touch %s/mutants/generated/ll10g/whole && tools/choice/journals.sh %s ll10g && tools/choice/journals.sh %s "
	            "ll10g_alt | wc -l",
	            folder, folder, folder);
	cr_expect(c.status == 0 && strstr(c.out, "generated/ll10g/journal\n2\n"), "%s%s", c.out, c.err);
	command_release(&c);
}
