#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes the profile of a variant of a MAC of tests/data/foreign.
# Usage: tools/saver/variants/profile.sh tests/data/foreign/MAC/variants/NAME.patch OUT.mac
set -euo pipefail
variant=$1 out=$2 folder=${1%/variants/*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$folder" --exclude=./faults --exclude=./variants -cf - . | tar -C "$work" -xf -
of=$(sed -n '/^---/q; s/^# of: *//p' "$variant")
for patch in ${of:+"$folder/variants/$of.patch"} "$variant"; do
	patch -d "$work" -p1 -s --no-backup-if-mismatch < "$patch"
done
cp "$work"/*.mac "$out"
