/* SPDX-License-Identifier: Apache-2.0 */
/* A golden model as a device behind the seam: it drives the pins as the RTL of its row would, by the predictions of
 * libpausemodel.
 *
 * The model is visited in the cycles that it requests, and in those in which an input changes that it must know. A cycle between
 * them only moves the streams under way. The management pins do not move, and mdio_i is ignored: for a row with CAP_MDIO take its
 * copy without that capability (model_seam_row()). */
#ifndef PAUSEBENCH_MODEL_SEAM_H
#define PAUSEBENCH_MODEL_SEAM_H
#include "base/dut.h"
#include "seam/seam.h"

/* The functions of the seam. .open is NULL, since model_seam_open() takes its place; there are no traces. */
extern const struct seam_ops model_seam_ops;

/* Returns the model of the row DUT, which must outlive it, at power-up. SEED makes its back-offs; nothing else is random. Returns NULL with errno: ENODEV if
 * there is no such model, EINVAL for a latency or parameter that it cannot have, or ENOMEM. model_seam_ops.close() closes it. */
struct seam *model_seam_open(const struct dut *dut, uint32_t seed);
/* Returns a copy of DUT with the capabilities that the model has at the pins. */
struct dut model_seam_row(const struct dut *dut);
/* Returns pm_host_chunk() of the row's model, for C++, which cannot read pausemodel.h. */
uint32_t model_seam_host_chunk(const struct dut *dut);
#endif
