/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run: a folder with stimulus.stim, report.txt and report.json, from which it is repeated, also after the generator has changed. */
#ifndef PAUSEBENCH_FAILURE_H
#define PAUSEBENCH_FAILURE_H
#include "report/report.h"
#include "source.h"

/* In the folder of a saved run: the folder of what was reduced from it, and the one of what is being reduced. */
#define FAILURE_REDUCED "reduced"
#define FAILURE_REDUCING "reducing"

/* How the stimulus of a saved folder is to be run, and what the saved run found. */
struct failure {
	const struct dut *dut;
	char name[96];              /* of the stimulus */
	uint32_t seed;              /* of the power-up state */
	struct run_options options; /* black_box, max_cycles, max_seconds, model_end */
	uint64_t findings;
	struct finding first;  /* if there are any: the finding of the lowest cycle */
	struct resolved known; /* its moments, if this program has the RTL of the saved run; else none */
	char rtl[24];          /* a hash of the RTL that the saved run had, "" if not known */
	char program[512];     /* the program that saved it, as it was called; "" if not known */
	struct dut row;        /* the row of a golden model; .options.model_end and .dut then point to it */
};

/* What a run writes into its folder besides, for the verb judge and for Wireshark: the frames of both wires, and every access to a register. */
struct failure_captures {
	char *sent, *received, *accesses;
};
/* Makes OPTIONS write RET, the files of DIR; RET has to outlive the run, and failure_captures_release() frees it in any case. 0 or -ENOMEM. */
int failure_captures(struct failure_captures *ret, const char *dir, struct run_options *options);
/* Removes the files: they are cut. */
void failure_captures_remove(const struct failure_captures *captures);
void failure_captures_release(struct failure_captures *captures);
/* Makes DIR, removes the report, the waves and what was reduced of an older run there, and marks DIR as being written by this process until failure_end() or the
 * end of failure_save(). 0 or negative errno. */
int failure_begin(const char *dir, struct env_error *ret_error);
void failure_end(const char *dir);
/* Calls failure_begin(), then saves STIM and REPORT in DIR. report.json is written last, so a folder without it is half saved.
 * 0 or negative errno. */
int failure_save(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error);
/* The parts of failure_save(), between failure_begin() and failure_end(): the stimulus, and the reports. */
int failure_save_stimulus(const char *dir, const struct dut *dut, const struct stimulus *stim, struct env_error *ret_error);
int failure_save_report(const char *dir, const struct report *report, struct env_error *ret_error);
/* Removes the files that failure_save() and replay() write into DIR, DIR/reduced likewise, and then DIR unless it has other files. Follows no symbolic link. */
void failure_remove(const char *dir);
/* Moves what failure_save() has written into FROM to DIR, in place of an older run there, and removes FROM. 0 or negative errno. */
int failure_move(const char *from, const char *dir, struct env_error *ret_error);
/* Notes that DIR, a folder of failures, is about to be saved, in the file "index" beside it. 0 or negative errno. */
int failures_note(const char *dir, struct env_error *ret_error);
/* Calls failure_remove() for each folder in DIR, which may be missing, that its index names; whatever else is there belongs to somebody else. 0 or negative
 * errno. */
int failures_empty(const char *dir, struct env_error *ret_error);
/* Calls failure_remove() for the folders in DIR that a process, which does not live any more, left half saved. 0 or negative errno. */
int failures_sweep(const char *dir, struct env_error *ret_error);
/* Removes the waves in DIR, since those of an older run would mislead. */
void failure_remove_waves(const char *dir);
/* Reads DIR/report.json into RET. 0 or negative errno. */
int failure_load(const char *dir, struct failure *ret, struct env_error *ret_error);

/* Returns the program that saved F if it is there, if it is another one than PROGRAM, which runs now, and if the RTL of this one is not that of the saved run;
 * else NULL. The RTL may have been edited since, or another program was built after an edit than the one that runs. */
const char *failure_other_program(const struct failure *f, const char *program);
/* Writes the line of the failure F in DIR that did not occur again when PROGRAM repeated it. Returns -EINVAL. */
int failure_gone(const struct failure *f, const char *dir, const char *program, struct env_error *ret_error);

/* Writes "PROGRAM replay DIR", quoted for a shell, into RET. Returns RET. */
char *failure_command(const char *program, const char *dir, char *ret, size_t size);
/* Writes "PROGRAM run --dut DUT ...", which makes the stimulus anew from SOURCE, quoted for a shell, into RET. Returns RET. */
char *source_command(const char *program, const struct source *source, const struct dut *dut, const struct run_options *options,
                     char *ret, size_t size);
/* Writes the name of a run's folder into RET: DUT-NAME with '-' in place of all but letters, digits, '-', '_' and '.'. Returns RET. */
char *failure_name(const struct dut *dut, const char *name, char *ret, size_t size);
#endif
