/* SPDX-License-Identifier: Apache-2.0 */
/* What a device needs on a link: its set-up writes with the end's marks, times and address in place. doc/link.md 4. */
#ifndef PAUSEBENCH_LINK_DEVICE_H
#define PAUSEBENCH_LINK_DEVICE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link_file.h"
#include "stimulus/item.h"

/* The receive buffer of DUT and what its marks count. */
struct link_buffer {
	uint32_t unit_octets; /* 128: MBUF, block; 1: octet */
	uint32_t units;       /* in all */
	uint32_t grain;       /* octets that a frame takes up at least and in steps of */
	bool free_shown;      /* obs_level shows the free units; else those that are taken */
	uint32_t late; /* octet times (MII: clocks) from an octet on the wire, or from a frame's end, until the level shows it */
	bool below;    /* XOFF is due when the free space is below the mark; else also when it is at the mark */
};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* in C a function may have the name of a struct */
/* False: no such model is on links. */
bool link_buffer(const struct dut *dut, struct link_buffer *ret);

/* How an end's flow control behaves with its registers as link_setup() writes them. */
struct link_flow {
	uint32_t headroom, resume; /* units: free space below which XOFF is due, above which XON is */
	uint32_t quanta;           /* time of an XOFF */
	uint32_t refresh_quanta;   /* another XOFF when so much of it is left; 0: there is none */
	bool xon;                  /* sends XON */
	bool client;               /* by a client beside the MAC, which watches the level and drives pause_req */
};
/* 0; -EINVAL if a value does not fit the device: *ret_error says which, after TEXT. */
int link_flow(const struct link_end *end, struct link_flow *ret, const char *text, struct env_error *ret_error);
/* How fast the pins of DUT are at MBPS. A count is what events and bounds count: an octet time, at MII a clock. */
struct link_pace {
	uint32_t mbps;
	uint32_t octet_counts; /* 2 where a clock carries a nibble: MII at 10 and 100 Mb/s */
	uint32_t clock_hz;
	double clock_ps, count_ps, octet_ps;
};
/* MBPS may be LINK_AUTO: the row's own. False: DUT has no such rate. */
bool link_pace(const struct dut *dut, uint32_t mbps, struct link_pace *ret);
#pragma GCC diagnostic pop
/* Of an end of LINK, whose rate was checked. */
struct link_pace link_pace_of(const struct link_description *link, unsigned end);
/* The rates that DUT has, "10, 100, 1000". */
void link_rates(const struct dut *dut, char ret[32]);
/* Octets DA..FCS of the longest frame that DUT takes. */
uint32_t link_len_max(const struct dut *dut);

enum { LINK_ADDRESS_OCTETS = 6 };
/* The station address of end a or b. */
void link_address(unsigned end, uint8_t ret[LINK_ADDRESS_OCTETS]);
/* The rows of regs/<device>/setup.def for the device at END, in their order, with the end's values in place, as register writes.
 * 0 or negative errno. RET is to be released with stimulus_release(). */
int link_setup(const struct link_description *link, unsigned end, struct stimulus *ret, struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
