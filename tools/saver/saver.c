/* SPDX-License-Identifier: Apache-2.0 */
/* Saves failures of planted faults for tests/unit/judge/test_saved.c: of each fault the shortest stimulus that finds it, reduced, whose captures show what the
 * run found; else the first one that finds it. It is a part of the hunt (tools/hunter/hunt.c), whose joined model has all faults of a row. */
#include "saver.h"

#include "hang.h"
#include "reduce/reduce.h"
#include "report/report.h"
#include "run/run.h"
#include "run/source.h"
#include "saved.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern unsigned planted_fault;

enum {
	MAX_CYCLES = 20000000,
	MAX_SECONDS = HANG_SECONDS,
	TRIES = 4,
	SEEDS = 300,     /* of a fault that no file finds, ... */
	SEEDS_MORE = 40, /* ... and of one that captures do not show yet */
	SEED_ITEMS = 200,
	TEXT_ENOUGH = 4000,
	TEXT_LARGE = 12000,
	TEXT_LARGEST = 24000, /* of a failure that captures do not show */
	TRIES_LARGE = 16,
	STIMULI_MAX = 1024
};
static const double reduce_seconds = 1;
static const char waiting[] = "tests/data/judge/waiting/";

enum grade {
	NOT_FOUND,
	BEYOND, /* captures can decide no rule that the run found */
	HIDDEN, /* they can, and show less than the run found, or something else */
	SHOWN,
};
static const char *const grade_words[] = { "not-found", "beyond", "HIDDEN", "shown" };

struct saver {
	const struct dut *dut;
	const struct saver_job *job;
	const char *profile, *set;
	char folder[64];
	unsigned tries;
	bool waits;       /* in the stimulus that is tried the client always has a frame: check_truth() shows it */
	enum grade grade; /* of the best failure so far, ... */
	bool is_poor;     /* ... which is HIDDEN, and lacks frames or is very large; */
	char *text;       /* its text, of .size octets */
	size_t size;
};

/* True for findings that are about the MAC, and not about what a stimulus states. */
static bool is_about_mac(enum rule rule)
{
	return rule != RULE_CHECKED_NOTHING && rule != RULE_COVERS && strncmp(rule_table[rule].name, "expect", 6) != 0;
}

static bool hands_over_control(const struct stimulus *stim)
{
	for (size_t i = 0; i < stim->count; i++) {
		const struct item *item = &stim->items[i];
		if (item->kind == ITEM_TX_FRAME && item->u.frame.len > 13 && item->u.frame.octets[12] == 0x88 &&
		    item->u.frame.octets[13] == 8)
			return true;
	}
	return false;
}

/* True if an error stands in a preamble at XGMII: a capture lacks the frame, and a counter may have it, so that not each one with an error is captured. */
static bool spoils_preamble(const struct stimulus *stim, const struct dut *dut)
{
	for (size_t i = 0; i < stim->count && dut->phy == PHY_XGMII; i++) {
		const struct item *item = &stim->items[i];
		if (item->kind == ITEM_RX_FRAME && item->u.frame.error_at < 0 && item->u.frame.error_at != INT32_MIN)
			return true;
	}
	return false;
}

/* Adds to SET, of SIZE octets, at which speed the frames of STIM are. Returns false if they are at several, which no judge of captures takes. */
static bool add_speed(const struct stimulus *stim, const struct dut *dut, char *set, size_t size)
{
	unsigned mbps = dut_first_mbps(dut);
	bool framed = false;

	for (size_t i = 0; i < stim->count; i++) {
		const struct item *item = &stim->items[i];
		if (item->kind != ITEM_LINK)
			framed |= item->kind == ITEM_TX_FRAME || item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW;
		else if (framed && item->u.link.mbps != mbps)
			return false;
		else
			mbps = item->u.link.mbps;
	}
	if (mbps != dut_first_mbps(dut) && !*set)
		snprintf(set, size, "speed=%u", mbps == dut_mbps(SPEED_100) ? SPEED_100 : mbps == 1000 ? SPEED_1000 : SPEED_10);
	return true;
}

/* Judges the captures by the words that SAVED has about the client. */
static enum grade judge(const struct saver *saver, struct saved *saved)
{
	static struct saved_verdict verdict;
	char message[512];
	bool decidable = false, missing = false, more = false;

	if (saved_judge(saved, saver->folder, saver->profile, &verdict, message, sizeof(message)) < 0) {
		fprintf(stderr, "%s: %s\n", saved->fault, message);
		return saved_is_beyond(saved, saver->folder) ? BEYOND : HIDDEN;
	}
	saved->seen = verdict.broken;
	for (size_t i = 0; i < saved->run.count; i++) {
		if (verdict.undecided[rule_by_name(saved->run.name[i])])
			continue;
		decidable = true;
		missing |= !saved_has(&verdict.broken, saved->run.name[i]);
	}
	for (size_t i = 0; i < verdict.broken.count; i++)
		more |= !saved_has(&saved->run, verdict.broken.name[i]);
	if (!decidable && !more)
		return BEYOND;
	return missing || more ? HIDDEN : SHOWN;
}

/* A run begins with a reset, and with the set-up of the profile only if the stimulus has it. Returns 0 or -1. */
static int begin_with_reset(const char *accesses)
{
	char *text = NULL;
	size_t size = 0;
	FILE *in = fopen(accesses, "r"), *out;
	ssize_t len = in ? getdelim(&text, &size, 0, in) : -1;

	if (in)
		fclose(in);
	out = fopen(accesses, "w");
	if (!out)
		return -1;
	fprintf(out, "0.000 reset 8\n%s", len > 0 ? text : "");
	free(text);
	return fclose(out) ? -1 : 0;
}

/* The files of a run in the folder of SAVER. */
struct kept {
	char sent[96], received[96], accesses[96];
};

/* Returns the options of a black-box run that leaves its captures and accesses in the files of KEPT. */
static struct run_options options_into(const struct saver *saver, struct kept *kept)
{
	snprintf(kept->sent, sizeof(kept->sent), "%s/sent.pcapng", saver->folder);
	snprintf(kept->received, sizeof(kept->received), "%s/received.pcapng", saver->folder);
	snprintf(kept->accesses, sizeof(kept->accesses), "%s/registers.txt", saver->folder);
	return (struct run_options){ .black_box = true,
		                     .max_cycles = MAX_CYCLES,
		                     .max_seconds = MAX_SECONDS,
		                     .sent_pcap = kept->sent,
		                     .received_pcap = kept->received,
		                     .accesses = kept->accesses };
}

/* True if the MAC without its fault, on which STIM was found to break a rule, keeps them all in the eyes of a judge who believes that the client always
 * has a frame, as SAVED says: the client of this stimulus has one whenever that matters. The files of the run with the fault are made again. */
static bool client_has_always(struct saver *saver, const struct stimulus *stim, const struct saved *saved)
{
	static struct run_result result;
	struct kept kept;
	struct run_options options = options_into(saver, &kept);
	struct saved_verdict verdict;
	unsigned fault = planted_fault;
	char message[512];
	bool has;

	if (saver->waits)
		return true;
	planted_fault = 0;
	has = !run_stimulus(saver->dut, stim, &options, &result) && result.status == RUN_OK && !begin_with_reset(kept.accesses) &&
	      saved_judge(saved, saver->folder, saver->profile, &verdict, message, sizeof(message)) == 0 && !verdict.broken.count;
	planted_fault = fault;
	run_stimulus(saver->dut, stim, &options, &result);
	return !begin_with_reset(kept.accesses) && has;
}

/* Runs STIM with captures, and judges them. */
static enum grade try(struct saver *saver, const struct stimulus *stim, struct saved *ret)
{
	static struct run_result result;
	struct kept kept;
	struct run_options options = options_into(saver, &kept);
	struct saved always;
	enum grade grade;

	if (run_stimulus(saver->dut, stim, &options, &result) || result.status == RUN_SKIPPED)
		return NOT_FOUND;
	for (uint64_t i = 0; i < result.score.findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (is_about_mac(result.score.finding[i].rule))
			saved_add(&ret->run, rule_table[result.score.finding[i].rule].name);
	if (!ret->run.count || begin_with_reset(kept.accesses))
		return NOT_FOUND;
	ret->client_control = hands_over_control(stim);
	if (!add_speed(stim, saver->dut, ret->set, sizeof(ret->set)))
		return HIDDEN;
	grade = judge(saver, ret);
	if (grade == SHOWN)
		return grade;
	always = *ret;
	always.client_always = true;
	if (judge(saver, &always) != SHOWN || !client_has_always(saver, stim, &always))
		return grade;
	*ret = always;
	return SHOWN;
}

/* Returns TEXT, a failure, up to the first FRAMES of a wire, or NULL. */
static char *first_frames(const char *text, unsigned frames)
{
	uint64_t last = UINT64_MAX;
	size_t count = 0, size = 0;
	char *ret = NULL, wire = 0;
	FILE *out = open_memstream(&ret, &size);

	for (const char *line = text; *line; line += strcspn(line, "\n") + 1) { /* of each wire in the order of time */
		if (strncmp(line, "rx ", 3) && strncmp(line, "tx ", 3))
			continue;
		count = *line == wire ? count + 1 : 1;
		wire = *line;
		if (count == frames) {
			uint64_t time = strtoull(line + 3, NULL, 10);
			last = time < last ? time : last;
		}
	}
	for (const char *line = text; out && *line; line += strcspn(line, "\n") + 1) {
		bool timed = !strncmp(line, "rx ", 3) || !strncmp(line, "tx ", 3) || !strncmp(line, "at ", 3);
		if (!timed || strtoull(line + 3, NULL, 10) <= last)
			fprintf(out, "%.*s\n", (int)strcspn(line, "\n"), line);
	}
	if (out)
		fclose(out);
	return ret;
}

/* Returns the text of SAVED with the files of the folder, or NULL. */
static char *write_text(const struct saver *saver, const struct saved *saved, bool captures, size_t *ret_size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, ret_size);

	if (out && !(saved_write(out, captures ? saver->folder : NULL, saved) | fclose(out)))
		return text;
	free(text);
	return NULL;
}

/* Replaces the text of a failure by a shorter one of the same captures, cut: it shows the same, or, of captures that show too little or too much, just what
 * the run found. Those stay whole otherwise, unless they are long: the reason for what they lack has to be seen in them. Returns its grade. */
static enum grade cut(struct saver *saver, const struct saved *saved, enum grade grade, char **text, size_t *size)
{
	static const unsigned frames[] = { 1, 2, 4, 16, 64, 256 };

	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		char *few = first_frames(*text, frames[i]), *shorter = NULL;
		FILE *in = few ? fmemopen(few, strlen(few), "r") : NULL;
		struct saved again = { .captured = false };
		enum grade now = in && saved_read(in, saver->folder, &again) == 1 ? judge(saver, &again) : NOT_FOUND;
		bool same = now == grade && (grade != HIDDEN || *size > TEXT_LARGEST) && again.seen.count == saved->seen.count &&
		            strlen(few) < *size;
		if (in)
			fclose(in);
		free(few);
		if ((same || (now == SHOWN && grade != SHOWN)) && (shorter = write_text(saver, &again, true, size))) {
			free(*text);
			*text = shorter;
			return now;
		}
	}
	return grade;
}

/* Keeps SAVED of GRADE if it is better than what there is. */
static void keep(struct saver *saver, const struct saved *saved, enum grade grade)
{
	char *text = NULL;
	size_t size = 0, whole;
	bool is_poor;

	if (grade < saver->grade)
		return;
	text = write_text(saver, saved, grade != BEYOND || !saved_is_beyond(saved, saver->folder), &size);
	whole = size;
	if (text && (size > TEXT_ENOUGH || grade == HIDDEN))
		grade = cut(saver, saved, grade, &text, &size);
	is_poor = grade == HIDDEN && (size < whole || size > TEXT_LARGEST);
	if (!text ||
	    (grade == saver->grade && (is_poor > saver->is_poor || (is_poor == saver->is_poor && saver->size <= size)))) {
		free(text);
		return;
	}
	free(saver->text);
	saver->text = text;
	saver->size = size;
	saver->grade = grade;
	saver->is_poor = is_poor;
}

/* Runs SOURCE, and if it finds the fault keeps what is left of it. Returns whether enough was found. */
static bool hunt(struct saver *saver, const char *fault, const struct source *source)
{
	static struct run_result result;
	const struct run_options quick = { .black_box = true,
		                           .max_cycles = MAX_CYCLES,
		                           .max_seconds = MAX_SECONDS,
		                           .first_only = true },
				 whole = { .black_box = true, .max_cycles = MAX_CYCLES, .max_seconds = MAX_SECONDS };
	const struct reduce_options how = { .seconds = reduce_seconds };
	struct stimulus stim = { 0 }, small = { 0 };
	struct reduce_result reduced;
	struct env_error error;
	const struct finding *first;
	struct saved saved = { .client_control = false }, less;
	struct finding target;
	enum grade grade;

	if (source_load(source, saver->dut, &stim, &error) || spoils_preamble(&stim, saver->dut) ||
	    run_stimulus(saver->dut, &stim, &quick, &result) || result.status == RUN_SKIPPED ||
	    !(first = finding_first(&result.score)) || !is_about_mac(first->rule)) {
		stimulus_release(&stim);
		return false;
	}
	saver->tries++;
	target = *first;
	snprintf(saved.fault, sizeof(saved.fault), "%s", fault);
	snprintf(saved.profile, sizeof(saved.profile), "%s", saver->job->kept_profile);
	snprintf(saved.variant, sizeof(saved.variant), "%s", saver->job->variant ? saver->job->variant : "");
	snprintf(saved.set, sizeof(saved.set), "%s", saver->set);
	snprintf(saved.from, sizeof(saved.from), "%s", stim.name);
	less = saved;
	saver->waits = source->kind == SOURCE_FILE && strstr(source->path, waiting);
	grade = try(saver, &stim, &saved); /* the frames around it may show more than what is left of it */
	keep(saver, &saved, grade);
	saver->waits = false;
	if ((grade == SHOWN || saver->tries <= TRIES) &&
	    !reduce_stimulus(saver->dut, &stim, &whole, &target, &how, &small, &reduced, &error) && reduced.again)
		keep(saver, &less, try(saver, &small, &less));
	stimulus_release(&stim);
	stimulus_release(&small);
	return saver->grade == SHOWN &&
	       (saver->size < TEXT_ENOUGH || saver->tries >= (saver->size > TEXT_LARGE ? TRIES_LARGE : TRIES));
}

/* What a judge has to be told of the station's address: nothing if registers have it after a write. */
static const char *station_of(const char *profile)
{
	char line[512];
	bool mapped = false;
	FILE *in = fopen(profile, "r");

	while (in && fgets(line, sizeof(line), in))
		mapped |= strstr(line, " station[") || strstr(line, "= station");
	if (in)
		fclose(in);
	return mapped ? "" : "station=0x001122334455";
}

/* Puts the lines of the file PATH in RET, each up to one of END. */
static size_t read_list(const char *path, const char *end, char **ret)
{
	FILE *in = fopen(path, "r");
	size_t count = 0, size = 0;
	char *line = NULL;

	while (in && count < STIMULI_MAX && getline(&line, &size, in) > 0) {
		line[strcspn(line, end)] = 0;
		ret[count++] = strdup(line);
	}
	free(line);
	if (in)
		fclose(in);
	return count;
}

/* The MAC as it is: its captures show nothing, whatever they are of. */
static void check_truth(struct saver *saver, const char *path)
{
	static struct run_result result;
	static struct saved_verdict verdict;
	char message[512] = "";
	struct kept kept;
	struct run_options options = options_into(saver, &kept);
	struct stimulus stim = { 0 };
	struct saved saved = { .client_control = false };
	struct env_error error;

	verdict.broken.count = 0;
	if (source_load(&(struct source){ .kind = SOURCE_FILE, .path = path }, saver->dut, &stim, &error) ||
	    run_stimulus(saver->dut, &stim, &options, &result) || result.status != RUN_OK || begin_with_reset(kept.accesses))
		snprintf(message, sizeof(message), "FAILED to run");
	else {
		snprintf(saved.set, sizeof(saved.set), "%s", saver->set);
		saved.client_control = hands_over_control(&stim);
		saved.client_always = strstr(path, waiting) != NULL;
		if (!add_speed(&stim, saver->dut, saved.set, sizeof(saved.set)))
			snprintf(message, sizeof(message), "at several speeds");
		else if (spoils_preamble(&stim, saver->dut))
			snprintf(message, sizeof(message), "has errors in preambles");
		else if (saved_judge(&saved, saver->folder, saver->profile, &verdict, message, sizeof(message)) < 0)
			printf("FAILED to judge: ");
	}
	printf("%s truth", path);
	for (size_t i = 0; i < verdict.broken.count; i++)
		printf(" FALSE %s", verdict.broken.name[i]);
	printf(" %s\n", message);
	stimulus_release(&stim);
}

/* Hunts the fault of the line FAULT, and appends what it saves to the file OUT. */
static void hunt_fault(struct saver *saver, const char *fault, char *const *paths, size_t count, const char *out)
{
	const char *name = strchr(fault, ' ') + 1;
	FILE *file = fopen(out, "a");
	bool enough = false;

	planted_fault = (unsigned)atoi(fault);
	for (size_t i = 0; i < count && !planted_fault; i++)
		check_truth(saver, paths[i]);
	for (size_t i = 0; i < count && planted_fault && !enough; i++)
		enough = hunt(saver, name, &(struct source){ .kind = SOURCE_FILE, .path = paths[i] });
	for (uint32_t seed = 1;
	     seed <= (saver->grade == NOT_FOUND ? SEEDS : SEEDS_MORE) && planted_fault && !enough && saver->grade != SHOWN;
	     seed++)
		hunt(saver, name, &(struct source){ .kind = SOURCE_SEED, .seed = seed, .items = SEED_ITEMS });
	if (file && saver->text)
		fputs(saver->text, file);
	if (!file || fclose(file))
		fprintf(stderr, "saver: %s cannot be written\n", out);
	printf("%s %s %zu\n", name, grade_words[saver->grade], saver->size);
	fflush(stdout);
}

int saver_main(const struct saver_job *job)
{
	static char *paths[STIMULI_MAX], *faults[STIMULI_MAX];
	size_t count = read_list(job->stimuli, " \n", paths), fault_count = read_list(job->list, "\n", faults);
	struct saver saver = { .dut = dut_by_name(job->dut), .job = job, .profile = job->profile, .folder = "/tmp/saver-XXXXXX" };

	unlink(job->out);
	if (!saver.dut || !count || !fault_count || !mkdtemp(saver.folder)) {
		fprintf(stderr, "saver: %s, %s or %s cannot be used\n", job->dut, job->stimuli, job->list);
		return 2;
	}
	saver.set = station_of(job->variant ? "" : job->profile);
	for (size_t i = 0; i < fault_count; i++) { /* each in a process of its own: a fault may end it */
		pid_t child = fork();
		if (!child) {
			hunt_fault(&saver, faults[i], paths, count, job->out);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	return 0;
}
