/* SPDX-License-Identifier: Apache-2.0 */
/* FCS vectors that zlib computed (R8) as literals: in the model, received and sent by the RTL. */
#include "regs.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

struct vector {
	const char *what;
	uint8_t head[24], fcs[4]; /* the remaining octets of the 60 are zero */
	uint8_t pfc_times[16];
	bool own_address, is_pause;
};

static const struct vector vectors[] = {
	{ .what = "PAUSE, time FFFF",
	  .is_pause = true,
	  .fcs = { 0x9B, 0x60, 0xE9, 0x3C },
	  .head = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0xFF,
	            0xFF } },
	{ .what = "PAUSE, time 0000",
	  .is_pause = true,
	  .fcs = { 0x1F, 0x0B, 0xE6, 0x45 },
	  .head = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0x00,
	            0x00 } },
	{ .what = "PAUSE, time 0010",
	  .is_pause = true,
	  .fcs = { 0x29, 0x71, 0xFF, 0xEF },
	  .head = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0x00,
	            0x10 } },
	{ .what = "unicast PAUSE, time 0001",
	  .is_pause = true,
	  .own_address = true,
	  .fcs = { 0x50, 0xAE, 0xDA, 0xD1 },
	  .head = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x01, 0x00,
	            0x01 } },
	{ .what = "opcode 0002",
	  .fcs = { 0x8A, 0x75, 0x2D, 0x7A },
	  .head = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x00, 0x02 } },
	/* opcode 0101, class-enable vector 0009, times of class 0 to 7 */
	{ .what = "PFC, vector 0009",
	  .fcs = { 0xE3, 0xDC, 0x58, 0xE6 },
	  .head = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x01, 0x01, 0x00, 0x09 },
	  .pfc_times = { 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF } },
};

static void vector_octets(const struct vector *v, uint8_t *ret)
{
	memset(ret, 0, 60);
	memcpy(ret, v->head, sizeof(v->head));
	memcpy(ret + 18, v->pfc_times, sizeof(v->pfc_times));
	memcpy(ret + 60, v->fcs, 4);
}

static const char *octets_text(const uint8_t *octets, size_t len, char *ret, size_t size)
{
	size_t used = 0;

	ret[0] = 0;
	for (size_t i = 0; i < len && used + 4 < size; i++)
		used += (size_t)snprintf(ret + used, size - used, "%02X ", octets[i]);
	return ret;
}

/* 802.3 3.2.9, a bit at a time. */
static uint32_t fcs_by_bits(const uint8_t *octets, size_t len)
{
	uint32_t fcs = UINT32_MAX;

	for (size_t i = 0; i < 8 * len; i++)
		fcs = fcs >> 1 ^ (((fcs ^ octets[i / 8] >> i % 8) & 1) ? 0xEDB88320 : 0);
	return ~fcs;
}

Test(fcs, every_length_and_place_in_memory)
{
	uint8_t octets[704];

	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)(i * i * 31 + i * 7 + (i >> 3));
	for (size_t len = 0; len + 64 < sizeof(octets); len++)
		for (size_t at = 0; at < 64; at += 9)
			cr_assert_eq(frame_fcs(octets + at, len), fcs_by_bits(octets + at, len), "%zu octets at %zu", len, at);
}

Test(fcs, model_computes_the_six_vectors)
{
	for (size_t i = 0; i < COUNT_OF(vectors); i++) {
		uint8_t octets[64], fcs[4];
		char text[16];
		vector_octets(&vectors[i], octets);
		frame_put_fcs(fcs, frame_fcs(octets, 60));
		cr_expect_arr_eq(fcs, vectors[i].fcs, 4, "%s: actual %s", vectors[i].what,
		                 octets_text(fcs, 4, text, sizeof(text)));
		cr_expect_eq(frame_get_fcs(octets + 60), frame_fcs(octets, 60), "%s", vectors[i].what);
	}
}

/* R8: after a whole good frame the register holds 0xDEBB20E3; the library returns its complement. */
Test(fcs, residue_of_every_good_frame)
{
	for (size_t i = 0; i < COUNT_OF(vectors); i++) {
		uint8_t octets[64];
		vector_octets(&vectors[i], octets);
		cr_expect_eq(~frame_fcs(octets, 64), 0xDEBB20E3, "%s: actual 0x%08X", vectors[i].what, ~frame_fcs(octets, 64));
	}
}

Test(fcs, padding_is_part_of_the_check_sequence)
{
	for (size_t i = 0; i < 4; i++) {
		uint8_t octets[64];
		vector_octets(&vectors[i], octets);
		cr_expect_eq(frame_fcs_padded(octets, 18, 42), frame_get_fcs(vectors[i].fcs), "%s", vectors[i].what);
		cr_expect_neq(frame_fcs_padded(octets, 18, 41), frame_get_fcs(vectors[i].fcs), "%s", vectors[i].what);
	}
}

Test(fcs, model_builds_the_first_three_vectors)
{
	static const uint8_t source[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
	static const uint16_t quanta[3] = { 0xFFFF, 0, 0x10 };

	for (size_t i = 0; i < 3; i++) {
		uint8_t octets[64], built[64];
		char text[200];
		vector_octets(&vectors[i], octets);
		frame_pause(built, source, quanta[i]);
		cr_expect_arr_eq(built, octets, 64, "%s: actual %s", vectors[i].what, octets_text(built, 64, text, sizeof(text)));
	}
}

/* The registers of each model that hold the station address 02-00-00-00-00-01, and the counters of frames with a bad FCS and of PAUSE frames. */
static const struct fcs_page {
	const char *model;
	struct {
		const char *name; /* NULL: all in the first */
		uint64_t value;
	} address[2];
	const char *fcs_errors, *pauses[2]; /* NULL: likewise, or it counts none */
} fcs_pages[] = {
	{ "bcm5718",
	  { { "MAC_ADDR_0_HIGH", 0x0200 }, { "MAC_ADDR_0_LOW", 0x00000001 } },
	  "dot3StatsFCSErrors",
	  { "xonPauseFramesReceived", "xoffPauseFramesReceived" } },
	{ "i82598", { { "RAL0", 0x00000002 }, { "RAH0", 0x80000100 } }, "CRCERRS", { "LXONRXC", "LXOFFRXC" } },
	{ "ll10g",
	  { { "primary_mac_addr0", 0x00000001 }, { "primary_mac_addr1", 0x0200 } },
	  "rx_stats_framesCRCErr",
	  { "rx_stats_pauseMACCtrl_Frames", NULL } },
	{ "bcm1250", { { "ethernet_addr", 0x010000000002 }, { NULL, 0 } }, "RX_FCS_ERROR", { NULL, NULL } },
};

static const struct fcs_page *fcs_page_of(const struct dut *dut)
{
	for (size_t i = 0; i < COUNT_OF(fcs_pages); i++)
		if (!strcmp(fcs_pages[i].model, dut->model))
			return &fcs_pages[i];
	cr_assert_fail("dut %s: no page for the model %s", dut->name, dut->model);
	return NULL;
}

static uint16_t address_of(const struct dut *dut, const char *name)
{
	const struct reg_row *row = reg_by_name(reg_page_by_model(dut->model), name);

	cr_assert(row, "%s", name);
	return row->address;
}

/* Receives the vectors unchanged, and then with each bit of the FCS inverted: only the unchanged ones are good and PAUSE frames. */
Test(fcs_rtl, received_vectors_are_good_and_one_wrong_bit_makes_them_bad)
{
	for (size_t d = 0; d < dut_count; d++)
		for (size_t i = 0; i < COUNT_OF(vectors); i++) {
			const struct dut *dut = &dut_table[d];
			const struct fcs_page *page = fcs_page_of(dut);
			struct stimulus st = { .seed = 21 };
			struct recording r;
			uint8_t octets[64];
			bool sticks;
			uint32_t errors, due,
			    pauses = 0, preset = (uint32_t)-dut_param(dut, dut->phy == PHY_MII ? "RmonPreset" : "StatPreset");
			cr_assert_eq(stimulus_setup(&st, dut), 0);
			for (int k = 0; k < 2 && vectors[i].own_address && page->address[k].name; k++)
				put_wide_write(&st, address_of(dut, page->address[k].name), page->address[k].value,
				               reg_strobe(reg_page_by_model(dut->model)));
			put_settle(&st);
			vector_octets(&vectors[i], octets);
			put_rx(&st, octets, 64, FCS_NONE);
			for (int bit = 0; bit < 32; bit++) {
				octets[60 + bit / 8] ^= (uint8_t)(1 << bit % 8);
				put_rx(&st, octets, 64, FCS_NONE);
				octets[60 + bit / 8] ^= (uint8_t)(1 << bit % 8);
			}
			put_wait(&st, WAIT_IDLE, 0);
			put_read(&st, address_of(dut, page->fcs_errors));
			for (int k = 0; k < 2 && page->pauses[k]; k++)
				put_read(&st, address_of(dut, page->pauses[k]));
			record(dut, &st, &r);
			cr_assert_eq(recorded_count(&r, EVENT_OBS_RX), 33);
			for (size_t n = 0; n < 33; n++) {
				uint32_t value = recorded(&r, EVENT_OBS_RX, n)->value;
				bool good = !n, pause = good && vectors[i].is_pause;
				cr_expect_eq(value & 0xFFFF, 64, "%s: length %u", vectors[i].what, value & 0xFFFF);
				cr_expect_eq(!(value >> 16 & 1), good,
				             "dut %s seed 21: %s, FCS bit %d wrong: record 0x%X (R8, R20)", dut->name,
				             vectors[i].what, (int)n - 1, value);
				cr_expect_eq(value >> 17 & 1, pause,
				             "dut %s seed 21: %s, FCS bit %d wrong: record 0x%X (R10, R11)", dut->name,
				             vectors[i].what, (int)n - 1, value);
			}
			errors = recorded_read(&r, address_of(dut, page->fcs_errors), 0) - preset;
			for (int k = 0; k < 2 && page->pauses[k]; k++)
				pauses += recorded_read(&r, address_of(dut, page->pauses[k]), 0) - preset;
			sticks = reg_by_address(reg_page_by_model(dut->model), address_of(dut, page->fcs_errors))->full ==
			         COUNTER_STICK;
			due = sticks && ~preset < 32 ? ~preset : 32; /* bits up to its end only */
			cr_expect_eq(errors, due, "dut %s: %s: FCS errors %u", dut->name, vectors[i].what, errors);
			cr_expect_eq(pauses, page->pauses[0] && vectors[i].is_pause, "dut %s: %s: PAUSE frames %u", dut->name,
			             vectors[i].what, pauses);
			recording_release(&r);
			stimulus_release(&st);
		}
}

static void check_sent(const struct dut *dut, const struct recording *r, size_t nth, const uint8_t *octets, const char *what)
{
	static const uint8_t head[8] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	const struct event *e = recorded(r, EVENT_TX_END, nth);
	char text[240];

	cr_assert_not_null(e, "dut %s: %s was not sent", dut->name, what);
	cr_assert_eq(e->len, 72, "dut %s: %s: %u octets", dut->name, what, e->len);
	cr_expect_arr_eq(e->octets, head, 8, "dut %s cycle %lu: preamble", dut->name, e->cycle);
	cr_expect_arr_eq(e->octets + 8, octets, 64, "dut %s cycle %lu: %s: actual %s (R1-R8)", dut->name, e->cycle, what,
	                 octets_text(e->octets + 8, 64, text, sizeof(text)));
	cr_expect_eq(e->value, 0, "dut %s cycle %lu: tx_er", dut->name, e->cycle);
}

/* With a low mark above the largest free count the DUT sends XOFF with the long time FFFF; then, with both marks 0, XON. */
Test(fcs_rtl, sent_pause_frames_are_the_literal_octets)
{
	const struct dut *dut = dut_by_name("bcm5718");
	struct stimulus st = { .seed = 22 };
	struct recording r;
	uint8_t xoff[64], xon[64];

	put_setup(&st, 0x002, 0x052);
	put_xoff_and_xon(&st);
	record(dut, &st, &r);
	cr_assert_eq(recorded_count(&r, EVENT_TX_END), 2);
	vector_octets(&vectors[0], xoff);
	vector_octets(&vectors[1], xon);
	check_sent(dut, &r, 0, xoff, "XOFF");
	check_sent(dut, &r, 1, xon, "XON");
	recording_release(&r);
	stimulus_release(&st);
}

Test(fcs_rtl, sent_data_frames_carry_pad_and_check_sequence)
{
	struct stimulus st = { .seed = 23 };
	struct recording r;
	uint8_t octets[64];

	/* the third vector as a data frame of 18 octets: pad and FCS come from the MAC */
	vector_octets(&vectors[2], octets);
	put_setup(&st, 0x002, 0x002);
	put_tx(&st, octets, 18);
	put_tx(&st, octets, 60);
	put_wait(&st, WAIT_TX, 0);
	record(&dut_table[0], &st, &r);
	check_sent(&dut_table[0], &r, 0, octets, "padded frame");
	check_sent(&dut_table[0], &r, 1, octets, "full frame");
	recording_release(&r);
	stimulus_release(&st);
}
