/* SPDX-License-Identifier: Apache-2.0 */
/* The worth of a clean statement: how much of the MAC the suite reaches (`make coverage MACS=`), and how many of its mutants the
 * suite finds (`make mutants MACS=`), as far as somebody has measured that for the same content of the MAC. */
#ifndef PAUSEBENCH_WORTH_H
#define PAUSEBENCH_WORTH_H
#include "profile/reasons.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum worth_kind { WORTH_COVERAGE, WORTH_MUTANTS, WORTH_KINDS };
struct worth {
	bool asked;                    /* the MAC has a profile; for others doc/quality/how-good.md has the figures */
	json_t *measured[WORTH_KINDS]; /* the measurement; NULL: there is none; owned */
	bool other[WORTH_KINDS];       /* there is one, but of other RTL or by another profile */
	json_t *failed[WORTH_KINDS];   /* the reason why it cannot be measured, or NULL; owned */
	struct reasons reasons;        /* the owner's reasons */
	char *reasons_error;           /* why these cannot be read, or NULL; owned */
	unsigned explained[WORTH_KINDS][REASON_KINDS]; /* how many points have one of the owner's reasons */
	const char *profile;                           /* the path for MACS= */
	const char *checkout;                          /* for make's -C; NULL: the current folder is the checkout */
};

/* Reads FOLDER/coverage.json and FOLDER/mutants.json into RET, which must belong to RTL and PROFILE_HASH. PROFILE is the path of
 * the profile, beside which the owner's reasons are, and HOME the folder of the bench. The checkout of RET is the current folder. */
void worth_read(struct worth *ret, const char *folder, const char *rtl, const char *profile_hash, const char *profile,
                const char *home);
void worth_release(struct worth *worth);
/* Returns "coverage" or "mutants". */
const char *worth_name(enum worth_kind kind);
/* Returns the reason why KIND cannot be measured, or NULL. */
const char *worth_failed(const struct worth *worth, enum worth_kind kind);
/* Writes what a reason of the owner is about into RET, for example "toggle rtl/a.sv:12 count*". Returns RET. */
enum { WORTH_REASON_TEXT = 4096 };
const char *worth_reason_about(const struct reason *reason, char ret[WORTH_REASON_TEXT]);
/* Writes which points have the reason into RET, for example "2 lines, 1 branch", or why none has. Returns RET. */
const char *worth_reason_explains(const struct reason *reason, char ret[WORTH_REASON_TEXT]);
/* Writes the figures into RET, for example "of 200 mutants 180 were killed (90.0 %), 12 survived; by 238 runs", or, with the
 * command that measures them, "not measured: make mutants MACS=my.mac". Returns RET. */
enum { WORTH_TEXT = 16384 };
const char *worth_text(const struct worth *worth, enum worth_kind kind, char ret[WORTH_TEXT]);
#endif
