#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs COMMAND after every other command that this script started in the same BUILD has ended: two makes at once would write the same files.
# Usage: mk/alone.sh BUILD COMMAND...
set -euo pipefail
build=$1
shift
[ -z "${PAUSEBENCH_ALONE:-}" ] || exec "$@" # a caller of this script already holds the lock
mkdir -p "$build"
exec 9> "$build/lock"
flock -n 9 || { echo "make: waits for another make in this checkout" >&2; flock 9; }
PAUSEBENCH_ALONE=1 exec "$@"
