/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a nanosecond capture, FCS included. */
#include "pcap_out.h"

#include "base/lanes.h"

#include <errno.h>
#include <pcap/pcap.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPLEN = 65535, NS_PER_S = 1000000000 };

struct pcap_out {
	pcap_t *handle;
	pcap_dumper_t *dumper;
	uint64_t octet_hz;  /* of .since */
	uint64_t since, ns; /* time of the newest change of speed, and its nanoseconds from the start of the run */
	bool mii;
	uint8_t joined[SNAPLEN]; /* a frame of nibbles */
};

struct pcap_out *pcap_out_open(const char *path, uint64_t octet_hz)
{
	struct pcap_out *out = calloc(1, sizeof(*out));
	FILE *file;

	if (!out)
		return NULL;
	out->octet_hz = octet_hz;
	file = fopen(path, "wb");
	if (!file) {
		free(out);
		return NULL;
	}
	out->handle = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, SNAPLEN, PCAP_TSTAMP_PRECISION_NANO);
	out->dumper = out->handle ? pcap_dump_fopen(out->handle, file) : NULL;
	if (!out->dumper) {
		if (out->handle)
			pcap_close(out->handle);
		fclose(file);
		free(out);
		errno = EIO;
		return NULL;
	}
	return out;
}

static uint64_t ns_of(const struct pcap_out *out, uint64_t time)
{
	uint64_t counts = time - out->since;

	return out->ns + counts / out->octet_hz * NS_PER_S + counts % out->octet_hz * NS_PER_S / out->octet_hz;
}

void pcap_out_speed(struct pcap_out *out, uint64_t time, unsigned mbps)
{
	out->ns = ns_of(out, time);
	out->since = time;
	out->octet_hz = mbps == 1000 ? 125000000 : mbps * UINT64_C(250000);
	out->mii = true;
}

static void write_frame(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len)
{
	struct pcap_pkthdr header = { 0 };
	uint64_t ns = ns_of(out, time);

	header.ts.tv_sec = (time_t)(ns / NS_PER_S);
	header.ts.tv_usec = (suseconds_t)(ns % NS_PER_S);
	header.len = len;
	header.caplen = header.len < SNAPLEN ? header.len : SNAPLEN;
	pcap_dump((u_char *)out->dumper, &header, octets);
}

static void run_of_octets(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len)
{
	uint32_t start = 0;

	while (start < len && octets[start] == 0x55)
		start++;
	if (start < len && octets[start] == FRAME_SFD && start + 1 < len)
		write_frame(out, time, octets + start + 1, len - start - 1);
}

/* The preamble is 0x5 up to the first 0xD; an odd nibble at the end belongs to no octet (doc/bcm1250.md 1). */
static void run_of_nibbles(struct pcap_out *out, uint64_t time, const uint8_t *nibbles, uint32_t len)
{
	uint32_t start = 0, octets;

	while (start < len && nibbles[start] == 5)
		start++;
	if (start == len || nibbles[start++] != 0xD || len - start < 2)
		return;
	octets = (len - start) / 2;
	for (uint32_t i = 0; i < octets && i < SNAPLEN; i++)
		out->joined[i] = (uint8_t)(nibbles[start + 2 * i] | nibbles[start + 2 * i + 1] << 4);
	write_frame(out, time, out->joined, octets);
}

/* A frame begins with /S/ and three octets, then four octets of which the last is the SFD (doc/xgmii.md 1). CODE is the first control code from
 * START on. */
static bool frame_begins(const uint8_t *octets, uint32_t start, uint32_t len, const uint32_t *code, const uint32_t *codes_end)
{
	return len - start > XGMII_HEAD_OCTETS && code < codes_end && *code == start && octets[start] == XGMII_START &&
	       (code + 1 == codes_end || code[1] >= start + XGMII_HEAD_OCTETS) &&
	       octets[start + XGMII_HEAD_OCTETS - 1] == FRAME_SFD;
}

/* /T/, /I/, /S/ or /Q/. */
static bool frame_ends(uint8_t code)
{
	return code == XGMII_TERMINATE || code == XGMII_IDLE || code == XGMII_START || code == XGMII_SEQUENCE;
}

static void run_of_lanes(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len, const uint32_t *code,
                         const uint32_t *codes_end)
{
	uint32_t start = 0, end;

	while (start < len) {
		while (code < codes_end && *code < start)
			code++;
		if (!frame_begins(octets, start, len, code, codes_end)) {
			start += COLUMN_LANES;
			continue;
		}
		do
			code++;
		while (code < codes_end && !frame_ends(octets[*code]));
		end = code < codes_end ? *code : len;
		if (end > start + XGMII_HEAD_OCTETS)
			write_frame(out, time + start, octets + start + XGMII_HEAD_OCTETS, end - start - XGMII_HEAD_OCTETS);
		/* a code that ends a frame in the first lane of a column may begin the next frame */
		start = (end + (end < len && octets[end] == XGMII_TERMINATE) + COLUMN_LANES - 1) / COLUMN_LANES * COLUMN_LANES;
	}
}

void pcap_out_run(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes)
{
	if (code)
		run_of_lanes(out, time, octets, len, code, code + codes);
	else if (out->mii && len && octets[0] < 16) /* a frame of octets never begins with an octet below 16 */
		run_of_nibbles(out, time, octets, len);
	else
		run_of_octets(out, time, octets, len);
}

int pcap_out_close(struct pcap_out *out)
{
	int err = pcap_dump_flush(out->dumper) || ferror(pcap_dump_file(out->dumper)) ? -(errno ? errno : EIO) : 0;

	pcap_dump_close(out->dumper);
	pcap_close(out->handle);
	free(out);
	return err;
}
