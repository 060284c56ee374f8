/* SPDX-License-Identifier: Apache-2.0 */
/* Clock crossings that are found in the structure of an RTL (tb/crossings). */
#include "support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define KINDS                                                                                                                   \
	"mk/crossings.sh build/gen/crossings_gen %s kinds '%s' verilator --default-language 1364-2005 -Wno-fatal --top-module " \
	"kinds "                                                                                                                \
	"--prefix V --Mdir %s tests/data/crossings/kinds.v"

static void find(const char *folder, const char *clocks)
{
	struct command c;

	command_run(&c, KINDS, folder, clocks, folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
}

static char *found(const char *folder, const char *file)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	return file_read(path, NULL);
}

/* Each kind is in the list, with what crosses and whether several bits are a Gray code; nothing else is. */
Test(crossings, each_kind_is_found_and_named)
{
	char folder[256], *list, *expected;

	scratch_make(folder, sizeof(folder), "crossings_kinds");
	find(folder, "tx rx host bus");
	list = found(folder, "crossings.txt");
	expected = file_read("tests/data/crossings/kinds.txt", NULL);
	cr_assert_str_eq(list, expected);
	free(list);
	free(expected);
}

/* A clock that the MAC does not have for itself is the clock of the transmit wire. */
Test(crossings, clocks_that_are_the_same_have_none)
{
	char folder[256], *list;

	scratch_make(folder, sizeof(folder), "crossings_same");
	find(folder, "tx rx");
	list = found(folder, "crossings.txt");
	cr_assert_null(strstr(list, "host"), "%s", list);
	cr_assert_null(strstr(list, "bus"), "%s", list);
	cr_assert_not_null(strstr(list, "rx_gray to g_bit[0].u_two.m: a Gray code"), "%s", list);
	free(list);
	find(folder, "tx");
	list = found(folder, "crossings.txt");
	cr_assert_null(strstr(list, "->"), "%s", list);
	free(list);
}

/* What is late has a row with the bits of both variables; words of a memory and logic have none. */
Test(crossings, what_is_late_has_a_row)
{
	char folder[256], *rows, *vlt;

	scratch_make(folder, sizeof(folder), "crossings_rows");
	find(folder, "tx rx host bus");
	rows = found(folder, "late.inc");
	cr_assert_not_null(strstr(rows, "\"first\", 0, 1, 0 }, { \"kinds.u_dut.u_inside\", \"rx_bit\", 0, 1, 0 }, 1, 0, 1 }"),
	                   "%s", rows);
	cr_assert_not_null(strstr(rows, "\"taken\", 0, 1, 0 }, { \"kinds.u_dut.u_inside\", \"rx_word\", 0, 1, 0 }, 4, 0, 1 }"),
	                   "%s", rows);
	cr_assert_not_null(
	    strstr(rows, "g_bit[2].u_two\", \"m\", 0, 1, 0 }, { \"kinds.u_dut.u_inside\", \"rx_gray\", 0, 1, 2 }, 1, 2, 1 }"),
	    "%s", rows);
	cr_assert_not_null(strstr(rows, "\"fall\", 0, 1, 0 }, { \"kinds\", \"pin\", 0, 1, 0 }, 1, 4, 1 }"), "%s", rows);
	for (const char *const *none = (const char *const[]){ "fetched", "mixed", "\"late\"", "asked", "same", NULL }; *none;
	     none++)
		cr_assert_null(strstr(rows, *none), "%s: %s", *none, rows);
	vlt = found(folder, "late.vlt");
	cr_assert_not_null(strstr(vlt, "public_flat_rw -module \"two\" -var \"m\"\n"), "%s", vlt);
	free(rows);
	free(vlt);
}

/* Makes the list of the MAC fourclk, changed by a patch of its folder `structure` if it has a NAME. */
static char *fourclk_list(const char *name)
{
	char folder[256], patch[512] = "true";
	struct command c;

	scratch_make(folder, sizeof(folder), "crossings_fourclk");
	if (name)
		snprintf(patch, sizeof(patch), "patch -s -p1 -d %s/mac < tests/data/foreign/fourclk/structure/%s.patch", folder,
		         name);
	command_run(
	    &c,
	    "cd %1$s && cp -r ../../../tests/data/foreign/fourclk mac && cd ../../.. && %2$s && "
	    "build/gen/mac_gen %1$s %1$s/mac/fourclk.mac > %1$s/out && "
	    "mk/crossings.sh build/gen/crossings_gen %1$s fourclk 'tx rx host bus' verilator --default-language 1364-2005 "
	    "+1800-2017ext+sv "
	    "--no-timing -Wno-fatal -I%1$s/mac -Ibuild/gen +define+SEAM_WHOLE_CLOCK +define+SEAM_CLOCKS "
	    "+define+DUT_TOP=pausebench_fourclk "
	    "--top-module gmii_tick --prefix V --Mdir %1$s tb/seam/gmii_tick.v %1$s/macs/fourclk/fourclk_mac.v %1$s/mac/rtl/*.v",
	    folder, patch);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	return found(folder, "crossings.txt");
}

/* Faults in the structure that no run shows are in the list, and what is right is not. */
Test(crossings, faults_of_structure_are_in_the_list)
{
	static const char one[] = "without a second flip-flop", logic[] = "through logic", gray[] = "wr_gray to ";
	char *right = fourclk_list(NULL), *single = fourclk_list("pointer_single_flop"),
	     *gates = fourclk_list("gray_not_registered");

	cr_assert_null(strstr(right, one), "%s", right);
	cr_assert_null(strstr(right, logic), "%s", right);
	cr_assert_null(strstr(right, "no Gray code"), "%s", right);
	cr_assert_not_null(strstr(right, gray), "%s", right);
	cr_assert_not_null(strstr(single, one), "%s", single);
	cr_assert_not_null(strstr(gates, logic), "%s", gates);
	free(right);
	free(single);
	free(gates);
}

/* Without XML nothing is known, and the list says so. */
Test(crossings, without_xml_the_list_says_that_nothing_is_known)
{
	char folder[256], *list, *rows;
	struct command c;

	scratch_make(folder, sizeof(folder), "crossings_none");
	command_run(&c, "mk/crossings.sh build/gen/crossings_gen %s kinds 'tx rx' false", folder);
	cr_assert_eq(c.status, 0, "%s", c.err);
	command_release(&c);
	list = found(folder, "crossings.txt");
	rows = found(folder, "late.inc");
	cr_assert_not_null(strstr(list, "are not known: this Verilator writes no XML"), "%s", list);
	cr_assert_str_empty(rows);
	free(list);
	free(rows);
}
