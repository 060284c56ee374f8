/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run: a folder with stimulus.stim, report.txt and report.json that repeats it, also after the generator has changed. */
#ifndef PAUSEBENCH_FAILURE_H
#define PAUSEBENCH_FAILURE_H
#include "pool.h"
#include "report/report.h"

/* What a saved folder says about how to run its stimulus. */
struct failure {
	const struct dut *dut;
	char name[96];              /* of the stimulus */
	uint32_t seed;              /* of the power-up state */
	struct run_options options; /* black_box, max_cycles, max_seconds, model_end */
	struct dut row;             /* .options.model_end is this one, so is .dut then */
};

/* Makes DIR, removes the report and the waves of an older run there, and marks DIR as being written by this process until failure_end() or the
 * end of failure_save(). 0 or negative errno. */
int failure_begin(const char *dir, struct env_error *ret_error);
void failure_end(const char *dir);
/* Saves STIM and REPORT in DIR after failure_begin(). A folder without report.json is half saved: it is the last file to be written.
 * 0 or negative errno. */
int failure_save(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error);
/* Removes DIR with what failure_save() and failure_replay() put there; stays if something else is in it. */
void failure_remove(const char *dir);
/* Removes from the folders in DIR what failure_save() and failure_replay() put there, also half of it, and the folders if nothing else is
 * in them. DIR may be missing. 0 or negative errno. */
int failures_empty(const char *dir, struct env_error *ret_error);
/* The same for those folders in DIR alone that a process has left half saved; a folder that a living process is writing stays. */
int failures_sweep(const char *dir, struct env_error *ret_error);
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
	/* What the program that asks for waves was built from and has seen, as failure_first() says it. There are no waves if this program was
	 * built from other RTL or sees something else. NULL: not known. */
	const char *rtl, *first;
};
/* Runs the saved stimulus again and reports. With .waves, in the traced build: once to find the cycle, then with DIR/waves.fst in a
 * window around the first finding (the whole run if there is none), DIR/waves.gtkw, DIR/sent.pcap and DIR/received.pcap. With .waves in
 * another build: lets the traced build of the DUT do this. Waves that were there go in any case.
 * The exit status 0, 1 or 2, or negative errno. */
int failure_replay(const struct replay_options *options, struct env_error *ret_error);

/* The first finding of a run in one word, RULE@CYCLE, or RULE where the cycle depends on the machine; "none" for NULL. Returns RET. */
char *failure_first(const struct finding *first, char *ret, size_t size);
/* The traced build of the DUT called NAME, or of all if NULL, beside this program. False if it is missing; RET then names the place where it
 * should be. */
bool traced_program(const char *name, char *ret, size_t size);
enum { TRACED_LINE_MAX = 16384 };
/* Lets the traced build of DUT replay DIR with waves, quietly, in a process of its own that STOP ends. FIRST: the first finding of the run
 * without waves, or NULL. True if the waves of this very run are in DIR afterwards, else there are none. RET (TRACED_LINE_MAX octets) is the
 * command that shows them, or "none: " and the reason. */
bool traced_replay(const char *dir, const struct dut *dut, const struct finding *first, const atomic_bool *stop, char *ret);
/* The command that shows the waves of DIR, into RET. Returns RET. */
char *waves_command(const char *dir, char *ret, size_t size);
#endif
