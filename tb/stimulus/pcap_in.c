/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of a capture file (pcap, pcapng; micro- and nanosecond) as receive items.
 *
 * A frame is injected as it was captured. When an FCS is to be added, a frame shorter than 60 octets (captured on its way out,
 * before the adapter padded it) is padded with zeros to 60 first, as the adapter would. */
#include "pcap_in.h"

#include "stim.h"

#include <errno.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_WITHOUT_FCS = 60, MAX_GAP_DEFAULT = 1000000, TAIL_CYCLES = 200000, RUN_OVERHEAD = 8 };

struct importer {
	struct stimulus *st;
	const struct dut *dut;
	const struct pcap_options *options;
	uint64_t packet;   /* number of the current one, from 1 */
	uint64_t last_ns;  /* the time of the packet before */
	uint64_t last_run; /* the octet times that the packet before takes on the wire */
	char *message;
	size_t size;
};

static uint64_t time_of(const struct pcap_pkthdr *header)
{
	return (uint64_t)header->ts.tv_sec * 1000000000u + (uint64_t)header->ts.tv_usec; /* nanoseconds, as opened */
}

/* Returns the idle octet times before this packet. The time stamps are those of the beginnings of packets. */
static uint32_t gap_of(const struct importer *im, uint64_t ns)
{
	uint64_t limit = im->options->max_gap ? im->options->max_gap : MAX_GAP_DEFAULT, hz = dut_octet_hz(im->dut), distance, gap;

	if (!im->options->keep_gaps || im->packet == 1 || ns <= im->last_ns)
		return STIM_GAP;
	distance = ns - im->last_ns;
	if (distance / 1000000000u > limit)
		return (uint32_t)limit;
	gap = distance / 1000000000u * hz + distance % 1000000000u * hz / 1000000000u;
	gap = gap > im->last_run ? gap - im->last_run : 0;
	if (gap > limit)
		gap = limit;
	return gap < STIM_GAP ? STIM_GAP : (uint32_t)gap;
}

static int refuse(const struct importer *im, const char *text)
{
	snprintf(im->message, im->size, "packet %llu %s", (unsigned long long)im->packet, text);
	return -EINVAL;
}

static int take(struct importer *im, const struct pcap_pkthdr *header, const uint8_t *octets)
{
	bool present = im->options->fcs_present;
	uint32_t len = header->caplen, padded = !present && len < MIN_WITHOUT_FCS ? MIN_WITHOUT_FCS : len;
	struct item item = stim_rx_item();
	char text[120];

	if (header->caplen < header->len) {
		snprintf(text, sizeof(text), "was cut to %u of %u octets; capture whole frames (tcpdump -s 0)", header->caplen,
		         header->len);
		return refuse(im, text);
	}
	if (!len)
		return refuse(im, "is empty; remove it (editcap) or capture again");
	if (padded + STIM_FCS_OCTETS > ITEM_FRAME_OCTETS_MAX)
		return refuse(im, "is longer than any frame; switch receive offload off (ethtool -K IF gro off lro off) and "
		                  "capture again");
	item.u.frame.octets = malloc(padded);
	if (!item.u.frame.octets)
		return -ENOMEM;
	memcpy(item.u.frame.octets, octets, len);
	memset(item.u.frame.octets + len, 0, padded - len);
	item.u.frame.len = padded;
	item.u.frame.fcs = present ? FCS_NONE : FCS_GOOD;
	item.u.frame.gap = gap_of(im, time_of(header));
	im->last_ns = time_of(header);
	im->last_run = RUN_OVERHEAD + padded + (present ? 0 : STIM_FCS_OCTETS);
	return stimulus_append(im->st, &item);
}

static int take_all(struct importer *im, pcap_t *handle)
{
	struct pcap_pkthdr *header;
	const u_char *octets;
	int rc, err = 0;

	if (pcap_datalink(handle) != DLT_EN10MB) {
		const char *name = pcap_datalink_val_to_name(pcap_datalink(handle));
		snprintf(im->message, im->size, "not an Ethernet capture (link type %s); capture on an Ethernet interface",
		         name ? name : "unknown");
		return -EINVAL;
	}
	while (!err && (rc = pcap_next_ex(handle, &header, &octets)) == 1) {
		im->packet++;
		err = take(im, header, octets);
	}
	if (err)
		return err;
	if (rc != PCAP_ERROR_BREAK) {
		snprintf(im->message, im->size, "after packet %llu: %.80s; copy the file again or cut it there (editcap)",
		         (unsigned long long)im->packet, pcap_geterr(handle));
		return -EINVAL;
	}
	if (!im->packet) {
		snprintf(im->message, im->size, "the capture has no packets; capture again");
		return -EINVAL;
	}
	return 0;
}

int pcap_in_append(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                   char *message, size_t size)
{
	struct importer im = { .st = st, .dut = dut, .options = options, .message = message, .size = size };
	char text[PCAP_ERRBUF_SIZE] = "";
	FILE *file = fopen(path, "rb");
	pcap_t *handle;
	int err;

	if (!file) {
		err = errno;
		snprintf(message, size, "%s", strerror(err));
		return -err;
	}
	handle = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, text);
	if (!handle) {
		fclose(file);
		snprintf(message, size, "not a pcap or pcapng capture (%.80s); save it as one with Wireshark or tcpdump", text);
		return -EINVAL;
	}
	err = take_all(&im, handle);
	pcap_close(handle);
	return err;
}

/* After the last frame: a wait until all channels are idle, then a read of every counter. */
static int append_end(struct stimulus *st, const struct dut *dut)
{
	const struct item all_received = { .kind = ITEM_WAIT, .u.wait = { .what = WAIT_RX } };
	const struct item idle = { .kind = ITEM_WAIT, .u.wait = { .what = WAIT_IDLE, .cycles = TAIL_CYCLES } };
	int err = stimulus_append(st, &all_received);

	if (!err)
		err = stimulus_append(st, &idle);

	return err ? err : stim_read_all(st, dut);
}

int stimulus_from_pcap(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                       struct stim_error *ret_error)
{
	int err = stimulus_setup(st, dut);

	memset(ret_error, 0, sizeof(*ret_error));
	st->seed = 1;
	stim_name(st, path);
	if (!err)
		err = pcap_in_append(st, path, dut, options, ret_error->message, sizeof(ret_error->message));
	if (err == -EINVAL)
		snprintf(ret_error->file, sizeof(ret_error->file), "%s", path);
	return err ? err : append_end(st, dut);
}
