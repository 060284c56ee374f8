/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the C library's libm that the bench and the simulator's runtime call; their definitions here load the library.
 * RTL with real numbers, the check of many back-offs, and a regression with a budget call them. Some compilers replace calls of
 * these functions by calls of others. */
#include "library.h"

#include <math.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_MATH, type, name, parameters, arguments)

FUNCTION(double, ceil, (double x), (x))
FUNCTION(double, exp2, (double x), (x))
FUNCTION(double, ldexp, (double x, int exponent), (x, exponent))
FUNCTION(double, pow, (double x, double y), (x, y))
FUNCTION(double, sqrt, (double x), (x))
