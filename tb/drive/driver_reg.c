/* SPDX-License-Identifier: Apache-2.0 */
/* The driver and the monitor of register accesses. */
#include "loop_parts.h"

enum { APB_CYCLES_MAX = 1000 };

/* Drives no access to the DUT. Until the next one, the bus carries an access to another completer, which a DUT without psel must
 * ignore: after every second access to an address a read, else a write. It goes from its setup to its access phase at the first
 * schedule() after the next cycle; no horizon is set for that, so that the moments of a stimulus do not depend on it. */
void loop_reg_none(struct loop *l)
{
	uint8_t *turns = &l->other_turns[*l->pins->common.paddr / 8], turn = (uint8_t)(1U << *l->pins->common.paddr % 8);

	*turns ^= turn;
	*l->pins->common.apb = *turns & turn ? SEAM_APB_WRITE | 15 << SEAM_APB_STRB_SHIFT : 0;
	l->other_access = loop_now(l, CLOCK_BUS) + 2;
}

void loop_reg_advance(struct loop *l)
{
	if (l->reg_phase == 1)
		l->reg_phase = 2;
	else if (l->reg_phase || loop_now(l, CLOCK_BUS) < l->other_access)
		return;
	*l->pins->common.apb |= SEAM_APB_ENABLE;
}

/* Returns the next access of the negotiation, or NULL if the channel must rest before it or the negotiation is over. */
static const struct item *negotiation_access(struct loop *l)
{
	uint32_t pause;

	if (l->driving && !l->access_waits) {
		l->driving = l->access_waits = negotiation_next(&l->negotiation, &l->access, &pause);
		l->reg_wake = l->driving ? loop_now(l, CLOCK_BUS) + pause : 0;
	}
	if (!l->driving || loop_now(l, CLOCK_BUS) < l->reg_wake)
		return NULL;
	l->access_waits = false;
	return &l->access;
}

static const struct item *reg_next(struct loop *l)
{
	const struct item *item = negotiation_access(l);

	while (!item && !l->driving) {
		item = loop_take(l, CHANNEL_REG);
		if (!item || item->kind != ITEM_NEGOTIATE)
			break;
		l->driving = true;
		negotiation_begin(&l->negotiation, l->dut, item);
		item = negotiation_access(l);
	}
	return item;
}

void loop_reg_schedule(struct loop *l)
{
	const struct seam_common *pins = &l->pins->common;
	const struct seam_upper *upper = &l->pins->upper;
	uint64_t data;
	uint8_t strobe;
	bool write;

	if (l->reg_phase || loop_rests(l) || clocks_hold_access(l))
		return;
	l->reg_item = reg_next(l);
	if (!l->reg_item)
		return;
	write = l->reg_item->kind == ITEM_REG_WRITE;
	strobe = write ? l->reg_item->u.reg.strobe : 0;
	data = write ? l->reg_item->u.reg.value : UINT64_MAX; /* in a read pwdata means nothing */
	*pins->paddr = l->reg_item->u.reg.address;
	*pins->pwdata = (uint32_t)data;
	*pins->apb = (uint8_t)(SEAM_APB_SEL | (write ? SEAM_APB_WRITE : 0) | (strobe & 15) << SEAM_APB_STRB_SHIFT);
	if (upper->pwdata) {
		*upper->pwdata = (uint32_t)(data >> 32);
		*upper->pstrb = strobe >> 4;
	}
	l->reg_phase = 1;
	l->reg_started = loop_now(l, CLOCK_BUS);
	l->reg_event = l->event_count;
}

static uint64_t read_value(const struct loop *l)
{
	const uint32_t *upper = l->pins->upper.prdata;

	return *l->pins->common.prdata | (upper ? (uint64_t)*upper << 32 : 0);
}

void loop_register_monitor(struct loop *l)
{
	const struct seam_common *pins = &l->pins->common;
	const struct item *item = l->reg_item;
	struct event *event;

	if (l->reg_phase == 1) {
		if (item->kind == ITEM_REG_READ && l->monitor) {
			event = loop_emit(l, loop_sampled(l), EVENT_REG_READ, 0);
			l->reg_event = (size_t)(event - l->events);
			event->address = item->u.reg.address;
			event->expect = item->u.reg.expect;
			event->expect_mask = item->u.reg.expect_mask;
		}
		return;
	}
	l->apb_hung = loop_now(l, CLOCK_BUS) - l->reg_started > APB_CYCLES_MAX;
	if (!(*pins->ready & SEAM_READY_APB) && !l->apb_hung)
		return;
	l->reg_phase = 0;
	if (item->kind == ITEM_REG_WRITE)
		clocks_written(l);
	loop_reg_none(l);
	if (item == &l->access)
		negotiation_result(&l->negotiation, read_value(l));
	if (l->live)
		l->live->accessed(l->live->context, read_value(l), *pins->ready & SEAM_READY_APB_ERROR);
	if (!l->monitor)
		return;
	if (item->kind == ITEM_REG_READ) {
		event = &l->events[l->reg_event];
		event->value = read_value(l);
		event->duration = (uint16_t)(l->cycle - event->cycle / l->step);
	} else {
		event = loop_emit(l, loop_sampled(l), EVENT_REG_WRITE, item->u.reg.value);
		event->address = item->u.reg.address;
		event->strobe = item->u.reg.strobe;
	}
	event->error = *pins->ready & SEAM_READY_APB_ERROR;
}
