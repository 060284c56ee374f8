// SPDX-License-Identifier: Apache-2.0
// Links with a fault that neither scoreboard of the ends can find: a device that is programmed otherwise than its link says, or a host that
// takes frames twice. Each case must break a rule of the link; tests/unit/link/test_link.c starts them.
//
//     link_faults CASE        prints the broken rules; exit status 0 if the expected one is among them
#include "link/platform/link.h"
extern "C" {
#include "regs.h"
#include "stimulus/item.h"
}

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <systemc>

namespace
{
struct test_case {
	const char *name;
	const char *text; // of the link
	unsigned end;     // the end with the fault
	const char *reg;  // the register that is written with VALUE, instead of the set-up's value or in addition; NULL: none
	uint64_t value;
	unsigned copies;  // of each 20th frame at the host of END
	const char *rule; // the rule that must be broken; NULL: none
};

constexpr char gigabit[] = "pausebench-link 1\nlink time=600us seed=1\nend a dut=bcm5718\nend b dut=bcm5718\n"
			   "traffic a len=64..1518\nhost b stop=350us every=550us phase=20us\n";
constexpr char ten_gigabit[] = "pausebench-link 1\nlink time=200us seed=1\nend a dut=ll10g\nend b dut=i82598 time=100\n"
			       "traffic a len=64..1518\nhost b stop=100us every=150us phase=20us\n";

const test_case cases[] = {
	{ "nothing", gigabit, 1, nullptr, 0, 1, nullptr },
	{ "nothing-10g", ten_gigabit, 1, nullptr, 0, 1, nullptr },
	{ "no-xoff", gigabit, 1, "TX_MODE", 0x42, 1, "link-lost" },       // FLOW_ENABLE
	{ "pause-ignored", gigabit, 0, "RX_MODE", 0x02, 1, "link-lost" }, // FLOW_ENABLE
	{ "mark-too-late", gigabit, 1, "MAC_RX_LOW_WATERMARK", 3, 1, "link-lost" },
	{ "few-frames-below-the-mark", gigabit, 1, "LOW_WMARK_MAX_RX_FRAME", 0, 1, "link-lost" },
	{ "another-address", gigabit, 1, "MAC_ADDR_0_LOW", 0x22334400, 1, "link-lost" },
	{ "no-receiver", gigabit, 1, "RX_MODE", 0x04, 1, "link-deadlock" },
	{ "no-data", gigabit, 0, "TX_MODE", 0x50, 1, "link-starved" }, // ENABLE
	{ "no-refresh", ten_gigabit, 1, "FCRTV", 0, 1, "link-refresh" },
	{ "held-without-pause", ten_gigabit, 1, "TFCS", 1, 1, "link-stalled" },
	{ "another-source", ten_gigabit, 0, "tx_src_addr_override", 1, 1, "link-corrupted" },
	{ "host-takes-twice", gigabit, 1, nullptr, 0, 2, "link-duplicated" },
	{ "host-loses", gigabit, 1, nullptr, 0, 0, "link-lost" },
};
const test_case *chosen;
struct link_description link_of_case;

// Replaces the value that the set-up writes to REG by VALUE, or appends a write if there is none.
int put(struct stimulus *setup, const char *name, uint64_t value)
{
	const struct reg_page *page = reg_page_by_model(link_of_case.end[chosen->end].dut->model);
	const struct reg_row *row = reg_by_name(page, name);
	struct item item = {};

	if (!row) {
		std::fprintf(stderr, "no register %s\n", name);
		std::exit(2);
	}
	for (size_t i = 0; i < setup->count; i++)
		if (setup->items[i].u.reg.address == row->address) {
			setup->items[i].u.reg.value = value;
			return 0;
		}
	item.kind = ITEM_REG_WRITE;
	item.u.reg.address = row->address;
	item.u.reg.value = value;
	item.u.reg.strobe = reg_strobe(page);
	return stimulus_append(setup, &item);
}

int spoil_setup(unsigned end, struct stimulus *setup)
{
	if (end != chosen->end || !chosen->reg)
		return 0;
	if (!std::strcmp(chosen->name, "another-source") && put(setup, "primary_mac_addr0", 0x12345678))
		return -1;
	return put(setup, chosen->reg, chosen->value);
}

unsigned copies(unsigned end, uint64_t i)
{
	return end == chosen->end && i % 20 == 10 ? chosen->copies : 1;
}

bool has_rule(const struct link_result &result, const char *name)
{
	for (size_t i = 0; i < result.findings && i < LINK_FINDINGS_MAX; i++)
		if (!std::strcmp(rule_table[result.finding[i].plain.rule].name, name))
			return true;
	return false;
}

// Returns 0 if the case behaves as expected.
int status_of(const struct link_result &result)
{
	for (unsigned end = 0; end < LINK_ENDS; end++)
		if (result.score[end].findings) {
			std::printf("the scoreboard of %c finds %s\n", 'a' + static_cast<int>(end),
			            rule_table[result.score[end].finding[0].rule].name);
			return 1;
		}
	for (size_t i = 0; i < result.findings && i < LINK_FINDINGS_MAX; i++)
		std::printf("%s%s", i ? " " : "", rule_table[result.finding[i].plain.rule].name);
	std::printf("\n");
	return chosen->rule ? !has_rule(result, chosen->rule) : result.findings != 0;
}

int run()
{
	static const struct link_faults faults = { spoil_setup, copies };
	auto result = std::make_unique<struct link_result>();
	struct link_options options = {};
	struct env_error error = { "" };
	FILE *in = fmemopen(const_cast<char *>(chosen->text), std::strlen(chosen->text), "r");

	if (!in)
		return 2;
	options.faults = &faults;
	if (link_file_read_stream(&link_of_case, in, chosen->name, &error) ||
	    link_run(&link_of_case, &options, result.get(), &error)) {
		std::fprintf(stderr, "%s\n", error.text);
		std::fclose(in);
		return 2;
	}
	std::fclose(in);
	return status_of(*result);
}
} // namespace

int main(int argc, char **argv)
{
	for (const test_case &c : cases)
		if (argc == 2 && !std::strcmp(c.name, argv[1]))
			chosen = &c;
	if (chosen)
		return run();
	for (const test_case &c : cases)
		std::printf("%s\n", c.name);
	return 2;
}

int sc_main(int, char **)
{
	return 2;
}
