/* SPDX-License-Identifier: Apache-2.0 */
/* Read-clearing counters. tg3.c; spec 5.3; doc/bcm5718.md 5. */
#include "counting.h"

void counting_add(struct counting *c, unsigned counter, uint32_t amount, uint64_t cycle)
{
	struct counting_memory *memory = &c->memory[counter];

	c->value[counter] += amount;
	c->total[counter] += amount;
	if (memory->event_cycle != cycle)
		memory->event_amount = 0;
	memory->event_cycle = cycle;
	memory->event_amount += amount;
	if (memory->read && cycle == memory->read_cycle + 1)
		memory->next_amount += amount;
	c->recent[c->recent_next++ % COUNTING_RECENT] = (struct counting_event){ .cycle = cycle,
		                                                                 .amount = amount,
		                                                                 .counter = (uint8_t)counter };
}

uint32_t counting_read(struct counting *c, unsigned counter, uint64_t cycle)
{
	struct counting_memory *memory = &c->memory[counter];
	uint32_t value = c->value[counter];

	memory->met_amount = memory->event_cycle == cycle ? memory->event_amount : 0;
	memory->next_amount = 0;
	memory->read = true;
	memory->read_cycle = cycle;
	memory->read_value = value;
	c->value[counter] = 0;
	return value;
}

void counting_clear(struct counting *c, unsigned counter)
{
	c->value[counter] = 0;
}

uint64_t counting_total_at(const struct counting *c, unsigned counter, uint64_t cycle)
{
	uint64_t total = c->total[counter];
	uint32_t kept = c->recent_next < COUNTING_RECENT ? c->recent_next : COUNTING_RECENT;

	for (uint32_t i = 1; i <= kept; i++) {
		const struct counting_event *event = &c->recent[(c->recent_next - i) % COUNTING_RECENT];
		if (event->cycle <= cycle)
			break;
		if (event->counter == counter)
			total -= event->amount;
	}
	return total;
}

bool counting_read_race(const struct counting_memory *before, uint64_t cycle, uint32_t expected, uint32_t actual)
{
	uint32_t meets = before->event_cycle == cycle ? before->event_amount : 0;
	uint32_t more = actual - expected, less = expected - actual;

	if (meets && less == meets) /* an event of the read's own cycle is missing */
		return true;
	if (!before->read)
		return false;
	return (before->read_value && more == before->read_value) || (before->met_amount && more == before->met_amount) ||
	       (before->next_amount && less == before->next_amount);
}
