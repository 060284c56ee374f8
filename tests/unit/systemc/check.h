/* SPDX-License-Identifier: Apache-2.0 */
/* Ends a check program with status 1 and the difference on stderr. */
#ifndef PAUSEBENCH_TESTS_SYSTEMC_CHECK_H
#define PAUSEBENCH_TESTS_SYSTEMC_CHECK_H
#include <cstdio>
#include <cstdlib>

#define REQUIRE(condition, ...)                                                              \
	do {                                                                                 \
		if (!(condition)) {                                                          \
			std::fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
			std::fprintf(stderr, __VA_ARGS__);                                   \
			std::fputc('\n', stderr);                                            \
			std::exit(1);                                                        \
		}                                                                            \
	} while (0)

#endif
