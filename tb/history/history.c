/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of earlier regressions.
 *
 * A run is recalled from the first of these that has it: the parts of a merge; the interrupted regression that is resumed, if the
 * content of the run is still the same; the contents that have passed. It is never recalled by its name alone. Each run that ends
 * is in the journal at once; from there runs go into the database about once a second, and at the end. */
#include "history.h"

#include "changes.h"
#include "content.h"
#include "database.h"
#include "packed.h"
#include "selection.h"
#include "base/version.h"
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTIONS_MAX = 512 };
static const double drain_seconds = 1;

/* A run for which .recall was called and which has not been entered yet. */
struct pending {
	size_t dut;
	char name[96];
	struct run_options options;
	bool has_content, resumed;
	struct content_hash content;
	enum history_change change; /* how a resumed run differs from the time before */
};

/* A part of a merge. */
struct part {
	struct database db;
	struct history_regression regression;
	char *path;
};

struct history {
	const struct history_options *options;
	const struct regress_options *regress;
	struct regress_memory memory;
	struct database db;
	struct content *content;
	struct part *parts;
	void *selection; /* selection of the parts */
	int64_t regression, resumed;
	uint64_t identity; /* identity of the regression (database_identity()) */
	double drained;    /* the time when the journal was last entered into the database */
	struct pending *pending;
	size_t count, capacity;
	bool first, broken; /* .first: there was no regression before; .broken: the database had an error */
	struct changes changes;
};

/* ---- to begin ---- */

static int resume(struct history *h, const char *selection, FILE *log, struct env_error *ret_error)
{
	struct history_regression r;
	int rc = database_unfinished(&h->db, selection, &r, ret_error);

	if (rc)
		return rc;
	if (!r.id)
		return env_refuse(ret_error,
		                  "%s has no interrupted regression with these options; give it the same options, or leave out "
		                  "--resume",
		                  h->db.path);
	fprintf(log, "resumes the regression of %s, of which %" PRId64 " runs had ended\n", r.began, r.runs);
	h->regression = h->resumed = r.id;
	return database_again(&h->db, r.id, ret_error);
}

static char *whole_selection(const struct regress_options *options)
{
	char *text = selection_text(options), *whole = NULL;

	if (text && asprintf(&whole, "%s%s%u/%u", text, options->shards ? " shard " : " ", options->shard, options->shards) < 0)
		whole = NULL;
	free(text);
	return whole;
}

static int begin_regression(struct history *h, const struct regress_options *options, struct env_error *ret_error)
{
	char *selection = whole_selection(options), shard[32], program[17];
	struct history_regression last;
	int rc = selection ? 0 : env_fail(ret_error, ENOMEM, "cannot begin a regression");

	snprintf(shard, sizeof(shard), "%u/%u", options->shard, options->shards);
	if (!rc)
		rc = database_newest(&h->db, &last, ret_error);
	h->first = !rc && !last.id;
	content_program(h->content, program);
	if (!rc)
		rc = h->options->resume
		       ? resume(h, selection, options->log, ret_error)
		       : database_begin(&h->db, selection, shard, version_commit(), program, &h->regression, ret_error);
	if (!rc)
		rc = database_identity(&h->db, h->regression, &h->identity, ret_error);
	if (!rc)
		rc = database_stand_still(&h->db, true, ret_error);
	free(selection);
	return rc;
}

/* Prints once the note of D about octets in its journal that are no run. */
static void print_note(struct database *d, FILE *log)
{
	if (*d->note)
		fprintf(log, "history: %s\n", d->note);
	d->note[0] = 0;
}

/* If the error RC says that there is no room for the database, the regression goes on without it, and says so. Returns 0 then,
 * else RC. */
static int without_room(struct history *h, int rc, struct env_error *error)
{
	if (!rc || !env_no_room(-rc))
		return rc;
	fprintf(h->regress->log, "history: %s; this regression is not remembered\n", error->text);
	error->text[0] = 0;
	h->broken = true;
	return 0;
}

static int begin(void *context, const struct regress_options *options, struct env_error *ret_error)
{
	struct history *h = context;
	bool made = access(h->options->path, F_OK);
	char folder[PATH_MAX];
	const char *slash = strrchr(h->options->path, '/');
	int rc = 0;

	h->regress = options;
	snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - h->options->path) : 0, h->options->path);
	if (*folder)
		rc = folder_make(folder, ret_error);
	if (!rc && !h->content) {
		h->content = content_open(ret_error);
		rc = h->content ? 0 : -EIO;
	}
	if (!rc)
		rc = database_open(&h->db, h->options->path, true, ret_error);
	print_note(&h->db, options->log);
	if (!rc)
		rc = begin_regression(h, options, ret_error);
	if (rc && made && env_no_room(-rc))
		database_remove(&h->db);
	return without_room(h, rc, ret_error);
}

/* ---- to recall ---- */

static struct pending *pending_add(struct history *h, const struct suite_run *run, const struct run_options *options)
{
	struct pending *p;

	if (h->count == h->capacity) {
		size_t capacity = h->capacity ? 2 * h->capacity : 16;
		p = realloc(h->pending, capacity * sizeof(*p));
		if (!p)
			return NULL;
		h->pending = p;
		h->capacity = capacity;
	}
	p = &h->pending[h->count++];
	*p = (struct pending){ .dut = run->dut, .options = *options };
	memcpy(p->name, run->name, sizeof(p->name));
	p->has_content = content_of(h->content, h->regress->duts[run->dut], run, options, &p->content);
	return p;
}

/* Returns true if RUN, a row of D, has the content of P; RET is then its result. */
static bool unpack_run(struct database *d, const struct dut *dut, const struct pending *p, const struct history_run *run,
                       struct pool_result *ret)
{
	const void *data = run->result;
	size_t size = run->result_size;

	if (!run->has_content || memcmp(&run->content, &p->content, sizeof(p->content)))
		return false;
	if (run->outcome == HISTORY_PASSED && !database_content(d, &run->content, &data, &size))
		return false;
	if (!data || !result_unpack(ret, dut, &p->content, data, size))
		return false;
	ret->seconds = run->seconds;
	return (ret->run.score.findings != 0) == (run->outcome == HISTORY_FAILED);
}

/* Recalls RUN of REGRESSION in D. */
static enum regress_recall recall_from(struct history *h, struct database *d, int64_t regression, const struct suite_run *run,
                                       struct pending *p, struct pool_result *ret)
{
	char options[OPTIONS_MAX];
	const struct dut *dut = h->regress->duts[run->dut];
	struct history_test test = { .dut = dut->name, .name = run->name, .options = options };
	enum regress_recall what = RECALL_NOTHING;
	struct history_run row;
	struct env_error unused;

	selection_of_run(h->regress, run, options, sizeof(options));
	if (!database_test(d, &test, &unused) && test.id && database_run(d, regression, test.id, &row) &&
	    unpack_run(d, dut, p, &row, ret)) {
		what = row.passed_before ? RECALL_PASSED : RECALL_ENDED;
		p->change = row.change;
	}
	database_release(d);
	return what;
}

static enum regress_recall recall_passed(struct history *h, const struct suite_run *run, const struct pending *p,
                                         struct pool_result *ret)
{
	const void *data;
	size_t size;
	bool passed = database_content(&h->db, &p->content, &data, &size) &&
	              result_unpack(ret, h->regress->duts[run->dut], &p->content, data, size) && !ret->run.score.findings &&
	              ret->run.status == RUN_OK;

	database_release(&h->db);
	ret->seconds = 0; /* the run takes no time now */
	return passed ? RECALL_PASSED : RECALL_NOTHING;
}

static enum regress_recall recall(void *context, const struct suite_run *run, const struct run_options *options,
                                  struct pool_result *ret)
{
	struct history *h = context;
	struct pending *p = h->broken ? NULL : pending_add(h, run, options);
	enum regress_recall what = RECALL_NOTHING;

	if (!p || !p->has_content)
		return RECALL_NOTHING;
	for (size_t i = 0; i < h->options->part_count && what == RECALL_NOTHING; i++)
		what = recall_from(h, &h->parts[i].db, h->parts[i].regression.id, run, p, ret);
	if (h->options->part_count)
		return what;
	if (h->resumed)
		what = recall_from(h, &h->db, h->resumed, run, p, ret);
	p->resumed = what != RECALL_NOTHING;
	if (what == RECALL_NOTHING && !h->options->all)
		what = recall_passed(h, run, p, ret);
	return what;
}

/* ---- to enter ---- */

/* Takes RUN out of the pending runs. Returns false if it was not pending. */
static bool pending_take(struct history *h, const struct suite_run *run, struct pending *ret)
{
	for (size_t i = 0; i < h->count; i++) {
		if (h->pending[i].dut != run->dut || strcmp(h->pending[i].name, run->name))
			continue;
		*ret = h->pending[i];
		h->pending[i] = h->pending[--h->count];
		return true;
	}
	return false;
}

/* Sets how ROW differs from the last time that its test was run. */
static int compare(struct history *h, struct history_run *row, struct env_error *ret_error)
{
	struct history_test test = { .dut = row->dut, .name = row->name, .options = row->options };
	int rc = h->first ? 0 : database_test(&h->db, &test, ret_error);
	bool same = test.has_content && row->has_content && !memcmp(&test.content, &row->content, sizeof(test.content));

	if (!rc && !h->first)
		row->change = change_of(&test, row->outcome, same);
	changes_add(&h->changes, row->change, row->dut, row->name);
	return rc;
}

/* Enters the runs of the journal from time to time, so that it stays short and a reader of the database sees them. */
static int drain_sometimes(struct history *h, struct env_error *ret_error)
{
	double now = clock_seconds();
	int rc;

	if (now - h->drained < drain_seconds)
		return 0;
	rc = database_drain(&h->db, ret_error);
	print_note(&h->db, h->regress->log);
	h->drained = clock_seconds();
	return rc;
}

static int enter(struct history *h, const struct suite_run *run, const struct pool_result *result, const struct pending *p,
                 struct env_error *ret_error)
{
	const struct dut *dut = h->regress->duts[run->dut];
	const struct finding *first = run->outcome == SUITE_FAILED ? finding_first(&result->run.score) : NULL;
	char options[OPTIONS_MAX];
	struct history_run row = {
		.regression = h->regression,
		.identity = h->identity,
		.dut = dut->name,
		.name = run->name,
		.options = options,
		.outcome = run->outcome == SUITE_FAILED ? HISTORY_FAILED : HISTORY_PASSED,
		.has_content = p->has_content,
		.content = p->content,
		.passed_before = run->passed_before,
		.seconds = result->seconds,
		.rule = first ? rule_table[first->rule].name : "",
		.what = first ? first->what : "",
		.expected = first ? first->expected : "",
		.actual = first ? first->actual : "",
		.cycle = first ? first->cycle : 0,
		.findings = result->run.score.findings,
	};
	void *packed = NULL;
	int rc;

	selection_of_run(h->regress, run, options, sizeof(options));
	if (row.has_content && (!run->passed_before || h->options->part_count)) {
		row.has_content = content_still(h->content, dut, run, &p->options, &p->content);
		packed = row.has_content ? result_pack(result, &p->content, &row.result_size) : NULL;
		row.result = packed;
		row.has_content = packed;
	}
	rc = compare(h, &row, ret_error);
	if (!rc)
		rc = journal_append(&h->db.journal, &row, ret_error);
	free(packed);
	if (!rc)
		rc = drain_sometimes(h, ret_error);
	h->broken = rc != 0;
	return without_room(h, rc, ret_error);
}

static int ended(void *context, const struct suite_run *run, const struct pool_result *result, struct env_error *ret_error)
{
	struct history *h = context;
	struct pending p;
	/* of endless seeds only as many are kept as the regression keeps; a part, which is merged later, needs all of them */
	bool passed = run->outcome == SUITE_PASSED || (run->outcome == SUITE_LET_GO && h->regress->shards);

	if (!pending_take(h, run, &p) || h->broken || (!passed && run->outcome != SUITE_FAILED))
		return 0;
	if (p.resumed) {
		changes_add(&h->changes, p.change, h->regress->duts[run->dut]->name, run->name);
		return 0;
	}
	return enter(h, run, result, &p, ret_error);
}

static int end(void *context, const struct suite *suite, FILE *log, struct env_error *ret_error)
{
	struct history *h = context;
	struct suite_tally total = suite_total(suite);
	int rc = h->broken ? 0 : database_stand_still(&h->db, false, ret_error);

	if (!rc && !h->broken)
		rc = database_drain(&h->db, ret_error);
	print_note(&h->db, log);
	if (!rc && !h->broken)
		rc = database_end(&h->db, h->regression,
		                  suite->partial   ? "partial"
		                  : total.findings ? "fail"
		                                   : "pass",
		                  ret_error);
	changes_print(log, &h->changes);
	return without_room(h, rc, ret_error);
}

/* ---- parts ---- */

static int open_part(struct history *h, size_t at, const char *folder, const char *program, FILE *log,
                     struct env_error *ret_error)
{
	struct part *part = &h->parts[at];
	int rc;

	part->path = path_join(folder, "history.db");
	if (!part->path)
		return env_fail(ret_error, ENOMEM, "cannot merge %s", folder);
	rc = database_open(&part->db, part->path, false, ret_error);
	print_note(&part->db, log);
	if (!rc)
		rc = database_newest(&part->db, &part->regression, ret_error);
	if (rc)
		return rc;
	if (!part->regression.id)
		return env_refuse(ret_error,
		                  "%s has no regression; give the folders of 'pausebench regress --shard K/N --out DIR'",
		                  part->path);
	if (strcmp(part->regression.program, program))
		return env_refuse(ret_error, "%s was run by another build of pausebench; merge it with the program that ran it",
		                  part->path);
	return 0;
}

/* Checks that the parts belong together: they were to run the same but for the shard, and each shard is there once. */
static int check_parts(struct history *h, char *ret_selection, size_t size, struct env_error *ret_error)
{
	unsigned shard, shards = 0, of;
	bool *there = calloc(h->options->part_count + 1, sizeof(*there));
	int rc = there ? 0 : env_fail(ret_error, ENOMEM, "cannot merge");

	for (size_t i = 0; i < h->options->part_count && !rc; i++) {
		const struct history_regression *r = &h->parts[i].regression;
		const char *end = strstr(r->selection, " shard ");
		int len = end ? (int)(end - r->selection) : 0;
		if (!end || sscanf(r->shard, "%u/%u", &shard, &of) != 2 || !shard || shard > of) {
			rc = env_refuse(ret_error, "%s is no part of a regression; run it with --shard K/N", h->parts[i].path);
			break;
		}
		if (!i) {
			shards = of;
			snprintf(ret_selection, size, "%.*s", len, r->selection);
		}
		if (of != shards || strncmp(r->selection, ret_selection, (size_t)len) || strlen(ret_selection) != (size_t)len)
			rc = env_refuse(ret_error, "%s and %s are parts of different regressions; give those of one",
			                h->parts[0].path, h->parts[i].path);
		else if (shards > h->options->part_count)
			rc = env_refuse(ret_error, "%zu of %u parts are given; give the folders of all", h->options->part_count,
			                shards);
		else if (there[shard])
			rc = env_refuse(ret_error, "%s: part %s is given twice", h->parts[i].path, r->shard);
		else
			there[shard] = true;
	}
	free(there);
	return rc;
}

int history_parts(struct history *h, struct regress_options *ret, const struct dut ***ret_duts, struct env_error *ret_error)
{
	char program[17], selection[sizeof(h->parts->regression.selection)], unknown[64];
	int rc = 0;

	*ret_duts = NULL;
	h->parts = calloc(h->options->part_count, sizeof(*h->parts));
	h->content = h->parts ? content_open(ret_error) : NULL;
	if (!h->content)
		return h->parts ? -EIO : env_fail(ret_error, ENOMEM, "cannot merge");
	content_program(h->content, program);
	for (size_t i = 0; i < h->options->part_count && !rc; i++)
		rc = open_part(h, i, h->options->parts[i], program, ret->log, ret_error);
	if (!rc)
		rc = check_parts(h, selection, sizeof(selection), ret_error);
	if (!rc && !selection_read(selection, ret, ret_duts, &h->selection, unknown, sizeof(unknown)))
		rc = env_refuse(ret_error, "%s has the DUT '%s', which this program lacks", h->parts[0].path, unknown);
	return rc;
}

/* ---- all of it ---- */

struct history *history_new(const struct history_options *options)
{
	struct history *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->options = options;
	h->memory = (struct regress_memory){
		.context = h,
		.only = options->part_count != 0,
		.begin = begin,
		.recall = recall,
		.ended = ended,
		.end = end,
	};
	return h;
}

void history_free(struct history *h)
{
	if (!h)
		return;
	for (size_t i = 0; h->parts && i < h->options->part_count; i++) {
		database_close(&h->parts[i].db);
		free(h->parts[i].path);
	}
	database_close(&h->db);
	content_close(h->content);
	json_decref(h->selection);
	free(h->parts);
	free(h->pending);
	free(h);
}

const struct regress_memory *history_memory(struct history *h)
{
	return &h->memory;
}
