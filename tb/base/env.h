/* SPDX-License-Identifier: Apache-2.0 */
/* The environment: errors as one line with place and remedy, folders, and files that are either as before or complete. */
#ifndef PAUSEBENCH_ENV_H
#define PAUSEBENCH_ENV_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit statuses of every verb. */
enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_ENVIRONMENT = 2 };

/* The line that main() prints, without a line end; empty if nothing is wrong. */
struct env_error {
	char text[1024];
};

/* Writes the line "FORMAT: strerror(NUMBER); remedy". NUMBER is a positive errno; returns -NUMBER. */
int env_fail(struct env_error *ret_error, int number, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Writes the line FORMAT alone and returns -EINVAL. */
int env_refuse(struct env_error *ret_error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes PATH with all its parents. Returns 0 or negative errno. */
int folder_make(const char *path, struct env_error *ret_error);
/* Returns true if PATH is a folder, or a link to one. */
bool folder_exists(const char *path);
/* Puts SIZE octets into PATH, so that PATH is either as before or complete: writes a temporary file beside it and
 * renames it. A PATH that is no regular file (a device, a pipe) is written in place. Returns 0 or negative errno. */
int file_replace(const char *path, const void *data, size_t size, struct env_error *ret_error);

/* Returns true if NUMBER, a positive errno, says that there is no room for a file. */
bool env_no_room(int number);
/* Overwrites PATH where there is no room for a second file, if DATA fits into the blocks that PATH has. Returns 0 or negative
 * errno. */
int file_overwrite(const char *path, const void *data, size_t size);
/* Removes the temporary files that file_replace() of killed processes left beside PATH. */
void file_leavings(const char *path);

/* A text that is built in memory and then written to a file in one piece. */
struct text {
	FILE *out;
	char *data;
	size_t size;
};
/* Opens T->out for writing. Returns 0 or negative errno. */
int text_open(struct text *t, struct env_error *ret_error);
/* Closes T and puts it into PATH unless that is NULL; releases it in any case. Returns 0 or negative errno. */
int text_replace(struct text *t, const char *path, struct env_error *ret_error);

/* Returns FOLDER/NAME, which the caller frees; NULL if there is no memory. */
char *path_join(const char *folder, const char *name);
/* Writes PATH as one word of a shell into RET (SIZE octets). Returns RET. */
char *shell_word(const char *path, char *ret, size_t size);
#endif
