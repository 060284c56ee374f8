/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does what the golden model of the BCM1250 says, cycle by cycle: for tests of the model. */
#ifndef PAUSEBENCH_TESTS_BCM1250_DRIVE_H
#define PAUSEBENCH_TESTS_BCM1250_DRIVE_H
#include "pausemodel.h"

enum {
	DRIVE_GIG = 0, /* mac_cfg of the speeds */
	DRIVE_100 = 1,
	DRIVE_100_HDX = 2,
	DRIVE_HEAD = 8, /* preamble and SFD */
	DRIVE_FRAME_MAX = 4096,
	DRIVE_SENT_MAX = 64,
};

struct drive_sent {
	uint64_t start, end; /* first clock with tx_en, first one without */
	enum pm_tx_kind kind;
	uint16_t quanta;
	uint32_t record;
};

struct drive {
	struct pm_model *m;
	uint64_t now;    /* next cycle */
	unsigned clocks; /* of an octet */
	/* transmit wire */
	bool on_wire, col;
	int32_t collide_at;  /* clock of each attempt in which there is a collision, -1: none */
	unsigned collisions; /* attempts that still meet one */
	uint64_t taken_at, drained_at;
	struct drive_sent sent[DRIVE_SENT_MAX];
	unsigned attempts, frames; /* .frames: records */
	/* receive side */
	struct pm_rx_frame rx; /* newest judged */
	uint64_t rx_at;
	unsigned checked, delivered;
	bool host_busy, host_stopped;
	uint64_t host_end;
	bool xoff;
	uint64_t rise, fall;
	uint32_t free;
};

/* Opens a model with CONFIG (NULL: the defaults), with receiver and transmitter on, every packet accepted, at speed and duplex MODE; mac_cfg has
 * the bits of MAC besides. */
void drive_open(struct drive *d, const struct pm_config *config, int mode, uint64_t mac);
void drive_close(struct drive *d);
void drive_run(struct drive *d, uint64_t cycles);
/* A register, by its name in regs/bcm1250/registers.def; slots by number. Each takes a cycle. */
void drive_write(struct drive *d, const char *name, uint64_t value);
uint64_t drive_read(struct drive *d, const char *name);
void drive_slot_write(struct drive *d, unsigned slot, uint64_t value, uint8_t strobe);
uint64_t drive_slot(struct drive *d, unsigned slot);
/* mac_cfg with the speed and duplex of drive_open() and MAC. */
void drive_mac(struct drive *d, int mode, uint64_t mac);
/* LEN octets DA..FCS on the receive wire, until they are judged; ERROR: a code error; DRIBBLE: a nibble behind them. */
void drive_rx(struct drive *d, const uint8_t *octets, uint32_t len, bool error, bool dribble);
/* The same with a right FCS behind LEN octets. */
void drive_rx_good(struct drive *d, const uint8_t *octets, uint32_t len);
/* The cycles from the start of such a frame until its judgement shows. */
uint64_t drive_rx_cycles(const struct drive *d, uint32_t len);
/* Begins such a frame and returns at once. */
void drive_rx_begin(struct drive *d, const uint8_t *octets, uint32_t len, bool error, bool dribble);
/* The host sends LEN octets, until the frame is over. */
void drive_tx(struct drive *d, const uint8_t *octets, uint32_t len, bool own_fcs);
#endif
