// SPDX-License-Identifier: Apache-2.0
// The verbs run and replay of pausebench-link: run a link, and repeat a saved run; with what follows a failure: captures, waves, a short description.
#include "link_run_verb.h"

#include "link/modules/seam_sc.h"
#include "link/platform/link.h"
#include "link/platform/link_record.h"
#include "link_options.h"
#include "link_reduce.h"
#include "link_report.h"

extern "C" {
#include "run/replay.h"
}

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace
{
std::string shell(const std::string &word)
{
	char text[2 * PATH_MAX];
	return shell_word(word.c_str(), text, sizeof(text));
}

struct run_arguments : link_arguments {
	const char *self; // the program's name as called
	link_run_fn *run;
	bool (*stop)(); // whether the user wants the verb to end

	~run_arguments()
	{
		link_arguments_release(this);
	}
};

// Returns the name of a folder for the link and its settings; it consists of letters, digits, '-', '_' and '.'.
std::string failure_folder(const struct link_description &link, const run_arguments &arguments)
{
	std::string name = link.name;

	for (size_t i = 0; i < arguments.settings_count; i++)
		name += std::string("-") + arguments.settings[i];
	for (char &c : name)
		if (!std::isalnum(static_cast<unsigned char>(c)) && !std::strchr("-_.", c))
			c = '-';
	return std::string(LINK_FAILURES "/") + name.substr(0, 120);
}

// Returns the hashes of the RTL of both ends from which this program was compiled.
std::string rtl_of(const struct link_description &link)
{
	std::string ret;

	for (const struct link_end &end : link.end) {
		const struct seam_sc *sc = seam_sc_by_dut(end.dut->name);
		ret += ret.empty() ? "" : ",";
		ret += end.model || !sc ? "model" : sc->ops.rtl_hash;
	}
	return ret;
}

// Runs PROGRAM with ARGUMENTS, of which the first is its name. With QUIET its standard output is dropped. Returns an empty text if it ran to its
// end, or how it ended otherwise. It is asked to end when STOP returns true.
std::string carry_out(const std::string &program, const std::vector<std::string> &arguments, bool quiet, bool (*stop)())
{
	std::vector<char *> words;
	pid_t pid;
	int status = 0;

	for (const std::string &argument : arguments)
		words.push_back(const_cast<char *>(argument.c_str()));
	words.push_back(nullptr);
	std::fflush(nullptr);
	pid = fork();
	if (!pid) {
		if (quiet)
			dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execv(program.c_str(), words.data());
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) != pid)
		if (errno != EINTR)
			return std::strerror(errno);
		else if (stop())
			kill(pid, SIGTERM);
	if (pid < 0)
		return std::strerror(errno);
	if (WIFSIGNALED(status))
		return std::string("it died: ") + strsignal(WTERMSIG(status));
	return WEXITSTATUS(status) < EXIT_ENVIRONMENT ? "" : "it ended with status " + std::to_string(WEXITSTATUS(status));
}

// Runs PROGRAM, under the name of this one, to repeat the run of DIR, whose RTL was RTL, for captures and, with WAVES, for waves. Its report is
// the same as the report of this process and is dropped. Returns a text as carry_out() does.
std::string repeat(const std::string &program, const run_arguments &arguments, const std::string &dir, const std::string &rtl,
                   bool waves)
{
	return carry_out(program, { arguments.self, "replay", "--rtl", rtl, waves ? "--waves" : "--", dir }, true,
	                 arguments.stop);
}

// Reduces the failing run that is saved in DIR in a process of its own, since this process has elaborated its platform already.
void reduce_saved(const run_arguments &arguments, const std::string &dir)
{
	std::printf("\nreducing the link, for at most %g s\n", arguments.reduce_seconds);
	carry_out("/proc/self/exe",
	          { arguments.self, "reduce", "--seconds", std::to_string(arguments.reduce_seconds), "--", dir }, false,
	          arguments.stop);
}

// Has the traced build repeat the run of DIR and prints where the waves are. With CAPTURES the run is repeated for captures if there are no waves.
// Returns an empty text, or why DIR does not have the files that the repetition should have written.
std::string repeat_saved(const run_arguments &arguments, const std::string &dir, const std::string &rtl, bool captures)
{
	const std::string waves = dir + "/waves.fst";
	char command[3 * PATH_MAX], traced[PATH_MAX + 16];
	std::string why, plain;

	if (!link_can_trace() && !traced_program(nullptr, traced, sizeof(traced))) {
		std::printf("waves     none, %s is missing; 'make traced' builds it\n", traced);
	} else {
		why = repeat(link_can_trace() ? "/proc/self/exe" : traced, arguments, dir, rtl, true);
		if (why.empty() && access(waves.c_str(), R_OK))
			why = "it left no waves.fst";
		if (why.empty()) {
			std::printf("waves     %s\n", waves_command(dir.c_str(), command, sizeof(command)));
			return why;
		}
		unlink(waves.c_str());
		std::printf("waves     none\n");
	}
	if (captures)
		plain = repeat("/proc/self/exe", arguments, dir, rtl, false);
	return why.empty() ? plain : why;
}

// Returns whether the first finding is that the run exceeded its limit of time, which depends on the machine.
bool ends_late(const struct link_description &link, const struct link_result &result)
{
	struct link_finding first;

	return link_first_finding(&link, &result, &first) && first.plain.rule == RULE_TIMEOUT;
}

// Writes the text, JSON and folder of a run. Returns the exit status, or negative errno.
int report_run(const run_arguments &arguments, const struct link_description &link, const struct link_result &result,
               const struct link_options &options, struct env_error *ret_error)
{
	std::string dir = arguments.out ? arguments.out : failure_folder(link, arguments);
	bool failed = link_findings(&result), save = arguments.out || arguments.waves || failed;
	std::string why, again = shell(arguments.self) + " replay " + shell(dir);
	char command[3 * PATH_MAX];
	int rc = 0;

	if (save && !arguments.dir)
		link_report_begin(dir.c_str());
	if (save)
		rc = folder_make(dir.c_str(), ret_error);
	if (save && !rc)
		rc = link_report_save(dir.c_str(), &link, &result, again.c_str(), ret_error);
	link_report_text(stdout, &link, &result, LINK_REPORT_FINDINGS, save ? again.c_str() : nullptr);
	if (!rc && arguments.json)
		rc = link_report_write(arguments.json, &link, &result, save ? again.c_str() : nullptr, ret_error);
	if (rc)
		return rc;
	if ((arguments.waves || failed) && !arguments.dir && !result.stopped)
		why = repeat_saved(arguments, dir, rtl_of(link), !options.out);
	if (options.waves)
		std::printf("waves     %s\n", waves_command(dir.c_str(), command, sizeof(command)));
	if (failed && !arguments.dir && !result.stopped && arguments.reduce_seconds > 0 && !ends_late(link, result))
		reduce_saved(arguments, dir);
	if (!why.empty())
		return env_refuse(ret_error, "%s could not be repeated: %s", dir.c_str(), why.c_str());
	if (link_exit_status(&result) == EXIT_ENVIRONMENT)
		env_refuse(ret_error, "interrupted; the report is partial");
	return link_exit_status(&result);
}

void on_alarm(int)
{
	static const char line[] = "pausebench-link: timeout: the simulation hangs; raise --max-seconds if it needs more time\n";
	ssize_t written = write(STDERR_FILENO, line, sizeof(line) - 1);

	(void)written;
	_exit(EXIT_FINDINGS);
}

// Limits the wall-clock time of this process to somewhat more than SECONDS, at which a run ends by itself.
void limit_wall_clock(double seconds)
{
	struct sigaction action = {};

	action.sa_handler = on_alarm;
	sigaction(SIGALRM, &action, nullptr);
	alarm(static_cast<unsigned>(std::min(seconds, 1e9)) + 10);
}

// Records what the golden models expect in the run that is saved in arguments.dir, and gives it to OPTIONS for the waves.
int record(const run_arguments &arguments, const struct link_description &link, struct link_options *options,
           struct link_recorded *recorded, struct env_error *ret_error)
{
	struct link_finding first;
	struct env_error none;
	bool failed = !link_saved_first(arguments.dir, &first, &none);
	int rc = link_record(&link, arguments.run, options, failed ? &first : nullptr, recorded, ret_error);

	for (unsigned i = 0; i < LINK_ENDS; i++)
		options->expected[i] = &recorded->expected[i];
	return rc;
}

int run_link(const run_arguments &arguments, struct link_description &link, struct env_error *ret_error)
{
	std::unique_ptr<struct link_result> result(new (std::nothrow) struct link_result());
	struct link_options options = {};
	struct link_recorded recorded = {};
	int rc = 0;

	if (!result)
		return env_fail(ret_error, ENOMEM, "cannot run %s", link.name);
	options.out = arguments.out;
	options.stop = arguments.stop;
	options.max_seconds = arguments.max_seconds;
	limit_wall_clock(arguments.max_seconds);
	options.waves = arguments.waves && arguments.dir && link_can_trace();
	if (options.waves)
		link_report_window(arguments.dir, &link, &options.waves_from_ps, &options.waves_to_ps);
	if (arguments.out)
		rc = folder_make(arguments.out, ret_error);
	if (!rc && options.waves)
		rc = record(arguments, link, &options, &recorded, ret_error);
	if (!rc)
		rc = arguments.run(&link, &options, result.get(), ret_error);
	alarm(0);
	link_recorded_release(&recorded);
	return rc ? rc : report_run(arguments, link, *result, options, ret_error);
}

} // namespace

int link_run_verb(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(), struct env_error *ret_error)
{
	run_arguments arguments;
	struct link_description link;
	int rc;

	arguments.self = self;
	arguments.run = run;
	arguments.stop = stop;
	link_run_arguments(argc, argv, &arguments);
	rc = link_file_read(&link, arguments.file, ret_error);
	for (size_t i = 0; !rc && i < arguments.settings_count; i++)
		rc = link_file_set(&link, arguments.settings[i], ret_error);
	if (!rc && arguments.settings_count)
		rc = link_file_check(&link, "--set", ret_error);
	return rc ? rc : run_link(arguments, link, ret_error);
}

namespace
{
// Gives LINK the last name of its folder.
void take_name(struct link_description &link, std::string dir)
{
	while (dir.size() > 1 && dir.back() == '/')
		dir.pop_back();
	std::snprintf(link.name, sizeof(link.name), "%s", dir.substr(dir.rfind('/') + 1).c_str());
}

} // namespace

int link_replay_verb(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(), struct env_error *ret_error)
{
	run_arguments arguments;
	struct link_description link;
	char traced[PATH_MAX + 16];
	bool failed;
	int rc;

	arguments.self = self;
	arguments.run = run;
	arguments.stop = stop;
	link_replay_arguments(argc, argv, &arguments);
	rc = link_file_read(&link, (std::string(arguments.dir) + "/link.link").c_str(), ret_error);
	if (rc)
		return rc;
	if (arguments.waves && !link_can_trace() && traced_program(nullptr, traced, sizeof(traced))) {
		execl(traced, self, "replay", "--waves", "--rtl", rtl_of(link).c_str(), "--", arguments.dir,
		      static_cast<char *>(nullptr));
		return env_fail(ret_error, errno, "cannot start %s", traced);
	}
	if (arguments.waves && !link_can_trace())
		std::fprintf(stderr, "pausebench-link: no waves, %s is missing; 'make traced' builds it\n", traced);
	if (arguments.rtl && rtl_of(link) != arguments.rtl) {
		unlink((std::string(arguments.dir) + "/waves.fst").c_str());
		unlink((std::string(arguments.dir) + "/waves.gtkw").c_str());
		return env_refuse(ret_error, "no waves: the traced program is of other RTL; 'make traced' builds it again");
	}
	arguments.out = arguments.dir;
	take_name(link, arguments.dir);
	failed = link_report_failed(arguments.dir);
	rc = run_link(arguments, link, ret_error);
	return rc == EXIT_CLEAN && failed ? env_refuse(ret_error, "%s: the saved failure did not occur again", arguments.dir)
	                                  : rc;
}
