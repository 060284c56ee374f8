/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run: a folder with stimulus.stim, report.txt and report.json that repeats it, also after the generator has changed. */
#ifndef PAUSEBENCH_FAILURE_H
#define PAUSEBENCH_FAILURE_H
#include "pool.h"
#include "report.h"

/* What a saved folder says about how to run its stimulus. */
struct failure {
	const struct dut *dut;
	char name[96];              /* of the stimulus */
	uint32_t seed;              /* of the power-up state */
	struct run_options options; /* black_box, max_cycles, max_seconds, model_end */
	struct dut row;             /* .options.model_end is this one, so is .dut then */
};

/* Saves STIM and REPORT in DIR (made if missing); waves of an older run there go. 0 or negative errno. */
int failure_save(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error);
/* Reads DIR/report.json. 0 or negative errno. */
int failure_load(const char *dir, struct failure *ret, struct env_error *ret_error);

/* "PROGRAM replay DIR", quoted for a shell, into RET. Returns RET. */
char *failure_command(const char *program, const char *dir, char *ret, size_t size);
/* "PROGRAM run --dut DUT ..." that makes the stimulus anew from SOURCE, quoted for a shell, into RET. Returns RET. */
char *source_command(const char *program, const struct source *source, const struct dut *dut, const struct run_options *options,
                     char *ret, size_t size);
/* A name for the folder of a run: letters, digits, '-', '_' and '.' of DUT-NAME. Returns RET. */
char *failure_name(const struct dut *dut, const char *name, char *ret, size_t size);

struct replay_options {
	const char *dir;
	bool waves;
	const char *program;     /* as called, for the line that repeats it */
	const atomic_bool *stop; /* may be NULL */
	FILE *out;               /* the report */
};
/* Runs the saved stimulus again and reports. With .waves (traced build only): once to find the cycle, then with DIR/waves.fst in a
 * window around the first finding (the whole run if there is none), DIR/waves.gtkw, DIR/sent.pcap and DIR/received.pcap.
 * The exit status 0, 1 or 2, or negative errno. */
int failure_replay(const struct replay_options *options, struct env_error *ret_error);

/* The traced build beside this one. False if it is missing; RET then names the place where it should be. */
bool traced_program(char *ret, size_t size);
/* Lets the traced build replay DIR with waves, quietly, in a process of its own that STOP ends. True if DIR/waves.fst is there
 * afterwards. */
bool traced_replay(const char *dir, const atomic_bool *stop);
/* The command that shows the waves of DIR, into RET. Returns RET. */
char *waves_command(const char *dir, char *ret, size_t size);
#endif
