// SPDX-License-Identifier: Apache-2.0
// A MAC as a SystemC module: a thread runs the cycle loop of the C bench, and each clock is one wait(). doc/use/link.md 2.
#include "mac.h"

#include "link/description/link_clock.h"
#include "link/description/link_device.h"
#include "seam_sc.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <deque>
#include <limits>
#include <stdexcept>

extern "C" {
#include "base/dut.h"
#include "base/spelling.h"
#include "drive/loop.h"
#include "model_end/model_seam.h"
#include "part/wire.h"
#include "regs.h"
#include "stimulus/item.h"
}

namespace pausebench
{

namespace
{

enum { SEND_QUEUE = 16 };
constexpr double NO_LIMIT_SECONDS = 1e15;

gmii_symbol symbol_of(const seam_pins &pins, const gmii_symbol *)
{
	uint16_t word = *pins.gmii.tx;

	return { static_cast<uint8_t>(word), (word & SEAM_TX_EN) != 0, (word & SEAM_TX_ER) != 0 };
}

xgmii_symbol symbol_of(const seam_pins &pins, const xgmii_symbol *)
{
	return { *pins.xgmii.txd, *pins.xgmii.txc };
}

void take_symbol(loop *l, uint64_t clock, const gmii_symbol &symbol)
{
	loop_rx_octet(l, clock, static_cast<uint16_t>(symbol.d | (symbol.dv ? SEAM_RX_DV : 0) | (symbol.er ? SEAM_RX_ER : 0)));
}

void take_symbol(loop *l, uint64_t clock, const xgmii_symbol &symbol)
{
	loop_rx_lanes(l, clock, symbol.data, symbol.control);
}

bool fits(phy_kind phy, const gmii_symbol *)
{
	return phy == PHY_GMII || phy == PHY_MII;
}

bool fits(phy_kind phy, const xgmii_symbol *)
{
	return phy == PHY_XGMII;
}

// A register access of an initiator, which waits until the access is over.
struct access {
	struct item item = {};
	uint64_t value = 0;
	bool done = false, error = false;
	sc_core::sc_event over;
};

const struct dut *row_of(const mac_options &options)
{
	const struct dut *row = dut_by_name(options.dut);

	if (!row)
		throw std::invalid_argument(std::string("no DUT is called '") + options.dut +
		                            "'; regs/<device>/duts.def has their names");
	return row;
}

// Returns the row, with the reaction of the options if they have one.
struct dut own_row_of(const mac_options &options)
{
	struct dut own = *row_of(options);

	if (options.reaction)
		own.timing.inhibit = options.reaction;
	return own;
}

struct link_pace pace_of(const struct dut *row, const mac_options &options)
{
	struct link_pace pace;

	if (options.ppm < -LINK_PPM_MAX || options.ppm > LINK_PPM_MAX)
		throw std::invalid_argument("ppm is from -" + std::to_string(LINK_PPM_MAX) + " to " +
		                            std::to_string(LINK_PPM_MAX) + ", not " + std::to_string(options.ppm));
	if (!link_pace(row, options.mbps ? options.mbps : LINK_AUTO, options.ppm, &pace))
		throw std::invalid_argument(std::string(row->name) + " has no speed of " + std::to_string(options.mbps) +
		                            " Mb/s");
	return pace;
}

} // namespace

// The part of a MAC that does not depend on the symbols of the PHY side.
class mac_core
{
      public:
	mac_core(const mac_options &options, mac<gmii_symbol>::receive_port &receive_, mac<gmii_symbol>::request_port &pause_req_,
	         mac<gmii_symbol>::level_port &level_)
	    : own(own_row_of(options)), row(options.reaction ? &own : row_of(options)), kind(options.kind), tap(options.tap),
	      tap_context(options.tap_context), receive(receive_), pause_req(pause_req_), level(level_),
	      queue("send_queue", SEND_QUEUE)
	{
		const struct link_pace pace = pace_of(row, options);

		if (kind == mac_kind::rtl)
			open_rtl(options.seed);
		else
			open_model(options.seed);
		pins = inner->pins(seam);
		clock_ps = pace.clock_ps;
		period = sc_core::sc_time(clock_ps, sc_core::SC_PS);
		if (rtl)
			rtl->pace(seam, clock_ps);
		loop.mbps = options.mbps;
	}

	~mac_core()
	{
		inner->close(seam);
	}

	const struct dut own;
	const struct dut *row;
	const mac_kind kind;
	mac_tap *const tap;
	void *const tap_context;
	mac<gmii_symbol>::receive_port &receive;
	mac<gmii_symbol>::request_port &pause_req;
	mac<gmii_symbol>::level_port &level;

	tlm::tlm_fifo<packet> queue;
	const seam_ops *inner;
	const seam_sc *rtl = nullptr;
	struct seam *seam;
	const seam_pins *pins;
	sc_core::sc_time period;
	double clock_ps;

	struct loop loop = {};
	uint64_t clock = 0;
	bool stopping = false, over = false;
	sc_core::sc_event ended;
	std::string failure;

	unsigned octets() const
	{
		return pins->upper.pwdata ? 8 : 4;
	}

	// Waits in the module's thread until the next edge of its clock.
	void wait_edge() const
	{
		sc_core::wait(sc_core::sc_time::from_value(link_edge_ps(clock + 1, clock_ps) - link_edge_ps(clock, clock_ps)));
	}

	// Carries out A. Returns false if the module has stopped.
	bool carry_out(struct access *a)
	{
		if (over)
			return false;
		accesses.push_back(a);
		while (!a->done)
			sc_core::wait(a->over);
		return a->item.kind != ITEM_KIND_COUNT;
	}

	// Runs the loop in the module's thread; CYCLE carries out one clock.
	void run(void (*cycle)(struct seam *), void *self)
	{
		const struct stimulus nothing = {};
		const struct seam_ops ops = { row->name, nullptr, nullptr, core_pins, cycle,   nullptr, nullptr, cycle,
			                      nullptr,   "",      nullptr, nullptr,   nullptr, nullptr, nullptr };
		const struct loop_live live = { this, poll, take, accessed, delivered };
		int err;

		current = self;
		loop.ops = &ops;
		loop.seam = reinterpret_cast<struct seam *>(this);
		loop.seq.stim = &nothing;
		loop.monitor = true;
		loop.sink = tap ? tap : [](void *, const struct event *, size_t) {};
		loop.sink_context = tap_context;
		loop.max_cycles = std::numeric_limits<uint64_t>::max();
		loop.max_seconds = NO_LIMIT_SECONDS;
		loop.live = &live;
		loop.host_chunk = model_seam_host_chunk(row);
		err = loop_run(&loop, row);
		if (err)
			failure = std::string("the cycle loop: ") + std::strerror(-err);
		else if (loop.apb_hung)
			failure = "a register access without pready";
		over = true;
		for (struct access *a : accesses)
			refuse(a);
		if (under_way)
			refuse(under_way);
		accesses.clear();
		ended.notify(sc_core::SC_ZERO_TIME);
	}

	void *current = nullptr; // the module

      private:
	void open_rtl(uint32_t seed)
	{
		rtl = seam_sc_by_dut(row->name);
		if (!rtl)
			throw std::invalid_argument(std::string(row->name) + ": its RTL is not in this program");
		inner = &rtl->ops;
		seam = inner->open(seed);
		if (!seam)
			throw std::bad_alloc();
	}

	void open_model(uint32_t seed)
	{
		inner = &model_seam_ops;
		seam = model_seam_open(row, seed);
		if (!seam)
			throw std::invalid_argument(std::string("the model of ") + row->name + ": " + std::strerror(errno));
	}

	std::deque<struct access *> accesses;
	struct access *under_way = nullptr;
	std::deque<packet> waiting; // frames that the device delivered while .receive took none
	packet sending;
	struct item frame = {};
	uint32_t request = 0;

	static mac_core *core_of(void *context)
	{
		return static_cast<mac_core *>(context);
	}

	static const struct seam_pins *core_pins(struct seam *s)
	{
		return reinterpret_cast<mac_core *>(s)->pins;
	}

	static void refuse(struct access *a)
	{
		a->item.kind = ITEM_KIND_COUNT;
		a->done = true;
		a->over.notify(sc_core::SC_ZERO_TIME);
	}

	static bool poll(void *context, struct loop *l)
	{
		mac_core *c = core_of(context);

		if (c->receive.size()) {
			while (!c->waiting.empty() && c->receive->nb_put(c->waiting.front()))
				c->waiting.pop_front();
			l->host_stopped = !c->waiting.empty() || !c->receive->nb_can_put();
		}
		if (c->pause_req.size() && c->pause_req->read() != c->request) {
			c->request = c->pause_req->read();
			loop_pause_req(l, static_cast<uint8_t>(c->request));
		}
		if (c->level.size() && c->pins->xgmii.side)
			c->level->write(static_cast<uint32_t>(*c->pins->xgmii.side >> SEAM_WIDE_LEVEL_SHIFT));
		else if (c->level.size())
			c->level->write(*c->pins->gmii.side >> SEAM_SIDE_LEVEL_SHIFT);
		return !c->stopping;
	}

	static const struct item *take(void *context, enum channel channel)
	{
		mac_core *c = core_of(context);

		if (channel == CHANNEL_SEND)
			return c->take_frame();
		if (channel != CHANNEL_REG || c->accesses.empty())
			return nullptr;
		c->under_way = c->accesses.front();
		c->accesses.pop_front();
		return &c->under_way->item;
	}

	const struct item *take_frame()
	{
		if (!queue.nb_can_get() || !queue.nb_get(sending))
			return nullptr;
		frame.kind = ITEM_TX_FRAME;
		frame.u.frame.octets = sending.octets.data();
		frame.u.frame.len = static_cast<uint32_t>(sending.octets.size());
		frame.u.frame.host_error = sending.error;
		frame.u.frame.stall_at = -1;
		return &frame;
	}

	static void accessed(void *context, uint64_t value, bool error)
	{
		mac_core *c = core_of(context);
		struct access *a = c->under_way;

		c->under_way = nullptr;
		a->value = value;
		a->error = error;
		a->done = true;
		a->over.notify(sc_core::SC_ZERO_TIME);
	}

	static void delivered(void *context, const struct event *event)
	{
		mac_core *c = core_of(context);
		packet taken;

		if (!c->receive.size())
			return;
		taken.octets.assign(event->octets, event->octets + event->len);
		taken.error = event->value;
		if (!c->waiting.empty() || !c->receive->nb_put(taken))
			c->waiting.push_back(std::move(taken));
	}
};

namespace
{

// One clock: reads the wire, runs the device with a wait(), and drives the wire.
template <class Symbol> struct clock_of {
	mac_core *core;
	mac<Symbol> *module;
	Symbol sent;

	static void cycle(struct seam *s)
	{
		mac_core *c = reinterpret_cast<mac_core *>(s);
		clock_of *self = static_cast<clock_of *>(c->current);

		take_symbol(&c->loop, c->clock, self->module->rx.read());
		c->inner->cycle(c->seam);
		if (c->kind == mac_kind::model)
			c->wait_edge();
		if (!c->clock++) /* before the first clock edge in reset the outputs mean nothing */
			return;
		Symbol symbol = symbol_of(*c->pins, static_cast<const Symbol *>(nullptr));
		if (symbol == self->sent)
			return;
		self->sent = symbol;
		self->module->tx.write(symbol);
	}
};

bool address_bad(const tlm::tlm_generic_payload &payload, unsigned octets)
{
	return payload.get_address() > UINT16_MAX || payload.get_address() % octets;
}

// Returns the lane of a byte of the data: data and register bus are both in host byte order.
unsigned lane_of(unsigned byte, unsigned octets)
{
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? byte : octets - 1 - byte;
}

// Gives the strobe of a write. Returns false if a register bus cannot carry out the byte enables.
bool strobe_of(const tlm::tlm_generic_payload &payload, unsigned octets, uint8_t *ret)
{
	const uint8_t *enables = payload.get_byte_enable_ptr();
	unsigned len = payload.get_byte_enable_length();

	*ret = static_cast<uint8_t>((1u << octets) - 1);
	if (!enables)
		return true;
	if (payload.is_read() || !len || octets % len)
		return false;
	*ret = 0;
	for (unsigned i = 0; i < octets; i++) {
		uint8_t enable = enables[i % len];
		if (enable != TLM_BYTE_ENABLED && enable != TLM_BYTE_DISABLED)
			return false;
		*ret |= static_cast<uint8_t>(enable == TLM_BYTE_ENABLED ? 1u << lane_of(i, octets) : 0);
	}
	return true;
}

tlm::tlm_response_status refusal(const tlm::tlm_generic_payload &payload, unsigned octets, uint8_t *ret_strobe)
{
	if (!payload.is_read() && !payload.is_write())
		return tlm::TLM_COMMAND_ERROR_RESPONSE;
	if (address_bad(payload, octets))
		return tlm::TLM_ADDRESS_ERROR_RESPONSE;
	if (payload.get_data_length() != octets || payload.get_streaming_width() < octets || !payload.get_data_ptr())
		return tlm::TLM_BURST_ERROR_RESPONSE;
	return strobe_of(payload, octets, ret_strobe) ? tlm::TLM_OK_RESPONSE : tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
}

uint64_t data_of(const tlm::tlm_generic_payload &payload)
{
	uint32_t narrow;
	uint64_t wide;

	if (payload.get_data_length() == sizeof(wide)) {
		std::memcpy(&wide, payload.get_data_ptr(), sizeof(wide));
		return wide;
	}
	std::memcpy(&narrow, payload.get_data_ptr(), sizeof(narrow));
	return narrow;
}

void data_set(const tlm::tlm_generic_payload &payload, uint64_t value)
{
	uint32_t narrow = static_cast<uint32_t>(value);

	if (payload.get_data_length() == sizeof(value))
		std::memcpy(payload.get_data_ptr(), &value, sizeof(value));
	else
		std::memcpy(payload.get_data_ptr(), &narrow, sizeof(narrow));
}

} // namespace

template <class Symbol>
mac<Symbol>::mac(sc_core::sc_module_name module_name, const mac_options &options)
    : sc_module(module_name), rx("rx"), tx("tx"), registers("registers"), registers_64("registers_64"), send("send"),
      receive("receive"), pause_req("pause_req"), level("level"), core(new mac_core(options, receive, pause_req, level))
{
	if (!fits(core->row->phy, static_cast<const Symbol *>(nullptr)))
		throw std::invalid_argument(std::string(core->row->name) + " has another PHY side than this module");
	send.bind(core->queue);
	registers.register_b_transport(this, &mac::b_transport);
	registers_64.register_b_transport(this, &mac::b_transport);
	SC_HAS_PROCESS(mac);
	SC_THREAD(run);
}

template <class Symbol> mac<Symbol>::~mac() = default;

template <class Symbol> void mac<Symbol>::end_of_elaboration()
{
	bool narrow = registers.size(), wide = registers_64.size();

	if (core->octets() == 8 ? narrow : wide)
		SC_REPORT_ERROR("/pausebench/mac",
		                (std::string(name()) + ": " + core->row->name + " has registers of " +
		                 std::to_string(8 * core->octets()) + " bits; bind " + (narrow ? "registers_64" : "registers"))
		                    .c_str());
}

template <class Symbol> void mac<Symbol>::run()
{
	clock_of<Symbol> clock = { core.get(), this, Symbol() };

	core->run(clock.cycle, &clock);
	tx.write(Symbol());
}

template <class Symbol> void mac<Symbol>::b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay)
{
	struct access a;
	uint8_t strobe;
	tlm::tlm_response_status status = refusal(payload, core->octets(), &strobe);

	payload.set_dmi_allowed(false);
	payload.set_response_status(status);
	if (status != tlm::TLM_OK_RESPONSE)
		return;
	wait(delay);
	delay = sc_core::SC_ZERO_TIME;
	a.item.kind = payload.is_write() ? ITEM_REG_WRITE : ITEM_REG_READ;
	a.item.u.reg.address = static_cast<uint16_t>(payload.get_address());
	a.item.u.reg.value = payload.is_write() ? data_of(payload) : 0;
	a.item.u.reg.strobe = payload.is_write() ? strobe : 0;
	if (!core->carry_out(&a))
		payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
	else if (a.error)
		payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
	else if (payload.is_read())
		data_set(payload, a.value);
}

template <class Symbol> const struct dut &mac<Symbol>::device() const
{
	return *core->row;
}

template <class Symbol> const char *mac<Symbol>::row() const
{
	return core->row->name;
}

template <class Symbol> std::vector<register_write> mac<Symbol>::setup() const
{
	std::vector<register_write> writes;
	struct stimulus items = {};

	if (stimulus_setup(&items, core->row))
		throw std::bad_alloc();
	for (size_t i = 0; i < items.count; i++)
		if (items.items[i].kind == ITEM_REG_WRITE)
			writes.push_back({ items.items[i].u.reg.address, items.items[i].u.reg.value });
	stimulus_release(&items);
	return writes;
}

template <class Symbol> uint16_t mac<Symbol>::register_address(const std::string &name) const
{
	const struct reg_page *page = reg_page_by_model(core->row->model);
	const struct reg_row *found = reg_by_name(page, name.c_str());
	struct spelling spelling = spelling_of(name.c_str());
	char hint[SPELLING_HINT_MAX];

	if (found)
		return found->address;
	for (size_t i = 0; i < page->count; i++)
		spelling_offer(&spelling, page->rows[i].name);
	throw std::invalid_argument(std::string(core->row->name) + " has no register '" + name + "'" +
	                            spelling_hint(&spelling, "; ", hint, sizeof(hint)));
}

template <class Symbol> unsigned mac<Symbol>::register_octets() const
{
	return core->octets();
}

template <class Symbol> sc_core::sc_time mac<Symbol>::clock_period() const
{
	return core->period;
}

template <class Symbol> double mac<Symbol>::clock_ps() const
{
	return core->clock_ps;
}

template <class Symbol> uint64_t mac<Symbol>::clocks() const
{
	return core->clock;
}

template <class Symbol> const struct seam_pins &mac<Symbol>::pins() const
{
	return *core->pins;
}

template <class Symbol> void mac<Symbol>::stop()
{
	core->stopping = true;
}

template <class Symbol> bool mac<Symbol>::ended() const
{
	return core->over;
}

template <class Symbol> const sc_core::sc_event &mac<Symbol>::ended_event() const
{
	return core->ended;
}

template <class Symbol> const char *mac<Symbol>::failure() const
{
	return core->failure.c_str();
}

template <class Symbol> bool mac<Symbol>::trace(void *fst)
{
	if (!core->rtl || !core->rtl->trace)
		return false;
	core->rtl->trace(core->seam, fst);
	return true;
}

template class mac<gmii_symbol>;
template class mac<xgmii_symbol>;

} // namespace pausebench
