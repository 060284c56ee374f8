/* SPDX-License-Identifier: Apache-2.0 */
/* Repeats a saved run and makes its waves: in this program if it is a traced build, otherwise in another process with the traced
 * build of the DUT. */
#include "replay.h"

#include "failure.h"
#include "pool.h"
#include "profile/profile.h"
#include "waves/waves.h"
#include "seam/seam.h"
#include "story/story.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first octets of a wave file need more room than this. */
enum { ROOM_OCTETS = 32768 };

/* In cycles: how much the waves show before the cause and after the finding, how much the run goes beyond that, and how far back
 * a cause may lie. */
enum { WINDOW_BEFORE = 2000, WINDOW_AFTER = 500, WINDOW_MARGIN = 8, WINDOW_MAX = 1000000 };

static const char other_rtl[] = "none: the traced build is of other RTL";

char *replay_first(const struct finding *first, char *ret, size_t size)
{
	if (!first)
		snprintf(ret, size, "none");
	else if (first->rule == RULE_TIMEOUT || first->rule == RULE_CRASH)
		snprintf(ret, size, "%s", rule_table[first->rule].name);
	else
		snprintf(ret, size, "%s@%" PRIu64, rule_table[first->rule].name, first->cycle);
	return ret;
}

bool traced_program(const char *name, char *ret, size_t size)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *last;

	self[len > 0 ? len : 0] = 0;
	last = strrchr(self, '/');
	if (name && last && !strncmp(last, "/pausebench-", 12)) /* a program of some rows, such as build/pausebench-bcm5718 */
		last[11] = 0;
	snprintf(ret, size, "%s-traced%s%s", self, name ? "-" : "", name ? name : "");
	return len > 0 && !access(ret, X_OK);
}

static bool file_exists(const char *dir, const char *name)
{
	char *path = path_join(dir, name);
	struct stat st;
	bool there = path && !stat(path, &st) && st.st_size > 0;

	free(path);
	return there;
}

/* The words of the command line of a traced build. */
struct traced_call {
	char program[PATH_MAX + 128];
	const char *dir, *rtl;
	char first[96];
};

static void traced_child(const struct traced_call *call, int out, pid_t parent)
{
	int null = open("/dev/null", O_RDONLY);

	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	if (getppid() == parent)
		execl(call->program, call->program, "replay", "--waves", "--rtl", call->rtl, "--first", call->first, "--",
		      call->dir, (char *)NULL);
	_exit(127);
}

/* Reads the output of the child until the child closes its end; RET gets the last part of it as a string. */
static void traced_listen(int in, pid_t pid, const atomic_bool *stop, char *ret, size_t size)
{
	char part[1024];
	size_t used = 0;

	for (;;) {
		struct pollfd ready = { .fd = in, .events = POLLIN };
		int rc = poll(&ready, 1, 100);
		ssize_t n = rc > 0 ? read(in, part, sizeof(part)) : -1;
		if (stop && atomic_load(stop))
			kill(pid, SIGTERM);
		if (rc > 0 && !n)
			break;
		if (n <= 0)
			continue;
		if (used + (size_t)n >= size) {
			size_t keep = size / 2 < used ? size / 2 : used;
			memmove(ret, ret + used - keep, keep);
			used = keep;
		}
		memcpy(ret + used, part, (size_t)n);
		used += (size_t)n;
	}
	ret[used] = 0;
}

/* Writes into RET why there are no waves: the reason that the child printed, or how it ended. */
static void traced_reason(const char *said, int status, char *ret)
{
	static const char mark[] = "waves     none: ";
	const char *reason = NULL;

	for (const char *at = strstr(said, mark); at; at = strstr(at + 1, mark))
		reason = at + strlen(mark);
	if (reason) {
		snprintf(ret, TRACED_LINE_MAX, "none: %.*s", (int)strcspn(reason, "\n"), reason);
	} else if (WIFSIGNALED(status)) {
		snprintf(ret, TRACED_LINE_MAX, "none: the traced build died: %s", strsignal(WTERMSIG(status)));
	} else {
		const char *last = said + strlen(said);
		while (last > said && last[-1] == '\n')
			last--;
		for (reason = last; reason > said && reason[-1] != '\n'; reason--)
			;
		snprintf(ret, TRACED_LINE_MAX, "none: the traced build ended with %d%s%.*s", WEXITSTATUS(status),
		         last > reason ? ": " : "", (int)(last - reason), reason);
	}
}

static bool traced_run(const struct traced_call *call, const atomic_bool *stop, char *ret)
{
	char said[8192] = "";
	int out[2], status = 0;
	pid_t parent = getpid(), pid;

	if (pipe2(out, O_CLOEXEC)) {
		snprintf(ret, TRACED_LINE_MAX, "none: %s", strerror(errno));
		return false;
	}
	fflush(NULL);
	pid = fork();
	if (!pid)
		traced_child(call, out[1], parent);
	close(out[1]);
	if (pid > 0)
		traced_listen(out[0], pid, stop, said, sizeof(said));
	close(out[0]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) <= EXIT_FINDINGS && file_exists(call->dir, "waves.fst") &&
	    file_exists(call->dir, "waves.gtkw"))
		return true;
	traced_reason(said, status, ret);
	return false;
}

bool traced_replay(const char *dir, const struct dut *dut, const struct finding *first, const atomic_bool *stop, char *ret)
{
	struct traced_call call = { .dir = dir };
	const struct seam_ops *ops = seam_by_dut(dut->name);
	bool made = false;

	failure_remove_waves(dir);
	call.rtl = ops && ops->rtl_hash ? ops->rtl_hash : "";
	replay_first(first, call.first, sizeof(call.first));
	if (first && (first->rule == RULE_CRASH)) {
		snprintf(ret, TRACED_LINE_MAX, "none: the process crashed before a cycle of a finding was known");
		return false;
	}
	if (traced_program(dut->name, call.program, sizeof(call.program)))
		made = traced_run(&call, stop, ret);
	else
		snprintf(ret, TRACED_LINE_MAX, "none: %s is missing; '%s%s' builds it", call.program,
		         dut->profile ? "make regress MACS=" : "make traced DUT=", dut->profile ? profile_built_path : dut->name);
	if (made)
		waves_command(dir, ret, TRACED_LINE_MAX);
	else
		failure_remove_waves(dir);
	return made;
}

char *waves_command(const char *dir, char *ret, size_t size)
{
	char word[PATH_MAX];
	size_t used;

	shell_word(dir, word, sizeof(word));
	used = (size_t)snprintf(ret, size, "gtkwave --dump=%s/waves.fst --save=%s/waves.gtkw", word, word);
	if (file_exists(dir, "waves.tcl") && used < size)
		snprintf(ret + used, size - used, " --script=%s/waves.tcl", word);
	return ret;
}

static void window_of(const struct finding *finding, struct run_options *options, uint64_t cycles)
{
	uint64_t cause, after;

	options->fst_from = 0;
	options->fst_to = cycles;
	if (!finding)
		return;
	cause = finding->cause_cycle < finding->cycle ? finding->cause_cycle : finding->cycle;
	if (finding->cycle - cause > WINDOW_MAX)
		cause = finding->cycle - WINDOW_MAX;
	options->fst_from = cause > WINDOW_BEFORE ? cause - WINDOW_BEFORE : 0;
	after = (finding->cycle - cause) / WINDOW_MARGIN;
	options->fst_to = finding->cycle + (after > WINDOW_AFTER ? after : WINDOW_AFTER);
}

/* Gives the finding that the waves are about, or NULL if there is none. Returns false if the process ended before there was a
 * cycle to show. */
static bool showable(const struct run_result *run, const struct finding **ret)
{
	*ret = finding_first(&run->score);
	return !*ret || ((*ret)->rule != RULE_CRASH && run->cycles);
}

/* RUN is that of DUT in the traced program, FIRST the first finding in the plain program. Returns true if the first finding of RUN is FIRST as well; else
 * prints that there are no waves, and why. Both programs have the same RTL and get the same inputs. Two things can make their findings differ: a limit
 * of seconds that cut the run, and a race in the RTL. IEEE 1364 leaves the order of some processes open, and the simulator may choose another
 * order in the traced program. */
static bool begins_with(const struct replay_options *options, const struct dut *dut, const struct run_result *run,
                        const char *first)
{
	char seen[96];

	if (!strcmp(replay_first(finding_first(&run->score), seen, sizeof(seen)), first))
		return true;
	if (!strcmp(first, rule_table[RULE_TIMEOUT].name)) {
		fprintf(options->out,
		        "waves     none: a limit cut the run, and with waves its first finding is %s. "
		        "Where a limit of seconds cuts a run depends on the machine; raise --max-seconds\n",
		        seen);
		return false;
	}
	fprintf(
	    options->out,
	    "waves     none: the plain and the traced simulation of %s differ: the first finding is %s in the plain one, %s in "
	    "the "
	    "traced one. The likely cause is a race in its Verilog, where a clocked process assigns with '=' what another one "
	    "reads, and IEEE 1364 11.5 leaves their order open; assign with '<=' there\n",
	    dut->name, first, seen);
	return false;
}

/* Returns true if the process that wrote the waves reached the end of RUN; otherwise prints why there are none. A file system
 * without room ends the process, since the simulator writes waves through mapped memory. */
static bool came_to_end(const struct replay_options *options, const struct run_result *run)
{
	const struct finding *first = finding_first(&run->score);
	struct statvfs room;
	bool full = !statvfs(options->dir, &room) && room.f_bavail * room.f_frsize < ROOM_OCTETS;

	if (!first || first->rule != RULE_CRASH)
		return true;
	fprintf(options->out, "waves     none: the process that wrote them ended: %s%s\n", first->actual,
	        full ? "; the file system is full, make room there or copy the folder elsewhere" : "");
	return false;
}

static int write_waves(const struct replay_options *options, struct pool_job *job, const struct pool_result *seen, char *fst,
                       struct env_error *ret_error)
{
	char command[3 * PATH_MAX], first[96];
	struct failure_captures captures = { NULL };
	struct pool_result *again;
	const struct finding *finding;
	bool same = false;
	int rc;

	if (!showable(&seen->run, &finding)) {
		fprintf(options->out, "waves     none: the process crashed before a cycle of a finding was known\n");
		return 0;
	}
	again = calloc(1, sizeof(*again));
	rc = failure_captures(&captures, options->dir, &job->options);
	if (!again || rc)
		rc = env_fail(ret_error, ENOMEM, "cannot repeat %s", options->dir);
	window_of(finding, &job->options, seen->run.cycles);
	job->options.fst = fst;
	job->options.fst_finding = finding;
	if (!rc)
		rc = pool_run(job, again, ret_error);
	if (!rc)
		same = came_to_end(options, &again->run) &&
		       begins_with(options, job->dut, &again->run, replay_first(finding, first, sizeof(first)));
	free(again);
	failure_captures_release(&captures);
	if (!rc && same) {
		rc = waves_write(options->dir, job->dut, seen->run.seed, job->options.black_box, finding, job->options.fst_from,
		                 job->options.fst_to);
		if (rc)
			env_fail(ret_error, -rc, "cannot write %s/waves.gtkw", options->dir);
	}
	if (rc || !same)
		failure_remove_waves(options->dir);
	else
		fprintf(options->out, "waves     %s\n", waves_command(options->dir, command, sizeof(command)));
	return rc;
}

/* Makes the waves of the run of RESULT, here or in the traced build. OTHER is a program that has the RTL of the saved run if this
 * program has not, or NULL. */
static int make_waves(const struct replay_options *options, struct pool_job *job, const struct pool_result *result, char *fst,
                      const char *other, struct env_error *ret_error)
{
	char line[TRACED_LINE_MAX];

	if (run_can_trace()) {
		failure_remove_waves(options->dir);
		if (options->first && !begins_with(options, job->dut, &result->run, options->first))
			return 0;
		return write_waves(options, job, result, fst, ret_error);
	}
	traced_replay(options->dir, job->dut, finding_first(&result->run.score), options->stop, line);
	if (other && !strncmp(line, other_rtl, strlen(other_rtl)))
		snprintf(
		    line, sizeof(line),
		    "none: this program was built from other RTL than %s, which saved the run; '%s replay %s --waves' makes them",
		    other, other, options->dir);
	fprintf(options->out, "waves     %s\n", line);
	return 0;
}

static void print_replay(const struct replay_options *options, const struct failure *failure, const struct pool_job *job,
                         const struct pool_result *result)
{
	char command[3 * PATH_MAX];
	struct report report = {
		.dut = job->dut,
		.name = failure->name,
		.seed = failure->seed,
		.black_box = job->options.black_box,
		.seconds = result->seconds,
		.options = &job->options,
		.result = &result->run,
		.repeat = { failure_command(options->program, options->dir, command, sizeof(command)) },
	};

	report_text(options->out, &report, REPORT_FINDINGS_SHOWN);
	if (job->options.story)
		story_text(options->out, job->options.story, &result->run.score, options->story_lines);
}

/* Refuses to make waves if this program was built from other RTL than --rtl says. */
static int same_rtl(const struct replay_options *options, const struct dut *dut, struct env_error *ret_error)
{
	const struct seam_ops *ops = seam_by_dut(dut->name);
	const char *rtl = ops && ops->rtl_hash ? ops->rtl_hash : "";

	if (!options->rtl || !strcmp(options->rtl, rtl))
		return 0;
	failure_remove_waves(options->dir);
	fprintf(options->out, "waves     %s; '%s%s' builds it again\n", other_rtl,
	        dut->profile ? "make regress MACS=" : "make traced DUT=", dut->profile ? profile_built_path : dut->name);
	return env_refuse(ret_error, "%s: this program was built from other RTL (%s, not %s)", dut->name, rtl, options->rtl);
}

/* Runs JOB with the saved moments. If a moment does not come at its saved time, such as after an edit of the stimulus, runs JOB
 * without them. */
static int run_job(const struct replay_options *options, struct pool_job *job, struct pool_result *ret,
                   struct env_error *ret_error)
{
	int rc = pool_run(job, ret, ret_error);

	if (rc || !ret->run.unresolved)
		return rc;
	fprintf(options->out, "moments   the saved ones did not come again; the bench looked ahead for new ones\n");
	job->options.known = NULL;
	return pool_run(job, ret, ret_error);
}

/* STIMULUS and FST are not NULL. */
static int replay_saved(const struct replay_options *options, const char *stimulus, char *fst, struct env_error *ret_error)
{
	struct pool_result *result = calloc(1, sizeof(*result));
	struct failure failure;
	struct pool_job job;
	int rc;

	if (!result)
		return env_fail(ret_error, ENOMEM, "cannot replay %s", options->dir);
	rc = failure_load(options->dir, &failure, ret_error);
	if (!rc)
		rc = same_rtl(options, failure.dut, ret_error);
	if (!rc) {
		job = (struct pool_job){ .dut = failure.dut, .options = failure.options };
		job.source = (struct source){ .kind = SOURCE_FILE, .path = stimulus };
		job.options.stop = options->stop;
		job.options.known = &failure.known;
		job.options.story = options->story ? story_new() : NULL;
		if (options->story && !job.options.story)
			rc = env_fail(ret_error, errno, "cannot tell the story of %s", options->dir);
		else
			rc = run_job(options, &job, result, ret_error);
	}
	if (!rc) {
		print_replay(options, &failure, &job, result);
		story_free(job.options.story);
		job.options.story = NULL;
		if (options->waves && !failure.options.model_end && result->run.status != RUN_STOPPED &&
		    result->run.status != RUN_SKIPPED)
			rc = make_waves(options, &job, result, fst, failure_other_program(&failure, options->program), ret_error);
	}
	if (!rc)
		rc = run_exit_status(&result->run);
	if (!rc && failure.findings)
		rc = failure_gone(&failure, options->dir, options->program, ret_error);
	free(result);
	return rc;
}

int replay(const struct replay_options *options, struct env_error *ret_error)
{
	char *stimulus = path_join(options->dir, "stimulus.stim"), *fst = path_join(options->dir, "waves.fst");
	int rc;

	if (stimulus && fst)
		rc = replay_saved(options, stimulus, fst, ret_error);
	else
		rc = env_fail(ret_error, ENOMEM, "cannot replay %s", options->dir);
	free(stimulus);
	free(fst);
	return rc;
}
