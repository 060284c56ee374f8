/* SPDX-License-Identifier: Apache-2.0 */
/* The verb new-mac: writes a first instance and a first profile of a user's own MAC. */
#include "cli.h"
#include "new_mac/new_mac.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES_MAX = 64, NAME_MAX_CHARACTERS = 31 };

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

static void take_name(struct argp_state *state, void *arguments, const char *name)
{
	struct new_mac *mac = &((struct new_mac_options *)arguments)->mac;

	if (mac->name)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "one name is enough: '%s' or '%s'", mac->name, name);
	if (!is_name(name))
		argp_failure(state, EXIT_ENVIRONMENT, 0, "'%s' is no name of a row: letters, digits and _, at most %d characters",
		             name, NAME_MAX_CHARACTERS);
	mac->name = name;
}

static void add_source(struct argp_state *state, void *arguments, const char *text)
{
	struct new_mac_options *options = arguments;

	if (options->source_count == SOURCES_MAX)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--source: at most %d files and folders", SOURCES_MAX);
	options->sources[options->source_count++] = text;
}

static void end(struct argp_state *state, void *arguments)
{
	const struct new_mac *mac = &((struct new_mac_options *)arguments)->mac;

	if (!mac->name || !mac->request.file)
		argp_failure(state, EXIT_ENVIRONMENT, 0,
		             "new-mac NAME --top FILE.v: give the row's name and the file of the top module");
}

int cli_new_mac(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "top",
		  .arg = "FILE.v",
		  CLI_TEXT(struct new_mac_options, mac.request.file),
		  .doc = "the file of the top module" },
		{ .name = "top-module",
		  .arg = "MODULE",
		  CLI_TEXT(struct new_mac_options, mac.request.top),
		  .doc = "the top module; default: that of the file's name, or its only one" },
		{ .name = "source",
		  .arg = "FILE|DIR",
		  CLI_CALL(add_source),
		  .doc = "a further source, or a folder of modules and included files; repeatable" },
		{ .name = "out",
		  .arg = "DIR",
		  CLI_TEXT(struct new_mac_options, mac.folder),
		  .doc = "the folder of both files; default: this one" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .each = take_name },
		.end = end,
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
	cli_read(&syntax, argc, argv, &options);
	if (new_mac_write(&options.mac, &result, ret_error))
		return EXIT_ENVIRONMENT;
	printf("%s: %u ports: %u guesses, %u not placed\n%s\n%s\n", result.module, result.ports, result.guessed,
	       result.not_placed, result.instance, result.profile);
	if (*result.foreign)
		printf("its PHY side is %s, of which the bench has no pins; the instance says what to do\n", result.foreign);
	return EXIT_CLEAN;
}
