// SPDX-License-Identifier: Apache-2.0
// The thin C++ side of the seam, compiled once per DUT: SEAM_DUT is its name, SEAM_MODEL the verilated class.
#include "seam.h"

#include "simulation_end.h"

extern "C" {
#include "base/clocks.h"
#include "base/phy_kind.h"
}
#include "part/wire.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#if VM_COVERAGE
#include <cstdlib>
#include <unistd.h>
#endif

#ifndef SEAM_RTL_HASH
#define SEAM_RTL_HASH ""
#endif
#ifndef SEAM_OUTSIDE
#define SEAM_OUTSIDE "unknown"
#endif
#define SEAM_STRING_(x) #x
#define SEAM_STRING(x) SEAM_STRING_(x)
#define SEAM_CAT_(a, b) a##b
#define SEAM_CAT(a, b) SEAM_CAT_(a, b)
#include SEAM_STRING(SEAM_MODEL.h)
#include "clock_edge.h"
#ifdef SEAM_CLOCKS
#include "late.h"
#endif
#if VM_TRACE
#include "expected_show.h"
#include "verilated_fst_c.h"
#endif

// What a simulation changes besides the memory of its model. Of the simulator's context that is the count of errors; the rest of it is set once.
struct seam_progress {
	uint64_t clocks; // how many clocks were simulated, with the present one
	seam_end end;
	int errors;
#ifdef SEAM_CLOCKS
	late::synchronisers synchronisers;
#endif
#if VM_TRACE
	uint64_t time; // of the newest edge, in units of the wave file, if there are several clocks
	VerilatedFstC *fst;
	std::size_t expected_next;
#endif
};

struct seam {
	VerilatedContext context;
	SEAM_MODEL *top;
	seam_pins pins;
	seam_progress now, before; // .before: the state before the simulation ran ahead
#ifdef SEAM_CLOCKS
	late::wires crossing;
#endif
	unsigned char *model; // the memory of the model before the simulation ran ahead; NULL: it never did
#if VM_TRACE
	const seam_changes *expected;
#endif
};

namespace
{
// A translation unit has one kind of PHY: its inputs at rest, and its pins.
#ifdef SEAM_PHY_xgmii
constexpr phy_kind PHY = PHY_XGMII;

void wires_rest(SEAM_MODEL *t)
{
	t->in_rxd = XGMII_IDLE_WORD;
	t->in_rxc = 0xFF;
	t->in_send_data = 0;
	t->in_send = 0;
	t->in_request = 0;
}

void wires_pins(SEAM_MODEL *t, seam_pins *pins)
{
	pins->xgmii = seam_xgmii{ &t->in_rxd,  &t->in_rxc,  &t->in_send_data,  &t->in_send,  &t->in_request,
		                  &t->out_txd, &t->out_txc, &t->out_host_data, &t->out_host, &t->out_side };
}
#elif defined(SEAM_PHY_mii)
constexpr phy_kind PHY = PHY_MII;

void wires_rest(SEAM_MODEL *t)
{
	t->in_rx = 0;
	t->in_send = 0;
	t->in_mdio = 1;
	t->in_carrier = 0;
	t->in_pwdata_upper = 0;
	t->in_pstrb_upper = 0;
}

void wires_pins(SEAM_MODEL *t, seam_pins *pins)
{
	pins->upper = seam_upper{ &t->in_pwdata_upper, &t->in_pstrb_upper, &t->out_prdata_upper };
	pins->gmii = seam_gmii{ &t->in_rx, &t->in_send, &t->in_mdio, &t->in_carrier, &t->out_tx, &t->out_host, &t->out_side };
}
#else
constexpr phy_kind PHY = PHY_GMII;

void wires_rest(SEAM_MODEL *t)
{
	t->in_rx = 0;
	t->in_send = 0;
	t->in_mdio = 1;
}

void wires_pins(SEAM_MODEL *t, seam_pins *pins)
{
	pins->gmii = seam_gmii{ &t->in_rx, &t->in_send, &t->in_mdio, nullptr, &t->out_tx, &t->out_host, &t->out_side };
}
#endif

#ifdef SEAM_CLOCKS
constexpr unsigned ALL_CLOCKS = (1u << CLOCK_DOMAINS) - 1;
#endif

// Coverage builds: writes one file for each process and DUT into the folder $PAUSEBENCH_COVERAGE.
void coverage_write(seam *s)
{
#if VM_COVERAGE
	static unsigned number;
	char path[512];
	if (const char *dir = std::getenv("PAUSEBENCH_COVERAGE")) {
		std::snprintf(path, sizeof(path), "%s/%d-%u.dat", dir, static_cast<int>(getpid()), number++);
		s->context.coveragep()->write(path);
	}
#else
	(void)s;
#endif
}

void seam_delete(seam *s)
{
	coverage_write(s);
	delete s->top;
	delete[] s->model;
	delete s;
}

// Only the first end counts. The loop looks for it some clocks later; these are simulated for nothing.
void note_end(seam *s, const simulation_end &thrown)
{
	if (s->now.end.ended)
		return;
	s->now.end = thrown.end;
	s->now.end.cycle = s->now.clocks ? s->now.clocks - 1 : 0;
}

void eval(seam *s)
{
	try {
		s->top->eval();
	} catch (const simulation_end &thrown) {
		note_end(s, thrown);
	}
}

#ifdef SEAM_CLOCKS
void ticks(SEAM_MODEL *t, unsigned clocks, unsigned char level)
{
	if (clocks >> CLOCK_TX & 1)
		t->tick = level;
	if (clocks >> CLOCK_RX & 1)
		t->tick_rx = level;
	if (clocks >> CLOCK_HOST & 1)
		t->tick_host = level;
	if (clocks >> CLOCK_BUS & 1)
		t->tick_bus = level;
}

// Simulates edges, with the synchronisers that are late at them.
void edges_eval(seam *s, unsigned rises, unsigned falls)
{
	const unsigned edges = rises | falls << CLOCK_DOMAINS;

	ticks(s->top, rises, 1);
	ticks(s->top, falls, 0);
	if (s->now.synchronisers.mode == CLOCK_LATE_NONE) {
		eval(s);
		return;
	}
	late::before(&s->now.synchronisers, s->crossing, edges);
	eval(s);
	if (late::behind(&s->now.synchronisers, s->crossing, edges))
		eval(s);
}

unsigned seam_late(seam *s, unsigned late)
{
	s->now.synchronisers.mode = static_cast<clock_late>(late);
	return late::ROWS;
}
#endif

seam *seam_open(uint32_t seed)
{
	seam *s = new (std::nothrow) seam;
	if (!s)
		return nullptr;
	simulation_begin();
	s->context.threads(1);
#if VM_COVERAGE
	s->context.randReset(0); // from a random value even a bit that is always 0 would change once, which counts as a toggle
#else
	s->context.randReset(2);
#endif
	s->context.randSeed(static_cast<int>(seed & 0x7fffffffU));
#if VM_TRACE
	s->context.traceEverOn(true);
	s->expected = nullptr;
#endif
	s->now = seam_progress{};
	s->model = nullptr;
	s->top = new SEAM_MODEL(&s->context);
	SEAM_MODEL *t = s->top;
	t->tick = 0;
#ifdef SEAM_CLOCKS
	ticks(t, ALL_CLOCKS, 0);
#endif
	t->in_rst_n = 0;
	t->in_host_ready = 0;
	t->in_apb = 0;
	t->in_paddr = 0;
	t->in_pwdata = 0;
	t->in_turned = 0;
	wires_rest(t);
	s->pins = seam_pins{};
	s->pins.end = &s->now.end;
	s->pins.common = seam_common{ &t->in_rst_n,        &t->in_host_ready, &t->in_apb,       &t->in_paddr,
		                      &t->in_pwdata,       &t->in_turned,     &t->out_ready,    &t->out_prdata,
		                      &t->out_pause_timer, &t->out_rx_record, &t->out_tx_record };
	wires_pins(t, &s->pins);
	eval(s);
#ifdef SEAM_CLOCKS
	static bool said;
	const late::row *missing = late::begin(&s->context, &s->crossing, &s->now.synchronisers, seed);
	if (missing && !said) {
		std::fprintf(
		    stderr,
		    "pausebench: the simulation of %s has no variables for %s.%s and what it takes, which is never late\n",
		    SEAM_STRING(SEAM_DUT), missing->to.scope, missing->to.name);
		said = true;
	}
	s->now.synchronisers.mode = CLOCK_LATE_NONE;
#endif
	return s;
}

const seam_pins *seam_wires(seam *s)
{
	return &s->pins;
}

#if VM_TRACE
constexpr uint64_t FS_PER_UNIT = 1000; // with several clocks a wave file is in picoseconds

// Returns the time of a cycle in units of the wave file.
uint64_t time_of(uint64_t cycle)
{
	return cycle * (phy_table[PHY].clock_ps / phy_table[PHY].wave_unit_ps);
}

void seam_trace_close(seam *s, uint64_t until)
{
	if (!s->now.fst)
		return;
#ifdef SEAM_CLOCKS
	if (until > s->now.clocks)
		s->now.fst->dump(s->now.time + (until - s->now.clocks) * phy_table[PHY].clock_ps);
#else
	if (until > s->now.clocks)
		s->now.fst->dump(time_of(until));
#endif
	s->now.fst->close();
	delete s->now.fst;
	s->now.fst = nullptr;
}

int seam_trace_open(seam *s, const char *path, const seam_changes *expected)
{
	FILE *probe = std::fopen(path, "wb");
	if (!probe)
		return -errno;
	std::fclose(probe);
	s->expected = expected;
	s->now.expected_next = 0;
	expected_show::nothing(s->top);
	s->now.fst = new VerilatedFstC;
	s->top->trace(s->now.fst, 99);
	s->now.fst->open(path);
	return s->now.fst->isOpen() ? 0 : -EIO;
}

void seam_trace_leave(seam *s)
{
	s->now.fst = nullptr;
}

#ifdef SEAM_CLOCKS
void seam_edges(seam *s, unsigned rises, unsigned falls, uint64_t fs)
{
	const uint64_t time = fs / FS_PER_UNIT;

	if (rises >> CLOCK_TX & 1)
		expected_show::until(s->top, s->expected, &s->now.expected_next, s->now.clocks++);
	edges_eval(s, rises, falls);
	// Two edges in one unit are two moments of the file.
	s->now.time = time > s->now.time ? time : s->now.time + 1;
	if (s->now.fst)
		s->now.fst->dump(s->now.time);
}
#endif

void seam_cycle(seam *s)
{
	const uint64_t time = time_of(s->now.clocks);

	expected_show::until(s->top, s->expected, &s->now.expected_next, s->now.clocks);
	s->now.clocks++;
	s->top->tick = 1;
	eval(s);
	if (s->now.fst)
		s->now.fst->dump(time);
	s->top->tick = 0;
	eval(s);
	if (s->now.fst)
		s->now.fst->dump(time + time_of(1) / 2);
}

constexpr void (*seam_eval)(seam *) = seam_cycle;

void seam_close(seam *s)
{
	seam_trace_close(s, 0);
	seam_delete(s);
}
#else
constexpr int (*seam_trace_open)(seam *, const char *, const seam_changes *) = nullptr;
constexpr void (*seam_trace_close)(seam *, uint64_t) = nullptr;
constexpr void (*seam_trace_leave)(seam *) = nullptr;

#ifdef SEAM_CLOCKS
void seam_edges(seam *s, unsigned rises, unsigned falls, uint64_t)
{
	s->now.clocks += rises >> CLOCK_TX & 1;
	edges_eval(s, rises, falls);
}
#endif

// With SEAM_WHOLE_CLOCK tick is the clock itself, and low between two cycles; else each edge of tick is a cycle.
#ifdef SEAM_CLOCKS
void seam_eval(seam *s)
{
	seam_edges(s, ALL_CLOCKS, 0, 0);
	seam_edges(s, 0, ALL_CLOCKS, 0);
}
#elif defined(SEAM_WHOLE_CLOCK)
void seam_eval(seam *s)
{
	s->now.clocks++;
	s->top->tick = 1;
	eval(s);
	s->top->tick = 0;
	eval(s);
}
#else
void seam_eval(seam *s)
{
	s->now.clocks++;
	s->top->tick = !s->top->tick;
	eval(s);
}
#endif

#ifdef SEAM_CLOCK_EDGE
void seam_cycle(seam *s)
{
	s->now.clocks++;
#ifndef SEAM_WHOLE_CLOCK
	s->top->tick = !s->top->tick;
#endif
	try {
		SEAM_CLOCK_EDGE(s->top->rootp);
	} catch (const simulation_end &thrown) {
		note_end(s, thrown);
	}
}
#else
constexpr void (*seam_cycle)(seam *) = seam_eval;
#endif

constexpr void (*seam_close)(seam *) = seam_delete;
#endif

// The state of the RTL, with all its modules and scopes, is one object of the simulator. A copy of its memory is a copy of the state as long as no member
// owns memory elsewhere (outside.sh): the pointers in it lead into the object itself, or to objects that do not change.
using seam_state = SEAM_CAT(SEAM_MODEL, __Syms);
constexpr bool seam_plain = sizeof(SEAM_OUTSIDE) == 1;

void *state_of(seam *s)
{
	return s->top->rootp->vlSymsp;
}

bool seam_ahead_begin(seam *s)
{
	if (!s->model)
		s->model = new (std::nothrow) unsigned char[sizeof(seam_state)];
	if (!s->model)
		return false;
	std::memcpy(s->model, state_of(s), sizeof(seam_state));
	s->now.errors = s->context.errorCount();
	s->before = s->now;
#if VM_TRACE
	s->now.fst = nullptr;
#endif
	simulation_ahead_begin();
	return true;
}

void seam_ahead_end(seam *s)
{
	simulation_ahead_end();
	s->now = s->before;
	s->context.errorCount(s->now.errors);
	std::memcpy(state_of(s), s->model, sizeof(seam_state));
}
} // namespace

extern "C" const seam_ops SEAM_CAT(seam_ops_, SEAM_DUT) = {
	SEAM_STRING(SEAM_DUT),
	seam_open,
	seam_close,
	seam_wires,
	seam_cycle,
	seam_trace_open,
	seam_trace_close,
	seam_eval,
	seam_trace_leave,
	SEAM_RTL_HASH,
	seam_plain ? nullptr : SEAM_OUTSIDE,
	seam_plain ? seam_ahead_begin : nullptr,
	seam_plain ? seam_ahead_end : nullptr,
#ifdef SEAM_CLOCKS
	seam_edges,
	seam_late,
#else
	nullptr,
	nullptr,
#endif
};
