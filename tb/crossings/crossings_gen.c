/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the clock crossings of a MAC in what Verilator read, and writes three files into FOLDER:
 *   late.vlt       for Verilator: the flip-flops that a run makes late, and those that they take their bits from, are variables that C++ reaches
 *   late.inc       for tb/seam/late.h: a row for each of them
 *   crossings.txt  for people: the list of all crossings
 * usage: crossings_gen FLAT.xml MODULES.xml FOLDER NAME CLOCK...     CLOCK: rx, host, bus, as far as the MAC has it for itself */
#include "crossings.h"

#include "base/clocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const clock_names[] = CLOCK_NAMES;

static const char *const kinds[CROSS_KINDS] = {
	[CROSS_SYNCHRONISED] = "synchronisers",
	[CROSS_ONE_FLOP] = "without a second flip-flop: logic takes them from the first one",
	[CROSS_WORD] = "words that are taken when a condition says so: right if they are held meanwhile",
	[CROSS_MEMORY] = "words of a memory: right if nothing writes the one that is read",
	[CROSS_LOGIC] = "through logic: right only if what crosses is at rest",
	[CROSS_RESET] = "resets of another clock: right only if they end apart from the edges of this one",
};

/* ---- variables of the simulation ---- */

struct simulated {
	uint32_t offset, size, shift; /* in octets, octets, and bits */
	uint32_t width;               /* of the bits that are left there, WIDTH at most */
};

static struct simulated simulated(const struct variable *var, uint32_t bit, uint32_t width)
{
	uint32_t element = bit / var->width, in = bit % var->width;
	uint32_t size = var->width <= 8 ? 1 : var->width <= 16 ? 2 : var->width <= 32 ? 4 : var->width <= 64 ? 8 : 4;
	uint32_t stride = var->width <= 64 ? size : (var->width + 31) / 32 * 4;
	struct simulated ret = { element * stride, size, in, var->width - in };

	if (var->width > 64) {
		ret.offset += in / 32 * 4;
		ret.shift = in % 32;
		ret.width = 32 - ret.shift < ret.width ? 32 - ret.shift : ret.width;
	}
	ret.width = ret.width < width ? ret.width : width;
	return ret;
}

static void put_variable(FILE *out, const struct variable *var, const struct simulated *at)
{
	const char *local = strrchr(var->name, '.');

	fprintf(out, "{ \"%.*s\", \"%s\", %u, %u, %u }", (int)(local - var->name), var->name, local + 1, at->offset, at->size,
	        at->shift);
}

static void put_rows(FILE *out, const struct crossing *c)
{
	for (uint32_t done = 0; done < c->width;) {
		struct simulated to = simulated(c->to_var, c->low + done, c->width - done);
		struct simulated from = simulated(c->from_var, c->from_low + done, to.width);
		fputs("\t{ ", out);
		put_variable(out, c->to_var, &to);
		fputs(", ", out);
		put_variable(out, c->from_var, &from);
		fprintf(out, ", %u, %d, %d },\n", from.width, c->edge, c->from_edge);
		done += from.width;
	}
}

static bool is_late(const struct crossing *c)
{
	return c->kind <= CROSS_WORD && c->to_var && c->from_var;
}

static void put_public(FILE *out, const char *module, const struct variable *var)
{
	fprintf(out, "public_flat_rw -module \"%s\" -var \"%s\"\n", module, var->local);
}

/* ---- the list ---- */

static const char *edge_name(int edge, char ret[32])
{
	snprintf(ret, 32, "%s%s", clock_names[edge % CLOCK_DOMAINS], edge >= CLOCK_DOMAINS ? " (falling)" : "");
	return ret;
}

/* Names within the MAC, as its author wrote them. */
static const char *short_name(const char *name)
{
	const char *inside = strstr(name, ".u_inside.");

	return inside ? inside + 10 : name;
}

static void put_bits(FILE *out, const struct variable *var, const char *name, uint32_t low, uint32_t width)
{
	fputs(short_name(name), out);
	if (variable_bits(var) > width || var->elements)
		fprintf(out, width > 1 ? "[%u:%u]" : "[%u]", width > 1 ? low + width - 1 : low, low);
}

/* Bits of one register that cross each by itself are one line. */
struct line {
	const struct crossing *first;
	uint32_t low, high; /* bits of the register */
};

static bool joins(const struct line *line, const struct crossing *c)
{
	const struct crossing *first = line->first;

	return c->kind == first->kind && c->from == first->from && c->edge == first->edge && c->from_edge == first->from_edge &&
	       c->width == 1 && first->width == 1 && (c->from_low > line->high || c->from_low < line->low);
}

static struct line line_of(const struct crossings *all, size_t at, bool *done)
{
	const struct crossing *first = &all->crossing[at];
	struct line ret = { first, first->from_low, first->from_low + first->width - 1 };

	done[at] = true;
	for (size_t i = at + 1; first->kind <= CROSS_WORD && i < all->count; i++) {
		const struct crossing *c = &all->crossing[i];
		if (done[i] || !joins(&ret, c))
			continue;
		done[i] = true;
		ret.low = c->from_low < ret.low ? c->from_low : ret.low;
		ret.high = c->from_low > ret.high ? c->from_low : ret.high;
	}
	return ret;
}

static void put_line(FILE *out, const struct design *d, const struct line *line)
{
	const struct crossing *c = line->first;
	char from[32], to[32];

	fprintf(out, "  %s -> %s  ", edge_name(c->from_edge, from), edge_name(c->edge, to));
	if (c->kind <= CROSS_WORD)
		put_bits(out, &d->vars[c->from], c->from_var ? c->from_var->name : d->vars[c->from].name, line->low,
		         line->high - line->low + 1);
	else if (c->source != UINT32_MAX)
		fputs(short_name(d->vars[c->source].name), out);
	fputs(" to ", out);
	if (c->kind == CROSS_RESET)
		fprintf(out, "%s", short_name(d->vars[c->to].name));
	else
		put_bits(out, &d->vars[c->to], c->to_var ? c->to_var->name : d->vars[c->to].name, c->low, c->width);
	if (c->kind == CROSS_RESET && c->width > 1)
		fprintf(out, " and %u bits more", c->width - 1);
	if (c->kind == CROSS_SYNCHRONISED && line->high > line->low)
		fputs(crossings_gray(d, c->from, line->low, line->high)
		          ? ": a Gray code"
		          : ": no Gray code that is known, right only if no two bits have to fit each other",
		      out);
	if (c->kind <= CROSS_WORD && !is_late(c))
		fputs(" (never late: the simulation has no variable for it)", out);
	fputc('\n', out);
}

static void put_list(FILE *out, const char *name, const struct design *d, const struct crossings *all, bool *done)
{
	fprintf(out,
	        "# Clock crossings of %s, as its Verilog is written. A run makes each bit of the first three kinds late by a "
	        "clock at times.\n",
	        name);
	for (int kind = 0; kind < CROSS_KINDS; kind++) {
		struct line line;
		size_t lines = 0;
		for (size_t i = 0; i < all->count; i++)
			if (all->crossing[i].kind == (enum crossing_kind)kind && !done[i]) {
				if (!lines++)
					fprintf(out, "%s:\n", kinds[kind]);
				line = line_of(all, i, done);
				put_line(out, d, &line);
			}
	}
}

/* How many words of bits there are of each kind, in one line. */
static void put_summary(const char *folder, const char *name, const struct crossings *all)
{
	size_t count[CROSS_KINDS] = { 0 };

	for (size_t i = 0; i < all->count; i++)
		count[all->crossing[i].kind]++;
	printf("  clock crossings of %s: %zu by synchronisers, %zu by one flip-flop, %zu held words, %zu memories, %zu through "
	       "logic, "
	       "%zu resets: %s/crossings.txt\n",
	       name, count[CROSS_SYNCHRONISED], count[CROSS_ONE_FLOP], count[CROSS_WORD], count[CROSS_MEMORY], count[CROSS_LOGIC],
	       count[CROSS_RESET], folder);
}

/* ---- files ---- */

static FILE *open_in(const char *folder, const char *file)
{
	char path[4096];
	FILE *ret;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	ret = fopen(path, "w");
	if (!ret)
		perror(path);
	return ret;
}

static bool put_files(const char *folder, const char *name, const struct design *d, const struct crossings *all)
{
	FILE *vlt = open_in(folder, "late.vlt"), *rows = open_in(folder, "late.inc"), *list = open_in(folder, "crossings.txt");
	bool *done = calloc(all->count + 1, sizeof(*done)), ok = vlt && rows && list && done;

	if (ok) {
		fputs("`verilator_config\n", vlt);
		for (size_t i = 0; i < all->count; i++) {
			const struct crossing *c = &all->crossing[i];
			if (!is_late(c))
				continue;
			put_public(vlt, c->to_module, c->to_var);
			put_public(vlt, c->from_module, c->from_var);
			put_rows(rows, c);
		}
		put_list(list, name, d, all, done);
	}
	free(done);
	ok &= vlt && !fclose(vlt);
	ok &= rows && !fclose(rows);
	ok &= list && !fclose(list);
	return ok;
}

int main(int argc, char **argv)
{
	int edge_of[EDGES], status = 2;
	struct design design;
	struct crossings all = { NULL, 0, 0, false };

	if (argc < 5) {
		fputs("usage: crossings_gen FLAT.xml MODULES.xml FOLDER NAME CLOCK...\n", stderr);
		return 2;
	}
	for (int i = 0; i < EDGES; i++)
		edge_of[i] = i / CLOCK_DOMAINS * CLOCK_DOMAINS + CLOCK_TX;
	for (int i = 5; i < argc; i++)
		for (int clock = 0; clock < CLOCK_DOMAINS; clock++)
			if (!strcmp(argv[i], clock_names[clock])) {
				edge_of[clock] = clock;
				edge_of[clock + CLOCK_DOMAINS] = clock + CLOCK_DOMAINS;
			}
	if (!design_read(&design, argv[1], argv[2])) {
		fprintf(stderr, "pausebench: the clock crossings of %s: what Verilator wrote is not understood\n", argv[4]);
	} else {
		crossings_find(&all, &design, edge_of);
		if (all.failed)
			fputs("pausebench: no memory for the clock crossings\n", stderr);
		else if (put_files(argv[3], argv[4], &design, &all))
			status = 0;
		if (!status)
			put_summary(argv[3], argv[4], &all);
	}
	crossings_release(&all);
	design_release(&design);
	return status;
}
