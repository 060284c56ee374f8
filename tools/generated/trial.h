/* SPDX-License-Identifier: Apache-2.0 */
/* Runs that hunt for a mutant, and their journal; sieve.c and parallel/parallel.c share them. */
#ifndef PAUSEBENCH_MUTANTS_TRIAL_H
#define PAUSEBENCH_MUTANTS_TRIAL_H
#include "run/run.h"

enum mode { EXACT, BLACK_BOX, MODES };
extern const char *const trial_modes[MODES];

/* What is known of a mutant in a mode. */
struct verdict {
	bool done, killed;
	char rule[64];
	size_t by; /* the run that killed it, of the suite */
	uint64_t runs, cycles;
};

/* Prints a line and ends the program with exit status 2. */
void trial_fail(const char *where, const char *what) __attribute__((noreturn));
/* SIZE octets, all 0, that processes forked from now on share. */
void *trial_shared(size_t size);
/* How many lines the file has, such as FILES of sieve.c. */
size_t trial_lines_of(const char *path);
/* Runs STIM for at most MAX_CYCLES. Returns the first finding that says something about the MAC, or NULL. */
const struct finding *trial_run(const struct dut *dut, const struct stimulus *stim, enum mode mode, uint64_t max_cycles,
                                struct run_result *result);
/* Clocks that a run of a mutant may take that takes CYCLES without a mutation. */
uint64_t trial_cycles_max(uint64_t cycles);
/* Of a process that runs a mutant: what it prints is lost. */
void trial_mute(void);

/* A journal: its lines are in sieve.c. SUITE is its name. */
struct trial_journal {
	int fd;
	const char *key, *suite;
};
void trial_journal_open(struct trial_journal *journal, const char *path);
/* RUN, whose file has the hash HASH, killed the mutant NUMBER, or nothing did. */
void trial_journal_write(const struct trial_journal *journal, unsigned number, enum mode mode, const struct verdict *v,
                         const char *run, const char *hash);
/* Writes TEXT in one piece. */
void trial_journal_line(const struct trial_journal *journal, const char *text);
#endif
