/* SPDX-License-Identifier: Apache-2.0 */
/* The verb new-mac: writes a first instance and a first profile of a user's own MAC. */
#include "cli.h"
#include "new_mac/new_mac.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_TOP = 0x100, KEY_MODULE, KEY_SOURCE, KEY_OUT, SOURCES_MAX = 64, NAME_MAX_CHARACTERS = 31 };

struct new_mac_options {
	struct new_mac mac;
	const char *sources[SOURCES_MAX + 1];
	size_t source_count;
};

static bool is_name(const char *name)
{
	for (const char *c = name; *c; c++)
		if (!(isalpha((unsigned char)*c) || *c == '_' || (c > name && isdigit((unsigned char)*c))))
			return false;
	return *name && strlen(name) <= NAME_MAX_CHARACTERS;
}

static void take_name(struct argp_state *state, struct new_mac *mac, const char *name)
{
	if (mac->name)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "one name is enough: '%s' or '%s'", mac->name, name);
	if (!is_name(name))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "'%s' is no name of a row: letters, digits and _, at most %d characters",
		             name, NAME_MAX_CHARACTERS);
	mac->name = name;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct new_mac_options *options = state->input;
	struct new_mac *mac = &options->mac;

	switch (key) {
	case KEY_TOP:
		mac->request.file = arg;
		return 0;
	case KEY_MODULE:
		mac->request.top = arg;
		return 0;
	case KEY_OUT:
		mac->folder = arg;
		return 0;
	case KEY_SOURCE:
		if (options->source_count == SOURCES_MAX)
			argp_failure(state, EXIT_ENVIRONMENT, 0, "--source: at most %d files and folders", SOURCES_MAX);
		options->sources[options->source_count++] = arg;
		return 0;
	case ARGP_KEY_ARG:
		take_name(state, mac, arg);
		return 0;
	case ARGP_KEY_END:
		if (!mac->name || !mac->request.file)
			argp_failure(state, EXIT_ENVIRONMENT, 0,
			             "new-mac NAME --top FILE.v: give the row's name and the file of the top module");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int cli_new_mac(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct argp_option table[] = {
		{ "top", KEY_TOP, "FILE.v", 0, "the file of the top module", 0 },
		{ "top-module", KEY_MODULE, "MODULE", 0, "the top module; default: that of the file's name, or its only one", 0 },
		{ "source", KEY_SOURCE, "FILE|DIR", 0, "a further source, or a folder of modules and included files; repeatable",
		  0 },
		{ "out", KEY_OUT, "DIR", 0, "the folder of both files; default: this one", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "NAME",
		.doc = "Writes NAME.vh, a first instance of a MAC of your own, and NAME.mac, its first profile, from the names "
		       "of the top module's "
		       "ports.\vA file that exists is not overwritten. Look at every line with \"guess\" or \"not placed\" "
		       "(doc/use/your-own-mac.md).",
	};
	struct new_mac_options options = { .mac = { .folder = "." } };
	struct new_mac_result result;

	(void)cli;
	options.mac.request.sources = options.sources;
	cli_parse(&argp, argc, argv, 0, &options);
	if (new_mac_write(&options.mac, &result, ret_error))
		return EXIT_ENVIRONMENT;
	printf("%s: %u ports: %u guesses, %u not placed\n%s\n%s\n", result.module, result.ports, result.guessed,
	       result.not_placed, result.instance, result.profile);
	if (*result.foreign)
		printf("its PHY side is %s, of which the bench has no pins; the instance says what to do\n", result.foreign);
	return EXIT_CLEAN;
}
