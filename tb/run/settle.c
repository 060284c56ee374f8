/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the result of a run from the way in which the run, or its process, ended. */
#include "settle.h"

#include <string.h>
#include <sys/wait.h>

static const double default_limit_seconds = 120;

double settle_limit(const struct pool_job *job)
{
	return job->options.max_seconds > 0 ? job->options.max_seconds : default_limit_seconds;
}

/* Writes into RET the printable octets of the last line that the run itself printed and that is not empty; an empty text if there
 * is none. */
static void last_line(const struct death *death, char *ret, size_t size)
{
	const char *text = death->output;
	size_t end = death->output_len, start, used = 0;

	while (end && (text[end - 1] == '\n' || text[end - 1] == '\r'))
		end--;
	for (start = end; start && text[start - 1] != '\n' && text[start - 1] != WORKER_RUN_MARK; start--)
		;
	for (; start < end && used + 1 < size; start++)
		ret[used++] = text[start] >= ' ' && text[start] < 0x7F ? text[start] : '?';
	ret[used] = 0;
}

/* Adds a finding of the bench itself as the first one, since it ended the run. */
static void add_finding(struct run_result *run, const struct finding *f)
{
	struct scoreboard_result *score = &run->score;

	memmove(score->finding + 1, score->finding, (SCOREBOARD_FINDINGS_MAX - 1) * sizeof(score->finding[0]));
	score->finding[0] = *f;
	score->findings++;
}

static bool has_finding(const struct run_result *run, enum rule rule)
{
	const struct scoreboard_result *score = &run->score;

	for (size_t i = 0; i < score->findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (score->finding[i].rule == rule)
			return true;
	return false;
}

/* Applies the rules of the bench itself: a run that exceeded its time, made no check or has findings never passes. */
static void settle_run(struct run_result *run, double limit)
{
	struct finding f = { .cycle = run->cycles, .cause_cycle = run->cycles };
	uint64_t checks = 0;

	for (size_t i = 0; i < CHECK_KIND_COUNT; i++)
		checks += run->score.checks[i];
	if (run->status == RUN_TIMEOUT && !has_finding(run, RULE_TIMEOUT)) {
		f.rule = RULE_TIMEOUT;
		snprintf(f.what, sizeof(f.what), "the run");
		snprintf(f.expected, sizeof(f.expected), "an end within its cycle budget and %g s", limit);
		snprintf(f.actual, sizeof(f.actual), "still running after %llu cycles", (unsigned long long)run->cycles);
		add_finding(run, &f);
	}
	if (run->status == RUN_OK && !checks && !run->score.findings) {
		f.rule = RULE_CHECKED_NOTHING;
		snprintf(f.what, sizeof(f.what), "the run");
		snprintf(f.expected, sizeof(f.expected), "at least one check");
		snprintf(f.actual, sizeof(f.actual), "none");
		add_finding(run, &f);
	}
	if (run->status == RUN_OK && run->score.findings)
		run->status = RUN_FINDINGS;
}

void settle_message(const struct pool_job *job, const struct worker_message *m, struct pool_result *r)
{
	memset(r, 0, sizeof(*r));
	memcpy(r->name, m->name, sizeof(r->name));
	r->seed = m->seed;
	r->seconds = m->seconds;
	r->error = m->error;
	r->env = m->env;
	r->run = m->run;
	memcpy(r->result, m->result, sizeof(r->result));
	if (!r->error && !job->work)
		settle_run(&r->run, settle_limit(job));
}

static void name_process(const struct pool_job *job, struct pool_result *r, struct finding *f)
{
	char stem[48];

	if (job->work) {
		snprintf(f->what, sizeof(f->what), "simulation process");
	} else if (job->source.kind == SOURCE_SEED) {
		r->seed = job->source.seed;
		snprintf(f->what, sizeof(f->what), "simulation process, seed %u", job->source.seed);
	} else {
		source_stem(job->source.path, stem, sizeof(stem));
		snprintf(f->what, sizeof(f->what), "simulation process, %.40s", stem);
	}
}

void settle_dead(const struct pool_job *job, const struct death *death, struct pool_result *r)
{
	struct finding f = { .rule = death->killed ? RULE_TIMEOUT : RULE_CRASH };
	char how[48], line[64];

	memset(r, 0, sizeof(*r));
	r->seconds = death->seconds;
	r->run.status = death->killed ? RUN_TIMEOUT : RUN_FINDINGS;
	name_process(job, r, &f);
	last_line(death, line, sizeof(line));
	if (WIFSIGNALED(death->status))
		snprintf(how, sizeof(how), "%s (signal %d)", strsignal(WTERMSIG(death->status)), WTERMSIG(death->status));
	else
		snprintf(how, sizeof(how), "exit status %d without a result", WEXITSTATUS(death->status));
	if (death->killed) {
		snprintf(f.expected, sizeof(f.expected), "an end within %g s", settle_limit(job));
		snprintf(f.actual, sizeof(f.actual), "hung, killed after %.0f s", death->seconds);
	} else {
		snprintf(f.expected, sizeof(f.expected), "a normal end");
		snprintf(f.actual, sizeof(f.actual), "%.40s%s%.50s", how, *line ? ": " : "", line);
	}
	add_finding(&r->run, &f);
}

void settle_differs(const struct finding *crashed, uint64_t runs, struct pool_result *r)
{
	struct finding f = *crashed;

	snprintf(f.expected, sizeof(f.expected), "a normal end, as in a process of its own");
	snprintf(f.why, sizeof(f.why), "the process had carried out %llu run%s before, which may have spoilt its memory",
	         (unsigned long long)runs, runs == 1 ? "" : "s");
	add_finding(&r->run, &f);
	if (r->run.status == RUN_OK)
		r->run.status = RUN_FINDINGS;
}
