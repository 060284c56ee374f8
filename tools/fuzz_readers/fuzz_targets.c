/* SPDX-License-Identifier: Apache-2.0 */
/* The readers of files, each with the files of the tree that are changed to fuzz it. */
#include "fuzz_readers.h"

#include "judge/judge.h"
#include "judge/judge_captures.h"
#include "link/description/link_file.h"
#include "profile/reasons.h"
#include "proof/proof.h"
#include "saved.h"
#include "stimulus/item.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIGE "tests/data/foreign/gige/gige.mac"

/* ---- captures ---- */

static char right_received[512], right_sent[512]; /* captures that no target changes */

int fuzz_make_captures(const char *folder)
{
	FILE *in = fopen("tests/data/judge/captures.txt", "r");
	struct saved saved;
	char made[400];
	int rc = in ? 1 : -1;

	for (unsigned i = 0; rc == 1; i++) {
		snprintf(made, sizeof(made), "%s/judged.%u", folder, i);
		if (mkdir(made, 0777) && errno != EEXIST)
			rc = -1;
		else
			rc = saved_read(in, made, &saved);
		if (rc == 1 && !strcmp(saved.fault, "gige/time_one_quantum_short")) {
			snprintf(right_received, sizeof(right_received), "%s/received.pcapng", made);
			snprintf(right_sent, sizeof(right_sent), "%s/sent.pcapng", made);
		}
	}
	if (!rc)
		rmdir(made); /* no failure was left for it */
	if (in)
		fclose(in);
	return *right_sent ? rc : -1;
}

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
	static const char *const profiles[] = { GIGE, "tests/data/foreign/tengig/tengig.mac",
		                                "tests/data/profiles/bcm1250_100.mac", "tests/data/profiles/i82598.mac" };
	struct judge_captures captures = { .profile = profiles[fuzz_below(random, sizeof(profiles) / sizeof(profiles[0]))],
		                           .received = path,
		                           .sent = path };

	if (fuzz_below(random, 2)) {
		captures.received_interface = "0";
		captures.sent_interface = "1";
	}
	if (fuzz_below(random, 4) == 0)
		captures.sent = right_sent;
	judge_files(&captures, random);
}

static void read_accesses(const char *path, struct fuzz_random *random)
{
	struct judge_captures captures = { .profile = GIGE, .received = right_received, .sent = right_sent, .registers = path };

	judge_files(&captures, random);
}

static void read_counters(const char *path, struct fuzz_random *random)
{
	struct judge_captures captures = {
		.profile = GIGE, .received = right_received, .sent = right_sent, .before = path, .after = path
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
	{ "calls", NULL, false, fuzz_calls, 8 },
	{ "captures", "judged.*/*.pcapng", true, read_capture, 6 },
	{ "pcap", "tools/fuzz_readers/seeds/*.pcap*", false, read_capture, 3 },
	{ "import", "tests/data/captures/m*.pcap*", false, import_capture, 2 },
	{ "registers", "tools/fuzz_readers/seeds/*.registers", false, read_accesses, 2 },
	{ "counters", "tools/fuzz_readers/seeds/*.counters", false, read_counters, 2 },
	{ "profile", "tests/data/profiles/*.mac", false, read_profile, 3 },
	{ "reasons", "tools/fuzz_readers/seeds/*.reasons", false, read_reasons, 2 },
	{ "stimulus", "tests/data/stimuli/*/*.stim", false, read_stimulus, 3 },
	{ "loops", "tools/fuzz_readers/seeds/*.stim", false, read_lines, 3 },
	{ "link", "tests/data/links/*.link", false, read_link, 2 },
	{ "json", "tools/fuzz_readers/seeds/*.json", false, read_exercised, 1 },
};
const size_t fuzz_target_count = sizeof(fuzz_targets) / sizeof(fuzz_targets[0]);
