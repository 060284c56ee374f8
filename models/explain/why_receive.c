/* SPDX-License-Identifier: Apache-2.0 */
/* Why a received frame is what it is, takes the room that it takes, and reaches the host or does not. doc/<device>.md 1, 2. */
#include "explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* XGMII: what ended longer ago is not meant. */
enum { NEAR_OCTETS = 64 };

static const char *const address_types[] = {
	[ADDRESS_UNICAST] = "unicast", [ADDRESS_MULTICAST] = "multicast", [ADDRESS_BROADCAST] = "broadcast"
};

/* Why a frame is not delivered. */
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

static void say_class(struct why *w, const struct pm_run *run)
{
	const struct pm_rx_frame *rx = &run->rx;
	const struct pause_frame *f = &rx->pause_frame;

	why_say(w, "the frame of ");
	why_frame(w, run);
	why_say(w, ": ");
	if (run->frame.len >= FRAME_ADDRESS_OCTETS)
		why_say(w, "%s", address_types[frame_address_type(run->head)]);
	if (run->frame.len >= FRAME_ADDRESS_OCTETS && w->q->rule == RULE_RX_FILTER) {
		why_say(w, " ");
		why_address(w, run->head);
	}
	if (run->frame.len >= FRAME_ADDRESS_OCTETS)
		why_say(w, ", ");
	if (run->frame.len > FRAME_TYPE_OFFSET + 1 && w->q->rule != RULE_RX_FILTER)
		why_say(w, "type 0x%04x, ", frame_u16(run->head + FRAME_TYPE_OFFSET));
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
	if (run->rx.delivered)
		why_say(w, "; it goes to the host");
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

/* Which entry of the address filter has the frame's address, and the filter's modes. */
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

/* A run that is no frame, or was not received. */
static void say_no_frame(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pm_run *run = m->run_next ? &m->run[(m->run_next - 1) % PM_RUNS] : NULL;

	if (m->step == XGMII_CLOCK_OCTETS && (!run || !run->first || run->last + NEAR_OCTETS < w->q->cycle)) {
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

/* The newest change of the level. */
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

/* The cause is the beginning of what came on the wire and is no frame. */
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
}
