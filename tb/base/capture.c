/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the formats of captures, pcap and pcapng, block by block. Lengths in a file are checked before they are used. */
#include "capture.h"

#include "refuse.h"
#include "part/frame.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK_SECTION = 0x0A0D0D0A,
	BLOCK_INTERFACE = 1,
	BLOCK_PACKET_OLD = 2,
	BLOCK_SIMPLE = 3,
	BLOCK_STATISTICS = 5,
	BLOCK_PACKET = 6,
	BYTE_ORDER_MAGIC = 0x1A2B3C4D,
	MAGIC_MICRO = (int)0xA1B2C3D4,
	MAGIC_NANO = (int)0xA1B23C4D,
	LINK_ETHERNET = 1,
};
enum {
	OPTION_NAME = 2,
	OPTION_FLAGS = 2,
	OPTION_DROPS = 4,
	OPTION_SPEED = 8,
	OPTION_RESOLUTION = 9,
	OPTION_FCS = 13,
	OPTION_OFFSET = 14
};
/* The draft of pcapng says that the length of the FCS is in bits, and has 4 as its example; programs write octets. 16 and more
 * can only be bits. */
enum { FCS_BITS = 16 };
enum { STATISTICS_DROPPED = 5, STATISTICS_DROPPED_BY_SYSTEM = 7 };
enum { FLAGS_DIRECTION = 3, FLAGS_FCS_SHIFT = 5, FLAGS_FCS = 0xF };
#define FLAGS_SYMBOL_ERROR 0x80000000u
enum { INTERFACES_MAX = 64, BLOCK_MAX = 1 << 20, BUFFER = 1 << 18 };
#define PS_PER_SECOND 1000000000000u

struct interface {
	uint16_t link;
	int fcs;
	uint64_t per_second; /* time units in a second; 0: more than capture_time can tell apart */
	bool binary;
	int64_t offset;           /* seconds to add to each time */
	uint64_t bits_per_second; /* 0: the file does not say */
	uint32_t snap_length;     /* the longest packet; 0: any */
	char name[64];
};

struct capture {
	FILE *file;
	char *buffer;
	bool swapped, pcapng;
	uint64_t packets, lost;
	struct interface interface[INTERFACES_MAX];
	uint32_t interfaces;
	uint8_t *block;
	size_t room;
};

/* ---- numbers ---- */

static uint16_t get16(const struct capture *c, const uint8_t *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return c->swapped ? __builtin_bswap16(value) : value;
}

static uint32_t get32(const struct capture *c, const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return c->swapped ? __builtin_bswap32(value) : value;
}

static uint64_t get64(const struct capture *c, const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return c->swapped ? __builtin_bswap64(value) : value;
}

/* ---- errors ---- */

static int refuse_file(const struct capture *c, char *message, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int refuse_file(const struct capture *c, char *message, const char *format, ...)
{
	int place = 0;
	va_list args;

	if (c->packets)
		place = snprintf(message, CAPTURE_MESSAGE, "after packet %llu: ", (unsigned long long)c->packets);
	va_start(args, format);
	refuse_at(message, CAPTURE_MESSAGE, place, -1, format, args);
	va_end(args);
	return -1;
}

static int cut(const struct capture *c, char *message)
{
	return refuse_file(c, message, "the file ends inside of a packet; copy it again, or cut it there (editcap)");
}

static int check_link(const struct capture *c, unsigned link, char *message)
{
	return link == LINK_ETHERNET
	         ? 0
	         : refuse_file(c, message, "not an Ethernet capture (link type %u); capture on an Ethernet interface", link);
}

/* Reads SIZE octets into the block. Returns 1 if it did, 0 if the file is over before the first one, and -1 with a line in
 * MESSAGE if it is cut. */
static int fill(struct capture *c, size_t at, size_t size, char *message)
{
	size_t got;

	if (at + size > c->room) {
		uint8_t *grown = realloc(c->block, at + size);
		if (!grown)
			return refuse_file(c, message, "%s", strerror(ENOMEM));
		c->block = grown;
		c->room = at + size;
	}
	got = fread(c->block + at, 1, size, c->file);
	if (got == size)
		return 1;
	if (ferror(c->file))
		return refuse_file(c, message, "%s", strerror(errno ? errno : EIO));
	return got || at ? cut(c, message) : 0;
}

/* ---- pcapng ---- */

/* An option, its code, and how many octets its value has; 0: any number. */
struct option_row {
	unsigned code;
	size_t size;
};

static const struct option_row interface_options[] = { { OPTION_NAME, 0 }, { OPTION_SPEED, 8 },  { OPTION_RESOLUTION, 1 },
	                                               { OPTION_FCS, 1 },  { OPTION_OFFSET, 8 }, { 0, 0 } };
static const struct option_row packet_options[] = { { OPTION_FLAGS, 4 }, { OPTION_DROPS, 8 }, { 0, 0 } };
static const struct option_row statistics_options[] = { { STATISTICS_DROPPED, 8 },
	                                                { STATISTICS_DROPPED_BY_SYSTEM, 8 },
	                                                { 0, 0 } };

/* Calls BACK for each option from AT to END that is among ROWS, which end with a code of 0. Returns false if an option goes
 * beyond END, or does not have as many octets as its row says. */
static bool options(const struct capture *c, const uint8_t *at, const uint8_t *end, const struct option_row *rows,
                    void (*back)(const struct capture *c, void *context, unsigned code, const uint8_t *value, size_t size),
                    void *context)
{
	while (end - at >= 4 && get16(c, at)) {
		const struct option_row *row = rows;
		unsigned code = get16(c, at);
		size_t size = get16(c, at + 2), padded = (size + 3) & ~(size_t)3;
		while (row->code && row->code != code)
			row++;
		if ((size_t)(end - at) - 4 < padded || (row->size && row->size != size))
			return false;
		if (row->code)
			back(c, context, code, at + 4, size);
		at += 4 + padded;
	}
	return true;
}

static int refuse_options(const struct capture *c, char *message)
{
	return refuse_file(c, message,
	                   "a block whose options cannot be read: one is longer than the block or has a wrong length; save the "
	                   "capture again with Wireshark or tcpdump");
}

static void interface_option(const struct capture *c, void *context, unsigned code, const uint8_t *value, size_t size)
{
	struct interface *interface = context;

	if (code == OPTION_NAME)
		snprintf(interface->name, sizeof(interface->name), "%.*s", (int)size, (const char *)value);
	if (code == OPTION_SPEED)
		interface->bits_per_second = get64(c, value);
	if (code == OPTION_FCS)
		interface->fcs = value[0] < FCS_BITS ? value[0] : value[0] / 8;
	if (code == OPTION_OFFSET)
		interface->offset = (int64_t)get64(c, value);
	if (code != OPTION_RESOLUTION)
		return;
	interface->per_second = 1;
	for (unsigned i = 0; i < (value[0] & 0x7Fu) && interface->per_second; i++)
		if (__builtin_mul_overflow(interface->per_second, value[0] & 0x80 ? 2u : 10u, &interface->per_second))
			interface->per_second = 0;
}

static int add_interface(struct capture *c, const uint8_t *body, size_t size, char *message)
{
	struct interface *interface = &c->interface[c->interfaces];

	if (size < 8)
		return cut(c, message);
	if (c->interfaces == INTERFACES_MAX)
		return refuse_file(c, message, "more than %d interfaces", INTERFACES_MAX);
	*interface = (struct interface){
		.link = get16(c, body), .fcs = CAPTURE_UNKNOWN, .per_second = 1000000, .snap_length = get32(c, body + 4)
	};
	if (!options(c, body + 8, body + size, interface_options, interface_option, interface))
		return refuse_options(c, message);
	c->interfaces++;
	if (!interface->per_second)
		return refuse_file(c, message,
		                   "the resolution of the times is finer than is known here; convert the file (editcap)");
	return 1;
}

/* Returns false if the time is before 1970. */
static bool time_of(const struct interface *interface, uint64_t units, capture_time *ret)
{
	capture_time seconds = units / interface->per_second, rest = units % interface->per_second;
	bool before = interface->offset < 0 && seconds < -(capture_time)interface->offset;

	*ret = (seconds + (capture_time)interface->offset) * PS_PER_SECOND + rest * PS_PER_SECOND / interface->per_second;
	return !before;
}

static void packet_option(const struct capture *c, void *context, unsigned code, const uint8_t *value, size_t size)
{
	struct capture_packet *packet = context;
	uint32_t flags;

	(void)size;
	if (code == OPTION_DROPS)
		packet->dropped = get64(c, value);
	if (code != OPTION_FLAGS)
		return;
	flags = get32(c, value);
	packet->direction = (flags & FLAGS_DIRECTION) == 1 ? CAPTURE_IN
	                  : (flags & FLAGS_DIRECTION) == 2 ? CAPTURE_OUT
	                                                   : CAPTURE_ANY;
	if (flags >> FLAGS_FCS_SHIFT & FLAGS_FCS)
		packet->fcs = (int)(flags >> FLAGS_FCS_SHIFT & FLAGS_FCS);
	packet->code_error = flags & FLAGS_SYMBOL_ERROR;
}

/* Reads the packet in BODY. OLD: the block is an obsolete packet block, whose interface has two octets, and whose next two say
 * how many packets were dropped. */
static int read_packet(struct capture *c, const uint8_t *body, size_t size, bool old, struct capture_packet *ret, char *message)
{
	const struct interface *interface;
	size_t padded;

	if (size < 20)
		return cut(c, message);
	*ret = (struct capture_packet){ .number = c->packets + 1,
		                        .interface = old ? get16(c, body) : get32(c, body),
		                        .captured = get32(c, body + 12),
		                        .whole = get32(c, body + 16),
		                        .octets = body + 20 };
	if (old && get16(c, body + 2) != UINT16_MAX)
		ret->dropped = get16(c, body + 2);
	if (ret->interface >= c->interfaces)
		return refuse_file(c, message, "a packet of interface %u, which the file does not describe", ret->interface);
	interface = &c->interface[ret->interface];
	if (check_link(c, interface->link, message))
		return -1;
	padded = ((size_t)ret->captured + 3) & ~(size_t)3;
	if (padded > size - 20)
		return cut(c, message);
	if (!time_of(interface, (uint64_t)get32(c, body + 4) << 32 | get32(c, body + 8), &ret->time))
		return refuse_file(c, message,
		                   "a packet before 1970, by the offset of its interface; shift the times (editcap -t)");
	ret->resolution_ps = interface->per_second < PS_PER_SECOND ? PS_PER_SECOND / interface->per_second : 1;
	ret->fcs = interface->fcs;
	ret->bits_per_second = interface->bits_per_second;
	if (!options(c, body + 20 + padded, body + size, packet_options, packet_option, ret))
		return refuse_options(c, message);
	c->packets++;
	return 1;
}

/* Reads a packet of the first interface that has neither a time nor the length that was captured. */
static int read_simple(struct capture *c, const uint8_t *body, size_t size, struct capture_packet *ret, char *message)
{
	const struct interface *interface = &c->interface[0];

	if (size < 4)
		return cut(c, message);
	if (!c->interfaces)
		return refuse_file(c, message, "a packet of interface 0, which the file does not describe");
	if (check_link(c, interface->link, message))
		return -1;
	*ret = (struct capture_packet){ .number = c->packets + 1,
		                        .captured = get32(c, body),
		                        .whole = get32(c, body),
		                        .octets = body + 4,
		                        .fcs = interface->fcs,
		                        .bits_per_second = interface->bits_per_second };
	if (interface->snap_length && ret->captured > interface->snap_length)
		ret->captured = interface->snap_length;
	if (ret->captured > size - 4)
		return cut(c, message);
	c->packets++;
	return 1;
}

static int begin_section(struct capture *c, char *message)
{
	uint32_t magic;

	/* the length is in the byte order of the section, which the magic number after it says */
	if (fill(c, 8, 4, message) < 1)
		return -1;
	memcpy(&magic, c->block + 8, sizeof(magic));
	if (magic != BYTE_ORDER_MAGIC && magic != __builtin_bswap32(BYTE_ORDER_MAGIC))
		return refuse_file(c, message,
		                   "not a pcapng file: its byte order is not known; save it again with Wireshark or tcpdump");
	c->swapped = magic != BYTE_ORDER_MAGIC;
	c->interfaces = 0;
	return 1;
}

/* Reads the next block: its type into *RET_TYPE, and its body, without lengths, into *RET_BODY. */
static int read_block(struct capture *c, uint32_t *ret_type, const uint8_t **ret_body, size_t *ret_size, char *message)
{
	int rc = fill(c, 0, 8, message);
	size_t begun = 8;
	uint32_t size;

	if (rc < 1)
		return rc;
	memcpy(ret_type, c->block, sizeof(*ret_type));
	if (*ret_type == BLOCK_SECTION) {
		if (begin_section(c, message) < 0)
			return -1;
		begun = 12;
	} else {
		*ret_type = get32(c, c->block);
	}
	size = get32(c, c->block + 4);
	if (size < begun + 4 || size % 4 || size > BLOCK_MAX)
		return refuse_file(c, message, "a block of %u octets, which cannot be; copy the file again", size);
	if (fill(c, begun, size - begun, message) < 1)
		return -1;
	if (get32(c, c->block + size - 4) != size)
		return refuse_file(c, message, "a block of %u octets that ends as one of %u; copy the file again", size,
		                   get32(c, c->block + size - 4));
	*ret_body = c->block + 8;
	*ret_size = size - 12;
	return 1;
}

static int next_block_packet(struct capture *c, struct capture_packet *ret, char *message)
{
	const uint8_t *body = NULL;
	uint32_t type = 0;
	size_t size = 0;
	int rc;

	while ((rc = read_block(c, &type, &body, &size, message)) == 1) {
		if (type == BLOCK_PACKET || type == BLOCK_PACKET_OLD)
			return read_packet(c, body, size, type == BLOCK_PACKET_OLD, ret, message);
		if (type == BLOCK_SIMPLE)
			return read_simple(c, body, size, ret, message);
		if (type == BLOCK_INTERFACE && (rc = add_interface(c, body, size, message)) < 0)
			return rc;
	}
	return rc;
}

/* ---- dropped packets; the file does not say when they were dropped ---- */

static void statistics_option(const struct capture *c, void *context, unsigned code, const uint8_t *value, size_t size)
{
	uint64_t *dropped = context;

	(void)code, (void)size;
	*dropped += get64(c, value);
}

/* Looks through the whole file before the first packet is read. A block that is wrong is reported only when it is read. */
static int look_for_drops(struct capture *c, char *message)
{
	const uint8_t *body = NULL;
	uint32_t type = 0;
	size_t size = 0;

	while (read_block(c, &type, &body, &size, message) == 1)
		if (type == BLOCK_STATISTICS && size > 12 &&
		    !options(c, body + 12, body + size, statistics_options, statistics_option, &c->lost))
			return refuse_options(c, message);
	clearerr(c->file);
	c->swapped = false;
	c->interfaces = 0;
	return fseek(c->file, 0, SEEK_SET) ? refuse_file(c, message, "%s", strerror(errno)) : 0;
}

/* ---- pcap ---- */

static int begin_pcap(struct capture *c, char *message)
{
	enum { HEADER = 24, FCS_STATED = 1 << 26, FCS_SHIFT = 28 };
	struct interface *interface = &c->interface[0];
	uint32_t magic, link;

	if (fill(c, 0, HEADER, message) < 1)
		return refuse_file(c, message, "the file is empty, or ends in its first line; capture again");
	memcpy(&magic, c->block, sizeof(magic));
	c->swapped = magic == __builtin_bswap32((uint32_t)MAGIC_MICRO) || magic == __builtin_bswap32((uint32_t)MAGIC_NANO);
	magic = get32(c, c->block);
	link = get32(c, c->block + 20);
	*interface = (struct interface){ .link = (uint16_t)link,
		                         .fcs = link & FCS_STATED ? (int)(link >> FCS_SHIFT) * 2 : CAPTURE_UNKNOWN,
		                         .per_second = magic == (uint32_t)MAGIC_NANO ? 1000000000 : 1000000 };
	c->interfaces = 1;
	return check_link(c, interface->link, message);
}

static int next_record(struct capture *c, struct capture_packet *ret, char *message)
{
	enum { RECORD = 16 };
	const struct interface *interface = &c->interface[0];
	int rc = fill(c, 0, RECORD, message);

	if (rc < 1)
		return rc;
	*ret = (struct capture_packet){ .number = c->packets + 1,
		                        .time = (capture_time)get32(c, c->block) * PS_PER_SECOND +
		                                (capture_time)get32(c, c->block + 4) * (PS_PER_SECOND / interface->per_second),
		                        .resolution_ps = PS_PER_SECOND / interface->per_second,
		                        .fcs = interface->fcs,
		                        .captured = get32(c, c->block + 8),
		                        .whole = get32(c, c->block + 12) };
	if (get32(c, c->block + 4) >= interface->per_second)
		return refuse_file(c, message,
		                   "a packet %u parts of a second after a second, which has %llu; copy the file again",
		                   get32(c, c->block + 4), (unsigned long long)interface->per_second);
	if (ret->captured > CAPTURE_FRAME_MAX)
		return refuse_file(c, message, "a packet of %u octets, which cannot be; copy the file again", ret->captured);
	if (ret->captured && fill(c, RECORD, ret->captured, message) < 1)
		return -1;
	ret->octets = c->block + RECORD;
	c->packets++;
	return 1;
}

/* ---- a capture ---- */

static int begin(struct capture *c, char *message)
{
	uint32_t magic;

	if (fread(&magic, sizeof(magic), 1, c->file) != 1 && ferror(c->file))
		return refuse_file(c, message, "%s", strerror(errno));
	if (feof(c->file))
		return refuse_file(c, message, "the file is empty, or ends in its first line; capture again");
	if (fseek(c->file, 0, SEEK_SET))
		return refuse_file(c, message, "%s; a capture is read from a file, not from a pipe", strerror(errno));
	c->pcapng = magic == BLOCK_SECTION;
	if (c->pcapng)
		return look_for_drops(c, message);
	if (magic != (uint32_t)MAGIC_MICRO && magic != (uint32_t)MAGIC_NANO &&
	    magic != __builtin_bswap32((uint32_t)MAGIC_MICRO) && magic != __builtin_bswap32((uint32_t)MAGIC_NANO))
		return refuse_file(c, message, "not a pcap or pcapng capture; save it as one with Wireshark or tcpdump");
	return begin_pcap(c, message);
}

struct capture *capture_open(const char *path, char *message, int *ret_error)
{
	struct capture *c = calloc(1, sizeof(*c));
	int error = -ENOMEM;

	if (c && (c->file = fopen(path, "rb"))) {
		c->buffer = malloc(BUFFER);
		if (c->buffer)
			setvbuf(c->file, c->buffer, _IOFBF, BUFFER);
		if (!begin(c, message))
			return c;
		error = ferror(c->file) ? -EIO : -EINVAL;
	} else {
		if (c)
			error = -errno;
		snprintf(message, CAPTURE_MESSAGE, "%s", strerror(-error));
	}
	if (ret_error)
		*ret_error = error;
	capture_close(c);
	return NULL;
}

void capture_close(struct capture *c)
{
	if (!c)
		return;
	if (c->file)
		fclose(c->file);
	free(c->buffer);
	free(c->block);
	free(c);
}

int capture_next(struct capture *c, struct capture_packet *ret, char *message)
{
	int rc = c->pcapng ? next_block_packet(c, ret, message) : next_record(c, ret, message);

	if (rc < 1)
		return rc;
	if (ret->captured > ret->whole)
		ret->whole = ret->captured;
	if (ret->captured)
		return 1;
	c->packets--;
	return refuse_file(c, message, "packet %llu is empty; remove it (editcap) or capture again",
	                   (unsigned long long)ret->number);
}

uint64_t capture_lost(const struct capture *c)
{
	return c->lost;
}

int capture_fcs(const struct capture_packet *packet, enum capture_fcs said)
{
	int stated = packet->fcs, fcs = said == CAPTURE_FCS_PRESENT ? FRAME_FCS_OCTETS : said == CAPTURE_FCS_ABSENT ? 0 : stated;

	if (fcs != stated && (!stated || stated == FRAME_FCS_OCTETS))
		return CAPTURE_FCS_DENIED;
	return !fcs || fcs == FRAME_FCS_OCTETS || fcs == CAPTURE_UNKNOWN ? fcs : CAPTURE_FCS_FOREIGN;
}

bool capture_has_right_fcs(const struct capture_packet *packet)
{
	uint32_t octets = packet->captured - FRAME_FCS_OCTETS;

	return packet->captured == packet->whole && packet->captured > FRAME_FCS_OCTETS &&
	       frame_fcs(packet->octets, octets) == frame_get_fcs(packet->octets + octets);
}

bool capture_is_interface(const struct capture *c, uint32_t interface, const char *word)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", interface);
	return !strcmp(number, word) || (interface < c->interfaces && !strcmp(c->interface[interface].name, word));
}

uint32_t capture_interfaces(const struct capture *c)
{
	return c->interfaces;
}
