/* SPDX-License-Identifier: Apache-2.0 */
/* The MAC's own PFC frames: the classes that they name, and their times. 802.3 31D.2; doc/devices/ieee8023.md 3.
 *
 * - The vector names a class at least, since a request is about one, and only classes of the control pfc_tx; with PfcVector 1 it names one class, with 2 all
 *   classes of pfc_tx.
 * - A class that it names has the time of the control pfc_quanta of the class (XOFF), or 0 (XON).
 *
 * What was written shortly before a frame may have had its effect on it or not. Of a client that is seen the scoreboard compares the times, and where its requests
 * are seen the classes, too (tb/check/transmit/control.c). */
#include "judge_parts.h"

#include "part/frame.h"

#include <stdarg.h>
#include <stdio.h>

enum { VECTOR_AT = FRAME_TIME_OFFSET + 1, TIMES_AT = VECTOR_AT + 1, TIMES_END = TIMES_AT + 2 * PM_PFC_CLASSES };

static uint64_t vector_kind(const struct pm_judge *judge)
{
	return dut_ieee8023(&judge->profile->dut)->pfc_vector;
}

bool judge_own_is_pfc_quanta(enum pm_control control)
{
	return control >= PM_CONTROL_pfc_quanta0 && control < PM_CONTROL_pfc_quanta0 + PM_PFC_CLASSES;
}

/* Returns CONTROL as the registers have it now, or as it was told. */
static uint64_t value_of(const struct pm_judge *judge, enum pm_control control)
{
	bool mapped;
	uint64_t value = judge_control_now(judge, control, &mapped);

	return mapped ? value : judge->controls[control];
}

/* The MAC's frame SENT has a finding unless CONTROL becomes VALUE before its first OCTETS octets are over. */
static void unless_written(struct pm_judge *judge, const struct judge_sent *sent, enum pm_control control, uint64_t value,
                           unsigned octets, const char *format, ...)
{
	struct judge_own *own = &judge->own;
	uint64_t error = judge->options.time_error_ps * judge->hz / 1000000000000u;
	va_list args;

	va_start(args, format);
	judge_own_vfind(judge, sent, RULE_PFC_TX_FORMAT, format, args);
	va_end(args);
	own->unwritten[own->unwritten_next++ % (sizeof(own->unwritten) / sizeof(own->unwritten[0]))] = (struct unwritten_pfc){
		.control = control,
		.value = value,
		.until = sent->start + FRAME_HEAD_OCTETS + octets + error + dut_step(&judge->dut),
		.cycle = sent->start - sent->start % dut_step(&judge->dut),
	};
}

void judge_own_pfc_written(struct pm_judge *judge)
{
	struct judge_own *own = &judge->own;

	for (size_t i = 0; i < sizeof(own->unwritten) / sizeof(own->unwritten[0]); i++) {
		struct unwritten_pfc *unwritten = &own->unwritten[i];
		if (own->written < unwritten->cycle || own->written > unwritten->until ||
		    value_of(judge, unwritten->control) != unwritten->value)
			continue;
		scoreboard_withdraw(judge->sb, RULE_PFC_TX_FORMAT, unwritten->cycle);
		unwritten->until = 0;
	}
}

/* True if the vector CLASSES is one that a frame may have. What was disabled since it was decided may be missing in it. */
static bool check_vector(struct pm_judge *judge, const struct judge_sent *sent, uint8_t classes, uint8_t enabled)
{
	uint64_t kind = vector_kind(judge);
	bool settled = judge_own_settled(judge, sent);

	if (judge->options.requests_seen)
		return true;
	if (kind == VECTOR_ONE && classes & (classes - 1))
		judge_own_find(judge, sent, RULE_PFC_TX_FORMAT, "one class in the vector|0x%02x", classes);
	else if (settled && !classes)
		judge_own_find(judge, sent, RULE_PFC_TX_FORMAT, "a class in the vector|none");
	else if (settled && kind == VECTOR_ENABLED && classes != enabled)
		unless_written(judge, sent, PM_CONTROL_pfc_tx, classes, VECTOR_AT + 1,
		               "vector 0x%02x, the classes of pfc_tx|0x%02x", enabled, classes);
	else
		return true;
	return false;
}

/* The time of CLASS in a frame that names it. */
static void check_time(struct pm_judge *judge, const struct judge_sent *sent, unsigned class, uint16_t time)
{
	enum pm_control control = (enum pm_control)(PM_CONTROL_pfc_quanta0 + class);
	uint64_t quanta = value_of(judge, control);

	if (!judge->options.client_seen && time && time != quanta && judge_own_settled(judge, sent))
		unless_written(judge, sent, control, time, TIMES_AT + 2 * (class + 1), "time of class %u 0x%04x or 0x0000|0x%04x",
		               class, (unsigned)quanta, time);
}

void judge_own_pfc_sent(struct pm_judge *judge, const struct judge_item *frame, const struct judge_sent *sent)
{
	uint8_t enabled = (uint8_t)value_of(judge, PM_CONTROL_pfc_tx), classes;

	if (judge->options.client_control || frame->length < TIMES_END)
		return;
	classes = frame->octets[VECTOR_AT];
	if (!check_vector(judge, sent, classes, enabled))
		return;
	for (unsigned i = 0; i < PM_PFC_CLASSES; i++)
		if (classes >> i & 1)
			check_time(judge, sent, i, frame_u16(frame->octets + TIMES_AT + 2 * i));
}
