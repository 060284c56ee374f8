/* SPDX-License-Identifier: Apache-2.0 */
/* Messages that say why something is refused, into memory of the caller's. */
#ifndef PAUSEBENCH_REFUSE_H
#define PAUSEBENCH_REFUSE_H
#include <stdarg.h>
#include <stddef.h>

/* Writes what is wrong into MESSAGE, of SIZE octets. Returns ERROR. */
int refuse(char *message, size_t size, int error, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Likewise, behind the place that the first PLACE characters of MESSAGE name, as snprintf() returned them. */
int refuse_at(char *message, size_t size, int place, int error, const char *format, va_list args)
    __attribute__((format(printf, 5, 0)));
#endif
