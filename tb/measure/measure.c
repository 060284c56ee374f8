/* SPDX-License-Identifier: Apache-2.0 */
/* Notes the events at the pins of a MAC: frames on both wires and at the host, offers, requests, accesses of registers. */
#include "seen.h"

#include "part/frame.h"

#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
	SFD = 0xD5,
	FCS_OCTETS = 4,
	PREAMBLE_CLOCKS = 16,
	JAM_CLOCKS = 8,
	CONTROL_OCTETS = 64,
	TYPE_AT = 12,
	OPCODE_AT = 14,
	TIME_AT = 16,
	TYPE_CONTROL = 0x8808,
	OPCODE_PAUSE = 0x0001,
	OPCODE_PFC = 0x0101,
	END_CODE = 0xFD,
	FAULT_COLUMNS = 4,
	REQUEST_XON = 1, /* bits of pause_req */
	REQUEST_XOFF = 2,
};
static const uint8_t control_address[] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 };

struct measure *measure_new(const struct dut *dut, const struct measure_registers *registers)
{
	struct measure *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->dut = dut;
	m->registers = *registers;
	m->clocks = 1;
	m->collision = NO_TIME;
	m->sent.size = m->received.size = m->delivered.size = sizeof(struct seen_frame);
	m->offers.size = m->reads.size = m->writes.size = m->requests.size = m->classes.size = m->resets.size =
	    m->collisions.size = m->faults.size = m->signals.size = sizeof(struct seen_access);
	return m;
}

void measure_free(struct measure *m)
{
	if (!m)
		return;
	free(m->sent.at);
	free(m->received.at);
	free(m->delivered.at);
	free(m->offers.at);
	free(m->reads.at);
	free(m->writes.at);
	free(m->requests.at);
	free(m->classes.at);
	free(m->resets.at);
	free(m->collisions.at);
	free(m->faults.at);
	free(m->signals.at);
	free(m);
}

static void *add(struct measure *m, struct seen_list *list)
{
	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 64;
		void *more = realloc(list->at, room * list->size);
		if (!more) {
			m->no_memory = true;
			return NULL;
		}
		list->at = more;
		list->room = room;
	}
	return memset((uint8_t *)list->at + list->count++ * list->size, 0, list->size);
}

static void note(struct measure *m, struct seen_list *list, const struct event *event, uint64_t value)
{
	struct seen_access *access = add(m, list);

	if (!access)
		return;
	access->cycle = event->cycle;
	access->address = event->address;
	access->value = value;
}

/* ---- frames ---- */

/* Copies the octets after the SFD of a run of LEN clocks into RET, which has room for all of them. Returns their number, 0 without an SFD. */
static uint32_t octets_of(const struct measure *m, const uint8_t *run, uint32_t len, uint8_t *ret)
{
	uint32_t at = m->dut->phy == PHY_XGMII, count = 0; /* the /S/ stands for the first octet of the preamble */

	if (m->clocks == 1) {
		while (at < len && run[at] != SFD)
			at++;
		for (at++; at < len; at++)
			ret[count++] = run[at];
		return count;
	}
	while (at < len && (run[at] & 15) != SFD >> 4)
		at++;
	for (at++; at + 1 < len; at += 2)
		ret[count++] = (uint8_t)((run[at] & 15) | (run[at + 1] & 15) << 4);
	return count;
}

static bool fcs_right(const uint8_t *octets, uint32_t count)
{
	uint32_t fcs = 0;

	if (count < CONTROL_OCTETS)
		return false;
	for (int i = 0; i < FCS_OCTETS; i++)
		fcs |= (uint32_t)octets[count - FCS_OCTETS + i] << 8 * i;
	return libdeflate_crc32(0, octets, count - FCS_OCTETS) == fcs;
}

static enum seen_what what_of(const uint8_t *octets, uint32_t count, bool errored)
{
	if (errored || !fcs_right(octets, count))
		return SEEN_BAD;
	if (frame_u16(octets + TYPE_AT) != TYPE_CONTROL)
		return SEEN_DATA;
	if (memcmp(octets, control_address, sizeof(control_address)) || count != CONTROL_OCTETS)
		return SEEN_CONTROL;
	return frame_u16(octets + OPCODE_AT) == OPCODE_PAUSE ? SEEN_PAUSE
	     : frame_u16(octets + OPCODE_AT) == OPCODE_PFC   ? SEEN_PFC
	                                                     : SEEN_CONTROL;
}

static void note_head(uint8_t head[HEAD_OCTETS], const uint8_t *octets, uint32_t len)
{
	memcpy(head, octets, len < HEAD_OCTETS ? len : HEAD_OCTETS);
}

static void note_wire(struct measure *m, struct seen_list *list, const uint8_t *run, uint32_t len, uint64_t start, uint64_t last,
                      bool errored)
{
	uint8_t *octets = malloc(len + 1);
	struct seen_frame *frame = octets ? add(m, list) : NULL;

	m->no_memory |= !octets;
	if (frame) {
		frame->start = start;
		frame->last = last;
		frame->clocks = m->clocks;
		frame->len = octets_of(m, run, len, octets);
		frame->what = what_of(octets, frame->len, errored);
		if (frame->what == SEEN_PAUSE || frame->what == SEEN_PFC)
			frame->time = frame_u16(octets + TIME_AT);
		note_head(frame->head, octets, frame->len);
	}
	free(octets);
}

/* XGMII: true if the run has nothing but fault sequences of a local fault. It is noted if there are enough of them to make a
 * fault. */
static bool on_fault(struct measure *m, const struct event *event, uint64_t start)
{
	static const uint8_t sequence[COLUMN_OCTETS] = { 0x9C, 0, 0, 1 };
	struct seen_access *fault;

	if (event->len % COLUMN_OCTETS || event->codes != event->len / COLUMN_OCTETS)
		return false;
	for (uint32_t i = 0; i < event->len; i++)
		if (event->octets[i] != sequence[i % COLUMN_OCTETS])
			return false;
	fault = event->codes < FAULT_COLUMNS ? NULL : add(m, &m->faults);
	if (fault) {
		fault->cycle = start + (FAULT_COLUMNS - 1) * COLUMN_OCTETS;
		fault->value = start + event->len - COLUMN_OCTETS;
	}
	return true;
}

/* Notes a run of the receive wire. XGMII: it is a frame if its only control codes are the first and the last one. */
static void on_received(struct measure *m, const struct event *event)
{
	uint64_t start = event->cycle + event->lane;
	bool lanes = m->dut->phy == PHY_XGMII;
	bool errored = lanes ? event->codes != 2 || event->code[0] || event->code[1] != event->len - 1 ||
	                           event->octets[event->len - 1] != END_CODE
	                     : event->error_at >= 0;

	if (lanes && event->len && on_fault(m, event, start))
		return;
	if (event->len)
		note_wire(m, &m->received, event->octets, event->len - lanes, start, start + event->len - 1, errored);
}

/* MII: notes an attempt that a collision ended behind its preamble. */
static void on_jam(struct measure *m, const struct event *event)
{
	struct seen_access *jam = m->collision < m->tx_start + PREAMBLE_CLOCKS || m->collision + JAM_CLOCKS >= event->cycle
	                            ? NULL
	                            : add(m, &m->collisions);

	if (!jam)
		return;
	jam->cycle = m->collision;
	jam->value = event->cycle - JAM_CLOCKS;
}

static void on_sent(struct measure *m, const struct event *event)
{
	uint64_t end = event->cycle + event->lane;

	if (m->tx_start == NO_TIME)
		return;
	note_wire(m, &m->sent, event->octets, event->len, m->tx_start, end, event->value || event->error);
	if (m->collision != NO_TIME && m->sent.count && ((struct seen_frame *)m->sent.at)[m->sent.count - 1].what == SEEN_BAD)
		on_jam(m, event);
	m->tx_start = m->collision = NO_TIME;
}

static void on_delivered(struct measure *m, const struct event *event)
{
	struct seen_frame *frame = add(m, &m->delivered);

	if (!frame)
		return;
	frame->start = m->host_start;
	frame->last = event->cycle;
	frame->len = event->len;
	frame->stalled = m->stalled;
	note_head(frame->head, event->octets, event->len);
	m->stalled = m->stopped;
}

static void on_offer(struct measure *m, const struct event *event)
{
	struct seen_access *offer = add(m, &m->offers);

	if (!offer)
		return;
	offer->cycle = event->cycle;
	offer->len = event->len;
	note_head(offer->head, event->octets, event->len);
}

/* ---- accesses ---- */

static bool writes_bits(const struct measure_bits *bits, const struct event *event)
{
	return bits->mask && bits->address == event->address;
}

static bool bits_are(const struct measure_bits *bits, uint64_t value)
{
	return !!(value & bits->mask) != bits->inverted;
}

static void on_write(struct measure *m, const struct event *event)
{
	const struct measure_registers *r = &m->registers;

	note(m, &m->writes, event, event->value);
	if (writes_bits(&r->request_xoff, event))
		note(m, &m->requests, event, bits_are(&r->request_xoff, event->value));
	else if (writes_bits(&r->request_xon, event) && bits_are(&r->request_xon, event->value))
		note(m, &m->requests, event, 0);
}

void measure_events(struct measure *m, const struct event *events, size_t count)
{
	for (const struct event *event = events; event < events + count; event++) {
		switch (event->kind) {
		case EVENT_RESET:
			note(m, &m->resets, event, 0);
			m->tx_start = NO_TIME;
			break;
		case EVENT_RX_RUN:
			on_received(m, event);
			break;
		case EVENT_TX_START:
			m->tx_start = event->cycle + event->lane;
			m->collision = NO_TIME;
			break;
		case EVENT_COL:
			if (event->value && m->tx_start != NO_TIME && m->collision == NO_TIME)
				m->collision = event->cycle;
			break;
		case EVENT_TX_END:
			on_sent(m, event);
			break;
		case EVENT_HOST_OFFER:
			on_offer(m, event);
			break;
		case EVENT_HOST_TAKEN:
			if (m->offers.count)
				((struct seen_access *)m->offers.at + m->offers.count - 1)->value = event->cycle;
			break;
		case EVENT_HOST_READY:
			m->stopped = !event->value;
			m->stalled |= m->stopped;
			break;
		case EVENT_HOST_START:
			m->host_start = event->cycle;
			break;
		case EVENT_HOST_FRAME:
			on_delivered(m, event);
			break;
		case EVENT_PAUSE_REQ:
			if (event->value & (REQUEST_XOFF | REQUEST_XON))
				note(m, &m->requests, event, !!(event->value & REQUEST_XOFF));
			break;
		case EVENT_REG_WRITE:
			on_write(m, event);
			break;
		case EVENT_REG_READ:
			note(m, &m->reads, event, event->value);
			break;
		case EVENT_TX_SIGNAL:
			note(m, &m->signals, event, event->value);
			break;
		case EVENT_PFC_XOFF:
			note(m, &m->classes, event, event->value);
			break;
		case EVENT_LINK:
			m->clocks = event->value == 1000 ? 1 : 2;
			break;
		default:
			break;
		}
	}
}

int measure_finish(const struct measure *m, struct measured *ret)
{
	*ret = (struct measured){ 0 };
	if (m->no_memory)
		return -ENOMEM;
	seen_measure(m, ret);
	return 0;
}
