// SPDX-License-Identifier: Apache-2.0
// An end of a link without its MAC: the events of its monitors, its host, the set-up of its registers and its source of frames. doc/use/link.md 4.
#ifndef PAUSEBENCH_LINK_ENDS_H
#define PAUSEBENCH_LINK_ENDS_H
#include "link.h"
#include "link/description/link_device.h"
#include "link/description/link_traffic.h"
#include "link/modules/cable.h"
#include "link/modules/mac.h"

#include <memory>
#include <string>
#include <systemc>
#include <tlm>

namespace pausebench_link
{
using pausebench::packet;

uint64_t now_ps();
void wait_ps(uint64_t ps);
struct link_fact fact_of(enum link_fact_kind kind, unsigned end, uint64_t time_ps, uint64_t value = 0);
// Gives FACT to CHECK; throws std::bad_alloc.
void add_fact(struct link_check *check, struct link_fact fact);

// Passes the events of an end on to its scoreboard and, as facts, to the link's rules.
class tap
{
      public:
	tap(struct link_check *link_check, unsigned number, const struct dut *dut, const struct link_pace &link_pace,
	    struct waves_record *waves_record);
	static void events(void *context, const struct event *event, size_t count);
	uint64_t last_ps() const
	{
		return last;
	}
	const struct scoreboard_result *result() const
	{
		return scoreboard_result(scoreboard.get());
	}

      private:
	void look(const struct event &event);
	void look_sent(const struct event &event);
	uint64_t free_units(uint64_t level) const;

	struct link_check *check;
	unsigned end;
	struct link_pace pace;
	struct link_buffer buffer = {};
	struct waves_record *record; // may be NULL
	std::unique_ptr<struct scoreboard, void (*)(struct scoreboard *)> scoreboard;
	uint64_t last = 0;
};

// The host of an end, which takes frames at its pace and recognises those of the partner.
class host : public tlm::tlm_nonblocking_put_if<packet>
{
      public:
	host(struct link_check *link_check, unsigned number, const struct link_end &link_end, const struct link_pace &pace,
	     const struct link_faults *link_faults);
	bool nb_put(const packet &frame) override;
	bool nb_can_put(tlm::tlm_tag<packet> * = nullptr) const override;
	const sc_core::sc_event &ok_to_put(tlm::tlm_tag<packet> * = nullptr) const override
	{
		return never;
	}
	// Reports to the link's rules which stops began and ended before UNTIL.
	void add_stops(uint64_t until);
	// How many octets the delivered frames had on the wire, with preamble and gap.
	uint64_t wire_octets = 0;

      private:
	void take(const packet &frame);
	uint64_t next_ps(uint64_t number) const;

	struct link_check *check;
	unsigned end;
	struct link_host config;
	double clock_ps;
	const struct link_faults *faults;
	uint64_t change = 0, taken = 0;
	sc_core::sc_event never;
};

// An end without its MAC.
struct side {
	side(const struct link_description &link, struct link_check *check, unsigned end, const struct link_options &options);
	~side();
	side(const side &) = delete;
	side &operator=(const side &) = delete;

	const struct link_pace pace;
	tap listener;
	host taker;
	struct link_buffer buffer = {};
	struct link_flow flow = {};
	struct stimulus setup = {};
	struct link_source source = {};
	// Of the frames of the source: how many were offered, and how many left the cable or were lost on it.
	uint64_t sent = 0, left = 0;
	uint64_t accesses = 0;
	std::string access_error;
	bool programmed = false, source_done = false, read = false;
};

// Return the options of the cable's direction that begins at FROM, with a capture called NAME in FOLDER (NULL: none); and the options of the MAC
// at END.
pausebench::cable_options cable_options_of(const struct link_description &link, unsigned from, const char *folder,
                                           const char *name);
pausebench::mac_options mac_options_of(const struct link_description &link, unsigned end, tap *listener);
} // namespace pausebench_link
#endif
