/* SPDX-License-Identifier: Apache-2.0 */
/* The DUTs that this binary was built with, from the rows of regs/duts.def. */
#include "seam.h"

#include <string.h>

#define DUT(name, ...) extern const struct seam_ops seam_ops_##name;
#include "duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
#undef DUT

#define DUT(name, ...) &seam_ops_##name,
const struct seam_ops *const seam_table[] = {
#include "duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
	NULL,
};

const struct seam_ops *seam_by_dut(const char *name)
{
	for (const struct seam_ops *const *ops = seam_table; *ops; ops++)
		if (!strcmp((*ops)->dut, name))
			return *ops;
	return NULL;
}
