/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of the folder of a regression's results. It is a lock of the process on an empty file in the folder, so that the kernel gives it back when the
 * process ends, even if runs that the process started live longer. */
#include "out_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int refuse_held(int fd, const char *out, struct env_error *ret_error)
{
	struct flock holder = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char process[48] = "";

	if (!fcntl(fd, F_GETLK, &holder) && holder.l_type != F_UNLCK && holder.l_pid > 0)
		snprintf(process, sizeof(process), ", process %ld,", (long)holder.l_pid);
	env_refuse(ret_error,
	           "%s: another regression%s is writing its results into this folder; wait until it ends, or name another folder "
	           "with --out",
	           out, process);
	return -EBUSY;
}

int out_lock(const char *out, int *ret, struct env_error *ret_error)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char *path = path_join(out, "lock");
	int fd, rc = 0;

	if (!path)
		return env_fail(ret_error, ENOMEM, "cannot lock %s", out);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		rc = env_fail(ret_error, errno, "cannot write %s", path);
	else if (fcntl(fd, F_SETLK, &whole))
		rc = errno == EAGAIN || errno == EACCES ? refuse_held(fd, out, ret_error)
		                                        : env_fail(ret_error, errno, "cannot lock %s", path);
	free(path);
	if (rc && fd >= 0)
		close(fd);
	else
		*ret = fd;
	return rc;
}

void out_unlock(int lock)
{
	close(lock);
}
