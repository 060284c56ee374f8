/* SPDX-License-Identifier: Apache-2.0 */
/* The sets of scenarios that serve a DUT, and the random choice among them by weight. */
#include "base/words.h"
#include "generate.h"
#include "seed.h"

#include <assert.h>
#include <string.h>

/* All sets that serve a DUT take part, in this order. */
static const struct scenario_set *const all_sets[] = {
	&scenarios_meet,
	&scenarios_wire,
	&scenarios_xgmii,
	&scenarios_control,
#define DEVICE(name) &scenarios_##name,
#include "devices.def"
};
enum { SETS = sizeof(all_sets) / sizeof(all_sets[0]) };

static bool serves(const struct scenario_set *set, const struct dut *dut)
{
	return (!set->model || !strcmp(set->model, dut->model)) && !(set->needs & ~dut->capabilities);
}

/* Returns the row at *AT if the rows that suit the DUT are laid end to end by weight. If *AT is beyond the last one, returns NULL
 * and takes the sum of their weights off *AT. */
static const struct scenario *row_at(const struct generator *g, const struct scenario_set *set, unsigned *at)
{
	bool whole = set->neutral && g->only && words_listed(g->only, "neutral");

	for (const struct scenario *const *list = set->lists; *list; list++)
		for (const struct scenario *row = *list; row->name; row++) {
			if (row->needs & ~g->capabilities || (!whole && !words_listed(g->only, row->name)))
				continue;
			if (*at < row->weight)
				return row;
			*at -= row->weight;
		}
	return NULL;
}

static unsigned weight_of(const struct generator *g, const struct scenario_set *set)
{
	unsigned rest = UINT32_MAX;

	row_at(g, set, &rest);
	return UINT32_MAX - rest;
}

const struct scenario *gen_scenario(struct generator *g)
{
	const struct scenario *row = NULL;
	unsigned total = 0, at;

	for (size_t i = 0; i < SETS; i++)
		if (serves(all_sets[i], g->dut))
			total += weight_of(g, all_sets[i]);
	at = gen_below(g, total);
	for (size_t i = 0; i < SETS && !row; i++)
		if (serves(all_sets[i], g->dut))
			row = row_at(g, all_sets[i], &at);
	return row;
}

const struct cause *gen_cause_at(const struct generator *g, unsigned *at)
{
	for (size_t i = 0; i < SETS; i++) {
		const struct cause *cause = serves(all_sets[i], g->dut) ? all_sets[i]->causes : NULL;
		for (; cause && cause->run; cause++) {
			if (cause->needs & ~g->capabilities)
				continue;
			if (*at < cause->weight)
				return cause;
			*at -= cause->weight;
		}
	}
	return NULL;
}

const struct act *gen_act_at(const struct generator *g, enum item_wait moment, unsigned *at)
{
	for (size_t i = 0; i < SETS; i++) {
		const struct act *act = serves(all_sets[i], g->dut) ? all_sets[i]->acts : NULL;
		for (; act && act->run; act++) {
			if (act->needs & ~g->capabilities || !(act->moments & GEN_AT(moment)))
				continue;
			if (*at < act->weight)
				return act;
			*at -= act->weight;
		}
	}
	return NULL;
}

void gen_calm(struct generator *g)
{
	for (size_t i = 0; i < SETS; i++)
		if (serves(all_sets[i], g->dut) && all_sets[i]->calm)
			all_sets[i]->calm(g);
}

void gen_begin(struct generator *g)
{
	for (size_t i = 0; i < SETS; i++)
		if (serves(all_sets[i], g->dut) && all_sets[i]->begin)
			all_sets[i]->begin(g);
}

void gen_end(struct generator *g)
{
	for (size_t i = 0; i < SETS; i++)
		if (serves(all_sets[i], g->dut) && all_sets[i]->end)
			all_sets[i]->end(g);
}

void gen_restore(struct generator *g)
{
	for (size_t i = 0; i < SETS; i++)
		if (serves(all_sets[i], g->dut) && all_sets[i]->restore)
			all_sets[i]->restore(g);
}

bool scenario_names_known(const char *names, char *ret, size_t size)
{
	for (const char *p = names; *p; p += strcspn(p, ","), p += *p == ',') {
		bool known;
		snprintf(ret, size, "%.*s", (int)strcspn(p, ","), p);
		known = !strcmp(ret, "neutral");
		for (size_t i = 0; i < SETS; i++)
			for (const struct scenario *const *list = all_sets[i]->lists; *list; list++)
				for (const struct scenario *row = *list; row->name; row++)
					known |= !strcmp(row->name, ret);
		if (!known)
			return false;
	}
	return true;
}

void scenarios_each(void (*see)(void *context, const struct scenario_row *row), void *context)
{
	for (size_t i = 0; i < SETS; i++)
		for (const struct scenario *const *list = all_sets[i]->lists; *list; list++)
			for (const struct scenario *row = *list; row->name; row++)
				see(context, &(struct scenario_row){ .name = row->name,
				                                     .model = all_sets[i]->model,
				                                     .weight = row->weight,
				                                     .needs = row->needs | all_sets[i]->needs,
				                                     .neutral = all_sets[i]->neutral &&
				                                                !(row->needs & GEN_DEVICE_MODEL) });
}
