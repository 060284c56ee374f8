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

/* The lists of words; LIST_REGISTER_NAMES is of a DUT. */
enum list {
	LIST_NONE,
#define LIST(id, file) LIST_##id,
#include "../waves/lists.def"
#undef LIST
	LIST_COUNT
};
/* Their filter files. */
extern const char *const list_files[LIST_COUNT];
/* Writes the words of LIST as a filter file; DUT is that of register names. */
void list_write(FILE *out, enum list list, const struct dut *dut);

/* The DUT, or the end of a link, whose rows are written. */
struct place {
	const struct dut *dut;
	const char *scope;                   /* of its ports, with the last dot */
	const char *beside;                  /* of seam_expected.v; NULL: it is not in the wave file */
	const char *registers;               /* the file with its register names */
	const char *title;                   /* before the names of the rows, "a: "; NULL: nothing */
	const struct waves_signals *signals; /* that the wave file has; NULL: nobody knows */
	bool exact;                          /* the run compares the observation ports */
	bool ports_only, compact;
};

struct row;
typedef void row_write(FILE *out, const struct place *place, const struct row *row);
row_write row_write_any;
/* Write a row that shows the whole wire as words / for which a picture of the whole link has room, and no other one. */
row_write row_write_wire, row_write_state;

/* Calls WRITE, if not NULL, for each row of the group; returns how many there are. */
size_t group_rows(FILE *out, const struct place *place, enum group group, row_write *write);
/* Writes the group if it has rows. */
void group_write(FILE *out, const struct place *place, enum group group, bool folded);
/* Writes the rows that the rule of FINDING is about. THERE is the other end of a link, or NULL. */
void first_rows(FILE *out, const struct place *place, const struct place *there, const struct finding *finding);
/* Writes the rows of cable.def for a direction of the cable of a link. */
void cable_rows_write(FILE *out, const struct place *place, unsigned direction);

/* For tests: the names of the rows of RULE as in findings.def, NULL: it has none; and whether a DUT has a row of this name. */
const char *first_names(enum rule rule);
bool row_exists(const struct place *place, const char *name, size_t len);
#endif
