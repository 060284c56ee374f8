/* SPDX-License-Identifier: Apache-2.0 */
/* The state and functions that the common part of the model behind the seam (model_seam.c) and the PHY kinds (model_seam_octets.c,
 * model_seam_lanes.c) share. */
#ifndef PAUSEBENCH_MODEL_SEAM_PARTS_H
#define PAUSEBENCH_MODEL_SEAM_PARTS_H
#include "model_seam.h"
#include "part/frame.h"
#include "pausemodel.h"

enum { MODEL_RX_OCTETS = 512, MODEL_WIRE_BEFORE = 8, MODEL_WIRE_AFTER = 128, MODEL_HEADER_OCTETS = FRAME_TYPE_OFFSET + 2 };

/* The state of the frame that the host sends. */
enum model_send {
	SEND_NONE,     /* nothing is offered */
	SEND_OFFERED,  /* a frame is offered, of which no octet, or only a header, was taken */
	SEND_HELD,     /* the frame is no longer than a header, and all of it was taken */
	SEND_TAKING,   /* the frame is on the wire, or its first word goes there */
	SEND_WAITING,  /* the frame met a collision */
	SEND_DRAINING, /* the wire is done with it, but the host still sends octets of it */
};

/* The functions that each kind of PHY has of its own. */
struct model_wires {
	void (*pins)(struct seam *s);  /* the pins that only this PHY has */
	void (*cycle)(struct seam *s); /* carries out one clock */
	bool send_user;                /* the host can mark a frame as bad (tuser) */
};
extern const struct model_wires model_gmii, model_mii, model_xgmii;

struct seam {
	const struct model_wires *wires;
	struct seam_pins pins;
	struct {
		uint8_t rst_n, host_ready, apb, ready, mdio_i, carrier, pstrb_upper, rxc, txc;
		uint16_t paddr, rx, send, tx, host;
		uint32_t pwdata, pwdata_upper, prdata, prdata_upper, pause_timer, rx_record, tx_record, side, request;
		uint64_t rxd, send_data, txd, host_data, side_wide;
	} pin;
	struct pm_model *m;
	uint32_t step, chunk, resume;
	uint64_t now, wake; /* the model need not be visited before .wake */
	bool open;          /* the model is visited in this cycle */
	uint64_t idle_word; /* XGMII: a word without any lane of a frame, and its control bits */
	uint8_t idle_control;
	uint32_t requested; /* the value of pin.request that the model has */
	uint8_t carried;    /* the value of pin.carrier that the model has */

	/* receive wire: octets that the model has not got yet */
	struct {
		uint8_t octets[MODEL_RX_OCTETS];
		uint32_t count;
		uint32_t code[MODEL_RX_OCTETS], codes; /* XGMII: which of .octets are control codes */
		uint64_t at;                           /* XGMII: octet time of the first one */
		bool on;                               /* a run is on the wire; XGMII: a frame is */
		bool error;
		bool head, past_preamble; /* the run is not a frame yet */
	} rx;

	/* transmit wire: octets from preamble or /S/ on, after MODEL_WIRE_BEFORE idle ones */
	struct {
		bool on, whole; /* all octets are known */
		enum pm_tx_kind kind;
		uint64_t start; /* cycle; XGMII: octet time */
		uint64_t end;   /* if .whole: the first cycle after the frame; XGMII: octet time of /T/ */
		uint8_t *octets, *control;
		uint32_t len, capacity;
		uint32_t clock, clocks; /* octets: the next clock; clocks of an octet */
		uint32_t plain;         /* XGMII: so many octets, from the second on, are data */
		int32_t error_at;       /* index of the octet with tx_er, or -1 */
		uint16_t quanta;
		const uint8_t *source; /* XGMII: the source address that replaces the host's, or NULL */
		/* GMII and MII */
		const uint8_t *shown; /* the octets on the wire: .octets after MODEL_WIRE_BEFORE, or .own */
		uint8_t own[FRAME_HEAD_OCTETS + PAUSE_FRAME_OCTETS]; /* a control frame or signal */
		bool host_whole;                                     /* .octets and .len are the whole data frame */
		bool half;                                           /* half duplex */
		uint32_t jam_at;                                     /* clock of the jam, or 0 */
	} tx;
	struct {
		bool pending; /* a data frame is to be repeated */
		uint32_t slots;
		uint64_t start; /* cycle of the repetition once it is decided, or PM_NEVER */
		uint64_t random;
	} retry;
	enum model_send send;
	/* How many octets of the offered frame were taken before it starts; they are the first ones on the wire. */
	uint32_t header;
	bool header_due;  /* the model must still get the header */
	uint64_t take_at; /* cycle in which the next octet or word of the host is taken */
	bool taken_whole; /* XGMII: the first word was the last one */
	bool send_error;  /* tuser came with the last octet */

	/* host stream */
	struct {
		bool on;
		struct pm_host_frame frame;
		uint32_t pos;
	} host;
};

/* Makes this cycle one in which the model is visited. */
static inline void model_visit(struct seam *s)
{
	if (s->open)
		return;
	s->open = true;
	if (s->now)
		pm_open(s->m, s->now);
}

/* Begins a cycle, with a visit if the model requested it or there is a reset or a register access. */
static inline void model_begin(struct seam *s)
{
	s->pin.ready = SEAM_READY_APB;
	if (s->now < s->wake && s->pin.rst_n && !s->pin.apb)
		return;
	model_visit(s);
	if (!s->pin.rst_n)
		pm_reset(s->m, s->step);
}

/* Returns the frame that starts in this cycle, or NULL. To be called in a visit. */
const struct pm_start *model_start(const struct seam *s);
/* Begins a delivered frame on the host stream if it is due. To be called in a visit. */
void model_host_begin(struct seam *s);
/* Passes to the model that the host took the octets up to .host.pos. */
void model_host_took(struct seam *s);
/* Makes room for LEN more octets on the wire. Returns false if there is no memory. */
bool model_wire_room(struct seam *s, uint32_t len);
/* model_show() returns the outputs of the open cycle; the model must have got all octets of the receive wire before.
 * model_close() ends the cycle. */
const struct pm_view *model_show(struct seam *s);
void model_close(struct seam *s);
/* Ends a cycle with rst_n low. */
void model_reset(struct seam *s);

/* Counts the pause timer down between visits. */
static inline void model_quiet(struct seam *s)
{
	if (s->pin.pause_timer)
		s->pin.pause_timer -= s->step;
}
#endif
