#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs COMMAND by the shell in name spaces of its own, in which the folder DIR is a file system of SIZE. Mount and processes are gone when COMMAND ends, and
# also when this script is killed: nothing is ever mounted for others. Usage: small_disk.sh DIR SIZE COMMAND
# Exit status: that of COMMAND; 77: this machine does not allow such name spaces.
set -euo pipefail
spaces=(unshare --mount --pid --fork --kill-child)
[ "$(id -u)" = 0 ] || spaces+=(--map-root-user)
"${spaces[@]}" mount -t tmpfs -o "size=$2" tmpfs "$1" || exit 77
export DIR=$1 SIZE=$2 COMMAND=$3 OUTER=$$
# The process that is killed with this script, which becomes unshare, asks for that when it has begun. So it looks whether this script has lived until then.
# shellcheck disable=SC2016 # for the other shell
exec "${spaces[@]}" sh -c 'grep -q "^State:.[^ZX]" "/proc/$OUTER/status" && mount -t proc proc /proc &&
	mount -t tmpfs -o "size=$SIZE" tmpfs "$DIR" && eval "$COMMAND"'
