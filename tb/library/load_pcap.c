/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of libpcap that the bench calls, defined so that they load it. */
#include "library.h"

#include <pcap/pcap.h>

#define FUNCTION(type, name, parameters, arguments) LIBRARY_DEFINE(LIBRARY_PCAP, type, name, parameters, arguments)

FUNCTION(pcap_t *, pcap_fopen_offline_with_tstamp_precision, (FILE * in, u_int precision, char *error), (in, precision, error))
FUNCTION(int, pcap_datalink, (pcap_t * pcap), (pcap))
FUNCTION(const char *, pcap_datalink_val_to_name, (int link), (link))
FUNCTION(int, pcap_next_ex, (pcap_t * pcap, struct pcap_pkthdr **header, const u_char **octets), (pcap, header, octets))
FUNCTION(char *, pcap_geterr, (pcap_t * pcap), (pcap))
FUNCTION(void, pcap_close, (pcap_t * pcap), (pcap))
