/* SPDX-License-Identifier: Apache-2.0 */
/* The readers of files, each with the files of the tree that are changed to fuzz it. */
#include "fuzz_readers.h"

#include "judge/judge.h"
#include "judge/judge_captures.h"
#include "link/description/link_file.h"
#include "profile/reasons.h"
#include "proof/proof.h"
#include "stimulus/item.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GIGE "tests/data/foreign/gige/gige.mac"
#define SAVED "tests/data/captures/judged/gige_time_one_quantum_short/"

/* ---- captures ---- */

static void judge_files(struct judge_captures *captures, struct fuzz_random *random)
{
	struct pm_judge *judge;
	struct judge_read read;
	char message[PM_JUDGE_MESSAGE];

	captures->set[captures->sets++] = "station=00:11:22:33:44:55";
	captures->fcs = (enum pm_judge_fcs)fuzz_below(random, 3);
	captures->stamp = (enum pm_judge_stamp)fuzz_below(random, 3);
	captures->damaged = fuzz_below(random, 2);
	captures->story = fuzz_below(random, 2);
	captures->client_always = (int)fuzz_below(random, 3);
	if (!judge_captures(captures, NULL, NULL, &judge, &read, message, sizeof(message)))
		pm_judge_story(judge, 0);
	pm_judge_free(judge);
}

static void read_capture(const char *path, struct fuzz_random *random)
{
	static const char *const profiles[] = { GIGE, "tests/data/foreign/tengig/tengig.mac", "tests/data/profiles/bcm1250_100.mac",
		                                "tests/data/profiles/i82598.mac" };
	struct judge_captures captures = { .profile = profiles[fuzz_below(random, sizeof(profiles) / sizeof(profiles[0]))],
		                           .received = path,
		                           .sent = path };

	if (fuzz_below(random, 2)) {
		captures.received_interface = "0";
		captures.sent_interface = "1";
	}
	if (fuzz_below(random, 4) == 0)
		captures.sent = SAVED "sent.pcapng";
	judge_files(&captures, random);
}

static void read_accesses(const char *path, struct fuzz_random *random)
{
	struct judge_captures captures = {
		.profile = GIGE, .received = SAVED "received.pcapng", .sent = SAVED "sent.pcapng", .registers = path
	};

	judge_files(&captures, random);
}

static void read_counters(const char *path, struct fuzz_random *random)
{
	struct judge_captures captures = {
		.profile = GIGE, .received = SAVED "received.pcapng", .sent = SAVED "sent.pcapng", .before = path, .after = path
	};

	judge_files(&captures, random);
}

/* ---- other files ---- */

static void read_profile(const char *path, struct fuzz_random *random)
{
	const struct pm_judge_options options = { .profile = path };
	struct pm_judge *judge;
	char message[PM_JUDGE_MESSAGE];

	(void)random;
	pm_judge_new(&judge, &options, message, sizeof(message));
	pm_judge_free(judge);
}

/* The input is a file of reasons or one of points; the other one is right. */
static void read_reasons(const char *path, struct fuzz_random *random)
{
	const bool points = fuzz_below(random, 2);
	const char *profile = points ? "tools/fuzz_readers/seeds/gige.mac" : path, *file = strrchr(path, '/');
	char beside[512], text[512];
	struct reasons reasons;
	struct profile_error error;
	FILE *in = fopen(points ? path : "tools/fuzz_readers/seeds/points.reasons", "r");

	snprintf(beside, sizeof(beside), "%s.reasons", path);
	if (symlink(file ? file + 1 : path, beside) && errno != EEXIST)
		abort(); /* what follows would read nothing */
	if (!reasons_read(&reasons, profile, &error) && in && !reasons_compare(&reasons, in, fuzz_below(random, 2), "/home/"))
		for (size_t i = 0; i < reasons.count; i++) {
			reason_wrong(&reasons.list[i], text, sizeof(text));
			reason_explained(reasons.list[i].explained, text, sizeof(text));
		}
	reasons_release(&reasons);
	if (in)
		fclose(in);
}

static void read_stimulus(const char *path, struct fuzz_random *random)
{
	struct stimulus stimulus = { 0 };
	struct stim_error error;

	stimulus_read(&stimulus, path, &dut_table[fuzz_below(random, dut_count)], &error);
	stimulus_release(&stimulus);
}

/* The lines that a stimulus stands for, without a DUT. */
static void read_lines(const char *path, struct fuzz_random *random)
{
	FILE *in = fopen(path, "r"), *out = fopen("/dev/null", "w");
	struct stim_error error;

	if (in && out)
		stimulus_put_lines(in, path, out, &error);
	if (in)
		fclose(in);
	if (out)
		fclose(out);
	read_stimulus(path, random);
}

static void import_capture(const char *path, struct fuzz_random *random)
{
	const struct pcap_options options = { .fcs = (enum capture_fcs)fuzz_below(random, 3),
		                              .keep_gaps = fuzz_below(random, 2),
		                              .max_gap = (uint32_t)(fuzz_next(random) >> 32) };
	struct stimulus stimulus = { 0 };
	struct stim_error error;

	stimulus_from_pcap(&stimulus, path, &dut_table[fuzz_below(random, dut_count)], &options, &error);
	stimulus_release(&stimulus);
}

static void read_link(const char *path, struct fuzz_random *random)
{
	struct link_description link;
	struct env_error error;

	(void)random;
	link_file_defaults(&link);
	link_file_read(&link, path, &error);
}

static void read_exercised(const char *path, struct fuzz_random *random)
{
	struct proof proof;
	struct env_error error;

	(void)random;
	if (!proof_open(&proof, "tools/fuzz_readers", path, &error))
		proof_release(&proof);
}

const struct fuzz_target fuzz_targets[] = {
	{ "calls", NULL, fuzz_calls, 8 },
	{ "captures", "tests/data/captures/judged/*/*.pcapng", read_capture, 6 },
	{ "pcap", "tools/fuzz_readers/seeds/*.pcap", read_capture, 3 },
	{ "import", "tests/data/captures/m*.pcap*", import_capture, 2 },
	{ "registers", "tools/fuzz_readers/seeds/*.registers", read_accesses, 2 },
	{ "counters", "tools/fuzz_readers/seeds/*.counters", read_counters, 2 },
	{ "profile", "tests/data/profiles/*.mac", read_profile, 3 },
	{ "reasons", "tools/fuzz_readers/seeds/*.reasons", read_reasons, 2 },
	{ "stimulus", "tests/data/stimuli/*/*.stim", read_stimulus, 3 },
	{ "loops", "tools/fuzz_readers/seeds/*.stim", read_lines, 3 },
	{ "link", "tests/data/links/*.link", read_link, 2 },
	{ "json", "tools/fuzz_readers/seeds/*.json", read_exercised, 1 },
};
const size_t fuzz_target_count = sizeof(fuzz_targets) / sizeof(fuzz_targets[0]);
