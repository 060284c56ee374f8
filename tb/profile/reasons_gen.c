/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the owner's reasons with what a target measured. Prints how many points have a reason, and a line for each reason that
 * is refuted or names nothing. Usage: mac_reasons coverage|mutants PROFILE POINTS. The exit status is 0, 1 if a reason is wrong,
 * or 2 if a file cannot be read. mac_reasons list FILE prints the lines of a file of tools/reasons for scripts, "WHAT REASON" each;
 * the exit status is 0, or 2 if the file cannot be read. */
#include "reasons.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int compare(struct reasons *reasons, const char *target, const char *points)
{
	char home[PATH_MAX];
	FILE *in = fopen(points, "r");
	int err;

	if (!in)
		return -errno;
	if (!getcwd(home, sizeof(home) - 1))
		*home = 0;
	strncat(home, "/", sizeof(home) - strlen(home) - 1);
	err = reasons_compare(reasons, in, !strcmp(target, "mutants"), home);
	fclose(in);
	return err;
}

static int print(const struct reasons *reasons, const char *target)
{
	char text[1024];
	int status = 0;

	if (*reason_explained(reasons->explained, text, sizeof(text)))
		printf("  with a reason of yours: %s\n", text);
	fflush(stdout);
	for (size_t i = 0; i < reasons->count; i++)
		if (reason_wrong(&reasons->list[i], text, sizeof(text))) {
			fprintf(stderr, "make %s: %s:%u: %s\n", target, reasons->path, reasons->list[i].line, text);
			status = 1;
		}
	return status;
}

static int list(const char *path)
{
	struct profile_error e;
	struct reason_lines lines;
	int err = reason_lines_read(&lines, path, reason_file_kinds, &e);

	if (err == -EINVAL)
		fprintf(stderr, "mac_reasons: %s:%u:%u: %s\n", e.file, e.line, e.column, e.message);
	else if (err)
		fprintf(stderr, "mac_reasons: %s: %s\n", path, strerror(-err));
	for (size_t i = 0; !err && i < lines.count; i++)
		printf("%s %s\n", lines.list[i].what, lines.list[i].why);
	reason_lines_release(&lines);
	return err || fflush(stdout) ? 2 : 0;
}

int main(int argc, char **argv)
{
	struct profile_error e;
	struct reasons reasons;
	int err, status = 2;

	if (argc == 3 && !strcmp(argv[1], "list"))
		return list(argv[2]);
	if (argc != 4 || (strcmp(argv[1], "coverage") && strcmp(argv[1], "mutants"))) {
		fprintf(stderr, "usage: mac_reasons coverage|mutants PROFILE POINTS, or mac_reasons list FILE\n");
		return 2;
	}
	err = reasons_read(&reasons, argv[2], &e);
	if (err == -EINVAL)
		fprintf(stderr, "make %s: %s:%u:%u: %s\n", argv[1], e.file, e.line, e.column, e.message);
	else if (err)
		fprintf(stderr, "make %s: cannot read the reasons beside %s: %s\n", argv[1], argv[2], strerror(-err));
	else if ((err = compare(&reasons, argv[1], argv[3])))
		fprintf(stderr, "make %s: cannot read %s: %s\n", argv[1], argv[3], strerror(-err));
	else
		status = print(&reasons, argv[1]);
	reasons_release(&reasons);
	return status;
}
