/* SPDX-License-Identifier: Apache-2.0 */
/* Runs in other processes, the workers.
 *
 * A worker takes many runs (worker.c). The pool puts a run into one of two places of a memory that it shares with the worker, and
 * sends the number of the place; the worker sends the number back when the run is over. So the next run waits beside the one
 * under way, and no worker waits for the pool. If a worker ends, the run under way is a TIMEOUT if the pool killed the worker,
 * which it does some time after the limit of the run; otherwise it is a CRASH. A new worker goes on with the next run. */
#include "pool.h"

#include "seam/seam.h"
#include "settle.h"
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TAIL_OCTETS = 1024 };
static const double grace_seconds = 3, stop_seconds = 2;

/* A run that a worker has, or that waits for it. */
struct waiting {
	size_t tag;
	/* A worker that had carried out .runs other runs crashed in this one; it is repeated in a process of its own. */
	bool again;
	struct finding crashed; /* the finding of that crash */
	uint64_t runs;
};

struct slot {
	pid_t pid;  /* the process of the worker; 0: there is none */
	bool alone; /* the worker takes only one run */
	uint64_t ended;
	int channel_fd, output_fd;
	struct worker_shared *shared;        /* owned; it lives as long as the pool */
	struct waiting queue[WORKER_PLACES]; /* the run in each place */
	unsigned head, count;                /* the place of the run under way, and how many places are in use */
	double started, kill_at;             /* times of the run under way */
	bool killed, stopped;
	char tail[TAIL_OCTETS]; /* the last octets that the worker printed */
	size_t tail_len;
};

struct pool {
	unsigned jobs;
	uint64_t forks;
	struct slot *slots;
};

double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Returns memory that a process shares with those that it forks, or NULL. */
static struct worker_shared *shared_new(void)
{
	void *memory = mmap(NULL, sizeof(struct worker_shared), PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

struct pool *pool_new(unsigned jobs)
{
	struct pool *pool = calloc(1, sizeof(*pool));

	if (!pool)
		return NULL;
	pool->slots = calloc(jobs, sizeof(*pool->slots));
	for (unsigned i = 0; pool->slots && i < jobs; i++) {
		pool->slots[i].shared = shared_new();
		if (!pool->slots[i].shared)
			break;
		pool->jobs++;
	}
	if (pool->jobs == jobs && pool->slots)
		return pool;
	pool_free(pool);
	return NULL;
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

static void slot_close(const struct slot *s)
{
	close(s->channel_fd);
	if (s->output_fd >= 0)
		close(s->output_fd);
}

/* Waits for the end of the worker, which has no run left or was killed. Returns its status. */
static int slot_reap(struct slot *s)
{
	int status = 0;

	shutdown(s->channel_fd, SHUT_WR);
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	collect_output(s);
	slot_close(s);
	s->pid = 0;
	return status;
}

void pool_free(struct pool *pool)
{
	if (!pool)
		return;
	for (unsigned i = 0; i < pool->jobs; i++) {
		struct slot *s = &pool->slots[i];
		if (s->pid && s->count)
			kill(s->pid, SIGKILL);
		if (s->pid)
			slot_reap(s);
		munmap(s->shared, sizeof(*s->shared));
	}
	free(pool->slots);
	free(pool);
}

unsigned pool_running(const struct pool *pool)
{
	unsigned running = 0;

	for (unsigned i = 0; i < pool->jobs; i++)
		running += pool->slots[i].count;
	return running;
}

uint64_t pool_forks(const struct pool *pool)
{
	return pool->forks;
}

/* ---- workers ---- */

/* Opens both ends of a worker's channel and of its output, or none of them. Returns 0 or a positive errno. */
static int open_ends(int channel[2], int output[2])
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel))
		return errno;
	if (pipe2(output, O_CLOEXEC)) {
		int number = errno;
		close(channel[0]);
		close(channel[1]);
		return number;
	}
	return 0;
}

/* Closes, in a new worker, the ends that belong to the pool. Another worker would not see the end of its channel while this one
 * holds it open. */
static void close_others(const struct pool *pool)
{
	for (unsigned i = 0; i < pool->jobs; i++)
		if (pool->slots[i].pid)
			slot_close(&pool->slots[i]);
}

/* Makes the worker of a slot that has none. Returns 0 or a positive errno. */
static int slot_fork(struct pool *pool, struct slot *s, bool alone)
{
	int channel[2], output[2], number = open_ends(channel, output);
	pid_t parent = getpid(), pid;

	if (number)
		return number;
	fflush(NULL);
	pid = fork();
	number = errno;
	if (!pid) {
		close_others(pool);
		close(channel[0]);
		close(output[0]);
		worker_main(s->shared, &(struct worker_ends){ channel[1], output[1] }, alone, parent);
	}
	close(channel[1]);
	close(output[1]);
	s->channel_fd = channel[0];
	s->output_fd = output[0];
	if (pid < 0) {
		slot_close(s);
		return number;
	}
	fcntl(s->channel_fd, F_SETFL, O_NONBLOCK);
	fcntl(s->output_fd, F_SETFL, O_NONBLOCK);
	pool->forks++;
	s->pid = pid;
	s->alone = alone;
	s->ended = 0;
	s->tail_len = 0;
	s->killed = s->stopped = false;
	return 0;
}

/* Starts the clock of the first run in the queue, which is under way from now on. */
static void slot_begin(struct slot *s)
{
	const struct pool_job *job = &s->shared->place[s->head].job;

	s->started = clock_seconds();
	/* A run ends itself at its limit and needs some time for that; other work does not know the limit. */
	s->kill_at = s->started + settle_limit(job) + (job->dut ? grace_seconds : 0);
	if (s->stopped && s->kill_at > s->started + stop_seconds)
		s->kill_at = s->started + stop_seconds;
}

/* Notifies the worker of the run in PLACE. If the worker has just died, its end is seen when its results are read. */
static void slot_notify(const struct slot *s, unsigned place)
{
	unsigned char octet = (unsigned char)place;

	while (send(s->channel_fd, &octet, 1, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

bool pool_keeps_state(const struct dut *dut)
{
	const struct seam_ops *ops = dut ? seam_by_dut(dut->name) : NULL;

	return ops && ops->outside;
}

static bool needs_own_process(const struct pool_job *job)
{
	return job->alone || job->work || job->options.fst || !job->quiet || pool_keeps_state(job->dut);
}

/* Returns a slot for a run: one whose worker has no run, one without a worker, or else one whose worker has one run. NULL: there
 * is none. */
static struct slot *find_slot(struct pool *pool, bool alone)
{
	struct slot *free_slot = NULL, *idle = NULL, *behind = NULL;

	for (unsigned i = 0; i < pool->jobs; i++) {
		struct slot *s = &pool->slots[i];
		if (!s->pid && s->count) /* its worker has died, and a new one will take its runs */
			continue;
		if (!s->pid)
			free_slot = free_slot ? free_slot : s;
		else if (!s->count)
			idle = idle ? idle : s;
		else if (!behind && s->count < WORKER_PLACES && !s->alone && !s->killed && !s->stopped)
			behind = s;
	}
	if (idle && (alone || idle->alone || idle->stopped)) {
		slot_reap(idle);
		return idle;
	}
	return idle ? idle : free_slot ? free_slot : alone ? NULL : behind;
}

int pool_start(struct pool *pool, const struct pool_job *job, size_t tag, struct env_error *ret_error)
{
	bool alone = needs_own_process(job);
	struct slot *s = find_slot(pool, alone);
	unsigned place;
	int number = 0;

	if (!s)
		return -EAGAIN;
	if (!s->pid)
		number = slot_fork(pool, s, alone);
	if (number)
		return env_fail(ret_error, number, "cannot start a simulation process");
	place = (s->head + s->count) % WORKER_PLACES;
	s->shared->place[place].job = *job;
	s->queue[place] = (struct waiting){ .tag = tag };
	if (!s->count++)
		slot_begin(s);
	slot_notify(s, place);
	return 0;
}

/* ---- results ---- */

/* Takes the run under way off the queue. */
static void slot_take(struct slot *s)
{
	s->head = (s->head + 1) % WORKER_PLACES;
	s->count--;
}

/* Takes the message of the run under way, which is over. */
static void take_message(struct slot *s, struct pool_result *ret_result)
{
	const struct worker_place *p = &s->shared->place[s->head];
	const struct waiting *w = &s->queue[s->head];

	settle_message(&p->job, &p->message, ret_result);
	if (w->again && !ret_result->error)
		settle_differs(&w->crashed, w->runs, ret_result);
	ret_result->tag = w->tag;
	s->ended++;
	if (ret_result->run.status == RUN_STOPPED) /* somebody else stopped the worker, which would stop the next run, too */
		s->stopped = true;
	slot_take(s);
	if (s->count)
		slot_begin(s);
	if (s->alone)
		slot_reap(s);
}

/* Takes the end of a worker. Returns true with *RET_RESULT if the run under way has ended with it. */
static bool take_death(struct slot *s, struct pool_result *ret_result)
{
	struct waiting *w = &s->queue[s->head];
	struct death death = { .killed = s->killed, .runs = s->ended, .seconds = clock_seconds() - s->started };

	death.status = slot_reap(s);
	death.output = s->tail;
	death.output_len = s->tail_len;
	if (!s->count || (s->stopped && !s->killed) || (WIFEXITED(death.status) && WEXITSTATUS(death.status) == WORKER_RETIRES))
		return false;
	settle_dead(&s->shared->place[s->head].job, &death, ret_result);
	ret_result->tag = w->tag;
	if (death.killed && s->stopped)
		ret_result->run = (struct run_result){ .status = RUN_STOPPED };
	if (!death.killed && death.runs && !w->again) {
		*w = (struct waiting){ w->tag, true, ret_result->run.score.finding[0], death.runs };
		return false;
	}
	slot_take(s);
	return true;
}

/* Lets a new worker take the runs that are left of a worker that has ended. Returns true with *RET_RESULT if the first of them
 * cannot be run any more. */
static bool go_on(struct pool *pool, struct slot *s, struct pool_result *ret_result)
{
	bool stopped = s->stopped;
	int number = stopped ? 0 : slot_fork(pool, s, needs_own_process(&s->shared->place[s->head].job));

	if (stopped || number) {
		memset(ret_result, 0, sizeof(*ret_result));
		ret_result->tag = s->queue[s->head].tag;
		ret_result->run.status = RUN_STOPPED;
		if (number)
			ret_result->error = env_fail(&ret_result->env, number, "cannot start a simulation process");
		slot_take(s);
		return true;
	}
	for (unsigned i = 0; i < s->count; i++)
		slot_notify(s, (s->head + i) % WORKER_PLACES);
	slot_begin(s);
	return false;
}

/* Returns true with *RET_RESULT if a run of the slot is over. */
static bool slot_result(struct pool *pool, struct slot *s, struct pool_result *ret_result)
{
	unsigned char place;
	ssize_t n;

	if (!s->pid)
		return s->count && go_on(pool, s, ret_result);
	collect_output(s);
	n = read(s->channel_fd, &place, 1);
	if (n == 1) {
		take_message(s, ret_result);
		return true;
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	return take_death(s, ret_result) || (s->count && go_on(pool, s, ret_result));
}

/* Kills the workers whose run has exceeded its time. Returns the milliseconds until the next deadline, at most TIMEOUT_MS. */
static int enforce_limits(struct pool *pool, int timeout_ms)
{
	double now = clock_seconds();

	for (unsigned i = 0; i < pool->jobs; i++) {
		struct slot *s = &pool->slots[i];
		double left = s->kill_at - now;
		if (!s->pid || !s->count || s->killed)
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

		for (unsigned i = 0; i < pool->jobs; i++) {
			struct slot *s = &pool->slots[i];
			if (slot_result(pool, s, ret_result))
				return true;
			if (!s->pid)
				continue;
			fds[count++] = (struct pollfd){ .fd = s->channel_fd, .events = POLLIN };
			fds[count++] = (struct pollfd){ .fd = s->output_fd, .events = POLLIN };
		}
		if (wait_ms <= 0 || poll(fds, count, wait_ms) < 0)
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
