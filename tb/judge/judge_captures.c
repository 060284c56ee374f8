/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of the two wires, counters and register accesses, merged in the order of time. */
#include "judge_captures.h"

#include "access_lines.h"
#include "judge_parts.h"

#include "base/capture.h"
#include "base/lanes.h"
#include "base/refuse.h"
#include "base/words.h"
#include "part/frame.h"
#include "stimulus/cover.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MIN_WITHOUT_FCS = 60 };
#define APART_PS (UINT64_C(10) * 1000000000000) /* captures of one clock are not so far apart */
#define SETTLED_PS UINT64_C(1000000000)         /* after the last frame every counter shows it */
/* Times are counted from so much before 1970 on, so that the first octet of any frame, whatever passed at its stamp, has one. */
#define BEFORE_PS ((capture_time)1000000000000)

/* One wire. */
struct source {
	enum pm_judge_wire wire;
	const char *path, *interface;
	struct capture *file;
	bool by_direction, ready; /* .packet is the next one, and starts at .start */
	struct capture_packet packet;
	capture_time start, first, last;
	uint64_t packets;     /* of the file, also those of other wires */
	uint64_t frames, own; /* with the station's address as their source */
	uint64_t dropped;     /* packets, all in all; those after the last frame of the wire are .dropped_since */
	uint64_t dropped_since;
	int fcs;                   /* octets of FCS at the end of .packet */
	bool fcs_looked, fcs_fits; /* of --fcs: a whole frame was looked at; one ends as it says */
};

struct feed {
	const struct judge_captures *captures;
	struct judge_read *read;
	struct pm_judge *judge;
	struct source source[JUDGE_WIRES];
	struct access_lines *accesses; /* or NULL */
	capture_time base;
	char *message;
	size_t size;
};

static int refuse_captures(struct feed *feed, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int refuse_captures(struct feed *feed, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	refuse_at(feed->message, feed->size, 0, -1, format, args);
	va_end(args);
	return -1;
}

static int refuse_judge(struct feed *feed, const struct source *source)
{
	return refuse_captures(feed, "%s: packet %llu: %s", source->path, (unsigned long long)source->packet.number,
	                       pm_judge_message(feed->judge));
}

/* ---- packets ---- */

static bool belongs(const struct source *source)
{
	const struct capture_packet *packet = &source->packet;

	if (source->interface)
		return capture_is_interface(source->file, packet->interface, source->interface);
	return !source->by_direction || packet->direction == (source->wire == PM_JUDGE_RECEIVED ? CAPTURE_IN : CAPTURE_OUT);
}

/* The wire of the packet is to be known by its direction, and the file does not say it. */
static bool lacks_direction(const struct source *source)
{
	return source->by_direction && source->packet.direction == CAPTURE_ANY;
}

/* Decides whether the packet ends with an FCS. */
static int find_fcs(struct feed *feed, struct source *source)
{
	static const enum capture_fcs said[] = { [PM_JUDGE_FCS_AS_STATED] = CAPTURE_FCS_AS_STATED,
		                                 [PM_JUDGE_FCS_PRESENT] = CAPTURE_FCS_PRESENT,
		                                 [PM_JUDGE_FCS_ABSENT] = CAPTURE_FCS_ABSENT };

	source->fcs = capture_fcs(&source->packet, said[feed->captures->fcs]);
	switch (source->fcs) {
	case CAPTURE_FCS_DENIED:
		return refuse_captures(feed, "%s: the file says that its frames end %s their FCS; leave out --fcs %s",
		                       source->path, source->packet.fcs ? "with" : "without",
		                       source->packet.fcs ? "absent" : "present");
	case CAPTURE_FCS_UNKNOWN:
		return refuse_captures(
		    feed,
		    "%s: the capture does not say whether its frames end with their FCS; state --fcs absent (what a network "
		    "card gives) or --fcs present (what a tap or a simulator gives)",
		    source->path);
	case CAPTURE_FCS_FOREIGN:
		return refuse_captures(feed,
		                       "%s: frames with an FCS of %d octets, and not 4; state --fcs absent or --fcs present",
		                       source->path, source->packet.fcs);
	default:
		return 0;
	}
}

/* Looks whether --fcs can be true, in frames up to the first that ends as it says. */
static void look_at_fcs(const struct feed *feed, struct source *source)
{
	const struct capture_packet *packet = &source->packet;

	if (feed->captures->fcs == PM_JUDGE_FCS_AS_STATED || source->fcs_fits || packet->captured < packet->whole ||
	    packet->whole <= FRAME_FCS_OCTETS || packet->code_error)
		return;
	source->fcs_fits = capture_has_right_fcs(packet) == (feed->captures->fcs == PM_JUDGE_FCS_PRESENT);
	source->fcs_looked = true;
}

/* How many octets the frame has, and is without its FCS padded as the MAC will have. */
static uint32_t whole_of(const struct capture_packet *packet, int fcs)
{
	return !fcs && packet->whole < MIN_WITHOUT_FCS ? MIN_WITHOUT_FCS : packet->whole;
}

/* The time of the first octet of the preamble. */
static int place(struct feed *feed, struct source *source)
{
	const struct judge_captures *captures = feed->captures;
	uint64_t clocks = dut_octet_clocks(&feed->judge->dut, feed->judge->mbps), octets = 0;
	capture_time before;

	if (find_fcs(feed, source))
		return -1;
	if (source->packet.bits_per_second && source->packet.bits_per_second != feed->judge->mbps * UINT64_C(1000000))
		return refuse_captures(
		    feed,
		    "%s: the interface of packet %llu has %.6g Mb/s, and the wires of %s have %u; give the profile of "
		    "the port (or --set speed=N)",
		    source->path, (unsigned long long)source->packet.number, (double)source->packet.bits_per_second / 1e6,
		    feed->judge->dut.name, feed->judge->mbps);
	if (captures->stamp != PM_JUDGE_STAMP_PREAMBLE)
		octets = FRAME_HEAD_OCTETS;
	if (captures->stamp == PM_JUDGE_STAMP_END)
		octets += whole_of(&source->packet, source->fcs) + (source->fcs ? 0 : FRAME_FCS_OCTETS);
	before = (capture_time)octets * clocks * 1000000000000u / feed->judge->hz;
	source->start = BEFORE_PS + source->packet.time - before;
	/* Both times may be wrong; it comes behind the frame ahead of it. */
	if (source->frames && source->start < source->last &&
	    source->last - source->start <= 2 * (capture_time)feed->read->time_error_ps)
		source->start = source->last;
	if (source->frames && source->start < source->last)
		return refuse_captures(feed, "%s: packet %llu is before the packet ahead of it; sort the capture (reordercap)",
		                       source->path, (unsigned long long)source->packet.number);
	return 0;
}

/* Reads the next packet of the wire. */
static int advance(struct feed *feed, struct source *source)
{
	char message[CAPTURE_MESSAGE];
	uint64_t dropped = 0;
	int rc;

	source->ready = false;
	do {
		rc = capture_next(source->file, &source->packet, message);
		dropped += rc == 1 ? source->packet.dropped : 0;
		source->packets += rc == 1;
	} while (rc == 1 && !belongs(source) && !lacks_direction(source));
	if (rc < 0)
		return refuse_captures(feed, "%s: %s", source->path, message);
	source->dropped += dropped;
	source->dropped_since = dropped;
	if (!rc)
		return 0;
	if (!source->packet.resolution_ps)
		return refuse_captures(feed, "%s: packet %llu has no time (simple packet block); capture with times",
		                       source->path, (unsigned long long)source->packet.number);
	if (lacks_direction(source))
		return refuse_captures(
		    feed,
		    "%s: packet %llu has no direction; name the interfaces of both directions by --rx-interface and "
		    "--tx-interface, or give two captures",
		    source->path, (unsigned long long)source->packet.number);
	source->packet.dropped = dropped;
	source->ready = true;
	return place(feed, source);
}

/* The time of TIME for the judge, which knows 213 days; UINT64_MAX: it is later. */
static uint64_t since(const struct feed *feed, capture_time time)
{
	return time - feed->base > JUDGE_TIME_MAX ? UINT64_MAX : (uint64_t)(time - feed->base);
}

static int refuse_late(struct feed *feed, const char *path, const char *what, uint64_t number)
{
	return refuse_captures(
	    feed,
	    "%s: %s %llu is more than 213 days after the first event; cut the captures (editcap -A, -B). Captures of two clocks "
	    "cannot be judged together: capture with one clock, or shift one of them (editcap -t)",
	    path, what, (unsigned long long)number);
}

static bool is_own(const struct feed *feed, const struct capture_packet *packet)
{
	uint64_t address = 0;

	for (unsigned i = FRAME_ADDRESS_OCTETS; i < 2 * FRAME_ADDRESS_OCTETS && packet->captured > i; i++)
		address = address << 8 | packet->octets[i];
	return address && address == feed->judge->controls[PM_CONTROL_station];
}

static int pass_frame(struct feed *feed, struct source *source)
{
	const struct capture_packet *packet = &source->packet;
	uint64_t at = since(feed, source->start);
	uint32_t whole = whole_of(packet, source->fcs);
	int err = 0;

	if (at == UINT64_MAX)
		return refuse_late(feed, source->path, "packet", packet->number);
	look_at_fcs(feed, source);
	if (packet->dropped)
		err = pm_judge_lost(feed->judge, source->wire, at);
	if (!err)
		err = pm_judge_cut_frame(feed->judge, source->wire, at, packet->octets, packet->captured, whole,
		                         (source->fcs ? 0u : PM_JUDGE_NO_FCS) | (packet->code_error ? PM_JUDGE_CODE_ERROR : 0u));
	if (err)
		return refuse_judge(feed, source);
	if (!source->frames)
		source->first = source->start;
	source->last = source->start;
	source->frames++;
	source->own += is_own(feed, packet);
	feed->read->frames[source->wire]++;
	feed->read->cut += packet->captured < packet->whole;
	feed->read->errors += packet->code_error;
	return advance(feed, source);
}

/* ---- both wires ---- */

/* The time of the next access. */
static capture_time access_time(const struct feed *feed)
{
	return BEFORE_PS + access_lines_time(feed->accesses);
}

static int pass_access(struct feed *feed)
{
	uint64_t at = since(feed, access_time(feed));

	if (at == UINT64_MAX)
		return refuse_late(feed, feed->captures->registers, "line", access_lines_line(feed->accesses));
	return access_lines_pass(feed->accesses, feed->judge, at, feed->message, feed->size);
}

static int merge(struct feed *feed)
{
	struct source *received = &feed->source[PM_JUDGE_RECEIVED], *sent = &feed->source[PM_JUDGE_SENT];
	int rc = 0;

	while (!rc) {
		struct source *next = received->ready ? received : sent;
		if (sent->ready && sent->start < next->start)
			next = sent;
		if (access_lines_ready(feed->accesses) && (!next->ready || access_time(feed) <= next->start))
			rc = pass_access(feed);
		else if (next->ready)
			rc = pass_frame(feed, next);
		else
			break;
	}
	return rc;
}

static bool same_file(const char *path, const char *other)
{
	struct stat a, b;

	return !strcmp(path, other) || (!stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

/* An interface that is named is one of the file. */
static int check_interface(struct feed *feed, const struct source *source, const char *option)
{
	for (uint32_t i = 0; source->interface && i < capture_interfaces(source->file); i++)
		if (capture_is_interface(source->file, i, source->interface))
			return 0;
	return !source->interface ? 0
	                          : refuse_captures(feed, "%s has no interface '%s' (%s)", source->path, source->interface,
	                                            option);
}

/* One interface cannot be both wires. */
static int check_interfaces(struct feed *feed, const struct source *received, const struct source *sent)
{
	for (uint32_t i = 0; received->interface && sent->interface && i < capture_interfaces(received->file); i++)
		if (same_file(received->path, sent->path) && capture_is_interface(received->file, i, received->interface) &&
		    capture_is_interface(sent->file, i, sent->interface))
			return refuse_captures(feed, "%s: --rx-interface %s and --tx-interface %s are one interface",
			                       received->path, received->interface, sent->interface);
	return 0;
}

/* Whether --fcs can be true. Each frame of a wire would end with a right FCS by accident alone; a MAC that spoils each frame receives some with a right one. */
static int check_fcs(struct feed *feed, const struct source *received, const struct source *sent)
{
	bool present = feed->captures->fcs == PM_JUDGE_FCS_PRESENT;

	if (present && (received->fcs_looked || sent->fcs_looked) && !received->fcs_fits && !sent->fcs_fits)
		return refuse_captures(feed, "%s and %s: no frame ends with a right FCS; --fcs present is wrong", received->path,
		                       sent->path);
	for (const struct source *source = feed->source; !present && source < feed->source + JUDGE_WIRES; source++)
		if (source->fcs_looked && !source->fcs_fits)
			return refuse_captures(feed, "%s: each frame ends with a right FCS; --fcs absent is wrong", source->path);
	return 0;
}

/* Without a frame nothing is decided. */
static int check_frames(struct feed *feed, const struct source *received, const struct source *sent)
{
	if (received->frames || sent->frames)
		return 0;
	if (!same_file(received->path, sent->path))
		return refuse_captures(feed, "%s and %s have no frames; nothing is decided", received->path, sent->path);
	return refuse_captures(
	    feed, "%s: no frames of either direction; --rx-interface and --tx-interface name those of one file", received->path);
}

/* A station receives few frames with its own address as their source, and sends some. */
static int check_station(struct feed *feed, const struct source *received, const struct source *sent)
{
	if (2 * received->own <= received->frames || sent->own || !sent->frames)
		return 0;
	return refuse_captures(
	    feed,
	    "%s: most received frames have the station's address as their source, and no sent frame has it; the "
	    "captures are swapped, or the address is not the station's",
	    received->path);
}

/* Captures of one clock overlap, or nearly so. */
static int check_clocks(struct feed *feed, const struct source *received, const struct source *sent)
{
	const struct source *before = received->last < sent->first ? received : sent, *after = before == sent ? received : sent;

	if (!received->frames || !sent->frames || after->first <= before->last || after->first - before->last <= APART_PS)
		return 0;
	return refuse_captures(
	    feed,
	    "%s ends %llu s before %s begins; captures of two clocks cannot be judged together: capture with one "
	    "clock, or shift one of them (editcap -t)",
	    before->path, (unsigned long long)((after->first - before->last) / 1000000000000u), after->path);
}

/* What is wrong with the captures as a whole. */
static int check(struct feed *feed)
{
	const struct source *received = &feed->source[PM_JUDGE_RECEIVED], *sent = &feed->source[PM_JUDGE_SENT];

	if (check_interface(feed, received, "--rx-interface") || check_interface(feed, sent, "--tx-interface") ||
	    check_interfaces(feed, received, sent) || check_frames(feed, received, sent) || check_fcs(feed, received, sent) ||
	    check_station(feed, received, sent) || check_clocks(feed, received, sent))
		return -1;
	return 0;
}

/* What no frame on a wire says: packets of other wires, and how many were dropped. Of one file both wires see the same ones. */
static int count_packets(struct feed *feed)
{
	const struct source *received = &feed->source[PM_JUDGE_RECEIVED], *sent = &feed->source[PM_JUDGE_SENT];
	bool same = same_file(received->path, sent->path);

	feed->read->dropped = received->dropped;
	feed->read->others = received->packets - received->frames;
	if (same) {
		feed->read->others -= sent->frames < feed->read->others ? sent->frames : feed->read->others;
	} else {
		feed->read->dropped += sent->dropped;
		feed->read->others += sent->packets - sent->frames;
	}
	for (const struct source *source = feed->source; source < feed->source + JUDGE_WIRES; source++)
		if (source->dropped_since && pm_judge_lost(feed->judge, source->wire, feed->judge->time))
			return refuse_captures(feed, "%s: %s", source->path, pm_judge_message(feed->judge));
	return 0;
}

/* ---- the begin and the end ---- */

static int open_source(struct feed *feed, enum pm_judge_wire wire)
{
	const struct judge_captures *captures = feed->captures;
	struct source *source = &feed->source[wire];
	char message[CAPTURE_MESSAGE];

	source->wire = wire;
	source->path = wire == PM_JUDGE_RECEIVED ? captures->received : captures->sent;
	source->interface = wire == PM_JUDGE_RECEIVED ? captures->received_interface : captures->sent_interface;
	source->by_direction = !source->interface && same_file(captures->received, captures->sent);
	source->file = capture_open(source->path, message, NULL);
	if (!source->file)
		return refuse_captures(feed, "%s: %s", source->path, message);
	if (capture_lost(source->file))
		return refuse_captures(
		    feed, "%s: its statistics say that %llu packets were dropped, and not when; capture again without loss",
		    source->path, (unsigned long long)capture_lost(source->file));
	return 0;
}

/* "quanta=0xffff", "station=00:11:22:33:44:55" */
static int set_control(struct feed *feed, const char *text)
{
	const char *equals = strchr(text, '=');
	char name[64];
	uint64_t value = 0;
	unsigned octet[FRAME_ADDRESS_OCTETS];
	char rest;

	if (!equals || equals == text || equals - text >= (long)sizeof(name))
		return refuse_captures(feed, "--set %s: expected NAME=VALUE, such as quanta=0xffff", text);
	snprintf(name, sizeof(name), "%.*s", (int)(equals - text), text);
	if (sscanf(equals + 1, "%2x:%2x:%2x:%2x:%2x:%2x%c", &octet[0], &octet[1], &octet[2], &octet[3], &octet[4], &octet[5],
	           &rest) == FRAME_ADDRESS_OCTETS) {
		for (unsigned i = 0; i < FRAME_ADDRESS_OCTETS; i++)
			value = value << 8 | octet[i];
	} else {
		if (!words_number(equals + 1, &value))
			return refuse_captures(feed, "--set %s: '%s' is no number", text, equals + 1);
	}
	return pm_judge_control(feed->judge, 0, name, value)
	         ? refuse_captures(feed, "--set %s: %s", text, pm_judge_message(feed->judge))
	         : 0;
}

/* The time error that was stated, or else the resolution of the times, if that is coarser than an octet at 1 Gb/s. */
static int read_resolution(struct feed *feed, uint64_t *ret)
{
	enum { EXACT_PS = 1000 };
	uint64_t coarsest = 0;

	for (unsigned i = 0; i < JUDGE_WIRES; i++) {
		struct source *source = &feed->source[i];
		char message[CAPTURE_MESSAGE];
		int rc;
		while ((rc = capture_next(source->file, &source->packet, message)) == 1 && !belongs(source))
			;
		if (rc < 0)
			return refuse_captures(feed, "%s: %s", source->path, message);
		if (rc && source->packet.resolution_ps > coarsest)
			coarsest = source->packet.resolution_ps;
		capture_close(source->file);
		if (open_source(feed, (enum pm_judge_wire)i))
			return -1;
	}
	*ret = feed->captures->time_error_ps;
	if (coarsest > EXACT_PS && coarsest > *ret)
		*ret = coarsest;
	return 0;
}

static int begin(struct feed *feed)
{
	struct pm_judge_options options = { .profile = feed->captures->profile,
		                            .profile_text = feed->captures->profile_text,
		                            .story = feed->captures->story,
		                            .client_control = feed->captures->client_control,
		                            .client_always = feed->captures->client_always,
		                            .damaged_seen = feed->captures->damaged };
	int rc = 0;

	for (unsigned i = 0; i < JUDGE_WIRES && !rc; i++)
		rc = open_source(feed, (enum pm_judge_wire)i);
	if (!rc)
		rc = read_resolution(feed, &options.time_error_ps);
	feed->read->time_error_ps = options.time_error_ps;
	if (!rc && pm_judge_new(&feed->judge, &options, feed->message, feed->size))
		rc = -1;
	if (!rc && scoreboard_cover(feed->judge->sb))
		rc = refuse_captures(feed, "%s", strerror(ENOMEM));
	for (size_t i = 0; i < feed->captures->sets && !rc; i++)
		rc = set_control(feed, feed->captures->set[i]);
	return rc;
}

/* Returns by how much the base has to come earlier for the first sent frame to begin in lane 0 of a word of two columns, where each one does by the profile. */
static capture_time to_lane_0(const struct feed *feed, const struct source *sent)
{
	const struct dut *dut = &feed->judge->dut;
	const capture_time column = (capture_time)XGMII_COLUMN_OCTETS * 1000000000000u / feed->judge->hz;

	if (dut->phy != PHY_XGMII || dut_ieee8023(dut)->start_unit <= XGMII_COLUMN_OCTETS || !sent->ready)
		return 0;
	return (sent->start - feed->base + column / 2) / column % 2 * column;
}

/* The base of all times is that of the first event. */
static void find_base(struct feed *feed)
{
	const struct source *received = &feed->source[PM_JUDGE_RECEIVED], *sent = &feed->source[PM_JUDGE_SENT];

	feed->base = received->ready ? received->start : sent->start;
	if (sent->ready && sent->start < feed->base)
		feed->base = sent->start;
	if (access_lines_ready(feed->accesses) && access_time(feed) < feed->base)
		feed->base = access_time(feed);
	feed->base -= to_lane_0(feed, sent);
}

static int counters(struct feed *feed, const char *path, uint64_t time)
{
	return path ? access_counters(path, feed->judge, time, feed->message, feed->size) : 0;
}

static void note_pauses(struct feed *feed)
{
	const struct cover_counts *counts = scoreboard_cover_counts(feed->judge->sb);

	feed->read->pauses = counts->pauses;
	feed->read->pfcs = counts->pfcs;
	feed->read->tested = counts->tested;
}

/* Reads the first access and the first packet of each wire, and counts time from the earliest of them. */
static int read_first_events(struct feed *feed)
{
	const char *registers = feed->captures->registers;

	if (registers && access_lines_open(registers, &feed->accesses, feed->message, feed->size))
		return -1;
	for (unsigned i = 0; i < JUDGE_WIRES; i++)
		if (advance(feed, &feed->source[i]))
			return -1;
	find_base(feed);
	feed->judge->begins_at_0 = true;
	return 0;
}

static int pass_events(struct feed *feed)
{
	if (counters(feed, feed->captures->before, 0) || merge(feed) || check(feed) || count_packets(feed))
		return -1;
	/* what the client has after the last packet is not known */
	return judge_take(feed->judge, &(struct judge_item){ .kind = JUDGE_RESTS, .time = feed->judge->time });
}

/* Passes the readings of counters after the last event, and finishes the judge, which must have decided something. */
static int finish(struct feed *feed)
{
	const struct judge_captures *captures = feed->captures;
	uint64_t end = feed->judge->time + SETTLED_PS;

	feed->read->duration_ps = feed->judge->time;
	if (counters(feed, captures->after, end))
		return -1;
	if (pm_judge_finish(feed->judge, end))
		return refuse_captures(feed, "%s: %s", captures->received, pm_judge_message(feed->judge));
	note_pauses(feed);
	if (!pm_judge_checks(feed->judge))
		return refuse_captures(feed, "%s has no frames, and no counter that can be decided was read; nothing is decided",
		                       captures->sent);
	return 0;
}

static int run(struct feed *feed, void (*began)(void *context, struct pm_judge *judge), void *context)
{
	int rc = begin(feed);

	if (!rc && began)
		began(context, feed->judge);
	if (!rc)
		rc = read_first_events(feed);
	if (!rc)
		rc = pass_events(feed);
	return rc ? rc : finish(feed);
}

bool judge_is_decided(const struct pm_judge *judge, const struct judge_read *read)
{
	return read->tested || !judge_obeys(judge);
}

int judge_captures(const struct judge_captures *captures, void (*began)(void *context, struct pm_judge *judge), void *context,
                   struct pm_judge **ret, struct judge_read *ret_read, char *message, size_t size)
{
	struct feed feed = { .captures = captures, .read = ret_read, .message = message, .size = size };
	int rc;

	*ret_read = (struct judge_read){ 0 };
	rc = run(&feed, began, context);
	for (unsigned i = 0; i < JUDGE_WIRES; i++)
		capture_close(feed.source[i].file);
	access_lines_close(feed.accesses);
	if (rc) {
		pm_judge_free(feed.judge);
		feed.judge = NULL;
	}
	*ret = feed.judge;
	return rc;
}

int pm_judge_captures(struct pm_judge **ret, const struct pm_judge_options *options, const char *received, const char *sent,
                      const char *const *controls, char *message, size_t size)
{
	struct judge_captures captures;
	struct judge_read read;

	if (!message)
		size = 0;
	if (!ret || !options || !received) {
		snprintf(message, size, "there are no options, no capture, or there is no place for the judge");
		return PM_JUDGE_USAGE;
	}
	if (options->client_seen || options->requests_seen) {
		snprintf(message, size, "there are no client and no requests in captures");
		return PM_JUDGE_USAGE;
	}
	if ((unsigned)options->fcs > PM_JUDGE_FCS_ABSENT || (unsigned)options->stamp > PM_JUDGE_STAMP_END) {
		snprintf(message, size, "there is no fcs %d or no stamp %d", (int)options->fcs, (int)options->stamp);
		return PM_JUDGE_USAGE;
	}
	captures = (struct judge_captures){ .profile = options->profile,
		                            .profile_text = options->profile_text,
		                            .story = options->story,
		                            .received = received,
		                            .sent = sent ? sent : received,
		                            .time_error_ps = options->time_error_ps,
		                            .damaged = options->damaged_seen,
		                            .fcs = options->fcs,
		                            .stamp = options->stamp,
		                            .client_control = options->client_control,
		                            .client_always = options->client_always };
	*ret = NULL;
	for (size_t i = 0; controls && controls[i]; i++) {
		if (captures.sets == JUDGE_SETS_MAX) {
			snprintf(message, size, "more than %d controls", JUDGE_SETS_MAX);
			return PM_JUDGE_USAGE;
		}
		captures.set[captures.sets++] = controls[i];
	}
	return judge_captures(&captures, NULL, NULL, ret, &read, message, size) ? PM_JUDGE_EVENTS : PM_JUDGE_OK;
}
