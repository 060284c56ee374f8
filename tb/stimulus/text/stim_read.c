/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text form of a stimulus; doc/reference/stimulus.md.
 *
 * A line is read into a bounded buffer and cut into words in place. The first word chooses a row of the table of verbs (verbs.c).
 * A function of the row reads the verb's own words; the key=value words are sorted by the row's keys and read by their types; and
 * another function of the row completes the item. Each error ends in reader_refuse(), which notes file, line, column and what was
 * expected. */
#include "verbs.h"

#include "base/spelling.h"
#include "base/words.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int reader_refuse(struct reader *r, const char *at, const char *format, ...)
{
	struct stim_error *e = r->error;
	va_list args;

	snprintf(e->file, sizeof(e->file), "%s", r->path);
	e->line = r->line;
	e->column = at ? (unsigned)(at - r->text) + 1 : 1;
	va_start(args, format);
	vsnprintf(e->message, sizeof(e->message), format, args);
	va_end(args);
	words_make_printable(e->message);
	return -EINVAL;
}

/* ---- words ---- */

char *reader_word(struct reader *r)
{
	return words_next(&r->next);
}

int reader_end(struct reader *r)
{
	char *extra = reader_word(r);

	if (!extra)
		return 0;
	return reader_refuse(r, extra, "expected the end of the line after %s, not '%.*s'", r->verb->name, READER_SHOWN_MAX,
	                     extra);
}

/* ---- keys ---- */

/* Returns a key that the line may have: the keys of the verb come first, then those that it shares with others. NULL after the
 * last one. */
static const struct verb_key *key_at(const struct reader *r, size_t index)
{
	size_t own = 0;

	while (r->keys[own].name)
		own++;
	if (index < own)
		return &r->keys[index];
	return r->verb->more && r->verb->more[index - own].name ? &r->verb->more[index - own] : NULL;
}

/* Returns the index of the key NAME, or the number of keys if there is none; no line has as many as READER_KEYS_MAX. */
static size_t key_index(const struct reader *r, const char *name)
{
	size_t i = 0;

	while (key_at(r, i) && !verb_key_is(key_at(r, i), name))
		i++;
	return i;
}

char *reader_key(const struct reader *r, const char *name)
{
	return r->given[key_index(r, name)];
}

static int unknown_key(struct reader *r, const char *at)
{
	struct spelling spelling = spelling_of(at);
	char list[200] = "", hint[SPELLING_HINT_MAX];

	for (size_t i = 0; key_at(r, i); i++) {
		size_t used = strlen(list);
		snprintf(list + used, sizeof(list) - used, " %s", key_at(r, i)->name);
	}
	for (size_t i = 0; key_at(r, i); i++)
		spelling_offer(&spelling, key_at(r, i)->name);
	return reader_refuse(r, at, "unknown key '%.*s'%s; %s takes%s", 24, at,
	                     spelling_hint(&spelling, ", ", hint, sizeof(hint)), r->verb->name, list);
}

/* Sorts the rest of the line, key=value words, into r->given. */
static int sort_keys(struct reader *r)
{
	char *at;

	if (!key_at(r, 0))
		return reader_end(r);
	while ((at = reader_word(r))) {
		char *equals = strchr(at, '=');
		size_t i;
		if (!equals || equals == at)
			return reader_refuse(r, at, "expected key=value, not '%.*s'", READER_SHOWN_MAX, at);
		*equals = 0;
		i = key_index(r, at);
		if (!key_at(r, i))
			return unknown_key(r, at);
		if (r->given[i])
			return reader_refuse(r, at, "key '%s' is given twice", at);
		if (!equals[1])
			return reader_refuse(r, equals + 1, "expected a value after %s=", at);
		r->given[i] = equals + 1;
	}
	return 0;
}

int reader_need(struct reader *r, enum verb_need need, const char *what, const char *at)
{
	enum phy_kind phy = need == NEED_XGMII ? PHY_XGMII : need == NEED_MII ? PHY_MII : PHY_GMII;

	if (verb_need_met(need, r->dut))
		return 0;
	if (need == NEED_STOPS || need == NEED_CLOCK_RESETS)
		return reader_refuse(r, at, "%s needs %s, which %s has not", what,
		                     need == NEED_STOPS ? "a clock of the receive wire that may stop"
		                                        : "a reset of the receive clock alone",
		                     r->dut->name);
	if (need == NEED_REQUESTS || need == NEED_PFC_FRAMES || need == NEED_MDIO)
		return reader_refuse(r, at, "%s needs %s, which %s has not", what, need == NEED_MDIO ? "MDIO" : "request ports",
		                     r->dut->name);
	return reader_refuse(r, at, "%s is for %s; %s has %s", what, phy_table[phy].name, r->dut->name,
	                     phy_table[r->dut->phy].name);
}

static int read_key(struct reader *r, const struct verb_key *key, char *text, struct draft *d)
{
	int err;

	if (!text)
		return key->required ? reader_refuse(r, r->next, "%s needs %s=", r->verb->name, key->name) : 0;
	err = reader_need(r, key->need, key->name, text);
	if (!err && key->with && !reader_key(r, key->with))
		err = reader_refuse(r, text, "%s needs %s", key->name, key->with);
	if (!err && key->type->read)
		err = key->type->read(r, key, text, d);
	return err;
}

static int read_keys(struct reader *r, struct draft *d)
{
	int err = sort_keys(r);
	const struct verb_key *key;

	for (size_t i = 0; !err && (key = key_at(r, i)); i++)
		err = read_key(r, key, r->given[i], d);
	return err;
}

/* ---- lines ---- */

/* Gives a MAC the larger gap that its profile says it needs, although the standard allows less; the conformance statement reports
 * that (doc/use/conformance.md). */
static void keep_needed_gap(const struct dut *dut, struct item *item)
{
	bool received = item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW || item->kind == ITEM_RX_LANES;

	if (received && item->u.frame.gap < dut_needed_gap(dut))
		item->u.frame.gap = dut_needed_gap(dut);
}

/* Refuses a frame or a run of rx_dv without a gap after another one; after an rx.idle it needs none. */
static int check_gap(struct reader *r, const struct item *item)
{
	bool run = item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW;

	if (!reader_key(r, "gap") || !run || item->u.frame.gap || r->dut->phy == PHY_XGMII ||
	    stim_after_idle(r->st, r->st->count))
		return 0;
	return reader_refuse(r, reader_key(r, "gap"), "gap must be 1 or more where no rx.idle with len= comes before");
}

/* Reads the words that follow the verb, and completes the item. */
static int read_words(struct reader *r, const struct verb *verb, char *at)
{
	struct draft d = verb_draft(verb);
	int err;

	r->verb = verb;
	r->keys = verb->keys;
	memset(r->given, 0, sizeof(r->given));
	err = reader_need(r, verb->need, verb->name, at);
	if (!err && verb->words)
		err = verb->words(r, &d);
	if (!err)
		err = read_keys(r, &d);
	if (err)
		return err;
	keep_needed_gap(r->dut, &d.item);
	err = check_gap(r, &d.item);
	if (err)
		return err;
	return verb->finish ? verb->finish(r, &d) : stimulus_append(r->st, &d.item);
}

static bool is_unfit(const struct reader *r)
{
	char reason[128];

	return stimulus_unfit(r->st, r->dut, reason, sizeof(reason));
}

/* Notes this line in the items from BEFORE on that have no line yet, since its verb made them, and counts the memory that all
 * items of the stimulus take. Refuses a stimulus that takes more than STIM_MEMORY_MAX; otherwise returns ERR, the error of the
 * line. */
static int note_items(struct reader *r, size_t before, int err)
{
	for (size_t i = before; i < r->st->count; i++) {
		struct item *item = &r->st->items[i];
		if (item->line)
			continue;
		item->line = r->line;
		r->memory += sizeof(*item) + (item_is_frame(item) ? item->u.frame.len : 0);
	}
	if (!err && r->memory > STIM_MEMORY_MAX)
		return reader_refuse(r, r->text,
		                     "the items up to this line take more than %d MiB, which is the most for a stimulus",
		                     STIM_MEMORY_MAX >> 20);
	return err;
}

static int read_verb(struct reader *r, const struct verb *verb, char *at)
{
	uint64_t bit = 1ull << (verb - verb_table);
	size_t before = r->st->count;
	int err;

	if (verb->header && r->in_items)
		return reader_refuse(r, at, "header '%s' must stand before the first item", verb->name);
	if (verb->header && !verb->repeats && (r->headers & bit))
		return reader_refuse(r, at, "header '%s' is given twice", verb->name);
	if (verb->header)
		r->headers |= bit;
	else if (!r->in_items)
		r->unfit = is_unfit(r);
	if (r->unfit)
		return 0;
	if (verb->registers && r->st->neutral)
		return reader_refuse(r, at,
		                     "%s is not for a neutral stimulus, which names no register or port: use control or counter",
		                     verb->name);
	r->in_items = !verb->header;
	err = read_words(r, verb, at);
	return note_items(r, before, err);
}

static int unknown_verb(struct reader *r, const char *at)
{
	struct spelling spelling = spelling_of(at);

	for (size_t i = 0; i < verb_count; i++)
		spelling_offer(&spelling, verb_table[i].name);
	if (spelling.nearest)
		return reader_refuse(r, at, "expected an item, not '%.*s', did you mean '%s'?", READER_SHOWN_MAX, at,
		                     spelling.nearest);
	return reader_refuse(
	    r, at,
	    "expected an item (rx.*, tx.frame, control, marks, counter, reg.*, host.*, pause.req, pfc.req, phy.*, "
	    "negotiate, link, wire.*, reset, wait, expect, setup, repeat, sweep, part, meets, pcap), not '%.*s'",
	    READER_SHOWN_MAX, at);
}

/* Writes the words of the line, of which AT is the first. For a line that stands for others it writes these. */
static int put_line(struct reader *r, const struct verb *verb, char *at)
{
	struct draft unused;
	int len = 0;

	if (verb && verb->of_lines) {
		r->verb = verb;
		return verb->words(r, &unused);
	}
	for (const char *blank = ""; at && len >= 0; at = reader_word(r), blank = " ") {
		len = fprintf(r->out, "%s%s", blank, at);
		r->memory += (size_t)(len > 0 ? len : 0);
	}
	if (len < 0 || putc('\n', r->out) == EOF)
		return -EIO;
	if (r->memory > STIM_MEMORY_MAX)
		return reader_refuse(r, r->text, "the lines up to this one have more than %d MiB", STIM_MEMORY_MAX >> 20);
	return 0;
}

int reader_item_line(struct reader *r)
{
	char *at = reader_word(r);
	const struct verb *verb;

	if (!at)
		return 0;
	verb = verb_by_name(at);
	if (r->out)
		return put_line(r, verb, at);
	if (verb)
		return read_verb(r, verb, at);
	return unknown_verb(r, at);
}

static int read_first_line(struct reader *r)
{
	static const struct verb first_line = { .name = STIM_MAGIC };
	char *magic = reader_word(r), *version;
	uint64_t number;
	bool over;

	if (!magic || strcmp(magic, STIM_MAGIC))
		return reader_refuse(r, NULL, "expected '" STIM_MAGIC " %d' in the first line", STIM_VERSION);
	version = reader_word(r);
	if (!version || !number_parse(version, &number, &over))
		return reader_refuse(r, version ? version : r->next, "expected the version %d after " STIM_MAGIC, STIM_VERSION);
	if (number < 1 || number > STIM_VERSION)
		return reader_refuse(r, version, "version %.*s of the format is not known; this program reads versions 1 to %d",
		                     READER_SHOWN_MAX, version, STIM_VERSION);
	r->version = (unsigned)number;
	r->verb = &first_line;
	return reader_end(r);
}

/* Moves the word before EQUALS, and EQUALS itself, next to the value, so that the value and what follows it keep their columns.
 * The first word of a line is no key and stays. Returns the new place of EQUALS. */
static char *join_one(char *text, char *equals)
{
	char *end = equals, *key, *value = equals + 1, *to = equals;
	size_t len;

	while (end > text && words_is_blank(end[-1]))
		end--;
	while (words_is_blank(*value))
		value++;
	for (key = end; key > text && !words_is_blank(key[-1]);)
		key--;
	if (key == text + strspn(text, " \t"))
		return equals;
	len = (size_t)(end - key);
	if (len && *value && *value != '#')
		to = value - 1;
	memmove(to - len, key, len);
	memset(key, ' ', (size_t)(to - len - key));
	*to = '=';
	return to;
}

/* Makes key=value of "key = value": no word of the format begins or ends with '='. */
static void join_assignments(char *text)
{
	bool quoted = false;

	for (char *at = text; *at && (quoted || *at != '#' || (at > text && !words_is_blank(at[-1]))); at++) {
		quoted ^= *at == '"';
		if (*at == '=' && !quoted)
			at = join_one(text, at);
	}
}

/* Takes the next line of SOURCE, whose lines have been read from the file before. */
static int next_line_of(struct reader *r, struct line_source *source)
{
	if (source->at == source->to)
		return 0;
	r->line = source->block->line + 1 + (unsigned)source->at;
	strcpy(r->text, source->block->lines[source->at++]);
	r->next = r->text;
	return 1;
}

/* Appends a line of the file to the LEN characters of the text that there are, without its end. Returns as reader_next_line(). */
static int append_line(struct reader *r, size_t *len)
{
	size_t before = *len;
	int c;

	errno = 0;
	while ((c = getc(r->in)) != EOF && c != '\n') {
		r->text[*len] = 0;
		if (*len == READER_LINE_MAX)
			return reader_refuse(r, r->text + *len, "expected a line of at most %d characters", READER_LINE_MAX);
		if (!c)
			return reader_refuse(r, r->text + *len, "expected text, not a NUL octet");
		r->text[(*len)++] = (char)c;
	}
	if (ferror(r->in))
		return errno ? -errno : -EIO;
	if (c == EOF && *len == before)
		return 0;
	if (*len > before && r->text[*len - 1] == '\r')
		--*len;
	r->text[*len] = 0;
	return 1;
}

/* True if the text of LEN characters goes on in the next line: its last word is a backslash, and no comment begins before it. */
static bool goes_on(const struct reader *r, size_t len)
{
	bool quoted = false;

	if (r->version < 2 || len < 2 || r->text[len - 1] != '\\' || !words_is_blank(r->text[len - 2]))
		return false;
	for (size_t i = 0; i < len; i++) {
		quoted ^= r->text[i] == '"';
		if (!quoted && r->text[i] == '#' && (!i || words_is_blank(r->text[i - 1])))
			return false;
	}
	return true;
}

/* A line that goes on in others is followed by as many empty ones, so that what comes behind it has the number of its line. */
int reader_next_line(struct reader *r)
{
	size_t len = 0;
	int rc;

	if (r->source)
		return next_line_of(r, r->source);
	r->line++;
	r->next = r->text;
	r->text[0] = 0;
	if (r->joined) {
		r->joined--;
		return 1;
	}
	rc = append_line(r, &len);
	while (rc > 0 && goes_on(r, len)) {
		r->joined++;
		len--;
		rc = append_line(r, &len);
		if (!rc)
			return reader_refuse(r, r->text + len, "expected a line behind the one that ends with a backslash");
	}
	if (rc > 0)
		join_assignments(r->text);
	return rc;
}

static int read_lines(struct reader *r)
{
	int rc = reader_next_line(r), err = 0;

	if (rc < 0)
		return rc;
	if (!rc) {
		r->text[0] = 0;
		r->next = r->text;
	}
	err = read_first_line(r);
	while (!err && !r->unfit && (rc = reader_next_line(r)) > 0)
		err = reader_item_line(r);
	return err || r->unfit ? err : rc;
}

int stimulus_read_stream(struct stimulus *st, FILE *in, const char *path, const struct dut *dut, struct stim_error *ret_error)
{
	struct reader r = { .in = in, .path = path, .dut = dut, .st = st, .error = ret_error };
	int err;

	r.page = dut_page(dut);
	assert(r.page);
	memset(ret_error, 0, sizeof(*ret_error));
	st->seed = 1;
	stim_name(st, path);
	reader_controls_reset(&r);
	r.mbps = dut_first_mbps(dut);
	r.text = malloc(READER_LINE_MAX + 1);
	if (!r.text)
		return -ENOMEM;
	err = read_lines(&r);
	reader_parts_free(r.parts);
	free(r.text);
	free(r.raw);
	return err;
}

int stimulus_put_lines(FILE *in, const char *path, FILE *out, struct stim_error *ret_error)
{
	struct stimulus *sweeps = calloc(1, sizeof(*sweeps));
	struct reader r = { .in = in, .out = out, .path = path, .st = sweeps, .error = ret_error };
	int err = -ENOMEM;

	memset(ret_error, 0, sizeof(*ret_error));
	r.text = malloc(READER_LINE_MAX + 1);
	if (sweeps && r.text)
		err = read_lines(&r);
	reader_parts_free(r.parts);
	free(r.text);
	free(r.raw);
	free(sweeps);
	return err;
}

int stimulus_read(struct stimulus *st, const char *path, const struct dut *dut, struct stim_error *ret_error)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), err; /* open() would wait here for a writer of a pipe */
	struct reader none = { .path = path, .line = 1, .error = ret_error };
	struct stat status;
	FILE *in;

	memset(ret_error, 0, sizeof(*ret_error));
	if (fd < 0)
		return -errno;
	if (!fstat(fd, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
		close(fd);
		return reader_refuse(&none, NULL,
		                     "expected a file, since a stimulus is read more than once; this is a pipe or a device");
	}
	in = fdopen(fd, "r");
	if (!in) {
		close(fd);
		return -ENOMEM;
	}
	err = stimulus_read_stream(st, in, path, dut, ret_error);
	fclose(in);
	return err;
}
