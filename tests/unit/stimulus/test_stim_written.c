/* SPDX-License-Identifier: Apache-2.0 */
/* The text form of stimuli: a stimulus that is written reads back equal. */
#include "stim_duts.h"
#include "support.h"

#include "part/phy.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

/* The text after its first two lines, or after the first one if the second one is no comment. */
static const char *after_name(const char *text)
{
	const char *line = strchr(text, '\n');

	return line[1] == '#' ? strchr(line + 1, '\n') : line;
}

/* Writes ST, reads it back, and writes that again. */
static void check_round_trip(const struct stimulus *st, const struct dut *on)
{
	struct stimulus again = { 0 };
	struct stim_error error = { .message = "" };
	char difference[160], *text[2] = { NULL, NULL };
	size_t size[2];
	int rc = 0;

	for (int i = 0; i < 2 && !rc; i++) {
		FILE *out = open_memstream(&text[i], &size[i]);
		cr_assert_eq(stimulus_write(i ? &again : st, out, on), 0);
		fclose(out);
		if (!i)
			rc = read_text(&again, text[0], size[0], on, &error);
	}
	cr_expect_eq(rc, 0, "%s %s: %u:%u: %s", on->name, st->name, error.line, error.column, error.message);
	if (!rc) {
		cr_expect_null(stimulus_difference(st, &again, difference, sizeof(difference)), "%s %s: %s", on->name, st->name,
		               difference);
		/* only the comment with the name may differ */
		cr_expect_str_eq(after_name(text[0]), after_name(text[1]), "%s %s: the second writing differs", on->name,
		                 st->name);
	}
	free(text[0]);
	free(text[1]);
	stimulus_release(&again);
}

Test(stim, generated_stimuli_read_back_equal)
{
	for (size_t d = 0; d < dut_count; d++)
		for (uint32_t seed = 0; seed < 60; seed++) {
			struct stimulus st = { 0 };
			cr_assert_eq(stimulus_generate(&st, &dut_table[d], seed, 200), 0);
			check_round_trip(&st, &dut_table[d]);
			stimulus_release(&st);
		}
}

/* Unusual items that the generator may never make. */
Test(stim, corner_items_read_back_equal)
{
	static const enum item_fcs kinds[] = { FCS_GOOD, FCS_BAD, FCS_VALUE, FCS_NONE };
	struct stimulus st = { .seed = 0xFFFFFFFF, .needs = CAP_JUMBO | CAP_MDIO };
	uint8_t octets[2000];

	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i * 37 + (i >> 5));
	for (size_t len = 1; len < 80; len++)
		for (size_t k = 0; k < COUNT_OF(kinds); k++)
			put_rx(&st, octets, len, kinds[k])->fcs_value = kinds[k] == FCS_VALUE ? 0x01020304 : 0;
	put_rx(&st, octets, 0, FCS_GOOD);
	put_rx(&st, octets, 1990, FCS_GOOD)->error_at = -8;
	st.items[st.count - 1].u.frame.error_len = 2000;
	for (size_t len = 1; len < 30; len++)
		put_tx(&st, octets, len);
	put_write(&st, 0x0002, 0xFFFFFFFF);
	put_write(&st, 0x045C, 0);
	put_write(&st, 0x045C, 0xFFFFFFFF);
	st.items[st.count - 1].u.reg.strobe = 0;
	put_read(&st, 0xFFFF);
	put_read(&st, 0x460);
	st.items[st.count - 1].u.reg.expect_mask = 0x80000000;
	put_wait(&st, WAIT_CYCLES, 0);
	put_wait(&st, WAIT_IDLE, 1000000000);
	/* looks like a tagged PAUSE, cut short */
	memcpy(octets + 12, "\x81\x00\x00\x00\x88\x08\x00\x01\x00\x05", 10);
	for (size_t len = 12; len < 30; len++)
		put_rx(&st, octets, len, FCS_GOOD);
	check_round_trip(&st, dut());
	stimulus_release(&st);
}

Test(stim, corner_items_of_xgmii_read_back_equal)
{
	static const uint8_t fault[] = { 0x9C, 0, 0, 2, 0x9C, 0, 0, 2 }, columns[] = { 1, 0, 0, 0, 1, 0, 0, 0 };
	struct stimulus st = { .seed = 1, .needs = CAP_XGMII | CAP_PFC, .only_model = "ll10g" };
	uint8_t octets[600], control[600];

	for (size_t i = 0; i < sizeof(octets); i++) {
		octets[i] = (uint8_t)(i & 0x100 ? i : i / 5);
		control[i] = i % 7 < 3;
	}
	for (size_t len = 1; len < sizeof(octets); len += 37)
		put_lanes(&st, octets, control, len)->column = len & 1 ? 4 : COLUMN_ANY;
	for (size_t len = 1; len <= sizeof(fault); len++)
		put_lanes(&st, fault, columns, len)->gap = 0;
	put_lanes(&st, fault, control, sizeof(fault));
	for (unsigned code = 0; code < 256; code++) {
		struct item_frame *frame = put_rx(&st, octets, 60, FCS_GOOD);
		frame->end_code = (uint8_t)code;
		frame->error_at = (int32_t)(code % 72) - 8;
		frame->error_len = 3;
		frame->error_code = (uint8_t)~code;
		frame->column = code & 4;
	}
	put_rx(&st, octets, 60, FCS_GOOD)->preamble = 1;
	put_tx(&st, octets, 60)->host_error = true;
	for (uint16_t expected = 0; expected < 4; expected++)
		put_request(&st, ITEM_PAUSE_REQ, expected);
	for (unsigned bit = 0; bit < 16; bit++)
		put_request(&st, ITEM_PFC_REQ, (uint16_t)(0xA5C3 ^ 1u << bit));
	put_request(&st, ITEM_PFC_REQ, 0);
	/* PFC frames of any length, some with a time without its bit and a bit without its time */
	memcpy(octets + 12, "\x88\x08\x01\x01\x00\x5A\x00\x00\x00\x01\x00\x00\x00\x02\x00\x03", 16);
	memset(octets + 28, 0, 100);
	for (size_t len = 14; len < 100; len++)
		put_rx(&st, octets, len, len & 1 ? FCS_GOOD : FCS_NONE);
	octets[16] = 1, octets[34] = 1;
	put_rx(&st, octets, 60, FCS_BAD);
	memset(octets + 34, 0xEE, 26);
	put_rx(&st, octets, 60, FCS_BAD);
	check_round_trip(&st, &ten_gigabit);
	stimulus_release(&st);
}

/* Appends COUNT copies of ITEM, each changed by VARY. */
static void put_varied(struct stimulus *st, struct item item, size_t count, void (*vary)(struct item *item, size_t n))
{
	for (size_t n = 0; n < count; n++) {
		vary(&item, n);
		cr_assert_eq(stimulus_append(st, &item), 0);
	}
}

static void vary_phy(struct item *item, size_t n)
{
	static const enum item_phy kinds[] = { PHY_ITEM_REGISTER, PHY_ITEM_PARTNER, PHY_ITEM_FAULT, PHY_ITEM_DELAY };

	item->u.phy.what = kinds[n % COUNT_OF(kinds)];
	item->u.phy.phy = n % 32;
	item->u.phy.reg = item->u.phy.what == PHY_ITEM_REGISTER ? 31 - n % 32 : 0;
	item->u.phy.value = (uint16_t)(n * 0x1357);
	if (item->u.phy.what == PHY_ITEM_FAULT)
		item->u.phy.value = n % PHY_FAULT_COUNT;
	else if (item->u.phy.what == PHY_ITEM_DELAY)
		item->u.phy.value = (uint16_t)(n * 3);
	item->u.phy.present = item->u.phy.what == PHY_ITEM_REGISTER;
}

static void vary_negotiation(struct item *item, size_t n)
{
	item->u.negotiate.phy = n % 32;
	item->u.negotiate.master = n / 7 & 1;
	item->u.negotiate.advertise = (uint16_t)(n * 0x2b67);
}

static void vary_link(struct item *item, size_t n)
{
	static const uint16_t speeds[] = { 1000, 100, 10, 100, 10 };

	item->u.link.mbps = speeds[n % 5];
	item->u.link.half = n % 5 > 2;
}

static void vary_collision(struct item *item, size_t n)
{
	item->u.collision.at = (uint32_t)(n * n + 1);
	item->u.collision.len = n & 1 ? 8 : (uint32_t)n + 1;
	item->u.collision.count = n & 2 ? 1 : 1000000000;
}

static void vary_carrier(struct item *item, size_t n)
{
	item->u.carrier.len = (uint32_t)(n * n + 1);
	item->u.carrier.after_tx = n & 1;
	item->u.carrier.at = n & 1 ? (uint32_t)n : 0;
}

static void vary_idle(struct item *item, size_t n)
{
	item->u.idle.data = (uint8_t)(n * 5);
	item->u.idle.error = n & 1;
	item->u.idle.len = n & 2 ? (uint32_t)(n * n) : 0;
	item->u.idle.gap = n & 4 ? 12 : (uint32_t)n / 3;
}

/* Each combination of what the reader takes for PHY, of which N is the number. Returns false after the last one. */
static bool expectation(enum phy_kind phy, uint32_t n, struct item_expect *ret)
{
	struct item_expect *e = ret;
	bool frame;

	*e = (struct item_expect){ .what = n % EXPECT_WHAT_COUNT, .none = n / 16 % 2, .from = n / 32 % EXPECT_FROM_COUNT };
	frame = !e->none && e->what <= EXPECT_PFC;
	e->after = (struct item_span){ n % 3, n % 5, n % 7, n % 256 };
	e->until = (struct item_span){ n % 4, e->none ? 1 + n % 6 : n % 6, n, n / 8 % 256 };
	if (!e->none)
		e->within = (struct item_span){ n % 2 * 640, 0, 1 + n % 9, n / 3 % 256 };
	e->octets = frame ? n % 3 * 64 : 0;
	e->time = frame && (e->what == EXPECT_XOFF || e->what == EXPECT_PFC || e->what == EXPECT_PAUSE) ? n % 65537 : 0;
	e->classes = (frame && e->what == EXPECT_PFC) || e->what == EXPECT_CLASSES ? (uint16_t)(n * 77 + 1) : 0;
	if (phy != PHY_XGMII && (e->what == EXPECT_PFC || e->what >= EXPECT_REMOTE_FAULT))
		e->what = EXPECT_DATA, e->time = e->classes = 0;
	if (phy != PHY_MII && (e->what == EXPECT_JAM || e->what == EXPECT_FALSE_CARRIER))
		e->what = EXPECT_DATA;
	if (phy != PHY_MII && e->from >= EXPECT_FROM_COLLISION)
		e->from = EXPECT_FROM_NOW;
	return n < 2000;
}

Test(stim, expectations_read_back_equal)
{
	const struct dut *const duts[] = { dut(), &ten_gigabit, &nibbles };

	for (size_t d = 0; d < COUNT_OF(duts); d++) {
		struct stimulus st = { .seed = 1 };
		struct item item = { .kind = ITEM_EXPECT, .u.expect = { .within = { .octets = 1 } } };
		put_rx(&st, (const uint8_t[60]){ 1 }, 60, FCS_GOOD);
		stimulus_append(&st, &item);
		for (uint32_t n = 0; expectation(duts[d]->phy, n, &item.u.expect); n++)
			stimulus_append(&st, &item);
		check_round_trip(&st, duts[d]);
		stimulus_release(&st);
	}
}

Test(stim, corner_items_of_mii_read_back_equal)
{
	static const enum item_fcs kinds[] = { FCS_GOOD, FCS_BAD, FCS_VALUE, FCS_NONE };
	struct stimulus st = { .seed = 1, .needs = CAP_MII | CAP_HALF_DUPLEX, .only_model = "bcm1250" };
	const struct reg_page *page = reg_page_by_model("bcm1250");
	uint8_t octets[100];

	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i * 73);
	for (unsigned n = 0; n < 17 * 4 * 4; n++) {
		struct item_frame *frame = put_rx(&st, octets, 1 + n % 100, kinds[n % 4]);
		frame->fcs_value = frame->fcs == FCS_VALUE ? n : 0;
		frame->dribble = n % 17;
		frame->lead = n / 4 & 1;
		frame->collides = n / 8 & 1;
		if (n % 3)
			continue;
		st.items[st.count - 1].kind = ITEM_RX_RAW;
		frame->fcs = FCS_NONE;
	}
	for (unsigned n = 0; n < 40; n++) {
		struct item_frame *frame = put_tx(&st, octets, 1 + n);
		frame->host_fcs = n % 5 < 4;
		frame->fcs = n % 5 < 4 ? kinds[n % 5] : FCS_GOOD;
		frame->fcs_value = frame->host_fcs && frame->fcs == FCS_VALUE ? 0xFFFFFF00 + n : 0;
		frame->stall_at = n > 20 ? 20 : -1;
		frame->stall = n > 20 ? n : 0;
	}
	put_varied(&st, (struct item){ .kind = ITEM_PHY }, 96, vary_phy);
	put_varied(&st, (struct item){ .kind = ITEM_NEGOTIATE }, 32, vary_negotiation);
	put_varied(&st, (struct item){ .kind = ITEM_LINK }, 5, vary_link);
	put_varied(&st, (struct item){ .kind = ITEM_COLLISION }, 50, vary_collision);
	put_varied(&st, (struct item){ .kind = ITEM_CARRIER }, 50, vary_carrier);
	put_varied(&st, (struct item){ .kind = ITEM_RX_IDLE }, 60, vary_idle);
	for (size_t i = 0; i < page->count; i++) {
		put_wide_write(&st, page->rows[i].address, 0x8000000000000001 << i % 60, (uint8_t)(255 - i));
		put_wide_write(&st, page->rows[i].address, UINT64_MAX, 0xFF);
		put_read(&st, page->rows[i].address);
		st.items[st.count - 1].u.reg.expect_mask = UINT64_MAX << i % 64;
		st.items[st.count - 1].u.reg.expect = 0xFEDCBA9876543210;
	}
	for (size_t i = 0; i < page->field_count; i++)
		put_wide_write(&st, reg_by_name(page, page->fields[i].reg)->address, reg_field_mask(&page->fields[i]), 0xFF);
	check_round_trip(&st, &nibbles);
	stimulus_release(&st);
}

Test(stim, stops_of_a_clock_read_back_equal)
{
	struct stimulus st = { .seed = 1, .needs = CAP_RX_STOPS | CAP_RX_RESETS };
	struct dut clocked = *dut();

	clocked.capabilities |= CAP_RX_STOPS | CAP_RX_RESETS;
	for (uint32_t cycles = 1; cycles <= 100000; cycles *= 10) {
		struct item item = { .kind = ITEM_CLOCK_STOP, .u.clock = { .domain = CLOCK_RX, .cycles = cycles } };
		stimulus_append(&st, &item);
		item.kind = ITEM_CLOCK_RESET;
		stimulus_append(&st, &item);
	}
	check_round_trip(&st, &clocked);
	stimulus_release(&st);
}

Test(stim, a_full_device_is_reported)
{
	struct stimulus st = { .seed = 1 };
	FILE *out = fopen("/dev/full", "w");

	cr_assert_not_null(out);
	put_wait(&st, WAIT_CYCLES, 1);
	cr_expect_eq(stimulus_write(&st, out, dut()), -ENOSPC);
	fclose(out);
	stimulus_release(&st);
}

/* A person reads what is written: no default, and the writes of a setup as one line. */
Test(stim, what_is_written_is_short)
{
	static const struct {
		const char *text, *written;
	} cases[] = {
		{ "seed 1\nsetup\nwait 5\n", "setup\nwait 5\n" },
		{ "seed 7\nsetup\nsetup\n", "seed 7\nsetup\nsetup\n" },
		{ "rx.frame da=station sa=partner type=0x0800 len=64 fill=inc fcs=good preamble=7 gap=12\n", "rx.frame\n" },
		{ "rx.frame fcs=none\n", "rx.frame fcs=none\n" },
		{ "rx.idle data=14 error=1\nrx.idle data=0x0d error=0 len=3 gap=12\n",
		  "rx.idle data=0x0e\nrx.idle data=0x0d error=0 len=3\n" },
		{ "rx.idle data=1 len=2 gap=0\nrx.frame gap=0\n", "rx.idle data=0x01 len=2 gap=0\nrx.frame gap=0\n" },
		{ "rx.frame fill=hex:0102\n", "rx.frame len=20 fill=hex:0102\n" },
		{ "tx.frame da=partner len=60\n", "tx.frame\n" },
		{ "tx.frame len=61 da=broadcast\n", "tx.frame da=broadcast len=61\n" },
		{ "rx.pause time=65535 len=64\n", "rx.pause time=65535\n" },
		{ "reg.write TX_MODE ENABLE\nwait reg\n", "reg.write TX_MODE ENABLE\nwait reg\n" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct dut *on = dut_by_name("bcm5718");
		char text[400], *written = NULL;
		struct stimulus st = { 0 };
		struct stim_error error = { .message = "" };
		size_t size;
		FILE *out = open_memstream(&written, &size);

		snprintf(text, sizeof(text), "pausebench-stim 1\n%s", cases[i].text);
		cr_assert_eq(read_text(&st, text, strlen(text), on, &error), 0, "%s", error.message);
		cr_assert_eq(stimulus_write(&st, out, on), 0);
		fclose(out);
		cr_expect_str_eq(after_name(written) + 1, cases[i].written, "%s", cases[i].text);
		free(written);
		stimulus_release(&st);
	}
}

/* The line "setup" of a MAC without a device model also waits. A set-up without that wait is no such line. */
Test(stim, the_setup_of_a_profile_reads_back_equal)
{
	struct dut neutral = *dut_by_name("bcm5718");
	struct stim_error error = { .message = "" };
	struct stimulus read = { 0 }, made = { 0 };
	static const char text[] = "pausebench-stim 1\nsetup\nrx.pause time=3\n";

	neutral.capabilities |= CAP_NEUTRAL;
	cr_assert_eq(read_text(&read, text, strlen(text), &neutral, &error), 0, "%s", error.message);
	check_round_trip(&read, &neutral);
	cr_assert_eq(stimulus_setup(&made, &neutral), 0);
	check_round_trip(&made, &neutral);
	stimulus_release(&read);
	stimulus_release(&made);
}
