/* SPDX-License-Identifier: Apache-2.0 */
/* The verb reduce of pausebench-link: reduces the description of a saved failure. */
#include "link_reduce.h"
#include "link_report.h"
#include "link_work.h"

#include "cli/cli_option.h"
#include "report/report.h"
#include "run/pool.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 /* of report.json */, RUN_SECONDS = 120 };
static const double seconds_default = 60;

struct arguments {
	const char *dir;
	double seconds;
};

static uint64_t load_ps(const json_t *finding, const char *key)
{
	return (uint64_t)(json_number_value(json_object_get(finding, key)) * 1e6 + 0.5);
}

int link_saved_first(const char *dir, struct link_finding *ret, struct env_error *ret_error)
{
	char *path = path_join(dir, "report.json");
	json_error_t where;
	json_t *root = path ? json_load_file(path, 0, &where) : NULL;
	const json_t *first = json_object_get(root, "first"), *version = json_object_get(root, "schema_version");
	const char *rule = json_string_value(json_object_get(first, "rule")),
		   *end = json_string_value(json_object_get(first, "end"));
	bool known = finding_from_json(first, &ret->plain);
	int rc = 0;

	ret->end = end ? (unsigned)(end[0] - 'a') : LINK_ENDS;
	if (!root)
		rc = path ? env_refuse(ret_error, "%s: %s", path, where.text)
		          : env_fail(ret_error, ENOMEM, "cannot reduce %s", dir);
	else if (version && json_integer_value(version) != SCHEMA_VERSION)
		rc = env_refuse(ret_error, "%s: \"schema_version\" is not %d, so another version wrote it; run the link again",
		                path, SCHEMA_VERSION);
	else if (!first)
		rc = env_refuse(ret_error, "%s has no finding; give the folder of a run that failed", path);
	else if (!known || !end)
		rc = env_refuse(ret_error, "%s: unknown rule '%s', so another version wrote it; run the link again", path,
		                rule ? rule : "");
	ret->time_ps = load_ps(first, "time_us");
	ret->cause_ps = load_ps(first, "cause_us");
	json_decref(root);
	free(path);
	return rc;
}

/* Where the process of a run saves it. */
struct saving {
	const char *self, *dir;
};

static int save_result(const struct link_work *work, const struct link_result *result, void *ret, struct env_error *ret_error)
{
	const struct saving *saving = work->context;
	char program[PATH_MAX], word[PATH_MAX], repeat[2 * PATH_MAX + 16];

	(void)ret;
	snprintf(repeat, sizeof(repeat), "%s replay %s", shell_word(saving->self, program, sizeof(program)),
	         shell_word(saving->dir, word, sizeof(word)));
	return link_report_save(saving->dir, work->link, result, repeat, ret_error);
}

int link_save_broken(const char *self, const char *dir, const struct link_description *link, const struct link_finding *first,
                     struct env_error *ret_error)
{
	struct link_result *result = calloc(1, sizeof(*result));
	char program[PATH_MAX], word[PATH_MAX], repeat[2 * PATH_MAX + 16];
	int rc = result ? folder_make(dir, ret_error) : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	link_report_begin(dir);
	snprintf(repeat, sizeof(repeat), "%s replay %s", shell_word(self, program, sizeof(program)),
	         shell_word(dir, word, sizeof(word)));
	if (!rc) {
		result->finding[result->findings++] = *first;
		rc = link_report_save(dir, link, result, repeat, ret_error);
	}
	free(result);
	return rc;
}

int link_save(const char *self, const char *dir, const struct link_description *link, link_run_fn *run, bool (*stop)(void),
              struct env_error *ret_error)
{
	const struct saving saving = { self, dir };
	const struct link_work work = { link, run, stop, save_result, &saving };
	const struct pool_job job = {
		.work = link_work_run, .context = &work, .quiet = true, .options.max_seconds = RUN_SECONDS
	};
	struct pool_result *result = calloc(1, sizeof(*result));
	struct link_finding first;
	int rc = result ? 0 : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	link_report_begin(dir);
	if (!rc)
		rc = folder_make(dir, ret_error);
	if (!rc)
		rc = pool_run(&job, result, ret_error);
	if (!rc && result->run.status != RUN_OK) {
		link_finding_broken(result, &first);
		rc = link_save_broken(self, dir, link, &first, ret_error);
	}
	free(result);
	return rc;
}

/* Gives the link the name of its folder. */
static void take_name(struct link_description *link, const char *dir)
{
	size_t len = strlen(dir), from;

	while (len > 1 && dir[len - 1] == '/')
		len--;
	for (from = len; from && dir[from - 1] != '/'; from--)
		;
	snprintf(link->name, sizeof(link->name), "%.*s", (int)(len - from), dir + from);
}

int link_reduce_folder(const char *self, const char *dir, double seconds, link_run_fn *run, bool (*stop)(void),
                       struct link_reduction *ret, struct env_error *ret_error)
{
	char *file = path_join(dir, "link.link"), *reduced = path_join(dir, "reduced");
	struct link_description link;
	struct link_finding target;
	int rc = file && reduced ? link_file_read(&link, file, ret_error) : env_fail(ret_error, ENOMEM, "cannot reduce %s", dir);

	*ret = (struct link_reduction){ .again = false };
	if (!rc)
		rc = link_saved_first(dir, &target, ret_error);
	if (!rc)
		take_name(&link, dir);
	if (!rc)
		rc = link_reduce(&link, run, stop, &target, seconds, ret, ret_error);
	if (!rc && ret->again && target.plain.rule == RULE_TIMEOUT)
		rc = link_save_broken(self, reduced, &ret->link, &ret->finding, ret_error);
	else if (!rc && ret->again)
		rc = link_save(self, reduced, &ret->link, run, stop, ret_error);
	free(file);
	free(reduced);
	return rc;
}

/* ---- the verb ---- */

static void print_reduction(const char *self, const char *dir, const struct link_reduction *reduced)
{
	const struct link_finding *f = &reduced->finding;
	char word[PATH_MAX], line[640];

	printf("reduced   %u words to %u in %u runs, %.1f s%s\n\n", reduced->words_before, reduced->words_after, reduced->runs,
	       reduced->seconds, reduced->whole ? "" : "; not to the end, which needs more time: --seconds");
	link_file_write(&reduced->link, stdout);
	printf("\nfinding   %s, %.3f us\n", link_finding_line(f, line, sizeof(line)), (double)f->time_ps / 1e6);
	printf("repeat    %s replay %s/reduced\n", self, shell_word(dir, word, sizeof(word)));
	if (f->plain.rule != RULE_CRASH && f->plain.rule != RULE_TIMEOUT)
		printf("waves     make waves FAILURE=%s/reduced\n", word);
}

static int reduce_dir(const char *self, const char *dir, double seconds, link_run_fn *run, bool (*stop)(void),
                      struct env_error *ret_error)
{
	struct link_reduction reduced;
	char word[PATH_MAX];
	int rc = link_reduce_folder(self, dir, seconds, run, stop, &reduced, ret_error);

	if (!rc && !reduced.again)
		return env_refuse(ret_error, "%s: the saved failure did not occur again", dir);
	if (!rc)
		print_reduction(shell_word(self, word, sizeof(word)), dir, &reduced);
	return rc;
}

int link_reduce_run(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(void), struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "seconds", CLI_SECONDS(struct arguments, seconds), .arg = "S", .doc = "Time for it (60)" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one folder at a time",
		           .at = CLI_PLACE(struct arguments, dir, const char *),
		           .missing = "give the folder of a saved failure" },
		.args_doc = "DIR",
		.doc = "Reduces the description of a saved failure: leaves out what it says about cable, traffic, hosts and "
		       "marks, and makes times and "
		       "lengths simpler, as long as the first finding stays the same. What is left is saved as "
		       "DIR/reduced.\vExit status: 1 it was "
		       "reduced, 2 it did not occur again, usage or environment.",
	};
	struct arguments a = { .seconds = seconds_default };

	cli_read(&syntax, argc, argv, &a);
	return reduce_dir(self, a.dir, a.seconds, run, stop, ret_error) ? EXIT_ENVIRONMENT : EXIT_FINDINGS;
}
