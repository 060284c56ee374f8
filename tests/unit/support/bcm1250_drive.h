/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does in each cycle what the golden model of the BCM1250 expects, for tests of the model. */
#ifndef PAUSEBENCH_TESTS_BCM1250_DRIVE_H
#define PAUSEBENCH_TESTS_BCM1250_DRIVE_H
#include "pausemodel.h"

enum {
	DRIVE_GIG = 0, /* speed and duplex for mac_cfg */
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
	unsigned clocks; /* per octet */
	/* transmit wire */
	bool on_wire, col;
	int32_t collide_at;  /* the clock of each attempt in which a collision begins; -1: never */
	unsigned collisions; /* attempts that will still collide */
	uint64_t taken_at, drained_at;
	struct drive_sent sent[DRIVE_SENT_MAX];
	unsigned attempts, frames; /* .frames counts the records */
	/* receive side */
	struct pm_rx_frame rx; /* the frame that was classified last */
	uint64_t rx_at;
	unsigned classified, delivered;
	bool host_busy, host_stopped;
	uint64_t host_end;
	bool xoff;
	uint64_t rise, fall;
	uint32_t free;
};

/* Opens a model with CONFIG (NULL: the defaults) at speed and duplex MODE, enables receiver and transmitter, and lets it accept every packet.
 * MAC: further bits of mac_cfg. */
void drive_open(struct drive *d, const struct pm_config *config, int mode, uint64_t mac);
void drive_close(struct drive *d);
void drive_run(struct drive *d, uint64_t cycles);
/* Writes or reads a register by its name in regs/bcm1250/registers.def, or an RMON slot by its number. Each access takes a cycle. */
void drive_write(struct drive *d, const char *name, uint64_t value);
uint64_t drive_read(struct drive *d, const char *name);
void drive_slot_write(struct drive *d, unsigned slot, uint64_t value, uint8_t strobe);
uint64_t drive_slot(struct drive *d, unsigned slot);
/* Writes mac_cfg: speed and duplex MODE, as drive_open() takes it, and the bits of MAC. */
void drive_mac(struct drive *d, int mode, uint64_t mac);
/* Receives LEN octets DA..FCS and returns when they have been classified. ERROR: with a code error; DRIBBLE: with a nibble after them. */
void drive_rx(struct drive *d, const uint8_t *octets, uint32_t len, bool error, bool dribble);
/* Receives LEN octets and a right FCS after them. */
void drive_rx_good(struct drive *d, const uint8_t *octets, uint32_t len);
/* Returns the cycles from the start of a received frame of LEN octets until its classification is visible. */
uint64_t drive_rx_cycles(const struct drive *d, uint32_t len);
/* As drive_rx(), but returns as soon as the frame has begun. */
void drive_rx_begin(struct drive *d, const uint8_t *octets, uint32_t len, bool error, bool dribble);
/* Sends LEN octets of the host and returns when the frame is over. */
void drive_tx(struct drive *d, const uint8_t *octets, uint32_t len, bool own_fcs);
#endif
