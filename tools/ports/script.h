/* SPDX-License-Identifier: Apache-2.0 */
/* What comes to a port from outside in one run: received frames, the client's frames, levels and pulses that request own frames, writes of controls, and
 * readings of counters. A right and a wrong port with the same script differ by what is wrong alone. */
#ifndef PORTS_SCRIPT_H
#define PORTS_SCRIPT_H

#include "frame.h"
#include "nature.h"

/* Requesters of own frames: 0 requests PAUSE frames, 1 to 8 the classes of PFC frames. */
enum { PAUSE_REQUESTER, CLASS_REQUESTER, REQUESTERS = 1 + CLASSES };

enum request { REQUEST_RISE, REQUEST_FALL, REQUEST_XOFF, REQUEST_XON };
enum control {
	CONTROL_RX_PAUSE,
	CONTROL_TX_PAUSE,
	CONTROL_STATION,
	CONTROL_QUANTA,
	CONTROL_PFC_RX,
	CONTROL_PFC_TX,
	CONTROL_CLASS_QUANTA, /* of class 0, and the other classes after it */
	CONTROLS = CONTROL_CLASS_QUANTA + CLASSES
};

struct requested {
	int64_t at;
	int requester;
	enum request request;
};

struct written {
	int64_t at;
	enum control control;
	uint64_t value;
};

struct fault {
	int64_t from, to;
};

enum { FAULTS = 4 };

struct script {
	struct fault fault[FAULTS];
	int fault_count;
	struct frame *received;
	int received_count;
	struct requested *requested;
	int requested_count;
	struct written *written;
	int written_count;
	int64_t *readings; /* of all counters; the first one is before the first frame */
	int reading_count;
	int64_t *ready; /* without CLIENT_ALWAYS: when the client has its next frame, for each class of its frames */
	int ready_count;
	int64_t first_data; /* with CLIENT_ALWAYS: from when on the client has frames */
	int64_t end;        /* all received frames are over, and no data frame starts any more */
};

void script_draw(struct script *s, const struct nature *n, enum wrong wrong);
void script_release(struct script *s);

/* Makes data frame INDEX of the client: its class, or CLASSES without a tag, and its octets with a right FCS. */
void script_data(const struct nature *n, int class_of, int index, struct frame *ret_frame);

/* Returns the class of the client's frame INDEX in the one queue of all frames; CLASSES: without a tag. */
int script_class(const struct nature *n, int index);

#endif
