/* SPDX-License-Identifier: Apache-2.0 */
/* The traffic of a link: sources of frames with marks, the marks by which a sink recognises them, hosts that take frames at their pace. */
#include "link_traffic.h"

#include "base/random.h"
#include "part/wire.h"
#include "link_device.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

/* Offsets in a frame. */
enum {
	AT_DA = 0,
	AT_SA = 6,
	AT_TYPE = FRAME_TYPE_OFFSET,
	AT_MAGIC = 14,
	AT_END = 18,
	AT_NUMBER = 20,
	AT_LEN = 28,
	AT_CHECK = 30,
	AT_FILL = 34,
};
enum { TYPE_EXPERIMENTAL = 0x88B5, HOST_ASKED_CLOCKS = 8 };
static const uint8_t magic[4] = { 'P', 'B', 'L', 'K' };

void link_source_init(struct link_source *source, const struct link_description *link, unsigned end, uint64_t start_ps)
{
	*source = (struct link_source){
		.traffic = link->end[end].traffic,
		.end = end,
		.random = random_of(((uint64_t)link->seed << 8) + end),
		.due_ps = (double)start_ps,
		.burst_ps = (double)start_ps,
		.octet_ps = link_pace_of(link, end).octet_ps,
	};
	random_u64(&source->random); /* the first number is not used */
}

uint64_t link_source_due(const struct link_source *source)
{
	return source->traffic.len_max ? (uint64_t)ceil(source->due_ps) : UINT64_MAX;
}

static void put_number(uint8_t *at, uint64_t value, unsigned octets)
{
	for (unsigned i = octets; i--; value >>= 8)
		at[i] = (uint8_t)value;
}

static uint64_t get_number(const uint8_t *at, unsigned octets)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < octets; i++)
		value = value << 8 | at[i];
	return value;
}

static uint32_t check_word(const uint8_t *octets)
{
	return (uint32_t)crc32(0, octets, AT_CHECK);
}

/* Writes DA..payload of a frame of LEN octets DA..FCS. */
static void make_frame(uint8_t *ret, unsigned end, uint64_t number, uint32_t len)
{
	uint64_t word = 0;

	link_address(!end, ret + AT_DA);
	link_address(end, ret + AT_SA);
	put_number(ret + AT_TYPE, TYPE_EXPERIMENTAL, 2);
	memcpy(ret + AT_MAGIC, magic, sizeof(magic));
	put_number(ret + AT_END, (uint64_t)end << 8, 2);
	put_number(ret + AT_NUMBER, number, 8);
	put_number(ret + AT_LEN, len, 2);
	put_number(ret + AT_CHECK, check_word(ret), 4);
	for (uint32_t i = AT_FILL; i < len - LINK_FCS_OCTETS; i++) {
		if (!((i - AT_FILL) % 8))
			word = random_of(number * 8192 + end + (uint64_t)i * 2);
		ret[i] = (uint8_t)(word >> (i - AT_FILL) % 8 * 8);
	}
}

/* Sets the time at which the next frame is due: the frames of a burst come one after the other, the next burst when the load
 * allows it. */
static void advance(struct link_source *source, uint32_t wire_octets)
{
	source->burst_octets += wire_octets;
	if (++source->in_burst < source->traffic.burst) {
		source->due_ps += wire_octets * source->octet_ps;
		return;
	}
	source->burst_ps += (double)source->burst_octets * source->octet_ps / source->traffic.load;
	source->due_ps = source->burst_ps;
	source->in_burst = 0;
	source->burst_octets = 0;
}

uint32_t link_source_frame(struct link_source *source, uint8_t *ret)
{
	const struct link_traffic *traffic = &source->traffic;
	uint32_t len = traffic->len_min + (uint32_t)(random_u64(&source->random) % (traffic->len_max - traffic->len_min + 1));

	make_frame(ret, source->end, source->number++, len);
	advance(source, len + LINK_WIRE_EXTRA);
	return len - LINK_FCS_OCTETS;
}

bool link_mark_read(const uint8_t *octets, uint32_t len, struct link_mark *ret)
{
	if (len < AT_FILL || memcmp(octets + AT_MAGIC, magic, sizeof(magic)) || octets[AT_END] >= LINK_ENDS ||
	    get_number(octets + AT_CHECK, 4) != check_word(octets))
		return false;
	*ret = (struct link_mark){
		.end = octets[AT_END],
		.number = get_number(octets + AT_NUMBER, 8),
		.len = (uint32_t)get_number(octets + AT_LEN, 2),
	};
	return ret->len >= LINK_LEN_MIN && ret->len <= LINK_FRAME_MAX;
}

const char *link_mark_check(const uint8_t *octets, uint32_t len, const struct link_mark *mark)
{
	uint8_t frame[LINK_FRAME_MAX + LINK_FCS_OCTETS];
	uint32_t fcs;

	make_frame(frame, mark->end, mark->number, mark->len);
	fcs = (uint32_t)crc32(0, frame, mark->len - LINK_FCS_OCTETS);
	for (unsigned i = 0; i < LINK_FCS_OCTETS; i++)
		frame[mark->len - LINK_FCS_OCTETS + i] = (uint8_t)(fcs >> 8 * i);
	if (len != mark->len && len != mark->len - LINK_FCS_OCTETS)
		return "another length";
	if (memcmp(octets, frame, mark->len - LINK_FCS_OCTETS))
		return "other octets";
	return memcmp(octets, frame, len) ? "another FCS" : NULL;
}

bool link_host_open(const struct link_host *host, uint64_t time_ps)
{
	uint64_t since;

	if (!host->stop_ps || time_ps < host->phase_ps)
		return true;
	since = time_ps - host->phase_ps;
	return (host->every_ps ? since % host->every_ps : since) >= host->stop_ps;
}

double link_host_slots(const struct link_host *host, uint32_t octet_counts)
{
	return host->rate < 1 ? host->rate / octet_counts : 1;
}

bool link_host_takes(const struct link_host *host, uint64_t time_ps, double clock_ps)
{
	double slot = floor((double)time_ps / (HOST_ASKED_CLOCKS * clock_ps) + 0.5);

	if (!link_host_open(host, time_ps))
		return false;
	/* The host takes an octet in each slot in which the number of slots times the share reaches another whole number. */
	return floor((slot + 1) * host->rate) > floor(slot * host->rate);
}

double link_host_share(const struct link_host *host)
{
	if (!host->stop_ps || !host->every_ps)
		return host->rate;
	return host->rate * (1 - (double)host->stop_ps / (double)host->every_ps);
}
