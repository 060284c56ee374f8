/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run as octets, for the program that made it: the struct without its zeros, which are most of it. */
#ifndef PAUSEBENCH_PACKED_H
#define PAUSEBENCH_PACKED_H
#include "content.h"
#include "run/pool.h"

/* Packs RESULT, the result of the content HASH. Returns the octets, which the caller frees, and their number; NULL if there is no
 * memory. */
void *result_pack(const struct pool_result *result, const struct content_hash *hash, size_t *ret_size);
/* Fills RET, a result of DUT, from octets of result_pack(). Returns false if result_pack() did not make them for HASH. */
bool result_unpack(struct pool_result *ret, const struct dut *dut, const struct content_hash *hash, const void *data,
                   size_t size);
#endif
