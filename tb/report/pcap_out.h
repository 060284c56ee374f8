/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a nanosecond capture, FCS included. */
#ifndef PAUSEBENCH_PCAP_OUT_H
#define PAUSEBENCH_PCAP_OUT_H
#include <stdint.h>

struct pcap_out;

/* For times that are counted in octet times, OCTET_HZ a second. NULL and errno if PATH cannot be written. */
struct pcap_out *pcap_out_open(const char *path, uint64_t octet_hz);
/* For an MII DUT, at the begin and whenever the speed changes: from TIME on it is counted in clocks of MBPS (10, 100, 1000). */
void pcap_out_speed(struct pcap_out *out, uint64_t time, unsigned mbps);
/* One run of the wire as the monitor saw it, from octet time TIME on. GMII (CODE NULL): preamble and SFD are taken off, a run without
 * SFD is left out; at MII a run of nibbles is put together, low one first. XGMII: each frame of the run, without what goes before its first
 * octet and from its end code on; CODE: the offsets of the CODES that are control codes, in ascending order. */
void pcap_out_run(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes);
/* 0, or negative errno if anything could not be written. */
int pcap_out_close(struct pcap_out *out);
#endif
