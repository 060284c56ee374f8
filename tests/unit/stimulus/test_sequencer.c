/* SPDX-License-Identifier: Apache-2.0 */
/* The sequencer: items come in order, channels work in parallel, and only waits and resets hold the cursor. */
#include "support.h"

#include "stimulus/sequencer.h"

#include <criterion/criterion.h>

static const struct channel_state idle = {
	.rx_idle = true, .send_idle = true, .reg_idle = true, .wire_idle = true, .quiet = 1000
};

static void start(struct sequencer *seq, const struct stimulus *st)
{
	cr_assert_eq(sequencer_init(seq, st), 0);
}

Test(sequencer, items_of_all_channels_are_issued_at_once)
{
	struct stimulus st = { 0 };
	struct sequencer seq;
	uint8_t octets[60] = { 0 };

	put_write(&st, 0x400, 1);
	put_rx(&st, octets, 60, FCS_GOOD);
	put_tx(&st, octets, 60);
	put_write(&st, 0x404, 2);
	start(&seq, &st);
	cr_expect_not(sequencer_done(&seq));
	cr_expect_null(sequencer_step(&seq, 0, &idle));
	cr_expect_eq(sequencer_take(&seq, CHANNEL_REG), &st.items[0]);
	cr_expect_eq(sequencer_take(&seq, CHANNEL_REG), &st.items[3], "in order");
	cr_expect_null(sequencer_take(&seq, CHANNEL_REG));
	cr_expect_not(sequencer_done(&seq), "two queues are not empty");
	cr_expect_eq(sequencer_take(&seq, CHANNEL_RX), &st.items[1]);
	cr_expect_eq(sequencer_take(&seq, CHANNEL_SEND), &st.items[2]);
	cr_expect(sequencer_done(&seq));
	sequencer_release(&seq);
	stimulus_release(&st);
}

/* The loop carries out requests at once, in order with the queued items. */
Test(sequencer, lanes_are_for_the_receive_wire_and_requests_for_the_loop)
{
	static const uint8_t lane = 0x07, control = 1;
	struct stimulus st = { 0 };
	struct sequencer seq;

	put_lanes(&st, &lane, &control, 1);
	put_request(&st, ITEM_PAUSE_REQ, 2);
	put_request(&st, ITEM_PFC_REQ, 1);
	put_lanes(&st, &lane, &control, 1);
	start(&seq, &st);
	cr_expect_eq(sequencer_step(&seq, 7, &idle), &st.items[1]);
	cr_expect_eq(sequencer_step(&seq, 7, &idle), &st.items[2]);
	cr_expect_null(sequencer_step(&seq, 7, &idle));
	cr_expect_eq(sequencer_take(&seq, CHANNEL_RX), &st.items[0]);
	cr_expect_eq(sequencer_take(&seq, CHANNEL_RX), &st.items[3]);
	cr_expect(sequencer_done(&seq));
	sequencer_release(&seq);
	stimulus_release(&st);
}

Test(sequencer, a_wait_of_cycles_holds_what_follows)
{
	struct stimulus st = { 0 };
	struct sequencer seq;

	put_wait(&st, WAIT_CYCLES, 10);
	put_write(&st, 0x400, 1);
	start(&seq, &st);
	for (uint64_t cycle = 100; cycle < 110; cycle++) {
		cr_expect_null(sequencer_step(&seq, cycle, &idle));
		cr_expect(sequencer_empty(&seq, CHANNEL_REG), "cycle %lu", cycle);
	}
	sequencer_step(&seq, 110, &idle);
	cr_expect_not(sequencer_empty(&seq, CHANNEL_REG));
	sequencer_release(&seq);
	stimulus_release(&st);
}

/* Each wait ends exactly when the channels that it waits for are idle. */
Test(sequencer, waits_end_when_their_channels_are_idle)
{
	static const struct {
		enum item_wait what;
		bool rx, send, reg, wire, quiet; /* what must be idle */
	} cases[] = {
		{ WAIT_RX, true, false, false, false, false },  { WAIT_TX, false, true, false, true, false },
		{ WAIT_REG, false, false, true, false, false }, { WAIT_HOST, true, false, false, false, true },
		{ WAIT_IDLE, true, true, true, false, true },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (unsigned busy = 0; busy < 32; busy++) {
			struct channel_state state = {
				.rx_idle = !(busy & 1),
				.send_idle = !(busy & 2),
				.reg_idle = !(busy & 4),
				.wire_idle = !(busy & 8),
				.quiet = busy & 16 ? 0 : 1000,
			};
			bool over = (!cases[i].rx || state.rx_idle) && (!cases[i].send || state.send_idle) &&
			            (!cases[i].reg || state.reg_idle) && (!cases[i].wire || state.wire_idle) &&
			            (!cases[i].quiet || state.quiet);
			struct stimulus st = { 0 };
			struct sequencer seq;
			if (cases[i].what == WAIT_IDLE)
				over = over && state.wire_idle;
			put_wait(&st, cases[i].what, 0);
			put_plain(&st, ITEM_HOST_STOP);
			start(&seq, &st);
			cr_expect_null(sequencer_step(&seq, 5, &state), "the wait begins, and the state is asked for it");
			cr_expect_eq(sequencer_step(&seq, 5, &state) != NULL, over, "wait %d, busy 0x%X", cases[i].what, busy);
			sequencer_release(&seq);
			stimulus_release(&st);
		}
}

Test(sequencer, a_bounded_wait_ends_at_its_bound)
{
	struct channel_state busy = idle;
	struct stimulus st = { 0 };
	struct sequencer seq;

	busy.send_idle = false;
	put_wait(&st, WAIT_TX, 50);
	put_plain(&st, ITEM_HOST_STOP);
	start(&seq, &st);
	cr_expect_null(sequencer_step(&seq, 100, &busy));
	cr_expect_null(sequencer_step(&seq, 149, &busy));
	cr_expect_eq(sequencer_step(&seq, 150, &busy), &st.items[1]);
	sequencer_release(&seq);
	stimulus_release(&st);
}

Test(sequencer, a_queued_item_keeps_its_channel_busy)
{
	struct stimulus st = { 0 };
	struct sequencer seq;

	put_write(&st, 0x400, 1);
	put_wait(&st, WAIT_REG, 0);
	put_plain(&st, ITEM_HOST_STOP);
	start(&seq, &st);
	cr_expect_null(sequencer_step(&seq, 0, &idle), "the write is still in its queue");
	sequencer_take(&seq, CHANNEL_REG);
	cr_expect_eq(sequencer_step(&seq, 1, &idle), &st.items[2]);
	sequencer_release(&seq);
	stimulus_release(&st);
}

Test(sequencer, a_reset_waits_for_the_registers_only)
{
	struct channel_state busy = { .quiet = 0 };
	struct stimulus st = { 0 };
	struct sequencer seq;

	put_plain(&st, ITEM_RESET);
	start(&seq, &st);
	cr_expect_null(sequencer_step(&seq, 0, &busy));
	busy.reg_idle = true;
	cr_expect_eq(sequencer_step(&seq, 1, &busy), &st.items[0]);
	cr_expect(sequencer_done(&seq));
	sequencer_release(&seq);
	stimulus_release(&st);
}

Test(sequencer, a_link_change_waits_for_both_wires)
{
	struct channel_state state = { .reg_idle = false, .send_idle = false };
	struct stimulus st = { 0 };
	struct sequencer seq;
	uint8_t octets[60] = { 0 };

	put_rx(&st, octets, 60, FCS_GOOD);
	put_plain(&st, ITEM_LINK);
	put_rx(&st, octets, 60, FCS_GOOD);
	start(&seq, &st);
	state.rx_idle = state.wire_idle = true;
	cr_expect_null(sequencer_step(&seq, 0, &state), "a frame is queued");
	sequencer_take(&seq, CHANNEL_RX);
	state.rx_idle = false;
	cr_expect_null(sequencer_step(&seq, 1, &state), "it is on the wire");
	state.rx_idle = true;
	state.wire_idle = false;
	cr_expect_null(sequencer_step(&seq, 2, &state), "the MAC sends");
	cr_expect_null(sequencer_next(&seq, CHANNEL_RX), "the items after it wait too");
	state.wire_idle = true;
	cr_expect_eq(sequencer_step(&seq, 3, &state), &st.items[1]);
	cr_expect_null(sequencer_step(&seq, 3, &state));
	cr_expect_eq(sequencer_take(&seq, CHANNEL_RX), &st.items[2]);
	sequencer_release(&seq);
	stimulus_release(&st);
}

Test(sequencer, a_negotiation_keeps_its_place_among_the_accesses)
{
	struct channel_state state = { .reg_idle = true };
	struct stimulus st = { 0 };
	struct sequencer seq;

	put_write(&st, 0x400, 1);
	put_plain(&st, ITEM_NEGOTIATE);
	put_read(&st, 0x400);
	start(&seq, &st);
	cr_expect_null(sequencer_step(&seq, 0, &state));
	for (size_t i = 0; i < 3; i++)
		cr_expect_eq(sequencer_take(&seq, CHANNEL_REG), &st.items[i], "access %zu", i);
	sequencer_release(&seq);
	stimulus_release(&st);
}

Test(sequencer, collisions_and_carrier_are_handed_over_at_the_cursor)
{
	struct channel_state state = { .rx_idle = false };
	struct stimulus st = { 0 };
	struct sequencer seq;
	uint8_t octets[60] = { 0 };

	put_rx(&st, octets, 60, FCS_GOOD);
	put_plain(&st, ITEM_COLLISION);
	put_wait(&st, WAIT_CYCLES, 5);
	put_plain(&st, ITEM_CARRIER);
	start(&seq, &st);
	cr_expect_eq(sequencer_step(&seq, 0, &state), &st.items[1], "whatever the wires do");
	cr_expect_null(sequencer_step(&seq, 0, &state));
	cr_expect_null(sequencer_step(&seq, 4, &state));
	cr_expect_eq(sequencer_step(&seq, 5, &state), &st.items[3]);
	sequencer_release(&seq);
	stimulus_release(&st);
}
