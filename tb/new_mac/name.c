/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a port's name, and patterns of such parts. */
#include "name.h"

#include "base/clocks.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Returns true if WORD is one of WORDS, which have blanks between them. */
static bool is_among(const char *words, const char *word, size_t len)
{
	for (const char *p = words; *p; p += strspn(p, " |")) {
		size_t n = strcspn(p, " |");
		if (n == len && !strncmp(p, word, len))
			return true;
		p += n;
	}
	return false;
}

static const char *usual_word(const char *word)
{
	static const struct {
		const char *word, *spellings;
	} same[] = {
#define SAME(word, spellings) { #word, spellings },
#include "words.def"
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (is_among(same[i].spellings, word, strlen(word)))
			return same[i].word;
	return word;
}

static void add_part(struct name *ret, const char *text, size_t len)
{
	char word[NAME_PART];

	if (!len || len >= sizeof(word) || ret->count == NAME_PARTS)
		return;
	for (size_t i = 0; i < len; i++)
		word[i] = (char)tolower((unsigned char)text[i]);
	word[len] = 0;
	if (!strncmp(word, "clk", 3) && isdigit((unsigned char)word[3])) /* such as clk156 */
		word[3] = 0;
	snprintf(ret->part[ret->count++], NAME_PART, "%s", usual_word(word));
}

void name_split(struct name *ret, const char *name)
{
	const char *begin = name, *p = name;

	ret->count = 0;
	for (; *p; p++) {
		bool hump = p > begin && isupper((unsigned char)*p) && islower((unsigned char)p[-1]);
		if (*p != '_' && !hump)
			continue;
		add_part(ret, begin, (size_t)(p - begin));
		begin = p + (*p == '_');
	}
	add_part(ret, begin, (size_t)(p - begin));
	if (ret->count > 1 && is_among("i o in out", ret->part[ret->count - 1], strlen(ret->part[ret->count - 1])))
		ret->count--;
}

static size_t times(const struct name *name, const char *part, size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i < name->count; i++)
		count += strlen(name->part[i]) == len && !strncmp(name->part[i], part, len);
	return count;
}

static bool has(const struct name *name, const char *part, size_t len)
{
	return times(name, part, len) > 0;
}

bool name_has(const struct name *name, const char *part)
{
	return has(name, part, strlen(part));
}

/* Returns true if the name has one of the words A|B, whose text has LEN characters. */
static bool has_one(const struct name *name, const char *words, size_t len)
{
	for (size_t from = 0; from < len;) {
		size_t n = strcspn(words + from, " |");
		if (has(name, words + from, n))
			return true;
		from += n + 1;
	}
	return false;
}

static bool fits_exactly(const struct name *name, const char *pattern)
{
	for (size_t i = 0; i < name->count; i++)
		if (!is_among("gmii mii xgmii phy mac pad cfg conf config set stat stats cnt count event", name->part[i],
		              strlen(name->part[i])) &&
		    !is_among(pattern, name->part[i], strlen(name->part[i])))
			return false;
	return true;
}

/* Returns how often the word of LEN characters at AT stands before it in PATTERN. */
static size_t times_before(const char *pattern, const char *at, size_t len)
{
	size_t count = 0;

	for (const char *p = pattern; p < at; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");
		count += n == len && !strncmp(p, at, len);
		p += n;
	}
	return count;
}

bool name_fits(const struct name *name, const char *pattern)
{
	const char *first = pattern + (*pattern == '=');

	if (*pattern == '=' && !fits_exactly(name, pattern + 1))
		return false;
	for (const char *p = first; *p; p += strspn(p, " ")) {
		size_t len = strcspn(p, " "), before = times_before(first, p, len);
		bool wanted = *p != '!';
		if (has_one(name, p + !wanted, len - !wanted) != wanted)
			return false;
		if (before && times(name, p, len) <= before)
			return false;
		p += len;
	}
	return true;
}

bool name_is_reset(const struct name *name, bool *ret_low)
{
	static const char high[] = "rst reset arst areset srst sreset preset hreset",
			  low[] = "rstn resetn arstn aresetn srstn nrst nreset presetn hresetn sresetn";

	const char *last = name->count ? name->part[name->count - 1] : "";

	*ret_low = is_among("n ni b l", last, strlen(last));
	for (size_t i = 0; i < name->count; i++) {
		const char *part = name->part[i], *after = i + 1 < name->count ? name->part[i + 1] : "",
			   *before = i ? name->part[i - 1] : "";
		*ret_low = *ret_low || is_among(low, part, strlen(part)) || !strcmp(after, "n") || !strcmp(before, "n");
		if (is_among(low, part, strlen(part)) || is_among(high, part, strlen(part)))
			return true;
	}
	return false;
}

int name_domain(const struct name *name)
{
	static const char host[] = "host logic user sys system app application core stream axis dma fabric",
			  bus[] = "bus reg regs register csr cpu apb axil axi4lite mgmt management control avmm";
	int ret = name_has(name, "rx") ? CLOCK_RX : name_has(name, "tx") ? CLOCK_TX : -1;

	for (size_t i = 0; ret < 0 && i < name->count; i++)
		ret = is_among(host, name->part[i], strlen(name->part[i])) ? CLOCK_HOST
		    : is_among(bus, name->part[i], strlen(name->part[i]))  ? CLOCK_BUS
		                                                           : -1;
	return ret;
}
