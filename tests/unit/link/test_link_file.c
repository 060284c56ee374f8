/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a link: reading, refusals with their messages, writing; the set-up of devices; traffic and hosts. */
#include "link/description/link_clock.h"
#include "link/description/link_device.h"
#include "link/description/link_file.h"
#include "link/description/link_traffic.h"
#include "regs.h"
#include "support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define HEAD "pausebench-link 1\n"
#define ENDS "end a dut=bcm5718\nend b dut=bcm5718\n"
#define US UINT64_C(1000000)

static int read_link(struct link_description *link, const char *text, struct env_error *error)
{
	FILE *in = fmemopen((void *)text, strlen(text), "r");
	int rc;

	cr_assert_not_null(in);
	rc = link_file_read_stream(link, in, "x/name.link", error);
	fclose(in);
	return rc;
}

static void read_good(struct link_description *link, const char *text)
{
	struct env_error error = { "" };

	cr_assert_eq(read_link(link, text, &error), 0, "%s", error.text);
}

Test(link_file, every_key_is_read)
{
	struct link_description link;

	read_good(&link, HEAD
	          "# a comment\n\nlink time=2ms seed=7 rate=10000 # and another\ncable length=100 velocity=0.66 ber=1e-9\n"
	          "cable b>a length=7.5 lose=0.25 cut=1us..2.5us cut=10us..11us\n"
	          "end a dut=i82598 as=rtl headroom=4096 resume=8192 time=100\nend b dut=ll10g as=model reaction=80 ppm=-100\n"
	          "traffic a len=64..1518 load=0.5 burst=4\nhost b rate=0.25 stop=30us every=200us phase=500ns\n");
	cr_expect_str_eq(link.name, "name");
	cr_expect(link.time_ps == 2000 * US && link.seed == 7 && link.rate == 10000);
	cr_expect(link.cable[0].length_m == 100 && link.cable[1].length_m == 7.5 && link.cable[0].ber == 1e-9 &&
	          link.cable[1].ber == 1e-9);
	cr_expect(link.cable[0].lose == 0 && link.cable[1].lose == 0.25 && link.cable[0].velocity == 0.66);
	cr_expect(link.cable[0].cuts == 0 && link.cable[1].cuts == 2 && link.cable[1].cut[0].to_ps == 2500000);
	cr_expect_str_eq(link.end[0].dut->name, "i82598");
	cr_expect(!link.end[0].model && link.end[1].model);
	cr_expect(link.end[0].headroom == 4096 && link.end[0].resume == 8192 && link.end[0].time == 100);
	cr_expect(link.end[1].headroom == LINK_AUTO && link.end[1].time == LINK_AUTO);
	cr_expect(link.end[0].traffic.len_min == 64 && link.end[0].traffic.len_max == 1518 && link.end[0].traffic.load == 0.5 &&
	          link.end[0].traffic.burst == 4);
	cr_expect(link.end[0].reaction == LINK_AUTO && link.end[1].reaction == 80);
	cr_expect(link.end[0].ppm == 0 && link.end[1].ppm == -100);
	cr_expect(link.end[1].traffic.len_max == 0, "no line, no traffic");
	cr_expect(link.end[1].host.rate == 0.25 && link.end[1].host.stop_ps == 30 * US && link.end[1].host.phase_ps == 500000);
	cr_expect(link.end[0].host.rate == 1 && !link.end[0].host.stop_ps);
}

Test(link_file, bad_lines_are_refused_with_their_place)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "", "x/name.link:1:1: expected pausebench-link 1 as the first line" },
		{ "# nothing\n", "x/name.link:1:1: expected pausebench-link 1" },
		{ "link time=1ms\n", "x/name.link:1:1: expected pausebench-link 1" },
		{ "pausebench-link 2\n" ENDS, "x/name.link:1:17: expected version 1" },
		{ HEAD "lnik time=1ms\n", "x/name.link:2:1: expected link, cable, end, traffic or host" },
		{ HEAD "link tiem=1ms\n", "x/name.link:2:6: expected one of time= seed=" },
		{ HEAD "link time\n", "x/name.link:2:6: expected one of time= seed=" },
		{ HEAD "link time=1\n", "x/name.link:2:11: expected a time" },
		{ HEAD "link time=1s\n", "x/name.link:2:11: expected a time" },
		{ HEAD "link time=-1us\n", "x/name.link:2:11: expected a time" },
		{ HEAD "link time=11000ms\n", "x/name.link:2:11: expected a time" },
		{ HEAD "link seed=x\n", "x/name.link:2:11: expected a whole number" },
		{ HEAD "link rate=fast\n", "x/name.link:2:11: expected a whole number" },
		{ HEAD "link rate=100\n" ENDS, "x/name.link:4:1: rate=100 is not possible; bcm5718 has 1000 Mb/s" },
		{ HEAD "link rate=50\nend a dut=bcm1250\nend b dut=bcm1250_alt\n",
		  "x/name.link:4:1: rate=50 is not possible; bcm1250 has 10, 100, 1000 Mb/s" },
		{ HEAD "link rate=10\nend a dut=bcm1250\nend b dut=bcm5718\n", "rate=10 is not possible; bcm5718 has 1000 Mb/s" },
		{ HEAD "link rate=1000\nend a dut=ll10g\nend b dut=i82598\n", "rate=1000 is not possible; ll10g has 10000 Mb/s" },
		{ HEAD "cable a>c ber=1\n", "x/name.link:2:7: expected a>b, b>a or key=value" },
		{ HEAD "cable velocity=1.5\n", "x/name.link:2:16: expected a number from 0.1 to 1" },
		{ HEAD "cable ber=nan\n", "x/name.link:2:11: expected a number" },
		{ HEAD "cable cut=5us..4us\n", "x/name.link:2:11: expected times from..to" },
		{ HEAD "cable cut=5us\n", "x/name.link:2:11: expected times from..to" },
		{ HEAD "end c dut=bcm5718\n", "x/name.link:2:5: expected a or b" },
		{ HEAD "end\n", "expected a or b" },
		{ HEAD "end a dut=bcm57\n", "x/name.link:2:11: expected a row of regs/<device>/duts.def: bcm5718" },
		{ HEAD "end a dut=i82598_literal\n",
		  "x/name.link:2:11: expected a row with the quantum of 802.3, 512 bit times; i82598_literal has its own" },
		{ HEAD "end a as=gate\n", "x/name.link:2:10: expected rtl or model" },
		{ HEAD ENDS "end a dut=ll10g\n", "x/name.link:4:1: expected one line about it" },
		{ HEAD ENDS "traffic a len=63\n", "x/name.link:4:15: expected a length" },
		{ HEAD ENDS "traffic a len=100..64\n", "x/name.link:4:15: expected a length" },
		{ HEAD ENDS "traffic a load=0\n", "x/name.link:4:16: expected a number" },
		{ HEAD ENDS "host a rate=1.5\n", "x/name.link:4:13: expected a number from 0 to 1" },
		{ HEAD "end a dut=bcm5718\n", "x/name.link:3:1: expected a line 'end b dut=...'" },
		{ HEAD "end a dut=bcm5718\nend b dut=ll10g\n", "x/name.link:3:1: bcm5718 has 1000 Mb/s and ll10g 10000 Mb/s" },
		{ HEAD "end a dut=bcm5718 reaction=128\nend b dut=bcm5718\n", "end a: reaction= is for as=model" },
		{ HEAD "end a dut=bcm5718\nend b dut=bcm5718 as=model reaction=3\n",
		  "end b: reaction=3 is less than the 4 of bcm5718" },
		{ HEAD "end a dut=bcm5718 headroom=319\nend b dut=bcm5718\n",
		  "headroom=319 is not possible; the buffer has 319 units of 128" },
		{ HEAD "end a dut=bcm5718 headroom=70000\nend b dut=bcm5718\n", "headroom=70000 is not possible" },
		{ HEAD "end a dut=bcm5718 headroom=100 resume=50\nend b dut=bcm5718\n",
		  "resume=50 is not possible; XON below the headroom" },
		{ HEAD "end a dut=bcm5718\nend b dut=bcm1250 resume=100\n", "the device has one mark" },
		{ HEAD "end a dut=bcm5718_alt time=100\nend b dut=bcm5718\n", "time=100 is not possible" },
		{ HEAD ENDS "traffic a len=64..9100\n", "traffic a: len=9100 is more than 9018, the longest frame of bcm5718" },
		{ HEAD "end a ppm=1001\n", "x/name.link:2:11: expected a whole number from -1000 to 1000, the millionths by" },
		{ HEAD "end a ppm=-1001\n", "x/name.link:2:11: expected a whole number from -1000 to 1000" },
		{ HEAD "end a ppm=99999999999999999999\n", "x/name.link:2:11: expected a whole number from -1000 to 1000" },
		{ HEAD "end a ppm=1.5\n", "x/name.link:2:11: expected a whole number from -1000" },
		{ HEAD "end a ppm=-\n", "x/name.link:2:11: expected a whole number from -1000" },
		{ HEAD "end a ppm=\n", "x/name.link:2:11: expected a whole number from -1000" },
		{ HEAD "end a dut=bcm5718 ppm=1000\nend b dut=bcm5718 ppm=-1000\ntraffic b len=64..1980\n",
		  "traffic b: the gap after a frame of 1980 octets cannot make up for clocks that are 2000 millionths apart; at "
		  "most "
		  "1999" },
		{ HEAD ENDS "host b stop=2us every=2us\n", "host b: stop is not shorter than every" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct link_description link;
		struct env_error error = { "" };
		cr_expect_eq(read_link(&link, cases[i].text, &error), -EINVAL, "%s", cases[i].text);
		cr_expect_not_null(strstr(error.text, cases[i].error), "%s: '%s' expected, actual '%s'", cases[i].text,
		                   cases[i].error, error.text);
		cr_expect_null(strchr(error.text, '\n'));
	}
}

Test(link_file, a_missing_file_and_a_long_line)
{
	struct link_description link;
	struct env_error error = { "" };
	char text[4000];

	cr_expect_eq(link_file_read(&link, "/nowhere/x.link", &error), -ENOENT);
	cr_expect_not_null(strstr(error.text, "/nowhere/x.link"));
	memset(text, 'x', sizeof(text));
	memcpy(text, HEAD, strlen(HEAD));
	text[sizeof(text) - 1] = 0;
	cr_expect_eq(read_link(&link, text, &error), -EINVAL);
	cr_expect_not_null(strstr(error.text, "a shorter line"));
}

Test(link_file, what_is_written_is_read_back_equal)
{
	struct link_description link, again;
	struct env_error error = { "" };
	char *text = NULL;
	size_t size = 0;
	FILE *out;

	read_good(
	    &link, HEAD
	    "link time=1234567ns seed=4294967295 rate=1000\ncable length=0.1 velocity=0.77 ber=1.1e-7 lose=0.3 cut=1.5us..2us\n"
	    "end a dut=bcm1250 as=model time=512\nend b dut=bcm5718_alt headroom=24 resume=30 ppm=-37\n"
	    "traffic b len=100 load=0.1 burst=3\nhost a rate=0.3\nhost b stop=1001ns every=3us phase=1ns\n");
	out = open_memstream(&text, &size);
	cr_assert_not_null(out);
	link_file_write(&link, out);
	fclose(out);
	cr_assert_eq(read_link(&again, text, &error), 0, "%s\n%s", error.text, text);
	cr_expect_eq(memcmp(&link, &again, sizeof(link)), 0, "%s", text);
	free(text);
}

Test(link_file, settings_replace_values)
{
	struct link_description link;
	struct env_error error = { "" };
	static const struct {
		const char *setting, *error;
	} bad[] = {
		{ "headroom=3", "what.key=value" },     { "end.b.headroom", "what.key=value" },
		{ "ends.b.headroom=3", "link, cable" }, { "end.c.headroom=3", "a or b after" },
		{ "end.headroom=3", "a or b after" },   { "end.b.head=3", "one of dut= as=" },
		{ "end.a.ppm=2000", "-1000 to 1000" },  { "end.ppm=3", "a or b after" },
		{ "cable.a>c.ber=0", "a>b, b>a" },      { "end.b.headroom=x", "a whole number" },
	};

	read_good(&link, HEAD ENDS);
	cr_expect_eq(link_file_set(&link, "end.b.headroom=30", &error), 0, "%s", error.text);
	cr_expect_eq(link_file_set(&link, "cable.length=7", &error), 0, "%s", error.text);
	cr_expect_eq(link_file_set(&link, "cable.a>b.ber=0.5", &error), 0, "%s", error.text);
	cr_expect_eq(link_file_set(&link, "link.time=3ms", &error), 0, "%s", error.text);
	cr_expect_eq(link_file_set(&link, "traffic.a.load=0.5", &error), 0, "%s", error.text);
	cr_expect(link.end[1].headroom == 30 && link.end[0].headroom == LINK_AUTO && link.cable[0].length_m == 7 &&
	          link.cable[1].length_m == 7 && link.cable[0].ber == 0.5 && link.cable[1].ber == 0 && link.time_ps == 3000 * US);
	cr_expect(link.end[0].traffic.len_max == 1518 && link.end[1].traffic.len_max == 0);
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		cr_expect_eq(link_file_set(&link, bad[i].setting, &error), -EINVAL, "%s", bad[i].setting);
		cr_expect(strstr(error.text, bad[i].error) && strstr(error.text, bad[i].setting), "%s: %s", bad[i].setting,
		          error.text);
	}
	cr_expect_eq(link_file_set(&link, "link.rate=10", &error), 0);
	cr_expect_eq(link_file_check(&link, "--set", &error), -EINVAL);
	cr_expect_str_eq(error.text, "--set: rate=10 is not possible; bcm5718 has 1000 Mb/s");
	cr_expect_eq(link_file_set(&link, "end.a.dut=i82598", &error), 0);
	cr_expect_eq(link_file_check(&link, "--set", &error), -EINVAL);
	cr_expect_eq(strncmp(error.text, "--set: i82598 has 10000 Mb/s", 28), 0, "%s", error.text);
}

/* ---- devices ---- */

/* Returns the value that the set-up of END writes to NAME; fails the test if it does not write that register. */
static uint64_t written(const struct link_description *link, unsigned end, const char *name)
{
	const struct reg_page *page = reg_page_by_model(link->end[end].dut->model);
	struct env_error error;
	struct stimulus st;
	uint64_t value = 0;
	unsigned found = 0;

	cr_assert_eq(link_setup(link, end, &st, &error), 0);
	for (size_t i = 0; i < st.count; i++) {
		cr_assert_eq(st.items[i].kind, ITEM_REG_WRITE);
		if (st.items[i].u.reg.address == reg_by_name(page, name)->address) {
			value = st.items[i].u.reg.value;
			found++;
		}
	}
	stimulus_release(&st);
	cr_assert_eq(found, 1, "%s is written %u times", name, found);
	return value;
}

static struct link_flow flow_of(const struct link_description *link, unsigned end)
{
	struct env_error error = { "" };
	struct link_flow flow;

	cr_assert_eq(link_flow(&link->end[end], &flow, "", &error), 0, "%s", error.text);
	return flow;
}

Test(link_device, values_become_register_fields)
{
	struct link_description link;
	struct link_flow flow;

	read_good(&link, HEAD "end a dut=bcm5718 headroom=30 resume=90 time=100\nend b dut=bcm1250 headroom=33 time=513\n"
	                      "traffic a len=64..9018\n");
	cr_expect_eq(written(&link, 0, "MAC_RX_LOW_WATERMARK"), 30);
	cr_expect_eq(written(&link, 0, "LOW_WMARK_MAX_RX_FRAME"), 30);
	cr_expect_eq(written(&link, 0, "HIGH_WATERMARK"), 90);
	cr_expect_eq(written(&link, 0, "TX_MODE"), 0x12, "the short time");
	cr_expect_eq(written(&link, 0, "RX_MTU"), 9018);
	cr_expect_eq(written(&link, 0, "MAC_ADDR_0_LOW"), 0x22334455);
	flow = flow_of(&link, 0);
	cr_expect(flow.headroom == 30 && flow.resume == 90 && flow.quanta == 0x1FFF && !flow.refresh_quanta && flow.xon &&
	          !flow.client);
	cr_expect_eq(written(&link, 1, "dma_config0"), UINT64_C(33) << 48);
	cr_expect_eq(written(&link, 1, "mac_cfg"), 0x008000880000004C, "512 << 1 quanta");
	cr_expect_eq(written(&link, 1, "ethernet_addr"), 0xAA4433221100);
	cr_expect_eq(written(&link, 1, "addr_filter_0"), 0xAA4433221100);
	cr_expect_eq(written(&link, 1, "frame_cfg") >> 48, 9018);
	flow = flow_of(&link, 1);
	cr_expect(flow.headroom == 33 && flow.resume == 33 && flow.quanta == 1024 && flow.refresh_quanta == 512 && !flow.xon);
}

/* doc/devices/bcm1250.md 7: ifg_tx 20 and ifg_thrsh 4 at 10 and 100 Mb/s; sb1250_mac.h: SPEED_SEL is in 35:34. */
Test(link_device, a_slower_rate_is_set_up)
{
	static const struct {
		const char *rate;
		uint64_t speed_sel, frame_cfg;
		uint32_t octet_counts, clock_hz;
		double octet_ps;
	} cases[] = {
		{ "", 2, 0x05EE400000000200, 1, 125000000, 8000 },
		{ "link rate=1000\n", 2, 0x05EE400000000200, 1, 125000000, 8000 },
		{ "link rate=100\n", 1, 0x05EE400000004500, 2, 25000000, 80000 },
		{ "link rate=10\n", 0, 0x05EE400000004500, 2, 2500000, 800000 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct link_description link;
		struct link_pace pace;
		struct link_source source;
		uint8_t frame[LINK_FRAME_MAX];
		char text[200];
		snprintf(text, sizeof(text), HEAD "%send a dut=bcm1250\nend b dut=bcm1250_alt\ntraffic a len=1518\n",
		         cases[i].rate);
		read_good(&link, text);
		for (unsigned end = 0; end < LINK_ENDS; end++) {
			cr_expect_eq(written(&link, end, "mac_cfg") & ~UINT64_C(0xC00000000),
			             0x00800088000001CC & ~UINT64_C(0xC00000000), "%s", text);
			cr_expect_eq(written(&link, end, "mac_cfg") >> 34 & 3, cases[i].speed_sel, "%s", text);
			cr_expect_eq(written(&link, end, "frame_cfg"), cases[i].frame_cfg, "%s", text);
		}
		pace = link_pace_of(&link, 0);
		cr_expect(pace.octet_counts == cases[i].octet_counts && pace.clock_hz == cases[i].clock_hz &&
		              pace.octet_ps == cases[i].octet_ps && pace.clock_ps * pace.octet_counts == pace.octet_ps,
		          "%s", text);
		link_source_init(&source, &link, 0, 0);
		link_source_frame(&source, frame);
		cr_expect_eq(link_source_due(&source), (uint64_t)(1538 * cases[i].octet_ps), "%s", text);
	}
}

Test(link_device, values_of_ten_gigabit_become_register_fields)
{
	struct link_description link;
	struct link_flow flow;

	read_good(&link,
	          HEAD "end a dut=i82598 headroom=4090 resume=8000 time=101\nend b dut=ll10g headroom=4096 resume=8192 time=300\n"
	               "traffic b len=2000\n");
	cr_expect_eq(written(&link, 0, "FCRTH0"), 0x80000000 | (28678 / 16 * 16));
	cr_expect_eq(written(&link, 0, "FCRTL0"), 0x80000000 | (24768 / 16 * 16));
	cr_expect(written(&link, 0, "FCTTV0") == 101 && written(&link, 0, "FCRTV") == 50);
	cr_expect_eq(written(&link, 0, "MHADD"), 2000u << 16);
	cr_expect_eq(written(&link, 0, "HLREG0"), 0x08000407, "jumbo frames, and the rest as at reset");
	flow = flow_of(&link, 0);
	cr_expect(flow.headroom == 4096 && flow.resume == 8000 && flow.quanta == 101 && flow.refresh_quanta == 50 && flow.xon);
	cr_expect(written(&link, 1, "tx_pauseframe_quanta") == 300 && written(&link, 1, "tx_pauseframe_holdoff_quanta") == 64,
	          "the 4096 octets between the marks are 64 quanta");
	cr_expect_eq(written(&link, 1, "primary_mac_addr0"), 0x223344AA);
	cr_expect_eq(written(&link, 1, "rx_frame_maxlength"), 2000);
	flow = flow_of(&link, 1);
	cr_expect(flow.headroom == 4096 && flow.resume == 8192 && flow.quanta == 300 && flow.refresh_quanta == 236 && flow.xon &&
	          flow.client);
}

Test(link_device, what_is_left_out_is_the_set_up)
{
	static const struct {
		const char *dut;
		uint32_t headroom, resume, quanta;
	} rows[] = {
		{ "bcm5718", 42, 160, 0xFFFF },    { "bcm5718_alt", 24, 48, 64 }, { "i82598", 16384, 24576, 0xFFFF },
		{ "ll10g", 16384, 24576, 0xFFFF }, { "bcm1250", 42, 42, 0xFFFF },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct link_description link;
		struct link_flow flow;
		link_file_defaults(&link);
		link.end[0].dut = dut_by_name(rows[i].dut);
		flow = flow_of(&link, 0);
		cr_expect(flow.headroom == rows[i].headroom && flow.resume == rows[i].resume && flow.quanta == rows[i].quanta,
		          "%s: %u %u %u", rows[i].dut, flow.headroom, flow.resume, flow.quanta);
		link.end[0].headroom = rows[i].resume + 1;
		flow = flow_of(&link, 0);
		cr_expect_geq(flow.resume, rows[i].resume + 1, "%s: never below the headroom", rows[i].dut);
	}
}

Test(link_device, every_device_is_on_links)
{
	for (size_t i = 0; i < dut_count; i++) {
		struct link_description link;
		struct link_buffer buffer;
		link_file_defaults(&link);
		link.end[0].dut = &dut_table[i];
		cr_expect(link_buffer(&dut_table[i], &buffer), "%s", dut_table[i].name);
		cr_expect_gt(flow_of(&link, 0).headroom, 0, "%s", dut_table[i].name);
	}
}

/* ---- traffic ---- */

/* A clock of 125 MHz that is 100 millionths faster has a period of 7999.2 ps. Edges come at whole picoseconds, and after 10 s none is off by more
 * than one. */
Test(link_device, a_clock_is_off_by_millionths)
{
	struct link_description link;
	struct link_pace pace;
	const uint64_t clocks = UINT64_C(1250125000); /* in 10 s */

	read_good(&link, HEAD "end a dut=bcm5718 ppm=100\nend b dut=bcm1250 ppm=-100\n");
	pace = link_pace_of(&link, 0);
	cr_expect_float_eq(pace.clock_ps, 7999.2000799920, 1e-9);
	cr_expect(pace.octet_ps == pace.clock_ps && pace.count_ps == pace.clock_ps && pace.clock_hz == 125000000);
	cr_expect(link_edge_ps(clocks, pace.clock_ps) + 1 >= UINT64_C(10000000000000) &&
	          link_edge_ps(clocks, pace.clock_ps) <= UINT64_C(10000000000000));
	cr_expect_float_eq(link_pace_of(&link, 1).octet_ps, 8000.8000800080, 1e-9);
	for (uint64_t i = 0; i < 100000; i++) {
		uint64_t period = link_edge_ps(i + 1, pace.clock_ps) - link_edge_ps(i, pace.clock_ps);
		cr_assert(period == 7999 || period == 8000, "clock %llu has %llu ps", (unsigned long long)i,
		          (unsigned long long)period);
	}
}

/* The longest frame has 16,392 octets: at 200 millionths the reader is 3.3 octets ahead at its end. */
Test(link_device, an_elastic_buffer_is_as_deep_as_its_clocks_differ)
{
	cr_expect_eq(link_elastic_clocks(0, 0, 1), 0);
	cr_expect_eq(link_elastic_clocks(100, 100, 1), 1);
	cr_expect_eq(link_elastic_clocks(100, -100, 1), 5);
	cr_expect_eq(link_elastic_clocks(-100, 100, 1), 5);
	cr_expect_eq(link_elastic_clocks(-100, 100, 0.5), 8);
	cr_expect_eq(link_elastic_clocks(-100, 100, 8), 2);
}

Test(link_traffic, a_frame_is_known_by_its_mark)
{
	struct link_description link;
	struct link_source source;
	struct link_mark mark;
	uint8_t frame[LINK_FRAME_MAX], other[LINK_FRAME_MAX];

	read_good(&link, HEAD ENDS "traffic b len=64..1518\n");
	link_source_init(&source, &link, 1, 0);
	for (unsigned i = 0; i < 2000; i++) {
		uint32_t len = link_source_frame(&source, frame), fcs = (uint32_t)crc32(0, frame, len);
		cr_assert(len >= 60 && len <= 1514);
		cr_assert(link_mark_read(frame, len, &mark) && mark.end == 1 && mark.number == i && mark.len == len + 4);
		cr_assert_null(link_mark_check(frame, len, &mark));
		memcpy(frame + len, &fcs, 4); /* the wire carries the least significant octet first */
		cr_assert_null(link_mark_check(frame, len + 4, &mark));
		frame[len + i % 4] ^= 1;
		cr_assert_str_eq(link_mark_check(frame, len + 4, &mark), "another FCS");
		cr_assert_str_eq(link_mark_check(frame, len - 1, &mark), "another length");
		memcpy(other, frame, len);
		other[34 + i % (len - 34)] ^= 1 << i % 8;
		cr_assert_str_eq(link_mark_check(other, len, &mark), "other octets");
		memcpy(other, frame, len);
		other[i % 34] ^= 1 << i % 8;
		cr_assert_not(link_mark_read(other, len, &mark), "octet %u of the head", i % 34);
	}
	cr_expect_not(link_mark_read(frame, 33, &mark), "too short");
}

Test(link_traffic, the_same_seed_makes_the_same_frames)
{
	struct link_description link;
	struct link_source a, b, c, d;
	uint8_t frame[LINK_FRAME_MAX];
	unsigned same_end = 0, same_seed = 0;

	read_good(&link, HEAD ENDS "traffic a len=64..1518\ntraffic b len=64..1518\n");
	link_source_init(&a, &link, 0, 0);
	link_source_init(&b, &link, 0, 0);
	link_source_init(&c, &link, 1, 0);
	link.seed++;
	link_source_init(&d, &link, 0, 0);
	for (unsigned i = 0; i < 100; i++) {
		uint32_t len = link_source_frame(&a, frame);
		cr_expect_eq(link_source_frame(&b, frame), len);
		same_end += link_source_frame(&c, frame) == len;
		same_seed += link_source_frame(&d, frame) == len;
	}
	cr_expect(same_end < 10 && same_seed < 10);
}

/* 1 Gb/s: a frame of 1518 octets is 1538 octet times of 8 ns. */
Test(link_traffic, frames_are_due_by_load_and_burst)
{
	static const struct {
		double load;
		uint32_t burst;
		double due_us[5]; /* from the second frame on */
	} cases[] = {
		{ 1, 1, { 12.304, 24.608, 36.912, 49.216, 61.52 } },
		{ 0.5, 1, { 24.608, 49.216, 73.824, 98.432, 123.04 } },
		{ 0.5, 3, { 12.304, 24.608, 73.824, 86.128, 98.432 } },
	};
	uint8_t frame[LINK_FRAME_MAX];

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct link_description link;
		struct link_source source;
		read_good(&link, HEAD ENDS "traffic a len=1518\n");
		link.end[0].traffic.load = cases[i].load;
		link.end[0].traffic.burst = cases[i].burst;
		link_source_init(&source, &link, 0, 5 * US);
		cr_expect_eq(link_source_due(&source), 5 * US);
		for (unsigned k = 0; k < 5; k++) {
			link_source_frame(&source, frame);
			cr_expect_float_eq((double)(link_source_due(&source) - 5 * US) / 1e6, cases[i].due_us[k], 1e-5,
			                   "case %zu frame %u: %g", i, k, (double)(link_source_due(&source) - 5 * US) / 1e6);
		}
		link_source_init(&source, &link, 1, 0);
		cr_expect_eq(link_source_due(&source), UINT64_MAX, "b sends nothing");
	}
}

Test(link_traffic, a_host_takes_its_share)
{
	static const double rates[] = { 0, 0.1, 0.3, 0.5, 0.99, 1 };
	enum { ASKED = 10000 };

	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		struct link_host host = { .rate = rates[i] };
		unsigned taken = 0;
		for (unsigned k = 0; k < ASKED; k++)
			taken += link_host_takes(&host, (uint64_t)k * 64000, 8000);
		cr_expect(taken >= rates[i] * ASKED - 1 && taken <= rates[i] * ASKED + 1, "%g: %u", rates[i], taken);
	}
}

/* The stream of a host carries an octet in each clock, a wire of nibbles half an octet. */
Test(link_traffic, a_share_of_the_line_rate_is_half_as_many_slots_where_clocks_carry_nibbles)
{
	struct link_host host = { .rate = 0.5 };

	cr_expect_eq(link_host_slots(&host, 1), 0.5);
	cr_expect_eq(link_host_slots(&host, 2), 0.25);
	host.rate = 1;
	cr_expect_eq(link_host_slots(&host, 2), 1, "all");
}

Test(link_traffic, a_host_stops)
{
	struct link_host host = { .rate = 1, .stop_ps = 30 * US, .every_ps = 200 * US, .phase_ps = 10 * US };

	cr_expect(link_host_takes(&host, 0, 8000) && link_host_takes(&host, 10 * US - 1, 8000));
	cr_expect(!link_host_takes(&host, 10 * US, 8000) && !link_host_takes(&host, 40 * US - 1, 8000));
	cr_expect(link_host_takes(&host, 40 * US, 8000) && link_host_takes(&host, 210 * US - 1, 8000));
	cr_expect(!link_host_takes(&host, 210 * US, 8000));
	cr_expect_float_eq(link_host_share(&host), 0.85, 1e-9);
	host.every_ps = 0;
	cr_expect(link_host_takes(&host, 210 * US, 8000), "once");
	cr_expect_float_eq(link_host_share(&host), 1, 1e-9);
}
