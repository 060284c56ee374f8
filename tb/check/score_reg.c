/* SPDX-License-Identifier: Apache-2.0 */
/* Register accesses against the model: value, error response, read-clear, and the stimulus's own expectation.
 * doc/devices/bcm5718.md 5. */
#include "exercised.h"
#include "score_parts.h"
#include "score_words.h"

#include "profile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The next finding is about the read EVENT, of which EXPECTED was expected. */
static void about_read(struct scoreboard *sb, const struct event *event, uint64_t expected)
{
	sb->about.read = true;
	sb->about.address = event->address;
	sb->about.expected = expected;
	sb->about.actual = event->value;
}

static void check_error(struct scoreboard *sb, const struct event *event, bool mapped)
{
	char what[32];

	if (event->error == !mapped)
		return;
	about_read(sb, event, 0);
	snprintf(what, sizeof(what), "pslverr at 0x%04x", event->address);
	score_find(sb, RULE_APB_ERROR, event->cycle, event->cycle, what, "%d|%d", !mapped, event->error);
}

static void check_expect(struct scoreboard *sb, const struct event *event, const char *name)
{
	if (!((event->value ^ event->expect) & event->expect_mask))
		return;
	about_read(sb, event, (event->value & ~event->expect_mask) | (event->expect & event->expect_mask));
	score_find(sb, RULE_EXPECT, event->cycle, event->cycle, name, "0x%08" PRIx64 " (mask 0x%08" PRIx64 ")|0x%08" PRIx64,
	           event->expect, event->expect_mask, event->value);
}

/* In the cycle after a wrong read: the value may have contained an event that belongs to the next read. */
void score_read_close(struct scoreboard *sb)
{
	struct wrong_counter *wrong = &sb->wrong_counter;
	uint64_t next;

	if (!wrong->open)
		return;
	wrong->open = false;
	next = pm_count_next(sb->m, wrong->info.counter);
	if (wrong->rule != RULE_COUNTER_ZERO && !wrong->info.keeps && next && wrong->actual - wrong->expected == next)
		wrong->rule = RULE_READ_CLEARS;
	sb->about.read = true;
	sb->about.address = wrong->address;
	sb->about.expected = wrong->expected;
	sb->about.actual = wrong->actual;
	score_find(sb, wrong->rule, wrong->cycle, wrong->cycle, wrong->info.name, "%" PRIu64 "|%" PRIu64, wrong->expected,
	           wrong->actual);
}

/* The bits whose value the model knows. */
static uint64_t known_bits(const struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	const struct mdio_model *mdio = pm_mdio(sb->m);

	if (info->class != PM_REG_MDIO)
		return UINT64_MAX;
	if (info->rule == RULE_MDIO_PINS)
		return mdio_model_in_known(mdio, event->cycle) ? UINT64_MAX : ~(uint64_t)MDIO_REGISTER_IN;
	return (uint64_t)UINT32_MAX << 32 | mdio_model_known(mdio, event->cycle);
}

static void check_value(struct scoreboard *sb, const struct event *event, const struct pm_reg_info *info)
{
	uint64_t mask = known_bits(sb, event, info), expected = pm_reg_read(sb->m, event->address);
	const struct reg_page *page = dut_page(sb->dut);
	char due[SCORE_WORDS_SIZE], actual[SCORE_WORDS_SIZE];
	enum rule rule;

	if (!((expected ^ event->value) & mask))
		return;
	rule = pm_reg_explain(sb->m, event->address, expected, event->value);
	if (info->class == PM_REG_COUNTER) {
		sb->wrong_counter = (struct wrong_counter){
			.open = true,
			.rule = rule,
			.info = *info,
			.cycle = event->cycle,
			.address = event->address,
			.expected = expected,
			.actual = event->value,
		};
		score_wake(sb, sb->now + sb->step);
	} else {
		about_read(sb, event, expected);
		score_find(sb, rule, event->cycle, event->cycle, info->name, "%s|%s",
		           score_value_words(page, event->address, expected, (expected ^ event->value) & mask, due),
		           score_value_words(page, event->address, event->value, (expected ^ event->value) & mask, actual));
	}
}

/* What the bus itself shows of the read EVENT: its error, how long it took, and what an unmapped address reads as. */
static void check_access(struct scoreboard *sb, const struct event *event, bool mapped)
{
	check_error(sb, event, mapped);
	if (!sb->blind && event->duration > 1)
		score_find(sb, RULE_APB_READY, event->cycle, event->cycle, "pready", "no wait states|%u", event->duration - 1);
	if (!mapped && event->value)
		score_find(sb, RULE_APB_ERROR, event->cycle, event->cycle, "prdata of an unmapped address", "0|0x%08" PRIx64,
		           event->value);
}

/* In a black-box run the DUT may show another value than the model for a while. */
static bool changes_by_itself(const struct pm_reg_info *info)
{
	return info->class == PM_REG_COUNTER || info->class == PM_REG_STATUS || info->class == PM_REG_LEVEL;
}

static void score_read(struct scoreboard *sb, const struct event *event)
{
	struct pm_reg_info info = { .name = "unmapped" };
	bool mapped = pm_reg_info(sb->m, event->address, &info);

	if (!event->duration) /* the access did not complete */
		return;
	score_checked(sb, mapped && info.class == PM_REG_COUNTER ? CHECK_COUNTER : CHECK_REGISTER);
	if (sb->exercised)
		exercised_read(sb, event, mapped ? &info : NULL);
	check_access(sb, event, mapped);
	if (mapped && sb->blind && changes_by_itself(&info))
		black_box_read(sb, event, &info);
	else if (mapped)
		check_value(sb, event, &info);
	check_expect(sb, event, info.name);
}

int score_read_keep(struct scoreboard *sb, const struct event *event)
{
	enum { FIRST_ROOM = 4 };

	if (sb->seen.reads == sb->read_room) {
		unsigned room = sb->read_room ? 2 * sb->read_room : FIRST_ROOM;
		struct event *grown = realloc(sb->read, room * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		sb->read = grown;
		sb->read_room = room;
	}
	sb->read[sb->seen.reads++] = *event;
	return 0;
}

void score_reads(struct scoreboard *sb)
{
	for (unsigned i = 0; i < sb->seen.reads; i++)
		score_read(sb, &sb->read[i]);
	sb->seen.reads = 0;
}

void score_write(struct scoreboard *sb, const struct event *event)
{
	check_error(sb, event, pm_reg_mapped(sb->m, event->address));
	if (sb->blind && sb->now >= sb->reset_end)
		black_box_write(sb, event);
	pm_reg_write(sb->m, event->address, event->value, event->strobe);
}
