/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of the two wires: what a file says of its frames, and captures that cannot be judged. */
#include "judge/judge_report.h"
#include "part/frame.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OCTET_NS = 8, FRAME = 64, HEAD = 8, ETHERNET = 1, LINUX_SLL = 113, NO_FLAGS = 0, IN = 1, OUT = 2 };
enum { MAGIC_MICRO = (int)0xA1B2C3D4, MAGIC_NANO = (int)0xA1B23C4D };
/* Tests run side by side. */
static char received_path[64], sent_path[64];

static const uint8_t partner[6] = { 2, 0, 0, 0, 0, 1 }, station[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };

static void name_files(void)
{
	snprintf(received_path, sizeof(received_path), "build/tests/judge_%d_in.pcap", (int)getpid());
	snprintf(sent_path, sizeof(sent_path), "build/tests/judge_%d_out.pcap", (int)getpid());
}

static void remove_files(void)
{
	unlink(received_path);
	unlink(sent_path);
}

TestSuite(judge_captures, .init = name_files, .fini = remove_files);

/* ---- files ---- */

static void put(FILE *out, uint32_t word)
{
	fwrite(&word, sizeof(word), 1, out);
}

static void write_text(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	cr_assert_not_null(out);
	fputs(text, out);
	fclose(out);
}

static FILE *pcap(const char *path, int magic, uint32_t link)
{
	FILE *out = fopen(path, "wb");

	cr_assert_not_null(out);
	put(out, (uint32_t)magic);
	put(out, 2 | 4 << 16);
	put(out, 0);
	put(out, 0);
	put(out, 65535);
	put(out, link);
	return out;
}

static void record(FILE *out, uint64_t seconds, uint32_t fraction, const uint8_t *octets, uint32_t captured, uint32_t whole)
{
	put(out, (uint32_t)seconds);
	put(out, fraction);
	put(out, captured);
	put(out, whole);
	fwrite(octets, 1, captured, out);
}

static const uint8_t *pause_frame(uint16_t quanta)
{
	static uint8_t frame[FRAME];

	frame_pause(frame, partner, quanta);
	return frame;
}

static const uint8_t *data_frame(const uint8_t source[6])
{
	static uint8_t frame[FRAME];

	memset(frame, 0, sizeof(frame));
	frame[0] = 2;
	memcpy(frame + 6, source, 6);
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS));
	return frame;
}

/* A PAUSE of 100 quanta at 1000 ns, and data AFTER octet times later. */
static void pause_and_data(unsigned after)
{
	FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);

	record(out, 5, 1000, pause_frame(100), FRAME, FRAME);
	fclose(out);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 1000 + after * OCTET_NS, data_frame(station), FRAME, FRAME);
	fclose(out);
}

static struct judge_captures usual(void)
{
	return (struct judge_captures){ .profile = "tests/data/foreign/gige/gige.mac",
		                        .received = received_path,
		                        .sent = sent_path,
		                        .set = { "station=00:11:22:33:44:55" },
		                        .sets = 1,
		                        .fcs = PM_JUDGE_FCS_PRESENT };
}

/* Returns how many findings there are. */
static uint64_t judge(const struct judge_captures *captures)
{
	struct pm_judge *judge;
	struct judge_read read;
	char message[512] = "";
	uint64_t findings;

	cr_assert_eq(judge_captures(captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "%s", message);
	findings = pm_judge_findings(judge);
	pm_judge_free(judge);
	return findings;
}

static void expect_refused(const struct judge_captures *captures, const char *words)
{
	struct pm_judge *judge;
	struct judge_read read;
	char message[512] = "";

	cr_assert_neq(judge_captures(captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "not refused: %s", words);
	cr_expect_null(judge);
	cr_expect(strstr(message, words), "'%s' is not in '%s'", words, message);
	cr_expect(!strchr(message, '\n'));
}

/* ---- what is decided ---- */

Test(judge_captures, data_within_a_pause_are_found)
{
	const struct judge_captures captures = usual();

	pause_and_data(HEAD + FRAME + 1000);
	cr_expect_eq(judge(&captures), 1);
	pause_and_data(HEAD + FRAME + 100 * 64 + 8);
	cr_expect_eq(judge(&captures), 0);
}

Test(judge_captures, a_stated_stamp_moves_both_wires)
{
	struct judge_captures captures = usual();

	captures.stamp = PM_JUDGE_STAMP_END;
	pause_and_data(HEAD + FRAME + 1000);
	cr_expect_eq(judge(&captures), 1);
}

Test(judge_captures, a_capture_that_starts_within_a_pause_finds_nothing)
{
	const struct judge_captures captures = usual();
	FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);

	record(out, 5, 5000, data_frame(partner), FRAME, FRAME);
	fclose(out);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 1000, data_frame(station), FRAME, FRAME);
	fclose(out);
	cr_expect_eq(judge(&captures), 0);
}

Test(judge_captures, microseconds_are_a_time_error)
{
	const struct judge_captures captures = usual();
	static const struct {
		uint32_t us;
		uint64_t findings;
	} cases[] = { { 3 + 49, 0 }, { 3 + 40, 1 } }; /* 100 quanta are 51.2 us */

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		FILE *out = pcap(received_path, MAGIC_MICRO, ETHERNET);
		record(out, 5, 2, pause_frame(100), FRAME, FRAME);
		fclose(out);
		out = pcap(sent_path, MAGIC_MICRO, ETHERNET);
		record(out, 5, cases[i].us, data_frame(station), FRAME, FRAME);
		fclose(out);
		cr_expect_eq(judge(&captures), cases[i].findings, "%u us", cases[i].us);
	}
}

Test(judge_captures, cut_frames_are_judged_by_their_first_octets)
{
	const struct judge_captures captures = usual();
	FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);

	record(out, 5, 1000, pause_frame(100), 20, FRAME);
	fclose(out);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 5000, data_frame(station), 20, 1000);
	fclose(out);
	cr_expect_eq(judge(&captures), 1);
}

/* MII: 10 and 100 Mb/s. A PAUSE of 10 quanta ends after its 72 octets, and holds data for 5120 bit times. */
Test(judge_captures, captures_of_mii_are_judged_at_their_speed)
{
	static const struct {
		const char *mbps;
		uint32_t octet_ns;
	} speeds[] = { { "10", 800 }, { "100", 80 } };
	enum { QUANTA = 10, LATENCY_MAX = 30 };

	for (size_t i = 0; i < 2 * sizeof(speeds) / sizeof(speeds[0]); i++) {
		bool early = i & 1;
		uint32_t octet = speeds[i / 2].octet_ns,
			 start = 1000 + (HEAD + FRAME + QUANTA * 64 + (early ? -1u : LATENCY_MAX)) * octet;
		char text[256];
		struct judge_captures captures = usual();
		FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);
		snprintf(text, sizeof(text),
		         "pausebench-mac 1\nmac example\ninstance none.vh\nsources none.v\nphy mii %s\nhost tx=stored\nobeys "
		         "multicast\nlatency inhibit 0 60\n",
		         speeds[i / 2].mbps);
		captures.profile = "example.mac";
		captures.profile_text = text;
		record(out, 5, 1000, pause_frame(QUANTA), FRAME, FRAME);
		fclose(out);
		out = pcap(sent_path, MAGIC_NANO, ETHERNET);
		record(out, 5, start, data_frame(station), FRAME, FRAME);
		record(out, 5, start + (HEAD + FRAME + 12) * octet, data_frame(station), FRAME, FRAME); /* the shortest gap */
		fclose(out);
		cr_expect_eq(judge(&captures), early, "%s Mb/s, %s", speeds[i / 2].mbps, early ? "early" : "in time");
	}
}

Test(judge_captures, a_capture_of_another_speed_than_the_profile_has_is_refused)
{
	struct judge_captures captures = usual();
	FILE *out;

	captures.profile = "example.mac";
	captures.profile_text = "pausebench-mac 1\nmac example\ninstance none.vh\nsources none.v\nphy mii 100\nhost tx=stored\n"
				"obeys multicast\nlatency inhibit 0 60\n";
	pause_and_data(20000);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	for (unsigned i = 0; i < 2; i++)
		record(out, 5, 9000 + i * (HEAD + FRAME + 12) * OCTET_NS, data_frame(station), FRAME, FRAME);
	fclose(out);
	expect_refused(&captures, "is the speed that of the profile");
}

/* A PFC frame that pauses class 3 for 100 quanta of 51.2 ns, and a tagged frame of PRIORITY after it. */
static void pfc_and_data(unsigned priority, uint32_t after_ns, uint32_t captured)
{
	uint8_t frame[FRAME] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 2, 0, 0, 0, 0, 1, 0x88, 0x08, 0x01, 0x01, 0, 1 << 3 };
	FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);

	frame[18 + 2 * 3 + 1] = 100;
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS));
	record(out, 5, 1000, frame, captured, FRAME);
	fclose(out);
	memcpy(frame, data_frame(station), FRAME);
	frame[12] = 0x81;
	frame[13] = 0;
	frame[14] = (uint8_t)(priority << 5);
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS));
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 1000 + after_ns, frame, FRAME, FRAME);
	fclose(out);
}

Test(judge_captures, a_class_is_paused_where_the_profile_says_which_frames_are_of_it)
{
	static const struct {
		const char *line;
		unsigned priority;
		uint32_t after_ns;
		uint64_t findings;
	} cases[] = { { "pfc classes=priority\n", 3, 4000, 1 }, /* the standard's limit is 614.4 ns, the time 5120 ns */
		      { "pfc classes=priority\n", 3, 200, 0 },
		      { "pfc classes=priority\n", 3, 5300, 0 },
		      { "pfc classes=priority\n", 2, 4000, 0 },
		      { "", 3, 4000, 0 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[16384];
		struct judge_captures captures = usual();
		FILE *in = fopen("tests/data/foreign/tengig/tengig.mac", "r");
		size_t size = fread(text, 1, sizeof(text) - 64, in);
		fclose(in);
		strcpy(text + size, cases[i].line);
		captures.profile = "tengig.mac";
		captures.profile_text = text;
		captures.set[captures.sets++] = "pfc_rx=0xff";
		pfc_and_data(cases[i].priority, cases[i].after_ns, FRAME);
		cr_expect_eq(judge(&captures), cases[i].findings, "%zu", i);
	}
}

/* The octets that a capture has not kept are not 0: a time among them is not known. */
Test(judge_captures, a_cut_pfc_frame_keeps_the_times_that_it_tells)
{
	char text[16384];
	struct judge_captures captures = usual();
	FILE *in = fopen("tests/data/foreign/tengig/tengig.mac", "r");
	size_t size = fread(text, 1, sizeof(text) - 64, in);

	fclose(in);
	strcpy(text + size, "pfc classes=priority\n");
	captures.profile = "tengig.mac";
	captures.profile_text = text;
	captures.set[captures.sets++] = "pfc_rx=0xff";
	pfc_and_data(3, 4000, 26);
	cr_expect_eq(judge(&captures), 1);
	pfc_and_data(3, 4000, 25);
	expect_refused(&captures, "the first 25 of 64 octets of a control frame lack a time that it tells; keep 26");
}

/* With StartUnit 8 each sent frame begins in lane 0 of a word of 6.4 ns, whatever came on the other wire first. */
Test(judge_captures, the_first_sent_frame_says_where_words_begin)
{
	static const struct {
		uint32_t first, second;
		uint64_t findings;
	} cases[] = { { 1003, 1131, 0 }, { 1006, 1134, 0 }, { 1003, 1134, 1 }, { 1006, 1131, 1 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[16384];
		struct judge_captures captures = usual();
		FILE *in = fopen("tests/data/foreign/tengig/tengig.mac", "r"), *out;
		size_t size = fread(text, 1, sizeof(text) - 64, in);
		fclose(in);
		strcpy(text + size, "freedom StartUnit=8\n");
		captures.profile = "tengig.mac";
		captures.profile_text = text;
		out = pcap(received_path, MAGIC_NANO, ETHERNET);
		record(out, 5, 1000, pause_frame(0), FRAME, FRAME);
		fclose(out);
		out = pcap(sent_path, MAGIC_NANO, ETHERNET);
		record(out, 5, cases[i].first, data_frame(station), FRAME, FRAME);
		record(out, 5, cases[i].second, data_frame(station), FRAME, FRAME);
		fclose(out);
		cr_expect_eq(judge(&captures), cases[i].findings, "%u and %u ns", cases[i].first, cases[i].second);
	}
}

/* ---- pcapng ---- */

/* An interface with OPTION of VALUE. */
static FILE *pcapng_with(const char *path, uint32_t option, uint64_t value)
{
	const uint32_t head[] = {
		0x0A0D0D0A, 28, 0x1A2B3C4D, 1,     UINT32_MAX,  UINT32_MAX, 28, /* section */
		1,          44, ETHERNET,   65535, 1 << 16 | 9, 9,          option, (uint32_t)value, (uint32_t)(value >> 32),
		0,          44
	};
	FILE *out = fopen(path, "wb");

	cr_assert_not_null(out);
	for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		put(out, head[i]);
	return out;
}

/* One more interface, without a speed. */
static void put_interface(FILE *out)
{
	const uint32_t block[] = { 1, 32, ETHERNET, 65535, 1 << 16 | 9, 9, 0, 32 };

	for (size_t i = 0; i < sizeof(block) / sizeof(block[0]); i++)
		put(out, block[i]);
}

/* A packet of INTERFACE with its FCS; ENDS: how long its block says at its end that it is. */
static void packet_of(FILE *out, uint32_t interface, uint32_t ns, const uint8_t *octets, uint32_t ends)
{
	enum { FCS_OF_4 = 4 << 5, SIZE = 32 + FRAME + 12 };
	const uint32_t head[] = { 6, SIZE, interface, 0, ns, FRAME, FRAME },
		       tail[] = { 4 << 16 | 2, FCS_OF_4, 0, ends ? ends : SIZE };

	for (size_t i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		put(out, head[i]);
	fwrite(octets, 1, FRAME, out);
	for (size_t i = 0; i < sizeof(tail) / sizeof(tail[0]); i++)
		put(out, tail[i]);
}

static FILE *pcapng_at(const char *path, uint64_t bits_per_second)
{
	return pcapng_with(path, 8 << 16 | 8, bits_per_second);
}

static FILE *pcapng(const char *path)
{
	return pcapng_at(path, 1000000000);
}

/* FLAGS: epb_flags. */
static void packet_with(FILE *out, uint32_t ns, const uint8_t *octets, uint32_t flags, uint32_t dropped)
{
	uint32_t size = 32 + FRAME + 8 + (dropped ? 12 : 0) + 4;

	put(out, 6);
	put(out, size);
	put(out, 0);
	put(out, 0);
	put(out, ns);
	put(out, FRAME);
	put(out, FRAME);
	fwrite(octets, 1, FRAME, out);
	put(out, 4 << 16 | 2);
	put(out, flags);
	if (dropped) {
		put(out, 8 << 16 | 4);
		put(out, dropped);
		put(out, 0);
	}
	put(out, 0);
	put(out, size);
}

static void packet(FILE *out, uint32_t ns, const uint8_t *octets, uint32_t direction, uint32_t dropped)
{
	packet_with(out, ns, octets, direction | FRAME_FCS_OCTETS << 5, dropped);
}

/* Of three frames the first WITH have an FCS by their flags, and the others none by the option if_fcslen of the interface. All but the first are sent. */
Test(judge_captures, the_report_says_of_how_many_frames_the_fcs_is_not_captured)
{
	enum { FRAMES = 3, FCS_LENGTH_0 = 1 << 16 | 13 };
	static const char *const lines[FRAMES + 1] = {
		"fcs       not captured, and taken to be right\n",
		"fcs       mixed: that of 2 of 3 frames is not captured, and taken to be right\n",
		"fcs       mixed: that of 1 of 3 frames is not captured, and taken to be right\n", "fcs       captured\n"
	};

	for (unsigned with = 0; with <= FRAMES; with++) {
		struct judge_captures captures = usual();
		struct pm_judge *judge;
		struct judge_read read;
		char message[512] = "", *text = NULL;
		size_t size;
		FILE *out = pcapng_with(received_path, FCS_LENGTH_0, 0);
		for (unsigned i = 0; i < FRAMES; i++)
			packet_with(out, 1000 * (i + 1), data_frame(i ? station : partner),
			            (i ? OUT : IN) | (i < with ? FRAME_FCS_OCTETS << 5 : 0), 0);
		fclose(out);
		captures.sent = received_path;
		captures.fcs = PM_JUDGE_FCS_AS_STATED;
		cr_assert_eq(judge_captures(&captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "%s", message);
		out = open_memstream(&text, &size);
		judge_report_text(out, &(struct judge_report){ .captures = &captures, .read = &read, .judge = judge });
		fclose(out);
		cr_expect(strstr(text, lines[with]), "'%s' is not in '%s'", lines[with], text);
		free(text);
		pm_judge_free(judge);
	}
}

Test(judge_captures, one_file_has_both_directions)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng(received_path);

	packet(out, 1000, pause_frame(100), IN, 0);
	packet(out, 5000, data_frame(station), OUT, 0);
	fclose(out);
	captures.sent = received_path;
	captures.fcs = PM_JUDGE_FCS_AS_STATED;
	cr_expect_eq(judge(&captures), 1);
}

Test(judge_captures, an_interface_that_the_file_does_not_have_is_refused)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng(received_path);

	packet(out, 1000, pause_frame(100), IN, 0);
	fclose(out);
	captures.sent = received_path;
	captures.received_interface = "0";
	captures.sent_interface = "eth7";
	expect_refused(&captures, "no interface 'eth7' (--tx-interface)");
	captures.received_interface = captures.sent_interface = NULL;
	out = pcapng(received_path);
	packet(out, 1000, pause_frame(100), 0, 0);
	fclose(out);
	expect_refused(&captures, "--rx-interface and --tx-interface");
}

Test(judge_captures, an_interface_of_another_speed_is_refused)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng_at(received_path, 10000000000);

	packet(out, 1000, pause_frame(100), IN, 0);
	packet(out, 3000, data_frame(station), OUT, 0);
	fclose(out);
	captures.sent = received_path;
	expect_refused(&captures, "the interface of packet 1 has 10000 Mb/s, and the wires of gige have 1000");
}

Test(judge_captures, a_folder_is_no_capture)
{
	struct judge_captures captures = usual();

	captures.received = captures.sent = "build/tests";
	expect_refused(&captures, "Is a directory");
}

Test(judge_captures, a_pause_is_forgotten_where_packets_were_dropped)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng(received_path);

	packet(out, 1000, pause_frame(100), IN, 0);
	packet(out, 3000, data_frame(partner), IN, 7);
	packet(out, 9000, data_frame(station), OUT, 0);
	fclose(out);
	captures.sent = received_path;
	captures.fcs = PM_JUDGE_FCS_AS_STATED;
	cr_expect_eq(judge(&captures), 0);
}

Test(judge_captures, drops_at_an_unknown_time_are_refused)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng(received_path);

	packet(out, 1000, pause_frame(100), IN, 0);
	for (size_t i = 0; i < 10; i++)
		put(out, ((const uint32_t[]){ 5, 40, 0, 0, 0, 8 << 16 | 5, 17, 0, 0, 40 })[i]);
	fclose(out);
	captures.sent = received_path;
	expect_refused(&captures, "17 packets were dropped");
}

Test(judge_captures, packets_without_times_are_refused)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng(received_path);

	put(out, 3);
	put(out, 16 + FRAME);
	put(out, FRAME);
	fwrite(data_frame(partner), 1, FRAME, out);
	put(out, 16 + FRAME);
	fclose(out);
	captures.sent = received_path;
	expect_refused(&captures, "has no time");
}

/* The judge cannot decide the rule NAME. */
static bool is_undecided(const struct pm_judge *judge, const char *name)
{
	struct pm_judge_rule rule;

	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++)
		if (!strcmp(rule.rule, name))
			return true;
	return false;
}

/* Captures of two clocks that do not overlap: nothing is found, since nothing is put to the test. */
Test(judge_captures, pauses_that_no_data_frame_meets_decide_nothing)
{
	static const struct {
		unsigned after;
		uint64_t tested;
	} cases[] = { { HEAD + FRAME + 100 * 64 + 8, 1 },
		      { HEAD + FRAME + 100 * 64 + 1000, 0 },
		      { 1000000000 / OCTET_NS / 2, 0 } };
	const struct judge_captures captures = usual();

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pm_judge *judge;
		struct judge_read read;
		char message[512];
		struct judge_report report = { &captures, &read, NULL };
		pause_and_data(cases[i].after);
		cr_assert_eq(judge_captures(&captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "%s", message);
		report.judge = judge;
		cr_expect_eq(pm_judge_findings(judge), 0);
		cr_expect_eq(read.pauses, 1);
		cr_expect_eq(read.tested, cases[i].tested, "%u octets after it", cases[i].after);
		cr_expect_eq(judge_is_decided(judge, &read), cases[i].tested != 0);
		cr_expect_eq(is_undecided(judge, "pause-obeyed"), cases[i].tested == 0);
		cr_expect_str_eq(judge_status(&report), cases[i].tested ? "ok" : "not decided");
		pm_judge_free(judge);
	}
}

/* Both files of --counters: the MAC sends one frame. */
Test(judge_captures, the_readings_after_the_last_frame_are_compared)
{
	static const struct {
		const char *before, *after;
		uint64_t findings;
	} cases[] = { { "", "aFramesTransmittedOK 1\n", 0 },
		      { "", "aFramesTransmittedOK 999\n", 1 },
		      { "aFramesTransmittedOK 41\n", "aFramesTransmittedOK 42\n", 0 },
		      { "aFramesTransmittedOK 41\n", "aFramesTransmittedOK 41\n", 1 },
		      { "", "rx_ok 1\ntx_xoff 0\ntx_xon 0\netherStatsPkts64Octets 1\nrx_unicast 0\naFramesTransmittedOK 2\n", 1 },
		      { "", "rx_ok 2\ntx_xoff 1\ntx_xon 1\netherStatsPkts64Octets 2\nrx_unicast 1\naFramesTransmittedOK 2\n",
		        6 } };
	struct judge_captures captures = usual();
	char before[80], after[80];

	snprintf(before, sizeof(before), "%s.before", received_path);
	snprintf(after, sizeof(after), "%s.after", received_path);
	captures.before = before;
	captures.after = after;
	captures.damaged = true;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		pause_and_data(HEAD + FRAME + 100 * 64 + 8);
		write_text(before, cases[i].before);
		write_text(after, cases[i].after);
		cr_expect_eq(judge(&captures), cases[i].findings, "%s", cases[i].after);
	}
	unlink(before);
	unlink(after);
}

/* Where times are those of ends, a capture may begin within its first frame. Data come AFTER octet times behind the end of a PAUSE. */
Test(judge_captures, a_first_packet_before_its_own_length_keeps_its_place)
{
	struct judge_captures captures = usual();
	static const struct {
		unsigned after;
		uint64_t findings;
	} cases[] = { { 1000, 1 }, { 100 * 64 + 8 + HEAD + FRAME, 0 }, { 100 * 64 - 8 + HEAD + FRAME, 1 } };

	captures.stamp = PM_JUDGE_STAMP_END;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (uint32_t seconds = 0; seconds < 2; seconds++) {
			FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);
			record(out, seconds, 0, pause_frame(100), FRAME, FRAME);
			fclose(out);
			out = pcap(sent_path, MAGIC_NANO, ETHERNET);
			record(out, seconds, cases[i].after * OCTET_NS, data_frame(station), FRAME, FRAME);
			fclose(out);
			cr_expect_eq(judge(&captures), cases[i].findings, "%u octets after the end at %u s", cases[i].after,
			             seconds);
		}
}

/* Two frames that end in 120 and 121 us: the second one has begun before the first one, by no more than both times may be wrong, or by more. */
Test(judge_captures, a_packet_that_begins_before_the_one_ahead_by_the_error_comes_behind_it)
{
	struct judge_captures captures = usual();
	static const struct {
		uint32_t octets;
		bool refused;
	} cases[] = { { 200, false }, { 420, false }, { 450, true } };
	uint8_t octets[512] = { 2 };

	memcpy(octets + 6, station, 6);
	captures.stamp = PM_JUDGE_STAMP_END;
	captures.fcs = PM_JUDGE_FCS_ABSENT;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		FILE *out = pcap(received_path, MAGIC_MICRO, ETHERNET);
		record(out, 5, 2, pause_frame(100), FRAME - FRAME_FCS_OCTETS, FRAME - FRAME_FCS_OCTETS);
		fclose(out);
		out = pcap(sent_path, MAGIC_MICRO, ETHERNET);
		record(out, 5, 120, octets, FRAME, FRAME);
		record(out, 5, 121, octets, cases[i].octets, cases[i].octets);
		fclose(out);
		if (cases[i].refused)
			expect_refused(&captures, "packet 2 is before the packet ahead of it");
		else
			cr_expect_eq(judge(&captures), 0, "%u octets", cases[i].octets);
	}
}

Test(judge_captures, packets_of_other_interfaces_are_counted)
{
	struct judge_captures captures = usual();
	FILE *out = pcapng(received_path);
	struct pm_judge *judge;
	struct judge_read read;
	char message[512];

	packet(out, 1000, pause_frame(100), IN, 0);
	packet(out, 3000, data_frame(partner), OUT, 2);
	packet(out, 90000, data_frame(partner), IN, 3);
	fclose(out);
	captures.sent = received_path;
	captures.fcs = PM_JUDGE_FCS_AS_STATED;
	cr_assert_eq(judge_captures(&captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "%s", message);
	cr_expect_eq(read.others, 0);
	cr_expect_eq(read.dropped, 5);
	pm_judge_free(judge);
	captures.received_interface = "0";
	captures.sent_interface = "1";
	out = fopen(received_path, "ab");
	put_interface(out);
	packet_of(out, 1, 95000, data_frame(station), 0);
	put_interface(out);
	packet_of(out, 2, 96000, data_frame(station), 0);
	fclose(out);
	cr_assert_eq(judge_captures(&captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "%s", message);
	cr_expect_eq(read.others, 1);
	cr_expect_eq(read.frames[PM_JUDGE_SENT], 1);
	pm_judge_free(judge);
}

/* ---- what is refused ---- */

Test(judge_captures, another_link_type_is_refused)
{
	const struct judge_captures captures = usual();

	pause_and_data(2000);
	fclose(pcap(received_path, MAGIC_NANO, LINUX_SLL));
	expect_refused(&captures, "not an Ethernet capture (link type 113)");
}

Test(judge_captures, no_capture_at_all_is_refused)
{
	struct judge_captures captures = usual();

	pause_and_data(2000);
	captures.sent = "tests/data/foreign/gige/gige.mac";
	expect_refused(&captures, "not a pcap or pcapng capture");
	captures.sent = "build/tests/there_is_none.pcap";
	expect_refused(&captures, "there_is_none");
}

Test(judge_captures, a_file_that_is_cut_is_refused)
{
	const struct judge_captures captures = usual();
	FILE *out;

	pause_and_data(2000);
	out = fopen(sent_path, "ab");
	put(out, 5);
	fclose(out);
	expect_refused(&captures, "the file ends inside of a packet");
}

Test(judge_captures, an_fcs_of_which_nothing_is_known_is_refused)
{
	struct judge_captures captures = usual();

	pause_and_data(2000);
	captures.fcs = PM_JUDGE_FCS_AS_STATED;
	expect_refused(&captures, "--fcs absent");
}

Test(judge_captures, swapped_captures_are_refused)
{
	struct judge_captures captures = usual();

	pause_and_data(20000);
	captures.received = sent_path;
	captures.sent = received_path;
	expect_refused(&captures, "swapped");
}

Test(judge_captures, captures_of_two_clocks_are_refused)
{
	const struct judge_captures captures = usual();
	FILE *out = pcap(received_path, MAGIC_NANO, ETHERNET);

	record(out, 5, 1000, pause_frame(1), FRAME, FRAME);
	fclose(out);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 1700000000, 1000, data_frame(station), FRAME, FRAME);
	fclose(out);
	expect_refused(&captures, "two clocks");
}

Test(judge_captures, frames_at_the_same_time_are_refused)
{
	const struct judge_captures captures = usual();
	FILE *out;

	pause_and_data(20000);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	for (unsigned i = 0; i < 3; i++)
		record(out, 0, 0, data_frame(station), FRAME, FRAME);
	fclose(out);
	expect_refused(&captures, "two frames at a time on the transmit wire");
}

Test(judge_captures, times_that_go_back_are_refused)
{
	const struct judge_captures captures = usual();
	FILE *out;

	pause_and_data(20000);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 9000, data_frame(station), FRAME, FRAME);
	record(out, 5, 8000, data_frame(station), FRAME, FRAME);
	fclose(out);
	expect_refused(&captures, "is before the packet ahead of it");
}

Test(judge_captures, a_control_that_is_none_is_refused)
{
	struct judge_captures captures = usual();

	pause_and_data(20000);
	captures.set[captures.sets++] = "quanta=many";
	expect_refused(&captures, "no number");
	captures.set[captures.sets - 1] = "quantum=7";
	expect_refused(&captures, "quanta");
}

/* What a file says of its frames is read, or the file is refused: nothing of it is left out. */
Test(judge_captures, a_file_that_is_damaged_is_refused)
{
	static const struct {
		uint32_t option;
		uint64_t value;
		uint32_t ends;
		const char *words;
	} cases[] = { { 8 << 16 | 8, 1000000000, 0, NULL },
		      { 7 << 16 | 8, 1000000000, 0, "options cannot be read" },
		      { 8 << 16 | 13, 4, 0, "options cannot be read" },
		      { 400 << 16 | 1000, 0, 0, "options cannot be read" },
		      { 8 << 16 | 14, (uint64_t)-1, 0, "a packet before 1970" },
		      { 8 << 16 | 8, 1000000000, 44, "ends as one of 44" } };
	struct judge_captures captures = usual();

	captures.sent = received_path;
	captures.received_interface = "0";
	captures.sent_interface = "1";
	captures.fcs = PM_JUDGE_FCS_AS_STATED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		FILE *out = pcapng_with(received_path, cases[i].option, cases[i].value);
		put_interface(out);
		packet_of(out, 0, 1000, pause_frame(1), 0);
		packet_of(out, 1, 9000, data_frame(station), cases[i].ends);
		fclose(out);
		if (cases[i].words)
			expect_refused(&captures, cases[i].words);
		else
			cr_expect_eq(judge(&captures), 0);
	}
}

Test(judge_captures, times_that_cannot_be_are_refused)
{
	const struct judge_captures captures = usual();
	FILE *out;

	pause_and_data(20000);
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 1000000000, data_frame(station), FRAME, FRAME);
	fclose(out);
	expect_refused(&captures, "1000000000 parts of a second");
	out = pcap(sent_path, MAGIC_NANO, ETHERNET);
	record(out, 5, 90000, data_frame(station), FRAME, FRAME);
	record(out, 19000000, 0, data_frame(station), FRAME, FRAME);
	fclose(out);
	expect_refused(&captures, "packet 2 is more than 213 days after the first event");
}

/* Lines about registers: each is taken as it stands, or the file is refused with the number of the line. */
Test(judge_captures, lines_about_registers_are_taken_or_refused)
{
	static const struct {
		const char *text;
		size_t size;
		const char *words;
	} cases[] = { { "5000100000 reset 40\n", 0, NULL },
		      { "5000100000.125 reset 40\n", 0, NULL },
		      { "5000100000.1250 reset 40\n", 0, NULL },
		      { "5000100000.1251 reset 40\n", 0, ".registers:1: expected TIME" },
		      { "5000100000 reset 18446744073709552\n", 0, ".registers:1: a reset of 18446744073709552 ns" },
		      { "5000100000 reset 18446744073709550\n", 0, ".registers:1: a reset of 18446744073709550000 ps" },
		      { "\n5000100000 reset 18446744073709551616\n", 0, ".registers:2: expected" },
		      { "5000100000 reset 40\n\0 5000200000 write 0 0\n", 40, ".registers:2: a NUL" },
		      { "5000100000 reset 40 \0", 21, ".registers:1: a NUL" },
		      { "5000100000 reset 40\n18500000000000000 reset 40\n", 0, "line 2 is more than 213 days" },
		      { "5000100000 reset 40\n5000200000 reset 40\n-1 reset 40\n", 0, ".registers:3: expected" } };
	struct judge_captures captures = usual();
	char path[80];

	snprintf(path, sizeof(path), "%s.registers", received_path);
	captures.registers = path;
	pause_and_data(HEAD + FRAME + 100 * 64 + 8);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		FILE *out = fopen(path, "w");
		fwrite(cases[i].text, 1, cases[i].size ? cases[i].size : strlen(cases[i].text), out);
		fclose(out);
		if (cases[i].words)
			expect_refused(&captures, cases[i].words);
		else
			cr_expect_eq(judge(&captures), 0, "%s", cases[i].text);
	}
	unlink(path);
}
