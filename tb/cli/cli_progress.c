/* SPDX-License-Identifier: Apache-2.0 */
/* Shows how far the one run of a command is. The process of the run writes the number into memory that a thread of this process
 * reads. */
#include "cli_progress.h"

#include "run/pool.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_SECONDS = 2, STEP_MS = 200, STEPS = 5 };

struct cli_progress {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	bool end;
	size_t items;
	uint64_t *carried_out; /* on a page that is shared with the process of the run */
	bool live, shown;      /* .live: stderr is a terminal */
	unsigned steps;        /* for how many fifths a line was written */
	double started;
};

static void show(struct cli_progress *p)
{
	const uint64_t done = __atomic_load_n(p->carried_out, __ATOMIC_RELAXED);
	const double elapsed = clock_seconds() - p->started, share = p->items ? (double)done / (double)p->items : 1;
	const unsigned steps = (unsigned)(share * STEPS);

	if (elapsed < QUIET_SECONDS || !done || (!p->live && steps <= p->steps))
		return;
	p->steps = steps;
	p->shown = p->live;
	fprintf(stderr,
	        p->live ? "\r\033[K%" PRIu64 "/%zu items, %.0f s, ETA %.0f s" : "%" PRIu64 "/%zu items, %.0f s, ETA %.0f s\n",
	        done, p->items, elapsed, share < 1 ? elapsed * (1 - share) / share : 0);
	fflush(stderr);
}

static void *run(void *context)
{
	struct cli_progress *p = context;
	struct timespec until;

	pthread_mutex_lock(&p->lock);
	while (!p->end) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += STEP_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		if (pthread_cond_timedwait(&p->ended, &p->lock, &until) == ETIMEDOUT)
			show(p);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* Starts the thread such that only the main thread takes signals. Returns 0 or an errno. */
static int begin_thread(struct cli_progress *p)
{
	sigset_t all, before;
	int rc;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(&p->thread, NULL, run, p);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc;
}

struct cli_progress *cli_progress_begin(size_t items)
{
	struct cli_progress *p = calloc(1, sizeof(*p));
	const long page = sysconf(_SC_PAGESIZE);

	if (!p)
		return NULL;
	p->items = items;
	p->started = clock_seconds();
	p->live = isatty(STDERR_FILENO);
	p->carried_out = mmap(NULL, (size_t)page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->ended, NULL);
	if (p->carried_out != MAP_FAILED && !begin_thread(p))
		return p;
	if (p->carried_out != MAP_FAILED)
		munmap(p->carried_out, (size_t)page);
	free(p);
	return NULL;
}

uint64_t *cli_progress_count(const struct cli_progress *p)
{
	return p ? p->carried_out : NULL;
}

void cli_progress_end(struct cli_progress *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->end = true;
	pthread_cond_signal(&p->ended);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	if (p->shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
	}
	munmap(p->carried_out, (size_t)sysconf(_SC_PAGESIZE));
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->ended);
	free(p);
}
