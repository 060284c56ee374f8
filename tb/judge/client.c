/* SPDX-License-Identifier: Apache-2.0 */
/* What the client of the MAC hands over and gets: calls, and the pins of its two AXI4-Streams (AMBA AXI4-Stream 2.2, 2.4). */
#include "judge_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 2048, STREAM_OCTETS = 8, UNKNOWN_OCTETS = 60 };

static int admit(struct pm_judge *judge, uint64_t time)
{
	int err = judge_admit(judge, time);

	if (!err && !judge->options.client_seen)
		err = judge_fail(judge, PM_JUDGE_USAGE,
		                 "the judge was made without .client_seen, and does not look at the client");
	return err;
}

static int check_frame(struct pm_judge *judge, const uint8_t *octets, uint32_t length, unsigned flags)
{
	if (!octets || !length)
		return judge_fail(judge, PM_JUDGE_USAGE, "a frame without octets");
	if (length > JUDGE_FRAME_MAX)
		return judge_fail(judge, PM_JUDGE_USAGE, "a frame of %u octets; no frame has more than %d", length,
		                  JUDGE_FRAME_MAX);
	if (flags & ~(unsigned)PM_JUDGE_CLIENT_ERROR)
		return judge_fail(judge, PM_JUDGE_USAGE, "unknown flags 0x%x of a frame of the client", flags);
	return PM_JUDGE_OK;
}

/* ---- calls ---- */

int pm_judge_client_offer(struct pm_judge *judge, uint64_t time)
{
	const struct judge_item item = { .kind = JUDGE_OFFER, .wire = PM_JUDGE_SENT, .time = time, .open = true };
	int err = admit(judge, time);

	if (!err && judge->offering)
		err = judge_fail(judge, PM_JUDGE_ORDER, "the client offers a frame before the one ahead of it was taken");
	if (!err)
		err = judge_take(judge, &item);
	if (!err)
		judge->offering = true;
	return err;
}

int pm_judge_client_taken(struct pm_judge *judge, uint64_t time, const uint8_t *octets, uint32_t length, uint32_t paused,
                          unsigned flags)
{
	int err = admit(judge, time);

	if (!err && !judge->offering)
		err = judge_fail(judge, PM_JUDGE_ORDER, "a frame of the client was taken that was not offered");
	if (!err)
		err = check_frame(judge, octets, length, flags);
	if (!err && paused >= length)
		err = judge_fail(judge, PM_JUDGE_USAGE, "the client cannot pause before octet %u of %u", paused, length);
	if (err)
		return err;
	judge->offering = false;
	if (paused && !judge->paused_clocks && !judge->paused_often) { /* for how long is not known */
		judge->paused_often = true;
		judge_waive(judge);
	}
	err = judge_close(judge, JUDGE_OFFER, PM_JUDGE_SENT, octets, length, paused, flags);
	if (!err)
		err = judge_take(judge, &(struct judge_item){ .kind = JUDGE_TAKEN, .time = time });
	return err ? err : judge_drain(judge);
}

int pm_judge_client_delivery(struct pm_judge *judge, uint64_t time)
{
	int err = admit(judge, time);

	if (!err && judge->delivering)
		err = judge_fail(judge, PM_JUDGE_ORDER, "a frame to the client starts before the one ahead of it has ended");
	if (!err)
		err = judge_take(judge, &(struct judge_item){ .kind = JUDGE_DELIVERY, .time = time });
	if (!err)
		judge->delivering = true;
	return err;
}

int pm_judge_client_delivered(struct pm_judge *judge, uint64_t time, const uint8_t *octets, uint32_t length, unsigned flags)
{
	const struct judge_item item = {
		.kind = JUDGE_DELIVERED, .time = time, .octets = octets, .length = length, .whole = length, .flags = flags
	};
	int err = admit(judge, time);

	if (!err && !judge->delivering)
		err = judge_fail(judge, PM_JUDGE_ORDER, "the end of a frame to the client without its start");
	if (!err && judge_level_seen(judge) && !judge->stream[PM_JUDGE_RECEIVED].open)
		err = judge_fail(
		    judge, PM_JUDGE_USAGE,
		    "the MAC sends by the marks of its receive buffer; pm_judge_axis() tells when the client takes what");
	if (!err)
		err = check_frame(judge, octets, length, flags);
	if (err)
		return err;
	judge->delivering = false;
	return judge_take(judge, &item);
}

int pm_judge_client_ready(struct pm_judge *judge, uint64_t time, int ready)
{
	int err = admit(judge, time);

	return err ? err : judge_take(judge, &(struct judge_item){ .kind = JUDGE_READY, .time = time, .value = ready != 0 });
}

/* ---- requests ---- */

static int admit_request(struct pm_judge *judge, uint64_t time)
{
	int err = judge_admit(judge, time);
	enum ieee8023_sends_by by;

	if (err)
		return err;
	by = judge_sends_by(judge);
	if (!judge->options.requests_seen)
		return judge_fail(judge, PM_JUDGE_USAGE,
		                  "the judge was made without .requests_seen, and does not look at requests");
	if (by == SENDS_BY_MARKS || by == SENDS_NOTHING)
		return judge_fail(judge, PM_JUDGE_USAGE, "%s is not requested to send: by its profile it sends %s",
		                  judge->dut.name, by == SENDS_BY_MARKS ? "by the marks of its receive buffer" : "nothing");
	return PM_JUDGE_OK;
}

/* Gives the control NAME, by which the client requests, VALUE. */
static int request(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value)
{
	int err;

	judge->within = true;
	err = judge_control(judge, time, name, value, true);
	judge->within = false;
	return err;
}

int pm_judge_request(struct pm_judge *judge, uint64_t time, int xoff)
{
	int err = admit_request(judge, time);

	/* of a MAC that sends by pulses the value 0 is a pulse for an XON */
	return err ? err : request(judge, time, "request_xoff", xoff != 0);
}

int pm_judge_class_request(struct pm_judge *judge, uint64_t time, uint8_t classes, int xoff)
{
	uint64_t level;
	int err = admit_request(judge, time);

	if (err)
		return err;
	if (judge_sends_by(judge) == SENDS_BY_PULSE)
		return request(judge, time, xoff ? "pfc_xoff" : "pfc_xon", classes);
	level = judge->controls[PM_CONTROL_pfc_xoff];
	return request(judge, time, "pfc_xoff", xoff ? level | classes : level & ~(uint64_t)classes);
}

int judge_client_ends(struct pm_judge *judge)
{
	static const uint8_t unknown[UNKNOWN_OCTETS];
	int err = PM_JUDGE_OK;

	if (judge->offering)
		err = judge_close(judge, JUDGE_OFFER, PM_JUDGE_SENT, unknown, sizeof(unknown), 0, 0);
	return err ? err : judge_drain(judge);
}

/* ---- link faults ---- */

void judge_fault(struct pm_judge *judge, bool fault)
{
	if (judge->faults_seen && fault <= judge->faults)
		return;
	judge->faults_seen = true;
	judge->faults |= fault;
	scoreboard_faults_unseen(judge->sb, judge->faults);
	if (judge->faults)
		judge_waive(judge);
}

/* ---- pins ---- */

/* The pins of a stream in one clock. */
struct axis_clock {
	uint64_t time, data;
	uint8_t keep;
	bool last, user, valid, ready;
};

static int append(struct pm_judge *judge, struct judge_stream *stream, uint64_t data, uint8_t keep)
{
	if (stream->len + STREAM_OCTETS > stream->room) {
		uint32_t room = stream->room ? 2 * stream->room : FIRST_ROOM;
		uint8_t *grown = realloc(stream->octets, room);
		if (!grown)
			return judge_fail(judge, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
		stream->octets = grown;
		stream->room = room;
	}
	for (unsigned i = 0; i < STREAM_OCTETS; i++)
		if (keep >> i & 1)
			stream->octets[stream->len++] = (uint8_t)(data >> 8 * i);
	if (stream->len > JUDGE_FRAME_MAX)
		return judge_fail(judge, PM_JUDGE_EVENTS, "a frame of more than %d octets on a stream", JUDGE_FRAME_MAX);
	return PM_JUDGE_OK;
}

static int begin(struct pm_judge *judge, enum pm_judge_wire which, uint64_t time)
{
	struct judge_stream *stream = &judge->stream[which];

	int err = which == PM_JUDGE_SENT ? pm_judge_client_offer(judge, time) : pm_judge_client_delivery(judge, time);

	if (err)
		return err;
	stream->open = true;
	stream->len = stream->paused = stream->clocks = stream->pauses = 0;
	stream->waits = false;
	return PM_JUDGE_OK;
}

static int end(struct pm_judge *judge, enum pm_judge_wire which, uint64_t time, bool user)
{
	struct judge_stream *stream = &judge->stream[which];
	unsigned flags = user ? PM_JUDGE_CLIENT_ERROR : 0;
	int err;

	if (which == PM_JUDGE_RECEIVED) {
		err = pm_judge_client_delivered(judge, time, stream->octets, stream->len, flags);
		stream->open = false;
		return err;
	}
	stream->open = false;
	if (stream->pauses > 1 && !judge->paused_often) { /* the model knows of one */
		judge->paused_often = true;
		judge_waive(judge);
	}
	judge->paused_clocks = stream->clocks;
	err = pm_judge_client_taken(judge, time, stream->octets, stream->len, stream->paused, flags);
	judge->paused_clocks = 0;
	return err;
}

/* A clock in which the client lets the MAC wait in a frame that it hands over on STREAM. */
static int pause_in(struct pm_judge *judge, struct judge_stream *stream)
{
	bool begins = !stream->waits;

	stream->waits = true;
	stream->pauses += begins;
	stream->clocks += stream->pauses == 1;
	if (!begins || stream->pauses > 1)
		return PM_JUDGE_OK;
	stream->paused = stream->len;
	return judge_take(judge, &(struct judge_item){ .kind = JUDGE_WITHHOLDS, .time = stream->moved });
}

/* The client took octets FROM to TO of a frame that goes on: the receive buffer has room for them again. */
static int take_pieces(struct pm_judge *judge, uint64_t time, uint32_t from, uint32_t to)
{
	uint32_t piece = judge_level_seen(judge) ? pm_host_chunk(judge->dut.model, dut_buffer_unit(&judge->dut)) : 0;
	int err = PM_JUDGE_OK;

	for (uint32_t i = from / (piece ? piece : 1) + 1; piece && i * piece <= to && !err; i++)
		err = judge_take(judge, &(struct judge_item){ .kind = JUDGE_TAKES, .time = time, .value = i * piece });
	return err;
}

/* A word that the MAC offers stays as it is until the client takes it (AMBA AXI4-Stream 2.2.1), unless it offers words with tready alone. NOW: this clock. */
static int check_held(struct pm_judge *judge, const struct judge_stream *stream, const struct axis_clock *now)
{
	bool same = now->valid && now->data == stream->data && now->keep == stream->keep && now->last == stream->last &&
	            now->user == stream->user;

	if (!stream->held || same || dut_host_ready(&judge->dut) == DUT_HOST_WAITS)
		return PM_JUDGE_OK;
	return judge_take(judge, &(struct judge_item){ .kind = JUDGE_DROPS, .time = now->time, .value = stream->len });
}

/* Compares what the MAC offers the client in this clock with the word that the client did not take in the clock before, and notes it. */
static int look_at_word(struct pm_judge *judge, const struct axis_clock *now)
{
	struct judge_stream *stream = &judge->stream[PM_JUDGE_RECEIVED];
	int err = check_held(judge, stream, now);

	stream->seen = true;
	stream->held = now->valid && !now->ready;
	stream->data = now->data;
	stream->keep = now->keep;
	stream->last = now->last;
	stream->user = now->user;
	return err;
}

/* Tells whether the client takes words of the stream to it, where that changes in this clock. */
static int look_at_ready(struct pm_judge *judge, const struct axis_clock *now)
{
	if (judge->client_waits == !now->ready)
		return PM_JUDGE_OK;
	judge->client_waits = !now->ready;
	return pm_judge_client_ready(judge, now->time, now->ready);
}

/* A frame begins with the first word that is offered. In a clock without a word ahead of its end the client pauses in the frame that it sends. */
static int begin_or_pause(struct pm_judge *judge, enum pm_judge_wire which, const struct axis_clock *now)
{
	struct judge_stream *stream = &judge->stream[which];

	if (now->valid)
		return stream->open ? PM_JUDGE_OK : begin(judge, which, now->time);
	return stream->open && which == PM_JUDGE_SENT ? pause_in(judge, stream) : PM_JUDGE_OK;
}

/* The word of this clock is handed over: with the last one the frame ends. */
static int hand_over(struct pm_judge *judge, enum pm_judge_wire which, const struct axis_clock *now)
{
	struct judge_stream *stream = &judge->stream[which];
	uint32_t before = stream->len;
	int err = append(judge, stream, now->data, now->keep);

	if (err)
		return err;
	if (now->last)
		return end(judge, which, now->time, now->user);
	return which == PM_JUDGE_RECEIVED ? take_pieces(judge, now->time, before, stream->len) : PM_JUDGE_OK;
}

/* A clock of the stream WHICH. */
static int stream_clock(struct pm_judge *judge, enum pm_judge_wire which, const struct axis_clock *now)
{
	struct judge_stream *stream = &judge->stream[which];
	int err = PM_JUDGE_OK;

	if (which == PM_JUDGE_RECEIVED)
		err = look_at_ready(judge, now);
	if (!err && which == PM_JUDGE_RECEIVED)
		err = look_at_word(judge, now);
	if (!err)
		err = begin_or_pause(judge, which, now);
	stream->waits &= !now->valid;
	if (!err && now->valid && now->ready)
		err = hand_over(judge, which, now);
	stream->moved = now->time;
	return err;
}

int pm_judge_axis(struct pm_judge *judge, enum pm_judge_wire which, uint64_t time, uint64_t data, uint8_t keep, int last,
                  int user, int valid, int ready)
{
	const struct axis_clock now = { .time = time,
		                        .data = data,
		                        .keep = keep,
		                        .last = last != 0,
		                        .user = user != 0,
		                        .valid = valid != 0,
		                        .ready = ready != 0 };
	int err = admit(judge, time);

	if (!err && which != PM_JUDGE_RECEIVED && which != PM_JUDGE_SENT)
		err = judge_fail(judge, PM_JUDGE_USAGE, "there is no stream %d", (int)which);
	if (err)
		return err;
	judge->within = true;
	err = stream_clock(judge, which, &now);
	judge->within = false;
	return err;
}
