/* SPDX-License-Identifier: Apache-2.0 */
/* Repeats a saved run and makes its waves. */
#ifndef PAUSEBENCH_REPLAY_H
#define PAUSEBENCH_REPLAY_H
#include "base/atomics.h"
#include "base/dut.h"
#include "base/env.h"
#include "finding/finding.h"

#include <stdio.h>

struct replay_options {
	const char *dir;
	bool waves;
	const char *program;     /* the program's name as called, for the command that repeats the run */
	const atomic_bool *stop; /* may be NULL */
	FILE *out;               /* gets the report */
	bool story;              /* print the story, too, ... */
	size_t story_lines;      /* ... in at most so many lines; 0: all of it */
	/* Of the program that requests waves: the RTL from which it was built, and its first finding as replay_first() writes it.
	 * There are no waves if this program was built from other RTL or has another first finding. NULL: not known. */
	const char *rtl, *first;
};
/* Runs the saved stimulus again and reports. With .waves a traced build runs it twice: once to find the cycle, then to write
 * DIR/waves.fst in a window around the first finding (or of the whole run if there is none), DIR/waves.gtkw, DIR/sent.pcapng and
 * DIR/received.pcapng. Another build lets the traced build of the DUT do this. Waves that were in DIR are removed in any case.
 * Returns the exit status 0, 1 or 2 (2 also for a failure that did not occur again), or negative errno. */
int replay(const struct replay_options *options, struct env_error *ret_error);

/* Writes the first finding of a run as one word into RET: RULE@CYCLE, or RULE if the cycle depends on the machine; "none" for
 * NULL. Returns RET. */
char *replay_first(const struct finding *first, char *ret, size_t size);
/* Writes the path of the traced build of the DUT called NAME, which is beside this program, into RET; NULL: of this program's own
 * traced build. Returns false if it is missing. */
bool traced_program(const char *name, char *ret, size_t size);
enum { TRACED_LINE_MAX = 16384 };
/* Lets the traced build of DUT replay DIR with waves, without output, in a process of its own that STOP ends. FIRST is the first
 * finding of the run without waves, or NULL. Returns true if DIR has the waves of this very run afterwards; otherwise DIR has no
 * waves. RET, which has TRACED_LINE_MAX octets, gets the command that shows them, or "none: " and the reason. */
bool traced_replay(const char *dir, const struct dut *dut, const struct finding *first, const atomic_bool *stop, char *ret);
/* Writes the command that shows the waves of DIR into RET. Returns RET. */
char *waves_command(const char *dir, char *ret, size_t size);
#endif
