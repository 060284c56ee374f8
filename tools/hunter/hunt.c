/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the suite of `make regress` on one mutant, twice: with the observation ports until a run's first finding names the expected
 * rule, then as a black box until any run has a finding.
 *
 * A black box often sees only a consequence of a mutant, under another rule. So there every rule counts except checked-nothing and covers,
 * and the table names the rule that was found. A mutant that a black box cannot see gives the reason in its head. The hunt tests that
 * claim: every stimulus file, and the stimulus that caught the mutant in exact mode, must pass as a black box. A finding refutes the reason
 * and is an error. The seeds are not part of this test, because all of them would have to run for each such mutant.
 *
 * The stimuli that claim to cover the expected rule are tried first, and the first seeds before the other files with long runs: most mutants are found
 * soon. What finds a mutant does not depend on this order, only which stimulus the table names.
 *
 * usage: hunt MUTANT DUT RULE REASON STIMULI OUT.json EXPECT [NUMBER]; NUMBER is the mutant's in a joined model (multiplex.c). STIMULI is a
 * folder, or a list of stimulus files in the order in which they are tried. REASON is empty unless a black box cannot see the mutant. EXPECT is empty, or a stimulus of which a line "expect" must find the mutant, whatever the golden model finds.
 * OUT: {mutant, dut, expected_rule, caught, rule, items, by, runs, what, expected, actual, why, cycle, cause_cycle, black_box: {the same from caught on,
 * reason}, reduced: {of, rule, what, again, whole, before, after, runs, seconds, stimulus}}; rule is that of the first finding if the expected one never
 * came; texts and cycles are the finding's; reduced is what is left of a run that found the mutant (tb/reduce).
 *
 * usage: hunt DUT STIMULI LIST writes the files that the row takes into LIST, the shortest run first; the model has no fault then. A line is
 * "PATH CLOCKS RULE...", where CLOCKS are those of the run, and the RULEs those that the stimulus claims to cover.
 *
 * Linked with a profile (tools/hunter/by_profile.sh), whose row is the DUT, the hunt is one of the black box alone, with the neutral stimuli and seeds
 * that this row takes: the golden model is then that of the standard, which knows the device by its profile only. Nothing is reduced there. */
#include "../saver/saver.h"
#include "hang.h"
#include "profile/profile.h"
#include "reduce/reduce.h"
#include "regress/regress.h"
#include "report/report.h"
#include "run/run.h"
#include "seam/seam.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CYCLES = 20000000, SEEDS_OF_PROFILE = 300 /* as tools/hunter/by_profile.sh */ };

/* A seed's run has some 10,000 clocks. */
enum { LONG_CYCLES = 50000, FIRST_SEEDS = 40 };

unsigned planted_fault; /* of a joined model, tools/multiplexer/multiplex.c */

extern const struct seam_ops seam_ops_mutant;
const struct seam_ops *const seam_table[] = { &seam_ops_mutant, NULL };

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the only DUT of this program takes the place of the row from which it was made */
	return &seam_ops_mutant;
}

struct file {
	char *path;
	uint64_t cycles;         /* of its run without a fault; 0: not known */
	struct cover_set covers; /* the rules that it claims to cover, if they are known */
};

struct files {
	struct file *file;
	size_t count;
};

static void files_free(struct files *files)
{
	for (size_t i = 0; i < files->count; i++)
		free(files->file[i].path);
	free(files->file);
}

static int files_add(struct files *files, const struct file *file)
{
	struct file *more = realloc(files->file, (files->count + 1) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	files->file = more;
	more[files->count] = *file;
	more[files->count].path = strdup(file->path);
	return more[files->count++].path ? 0 : -ENOMEM;
}

/* Adds the file of a line of a list. */
static int files_add_line(struct files *files, char *line)
{
	char *rest, *cycles, *name;
	struct file file = { .path = strtok_r(line, " \n", &rest) };

	if (!file.path)
		return 0;
	if ((cycles = strtok_r(NULL, " \n", &rest)))
		file.cycles = strtoull(cycles, NULL, 10);
	while ((name = strtok_r(NULL, " \n", &rest))) {
		int rule = rule_by_name(name);
		if (rule < 0)
			return -EINVAL;
		file.covers.has[rule] = true;
	}
	return files_add(files, &file);
}

/* Adds the files of a folder. One that cannot be read is refused when it is run. */
static int files_add_folder(struct files *files, const char *path, const struct dut *dut, struct env_error *error)
{
	char **paths;
	size_t count;
	int rc = stimuli_list(path, &paths, &count, error);

	if (rc)
		return rc;
	for (size_t i = 0; i < count && !rc; i++) {
		struct stimulus stim = { 0 };
		struct env_error unread;
		const struct source source = { .kind = SOURCE_FILE, .path = paths[i] };
		source_load(&source, dut, &stim, &unread);
		rc = files_add(files, &(struct file){ .path = paths[i], .covers = stim.covers });
		stimulus_release(&stim);
	}
	stimuli_free(paths, count);
	return rc;
}

/* Lists the stimulus files of the folder PATH, with what they claim to cover on DUT, or those of the list PATH. */
static int files_open(const char *path, const struct dut *dut, struct files *ret)
{
	struct env_error error = { 0 };
	FILE *list = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	*ret = (struct files){ 0 };
	if (!list || getline(&line, &size, list) < 0) {
		rc = files_add_folder(ret, path, dut, &error);
	} else {
		do
			rc = files_add_line(ret, line);
		while (!rc && getline(&line, &size, list) >= 0);
	}
	if (rc)
		fprintf(stderr, "hunt: %s: %s\n", path, *error.text ? error.text : strerror(-rc));
	if (list)
		fclose(list);
	free(line);
	return rc;
}

struct hunt {
	const struct dut *dut;
	const char *expected; /* the rule that must be found; NULL: any */
	int first;            /* the stimuli that claim to cover this rule are tried first; negative: none */
	bool black_box, seeds;
	bool caught;
	char rule[64], by[96];  /* of the finding that caught the mutant, else of the first finding */
	struct finding finding; /* the same */
	struct source source;   /* of .by */
	uint64_t items, runs;
};

/* checked-nothing and covers say nothing about the DUT, so they alone do not catch a mutant. */
static void note_finding(struct hunt *hunt, const struct source *source, const char *name, const struct finding *finding)
{
	const char *rule = rule_table[finding->rule].name;
	bool says_nothing = !strcmp(rule, rule_table[RULE_CHECKED_NOTHING].name) || !strcmp(rule, rule_table[RULE_COVERS].name);

	hunt->caught = hunt->expected ? !strcmp(rule, hunt->expected) : !says_nothing;
	if (hunt->rule[0] && !hunt->caught)
		return;
	snprintf(hunt->rule, sizeof(hunt->rule), "%s", rule);
	snprintf(hunt->by, sizeof(hunt->by), "%s", name);
	hunt->finding = *finding;
	hunt->source = *source;
}

static bool expects_wire(const struct hunt *hunt)
{
	return hunt->expected && !strcmp(hunt->expected, rule_table[RULE_EXPECT_WIRE].name);
}

/* The first finding of the run; what the stimulus expected names no part of the MAC, so that it counts only if nothing else was found, or
 * if it is expected. */
static const struct finding *told_by(const struct hunt *hunt, const struct scoreboard_result *score)
{
	uint64_t kept = score->findings < SCOREBOARD_FINDINGS_MAX ? score->findings : SCOREBOARD_FINDINGS_MAX;

	for (uint64_t i = 0; i < kept; i++)
		if ((score->finding[i].rule == RULE_EXPECT_WIRE) == expects_wire(hunt))
			return &score->finding[i];
	return &score->finding[0];
}

/* A mutant of rule expect-wire is an error that RTL and golden model share, so nothing but expectations may find it. */
static void check_shared(const struct hunt *hunt, const char *name, const struct scoreboard_result *score)
{
	for (uint64_t i = 0; expects_wire(hunt) && i < score->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		enum rule rule = score->finding[i].rule;
		if (rule == RULE_EXPECT || rule == RULE_EXPECT_WIRE || rule == RULE_COVERS)
			continue;
		fprintf(stderr, "hunt: %s finds %s too, so RTL and golden model do not share the error\n", name,
		        rule_table[rule].name);
		exit(2);
	}
}

static void hunt_run(struct hunt *hunt, const struct source *source)
{
	static struct run_result result; /* too large for the stack */
	struct run_options options = { .max_cycles = MAX_CYCLES,
		                       .max_seconds = HANG_SECONDS,
		                       .black_box = hunt->black_box,
		                       .first_only = !expects_wire(hunt) };
	struct stimulus stim = { 0 };
	struct env_error error;

	if (source_load(source, hunt->dut, &stim, &error)) {
		fprintf(stderr, "hunt: %s\n", error.text);
		exit(2);
	}
	if (run_stimulus(hunt->dut, &stim, &options, &result)) {
		fprintf(stderr, "hunt: %s cannot be run on %s\n", stim.name, hunt->dut->name);
		exit(2);
	}
	if (result.status != RUN_SKIPPED) {
		hunt->items += result.items;
		hunt->runs++;
	}
	check_shared(hunt, stim.name, &result.score);
	if (result.score.findings)
		note_finding(hunt, source, stim.name, told_by(hunt, &result.score));
	stimulus_release(&stim);
}

static bool claims(const struct hunt *hunt, const struct file *file)
{
	return hunt->first >= 0 && file->covers.has[hunt->first];
}

/* Those of FILES that claim to cover the rule that comes first. */
static void hunt_claiming(struct hunt *hunt, const struct files *files)
{
	for (size_t i = 0; i < files->count && !hunt->caught; i++)
		if (claims(hunt, &files->file[i]))
			hunt_run(hunt, &(struct source){ .kind = SOURCE_FILE, .path = files->file[i].path });
}

/* The others, whose run is long, or not long or of unknown length. */
static void hunt_others(struct hunt *hunt, const struct files *files, bool is_long)
{
	for (size_t i = 0; i < files->count && !hunt->caught; i++)
		if (!claims(hunt, &files->file[i]) && (files->file[i].cycles > LONG_CYCLES) == is_long)
			hunt_run(hunt, &(struct source){ .kind = SOURCE_FILE, .path = files->file[i].path });
}

static void hunt_seeds(struct hunt *hunt, uint32_t first, uint32_t last)
{
	for (uint32_t seed = first; hunt->seeds && seed <= last && !hunt->caught; seed++)
		hunt_run(hunt, &(struct source){ .kind = SOURCE_SEED, .seed = seed, .items = REGRESS_ITEMS_DEFAULT });
}

/* All of FILES, and the seeds. */
static void hunt_all(struct hunt *hunt, const struct files *files)
{
	hunt_claiming(hunt, files);
	hunt_others(hunt, files, false);
	hunt_seeds(hunt, 1, FIRST_SEEDS);
	hunt_others(hunt, files, true);
	hunt_seeds(hunt, FIRST_SEEDS + 1, profile_built_path ? SEEDS_OF_PROFILE : REGRESS_SEEDS_COUNT);
}

/* The stimulus that caught the mutant in exact mode is tried first: most mutants need no other run. */
static void hunt_black_box(struct hunt *hunt, const struct hunt *exact, const struct files *files)
{
	if (exact->caught)
		hunt_run(hunt, &exact->source);
	if (!hunt->caught)
		hunt_all(hunt, files);
}

/* Of how many seeds one may find the mutant, so that its run is reduced, and the time for that. */
enum { REDUCED_SEEDS = 3 };
static const double reduce_seconds = 3; /* most need less than a tenth of a second */

/* Runs SOURCE and returns whether it has a first finding that says something about the MAC. RET owns its items in any case. */
static bool fails_first(const struct dut *dut, const struct source *source, struct stimulus *ret, struct finding *ret_first)
{
	static struct run_result result;
	const struct run_options options = { .max_cycles = MAX_CYCLES, .max_seconds = HANG_SECONDS };
	const struct finding *first;
	struct env_error error;

	if (source_load(source, dut, ret, &error) || run_stimulus(dut, ret, &options, &result))
		return false;
	first = finding_first(&result.score);
	if (!first || first->rule == RULE_CHECKED_NOTHING || first->rule == RULE_COVERS)
		return false;
	*ret_first = *first;
	return true;
}

/* Returns the lines of STIM as one text, or NULL. */
static json_t *text_of(const struct dut *dut, const struct stimulus *stim)
{
	struct text text;
	struct env_error error;
	json_t *ret = NULL;

	if (text_open(&text, &error))
		return NULL;
	if (!stimulus_write(stim, text.out, dut) && !fflush(text.out))
		ret = text_json(text.data);
	text_replace(&text, NULL, &error);
	return ret;
}

/* Reduces the run of the first seeds that finds the mutant, since that is how a mutant is met first; else the run that caught it. NULL: there
 * is none with a finding about the MAC. */
static json_t *reduced(const struct hunt *hunt)
{
	const struct reduce_options how = { .seconds = reduce_seconds };
	const struct run_options options = { .max_cycles = MAX_CYCLES, .max_seconds = HANG_SECONDS };
	struct source source = { .kind = SOURCE_SEED, .items = REGRESS_ITEMS_DEFAULT };
	struct stimulus stim = { 0 }, small = { 0 };
	struct reduce_result result;
	struct finding first;
	struct env_error error;
	json_t *ret = NULL;
	bool fails = false;

	for (source.seed = 1; source.seed <= REDUCED_SEEDS && !fails; source.seed++) {
		stimulus_release(&stim);
		fails = fails_first(hunt->dut, &source, &stim, &first);
	}
	if (!fails && hunt->caught) {
		stimulus_release(&stim);
		fails = fails_first(hunt->dut, &hunt->source, &stim, &first);
	}
	if (fails && reduce_stimulus(hunt->dut, &stim, &options, &first, &how, &small, &result, &error)) {
		fprintf(stderr, "hunt: %s\n", error.text);
		exit(2);
	}
	if (fails)
		ret = json_pack("{s:s, s:s, s:s, s:b, s:b, s:I, s:I, s:I, s:f, s:o}", "of", stim.name, "rule",
		                rule_table[first.rule].name, "what", first.what, "again", (int)result.again, "whole",
		                (int)result.whole, "before", (json_int_t)result.items_before, "after",
		                (json_int_t)result.items_after, "runs", (json_int_t)result.runs, "seconds", result.seconds,
		                "stimulus", text_of(hunt->dut, &small));
	stimulus_release(&stim);
	stimulus_release(&small);
	return ret;
}

static json_t *outcome(const struct hunt *hunt)
{
	const struct finding *finding = &hunt->finding;

	return json_pack("{s:b, s:s, s:I, s:s, s:I, s:s, s:s, s:s, s:s, s:I, s:I}", "caught", (int)hunt->caught, "rule",
	                 hunt->rule, "items", (json_int_t)hunt->items, "by", hunt->by, "runs", (json_int_t)hunt->runs, "what",
	                 finding->what, "expected", finding->expected, "actual", finding->actual, "why", finding->why, "cycle",
	                 (json_int_t)finding->cycle, "cause_cycle", (json_int_t)finding->cause_cycle);
}

static json_t *report(char **argv, const struct hunt *exact, const struct hunt *black_box)
{
	json_t *json = json_pack("{s:s, s:s, s:s}", "mutant", argv[1], "dut", argv[2], "expected_rule", argv[3]);
	json_t *black = outcome(black_box), *small = profile_built_path || !exact->seeds ? NULL : reduced(exact);

	if (!json || !black || json_object_set_new(black, "reason", json_string(argv[4])) ||
	    json_object_update_new(json, outcome(exact)) || json_object_set_new(json, "black_box", black))
		return NULL;
	if (small)
		json_object_set_new(json, "reduced", small);
	return json;
}

/* Returns whether a line "expect" of the stimulus file STEM finds the mutant. */
static bool expectation_finds(const struct dut *dut, const struct files *files, const char *stem)
{
	static struct run_result result;
	struct run_options options = { .max_cycles = MAX_CYCLES, .max_seconds = HANG_SECONDS };
	struct stimulus stim = { 0 };
	struct env_error error;
	bool found = false;

	for (size_t i = 0; i < files->count; i++) {
		const struct source source = { .kind = SOURCE_FILE, .path = files->file[i].path };
		char name[96];
		source_stem(files->file[i].path, name, sizeof(name));
		if (strcmp(name, stem) || source_load(&source, dut, &stim, &error))
			continue;
		if (!run_stimulus(dut, &stim, &options, &result) && result.status != RUN_SKIPPED)
			for (uint64_t k = 0; k < result.score.findings && k < SCOREBOARD_FINDINGS_MAX; k++)
				found |= result.score.finding[k].rule == RULE_EXPECT_WIRE;
		stimulus_release(&stim);
		break;
	}
	return found;
}

static void use_profile(void)
{
	struct profile_error e = { .line = 0 };

	if (!profile_built_path)
		return;
	if (!profile_built(&e)) {
		fprintf(stderr, "hunt: %s:%u:%u: %s\n", e.file, e.line, e.column, e.message);
		exit(2);
	}
	profile_use(profile_built(&e));
}

/* ---- the order of the stimuli ---- */

static int by_length(const void *a, const void *b)
{
	const struct file *x = a, *y = b;

	return x->cycles != y->cycles ? (x->cycles > y->cycles) - (x->cycles < y->cycles) : strcmp(x->path, y->path);
}

/* Runs the stimulus PATH on DUT, which has no fault. Returns its clocks and in RET_COVERS the rules that it claims to cover; 0: it does not fit the DUT.
 * A finding ends the program. */
static uint64_t length_of(const struct dut *dut, const char *path, struct cover_set *ret_covers)
{
	static struct run_result result;
	const struct run_options options = { .max_cycles = MAX_CYCLES,
		                             .max_seconds = HANG_SECONDS,
		                             .black_box = profile_built_path };
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	struct stimulus stim = { 0 };
	struct env_error error = { 0 };
	int rc = source_load(&source, dut, &stim, &error);

	if (!rc)
		rc = run_stimulus(dut, &stim, &options, &result);
	*ret_covers = stim.covers;
	stimulus_release(&stim);
	if (!rc && !result.score.findings && result.status != RUN_TIMEOUT)
		return result.status == RUN_SKIPPED ? 0 : result.cycles + 1;
	fprintf(stderr, "hunt: %s: %s\n", path,
	        rc ? error.text : "the joined model without a fault has a finding, so it is not the RTL (multiplex.c)");
	exit(2);
}

/* Writes the files that DUT takes into LIST, the one with the shortest run first: most mutants are found before the long ones have their turn. */
static int order(const struct dut *dut, const char *stimuli, const char *list)
{
	struct files files;
	FILE *out;

	if (!dut || files_open(stimuli, dut, &files) || !(out = fopen(list, "w"))) {
		fprintf(stderr, "hunt: %s: it cannot be written\n", list);
		return 2;
	}
	for (size_t i = 0; i < files.count; i++)
		files.file[i].cycles = length_of(dut, files.file[i].path, &files.file[i].covers);
	qsort(files.file, files.count, sizeof(*files.file), by_length);
	for (size_t i = 0; i < files.count; i++) {
		if (!files.file[i].cycles)
			continue;
		fprintf(out, "%s %" PRIu64, files.file[i].path, files.file[i].cycles);
		for (size_t rule = 0; rule < RULE_COUNT; rule++)
			if (files.file[i].covers.has[rule])
				fprintf(out, " %s", rule_table[rule].name);
		fputc('\n', out);
	}
	files_free(&files);
	return fclose(out) ? 2 : 0;
}

int main(int argc, char **argv)
{
	struct hunt exact = { 0 }, black_box = { .black_box = true };
	bool any = argc >= 4 && !strcmp(argv[3], "any");
	struct files files;
	json_t *json;

	/* the memory of a run is kept for the next one */
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	use_profile();
	if (argc == 7 && !strcmp(argv[1], "save"))
		return saver_main(&(struct saver_job){ argv[2], argv[3], argv[3], NULL, argv[4], argv[5], argv[6] });
	if (argc == 4)
		return order(dut_by_name(argv[1]), argv[2], argv[3]);
	planted_fault = argc == 9 ? (unsigned)strtoul(argv[8], NULL, 10) : 0;
	if (argc < 8 || argc > 9 || (!any && rule_by_name(argv[3]) < 0) || !(exact.dut = dut_by_name(argv[2]))) {
		fprintf(stderr, "hunt: %s: unknown rule '%s' or DUT '%s'; see pausebench list rules\n", argc > 1 ? argv[1] : "?",
		        argc > 3 ? argv[3] : "", argc > 2 ? argv[2] : "");
		return 2;
	}
	if (files_open(argv[5], exact.dut, &files))
		return 2;
	exact.expected = any ? NULL : argv[3];
	exact.first = black_box.first = any ? -1 : rule_by_name(argv[3]);
	exact.seeds = !any;
	black_box.seeds = !any && !argv[4][0];
	black_box.dut = exact.dut;
	if (!profile_built_path)
		hunt_all(&exact, &files);
	hunt_black_box(&black_box, &exact, &files);
	if (argv[7][0] && !expectation_finds(exact.dut, &files, argv[7])) {
		fprintf(stderr, "hunt: %s: no line 'expect' of %s finds it, although the head says so\n", argv[1], argv[7]);
		return 2;
	}
	json = report(argv, &exact, &black_box);
	files_free(&files);
	return !json || json_dump_file(json, argv[6], JSON_INDENT(2)) ? 2 : 0;
}
