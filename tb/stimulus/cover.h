/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of rules that a stimulus covers. cover.def says for each rule when a run exercises it; tb/check/exercised.c decides whether one did. */
#ifndef PAUSEBENCH_COVER_H
#define PAUSEBENCH_COVER_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cover_class {
	COVER_BENCH,     /* no stimulus exercises the rule */
	COVER_ALWAYS,    /* every run checks the rule all the time */
	COVER_EXERCISED, /* a stimulus exercises the rule by what it does */
};

struct cover_row {
	enum cover_class kind;
	/* For COVER_EXERCISED when a run exercises the rule; else why no stimulus can state that it covers the rule. */
	const char *when;
	bool timed; /* the rule is about a moment, which a stimulus that covers it states in an expectation of its own */
};
/* The rows, indexed by enum rule. */
extern const struct cover_row cover_table[RULE_COUNT];

/* The situations that a run had, of rules that several situations exercise: a requirement that is about one of them passes only
 * by that one. */
enum cover_situation {
	COVER_RESUMED,      /* a data frame waited for the end of an inhibit, and then started */
	COVER_PAUSED_LATER, /* an inhibit waited for the end of a frame that was sent */
	COVER_PAUSE_SENT,   /* the MAC sent a PAUSE frame of its own */
	COVER_XON_SENT,     /* ... with time 0, after one with a time */
	COVER_SENT_PAUSED,  /* ... during an inhibit */
	COVER_REFRESHED,    /* ... again, since its refresh or hold-off was over */
	/* the clocks of both wires were off by 100 millionths or more in opposite directions, and frames passed to the host and from it */
	COVER_CROSSED_APART,
	COVER_SITUATIONS
};

struct cover_set {
	bool has[RULE_COUNT];
	bool had[COVER_SITUATIONS];
};

/* How often a run armed each rule, which means that the DUT could break it, and how often the run decided it, which means that
 * the bench would have seen it broken. */
struct cover_counts {
	uint32_t armed[RULE_COUNT], decided[RULE_COUNT];
	uint64_t pauses, pfcs; /* how many valid PAUSE and PFC frames were received */
	/* For how many of them a data frame shows whether they were obeyed: it waited, or started as soon as it was allowed. */
	uint64_t tested;
};

bool cover_any(const struct cover_set *set);
/* Returns the name of the rule that is most like NAME among those that a stimulus can cover; NULL if none is much like it. */
const char *cover_nearest(const char *name);
/* Writes the names of the rules of SET into RET, such as "pause-da, tx-gap". Returns RET. */
const char *cover_names(const struct cover_set *set, char *ret, size_t size);
#endif
