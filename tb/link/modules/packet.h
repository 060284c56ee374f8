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
	    octets; // of a sent frame DA..payload, to which the MAC adds the FCS; of a delivered one what the device delivers
	bool error = false; // sent (XGMII): the host aborts the frame; delivered: the tuser of the device
};

} // namespace pausebench
#endif
