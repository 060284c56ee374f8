/* SPDX-License-Identifier: Apache-2.0 */
/* Runs Verilator and chooses the module. */
#include "hdl.h"

#include "base/spelling.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS = 256, FOUND_MAX = 64 };

/* A run of Verilator, with its files in a folder of its own. */
struct run {
	char folder[64], netlist[96], meta[96], log_path[96];
	char *log; /* its whole output; owned */
	const char *arguments[ARGUMENTS];
	size_t count;
	char folder_of_file[PATH_MAX];
	char found[FOUND_MAX][HDL_PATH]; /* files whose names differ from those of their modules in upper and lower case */
	size_t found_count;
};

static void give(struct run *run, const char *argument)
{
	if (run->count + 1 < ARGUMENTS)
		run->arguments[run->count++] = argument;
}

static char *read_whole(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (in && getdelim(&text, &size, '\0', in) < 0 && text)
		*text = '\0';
	if (in)
		fclose(in);
	return text ? text : strdup("");
}

/* Runs Verilator. Returns its exit status, or a negative errno. */
static int spawn(struct run *run)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status = 0, error = posix_spawn_file_actions_init(&actions);

	if (error)
		return -error;
	run->arguments[run->count] = NULL;
	error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, run->log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	if (!error)
		error = posix_spawnp(&child, run->arguments[0], &actions, NULL, (char *const *)run->arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	while (!error && waitpid(child, &status, 0) < 0)
		error = errno == EINTR ? 0 : errno;
	free(run->log);
	run->log = read_whole(run->log_path);
	return error ? -error : !run->log ? -ENOMEM : WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Makes the command line. TOP NULL: the modules that no other one contains. XML: the output is XML, else JSON. */
static void command_line(struct run *run, const struct hdl_request *request, const char *top, const struct hdl *hdl, bool xml)
{
	const char *const always[] = { "-Wno-fatal", "-Wno-lint", "-Wno-style", "+libext+.v+.sv", "+1800-2017ext+sv" };

	run->count = 0;
	give(run, "verilator");
	give(run, xml ? "--xml-only" : "--json-only");
	give(run, xml ? "--xml-output" : "--json-only-output");
	give(run, run->netlist);
	if (!xml) {
		give(run, "--json-only-meta-output");
		give(run, run->meta);
	}
	give(run, "--Mdir");
	give(run, run->folder);
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		give(run, always[i]);
	give(run, "--default-language");
	give(run, hdl->language);
	if (hdl->no_timing)
		give(run, "--no-timing");
	if (top) {
		give(run, "--top-module");
		give(run, top);
	}
	for (size_t i = 0; i < request->setting_count; i++)
		give(run, request->settings[i]);
	give(run, "-y");
	give(run, run->folder_of_file);
	for (const char *const *source = request->sources; source && *source; source++) {
		if (folder_exists(*source))
			give(run, "-y");
		give(run, *source);
	}
	for (size_t i = 0; i < run->found_count; i++)
		give(run, run->found[i]);
	give(run, request->file);
}

static bool said(const struct run *run, const char *what)
{
	return run->log && strstr(run->log, what);
}

/* Looks in FOLDER for a file whose name differs from MODULE in upper and lower case alone. */
static bool find_file(struct run *run, const char *folder, const char *module)
{
	DIR *entries = opendir(folder);
	const struct dirent *entry;
	size_t len = strlen(module), before = run->found_count;

	while (entries && run->found_count == before && (entry = readdir(entries)))
		if (!strncasecmp(entry->d_name, module, len) &&
		    (!strcmp(entry->d_name + len, ".v") || !strcmp(entry->d_name + len, ".sv")))
			snprintf(run->found[run->found_count++], HDL_PATH, "%s/%s", folder, entry->d_name);
	if (entries)
		closedir(entries);
	return run->found_count > before;
}

/* Verilator did not find the file of a module, since it compares upper and lower case. Returns true if there is a file that was
 * not tried yet. */
static bool find_module(struct run *run, const struct hdl_request *request)
{
	static const char missing[] = "Cannot find file containing module: '";
	const char *begin = strstr(run->log, missing);
	char module[HDL_NAME];

	if (!begin || run->found_count == FOUND_MAX)
		return false;
	begin += strlen(missing);
	snprintf(module, sizeof(module), "%.*s", (int)strcspn(begin, "'"), begin);
	for (size_t i = 0; i < run->found_count; i++) {
		const char *name = strrchr(run->found[i], '/') + 1;
		if (!strncasecmp(name, module, strlen(module)) && name[strlen(module)] == '.')
			return false;
	}
	if (find_file(run, run->folder_of_file, module))
		return true;
	for (const char *const *source = request->sources; source && *source; source++)
		if (folder_exists(*source) && find_file(run, *source, module))
			return true;
	return false;
}

/* Runs Verilator and reads its output. Returns its exit status or a negative errno. */
static int read_netlist(struct run *run, const struct hdl_request *request, const char *top, struct hdl *hdl)
{
	const char *language = hdl->language;
	bool no_timing = hdl->no_timing, xml = true;
	int status;

	do {
		command_line(run, request, top, hdl, xml);
		status = spawn(run);
		if (status > 0 && xml && said(run, "nvalid option: --xml")) {
			xml = false;
			command_line(run, request, top, hdl, false);
			status = spawn(run);
		}
	} while (status > 0 && find_module(run, request));
	if (status)
		return status;
	hdl_release(hdl);
	hdl->language = language;
	hdl->no_timing = no_timing;
	return xml ? hdl_read_xml(hdl, run->netlist) : hdl_read_json(hdl, run->netlist, run->meta);
}

/* Does what read_netlist() does; ignores delays if Verilator asks what to do with them. */
static int read_language(struct run *run, const struct hdl_request *request, const char *top, struct hdl *hdl,
                         const char *language)
{
	int status;

	hdl->language = language;
	hdl->no_timing = false;
	status = read_netlist(run, request, top, hdl);
	if (status <= 0 || !said(run, "NEEDTIMINGOPT"))
		return status;
	hdl->no_timing = true;
	return read_netlist(run, request, top, hdl);
}

/* Reads the files as Verilog of 2005, and if that fails as SystemVerilog. If both fail, the errors as SystemVerilog are reported,
 * unless these are about the syntax. */
static int read_as_needed(struct run *run, const struct hdl_request *request, const char *top, struct hdl *hdl)
{
	int status = read_language(run, request, top, hdl, "1364-2005"), other;
	char *first = run->log;

	if (status <= 0)
		return status;
	run->log = NULL;
	other = read_language(run, request, top, hdl, "1800-2017");
	if (other < 0 || !said(run, "syntax error")) {
		free(first);
		return other;
	}
	free(run->log);
	run->log = first;
	return status;
}

/* ---- the module ---- */

/* Reports the first error that Verilator printed, as "FILE:LINE:COLUMN: MESSAGE". */
static void blame(const struct run *run, const struct hdl_request *request, struct env_error *ret_error)
{
	const char *error = strstr(run->log, "%Error"), *message = error ? strchr(error, ':') : NULL;
	bool missing = said(run, "Cannot find file containing module") || said(run, "Package/class") ||
	               said(run, "Cannot find include file") || said(run, "Define or directive not defined");

	while (message && *++message == ' ')
		;
	if (said(run, "No top level module found"))
		env_refuse(ret_error, "%s: it has no module; give the file of the MAC's top module", request->file);
	else if (!message)
		env_refuse(ret_error, "%s: Verilator failed: %.*s", request->file, (int)strcspn(run->log, "\n"), run->log);
	else
		env_refuse(ret_error, "%.*s%s", (int)strcspn(message, "\n"), message,
		           missing ? "; name the file or the folder that has it by --source" : "");
}

static int fail(const struct run *run, int status, const struct hdl_request *request, struct env_error *ret_error)
{
	if (status == -ENOENT)
		return env_refuse(ret_error, "there is no program 'verilator'; install it: make setup");
	if (status == -EINVAL)
		return env_refuse(ret_error,
		                  "%s: Verilator wrote a description of its modules that pausebench does not understand; "
		                  "versions 5.006 to 5.050 are known",
		                  request->file);
	if (status < 0)
		return env_fail(ret_error, -status, "cannot run Verilator on %s", request->file);
	blame(run, request, ret_error);
	return -EINVAL;
}

static const struct hdl_module *module_named(const struct hdl *hdl, const char *name)
{
	for (size_t i = 0; i < hdl->module_count; i++)
		if (!strcmp(hdl->modules[i].name, name))
			return &hdl->modules[i];
	return NULL;
}

/* Writes the names of FILE's modules, with ", " between them, and returns how many there are. *RET_LIKE is the one that is most
 * similar to TOP, or NULL. */
static size_t modules_of(const struct hdl *hdl, const char *file, const char *top, char *ret, size_t size, const char **ret_like)
{
	size_t count = 0, used = 0, least = 4;

	*ret = '\0';
	*ret_like = NULL;
	for (size_t i = 0; i < hdl->module_count; i++) {
		const char *name = hdl->modules[i].name;
		size_t edits = top ? spelling_edits(top, name) : least;
		if (strcmp(hdl->modules[i].file, file))
			continue;
		if (used < size)
			used += (size_t)snprintf(ret + used, size - used, "%s%s", count ? ", " : "", name);
		count++;
		if (edits < least) {
			least = edits;
			*ret_like = name;
		}
	}
	return count;
}

/* The file has no module with the requested name, or with its own name: takes its only module, or reports which modules there
 * are. */
static const struct hdl_module *choose(struct run *run, const struct hdl_request *request, struct hdl *hdl,
                                       struct env_error *ret_error)
{
	char names[512], only[HDL_NAME];
	const char *like;
	int status = read_as_needed(run, request, NULL, hdl);
	size_t count;

	if (status) {
		fail(run, status, request, ret_error);
		return NULL;
	}
	count = modules_of(hdl, request->file, request->top, names, sizeof(names), &like);
	if (request->top || count != 1) {
		if (like)
			env_refuse(ret_error, "%s: there is no module '%s', did you mean '%s'?", request->file, request->top,
			           like);
		else if (request->top)
			env_refuse(ret_error, "%s: there is no module '%s'; it has %s", request->file, request->top,
			           count ? names : "none");
		else
			env_refuse(ret_error, "%s: it has the modules %s; say which one by --top-module", request->file, names);
		return NULL;
	}
	snprintf(only, sizeof(only), "%s", names);
	status = read_as_needed(run, request, only, hdl);
	if (status)
		fail(run, status, request, ret_error);
	return status ? NULL : module_named(hdl, only);
}

static const struct hdl_module *read_module(struct run *run, const struct hdl_request *request, struct hdl *hdl,
                                            struct env_error *ret_error)
{
	char stem[HDL_NAME], *name = strrchr(request->file, '/') ? strrchr(request->file, '/') + 1 : (char *)request->file;
	const char *top = request->top ? request->top : stem;
	int status;

	snprintf(stem, sizeof(stem), "%.*s", (int)strcspn(name, "."), name);
	status = read_as_needed(run, request, top, hdl);
	if (status > 0 && said(run, "--top-module"))
		return choose(run, request, hdl, ret_error);
	if (status)
		fail(run, status, request, ret_error);
	return status ? NULL : module_named(hdl, top);
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && !strcasecmp(text + len - end_len, end);
}

/* Reports errors about the files for which Verilator has only words of its own. */
static bool is_readable(const struct hdl_request *request, struct env_error *ret_error)
{
	if (access(request->file, R_OK))
		env_fail(ret_error, errno, "cannot read %s", request->file);
	else if (folder_exists(request->file))
		env_refuse(ret_error, "%s is a folder; give the file of the MAC's top module, and the folder by --source",
		           request->file);
	else if (ends_with(request->file, ".vhd") || ends_with(request->file, ".vhdl"))
		env_refuse(ret_error, "%s is VHDL, which Verilator does not read; the bench takes Verilog and SystemVerilog",
		           request->file);
	else {
		for (const char *const *source = request->sources; source && *source; source++)
			if (access(*source, R_OK)) {
				env_fail(ret_error, errno, "cannot read the source %s", *source);
				return false;
			}
		return true;
	}
	return false;
}

const struct hdl_module *hdl_read(struct hdl *ret, const struct hdl_request *request, struct env_error *ret_error)
{
	const struct hdl_module *module = NULL;
	const char *temporary = getenv("TMPDIR"), *slash = strrchr(request->file, '/');
	struct run run = { .log = NULL };

	*ret = (struct hdl){ .modules = NULL };
	if (!is_readable(request, ret_error))
		return NULL;
	snprintf(run.folder, sizeof(run.folder), "%.40s/pausebench-XXXXXX", temporary && *temporary ? temporary : "/tmp");
	if (!mkdtemp(run.folder)) {
		env_fail(ret_error, errno, "cannot make a folder in %s", temporary && *temporary ? temporary : "/tmp");
		return NULL;
	}
	snprintf(run.netlist, sizeof(run.netlist), "%s/netlist", run.folder);
	snprintf(run.meta, sizeof(run.meta), "%s/meta", run.folder);
	snprintf(run.log_path, sizeof(run.log_path), "%s/log", run.folder);
	snprintf(run.folder_of_file, sizeof(run.folder_of_file), "%.*s", slash ? (int)(slash - request->file) : 1,
	         slash ? request->file : ".");
	module = read_module(&run, request, ret, ret_error);
	unlink(run.netlist);
	unlink(run.meta);
	unlink(run.log_path);
	rmdir(run.folder);
	free(run.log);
	return module;
}
