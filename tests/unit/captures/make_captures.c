/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the captures of tests/data/captures, with the same octets on every machine:  cc make_captures.c -lpcap -lz && ./a.out FOLDER
 *
 * ax88772_flood.pcap has the octets with which an AX88772 USB adapter was reported to flood its network: PAUSE frames without source
 * address, time 0000 and FFFF in turn. traffic.pcap is a second of ordinary traffic at a port of a switch: ARP, IPv4 and IPv6 with TCP,
 * UDP and ICMP, LLDP, spanning tree, VLAN tags, every size class and its edges, and PAUSE and PFC frames in between. The others have the
 * same six frames, each in another format; captures with something wrong are made by the tests that need them (capture.h). libpcap does
 * not write pcapng, so this program writes its blocks (section header, interface description, enhanced packets; little-endian). */
#include <pcap/pcap.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { SNAPLEN = 65535, FLOOD_FRAMES = 2400, FLOOD_STEP_NS = 1250000, ORDINARY_EVERY = 20, MIN_OCTETS = 60, MIXED_FRAMES = 6 };

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

/* ---- traffic.pcap ---- */

enum { TRAFFIC_FRAMES = 900, TRAFFIC_STEP_NS = 1110000, IP_TCP = 6, IP_UDP = 17, ICMP6 = 58, QUANTA = 4 };

static void put16(struct frame *f, uint32_t value)
{
	const uint8_t octets[2] = { (uint8_t)(value >> 8), (uint8_t)value };

	put(f, octets, 2);
}

/* The ones' complement sum of RFC 1071 over LEN octets from FROM, stored at AT. */
static void put_checksum(struct frame *f, uint32_t from, uint32_t len, uint32_t at, uint32_t sum)
{
	for (uint32_t i = 0; i < len; i++)
		sum += i % 2 ? f->octets[from + i] : (uint32_t)f->octets[from + i] << 8;
	while (sum >> 16)
		sum = (sum & 0xFFFF) + (sum >> 16);
	f->octets[at] = (uint8_t)(~sum >> 8);
	f->octets[at + 1] = (uint8_t)~sum;
}

static void put_ethernet(struct frame *f, const char *to, int tag, uint32_t type)
{
	static const uint8_t from[6] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x01 };

	put(f, to, 6);
	put(f, from, 6);
	if (tag) {
		put16(f, 0x8100);
		put16(f, (uint32_t)tag);
	}
	put16(f, type);
}

/* Octets that continue up to LEN octets of the frame. */
static void put_data(struct frame *f, uint32_t len)
{
	while (f->len < len) {
		uint8_t octet = (uint8_t)(f->len * 31 + f->ns / 1000);
		put(f, &octet, 1);
	}
}

/* IPv4 with TCP or UDP and as much data as makes the frame LEN octets. */
static void put_ipv4(struct frame *f, uint8_t protocol, uint32_t to, uint32_t port, uint32_t len)
{
	uint32_t ip = f->len, transport = ip + 20, size = protocol == IP_TCP ? 20 : 8;
	uint32_t end = len > transport + size ? len : transport + size;
	uint32_t pseudo = 0xC0A8 + 0x0001 + (to >> 16) + (to & 0xFFFF) + protocol + (end - transport);

	put16(f, 0x4500);
	put16(f, end - ip);
	put16(f, (uint32_t)(f->ns / TRAFFIC_STEP_NS));
	put16(f, 0x4000);
	put16(f, 0x4000 | protocol);
	put16(f, 0);
	put16(f, 0xC0A8); /* 192.168.0.1 */
	put16(f, 0x0001);
	put16(f, to >> 16);
	put16(f, to & 0xFFFF);
	put_checksum(f, ip, 20, ip + 10, 0);
	put16(f, port);
	put16(f, port);
	if (protocol == IP_TCP) {
		put16(f, 0x0001);
		put16(f, (uint32_t)(f->ns / TRAFFIC_STEP_NS) * 7);
		put16(f, 0x0001);
		put16(f, 0x0001);
		put16(f, 0x5010);
		put16(f, 0xFFFF);
	} else {
		put16(f, end - transport);
	}
	put16(f, 0);
	if (protocol == IP_TCP)
		put16(f, 0);
	put_data(f, end);
	put_checksum(f, transport, end - transport, transport + (protocol == IP_TCP ? 16 : 6), pseudo);
}

static void put_arp(struct frame *f)
{
	put16(f, 1);
	put16(f, 0x0800);
	put16(f, 0x0604);
	put16(f, 1);
	put(f, f->octets + 6, 6);
	put(f, "\xC0\xA8\x00\x01\0\0\0\0\0\0\xC0\xA8\x00\x02", 14);
}

static void put_neighbour_solicitation(struct frame *f)
{
	uint32_t ip = f->len;

	put(f, "\x60\0\0\0\0\x18\x3A\xFF", 8);
	put(f, "\xFE\x80\0\0\0\0\0\0\0\0\0\xFF\xFE\0\0\x01", 16);
	put(f, "\xFF\x02\0\0\0\0\0\0\0\0\0\x01\xFF\x33\x44\x55", 16);
	put(f, "\x87\0\0\0\0\0\0\0", 8);
	put(f, "\xFE\x80\0\0\0\0\0\0\x02\x11\x22\xFF\xFE\x33\x44\x55", 16);
	put_checksum(f, ip + 8, 56, ip + 42, 24 + ICMP6);
}

/* PAUSE: a few quanta, then XON. PFC: some classes of a vector, some of them resumed. */
static void put_control(struct frame *f, uint32_t number)
{
	put_ethernet(f, "\x01\x80\xC2\0\0\x01", 0, 0x8808);
	if (number % 3) {
		put16(f, 0x0001);
		put16(f, number % 3 == 1 ? QUANTA : 0);
		return;
	}
	put16(f, 0x0101);
	put16(f, number % 256);
	for (uint32_t i = 0; i < 8; i++)
		put16(f, (number >> i & 3) * QUANTA);
}

static struct frame traffic_frame(uint32_t number)
{
	static const char station[] = "\x00\x11\x22\x33\x44\x55", broadcast[] = "\xFF\xFF\xFF\xFF\xFF\xFF";
	/* without FCS: the edges of the size classes are four octets longer */
	static const uint16_t sizes[] = { 60,  61,  123, 124,  251,  252,  507, 508, 1019, 1020, 1514, 90,
		                          233, 342, 590, 1234, 1500, 1400, 66,  60,  74,   1514, 1514, 1513 };
	struct frame f = { .ns = (uint64_t)number * TRAFFIC_STEP_NS };
	uint32_t size = sizes[number / 3 % (sizeof(sizes) / sizeof(sizes[0]))];

	switch (number % 17) {
	case 0:
		put_ethernet(&f, broadcast, 0, 0x0806);
		put_arp(&f);
		break;
	case 3:
		put_ethernet(&f, broadcast, 0, 0x0800);
		put_ipv4(&f, IP_UDP, 0xFFFFFFFF, 5001, size);
		break;
	case 5:
		put_ethernet(&f, "\x33\x33\xFF\x33\x44\x55", 0, 0x86DD);
		put_neighbour_solicitation(&f);
		break;
	case 7:
		put_ethernet(&f, "\x01\0\x5E\0\0\xFB", 0, 0x0800);
		put_ipv4(&f, IP_UDP, 0xE00000FB, 5002, size);
		break;
	case 8:
		put_ethernet(&f, "\x01\x80\xC2\0\0\x0E", 0, 0x88CC); /* LLDP: chassis, port, time to live, end */
		put(&f, "\x02\x07\x04\x02\0\0\0\0\x01\x04\x03\x07p1\x06\x02\0\x78\0\0", 20);
		break;
	case 10:
		put_ethernet(&f, "\x01\x80\xC2\0\0\0", 0, 38); /* spanning tree in an 802.3 frame of 38 octets */
		put(&f, "\x42\x42\x03", 3);
		pad(&f, 14 + 38);
		break;
	case 11:
	case 14:
		put_control(&f, number);
		break;
	case 13:
		put_ethernet(&f, station, 0x2005, 0x0800);
		put_ipv4(&f, IP_TCP, 0xC0A80002, 2049, size + 4);
		break;
	default:
		put_ethernet(&f, station, 0, 0x0800);
		put_ipv4(&f, number % 2 ? IP_TCP : IP_UDP, 0xC0A80002, 443, size);
		break;
	}
	pad(&f, MIN_OCTETS);
	return f;
}

static pcap_dumper_t *dump_open(const char *folder, const char *name, int precision, pcap_t **ret_handle)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	*ret_handle = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, SNAPLEN, (u_int)precision);
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
	pcap_dumper_t *out = dump_open(folder, "ax88772_flood.pcap", PCAP_TSTAMP_PRECISION_MICRO, &handle);
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

static int make_traffic(const char *folder)
{
	pcap_t *handle;
	pcap_dumper_t *out = dump_open(folder, "traffic.pcap", PCAP_TSTAMP_PRECISION_NANO, &handle);

	if (!out)
		return 1;
	for (uint32_t i = 0; i < TRAFFIC_FRAMES; i++) {
		struct frame f = traffic_frame(i);
		dump(out, &f, PCAP_TSTAMP_PRECISION_NANO);
	}
	return dump_close(out, handle);
}

static int make_mixed(const char *folder, const char *name, int precision, bool with_fcs)
{
	pcap_t *handle;
	pcap_dumper_t *out = dump_open(folder, name, precision, &handle);

	if (!out)
		return 1;
	for (uint32_t i = 0; i < MIXED_FRAMES; i++) {
		struct frame f = mixed_frame(i);
		if (with_fcs) {
			pad(&f, MIN_OCTETS);
			append_fcs(&f);
		}
		dump(out, &f, precision);
	}
	return dump_close(out, handle);
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
	for (uint32_t i = 0; i < MIXED_FRAMES && !bad; i++) {
		struct frame f = mixed_frame(i);
		bad = put_packet(out, &f);
	}
	return fclose(out) || bad;
}

int main(int argc, char **argv)
{
	const char *folder = argc == 2 ? argv[1] : ".";
	int bad = make_flood(folder) | make_traffic(folder);

	bad |= make_mixed(folder, "mixed_usec.pcap", PCAP_TSTAMP_PRECISION_MICRO, false);
	bad |= make_mixed(folder, "mixed_nsec.pcap", PCAP_TSTAMP_PRECISION_NANO, false);
	bad |= make_mixed(folder, "mixed_fcs.pcap", PCAP_TSTAMP_PRECISION_NANO, true);
	bad |= make_pcapng(folder);
	if (bad)
		fprintf(stderr, "make_captures: cannot write the captures to %s\n", folder);
	return bad ? 2 : 0;
}
