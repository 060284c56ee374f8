/* SPDX-License-Identifier: Apache-2.0 */
/* Intel Low Latency 10G MAC: by how much a frame increases each counter of the statistics, as a pure function. UG 683426 5.11;
 * doc/devices/ll10g.md 1, 4.
 *
 *     struct ll10g_setup setup;
 *     struct ll10g_class class;
 *     uint64_t amount[LL10G_COUNTER_COUNT], sum[LL10G_COUNTER_COUNT] = { 0 };
 *     ll10g_setup_init(&setup);
 *     ll10g_classify(&class, &setup, &(struct ll10g_frame){ .octets = octets, .len = 64 });
 *     ll10g_count(amount, &class, &setup);
 *
 * Received and sent frames are classified alike; a sent one has an underrun or a host error instead of a bad FCS, and its
 * address is not filtered (all_unicast and all_multicast are set). */
#ifndef PAUSEBENCH_LL10G_H
#define PAUSEBENCH_LL10G_H
#include "finding/finding.h"
#include <stdbool.h>
#include <stdint.h>

enum { LL10G_EXTRA_ADDRESSES = 4, LL10G_THROWN_AWAY = 6 /* shorter received frames touch nothing */ };

/* Each counter once: COUNTER_AT(which directions, name in regs/ll10g/registers.def after tx_stats_ or rx_stats_, rule of a wrong
 * number, what a frame of class C adds with setup S). */
#define LL10G_COUNTERS(COUNTER_AT)                                                                                            \
	COUNTER_AT(BOTH, framesOK, GOOD, c->good)                                                                             \
	COUNTER_AT(BOTH, framesErr, ERROR, c->counted_error)                                                                  \
	COUNTER_AT(RX, framesCRCErr, ERROR, c->crc)                                                                           \
	COUNTER_AT(BOTH, octetsOK, OCTETS, ll10g_octets_ok(c, s))                                                             \
	COUNTER_AT(BOTH, pauseMACCtrl_Frames, PAUSE, c->pause)                                                                \
	COUNTER_AT(BOTH, ifErrors, ERROR, c->if_error)                                                                        \
	COUNTER_AT(BOTH, unicast_FramesOK, ADDRESS, c->good && !c->control && c->address_type == LL10G_UNICAST)               \
	COUNTER_AT(BOTH, unicast_FramesErr, ADDRESS, c->counted_error && !c->control && c->address_type == LL10G_UNICAST)     \
	COUNTER_AT(BOTH, multicast_FramesOK, ADDRESS, c->good && !c->control && c->address_type == LL10G_MULTICAST)           \
	COUNTER_AT(BOTH, multicast_FramesErr, ADDRESS, c->counted_error && !c->control && c->address_type == LL10G_MULTICAST) \
	COUNTER_AT(BOTH, broadcast_FramesOK, ADDRESS, c->good && !c->control && c->address_type == LL10G_BROADCAST)           \
	COUNTER_AT(BOTH, broadcast_FramesErr, ADDRESS, c->counted_error && !c->control && c->address_type == LL10G_BROADCAST) \
	COUNTER_AT(BOTH, etherStatsOctets, OCTETS, c->len)                                                                    \
	COUNTER_AT(BOTH, etherStatsPkts, GOOD, 1)                                                                             \
	COUNTER_AT(BOTH, etherStatsUndersizePkts, SIZE, c->under && !(s->strict && c->crc))                                   \
	COUNTER_AT(BOTH, etherStatsOversizePkts, SIZE, c->over && !(s->strict && c->crc))                                     \
	COUNTER_AT(BOTH, etherStatsPkts64Octets, SIZE, c->len == 64)                                                          \
	COUNTER_AT(BOTH, etherStatsPkts65to127Octets, SIZE, c->len >= 65 && c->len <= 127)                                    \
	COUNTER_AT(BOTH, etherStatsPkts128to255Octets, SIZE, c->len >= 128 && c->len <= 255)                                  \
	COUNTER_AT(BOTH, etherStatsPkts256to511Octets, SIZE, c->len >= 256 && c->len <= 511)                                  \
	COUNTER_AT(BOTH, etherStatsPkts512to1023Octets, SIZE, c->len >= 512 && c->len <= 1023)                                \
	COUNTER_AT(BOTH, etherStatPkts1024to1518Octets, SIZE, c->len >= 1024 && c->len <= 1518)                               \
	COUNTER_AT(BOTH, etherStatsPkts1519toXOctets, SIZE, c->len >= 1519 && !(s->oversize_ends_bin && c->over))             \
	COUNTER_AT(RX, etherStatsFragments, SIZE, c->under && c->crc)                                                         \
	COUNTER_AT(RX, etherStatsJabbers, SIZE, c->over && c->crc)                                                            \
	COUNTER_AT(RX, etherStatsCRCErr, ERROR, c->crc && !c->under && !c->over)                                              \
	COUNTER_AT(BOTH, unicastMACCtrlFrames, ADDRESS, c->good && c->control && c->address_type == LL10G_UNICAST)            \
	COUNTER_AT(BOTH, multicastMACCtrlFrames, ADDRESS, c->good && c->control && c->address_type == LL10G_MULTICAST)        \
	COUNTER_AT(BOTH, broadcastMACCtrlFrames, ADDRESS, c->good && c->control && c->address_type == LL10G_BROADCAST)        \
	COUNTER_AT(BOTH, PFCMACCtrlFrames, PFC, c->pfc)

enum ll10g_counter {
#define COUNTER_AT(directions, name, rule, amount) LL10G_##name,
	LL10G_COUNTERS(COUNTER_AT)
#undef COUNTER_AT
	    LL10G_COUNTER_COUNT
};
enum ll10g_directions { LL10G_RX = 1, LL10G_TX = 2, LL10G_BOTH = 3 };
struct ll10g_counter_row {
	const char *name;
	enum ll10g_directions directions;
	enum rule rule;
};
extern const struct ll10g_counter_row ll10g_counters[LL10G_COUNTER_COUNT];

enum ll10g_if_errors { LL10G_IF_ERROR_OR_INVALID, LL10G_IF_ERROR_AND_INVALID, LL10G_IF_ERROR };
enum ll10g_address_type { LL10G_UNICAST, LL10G_MULTICAST, LL10G_BROADCAST };

/* The settings in registers and parameters. */
struct ll10g_setup {
	uint8_t station[6], extra[LL10G_EXTRA_ADDRESSES][6];
	uint8_t extra_enabled; /* bit i: EN_SUPPi */
	bool all_unicast, all_multicast;
	bool tags_off; /* vlan_detection[0]: tags are payload */
	bool check_fcs;
	bool strict; /* Rfc2819Strict */
	bool err_excludes_filtered, octets_ok_all, oversize_ends_bin, payload_check_always, pause_exact64;
	enum ll10g_if_errors if_errors;
	uint32_t longest; /* DA..FCS, without tags */
};

/* A frame on the wire. */
struct ll10g_frame {
	const uint8_t *octets; /* DA..FCS, or the first 32 of them */
	uint32_t len;          /* length of the whole frame */
	bool fcs_wrong, code_error;
	bool underrun, host_error; /* of a sent frame */
};

struct ll10g_class {
	uint32_t len;
	unsigned tags;
	int64_t payload;      /* may be negative in a frame that is too short */
	uint16_t length_type; /* set if the frame is not under */
	bool length;          /* .length_type is a length */
	bool under, over, crc, phy, payload_length, underrun, host_error;
	bool error;         /* at least one of the errors above */
	bool invalid;       /* the address filter refuses the frame */
	bool good;          /* neither .error nor .invalid */
	bool counted_error; /* the frame counts in the error counters */
	bool if_error;
	bool control, pause, pfc;
	bool to_all, to_us;          /* the destination is the PAUSE address; it is the station */
	bool looks_pause, looks_pfc; /* type and opcode are those of PAUSE, of PFC, whatever the address and the errors are */
	enum ll10g_address_type address_type;
	uint16_t opcode;
};

/* Registers at reset, station address 0, the parameters' defaults. */
void ll10g_setup_init(struct ll10g_setup *ret);
void ll10g_classify(struct ll10g_class *ret, const struct ll10g_setup *setup, const struct ll10g_frame *frame);
/* Fills in by how much each counter grows; the caller ignores those that the direction does not have. Returns in bit i whether
 * counter i grows. */
uint32_t ll10g_count(uint64_t ret[LL10G_COUNTER_COUNT], const struct ll10g_class *c, const struct ll10g_setup *s);
#endif
