/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of planted faults as text (tests/data/judge/saved/ROW.txt): the two captures of a run that found the fault, the accesses to registers, and the
 * rules that were found. tools/saver/save_rows.sh writes them, tests/unit/judge/test_saved.c judges each from its own captures.
 * tests/data/judge/captures.txt has some of runs that were not reduced, from which other tests make the captures that they need.
 *
 *     fault NAME
 *     profile PATH              by which the run and the judge know the MAC; [variant PATH], a patch of tests/data/foreign that makes another one of it
 *     [from STIMULUS]           reduced
 *     set CONTROL=VALUE         what the accesses do not say
 *     client control            the client hands over MAC control frames of its own
 *     client always             the captures show it only if the client always has a frame; likewise classes, one of each class that it sends
 *     run RULE...               what the run found
 *     seen RULE...              what the captures show
 *     rx NS OCTETS [error]      a frame of the receive wire, FCS included; NN*COUNT stands for COUNT times the octet NN, NN+COUNT for
 *                               COUNT octets of which each is one more than the one before
 *     tx NS OCTETS [error]
 *     at NS write ADDRESS VALUE and so on: tb/judge/access_lines.h
 *     end
 *
 * A failure of rules that no captures can decide has no captures. Each run begins with a reset, and with the set-up of the profile only where "at" has
 * the writes. */
#ifndef PAUSEBENCH_SAVED_H
#define PAUSEBENCH_SAVED_H
#include "finding/finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { SAVED_RULES_MAX = 24, SAVED_WORD = 96 };

struct saved_rules {
	char name[SAVED_RULES_MAX][64];
	size_t count;
};

struct saved {
	char fault[SAVED_WORD], profile[2 * SAVED_WORD], variant[2 * SAVED_WORD], from[SAVED_WORD], set[SAVED_WORD];
	bool client_control;
	int client_always; /* enum pm_judge_client */
	bool captured;     /* it has captures or accesses; else captures can decide no rule that the run found */
	struct saved_rules run, seen;
};

bool saved_has(const struct saved_rules *rules, const char *name);
/* Adds NAME unless RULES has it. */
void saved_add(struct saved_rules *rules, const char *name);
/* Reads the next failure of IN; its captures and accesses become FOLDER/received.pcapng, sent.pcapng and registers.txt. 1; 0: there are no more; -1: a
 * line is wrong, or a file cannot be written. */
int saved_read(FILE *in, const char *folder, struct saved *ret);
/* As saved_read() for the failure of FAULT in the file PATH. -1 if there is none. */
int saved_find(const char *path, const char *fault, const char *folder, struct saved *ret);
/* Writes SAVED with the files of FOLDER, unless that is NULL. 0 or -1. */
int saved_write(FILE *out, const char *folder, const struct saved *saved);
/* What a judge says of a failure. */
struct saved_verdict {
	struct saved_rules broken;
	bool undecided[RULE_COUNT];
};
/* Judges the files of FOLDER by the profile of SAVED, or by PROFILE if that is not NULL, with its words about the client. 0; 1: the captures decide
 * nothing; -1 with a line in MESSAGE of SIZE octets. FOLDER/variant.mac becomes the profile of a variant. */
int saved_judge(const struct saved *saved, const char *folder, const char *profile, struct saved_verdict *ret, char *message,
                size_t size);
/* True if no captures can decide a rule that the run found, whatever they have; FOLDER as above. */
bool saved_is_beyond(const struct saved *saved, const char *folder);
/* Puts the path of the profile by which SAVED is judged in RET, of SIZE octets. 0 or -1. */
int saved_profile(const struct saved *saved, const char *folder, char *ret, size_t size);
#endif
