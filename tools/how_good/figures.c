/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of one device as a table. */
#include "how_good.h"

#include <stdio.h>
#include <string.h>

static const char NOT_MEASURED[] = "not measured";
static const char *const modes[2] = { "exact", "black-box" };

static json_t *row_of(const struct measured *all, enum measurement which, const char *device, const char *mode, const char *cells)
{
	json_t *rows = rows_of(all, which), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (!strcmp(text_of(row, "dut"), device) && (!mode || !strcmp(text_of(row, "mode"), mode)) &&
		    (!cells || !strcmp(text_of(row, "cells"), cells)))
			return row;
	}
	return NULL;
}

/* "99.4 %", rounded down, so that 100 % is all of them. */
static const char *percent(long long part, long long whole, char ret[48])
{
	long long tenths = whole ? part * 1000 / whole : 0;

	snprintf(ret, 48, "%lld.%lld %%", tenths / 10, tenths % 10);
	return ret;
}

static void coverage_cell(const json_t *row)
{
	char share[48];
	long long others = number_of(row, "all") - number_of(row, "explained");

	if (!row)
		printf("%s", NOT_MEASURED);
	else {
		printf("%lld of %lld (%s); %lld more have a reason, %lld are open", number_of(row, "reached"), others,
		       percent(number_of(row, "reached"), others, share), number_of(row, "explained"), number_of(row, "open"));
		if (json_object_get(row, "once"))
			printf(", %lld by one run only", number_of(row, "once"));
	}
}

static void print_coverage(const struct measured *all, const char *device)
{
	static const char *const cells[] = { "coincidences", "values" };
	static const char *const names[] = { "coincidences reached", "bins of values reached" };

	for (unsigned i = 0; i < 2; i++) {
		printf("| %s | ", names[i]);
		coverage_cell(row_of(all, COVERAGE, device, NULL, cells[i]));
		printf(" | (both modes together) |\n");
	}
	printf("| rules that decided in a run");
	for (unsigned mode = 0; mode < 2; mode++) {
		printf(" | ");
		coverage_cell(row_of(all, COVERAGE, device, modes[mode], "rules"));
	}
	printf(" |\n");
}

/* All mutants of a row that were given to the hunt. */
static long long hunted_of(const json_t *row)
{
	return number_of(row, "killed") + number_of(row, "equivalent") + number_of(row, "explained") +
	       number_of(row, "survived") + number_of(row, "open");
}

/* Of what part of a hunt the figure is, if the hunt was not given all mutants that were drawn. */
static void print_part(const json_t *row, const char *before, const char *after)
{
	const long long of = number_of(row, "drawn") - number_of(row, "not_simulated");

	if (hunted_of(row) < of)
		printf("%sfirst %lld of %lld that were drawn%s", before, hunted_of(row), of, after);
}

/* When the row was measured, if that was not when the newest rows of its file were. */
static void print_commit(const struct measured *all, const json_t *row)
{
	const char *commit = json_string_value(json_object_get(row, "commit"));

	if (commit && strcmp(commit, text_of(all->of[MUTANTS], "commit")) != 0)
		printf("at %s, ", commit);
}

static void print_mutants(const struct measured *all, const char *device)
{
	printf("| mutants of Yosys killed, of those not proved equivalent");
	for (unsigned mode = 0; mode < 2; mode++) {
		const json_t *row = row_of(all, MUTANTS, device, modes[mode], NULL);
		long long others = hunted_of(row) - number_of(row, "equivalent");
		char share[48];
		if (!row) {
			printf(" | %s", NOT_MEASURED);
			continue;
		}
		printf(" | ");
		print_commit(all, row);
		print_part(row, "of the ", ": ");
		printf("%lld of %lld (%s); %lld have a reason, %lld survive, %lld were not hunted to the end; %lld more are "
		       "equivalent",
		       number_of(row, "killed"), others, percent(number_of(row, "killed"), others, share),
		       number_of(row, "explained"), number_of(row, "survived"), number_of(row, "open"),
		       number_of(row, "equivalent"));
	}
	printf(" |\n| planted faults found");
	for (unsigned mode = 0; mode < 2; mode++) {
		const json_t *row = row_of(all, PLANTED, device, modes[mode], NULL);
		if (row)
			printf(" | %lld of %lld; %lld have a reason, %zu are missed", number_of(row, "caught"),
			       number_of(row, "faults"), number_of(row, "explained"),
			       json_array_size(json_object_get(row, "missed")));
		else
			printf(" | %s", NOT_MEASURED);
	}
	printf(" |\n");
}

struct proofs {
	long long all, proved, statements, faults, found;
};

static void count_proofs(const struct measured *all, const char *device, struct proofs *ret)
{
	json_t *rows = rows_of(all, FORMAL), *row, *fault;
	size_t i, k;

	*ret = (struct proofs){ 0 };
	json_array_foreach(rows, i, row)
	{
		if (strcmp(text_of(row, "dut"), device))
			continue;
		ret->all++;
		ret->proved += !strcmp(text_of(row, "result"), "proved");
		ret->statements += number_of(row, "asserts");
		json_array_foreach(json_object_get(row, "faults"), k, fault)
		{
			ret->faults++;
			ret->found += json_is_true(json_object_get(fault, "found"));
		}
	}
}

static void print_proofs(const struct measured *all, const char *device)
{
	struct proofs proofs;

	count_proofs(all, device, &proofs);
	if (!proofs.all)
		printf("| proofs about the RTL | %s | - |\n", NOT_MEASURED);
	else
		printf("| proofs without a bound | %lld of %lld, of %lld assertions (lemmas included); %lld of %lld planted "
		       "faults break "
		       "theirs | - |\n",
		       proofs.proved, proofs.all, proofs.statements, proofs.found, proofs.faults);
}

static void netlist_cell(const json_t *runs)
{
	if (runs)
		printf("%lld findings in %lld runs of %lld cycles", number_of(runs, "findings"), number_of(runs, "runs"),
		       number_of(runs, "cycles"));
	else
		printf("%s", NOT_MEASURED);
}

/* Both modes run in one regression, and count together. */
static void print_netlists(const struct measured *all, const char *device)
{
	json_t *row = row_of(all, NETLISTS, device, NULL, NULL);

	printf("| netlist of words in place of the RTL | ");
	netlist_cell(json_object_get(row, "words"));
	printf(" | (both modes together) |\n| netlist of gates in place of the RTL | ");
	netlist_cell(json_object_get(row, "gates"));
	printf(" | (both modes together) |\n");
}

static void print_fuzz(const struct measured *all, const char *device)
{
	static const char *const ways[] = { "random", "guided" };

	for (unsigned i = 0; i < 2; i++) {
		printf("| hard faults found by %s generation", ways[i]);
		for (unsigned mode = 0; mode < 2; mode++) {
			const json_t *row = row_of(all, FUZZ, device, modes[mode], NULL), *way = json_object_get(row, ways[i]);
			if (!row)
				printf(" | %s", NOT_MEASURED);
			else
				printf(" | in %lld of %lld races, %.2f per 1,000 runs", number_of(way, "found"),
				       number_of(way, "of"),
				       1000.0 * (double)number_of(way, "found") / (double)number_of(way, "runs"));
		}
		printf(" |\n");
	}
}

/* ---- all devices at a glance ---- */

static void print_share(const json_t *row, long long part, long long whole)
{
	char share[48];

	printf(" %s |", row ? percent(part, whole, share) : NOT_MEASURED);
}

static void glance_row(const struct measured *all, const char *device)
{
	const json_t *row;
	struct proofs proofs;

	printf("| [%s](#%s) |", device, device);
	for (unsigned i = 0; i < 2; i++) {
		row = row_of(all, COVERAGE, device, NULL, i ? "values" : "coincidences");
		print_share(row, number_of(row, "reached"), number_of(row, "all") - number_of(row, "explained"));
	}
	for (unsigned mode = 0; mode < 2; mode++) {
		char share[48];
		row = row_of(all, MUTANTS, device, modes[mode], NULL);
		printf(" %s", row ? percent(number_of(row, "killed"), hunted_of(row) - number_of(row, "equivalent"), share)
		                  : NOT_MEASURED);
		print_part(row, " of the ", "");
		printf(" |");
	}
	for (unsigned mode = 0; mode < 2; mode++) {
		row = row_of(all, PLANTED, device, modes[mode], NULL);
		print_share(row, number_of(row, "caught"), number_of(row, "faults"));
	}
	count_proofs(all, device, &proofs);
	print_share(proofs.all ? all->of[FORMAL] : NULL, proofs.proved, proofs.all);
	printf("\n");
}

void print_glance(const struct measured *all)
{
	printf("\n## At a glance\n\n"
	       "| device | coincidences | values | mutants of Yosys, exact | black box | planted faults, exact | black box | "
	       "proofs |\n"
	       "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
	for (unsigned i = 0; i < DEVICES; i++)
		glance_row(all, device_names[i]);
	printf(
	    "\nCoincidences and values: those that were reached, of all that have no reason not to be. Mutants: those that were\n"
	    "killed, of all that were not proved equivalent, so a mutant with a reason counts against the bench. Planted "
	    "faults:\n"
	    "those that were found, of all. Proofs: those without a bound; one that was not run counts against the bench.\n");
}

void print_figures(const struct measured *all, const char *device)
{
	printf("| figure | exact | black box |\n| --- | --- | --- |\n");
	print_coverage(all, device);
	print_mutants(all, device);
	print_proofs(all, device);
	print_netlists(all, device);
	print_fuzz(all, device);
}
