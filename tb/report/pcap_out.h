/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a pcapng capture with times in nanoseconds, FCS included. */
#ifndef PAUSEBENCH_PCAP_OUT_H
#define PAUSEBENCH_PCAP_OUT_H
#include <stdbool.h>
#include <stdint.h>

struct pcap_out;

/* Opens PATH for frames whose times are octet times, OCTET_HZ in a second. Returns NULL and errno if PATH cannot be written. */
struct pcap_out *pcap_out_open(const char *path, uint64_t octet_hz);
/* Says that an MII DUT runs at MBPS (10, 100, 1000) from TIME on, so that times are clocks of that speed. To be called at the
 * start and at every change. */
void pcap_out_speed(struct pcap_out *out, uint64_t time, unsigned mbps);
/* Writes the frames of one run of the wire, which began in octet time TIME. GMII (CODE is NULL): preamble and SFD are taken off,
 * and a run without SFD is left out; at MII nibbles are joined to octets, the low one first. XGMII: each frame of the run is
 * written from its first octet to the one before its end code; CODE has the offsets of the CODES control codes, in ascending
 * order. ERROR_AT is the offset of the octet with RX_ER or TX_ER, or -1. A frame that contains this octet, or a control code, is
 * marked as one with a symbol error. */
void pcap_out_run(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                  int32_t error_at);
/* Adds the comment TEXT, which a viewer shows, to the frame that was on the wire in octet time TIME. Returns false if there is
 * none. */
bool pcap_out_comment(struct pcap_out *out, uint64_t time, const char *text);
/* Closes the file. Returns 0, or negative errno if anything could not be written. */
int pcap_out_close(struct pcap_out *out);
#endif
