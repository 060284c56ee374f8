// SPDX-License-Identifier: Apache-2.0
// The simulator's hooks for $finish, $stop, $fatal, failed assertions and logic that does not settle.
#include "simulation_end.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

namespace
{
seam_end newest;
std::string error_line; // the newest line that was printed, if it reports an error: "[time] %Error: FILE:LINE: text"

bool ahead; // between simulation_ahead_begin() and simulation_ahead_end()
seam_end newest_before;
std::string error_line_before;

// Writes TEXT into RET; if TEXT is too long, writes "..." and its end.
template <std::size_t size> void put_end(char (&ret)[size], const std::string &text)
{
	if (text.size() < size)
		std::snprintf(ret, size, "%s", text.c_str());
	else
		std::snprintf(ret, size, "...%s", text.c_str() + text.size() - (size - 4));
}

[[noreturn]] void end_simulation(const char *filename, int linenum, const std::string &text)
{
	simulation_end thrown;

	thrown.end.ended = true;
	put_end(thrown.end.place, filename && *filename ? filename + (":" + std::to_string(linenum)) : "the simulator");
	std::snprintf(thrown.end.text, sizeof(thrown.end.text), "%s", text.c_str());
	newest = thrown.end;
	throw thrown;
}
} // namespace

void simulation_begin()
{
	newest = seam_end{};
	error_line.clear();
}

void simulation_ahead_begin()
{
	newest_before = newest;
	error_line_before = error_line;
	ahead = true;
}

void simulation_ahead_end()
{
	newest = newest_before;
	error_line = error_line_before;
	ahead = false;
}

const seam_end *simulation_end_last()
{
	return newest.ended ? &newest : nullptr;
}

int simulation_print(const char *format, ...)
{
	char text[4096];
	va_list args;
	const char *error;
	int len;

	va_start(args, format);
	len = std::vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	error = std::strstr(text, "%Error: ");
	if (!error)
		error = std::strstr(text, "%Fatal: ");
	error_line.assign(error ? error : "", error ? std::strcspn(error, "\n") : 0);
	if (!error && !newest.ended && !ahead)
		std::fputs(text, stdout);
	return len;
}

void vl_finish(const char *filename, int linenum, const char *)
{
	end_simulation(filename, linenum, "Verilog $finish");
}

// The simulator calls this for $stop, and for each $error, $fatal and failed assertion after it has printed their line of text. That line
// names the file without its folder.
void vl_stop(const char *filename, int linenum, const char *)
{
	const char *slash = filename ? std::strrchr(filename, '/') : nullptr;
	const std::string name = slash ? slash + 1 : filename ? filename : "";
	const std::string place = name + ":" + std::to_string(linenum) + ": ";
	const std::size_t at = error_line.find(place);

	end_simulation(filename, linenum, at == std::string::npos ? "Verilog $stop" : error_line.substr(at + place.size()));
}

void vl_fatal(const char *filename, int linenum, const char *, const char *msg)
{
	end_simulation(filename, linenum, msg);
}
