/* SPDX-License-Identifier: Apache-2.0 */
/* Tells what a device on a link is like: its buffer, its flow control, its pace, and the register writes that set it up with the
 * marks, times and address of its end. doc/use/link.md 4. */
#ifndef PAUSEBENCH_LINK_DEVICE_H
#define PAUSEBENCH_LINK_DEVICE_H
#ifdef __cplusplus
extern "C" {
#endif
#include "link_file.h"
#include "stimulus/item.h"

/* A receive buffer and the units that its marks count. */
struct link_buffer {
	uint32_t unit_octets; /* 128: a unit is an MBUF or a block; 1: it is an octet */
	uint32_t units;       /* how many units the buffer has */
	uint32_t grain;       /* a frame takes up a multiple of so many octets */
	bool free_shown;      /* obs_level shows the free units; else those that are taken */
	uint32_t late; /* octet times (MII: clocks) from an octet on the wire, or from a frame's end, until the level shows it */
	bool below;    /* XOFF is due when the free space is below the mark; else also when it is at the mark */
};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* in C a function may have the name of a struct */
/* Gives the buffer of DUT. Returns false if the link.def of its model has no LINK_BUFFER row. */
bool link_buffer(const struct dut *dut, struct link_buffer *ret);

/* How an end's flow control behaves with its registers as link_setup() writes them. */
struct link_flow {
	uint32_t headroom, resume; /* in units: below so much free space XOFF is due, above so much free space XON is due */
	uint32_t quanta;           /* the time of an XOFF */
	uint32_t refresh_quanta;   /* another XOFF comes when so much of that time is left; 0: there is none */
	bool xon;                  /* it sends XON */
	bool client;               /* a client beside the MAC watches the level and drives pause_req */
};
/* Returns the row of END, with the reaction that the description gives it, rounded to whole clocks. */
struct dut link_row(const struct link_end *end);
/* Gives the flow control of END. Returns 0, or -EINVAL if a value does not fit the device: *ret_error then begins with TEXT and
 * names the value. */
int link_flow(const struct link_end *end, struct link_flow *ret, const char *text, struct env_error *ret_error);
/* The speed at the pins of a DUT. A count is the unit of events and bounds: an octet time, at MII a clock. */
struct link_pace {
	uint32_t mbps;
	uint32_t octet_counts; /* 2 where a clock carries a nibble: MII at 10 and 100 Mb/s */
	uint32_t clock_hz;     /* the nominal clock; the times below are those of the end's own clock */
	double clock_ps, count_ps, octet_ps;
};
/* Gives the pace of DUT at MBPS, which may be LINK_AUTO for the rate of its row, with a clock that is PPM millionths faster than the nominal one.
 * Returns false if DUT has no such rate. */
bool link_pace(const struct dut *dut, uint32_t mbps, int32_t ppm, struct link_pace *ret);
#pragma GCC diagnostic pop
/* Returns the pace of an end of LINK, whose rate was checked. */
struct link_pace link_pace_of(const struct link_description *link, unsigned end);
/* Writes the rates that DUT has, such as "10, 100, 1000". */
void link_rates(const struct dut *dut, char ret[32]);
/* Returns how many octets DA..FCS the longest frame has that DUT accepts. */
uint32_t link_len_max(const struct dut *dut);

enum { LINK_ADDRESS_OCTETS = 6 };
/* Gives the station address of end a or b. */
void link_address(unsigned end, uint8_t ret[LINK_ADDRESS_OCTETS]);
/* Gives the register writes that set the device at END up: the rows of regs/<device>/setup.def in their order, with the values of
 * the end. Returns 0 or negative errno. The caller releases RET with stimulus_release(). */
int link_setup(const struct link_description *link, unsigned end, struct stimulus *ret, struct env_error *ret_error);

#ifdef __cplusplus
}
#endif
#endif
