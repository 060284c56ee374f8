/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a nanosecond capture, FCS included. */
#ifndef PAUSEBENCH_PCAP_OUT_H
#define PAUSEBENCH_PCAP_OUT_H
#include <stdint.h>

struct pcap_out;

/* NULL and errno if PATH cannot be written. */
struct pcap_out *pcap_out_open(const char *path);
/* One run of the wire as the monitor saw it (preamble and SFD are taken off; a run without SFD is left out). */
void pcap_out_run(struct pcap_out *out, uint64_t cycle, uint32_t clock_hz, const uint8_t *octets, uint32_t len);
/* 0, or negative errno if anything could not be written. */
int pcap_out_close(struct pcap_out *out);
#endif
