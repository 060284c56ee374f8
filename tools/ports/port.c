/* SPDX-License-Identifier: Apache-2.0 */
/* The MAC of a port, with MAC control (802.3 clauses 4, 31, annexes 31B and 31D; 46.3.1.4 at 10 Gb/s). It is simulated moment by moment. In each moment come,
 * in this order and each at its own time: the effects of writes, the ends of received frames, what these do to the timers, and requests; then, if the wire
 * is idle and the gap is over, a frame starts: one of MAC control if one is ready, or else a data frame that no pause holds.
 *
 * The rules of reception (figure 31B-2):
 * - A frame is looked at when its last octet has come. If it is a PAUSE frame and obeying is enabled, it takes effect a latency `inhibit` later.
 * - With a timer from idle the time starts when no frame is on the transmit wire; from reception, when the PAUSE takes effect. Until then, and for its time,
 *   no data frame starts. A frame that has started goes on to its end.
 * - A new time replaces what is left of the one before; 0 ends the pause at once.
 * - A data frame that waited starts a latency `resume` after the end of the pause. */
#include "port.h"
#include "request.h"

#include <stdlib.h>
#include <string.h>

struct hold {
	bool waiting; /* for the end of the frame on the wire */
	int quanta, index;
	int64_t from, until, resume; /* data frames are held from FROM to UNTIL; one that waited, to RESUME */
};

struct effect {
	int64_t at;
	int received; /* the frame whose effect it is */
	int classes;  /* that PFC frames may pause, as the frame found them */
};

struct port {
	const struct nature *n;
	const struct script *s;
	enum wrong wrong;
	struct sent *sent;
	int64_t now, wire_end,
	    earliest;     /* of the transmit wire: the end of its newest frame, the first moment at which another one may start */
	bool own_on_wire; /* that frame is one of MAC control */
	int deficit;
	int next_written, next_received, next_requested;
	struct effect *effect; /* of received frames, in order of time, which is that of the frames */
	int effect_count, next_effect;
	struct hold pause, class_hold[CLASSES];
	int class_lag; /* for how long after the effect of a PFC frame the queue of a class may still start frames */
	struct requester requester[REQUESTERS];
	int queue_next[CLASSES + 1];
	uint64_t value[CONTROLS];
};

/* ---- controls ---- */

static uint64_t first_value(const struct nature *n, enum control control)
{
	switch (control) {
	case CONTROL_RX_PAUSE:
		return n->rx_pause;
	case CONTROL_TX_PAUSE:
		return n->tx_pause;
	case CONTROL_STATION:
		return n->station;
	case CONTROL_QUANTA:
		return (uint64_t)n->quanta;
	case CONTROL_PFC_RX:
		return (uint64_t)n->pfc_rx;
	case CONTROL_PFC_TX:
		return (uint64_t)n->pfc_tx;
	default:
		return (uint64_t)n->class_quanta[control - CONTROL_CLASS_QUANTA];
	}
}

int64_t port_effect(const struct nature *n, const struct script *s, int written)
{
	int64_t at = 0;

	/* Writes take effect in their order. */
	for (int i = written < 4 ? 0 : written - 4; i <= written; i++) {
		int64_t own = s->written[i].at + nature_latency(n, WRITE, (uint64_t)i);
		if (own > at)
			at = own;
	}
	return at;
}

uint64_t port_control(const struct nature *n, const struct script *s, enum control control, int64_t at)
{
	uint64_t value = first_value(n, control);

	for (int i = 0; i < s->written_count && s->written[i].at <= at; i++)
		if (s->written[i].control == control && port_effect(n, s, i) <= at)
			value = s->written[i].value;
	return value;
}

/* ---- holding ---- */

static bool holds(const struct hold *h, int64_t now, int64_t ready)
{
	return h->waiting || (now >= h->from && now < h->until) ||
	       (ready < h->until && h->from < h->until && now >= h->until && now < h->resume);
}

static bool held_now(const struct hold *h, int64_t now)
{
	return h->waiting || (now >= h->from && now < h->until);
}

/* Starts the time of a pause at AT. */
static void load(struct port *p, struct hold *h, int64_t at, int quanta, bool fine)
{
	const struct nature *n = p->n;
	int unit = n->rate == RATE_10000 ? 8 : 1; /* at XGMII a timer counts whole words */
	int less = fine
	             ? 0
	             : (int)(random_of(n->seed, 0x200, (uint64_t)h->index) % (uint64_t)n->granularity) / unit * unit * n->octet;
	int64_t length = (int64_t)quanta * n->quantum - (quanta ? less : 0);

	if (p->wrong == WRONG_time_short && !fine)
		length -= n->quantum + (n->granularity + 8) * n->octet;
	if (p->wrong == WRONG_time_long && !fine && quanta)
		length += n->quantum;
	if (p->wrong == WRONG_time_half && !fine)
		length /= 2;
	h->waiting = false;
	h->until = at + length;
	h->resume = h->until + nature_latency(n, RESUME, (uint64_t)h->index);
	if (p->wrong == WRONG_resume_late)
		h->resume += 300 * n->octet;
}

static void end_hold(struct port *p, struct hold *h, int64_t at)
{
	if (held_now(h, at)) {
		h->waiting = false;
		h->until = at;
		h->resume = at + nature_latency(p->n, RESUME, (uint64_t)h->index);
		if (p->wrong == WRONG_resume_late)
			h->resume += 300 * p->n->octet;
	}
}

static struct frame *newest(struct port *p)
{
	return p->sent->count ? &p->sent->frame[p->sent->count - 1] : NULL;
}

/* A PAUSE frame cuts the data frame on the wire, which a wrong port does. */
static void cut(struct port *p, int64_t at)
{
	struct frame *f = newest(p);
	int64_t octets = (at - f->start) / p->n->octet - PREAMBLE_OCTETS;

	if (f->control || octets < 20 || octets >= f->length)
		return;
	f->length = (int)octets;
	f->end = f->start + (PREAMBLE_OCTETS + octets) * p->n->octet;
	p->wire_end = f->end;
	p->earliest = f->end + (int64_t)p->n->gap * p->n->octet;
}

static void take_pause(struct port *p, int64_t at, int quanta, int index)
{
	const struct nature *n = p->n;
	struct hold *h = &p->pause;
	bool busy = at < p->wire_end;
	int64_t left = h->waiting ? (int64_t)h->quanta * n->quantum : h->until - at;

	if (p->wrong == WRONG_zero_pauses && !quanta)
		quanta = 8;
	if (p->wrong == WRONG_time_low_octet)
		quanta &= 0xFF;
	if (p->wrong == WRONG_times_add && held_now(h, at) && quanta)
		quanta += (int)((left + n->quantum - 1) / n->quantum);
	if (held_now(h, at)) {
		int64_t length = (int64_t)quanta * n->quantum;
		if ((p->wrong == WRONG_shorter_kept_out && quanta && length < left) ||
		    (p->wrong == WRONG_longer_kept_out && length > left) || (p->wrong == WRONG_second_ignored && quanta) ||
		    (p->wrong == WRONG_zero_ignored && !quanta))
			return;
	}
	if (!quanta) {
		end_hold(p, h, at);
		return;
	}
	if (busy && p->wrong == WRONG_cuts_frame) {
		cut(p, at);
		busy = at < p->wire_end;
	}
	h->index = index;
	h->quanta = quanta;
	h->from = at;
	if (busy && n->from_idle && p->wrong != WRONG_counts_from_reception) {
		h->waiting = true;
	} else {
		load(p, h, at, quanta, false);
	}
}

/* True if a time waits for the frame on the wire, and does so no longer: the frame is over, and without TimerWaitsOnce no control frame follows it with the
 * least gap. */
static bool wait_is_over(const struct port *p)
{
	const struct requester *r = p->requester;
	bool follows = false;

	for (int i = 0; i < REQUESTERS; i++)
		follows |= r[i].pending && r[i].ready <= p->earliest;
	return p->pause.waiting && p->earliest <= p->now && (p->n->waits_once || !follows);
}

static void take_pfc(struct port *p, int64_t at, const struct frame *f, int index, int enabled)
{
	const struct nature *n = p->n;
	int vector = f->octets[17], first = 0, victim = 0;

	while (first < CLASSES - 1 && !(vector >> first & 1))
		first++;
	while (victim < CLASSES - 1 && !(n->pfc_rx >> victim & n->classes_used >> victim & 1))
		victim++;
	if (p->wrong == WRONG_pfc_ignored)
		return;
	for (int c = 0; c < CLASSES; c++) {
		struct hold *h = &p->class_hold[c];
		int quanta = frame_get16(f, 18 + 2 * c), lag = p->class_lag;
		bool named = vector >> c & 1, empty = !vector && p->wrong == WRONG_pfc_empty_pauses;
		bool obeyed = enabled >> c & 1 || p->wrong == WRONG_pfc_gate_ignored;
		if (p->wrong == WRONG_pfc_unnamed_resumes && !named && enabled >> c & 1)
			end_hold(p, h, at);
		if ((!named && p->wrong != WRONG_pfc_vector_ignored && !empty) || !obeyed ||
		    (p->wrong == WRONG_pfc_class_ignored && c == victim))
			continue;
		if (p->wrong == WRONG_pfc_times_shifted)
			quanta = frame_get16(f, 18 + 2 * ((c + 1) % CLASSES));
		if (p->wrong == WRONG_pfc_first_time)
			quanta = frame_get16(f, 18 + 2 * first);
		if (empty)
			quanta = 32;
		if (p->wrong == WRONG_pfc_time_short && quanta)
			quanta = quanta > 8 ? quanta - 8 : 0;
		if (p->wrong == WRONG_pfc_time_long && quanta)
			quanta += 40;
		if (p->wrong == WRONG_pfc_late)
			lag = 28 * n->quantum + 1000;
		h->index = index;
		if (!quanta) {
			if (p->wrong != WRONG_pfc_zero_ignored) {
				end_hold(p, h, at);
				if (h->until > at)
					h->until = h->from = at;
			}
			continue;
		}
		/* The class stops a lag after its time began, also if another frame has prolonged that meanwhile. */
		if (!held_now(h, at) && !(h->from > at && h->until > at && h->from < at + lag))
			h->from = at + lag;
		load(p, h, at, quanta, true);
	}
}

/* ---- received frames ---- */

static bool pause_like(const struct nature *n, uint64_t station, const struct frame *f, enum wrong wrong)
{
	int at = 12, type, opcode;
	uint64_t destination = frame_destination(f);
	bool group = destination == ADDRESS_CONTROL, own = destination == station;
	int shortest = wrong == WRONG_short_obeyed ? 20 : n->shortest;

	if (frame_get16(f, at) == TYPE_TAG && (n->tagged || wrong == WRONG_tagged_obeyed))
		at += 4;
	type = frame_get16(f, at);
	opcode = frame_get16(f, at + 2);
	if (f->length < shortest || f->length > LONGEST_FRAME || (n->longest && f->length > n->longest))
		return false;
	if (!frame_check_fits(f) && wrong != WRONG_fcs_obeyed)
		return false;
	if (type != TYPE_CONTROL && !(wrong == WRONG_type_obeyed && (type == 0x8809 || type == 0x0888)))
		return false;
	if (opcode != OPCODE_PAUSE && (wrong != WRONG_opcode_obeyed || opcode == OPCODE_PFC))
		return false;
	return (group && n->multicast) || (own && n->own && wrong != WRONG_own_address_ignored) || wrong == WRONG_address_obeyed;
}

bool port_is_pause(const struct nature *n, const struct script *s, const struct frame *f)
{
	return pause_like(n, port_control(n, s, CONTROL_STATION, f->end), f, WRONG_NOTHING);
}

static bool is_pfc(const struct port *p, const struct frame *f)
{
	bool address = frame_destination(f) == ADDRESS_CONTROL ||
	               (p->wrong == WRONG_pfc_own_address_obeyed && frame_destination(f) == p->value[CONTROL_STATION]);

	return p->n->pfc && address && frame_is_control(f) && frame_get16(f, 14) == OPCODE_PFC && f->length >= SHORTEST_FRAME &&
	       frame_check_fits(f);
}

/* The last octet of a frame has come. */
static void classify(struct port *p, int index)
{
	const struct frame *f = &p->s->received[index];
	int64_t late = p->wrong == WRONG_response_late ? nature_limit(p->n) - p->n->latency[INHIBIT].least + 200 * p->n->octet
	             : p->wrong == WRONG_inhibit_late
	                 ? p->n->latency[INHIBIT].most - p->n->latency[INHIBIT].least + 40 * p->n->octet
	                 : 0;
	int64_t at = nature_last(p->n, f->end) + nature_latency(p->n, INHIBIT, (uint64_t)index) + late;
	bool obeys = p->value[CONTROL_RX_PAUSE] || p->wrong == WRONG_gate_ignored;

	if (!(pause_like(p->n, p->value[CONTROL_STATION], f, p->wrong) && obeys && p->wrong != WRONG_pause_ignored) &&
	    !is_pfc(p, f))
		return;
	if (p->effect_count && at < p->effect[p->effect_count - 1].at)
		at = p->effect[p->effect_count - 1].at;
	p->effect[p->effect_count++] = (struct effect){ at, index, (int)p->value[CONTROL_PFC_RX] };
}

static void take_effect(struct port *p, const struct effect *e)
{
	const struct frame *f = &p->s->received[e->received];
	int at_time = frame_get16(f, 12) == TYPE_TAG ? 20 : 16;

	if (is_pfc(p, f))
		take_pfc(p, e->at, f, e->received, e->classes);
	else
		take_pause(p, e->at, frame_get16(f, at_time), e->received);
}

/* ---- writes and requests ---- */

static bool sending_enabled(const struct port *p, int who)
{
	if (who == PAUSE_REQUESTER)
		return p->value[CONTROL_TX_PAUSE] || p->wrong == WRONG_own_gate_ignored;
	return p->value[CONTROL_PFC_TX] >> (who - CLASS_REQUESTER) & 1 || p->wrong == WRONG_pfc_tx_gate_ignored;
}

static void take_write(struct port *p, const struct written *w, int64_t at)
{
	bool before[REQUESTERS];

	if (p->wrong == WRONG_gate_closed && w->control == CONTROL_RX_PAUSE && w->value)
		return;
	if (p->wrong == WRONG_xoff_time_stale && w->control == CONTROL_QUANTA)
		return;
	for (int i = 0; i < REQUESTERS; i++)
		before[i] = sending_enabled(p, i);
	p->value[w->control] = w->value;
	if (w->control == CONTROL_RX_PAUSE && !w->value && p->n->survives != 1 && p->wrong != WRONG_gate_ignored) {
		end_hold(p, &p->pause, at);
		p->next_effect = p->effect_count; /* a PAUSE that is to take effect ends with the pause */
	}
	for (int i = 0; i < REQUESTERS; i++)
		if (before[i] != sending_enabled(p, i))
			requester_enable(&p->requester[i], p->n, at, !before[i]);
}

static void take_request(struct port *p, const struct requested *q)
{
	int64_t own_end = p->own_on_wire && q->at < p->wire_end ? p->wire_end : q->at;

	requester_change(&p->requester[q->requester], p->n, p->wrong, q->request, q->at, own_end,
	                 sending_enabled(p, q->requester));
}

/* Takes all that happened up to now, each thing at its time. */
static void take_events(struct port *p)
{
	const struct script *s = p->s;

	for (;;) {
		int64_t written = p->next_written < s->written_count ? port_effect(p->n, s, p->next_written) : NEVER;
		int64_t received = p->next_received < s->received_count ? nature_last(p->n, s->received[p->next_received].end)
		                                                        : NEVER;
		int64_t wire = wait_is_over(p) ? p->wire_end : NEVER;
		int64_t effect = p->next_effect < p->effect_count ? p->effect[p->next_effect].at : NEVER;
		int64_t requested = p->next_requested < s->requested_count ? s->requested[p->next_requested].at : NEVER;
		if (wire != NEVER && wire <= written && wire <= received && wire <= effect && wire <= requested) {
			load(p, &p->pause, p->wire_end, p->pause.quanta, false);
		} else if (written <= p->now && written <= received && written <= effect && written <= requested) {
			take_write(p, &s->written[p->next_written++], written);
		} else if (received <= p->now && received <= effect && received <= requested) {
			classify(p, p->next_received++);
		} else if (effect <= p->now && effect <= requested) {
			take_effect(p, &p->effect[p->next_effect++]);
		} else if (requested <= p->now) {
			take_request(p, &s->requested[p->next_requested++]);
		} else {
			break;
		}
	}
	for (int i = 0; i < REQUESTERS; i++)
		requester_refresh(&p->requester[i], p->n, p->wrong, p->now);
}

/* ---- transmission ---- */

/* When the next frame may start at the earliest, behind the frame on the wire (4.4.2; at 10 Gb/s 46.3.1.4 with the deficit idle count). */
static int64_t earliest_after(struct port *p, int64_t end)
{
	const struct nature *n = p->n;
	int64_t at = end + (int64_t)n->gap * n->octet;
	int over, count = p->sent->count;

	if (p->wrong == WRONG_gap_short && count % 4 == 1)
		at = end + (LEAST_GAP - (n->rate == RATE_10000 ? 8 : 2)) * n->octet;
	if (n->rate != RATE_10000)
		return at;
	over = (int)(at % n->start_unit);
	if (p->wrong == WRONG_gap_average)
		return at - over;
	if (!over)
		return at;
	if (n->deficit && over <= 3 && p->deficit + over <= 3)
		return at - over;
	return at - over + n->start_unit;
}

/* The link fault that the port knows of at AT, or NULL. */
static const struct fault *fault_at(const struct port *p, int64_t at)
{
	for (int i = 0; i < p->s->fault_count; i++) {
		const struct fault *f = &p->s->fault[i];
		if (at >= f->from + nature_latency(p->n, FAULT, (uint64_t)(2 * i)) &&
		    at < f->to + nature_latency(p->n, FAULT, (uint64_t)(2 * i + 1)))
			return f;
	}
	return NULL;
}

static void send(struct port *p, struct frame *f, bool control)
{
	const struct nature *n = p->n;
	int64_t gap;

	if (!(p->sent->count & (p->sent->count - 1)))
		p->sent->frame = realloc(p->sent->frame, sizeof(*f) * (size_t)(p->sent->count ? 2 * p->sent->count : 1));
	f->control = control;
	f->lost = fault_at(p, p->now);
	f->start = p->now;
	if (p->wrong == WRONG_start_lane && p->sent->count % 4 == 2)
		f->start += 2;
	f->end = f->start + (int64_t)(PREAMBLE_OCTETS + f->length) * n->octet;
	gap = f->start - p->wire_end - n->gap;
	if (n->rate == RATE_10000 && p->sent->count && gap < 4) {
		p->deficit -= (int)gap;
		if (p->deficit < 0)
			p->deficit = 0;
	}
	p->sent->frame[p->sent->count++] = *f;
	p->wire_end = f->end;
	p->own_on_wire = control;
	p->earliest = earliest_after(p, f->end);
	if (control && p->wrong == WRONG_control_in_pause_ends_it)
		end_hold(p, &p->pause, p->now);
}

static int64_t time_field(const struct port *p)
{
	return p->now + (p->n->reads_time_late ? (PREAMBLE_OCTETS + 16) * p->n->octet : 0);
}

static void spoil_pause(struct port *p, struct frame *f, bool xoff)
{
	switch (p->wrong) {
	case WRONG_xoff_time:
		if (xoff)
			frame_put16(f, 16, frame_get16(f, 16) == 0xFFFF ? 0xFFFE : frame_get16(f, 16) + 1);
		break;
	case WRONG_xon_time:
		if (!xoff)
			frame_put16(f, 16, 1);
		break;
	case WRONG_own_source:
		f->octets[11] ^= 0x01;
		break;
	case WRONG_own_destination:
		f->octets[5] = 0x02;
		break;
	case WRONG_own_opcode:
		frame_put16(f, 14, 2);
		break;
	case WRONG_own_pad:
		f->octets[40] = 0x5A;
		break;
	case WRONG_own_short:
		frame_finish(f, 60);
		return;
	case WRONG_own_long:
		frame_finish(f, 68);
		return;
	default:
		break;
	}
	frame_check(f);
	if (p->wrong == WRONG_own_fcs)
		f->octets[f->length - 1] ^= 0x80;
}

static bool send_pause(struct port *p)
{
	struct requester *r = &p->requester[PAUSE_REQUESTER];
	struct frame f;
	bool xoff = r->xoff;
	int quanta = 0;

	if (!r->pending || r->ready > p->now)
		return false;
	if (xoff) {
		quanta = (int)port_control(p->n, p->s, CONTROL_QUANTA, time_field(p));
		if (p->wrong == WRONG_xoff_time_stale)
			quanta = p->n->quanta;
	}
	frame_pause(&f, p->value[CONTROL_STATION], quanta);
	spoil_pause(p, &f, xoff);
	send(p, &f, true);
	requester_started(r, p->n, p->wrong, xoff, quanta, p->wire_end);
	return true;
}

static void spoil_pfc(const struct port *p, struct frame *f)
{
	if (p->wrong == WRONG_pfc_tx_vector)
		f->octets[16] = 0x01;
	if (p->wrong == WRONG_pfc_tx_pad)
		f->octets[50] = 0x77;
	if (p->wrong == WRONG_pfc_tx_empty)
		f->octets[17] = 0;
	frame_check(f);
}

static bool send_pfc(struct port *p)
{
	struct requester *r = p->requester;
	bool any = false, xoff[CLASSES] = { false };
	int vector = 0, quanta[CLASSES] = { 0 };
	struct frame f;

	for (int c = 0; c < CLASSES; c++) {
		struct requester *q = &r[CLASS_REQUESTER + c];
		bool asked = q->pending && q->ready <= p->now;
		bool named = p->n->pfc_vector == 2
		               ? sending_enabled(p, CLASS_REQUESTER + c)
		               : (asked && !(p->n->pfc_vector == 1 && any)) ||
		                     (p->n->pfc_vector == 3 && q->told && sending_enabled(p, CLASS_REQUESTER + c));
		int other = p->wrong == WRONG_pfc_tx_time ? (c + 1) % CLASSES : c;
		int time = (int)port_control(p->n, p->s, CONTROL_CLASS_QUANTA + (enum control)other, time_field(p));
		any |= asked;
		xoff[c] = asked ? q->xoff : q->told;
		vector |= named << c;
		if (named ? xoff[c] : p->n->pfc_times)
			quanta[c] = time;
	}
	if (!any)
		return false;
	frame_pfc(&f, p->value[CONTROL_STATION], vector, quanta);
	spoil_pfc(p, &f);
	send(p, &f, true);
	for (int c = 0; c < CLASSES; c++) {
		struct requester *q = &r[CLASS_REQUESTER + c];
		if (!(vector >> c & 1))
			continue;
		/* A frame that tells the state of a class before its newest request is ready does not answer that request. */
		struct requester before = *q;
		if (!(q->pending && q->ready <= p->now) && !q->told)
			continue;
		requester_started(q, p->n, p->wrong, xoff[c], quanta[c], p->wire_end);
		if (before.pending && before.ready > p->now) {
			q->pending = true;
			q->xoff = before.xoff;
			q->ready = before.ready;
			q->decided = before.decided;
		}
	}
	return true;
}

static bool send_control(struct port *p)
{
	if (p->wrong == WRONG_own_held && held_now(&p->pause, p->now))
		return false;
	return send_pause(p) || (p->n->pfc && send_pfc(p));
}

/* ---- data ---- */

static bool data_ready(const struct port *p, int queue, int64_t *ret_ready)
{
	int queues = p->n->one_queue || !p->n->pfc ? 1 : CLASSES + 1;
	int64_t place = (int64_t)p->queue_next[queue] * queues + (queues > 1 ? queue : 0);

	if (p->n->client != CLIENT_UNKNOWN)
		*ret_ready = p->s->first_data;
	else if (place < p->s->ready_count)
		*ret_ready = p->s->ready[place];
	else
		return false;
	return *ret_ready <= p->now;
}

static bool data_held(struct port *p, int class_of, int64_t ready, int index)
{
	int c = class_of < CLASSES ? class_of : p->n->untagged;
	bool held = holds(&p->pause, p->now, ready);

	if (p->wrong == WRONG_leaks && held && random_of(p->n->seed, 0x400, (uint64_t)index) % 3 == 0)
		return false;
	if (p->wrong == WRONG_leaks_after_control && held && p->own_on_wire && p->now == p->earliest)
		return false;
	return held || (p->n->pfc && c < CLASSES && holds(&p->class_hold[c], p->now, ready));
}

static void spoil_data(struct port *p, struct frame *f)
{
	if (p->wrong == WRONG_pad_missing && f->length == SHORTEST_FRAME)
		frame_finish(f, f->octets[12] == 0x81 ? 30 : 26);
	if (p->wrong == WRONG_data_fcs && p->sent->count % 8 == 3)
		f->octets[f->length - 2] ^= 0x04;
}

static bool send_data(struct port *p)
{
	const struct nature *n = p->n;
	bool one = n->one_queue || !n->pfc;
	int first = one ? 0 : (int)(random_of(n->seed, 0x302, (uint64_t)p->sent->count) % (CLASSES + 1));

	for (int i = 0; i < (one ? 1 : CLASSES + 1); i++) {
		int queue = one ? 0 : (first + i) % (CLASSES + 1), index = p->queue_next[queue];
		int class_of = one ? script_class(n, index) : queue;
		struct frame f;
		int64_t ready;
		if (!one && !(n->classes_used >> queue & 1))
			continue;
		if (!data_ready(p, queue, &ready) || data_held(p, class_of, ready, index))
			continue;
		script_data(n, class_of, index, &f);
		spoil_data(p, &f);
		f.queue = queue;
		f.index = index;
		p->queue_next[queue]++;
		send(p, &f, false);
		return true;
	}
	return false;
}

/* In a link fault the reconciliation sublayer sends no frame. What the MAC sends is lost, or what it has waits (46.3.4.3; FaultLoses), and the frame on the
 * wire ends as ever, or is cut (FaultCuts). */
static void take_fault(struct port *p)
{
	struct frame *f = newest(p);
	int64_t octets;

	if (!f || f->lost || !p->n->fault_cuts || !fault_at(p, p->now) || f->start >= p->now || f->end <= p->now)
		return;
	octets = p->now - f->start - PREAMBLE_OCTETS;
	if (octets < 20)
		f->lost = true;
	else if (octets < f->length)
		f->length = (int)octets;
}

static void transmit(struct port *p)
{
	bool behind = (p->wrong == WRONG_data_first ||
	               (p->wrong == WRONG_refresh_missing_behind_data && p->requester[PAUSE_REQUESTER].by_refresh));

	if (p->now < p->earliest || (p->n->rate == RATE_10000 && p->now % p->n->start_unit))
		return;
	if (!p->n->fault_loses && fault_at(p, p->now))
		return;
	if (behind && send_data(p))
		return;
	if (!send_control(p))
		send_data(p);
}

void port_run(const struct nature *n, const struct script *s, enum wrong wrong, struct sent *ret_sent)
{
	struct port p = { .n = n, .s = s, .wrong = wrong, .sent = ret_sent, .wire_end = -1000000 };
	int most = nature_limit(n) - n->latency[INHIBIT].most;

	memset(ret_sent, 0, sizeof(*ret_sent));
	p.class_lag = n->pfc ? (int)(random_of(n->seed, 3, 0) % (uint64_t)(most + 12 * n->quantum)) / 4 * 4 : 0;
	p.effect = malloc(sizeof(*p.effect) * (size_t)(s->received_count + 1));
	for (int i = 0; i < REQUESTERS; i++)
		requester_init(&p.requester[i], i);
	for (enum control c = 0; c < CONTROLS; c++)
		p.value[c] = first_value(n, c);
	for (p.now = 0; p.now < s->end; p.now += n->step) {
		take_events(&p);
		take_fault(&p);
		transmit(&p);
	}
	free(p.effect);
}

void port_release(struct sent *sent)
{
	free(sent->frame);
}

/* ---- counters ---- */

static bool frame_known(const struct nature *n, const struct frame *f)
{
	int opcode = frame_get16(f, 14);

	return opcode == OPCODE_PAUSE || (n->pfc && opcode == OPCODE_PFC);
}

/* Sums up what frames count whose latencies are LATE_RECEIVED and LATE_SENT, or their own if these are negative. */
static uint32_t sum(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent,
                    enum counter counter, int64_t at, int late_received, int late_sent)
{
	int64_t more = wrong == WRONG_counter_late ? 3000 * n->octet : 0;
	uint32_t count = 0;

	for (int i = 0; i < s->received_count; i++) {
		const struct frame *f = &s->received[i];
		struct counted w = { frame_check_fits(f), port_is_pause(n, s, f), frame_known(n, f) };
		int64_t late = late_received >= 0 ? late_received : nature_latency(n, EVENT, (uint64_t)i);
		if (nature_last(n, f->end) + late + more <= at)
			count += (uint32_t)counter_of(counter, f, true, &w, wrong, i);
	}
	for (int i = 0; i < sent->count; i++) {
		const struct frame *f = &sent->frame[i];
		if (f->lost) /* FaultCounts 0 */
			continue;
		struct counted w = { frame_check_fits(f), frame_is_control(f) && frame_get16(f, 14) == OPCODE_PAUSE, true };
		int64_t late = late_sent >= 0 ? late_sent : nature_latency(n, SENT, (uint64_t)i);
		if (nature_last(n, f->end) + late + more <= at)
			count += (uint32_t)counter_of(counter, f, false, &w, wrong, i);
	}
	return count;
}

uint32_t port_counter(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent,
                      enum counter counter, int64_t at)
{
	return sum(n, s, wrong, sent, counter, at, -1, -1);
}

uint32_t port_counter_within(const struct nature *n, const struct script *s, const struct sent *sent, enum counter counter,
                             int64_t at, bool least)
{
	return sum(n, s, WRONG_NOTHING, sent, counter, at, least ? n->latency[EVENT].most : n->latency[EVENT].least,
	           least ? n->latency[SENT].most : n->latency[SENT].least);
}
