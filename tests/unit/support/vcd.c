/* SPDX-License-Identifier: Apache-2.0 */
/* The signals of a wave file. */
#include "vcd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vcd_signal {
	char *name, id[8];
};
struct vcd_change {
	uint64_t time;
	char id[8], *bits;
};
struct vcd {
	struct vcd_signal *signals;
	size_t signal_count;
	struct vcd_change *changes;
	size_t change_count;
};

static void *grow(void *array, size_t count, size_t size)
{
	if (count & (count - 1)) /* at each power of two */
		return array;
	array = realloc(array, (count ? 2 * count : 1) * size);
	cr_assert(array);
	return array;
}

/* "$var wire 8 ! name [7:0] $end" */
static void add_signal(struct vcd *v, const char *scope, const char *line)
{
	char id[8], name[256], range[32], full[1152];

	if (sscanf(line, "$var %*s %*d %7s %255s %31s", id, name, range) != 3)
		return;
	snprintf(full, sizeof(full), "%s%s%s", scope, name, range[0] == '[' ? range : "");
	v->signals = grow(v->signals, v->signal_count, sizeof(*v->signals));
	v->signals[v->signal_count] = (struct vcd_signal){ .name = strdup(full) };
	memcpy(v->signals[v->signal_count++].id, id, sizeof(id));
}

static void add_change(struct vcd *v, uint64_t time, const char *line)
{
	struct vcd_change change = { .time = time };
	bool vector = line[0] == 'b';
	size_t len = vector ? strcspn(line + 1, " ") : 1;

	if (!strchr("01xzb", line[0]))
		return;
	change.bits = strndup(line + vector, len);
	sscanf(line + vector + len, "%7s", change.id);
	v->changes = grow(v->changes, v->change_count, sizeof(*v->changes));
	v->changes[v->change_count++] = change;
}

/* The scopes that a line of the file is in. A scope may have dots in its name. */
struct scopes {
	char name[768];
	size_t before[32]; /* length of .name before each of them was entered */
	size_t depth;
};

static void enter_scope(struct scopes *s, const char *line)
{
	size_t len = strlen(s->name);
	char name[128] = "";

	sscanf(line, "$scope %*s %127s", name);
	cr_assert_lt(s->depth, sizeof(s->before) / sizeof(s->before[0]));
	s->before[s->depth++] = len;
	snprintf(s->name + len, sizeof(s->name) - len, "%s.", name);
}

static void leave_scope(struct scopes *s)
{
	if (s->depth)
		s->name[s->before[--s->depth]] = 0;
}

struct vcd *vcd_read(const char *path)
{
	struct vcd *v = calloc(1, sizeof(*v));
	struct scopes scopes = { .depth = 0 };
	char command[512], *line = NULL;
	size_t room = 0;
	uint64_t time = 0;
	FILE *in;

	snprintf(command, sizeof(command), "fst2vcd -f '%s'", path);
	in = popen(command, "r");
	cr_assert(v && in);
	while (getline(&line, &room, in) > 0) {
		if (!strncmp(line, "$scope", 6))
			enter_scope(&scopes, line);
		else if (!strncmp(line, "$upscope", 8))
			leave_scope(&scopes);
		else if (!strncmp(line, "$var", 4))
			add_signal(v, scopes.name, line);
		else if (line[0] == '#')
			time = strtoull(line + 1, NULL, 10);
		else
			add_change(v, time, line);
	}
	free(line);
	cr_assert_eq(pclose(in), 0, "%s cannot be read", path);
	cr_assert(v->signal_count && v->change_count, "%s has no signals", path);
	return v;
}

void vcd_free(struct vcd *v)
{
	for (size_t i = 0; i < v->signal_count; i++)
		free(v->signals[i].name);
	for (size_t i = 0; i < v->change_count; i++)
		free(v->changes[i].bits);
	free(v->signals);
	free(v->changes);
	free(v);
}

bool vcd_has(const struct vcd *v, const char *name)
{
	for (size_t i = 0; i < v->signal_count; i++)
		if (!strcmp(v->signals[i].name, name))
			return true;
	return false;
}

static const char *id_of(const struct vcd *v, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < v->signal_count; i++) {
		const char *other = v->signals[i].name;
		if (!strncmp(other, name, len) && (!other[len] || other[len] == '['))
			return v->signals[i].id;
	}
	return NULL;
}

/* The newest bits of NAME at TIME, "" before the first. */
static const char *bits_at(const struct vcd *v, const char *name, uint64_t time)
{
	const char *id = id_of(v, name), *bits = "";

	cr_assert(id, "no signal %s", name);
	for (size_t i = 0; i < v->change_count && v->changes[i].time <= time; i++)
		if (!strcmp(v->changes[i].id, id))
			bits = v->changes[i].bits;
	return bits;
}

uint64_t vcd_rises(const struct vcd *v, const char *name, uint64_t from)
{
	const char *id = id_of(v, name);

	cr_assert(id, "no signal %s", name);
	for (size_t i = 0; i < v->change_count; i++)
		if (v->changes[i].time >= from && !strcmp(v->changes[i].id, id) && v->changes[i].bits[0] == '1')
			return v->changes[i].time;
	return UINT64_MAX;
}

/* The octets of BITS as a text without blanks and zeros at its end. */
static void text_of(const char *bits, char *ret, size_t size)
{
	size_t count = strlen(bits), len = 0;
	unsigned value = 0;

	for (size_t i = 0; i < count; i++) {
		value = value << 1 | (bits[i] == '1');
		if ((count - i - 1) % 8)
			continue;
		if (value && len + 1 < size)
			ret[len++] = (char)value;
		value = 0;
	}
	while (len && ret[len - 1] == ' ')
		len--;
	ret[len] = 0;
}

bool vcd_shows(const struct vcd *v, const char *name, const char *text)
{
	const char *id = id_of(v, name);
	char shown[64];

	cr_assert(id, "no signal %s", name);
	for (size_t i = 0; i < v->change_count; i++) {
		if (strcmp(v->changes[i].id, id))
			continue;
		text_of(v->changes[i].bits, shown, sizeof(shown));
		if (!strcmp(shown, text))
			return true;
	}
	return false;
}

uint64_t vcd_value(const struct vcd *v, const char *name, uint64_t time)
{
	return strtoull(bits_at(v, name, time), NULL, 2);
}
