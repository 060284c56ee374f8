#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Hunts one planted fault, or one false line of the profile, of a MAC in tests/foreign through its profile, as a black box.
# Usage: hunt.sh BUILD tests/foreign/MAC/faults/NAME.patch | hunt.sh BUILD tests/foreign/MAC/lies/NAME.lie
#
# The head of a patch is "# rule: RULE..." and "# fault: sentence"; it applies inside of the MAC's folder. The run must have a finding of one
# of these rules. A .lie has "# rule: RULE..." likewise, "# line: KEY" for what the finding must name, and a sed script for the profile.
set -euo pipefail
build=$1 change=$2
name=$(basename "${change%.*}") mac=$(basename "$(dirname "$(dirname "$change")")")
source=tests/foreign/$mac dir=$build/foreign/$mac/$name row=${mac}_$name
refuse() { echo "$change: $1" >&2; exit 2; }
head_of() { sed -n "/^---/q; s/^# $1: *//p" "$change" | head -1; }
