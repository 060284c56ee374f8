/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the failures of tests/data/judge/saved again, after a change of the judge: writes them anew with what their captures show now.
 * usage: rejudge IN.txt OUT.txt; it prints a line for each that shows less than the run found, or something else. */
#include "saved.h"

#include <stdlib.h>
#include <string.h>

/* Fills in what the captures in FOLDER show. Returns true if that is what the run found, of all that they can decide. */
static bool judge(const char *folder, struct saved *saved, bool *ret_beyond)
{
	static struct saved_verdict verdict;
	bool same = true, decidable = false;
	char message[512];

	if (saved_judge(saved, folder, NULL, &verdict, message, sizeof(message)) < 0)
		fprintf(stderr, "%s: %s\n", saved->fault, message);
	for (size_t i = 0; i < saved->run.count; i++) {
		bool open = verdict.undecided[rule_by_name(saved->run.name[i])];
		decidable |= !open;
		same &= open || saved_has(&verdict.broken, saved->run.name[i]);
	}
	for (size_t i = 0; i < verdict.broken.count; i++)
		same &= saved_has(&saved->run, verdict.broken.name[i]);
	saved->seen = verdict.broken;
	*ret_beyond = !decidable && !verdict.broken.count;
	return same && verdict.broken.count;
}

int main(int argc, char **argv)
{
	FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL, *out = in ? fopen(argv[2], "w") : NULL;
	char folder[] = "/tmp/rejudge-XXXXXX";
	struct saved saved;
	int rc;

	if (!out || !mkdtemp(folder)) {
		fprintf(stderr, "usage: rejudge IN.txt OUT.txt\n");
		return 2;
	}
	while ((rc = saved_read(in, folder, &saved)) == 1) {
		bool beyond,
		    shown = judge(folder, &saved, &beyond); /* only the saver knows whether the client always had a frame */
		if (!shown && !beyond)
			printf("%s\n", saved.fault);
		if (saved_write(out, beyond && !shown && saved_is_beyond(&saved, folder) ? NULL : folder, &saved))
			return 2;
	}
	return rc || fclose(out) ? 2 : 0;
}
