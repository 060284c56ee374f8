/* SPDX-License-Identifier: Apache-2.0 */
/* Finds identifiers in a piece of Verilog. */
#include "instance.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const pm_control_names[PM_CONTROL_COUNT + 1] = {
#define CONTROL(name, bits, default_, meaning, source) #name,
#include "controls.def"
};

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Returns the end of the comment or string that begins at P, or P if none begins there. */
static const char *skip(const char *p)
{
	const char *end;

	if (p[0] == '/' && p[1] == '/')
		return p + strcspn(p, "\n");
	if (p[0] == '/' && p[1] == '*') {
		end = strstr(p + 2, "*/");
		return end ? end + 2 : p + strlen(p);
	}
	if (p[0] != '"')
		return p;
	for (p++; *p && *p != '"' && *p != '\n'; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p == '"' ? p + 1 : p;
}

unsigned instance_line_of(const char *text, const char *name)
{
	size_t len = strlen(name);
	unsigned line = 1;
	char before = 0; /* the newest character that is no blank */

	for (const char *p = text; *p;) {
		const char *end = skip(p);
		if (end != p) {
			for (; p < end; p++)
				line += *p == '\n';
			continue;
		}
		if (is_letter(*p)) {
			for (end = p; is_letter(*end);)
				end++;
			if ((size_t)(end - p) == len && !strncmp(p, name, len) && before != '.' && before != '`')
				return line;
			before = end[-1];
			p = end;
			continue;
		}
		line += *p == '\n';
		if (!isspace((unsigned char)*p))
			before = *p;
		p++;
	}
	return 0;
}

bool instance_has_control(const char *text, enum pm_control control)
{
	static const char *const requests[PM_CONTROL_COUNT][2] = {
		[PM_CONTROL_request_xoff] = { "req_xoff", "req_xoff_pulse" },
		[PM_CONTROL_request_xon] = { "req_xon_pulse", "req_xon_pulse" },
		[PM_CONTROL_pfc_xoff] = { "req_pfc_xoff", "req_pfc_xoff_pulse" },
		[PM_CONTROL_pfc_xon] = { "req_pfc_xon_pulse", "req_pfc_xon_pulse" },
	};
	char net[64];

	if (requests[control][0])
		return instance_line_of(text, requests[control][0]) || instance_line_of(text, requests[control][1]);
	snprintf(net, sizeof(net), "cfg_%s", pm_control_names[control]);
	return instance_line_of(text, net);
}
