// SPDX-License-Identifier: Apache-2.0
// The symbols that a PHY side carries in one clock, as SystemC signal values.
#ifndef PAUSEBENCH_SYMBOLS_H
#define PAUSEBENCH_SYMBOLS_H
#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

namespace pausebench
{

// GMII and MII (10 and 100 Mb/s: a nibble in d[3:0]): TXD or RXD, TX_EN or RX_DV, TX_ER or RX_ER. 802.3 clauses 35, 22.
struct gmii_symbol {
	uint8_t d = 0;
	bool dv = false, er = false;

	bool operator==(const gmii_symbol &other) const
	{
		return d == other.d && dv == other.dv && er == other.er;
	}
};

// 64-bit XGMII: lane 0 in bits 7:0, a control bit per lane; idle unless set. doc/devices/xgmii.md, 802.3 clause 46.
struct xgmii_symbol {
	uint64_t data = 0x0707070707070707;
	uint8_t control = 0xFF;

	bool operator==(const xgmii_symbol &other) const
	{
		return data == other.data && control == other.control;
	}
};

inline std::ostream &operator<<(std::ostream &out, const gmii_symbol &symbol)
{
	return out << std::hex << unsigned{ symbol.d } << std::dec << (symbol.dv ? " dv" : "") << (symbol.er ? " er" : "");
}

inline std::ostream &operator<<(std::ostream &out, const xgmii_symbol &symbol)
{
	return out << std::hex << symbol.data << '/' << unsigned{ symbol.control } << std::dec;
}

inline void sc_trace(sc_core::sc_trace_file *file, const gmii_symbol &symbol, const std::string &name)
{
	sc_core::sc_trace(file, symbol.d, name + ".d");
	sc_core::sc_trace(file, symbol.dv, name + ".dv");
	sc_core::sc_trace(file, symbol.er, name + ".er");
}

inline void sc_trace(sc_core::sc_trace_file *file, const xgmii_symbol &symbol, const std::string &name)
{
	sc_core::sc_trace(file, symbol.data, name + ".data");
	sc_core::sc_trace(file, symbol.control, name + ".control");
}

} // namespace pausebench
#endif
