/* SPDX-License-Identifier: Apache-2.0 */
/* A worker carries out runs, one after the other, in memory that it keeps.
 *
 * The memory that a run releases is kept for the next one (base/heap.h). Each run makes its simulation, golden model and buffers
 * anew in that memory; they have nothing of the run before. */
#include "worker.h"

#include "base/heap.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
	KEPT_MAX = 1 << 20, /* if so many more octets are in use than after the first run, the worker retires */
};

#ifdef PAUSEBENCH_COVERAGE
void __gcov_dump(void);
#endif

static _Noreturn void leave(int status)
{
	fflush(NULL);
#ifdef PAUSEBENCH_COVERAGE
	__gcov_dump(); /* _exit() would lose the coverage */
#endif
	_exit(status);
}

static void prepare(const struct pool_job *job, const struct worker_ends *ends, int parent)
{
	const struct rlimit no_core = { 0, 0 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	setrlimit(RLIMIT_CORE, &no_core);
	if (job->options.fst)
		signal(SIGXFSZ,
		       SIG_DFL); /* the process dies if its wave file is cut, since the simulator would not notice that */
	if (job->quiet) {
		dup2(ends->output_fd, STDOUT_FILENO);
		dup2(ends->output_fd, STDERR_FILENO);
	}
}

static void carry_out_stimulus(const struct pool_job *job, struct worker_message *m)
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

static void carry_out(const struct pool_job *job, struct worker_message *m)
{
	double began = clock_seconds();

	memset(m, 0, sizeof(*m));
	if (job->work)
		m->error = job->work(job->context, m->result, &m->env);
	else
		carry_out_stimulus(job, m);
	m->seconds = clock_seconds() - began;
}

/* Reads the next octet. Returns false if no other comes. */
static bool octet_read(int fd, unsigned char *ret)
{
	ssize_t n;

	do
		n = read(fd, ret, 1);
	while (n < 0 && errno == EINTR);
	return n == 1;
}

static void octet_write(int fd, unsigned char octet)
{
	ssize_t n;

	do
		n = write(fd, &octet, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(1);
}

static size_t heap_in_use(void)
{
	const struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

_Noreturn void worker_main(struct worker_shared *shared, const struct worker_ends *ends, bool alone, int parent)
{
	size_t in_use = 0;
	unsigned char place;

	for (bool first = true; octet_read(ends->channel_fd, &place); first = false) {
		struct worker_place *p = &shared->place[place];
		if (first)
			prepare(&p->job, ends, parent);
		if (first && !alone)
			heap_keep();
		if (p->job.quiet)
			octet_write(STDOUT_FILENO, WORKER_RUN_MARK);
		carry_out(&p->job, &p->message);
		fflush(NULL);
		octet_write(ends->channel_fd, place);
		if (alone)
			break;
		if (first)
			in_use = heap_in_use();
		else if (heap_in_use() > in_use + KEPT_MAX)
			leave(WORKER_RETIRES);
	}
	leave(0);
}
