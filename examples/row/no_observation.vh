// SPDX-License-Identifier: Apache-2.0
// A MAC without observation ports ties them to 0.
  assign obs_xoff        = 0;
  assign obs_pause_timer = 0;
  assign obs_level       = 0;
  assign obs_rx_valid    = 0;
  assign obs_rx_record   = 0;
  assign obs_tx_valid    = 0;
  assign obs_tx_record   = 0;
