/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a capture of frames from its beginning to its end, a packet at a time: pcapng (IETF draft-ietf-opsawg-pcapng) and pcap,
 * of either byte order. It gives the resolution of times, directions, the length of the FCS, errors and dropped packets, as far
 * as the file says them. Messages do not name the file; the caller adds its name. */
#ifndef PAUSEBENCH_CAPTURE_H
#define PAUSEBENCH_CAPTURE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAPTURE_FRAME_MAX = 1 << 18, CAPTURE_MESSAGE = 200, CAPTURE_UNKNOWN = -1 };
__extension__ typedef unsigned __int128 capture_time; /* picoseconds since 1970, or since another moment that the file chooses */

enum capture_direction { CAPTURE_ANY, CAPTURE_IN, CAPTURE_OUT };
/* Whether frames end with their FCS: as the file says, or as a user says who knows the capture. */
enum capture_fcs { CAPTURE_FCS_AS_STATED, CAPTURE_FCS_PRESENT, CAPTURE_FCS_ABSENT };
/* What capture_fcs() returns in place of a length. */
enum capture_fcs_wrong {
	CAPTURE_FCS_UNKNOWN = CAPTURE_UNKNOWN, /* neither the file nor the user says it */
	CAPTURE_FCS_DENIED = -2,               /* the file contradicts the user */
	CAPTURE_FCS_FOREIGN = -3               /* the file says a length that no FCS of Ethernet has */
};

struct capture_packet {
	uint64_t number;        /* from 1 */
	capture_time time;      /* 0 if it has none */
	uint64_t resolution_ps; /* resolution of .time; 0: it has no time */
	uint32_t interface;     /* number of its interface in the file, from 0 */
	enum capture_direction direction;
	uint64_t bits_per_second; /* speed of its interface; 0: the file does not say */
	int fcs;                  /* octets of FCS at its end; CAPTURE_UNKNOWN: the file does not say */
	bool code_error;          /* the PHY reported an error in the packet */
	uint64_t dropped;         /* how many packets were dropped before it */
	uint32_t captured, whole;
	const uint8_t *octets; /* .captured of them, valid until the next call */
};

struct capture;
/* Opens PATH. On an error returns NULL with a line in MESSAGE, of CAPTURE_MESSAGE octets; *RET_ERROR, which may be NULL, is then
 * the negative errno of a file that cannot be read, or -EINVAL for one that is no capture. */
struct capture *capture_open(const char *path, char *message, int *ret_error);
void capture_close(struct capture *capture);
/* Reads the next packet. Returns 1 with the packet in RET, 0 if there are no more, or -1 with a line in MESSAGE, of
 * CAPTURE_MESSAGE octets, that names the packet. */
int capture_next(struct capture *capture, struct capture_packet *ret, char *message);
/* Returns how many packets were dropped by the statistics of the whole file, which do not say when. */
uint64_t capture_lost(const struct capture *capture);
/* Returns how many octets of FCS PACKET ends with, 0 or 4, by SAID and by the file, or an enum capture_fcs_wrong. */
int capture_fcs(const struct capture_packet *packet, enum capture_fcs said);
/* Returns true if PACKET, which was not cut, ends with a right FCS. */
bool capture_has_right_fcs(const struct capture_packet *packet);
/* Returns true if INTERFACE has the number or the name WORD. */
bool capture_is_interface(const struct capture *capture, uint32_t interface, const char *word);
/* Returns how many interfaces the file has described so far. */
uint32_t capture_interfaces(const struct capture *capture);
#endif
