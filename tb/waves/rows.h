/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the GTKWave view, from waves/ and regs/<device>/waves.def, as lines of a .gtkw. */
#ifndef PAUSEBENCH_WAVES_ROWS_H
#define PAUSEBENCH_WAVES_ROWS_H
#include "base/dut.h"
#include "finding/finding.h"
#include "signals.h"
#include <stdio.h>

enum {
	FLAGS_GROUP_BEGIN = 0x800200,
	FLAGS_GROUP_END = 0x1000200,
	FLAGS_FOLDED_BEGIN = 0xC00200,
	FLAGS_FOLDED_END = 0x1401200,
	FLAGS_COMMENT = 0x200,
};

enum group {
#define GROUP(id, title) GROUP_##id,
#include "../waves/groups.def"
#undef GROUP
	GROUP_COUNT
};
extern const char *const group_titles[GROUP_COUNT];

/* The lists of words by which GTKWave translates values. LIST_REGISTER_NAMES depends on the DUT. */
enum list {
	LIST_NONE,
#define LIST(id, file) LIST_##id,
#include "../waves/lists.def"
#undef LIST
	LIST_COUNT
};
/* The names of their filter files. */
extern const char *const list_files[LIST_COUNT];
/* Writes the words of LIST as a filter file; register names are those of DUT. */
void list_write(FILE *out, enum list list, const struct dut *dut);

/* The DUT, or the end of a link, whose rows are written. */
struct place {
	const struct dut *dut;
	const char *scope;                   /* the scope of its ports, with the last dot */
	const char *beside;                  /* the scope of seam_expected.v, likewise; NULL: it is not in the wave file */
	const char *registers;               /* the file with its register names */
	const char *title;                   /* text before the names of the rows, such as "a: "; NULL: none */
	const struct waves_signals *signals; /* the signals in the wave file; NULL: nobody knows them */
	bool exact;                          /* the run compares the observation ports */
	bool ports_only, compact;
};

struct row;
typedef void row_write(FILE *out, const struct place *place, const struct row *row);
row_write row_write_any;
/* row_write_wire writes a row only if it shows the whole wire as words; row_write_state only if a picture of the whole link has
 * room for it. */
row_write row_write_wire, row_write_state;

/* Calls WRITE, if it is not NULL, for each row of the group. Returns how many rows there are. */
size_t group_rows(FILE *out, const struct place *place, enum group group, row_write *write);
/* Writes the group if it has rows. */
void group_write(FILE *out, const struct place *place, enum group group, bool folded);
/* Writes the rows that belong to the rule of FINDING. THERE is the other end of a link, or NULL. */
void first_rows(FILE *out, const struct place *place, const struct place *there, const struct finding *finding);
/* Writes the rows of cable.def for a direction of the cable of a link. */
void cable_rows_write(FILE *out, const struct place *place, unsigned direction);

/* For tests: first_names() returns the names of the rows of RULE as in findings.def, NULL if it has none; the other function says
 * whether a DUT has a row of this name. */
const char *first_names(enum rule rule);
bool row_exists(const struct place *place, const char *name, size_t len);
#endif
