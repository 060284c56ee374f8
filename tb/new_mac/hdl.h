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
	unsigned width; /* 0: it has no number of bits, as an array has none */
};
struct hdl_parameter {
	char name[HDL_NAME];
	unsigned long long value;
	/* A value that is no number of 32 bits, such as "\"GENERIC\"", "40'h123" or "1.5"; "": .value has it. */
	char text[HDL_NAME];
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
	char (*sources)[HDL_PATH]; /* the files of these modules */
	size_t source_count;
	char (*included)[HDL_PATH];
	size_t included_count;
	/* the settings that Verilator needed besides the files */
	const char *language;
	bool no_timing;
};

/* A request to read the module .top of .file; if .top is NULL, the module with the name of the file, or its only one. .sources
 * are files, and folders in which modules and included files are looked for besides the folder of .file, with a NULL at the end. */
struct hdl_request {
	const char *file, *top;
	const char *const *sources;
	char (*settings)[HDL_SETTING]; /* "-GNAME=VALUE": parameters */
	size_t setting_count;
};
/* Returns the module, which RET owns, or NULL with *RET_ERROR. The caller releases RET in any case. */
const struct hdl_module *hdl_read(struct hdl *ret, const struct hdl_request *request, struct env_error *ret_error);
void hdl_release(struct hdl *hdl);

/* Both add the contents of the file PATH, which Verilator wrote. They return 0, -ENOMEM, or -EINVAL if they do not understand the
 * file. */
int hdl_read_xml(struct hdl *ret, const char *path);
/* META is the file that has the names of the files for PATH. */
int hdl_read_json(struct hdl *ret, const char *path, const char *meta);

/* For the two readers: each function adds a row with NAME and returns it, or NULL if there is no memory or NAME is too long. */
struct hdl_module *hdl_add_module(struct hdl *hdl, const char *name, const char *file);
struct hdl_port *hdl_add_port(struct hdl_module *module, const char *name);
/* Adds a parameter. VALUE is as Verilator writes it, such as "32'sh8"; one that is longer than a name is left out. Returns false
 * if there is no memory. */
bool hdl_add_parameter(struct hdl_module *module, const char *name, const char *value);
/* Returns the bits of a type that is a keyword of SystemVerilog without a range; 0 if it has no number of bits. */
unsigned hdl_keyword_width(const char *keyword);
/* Returns true if NAME has only letters, digits, _ and $, so that it needs no escape unless it is a keyword. */
bool hdl_is_plain(const char *name);
/* Returns true if NAME is a keyword of SystemVerilog (1800-2017, annex B), so that it is a name only with an escape. */
bool hdl_is_reserved(const char *name);
bool hdl_add_source(struct hdl *hdl, const char *path);
bool hdl_add_included(struct hdl *hdl, const char *path);
#endif
