/* SPDX-License-Identifier: Apache-2.0 */
/* Sets the inputs of seam_expected.v (expected.def), which a traced top module passes on to it. */
#ifndef PAUSEBENCH_EXPECTED_SHOW_H
#define PAUSEBENCH_EXPECTED_SHOW_H
#include "expected.h"
#include "verilated.h"

#include <cstddef>
#include <cstdint>

namespace expected_show
{
template <class Port> void put(Port &port, std::uint64_t value)
{
	port = static_cast<Port>(value);
}

// A text begins at the highest octet of its port. GTKWave shows an empty one by quotation marks and a blank one not at all.
template <std::size_t words> void put(VlWide<words> &port, const char *text)
{
	std::size_t place = 4 * words;

	if (!*text)
		text = " ";
	for (std::size_t i = 0; i < words; i++)
		port[i] = 0;
	for (; *text && place--; text++)
		port[place / 4] |= static_cast<EData>(static_cast<unsigned char>(*text)) << 8 * (place % 4);
}

template <class Top> void one(Top *t, const seam_change &change, const char *text)
{
	switch (change.what) {
#define EXPECTED(name, bits)                              \
	case SEAM_EXPECTED_##name:                        \
		put(t->in_expected_##name, change.value); \
		break;
#define EXPECTED_TEXT(name, octets)               \
	case SEAM_EXPECTED_##name:                \
		put(t->in_expected_##name, text); \
		break;
#include "expected.def"
	}
}

// Sets all inputs to 0, since nothing is known yet; at power-up they have random values, like all others.
template <class Top> void nothing(Top *t)
{
	for (unsigned what = 0; what < SEAM_EXPECTED_COUNT; what++)
		one(t, seam_change{ 0, { 0 }, 0, static_cast<std::uint8_t>(what) }, "");
}

// Shows all changes up to CLOCK; *NEXT is the index of the first change that has not been shown yet.
template <class Top> void until(Top *t, const seam_changes *expected, std::size_t *next, std::uint64_t clock)
{
	for (; expected && *next < expected->count && expected->change[*next].clock <= clock; ++*next)
		one(t, expected->change[*next], expected->change[*next].text);
}
} // namespace expected_show
#endif
