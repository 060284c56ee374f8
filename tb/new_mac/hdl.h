/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of a module of Verilog, as Verilator reads them. */
#ifndef PAUSEBENCH_NEW_MAC_HDL_H
#define PAUSEBENCH_NEW_MAC_HDL_H
#include "base/env.h"

#include <stdbool.h>
#include <stddef.h>

enum { HDL_NAME = 128, HDL_PATH = 512, HDL_SETTING = HDL_NAME + 8, HDL_PARAMETER_BITS = 32 };

enum hdl_direction { HDL_INPUT, HDL_OUTPUT, HDL_INOUT };
struct hdl_port {
	char name[HDL_NAME];
	enum hdl_direction direction;
	unsigned width; /* 0: no number of bits, as of an array */
};
struct hdl_parameter {
	char name[HDL_NAME];
	unsigned long long value;
	char text[HDL_NAME]; /* "": VALUE is the value; else it is no number of 32 bits: "\"GENERIC\"", "40'h123", "1.5" */
};
struct hdl_module {
	char name[HDL_NAME], file[HDL_PATH];
	bool top;
	struct hdl_port *ports;
	size_t port_count;
	struct hdl_parameter *parameters;
	size_t parameter_count;
};
struct hdl {
	struct hdl_module *modules;
	size_t module_count;
	char (*sources)[HDL_PATH]; /* of these modules */
	size_t source_count;
	char (*included)[HDL_PATH];
	size_t included_count;
	/* what Verilator needed besides the files */
	const char *language;
	bool no_timing;
};

/* What to read: the module TOP (NULL: that of FILE's name, or FILE's only one) of FILE. SOURCES are files, and folders in which modules and
 * included files are looked for beside the folder of FILE; NULL at the end. */
struct hdl_request {
	const char *file, *top;
	const char *const *sources;
	char (*settings)[HDL_SETTING]; /* "-GNAME=VALUE": parameters */
	size_t setting_count;
};
/* Returns the module, which HDL owns, or NULL with *RET_ERROR. HDL is to be released in any case. */
const struct hdl_module *hdl_read(struct hdl *ret, const struct hdl_request *request, struct env_error *ret_error);
void hdl_release(struct hdl *hdl);

/* Each adds what the file PATH, written by Verilator, says. 0, -ENOMEM, or -EINVAL: the file is not understood. */
int hdl_read_xml(struct hdl *ret, const char *path);
/* META is the file of names of files that belongs to PATH. */
int hdl_read_json(struct hdl *ret, const char *path, const char *meta);

/* For the two readers: each adds a row, with NAME in it, and returns it; NULL if there is no memory or NAME is too long. */
struct hdl_module *hdl_add_module(struct hdl *hdl, const char *name, const char *file);
struct hdl_port *hdl_add_port(struct hdl_module *module, const char *name);
/* VALUE as Verilator writes it, "32'sh8". Returns false if there is no memory; a value that is longer than a name is left out. */
bool hdl_add_parameter(struct hdl_module *module, const char *name, const char *value);
/* The bits of a type that is a word of SystemVerilog without a range; 0: it has no number of bits. */
unsigned hdl_keyword_width(const char *keyword);
/* True if NAME needs no escape but for a word of the language: letters, digits, _ and $. */
bool hdl_is_plain(const char *name);
/* True if NAME is a word of SystemVerilog (1800-2017, annex B), so that it is no name without an escape. */
bool hdl_is_reserved(const char *name);
bool hdl_add_source(struct hdl *hdl, const char *path);
bool hdl_add_included(struct hdl *hdl, const char *path);
#endif
