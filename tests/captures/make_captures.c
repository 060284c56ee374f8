/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the captures of this folder, the same octets on every machine:  cc make_captures.c -lpcap -lz && ./a.out FOLDER
 *
 * ax88772_flood.pcap is made from the bytes that an AX88772 USB adapter was reported to flood its network with: PAUSE frames
 * without source address, time 0000 and FFFF in turn. The others are small variants of the formats, right and wrong. libpcap
 * does not write pcapng: its blocks are written here (section header, interface description, enhanced packets; little-endian). */
#include <pcap/pcap.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { SNAPLEN = 65535, FLOOD_FRAMES = 2400, FLOOD_STEP_NS = 1250000, ORDINARY_EVERY = 20, MIN_OCTETS = 60 };

struct frame {
	uint8_t octets[1600];
	uint32_t len, original;
	uint64_t ns;
};

static void put(struct frame *f, const void *octets, uint32_t len)
{
	memcpy(f->octets + f->len, octets, len);
	f->len += len;
	f->original = f->len;
}

static void pad(struct frame *f, uint32_t len)
{
	memset(f->octets + f->len, 0, len > f->len ? len - f->len : 0);
	f->len = f->original = len > f->len ? len : f->len;
}

static struct frame flood_frame(uint32_t number, uint64_t ns)
{
	static const uint8_t header[] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0, 0, 0, 0, 0, 0, 0x88, 0x08, 0x00, 0x01 };
	static const uint8_t times[2][2] = { { 0x00, 0x00 }, { 0xFF, 0xFF } };
	struct frame f = { .ns = ns };

	put(&f, header, sizeof(header));
	put(&f, times[number % 2], 2);
	pad(&f, MIN_OCTETS);
	return f;
}

/* ARP requests, unicast and multicast of several lengths. */
static struct frame ordinary_frame(uint32_t number, uint64_t ns)
{
	static const uint8_t to[3][6] = { { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 },
		                          { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF },
		                          { 0x33, 0x33, 0x00, 0x00, 0x00, 0x01 } };
	static const uint8_t from[6] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x01 };
	static const uint8_t types[3][2] = { { 0x08, 0x00 }, { 0x08, 0x06 }, { 0x86, 0xDD } };
	static const uint16_t lengths[] = { 60, 74, 128, 342, 590, 66 };
	struct frame f = { .ns = ns };
	uint32_t len = lengths[number % 6];

	put(&f, to[number % 3], 6);
	put(&f, from, 6);
	put(&f, types[number % 3], 2);
	while (f.len < len) {
		uint8_t octet = (uint8_t)(f.len * 7 + number);
		put(&f, &octet, 1);
	}
	return f;
}

/* A captured sent frame, not yet padded; a full one; one to another station. */
static struct frame mixed_frame(uint32_t number)
{
	struct frame f = ordinary_frame(number, 1000000000u + number * 1234567u);

	if (number == 1)
		f.len = f.original = 42;
	if (number == 4)
		f.octets[5] ^= 0x10;
	if (number == 5)
		return flood_frame(0, f.ns);
	return f;
}

static void append_fcs(struct frame *f)
{
	uint32_t fcs = (uint32_t)crc32(0, f->octets, f->len);
	uint8_t wire[4] = { (uint8_t)fcs, (uint8_t)(fcs >> 8), (uint8_t)(fcs >> 16), (uint8_t)(fcs >> 24) };

	put(f, wire, sizeof(wire));
}

static pcap_dumper_t *dump_open(const char *folder, const char *name, int link, int precision, pcap_t **ret_handle)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	*ret_handle = pcap_open_dead_with_tstamp_precision(link, SNAPLEN, (u_int)precision);
	return *ret_handle ? pcap_dump_open(*ret_handle, path) : NULL;
}

static void dump(pcap_dumper_t *out, const struct frame *f, int precision)
{
	uint64_t unit = precision == PCAP_TSTAMP_PRECISION_NANO ? 1 : 1000;
	struct pcap_pkthdr header = { .caplen = f->len, .len = f->original };

	header.ts.tv_sec = (time_t)(f->ns / 1000000000u);
	header.ts.tv_usec = (suseconds_t)(f->ns % 1000000000u / unit);
	pcap_dump((u_char *)out, &header, f->octets);
}

static int dump_close(pcap_dumper_t *out, pcap_t *handle)
{
	int bad = pcap_dump_flush(out);

	pcap_dump_close(out);
	pcap_close(handle);
	return bad;
}

static int make_flood(const char *folder)
{
	pcap_t *handle;
	pcap_dumper_t *out = dump_open(folder, "ax88772_flood.pcap", DLT_EN10MB, PCAP_TSTAMP_PRECISION_MICRO, &handle);
	uint32_t ordinary = 0;

	if (!out)
		return 1;
	for (uint32_t i = 0; i < FLOOD_FRAMES; i++) {
		uint64_t ns = (uint64_t)i * FLOOD_STEP_NS;
		struct frame f = flood_frame(i, ns);
		dump(out, &f, PCAP_TSTAMP_PRECISION_MICRO);
		if (i % ORDINARY_EVERY)
			continue;
		f = ordinary_frame(ordinary++, ns + FLOOD_STEP_NS / 3);
		dump(out, &f, PCAP_TSTAMP_PRECISION_MICRO);
	}
	return dump_close(out, handle);
}

enum mixed { MIXED, MIXED_FCS, MIXED_CUT, MIXED_EMPTY };

static int make_mixed(const char *folder, const char *name, int link, int precision, enum mixed kind)
{
	pcap_t *handle;
	pcap_dumper_t *out = dump_open(folder, name, link, precision, &handle);

	if (!out)
		return 1;
	for (uint32_t i = 0; i < 6 && kind != MIXED_EMPTY; i++) {
		struct frame f = mixed_frame(i);
		if (kind == MIXED_FCS) {
			pad(&f, MIN_OCTETS);
			append_fcs(&f);
		}
		if (kind == MIXED_CUT && i == 3)
			f.len = 96;
		dump(out, &f, precision);
	}
	return dump_close(out, handle);
}

/* The first SIZE octets of a file as another. */
static int make_truncated(const char *folder, const char *from, const char *to, size_t size)
{
	char path[1024];
	uint8_t octets[4096];
	FILE *file;
	int bad;

	snprintf(path, sizeof(path), "%s/%s", folder, from);
	file = fopen(path, "rb");
	if (!file)
		return 1;
	size = fread(octets, 1, size, file);
	fclose(file);
	snprintf(path, sizeof(path), "%s/%s", folder, to);
	file = fopen(path, "wb");
	if (!file)
		return 1;
	bad = fwrite(octets, 1, size, file) != size;
	return fclose(file) || bad;
}

static void put_u32(uint8_t *p, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(value >> 8 * i);
}

/* A block: type, total length, body padded to four octets, total length. */
static int put_block(FILE *out, uint32_t type, const uint8_t *body, uint32_t len)
{
	static const uint8_t zeros[4];
	uint32_t padding = (4 - len % 4) % 4, total = 12 + len + padding;
	uint8_t head[8], tail[4];

	put_u32(head, type);
	put_u32(head + 4, total);
	put_u32(tail, total);
	return fwrite(head, 1, 8, out) != 8 || fwrite(body, 1, len, out) != len || fwrite(zeros, 1, padding, out) != padding ||
	       fwrite(tail, 1, 4, out) != 4;
}

static int put_packet(FILE *out, const struct frame *f)
{
	uint8_t body[20 + sizeof(f->octets)];

	put_u32(body, 0);
	put_u32(body + 4, (uint32_t)(f->ns >> 32));
	put_u32(body + 8, (uint32_t)f->ns);
	put_u32(body + 12, f->len);
	put_u32(body + 16, f->original);
	memcpy(body + 20, f->octets, f->len);
	return put_block(out, 6, body, 20 + f->len);
}

static int make_pcapng(const char *folder)
{
	/* byte order, version 1.0, section length unknown */
	static const uint8_t section[] = { 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	/* Ethernet, snaplen 65535, if_tsresol 10^-9, end of options */
	static const uint8_t interface[] = { 1, 0, 0, 0, 0xFF, 0xFF, 0, 0, 9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0 };
	char path[1024];
	FILE *out;
	int bad;

	snprintf(path, sizeof(path), "%s/mixed.pcapng", folder);
	out = fopen(path, "wb");
	if (!out)
		return 1;
	bad = put_block(out, 0x0A0D0D0A, section, sizeof(section)) || put_block(out, 1, interface, sizeof(interface));
	for (uint32_t i = 0; i < 6 && !bad; i++) {
		struct frame f = mixed_frame(i);
		bad = put_packet(out, &f);
	}
	return fclose(out) || bad;
}

int main(int argc, char **argv)
{
	const char *folder = argc == 2 ? argv[1] : ".";
	int bad = make_flood(folder);

	bad |= make_mixed(folder, "mixed_usec.pcap", DLT_EN10MB, PCAP_TSTAMP_PRECISION_MICRO, MIXED);
	bad |= make_mixed(folder, "mixed_nsec.pcap", DLT_EN10MB, PCAP_TSTAMP_PRECISION_NANO, MIXED);
	bad |= make_mixed(folder, "mixed_fcs.pcap", DLT_EN10MB, PCAP_TSTAMP_PRECISION_NANO, MIXED_FCS);
	bad |= make_mixed(folder, "cut.pcap", DLT_EN10MB, PCAP_TSTAMP_PRECISION_MICRO, MIXED_CUT);
	bad |= make_mixed(folder, "empty.pcap", DLT_EN10MB, PCAP_TSTAMP_PRECISION_MICRO, MIXED_EMPTY);
	bad |= make_mixed(folder, "foreign.pcap", DLT_IEEE802_11, PCAP_TSTAMP_PRECISION_MICRO, MIXED);
	bad |= make_truncated(folder, "mixed_usec.pcap", "truncated.pcap", 400);
	bad |= make_pcapng(folder);
	bad |= make_truncated(folder, "mixed.pcapng", "truncated.pcapng", 400);
	if (bad)
		fprintf(stderr, "make_captures: cannot write the captures to %s\n", folder);
	return bad ? 2 : 0;
}
