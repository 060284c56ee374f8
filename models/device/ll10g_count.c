/* SPDX-License-Identifier: Apache-2.0 */
/* Intel Low Latency 10G MAC: classes of frames and what they count. UG 683426 5.11; doc/devices/ll10g.md
 * 1, 4. */
#include "ll10g.h"

#include "part/frame.h"

#include <string.h>

enum {
	NOT_PAYLOAD_OCTETS = 18, /* header and FCS */
	TAGS_MAX = 2,
	OPCODE_PFC = 0x0101,
	CONTROL_LEN = FRAME_TYPE_OFFSET + 2,
};

const struct ll10g_counter_row ll10g_counters[LL10G_COUNTER_COUNT] = {
#define COUNTER_AT(directions_, name_, rule_, amount) \
	{ .name = #name_, .directions = LL10G_##directions_, .rule = RULE_COUNT_##rule_ },
	LL10G_COUNTERS(COUNTER_AT)
#undef COUNTER_AT
};

void ll10g_setup_init(struct ll10g_setup *ret)
{
	*ret = (struct ll10g_setup){ .all_unicast = true, .all_multicast = true, .check_fcs = true, .longest = 1518 };
}

static bool is_tag(const struct ll10g_frame *frame, uint32_t at)
{
	uint16_t type = frame->len >= at + 2 ? frame_u16(frame->octets + at) : 0;

	return type == FRAME_TYPE_TAG || type == FRAME_TYPE_SERVICE_TAG;
}

static unsigned count_tags(const struct ll10g_frame *frame)
{
	unsigned tags = 0;

	while (tags < TAGS_MAX && is_tag(frame, FRAME_TYPE_OFFSET + FRAME_TAG_OCTETS * tags))
		tags++;
	return tags;
}

static bool unicast_is_ours(const struct ll10g_setup *setup, const uint8_t *address)
{
	if (!memcmp(address, setup->station, FRAME_ADDRESS_OCTETS))
		return true;
	for (unsigned i = 0; i < LL10G_EXTRA_ADDRESSES; i++)
		if (setup->extra_enabled >> i & 1 && !memcmp(address, setup->extra[i], FRAME_ADDRESS_OCTETS))
			return true;
	return false;
}

static bool is_filtered(const struct ll10g_setup *setup, enum ll10g_address_type address_type, const uint8_t *address)
{
	switch (address_type) {
	case LL10G_UNICAST:
		return !setup->all_unicast && !unicast_is_ours(setup, address);
	case LL10G_MULTICAST:
		return !setup->all_multicast && memcmp(address, frame_pause_address, FRAME_ADDRESS_OCTETS);
	case LL10G_BROADCAST:
		break;
	}
	return false;
}

static void find_flags(struct ll10g_class *c, const struct ll10g_setup *setup, const struct ll10g_frame *frame)
{
	uint32_t type_at = FRAME_TYPE_OFFSET + FRAME_TAG_OCTETS * c->tags;

	c->under = c->len < FRAME_MIN_OCTETS;
	c->over = c->len > setup->longest + FRAME_TAG_OCTETS * c->tags;
	c->crc = frame->fcs_wrong && setup->check_fcs;
	c->phy = frame->code_error;
	c->underrun = frame->underrun;
	c->host_error = frame->host_error;
	if (!c->under) {
		c->length_type = frame_u16(frame->octets + type_at);
		c->length = c->length_type < FRAME_TYPE_MIN;
		c->payload_length = (setup->tags_off || setup->payload_check_always) && c->length && c->payload < c->length_type;
	}
	c->error = c->under || c->over || c->crc || c->phy || c->payload_length || c->underrun || c->host_error;
}

static bool is_if_error(const struct ll10g_class *c, enum ll10g_if_errors mode)
{
	switch (mode) {
	case LL10G_IF_ERROR_OR_INVALID:
		return c->error || c->invalid;
	case LL10G_IF_ERROR_AND_INVALID:
		return c->error && c->invalid;
	case LL10G_IF_ERROR:
		break;
	}
	return c->error;
}

void ll10g_classify(struct ll10g_class *ret, const struct ll10g_setup *setup, const struct ll10g_frame *frame)
{
	const uint8_t *address = frame->octets;
	uint8_t padded[FRAME_ADDRESS_OCTETS] = { 0 };

	if (frame->len < sizeof(padded)) {
		memcpy(padded, frame->octets, frame->len);
		address = padded;
	}
	*ret = (struct ll10g_class){ .len = frame->len, .tags = setup->tags_off ? 0 : count_tags(frame) };
	ret->address_type = (enum ll10g_address_type)frame_address_type(address);
	ret->payload = (int64_t)ret->len - NOT_PAYLOAD_OCTETS - FRAME_TAG_OCTETS * (int64_t)ret->tags;
	find_flags(ret, setup, frame);
	ret->invalid = is_filtered(setup, ret->address_type, address);
	ret->good = !ret->error && !ret->invalid;
	ret->counted_error = ret->error && !(ret->invalid && setup->err_excludes_filtered);
	ret->if_error = is_if_error(ret, setup->if_errors);
	ret->control = ret->len >= CONTROL_LEN && frame_u16(frame->octets + FRAME_TYPE_OFFSET) == FRAME_TYPE_MAC_CONTROL;
	ret->opcode = ret->len >= CONTROL_LEN + 2 ? frame_u16(frame->octets + CONTROL_LEN) : 0;
	ret->to_all = !memcmp(address, frame_pause_address, FRAME_ADDRESS_OCTETS);
	ret->to_us = !memcmp(address, setup->station, FRAME_ADDRESS_OCTETS);
	ret->looks_pause = ret->control && ret->opcode == FRAME_OPCODE_PAUSE;
	ret->looks_pfc = ret->control && ret->opcode == OPCODE_PFC;
	ret->pause = ret->good && ret->looks_pause && (ret->to_all || ret->to_us) &&
	             (!setup->pause_exact64 || ret->len == PAUSE_FRAME_OCTETS);
	ret->pfc = ret->good && ret->looks_pfc && ret->to_all;
}

static uint64_t ll10g_octets_ok(const struct ll10g_class *c, const struct ll10g_setup *s)
{
	bool counts = c->good || (s->octets_ok_all && c->counted_error);

	return counts && c->payload > 0 ? (uint64_t)c->payload : 0;
}

_Static_assert((int)LL10G_COUNTER_COUNT <= 32, "a counter has no bit");

uint32_t ll10g_count(uint64_t ret[LL10G_COUNTER_COUNT], const struct ll10g_class *c, const struct ll10g_setup *s)
{
	uint32_t some = 0;

#define COUNTER_AT(directions, name, rule, amount) \
	ret[LL10G_##name] = amount;                \
	some |= (uint32_t)(ret[LL10G_##name] != 0) << LL10G_##name;
	LL10G_COUNTERS(COUNTER_AT)
#undef COUNTER_AT
	return some;
}
