/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided generation. The fuzzer makes inputs, stimuli, and is told what the run of each one reached. An input that reached something new is
 * kept; most of the inputs that follow are made of those that were kept.
 *
 * What a run reached are classes: cells of coincidences, bins of values, and rules that were armed or decided (coverage/coverage.h). The golden model
 * decides them, so a DUT that has a fault, but no finding yet, is given the same inputs as one without. */
#ifndef PAUSEBENCH_FUZZER_H
#define PAUSEBENCH_FUZZER_H
#include "base/dut.h"
#include "coverage/coverage.h"
#include "stimulus/item.h"

enum {
	FUZZER_CLASS_OCTETS = MEET_PAIRS + POINTS_COUNT * POINTS_BINS_MAX + RULE_COUNT,
	FUZZER_START_CYCLES = 500, /* what a run costs besides its cycles */
};

struct fuzzer;
/* The same inputs come for the same DUT, SEED, entered stimuli and results. NULL: no memory. */
struct fuzzer *fuzzer_new(const struct dut *dut, uint64_t seed);
void fuzzer_free(struct fuzzer *f);
/* Makes the next input. The caller releases RET in any case. 0 or -ENOMEM. */
int fuzzer_make(struct fuzzer *f, struct stimulus *ret);
/* Enters that a run of STIM, which may come from elsewhere, passed in CYCLES. If it reached a new class, the fuzzer keeps STIM, which is empty then, and
 * *RET_NEW is the number of new classes; else 0. 0 or -ENOMEM. */
int fuzzer_enter(struct fuzzer *f, struct stimulus *stim, const struct coverage_reached *reached, uint64_t cycles,
                 unsigned *ret_new);
/* Returns the stimulus that was kept last; the fuzzer owns it. */
const struct stimulus *fuzzer_newest(const struct fuzzer *f);
/* Returns how many stimuli are kept, and how many classes were reached. */
size_t fuzzer_kept(const struct fuzzer *f);
unsigned fuzzer_classes(const struct fuzzer *f);
/* RET is the set of the classes of REACHED, a bit each. */
void fuzzer_classes_of(const struct coverage_reached *reached, uint8_t ret[FUZZER_CLASS_OCTETS]);
#endif
