/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of registers that the scenarios of several devices have in common. */
#include "generate.h"

uint32_t gen_mode_bits(const struct generator *g, int mode, const char *field)
{
	return gen_field(g, g->mode_names[mode], field);
}

void gen_write_mode(struct generator *g, int mode, uint32_t value)
{
	gen_write(g, g->mode_names[mode], value);
}

void gen_put_back(struct generator *g, int mode)
{
	gen_write_mode(g, mode, g->modes[mode]);
}

void gen_set_up(struct generator *g)
{
	if (!g->error)
		g->error = stimulus_setup(g->st, g->dut);
}

void gen_read_twice(struct generator *g, const char *name)
{
	gen_read(g, name);
	gen_read(g, name);
}

void gen_read_all(struct generator *g)
{
	if (!g->error)
		g->error = stim_read_all(g->st, g->dut);
}

void gen_odd_addresses(struct generator *g, const uint16_t *odd, uint32_t count, uint32_t limit)
{
	for (int i = 0; i < 3; i++) {
		uint16_t address = gen_chance(g, 80) ? odd[gen_below(g, count)] : (uint16_t)gen_below(g, limit);
		if (gen_chance(g, 30) && !reg_by_address(g->page, address))
			gen_write_bytes(g, address, gen_below(g, UINT32_MAX), 0xF);
		gen_read_at(g, address);
	}
}

void gen_byte_strobes(struct generator *g, const char *const *names, uint32_t count)
{
	for (int i = 0; i < 3; i++) {
		const struct reg_row *row = reg_by_name(g->page, names[gen_below(g, count)]);
		uint32_t value = gen_below(g, UINT32_MAX);
		gen_write_bytes(g, row->address, value, (uint8_t)gen_below(g, 16));
		gen_read_at(g, row->address);
	}
}

void gen_change_while_paused(struct generator *g, const struct pause_acts *acts, const char *name, uint32_t value, uint32_t back)
{
	uint32_t at = gen_chance(g, 60) ? gen_between(g, acts->from, acts->to) : gen_between(g, acts->at, 60);
	bool waiting = gen_chance(g, 50);

	gen_wait_for(g, WAIT_IDLE, 1500);
	gen_pause(g, (uint16_t)gen_between(g, 4, 10), STIM_GAP);
	if (waiting)
		gen_tx_after(g, 96, 140);
	gen_wait_clocks(g, waiting ? at / 2 : at);
	gen_write(g, name, value);
	if (!waiting)
		gen_tx_after(g, 0, 40);
	if (gen_chance(g, 30))
		gen_pause_any(g);
	if (acts->status)
		gen_read(g, acts->status);
	gen_wait_clocks(g, gen_between(g, 1, 40));
	gen_write(g, name, back);
	if (acts->status)
		gen_read(g, acts->status);
}
