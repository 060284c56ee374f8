/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the cable, one simulation per process: cable_check CASE [FILE]. Exit status 0, or 1 with the difference on stderr. */
#include "cable_bench.h"
#include "cable_symbols.h"

#include <algorithm>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pcap/pcap.h>
#include <utility>

namespace
{
using namespace pausebench;

/* Every symbol arrives CLOCKS later than through an sc_signal. */
template <class Symbol> void check_delay(double length, unsigned clocks)
{
	cable_options options;
	options.length = length;
	bench<Symbol> b(options);
	std::vector<Symbol> symbols = symbols_of<Symbol>(many_frames(20, 300), 12);

	REQUIRE(b.lane.delay_clocks() == clocks, "%u clocks, expected %u", b.lane.delay_clocks(), clocks);
	b.source.changes_only = length > 500;
	b.run(symbols);
	for (size_t i = 0; i < symbols.size(); i++)
		REQUIRE(b.early.symbols[i + clocks + 1] == symbols[i], "symbol %zu does not leave in its clock", i);
	for (size_t i = 0; i <= clocks; i++)
		REQUIRE(b.early.symbols[i] == cable_traits<Symbol>::idle(), "not idle before the first symbol");
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
	REQUIRE(sink.symbols.size() > 60 && std::equal(sink.symbols.begin(), sink.symbols.end(), b.early.symbols.begin()),
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
	REQUIRE(b.left.size() == frames.size() && b.entered == frames.size(), "%zu of %zu frames left", b.left.size(),
	        frames.size());
	for (size_t i = 0; i < frames.size(); i++) {
		const seen_frame &f = b.left[i];
		REQUIRE(f.frame.number == i + 1 && f.sent == frames[i] && f.octets == frames[i], "frame %zu", i);
		REQUIRE(!f.frame.lost && !f.frame.damaged && !f.frame.cut, "frame %zu: fate", i);
		REQUIRE(f.frame.entered == start, "frame %zu entered at %" PRIu64 ", expected %" PRIu64, i, f.frame.entered,
		        start);
		REQUIRE(f.frame.entered_end == start + (8 + frames[i].size()) * octet, "frame %zu: end", i);
		REQUIRE(f.frame.left == f.frame.entered + b.lane.delay_ps() &&
		            f.frame.left_end == f.frame.entered_end + b.lane.delay_ps(),
		        "frame %zu: delay", i);
		start = f.frame.entered_end + 12 * octet;
		if (octet != clock)
			start = (start + 4 * octet - 1) / (4 * octet) * (4 * octet);
	}
	for (size_t i = 0; i < 30; i++)
		REQUIRE(b.left[i].frame.kind == cable_kind::data, "frame %zu: kind", i);
	REQUIRE(b.left[30].frame.kind == cable_kind::pause && b.left[30].frame.quanta == 0x1234, "PAUSE");
	REQUIRE(b.left[31].frame.kind == cable_kind::pfc && b.left[31].frame.classes == 0x00A5, "PFC");
	REQUIRE(b.left[32].frame.kind == cable_kind::control, "MAC control");
	const cable_counts &c = b.lane.counts();
	REQUIRE(c.entered == 33 && c.sent == 33 && c.data == 30 && c.pause == 1 && c.pfc == 1 && c.control == 1,
	        "counts of kinds");
	REQUIRE(c.damaged == 0 && c.lost == 0 && c.cut == 0 && c.bit_errors == 0, "counts of fates");

	REQUIRE(b.lane.close_capture() == 0, "capture");
	char error[PCAP_ERRBUF_SIZE];
	pcap_t *in = pcap_open_offline_with_tstamp_precision(capture, PCAP_TSTAMP_PRECISION_NANO, error);
	REQUIRE(in, "%s", error);
	for (size_t i = 0; i < frames.size(); i++) {
		pcap_pkthdr *header;
		const u_char *data;
		REQUIRE(pcap_next_ex(in, &header, &data) == 1, "capture ends before frame %zu", i);
		REQUIRE(header->caplen == frames[i].size() && !std::memcmp(data, frames[i].data(), frames[i].size()),
		        "captured frame %zu", i);
		uint64_t ns = static_cast<uint64_t>(header->ts.tv_sec) * 1000000000 + static_cast<uint64_t>(header->ts.tv_usec);
		REQUIRE(ns == b.left[i].frame.left / 1000, "captured frame %zu at %" PRIu64 " ns", i, ns);
	}
	pcap_pkthdr *header;
	const u_char *data;
	REQUIRE(pcap_next_ex(in, &header, &data) == PCAP_ERROR_BREAK, "more frames captured");
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
		REQUIRE(sent[i].dv == left[i].dv && sent[i].er == left[i].er, "symbol %zu: control signals", i);
		REQUIRE((sent[i].dv && !sent[i].er) || sent[i].d == left[i].d, "symbol %zu: outside of frames or an error octet",
		        i);
		errors += bits_of(sent[i].d ^ left[i].d);
	}
	return errors;
}

unsigned count_errors(const std::vector<xgmii_symbol> &sent, const xgmii_symbol *left)
{
	unsigned errors = 0;

	for (size_t i = 0; i < sent.size(); i++) {
		REQUIRE(sent[i].control == left[i].control, "symbol %zu: control", i);
		for (unsigned k = 0; k < 8; k++) {
			unsigned wrong = (sent[i].data ^ left[i].data) >> 8 * k & 0xFF;
			REQUIRE(!wrong || !(sent[i].control >> k & 1), "symbol %zu: a control code", i);
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
	REQUIRE(errors > expected - slack && errors < expected + slack, "%u bit errors, expected about %.0f", errors, expected);
	REQUIRE(b.lane.counts().bit_errors == errors, "counted %" PRIu64 ", seen %u", b.lane.counts().bit_errors, errors);
	REQUIRE(b.early.symbols == again.early.symbols, "the same seed gives other errors");
	REQUIRE(!(b.early.symbols == other.early.symbols), "another seed gives the same errors");
	REQUIRE(!(b.early.symbols == back.early.symbols), "both directions have the same errors");
	unsigned damaged = 0, differ = 0;
	for (size_t i = 0; i < frames.size(); i++) {
		REQUIRE(b.left[i].sent.size() == frames[i].size(), "frame %zu as sent", i);
		damaged += b.left[i].frame.damaged;
		differ += b.left[i].octets != b.left[i].sent;
		REQUIRE(b.left[i].frame.damaged == (b.left[i].frame.bit_errors > 0), "frame %zu: flag", i);
	}
	REQUIRE(damaged == b.lane.counts().damaged && differ <= damaged && differ > damaged * 9 / 10, "%u damaged, %u differ",
	        damaged, differ);
	std::vector<std::vector<uint8_t>> seen = frames_in(b.early.symbols);
	for (size_t i = 0; i < frames.size(); i++)
		/* an error may turn an octet of the preamble into an SFD */
		REQUIRE(b.left[i].octets.size() != frames[i].size() ||
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
	REQUIRE(arrived.size() > 620 && arrived.size() < 780, "%zu of 1000 arrived", arrived.size());
	REQUIRE(b.left.size() == 1000 && b.lane.counts().sent == 1000, "%zu frames reported", b.left.size());
	REQUIRE(b.lane.counts().lost == 1000 - arrived.size(), "counted");
	for (size_t i = 0; i < frames.size(); i++) {
		REQUIRE(b.left[i].sent == frames[i], "frame %zu as sent", i);
		if (b.left[i].frame.lost) {
			REQUIRE(b.left[i].octets.empty(), "frame %zu is lost and leaves octets", i);
			continue;
		}
		REQUIRE(next < arrived.size() && arrived[next].size() >= frames[i].size() && b.left[i].octets == frames[i],
		        "frame %zu", i);
		REQUIRE(std::equal(frames[i].begin(), frames[i].end(), arrived[next].end() - static_cast<long>(frames[i].size())),
		        "frame %zu did not arrive as it is", i);
		next++;
	}
	REQUIRE(next == arrived.size(), "more frames");
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
	REQUIRE(b.left.size() == 5, "%zu frames reported", b.left.size());
	const bool cut[] = { false, true, true, true, false };
	for (unsigned i = 0; i < 5; i++)
		REQUIRE(b.left[i].frame.cut == cut[i] && b.left[i].sent == frames[i], "frame %u", i);
	/* at XGMII whole words are cut */
	REQUIRE(b.left[0].octets == frames[0] && b.left[4].octets == frames[4], "whole frames");
	REQUIRE(b.left[1].octets.size() >= 88 && b.left[1].octets.size() <= 104, "%zu octets of the second frame",
	        b.left[1].octets.size());
	REQUIRE(b.left[2].octets.empty() && b.left[3].octets.empty(), "octets of frames whose begin was cut");
	REQUIRE(b.lane.counts().cut == 3, "counted");
	size_t busy = 0;
	for (const Symbol &s : b.early.symbols)
		busy += !(s == cable_traits<Symbol>::idle());
	REQUIRE(busy <= (2 * 208 + 112) * octet / cable_traits<Symbol>::clock_ps + 4, "%zu symbols are not idle", busy);
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
	REQUIRE(b.left.empty(), "a frame was reported");
	REQUIRE(errors == 40 - 16, "%zu of 24 clocks of false carrier left the cable", errors);
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
	REQUIRE(sink.changes.size() == expected.size(), "%zu events, expected %zu", sink.changes.size(), expected.size());
	for (size_t i = 0; i < expected.size(); i++)
		REQUIRE(sink.changes[i].first == expected[i].first && sink.changes[i].second == expected[i].second, "event %zu",
		        i);
	REQUIRE(sink.wrong == 0, "event() is false in %u of them", sink.wrong);
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
			REQUIRE(view.valid == expected.valid && view.number == expected.number,
			        "%" PRIu64 " ps, end %d: valid %d, number %" PRIu64, now, shift != 0, view.valid, view.number);
			REQUIRE(view.kind == expected.kind && view.octets == expected.octets,
			        "%" PRIu64 " ps, end %d: octets %u, expected %u", now, shift != 0, view.octets, expected.octets);
			REQUIRE(view.quanta == (view.kind == cable_kind::pause || view.number > 1 ? 77 : 0), "%u quanta",
			        view.quanta);
		}
		sc_core::sc_start(sc_core::sc_time::from_value(cable_traits<Symbol>::clock_ps));
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
	REQUIRE(symbols[odd - 1].dv && !symbols[odd].dv, "where the fifth frame ends");
	symbols[odd] = { 0x7, true, false };
	b.run(symbols);

	REQUIRE(b.lane.clock_ps() == clock && b.lane.delay_clocks() == delay, "%u clocks of %" PRIu64 " ps",
	        b.lane.delay_clocks(), b.lane.clock_ps());
	for (size_t i = 0; i < symbols.size(); i++)
		REQUIRE(b.early.symbols[i + delay + 1] == symbols[i], "nibble %zu does not leave in its clock", i);
	REQUIRE(b.left.size() == frames.size(), "%zu of %zu frames left", b.left.size(), frames.size());
	for (size_t i = 0; i < frames.size(); i++) {
		const seen_frame &f = b.left[i];
		size_t end = start + 2 * (8 + frames[i].size()) + (i == 4);
		REQUIRE(f.sent == frames[i] && f.octets == frames[i], "frame %zu", i);
		REQUIRE(f.frame.kind == (i == 20 ? cable_kind::pause : cable_kind::data), "frame %zu: kind", i);
		REQUIRE(f.frame.entered == start * clock && f.frame.entered_end == end * clock, "frame %zu: times", i);
		start += 2 * (8 + frames[i].size() + 12);
	}
	REQUIRE(b.left[20].frame.quanta == 0x1234, "PAUSE");
	REQUIRE(b.lane.close_capture() == 0, "capture");

	char error[PCAP_ERRBUF_SIZE];
	pcap_t *in = pcap_open_offline_with_tstamp_precision(capture, PCAP_TSTAMP_PRECISION_NANO, error);
	REQUIRE(in, "%s", error);
	for (size_t i = 0; i < frames.size(); i++) {
		pcap_pkthdr *header;
		const u_char *data;
		REQUIRE(pcap_next_ex(in, &header, &data) == 1, "capture ends before frame %zu", i);
		REQUIRE(header->caplen == frames[i].size() && !std::memcmp(data, frames[i].data(), frames[i].size()),
		        "captured frame %zu", i);
		uint64_t ns = static_cast<uint64_t>(header->ts.tv_sec) * 1000000000 + static_cast<uint64_t>(header->ts.tv_usec);
		REQUIRE(ns == b.left[i].frame.left / 1000, "captured frame %zu at %" PRIu64 " ns", i, ns);
	}
	pcap_close(in);
}

/* Returns the smallest number of idle octets (MII: clocks) between two frames, the end code of XGMII included. */
unsigned smallest_gap(const std::vector<gmii_symbol> &symbols)
{
	unsigned smallest = UINT_MAX, gap = UINT_MAX;

	for (const gmii_symbol &s : symbols) {
		if (s.dv && gap)
			smallest = std::min(smallest, gap);
		gap = s.dv ? 0 : gap == UINT_MAX ? gap : gap + 1;
	}
	return smallest;
}

unsigned smallest_gap(const std::vector<xgmii_symbol> &symbols)
{
	const lane_writer lanes = lanes_of(symbols);
	size_t end = 0;
	unsigned smallest = UINT_MAX;

	for (size_t i = 0; i < lanes.octets.size(); i++) {
		if (lanes.control[i] && lanes.octets[i] == 0xFB && end)
			smallest = std::min(smallest, static_cast<unsigned>(i - end));
		if (lanes.control[i] && lanes.octets[i] == 0xFD)
			end = i;
	}
	return smallest;
}

/* Between clocks FROM and TO millionths off the nominal one every frame arrives whole, at the time that the cable says, and the gaps give up no
 * more than LEAST leaves of them. */
template <class Symbol>
void check_clocks(int from, int to, const std::vector<Symbol> &symbols, const std::vector<std::vector<uint8_t>> &frames,
                  uint32_t mbps, unsigned least)
{
	cable_options options;

	options.length = 100;
	options.mbps = mbps;
	options.from_ppm = from;
	options.to_ppm = to;
	bench<Symbol> b(options);
	const std::vector<std::vector<uint8_t>> runs = frames_in(symbols);
	b.source.changes_only = true;
	b.run(symbols);
	REQUIRE(b.left.size() == frames.size(), "%zu of %zu frames left", b.left.size(), frames.size());
	REQUIRE(frames_in(b.early.symbols) == runs, "%+d/%+d: a frame is not as it was sent", from, to);
	REQUIRE(smallest_gap(b.early.symbols) >= least, "%+d/%+d: a gap of %u", from, to, smallest_gap(b.early.symbols));
	const double clock = static_cast<double>(b.lane.clock_ps());
	const double latest = clock * (2 + link_elastic_clocks(from, to, mbps ? 0.5 : static_cast<double>(clock > 7000 ? 1 : 8)));
	for (size_t i = 0; i < frames.size(); i++) {
		const cable_frame &f = b.left[i].frame;
		REQUIRE(b.left[i].octets == frames[i] && !f.damaged && !f.lost, "frame %zu", i);
		REQUIRE(f.left >= f.entered + b.lane.delay_ps(), "frame %zu is too early", i);
		REQUIRE(static_cast<double>(f.left - f.entered - b.lane.delay_ps()) <= latest, "frame %zu is too late: %" PRIu64,
		        i, f.left - f.entered - b.lane.delay_ps());
	}
	/* true times: the frames take as long as their end's clock says */
	const double in = static_cast<double>(b.left.back().frame.entered_end - b.left.back().frame.entered);
	const double out = static_cast<double>(b.left.back().frame.left_end - b.left.back().frame.left);
	REQUIRE(std::fabs(in / out - (1 + to * 1e-6) / (1 + from * 1e-6)) < 2.5 * 8 / in, "%+d/%+d: %g of %g", from, to, in, out);
}

template <class Symbol> void check_plain_clocks(int from, int to, unsigned gap, unsigned least)
{
	std::vector<std::vector<uint8_t>> frames = many_frames(200, 1518);

	for (size_t i = 0; i < frames.size(); i += 10)
		frames[i].assign(frames[i].size(), 0x55); /* octets that do not change, and so are written once */
	check_clocks<Symbol>(from, to, symbols_of<Symbol>(frames, gap), frames, 0, least);
}

void check_nibble_clocks(int from, int to, uint32_t mbps)
{
	const std::vector<std::vector<uint8_t>> frames = many_frames(100, 1500);

	check_clocks<gmii_symbol>(from, to, nibbles_of(frames), frames, mbps, 22);
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
	REQUIRE(errors > expected - slack && errors < expected + slack, "%u bit errors, expected about %.0f", errors, expected);
	REQUIRE(b.lane.counts().bit_errors == errors, "counted %" PRIu64 ", seen %u", b.lane.counts().bit_errors, errors);
	for (size_t i = 0; i < symbols.size(); i++)
		REQUIRE(b.early.symbols[i + 1].d < 16, "clock %zu: more than a nibble", i);
	for (size_t i = 0; i < frames.size(); i++) {
		REQUIRE(b.left[i].sent == frames[i], "frame %zu", i);
		damaged += b.left[i].frame.damaged;
		differ += b.left[i].octets != frames[i];
	}
	REQUIRE(damaged > 500 && differ == damaged, "%u frames damaged, %u differ", damaged, differ);
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
		REQUIRE(view.valid == on, "clock %u: valid %d", i, view.valid);
		REQUIRE(!on || view.kind == (i < 6 + 51 ? cable_kind::unknown : cable_kind::pause), "clock %u: kind", i);
		REQUIRE(view.quanta == (i < 6 + 51 ? 0 : 77), "clock %u: %u quanta", i, view.quanta);
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
		REQUIRE(std::strstr(report.get_msg(), "two ports write"), "%s", report.get_msg());
		return;
	}
	REQUIRE(false, "two writers are taken");
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
	REQUIRE(refused == 6, "%u of 6 impossible options refused", refused);
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
	{ "gmii-clocks-up", [](const char *) { check_plain_clocks<gmii_symbol>(-100, 100, 12, 11); } },
	{ "gmii-clocks-down", [](const char *) { check_plain_clocks<gmii_symbol>(100, -100, 12, 11); } },
	{ "gmii-clocks-equal", [](const char *) { check_plain_clocks<gmii_symbol>(100, 100, 12, 12); } },
	{ "gmii-clocks-near", [](const char *) { check_plain_clocks<gmii_symbol>(1, 0, 12, 11); } },
	{ "gmii-clocks-far", [](const char *) { check_plain_clocks<gmii_symbol>(1000, -1000, 12, 8); } },
	{ "gmii-clocks-far-up", [](const char *) { check_plain_clocks<gmii_symbol>(-1000, 1000, 12, 8); } },
	{ "xgmii-clocks-up", [](const char *) { check_plain_clocks<xgmii_symbol>(-100, 100, 9, 5); } },
	{ "xgmii-clocks-down", [](const char *) { check_plain_clocks<xgmii_symbol>(100, -100, 9, 5); } },
	{ "xgmii-clocks-equal", [](const char *) { check_plain_clocks<xgmii_symbol>(100, 100, 9, 9); } },
	{ "xgmii-clocks-near", [](const char *) { check_plain_clocks<xgmii_symbol>(1, 0, 9, 5); } },
	{ "xgmii-clocks-far", [](const char *) { check_plain_clocks<xgmii_symbol>(1000, -1000, 9, 5); } },
	{ "xgmii-clocks-far-up", [](const char *) { check_plain_clocks<xgmii_symbol>(-1000, 1000, 9, 5); } },
	{ "mii-clocks-down", [](const char *) { check_nibble_clocks(100, -100, 100); } },
	{ "mii-clocks-up", [](const char *) { check_nibble_clocks(-100, 100, 10); } },
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
