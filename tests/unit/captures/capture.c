/* SPDX-License-Identifier: Apache-2.0 */
/* Capture files, octet by octet; see capture.h. */
#include "capture.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	/* pcap: the word of the link type says how many pairs of octets the FCS has */
	PCAP_FCS_PRESENT = 1 << 26,
	PCAP_FCS_SHIFT = 28,
	/* pcapng: options of the interface */
	OPTION_FLAGS = 2, /* of a packet */
	OPTION_TIME_RESOLUTION = 9,
	OPTION_FCS_OCTETS = 13,
	OPTION_OCTETS = 8, /* of an option with one octet of value */
	OPTIONS_END_OCTETS = 4,
	FCS_OCTETS = 4,
};

const char *const capture_format_names[] = { "pcap microseconds",           "pcap nanoseconds",    "pcap big-endian microseconds",
	                                     "pcap big-endian nanoseconds", "pcapng microseconds", "pcapng nanoseconds" };

static bool is_pcapng(enum capture_format format)
{
	return format == PCAPNG_MICRO || format == PCAPNG_NANO;
}

static bool has_nanoseconds(enum capture_format format)
{
	return format == PCAP_NANO || format == PCAP_NANO_SWAPPED || format == PCAPNG_NANO;
}

void capture_put(struct capture_bytes *c, const void *octets, size_t len)
{
	cr_assert_leq(c->len + len, CAPTURE_OCTETS);
	memcpy(c->octets + c->len, octets, len);
	c->len += len;
}

void capture_u32(struct capture_bytes *c, uint32_t value)
{
	if (c->swapped)
		value = __builtin_bswap32(value);
	capture_put(c, &value, 4);
}

void capture_u16(struct capture_bytes *c, uint16_t value)
{
	if (c->swapped)
		value = __builtin_bswap16(value);
	capture_put(c, &value, 2);
}

static void put_pcap_head(struct capture_bytes *c, bool nano, uint32_t link)
{
	capture_u32(c, nano ? 0xA1B23C4D : 0xA1B2C3D4);
	capture_u16(c, 2);
	capture_u16(c, 4);
	capture_u32(c, 0);
	capture_u32(c, 0);
	capture_u32(c, 65535);
	capture_u32(c, link);
}

/* An option with one octet of value. */
static void put_option(struct capture_bytes *c, uint16_t code, uint8_t value)
{
	const uint8_t padded[4] = { value };

	capture_u16(c, code);
	capture_u16(c, 1);
	capture_put(c, padded, sizeof(padded));
}

static void put_interface(struct capture_bytes *c, bool nano, uint16_t link, uint32_t snap, int fcs)
{
	uint32_t options = (nano + (fcs >= 0)) * OPTION_OCTETS, len = 20 + options + (options ? OPTIONS_END_OCTETS : 0);

	capture_u32(c, 1); /* interface description */
	capture_u32(c, len);
	capture_u16(c, link);
	capture_u16(c, 0);
	capture_u32(c, snap);
	if (nano)
		put_option(c, OPTION_TIME_RESOLUTION, 9);
	if (fcs >= 0)
		put_option(c, OPTION_FCS_OCTETS, (uint8_t)fcs);
	if (options)
		capture_u32(c, 0);
	capture_u32(c, len);
}

static void put_pcapng_head(struct capture_bytes *c, bool nano, uint16_t link, bool fcs)
{
	capture_u32(c, 0x0A0D0D0A); /* section header */
	capture_u32(c, 28);
	capture_u32(c, 0x1A2B3C4D);
	capture_u16(c, 1);
	capture_u16(c, 0);
	capture_u32(c, 0xFFFFFFFF);
	capture_u32(c, 0xFFFFFFFF);
	capture_u32(c, 28);
	put_interface(c, nano, link, 65535, fcs ? FCS_OCTETS : -1);
}

static void put_head(struct capture_bytes *c, enum capture_format format, uint16_t link, bool fcs)
{
	c->len = 0;
	c->swapped = format == PCAP_MICRO_SWAPPED || format == PCAP_NANO_SWAPPED;
	if (is_pcapng(format))
		put_pcapng_head(c, format == PCAPNG_NANO, link, fcs);
	else
		put_pcap_head(c, has_nanoseconds(format),
		              link | (fcs ? PCAP_FCS_PRESENT | (uint32_t)FCS_OCTETS / 2 << PCAP_FCS_SHIFT : 0));
}

void capture_head(struct capture_bytes *c, enum capture_format format, uint16_t link)
{
	put_head(c, format, link, false);
}

void capture_head_with_fcs(struct capture_bytes *c, enum capture_format format)
{
	put_head(c, format, CAPTURE_ETHERNET, true);
}

void capture_packet(struct capture_bytes *c, enum capture_format format, uint64_t ns, const uint8_t *octets, uint32_t len,
                    uint32_t original)
{
	bool nano = has_nanoseconds(format);
	uint32_t padded = (len + 3) & ~3u;
	uint64_t stamp = (1000000000000ull + ns) / (nano ? 1 : 1000);

	if (!is_pcapng(format)) {
		capture_u32(c, 1000 + (uint32_t)(ns / 1000000000));
		capture_u32(c, (uint32_t)(ns % 1000000000 / (nano ? 1 : 1000)));
		capture_u32(c, len);
		capture_u32(c, original);
		capture_put(c, octets, len);
		return;
	}
	capture_u32(c, 6); /* enhanced packet */
	capture_u32(c, 32 + padded);
	capture_u32(c, 0);
	capture_u32(c, (uint32_t)(stamp >> 32));
	capture_u32(c, (uint32_t)stamp);
	capture_u32(c, len);
	capture_u32(c, original);
	capture_put(c, octets, len);
	capture_put(c, "\0\0\0", padded - len);
	capture_u32(c, 32 + padded);
}

void capture_interface(struct capture_bytes *c, uint32_t snap, int fcs)
{
	put_interface(c, false, CAPTURE_ETHERNET, snap, fcs);
}

void capture_packet_of(struct capture_bytes *c, uint32_t interface, uint32_t flags, const uint8_t *octets, uint32_t len)
{
	uint32_t padded = (len + 3) & ~3u;

	capture_u32(c, 6); /* enhanced packet */
	capture_u32(c, 32 + padded + 12);
	capture_u32(c, interface);
	capture_u32(c, 0);
	capture_u32(c, 1);
	capture_u32(c, len);
	capture_u32(c, len);
	capture_put(c, octets, len);
	capture_put(c, "\0\0\0", padded - len);
	capture_u16(c, OPTION_FLAGS);
	capture_u16(c, 4);
	capture_u32(c, flags);
	capture_u32(c, 0);
	capture_u32(c, 32 + padded + 12);
}

void capture_simple_packet(struct capture_bytes *c, const uint8_t *octets, uint32_t len, uint32_t original)
{
	uint32_t padded = (len + 3) & ~3u;

	capture_u32(c, 3); /* simple packet */
	capture_u32(c, 16 + padded);
	capture_u32(c, original);
	capture_put(c, octets, len);
	capture_put(c, "\0\0\0", padded - len);
	capture_u32(c, 16 + padded);
}
