/* SPDX-License-Identifier: Apache-2.0 */
/* A MAC whose clock or reset is not connected would have a finding in each run, and none of them would name the cause. */
#include "alive.h"

#include "profile/instance.h"
#include "profile/profile.h"
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES_MAX = 40000, SECONDS_MAX = 60 };

/* Returns the finding that the MAC's own code ended the simulation, or NULL. */
static const struct finding *simulation_ended(const struct run_result *result)
{
	for (uint64_t i = 0; i < result->score.findings && i < SCOREBOARD_FINDINGS_MAX; i++)
		if (result->score.finding[i].rule == RULE_SIM_ENDED)
			return &result->score.finding[i];
	return NULL;
}

static int refuse(const struct run_result *result, struct env_error *ret_error)
{
	const struct finding *ended = simulation_ended(result);
	struct profile_error e;
	const struct profile *profile = profile_built(&e);
	char *instance = profile_beside(profile->path, profile->build.instance);
	unsigned line = instance_line_of(profile_built_instance, "clk");

	if (ended)
		env_refuse(ret_error, "%s: the MAC ends the simulation before it has sent a frame: %s; mend this line",
		           ended->what, ended->actual);
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

int mac_alive(const struct dut *dut, struct env_error *ret_error)
{
	const struct run_options options = { .max_cycles = CYCLES_MAX, .max_seconds = SECONDS_MAX };
	struct stimulus stim = { 0 };
	struct run_result *result;
	int err;

	if (!profile_built_path)
		return 0;
	result = calloc(1, sizeof(*result));
	err = result ? read_stimulus(&stim, dut) : -ENOMEM;
	if (!err)
		err = run_stimulus(dut, &stim, &options, result);
	if (err)
		env_fail(ret_error, -err, "cannot run %s", dut->name);
	else if (!result->score.checks[CHECK_TX_FRAME])
		err = refuse(result, ret_error);
	stimulus_release(&stim);
	free(result);
	return err;
}
