/* SPDX-License-Identifier: Apache-2.0 */
/* The verb list: prints DUTs, stimuli, rules, registers, counters and scenarios as tables. */
#include "cli.h"
#include "base/spelling.h"
#include "base/tree.h"
#include "generate/seed.h"
#include "finding/finding.h"
#include "parameters.h"
#include "regs.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct list_options {
	const char *what, *stimuli;
	const struct dut *dut; /* the registers and counters of this DUT alone; or NULL */
	bool page;             /* the rules as doc/reference/rules.md */
};

/* Prints the parameters of a row that are not the defaults of its model. */
static void print_parameters(const struct dut *dut)
{
	size_t count, other = 0;
	const struct parameter *parameters = parameters_of(dut->model, &count);

	for (size_t i = 0; i < count && !dut->profile; i++)
		if (dut->parameter[i] != parameters[i].value) {
			if (!other++)
				printf("%-16s parameters:", "");
			printf(" %s=%" PRIu64, parameters[i].name, dut->parameter[i]);
		}
	if (other)
		putchar('\n');
}

static int list_duts(const struct list_options *options, struct env_error *ret_error)
{
	(void)options;
	(void)ret_error;
	printf("%-16s %-16s %-8s %-6s %6s %10s  %s\n", "dut", "top", "model", "phy", "Gb/s", "clock MHz", "document");
	for (size_t i = 0; i < dut_count; i++) {
		const struct dut *dut = &dut_table[i];
		printf("%-16s %-16s %-8s %-6s %6.4g %10.2f  %s\n", dut->name, dut->top, dut->model, phy_table[dut->phy].name,
		       (double)dut_octet_hz(dut) * 8 / 1e9, dut->clock_hz / 1e6, dut->document);
		print_parameters(dut);
	}
	return EXIT_CLEAN;
}

/* Finds the first comment of a stimulus, which describes it, without the '#'. */
static int first_comment(const char *path, char *ret, size_t size)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t capacity = 0;

	*ret = 0;
	if (!in)
		return -errno;
	while (!*ret && getline(&line, &capacity, in) >= 0) {
		char *text = line + strspn(line, " \t");
		if (*text != '#' || strstr(text, "SPDX-"))
			continue;
		text += strspn(text, "# \t");
		snprintf(ret, size, "%.*s", (int)strcspn(text, "\r\n"), text);
	}
	free(line);
	fclose(in);
	return 0;
}

static int list_stimuli(const struct list_options *options, struct env_error *ret_error)
{
	char **paths;
	size_t count;
	int rc;

	cli_note_tree(options->stimuli);
	rc = stimuli_list(options->stimuli, &paths, &count, ret_error);
	if (!rc)
		printf("%-32s %s\n", "stimulus", "what it does");
	for (size_t i = 0; i < count && !rc; i++) {
		char name[64], comment[256];
		source_stem(paths[i], name, sizeof(name));
		rc = first_comment(paths[i], comment, sizeof(comment));
		if (rc)
			env_fail(ret_error, -rc, "cannot read %s", paths[i]);
		else
			printf("%-32s %s\n", name, comment);
	}
	stimuli_free(paths, count);
	return rc ? EXIT_ENVIRONMENT : EXIT_CLEAN;
}

static const char rules_page[] =
    "<!-- written by make reference -->\n"
    "# Every rule\n"
    "\n"
    "A finding names the rule that is broken. This page has each of them with the document that says so, as\n"
    "`pausebench list rules` prints them; `pausebench explain RULE` prints one, and [readings.md](readings.md) says what a\n"
    "document and a tag such as R14 stand for. *Exercised when* says in which run a rule is put to the test: a stimulus that\n"
    "`covers` a rule has to bring that about. Where the documents of a device say it in other words, or say more, a row\n"
    "below the rule has them; `ieee8023` is the standard alone, by which the MAC of a profile is judged.\n"
    "\n"
    "| rule | what must hold | exercised when | document |\n"
    "| --- | --- | --- | --- |\n";

/* Writes doc/reference/rules.md: rows of a table, in which a bar is written as \|. */
static void print_cell(const char *text)
{
	for (; *text; text++)
		if (*text == '|')
			fputs("\\|", stdout);
		else
			putchar(*text);
	fputs(" |", stdout);
}

static int print_rules_page(void)
{
	fputs(rules_page, stdout);
	for (size_t i = 0; i < RULE_COUNT; i++) {
		enum rule rule = (enum rule)i;
		const char *model;
		printf("| `%s` | ", rule_table[i].name);
		print_cell(rule_table[i].text);
		putchar(' ');
		print_cell(cover_table[i].kind == COVER_EXERCISED ? cover_table[i].when : "-");
		putchar(' ');
		print_cell(rule_table[i].document);
		putchar('\n');
		for (unsigned k = 0; (model = rule_model(rule, k)); k++) {
			printf("| ... of `%s` | ", model);
			print_cell(rule_text(rule, model));
			printf(" | ");
			print_cell(rule_document(rule, model));
			putchar('\n');
		}
		if (rule_table[i].blind) {
			printf("| ... not in a black box | ");
			print_cell(rule_table[i].blind);
			printf(" | |\n");
		}
	}
	return EXIT_CLEAN;
}

static int list_rules(const struct list_options *options, struct env_error *ret_error)
{
	(void)ret_error;
	if (options->page)
		return print_rules_page();
	printf("%-20s %-82s %-92s %s\n", "rule", "what must hold", "exercised when", "document");
	for (size_t i = 0; i < RULE_COUNT; i++) {
		printf("%-20s %-82s %-92s %s\n", rule_table[i].name, rule_table[i].text,
		       cover_table[i].kind == COVER_EXERCISED ? cover_table[i].when : "-", rule_table[i].document);
		for (unsigned k = 0; rule_model((enum rule)i, k); k++)
			printf("%-20s %s: %s [%s]\n", "", rule_model((enum rule)i, k),
			       rule_text((enum rule)i, rule_model((enum rule)i, k)),
			       rule_document((enum rule)i, rule_model((enum rule)i, k)));
		if (rule_table[i].blind)
			printf("%-20s not in a black box: %s\n", "", rule_table[i].blind);
	}
	return EXIT_CLEAN;
}

static void list_page(const struct reg_page *page)
{
	static const char *const directions[] = { [COUNTER_TX] = "tx", [COUNTER_RX] = "rx", [COUNTER_HOST] = "host" };

	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		if (row->kind == REG_COUNTER)
			printf("%-10s 0x%04X  %-32s %-9s %5d  %-56s %s\n", page->model, row->address, row->name,
			       directions[row->direction], row->width, row->meaning, row->source);
	}
}

static void list_registers_of(const struct reg_page *page)
{
	static const char *const accesses[] = { [REG_RO] = "RO", [REG_RW] = "RW", [REG_W1C] = "W1C" };

	for (size_t i = 0; i < page->count; i++) {
		const struct reg_row *row = &page->rows[i];
		char reset[24];
		if (row->kind == REG_COUNTER || row->kind == REG_COUNTER_HIGH || row->kind == REG_RESERVED)
			continue;
		snprintf(reset, sizeof(reset), "0x%0*" PRIX64, (int)(2 * page->word_octets), row->reset);
		printf("%-10s 0x%04X  %-32s %-5s %-18s  %-56s %s\n", page->model, row->address, row->name, accesses[row->kind],
		       reset, row->meaning, row->source);
		for (size_t k = 0; k < page->field_count; k++) {
			const struct reg_field *field = &page->fields[k];
			char bits[8];
			if (strcmp(field->reg, row->name))
				continue;
			snprintf(bits, sizeof(bits), field->msb == field->lsb ? "%u" : "%u:%u", field->msb, field->lsb);
			printf("%-10s %-7s   .%-29s %-5s %-18s  %-56s %s\n", "", "", field->name, bits, "", field->meaning,
			       field->source);
		}
	}
}

/* Returns whether the page of row DUT is asked for and was not listed for an earlier row. */
static bool page_is_due(const struct list_options *options, size_t dut)
{
	for (size_t i = 0; i < dut; i++)
		if (!strcmp(dut_table[i].model, dut_table[dut].model))
			return false;
	return !options->dut || !strcmp(options->dut->model, dut_table[dut].model);
}

/* Calls LIST with each register page that is asked for. */
static int each_page(const struct list_options *options, void (*list)(const struct reg_page *page), struct env_error *ret_error)
{
	for (size_t i = 0; i < dut_count; i++) {
		const struct reg_page *page = dut_page(&dut_table[i]);
		if (!page) {
			env_refuse(ret_error, "no register page for the model '%s' of %s", dut_table[i].model, dut_table[i].name);
			return EXIT_ENVIRONMENT;
		}
		if (page_is_due(options, i))
			list(page);
	}
	return EXIT_CLEAN;
}

static int list_registers(const struct list_options *options, struct env_error *ret_error)
{
	printf("%-10s %-7s %-32s %-5s %-18s  %-56s %s\n", "model", "address", "register .field", "bits", "reset", "meaning",
	       "source");
	return each_page(options, list_registers_of, ret_error);
}

static void print_no_function(const struct reg_page *page)
{
	char count[256];

	printf("%-10s %s\n", page->model, reg_no_function_count(page, count, sizeof(count)));
}

static int list_counters(const struct list_options *options, struct env_error *ret_error)
{
	int rc;

	printf("%-10s %-7s %-32s %-9s %5s  %-56s %s\n", "model", "address", "counter", "direction", "width", "meaning", "source");
	rc = each_page(options, list_page, ret_error);
	return rc == EXIT_CLEAN ? each_page(options, print_no_function, ret_error) : rc;
}

static void list_scenario(void *context, const struct scenario_row *row)
{
	(void)context;
	printf("%-28s %6u  %-7s  %-8s ", row->name, row->weight, row->neutral ? "neutral" : "", row->model ? row->model : "any");
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (row->needs & dut_capabilities[i].bit && dut_capabilities[i].word)
			printf(" %s", dut_capabilities[i].word);
	printf("\n");
}

static int list_scenarios(const struct list_options *options, struct env_error *ret_error)
{
	(void)options;
	(void)ret_error;
	printf("%-28s %6s  %-7s  %-8s  %s\n", "scenario", "weight", "", "model", "needs");
	scenarios_each(list_scenario, NULL);
	return EXIT_CLEAN;
}

static const struct {
	const char *name;
	int (*list)(const struct list_options *options, struct env_error *ret_error);
} lists[] = {
	{ "duts", list_duts },           { "stimuli", list_stimuli },   { "rules", list_rules },
	{ "registers", list_registers }, { "counters", list_counters }, { "scenarios", list_scenarios },
};
#define LISTS "duts, stimuli, rules, registers, counters or scenarios"

static void end(struct argp_state *state, void *arguments)
{
	const struct list_options *options = arguments;

	if (options->page && options->what && strcmp(options->what, "rules") != 0)
		argp_failure(state, EXIT_ENVIRONMENT, 0, "--page is for rules");
}

int cli_list(const struct cli *cli, int argc, char **argv, struct env_error *ret_error)
{
	static const struct cli_option table[] = {
		{ .name = "dut",
		  CLI_DUT(struct list_options, dut),
		  .arg = "NAME",
		  .doc = "Only the registers or counters of this DUT" },
		{ .name = "page", CLI_FLAG(struct list_options, page), .doc = "Print the rules as doc/reference/rules.md" },
		{ .name = "stimuli",
		  CLI_TEXT(struct list_options, stimuli),
		  .arg = "DIR",
		  .doc = "Folder of the stimulus files" },
		{ 0 },
	};
	static const struct cli_syntax syntax = {
		.options = table,
		.words = { .twice = "one list at a time: " LISTS,
		           .at = CLI_PLACE(struct list_options, what, const char *),
		           .missing = "which list? " LISTS },
		.end = end,
		.args_doc = "duts|stimuli|rules|registers|counters|scenarios",
		.doc = "Shows what there is: the devices under test, the stimulus files, the rules that findings name, the "
		       "registers with their fields, the counters, the scenarios of seeds.",
	};
	struct list_options options = { .stimuli = tree_stimuli() };
	struct spelling spelling;
	char hint[SPELLING_HINT_MAX];

	(void)cli;
	cli_read(&syntax, argc, argv, &options);
	spelling = spelling_of(options.what);
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (!strcmp(lists[i].name, options.what))
			return lists[i].list(&options, ret_error);
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		spelling_offer(&spelling, lists[i].name);
	env_refuse(ret_error, "unknown list '%s'%s; known: " LISTS, options.what,
	           spelling_hint(&spelling, ", ", hint, sizeof(hint)));
	return EXIT_ENVIRONMENT;
}
