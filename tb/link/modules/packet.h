// SPDX-License-Identifier: Apache-2.0
// A frame between a host and a MAC.
#ifndef PAUSEBENCH_PACKET_H
#define PAUSEBENCH_PACKET_H
#include <cstdint>
#include <vector>

namespace pausebench
{

struct packet {
	std::vector<uint8_t> octets; // sent: DA..payload, the MAC adds the FCS; delivered: as the device delivers it
	bool error = false;          // sent: XGMII, the host gives the frame up; delivered: what the device says by tuser
};

} // namespace pausebench
#endif
