/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a link, a .link file: its ends, the cable, the traffic, the hosts. doc/use/link.md 4. */
#ifndef PAUSEBENCH_LINK_FILE_H
#define PAUSEBENCH_LINK_FILE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "base/dut.h"
#include "base/env.h"

/* Ends are a = 0 and b = 1; the direction of an end is the one in which it sends. */
enum { LINK_ENDS = 2, LINK_CUTS_MAX = 8, LINK_LEN_MIN = 64 };
#define LINK_AUTO UINT32_MAX /* left out: the value of the device's set-up */

struct link_cut {
	uint64_t from_ps, to_ps;
};

struct link_cable {
	double length_m;
	double velocity; /* share of the speed of light */
	double ber;      /* probability of each bit of the octets of a frame */
	double lose;     /* probability of each frame */
	struct link_cut cut[LINK_CUTS_MAX];
	unsigned cuts;
};

struct link_traffic {
	uint32_t len_min, len_max; /* DA..FCS; 0: this end sends nothing */
	double load;               /* share of the line rate */
	uint32_t burst;            /* frames back to back */
};

struct link_host {
	double rate; /* share of the line rate that it takes */
	/* the host takes nothing for stop_ps from phase_ps on, and again every every_ps (0: only once) */
	uint64_t stop_ps, every_ps, phase_ps;
};

struct link_end {
	const struct dut *dut;
	bool model; /* the golden model instead of the RTL */
	/* .headroom and .resume in units of the device's buffer, .time in quanta; link_flow() says what LINK_AUTO comes to */
	uint32_t headroom, resume, time;
	/* a model: octet times (MII: clocks) from the end of a PAUSE frame until it inhibits; LINK_AUTO: those of the row */
	uint32_t reaction;
	struct link_traffic traffic;
	struct link_host host;
};

struct link_description {
	char name[64]; /* stem of the file */
	uint64_t time_ps;
	uint32_t seed;
	uint32_t rate;                      /* Mb/s; LINK_AUTO: that of the rows */
	struct link_cable cable[LINK_ENDS]; /* by the end that sends */
	struct link_end end[LINK_ENDS];
};

/* Gives two DUTs of the first row as RTL on 100 m, no traffic, hosts that take all frames, 1 ms. */
void link_file_defaults(struct link_description *ret);
/* Reads PATH. 0, or -EINVAL with "file:line:column: what was expected", or another negative errno. */
int link_file_read(struct link_description *ret, const char *path, struct env_error *ret_error);
int link_file_read_stream(struct link_description *ret, FILE *in, const char *path, struct env_error *ret_error);
/* Applies a setting: "end.b.headroom=30", "cable.a>b.ber=1e-7", "cable.length=100" (both directions), "link.time=1ms". Does not check whether the
 * values fit together: see link_file_check(). 0 or -EINVAL. */
int link_file_set(struct link_description *link, const char *setting, struct env_error *ret_error);
/* Checks that the rates fit each other, the marks the buffers, and the lengths the devices. 0 or -EINVAL; TEXT begins the
 * line of the error ("--set"). */
int link_file_check(const struct link_description *link, const char *text, struct env_error *ret_error);
/* Writes LINK so that link_file_read() reads it back equal. */
void link_file_write(const struct link_description *link, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
