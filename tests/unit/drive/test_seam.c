/* SPDX-License-Identifier: Apache-2.0 */
/* The seam: cycle() does the same in a clock period as the simulator's own eval(). */
#include "drive/loop.h"
#include "run/bench.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

enum { OCTET_TIMES = 60000, EVENTS_LEAST = 200 };

/* A hash of the events of a run and their octets. */
struct seen {
	uint64_t hash, events;
};

static void mix(struct seen *seen, const void *data, size_t len)
{
	const uint8_t *octets = data;

	for (size_t i = 0; i < len; i++)
		seen->hash = (seen->hash ^ octets[i]) * 0x100000001B3;
}

static void see(void *context, const struct event *events, size_t count)
{
	struct seen *seen = context;

	for (size_t i = 0; i < count; i++) {
		const struct event *event = &events[i];
		mix(seen, &event->cycle, sizeof(event->cycle));
		mix(seen, &event->value, sizeof(event->value));
		mix(seen, &event->kind, sizeof(event->kind));
		mix(seen, &event->lane, sizeof(event->lane));
		mix(seen, &event->timer, sizeof(event->timer));
		if (event->kind != EVENT_REG_READ && event->octets)
			mix(seen, event->octets, event->len);
	}
	seen->events += count;
}

static struct seen run(const struct dut *dut, const struct stimulus *stim, bool eval)
{
	struct seam_ops ops = *seam_by_dut(dut->name);
	struct seen seen = { 0xCBF29CE484222325, 0 };
	struct loop loop = { .ops = &ops,
		             .monitor = true,
		             .sink = see,
		             .sink_context = &seen,
		             .max_cycles = 10000000,
		             .max_seconds = HANG_SECONDS };

	if (eval)
		ops.cycle = ops.eval;
	cr_assert_eq(sequencer_init(&loop.seq, stim), 0);
	loop.seam = ops.open(stim->seed);
	cr_assert_not_null(loop.seam);
	cr_assert_eq(loop_run(&loop, dut), 0);
	ops.close(loop.seam);
	sequencer_release(&loop.seq);
	return seen;
}

Test(seam, cycle_is_a_clock_of_eval)
{
	for (const struct seam_ops *const *row = seam_table; *row; row++) {
		const struct dut *dut = dut_by_name((*row)->dut);
		struct stimulus stim;
		struct seen cycle, eval;

		cr_assert_eq(bench_stimulus(&stim, dut, OCTET_TIMES), 0);
		cycle = run(dut, &stim, false);
		eval = run(dut, &stim, true);
		cr_expect_gt(cycle.events, EVENTS_LEAST, "%s has something to do: %llu", dut->name,
		             (unsigned long long)cycle.events);
		cr_expect_eq(cycle.events, eval.events, "%s", dut->name);
		cr_expect_eq(cycle.hash, eval.hash, "%s", dut->name);
		stimulus_release(&stim);
	}
}

/* With other versions than those that tb/seam/clock_edge.h names, the test would compare eval() with itself. */
Test(seam, cycle_is_the_shortcut_where_the_simulator_is_known)
{
	static const char *const known[] = { "Verilator 5.006 ", "Verilator 5.032 ", "Verilator 5.048 ", "Verilator 5.050 " };
	struct command c;
	bool expected = false;

	command_run(&c, "verilator --version");
	cr_assert_eq(c.status, 0, "%s", c.err);
	for (size_t i = 0; i < COUNT_OF(known); i++)
		expected |= !strncmp(c.out, known[i], strlen(known[i]));
	for (const struct seam_ops *const *row = seam_table; *row; row++)
		cr_expect_eq((*row)->cycle != (*row)->eval, expected, "%s with %s", (*row)->dut, c.out);
	command_release(&c);
}
