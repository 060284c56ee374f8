/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided fuzzing: fuzz.h.
 *
 * Inputs are made in batches. When all runs of a batch have ended, the classes that they reached are entered in the order in
 * which the inputs were made, so that the next batch does not depend on which run was faster. A stimulus that is kept is at once
 * written to a file of the corpus, and so is the input of a run that failed; so a process that is killed loses nothing of an
 * earlier batch. */
#include "fuzz.h"

#include "corpus.h"
#include "fuzzer.h"
#include "run/pool.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 64 };

struct input {
	struct stimulus stim;
	char path[PATH_MAX]; /* path of its file, if it gets one */
	bool from_corpus;
	bool passed;
	struct coverage_reached reached;
	uint64_t cycles;
};

struct fuzz {
	const struct fuzz_options *options;
	const struct dut *dut;
	struct fuzzer *fuzzer;
	struct input *batch; /* owned */
	size_t made, started, ended;
	uint64_t inputs; /* how many inputs all batches have had */
	char **files;    /* the files of the corpus, which are run first */
	size_t file_count, next_file;
	char **failed; /* paths of inputs that failed; owned */
	size_t failed_count;
	size_t saved; /* how many stimuli this fuzzing added to the corpus */
	double started_at;
	int error;
	struct env_error *ret_error;
};

/* ---- batches ---- */

/* Reads the next stimulus of the corpus that the DUT can take. Returns false if there is none, or if *ret_error has a line. */
static bool read_next(struct fuzz *f, struct stimulus *ret)
{
	bool fits;

	while (!f->error && f->next_file < f->file_count) {
		f->error = corpus_load(f->files[f->next_file++], f->dut, ret, &fits, f->ret_error);
		if (fits)
			return true;
		stimulus_release(ret);
	}
	return false;
}

static bool time_over(const struct fuzz *f)
{
	const struct fuzz_options *o = f->options;

	return o->runs ? f->inputs >= o->runs : clock_seconds() - f->started_at >= o->regress.seconds;
}

static void make_input(struct fuzz *f, struct input *input)
{
	memset(input, 0, sizeof(*input));
	input->from_corpus = read_next(f, &input->stim);
	if (!input->from_corpus && !f->error && fuzzer_make(f->fuzzer, &input->stim))
		f->error = env_fail(f->ret_error, ENOMEM, "cannot make a stimulus");
	f->inputs++;
	snprintf(input->stim.name, sizeof(input->stim.name), "fuzz-%" PRIu64, f->inputs);
	snprintf(input->path, sizeof(input->path), "%s/inputs/%s.stim", f->options->regress.out, input->stim.name);
}

static void make_batch(struct fuzz *f)
{
	while (f->made < BATCH && !f->error && !(f->options->runs && f->inputs >= f->options->runs))
		make_input(f, &f->batch[f->made++]);
}

static int enter_batch(struct fuzz *f, struct env_error *ret_error)
{
	int rc = 0;

	for (size_t i = 0; i < f->made; i++) {
		struct input *input = &f->batch[i];
		unsigned new = 0;
		if (input->passed && !rc && fuzzer_enter(f->fuzzer, &input->stim, &input->reached, input->cycles, &new))
			rc = env_fail(ret_error, ENOMEM, "cannot keep a stimulus");
		if (new && !input->from_corpus && !rc) {
			rc = corpus_save(fuzzer_newest(f->fuzzer), f->dut, NULL, f->options->corpus, ret_error);
			f->saved += !rc;
		}
		stimulus_release(&input->stim);
	}
	f->made = f->started = f->ended = 0;
	return rc;
}

/* ---- the feed ---- */

static bool next(void *context, struct suite_run *run)
{
	struct fuzz *f = context;
	struct input *input;

	if (!f->made && !f->error && !time_over(f))
		make_batch(f);
	if (f->error || f->started == f->made)
		return false;
	input = &f->batch[f->started++];
	snprintf(run->name, sizeof(run->name), "%s", input->stim.name);
	run->source = (struct source){ .kind = SOURCE_FILE, .path = input->path, .made = &input->stim };
	return true;
}

/* Writes the input of a failed run to a file, from which the run can be repeated. */
static int keep_failed(struct fuzz *f, struct suite_run *run, const struct input *input, struct env_error *ret_error)
{
	char **more = realloc(f->failed, (f->failed_count + 1) * sizeof(*more));

	f->failed = more ? more : f->failed;
	if (!more || !(f->failed[f->failed_count] = strdup(input->path)))
		return env_fail(ret_error, ENOMEM, "cannot save the failure of %s", run->name);
	run->source = (struct source){ .kind = SOURCE_FILE, .path = f->failed[f->failed_count++] };
	return corpus_save(&input->stim, f->dut, run->source.path, NULL, ret_error);
}

static int ended(void *context, struct suite_run *run, const struct pool_result *result, struct env_error *ret_error)
{
	struct fuzz *f = context;
	size_t number = 0;
	int rc = 0;

	while (&f->batch[number].stim != run->source.made)
		number++;
	f->batch[number].passed = run->outcome == SUITE_PASSED || run->outcome == SUITE_LET_GO;
	f->batch[number].reached = result->run.reached;
	f->batch[number].cycles = result->run.cycles;
	if (run->outcome == SUITE_FAILED)
		rc = keep_failed(f, run, &f->batch[number], ret_error);
	if (++f->ended == f->made && !rc)
		rc = enter_batch(f, ret_error);
	return rc;
}

/* ---- the whole ---- */

/* Refuses a file of the corpus that is no stimulus, before anything is run. */
static int check_corpus(struct fuzz *f)
{
	int rc = 0;

	for (size_t i = 0; i < f->file_count && !rc; i++) {
		struct stimulus stim;
		bool fits;
		rc = corpus_load(f->files[i], f->dut, &stim, &fits, f->ret_error);
		stimulus_release(&stim);
	}
	return rc;
}

/* Lists the stimuli of .start, and after them those of .corpus. */
static int list_files(struct fuzz *f)
{
	const char *const folders[] = { f->options->start, f->options->corpus };
	struct env_error none;

	for (size_t i = 0; i < 2; i++) {
		char **paths = NULL, **more;
		size_t count = 0;
		if (!folders[i] || corpus_list(folders[i], &paths, &count, &none)) /* an empty folder is a corpus, too */
			continue;
		more = realloc(f->files, (f->file_count + count) * sizeof(*more));
		if (!more) {
			stimuli_free(paths, count);
			return env_fail(f->ret_error, ENOMEM, "cannot plan the runs");
		}
		f->files = more;
		memcpy(f->files + f->file_count, paths, count * sizeof(*paths));
		f->file_count += count;
		free(paths);
	}
	return 0;
}

static int open_folders(struct fuzz *f)
{
	char *inputs = path_join(f->options->regress.out, "inputs");
	int rc = inputs ? folder_make(inputs, f->ret_error) : env_fail(f->ret_error, ENOMEM, "cannot plan the runs");

	free(inputs);
	if (!rc)
		rc = folder_make(f->options->corpus, f->ret_error);
	if (!rc && access(f->options->corpus, W_OK))
		rc = env_fail(f->ret_error, errno, "--corpus %s: it cannot be written", f->options->corpus);
	if (!rc)
		rc = list_files(f);
	return rc ? rc : check_corpus(f);
}

static void print_corpus(const struct fuzz *f)
{
	fprintf(f->options->regress.log, "%u classes reached, by a corpus of %zu stimuli, %zu of them new, in %s\n",
	        fuzzer_classes(f->fuzzer), fuzzer_kept(f->fuzzer), f->saved, f->options->corpus);
}

int fuzz(const struct fuzz_options *options, struct env_error *ret_error)
{
	struct fuzz f = { .options = options, .dut = options->regress.duts[0], .ret_error = ret_error };
	const struct regress_feed feed = { .context = &f, .runs = options->runs, .next = next, .ended = ended };
	struct regress_options regression = options->regress;
	int status = EXIT_ENVIRONMENT;

	if (f.dut->capabilities & CAP_NEUTRAL) {
		env_refuse(ret_error, "%s: its profile leaves open what most random changes do; fuzz a DUT with a device model",
		           f.dut->name);
		return status;
	}
	regression.feed = &feed;
	f.started_at = clock_seconds();
	f.batch = calloc(BATCH, sizeof(*f.batch));
	f.fuzzer = fuzzer_new(f.dut, options->seed);
	if (!f.batch || !f.fuzzer)
		env_fail(ret_error, ENOMEM, "cannot plan the runs");
	else if (!open_folders(&f))
		status = regress(&regression, ret_error);
	if (f.error)
		status = EXIT_ENVIRONMENT;
	else if (f.inputs)
		print_corpus(&f);
	for (size_t i = 0; i < f.made; i++)
		stimulus_release(&f.batch[i].stim);
	for (size_t i = 0; i < f.failed_count; i++)
		free(f.failed[i]);
	free(f.failed);
	free(f.batch);
	stimuli_free(f.files, f.file_count);
	fuzzer_free(f.fuzzer);
	return status;
}
