/* SPDX-License-Identifier: Apache-2.0 */
/* The wave file of a link, which only traced builds have: probes beside the DUTs, all in one file. */
#include "traced_probes.h"

#include "Vcable_probe.h"
#include "Vmodel_gmii.h"
#include "Vmodel_mii.h"
#include "Vmodel_xgmii.h"
#include "Vseam_expected.h"
#include "seam/expected_show.h"
#include "verilated_fst_c.h"

#include <string>

namespace pausebench
{
namespace
{
enum { TRACE_DEPTH = 99 };

class probe
{
      public:
	virtual ~probe() = default;
	virtual void trace(VerilatedFstC &fst) = 0;
	virtual void sample(uint64_t time, const bool level[2]) = 0;
};

template <class Model> void sample_common(Model &m, const seam_common &pins)
{
	m.in_rst_n = *pins.rst_n;
	m.in_host_ready = *pins.host_ready;
	m.in_apb = *pins.apb;
	m.in_paddr = *pins.paddr;
	m.in_pwdata = *pins.pwdata;
	m.out_ready = *pins.ready;
	m.out_prdata = *pins.prdata;
	m.out_pause_timer = *pins.pause_timer;
	m.out_rx_record = *pins.rx_record;
	m.out_tx_record = *pins.tx_record;
}

template <class Model> void sample_octets(Model &m, const seam_gmii &pins)
{
	m.in_rx = *pins.rx;
	m.in_send = *pins.send;
	m.in_mdio = *pins.mdio_i;
	m.out_tx = *pins.tx;
	m.out_host = *pins.host;
	m.out_side = *pins.side;
}

void sample_wires(Vmodel_gmii &m, const seam_pins &pins)
{
	sample_octets(m, pins.gmii);
}

void sample_wires(Vmodel_mii &m, const seam_pins &pins)
{
	sample_octets(m, pins.gmii);
	m.in_carrier = *pins.gmii.carrier;
	m.in_pwdata_upper = *pins.upper.pwdata;
	m.in_pstrb_upper = *pins.upper.pstrb;
	m.out_prdata_upper = *pins.upper.prdata;
}

void sample_wires(Vmodel_xgmii &m, const seam_pins &pins)
{
	m.in_rxd = *pins.xgmii.rxd;
	m.in_rxc = *pins.xgmii.rxc;
	m.in_send_data = *pins.xgmii.send_data;
	m.in_send = *pins.xgmii.send;
	m.in_request = *pins.xgmii.request;
	m.out_txd = *pins.xgmii.txd;
	m.out_txc = *pins.xgmii.txc;
	m.out_host_data = *pins.xgmii.host_data;
	m.out_host = *pins.xgmii.host;
	m.out_side = *pins.xgmii.side;
}

template <class Model> class model_probe : public probe
{
      public:
	model_probe(const char *name, unsigned end, const seam_pins &pins)
	    : model_(Verilated::threadContextp(), name), end_(end), pins_(pins)
	{
	}
	~model_probe() override
	{
		model_.final();
	}
	void trace(VerilatedFstC &fst) override
	{
		model_.trace(&fst, TRACE_DEPTH);
	}
	void sample(uint64_t, const bool level[2]) override
	{
		model_.tick = level[end_];
		sample_common(model_, pins_.common);
		sample_wires(model_, pins_);
		model_.eval();
	}

      private:
	Model model_;
	const unsigned end_;
	const seam_pins &pins_;
};

/* Shows what is expected of a DUT beside what the DUT does. */
class expected_probe : public probe
{
      public:
	expected_probe(const char *name, const seam_pins &pins, const seam_changes &expected, double clock_ps)
	    : model_(Verilated::threadContextp(), name), pins_(pins), expected_(expected), clock_ps_(clock_ps)
	{
		expected_show::nothing(&model_);
	}
	~expected_probe() override
	{
		model_.final();
	}
	void trace(VerilatedFstC &fst) override
	{
		model_.trace(&fst, TRACE_DEPTH);
	}
	void sample(uint64_t time, const bool[2]) override
	{
		model_.timer = *pins_.common.pause_timer;
		model_.rx_record = *pins_.common.rx_record;
		model_.tx_record = *pins_.common.tx_record;
		if (pins_.xgmii.side)
			sample_wide(*pins_.xgmii.side);
		else
			sample_side(*pins_.gmii.side);
		/* An edge comes up to a picosecond before the whole number of clocks. */
		expected_show::until(&model_, &expected_, &next_,
		                     static_cast<uint64_t>(static_cast<double>(time + 1) / clock_ps_));
		model_.eval();
	}

      private:
	void sample_side(uint32_t side)
	{
		model_.xoff = (side & SEAM_SIDE_XOFF) != 0;
		model_.level = side >> SEAM_SIDE_LEVEL_SHIFT;
		model_.rx_valid = (side & SEAM_SIDE_RX_VALID) != 0;
		model_.tx_valid = (side & SEAM_SIDE_TX_VALID) != 0;
		model_.mdio = side & SEAM_SIDE_MDIO;
		model_.pfc_xoff = 0;
	}
	void sample_wide(uint64_t side)
	{
		model_.xoff = (side & SEAM_WIDE_XOFF) != 0;
		model_.level = static_cast<IData>(side >> SEAM_WIDE_LEVEL_SHIFT);
		model_.rx_valid = (side & SEAM_WIDE_RX_VALID) != 0;
		model_.tx_valid = (side & SEAM_WIDE_TX_VALID) != 0;
		model_.mdio = 0;
		model_.pfc_xoff = side >> SEAM_WIDE_PFC_SHIFT & 0xFF;
	}

	Vseam_expected model_;
	const seam_pins &pins_;
	const seam_changes &expected_;
	const double clock_ps_;
	std::size_t next_ = 0;
};

/* Copies VIEW to the signals of the probe for one end of one direction. */
#define SHOW_END(prefix, view)                                              \
	do {                                                                \
		cable_.prefix##_valid = (view).valid;                       \
		cable_.prefix##_kind = static_cast<CData>((view).kind);     \
		cable_.prefix##_octets = static_cast<SData>((view).octets); \
		cable_.prefix##_number = static_cast<IData>((view).number); \
		cable_.prefix##_quanta = (view).quanta;                     \
	} while (0)
#define SHOW_FATE(prefix, view)                           \
	do {                                              \
		cable_.prefix##_damaged = (view).damaged; \
		cable_.prefix##_lost = (view).lost;       \
		cable_.prefix##_cut = (view).cut;         \
	} while (0)

class recorder : public wave_recorder
{
      public:
	recorder() : cable_(Verilated::threadContextp(), "cable")
	{
		Verilated::threadContextp()->traceEverOn(true);
	}
	~recorder() override
	{
		fst_.close();
		cable_.final();
	}
	void *fst() override
	{
		return &fst_;
	}
	void add_model(const char *name, unsigned end, const phy_row &phy, const seam_pins &pins) override
	{
		if (&phy == &phy_table[PHY_XGMII])
			probes_.push_back(std::make_unique<model_probe<Vmodel_xgmii>>(name, end, pins));
		else if (&phy == &phy_table[PHY_MII])
			probes_.push_back(std::make_unique<model_probe<Vmodel_mii>>(name, end, pins));
		else
			probes_.push_back(std::make_unique<model_probe<Vmodel_gmii>>(name, end, pins));
	}
	void add_expected(const char *name, const seam_pins &pins, const seam_changes &expected, double clock_ps) override
	{
		probes_.push_back(std::make_unique<expected_probe>(name, pins, expected, clock_ps));
	}
	bool open(const char *path) override
	{
		cable_.trace(&fst_, TRACE_DEPTH);
		for (const std::unique_ptr<probe> &p : probes_)
			p->trace(fst_);
		fst_.open(path);
		return fst_.isOpen();
	}
	void show(unsigned direction, bool leaving, const cable_view &view) override
	{
		if (direction == 0 && !leaving) {
			SHOW_END(ab_entering, view);
		} else if (direction == 0) {
			SHOW_END(ab_leaving, view);
			SHOW_FATE(ab_leaving, view);
		} else if (!leaving) {
			SHOW_END(ba_entering, view);
		} else {
			SHOW_END(ba_leaving, view);
			SHOW_FATE(ba_leaving, view);
		}
	}
	void dump(uint64_t time, const bool level[2]) override
	{
		cable_.tick = level[0];
		cable_.eval();
		for (const std::unique_ptr<probe> &p : probes_)
			p->sample(time, level);
		fst_.dump(time);
	}

      private:
	VerilatedFstC fst_;
	Vcable_probe cable_;
	std::vector<std::unique_ptr<probe>> probes_;
};
} // namespace

std::unique_ptr<wave_recorder> wave_recorder_new()
{
	return std::make_unique<recorder>();
}
} // namespace pausebench
