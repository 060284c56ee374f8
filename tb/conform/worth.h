/* SPDX-License-Identifier: Apache-2.0 */
/* What a clean statement is worth: how much of the MAC the suite reaches (`make coverage MACS=`), and how many mutants of it are found (`make mutants MACS=`),
 * as far as somebody measured that for the same content of the MAC. */
#ifndef PAUSEBENCH_WORTH_H
#define PAUSEBENCH_WORTH_H
#include "profile/reasons.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum worth_kind { WORTH_COVERAGE, WORTH_MUTANTS, WORTH_KINDS };
struct worth {
	bool asked;                                    /* the MAC is one of a profile; of others doc/quality/how-good.md tells it */
	json_t *measured[WORTH_KINDS];                 /* owned; NULL: it was not measured */
	bool other[WORTH_KINDS];                       /* it was measured, but of other RTL or by another profile */
	json_t *failed[WORTH_KINDS];                   /* owned; why it cannot be measured, or NULL */
	struct reasons reasons;                        /* of the owner */
	char *reasons_error;                           /* owned; why they cannot be read, or NULL */
	unsigned explained[WORTH_KINDS][REASON_KINDS]; /* what has a reason of his */
	const char *profile;                           /* the path for MACS= */
	const char *checkout;                          /* for make's -C; NULL: the current folder is the checkout */
};

/* Reads FOLDER/coverage.json and FOLDER/mutants.json into RET; RTL and PROFILE_HASH are the content of which they must be. PROFILE is the profile's path,
 * beside which the owner's reasons are, and HOME the folder of the bench. The checkout of RET is the current folder. */
void worth_read(struct worth *ret, const char *folder, const char *rtl, const char *profile_hash, const char *profile,
                const char *home);
void worth_release(struct worth *worth);
/* "coverage", "mutants" */
const char *worth_name(enum worth_kind kind);
/* Why KIND cannot be measured, or NULL. */
const char *worth_failed(const struct worth *worth, enum worth_kind kind);
/* What a reason of the owner is about: "toggle rtl/a.sv:12 count*". Returns RET. */
enum { WORTH_REASON_TEXT = 4096 };
const char *worth_reason_about(const struct reason *reason, char ret[WORTH_REASON_TEXT]);
/* What has it, "2 lines, 1 branch", or why nothing has. Returns RET. */
const char *worth_reason_explains(const struct reason *reason, char ret[WORTH_REASON_TEXT]);
/* "of 200 mutants 180 were killed (90.0 %), 12 survived; by 238 runs", or "not measured: make mutants MACS=my.mac", into RET. Returns RET. What is left to
 * measure has the command that measures it. */
enum { WORTH_TEXT = 16384 };
const char *worth_text(const struct worth *worth, enum worth_kind kind, char ret[WORTH_TEXT]);
#endif
