/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for tests that start a program, because SystemC can elaborate only once per process. */
#ifndef PAUSEBENCH_TESTS_PROGRAM_H
#define PAUSEBENCH_TESTS_PROGRAM_H
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs the program at PATH, beside the test binary unless absolute, with ARGUMENTS (words of a shell). Its last line of output that is not
 * empty goes to RET_LINE (SIZE octets). Returns its exit status; fails the test if it cannot be run or dies by a signal. */
static inline int program_run(const char *path, const char *arguments, char *ret_line, size_t size)
{
	char self[512], command[1536], line[512];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	FILE *out;
	int status;

	cr_assert_gt(len, 0, "%s", strerror(errno));
	self[len] = 0;
	*strrchr(self, '/') = 0;
	snprintf(command, sizeof(command), "cd '%s' && SC_COPYRIGHT_MESSAGE=DISABLE '%s%s' %s 2>&1", self,
	         *path == '/' ? "" : "./", path, arguments);
	snprintf(ret_line, size, "no output");
	out = popen(command, "r");
	cr_assert(out, "%s", strerror(errno));
	while (fgets(line, sizeof(line), out)) {
		line[strcspn(line, "\n")] = 0;
		if (*line)
			snprintf(ret_line, size, "%s", line);
	}
	status = pclose(out);
	cr_assert(WIFEXITED(status), "%s %s: died, status %d: %s", path, arguments, status, ret_line);
	return WEXITSTATUS(status);
}

/* As program_run(), and fails the test unless the exit status is 0. */
static inline void program_passes(const char *path, const char *arguments)
{
	char line[512];
	int status = program_run(path, arguments, line, sizeof(line));

	cr_assert_eq(status, 0, "%s %s: exit status %d: %s", path, arguments, status, line);
}
#endif
