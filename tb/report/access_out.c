/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to registers as lines of text. */
#include "access_out.h"

#include "base/dut.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PS_PER_NS = 1000 };
#define PS_PER_SECOND UINT64_C(1000000000000)

struct access_out {
	FILE *file;
	uint64_t unit_ps;   /* picoseconds of a unit of time */
	uint64_t since, ps; /* the newest change of speed: its time in units, and in picoseconds */
};

struct access_out *access_out_open(const char *path, uint64_t octet_hz)
{
	struct access_out *out = calloc(1, sizeof(*out));

	if (!out)
		return NULL;
	out->unit_ps = PS_PER_SECOND / octet_hz;
	out->file = fopen(path, "w");
	if (out->file)
		return out;
	free(out);
	return NULL;
}

static uint64_t ps_of(const struct access_out *out, uint64_t time)
{
	return out->ps + (time - out->since) * out->unit_ps;
}

void access_out_speed(struct access_out *out, uint64_t time, unsigned mbps)
{
	out->ps = ps_of(out, time);
	out->since = time;
	out->unit_ps = mbps == 1000 ? 8000 : 4000000 / mbps;
}

static void put_time(const struct access_out *out, uint64_t time)
{
	uint64_t ps = ps_of(out, time);

	fprintf(out->file, "%" PRIu64 ".%03" PRIu64, ps / PS_PER_NS, ps % PS_PER_NS);
}

void access_out_event(struct access_out *out, const struct event *event)
{
	if (event->kind != EVENT_REG_WRITE && event->kind != EVENT_REG_READ && (event->kind != EVENT_RESET || !event->cycle))
		return;
	put_time(out, event->cycle);
	if (event->kind == EVENT_RESET)
		fprintf(out->file, " reset %" PRIu64 "\n", event->value * out->unit_ps / PS_PER_NS);
	else
		fprintf(out->file, " %s 0x%04x 0x%" PRIx64 "%s\n", event->kind == EVENT_REG_WRITE ? "write" : "read",
		        event->address, event->value, event->error ? " # error" : "");
}

int access_out_close(struct access_out *out)
{
	int rc = 0;

	errno = 0;
	if (fflush(out->file) || ferror(out->file))
		rc = -(errno ? errno : EIO);
	if (fclose(out->file) && !rc)
		rc = -errno;
	free(out);
	return rc;
}
