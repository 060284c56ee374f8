/* SPDX-License-Identifier: Apache-2.0 */
/* The environment: errors as one line with place and remedy, folders, and files that are either as before or complete. */
#include "env.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *remedy(int number)
{
	switch (number) {
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return "; make room there or name another place";
	case EACCES:
	case EPERM:
	case EROFS:
	case ENOTDIR:
	case EEXIST:
	case EISDIR:
		return "; name another place or change its permissions";
	case ENOENT:
		return "; check the name";
	case ENOMEM:
		return "; free memory or lower --jobs";
	case EAGAIN:
	case EMFILE:
	case ENFILE:
		return "; lower --jobs or raise the limits (ulimit)";
	default:
		return "";
	}
}

static void put_line(struct env_error *e, const char *format, va_list args, const char *tail)
{
	size_t used = (size_t)vsnprintf(e->text, sizeof(e->text), format, args);

	if (used < sizeof(e->text))
		snprintf(e->text + used, sizeof(e->text) - used, "%s", tail);
}

int env_fail(struct env_error *ret_error, int number, const char *format, ...)
{
	char tail[256];
	va_list args;

	snprintf(tail, sizeof(tail), ": %s%s", strerror(number), remedy(number));
	va_start(args, format);
	put_line(ret_error, format, args, tail);
	va_end(args);
	return -number;
}

int env_refuse(struct env_error *ret_error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line(ret_error, format, args, "");
	va_end(args);
	return -EINVAL;
}

int folder_make(const char *path, struct env_error *ret_error)
{
	char *part = strdup(path);
	int rc = 0;

	if (!part || !*part) {
		free(part);
		return env_fail(ret_error, part ? ENOENT : ENOMEM, "cannot make the folder '%s'", path);
	}
	for (char *slash = part; slash && !rc;) {
		struct stat st;
		slash = strchr(slash + 1, '/');
		if (slash)
			*slash = 0;
		if (mkdir(part, 0777)) {
			int number = errno;
			if (stat(part, &st))
				rc = env_fail(ret_error, number, "cannot make the folder %s", part);
			else if (!S_ISDIR(st.st_mode))
				rc = env_fail(ret_error, ENOTDIR, "cannot make the folder %s", part);
		}
		if (slash)
			*slash = '/';
	}
	free(part);
	return rc;
}

bool folder_exists(const char *path)
{
	struct stat about;

	return !stat(path, &about) && S_ISDIR(about.st_mode);
}

/* Returns 0 or a positive errno. */
static int write_and_close(int fd, const char *data, size_t size)
{
	int number = 0;

	while (size && !number) {
		ssize_t n = write(fd, data, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			number = n ? errno : ENOSPC;
			break;
		}
		data += n;
		size -= (size_t)n;
	}
	if (close(fd) && !number)
		number = errno;
	return number;
}

/* Resolves a link: a rename must replace the file, not the link to it. */
static void link_target(const char *path, char ret[PATH_MAX])
{
	if (!realpath(path, ret))
		snprintf(ret, PATH_MAX, "%s", path);
}

int file_replace(const char *path, const void *data, size_t size, struct env_error *ret_error)
{
	char target[PATH_MAX], temporary[PATH_MAX + 32];
	struct stat st;
	bool in_place = !stat(path, &st) && !S_ISREG(st.st_mode);
	int fd, number;

	link_target(path, target);
	if (in_place)
		snprintf(temporary, sizeof(temporary), "%s", path);
	else
		snprintf(temporary, sizeof(temporary), "%s.%ld.tmp", target, (long)getpid());
	fd = open(temporary, O_WRONLY | O_CLOEXEC | (in_place ? 0 : O_CREAT | O_TRUNC), 0666);
	if (fd < 0)
		return env_fail(ret_error, errno, "cannot write %s", path);
	number = write_and_close(fd, data, size);
	if (!number && !in_place && rename(temporary, target))
		number = errno;
	if (number && !in_place)
		unlink(temporary);
	return number ? env_fail(ret_error, number, "cannot write %s", path) : 0;
}

bool env_no_room(int number)
{
	return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

int file_overwrite(const char *path, const void *data, size_t size)
{
	int fd = open(path, O_RDWR | O_CLOEXEC), rc = 0;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || (uint64_t)st.st_blocks * 512 < size)
		rc = -ENOSPC;
	else if (pwrite(fd, data, size, 0) != (ssize_t)size || ftruncate(fd, (off_t)size))
		rc = errno ? -errno : -ENOSPC;
	close(fd);
	return rc;
}

void file_leavings(const char *path)
{
	char target[PATH_MAX], *name;
	size_t len;
	DIR *d;

	link_target(path, target);
	name = strrchr(target, '/');
	d = opendir(name ? (*name = 0, *target ? target : "/") : ".");
	name = name ? name + 1 : target;
	len = strlen(name);
	for (struct dirent *entry = d ? readdir(d) : NULL; entry; entry = readdir(d)) {
		long pid;
		int used = 0;
		if (strncmp(entry->d_name, name, len) || sscanf(entry->d_name + len, ".%ld.tmp%n", &pid, &used) != 1 || !used ||
		    entry->d_name[len + (size_t)used] || pid <= 0)
			continue;
		if (kill((pid_t)pid, 0) && errno == ESRCH)
			unlinkat(dirfd(d), entry->d_name, 0);
	}
	if (d)
		closedir(d);
}

int text_open(struct text *t, struct env_error *ret_error)
{
	*t = (struct text){ 0 };
	t->out = open_memstream(&t->data, &t->size);
	return t->out ? 0 : env_fail(ret_error, ENOMEM, "cannot build a text");
}

int text_replace(struct text *t, const char *path, struct env_error *ret_error)
{
	bool bad = ferror(t->out);
	int rc = 0;

	if (fclose(t->out) || bad)
		rc = env_fail(ret_error, ENOMEM, "cannot build %s", path ? path : "a text");
	else if (path)
		rc = file_replace(path, t->data, t->size, ret_error);
	free(t->data);
	*t = (struct text){ 0 };
	return rc;
}

char *path_join(const char *folder, const char *name)
{
	size_t len = strlen(folder);
	char *ret = NULL;

	if (asprintf(&ret, "%s%s%s", folder, len && folder[len - 1] == '/' ? "" : "/", name) < 0)
		return NULL;
	return ret;
}

char *shell_word(const char *path, char *ret, size_t size)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:+@%=,-";
	size_t used = 0;

	if (*path && !path[strspn(path, plain)]) {
		snprintf(ret, size, "%s", path);
		return ret;
	}
	used += (size_t)snprintf(ret, size, "'");
	for (; *path && used + 6 < size; path++)
		used += (size_t)snprintf(ret + used, size - used, *path == '\'' ? "'\\''" : "%c", *path);
	snprintf(ret + used, size - used, "'");
	return ret;
}
