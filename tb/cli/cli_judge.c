/* SPDX-License-Identifier: Apache-2.0 */
/* The verb judge: judges captures of a port by a profile. */
#include "cli.h"
#include "judge/judge_parts.h"
#include "conform/conform_captures.h"
#include "base/version.h"
#include "report/report.h"
#include "story/story.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct judge_arguments {
	struct judge_captures captures;
	const char *both, *json, *conformance;
	size_t story_lines;
};

/* Returns the picoseconds of a time such as "20ns", "1.5us" or "1ms". */
static uint64_t picoseconds(struct argp_state *state, const char *text)
{
	static const struct {
		const char *unit;
		double ps;
	} units[] = { { "ps", 1 }, { "ns", 1e3 }, { "us", 1e6 }, { "ms", 1e9 } };
	char *end;
	double value = strtod(text, &end);

	for (size_t i = 0; end != text && value >= 0 && value < 1e6 && i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].unit))
			return (uint64_t)(value * units[i].ps);
	argp_failure(state, EXIT_ENVIRONMENT, 0, "--time-error: '%s' is no time such as 20ns or 1us", text);
	return 0;
}

/* Returns the index of TEXT in WORDS, which "" ends. */
static unsigned word(struct argp_state *state, const char *option, const char *text, const char *const words[])
{
	for (unsigned i = 0; *words[i]; i++)
		if (!strcmp(words[i], text))
			return i;
	argp_failure(state, EXIT_ENVIRONMENT, 0, "%s: '%s' is none of %s, %s%s%s", option, text, words[0], words[1],
	             *words[2] ? ", " : "", words[2]);
	return 0;
}

static void take_counters(struct argp_state *state, void *arguments, const char *before)
{
	struct judge_captures *captures = &((struct judge_arguments *)arguments)->captures;

	if (state->next >= state->argc)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--counters takes two files: the readings before and after the capture");
	captures->before = before;
	captures->after = state->argv[state->next++];
}

static void end(struct argp_state *state, void *arguments)
{
	struct judge_arguments *a = arguments;
	struct judge_captures *captures = &a->captures;

	if (a->both && (captures->received || captures->sent))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--both names the capture of both directions; leave out --rx and --tx");
	if (a->both)
		captures->received = captures->sent = a->both;
	if (!captures->profile)
		argp_failure(state, EXIT_ENVIRONMENT, 0,
		             "--profile is missing: the profile of the MAC (doc/use/your-own-mac.md)");
	if (!captures->received || !captures->sent)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "give --rx FILE and --tx FILE, or --both FILE");
}

static void take_fcs(struct argp_state *state, void *arguments, const char *text)
{
	static const char *const fcs[] = { "as-stated", "present", "absent", "" };

	((struct judge_arguments *)arguments)->captures.fcs = (enum pm_judge_fcs)word(state, "--fcs", text, fcs);
}

static void take_stamp(struct argp_state *state, void *arguments, const char *text)
{
	static const char *const stamps[] = { "preamble", "sfd", "end", "" };

	((struct judge_arguments *)arguments)->captures.stamp = (enum pm_judge_stamp)word(state, "--stamp", text, stamps);
}

static void take_time_error(struct argp_state *state, void *arguments, const char *text)
{
	((struct judge_arguments *)arguments)->captures.time_error_ps = picoseconds(state, text);
}

static void add_set(struct argp_state *state, void *arguments, const char *text)
{
	struct judge_captures *captures = &((struct judge_arguments *)arguments)->captures;

	if (captures->sets == JUDGE_SETS_MAX)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "more than %d --set", JUDGE_SETS_MAX);
	captures->set[captures->sets++] = text;
}

static void take_client(struct argp_state *state, void *arguments, const char *text)
{
	static const char *const clients[] = { "unknown", "always", "classes", "" }; /* enum pm_judge_client */

	((struct judge_arguments *)arguments)->captures.client_always = (int)word(state, "--client", text, clients);
}

static void take_story(struct argp_state *state, void *arguments, const char *text)
{
	struct judge_arguments *a = arguments;

	a->captures.story = true;
	a->story_lines = !text ? STORY_LINES_SHOWN : !strcmp(text, "all") ? 0 : cli_number(state, "--story", text, 1, INT32_MAX);
}

/* Writes the command of this process, quoted for a shell, into RET. Returns RET. */
static const char *command(const struct cli *cli, char *ret, size_t size)
{
	size_t used = (size_t)snprintf(ret, size, "%s", cli->program);

	for (size_t i = 1; cli->args[i] && used < size; i++) {
		char word[PATH_MAX];
		used += (size_t)snprintf(ret + used, size - used, " %s", shell_word(cli->args[i], word, sizeof(word)));
	}
	return ret;
}

static int report(const struct cli *cli, const struct judge_arguments *a, struct pm_judge *judge, const struct judge_read *read,
                  struct env_error *ret_error)
{
	const struct judge_report report = { &a->captures, read, judge };
	const char *story = a->captures.story ? pm_judge_story(judge, a->story_lines) : "";

	judge_report_text(stdout, &report);
	if (!story)
		return env_fail(ret_error, ENOMEM, "cannot tell the story"), EXIT_ENVIRONMENT;
	fputs(story, stdout);
	if (a->json && json_replace(judge_report_json(&report), a->json, ret_error))
		return EXIT_ENVIRONMENT;
	if (a->conformance) {
		char words[2 * PATH_MAX];
		const struct conform_captures_options options = { .out = a->conformance,
			                                          .version = version_commit(),
			                                          .command = command(cli, words, sizeof(words)),
			                                          .log = stdout };
		if (conform_captures(&report, &options, ret_error))
			return EXIT_ENVIRONMENT;
	}
	if (pm_judge_findings(judge))
		return EXIT_FINDINGS;
	if (judge_is_decided(judge, read))
		return EXIT_CLEAN;
	return env_refuse(ret_error,
	                  "nothing is decided about flow control: %s; are both captures of one clock, and has the client frames "
	                  "that wait?",
	                  read->pauses + read->pfcs ? "no data frame shows what a received PAUSE or PFC frame did"
	                                            : "no PAUSE or PFC frame was received"),
	       EXIT_ENVIRONMENT;
}

int cli_judge(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "profile",
		  CLI_TEXT(struct judge_arguments, captures.profile),
		  .arg = "FILE",
		  .doc = "The profile of the MAC",
		  .group = 1 },
		{ .name = "rx",
		  CLI_TEXT(struct judge_arguments, captures.received),
		  .arg = "FILE",
		  .doc = "Capture of what the port received",
		  .group = 1 },
		{ .name = "tx",
		  CLI_TEXT(struct judge_arguments, captures.sent),
		  .arg = "FILE",
		  .doc = "Capture of what it sent",
		  .group = 1 },
		{ .name = "both",
		  CLI_TEXT(struct judge_arguments, both),
		  .arg = "FILE",
		  .doc = "One capture with both directions",
		  .group = 1 },
		{ .name = "rx-interface",
		  CLI_TEXT(struct judge_arguments, captures.received_interface),
		  .arg = "N|NAME",
		  .doc = "Its interface of received frames (by the direction of each packet)",
		  .group = 2 },
		{ .name = "tx-interface",
		  CLI_TEXT(struct judge_arguments, captures.sent_interface),
		  .arg = "N|NAME",
		  .doc = "Its interface of sent frames (likewise)",
		  .group = 2 },
		{ .name = "fcs",
		  CLI_CALL(take_fcs),
		  .arg = "as-stated|present|absent",
		  .doc = "Whether frames end with their FCS (as the file states)",
		  .group = 2 },
		{ .name = "stamp",
		  CLI_CALL(take_stamp),
		  .arg = "preamble|sfd|end",
		  .doc = "What passes at the time of a packet: the preamble's first octet, the first octet after the SFD, or the "
		         "end of the frame (preamble)",
		  .group = 2 },
		{ .name = "time-error",
		  CLI_CALL(take_time_error),
		  .arg = "TIME",
		  .doc = "How wrong each time may be: 20ns, 1us (0, or the resolution of the file)",
		  .group = 2 },
		{ .name = "set",
		  CLI_CALL(add_set),
		  .arg = "NAME=VALUE",
		  .doc = "A control of the MAC; may be repeated",
		  .group = 3 },
		{ .name = "counters",
		  CLI_CALL(take_counters),
		  .arg = "BEFORE AFTER",
		  .doc = "Readings of its counters before and after the capture, two files of lines NAME VALUE",
		  .group = 3 },
		{ .name = "registers",
		  CLI_TEXT(struct judge_arguments, captures.registers),
		  .arg = "FILE",
		  .doc = "Accesses to its registers, with times",
		  .group = 3 },
		{ .name = "client",
		  CLI_CALL(take_client),
		  .arg = "unknown|always|classes",
		  .doc =
		      "What the client of the MAC has, so that data that come late are found: 'always', a data frame all the "
		      "time, as a traffic generator at line rate; 'classes', one of each class that it sends, so that a paused "
		      "class keeps no other one waiting (unknown)",
		  .group = 3 },
		{ .name = "client-control",
		  CLI_FLAG(struct judge_arguments, captures.client_control),
		  .doc = "The client of the MAC sends MAC control frames of its own (all are the MAC's)",
		  .group = 3 },
		{ .name = "damaged-captured",
		  CLI_FLAG(struct judge_arguments, captures.damaged),
		  .doc =
		      "The captures have every frame with an error, too, as those of a tap or a simulator (some may be missing)",
		  .group = 3 },
		{ .name = "json",
		  CLI_TEXT(struct judge_arguments, json),
		  .arg = "FILE",
		  .doc = "Write the report as JSON",
		  .group = 4 },
		{ .name = "conformance",
		  CLI_TEXT(struct judge_arguments, conformance),
		  .arg = "DIR",
		  .doc = "Write the conformance statement as text, JSON and one page into the folder",
		  .group = 4 },
		{ .name = "story",
		  CLI_CALL(take_story),
		  .arg = "LINES",
		  .optional = true,
		  .doc = "Print what happened, one line an event: around the first finding, or so many lines, or 'all'",
		  .group = 4 },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.end = end,
		.args_doc = "--profile FILE --rx FILE --tx FILE",
		.doc = "Judges the captures of both directions of a port by the profile of its MAC (doc/use/judge.md)."
		       "\vExit status: 0 nothing wrong, 1 findings, 2 usage or environment, or no received PAUSE or PFC frame "
		       "was put to "
		       "the test: nothing is decided.",
	};
	struct judge_arguments a = { .json = NULL };
	struct pm_judge *judge = NULL;
	struct judge_read read;
	int status = EXIT_ENVIRONMENT;

	cli_read(&syntax, argc, argv, &a);
	if (!judge_captures(&a.captures, NULL, NULL, &judge, &read, ret_error->text, sizeof(ret_error->text)))
		status = report(cli, &a, judge, &read, ret_error);
	pm_judge_free(judge);
	return status;
}
