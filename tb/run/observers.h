/* SPDX-License-Identifier: Apache-2.0 */
/* What observes a run: each observer gets the events of each batch, and is registered before the run if somebody asks for it. */
#ifndef PAUSEBENCH_OBSERVERS_H
#define PAUSEBENCH_OBSERVERS_H
#include "captures.h"
#include "sweep.h"

struct waves_record;

/* The run that is observed. */
struct observed {
	const struct dut *dut;
	const struct stimulus *stim;
	const struct run_options *options;
	struct scoreboard *scoreboard;   /* the last observer, which judges what it is told */
	struct waves_record *record;     /* NULL: no waves will show this run */
	struct sweep_failures *failures; /* gets the values of sweeps that have findings; may be NULL */
};

/* A kind of observer, a row of the table in observers.c. */
struct observer;

enum { OBSERVERS_MAX = 8 };

struct observers {
	struct observed run;
	struct {
		const struct observer *kind;
		void *context;
	} at[OBSERVERS_MAX];
	size_t count;
	struct captures captures; /* contexts of observers that have no memory of their own */
	struct sweep_watch sweeps;
};

/* Registers all observers that the options of RUN or its stimulus ask for. Returns 0 or a negative errno; observers_close() is due in any case. */
int observers_open(struct observers *ret, const struct observed *run);
/* Registers the scoreboard alone. */
void observers_only_judge(struct observers *ret, struct scoreboard *scoreboard);
/* A loop_sink, whose context is the observers. */
void observers_events(void *observers, const struct event *events, size_t count);
/* Before the verdict: observers may add findings. STOPPED: the run was ended early. Returns 0 or a negative errno. */
int observers_finish(struct observers *observers, bool stopped, struct run_result *result);
/* After the verdict: RESULT has the findings, whose times are octet times still. */
void observers_conclude(struct observers *observers, struct run_result *result);
/* Returns 0 or the first negative errno. */
int observers_close(struct observers *observers);
#endif
