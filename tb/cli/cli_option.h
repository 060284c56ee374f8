/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of a verb as a table: each option with its help text, how its value is read, and the member that gets it. Wrong words end the process
 * with one line and status 2. */
#ifndef PAUSEBENCH_CLI_OPTION_H
#define PAUSEBENCH_CLI_OPTION_H
#include "base/dut.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads TEXT, the value of an option or a word that is none, into ARGUMENTS, those of the verb. TEXT is NULL for an option without a value. */
typedef void cli_call(struct argp_state *state, void *arguments, const char *text);

enum cli_kind { CLI_KIND_CALL, CLI_KIND_FLAG, CLI_KIND_TEXT, CLI_KIND_NUMBER, CLI_KIND_UNSIGNED, CLI_KIND_SECONDS, CLI_KIND_DUT };

struct cli_option {
	const char *name;
	char letter;          /* "-j" beside "--jobs"; 0: none */
	const char *arg;      /* what stands for its value in the help; NULL: it has none */
	bool optional;        /* the value may be left out */
	const char *doc;      /* the help */
	int group;            /* options of a group are together in the help */
	enum cli_kind kind;   /* one of the macros below gives it and the next members */
	size_t at;            /* the place, within the arguments, of the member that gets the value */
	uint64_t least, most; /* the range of a number, both included */
	cli_call *call;
	size_t named; /* CLI_NAMED() sets it; 0: no member gets the name of the option */
};

/* The place of MEMBER in TYPE, which does not compile if MEMBER is not of the type WANTED. */
#define CLI_PLACE(type, member, wanted) \
	(offsetof(type, member) + 0 * sizeof(char[_Generic(((type *)0)->member, wanted : 1, default : -1)]))
/* The value goes to MEMBER of TYPE: a bool, a text, a number of LEAST to MOST, a double that is a time, a row. */
#define CLI_FLAG(type, member) .kind = CLI_KIND_FLAG, .at = CLI_PLACE(type, member, bool)
#define CLI_TEXT(type, member) .kind = CLI_KIND_TEXT, .at = CLI_PLACE(type, member, const char *)
#define CLI_NUMBER(type, member, least_, most_) \
	.kind = CLI_KIND_NUMBER, .at = CLI_PLACE(type, member, uint64_t), .least = (least_), .most = (most_)
#define CLI_UNSIGNED(type, member, least_, most_) \
	.kind = CLI_KIND_UNSIGNED, .at = CLI_PLACE(type, member, unsigned), .least = (least_), .most = (most_)
#define CLI_SECONDS(type, member) .kind = CLI_KIND_SECONDS, .at = CLI_PLACE(type, member, double)
#define CLI_DUT(type, member) .kind = CLI_KIND_DUT, .at = CLI_PLACE(type, member, const struct dut *)
/* The function reads the value. */
#define CLI_CALL(function) .call = function
/* MEMBER, a text, gets the name of the option when it is given. */
#define CLI_NAMED(type, member) .named = 1 + CLI_PLACE(type, member, const char *)

/* The words of a verb that are no options. At most one of the first three members is set; if none is, such words are refused. */
struct cli_words {
	cli_call *each; /* is called for each word */
	void (*all)(void *arguments, char **words, size_t count);
	const char *twice; /* the member at .at gets the one word; this line refuses a second one */
	size_t at;
	const char *missing; /* this line is printed if there is no word; NULL: there need not be one */
};

struct cli_syntax {
	const struct cli_option *options; /* the last one has no name; NULL: none */
	const struct cli_option *more;    /* options that several verbs have, of a struct that is .more_at in the arguments */
	size_t more_at;
	struct cli_words words;
	void (*end)(struct argp_state *state, void *arguments); /* is called when all is read; or NULL */
	const char *args_doc, *doc;                             /* as in struct argp */
};

/* Reads ARGV into ARGUMENTS. */
void cli_read(const struct cli_syntax *syntax, int argc, char **argv, void *arguments);
#endif
