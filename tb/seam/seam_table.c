/* SPDX-License-Identifier: Apache-2.0 */
/* The DUTs that this binary was built with: those in SEAM_ROWS if that is defined, else all rows of regs/<device>/duts.def. */
#include "seam.h"

#include <string.h>

#ifdef SEAM_ROWS /* a list of ROW(name) */
#define SEAM_DECLARED(name) extern const struct seam_ops seam_ops_##name;
#define SEAM_LISTED(name) &seam_ops_##name,
SEAM_ROWS(SEAM_DECLARED)
const struct seam_ops *const seam_table[] = { SEAM_ROWS(SEAM_LISTED) NULL };
#else
#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
#define DUT(name, ...) extern const struct seam_ops seam_ops_##name;
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
#undef DUT

#define DEVICE_BEGIN(model)
#define DEVICE_END(model)
#define DUT(name, ...) &seam_ops_##name,
const struct seam_ops *const seam_table[] = {
#include "each/duts.def"
#ifdef EXTRA_DUTS
#include EXTRA_DUTS
#endif
	NULL,
};
#endif

const struct seam_ops *seam_by_dut(const char *name)
{
	for (const struct seam_ops *const *ops = seam_table; *ops; ops++)
		if (!strcmp((*ops)->dut, name))
			return *ops;
	return NULL;
}
