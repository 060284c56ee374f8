/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run: a folder with stimulus.stim, report.txt and report.json, from which the run can be repeated even after the
 * generator has changed. */
#ifndef PAUSEBENCH_FAILURE_H
#define PAUSEBENCH_FAILURE_H
#include "report/report.h"
#include "source.h"

/* Folders in the folder of a saved run: the reduced run, and the run that is being reduced. */
#define FAILURE_REDUCED "reduced"
#define FAILURE_REDUCING "reducing"

/* A saved folder: the options with which its stimulus is run, and the findings of the saved run. */
struct failure {
	const struct dut *dut;
	char name[96];              /* the name of the stimulus */
	uint32_t seed;              /* the seed of the power-up state */
	struct run_options options; /* only .black_box, .max_cycles, .max_seconds and .model_end are set */
	uint64_t findings;
	struct finding first;  /* the finding of the lowest cycle, if there is a finding */
	struct resolved known; /* the moments of the run, if this program has the RTL of the saved run; else there are none */
	char rtl[24];          /* a hash of the RTL that the saved run had, "" if not known */
	char program[512];     /* the program that saved it, as it was called; "" if not known */
	struct dut row;        /* the row of a golden model; .options.model_end and .dut then point to it */
};

/* The files that a run writes into its folder for the verb judge and for Wireshark: the frames of both wires, and every access to a
 * register. */
struct failure_captures {
	char *sent, *received, *accesses;
};
/* Names the files of DIR in RET and in OPTIONS, so that the run writes them. RET has to outlive the run; the caller calls
 * failure_captures_release() in any case. Returns 0 or -ENOMEM. */
int failure_captures(struct failure_captures *ret, const char *dir, struct run_options *options);
/* Removes the files of a run that was cut short. */
void failure_captures_remove(const struct failure_captures *captures);
void failure_captures_release(struct failure_captures *captures);
/* Makes DIR, removes the report, the waves and the reduced run of an older run there, and marks DIR as being written by this
 * process until failure_end() or the end of failure_save(). Returns 0 or negative errno. */
int failure_begin(const char *dir, struct env_error *ret_error);
void failure_end(const char *dir);
/* Calls failure_begin(), then saves STIM and REPORT in DIR. report.json is written last, so a folder without it is half saved.
 * Returns 0 or negative errno. */
int failure_save(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error);
/* The steps of failure_save() between failure_begin() and failure_end(): these save the stimulus and the reports. */
int failure_save_stimulus(const char *dir, const struct dut *dut, const struct stimulus *stim, struct env_error *ret_error);
int failure_save_report(const char *dir, const struct report *report, struct env_error *ret_error);
/* Removes the files that failure_save() and replay() write into DIR, does the same with DIR/reduced, and then removes DIR unless
 * it has other files. It follows no symbolic link. */
void failure_remove(const char *dir);
/* Moves what failure_save() has written into FROM to DIR, in place of an older run there, and removes FROM. Returns 0 or negative
 * errno. */
int failure_move(const char *from, const char *dir, struct env_error *ret_error);
/* Notes in the file "index" beside DIR that DIR, the folder of a failure, is about to be saved. Returns 0 or negative errno. */
int failures_note(const char *dir, struct env_error *ret_error);
/* Calls failure_remove() for each folder in DIR, which may be missing, that its index names; whatever else is there belongs to
 * somebody else. Returns 0 or negative errno. */
int failures_empty(const char *dir, struct env_error *ret_error);
/* Calls failure_remove() for the folders in DIR that a process which has ended left half saved. Returns 0 or negative errno. */
int failures_sweep(const char *dir, struct env_error *ret_error);
/* Removes the waves in DIR, since the waves of an older run would mislead. */
void failure_remove_waves(const char *dir);
/* Reads DIR/report.json into RET. Returns 0 or negative errno. */
int failure_load(const char *dir, struct failure *ret, struct env_error *ret_error);

/* Returns the program that saved F if it exists, if it is not PROGRAM, which runs now, and if PROGRAM has other RTL than the
 * saved run; else NULL. The RTL may have been edited since, or only one of the two programs was built after an edit. */
const char *failure_other_program(const struct failure *f, const char *program);
/* Writes a message that the failure F in DIR did not occur again when PROGRAM repeated it. Returns -EINVAL. */
int failure_gone(const struct failure *f, const char *dir, const char *program, struct env_error *ret_error);

/* Writes "PROGRAM replay DIR", quoted for a shell, into RET. Returns RET. */
char *failure_command(const char *program, const char *dir, char *ret, size_t size);
/* Writes "PROGRAM run --dut DUT ...", which makes the stimulus anew from SOURCE, quoted for a shell, into RET. Returns RET. */
char *source_command(const char *program, const struct source *source, const struct dut *dut, const struct run_options *options,
                     char *ret, size_t size);
/* Writes the name of a run's folder into RET: DUT-NAME with '-' in place of all but letters, digits, '-', '_' and '.'. Returns RET. */
char *failure_name(const struct dut *dut, const char *name, char *ret, size_t size);
#endif
