/* SPDX-License-Identifier: Apache-2.0 */
/* The files that a server shows of a regression, made of its summary.json alone. */
#ifndef PAUSEBENCH_ANNOTATE_H
#define PAUSEBENCH_ANNOTATE_H
#include "base/env.h"

/* A server shows so many groups, and so many lines of a stimulus; summary.json has all. */
enum { ANNOTATE_GROUPS = 10, ANNOTATE_STIMULUS_LINES = 60 };

/* Writes DIR/summary.md for people, DIR/annotations.txt with a workflow command of GitHub for each group of failures, and
 * DIR/code-quality.json with the same for GitLab. Returns 0 or a negative errno with the line. */
int annotate_write(const char *dir, struct env_error *ret_error);
#endif
