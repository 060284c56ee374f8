/* SPDX-License-Identifier: Apache-2.0 */
/* doc/quality/how-good.md is what `make how-good` makes of the committed results. */
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(how_good, the_page_is_made_of_the_committed_results)
{
	struct command c;

	command_run(&c, "build/gen/how_good | diff -u doc/quality/how-good.md -");
	cr_expect_eq(c.status, 0, "run make how-good, and commit the page:\n%s%s", c.out, c.err);
	command_release(&c);
}

Test(how_good, a_changed_number_is_noticed)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "how_good");
	command_run(&c,
	            "cp tools/how_good/*.json %s && sed -i 's/\"findings\": *0/\"findings\": 7/' %s/netlists.json && "
	            "build/gen/how_good %s | diff doc/quality/how-good.md -",
	            folder, folder, folder);
	cr_expect_eq(c.status, 1);
	cr_expect_not_null(strstr(c.out, "7 findings in "), "%s%s", c.out, c.err);
	command_release(&c);
}

Test(how_good, cells_that_one_run_alone_reached_are_counted)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "how_good_once");
	command_run(
	    &c,
	    "cp tools/how_good/*.json %s && sed -i '0,/\"once\": *[0-9]*/s//\"once\": 31/' %s/coverage.json && "
	    "build/gen/how_good %s",
	    folder, folder, folder);
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_not_null(strstr(c.out, " are open, 31 by one run only |"), "%s", c.out);
	command_release(&c);
}

Test(how_good, a_missing_result_is_not_measured)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "how_good_none");
	command_run(&c, "build/gen/how_good %s", folder);
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_not_null(strstr(c.out, "| `make netlists` | **not measured** |"), "%s", c.out);
	cr_expect_null(strstr(c.out, "findings in"), "%s", c.out);
	command_release(&c);
}

Test(how_good, a_result_of_another_target_is_refused)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "how_good_other");
	command_run(&c, "cp tools/how_good/netlists.json %s/formal.json && build/gen/how_good %s > %s/page", folder, folder,
	            folder);
	cr_expect_eq(c.status, 2);
	cr_expect_not_null(strstr(c.err, "formal.json: no result of 'make formal' with schema_version 1"), "%s", c.err);
	command_release(&c);
}

/* A part that changed, one that is new and one that is gone have a line more; a second time none has. */
Test(how_good, the_history_of_netlists_ends_with_the_kept_results)
{
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "how_good_history");
	command_run(&c,
	            "cp tools/how_good/netlists.txt %s/kept && mk/netlists/history.sh tools/how_good/netlists.json %s/kept && "
	            "diff tools/how_good/netlists.txt %s/kept",
	            folder, folder, folder);
	cr_expect_eq(c.status, 0, "run make how-good, and commit tools/how_good/netlists.txt: %s%s", c.out, c.err);
	command_release(&c);
	command_run(
	    &c,
	    "printf '%%s\\n' 'aaa one grown 1 2 3 4' 'aaa one gone 1 2 3 4' > %s/history && "
	    "echo '{\"commit\": \"bbb\", \"rows\": [{\"dut\": \"one\", \"parts\": [{\"part\": \"grown\", \"cells\": 9, "
	    "\"flops\": "
	    "2, \"memory_bits\": 3, \"levels\": 4}]}]}' > %s/new.json && mk/netlists/history.sh %s/new.json %s/history && "
	    "mk/netlists/history.sh %s/new.json %s/history && tail -n +3 %s/history",
	    folder, folder, folder, folder, folder, folder, folder);
	cr_expect_str_eq(c.out, "bbb one grown 9 2 3 4\nbbb one gone - - - -\n", "%s%s", c.out, c.err);
	command_release(&c);
}

/* People compare the kept figures by their lines. */
Test(how_good, kept_figures_have_a_line_for_each_row)
{
	struct command c;

	command_run(&c, "for f in tools/how_good/*.json; do jq -r -f tools/how_good/rows.jq $f | cmp - $f || exit 1; done");
	cr_expect_eq(c.status, 0, "make how-good writes them so: %s%s", c.out, c.err);
	command_release(&c);
}
