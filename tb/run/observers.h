/* SPDX-License-Identifier: Apache-2.0 */
/* The observers of a run. An observer is registered before the run if somebody asks for it, and gets the events of each batch. */
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
	struct scoreboard *scoreboard;   /* the last observer, which checks the events */
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

/* Registers all observers that the options of RUN or its stimulus ask for. Returns 0 or a negative errno; the caller calls
 * observers_close() in any case. */
int observers_open(struct observers *ret, const struct observed *run);
/* Registers the scoreboard alone. */
void observers_only_judge(struct observers *ret, struct scoreboard *scoreboard);
/* Hands a batch of events to all observers. It is a loop_sink, whose context is the observers. */
void observers_events(void *observers, const struct event *events, size_t count);
/* Lets the observers end their work before the verdict; they may add findings. STOPPED says that the run was ended early. Returns
 * 0 or a negative errno. */
int observers_finish(struct observers *observers, bool stopped, struct run_result *result);
/* Lets the observers use the verdict: RESULT has the findings, whose times are octet times. */
void observers_conclude(struct observers *observers, struct run_result *result);
/* Closes all observers. Returns 0 or the first negative errno. */
int observers_close(struct observers *observers);
#endif
