/* SPDX-License-Identifier: Apache-2.0 */
/* The GTKWave view beside a wave file. */
#ifndef PAUSEBENCH_WAVES_H
#define PAUSEBENCH_WAVES_H
#include "base/dut.h"
#include "finding/finding.h"
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Writes DIR/waves.gtkw for the DIR/waves.fst of DUT, recorded in the cycles FROM..TO of an exact run or a black-box run. It has
 * first the rows that belong to the rule of FINDING, then all rows in folded groups, and markers at the cycle and the cause of
 * FINDING. If FINDING is NULL, the groups are open and there are no markers. Writes the filter files of the view into DIR, too,
 * and with a finding DIR/waves.tcl, which gtkwave takes by --script. Returns 0 or negative errno. */
int waves_write(const char *dir, const struct dut *dut, uint32_t seed, bool black_box, const struct finding *finding,
                uint64_t from, uint64_t to);

/* Two DUTs on a cable in one wave file, times in units of that file. */
struct waves_end {
	const struct dut *dut;
	const char *title;  /* text behind "END A: " */
	const char *scope;  /* scope of its ports, with the last dot */
	const char *beside; /* scope of seam_expected.v, likewise; NULL: it is not in the wave file */
	bool ports_only;    /* the wave file has no signals below the ports */
};
struct waves_mark {
	enum rule rule;
	unsigned end; /* the end at which the finding was seen; 2: at none */
	const char *what, *expected, *actual;
	uint64_t cause, time;
};
struct waves_link {
	struct waves_end end[2];
	const char *cable_scope;       /* scope of tb/link/waves/cable_probe.v, with the last dot */
	const struct waves_mark *mark; /* or NULL */
	uint64_t clock;
};
/* Does what waves_write() does, for a link that was recorded from FROM to TO. */
int waves_link_write(const char *dir, const struct waves_link *link, uint64_t from, uint64_t to);
#ifdef __cplusplus
}
#endif
#endif
