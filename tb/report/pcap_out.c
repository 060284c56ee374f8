/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the frames seen on a wire as a capture in the pcapng format (IETF draft-ietf-opsawg-pcapng), FCS included, times in nanoseconds. */
#include "pcap_out.h"

#include "base/run_frames.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPLEN = 65535, NS_PER_S = 1000000000 };
enum { BLOCK_SECTION = 0x0A0D0D0A, BLOCK_INTERFACE = 1, BLOCK_PACKET = 6, BYTE_ORDER_MAGIC = 0x1A2B3C4D, LINK_ETHERNET = 1 };
enum {
	OPTION_END = 0,
	OPTION_COMMENT = 1,
	OPTION_FLAGS = 2,
	OPTION_PROGRAM = 4,
	OPTION_TIME_RESOLUTION = 9,
	OPTION_FCS_OCTETS = 13
};
enum { COMMENT_MAX = 60000 };

/* A frame that is in the file already. */
struct written {
	uint64_t start, end; /* octet times; the end is the first one after its run */
	long at;             /* offset of its block in the file */
	char *comment;       /* owned, or NULL */
	bool error;
};

struct pcap_out {
	FILE *file;
	char *path;
	int error;          /* the first negative errno */
	uint64_t octet_hz;  /* octet times in a second, since .since */
	uint64_t since, ns; /* the newest change of speed: its time, and its nanoseconds from the start of the run */
	bool mii, commented;
	struct written *frames;
	size_t count, room;
};

/* ---- blocks ---- */

static void put(FILE *out, const void *data, size_t size)
{
	static const char zeros[4];

	fwrite(data, 1, size, out);
	fwrite(zeros, 1, -size & 3, out);
}

static void put_word(FILE *out, uint32_t word)
{
	put(out, &word, sizeof(word));
}

static void put_option(FILE *out, unsigned code, const void *data, size_t size)
{
	put_word(out, code | (uint32_t)size << 16);
	put(out, data, size);
}

static size_t padded(size_t size)
{
	return (size + 3) & ~(size_t)3;
}

static void put_head(FILE *out)
{
	static const char program[] = "pausebench";
	static const uint8_t nanoseconds = 9, fcs = 4;
	const uint32_t section = (uint32_t)(28 + 4 + padded(sizeof(program) - 1) + 4), interface = 20 + 8 + 8 + 4;

	put_word(out, BLOCK_SECTION);
	put_word(out, section);
	put_word(out, BYTE_ORDER_MAGIC);
	put_word(out, 1); /* version 1.0 */
	put_word(out, UINT32_MAX);
	put_word(out, UINT32_MAX); /* the length of the section is not known */
	put_option(out, OPTION_PROGRAM, program, sizeof(program) - 1);
	put_word(out, OPTION_END);
	put_word(out, section);
	put_word(out, BLOCK_INTERFACE);
	put_word(out, interface);
	put_word(out, LINK_ETHERNET);
	put_word(out, SNAPLEN);
	put_option(out, OPTION_TIME_RESOLUTION, &nanoseconds, 1);
	put_option(out, OPTION_FCS_OCTETS, &fcs, 1);
	put_word(out, OPTION_END);
	put_word(out, interface);
}

/* Writes the block of a packet. FRAME has its comment, and whether the PHY reported an error in it. */
static void put_packet(FILE *out, uint64_t ns, const uint8_t *octets, uint32_t captured, uint32_t len,
                       const struct written *frame)
{
	const uint32_t symbol_error = 0x80000000;
	const char *comment = frame->comment;
	size_t text = comment ? strlen(comment) : 0;
	uint32_t options = (uint32_t)((comment ? 4 + padded(text) : 0) + (frame->error ? 4 + sizeof(symbol_error) : 0));
	uint32_t size = (uint32_t)(32 + padded(captured) + options + (options ? 4 : 0));

	put_word(out, BLOCK_PACKET);
	put_word(out, size);
	put_word(out, 0); /* the interface */
	put_word(out, (uint32_t)(ns >> 32));
	put_word(out, (uint32_t)ns);
	put_word(out, captured);
	put_word(out, len);
	put(out, octets, captured);
	if (comment)
		put_option(out, OPTION_COMMENT, comment, text);
	if (frame->error)
		put_option(out, OPTION_FLAGS, &symbol_error, sizeof(symbol_error));
	if (options)
		put_word(out, OPTION_END);
	put_word(out, size);
}

/* ---- a capture ---- */

static void release(struct pcap_out *out)
{
	for (size_t i = 0; i < out->count; i++)
		free(out->frames[i].comment);
	free(out->frames);
	free(out->path);
	free(out);
}

struct pcap_out *pcap_out_open(const char *path, uint64_t octet_hz)
{
	struct pcap_out *out = calloc(1, sizeof(*out));
	int error = ENOMEM;

	if (!out)
		return NULL;
	out->octet_hz = octet_hz;
	out->path = strdup(path);
	if (out->path) {
		out->file = fopen(path, "w+b");
		error = errno;
	}
	if (!out->file) {
		release(out);
		errno = error;
		return NULL;
	}
	put_head(out->file);
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

/* Returns a place for the next frame, or NULL. */
static struct written *next_written(struct pcap_out *out)
{
	if (out->count == out->room) {
		size_t room = out->room ? 2 * out->room : 256;
		struct written *more = realloc(out->frames, room * sizeof(*more));
		if (!more) {
			out->error = -ENOMEM;
			return NULL;
		}
		out->frames = more;
		out->room = room;
	}
	return &out->frames[out->count++];
}

/* A run of the wire that began at .time. */
struct wire_run {
	struct pcap_out *out;
	uint64_t time;
	bool error;
};

static void on_frame(void *context, const struct run_frame *frame)
{
	const struct wire_run *run = context;

	struct written *written = next_written(run->out);

	if (!written)
		return;
	*written = (struct written){ .start = run->time + frame->from,
		                     .end = run->time + frame->to,
		                     .at = ftell(run->out->file),
		                     .error = run->error || frame->error };
	put_packet(run->out->file, ns_of(run->out, written->start), frame->octets, frame->len < SNAPLEN ? frame->len : SNAPLEN,
	           frame->len, written);
}

void pcap_out_run(struct pcap_out *out, uint64_t time, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes,
                  int32_t error_at)
{
	struct wire_run run = { out, time, error_at >= 0 };

	run_frames(out->mii, octets, len, code, codes, on_frame, &run);
}

bool pcap_out_comment(struct pcap_out *out, uint64_t time, const char *text)
{
	for (size_t i = out->count; i-- > 0;) {
		struct written *frame = &out->frames[i];
		size_t before = frame->comment ? strlen(frame->comment) : 0;
		char *both;
		if (frame->start > time || time >= frame->end)
			continue;
		both = before + strlen(text) < COMMENT_MAX ? malloc(before + strlen(text) + 2) : NULL;
		if (!both)
			return false;
		sprintf(both, "%s%s%s", before ? frame->comment : "", before ? "\n" : "", text);
		free(frame->comment);
		frame->comment = both;
		out->commented = true;
		return true;
	}
	return false;
}

/* Writes the capture again, into TO, with the comments. Returns 0 or a negative errno. */
static int copy_commented(struct pcap_out *out, FILE *to)
{
	uint8_t *octets = malloc(SNAPLEN + 4);
	uint32_t head[7]; /* the head of a packet's block */
	int rc = octets ? 0 : -ENOMEM;

	put_head(to);
	for (size_t i = 0; i < out->count && !rc; i++) {
		if (fseek(out->file, out->frames[i].at, SEEK_SET) || fread(head, sizeof(head), 1, out->file) != 1 ||
		    fread(octets, 1, head[5], out->file) != head[5])
			rc = -EIO;
		else
			put_packet(to, (uint64_t)head[3] << 32 | head[4], octets, head[5], head[6], &out->frames[i]);
	}
	free(octets);
	return rc;
}

/* Replaces the capture without comments by one with the comments. */
static int write_comments(struct pcap_out *out)
{
	size_t size = strlen(out->path) + 8;
	char *path = malloc(size);
	FILE *to = NULL;
	int rc = path ? 0 : -ENOMEM;

	if (!rc) {
		snprintf(path, size, "%s.tmp", out->path);
		to = fopen(path, "wb");
		rc = to ? copy_commented(out, to) : -errno;
	}
	if (to && fclose(to) && !rc)
		rc = -errno;
	if (!rc && rename(path, out->path))
		rc = -errno;
	if (rc && to)
		remove(path);
	free(path);
	return rc;
}

int pcap_out_close(struct pcap_out *out)
{
	int rc = out->error;

	errno = 0;
	if (!rc && (fflush(out->file) || ferror(out->file)))
		rc = -(errno ? errno : EIO);
	if (!rc && out->commented)
		rc = write_comments(out);
	if (fclose(out->file) && !rc)
		rc = -errno;
	release(out);
	return rc;
}
