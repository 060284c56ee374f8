/* SPDX-License-Identifier: Apache-2.0 */
/* Says which runs of a row find which planted faults, whose simulation model is a joined one (../hunter/join.sh) or has the one fault.
 *
 * Rules.
 *  1. Any finding is a kill, but for checked-nothing and covers, which say nothing about the MAC. The rule of a kill is that of the run's first finding
 *     that is not expect-wire, as in ../hunter/hunt.c. A process that dies is a kill by crash of the run in which it died.
 *  2. A fault is found in exact mode when a run's rule is that of its head, and as a black box by any kill.
 *  3. ORDER has the runs in the order in which they are tried. Those of class A are all run; then, in each mode, those of class B until the fault is
 *     found.
 *  4. A joined model without a fault must pass all runs of class A in the clocks of the RTL; a fault of number 0 is the model's own.
 *
 * usage: kills ROW FOLDER SEEDS ORDER FAULTS OUT STIMULI. FOLDER and SEEDS: see reach.c. A line of ORDER is "CLASS MODE RUN HASH CLOCKS", where CLOCKS are those of the
 * run without a fault and HASH is that of its stimulus; one of FAULTS is "NUMBER FAULT RULE MODES STIMULUS KEY PATCH", where MODES is "exact" for a fault
 * that no black box can see, else "both", and STIMULUS and PATCH are for others. KEY and STIMULI name the fault's and the stimuli's content. OUT gets
 *   kill FAULT MODE RUN HASH RULE CLOCKS
 *   done FAULT MODE found|missed RUNS CLOCKS KEY STIMULI
 * usage: kills ROW FOLDER LIST makes an empty LIST, for join.sh. */
#include "runs.h"

#include "seam/seam.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned planted_fault; /* of a joined model, ../multiplexer/multiplex.c */

extern const struct seam_ops seam_ops_mutant;
const struct seam_ops *const seam_table[] = { &seam_ops_mutant, NULL };

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the only DUT of this program takes the place of the row from which it was made */
	return &seam_ops_mutant;
}

struct step {
	const struct choice_run *run;
	enum choice_mode mode;
	bool all; /* class A */
	char hash[17];
	uint64_t cycles;
};
struct fault {
	unsigned number;
	char name[96];
	int rule;    /* -1: any */
	bool hidden; /* from a black box */
	char key[32];
};
/* How far a fault has come; its process shares this with its parent. */
struct progress {
	size_t at;
	bool found[CHOICE_MODES], over;
	uint64_t runs[CHOICE_MODES], cycles[CHOICE_MODES];
};
struct hunt {
	struct choice_runs runs;
	struct step *step;
	size_t count;
	struct progress *progress;
	const char *stimuli;
	int out;
};

static void say(const struct hunt *hunt, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(const struct hunt *hunt, const char *format, ...)
{
	char line[512];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (write(hunt->out, line, (size_t)len) != len)
		choice_fail("the output", "it cannot be written");
}

static bool says_nothing(enum rule rule)
{
	return rule == RULE_CHECKED_NOTHING || rule == RULE_COVERS;
}

/* The finding that names the part of the MAC that is wrong, or NULL. A fault of expect-wire is one that the golden model shares. */
static const struct finding *told_by(const struct scoreboard_result *score, bool shared)
{
	const struct finding *ret = NULL;

	for (uint64_t i = 0; i < score->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		const struct finding *f = &score->finding[i];
		if (says_nothing(f->rule))
			continue;
		if ((f->rule == RULE_EXPECT_WIRE) == shared)
			return f;
		ret = ret ? ret : f;
	}
	return ret;
}

static void note(struct hunt *hunt, const struct fault *fault, const struct step *step, enum rule rule, uint64_t cycles)
{
	hunt->progress->found[step->mode] |= step->mode == CHOICE_BLACK_BOX || fault->rule < 0 || (int)rule == fault->rule;
	say(hunt, "kill %s %s %s %s %s %" PRIu64 "\n", fault->name, choice_modes[step->mode], step->run->name, step->hash,
	    rule_table[rule].name, cycles);
}

static void try(struct hunt *hunt, const struct fault *fault, const struct step *step)
{
	static struct run_result result; /* too large for the stack */
	const bool shared = fault->rule == RULE_EXPECT_WIRE;
	const struct run_options options = { .black_box = step->mode == CHOICE_BLACK_BOX,
		                             .max_cycles = 3 * step->cycles + 200000,
		                             .max_seconds = 60,
		                             .first_only = !shared };
	const struct finding *f;

	choice_run_do(&hunt->runs, step->run, &options, &result);
	hunt->progress->runs[step->mode]++;
	hunt->progress->cycles[step->mode] += result.cycles;
	if ((f = told_by(&result.score, shared)))
		note(hunt, fault, step, f->rule, result.cycles);
}

/* Tries the steps from .at of the progress on. */
static void child(struct hunt *hunt, const struct fault *fault)
{
	struct progress *p = hunt->progress;
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	planted_fault = fault->number;
	for (; p->at < hunt->count; p->at++)
		if (hunt->step[p->at].all ||
		    !(p->found[hunt->step[p->at].mode] || (fault->hidden && hunt->step[p->at].mode == CHOICE_BLACK_BOX)))
			try(hunt, fault, &hunt->step[p->at]);
	p->over = true;
	_exit(0);
}

static void hunt_fault(struct hunt *hunt, const struct fault *fault)
{
	struct progress *p = hunt->progress;
	int status;
	pid_t pid;

	for (*p = (struct progress){ 0 }; !p->over && p->at < hunt->count; p->at++) {
		pid = fork();
		if (pid < 0)
			choice_fail("fork", "no process can be started");
		if (!pid)
			child(hunt, fault);
		if (waitpid(pid, &status, 0) != pid || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
			choice_fail(fault->name, "the environment failed");
		if (!p->over)
			note(hunt, fault, &hunt->step[p->at], RULE_CRASH, 0);
	}
	for (enum choice_mode mode = CHOICE_EXACT; mode < CHOICE_MODES; mode++)
		say(hunt, "done %s %s %s %" PRIu64 " %" PRIu64 " %s %s\n", fault->name, choice_modes[mode],
		    p->found[mode] ? "found" : "missed", p->runs[mode], p->cycles[mode], fault->key, hunt->stimuli);
}

static const struct choice_run *run_by_name(const struct choice_runs *runs, const char *name)
{
	for (size_t i = 0; i < runs->count; i++)
		if (!strcmp(runs->run[i].name, name))
			return &runs->run[i];
	choice_fail(name, "the row has no such run");
}

static void read_order(struct hunt *hunt, const char *path)
{
	char class[8], mode[16], name[128], hash[17];
	FILE *in = fopen(path, "r");
	uint64_t cycles;

	hunt->step = calloc(CHOICE_MODES * hunt->runs.count + 1, sizeof(*hunt->step));
	if (!in || !hunt->step)
		choice_fail(path, "it cannot be read");
	while (fscanf(in, "%7s %15s %127s %16s %" SCNu64, class, mode, name, hash, &cycles) == 5) {
		if (hunt->count == CHOICE_MODES * hunt->runs.count)
			choice_fail(path, "it has a run twice");
		struct step *step = &hunt->step[hunt->count++];
		*step = (struct step){ .run = run_by_name(&hunt->runs, name), .all = *class == 'A', .cycles = cycles };
		step->mode = strcmp(mode, choice_modes[CHOICE_BLACK_BOX]) ? CHOICE_EXACT : CHOICE_BLACK_BOX;
		strcpy(step->hash, hash);
	}
	fclose(in);
}

/* The joined model without a fault must be the RTL. */
static void check_clean(const struct hunt *hunt)
{
	static struct run_result result;

	planted_fault = 0;
	for (size_t i = 0; i < hunt->count; i++) {
		const struct run_options options = { .black_box = hunt->step[i].mode == CHOICE_BLACK_BOX };
		if (!hunt->step[i].all)
			continue;
		choice_run_do(&hunt->runs, hunt->step[i].run, &options, &result);
		if (result.score.findings || result.cycles != hunt->step[i].cycles)
			choice_fail(hunt->step[i].run->name, "the model without a fault is not the RTL");
	}
}

int main(int argc, char **argv)
{
	const struct dut *dut = argc == 4 || argc == 8 ? dut_by_name(argv[1]) : NULL;
	struct hunt hunt = { 0 };
	struct fault fault;
	char rule[64], modes[16];
	bool checked = false;
	FILE *in;

	if (!dut) {
		fprintf(stderr, "usage: kills ROW FOLDER SEEDS ORDER FAULTS OUT STIMULI\n");
		return 2;
	}
	if (argc == 4)
		return !(in = fopen(argv[3], "w")) || fclose(in) ? 2 : 0;
	choice_runs_open(&hunt.runs, dut, argv[2], (uint32_t)atoi(argv[3]));
	read_order(&hunt, argv[4]);
	hunt.stimuli = argv[7];
	hunt.out = open(argv[6], O_WRONLY | O_APPEND | O_CREAT, 0666);
	hunt.progress = mmap(NULL, sizeof(*hunt.progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (hunt.out < 0 || hunt.progress == MAP_FAILED || !(in = fopen(argv[5], "r")))
		choice_fail(argv[6], "it cannot be opened");
	while (fscanf(in, "%u %95s %63s %15s %*s %31s %*s", &fault.number, fault.name, rule, modes, fault.key) == 5) {
		fault.rule = rule_by_name(rule);
		if (fault.number && !checked)
			check_clean(&hunt);
		checked |= fault.number > 0;
		fault.hidden = !strcmp(modes, choice_modes[CHOICE_EXACT]);
		hunt_fault(&hunt, &fault);
	}
	fclose(in);
	choice_runs_close(&hunt.runs);
	free(hunt.step);
	return 0;
}
