/* SPDX-License-Identifier: Apache-2.0 */
/* MACs by profile that keep something outside of their models: a variable in C, the position in a file, the state of $urandom. The bench can reset none of
 * these, so it gives each of their runs a process (tb/run/pool.c), and a regression finds what each run finds alone. */
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "build/tests/keeping"
enum { SEEDS = 20 };

/* A copy of tests/data/foreign/gige that inverts a bit of the FCS of the frames that BEGINS, a statement in the clock in which a frame begins, spoils.
 * `begun` is how many frames began before, in a register; each process begins with 0 in it, in C and in the file. */
struct keeper {
	const char *name, *items, *begins;
	const char *outside; /* what it keeps outside of its model */
	bool right;
};

static const struct keeper keepers[] = {
	/* Its count in C is right as long as no run before counted. */
	{ "keeps_c", "", "spoilt <= $c32(\"({ static unsigned n; n++; })\") != begun;", "$c", true },
	/* Its file has the low octets of 0, 1, 2 and so on. */
	{ "keeps_place", "int file /*verilator public*/; initial file = $fopen(\"" FOLDER "/octets\", \"r\");",
	  "spoilt <= $fgetc(file) != {24'd0, begun[7:0]};", "$fopen", true },
	/* It spoils the second frame of a process: in a shared one, that of the first run alone. */
	{ "spoils_second", "", "spoilt <= $c32(\"({ static unsigned n; ++n == 2; })\") != 0;", "$c", false },
	/* Which frames it spoils depends on how many were drawn before. */
	{ "spoils_drawn", "", "spoilt <= $urandom % 128 == 3;", "$random", false },
};

static void make_keeper(const struct keeper *k)
{
	char folder[256], text[1024];
	struct command c;

	snprintf(folder, sizeof(folder), FOLDER "/%s", k->name);
	command_run(&c,
	            "mkdir -p %s && cp -r tests/data/foreign/gige/. %s && sed -i 's/^mac gige$/mac %s/' %s/gige.mac && sed -i "
	            "'s/^  octet_t octet;$/&\\n  logic spoilt;/; s/octet = ~crc.7:0.;/octet = ~crc[7:0] ^ {7%sd0, spoilt};/; "
	            "s/^endmodule/`include \"keeps.svh\"\\n&/' %s/rtl/gige_tx.sv",
	            folder, folder, k->name, folder, "'\\''", folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	snprintf(
	    text, sizeof(text),
	    "int begun = 0;\n%s\nalways_ff @(posedge clk) if (start_pause || start_data) begin\n  begun <= begun + 1;\n  %s\n"
	    "end\n",
	    k->items, k->begins);
	strcat(folder, "/include");
	text_write(folder, "keeps.svh", text);
}

/* The list of findings that the program has saved in the folder, or NULL. */
static json_t *findings_in(const char *folder)
{
	char path[256];
	json_t *report, *list;

	snprintf(path, sizeof(path), "%s/report.json", folder);
	if (!file_is_there(path))
		return NULL;
	report = json_read(path);
	list = json_deep_copy(json_object_get(report, "finding_list"));
	if (!json_array_size(list)) {
		json_decref(list);
		list = NULL;
	}
	json_decref(report);
	return list;
}

/* The run alone finds what it finds in the regression, which both have saved. Returns whether it finds something. */
static bool expect_same_alone(const struct keeper *k, unsigned seed)
{
	char folder[256];
	struct command c;
	json_t *alone, *among;
	bool found;

	command_run(&c, "rm -rf " FOLDER "/alone && build/macs/%s/pausebench run --dut %s --seed %u --out " FOLDER "/alone",
	            k->name, k->name, seed);
	alone = findings_in(FOLDER "/alone");
	snprintf(folder, sizeof(folder), FOLDER "/%s.runs/failures/%s-seed-%u", k->name, k->name, seed);
	among = findings_in(folder);
	found = alone != NULL;
	cr_expect_eq(c.status, found, "%s%s", c.out, c.err);
	cr_expect((!alone && !among) || json_equal(alone, among), "%s, seed %u: the regression %s\nalone: %s", k->name, seed,
	          among ? "finds something else" : "finds nothing", c.out);
	json_decref(alone);
	json_decref(among);
	command_release(&c);
	return found;
}

static void regress_keeper(const struct keeper *k)
{
	struct command c;
	char path[256];
	json_t *summary;

	command_run(&c,
	            "rm -rf " FOLDER
	            "/%s.runs && build/macs/%s/pausebench regress --suite seeds --seeds 1..%d --all --jobs 2 --reduce 0 "
	            "--keep %d --out " FOLDER "/%s.runs",
	            k->name, k->name, SEEDS, SEEDS, k->name);
	cr_expect_eq(c.status, !k->right, "%s: %s%s", k->name, c.out, c.err);
	snprintf(path, sizeof(path), FOLDER "/%s.runs/summary.json", k->name);
	summary = json_read(path);
	cr_expect_eq(json_integer_value(json_object_get(summary, "runs")), SEEDS);
	json_decref(summary);
	command_release(&c);
}

/* Each try of a reduction has a process of its own as well: what spoils the second frame of each is two frames. */
static void expect_reduced(const char *name)
{
	struct command c;

	command_run(&c, "build/macs/%s/pausebench reduce " FOLDER "/%s.runs/failures/%s-seed-1", name, name, name);
	cr_expect(strstr(c.out, "\nneeds full-duplex\nwait 64\ntx.frame\ntx.frame\n\n"), "%s%s", c.out, c.err);
	command_release(&c);
}

Test(keeping, a_regression_finds_what_each_run_finds_alone)
{
	uint8_t octets[0x10000];
	struct command c;

	command_run(&c, "rm -rf " FOLDER " && mkdir -p " FOLDER);
	command_release(&c);
	for (size_t i = 0; i < sizeof(octets); i++)
		octets[i] = (uint8_t)i;
	file_write(FOLDER "/octets", octets, sizeof(octets));
	for (size_t i = 0; i < COUNT_OF(keepers); i++)
		make_keeper(&keepers[i]);
	command_run(&c, "make -s mac JOBS=2 MACS=\"$(echo " FOLDER "/*/gige.mac)\"");
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	for (size_t i = 0; i < COUNT_OF(keepers); i++) {
		const struct keeper *k = &keepers[i];
		unsigned found = 0;

		command_run(&c, "grep '^#define SEAM_OUTSIDE ' build/plain/%s/fast.cc", k->name);
		cr_expect(strstr(c.out, k->outside), "%s: %s", k->name, c.out);
		command_release(&c);
		regress_keeper(k);
		for (unsigned seed = 1; seed <= SEEDS; seed++)
			found += expect_same_alone(k, seed);
		cr_expect(k->right ? !found : found > 1, "%s: %u of %d runs have findings", k->name, found, SEEDS);
	}
	expect_reduced("spoils_second");
}
