/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the suite on many mutants at once, as lanes beside the model without a mutation (watch.h).
 *
 * Rules.
 *  1. The bench is deterministic: what it does depends on its stimulus and on the outputs of the DUT. In a run in which a mutant's outputs are those of
 *     the DUT in every clock, the bench has no finding, and the run need not be repeated for it. In a run in which they differ, the mutant is simulated
 *     alone, as sieve.c does; a finding kills it.
 *  2. For a black box the same is said of the outputs that a black box has; of all outputs, if the stimulus waits for an observation port. One pass is
 *     enough for both modes if the bench drives the DUT in both in the same way, which a run of the model as a black box shows, with observation ports
 *     that are 0 unless the stimulus waits for one; else there is a second pass.
 *  3. A mutant that was killed with the observation ports is hunted as a black box in the same run, and in all runs in which it differs.
 *  4. It is an error if the model without a mutation has a finding, or if lane 0 is not the model.
 *
 * usage: parallel DUT FILES SEEDS LIMIT JOBS KEY SUITE JOURNAL < MUTANTS; all as for sieve.c, the mutants being lanes of this program. With the JOURNAL
 * "-" no mutant is simulated alone, and a line is printed for each run in which one differs: NUMBER MODE RUN CLOCK PORT. Lines of JOURNAL
 * besides those of sieve.c, for each that survived:
 *   seen KEY NUMBER MODE RUN HASH CLOCK PORT RUNS    first in this clock of this run, at this port of tb/seam/<phy>_tick.v, and in so many runs
 *   unseen KEY NUMBER MODE SUITE                     in no clock of any run */
#include "../generated/trial.h"
#include "regress/regress.h"
#include "run/source.h"
#include "stimulus/stimuli.h"
#include "watch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 64 };

unsigned planted_fault; /* of the model */

const struct seam_ops *const seam_table[] = { &seam_ops_mutant, NULL };

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the only DUT of this program takes the place of the row from which it was made */
	return watch_now ? &watch_ops : &seam_ops_mutant;
}

/* A run of the suite, and what it showed. */
struct member {
	char name[96], hash[72], path[256];
	uint32_t seed; /* if there is no path */
	uint64_t cycles;
	bool ran;
	bool tried[MODES][WATCH_LANES];    /* alone */
	uint32_t seen[MODES][WATCH_LANES]; /* 1 + the clock in which it first differs, 0: in none */
	unsigned char port[MODES][WATCH_LANES];
};

/* A mutant: a lane. */
struct mutant {
	unsigned number;
	bool wanted, known; /* known: it was killed with the observation ports before */
	struct verdict verdict[MODES];
};

/* Shared by the processes. */
struct shared {
	size_t next; /* run */
	uint64_t runs, clocks, twice, alone, alone_clocks, compared, unknown;
	struct mutant mutant[WATCH_LANES];
	struct verdict slot[JOBS_MAX];
	struct member member[];
};

struct pass {
	const struct dut *dut;
	struct trial_journal journal;
	struct shared *shared;
	size_t count;
	uint64_t limit;
	bool looks;           /* only: nothing is simulated alone */
	struct verdict *slot; /* of this process, as are these: */
	struct watch *watch[MODES];
};

static void add(uint64_t *to, uint64_t amount)
{
	__atomic_fetch_add(to, amount, __ATOMIC_SEQ_CST);
}

/* ---- a mutant alone ---- */

static void alone_child(const struct pass *p, const struct member *m, const struct stimulus *stim, enum mode mode,
                        unsigned number)
{
	static struct run_result result;
	const struct finding *f;

	trial_mute();
	watch_now = NULL;
	planted_fault = number;
	f = trial_run(p->dut, stim, mode, trial_cycles_max(m->cycles), &result);
	p->slot->cycles = result.cycles;
	p->slot->killed = f;
	if (f)
		snprintf(p->slot->rule, sizeof(p->slot->rule), "%s", rule_table[f->rule].name);
	p->slot->done = true;
	_exit(0);
}

/* Runs the mutant of LANE alone, in a process that it may crash. */
static void alone(const struct pass *p, struct member *m, const struct stimulus *stim, enum mode mode, unsigned lane)
{
	struct mutant *mutant = &p->shared->mutant[lane];
	struct verdict *v = &mutant->verdict[mode];
	int status;
	pid_t pid;

	m->tried[mode][lane] = true;
	*p->slot = (struct verdict){ .done = false };
	pid = fork();
	if (pid < 0)
		trial_fail("fork", "no process can be started");
	if (!pid)
		alone_child(p, m, stim, mode, mutant->number);
	if (waitpid(pid, &status, 0) != pid || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
		trial_fail(m->name, "the environment failed");
	add(&v->runs, 1);
	add(&v->cycles, p->slot->cycles);
	add(&p->shared->alone, 1);
	add(&p->shared->alone_clocks, p->slot->cycles);
	if (p->slot->done && !p->slot->killed)
		return;
	if (__atomic_exchange_n(&v->killed, true, __ATOMIC_SEQ_CST))
		return; /* by another process */
	snprintf(v->rule, sizeof(v->rule), "%s", p->slot->done ? p->slot->rule : rule_table[RULE_CRASH].name);
	v->by = (size_t)(m - p->shared->member);
	trial_journal_write(&p->journal, mutant->number, mode, v, m->name, m->hash);
}

/* Runs the mutant alone in a run in which it was seen. */
static void settle(const struct pass *p, struct member *m, const struct stimulus *stim, unsigned lane)
{
	struct mutant *mutant = &p->shared->mutant[lane];

	for (enum mode mode = EXACT; mode < MODES; mode++)
		if (m->seen[mode][lane] && !m->tried[mode][lane] && !mutant->verdict[mode].killed &&
		    (mode == EXACT || mutant->verdict[EXACT].killed))
			alone(p, m, stim, mode, lane);
}

/* ---- a run ---- */

static bool is_open(const struct mutant *mutant)
{
	return mutant->wanted && !(mutant->verdict[EXACT].killed && mutant->verdict[BLACK_BOX].killed);
}

/* Runs STIM with WATCH beside the model. False if the row cannot take it, or it takes more than the limit of clocks. */
static bool watched(const struct pass *p, const struct stimulus *stim, enum mode mode, struct watch *watch, uint64_t *ret_cycles)
{
	static struct run_result result;

	watch_now = watch;
	if (trial_run(p->dut, stim, mode, p->limit, &result) && result.status != RUN_TIMEOUT)
		trial_fail(stim->name, mode == EXACT ? "the model without a mutation has a finding, so it is not the RTL"
		                                     : "as a black box the model has a finding, if its observation ports are 0");
	watch_now = NULL;
	if (watch->wrong[0]) {
		fprintf(stderr, "parallel: %s: %s\n", stim->name, watch->wrong);
		trial_fail(stim->name, "lane 0 is not the model");
	}
	*ret_cycles = result.cycles;
	return result.status != RUN_SKIPPED && result.status != RUN_TIMEOUT;
}

static void take(struct member *m, enum mode mode, const struct watch *w, enum watch_view view)
{
	for (unsigned lane = 0; lane < WATCH_LANES; lane++)
		if (w->seen[view][lane / 64] >> lane % 64 & 1) {
			m->seen[mode][lane] = w->first[view][lane] + 1;
			m->port[mode][lane] = w->port[view][lane];
		}
}

/* An item waits for what an observation port shows, so that the bench looks at the ports of a black box, too. */
static bool waits_for_ports(const struct stimulus *stim)
{
	static const bool waits[WAIT_KIND_COUNT] = {
		[WAIT_INHIBIT] = true, [WAIT_EXPIRY] = true, [WAIT_CLASSIFIED] = true, [WAIT_PAUSED] = true,
		[WAIT_RESUMED] = true, [WAIT_BELOW] = true,  [WAIT_ABOVE] = true
	};

	for (size_t i = 0; i < stim->count; i++)
		if (stim->items[i].kind == ITEM_WAIT && waits[stim->items[i].u.wait.what])
			return true;
	return false;
}

/* If the bench drives a black box as it did in the run WITH the observation ports, that has shown what a black box shows. */
static void take_black_box(const struct pass *p, struct member *m, const struct stimulus *stim, const struct watch *with)
{
	const bool ports = waits_for_ports(stim);
	const enum watch_view view = ports ? WATCH_ALL : WATCH_BLACK_BOX;
	struct watch *without = p->watch[BLACK_BOX];
	uint64_t cycles;

	*without = (struct watch){ .blind = !ports };
	if (!watched(p, stim, BLACK_BOX, without, &cycles))
		return;
	if (without->hash == with->hash && without->clocks == with->clocks) {
		take(m, BLACK_BOX, with, view);
		return;
	}
	*without = (struct watch){ .blind = !ports, .lanes = true };
	memcpy(without->active, with->active, sizeof(without->active));
	watched(p, stim, BLACK_BOX, without, &cycles);
	take(m, BLACK_BOX, without, view);
	add(&p->shared->twice, 1);
}

static bool load(const struct pass *p, const struct member *m, struct stimulus *stim)
{
	const struct source source = {
		.kind = m->path[0] ? SOURCE_FILE : SOURCE_SEED, .path = m->path, .seed = m->seed, .items = REGRESS_ITEMS_DEFAULT
	};
	struct env_error error;

	if (source_load(&source, p->dut, stim, &error))
		trial_fail("the suite", error.text);
	return true;
}

static void member_run(const struct pass *p, struct member *m)
{
	struct watch *watch = p->watch[EXACT];
	struct stimulus stim;
	bool any = false;

	*watch = (struct watch){ .lanes = true };
	for (unsigned lane = 0; lane < WATCH_LANES; lane++)
		if (is_open(&p->shared->mutant[lane])) {
			watch->active[lane / 64] |= 1ULL << lane % 64;
			any = true;
		}
	if (!any)
		return;
	load(p, m, &stim);
	snprintf(m->name, sizeof(m->name), "%s", stim.name);
	m->ran = watched(p, &stim, EXACT, watch, &m->cycles);
	if (m->ran) {
		take(m, EXACT, watch, WATCH_ALL);
		take_black_box(p, m, &stim, watch);
		add(&p->shared->runs, 1);
		add(&p->shared->clocks, watch->clocks);
		add(&p->shared->compared, watch->compared);
		add(&p->shared->unknown, watch->unknown);
		for (unsigned lane = 0; lane < WATCH_LANES; lane++)
			if (is_open(&p->shared->mutant[lane]) && !p->looks)
				settle(p, m, &stim, lane);
	}
	stimulus_release(&stim);
}

/* Runs in which a mutant differs as a black box, and which were before the one that killed it with the observation ports. */
static void member_again(const struct pass *p, struct member *m)
{
	struct stimulus stim;
	bool loaded = false;

	for (unsigned lane = 0; lane < WATCH_LANES; lane++) {
		const struct mutant *mutant = &p->shared->mutant[lane];
		if (!is_open(mutant) || !mutant->verdict[EXACT].killed || !m->seen[BLACK_BOX][lane] || m->tried[BLACK_BOX][lane])
			continue;
		loaded = loaded || load(p, m, &stim);
		settle(p, m, &stim, lane);
	}
	if (loaded)
		stimulus_release(&stim);
}

/* ---- all runs ---- */

static void in_processes(struct pass *p, unsigned jobs, void (*work)(const struct pass *, struct member *))
{
	int status;

	p->shared->next = 0;
	fflush(NULL);
	for (unsigned i = 0; i < jobs; i++) {
		pid_t pid = fork();
		if (pid < 0)
			trial_fail("fork", "no process can be started");
		if (pid)
			continue;
		p->slot = &p->shared->slot[i];
		for (enum mode mode = EXACT; mode < MODES; mode++)
			p->watch[mode] = trial_shared(sizeof(struct watch));
		for (size_t at; (at = __atomic_fetch_add(&p->shared->next, 1, __ATOMIC_SEQ_CST)) < p->count;)
			work(p, &p->shared->member[at]);
		_exit(0);
	}
	for (unsigned i = 0; i < jobs; i++)
		if (wait(&status) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
			exit(2);
}

/* Where the outputs of a mutant that survived differ first. */
static void journal_sight(const struct pass *p, unsigned lane, enum mode mode)
{
	const unsigned number = p->shared->mutant[lane].number;
	const struct member *first = NULL;
	unsigned seen = 0;
	char line[512];

	for (size_t i = 0; i < p->count; i++)
		if (p->shared->member[i].seen[mode][lane]) {
			first = first ? first : &p->shared->member[i];
			seen++;
		}
	if (first)
		snprintf(line, sizeof(line), "seen %s %u %s %s %s %" PRIu32 " %s %u\n", p->journal.key, number, trial_modes[mode],
		         first->name, first->hash, first->seen[mode][lane] - 1, watch_port(first->port[mode][lane]), seen);
	else
		snprintf(line, sizeof(line), "unseen %s %u %s %s\n", p->journal.key, number, trial_modes[mode], p->journal.suite);
	trial_journal_line(&p->journal, line);
}

/* A mutant that survived with the observation ports is not run alone as a black box, but its outputs are known. */
static void journal_survivor(const struct pass *p, unsigned lane, enum mode mode)
{
	struct mutant *mutant = &p->shared->mutant[lane];

	mutant->verdict[mode].runs = p->shared->runs;
	mutant->verdict[mode].cycles = p->shared->clocks;
	for (enum mode other = mode; other < MODES; other++)
		journal_sight(p, lane, other);
	trial_journal_write(&p->journal, mutant->number, mode, &mutant->verdict[mode], NULL, NULL);
}

/* Of all runs and mutants. */
static void print_sights(const struct pass *p)
{
	for (size_t i = 0; i < p->count; i++)
		for (unsigned lane = 0; lane < WATCH_LANES; lane++)
			for (enum mode mode = EXACT; mode < MODES; mode++) {
				const struct member *m = &p->shared->member[i];
				if (m->seen[mode][lane])
					printf("%u %s %s %" PRIu32 " %s\n", p->shared->mutant[lane].number, trial_modes[mode],
					       m->name, m->seen[mode][lane] - 1, watch_port(m->port[mode][lane]));
			}
}

static void report(const struct pass *p)
{
	const struct shared *s = p->shared;
	unsigned wanted = 0, killed[MODES] = { 0 };

	for (unsigned lane = 0; lane < WATCH_LANES; lane++) {
		const struct mutant *mutant = &s->mutant[lane];
		wanted += mutant->wanted;
		for (enum mode mode = EXACT; mode < MODES; mode++)
			killed[mode] += mutant->wanted && mutant->verdict[mode].killed;
		if (mutant->wanted && !mutant->verdict[EXACT].killed)
			journal_survivor(p, lane, EXACT);
		else if (mutant->wanted && !mutant->verdict[BLACK_BOX].killed)
			journal_survivor(p, lane, BLACK_BOX);
	}
	fprintf(stderr,
	        "%s: %u mutants at once, %" PRIu64 " runs of %" PRIu64 " clocks, %" PRIu64 " of them twice; alone: %" PRIu64
	        " runs of %" PRIu64 " clocks; killed: %u, as a black box %u; of %" PRIu64 " bits of outputs %" PRIu64
	        " depend on power-up\n",
	        p->dut->name, wanted, s->runs, s->clocks, s->twice, s->alone, s->alone_clocks, killed[EXACT], killed[BLACK_BOX],
	        s->compared, s->unknown);
}

/* ---- the suite ---- */

static void suite_open(struct pass *p, const char *files, uint32_t seeds)
{
	size_t size = sizeof(*p->shared) + (trial_lines_of(files) + seeds + 1) * sizeof(struct member);
	struct member *m;
	FILE *in = fopen(files, "r");

	if (!in)
		trial_fail(files, "it cannot be read");
	p->shared = trial_shared(size);
	m = p->shared->member;
	while (fscanf(in, "%71s %255s", m->hash, m->path) == 2)
		m++;
	fclose(in);
	for (uint32_t seed = 1; seed <= seeds; seed++, m++) {
		m->path[0] = '\0';
		m->seed = seed;
		snprintf(m->hash, sizeof(m->hash), "seed");
	}
	p->count = (size_t)(m - p->shared->member);
}

static void mutants_read(struct pass *p)
{
	unsigned number, i;
	char run[96];

	while (scanf("%u %95s", &number, run) == 2) {
		struct mutant *mutant;
		for (i = 0; i < watch_mutants() && watch_number(i) != number; i++)
			;
		if (i == watch_mutants())
			trial_fail("MUTANTS", "a mutant is no lane of this program");
		mutant = &p->shared->mutant[WATCH_FIRST_MUTANT + i];
		*mutant = (struct mutant){ .number = number, .wanted = true, .known = strcmp(run, "-") };
		mutant->verdict[EXACT].killed = mutant->known;
	}
}

int main(int argc, char **argv)
{
	struct pass p = { 0 };
	unsigned jobs;

	if (argc != 9 || !(p.dut = dut_by_name(argv[1])) || (jobs = (unsigned)atoi(argv[5])) < 1 || jobs > JOBS_MAX) {
		fprintf(stderr, "usage: parallel DUT FILES SEEDS LIMIT JOBS KEY SUITE JOURNAL < MUTANTS\n");
		return 2;
	}
	if (watch_mutants() > WATCH_LANES - WATCH_FIRST_MUTANT)
		trial_fail("MUTATIONS", "there are more than lanes");
	p.limit = strtoull(argv[4], NULL, 10);
	p.journal.key = argv[6];
	p.journal.suite = argv[7];
	p.looks = !strcmp(argv[8], "-");
	if (!p.looks)
		trial_journal_open(&p.journal, argv[8]);
	suite_open(&p, argv[2], (uint32_t)atoi(argv[3]));
	mutants_read(&p);
	in_processes(&p, jobs, member_run);
	if (p.looks) {
		print_sights(&p);
		return 0;
	}
	in_processes(&p, jobs, member_again);
	report(&p);
	return 0;
}
