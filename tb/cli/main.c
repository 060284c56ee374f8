/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: finds the verb, prints the line of an error of the environment, and makes a request to stop of each signal. */
#include "cli.h"
#include "profile/profile.h"
#include "seam/seam.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct verb {
	const char *name;
	int (*run)(const struct cli *cli, int argc, char **argv, struct env_error *ret_error);
} verbs[] = {
	{ "list", cli_list },           { "explain", cli_explain }, { "run", cli_run },       { "regress", cli_regress },
	{ "replay", cli_replay },       { "bench", cli_bench },     { "proof", cli_proof },   { "conform", cli_conform },
	{ "calibrate", cli_calibrate }, { "new-mac", cli_new_mac }, { "reduce", cli_reduce },
};

/* The only variable that the signal handler writes. */
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
	if (!sigaction(SIGHUP, NULL, &old) && old.sa_handler != SIG_IGN) /* nohup */
		sigaction(SIGHUP, &action, NULL);
	signal(SIGCHLD, SIG_DFL); /* if the caller ignores it, this process would not see its children end */
	signal(SIGXFSZ, SIG_IGN); /* a file that becomes too long is an error of write() */
}

struct top {
	const struct verb *verb;
	int first; /* index of the verb in argv */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct top *top = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
			if (!strcmp(verbs[i].name, arg))
				top->verb = &verbs[i];
		if (!top->verb)
			argp_failure(
			    state, EXIT_ENVIRONMENT, 0,
			    "unknown verb '%s'; known: list, explain, run, regress, replay, reduce, bench, proof, conform, "
			    "calibrate, new-mac",
			    arg);
		top->first = state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(
		    state, EXIT_ENVIRONMENT, 0,
		    "give a verb: list, explain, run, regress, replay, reduce, bench, proof, conform, calibrate or new-mac; "
		    "--help explains them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Returns STATUS if the standard output was written in full. */
static int close_output(int status)
{
	bool bad = ferror(stdout);

	if (!fclose(stdout) && !bad)
		return status;
	fprintf(stderr, "pausebench: cannot write the standard output: %s\n", errno ? strerror(errno) : "write error");
	return EXIT_ENVIRONMENT;
}

static int run_verb(const struct top *top, int argc, char **argv)
{
	const struct cli cli = { .program = argv[0], .stop = &stop_requested, .args = argv };
	struct env_error error = { "" };
	char name[32], **args = calloc((size_t)(argc - top->first) + 1, sizeof(*args));
	int status;

	if (!args) {
		fprintf(stderr, "pausebench: %s\n", strerror(ENOMEM));
		return EXIT_ENVIRONMENT;
	}
	snprintf(name, sizeof(name), "pausebench %s", top->verb->name);
	memcpy(args, argv + top->first, (size_t)(argc - top->first) * sizeof(*args));
	args[0] = name;
	catch_signals();
	status = top->verb->run(&cli, argc - top->first, args, &error);
	free(args);
	fflush(stdout);
	if (status != EXIT_CLEAN && error.text[0])
		fprintf(stderr, "pausebench: %s\n", error.text);
	return status;
}

/* The program of a profile has its row alone. */
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

/* A program that was built for some rows has these alone. */
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

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "VERB [OPTION...]",
		.doc = "Proves an Ethernet MAC's flow control and statistics against a golden model."
		       "\vVerbs, each with its own --help:\n"
		       "  list       show DUTs, stimuli, rules or counters\n"
		       "  explain    what a rule, a tag or a document stands for\n"
		       "  proof      what proves each statement of the documents\n"
		       "  run        one stimulus on one DUT\n"
		       "  regress    a suite on all DUTs, in parallel\n"
		       "  replay     repeat a saved failure, with waves\n"
		       "  reduce     make the stimulus of a saved failure short\n"
		       "  bench      measure the speed\n"
		       "  conform    the conformance statement of a MAC\n"
		       "  calibrate  measure the latencies of a MAC for its profile\n"
		       "  new-mac    write a first instance and profile of a MAC of your own\n\n"
		       "Exit status of every verb: 0 nothing wrong, 1 findings, 2 usage or environment.",
	};
	struct top top = { 0 };

	argp_err_exit_status = EXIT_ENVIRONMENT;
	use_profile();
	use_built_rows();
	argp_program_version = "pausebench " PAUSEBENCH_VERSION;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &top);
	return close_output(run_verb(&top, argc, argv));
}
