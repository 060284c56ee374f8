# SPDX-License-Identifier: Apache-2.0
"""A cocotb test whose MAC is judged by its two GMII wires; the signals are those of a MAC with gmii_* ports. Not tried with a simulator."""
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotb.utils import get_sim_time
from pausemodel import Judge, Wire


async def watch(judge: Judge, wire: Wire, clock: Any, data: Any, enable: Any, error: Any) -> None:
    """Passes each clock with a frame on the wire, and the one after it."""
    busy = False
    while True:
        await RisingEdge(clock)
        on = bool(enable.value)
        if on or busy:
            judge.gmii(wire, int(get_sim_time("ps")), int(data.value) if on else 0, on, on and bool(error.value))
        busy = on


@cocotb.test()
async def flow_control(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk, 8, units="ns").start())
    with Judge("my.mac") as judge:
        judge.control(0, "station", 0x001122334455)
        cocotb.start_soon(watch(judge, Wire.RECEIVED, dut.clk, dut.gmii_rxd, dut.gmii_rx_dv, dut.gmii_rx_er))
        cocotb.start_soon(watch(judge, Wire.SENT, dut.clk, dut.gmii_txd, dut.gmii_tx_en, dut.gmii_tx_er))
        # ... the test sends and receives frames here ...
        await ClockCycles(dut.clk, 10000)
        judge.finish(int(get_sim_time("ps")))
        assert not judge.count, "\n".join(str(finding) for finding in judge.findings)
