/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a profile: what a row, a page, controls and counters it makes, and where a wrong one is wrong. */
#include "parameters.h"
#include "predicate/predicate.h"
#include "profile/instance.h"
#include "base/limits.h"
#include "profile/profile.h"
#include "support.h"

#include "stimulus/control.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A profile of seven lines; further ones begin in line 8. */
#define HEAD "pausebench-mac 1\n# a comment\nmac mine\ninstance mine.vh\nsources rtl\nphy gmii\nclock 125000000 # Hz\n"
#define INSTANCE "mac u (.clk(clk), .q(cfg_quanta), .x(req_xoff), .e(event_bits[3:0]), .r(s_axis_tready));\n"

static void read_good(struct profile *ret, const char *text, const char *instance)
{
	struct profile_error e;

	cr_assert_eq(profile_parse(ret, "dir/my.mac", text, instance, &e), 0, "%s:%u:%u: %s", e.file, e.line, e.column,
	             e.message);
}

/* Latencies in nanoseconds and in clocks of a domain are octet times of the transmit wire, rounded away from each other. */
Test(profile, latencies_have_three_units)
{
	static const struct {
		const char *lines;
		uint32_t min, max;
	} cases[] = {
		{ "latency inhibit 5 12\n", 5, 12 },
		{ "latency inhibit 40ns 96ns\n", 5, 12 },
		{ "latency inhibit 41ns 95ns\n", 5, 12 },
		{ "clock rx 125000000\nlatency inhibit 40ns 96ns\n", 5, 12 },
		{ "clock rx 125000000\nppm 100\nlatency inhibit 40ns 96ns\n", 4, 13 },
		{ "clock bus 50000000\nlatency inhibit 2 5 bus\n", 5, 13 },
		{ "clock host 100000000\nppm 100\nlatency inhibit 4 8 host\n", 4, 11 },
		{ "clock rx 125000000\nppm 100\nlatency inhibit 4 8 tx\n", 4, 8 },
		{ "clock rx 125000000\nlatency inhibit 4 8 host\n", 4, 8 }, /* no clock of its own: that of tx */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char text[512];
		struct profile p;
		snprintf(text, sizeof(text), HEAD "%s", cases[i].lines);
		read_good(&p, text, NULL);
		cr_expect_eq(p.latency[PROFILE_LATENCY_inhibit].min, cases[i].min, "%s: %u", cases[i].lines,
		             p.latency[PROFILE_LATENCY_inhibit].min);
		cr_expect_eq(p.latency[PROFILE_LATENCY_inhibit].max, cases[i].max, "%s: %u", cases[i].lines,
		             p.latency[PROFILE_LATENCY_inhibit].max);
		profile_release(&p);
	}
}

Test(profile, a_wrong_line_is_refused_at_its_place)
{
	static const struct {
		const char *text;
		unsigned line, column;
		const char *message;
	} cases[] = {
		{ "", 0, 1, "expected 'pausebench-mac 1' in the first line" },
		{ "pausebench-stim 1\n", 1, 1, "expected 'pausebench-mac 1' in the first line" },
		{ "pausebench-mac 2\n", 1, 16, "the version must be 1 to 1" },
		{ "pausebench-mac 1\nmac a b\n", 2, 7, "expected the end of the line, not 'b'" },
		{ "pausebench-mac 1\nmac a-b\n", 2, 6, "letters, digits and _" },
		{ "pausebench-mac 1\nmac a\nmac b\n", 3, 1, "given twice" },
		{ "pausebench-mac 1\nmac a\ninstance a.vh\nsources a.v\n", 4, 1, "expected a line 'phy gmii, mii or xgmii'" },
		{ "pausebench-mac 1\nmac a\ninstance a.vh\nsources a.v\nphy xgmii\nclock rx 156250000 stops\n", 6, 1,
		  "'stops' and 'resets' of 'clock rx' are for 'phy gmii'" },
		{ HEAD "hsot rx=stored\n", 8, 1, "did you mean 'host'?" },
		{ HEAD "host rx=strored\n", 8, 9, "cut-through or stored; did you mean 'stored'?" },
		{ HEAD "host fsc=kept\n", 8, 6, "did you mean 'fcs='?" },
		{ HEAD "host own\n", 8, 6, "expected a word of the line 'host'" },
		{ HEAD "host ahead=2000\n", 8, 12, "ahead must be 1 to 1024" },
		{ HEAD "host filter=inverse\n", 8, 13, "did you mean 'inverted'?" },
		{ HEAD "obeys multicast excludes=maybe\n", 8, 26, "a word for excludes=" },
		{ HEAD "station addresses=5\n", 8, 19, "addresses must be 1 to 4" },
		{ HEAD "station addresses=3\n", 8, 1, "3 addresses need the control station_2" },
		{ HEAD "obeys multicats\n", 8, 7, "did you mean 'multicast'?" },
		{ HEAD "obeys\n", 8, 6, "expected a word after 'obeys'" },
		{ HEAD "latency inhibt 1 2\n", 8, 9, "did you mean 'inhibit'?" },
		{ HEAD "latency inhibit 5 4\n", 8, 19, "the greatest latency must be 5 to" },
		{ HEAD "latency inhibit 40ns 96\n", 8, 1, "both latencies in nanoseconds" },
		{ HEAD "latency inhibit 40 96ns\n", 8, 1, "both latencies in nanoseconds" },
		{ HEAD "latency inhibit 4 5 phy\n", 8, 21, "tx, rx, host or bus, the clock that counts the latency, not 'phy'" },
		{ HEAD "latency inhibit 40ns 96ns rx\n", 8, 27, "expected nothing, or" },
		{ HEAD "latency inhibit 4 5 rx tx\n", 8, 24, "expected the end of the line" },
		{ HEAD "latency inhibit 4 5 rx\n", 8, 1, "'latency inhibit' names a clock, which is for several clocks" },
		{ HEAD "lacks xon, wings\n", 8, 12, "what a MAC can lack, not 'wings'" },
		{ HEAD "freedom Xon=1\n", 8, 9, "a parameter of ieee8023" },
		{ HEAD "freedom XonExpired=2\n", 8, 20, "XonExpired must be 0 to 1" },
		{ HEAD "register A at 0x402\n", 8, 15, "multiple of 4" },
		{ HEAD "register A at 0xFC00\n", 8, 15, "the address must be 0 to 64508" },
		{ HEAD "register A at 0\nregister A at 4\n", 9, 10, "given twice" },
		{ HEAD "register A at 0\nregister B at 0\n", 9, 10, "A and B are both at 0x0000" },
		{ HEAD "register A at 0 rest=1\n", 8, 17, "reset, mask or setup; did you mean 'reset'?" },
		{ HEAD "register A at 0 setup=0x100000000\n", 8, 23, "setup must be 0 to 4294967295" },
		{ HEAD "register A at 0 = - quantas\n", 8, 21, "did you mean 'quanta'?" },
		{ HEAD "early 0 = a\n", 8, 7, "how early must be 1 to 65535" },
		{ HEAD "early 9 = ifInOctets\n", 8, 11, "'ifInOctets' is no counter of a line before this one" },
		{ HEAD "early 9 =\n", 8, 10, "expected a counter of a line before" },
		{ HEAD "register A at 0 =\n", 8, 18, "expected a control, or '-' for a bit that is none" },
		{ HEAD "control quanta = A[15:0]\n", 8, 18, "expected the name of a register, not 'A'" },
		{ HEAD "register A at 0\ncontrol quantas = A[15:0]\n", 9, 9, "did you mean 'quanta'?" },
		{ HEAD "register A at 0\ncontrol quanta = A[7:0]\n", 9, 18, "expected 16 bits of A for quanta, not 8" },
		{ HEAD "register A at 0\ncontrol quanta = A[40:25]\n", 9, 20, "the bit must be 0 to 31" },
		{ HEAD "register A at 0\nregister B at 4\nregister C at 8\nregister D at 12\nregister E at 16\ncontrol "
		       "station[0:0] = A[0]\n"
		       "control station[1:1] = B[0]\ncontrol station[2:2] = C[0]\ncontrol station[3:3] = D[0]\ncontrol "
		       "station[4:4] = E[0]\n",
		  17, 24, "expected the bits of station in at most 4 registers" },
		{ HEAD "register A at 0\ncontrol speed = A[3:0] values=1,2,4,8,3\n", 9, 39,
		  "expected at most 4 values of speed" },
		{ HEAD "register A at 0\ncontrol speed = A[3:0] values=1,16\n", 9, 33, "the value must be 0 to 15" },
		{ HEAD "register A at 0\ncontrol quanta = A values=1,2\n", 9, 27, "quanta takes no 'values='" },
		{ HEAD "register A at 0\ncontrol speed = A[1:0] value=1\n", 9, 24, "expected 'inverted', 'values='" },
		{ HEAD "controls A = quanta\n", 8, 10, "expected the name of a register, not 'A'" },
		{ HEAD "register A at 0\ncontrols A quanta\n", 9, 12, "expected '=' after 'controls', not 'quanta'" },
		{ HEAD "register A at 0\ncontrols A =\n", 9, 13, "expected a control, or '-' for a bit that is none" },
		{ HEAD "register A at 0\ncontrols A = - quantas\n", 9, 16, "did you mean 'quanta'?" },
		{ HEAD "register A at 0\ncontrols A = quanta - refresh\n", 9, 23,
		  "A has 32 bits, and 'refresh' has no place left" },
		{ HEAD "events 3 = etherStatsPkts\n", 8, 8, "expected 'from', not '3'" },
		{ HEAD "events from 3 =\n", 8, 16, "expected a counter, or '-' for a bit that is none" },
		{ HEAD "events from 3 = - etherStatsPakts\n", 8, 19, "did you mean 'etherStatsPkts'?" },
		{ HEAD "events from 3 = etherStatsPkts etherStatsPkts\n", 8, 32, "the name 'etherStatsPkts' is given twice" },
		{ HEAD "events from 127 = - etherStatsPkts\n", 8, 21, "event_bits has 128 bits" },
		{ HEAD "counters 0 = etherStatsPkts\n", 8, 10, "expected 'from', not '0'" },
		{ HEAD "counters from 2 = etherStatsPkts\n", 8, 15, "multiple of 4" },
		{ HEAD "counters from 0 width=40\n", 8, 25, "expected '= NAME NAME ...'" },
		{ HEAD "counters from 0 step=6 = etherStatsPkts\n", 8, 1, "expected a step that is a multiple of 4" },
		{ HEAD "counters from 0 high=8 = etherStatsPkts\n", 8, 17, "a key of the line" },
		{ HEAD "counters from 0 pair=latched = etherStatsPkts\n", 8, 32, "one word" },
		{ HEAD "counters from 0 = - rx\n", 8, 21, "a standard counter" },
		{ HEAD "counters from 0xfbfc = - etherStatsPkts\n", 8, 26, "must be 0 to 64508" },
		{ HEAD "counters from 0 =\n", 8, 18, "expected a counter, or '-' for an address without one" },
		{ HEAD "counters from 0 = mine(rx and godo)\n", 8, 31, "good" },
		{ HEAD "counters from 0 = mine()\n", 8, 24, "expected" },
		{ HEAD "counters from 0 = mine(rx and (good)\n", 8, 23, "expected a ')' that closes the '(' after 'mine'" },
		{ HEAD "counters from 0 = mine(rx)yours\n", 8, 27, "expected a blank after ')'" },
		{ HEAD "counters from 0 = - (rx)\n", 8, 21, "expected a name before '('" },
		{ HEAD "counters from 0 = 2x(rx)\n", 8, 19, "of letters, digits and _, not '2x'" },
		{ HEAD "events from 0 = mine(rx) mine(tx)\n", 8, 26, "the name 'mine' is given twice" },
		{ HEAD "setup A 1\n", 8, 7, "expected the name of a register, not 'A'" },
		{ HEAD "event 128 = etherStatsPkts\n", 8, 7, "the bit must be 0 to 127" },
		{ HEAD "event 3 = etherStatsPakts\n", 8, 11, "did you mean 'etherStatsPkts'?" },
		{ HEAD "event 3 etherStatsPkts\n", 8, 9, "expected '='" },
		{ HEAD "event 3 = mine = rx and godo\n", 8, 25, "good" },
		{ HEAD "counter mine port width=65 = rx\n", 8, 25, "width must be 8 to 64" },
		{ HEAD "counter mine port width=32 = rx\n", 8, 1, "the instance mine.vh does not drive port_mine" },
		{ HEAD "counter mine at 0 width=32 pair=latched = rx\n", 8, 9, "one word" },
		{ HEAD "counter mine at 0 read=clears = rx\n", 8, 24, "did you mean 'clear'?" },
		{ HEAD "counter mine at 0 width=40 = rx\ncounter yours at 4 = tx\n", 9, 9, "both at 0x0004" },
		{ HEAD "waive pause-tme all \"slow\"\n", 8, 7, "did you mean 'pause-time'?" },
		{ HEAD "waive pause-time all slow\n", 8, 22, "between two \"" },
		{ HEAD "waive pause-time all\n", 8, 21, "expected the \"reason\"" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile p;
		struct profile_error e;
		int err = profile_parse(&p, "dir/my.mac", cases[i].text, INSTANCE, &e);
		cr_expect_eq(err, -EINVAL, "%s: %d", cases[i].text, err);
		if (!err)
			profile_release(&p);
		cr_expect_str_eq(e.file, "dir/my.mac");
		cr_expect(e.line == cases[i].line && e.column == cases[i].column, "%s: expected %u:%u, actual %u:%u: %s",
		          cases[i].text, cases[i].line, cases[i].column, e.line, e.column, e.message);
		cr_expect(strstr(e.message, cases[i].message), "%s: expected '%s' in '%s'", cases[i].text, cases[i].message,
		          e.message);
	}
}

Test(profile, a_line_of_a_freedom_sets_its_parameter)
{
	static const struct {
		const char *line, *parameter;
		uint64_t value;
	} cases[] = {
		{ "host rx=cut-through", "RxStored", 0 },
		{ "host rx=stored", "RxStored", 1 },
		{ "host fcs=kept", "FcsKept", 1 },
		{ "host fcs=stripped", "FcsKept", 0 },
		{ "host bad=dropped", "BadDropped", 1 },
		{ "host filter=yes", "AddressFilter", 1 },
		{ "host ready=no", "HostReady", 0 },
		{ "host ready=waits", "HostReady", 2 },
		{ "host control=forwarded", "ControlForwarded", 1 },
		{ "host control=marked", "ControlForwarded", 2 },
		{ "host other-control=marked", "OtherControl", 2 },
		{ "host runts=passed", "Runts", 1 },
		{ "host too-long=marked", "TooLong", 2 },
		{ "host tx=stored", "TxStored", 1 },
		{ "host shortest=14 ahead=9", "TxAhead", 9 },
		{ "host shortest=15 ahead=9", "HostShortest", 15 },
		{ "host sent-control=passes", "ControlHeld", 0 },
		{ "host sent-control=held", "ControlHeld", 1 },
		{ "host tx=stored", "ControlHeld", 2 },
		{ "host tx=cut-through starts=64", "StartOctets", 64 },
		{ "host longest=2000", "LongestFrame", 2000 },
		{ "host longest=any", "LongestFrame", 65535 },
		{ "gap receive=16", "ReceiveGap", 16 },
		{ "obeys own", "ObeysOwn", 1 },
		{ "obeys own", "ObeysMulticast", 0 },
		{ "obeys none", "ObeysMulticast", 0 },
		{ "obeys multicast tagged pfc", "ObeysTagged", 1 },
		{ "obeys multicast tagged pfc", "ObeysPfc", 1 },
		{ "obeys multicast tagged pfc", "ObeysOwn", 0 },
		{ "obeys longest=any", "PauseLongest", 0 },
		{ "obeys longest=64", "PauseLongest", 64 },
		{ "obeys shortest=22", "PauseShortest", 22 },
		{ "obeys shortest=22", "ObeysOwn", 1 },
		{ "timer from=reception", "TimerFromIdle", 0 },
		{ "timer granularity=32", "TimerGranularity", 32 },
		{ "sends by=pulse", "SendsBy", 2 },
		{ "sends refresh=end period=100", "Refresh", 2 },
		{ "sends refresh=end period=100", "RefreshPeriod", 100 },
		{ "sends xon=no quanta=7", "SendsXon", 0 },
		{ "sends xon=no quanta=7", "SendsQuanta", 7 },
		{ "buffer octets=4096 unit=8", "BufferOctets", 4096 },
		{ "buffer octets=4096 unit=8", "BufferUnit", 8 },
		{ "gap octets=13 deficit=no", "GapOctets", 13 },
		{ "gap octets=13 deficit=no", "GapDeficit", 0 },
		{ "host filter=inverted length=missing", "AddressFilter", 2 },
		{ "host filter=inverted length=missing", "LengthChecked", 2 },
		{ "obeys own excludes=yes", "PfcExcludes", 1 },
		{ "station pause=any", "PauseStations", 1 },
		{ "freedom XonExpired=0", "XonExpired", 0 },
		{ "lacks fault", "FaultSignals", 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile p;
		char text[512];
		snprintf(text, sizeof(text), "%s%s\n", HEAD, cases[i].line);
		read_good(&p, text, INSTANCE);
		cr_expect_not_null(parameter_by_name("ieee8023", cases[i].parameter), "%s", cases[i].parameter);
		cr_expect_eq(dut_param(&p.dut, cases[i].parameter), cases[i].value, "%s: %s", cases[i].line, cases[i].parameter);
		profile_release(&p);
	}
}

Test(profile, each_word_is_of_a_parameter_and_in_its_range)
{
	static const struct {
		const char *parameter;
		const char *choices[6];
		uint64_t least, most;
	} settings[] = {
#define CHOICE(line, key, parameter, ...) { #parameter, { __VA_ARGS__ }, 0, 0 },
#define FIGURE(line, key, parameter, least, most, unit) { #parameter, { NULL }, least, most },
#define WORD(line, word, parameter) { #parameter, { NULL }, 0, 1 },
#include "profile/settings.def"
	};

	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		const struct parameter *parameter = parameter_by_name("ieee8023", settings[i].parameter);
		cr_assert_not_null(parameter, "%s", settings[i].parameter);
		for (size_t c = 0; c < 6 && settings[i].choices[c]; c++) {
			unsigned long value = strtoul(strchr(settings[i].choices[c], '=') + 1, NULL, 10);
			cr_expect(value >= parameter->least && value <= parameter->most, "%s", settings[i].choices[c]);
		}
		if (!settings[i].choices[0])
			cr_expect(settings[i].least >= parameter->least && settings[i].most <= parameter->most,
			          "%s: %llu to %llu", settings[i].parameter, (unsigned long long)parameter->least,
			          (unsigned long long)parameter->most);
	}
}

Test(profile, latencies_become_contract_and_slack)
{
	struct profile p;

	read_good(&p,
	          HEAD
	          "latency inhibit 10 30\nlatency resume 2 7\nlatency request 20 20\nlatency event 5 9\nlatency delivery 12 90\n",
	          INSTANCE);
	cr_expect_eq(p.dut.timing.inhibit, 10);
	cr_expect_eq(p.dut.slack.inhibit, 20);
	cr_expect_eq(p.dut.timing.resume, 2);
	cr_expect_eq(p.dut.slack.resume, 5);
	cr_expect_eq(p.dut.timing.request, 20);
	cr_expect_eq(limit_slack(&p.dut).request, 0, "equal figures are exact");
	cr_expect_eq(p.dut.timing.classify, 5);
	cr_expect_eq(p.dut.slack.classify, 4);
	cr_expect_eq(p.dut.timing.host, 12);
	cr_expect_eq(p.dut.slack.host, 78);
	profile_release(&p);
	read_good(&p,
	          "pausebench-mac 1\nmac x\ninstance x.vh\nsources x.v\nphy xgmii\nlatency inhibit 45 50\nlatency event 3 60\n",
	          "xgmii_rxd event_bits");
	cr_expect_eq(p.dut.timing.inhibit, 40, "whole words");
	cr_expect_eq(p.dut.slack.inhibit, 16);
	cr_expect_eq(p.dut.timing.classify % 8, 0);
	cr_expect_lt(p.dut.timing.classify, p.dut.timing.inhibit);
	profile_release(&p);
}

/* The newest moment of a refresh is that of its line, and a request's own line is no reason to shorten the standard's limit. */
Test(profile, a_refresh_may_take_as_long_as_its_line_says)
{
	static const struct {
		const char *lines;
		uint32_t least, greatest; /* of a request or a refresh */
	} cases[] = {
		{ "latency request 20 28\n", 20, 28 },
		{ "latency request 20 28\nlatency refresh 20 26\n", 20, 28 },
		{ "latency request 20 28\nlatency refresh 20 60\n", 20, 60 },
		{ "latency request 20 20\nlatency refresh 0 21\n", 20, 21 },
		{ "latency refresh 0 20\n", 0, 128 },
		{ "latency refresh 0 500\n", 0, 500 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile_error e;
		struct profile p;
		char text[256];
		snprintf(text, sizeof(text), "pausebench-mac 1\nmac mine\ninstance mine.vh\nsources rtl\nphy gmii\n%s",
		         cases[i].lines);
		cr_assert_eq(profile_parse(&p, "dir/my.mac", text, "mac u (.clk(clk), .q(req_xoff));\n", &e), 0, "%s", e.message);
		cr_expect_eq(p.dut.timing.request, cases[i].least, "%s: %" PRIu32, cases[i].lines, p.dut.timing.request);
		cr_expect_eq(p.dut.timing.request + limit_slack(&p.dut).request, cases[i].greatest, "%s: %" PRIu32,
		             cases[i].lines, p.dut.timing.request + limit_slack(&p.dut).request);
		profile_release(&p);
	}
}

Test(profile, the_page_has_virtual_registers_own_registers_and_counters_by_address)
{
	struct profile p;
	const struct reg_row *low, *high;

	read_good(&p,
	          HEAD "register CONTROL at 0x10 reset=3 mask=0xF\ncontrol rx_enable = CONTROL[1] inverted\ncontrol "
	               "station[31:0] = LOW\nregister LOW at "
	               "0x20\nsetup LOW 5\ncounter wide at 0x30 width=40 read=clear full=stick pair=latched high=0x38 "
	               "reset=0x1FFFFFFFF = octets of rx\n"
	               "event 1:0 = etherStatsPkts\n",
	          INSTANCE);
	for (size_t i = 1; i < p.page.count; i++)
		cr_expect_lt(p.page.rows[i - 1].address, p.page.rows[i].address, "%s", p.page.rows[i].name);
	cr_expect_eq(reg_by_name(&p.page, "CONTROL")->write_mask, 0xF);
	cr_expect_eq(reg_by_name(&p.page, "VIRTUAL_QUANTA")->address, 0xFC18);
	cr_expect_eq(reg_by_name(&p.page, "etherStatsPkts")->address, 0xFE00);
	low = reg_by_name(&p.page, "wide");
	high = reg_by_name(&p.page, "wide_HIGH");
	cr_assert(low && high);
	cr_expect_eq(high, low + low->partner);
	cr_expect_eq(low, high + high->partner);
	cr_expect_eq(low->reset, 0x1FFFFFFFF, "of the whole counter");
	cr_expect_eq(high->address, 0x38);
	cr_expect_eq(low->width, 40);
	cr_expect_eq(low->effect, COUNTER_CLEAR);
	cr_expect_eq(low->full, COUNTER_STICK);
	cr_assert_eq(p.golden.counted_count, 2);
	cr_expect_eq(p.golden.counted[0].row, low - p.page.rows);
	cr_expect(predicate_octets(p.golden.counted[0].predicate));
	cr_expect_eq(p.dut.setup_count, 2, "the line, and the control whose default is not the reset value");
	cr_expect_eq(p.dut.setup[0].address, 0x20);
	cr_expect_eq(p.dut.setup[1].address, 0x10);
	cr_expect_eq(p.dut.setup[1].value, 1);
	profile_release(&p);
}

/* A control may be a code in a register, and two registers may depend on it; the slice without values is read last. */
Test(profile, a_control_may_have_other_values_in_a_register)
{
	static const uint64_t hundred[PM_CONTROL_COUNT] = { [PM_CONTROL_speed] = 1 };
	struct control_write writes[CONTROL_WRITES_MAX];
	struct profile p;

	read_good(&p,
	          HEAD "register A at 0x10\nregister B at 0x14\ncontrol speed = A[9:8]\ncontrol speed = B[7:4] values=2,2,9\n",
	          INSTANCE);
	profile_use(&p);
	cr_assert_eq(control_writes(&p.dut, PM_CONTROL_speed, hundred, writes), 2);
	cr_expect(writes[0].address == 0x14 && writes[0].mask == 0xF0 && writes[0].value == 0x20);
	cr_expect(writes[1].address == 0x10 && writes[1].mask == 0x300 && writes[1].value == 0x100);
	cr_assert_eq(p.dut.setup_count, 2, "the default, 1000 Mb/s, is not the reset value");
	cr_expect_eq(p.dut.setup[0].value, 0x200);
	cr_expect_eq(p.dut.setup[1].value, 0x90);
	profile_release(&p);
}

/* A line with a list is the same as a line for each of its names. */
Test(profile, a_list_is_a_line_for_each_name)
{
	static const char *const texts[] = {
		HEAD
		"register A at 0x10\ncontrols A = rx_enable - station[47:40] speed tx_enable\n"
		"register B at 0x14 reset=3 setup=0 = quanta refresh # both\n"
		"counters from 0x100 width=40 read=clear pair=latched = ifInOctets - etherStatsPkts mine(rx and (good or long))# "
		"own\n"
		"counters from 0x200 step=16 full=stick = ifInErrors ifOutErrors\nevents from 5 = ifOutOctets - ifInDiscards\n"
		"events from 9 = yours(tx and good) ifInUcastPkts\n",
		HEAD "register A at 0x10\ncontrol rx_enable = A[0]\ncontrol station[47:40] = A[9:2]\ncontrol speed = A[11:10]\n"
		     "control tx_enable = A[12]\nregister B at 0x14 reset=3\nsetup B 0\ncontrol quanta = B[15:0]\n"
		     "control refresh = B[31:16]\ncounter ifInOctets at 0x100 width=40 read=clear pair=latched\n"
		     "counter etherStatsPkts at 0x110 width=40 read=clear pair=latched\n"
		     "counter mine at 0x118 width=40 read=clear pair=latched = rx and (good or long)\n"
		     "counter ifInErrors at 0x200 full=stick\n"
		     "counter ifOutErrors at 0x210 full=stick\nevent 5 = ifOutOctets\nevent 7 = ifInDiscards\n"
		     "event 9 = yours = tx and good\nevent 10 = ifInUcastPkts\n",
	};
	struct profile p[2];

	for (int i = 0; i < 2; i++)
		read_good(&p[i], texts[i], INSTANCE);
	cr_assert_eq(p[0].page.count, p[1].page.count);
	for (size_t i = 0; i < p[0].page.count; i++) {
		const struct reg_row *list = &p[0].page.rows[i], *line = &p[1].page.rows[i];
		cr_expect_str_eq(list->name, line->name);
		cr_expect(list->address == line->address && list->kind == line->kind && list->effect == line->effect &&
		              list->full == line->full && list->width == line->width && list->partner == line->partner,
		          "%s", list->name);
	}
	cr_assert_eq(p[0].golden.slice_count, p[1].golden.slice_count);
	cr_expect_arr_eq(p[0].golden.slices, p[1].golden.slices, p[0].golden.slice_count * sizeof(*p[0].golden.slices));
	cr_assert_eq(p[0].build.strobe_count, 4);
	for (size_t i = 0; i < 4; i++)
		cr_expect(p[0].build.strobes[i].msb == p[1].build.strobes[i].msb &&
		          p[0].build.strobes[i].lsb == p[1].build.strobes[i].lsb);
	cr_assert_eq(p[0].golden.counted_count, p[1].golden.counted_count);
	cr_assert_eq(p[0].dut.setup_count, p[1].dut.setup_count);
	for (size_t i = 0; i < p[0].dut.setup_count; i++)
		cr_expect(p[0].dut.setup[i].address == p[1].dut.setup[i].address &&
		          p[0].dut.setup[i].value == p[1].dut.setup[i].value);
	profile_release(&p[0]);
	profile_release(&p[1]);
}

/* The register and bit of a control, or -1. */
static int bit_of(const struct profile *p, enum pm_control control, uint16_t *ret_address)
{
	for (size_t i = 0; i < p->golden.slice_count; i++)
		if (p->golden.slices[i].control == control) {
			*ret_address = p->page.rows[p->golden.slices[i].row].address;
			return p->golden.slices[i].reg_bit;
		}
	return -1;
}

Test(profile, a_control_that_nothing_has_is_lacking)
{
	struct profile p;
	uint16_t address;

	read_good(&p, HEAD "register A at 0\ncontrol tx_enable = A[4]\n", INSTANCE);
	cr_expect_eq(bit_of(&p, PM_CONTROL_quanta, &address), 0);
	cr_expect_eq(address, 0xFC18, "the instance names cfg_quanta");
	cr_expect_eq(bit_of(&p, PM_CONTROL_tx_enable, &address), 4);
	cr_expect_eq(address, 0);
	cr_expect_eq(bit_of(&p, PM_CONTROL_request_xoff, &address), 0);
	cr_expect_eq(bit_of(&p, PM_CONTROL_rx_enable, &address), -1);
	cr_expect(p.dut.capabilities & CAP_TX_ENABLE);
	cr_expect(p.dut.capabilities & CAP_QUANTA);
	cr_expect(p.dut.capabilities & CAP_REQUEST);
	cr_expect_not(p.dut.capabilities & CAP_RX_ENABLE);
	cr_expect_not(p.dut.capabilities & (CAP_HALF_DUPLEX | CAP_PFC | CAP_MDIO | CAP_OBS));
	cr_expect(p.dut.capabilities & CAP_NEUTRAL);
	profile_release(&p);
}

Test(profile, a_net_counts_as_named_outside_of_comments_and_strings)
{
	static const struct {
		const char *text;
		unsigned line;
	} cases[] = {
		{ "cfg_quanta", 1 },
		{ "\n .a(cfg_quanta[3:0])", 2 },
		{ "// cfg_quanta\n", 0 },
		{ "/* cfg_quanta\n */\ncfg_quanta", 3 },
		{ "\"cfg_quanta\"", 0 },
		{ "\"\\\"cfg_quanta\" x cfg_quanta", 1 },
		{ ".cfg_quanta(1)", 0 },
		{ ". cfg_quanta (1)", 0 },
		{ ".cfg_quanta(cfg_quanta)", 1 },
		{ "cfg_quantas xcfg_quanta cfg_quanta_", 0 },
		{ "`cfg_quanta", 0 },
		{ "/* cfg_quanta", 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		cr_expect_eq(instance_line_of(cases[i].text, "cfg_quanta"), cases[i].line, "%s", cases[i].text);
}

Test(profile, a_finding_names_the_line_that_it_suggests)
{
	struct profile p;
	struct finding f = { .rule = RULE_PAUSE_DA, .what = "start of a frame" };
	char line[PROFILE_SUSPECT_SIZE];

	read_good(&p,
	          HEAD "obeys multicast\nevent 2 = etherStatsPkts\nlatency inhibit 3 4\nlatency delivery 5 6\nhost ready=yes\n",
	          INSTANCE);
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:8: obeys own or 8: obeys multicast");
	f.traits = PM_TRAIT_MULTICAST;
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:8: obeys multicast");
	f = (struct finding){ .rule = RULE_PAUSE_LATENCY, .what = "start of a frame" };
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:10: latency inhibit");
	f = (struct finding){ .rule = RULE_COUNT_RX, .what = "etherStatsPkts" };
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:9: counter etherStatsPkts");
	f = (struct finding){ .rule = RULE_RX_HOST_MISSING, .what = "frame to the host" };
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:11: latency delivery or 12: host ready");
	f.traits = PM_TRAIT_HALTED;
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:12: host ready");
	profile_release(&p);
	read_good(&p, HEAD "obeys multicast pfc excludes=no\nsends by=level\n", INSTANCE);
	f = (struct finding){ .rule = RULE_PAUSE_REQUEST, .what = "start of a frame" };
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:9: sends by or 8: obeys excludes");
	f.traits = PM_TRAIT_CLASSES;
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:9: sends by or 8: obeys excludes");
	f = (struct finding){ .rule = RULE_DATA_RESUMES, .what = "start of a frame", .traits = PM_TRAIT_CLASSES };
	cr_expect(profile_blame(&p, &f, line, sizeof(line)));
	cr_expect_str_eq(line, "my.mac:8: obeys own or 8: obeys excludes");
	f = (struct finding){ .rule = RULE_TX_FCS, .what = "frame sent" };
	cr_expect_not(profile_blame(&p, &f, line, sizeof(line)));
	profile_release(&p);
}

Test(profile, waivers_have_rule_place_and_reason)
{
	struct profile p;

	read_good(&p, HEAD "waive pause-time seeds \"counts in words # of 8\"\n", INSTANCE);
	cr_assert_eq(p.dut.waiver_count, 1);
	cr_expect_eq(p.dut.waivers[0].rule, RULE_PAUSE_TIME);
	cr_expect_str_eq(p.dut.waivers[0].where, "seeds");
	cr_expect_str_eq(p.dut.waivers[0].reason, "counts in words # of 8");
	cr_expect_eq(p.dut.waivers[0].line, 8);
	profile_release(&p);
}
