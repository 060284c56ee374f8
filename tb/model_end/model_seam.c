/* SPDX-License-Identifier: Apache-2.0 */
/* A golden model behind the seam, the part that is the same for every kind of PHY: opening and closing, registers, outputs.
 *
 * At the beginning of a cycle the frames begin and end that an earlier decision of the model makes due. Then the streams move,
 * and the model gets the octets and events that it must know. Then it gives its outputs (model_show()), and the cycle is closed. */
#include "model_seam_parts.h"

#include "check/scoreboard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_START 0x9E3779B97F4A7C15u /* not 0 */

/* ---- opening and closing ---- */

static void seam_close(struct seam *s)
{
	pm_free(s->m);
	free(s->tx.octets);
	free(s->tx.control);
	free(s);
}

bool model_wire_room(struct seam *s, uint32_t len)
{
	uint32_t needed = MODEL_WIRE_BEFORE + s->tx.len + len + MODEL_WIRE_AFTER;
	uint8_t *grown;

	if (needed <= s->tx.capacity)
		return true;
	grown = realloc(s->tx.octets, 2 * (size_t)needed);
	if (!grown)
		return false;
	s->tx.octets = grown;
	grown = realloc(s->tx.control, 2 * (size_t)needed);
	if (!grown)
		return false;
	s->tx.control = grown;
	s->tx.capacity = 2 * needed;
	return true;
}

static void pins_init(struct seam *s)
{
	s->pins.common = (struct seam_common){
		&s->pin.rst_n, &s->pin.host_ready, &s->pin.apb,         &s->pin.paddr,     &s->pin.pwdata,    NULL,
		&s->pin.ready, &s->pin.prdata,     &s->pin.pause_timer, &s->pin.rx_record, &s->pin.tx_record,
	};
	s->pin.mdio_i = 1;
	s->wires->pins(s);
}

static const struct model_wires *const wires_of[] = {
	[PHY_GMII] = &model_gmii, [PHY_MII] = &model_mii, [PHY_XGMII] = &model_xgmii
};

struct seam *model_seam_open(const struct dut *dut, uint32_t seed)
{
	struct seam *s = calloc(1, sizeof(*s));
	struct pm_config config;

	if (!s)
		return NULL;
	scoreboard_config(&config, dut, false);
	s->m = pm_new(&config);
	if (!s->m || !model_wire_room(s, 1)) {
		int err = s->m ? ENOMEM : errno;
		seam_close(s);
		errno = err;
		return NULL;
	}
	s->step = dut_step(dut);
	s->chunk = pm_host_chunk(dut->model, dut_buffer_unit(dut));
	s->resume = dut->timing.resume;
	s->retry.random = seed ^ RANDOM_START;
	s->wires = wires_of[dut->phy];
	pins_init(s);
	return s;
}

uint32_t model_seam_host_chunk(const struct dut *dut)
{
	return pm_host_chunk(dut->model, dut_buffer_unit(dut));
}

struct dut model_seam_row(const struct dut *dut)
{
	struct dut row = *dut;

	row.capabilities &= ~(uint64_t)CAP_MDIO;
	return row;
}

/* ---- frames that begin ---- */

const struct pm_start *model_start(const struct seam *s)
{
	const struct pm_start *start = pm_start(s->m);
	return start->kind != PM_TX_NONE && !s->tx.on && start->due <= s->now ? start : NULL;
}

void model_host_begin(struct seam *s)
{
	uint64_t due, cause;

	if (s->host.on || !pm_host_waiting(s->m, &due, &cause) || due > s->now || !pm_host_frame(s->m, 0, &s->host.frame))
		return;
	s->host.on = true;
	s->host.pos = 0;
	pm_host_started(s->m);
}

void model_host_took(struct seam *s)
{
	if (s->host.pos == s->host.frame.len) {
		model_visit(s);
		pm_host_took_frame(s->m);
		s->host.on = false;
	} else if (s->chunk && s->host.pos % s->chunk == 0) {
		model_visit(s);
		pm_host_took_mbuf(s->m);
	}
}

/* ---- the end of a visit ---- */

static void register_write(struct seam *s)
{
	uint64_t value = s->pin.pwdata | (uint64_t)s->pin.pwdata_upper << 32;
	uint8_t strobe = (uint8_t)((s->pin.apb >> SEAM_APB_STRB_SHIFT & 15) | s->pin.pstrb_upper << 4);

	if ((s->pin.apb & (SEAM_APB_SEL | SEAM_APB_ENABLE | SEAM_APB_WRITE)) == (SEAM_APB_SEL | SEAM_APB_ENABLE | SEAM_APB_WRITE))
		pm_reg_write(s->m, s->pin.paddr, value, strobe);
}

/* Carries out a read in its setup cycle; the error response belongs to the access cycle. */
static void register_read(struct seam *s)
{
	uint64_t value;

	if ((s->pin.apb & (SEAM_APB_SEL | SEAM_APB_ENABLE)) == (SEAM_APB_SEL | SEAM_APB_ENABLE) &&
	    !pm_reg_mapped(s->m, s->pin.paddr))
		s->pin.ready |= SEAM_READY_APB_ERROR;
	if ((s->pin.apb & (SEAM_APB_SEL | SEAM_APB_ENABLE | SEAM_APB_WRITE)) != SEAM_APB_SEL)
		return;
	value = pm_reg_read(s->m, s->pin.paddr);
	s->pin.prdata = (uint32_t)value;
	s->pin.prdata_upper = (uint32_t)(value >> 32);
}

const struct pm_view *model_show(struct seam *s)
{
	const struct pm_view *view;

	register_write(s);
	view = pm_settle(s->m);
	s->pin.pause_timer = view->timer;
	if (view->rx)
		s->pin.rx_record = view->rx->record;
	if (view->tx_record_valid)
		s->pin.tx_record = view->tx_record;
	register_read(s);
	return view;
}

void model_close(struct seam *s)
{
	s->wake = pm_close(s->m);
	s->open = false;
	if (s->host.on)
		pm_host_frame(s->m, 0, &s->host.frame);
}

void model_reset(struct seam *s)
{
	s->tx.on = s->host.on = s->retry.pending = false;
	s->send = SEND_NONE;
	s->header = 0;
	s->header_due = false;
}

/* ---- the seam ---- */

static const struct seam_pins *seam_wires(struct seam *s)
{
	return &s->pins;
}

static void seam_cycle(struct seam *s)
{
	s->wires->cycle(s);
}

const struct seam_ops model_seam_ops = {
	.dut = "model",
	.close = seam_close,
	.pins = seam_wires,
	.cycle = seam_cycle,
};
