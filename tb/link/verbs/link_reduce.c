/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces the description of a link that fails; link_reduce.h.
 *
 * The parts of its text that may be left out (tb/reduce/ddmin.h) are a statement with all its keys, and one key. A value that is
 * left out has its default. Then numbers are made simpler: the run ends soon after the finding, all frames have one length, a
 * host stops once. tb/reduce/reduce.h does the same for a stimulus, whose parts are items; here each try is a process of its own,
 * since SystemC elaborates one platform in a process. */
#include "link_reduce.h"
#include "link_work.h"

#include "reduce/ddmin.h"
#include "report/normal.h"
#include "run/pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64, TEXT_MAX = 8192, RUN_SECONDS = 120, PS_PER_US = 1000000 };
/* The limits if the target is a run that does not end. A try gets the HANG_TRIES-th part of the time; the last run, which shows
 * that the result is not merely slow, gets HANG_SURE times as long. */
enum { HANG_TRIES = 24, HANG_SURE = 4 };
static const double hang_seconds_min = 1;

/* A word of the description. */
struct word {
	const char *text; /* "traffic a", "load=0.5" */
	size_t head;      /* the number of the word that begins its statement */
	bool needed;      /* it is never left out */
};

struct reduction {
	link_run_fn *run;
	bool (*stop)(void);
	double deadline, limit; /* .limit is in seconds, for one run */
	struct link_description best;
	struct link_finding target, finding;
	bool known; /* .target is known */
	unsigned runs;
	char text[TEXT_MAX]; /* the text to which .word points */
	struct word word[WORDS_MAX];
	size_t words;
	int error;
	struct env_error *ret_error;
};

/* ---- runs ---- */

struct outcome {
	bool failed, stopped;
	struct link_finding first;
};

static int take_outcome(const struct link_work *work, const struct link_result *result, void *ret, struct env_error *ret_error)
{
	struct outcome *outcome = ret;

	_Static_assert(sizeof(struct outcome) <= POOL_RESULT_OCTETS, "an outcome fits a pool's result");
	(void)ret_error;
	outcome->stopped = result->stopped;
	outcome->failed = link_first_finding(work->link, result, &outcome->first);
	return 0;
}

/* Gives the outcome of a run whose process crashed or was ended. */
static void take_broken(const struct pool_result *result, struct outcome *ret)
{
	ret->stopped = result->run.status == RUN_STOPPED;
	ret->failed = result->run.score.findings;
	link_finding_broken(result, &ret->first);
}

static bool same(const struct link_finding *a, const struct link_finding *b)
{
	return a->end == b->end && finding_same(&a->plain, &b->plain);
}

static bool over(void *context)
{
	const struct reduction *r = context;

	return r->error || (r->stop && r->stop()) || clock_seconds() >= r->deadline;
}

/* Runs LINK and returns whether its first finding is the target. If it is, LINK becomes the best description. */
static bool try_link(struct reduction *r, const struct link_description *link)
{
	const struct link_work work = { link, r->run, r->stop, take_outcome, NULL };
	struct pool_job job = { .work = link_work_run, .context = &work, .quiet = true, .options.max_seconds = r->limit };
	struct pool_result *result = calloc(1, sizeof(*result));
	struct outcome outcome = { .failed = false };

	r->error = result ? pool_run(&job, result, r->ret_error) : env_fail(r->ret_error, ENOMEM, "cannot reduce %s", link->name);
	r->runs++;
	if (!r->error && result->run.status == RUN_OK)
		memcpy(&outcome, result->result, sizeof(outcome));
	else if (!r->error)
		take_broken(result, &outcome);
	free(result);
	if (!outcome.failed || outcome.stopped)
		return false;
	if (!r->known)
		r->target = outcome.first;
	r->known = true;
	if (!same(&outcome.first, &r->target))
		return false;
	r->finding = outcome.first;
	r->best = *link;
	return true;
}

/* ---- words ---- */

static void take_word(struct reduction *r, const char *text, size_t head, bool needed)
{
	if (r->words < WORDS_MAX)
		r->word[r->words++] = (struct word){ .text = text, .head = head, .needed = needed };
}

/* Takes the words of LINE: the statement with its subject, and its keys. */
static void take_line(struct reduction *r, char *line)
{
	size_t head = r->words, len = strcspn(line, " ");
	bool end = !strncmp(line, "end ", 4);
	char *subject = line + len + (line[len] == ' '), *at;

	if (*subject && !memchr(subject, '=', strcspn(subject, " ")))
		len = (size_t)(subject - line) + strcspn(subject, " ");
	at = line + len;
	at += *at ? 1 : 0;
	line[len] = 0;
	take_word(r, line, head, end);
	for (char *key = strtok(at, " "); key; key = strtok(NULL, " "))
		take_word(r, key, head, !strncmp(key, "dut=", 4) || !strncmp(key, "as=", 3) || !strncmp(key, "seed=", 5));
}

/* Takes the words of the best description, without its first line. */
static bool take_words(struct reduction *r)
{
	FILE *out = fmemopen(r->text, sizeof(r->text), "w");
	char *line, *next;

	if (!out)
		return false;
	link_file_write(&r->best, out);
	if (fclose(out))
		return false;
	r->words = 0;
	for (line = strchr(r->text, '\n') + 1; (next = strchr(line, '\n')); line = next + 1) {
		*next = 0;
		take_line(r, line);
	}
	return r->words && r->words < WORDS_MAX;
}

/* Returns true if the statement that begins at HEAD has a key or needs none. */
static bool has_key(const struct reduction *r, const bool *keep, size_t head)
{
	for (size_t i = head + 1; i < r->words && r->word[i].head == head; i++)
		if (keep[i] || r->word[i].needed)
			return true;
	return !strncmp(r->word[head].text, "traffic", 7);
}

static void put_words(const struct reduction *r, const bool *keep, FILE *out)
{
	fputs("pausebench-link 1", out);
	for (size_t i = 0; i < r->words; i++) {
		const struct word *word = &r->word[i];
		const bool said = r->word[word->head].needed || (keep[word->head] && has_key(r, keep, word->head));
		const bool needed_beside = word->needed && (r->word[word->head].needed || !strncmp(word->text, "seed=", 5));
		if (word->head == i && (said || !strcmp(word->text, "link")))
			fprintf(out, "\n%s", word->text);
		else if (word->head != i && (needed_beside || (said && keep[i])))
			fprintf(out, " %s", word->text);
	}
	fputc('\n', out);
}

static bool words_fail(void *context, const bool *keep, size_t count)
{
	struct reduction *r = context;
	struct link_description link;
	struct env_error error;
	char text[TEXT_MAX];
	FILE *file = fmemopen(text, sizeof(text), "w");
	size_t len;
	int rc;

	(void)count;
	if (!file)
		return false;
	put_words(r, keep, file);
	len = (size_t)ftell(file);
	fclose(file);
	file = fmemopen(text, len, "r");
	if (!file)
		return false;
	rc = link_file_read_stream(&link, file, r->best.name, &error);
	fclose(file);
	memcpy(link.name, r->best.name, sizeof(link.name));
	return !rc && try_link(r, &link);
}

static unsigned words_left_out(const struct reduction *r)
{
	unsigned count = 0;

	for (size_t i = 0; i < r->words; i++)
		count += !r->word[i].needed && strcmp(r->word[i].text, "link");
	return count;
}

static bool leave_out(struct reduction *r)
{
	const struct ddmin d = { .context = r, .fails = words_fail, .over = over };
	bool keep[WORDS_MAX];

	if (!take_words(r))
		return false;
	memset(keep, true, sizeof(keep));
	return ddmin(&d, keep, r->words);
}

/* ---- numbers ---- */

static bool try_time(struct reduction *r, uint64_t us)
{
	struct link_description link = r->best;

	if (us * PS_PER_US >= link.time_ps || !us || over(r))
		return false;
	link.time_ps = us * PS_PER_US;
	return try_link(r, &link);
}

/* Ends the traffic soon after the finding. */
static void shorten(struct reduction *r)
{
	uint64_t low = 0, us = r->finding.time_ps / PS_PER_US + 1;

	try_time(r, us);
	for (us = r->best.time_ps / PS_PER_US; us - low > 1 && us - low > us / 16 && !over(r);) {
		uint64_t middle = low + (us - low) / 2;
		if (try_time(r, middle))
			us = middle;
		else
			low = middle;
	}
}

static void simpler_end(struct reduction *r, unsigned i)
{
	const struct link_end *end = &r->best.end[i];
	struct link_description link = r->best;

	if (end->traffic.len_min != end->traffic.len_max) {
		link.end[i].traffic.len_min = end->traffic.len_max;
		if (!try_link(r, &link) && !over(r)) {
			link.end[i].traffic.len_min = link.end[i].traffic.len_max = end->traffic.len_min;
			try_link(r, &link);
		}
	}
	link = r->best;
	if (end->host.every_ps && !over(r)) {
		link.end[i].host.every_ps = 0;
		try_link(r, &link);
	}
}

static void simpler(struct reduction *r)
{
	for (unsigned i = 0; i < LINK_ENDS && !over(r); i++)
		simpler_end(r, i);
}

int link_reduce(const struct link_description *link, link_run_fn *run, bool (*stop)(void), const struct link_finding *target,
                double seconds, struct link_reduction *ret, struct env_error *ret_error)
{
	double started = clock_seconds();
	struct reduction r = { .run = run,
		               .stop = stop,
		               .deadline = started + seconds,
		               .limit = RUN_SECONDS,
		               .best = *link,
		               .known = target,
		               .ret_error = ret_error };
	bool hangs = target && target->plain.rule == RULE_TIMEOUT;

	if (target)
		r.target = *target;
	if (hangs)
		r.limit = seconds / HANG_TRIES > hang_seconds_min ? seconds / HANG_TRIES : hang_seconds_min;
	*ret = (struct link_reduction){ .link = *link };
	take_words(&r);
	ret->words_before = words_left_out(&r);
	ret->again = try_link(&r, link);
	if (ret->again) {
		shorten(&r);
		leave_out(&r);
		simpler(&r);
		ret->whole = leave_out(&r);
		shorten(&r);
		take_words(&r);
	}
	if (ret->again && hangs) {
		r.limit *= HANG_SURE;
		ret->again = try_link(&r, &r.best);
	}
	ret->words_after = words_left_out(&r);
	ret->link = r.best;
	ret->finding = r.finding;
	ret->runs = r.runs;
	ret->seconds = clock_seconds() - started;
	return r.error;
}
