/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the arguments of a verb with argp. Before argp sees them, this file refuses an option that the verb does not have, and names the option that is
 * most like it; it also refuses an option at the end whose argument is missing. */
#include "cli_parse.h"

#include "base/env.h"
#include "base/spelling.h"

#include <stdlib.h>
#include <string.h>

/* The options that argp adds to those of each verb; their last member without a name ends them. */
static const struct argp_option added[] = {
	{ .name = "help", .key = '?' },
	{ .name = "usage" },
	{ .name = "version", .key = 'V' },
	{ .name = "program-name", .arg = "NAME" },
	{ .name = "HANG", .arg = "SECS", .flags = OPTION_ARG_OPTIONAL },
	{ 0 },
};

/* The search for the option that an argument names, by its letter or by its name or the beginning of it. */
struct search {
	const char *word; /* without dashes and "=..." */
	bool letter;
	const struct argp_option *found;
	struct spelling spelling;
};

static void search_in(struct search *s, const struct argp_option *options)
{
	size_t len = strlen(s->word);

	for (const struct argp_option *o = options; o && (o->name || o->key || o->doc || o->group); o++) {
		if (s->letter && o->key == *s->word)
			s->found = o;
		if (s->letter || !o->name)
			continue;
		spelling_offer(&s->spelling, o->name);
		if (!strncmp(o->name, s->word, len) && (!s->found || !o->name[len]))
			s->found = o;
	}
}

static void search(struct search *s, const struct argp *argp)
{
	search_in(s, argp->options);
	for (const struct argp_child *child = argp->children; child && child->argp; child++)
		search_in(s, child->argp->options);
	search_in(s, added);
}

static void refuse_option(const char *program, const struct search *s)
{
	const char *dashes = s->letter ? "-" : "--", *nearest = s->spelling.nearest, *path = strrchr(program, '/');

	program = path ? path + 1 : program;
	if (s->found)
		fprintf(stderr, "%s: option '%s%s' requires an argument, %s\n", program, dashes, s->word, s->found->arg);
	else
		fprintf(stderr, "%s: unknown option '%s%s'%s%s%s\n", program, dashes, s->word,
		        nearest ? ", did you mean '--" : "; see --help", nearest ? nearest : "", nearest ? "'?" : "");
	exit(EXIT_ENVIRONMENT);
}

void cli_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *arg = argv[i];
		char word[48];
		struct search s = { .word = word, .letter = arg[0] == '-' && arg[1] != '-' };
		bool value_follows;

		if (*arg != '-' && flags & ARGP_IN_ORDER)
			break; /* another parser reads what follows */
		if (*arg != '-' || !arg[1])
			continue;
		if (s.letter)
			snprintf(word, sizeof(word), "%c", arg[1]);
		else
			snprintf(word, sizeof(word), "%.*s", (int)(strchrnul(arg + 2, '=') - arg - 2), arg + 2);
		s.spelling = spelling_of(word);
		search(&s, argp);
		value_follows = s.found && s.found->arg && !(s.found->flags & OPTION_ARG_OPTIONAL) &&
		                (s.letter ? !arg[2] : !strchr(arg, '='));
		if (!s.found || (value_follows && i + 1 == argc))
			refuse_option(argv[0], &s);
		i += value_follows;
	}
	argp_parse(argp, argc, argv, flags, NULL, input);
}
