/* SPDX-License-Identifier: Apache-2.0 */
/* The traffic of a link: sources of frames with marks, the marks by which a sink recognises them, hosts that take frames at their
 * pace. doc/use/link.md 4.
 *
 * A frame has the partner's address as DA, the address of its own end as SA, the type 88-B5 (IEEE 802 local experimental), and
 * the mark: "PBLK", the end, 0, the number (64 bits), the length DA..FCS (16 bits) and the CRC-32 of all these. Octets follow
 * that a generator makes from end and number. */
#ifndef PAUSEBENCH_LINK_TRAFFIC_H
#define PAUSEBENCH_LINK_TRAFFIC_H
#include "link_file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LINK_FRAME_MAX = 16384, LINK_FCS_OCTETS = 4, LINK_WIRE_EXTRA = 20 /* preamble, SFD and gap */ };

struct link_source {
	struct link_traffic traffic;
	unsigned end;
	uint64_t random;
	uint64_t number; /* the number of the next frame, from 0 */
	double due_ps;   /* the time at which it is due */
	double octet_ps; /* the time of an octet on the wire */
	uint32_t in_burst;
	uint64_t burst_octets; /* how many octets the frames of this burst have on the wire */
	double burst_ps;       /* the time at which the burst began */
};

/* Makes the source of END, which begins at START_PS. */
void link_source_init(struct link_source *source, const struct link_description *link, unsigned end, uint64_t start_ps);
/* Returns the time at which the next frame is due; UINT64_MAX: never. A frame that could not be sent in time stays due: a source
 * does not slow down. */
uint64_t link_source_due(const struct link_source *source);
/* Writes the next frame, DA..payload, into RET (LINK_FRAME_MAX octets). Returns its length. */
uint32_t link_source_frame(struct link_source *source, uint8_t *ret);

struct link_mark {
	unsigned end;
	uint64_t number;
	uint32_t len; /* octets DA..FCS */
};
/* Returns true if OCTETS (LEN of them, from DA on, with or without FCS) begin as a frame of a source and have the whole mark. */
bool link_mark_read(const uint8_t *octets, uint32_t len, struct link_mark *ret);
/* Returns NULL if OCTETS are exactly the frame of MARK, with a right FCS or without FCS; otherwise a text that says what is
 * wrong. */
const char *link_mark_check(const uint8_t *octets, uint32_t len, const struct link_mark *mark);

/* Returns the share of the slots in which a host takes octets. A slot is a clock, in which the host's stream carries an octet,
 * even where the wire carries half an octet in a clock. */
double link_host_slots(const struct link_host *host, uint32_t octet_counts);
/* Returns true if the host takes octets at TIME_PS; .rate is a share of the slots. CLOCK_PS is the clock of its MAC, which asks
 * every 8 clocks. */
bool link_host_takes(const struct link_host *host, uint64_t time_ps, double clock_ps);
/* Returns true if TIME_PS is not within a stop of the host. */
bool link_host_open(const struct link_host *host, uint64_t time_ps);
/* Returns the share of the line rate that the host takes over a long time. */
double link_host_share(const struct link_host *host);

#ifdef __cplusplus
}
#endif
#endif
