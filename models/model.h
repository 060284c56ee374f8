/* SPDX-License-Identifier: Apache-2.0 */
/* Inside libpausemodel: the machine that all devices share (model.c) and what a device adds to it. */
#ifndef PAUSEBENCH_MODEL_H
#define PAUSEBENCH_MODEL_H
#include "counting.h"
#include "frame.h"
#include "pause_rx.h"
#include "pause_tx.h"
#include "pausemodel.h"
#include "registers.h"
#include "rx_buffer.h"

enum { PM_RUNS = 4, PM_REFUSED = 16, PM_DEVICE_REGISTERS = 40 };

/* A run on the receive wire, until its judgement shows. */
struct pm_run {
	struct frame_run frame;
	uint8_t *octets; /* from the first after the SFD */
	uint32_t capacity;
	uint64_t first, begin, last; /* cycles: of the run, of the frame's first octet, of the last octet */
	uint64_t step;               /* next cycle in which something about it is decided */
	uint64_t judge;              /* cycle of the judgement */
	uint32_t next_mbuf;          /* octet that takes the next one */
	uint32_t taken;
	bool live, received, abandoned, overflow;
	struct pm_rx_frame rx;
};

/* A frame that did not reach the host. */
struct pm_refused {
	uint32_t len, fcs;
	uint64_t last;
	enum rule rule;
};

/* What the mode bits say in a cycle. */
struct pm_mode {
	bool rx_enable, rx_flow, half_duplex, tx_enable, send_pause;
	uint16_t quanta; /* of an XOFF */
	uint32_t low_mark, xon_mark, allowance;
	uint8_t station[FRAME_ADDRESS_OCTETS];
};

struct pm_tx_buffer {
	uint8_t *octets;
	uint32_t capacity, len;
	int32_t underrun_at;
};

struct pm_tx {
	bool busy;
	struct pm_tx_frame frame;
	struct pm_tx_buffer wire, offer;
	bool offered; /* and not started */
	uint64_t offer_cycle;
	uint64_t gap_end;   /* first cycle in which a start may be decided */
	uint64_t last_wire; /* last octet on the wire */
	uint8_t pause[PAUSE_FRAME_OCTETS];
	uint8_t source[FRAME_ADDRESS_OCTETS]; /* as visible when the start was decided */
	/* ended, not yet visible (only if the latency is more than a cycle) */
	bool ended;
	uint64_t ended_visible;
	struct {
		enum pm_tx_kind kind;
		uint32_t octets;
		uint16_t quanta;
		bool underrun, advertise, was_reset;
		enum frame_cast cast;
	} end;
	uint64_t record_cycle;
	uint32_t record;
};

struct pm_write {
	bool valid;
	uint16_t address;
	uint32_t value;
	uint8_t strobe;
};

struct pm_device;

struct pm_model {
	const struct pm_device *device;
	struct pm_config config;
	uint64_t now, closed_cycle;
	bool open, touched, settled;
	bool in_reset;        /* the state is at reset */
	uint64_t reset_until; /* rst_n is low before this cycle */

	struct pm_mode mode;
	bool send_before;            /* mode.send_pause in closed_cycle */
	uint64_t rx_reset, tx_reset; /* cycle in which the strobe is visible; 0 never */
	uint64_t enable_cycle;       /* newest change of tx_enable */
	uint64_t quanta_cycle;       /* newest change of the time that an XOFF carries */

	struct pm_run run[PM_RUNS];
	unsigned run_next, runs_live;
	const struct pm_run *judged; /* whose record shows in judged->rx.visible */
	struct pm_refused refused[PM_REFUSED];
	unsigned refused_next;

	struct pause_rx rx;
	struct pause_tx pause_tx;
	struct pm_tx tx;
	struct rx_buffer buffer;
	struct registers regs;
	struct counting count;
	struct mdio_model mdio;
	struct pm_write write;

	struct pm_view view;
	struct {
		struct counting_memory before;
		uint64_t cycle;
		uint32_t value;
		bool counter;
	} last_read;
	uint8_t reg[PM_DEVICE_REGISTERS]; /* device's registers: row by its own number */
	uint32_t device_bits;             /* the device's sticky states */
	uint64_t clear_tx, clear_rx;      /* cycle in which a statistics clear is visible */
};

struct pm_device {
	const char *name;
	/* Fills m->reg, once. */
	void (*init)(struct pm_model *m);
	/* Sticky states and mode at reset. */
	void (*reset)(struct pm_model *m);
	/* RUN in its judgement cycle: fills run->rx, counts, sets states (all visible in run->rx.visible). */
	void (*judge)(struct pm_model *m, struct pm_run *run);
	/* m->tx.end shows in CYCLE. */
	void (*sent)(struct pm_model *m, uint64_t cycle);
	/* The end of the open cycle, before judgements: strobes that are visible in it. True if something changed. */
	bool (*strobes)(struct pm_model *m);
	/* The low state rises, visible from the next cycle on. Returns what to pass to low_set(). */
	uint32_t (*low_rose)(struct pm_model *m);
	/* m->write takes effect; then states of ROSE are set. */
	void (*write)(struct pm_model *m, uint32_t rose);
	uint32_t (*read)(struct pm_model *m, unsigned row);
	void (*info)(const struct pm_model *m, unsigned row, struct pm_reg_info *ret);
	/* Counter rows that a write of VALUE (bytes not written are 0) to ROW clears: bit 0 receive, bit 1 transmit. */
	unsigned (*clears)(const struct pm_model *m, unsigned row, uint32_t value);
};

extern const struct pm_device pm_device_bcm5718;

/* Space for LEN octets. 0 or -ENOMEM. */
int pm_reserve(uint8_t **octets, uint32_t *capacity, uint32_t len);
#endif
