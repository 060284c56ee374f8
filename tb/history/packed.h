/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run as octets, for the program that it came from: the struct without its zeros, which are most of it. */
#ifndef PAUSEBENCH_PACKED_H
#define PAUSEBENCH_PACKED_H
#include "content.h"
#include "run/pool.h"

/* Packs RESULT, the result of the content HASH. Returns the octets, to be freed, and their number; NULL if there is no memory. */
void *result_pack(const struct pool_result *result, const struct content_hash *hash, size_t *ret_size);
/* Fills RET from what result_pack() has made for DUT. False if the octets are not those that it made for HASH. */
bool result_unpack(struct pool_result *ret, const struct dut *dut, const struct content_hash *hash, const void *data,
                   size_t size);
#endif
