/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what a start of a program costs. */
#include "start.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STARTS = 20 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Starts PROGRAM --version. Returns 0 or a positive errno. */
static int spawn(const char *program, pid_t *ret)
{
	char *const args[] = { (char *)program, (char[]){ "--version" }, NULL };
	posix_spawn_file_actions_t actions;
	int rc = posix_spawn_file_actions_init(&actions);

	if (rc)
		return rc;
	rc = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (!rc)
		rc = posix_spawn(ret, program, &actions, NULL, args, environ);
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

static int measure_once(const char *program, struct start *ret)
{
	double begin = now();
	struct rusage usage;
	int status, rc;
	pid_t pid;

	rc = spawn(program, &pid);
	if (rc)
		return rc;
	while (wait4(pid, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return errno;
	*ret = (struct start){ .page_faults = usage.ru_minflt + usage.ru_majflt, .seconds = now() - begin };
	return status ? ECHILD : 0;
}

int start_measure(const char *program, struct start *ret, struct env_error *ret_error)
{
	struct start one = { 0 };

	for (int i = 0; i < STARTS; i++) {
		int rc = measure_once(program, &one);
		if (rc)
			return env_fail(ret_error, rc, "cannot measure a start of %s", program);
		if (!i || one.page_faults < ret->page_faults)
			ret->page_faults = one.page_faults;
		if (!i || one.seconds < ret->seconds)
			ret->seconds = one.seconds;
	}
	return 0;
}
