/* SPDX-License-Identifier: Apache-2.0 */
/* Plots a sweep: writes a gnuplot script beside sweep.csv, which makes sweep.svg and sweep.png (needed headroom over cable
 * length) and loss.svg and loss.png (loss and throughput over headroom). doc/use/link.md 6. */
#ifndef PAUSEBENCH_SWEEP_PLOT_H
#define PAUSEBENCH_SWEEP_PLOT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/env.h"

/* A curve of loss and one of throughput. */
struct sweep_curve {
	const char *partner; /* column 1 of the CSV; curves of one partner and cable, one after the other, share a panel */
	const char *sender, *receiver; /* the names of the rows */
	bool sender_is_model;
	int32_t sender_ppm, receiver_ppm; /* by how many millionths their clocks are faster */
	const char *unit;                 /* the unit of the headroom */
	uint32_t unit_octets;
	double metres;
	uint32_t quanta, len;
	uint64_t bound, measured; /* in units; 0: there is none */
};

/* Writes DIR/sweep.gp and runs gnuplot on it in DIR. Returns 0, or negative errno with the message in *ret_error. */
int sweep_plot(const char *dir, const struct sweep_curve *curves, size_t count, struct env_error *ret_error);
#endif
