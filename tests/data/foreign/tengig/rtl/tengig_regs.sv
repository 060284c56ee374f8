// SPDX-License-Identifier: Apache-2.0
// Registers of the tengig MAC behind AXI4-Lite. The register map is in README.md.
//
// A write takes effect two clocks after address and data are both there. A read answers three clocks after its address.
// An address that holds no register answers SLVERR; a write to a register that can only be read does nothing.

module tengig_regs (
    input  logic         clk,
    input  logic         rst,

    input  logic [15:0]  s_axil_awaddr,
    input  logic         s_axil_awvalid,
    output logic         s_axil_awready,
    input  logic [31:0]  s_axil_wdata,
    input  logic [3:0]   s_axil_wstrb,
    input  logic         s_axil_wvalid,
    output logic         s_axil_wready,
    output logic [1:0]   s_axil_bresp,
    output logic         s_axil_bvalid,
    input  logic         s_axil_bready,
    input  logic [15:0]  s_axil_araddr,
    input  logic         s_axil_arvalid,
    output logic         s_axil_arready,
    output logic [31:0]  s_axil_rdata,
    output logic [1:0]   s_axil_rresp,
    output logic         s_axil_rvalid,
    input  logic         s_axil_rready,

    output logic [5:0]   control,        // CONTROL
    output logic [47:0]  station,
    output logic [15:0]  max_frame,
    output logic [15:0]  quanta,
    output logic [15:0]  pfc_enable,     // 15:8 transmit, 7:0 receive
    output logic [127:0] pfc_quanta,
    output logic [17:0]  request,        // REQUEST for one clock: XON and XOFF of the classes, XON and XOFF
    input  logic [10:0]  status,

    output logic         counter_read,
    output logic         counter_high,
    output logic [5:0]   counter_index,
    input  logic [31:0]  counter_data
);

    localparam logic [31:0] IDENTITY = 32'h5447_4D31;
    localparam logic [1:0]  OKAY = 2'b00, SLVERR = 2'b10;

    // Word addresses.
    localparam logic [13:0] ID = 14'h000, CONTROL = 14'h002, STATUS = 14'h003, ADDRESS_HIGH = 14'h004,
        ADDRESS_LOW = 14'h005, MAX_FRAME = 14'h006, PAUSE_QUANTA = 14'h007, REQUEST = 14'h008, PFC_ENABLE = 14'h009,
        PFC_QUANTA = 14'h00C, COUNTER_FIRST = 14'h040, COUNTER_END = 14'h090;

    function automatic logic mapped(input logic [15:0] address);
        logic [13:0] a;
        a = address[15:2];
        if (address[1:0] != 2'b00) return 1'b0;
        return a == ID || (a >= CONTROL && a <= PFC_ENABLE) || (a >= PFC_QUANTA && a <= PFC_QUANTA + 14'd3)
            || (a >= COUNTER_FIRST && a < COUNTER_END);
    endfunction

    function automatic logic [31:0] merge(input logic [31:0] old, input logic [31:0] data, input logic [3:0] strobe);
        for (int i = 0; i < 4; i++) merge[8*i +: 8] = strobe[i] ? data[8*i +: 8] : old[8*i +: 8];
    endfunction

    // ---- write --------------------------------------------------------------------------------------------------------
    logic        write;
    logic [15:0] write_address;
    logic [31:0] write_data;
    logic [3:0]  write_strobe;

    assign s_axil_awready = s_axil_awvalid && s_axil_wvalid && !write && !s_axil_bvalid;
    assign s_axil_wready = s_axil_awready;

    function automatic logic [31:0] merged(input logic [31:0] old);
        return merge(old, write_data, write_strobe);
    endfunction

    // The upper bits of registers that are narrower than 32 bits go nowhere.
    /* verilator lint_off UNUSEDSIGNAL */
    logic [31:0] new_control, new_high, new_max, new_quanta, new_pfc, new_request;
    /* verilator lint_on UNUSEDSIGNAL */
    assign new_control = merged({26'd0, control});
    assign new_high = merged({16'd0, station[47:32]});
    assign new_max = merged({16'd0, max_frame});
    assign new_quanta = merged({16'd0, quanta});
    assign new_pfc = merged({16'd0, pfc_enable});
    assign new_request = merged(32'd0);

    always_ff @(posedge clk) begin
        write <= s_axil_awready;
        request <= 18'd0;
        if (s_axil_awready) begin
            write_address <= s_axil_awaddr;
            write_data <= s_axil_wdata;
            write_strobe <= s_axil_wstrb;
        end
        if (s_axil_bready) s_axil_bvalid <= 1'b0;
        if (write) begin
            s_axil_bvalid <= 1'b1;
            s_axil_bresp <= mapped(write_address) ? OKAY : SLVERR;
            if (write_address[1:0] == 2'b00) begin
                case (write_address[15:2])
                    CONTROL: control <= new_control[5:0];
                    ADDRESS_HIGH: station[47:32] <= new_high[15:0];
                    ADDRESS_LOW: station[31:0] <= merged(station[31:0]);
                    MAX_FRAME: max_frame <= new_max[15:0];
                    PAUSE_QUANTA: quanta <= new_quanta[15:0];
                    REQUEST: request <= {new_request[23:8], new_request[1:0]};
                    PFC_ENABLE: pfc_enable <= new_pfc[15:0];
                    PFC_QUANTA: pfc_quanta[31:0] <= merged(pfc_quanta[31:0]);
                    PFC_QUANTA + 14'd1: pfc_quanta[63:32] <= merged(pfc_quanta[63:32]);
                    PFC_QUANTA + 14'd2: pfc_quanta[95:64] <= merged(pfc_quanta[95:64]);
                    PFC_QUANTA + 14'd3: pfc_quanta[127:96] <= merged(pfc_quanta[127:96]);
                    default: ;
                endcase
            end
        end
        if (rst) begin
            write <= 1'b0;
            s_axil_bvalid <= 1'b0;
            s_axil_bresp <= OKAY;
            control <= 6'd0;
            station <= 48'd0;
            max_frame <= 16'd1518;
            quanta <= 16'hFFFF;
            pfc_enable <= 16'd0;
            pfc_quanta <= {128{1'b1}};
            request <= 18'd0;
        end
    end

    // ---- read -----------------------------------------------------------------------------------------------------------
    logic        fetch;
    logic [15:0] read_address;
    logic        is_counter;

    assign s_axil_arready = s_axil_arvalid && !fetch && !s_axil_rvalid;
    assign is_counter = mapped(read_address) && read_address[15:2] >= COUNTER_FIRST;
    assign counter_read = fetch && is_counter;
    assign counter_high = read_address[2];
    assign counter_index = read_address[8:3] - 6'd32;

    logic [31:0] read_data;
    always_comb begin
        case (read_address[15:2])
            ID: read_data = IDENTITY;
            CONTROL: read_data = {26'd0, control};
            STATUS: read_data = {16'd0, status[10:3], 5'd0, status[2:0]};
            ADDRESS_HIGH: read_data = {16'd0, station[47:32]};
            ADDRESS_LOW: read_data = station[31:0];
            MAX_FRAME: read_data = {16'd0, max_frame};
            PAUSE_QUANTA: read_data = {16'd0, quanta};
            PFC_ENABLE: read_data = {16'd0, pfc_enable};
            PFC_QUANTA: read_data = pfc_quanta[31:0];
            PFC_QUANTA + 14'd1: read_data = pfc_quanta[63:32];
            PFC_QUANTA + 14'd2: read_data = pfc_quanta[95:64];
            PFC_QUANTA + 14'd3: read_data = pfc_quanta[127:96];
            default: read_data = 32'd0;
        endcase
        if (is_counter) read_data = counter_data;
        if (!mapped(read_address)) read_data = 32'd0;
    end

    always_ff @(posedge clk) begin
        fetch <= s_axil_arready;
        if (s_axil_arready) read_address <= s_axil_araddr;
        if (s_axil_rready) s_axil_rvalid <= 1'b0;
        if (fetch) begin
            s_axil_rvalid <= 1'b1;
            s_axil_rdata <= read_data;
            s_axil_rresp <= mapped(read_address) ? OKAY : SLVERR;
        end
        if (rst) begin
            fetch <= 1'b0;
            s_axil_rvalid <= 1'b0;
            s_axil_rresp <= OKAY;
            s_axil_rdata <= 32'd0;
            read_address <= 16'd0;
        end
    end

endmodule
