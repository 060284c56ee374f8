/* SPDX-License-Identifier: Apache-2.0 */
/* What no right port of a nature could have sent. It looks at the two wires and the accesses alone, as a tap does, and says nothing where the latencies of
 * the nature, the client or the errors of time leave a way. So a right port never has anything here, and what a wrong port has must be found. */
#ifndef PORTS_CERTAIN_H
#define PORTS_CERTAIN_H

#include "port.h"

enum certain {
	CERTAIN_DATA_IN_PAUSE,
	CERTAIN_DATA_LATE,
	CERTAIN_OWN_OCTETS,
	CERTAIN_OWN_GATE,
	CERTAIN_OWN_ORDER,
	CERTAIN_REFRESH_EARLY,
	CERTAIN_REFRESH_LATE,
	CERTAIN_GAP,
	CERTAIN_DATA_OCTETS,
	CERTAIN_CLASS_IN_PAUSE,
	CERTAIN_CLASS_LATE,
	CERTAIN_COUNTER,
	CERTAINS
};

struct certainty {
	int count[CERTAINS];
	int64_t first[CERTAINS]; /* the tick of the first one */
};

const char *certain_name(enum certain certain);

/* Looks at what a port sent, and at its readings as a port of kind WRONG has them. */
void certain_look(const struct nature *n, const struct script *s, enum wrong wrong, const struct sent *sent,
                  struct certainty *ret_c);

#endif
