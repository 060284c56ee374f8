/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the ports and writes the two files; neither may exist. */
#include "new_mac.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int refuse_existing(const char *path, struct env_error *ret_error)
{
	return env_refuse(ret_error, "%s exists, and is never overwritten; remove it, or name another folder by --out", path);
}

/* Writes a new file. */
static int write_new(const char *path, const struct text *text, struct env_error *ret_error)
{
	FILE *out = fopen(path, "wx");
	bool bad;

	if (!out && errno == EEXIST)
		return refuse_existing(path, ret_error);
	if (!out)
		return env_fail(ret_error, errno, "cannot write %s", path);
	bad = fwrite(text->data, 1, text->size, out) != text->size;
	bad = fclose(out) || bad;
	if (!bad)
		return 0;
	unlink(path);
	return env_fail(ret_error, errno ? errno : EIO, "cannot write %s", path);
}

static int close_text(struct text *text, struct env_error *ret_error)
{
	bool bad = ferror(text->out);

	bad = fclose(text->out) || bad;
	return bad ? env_fail(ret_error, ENOMEM, "cannot write the instance and the profile") : 0;
}

/* Writes both files, or none of them. */
static int write_files(const struct new_mac *mac, const struct hdl *hdl, const struct guesses *guesses,
                       struct new_mac_result *ret, struct env_error *ret_error)
{
	struct text instance, profile;
	int error = text_open(&instance, ret_error);

	if (error)
		return error;
	new_mac_instance(instance.out, mac, guesses, ret);
	error = close_text(&instance, ret_error);
	if (!error && !(error = text_open(&profile, ret_error))) {
		new_mac_profile(profile.out, mac, hdl, guesses);
		error = close_text(&profile, ret_error);
		if (!error)
			error = write_new(ret->instance, &instance, ret_error);
		if (!error && (error = write_new(ret->profile, &profile, ret_error)))
			unlink(ret->instance);
		free(profile.data);
	}
	free(instance.data);
	return error;
}

/* Returns true if the parameter switches on a part of the MAC that is off otherwise: PAUSE_ENABLE, PFC_ENABLE and the like. */
static bool switches_on(const struct hdl_parameter *parameter)
{
	char name[HDL_NAME];
	size_t i = 0;

	for (; parameter->name[i]; i++)
		name[i] = (char)tolower((unsigned char)parameter->name[i]);
	name[i] = 0;
	return !*parameter->text && !parameter->value && strstr(name, "en") &&
	       (strstr(name, "pause") || strstr(name, "pfc") || strstr(name, "flow"));
}

/* Reads the module. If it has parameters that switch on functions which the bench tests, sets them in the request of MAC, and
 * reads the module with them. */
static const struct hdl_module *read_module(struct new_mac *mac, struct hdl *hdl, struct env_error *ret_error)
{
	const struct hdl_module *module = hdl_read(hdl, &mac->request, ret_error);
	struct hdl_request *request = &mac->request;

	if (!module)
		return NULL;
	request->settings = calloc(module->parameter_count + 1, sizeof(*request->settings));
	if (!request->settings) {
		env_fail(ret_error, ENOMEM, "cannot read %s", request->file);
		return NULL;
	}
	for (size_t i = 0; i < module->parameter_count; i++)
		if (switches_on(&module->parameters[i]))
			snprintf(request->settings[request->setting_count++], HDL_SETTING, "-G%s=1", module->parameters[i].name);
	if (!request->setting_count)
		return module;
	hdl_release(hdl);
	return hdl_read(hdl, request, ret_error);
}

int new_mac_write(struct new_mac *mac, struct new_mac_result *ret, struct env_error *ret_error)
{
	const struct hdl_module *module;
	struct guesses guesses = { .module = NULL };
	struct hdl hdl;
	int error;

	*ret = (struct new_mac_result){ .ports = 0 };
	if ((size_t)snprintf(ret->instance, sizeof(ret->instance), "%s/%s.vh", mac->folder, mac->name) >= sizeof(ret->instance))
		return env_refuse(ret_error, "the path of the folder has more than %zu characters", sizeof(ret->instance));
	snprintf(ret->profile, sizeof(ret->profile), "%s/%s.mac", mac->folder, mac->name);
	if (!access(ret->instance, F_OK))
		return refuse_existing(ret->instance, ret_error);
	if (!access(ret->profile, F_OK))
		return refuse_existing(ret->profile, ret_error);
	module = read_module(mac, &hdl, ret_error);
	error = module ? 0 : -EINVAL;
	if (module && !module->port_count)
		error = env_refuse(ret_error, "%s: the module '%s' has no ports", module->file, module->name);
	if (!error) {
		snprintf(ret->module, sizeof(ret->module), "%s", module->name);
		error = guess_ports(&guesses, module);
		snprintf(ret->foreign, sizeof(ret->foreign), "%s", guesses.foreign);
		if (error)
			env_fail(ret_error, -error, "cannot place the ports of '%s'", module->name);
	}
	if (!error)
		error = folder_make(mac->folder, ret_error);
	if (!error)
		error = write_files(mac, &hdl, &guesses, ret, ret_error);
	guess_release(&guesses);
	hdl_release(&hdl);
	free(mac->request.settings);
	mac->request.settings = NULL;
	return error;
}
