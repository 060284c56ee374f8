/* SPDX-License-Identifier: Apache-2.0 */
/* Build-time generator: writes the variables of make for the build of each DUT from regs/<device>/duts.def. Refuses a row that
 * the program could not use. */
#include "base/dut.h"
#include "base/spelling.h"
#include "parameters.h"
#include "regs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_WRONG = 2 };

static const char *const models[] = {
#define DEVICE(name) #name,
#include "devices.def"
	NULL,
};

/* ---- rows that are wrong ---- */

/* Prints "FILE:LINE" of the row; a bundled row has no file of the user's. */
static void put_place(const struct dut *dut)
{
#ifdef EXTRA_DUTS
	FILE *in = fopen(EXTRA_DUTS, "r");
	char line[4096], text[128];
	unsigned number = 0;

	snprintf(text, sizeof(text), "DUT(%s,", dut->name);
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
	fprintf(stderr, "pausebench: regs/%s/duts.def: row %s: ", dut->model, dut->name);
}

static void refuse(const struct dut *dut, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
static void refuse(const struct dut *dut, const char *format, ...)
{
	va_list args;

	put_place(dut);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(EXIT_WRONG);
}

static void refuse_unknown(const struct dut *dut, const char *what, const char *text, const char *const *names)
{
	struct spelling spelling = spelling_of(text);
	char hint[SPELLING_HINT_MAX];

	for (; *names; names++)
		spelling_offer(&spelling, *names);
	refuse(dut, "expected %s, not '%s'%s", what, text, spelling_hint(&spelling, "; ", hint, sizeof(hint)));
}

static void check_parameter(const struct dut *dut, const char *name, const char *value)
{
	const char *names[PARAMETERS_MAX + 1] = { NULL };
	const struct parameter *p = parameter_by_name(dut->model, name), *all;
	size_t count;
	char *end;
	unsigned long long number = strtoull(value, &end, 0);

	all = parameters_of(dut->model, &count);
	for (size_t i = 0; i < count; i++)
		names[i] = all[i].name;
	if (!p)
		refuse_unknown(dut, "a parameter of the model", name, names);
	else if (end == value || *end || number < p->least || number > p->most)
		refuse(dut, "%s must be %llu to %llu, not '%s'", name, (unsigned long long)p->least, (unsigned long long)p->most,
		       value);
}

static void check_row(const struct dut *dut)
{
	char params[512], *save = NULL;

	if (!reg_page_by_model(dut->model))
		refuse_unknown(dut, "a model", dut->model, models);
	for (const struct dut *other = dut_table; other < dut; other++)
		if (!strcmp(other->name, dut->name))
			refuse(dut, "there is a row with the name '%s' already; give this one another name", dut->name);
	snprintf(params, sizeof(params), "%s", dut->params);
	for (char *p = strtok_r(params, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
		char *equals = strchr(p, '=');
		if (!equals)
			refuse(dut, "expected Name=value in PARAMS, not '%s'", p);
		*equals = 0;
		check_parameter(dut, p, equals + 1);
	}
}

/* ---- variables of make ---- */

static void print_parameters(const struct dut *dut)
{
	char params[512], *save = NULL;

	printf("PARAMS_%s := %s\nGPARAMS_%s :=", dut->name, dut->params, dut->name);
	snprintf(params, sizeof(params), "%s", dut->params);
	for (char *p = strtok_r(params, " ", &save); p; p = strtok_r(NULL, " ", &save))
		printf("%s.%.*s(%s)", p == params ? " " : ",", (int)strcspn(p, "="), p, p + strcspn(p, "=") + 1);
	printf("\n");
}

static void print_capabilities(const struct dut *dut)
{
	printf("CAPABILITIES_%s :=", dut->name);
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (dut->capabilities & dut_capabilities[i].bit)
			printf(" %s", dut_capabilities[i].name);
	printf("\n");
}

int main(void)
{
	for (size_t i = 0; i < dut_count; i++)
		check_row(&dut_table[i]);
	printf("DUTS :=");
	for (size_t i = 0; i < dut_count; i++)
		printf(" %s", dut_table[i].name);
	printf("\n");
	for (size_t i = 0; i < dut_count; i++) {
		const struct dut *dut = &dut_table[i];
		printf("TOP_%s := %s\nSOURCES_%s := %s\nMODEL_%s := %s\n", dut->name, dut->top, dut->name, dut->sources,
		       dut->name, dut->model);
		printf("PHY_%s := %s\nTIMESCALE_%s := %s\n", dut->name, phy_table[dut->phy].name, dut->name,
		       phy_table[dut->phy].wave_unit);
		print_capabilities(dut);
		print_parameters(dut);
	}
	return fflush(stdout) || ferror(stdout) ? EXIT_WRONG : 0;
}
