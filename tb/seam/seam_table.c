/* SPDX-License-Identifier: Apache-2.0 */
/* The DUTs that this binary was built with: SEAM_ONLY alone, or the rows of regs/<device>/duts.def. */
#include "seam.h"

#include <string.h>

#ifdef SEAM_ONLY
#define SEAM_OPS_(name) seam_ops_##name
#define SEAM_OPS(name) SEAM_OPS_(name)
extern const struct seam_ops SEAM_OPS(SEAM_ONLY);
const struct seam_ops *const seam_table[] = { &SEAM_OPS(SEAM_ONLY), NULL };
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
