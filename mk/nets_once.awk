#!/usr/bin/awk -f
# SPDX-License-Identifier: Apache-2.0
# Exit status 0 if no net that an instance drives stands in it twice, comments aside.
{
	sub(/\/\/.*/, "")
	while (match($0, /\.?[A-Za-z_][A-Za-z0-9_]*/)) {
		name = substr($0, RSTART, RLENGTH)
		$0 = substr($0, RSTART + RLENGTH)
		if (name ~ /^(x?gmii_tx[a-z_]*|s_axis_tready|m_axis_t(data|keep|valid|last|user)|mdc|mdio_oe?|prdata|pready|pslverr|s_axil_[a-z]*|pfc_xoff|event_bits|port_.*)$/ && seen[name]++)
			exit 1
	}
}
