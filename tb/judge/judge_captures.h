/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds a judge from captures of the two wires, and files of counters and register accesses. */
#ifndef PAUSEBENCH_JUDGE_CAPTURES_H
#define PAUSEBENCH_JUDGE_CAPTURES_H
#include "judge.h"

#include <stdbool.h>

struct pm_judge;

enum { JUDGE_SETS_MAX = 64 };

struct judge_captures {
	const char *profile, *profile_text; /* as those of struct pm_judge_options */
	bool story;
	const char *received, *sent;    /* paths of captures; the same one: it has both directions */
	const char *received_interface; /* number or name of the interface in it; NULL: any, or by the direction of each packet */
	const char *sent_interface;
	const char *before, *after;      /* readings of counters, or NULL */
	const char *registers;           /* accesses with times, or NULL */
	const char *set[JUDGE_SETS_MAX]; /* "quanta=0xffff" */
	size_t sets;
	enum pm_judge_fcs fcs;
	enum pm_judge_stamp stamp;
	uint64_t time_error_ps;
	bool client_control, damaged;
	int client_always; /* enum pm_judge_client */
};

/* What was read. */
struct judge_read {
	uint64_t frames[2], cut, errors,
	    dropped;                   /* by enum pm_judge_wire; cut frames; with an error of the PHY; dropped packets */
	uint64_t pauses, pfcs, tested; /* received PAUSE and PFC frames; how many of them data frames put to the test */
	uint64_t others;               /* packets of other interfaces or directions, which are not judged */
	uint64_t duration_ps;
	uint64_t time_error_ps; /* that was taken: the one that was stated, or the resolution of the times */
};

/* False: the MAC obeys PAUSE or PFC frames by its profile, and no received one was put to the test, so that nothing is known of what it does with them. */
bool judge_is_decided(const struct pm_judge *judge, const struct judge_read *read);
/* Makes a judge, passes everything in the order of time, and finishes it. BEGAN is called before the first event, unless it is NULL. Returns 0 with the
 * judge, or -1 with a line in MESSAGE, of SIZE octets. */
int judge_captures(const struct judge_captures *captures, void (*began)(void *context, struct pm_judge *judge), void *context,
                   struct pm_judge **ret, struct judge_read *ret_read, char *message, size_t size);
#endif
