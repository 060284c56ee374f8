/* SPDX-License-Identifier: Apache-2.0 */
/* The function of libdeflate that the bench calls; its definition here loads the library. */
#include "library.h"

#include <libdeflate.h>

LIBRARY_DEFINE(LIBRARY_DEFLATE, uint32_t, libdeflate_crc32, (uint32_t crc, const void *octets, size_t len), (crc, octets, len))
