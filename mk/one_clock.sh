#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes of the MAC with four clocks (tests/data/foreign/fourclk) one with a single clock, for make bench: the same RTL, its clocks tied together.
# usage: mk/one_clock.sh FOLDER; writes FOLDER/fourclk_one.mac and fourclk_one.vh
set -eu
from=tests/data/foreign/fourclk
mkdir -p "$1"
sed -e '/^clock /d; /^ppm /d; /^jitter /d' -e 's/^mac .*/mac fourclk_one/' -e "s,^sources .*,sources $PWD/$from/rtl," \
	-e 's/^instance .*/instance fourclk_one.vh/' "$from/fourclk.mac" > "$1/fourclk_one.mac.new"
# A MAC with one clock is driven in the first clock behind its reset, and this one leaves its reset two clocks behind the pin: it gets a shorter one.
{
	echo 'reg [1:0] in_reset = 2'\''d0;'
	echo 'always @(posedge clk) in_reset <= rst_n ? 2'\''d0 : in_reset + {1'\''b0, in_reset != 2'\''d3};'
	echo 'wire mac_rst_n = rst_n | in_reset == 2'\''d3;'
	sed -E -e 's/\((rx|tx|host|bus)_clk\)/(clk)/g' -e 's/\((rx|tx|host|bus)_rst_n\)/(mac_rst_n)/g' "$from/fourclk.vh"
} > "$1/fourclk_one.vh.new"
for file in fourclk_one.mac fourclk_one.vh; do
	if cmp -s "$1/$file.new" "$1/$file"; then rm "$1/$file.new"; else mv "$1/$file.new" "$1/$file"; fi
done
