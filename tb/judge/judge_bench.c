/* SPDX-License-Identifier: Apache-2.0 */
/* The speed of the judge: both wires busy, and pauses that are obeyed. */
#include "judge_bench.h"

#include "judge.h"

#include "part/frame.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { OCTET_PS = 8000, OCTETS = 64, ON_WIRE = 8 + OCTETS + 12, BLOCK = 100, PAUSE_AT = 50, QUANTA = 4, STARTS_AFTER = 20 };

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* True if a frame that is sent at the place of frame I may start in a pause. */
static int is_held(uint64_t i)
{
	uint64_t since = i % BLOCK - PAUSE_AT;

	return i % BLOCK > PAUSE_AT && since <= (QUANTA * 64 + STARTS_AFTER) / ON_WIRE + 1;
}

static int feed(struct pm_judge *judge, uint64_t frames)
{
	static const uint8_t partner[FRAME_ADDRESS_OCTETS] = { 2, 0, 0, 0, 0, 1 };
	uint8_t pause[OCTETS], data[OCTETS] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };
	int err = pm_judge_control(judge, 0, "station", 0x001122334455);

	frame_pause(pause, partner, QUANTA);
	frame_put_fcs(data + OCTETS - FRAME_FCS_OCTETS, frame_fcs(data, OCTETS - FRAME_FCS_OCTETS));
	for (uint64_t i = 0; i < frames && !err; i++) {
		uint64_t time = i * ON_WIRE * OCTET_PS;
		err = pm_judge_frame(judge, PM_JUDGE_RECEIVED, time, i % BLOCK == PAUSE_AT ? pause : data, OCTETS, 0);
		if (!err && !is_held(i))
			err = pm_judge_frame(judge, PM_JUDGE_SENT, time, data, OCTETS, 0);
	}
	return err ? err : pm_judge_finish(judge, frames * ON_WIRE * OCTET_PS);
}

int judge_bench(const char *profile, uint64_t frames, double *ret_seconds, double *ret_mib, char *message, size_t size)
{
	const struct pm_judge_options options = { .profile = profile };
	double begun = cpu_seconds();
	struct rusage usage;
	struct pm_judge *judge;
	int rc;

	if (pm_judge_new(&judge, &options, message, size))
		return -1;
	rc = feed(judge, frames);
	if (rc)
		snprintf(message, size, "%s", pm_judge_message(judge));
	else if (pm_judge_findings(judge))
		rc = snprintf(message, size, "the judge found something in frames that are right");
	pm_judge_free(judge);
	getrusage(RUSAGE_SELF, &usage);
	*ret_seconds = cpu_seconds() - begun;
	*ret_mib = (double)usage.ru_maxrss / 1024;
	return rc ? -1 : 0;
}
