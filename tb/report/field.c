/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a block on the console; field.h. */
#include "field.h"

#include <string.h>
#include <sys/ioctl.h>

/* A line has WIDTH_FILE columns if the output is no terminal. */
enum { WIDTH_MIN = 60, WIDTH_MAX = 120, WIDTH_FILE = 120 };

int field_width(FILE *out)
{
	struct winsize size;

	if (ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col)
		return WIDTH_FILE;
	return size.ws_col < WIDTH_MIN ? WIDTH_MIN : size.ws_col > WIDTH_MAX ? WIDTH_MAX : size.ws_col;
}

unsigned field_print(FILE *out, const char *label, const char *text)
{
	int room = field_width(out) - FIELD_LABEL, used = 0;
	unsigned lines = 1;

	fprintf(out, "  %-*s", FIELD_LABEL - 2, label);
	for (const char *word = text; *word;) {
		int len = (int)strcspn(word, " ");
		if (used && used + 1 + len > room) {
			fprintf(out, "\n%*s", FIELD_LABEL, "");
			used = 0;
			lines++;
		}
		fprintf(out, "%s%.*s", used ? " " : "", len, word);
		used += len + (used ? 1 : 0);
		word += len;
		word += strspn(word, " ");
	}
	fputc('\n', out);
	return lines;
}

void field_print_short(FILE *out, const char *label, const char *text)
{
	int room = field_width(out) - FIELD_LABEL, len = (int)strlen(text);

	fprintf(out, "  %-*s%.*s%s\n", FIELD_LABEL - 2, label, len > room ? room - 3 : len, text, len > room ? "..." : "");
}
