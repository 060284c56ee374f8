/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of a verb as a table, for argp. */
#include "cli_option.h"

#include "cli.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MAX = 40, FIRST_KEY = 0x100, FIRST_MORE = 0x1000 };

/* One of the two tables of options, and the struct that gets their values. */
struct part {
	const struct cli_option *options;
	char *arguments;
};
struct reading {
	const struct cli_syntax *syntax;
	struct part own, more;
	const char **word; /* the member that gets the one word, with .words.twice */
};

/* ---- values ---- */

static void take(struct argp_state *state, const struct part *part, const struct cli_option *o, char *text)
{
	void *place = part->arguments + o->at;
	char option[48];

	snprintf(option, sizeof(option), "--%s", o->name);
	switch (o->kind) {
	case CLI_KIND_CALL:
		o->call(state, part->arguments, text);
		break;
	case CLI_KIND_FLAG:
		*(bool *)place = true;
		break;
	case CLI_KIND_TEXT:
		*(const char **)place = text;
		break;
	case CLI_KIND_NUMBER:
		*(uint64_t *)place = cli_number(state, option, text, o->least, o->most);
		break;
	case CLI_KIND_UNSIGNED:
		*(unsigned *)place = (unsigned)cli_number(state, option, text, o->least, o->most);
		break;
	case CLI_KIND_SECONDS:
		*(double *)place = cli_seconds(state, option, text);
		break;
	case CLI_KIND_DUT:
		*(const struct dut **)place = cli_dut(state, text);
		break;
	}
	if (o->named)
		*(const char **)(void *)(part->arguments + o->named - 1) = o->name;
}

/* Returns the key by which argp knows the option at PLACE of a table whose keys begin with FIRST. */
static int key_of(const struct cli_option *o, size_t place, int first)
{
	return o->letter ? o->letter : first + (int)place;
}

static error_t take_option(int key, char *text, struct argp_state *state, const struct part *part, int first)
{
	for (size_t i = 0; part->options && part->options[i].name; i++)
		if (key_of(&part->options[i], i, first) == key) {
			take(state, part, &part->options[i], text);
			return 0;
		}
	return ARGP_ERR_UNKNOWN;
}

/* ---- words ---- */

static error_t take_word(struct argp_state *state, struct reading *r, char *text)
{
	const struct cli_words *words = &r->syntax->words;

	if (words->all)
		return ARGP_ERR_UNKNOWN; /* they come together, as ARGP_KEY_ARGS */
	if (words->each) {
		words->each(state, r->own.arguments, text);
		return 0;
	}
	if (!words->twice)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "unexpected argument '%s'; see --help", text);
	else if (*r->word)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "%s", words->twice);
	else
		*r->word = text;
	return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct reading *r = state->input;
	const struct cli_syntax *syntax = r->syntax;

	switch (key) {
	case ARGP_KEY_INIT:
		if (syntax->more)
			state->child_inputs[0] = &r->more;
		return 0;
	case ARGP_KEY_ARG:
		return take_word(state, r, text);
	case ARGP_KEY_ARGS:
		syntax->words.all(r->own.arguments, state->argv + state->next, (size_t)(state->argc - state->next));
		return 0;
	case ARGP_KEY_NO_ARGS:
		if (syntax->words.missing)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "%s", syntax->words.missing);
		return 0;
	case ARGP_KEY_END:
		if (syntax->end)
			syntax->end(state, r->own.arguments);
		return 0;
	default:
		return take_option(key, text, state, &r->own, FIRST_KEY);
	}
}

static error_t parse_more(int key, char *text, struct argp_state *state)
{
	return take_option(key, text, state, state->input, FIRST_MORE);
}

/* ---- argp ---- */

static void make_options(struct argp_option ret[OPTIONS_MAX + 1], const struct cli_option *options, int first)
{
	size_t i = 0;

	for (; options && options[i].name; i++) {
		assert(i < OPTIONS_MAX);
		ret[i] = (struct argp_option){ .name = options[i].name,
			                       .key = key_of(&options[i], i, first),
			                       .arg = options[i].arg,
			                       .flags = options[i].optional ? OPTION_ARG_OPTIONAL : 0,
			                       .doc = options[i].doc,
			                       .group = options[i].group };
	}
	ret[i] = (struct argp_option){ 0 };
}

void cli_read(const struct cli_syntax *syntax, int argc, char **argv, void *arguments)
{
	char *base = arguments;
	struct argp_option own[OPTIONS_MAX + 1], more[OPTIONS_MAX + 1];
	const struct argp more_argp = { .options = more, .parser = parse_more };
	const struct argp_child children[] = { { .argp = &more_argp }, { 0 } };
	const struct argp argp = { .options = syntax->options ? own : NULL,
		                   .parser = parse,
		                   .args_doc = syntax->args_doc,
		                   .doc = syntax->doc,
		                   .children = syntax->more ? children : NULL };
	struct reading reading = { .syntax = syntax,
		                   .own = { syntax->options, base },
		                   .more = { syntax->more, base + syntax->more_at },
		                   .word = (const char **)(void *)(base + syntax->words.at) };

	make_options(own, syntax->options, FIRST_KEY);
	make_options(more, syntax->more, FIRST_MORE);
	cli_parse(&argp, argc, argv, 0, &reading);
}
