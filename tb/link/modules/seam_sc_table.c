/* SPDX-License-Identifier: Apache-2.0 */
/* The SystemC DUTs of this binary, from the rows of regs/<device>/duts.def. */
#include "seam_sc.h"

#include <string.h>

#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
#define DUT(name, ...) extern const struct seam_sc seam_sc_##name;
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
#undef DUT

#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
#define DUT(name, ...) &seam_sc_##name,
static const struct seam_sc *const table[] = {
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
	NULL,
};

const struct seam_sc *seam_sc_by_dut(const char *name)
{
	for (const struct seam_sc *const *row = table; *row; row++)
		if (!strcmp((*row)->ops.dut, name))
			return *row;
	return NULL;
}
