/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the JSON of `verilator --json-only`, which Verilator has from 5.024 on. */
#include "hdl.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Returns the text KEY of a node, or "". */
static const char *text(const json_t *node, const char *key)
{
	const char *value = json_string_value(json_object_get(node, key));

	return value ? value : "";
}

static bool is(const json_t *node, const char *type)
{
	return !strcmp(text(node, "type"), type);
}

/* Returns the first node of the list KEY. */
static const json_t *first(const json_t *node, const char *key)
{
	return json_array_get(json_object_get(node, key), 0);
}

/* ---- types ---- */

/* Returns the bits of a range "7:0" or "[7:0]". */
static unsigned range_width(const char *range)
{
	char *end;
	long left = strtol(range + (*range == '['), &end, 10);

	return *end == ':' ? (unsigned)labs(left - strtol(end + 1, NULL, 10)) + 1 : 0;
}

static unsigned basic_width(const json_t *type)
{

	if (*text(type, "range"))
		return range_width(text(type, "range"));
	return hdl_keyword_width(text(type, "keyword"));
}

/* Returns the bits of the type at ADDRESS; 0 if it has no number of bits, or if the file does not say. DEPTH limits how far types
 * refer to others. */
static unsigned width_of(const json_t *types, const char *address, unsigned depth)
{
	size_t i;
	json_t *type;

	json_array_foreach(types, i, type)
	{
		const char *other = text(type, "refDTypep");
		if (strcmp(text(type, "addr"), address) || !depth)
			continue;
		if (is(type, "BASICDTYPE"))
			return basic_width(type);
		if (is(type, "PACKARRAYDTYPE"))
			return range_width(text(type, "declRange")) * width_of(types, other, depth - 1);
		if (is(type, "UNPACKARRAYDTYPE"))
			return 0;
		if (strcmp(text(type, "dtypep"), address))
			other = text(type, "dtypep");
		return width_of(types, other, depth - 1);
	}
	return 0;
}

/* ---- modules ---- */

enum { TYPES_DEEP = 16 };

static bool read_variable(struct hdl_module *module, const json_t *var, const json_t *types)
{
	const char *direction = text(var, "direction"), *name = text(var, "origName");
	struct hdl_port *port;

	if (!*name)
		name = text(var, "name");
	if (json_is_true(json_object_get(var, "isGParam")) || !strcmp(text(var, "varType"), "GPARAM"))
		return hdl_add_parameter(module, name, text(first(var, "valuep"), "name"));
	if (!*direction || !strcmp(direction, "NONE"))
		return true;
	port = hdl_add_port(module, name);
	if (!port)
		return false;
	port->direction = !strcmp(direction, "INPUT") ? HDL_INPUT : !strcmp(direction, "OUTPUT") ? HDL_OUTPUT : HDL_INOUT;
	port->width = width_of(types, text(var, "dtypep"), TYPES_DEEP);
	return true;
}

/* Returns the file whose id is the first part of the node's place, such as "e,3:8,3:9". */
static const char *file_of(const json_t *files, const json_t *node)
{
	const char *loc = text(node, "loc");
	char id[16];

	snprintf(id, sizeof(id), "%.*s", (int)strcspn(loc, ","), loc);
	return text(json_object_get(files, id), "filename");
}

static bool read_module(struct hdl *ret, const json_t *node, const json_t *files, const json_t *types)
{
	const char *name = text(node, *text(node, "origName") ? "origName" : "name");
	struct hdl_module *module = hdl_add_module(ret, name, file_of(files, node));
	size_t i;
	json_t *var;

	if (!module || !hdl_add_source(ret, module->file))
		return false;
	module->top = json_integer_value(json_object_get(node, "level")) == 2;
	json_array_foreach(json_object_get(node, "stmtsp"), i,
	                   var) if (is(var, "VAR") && !read_variable(module, var, types)) return false;
	return true;
}

static int read_document(struct hdl *ret, const json_t *root, json_t *files)
{
	const json_t *types = NULL;
	const char *id;
	size_t i;
	json_t *node;

	json_array_foreach(json_object_get(root, "miscsp"), i, node) if (is(node, "TYPETABLE"))
	    types = json_object_get(node, "typesp");
	if (!types || !files)
		return -EINVAL;
	json_array_foreach(json_object_get(root, "modulesp"), i,
	                   node) if (is(node, "MODULE") && !read_module(ret, node, files, types)) return -ENOMEM;
	json_object_foreach(files, id, node) if (!hdl_add_included(ret, text(node, "filename"))) return -ENOMEM;
	return 0;
}

int hdl_read_json(struct hdl *ret, const char *path, const char *meta)
{
	json_t *root = json_load_file(path, 0, NULL), *names = json_load_file(meta, 0, NULL);
	int error = root ? read_document(ret, root, json_object_get(names, "files")) : -EINVAL;

	json_decref(root);
	json_decref(names);
	return error;
}
