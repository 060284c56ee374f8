// SPDX-License-Identifier: Apache-2.0
// pausebench-link with a host that takes some frames twice, so that every run fails; for tests of failing runs.
#include "link/platform/link.h"

namespace
{
unsigned copies(unsigned, uint64_t i)
{
	return i % 20 == 10 ? 2 : 1;
}

int failing_run(const struct link_description *link, const struct link_options *options, struct link_result *ret,
                struct env_error *ret_error)
{
	static const struct link_faults faults = { nullptr, copies };
	struct link_options with_faults = *options;

	with_faults.faults = &faults;
	return link_run(link, &with_faults, ret, ret_error);
}
} // namespace

#define link_run failing_run
#include "../../../tb/link/verbs/main_link.cpp"
