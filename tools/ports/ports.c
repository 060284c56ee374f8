/* SPDX-License-Identifier: Apache-2.0 */
/* Simulates a port, right or wrong in one way, and writes what a tap saw of it into a folder. doc/quality/ports.md says what it is for.
 * Usage: ports FOLDER SEED [KIND] [RATE]; ports --list */
#include "certain.h"
#include "tap.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const rate_name[RATES] = { "10", "100", "1000", "10000" };

static const struct wrong_kind kinds[WRONGS] = {
	{ "right", "", "", "it does what the standard and its profile say", 0 },
#define WRONG(name, needs, clause, rules, sentence) { #name, clause, rules, sentence, needs },
#include "wrong.def"
};

const struct wrong_kind *wrong_kind(enum wrong wrong)
{
	return &kinds[wrong];
}

enum wrong wrong_find(const char *name)
{
	enum wrong w = WRONG_NOTHING;

	while (w < WRONGS && strcmp(kinds[w].name, name) != 0)
		w++;
	return w;
}

static FILE *open_in(const char *folder, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		exit(2);
	}
	return f;
}

static void close_file(FILE *f)
{
	if (fclose(f)) {
		fprintf(stderr, "a file cannot be written: %s\n", strerror(errno));
		exit(2);
	}
}

/* ---- registers.txt ---- */

static void write_control(const struct nature *n, const struct script *s, int index, FILE *f)
{
	static const char *const name[] = { "rx_pause", "tx_pause", "station", "quanta", "pfc_rx", "pfc_tx" };
	const struct written *w = &s->written[index];
	char time[40];
	uint64_t control[2] = { n->rx_pause, n->tx_pause };

	fprintf(f, "%s ", nature_time(n, w->at, time, sizeof(time)));
	if (n->registers && w->control <= CONTROL_TX_PAUSE) {
		for (int i = 0; i <= index; i++)
			if (s->written[i].control <= CONTROL_TX_PAUSE)
				control[s->written[i].control] = s->written[i].value;
		fprintf(f, "write 0x%x 0x%" PRIx64 "\n", AT_CONTROL, control[0] | control[1] << 1);
	} else if (n->registers && w->control == CONTROL_QUANTA) {
		fprintf(f, "write 0x%x 0x%" PRIx64 "\n", AT_QUANTA, w->value);
	} else if (w->control >= CONTROL_CLASS_QUANTA) {
		fprintf(f, "control pfc_quanta%d %" PRIu64 "\n", (int)w->control - CONTROL_CLASS_QUANTA, w->value);
	} else {
		fprintf(f, "control %s 0x%" PRIx64 "\n", name[w->control], w->value);
	}
}

/* A reading shows what is counted in its clock, too. */
static void write_reading(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent, int index,
                          FILE *f)
{
	char time[40];

	for (enum counter c = 0; c < COUNTERS; c++) {
		uint32_t value = port_counter(n, s, wrong, sent, c, s->readings[index]);
		if (n->clears && index)
			value -= port_counter(n, s, wrong, sent, c, s->readings[index - 1]);
		fprintf(f, "%s read 0x%x %" PRIu32 "\n", nature_time(n, s->readings[index], time, sizeof(time)),
		        AT_COUNTERS + 8 * (int)c, value);
	}
}

static void write_registers(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent, FILE *f)
{
	int written = 0, reading = 0;

	while (written < s->written_count || reading < s->reading_count) {
		if (reading >= s->reading_count || (written < s->written_count && s->written[written].at <= s->readings[reading]))
			write_control(n, s, written++, f);
		else
			write_reading(n, s, wrong, sent, reading++, f);
	}
}

static bool readings_differ(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *a,
                            const struct sent *b)
{
	for (int i = 0; i < s->reading_count; i++)
		for (enum counter c = 0; c < COUNTERS; c++)
			if (port_counter(n, s, WRONG_NOTHING, a, c, s->readings[i]) !=
			    port_counter(n, s, wrong, b, c, s->readings[i]))
				return true;
	return false;
}

static void write_port(const char *folder, uint64_t seed, enum wrong wrong, enum rate rate)
{
	struct nature n;
	struct script s;
	struct sent right, sent;
	struct certainty certainty;
	FILE *f;
	int error;
	bool effect;

	nature_draw(&n, seed, wrong, rate);
	script_draw(&s, &n, wrong);
	port_run(&n, &s, WRONG_NOTHING, &right);
	port_run(&n, &s, wrong, &sent);
	error = tap_write(&n, &s, &sent, folder);
	if (error) {
		fprintf(stderr, "%s: %s\n", folder, strerror(-error));
		exit(2);
	}
	f = open_in(folder, "port.mac");
	nature_write_profile(&n, f);
	close_file(f);
	f = open_in(folder, "judge.args");
	nature_write_arguments(&n, f);
	close_file(f);
	f = open_in(folder, "registers.txt");
	write_registers(&n, &s, wrong, &sent, f);
	close_file(f);
	effect = tap_differs(&n, &right, &sent) || readings_differ(&n, &s, wrong, &right, &sent);
	certain_look(&n, &s, wrong, &sent, &certainty);
	f = open_in(folder, "broken.txt");
	fprintf(f, "name %s\nclause %s\nrules %s\nsentence %s\neffect %s\ncertain", kinds[wrong].name, kinds[wrong].clause,
	        kinds[wrong].rules, kinds[wrong].sentence, effect ? "yes" : "no");
	for (enum certain c = 0; c < CERTAINS; c++)
		if (certainty.count[c]) {
			char time[40];
			fprintf(f, " %s@%s", certain_name(c), nature_time(&n, certainty.first[c], time, sizeof(time)));
		}
	fprintf(f, "\n");
	close_file(f);
	port_release(&right);
	port_release(&sent);
	script_release(&s);
}

/* Looks at the ports of the seeds FIRST to LAST. Returns 1 if one sent what no right port could have sent. */
static int check(uint64_t first, uint64_t last, enum wrong wrong, enum rate rate)
{
	unsigned with = 0;

	for (uint64_t seed = first; seed <= last; seed++) {
		struct nature n;
		struct script s;
		struct sent sent;
		struct certainty c;
		bool any = false;
		nature_draw(&n, seed, wrong, rate);
		script_draw(&s, &n, wrong);
		port_run(&n, &s, wrong, &sent);
		certain_look(&n, &s, wrong, &sent, &c);
		for (enum certain i = 0; i < CERTAINS; i++)
			if (c.count[i]) {
				printf("seed %" PRIu64 ": %s at tick %" PRId64 "\n", seed, certain_name(i), c.first[i]);
				any = true;
			}
		with += any;
		port_release(&sent);
		script_release(&s);
	}
	printf("%" PRIu64 " %s ports, %u of which no right port could have been\n", last - first + 1, kinds[wrong].name, with);
	return with != 0;
}

static enum rate rate_find(const char *name)
{
	for (enum rate r = 0; r < RATES; r++)
		if (!strcmp(rate_name[r], name))
			return r;
	if (strcmp(name, "any") != 0) {
		fprintf(stderr, "ports: there is no rate %s but 10, 100, 1000, 10000 and any\n", name);
		exit(2);
	}
	return RATES;
}

int main(int argc, char **argv)
{
	bool checks = argc > 3 && !strcmp(argv[1], "--check");
	const char *kind = argc > 3 + checks ? argv[3 + checks] : "right", *rate = argc > 4 + checks ? argv[4 + checks] : "any";
	enum wrong wrong = wrong_find(kind);
	char *end;
	uint64_t seed, last = 0;

	if (argc == 2 && (!strcmp(argv[1], "--list") || !strcmp(argv[1], "--rules"))) {
		for (enum wrong w = WRONG_NOTHING + 1; w < WRONGS; w++)
			printf("%s%s%s\n", kinds[w].name, argv[1][2] == 'r' ? " " : "", argv[1][2] == 'r' ? kinds[w].rules : "");
		return 0;
	}
	if (argc < 3 || argc > 5 + checks) {
		fprintf(stderr,
		        "usage: ports FOLDER SEED [KIND] [RATE]; ports --check FIRST LAST [KIND] [RATE]; ports --list|--rules\n");
		return 2;
	}
	seed = strtoull(argv[2], &end, 0);
	if (!*end && checks)
		last = strtoull(argv[3], &end, 0);
	if (*end || wrong == WRONGS) {
		fprintf(stderr, "ports: there is no seed %s or no kind %s; --list prints the kinds\n", argv[2], kind);
		return 2;
	}
	if (checks)
		return check(seed, last, wrong, rate_find(rate));
	write_port(argv[1], seed, wrong, rate_find(rate));
	return 0;
}
