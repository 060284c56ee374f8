/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the suite on many mutants of one simulation model (model.sh), each in a process of its own, until a run has a finding: first with the
 * observation ports and then, if that killed the mutant, as a black box.
 *
 * Rules.
 *  1. The runs that killed the most mutants so far, for the clocks that they take, are tried first. In black-box mode the run that killed the mutant
 *     with the observation ports comes before them.
 *  2. Any finding kills, but for checked-nothing and covers, which say nothing about the MAC. A run that takes three times the clocks that it takes
 *     without a mutation, and 200,000 more, has the finding timeout. A process that dies is a finding, too.
 *  3. The model without a mutation must pass the whole suite; its clocks are measured then.
 *  4. JOURNAL gets a line per mode and mutant, in one write, so that a program that is killed loses only what it had under way.
 *
 * usage: sieve DUT FILES SEEDS LIMIT JOBS KEY SUITE JOURNAL < MUTANTS
 * FILES has a line "HASH PATH" for each stimulus file. The suite is these and the seeds 1 to SEEDS, as far as they take at most LIMIT clocks without a
 * mutation (0: any number). A line of MUTANTS is "NUMBER -", or "NUMBER RUN" for a mutant that RUN, perhaps of another row, kills with the observation
 * ports: then only the black box is asked. KEY names the model and the bench, SUITE the suite. Lines of JOURNAL:
 *   killed KEY NUMBER MODE RULE RUN HASH RUNS CLOCKS      HASH is that of the file, or "seed"
 *   survived KEY NUMBER MODE SUITE RUNS CLOCKS */
#include "trial.h"

#include "regress/regress.h"
#include "run/source.h"
#include "seam/seam.h"
#include "stimulus/stimuli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 64 };

unsigned planted_fault; /* of the model */

extern const struct seam_ops seam_ops_mutant;
const struct seam_ops *const seam_table[] = { &seam_ops_mutant, NULL };

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the only DUT of this program takes the place of the row from which it was made */
	return &seam_ops_mutant;
}

/* A run of the suite. */
struct member {
	struct stimulus stim;
	char name[96];
	char hash[72];   /* of the file, or "seed" */
	uint64_t cycles; /* without a mutation */
	unsigned kills[MODES];
};

struct runs {
	const struct dut *dut;
	uint64_t limit; /* clocks that a run may take without a mutation; 0: any number */
	struct member *member;
	size_t count;
	uint64_t cycles;
};

/* A mutant: a slot of its verdicts, which its process shares with its parent. */
struct work {
	pid_t pid;
	unsigned number;
	bool known;   /* to be killed with the observation ports */
	size_t first; /* of the suite: kills it so; SIZE_MAX: that is not known, or it was a run of another row */
	struct verdict *verdict;
};

struct sieve {
	struct runs suite;
	struct trial_journal journal;
	unsigned total[MODES], killed[MODES];
};

/* ---- the suite ---- */

/* Adds the run of SOURCE unless the row cannot take it. */
static void runs_add(struct runs *suite, const struct source *source, const char *hash)
{
	static struct run_result result;
	struct member *m = &suite->member[suite->count];
	struct env_error error;

	if (source_load(source, suite->dut, &m->stim, &error))
		trial_fail("the suite", error.text);
	snprintf(m->name, sizeof(m->name), "%s", m->stim.name);
	snprintf(m->hash, sizeof(m->hash), "%s", hash);
	if (trial_run(suite->dut, &m->stim, EXACT, suite->limit, &result) && result.status != RUN_TIMEOUT)
		trial_fail(m->name, "the model without a mutation has a finding, so it is not the RTL");
	if (result.status == RUN_SKIPPED || result.status == RUN_TIMEOUT) {
		stimulus_release(&m->stim);
		*m = (struct member){ 0 };
		return;
	}
	m->cycles = result.cycles;
	suite->cycles += result.cycles;
	suite->count++;
}

static void runs_open(struct runs *suite, const char *files, uint32_t seeds)
{
	char path[512], hash[72];
	FILE *in;

	suite->member = calloc(trial_lines_of(files) + seeds + 1, sizeof(*suite->member));
	if (!suite->member || !(in = fopen(files, "r")))
		trial_fail(files, "it cannot be read");
	while (fscanf(in, "%71s %511s", hash, path) == 2)
		runs_add(suite, &(struct source){ .kind = SOURCE_FILE, .path = path }, hash);
	fclose(in);
	for (uint32_t seed = 1; seed <= seeds; seed++)
		runs_add(suite, &(struct source){ .kind = SOURCE_SEED, .seed = seed, .items = REGRESS_ITEMS_DEFAULT }, "seed");
}

/* ---- one mutant ---- */

struct place {
	size_t member;
	double worth;
};

static int by_worth(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->worth != y->worth ? (x->worth < y->worth) - (x->worth > y->worth)
	                            : (x->member > y->member) - (x->member < y->member);
}

static struct place *order(const struct runs *suite, enum mode mode)
{
	struct place *ret = malloc((suite->count + 1) * sizeof(*ret));

	for (size_t i = 0; ret && i < suite->count; i++)
		ret[i] = (struct place){ i, (suite->member[i].kills[mode] + 0.2) / ((double)suite->member[i].cycles + 2000) };
	if (ret)
		qsort(ret, suite->count, sizeof(*ret), by_worth);
	return ret;
}

/* The verdict names the run before it starts, so that the parent knows of which run a process died. */
static void try_member(const struct runs *suite, enum mode mode, size_t member, struct verdict *v)
{
	static struct run_result result;
	const struct member *m = &suite->member[member];
	const struct finding *f;

	v->by = member;
	v->runs++;
	f = trial_run(suite->dut, &m->stim, mode, trial_cycles_max(m->cycles), &result);
	v->cycles += result.cycles;
	if (!f)
		return;
	snprintf(v->rule, sizeof(v->rule), "%s", rule_table[f->rule].name);
	v->killed = true;
}

/* FIRST is tried before all others, unless it is SIZE_MAX. */
static void hunt(const struct runs *suite, enum mode mode, size_t first, struct verdict *v)
{
	struct place *places = order(suite, mode);

	if (!places)
		trial_fail("the suite", "there is no memory");
	if (first != SIZE_MAX)
		try_member(suite, mode, first, v);
	for (size_t i = 0; i < suite->count && !v->killed; i++)
		if (places[i].member != first)
			try_member(suite, mode, places[i].member, v);
	v->done = true;
	free(places);
}

static void work_child(const struct runs *suite, const struct work *work)
{
	struct verdict *exact = &work->verdict[EXACT];

	trial_mute();
	planted_fault = work->number;
	if (!work->known)
		hunt(suite, EXACT, SIZE_MAX, exact);
	else
		*exact = (struct verdict){ .done = true, .killed = true, .by = work->first };
	hunt(suite, BLACK_BOX, exact->killed ? exact->by : SIZE_MAX, &work->verdict[BLACK_BOX]);
	_exit(0);
}

/* ---- all mutants ---- */

/* A process that died of the model's own doing died in the run that its verdict names. */
static void settle(struct sieve *sieve, struct work *work, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		trial_fail("a run", "the environment failed");
	for (enum mode mode = EXACT; mode < MODES; mode++) {
		struct verdict *v = &work->verdict[mode];
		if (!v->runs)
			continue;
		if (!v->done) {
			snprintf(v->rule, sizeof(v->rule), "%s", rule_table[RULE_CRASH].name);
			v->killed = true;
		}
		trial_journal_write(&sieve->journal, work->number, mode, v, sieve->suite.member[v->by].name,
		                    sieve->suite.member[v->by].hash);
		sieve->total[mode]++;
		sieve->killed[mode] += v->killed;
		sieve->suite.member[v->by].kills[mode] += v->killed;
	}
}

static void reap(struct sieve *sieve, struct work *works, unsigned jobs)
{
	int status;
	pid_t pid = wait(&status);

	for (unsigned i = 0; i < jobs; i++)
		if (works[i].pid == pid) {
			settle(sieve, &works[i], status);
			works[i].pid = 0;
		}
}

static unsigned busy(const struct work *works, unsigned jobs)
{
	unsigned ret = 0;

	for (unsigned i = 0; i < jobs; i++)
		ret += works[i].pid != 0;
	return ret;
}

static size_t member_of(const struct runs *suite, const char *name)
{
	for (size_t i = 0; i < suite->count; i++)
		if (!strcmp(suite->member[i].name, name))
			return i;
	return SIZE_MAX;
}

/* FIRST is that of a line of MUTANTS. */
static void start(struct sieve *sieve, struct work *works, unsigned number, const char *first)
{
	struct work *work = works;

	while (work->pid)
		work++;
	memset(work->verdict, 0, MODES * sizeof(*work->verdict));
	work->number = number;
	work->known = strcmp(first, "-") != 0;
	work->first = member_of(&sieve->suite, first);
	work->pid = fork();
	if (work->pid < 0)
		trial_fail("fork", "no process can be started");
	if (!work->pid)
		work_child(&sieve->suite, work);
}

static void sieve_all(struct sieve *sieve, unsigned jobs)
{
	struct work works[JOBS_MAX] = { 0 };
	struct verdict *shared = mmap(NULL, JOBS_MAX * MODES * sizeof(*shared), PROT_READ | PROT_WRITE,
	                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned number;
	char first[96];

	if (shared == MAP_FAILED)
		trial_fail("mmap", "there is no memory");
	for (unsigned i = 0; i < JOBS_MAX; i++)
		works[i].verdict = &shared[i * MODES];
	while (scanf("%u %95s", &number, first) == 2) {
		if (busy(works, jobs) == jobs)
			reap(sieve, works, jobs);
		start(sieve, works, number, first);
	}
	while (busy(works, jobs))
		reap(sieve, works, jobs);
}

int main(int argc, char **argv)
{
	struct sieve sieve = { 0 };
	unsigned jobs;

	if (argc != 9 || !(sieve.suite.dut = dut_by_name(argv[1])) || (jobs = (unsigned)atoi(argv[5])) < 1 || jobs > JOBS_MAX) {
		fprintf(stderr, "usage: sieve DUT FILES SEEDS LIMIT JOBS KEY SUITE JOURNAL < MUTANTS\n");
		return 2;
	}
	sieve.suite.limit = strtoull(argv[4], NULL, 10);
	sieve.journal.key = argv[6];
	sieve.journal.suite = argv[7];
	runs_open(&sieve.suite, argv[2], (uint32_t)atoi(argv[3]));
	trial_journal_open(&sieve.journal, argv[8]);
	sieve_all(&sieve, jobs);
	fprintf(stderr, "%s: %zu runs of %" PRIu64 " clocks; of %u mutants %u were killed, as a black box %u of %u\n",
	        sieve.suite.dut->name, sieve.suite.count, sieve.suite.cycles, sieve.total[EXACT], sieve.killed[EXACT],
	        sieve.killed[BLACK_BOX], sieve.total[BLACK_BOX]);
	return 0;
}
