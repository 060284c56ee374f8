/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of Jansson that the bench calls; their definitions here load the library. */
#include "library.h"

#include <jansson.h>
#include <stdarg.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_JANSSON, type, name, parameters, arguments)

FUNCTION(json_t *, json_object, (void), ())
FUNCTION(json_t *, json_array, (void), ())
FUNCTION(json_t *, json_string, (const char *text), (text))
FUNCTION(json_t *, json_stringn, (const char *text, size_t len), (text, len))
FUNCTION(json_t *, json_integer, (json_int_t value), (value))
FUNCTION(json_t *, json_real, (double value), (value))
FUNCTION(json_t *, json_true, (void), ())
FUNCTION(json_t *, json_false, (void), ())
FUNCTION(json_t *, json_null, (void), ())
FUNCTION(void, json_delete, (json_t * json), (json))
FUNCTION(size_t, json_object_size, (const json_t *object), (object))
FUNCTION(json_t *, json_object_get, (const json_t *object, const char *key), (object, key))
FUNCTION(int, json_object_set_new, (json_t * object, const char *key, json_t *value), (object, key, value))
FUNCTION(int, json_object_update, (json_t * object, json_t *other), (object, other))
FUNCTION(void *, json_object_iter, (json_t * object), (object))
FUNCTION(void *, json_object_key_to_iter, (const char *key), (key))
FUNCTION(void *, json_object_iter_next, (json_t * object, void *iter), (object, iter))
FUNCTION(const char *, json_object_iter_key, (void *iter), (iter))
FUNCTION(json_t *, json_object_iter_value, (void *iter), (iter))
FUNCTION(size_t, json_array_size, (const json_t *array), (array))
FUNCTION(json_t *, json_array_get, (const json_t *array, size_t index), (array, index))
FUNCTION(int, json_array_append_new, (json_t * array, json_t *value), (array, value))
FUNCTION(int, json_array_extend, (json_t * array, json_t *other), (array, other))
FUNCTION(const char *, json_string_value, (const json_t *json), (json))
FUNCTION(json_int_t, json_integer_value, (const json_t *json), (json))
FUNCTION(double, json_number_value, (const json_t *json), (json))
FUNCTION(json_t *, json_loads, (const char *text, size_t flags, json_error_t *error), (text, flags, error))
FUNCTION(json_t *, json_loadf, (FILE * in, size_t flags, json_error_t *error), (in, flags, error))
FUNCTION(json_t *, json_load_file, (const char *path, size_t flags, json_error_t *error), (path, flags, error))
FUNCTION(char *, json_dumps, (const json_t *json, size_t flags), (json, flags))
FUNCTION(int, json_dumpf, (const json_t *json, FILE *out, size_t flags), (json, out, flags))
FUNCTION(json_t *, json_vpack_ex, (json_error_t * error, size_t flags, const char *format, va_list args),
         (error, flags, format, args))

json_t *json_pack(const char *format, ...)
{
	json_t *ret;
	va_list args;

	va_start(args, format);
	ret = json_vpack_ex(NULL, 0, format, args);
	va_end(args);
	return ret;
}
