/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the controls whose effect the stimuli show; controls_seen.h.
 *
 * That a control was written shows no effect. So a run is checked once more by a golden model for which the control keeps its
 * value. If there is no finding, then either no stimulus waits for the effect of the control, or the MAC does not have this
 * effect. A register that reads back as written is no effect. */
#include "controls_seen.h"

#include "regs.h"
#include "report/report.h"
#include "run/pool.h"
#include "stimulus/control.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_SECONDS = 20 };

/* A stimulus that DUT can take. */
struct candidate {
	const char *path;
	struct stimulus stim;
};

/* Returns the value of the register at ADDRESS after the set-up. */
static uint64_t value_of_setup(const struct dut *dut, uint16_t address)
{
	const struct reg_row *row = reg_by_address(dut_page(dut), address);
	uint64_t value = row ? row->reset : 0;

	for (size_t i = 0; i < dut->setup_count; i++)
		if (dut->setup[i].address == address)
			value = dut->setup[i].value;
	return value;
}

/* Fills in the bits of control WHICH with the values that they have after the set-up. */
static size_t bits_of(const struct dut *dut, enum pm_control which, struct run_still ret[CONTROL_WRITES_MAX])
{
	uint64_t values[PM_CONTROL_COUNT];
	struct control_write writes[CONTROL_WRITES_MAX];
	size_t count, used = 0;

	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		values[i] = UINT64_MAX; /* a request may be ended by another control */
	count = control_writes(dut, which, values, writes);
	for (size_t i = 0; i < count; i++)
		if (!writes[i].port)
			ret[used++] = (struct run_still){ .address = writes[i].address,
				                          .mask = writes[i].mask,
				                          .value = value_of_setup(dut, writes[i].address) & writes[i].mask };
	return used;
}

static bool varies(const struct stimulus *stim, const struct run_still *still, size_t count)
{
	for (size_t i = 0; i < stim->count; i++)
		for (size_t k = 0; k < count && stim->items[i].kind == ITEM_REG_WRITE; k++)
			if (stim->items[i].u.reg.address == still[k].address &&
			    (stim->items[i].u.reg.value & still[k].mask) != still[k].value)
				return true;
	return false;
}

/* Runs the stimulus of C, checked as if the bits STILL kept their values (NULL: as usual). *RET: there was a finding that says
 * something about the MAC. */
static int finds(const struct dut *dut, const struct candidate *c, const struct run_still *still, size_t count,
                 const atomic_bool *stop, bool *ret, struct env_error *ret_error)
{
	static const enum rule none[] = { RULE_REG_VALUE, RULE_REG_STATUS, RULE_COVERS, RULE_CHECKED_NOTHING, RULE_TIMEOUT };
	struct pool_result *result = calloc(1, sizeof(*result));
	struct pool_job job = { .dut = dut, .source = { .kind = SOURCE_FILE, .path = (char *)c->path }, .quiet = true };
	const struct finding *first;
	int rc = result ? 0 : env_fail(ret_error, ENOMEM, "cannot run %s", c->path);

	job.options = (struct run_options){ .black_box = true,
		                            .first_only = true,
		                            .max_seconds = RUN_SECONDS,
		                            .stop = stop,
		                            .still = still,
		                            .still_count = count };
	if (!rc)
		rc = pool_run(&job, result, ret_error);
	first = rc ? NULL : finding_first(&result->run.score);
	*ret = first;
	for (size_t i = 0; first && i < sizeof(none) / sizeof(none[0]); i++)
		*ret &= first->rule != none[i];
	free(result);
	return rc;
}

static int look(const struct dut *dut, enum pm_control which, const struct candidate *candidates, size_t count,
                const atomic_bool *stop, struct control_seen *ret, struct env_error *ret_error)
{
	struct run_still still[CONTROL_WRITES_MAX];
	size_t bits = bits_of(dut, which, still);
	int rc = 0;

	ret->has = bits > 0;
	for (size_t i = 0; i < count && !rc && !(stop && atomic_load(stop)); i++) {
		bool found = false, else_found = false;
		if (!varies(&candidates[i].stim, still, bits))
			continue;
		ret->varied++;
		if (ret->seen)
			continue;
		rc = finds(dut, &candidates[i], still, bits, stop, &found, ret_error);
		if (!rc && found)
			rc = finds(dut, &candidates[i], NULL, 0, stop, &else_found, ret_error);
		if (rc || !found || else_found)
			continue;
		ret->seen = true;
		snprintf(ret->stimulus, sizeof(ret->stimulus), "%s", candidates[i].stim.name);
	}
	return rc;
}

/* Compares candidates: those with fewer items come first. */
static int by_items(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return x->stim.count != y->stim.count ? (x->stim.count > y->stim.count ? 1 : -1) : strcmp(x->path, y->path);
}

/* Reads the files that DUT can take. Returns how many there are. */
static size_t read_candidates(const struct dut *dut, char *const *paths, size_t count, struct candidate *ret)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		struct candidate *c = &ret[used];
		struct stim_error where;
		char reason[128];
		*c = (struct candidate){ .path = paths[i] };
		if (!stimulus_read(&c->stim, paths[i], dut, &where) && !stimulus_unfit(&c->stim, dut, reason, sizeof(reason)) &&
		    c->stim.neutral)
			used++;
		else
			stimulus_release(&c->stim);
	}
	qsort(ret, used, sizeof(*ret), by_items);
	return used;
}

int controls_seen(const struct dut *dut, const char *folder, const atomic_bool *stop, struct control_seen ret[PM_CONTROL_COUNT],
                  struct env_error *ret_error)
{
	struct candidate *candidates = NULL;
	size_t count = 0, used = 0;
	char **paths = NULL;
	int rc;

	memset(ret, 0, PM_CONTROL_COUNT * sizeof(*ret));
	if (!dut->profile)
		return 0;
	rc = stimuli_list(folder, &paths, &count, ret_error);
	if (rc)
		return rc;
	candidates = calloc(count + 1, sizeof(*candidates));
	if (candidates)
		used = read_candidates(dut, paths, count, candidates);
	else
		rc = env_fail(ret_error, ENOMEM, "cannot look at the controls");
	for (size_t i = 0; i < PM_CONTROL_COUNT && !rc; i++)
		rc = look(dut, (enum pm_control)i, candidates, used, stop, &ret[i], ret_error);
	for (size_t i = 0; i < used; i++)
		stimulus_release(&candidates[i].stim);
	free(candidates);
	stimuli_free(paths, count);
	return rc;
}
