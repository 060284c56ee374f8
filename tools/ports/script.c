/* SPDX-License-Identifier: Apache-2.0 */
/* Draws what comes to a port from outside. Moments that matter to each other come close together: a PAUSE frame ends when the time of the one before is
 * about over, a level falls and rises within a frame, a control is written beside the frame that it concerns. */
#include "script.h"

#include "wrong.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_FRAME = 16, FIRST_OWN = 160 };

static const uint64_t peer = UINT64_C(0x0400000000AA);

static struct frame *add_received(struct script *s)
{
	if (!(s->received_count & (s->received_count - 1)))
		s->received = realloc(s->received,
		                      sizeof(*s->received) * (size_t)(s->received_count ? 2 * s->received_count : 1));
	return &s->received[s->received_count++];
}

/* ---- data ---- */

static int data_length(uint64_t drawn)
{
	int choice = (int)(drawn % 100), value = (int)(drawn >> 32 & 0xFFFF);

	if (choice < 35)
		return SHORTEST_FRAME;
	if (choice < 60)
		return SHORTEST_FRAME + value % 65;
	if (choice < 80)
		return 128 + value % 500;
	if (choice < 88)
		return LONGEST_FRAME;
	return SHORTEST_FRAME + value % (LONGEST_FRAME - SHORTEST_FRAME + 1);
}

static void make_data(struct frame *f, uint64_t destination, uint64_t source, uint64_t drawn, int class_of)
{
	int length = data_length(drawn), at = 14;

	frame_begin(f, destination, source, TYPE_DATA);
	if (class_of < CLASSES) {
		frame_put16(f, 12, TYPE_TAG);
		frame_put16(f, 14, class_of << 13 | 5);
		frame_put16(f, 16, TYPE_DATA);
		at = 18;
	}
	/* A short frame has a few octets of the client, and zeros as its pad. */
	for (int i = at; i < (length == SHORTEST_FRAME ? at + 8 : length - 4); i++)
		f->octets[i] = (uint8_t)(random_of(drawn, 7, (uint64_t)i) | 1);
	frame_finish(f, length);
}

int script_class(const struct nature *n, int index)
{
	int c = (int)(random_of(n->seed, 0x300, (uint64_t)index) % (CLASSES + 1));

	if (!n->pfc)
		return random_of(n->seed, 0x301, (uint64_t)index) % 8 ? CLASSES : c;
	while (!(n->classes_used >> c & 1))
		c = (c + 1) % (CLASSES + 1);
	return c;
}

void script_data(const struct nature *n, int class_of, int index, struct frame *ret_frame)
{
	uint64_t drawn = random_of(n->seed, 0x310 + (uint64_t)class_of, (uint64_t)index);
	uint64_t destination = drawn >> 60 == 0 ? UINT64_C(0xFFFFFFFFFFFF) : drawn >> 60 == 1 ? UINT64_C(0x01005E000001) : peer;

	make_data(ret_frame, destination, n->station, drawn, class_of);
}

/* ---- received frames ---- */

/* A time is short beside a frame, or as long as a few; at 10 Gb/s the port takes many quanta to obey. */
static int draw_quanta(struct stream *r, const struct nature *n)
{
	int choice = random_range(r, 0, 99), many = n->rate == RATE_10000 && random_chance(r, 60) ? 4 : 1;

	return choice < 20 ? 0
	     : choice < 40 ? random_range(r, 1, 4) * many
	     : choice < 80 ? random_range(r, 5, 40) * many
	     : choice < 90 ? random_range(r, 41, 200)
	     : choice < 95 ? 256 * random_range(r, 1, 4)
	                   : NEVER_QUANTA;
}

static void draw_pfc(struct frame *f, struct stream *r, const struct nature *n, enum wrong wrong)
{
	int choice = random_range(r, 0, wrong == WRONG_pfc_empty_pauses ? 140 : 99), vector = 0;
	int quanta[CLASSES], ends = wrong == WRONG_pfc_zero_ignored && random_chance(r, 40) ? 100 : 25;

	if (choice < 40)
		vector = n->classes_used & 0xFF; /* all that the client sends */
	else if (choice < 65)
		vector = 1 << random_range(r, 0, CLASSES - 1);
	else if (choice < 93)
		vector = (int)(random_next(r) & 0xFF);
	for (int c = 0; c < CLASSES; c++) {
		bool named = vector >> c & 1;
		quanta[c] = !named && random_chance(r, 50) ? 0
		          : random_chance(r, ends)         ? 0
		          : random_chance(r, 85)           ? random_range(r, 1, random_chance(r, 50) ? 120 : 300)
		                                           : NEVER_QUANTA;
	}
	frame_pfc(f, peer, vector, quanta);
}

/* Puts a tag behind the addresses of F. */
static void put_tag(struct frame *f, struct stream *r)
{
	memmove(f->octets + 16, f->octets + 12, (size_t)(f->length - 12));
	frame_put16(f, 12, TYPE_TAG);
	frame_put16(f, 14, random_range(r, 0, 7) << 13 | 1);
	f->length = SHORTEST_FRAME;
	frame_check(f);
}

enum likeness { LIKE_FCS, LIKE_OPCODE, LIKE_ADDRESS, LIKE_GROUP, LIKE_TAG, LIKE_SHORT, LIKE_TYPE, LIKE_LONG, LIKENESSES };

/* Makes a PAUSE into a frame that is nearly one. */
static void make_like(struct frame *f, struct stream *r, enum likeness like)
{
	switch (like) {
	case LIKE_FCS:
		f->octets[random_range(r, 14, 63)] ^= (uint8_t)(1 << random_range(r, 0, 7));
		if (frame_get16(f, 12) == TYPE_CONTROL && frame_check_fits(f))
			f->octets[63] ^= 1;
		return;
	case LIKE_OPCODE:
		frame_put16(f, 14, random_chance(r, 50) ? 2 : random_chance(r, 50) ? 0 : 0x0100);
		break;
	case LIKE_ADDRESS:
		f->octets[0] = 0x02;
		f->octets[1] = 0x11;
		f->octets[5] = (uint8_t)random_range(r, 0, 255);
		break;
	case LIKE_GROUP:
		f->octets[5] ^= (uint8_t)random_range(r, 2, 15);
		break;
	case LIKE_TAG:
		put_tag(f, r);
		return;
	case LIKE_SHORT:
		f->length = random_range(r, 24, 63);
		break;
	case LIKE_TYPE:
		frame_put16(f, 12, random_chance(r, 50) ? 0x8809 : 0x0888);
		break;
	default: /* longer than minFrameSize */
		frame_finish(f, random_range(r, 65, 200));
		return;
	}
	frame_check(f);
}

static enum likeness like_of(enum wrong wrong, struct stream *r)
{
	switch (wrong) {
	case WRONG_fcs_obeyed:
		return LIKE_FCS;
	case WRONG_opcode_obeyed:
	case WRONG_counter_pause_any_opcode:
		return LIKE_OPCODE;
	case WRONG_address_obeyed:
		return random_chance(r, 50) ? LIKE_ADDRESS : LIKE_GROUP;
	case WRONG_short_obeyed:
		return LIKE_SHORT;
	case WRONG_tagged_obeyed:
		return LIKE_TAG;
	case WRONG_type_obeyed:
		return LIKE_TYPE;
	default:
		return (enum likeness)random_range(r, 0, LIKENESSES - 1);
	}
}

/* Is it the kind's affair what nearly is a PAUSE frame? */
static bool likes(enum wrong wrong)
{
	return wrong == WRONG_fcs_obeyed || wrong == WRONG_opcode_obeyed || wrong == WRONG_address_obeyed ||
	       wrong == WRONG_short_obeyed || wrong == WRONG_tagged_obeyed || wrong == WRONG_type_obeyed;
}

static void draw_received_frame(struct frame *f, struct stream *r, const struct nature *n, enum wrong wrong)
{
	int choice = random_range(r, 0, 99), pfc = wrong_kind(wrong)->needs & NEEDS_PFC ? 80 : 65, pause = likes(wrong) ? 30 : 70;
	uint64_t to = n->own && random_chance(r, 30)
	                ? n->station ^ (n->writes && random_chance(r, 40) ? random_next(r) & 0x11 : 0)
	                : ADDRESS_CONTROL;

	if (n->pfc && choice < pfc) {
		draw_pfc(f, r, n, wrong);
		if (random_chance(r, 12) || (wrong == WRONG_pfc_own_address_obeyed && random_chance(r, 40))) {
			uint64_t station = n->station;
			for (int i = 0; i < 6; i++)
				f->octets[i] = (uint8_t)(station >> (40 - 8 * i));
			frame_check(f);
		}
	} else if (choice < pause || (n->pfc && choice < 80)) {
		frame_pause(f, peer, draw_quanta(r, n));
		if (to != ADDRESS_CONTROL) {
			for (int i = 0; i < 6; i++)
				f->octets[i] = (uint8_t)(to >> (40 - 8 * i));
			frame_check(f);
		}
		if (random_chance(r, 10)) { /* reserved octets of another value mean nothing */
			f->octets[random_range(r, 18, 59)] = (uint8_t)random_range(r, 1, 255);
			frame_check(f);
		}
	} else if (choice < 85) {
		frame_pause(f, peer, random_chance(r, 30) ? 0 : random_range(r, 4, 60));
		make_like(f, r, like_of(wrong, r));
	} else {
		uint64_t to_data = random_chance(r, 60) ? n->station
		                 : random_chance(r, 50) ? UINT64_C(0xFFFFFFFFFFFF)
		                                        : UINT64_C(0x020099887766);
		make_data(f, to_data, peer, random_next(r), random_chance(r, 20) ? 3 : CLASSES);
		if (random_chance(r, 20))
			f->octets[f->length - 1] ^= 0x10;
		if (random_chance(r, 10))
			frame_finish(f, random_range(r, 24, 63));
	}
}

/* The end of FRAME, of the wire in use. */
static int64_t wire_ticks(const struct nature *n, const struct frame *f)
{
	return (int64_t)(PREAMBLE_OCTETS + f->length) * n->octet;
}

static int64_t align(const struct nature *n, int64_t t)
{
	return (t + n->step - 1) / n->step * n->step;
}

static void draw_received(struct script *s, struct stream *r, const struct nature *n, enum wrong wrong)
{
	int64_t now = 200 * n->octet, over = -1; /* over: when the time of the newest PAUSE is about over */

	if (n->in_phase) {
		struct frame *first = add_received(s);
		make_data(first, UINT64_C(0xFFFFFFFFFFFF), peer, 0, CLASSES);
		frame_finish(first, SHORTEST_FRAME);
		first->start = FIRST_FRAME * n->octet;
		first->end = first->start + wire_ticks(n, first);
	}
	while (now < n->ticks) {
		struct frame *f = add_received(s);
		int64_t gap = LEAST_GAP * n->octet;
		int quanta = 0;

		draw_received_frame(f, r, n, wrong);
		f->start = align(n, now + gap);
		if (over > now && random_chance(r, 70)) { /* its end is close to the end of the time before */
			int64_t aimed = over - wire_ticks(n, f) + (int64_t)random_range(r, -80, 80) * n->octet;
			if (aimed > f->start && aimed < f->start + 300 * n->quantum)
				f->start = align(n, aimed);
		} else if (random_chance(r, 60)) {
			f->start = align(n, f->start + (int64_t)random_range(r, 0, random_chance(r, 70) ? 200 : 1500) * n->octet);
		}
		f->end = f->start + wire_ticks(n, f);
		now = f->end;
		if (frame_is_control(f)) {
			quanta = frame_get16(f, 14) == OPCODE_PFC ? frame_get16(f, 18) : frame_get16(f, 16);
			over = f->end + nature_latency(n, INHIBIT, (uint64_t)(s->received_count - 1)) +
			       (int64_t)quanta * n->quantum;
		}
	}
	s->end = now;
}

/* ---- requests, writes, readings, the client ---- */

static void draw_requests(struct script *s, struct stream *r, const struct nature *n, enum wrong wrong)
{
	int period = n->period * n->quantum;
	bool up[REQUESTERS] = { false };
	int64_t now = FIRST_OWN * n->octet;
	bool long_one = wrong_kind(wrong)->needs & NEEDS_LONG;

	while (n->sends && now < s->end && s->requested_count < 3000) {
		int who = n->pfc && random_chance(r, n->pfc_tx ? 95 : 0) ? CLASS_REQUESTER + random_range(r, 0, 2)
		                                                         : PAUSE_REQUESTER;
		struct requested *q;
		int step = random_range(r, 0, 99);

		if (!(s->requested_count & (s->requested_count - 1)))
			s->requested = realloc(s->requested,
			                       sizeof(*q) * (size_t)(s->requested_count ? 2 * s->requested_count : 1));
		q = &s->requested[s->requested_count++];
		q->at = now;
		q->requester = who;
		if (n->sends == SENDS_LEVEL) {
			up[who] = !up[who];
			q->request = up[who] ? REQUEST_RISE : REQUEST_FALL;
		} else {
			q->request = random_chance(r, 50) ? REQUEST_XOFF : REQUEST_XON;
		}
		if (long_one && up[who])
			now += 3 * period + n->latency[REFRESH].most + 3200 * n->octet;
		else if (step < 15)
			now += random_range(r, 1, n->latency[REQUEST].most + 1);
		else if (step < 40)
			now += (int64_t)random_range(r, 1, 300) * n->octet;
		else if (step < 60)
			now += (int64_t)random_range(r, 100, 2500) * n->octet;
		else if (n->refresh)
			now += (int64_t)random_range(r, 0, 4) * period + (int64_t)random_range(r, 20, 600) * n->octet;
		else
			now += (int64_t)random_range(r, 300, 4000) * n->octet;
	}
}

static void add_written(struct script *s, int64_t at, enum control control, uint64_t value)
{
	if (!(s->written_count & (s->written_count - 1)))
		s->written = realloc(s->written, sizeof(*s->written) * (size_t)(s->written_count ? 2 * s->written_count : 1));
	s->written[s->written_count++] = (struct written){ at, control, value };
}

static void draw_written(struct script *s, struct stream *r, const struct nature *n, enum wrong wrong)
{
	bool rx = n->rx_pause, tx = n->tx_pause;
	int64_t now = 500 * n->octet;

	while (n->writes && now < s->end && s->written_count < 200) {
		int choice = random_range(r, 0, 99);
		/* A write beside a received frame, or anywhere. */
		int64_t at = now;
		if (random_chance(r, 50))
			for (int i = 0; i < s->received_count; i++)
				if (s->received[i].end > now) {
					at = s->received[i].end + (int64_t)random_range(r, -60, 60) * n->octet;
					break;
				}
		if (at < now)
			at = now;
		if (wrong == WRONG_gate_ignored || wrong == WRONG_gate_closed)
			choice = 0;
		if (wrong == WRONG_own_gate_ignored)
			choice = 30;
		if (wrong == WRONG_xoff_time_stale)
			choice = 60;
		if (wrong == WRONG_pfc_tx_gate_ignored)
			choice = 80;
		if (choice < 25 && !n->pfc && n->survives < 2)
			add_written(s, at, CONTROL_RX_PAUSE, rx = !rx);
		else if (choice < 50 && !n->pfc)
			add_written(s, at, CONTROL_TX_PAUSE, tx = !tx);
		else if (choice < 75 && n->refresh != REFRESH_EXPIRY && !n->pfc)
			add_written(s, at, CONTROL_QUANTA, (uint64_t)random_range(r, 1, 900));
		else if (!n->pfc && choice >= 75)
			add_written(s, at, CONTROL_STATION, n->station ^ (random_next(r) & 0x11));
		else if (n->pfc && n->pfc_tx && choice >= 75 && choice < 88)
			add_written(s, at, CONTROL_PFC_TX, (uint64_t)n->pfc_tx & random_next(r));
		else if (n->pfc && choice < 50)
			add_written(s, at, CONTROL_PFC_RX, random_next(r) & 0xFF);
		else if (n->pfc && n->refresh != REFRESH_EXPIRY)
			add_written(s, at, CONTROL_CLASS_QUANTA + (enum control)random_range(r, 0, 2),
			            (uint64_t)random_range(r, 1, 900));
		now = at + (int64_t)random_range(r, 60, random_chance(r, 50) ? 600 : 4000) * n->octet;
	}
}

static void draw_readings(struct script *s, struct stream *r, const struct nature *n)
{
	int64_t now = 8 * n->octet; /* before the first frame */

	while (n->counters && now < s->end && s->reading_count < 40) {
		if (!(s->reading_count & (s->reading_count - 1)))
			s->readings = realloc(s->readings,
			                      sizeof(*s->readings) * (size_t)(s->reading_count ? 2 * s->reading_count : 1));
		s->readings[s->reading_count++] = n->rate == RATE_10000 ? now / 8 * 8 : now;
		now += (int64_t)random_range(r, 100, 5000) * n->octet;
	}
}

static void draw_faults(struct script *s, struct stream *r, const struct nature *n)
{
	int64_t now = 600;

	for (int i = 0; n->faults && i < FAULTS; i++) {
		struct fault *f = &s->fault[s->fault_count++];
		f->from = align(n, now + random_range(r, 0, 6000));
		f->to = now = align(n, f->from + random_range(r, 1024, 3000)); /* 128 columns without a sequence end a fault */
		now += 500;
	}
}

static void draw_client(struct script *s, struct stream *r, const struct nature *n)
{
	int64_t now = (int64_t)(FIRST_OWN + random_range(r, 0, 400)) * n->octet;

	s->first_data = now;
	s->ready_count = (int)(s->end / (SHORTEST_FRAME * n->octet)) + 2;
	s->ready = malloc(sizeof(*s->ready) * (size_t)s->ready_count);
	for (int i = 0, burst = 0; i < s->ready_count; i++) {
		s->ready[i] = now;
		if (burst-- <= 0) {
			burst = random_range(r, 0, random_chance(r, 30) ? 2 : 60);
			now += (int64_t)random_range(r, 0, random_chance(r, 50) ? 300 : 3000) * n->octet;
		}
	}
}

void script_draw(struct script *s, const struct nature *n, enum wrong wrong)
{
	struct stream r = { random_of(n->seed, 2, 0) };

	memset(s, 0, sizeof(*s));
	draw_received(s, &r, n, wrong);
	s->end += (int64_t)random_range(&r, 0, 1500) * n->octet;
	draw_requests(s, &r, n, wrong);
	draw_written(s, &r, n, wrong);
	draw_readings(s, &r, n);
	draw_faults(s, &r, n);
	draw_client(s, &r, n);
}

void script_release(struct script *s)
{
	free(s->received);
	free(s->requested);
	free(s->written);
	free(s->readings);
	free(s->ready);
}
