/* SPDX-License-Identifier: Apache-2.0 */
/* A full-duplex cable: two directions, each a delayed signal with bit errors, losses, cuts and a capture.
 *
 * A direction is a channel to which sc_out and sc_in bind as they bind to a sc_signal. It has no update phase, and a process only
 * for value_changed_event(): a symbol that was written is processed when the time has moved on, and a read looks up the symbol
 * that left the cable. */
#ifndef PAUSEBENCH_CABLE_H
#define PAUSEBENCH_CABLE_H
#include "symbols.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

struct pcap_out;

namespace pausebench
{
/* All times are picoseconds of simulated time; the kernel must have its default resolution of 1 ps. */
struct cable_cut {
	uint64_t from, to; /* a symbol that enters in this time leaves as idle */
};

/* The properties of one direction. */
struct cable_options {
	double length = 0;      /* in metres */
	double velocity = 0.66; /* as a share of the speed of light in vacuum */
	double ber = 0;         /* the probability with which each bit of a frame, preamble included, is inverted */
	double lose = 0;        /* the probability with which each frame is lost */
	uint32_t mbps = 0;      /* 10, 100: MII, a nibble per clock; 0: the pace of cable_traits */
	/* By how many millionths the clocks of the writer and of the reader are faster than the nominal clock. If one of them is not 0, an elastic
	 * buffer passes the frames from one clock to the other: idle symbols come or go between frames. */
	int from_ppm = 0, to_ppm = 0;
	std::vector<cable_cut> cuts;
	std::string capture; /* the file for the frames that leave, or empty */
};

enum class cable_kind : uint8_t {
	none,
	unknown,
	data,
	pause,
	pfc,
	control
}; /* unknown: the frame is too short to have a kind, or the octets that decide it have not passed yet */

struct cable_frame {
	uint64_t number = 0; /* the number in its direction, from 1 */
	/* The times of the first octet on the wire (preamble, /S/), and of the end of the last one (GMII: of the last octet;
	 * XGMII: of the one before the end code). */
	uint64_t entered = 0, entered_end = 0;
	uint64_t left = 0, left_end = 0;    /* the same at the other end; a reader sees each symbol one clock later */
	cable_kind kind = cable_kind::none; /* the kind of the frame that entered */
	uint16_t quanta = 0;                /* the time of a PAUSE frame */
	uint16_t classes = 0;               /* the enable vector of a PFC frame */
	uint32_t bit_errors = 0;
	bool damaged = false; /* bit errors damaged it, anywhere in the frame */
	bool lost = false;    /* all of it left as idle */
	bool cut = false;     /* it met a cut, and left as idle from there on */
	/* DA..FCS as it entered and as it left; they belong to the direction and are valid during the callback. NULL and 0 if the
	 * octets have no preamble and SFD. */
	const uint8_t *sent = nullptr, *octets = nullptr;
	uint32_t sent_len = 0, len = 0;
};

struct cable_counts {
	uint64_t entered = 0; /* how many frames have entered with their last octet */
	/* The other counts are counts of frames that left. */
	uint64_t sent = 0, damaged = 0, lost = 0, cut = 0;  /* .sent counts all frames; one frame may be damaged and cut */
	uint64_t data = 0, pause = 0, pfc = 0, control = 0; /* the frames in .sent by their kind */
	uint64_t octets = 0;                                /* octets DA..FCS of the frames as they entered */
	uint64_t bit_errors = 0;
};

/* The frame at one end of a direction in one clock, as the waves show it. */
struct cable_view {
	bool valid = false;                 /* a frame is passing */
	cable_kind kind = cable_kind::none; /* the kind of this frame, or of the newest one, as soon as it is known */
	uint32_t octets = 0;                /* octets DA..FCS of the newest frame that has passed */
	uint64_t number = 0;
	uint16_t quanta = 0; /* the time of the newest PAUSE frame */
	bool damaged = false, lost = false, cut = false;
};

/* The pace of a symbol type on a cable. For MII at 10 and 100 Mb/s see cable_options. */
template <class Symbol> struct cable_traits;
template <> struct cable_traits<gmii_symbol> {
	static constexpr uint64_t clock_ps = 8000, octet_ps = 8000;
	static gmii_symbol idle()
	{
		return {};
	}
};
template <> struct cable_traits<xgmii_symbol> {
	static constexpr uint64_t clock_ps = 6400, octet_ps = 800;
	static xgmii_symbol idle()
	{
		return {};
	}
};

/* The frames of one direction, with their octets, errors, capture and counts, for any type of symbols. */
class cable_frames
{
      public:
	/* SEED and DIRECTION (0, 1) decide errors and losses. Throws std::invalid_argument for an impossible option and
	 * std::system_error if the capture cannot be written. */
	cable_frames(const cable_options &options, uint64_t seed, unsigned direction, uint64_t clock_ps, uint64_t octet_ps,
	             bool lanes);
	~cable_frames();
	cable_frames(const cable_frames &) = delete;
	cable_frames &operator=(const cable_frames &) = delete;

	/* The cable calls these when the last octet of a frame has entered, and when it has left or would have left; at the
	 * latest with the first read or write two clocks later. Each may be empty. */
	std::function<void(const cable_frame &)> on_entered, on_left;

	const cable_counts &counts() const
	{
		return counts_;
	}
	uint64_t delay_ps() const
	{
		return delay_;
	}
	uint32_t delay_clocks() const
	{
		return static_cast<uint32_t>(delay_ / clock_);
	}
	uint64_t clock_ps() const
	{
		return clock_;
	}
	/* Returns how many frames have entered, or are just entering, and have not left yet. */
	size_t on_cable() const
	{
		return frames_.size();
	}
	/* Closes the capture; later frames are not captured. Returns 0 or negative errno. */
	int close_capture();

      protected:
	struct record {
		cable_frame frame;
		std::vector<uint8_t> run;       /* the octets or nibbles as they entered; only the first .len are used */
		std::vector<uint8_t> wrong;     /* the run as it leaves, if it is damaged */
		std::vector<uint8_t> joined[2]; /* of nibbles: the octets from DA on as they entered, and as they leave */
		std::vector<uint32_t> codes;    /* the places of the control codes in the run */
		std::vector<uint64_t> flips;    /* the places of the inverted bits in the run */
		uint32_t len, passed;           /* .passed of the octets leave, the others leave as idle */
		bool gone, over;                /* .gone: nothing leaves from here on; .over: the run has ended */
	};

	/* Returns the frame that is entering; to be called only if inside_. */
	record &newest()
	{
		return *newest_;
	}
	void begin(uint64_t time);
	void end(uint64_t time);
	/* Returns true if nothing of the newest frame leaves from here on. */
	bool gone()
	{
		if (cutting_ && !newest_->frame.cut)
			cut_newest();
		return newest_->gone;
	}
	/* Takes an octet or nibble of the newest frame and gives what leaves. Returns false if it leaves as idle. */
	bool octet(uint8_t &value, bool code)
	{
		record &r = *newest_;
		uint8_t sent = value;
		bool passes = !gone();

		if (code)
			r.codes.push_back(r.len);
		else if (passes)
			value = static_cast<uint8_t>(damaged(value, bits_));
		if (r.len == r.run.size())
			r.run.resize(2 * r.run.size());
		r.run[r.len++] = sent;
		return passes;
	}
	/* Does the same with eight data octets. */
	bool octets(uint64_t &value)
	{
		record &r = *newest_;
		uint64_t sent = value;
		bool passes = !gone();

		if (passes)
			value = damaged(value, 64);
		if (r.len + 8 > r.run.size())
			r.run.resize(2 * r.run.size());
		for (unsigned i = 0; i < 8; i++)
			r.run[r.len++] = static_cast<uint8_t>(sent >> 8 * i);
		return passes;
	}
	/* Notes the cuts up to TIME; to be called with the time of each symbol before the functions above. */
	void cut_at(uint64_t time)
	{
		if (time >= cut_next_)
			cut_update(time);
	}
	/* Calls on_left for the frames that left before NOW. */
	void leave(uint64_t now)
	{
		if (now > leave_next_)
			leave_late(now);
	}

	/* The elastic buffer passes frames from the writer's clock to the reader's. A place is an octet time of the reader's wire (MII: a clock),
	 * counted from time 0. A frame leaves in places that follow each other, whatever the writer's clock is; the place of its first octet is one that
	 * no octet of the frame comes too late for. */
	bool elastic() const
	{
		return elastic_;
	}
	/* Returns the time of the writer's edge after TIME, which is one of its edges. */
	uint64_t next_edge(uint64_t time) const;
	/* Returns when the clock of the writer, or of the reader, began in which TIME is. */
	uint64_t clock_at(uint64_t time, bool leaving) const;
	/* Returns the time of PLACE. */
	uint64_t place_time(uint64_t place) const;
	/* Returns the first place in which what was written at TIME may leave, and in which nothing leaves yet. */
	uint64_t place_of(uint64_t time) const;
	uint64_t frame_place_ = 0; /* the place of the first octet of the newest frame */
	uint64_t free_place_ = 0;  /* nothing leaves from here on */

	/* Return the frame at either end in the clock that begins at CLOCK. */
	cable_view look_entering(uint64_t clock) const;
	cable_view look_leaving(uint64_t clock) const;

	bool inside_ = false;  /* a frame is entering */
	bool cutting_ = false; /* symbols that enter now leave as idle */

      private:
	uint64_t intact_bits();
	/* Returns BITS bits of the newest frame with the errors in them, lowest bit first. */
	uint64_t damaged(uint64_t value, unsigned bits)
	{
		if (error_in_ < bits)
			value = damage(value, bits);
		error_in_ -= bits;
		return value;
	}
	uint64_t damage(uint64_t value, unsigned bits);
	void cut_newest();
	void cut_update(uint64_t time);
	void leave_late(uint64_t now);
	void fill(record &r);
	const uint8_t *content(const uint8_t *run, uint32_t start, uint32_t len, std::vector<uint8_t> &joined,
	                       uint32_t &ret_len) const;
	void hand_out(record &r);
	void capture(const record &r);
	void count(const cable_frame &f);
	uint32_t start_of_frame(const uint8_t *run, size_t len) const;
	cable_view view_of(const record &r, uint64_t since, uint64_t now, const cable_view &before) const;
	void open_elastic();

	cable_options options_;
	unsigned bits_;                  /* how many bits an entry of a run has: 8, or 4 of a nibble */
	uint64_t clock_, octet_, delay_; /* octet_ is the time of an entry of a run */
	bool lanes_, elastic_;
	double from_ps_, to_ps_; /* the clocks of the writer and of the reader */
	uint64_t room_;          /* for how long the elastic buffer keeps the first octet of a frame */
	uint64_t errors_state_, losses_state_;
	uint64_t error_in_; /* how many bits pass before the next error */
	uint64_t cut_next_ = 0, leave_next_ = UINT64_MAX;
	std::deque<std::unique_ptr<record>> frames_; /* the frames on the cable, in order */
	std::vector<std::unique_ptr<record>> spare_;
	record *newest_ = nullptr;
	cable_view newest_entered_, newest_left_;
	uint64_t entered_end_ = 0; /* the end of the newest frame that entered */
	cable_counts counts_;
	pcap_out *capture_ = nullptr;
};

/* One direction. A symbol that is written at t is read from the first clock edge after t + delay_ps() on; without a delay the
 * direction behaves as a sc_signal that is read at clock edges. */
template <class Symbol>
class cable_lane : public sc_core::sc_prim_channel, public sc_core::sc_signal_inout_if<Symbol>, public cable_frames
{
      public:
	cable_lane(const char *name, const cable_options &options, uint64_t seed, unsigned direction);
	const char *kind() const override
	{
		return "cable_lane";
	}

	/* Writes a symbol; of several writes at one time the newest one counts. */
	void write(const Symbol &value) override
	{
		uint64_t now = sc_core::sc_time_stamp().value();
		if (now > pending_time_)
			commit(now);
		pending_ = value;
		pending_time_ = now;
		if (asked_)
			work_.notify(1, sc_core::SC_PS);
	}
	const Symbol &read() const override
	{
		const_cast<cable_lane *>(this)->advance(sc_core::sc_time_stamp().value());
		return current_;
	}
	const Symbol &get_data_ref() const override
	{
		return read();
	}
	sc_core::sc_writer_policy get_writer_policy() const override
	{
		return sc_core::SC_ONE_WRITER;
	}
	/* Returns an event that happens 1 ps after a changed symbol left, which is when read() returns it. The first call makes
	 * the process that notifies it. */
	const sc_core::sc_event &value_changed_event() const override;
	const sc_core::sc_event &default_event() const override
	{
		return value_changed_event();
	}
	bool event() const override
	{
		return sc_core::sc_time_stamp().value() == fired_;
	}
	/* Returns the frame at one end in the current clock; to be called after all writes in this clock. */
	cable_view look(bool leaving);
	void register_port(sc_core::sc_port_base &port, const char *interface_name) override;

      private:
	enum { RING_BEGIN = 64 };
	struct change {
		uint64_t time;
		Symbol symbol;
	};

	/* Processes the symbols that were written before NOW. */
	void commit(uint64_t now);
	void advance(uint64_t now);
	/* Takes a symbol that enters at TIME and returns the symbol that leaves. */
	Symbol pass(const Symbol &symbol, uint64_t time);
	Symbol pass_lanes(const Symbol &symbol, uint64_t time, unsigned first, unsigned count);
	/* Takes a symbol that enters at TIME and stores it for the clock of the reader. */
	void pass_elastic(const Symbol &symbol, uint64_t time);
	/* Stores the half-built word, if it is due before NOW. */
	void finish_word(uint64_t now);
	void put_column(uint64_t place, uint32_t data, uint8_t control);
	void store(uint64_t time, Symbol symbol);
	void grow();
	void work();

	std::vector<change> ring_; /* its size is a power of two */
	size_t head_ = 0, tail_ = 0, mask_ = RING_BEGIN - 1;
	/* The symbol at the far end, the newest one in the ring, and the newest one that was written. */
	Symbol current_, stored_, pending_;
	/* XGMII: the word that the elastic buffer makes of columns of 4 octets, and its place. */
	bool word_open_ = false;
	uint64_t word_place_ = 0;
	Symbol word_;
	uint64_t pending_time_ = 0; /* the time from which on pending_ is not processed yet */
	sc_core::sc_port_base *writer_ = nullptr;
	mutable bool asked_ = false;
	Symbol told_;
	uint64_t fired_ = UINT64_MAX;
	mutable sc_core::sc_event changed_, work_;
};

template <> gmii_symbol cable_lane<gmii_symbol>::pass(const gmii_symbol &symbol, uint64_t time);
template <> xgmii_symbol cable_lane<xgmii_symbol>::pass(const xgmii_symbol &symbol, uint64_t time);
template <>
xgmii_symbol cable_lane<xgmii_symbol>::pass_lanes(const xgmii_symbol &symbol, uint64_t time, unsigned first, unsigned count);
template <> void cable_lane<gmii_symbol>::pass_elastic(const gmii_symbol &symbol, uint64_t time);
template <> void cable_lane<xgmii_symbol>::pass_elastic(const xgmii_symbol &symbol, uint64_t time);
template <> void cable_lane<gmii_symbol>::finish_word(uint64_t now);
template <> void cable_lane<xgmii_symbol>::finish_word(uint64_t now);
template <> void cable_lane<xgmii_symbol>::put_column(uint64_t place, uint32_t data, uint8_t control);
extern template class cable_lane<gmii_symbol>;
extern template class cable_lane<xgmii_symbol>;

template <class Symbol> class cable
{
      public:
	cable(const char *name, const cable_options &options_ab, const cable_options &options_ba, uint64_t seed)
	    : a_to_b((std::string(name) + "_a_to_b").c_str(), options_ab, seed, 0),
	      b_to_a((std::string(name) + "_b_to_a").c_str(), options_ba, seed, 1)
	{
	}
	cable_lane<Symbol> a_to_b, b_to_a;
};
} // namespace pausebench
#endif
