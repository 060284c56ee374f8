/* SPDX-License-Identifier: Apache-2.0 */
/* What a MAC that is known by its pins may have seen when; window.h.
 *
 * What is on the transmit wire is looked at a while after it happened, when each event that the MAC may have seen by then is known. */
#include "window.h"

#include "hold.h"
#include "order.h"

#include "base/dut.h"
#include "base/limits.h"
#include "freedoms.h"
#include "part/frame.h"
#include "part/wire.h"
#include "pausemodel_bench.h"
#include "records.h"

#include <stdlib.h>
#include <string.h>

enum {
	QUANTUM = 64, /* octet times */
	GAP = 12,
	/* With times in microseconds a lag at 10 Gb/s is some 2,700 octet times, in which 30 frames are sent, with four events of each. */
	WINDOW_QUEUE_MAX = 1024,
	WINDOW_REST = 1024,  /* a silence is looked at so often */
	WINDOW_LEAD = 64,    /* the model may know of a frame so much later than the MAC */
	CONTROL_OCTETS = 80, /* a frame that is longer than this on the wire is none of the MAC's own */
	LATE_CLOCKS = 16,    /* up to here a late start is a wrong latency */
	NEVER_CLOCKS = 512,  /* from here on the frame never comes */
	REFUSED_MAX = 8,
	STATIONS_MAX = 4, /* controls station to station_4 */
	MOVES_MAX = 16,
	LONGEST_QUANTA = 65536 + 28, /* of a pause, with what its client takes to stop */
	REFUSED_LEAST = 256,         /* a refused PAUSE explains a silence for so much longer than its time */
};

/* No class of a data frame. */
enum { CLASS_NONE = -1, CLASS_UNKNOWN = -2 };

/* What happened on the transmit wire, or of what keeps frames from it. */
struct wire_event {
	enum wire_event_kind {
		WIRE_STARTS,
		WIRE_ENDS,
		WIRE_WAITS,  /* a data frame waits for nothing but a pause, or does not */
		WIRE_BLOCKS, /* something keeps all frames, or does not */
		WIRE_FAULT,  /* the sublayer below may send other codes from now on, or does so up to .since */
		WIRE_UNSEEN, /* a frame that began in a link fault, and nobody saw, is over by .since */
		WIRE_RESTS,  /* a frame came on the other wire: so far nothing else has started */
	} kind;
	uint64_t at;
	/* WIRE_WAITS: as of hold_waits(); WIRE_BLOCKS: no frame need start before; WIRE_ENDS: so late may the MAC be done with it */
	uint64_t since;
	bool blocks; /* WIRE_BLOCKS; WIRE_FAULT: it begins; WIRE_UNSEEN: its end was seen */
	int class;   /* WIRE_STARTS: of the data frame; CLASS_NONE: it has none; CLASS_UNKNOWN */
	bool known;  /* WIRE_STARTS: what starts is known: */
	struct window_frame frame;
};

/* The controls that own frames depend on, as the model has them. */
struct own_controls {
	bool sends, level;
	uint64_t period, quanta;
	uint64_t changed;            /* the newest change of the level */
	uint64_t switched;           /* the newest change of .sends */
	uint64_t pulses;             /* how many there were */
	uint64_t zero_from, zero_to; /* the time of an XOFF was 0 then; the second is WORLDS_NEVER while it is */
};

/* ADDRESS became one of the station in CYCLE, or ceased to be. */
struct move {
	uint64_t cycle, address;
};

/* A received frame that pauses nothing by RULE. */
struct refused {
	uint64_t last, time;
	enum rule rule;
};

/* A control frame that had to start and has not; whether it is late or never comes is clear when the next one of its kind starts, or after a while. */
struct lacking {
	bool open;
	struct window_finding finding;
};

/* What received PFC frames do to the client's queues. */
struct queues {
	bool known;     /* the class of a sent frame is */
	bool always;    /* the client has a frame all the time; ... */
	bool each;      /* ... one of each class that it sent before */
	bool unclassed; /* a frame without a class was sent */
	uint64_t
	    limit; /* octet times from the end of a PFC frame on: then a queue has stopped (802.1Q 36.1.3.3); UINT64_MAX: there is no such limit */
	uint8_t obeys;
	uint64_t since;  /* what came before is not known */
	uint64_t newest; /* last octet of the newest PFC frame */
	uint64_t
	    rested; /* start of the newest frame that came after a rest of the wire, so that no class could send in it; 0: there was none */
	struct hold hold[WINDOW_CLASSES];
	uint64_t sent[WINDOW_CLASSES]; /* start of the newest frame of the class; 0: there was none */
	struct pfc_note {
		uint64_t last;
		uint8_t classes, refused; /* that it names; that pfc_rx does not enable */
		uint16_t quanta[WINDOW_CLASSES], longest;
		enum rule rule; /* RULE_PFC_OBEYED: it is a PFC frame; else what a MAC breaks that takes it for one */
	} note[REFUSED_MAX];    /* the newest ones */
	uint64_t notes;
	uint64_t resumed
	    [WINDOW_CLASSES]; /* last octet of the PFC frame that paused the class, which resumed too early; 0: there was none */
};

struct window {
	const struct dut *dut, *stated; /* the second one has the freedoms that the profile states */
	const struct pm_model *m;
	struct dut_slack slack;
	uint64_t time_error, lag;
	uint32_t clocks; /* of an octet: at MII 1 or 2, else 1 */
	bool requests_unseen, faults_unseen, client_control, half_duplex;
	struct hold pause;
	struct order own;      /* PAUSE frames */
	struct order *class;   /* PFC frames by class; NULL: there are none; owned */
	struct queues *queues; /* NULL: received PFC frames pause nothing; owned */
	struct own_controls control, class_control[WINDOW_CLASSES];
	uint64_t station[STATIONS_MAX]; /* the addresses that a PAUSE may have; [0] is the source of the MAC's own frames */
	struct move move[MOVES_MAX];    /* the newest ones */
	unsigned moves;
	uint64_t cycle; /* the newest one that is settled */
	bool obeys, waits, blocks, on_wire;
	uint64_t obeys_since;
	uint64_t client_waits;     /* as of wire_event.since of WIRE_WAITS, as far as it was looked at */
	bool sent_near_reset;      /* a frame may have been sent before the newest reset, or after it */
	bool untouched;            /* since the newest reset no PAUSE came, and nothing was sent */
	uint64_t reset_until;      /* the newest reset */
	uint64_t rested;           /* the newest look at a silence */
	uint64_t waits_from;       /* the frame that waits was held by something else until then */
	struct window_frame frame; /* the newest one that was looked at; */
	uint64_t wire_end;         /* the newest frame was over */
	uint32_t deficit;          /* XGMII: the greatest one that the gaps up to the newest start can have left */
	bool beside; /* the PFC frame that starts names several classes, and no other one's sake is a reason (PfcVector 0) */
	uint64_t class_changed; /* the newest request of a class, or write of the classes that are enabled */
	uint64_t frame_start, frame_decided, frame_end; /* when it started, was decided at the earliest, and ended */
	struct worlds_fault fault;
	struct wire_event queue[WINDOW_QUEUE_MAX];
	unsigned first, count;
	struct refused refused[REFUSED_MAX]; /* the newest ones */
	uint64_t refusals;
	struct refused newest; /* the newest PAUSE frame that was obeyed */
	struct {
		bool open; /* a data frame that had to start has not; what that means is clear when the next one starts */
		struct window_finding finding;
		uint64_t until; /* if the MAC obeys what it has to refuse, it is silent until then */
	} silence;
	struct lacking lacking, class_lacking[WINDOW_CLASSES];
	struct window_finding finding[WINDOW_FINDINGS_MAX],
	    taken[WINDOW_FINDINGS_MAX]; /* the first ones; those of window_take() */
	uint64_t findings;
	unsigned to_take;
	bool tested[RULE_COUNT];
	uint64_t undecided; /* before the newest reset */
};

static const struct ieee8023_parameters *freedoms(const struct window *w)
{
	return dut_ieee8023(w->stated);
}

/* Octet times of the gap ahead of a frame. */
static uint32_t gap_of(const struct window *w)
{
	uint32_t octets = pm_gap_octets(w->m);

	return (octets > GAP ? octets : GAP) * w->clocks;
}

/* Where the client is not seen, nothing tells which frames of a MAC that starts in either column begin in the first one of a word. A latency counts from the
 * word in which a frame ends: that begins a column later or earlier than it looks. Returns the octets of a column, or 0. */
static uint32_t column_unknown(const struct window *w)
{
	return w->requests_unseen && w->dut->phy == PHY_XGMII && freedoms(w)->start_unit <= XGMII_COLUMN_OCTETS
	         ? XGMII_COLUMN_OCTETS
	         : 0;
}

static struct hold_nature hold_nature_of(const struct window *w)
{
	const struct ieee8023_parameters *p = freedoms(w);
	uint32_t error = (uint32_t)w->time_error;

	return (struct hold_nature){ .standard = { .quantum = QUANTUM * w->clocks,
		                                   .from_idle = p->timer_from_idle,
		                                   .lasts = p->pause_survives_disable == 1 },
		                     .early = w->slack.granularity,
		                     .error = error,
		                     .resume = w->dut->timing.resume + w->slack.resume + error + dut_step(w->dut) - 1,
		                     .follows = p->timer_waits_once ? 0 : 2 * gap_of(w),
		                     .step = dut_step(w->dut),
		                     .latest = w->requests_unseen,
		                     .column = column_unknown(w) };
}

/* 31D.2: the time of a class begins with the frame, and nothing but a PFC frame or a reset ends it. A frame starts where it is observed. */
static struct hold_nature queue_nature_of(const struct window *w)
{
	return (struct hold_nature){ .standard = { .quantum = QUANTUM * w->clocks, .lasts = true },
		                     .error = (uint32_t)w->time_error,
		                     .insists = true };
}

/* By when a frame that is asked for has started. */
static uint32_t request_latest(const struct window *w)
{
	uint32_t latest = w->slack.request_end ? w->slack.request_end - 1 : w->dut->timing.request + w->slack.request;

	return latest + dut_step(w->dut) - 1;
}

/* By when what was written to a control shows in the frames. */
static uint32_t control_latest(const struct window *w)
{
	return request_latest(w) + w->slack.write;
}

static uint32_t refresh_latest(const struct window *w)
{
	return w->slack.refresh_end ? w->slack.refresh_end + dut_step(w->dut) - 2 : request_latest(w);
}

/* Link faults that are not among the events may hold frames: in one a MAC sends nothing (46.3.4.3). Who passes what the client asks for passes the faults,
 * too. */
static bool may_be_held(const struct window *w)
{
	return w->requests_unseen && w->faults_unseen && w->dut->phy == PHY_XGMII && w->dut->capabilities & CAP_FAULT;
}

static struct order_nature order_nature_of(const struct window *w, bool class)
{
	const struct ieee8023_parameters *p = freedoms(w);
	const bool unseen = w->requests_unseen || p->sends_by == SENDS_NOTHING;
	struct standard_request_nature standard = freedoms_of_requests(p);

	standard.pulses |= p->sends_by == SENDS_NOTHING;
	standard.kept &= !unseen; /* a level that is not seen may be up as long as one likes */
	return (struct order_nature){ .standard = standard,
		                      .unseen = unseen,
		                      .keeps = p->request_kept == 1 && !unseen,
		                      .queues = p->sends_by == SENDS_BY_PULSE && p->request_kept == 1 && !class,
		                      .looks = true,
		                      .captured = w->requests_unseen,
		                      .repeated = class && p->pfc_vector == VECTOR_ENABLED,
		                      .repeated_xoff = class && p->pfc_vector == VECTOR_HELD,
		                      .gated = class,
		                      .none_told = p->fault_loses || p->fault_cuts,
		                      .held = may_be_held(w),
		                      .request = request_latest(w),
		                      .request_least = w->dut->timing.request,
		                      .refresh = refresh_latest(w),
		                      .refresh_least = w->slack.refresh_least,
		                      .error = (uint32_t)w->time_error };
}

/* True if what PFC frames do to QUEUES, which may be NULL, says something of the transmit wire. */
static bool are_followed(const struct queues *queues)
{
	return queues && (queues->known || queues->always);
}

static void begin_queues(struct window *w, bool known, uint64_t now)
{
	const struct hold_nature nature = queue_nature_of(w);

	for (unsigned i = 0; w->queues && i < WINDOW_CLASSES; i++) {
		hold_begin(&w->queues->hold[i], &nature, known, false, now);
		w->queues->sent[i] = w->queues->resumed[i] = 0;
	}
	if (!w->queues)
		return;
	w->queues->obeys = 0;
	w->queues->rested = w->queues->newest = w->queues->notes = 0;
}

/* Makes what received PFC frames need. Returns false if there is no memory. */
static bool make_queues(struct window *w)
{
	if (!(w->dut->capabilities & CAP_PFC))
		return true;
	w->queues = calloc(1, sizeof(*w->queues));
	if (!w->queues)
		return false;
	w->queues->limit = limit_response(w->dut, LIMIT_PFC_PORT, 1);
	begin_queues(w, false, 0);
	return true;
}

struct window *window_new(const struct dut *dut, const struct dut_slack *slack, const struct pm_model *m)
{
	struct window *w = calloc(1, sizeof(*w));
	struct hold_nature nature;
	struct order_nature order;

	if (!w)
		return NULL;
	w->dut = w->stated = dut;
	w->m = m;
	w->slack = *slack;
	w->clocks = 1;
	w->fault = (struct worlds_fault){ .from = WORLDS_NEVER };
	w->client_waits = WORLDS_NEVER;
	w->lag = WINDOW_LEAD + dut->timing.classify + slack->classify + 2 * (dut->timing.request + slack->request + slack->write);
	if (dut->capabilities & (CAP_PFC | CAP_PFC_REQUEST) && !(w->class = calloc(WINDOW_CLASSES, sizeof(*w->class)))) {
		free(w);
		return NULL;
	}
	if (!make_queues(w)) {
		window_free(w);
		return NULL;
	}
	nature = hold_nature_of(w);
	order = order_nature_of(w, false);
	hold_begin(&w->pause, &nature, false, false, 0);
	order_begin(&w->own, &order, false, false, false, 0);
	order = order_nature_of(w, true);
	for (unsigned i = 0; w->class && i < WINDOW_CLASSES; i++)
		order_begin(&w->class[i], &order, false, false, false, 0);
	return w;
}

void window_free(struct window *window)
{
	if (window) {
		free(window->class);
		free(window->queues);
	}
	free(window);
}

static void renew(struct window *w)
{
	const struct hold_nature pause = hold_nature_of(w);

	hold_change(&w->pause, &pause);
	w->own.nature = order_nature_of(w, false);
	for (unsigned i = 0; w->class && i < WINDOW_CLASSES; i++)
		w->class[i].nature = order_nature_of(w, true);
	for (unsigned i = 0; w->queues && i < WINDOW_CLASSES; i++)
		w->queues->hold[i].nature = queue_nature_of(w);
}

void window_inexact(struct window *window, const struct dut_slack *slack, uint64_t time_error)
{
	window->slack = *slack;
	window->time_error = time_error;
	window->lag += time_error; /* what comes later by no more than the error may have come first */
	renew(window);
}

void window_states(struct window *window, const struct dut *stated)
{
	window->stated = stated;
	renew(window);
}

void window_requests_unseen(struct window *window, bool client_control)
{
	window->requests_unseen = true;
	window->client_control = client_control;
	window->deficit = XGMII_COLUMN_OCTETS - 1; /* of what was sent before nothing is known */
	renew(window);
}

void window_classes_known(struct window *window)
{
	if (window->queues)
		window->queues->known = true;
}

void window_client_always(struct window *window, bool classes)
{
	if (!window->queues)
		return;
	window->queues->always = true;
	window->queues->each = classes;
}

void window_faults_unseen(struct window *window, bool may)
{
	window->faults_unseen = may;
	renew(window);
}

/* ---- findings ---- */

static void find(struct window *w, const struct window_finding *finding)
{
	if (w->findings < WINDOW_FINDINGS_MAX)
		w->finding[w->findings] = *finding;
	w->findings++;
	if (w->to_take < WINDOW_FINDINGS_MAX)
		w->taken[w->to_take++] = *finding;
}

/* The silence is explained: by what the MAC has to refuse if it lasted for so long, else it was late by itself. Data started THEN; 0: none did. */
static void end_silence(struct window *w, uint64_t then)
{
	if (!w->silence.open)
		return;
	w->silence.open = false;
	w->silence.finding.then = then;
	if (then && w->silence.until && then + w->pause.nature.resume + w->pause.nature.early < w->silence.until) {
		w->silence.finding.rule = RULE_DATA_RESUMES;
		w->silence.finding.cause = w->silence.finding.at;
		w->silence.finding.known = false;
	}
	find(w, &w->silence.finding);
}

static void refuse(struct window *w, uint64_t last, uint64_t time, enum rule rule)
{
	w->refused[w->refusals++ % REFUSED_MAX] = (struct refused){ last, time, rule };
}

/* From then on HOLD is certainly over, as far as what was received up to AT goes; WORLDS_NEVER: nobody knows. */
static uint64_t is_over(const struct hold *hold, uint64_t at)
{
	const struct worlds *set = &hold->set;
	const struct worlds_stream *frames = &set->stream[WORLDS_FIRST];
	uint64_t ret = 0, seen = frames->count;

	for (unsigned i = 0; i < set->count; i++) {
		ret = worlds_most(ret, set->world[i].pause.late.until);
		seen = worlds_least(seen, set->world[i].seen[WORLDS_FIRST]);
	}
	for (uint64_t n = seen; n < frames->count; n++) {
		const struct world_event *event = &frames->event[n % WORLDS_PENDING_MAX];
		if (event->from <= at)
			ret = worlds_most(ret, worlds_plus(event->to, (uint64_t)event->quanta * hold->nature.standard.quantum));
	}
	return ret;
}

/* From then on the class of QUEUE is certainly not paused, as far as what was received up to AT goes. */
static uint64_t class_is_free(const struct window *w, const struct hold *queue, uint64_t at)
{
	const uint64_t told = (uint64_t)w->dut->timing.inhibit + w->slack.inhibit, limit = w->queues->limit;
	uint64_t ret = is_over(queue, at);

	if (ret == WORLDS_NEVER && !queue->set.undecided) /* a pause that nobody saw begin */
		return w->queues->since + LONGEST_QUANTA * queue->nature.standard.quantum;
	/* the time of the client's queue may begin when it has to stop */
	return worlds_plus(ret, w->time_error + (limit == UINT64_MAX || limit < told ? 0 : limit + 1 - told));
}

/* The rule that a MAC breaks which pauses, because of the PFC frame NOTE, a class of which the client has frames; CLASS: of the frame that ends the silence. None
 * has started by AT. */
static enum rule rule_of_note(const struct window *w, const struct pfc_note *note, int class, uint64_t at)
{
	const struct queues *q = w->queues;

	for (int i = 0; i < WINDOW_CLASSES; i++) {
		if (!(note->classes >> i & 1) || !(q->each ? q->sent[i] : class == CLASS_UNKNOWN || class == i))
			continue;
		if (class_is_free(w, &q->hold[i], at) > at) /* it may wait */
			continue;
		if (note->refused >> i & 1)
			return RULE_PFC_IGNORE;
		if (note->quanta[i])
			return RULE_PFC_TIME;
	}
	return RULE_PFC_OBEYED; /* it resumes the class, or is about others */
}

/* A PFC frame, or what is nearly one, may be why no frame has started by V.at. Where classes are not known no rule about them is decided. */
static bool explain_by_class(struct window *w, const struct hold_verdict *v, int class, struct window_finding *ret)
{
	const struct queues *q = w->queues;

	for (uint64_t i = 1; q && q->known && q->always && i <= REFUSED_MAX && i <= q->notes; i++) {
		const struct pfc_note *note = &q->note[(q->notes - i) % REFUSED_MAX];
		uint64_t limit = q->limit == UINT64_MAX ? 0 : q->limit;
		if (note->last > v->at ||
		    note->last + limit + (uint64_t)note->longest * w->pause.nature.standard.quantum < w->frame_start)
			continue;
		ret->rule = note->rule == RULE_PFC_OBEYED ? rule_of_note(w, note, class, v->at) : note->rule;
		ret->cause = note->last;
		ret->known = false;
		w->silence.until = 0;
		return true;
	}
	return false;
}

/* The newest frame that the MAC had to refuse, and that keeps it silent at V.at if it obeys it; NULL: there is none. RESUMED: what it obeys is over. */
static const struct refused *refused_at(const struct window *w, const struct hold_verdict *v, bool resumed)
{
	for (uint64_t i = 1; i <= REFUSED_MAX && i <= w->refusals; i++) {
		const struct refused *refused = &w->refused[(w->refusals - i) % REFUSED_MAX];
		if (refused->last > v->at || refused->last + REFUSED_LEAST * w->clocks + refused->time <= v->at)
			continue;
		if (!resumed || refused->last >= v->event.at) /* else the PAUSE that is obeyed would have replaced its time */
			return refused;
	}
	return NULL;
}

/* Which rule a MAC breaks that is silent at V.at: it goes on pausing, or obeys what it has to refuse. */
static void explain_silence(struct window *w, const struct hold_verdict *v, struct window_finding *ret)
{
	uint64_t time = (uint64_t)v->event.quanta * w->pause.nature.standard.quantum;
	bool resumed = ret->known && v->event.to + time >= w->frame_end;
	const struct refused *refused;

	w->silence.until = 0;
	if (resumed && (!v->obeys || !v->event.quanta || v->overwrote)) {
		ret->rule = !v->obeys       ? w->half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_GATE
		          : v->event.quanta ? RULE_PAUSE_OVERWRITE
		                            : RULE_PAUSE_ZERO_RESUMES;
		return;
	}
	refused = refused_at(w, v, resumed);
	if (refused) {
		ret->rule = refused->rule;
		ret->cause = refused->last;
		ret->known = false;
		w->silence.until = refused->last + refused->time;
	} else if (resumed) {
		ret->rule = RULE_PAUSE_EXPIRY;
	}
}

/* A data frame that had waited for longer than it may shows that the MAC obeyed the PAUSE and resumed too early. */
static bool obeyed(const struct window *w, const struct hold_verdict *v)
{
	return v->known && !v->unbegun && v->begun + w->slack.resume < v->at &&
	       (!w->frame_end || w->frame_end + GAP * w->clocks + w->slack.resume < v->at);
}

/* FRAME starts, or NULL; CLASS is that of the frame that ends a silence. */
static void find_hold(struct window *w, const struct hold_verdict *v, const struct window_frame *frame, int class)
{
	struct window_finding finding = { .wrong = v->wrong == HOLD_DATA ? WINDOW_DATA : WINDOW_SILENCE,
		                          .rule = RULE_DATA_RESUMES,
		                          .class = -1,
		                          .at = v->at,
		                          .cause = v->at,
		                          .known = v->known && v->event.kind == WORLD_PAUSE };

	if (!v->wrong)
		return;
	if (finding.known) {
		finding.cause = v->event.at;
		finding.from = v->event.from;
		finding.until = v->event.to;
		finding.over = v->until;
		finding.unbegun = v->unbegun;
		finding.quanta = v->event.quanta;
		finding.time = (uint64_t)v->event.quanta * w->pause.nature.standard.quantum;
	}
	if (v->wrong == HOLD_DATA) {
		finding.control = frame->control;
		finding.rule = obeyed(w, v) && !frame->control ? RULE_PAUSE_TIME
		             : v->event.limited                ? RULE_PAUSE_RESPONSE_LIMIT
		                                               : RULE_NO_DATA_IN_XOFF;
		find(w, &finding);
		return;
	}
	end_silence(w, 0);
	if (!explain_by_class(w, v, class, &finding))
		explain_silence(w, v, &finding);
	w->silence.finding = finding;
	w->silence.open = true;
}

/* The class had a frame until it had to stop, and then none although the wire rested and the client has one all the time: it was paused, and resumed too early. */
static bool class_resumed(struct queues *q, const struct hold_verdict *v, int class)
{
	const uint64_t before = q->sent[class];

	if (!v->paused_by)
		return false;
	if (q->always && before && before <= v->paused_by + q->limit && q->rested > v->paused_by + q->limit)
		q->resumed[class] = v->paused_by;
	return q->resumed[class] == v->paused_by;
}

/* A frame of CLASS starts. */
static void find_class(struct window *w, const struct hold_verdict *v, int class)
{
	struct queues *q = w->queues;
	struct window_finding finding = { .wrong = WINDOW_DATA,
		                          .rule = RULE_PFC_OBEYED,
		                          .class = class,
		                          .at = v->at,
		                          .cause = v->known ? v->event.at : v->at,
		                          .known = v->known,
		                          .over = v->until,
		                          .quanta = v->event.quanta };

	if (!v->wrong)
		return;
	if (v->paused_by && v->at <= v->paused_by + 2 * q->limit + w->time_error) {
		finding.rule = RULE_PFC_RESPONSE_LIMIT;
		finding.cause = v->paused_by;
		finding.until = finding.cause + q->limit;
	} else if (class_resumed(q, v, class)) {
		finding.rule = RULE_PFC_TIME;
	}
	find(w, &finding);
}

static struct lacking *lacking_of(struct window *w, int class)
{
	return class < 0 ? &w->lacking : &w->class_lacking[class];
}

/* The control frame that did not start in time started THEN; 0: it never did. */
static void end_lack(struct window *w, int class, uint64_t then)
{
	struct lacking *lacking = lacking_of(w, class);
	struct window_finding *finding = &lacking->finding;

	if (!lacking->open)
		return;
	lacking->open = false;
	finding->then = then;
	if (finding->rule == RULE_PAUSE_REQUEST && then && then <= finding->at + (uint64_t)LATE_CLOCKS * dut_step(w->dut))
		finding->rule = RULE_PAUSE_TX_LATENCY;
	find(w, finding);
}

/* What was late for long at AT never comes. */
static void end_lacks(struct window *w, uint64_t at)
{
	for (int i = -1; i < (w->class ? WINDOW_CLASSES : 0); i++)
		if (worlds_plus(lacking_of(w, i)->finding.at, (uint64_t)NEVER_CLOCKS * dut_step(w->dut)) < at)
			end_lack(w, i, 0);
}

static enum rule rule_of_missing(const struct window *w, const struct order_verdict *v)
{
	if (v->refresh)
		return RULE_XOFF_REFRESH;
	if (v->overtaken || hold_may_hold(&w->pause, v->at))
		return RULE_PAUSE_NOT_HELD;
	if (freedoms(w)->sends_by != SENDS_BY_MARKS)
		return RULE_PAUSE_REQUEST;
	return v->frame == STANDARD_XON ? RULE_XON_BELOW_LOW : RULE_XOFF_AT_HIGH;
}

static enum rule rule_of_undue(const struct window *w, const struct order_verdict *v)
{
	bool by_marks = freedoms(w)->sends_by == SENDS_BY_MARKS;

	if (v->frame == STANDARD_XON)
		return !v->told || w->requests_unseen ? RULE_XON_AFTER_XOFF : by_marks ? RULE_XON_BELOW_LOW : RULE_PAUSE_REQUEST;
	if (v->refresh && !w->own.nature.standard.pulses)
		return w->requests_unseen && !w->own.nature.standard.period ? RULE_XOFF_ONCE : RULE_XOFF_REFRESH;
	return by_marks ? RULE_XOFF_AT_HIGH : RULE_PAUSE_REQUEST;
}

static enum rule rule_of_order(const struct window *w, const struct order_verdict *v, int class)
{
	if (class >= 0)
		return RULE_PFC_TX;
	if (v->wrong == ORDER_DISABLED)
		return RULE_PAUSE_TX_GATE;
	return v->wrong == ORDER_MISSING ? rule_of_missing(w, v) : rule_of_undue(w, v);
}

static void find_order(struct window *w, const struct order_verdict *v, int class)
{
	struct window_finding finding = { .wrong = v->wrong == ORDER_MISSING ? WINDOW_MISSING
		                                 : v->wrong == ORDER_UNDUE   ? WINDOW_UNDUE
		                                                             : WINDOW_DISABLED,
		                          .class = class,
		                          .at = v->at,
		                          .cause = v->cause ? v->cause : v->at,
		                          .frame = v->frame == STANDARD_XOFF ? WINDOW_XOFF
		                                 : v->frame == STANDARD_XON  ? WINDOW_XON
		                                                             : WINDOW_EITHER,
		                          .refresh = v->refresh,
		                          .told = v->told,
		                          .opposite = v->opposite,
		                          .overtaken = v->overtaken,
		                          .beside = w->beside,
		                          .since = v->since };

	if (!v->wrong || w->client_control)
		return;
	finding.rule = rule_of_order(w, v, class);
	if (v->wrong != ORDER_MISSING) {
		find(w, &finding);
		return;
	}
	end_lack(w, class, 0);
	lacking_of(w, class)->finding = finding;
	lacking_of(w, class)->open = true;
}

/* Nothing more comes of what is missing. */
static void end_open(struct window *w)
{
	end_silence(w, 0);
	for (int i = -1; i < (w->class ? WINDOW_CLASSES : 0); i++)
		end_lack(w, i, 0);
}

/* ---- the transmit wire ---- */

/* The frame that starts AT was decided no earlier than this: it may have waited for the frame ahead of it, and that for the one ahead of that if it is one of
 * the MAC's own, too. */
static uint64_t decided_from(const struct window *w, uint64_t at)
{
	bool waited = w->frame_end && (w->own.nature.held || at <= w->frame_end + 2 * gap_of(w) + control_latest(w));
	uint64_t from = !waited ? at : w->frame.data ? w->frame_start : w->frame_decided;

	return worlds_minus(from, worlds_most(control_latest(w), refresh_latest(w)));
}

static enum order_frame kind_for(const struct window *w, const struct window_frame *frame, int class)
{
	if (frame->data)
		return ORDER_DATA;
	if (class < 0)
		return !frame->pause ? ORDER_CONTROL : frame->quanta[0] ? ORDER_XOFF : ORDER_XON;
	if (!frame->pfc)
		return ORDER_CONTROL;
	if (!(frame->classes >> class & 1)) /* a frame has all classes that were asked for */
		return freedoms(w)->pfc_vector == VECTOR_ONE ? ORDER_CONTROL : ORDER_OTHERS;
	return frame->quanta[class] ? ORDER_XOFF : ORDER_XON;
}

/* True if an XOFF that starts AT may have the time 0. */
static bool may_be_zero(const struct window *w, const struct own_controls *control, uint64_t at)
{
	return control->zero_to && at + CONTROL_OCTETS * 2 >= control->zero_from &&
	       worlds_minus(at, control_latest(w)) <= control->zero_to;
}

/* A frame of KIND starts after one of the same kind, as far as ORDER knows: what that is about is put to the test. */
static void note_test(struct window *w, const struct order *order, enum order_frame kind, int class)
{
	enum rule again = order->nature.standard.period ? RULE_XOFF_REFRESH : RULE_XOFF_ONCE;

	if (kind == ORDER_XON && order_told(order, true))
		w->tested[class < 0 ? RULE_XON_AFTER_XOFF : RULE_PFC_TX] = true;
	else if (kind == ORDER_XOFF && order_told(order, true))
		w->tested[class < 0 ? again : RULE_PFC_TX] = true;
}

/* From then on PFC certainly does not hold the client's next frame, which has CLASS. 802.1Q 36.1.3.3. A client with a queue for each class may send a frame of
 * any that it sent before. One with a single queue sends its first frame; while the class of that is not known, none may be paused. The client of a MAC that obeys no
 * PFC is never held. */
static uint64_t queues_are_free(const struct window *w, int class, uint64_t at)
{
	const struct queues *q = w->queues;
	uint64_t one = WORLDS_NEVER, all = 0;

	if (!q || !q->always || !freedoms(w)->obeys_pfc || (q->known && (q->each ? q->unclassed : class == CLASS_NONE)))
		return 0;
	for (int i = 0; i < WINDOW_CLASSES; i++) {
		uint64_t free = class_is_free(w, &q->hold[i], at);
		all = worlds_most(all, free);
		if (q->each ? q->sent[i] : i == class)
			one = worlds_least(one, free);
	}
	if (!q->known || (!q->each && class == CLASS_UNKNOWN))
		return all;
	return one == WORLDS_NEVER && q->each ? 0 : one;
}

/* The frame that the client has, of CLASS, waits for PFC, too. */
static void wait_for_queues(struct window *w, int class, uint64_t at)
{
	hold_waits(&w->pause,
	           w->client_waits == WORLDS_NEVER ? WORLDS_NEVER : worlds_most(w->client_waits, queues_are_free(w, class, at)));
}

/* A frame starts on the transmit wire, of the class of EVENT. */
static void look_at_queues(struct window *w, const struct wire_event *event)
{
	struct queues *q = w->queues;

	if (q && w->frame_end && event->at > w->frame_end + gap_of(w) + w->pause.nature.resume)
		q->rested = event->at;
	for (int i = 0; are_followed(q) && i < WINDOW_CLASSES; i++) {
		const struct hold_verdict held = hold_starts(&q->hold[i], event->at, i == event->class);
		find_class(w, &held, i);
		if (i == event->class)
			q->sent[i] = event->at;
	}
	if (q)
		q->unclassed |= event->class == CLASS_NONE;
}

/* Nothing but what was looked at has started up to AT; ENDS: a frame ends then. */
static void pass_queues(struct window *w, uint64_t at, bool ends)
{
	struct queues *q = w->queues;

	for (unsigned i = 0; are_followed(q) && i < WINDOW_CLASSES; i++)
		if (ends)
			hold_ends(&q->hold[i], at);
		else
			hold_passes(&q->hold[i], at);
}

/* A frame starts that was cut before its octets told which one it is: without PFC a control frame is a PAUSE. */
static void look_at_doubtful_start(struct window *w, const struct wire_event *event)
{
	const struct window_frame *frame = &event->frame;
	const uint64_t decided = decided_from(w, event->at);
	const unsigned control = !frame->may_be_control ? 0
	                       : w->class               ? ORDER_MAY_BE_OWN | ORDER_MAY_BE_CONTROL
	                                                : ORDER_MAY_BE_OWN,
		       kinds = control | (frame->may_be_data ? ORDER_MAY_BE_DATA : 0);
	struct hold_verdict held;
	struct order_verdict order;

	pass_queues(w, event->at ? event->at - 1 : 0, false);
	wait_for_queues(w, CLASS_UNKNOWN, event->at);
	held = hold_starts(&w->pause, event->at, !control);
	w->client_waits = WORLDS_NEVER;
	end_lacks(w, event->at);
	order = order_starts_doubtful(&w->own, event->at, kinds, decided);
	find_hold(w, &held, frame, CLASS_UNKNOWN);
	find_order(w, &order, -1);
	for (int i = 0; w->class && i < WINDOW_CLASSES; i++) {
		order = order_starts_doubtful(&w->class[i], event -> at, kinds, decided);
		find_order(w, &order, i);
	}
	w->frame = *frame;
	w->frame_start = event->at;
	w->frame_decided = decided;
	look_at_queues(w, event);
}

/* True if none of the classes was asked for: a frame that names classes for another one's sake has no reason. A class that changed shortly before may have been
 * asked for when the frame was decided, a MAC that keeps requests sends what nobody asks for any more, and from when on a class that is repeated has its refresh
 * is left open. */
static bool nothing_asked(struct window *w, const struct wire_event *event, uint64_t decided)
{
	const struct ieee8023_parameters *p = freedoms(w);

	if (!event->frame.classes || p->pfc_vector < VECTOR_ENABLED || p->request_kept || p->xoff_again || p->refresh ||
	    w->class_changed + control_latest(w) >= decided)
		return false;
	for (int i = 0; i < WINDOW_CLASSES; i++) {
		bool zero = may_be_zero(w, &w->class_control[i], event->at), named = event->frame.classes >> i & 1;
		struct order_verdict order = order_reaches(&w->class[i], event -> at);
		find_order(w, &order, i);
		if (named && order_asked(&w->class[i], event -> at, kind_for(w, &event->frame, i), zero))
			return false;
	}
	return true;
}

static void look_at_start(struct window *w, const struct wire_event *event)
{
	uint64_t decided = decided_from(w, event->at);
	struct hold_verdict held;
	struct order_verdict order;
	bool alone = w->class && nothing_asked(w, event, decided);

	pass_queues(w, event->at ? event->at - 1 : 0, false);
	wait_for_queues(w, event->class, event->at);
	held = hold_starts(&w->pause, event->at, event->frame.data);
	w->client_waits = WORLDS_NEVER;
	end_lacks(w, event->at);
	note_test(w, &w->own, kind_for(w, &event->frame, -1), -1);
	order = order_starts(&w->own, event->at, kind_for(w, &event->frame, -1), decided, may_be_zero(w, &w->control, event->at));
	find_hold(w, &held, &event->frame, event->class);
	if (event->frame.data)
		end_silence(w, event->at);
	find_order(w, &order, -1);
	if (event->frame.pause)
		end_lack(w, -1, event->at);
	for (int i = 0; w->class && i < WINDOW_CLASSES; i++) {
		if (event->frame.classes >> i & 1)
			end_lack(w, i, event->at);
		note_test(w, &w->class[i], kind_for(w, &event->frame, i), i);
		w->class[i].alone = alone;
		order = order_starts(&w->class[i], event -> at, kind_for(w, &event->frame, i), decided,
		                     may_be_zero(w, &w->class_control[i], event->at));
		w->class[i].alone = false;
		w->beside = freedoms(w)->pfc_vector == VECTOR_REQUESTED && event->frame.classes & (event->frame.classes - 1);
		find_order(w, &order, i);
		w->beside = false;
	}
	look_at_queues(w, event);
	w->frame = event->frame;
	w->frame_start = event->at;
	w->frame_decided = decided;
}

/* The frame on the wire is over; the MAC may be done with it later, up to LAST. */
static void look_at_end(struct window *w, uint64_t at, uint64_t last)
{
	const uint64_t quantum = w->pause.nature.standard.quantum, free = last + gap_of(w);
	const bool known = !w->frame.may_be_control;
	struct hold_verdict held = hold_ends_by(&w->pause, at, last);
	struct order_verdict order = order_ends_by(&w->own, at, last, free,
	                                           known ? w->frame.quanta[0] * quantum : w->own.time_most);

	find_hold(w, &held, NULL, CLASS_UNKNOWN);
	find_order(w, &order, -1);
	for (int i = 0; w->class && i < WINDOW_CLASSES; i++) {
		order = order_ends_by(&w->class[i], at, last, free, known ? w->frame.quanta[i] * quantum : w->class[i].time_most);
		find_order(w, &order, i);
	}
	pass_queues(w, at, true);
	w->frame_end = last;
}

static void look_at_block(struct window *w, const struct wire_event *event)
{
	struct order_verdict order = order_blocks(&w->own, event->at, event->blocks, event->since);

	find_order(w, &order, -1);
	for (int i = 0; w->class && i < WINDOW_CLASSES; i++) {
		order = order_blocks(&w->class[i], event -> at, event -> blocks, event -> since);
		find_order(w, &order, i);
	}
}

/* Nothing but what was looked at has started before AT. */
static void look_at_rest(struct window *w, uint64_t at)
{
	struct hold_verdict held;
	struct order_verdict order = order_passes(&w->own, at - 1);

	pass_queues(w, at - 1, false);
	wait_for_queues(w, CLASS_UNKNOWN, at - 1);
	held = hold_passes(&w->pause, at - 1);
	find_hold(w, &held, NULL, CLASS_UNKNOWN);
	find_order(w, &order, -1);
	for (int i = 0; w->class && i < WINDOW_CLASSES; i++) {
		order = order_passes(&w->class[i], at - 1);
		find_order(w, &order, i);
	}
}

/* ---- link faults ---- */

/* All sets know what is known of the newest fault. */
static void pass_fault(struct window *w)
{
	hold_fault(&w->pause, &w->fault);
	order_fault(&w->own, &w->fault);
	for (unsigned i = 0; w->class && i < WINDOW_CLASSES; i++)
		order_fault(&w->class[i], &w -> fault);
}

/* By when a control frame is over that ORDER may have started in the fault. */
static uint64_t hidden_until(const struct order *order)
{
	enum { HEAD = FRAME_HEAD_OCTETS + FRAME_MIN_OCTETS };

	return order->hid ? order->hid_to + HEAD : 0;
}

static void follow_unseen(struct window *w, const struct wire_event *event)
{
	struct worlds_fault *fault = &w->fault;

	if (fault->to == WORLDS_NEVER || (event->blocks && fault->until == WORLDS_NEVER))
		return; /* another fault has begun, or another frame may have */
	fault->until = event->blocks ? worlds_least(fault->until, event->since) : event->since;
	if (!event->blocks) {
		fault->until = worlds_most(fault->until, hidden_until(&w->own));
		for (unsigned i = 0; w->class && i < WINDOW_CLASSES; i++)
			fault->until = worlds_most(fault->until, hidden_until(&w->class[i]));
	}
	fault->gap = gap_of(w);
	fault->free = fault->until + fault->gap;
	pass_fault(w);
}

/* A fault that begins before the one before it is over for certain goes on. */
static void follow_fault(struct window *w, const struct wire_event *event)
{
	struct worlds_fault *fault = &w->fault;

	if (event->blocks) {
		fault->from = fault->until == WORLDS_NEVER ? fault->from : event->at;
		fault->to = fault->until = fault->free = WORLDS_NEVER;
		fault->gap = gap_of(w);
	} else if (fault->to == WORLDS_NEVER) {
		fault->to = event->since;
	}
	pass_fault(w);
}

static void look_at_fault(struct window *w, const struct wire_event *event)
{
	if (event->at)
		look_at_rest(w, event->at);
	if (event->kind == WIRE_FAULT)
		follow_fault(w, event);
	else
		follow_unseen(w, event);
}

static void look(struct window *w, const struct wire_event *event)
{
	struct hold_verdict verdict;

	switch (event->kind) {
	case WIRE_STARTS:
		if (event->frame.may_be_control || event->frame.may_be_data)
			look_at_doubtful_start(w, event);
		else
			look_at_start(w, event);
		break;
	case WIRE_ENDS:
		look_at_end(w, event->at, event->since);
		break;
	case WIRE_WAITS:
		pass_queues(w, event->at ? event->at - 1 : 0, false);
		wait_for_queues(w, CLASS_UNKNOWN, event->at ? event->at - 1 : 0);
		verdict = hold_passes(&w->pause, event->at ? event->at - 1 : 0);
		w->client_waits = event->since;
		wait_for_queues(w, CLASS_UNKNOWN, event->at);
		find_hold(w, &verdict, NULL, CLASS_UNKNOWN);
		break;
	case WIRE_BLOCKS:
		look_at_block(w, event);
		break;
	case WIRE_FAULT:
	case WIRE_UNSEEN:
		look_at_fault(w, event);
		break;
	case WIRE_RESTS:
		look_at_rest(w, event->at);
		break;
	}
}

/* Looks at what happened up to CYCLE, as far as it is known what it was. */
static void look_at(struct window *w, uint64_t cycle)
{
	while (w->count) {
		const struct wire_event *event = &w->queue[w->first];
		if (event->at > cycle || (event->kind == WIRE_STARTS && !event->known))
			return;
		look(w, event);
		w->first = (w->first + 1) % WINDOW_QUEUE_MAX;
		w->count--;
	}
}

static struct wire_event *queued(struct window *w, unsigned place)
{
	return &w->queue[(w->first + place) % WINDOW_QUEUE_MAX];
}

static bool is_of_fault(const struct wire_event *event)
{
	return event->kind == WIRE_FAULT || event->kind == WIRE_UNSEEN;
}

/* Queues EVENT ahead of those that come later: of all of them, or (PAST_FAULTS) of link faults alone, which the MAC may notice late. */
static void insert(struct window *w, const struct wire_event *event, bool past_faults)
{
	unsigned at;

	if (w->count == WINDOW_QUEUE_MAX) {
		window_forget(w);
		w->pause.set.undecided++;
	}
	for (at = w->count++; at && queued(w, at - 1)->at > event->at; at--) {
		if (past_faults && !is_of_fault(queued(w, at - 1)))
			break;
		*queued(w, at) = *queued(w, at - 1);
	}
	*queued(w, at) = *event;
}

static void put(struct window *w, const struct wire_event *event)
{
	insert(w, event, true);
}

/* Returns the newest event of the transmit wire, or NULL. */
static struct wire_event *newest_on_wire(struct window *w)
{
	for (unsigned i = w->count; i--;)
		if (!is_of_fault(queued(w, i)))
			return queued(w, i);
	return NULL;
}

/* Puts EVENT in its place, which may be before others. */
static void put_sorted(struct window *w, const struct wire_event *event)
{
	insert(w, event, false);
}

/* Returns when the MAC may take notice of what the model notices in CYCLE, at the earliest. */
static uint64_t noticed_from(const struct window *w, uint64_t cycle)
{
	enum { SHOWN = XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS };

	return worlds_minus(cycle + w->slack.fault_least, SHOWN);
}

void window_fault(struct window *window, uint64_t cycle, bool holds)
{
	put_sorted(window, &(struct wire_event){ .kind = WIRE_FAULT,
	                                         .at = holds ? noticed_from(window, cycle) : cycle,
	                                         .blocks = holds,
	                                         .since = window_unseen_from(window, cycle) - 1 });
}

uint64_t window_unseen_from(const struct window *window, uint64_t cycle)
{
	return cycle + window->slack.wire + dut_step(window->dut);
}

void window_unseen(struct window *window, uint64_t cycle, uint64_t until, bool seen)
{
	put_sorted(window, &(struct wire_event){ .kind = WIRE_UNSEEN, .at = cycle, .blocks = seen, .since = until });
}

void window_is(struct window *window, const struct window_frame *frame)
{
	for (unsigned i = 0; i < window->count; i++) {
		struct wire_event *event = &window->queue[(window->first + i) % WINDOW_QUEUE_MAX];
		if (event->kind == WIRE_STARTS && !event->known) {
			event->known = true;
			event->frame = *frame;
		}
	}
}

/* Returns the greatest deficit that the gaps can have behind a frame that starts AT. What is inserted or deleted to align a start changes it; it "is only reset
 * at initialization and is applied regardless of the size of the IPG" (46.3.1.4), so that behind a gap longer than the MAC had to keep, of which nobody sees how
 * much of it the MAC had asked for, it may be any. The model has none there, as other MACs. */
static uint32_t deficit_behind(const struct window *w, uint64_t at)
{
	const uint64_t owed = w->deficit + gap_of(w), gap = at - w->wire_end;

	if (!w->wire_end)
		return w->deficit;
	if (gap >= gap_of(w) + XGMII_COLUMN_OCTETS)
		return XGMII_COLUMN_OCTETS - 1;
	return (uint32_t)(owed > gap ? worlds_least(owed - gap, XGMII_COLUMN_OCTETS - 1) : 0);
}

/* Where the client is not seen: a MAC that kept its deficit has to start a column later than the model does. */
static uint32_t deficit_late(const struct window *w)
{
	return w->deficit && w->requests_unseen && w->dut->phy == PHY_XGMII && freedoms(w)->gap_deficit &&
	               freedoms(w)->start_unit <= XGMII_COLUMN_OCTETS
	         ? XGMII_COLUMN_OCTETS
	         : 0;
}

void window_starts(struct window *window, uint64_t at)
{
	if (at < window->reset_until)
		return;
	window->deficit = deficit_behind(window, at);
	window->waits = false;
	window->on_wire = true;
	window->untouched = false;
	put(window, &(struct wire_event){ .kind = WIRE_STARTS, .at = at, .class = CLASS_UNKNOWN });
}

void window_class(struct window *window, int class)
{
	struct wire_event *newest = newest_on_wire(window);

	if (newest && newest->kind == WIRE_STARTS)
		newest->class = class;
}

void window_ends(struct window *window, uint64_t at)
{
	window_ends_by(window, at, at);
}

void window_ends_by(struct window *window, uint64_t at, uint64_t last)
{
	if (!window->on_wire)
		return;
	window->on_wire = false;
	window->wire_end = at;
	put(window, &(struct wire_event){ .kind = WIRE_ENDS, .at = at, .since = last });
}

static void forget_own(struct window *w)
{
	order_forget(&w->own);
	for (unsigned i = 0; w->class && i < WINDOW_CLASSES; i++)
		order_forget(&w->class[i]);
}

void window_forget(struct window *window)
{
	for (unsigned i = 0; i < window->count; i++) {
		const struct wire_event *event = &window->queue[(window->first + i) % WINDOW_QUEUE_MAX];
		if (event->kind == WIRE_FAULT)
			follow_fault(window, event);
		else if (event->kind == WIRE_UNSEEN)
			follow_unseen(window, event);
	}
	window->first = window->count = 0;
	window->waits = false;
	window->frame_end = window->wire_end = 0;
	window->deficit = XGMII_COLUMN_OCTETS - 1; /* that of gaps which were not seen may be any */
	window->client_waits = WORLDS_NEVER;
	hold_waits(&window->pause, WORLDS_NEVER);
	hold_forget(&window->pause);
	for (unsigned i = 0; window->queues && i < WINDOW_CLASSES; i++)
		hold_forget(&window->queues->hold[i]);
	if (window->queues)
		window->queues->since = window->cycle;
	forget_own(window);
}

void window_reset(struct window *window, uint64_t begin, uint64_t end)
{
	struct hold_nature nature = hold_nature_of(window);
	struct order_nature order = order_nature_of(window, false), class = order_nature_of(window, true);
	/* What came before the reset by no more than the error of its time may have come after it. */
	bool near_received = window->time_error && window->newest.last + window->time_error / 2 >= begin;
	bool near_class = window->queues && window->time_error && window->queues->newest + window->time_error / 2 >= begin;

	look_at(window, begin);
	window->sent_near_reset = window->time_error && window->frame_start &&
	                          window->frame_start + window->time_error / 2 >= begin;
	if (!window->on_wire && !window->count && begin)
		look_at_rest(window, begin);
	end_open(window);
	window_forget(window);
	if (begin) /* of a MAC that is captured the first reset is none */
		window->deficit = 0;
	if (window->newest.time)
		refuse(window, window->newest.last, window->newest.time, window->newest.rule);
	window->newest.time = 0;
	window->undecided = window_undecided(window);
	window->reset_until = window->rested = end;
	window->obeys = window->on_wire = window->blocks = false;
	window->untouched = true;
	window->fault = (struct worlds_fault){ .from = WORLDS_NEVER };
	hold_begin(&window->pause, &nature, !near_received, false, end);
	begin_queues(window, !near_class, end);
	order_begin(&window->own, &order, true, false, false, end);
	window->control = (struct own_controls){ .sends = false };
	for (unsigned i = 0; i < WINDOW_CLASSES; i++) {
		window->class_control[i] = (struct own_controls){ .sends = false };
		if (window->class)
			order_begin(&window->class[i], &class, true, false, false, end);
	}
}

/* ---- what the MAC may see late ---- */

/* Returns the SLACK between a frame and an access, whose time is exact: the slacks have the error of two frames. */
static uint64_t to_access(const struct window *w, uint64_t slack)
{
	return slack - w->time_error / 2;
}

/* Returns true if ADDRESS became one of the station, or ceased to be, so shortly before LAST, the end of a frame to it, that the MAC may have the addresses
 * from before then. */
static bool may_have_moved(const struct window *w, uint64_t address, uint64_t last)
{
	for (unsigned i = 0; i < MOVES_MAX; i++) {
		const struct move *move = &w->move[i];
		if (move->cycle && move->address == address && move->cycle + to_access(w, w->slack.write) >= last)
			return true;
	}
	return false;
}

static void move(struct window *w, uint64_t cycle, uint64_t address)
{
	const uint64_t classified = w->dut->timing.classify + to_access(w, w->slack.classify) + dut_step(w->dut);

	w->move[w->moves++ % MOVES_MAX] = (struct move){ cycle, address };
	worlds_readdress(&w->pause.set, address, worlds_minus(cycle, classified));
}

static void follow_stations(struct window *w, uint64_t cycle)
{
	static const enum pm_control control[STATIONS_MAX] = { PM_CONTROL_station, PM_CONTROL_station_2, PM_CONTROL_station_3,
		                                               PM_CONTROL_station_4 };

	for (unsigned i = 0; i < (freedoms(w)->pause_stations ? STATIONS_MAX : 1); i++) {
		const uint64_t address = pm_control_value(w->m, control[i]);
		if (address == w->station[i])
			continue;
		move(w, cycle, w->station[i]);
		move(w, cycle, address);
		w->station[i] = address;
		if (!i)
			order_forget(&w->own);
	}
}

/* Returns the destination of the frame of RX if it decides whether the frame is a PAUSE; 0: nothing depends on it. */
static uint64_t address_of(const struct window *w, const struct pm_rx_frame *rx)
{
	struct pause_frame addressed = rx->pause_frame;

	addressed.address = true;
	if (!freedoms(w)->obeys_own || rx->len < FRAME_ADDRESS_OCTETS || frame_address_type(rx->octets) != ADDRESS_UNICAST ||
	    !pause_frame_matches(&addressed))
		return 0;
	return frame_address(rx->octets);
}

static void receive(struct window *w, const struct pm_rx_frame *rx)
{
	const uint32_t column = column_unknown(w), lane = (uint32_t)(rx->last % dut_step(w->dut));
	const uint64_t least = rx->last - lane + w->dut->timing.inhibit,
		       to = least + w->slack.inhibit + (lane >= column ? column : 0);
	uint64_t from = worlds_minus(least, lane < column ? column : 0), limit;

	const uint64_t time = (uint64_t)rx->pause_frame.quanta * w->pause.nature.standard.quantum, address = address_of(w, rx);
	const bool obeyed = rx->pause && rx->not_obeyed == PM_NO_RULE;

	if (!obeyed) {
		enum rule rule = rx->pause ? rx->not_obeyed : rx->not_pause;
		if (rule != PM_NO_RULE)
			refuse(w, rx->last, time, rule);
		if (rx->pause || !address)
			return;
	}
	w->untouched = false;
	if (obeyed)
		w->newest = (struct refused){ rx->last, time, RULE_PAUSE_RESET };
	if (obeyed && !w->obeys)
		refuse(w, rx->last, time, w->half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_GATE);
	limit = rx->last + 1 + limit_response(w->dut, LIMIT_PAUSE, w->clocks) + 1 - dut_step(w->dut) + w->time_error;
	from = worlds_least(worlds_minus(from, w->time_error), limit);
	hold_happens(&w->pause, &(struct world_event){ .kind = WORLD_PAUSE,
	                                               .at = rx->last,
	                                               .from = from,
	                                               .to = limit < to ? limit : to,
	                                               .limited = limit < to,
	                                               .address = address,
	                                               .foreign = !obeyed,
	                                               .perhaps = address && may_have_moved(w, address, rx->last),
	                                               .quanta = rx->pause_frame.quanta });
}

/* From when a frame may start that is asked for in CYCLE. A MAC that has another frame to send may begin its preamble, and choose when that is over. */
static uint64_t asked_from(const struct window *w, uint64_t cycle)
{
	return worlds_minus(cycle, w->time_error + FRAME_HEAD_OCTETS * w->clocks);
}

/* By when a frame starts on a free wire that is asked for in CYCLE. The model shows a request a clock after the access; that of a CLASS, which may wait for
 * other classes of its frame, has that clock. */
static uint64_t asked_to(const struct window *w, uint64_t cycle, int class)
{
	return cycle + request_latest(w) + w->time_error - (class < 0 ? dut_step(w->dut) : 0);
}

/* Notes the pulses that came since. */
static void follow_pulses(struct window *w, struct order *order, struct own_controls *now, int class)
{
	struct pm_pause_memory memory;
	struct pm_pfc_told told;
	struct pm_pulses pulses;

	if (class < 0) {
		pm_pause_memory(w->m, &memory);
		pulses = memory.pulses;
	} else {
		if (!pm_pfc_told(w->m, (unsigned)class, &told))
			return;
		pulses = told.pulses;
	}
	if (pulses.count > now->pulses)
		order_happens(order, &(struct world_event){ .kind = WORLD_PULSE,
		                                            .at = pulses.newest,
		                                            .from = asked_from(w, pulses.newest),
		                                            .to = asked_to(w, pulses.newest, class),
		                                            .on = pulses.off });
	now->pulses = pulses.count;
}

/* A frame that was received since AT tells that time has passed on the transmit wire, too. The queue is in the order of times. */
static void rest(struct window *w, uint64_t at)
{
	const struct wire_event *newest = newest_on_wire(w);

	if (!w->on_wire && at > w->frame_end && (!newest || newest->at <= at))
		put(w, &(struct wire_event){ .kind = WIRE_RESTS, .at = at });
}

/* The model shows what was written a clock after the access, and without a latency the MAC has it at once. */
static uint64_t written_from(const struct window *w, uint64_t cycle)
{
	return worlds_minus(cycle, dut_step(w->dut) + w->time_error / 2);
}

/* A PFC frame came: 31D.2 says what it does to each class that it names. Its time counts from its end on, since no latency of the profile says when that of a
 * queue begins; by the latency of the MAC the client has been told. */
static void receive_for_queues(struct window *w, const struct pm_rx_frame *rx)
{
	enum { PFC_VECTOR_AT = 17, PFC_TIMES_AT = 18 };
	struct queues *q = w->queues;
	const uint64_t told = rx->last + w->dut->timing.inhibit + w->slack.inhibit,
		       stops = worlds_plus(rx->last + w->time_error, q->limit);

	q->newest = rx->last;
	for (unsigned i = 0; i < WINDOW_CLASSES; i++)
		if (rx->octets[PFC_VECTOR_AT] >> i & 1)
			hold_happens(&q->hold[i],
			             &(struct world_event){ .kind = WORLD_PAUSE,
			                                    .at = rx->last,
			                                    .from = worlds_minus(rx->last, w->time_error),
			                                    .to = worlds_least(told, stops),
			                                    .lets = stops,
			                                    .quanta = frame_u16(rx->octets + PFC_TIMES_AT + 2 * i) });
}

/* Notes RX, if it is a PFC frame or nearly one. */
static void note_pfc(struct window *w, const struct pm_rx_frame *rx)
{
	enum { PFC_TIMES_AT = 18 };
	struct queues *q = w->queues;
	struct pm_pfc_note note;
	struct pfc_note *ret;

	if (!pm_pfc_note(w->m, 0, &note) || note.last != rx->last || rx->len < PM_PFC_OCTETS)
		return;
	ret = &q->note[q->notes++ % REFUSED_MAX];
	*ret = (struct pfc_note){ .last = note.last,
		                  .classes = note.classes,
		                  .refused = (uint8_t)~q->obeys,
		                  .longest = note.quanta,
		                  .rule = note.rule };
	for (unsigned i = 0; i < WINDOW_CLASSES; i++)
		ret->quanta[i] = frame_u16(rx->octets + PFC_TIMES_AT + 2 * i);
}

/* Notes which classes PFC frames pause from CYCLE on, and what RX, which may be NULL, does. */
static void follow_queues(struct window *w, uint64_t cycle, const struct pm_rx_frame *rx)
{
	struct queues *q = w->queues;
	uint8_t obeys;

	if (!are_followed(q))
		return;
	obeys = (uint8_t)pm_control_value(w->m, PM_CONTROL_pfc_rx);
	for (unsigned i = 0; i < WINDOW_CLASSES; i++)
		if ((obeys ^ q->obeys) >> i & 1)
			hold_happens(&q->hold[i], &(struct world_event){ .kind = WORLD_ENABLE,
			                                                 .at = cycle,
			                                                 .from = written_from(w, cycle),
			                                                 .to = cycle + w->slack.write + w->time_error,
			                                                 .on = obeys >> i & 1 });
	q->obeys = obeys;
	if (rx)
		note_pfc(w, rx);
	if (rx && rx->record & RX_RECORD_PFC && rx->len >= PM_PFC_OCTETS)
		receive_for_queues(w, rx);
}

static struct own_controls controls_of(const struct window *w, int class)
{
	const struct pm_model *m = w->m;
	bool half = w->half_duplex;
	uint64_t period = freedoms(w)->refresh ? pm_control_value(m, PM_CONTROL_refresh) * w->pause.nature.standard.quantum : 0;

	if (class < 0)
		return (struct own_controls){ .sends = pm_control_value(m, PM_CONTROL_tx_pause) && !half &&
			                               freedoms(w)->sends_by != SENDS_NOTHING,
			                      .level = pm_pause_level(m),
			                      .period = period,
			                      .quanta = pm_control_value(m, PM_CONTROL_quanta) };
	return (struct own_controls){ .sends = pm_control_value(m, PM_CONTROL_pfc_tx) >> class & 1 && !half,
		                      .level = pm_control_value(m, PM_CONTROL_pfc_xoff) >> class & 1,
		                      .period = period,
		                      .quanta = pm_control_value(m, (enum pm_control)(PM_CONTROL_pfc_quanta0 + class)) };
}

/* The level or the pulses that ask for frames of ORDER. What takes a frame back does not take back one that has been decided. */
static void follow_request(struct window *w, struct order *order, const struct own_controls *was, struct own_controls *now,
                           uint64_t cycle, int class)
{
	/* Of the buffer's level the MAC may know before the model. */
	const uint64_t lead = class < 0 && freedoms(w)->sends_by == SENDS_BY_MARKS ? WINDOW_LEAD : 0;
	const uint64_t to = asked_to(w, cycle, class), back = to + dut_step(w->dut);

	if (order->nature.standard.pulses && !order->nature.unseen)
		follow_pulses(w, order, now, class);
	if (order->nature.standard.pulses)
		now->level = false;
	if (now->level == was->level)
		return;
	if (cycle <= was->changed + control_latest(w))
		worlds_perhaps(&order->set, WORLDS_FIRST);
	now->changed = cycle;
	if (!order->nature.unseen)
		order_happens(order, &(struct world_event){ .kind = WORLD_LEVEL,
		                                            .at = cycle,
		                                            .from = worlds_minus(asked_from(w, cycle), lead),
		                                            .to = now->level ? to : back,
		                                            .on = now->level });
}

/* The time that an XOFF of ORDER tells. */
static void follow_time(const struct window *w, struct order *order, const struct own_controls *was, struct own_controls *now,
                        uint64_t cycle)
{
	const uint64_t quantum = w->pause.nature.standard.quantum, most = worlds_most(now->quanta, was->quanta) * quantum,
		       least = worlds_least(now->quanta, was->quanta) * quantum;
	bool fault = order->set.fault.until == WORLDS_NEVER;

	if (!now->quanta && (was->quanta || was->zero_to != WORLDS_NEVER)) {
		now->zero_from = cycle;
		now->zero_to = WORLDS_NEVER;
	} else if (now->quanta && was->zero_to == WORLDS_NEVER) {
		now->zero_to = cycle;
	}
	/* Which time an XOFF had that a fault hides is known if it does not change. */
	order->time_most = worlds_most(fault ? order->time_most : 0, most);
	order->time_least = worlds_least(fault ? order->time_least : WORLDS_NEVER, least);
}

/* Notes what became of the controls that the frames of ORDER depend on. */
static void follow_controls(struct window *w, struct order *order, struct own_controls *was, uint64_t cycle, int class)
{
	struct own_controls now = controls_of(w, class);
	const uint64_t written = cycle + control_latest(w) + w->time_error;

	now.switched = was->switched;
	if (now.sends != was->sends) {
		if (cycle <= was->switched + w->slack.write) /* what lasts for less may pass unseen */
			worlds_perhaps(&order->set, WORLDS_MODES);
		order_happens(order, &(struct world_event){ .kind = WORLD_ENABLE,
		                                            .at = cycle,
		                                            .from = written_from(w, cycle),
		                                            .to = now.sends ? written : written + dut_step(w->dut),
		                                            .on = now.sends });
		now.switched = cycle;
	}
	now.changed = was->changed;
	now.zero_from = was->zero_from;
	now.zero_to = was->zero_to;
	now.pulses = was->pulses;
	follow_request(w, order, was, &now, cycle, class);
	if (class >= 0 && (now.sends != was->sends || now.level != was->level))
		w->class_changed = cycle;
	/* What depends on a period is not told apart while it changes. */
	if (now.period != was->period)
		order_forget(order);
	order->nature.standard.period = now.period;
	follow_time(w, order, was, &now, cycle);
	*was = now;
}

void window_decided(struct window *window, uint64_t cycle, const struct pm_start *start, bool client)
{
	bool kept = start->blockers & (PM_BLOCK_DISABLED | PM_BLOCK_FAULT);
	bool waits = client && !window->on_wire && (start->kind == PM_TX_DATA || start->blockers == PM_BLOCK_XOFF);
	/* What may start is known a clock before; a MAC without a latency starts it in CYCLE. */
	const uint64_t resume = window->dut->timing.resume + window->slack.resume,
		       at_once = worlds_least(resume, dut_step(window->dut));

	if (kept || window->blocks)
		window->waits_from = cycle +
		                     (window->slack.write > window->slack.wire ? window->slack.write : window->slack.wire);
	if (kept != window->blocks)
		put(window,
		    &(struct wire_event){ .kind = WIRE_BLOCKS, .at = cycle, .since = window->waits_from, .blocks = kept });
	window->blocks = kept;
	if (waits == window->waits)
		return;
	window->waits = waits;
	put(window,
	    &(struct wire_event){ .kind = WIRE_WAITS,
	                          .at = cycle,
	                          .since = !waits ? WORLDS_NEVER
	                                          : worlds_most(cycle - at_once, window->waits_from) + deficit_late(window) });
}

/* A frame that is too long to be one of the MAC's own is known before its end. */
static void know_long(struct window *w, uint64_t cycle)
{
	const struct wire_event *newest = newest_on_wire(w);

	if (w->on_wire && newest && newest->kind == WIRE_STARTS && !newest->known && cycle > newest->at + CONTROL_OCTETS * 2)
		window_is(w, &(struct window_frame){ .data = !pm_tx_is_control(w->m) });
}

/* The speed of MII decides how many clocks an octet takes, and whether there is half duplex. */
static void follow_speed(struct window *w)
{
	bool slow = w->dut->phy == PHY_MII && pm_control_value(w->m, PM_CONTROL_speed) < SPEED_1000;
	uint32_t clocks = slow ? 2 : 1;

	w->half_duplex = slow && pm_control_value(w->m, PM_CONTROL_half_duplex);
	if (clocks == w->clocks)
		return;
	w->clocks = clocks;
	renew(w);
	if (!w->untouched)
		window_forget(w);
}

/* Whether the MAC obeys PAUSE frames in CYCLE. */
static void follow_obeying(struct window *w, uint64_t cycle)
{
	bool obeys = pm_control_value(w->m, PM_CONTROL_rx_pause) && !w->half_duplex;

	if (obeys != w->obeys) {
		if (cycle <= w->obeys_since + w->slack.write) /* what lasts for less may pass unseen */
			worlds_perhaps(&w->pause.set, WORLDS_MODES);
		hold_happens(&w->pause,
		             &(struct world_event){ .kind = WORLD_ENABLE,
		                                    .at = cycle,
		                                    .from = written_from(w, cycle),
		                                    .to = cycle + w->slack.write + w->dut->timing.inhibit + w->slack.inhibit,
		                                    .on = obeys });
		w->obeys_since = cycle;
	}
	if (w->obeys && !obeys && w->newest.last + w->newest.time >= cycle)
		refuse(w, w->newest.last, w->newest.time, w->half_duplex ? RULE_PAUSE_HALF_DUPLEX : RULE_PAUSE_GATE);
	w->obeys = obeys;
}

/* Looks at a silence from time to time. In captures the next packet ends it. */
static void look_at_silence(struct window *w, uint64_t cycle)
{
	if (w->requests_unseen || w->on_wire || w->count || cycle <= w->rested + WINDOW_REST + w->lag)
		return;
	w->rested = cycle - w->lag;
	look_at_rest(w, w->rested);
	end_lacks(w, w->rested);
}

void window_close(struct window *window, uint64_t cycle, const struct pm_view *view)
{
	window->cycle = cycle;
	follow_speed(window);
	follow_obeying(window, cycle);
	follow_stations(window, cycle);
	follow_controls(window, &window->own, &window->control, cycle, -1);
	for (int i = 0; window->class && i < WINDOW_CLASSES; i++)
		follow_controls(window, &window->class[i], &window -> class_control[i], cycle, i);
	if (window->sent_near_reset)
		forget_own(window);
	window->sent_near_reset = false;
	if (view->rx)
		receive(window, view->rx);
	if (view->rx && window->requests_unseen)
		rest(window, view->rx->first);
	follow_queues(window, cycle, view->rx);
	know_long(window, cycle);
	look_at(window, cycle > window->lag ? cycle - window->lag : 0);
	look_at_silence(window, cycle);
}

void window_finish(struct window *window, uint64_t cycle)
{
	struct hold_verdict held;

	look_at(window, cycle);
	if (cycle && !window->count) {
		pass_queues(window, cycle - 1, false);
		wait_for_queues(window, CLASS_UNKNOWN, cycle - 1);
		held = hold_passes(&window->pause, cycle - 1);
		find_hold(window, &held, NULL, CLASS_UNKNOWN);
		if (!window->requests_unseen) /* captures end with their last packet, and say nothing of what comes then */
			look_at_rest(window, cycle);
	}
	end_open(window);
}

uint64_t window_findings(const struct window *window, const struct window_finding **ret)
{
	*ret = window->finding;
	return window->findings;
}

unsigned window_take(struct window *window, struct window_finding ret[WINDOW_FINDINGS_MAX])
{
	unsigned count = window->to_take;

	memcpy(ret, window->taken, count * sizeof(*ret));
	window->to_take = 0;
	return count;
}

bool window_tested(const struct window *window, enum rule rule)
{
	return window->tested[rule];
}

uint64_t window_free_from(const struct window *window, uint64_t at)
{
	const uint64_t longest = at + LONGEST_QUANTA * QUANTUM * window->clocks;

	return worlds_least(worlds_most(is_over(&window->pause, at), queues_are_free(window, CLASS_UNKNOWN, at)), longest);
}

uint64_t window_undecided(const struct window *window)
{
	uint64_t ret = window->undecided + window->pause.set.undecided + window->own.set.undecided;

	for (unsigned i = 0; window->class && i < WINDOW_CLASSES; i++)
		ret += window->class[i].set.undecided;
	for (unsigned i = 0; window->queues && i < WINDOW_CLASSES; i++)
		ret += window->queues->hold[i].set.undecided;
	return ret;
}
