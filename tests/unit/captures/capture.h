/* SPDX-License-Identifier: Apache-2.0 */
/* Capture files as tcpdump and Wireshark write them, made octet by octet. pcap-savefile(5); the pcapng draft, 4.1 to 4.3. */
#ifndef PAUSEBENCH_TESTS_CAPTURE_H
#define PAUSEBENCH_TESTS_CAPTURE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAPTURE_OCTETS = 1 << 20, CAPTURE_ETHERNET = 1 };

struct capture_bytes {
	uint8_t octets[CAPTURE_OCTETS];
	size_t len;
	bool swapped; /* big-endian */
};

enum capture_format { PCAP_MICRO, PCAP_NANO, PCAP_MICRO_SWAPPED, PCAP_NANO_SWAPPED, PCAPNG_MICRO, PCAPNG_NANO, CAPTURE_FORMATS };
extern const char *const capture_format_names[CAPTURE_FORMATS];

void capture_put(struct capture_bytes *c, const void *octets, size_t len);
void capture_u16(struct capture_bytes *c, uint16_t value);
void capture_u32(struct capture_bytes *c, uint32_t value);
/* Begins a file of packets of the link type LINK that does not say whether they end with an FCS. */
void capture_head(struct capture_bytes *c, enum capture_format format, uint16_t link);
/* Begins a file of Ethernet packets that says that each ends with an FCS of four octets. */
void capture_head_with_fcs(struct capture_bytes *c, enum capture_format format);
/* Writes a packet with the time 1,000 s + NS, of whose ORIGINAL octets on the wire LEN were captured. */
void capture_packet(struct capture_bytes *c, enum capture_format format, uint64_t ns, const uint8_t *octets, uint32_t len,
                    uint32_t original);
/* pcapng: another interface, of microseconds, with the snap length SNAP; FCS is its option if_fcslen, -1: it has none. */
void capture_interface(struct capture_bytes *c, uint32_t snap, int fcs);
/* pcapng: a packet of INTERFACE with the word FLAGS as its option epb_flags. */
void capture_packet_of(struct capture_bytes *c, uint32_t interface, uint32_t flags, const uint8_t *octets, uint32_t len);
/* pcapng: a packet of interface 0 without a time; of its ORIGINAL octets LEN were captured. */
void capture_simple_packet(struct capture_bytes *c, const uint8_t *octets, uint32_t len, uint32_t original);
#endif
