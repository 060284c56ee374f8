/* SPDX-License-Identifier: Apache-2.0 */
/* Writes messages that say why something is refused. */
#include "refuse.h"

#include <stdio.h>

int refuse_at(char *message, size_t size, int place, int error, const char *format, va_list args)
{
	if (place >= 0 && (size_t)place < size)
		vsnprintf(message + place, size - (size_t)place, format, args);
	return error;
}

int refuse(char *message, size_t size, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	refuse_at(message, size, 0, error, format, args);
	va_end(args);
	return error;
}
