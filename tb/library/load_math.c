/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the C library's libm that the bench and the simulator's runtime call, defined so that they load it: RTL with real numbers does, and
 * the judgement of many back-offs. */
#include "library.h"

#include <math.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_MATH, type, name, parameters, arguments)

FUNCTION(double, exp2, (double x), (x))
FUNCTION(double, pow, (double x, double y), (x, y))
FUNCTION(double, sqrt, (double x), (x))
