/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a received frame is classified as it is, takes the room that it takes, and reaches the host or does not.
 * doc/<device>.md 1, 2. */
#include "explain.h"
#include "why_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* XGMII: a frame that ended longer ago has nothing to do with the finding; a frame that begins with a spoilt start may last so
 * long. */
enum { NEAR_OCTETS = 64, SPOILT_OCTETS = 4096 };

static const char *const address_types[] = {
	[ADDRESS_UNICAST] = "unicast", [ADDRESS_MULTICAST] = "multicast", [ADDRESS_BROADCAST] = "broadcast"
};

/* Returns in words why a frame is not delivered. */
static const char *word_of_refusal(enum rule rule)
{
	switch (rule) {
	case RULE_RX_FILTER:
		return "the address filter does not pass it";
	case RULE_RX_BAD_FRAME:
		return "the mode bits keep such frames from the host";
	case RULE_KEEP_PAUSE:
	case RULE_PAUSE_FORWARD:
		return "the mode bits keep PAUSE frames from the host";
	case RULE_KEEP_MAC_CONTROL:
		return "the mode bits keep control frames from the host";
	case RULE_RX_DROP_ALLOWANCE:
		return "the allowance below the low mark is used up";
	case RULE_RX_OVERFLOW:
	case RULE_BUFFER_LEVEL:
		return "the buffer has no room for it";
	default:
		return "it is not for the host";
	}
}

/* ---- the fields that decide ---- */

/* Returns the topics, bits of enum why_topic, that the rule of the question and the frame of RUN are about. */
static unsigned topics_of(const struct why *w, const struct pm_run *run)
{
	const struct pm_rx_frame *rx = &run->rx;
	const uint32_t head = run->frame.len < PM_HEAD_OCTETS ? run->frame.len : PM_HEAD_OCTETS,
		       at = why_type_at(run->head, head);
	bool is_length = head >= at + 2 && frame_u16(run->head + at) < FRAME_TYPE_MIN;

	switch (w->q->rule) {
	case RULE_RX_BAD_FRAME:
	case RULE_RX_BAD_MARK:
		return WHY_BOUND | (rx->bad || rx->refused == RULE_RX_BAD_FRAME ? WHY_ERROR : 0) |
		       (run->frame.fcs_wrong ? WHY_FCS : 0) | (rx->code_error ? WHY_CODE : 0) | (rx->dribble ? WHY_DRIBBLE : 0) |
		       (run->frame.len < FRAME_MIN_OCTETS ? WHY_SHORT : 0) | (rx->too_long ? WHY_LONG : 0) |
		       (is_length ? WHY_LENGTH : 0);
	case RULE_PAUSE_LENGTH:
		return WHY_BOUND;
	case RULE_KEEP_PAUSE:
	case RULE_PAUSE_FORWARD:
		return WHY_PAUSE;
	case RULE_KEEP_MAC_CONTROL:
		return WHY_CONTROL;
	case RULE_RX_STRIP:
		return WHY_STRIP;
	case RULE_RX_DROP_ALLOWANCE:
		return WHY_ROOM;
	default:
		return 0;
	}
}

/* Says the fields that decide, for example "; RX_MODE.ACCEPT_RUNTS 0, RX_MTU 1518". */
static void say_fields(struct why *w, unsigned topics)
{
	const struct pm_model *m = w->m;
	const char *joint = "; ";

	for (const struct why_field *f = explainer_of(m)->fields; f && f->reg; f++) {
		const struct reg_row *row = reg_by_name(m->regs.page, f->reg);
		const struct reg_field *field = f->field ? reg_field_by_name(m->regs.page, f->reg, f->field) : NULL;
		uint64_t value;
		if (!(f->topics & topics) || !row || (f->field && !field))
			continue;
		value = m->regs.value[row - m->regs.page->rows];
		if (field)
			value = (value & reg_field_mask(field)) >> field->lsb;
		why_say(w, "%s%s%s%s %" PRIu64, joint, f->reg, field ? "." : "", field ? f->field : "", value);
		joint = ", ";
	}
}

/* Says the type of a frame, or the length that stands in its place and how much came. */
static void say_type(struct why *w, const struct pm_run *run)
{
	const uint32_t head = run->frame.len < PM_HEAD_OCTETS ? run->frame.len : PM_HEAD_OCTETS,
		       at = why_type_at(run->head, head);
	const uint16_t type = frame_u16(run->head + at);

	for (uint32_t tag = FRAME_TYPE_OFFSET; tag < at; tag += FRAME_TAG_OCTETS)
		why_say(w, "tag 0x%04x, ", frame_u16(run->head + tag));
	if (type >= FRAME_TYPE_MIN || run->frame.len < at + 2 + FRAME_FCS_OCTETS)
		why_say(w, "type 0x%04x, ", type);
	else
		why_say(w, "length field 0x%04x = %u with %u octets behind it, ", type, type,
		        run->frame.len - at - 2 - FRAME_FCS_OCTETS);
}

static void say_class(struct why *w, const struct pm_run *run)
{
	const struct pm_rx_frame *rx = &run->rx;
	const struct pause_frame *f = &rx->pause_frame;

	why_say(w, "the frame of ");
	why_frame(w, run);
	why_say(w, ": ");
	if (run->frame.len >= FRAME_ADDRESS_OCTETS)
		why_say(w, "%s", address_types[frame_address_type(run->head)]);
	if (run->frame.len >= FRAME_ADDRESS_OCTETS && (w->q->rule == RULE_RX_FILTER || w->q->rule == RULE_PAUSE_DA)) {
		why_say(w, " ");
		why_address(w, run->head);
	}
	if (run->frame.len >= FRAME_ADDRESS_OCTETS)
		why_say(w, ", ");
	if (run->frame.len > FRAME_TYPE_OFFSET + 1 && w->q->rule != RULE_RX_FILTER)
		say_type(w, run);
	why_say(w, "%s%s",
	        rx->code_error         ? "code error"
	        : run->frame.fcs_wrong ? "wrong FCS"
	                               : "right FCS",
	        rx->too_long                        ? ", too long"
	        : run->frame.len < FRAME_MIN_OCTETS ? ", short"
	                                            : "");
	if (rx->pause || (f->type && f->opcode))
		why_say(w, ", %s", rx->pause ? "a PAUSE" : "no PAUSE");
}

static void say_fate(struct why *w, const struct pm_run *run)
{
	if (run->rx.delivered && w->q->rule == RULE_RX_STRIP)
		why_say(w, "; the host gets %u octets of it", run->rx.host_len);
	else if (run->rx.delivered)
		why_say(w, "; it goes to the host%s", run->rx.bad ? ", marked as bad" : "");
	else if ((run->rx.discarded || run->overflow) && run->rx.refused != RULE_RX_DROP_ALLOWANCE)
		why_say(w, "; it is lost, since the buffer had no room");
	else
		why_say(w, "; not to the host: %s", word_of_refusal(run->rx.refused));
}

static const struct reg_row *entry_row(const struct pm_model *m, const char *format, unsigned i)
{
	char name[32];

	snprintf(name, sizeof(name), format, i);
	return reg_by_name(m->regs.page, name);
}

/* Returns whether entry I of the filter is on and has ADDRESS; *RET_ROW is NULL behind the last entry. */
static bool entry_has(const struct pm_model *m, const struct pm_filter *filter, unsigned i, const uint8_t *address,
                      const struct reg_row **ret_row)
{
	const struct reg_row *low = entry_row(m, filter->low, i), *high = filter->high ? entry_row(m, filter->high, i) : NULL;
	uint64_t value, upper;

	*ret_row = low;
	if (!low || (filter->high && !high))
		return false;
	value = m->regs.value[low - m->regs.page->rows];
	upper = high ? m->regs.value[high - m->regs.page->rows] : 0;
	if ((upper & filter->valid) != filter->valid)
		return false;
	value |= (upper & UINT16_MAX) << 32;
	for (int k = 0; k < FRAME_ADDRESS_OCTETS; k++)
		if (address[k] != (uint8_t)(value >> 8 * (filter->first_octet_high ? FRAME_ADDRESS_OCTETS - 1 - k : k)))
			return false;
	return true;
}

void why_whose_address(struct why *w, const uint8_t *address)
{
	const struct pm_filter *filter = explainer_of(w->m)->filter;
	const struct reg_row *row = NULL;
	unsigned i = 0;

	if (!memcmp(address, w->m->mode.station, FRAME_ADDRESS_OCTETS)) {
		row = filter && filter->valid ? entry_row(w->m, filter->high, 0) : NULL;
		why_say(w, ", the station's");
		if (row)
			why_say(w, ", with %s 0x%" PRIx64, row->name, w->m->regs.value[row - w->m->regs.page->rows]);
		return;
	}
	while (filter && !entry_has(w->m, filter, i, address, &row) && row)
		i++;
	if (row)
		why_say(w, ", that of %s; the station's is ", row->name);
	else
		why_say(w, "; the station's is ");
	why_address(w, w->m->mode.station);
}

/* Says which entry of the address filter has the frame's address, and what the modes of the filter are. */
static void say_filter(struct why *w, const struct pm_run *run)
{
	const struct pm_filter *filter = explainer_of(w->m)->filter;
	const struct reg_row *row, *modes = filter ? reg_by_name(w->m->regs.page, filter->modes) : NULL;
	unsigned i = 0;
	bool has;

	if (!modes || run->frame.len < FRAME_ADDRESS_OCTETS)
		return;
	if (!memcmp(run->head, w->m->mode.station, FRAME_ADDRESS_OCTETS)) {
		why_say(w, ": it is the station's address");
		return;
	}
	while (!(has = entry_has(w->m, filter, i, run->head, &row)) && row)
		i++;
	if (has)
		why_say(w, ": %s has its address", row->name);
	else
		why_say(w, ": no entry has its address");
	why_say(w, ", %s 0x%" PRIx64, modes->name, w->m->regs.value[modes - w->m->regs.page->rows]);
}

/* XGMII: says why a /S/ begins no frame, if there was one lately; the DUT may take what follows it for a frame. */
static bool say_spoilt(struct why *w)
{
	const struct xgmii_spoilt *spoilt = &w->m->lanes.spoilt;

	if (!spoilt->known || spoilt->start < w->m->reset_until || spoilt->start > w->q->cycle ||
	    spoilt->start + SPOILT_OCTETS < w->q->cycle)
		return false;
	why_say(w, "the /S/ in lane %llu of cycle %llu begins no frame: %s ",
	        (unsigned long long)spoilt->start % XGMII_CLOCK_OCTETS, why_clock(w, spoilt->start),
	        spoilt->lane + 1 == XGMII_HEAD_OCTETS ? "in place of the SFD comes" : "in its preamble comes");
	why_say(w, spoilt->code ? "the control code 0x%02x" : "the octet 0x%02x", spoilt->octet);
	why_say(w, ", %u lanes after it", spoilt->lane);
	why_cause(w, spoilt->start);
	return true;
}

/* Says why a run is no frame, or was not received. */
static void say_no_frame(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pm_run *run = m->run_next ? &m->run[(m->run_next - 1) % PM_RUNS] : NULL;

	if (m->step == XGMII_CLOCK_OCTETS && (!run || !run->first || run->last + NEAR_OCTETS < w->q->cycle)) {
		if (say_spoilt(w))
			return;
		why_say(w, "no /S/ with preamble and an SFD behind it came");
		why_since(w, run ? run->last : 0);
		why_cause(w, run && run->last > m->reset_until ? run->last : m->reset_until);
		return;
	}
	if (!run || !run->first) {
		why_say(w, "nothing came on the receive wire");
		why_since(w, 0);
		why_cause(w, m->reset_until);
		return;
	}
	why_cause(w, run->first);
	why_say(w, "what comes on the receive wire since cycle %llu ", why_clock(w, run->first));
	if (run->fragment)
		why_say(w, "is no frame: we sent at the same time");
	else if (run->abandoned)
		why_say(w, "is no frame: a receive reset is visible in cycle %llu", why_clock(w, m->rx_reset));
	else if (!run->received && run->admitted)
		why_say(w, "is not received: the receiver was off when it began");
	else if (run->received && run->rx.ignored && !run->open)
		why_say(w, "is no frame: it has only %u octets", run->frame.len);
	else if (run->frame.is_frame && !strcmp(w->q->what, "obs_level"))
		why_say(w, "is a frame, which takes room from its first octet on");
	else if (run->frame.is_frame && run->open)
		why_say(w, "is a frame that is not over");
	else if (run->frame.is_frame)
		why_say(w, "is a frame, whose one record comes by cycle %llu", why_clock(w, run->classify + m->step));
	else if (run->open)
		why_say(w, "is no frame yet: no SFD has followed its preamble");
	else
		why_say(w, "is no frame: it has no SFD after preamble alone");
}

static void say_disabled(struct why *w)
{
	const struct pm_run *run = w->m->run_next ? &w->m->run[(w->m->run_next - 1) % PM_RUNS] : NULL;

	if (run && run->abandoned && run->last + NEAR_OCTETS >= w->q->cycle) {
		why_say(w, "the receive reset of cycle %llu abandons what came since cycle %llu", why_clock(w, w->m->rx_reset),
		        why_clock(w, run->first));
		why_cause(w, w->m->rx_reset);
		return;
	}
	why_say(w, "the receiver is %s", w->m->mode.rx_enable ? "on" : "off");
	why_since(w, w->m->notes.receive_cycle);
	if (w->cause == w->q->cycle)
		why_cause(w, w->m->notes.receive_cycle > w->m->reset_until ? w->m->notes.receive_cycle : w->m->reset_until);
	if (run && run->first < w->q->cycle && run->last + NEAR_OCTETS >= w->q->cycle)
		why_say(w, "; what came since cycle %llu began while it was %s", why_clock(w, run->first),
		        run->received ? "on" : "off");
}

/* Says what the newest change of the level was. */
static void say_level(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pm_notes *n = &m->notes;
	unsigned newest = (n->level_next - 1) % PM_LEVELS;
	uint32_t before = n->level_next > 1 ? n->level[(n->level_next - 2) % PM_LEVELS].level : m->buffer.count;

	if (!n->level_next || n->level[newest].cycle <= m->reset_until) {
		why_say(w, "nothing was stored");
		why_since(w, 0);
		why_cause(w, m->reset_until);
		return;
	}
	why_say(w, "the level is %u since cycle %llu, and was %u before", n->level[newest].level,
	        why_clock(w, n->level[newest].cycle), before);
	if (m->classified)
		why_say(w, "; newest frame: %u octets, ended in cycle %llu, %s", m->classified->frame.len,
		        why_clock(w, m->classified->last), m->classified->rx.delivered ? "stored" : "not kept");
	if (w->cause == w->q->cycle)
		why_cause(w, n->level[newest].cycle);
	if (w->cause == w->q->cycle && m->run_next) { /* the octets that came on the wire until then */
		const struct pm_run *run = &m->run[(m->run_next - 1) % PM_RUNS];
		why_cause(w, run->last < w->q->cycle ? run->last : run->first);
	}
}

/* Returns true if the cause is the first cycle of the newest run, as it is for a run that holds no frame. */
static bool caused_by_begin(const struct why *w)
{
	const struct pm_model *m = w->m;

	return m->run_next && m->run[(m->run_next - 1) % PM_RUNS].first == w->q->cause;
}

void why_received(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pm_run *run = why_run(w, w->q->cause);

	if (w->q->rule == RULE_RX_DISABLED) {
		say_disabled(w);
		return;
	}
	if (w->q->rule == RULE_RX_AXIS) {
		why_say(w, "the host takes a word in each cycle with tready, and only then may it change");
		if (m->classified)
			why_cause(w, m->classified->last);
		return;
	}
	if (w->q->rule == RULE_RX_HOST_UNWANTED && w->q->cause == w->q->cycle && !m->buffer.queued) {
		why_say(w, "the host has got each frame that was received for it");
		if (m->classified) {
			why_say(w, "; the newest frame ended in cycle %llu", why_clock(w, m->classified->last));
			why_cause(w, m->classified->last);
		}
		return;
	}
	if (w->q->rule == RULE_BUFFER_LEVEL && (!run || w->q->cause == w->q->cycle)) {
		say_level(w);
		return;
	}
	if ((!run || run->rx.last != run->last) && w->q->cause != w->q->cycle && why_received_frame(w, w->q->cause))
		return;
	if (!run || run->rx.last != run->last) {
		if (w->q->cause == w->q->cycle || caused_by_begin(w))
			say_no_frame(w);
		else
			say_level(w);
		return;
	}
	say_class(w, run);
	say_fate(w, run);
	if (w->q->rule == RULE_RX_FILTER)
		say_filter(w, run);
	say_fields(w, topics_of(w, run));
}
