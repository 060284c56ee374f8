/* SPDX-License-Identifier: Apache-2.0 */
/* Build-time generator: writes from regs/<device>/duts.def the variables of make for the build of each DUT ("make"), and the parameters of each as
 * numbers, for tb/base/dut_rows.c ("parameters"). Refuses a row that the program could not use. */
#include "base/dut.h"
#include "base/parameter_text.h"
#include "base/spelling.h"
#include "regs.h"

#include <stdarg.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_WRONG = 2 };

static const char *const models[] = {
#define DEVICE(name) #name,
#include "devices.def"
	NULL,
};

/* The part of a row that a build needs. */
struct row {
	const char *name, *top, *sources;
	enum phy_kind phy;
	uint64_t capabilities;
	const char *model, *params;
};
#define PARAMS(text) text
#define DUT(name, top, sources, phy, clock, capabilities, model, params, ...) \
	{ #name, #top, sources, PHY_##phy, CAP_OF_ROW(phy, capabilities), #model, params },
#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
static const struct row rows[] = {
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

/* ---- rows that are wrong ---- */

/* Prints "FILE:LINE" of the row; a bundled row has no file of the user's. */
static void put_place(const struct row *row)
{
#ifdef EXTRA_DUTS
	FILE *in = fopen(EXTRA_DUTS, "r");
	char line[4096], text[128];
	unsigned number = 0;

	snprintf(text, sizeof(text), "DUT(%s,", row->name);
	while (in && fgets(line, sizeof(line), in)) {
		number++;
		if (!strncmp(line + strspn(line, " \t"), text, strlen(text))) {
			fprintf(stderr, "pausebench: %s:%u: ", EXTRA_DUTS, number);
			fclose(in);
			return;
		}
	}
	if (in)
		fclose(in);
#endif
	fprintf(stderr, "pausebench: regs/%s/duts.def: row %s: ", row->model, row->name);
}

static void refuse_row(const struct row *row, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
static void refuse_row(const struct row *row, const char *format, ...)
{
	va_list args;

	put_place(row);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(EXIT_WRONG);
}

static void refuse_unknown(const struct row *row, const char *what, const char *text, const char *const *names)
{
	struct spelling spelling = spelling_of(text);
	char hint[SPELLING_HINT_MAX];

	for (; *names; names++)
		spelling_offer(&spelling, *names);
	refuse_row(row, "expected %s, not '%s'%s", what, text, spelling_hint(&spelling, "; ", hint, sizeof(hint)));
}

/* Returns the words of PARAMS(), one at a time: WORD is its size, *NEXT the rest of the text. */
static bool next_word(const char **next, char *word, size_t size)
{
	*next += strspn(*next, " ");
	snprintf(word, size, "%.*s", (int)strcspn(*next, " "), *next);
	*next += strcspn(*next, " ");
	return *word;
}

/* Reads the parameters of ROW into RET. */
static void read_parameters(const struct row *row, uint64_t ret[PARAMETERS_MAX])
{
	const char *next = row->params;
	struct parameter_refusal refusal;
	char word[128];
	size_t index;

	parameter_defaults(row->model, ret);
	while (next_word(&next, word, sizeof(word)))
		if (parameter_read(row->model, word, ret, &index, &refusal))
			refuse_row(row, "%s", refusal.message);
}

static void check_row(const struct row *row)
{
	uint64_t parameter[PARAMETERS_MAX];

	if (!reg_page_by_model(row->model))
		refuse_unknown(row, "a model", row->model, models);
	for (const struct row *other = rows; other < row; other++)
		if (!strcmp(other->name, row->name))
			refuse_row(row, "there is a row with the name '%s' already; give this one another name", row->name);
	read_parameters(row, parameter);
}

/* ---- variables of make ---- */

static void print_parameters(const struct row *row)
{
	const char *next = row->params, *comma = " ";
	char word[128];

	printf("PARAMS_%s := %s\nGPARAMS_%s :=", row->name, row->params, row->name);
	for (; next_word(&next, word, sizeof(word)); comma = ",")
		printf("%s.%.*s(%s)", comma, (int)strcspn(word, "="), word, word + strcspn(word, "=") + 1);
	printf("\n");
}

static void print_capabilities(const struct row *row)
{
	printf("CAPABILITIES_%s :=", row->name);
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (row->capabilities & dut_capabilities[i].bit)
			printf(" %s", dut_capabilities[i].name);
	printf("\n");
}

static void print_row(const struct row *row)
{
	printf("TOP_%s := %s\nSOURCES_%s := %s\nMODEL_%s := %s\n", row->name, row->top, row->name, row->sources, row->name,
	       row->model);
	printf("PHY_%s := %s\nTIMESCALE_%s := %s\n", row->name, phy_table[row->phy].name, row->name,
	       phy_table[row->phy].wave_unit);
	print_capabilities(row);
	print_parameters(row);
}

static void print_make(void)
{
	printf("DUTS :=");
	for (size_t i = 0; i < ROWS; i++)
		printf(" %s", rows[i].name);
	printf("\n");
	for (size_t i = 0; i < ROWS; i++)
		print_row(&rows[i]);
}

/* ---- numbers for C ---- */

static void print_numbers(const struct row *row)
{
	uint64_t parameter[PARAMETERS_MAX];
	size_t count;

	read_parameters(row, parameter);
	parameters_of(row->model, &count);
	printf("#define PARAMETERS_%s", row->name);
	for (size_t i = 0; i < count; i++)
		printf("%s%" PRIu64 "u", i ? ", " : " ", parameter[i]);
	printf("\n");
}

int main(int argc, char **argv)
{
	const char *what = argc == 2 ? argv[1] : "";

	for (size_t i = 0; i < ROWS; i++)
		check_row(&rows[i]);
	if (!strcmp(what, "make"))
		print_make();
	else if (!strcmp(what, "parameters"))
		for (size_t i = 0; i < ROWS; i++)
			print_numbers(&rows[i]);
	else
		return EXIT_WRONG;
	return fflush(stdout) || ferror(stdout) ? EXIT_WRONG : 0;
}
