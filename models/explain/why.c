/* SPDX-License-Identifier: Apache-2.0 */
/* The sentence of a finding: finds the family of rules that writes it, and has the words that the families share. */
#include "explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void why_say(struct why *w, const char *format, ...)
{
	va_list args;
	int len;

	if (w->used >= w->size)
		return;
	va_start(args, format);
	len = vsnprintf(w->ret + w->used, w->size - w->used, format, args);
	va_end(args);
	w->used += len > 0 ? (size_t)len : 0;
}

unsigned long long why_clock(const struct why *w, uint64_t time)
{
	return time / w->m->step;
}

void why_since(struct why *w, uint64_t cycle)
{
	if (cycle <= w->m->reset_until)
		why_say(w, " since the reset");
	else
		why_say(w, " since cycle %llu", why_clock(w, cycle));
}

void why_cause(struct why *w, uint64_t cause)
{
	if (cause <= w->q->cycle && why_clock(w, cause) == why_clock(w, w->q->cycle) && cause >= w->m->step)
		w->cause = cause - w->m->step; /* the change is visible here, so it happened in the cycle before */
	else if (cause <= w->q->cycle)
		w->cause = cause;
}

uint64_t why_wire_before(const struct why *w)
{
	const struct pm_started *started = &w->m->notes.started;

	return started->cycle && w->q->cycle <= started->cycle ? started->last_wire : w->m->tx.end_cycle ? w->m->tx.last_wire : 0;
}

const struct pm_run *why_run(const struct why *w, uint64_t last)
{
	const struct pm_model *m = w->m;

	for (unsigned i = 1; i <= PM_RUNS && i <= m->run_next; i++) {
		const struct pm_run *run = &m->run[(m->run_next - i) % PM_RUNS];
		if (!run->open && run->frame.is_frame && run->last == last)
			return run;
	}
	return NULL;
}

uint32_t why_type_at(const uint8_t *head, uint32_t octets)
{
	uint32_t at = FRAME_TYPE_OFFSET;

	while (at + FRAME_TAG_OCTETS + 2 <= octets &&
	       (frame_u16(head + at) == FRAME_TYPE_TAG || frame_u16(head + at) == FRAME_TYPE_SERVICE_TAG))
		at += FRAME_TAG_OCTETS;
	return at;
}

void why_octets(struct why *w, uint32_t octets)
{
	why_say(w, "%u octet%s", octets, octets == 1 ? "" : "s");
}

void why_frame(struct why *w, const struct pm_run *run)
{
	why_octets(w, run->frame.len);
	why_say(w, " that ended in cycle %llu", why_clock(w, run->last));
}

void why_address(struct why *w, const uint8_t *address)
{
	why_say(w, "%02X-%02X-%02X-%02X-%02X-%02X", address[0], address[1], address[2], address[3], address[4], address[5]);
}

uint32_t why_level(const struct why *w, uint64_t cycle)
{
	const struct pm_notes *n = &w->m->notes;
	uint32_t level = w->m->view.level;

	for (unsigned i = 1; i <= PM_LEVELS && i <= n->level_next; i++) {
		level = n->level[(n->level_next - i) % PM_LEVELS].level;
		if (n->level[(n->level_next - i) % PM_LEVELS].cycle <= cycle)
			break;
	}
	return level;
}

uint64_t why_level_since(const struct why *w, uint64_t cycle)
{
	const struct pm_notes *n = &w->m->notes;

	for (unsigned i = 1; i <= PM_LEVELS && i <= n->level_next; i++)
		if (n->level[(n->level_next - i) % PM_LEVELS].cycle <= cycle)
			return n->level[(n->level_next - i) % PM_LEVELS].cycle;
	return 0;
}

const char *why_quanta(uint16_t quanta)
{
	return quanta == 1 ? "quantum" : "quanta";
}

const char *why_unit(const struct why *w)
{
	return w->m->mii ? "clocks" : "octet times";
}

static void why_expect(struct why *w);

/* The family of each rule; rules about a link or the bench itself have none. */
static void (*const families[RULE_COUNT])(struct why *w) = {
	[RULE_EXPECT] = why_expect,
	[RULE_PAUSE_OBEYED] = why_pause,
	[RULE_PAUSE_DA] = why_pause,
	[RULE_PAUSE_TYPE] = why_pause,
	[RULE_PAUSE_OPCODE] = why_pause,
	[RULE_PAUSE_FCS] = why_pause,
	[RULE_PAUSE_CODE_ERROR] = why_pause,
	[RULE_PAUSE_LENGTH] = why_pause,
	[RULE_PAUSE_TAGGED] = why_pause,
	[RULE_PAUSE_GATE] = why_pause,
	[RULE_PAUSE_HALF_DUPLEX] = why_pause,
	[RULE_PAUSE_TIME] = why_pause,
	[RULE_PAUSE_OVERWRITE] = why_pause,
	[RULE_PAUSE_ZERO_RESUMES] = why_pause,
	[RULE_PAUSE_EXPIRY] = why_pause,
	[RULE_PAUSE_AFTER_FRAME] = why_pause,
	[RULE_PAUSE_LATENCY] = why_pause,
	[RULE_PAUSE_RESPONSE_LIMIT] = why_pause,
	[RULE_PAUSE_FORWARD] = why_pause,
	[RULE_PAUSE_RESET] = why_pause,
	[RULE_NO_DATA_IN_XOFF] = why_pause,
	[RULE_TX_OFF_BIT] = why_pause,

	[RULE_DATA_RESUMES] = why_start,
	[RULE_TX_DISABLED] = why_start,
	[RULE_TX_GAP] = why_start,
	[RULE_TX_DEFICIT] = why_start,
	[RULE_TX_SPURIOUS] = why_start,
	[RULE_TX_LOST] = why_start,
	[RULE_HOST_MANNER] = why_start,
	[RULE_XGMII_CODES] = why_start,
	[RULE_TX_PREAMBLE] = why_content,
	[RULE_TX_PAD] = why_content,
	[RULE_TX_FCS] = why_content,
	[RULE_TX_CONTENT] = why_content,
	[RULE_TX_UNDERRUN] = why_content,
	[RULE_TX_FINISHES] = why_content,
	[RULE_TX_HOST_ERROR] = why_content,
	[RULE_TX_SOURCE] = why_content,
	[RULE_TX_RECORD] = why_tx_record,

	[RULE_XOFF_BELOW_LOW] = why_sent,
	[RULE_XON_ABOVE_HIGH] = why_sent,
	[RULE_XON_AFTER_XOFF] = why_sent,
	[RULE_XOFF_ONCE] = why_sent,
	[RULE_PAUSE_TX_GATE] = why_sent,
	[RULE_PAUSE_NOT_HELD] = why_sent,
	[RULE_PAUSE_TX_LATENCY] = why_sent,
	[RULE_PAUSE_TX_QUANTA] = why_sent,
	[RULE_PAUSE_TX_FORMAT] = why_sent,
	[RULE_PAUSE_REQUEST] = why_sent,
	[RULE_PAUSE_HOLDOFF] = why_sent,
	[RULE_XOFF_AT_HIGH] = why_sent,
	[RULE_XON_BELOW_LOW] = why_sent,
	[RULE_XOFF_REFRESH] = why_sent,
	[RULE_PFC_TX] = why_sent,
	[RULE_PFC_TX_FORMAT] = why_sent,

	[RULE_PFC_OBEYED] = why_pfc,
	[RULE_PFC_TIME] = why_pfc,
	[RULE_PFC_RESPONSE_LIMIT] = why_pfc,
	[RULE_PFC_IGNORE] = why_pfc,
	[RULE_PFC_VALID] = why_pfc,

	[RULE_XGMII_START] = why_received,
	[RULE_XGMII_END] = why_received,
	[RULE_FAULT_STATE] = why_fault,
	[RULE_FAULT_SILENCE] = why_fault,
	[RULE_FAULT_SIGNAL] = why_fault,

	[RULE_TX_DEFER] = why_half,
	[RULE_TX_JAM] = why_half,
	[RULE_TX_BACKOFF] = why_half,
	[RULE_TX_RETRY] = why_half,
	[RULE_TX_LATE] = why_half,
	[RULE_BACK_PRESSURE] = why_half,
	[RULE_FALSE_CARRIER] = why_half,
	[RULE_MII_NIBBLES] = why_half,
	[RULE_RX_FRAGMENT] = why_received,

	[RULE_RX_OVERFLOW] = why_received,
	[RULE_RX_STRIP] = why_received,
	[RULE_RX_PREAMBLE] = why_received,
	[RULE_RX_DISABLED] = why_received,
	[RULE_RX_HOST_CONTENT] = why_received,
	[RULE_RX_HOST_MISSING] = why_received,
	[RULE_RX_HOST_UNWANTED] = why_received,
	[RULE_RX_FILTER] = why_received,
	[RULE_RX_BAD_FRAME] = why_received,
	[RULE_RX_BAD_MARK] = why_received,
	[RULE_KEEP_PAUSE] = why_received,
	[RULE_KEEP_MAC_CONTROL] = why_received,
	[RULE_RX_DROP_ALLOWANCE] = why_received,
	[RULE_RX_AXIS] = why_received,
	[RULE_BUFFER_LEVEL] = why_received,
	[RULE_RX_RECORD] = why_received,

	[RULE_COUNT_XOFF_RECEIVED] = why_counter,
	[RULE_COUNT_XON_RECEIVED] = why_counter,
	[RULE_COUNT_XOFF_STATE] = why_counter,
	[RULE_COUNT_OUT_XOFF] = why_counter,
	[RULE_COUNT_OUT_XON] = why_counter,
	[RULE_COUNT_MAC_CONTROL] = why_counter,
	[RULE_COUNT_RX] = why_counter,
	[RULE_COUNT_TX] = why_counter,
	[RULE_COUNT_DISCARDS] = why_counter,
	[RULE_COUNT_SIZE] = why_counter,
	[RULE_COUNT_OCTETS] = why_counter,
	[RULE_COUNT_GOOD] = why_counter,
	[RULE_COUNT_ERROR] = why_counter,
	[RULE_COUNT_ADDRESS] = why_counter,
	[RULE_COUNT_PAUSE] = why_counter,
	[RULE_COUNT_PFC] = why_counter,
	[RULE_COUNT_LOST] = why_counter,
	[RULE_COUNT_COLLISION] = why_counter,
	[RULE_COUNT_ABORT] = why_counter,
	[RULE_COUNT_FAULT] = why_counter,
	[RULE_COUNTER_LOAD] = why_counter,
	[RULE_COUNTER_OVERFLOW] = why_register,
	[RULE_COUNTER_HOLD] = why_counter,
	[RULE_COUNTER_LATCH] = why_counter,
	[RULE_COUNTER_WRAP] = why_counter,
	[RULE_COUNTER_STICKS] = why_counter,
	[RULE_COUNTER_CLEAR] = why_counter,
	[RULE_READ_CLEARS] = why_counter,
	[RULE_COUNTER_VISIBLE_LIMIT] = why_counter,
	[RULE_COUNTER_ZERO] = why_counter,
	[RULE_REG_VALUE] = why_register,
	[RULE_REG_STATUS] = why_register,
	[RULE_REG_EVENTS] = why_register,
	[RULE_REG_FREE_MBUFS] = why_register,
	[RULE_REG_ATTENTION] = why_register,
	[RULE_APB_ERROR] = why_register,
	[RULE_APB_READY] = why_register,
	[RULE_MDIO_FRAME] = why_register,
	[RULE_MDIO_TIMING] = why_register,
	[RULE_MDIO_PINS] = why_register,
	[RULE_MDIO_RESULT] = why_register,
};

/* A register does not read as the stimulus expects: says why the golden model has the value that it has. */
static void why_expect(struct why *w)
{
	const struct pm_question *asked = w->q;
	struct pm_question question = *asked;
	struct pm_reg_info info;

	if (!asked->read || !pm_reg_info(w->m, asked->address, &info) || !families[info.rule])
		return;
	question.rule = info.rule;
	w->q = &question;
	w->by_stimulus = true;
	families[info.rule](w);
	w->by_stimulus = false;
	w->q = asked;
}

/* Returns those bits of WRITE without a strobe that would have acted: fields that act when they are written, and that the
 * register does not store. */
static uint64_t unstrobed_acts(const struct pm_model *m, const struct pm_unstrobed *write)
{
	const struct reg_page *page = m->regs.page;
	const struct reg_row *row = &page->rows[write->row];
	uint64_t acts = 0;

	for (size_t i = 0; i < page->field_count; i++)
		if (!strcmp(page->fields[i].reg, row->name))
			acts |= reg_field_mask(&page->fields[i]);
	return acts & ~row->write_mask & write->bits;
}

/* Says which writes since the cause would have changed more with all their strobes, since a DUT that ignores strobes shows it
 * now. Such a write is the cause itself if it would have acted, and the finding follows it at once. */
static void say_unstrobed(struct why *w)
{
	const struct pm_notes *n = &w->m->notes;
	const uint64_t cause = w->q->cause != w->q->cycle ? w->q->cause : w->cause;
	const char *joint = "; no strobe:";
	enum { NEAR_OCTETS = 4096, AT_ONCE_OCTETS = 256, SAID_MAX = 2 };
	unsigned said = 0;

	for (unsigned i = 1; i <= PM_UNSTROBED && i <= n->unstrobed_next && w->used && said < SAID_MAX; i++) {
		const struct pm_unstrobed *write = &n->unstrobed[(n->unstrobed_next - i) % PM_UNSTROBED];
		if (write->cycle <= cause || write->cycle > w->q->cycle || write->cycle + NEAR_OCTETS < w->q->cycle)
			continue;
		why_say(w, "%s 0x%" PRIx64 " for %s in cycle %llu", joint, write->bits, w->m->regs.page->rows[write->row].name,
		        why_clock(w, write->cycle - w->m->step));
		joint = ",";
		if (!w->decided && write->cycle + AT_ONCE_OCTETS >= w->q->cycle && unstrobed_acts(w->m, write))
			w->decided = write->cycle - w->m->step;
		said++;
	}
}

uint64_t pm_why(const struct pm_model *m, const struct pm_question *question, char *ret, size_t size)
{
	struct why w = { .m = m, .q = question, .cause = question->cause, .ret = ret, .size = size };

	ret[0] = 0;
	if (question->rule < RULE_COUNT && families[question->rule])
		families[question->rule](&w);
	say_unstrobed(&w);
	if (w.decided)
		return w.decided;
	if (question->cause && question->cause != question->cycle)
		return question->cause;
	if (!w.cause && m->reset_until < question->cycle) /* nothing that decides has changed since the reset */
		w.cause = m->reset_until;
	return w.cause;
}
