/* SPDX-License-Identifier: Apache-2.0 */
/* The committed captures, injected whole and read in each format, and captures of sent frames, which tshark decodes. */
#include "support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <pcap/pcap.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the storm ---- */

/* The octets with which the adapter was reported to flood its network, padded to 60. */
static const uint8_t storm[2][60] = {
	{ 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x88, 0x08, 0x00, 0x01, 0x00, 0x00 },
	{ 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x88, 0x08, 0x00, 0x01, 0xFF, 0xFF },
};

Test(pcap, ax88772_flood_has_the_reported_octets)
{
	char text[PCAP_ERRBUF_SIZE];
	pcap_t *in = pcap_open_offline_with_tstamp_precision("tests/data/captures/ax88772_flood.pcap", PCAP_TSTAMP_PRECISION_NANO,
	                                                     text);
	struct pcap_pkthdr *header;
	const u_char *octets;
	unsigned pauses = 0, others = 0, switches = 0;
	double first = 0, last = 0;
	bool was_pause = false;

	cr_assert_not_null(in, "%s", text);
	while (pcap_next_ex(in, &header, &octets) == 1) {
		double at = (double)header->ts.tv_sec + (double)header->ts.tv_usec * 1e-9;
		bool is_pause = header->caplen >= 14 && octets[12] == 0x88 && octets[13] == 0x08;
		first = pauses || others ? first : at;
		last = at;
		switches += (pauses || others) && is_pause != was_pause;
		was_pause = is_pause;
		if (!is_pause) {
			others++;
			continue;
		}
		if (header->caplen != 60 || memcmp(octets, storm[pauses % 2], 60))
			cr_expect_fail("PAUSE %u: %u octets, time %02X%02X, expected time %s", pauses, header->caplen, octets[16],
			               octets[17], pauses % 2 ? "FFFF" : "0000");
		pauses++;
	}
	pcap_close(in);
	cr_expect_geq(pauses, 100, "%u PAUSE frames", pauses);
	cr_expect_geq(others, 2, "%u frames of ordinary traffic", others);
	cr_expect_geq(switches, 2, "the storm stands between ordinary traffic");
	cr_expect_geq(last - first, 2.0, "%f seconds", last - first);
}

/* ---- the committed captures ---- */

#define CAPTURES "tests/data/captures/"

static void import_path(struct stimulus *st, const char *path, const struct pcap_options *options)
{
	struct stim_error error;

	*st = (struct stimulus){ 0 };
	cr_assert_eq(stimulus_from_pcap(st, path, &dut_table[0], options, &error), 0, "%s: %s", path, error.message);
}

static void expect_same_items(const char *a, const char *b, const struct pcap_options *options)
{
	struct stimulus first, second;
	char difference[160];

	import_path(&first, a, options);
	import_path(&second, b, options);
	cr_expect_null(stimulus_difference(&first, &second, difference, sizeof(difference)), "%s, %s: %s", a, b, difference);
	stimulus_release(&first);
	stimulus_release(&second);
}

Test(pcap, committed_captures_of_the_same_frames_give_the_same_items)
{
	static const char nsec[] = CAPTURES "mixed_nsec.pcap", fcs[] = CAPTURES "mixed_fcs.pcap";
	const struct pcap_options kept = { .keep_gaps = true }, closed = { 0 }, present = { .fcs = CAPTURE_FCS_PRESENT };
	struct stimulus without, with;
	size_t frames = 0;

	expect_same_items(nsec, CAPTURES "mixed.pcapng", &kept);
	expect_same_items(nsec, CAPTURES "mixed_usec.pcap", &closed); /* times of 1,234,567 ns are others in microseconds */
	import_path(&without, nsec, &closed);
	import_path(&with, fcs, &present);
	cr_assert_eq(without.count, with.count);
	for (size_t i = 0; i < without.count; i++) {
		const struct item_frame *a = &without.items[i].u.frame, *b = &with.items[i].u.frame;
		cr_assert_eq(without.items[i].kind, with.items[i].kind, "item %zu", i);
		if (without.items[i].kind != ITEM_RX_FRAME)
			continue;
		cr_assert_eq(b->len, a->len + 4, "item %zu", i);
		cr_expect_arr_eq(a->octets, b->octets, a->len, "item %zu", i);
		cr_expect(a->fcs == FCS_GOOD && b->fcs == FCS_NONE, "item %zu", i);
		frames++;
	}
	cr_expect_eq(frames, 6, "%zu frames", frames);
	stimulus_release(&without);
	stimulus_release(&with);
}

Test(pcap, committed_captures_are_those_of_their_maker)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "pcap_made");
	command_run(&c,
	            "cc -o %s/make_captures tests/unit/captures/make_captures.c -lpcap -lz && mkdir %s/captures && "
	            "%s/make_captures %s/captures && diff -r %s/captures " CAPTURES,
	            folder, folder, folder, folder, folder);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

/* ---- sent frames ---- */

/* If a run ended before the last frame of a slow capture, it would pass without having received that frame. */
Test(pcap, every_frame_is_injected_with_kept_gaps)
{
	const struct pcap_options options = { .keep_gaps = true, .max_gap = 20000 };
	struct stimulus st = { 0 };
	struct stim_error error;
	struct run_result result;

	cr_assert_eq(stimulus_from_pcap(&st, "tests/data/captures/ax88772_flood.pcap", &dut_table[0], &options, &error), 0, "%s",
	             error.message);
	run_checked(&dut_table[0], &st, false, &result);
	cr_expect_eq(result.status, RUN_OK);
	cr_expect_eq(result.items, st.count, "%zu items, carried out %zu", st.count, (size_t)result.items);
	cr_expect_geq(result.score.checks[CHECK_RECORD], 2520, "a record for each of the 2,520 frames, actual %zu",
	              (size_t)result.score.checks[CHECK_RECORD]);
	cr_expect_gt(result.cycles, 2000ull * 20000, "the gaps were not kept: %zu cycles", (size_t)result.cycles);
	stimulus_release(&st);
}

Test(pcap, sent_frames_decode_in_tshark)
{
	static const char expected[] = "02:00:00:00:00:02\t00:11:22:33:44:55\t0x0800\t\t\t\n"
				       "01:80:c2:00:00:01\t00:11:22:33:44:55\t0x8808\t0x0001\t65535\t\n"
				       "01:80:c2:00:00:01\t00:11:22:33:44:55\t0x8808\t0x0001\t0\t\n"
				       "01:80:c2:00:00:01\t00:11:22:33:44:55\t0x8808\t0x0001\t8191\t\n"
				       "01:80:c2:00:00:01\t00:11:22:33:44:55\t0x8808\t0x0001\t0\t\n"
				       "ff:ff:ff:ff:ff:ff\t02:00:00:00:00:02\t0x0806\t\t\t\n";
	struct run_options options = { .sent_pcap = "build/tests/sent.pcapng", .received_pcap = "build/tests/received.pcapng" };
	struct stimulus st = { .seed = 31, .name = "sent" };
	struct run_result result;
	struct command c;
	uint8_t frame[600];
	char line[512];

	command_run(&c, "mkdir -p build/tests && rm -f build/tests/sent.pcapng");
	command_release(&c);
	make_frame(frame, sizeof(frame), "02-00-00-00-00-02", 0x0800);
	parse_address(frame + 6, "00-11-22-33-44-55");
	put_setup(&st, 0x006, 0x052);
	put_tx(&st, frame, 600);
	put_wait(&st, WAIT_TX, 0);
	for (int round = 0; round < 2; round++) {
		put_write(&st, 0x045C, round ? 0x012 : 0x052);
		put_xoff_and_xon(&st);
	}
	make_frame(frame, 46, "FF-FF-FF-FF-FF-FF", 0x0806);
	put_tx(&st, frame, 46);
	put_rx(&st, frame, 60, FCS_GOOD);
	put_wait(&st, WAIT_IDLE, 0);
	cr_assert_eq(run_stimulus(dut_by_name("bcm5718"), &st, &options, &result), 0);
	cr_expect_eq(result.status, RUN_OK, "%s", finding_line(dut_by_name("bcm5718"), &st, &result, line, sizeof(line)));
	command_run(&c, "tshark -r build/tests/sent.pcapng -o eth.fcs:Always -o eth.check_fcs:TRUE -T fields -e eth.dst -e "
	                "eth.src -e eth.type "
	                "-e macc.opcode -e macc.pause_time -e _ws.malformed");
	cr_expect_eq(c.status, 0, "tshark: %s", c.err);
	cr_expect_str_eq(c.out, expected, "actual:\n%s", c.out);
	command_release(&c);
	for (int i = 0; i < 2; i++) {
		const char *file = i ? options.received_pcap : options.sent_pcap;
		command_run(&c,
		            "tshark -r %s -o eth.fcs:Always -o eth.check_fcs:TRUE -Y 'eth.fcs.status == 1' | wc -l; "
		            "tshark -r %s -o eth.fcs:Always -o eth.check_fcs:TRUE -Y '!(eth.fcs.status == 1)' | wc -l",
		            file, file);
		cr_expect_str_eq(c.out, i ? "1\n0\n" : "6\n0\n", "%s: good and other frames: %s", file, c.out);
		command_release(&c);
	}
	stimulus_release(&st);
}

Test(pcap, capture_that_cannot_be_written_is_reported)
{
	struct run_options options = { .sent_pcap = "build/tests/no/such/folder/sent.pcapng" };
	struct stimulus st = { .seed = 1 };
	struct run_result result;

	put_setup(&st, 2, 2);
	cr_expect_eq(run_stimulus(&dut_table[0], &st, &options, &result), -ENOENT);
	options.sent_pcap = "/dev/full";
	cr_expect_eq(run_stimulus(&dut_table[0], &st, &options, &result), -ENOSPC);
	stimulus_release(&st);
}
