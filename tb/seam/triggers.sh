#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How many triggers the generated C++ of a DUT has: edges and changes that wake its logic, as it names them in its debug output.
# usage: tb/seam/triggers.sh FILE...
grep -hoE 'trigger index [0-9]+ is active: @' "$@" | sort -u | wc -l
