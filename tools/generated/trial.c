/* SPDX-License-Identifier: Apache-2.0 */
/* Runs that hunt for a mutant, and their journal. */
#include "trial.h"
#include "hang.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *const trial_modes[MODES] = { "exact", "black-box" };

void trial_fail(const char *where, const char *what)
{
	fprintf(stderr, "mutants: %s: %s\n", where, what);
	exit(2);
}

void *trial_shared(size_t size)
{
	void *ret = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (ret == MAP_FAILED)
		trial_fail("mmap", "there is no memory");
	return ret;
}

size_t trial_lines_of(const char *path)
{
	size_t ret = 0;
	FILE *in = fopen(path, "r");

	if (!in)
		trial_fail(path, "it cannot be read");
	for (int c; (c = getc(in)) != EOF;)
		ret += c == '\n';
	fclose(in);
	return ret;
}

static bool says_nothing(enum rule rule)
{
	return rule == RULE_CHECKED_NOTHING || rule == RULE_COVERS;
}

const struct finding *trial_run(const struct dut *dut, const struct stimulus *stim, enum mode mode, uint64_t max_cycles,
                                struct run_result *result)
{
	const struct run_options options = {
		.max_cycles = max_cycles, .max_seconds = HANG_SECONDS, .black_box = mode == BLACK_BOX, .first_only = true
	};

	if (run_stimulus(dut, stim, &options, result))
		trial_fail(stim->name, "it cannot be run");
	for (uint64_t i = 0; i < result->score.findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (!says_nothing(result->score.finding[i].rule))
			return &result->score.finding[i];
	return NULL;
}

uint64_t trial_cycles_max(uint64_t cycles)
{
	return 3 * cycles + 200000;
}

void trial_mute(void)
{
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
}

void trial_journal_open(struct trial_journal *journal, const char *path)
{
	journal->fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
	if (journal->fd < 0)
		trial_fail(path, "it cannot be opened");
}

void trial_journal_line(const struct trial_journal *journal, const char *text)
{
	if (write(journal->fd, text, strlen(text)) != (ssize_t)strlen(text))
		trial_fail("the journal", "it cannot be written");
}

void trial_journal_write(const struct trial_journal *journal, unsigned number, enum mode mode, const struct verdict *v,
                         const char *run, const char *hash)
{
	char line[512];

	if (v->killed)
		snprintf(line, sizeof(line), "killed %s %u %s %s %s %s %" PRIu64 " %" PRIu64 "\n", journal->key, number,
		         trial_modes[mode], v->rule, run, hash, v->runs, v->cycles);
	else
		snprintf(line, sizeof(line), "survived %s %u %s %s %" PRIu64 " %" PRIu64 "\n", journal->key, number,
		         trial_modes[mode], journal->suite, v->runs, v->cycles);
	trial_journal_line(journal, line);
}
