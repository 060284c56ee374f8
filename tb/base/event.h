/* SPDX-License-Identifier: Apache-2.0 */
/* Events: drivers and monitors notify the scoreboard by time-stamped events, which are one flat struct.
 *
 * Time is in octet times from power-up: a GMII clock is one, an XGMII clock eight. MII DUTs count clocks instead, at every speed. .cycle is
 * the first octet time of the clock that doc/reference/dut-contract.md calls cycle n (the bench sets its inputs for it, its outputs are visible in
 * it): n at GMII, 8n at XGMII; .lane is the place within this clock on an XGMII wire (0 at GMII). The cycles of events do not decrease;
 * within a cycle inputs come before outputs. With several clocks (tb/drive/loop_clocks.c) they come in the order in which they happen, and an input may have
 * the cycle before that of an output ahead of it. Octets belong to the producer and stay valid until scoreboard_events() returns; the scoreboard
 * copies those that it keeps. */
#ifndef PAUSEBENCH_EVENT_H
#define PAUSEBENCH_EVENT_H
#include <stdbool.h>
#include <stdint.h>

enum event_kind {
	/* inputs, as the drivers apply them */
	EVENT_RESET, /* rst_n is low from .cycle on for .value cycles. The first event of every run is a RESET at cycle 0. */
	EVENT_RX_RUN, /* gmii_rx_dv rises in .cycle and stays high for .len cycles; .octets: every octet of the run, preamble and SFD
	                     included; .error_at: offset of the first octet with rx_er, or -1. The event comes when the run starts, with the whole run.
	                     MII: .octets has gmii_rxd of each clock: at 10/100 a nibble each.
	                     XGMII: .octets and .code are the lanes from octet time .cycle + .lane on, beginning at a column; a frame's lanes from its
	                     /S/ to its end code, or raw lanes. Lanes outside runs are idle. .value: EVENT_FCS_KNOWN and in bits 31:0 the right
	                     FCS (first octet in bits 7:0) of the octets between the first eight lanes and the last five, if the driver had to
	                     compute it anyway; else 0 */
	EVENT_RX_IDLE, /* GMII, MII: gmii_rx_dv is low, gmii_rxd is .value and gmii_rx_er is .error for .len cycles; .len 0: whenever there is no run */
	EVENT_HOST_OFFER, /* s_axis_tvalid is high in .cycle for the first octet of a frame; .octets/.len: the whole frame;
	                     .error_at: the offset of the octet before which the host will withhold tvalid, or -1 (XGMII: a multiple of 8);
	                     .timer: for how many cycles it does, after the cycle in which the DUT took the octet before that one;
	                     .value = tuser in the cycle of tlast */
	EVENT_PAUSE_REQ,  /* pause_req takes .value from .cycle on */
	EVENT_PFC_REQ,    /* pfc_req takes .value from .cycle on */
	EVENT_HOST_READY, /* m_axis_tready takes .value (0/1) from .cycle on */
	EVENT_REG_WRITE,  /* APB write, access cycle in .cycle; .address .value .strobe; .error = pslverr */
	EVENT_REG_READ,   /* APB read, SETUP cycle in .cycle; .address; .value = prdata; .error = pslverr; .expect/.expect_mask:
	                     the stimulus's own expectation (mask 0: none); .duration = cycles from setup to completion (1 without wait states).
	                     Reads complete one cycle after setup, so a REG_READ reaches the scoreboard in the order of its setup cycle. */
	EVENT_MDIO_IN,    /* mdio_i takes .value (0/1) from .cycle on */
	EVENT_CRS,        /* MII: mii_crs takes .value (0/1) from .cycle on; 0 before the first */
	EVENT_COL,        /* MII: mii_col likewise */
	EVENT_LINK,       /* MII: the PHY's speed is .value Mb/s from .cycle on; 1000 before the first */
	EVENT_RX_STOP, /* the clock of the receive wire has no edges from .cycle on for .value cycles; the run on the wire ends .timer cycles later than
	                     it would; 0: there is none */
	EVENT_RX_RESET, /* the reset of the receive clock alone is low from .cycle on, for .value cycles; nothing is under way to or from the receiver */
	EVENT_EXPECT, /* the cursor reached item number .value of the stimulus, an ITEM_EXPECT */
	/* outputs, as the monitors observe them */
	EVENT_TX_START, /* first cycle with gmii_tx_en; XGMII: /S/ in .lane. Only for scoreboard_client_unseen(): .octets/.len of the frame's TX_END;
	                with its client_control, .timer: the MAC itself may have made this control frame */
	EVENT_TX_END, /* first cycle WITHOUT gmii_tx_en; .octets/.len: everything while tx_en, preamble included; .error_at: offset of the first
	                     octet with tx_er, or -1; .value: number of octets with tx_er. MII: gmii_txd of each clock.
	                     XGMII: the end code is in .lane; .octets: from the /S/ on, .error_at and .value likewise for control octets after the
	                     /S/, .error: the end code is not /T/, .timer: the end code */
	EVENT_TX_REST, /* XGMII, of a MAC with FaultCuts: .len octets without a /S/ came before the code .timer in .lane; .value: their CRC-32 */
	EVENT_TX_SIGNAL, /* XGMII: from .cycle on words without a lane of a frame or an end code carry .value, an enum tx_signal */
	EVENT_HOST_START, /* m_axis_tvalid is first visible for a frame */
	EVENT_HOST_MBUF, /* the host took (tvalid & tready) octet number .value of a frame, not the last, in .cycle; there is one such event for each
	                     pm_host_chunk() octets, and none if that is 0 */
	EVENT_HOST_FRAME, /* the host took tlast in .cycle; .octets/.len; .value = tuser; .timer = cycles without tvalid inside the frame */
	EVENT_HOST_DROP, /* m_axis_tvalid fell, or tdata/tlast/tuser changed, without a handshake; or a DUT of DUT_HOST_WAITS did not wait for
			   * tready. .value: octet number */
	EVENT_HOST_TAKEN,     /* the DUT took (s_axis) the last octet of the offered frame in .cycle */
	EVENT_HOST_WITHHOLDS, /* the DUT took the octet of the offered frame before the one that the host withholds now */
	EVENT_OBS_XOFF,       /* obs_xoff is .value from .cycle on; .timer = obs_pause_timer in .cycle */
	EVENT_OBS_LEVEL,      /* obs_level is .value from .cycle on */
	EVENT_OBS_RX,         /* obs_rx_valid in .cycle, .value = record; .timer = obs_pause_timer in .cycle */
	EVENT_OBS_TX,         /* obs_tx_valid in .cycle, .value = record; .timer likewise */
	EVENT_PFC_XOFF,       /* pfc_xoff is .value from .cycle on */
	EVENT_MDIO,           /* mdc, mdio_o or mdio_oe changed: .value = mdc | mdio_o << 1 | mdio_oe << 2 from .cycle on */
	EVENT_TX_OPEN,        /* the run is over in .cycle inside a transmission */
	EVENT_HOST_OPEN, /* the run is over in .cycle inside a frame to the host; .len: octets that it took; .timer: cycles without tvalid so far */
	EVENT_END, /* the run is over in .cycle: end-of-run checks */
	EVENT_KIND_COUNT
};

enum tx_signal { TX_SIGNAL_IDLE, TX_SIGNAL_LOCAL_FAULT, TX_SIGNAL_REMOTE_FAULT, TX_SIGNAL_OTHER };

#define EVENT_FCS_KNOWN ((uint64_t)1 << 32)

struct event {
	uint64_t cycle;
	union {
		struct {
			const uint8_t *octets;
			const uint32_t *code; /* XGMII wires: which of .octets are control codes, in ascending order; else NULL */
		};
		struct { /* EVENT_REG_READ */
			uint64_t expect, expect_mask;
		};
	};
	uint32_t len;
	int32_t error_at;
	uint64_t value;
	uint32_t timer;
	uint32_t codes; /* how many .code has */
	uint16_t address;
	uint16_t duration;
	uint8_t kind, strobe, lane;
	bool error;
};
#endif
