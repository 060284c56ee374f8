/* SPDX-License-Identifier: Apache-2.0 */
/* The counters of a port, by the definitions of RFC 2819, RFC 2863, RFC 3635 and 802.3 clause 30. */
#ifndef PORTS_COUNTERS_H
#define PORTS_COUNTERS_H

#include "frame.h"
#include "wrong.h"

enum { AT_CONTROL = 0x10, AT_QUANTA = 0x20, AT_COUNTERS = 0x100 };

enum counter {
#define COUNTER(name, received, how_much) COUNTER_##name,
#include "counters.def"
	COUNTERS
};

/* What a frame is to the counters: its FCS fits; it is a PAUSE; its opcode is one that the port knows. */
struct counted {
	bool fcs_fits, pause, known;
};

const char *counter_name(enum counter counter);

/* Returns by how much frame F, the INDEX-th that was received or sent, moves a counter of a port of a kind. */
int counter_of(enum counter counter, const struct frame *f, bool received, const struct counted *w, enum wrong wrong, int index);

#endif
