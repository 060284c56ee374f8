/* SPDX-License-Identifier: Apache-2.0 */
/* Makes receive items of the frames of a capture file. */
#ifndef PAUSEBENCH_PCAP_IN_H
#define PAUSEBENCH_PCAP_IN_H
#include "base/dut.h"
#include "item.h"

/* Appends only the frames, without a set-up and a wait. Returns 0 or a negative errno; unless that is -ENOMEM, MESSAGE, which has
 * SIZE octets, then names the packet and the remedy. */
int pcap_in_append(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                   char *message, size_t size);
#endif
