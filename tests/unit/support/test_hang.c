/* SPDX-License-Identifier: Apache-2.0 */
/* The limit of time that every test has, and that a test which is killed leaves nothing behind. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the test HANGS of this suite does until its limit ends it, which is a second; RET has what Criterion says. */
static void hang(struct command *ret, const char *hangs)
{
	unsetenv("BXFI_MAP"); /* by which Criterion knows that a process is one of its tests */
	command_run(ret, "HANG_SECONDS=1 /proc/%d/exe --filter 'hang/%s'", getpid(), hangs);
	cr_expect_eq(ret->status, 1, "%d: %s", ret->status, ret->err);
	cr_expect_not_null(strstr(ret->err, "Timed out"), "%s", ret->err);
}

static bool told_to_hang(void)
{
	return getenv("HANG_SECONDS") != NULL;
}

Test(hang, waits_for_ever_if_told)
{
	while (told_to_hang())
		pause();
}

Test(hang, is_ended)
{
	struct command c;

	hang(&c, "waits_for_ever_if_told");
	command_release(&c);
}

Test(hang, holds_a_small_disk_if_told)
{
	struct command c;

	if (!told_to_hang())
		return;
	command_run(&c, "exec tests/unit/support/small_disk.sh build/tests/hang_disk 64k 'sleep 3599.25; true'");
	while (c.status == 77)
		pause();
	cr_assert_fail("it ended: %d %s", c.status, c.err);
}

/* The mount is seen by no process any more, and the processes below the one that was killed are gone too. They need a moment for that, as long as the
 * machine likes: the loop ends when they are gone. */
Test(hang, leaves_no_mount_and_no_process)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "hang_disk");
	hang(&c, "holds_a_small_disk_if_told");
	command_release(&c);
	command_run(&c,
	            "while grep -qs '3599[.]25' /proc/[0-9]*/cmdline; do sleep 0.1; done; "
	            "grep -ls /hang_disk /proc/[0-9]*/mountinfo; rmdir %s",
	            folder);
	cr_expect_eq(c.status, 0, "%d: %s", c.status, c.err);
	cr_expect_null(strstr(c.out, "mountinfo"), "it is still mounted: %s", c.out);
	command_release(&c);
}
