/* SPDX-License-Identifier: Apache-2.0 */
/* Writes captures: pcap, and pcapng with the options that doc/use/judge.md reads. */
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINK_ETHERNET = 1, OPTION_RESOLUTION = 9, OPTION_FLAGS = 2, INBOUND = 1, OUTBOUND = 2, FCS_OCTETS = 4 };
enum { BLOCK_SECTION = 0x0A0D0D0A, BLOCK_INTERFACE = 1, BLOCK_PACKET = 6 };

struct packet {
	const struct frame *frame;
	bool outbound;
	int index;
	int64_t stamp_ps; /* since tick 0, with its error */
};

static void put32(FILE *f, uint32_t value)
{
	fwrite(&value, sizeof(value), 1, f);
}

static void put16(FILE *f, uint16_t value)
{
	fwrite(&value, sizeof(value), 1, f);
}

static int64_t stamp_of(const struct nature *n, const struct packet *p)
{
	const struct frame *f = p->frame;
	/* What a link fault cuts is over for the tap, although the port has more of it to send. */
	int64_t tick = n->tap.stamp == STAMP_PREAMBLE ? f->start
	             : n->tap.stamp == STAMP_SFD      ? f->start + PREAMBLE_OCTETS * n->octet
	                                              : f->start + (PREAMBLE_OCTETS + f->length) * n->octet;
	int64_t error = n->tap.error_ps;

	if (error)
		error = (int64_t)(random_of(n->seed, 0x500 + p->outbound, (uint64_t)p->index) % (uint64_t)(2 * error + 1)) -
		        error;
	return tick * n->tick_ps + error;
}

/* Returns the time of a packet in the units of the capture. */
static int64_t units(const struct nature *n, int64_t stamp_ps, int64_t *ret_per_second)
{
	int64_t unit_ps = 1, per_second = 1;

	for (int i = 0; i < 12; i++)
		if (i < n->tap.digits)
			per_second *= 10;
		else
			unit_ps *= 10;
	*ret_per_second = per_second;
	return n->tap.base_s * per_second + (stamp_ps < 0 ? stamp_ps - unit_ps + 1 : stamp_ps) / unit_ps;
}

static void write_head(const struct nature *n, FILE *f)
{
	if (!n->tap.ng) {
		put32(f, n->tap.digits == 6 ? 0xA1B2C3D4 : 0xA1B23C4D);
		put16(f, 2);
		put16(f, 4);
		put32(f, 0);
		put32(f, 0);
		put32(f, 65535);
		put32(f, LINK_ETHERNET);
		return;
	}
	put32(f, BLOCK_SECTION);
	put32(f, 28);
	put32(f, 0x1A2B3C4D);
	put16(f, 1);
	put16(f, 0);
	put32(f, UINT32_MAX);
	put32(f, UINT32_MAX);
	put32(f, 28);
	put32(f, BLOCK_INTERFACE);
	put32(f, 32);
	put16(f, LINK_ETHERNET);
	put16(f, 0);
	put32(f, 65535);
	put16(f, OPTION_RESOLUTION);
	put16(f, 1);
	put32(f, (uint32_t)n->tap.digits);
	put32(f, 0);
	put32(f, 32);
}

static void write_packet(const struct nature *n, FILE *f, const struct packet *p)
{
	static const uint8_t zeros[4] = { 0 };
	int whole = p->frame->length - (n->tap.fcs ? 0 : FCS_OCTETS),
	    length = n->tap.snap && n->tap.snap < whole ? n->tap.snap : whole;
	uint32_t padded = ((uint32_t)length + 3) / 4 * 4;
	int64_t per_second, time = units(n, p->stamp_ps, &per_second);

	if (!n->tap.ng) {
		put32(f, (uint32_t)(time / per_second));
		put32(f, (uint32_t)(time % per_second));
		put32(f, (uint32_t)length);
		put32(f, (uint32_t)whole);
		fwrite(p->frame->octets, 1, (size_t)length, f);
		return;
	}
	put32(f, BLOCK_PACKET);
	put32(f, 44 + padded);
	put32(f, 0);
	put32(f, (uint32_t)((uint64_t)time >> 32));
	put32(f, (uint32_t)time);
	put32(f, (uint32_t)length);
	put32(f, (uint32_t)whole);
	fwrite(p->frame->octets, 1, (size_t)length, f);
	fwrite(zeros, 1, padded - (uint32_t)length, f);
	put16(f, OPTION_FLAGS);
	put16(f, 4);
	put32(f, p->outbound ? OUTBOUND : INBOUND);
	put32(f, 0);
	put32(f, 44 + padded);
}

static int compare(const void *a, const void *b)
{
	const struct packet *x = a, *y = b;

	if (x->stamp_ps != y->stamp_ps)
		return x->stamp_ps < y->stamp_ps ? -1 : 1;
	return x->outbound != y->outbound ? (x->outbound ? 1 : -1) : x->index - y->index;
}

/* Appends the frames of one wire. A capture without FCS is that of a network card, which drops frames with an error. */
static int list_packets(const struct nature *n, struct packet *list, int count, const struct frame *frames, int frame_count,
                        bool outbound)
{
	int64_t before = INT64_MIN;

	for (int i = 0; i < frame_count; i++) {
		struct packet p = { &frames[i], outbound, i, 0 };
		if (frames[i].lost)
			continue;
		if ((!n->tap.fcs || n->tap.snap) && !outbound && (!frame_check_fits(p.frame) || p.frame->length < SHORTEST_FRAME))
			continue;
		p.stamp_ps = stamp_of(n, &p);
		if (p.stamp_ps < before)
			p.stamp_ps = before; /* frames stay in their order, and their times within the error */
		before = p.stamp_ps;
		list[count++] = p;
	}
	return count;
}

static int write_file(const struct nature *n, const struct packet *list, int count, const char *folder, const char *name,
                      int wires)
{
	char path[4096];
	FILE *f;
	int error;

	snprintf(path, sizeof(path), "%s/%s.%s", folder, name, n->tap.ng ? "pcapng" : "pcap");
	f = fopen(path, "wb");
	if (!f)
		return -errno;
	write_head(n, f);
	for (int i = 0; i < count; i++)
		if (wires >> list[i].outbound & 1)
			write_packet(n, f, &list[i]);
	error = ferror(f) ? -EIO : 0;
	return fclose(f) ? -errno : error;
}

int tap_write(const struct nature *n, const struct script *s, const struct sent *sent, const char *folder)
{
	struct packet *list = malloc(sizeof(*list) * (size_t)(s->received_count + sent->count + 1));
	int count = list_packets(n, list, 0, s->received, s->received_count, false), error;

	count = list_packets(n, list, count, sent->frame, sent->count, true);
	qsort(list, (size_t)count, sizeof(*list), compare);
	if (n->tap.one_file) {
		error = write_file(n, list, count, folder, "both", 3);
	} else {
		error = write_file(n, list, count, folder, "rx", 1);
		if (!error)
			error = write_file(n, list, count, folder, "tx", 2);
	}
	free(list);
	return error;
}

bool tap_differs(const struct nature *n, const struct sent *a, const struct sent *b)
{
	if (a->count != b->count)
		return true;
	for (int i = 0; i < a->count; i++) {
		const struct frame *x = &a->frame[i], *y = &b->frame[i];
		int length = x->length - (n->tap.fcs ? 0 : FCS_OCTETS);
		if (x->start != y->start || x->length != y->length || memcmp(x->octets, y->octets, (size_t)length) != 0)
			return true;
	}
	return false;
}
