/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage-guided generation. The fuzzer makes stimuli as inputs, and its user enters which classes the run of each one reached.
 * An input that reached a new class is kept; most of the later inputs are made of kept ones.
 *
 * Classes are cells of coincidences, bins of values, and rules that were armed or decided (coverage/coverage.h). The golden model
 * decides them, so that a DUT with a fault, but without a finding yet, gets the same inputs as one without the fault. */
#ifndef PAUSEBENCH_FUZZER_H
#define PAUSEBENCH_FUZZER_H
#include "base/dut.h"
#include "coverage/coverage.h"
#include "stimulus/item.h"

enum {
	FUZZER_CLASS_OCTETS = MEET_PAIRS + POINTS_COUNT * POINTS_BINS_MAX + RULE_COUNT,
	FUZZER_START_CYCLES = 500, /* a run costs as much as so many cycles, besides its own */
};

struct fuzzer;
/* Returns a fuzzer, or NULL if there is no memory. Its inputs depend only on DUT, on SEED, and on the stimuli and results that
 * are entered. */
struct fuzzer *fuzzer_new(const struct dut *dut, uint64_t seed);
void fuzzer_free(struct fuzzer *f);
/* Makes the next input. The caller releases RET in any case. Returns 0 or -ENOMEM. */
int fuzzer_make(struct fuzzer *f, struct stimulus *ret);
/* Enters that a run of STIM, which may come from elsewhere, passed in CYCLES. *RET_NEW is how many new classes it reached. If
 * there are any, the fuzzer takes over STIM, which is empty afterwards. Returns 0 or -ENOMEM. */
int fuzzer_enter(struct fuzzer *f, struct stimulus *stim, const struct coverage_reached *reached, uint64_t cycles,
                 unsigned *ret_new);
/* Returns the stimulus that was kept last; the fuzzer owns it. */
const struct stimulus *fuzzer_newest(const struct fuzzer *f);
/* Returns how many stimuli are kept, and how many classes were reached. */
size_t fuzzer_kept(const struct fuzzer *f);
unsigned fuzzer_classes(const struct fuzzer *f);
/* Fills in RET with the classes of REACHED, a bit for each class. */
void fuzzer_classes_of(const struct coverage_reached *reached, uint8_t ret[FUZZER_CLASS_OCTETS]);
#endif
