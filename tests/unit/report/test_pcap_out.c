/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of a wire: their octets, and their times to the nanosecond. */
#include "report/pcap_out.h"
#include "support.h"

#include <criterion/criterion.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The capture of this test, whose process is its own. */
static const char *path(void)
{
	static char name[64];

	snprintf(name, sizeof(name), "build/tests/pcap_out_%d.pcapng", getpid());
	return name;
}

/* Returns the frames of the capture, each as "seconds.nanoseconds:octets in hexadecimal;". */
static char *frames(void)
{
	char error[PCAP_ERRBUF_SIZE], *text = calloc(1, 65536), *p = text;
	pcap_t *in = pcap_open_offline_with_tstamp_precision(path(), PCAP_TSTAMP_PRECISION_NANO, error);
	struct pcap_pkthdr *header;
	const u_char *octets;

	cr_assert(in && text, "%s", error);
	while (pcap_next_ex(in, &header, &octets) == 1) {
		p += sprintf(p, "%ld.%09ld:", (long)header->ts.tv_sec, (long)header->ts.tv_usec);
		for (bpf_u_int32 i = 0; i < header->caplen; i++)
			p += sprintf(p, "%02X", octets[i]);
		p += sprintf(p, ";");
	}
	pcap_close(in);
	return text;
}

static void expect(const char *expected)
{
	char *seen = frames();

	cr_expect_str_eq(seen, expected, "%s instead of %s", seen, expected);
	free(seen);
}

/* Passes a run of lanes: "FB" is data, "/FB" a control code. */
static uint32_t lanes_of(const char *text, uint8_t *octets, uint32_t *code, uint32_t *ret_codes)
{
	uint32_t len = 0;

	*ret_codes = 0;
	for (const char *p = text; *p; p += strspn(p, " ")) {
		if (*p == '/')
			code[(*ret_codes)++] = len;
		p += *p == '/';
		octets[len++] = (uint8_t)strtoul(p, (char **)&p, 16);
	}
	return len;
}

Test(pcap_out, gmii_runs_lose_preamble_and_sfd)
{
	static const uint8_t run[] = { 0x55, 0x55, 0xD5, 1, 2, 3 }, none[] = { 0x55, 0x55, 1 }, empty[] = { 0x55, 0xD5 };
	struct pcap_out *out;

	scratch_make((char[64]){ 0 }, 64, "pcap_out");
	out = pcap_out_open(path(), 125000000);
	cr_assert_not_null(out);
	pcap_out_run(out, 10, run, sizeof(run), NULL, 0, -1);
	pcap_out_run(out, 20, none, sizeof(none), NULL, 0, -1);
	pcap_out_run(out, 30, empty, sizeof(empty), NULL, 0, -1);
	pcap_out_run(out, 125000000ull * 3 + 1, run, sizeof(run), NULL, 0, -1);
	cr_assert_eq(pcap_out_close(out), 0);
	expect("0.000000080:010203;3.000000008:010203;");
}

/* A clock is 8 ns long, from cycle 100 on 40 ns and from 1100 on 400 ns. */
Test(pcap_out, mii_runs_of_nibbles_are_put_together)
{
	static const uint8_t run[] = { 0x55, 0xD5, 1, 2 }, nibbles[] = { 5, 5, 5, 0xD, 1, 0xA, 2, 0xB, 7 }, odd[] = { 0xD, 1, 2 },
			     none[] = { 5, 4, 0xD, 1, 2 }, empty[] = { 5, 0xD, 1 };
	struct pcap_out *out;

	scratch_make((char[64]){ 0 }, 64, "pcap_out");
	out = pcap_out_open(path(), 125000000);
	cr_assert_not_null(out);
	pcap_out_speed(out, 0, 1000);
	pcap_out_run(out, 10, run, sizeof(run), NULL, 0, -1);
	pcap_out_speed(out, 100, 100);
	pcap_out_run(out, 101, nibbles, sizeof(nibbles), NULL, 0, -1);
	pcap_out_run(out, 200, none, sizeof(none), NULL, 0, -1);
	pcap_out_run(out, 300, empty, sizeof(empty), NULL, 0, -1);
	pcap_out_speed(out, 1100, 10);
	pcap_out_run(out, 1101, odd, sizeof(odd), NULL, 0, -1);
	cr_assert_eq(pcap_out_close(out), 0);
	expect("0.000000080:0102;0.000000840:A1B2;0.000041200:21;");
}

#define HEAD "/FB 55 55 55 55 55 55 D5 "

Test(pcap_out, of_xgmii_runs_only_frames_are_written)
{
	static const struct {
		const char *lanes, *expected;
	} cases[] = {
		{ HEAD "01 02 03 /FD", "0.000000012:010203;" },          /* 16 octet times of 0.8 ns */
		{ HEAD "01 /FE 03 /FD", "0.000000012:01FE03;" },         /* an error octet counts as an octet */
		{ HEAD "01 02 03 04 /07", "0.000000012:01020304;" },     /* ends with another code than /T/ */
		{ HEAD "01 02", "0.000000012:0102;" },                   /* cut by a reset */
		{ HEAD "/FD", "" },                                      /* no octet */
		{ "/FB 55 55 55 55 55 55 55 01 02 /FD", "" },            /* no SFD */
		{ "/FB 55 55 /FE 55 55 55 D5 01 02 /FD", "" },           /* a code in the head */
		{ "/9C 00 00 01 /9C 00 00 01", "" },                     /* a fault */
		{ "/07 /07 /07 /07 " HEAD "AA /FD", "0.000000016:AA;" }, /* 4 octet times later */
		{ HEAD "01 /FD /07 /07 " HEAD "02 /FD", "0.000000012:01;0.000000022:02;" },
		{ HEAD "01 02 03 04 " HEAD "05 06 07 /FD", "0.000000012:01020304;0.000000022:050607;" },
		{ HEAD "01 02 03 04 /FD 55 55 55 55 55 55 D5 01 /FD", "0.000000012:01020304;" },
	};

	scratch_make((char[64]){ 0 }, 64, "pcap_out");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint8_t octets[128];
		uint32_t code[128], codes, len = lanes_of(cases[i].lanes, octets, code, &codes);
		struct pcap_out *out = pcap_out_open(path(), 1250000000);
		cr_assert_not_null(out);
		pcap_out_run(out, 16, octets, len, code, codes, -1);
		cr_assert_eq(pcap_out_close(out), 0);
		expect(cases[i].expected);
	}
}

/* A comment is with the frame that was on the wire at its time; the others have none, and frames and times are as before. */
Test(pcap_out, comments_are_with_their_frames)
{
	static const uint8_t run[] = { 0x55, 0x55, 0xD5, 1, 2, 3 };
	struct pcap_out *out = pcap_out_open(path(), 125000000);
	struct command c;

	cr_assert_not_null(out);
	for (uint64_t time = 10; time <= 30; time += 10)
		pcap_out_run(out, time, run, sizeof(run), NULL, 0, -1);
	cr_expect(pcap_out_comment(out, 20, "finding 1"));
	cr_expect(pcap_out_comment(out, 25, "cause of finding 2"));
	cr_expect_not(pcap_out_comment(out, 26, "between two frames"));
	cr_expect_not(pcap_out_comment(out, 9, "before the first"));
	cr_assert_eq(pcap_out_close(out), 0);
	expect("0.000000080:010203;0.000000160:010203;0.000000240:010203;");
	command_run(&c, "tshark -r %s -T fields -e frame.number -e frame.comment 2>&1 | tr '\\n' '|'; rm %s", path(), path());
	cr_expect_not_null(strstr(c.out, "1\t|2\tfinding 1"), "%s", c.out);
	cr_expect_not_null(strstr(c.out, "cause of finding 2|3\t|"), "%s", c.out);
	command_release(&c);
}

/* A saved run says at the frame at fault what was found. */
Test(pcap_out, a_saved_run_names_the_frame_at_fault)
{
	static const char stim[] =
	    "pausebench-stim 1\nsetup\nwait idle\nrx.pause time=2\ntx.frame len=60\nexpect tx.frame from=rx "
	    "after=1000 within=2000\nwait idle max=4000\n";
	struct command c;
	char dir[64], file[96];

	scratch_make(dir, sizeof(dir), "pcap_out_fault");
	snprintf(file, sizeof(file), "%s/fault.stim", dir);
	file_write(file, stim, strlen(stim));
	command_run(&c, "build/pausebench run --dut bcm5718 --stim %s --out %s/r", file, dir);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "tshark -r %s/r/sent.pcapng -T fields -e frame.comment 2>/dev/null", dir);
	cr_expect_not_null(strstr(c.out, "cause of finding 1, expect-wire"), "%s", c.out);
	command_release(&c);
}
