/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4). */
#ifndef PAUSEBENCH_SHA256_H
#define PAUSEBENCH_SHA256_H
#include <stddef.h>
#include <stdint.h>

enum { SHA256_OCTETS = 32 };
/* Writes the hash of SIZE octets at DATA into RET. */
void sha256(const void *data, size_t size, uint8_t ret[SHA256_OCTETS]);
/* Writes the first 16 hexadecimal digits of the hash of SIZE octets at DATA and a 0 into RET. */
void sha256_short(const void *data, size_t size, char ret[17]);
#endif
