/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAUSEBENCH_SAVER_H
#define PAUSEBENCH_SAVER_H

struct saver_job {
	const char *dut;                    /* a row, ... */
	const char *profile;                /* ... which this describes */
	const char *kept_profile, *variant; /* what a failure says of the profile (saved.h); variant is NULL if there is none */
	const char *stimuli;                /* a list of the stimuli that are tried */
	const char *list;                   /* lines "NUMBER NAME" of planted faults, by the number in the joined model */
	const char *out;
};

/* Saves a failure of each planted fault of JOB into its file OUT. Returns an exit status. */
int saver_main(const struct saver_job *job);
#endif
