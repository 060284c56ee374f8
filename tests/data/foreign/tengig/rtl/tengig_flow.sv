// SPDX-License-Identifier: Apache-2.0
// MAC control of the tengig MAC: PAUSE (IEEE 802.3 annex 31B) and priority flow control (annex 31D).
//
// Reception: a PAUSE that comes while a frame is being sent waits until the frame has ended (figure 31B-2), and no data
// frame starts while it waits; then its time replaces what is left of the one before it. A newer PAUSE replaces one that
// waits. The timers of the classes take their times at once. To disable PAUSE, or a class, ends its pause. A quantum is
// eight clocks.
//
// Transmission: a pulse asks for one frame. A newer request replaces an older one that has not been sent yet; if both
// come in one clock, XOFF wins. One PFC frame carries all classes that have a request. PAUSE goes before PFC.

module tengig_flow
    import tengig_pkg::*;
(
    input  logic         clk,
    input  logic         rst,

    input  logic         cfg_rx_pause,
    input  logic         cfg_tx_pause,
    input  logic [7:0]   cfg_rx_pfc,
    input  logic [7:0]   cfg_tx_pfc,
    input  logic [15:0]  cfg_quanta,
    input  logic [127:0] cfg_pfc_quanta,

    input  logic         pause_valid,
    input  logic [15:0]  pause_time,
    input  logic         pfc_valid,
    input  logic [7:0]   pfc_vector,
    input  logic [127:0] pfc_times,
    input  logic         tx_busy,
    output logic         paused,
    output logic [7:0]   pfc_xoff,

    input  logic         xoff_req,
    input  logic         xon_req,
    input  logic [7:0]   pfc_xoff_req,
    input  logic [7:0]   pfc_xon_req,
    output logic         control_due,
    output logic         control_pfc,
    output logic [15:0]  control_parameter,
    output logic [127:0] control_times,
    input  logic         control_taken
);

    // ---- the timer of PAUSE, in clocks ------------------------------------------------------------------------------
    logic [18:0] timer;
    logic        waiting;
    logic [15:0] waiting_time;

    assign paused = waiting || timer != 19'd0;

    always_ff @(posedge clk) begin
        if (timer != 19'd0) timer <= timer - 19'd1;
        if (pause_valid) begin
            waiting <= 1'b1;
            waiting_time <= pause_time;
        end else if (waiting && !tx_busy) begin
            waiting <= 1'b0;
            timer <= {waiting_time, 3'b000};
        end
        if (rst || !cfg_rx_pause) begin
            timer <= 19'd0;
            waiting <= 1'b0;
        end
    end

    // ---- the timers of the classes --------------------------------------------------------------------------------
    for (genvar i = 0; i < 8; i++) begin : g_class
        logic [18:0] class_timer;
        assign pfc_xoff[i] = class_timer != 19'd0;
        always_ff @(posedge clk) begin
            if (pfc_valid && pfc_vector[i]) class_timer <= {pfc_times[16*i +: 16], 3'b000};
            else if (class_timer != 19'd0) class_timer <= class_timer - 19'd1;
            if (rst || !cfg_rx_pfc[i]) class_timer <= 19'd0;
        end
    end

    // ---- requests -----------------------------------------------------------------------------------------------------
    logic       xoff, xon;
    logic [7:0] class_xoff, class_xon;
    logic       take_pause, take_pfc;

    assign control_due = xoff || xon || (class_xoff | class_xon) != 8'd0;
    assign control_pfc = !(xoff || xon);
    assign take_pause = control_taken && !control_pfc;
    assign take_pfc = control_taken && control_pfc;

    always_comb begin
        control_parameter = xoff ? cfg_quanta : 16'd0;
        if (control_pfc) control_parameter = {8'd0, class_xoff | class_xon};
        for (int i = 0; i < 8; i++) control_times[16*i +: 16] = class_xoff[i] ? cfg_pfc_quanta[16*i +: 16] : 16'd0;
    end

    always_ff @(posedge clk) begin
        xoff <= cfg_tx_pause && (xoff_req || (xoff && !xon_req && !take_pause));
        xon <= cfg_tx_pause && !xoff_req && (xon_req || (xon && !take_pause));
        class_xoff <= cfg_tx_pfc & (pfc_xoff_req | (class_xoff & ~pfc_xon_req & ~{8{take_pfc}}));
        class_xon <= cfg_tx_pfc & ~pfc_xoff_req & (pfc_xon_req | (class_xon & ~{8{take_pfc}}));
        if (rst) begin
            xoff <= 1'b0;
            xon <= 1'b0;
            class_xoff <= 8'd0;
            class_xon <= 8'd0;
        end
    end

endmodule
