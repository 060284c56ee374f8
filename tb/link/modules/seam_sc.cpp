// SPDX-License-Identifier: Apache-2.0
// A DUT as `verilator --sc` makes it, compiled once per DUT: SEAM_DUT is its name, SEAM_MODEL the verilated class.
//
// Its ports are not bound to signals but to plain memory, which the loop reads and writes: only `tick` wakes the model. So a clock takes one
// delta cycle and one timed wait, however many pins change.
#include "seam_sc.h"

#include "link/description/link_clock.h"
#include "part/wire.h"
#include "seam/simulation_end.h"

#include <new>

#define SEAM_STRING_(x) #x
#define SEAM_STRING(x) SEAM_STRING_(x)
#define SEAM_CAT_(a, b) a##b
#define SEAM_CAT(a, b) SEAM_CAT_(a, b)
#include SEAM_STRING(SEAM_MODEL.h)
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace
{
// A channel to a port of type PORT which stores a value of type STORED; the seam's pins point to this value. No process waits for it.
template <class Port, class Stored> class plain : public sc_core::sc_signal_inout_if<Port>
{
      public:
	Stored value{};

	const Port &read() const override
	{
		shown = static_cast<Port>(value);
		return shown;
	}
	const Port &get_data_ref() const override
	{
		return read();
	}
	void write(const Port &written) override
	{
		value = static_cast<Stored>(written);
	}
	const sc_core::sc_event &value_changed_event() const override
	{
		return never;
	}
	const sc_core::sc_event &default_event() const override
	{
		return never;
	}
	bool event() const override
	{
		return false;
	}

      protected:
	mutable Port shown{};
	sc_core::sc_event never;
};

// The same for one bit: sc_signal_in_if<bool> has functions for edges, too.
class plain_bit : public plain<bool, uint8_t>
{
      public:
	const sc_core::sc_event &posedge_event() const override
	{
		return never;
	}
	const sc_core::sc_event &negedge_event() const override
	{
		return never;
	}
	bool posedge() const override
	{
		return false;
	}
	bool negedge() const override
	{
		return false;
	}
};

// The port that wakes the model at once, in the same delta cycle: all other ports are plain memory, so nothing can race with it.
class tick_bit : public plain_bit
{
      public:
	const sc_core::sc_event &value_changed_event() const override
	{
		return changed;
	}
	const sc_core::sc_event &default_event() const override
	{
		return changed;
	}
	void toggle()
	{
		value ^= 1;
		changed.notify();
	}

      private:
	sc_core::sc_event changed;
};

// A DUT; each DUT has its own type, which C knows as struct seam.
struct instance {
	SEAM_MODEL top;
	seam_pins pins;
	tick_bit tick;
	bool evaluated = false; // the model was evaluated once, at rest
	double clock_ps = 0;
	uint64_t clocks = 0, edge = 0; // how many clocks are over, and when the newest one ended
	plain_bit rst_n, host_ready;
	plain<uint32_t, uint8_t> apb, ready;
	plain<uint32_t, uint16_t> paddr, send, host;
	plain<uint32_t, uint32_t> pwdata, turned, prdata, pause_timer, rx_record, tx_record;
#ifdef SEAM_PHY_xgmii
	plain<uint64_t, uint64_t> rxd, send_data, txd, host_data, side;
	plain<uint32_t, uint8_t> rxc, txc;
	plain<uint32_t, uint32_t> request;
#else
	plain<uint32_t, uint16_t> rx, tx;
	plain_bit mdio;
	plain<uint32_t, uint32_t> side;
#endif
#ifdef SEAM_PHY_mii
	plain<uint32_t, uint8_t> carrier, pstrb_upper;
	plain<uint32_t, uint32_t> pwdata_upper, prdata_upper;
#endif

	instance() : top(SEAM_STRING(SEAM_DUT)), pins()
	{
	}
};

instance *instance_of(seam *s)
{
	return reinterpret_cast<instance *>(s);
}

#ifdef SEAM_PHY_xgmii
void wires_bind(instance *s)
{
	s->top.in_rxd(s->rxd);
	s->top.in_rxc(s->rxc);
	s->top.in_send_data(s->send_data);
	s->top.in_send(s->send);
	s->top.in_request(s->request);
	s->top.out_txd(s->txd);
	s->top.out_txc(s->txc);
	s->top.out_host_data(s->host_data);
	s->top.out_host(s->host);
	s->top.out_side(s->side);
	s->rxd.value = XGMII_IDLE_WORD;
	s->rxc.value = 0xFF;
	s->pins.xgmii = seam_xgmii{ &s->rxd.value, &s->rxc.value, &s->send_data.value, &s->send.value, &s->request.value,
		                    &s->txd.value, &s->txc.value, &s->host_data.value, &s->host.value, &s->side.value };
}
#else
void wires_bind(instance *s)
{
	uint8_t *carrier = nullptr;

	s->top.in_rx(s->rx);
	s->top.in_send(s->send);
	s->top.in_mdio(s->mdio);
	s->top.out_tx(s->tx);
	s->top.out_host(s->host);
	s->top.out_side(s->side);
	s->mdio.value = 1;
#ifdef SEAM_PHY_mii
	s->top.in_carrier(s->carrier);
	s->top.in_pstrb_upper(s->pstrb_upper);
	s->top.in_pwdata_upper(s->pwdata_upper);
	s->top.out_prdata_upper(s->prdata_upper);
	s->pins.upper = seam_upper{ &s->pwdata_upper.value, &s->pstrb_upper.value, &s->prdata_upper.value };
	carrier = &s->carrier.value;
#endif
	s->pins.gmii = seam_gmii{ &s->rx.value, &s->send.value, &s->mdio.value, carrier,
		                  &s->tx.value, &s->host.value, &s->side.value };
}
#endif

seam *seam_open(uint32_t seed)
{
	VerilatedContext *context = Verilated::threadContextp();

	simulation_begin();
	context->threads(1);
	context->randReset(2);
	context->randSeed(static_cast<int>(seed & 0x7fffffffU));
#if VM_TRACE
	context->traceEverOn(true);
#endif
	instance *s = new (std::nothrow) instance;
	if (!s)
		return nullptr;
	s->top.tick(s->tick);
	s->top.in_rst_n(s->rst_n);
	s->top.in_host_ready(s->host_ready);
	s->top.in_apb(s->apb);
	s->top.in_paddr(s->paddr);
	s->top.in_pwdata(s->pwdata);
	s->top.in_turned(s->turned);
	s->top.out_ready(s->ready);
	s->top.out_prdata(s->prdata);
	s->top.out_pause_timer(s->pause_timer);
	s->top.out_rx_record(s->rx_record);
	s->top.out_tx_record(s->tx_record);
	s->pins.common = seam_common{ &s->rst_n.value,       &s->host_ready.value, &s->apb.value,      &s->paddr.value,
		                      &s->pwdata.value,      &s->turned.value,     &s->ready.value,    &s->prdata.value,
		                      &s->pause_timer.value, &s->rx_record.value,  &s->tx_record.value };
	wires_bind(s);
	return reinterpret_cast<seam *>(s);
}

void seam_close(seam *s)
{
	delete instance_of(s);
}

const seam_pins *seam_wires(seam *s)
{
	return &instance_of(s)->pins;
}

void seam_pace(seam *s, double clock_ps)
{
	instance_of(s)->clock_ps = clock_ps;
}

// Returns how many picoseconds this clock takes, and counts it.
uint64_t clock_take(instance *i)
{
	uint64_t before = i->edge;

	i->edge = link_edge_ps(++i->clocks, i->clock_ps);
	return i->edge - before;
}

// Evaluates the model once before the first tick.
void first_evaluation(instance *i)
{
	if (i->evaluated)
		return;
	i->evaluated = true;
	sc_core::wait(sc_core::SC_ZERO_TIME);
}

#if VM_TRACE
void seam_cycle(seam *s)
{
	instance *i = instance_of(s);
	const uint64_t clock = clock_take(i), half = clock / 2;

	first_evaluation(i);
	i->tick.toggle();
	sc_core::wait(sc_core::sc_time::from_value(half));
	i->tick.toggle();
	sc_core::wait(sc_core::sc_time::from_value(clock - half));
}

void seam_trace(seam *s, void *fst)
{
	instance_of(s)->top.trace(static_cast<VerilatedFstC *>(fst), 99);
}
#else
constexpr void (*seam_trace)(seam *, void *) = nullptr;

void seam_cycle(seam *s)
{
	instance *i = instance_of(s);

	first_evaluation(i);
	i->tick.toggle();
	sc_core::wait(sc_core::sc_time::from_value(clock_take(i)));
}
#endif
} // namespace

extern "C" const seam_sc SEAM_CAT(seam_sc_, SEAM_DUT) = {
	{ SEAM_STRING(SEAM_DUT), seam_open, seam_close, seam_wires, seam_cycle, nullptr, nullptr, seam_cycle, nullptr,
	  SEAM_RTL_HASH, nullptr, nullptr, nullptr },
	seam_pace,
	seam_trace,
};
