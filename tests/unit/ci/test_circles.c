/* SPDX-License-Identifier: Apache-2.0 */
/* mk/circles.sh: the files of a room that call each other in a circle. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

/* Makes three files of a room in the folder NAME: low.c has data, middle.c reads it, and high.c calls middle.c. LOW: what low.c has, too. Runs mk/circles.sh
 * on their objects. */
static void look(const char *name, const char *low, struct command *ret)
{
	char folder[64];

	scratch_make(folder, sizeof(folder), name);
	command_run(ret,
	            "look=$PWD/mk/circles.sh; cd %s && mkdir -p obj/room && "
	            "echo 'int count; %s' > low.c && "
	            "echo 'extern int count; int middle(void); int middle(void) { return count; }' > middle.c && "
	            "echo 'int middle(void); int high(void); int high(void) { return middle(); }' > high.c && "
	            "for name in low middle high; do ${CC:-cc} -c $name.c -o obj/room/$name.o || exit 9; done; "
	            "$look room obj/room/*.o",
	            folder, low);
}

Test(circles, calls_that_lead_downwards_pass)
{
	struct command c;

	look("circles-none", "", &c);
	cr_expect_eq(c.status, 0, "%s%s", c.out, c.err);
	cr_expect_str_empty(c.out);
	command_release(&c);
}

Test(circles, calls_that_lead_back_are_printed)
{
	struct command c;

	look("circles-back", "int high(void); int low(void); int low(void) { return high(); }", &c);
	cr_expect_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_expect(strstr(c.out, "  room/high.c -> room/middle.c: middle\n  room/low.c -> room/high.c: high\n"
	                        "  room/middle.c -> room/low.c: count\n"),
	          "%s", c.out);
	command_release(&c);
}

/* Nothing passes because it was not looked at. */
Test(circles, objects_that_are_missing_or_empty_are_an_error)
{
	char folder[64];
	struct command c;

	scratch_make(folder, sizeof(folder), "circles-empty");
	command_run(&c, "mk/circles.sh room %s/none.o", folder);
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "cd %s && : > empty.c && ${CC:-cc} -c empty.c -o empty.o && \"$OLDPWD/mk/circles.sh\" room empty.o",
	            folder);
	cr_expect_eq(c.status, 2, "%s%s", c.out, c.err);
	command_release(&c);
}
