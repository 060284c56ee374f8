/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the machine that all devices share, each part beside the file that owns it, and what devices and explanations ask of it.
 * The rules are in cycle.c and the files that it calls; what a device adds is in device.h. */
#ifndef PAUSEBENCH_MODEL_H
#define PAUSEBENCH_MODEL_H
#include "device.h"
#include "notes.h"
#include "octets.h"
#include "part/counting.h"
#include "part/csma.h"
#include "part/frame.h"
#include "part/pause_rx.h"
#include "part/pfc.h"
#include "part/rx_buffer.h"
#include "part/xgmii.h"
#include "pausemodel_bench.h"
#include "records.h"
#include "registers.h"

enum { PM_RUNS = 16, PM_DEVICE_REGISTERS = 128, PM_HEAD_OCTETS = 32, PM_FURTHER_STATIONS = 3 };

/* receive.c: a run on the receive wire, kept from its first cycle until the next run is classified. */
struct pm_run {
	struct frame_run frame;
	struct pm_octets octets; /* from the first one after the SFD */
	/* Cycles: the first one of the run, that of the frame's first octet, that of the last octet. */
	uint64_t first, begin, last;
	uint64_t classify;     /* cycle at whose end the frame is classified */
	uint32_t next_mbuf;    /* index of the octet that takes the next MBUF */
	uint32_t taken;        /* MBUFs that the frame has taken; XGMII: words */
	bool live;             /* something of the run is still to be decided */
	bool admitted;         /* the receive enable was looked at, and ... */
	bool received;         /* ... it was on */
	bool abandoned;        /* by a reset, or as a fragment: nothing of the run counts */
	bool overflow;         /* the buffer had no room */
	bool open;             /* the end of the run is not known yet; .last and .classify are PM_NEVER */
	bool error;            /* the user passed a code error */
	uint32_t passed;       /* clocks of the run that the user has passed so far */
	uint8_t clocks;        /* clocks of an octet; at MII known in the second cycle */
	bool head_errors_hide; /* with a code error in its preamble or SFD the run holds no frame */
	uint32_t error_at;     /* offset of the first clock with a code error, or UINT32_MAX */
	bool raw;              /* MII: .octets holds the .passed clocks, which are not parsed yet */
	bool met;              /* MII: the run met a transmission of the device, in either duplex mode */
	bool fragment;         /* MII: the run is what a collision left; it is no frame */
	bool room_known;       /* XGMII: .room is set */
	uint32_t room;         /* XGMII: free words in the cycle in which the first one would be stored */
	/* For models/explain: the first octets of a classified frame, which stay valid when .octets no longer is. */
	uint8_t head[PM_HEAD_OCTETS];
	struct pm_rx_frame rx;
};

/* The modes that the bits of registers choose in a cycle. The device's write() and reset() fill it in. */
struct pm_mode {
	bool rx_enable, tx_enable, half_duplex;
	bool rx_flow;        /* received PAUSE frames are obeyed, in full duplex */
	bool pause_lasts;    /* without .rx_flow: a pause time that runs or waits still goes on */
	enum rule flow_rule; /* without .rx_flow: the rule that obeying a PAUSE would break; 0: RULE_PAUSE_GATE */
	bool send_pause;     /* PAUSE frames are sent */
	bool rx_reset;       /* the receiver is held in reset: frames are abandoned */
	bool tx_off;         /* software holds the transmitter */
	bool pad, insert_fcs, override_source; /* what the MAC does to the data frames that it sends */
	bool ignore_faults, no_remote_fault;   /* link faults do not hold frames; a local fault is not answered */
	uint32_t ipg;                          /* XGMII: octets of the average gap */
	uint16_t quanta;                       /* the time that an XOFF carries */
	uint32_t low_mark;                     /* the lower one of the marks of the receive buffer */
	uint32_t high_mark;                    /* the higher one, 0 if there is none; for explanations */
	uint8_t station[FRAME_ADDRESS_OCTETS]; /* the source of control frames */
	uint64_t further[PM_FURTHER_STATIONS]; /* more addresses of the station, the first octet in bits 47:40; 0: none */

	/* MII */
	bool gig;              /* an octet takes one clock, else two */
	bool retry;            /* a frame is sent again after a collision */
	struct csma_mode csma; /* gap, slot, and the signal that holds others off */
};

/* offer.c: a frame that the host offers. */
struct pm_tx_buffer {
	struct pm_octets octets;
	uint32_t len;
	int32_t underrun_at;
	uint32_t withheld;       /* clocks for which the host withholds the octet at underrun_at; 0: unknown, but long */
	uint64_t withheld_cycle; /* cycle in which the device took the octet before underrun_at; PM_NEVER: not yet */
	uint32_t held;           /* how many octets of the header the device took before the frame started, ... */
	uint64_t held_cycle;     /* ... and the cycle in which it took the newest one */
	bool host_error;         /* the host marks the frame as bad; MII: the frame ends with an FCS of its own */
	bool open;               /* pm_host_offer_known() will pass the octets */
	uint64_t offer_cycle;
	bool taken; /* the device took the last octet before the frame started */
	uint64_t taken_cycle;
};

/* A request for a control frame or, in half duplex, for a signal. */
struct pm_request {
	enum pm_tx_kind kind; /* PM_TX_NONE: there is no request */
	bool xoff;            /* PAUSE: it was decided as an XOFF, whatever its time; PFC: that is so for one of its classes */
	uint16_t quanta;
	struct pfc_fields pfc;
	enum rule rule; /* the rule that is broken if the frame does not come */
	uint64_t cause;
};

/* transmit.c: the newest frame that ended on the transmit wire. */
struct pm_tx_end {
	enum pm_tx_kind kind;
	uint32_t octets;
	uint16_t quanta;
	bool xoff, underrun, host_error;
	bool unseen, doubtful;                /* pm_tx_unseen() */
	uint8_t classes;                      /* PM_TX_PFC: the classes that the frame names */
	struct pm_mode mode;                  /* the modes that were visible with the last octet on the wire */
	enum frame_address_type address_type; /* of a device without .reads_sent; of one with it: */
	uint8_t head[PM_HEAD_OCTETS];         /* the first octets on the wire from DA on, then zeros */
	/* MII: .octets counts whole octets, of a dropped frame, too; .host_error is not used */
	bool collision;          /* the attempt ended with a collision, ... */
	bool late, excessive;    /* ... which came late, or was the sixteenth of its frame */
	bool repeat;             /* another attempt of the frame follows */
	bool dropped;            /* the frame is given up */
	bool own_fcs, fcs_wrong; /* the frame's FCS comes from the host, and is wrong */
	uint8_t collisions;      /* collisions of the frame so far */
};

/* offer.c, transmit.c, attempt.c: the transmit side. */
struct pm_tx {
	struct pm_tx_buffer wire; /* the data frame on the wire, or the newest one that was */
	/* A ring of .places frames. From .first on it holds .owed frames that are not on the wire yet, at most .owed_max; before
	 * .first it holds .past frames that have left: they were on the wire, or were lost. */
	struct pm_tx_buffer *place;
	uint32_t places, first, owed, owed_max;
	uint32_t past;
	struct pm_tx_buffer *offer; /* &.place[.first]: the frame that starts next, if there is one */

	struct pm_request request; /* the request of the newest decision */
	bool busy;                 /* a frame is on the wire: */
	struct pm_tx_frame frame;
	struct pm_mode mode;               /* the modes that were visible in the cycle that decided it */
	struct pm_request sent;            /* of a control frame: the request that it serves */
	uint8_t pause[PAUSE_FRAME_OCTETS]; /* of a control frame: its octets */
	uint64_t last_wire;                /* octet time of the newest last octet on the wire */
	uint64_t gap_end;                  /* GMII: first cycle in which a start may be decided */
	struct xgmii_gap gap;              /* XGMII */

	uint64_t end_cycle; /* cycle in which the newest frame ended */
	bool ended;         /* the end of that frame is not visible yet; it will be in the cycle: */
	uint64_t ended_visible;
	struct pm_tx_end end;
	uint64_t record_cycle; /* the cycle in which .record is visible; 0: none */
	uint32_t record;

	/* MII: the frame that is on the wire, or that will be repeated */
	struct {
		bool pending;  /* the frame will be repeated */
		bool draining; /* the device has not taken all octets of a dropped frame from the host yet */
		uint8_t collisions;
		uint32_t held;       /* how many octets the device has taken from the host, ... */
		uint64_t held_cycle; /* ... and the cycle in which it took the newest one */
		struct pm_tx_frame frame;
	} attempt;
};

/* registers.c: a register write of the open cycle. A bus has at most one in a cycle. A user without a bus, who for example passes
 * the settings of a port that is only watched, may pass more; they take effect in the order of the calls. */
struct pm_write {
	uint16_t address;
	uint64_t value;
	uint8_t strobe;
};
enum { PM_WRITES = 64 };

struct pm_model {
	/* model.c: what the model is */
	const struct pm_device *device;
	struct pm_config config;
	struct pm_host_manner manner;
	uint32_t step; /* octet times in a cycle, a power of two */
	bool mii;      /* as the device says */
	bool lent;     /* lanes and offers stay valid until pm_keep() */

	/* cycle.c, schedule.c */
	uint64_t now; /* the open cycle */
	bool settled; /* its outputs are complete */
	bool changed; /* something that the next cycle depends on has changed since the end of the newest closed cycle */
	bool in_reset;
	uint64_t reset_from;  /* the newest reset began in this cycle; the one at power-up begins in cycle 0 */
	uint64_t reset_until; /* rst_n is low before this cycle */
	struct pm_view view;

	/* registers.c and the device */
	struct pm_mode mode;
	struct pm_mode mode_before; /* the modes that held before .mode, ... */
	uint64_t mode_from;         /* ... and the cycle from which .mode holds */
	/* The device's own modes, pm_device.mode_size octets each, to go with .mode, .mode_before and .tx.end.mode. */
	void *own_mode;
	void *own_mode_before;
	void *own_mode_ended;
	struct pm_write writes[PM_WRITES];
	unsigned write_count;
	bool writes_begun;     /* the open cycle had more writes than .writes has room for, and some have taken effect already */
	struct pm_write write; /* the write that takes effect now */
	struct registers regs;
	struct counting count;
	struct mdio_model mdio;
	struct {
		bool counter; /* the newest read was of a counter: */
		struct counting_memory before;
		uint64_t met; /* the count that became visible in the cycle of the read */
		uint64_t value;
	} last_read;
	uint16_t reg[PM_DEVICE_REGISTERS]; /* the row of each register that the device gives a number */
	uint32_t device_bits;              /* the device's sticky states */
	void *state;                       /* the device's own, pm_device.state_size octets */
	uint64_t rx_reset;                 /* cycle in which a receive reset is visible; 0: none yet */

	/* receive.c */
	struct pm_run run[PM_RUNS];
	unsigned run_next, runs_live;
	struct pm_run *classified; /* the newest one that was classified; its record is visible in classified->rx.visible */
	bool head_errors_hide;     /* GMII, MII: a run with a code error in its preamble or SFD holds no frame */
	struct xgmii_rx lanes;
	struct rx_buffer buffer;

	/* inhibit.c, fault.c */
	struct pause_rx rx;
	enum xgmii_fault fault; /* visible in the open cycle */
	bool answers_fault;     /* the words between frames of the open cycle are remote fault sequences */

	/* start.c, transmit.c */
	uint8_t pause_req; /* this port and the next, as visible in the open cycle */
	uint16_t pfc_req;
	struct pm_tx tx;
	struct csma csma;              /* MII */
	bool invoked;                  /* MII: flow control was invoked in the newest decision */
	uint64_t gap_cycle, gap_slack; /* MII: the newest change of the gap, and for how long it then counts as unknown */
	struct pm_backoff backoff[PM_BACKOFFS_KEPT];
	uint64_t backoffs;

	struct {
		uint64_t fault;                                  /* pm_fault_slack() */
		uint64_t before, after;                          /* pm_count_slack() */
		uint64_t more[COUNTING_MAX], less[COUNTING_MAX]; /* pm_count_doubt() */
	} doubt;

	struct pm_notes notes; /* what notes.h keeps of the past */
};

/* Returns the modes that are visible in CYCLE, which must not be before the newest change of the modes but one. */
const struct pm_mode *pm_mode_in(const struct pm_model *m, uint64_t cycle);
/* Returns the device's own modes: those of the open cycle, which its write() and reset() fill in, and those that were visible with the last
 * octet of the newest frame that ended on the transmit wire. */
static inline void *pm_own_mode(const struct pm_model *m)
{
	return m->own_mode;
}
static inline const void *pm_own_mode_ended(const struct pm_model *m)
{
	return m->own_mode_ended;
}
/* Returns the clocks of an octet in MODE: 2 at MII with 10 and 100 Mb/s, else 1. */
uint32_t pm_octet_clocks(const struct pm_model *m, const struct pm_mode *mode);
/* Returns true if a PAUSE frame of the device, an XOFF or an XON as XOFF says, is on the wire in the open cycle. */
bool pm_pause_on_wire(const struct pm_model *m, bool xoff);
/* Returns true if such a frame is on the wire, or has just been decided. */
bool pm_pause_on_way(const struct pm_model *m, bool xoff);
/* Returns true if the transmit wire of the open cycle carries an octet of a frame (XGMII: or its end code). */
bool pm_tx_on_wire(const struct pm_model *m);
/* XGMII: true if, after the word of the cycle before the open one, the receiver is within a frame. */
bool pm_rx_in_frame(struct pm_model *m);
#endif
