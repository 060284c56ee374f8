/* SPDX-License-Identifier: Apache-2.0 */
/* Tries whether a MAC works at all. If its clock or reset were not connected, each run would have a finding, and no finding would
 * name the cause. */
#include "alive.h"

#include "profile/instance.h"
#include "profile/profile.h"
#include "pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES_MAX = 40000, SECONDS_MAX = 60 };

/* The result that the process of the run writes. */
struct trial {
	bool sent, ended; /* .sent: the MAC sent a frame; .ended: its own code ended the simulation */
	struct finding end;
};

static int refuse_silent(const struct trial *trial, struct env_error *ret_error)
{
	struct profile_error e;
	const struct profile *profile = profile_built(&e);
	char *instance = profile_beside(profile->path, profile->build.instance);
	unsigned line = instance_line_of(profile_built_instance, "clk");

	if (trial->ended)
		env_refuse(ret_error, "%s: the MAC ends the simulation before it has sent a frame: %s; mend this line",
		           trial->end.what, trial->end.actual);
	else
		env_refuse(
		    ret_error,
		    "%s:%u: the MAC sends nothing in %d clocks after the host has handed a frame over: tie each clock of the MAC "
		    "to clk, its reset to rst or rst_n as it needs it, and what enables it to cfg_tx_enable or to 1",
		    instance ? instance : profile->build.instance, line, CYCLES_MAX);
	free(instance);
	return -EINVAL;
}

static int read_stimulus(struct stimulus *ret, const struct dut *dut)
{
	char text[] = "pausebench-stim 1\nneutral\nsetup\ntx.frame len=100\nwait 1000\ntx.frame len=100\nwait 10000\n";
	struct stim_error e;
	FILE *in = fmemopen(text, sizeof(text) - 1, "r");
	int err = in ? stimulus_read_stream(ret, in, "alive", dut, &e) : -errno;

	if (in)
		fclose(in);
	return err;
}

static int try_frame(const void *context, void *ret, struct env_error *ret_error)
{
	const struct run_options options = { .max_cycles = CYCLES_MAX, .max_seconds = SECONDS_MAX };
	const struct dut *dut = context;
	struct trial *trial = ret;
	struct stimulus stim = { 0 };
	struct run_result *result = calloc(1, sizeof(*result));
	int err = result ? read_stimulus(&stim, dut) : -ENOMEM;

	if (!err)
		err = run_stimulus(dut, &stim, &options, result);
	if (err)
		env_fail(ret_error, -err, "cannot run %s", dut->name);
	else
		trial->sent = result->score.checks[CHECK_TX_FRAME];
	for (uint64_t i = 0; !err && !trial->ended && i < result->score.findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (result->score.finding[i].rule == RULE_SIM_ENDED)
			*trial = (struct trial){ .sent = trial->sent, .ended = true, .end = result->score.finding[i] };
	stimulus_release(&stim);
	free(result);
	return err;
}

/* The run has a process of its own: the runs that follow are forked from this process, and would get whatever a MAC keeps outside
 * of its model. */
int mac_alive(const struct dut *dut, struct env_error *ret_error)
{
	const struct pool_job job = {
		.dut = dut, .work = try_frame, .context = dut, .quiet = true, .options.max_seconds = SECONDS_MAX
	};
	struct pool_result *result;
	struct trial trial;
	int err;

	_Static_assert(sizeof(trial) <= POOL_RESULT_OCTETS, "a trial fits into the message of a process");
	if (!profile_built_path)
		return 0;
	result = calloc(1, sizeof(*result));
	err = result ? pool_run(&job, result, ret_error) : env_fail(ret_error, ENOMEM, "cannot run %s", dut->name);
	/* A finding says that the process crashed. The processes of the runs will crash as well, and each of them reports it. */
	if (!err && !result->run.score.findings) {
		memcpy(&trial, result->result, sizeof(trial));
		err = trial.sent ? 0 : refuse_silent(&trial, ret_error);
	}
	free(result);
	return err;
}
