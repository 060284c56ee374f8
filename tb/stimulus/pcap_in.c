/* SPDX-License-Identifier: Apache-2.0 */
/* Makes receive items of the frames of a capture file.
 *
 * A frame that ends with its FCS is injected as it was captured; to any other frame a good FCS is added. Such a frame was
 * captured on its way out, before the adapter padded it; so if it is shorter than 60 octets, it is first padded with zeros to 60,
 * as the adapter would do. */
#include "pcap_in.h"

#include "stim.h"

#include "base/capture.h"
#include "base/refuse.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_WITHOUT_FCS = 60, MAX_GAP_DEFAULT = 1000000, TAIL_CYCLES = 200000, RUN_OVERHEAD = 8 };
#define PS_PER_SECOND UINT64_C(1000000000000)

struct importer {
	struct stimulus *st;
	const struct dut *dut;
	const struct pcap_options *options;
	const char *path;
	uint64_t packets;
	/* How many packets get an FCS although the file does not say that they lack one, and how many of these have a right one. */
	uint64_t unstated, doubled;
	capture_time last; /* the time of the packet before */
	uint64_t last_run; /* the octet times that the packet before takes on the wire */
	char *message;
	size_t size;
};

/* Returns the idle octet times before this packet. A time stamp is the time at which its packet begins. */
static uint32_t gap_of(const struct importer *im, capture_time time)
{
	uint64_t limit = im->options->max_gap ? im->options->max_gap : MAX_GAP_DEFAULT, hz = dut_octet_hz(im->dut);
	capture_time gap;

	if (!im->options->keep_gaps || im->packets == 1 || time <= im->last)
		return STIM_GAP;
	gap = time - im->last;
	if (gap / PS_PER_SECOND > limit)
		return (uint32_t)limit;
	gap = gap * hz / PS_PER_SECOND;
	gap = gap > im->last_run ? gap - im->last_run : 0;
	if (gap > limit)
		gap = limit;
	return gap < STIM_GAP ? STIM_GAP : (uint32_t)gap;
}

static int refuse_packet(const struct importer *im, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int refuse_packet(const struct importer *im, const char *format, ...)
{
	int place = snprintf(im->message, im->size, "packet %" PRIu64 " ", im->packets);
	va_list args;

	va_start(args, format);
	refuse_at(im->message, im->size, place, -EINVAL, format, args);
	va_end(args);
	return -EINVAL;
}

/* Decides whether PACKET ends with its FCS. */
static int find_fcs(struct importer *im, const struct capture_packet *packet, bool *ret_present)
{
	int fcs = capture_fcs(packet, im->options->fcs);

	*ret_present = fcs == STIM_FCS_OCTETS;
	switch (fcs) {
	case CAPTURE_FCS_DENIED:
		return packet->fcs
		         ? refuse_packet(im, "ends with its FCS, the file says; leave out --pcap-fcs=add (in a stimulus fcs=add)")
		         : refuse_packet(im, "ends without its FCS, the file says; leave out --pcap-fcs (in a stimulus "
		                             "fcs=present)");
	case CAPTURE_FCS_FOREIGN:
		return refuse_packet(
		    im,
		    "has an FCS of %d octets, the file says, and not of 4; state --pcap-fcs=present or =add (in a "
		    "stimulus fcs=)",
		    packet->fcs);
	case CAPTURE_FCS_UNKNOWN:
		im->unstated++;
		im->doubled += capture_has_right_fcs(packet);
		return 0;
	default:
		return 0;
	}
}

static int take(struct importer *im, const struct capture_packet *packet)
{
	uint32_t len = packet->captured, padded;
	struct item item = stim_rx_item();
	bool present;
	int err;

	if (packet->captured < packet->whole)
		return refuse_packet(im, "was cut to %u of %u octets; capture whole frames (tcpdump -s 0)", packet->captured,
		                     packet->whole);
	err = find_fcs(im, packet, &present);
	if (err)
		return err;
	padded = !present && len < MIN_WITHOUT_FCS ? MIN_WITHOUT_FCS : len;
	if (padded + STIM_FCS_OCTETS > ITEM_FRAME_OCTETS_MAX)
		return refuse_packet(im,
		                     "is longer than any frame; switch receive offload off (ethtool -K IF gro off lro off) and "
		                     "capture again");
	item.u.frame.octets = malloc(padded);
	if (!item.u.frame.octets)
		return -ENOMEM;
	memcpy(item.u.frame.octets, packet->octets, len);
	memset(item.u.frame.octets + len, 0, padded - len);
	item.u.frame.len = padded;
	item.u.frame.fcs = present ? FCS_NONE : FCS_GOOD;
	item.u.frame.gap = gap_of(im, packet->time);
	im->last = packet->time;
	im->last_run = RUN_OVERHEAD + padded + (present ? 0 : STIM_FCS_OCTETS);
	return stimulus_append(im->st, &item);
}

static int take_all(struct importer *im, struct capture *capture)
{
	struct capture_packet packet;
	char message[CAPTURE_MESSAGE];
	int rc, err = 0;

	while (!err && (rc = capture_next(capture, &packet, message)) == 1) {
		im->packets++;
		err = take(im, &packet);
	}
	if (err)
		return err;
	if (rc < 0)
		snprintf(im->message, im->size, "%s", message);
	else if (!im->packets)
		snprintf(im->message, im->size, "the capture has no packets; capture again");
	return rc < 0 || !im->packets ? -EINVAL : 0;
}

/* Warns that frames seem to end with an FCS although another one is added: the last octets of a frame without its FCS are a right
 * FCS only once in 2^32. */
static void warn(struct importer *im)
{
	if (2 * im->doubled > im->unstated)
		snprintf(
		    im->st->warning, sizeof(im->st->warning),
		    "%.200s: %" PRIu64 " of %" PRIu64 " frames end with a right FCS and get a second one, since the file does "
		    "not say that they have one; say it by --pcap-fcs (in a stimulus fcs=present), or --pcap-fcs=add (fcs=add)",
		    im->path, im->doubled, im->packets);
}

int pcap_in_append(struct stimulus *st, const char *path, const struct dut *dut, const struct pcap_options *options,
                   char *message, size_t size)
{
	struct importer im = { .st = st, .dut = dut, .options = options, .path = path, .message = message, .size = size };
	char text[CAPTURE_MESSAGE];
	int err;
	struct capture *capture = capture_open(path, text, &err);

	if (!capture) {
		snprintf(message, size, "%s", text);
		return err;
	}
	err = take_all(&im, capture);
	capture_close(capture);
	if (!err)
		warn(&im);
	return err;
}

/* Appends what follows the last frame: a wait until all channels are idle, then a read of every counter. */
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
