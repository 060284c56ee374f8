/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a nanosecond capture, FCS included. */
#include "pcap_out.h"

#include "base/run_frames.h"

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

/* A run of the wire that began at .time. */
struct wire_run {
	struct pcap_out *out;
	uint64_t time;
};

static void on_frame(void *context, const struct run_frame *frame)
{
	const struct wire_run *run = context;

	write_frame(run->out, run->time + frame->from, frame->octets, frame->len);
}

void pcap_out_run(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes)
{
	struct wire_run run = { out, time };

	run_frames(out->mii, octets, len, code, codes, on_frame, &run);
}

int pcap_out_close(struct pcap_out *out)
{
	int err = pcap_dump_flush(out->dumper) || ferror(pcap_dump_file(out->dumper)) ? -(errno ? errno : EIO) : 0;

	pcap_dump_close(out->dumper);
	pcap_close(out->handle);
	free(out);
	return err;
}
