/* SPDX-License-Identifier: Apache-2.0 */
/* The machine of lanes: its memories, its clock.
 *
 * Rules.
 *  1. A unit is simulated in a clock if something that it reads has changed in any lane; else its results are those that it had.
 *  2. A word of a memory is one word for all lanes until they differ. A word that was not written since power-up has
 *     other bits in each lane of another state.
 *  3. A read beyond the last word is of a word that power-up made, a write there does nothing. */
#include "lanes.h"

#include <stdlib.h>
#include <string.h>

enum word_state { POWER_UP, SAME, SPLIT };

/* Of one memory. WORD has one more, which is read beyond the last. */
struct lanes_content {
	uint64_t *word;
	unsigned char *state; /* enum word_state */
	lanes **split;        /* the bits of words that are not the same in all lanes */
	uint64_t seed;        /* of what the lanes of other states hold at power-up */
};

static uint64_t next_random(struct lanes_machine *m)
{
	m->random ^= m->random << 13;
	m->random ^= m->random >> 7;
	m->random ^= m->random << 17;
	return m->random * 0x2545F4914F6CDD1DU;
}

/* A random number made of X. */
static uint64_t mixed(uint64_t x)
{
	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
	x = (x ^ x >> 27) * 0x94D049BB133111EBU;
	return x ^ x >> 31;
}

/* X, but in the lanes of other states at power-up the bits of RANDOM. */
static lanes with_others(lanes x, uint64_t random)
{
	x[0] = (x[0] & ~LANES_OTHERS) | (random & LANES_OTHERS);
	return x;
}

static lanes lane_set(unsigned lane)
{
	lanes ret = { 0 };

	ret[lane / 64] = 1ULL << lane % 64;
	return ret;
}

static lanes like_lane_0(lanes x)
{
	return lanes_all(x[0] & 1);
}

/* ---- memories ---- */

static uint64_t mask_of(const struct lanes_memory *memory)
{
	return memory->width == 64 ? UINT64_MAX : (1ULL << memory->width) - 1;
}

static void mark(struct lanes_machine *m, const uint64_t *readers)
{
	for (unsigned i = 0; i < lanes_netlist.unit_words; i++)
		m->dirty[i] |= readers[i];
}

static unsigned address_in(const lanes *net, const uint32_t *address, unsigned bits, unsigned lane)
{
	unsigned ret = 0;

	for (unsigned i = 0; i < bits; i++)
		ret |= (unsigned)lanes_bit(net[address[i]], lane) << i;
	return ret;
}

/* The lanes whose address is not that of lane 0. */
static lanes elsewhere(const lanes *net, const uint32_t *address, unsigned bits)
{
	lanes ret = { 0 };

	for (unsigned i = 0; i < bits; i++)
		ret |= net[address[i]] ^ like_lane_0(net[address[i]]);
	return ret;
}

static lanes word_bit(const struct lanes_content *c, unsigned at, unsigned bit)
{
	lanes ret;

	if (c->state[at] == SPLIT)
		return c->split[at][bit];
	ret = lanes_all(c->word[at] >> bit & 1);
	return c->state[at] == POWER_UP ? with_others(ret, mixed(c->seed ^ ((uint64_t)at << 8 | bit))) : ret;
}

static unsigned place_of(const struct lanes_memory *memory, unsigned address)
{
	return address < memory->size ? address : memory->size;
}

static void read_port(struct lanes_machine *m, const struct lanes_memory *memory, const struct lanes_content *c, unsigned port)
{
	const uint32_t *address = &memory->read_address[port * memory->abits], *data = &memory->read_data[port * memory->width];
	const lanes apart = elsewhere(m->net, address, memory->abits);
	const unsigned at = place_of(memory, address_in(m->net, address, memory->abits, 0));
	lanes value[64], changed = { 0 };

	for (unsigned bit = 0; bit < memory->width; bit++)
		value[bit] = word_bit(c, at, bit);
	for (unsigned i = 0; i < LANES_WORDS; i++)
		for (uint64_t left = apart[i]; left; left &= left - 1) {
			unsigned lane = i * 64 + (unsigned)__builtin_ctzll(left);
			unsigned from = place_of(memory, address_in(m->net, address, memory->abits, lane));
			uint64_t one = left & -left;
			for (unsigned bit = 0; bit < memory->width; bit++)
				value[bit][i] = (value[bit][i] & ~one) | (word_bit(c, from, bit)[i] & one);
		}
	for (unsigned bit = 0; bit < memory->width; bit++) {
		changed |= m->net[data[bit]] ^ value[bit];
		m->net[data[bit]] = value[bit];
	}
	if (lanes_any(changed))
		mark(m, &memory->readers[port * lanes_netlist.unit_words]);
}

static void read_unit(struct lanes_machine *m, unsigned unit)
{
	for (unsigned i = 0; i < lanes_netlist.memories; i++)
		for (unsigned port = 0; port < lanes_netlist.memory[i].reads; port++)
			if (lanes_netlist.memory[i].read_unit[port] == unit)
				read_port(m, &lanes_netlist.memory[i], &m->content[i], port);
}

/* Makes the word one of bits in lanes. */
static lanes *split(const struct lanes_memory *memory, struct lanes_content *c, unsigned at)
{
	if (c->state[at] != SPLIT) {
		lanes *bits = aligned_alloc(sizeof(lanes), memory->width * sizeof(lanes));
		if (!bits)
			abort();
		for (unsigned bit = 0; bit < memory->width; bit++)
			bits[bit] = word_bit(c, at, bit);
		c->split[at] = bits;
		c->state[at] = SPLIT;
	}
	return c->split[at];
}

/* Writes the lanes of WHERE. */
static void write_word(const struct lanes_memory *memory, struct lanes_content *c, unsigned at, const lanes *data,
                       const lanes *enable, lanes where)
{
	lanes *bits, apart = { 0 };
	uint64_t word = 0;

	if (at >= memory->size)
		return;
	bits = split(memory, c, at);
	for (unsigned bit = 0; bit < memory->width; bit++) {
		lanes mask = enable[bit] & where;
		bits[bit] = (bits[bit] & ~mask) | (data[bit] & mask);
		apart |= bits[bit] ^ like_lane_0(bits[bit]);
		word |= (bits[bit][0] & 1) << bit;
	}
	if (lanes_any(apart))
		return;
	free(bits);
	c->split[at] = NULL;
	c->word[at] = word;
	c->state[at] = SAME;
}

static void write_port(struct lanes_machine *m, const struct lanes_memory *memory, struct lanes_content *c, unsigned port)
{
	const uint32_t *address = &memory->write_address[port * memory->abits];
	const uint32_t *wanted = &memory->write_enable[port * memory->width];
	lanes data[64], enable[64], any = { 0 }, apart;

	for (unsigned bit = 0; bit < memory->width; bit++)
		if (!bit || wanted[bit] != wanted[bit - 1]) /* mostly the same net for all bits */
			any |= m->net[wanted[bit]];
	if (!lanes_any(any))
		return;
	for (unsigned bit = 0; bit < memory->width; bit++) {
		enable[bit] = m->net[wanted[bit]];
		data[bit] = m->net[memory->write_data[port * memory->width + bit]];
	}
	apart = elsewhere(m->net, address, memory->abits);
	write_word(memory, c, place_of(memory, address_in(m->net, address, memory->abits, 0)), data, enable, ~apart);
	apart &= any;
	for (unsigned i = 0; i < LANES_WORDS; i++)
		for (uint64_t left = apart[i]; left; left &= left - 1) {
			unsigned lane = i * 64 + (unsigned)__builtin_ctzll(left);
			write_word(memory, c, place_of(memory, address_in(m->net, address, memory->abits, lane)), data, enable,
			           lane_set(lane));
		}
	for (unsigned i = 0; i < memory->reads; i++)
		m->dirty[memory->read_unit[i] / 64] |= 1ULL << memory->read_unit[i] % 64;
}

static bool content_open(struct lanes_machine *m, const struct lanes_memory *memory, struct lanes_content *c)
{
	c->word = malloc((memory->size + 1) * sizeof(*c->word));
	c->state = calloc(memory->size + 1, 1);
	c->split = calloc(memory->size + 1, sizeof(*c->split));
	if (!c->word || !c->state || !c->split)
		return false;
	c->seed = next_random(m);
	for (unsigned i = 0; i <= memory->size; i++)
		c->word[i] = next_random(m) & mask_of(memory);
	return true;
}

static void content_close(const struct lanes_memory *memory, struct lanes_content *c)
{
	for (unsigned i = 0; c->split && i < memory->size; i++)
		free(c->split[i]);
	free(c->word);
	free(c->state);
	free(c->split);
}

/* ---- the machine ---- */

static void power_up(struct lanes_machine *m)
{
	for (unsigned i = 0; i < lanes_netlist.flops; i++) {
		lanes state = with_others(lanes_all(next_random(m) >> 63), next_random(m));
		m->net[lanes_netlist.q[i]] = lanes_netlist.q[i] == lanes_netlist.reset_q ? (lanes){ 0 } : state;
	}
	m->net[1] = lanes_all(true);
}

static void simulate(struct lanes_machine *m)
{
	for (unsigned i = 0; i < lanes_netlist.unit_words; i++)
		while (m->dirty[i]) {
			unsigned bit = (unsigned)__builtin_ctzll(m->dirty[i]), unit = 64 * i + bit;
			if (unit == lanes_netlist.units)
				return;
			m->dirty[i] &= ~(1ULL << bit);
			m->ran[i] |= 1ULL << bit;
			if (lanes_netlist.eval[unit])
				lanes_netlist.eval[unit](m);
			else
				read_unit(m, unit);
		}
}

struct lanes_machine *lanes_open(uint32_t seed, const uint64_t *active)
{
	struct lanes_machine *m = calloc(1, sizeof(*m));
	const size_t nets = lanes_netlist.nets * sizeof(lanes), next = (lanes_netlist.flops + 1) * sizeof(lanes);

	if (!m)
		return NULL;
	m->random = 0x9E3779B97F4A7C15U ^ seed;
	m->net = aligned_alloc(sizeof(lanes), nets);
	m->next = aligned_alloc(sizeof(lanes), next);
	m->dirty = calloc(lanes_netlist.unit_words, sizeof(*m->dirty));
	m->ran = calloc(lanes_netlist.unit_words, sizeof(*m->ran));
	m->content = calloc(lanes_netlist.memories + 1, sizeof(*m->content));
	if (!m->net || !m->next || !m->dirty || !m->ran || !m->content) {
		lanes_close(m);
		return NULL;
	}
	memset(m->net, 0, nets);
	memset(m->next, 0, next);
	for (unsigned i = 0; i < lanes_netlist.memories; i++)
		if (!content_open(m, &lanes_netlist.memory[i], &m->content[i])) {
			lanes_close(m);
			return NULL;
		}
	power_up(m);
	for (unsigned i = 0, lane = LANES_FIRST_MUTANT; i < lanes_netlist.mutants; i++, lane++)
		if (active[lane / 64] >> lane % 64 & 1)
			m->net[lanes_netlist.control[i]] = lane_set(lane);
	for (unsigned i = 0; i <= lanes_netlist.units; i++)
		m->dirty[i / 64] |= 1ULL << i % 64;
	simulate(m);
	return m;
}

void lanes_close(struct lanes_machine *m)
{
	for (unsigned i = 0; m->content && i < lanes_netlist.memories; i++)
		content_close(&lanes_netlist.memory[i], &m->content[i]);
	free(m->net);
	free(m->next);
	free(m->dirty);
	free(m->ran);
	free(m->content);
	free(m);
}

void lanes_set(struct lanes_machine *m, unsigned input, unsigned bit, bool value)
{
	const struct lanes_port *port = &lanes_netlist.input[input];

	if ((m->net[port->net[bit]][0] & 1) == value)
		return;
	m->net[port->net[bit]] = lanes_all(value);
	mark(m, &port->readers[bit * lanes_netlist.unit_words]);
}

bool lanes_clock(struct lanes_machine *m)
{
	const unsigned outputs = lanes_netlist.units;
	bool ret;

	simulate(m); /* the registers of the inputs */
	for (unsigned i = 0; i < lanes_netlist.memories; i++)
		for (unsigned port = 0; port < lanes_netlist.memory[i].writes; port++)
			write_port(m, &lanes_netlist.memory[i], &m->content[i], port);
	for (unsigned i = 0; i < lanes_netlist.unit_words; i++)
		for (; m->ran[i]; m->ran[i] &= m->ran[i] - 1) {
			unsigned unit = 64 * i + (unsigned)__builtin_ctzll(m->ran[i]);
			if (lanes_netlist.commit[unit])
				lanes_netlist.commit[unit](m);
		}
	simulate(m);
	ret = m->dirty[outputs / 64] >> outputs % 64 & 1;
	m->dirty[outputs / 64] &= ~(1ULL << outputs % 64);
	return ret;
}
