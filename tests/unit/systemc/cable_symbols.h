/* SPDX-License-Identifier: Apache-2.0 */
/* Frames as symbols of a cable, and the frames in symbols. */
#ifndef PAUSEBENCH_TESTS_SYSTEMC_CABLE_SYMBOLS_H
#define PAUSEBENCH_TESTS_SYSTEMC_CABLE_SYMBOLS_H
#include "check.h"
#include "link/modules/cable.h"

#include <cinttypes>

namespace pausebench
{
inline uint64_t number_from(uint64_t &state)
{
	state = state * 6364136223846793005 + 1442695040888963407;
	return state >> 33;
}

inline std::vector<uint8_t> frame_octets(uint32_t len, uint64_t seed)
{
	std::vector<uint8_t> octets(len);

	for (uint8_t &octet : octets)
		octet = static_cast<uint8_t>(number_from(seed));
	octets[12] = 0x88;
	octets[13] = 0xB5;
	return octets;
}

inline std::vector<uint8_t> control_octets(uint16_t opcode, uint16_t value)
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
inline void append(std::vector<gmii_symbol> &symbols, const std::vector<uint8_t> &octets, unsigned gap)
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
inline lane_writer lanes_of(const std::vector<xgmii_symbol> &symbols)
{
	lane_writer ret;

	for (const xgmii_symbol &s : symbols)
		for (unsigned k = 0; k < 8; k++)
			ret.lane(static_cast<uint8_t>(s.data >> 8 * k), s.control >> k & 1);
	return ret;
}

inline std::vector<std::vector<uint8_t>> many_frames(unsigned count, uint32_t longest)
{
	std::vector<std::vector<uint8_t>> frames;
	uint64_t state = 7;

	for (unsigned i = 0; i < count; i++)
		frames.push_back(frame_octets(static_cast<uint32_t>(64 + number_from(state) % (longest - 63)), i + 1));
	return frames;
}

template <class Symbol> std::vector<Symbol> symbols_of(const std::vector<std::vector<uint8_t>> &frames, unsigned gap);
template <> inline std::vector<gmii_symbol> symbols_of(const std::vector<std::vector<uint8_t>> &frames, unsigned gap)
{
	std::vector<gmii_symbol> symbols(3);

	for (const std::vector<uint8_t> &frame : frames)
		append(symbols, frame, gap);
	return symbols;
}
template <> inline std::vector<xgmii_symbol> symbols_of(const std::vector<std::vector<uint8_t>> &frames, unsigned gap)
{
	lane_writer w;

	w.octets.assign(12, 0x07);
	w.control.assign(12, 1);
	for (const std::vector<uint8_t> &frame : frames)
		w.frame(frame, gap);
	return w.symbols();
}

/* The frames that reached the far end. */
inline std::vector<std::vector<uint8_t>> frames_in(const std::vector<gmii_symbol> &symbols)
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

inline std::vector<std::vector<uint8_t>> frames_in(const std::vector<xgmii_symbol> &symbols)
{
	std::vector<std::vector<uint8_t>> frames;
	lane_writer lanes = lanes_of(symbols);
	bool inside = false;

	for (size_t i = 0; i < lanes.octets.size(); i++) {
		if (lanes.control[i] && lanes.octets[i] == 0xFB) {
			REQUIRE(!inside && i % 4 == 0, "lane %zu: /S/", i);
			frames.emplace_back();
			inside = true;
		} else if (lanes.control[i] && inside && lanes.octets[i] != 0xFE) {
			REQUIRE(lanes.octets[i] == 0xFD, "lane %zu: %02X ends a frame", i, lanes.octets[i]);
			inside = false;
		} else {
			REQUIRE(inside || lanes.control[i], "lane %zu: an octet outside of frames", i);
			REQUIRE(inside || lanes.octets[i] == 0x07, "lane %zu: %02X outside of frames", i, lanes.octets[i]);
			if (inside)
				frames.back().push_back(lanes.octets[i]);
		}
	}
	return frames;
}
} // namespace pausebench

#endif
