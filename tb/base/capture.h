/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a capture of frames from its beginning to its end, a packet at a time: pcapng (IETF draft-ietf-opsawg-pcapng) and pcap, of either byte order,
 * with the resolution of their times, direction, length of the FCS, errors and dropped packets as far as the file says them. */
#ifndef PAUSEBENCH_CAPTURE_H
#define PAUSEBENCH_CAPTURE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAPTURE_FRAME_MAX = 1 << 18, CAPTURE_MESSAGE = 320, CAPTURE_UNKNOWN = -1 };
__extension__ typedef unsigned __int128 capture_time; /* picoseconds from 1970 on; or from any moment that the file means */

enum capture_direction { CAPTURE_ANY, CAPTURE_IN, CAPTURE_OUT };

struct capture_packet {
	uint64_t number; /* from 1 */
	capture_time time;
	uint64_t resolution_ps; /* of its time */
	uint32_t interface;     /* number in the file, from 0 */
	enum capture_direction direction;
	uint64_t bits_per_second; /* of its interface; 0: the file does not say */
	int fcs;                  /* octets of FCS at its end; CAPTURE_UNKNOWN: the file does not say */
	bool code_error;          /* the PHY reported an error in it */
	uint64_t dropped;         /* packets that were dropped before it */
	uint32_t captured, whole;
	const uint8_t *octets; /* .captured of them, valid until the next call */
};

struct capture;
/* Opens PATH. NULL with a line in MESSAGE, of CAPTURE_MESSAGE octets, that names the file. */
struct capture *capture_open(const char *path, char *message);
void capture_close(struct capture *capture);
/* Reads the next packet. 1: RET has it; 0: there are no more; -1: a line in MESSAGE, of CAPTURE_MESSAGE octets, that names file and packet. */
int capture_next(struct capture *capture, struct capture_packet *ret, char *message);
/* True if INTERFACE has the number or the name WORD. */
bool capture_is_interface(const struct capture *capture, uint32_t interface, const char *word);
/* Returns how many interfaces the file has described so far. */
uint32_t capture_interfaces(const struct capture *capture);
#endif
