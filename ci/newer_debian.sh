#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs targets of the Makefile in another Debian than this machine's, with newer Verilator, compilers, SystemC and lcov. It is started by hand and
# nightly; .ci/run does not call it.
#
# usage: ci/newer_debian.sh [--suite NAME] [--mirror URL] [--root FOLDER] [--install "PACKAGE..."] [TARGET...]
#   --suite    trixie (Debian 13), forky, sid ...; default trixie
#   --mirror   default: the first Debian mirror of this machine's own apt
#   --root     the folder of that system, which is kept for the next time; default build/debian/SUITE
#   --install  further packages, for example "clang" with CC=clang CXX=clang++ in the environment; CC, CXX and JOBS are passed on
#   TARGET     default: lint regress link test
# The script tests a new clone of the newest commit. It needs root and debootstrap. Each target's output is in SUITE-TARGET.log beside the root.
# Exit status: 0 every target passed, 1 one failed, 2 the system could not be set up.
set -euo pipefail
cd "$(dirname "$0")/.."

refuse() {
	printf 'ci/newer_debian.sh: %s\n' "$*" >&2
	exit 2
}

suite=trixie mirror='' root='' install=''
while [ $# -gt 0 ]; do
	case $1 in
	--suite | --mirror | --root | --install)
		[ $# -gt 1 ] || refuse "$1 needs a value"
		printf -v "${1#--}" %s "$2"
		shift 2
		;;
	-*) refuse "unknown option $1; the head of this file lists them" ;;
	*) break ;;
	esac
done
targets=("$@")
[ $# -gt 0 ] || targets=(lint regress link test)
root=$(realpath -m "${root:-build/debian/$suite}")

[ "$(id -u)" -eq 0 ] || refuse "only root can make a system of its own; call it with sudo"
command -v debootstrap >/dev/null || refuse "debootstrap is missing; install it: apt-get install -y --no-install-recommends debootstrap"
if [ -z "$mirror" ] && command -v apt-get >/dev/null; then
	mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
fi
[ -n "$mirror" ] || refuse "this machine's apt names no Debian mirror; give one with --mirror"

# The mounts end with their namespace, so that removing the root cannot remove /dev.
inside() {
	unshare --mount -- bash -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"' "$root" "$root" \
		/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
		${CC:+"CC=$CC"} ${CXX:+"CXX=$CXX"} ${JOBS:+"JOBS=$JOBS"} "$@"
}

mkdir -p "${root%/*}"
log=${root%/*}/$suite
if [ ! -e "$root/complete" ]; then
	rm -rf "$root"
	debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$log-setup.log" 2>&1 || refuse "debootstrap failed; see $log-setup.log"
	touch "$root/complete"
fi
# shellcheck disable=SC2086 # a list of words
{
	inside apt-get -qq update && inside apt-get -y -qq upgrade &&
		inside apt-get install -y -qq --no-install-recommends git make ca-certificates $install
} >>"$log-setup.log" 2>&1 || refuse "apt-get failed in $root; see $log-setup.log"
rm -rf "$root/pausebench"
git clone --quiet --no-hardlinks . "$root/pausebench" || refuse "cannot clone this checkout to $root/pausebench"

failed=0
for target in "${targets[@]}"; do
	printf '%s: make %s\n' "$suite" "$target"
	began=$SECONDS
	if inside make -C /pausebench "$target" >"$log-$target.log" 2>&1; then
		result=passed
	else
		result=FAILED failed=1
	fi
	tail -n 3 "$log-$target.log"
	printf '%s: make %s: %s after %d s; %s\n' "$suite" "$target" "$result" $((SECONDS - began)) "$log-$target.log"
done
inside sh -c 'verilator --version; ${CXX:-g++} --version | head -n 1'
exit $failed
