/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a link, a .link file: its ends, the cable, the traffic, the hosts. doc/use/link.md 4. */
#ifndef PAUSEBENCH_LINK_FILE_H
#define PAUSEBENCH_LINK_FILE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "base/dut.h"
#include "base/env.h"

/* The ends are a = 0 and b = 1; the direction of an end is the one in which it sends. */
enum { LINK_ENDS = 2, LINK_CUTS_MAX = 8, LINK_LEN_MIN = 64 };
#define LINK_AUTO UINT32_MAX /* the description leaves it out: the value of the device's set-up holds */

struct link_cut {
	uint64_t from_ps, to_ps;
};

struct link_cable {
	double length_m;
	double velocity; /* as a share of the speed of light */
	double ber;      /* the probability with which each bit of a frame is inverted */
	double lose;     /* the probability with which each frame is lost */
	struct link_cut cut[LINK_CUTS_MAX];
	unsigned cuts;
};

struct link_traffic {
	uint32_t len_min, len_max; /* octets DA..FCS; 0: this end sends nothing */
	double load;               /* as a share of the line rate */
	uint32_t burst;            /* how many frames come back to back */
};

struct link_host {
	double rate; /* the share of the line rate that the host takes */
	/* The host takes nothing for .stop_ps from .phase_ps on, and again every .every_ps (0: only once). */
	uint64_t stop_ps, every_ps, phase_ps;
};

struct link_end {
	const struct dut *dut;
	bool model; /* the end is the golden model and not the RTL */
	/* .headroom and .resume are in units of the device's buffer, .time is in quanta; link_flow() gives the values for
	 * LINK_AUTO. */
	uint32_t headroom, resume, time;
	/* For a model: octet times (MII: clocks) from the end of a PAUSE frame until it inhibits; LINK_AUTO: those of the row. */
	uint32_t reaction;
	int32_t ppm; /* by how many millionths its clock is faster than the nominal one */
	struct link_traffic traffic;
	struct link_host host;
};

struct link_description {
	char name[64]; /* the name of the file without its suffix */
	uint64_t time_ps;
	uint32_t seed;
	uint32_t rate;                      /* Mb/s; LINK_AUTO: the rate of the rows */
	struct link_cable cable[LINK_ENDS]; /* by the end that sends */
	struct link_end end[LINK_ENDS];
};

/* Gives a link of 1 ms: two DUTs of the first row as RTL on a cable of 100 m, no traffic, and hosts that take all frames. */
void link_file_defaults(struct link_description *ret);
/* Reads PATH. Returns 0, or -EINVAL with a message "file:line:column: what was expected", or another negative errno. */
int link_file_read(struct link_description *ret, const char *path, struct env_error *ret_error);
int link_file_read_stream(struct link_description *ret, FILE *in, const char *path, struct env_error *ret_error);
/* Applies a setting, such as "end.b.headroom=30", "cable.a>b.ber=1e-7", "cable.length=100" (both directions) or "link.time=1ms".
 * Whether the values fit together is checked by link_file_check() only. Returns 0 or -EINVAL. */
int link_file_set(struct link_description *link, const char *setting, struct env_error *ret_error);
/* Checks that the rates fit each other, that the marks fit the buffers, that the lengths fit the devices, and that the gaps between frames can
 * make up for clocks that differ. Returns 0 or -EINVAL; the message begins with TEXT, such as "--set". */
int link_file_check(const struct link_description *link, const char *text, struct env_error *ret_error);
/* Writes LINK in such a way that link_file_read() reads an equal one. */
void link_file_write(const struct link_description *link, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
