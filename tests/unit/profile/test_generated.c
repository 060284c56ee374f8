/* SPDX-License-Identifier: Apache-2.0 */
/* What the random stimuli and those of files make of the figures of a profile. */
#include "profile/profile.h"
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

enum { SEEDS = 300, ITEMS = 200, LONGEST_OCTETS = 10000 };

/* No frame of the host's is shorter than the profile allows, or longer than any stimulus has it. */
Test(generated, frames_of_the_host_have_lengths_that_the_profile_allows)
{
	static const unsigned shortest[] = { 1, 14, 16, 17, 60, 64 };
	static const char *const phys[] = { "gmii", "mii 10 100", "xgmii" };

	for (size_t i = 0; i < sizeof(shortest) / sizeof(shortest[0]) * 3; i++) {
		unsigned least = shortest[i / 3];
		struct profile_error error;
		struct profile p;
		char text[256];
		snprintf(text, sizeof(text),
		         "pausebench-mac 1\nmac mine\ninstance mine.vh\nsources rtl\nphy %s\nhost shortest=%u\n", phys[i % 3],
		         least);
		cr_assert_eq(profile_parse(&p, "dir/my.mac", text, "mac u (.p(cfg_rx_pause), .q(req_xoff));\n", &error), 0, "%s",
		             error.message);
		for (uint32_t seed = 1; seed <= SEEDS; seed++) {
			struct stimulus st = { 0 };
			cr_assert_eq(stimulus_generate(&st, &p.dut, seed, ITEMS), 0);
			for (size_t k = 0; k < st.count; k++)
				if (st.items[k].kind == ITEM_TX_FRAME)
					cr_assert(st.items[k].u.frame.len >= least && st.items[k].u.frame.len <= LONGEST_OCTETS,
					          "%s, shortest=%u, seed %" PRIu32 ": %" PRIu32 " octets", phys[i % 3], least,
					          seed, st.items[k].u.frame.len);
			stimulus_release(&st);
		}
		profile_release(&p);
	}
}

/* A stimulus with a frame of the host's that is shorter than the profile promises is left out, whatever else it has. */
Test(generated, a_file_with_shorter_frames_of_the_host_is_left_out)
{
	static const struct {
		const char *line;
		unsigned shortest;
		bool unfit;
	} cases[] = {
		{ "tx.frame hex=0180", 2, false }, { "tx.frame hex=0180", 3, true }, { "tx.frame len=14", 14, false },
		{ "tx.frame len=14", 15, true },   { "rx.frame len=9", 64, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct profile_error error;
		struct stim_error where;
		struct stimulus st;
		struct profile p;
		char text[256], folder[64], path[96], reason[96] = "";
		snprintf(text, sizeof(text),
		         "pausebench-mac 1\nmac mine\ninstance mine.vh\nsources rtl\nphy gmii\nhost shortest=%u\n",
		         cases[i].shortest);
		cr_assert_eq(profile_parse(&p, "dir/my.mac", text, "mac u (.p(cfg_rx_pause));\n", &error), 0, "%s",
		             error.message);
		scratch_make(folder, sizeof(folder), "shorter_frames");
		snprintf(text, sizeof(text), "pausebench-stim 1\nneutral\nsetup\n%s\n", cases[i].line);
		text_write(folder, "x.stim", text);
		snprintf(path, sizeof(path), "%s/x.stim", folder);
		cr_assert_eq(stimulus_read(&st, path, &p.dut, &where), 0);
		cr_expect_eq(stimulus_unfit(&st, &p.dut, reason, sizeof(reason)), cases[i].unfit, "%s, shortest=%u: %s",
		             cases[i].line, cases[i].shortest, reason);
		stimulus_release(&st);
		profile_release(&p);
	}
}
