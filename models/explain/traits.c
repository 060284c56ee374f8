/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the traits of a finding (enum pm_trait), by which the bench names the line of a profile that may be false. */
#include "explain.h"
#include "machine/machine.h"
#include "question.h"

#include <string.h>

enum { NEAR_GAP = 32, LONGEST_BASIC = 1518, SOON_OCTETS = 128, PREAMBLE = 8, HEAD_RUNS = 2 };

/* Returns the frame whose last octet came in the clock of CAUSE, or NULL. */
static const struct pm_ended *received_at(const struct pm_model *m, uint64_t cause)
{
	for (unsigned i = 1; i <= PM_ENDED && i <= m->notes.received_next; i++) {
		const struct pm_ended *ended = &m->notes.received[(m->notes.received_next - i) % PM_ENDED];
		if (ended->last / m->step == cause / m->step)
			return ended;
	}
	return NULL;
}

static uint32_t address_of(const struct pm_model *m, const uint8_t *address)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		value = value << 8 | address[i];
	if (!memcmp(address, m->mode.station, FRAME_ADDRESS_OCTETS))
		return PM_TRAIT_OURS;
	for (unsigned i = 0; i < PM_FURTHER_STATIONS; i++)
		if (value && m->mode.further[i] == value)
			return PM_TRAIT_FURTHER;
	if (value == 0x0180C2000001)
		return PM_TRAIT_MULTICAST;
	return address[0] & 1 ? 0 : PM_TRAIT_OTHER;
}

static uint32_t content_of(const struct pm_model *m, const struct pm_ended *ended)
{
	uint32_t traits = 0, at = FRAME_TYPE_OFFSET;

	if (ended->head_octets >= FRAME_ADDRESS_OCTETS)
		traits |= address_of(m, ended->head);
	while (at + 2 <= ended->head_octets &&
	       (frame_u16(ended->head + at) == FRAME_TYPE_TAG || frame_u16(ended->head + at) == FRAME_TYPE_SERVICE_TAG)) {
		traits |= PM_TRAIT_TAGGED | (frame_u16(ended->head + at) == FRAME_TYPE_SERVICE_TAG ? PM_TRAIT_SERVICE : 0);
		at += FRAME_TAG_OCTETS;
	}
	if (at + 2 > ended->head_octets)
		return traits;
	if (frame_u16(ended->head + at) < FRAME_TYPE_MIN)
		traits |= PM_TRAIT_LENGTH;
	if (frame_u16(ended->head + at) == FRAME_TYPE_MAC_CONTROL && at + 4 <= ended->head_octets)
		traits |= frame_u16(ended->head + at + 2) == 1 ? PM_TRAIT_PAUSE : PM_TRAIT_CONTROL;
	return traits;
}

/* Returns true if only a short gap was before the frame that ended at LAST, so that it followed another frame closely. */
static bool is_near(const struct pm_model *m, uint64_t last)
{
	for (unsigned i = 1; i + 1 <= PM_RUNS && i < m->run_next; i++) {
		const struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS],
				    *before = &m->run[(m->run_next - i - 1) % PM_RUNS];
		uint64_t clocks = run->clocks ? run->clocks : 1;
		if (run->last == last)
			return before->last < run->first && run->first - before->last - 1 < NEAR_GAP * clocks;
	}
	return false;
}

/* Returns true if a frame was on the transmit wire when the received frame ended at LAST. */
static bool was_busy(const struct pm_model *m, uint64_t last)
{
	for (unsigned i = 1; i <= PM_ENDED && i <= m->notes.sent_next; i++) {
		const struct pm_ended *sent = &m->notes.sent[(m->notes.sent_next - i) % PM_ENDED];
		if (sent->last >= last)
			if (sent->last < last + sent->octets + PREAMBLE)
				return true;
	}
	return false;
}

/* Returns true if a sent frame ended in the clock of CAUSE. */
static bool was_sent(const struct pm_model *m, uint64_t cause)
{
	for (unsigned i = 1; i <= PM_ENDED && i <= m->notes.sent_next; i++)
		if (m->notes.sent[(m->notes.sent_next - i) % PM_ENDED].last / m->step == cause / m->step)
			return true;
	return false;
}

/* Returns true if a code error was in the head of the run that ended at CAUSE, or of one that ended shortly before CYCLE. */
static bool had_head_error(const struct pm_model *m, uint64_t cause, uint64_t cycle)
{
	for (unsigned i = 1; i <= HEAD_RUNS && i <= m->run_next; i++) {
		const struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS];
		uint32_t head = run->frame.is_frame ? run->frame.offset : PREAMBLE;
		if (run->error_at < head && run->first <= cycle && (run->first <= cause || run->last + SOON_OCTETS >= cycle))
			return true;
	}
	return false;
}

static bool had_no_room(const struct pm_model *m)
{
	for (unsigned i = 0; i < PM_ENDED; i++)
		if (m->notes.received[i].kind & ENDED_LOST)
			return true;
	return false;
}

static bool is_of_pause(enum rule rule)
{
	return rule == RULE_DATA_RESUMES || rule == RULE_NO_DATA_IN_XOFF || rule == RULE_PAUSE_EXPIRY || rule == RULE_PAUSE_TIME;
}

uint32_t pm_traits(const struct pm_model *m, enum rule rule, uint64_t cause, uint64_t cycle)
{
	const struct pm_ended *ended = received_at(m, cause);
	const uint64_t changed[] = { m->notes.enable_cycle, m->notes.receive_cycle, m->notes.flow_cycle, m->notes.send_cycle };
	uint32_t traits = explainer_of(m)->traits ? explainer_of(m)->traits(m) : 0;

	if (m->notes.fault_cycle)
		traits |= PM_TRAIT_FAULT;
	if (had_no_room(m))
		traits |= PM_TRAIT_NO_ROOM;
	for (unsigned i = 0; i < sizeof(changed) / sizeof(changed[0]); i++)
		if (changed[i] && changed[i] <= cycle && cycle - changed[i] <= SOON_OCTETS)
			traits |= PM_TRAIT_WRITE;
	if (had_head_error(m, cause, cycle))
		traits |= PM_TRAIT_HEAD;
	if (was_sent(m, cause))
		traits |= PM_TRAIT_SENT | (cycle >= cause && cycle - cause <= SOON_OCTETS ? PM_TRAIT_SOON : 0);
	if (!ended && is_of_pause(rule) && m->rx.load.last)
		ended = received_at(m, m->rx.load.last);
	if (!ended)
		return traits;
	traits |= content_of(m, ended) | (ended->octets < FRAME_MIN_OCTETS ? PM_TRAIT_SHORT : 0) |
	          (ended->octets > FRAME_MIN_OCTETS ? PM_TRAIT_LONGER : 0) |
	          (ended->octets > LONGEST_BASIC ? PM_TRAIT_TOO_LONG : 0) |
	          (ended->kind & (ENDED_BAD_FCS | ENDED_CODE_ERROR) ? PM_TRAIT_BAD : 0) |
	          (is_near(m, ended->last) ? PM_TRAIT_NEAR : 0) | (was_busy(m, ended->last) ? PM_TRAIT_BUSY : 0);
	if (cycle >= ended->last && cycle - ended->last <= SOON_OCTETS)
		traits |= PM_TRAIT_SOON;
	return traits;
}
