/* SPDX-License-Identifier: Apache-2.0 */
/* The parts that the views of a DUT and of a link have in common. */
#ifndef PAUSEBENCH_WAVES_VIEW_H
#define PAUSEBENCH_WAVES_VIEW_H
#include "rows.h"
#include "waves.h"

/* The data from which the files are written. */
struct content {
	const struct dut *dut;
	uint32_t seed; /* of the run, which decides when several clocks have their edges */
	bool black_box;
	const struct finding *finding;       /* or NULL */
	uint64_t from, to;                   /* what the window shows at first, in cycles; of a link in units of the wave file */
	enum list list;                      /* for a filter file: its list */
	const struct waves_signals *signals; /* the signals of the wave file, or NULL */
	const struct waves_link *link;       /* for a link: takes the place of the first three members */
};

/* A finding on top of the view: markers, and comments. The texts may be "". */
struct view_mark {
	uint64_t cause, time;      /* in units of the wave file */
	uint64_t earliest, latest; /* likewise, of the finding; both 0: there are none */
	const char *rule, *what, *expected, *actual, *why;
};

/* Writes the first lines of a .gtkw whose window begins at START. */
void view_head(FILE *out, const char *title, uint64_t start, const struct view_mark *mark);
void view_tail(FILE *out);
/* Writes the .tcl: markers, and the window. */
void view_tcl(FILE *out, uint64_t from, uint64_t to, const struct view_mark *mark);
/* Cause and finding are BETWEEN apart. Shortens what the window shows before the cause and after the finding, until their labels
 * do not overlap. */
void view_part_labels(uint64_t between, uint64_t *before, uint64_t *after);
/* Writes DIR/NAME by WRITE. Returns 0 or negative errno. */
int view_file(const char *dir, const char *name, void (*write)(FILE *, const struct content *), const struct content *c);
/* Writes a filter file; to be passed to view_file(). */
void view_list(FILE *out, const struct content *c);
#endif
