/* SPDX-License-Identifier: Apache-2.0 */
/* Runs in processes of their own, one forked process per run.
 *
 * The child makes its stimulus, runs it and writes one message into a pipe. The parent collects octets until the pipe ends and reaps
 * the process. A whole message and a normal end are a result; a process that the parent killed after its limit and a grace is a TIMEOUT; any
 * other end is a CRASH. */
#include "pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TAIL_OCTETS = 1024 };
static const double default_limit_seconds = 120, grace_seconds = 3, stop_seconds = 2;

struct message {
	int error;
	struct env_error env;
	char name[64];
	uint32_t seed;
	struct run_result run;
	alignas(max_align_t) unsigned char result[POOL_RESULT_OCTETS];
};

struct slot {
	pid_t pid; /* 0: the place is free */
	size_t tag;
	int result_fd, output_fd;
	size_t received;
	double started, kill_at, limit;
	bool killed, stopped, work;
	const struct dut *dut;
	struct source source;
	char tail[TAIL_OCTETS]; /* the last octets that the process printed */
	size_t tail_len;
	struct message message;
};

struct pool {
	unsigned jobs;
	struct slot *slots;
};

double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct pool *pool_new(unsigned jobs)
{
	struct pool *pool = calloc(1, sizeof(*pool));

	if (!pool)
		return NULL;
	pool->jobs = jobs;
	pool->slots = calloc(jobs, sizeof(*pool->slots));
	if (!pool->slots) {
		free(pool);
		return NULL;
	}
	return pool;
}

static void slot_close(struct slot *s)
{
	close(s->result_fd);
	if (s->output_fd >= 0)
		close(s->output_fd);
	s->pid = 0;
}

void pool_free(struct pool *pool)
{
	if (!pool)
		return;
	for (unsigned i = 0; i < pool->jobs; i++) {
		struct slot *s = &pool->slots[i];
		if (!s->pid)
			continue;
		kill(s->pid, SIGKILL);
		while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
			;
		slot_close(s);
	}
	free(pool->slots);
	free(pool);
}

unsigned pool_running(const struct pool *pool)
{
	unsigned running = 0;

	for (unsigned i = 0; i < pool->jobs; i++)
		running += pool->slots[i].pid != 0;
	return running;
}

#ifdef PAUSEBENCH_COVERAGE
void __gcov_dump(void);
#endif

static void child_stimulus(const struct pool_job *job, struct message *m)
{
	struct stimulus stim;

	m->error = source_load(&job->source, job->dut, &stim, &m->env);
	if (!m->error) {
		memcpy(m->name, stim.name, sizeof(m->name));
		m->seed = stim.seed;
		m->error = run_stimulus(job->dut, &stim, &job->options, &m->run);
		if (m->error)
			env_fail(&m->env, -m->error, "cannot run %s on %s%s%s", stim.name, job->dut->name,
			         job->options.sent_pcap ? ", writing " : "",
			         job->options.sent_pcap ? job->options.sent_pcap : "");
	}
	stimulus_release(&stim);
}

/* The child: makes the stimulus, runs it and writes the result into the pipe. */
static void child_run(const struct pool_job *job, int fd)
{
	struct message m = { 0 };
	const char *data = (const char *)&m;

	if (job->work)
		m.error = job->work(job->context, m.result, &m.env);
	else
		child_stimulus(job, &m);
	for (size_t left = sizeof(m); left;) {
		ssize_t n = write(fd, data, left);
		if (n < 0 && errno != EINTR)
			_exit(1);
		if (n > 0) {
			data += n;
			left -= (size_t)n;
		}
	}
	fflush(NULL);
#ifdef PAUSEBENCH_COVERAGE
	__gcov_dump(); /* _exit() would lose the coverage */
#endif
	_exit(0);
}

static void child_prepare(const struct pool_job *job, int output_fd, pid_t parent)
{
	const struct rlimit no_core = { 0, 0 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	setrlimit(RLIMIT_CORE, &no_core);
	if (job->options.fst)
		signal(SIGXFSZ,
		       SIG_DFL); /* the simulator does not notice that its wave file is cut, so the process dies instead */
	if (job->quiet) {
		dup2(output_fd, STDOUT_FILENO);
		dup2(output_fd, STDERR_FILENO);
	}
}

/* Opens two pipes, or none. Returns 0 or a positive errno. */
static int open_pipes(int result[2], int output[2])
{
	if (pipe2(result, O_CLOEXEC))
		return errno;
	if (pipe2(output, O_CLOEXEC)) {
		int number = errno;
		close(result[0]);
		close(result[1]);
		return number;
	}
	fcntl(result[0], F_SETFL, O_NONBLOCK);
	fcntl(output[0], F_SETFL, O_NONBLOCK);
	return 0;
}

int pool_start(struct pool *pool, const struct pool_job *job, size_t tag, struct env_error *ret_error)
{
	int result[2], output[2], number;
	struct slot *s = NULL;
	pid_t parent = getpid();

	for (unsigned i = 0; i < pool->jobs && !s; i++)
		if (!pool->slots[i].pid)
			s = &pool->slots[i];
	if (!s)
		return -EAGAIN;
	number = open_pipes(result, output);
	if (number)
		return env_fail(ret_error, number, "cannot start a simulation process");
	*s = (struct slot){ .tag = tag, .result_fd = result[0], .output_fd = output[0], .dut = job->dut, .source = job->source };
	s->work = job->work;
	s->started = clock_seconds();
	s->limit = job->options.max_seconds > 0 ? job->options.max_seconds : default_limit_seconds;
	s->kill_at = s->started + s->limit + (job->dut ? grace_seconds : 0); /* other work does not know its limit */
	fflush(NULL);
	s->pid = fork();
	if (!s->pid) {
		child_prepare(job, output[1], parent);
		child_run(job, result[1]);
	}
	number = errno;
	close(result[1]);
	close(output[1]);
	if (s->pid > 0)
		return 0;
	slot_close(s);
	return env_fail(ret_error, number, "cannot start a simulation process");
}

static void collect_output(struct slot *s)
{
	char part[512];
	ssize_t n;

	while (s->output_fd >= 0 && (n = read(s->output_fd, part, sizeof(part))) != 0) {
		size_t keep, len = (size_t)n;
		if (n < 0)
			return;
		keep = s->tail_len + len > sizeof(s->tail) ? sizeof(s->tail) - len : s->tail_len;
		memmove(s->tail, s->tail + s->tail_len - keep, keep);
		memcpy(s->tail + keep, part, len);
		s->tail_len = keep + len;
	}
	if (s->output_fd >= 0)
		close(s->output_fd);
	s->output_fd = -1;
}

/* True at the end of the pipe. */
static bool collect_result(struct slot *s)
{
	char rest[64];

	for (;;) {
		size_t left = sizeof(s->message) - s->received;
		ssize_t n = left ? read(s->result_fd, (char *)&s->message + s->received, left)
		                 : read(s->result_fd, rest, sizeof(rest));
		if (!n)
			return true;
		if (n < 0)
			return errno != EAGAIN && errno != EINTR;
		s->received += left ? (size_t)n : 0;
	}
}

/* Writes the printable octets of the last line that is not empty into RET; an empty text if there is none. */
static void last_line(const struct slot *s, char *ret, size_t size)
{
	size_t end = s->tail_len, start, used = 0;

	while (end && (s->tail[end - 1] == '\n' || s->tail[end - 1] == '\r'))
		end--;
	for (start = end; start && s->tail[start - 1] != '\n'; start--)
		;
	for (; start < end && used + 1 < size; start++)
		ret[used++] = s->tail[start] >= ' ' && s->tail[start] < 0x7F ? s->tail[start] : '?';
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

/* Applies the rules of the bench itself: a run out of time, without a check or with findings never passes. */
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

/* Fills the result of a process that wrote none: TIMEOUT if the parent killed it, else CRASH. */
static void settle_dead(const struct slot *s, int status, struct pool_result *r)
{
	struct finding f = { .rule = s->killed ? RULE_TIMEOUT : RULE_CRASH };
	char how[48], line[64];

	r->error = 0;
	r->run = (struct run_result){ .status = s->killed ? RUN_TIMEOUT : RUN_FINDINGS };
	if (s->work) {
		snprintf(f.what, sizeof(f.what), "simulation process");
	} else if (s->source.kind == SOURCE_SEED) {
		r->seed = s->source.seed;
		snprintf(f.what, sizeof(f.what), "simulation process, seed %u", s->source.seed);
	} else {
		source_stem(s->source.path, how, sizeof(how));
		snprintf(f.what, sizeof(f.what), "simulation process, %.40s", how);
	}
	last_line(s, line, sizeof(line));
	if (WIFSIGNALED(status))
		snprintf(how, sizeof(how), "%s (signal %d)", strsignal(WTERMSIG(status)), WTERMSIG(status));
	else
		snprintf(how, sizeof(how), "exit status %d%s", WEXITSTATUS(status),
		         s->received == sizeof(s->message) ? "" : " without a result");
	if (s->killed) {
		snprintf(f.expected, sizeof(f.expected), "an end within %g s", s->limit);
		snprintf(f.actual, sizeof(f.actual), "hung, killed after %.0f s", r->seconds);
	} else {
		snprintf(f.expected, sizeof(f.expected), "a normal end");
		snprintf(f.actual, sizeof(f.actual), "%.40s%s%.50s", how, *line ? ": " : "", line);
	}
	add_finding(&r->run, &f);
}

static void settle(struct slot *s, int status, struct pool_result *r)
{
	const struct message *m = &s->message;
	bool whole = s->received == sizeof(*m);

	memset(r, 0, sizeof(*r));
	r->tag = s->tag;
	r->seconds = clock_seconds() - s->started;
	if (whole) {
		memcpy(r->name, m->name, sizeof(r->name));
		r->seed = m->seed;
	}
	if (whole && WIFEXITED(status) && !WEXITSTATUS(status)) {
		r->error = m->error;
		r->env = m->env;
		r->run = m->run;
		memcpy(r->result, m->result, sizeof(r->result));
		if (!r->error && !s->work)
			settle_run(&r->run, s->limit);
	} else if (s->stopped) {
		r->run.status = RUN_STOPPED;
	} else {
		settle_dead(s, status, r);
	}
}

static void slot_finish(struct slot *s, struct pool_result *ret_result)
{
	int status = 0;

	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	collect_output(s);
	settle(s, status, ret_result);
	slot_close(s);
}

/* Kills the processes that are over their time; returns the milliseconds until the next deadline, at most TIMEOUT_MS. */
static int enforce_limits(struct pool *pool, int timeout_ms)
{
	double now = clock_seconds();

	for (unsigned i = 0; i < pool->jobs; i++) {
		struct slot *s = &pool->slots[i];
		double left = s->kill_at - now;
		if (!s->pid || s->killed)
			continue;
		if (left <= 0) {
			s->killed = true;
			kill(s->pid, SIGKILL);
		} else if (left * 1000 < timeout_ms) {
			timeout_ms = (int)(left * 1000) + 1;
		}
	}
	return timeout_ms;
}

bool pool_wait(struct pool *pool, int timeout_ms, struct pool_result *ret_result)
{
	struct pollfd fds[2 * pool->jobs + 1];
	double end = clock_seconds() + timeout_ms * 1e-3;

	for (;;) {
		int wait_ms = enforce_limits(pool, (int)((end - clock_seconds()) * 1000));
		nfds_t count = 0;
		int rc;

		for (unsigned i = 0; i < pool->jobs; i++) {
			struct slot *s = &pool->slots[i];
			if (!s->pid)
				continue;
			fds[count++] = (struct pollfd){ .fd = s->result_fd, .events = POLLIN };
			fds[count++] = (struct pollfd){ .fd = s->output_fd, .events = POLLIN };
		}
		rc = poll(fds, count, wait_ms > 0 ? wait_ms : 0);
		if (rc < 0)
			return false;
		for (unsigned i = 0; i < pool->jobs; i++) {
			struct slot *s = &pool->slots[i];
			if (!s->pid)
				continue;
			collect_output(s);
			if (collect_result(s)) {
				slot_finish(s, ret_result);
				return true;
			}
		}
		if (clock_seconds() >= end)
			return false;
	}
}

void pool_stop(struct pool *pool)
{
	double kill_at = clock_seconds() + stop_seconds;

	for (unsigned i = 0; i < pool->jobs; i++) {
		struct slot *s = &pool->slots[i];
		if (!s->pid || s->stopped)
			continue;
		s->stopped = true;
		if (s->kill_at > kill_at)
			s->kill_at = kill_at;
		kill(s->pid, SIGTERM);
	}
}

int pool_run(const struct pool_job *job, struct pool_result *ret_result, struct env_error *ret_error)
{
	struct pool *pool = pool_new(1);
	int rc;

	if (!pool)
		return env_fail(ret_error, ENOMEM, "cannot start a simulation process");
	rc = pool_start(pool, job, 0, ret_error);
	while (!rc && !pool_wait(pool, 200, ret_result))
		if (job->options.stop && atomic_load(job->options.stop))
			pool_stop(pool);
	pool_free(pool);
	if (rc)
		return rc;
	if (ret_result->error)
		*ret_error = ret_result->env;
	return ret_result->error;
}
