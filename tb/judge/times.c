/* SPDX-License-Identifier: Apache-2.0 */
/* Times and cycles: the model and the scoreboard count clocks of their own, of which the user of a judge knows nothing. */
#include "judge_parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PS_PER_NS UINT64_C(1000)
#define PS_PER_US UINT64_C(1000000)
#define PS_PER_MS UINT64_C(1000000000)
#define PS_PER_S UINT64_C(1000000000000)

uint64_t judge_cycle_of(const struct pm_judge *judge, uint64_t time)
{
	unsigned __int128 since = (unsigned __int128)(time - judge->first_time) * judge->hz;

	return JUDGE_ORIGIN + (uint64_t)((since + PS_PER_S / 2) / PS_PER_S);
}

uint64_t judge_time_of(const struct pm_judge *judge, uint64_t cycle)
{
	unsigned __int128 since = (unsigned __int128)(cycle > JUDGE_ORIGIN ? cycle - JUDGE_ORIGIN : 0) * PS_PER_S;

	return judge->first_time + (uint64_t)(since / judge->hz);
}

const char *judge_time_text(uint64_t ps, char *ret, size_t size)
{
	if (ps < PS_PER_MS)
		snprintf(ret, size, "%" PRIu64 ".%03" PRIu64 " ns", ps / PS_PER_NS, ps % PS_PER_NS);
	else if (ps < PS_PER_S)
		snprintf(ret, size, "%" PRIu64 ".%06" PRIu64 " us", ps / PS_PER_US, ps % PS_PER_US);
	else
		snprintf(ret, size, "%" PRIu64 ".%012" PRIu64 " s", ps / PS_PER_S, ps % PS_PER_S);
	return ret;
}

/* Appends up to LEN octets of TEXT to RET, which has USED octets; returns how many it has then. */
static size_t append(char *ret, size_t size, size_t used, const char *text, size_t len)
{
	if (len > size - 1 - used)
		len = size - 1 - used;
	memcpy(ret + used, text, len);
	ret[used + len] = 0;
	return used + len;
}

/* Appends the time of the clock that AT begins with. Returns what is behind the number; a number that was cut is left out. */
static const char *append_time(const struct pm_judge *judge, const char *at, char *ret, size_t size, size_t *used)
{
	char *end, text[JUDGE_TIME_TEXT];
	uint64_t clock = strtoull(at, &end, 10);

	judge_time_text(judge_time_of(judge, clock * dut_step(&judge->dut)), text, sizeof(text));
	if (strncmp(end, "...", 3))
		*used = append(ret, size, *used, text, strlen(text));
	return end;
}

/* TEXT goes on with WORD and a number: returns where the number is, else NULL. */
static const char *number_after(const char *text, const char *word)
{
	size_t len = strlen(word);

	return !strncmp(text, word, len) && isdigit((unsigned char)text[len]) ? text + len : NULL;
}

const char *judge_say(const struct pm_judge *judge, const char *text, char *ret, size_t size)
{
	static const char *const places[] = { "in cycle ", "of cycle ", "at cycle " };
	size_t used = 0;

	*ret = 0;
	while (*text) {
		const char *number = NULL;
		bool place = false;
		for (size_t i = 0; !number && i < sizeof(places) / sizeof(places[0]); i++)
			place = (number = number_after(text, places[i])) != NULL;
		if (!number)
			number = number_after(text, "cycle ");
		if (!number) {
			used = append(ret, size, used, text++, 1);
			continue;
		}
		if (place)
			used = append(ret, size, used, "at ", strlen("at "));
		text = append_time(judge, number, ret, size, &used);
		number = number_after(text, " to "); /* "from cycle 5 to 9" */
		if (number) {
			used = append(ret, size, used, " to ", strlen(" to "));
			text = append_time(judge, number, ret, size, &used);
		}
	}
	return ret;
}
