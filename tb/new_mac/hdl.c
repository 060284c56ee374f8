/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of modules, ports and files. */
#include "hdl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds a row of SIZE octets, all 0, to the COUNT rows at *ROWS. Returns it, or NULL if there is no memory. */
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

/* Decodes an escaped name: Verilator writes a character that no plain name may have as __0 and its two digits. */
static void decode(char *name)
{
	char *to = name;

	for (const char *p = name; *p; to++) {
		unsigned value = 0;
		if (!strncmp(p, "__0", 3) && isxdigit((unsigned char)p[3]) && isxdigit((unsigned char)p[4]) &&
		    sscanf(p + 3, "%2x", &value) == 1 && value > ' ' && value < 0x7F && !isalnum((int)value) && value != '_') {
			*to = (char)value;
			p += 5;
		} else {
			*to = *p++;
		}
	}
	*to = 0;
}

struct hdl_port *hdl_add_port(struct hdl_module *module, const char *name)
{
	struct hdl_port *port = add_row(&module->ports, &module->port_count, sizeof(*port));

	if (!port || !copy_text(port->name, HDL_NAME, name))
		return NULL;
	decode(port->name);
	return port;
}

/* Verilator makes a number of the text of a parameter without a type: 24'h414243 is "ABC". Writes the text, with its quotation
 * marks, into RET. Returns false if VALUE is no such number, since a character is neither letter nor digit nor mark, or none is a
 * letter. */
static bool text_of_number(const char *value, const char *digits, char ret[HDL_NAME])
{
	const size_t count = strlen(digits) / 2;
	bool letters = false;

	if (value[strcspn(value, "'") + 1] == 's' || strlen(digits) % 2 || (size_t)atoi(value) != 8 * count || count < 2 ||
	    count + 3 > HDL_NAME)
		return false;
	ret[0] = '"';
	for (size_t i = 0; i < count; i++) {
		const char octet[3] = { digits[2 * i], digits[2 * i + 1], 0 };
		ret[i + 1] = (char)strtoul(octet, NULL, 16);
		letters = letters || isalpha((unsigned char)ret[i + 1]);
		if (!isalnum((unsigned char)ret[i + 1]) && !strchr(" _-.,:/+", ret[i + 1]))
			return false;
	}
	snprintf(ret + count + 1, HDL_NAME - count - 1, "\"");
	return letters;
}

bool hdl_add_parameter(struct hdl_module *module, const char *name, const char *value)
{
	const char *digits = *value == '"' ? NULL : strchr(value, 'h');
	bool number = digits && !digits[1 + strspn(digits + 1, "0123456789abcdefABCDEF")];
	char text[HDL_NAME] = "";
	struct hdl_parameter *parameter;

	if (!(number && text_of_number(value, digits + 1, text))) {
		*text = 0;
		if ((!number || atoi(value) > HDL_PARAMETER_BITS) && !copy_text(text, sizeof(text), value))
			return true;
	}
	parameter = add_row(&module->parameters, &module->parameter_count, sizeof(*parameter));
	if (!parameter || !copy_text(parameter->name, HDL_NAME, name))
		return false;
	snprintf(parameter->text, sizeof(parameter->text), "%s", text);
	parameter->value = *text ? 0 : strtoull(digits + 1, NULL, 16);
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

bool hdl_is_plain(const char *name)
{
	bool plain = *name && !isdigit((unsigned char)*name);

	for (const char *p = name; *p; p++)
		plain = plain && (isalnum((unsigned char)*p) || *p == '_' || *p == '$');
	return plain;
}

bool hdl_is_reserved(const char *name)
{
	static const char *const words[] = {
#define WORD(word) #word,
#include "reserved.def"
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i], name))
			return true;
	return false;
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
