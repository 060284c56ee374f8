/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests of the inhibit by received PAUSE frames: PG108-R p.223, 802.3 annex 31B (R14, R16, R22), doc/devices/bcm5718.md 2, in literal cycles. */
#include "support.h"

#include "part/frame.h"
#include "part/pause_rx.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { EDGES = 16, NEVER = 0 };

/* The events of a case: commands, one span in which the wire is busy, one in which the gate is closed, one reset. An end is the first cycle after
 * its span. */
struct script {
	struct {
		uint64_t visible;
		uint16_t quanta;
	} command[4];
	uint64_t busy_from, busy_to, closed_from, closed_to, reset_at, cycles;
};

struct trace {
	uint64_t edge[EDGES]; /* cycles: rise, fall, rise ... */
	unsigned edges;
	uint32_t timer[8192];
};

static void play(const struct script *s, struct trace *ret)
{
	struct pause_rx p;
	bool was = false;

	memset(ret, 0, sizeof(*ret));
	memset(&p, 0, sizeof(p));
	pause_rx_reset(&p, 0);
	for (uint64_t c = 1; c < s->cycles; c++) {
		struct pause_rx_gate gate = {
			.closed = c >= s->closed_from && c < s->closed_to,
			.reset = s->reset_at && c == s->reset_at,
			.rule = RULE_PAUSE_GATE,
			.load_delay = 1,
		};
		for (size_t i = 0; i < COUNT_OF(s->command); i++)
			if (s->command[i].visible == c)
				pause_rx_command(&p, &(struct pause_command){ .visible = c,
				                                              .last = c - 3,
				                                              .quanta = s->command[i].quanta,
				                                              .rule = RULE_PAUSE_OBEYED });
		pause_rx_settle(&p, c, c >= s->busy_from && c < s->busy_to);
		if (p.xoff != was && ret->edges < EDGES)
			ret->edge[ret->edges++] = c;
		was = p.xoff;
		if (c < COUNT_OF(ret->timer))
			ret->timer[c] = pause_rx_timer(&p, c);
		pause_rx_step(&p, c, &gate);
	}
}

static const struct {
	const char *behaviour;
	struct script script;
	uint64_t edge[EDGES];
} cases[] = {
	{ "no PAUSE, no inhibit", { .cycles = 500 }, { NEVER } },
	/* the inhibit begins in the cycle after the one in which the command is visible; one quantum is 64 octet times (R6) */
	{ "time 1 inhibits for 64 octet times", { .command = { { 100, 1 } }, .cycles = 500 }, { 101, 165 } },
	{ "time 2 inhibits for 128 octet times", { .command = { { 100, 2 } }, .cycles = 500 }, { 101, 229 } },
	{ "time 0 when not paused does nothing", { .command = { { 100, 0 } }, .cycles = 500 }, { NEVER } },
	{ "time 0 resumes at once", { .command = { { 100, 5 }, { 140, 0 } }, .cycles = 900 }, { 101, 141 } },
	{ "a larger time replaces the running one",
	  { .command = { { 100, 1 }, { 130, 3 } }, .cycles = 900 },
	  { 101, 131 + 192 } },
	{ "a smaller time replaces the running one",
	  { .command = { { 100, 100 }, { 130, 1 } }, .cycles = 900 },
	  { 101, 131 + 64 } },
	{ "the inhibit starts at the end of the frame in progress, and the time counts from there",
	  { .command = { { 100, 1 } }, .busy_from = 90, .busy_to = 150, .cycles = 900 },
	  { 150, 214 } },
	{ "a frame that ends before the load does not delay it",
	  { .command = { { 100, 1 } }, .busy_from = 50, .busy_to = 101, .cycles = 900 },
	  { 101, 165 } },
	{ "the newest of two waiting times is carried out",
	  { .command = { { 100, 9 }, { 120, 2 } }, .busy_from = 90, .busy_to = 150, .cycles = 900 },
	  { 150, 278 } },
	{ "time 0 drops a waiting time",
	  { .command = { { 100, 9 }, { 120, 0 } }, .busy_from = 90, .busy_to = 150, .cycles = 900 },
	  { NEVER } },
	{ "time 0 during a frame of ours resumes at once",
	  { .command = { { 100, 9 }, { 140, 0 } }, .busy_from = 120, .busy_to = 300, .cycles = 900 },
	  { 101, 141 } },
	{ "while a new time waits, the inhibit outlives its timer",
	  { .command = { { 100, 1 }, { 120, 1 } }, .busy_from = 110, .busy_to = 300, .cycles = 900 },
	  { 101, 364 } },
	{ "a PAUSE visible in the cycle before expiry continues without an edge",
	  { .command = { { 100, 1 }, { 164, 1 } }, .cycles = 900 },
	  { 101, 229 } },
	{ "a PAUSE visible in the cycle of expiry inhibits again one cycle later",
	  { .command = { { 100, 1 }, { 165, 1 } }, .cycles = 900 },
	  { 101, 165, 166, 230 } },
	{ "a closed gate ends the inhibit in the next cycle",
	  { .command = { { 100, 9 } }, .closed_from = 150, .closed_to = 160, .cycles = 900 },
	  { 101, 151 } },
	{ "a PAUSE at a closed gate is not remembered",
	  { .command = { { 100, 9 } }, .closed_from = 90, .closed_to = 101, .cycles = 900 },
	  { NEVER } },
	{ "a gate that opens in the cycle of the command lets it act",
	  { .command = { { 100, 1 } }, .closed_from = 90, .closed_to = 100, .cycles = 900 },
	  { 101, 165 } },
	{ "a closed gate drops a waiting time",
	  { .command = { { 100, 9 } }, .busy_from = 90, .busy_to = 150, .closed_from = 120, .closed_to = 121, .cycles = 900 },
	  { NEVER } },
	{ "a receive reset ends the inhibit", { .command = { { 100, 9 } }, .reset_at = 150, .cycles = 900 }, { 101, 151 } },
	{ "a receive reset in the cycle of the command drops it",
	  { .command = { { 100, 9 } }, .reset_at = 100, .cycles = 900 },
	  { NEVER } },
};

Test(pause_rx, inhibit_edges_by_the_page)
{
	static struct trace t;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		unsigned edges = 0;
		play(&cases[i].script, &t);
		while (cases[i].edge[edges])
			edges++;
		cr_expect_eq(t.edges, edges, "%s: %u edges expected, %u seen, the first at %" PRIu64, cases[i].behaviour, edges,
		             t.edges, t.edge[0]);
		for (unsigned e = 0; e < edges && e < t.edges; e++)
			cr_expect_eq(t.edge[e], cases[i].edge[e], "%s: edge %u expected at %" PRIu64 ", actual %" PRIu64,
			             cases[i].behaviour, e, cases[i].edge[e], t.edge[e]);
	}
}

Test(pause_rx, timer_counts_down_to_zero_in_the_cycle_of_the_fall)
{
	static const struct script s = { .command = { { 100, 2 } }, .cycles = 400 };
	static struct trace t;

	play(&s, &t);
	cr_expect_eq(t.timer[100], 0);
	cr_expect_eq(t.timer[101], 128);
	cr_expect_eq(t.timer[102], 127);
	cr_expect_eq(t.timer[228], 1);
	cr_expect_eq(t.timer[229], 0);
}

Test(pause_rx, longest_time_is_4194240_octet_times)
{
	struct pause_rx p = { 0 };
	const struct pause_rx_gate open = { .load_delay = 1 };

	pause_rx_reset(&p, 0);
	pause_rx_command(&p, &(struct pause_command){ .visible = 10, .quanta = 0xFFFF });
	pause_rx_settle(&p, 10, false);
	pause_rx_step(&p, 10, &open);
	pause_rx_settle(&p, 11, false);
	cr_expect_eq(pause_rx_timer(&p, 11), 4194240, "actual %u", pause_rx_timer(&p, 11));
	pause_rx_settle(&p, 11 + 4194239, false);
	cr_expect(p.xoff);
	pause_rx_settle(&p, 11 + 4194240, false);
	cr_expect_not(p.xoff);
}

/* The result is the same if the model is not stepped in quiet cycles. */
Test(pause_rx, skipped_cycles_change_nothing)
{
	for (uint64_t at = 102; at < 400; at++) {
		struct pause_rx p = { 0 };
		const struct pause_rx_gate open = { .load_delay = 1 };
		uint32_t timer = at < 293 ? (uint32_t)(293 - at) : 0;
		pause_rx_reset(&p, 0);
		pause_rx_command(&p, &(struct pause_command){ .visible = 100, .quanta = 3 });
		pause_rx_settle(&p, 100, false);
		pause_rx_step(&p, 100, &open);
		pause_rx_settle(&p, 101, false);
		pause_rx_step(&p, 101, &open);
		pause_rx_settle(&p, at, false);
		if (p.xoff != (at < 293) || pause_rx_timer(&p, at) != timer)
			cr_expect_fail("cycle %" PRIu64 ": xoff %d, timer %u, expected %u", at, p.xoff, pause_rx_timer(&p, at),
			               timer);
	}
}
