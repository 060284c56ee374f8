/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks of a MAC that has several: when their edges are. Time is in femtoseconds from power-up.
 *
 * Frequencies, and by how much they are off, give a period as a fraction, so that no edge is off by more than a femtosecond however long a run is. Phases and
 * deviations are drawn from a seed; the same seed gives the same edges. */
#ifndef PAUSEBENCH_CLOCKS_H
#define PAUSEBENCH_CLOCKS_H
#include <stdbool.h>
#include <stdint.h>

/* What a clock drives: the transmit wire, in whose clocks a run counts, the receive wire, the streams of the host, the register bus. */
enum clock_domain { CLOCK_TX, CLOCK_RX, CLOCK_HOST, CLOCK_BUS, CLOCK_DOMAINS };
#define CLOCK_NAMES                       \
	{                                 \
		"tx", "rx", "host", "bus" \
	}

/* Which flip-flops that take a bit of another clock are a clock late, if that bit changes between the edges of both: some, as it is drawn for each bit
 * and change; none; all (tb/seam/late.h). */
enum clock_late { CLOCK_LATE_DRAWN, CLOCK_LATE_NONE, CLOCK_LATE_ALWAYS };
#define CLOCK_LATE_NAMES                  \
	{                                 \
		"drawn", "none", "always" \
	}

/* The clocks that a MAC has, as its profile says. */
struct clock_plan {
	bool several;
	enum clock_late late;
	uint32_t hz[CLOCK_DOMAINS]; /* 0: the clock of the transmit wire is its clock, too */
	uint32_t ppm;               /* each is off by so much at most */
	uint32_t jitter_ps;         /* each edge is earlier or later by so much at most */
	bool rx_stops;              /* the clock of the receive wire may stop, and come back */
	bool rx_resets;             /* its side may be reset alone */
};

struct clock_edges {
	uint64_t phase;    /* time of edge 0 */
	uint64_t whole;    /* the period, ... */
	uint64_t part, of; /* ... and part / of of a femtosecond more */
	int32_t ppm;       /* by how much it is off */
	uint64_t jitter;   /* edges are off by so much at most; by how much is drawn from .seed and the number of the edge */
	uint64_t seed;
	/* The clock has stopped ahead of edge .stop_edge, or earlier: edges from this one on are .stopped later than without any stop, and those before it .before. */
	uint64_t stop_edge, stopped, before;
	uint64_t edge; /* number of the next rising edge, ... */
	uint64_t even; /* ... its time without jitter, ... */
	uint64_t rest; /* ... and without rest / of of a femtosecond, ... */
	uint64_t rise; /* ... and with it */
	uint64_t fall; /* time of the next falling edge, if that comes first; UINT64_MAX: it does not */
};

struct clocks {
	struct clock_edges edges[CLOCK_DOMAINS];
	uint64_t now;
	unsigned rises, falls; /* the clocks that rise and fall .now, a bit for each */
};

/* Begins the clocks of PLAN, whose transmit clock has TX_HZ, at power-up; SEED: of the run. */
void clocks_begin(struct clocks *clocks, const struct clock_plan *plan, uint32_t tx_hz, uint32_t seed);
/* Writes "tx 125000000 Hz -100 ppm, rx ..., synchronisers drawn" into RET, for a run of SEED. Returns RET. */
enum { CLOCKS_WORDS = 160 };
const char *clocks_say(const struct clock_plan *plan, uint32_t tx_hz, uint32_t seed, char ret[CLOCKS_WORDS]);
/* By how many millionths the standard lets the clocks of both wires be off, either way (802.3 22.2.2, 35.2.2). */
enum { CLOCKS_STANDARD_PPM = 100 };
/* Returns true if the transmit wire and the receive wire, which are off by TX_PPM and RX_PPM, are off by as much or more in opposite directions. */
bool clocks_apart(int32_t tx_ppm, int32_t rx_ppm);
/* Goes on to the next moment with an edge. */
void clocks_next(struct clocks *clocks);
/* DOMAIN, which has a clock of its own, has no edge from its next rising one on for CYCLES clocks of the transmit wire, and then goes on with that one; what
 * began to fall falls. The edges are those of the seed all the same, each so much later. */
void clocks_stop(struct clocks *clocks, enum clock_domain domain, uint64_t cycles);
/* Returns the time of rising edge EDGE of a clock, which is no earlier than the last edge before its newest stop but one. */
uint64_t clocks_time(const struct clock_edges *edges, uint64_t edge);
/* Returns the number of the last rising edge no later than TIME, which is no earlier than edge 0. */
uint64_t clocks_edge_by(const struct clock_edges *edges, uint64_t time);
#endif
