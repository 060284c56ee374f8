/* SPDX-License-Identifier: Apache-2.0 */
/* BCM5718: which rules its differences break. Its requests are those of part/pause_tx.h; its registers need no more than their rows say. */
#include "device/pause_marks.h"

#include "explain.h"

enum { ATTENTION_ENABLE = 1 << 4 };

/* The attentions follow the low mark. */
static bool why_status(struct why *w, unsigned row)
{
	const struct pause_tx *p = pause_marks(w->m);
	const struct reg_row *mode = reg_by_name(w->m->regs.page, "BUFMGR_MODE");
	uint64_t written = w->m->notes.written[row];

	if (w->q->rule != RULE_REG_ATTENTION)
		return false;
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
	return true;
}

static const struct pm_filter filter = {
	.modes = "RX_MODE", .low = "MAC_ADDR_%u_LOW", .high = "MAC_ADDR_%u_HIGH", .first_octet_high = true
};

const struct pm_explainer pm_explain_bcm5718 = {
	.filter = &filter, .pause_sent = explain_pause_marks, .why_sent = why_pause_marks, .why_status = why_status
};
