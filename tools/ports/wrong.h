/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of wrong ports, from wrong.def. */
#ifndef PORTS_WRONG_H
#define PORTS_WRONG_H

enum wrong {
	WRONG_NOTHING,
#define WRONG(name, needs, clause, rules, sentence) WRONG_##name,
#include "wrong.def"
	WRONGS
};

/* What a nature must have for a kind to come to effect. */
enum needs {
	NEEDS_ALWAYS = 1 << 0,   /* a client that always has a frame */
	NEEDS_LEVEL = 1 << 1,    /* own PAUSE frames by a level */
	NEEDS_REFRESH = 1 << 2,  /* ... with a refresh */
	NEEDS_XON = 1 << 3,      /* ... with an XON whenever the level falls */
	NEEDS_PFC = 1 << 4,      /* 10 Gb/s, and received PFC frames */
	NEEDS_PFC_TX = 1 << 5,   /* likewise, and own PFC frames by levels */
	NEEDS_COUNTERS = 1 << 6, /* counters that are read */
	NEEDS_EXACT = 1 << 7,    /* exact times */
	NEEDS_FCS = 1 << 8,      /* captures with the FCS */
	NEEDS_IDLE = 1 << 9,     /* a timer that counts from the idle wire */
	NEEDS_WRITES = 1 << 10,  /* controls that are written */
	NEEDS_NO_REFRESH = 1 << 11,
	NEEDS_OWN = 1 << 12, /* PAUSE frames to the station are obeyed */
	NEEDS_XGMII = 1 << 13,
	NEEDS_CLASSES = 1 << 14, /* a client with a queue for each class, none of which is empty */
	NEEDS_LONG = 1 << 15,    /* a refresh and a wire that is busy for long */
};

struct wrong_kind {
	const char *name, *clause, *rules, *sentence;
	unsigned needs;
};

/* Returns the row of a kind, and the kind of a name, or WRONGS. */
const struct wrong_kind *wrong_kind(enum wrong wrong);
enum wrong wrong_find(const char *name);

#endif
