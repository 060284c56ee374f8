/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of a capture file as receive items. */
#ifndef PAUSEBENCH_PCAP_IN_H
#define PAUSEBENCH_PCAP_IN_H
#include "base/dut.h"
#include "item.h"

/* Appends the frames only, without set-up and wait. Returns 0 or a negative errno; MESSAGE (of SIZE) then names the packet and the remedy,
 * except for -ENOMEM. */
int pcap_in_append(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                   char *message, size_t size);
#endif
