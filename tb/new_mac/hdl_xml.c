/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the XML of `verilator --xml-only`, which Verilator has up to 5.044. */
#include "hdl.h"

#include <errno.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>

static bool is(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name);
}

/* Returns the attribute NAME, valid as long as the document, or "". */
static const char *attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *a = node->properties; a; a = a->next)
		if (!strcmp((const char *)a->name, name) && a->children && a->children->content)
			return (const char *)a->children->content;
	return "";
}

static const xmlNode *child(const xmlNode *node, const char *name)
{
	for (const xmlNode *c = node->children; c; c = c->next)
		if (is(c, name))
			return c;
	return NULL;
}

/* Returns the file whose id is the first part of LOC, such as "c,3,8,3,9". */
static const char *file_of(const xmlNode *files, const char *loc)
{
	size_t len = strcspn(loc, ",");

	for (const xmlNode *f = files->children; f; f = f->next)
		if (is(f, "file") && strlen(attribute(f, "id")) == len && !strncmp(attribute(f, "id"), loc, len))
			return attribute(f, "filename");
	return "";
}

/* ---- types ---- */

static long constant(const xmlNode *node)
{
	const char *text = attribute(node, "name"), *digits = strchr(text, 'h');

	return digits ? strtol(digits + 1, NULL, 16) : 0;
}

static unsigned range_width(const xmlNode *type)
{
	const xmlNode *range = child(type, "range"), *left = range ? child(range, "const") : NULL, *right = left;

	do
		right = right ? right->next : NULL;
	while (right && !is(right, "const"));
	return right ? (unsigned)labs(constant(left) - constant(right)) + 1 : 0;
}

static unsigned basic_width(const xmlNode *type)
{
	const char *left = attribute(type, "left"), *right = attribute(type, "right");

	if (*left && *right)
		return (unsigned)labs(atol(left) - atol(right)) + 1;
	return hdl_keyword_width(attribute(type, "name"));
}

/* Returns the bits of the type ID; 0 if it has no number of bits. DEPTH limits how far types refer to others. */
static unsigned width_of(const xmlNode *types, const char *id, unsigned depth)
{
	unsigned sum = 0;
	const xmlNode *type = types->children;

	while (type && (type->type != XML_ELEMENT_NODE || strcmp(attribute(type, "id"), id)))
		type = type->next;
	if (!type || !depth--)
		return 0;
	if (is(type, "basicdtype"))
		return basic_width(type);
	if (is(type, "packarraydtype"))
		return range_width(type) * width_of(types, attribute(type, "sub_dtype_id"), depth);
	if (is(type, "refdtype") || is(type, "enumdtype") || is(type, "memberdtype") || is(type, "paramtypedtype"))
		return width_of(types, attribute(type, "sub_dtype_id"), depth);
	if (is(type, "structdtype"))
		for (const xmlNode *m = type->children; m; m = m->next)
			if (is(m, "memberdtype"))
				sum += width_of(types, attribute(m, "sub_dtype_id"), depth);
	return sum;
}

/* ---- modules ---- */

enum { TYPES_DEEP = 16 };

static bool read_variable(struct hdl_module *module, const xmlNode *var, const xmlNode *types)
{
	const char *direction = attribute(var, "dir");
	const xmlNode *value = child(var, "const");
	struct hdl_port *port;

	if (!strcmp(attribute(var, "param"), "true"))
		return !value || hdl_add_parameter(module, attribute(var, "origName"), attribute(value, "name"));
	if (!*direction)
		return true;
	port = hdl_add_port(module, attribute(var, "origName"));
	if (!port)
		return false;
	port->direction = !strcmp(direction, "input") ? HDL_INPUT : !strcmp(direction, "output") ? HDL_OUTPUT : HDL_INOUT;
	port->width = width_of(types, attribute(var, "dtype_id"), TYPES_DEEP);
	return true;
}

static bool read_module(struct hdl *ret, const xmlNode *node, const xmlNode *files, const xmlNode *types)
{
	struct hdl_module *module = hdl_add_module(ret, attribute(node, "origName"), file_of(files, attribute(node, "loc")));

	if (!module)
		return false;
	module->top = *attribute(node, "topModule");
	for (const xmlNode *var = node->children; var; var = var->next)
		if (is(var, "var") && !read_variable(module, var, types))
			return false;
	return true;
}

static bool read_files(struct hdl *ret, const xmlNode *files, const xmlNode *sources)
{
	for (const xmlNode *f = sources->children; f; f = f->next)
		if (is(f, "file") && !hdl_add_source(ret, attribute(f, "filename")))
			return false;
	for (const xmlNode *f = files->children; f; f = f->next)
		if (is(f, "file") && !hdl_add_included(ret, attribute(f, "filename")))
			return false;
	return true;
}

static int read_document(struct hdl *ret, const xmlNode *root)
{
	const xmlNode *netlist = root ? child(root, "netlist") : NULL, *files = root ? child(root, "files") : NULL,
		      *sources = root ? child(root, "module_files") : NULL, *types = netlist ? child(netlist, "typetable") : NULL;

	if (!types || !files || !sources)
		return -EINVAL;
	for (const xmlNode *module = netlist->children; module; module = module->next)
		if (is(module, "module") && !read_module(ret, module, files, types))
			return -ENOMEM;
	return read_files(ret, files, sources) ? 0 : -ENOMEM;
}

int hdl_read_xml(struct hdl *ret, const char *path)
{
	xmlDoc *document = xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
	int error = document ? read_document(ret, xmlDocGetRootElement(document)) : -EINVAL;

	xmlFreeDoc(document);
	return error;
}
