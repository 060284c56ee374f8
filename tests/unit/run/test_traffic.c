/* SPDX-License-Identifier: Apache-2.0 */
/* An independent count: after a capture of ordinary traffic was injected, the DUTs' counters agree with what tshark counts in the capture.
 * RFC 2819 size classes, RFC 2863 address classes, PAUSE and PFC. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define CAPTURE "tests/data/captures/traffic.pcap"

enum { FCS_OCTETS = 4, SIZE_CLASSES = 7 };

struct traffic {
	uint32_t frames, octets, size[SIZE_CLASSES], unicast, multicast, broadcast, control, xoff, xon, pfc;
	uint32_t pause_octets, size_pause; /* of the PAUSE frames, which are all in one size class */
};

static unsigned size_class(uint32_t len)
{
	static const uint32_t last[SIZE_CLASSES - 1] = { 64, 127, 255, 511, 1023, 1518 };
	unsigned i = 0;

	while (i < SIZE_CLASSES - 1 && len > last[i])
		i++;
	return i;
}

/* Parses a line of tshark: length, group bit and broadcast from the destination, opcode and time of a control frame. */
static void count_line(struct traffic *t, const char *line)
{
	unsigned len = 0, opcode = 0, time = 0;
	char da[32] = "", rest[64] = "";
	int fields = sscanf(line, "%u %31s %63[^\n]", &len, da, rest);

	cr_assert_geq(fields, 2, "tshark said: %s", line);
	t->frames++;
	t->octets += len + FCS_OCTETS;
	t->size[size_class(len + FCS_OCTETS)]++;
	if (fields == 3) {
		cr_assert_geq(sscanf(rest, "%x %u", &opcode, &time), 1);
		t->control++;
		t->pfc += opcode == 0x0101;
		t->xoff += opcode == 0x0001 && time;
		t->xon += opcode == 0x0001 && !time;
		t->pause_octets += opcode == 0x0001 ? len + FCS_OCTETS : 0;
		return;
	}
	if (!strcmp(da, "ff:ff:ff:ff:ff:ff"))
		t->broadcast++;
	else if (strtoul((char[]){ da[0], da[1], 0 }, NULL, 16) & 1)
		t->multicast++;
	else
		t->unicast++;
}

static struct traffic count_capture(void)
{
	struct traffic t = { 0 };
	struct command c;
	char *save = NULL;

	command_run(&c, "tshark -r " CAPTURE " -T fields -e frame.len -e eth.dst -e macc.opcode -e macc.pause_time");
	cr_assert_eq(c.status, 0, "tshark: %s", c.err);
	for (char *line = strtok_r(c.out, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		count_line(&t, line);
	command_release(&c);
	/* a capture without one of these classes would prove nothing about its counter */
	for (int i = 0; i < SIZE_CLASSES; i++)
		cr_assert_gt(t.size[i], 0, "no frame of size class %d", i);
	cr_assert(t.unicast && t.multicast && t.broadcast && t.xoff && t.xon && t.pfc);
	return t;
}

struct expectation {
	const char *counter;
	uint32_t value;
};

/* Injects the capture, compares the counters and returns the first finding or "no finding". */
static const char *inject(const char *model, const struct expectation *expected, size_t count, char *ret, size_t size)
{
	const struct dut *dut = dut_by_name(model);
	struct stimulus st = { .seed = 1 };
	struct stim_error error;
	struct run_result result;
	char text[8192];
	size_t len;

	cr_assert(dut);
	len = (size_t)snprintf(text, sizeof(text),
	                       "pausebench-stim 1\nsetup\npcap file=" CAPTURE " gaps=close\nwait idle max=2000000\n");
	for (size_t i = 0; i < count; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "reg.read %s expect=%u\n", expected[i].counter,
		                        expected[i].value);
	cr_assert_lt(len, sizeof(text));
	cr_assert_eq(read_text(&st, text, len, dut, &error), 0, "line %u: %s", error.line, error.message);
	run_checked(dut, &st, false, &result);
	cr_expect_eq(result.items, st.count);
	finding_line(dut, &st, &result, ret, size);
	stimulus_release(&st);
	return result.score.findings ? ret : "no finding";
}

static void expect_agreement(const char *model, const struct expectation *expected, size_t count)
{
	struct expectation wrong = { expected[0].counter, expected[0].value + 1 };
	char line[512];

	cr_expect(strstr(inject(model, expected, count, line, sizeof(line)), "no finding"), "%s", line);
	/* a wrong count is found */
	cr_expect(!strstr(inject(model, &wrong, 1, line, sizeof(line)), "no finding"), "%s", line);
}

Test(traffic, ll10g_counts_what_tshark_counts)
{
	const struct traffic t = count_capture();
	const struct expectation expected[] = {
		{ "rx_stats_etherStatsPkts", t.frames },
		{ "rx_stats_etherStatsOctets", t.octets },
		{ "rx_stats_framesOK", t.frames },
		{ "rx_stats_etherStatsPkts64Octets", t.size[0] },
		{ "rx_stats_etherStatsPkts65to127Octets", t.size[1] },
		{ "rx_stats_etherStatsPkts128to255Octets", t.size[2] },
		{ "rx_stats_etherStatsPkts256to511Octets", t.size[3] },
		{ "rx_stats_etherStatsPkts512to1023Octets", t.size[4] },
		{ "rx_stats_etherStatPkts1024to1518Octets", t.size[5] },
		{ "rx_stats_etherStatsPkts1519toXOctets", t.size[6] },
		{ "rx_stats_unicast_FramesOK", t.unicast },
		{ "rx_stats_multicast_FramesOK", t.multicast },
		{ "rx_stats_broadcast_FramesOK", t.broadcast },
		{ "rx_stats_multicastMACCtrlFrames", t.control },
		{ "rx_stats_pauseMACCtrl_Frames", t.xoff + t.xon },
		{ "rx_stats_PFCMACCtrlFrames", t.pfc },
		{ "rx_stats_framesErr", 0 },
	};

	expect_agreement("ll10g", expected, COUNT_OF(expected));
}

/* PAUSE frames count only as PAUSE frames, in TPR and in TOR, whose octets are at the upper address. The frames of 1,522 octets have a tag
 * and are legal. MPRC has the broadcasts too, as the silicon has. */
Test(traffic, i82598_counts_what_tshark_counts)
{
	const struct traffic t = count_capture();
	const uint32_t pauses = t.xoff + t.xon;
	const struct expectation expected[] = {
		{ "TPR", t.frames },
		{ "TORL", 0 },
		{ "TORH", t.octets },
		{ "GPRC", t.frames - pauses },
		{ "PRC64", t.size[0] - pauses },
		{ "PRC127", t.size[1] },
		{ "PRC255", t.size[2] },
		{ "PRC511", t.size[3] },
		{ "PRC1023", t.size[4] },
		{ "PRC1522", t.size[5] + t.size[6] },
		{ "ROC", 0 },
		{ "MPRC", t.multicast + t.pfc + t.broadcast },
		{ "BPRC", t.broadcast },
		{ "LXOFFRXC", t.xoff },
		{ "LXONRXC", t.xon },
	};

	expect_agreement("i82598", expected, COUNT_OF(expected));
}

/* The receive buffer does not overflow, because the host is always ready; packets longer than 1518 octets are errors here. */
Test(traffic, bcm1250_counts_what_tshark_counts)
{
	const struct traffic t = count_capture();
	const struct expectation expected[] = {
		{ "RX_GOOD", t.frames - t.size[6] },
		{ "RX_BAD", t.size[6] },
		{ "RX_OVERSIZE", t.size[6] },
		{ "RX_RUNT", 0 },
		{ "RX_FCS_ERROR", 0 },
		{ "RX_LENGTH_ERROR", 0 },
		{ "RX_CODE_ERROR", 0 },
		{ "RX_ALIGN_ERROR", 0 },
		{ "RX_MCAST", t.multicast + t.control },
		{ "RX_BCAST", t.broadcast },
	};

	expect_agreement("bcm1250", expected, COUNT_OF(expected));
}
