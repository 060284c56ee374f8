/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: finds the verb, prints the message of an error of the environment, and turns each signal into a request to
 * stop. */
#include "base/version.h"
#include "cli.h"
#include "base/spelling.h"
#include "library/library.h"
#include "profile/profile.h"
#include "seam/seam.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CRC = 1 << LIBRARY_DEFLATE, JSON = 1 << LIBRARY_JANSSON, DATABASE = 1 << LIBRARY_SQLITE, XML = 1 << LIBRARY_XML };

static const struct verb {
	const char *name;
	int (*run)(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
	/* The libraries that are loaded before the verb begins, since it needs them in many processes or after long work. */
	unsigned libraries;
	const char *what; /* its text in `pausebench --help` */
} verbs[] = {
	{ "list", cli_list, 0, "show DUTs, stimuli, rules, registers, counters or scenarios" },
	{ "explain", cli_explain, 0, "what a rule, a tag or a document stands for" },
	{ "proof", cli_proof, 0, "what proves each statement of the documents" },
	{ "run", cli_run, 0, "one stimulus on one DUT" },
	{ "regress", cli_regress, CRC | JSON | DATABASE | XML, "a suite on all DUTs, in parallel" },
	{ "fuzz", cli_fuzz, CRC | JSON | XML, "search for failures with stimuli that grow out of each other" },
	{ "replay", cli_replay, 0, "repeat a saved failure, with waves" },
	{ "reduce", cli_reduce, CRC, "make the stimulus of a saved failure short" },
	{ "merge", cli_merge, JSON | DATABASE | XML, "make one regression of the parts of several machines" },
	{ "report", cli_report, 0, "write the page for a browser of a regression" },
	{ "coverage", cli_coverage, 0, "print which coincidences and values regressions reached" },
	{ "bench", cli_bench, CRC | JSON, "measure the speed" },
	{ "conform", cli_conform, CRC | JSON | XML, "the conformance statement of a MAC" },
	{ "calibrate", cli_calibrate, CRC, "measure the latencies of a MAC for its profile" },
	{ "judge", cli_judge, 0, "judge captures of a port by the profile of its MAC" },
	{ "new-mac", cli_new_mac, 0, "write a first instance and profile of a MAC of your own" },
};
enum { VERB_COUNT = sizeof(verbs) / sizeof(verbs[0]) };

/* This is the only variable that the signal handler writes. */
static atomic_bool stop_requested;

static void on_signal(int number)
{
	(void)number;
	atomic_store(&stop_requested, true);
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal }, old;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (!sigaction(SIGHUP, NULL, &old) && old.sa_handler != SIG_IGN) /* SIGHUP stays ignored under nohup */
		sigaction(SIGHUP, &action, NULL);
	signal(SIGCHLD, SIG_DFL); /* if it stayed ignored, this process would not see its children end */
	signal(SIGXFSZ, SIG_IGN); /* a file that becomes too long is then an error of write() */
}

struct top {
	const struct verb *verb;
	bool help; /* the command is `help VERB` */
	int first; /* the index of the verb in argv */
};

/* Returns the names of all verbs, with ", " between them. */
static const char *verb_names(void)
{
	static char names[512];
	size_t used = 0;

	for (size_t i = 0; i < VERB_COUNT && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "", verbs[i].name);
	return names;
}

static const struct verb *verb_of(struct argp_state *state, const char *name)
{
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];

	for (size_t i = 0; i < VERB_COUNT; i++) {
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
		spelling_offer(&spelling, verbs[i].name);
	}
	argp_failure(state, EXIT_ENVIRONMENT, 0, "unknown verb '%s'%s; known: %s", name,
	             spelling_hint(&spelling, ", ", hint, sizeof(hint)), verb_names());
	return NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct top *top = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (!strcmp(arg, "help") && state->next == state->argc)
			argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		top->help = !strcmp(arg, "help");
		top->verb = verb_of(state, top->help ? state->argv[state->next] : arg);
		top->first = top->help ? state->next : state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give a verb: %s; --help explains them", verb_names());
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Adds to the text of --help, after the options, the verbs and what they do. */
static char *help_filter(int key, const char *text, void *input)
{
	char *ret = NULL;
	size_t size;
	FILE *out;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	out = open_memstream(&ret, &size);
	if (!out)
		return (char *)text;
	fputs("Verbs; 'pausebench help VERB' explains one:\n", out);
	for (size_t i = 0; i < VERB_COUNT; i++)
		fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].what);
	fputs("\nExit status of every verb: 0 nothing wrong, 1 findings, 2 usage or environment.", out);
	return fclose(out) ? (char *)text : ret;
}

/* Returns STATUS if all of the standard output was written, and otherwise 2. */
static int close_output(int status)
{
	bool bad = ferror(stdout);

	if (!fclose(stdout) && !bad)
		return status;
	fprintf(stderr, "pausebench: cannot write the standard output: %s\n", errno ? strerror(errno) : "write error");
	return EXIT_ENVIRONMENT;
}

/* Loads the libraries that VERB needs. Returns 0 or negative errno. */
static int load_libraries(const struct verb *verb, struct env_error *ret_error)
{
	int rc = 0;

	for (enum library l = 0; l < LIBRARY_COUNT && !rc; l++)
		if (verb->libraries & 1u << l)
			rc = library_need(l, ret_error);
	return rc;
}

static int run_verb(const struct top *top, int argc, char **argv)
{
	const struct cli cli = { .program = argv[0], .stop = &stop_requested, .args = argv };
	struct env_error error = { "" };
	char name[32], help[] = "--help", **args = calloc((size_t)(argc - top->first) + 2, sizeof(*args));
	int status, count = top->help ? 2 : argc - top->first;

	if (!args) {
		fprintf(stderr, "pausebench: %s\n", strerror(ENOMEM));
		return EXIT_ENVIRONMENT;
	}
	snprintf(name, sizeof(name), "pausebench %s", top->verb->name);
	memcpy(args, argv + top->first, (size_t)(argc - top->first) * sizeof(*args));
	args[0] = name;
	if (top->help) {
		args[1] = help;
		args[2] = NULL;
	}
	catch_signals();
	status = load_libraries(top->verb, &error) ? EXIT_ENVIRONMENT : top->verb->run(&cli, count, args, &error);
	free(args);
	fflush(stdout);
	if (status != EXIT_CLEAN && error.text[0])
		fprintf(stderr, "pausebench: %s\n", error.text);
	return status;
}

/* Makes the row of the profile the only row of its program. */
static void use_profile(void)
{
	struct profile_error e = { .line = 0 };
	const struct profile *profile = profile_built(&e);

	if (profile)
		profile_use(profile);
	if (profile || !profile_built_path)
		return;
	fprintf(stderr, "pausebench: %s:%u:%u: %s\n", e.file, e.line, e.column, e.message);
	exit(EXIT_ENVIRONMENT);
}

/* Leaves a program that was built for some rows only these. */
static void use_built_rows(void)
{
	static struct dut *rows;
	size_t count = 0;

	rows = calloc(dut_count, sizeof(*rows));
	for (size_t i = 0; rows && i < dut_count; i++)
		if (seam_by_dut(dut_table[i].name))
			rows[count++] = dut_table[i];
	if (count && count < dut_count)
		dut_use(rows, count);
}

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	version_print(out, "pausebench");
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "VERB [OPTION...]\nhelp [VERB]",
		.doc = "Proves an Ethernet MAC's flow control and statistics against a golden model.\v ",
		.help_filter = help_filter,
	};
	struct top top = { 0 };

	argp_err_exit_status = EXIT_ENVIRONMENT;
	argp_program_version_hook = print_version;
	cli_parse(&argp, argc, argv, ARGP_IN_ORDER, &top);
	use_profile();
	use_built_rows();
	return close_output(run_verb(&top, argc, argv));
}
