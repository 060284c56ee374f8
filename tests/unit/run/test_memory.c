/* SPDX-License-Identifier: Apache-2.0 */
/* make memory: a run that reads memory that nobody wrote is found. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

/* Stands for the build of make, which would take a minute: a program that prints what its stack happened to hold, and one that does not. */
static void expect_memory(const char *body, int status, const char *said)
{
	static const char make[] =
	    "#!/bin/sh\nfor word; do case $word in B=*) b=${word#B=};; CFLAGS=*) f=${word#CFLAGS=};; esac; done\n"
	    "${CC:-cc} $f -o $b/pausebench build/tests/memory/program.c\n";
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "memory");
	text_write(folder, "program.c", body);
	text_write(folder, "make", make);
	command_run(&c, "cd build/tests/memory && chmod +x make && mkdir -p b/gen b/plain && ${CC:-cc} -O0 -o b/pausebench "
	                "program.c && cd ../../.. && "
	                "mk/memory.sh build/tests/memory/b build/tests/memory/make 1 row");
	cr_expect_eq(c.status, status, "%d: %s%s", c.status, c.out, c.err);
	cr_expect(strstr(c.out, said) || strstr(c.err, said), "'%s' is missing in %s%s", said, c.out, c.err);
	command_release(&c);
}

/* The program writes the three files of a regression, with the value of NUMBER in them. */
#define PROGRAM(number)                                                                                                         \
	"#include <stdio.h>\n#include <string.h>\n"                                                                             \
	"static int part(volatile int *x, int set) { if (set) *x = 7; return (*x >> 1) & 1; }\n"                                \
	"int main(int n, char **v) {\n volatile int x; FILE *f; const char *out = \".\"; char p[400]; int i;\n"                 \
	" for (i = 1; i < n; i++) if (!strcmp(v[i], \"--out\")) out = v[i + 1];\n"                                              \
	" const char *names[] = { \"summary\", \"exercised\", \"coverage\" };\n"                                                \
	" sprintf(p, \"mkdir -p %s\", out); if (__builtin_expect(n > 99, 0)) puts(p); else { extern int system(const char *); " \
	"system(p); }\n"                                                                                                        \
	" for (i = 0; i < 3; i++) { sprintf(p, \"%s/%s.json\", out, names[i]); f = fopen(p, \"w\");\n"                          \
	"  fprintf(f, \"{\\\"runs\\\": 1, \\\"x\\\": %d}\", " number "); fclose(f); }\n return 0; }\n"

Test(memory, what_nobody_wrote_is_found)
{
	struct command c;

	command_run(&c, "command -v valgrind");
	if (c.status)
		cr_skip_test("valgrind is a package of make memory alone");
	command_release(&c);
	expect_memory(PROGRAM("part(&x, 1)"), 0, "PASS: no run reads memory that nobody wrote (1 runs, three times)");
	expect_memory(PROGRAM("part(&x, 0)"), 1, "memcheck found something in a process");
	expect_memory(PROGRAM("part(&x, 0)"), 1, "what the runs say depends on what is in memory");
}
