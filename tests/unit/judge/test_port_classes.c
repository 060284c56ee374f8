/* SPDX-License-Identifier: Apache-2.0 */
/* The wires of a real MAC whose client obeys pfc_xoff, judged with the classes of its frames: tengig as it is has no finding, and each fault about received
 * PFC frames has those of its line "seen". tools/saver/save_classes.sh makes tests/data/judge/classes.txt. 802.3 31D; 802.1Q 36.1.3.3. */
#include "saved.h"
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Writes the profile at FROM, with the line that tells the classes of frames, to TO. */
static void add_classes(const char *from, const char *to)
{
	char *text = file_read(from, NULL);
	FILE *out = fopen(to, "w");

	cr_assert_not_null(out, "%s", to);
	fprintf(out, "%spfc classes=priority\n", text);
	cr_assert_eq(fclose(out), 0);
	free(text);
}

static void check(const struct saved *saved, const char *folder, const char *profile)
{
	static struct saved_verdict verdict;
	char message[512] = "", found[256] = "";
	bool same;

	cr_assert_eq(saved_judge(saved, folder, profile, &verdict, message, sizeof(message)), 0, "%s: %s", saved->fault, message);
	same = verdict.broken.count == saved->seen.count;
	for (size_t i = 0; i < verdict.broken.count; i++) {
		strcat(strcat(found, " "), verdict.broken.name[i]);
		same &= saved_has(&saved->seen, verdict.broken.name[i]);
	}
	cr_expect(same, "%s, %s: its wires show%s", saved->fault, saved->from, *found ? found : " nothing");
}

Test(port_classes, wires_of_a_mac_show_its_faults_about_received_pfc_frames)
{
	char folder[64], profile[96];
	struct saved saved;
	unsigned count = 0;
	FILE *in = fopen("tests/data/judge/classes.txt", "r");
	int rc;

	cr_assert_not_null(in);
	scratch_make(folder, sizeof(folder), "port_classes");
	snprintf(profile, sizeof(profile), "%s/classes.mac", folder);
	add_classes("tests/data/foreign/tengig/tengig.mac", profile);
	while ((rc = saved_read(in, folder, &saved)) == 1) {
		check(&saved, folder, profile);
		count++;
	}
	cr_expect_eq(rc, 0, "tests/data/judge/classes.txt: a line is wrong");
	cr_expect_eq(count, 14);
	fclose(in);
}
