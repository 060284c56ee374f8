/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does what the golden model of the 82598EB expects; see i82598_drive.h. doc/devices/i82598.md. */
#include "i82598_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>

const uint32_t top_bit = 0x80000000u;
const char station[] = "00-11-22-33-44-55", multicast[] = "01-80-C2-00-00-01", other[] = "00-11-22-33-44-66",
	   broadcast[] = "FF-FF-FF-FF-FF-FF";

void i82598_open(struct i82598_drive *d, const struct pm_config *config)
{
	*d = (struct i82598_drive){ .m = pm_new(config) };
	cr_assert_not_null(d->m);
	pm_close(d->m);
}

void i82598_default(struct i82598_drive *d)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	i82598_open(d, &config);
}

/* Does on the transmit wire what the model expects. */
static void i82598_wire(struct i82598_drive *d, uint64_t cycle)
{
	const struct pm_start *start = pm_start(d->m);
	const struct pm_tx_frame *frame = pm_tx_frame(d->m);

	if (d->on_wire && d->wire_end - d->wire_end % STEP == cycle) {
		pm_tx_end_at(d->m, d->wire_end, 8 + PAUSE_FRAME_OCTETS, frame->quanta);
		d->on_wire = false;
	}
	if (start->kind == PM_TX_NONE || start->due != cycle || d->silent)
		return;
	cr_assert_lt(d->starts, STARTS_MAX);
	d->sent[d->starts++] = (struct i82598_sent){ .start = start->due + start->lane,
		                                     .kind = start->kind,
		                                     .quanta = start->quanta };
	d->wire_end = start->due + start->lane + 8 + PAUSE_FRAME_OCTETS;
	d->on_wire = true;
	pm_tx_start_at(d->m, start->kind, start->due + start->lane);
}

void i82598_look(struct i82598_drive *d, uint64_t cycle)
{
	const struct pm_view *view = pm_settle(d->m);

	if (view->rx) {
		d->record = view->rx->record;
		d->records++;
	}
	if (view->xoff && !d->was) {
		d->rise = cycle;
		d->timer = view->timer;
	}
	if (!view->xoff && d->was)
		d->fall = cycle;
	d->was = view->xoff;
}

void i82598_to(struct i82598_drive *d, uint64_t to)
{
	for (uint64_t cycle = pm_cycle(d->m) + STEP;; cycle += STEP) {
		pm_open(d->m, cycle);
		i82598_wire(d, cycle);
		if (cycle >= to)
			return;
		i82598_look(d, cycle);
		pm_close(d->m);
	}
}

void i82598_on(struct i82598_drive *d, unsigned cycles)
{
	i82598_to(d, pm_cycle(d->m) + (uint64_t)STEP * cycles);
	i82598_look(d, pm_cycle(d->m));
	pm_close(d->m);
}

void i82598_write(struct i82598_drive *d, uint16_t address, uint32_t value)
{
	i82598_to(d, pm_cycle(d->m) + 2 * STEP);
	i82598_look(d, pm_cycle(d->m));
	pm_reg_write(d->m, address, value, 0xF);
	pm_close(d->m);
}

uint32_t i82598_read(struct i82598_drive *d, uint16_t address)
{
	uint32_t value;

	i82598_to(d, pm_cycle(d->m) + 2 * STEP);
	i82598_look(d, pm_cycle(d->m));
	value = pm_reg_read(d->m, address);
	pm_close(d->m);
	return value;
}

void i82598_setup(struct i82598_drive *d, uint32_t fctrl)
{
	i82598_write(d, RAL0, 0x33221100);
	i82598_write(d, RAH0, top_bit | 0x5544);
	i82598_write(d, FCTRL, fctrl);
	i82598_write(d, RXCTRL, 1);
}

void lane(struct lanes *l, uint8_t octet, uint8_t control)
{
	cr_assert_lt(l->len, LANES_MAX);
	l->octets[l->len] = octet;
	l->control[l->len++] = control;
}

void lanes_frame(struct lanes *l, const uint8_t *octets, uint32_t len, uint8_t wrong)
{
	uint8_t fcs[FRAME_FCS_OCTETS];

	l->len = 0;
	lane(l, START, 1);
	for (int i = 0; i < 6; i++)
		lane(l, 0x55, 0);
	lane(l, 0xD5, 0);
	for (uint32_t i = 0; i < len; i++)
		lane(l, octets[i], 0);
	frame_put_fcs(fcs, frame_fcs(octets, len));
	fcs[3] ^= wrong;
	for (int i = 0; i < FRAME_FCS_OCTETS; i++)
		lane(l, fcs[i], 0);
	lane(l, TERMINATE, 1);
}

void i82598_lanes(struct i82598_drive *d, const struct lanes *l)
{
	static uint32_t code[LANES_MAX];
	uint32_t codes = 0;

	for (uint32_t i = 0; i < l->len; i++)
		if (l->control[i])
			code[codes++] = i;
	i82598_to(d, pm_cycle(d->m) + 2 * STEP);
	d->end = pm_cycle(d->m) + l->len - 1;
	cr_assert_eq(pm_rx_lanes(d->m, pm_cycle(d->m), l->octets, l->len, code, codes, NULL), 0);
	i82598_look(d, pm_cycle(d->m));
	pm_close(d->m);
	i82598_on(d, l->len / STEP + 8);
}

void i82598_frame(struct i82598_drive *d, const uint8_t *octets, uint32_t len, bool bad)
{
	static struct lanes l;

	lanes_frame(&l, octets, len - FRAME_FCS_OCTETS, bad);
	i82598_lanes(d, &l);
}

void i82598_data(struct i82598_drive *d, uint32_t len, const char *destination)
{
	static uint8_t octets[LANES_MAX];

	make_frame(octets, len - FRAME_FCS_OCTETS, destination, 0x0800);
	i82598_frame(d, octets, len, false);
}

void i82598_pause(struct i82598_drive *d, const char *destination, uint16_t quanta)
{
	uint8_t octets[PAUSE_FRAME_OCTETS];

	make_pause(octets, quanta);
	parse_address(octets, destination);
	i82598_frame(d, octets, PAUSE_FRAME_OCTETS, false);
}

void i82598_take(struct i82598_drive *d)
{
	i82598_to(d, pm_cycle(d->m) + 2 * STEP);
	pm_host_started(d->m);
	pm_host_took_frame(d->m);
	i82598_look(d, pm_cycle(d->m));
	pm_close(d->m);
	i82598_on(d, 4);
}
