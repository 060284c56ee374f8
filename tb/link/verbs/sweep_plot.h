/* SPDX-License-Identifier: Apache-2.0 */
/* The plots of a sweep: a gnuplot script beside sweep.csv, which makes sweep.svg and .png (needed headroom over cable length) and loss.svg and .png
 * (loss and throughput over headroom). doc/use/link.md 6. */
#ifndef PAUSEBENCH_SWEEP_PLOT_H
#define PAUSEBENCH_SWEEP_PLOT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/env.h"

/* A curve of loss and one of throughput. */
struct sweep_curve {
	const char *partner; /* column 1 of the CSV; curves of one partner and cable, one after the other, share a panel */
	const char *sender, *receiver; /* rows */
	bool sender_is_model;
	const char *unit; /* of the headroom */
	uint32_t unit_octets;
	double metres;
	uint32_t quanta, len;
	uint64_t bound, measured; /* units; 0: none */
};

/* Writes DIR/sweep.gp and runs gnuplot on it there. 0 or negative errno, *ret_error has the line. */
int sweep_plot(const char *dir, const struct sweep_curve *curves, size_t count, struct env_error *ret_error);
#endif
