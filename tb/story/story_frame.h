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
	uint16_t type, opcode, vector; /* .vector: of PFC */
	uint16_t quanta[8];            /* PAUSE: the first */
	uint32_t len;                  /* DA..FCS */
};

/* Reads the LEN octets of a frame, DA..FCS; FCS: they have one. */
void story_frame_read(struct story_frame *ret, const uint8_t *octets, uint32_t len, bool fcs);
/* Writes what the frame is into RET: "PAUSE 2, 64 octets, bad FCS". Returns RET. */
char *story_frame_words(const struct story_frame *frame, char *ret, size_t size);
/* The same in short: "PAUSE 2", "data". */
char *story_frame_name(const struct story_frame *frame, char *ret, size_t size);
#endif
