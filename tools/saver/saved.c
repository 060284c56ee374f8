/* SPDX-License-Identifier: Apache-2.0 */
/* Saved failures as text. */
#include "saved.h"

#include "base/capture.h"
#include "judge/judge_captures.h"
#include "report/pcap_out.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAD = 8 /* octets of preamble and SFD */, FRAME_MAX = 65535, PATH = 512, NS_HZ = 1000000000 };
static const char *const wires[] = { "received.pcapng", "sent.pcapng" }, *const words[] = { "rx", "tx" };
static const char accesses[] = "registers.txt";

bool saved_has(const struct saved_rules *rules, const char *name)
{
	for (size_t i = 0; i < rules->count; i++)
		if (!strcmp(rules->name[i], name))
			return true;
	return false;
}

void saved_add(struct saved_rules *rules, const char *name)
{
	if (rules->count < SAVED_RULES_MAX && !saved_has(rules, name))
		snprintf(rules->name[rules->count++], sizeof(rules->name[0]), "%s", name);
}

/* ---- reading ---- */

static void split(struct saved_rules *ret, char *text)
{
	char *save;

	for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
		saved_add(ret, word);
}

/* Puts the octets that TEXT writes in RET. Returns how many, 0 if TEXT is wrong. */
static uint32_t octets_of(const char *text, uint8_t *ret)
{
	uint32_t len = 0;

	while (*text) {
		unsigned octet, count = 1;
		int used;
		if (sscanf(text, "%2x%n", &octet, &used) != 1 || used != 2)
			return 0;
		text += used;
		bool up = *text == '+';
		if (up || *text == '*') {
			if (sscanf(text + 1, "%u%n", &count, &used) != 1)
				return 0;
			text += 1 + used;
			text += *text == '.';
		}
		if (count > FRAME_MAX - len)
			return 0;
		for (unsigned i = 0; i < count; i++)
			ret[len++] = (uint8_t)(octet + (up ? i : 0));
	}
	return len;
}

static int put_frame(struct pcap_out *out, char *line)
{
	static uint8_t run[HEAD + FRAME_MAX] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	char *text = strchr(line, ' '), *error;
	uint32_t len;

	if (!text)
		return -1;
	error = strchr(++text, ' ');
	if (error)
		*error = 0;
	len = octets_of(text, run + HEAD);
	if (!len)
		return -1;
	pcap_out_run(out, strtoull(line, NULL, 10), run, HEAD + len, NULL, 0, error ? HEAD : -1);
	return 0;
}

static int put_line(struct saved *ret, struct pcap_out *const *out, FILE *access, char *line)
{
	char *rest = strchr(line, ' ');

	if (!rest)
		return -1;
	*rest++ = 0;
	ret->captured |= !strcmp(line, "rx") || !strcmp(line, "tx") || !strcmp(line, "at");
	if (!strcmp(line, "rx") || !strcmp(line, "tx"))
		return put_frame(out[line[0] == 't'], rest);
	if (!strcmp(line, "at"))
		return fprintf(access, "%s\n", rest) < 0 ? -1 : 0;
	if (!strcmp(line, "fault"))
		snprintf(ret->fault, sizeof(ret->fault), "%s", rest);
	else if (!strcmp(line, "profile"))
		snprintf(ret->profile, sizeof(ret->profile), "%s", rest);
	else if (!strcmp(line, "variant"))
		snprintf(ret->variant, sizeof(ret->variant), "%s", rest);
	else if (!strcmp(line, "from"))
		snprintf(ret->from, sizeof(ret->from), "%s", rest);
	else if (!strcmp(line, "set"))
		snprintf(ret->set, sizeof(ret->set), "%s", rest);
	else if (!strcmp(line, "client") && !strcmp(rest, "control"))
		ret->client_control = true;
	else if (!strcmp(line, "client") && !strcmp(rest, "always"))
		ret->client_always = PM_JUDGE_CLIENT_ALWAYS;
	else if (!strcmp(line, "client") && !strcmp(rest, "classes"))
		ret->client_always = PM_JUDGE_CLIENT_CLASSES;
	else if (!strcmp(line, "run"))
		split(&ret->run, rest);
	else if (!strcmp(line, "seen"))
		split(&ret->seen, rest);
	else
		return -1;
	return 0;
}

static char *path_in(const char *folder, const char *name, char *ret)
{
	snprintf(ret, PATH, "%s/%s", folder, name);
	return ret;
}

int saved_read(FILE *in, const char *folder, struct saved *ret)
{
	struct pcap_out *out[2] = { NULL, NULL };
	char path[PATH], *line = NULL;
	FILE *access = NULL;
	size_t size = 0;
	int rc = 0;

	*ret = (struct saved){ .run.count = 0 };
	while (getline(&line, &size, in) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (!*line || *line == '#')
			continue;
		if (!access) {
			rc = 1;
			access = fopen(path_in(folder, accesses, path), "w");
			for (unsigned i = 0; i < 2; i++)
				out[i] = pcap_out_open(path_in(folder, wires[i], path), NS_HZ);
			if (!access || !out[0] || !out[1])
				rc = -1;
		}
		if (rc < 0 || !strcmp(line, "end"))
			break;
		if (put_line(ret, out, access, line)) {
			fprintf(stderr, "%s: a line about '%s' is wrong\n", ret->fault, line);
			rc = -1;
			break;
		}
	}
	free(line);
	for (unsigned i = 0; i < 2; i++)
		if (out[i] && pcap_out_close(out[i]))
			rc = -1;
	if (access && fclose(access))
		rc = -1;
	return rc;
}

int saved_find(const char *path, const char *fault, const char *folder, struct saved *ret)
{
	char head[SAVED_WORD + 8], *line = NULL;
	FILE *in = fopen(path, "r");
	size_t size = 0;
	ssize_t len;
	int rc = -1;

	if (!in)
		return -1;
	snprintf(head, sizeof(head), "fault %s\n", fault);
	while ((len = getline(&line, &size, in)) > 0) {
		if (strcmp(line, head) != 0)
			continue;
		if (!fseek(in, -len, SEEK_CUR))
			rc = saved_read(in, folder, ret);
		break;
	}
	free(line);
	fclose(in);
	return rc;
}

/* ---- writing ---- */

/* Returns how many of LEN octets from OCTETS on are each STEP more than the one before. */
static uint32_t alike(const uint8_t *octets, uint32_t len, unsigned step)
{
	uint32_t count = 1;

	while (count < len && octets[count] == (uint8_t)(octets[count - 1] + step))
		count++;
	return count;
}

static void write_octets(FILE *out, const uint8_t *octets, uint32_t len)
{
	enum { SHORTEST = 4 };

	for (uint32_t i = 0, count; i < len; i += count) {
		uint32_t same = alike(octets + i, len - i, 0), up = alike(octets + i, len - i, 1);
		count = same > up ? same : up;
		if (count < SHORTEST)
			count = 1;
		fprintf(out, "%02x", octets[i]);
		if (count > 1)
			fprintf(out, "%c%u%s", same > up ? '*' : '+', count, i + count < len ? "." : "");
	}
}

static int write_frames(FILE *out, const char *path, const char *word)
{
	char message[CAPTURE_MESSAGE];
	struct capture *capture = capture_open(path, message, NULL);
	struct capture_packet packet;
	int rc = capture ? 1 : -1;

	while (rc == 1 && (rc = capture_next(capture, &packet, message)) == 1) {
		fprintf(out, "%s %" PRIu64 " ", word, (uint64_t)(packet.time / 1000));
		write_octets(out, packet.octets, packet.captured);
		fprintf(out, "%s\n", packet.code_error ? " error" : "");
	}
	capture_close(capture);
	return rc;
}

static void write_rules(FILE *out, const char *word, const struct saved_rules *rules)
{
	if (!rules->count)
		return;
	fprintf(out, "%s", word);
	for (size_t i = 0; i < rules->count; i++)
		fprintf(out, " %s", rules->name[i]);
	fprintf(out, "\n");
}

int saved_write(FILE *out, const char *folder, const struct saved *saved)
{
	char path[PATH], line[512];
	FILE *access;

	fprintf(out, "fault %s\nprofile %s\n", saved->fault, saved->profile);
	if (*saved->variant)
		fprintf(out, "variant %s\n", saved->variant);
	if (*saved->from)
		fprintf(out, "from %s\n", saved->from);
	if (*saved->set)
		fprintf(out, "set %s\n", saved->set);
	if (saved->client_control)
		fprintf(out, "client control\n");
	if (saved->client_always)
		fprintf(out, "client %s\n", saved->client_always == PM_JUDGE_CLIENT_ALWAYS ? "always" : "classes");
	write_rules(out, "run", &saved->run);
	write_rules(out, "seen", &saved->seen);
	if (!folder)
		return fprintf(out, "end\n") < 0 ? -1 : 0;
	access = fopen(path_in(folder, accesses, path), "r");
	if (!access)
		return -1;
	while (fgets(line, sizeof(line), access))
		fprintf(out, "at %s", line);
	fclose(access);
	for (unsigned i = 0; i < 2; i++)
		if (write_frames(out, path_in(folder, wires[i], path), words[i]))
			return -1;
	return fprintf(out, "end\n") < 0 ? -1 : 0;
}

/* ---- judging ---- */

int saved_profile(const struct saved *saved, const char *folder, char *ret, size_t size)
{
	static char made[sizeof(saved->variant)]; /* of which variant there is a profile: failures of one follow each other */
	char command[2 * PATH];

	if (!*saved->variant)
		return snprintf(ret, size, "%s", saved->profile) < 0 ? -1 : 0;
	snprintf(ret, size, "%s/variant.mac", folder);
	if (!strcmp(made, saved->variant) && !access(ret, R_OK))
		return 0;
	snprintf(command, sizeof(command), "tools/saver/variants/profile.sh %s %s", saved->variant, ret);
	if (system(command))
		return -1;
	strcpy(made, saved->variant);
	return 0;
}

int saved_judge(const struct saved *saved, const char *folder, const char *profile, struct saved_verdict *ret, char *message,
                size_t size)
{
	char path[3][PATH], made[PATH];
	const struct judge_captures captures = { .profile = profile ? profile : made,
		                                 .received = path_in(folder, wires[0], path[0]),
		                                 .sent = path_in(folder, wires[1], path[1]),
		                                 .registers = path_in(folder, accesses, path[2]),
		                                 .set = { saved->set },
		                                 .sets = *saved->set != 0,
		                                 .damaged = true,
		                                 .client_control = saved->client_control,
		                                 .client_always = saved->client_always };
	struct pm_judge_finding finding;
	struct pm_judge_rule rule;
	struct judge_read read;
	struct pm_judge *judge;

	*ret = (struct saved_verdict){ .broken.count = 0 };
	if (!profile && saved_profile(saved, folder, made, sizeof(made))) {
		snprintf(message, size, "%s does not make a profile", saved->variant);
		return -1;
	}
	if (judge_captures(&captures, NULL, NULL, &judge, &read, message, size)) {
		memset(ret->undecided, true, sizeof(ret->undecided));
		return strstr(message, "nothing is decided") || strstr(message, "no frames of either direction") ||
		               strstr(message, "the speed of the wires is")
		         ? 1
		         : -1;
	}
	for (size_t i = 0; !pm_judge_finding(judge, i, &finding); i++)
		saved_add(&ret->broken, finding.rule);
	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++)
		if (rule_by_name(rule.rule) >= 0) /* and no counter */
			ret->undecided[rule_by_name(rule.rule)] = true;
	ret->undecided[RULE_SIM_ENDED] = true; /* it is about the simulator */
	pm_judge_free(judge);
	return 0;
}

/* Notes in RET which rules no captures can decide by PROFILE, whatever they have. */
static void note_beyond(const char *profile, bool ret[RULE_COUNT])
{
	const struct pm_judge_options options = { .profile = profile };
	struct pm_judge_rule rule;
	struct pm_judge *judge;

	if (pm_judge_new(&judge, &options, NULL, 0))
		return;
	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++)
		ret[rule_by_name(rule.rule)] |= !strstr(rule.why, "no readings");
	ret[RULE_SIM_ENDED] = true;
	pm_judge_free(judge);
}

bool saved_is_beyond(const struct saved *saved, const char *folder)
{
	static char profile[sizeof(saved->profile)],
	    variant[sizeof(saved->variant)]; /* those of the newest failure follow each other */
	static bool beyond[RULE_COUNT];
	char path[PATH];

	if (strcmp(profile, saved->profile) != 0 || strcmp(variant, saved->variant) != 0) {
		memset(beyond, 0, sizeof(beyond));
		strcpy(profile, saved->profile);
		strcpy(variant, saved->variant);
		if (!saved_profile(saved, folder, path, sizeof(path)))
			note_beyond(path, beyond);
	}
	for (size_t i = 0; i < saved->run.count; i++)
		if (!beyond[rule_by_name(saved->run.name[i])])
			return false;
	return saved->run.count != 0;
}
