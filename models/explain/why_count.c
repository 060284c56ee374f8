/* SPDX-License-Identifier: Apache-2.0 */
/* Says why a counter or register reads what it reads: the newest event and its frame; reads, clears and writes beside it, and
 * which of them wins. */
#include "explain.h"
#include "why_events.h"

#include <inttypes.h>
#include <stdio.h>

enum { PLAIN_MAX = 9999 /* a larger written value is said in hexadecimal digits, like that of a register */ };

/* ---- counters ---- */

/* Says which frame caused the event that became visible in CYCLE in a counter of DIRECTION, and makes the end of the frame the
 * cause. */
static void say_frame(struct why *w, enum counter_direction direction, uint64_t cycle)
{
	const struct pm_ended *received = direction == COUNTER_TX ? NULL : notes_received(w->m, cycle);
	const struct pm_ended *sent = direction == COUNTER_RX ? NULL : notes_sent(w->m, cycle),
			      *frame = received ? received : sent;

	if (!frame) {
		why_cause(w, cycle);
		return;
	}
	why_say(w, " by the %s frame of ", received ? "received" : "sent");
	why_octets(w, frame->octets);
	why_say(w, " that ended in cycle %llu", why_clock(w, frame->last));
	why_cause(w, frame->last);
}

/* Returns true for the rules about which frames a counter counts; the others are about how counters work. */
static bool about_amount(enum rule rule)
{
	switch (rule) {
	case RULE_COUNTER_LOAD:
	case RULE_COUNTER_OVERFLOW:
	case RULE_COUNTER_HOLD:
	case RULE_COUNTER_LATCH:
	case RULE_COUNTER_WRAP:
	case RULE_COUNTER_STICKS:
	case RULE_COUNTER_CLEAR:
	case RULE_READ_CLEARS:
	case RULE_COUNTER_ZERO:
	case RULE_COUNT_FAULT:
		return false;
	default:
		return true;
	}
}

static void say_events(struct why *w, unsigned row, uint64_t base)
{
	const struct counting_counter *c = &w->m->count.counter[row];
	uint64_t cycle = w->q->then ? w->q->then->event_cycle : c->event_cycle;
	uint64_t amount = w->q->then ? w->q->then->event_amount : c->event_amount;

	if (cycle > w->q->cycle) {
		why_say(w, "the newest event becomes visible in cycle %llu, after the read", why_clock(w, cycle));
		why_cause(w, base);
		return;
	}
	if (!cycle || cycle < base) {
		why_say(w, "nothing to count");
		why_since(w, base);
		if (base == w->m->reset_until)
			why_say(w, ", when it began at %" PRIu64, w->m->count.kind[row].preset);
		why_cause(w, base);
		return;
	}
	why_say(w, "newest event: +%" PRIu64 " in cycle %llu", amount, why_clock(w, cycle));
	say_frame(w, w->m->regs.page->rows[row].direction, cycle);
}

/* Says that a clear, load or read of the counter came, and which event met it. */
static void say_met(struct why *w, const char *what, uint64_t cycle, uint64_t met, const char *wins)
{
	why_say(w, "%s in cycle %llu", what, why_clock(w, cycle));
	if (met)
		why_say(w, ", event of +%" PRIu64 " in the same cycle: %s", met, wins);
	why_cause(w, cycle);
}

static void say_range(struct why *w, unsigned row)
{
	const struct counting_kind *kind = &w->m->count.kind[row];

	why_say(w, "the counter has %u bits and %s at its end; ", kind->width ? kind->width : COUNTING_WORD_BITS,
	        kind->sticks    ? "sticks"
	        : kind->to_zero ? "goes to 0"
	                        : "wraps");
}

/* Returns the row of the counter of which ROW is a word. */
static unsigned low_row(const struct why *w, unsigned row)
{
	return w->m->count.kind[row].high ? (unsigned)((int)row + w->m->regs.page->rows[row].partner) : row;
}

/* The newest cycle in which a counter was certainly right, why, and what it showed then. */
struct right {
	uint64_t cycle, value;
	enum { RIGHT_RESET, RIGHT_READ, RIGHT_CLEAR, RIGHT_LOAD } by;
};

static struct right right_last(const struct why *w, unsigned row, const struct counting_memory *memory)
{
	const struct counting_kind *kind = &w->m->count.kind[row];
	struct right ret = { w->m->reset_until, kind->preset, RIGHT_RESET };

	if (memory->read && memory->read_cycle > ret.cycle)
		ret = (struct right){ memory->read_cycle, kind->keeps ? memory->read_value : 0, RIGHT_READ };
	if (memory->clear_cycle > ret.cycle || (memory->clear_cycle && memory->clear_cycle == ret.cycle))
		ret = (struct right){ memory->clear_cycle, 0, RIGHT_CLEAR };
	if (memory->load_cycle > ret.cycle || (memory->load_cycle && memory->load_cycle == ret.cycle))
		ret = (struct right){ memory->load_cycle, memory->load_value, RIGHT_LOAD };
	return ret;
}

/* Says what happened to the counter in the newest cycle in which it was right. */
static void say_right(struct why *w, unsigned row, const struct counting_memory *memory, const struct right *right)
{
	switch (right->by) {
	case RIGHT_LOAD:
		say_met(w, "a write is visible", right->cycle, memory->lost_amount, "the write wins");
		why_say(w, memory->load_value > PLAIN_MAX ? ", value 0x%" PRIx64 "; " : ", value %" PRIu64 "; ",
		        memory->load_value);
		break;
	case RIGHT_CLEAR:
		say_met(w, "a clear is visible", right->cycle, memory->lost_amount, "clear wins");
		why_say(w, ", value before %" PRIu64 "; ", memory->clear_value);
		break;
	case RIGHT_READ:
		if (w->m->count.kind[row].keeps && !memory->met_amount)
			break;
		say_met(w, "the read", right->cycle, memory->met_amount, "it counts in that read");
		why_say(w, " showed %" PRIu64 "%s; ", memory->read_value, w->m->count.kind[row].keeps ? "" : " and cleared it");
		break;
	default:
		break;
	}
}

/* Says which of the frames since the counter was right the DUT counts wrongly. Returns false if nothing is known about these
 * frames. */
static bool say_amount(struct why *w, unsigned row, const struct counting_memory *memory, const struct right *right)
{
	static const char *const names[] = {
		[RIGHT_RESET] = "reset", [RIGHT_READ] = "read", [RIGHT_CLEAR] = "clear", [RIGHT_LOAD] = "write"
	};
	const uint64_t mask = w->m->count.wide ? UINT64_MAX : UINT32_MAX, gained = (w->q->expected - right->value) & mask;
	const size_t used = w->used;

	if (gained)
		why_say(w, "+%" PRIu64 " since the %s", gained, names[right->by]);
	else
		why_say(w, "nothing counts since the %s", names[right->by]);
	if (right->by != RIGHT_RESET)
		why_say(w, " of cycle %llu", why_clock(w, right->cycle));
	if (right->by == RIGHT_READ)
		why_say(w, ", which showed %" PRIu64, memory->read_value);
	else if (right->value)
		why_say(w, right->value > PLAIN_MAX ? ", when it began at 0x%" PRIx64 : ", when it began at %" PRIu64,
		        right->value);
	why_say(w, "; ");
	if (why_events(w, row, right->cycle, gained))
		return true;
	w->ret[w->used = used] = 0;
	return false;
}

void why_counter(struct why *w)
{
	const struct pm_model *m = w->m;
	unsigned word = registers_row(&m->regs, w->q->address), row;
	const struct counting_memory *memory;
	struct right right;

	if (!w->q->read || word == REGISTERS_NONE) {
		why_received(w);
		return;
	}
	row = low_row(w, word);
	memory = w->q->then                     ? &w->q->then->memory
	       : m->count.last_read.row == word ? &m->count.last_read.before
	                                        : &m->count.memory[row];
	if (m->regs.page->rows[row].full == COUNTER_ZERO || m->regs.page->rows[row].kind == REG_RESERVED) {
		why_say(w, "this word counts nothing in this part and reads 0");
		why_cause(w, m->reset_until);
		return;
	}
	right = right_last(w, row, memory);
	if (about_amount(w->q->rule) && !w->by_stimulus && word == row && !memory->held && say_amount(w, row, memory, &right))
		return;
	say_right(w, row, memory, &right);
	if (w->q->rule == RULE_READ_CLEARS && m->count.last_read.row == word && m->count.last_read.met) {
		why_say(w, "+%" PRIu64 " became visible in the cycle of this read: it counts in it", m->count.last_read.met);
		return;
	}
	if (w->q->rule == RULE_COUNTER_WRAP || w->q->rule == RULE_COUNTER_STICKS)
		say_range(w, row);
	if (word != row && memory->read)
		why_say(w, "the low word was read in cycle %llu, which kept this upper part; ", why_clock(w, memory->read_cycle));
	if (memory->held)
		why_say(w, "+%" PRIu64 " in all did not count, since counters hold; ", memory->held);
	if (m->notes.written[word] > right.cycle && m->notes.written[word] <= w->q->cycle && !memory->load_cycle)
		why_say(w, "the write of cycle %llu changes nothing; ", why_clock(w, m->notes.written[word]));
	if (memory->spare_cycle > right.cycle && memory->spared)
		why_say(w, "the clear of cycle %llu was for the other direction; ", why_clock(w, memory->spare_cycle));
	say_events(w, row, right.cycle);
}

/* ---- other registers ---- */

static void say_written(struct why *w, unsigned row)
{
	uint64_t written = w->m->notes.written[row];
	const char *own = w->m->regs.page->rows[row].name, *name = *own ? own : "this word";

	if (written > w->m->reset_until) {
		why_say(w, "%s has the value 0x%08" PRIx64 " that was last written, visible since cycle %llu", name,
		        w->m->regs.value[row], why_clock(w, written));
		why_cause(w, written);
	} else {
		why_say(w, "%s has its reset value, since nothing was written to it after the reset that ended in cycle %llu",
		        name, why_clock(w, w->m->reset_until));
		why_cause(w, w->m->reset_until);
	}
}

/* Says the newest of the states that a status register may show. */
static void say_states(struct why *w)
{
	const struct pm_model *m = w->m;
	const struct pause_rx *p = &m->rx;

	why_say(w, "states in cycle %llu: %s", why_clock(w, w->q->cycle), p->xoff ? "Xoff" : "Xon");
	why_since(w, p->xoff ? p->rise_cycle : p->fall_cycle);
	if (m->tx.end_cycle) {
		why_say(w, "; newest sent frame %s ended in cycle %llu",
		        m->tx.end.kind == PM_TX_PAUSE ? m->tx.end.quanta ? "(XOFF)" : "(XON)" : "(data)",
		        why_clock(w, m->tx.last_wire));
		why_cause(w, m->tx.last_wire);
	}
	if (m->classified && m->classified->rx.last == m->classified->last) {
		why_say(w, "; newest received frame %sended in cycle %llu", m->classified->rx.pause ? "(PAUSE) " : "",
		        why_clock(w, m->classified->last));
		if (m->classified->last > w->cause || w->cause == w->q->cycle)
			why_cause(w, m->classified->last);
	}
	if (m->rx_reset > m->reset_until && m->rx_reset <= w->q->cycle)
		why_say(w, "; newest receive reset in cycle %llu", why_clock(w, m->rx_reset));
	if (w->cause == w->q->cycle)
		why_cause(w, m->reset_until);
}

/* Says of the register that drives the management pins what was written to it, and what mdio_i is. doc/devices/bcm1250.md 6. */
static void say_pins(struct why *w)
{
	const struct mdio_model *mdio = &w->m->mdio;
	unsigned pins = w->q->cycle < mdio->bang.from ? mdio->bang.pins : mdio->bang.next;

	why_say(w, "the mdio register has MDC %d, data %d, %s", !!(pins & MDIO_PIN_MDC), !!(pins & MDIO_PIN_O),
	        pins & MDIO_PIN_OE ? "output" : "input");
	why_since(w, mdio->bang.from);
	why_say(w, "; mdio_i is %d", !mdio->low);
	why_since(w, mdio->level_cycle);
	why_cause(w,
	          mdio->level_cycle > mdio->bang.from && mdio->level_cycle < w->q->cycle ? mdio->level_cycle : mdio->bang.from);
}

/* Says what clause 22 puts into bit BIT of the newest frame. 802.3 22.2.4.5. */
static void say_mdio_bit(struct why *w, unsigned bit)
{
	static const struct {
		unsigned first, count;
		const char *name;
	} fields[] = { { 0, 32, "preamble" },    { 32, 2, "start of frame 01" }, { 34, 2, "operation" },
		       { 36, 5, "PHY address" }, { 41, 5, "register address" },  { 46, 2, "turnaround" },
		       { 48, 16, "data" } };
	const struct mdio_model *mdio = &w->m->mdio;
	size_t i = 0;

	while (bit >= fields[i].first + fields[i].count)
		i++;
	why_say(w, "; bit %u is ", bit);
	if (!i)
		why_say(w, "of the preamble, 32 ones");
	else
		why_say(w, "bit %u of %u of the %s", bit - fields[i].first + 1, fields[i].count, fields[i].name);
	if (mdio->is_read && bit == 46)
		why_say(w, ": in a read the MAC lets go of MDIO there, so that the PHY can drive the next one low");
	else if (mdio->is_read && bit > 46)
		why_say(w, ": in a read the PHY drives it%s, and the MAC does not", bit == 47 ? " low" : "");
	else if (i)
		why_say(w, ": the MAC drives %d", (int)(mdio->word >> (63 - bit) & 1));
}

/* Says the newest frame in words. 802.3 22.2.4.5: preamble, ST, OP, PHY address, register address, TA, data. */
static void say_mdio(struct why *w)
{
	const struct mdio_model *mdio = &w->m->mdio;
	unsigned phy = mdio->word >> 23 & 31, reg = mdio->word >> 18 & 31, data = mdio->word & UINT16_MAX, bit;

	if (!mdio->started) {
		why_say(w, "no management frame was started since the reset, so MDC is low and MDIO is not driven");
		why_cause(w, w->q->cycle > w->m->reset_until ? w->m->reset_until : 0); /* within the first reset: power-up */
		return;
	}
	if (mdio->is_read)
		why_say(w, "the read of register %u of PHY %u", reg, phy);
	else
		why_say(w, "the write of 0x%04x to register %u of PHY %u", data, reg, phy);
	why_say(w, " was started in cycle %llu", why_clock(w, mdio->write_cycle));
	if (mdio->end_cycle != UINT64_MAX)
		why_say(w, " and ends in cycle %llu", why_clock(w, mdio->end_cycle));
	if (!w->q->read && sscanf(w->q->what, "management frame, bit %u", &bit) == 1 && bit < 64)
		say_mdio_bit(w, bit);
	if (w->q->read && mdio->is_read && w->q->cycle >= mdio->end_cycle)
		why_say(w, "; the PHY answered 0x%04x%s", mdio->sample & UINT16_MAX,
		        mdio->failed ? ", without its 0 before" : "");
	else if (w->q->read && mdio->is_read)
		why_say(w, ": it is busy until then, and the PHY has not answered");
	why_cause(w, mdio->write_cycle);
}

void why_register(struct why *w)
{
	const struct pm_model *m = w->m;
	unsigned row = w->q->read ? registers_row(&m->regs, w->q->address) : REGISTERS_NONE;
	struct pm_reg_info info;

	switch (w->q->rule) {
	case RULE_APB_ERROR:
		why_cause(w, m->reset_until); /* the map of registers has held since then */
		if (w->q->read && row != REGISTERS_NONE)
			why_say(w, "%s is at 0x%04x%s", *m->regs.page->rows[row].name ? m->regs.page->rows[row].name : "a word",
			        w->q->address, m->regs.page->rows[row].write_mask ? "" : ", and no access to it is an error");
		else
			why_say(w, "no register is at 0x%04x", w->q->address);
		return;
	case RULE_APB_READY:
		why_cause(w, m->reset_until);
		why_say(w, "this MAC answers each access in the cycle after its setup");
		return;
	case RULE_MDIO_FRAME:
	case RULE_MDIO_TIMING:
	case RULE_MDIO_RESULT:
		say_mdio(w);
		return;
	case RULE_MDIO_PINS:
		say_pins(w);
		return;
	default:
		break;
	}
	if (row == REGISTERS_NONE || !pm_reg_info(m, w->q->address, &info))
		return;
	if (info.class == PM_REG_LEVEL) {
		why_say(w, "the level is %u", m->view.level);
		why_cause(w, m->reset_until);
		if (m->notes.level_next) {
			why_since(w, m->notes.level[(m->notes.level_next - 1) % PM_LEVELS].cycle);
			why_cause(w, m->notes.level[(m->notes.level_next - 1) % PM_LEVELS].cycle);
		}
	} else if (info.class == PM_REG_STATUS) {
		const struct pm_explainer *explainer = explainer_of(m);
		if (!explainer->why_status || !explainer->why_status(w, row))
			say_states(w);
	} else {
		say_written(w, row);
	}
}
