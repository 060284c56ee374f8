/* SPDX-License-Identifier: Apache-2.0 */
/* Says what kind of machine this is, in one line: how many processors it has, and the microseconds that a page costs which is touched for the first time,
 * and that a fork costs of a small process, which ends at once. Each is the median of several tries. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 9, OCTETS = 64 << 20, FORKS = 100 };

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* Returns the microseconds of one page of fresh memory, in pages of the usual size. */
static double fault(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, OCTETS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	double started;

	if (memory == MAP_FAILED)
		exit(2);
	madvise(memory, OCTETS, MADV_NOHUGEPAGE);
	started = now();
	for (long at = 0; at < OCTETS; at += page)
		((volatile char *)memory)[at] = 1;
	started = now() - started;
	munmap(memory, OCTETS);
	return started * 1e6 * (double)page / OCTETS;
}

static double forks(void)
{
	double started = now();

	for (int i = 0; i < FORKS; i++) {
		pid_t pid = fork();
		if (pid < 0)
			exit(2);
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
	return (now() - started) * 1e6 / FORKS;
}

static double median(double (*measure)(void))
{
	double tries[TRIES];

	for (int i = 0; i < TRIES; i++)
		tries[i] = measure();
	qsort(tries, TRIES, sizeof(*tries), ascending);
	return tries[TRIES / 2];
}

int main(void)
{
	printf("{\"cores\": %ld, \"fault_us\": %.2f, \"fork_us\": %.0f}\n", sysconf(_SC_NPROCESSORS_ONLN), median(fault), median(forks));
	return 0;
}
