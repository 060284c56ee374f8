/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does what the golden model of the 82598EB expects, for tests of the model. Addresses are typed from the datasheet. */
#ifndef PAUSEBENCH_TESTS_I82598_DRIVE_H
#define PAUSEBENCH_TESTS_I82598_DRIVE_H
#include "pausemodel.h"

enum {
	STEP = 8, /* octet times in a cycle */
	START = 0xFB,
	TERMINATE = 0xFD,
	IDLE = 0x07,
	ERROR = 0xFE,
	LANES_MAX = 20000,
	STARTS_MAX = 64,

	RXCTRL = 0x3000,
	FCTTV0 = 0x3200,
	FCRTL0 = 0x3220,
	FCRTH0 = 0x3260,
	FCRTV = 0x32A0,
	RMCS = 0x3D00,
	LXONTXC = 0x3F60,
	LXOFFTXC = 0x3F68,
	MPC0 = 0x3FA0,
	CRCERRS = 0x4000,
	ILLERRC = 0x4004,
	ERRBC = 0x4008,
	MLFC = 0x4034,
	MRFC = 0x4038,
	RLEC = 0x4040,
	PRC64 = 0x405C,
	PRC127 = 0x4060,
	PRC1522 = 0x4070,
	GPRC = 0x4074,
	BPRC = 0x4078,
	MPRC = 0x407C,
	GPTC = 0x4080,
	GORCL = 0x4088,
	GORCH = 0x408C,
	GOTCL = 0x4090,
	GOTCH = 0x4094,
	RUC = 0x40A4,
	RFC = 0x40A8,
	ROC = 0x40AC,
	RJC = 0x40B0,
	TORL = 0x40C0,
	TORH = 0x40C4,
	TPR = 0x40D0,
	TPT = 0x40D4,
	PTC64 = 0x40D8,
	MPTC = 0x40F0,
	HLREG0 = 0x4240,
	MHADD = 0x4268,
	FCTRL = 0x5080,
	RAL0 = 0x5400,
	RAH0 = 0x5404,
	TFCS = 0xCE00,
	LXONRXC = 0xCF60,
	LXOFFRXC = 0xCF68,

	SBP = 1 << 1,
	MPE = 1 << 8,
	UPE = 1 << 9,
	BAM = 1 << 10,
	PMCF = 1 << 12,
	DPF = 1 << 13,
	RFCE = 1 << 15,
	TFCE = 1 << 3,
	TFCE_PRIORITY = 1 << 4,

	RECORD_BAD = 1 << 16,
	RECORD_PAUSE = 1 << 17,
	RECORD_CONTROL = 1 << 18,
	RECORD_DELIVERED = 1 << 19,
	RECORD_DISCARDED = 1 << 20,

	RESET_HLREG0 = 0x08000403, /* RXLNGTHERREN, TXPADEN, RXCRCSTRP, TXCRCEN */
	JUMBOEN = 1 << 2,
	RXLNGTHERREN = 1 << 27,
};
extern const uint32_t top_bit; /* XONE, FCEN, AV */
extern const char station[], multicast[], other[], broadcast[];

struct i82598_sent {
	uint64_t start;
	enum pm_tx_kind kind;
	uint16_t quanta;
};

struct i82598_drive {
	struct pm_model *m;
	uint64_t rise, fall; /* newest rise and fall of the inhibit */
	uint64_t end;        /* octet time of the newest end code on the receive wire */
	uint32_t timer;      /* the pause timer at the newest rise */
	uint32_t record;     /* newest */
	unsigned records;
	bool was, on_wire;
	bool silent; /* the device starts no frame */
	uint64_t wire_end;
	struct i82598_sent sent[STARTS_MAX];
	unsigned starts;
};
struct lanes {
	uint8_t octets[LANES_MAX], control[LANES_MAX];
	uint32_t len;
};

void i82598_open(struct i82598_drive *d, const struct pm_config *config);
void i82598_default(struct i82598_drive *d);
/* Visits every cycle up to that of octet time TO, which stays open. */
void i82598_to(struct i82598_drive *d, uint64_t to);
void i82598_look(struct i82598_drive *d, uint64_t cycle);
void i82598_on(struct i82598_drive *d, unsigned cycles);
void i82598_write(struct i82598_drive *d, uint16_t address, uint32_t value);
uint32_t i82598_read(struct i82598_drive *d, uint16_t address);
/* Enables the receiver and sets the station address and FCTRL. */
void i82598_setup(struct i82598_drive *d, uint32_t fctrl);
void lane(struct lanes *l, uint8_t octet, uint8_t control);
/* Makes the lanes of a frame from /S/ to /T/: the octets and their FCS, with WRONG xored to the last octet of the FCS. */
void lanes_frame(struct lanes *l, const uint8_t *octets, uint32_t len, uint8_t wrong);
/* Receives the lanes from lane 0 on and returns when their classification is visible. */
void i82598_lanes(struct i82598_drive *d, const struct lanes *l);
/* LEN includes the FCS. */
void i82598_frame(struct i82598_drive *d, const uint8_t *octets, uint32_t len, bool bad);
void i82598_data(struct i82598_drive *d, uint32_t len, const char *destination);
void i82598_pause(struct i82598_drive *d, const char *destination, uint16_t quanta);
/* The host takes the oldest frame. */
void i82598_take(struct i82598_drive *d);

#endif
