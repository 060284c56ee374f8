/* SPDX-License-Identifier: Apache-2.0 */
/* A golden model as a device behind the seam: it drives the pins as the RTL of its row would, from what libpausemodel predicts.
 *
 * The model is asked in the cycles in which it wants to be visited or an input that matters changes; a cycle between them only moves the
 * streams under way. The management pins rest and mdio_i is not looked at: a row with CAP_MDIO is to be stimulated as its copy without
 * it (model_seam_row()). */
#ifndef PAUSEBENCH_MODEL_SEAM_H
#define PAUSEBENCH_MODEL_SEAM_H
#include "base/dut.h"
#include "seam/seam.h"

/* .open is NULL: model_seam_open(); no traces. */
extern const struct seam_ops model_seam_ops;

/* The model of DUT's row (must outlive it), powered up. SEED makes its back-offs, nothing else of it is random. NULL with errno: ENODEV there is no
 * such model, EINVAL a latency or parameter that it cannot have, ENOMEM. To be closed by model_seam_ops.close(). */
struct seam *model_seam_open(const struct dut *dut, uint32_t seed);
/* A copy of DUT with the capabilities that the model has at the pins. */
struct dut model_seam_row(const struct dut *dut);
#endif
