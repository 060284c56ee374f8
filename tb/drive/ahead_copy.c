/* SPDX-License-Identifier: Apache-2.0 */
/* Runs ahead in a copy of the process, for simulations that have state outside of their model.
 *
 * fork() copies the simulation with the process. The copy writes the cycle of the moment to a pipe and ends. If the copy crashes,
 * as the run itself may do later, there is no moment. */
#include "loop_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* To be called in the copy: discards its output, and makes it end with the process that it was made from. */
static void copy_begin(struct loop *l)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGABRT, SIG_DFL);
	if (null >= 0) {
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
	if (l->ops->trace_leave)
		l->ops->trace_leave(l->seam);
}

static _Noreturn void copy_run(struct loop *l, const struct ahead *ahead, int to)
{
	uint64_t moment;

	copy_begin(l);
	moment = ahead_run(l, ahead);
	_exit(write(to, &moment, sizeof(moment)) != sizeof(moment));
}

/* Returns the cycle that the copy wrote, or LOOP_NO_MOMENT if it wrote none. */
static uint64_t moment_read(int from)
{
	uint64_t moment;
	ssize_t got;

	do
		got = read(from, &moment, sizeof(moment));
	while (got < 0 && errno == EINTR);
	return got == sizeof(moment) ? moment : LOOP_NO_MOMENT;
}

int ahead_in_copy(struct loop *l, const struct ahead *ahead, uint64_t *ret_cycle)
{
	int ends[2], err = 0;
	pid_t pid;

	*ret_cycle = LOOP_NO_MOMENT;
	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	pid = fork();
	if (!pid)
		copy_run(l, ahead, ends[1]);
	if (pid < 0)
		err = -errno;
	close(ends[1]);
	if (!err)
		*ret_cycle = moment_read(ends[0]);
	close(ends[0]);
	while (!err && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return err;
}
