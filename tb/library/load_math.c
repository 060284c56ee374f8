/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the C library's libm that the bench and the simulator's runtime call, defined so that they load it: RTL with real numbers calls them, the
 * judgement of many back-offs, and a regression with a budget. Some compilers make calls of others out of them. */
#include "library.h"

#include <math.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_MATH, type, name, parameters, arguments)

FUNCTION(double, ceil, (double x), (x))
FUNCTION(double, exp2, (double x), (x))
FUNCTION(double, ldexp, (double x, int exponent), (x, exponent))
FUNCTION(double, pow, (double x, double y), (x, y))
FUNCTION(double, sqrt, (double x), (x))
