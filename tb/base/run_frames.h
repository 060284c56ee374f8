/* SPDX-License-Identifier: Apache-2.0 */
/* The frames in a run of octets, nibbles or lanes that a monitor or driver notified. */
#ifndef PAUSEBENCH_RUN_FRAMES_H
#define PAUSEBENCH_RUN_FRAMES_H
#include <stdbool.h>
#include <stdint.h>

struct run_frame {
	uint32_t from;         /* offset of its beginning in the run: 0 at GMII and MII, its /S/ at XGMII */
	uint32_t to;           /* offset behind its last octet; XGMII: offset of the code that ends it */
	const uint8_t *octets; /* DA..FCS, valid during the call */
	uint32_t len;
	bool error; /* XGMII: there is a control code in it, or another one than /T/ ends it */
};
typedef void run_frame_fn(void *context, const struct run_frame *frame);

/* Calls BACK for each frame in the run of LEN octets. GMII (CODE is NULL): preamble and SFD are taken off; a run without SFD has
 * no frame. MII (MII is true): the run may be one of nibbles, which are joined, the low one first, up to 65,535 octets of a
 * frame. XGMII: each frame of the run goes from its /S/ to its end code; CODE has the offsets of the CODES control codes, in
 * ascending order. */
void run_frames(bool mii, const uint8_t *octets, uint32_t len, const uint32_t *code, uint32_t codes, run_frame_fn *back,
                void *context);
#endif
