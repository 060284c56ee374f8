/* SPDX-License-Identifier: Apache-2.0 */
/* A saved run: a folder with stimulus.stim, report.txt and report.json that repeats it. */
#include "failure.h"

#include "model_end/model_seam.h"
#include "seam/seam.h"
#include "story/story.h"
#include "sweep.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const wave_files[] = { "waves.fst", "waves.fst.hier", "waves.gtkw", "waves.tcl" };
/* The files of a saved run without the waves. The report is the last one, because a folder without it is half saved. */
static const char *const our_files[] = { "stimulus.stim", "link.link",  "sent.pcapng", "received.pcapng",
	                                 "registers.txt", "report.txt", "story.json",  "report.json" };

int failure_captures(struct failure_captures *ret, const char *dir, struct run_options *options)
{
	*ret = (struct failure_captures){ path_join(dir, "sent.pcapng"), path_join(dir, "received.pcapng"),
		                          path_join(dir, "registers.txt") };
	if (!ret->sent || !ret->received || !ret->accesses)
		return -ENOMEM;
	options->sent_pcap = ret->sent;
	options->received_pcap = ret->received;
	options->accesses = ret->accesses;
	return 0;
}

void failure_captures_remove(const struct failure_captures *captures)
{
	if (!captures->sent || !captures->received || !captures->accesses)
		return;
	unlink(captures->sent);
	unlink(captures->received);
	unlink(captures->accesses);
}

void failure_captures_release(struct failure_captures *captures)
{
	free(captures->sent);
	free(captures->received);
	free(captures->accesses);
}

static int save_text(const char *dir, const struct report *report, struct env_error *ret_error)
{
	char *path = path_join(dir, "report.txt");
	struct text t;
	int rc = path ? text_open(&t, ret_error) : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	if (!rc) {
		report_text(t.out, report, SCOREBOARD_FINDINGS_MAX);
		if (report->options->story)
			story_text(t.out, report->options->story, &report->result->score, 0);
		rc = text_replace(&t, path, ret_error);
	}
	free(path);
	return rc;
}

static int save_json(const char *dir, const struct report *report, struct env_error *ret_error)
{
	char *path = path_join(dir, "report.json");
	int rc = path ? json_replace(report_json(report), path, ret_error) : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	free(path);
	return rc;
}

/* Writes story.json if the run has a story. */
static int save_story(const char *dir, const struct report *report, struct env_error *ret_error)
{
	char *path = report->options->story ? path_join(dir, "story.json") : NULL;
	int rc = 0;

	if (path)
		rc = json_replace(story_json(report->options->story, &report->result->score), path, ret_error);
	else if (report->options->story)
		rc = env_fail(ret_error, ENOMEM, "cannot save %s", dir);
	free(path);
	return rc;
}

int failure_save_report(const char *dir, const struct report *report, struct env_error *ret_error)
{
	int rc = save_text(dir, report, ret_error);

	if (!rc)
		rc = save_story(dir, report, ret_error);
	return rc ? rc : save_json(dir, report, ret_error);
}

int failure_save_stimulus(const char *dir, const struct dut *dut, const struct stimulus *stim, struct env_error *ret_error)
{
	char *path = path_join(dir, "stimulus.stim");
	struct text t;
	int rc = path ? text_open(&t, ret_error) : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	if (!rc) {
		int written = stimulus_write(stim, t.out, dut);
		rc = text_replace(&t, written ? NULL : path, ret_error);
		if (written)
			rc = env_fail(ret_error, -written, "cannot write %s", path);
	}
	free(path);
	return rc;
}

void failure_remove_waves(const char *dir)
{
	for (size_t i = 0; i < sizeof(wave_files) / sizeof(wave_files[0]); i++) {
		char *path = path_join(dir, wave_files[i]);
		if (path)
			unlink(path);
		free(path);
	}
}

/* Removes the reduced run of an older run, and what a process that was killed has left of one. */
static void remove_reduced(const char *dir)
{
	static const char *const names[] = { FAILURE_REDUCED, FAILURE_REDUCING };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *reduced = path_join(dir, names[i]);
		if (reduced && !access(reduced, F_OK))
			failure_remove(reduced);
		free(reduced);
	}
}

/* Returns DIR/saving.PID.tmp, a file that says that this process is writing DIR; NULL if there is no memory. */
static char *saving_mark(const char *dir)
{
	char name[64];

	snprintf(name, sizeof(name), "saving.%ld.tmp", (long)getpid());
	return path_join(dir, name);
}

int failure_begin(const char *dir, struct env_error *ret_error)
{
	char *mark = saving_mark(dir), *report = path_join(dir, "report.json"), *saving = path_join(dir, "saving");
	char *story = path_join(dir, "story.json");
	int fd = -1, rc = mark && report && saving && story ? 0 : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	while (!rc && fd < 0) { /* failures_sweep() of another process may have removed the folder while it was empty */
		rc = folder_make(dir, ret_error);
		if (!rc)
			fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		if (!rc && fd < 0 && errno != ENOENT)
			rc = env_fail(ret_error, errno, "cannot write %s", mark);
	}
	if (!rc) {
		close(fd);
		file_leavings(saving);
		unlink(report);
		unlink(story);
		failure_remove_waves(dir);
		remove_reduced(dir);
	}
	free(mark);
	free(report);
	free(story);
	free(saving);
	return rc;
}

void failure_end(const char *dir)
{
	char *mark = saving_mark(dir);

	if (mark)
		unlink(mark);
	free(mark);
}

/* Saves the stimulus; of a sweep only the items for the first value of each range that the findings name. */
static int save_items(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error)
{
	struct stimulus cut = { 0 };
	int rc;

	if (!report->result->sweep)
		return failure_save_stimulus(dir, report->dut, stim, ret_error);
	rc = sweep_cut(stim, &report->result->ranges, &cut);
	rc = rc ? env_fail(ret_error, -rc, "cannot save %s", dir) : failure_save_stimulus(dir, report->dut, &cut, ret_error);
	free(cut.items);
	return rc;
}

int failure_save(const char *dir, const struct report *report, const struct stimulus *stim, struct env_error *ret_error)
{
	int rc = failure_begin(dir, ret_error);

	if (!rc)
		rc = save_items(dir, report, stim, ret_error);
	if (!rc)
		rc = failure_save_report(dir, report, ret_error);
	failure_end(dir);
	return rc;
}

/* Returns true for a file that this program writes into the folder of a run, or has left there half written. */
static bool is_ours(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof(our_files) / sizeof(our_files[0]); i++)
		if (!strcmp(name, our_files[i]))
			return true;
	return !strncmp(name, "waves.", 6) || (len > 4 && (!strcmp(name + len - 4, ".flt") || !strcmp(name + len - 4, ".tmp")));
}

/* Opens the folder PATH; it does not follow a symbolic link. */
static DIR *folder_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !d)
		close(fd);
	return d;
}

void failure_remove(const char *dir)
{
	DIR *d = folder_open(dir);

	if (!d)
		return;
	remove_reduced(dir);
	for (struct dirent *entry = readdir(d); entry; entry = readdir(d))
		if (is_ours(entry->d_name))
			unlinkat(dirfd(d), entry->d_name, 0);
	closedir(d);
	rmdir(dir);
}

/* Moves the file NAME of FROM, if there is one, to DIR. */
static int move_file(const char *from, const char *dir, const char *name, struct env_error *ret_error)
{
	char *old = path_join(from, name), *new = path_join(dir, name);
	int rc = old && new ? 0 : env_fail(ret_error, ENOMEM, "cannot save %s", dir);

	if (!rc && rename(old, new) && errno != ENOENT)
		rc = env_fail(ret_error, errno, "cannot write %s", new);
	free(old);
	free(new);
	return rc;
}

int failure_move(const char *from, const char *dir, struct env_error *ret_error)
{
	int rc = failure_begin(dir, ret_error);

	for (size_t i = 0; i < sizeof(our_files) / sizeof(our_files[0]) && !rc; i++)
		rc = move_file(from, dir, our_files[i], ret_error);
	failure_end(dir);
	failure_remove(from);
	return rc;
}

/* Returns true if a process that has ended left DIR half saved: DIR has its mark, and no report. */
static bool is_half(const char *dir)
{
	DIR *d = folder_open(dir);
	bool reported = false, marked = false, alive = false;

	for (struct dirent *entry = d ? readdir(d) : NULL; entry; entry = readdir(d)) {
		long pid;
		reported |= !strcmp(entry->d_name, "report.json");
		if (sscanf(entry->d_name, "saving.%ld.tmp", &pid) != 1 || pid <= 0)
			continue;
		marked = true;
		alive |= !kill((pid_t)pid, 0) || errno != ESRCH;
	}
	if (d)
		closedir(d);
	return marked && !reported && !alive;
}

/* Returns the names of the folders that were saved in DIR, a line each. */
static char *index_of(const char *dir)
{
	return path_join(dir, "index");
}

int failures_note(const char *dir, struct env_error *ret_error)
{
	const char *name = strrchr(dir, '/');
	char *parent = name ? strndup(dir, (size_t)(name - dir)) : strdup("."), *path = parent ? index_of(parent) : NULL,
	     line[NAME_MAX + 2];
	int rc = path ? folder_make(parent, ret_error) : env_fail(ret_error, ENOMEM, "cannot save %s", dir);
	int len = snprintf(line, sizeof(line), "%s\n", name ? name + 1 : dir);
	int fd = rc ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);

	if (!rc && (fd < 0 || len >= (int)sizeof(line) || write(fd, line, (size_t)len) != len))
		rc = env_fail(ret_error, errno ? errno : ENAMETOOLONG, "cannot write %s", path);
	if (fd >= 0)
		close(fd);
	free(parent);
	free(path);
	return rc;
}

int failures_empty(const char *dir, struct env_error *ret_error)
{
	char *path = index_of(dir), line[NAME_MAX + 2];
	FILE *in = path ? fopen(path, "re") : NULL;
	int rc = !path                  ? env_fail(ret_error, ENOMEM, "cannot read %s", dir)
	       : !in && errno != ENOENT ? env_fail(ret_error, errno, "cannot read %s", path)
	                                : 0;
	DIR *d = in ? folder_open(dir) : NULL;

	while (d && fgets(line, sizeof(line), in)) {
		char *folder;
		line[strcspn(line, "\n")] = 0;
		folder = *line && *line != '.' && !strchr(line, '/') ? path_join(dir, line) : NULL;
		if (folder)
			failure_remove(folder);
		free(folder);
	}
	if (d) {
		closedir(d);
		unlink(path);
	}
	if (in)
		fclose(in);
	free(path);
	return rc;
}

int failures_sweep(const char *dir, struct env_error *ret_error)
{
	DIR *d = folder_open(dir);

	if (!d)
		return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? 0
		                                                             : env_fail(ret_error, errno, "cannot read %s", dir);
	for (struct dirent *entry = readdir(d); entry; entry = readdir(d)) {
		char *path = entry->d_name[0] == '.' ? NULL : path_join(dir, entry->d_name);
		if (path && is_half(path))
			failure_remove(path);
		free(path);
	}
	closedir(d);
	return 0;
}

/* Reads the finding of the lowest cycle. */
static int load_finding(const json_t *root, const char *path, struct failure *ret, struct env_error *ret_error)
{
	const json_t *list = json_object_get(root, "finding_list"), *finding, *first = NULL;
	const char *rule;
	size_t i;

	ret->findings = (uint64_t)json_integer_value(json_object_get(root, "findings"));
	json_array_foreach(list, i, finding) if (!first || json_integer_value(json_object_get(finding, "cycle")) <
	                                                       json_integer_value(json_object_get(first, "cycle")))
	    first = finding;
	if (!ret->findings || !first)
		return ret->findings ? env_refuse(ret_error, "%s: \"finding_list\" is empty; run the stimulus again", path) : 0;
	if (finding_from_json(first, &ret->first))
		return 0;
	rule = json_string_value(json_object_get(first, "rule"));
	return env_refuse(ret_error, "%s: unknown rule '%s', so another version wrote it; run the stimulus again", path,
	                  rule ? rule : "");
}

/* Checks the version; a report without one has the first version. */
static int check_version(const json_t *root, const char *path, struct env_error *ret_error)
{
	const json_t *version = json_object_get(root, "schema_version");

	if (!version || json_integer_value(version) == REPORT_SCHEMA_VERSION)
		return 0;
	return env_refuse(ret_error, "%s: \"schema_version\" is not %d, so another version wrote it; run the stimulus again",
	                  path, REPORT_SCHEMA_VERSION);
}

/* Reads the program, which is the first word of the command that repeats the run. Only a plain path is taken, since it is shown
 * as part of a command. */
static void load_program(const json_t *root, char *ret, size_t size)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./";
	const char *repeat = json_string_value(json_object_get(root, "repeat"));
	size_t len = repeat ? strspn(repeat, plain) : 0;

	if (len && len < size && !strncmp(repeat + len, " replay ", 8))
		snprintf(ret, size, "%.*s", (int)len, repeat);
}

/* Reads the moments, which hold only for the RTL of the saved run. */
static void load_moments(const json_t *root, struct failure *ret)
{
	const char *rtl = json_string_value(json_object_get(root, "rtl"));
	const struct seam_ops *ops = seam_by_dut(ret->dut->name);
	const json_t *m;
	size_t i;

	if (ret->options.model_end || !rtl || !*rtl || !ops || strcmp(ops->rtl_hash, rtl))
		return;
	json_array_foreach(json_object_get(root, "moments"), i, m) if (i < RESOLVED_MAX)
	    ret->known.moment[ret->known.count++] = (struct resolved_moment){
		.item = (uint32_t)json_integer_value(json_object_get(m, "item")),
		.from = (uint64_t)json_integer_value(json_object_get(m, "from")),
		.at = (uint64_t)json_integer_value(json_object_get(m, "at")),
	};
}

static int load_fields(const json_t *root, const char *path, struct failure *ret, struct env_error *ret_error)
{
	const char *name = json_string_value(json_object_get(root, "dut"));
	const char *stimulus = json_string_value(json_object_get(root, "stimulus"));
	const char *as = json_string_value(json_object_get(root, "as")), *rtl = json_string_value(json_object_get(root, "rtl"));
	json_int_t cycles = json_integer_value(json_object_get(root, "max_cycles"));

	if (!name)
		return env_refuse(ret_error, "%s: \"dut\" is missing; give a folder that pausebench has saved", path);
	ret->dut = dut_by_name(name);
	if (!ret->dut)
		return env_refuse(ret_error, "%s: unknown DUT '%s'; 'pausebench list duts' shows the known ones", path, name);
	snprintf(ret->name, sizeof(ret->name), "%s", stimulus ? stimulus : "stimulus");
	ret->seed = (uint32_t)json_integer_value(json_object_get(root, "seed"));
	ret->options.black_box = json_is_true(json_object_get(root, "black_box"));
	if (as && !strcmp(as, "model")) {
		ret->row = model_seam_row(ret->dut);
		ret->dut = ret->options.model_end = &ret->row;
	}
	ret->options.max_cycles = cycles > 0 ? (uint64_t)cycles : 0;
	ret->options.max_seconds = json_number_value(json_object_get(root, "max_seconds"));
	if (rtl)
		snprintf(ret->rtl, sizeof(ret->rtl), "%s", rtl);
	load_program(root, ret->program, sizeof(ret->program));
	load_moments(root, ret);
	return load_finding(root, path, ret, ret_error);
}

int failure_load(const char *dir, struct failure *ret, struct env_error *ret_error)
{
	char *path = path_join(dir, "report.json");
	FILE *in = path ? fopen(path, "r") : NULL;
	json_error_t where;
	json_t *root;
	int rc;

	*ret = (struct failure){ 0 };
	if (!in) {
		rc = env_fail(ret_error, path ? errno : ENOMEM, "cannot read %s/report.json", dir);
	} else {
		root = json_loadf(in, 0, &where);
		fclose(in);
		rc = root ? check_version(root, path, ret_error) : 0;
		if (root && !rc)
			rc = load_fields(root, path, ret, ret_error);
		else if (!root)
			rc = env_refuse(ret_error, "%s:%d:%d: %s", path, where.line, where.column, where.text);
		json_decref(root);
	}
	free(path);
	return rc;
}

const char *failure_other_program(const struct failure *f, const char *program)
{
	const struct seam_ops *ops = f->options.model_end ? NULL : seam_by_dut(f->dut->name);

	if (!ops || !ops->rtl_hash || !*f->rtl || !*f->program || !strcmp(f->rtl, ops->rtl_hash) || !strcmp(f->program, program))
		return NULL;
	return access(f->program, X_OK) ? NULL : f->program;
}

int failure_gone(const struct failure *f, const char *dir, const char *program, struct env_error *ret_error)
{
	const char *other = failure_other_program(f, program);

	if (!other)
		return env_refuse(ret_error, "%s: the saved failure did not occur again", dir);
	return env_refuse(
	    ret_error,
	    "%s: the saved failure did not occur again, since this program was built from other RTL than %s, which saved it; "
	    "'%s replay %s' repeats it",
	    dir, other, other, dir);
}

char *failure_command(const char *program, const char *dir, char *ret, size_t size)
{
	char program_word[PATH_MAX], dir_word[PATH_MAX];

	shell_word(program, program_word, sizeof(program_word));
	shell_word(dir, dir_word, sizeof(dir_word));
	snprintf(ret, size, "%s replay %s", program_word, dir_word);
	return ret;
}

/* Writes the options that make the stimulus: --seed, --stim or --pcap with its own options. */
static size_t put_source(const struct source *source, char *ret, size_t size)
{
	static const char *const fcs[] = { [CAPTURE_FCS_AS_STATED] = "",
		                           [CAPTURE_FCS_PRESENT] = " --pcap-fcs=present",
		                           [CAPTURE_FCS_ABSENT] = " --pcap-fcs=add" };
	char word[PATH_MAX];

	if (source->kind == SOURCE_SEED)
		return (size_t)snprintf(ret, size, " --seed %u --items %zu%s%s", source->seed, source->items,
		                        source->scenarios ? " --scenarios " : "", source->scenarios ? source->scenarios : "");
	shell_word(source->path, word, sizeof(word));
	if (source->kind == SOURCE_FILE)
		return (size_t)snprintf(ret, size, " --stim %s", word);
	return (size_t)snprintf(ret, size, " --pcap %s%s --pcap-gaps %s --max-gap %u", word, fcs[source->pcap.fcs],
	                        source->pcap.keep_gaps ? "keep" : "close", source->pcap.max_gap);
}

char *source_command(const char *program, const struct source *source, const struct dut *dut, const struct run_options *options,
                     char *ret, size_t size)
{
	char program_word[PATH_MAX];
	size_t used;

	shell_word(program, program_word, sizeof(program_word));
	used = (size_t)snprintf(ret, size, "%s run --dut %s", program_word, dut->name);
	if (used < size)
		used += put_source(source, ret + used, size - used);
	if (used < size && options->model_end)
		used += (size_t)snprintf(ret + used, size - used, " --as model");
	if (used < size && options->black_box)
		used += (size_t)snprintf(ret + used, size - used, " --black-box");
	if (used < size && options->max_cycles)
		used += (size_t)snprintf(ret + used, size - used, " --max-cycles %" PRIu64, options->max_cycles);
	if (used < size && options->max_seconds > 0)
		snprintf(ret + used, size - used, " --max-seconds %g", options->max_seconds);
	return ret;
}

char *failure_name(const struct dut *dut, const char *name, char *ret, size_t size)
{
	snprintf(ret, size, "%s-%s", dut->name, name);
	for (char *c = ret; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("-_.", *c))
			*c = '-';
	return ret;
}
