/* SPDX-License-Identifier: Apache-2.0 */
/* The random stimulus of a seed. */
#ifndef PAUSEBENCH_SEED_H
#define PAUSEBENCH_SEED_H
#include "base/dut.h"
#include "stimulus/item.h"

/* Makes the random stimulus of SEED for DUT, with at least ITEMS items: the same stimulus for the same arguments on every machine. 0 or -ENOMEM;
 * the caller releases ST in any case. */
int stimulus_generate(struct stimulus *st, const struct dut *dut, uint32_t seed, size_t items);
#endif
