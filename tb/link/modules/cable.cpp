/* SPDX-License-Identifier: Apache-2.0 */
/* A full-duplex cable: two directions, each a delayed signal with bit errors, losses, cuts and a capture. */
/* for sc_spawn */
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "cable.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "link/description/link_clock.h"
extern "C" {
#include "base/random.h"
#include "part/wire.h"
#include "report/pcap_out.h"
}

namespace pausebench
{
namespace
{
static_assert(xgmii_symbol().data == XGMII_IDLE_WORD, "a symbol is idle unless set");
constexpr double LIGHT_M_PER_S = 299792458, PS_PER_S = 1e12;
constexpr uint64_t INTACT_MAX = UINT64_C(1) << 62; /* more bits than any run has */
constexpr size_t RUN_OCTETS = 2048;                /* the size of a new record's run, which may grow */
constexpr uint8_t NIBBLE_MASK = 0xF;
constexpr uint32_t NIBBLE_PS_MBPS = 4000000; /* a nibble at 1 Mb/s */
constexpr unsigned WORD_OCTETS = 8, COLUMN_OCTETS = 4;

/* Returns a random number in (0, 1). */
double uniform(uint64_t &state)
{
	return (static_cast<double>(random_u64(&state) >> 11) + 0.5) * 0x1p-53;
}

uint64_t stream(uint64_t seed, unsigned direction, unsigned purpose)
{
	uint64_t state = seed;

	state = random_u64(&state) + direction * 2 + purpose;
	return random_u64(&state);
}

bool probability(double p)
{
	return p >= 0 && p <= 1;
}

/* Returns the clock of the cable. CLOCK_PS is the clock at the rate of the symbol type. */
uint64_t clock_of(const cable_options &options, uint64_t clock_ps, bool lanes)
{
	if (!options.mbps)
		return clock_ps;
	if (lanes || (options.mbps != 10 && options.mbps != 100))
		throw std::invalid_argument("cable: mbps is 10 or 100, at MII");
	return NIBBLE_PS_MBPS / options.mbps;
}

uint64_t delay_of(const cable_options &options, uint64_t clock_ps)
{
	if (!(options.length >= 0) || !(options.velocity > 0 && options.velocity <= 1))
		throw std::invalid_argument("cable: the length must not be negative, the velocity is a share of that of light");
	double clocks = options.length / (options.velocity * LIGHT_M_PER_S) * PS_PER_S / static_cast<double>(clock_ps);
	if (clocks > 0x1p31)
		throw std::invalid_argument("cable: too long");
	/* Rounding must not make a length of whole clocks one clock longer. */
	return static_cast<uint64_t>(std::ceil(clocks - 1e-6)) * clock_ps;
}

uint32_t two_octets(const uint8_t *octets)
{
	return static_cast<uint32_t>(octets[0] << 8 | octets[1]);
}

/* Reads the kind of a frame from LEN octets from DA on. */
void classify(const uint8_t *octets, uint32_t len, cable_frame &ret)
{
	if (len < FRAME_TIME_OFFSET + 2)
		return;
	ret.kind = cable_kind::data;
	if (two_octets(octets + FRAME_TYPE_OFFSET) != FRAME_TYPE_MAC_CONTROL)
		return;
	ret.kind = cable_kind::control;
	if (two_octets(octets + FRAME_OPCODE_OFFSET) == FRAME_OPCODE_PAUSE) {
		ret.kind = cable_kind::pause;
		ret.quanta = static_cast<uint16_t>(two_octets(octets + FRAME_TIME_OFFSET));
	} else if (two_octets(octets + FRAME_OPCODE_OFFSET) == FRAME_OPCODE_PFC) {
		ret.kind = cable_kind::pfc;
		ret.classes = static_cast<uint16_t>(two_octets(octets + FRAME_ENABLE_OFFSET));
	}
}
} // namespace

/* ---- frames ---- */

cable_frames::cable_frames(const cable_options &options, uint64_t seed, unsigned direction, uint64_t clock_ps, uint64_t octet_ps,
                           bool lanes)
    : options_(options), bits_(options.mbps ? 4 : 8), clock_(clock_of(options, clock_ps, lanes)),
      octet_(options.mbps ? clock_ : octet_ps), delay_(delay_of(options, clock_)), lanes_(lanes),
      elastic_(options.from_ppm || options.to_ppm), from_ps_(link_clock_ps(static_cast<double>(clock_), options.from_ppm)),
      to_ps_(link_clock_ps(static_cast<double>(clock_), options.to_ppm)),
      room_(link_elastic_clocks(options.from_ppm, options.to_ppm, lanes ? WORD_OCTETS : bits_ / 8.0) * clock_),
      errors_state_(stream(seed, direction, 0)), losses_state_(stream(seed, direction, 1))
{
	if (!probability(options.ber) || !probability(options.lose))
		throw std::invalid_argument("cable: ber and lose are probabilities, 0..1");
	for (int ppm : { options.from_ppm, options.to_ppm })
		if (ppm < -LINK_PPM_MAX || ppm > LINK_PPM_MAX)
			throw std::invalid_argument("cable: a clock differs by 1000 millionths at most");
	error_in_ = intact_bits();
	if (!options.capture.empty()) {
		capture_ = pcap_out_open(options.capture.c_str(), static_cast<uint64_t>(PS_PER_S) / octet_);
		if (!capture_)
			throw std::system_error(errno, std::generic_category(), options.capture);
		if (options.mbps)
			pcap_out_speed(capture_, 0, options.mbps);
	}
}

cable_frames::~cable_frames()
{
	close_capture();
}

int cable_frames::close_capture()
{
	int err = capture_ ? pcap_out_close(capture_) : 0;

	capture_ = nullptr;
	return err;
}

/* Draws how many bits pass until the next error; their number has a geometric distribution. */
uint64_t cable_frames::intact_bits()
{
	if (!(options_.ber > 0))
		return INTACT_MAX;
	double bits = std::floor(std::log(uniform(errors_state_)) / std::log1p(-options_.ber));

	return bits < 0x1p62 ? static_cast<uint64_t>(bits) : INTACT_MAX;
}

uint64_t cable_frames::damage(uint64_t value, unsigned bits)
{
	record &r = *newest_;

	while (error_in_ < bits) {
		value ^= UINT64_C(1) << error_in_;
		r.flips.push_back((static_cast<uint64_t>(r.len) << 3) + error_in_);
		r.frame.bit_errors++;
		r.frame.damaged = true;
		error_in_ += 1 + intact_bits();
	}
	return value;
}

void cable_frames::cut_newest()
{
	newest_->frame.cut = true;
	if (!newest_->gone)
		newest_->passed = newest_->len;
	newest_->gone = true;
}

void cable_frames::cut_update(uint64_t time)
{
	cutting_ = false;
	cut_next_ = UINT64_MAX;
	for (const cable_cut &cut : options_.cuts) {
		if (time >= cut.to)
			continue;
		cutting_ |= time >= cut.from;
		cut_next_ = std::min(cut_next_, time >= cut.from ? cut.to : cut.from);
	}
}

uint64_t cable_frames::next_edge(uint64_t time) const
{
	uint64_t edge = static_cast<uint64_t>(std::llround(static_cast<double>(time) / from_ps_));

	return time + link_edge_ps(edge + 1, from_ps_) - link_edge_ps(edge, from_ps_);
}

uint64_t cable_frames::clock_at(uint64_t time, bool leaving) const
{
	const double clock = leaving ? to_ps_ : from_ps_;

	return elastic_ ? link_edge_ps(static_cast<uint64_t>(static_cast<double>(time) / clock), clock) : time - time % clock_;
}

uint64_t cable_frames::place_time(uint64_t place) const
{
	return lanes_ ? link_edge_ps(place / WORD_OCTETS, to_ps_) + place % WORD_OCTETS * octet_ : link_edge_ps(place, to_ps_);
}

uint64_t cable_frames::place_of(uint64_t time) const
{
	const uint64_t step = lanes_ ? COLUMN_OCTETS : 1, due = time + delay_ + room_;
	uint64_t place = static_cast<uint64_t>(static_cast<double>(due) / to_ps_) * (lanes_ ? WORD_OCTETS : 1);

	while (place_time(place) < due)
		place += step;
	return std::max(place, (free_place_ + step - 1) / step * step);
}

void cable_frames::begin(uint64_t time)
{
	if (spare_.empty()) {
		spare_.push_back(std::make_unique<record>());
		spare_.back()->run.resize(RUN_OCTETS);
	}
	frames_.push_back(std::move(spare_.back()));
	spare_.pop_back();
	record &r = *frames_.back();
	uint64_t number = newest_entered_.number + 1;
	r.frame = cable_frame();
	r.frame.number = newest_entered_.number = number;
	r.frame.entered = time;
	if (elastic_)
		frame_place_ = place_of(time);
	r.frame.left = elastic_ ? place_time(frame_place_) : time + delay_;
	r.frame.kind = cable_kind::unknown;
	r.frame.lost = options_.lose > 0 && uniform(losses_state_) < options_.lose;
	r.codes.clear();
	r.flips.clear();
	r.len = 0;
	r.passed = r.frame.lost ? 0 : UINT32_MAX;
	r.gone = r.frame.lost;
	r.over = false;
	newest_ = &r;
	inside_ = true;
}

/* Returns the place in RUN where DA begins, or 0. */
uint32_t cable_frames::start_of_frame(const uint8_t *run, size_t len) const
{
	const uint8_t mask = bits_ == 4 ? NIBBLE_MASK : UINT8_MAX, sfd = bits_ == 4 ? FRAME_SFD >> 4 : FRAME_SFD;
	size_t i = lanes_ ? FRAME_HEAD_OCTETS - 1 : 0;

	while (!lanes_ && i < len && run[i] == (FRAME_PREAMBLE & mask))
		i++;
	return i < len && run[i] == sfd ? static_cast<uint32_t>(i + 1) : 0;
}

/* Gives the octets of a run from DA on, up to LEN. Of two nibbles the low one comes first; a single nibble at the end belongs to
 * no octet. */
const uint8_t *cable_frames::content(const uint8_t *run, uint32_t start, uint32_t len, std::vector<uint8_t> &joined,
                                     uint32_t &ret_len) const
{
	ret_len = bits_ == 4 ? (len - start) / 2 : len - start;
	if (bits_ != 4)
		return run + start;
	joined.resize(ret_len);
	for (uint32_t i = 0; i < ret_len; i++)
		joined[i] = static_cast<uint8_t>((run[start + 2 * i] & NIBBLE_MASK) | run[start + 2 * i + 1] << 4);
	return joined.data();
}

void cable_frames::fill(record &r)
{
	cable_frame &f = r.frame;
	uint32_t start = start_of_frame(r.run.data(), r.len);

	r.passed = std::min(r.passed, r.len);
	if (start) {
		f.sent = content(r.run.data(), start, r.len, r.joined[0], f.sent_len);
		classify(f.sent, f.sent_len, f);
	}
	if (f.damaged)
		r.wrong.assign(r.run.begin(), r.run.begin() + r.len);
	for (uint64_t flip : r.flips)
		r.wrong[flip >> 3] ^= static_cast<uint8_t>(1U << (flip & 7));
	const uint8_t *left = f.damaged ? r.wrong.data() : r.run.data();
	start = start_of_frame(left, r.passed);
	if (start && r.passed > start)
		f.octets = content(left, start, r.passed, r.joined[1], f.len);
}

void cable_frames::end(uint64_t time)
{
	record &r = newest();

	inside_ = false;
	r.over = true;
	r.frame.entered_end = time;
	r.frame.left_end = elastic_ ? place_time(frame_place_ + r.len) : time + delay_;
	free_place_ = frame_place_ + r.len + 1;
	fill(r);
	if (frames_.size() == 1)
		leave_next_ = r.frame.left_end;
	newest_entered_ = view_of(r, r.frame.entered, time, newest_entered_);
	entered_end_ = time;
	counts_.entered++;
	if (on_entered)
		on_entered(r.frame);
}

void cable_frames::count(const cable_frame &f)
{
	counts_.sent++;
	counts_.damaged += f.damaged;
	counts_.lost += f.lost;
	counts_.cut += f.cut;
	counts_.data += f.kind == cable_kind::data;
	counts_.pause += f.kind == cable_kind::pause;
	counts_.pfc += f.kind == cable_kind::pfc;
	counts_.control += f.kind == cable_kind::control;
	counts_.octets += f.sent_len;
	counts_.bit_errors += f.bit_errors;
}

void cable_frames::hand_out(record &r)
{
	count(r.frame);
	newest_left_ = view_of(r, r.frame.left, r.frame.left_end, newest_left_);
	if (capture_ && r.passed)
		capture(r);
	if (on_left)
		on_left(r.frame);
}

void cable_frames::capture(const record &r)
{
	static const uint32_t none = 0; // NULL would mean octets of GMII, and lanes may have no control code
	auto codes = std::lower_bound(r.codes.begin(), r.codes.end(), r.passed) - r.codes.begin();
	const uint32_t *code = r.codes.empty() ? &none : r.codes.data();

	pcap_out_run(capture_, r.frame.left / octet_, r.frame.damaged ? r.wrong.data() : r.run.data(), r.passed,
	             lanes_ ? code : nullptr, static_cast<uint32_t>(codes), -1);
}

void cable_frames::leave_late(uint64_t now)
{
	while (now > leave_next_) {
		std::unique_ptr<record> r = std::move(frames_.front());
		frames_.pop_front();
		leave_next_ = !frames_.empty() && frames_.front()->over ? frames_.front()->frame.left_end : UINT64_MAX;
		hand_out(*r);
		spare_.push_back(std::move(r));
	}
}

/* Returns the view of a frame whose first octet passed at SINCE, with the octets that have passed at NOW. */
cable_view cable_frames::view_of(const record &r, uint64_t since, uint64_t now, const cable_view &before) const
{
	double slower = (since == r.frame.entered ? from_ps_ : to_ps_) / static_cast<double>(clock_);
	uint64_t octet = static_cast<uint64_t>(static_cast<double>(now - since) / (slower * static_cast<double>(octet_)));
	uint32_t passed = static_cast<uint32_t>(std::min<uint64_t>(octet + 1, r.len));
	uint32_t start = start_of_frame(r.run.data(), passed);
	cable_frame seen;
	cable_view view;

	seen.kind = cable_kind::unknown;
	if (start) {
		std::vector<uint8_t> joined;
		uint32_t len;
		const uint8_t *octets = content(r.run.data(), start, passed, joined, len);
		classify(octets, len, seen);
	}
	view.kind = seen.kind;
	view.quanta = seen.kind == cable_kind::pause ? seen.quanta : before.quanta;
	view.octets = r.frame.sent_len;
	view.number = r.frame.number;
	view.damaged = r.frame.damaged;
	view.lost = r.frame.lost;
	view.cut = r.frame.cut;
	return view;
}

cable_view cable_frames::look_entering(uint64_t clock) const
{
	cable_view view = newest_entered_;

	if (inside_) {
		view = view_of(*frames_.back(), frames_.back()->frame.entered, clock + clock_ - 1, newest_entered_);
		view.octets = newest_entered_.octets;
	}
	view.valid = inside_ || entered_end_ > clock;
	return view;
}

cable_view cable_frames::look_leaving(uint64_t clock) const
{
	cable_view view = newest_left_;

	for (const std::unique_ptr<record> &r : frames_) {
		if (r->frame.left > clock + clock_ - 1)
			break;
		uint32_t before = view.octets;
		view = view_of(*r, r->frame.left, clock + clock_ - 1, view);
		view.valid = !r->over || r->frame.left_end > clock;
		view.octets = r->over && r->frame.left_end < clock + clock_ ? r->frame.sent_len : before;
	}
	return view;
}

/* ---- symbols ---- */

template <class Symbol>
cable_lane<Symbol>::cable_lane(const char *name, const cable_options &options, uint64_t seed, unsigned direction)
    : sc_core::sc_prim_channel(name),
      cable_frames(options, seed, direction, cable_traits<Symbol>::clock_ps, cable_traits<Symbol>::octet_ps,
                   cable_traits<Symbol>::octet_ps != cable_traits<Symbol>::clock_ps),
      ring_(RING_BEGIN), current_(cable_traits<Symbol>::idle()), stored_(current_), pending_(current_), told_(current_)
{
	if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS))
		SC_REPORT_FATAL("cable", "the time resolution must be 1 ps");
}

template <class Symbol> void cable_lane<Symbol>::register_port(sc_core::sc_port_base &port, const char *interface_name)
{
	if (std::strcmp(interface_name, typeid(sc_core::sc_signal_inout_if<Symbol>).name()) != 0)
		return;
	if (writer_ && writer_ != &port)
		SC_REPORT_ERROR("cable",
		                (std::string(name()) + ": two ports write, " + writer_->name() + " and " + port.name()).c_str());
	writer_ = &port;
}

template <class Symbol> void cable_lane<Symbol>::store(uint64_t time, Symbol symbol)
{
	if (symbol == stored_)
		return;
	if (head_ - tail_ > mask_)
		grow();
	ring_[head_ & mask_].time = time;
	ring_[head_++ & mask_].symbol = symbol;
	stored_ = symbol;
}

template <class Symbol> void cable_lane<Symbol>::grow()
{
	std::vector<change> larger(ring_.size() * 2);

	for (size_t i = tail_; i != head_; i++)
		larger[i & (larger.size() - 1)] = ring_[i & mask_];
	ring_.swap(larger);
	mask_ = ring_.size() - 1;
}

template <class Symbol> void cable_lane<Symbol>::commit(uint64_t now)
{
	while (pending_time_ < now) {
		cut_at(pending_time_);
		if (elastic())
			pass_elastic(pending_, pending_time_);
		else
			store(pending_time_, pass(pending_, pending_time_));
		if (pending_ == cable_traits<Symbol>::idle())
			pending_time_ = now;
		else
			pending_time_ = elastic() ? next_edge(pending_time_) : pending_time_ + clock_ps();
	}
	if (word_open_)
		finish_word(now);
}

template <class Symbol> void cable_lane<Symbol>::advance(uint64_t now)
{
	commit(now);
	while (tail_ != head_ && ring_[tail_ & mask_].time + delay_ps() < now)
		current_ = ring_[tail_++ & mask_].symbol;
	leave(now);
}

template <class Symbol> cable_view cable_lane<Symbol>::look(bool leaving)
{
	uint64_t now = sc_core::sc_time_stamp().value();

	commit(now);
	return leaving ? look_leaving(clock_at(now, true)) : look_entering(clock_at(now, false));
}

template <> gmii_symbol cable_lane<gmii_symbol>::pass(const gmii_symbol &symbol, uint64_t time)
{
	uint8_t value = symbol.d;

	if (!symbol.dv) {
		if (inside_)
			end(time);
		return cutting_ ? cable_traits<gmii_symbol>::idle() : symbol;
	}
	if (!inside_)
		begin(time);
	/* A new symbol is made, since the processor stalls when it reads a word that was just written in parts. */
	return octet(value, symbol.er) ? gmii_symbol{ value, true, symbol.er } : cable_traits<gmii_symbol>::idle();
}

template <>
xgmii_symbol cable_lane<xgmii_symbol>::pass_lanes(const xgmii_symbol &symbol, uint64_t time, unsigned first, unsigned count)
{
	const uint64_t octet_ps = cable_traits<xgmii_symbol>::octet_ps;
	xgmii_symbol out = symbol;

	for (unsigned lane = first; lane < first + count; lane++) {
		bool code = symbol.control >> lane & 1, stays = !cutting_;
		uint8_t value = static_cast<uint8_t>(symbol.data >> 8 * lane);
		if (inside_ && code &&
		    (value == XGMII_TERMINATE || value == XGMII_IDLE || value == XGMII_START || value == XGMII_SEQUENCE)) {
			/* Of the control codes that end a frame only the end code belongs to it. */
			bool left = !gone();
			stays = value == XGMII_TERMINATE ? left : !cutting_;
			end(time + lane * octet_ps);
		}
		/* In a column that begins a frame the other three lanes are data. */
		if (!inside_ && lane % 4 == 0 && (symbol.control >> lane & 0xF) == 1 && value == XGMII_START)
			begin(time + lane * octet_ps);
		if (inside_)
			stays = octet(value, code);
		if (!stays) {
			value = XGMII_IDLE;
			out.control |= static_cast<uint8_t>(1U << lane);
		}
		out.data = (out.data & ~(UINT64_C(0xFF) << 8 * lane)) | static_cast<uint64_t>(value) << 8 * lane;
	}
	return out;
}

template <> xgmii_symbol cable_lane<xgmii_symbol>::pass(const xgmii_symbol &symbol, uint64_t time)
{
	const xgmii_symbol idle = cable_traits<xgmii_symbol>::idle();

	if (!inside_ && symbol == idle)
		return idle;
	if (inside_ && !symbol.control) {
		xgmii_symbol out = symbol;
		return octets(out.data) ? out : idle;
	}
	return pass_lanes(symbol, time, 0, WORD_OCTETS);
}

/* ---- the elastic buffer ---- */

template <> void cable_lane<gmii_symbol>::pass_elastic(const gmii_symbol &symbol, uint64_t time)
{
	bool inside = inside_;
	const gmii_symbol out = pass(symbol, time);
	uint64_t place;

	if (inside_)
		place = frame_place_ + newest().len - 1;
	else if (inside)
		place = free_place_ - 1;
	else if (out == stored_)
		return;
	else
		free_place_ = (place = place_of(time)) + 1;
	store(place_time(place) - delay_ps(), out);
}

template <> void cable_lane<gmii_symbol>::finish_word(uint64_t)
{
}

template <> void cable_lane<xgmii_symbol>::finish_word(uint64_t now)
{
	if (place_time(word_place_) >= now)
		return;
	store(place_time(word_place_) - delay_ps(), word_);
	store(place_time(word_place_ + WORD_OCTETS) - delay_ps(), cable_traits<xgmii_symbol>::idle());
	word_open_ = false;
}

template <> void cable_lane<xgmii_symbol>::put_column(uint64_t place, uint32_t data, uint8_t control)
{
	const uint64_t word_place = place - place % WORD_OCTETS;
	const unsigned lane = static_cast<unsigned>(place % WORD_OCTETS);

	if (word_open_ && word_place == word_place_ + WORD_OCTETS) {
		store(place_time(word_place_) - delay_ps(), word_);
		word_open_ = false;
	} else if (word_open_ && word_place != word_place_) {
		finish_word(UINT64_MAX);
	}
	if (!word_open_)
		word_ = cable_traits<xgmii_symbol>::idle();
	word_open_ = true;
	word_place_ = word_place;
	word_.data = (word_.data & ~(UINT64_C(0xFFFFFFFF) << 8 * lane)) | static_cast<uint64_t>(data) << 8 * lane;
	word_.control = static_cast<uint8_t>((word_.control & ~(0xF << lane)) | control << lane);
}

/* The reader's words are made of the writer's columns. */
template <> void cable_lane<xgmii_symbol>::pass_elastic(const xgmii_symbol &symbol, uint64_t time)
{
	const xgmii_symbol idle = cable_traits<xgmii_symbol>::idle();

	for (unsigned lane = 0; lane < WORD_OCTETS; lane += COLUMN_OCTETS) {
		const bool inside = inside_;
		const uint64_t before = frame_place_;
		uint64_t place = before + (inside ? newest().len : 0);
		const xgmii_symbol out = pass_lanes(symbol, time, lane, COLUMN_OCTETS);
		const uint32_t data = static_cast<uint32_t>(out.data >> 8 * lane);
		const uint8_t control = out.control >> lane & 0xF;
		if (inside_ && frame_place_ != before) {
			place = frame_place_;
		} else if (!inside && !inside_) {
			if (data == static_cast<uint32_t>(idle.data) && control == 0xF)
				continue;
			place = place_of(time);
			free_place_ = place + COLUMN_OCTETS;
		}
		put_column(place, data, control);
	}
}

/* ---- the event of a change ---- */

template <class Symbol> void cable_lane<Symbol>::work()
{
	uint64_t now = sc_core::sc_time_stamp().value();

	advance(now);
	if (!(current_ == told_)) {
		told_ = current_;
		fired_ = now;
		changed_.notify(sc_core::SC_ZERO_TIME);
	}
	if (tail_ != head_)
		work_.notify(sc_core::sc_time::from_value(ring_[tail_ & mask_].time + delay_ps() + 1 - now));
	else if (word_open_)
		work_.notify(sc_core::sc_time::from_value(place_time(word_place_) + 1 - now));
}

template <class Symbol> const sc_core::sc_event &cable_lane<Symbol>::value_changed_event() const
{
	if (!asked_) {
		cable_lane *self = const_cast<cable_lane *>(this);
		sc_core::sc_spawn_options options;
		options.spawn_method();
		options.set_sensitivity(&work_);
		asked_ = true;
		sc_core::sc_spawn([self] { self->work(); }, sc_core::sc_gen_unique_name("cable_work"), &options);
	}
	return changed_;
}

template class cable_lane<gmii_symbol>;
template class cable_lane<xgmii_symbol>;
} // namespace pausebench
