/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does in each clock what the golden model ieee8023 expects, at GMII, MII or XGMII, for tests of the model. */
#ifndef PAUSEBENCH_TESTS_IEEE8023_DRIVE_H
#define PAUSEBENCH_TESTS_IEEE8023_DRIVE_H
#include "predicate/predicate.h"
#include "pausemodel.h"
#include "regs.h"

enum {
	STD_GMII,
	STD_MII, /* 100 Mb/s, full duplex */
	STD_XGMII,
	STD_HEAD = 8, /* preamble and SFD */
	STD_FRAME_MAX = 12000,
	STD_SENT_MAX = 512,
	STD_ROWS_MAX = 160,
};

struct std_sent {
	uint64_t start,
	    end; /* octet times, at MII clocks: of the first octet of the preamble, of the first one after the frame */
	enum pm_tx_kind kind;
	uint16_t quanta;
	uint8_t octets[64];
	uint32_t len;
};

struct std {
	struct pm_config config;
	struct pm_model *m;
	uint64_t now;
	uint32_t step, clocks;
	bool every;    /* visit each clock, and not only those that the model asks for; set before std_open() */
	uint64_t next; /* what the newest pm_close() returned */
	unsigned visits;
	/* the page with counters after the virtual registers */
	struct reg_row rows[STD_ROWS_MAX];
	struct reg_page page;
	struct pm_profile profile;
	struct pm_control_slice slices[40];
	struct pm_counted counted[STD_ROWS_MAX];
	struct predicate predicates[STD_ROWS_MAX];
	/* transmit wire */
	bool on_wire, offered, taken, col;
	bool pending;       /* a data frame is offered, on the wire, or to be repeated */
	int32_t collide_at; /* clock of each attempt in which a collision begins; -1: never */
	unsigned collisions;
	uint64_t wire_end, taken_at, drained_at;
	struct std_sent sent[STD_SENT_MAX];
	unsigned frames;
	/* receive side */
	struct pm_rx_frame rx;
	uint64_t rx_last;
	unsigned classified, delivered;
	struct pm_host_frame host;
	bool host_busy;
	uint64_t host_end;
	bool xoff;
	uint64_t rise, fall;
	uint8_t pfc;
	uint64_t pfc_rise[8], pfc_fall[8];
};

/* Fills in the defaults for PHY; the test changes d->config.ieee8023 and adds counters before std_open(). */
void std_init(struct std *d, int phy);
/* Adds a counter that counts PREDICATE. */
void std_counter(struct std *d, const char *name, const char *predicate);
void std_open(struct std *d);
void std_close(struct std *d);
void std_run(struct std *d, uint64_t octet_times);
void std_run_to(struct std *d, uint64_t cycle);
/* Registers by name; each access takes a clock. */
void std_write(struct std *d, const char *name, uint64_t value);
uint64_t std_read(struct std *d, const char *name);
/* Begins to receive LEN octets DA..FCS in the next clock. */
void std_rx_begin(struct std *d, const uint8_t *octets, uint32_t len, bool error, bool dribble);
/* Receives them and returns when they are classified. */
void std_rx(struct std *d, const uint8_t *octets, uint32_t len, bool error, bool dribble);
/* The same for LEN octets to which the right FCS is put at their end. */
void std_rx_good(struct std *d, uint8_t *octets, uint32_t len);
/* A PAUSE of QUANTA for DESTINATION ("01-80-C2-00-00-01"), of LEN octets with its FCS. */
void std_rx_pause(struct std *d, const char *destination, uint16_t quanta, uint32_t len);
/* The host offers LEN octets, DA..payload. */
void std_offer(struct std *d, const uint8_t *octets, uint32_t len);
/* Carrier of others, at MII. */
void std_crs(struct std *d, bool value);
/* The host offers LEN octets, and the device runs until the frame was sent or given up. */
void std_tx(struct std *d, const uint8_t *octets, uint32_t len);
#endif
