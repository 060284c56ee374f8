// SPDX-License-Identifier: Apache-2.0
// A frame between a host and a MAC.
#ifndef PAUSEBENCH_PACKET_H
#define PAUSEBENCH_PACKET_H
#include <cstdint>
#include <vector>

namespace pausebench
{

struct packet {
	std::vector<uint8_t>
	    octets;         // sent: DA..payload, to which the MAC adds the FCS; delivered: as the device delivers the frame
	bool error = false; // sent: XGMII, the host gives the frame up; delivered: tuser of the device
};

} // namespace pausebench
#endif
