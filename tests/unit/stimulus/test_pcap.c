/* SPDX-License-Identifier: Apache-2.0 */
/* Captures: every file format gives the same items, bad files are refused, and tshark sees what is wrong. */
#include "capture.h"
#include "support.h"

#include "part/frame.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int import_on(struct stimulus *st, const struct dut *dut, const struct capture_bytes *c,
                     const struct pcap_options *options, struct stim_error *error)
{
	char path[64];
	int rc;

	mkdir("build/tests", 0777);
	snprintf(path, sizeof(path), "build/tests/pcap.%d", getpid());
	file_write(path, c->octets, c->len);
	*st = (struct stimulus){ 0 };
	rc = stimulus_from_pcap(st, path, dut, options, error);
	cr_expect(rc != -EINVAL || !strcmp(error->file, path), "the message names '%s' instead of '%s'", error->file, path);
	unlink(path);
	return rc;
}

static int import_file(struct stimulus *st, const struct capture_bytes *c, const struct pcap_options *options,
                       struct stim_error *error)
{
	return import_on(st, &dut_table[0], c, options, error);
}

/* Returns the NTH imported receive item. */
static const struct item_frame *imported(const struct stimulus *st, size_t nth)
{
	for (size_t i = 0; i < st->count; i++)
		if (st->items[i].kind == ITEM_RX_FRAME && !nth--)
			return &st->items[i].u.frame;
	return NULL;
}

/* Three frames: a PAUSE, 10 us later 61 octets, 20 us later 1,500. */
static void make_capture(struct capture_bytes *c, enum capture_format format)
{
	uint8_t pause[60], octets[1500];

	make_pause(pause, 0x0102);
	make_frame(octets, sizeof(octets), "00-11-22-33-44-55", 0x0800);
	capture_head(c, format, 1);
	capture_packet(c, format, 0, pause, 60, 60);
	capture_packet(c, format, 10000, octets, 61, 61);
	capture_packet(c, format, 30000, octets, 1500, 1500);
}

Test(pcap, every_format_gives_the_same_items)
{
	const struct pcap_options options = { .keep_gaps = true };
	struct stimulus reference;
	struct stim_error error;
	struct capture_bytes c;

	make_capture(&c, PCAP_NANO);
	cr_assert_eq(import_file(&reference, &c, &options, &error), 0, "%s", error.message);
	for (enum capture_format format = 0; format < CAPTURE_FORMATS; format++) {
		struct stimulus st;
		char difference[160];
		make_capture(&c, format);
		cr_expect_eq(import_file(&st, &c, &options, &error), 0, "%s: %s", capture_format_names[format], error.message);
		cr_expect_null(stimulus_difference(&reference, &st, difference, sizeof(difference)), "%s: %s",
		               capture_format_names[format], difference);
		stimulus_release(&st);
	}
	stimulus_release(&reference);
}

Test(pcap, frames_get_a_good_fcs_and_keep_their_octets)
{
	const struct pcap_options options = { 0 };
	static const uint32_t lens[] = { 60, 61, 1500 };
	struct stimulus st;
	struct stim_error error;
	struct capture_bytes c;
	uint8_t pause[60];

	make_pause(pause, 0x0102);
	make_capture(&c, PCAP_MICRO);
	cr_assert_eq(import_file(&st, &c, &options, &error), 0);
	for (size_t i = 0; i < 3; i++) {
		const struct item_frame *f = imported(&st, i);
		cr_assert_not_null(f);
		cr_expect_eq(f->len, lens[i]);
		cr_expect_eq(f->fcs, FCS_GOOD);
		cr_expect(f->preamble == 7 && f->sfd == 0xD5 && f->error_at == INT32_MIN);
	}
	cr_expect_null(imported(&st, 3));
	cr_expect_arr_eq(imported(&st, 0)->octets, pause, 60);
	stimulus_release(&st);
}

Test(pcap, captured_fcs_is_sent_as_captured)
{
	const struct pcap_options options = { .fcs = CAPTURE_FCS_PRESENT };
	struct stimulus st;
	struct stim_error error;
	struct capture_bytes c;

	make_capture(&c, PCAP_MICRO);
	cr_assert_eq(import_file(&st, &c, &options, &error), 0);
	for (size_t i = 0; i < 3; i++)
		cr_expect_eq(imported(&st, i)->fcs, FCS_NONE);
	cr_expect_eq(imported(&st, 0)->len, 60);
	stimulus_release(&st);
}

/* Time stamps are those of the beginnings of frames: of 10 us, which are 1,250 octet times, the first frame takes 8 + 60 + 4. */
Test(pcap, gaps_are_kept_closed_or_limited)
{
	static const struct {
		struct pcap_options options;
		uint32_t gap[3];
	} cases[] = {
		{ { .keep_gaps = true }, { 12, 1250 - 72, 2500 - 73 } },
		{ { .keep_gaps = false }, { 12, 12, 12 } },
		{ { .keep_gaps = true, .max_gap = 1500 }, { 12, 1178, 1500 } },
		{ { .keep_gaps = true, .fcs = CAPTURE_FCS_PRESENT }, { 12, 1250 - 68, 2500 - 69 } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct stimulus st;
		struct stim_error error;
		struct capture_bytes c;
		make_capture(&c, PCAP_NANO);
		cr_assert_eq(import_file(&st, &c, &cases[i].options, &error), 0);
		for (size_t n = 0; n < 3; n++)
			cr_expect_eq(imported(&st, n)->gap, cases[i].gap[n], "case %zu, frame %zu: gap expected %u, actual %u", i,
			             n, cases[i].gap[n], imported(&st, n)->gap);
		stimulus_release(&st);
	}
}

/* At 10 Gb/s 10 us are 12,500 octet times, 1.25 for each nanosecond. */
Test(pcap, gaps_at_10_gigabit_are_octet_times)
{
	static const struct dut ten = { .name = "ten", .phy = PHY_XGMII, .clock_hz = 156250000, .model = "ll10g" };
	const struct pcap_options options = { .keep_gaps = true };
	static const uint32_t gaps[] = { 12, 12500 - 72, 25000 - 73 };
	struct stimulus st;
	struct stim_error error;
	struct capture_bytes c;

	make_capture(&c, PCAP_NANO);
	cr_assert_eq(import_on(&st, &ten, &c, &options, &error), 0, "%s", error.message);
	for (size_t n = 0; n < COUNT_OF(gaps); n++) {
		const struct item_frame *frame = imported(&st, n);
		cr_expect_eq(frame->gap, gaps[n], "frame %zu: expected %u, actual %u", n, gaps[n], frame->gap);
		cr_expect(frame->column == COLUMN_ANY && frame->end_code == 0xFD, "frame %zu ends with 0x%02X", n,
		          frame->end_code);
	}
	stimulus_release(&st);
}

/* A capture is injected after the set-up and at 1000 Mb/s, where 10 us are 1,250 octet times. */
Test(pcap, mii_devices_take_captures)
{
	static const uint32_t gaps[] = { 12, 1250 - 72, 2500 - 73 };
	const struct pcap_options kept = { .keep_gaps = true }, closed = { 0 };
	size_t duts = 0;

	for (size_t d = 0; d < dut_count; d++) {
		const struct dut *dut = &dut_table[d];
		struct stimulus st;
		struct stim_error error;
		struct run_result result;
		struct capture_bytes c;
		if (dut->phy != PHY_MII)
			continue;
		duts++;
		make_capture(&c, PCAP_NANO);
		cr_assert_eq(import_on(&st, dut, &c, &kept, &error), 0, "%s", error.message);
		for (size_t n = 0; n < COUNT_OF(gaps); n++)
			cr_expect_eq(imported(&st, n)->gap, gaps[n], "%s frame %zu: expected %u, actual %u", dut->name, n,
			             gaps[n], imported(&st, n)->gap);
		stimulus_release(&st);
		for (int black_box = 0; black_box < 2; black_box++) {
			char line[500];
			st = (struct stimulus){ 0 };
			cr_assert_eq(stimulus_from_pcap(&st, "tests/data/captures/traffic.pcap", dut, &closed, &error), 0, "%s",
			             error.message);
			run_checked(dut, &st, black_box, &result);
			cr_expect_eq(result.status, RUN_OK, "%s", finding_line(dut, &st, &result, line, sizeof(line)));
			cr_expect_eq(result.items, st.count, "%s: %zu items, carried out %zu", dut->name, st.count,
			             (size_t)result.items);
			stimulus_release(&st);
		}
	}
	cr_expect_gt(duts, 0);
}

/* A read of a low word keeps the high word for the next read. */
Test(pcap, every_counter_is_read_at_the_end_low_word_first)
{
	static const char *const models[] = { "bcm5718", "ll10g", "i82598", "bcm1250" };

	for (size_t m = 0; m < COUNT_OF(models); m++) {
		const struct dut dut = { .name = "any", .phy = PHY_XGMII, .clock_hz = 156250000, .model = models[m] };
		const struct reg_page *page = reg_page_by_model(models[m]);
		const struct pcap_options options = { 0 };
		size_t reads = 0, words = 0;
		struct stimulus st;
		struct stim_error error;
		struct capture_bytes c;
		make_capture(&c, PCAP_MICRO);
		cr_assert_eq(import_on(&st, &dut, &c, &options, &error), 0, "%s", error.message);
		for (size_t i = 0; i < st.count; i++) {
			const struct reg_row *row = reg_by_address(page, st.items[i].u.reg.address);
			if (st.items[i].kind != ITEM_REG_READ)
				continue;
			reads += row->kind == REG_COUNTER || row->kind == REG_COUNTER_HIGH;
			if (row->kind == REG_COUNTER_HIGH)
				cr_expect_eq(st.items[i - 1].u.reg.address, row->address - 4, "%s", row->name);
		}
		for (size_t i = 0; i < page->count; i++)
			words += page->rows[i].kind == REG_COUNTER || page->rows[i].kind == REG_COUNTER_HIGH;
		cr_expect_eq(reads, words, "%s: %zu reads of %zu words", models[m], reads, words);
		stimulus_release(&st);
	}
}

Test(pcap, time_that_goes_backwards_or_stands_still_gives_the_minimum_gap)
{
	const struct pcap_options options = { .keep_gaps = true };
	struct stimulus st;
	struct stim_error error;
	struct capture_bytes c;
	uint8_t pause[60];

	make_pause(pause, 1);
	capture_head(&c, PCAP_NANO, 1);
	capture_packet(&c, PCAP_NANO, 5000000000, pause, 60, 60);
	capture_packet(&c, PCAP_NANO, 5000000000, pause, 60, 60);
	capture_packet(&c, PCAP_NANO, 1000, pause, 60, 60);
	capture_packet(&c, PCAP_NANO, 4000000000, pause, 60, 60);
	cr_assert_eq(import_file(&st, &c, &options, &error), 0);
	cr_expect_eq(imported(&st, 1)->gap, 12);
	cr_expect_eq(imported(&st, 2)->gap, 12);
	cr_expect_eq(imported(&st, 3)->gap, 1000000, "four seconds are closed to the default limit");
	stimulus_release(&st);
}

Test(pcap, short_frames_are_padded_before_an_fcs_is_added)
{
	const struct pcap_options add = { 0 }, present = { .fcs = CAPTURE_FCS_PRESENT };
	struct stimulus st;
	struct stim_error error;
	struct capture_bytes c;
	uint8_t frame[42];

	make_frame(frame, sizeof(frame), "FF-FF-FF-FF-FF-FF", 0x0806);
	capture_head(&c, PCAP_MICRO, 1);
	capture_packet(&c, PCAP_MICRO, 0, frame, 42, 42);
	cr_assert_eq(import_file(&st, &c, &add, &error), 0);
	cr_expect_eq(imported(&st, 0)->len, 60);
	cr_expect_arr_eq(imported(&st, 0)->octets, frame, 42);
	for (size_t i = 42; i < 60; i++)
		cr_expect_eq(imported(&st, 0)->octets[i], 0);
	stimulus_release(&st);
	cr_assert_eq(import_file(&st, &c, &present, &error), 0);
	cr_expect_eq(imported(&st, 0)->len, 42, "a frame with its FCS is taken as captured");
	stimulus_release(&st);
}

static void check_refused(const struct capture_bytes *c, const char *what, const char *message)
{
	const struct pcap_options options = { 0 };
	struct stimulus st;
	struct stim_error error;
	int rc = import_file(&st, c, &options, &error);

	cr_expect_eq(rc, -EINVAL, "%s: returned %d", what, rc);
	if (rc == -EINVAL) {
		cr_expect(!error.line && !error.column);
		cr_expect_not_null(strstr(error.message, message), "%s: expected '...%s...', actual '%s'", what, message,
		                   error.message);
	}
	stimulus_release(&st);
}

/* A file that is cut after any octet gives whole packets only, never a part of one. */
Test(pcap, truncated_files_are_refused)
{
	static const enum capture_format formats[] = { PCAP_MICRO, PCAPNG_NANO };

	for (size_t f = 0; f < COUNT_OF(formats); f++) {
		const struct pcap_options options = { 0 };
		uint8_t pause[60];
		struct capture_bytes whole, cut;
		unsigned accepted = 0;
		size_t end[2];
		make_pause(pause, 1);
		capture_head(&whole, formats[f], 1);
		capture_packet(&whole, formats[f], 0, pause, 60, 60);
		end[0] = whole.len;
		capture_packet(&whole, formats[f], 5000, pause, 60, 60);
		end[1] = whole.len;
		cut = whole;
		for (cut.len = 0; cut.len <= whole.len; cut.len++) {
			struct stimulus st;
			struct stim_error error;
			int rc = import_file(&st, &cut, &options, &error);
			bool whole_packets = cut.len == end[0] || cut.len == end[1];
			if (rc != (whole_packets ? 0 : -EINVAL) || (rc == -EINVAL && !error.message[0]))
				cr_expect_fail("%s, %zu octets: returned %d (%s)", capture_format_names[formats[f]], cut.len, rc,
				               error.message);
			accepted += !rc;
			stimulus_release(&st);
		}
		cr_expect_eq(accepted, 2, "%s", capture_format_names[formats[f]]);
	}
}

Test(pcap, truncated_files_name_the_packet)
{
	struct capture_bytes c;

	make_capture(&c, PCAP_MICRO);
	c.len -= 100;
	check_refused(&c, "cut in packet 3", "after packet 2");
}

Test(pcap, foreign_files_are_refused)
{
	struct capture_bytes c = { 0 };
	uint8_t octets[64] = { 0 };

	check_refused(&c, "an empty file", "the file is empty");
	capture_put(&c, "GIF89a, not a capture at all, but long enough to hold a header of one", 60);
	check_refused(&c, "a picture", "not a pcap or pcapng capture");
	capture_head(&c, PCAP_MICRO, 1);
	check_refused(&c, "no packets", "no packets");
	capture_head(&c, PCAPNG_NANO, 1);
	check_refused(&c, "pcapng without packets", "no packets");
	capture_head(&c, PCAP_MICRO, 113);
	capture_packet(&c, PCAP_MICRO, 0, octets, 64, 64);
	check_refused(&c, "Linux cooked capture", "not an Ethernet capture");
	capture_head(&c, PCAP_MICRO, 1);
	capture_packet(&c, PCAP_MICRO, 0, octets, 64, 64);
	capture_packet(&c, PCAP_MICRO, 0, octets, 64, 128);
	check_refused(&c, "snap length", "packet 2 was cut to 64 of 128 octets");
	capture_head(&c, PCAP_MICRO, 1);
	capture_packet(&c, PCAP_MICRO, 0, octets, 0, 0);
	check_refused(&c, "an empty packet", "packet 1 is empty");
}

/* ---- frames that end with their FCS ---- */

enum { WITH_FCS = 64, WITHOUT_FCS = 60, FLAGS_FCS_4 = 4 << 5 };

/* A PAUSE with its FCS. */
static void make_whole(uint8_t frame[WITH_FCS])
{
	uint32_t fcs;

	make_pause(frame, 0x0102);
	fcs = frame_fcs(frame, WITHOUT_FCS);
	frame_put_fcs(frame + WITHOUT_FCS, fcs);
}

/* Imports C, which must succeed, as FCS says; expects the kinds KIND of the frames, and a warning if WARNED. */
static void check_fcs(const struct capture_bytes *c, enum capture_fcs fcs, const enum item_fcs *kind, size_t frames, bool warned,
                      const char *what)
{
	const struct pcap_options options = { .fcs = fcs };
	struct stimulus st;
	struct stim_error error;
	int rc = import_file(&st, c, &options, &error);

	cr_expect_eq(rc, 0, "%s: %s", what, error.message);
	for (size_t i = 0; i < frames && !rc; i++) {
		const struct item_frame *frame = imported(&st, i);
		cr_assert_not_null(frame, "%s: no frame %zu", what, i);
		cr_expect_eq(frame->fcs, kind[i], "%s: frame %zu gets %s FCS", what, i,
		             frame->fcs == FCS_NONE ? "no second" : "an");
	}
	cr_expect(rc || !imported(&st, frames), "%s: too many frames", what);
	cr_expect_eq(!!st.warning[0], warned, "%s: warning '%s'", what, st.warning);
	stimulus_release(&st);
}

Test(pcap, a_frame_that_the_file_says_ends_with_its_fcs_gets_no_second_one)
{
	static const enum item_fcs captured[] = { FCS_NONE, FCS_NONE }, added[] = { FCS_GOOD, FCS_GOOD },
				   second[] = { FCS_NONE, FCS_GOOD }, first[] = { FCS_GOOD, FCS_NONE };
	uint8_t frame[WITH_FCS];
	struct capture_bytes c;

	make_whole(frame);
	for (enum capture_format format = 0; format < CAPTURE_FORMATS; format++) {
		capture_head_with_fcs(&c, format);
		capture_packet(&c, format, 0, frame, WITH_FCS, WITH_FCS);
		capture_packet(&c, format, 1000, frame, WITH_FCS, WITH_FCS);
		check_fcs(&c, CAPTURE_FCS_AS_STATED, captured, 2, false, capture_format_names[format]);
		check_fcs(&c, CAPTURE_FCS_PRESENT, captured, 2, false, capture_format_names[format]);
	}
	capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
	capture_packet_of(&c, 0, FLAGS_FCS_4, frame, WITH_FCS);
	capture_packet_of(&c, 0, 0, frame, WITHOUT_FCS);
	check_fcs(&c, CAPTURE_FCS_AS_STATED, second, 2, false, "epb_flags of one of two packets");
	capture_head_with_fcs(&c, PCAPNG_MICRO);
	capture_interface(&c, 65535, 0);
	capture_packet_of(&c, 1, 0, frame, WITHOUT_FCS);
	capture_packet_of(&c, 0, 0, frame, WITH_FCS);
	check_fcs(&c, CAPTURE_FCS_AS_STATED, first, 2, false, "an interface with and one without");
	capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
	capture_interface(&c, 65535, 32);
	capture_packet_of(&c, 1, 0, frame, WITH_FCS);
	check_fcs(&c, CAPTURE_FCS_AS_STATED, captured, 1, false, "if_fcslen in bits, as the draft says");
	capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
	capture_packet_of(&c, 0, 0, frame, WITHOUT_FCS);
	check_fcs(&c, CAPTURE_FCS_AS_STATED, added, 1, false, "nothing stated, none there");
}

/* Packet 2 of 3 is none that ends with a right FCS: damaged on the wire. */
Test(pcap, a_file_that_says_nothing_of_the_fcs_that_is_there_gets_a_warning)
{
	static const enum item_fcs captured[] = { FCS_NONE, FCS_NONE, FCS_NONE }, added[] = { FCS_GOOD, FCS_GOOD, FCS_GOOD };
	uint8_t frame[WITH_FCS], damaged[WITH_FCS];
	struct capture_bytes c;

	make_whole(frame);
	make_whole(damaged);
	damaged[20] ^= 1;
	for (enum capture_format format = 0; format < CAPTURE_FORMATS; format++) {
		capture_head(&c, format, CAPTURE_ETHERNET);
		capture_packet(&c, format, 0, frame, WITH_FCS, WITH_FCS);
		capture_packet(&c, format, 1000, damaged, WITH_FCS, WITH_FCS);
		capture_packet(&c, format, 2000, frame, WITH_FCS, WITH_FCS);
		check_fcs(&c, CAPTURE_FCS_AS_STATED, added, 3, true, capture_format_names[format]);
		check_fcs(&c, CAPTURE_FCS_PRESENT, captured, 3, false, capture_format_names[format]);
		check_fcs(&c, CAPTURE_FCS_ABSENT, added, 3, false, capture_format_names[format]);
	}
	capture_head(&c, PCAP_NANO, CAPTURE_ETHERNET);
	capture_packet(&c, PCAP_NANO, 0, damaged, WITH_FCS, WITH_FCS);
	capture_packet(&c, PCAP_NANO, 0, frame, WITHOUT_FCS, WITHOUT_FCS);
	check_fcs(&c, CAPTURE_FCS_AS_STATED, added, 2, false, "no right FCS");
}

Test(pcap, an_option_against_what_the_file_says_of_its_fcs_is_refused)
{
	static const struct {
		int stated;
		enum capture_fcs said;
		const char *words;
	} cases[] = {
		{ 4, CAPTURE_FCS_ABSENT, "packet 1 ends with its FCS, the file says" },
		{ 0, CAPTURE_FCS_PRESENT, "packet 1 ends without its FCS, the file says" },
		{ 2, CAPTURE_FCS_AS_STATED, "packet 1 has an FCS of 2 octets" },
	};
	uint8_t frame[WITH_FCS];
	struct capture_bytes c;

	make_whole(frame);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct pcap_options options = { .fcs = cases[i].said };
		struct stimulus st;
		struct stim_error error;
		capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
		capture_interface(&c, 65535, cases[i].stated);
		capture_packet_of(&c, 1, 0, frame, WITH_FCS);
		cr_expect_eq(import_file(&st, &c, &options, &error), -EINVAL, "%s", cases[i].words);
		cr_expect_not_null(strstr(error.message, cases[i].words), "'%s' is not in '%s'", cases[i].words, error.message);
		stimulus_release(&st);
	}
}

/* mergecap joins captures whose interfaces have snap lengths of their own. */
Test(pcap, interfaces_may_have_different_snap_lengths)
{
	static const enum item_fcs added[] = { FCS_GOOD, FCS_GOOD, FCS_GOOD };
	uint8_t frame[WITH_FCS];
	struct capture_bytes c;

	make_whole(frame);
	capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
	capture_interface(&c, 262144, -1);
	capture_interface(&c, 0, -1);
	for (uint32_t i = 0; i < 3; i++)
		capture_packet_of(&c, i, 0, frame, WITHOUT_FCS);
	check_fcs(&c, CAPTURE_FCS_AS_STATED, added, 3, false, "snap lengths 65535, 262144 and none");
}

Test(pcap, packets_without_a_time_have_the_minimum_gap)
{
	const struct pcap_options options = { .keep_gaps = true };
	uint8_t frame[WITH_FCS];
	struct capture_bytes c;
	struct stimulus st;
	struct stim_error error;

	make_whole(frame);
	capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
	capture_simple_packet(&c, frame, WITHOUT_FCS, WITHOUT_FCS);
	capture_simple_packet(&c, frame, WITHOUT_FCS, WITHOUT_FCS);
	cr_assert_eq(import_file(&st, &c, &options, &error), 0, "%s", error.message);
	cr_expect_eq(imported(&st, 0)->gap, 12);
	cr_expect_eq(imported(&st, 1)->gap, 12);
	stimulus_release(&st);
	capture_head(&c, PCAPNG_MICRO, CAPTURE_ETHERNET);
	capture_simple_packet(&c, frame, WITHOUT_FCS, 1000);
	check_refused(&c, "a simple packet of 1,000 octets in a block of 60", "the file ends inside of a packet");
}

Test(pcap, a_missing_file_is_an_error_of_the_environment)
{
	const struct pcap_options options = { 0 };
	struct stimulus st = { 0 };
	struct stim_error error;

	cr_expect_eq(stimulus_from_pcap(&st, "build/tests/no-such.pcap", &dut_table[0], &options, &error), -ENOENT);
	stimulus_release(&st);
}

Test(pcap, a_stimulus_line_injects_a_capture_beside_it)
{
	static const char text[] = "pausebench-stim 1\nsetup\npcap file=beside.pcap gaps=keep max_gap=100\nwait idle\n";
	struct stimulus st = { 0 };
	struct stim_error error;
	struct capture_bytes c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "pcap_beside");
	make_capture(&c, PCAPNG_MICRO);
	file_write("build/tests/pcap_beside/beside.pcap", c.octets, c.len);
	file_write("build/tests/pcap_beside/x.stim", text, strlen(text));
	cr_assert_eq(stimulus_read(&st, "build/tests/pcap_beside/x.stim", &dut_table[0], &error), 0, "%s", error.message);
	cr_assert_not_null(imported(&st, 2));
	cr_expect_eq(imported(&st, 2)->gap, 100);
	cr_expect_eq(imported(&st, 2)->len, 1500);
	stimulus_release(&st);
}

/* The test above can fail: tshark does find a bad FCS. */
Test(pcap, tshark_sees_a_bad_fcs)
{
	struct capture_bytes c;
	struct command command;
	uint8_t frame[64];

	make_pause(frame, 1);
	memset(frame + 60, 0xEE, 4);
	capture_head(&c, PCAP_NANO, 1);
	capture_packet(&c, PCAP_NANO, 0, frame, 64, 64);
	command_run(&command, "mkdir -p build/tests");
	command_release(&command);
	file_write("build/tests/bad.pcap", c.octets, c.len);
	command_run(&command,
	            "tshark -r build/tests/bad.pcap -o eth.fcs:Always -o eth.check_fcs:TRUE -Y 'eth.fcs.status == 0' | wc -l");
	cr_expect_str_eq(command.out, "1\n", "%s%s", command.out, command.err);
	command_release(&command);
}
