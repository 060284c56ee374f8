/* SPDX-License-Identifier: Apache-2.0 */
/* XGMII lanes as text, octet by octet; doc/stimulus.md. */
#ifndef PAUSEBENCH_STIM_LANES_H
#define PAUSEBENCH_STIM_LANES_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The control code of a letter (S T E I Q), or -1. */
int lanes_code(char letter);
/* Its letter, or 0. */
char lanes_letter(uint8_t code);
/* The lanes of TEXT, up to MAX. NULL if it is good (*RET_LEN is set), else where it is wrong, with what was expected there. */
const char *lanes_parse(const char *text, uint8_t *octets, uint8_t *control, uint32_t max, uint32_t *ret_len,
                        const char **ret_expected);
/* The text that lanes_parse() reads back. */
void lanes_write(FILE *out, const uint8_t *octets, const uint8_t *control, uint32_t len);
#endif
