/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of modules, ports and files. */
#include "hdl.h"

#include <stdlib.h>
#include <string.h>

/* Adds a row of SIZE octets, all 0, to the COUNT rows at *ROWS and returns it; NULL if there is no memory. */
static void *add_row(void *rows, size_t *count, size_t size)
{
	char **place = rows, *grown = realloc(*place, (*count + 1) * size);

	if (!grown)
		return NULL;
	*place = grown;
	return memset(grown + (*count)++ * size, 0, size);
}

static bool copy_text(char *ret, size_t size, const char *text)
{
	return (size_t)snprintf(ret, size, "%s", text) < size;
}

struct hdl_module *hdl_add_module(struct hdl *hdl, const char *name, const char *file)
{
	struct hdl_module *module = add_row(&hdl->modules, &hdl->module_count, sizeof(*module));

	return module && copy_text(module->name, HDL_NAME, name) && copy_text(module->file, HDL_PATH, file) ? module : NULL;
}

struct hdl_port *hdl_add_port(struct hdl_module *module, const char *name)
{
	struct hdl_port *port = add_row(&module->ports, &module->port_count, sizeof(*port));

	return port && copy_text(port->name, HDL_NAME, name) ? port : NULL;
}

bool hdl_add_parameter(struct hdl_module *module, const char *name, const char *value)
{
	const char *digits = strchr(value, 'h');
	struct hdl_parameter *parameter;

	if (!digits || atoi(value) > HDL_PARAMETER_BITS || digits[1 + strspn(digits + 1, "0123456789abcdefABCDEF")])
		return true;
	parameter = add_row(&module->parameters, &module->parameter_count, sizeof(*parameter));
	if (!parameter || !copy_text(parameter->name, HDL_NAME, name))
		return false;
	parameter->value = strtoull(digits + 1, NULL, 16);
	return true;
}

unsigned hdl_keyword_width(const char *keyword)
{
	static const struct {
		const char *name;
		unsigned width;
	} words[] = {
		{ "logic", 1 }, { "bit", 1 },      { "byte", 8 },     { "shortint", 16 },
		{ "int", 32 },  { "integer", 32 }, { "longint", 64 }, { "time", 64 },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(keyword, words[i].name))
			return words[i].width;
	return 0;
}

static bool add_path(char (**paths)[HDL_PATH], size_t *count, const char *path)
{
	char(*row)[HDL_PATH];

	for (size_t i = 0; i < *count; i++)
		if (!strcmp((*paths)[i], path))
			return true;
	row = add_row(paths, count, sizeof(*row));
	return row && copy_text(*row, HDL_PATH, path);
}

bool hdl_add_source(struct hdl *hdl, const char *path)
{
	return add_path(&hdl->sources, &hdl->source_count, path);
}

bool hdl_add_included(struct hdl *hdl, const char *path)
{
	/* Verilator's own files are "<built-in>" and the like. */
	return *path == '<' || !*path || add_path(&hdl->included, &hdl->included_count, path);
}

void hdl_release(struct hdl *hdl)
{
	for (size_t i = 0; i < hdl->module_count; i++) {
		free(hdl->modules[i].ports);
		free(hdl->modules[i].parameters);
	}
	free(hdl->modules);
	free(hdl->sources);
	free(hdl->included);
	*hdl = (struct hdl){ .modules = NULL };
}
