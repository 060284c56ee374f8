/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the runs of the default suite and of smoke from what was measured (reach.c, kills.c, and the journals of drawn mutants).
 *
 * Rules.
 *  1. The default suite keeps each element that some run of all has: a cell of coverage of a device, in any mode; of each mode of a device a rule that was
 *     at stake or decided; of each mode of a row a rule that was exercised, a counter that moved or stood still; and each kill of a planted fault or
 *     drawn mutant in a mode. An exact kill of a planted fault is one by the rule of its head.
 *  2. Runs are taken one after the other, each time the one with the most elements that no run before it has, per microsecond of its cost. Then those are
 *     left out, the dearest first, without which nothing is lost.
 *  3. Smoke runs exact. Who waits for it waits longer for what is built than for what is run, so it builds of each device the fewest rows on which 95 of
 *     100 planted faults are, and takes, in the same way, runs of these rows that find 95 of 100 of all by any rule; of each row half of the rules that
 *     the row exercises. Of the other rows, which it builds when they are asked for, it takes runs that find 95 of 100 of their own faults.
 *  4. Where nobody has measured which run kills which drawn mutant, the default suite has all runs of the row on which the mutants are made.
 *  5. Which elements a run has and what it costs is kept by content. Runs that cost about the same are no reason for another choice than that of
 *     FOLDER/NAME.suite.
 *
 * usage: choose MEASURED FOLDER OUT ROW... MEASURED has ROW.reach and perhaps ROW.faults, ROW.kills and ROW.drawn of each row. FOLDER has the stimulus files.
 * Writes OUT/default.suite and OUT/smoke.suite (tb/regress/chosen.h), OUT/cells.txt, OUT/kills.txt and OUT/choice.json. */
#include "coverage/sum.h"
#include "base/version.h"
#include "regress/chosen.h"
#include "regress/regress.h"
#include "regs.h"
#include "runs.h"
#include "stimulus/stimuli.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 32, NAME_MAX_LEN = 128, SMOKE_PERCENT = 95, SMOKE_RULES_PERCENT = 50 };

/* ---- names as numbers ---- */

struct names {
	char **name;
	uint32_t count, room;
	uint32_t *slot; /* 1 + number, by hash */
	uint32_t slots;
};

static void *more(void *data, size_t count, size_t size)
{
	void *ret = realloc(data, count * size);

	if (!ret)
		choice_fail("choose", "there is no memory");
	return ret;
}

static uint32_t hash_of(const char *name)
{
	uint32_t ret = 2166136261U;

	for (; *name; name++)
		ret = (ret ^ (unsigned char)*name) * 16777619U;
	return ret;
}

static uint32_t *slot_of(const struct names *names, const char *name)
{
	uint32_t at = hash_of(name) & (names->slots - 1);

	while (names->slot[at] && strcmp(names->name[names->slot[at] - 1], name))
		at = (at + 1) & (names->slots - 1);
	return &names->slot[at];
}

static void names_grow(struct names *names)
{
	names->room = names->room ? 2 * names->room : 1024;
	names->name = more(names->name, names->room, sizeof(*names->name));
	free(names->slot);
	names->slots = 4 * names->room;
	names->slot = memset(more(NULL, names->slots, sizeof(*names->slot)), 0, names->slots * sizeof(*names->slot));
	for (uint32_t i = 0; i < names->count; i++)
		*slot_of(names, names->name[i]) = i + 1;
}

/* The number of NAME, which is added if it is new. */
static uint32_t number_of(struct names *names, const char *name)
{
	uint32_t *slot;

	if (names->count == names->room)
		names_grow(names);
	slot = slot_of(names, name);
	if (!*slot) {
		names->name[names->count] = strdup(name);
		if (!names->name[names->count])
			choice_fail("choose", "there is no memory");
		*slot = ++names->count;
	}
	return *slot - 1;
}

/* ---- what was measured ---- */

struct member {
	unsigned row;
	enum choice_mode mode;
	uint32_t name; /* of .stimuli */
	uint64_t clocks, us;
	uint32_t *element; /* of .elements, those that the default suite keeps */
	uint32_t *smoke;   /* of .smoke, likewise */
	uint32_t count, room, smoke_count, smoke_room;
	bool had, smoke_had; /* the suite of now has it */
};
struct chooser {
	const char *measured, *folder, *out;
	const struct dut *row[ROWS_MAX];
	unsigned rows;
	struct names stimuli, elements, smoke, members;
	struct member *member; /* as .members, "ROW MODE STIMULUS" */
	unsigned faults[ROWS_MAX];
	bool built[ROWS_MAX]; /* smoke builds the row */
	char (*hash)[17];     /* of each of .stimuli, when it was measured; room for .hashes */
	uint32_t hashes;
	struct names keys; /* "FAULT KEY" of all planted faults */
};

static void has(uint32_t **list, uint32_t *count, uint32_t *room, uint32_t element)
{
	if (*count == *room) {
		*room = *room ? 2 * *room : 16;
		*list = more(*list, *room, sizeof(**list));
	}
	(*list)[(*count)++] = element;
}

static int by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts the list and leaves each element in it once. */
static void once(uint32_t *list, uint32_t *count)
{
	uint32_t kept = 0;

	if (*count)
		qsort(list, *count, sizeof(*list), by_number);
	for (uint32_t i = 0; i < *count; i++)
		if (!kept || list[kept - 1] != list[i])
			list[kept++] = list[i];
	*count = kept;
}

static void member_has(struct chooser *c, struct member *m, const char *element)
{
	has(&m->element, &m->count, &m->room, number_of(&c->elements, element));
}

static void member_smokes(struct chooser *c, struct member *m, const char *element)
{
	if (m->mode == CHOICE_EXACT)
		has(&m->smoke, &m->smoke_count, &m->smoke_room, number_of(&c->smoke, element));
}

static FILE *open_of(const struct chooser *c, const char *row, const char *suffix, bool needed)
{
	char path[512];
	FILE *ret;

	snprintf(path, sizeof(path), "%s/%s.%s", c->measured, row, suffix);
	ret = fopen(path, "r");
	if (!ret && needed)
		choice_fail(path, "it cannot be read");
	return ret;
}

/* Adds the element WORD of reach.c. The cells belong to the device, rules at stake to a mode of it, the others to a mode of the row. */
static void add_element(struct chooser *c, struct member *m, const char *word)
{
	const struct dut *row = c->row[m->row];
	char text[160];

	if (strchr("mp", *word))
		snprintf(text, sizeof(text), "%s any %s", row->model, word);
	else if (strchr("ad", *word))
		snprintf(text, sizeof(text), "%s %s %s", row->model, choice_modes[m->mode], word);
	else
		snprintf(text, sizeof(text), "%s %s %s", row->name, choice_modes[m->mode], word);
	member_has(c, m, text);
	snprintf(text, sizeof(text), "%s rule %s", row->name, word);
	if (*word == 'x')
		member_smokes(c, m, text);
}

static struct member *member_new(struct chooser *c, unsigned row, const char *mode, const char *run)
{
	char text[256];
	uint32_t number, count = c->members.count;

	snprintf(text, sizeof(text), "%s %s %s", c->row[row]->name, mode, run);
	number = number_of(&c->members, text);
	if (number < count)
		choice_fail(text, "it was measured twice");
	if (!(number & (number - 1)))
		c->member = more(c->member, number ? 2 * (size_t)number : 1, sizeof(*c->member));
	c->member[number] = (struct member){ .row = row,
		                             .mode = strcmp(mode, choice_modes[CHOICE_EXACT]) ? CHOICE_BLACK_BOX : CHOICE_EXACT,
		                             .name = number_of(&c->stimuli, run) };
	return &c->member[number];
}

/* NULL: there is none. */
static struct member *member_of(struct chooser *c, unsigned row, const char *mode, const char *run)
{
	char text[256];
	uint32_t slot;

	snprintf(text, sizeof(text), "%s %s %s", c->row[row]->name, mode, run);
	slot = *slot_of(&c->members, text);
	return slot ? &c->member[slot - 1] : NULL;
}

/* Notes the HASH of the content with which the stimulus was measured, which is the same on all rows; of seeds each row has its own. */
static void note_hash(struct chooser *c, uint32_t stimulus, const char *hash)
{
	while (c->hashes <= stimulus) {
		c->hash = more(c->hash, c->hashes + 1, sizeof(*c->hash));
		c->hash[c->hashes++][0] = 0;
	}
	if (!strncmp(c->stimuli.name[stimulus], "seed-", 5))
		return;
	if (strlen(hash) != 16 || (c->hash[stimulus][0] && strcmp(c->hash[stimulus], hash)))
		choice_fail(c->stimuli.name[stimulus], "it was measured with another content on another row; run make choice");
	strcpy(c->hash[stimulus], hash);
}

static void read_reach(struct chooser *c, unsigned row)
{
	FILE *in = open_of(c, c->row[row]->name, "reach", true);
	char *line = NULL, *rest, *word, *mode, *run;
	struct member *m;
	size_t room = 0;

	while (getline(&line, &room, in) >= 0) {
		strtok_r(line, " \n", &rest);
		mode = strtok_r(NULL, " \n", &rest);
		run = strtok_r(NULL, " \n", &rest);
		m = member_new(c, row, mode, run);
		note_hash(c, m->name, strtok_r(NULL, " \n", &rest));
		m->clocks = strtoull(strtok_r(NULL, " \n", &rest), NULL, 10);
		m->us = 1 + strtoull(strtok_r(NULL, " \n", &rest), NULL, 10);
		while ((word = strtok_r(NULL, " \n", &rest)))
			add_element(c, m, word);
	}
	free(line);
	fclose(in);
}

/* The kills of planted faults. RULES has the rule that the head of each fault names. */
static void read_kills(struct chooser *c, unsigned row, struct names *faults, const char *const *rules)
{
	char fault[128], mode[16], run[NAME_MAX_LEN], rule[64], text[256], *line = NULL;
	FILE *in = open_of(c, c->row[row]->name, "kills", c->faults[row] > 0);
	struct member *m;
	size_t room = 0;

	while (in && getline(&line, &room, in) >= 0) {
		if (sscanf(line, "kill %127s %15s %127s %*s %63s", fault, mode, run, rule) != 4)
			continue;
		if (!(m = member_of(c, row, mode, run)))
			choice_fail(run, "it killed a fault but was not measured");
		snprintf(text, sizeof(text), "planted %s %s", mode, fault);
		if (m->mode == CHOICE_BLACK_BOX || !strcmp(rules[number_of(faults, fault)], rule))
			member_has(c, m, text);
		snprintf(text, sizeof(text), "%s %s %s", c->row[row]->model, c->built[row] ? "fault" : "fault-of-others", fault);
		member_smokes(c, m, text);
	}
	free(line);
	if (in)
		fclose(in);
}

static void count_faults(struct chooser *c, unsigned row)
{
	FILE *in = open_of(c, c->row[row]->name, "faults", false);

	for (int letter; in && (letter = getc(in)) != EOF;)
		c->faults[row] += letter == '\n';
	if (in)
		fclose(in);
}

/* Lets smoke build the fewest rows of DEVICE on which 95 of 100 of its planted faults are; all, if it has none. */
static void build_rows(struct chooser *c, const char *device)
{
	unsigned all = 0, on_built = 0;

	for (unsigned row = 0; row < c->rows; row++)
		all += strcmp(c->row[row]->model, device) ? 0 : c->faults[row];
	for (unsigned row = 0; row < c->rows; row++)
		c->built[row] |= !all && !strcmp(c->row[row]->model, device);
	while (100 * on_built < SMOKE_PERCENT * all) {
		unsigned best = c->rows;
		for (unsigned row = 0; row < c->rows; row++)
			if (!c->built[row] && !strcmp(c->row[row]->model, device) &&
			    (best == c->rows || c->faults[row] > c->faults[best]))
				best = row;
		c->built[best] = true;
		on_built += c->faults[best];
	}
}

/* The lines of ROW.faults are those of kills.c; a line "expect" of the STIMULUS has to find the fault, so that its exact run is kept, unless it is "-". */
static void read_faults(struct chooser *c, unsigned row)
{
	char fault[128], rule[64], run[NAME_MAX_LEN], key[32], text[256], *line = NULL;
	FILE *in = open_of(c, c->row[row]->name, "faults", false);
	struct names faults = { .name = NULL };
	char **rules = NULL;
	struct member *m;
	size_t room = 0;
	bool named;

	names_grow(&faults);
	while (in && getline(&line, &room, in) >= 0) {
		if (sscanf(line, "%*s %127s %63s %*s %127s %31s", fault, rule, run, key) != 4)
			continue;
		snprintf(text, sizeof(text), "%s %s", fault, key);
		number_of(&c->keys, text);
		named = strcmp(run, "-") != 0;
		rules = more(rules, faults.count + 1, sizeof(*rules));
		rules[number_of(&faults, fault)] = strdup(rule);
		snprintf(text, sizeof(text), "expected exact %s", fault);
		if (named && !(m = member_of(c, row, choice_modes[CHOICE_EXACT], run)))
			choice_fail(run, "a fault names it, but the row does not run it");
		if (named)
			member_has(c, m, text);
	}
	if (in)
		fclose(in);
	read_kills(c, row, &faults, (const char *const *)rules);
	for (uint32_t i = 0; i < faults.count; i++)
		free(rules[i]);
	free(rules);
	free(line);
}

/* A line of ROW.drawn is "DEVICE/MUTANT MODE STIMULUS": drawn mutants and what killed them; or "assumed/...", for a
 * run that nobody has tried on them, although its stimulus was written for some. */
static void read_drawn(struct chooser *c, unsigned row)
{
	char mutant[160], mode[16], run[NAME_MAX_LEN], text[256];
	FILE *in = open_of(c, c->row[row]->name, "drawn", false);
	struct member *m;

	while (in && fscanf(in, "%159s %15s %127s", mutant, mode, run) == 3) {
		if (!(m = member_of(c, row, mode, run)))
			continue; /* a seed as black box, which is no run of a regression */
		if (strncmp(mutant, "assumed/", 8))
			snprintf(text, sizeof(text), "drawn %s %s", mode, mutant);
		else
			snprintf(text, sizeof(text), "assumed %s %s/%s", mode, c->row[row]->name, run);
		member_has(c, m, text);
	}
	if (in)
		fclose(in);
}

/* ---- the cheapest set ---- */

/* Sets of elements, some of which have to be covered: of each group of elements a quota. */
struct cover {
	const struct chooser *c;
	const struct names *elements;
	bool smoke;
	const bool *among;         /* only these members; NULL: all */
	uint32_t *group;           /* of each element */
	uint32_t *times;           /* how many members taken have the element */
	uint32_t *quota, *covered; /* of each group */
	struct names groups;
	uint32_t *taken, count; /* members, in the order in which they were taken */
};

static const uint32_t *elements_of(const struct cover *cover, uint32_t member, uint32_t *ret_count)
{
	const struct member *m = &cover->c->member[member];

	*ret_count = cover->smoke ? m->smoke_count : m->count;
	return cover->smoke ? m->smoke : m->element;
}

static void *zeroes(size_t count, size_t size)
{
	return memset(more(NULL, count + 1, size), 0, (count + 1) * size);
}

/* How many elements that are lacking the member has. */
static uint32_t adds(const struct cover *cover, uint32_t member)
{
	uint32_t count, ret = 0;
	const uint32_t *element = elements_of(cover, member, &count);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t group = cover->group[element[i]];
		ret += !cover->times[element[i]] && cover->covered[group] < cover->quota[group];
	}
	return ret;
}

static void take(struct cover *cover, uint32_t member)
{
	uint32_t count;
	const uint32_t *element = elements_of(cover, member, &count);

	for (uint32_t i = 0; i < count; i++)
		if (!cover->times[element[i]]++)
			cover->covered[cover->group[element[i]]]++;
	cover->taken[cover->count++] = member;
}

/* A run that the suite of now does not have has to be a third cheaper than one that it has, so that a time that was measured anew changes little. */
static double cost_of(const struct cover *cover, uint32_t member)
{
	const struct member *m = &cover->c->member[member];

	return (double)m->us * ((cover->smoke ? m->smoke_had : m->had) ? 2 : 3);
}

static double worth(const struct cover *cover, uint32_t member)
{
	return adds(cover, member) / cost_of(cover, member);
}

/* What a member is worth becomes less only as others are taken, so that a bound of it says which ones have to be looked at. */
static void cover_take(struct cover *cover)
{
	uint32_t members = cover->c->members.count, best;
	double *bound = zeroes(members, sizeof(*bound));

	for (uint32_t i = 0; i < members; i++)
		bound[i] = !cover->among || cover->among[i] ? worth(cover, i) : 0;
	for (;;) {
		double most = 0;
		for (uint32_t i = 0; i < members; i++) {
			if (bound[i] <= most)
				continue;
			bound[i] = worth(cover, i);
			if (bound[i] > most) {
				most = bound[i];
				best = i;
			}
		}
		if (most <= 0)
			break;
		take(cover, best);
		bound[best] = 0;
	}
	free(bound);
}

/* True if all quotas are kept without the member. */
static bool spare(const struct cover *cover, uint32_t member, uint32_t *loses)
{
	uint32_t count;
	const uint32_t *element = elements_of(cover, member, &count);
	bool ret = true;

	memset(loses, 0, cover->groups.count * sizeof(*loses));
	for (uint32_t i = 0; i < count && ret; i++) {
		uint32_t group = cover->group[element[i]];
		loses[group] += cover->times[element[i]] == 1;
		ret = cover->covered[group] >= cover->quota[group] + loses[group];
	}
	return ret;
}

static void leave(struct cover *cover, uint32_t place)
{
	uint32_t count;
	const uint32_t *element = elements_of(cover, cover->taken[place], &count);

	for (uint32_t i = 0; i < count; i++)
		if (!--cover->times[element[i]])
			cover->covered[cover->group[element[i]]]--;
	cover->count--;
	memmove(cover->taken + place, cover->taken + place + 1, (cover->count - place) * sizeof(*cover->taken));
}

/* Leaves out what is not needed, the dearest first. */
static void cover_prune(struct cover *cover)
{
	uint32_t *loses = zeroes(cover->groups.count, sizeof(*loses));
	bool *tried = zeroes(cover->c->members.count, sizeof(*tried));

	for (;;) {
		uint32_t place = UINT32_MAX;
		for (uint32_t i = 0; i < cover->count; i++)
			if (!tried[cover->taken[i]] &&
			    (place == UINT32_MAX || cost_of(cover, cover->taken[i]) > cost_of(cover, cover->taken[place])))
				place = i;
		if (place == UINT32_MAX)
			break;
		tried[cover->taken[place]] = true;
		if (spare(cover, cover->taken[place], loses))
			leave(cover, place);
	}
	free(loses);
	free(tried);
}

/* The group of an element: its first two words in smoke; else all are in one group, but those that do not begin with PREFIX are in one without a
 * quota. */
static void group_name(const struct cover *cover, const char *element, const char *prefix, char *ret, size_t size)
{
	const char *blank = strchr(element, ' ');

	if (cover->smoke)
		snprintf(ret, size, "%.*s", (int)(strchr(blank + 1, ' ') - element), element);
	else
		snprintf(ret, size, "%s", strncmp(element, prefix, strlen(prefix)) ? "none" : "all");
}

static uint32_t quota_of(const char *group, uint32_t elements)
{
	unsigned percent = !strcmp(group, "none")  ? 0
	                 : !strcmp(group, "all")   ? 100
	                 : strstr(group, " fault") ? SMOKE_PERCENT
	                                           : SMOKE_RULES_PERCENT;

	return (uint32_t)(((uint64_t)elements * percent + 99) / 100);
}

/* Of all faults of a device the rows that smoke builds have to find their part. */
static void add_faults_of_others(struct cover *cover)
{
	uint32_t groups = cover->groups.count;

	for (uint32_t i = 0; i < groups; i++) {
		char text[256], *others;
		snprintf(text, sizeof(text), "%s", cover->groups.name[i]);
		if (!(others = strstr(text, "-of-others")))
			continue;
		*others = 0;
		uint32_t device = *slot_of(&cover->groups, text);
		if (device)
			cover->quota[device - 1] += cover->quota[i];
	}
}

static void cover_open(struct cover *cover, const struct chooser *c, bool smoke, const bool *among, const char *prefix)
{
	char text[256];

	*cover = (struct cover){ .c = c, .elements = smoke ? &c->smoke : &c->elements, .smoke = smoke, .among = among };
	cover->group = zeroes(cover->elements->count, sizeof(*cover->group));
	cover->times = zeroes(cover->elements->count, sizeof(*cover->times));
	cover->taken = zeroes(c->members.count, sizeof(*cover->taken));
	for (uint32_t i = 0; i < cover->elements->count; i++) {
		group_name(cover, cover->elements->name[i], prefix, text, sizeof(text));
		cover->group[i] = number_of(&cover->groups, text);
	}
	cover->quota = zeroes(cover->groups.count, sizeof(*cover->quota));
	cover->covered = zeroes(cover->groups.count, sizeof(*cover->covered));
	for (uint32_t i = 0; i < cover->elements->count; i++)
		cover->quota[cover->group[i]]++;
	add_faults_of_others(cover);
	for (uint32_t i = 0; i < cover->groups.count; i++)
		cover->quota[i] = quota_of(cover->groups.name[i], cover->quota[i]);
	cover_take(cover);
}

static void names_free(struct names *names)
{
	for (uint32_t i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names->name);
	free(names->slot);
}

static void cover_close(struct cover *cover)
{
	free(cover->group);
	free(cover->times);
	free(cover->taken);
	free(cover->quota);
	free(cover->covered);
	names_free(&cover->groups);
}

/* ---- the suites ---- */

/* What was taken, and what of it the files say. */
struct choice {
	const struct chooser *c;
	bool *taken; /* of each member */
	char **paths;
	size_t files;
};

static FILE *create(const struct chooser *c, const char *name)
{
	char path[512];
	FILE *ret;

	snprintf(path, sizeof(path), "%s/%s", c->out, name);
	ret = fopen(path, "w");
	if (!ret)
		choice_fail(path, "it cannot be written");
	return ret;
}

static void finish(FILE *out, const char *name)
{
	if (fclose(out))
		choice_fail(name, "it cannot be written");
}

static bool takes(const struct choice *choice, unsigned row, enum choice_mode mode, const char *run)
{
	const struct chooser *c = choice->c;
	char text[256];
	uint32_t slot;

	snprintf(text, sizeof(text), "%s %s %s", c->row[row]->name, choice_modes[mode], run);
	slot = *slot_of(&c->members, text);
	return slot && choice->taken[slot - 1];
}

static void write_seeds(FILE *out, const struct choice *choice, unsigned row)
{
	enum { A_LINE = 24 };
	unsigned count = 0;
	char hash[17], name[32];

	if (chosen_hash_seeds(choice->c->row[row], hash))
		choice_fail(choice->c->row[row]->name, "its seeds cannot be made");
	fprintf(out, "seeds %s %s", choice->c->row[row]->name, hash);
	for (unsigned seed = 1; seed <= REGRESS_SEEDS_COUNT; seed++) {
		snprintf(name, sizeof(name), "seed-%u", seed);
		if (!takes(choice, row, CHOICE_EXACT, name))
			continue;
		if (count && !(count % A_LINE))
			fprintf(out, "\nseeds %s %s", choice->c->row[row]->name, hash);
		fprintf(out, " %u", seed);
		count++;
	}
	putc('\n', out);
}

/* True if the stimulus RUN was measured with the content HASH. One that no row takes never was. */
static bool is_measured(const struct chooser *c, const char *run, const char *hash)
{
	uint32_t slot = *slot_of(&c->stimuli, run);

	return slot && !strcmp(c->hash[slot - 1], hash);
}

/* What was not measured is not listed, so that it runs. */
static void write_stimulus(FILE *out, const struct choice *choice, const char *path)
{
	const struct chooser *c = choice->c;
	const char *name = path + strlen(c->folder);
	char hash[17], run[NAME_MAX_LEN];
	bool any = false;

	name += strspn(name, "/");
	snprintf(run, sizeof(run), "%.*s", (int)(strlen(name) - strlen(".stim")), name);
	if (chosen_hash_file(path, hash))
		choice_fail(path, "it cannot be read");
	if (!is_measured(c, run, hash))
		return;
	fprintf(out, "%s %s", run, hash);
	for (unsigned row = 0; row < c->rows; row++) {
		bool exact = takes(choice, row, CHOICE_EXACT, run), black = takes(choice, row, CHOICE_BLACK_BOX, run);
		if (exact || black)
			fprintf(out, " %s%s", c->row[row]->name, exact && black ? "" : exact ? ":exact" : ":black-box");
		any |= exact || black;
	}
	fputs(any ? "\n" : " -\n", out);
}

/* BUILT: the file says which rows smoke builds. */
static void write_suite(const struct choice *choice, const char *name, const char *what, bool built)
{
	const struct chooser *c = choice->c;
	FILE *out = create(c, name);

	fprintf(out, "# The runs of %s, which `make choice` chose by what each run adds; tb/regress/chosen.h has the form.\nrows",
	        what);
	for (unsigned row = 0; row < c->rows; row++)
		fprintf(out, " %s", c->row[row]->name);
	putc('\n', out);
	if (built)
		fputs("built", out);
	for (unsigned row = 0; built && row < c->rows; row++)
		if (c->built[row])
			fprintf(out, " %s", c->row[row]->name);
	if (built)
		putc('\n', out);
	for (unsigned row = 0; row < c->rows; row++)
		write_seeds(out, choice, row);
	for (size_t i = 0; i < choice->files; i++)
		write_stimulus(out, choice, choice->paths[i]);
	finish(out, name);
}

/* ---- what the default suite keeps ---- */

static bool is_kill(const char *element)
{
	static const char *const kinds[] = { "planted ", "drawn ", "assumed ", "expected " };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strncmp(element, kinds[i], strlen(kinds[i])))
			return true;
	return false;
}

/* The names of WORD, an element of reach.c on DUT, as one word. */
static void element_text(const struct dut *dut, const char *word, char *ret, size_t size)
{
	const struct reg_page *counters = dut_page(dut);
	unsigned a = 0, b = 0, k = 0;
	char bin[48];

	sscanf(word + 1, "%u.%u.%u", &a, &b, &k);
	switch (*word) {
	case 'm':
		for (unsigned i = 0; i < MOMENT_COUNT; i++)
			for (unsigned j = i; j < MOMENT_COUNT; j++)
				if (meet_pair((enum coverage_moment)i, (enum coverage_moment)j) == a)
					snprintf(ret, size, "%s/%s/%+d", moment_table[i].name, moment_table[j].name,
					         (int)b - MEET_CLOCKS);
		break;
	case 'p':
		snprintf(ret, size, "%s/%s/%s", points_table[a].name, coverage_bin_name(&points_table[a], b, bin),
		         points_table[a].column[k]);
		break;
	case 'a':
	case 'd':
	case 'x':
		snprintf(ret, size, "%s:%s",
		         *word == 'a'   ? "at-stake"
		         : *word == 'd' ? "decided"
		                        : "exercised",
		         rule_table[a].name);
		break;
	default:
		snprintf(ret, size, "%s:%s", *word == 'v' ? "moved" : "still", counters ? counters->rows[a].name : "?");
	}
	for (char *blank = ret; (blank = strchr(blank, ' '));)
		*blank = '_';
}

/* Writes the elements of each run of COVER that no run before it has, a few a line. */
static void write_kept(const struct cover *cover)
{
	enum { A_LINE = 16 };
	const struct chooser *c = cover->c;
	FILE *out = create(c, "cells.txt");
	bool *seen = zeroes(cover->elements->count, sizeof(*seen));
	char text[256];

	fputs("# What each run of the default suite was chosen for, of all cells and rules that a run of any suite reaches: ROW "
	      "MODE RUN and\n"
	      "# those that no run before it has. `make choice` writes it. Kills are in kills.txt.\n",
	      out);
	for (uint32_t i = 0; i < cover->count; i++) {
		const struct member *m = &c->member[cover->taken[i]];
		unsigned count = 0;
		for (uint32_t k = 0; k < m->count; k++) {
			const char *element = cover->elements->name[m->element[k]];
			if (seen[m->element[k]] || is_kill(element))
				continue;
			seen[m->element[k]] = true;
			element_text(c->row[m->row], strrchr(element, ' ') + 1, text, sizeof(text));
			if (count++ % A_LINE == 0)
				fprintf(out, "%s%s", count > 1 ? "\n" : "", c->members.name[cover->taken[i]]);
			fprintf(out, " %s", text);
		}
		if (count)
			putc('\n', out);
	}
	free(seen);
	finish(out, "cells.txt");
}

struct kill {
	const char *element;
	uint32_t member;
};
struct kills {
	const struct chooser *c;
	struct kill *kill;
	size_t count;
};

static int by_element(const void *a, const void *b, void *context)
{
	const struct kill *x = a, *y = b;
	const struct member *members = context;
	int order = strcmp(x->element, y->element);

	if (!order)
		order = (members[x->member].row > members[y->member].row) - (members[x->member].row < members[y->member].row);
	return order ? order : (x->member > y->member) - (x->member < y->member);
}

/* Adds the kills that the runs of COVER have; those of smoke as "smoke exact FAULT". */
static void add_kills(struct kills *kills, const struct cover *cover)
{
	for (uint32_t i = 0; i < cover->count; i++) {
		uint32_t count;
		const uint32_t *element = elements_of(cover, cover->taken[i], &count);
		for (uint32_t k = 0; k < count; k++) {
			const char *name = cover->elements->name[element[k]];
			if (!(cover->smoke ? strstr(name, " fault") != NULL : is_kill(name)))
				continue;
			if (!(kills->count & (kills->count - 1)))
				kills->kill = more(kills->kill, kills->count ? 2 * kills->count : 1, sizeof(*kills->kill));
			kills->kill[kills->count++] = (struct kill){ name, cover->taken[i] };
		}
	}
}

/* The fault's key, or "-" of what has none. */
static const char *key_of(const struct chooser *c, const char *fault)
{
	size_t len = strlen(fault);

	for (uint32_t i = 0; i < c->keys.count; i++)
		if (!strncmp(c->keys.name[i], fault, len) && c->keys.name[i][len] == ' ')
			return c->keys.name[i] + len + 1;
	return "-";
}

/* Begins the line of a kill: "KIND MODE NAME KEY ROW". */
static void begin_kill(FILE *out, const struct chooser *c, const struct kill *kill)
{
	const char *name = strrchr(kill->element, ' ') + 1, *smoke = strstr(kill->element, " fault");

	fprintf(out, "%.*s%s %s %s", smoke ? 0 : (int)(name - 1 - kill->element), kill->element, smoke ? "smoke exact" : "", name,
	        key_of(c, name));
	fprintf(out, " %s", c->row[c->member[kill->member].row]->name);
}

static bool is_drawn(const struct kill *kill)
{
	return !strncmp(kill->element, "drawn ", strlen("drawn "));
}

/* By the mode of the kill and the run, then in the order of the elements. */
static int by_run(const void *a, const void *b, void *context)
{
	const struct kill *x = a, *y = b;
	int order = (is_drawn(x) > is_drawn(y)) - (is_drawn(x) < is_drawn(y));

	if (!order)
		order = (x->member > y->member) - (x->member < y->member);
	return order ? order : by_element(a, b, context);
}

/* Writes the drawn mutants, most of which one run kills, a line a run: "drawn MODE RUN - ROW NUMBER...". */
static void write_drawn(FILE *out, const struct chooser *c, const struct kills *kills)
{
	enum { A_LINE = 32 };
	unsigned count = 0;

	for (size_t i = 0; i < kills->count; i++) {
		const struct kill *kill = &kills->kill[i], *before = kill - 1;
		const struct member *m = &c->member[kill->member];
		if (!is_drawn(kill))
			continue;
		if (!i || !is_drawn(before) || before->member != kill->member)
			count = 0;
		if (count++ % A_LINE == 0)
			fprintf(out, "\ndrawn %s %s - %s", choice_modes[m->mode], c->stimuli.name[m->name], c->row[m->row]->name);
		fprintf(out, " %s", strrchr(kill->element, '/') + 1);
	}
}

static void write_kills(const struct cover *suite, const struct cover *smoke)
{
	const struct chooser *c = suite->c;
	FILE *out = create(c, "kills.txt");
	struct kills kills = { .c = c };

	add_kills(&kills, suite);
	add_kills(&kills, smoke);
	qsort_r(kills.kill, kills.count, sizeof(*kills.kill), by_element, c->member);
	fprintf(out, "# Which runs of a suite find a fault, by `make choice`: KIND MODE FAULT KEY ROW RUN...\n"
	             "# planted: of the default suite, exact by the rule of the fault's head, as black box by any rule; smoke: "
	             "of smoke, by any rule; expected: a\n"
	             "# line \"expect\" of the run finds it; drawn: mutants that Yosys made (doc/quality/mutants.md), in lines "
	             "drawn MODE RUN "
	             "- ROW NUMBER...; assumed: nobody\n"
	             "# has tried the run on these, although its stimulus was written for some, so that it is kept until make "
	             "mutants has. KEY is the content of a planted fault and the RTL.\n");
	for (size_t i = 0; i < kills.count; i++) {
		const struct kill *kill = &kills.kill[i], *before = kill - 1;
		if (is_drawn(kill))
			continue;
		if (!i || strcmp(before->element, kill->element) ||
		    c->member[before->member].row != c->member[kill->member].row) {
			fputs(i ? "\n" : "", out);
			begin_kill(out, c, kill);
		}
		fprintf(out, " %s", c->stimuli.name[c->member[kill->member].name]);
	}
	qsort_r(kills.kill, kills.count, sizeof(*kills.kill), by_run, c->member);
	write_drawn(out, c, &kills);
	putc('\n', out);
	free(kills.kill);
	finish(out, "kills.txt");
}

/* ---- figures ---- */

enum figure { FIGURE_EXACT, FIGURE_BLACK_BOX, FIGURE_DRAWN, FIGURE_DRAWN_BLACK_BOX, FIGURE_CELLS, FIGURES };
static const char *const figure_names[FIGURES] = { "planted", "planted_black_box", "drawn", "drawn_black_box", "cells" };

struct figures {
	uint64_t runs, clocks, us, has[FIGURES + 1]; /* the last one of what is no figure */
};

static enum figure figure_of(const char *element)
{
	if (!strncmp(element, "planted exact ", 14))
		return FIGURE_EXACT;
	if (!strncmp(element, "planted ", 8))
		return FIGURE_BLACK_BOX;
	if (!strncmp(element, "drawn exact ", 12))
		return FIGURE_DRAWN;
	if (!strncmp(element, "expected ", 9) || !strncmp(element, "assumed ", 8))
		return FIGURES;
	return strncmp(element, "drawn ", 6) ? FIGURE_CELLS : FIGURE_DRAWN_BLACK_BOX;
}

static void add_member(const struct chooser *c, uint32_t member, bool *seen, struct figures *f)
{
	const struct member *m = &c->member[member];

	f->runs++;
	f->clocks += m->clocks;
	f->us += m->us;
	for (uint32_t k = 0; k < m->count; k++)
		if (!seen[m->element[k]]) {
			seen[m->element[k]] = true;
			f->has[figure_of(c->elements.name[m->element[k]])]++;
		}
}

/* How many planted faults the runs of SMOKE find, by any rule. */
static json_int_t smoke_finds(const struct chooser *c, const bool *smoke)
{
	bool *seen = zeroes(c->smoke.count, sizeof(*seen));
	json_int_t ret = 0;

	for (uint32_t i = 0; i < c->members.count; i++)
		for (uint32_t k = 0; smoke[i] && k < c->member[i].smoke_count; k++)
			seen[c->member[i].smoke[k]] = true;
	for (uint32_t i = 0; i < c->smoke.count; i++)
		ret += seen[i] && strstr(c->smoke.name[i], " fault");
	free(seen);
	return ret;
}

static json_t *figures_json(const char *name, const struct figures *f)
{
	json_t *ret = json_pack("{s:s, s:I, s:I, s:f}", "suite", name, "runs", (json_int_t)f->runs, "clocks",
	                        (json_int_t)f->clocks, "seconds", (double)(f->us / 1000) / 1000);

	for (unsigned i = 0; i < FIGURES; i++)
		json_object_set_new(ret, figure_names[i], json_integer((json_int_t)f->has[i]));
	return ret;
}

/* Appends the figures of all members for which TAKEN is true, or of all. ROW: of this row alone, unless it is negative. */
static void add_suite(json_t *list, const struct chooser *c, const char *name, const bool *taken, int row)
{
	bool *seen = zeroes(c->elements.count, sizeof(*seen));
	struct figures f = { 0 };

	for (uint32_t i = 0; i < c->members.count; i++)
		if ((!taken || taken[i]) && (row < 0 || (int)c->member[i].row == row))
			add_member(c, i, seen, &f);
	json_array_append_new(list, figures_json(name, &f));
	if (row >= 0)
		json_object_set_new(json_array_get(list, json_array_size(list) - 1), "dut", json_string(c->row[row]->name));
	free(seen);
}

/* The curve: what the runs of the default suite have found after so many seconds, those first that find the most planted faults in their time. */
static json_t *curve(const struct chooser *c, const struct cover *suite, const bool *taken)
{
	static const double at[] = { 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1e9 };
	struct cover first;
	bool *seen = zeroes(c->elements.count, sizeof(*seen)), *done = zeroes(c->members.count, sizeof(*done));
	struct figures f = { 0 };
	json_t *ret = json_array();
	unsigned next = 0;

	cover_open(&first, c, false, taken, "planted ");
	for (uint32_t i = 0; i < first.count + suite->count; i++) {
		uint32_t member = i < first.count ? first.taken[i] : suite->taken[i - first.count];
		if (done[member])
			continue;
		done[member] = true;
		for (; (double)(f.us + c->member[member].us) > 1e6 * at[next]; next++)
			if (f.runs && (double)f.us > 0.5e6 * at[next])
				json_array_append_new(ret, figures_json("default", &f));
		add_member(c, member, seen, &f);
	}
	json_array_append_new(ret, figures_json("default", &f));
	cover_close(&first);
	free(seen);
	free(done);
	return ret;
}

static void write_figures(const struct chooser *c, const struct cover *suite, const bool *taken, const bool *smoke)
{
	json_t *suites = json_array(), *rows = json_array(), *root;
	json_int_t assumed = 0;
	char path[512];

	add_suite(suites, c, "smoke", smoke, -1);
	json_object_set_new(json_array_get(suites, 0), "planted", json_integer(smoke_finds(c, smoke)));
	add_suite(suites, c, "default", taken, -1);
	add_suite(suites, c, "night", NULL, -1);
	for (unsigned row = 0; row < c->rows; row++) {
		add_suite(rows, c, "smoke", smoke, (int)row);
		add_suite(rows, c, "default", taken, (int)row);
		add_suite(rows, c, "night", NULL, (int)row);
	}
	for (uint32_t i = 0; i < c->elements.count; i++)
		assumed += !strncmp(c->elements.name[i], "assumed ", 8);
	root = json_pack("{s:i, s:s, s:s, s:I, s:o, s:o, s:o}", "schema_version", 1, "what", "choice", "commit", version_commit(),
	                 "assumed", assumed, "suites", suites, "curve", curve(c, suite, taken), "rows", rows);
	snprintf(path, sizeof(path), "%s/choice.json", c->out);
	if (!root || json_dump_file(root, path, JSON_INDENT(2)))
		choice_fail(path, "it cannot be written");
	json_decref(root);
}

static bool *taken_by(const struct cover *cover)
{
	bool *ret = zeroes(cover->c->members.count, sizeof(*ret));

	for (uint32_t i = 0; i < cover->count; i++)
		ret[cover->taken[i]] = true;
	return ret;
}

/* Notes which runs the suites of now have. */
static void note_suites(struct chooser *c)
{
	static const char *const names[] = { "default", "smoke" };
	struct env_error error;
	char path[512];

	for (unsigned smoke = 0; smoke < 2; smoke++) {
		struct chosen *chosen;
		if (chosen_open(c->folder, names[smoke], &chosen, &error))
			choice_fail(names[smoke], error.text);
		for (uint32_t i = 0; chosen && i < c->members.count; i++) {
			struct member *m = &c->member[i];
			const char *run = c->stimuli.name[m->name];
			snprintf(path, sizeof(path), "%s/%s.stim", c->folder, run);
			*(smoke ? &m->smoke_had
			        : &m->had) = (strncmp(run, "seed-", 5)
			                          ? chosen_file(chosen, c->row[m->row], path, m->mode == CHOICE_BLACK_BOX)
			                          : chosen_seed(chosen, c->row[m->row], (uint32_t)atoi(run + 5))) == CHOSEN;
		}
		chosen_close(chosen);
	}
}

/* True if nobody has measured which run of ROW kills which drawn mutant of its device: some of its stimuli were written for them. */
static bool is_assumed(const struct chooser *c, unsigned row)
{
	const char *name = c->row[row]->name;

	for (uint32_t i = 0; i < c->elements.count; i++) {
		const char *element = c->elements.name[i], *at = strncmp(element, "assumed ", 8) ? NULL : strrchr(element, ' ');
		size_t len = strlen(name);
		if (at && !strncmp(at + 1, name, len) && at[1 + len] == '/')
			return true;
	}
	return false;
}

/* Takes all runs of the rows of which that is not measured, so that none of their kills is lost. */
static void take_assumed(const struct chooser *c, bool *taken)
{
	for (unsigned row = 0; row < c->rows; row++)
		for (uint32_t i = 0; is_assumed(c, row) && i < c->members.count; i++)
			taken[i] |= c->member[i].row == row;
}

static void choose(const struct chooser *c, struct choice *choice)
{
	struct cover suite, smoke;
	bool *smokes;

	cover_open(&suite, c, false, NULL, "");
	cover_prune(&suite);
	cover_open(&smoke, c, true, NULL, "");
	cover_prune(&smoke);
	choice->taken = smokes = taken_by(&smoke);
	write_suite(choice, "smoke.suite", "smoke", true);
	/* The figures are of what smoke runs where nobody asks for other rows. */
	for (uint32_t i = 0; i < c->members.count; i++)
		smokes[i] &= c->built[c->member[i].row];
	choice->taken = taken_by(&suite);
	take_assumed(c, choice->taken);
	write_suite(choice, "default.suite", "the default suite", false);
	write_kept(&suite);
	write_kills(&suite, &smoke);
	write_figures(c, &suite, choice->taken, smokes);
	free(choice->taken);
	free(smokes);
	cover_close(&suite);
	cover_close(&smoke);
}

int main(int argc, char **argv)
{
	struct chooser c = { .measured = argv[1] };
	struct choice choice = { .c = &c };
	struct env_error error;

	if (argc < 5 || argc - 4 > ROWS_MAX) {
		fprintf(stderr, "usage: choose MEASURED FOLDER OUT ROW...\n");
		return 2;
	}
	c.folder = argv[2];
	c.out = argv[3];
	names_grow(&c.stimuli);
	names_grow(&c.elements);
	names_grow(&c.smoke);
	names_grow(&c.members);
	names_grow(&c.keys);
	for (int i = 4; i < argc; i++)
		if (!(c.row[c.rows++] = dut_by_name(argv[i])))
			choice_fail(argv[i], "it is no row");
	for (unsigned row = 0; row < c.rows; row++)
		count_faults(&c, row);
	for (unsigned row = 0; row < c.rows; row++)
		if (!strcmp(c.row[row]->name, c.row[row]->model))
			build_rows(&c, c.row[row]->model);
	for (unsigned row = 0; row < c.rows; row++) {
		read_reach(&c, row);
		read_faults(&c, row);
		read_drawn(&c, row);
	}
	for (uint32_t i = 0; i < c.members.count; i++) {
		once(c.member[i].element, &c.member[i].count);
		once(c.member[i].smoke, &c.member[i].smoke_count);
	}
	if (stimuli_list(c.folder, &choice.paths, &choice.files, &error))
		choice_fail(c.folder, error.text);
	note_suites(&c);
	choose(&c, &choice);
	stimuli_free(choice.paths, choice.files);
	for (uint32_t i = 0; i < c.members.count; i++) {
		free(c.member[i].element);
		free(c.member[i].smoke);
	}
	free(c.member);
	free(c.hash);
	names_free(&c.stimuli);
	names_free(&c.elements);
	names_free(&c.smoke);
	names_free(&c.members);
	names_free(&c.keys);
	return 0;
}
