/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs run and replay: they run one stimulus on one DUT. */
#include "cli.h"
#include "cli_progress.h"
#include "base/spelling.h"
#include "base/tree.h"
#include "model_end/model_seam.h"
#include "report/report.h"
#include "run/failure.h"
#include "run/pool.h"
#include "run/replay.h"
#include "stimulus/stimuli.h"
#include "story/story.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ITEMS_DEFAULT = 200, ITEMS_MAX = 10000000 };

struct run_arguments {
	struct pool_job job;
	const char *out, *json;
	bool waves, as_model, story;
	size_t story_lines;
	struct dut row; /* for .as_model: the row of the golden model */
	unsigned sources;
};

static void take_source(struct run_arguments *a, enum source_kind kind, const char *path)
{
	a->job.source.kind = kind;
	a->job.source.path = path;
	a->sources++;
}

static void take_gaps(struct argp_state *state, void *arguments, const char *text)
{
	struct run_arguments *a = arguments;

	if (strcmp(text, "keep") && strcmp(text, "close"))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--pcap-gaps: '%s' is neither keep nor close", text);
	a->job.source.pcap.keep_gaps = !strcmp(text, "keep");
}

static void take_fcs(struct argp_state *state, void *arguments, const char *text)
{
	struct run_arguments *a = arguments;

	if (text && strcmp(text, "present") && strcmp(text, "add"))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--pcap-fcs: '%s' is neither present nor add", text);
	a->job.source.pcap.fcs = text && !strcmp(text, "add") ? CAPTURE_FCS_ABSENT : CAPTURE_FCS_PRESENT;
}

static void take_as(struct argp_state *state, void *arguments, const char *text)
{
	struct run_arguments *a = arguments;

	if (strcmp(text, "rtl") && strcmp(text, "model"))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--as: '%s' is neither rtl nor model", text);
	a->as_model = !strcmp(text, "model");
}

static void end(struct argp_state *state, void *arguments)
{
	struct run_arguments *a = arguments;

	if (!a->job.dut)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--dut is missing; 'pausebench list duts' shows the known ones");
	if (a->sources != 1)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give one of --stim FILE, --seed N and --pcap FILE");
	if (a->job.options.vectors && a->job.dut->clocks.several)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--vectors: a row of them is a clock, and %s has several; leave it out",
		             a->job.dut->name);
	if (!a->as_model)
		return;
	if (a->waves)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--waves: a golden model has none; leave it or --as model out");
	if (a->job.options.vectors)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--vectors: a golden model has none; leave it or --as model out");
	a->row = model_seam_row(a->job.dut);
	a->job.dut = a->job.options.model_end = &a->row;
}

/* Returns how many lines of the story --story=TEXT requests, 0 for all; TEXT is NULL if the option has no value. */
static size_t story_lines(struct argp_state *state, const char *text)
{
	if (!text)
		return STORY_LINES_SHOWN;
	if (!strcmp(text, "all"))
		return 0;
	return cli_number(state, "--story", text, 1, INT32_MAX);
}

static void take_stimulus(struct argp_state *state, void *arguments, const char *text)
{
	(void)state;
	take_source(arguments, SOURCE_FILE, text);
}

static void take_seed(struct argp_state *state, void *arguments, const char *text)
{
	struct run_arguments *a = arguments;

	take_source(a, SOURCE_SEED, NULL);
	a->job.source.seed = (uint32_t)cli_number(state, "--seed", text, 0, UINT32_MAX);
}

static void take_pcap(struct argp_state *state, void *arguments, const char *text)
{
	(void)state;
	take_source(arguments, SOURCE_PCAP, text);
}

static void take_scenarios(struct argp_state *state, void *arguments, const char *text)
{
	((struct run_arguments *)arguments)->job.source.scenarios = cli_scenarios(state, text);
}

static void take_story(struct argp_state *state, void *arguments, const char *text)
{
	struct run_arguments *a = arguments;

	a->story = true;
	a->story_lines = story_lines(state, text);
}

/* The folder in which runs without --out are saved. */
static const char run_folders[] = "build/run";

/* Returns the folder of the run: --out, or one under build/run; NULL if there is no memory. */
static char *run_folder(const struct run_arguments *a, const char *name)
{
	char folder[160], full[96];

	if (a->out)
		return strdup(a->out);
	snprintf(full, sizeof(full), "%s%s%s", name, a->as_model ? "-as-model" : "",
	         a->job.options.black_box ? "-black-box" : "");
	return path_join(run_folders, failure_name(a->job.dut, full, folder, sizeof(folder)));
}

static void print_waves(const char *dir, const struct run_arguments *a, const struct pool_result *result, const struct cli *cli)
{
	char line[TRACED_LINE_MAX];

	if (run_can_trace())
		printf("waves     pausebench replay %s --waves\n", dir);
	else {
		traced_replay(dir, a->job.dut, finding_first(&result->run.score), cli->stop, line);
		printf("waves     %s\n", line);
	}
}

static struct report report_of(const struct run_arguments *a, const struct stimulus *stim, const struct pool_result *result)
{
	return (struct report){
		.dut = a->job.dut,
		.name = stim->name,
		.seed = stim->seed,
		.black_box = a->job.options.black_box,
		.seconds = result->seconds,
		.options = &a->job.options,
		.result = &result->run,
	};
}

/* Prints the report of a run that ended, saves its folder and writes its JSON. Returns the exit status. */
static int report_run(const struct cli *cli, const struct run_arguments *a, const struct stimulus *stim, const char *dir,
                      const struct pool_result *result, struct env_error *ret_error)
{
	char again[3 * PATH_MAX], anew[3 * PATH_MAX];
	bool save = a->out || a->waves || result->run.score.findings;
	struct report report = report_of(a, stim, result);
	int rc = 0;

	report.repeat[1] = source_command(cli->program, &a->job.source, a->job.dut, &a->job.options, anew, sizeof(anew));
	if (save) {
		report.repeat[0] = failure_command(cli->program, dir, again, sizeof(again));
		rc = failure_save(dir, &report, stim, ret_error);
	}
	report_text(stdout, &report, REPORT_FINDINGS_SHOWN);
	if (a->job.options.story)
		story_text(stdout, a->job.options.story, &result->run.score, a->story_lines);
	if (!rc && a->json)
		rc = json_replace(report_json(&report), a->json, ret_error);
	if (!rc && a->waves && result->run.status != RUN_SKIPPED && result->run.status != RUN_STOPPED)
		print_waves(dir, a, result, cli);
	if (rc)
		return EXIT_ENVIRONMENT;
	if (result->run.status == RUN_SKIPPED)
		env_refuse(ret_error, "%s skipped %s: %s", a->job.dut->name, stim->name, result->run.skip_reason);
	if (result->run.status == RUN_STOPPED && !result->run.score.findings)
		env_refuse(ret_error, "interrupted; the report is partial");
	return run_exit_status(&result->run);
}

static int run_in(const struct cli *cli, struct run_arguments *a, const struct stimulus *stim, const char *dir,
                  struct env_error *ret_error)
{
	struct pool_result *result = calloc(1, sizeof(*result));
	struct failure_captures captures = { NULL };
	int status = EXIT_ENVIRONMENT, rc = a->out ? failure_captures(&captures, dir, &a->job.options) : 0;

	if (!result || rc)
		rc = env_fail(ret_error, ENOMEM, "cannot run %s", stim->name);
	if (!rc && a->story && !(a->job.options.story = story_new()))
		rc = env_fail(ret_error, errno, "cannot tell the story of %s", stim->name);
	if (!rc && !a->out)
		rc = failures_sweep(run_folders, ret_error);
	if (!rc && a->out)
		rc = failure_begin(dir, ret_error);
	if (!rc) {
		struct cli_progress *progress = cli_progress_begin(stim->count);
		a->job.source.carried_out = cli_progress_count(progress);
		rc = pool_run(&a->job, result, ret_error);
		a->job.source.carried_out = NULL;
		cli_progress_end(progress);
	}
	if (!rc) {
		status = report_run(cli, a, stim, dir, result, ret_error);
	} else if (result && result->error && result->run.cycles) { /* the run is over, but a capture could not be written */
		const struct report report = report_of(a, stim, result);
		report_text(stdout, &report, REPORT_FINDINGS_SHOWN);
	}
	if (rc)
		failure_captures_remove(&captures);
	if (a->out)
		failure_end(dir);
	story_free(a->job.options.story);
	free(result);
	failure_captures_release(&captures);
	return status;
}

/* Finds the stimulus if --stim names no file: it may be the name of a stimulus as `pausebench list stimuli` prints it. The path
 * of that stimulus takes its place; *RET_OWNED has the path for the caller to free. A name that is like none stays, and cannot be
 * read. Returns 0 or negative errno. */
static int find_stimulus(struct run_arguments *a, char **ret_owned, struct env_error *ret_error)
{
	const char *name = a->job.source.path;
	char stem[64], hint[SPELLING_HINT_MAX], **paths, like[64] = "";
	struct spelling spelling;
	struct env_error unused;
	size_t count;

	*ret_owned = NULL;
	if (a->job.source.kind != SOURCE_FILE || strchr(name, '/') || !access(name, F_OK))
		return 0;
	spelling = spelling_of(name);
	if (stimuli_list(tree_stimuli(), &paths, &count, &unused))
		return 0;
	for (size_t i = 0; i < count && !*ret_owned; i++) {
		source_stem(paths[i], stem, sizeof(stem));
		if (!strcmp(stem, name))
			*ret_owned = strdup(paths[i]);
		spelling_offer(&spelling, stem);
		if (spelling.nearest) /* this one is more like the name than those before it */
			strcpy(like, stem);
		spelling.nearest = NULL;
	}
	stimuli_free(paths, count);
	if (*ret_owned)
		a->job.source.path = *ret_owned;
	spelling.nearest = like;
	if (!*ret_owned && like[0])
		return env_refuse(ret_error, "there is no file and no stimulus '%s'%s; 'pausebench list stimuli' shows them all",
		                  name, spelling_hint(&spelling, ", ", hint, sizeof(hint)));
	return 0;
}

/* Runs the stimulus in another process. It is made in this process, too, so that a wrong one is refused before that process
 * starts, and that it can be saved. */
static int run_once(const struct cli *cli, struct run_arguments *a, struct env_error *ret_error)
{
	struct stimulus stim = { 0 };
	char *found, *dir = NULL;
	int status = EXIT_ENVIRONMENT, rc = find_stimulus(a, &found, ret_error);

	if (!rc)
		rc = source_load(&a->job.source, a->job.dut, &stim, ret_error);
	if (!rc && stim.warning[0])
		fprintf(stderr, "%s: warning: %s\n", cli->program, stim.warning);
	if (!rc)
		dir = run_folder(a, stim.name);

	if (dir)
		status = run_in(cli, a, &stim, dir, ret_error);
	else if (!rc)
		env_fail(ret_error, ENOMEM, "cannot run");
	free(dir);
	stimulus_release(&stim);
	free(found);
	return status;
}

int cli_run(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut",
		  CLI_DUT(struct run_arguments, job.dut),
		  .arg = "NAME",
		  .doc = "The device under test",
		  .group = 1 },
		{ .name = "as",
		  CLI_CALL(take_as),
		  .arg = "rtl|model",
		  .doc = "What drives its pins: the RTL, or its golden model without management pins (rtl)",
		  .group = 1 },
		{ .name = "stim",
		  CLI_CALL(take_stimulus),
		  .arg = "FILE",
		  .doc = "Run this stimulus file, or the stimulus of this name (pausebench list stimuli)",
		  .group = 1 },
		{ .name = "seed", CLI_CALL(take_seed), .arg = "N", .doc = "Run the random stimulus of this seed", .group = 1 },
		{ .name = "items",
		  CLI_NUMBER(struct run_arguments, job.source.items, 1, ITEMS_MAX),
		  .arg = "N",
		  .doc = "Items of the random stimulus (200)",
		  .group = 1 },
		{ .name = "scenarios",
		  CLI_CALL(take_scenarios),
		  .arg = "LIST",
		  .doc = "Scenarios of the random stimulus, between commas; neutral: all that name no register (all)",
		  .group = 1 },
		{ .name = "pcap", CLI_CALL(take_pcap), .arg = "FILE", .doc = "Receive the frames of this capture", .group = 1 },
		{ .name = "pcap-fcs",
		  CLI_CALL(take_fcs),
		  .arg = "present|add",
		  .optional = true,
		  .doc = "The captured frames end with their FCS (present), or get one (add); for files that do not say it (add)",
		  .group = 2 },
		{ .name = "pcap-gaps",
		  CLI_CALL(take_gaps),
		  .arg = "keep|close",
		  .doc = "Gaps of the capture, or the minimum gap (keep)",
		  .group = 2 },
		{ .name = "max-gap",
		  CLI_UNSIGNED(struct run_arguments, job.source.pcap.max_gap, 0, UINT32_MAX),
		  .arg = "N",
		  .doc = "Longest kept gap in octet times (1000000)",
		  .group = 2 },
		{ .name = "waves",
		  CLI_FLAG(struct run_arguments, waves),
		  .doc = "Repeat it in the traced build and write waves",
		  .group = 3 },
		{ .name = "out",
		  CLI_TEXT(struct run_arguments, out),
		  .arg = "DIR",
		  .doc = "Save stimulus, reports and a capture per direction there (findings alone: build/run/...)",
		  .group = 3 },
		{ .name = "json",
		  CLI_TEXT(struct run_arguments, json),
		  .arg = "FILE",
		  .doc = "Write the report as JSON",
		  .group = 3 },
		{ .name = "vectors",
		  CLI_TEXT(struct run_arguments, job.options.vectors),
		  .arg = "FILE",
		  .doc = "Write what the ports of the RTL carry in each clock, for another simulator",
		  .group = 3 },
		{ .name = "black-box",
		  CLI_FLAG(struct run_arguments, job.options.black_box),
		  .doc = "Check wires and registers alone",
		  .group = 4 },
		{ .name = "covered",
		  CLI_FLAG(struct run_arguments, job.options.covered),
		  .doc = "Print the rules that the run exercised",
		  .group = 4 },
		{ .name = "story",
		  CLI_CALL(take_story),
		  .arg = "LINES",
		  .optional = true,
		  .doc = "Print the run as a story, one line an event: around the first finding, or so many lines, or 'all'",
		  .group = 4 },
		{ .name = "max-cycles",
		  CLI_NUMBER(struct run_arguments, job.options.max_cycles, 1, INT64_MAX),
		  .arg = "N",
		  .doc = "Cycle budget",
		  .group = 4 },
		{ .name = "max-seconds",
		  CLI_SECONDS(struct run_arguments, job.options.max_seconds),
		  .arg = "S",
		  .doc = "Wall-clock limit (120)",
		  .group = 4 },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.end = end,
		.args_doc = "--dut NAME --stim FILE\n--dut NAME --seed N\n--dut NAME --pcap FILE",
		.doc = "Runs one stimulus on one DUT and checks it.\vExit status: 0 nothing wrong, 1 findings, 2 usage, "
		       "environment, "
		       "skipped or interrupted without a finding.",
	};
	struct run_arguments a = {
		.job = { .source = { .items = ITEMS_DEFAULT, .pcap.keep_gaps = true }, .options.stop = cli->stop },
	};

	cli_read(&syntax, argc, argv, &a);
	return run_once(cli, &a, ret_error);
}

static void take_replay_story(struct argp_state *state, void *arguments, const char *text)
{
	struct replay_options *options = arguments;

	options->story = true;
	options->story_lines = story_lines(state, text);
}

int cli_replay(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "waves",
		  CLI_FLAG(struct replay_options, waves),
		  .doc = "Write waves around the first finding, by the traced build" },
		{ .name = "story",
		  CLI_CALL(take_replay_story),
		  .arg = "LINES",
		  .optional = true,
		  .doc = "Print the run as a story, one line an event: around the first finding, or so many lines, or 'all'" },
		{ .name = "rtl",
		  CLI_TEXT(struct replay_options, rtl),
		  .arg = "HASH",
		  .doc = "Only if this program was built from that RTL" },
		{ .name = "first",
		  CLI_TEXT(struct replay_options, first),
		  .arg = "RULE@CYCLE",
		  .doc = "Waves only if that is the first finding" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one folder at a time",
		           .at = CLI_PLACE(struct replay_options, dir, const char *),
		           .missing = "give the folder of a saved failure" },
		.args_doc = "DIR",
		.doc = "Repeats a saved failure: DIR has its stimulus.stim and report.json.\vExit status: 0 nothing wrong, as "
		       "before; 1 findings; "
		       "2 the saved failure did not occur again, usage or environment.",
	};
	struct replay_options options = { .program = cli->program, .stop = cli->stop, .out = stdout };
	int status;

	cli_read(&syntax, argc, argv, &options);
	status = replay(&options, ret_error);
	return status < 0 ? EXIT_ENVIRONMENT : status;
}
