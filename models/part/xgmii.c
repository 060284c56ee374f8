/* SPDX-License-Identifier: Apache-2.0 */
/* The 64-bit XGMII: frames, fault sequences, gaps. 802.3 clause 46; doc/devices/xgmii.md 1, 2, 4. */
#include "xgmii.h"

#include "frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	FAULT_SEQUENCES = 4,                            /* so many sequences of one type make a fault */
	FAULT_CLEAR_OCTETS = 128 * XGMII_COLUMN_OCTETS, /* so many octets without a sequence end it */
};

static uint64_t cycle_of(uint64_t time)
{
	return time - time % XGMII_CLOCK_OCTETS;
}

/* ---- link fault ---- */

static void show_fault(struct xgmii_rx *x, uint64_t time, enum xgmii_fault fault)
{
	if (fault == x->fault)
		return;
	x->fault = fault;
	x->transition[x->transition_count++] = (struct xgmii_transition){
		.visible = cycle_of(time) + XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS, .fault = fault
	};
}

static void fault_sequence(struct xgmii_rx *x, uint64_t at, enum xgmii_fault type)
{
	if (x->sequences && at > x->sequence_at + FAULT_CLEAR_OCTETS) {
		show_fault(x, x->sequence_at + FAULT_CLEAR_OCTETS, XGMII_FAULT_NONE);
		x->sequences = 0;
	}
	if (!x->sequences || x->sequence_type != type)
		x->sequences = 1;
	else if (x->sequences < FAULT_SEQUENCES)
		x->sequences++;
	x->sequence_type = type;
	x->sequence_at = at;
	if (x->sequences == FAULT_SEQUENCES)
		show_fault(x, at, type);
}

/* Returns the octet time at which the fault ends unless another sequence comes. */
static uint64_t fault_end(const struct xgmii_rx *x)
{
	return cycle_of(x->sequence_at + FAULT_CLEAR_OCTETS) + XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS;
}

enum xgmii_fault xgmii_rx_fault(struct xgmii_rx *x, uint64_t now)
{
	while (x->transition_first < x->transition_count && x->transition[x->transition_first].visible <= now)
		x->shown = x->transition[x->transition_first++].fault;
	if (x->transition_first < x->transition_count)
		return x->shown;
	x->transition_first = x->transition_count = 0;
	if (x->fault != XGMII_FAULT_NONE && fault_end(x) <= now) {
		x->shown = x->fault = XGMII_FAULT_NONE;
		x->sequences = 0;
	}
	return x->shown;
}

uint64_t xgmii_rx_fault_next(const struct xgmii_rx *x, uint64_t now)
{
	for (size_t i = x->transition_first; i < x->transition_count; i++)
		if (x->transition[i].visible > now)
			return x->transition[i].visible;
	return x->fault != XGMII_FAULT_NONE && fault_end(x) > now ? fault_end(x) : XGMII_NEVER;
}

/* ---- columns ---- */

/* Returns the lanes that are still needed. */
static const uint8_t *lanes_of(const struct xgmii_rx *x)
{
	return x->lent ? x->lent : x->octets;
}

static void frame_found(struct xgmii_rx *x, uint64_t end, bool again)
{
	if (!x->now.count)
		return;
	x->now.fcs_known = x->fcs_known && x->now.start == x->run_at && end + 1 == x->run_at + x->len;
	x->now.fcs = x->fcs;
	x->now.end = end;
	x->now.again = again;
	x->found[x->found_count++] = x->now;
}

/* CONTROL of a column has a bit for each lane with a control code, bit 0 for the first lane. */
enum { ALL_DATA = 0, FIRST_CODE = 1 };

/* Returns true if all lanes of CONTROL in a column of the preamble are /E/, and the frame counts as one with an error. */
static bool head_errors(const struct xgmii_rx *x, uint64_t at, const uint8_t *octets, unsigned control)
{
	if (!x->head_errors)
		return false;
	for (; control; control &= control - 1) {
		unsigned lane = (unsigned)__builtin_ctz(control);
		if (at + lane >= x->run_at + x->len || octets[lane] != XGMII_ERROR)
			return false;
	}
	return true;
}

/* The column at AT spoils the frame that the /S/ at START began: by its first control code in CONTROL, or, if it has none, by its
 * last octet. */
static void note_spoilt(struct xgmii_rx *x, uint64_t start, uint64_t at, const uint8_t *octets, unsigned control)
{
	unsigned lane = control ? (unsigned)__builtin_ctz(control) : XGMII_COLUMN_OCTETS - 1;

	x->spoilt = (struct xgmii_spoilt){ true, control, octets[lane], (unsigned)(at - start) + lane, start };
}

static void look_idle(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, unsigned control)
{
	bool errors = control & FIRST_CODE && control != FIRST_CODE &&
	              head_errors(x, at, octets, control & ~(unsigned)FIRST_CODE);

	if (control != FIRST_CODE && !errors) {
		if (control & FIRST_CODE && octets[0] == XGMII_START)
			note_spoilt(x, at, at, octets, control & ~(unsigned)FIRST_CODE);
		return;
	}
	if (octets[0] == XGMII_START) {
		x->state = XGMII_RX_HEAD;
		x->now = (struct xgmii_found){ .start = at, .error = errors };
	} else if (octets[0] == XGMII_SEQUENCE && !errors && !octets[1] && !octets[2] && octets[3] >= 1 && octets[3] <= 2) {
		fault_sequence(x, at, octets[3] == 1 ? XGMII_FAULT_LOCAL : XGMII_FAULT_REMOTE);
	}
}

static void look_head(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, unsigned control)
{
	bool errors = control != ALL_DATA && head_errors(x, at, octets, control);

	if ((control == ALL_DATA || errors) && octets[XGMII_COLUMN_OCTETS - 1] == FRAME_SFD) {
		x->state = XGMII_RX_DATA;
		x->now.error |= errors;
		x->told = false;
		x->now.offset = x->run + (size_t)(at - x->run_at) + XGMII_COLUMN_OCTETS;
		return;
	}
	note_spoilt(x, x->now.start, at, octets, control);
	x->state = XGMII_RX_IDLE;
	look_idle(x, at, octets, control);
}

/* Takes a control code within a frame. Returns true if it ends the frame. */
static bool frame_code(struct xgmii_rx *x, uint8_t code)
{
	switch (code) {
	case XGMII_TERMINATE:
		return true;
	case XGMII_IDLE:
	case XGMII_START:
	case XGMII_SEQUENCE:
		x->now.illegal = true;
		return true;
	case XGMII_ERROR:
		x->now.error = true;
		return false;
	default:
		x->now.illegal = true;
		return false;
	}
}

static void look_data(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, unsigned control)
{
	for (unsigned codes = control; codes; codes &= codes - 1) {
		unsigned lane = (unsigned)__builtin_ctz(codes);
		bool behind = at + lane == x->run_at + x->len; /* the lane is behind the run, where the wire is idle */
		if (!frame_code(x, behind ? XGMII_IDLE : octets[lane]))
			continue;
		x->state = XGMII_RX_IDLE;
		x->now.count += lane;
		frame_found(x, at + lane, x->told);
		if (!lane && octets[0] != XGMII_TERMINATE)
			look_idle(x, at, octets, control);
		return;
	}
	x->now.count += XGMII_COLUMN_OCTETS;
}

static void note_change(struct xgmii_rx *x, uint64_t time, bool in_frame)
{
	if (x->watched)
		x->change[x->change_count++] = (struct xgmii_change){ .time = time, .in_frame = in_frame };
}

static void look_column(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, unsigned control)
{
	bool was = x->state != XGMII_RX_IDLE, is;

	if (x->state == XGMII_RX_HEAD)
		look_head(x, at, octets, control);
	else if (x->state == XGMII_RX_DATA)
		look_data(x, at, octets, control);
	else
		look_idle(x, at, octets, control);
	is = x->state != XGMII_RX_IDLE;
	if (is != was)
		note_change(x, at + XGMII_COLUMN_OCTETS, is);
}

bool xgmii_rx_in_frame(struct xgmii_rx *x, uint64_t now)
{
	while (x->change_first < x->change_count && x->change[x->change_first].time <= now)
		x->in_frame = x->change[x->change_first++].in_frame;
	if (x->change_first == x->change_count)
		x->change_first = x->change_count = 0;
	return x->in_frame;
}

/* The control codes of the newest run that look() has not reached yet. */
struct codes {
	const uint32_t *next, *end;
};

/* Looks at the column at offset AT of the newest run. Idle lanes fill the last column; only the first of them is marked as a
 * control code, since nothing looks at the lanes behind it. */
static void look_at(struct xgmii_rx *x, uint32_t at, struct codes *c)
{
	unsigned control = 0;

	for (; c->next < c->end && *c->next < at + XGMII_COLUMN_OCTETS; c->next++)
		control |= 1u << (*c->next - at);
	if (at + XGMII_COLUMN_OCTETS > x->len)
		control |= 1u << (x->len - at);
	look_column(x, x->run_at + at, lanes_of(x) + x->run + at, control);
}

/* Looks at the newest run column by column, from octet time .from on. A frame that is open at the end of the run ends there,
 * unless the next run continues it. */
static void look(struct xgmii_rx *x)
{
	const uint32_t *code = x->lent ? x->lent_code : x->code;
	struct codes codes = { .next = code, .end = code + x->codes };
	uint64_t from = x->run_at < x->from ? x->from - x->run_at : 0;
	uint32_t at = from < x->len ? (uint32_t)from : x->len;

	while (codes.next < codes.end && *codes.next < at)
		codes.next++;
	for (; at < x->len; at += XGMII_COLUMN_OCTETS) {
		if (x->state == XGMII_RX_DATA) { /* skips columns without a control code */
			uint32_t next = codes.next < codes.end ? *codes.next : x->len;
			next -= next % XGMII_COLUMN_OCTETS;
			x->now.count += next - at;
			at = next;
		}
		if (at == x->len)
			break;
		look_at(x, at, &codes);
	}
	if (x->more)
		return;
	if (x->state != XGMII_RX_IDLE) /* the idle column after the run ends the frame */
		note_change(x, x->run_end + XGMII_COLUMN_OCTETS, false);
	if (x->state == XGMII_RX_DATA) {
		struct xgmii_found open = x->now;
		x->now.illegal = true;
		frame_found(x, x->run_end, x->told);
		x->now = open;
	}
}

/* ---- runs ---- */

void xgmii_rx_init(struct xgmii_rx *x)
{
	*x = (struct xgmii_rx){ 0 };
}

void xgmii_rx_release(struct xgmii_rx *x)
{
	free(x->octets);
	free(x->code);
	free(x->found);
	free(x->transition);
	free(x->change);
}

void xgmii_rx_reset(struct xgmii_rx *x, uint64_t until)
{
	x->state = XGMII_RX_IDLE;
	x->found_first = x->found_count = 0;
	x->transition_first = x->transition_count = 0;
	x->change_first = x->change_count = 0;
	x->in_frame = false;
	x->shown = x->fault = XGMII_FAULT_NONE;
	x->sequences = 0;
	x->from = until;
	look(x);
}

/* Returns ARRAY with room for COUNT entries of SIZE octets; if there is no memory, ARRAY as it was, and sets *ERR. */
static void *grown(void *array, size_t count, size_t size, int *err)
{
	void *ret = realloc(array, count * size);

	if (ret)
		return ret;
	*err = -ENOMEM;
	return array;
}

static int grow(struct xgmii_rx *x, size_t lanes, size_t marks)
{
	int err = 0;

	lanes = lanes > x->capacity ? 2 * lanes : x->capacity;
	marks = marks > x->mark_capacity ? 2 * marks : x->mark_capacity;
	x->octets = grown(x->octets, lanes, 1, &err);
	x->code = grown(x->code, marks, sizeof(*x->code), &err);
	x->found = grown(x->found, marks, sizeof(*x->found), &err);
	x->change = grown(x->change, marks, sizeof(*x->change), &err);
	x->transition = grown(x->transition, marks, sizeof(*x->transition), &err);
	if (err)
		return err;
	x->capacity = lanes;
	x->mark_capacity = marks;
	return 0;
}

/* Makes room for a run and all that may be found in it. Returns 0 or -ENOMEM. */
static int reserve(struct xgmii_rx *x, size_t lanes, size_t codes)
{
	size_t marks = x->found_count + x->change_count + x->transition_count + 2 * codes + 4;

	return x->used + lanes > x->capacity || marks > x->mark_capacity ? grow(x, x->used + lanes, marks) : 0;
}

/* A run begins at AT. If there are idle lanes between the newest run and AT, they end the frame that the newest run left open. */
static void close_run(struct xgmii_rx *x, uint64_t at)
{
	bool goes_on = at == x->run_end;

	if (x->state != XGMII_RX_IDLE && goes_on && x->change_first < x->change_count)
		x->change_count--; /* no idle column follows the run after all */
	if (x->state != XGMII_RX_IDLE && !goes_on)
		x->state = XGMII_RX_IDLE;
	if (x->state == XGMII_RX_DATA && x->now.count) {
		x->told = x->told || x->found_first == x->found_count;
		if (x->found_first < x->found_count)
			x->found_count--; /* the frame will be found again as a whole */
	}
	if (x->found_first < x->found_count || x->state == XGMII_RX_DATA)
		return;
	x->found_first = x->found_count = 0;
	x->used = 0;
}

void xgmii_rx_keep(struct xgmii_rx *x)
{
	if (!x->lent)
		return;
	memcpy(x->octets + x->run, x->lent, x->len);
	for (uint32_t i = 0; i < x->codes; i++)
		x->code[i] = x->lent_code[i];
	x->lent = NULL;
}

static int add_run(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes)
{
	uint32_t idle = (XGMII_COLUMN_OCTETS - len % XGMII_COLUMN_OCTETS) % XGMII_COLUMN_OCTETS;
	int err = reserve(x, len + idle, codes);

	if (err)
		return err;
	if (x->watched)
		xgmii_rx_in_frame(x, cycle_of(at)); /* nobody asks for the changes before that any more */
	if (x->used)
		xgmii_rx_keep(x);
	x->run = x->used;
	x->used += len + idle;
	x->len = len;
	x->codes = codes;
	x->run_at = at;
	x->run_end = at + len + idle;
	x->lent = octets;
	x->lent_code = code;
	if (x->run || !x->lends)
		xgmii_rx_keep(x);
	look(x);
	return 0;
}

int xgmii_rx_lanes(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                   const uint32_t *fcs)
{
	close_run(x, at);
	x->fcs_known = fcs;
	x->fcs = fcs ? *fcs : 0;
	return add_run(x, at, octets, len, code, codes);
}

int xgmii_rx_more(struct xgmii_rx *x, uint64_t at, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes)
{
	x->more = true;
	if (x->found_first == x->found_count && x->state != XGMII_RX_DATA) {
		x->found_first = x->found_count = 0;
		x->used = 0;
	}
	return add_run(x, at, octets, len, code, codes);
}

bool xgmii_rx_open(const struct xgmii_rx *x)
{
	return x->state != XGMII_RX_IDLE;
}

bool xgmii_rx_begun(struct xgmii_rx *x, uint64_t *ret_start)
{
	if (!x->more || x->state != XGMII_RX_DATA || !x->now.count || x->told)
		return false;
	x->told = true;
	*ret_start = x->now.start;
	return true;
}

bool xgmii_rx_pop(struct xgmii_rx *x, struct xgmii_frame *ret)
{
	const struct xgmii_found *found;
	const uint8_t *octets;
	uint32_t data;

	if (x->found_first == x->found_count)
		return false;
	found = &x->found[x->found_first++];
	octets = lanes_of(x) + found->offset;
	data = found->count > FRAME_FCS_OCTETS ? found->count - FRAME_FCS_OCTETS : 0;
	*ret = (struct xgmii_frame){
		.start = found->start,
		.end = found->end,
		.octets = octets,
		.lent = x->lent,
		.count = found->count,
		.len = found->count < XGMII_LENGTH_MAX ? found->count : XGMII_LENGTH_MAX,
		.fcs = found->fcs_known ? found->fcs : frame_fcs(octets, data),
		.error = found->error,
		.illegal = found->illegal,
		.again = found->again,
	};
	ret->fcs_wrong = found->count < FRAME_FCS_OCTETS || frame_get_fcs(octets + data) != ret->fcs;
	return true;
}

/* ---- gaps ---- */

void xgmii_gap_reset(struct xgmii_gap *g)
{
	*g = (struct xgmii_gap){ .unit = g->unit, .no_deficit = g->no_deficit };
}

void xgmii_gap_end(struct xgmii_gap *g, uint64_t end)
{
	g->kept = true;
	g->end = end;
}

uint64_t xgmii_gap_earliest(const struct xgmii_gap *g, uint32_t ipg)
{
	uint64_t earliest, unit = g->unit ? g->unit : XGMII_COLUMN_OCTETS;

	if (!g->kept)
		return 0;
	earliest = g->end + ipg + g->deficit;
	if (!g->no_deficit)
		earliest -= XGMII_DEFICIT_MAX;
	return (earliest + unit - 1) / unit * unit;
}

int xgmii_gap_lane(const struct xgmii_gap *g, uint64_t cycle, uint32_t ipg)
{
	uint64_t earliest = xgmii_gap_earliest(g, ipg);

	if (earliest <= cycle)
		return 0;
	return earliest <= cycle + XGMII_COLUMN_OCTETS ? XGMII_COLUMN_OCTETS : -1;
}

void xgmii_gap_start(struct xgmii_gap *g, uint64_t start, uint32_t ipg)
{
	uint64_t owed = g->deficit + ipg, gap = start > g->end ? start - g->end : 0;

	g->deficit = g->kept && owed > gap ? (uint32_t)(owed - gap) : 0;
	g->kept = false;
}
