// SPDX-License-Identifier: Apache-2.0
// The command line of pausebench-link: finds the verb, prints the message of an error, and turns each signal into a request to stop.
#include "link/platform/link.h"
#include "link_bench.h"
#include "link_reduce.h"
#include "link_run_verb.h"
#include "link_suite.h"
#include "sweep.h"

extern "C" {
#include "base/cli_parse.h"
#include "base/version.h"
}

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <systemc>
#include <vector>

namespace
{
constexpr char program_name[] = "pausebench-link";

volatile std::sig_atomic_t stop_requested;

void on_signal(int)
{
	stop_requested = 1;
}

bool is_stop_requested()
{
	return stop_requested;
}

void catch_signals()
{
	struct sigaction action = {}, old;

	action.sa_handler = on_signal;
	sigaction(SIGINT, &action, nullptr);
	sigaction(SIGTERM, &action, nullptr);
	if (!sigaction(SIGHUP, nullptr, &old) && old.sa_handler != SIG_IGN) // SIGHUP stays ignored under nohup
		sigaction(SIGHUP, &action, nullptr);
	std::signal(SIGCHLD, SIG_DFL); // if it stayed ignored, this process would not see its children end
	std::signal(SIGXFSZ, SIG_IGN); // a file that becomes too long is then an error of write()
}

int verb_bench(const char *, int argc, char **argv, link_run_fn *, bool (*)(), struct env_error *ret_error)
{
	return link_bench(argc, argv, ret_error);
}

const struct verb {
	const char *name;
	int (*run)(const char *self, int argc, char **argv, link_run_fn *run, bool (*stop)(), struct env_error *ret_error);
} verbs[] = {
	{ "run", link_run_verb },      { "check", link_suite_run }, { "replay", link_replay_verb },
	{ "reduce", link_reduce_run }, { "bench", verb_bench },     { "sweep", sweep_run },
};

struct top {
	const struct verb *verb = nullptr;
	int first = 0; // the index of the verb in argv
};

error_t parse(int key, char *arg, struct argp_state *state)
{
	top *t = static_cast<top *>(state->input);

	switch (key) {
	case ARGP_KEY_ARG:
		for (const verb &known : verbs)
			if (!std::strcmp(known.name, arg))
				t->verb = &known;
		if (!t->verb)
			argp_failure(state, EXIT_ENVIRONMENT, 0,
			             "unknown verb '%s'; known: run, check, replay, reduce, bench, sweep", arg);
		t->first = state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, EXIT_ENVIRONMENT, 0,
		             "give a verb: run, check, replay, reduce, bench or sweep; --help explains them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int run_verb(const top &t, int argc, char **argv)
{
	struct env_error error = { "" };
	std::string name = std::string(program_name) + " " + t.verb->name;
	std::vector<char *> arguments(argv + t.first, argv + argc);
	int status;

	arguments[0] = &name[0];
	arguments.push_back(nullptr);
	catch_signals();
	status = t.verb->run(argv[0], argc - t.first, arguments.data(), link_run, is_stop_requested, &error);
	if (status < 0)
		status = EXIT_ENVIRONMENT;
	std::fflush(stdout);
	if (status != EXIT_CLEAN && error.text[0])
		std::fprintf(stderr, "%s: %s\n", program_name, error.text);
	return status;
}

// Returns STATUS if all of the standard output was written, and otherwise 2.
int close_output(int status)
{
	bool bad = std::ferror(stdout);

	if (!std::fclose(stdout) && !bad)
		return status;
	std::fprintf(stderr, "%s: cannot write the standard output: %s\n", program_name,
	             errno ? std::strerror(errno) : "write error");
	return EXIT_ENVIRONMENT;
}

void print_version(FILE *out, struct argp_state *)
{
	version_print(out, program_name);
}

} // namespace

int main(int argc, char **argv)
{
	static const struct argp argp = { nullptr,
		                          parse,
		                          "VERB [OPTION...]",
		                          "Two Ethernet MACs on a cable, each with a clock of its own: is a frame ever lost, and "
		                          "what does flow control cost?"
		                          "\vVerbs, each with its own --help:\n"
		                          "  run      one link, checked\n"
		                          "  check    several, a line for each\n"
		                          "  replay   repeat a saved run, with waves\n"
		                          "  reduce   make the description of a saved failure short\n"
		                          "  bench    what SystemC costs\n"
		                          "  sweep    the table of marks, cables, times and partners\n\n"
		                          "ppm= in the description of an end makes its clock faster by so many millionths, or "
		                          "slower (doc/use/link.md 4).\n\n"
		                          "Exit status of every verb: 0 nothing wrong, 1 findings, 2 usage or environment.",
		                          nullptr,
		                          nullptr,
		                          nullptr };
	top t;

	setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
	argp_err_exit_status = EXIT_ENVIRONMENT;
	argp_program_version_hook = print_version;
	cli_parse(&argp, argc, argv, ARGP_IN_ORDER, &t);
	return close_output(run_verb(t, argc, argv));
}

// The library's own main() is not used, but needs this function.
int sc_main(int, char **)
{
	return EXIT_ENVIRONMENT;
}
