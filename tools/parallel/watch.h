/* SPDX-License-Identifier: Apache-2.0 */
/* Simulates the lanes beside the model that the bench drives, and notes when the outputs of a mutant first differ from those of lane 0. */
#ifndef PAUSEBENCH_MUTANTS_WATCH_H
#define PAUSEBENCH_MUTANTS_WATCH_H
#include "seam/seam.h"

enum { WATCH_LANES = 512, WATCH_WORDS = WATCH_LANES / 64, WATCH_FIRST_MUTANT = 32 };

/* What the bench looks at: all outputs, or those that a black box has. */
enum watch_view { WATCH_ALL, WATCH_BLACK_BOX, WATCH_VIEWS };

struct watch {
	/* set before a run */
	bool lanes;                   /* simulate them; else only HASH and CLOCKS are noted */
	bool blind;                   /* the observation ports that the bench sees are 0 */
	uint64_t active[WATCH_WORDS]; /* lanes whose mutant has its mutation */
	/* noted when the run is over */
	uint64_t hash; /* of the inputs of all clocks */
	uint64_t clocks;
	/* noted by the run, and by copies of its process that look ahead (tb/drive/loop_ahead.c): so it is in memory that they share */
	uint64_t seen[WATCH_VIEWS][WATCH_WORDS];      /* lanes that differed */
	uint32_t first[WATCH_VIEWS][WATCH_LANES];     /* in this clock, the first being 0 */
	unsigned char port[WATCH_VIEWS][WATCH_LANES]; /* at this output of the netlist */
	uint64_t compared,
	    unknown;     /* bits of outputs that were compared with the model, and that were not, since power-up makes them */
	char wrong[160]; /* lane 0 is not the model: what differs; else "" */
};

/* Of the run that is open, or the next one; NULL: the model alone. */
extern struct watch *watch_now;
extern const struct seam_ops watch_ops;
/* The model that the bench drives. */
extern const struct seam_ops seam_ops_mutant;

unsigned watch_mutants(void);
/* Number in the list of mutations of the mutant in lane WATCH_FIRST_MUTANT + INDEX. */
unsigned watch_number(unsigned index);
const char *watch_port(unsigned output);
#endif
