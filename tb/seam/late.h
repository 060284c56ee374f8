// SPDX-License-Identifier: Apache-2.0
// Synchronisers that are late. A simulation with two states lets a flip-flop take what another clock gives it either before a change or behind it, never in
// between. In silicon a change that comes close to the edge may be taken at this edge or at the next one, each bit by itself. So behind each edge the bits
// of the first flip-flop that have changed are put back to what they were, all or some of them, as long as they changed in their source at the newest edge
// of its clock, since the edge of this clock before. A bit that changed earlier was at rest: a bit of a Gray code that comes later than a newer one would
// be a state that no silicon shows. What is put back takes its change at the next edge, and is not late twice for it.
//
// Rows: late.inc, which tb/crossings writes from the structure of the RTL.
#ifndef PAUSEBENCH_LATE_H
#define PAUSEBENCH_LATE_H
extern "C" {
#include "base/clocks.h"
}

#include "verilated_syms.h"

#include <cstdint>
#include <cstring>
#include <new>

namespace late
{
// Where bits are in the simulation: a variable of a scope, .offset octets in it a number of .size octets, and in that from bit .shift on.
struct place {
	const char *scope, *name;
	unsigned offset, size, shift;
};
struct row {
	place to, from;
	unsigned width;
	int edge, from_edge; // a bit of the edges: those of enum clock_domain that rise, and behind them those that fall
};
constexpr row rows[] = {
#include "late.inc"
	{ {}, {}, 0, -1, -1 }
};
constexpr unsigned ROWS = sizeof(rows) / sizeof(*rows) - 1;

struct state {
	uint64_t seen;    // what the source gives, ...
	uint64_t changed; // ... and what of it changed at its newest edge and was not yet taken
	uint64_t before;  // the flip-flop before the present edge
};

struct synchronisers {
	clock_late mode;
	uint64_t random[CLOCK_DOMAINS]; // a state for each clock
	state state_of[ROWS + 1];
};

struct wires {
	unsigned char *to[ROWS + 1], *from[ROWS + 1];
};

inline uint64_t load(const unsigned char *at, const place &place)
{
	uint64_t ret = 0;

	switch (place.size) {
	case 1:
		ret = *at;
		break;
	case 2: {
		uint16_t word;
		std::memcpy(&word, at, 2);
		ret = word;
		break;
	}
	case 4: {
		uint32_t word;
		std::memcpy(&word, at, 4);
		ret = word;
		break;
	}
	default:
		std::memcpy(&ret, at, 8);
		break;
	}
	return ret >> place.shift;
}

inline void turn(unsigned char *at, const place &place, uint64_t bits)
{
	uint64_t word = 0;

	std::memcpy(&word, at, place.size);
	word ^= bits << place.shift;
	std::memcpy(at, &word, place.size);
}

inline uint64_t draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

inline uint64_t mask_of(const row &row)
{
	return ~0ull >> (64 - row.width);
}

inline unsigned char *find(VerilatedContext *context, const place &place)
{
	char scope[1024];
	std::snprintf(scope, sizeof(scope), "TOP.%s", place.scope);
	const VerilatedScope *found = context->scopeFind(scope);
	const VerilatedVar *var = found ? found->varFind(place.name) : nullptr;
	return var ? static_cast<unsigned char *>(var->datap()) + place.offset : nullptr;
}

// Returns the first row that the simulation does not have, or NULL; such a row is never late.
inline const row *begin(VerilatedContext *context, wires *wires, synchronisers *ret, uint32_t seed)
{
	const row *missing = nullptr;

	*ret = synchronisers{};
	for (int i = 0; i < CLOCK_DOMAINS; i++) {
		ret->random[i] = 0x9E3779B97F4A7C15ull * (seed + 1ull) + 0xD1B54A32D192ED03ull * static_cast<unsigned>(i + 1);
		draw(&ret->random[i]);
	}
	for (unsigned i = 0; i < ROWS; i++) {
		wires->to[i] = find(context, rows[i].to);
		wires->from[i] = find(context, rows[i].from);
		if (!wires->to[i] || !wires->from[i]) {
			static unsigned char nothing[8];
			wires->to[i] = wires->from[i] = nothing;
			missing = &rows[i];
		}
		ret->state_of[i].seen = load(wires->from[i], rows[i].from) & mask_of(rows[i]);
	}
	return missing;
}

// To be called before EDGES are simulated.
inline void before(synchronisers *s, const wires &wires, unsigned edges)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (edges >> rows[i].edge & 1 && s->state_of[i].changed)
			s->state_of[i].before = load(wires.to[i], rows[i].to);
}

// To be called behind them. Returns true if a flip-flop was late, so that what depends on it must be simulated once more.
inline bool behind(synchronisers *s, const wires &wires, unsigned edges)
{
	bool ret = false;

	for (unsigned i = 0; i < ROWS; i++) {
		state *state = &s->state_of[i];
		if (!(edges >> rows[i].edge & 1) || !state->changed)
			continue;
		uint64_t now = load(wires.to[i], rows[i].to);
		uint64_t late = (now ^ state->before) & state->changed & ~(now ^ state->seen);
		state->changed = 0;
		if (late && s->mode == CLOCK_LATE_DRAWN)
			late &= draw(&s->random[rows[i].edge % CLOCK_DOMAINS]) >> 7;
		if (!late)
			continue;
		turn(wires.to[i], rows[i].to, late);
		ret = true;
	}
	for (unsigned i = 0; i < ROWS; i++) {
		if (!(edges >> rows[i].from_edge & 1))
			continue;
		state *state = &s->state_of[i];
		uint64_t now = load(wires.from[i], rows[i].from) & mask_of(rows[i]);
		state->changed = now ^ state->seen;
		state->seen = now;
	}
	return ret;
}
} // namespace late
#endif
