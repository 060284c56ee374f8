/* SPDX-License-Identifier: Apache-2.0 */
/* What no right port of a nature could have sent. */
#include "certain.h"

#include <string.h>

enum { WIDEST_WAIT_OCTETS = 3300, CLASS_QUANTA = 28 };

struct look {
	const struct nature *n;
	const struct script *s;
	const struct sent *sent;
	int64_t margin; /* ticks by which two times may be nearer or farther than they look */
	int64_t last;   /* the start of the last packet */
	struct certainty *c;
};

const char *certain_name(enum certain certain)
{
	static const char *const name[CERTAINS] = { "data-in-pause", "data-late",      "own-octets",   "own-gate",
		                                    "own-order",     "refresh-early",  "refresh-late", "gap",
		                                    "data-octets",   "class-in-pause", "class-late",   "counter" };

	return name[certain];
}

static void note(struct look *l, enum certain certain, int64_t at)
{
	if (!l->c->count[certain]++)
		l->c->first[certain] = at;
}

static int64_t octets(const struct look *l, int64_t count)
{
	return count * l->n->octet;
}

/* True if a control is written from FROM to TO, so that nobody knows its value between. */
static bool written(const struct look *l, enum control first, enum control last, int64_t from, int64_t to)
{
	bool any = false;

	for (int i = 0; i < l->s->written_count; i++) {
		const struct written *w = &l->s->written[i];
		any |= w->control >= first && w->control <= last && w->at >= from - l->n->latency[WRITE].most - l->margin &&
		       w->at <= to + l->margin;
	}
	return any;
}

/* The value of a control at AT, where it was not written just before. */
static uint64_t value(const struct look *l, enum control control, int64_t at)
{
	return port_control(l->n, l->s, control, at);
}

/* ---- received PAUSE frames and data ---- */

/* Is the frame a PAUSE that the port obeys: yes for certain up to UNTIL, or perhaps? */
static bool obeyed(const struct look *l, const struct frame *f, int64_t until, bool for_certain)
{
	bool changed = written(l, CONTROL_RX_PAUSE, CONTROL_STATION, f->start, until);

	if (changed)
		return !for_certain;
	return value(l, CONTROL_RX_PAUSE, f->end) && port_is_pause(l->n, l->s, f);
}

static int quanta_of(const struct frame *f)
{
	return frame_get16(f, frame_get16(f, 12) == TYPE_TAG ? 20 : 16);
}

/* The end of a data frame that is on the wire for certain whenever a PAUSE takes effect, and for which its time waits, or when it takes effect at least. */
static int64_t certain_start(const struct look *l, const struct frame *pause)
{
	const struct nature *n = l->n;
	int64_t least = nature_last(n, pause->end) + n->latency[INHIBIT].least,
		most = nature_last(n, pause->end) + n->latency[INHIBIT].most;

	for (int i = 0; n->from_idle && i < l->sent->count; i++) {
		const struct frame *f = &l->sent->frame[i];
		if (f->start < least - l->margin && f->end > most + l->margin)
			return f->end;
	}
	return least;
}

static void look_in_pause(struct look *l, const struct frame *data)
{
	const struct nature *n = l->n;
	const struct frame *newest = NULL;

	for (int i = 0; i < l->s->received_count; i++) {
		const struct frame *f = &l->s->received[i];
		if (f->end > data->start + l->margin)
			break;
		if (obeyed(l, f, data->start, false))
			newest = f;
	}
	if (!newest || !obeyed(l, newest, data->start, true) ||
	    nature_last(n, newest->end) + n->latency[INHIBIT].most > data->start - l->margin)
		return;
	if (data->start + l->margin <
	    certain_start(l, newest) + (int64_t)quanta_of(newest) * n->quantum - octets(l, n->granularity - 1))
		note(l, CERTAIN_DATA_IN_PAUSE, data->start);
}

/* The end of the frame on the wire when a PAUSE takes effect, for which its time waits, or AT. */
static int64_t wire_free(const struct look *l, int64_t at)
{
	int64_t end = at;

	for (int i = 0; i < l->sent->count; i++) {
		const struct frame *f = &l->sent->frame[i];
		bool follows = !l->n->waits_once && f->control && f->start <= end + octets(l, l->n->gap) + 8 + l->margin;
		if ((f->start <= at + l->margin || follows) && f->end > end)
			end = f->end;
	}
	return end;
}

/* The latest moment at which a pause may still hold data, of all PAUSE frames that ended before AT. */
static int64_t latest_pause(const struct look *l, int64_t at)
{
	const struct nature *n = l->n;
	int64_t latest = INT64_MIN, until = INT64_MIN;

	for (int i = 0; i < l->s->received_count && l->s->received[i].end <= at + l->margin; i++) {
		const struct frame *f = &l->s->received[i];
		int64_t effect = nature_last(n, f->end) + n->latency[INHIBIT].most;
		if (!obeyed(l, f, f->end + n->latency[INHIBIT].most, false))
			continue;
		/* The one before holds no longer than up to here, if this one replaces it for certain. */
		if (until > effect && obeyed(l, f, effect, true))
			until = effect;
		if (until > latest)
			latest = until;
		until = (n->from_idle ? wire_free(l, effect) : effect) + (int64_t)quanta_of(f) * n->quantum;
	}
	return until > latest ? until : latest;
}

static int64_t after_gap(const struct look *l, int before)
{
	int late = l->n->rate == RATE_10000 ? 2 * l->n->start_unit : 0;

	return l->sent->frame[before].end + octets(l, l->n->gap) + late;
}

/* A client that always has a frame: the next one starts at AT, or has not started when the captures end. */
static void look_late(struct look *l, int before, int64_t at)
{
	int64_t latest = after_gap(l, before), pause = latest_pause(l, at);

	if (pause > INT64_MIN && pause + l->n->latency[RESUME].most > latest)
		latest = pause + l->n->latency[RESUME].most;
	if (at > latest + l->margin + (l->n->rate == RATE_10000 ? 16 : 0))
		note(l, CERTAIN_DATA_LATE, at);
}

/* ---- received PFC frames and data ---- */

static int class_of(const struct nature *n, const struct frame *f)
{
	return frame_get16(f, 12) == TYPE_TAG ? f->octets[14] >> 5 : n->untagged;
}

static bool names(const struct nature *n, const struct frame *f, int c)
{
	return n->pfc && frame_destination(f) == ADDRESS_CONTROL && frame_is_control(f) && frame_get16(f, 14) == OPCODE_PFC &&
	       f->length >= SHORTEST_FRAME && frame_check_fits(f) && f->octets[17] >> c & 1;
}

static bool class_obeyed(const struct look *l, const struct frame *f, int c, int64_t until, bool for_certain)
{
	if (!names(l->n, f, c))
		return false;
	if (written(l, CONTROL_PFC_RX, CONTROL_PFC_RX, f->start, until))
		return !for_certain;
	return value(l, CONTROL_PFC_RX, f->end) >> c & 1;
}

static int64_t class_reaction(const struct nature *n)
{
	int64_t limit = CLASS_QUANTA * n->quantum;

	return limit > n->latency[INHIBIT].most ? limit : n->latency[INHIBIT].most;
}

static void look_class_in_pause(struct look *l, const struct frame *data)
{
	const struct nature *n = l->n;
	const struct frame *newest = NULL;
	int c = class_of(n, data);

	if (c == CLASSES)
		return;
	for (int i = 0; i < l->s->received_count && l->s->received[i].end <= data->start + l->margin; i++)
		if (class_obeyed(l, &l->s->received[i], c, data->start, false))
			newest = &l->s->received[i];
	if (!newest || !class_obeyed(l, newest, c, data->start, true) ||
	    newest->end + class_reaction(n) > data->start - l->margin)
		return;
	/* No latency of the profile says when the queues of a class begin to count. */
	if (data->start + l->margin < nature_last(n, newest->end) + (int64_t)frame_get16(newest, 18 + 2 * c) * n->quantum)
		note(l, CERTAIN_CLASS_IN_PAUSE, data->start);
}

static int64_t latest_class_pause(const struct look *l, int c, int64_t at)
{
	int64_t latest = INT64_MIN, until = INT64_MIN;

	for (int i = 0; c < CLASSES && i < l->s->received_count && l->s->received[i].end <= at + l->margin; i++) {
		const struct frame *f = &l->s->received[i];
		int64_t effect = f->end + class_reaction(l->n);
		if (!class_obeyed(l, f, c, effect, false))
			continue;
		if (until > effect && class_obeyed(l, f, c, effect, true))
			until = effect;
		if (until > latest)
			latest = until;
		until = effect + (int64_t)frame_get16(f, 18 + 2 * c) * l->n->quantum;
	}
	return until > latest ? until : latest;
}

/* A client that has frames of each class that it sent before: none started before AT. */
static void look_class_late(struct look *l, int before, int64_t at)
{
	int64_t gap_over = after_gap(l, before), latest = INT64_MAX;
	unsigned seen = 0;

	for (int i = 0; i <= before; i++)
		if (!l->sent->frame[i].control)
			seen |= 1u << class_of(l->n, &l->sent->frame[i]);
	for (int c = 0; c <= CLASSES; c++) {
		int64_t free = seen >> c & 1 ? latest_class_pause(l, c, at) : INT64_MAX;
		if (free > INT64_MIN && free < INT64_MAX)
			free += l->n->latency[RESUME].most;
		if (free < gap_over)
			free = gap_over;
		if (free < latest)
			latest = free;
	}
	if (latest < INT64_MAX && at > latest + l->margin + 16)
		note(l, CERTAIN_CLASS_LATE, at);
}

static void look_at_data(struct look *l)
{
	const struct nature *n = l->n;
	bool always = n->client == CLIENT_ALWAYS && !n->pfc, classes = n->client == CLIENT_CLASSES, begun = false;

	for (int i = 0; i < l->sent->count; i++) {
		const struct frame *f = &l->sent->frame[i];
		if (!f->control) {
			look_in_pause(l, f);
			if (n->pfc)
				look_class_in_pause(l, f);
		}
		/* A frame of MAC control that starts in time or late says nothing of data; the frame behind it does. */
		if (begun && !f->control && i && always)
			look_late(l, i - 1, f->start);
		if (begun && !f->control && i && classes)
			look_class_late(l, i - 1, f->start);
		begun |= !f->control;
	}
	if (begun && always)
		look_late(l, l->sent->count - 1, l->last);
	if (begun && classes)
		look_class_late(l, l->sent->count - 1, l->last);
}

/* ---- own PAUSE and PFC frames ---- */

/* May an own frame have this time of a control, which is 0 or what was written up to the two octets? */
static bool time_allowed(const struct look *l, const struct frame *f, enum control control, int quanta)
{
	int64_t from = f->start - l->n->latency[REQUEST].most - l->n->latency[WRITE].most - l->margin;
	int64_t to = f->start + octets(l, PREAMBLE_OCTETS + 34) + l->margin;

	if (!quanta || value(l, control, from) == (uint64_t)quanta)
		return true;
	for (int i = 0; i < l->s->written_count; i++) {
		const struct written *w = &l->s->written[i];
		if (w->control == control && w->at >= from - l->n->latency[WRITE].most && w->at <= to &&
		    w->value == (uint64_t)quanta)
			return true;
	}
	return value(l, control, to) == (uint64_t)quanta;
}

static bool is_pfc(const struct frame *f)
{
	return frame_get16(f, 14) == OPCODE_PFC;
}

static bool times_allowed(const struct look *l, const struct frame *f)
{
	const struct nature *n = l->n;
	int vector = frame_get16(f, 16), enabled = (int)value(l, CONTROL_PFC_TX, f->start);
	bool allowed = vector && vector < 256;

	if (!is_pfc(f))
		return time_allowed(l, f, CONTROL_QUANTA, frame_get16(f, 16));
	if (!written(l, CONTROL_PFC_TX, CONTROL_PFC_TX, f->start - n->latency[REQUEST].most, f->start))
		allowed &= !(vector & ~enabled);
	for (int c = 0; c < CLASSES; c++) {
		int quanta = frame_get16(f, 18 + 2 * c);
		if (vector >> c & 1)
			allowed &= time_allowed(l, f, CONTROL_CLASS_QUANTA + (enum control)c, quanta);
		else
			allowed &= !quanta || n->pfc_times;
	}
	return allowed;
}

static void look_at_own_octets(struct look *l, const struct frame *f)
{
	const struct nature *n = l->n;
	struct frame right;
	int length = f->length - (n->tap.fcs && !n->tap.snap ? 0 : 4), times[CLASSES];

	for (int c = 0; c < CLASSES; c++)
		times[c] = frame_get16(f, 18 + 2 * c);
	if (is_pfc(f))
		frame_pfc(&right, value(l, CONTROL_STATION, f->start), frame_get16(f, 16), times);
	else
		frame_pause(&right, value(l, CONTROL_STATION, f->start), frame_get16(f, 16));
	if (n->tap.snap && length > n->tap.snap)
		length = n->tap.snap;
	if (f->length != right.length || memcmp(f->octets, right.octets, (size_t)length) != 0 || !times_allowed(l, f))
		note(l, CERTAIN_OWN_OCTETS, f->start);
}

/* What an own frame tells of a requester: 1 an XOFF, 0 an XON, -1 nothing. */
static int told_by(const struct frame *f, int who)
{
	if (who == PAUSE_REQUESTER)
		return is_pfc(f) ? -1 : frame_get16(f, 16) != 0;
	if (!is_pfc(f) || !(f->octets[17] >> (who - CLASS_REQUESTER) & 1))
		return -1;
	return frame_get16(f, 18 + 2 * (who - CLASS_REQUESTER)) != 0;
}

/* Two frames, of which the first tells something of WHO and the second is the next one that does, or NULL. */
static void look_at_pair(struct look *l, int who, const struct frame *a, const struct frame *b, bool busy_before)
{
	const struct nature *n = l->n;
	enum control gate = who == PAUSE_REQUESTER ? CONTROL_TX_PAUSE : CONTROL_PFC_TX;
	int64_t time = (int64_t)frame_get16(a, who == PAUSE_REQUESTER ? 16 : 18 + 2 * (who - CLASS_REQUESTER)) * n->quantum;
	int64_t period = (int64_t)n->period * n->quantum, reaction = n->latency[REQUEST].most + n->latency[REFRESH].most;
	int64_t due = n->refresh == REFRESH_END    ? a->end + period
	            : n->refresh == REFRESH_EXPIRY ? a->end + time - period
	                                           : a->start + period;
	int64_t at = b ? b->start : l->last, early = due;
	bool xoff = b && told_by(b, who);

	if (written(l, gate, gate, a->start - reaction, at))
		return;
	if (b && !time && !xoff)
		note(l, CERTAIN_OWN_ORDER, at);
	if (!time)
		return;
	if (n->refresh == REFRESH_DECISION)
		early -= reaction + (busy_before ? octets(l, WIDEST_WAIT_OCTETS) : 0);
	/* Between two XOFFs of a level that fell and rose there is an XON, unless the port may leave it out. */
	if (xoff && n->xon && !n->xoff_again && (n->xon_expired || at < a->end + time) &&
	    (n->refresh == REFRESH_NONE || at + l->margin < early + n->latency[REFRESH].least))
		note(l, CERTAIN_REFRESH_EARLY, at);
	if (n->refresh && n->xon && n->xon_expired && at > due + 3 * reaction + octets(l, WIDEST_WAIT_OCTETS) + l->margin)
		note(l, CERTAIN_REFRESH_LATE, at);
}

/* Was the wire busy up to the start of frame INDEX, so that nobody knows how long it waited? */
static bool waited(const struct look *l, int index)
{
	const struct frame *f = &l->sent->frame[index];

	return index && f->start < l->sent->frame[index - 1].end + octets(l, l->n->gap) + 32 + l->margin;
}

static void look_at_order(struct look *l, int who)
{
	const struct frame *before = NULL;
	bool busy = false;

	for (int i = 0; i < l->sent->count; i++) {
		const struct frame *f = &l->sent->frame[i];
		if (!f->control || (frame_get16(f, 14) != OPCODE_PAUSE && !is_pfc(f)) || told_by(f, who) < 0)
			continue;
		if (before)
			look_at_pair(l, who, before, f, busy);
		before = f;
		busy = waited(l, i);
	}
	if (before)
		look_at_pair(l, who, before, NULL, busy);
}

static void look_at_own(struct look *l)
{
	for (int i = 0; i < l->sent->count; i++) {
		const struct frame *f = &l->sent->frame[i];
		if (!f->control || l->n->faults)
			continue;
		if (!written(l, CONTROL_STATION, CONTROL_STATION, f->start - l->n->latency[REQUEST].most, f->start))
			look_at_own_octets(l, f);
		/* The port may have decided to send a latency before the write. */
		if (!is_pfc(f) && !value(l, CONTROL_TX_PAUSE, f->start) &&
		    !written(l, CONTROL_TX_PAUSE, CONTROL_TX_PAUSE, f->start - l->n->latency[REQUEST].most, f->start))
			note(l, CERTAIN_OWN_GATE, f->start);
	}
	/* In a frame that tells the state of all classes, or of those that are held, an XOFF or XON need not be a new one. */
	for (int who = 0; who < (l->n->pfc_vector >= 2 ? 1 : REQUESTERS); who++)
		if (l->n->sends == SENDS_LEVEL && !l->n->faults)
			look_at_order(l, who);
}

/* ---- frames and gaps ---- */

static void look_at_frames(struct look *l)
{
	const struct nature *n = l->n;
	int64_t deficit = 0;

	for (int i = 0; i < l->sent->count; i++) {
		const struct frame *f = &l->sent->frame[i];
		int64_t gap = i ? f->start - l->sent->frame[i - 1].end : octets(l, n->gap), less = octets(l, n->gap) - gap;
		int64_t allowed = n->rate == RATE_10000 && n->deficit ? 3 : 0;
		deficit = deficit + less > 0 ? deficit + less : 0;
		if (less - allowed > l->margin || (!l->margin && deficit > allowed))
			note(l, CERTAIN_GAP, f->start);
		if (n->rate == RATE_10000 && !l->margin && (f->start - l->sent->frame[0].start) % 4)
			note(l, CERTAIN_GAP, f->start);
		if (f->control)
			continue;
		if ((n->tap.fcs && !n->tap.snap && n->lacks_underrun && !n->fault_cuts && !frame_check_fits(f)) ||
		    (f->length < SHORTEST_FRAME && !n->fault_cuts && (frame_check_fits(f) || !n->tap.fcs)))
			note(l, CERTAIN_DATA_OCTETS, f->start);
	}
}

/* ---- counters ---- */

static void look_at_counters(struct look *l, enum wrong wrong)
{
	const struct nature *n = l->n;

	for (int r = 0; n->tap.fcs && !n->tap.snap && r < l->s->reading_count; r++)
		for (enum counter c = 0; c < COUNTERS; c++) {
			int64_t at = l->s->readings[r], slack = l->margin + (n->rate == RATE_10000 ? 16 : 1);
			uint32_t shown = port_counter(n, l->s, wrong, l->sent, c, at);
			uint32_t least = port_counter_within(n, l->s, l->sent, c, at - slack, true),
				 most = port_counter_within(n, l->s, l->sent, c, at + slack, false);
			if (shown < least || shown > most)
				note(l, CERTAIN_COUNTER, at);
		}
}

void certain_look(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent,
                  struct certainty *ret_c)
{
	struct look l = { .n = n, .s = s, .sent = sent, .c = ret_c };
	int64_t unit_ps = n->tap.digits == 6 ? 1000000 : n->tap.digits == 9 && n->rate == RATE_10000 ? 1000 : 0;

	memset(ret_c, 0, sizeof(*ret_c));
	l.margin = (2 * (n->tap.error_ps + unit_ps) + n->tick_ps - 1) / n->tick_ps;
	l.last = s->received_count ? s->received[s->received_count - 1].start : 0;
	if (sent->count && sent->frame[sent->count - 1].start > l.last)
		l.last = sent->frame[sent->count - 1].start;
	if (sent->count) {
		look_at_data(&l);
		look_at_own(&l);
		look_at_frames(&l);
	}
	look_at_counters(&l, wrong);
}
