/* SPDX-License-Identifier: Apache-2.0 */
/* Frames as words, by their octets alone. */
#ifndef PAUSEBENCH_STORY_FRAME_H
#define PAUSEBENCH_STORY_FRAME_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum story_frame_kind { STORY_DATA, STORY_PAUSE, STORY_PFC, STORY_CONTROL, STORY_SHORT };

/* A frame by its octets. */
struct story_frame {
	uint8_t kind; /* enum story_frame_kind */
	bool tagged, fcs_wrong, code_error, open;
	uint8_t destination[6], source[6];
	uint16_t type, opcode, vector; /* .vector is the enable vector of PFC */
	uint16_t quanta[8];            /* PAUSE has the first one only */
	uint32_t len;                  /* DA..FCS */
};

/* Reads the LEN octets of a frame from DA on. FCS: they end with an FCS. */
void story_frame_read(struct story_frame *ret, const uint8_t *octets, uint32_t len, bool fcs);
/* Writes the frame in words into RET, for example "PAUSE 2, 64 octets, bad FCS". Returns RET. */
char *story_frame_words(const struct story_frame *frame, char *ret, size_t size);
/* Writes the frame in few words into RET, for example "PAUSE 2" or "data". Returns RET. */
char *story_frame_name(const struct story_frame *frame, char *ret, size_t size);
#endif
