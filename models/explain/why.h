/* SPDX-License-Identifier: Apache-2.0 */
/* The sentence of a finding: why the golden model expected what it expected. Each family of rules has a file why_<family>.c.
 * These files read the state and the notes of the machine, and change nothing. They are called for findings alone. In the
 * comments below "says" means: appends to the sentence. */
#ifndef PAUSEBENCH_WHY_H
#define PAUSEBENCH_WHY_H
#include "machine/model.h"
#include "question.h"

struct why {
	const struct pm_model *m;
	const struct pm_question *q;
	uint64_t cause;   /* the cause of the finding, which pm_why() returns unless the question has one */
	bool by_stimulus; /* the question is about what a stimulus expects, not about what the model expects */
	uint64_t decided; /* if not 0, pm_why() returns this cycle, whatever the question has */
	char *ret;
	size_t size, used;
};

/* Appends to the sentence. */
void why_say(struct why *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns TIME as a clock of the device. */
unsigned long long why_clock(const struct why *w, uint64_t time);
/* Says " since cycle N"; " since the reset" if CYCLE is not after the end of the reset. */
void why_since(struct why *w, uint64_t cycle);
/* Sets the cause of the finding to the change in cycle CAUSE, unless that is after the finding. */
void why_cause(struct why *w, uint64_t cause);
/* Returns the octet time of the last octet on the transmit wire before the start that the question is about; 0: there was none. */
uint64_t why_wire_before(const struct why *w);
/* Returns the received run that is kept and whose last octet came in LAST, or NULL. */
const struct pm_run *why_run(const struct why *w, uint64_t last);
/* Returns the offset of the type of a frame, behind its tags, in its first OCTETS octets at HEAD. */
uint32_t why_type_at(const uint8_t *head, uint32_t octets);
/* Says for example "64 octets". */
void why_octets(struct why *w, uint32_t octets);
/* Says of a received frame for example "64 octets that ended in cycle N". */
void why_frame(struct why *w, const struct pm_run *run);
/* Says for example "01-80-C2-00-00-01". */
void why_address(struct why *w, const uint8_t *address);
/* Says whose ADDRESS is, for example ", that of MAC_ADDR_1_LOW; the station's is 00-11-22-33-44-55". */
void why_whose_address(struct why *w, const uint8_t *address);
/* Returns the level of the receive buffer that was visible in CYCLE, as far back as the notes go. */
uint32_t why_level(const struct why *w, uint64_t cycle);
/* Returns the cycle since which the level has been that of CYCLE; 0: since before the oldest change that is kept. */
uint64_t why_level_since(const struct why *w, uint64_t cycle);
/* Returns "quantum" or "quanta". */
const char *why_quanta(uint16_t quanta);
/* Returns "octet times" or "clocks". */
const char *why_unit(const struct why *w);

/* Each writes the sentence for the rules of its family. */
void why_pause(struct why *w);    /* why_pause.c: received PAUSE frames, and data that they hold */
void why_pfc(struct why *w);      /* why_pause.c: the same for PFC */
void why_sent(struct why *w);     /* why_send.c: PAUSE and PFC frames that are sent */
void why_start(struct why *w);    /* why_wire.c: the start of a data frame */
void why_content(struct why *w);  /* octets of a sent frame */
void why_half(struct why *w);     /* why_half.c: half duplex */
void why_fault(struct why *w);    /* link faults */
void why_received(struct why *w); /* why_receive.c: received frames, buffer and host */
void why_counter(struct why *w);  /* why_count.c */
void why_register(struct why *w);
void why_tx_record(struct why *w);
#endif
