/* SPDX-License-Identifier: Apache-2.0 */
/* What a simulated port is: all that the standard leaves to a MAC, and how a tap records it. doc/devices/ieee8023.md has the meaning of each freedom.
 * Times are in ticks: an octet time at 1 and 10 Gb/s, half of one, which is a clock of the MII, at 10 and 100 Mb/s. */
#ifndef PORTS_NATURE_H
#define PORTS_NATURE_H

#include "random.h"
#include "wrong.h"

#include <stdio.h>

enum rate { RATE_10, RATE_100, RATE_1000, RATE_10000, RATES };
enum latency { INHIBIT, RESUME, START, REQUEST, REFRESH, EVENT, SENT, WRITE, FAULT, LATENCIES };
enum manner { MANNER_FIXED, MANNER_JITTER, MANNER_LEAST, MANNER_MOST, MANNER_ENDS, MANNERS };
enum sends { SENDS_NONE, SENDS_LEVEL, SENDS_PULSE };
enum refresh { REFRESH_NONE, REFRESH_DECISION, REFRESH_END, REFRESH_EXPIRY };
enum client { CLIENT_UNKNOWN, CLIENT_ALWAYS, CLIENT_CLASSES };
enum stamp { STAMP_PREAMBLE, STAMP_SFD, STAMP_END };
enum { CLASSES = 8, NEVER_QUANTA = 0xFFFF };

/* A latency: every event takes from LEAST to MOST ticks, in the port's own manner. */
struct range {
	int least, most;
	enum manner manner;
	int fixed; /* what each event takes in the manner FIXED */
};

struct tap {
	enum stamp stamp;
	bool fcs, one_file, ng;
	int snap;         /* octets of a frame that are kept; 0: all */
	int digits;       /* of a second, in the time of a packet: 6, 9, 10 or 12 */
	int64_t error_ps; /* how wrong each time may be, beside its digits */
	int64_t base_s;   /* the time of tick 0 */
};

struct nature {
	uint64_t seed;
	enum rate rate;
	int octet, step,
	    quantum; /* ticks: of an octet; from one moment in which the MAC decides to the next; of a pause quantum */
	int64_t tick_ps;
	struct range latency[LATENCIES];
	bool from_idle, waits_once;
	int granularity; /* octets */
	int gap;         /* octets */
	bool deficit;
	int start_unit;
	bool multicast, own, tagged, pfc;
	int shortest, longest; /* of a PAUSE that is obeyed; longest 0: any */
	int survives;
	enum sends sends;
	enum refresh refresh;
	int period; /* quanta */
	bool period_is_control, xon, xon_expired, xoff_again, request_kept, decides_early, reads_time_late;
	int pfc_vector;
	bool pfc_times;
	int untagged;
	uint64_t station;
	int quanta, class_quanta[CLASSES];
	bool rx_pause, tx_pause;
	int pfc_rx, pfc_tx;
	enum client client;
	int classes_used;      /* a bit for each class that the client sends; the bit 8 for frames without a tag */
	bool one_queue;        /* frames of all classes wait in one queue */
	bool in_phase;         /* the first event of the captures is in lane 0, whatever the lanes of the others are */
	bool registers;        /* controls are written through registers of the port, not by name */
	bool counters, clears; /* there are counters; a reading clears them */
	bool writes;           /* controls are written while it runs */
	bool lacks_underrun;
	bool faults, fault_loses, fault_cuts; /* 10 Gb/s: link faults, which no capture shows */
	int64_t ticks;                        /* how long the script is */
	struct tap tap;
};

/* Draws the port of SEED; with a kind of wrong port the nature has what this needs. FORCED is a rate, or RATES for any. */
void nature_draw(struct nature *n, uint64_t seed, enum wrong wrong, enum rate forced);

/* Returns the latency of event INDEX of KIND. */
int nature_latency(const struct nature *n, enum latency kind, uint64_t index);

/* Returns the clock from which the latencies of a frame count that ends at END: that of its last octet, and at 10 Gb/s, where a clock has eight octets,
 * that of its /T/ (doc/reference/dut-contract.md). */
int64_t nature_last(const struct nature *n, int64_t end);

/* Returns the most ticks after a PAUSE at which a data frame may start by 31B.3.7 and 44.3. */
int nature_limit(const struct nature *n);

void nature_write_profile(const struct nature *n, FILE *f);
void nature_write_arguments(const struct nature *n, FILE *f);

/* Writes the time of a tick in nanoseconds of the captures into TEXT of SIZE octets, and returns TEXT. */
const char *nature_time(const struct nature *n, int64_t tick, char *text, size_t size);

#endif
