// SPDX-License-Identifier: Apache-2.0
// pausebench-link in which the RTL of end B seems to end when B gets its fourth frame, as ENDING says: "finish" (also without it) calls the
// simulator's hook as $finish does, "crash" breaks the process, "hang" does not go on.
#include "link/platform/link.h"

#include <csignal>
#include <cstdlib>
#include <cstring>

void vl_finish(const char *filename, int linenum, const char *hier); // of the simulator's runtime

namespace
{
unsigned copies(unsigned end, uint64_t i)
{
	const char *ending = std::getenv("ENDING");

	if (end != 1 || i != 3)
		return 1;
	if (ending && !std::strcmp(ending, "crash"))
		std::raise(SIGSEGV);
	for (volatile bool on = ending && !std::strcmp(ending, "hang"); on;)
		;
	vl_finish("rtl/mac.v", 12, "");
	return 1;
}

int ending_run(const struct link_description *link, const struct link_options *options, struct link_result *ret,
               struct env_error *ret_error)
{
	static const struct link_faults faults = { nullptr, copies };
	struct link_options with_faults = *options;

	with_faults.faults = &faults;
	return link_run(link, &with_faults, ret, ret_error);
}
} // namespace

#define link_run ending_run
#include "../../../tb/link/verbs/main_link.cpp"
