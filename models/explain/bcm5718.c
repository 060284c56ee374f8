/* SPDX-License-Identifier: Apache-2.0 */
/* BCM5718: why its status bits read as they do. Its requests are those of part/pause_tx.h; the rules about its other registers
 * are in their rows. */
#include "device/bcm5718_state.h"

#include "explain.h"

#include <string.h>

enum { ATTENTION_ENABLE = 1 << 4 };

/* Says why the attentions, which follow the low mark, read as they do. */
static void why_attention(struct why *w, unsigned row)
{
	const struct pause_tx *p = pause_marks(w->m);
	const struct reg_row *mode = reg_by_name(w->m->regs.page, "BUFMGR_MODE");
	uint64_t written = w->m->notes.written[row];

	if (mode && !(w->m->regs.value[mode - w->m->regs.page->rows] & ATTENTION_ENABLE))
		why_say(w, "BUFMGR_MODE[4] = 0 keeps the attention from rising; ");
	why_say(w, "the free count is %slow", pause_tx_low(p) ? "" : "not ");
	why_since(w, p->crossing);
	why_cause(w, p->crossing > w->m->reset_until ? p->crossing : w->m->reset_until);
	if (written > w->m->reset_until) {
		why_say(w, ", and a write to the register is visible in cycle %llu", why_clock(w, written));
		if (written > w->cause)
			why_cause(w, written);
	}
}

/* Returns the newest frame in RING that is of KIND and ended after the reset, or NULL. NEXT is the index at which the next frame
 * will be put. */
static const struct pm_ended *newest(const struct why *w, const struct pm_ended *ring, unsigned next, enum ended_kind kind)
{
	for (unsigned i = 1; i <= PM_ENDED && i <= next; i++) {
		const struct pm_ended *e = &ring[(next - i) % PM_ENDED];
		if (e->kind & kind && e->last < w->q->cycle)
			return e->last >= w->m->reset_until ? e : NULL;
	}
	return NULL;
}

/* Says what the newest PAUSE of a direction was, which decides the bit, and when RESET, the reset of this direction, cleared the
 * bit. */
static void say_pause(struct why *w, const char *direction, const struct pm_ended *pause, const char *reset_name, uint64_t reset)
{
	bool cleared = reset > w->m->reset_until && reset <= w->q->cycle && (!pause || reset >= pause->last);

	if (pause) {
		why_say(w, "the newest PAUSE that was %s has time %u and ended in cycle %llu", direction, pause->quanta,
		        why_clock(w, pause->last));
		why_cause(w, pause->last);
	} else {
		why_say(w, "no PAUSE was %s since the reset", direction);
		why_cause(w, w->m->reset_until);
	}
	if (!cleared)
		return;
	why_say(w, "; a %s reset, visible in cycle %llu, cleared the bit", reset_name, why_clock(w, reset));
	why_cause(w, reset);
}

/* Says when the time is over that the newest XOFF advertised; until then REMOTE_TX_XOFFED is set. */
static void say_advertised(struct why *w, const struct bcm5718 *s, const struct pm_ended *pause)
{
	if (s->pause.adv_end > w->q->cycle) {
		why_say(w, "the XOFF of %u quanta holds the partner until cycle %llu", s->pause.quanta,
		        why_clock(w, s->pause.adv_end));
		if (pause)
			why_cause(w, pause->last);
		return;
	}
	say_pause(w, "sent", pause, "transmit", s->tx_reset);
	if (pause && pause->quanta && !w->m->mode.send_pause) {
		why_say(w, "; sending PAUSE is off");
		why_since(w, w->m->notes.send_cycle);
		why_cause(w, w->m->notes.send_cycle);
	} else if (pause && pause->quanta && s->tx_reset < pause->last) {
		why_say(w, ", and its time is over");
	}
}

static void why_underrun(struct why *w, const struct bcm5718 *s, const struct pm_ended *cut)
{
	if (cut)
		why_say(w, "an underrun cut the frame that ended in cycle %llu", why_clock(w, cut->last));
	else
		why_say(w, "no underrun cut a frame since the reset");
	why_cause(w, cut ? cut->last : w->m->reset_until);
	if (s->tx_reset > w->m->reset_until && s->tx_reset <= w->q->cycle && (!cut || s->tx_reset >= cut->last)) {
		why_say(w, "; a transmit reset is visible in cycle %llu", why_clock(w, s->tx_reset));
		why_cause(w, s->tx_reset);
	}
}

static bool why_status(struct why *w, unsigned row)
{
	enum { XOFFED = 1 << 0, NEWEST = 1 << 1 | 1 << 2, UNDERRUN = 1 << 4 };
	const struct pm_notes *n = &w->m->notes;
	const struct bcm5718 *s = w->m->state;
	const char *name = w->m->regs.page->rows[row].name;
	const uint64_t differ = w->q->expected ^ w->q->actual;

	if (w->q->rule == RULE_REG_ATTENTION) {
		why_attention(w, row);
		return true;
	}
	if (!strcmp(name, "RX_STATUS") && differ & NEWEST)
		say_pause(w, "received", newest(w, n->received, n->received_next, ENDED_PAUSE), "receive", w->m->rx_reset);
	else if (!strcmp(name, "RX_STATUS") && differ & XOFFED)
		say_advertised(w, s, newest(w, n->sent, n->sent_next, ENDED_PAUSE));
	else if (!strcmp(name, "TX_STATUS") && differ & NEWEST)
		say_pause(w, "sent", newest(w, n->sent, n->sent_next, ENDED_PAUSE), "transmit", s->tx_reset);
	else if (!strcmp(name, "TX_STATUS") && differ & UNDERRUN)
		why_underrun(w, s, newest(w, n->sent, n->sent_next, ENDED_UNDERRUN));
	else
		return false;
	return true;
}

static const struct pm_filter filter = {
	.modes = "RX_MODE", .low = "MAC_ADDR_%u_LOW", .high = "MAC_ADDR_%u_HIGH", .first_octet_high = true
};

static const struct why_field fields[] = {
	{ WHY_BOUND, "RX_MTU", NULL },
	{ WHY_ERROR | WHY_FCS | WHY_CODE, "RX_MODE", "NO_CRC_CHECK" },
	{ WHY_SHORT, "RX_MODE", "ACCEPT_RUNTS" },
	{ WHY_LONG, "RX_MODE", "ACCEPT_OVERSIZED" },
	{ WHY_LENGTH, "RX_MODE", "LENGTH_CHECK" },
	{ WHY_PAUSE, "RX_MODE", "KEEP_PAUSE" },
	{ WHY_CONTROL, "RX_MODE", "KEEP_MAC_CONTROL" },
	{ WHY_ROOM, "MAC_RX_LOW_WATERMARK", NULL },
	{ WHY_ROOM, "LOW_WMARK_MAX_RX_FRAME", NULL },
	{ 0, NULL, NULL },
};

const struct pm_explainer pm_explain_bcm5718 = { .fields = fields,
	                                         .filter = &filter,
	                                         .pause_sent = explain_pause_marks,
	                                         .why_sent = why_pause_marks,
	                                         .why_status = why_status };
