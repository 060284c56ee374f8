/* SPDX-License-Identifier: Apache-2.0 */
/* All runs that a row has in the suite that runs everything. */
#include "runs.h"

#include "regress/regress.h"
#include "stimulus/stimuli.h"

#include <stdlib.h>
#include <string.h>

const char *const choice_modes[CHOICE_MODES] = { "exact", "black-box" };

void choice_fail(const char *where, const char *what)
{
	fprintf(stderr, "choice: %s: %s\n", where, what);
	exit(2);
}

/* As the plan of a regression does: a file that cannot be read on a row for which it is not meant is no error. */
static bool takes(const struct dut *dut, const char *path)
{
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	struct stimulus stim;
	struct env_error error = { 0 };
	char reason[96];
	int rc = source_load(&source, dut, &stim, &error);
	bool unfit = (!rc || stim.only_dut[0]) && stimulus_unfit(&stim, dut, reason, sizeof(reason));

	if (rc && !unfit)
		choice_fail(path, error.text);
	stimulus_release(&stim);
	return !unfit;
}

static void add_file(struct choice_runs *runs, const char *folder, const char *path)
{
	struct choice_run *run = &runs->run[runs->count];
	const char *name = path + strlen(folder);

	if (!takes(runs->dut, path))
		return;
	if (!(run->path = strdup(path)))
		choice_fail(path, "there is no memory");
	run->source = (struct source){ .kind = SOURCE_FILE, .path = run->path };
	name += strspn(name, "/");
	snprintf(run->name, sizeof(run->name), "%.*s", (int)(strlen(name) - strlen(".stim")), name);
	runs->count++;
}

void choice_runs_open(struct choice_runs *runs, const struct dut *dut, const char *folder, uint32_t seeds)
{
	struct env_error error;
	char **paths;
	size_t files;

	if (stimuli_list(folder, &paths, &files, &error))
		choice_fail(folder, error.text);
	*runs = (struct choice_runs){ .dut = dut, .run = calloc(files + seeds + 1, sizeof(*runs->run)) };
	if (!runs->run)
		choice_fail(folder, "there is no memory");
	for (size_t i = 0; i < files; i++)
		add_file(runs, folder, paths[i]);
	stimuli_free(paths, files);
	for (uint32_t seed = 1; seed <= seeds; seed++) {
		struct choice_run *run = &runs->run[runs->count++];
		run->source = (struct source){ .kind = SOURCE_SEED, .seed = seed, .items = REGRESS_ITEMS_DEFAULT };
		snprintf(run->name, sizeof(run->name), "seed-%u", seed);
	}
}

void choice_runs_close(struct choice_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		free(runs->run[i].path);
	free(runs->run);
}

void choice_run_do(const struct choice_runs *runs, const struct choice_run *run, const struct run_options *options,
                   struct run_result *ret)
{
	struct stimulus stim;
	struct env_error error;

	if (source_load(&run->source, runs->dut, &stim, &error))
		choice_fail(run->name, error.text);
	if (run_stimulus(runs->dut, &stim, options, ret))
		choice_fail(run->name, "it cannot be run");
	stimulus_release(&stim);
}
