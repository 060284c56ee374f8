/* SPDX-License-Identifier: Apache-2.0 */
/* Puts failing links into groups; link_groups.h.
 *
 * Which links are in a group, its title and the lines of its finding are as in a regression (tb/regress/group.h, group_text.h). What
 * stands for a group differs: in a regression it is the run with the fewest items, and exact runs come first; a link has no items and
 * is never a black box, so that the link with the earliest finding stands for its group. */
#include "link_groups.h"

#include "regress/group_text.h"
#include "report/field.h"
#include "run/pool.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS_SHOWN = 8 };

static void add_name(struct link_group *group, const char *name)
{
	static const char more[] = " ...";
	size_t used = strlen(group->names);

	if (used >= sizeof(more) && !strcmp(group->names + used - strlen(more), more))
		return;
	if (used + strlen(name) + sizeof(", ") + sizeof(more) > sizeof(group->names))
		strcpy(group->names + used, more);
	else
		sprintf(group->names + used, "%s%s", used ? ", " : "", name);
}

int link_groups_add(struct link_groups *groups, const struct link_description *link, const struct link_finding *first,
                    uint64_t findings, const char *sum)
{
	struct link_group *group;
	size_t before = groups->keys.count, key;

	if (group_keys_find(&groups->keys, &first->plain, &key))
		return -ENOMEM;
	if (groups->keys.count > groups->capacity) {
		size_t capacity = groups->capacity ? 2 * groups->capacity : 8;
		group = realloc(groups->group, capacity * sizeof(*group));
		if (!group)
			return -ENOMEM;
		groups->group = group;
		groups->capacity = capacity;
	}
	group = &groups->group[key];
	if (groups->keys.count > before)
		*group = (struct link_group){ .names = "" };
	if (!group->links || first->time_ps < group->first.time_ps) {
		group->link = *link;
		group->first = *first;
		snprintf(group->sum, sizeof(group->sum), "%s", sum);
	}
	group->links++;
	group->findings += findings;
	add_name(group, link->name);
	return 0;
}

void link_groups_release(struct link_groups *groups)
{
	group_keys_release(&groups->keys);
	free(groups->group);
	*groups = (struct link_groups){ .group = NULL };
}

static bool is_stopped(const struct link_groups_how *how)
{
	return how->stop && how->stop();
}

/* Prints the lines of LINK below their label. */
static void print_link(const struct link_description *link)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	link_file_write(link, out);
	fclose(out);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		printf("%*s%s\n", FIELD_LABEL + 2, "", line);
	free(text);
}

/* Prints the reduced description, and the command that opens its waves. */
static void print_reduced(const struct link_group *group, const struct link_reduction *reduced, const char *dir, const char *note)
{
	char text[PATH_MAX + 256], word[PATH_MAX];

	if (reduced->again)
		snprintf(text, sizeof(text), "%u words, reduced from %u", reduced->words_after, reduced->words_before);
	else
		snprintf(text, sizeof(text), "%s/link.link%s%s%s", dir, *note ? " (" : "", note, *note ? ")" : "");
	field_print(stdout, "link", text);
	if (reduced->again)
		print_link(&reduced->link);
	if (group->first.plain.rule != RULE_CRASH && group->first.plain.rule != RULE_TIMEOUT &&
	    group->first.plain.rule != RULE_LINK_BOUND)
		printf("  %-*smake waves FAILURE=%s%s\n", FIELD_LABEL - 2, "waves", shell_word(dir, word, sizeof(word)),
		       reduced->again ? "/reduced" : "");
}

static void print_group(const struct link_group *group, size_t number, const struct link_reduction *reduced)
{
	const struct link_finding *f = reduced->again ? &reduced->finding : &group->first;
	const struct group_title title = { .number = number,
		                           .shown = &f->plain,
		                           .thing = "link",
		                           .things = group->links,
		                           .findings = group->findings,
		                           .colour = "",
		                           .plain = "" };
	char text[1024], end[] = ", seen at a";

	end[sizeof(end) - 2] = (char)('a' + f->end);
	putchar('\n');
	group_print_title(stdout, &title);
	putchar('\n');
	field_print(stdout, "links", group->names);
	snprintf(text, sizeof(text), "%s%s, %.3f us%s", group->link.name, f->end < LINK_ENDS ? end : "", (double)f->time_ps / 1e6,
	         reduced->again ? " when reduced" : "");
	group_print_finding(stdout, &f->plain, text);
	if (*group->sum)
		field_print(stdout, "bound", group->sum);
}

/* Saves the link of GROUP. A link whose run exceeded a limit of time is not run for this, since the run would take as long again. */
static int save(const struct link_group *group, const char *dir, const struct link_groups_how *how, struct env_error *ret_error)
{
	if (group->first.plain.rule == RULE_TIMEOUT)
		return link_save_broken(how->self, dir, &group->link, &group->first, ret_error);
	return link_save(how->self, dir, &group->link, how->run, how->stop, ret_error);
}

static int look_at(const struct link_group *group, size_t number, const struct link_groups_how *how, double seconds,
                   struct env_error *ret_error)
{
	struct link_reduction reduced = { .again = false };
	char *dir = path_join(how->failures, group->link.name), note[128] = "";
	struct env_error error = { "" };
	int rc = dir ? save(group, dir, how, ret_error) : env_fail(ret_error, ENOMEM, "cannot save %s", group->link.name);

	if (rc) {
		free(dir);
		return rc;
	}
	if (group->first.plain.rule == RULE_LINK_BOUND)
		snprintf(note, sizeof(note), "not reduced: the finding compares its run with those of other headrooms");
	else if (seconds > 0 && !is_stopped(how)) {
		if (link_reduce_folder(how->self, dir, seconds, how->run, how->stop, &reduced, &error))
			snprintf(note, sizeof(note), "not reduced: %.100s", error.text);
		else if (!reduced.again)
			snprintf(note, sizeof(note), "not reduced: the failure did not occur again");
	}
	print_group(group, number, &reduced);
	print_reduced(group, &reduced, dir, note);
	fflush(stdout);
	free(dir);
	return 0;
}

int link_groups_print(const struct link_groups *groups, const struct link_groups_how *how, struct env_error *ret_error)
{
	size_t count = groups->keys.count, shown = count < GROUPS_SHOWN ? count : GROUPS_SHOWN;
	double end = clock_seconds() + how->seconds;
	int rc = 0;

	if (shown && how->seconds > 0 && !is_stopped(how))
		printf("reducing %zu link%s, for at most %.3g s\n", shown, shown == 1 ? "" : "s", how->seconds);
	for (size_t i = 0; i < shown && !rc && !is_stopped(how); i++)
		rc = look_at(&groups->group[i], i + 1, how, (end - clock_seconds()) / (double)(shown - i), ret_error);
	for (size_t i = shown; i < count; i++)
		printf("GROUP %zu  %s: %s: %" PRIu64 " link%s, %s\n", i + 1, rule_table[groups->group[i].first.plain.rule].name,
		       groups->group[i].first.plain.what, groups->group[i].links, groups->group[i].links == 1 ? "" : "s",
		       groups->group[i].names);
	if (count)
		putchar('\n');
	return rc;
}
