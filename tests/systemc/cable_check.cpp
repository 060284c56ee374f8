/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the cable, one simulation per process: cable_check CASE [FILE]. Exit status 0, or 1 with the difference on stderr. */
#include "link/modules/cable.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pcap/pcap.h>
#include <utility>

namespace
{
using namespace pausebench;
using sc_core::sc_module_name;

#define CHECK(condition, ...)                                                                \
	do {                                                                                 \
		if (!(condition)) {                                                          \
			std::fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
			std::fprintf(stderr, __VA_ARGS__);                                   \
			std::fputc('\n', stderr);                                            \
			std::exit(1);                                                        \
		}                                                                            \
	} while (0)

template <class Symbol> sc_core::sc_time clock_time()
{
	return sc_core::sc_time::from_value(cable_traits<Symbol>::clock_ps);
}

/* Writes a symbol at each clock, then idle. */
template <class Symbol> struct writer : sc_core::sc_module {
	sc_core::sc_out<Symbol> out;
	std::vector<Symbol> symbols;
	bool changes_only = false;
	sc_core::sc_time clock = clock_time<Symbol>();

	SC_HAS_PROCESS(writer);
	explicit writer(sc_module_name name) : sc_module(name)
	{
		SC_THREAD(run);
	}
	void run()
	{
		Symbol newest = cable_traits<Symbol>::idle();
		symbols.push_back(newest);
		for (const Symbol &symbol : symbols) {
			if (!changes_only || !(symbol == newest))
				out.write(symbol);
			newest = symbol;
			wait(clock);
		}
	}
};

/* Reads a symbol at each clock. */
template <class Symbol> struct reader : sc_core::sc_module {
	sc_core::sc_in<Symbol> in;
	std::vector<Symbol> symbols;
	sc_core::sc_time clock = clock_time<Symbol>();

	SC_HAS_PROCESS(reader);
	explicit reader(sc_module_name name) : sc_module(name)
	{
		SC_THREAD(run);
	}
	void run()
	{
		for (;;) {
			symbols.push_back(in.read());
			wait(clock);
		}
	}
};

/* Collects the changes that the event announces. */
template <class Symbol> struct listener : sc_core::sc_module {
	sc_core::sc_in<Symbol> in;
	std::vector<std::pair<uint64_t, Symbol>> changes;
	unsigned wrong = 0;

	SC_HAS_PROCESS(listener);
	explicit listener(sc_module_name name) : sc_module(name)
	{
		SC_METHOD(run);
		sensitive << in;
		dont_initialize();
	}
	void run()
	{
		changes.emplace_back(sc_core::sc_time_stamp().value(), in.read());
		wrong += !in.event();
	}
};

/* ---- symbols ---- */

uint64_t number_from(uint64_t &state)
{
	state = state * 6364136223846793005 + 1442695040888963407;
	return state >> 33;
}

std::vector<uint8_t> frame_octets(uint32_t len, uint64_t seed)
{
	std::vector<uint8_t> octets(len);

	for (uint8_t &octet : octets)
		octet = static_cast<uint8_t>(number_from(seed));
	octets[12] = 0x88;
	octets[13] = 0xB5;
	return octets;
}

std::vector<uint8_t> control_octets(uint16_t opcode, uint16_t value)
{
	std::vector<uint8_t> octets = frame_octets(64, 1);

	octets[13] = 0x08;
	octets[14] = static_cast<uint8_t>(opcode >> 8);
	octets[15] = static_cast<uint8_t>(opcode);
	octets[16] = static_cast<uint8_t>(value >> 8);
	octets[17] = static_cast<uint8_t>(value);
	return octets;
}

/* Makes frames with GAP idle octets after each (XGMII: counted from the end code on, up to the next column). */
void append(std::vector<gmii_symbol> &symbols, const std::vector<uint8_t> &octets, unsigned gap)
{
	for (unsigned i = 0; i < 8; i++)
		symbols.push_back({ static_cast<uint8_t>(i < 7 ? 0x55 : 0xD5), true, false });
	for (uint8_t octet : octets)
		symbols.push_back({ octet, true, false });
	symbols.resize(symbols.size() + gap);
}

struct lane_writer {
	std::vector<uint8_t> octets, control;

	void lane(uint8_t octet, bool code)
	{
		octets.push_back(octet);
		control.push_back(code);
	}
	void frame(const std::vector<uint8_t> &content, unsigned gap)
	{
		lane(0xFB, true);
		for (unsigned i = 1; i < 8; i++)
			lane(i < 7 ? 0x55 : 0xD5, false);
		for (uint8_t octet : content)
			lane(octet, false);
		lane(0xFD, true);
		for (unsigned i = 1; i < gap || octets.size() % 4; i++)
			lane(0x07, true);
	}
	std::vector<xgmii_symbol> symbols()
	{
		std::vector<xgmii_symbol> ret;
		while (octets.size() % 8)
			lane(0x07, true);
		for (size_t i = 0; i < octets.size(); i += 8) {
			xgmii_symbol s = { 0, 0 };
			for (unsigned k = 0; k < 8; k++) {
				s.data |= static_cast<uint64_t>(octets[i + k]) << 8 * k;
				s.control |= static_cast<uint8_t>(control[i + k] << k);
			}
			ret.push_back(s);
		}
		return ret;
	}
};

/* Returns the lanes of SYMBOLS as octets and codes. */
lane_writer lanes_of(const std::vector<xgmii_symbol> &symbols)
{
	lane_writer ret;

	for (const xgmii_symbol &s : symbols)
		for (unsigned k = 0; k < 8; k++)
			ret.lane(static_cast<uint8_t>(s.data >> 8 * k), s.control >> k & 1);
	return ret;
}

std::vector<std::vector<uint8_t>> many_frames(unsigned count, uint32_t longest)
{
	std::vector<std::vector<uint8_t>> frames;
	uint64_t state = 7;

	for (unsigned i = 0; i < count; i++)
		frames.push_back(frame_octets(static_cast<uint32_t>(64 + number_from(state) % (longest - 63)), i + 1));
	return frames;
}

template <class Symbol> std::vector<Symbol> symbols_of(const std::vector<std::vector<uint8_t>> &frames, unsigned gap);
template <> std::vector<gmii_symbol> symbols_of(const std::vector<std::vector<uint8_t>> &frames, unsigned gap)
{
	std::vector<gmii_symbol> symbols(3);

	for (const std::vector<uint8_t> &frame : frames)
		append(symbols, frame, gap);
	return symbols;
}
template <> std::vector<xgmii_symbol> symbols_of(const std::vector<std::vector<uint8_t>> &frames, unsigned gap)
{
	lane_writer w;

	w.octets.assign(12, 0x07);
	w.control.assign(12, 1);
	for (const std::vector<uint8_t> &frame : frames)
		w.frame(frame, gap);
	return w.symbols();
}

/* The frames that reached the far end. */
std::vector<std::vector<uint8_t>> frames_in(const std::vector<gmii_symbol> &symbols)
{
	std::vector<std::vector<uint8_t>> frames;
	bool inside = false;

	for (const gmii_symbol &s : symbols) {
		if (s.dv && !inside)
			frames.emplace_back();
		inside = s.dv;
		if (inside)
			frames.back().push_back(s.d);
	}
	return frames;
}

std::vector<std::vector<uint8_t>> frames_in(const std::vector<xgmii_symbol> &symbols)
{
	std::vector<std::vector<uint8_t>> frames;
	lane_writer lanes = lanes_of(symbols);
	bool inside = false;

	for (size_t i = 0; i < lanes.octets.size(); i++) {
		if (lanes.control[i] && lanes.octets[i] == 0xFB) {
			CHECK(!inside && i % 4 == 0, "lane %zu: /S/", i);
			frames.emplace_back();
			inside = true;
		} else if (lanes.control[i] && inside && lanes.octets[i] != 0xFE) {
			CHECK(lanes.octets[i] == 0xFD, "lane %zu: %02X ends a frame", i, lanes.octets[i]);
			inside = false;
		} else {
			CHECK(inside || lanes.control[i], "lane %zu: an octet outside of frames", i);
			CHECK(inside || lanes.octets[i] == 0x07, "lane %zu: %02X outside of frames", i, lanes.octets[i]);
			if (inside)
				frames.back().push_back(lanes.octets[i]);
		}
	}
	return frames;
}

/* ---- a simulation of one direction ---- */

struct seen_frame {
	cable_frame frame;
	std::vector<uint8_t> sent, octets;
};

template <class Symbol> struct bench {
	cable_lane<Symbol> lane;
	/* one reader is made, and so runs, before the writer and one after it; both must read the same */
	reader<Symbol> early{ sc_core::sc_gen_unique_name("early") };
	writer<Symbol> source{ sc_core::sc_gen_unique_name("source") };
	reader<Symbol> late{ sc_core::sc_gen_unique_name("late") };
	std::vector<seen_frame> left;
	unsigned entered = 0;

	explicit bench(const cable_options &options, uint64_t seed = 1, unsigned direction = 0)
	    : lane(sc_core::sc_gen_unique_name("lane"), options, seed, direction)
	{
		source.clock = early.clock = late.clock = sc_core::sc_time::from_value(lane.clock_ps());
		early.in(lane);
		late.in(lane);
		source.out(lane);
		lane.on_entered = [this](const cable_frame &f) {
			entered++;
			CHECK(f.number == entered, "frame %" PRIu64 " is the %u. to enter", f.number, entered);
			CHECK(sc_core::sc_time_stamp().value() <= f.entered_end + 2 * lane.clock_ps(), "reported late");
		};
		lane.on_left = [this](const cable_frame &f) {
			uint64_t now = sc_core::sc_time_stamp().value();
			CHECK(now > f.left_end && now <= f.left_end + 2 * lane.clock_ps(),
			      "frame %" PRIu64 " reported at another time", f.number);
			left.push_back({ f, { f.sent, f.sent + f.sent_len }, { f.octets, f.octets + f.len } });
			left.back().frame.sent = left.back().frame.octets = nullptr;
		};
	}
	void run(const std::vector<Symbol> &symbols)
	{
		source.symbols = symbols;
		sc_core::sc_start(source.clock * static_cast<double>(symbols.size() + lane.delay_clocks() + 8));
		CHECK(early.symbols.size() == late.symbols.size(), "readers");
		CHECK(std::equal(early.symbols.begin(), early.symbols.end(), late.symbols.begin()),
		      "the reader that runs first at an edge reads something else");
		CHECK(lane.on_cable() == 0, "%zu frames stay on the cable", lane.on_cable());
	}
};

/* Every symbol arrives CLOCKS later than through an sc_signal. */
template <class Symbol> void check_delay(double length, unsigned clocks)
{
	cable_options options;
	options.length = length;
	bench<Symbol> b(options);
	std::vector<Symbol> symbols = symbols_of<Symbol>(many_frames(20, 300), 12);

	CHECK(b.lane.delay_clocks() == clocks, "%u clocks, expected %u", b.lane.delay_clocks(), clocks);
	b.source.changes_only = length > 500;
	b.run(symbols);
	for (size_t i = 0; i < symbols.size(); i++)
		CHECK(b.early.symbols[i + clocks + 1] == symbols[i], "symbol %zu does not leave in its clock", i);
	for (size_t i = 0; i <= clocks; i++)
		CHECK(b.early.symbols[i] == cable_traits<Symbol>::idle(), "not idle before the first symbol");
}

/* A lane without length behaves like an sc_signal. */
template <class Symbol> void check_signal()
{
	bench<Symbol> b{ cable_options() };
	sc_core::sc_signal<Symbol> signal("signal", cable_traits<Symbol>::idle());
	writer<Symbol> source("beside");
	reader<Symbol> sink("sink");

	source.out(signal);
	sink.in(signal);
	source.symbols = symbols_of<Symbol>(many_frames(5, 100), 12);
	b.run(source.symbols);
	CHECK(sink.symbols.size() > 60 && std::equal(sink.symbols.begin(), sink.symbols.end(), b.early.symbols.begin()),
	      "a direct binding differs from a sc_signal");
}

template <class Symbol> void check_frames(const char *capture)
{
	cable_options options;
	options.length = 100;
	options.capture = capture;
	bench<Symbol> b(options);
	std::vector<std::vector<uint8_t>> frames = many_frames(30, 400);
	uint64_t clock = cable_traits<Symbol>::clock_ps, octet = cable_traits<Symbol>::octet_ps, start = 12 * octet;

	frames[10] = frame_octets(9018, 10);
	frames[20] = frame_octets(9017, 20);
	frames.push_back(control_octets(0x0001, 0x1234));
	frames.push_back(control_octets(0x0101, 0x00A5));
	frames.push_back(control_octets(0x0002, 0));
	if (octet == clock)
		start = 3 * octet;
	b.run(symbols_of<Symbol>(frames, 12));
	CHECK(b.left.size() == frames.size() && b.entered == frames.size(), "%zu of %zu frames left", b.left.size(),
	      frames.size());
	for (size_t i = 0; i < frames.size(); i++) {
		const seen_frame &f = b.left[i];
		CHECK(f.frame.number == i + 1 && f.sent == frames[i] && f.octets == frames[i], "frame %zu", i);
		CHECK(!f.frame.lost && !f.frame.damaged && !f.frame.cut, "frame %zu: fate", i);
		CHECK(f.frame.entered == start, "frame %zu entered at %" PRIu64 ", expected %" PRIu64, i, f.frame.entered, start);
		CHECK(f.frame.entered_end == start + (8 + frames[i].size()) * octet, "frame %zu: end", i);
		CHECK(f.frame.left == f.frame.entered + b.lane.delay_ps() &&
		          f.frame.left_end == f.frame.entered_end + b.lane.delay_ps(),
		      "frame %zu: delay", i);
		start = f.frame.entered_end + 12 * octet;
		if (octet != clock)
			start = (start + 4 * octet - 1) / (4 * octet) * (4 * octet);
	}
	for (size_t i = 0; i < 30; i++)
		CHECK(b.left[i].frame.kind == cable_kind::data, "frame %zu: kind", i);
	CHECK(b.left[30].frame.kind == cable_kind::pause && b.left[30].frame.quanta == 0x1234, "PAUSE");
	CHECK(b.left[31].frame.kind == cable_kind::pfc && b.left[31].frame.classes == 0x00A5, "PFC");
	CHECK(b.left[32].frame.kind == cable_kind::control, "MAC control");
	const cable_counts &c = b.lane.counts();
	CHECK(c.entered == 33 && c.sent == 33 && c.data == 30 && c.pause == 1 && c.pfc == 1 && c.control == 1, "counts of kinds");
	CHECK(c.damaged == 0 && c.lost == 0 && c.cut == 0 && c.bit_errors == 0, "counts of fates");

	CHECK(b.lane.close_capture() == 0, "capture");
	char error[PCAP_ERRBUF_SIZE];
	pcap_t *in = pcap_open_offline_with_tstamp_precision(capture, PCAP_TSTAMP_PRECISION_NANO, error);
	CHECK(in, "%s", error);
	for (size_t i = 0; i < frames.size(); i++) {
		pcap_pkthdr *header;
		const u_char *data;
		CHECK(pcap_next_ex(in, &header, &data) == 1, "capture ends before frame %zu", i);
		CHECK(header->caplen == frames[i].size() && !std::memcmp(data, frames[i].data(), frames[i].size()),
		      "captured frame %zu", i);
		uint64_t ns = static_cast<uint64_t>(header->ts.tv_sec) * 1000000000 + static_cast<uint64_t>(header->ts.tv_usec);
		CHECK(ns == b.left[i].frame.left / 1000, "captured frame %zu at %" PRIu64 " ns", i, ns);
	}
	pcap_pkthdr *header;
	const u_char *data;
	CHECK(pcap_next_ex(in, &header, &data) == PCAP_ERROR_BREAK, "more frames captured");
	pcap_close(in);
}

unsigned bits_of(unsigned value)
{
	return value ? (value & 1) + bits_of(value >> 1) : 0;
}

/* Errors come at the requested rate and in octets of frames only. */
unsigned count_errors(const std::vector<gmii_symbol> &sent, const gmii_symbol *left)
{
	unsigned errors = 0;

	for (size_t i = 0; i < sent.size(); i++) {
		CHECK(sent[i].dv == left[i].dv && sent[i].er == left[i].er, "symbol %zu: control signals", i);
		CHECK((sent[i].dv && !sent[i].er) || sent[i].d == left[i].d, "symbol %zu: outside of frames or an error octet",
		      i);
		errors += bits_of(sent[i].d ^ left[i].d);
	}
	return errors;
}

unsigned count_errors(const std::vector<xgmii_symbol> &sent, const xgmii_symbol *left)
{
	unsigned errors = 0;

	for (size_t i = 0; i < sent.size(); i++) {
		CHECK(sent[i].control == left[i].control, "symbol %zu: control", i);
		for (unsigned k = 0; k < 8; k++) {
			unsigned wrong = (sent[i].data ^ left[i].data) >> 8 * k & 0xFF;
			CHECK(!wrong || !(sent[i].control >> k & 1), "symbol %zu: a control code", i);
			errors += bits_of(wrong);
		}
	}
	return errors;
}

/* Replaces one symbol in 16 of the frames by one with error codes; returns how many bits of data are lost. */
double with_codes(std::vector<gmii_symbol> &symbols)
{
	double bits = 0;

	for (size_t i = 20; i < symbols.size(); i += 16) {
		symbols[i].er = symbols[i].dv && symbols[i - 9].dv;
		bits += 8 * symbols[i].er;
	}
	return bits;
}

double with_codes(std::vector<xgmii_symbol> &symbols)
{
	double bits = 0;

	for (size_t i = 3; i < symbols.size(); i += 16) {
		if (symbols[i].control || symbols[i - 1].control)
			continue;
		symbols[i].control = 0x10;
		symbols[i].data = (symbols[i].data & ~UINT64_C(0xFF00000000)) | UINT64_C(0xFE00000000);
		bits += 8;
	}
	return bits;
}

template <class Symbol> void check_errors()
{
	cable_options options;
	options.length = 10;
	options.ber = 5e-4;
	bench<Symbol> b(options, 1), again(options, 1), other(options, 2), back(options, 1, 1);
	std::vector<std::vector<uint8_t>> frames = many_frames(1000, 1000);
	std::vector<Symbol> symbols = symbols_of<Symbol>(frames, 12);
	double bits = 0;

	for (const std::vector<uint8_t> &frame : frames)
		bits += static_cast<double>(frame.size() + 8 - (cable_traits<Symbol>::octet_ps == 800)) * 8;
	bits -= with_codes(symbols);

	for (bench<Symbol> *one : { &again, &other, &back })
		one->source.symbols = symbols;
	b.run(symbols);
	unsigned errors = count_errors(symbols, &b.early.symbols[b.lane.delay_clocks() + 1]);
	/* 3 sigma */
	double expected = bits * options.ber, slack = 3 * std::sqrt(expected);
	CHECK(errors > expected - slack && errors < expected + slack, "%u bit errors, expected about %.0f", errors, expected);
	CHECK(b.lane.counts().bit_errors == errors, "counted %" PRIu64 ", seen %u", b.lane.counts().bit_errors, errors);
	CHECK(b.early.symbols == again.early.symbols, "the same seed gives other errors");
	CHECK(!(b.early.symbols == other.early.symbols), "another seed gives the same errors");
	CHECK(!(b.early.symbols == back.early.symbols), "both directions have the same errors");
	unsigned damaged = 0, differ = 0;
	for (size_t i = 0; i < frames.size(); i++) {
		CHECK(b.left[i].sent.size() == frames[i].size(), "frame %zu as sent", i);
		damaged += b.left[i].frame.damaged;
		differ += b.left[i].octets != b.left[i].sent;
		CHECK(b.left[i].frame.damaged == (b.left[i].frame.bit_errors > 0), "frame %zu: flag", i);
	}
	CHECK(damaged == b.lane.counts().damaged && differ <= damaged && differ > damaged * 9 / 10, "%u damaged, %u differ",
	      damaged, differ);
	std::vector<std::vector<uint8_t>> seen = frames_in(b.early.symbols);
	for (size_t i = 0; i < frames.size(); i++)
		/* an error may turn an octet of the preamble into an SFD */
		CHECK(b.left[i].octets.size() != frames[i].size() ||
		          std::equal(b.left[i].octets.begin(), b.left[i].octets.end(),
		                     seen[i].end() - static_cast<long>(frames[i].size())),
		      "frame %zu as left", i);
}

/* A lost frame leaves no trace and all others are whole, at XGMII also where two share a word. */
template <class Symbol> void check_losses(unsigned gap)
{
	cable_options options;
	options.lose = 0.3;
	bench<Symbol> b(options, 5);
	std::vector<std::vector<uint8_t>> frames = many_frames(1000, 130), arrived;
	size_t next = 0;

	b.run(symbols_of<Symbol>(frames, gap));
	arrived = frames_in(b.early.symbols);
	CHECK(arrived.size() > 620 && arrived.size() < 780, "%zu of 1000 arrived", arrived.size());
	CHECK(b.left.size() == 1000 && b.lane.counts().sent == 1000, "%zu frames reported", b.left.size());
	CHECK(b.lane.counts().lost == 1000 - arrived.size(), "counted");
	for (size_t i = 0; i < frames.size(); i++) {
		CHECK(b.left[i].sent == frames[i], "frame %zu as sent", i);
		if (b.left[i].frame.lost) {
			CHECK(b.left[i].octets.empty(), "frame %zu is lost and leaves octets", i);
			continue;
		}
		CHECK(next < arrived.size() && arrived[next].size() >= frames[i].size() && b.left[i].octets == frames[i],
		      "frame %zu", i);
		CHECK(std::equal(frames[i].begin(), frames[i].end(), arrived[next].end() - static_cast<long>(frames[i].size())),
		      "frame %zu did not arrive as it is", i);
		next++;
	}
	CHECK(next == arrived.size(), "more frames");
}

/* Five frames; the cut begins in the second and ends in the fourth. */
template <class Symbol> void check_cut()
{
	std::vector<std::vector<uint8_t>> frames(5, frame_octets(200, 3));
	uint64_t octet = cable_traits<Symbol>::octet_ps, frame = 220 * octet, start = (octet == 800 ? 12 : 3) * octet;
	cable_options options;

	options.length = 20;
	options.cuts = { { start + frame + 104 * octet, start + 3 * frame + 72 * octet } };
	bench<Symbol> b(options);
	b.run(symbols_of<Symbol>(frames, 12));
	CHECK(b.left.size() == 5, "%zu frames reported", b.left.size());
	const bool cut[] = { false, true, true, true, false };
	for (unsigned i = 0; i < 5; i++)
		CHECK(b.left[i].frame.cut == cut[i] && b.left[i].sent == frames[i], "frame %u", i);
	/* at XGMII whole words are cut */
	CHECK(b.left[0].octets == frames[0] && b.left[4].octets == frames[4], "whole frames");
	CHECK(b.left[1].octets.size() >= 88 && b.left[1].octets.size() <= 104, "%zu octets of the second frame",
	      b.left[1].octets.size());
	CHECK(b.left[2].octets.empty() && b.left[3].octets.empty(), "octets of frames whose begin was cut");
	CHECK(b.lane.counts().cut == 3, "counted");
	size_t busy = 0;
	for (const Symbol &s : b.early.symbols)
		busy += !(s == cable_traits<Symbol>::idle());
	CHECK(busy <= (2 * 208 + 112) * octet / cable_traits<Symbol>::clock_ps + 4, "%zu symbols are not idle", busy);
}

/* A false carrier, rx_er without rx_dv, is no frame; the cut removes 16 of its 40 clocks. */
void check_cut_outside()
{
	const uint64_t clock = cable_traits<gmii_symbol>::clock_ps;
	cable_options options;

	options.cuts = { { 20 * clock, 36 * clock } };
	bench<gmii_symbol> b(options);
	std::vector<gmii_symbol> symbols(60);
	std::fill(symbols.begin() + 10, symbols.begin() + 50, gmii_symbol{ 0x0E, false, true });
	b.run(symbols);
	size_t errors = 0;
	for (const gmii_symbol &s : b.early.symbols)
		errors += s.er;
	CHECK(b.left.empty(), "a frame was reported");
	CHECK(errors == 40 - 16, "%zu of 24 clocks of false carrier left the cable", errors);
}

/* No process reads at each clock; the event alone announces the symbols. */
template <class Symbol> void check_event()
{
	cable_options options;
	options.length = 50;
	cable_lane<Symbol> lane("lane", options, 1, 0);
	writer<Symbol> source("source");
	listener<Symbol> sink("sink");
	std::vector<std::pair<uint64_t, Symbol>> expected;
	Symbol newest = cable_traits<Symbol>::idle();
	uint64_t time = 0;

	source.out(lane);
	sink.in(lane);
	source.symbols = symbols_of<Symbol>(many_frames(5, 100), 12);
	for (const Symbol &s : source.symbols) {
		if (!(s == newest))
			expected.emplace_back(time + lane.delay_ps() + 1, s);
		newest = s;
		time += cable_traits<Symbol>::clock_ps;
	}
	if (!(newest == cable_traits<Symbol>::idle()))
		expected.emplace_back(time + lane.delay_ps() + 1, cable_traits<Symbol>::idle());
	sc_core::sc_start(20, sc_core::SC_US);
	CHECK(sink.changes.size() == expected.size(), "%zu events, expected %zu", sink.changes.size(), expected.size());
	for (size_t i = 0; i < expected.size(); i++)
		CHECK(sink.changes[i].first == expected[i].first && sink.changes[i].second == expected[i].second, "event %zu", i);
	CHECK(sink.wrong == 0, "event() is false in %u of them", sink.wrong);
}

/* The signals of the probe in each clock, for a PAUSE of 64 octets and a frame of 100. */
template <class Symbol> void check_look()
{
	const uint64_t octet = cable_traits<Symbol>::octet_ps, clock = cable_traits<Symbol>::clock_ps;
	const uint64_t begin[] = { (octet == clock ? 3 : 12) * octet, (octet == clock ? 87 : 96) * octet },
		       octets[] = { 72, 108 };
	cable_options options;

	options.length = 100;
	bench<Symbol> b(options);
	b.source.symbols = symbols_of<Symbol>({ control_octets(1, 77), frame_octets(100, 2) }, 12);
	sc_core::sc_start(1, sc_core::SC_PS);
	for (uint64_t now = 0; now < 220 * octet + b.lane.delay_ps(); now += clock) {
		for (uint64_t shift : { UINT64_C(0), b.lane.delay_ps() }) {
			cable_view view = b.lane.look(shift != 0), expected;
			for (unsigned i = 0; i < 2; i++) {
				/* octets whose time comes before the end of the clock */
				int64_t passed = (static_cast<int64_t>(now + clock) - static_cast<int64_t>(begin[i] + shift)) /
				                 static_cast<int64_t>(octet);
				if (passed <= 0)
					continue;
				expected.number = i + 1;
				expected.valid = now < begin[i] + shift + octets[i] * octet;
				if (begin[i] + shift + octets[i] * octet < now + clock)
					expected.octets = static_cast<uint32_t>(octets[i] - 8);
				expected.kind = passed < 8 + 18 ? cable_kind::unknown : i ? cable_kind::data : cable_kind::pause;
			}
			CHECK(view.valid == expected.valid && view.number == expected.number,
			      "%" PRIu64 " ps, end %d: valid %d, number %" PRIu64, now, shift != 0, view.valid, view.number);
			CHECK(view.kind == expected.kind && view.octets == expected.octets,
			      "%" PRIu64 " ps, end %d: octets %u, expected %u", now, shift != 0, view.octets, expected.octets);
			CHECK(view.quanta == (view.kind == cable_kind::pause || view.number > 1 ? 77 : 0), "%u quanta",
			      view.quanta);
		}
		sc_core::sc_start(clock_time<Symbol>());
	}
}

/* ---- MII at 10 and 100 Mb/s ---- */

/* Makes frames as nibbles, the low one first. */
std::vector<gmii_symbol> nibbles_of(const std::vector<std::vector<uint8_t>> &frames)
{
	std::vector<gmii_symbol> symbols;

	for (const gmii_symbol &s : symbols_of<gmii_symbol>(frames, 12)) {
		symbols.push_back({ static_cast<uint8_t>(s.d & 0xF), s.dv, false });
		symbols.push_back({ static_cast<uint8_t>(s.d >> 4), s.dv, false });
	}
	return symbols;
}

/* Delay, octets, kinds and times; the fifth frame has a nibble too many. */
void check_nibbles(const char *capture, uint32_t mbps, unsigned delay)
{
	const uint64_t clock = 4000000 / mbps;
	std::vector<std::vector<uint8_t>> frames = many_frames(20, 400);
	cable_options options;

	frames.push_back(control_octets(0x0001, 0x1234));
	options.length = 100;
	options.mbps = mbps;
	options.capture = capture;
	bench<gmii_symbol> b(options);
	std::vector<gmii_symbol> symbols = nibbles_of(frames);
	size_t start = 6, odd = 0;
	for (size_t i = 0; i < 4; i++)
		odd += 2 * (8 + frames[i].size() + 12);
	odd += 6 + 2 * (8 + frames[4].size());
	CHECK(symbols[odd - 1].dv && !symbols[odd].dv, "where the fifth frame ends");
	symbols[odd] = { 0x7, true, false };
	b.run(symbols);

	CHECK(b.lane.clock_ps() == clock && b.lane.delay_clocks() == delay, "%u clocks of %" PRIu64 " ps", b.lane.delay_clocks(),
	      b.lane.clock_ps());
	for (size_t i = 0; i < symbols.size(); i++)
		CHECK(b.early.symbols[i + delay + 1] == symbols[i], "nibble %zu does not leave in its clock", i);
	CHECK(b.left.size() == frames.size(), "%zu of %zu frames left", b.left.size(), frames.size());
	for (size_t i = 0; i < frames.size(); i++) {
		const seen_frame &f = b.left[i];
		size_t end = start + 2 * (8 + frames[i].size()) + (i == 4);
		CHECK(f.sent == frames[i] && f.octets == frames[i], "frame %zu", i);
		CHECK(f.frame.kind == (i == 20 ? cable_kind::pause : cable_kind::data), "frame %zu: kind", i);
		CHECK(f.frame.entered == start * clock && f.frame.entered_end == end * clock, "frame %zu: times", i);
		start += 2 * (8 + frames[i].size() + 12);
	}
	CHECK(b.left[20].frame.quanta == 0x1234, "PAUSE");
	CHECK(b.lane.close_capture() == 0, "capture");

	char error[PCAP_ERRBUF_SIZE];
	pcap_t *in = pcap_open_offline_with_tstamp_precision(capture, PCAP_TSTAMP_PRECISION_NANO, error);
	CHECK(in, "%s", error);
	for (size_t i = 0; i < frames.size(); i++) {
		pcap_pkthdr *header;
		const u_char *data;
		CHECK(pcap_next_ex(in, &header, &data) == 1, "capture ends before frame %zu", i);
		CHECK(header->caplen == frames[i].size() && !std::memcmp(data, frames[i].data(), frames[i].size()),
		      "captured frame %zu", i);
		uint64_t ns = static_cast<uint64_t>(header->ts.tv_sec) * 1000000000 + static_cast<uint64_t>(header->ts.tv_usec);
		CHECK(ns == b.left[i].frame.left / 1000, "captured frame %zu at %" PRIu64 " ns", i, ns);
	}
	pcap_close(in);
}

/* Errors change the four bits of a nibble only. */
void check_nibble_errors()
{
	std::vector<std::vector<uint8_t>> frames = many_frames(1000, 1000);
	std::vector<gmii_symbol> symbols = nibbles_of(frames);
	cable_options options;
	double bits = 0;

	options.ber = 5e-4;
	options.mbps = 100;
	bench<gmii_symbol> b(options);
	b.run(symbols);
	for (const std::vector<uint8_t> &frame : frames)
		bits += static_cast<double>(frame.size() + 8) * 8;
	unsigned errors = count_errors(symbols, &b.early.symbols[1]), damaged = 0, differ = 0;
	double expected = bits * options.ber, slack = 3 * std::sqrt(expected);
	CHECK(errors > expected - slack && errors < expected + slack, "%u bit errors, expected about %.0f", errors, expected);
	CHECK(b.lane.counts().bit_errors == errors, "counted %" PRIu64 ", seen %u", b.lane.counts().bit_errors, errors);
	for (size_t i = 0; i < symbols.size(); i++)
		CHECK(b.early.symbols[i + 1].d < 16, "clock %zu: more than a nibble", i);
	for (size_t i = 0; i < frames.size(); i++) {
		CHECK(b.left[i].sent == frames[i], "frame %zu", i);
		damaged += b.left[i].frame.damaged;
		differ += b.left[i].octets != frames[i];
	}
	CHECK(damaged > 500 && differ == damaged, "%u frames damaged, %u differ", damaged, differ);
}

/* A PAUSE is recognised with the last nibble of its time, 2 x (8 + 18) clocks after its begin. */
void check_nibble_look()
{
	const uint64_t clock = 40000;
	cable_options options;

	options.mbps = 100;
	bench<gmii_symbol> b(options);
	b.source.symbols = nibbles_of({ control_octets(1, 77) });
	sc_core::sc_start(1, sc_core::SC_PS);
	for (unsigned i = 0; i < 170; i++) {
		cable_view view = b.lane.look(false);
		bool on = i >= 6 && i < 6 + 144;
		CHECK(view.valid == on, "clock %u: valid %d", i, view.valid);
		CHECK(!on || view.kind == (i < 6 + 51 ? cable_kind::unknown : cable_kind::pause), "clock %u: kind", i);
		CHECK(view.quanta == (i < 6 + 51 ? 0 : 77), "clock %u: %u quanta", i, view.quanta);
		sc_core::sc_start(sc_core::sc_time::from_value(clock));
	}
}

void check_writers()
{
	cable_lane<gmii_symbol> lane("lane", cable_options(), 1, 0);
	writer<gmii_symbol> one("one"), two("two");

	sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
	one.out(lane);
	two.out(lane);
	try {
		sc_core::sc_start(sc_core::SC_ZERO_TIME);
	} catch (const sc_core::sc_report &report) {
		CHECK(std::strstr(report.get_msg(), "two ports write"), "%s", report.get_msg());
		return;
	}
	CHECK(false, "two writers are taken");
}

void check_options(const char *file)
{
	cable_options options;
	unsigned refused = 0;

	for (unsigned i = 0; i < 6; i++) {
		options = cable_options();
		options.length = i == 0 ? -1 : 1;
		options.velocity = i == 1 ? 0 : 0.5;
		options.ber = i == 2 ? 1.5 : 0;
		options.lose = i == 3 ? -0.1 : 0;
		options.mbps = i == 5 ? 1000 : 0;
		options.capture = i == 4 ? std::string(file) + "/no/such/folder" : "";
		try {
			cable<gmii_symbol> c("cable", options, cable_options(), 1);
		} catch (const std::exception &) {
			refused++;
		}
	}
	CHECK(refused == 6, "%u of 6 impossible options refused", refused);
}

struct test_case {
	const char *name;
	void (*run)(const char *file);
};

/* Delays: length / (0.66 x 299,792,458 m/s), in clocks of 8 and 6.4 ns (nibbles: 40 and 400), rounded up. */
const test_case cases[] = {
	{ "gmii-delay-0", [](const char *) { check_delay<gmii_symbol>(0, 0); } },
	{ "gmii-delay-1", [](const char *) { check_delay<gmii_symbol>(1, 1); } },
	{ "gmii-delay-100", [](const char *) { check_delay<gmii_symbol>(100, 64); } },
	{ "gmii-delay-10000", [](const char *) { check_delay<gmii_symbol>(10000, 6318); } },
	{ "xgmii-delay-0", [](const char *) { check_delay<xgmii_symbol>(0, 0); } },
	{ "xgmii-delay-100", [](const char *) { check_delay<xgmii_symbol>(100, 79); } },
	{ "xgmii-delay-10000", [](const char *) { check_delay<xgmii_symbol>(10000, 7897); } },
	{ "gmii-signal", [](const char *) { check_signal<gmii_symbol>(); } },
	{ "xgmii-signal", [](const char *) { check_signal<xgmii_symbol>(); } },
	{ "gmii-frames", check_frames<gmii_symbol> },
	{ "xgmii-frames", check_frames<xgmii_symbol> },
	{ "gmii-errors", [](const char *) { check_errors<gmii_symbol>(); } },
	{ "xgmii-errors", [](const char *) { check_errors<xgmii_symbol>(); } },
	{ "gmii-losses", [](const char *) { check_losses<gmii_symbol>(12); } },
	{ "xgmii-losses", [](const char *) { check_losses<xgmii_symbol>(12); } },
	{ "xgmii-losses-shared", [](const char *) { check_losses<xgmii_symbol>(1); } },
	{ "gmii-cut", [](const char *) { check_cut<gmii_symbol>(); } },
	{ "gmii-cut-outside", [](const char *) { check_cut_outside(); } },
	{ "xgmii-cut", [](const char *) { check_cut<xgmii_symbol>(); } },
	{ "gmii-event", [](const char *) { check_event<gmii_symbol>(); } },
	{ "xgmii-event", [](const char *) { check_event<xgmii_symbol>(); } },
	{ "gmii-look", [](const char *) { check_look<gmii_symbol>(); } },
	{ "xgmii-look", [](const char *) { check_look<xgmii_symbol>(); } },
	{ "mii-100", [](const char *file) { check_nibbles(file, 100, 13); } },
	{ "mii-10", [](const char *file) { check_nibbles(file, 10, 2); } },
	{ "mii-errors", [](const char *) { check_nibble_errors(); } },
	{ "mii-look", [](const char *) { check_nibble_look(); } },
	{ "two-writers", [](const char *) { check_writers(); } },
	{ "options", check_options },
};
} // namespace

int sc_main(int argc, char *argv[])
{
	for (const test_case &c : cases) {
		if (argc > 1 && !std::strcmp(argv[1], c.name)) {
			c.run(argc > 2 ? argv[2] : "cable.pcap");
			return 0;
		}
	}
	if (argc > 1) {
		std::fprintf(stderr, "cable_check: no case '%s'; without one they are listed\n", argv[1]);
		return 2;
	}
	for (const test_case &c : cases)
		std::puts(c.name);
	return 0;
}
