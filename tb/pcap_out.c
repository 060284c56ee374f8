/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a nanosecond capture, FCS included. */
#include "pcap_out.h"

#include <errno.h>
#include <pcap/pcap.h>
#include <stdlib.h>

enum { SNAPLEN = 65535 };

struct pcap_out {
	pcap_t *handle;
	pcap_dumper_t *dumper;
};

struct pcap_out *pcap_out_open(const char *path)
{
	struct pcap_out *out = calloc(1, sizeof(*out));
	FILE *file;

	if (!out)
		return NULL;
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

void pcap_out_run(struct pcap_out *out, uint64_t cycle, uint32_t clock_hz, const uint8_t *octets, uint32_t len)
{
	struct pcap_pkthdr header = { 0 };
	uint32_t start = 0;

	while (start < len && octets[start] == 0x55)
		start++;
	if (start >= len || octets[start] != 0xD5 || start + 1 == len)
		return;
	start++;
	header.ts.tv_sec = (time_t)(cycle / clock_hz);
	header.ts.tv_usec = (suseconds_t)(cycle % clock_hz * 1000000000u / clock_hz);
	header.len = len - start;
	header.caplen = header.len < SNAPLEN ? header.len : SNAPLEN;
	pcap_dump((u_char *)out->dumper, &header, octets + start);
}

int pcap_out_close(struct pcap_out *out)
{
	int err = pcap_dump_flush(out->dumper) || ferror(pcap_dump_file(out->dumper)) ? -(errno ? errno : EIO) : 0;

	pcap_dump_close(out->dumper);
	pcap_close(out->handle);
	free(out);
	return err;
}
