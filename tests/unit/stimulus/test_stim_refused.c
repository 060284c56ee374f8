/* SPDX-License-Identifier: Apache-2.0 */
/* The text form of stimuli: every refusal names line and column. */
#include "stim_duts.h"
#include "support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct refusal {
	const char *line, *message;
};

/* ^ marks the column that the message must name. The line is the fourth of its file. */
static const struct refusal refused[] = {
	{ "^rx.fram", "expected an item" },
	{ "^RX.FRAME", "expected an item" },
	{ "  ^frobnicate x=1", "expected an item" },
	{ "^=", "expected an item" },
	{ "rx.frame ^64", "expected key=value" },
	{ "rx.frame ^=64", "expected key=value" },
	{ "rx.frame ^size=64", "unknown key" },
	{ "expect^", "expected tx.frame, pause, xoff, xon, pfc, jam, false-carrier, remote-fault, idle or classes, or no" },
	{ "expect no^", "expected tx.frame" },
	{ "expect ^tx.fram within=1", "not 'tx.fram'; did you mean 'tx.frame'?" },
	{ "expect ^xof within=1", "did you mean 'xoff'?" },
	{ "expect ^no-xoff until=1", "expected tx.frame" },
	{ "expect no ^XON until=1", "expected tx.frame" },
	{ "expect xoff^", "expect xoff needs within=" },
	{ "expect xoff until=3^", "expect xoff needs within=" },
	{ "expect no xoff^", "expect no xoff needs until=" },
	{ "expect no xoff until=3 within=^4", "within is for what must come" },
	{ "expect xoff within=^0", "within must be more than 0" },
	{ "expect no xoff until=^0q", "until must be more than 0" },
	{ "expect xoff within=10^quanta", "expected no unit (octet times), q (quanta), clk, ns or us for within, not 'quanta'" },
	{ "expect xoff within=1q+^inhibits", "unknown figure 'inhibits' for within, did you mean 'inhibit'?" },
	{ "expect xoff within=1q+^", "expected octet times" },
	{ "expect xoff within=^+1q", "expected octet times" },
	{ "expect xoff within=1q+resume+^resume", "resume is given twice for within" },
	{ "expect xoff within=^xyzzy", "expected octet times" },
	{ "expect xoff within=^-1", "expected octet times" },
	{ "expect xoff within=^1000000001", "must be 0 to 1000000000" },
	{ "expect xoff within=^15625001q", "must be 0 to 15625000" },
	{ "expect xoff within=1000000000+^1", "within is more than 1000000000" },
	{ "expect xoff within=1 from=^then", "expected now, rx, rx-start, tx, tx-start, collision or carrier for from" },
	{ "expect xoff within=1 from=^rx", "from=rx needs a line rx.* before it" },
	{ "expect xoff within=1 from=^tx-start", "from=tx-start needs a line before it that expects a frame" },
	{ "expect xoff within=1 kind=^pause", "kind is for tx.frame, not for xoff" },
	{ "expect tx.frame within=1 kind=^xoff", "expected data, pause or pfc for kind" },
	{ "expect xon within=1 time=^0", "time is for the pause, xoff or pfc that must come" },
	{ "expect no xoff until=1 time=^5", "time is for" },
	{ "expect xoff within=1 time=^65536", "must be 0 to 65535" },
	{ "expect xoff within=1 octets=^0", "must be 1" },
	{ "expect no tx.frame until=1 octets=^64", "octets is for the frame that must come" },
	{ "expect xoff ^before=1", "unknown key 'before'; expect takes from after until within kind octets time off on" },
	{ "rx.frame len=64 ^len=65", "given twice" },
	{ "rx.frame len=^", "expected a value" },
	{ "rx.frame len =^", "expected a value" },
	{ "rx.frame   s^ize= 64", "unknown key 'size'" }, /* a key is moved to its value */
	{ "rx.frame len = ^x gap=1", "expected a number" },
	{ "rx.frame len = 64 ^siz=1", "unknown key 'siz'" },
	{ "rx.frame len=^x", "expected a number" },
	{ "rx.frame len=^0x", "expected a number" },
	{ "rx.frame len=^0x1G", "expected a number" },
	{ "rx.frame len=^-1", "expected a number" },
	{ "rx.frame len=^1e3", "expected a number" },
	{ "rx.frame len=^3", "must be 4 to 65600" },
	{ "rx.frame len=^65601", "must be 4 to 65600" },
	{ "rx.frame len=^4294967300", "must be 4 to 65600" },
	{ "rx.frame len=^18446744073709551680", "must be 4 to 65600" },
	{ "rx.frame len=^0x100000000000000000000000000000040", "must be 4 to 65600" },
	{ "rx.frame da=^partner2", "expected station" },
	{ "rx.frame da=^00:11:22:33:44", "expected station" },
	{ "rx.frame da=^00:11:22:33:44:5", "expected station" },
	{ "rx.frame da=^00:11:22:33:44:55:66", "expected station" },
	{ "rx.frame da=^001122334455", "expected station" },
	{ "rx.frame type=^0x10000", "must be 0 to 65535" },
	{ "rx.frame fill=^random", "expected inc, zero, ones, rand" },
	{ "rx.frame fill=rand:^x", "expected a number" },
	{ "rx.frame fill=hex:123^", "even number of hex digits" },
	{ "rx.frame fill=hex:1^G", "expected hex digits" },
	{ "rx.frame len=20 fill=^hex:010203", "do not fit" },
	{ "rx.frame hex=0102 len=^64", "exclude each other" },
	{ "rx.frame da=^station hex=0102", "exclude each other" },
	{ "rx.frame hex=010^", "even number" },
	{ "rx.frame fcs=^fine", "expected good, bad, none" },
	{ "rx.frame fcs=^0x123", "expected good, bad, none" },
	{ "rx.frame fcs=^0x12345G78", "expected a number" },
	{ "rx.frame er=^64", "must be within the run" },
	{ "rx.frame er=^-9", "must be within the run" },
	{ "rx.frame er=^18446744073709551615", "must be within the run" },
	{ "rx.frame er=^-9223372036854775808", "must be within the run" },
	{ "rx.frame er=^-18446744073709551617", "must be within the run" },
	{ "rx.frame er=^x", "expected the offset" },
	{ "rx.frame er_len=^2", "er_len needs er=" },
	{ "rx.frame er=1 er_len=^0", "must be 1" },
	{ "rx.frame preamble=^256", "must be 0 to 255" },
	{ "rx.frame sfd=^256", "must be 0 to 255" },
	{ "rx.frame gap=^0", "must be 1 or more where no rx.idle with len= comes before" },
	{ "rx.idle^", "needs data=" },
	{ "rx.idle data=^256", "must be 0 to 255" },
	{ "rx.idle data=1 error=^2", "expected 0 or 1 for error" },
	{ "rx.idle data=1 len=^0", "must be 1" },
	{ "rx.idle data=1 gap=^1", "gap needs len=CLOCKS" },
	{ "^rx.ordered set=4", "is for xgmii" },
	{ "rx.pause time=^65536", "must be 0 to 65535" },
	{ "rx.pause opcode=^x", "expected a number" },
	{ "rx.pause tag=^0x10000", "must be 0 to 65535" },
	{ "rx.pause reserved=^256", "must be 0 to 255" },
	{ "rx.pause ^fill=zero", "unknown key" },
	{ "rx.raw^", "expected hex=DIGITS" },
	{ "rx.raw hex=^", "expected a value" },
	{ "rx.raw hex=55 ^preamble=1", "unknown key" },
	{ "rx.raw hex=55 er=^1", "must be within the run" },
	{ "tx.frame len=^0", "must be 1 to 65600" },
	{ "tx.frame fcs=^bad", "fcs of a sent frame is for mii" },
	{ "tx.frame stall=^3", "stall needs stall_at" },
	{ "tx.frame len=20 stall_at=^20", "must be 1 to 19" },
	{ "tx.frame len=20 stall_at=^0", "must be 1 to 19" },
	{ "tx.frame len=1 stall_at=^1", "cannot stall" },
	{ "reg.write^", "expected the name or address" },
	{ "reg.write TX_MODE^", "expected the value" },
	{ "reg.write ^NO_SUCH 1", "has no register" },
	{ "reg.write ^FCRTH0 1", "bcm5718 has no register 'FCRTH0': it is one of i82598" },
	{ "reg.read ^rx_stats_pauseMACCtrl_Frames", "it is one of ll10g" },
	{ "reg.write ^tx_mode 1", "has no register" },
	{ "reg.write ^0x10000 1", "must be 0 to 65535" },
	{ "reg.write TX_MODE ^0x100000000", "must be 0 to 4294967295" },
	{ "reg.write TX_MODE ^HALF_DUPLEX", "fields of TX_MODE" },
	{ "reg.write TX_MODE ENABLE|^", "fields of TX_MODE" },
	{ "reg.write TX_MODE ENABLE=^2", "must be 0 to 1" },
	{ "reg.write MI_COM ^PHY", "has 5 bits" },
	{ "reg.write TX_MODE^.ENABLE 1", "whole register" },
	{ "reg.write 0x0804 ^ENABLE", "expected a number" },
	{ "reg.write TX_MODE 1 ^2", "expected key=value" },
	{ "reg.write TX_MODE 1 strobe=^16", "must be 0 to 15" },
	{ "reg.read ^NO_SUCH", "has no register" },
	{ "reg.read TX_STATUS.^NO_SUCH expect=1", "has no field" },
	{ "reg.read TX_STATUS.XOFFED expect=^2", "must be 0 to 1" },
	{ "reg.read TX_STATUS.XOFFED^", "expected expect=" },
	{ "reg.read TX_STATUS.XOFFED expect=1 mask=^1", "its own mask" },
	{ "reg.read TX_STATUS mask=^1", "mask needs expect" },
	{ "reg.read TX_STATUS expect=1 mask=^0", "mask must not be 0" },
	{ "host.stop ^now", "expected the end of the line" },
	{ "host.start ^now", "expected the end of the line" },
	{ "host.rate on=1^", "needs off=" },
	{ "host.rate off=1^", "needs on=" },
	{ "host.rate on=^0 off=1", "must be 1" },
	{ "phy.reg phy=1 reg=2^", "needs value=" },
	{ "phy.reg phy=^32 reg=2 value=1", "must be 0 to 31" },
	{ "phy.reg phy=1 reg=^32 value=1", "must be 0 to 31" },
	{ "phy.reg phy=1 reg=2 value=^65536", "must be 0 to 65535" },
	{ "phy.absent^", "needs phy=" },
	{ "reset cycles=^0", "must be 1" },
	{ "wait^", "expected a number of cycles" },
	{ "wait ^forever", "expected a number of cycles" },
	{ "wait ^-1", "expected a number of cycles" },
	{ "wait ^1000000001", "must be 0 to 1000000000" },
	{ "wait 1 ^2", "expected the end of the line" },
	{ "wait idle max=^0", "must be 1" },
	{ "wait idle ^at=1", "unknown key" },
	{ "wait start at=^-1000001", "must be -1000000 to 1000000" },
	{ "wait start at=^soon", "expected a number for at" },
	{ "wait start max=^0", "must be 1" },
	{ "wait ^pfc", "wait pfc needs PFC, which bcm5718 has not" },
	{ "wait start ^3", "expected key=value" },
	{ "wait 10^s", "expected cycles (no unit), ns, us, ms or q (quanta), not 's'" },
	{ "wait ^9000000000ms", "must be 0 to 1000000000" },
	{ "wait ^900000000ms", "the wait has more than 1000000000 cycles" },
	{ "wait 1us ^max=2", "expected the end of the line" },
	{ "wait until^", "expected xoff-sent, xon-sent, paused, resumed, level<OCTETS or level>OCTETS" },
	{ "wait until ^sent", "expected xoff-sent" },
	{ "wait until level<^", "expected a number" },
	{ "wait until ^level=3", "expected xoff-sent" },
	{ "marks^", "expected high=OCTETS, low=OCTETS or both" },
	{ "marks high=^many", "expected a number for high_mark" },
	{ "wait idle ^min=1", "unknown key" },
	{ "setup ^fast", "expected the end of the line" },
	{ "pcap^", "needs file=" },
	{ "pcap file=^no-such-file.pcap", "No such file" },
	{ "pcap file=x gaps=^open", "expected close or keep" },
	{ "pcap file=x fcs=^bad", "expected stated, present or add" },
	{ "needs^", "expected what is needed" },
	{ "needs ^wings", "expected what is needed" },
	{ "needs ^reqest", "did you mean 'request'" },
	{ "needs gmii ^GMII", "as in obs, pfc or request" },
	{ "purpose^", "expected the requirements" },
	{ "control^", "expected controls: NAME=VALUE" },
	{ "control ^rx_paus=1", "unknown control 'rx_paus', did you mean 'rx_pause'?" },
	{ "counter ^dot3StatsFCSErors", "unknown counter 'dot3StatsFCSErors', did you mean 'dot3StatsFCSErrors'?" },
	{ "counter ^xyzzy expect=1", "unknown counter 'xyzzy'; regs/ieee8023/counters.def" },
	{ "control ^xyzzy 1", "unknown control 'xyzzy'; regs/controls.def" },
	{ "control rx_pause=^", "expected the value of rx_pause" },
	{ "control rx_pause=1 tx_pause^", "expected the value of tx_pause" },
	{ "control rx_pause=^2", "rx_pause must be 0 to 1" },
	{ "control rx_pause=^on", "expected a number for rx_pause" },
	{ "control station=^00:11:22:33:44", "expected a number for station" },
	{ "counter^", "expected the name of a standard counter" },
	{ "counter dot3StatsFCSErrors ^3", "expected key=value" },
	{ "counter dot3StatsFCSErrors expect=^x", "expected a number for expect" },
	{ "repeat^", "expected how often the lines are read" },
	{ "repeat ^0", "repeat must be 1 to 100000 (0x186a0), not 0" },
	{ "repeat 3 ^x", "expected the end of the line" },
	{ "repeat at^", "expected the values of at" },
	{ "repeat ^at_a_name_that_is_far_too_long 0..3", "at most 23 characters" },
	{ "^repeat at 0..70000", "a repeat has at most 65536 values" },
	{ "^repeat at 0..3", "the repeat has no line 'end'" },
	{ "^repeat 3", "the repeat has no line 'end'" },
	{ "sweep^", "expected the name of the sweep's value" },
	{ "sweep ^7 0..3", "expected the name of the sweep's value" },
	{ "sweep ^a_name_that_is_far_too_long 0..3", "at most 23 characters" },
	{ "sweep at^", "expected the values of at" },
	{ "sweep at ^3", "expected the values of at" },
	{ "sweep at ^x..3", "expected a number for the first value" },
	{ "sweep at 3..^2", "must not be below the first" },
	{ "sweep at 0..3 ^by=2", "expected step=N" },
	{ "sweep at 0..3 step=^0", "step must be 1 or more" },
	{ "^sweep at 0..5000", "at most 4096 values" },
	{ "sweep at 0..3 step=2 ^x", "expected the end of the line" },
	{ "^sweep at 0..3", "the sweep of at has no line 'end'" },
	{ "^end", "expected an item" },
	{ "dut^", "expected the name" },
	{ "model^", "expected the name of a model" },
	{ "model ^a_name_that_is_longer_than_any_device_has", "at most" },
	{ "model a ^b", "expected the end of the line" },
	{ "rx.pfc time0=^65536", "must be 0 to 65535" },
	{ "rx.pfc ^time8=1", "unknown key" },
	{ "rx.pfc enable=^0x10000", "must be 0 to 65535" },
	{ "rx.pfc len=^3", "must be 4 to 65600" },
	{ "  ^rx.lanes seq=\"S\"", "rx.lanes is for xgmii; bcm5718 has gmii" },
	{ "^rx.fault kind=local count=1", "is for xgmii" },
	{ "rx.frame column=^0", "column is for xgmii" },
	{ "rx.frame end=^T", "end is for xgmii" },
	{ "rx.pause er=1 er_code=^E", "er_code is for xgmii" },
	{ "tx.frame error=^1", "error is for xgmii" },
	{ "^pause.req xoff", "needs request ports, which bcm5718 has not" },
	{ "^pfc.req off=1", "needs request ports" },
	{ "^stop rx cycles=1", "stop needs a clock of the receive wire that may stop, which bcm5718 has not" },
	{ "^reset.clock rx", "reset.clock needs a reset of the receive clock alone, which bcm5718 has not" },
	{ "dut ^a_name_that_is_longer_than_any_device_has", "at most" },
	{ "dut a ^b", "expected the end of the line" },
	{ "reg.walk seed=^65536", "must be 0 to 65535" },
	{ "reg.walk ^byte=1", "unknown key" },
	{ "reg.walk writes=^0", "expected yes or no" },
	{ "reg.holes ^0x100", "expected the end of the line after reg.holes" },
	{ "seed^", "expected the seed" },
	{ "seed ^x", "expected a number" },
	{ "seed ^4294967296", "must be 0 to 4294967295" },
	{ "rx.frame lead=^1", "lead is for mii; bcm5718 has gmii" },
	{ "rx.pause dribble=^1", "dribble is for mii" },
	{ "rx.raw hex=55 collides=^1", "collides is for mii" },
	{ "  ^link", "link is for mii; bcm5718 has gmii" },
	{ "^wire.collision", "wire.collision is for mii" },
	{ "^wire.carrier len=1", "wire.carrier is for mii" },
	{ "negotiate advertise=1^", "needs phy=" },
	{ "negotiate phy=1^", "needs advertise=" },
	{ "negotiate phy=^32 advertise=1", "must be 0 to 31" },
	{ "negotiate phy=1 advertise=^65536", "must be 0 to 65535" },
	{ "negotiate phy=1 advertise=1 via=^pins", "expected register or master for via" },
	{ "negotiate phy=1 advertise=1 ^ability=1", "unknown key" },
	{ "phy.partner ability=1^", "needs phy=" },
	{ "phy.partner phy=1^", "needs ability=" },
	{ "phy.partner phy=^32 ability=1", "must be 0 to 31" },
	{ "phy.partner phy=1 ability=^0x10000", "must be 0 to 65535" },
	{ "phy.fault kind=none^", "needs phy=" },
	{ "phy.fault phy=1^", "needs kind=" },
	{ "phy.fault phy=1 kind=^broken", "expected none, turnaround, stuck, incomplete or nolink" },
	{ "phy.fault phy=1 kind=^0", "expected none, turnaround" },
	{ "phy.fault phy=1 kind=none ^reg=1", "unknown key" },
	{ "phy.delay ns=300^", "needs phy=" },
	{ "phy.delay phy=1^", "needs ns=" },
	{ "phy.delay phy=1 ns=^301", "ns must be 0 to 300" },
};

/* The same at MII. */
static const struct refusal refused_at_mii[] = {
	{ "rx.frame lead=^2", "expected 0 or 1 for lead" },
	{ "rx.frame collides=^yes", "expected 0 or 1 for collides" },
	{ "rx.frame dribble=^16", "must be 0 to 15" },
	{ "rx.raw hex=55 dribble=^x", "expected a number" },
	{ "rx.frame gap=^0", "must be 1 or more where no rx.idle with len= comes before" },
	{ "rx.frame column=^4", "column is for xgmii; nibbles has mii" },
	{ "^rx.lanes seq=\"S\"", "rx.lanes is for xgmii; nibbles has mii" },
	{ "tx.frame error=^1", "error is for xgmii" },
	{ "tx.frame fcs=^fine", "expected good, bad, none" },
	{ "tx.frame len=65597 fcs=^good", "at most 65600 octets with the FCS" },
	{ "link speed=^1", "must be 10 to 1000" },
	{ "link speed=^50", "expected 10, 100 or 1000" },
	{ "link speed=^10G", "expected a number" },
	{ "link speed=100 duplex=^auto", "expected full or half for duplex" },
	{ "link duplex=^half", "half duplex is for 10 and 100" },
	{ "link speed=1000 duplex=^half", "half duplex is for 10 and 100" },
	{ "link ^half", "expected key=value" },
	{ "link ^rate=100", "unknown key" },
	{ "wire.collision at=^0", "must be 1" },
	{ "wire.collision len=^0", "must be 1" },
	{ "wire.collision count=^0", "must be 1" },
	{ "wire.collision count=^1000000001", "must be 1 to 1000000000" },
	{ "wire.collision ^after=1", "unknown key" },
	{ "wire.carrier^", "needs len=" },
	{ "wire.carrier after=3^", "needs len=" },
	{ "wire.carrier len=^0", "must be 1" },
	{ "wire.carrier len=1 after=^0", "must be 1" },
	{ "wire.carrier len=1 ^at=1", "unknown key" },
	{ "reg.write ethernet_addr 1 strobe=^256", "must be 0 to 255" },
	{ "reg.write ethernet_addr ^0x10000000000000000", "must be 0 to 18446744073709551615" },
	{ "reg.write frame_cfg SLOT_SIZE=^1024", "must be 0 to 1023" },
	{ "reg.write mac_cfg ^SPEED_SEL", "has 2 bits" },
	{ "^pause.req xoff", "needs request ports" },
	{ "expect ^pfc within=1", "pfc needs request ports" },
	{ "expect ^idle within=1", "idle is for xgmii" },
	{ "expect tx.frame kind=^pfc within=1", "pfc needs request ports" },
	{ "expect jam off=^0 within=1", "off needs request ports" },
};

/* The same on a MAC with a clock that may stop. */
static const struct refusal refused_with_clocks[] = {
	{ "stop^", "expected rx, the clock that a PHY may stop" },
	{ "stop ^tx cycles=1", "expected rx, the clock that a PHY may stop, not 'tx'" },
	{ "stop ^cycles=1", "expected rx, the clock that a PHY may stop, not 'cycles=1'" },
	{ "stop rx^", "stop needs cycles=" },
	{ "stop rx cycles=^0", "cycles must be 1 to 100000" },
	{ "stop rx cycles=^100001", "cycles must be 1 to 100000" },
	{ "stop rx ^octets=1", "unknown key" },
	{ "reset.clock^", "expected rx, the clock that may be reset alone" },
	{ "reset.clock ^bus", "expected rx, the clock that may be reset alone, not 'bus'" },
	{ "reset.clock rx cycles=^0", "cycles must be 1 to 100000" },
};

/* The same at XGMII. */
static const struct refusal refused_at_xgmii[] = {
	{ "^rx.raw hex=55", "rx.raw is for gmii; ten has xgmii" },
	{ "rx.frame preamble=^0", "must be 1 to 255" },
	{ "rx.frame column=^1", "expected 0 or 4" },
	{ "rx.frame column=^8", "expected 0 or 4" },
	{ "rx.frame column=^04", "expected 0 or 4" },
	{ "rx.frame end=^X", "expected a control code" },
	{ "rx.frame end=^TT", "expected a control code" },
	{ "rx.frame end=^256", "must be 0 to 255" },
	{ "rx.frame er_code=^E", "er_code needs er=" },
	{ "tx.frame error=^2", "expected 0 or 1" },
	{ "rx.lanes^", "needs seq=" },
	{ "rx.lanes seq=^S", "in quotes" },
	{ "rx.lanes seq=^\"", "in quotes" },
	{ "rx.lanes seq=^\"S T", "in quotes" },
	{ "rx.lanes seq=^\"\"", "one lane or more" },
	{ "rx.lanes seq=\"S ^5 T\"", "expected a lane" },
	{ "rx.lanes seq=\"S ^555 T\"", "expected a lane" },
	{ "rx.lanes seq=\"^SS\"", "expected a lane" },
	{ "rx.lanes seq=\"S ^!5\"", "expected a lane" },
	{ "rx.lanes seq=\"S ^X\"", "expected a lane" },
	{ "rx.lanes seq=\"S 55*^0\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^x\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^2*2\"", "expected how often" },
	{ "rx.lanes seq=\"S 55*^65600\"", "more lanes than" },
	{ "rx.lanes seq=\"S 55*^18446744073709551617\"", "more lanes than" },
	{ "rx.lanes seq=\"S\" ^er=1", "unknown key" },
	{ "rx.lanes seq=\"S\" ^T", "expected key=value" },
	{ "rx.fault count=1^", "needs kind=" },
	{ "rx.fault kind=^both count=1", "expected local or remote" },
	{ "rx.ordered count=1^", "needs set=" },
	{ "rx.ordered set=^0x1000000", "must be 0 to 16777215" },
	{ "rx.ordered set=4 count=^16401", "must be 1 to 16400" },
	{ "^rx.idle data=1", "rx.idle is for gmii" },
	{ "rx.fault kind=local^", "needs count=" },
	{ "rx.fault kind=local count=^0", "must be 1 to 16400" },
	{ "rx.fault kind=local count=^16401", "must be 1 to 16400" },
	{ "pause.req^", "expected none, xon, xoff or both" },
	{ "pause.req ^on", "expected none, xon, xoff or both" },
	{ "pause.req xon ^xoff", "expected the end of the line" },
	{ "pfc.req off=^8", "expected classes 0 to 7" },
	{ "pfc.req off=^12", "expected classes 0 to 7" },
	{ "pfc.req off=1,^", "expected classes 0 to 7" },
	{ "pfc.req on=1,^x", "expected classes 0 to 7" },
	{ "pfc.req ^xoff=1", "unknown key" },
	{ "expect ^jam within=1", "jam is for mii" },
	{ "expect classes within=1^", "expect classes needs off= or on=" },
	{ "expect xoff within=1 from=^collision", "collision is for mii" },
	{ "expect no pfc until=1 off=^1", "off is for classes, or the pfc that must come" },
	{ "expect pause within=1 on=^1", "on is for classes, or the pfc that must come" },
	{ "expect remote-fault within=1 octets=^64", "octets is for the frame that must come" },
};

static const struct refusal refused_without_mdio[] = {
	{ " ^negotiate phy=1 advertise=1", "negotiate needs MDIO, which other has not" },
	{ "rx.frame dribble=^0", "dribble is for mii; other has xgmii" },
	{ "tx.frame fcs=^good", "fcs of a sent frame is for mii; other has xgmii" },
	{ "^link speed=100", "link is for mii" },
};

static void check_refusal_on(const struct dut *on, const char *text, size_t len, unsigned line, unsigned column,
                             const char *message, const char *shown)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	int rc = read_text(&st, text, len, on, &error);

	cr_expect_eq(rc, -EINVAL, "%s: returned %d", shown, rc);
	if (rc == -EINVAL) {
		cr_expect_str_eq(error.file, "text.stim", "%s: file %s", shown, error.file);
		cr_expect(error.line == line && error.column == column, "%s: expected %u:%u, actual %u:%u (%s)", shown, line,
		          column, error.line, error.column, error.message);
		cr_expect_not_null(strstr(error.message, message), "%s: expected '...%s...', actual '%s'", shown, message,
		                   error.message);
	}
	stimulus_release(&st);
}

static void check_refusal(const char *text, size_t len, unsigned line, unsigned column, const char *message, const char *shown)
{
	check_refusal_on(dut(), text, len, line, column, message, shown);
}

static void check_refusals(const struct dut *on, const struct refusal *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char text[256], line[200];
		const char *mark = strchr(list[i].line, '^');
		snprintf(line, sizeof(line), "%.*s%s", (int)(mark - list[i].line), list[i].line, mark + 1);
		snprintf(text, sizeof(text), "%s# comment\r\n\n%s\nwait 1\n", head, line);
		check_refusal_on(on, text, strlen(text), 4, (unsigned)(mark - list[i].line) + 1, list[i].message, list[i].line);
	}
}

Test(stim, every_refusal_names_line_column_and_what_was_expected)
{
	struct dut clocked = *dut();

	clocked.capabilities |= CAP_RX_STOPS | CAP_RX_RESETS;
	check_refusals(dut(), refused, COUNT_OF(refused));
	check_refusals(&ten_gigabit, refused_at_xgmii, COUNT_OF(refused_at_xgmii));
	check_refusals(&nibbles, refused_at_mii, COUNT_OF(refused_at_mii));
	check_refusals(&clocked, refused_with_clocks, COUNT_OF(refused_with_clocks));
	check_refusals(&other_ten_gigabit, refused_without_mdio, COUNT_OF(refused_without_mdio));
}

Test(stim, headers_stand_before_items_and_once)
{
	static const char late[] = "pausebench-stim 1\nwait 1\nseed 2\n", twice[] = "pausebench-stim 1\nseed 1\nseed 2\n";

	check_refusal(late, strlen(late), 3, 1, "before the first item", late);
	check_refusal(twice, strlen(twice), 3, 1, "given twice", twice);
}

Test(stim, a_block_has_no_other_block_within)
{
	static const char in_repeat[] = "pausebench-stim 1\nrepeat 3\nsweep at 0..3\nend\nend\n";
	static const char in_sweep[] = "pausebench-stim 1\nsweep at 0..3\n repeat 3\nend\nend\n";
	static const char in_part[] = "pausebench-stim 1\npart a\nrepeat 3\nend\nend\n";
	static const char too_many[] = "pausebench-stim 1\nrepeat 100000\nsetup\nsetup\nend\n";

	check_refusal(in_repeat, strlen(in_repeat), 3, 1, "expected the end of the repeat first", in_repeat);
	check_refusal(in_sweep, strlen(in_sweep), 3, 1, "expected the end of the sweep of at first", in_sweep);
	check_refusal(in_part, strlen(in_part), 3, 1, "expected the end of part a first", in_part);
	check_refusal(too_many, strlen(too_many), 4, 1, "a repeat makes at most 1000000 items", too_many);
}

/* Nobody writes into the pipe: a reader that waits for it waits for ever. */
Test(stim, a_pipe_is_no_stimulus)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	char folder[64], path[96];

	scratch_make(folder, sizeof(folder), "stim_pipe");
	snprintf(path, sizeof(path), "%s/pipe.stim", folder);
	cr_assert_eq(mkfifo(path, 0666), 0);
	cr_expect_eq(stimulus_read(&st, path, &dut_table[0], &error), -EINVAL);
	cr_expect_str_eq(error.message, "expected a file, since a stimulus is read more than once; this is a pipe or a device");
	cr_expect_str_eq(error.file, path);
	stimulus_release(&st);
}

/* Six lines that ask for 1.7 GiB end where the limit is reached. */
Test(stim, a_stimulus_has_a_limit_of_memory)
{
	static const char large[] =
	    "pausebench-stim 1\nrepeat 100000\nrx.frame len=9000\nend\nrepeat 100000\nrx.frame len=9000\nend\n";

	check_refusal(large, strlen(large), 3, 1,
	              "the items up to this line take more than 512 MiB, which is the most for a stimulus", large);
}

Test(stim, foreign_files_and_other_versions_are_refused)
{
	static const struct {
		const char *text;
		unsigned column;
		const char *message;
	} files[] = {
		{ "", 1, "expected 'pausebench-stim 2' in the first line" },
		{ "\n", 1, "in the first line" },
		{ "# comment first\npausebench-stim 1\n", 1, "in the first line" },
		{ "wait 1\n", 1, "in the first line" },
		{ "pausebench-stim\n", 16, "expected the version" },
		{ "pausebench-stim one\n", 17, "expected the version" },
		{ "pausebench-stim 3\nwait 1\n", 17, "version 3 of the format is not known; this program reads versions 1 to 2" },
		{ "pausebench-stim 0\n", 17, "version 0 of the format is not known" },
		{ "pausebench-stim 4294967297\n", 17, "of the format is not known" },
		{ "pausebench-stim 18446744073709551617\n", 17, "of the format is not known" },
		{ "pausebench-stim 1 2\n", 19, "expected the end of the line" },
		{ "\xD4\xC3\xB2\xA1", 1, "in the first line" },
		{ "\x7F"
		  "ELF",
		  1, "in the first line" },
	};

	for (size_t i = 0; i < COUNT_OF(files); i++)
		check_refusal(files[i].text, strlen(files[i].text), 1, files[i].column, files[i].message, files[i].text);
}

Test(stim, nul_octets_are_refused)
{
	static const char in_item[] = "pausebench-stim 1\nwait 1\nwa\0it 1\n",
			  in_comment[] = "pausebench-stim 1\n# a\0b\nwait 1\n";

	check_refusal(in_item, sizeof(in_item) - 1, 3, 3, "NUL", "NUL in an item");
	check_refusal(in_comment, sizeof(in_comment) - 1, 2, 4, "NUL", "NUL in a comment");
}

Test(stim, control_characters_do_not_reach_the_message)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	static const char text[] = "pausebench-stim 1\nrx.frame da=\x1B[31mred\xFF\n";

	cr_expect_eq(read_text(&st, text, strlen(text), dut(), &error), -EINVAL);
	for (const char *p = error.message; *p; p++)
		cr_expect(*p >= ' ' && *p < 0x7F, "octet 0x%02X in '%s'", (unsigned char)*p, error.message);
	stimulus_release(&st);
}

Test(stim, endless_lines_are_refused)
{
	size_t len = 1 << 19;
	char *text = malloc(len + 1);

	memcpy(text, head, strlen(head));
	memset(text + strlen(head), 'x', len - strlen(head));
	check_refusal(text, len, 2, (1 << 18) + 1, "line of at most", "half a megabyte without a line end");
	free(text);
}

Test(stim, a_missing_file_is_an_error_of_the_environment)
{
	struct stimulus st = { 0 };
	struct stim_error error;

	cr_expect_eq(stimulus_read(&st, "build/tests/no-such.stim", dut(), &error), -ENOENT);
	stimulus_release(&st);
}
