/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the rows of regs/<device>/duts.def and of the user's own file. */
#include "dut.h"
#include "duts.h" /* PARAMETERS_<row>, which tb/seam/duts_gen.c makes of the text of PARAMS() */

#include <string.h>

/* The figures of the timing contract, in the order of struct dut_timing. */
#define TIMING(inhibit_, resume_, request_, classify_, host_, sent_) \
	{                                                            \
		inhibit_, resume_, request_, classify_, host_, sent_ \
	}
#define SLACK(...) .slack = { __VA_ARGS__ }
#define MANNER(...) .manner = { __VA_ARGS__ }
/* After the document a row may have SLACK() and MANNER(). */
#define DUT(name_, top_, sources_, phy_, clock_, capabilities_, model_, params_, timing_, ...) \
	{ .name = #name_,                                                                      \
	  .top = #top_,                                                                        \
	  .sources = sources_,                                                                 \
	  .phy = PHY_##phy_,                                                                   \
	  .clock_hz = clock_,                                                                  \
	  .capabilities = CAP_OF_ROW(phy_, capabilities_),                                     \
	  .model = #model_,                                                                    \
	  .parameter = { PARAMETERS_##name_ },                                                 \
	  .timing = timing_,                                                                   \
	  .document = __VA_ARGS__ },
#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
static const struct dut rows[] = {
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
};
const struct dut *dut_table = rows;
size_t dut_count = sizeof(rows) / sizeof(rows[0]);

void dut_use(const struct dut *own_rows, size_t count)
{
	dut_table = own_rows;
	dut_count = count;
}

const struct dut *dut_by_name(const char *name)
{
	for (size_t i = 0; i < dut_count; i++)
		if (!strcmp(dut_table[i].name, name))
			return &dut_table[i];
	return NULL;
}
