/* SPDX-License-Identifier: Apache-2.0 */
/* The frames in a run of octets, nibbles or lanes. */
#include "run_frames.h"

#include "base/lanes.h"

enum { JOINED_MAX = 65535 };

/* The function to call for each frame of a run. */
struct reader {
	run_frame_fn *back;
	void *context;
};

static void tell(const struct reader *r, uint32_t from, uint32_t to, const uint8_t *octets, uint32_t len, bool error)
{
	const struct run_frame frame = { .from = from, .to = to, .octets = octets, .len = len, .error = error };

	r->back(r->context, &frame);
}

static void run_of_octets(const struct reader *r, const uint8_t *octets, uint32_t len)
{
	uint32_t start = 0;

	while (start < len && octets[start] == 0x55)
		start++;
	if (start < len && octets[start] == FRAME_SFD && start + 1 < len)
		tell(r, 0, len, octets + start + 1, len - start - 1, false);
}

/* The preamble is 0x5 up to the first 0xD; an odd nibble at the end belongs to no octet (doc/devices/bcm1250.md 1). */
static void run_of_nibbles(const struct reader *r, const uint8_t *nibbles, uint32_t len)
{
	uint8_t joined[JOINED_MAX];
	uint32_t start = 0, octets;

	while (start < len && nibbles[start] == 5)
		start++;
	if (start == len || nibbles[start++] != 0xD || len - start < 2)
		return;
	octets = (len - start) / 2;
	if (octets > JOINED_MAX)
		octets = JOINED_MAX;
	for (uint32_t i = 0; i < octets; i++)
		joined[i] = (uint8_t)(nibbles[start + 2 * i] | nibbles[start + 2 * i + 1] << 4);
	tell(r, 0, len, joined, octets, false);
}

/* A frame begins with /S/ and three octets, then four octets of which the last is the SFD (doc/devices/xgmii.md 1). CODE is the first control code from
 * START on. */
static bool frame_begins(const uint8_t *octets, uint32_t start, uint32_t len, const uint32_t *code, const uint32_t *codes_end)
{
	return len - start > XGMII_HEAD_OCTETS && code < codes_end && *code == start && octets[start] == XGMII_START &&
	       (code + 1 == codes_end || code[1] >= start + XGMII_HEAD_OCTETS) &&
	       octets[start + XGMII_HEAD_OCTETS - 1] == FRAME_SFD;
}

/* Returns true if CODE is /T/, /I/, /S/ or /Q/. */
static bool frame_ends(uint8_t code)
{
	return code == XGMII_TERMINATE || code == XGMII_IDLE || code == XGMII_START || code == XGMII_SEQUENCE;
}

static void run_of_lanes(const struct reader *r, const uint8_t *octets, uint32_t len, const uint32_t *code,
                         const uint32_t *codes_end)
{
	const uint32_t *first;
	uint32_t start = 0, end;

	while (start < len) {
		while (code < codes_end && *code < start)
			code++;
		if (!frame_begins(octets, start, len, code, codes_end)) {
			start += COLUMN_LANES;
			continue;
		}
		first = ++code;
		while (code < codes_end && !frame_ends(octets[*code]))
			code++;
		end = code < codes_end ? *code : len;
		if (end > start + XGMII_HEAD_OCTETS)
			tell(r, start, end, octets + start + XGMII_HEAD_OCTETS, end - start - XGMII_HEAD_OCTETS,
			     code > first || (end < len && octets[end] != XGMII_TERMINATE));
		/* a code that ends a frame in the first lane of a column may begin the next frame */
		start = (end + (end < len && octets[end] == XGMII_TERMINATE) + COLUMN_LANES - 1) / COLUMN_LANES * COLUMN_LANES;
	}
}

void run_frames(bool mii, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes, run_frame_fn *back,
                void *context)
{
	const struct reader r = { back, context };

	if (code)
		run_of_lanes(&r, octets, len, code, code + codes);
	else if (mii && len && octets[0] < 16) /* a frame of octets never begins with an octet below 16 */
		run_of_nibbles(&r, octets, len);
	else
		run_of_octets(&r, octets, len);
}
