/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the neutral suite and seeds on one row and writes its conformance statement. */
#include "conform.h"

#include "calibrate.h"
#include "conform_out.h"

#include "base/tree.h"
#include "browser/browser.h"
#include "measured_registers.h"
#include "profile/profile.h"
#include "report/report.h"
#include "seam/seam.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void ended(void *context, const struct suite_run *run, const struct pool_result *result)
{
	conformance_add(context, run, result);
}

/* Reads the figures of coverage and mutants, which are in the folder of the PROGRAM of the MAC. */
static void read_worth(struct conformance *c, const char *program)
{
	const char *end = strrchr(program, '/');
	char folder[4096], here[4096];

	snprintf(folder, sizeof(folder), "%.*s", end ? (int)(end - program) : 1, end ? program : ".");
	worth_read(&c->worth, folder, c->rtl_hash, c->profile_hash, profile_built_path, tree_folder());
	if (!getcwd(here, sizeof(here)) || strcmp(here, tree_folder()))
		c->worth.checkout = tree_folder();
}

static void identify(struct conformance *c, const struct conform_options *options)
{
	const struct seam_ops *ops = seam_by_dut(c->dut->name);
	const char *name;

	c->program = options->regress.program;
	c->version = options->version;
	c->black_box = options->regress.black_box || !(c->dut->capabilities & CAP_OBS);
	c->seed_from = options->regress.seed_from;
	c->seed_to = options->regress.seed_to;
	c->rtl_hash = ops ? ops->rtl_hash : NULL;
	if (!c->dut->profile)
		return;
	c->described_by = profile_built(NULL);
	name = strrchr(profile_built_path, '/');
	c->profile = name ? name + 1 : profile_built_path;
	profile_built_hash(c->profile_hash);
	read_worth(c, c->program);
}

/* Writes, by PUT, to PATH, or if that is NULL to OUT/NAME. Returns 0 or negative errno. */
static int write_one(const struct conform_options *options, const char *path, const char *name,
                     void (*put)(FILE *out, struct conformance *c), struct conformance *c, struct env_error *ret_error)
{
	char *joined = path ? strdup(path) : path_join(options->regress.out, name);
	struct text t;
	int rc = joined ? text_open(&t, ret_error) : env_fail(ret_error, ENOMEM, "cannot write %s", name);

	if (!rc) {
		put(t.out, c);
		rc = text_replace(&t, joined, ret_error);
	}
	if (!rc)
		fprintf(options->regress.log, "%s\n", joined);
	free(joined);
	return rc;
}

static int write_json(const struct conform_options *options, struct conformance *c, struct env_error *ret_error)
{
	char *joined = options->json ? strdup(options->json) : path_join(options->regress.out, "conformance.json");
	int rc = joined ? json_replace(conform_json(c), joined, ret_error)
	                : env_fail(ret_error, ENOMEM, "cannot write the statement");

	if (!rc)
		fprintf(options->regress.log, "%s\n", joined);
	free(joined);
	return rc;
}

int conform_write(const struct conform_options *options, struct conformance *c, struct env_error *ret_error)
{
	int rc = write_one(options, options->text, "conformance.txt", conform_text, c, ret_error);

	if (!rc)
		rc = write_json(options, c, ret_error);
	return rc ? rc : write_one(options, options->html, "conformance.html", conform_html, c, ret_error);
}

static int write_all(const struct conform_options *options, struct conformance *c, struct env_error *ret_error)
{
	int rc;

	conform_text(options->regress.log, c);
	fputc('\n', options->regress.log);
	rc = conform_write(options, c, ret_error);
	return rc ? rc : browser_write(options->regress.out, ret_error); /* the report for a browser has the statement, too */
}

/* Runs the measuring stimuli, which make moments come that the others leave to chance. The MAC is not checked in these runs. */
static int measure(const struct conform_options *options, struct conformance *c, struct env_error *ret_error)
{
	char *out = path_join(options->regress.out, "measured");
	const struct calibrate_options calibrate = { .dut = c->dut, .out = out, .stop = options->regress.stop };
	int rc = out ? calibrate_measure(&calibrate, &c->measured, ret_error) : env_fail(ret_error, ENOMEM, "cannot measure");

	free(out);
	return rc;
}

static int look_at_controls(const struct conform_options *options, struct conformance *c, struct env_error *ret_error)
{
	int rc = controls_seen(c->dut, options->regress.stimuli, options->regress.stop, c->controls, ret_error);

	c->controls_known = !rc && c->dut->profile && !(options->regress.stop && atomic_load(options->regress.stop));
	return rc;
}

int conform(const struct conform_options *options, struct env_error *ret_error)
{
	struct conform_options o = *options;
	struct measure_registers registers;
	struct conformance c;
	int status = EXIT_ENVIRONMENT, rc = conformance_init(&c, options->regress.duts[0]);

	identify(&c, options);
	measured_registers(c.dut, &registers);
	o.regress.measured = &registers;
	o.regress.ended = ended;
	o.regress.context = &c;
	if (!rc)
		status = regress(&o.regress, ret_error);
	c.partial = status == EXIT_ENVIRONMENT;
	if (!rc && c.runs && !c.partial && measure(options, &c, ret_error))
		status = EXIT_ENVIRONMENT;
	if (!rc && c.runs && !c.partial && look_at_controls(options, &c, ret_error))
		status = EXIT_ENVIRONMENT;
	if (!rc)
		rc = conformance_judge(&c);
	if (rc)
		env_fail(ret_error, -rc, "cannot make the statement of %s", c.dut->name);
	else if (c.runs)
		rc = write_all(options, &c, ret_error);
	if (rc)
		status = EXIT_ENVIRONMENT;
	else if (status == EXIT_CLEAN && !conformance_clean(&c))
		status = EXIT_FINDINGS;
	conformance_release(&c);
	return status;
}
