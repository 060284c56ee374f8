/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the suite on many mutants of one simulation model (model.sh), each in a process of its own, until a run has a finding: first with the
 * observation ports and then, if that killed the mutant, as a black box.
 *
 * Rules.
 *  1. The runs that killed the most mutants so far, for the clocks that they take, are tried first. In black-box mode the run that killed the mutant
 *     with the observation ports comes before them.
 *  2. Any finding kills, but for checked-nothing and covers, which say nothing about the MAC. A run that takes three times the clocks that it takes
 *     without a mutation, and 200,000 more, has the finding timeout. A process that dies is a finding, too.
 *  3. The model without a mutation must pass the whole suite; its clocks are measured then. A MAC of a profile may have findings of its own, and its
 *     netlist may differ from its RTL: what is not clean on the RTL, or does not take as many clocks and checks on the netlist, is left out, and is
 *     counted. Such a MAC has no observation ports, so that it is hunted as a black box alone.
 *  4. JOURNAL gets a line per mode and mutant, in one write, so that a program that is killed loses only what it had under way.
 *
 *  5. Of a MAC of a profile all mutants are hunted with the short runs first, then what is left with longer ones, so that little time decides many.
 *  6. With SECONDS no mutant has a verdict that was not there after so long: neither killed nor survived, and no line in JOURNAL. Without, or with 0, there
 *     is no limit.
 *
 * usage: sieve DUT FILES SEEDS LIMIT JOBS KEY SUITE JOURNAL [SECONDS] < MUTANTS
 * FILES has a line "HASH PATH" for each stimulus file. The suite is these and the seeds 1 to SEEDS, as far as they take at most LIMIT clocks without a
 * mutation (0: any number). A line of MUTANTS is "NUMBER -", or "NUMBER RUN" for a mutant that RUN, perhaps of another row, kills with the observation
 * ports: then only the black box is asked. KEY names the model and the bench, SUITE the suite. Lines of JOURNAL:
 *   killed KEY NUMBER MODE RULE RUN HASH RUNS CLOCKS      HASH is that of the file, or "seed"
 *   survived KEY NUMBER MODE SUITE RUNS CLOCKS
 * Of a MAC of a profile it prints what it measured with: "content RTL PROFILE" with their hashes, and "runs COUNT OF_THE_MAC OF_THE_NETLIST": how many runs
 * hunt, and how many are left out for findings of the MAC, and for a difference of the netlist. */
#include "trial.h"

#include "profile/profile.h"
#include "regress/regress.h"
#include "run/source.h"
#include "seam/seam.h"
#include "stimulus/stimuli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 64 };

unsigned planted_fault; /* of the model */

extern const struct seam_ops seam_ops_mutant;
const struct seam_ops *const seam_table[] = { &seam_ops_mutant, NULL };

/* The RTL of a MAC of a profile (mac.sh), which its netlist is compared with. Other programs have none. */
extern const struct seam_ops *const sieve_rtl __attribute__((weak));
static bool use_rtl;

const struct seam_ops *seam_by_dut(const char *name)
{
	(void)name; /* the only DUT of this program takes the place of the row from which it was made */
	return use_rtl ? sieve_rtl : &seam_ops_mutant;
}

/* A run of the suite. */
struct member {
	struct stimulus stim;
	char name[96];
	char hash[72];   /* of the file, or "seed" */
	uint64_t cycles; /* without a mutation */
	unsigned kills[MODES];
};

/* What a run of the suite is without a mutation. Processes that measure share it. */
struct trial_of {
	bool done, takes, clean, differs; /* .differs: the netlist is not the RTL in it */
	uint64_t cycles;
};

struct runs {
	const struct dut *dut;
	uint64_t limit; /* clocks that a run may take without a mutation; 0: any number */
	struct member *member;
	size_t count;
	uint64_t cycles;
	unsigned unclean, unlike; /* how many were left out */
};

/* A mutant: a slot of its verdicts, which its process shares with its parent. */
struct work {
	pid_t pid;
	struct wanted *of;
	unsigned number;
	bool known;   /* to be killed with the observation ports */
	size_t first; /* of the suite: kills it so; SIZE_MAX: that is not known, or it was a run of another row */
	struct verdict *verdict;
};

/* Clocks without a mutation that the runs of a round take at most; 0: any number. */
static const uint64_t rounds[] = { 5000, 50000, 0 };
enum { ROUNDS = sizeof(rounds) / sizeof(rounds[0]) };

/* A line of MUTANTS. */
struct wanted {
	unsigned number;
	char first[96];
	bool killed;
	uint64_t runs, cycles; /* of the rounds before */
};

struct sieve {
	struct runs suite;
	struct wanted *wanted;
	size_t wanted_count;
	uint64_t above, most; /* clocks of the runs of this round, .above excluded; .most 0: any number */
	bool last;            /* round */
	enum mode first;      /* mode: of a MAC of a profile there is but the black box */
	uint64_t until;       /* ns of the monotonic clock, or 0 */
	bool late;
	struct trial_journal journal;
	unsigned total[MODES], killed[MODES];
};

/* ---- the suite ---- */

static bool runs_clean(const struct runs *suite, const struct member *m, struct run_result *result)
{
	const struct finding *f = trial_run(suite->dut, &m->stim, suite->dut->profile ? BLACK_BOX : EXACT, suite->limit, result);

	return !f || result->status == RUN_TIMEOUT;
}

/* The RTL and the netlist of a MAC of a profile. */
static void measure_both(const struct runs *suite, const struct member *m, struct trial_of *t)
{
	static struct run_result rtl, netlist;

	use_rtl = true;
	t->clean = runs_clean(suite, m, &rtl);
	use_rtl = false;
	t->takes = rtl.status != RUN_SKIPPED && rtl.status != RUN_TIMEOUT;
	t->cycles = rtl.cycles;
	if (t->takes && t->clean)
		t->differs = !runs_clean(suite, m, &netlist) || netlist.status != rtl.status || netlist.cycles != rtl.cycles ||
		             memcmp(netlist.score.checks, rtl.score.checks, sizeof(rtl.score.checks));
}

static void measure(const struct runs *suite, const struct member *m, struct trial_of *t)
{
	static struct run_result result;

	if (suite->dut->profile && &sieve_rtl) {
		measure_both(suite, m, t);
	} else {
		t->clean = runs_clean(suite, m, &result);
		t->takes = result.status != RUN_SKIPPED && result.status != RUN_TIMEOUT;
		t->cycles = result.cycles;
	}
	t->done = true;
}

/* Runs each member without a mutation, in JOBS processes. */
static void measure_all(struct runs *suite, unsigned jobs)
{
	struct shared {
		size_t next;
		struct trial_of of[];
	} * shared;
	const size_t size = sizeof(*shared) + suite->count * sizeof(shared->of[0]);
	size_t kept = 0;

	shared = trial_shared(size);
	for (unsigned i = 0; i < jobs; i++) {
		pid_t pid = fork();
		if (pid < 0)
			trial_fail("fork", "no process can be started");
		if (pid)
			continue;
		for (size_t at; (at = __atomic_fetch_add(&shared->next, 1, __ATOMIC_SEQ_CST)) < suite->count;)
			measure(suite, &suite->member[at], &shared->of[at]);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	for (size_t i = 0; i < suite->count; i++) {
		const struct trial_of *t = &shared->of[i];
		struct member m = suite->member[i];
		if (!t->done)
			trial_fail(m.name, "the simulation without a mutation died");
		if (t->takes && !t->clean && !suite->dut->profile)
			trial_fail(m.name, "the model without a mutation has a finding, so it is not the RTL");
		suite->unclean += t->takes && !t->clean;
		suite->unlike += t->differs;
		if (!t->takes || !t->clean || t->differs) {
			stimulus_release(&m.stim);
			continue;
		}
		m.cycles = t->cycles;
		suite->cycles += t->cycles;
		suite->member[kept++] = m;
	}
	suite->count = kept;
	munmap(shared, size);
}

static void runs_add(struct runs *suite, const struct source *source, const char *hash)
{
	struct member *m = &suite->member[suite->count++];
	struct env_error error;

	if (source_load(source, suite->dut, &m->stim, &error))
		trial_fail("the suite", error.text);
	snprintf(m->name, sizeof(m->name), "%s", m->stim.name);
	snprintf(m->hash, sizeof(m->hash), "%s", hash);
}

static void runs_open(struct runs *suite, const char *files, uint32_t seeds, unsigned jobs)
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
	measure_all(suite, jobs);
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
static void hunt(const struct sieve *sieve, enum mode mode, size_t first, struct verdict *v)
{
	const struct runs *suite = &sieve->suite;
	struct place *places = order(suite, mode);

	if (!places)
		trial_fail("the suite", "there is no memory");
	if (first != SIZE_MAX)
		try_member(suite, mode, first, v);
	for (size_t i = 0; i < suite->count && !v->killed; i++) {
		uint64_t cycles = suite->member[places[i].member].cycles;
		if (places[i].member != first && cycles > sieve->above && (!sieve->most || cycles <= sieve->most))
			try_member(suite, mode, places[i].member, v);
	}
	v->done = true;
	free(places);
}

static void work_child(const struct sieve *sieve, const struct work *work)
{
	struct verdict *exact = &work->verdict[EXACT];

	trial_mute();
	planted_fault = work->number;
	if (sieve->first == BLACK_BOX)
		*exact = (struct verdict){ .by = work->first };
	else if (!work->known)
		hunt(sieve, EXACT, SIZE_MAX, exact);
	else
		*exact = (struct verdict){ .done = true, .killed = true, .by = work->first };
	hunt(sieve, BLACK_BOX, exact->killed || sieve->first == BLACK_BOX ? exact->by : SIZE_MAX, &work->verdict[BLACK_BOX]);
	_exit(0);
}

/* ---- all mutants ---- */

/* A process that died of the model's own doing died in the run that its verdict names. */
static void settle(struct sieve *sieve, struct work *work, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		trial_fail("a run", "the environment failed");
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return; /* somebody else ended it, such as a system without memory: nothing is known of the mutant */
	for (enum mode mode = EXACT; mode < MODES; mode++) {
		struct verdict *v = &work->verdict[mode];
		if (mode < sieve->first || (!v->runs && (sieve->first == EXACT || !v->done)))
			continue; /* it was not asked, or the process died before its first run */
		if (!v->done) {
			snprintf(v->rule, sizeof(v->rule), "%s", rule_table[RULE_CRASH].name);
			v->killed = true;
		}
		if (!v->killed && !sieve->last) {
			work->of->runs += v->runs;
			work->of->cycles += v->cycles;
			continue;
		}
		v->runs += work->of->runs;
		v->cycles += work->of->cycles;
		work->of->killed = v->killed;
		trial_journal_write(&sieve->journal, work->number, mode, v, sieve->suite.member[v->by].name,
		                    sieve->suite.member[v->by].hash);
		sieve->total[mode]++;
		sieve->killed[mode] += v->killed;
		sieve->suite.member[v->by].kills[mode] += v->killed;
	}
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void on_alarm(int number)
{
	(void)number; /* wait() returns */
}

/* Ends the processes after the time: what they had under way is not known. */
static void give_up(struct sieve *sieve, struct work *works, unsigned jobs)
{
	sieve->late = true;
	for (unsigned i = 0; i < jobs; i++)
		if (works[i].pid) {
			kill(works[i].pid, SIGKILL);
			waitpid(works[i].pid, NULL, 0);
			works[i].pid = 0;
		}
}

/* Returns in time, or when a process has ended. */
static void reap(struct sieve *sieve, struct work *works, unsigned jobs)
{
	int status;
	pid_t pid = -1;

	while (!(sieve->until && now_ns() >= sieve->until) && (pid = wait(&status)) < 0 && errno == EINTR)
		;
	if (pid < 0) {
		give_up(sieve, works, jobs);
		return;
	}
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
static void start(struct sieve *sieve, struct work *works, struct wanted *wanted)
{
	const char *first = wanted->first;
	struct work *work = works;

	while (work->pid)
		work++;
	memset(work->verdict, 0, MODES * sizeof(*work->verdict));
	work->of = wanted;
	work->number = wanted->number;
	work->known = strcmp(first, "-") != 0;
	work->first = member_of(&sieve->suite, first);
	work->pid = fork();
	if (work->pid < 0)
		trial_fail("fork", "no process can be started");
	if (!work->pid)
		work_child(sieve, work);
}

static void read_wanted(struct sieve *sieve)
{
	struct wanted w = { 0 };

	while (scanf("%u %95s", &w.number, w.first) == 2) {
		struct wanted *grown = realloc(sieve->wanted, (sieve->wanted_count + 1) * sizeof(*grown));
		if (!grown)
			trial_fail("MUTANTS", "there is no memory");
		sieve->wanted = grown;
		sieve->wanted[sieve->wanted_count++] = w;
	}
}

/* A round of all mutants that are not killed yet. */
static void sieve_all(struct sieve *sieve, unsigned jobs)
{
	struct work works[JOBS_MAX] = { 0 };
	struct verdict *shared = trial_shared(JOBS_MAX * MODES * sizeof(*shared));

	for (unsigned i = 0; i < JOBS_MAX; i++)
		works[i].verdict = &shared[i * MODES];
	for (size_t i = 0; i < sieve->wanted_count && !sieve->late; i++) {
		if (sieve->wanted[i].killed)
			continue;
		if (busy(works, jobs) == jobs)
			reap(sieve, works, jobs);
		if (sieve->until && now_ns() >= sieve->until)
			give_up(sieve, works, jobs);
		else
			start(sieve, works, &sieve->wanted[i]);
	}
	while (busy(works, jobs))
		reap(sieve, works, jobs);
	munmap(shared, JOBS_MAX * MODES * sizeof(*shared));
}

/* The timer goes on after the time, in case that its signal comes just before a wait(). */
static void limit_time(struct sieve *sieve, const char *seconds)
{
	const uint64_t ns = strtoull(seconds, NULL, 10) * 1000000000;
	const struct itimerval timer = { .it_value = { .tv_sec = (time_t)(ns / 1000000000) }, .it_interval = { .tv_sec = 1 } };

	if (!ns)
		return;
	sieve->until = now_ns() + ns;
	sigaction(SIGALRM, &(struct sigaction){ .sa_handler = on_alarm }, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

static void print_content(const struct sieve *sieve)
{
	const struct runs *suite = &sieve->suite;
	char profile[PROFILE_HASH_SIZE];

	if (!suite->dut->profile || !&sieve_rtl)
		return;
	profile_built_hash(profile);
	printf("content %s %s\nruns %zu %u %u\n", sieve_rtl->rtl_hash, profile, suite->count, suite->unclean, suite->unlike);
	fflush(stdout);
}

/* The program of a profile has its row alone. */
static void use_profile(void)
{
	struct profile_error e = { .line = 0 };

	if (!profile_built_path)
		return;
	if (!profile_built(&e))
		trial_fail(profile_built_path, e.message);
	profile_use(profile_built(&e));
}

int main(int argc, char **argv)
{
	struct sieve sieve = { 0 };
	unsigned jobs;

	use_profile();
	if (argc < 9 || argc > 10 || !(sieve.suite.dut = dut_by_name(argv[1])) || (jobs = (unsigned)atoi(argv[5])) < 1 ||
	    jobs > JOBS_MAX) {
		fprintf(stderr, "usage: sieve DUT FILES SEEDS LIMIT JOBS KEY SUITE JOURNAL [SECONDS] < MUTANTS\n");
		return 2;
	}
	sieve.suite.limit = strtoull(argv[4], NULL, 10);
	sieve.journal.key = argv[6];
	sieve.journal.suite = argv[7];
	sieve.first = sieve.suite.dut->profile ? BLACK_BOX : EXACT;
	runs_open(&sieve.suite, argv[2], (uint32_t)atoi(argv[3]), jobs);
	trial_journal_open(&sieve.journal, argv[8]);
	if (sieve.suite.dut->profile && !sieve.suite.count)
		trial_fail("the suite", sieve.suite.unlike ? "no run can hunt: the netlist of Yosys does not do what the RTL does"
		                        : sieve.suite.unclean ? "no run can hunt: the MAC has a finding in each"
		                                              : "it has no run that this MAC takes");
	print_content(&sieve);
	limit_time(&sieve, argc == 10 ? argv[9] : "0");
	read_wanted(&sieve);
	for (size_t round = sieve.first == BLACK_BOX ? 0 : ROUNDS - 1; round < ROUNDS && !sieve.late; round++) {
		sieve.above = sieve.first == BLACK_BOX && round ? rounds[round - 1] : 0;
		sieve.most = rounds[round];
		sieve.last = round == ROUNDS - 1;
		sieve_all(&sieve, jobs);
	}
	fprintf(stderr, "%s: %zu runs of %" PRIu64 " clocks; of %u mutants %u were killed, as a black box %u of %u\n",
	        sieve.suite.dut->name, sieve.suite.count, sieve.suite.cycles, sieve.total[EXACT], sieve.killed[EXACT],
	        sieve.killed[BLACK_BOX], sieve.total[BLACK_BOX]);
	return 0;
}
