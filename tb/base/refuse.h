/* SPDX-License-Identifier: Apache-2.0 */
/* Writes messages that say why something is refused into memory of the caller. */
#ifndef PAUSEBENCH_REFUSE_H
#define PAUSEBENCH_REFUSE_H
#include <stdarg.h>
#include <stddef.h>

/* Writes what is wrong into MESSAGE, which has SIZE octets. Returns ERROR. */
int refuse(char *message, size_t size, int error, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Does the same, but appends to the place of the error, whose PLACE characters (as snprintf() returned them) MESSAGE already has. */
int refuse_at(char *message, size_t size, int place, int error, const char *format, va_list args)
    __attribute__((format(printf, 5, 0)));
#endif
