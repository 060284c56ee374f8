/* SPDX-License-Identifier: Apache-2.0 */
/* atomic_bool, for C and C++. */
#ifndef PAUSEBENCH_ATOMICS_H
#define PAUSEBENCH_ATOMICS_H
#ifdef __cplusplus
extern "C++" { /* an includer may be within extern "C" */
#include <atomic>
}
using std::atomic_bool;
#else
#include <stdatomic.h>
#endif
#endif
