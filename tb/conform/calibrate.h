/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the latencies of a MAC by stimuli of its own, without checking the MAC. */
#ifndef PAUSEBENCH_CALIBRATE_H
#define PAUSEBENCH_CALIBRATE_H
#include "base/dut.h"
#include "base/env.h"
#include "measure/measured.h"

#include <stdatomic.h>
#include <stdint.h>

struct calibrate_options {
	const struct dut *dut;
	const char *out;         /* the folder to which the stimuli are written */
	const char *profile;     /* the path of the profile, for messages; or NULL */
	const atomic_bool *stop; /* may be NULL */
};

/* Writes the measuring stimuli into the folder, runs them, and adds the measurements to SUM. Returns 0 or a negative errno with
 * the line. */
int calibrate_measure(const struct calibrate_options *options, struct measured_sum *sum, struct env_error *ret_error);

/* The figures of a profile, by the measurements. */
enum { CALIBRATE_REFRESH_QUANTA = 8 }; /* the stimuli set the control refresh to this */
struct calibrated_figure {
	bool known;
	uint32_t min, max;
};
struct calibrated {
	struct calibrated_figure inhibit, resume, start, request, refresh, event, delivery, write, collision, fault;
	bool known_timer, from_reception; /* the pause time runs while a frame is on the wire */
	bool cut_through;                 /* the host gets frames before they have ended */
	bool known_tx, stored_tx;         /* a frame begins when the MAC has the whole frame */
	uint32_t granularity;             /* octet times by which data resumes too early */
};
void calibrate_figures(const struct dut *dut, const struct measured_sum *sum, struct calibrated *ret);
/* Prints the lines of the profile, and warnings about the lines that the row has. Returns how many warnings there are. */
unsigned calibrate_print(FILE *out, const struct calibrate_options *options, struct measured_sum *sum);
#endif
