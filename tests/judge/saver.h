/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAUSEBENCH_SAVER_H
#define PAUSEBENCH_SAVER_H

/* Saves a failure of each planted fault that the file LIST names (lines "NUMBER NAME", by the number in the joined model) of the row DUT, which PROFILE
 * describes, into the file OUT. The file STIMULI lists the stimuli that are tried. Returns an exit status. */
int saver_main(const char *dut, const char *profile, const char *stimuli, const char *list, const char *out);
#endif
