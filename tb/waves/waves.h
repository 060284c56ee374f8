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

/* Writes DIR/waves.gtkw for the DIR/waves.fst of DUT, recorded in the cycles FROM..TO of an exact run or a black-box one: first the rows that the
 * rule of FINDING is about, then all of them in folded groups, with markers at its cycle and its cause (NULL: the groups are open, no markers).
 * Writes the filter files of the view into DIR, too; gtkwave takes DIR/waves.tcl, if it was written, by --script. 0 or negative errno. */
int waves_write(const char *dir, const struct dut *dut, bool black_box, const struct finding *finding, uint64_t from,
                uint64_t to);

/* Two DUTs on a cable in one wave file, times in units of that file. */
struct waves_end {
	const struct dut *dut;
	const char *title;  /* text after "END A: " */
	const char *scope;  /* scope of its ports, with the last dot */
	const char *beside; /* of seam_expected.v, likewise; NULL: it is not in the wave file */
	bool ports_only;    /* the wave file has no signals below the ports */
};
struct waves_mark {
	enum rule rule;
	unsigned end; /* where it was seen; 2: nowhere */
	const char *what, *expected, *actual;
	uint64_t cause, time;
};
struct waves_link {
	struct waves_end end[2];
	const char *cable_scope;       /* scope of tb/link/waves/cable_probe.v, with the last dot */
	const struct waves_mark *mark; /* or NULL */
	uint64_t clock;
};
/* As waves_write() for a link, recorded from FROM to TO. */
int waves_link_write(const char *dir, const struct waves_link *link, uint64_t from, uint64_t to);
#ifdef __cplusplus
}
#endif
#endif
